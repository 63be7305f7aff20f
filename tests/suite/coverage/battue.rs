//! Battue: headings, readings, codes, events, effects of cards, options, order forms, fact forms.

use super::{Forms, allows, found_codes, happening, missing, take_sheets};
use crate::rules::case::Case;
use crate::rules::{cases, folder, run};
use adjutant::games::battue::Battue;
use adjutant::games::battue::data::{Data, Effect, Happening};
use adjutant::games::battue::orders::{Fact, Order, Reply};
use adjutant::kernel::game::Game;
use adjutant::kernel::seat::Viewer;
use std::collections::BTreeSet;

/// A file a chapter of the rulebook, and two for what the chapters do not show.
const FILES: [&str; 13] = [
    "01-game-setup",
    "02-start-of-turn",
    "03-move-hordes",
    "04-resolve-battles",
    "05-attacking-empty-city-tiles",
    "06-attacking-occupied-city-tiles",
    "07-winning-the-battle",
    "08-event-cards",
    "09-loot-cards",
    "10-end-of-turn",
    "11-ending-and-winning",
    "12-readings",
    "13-provisional-orders",
];

/// The headings of the rulebook, and standing answers, which it does not have.
const HEADINGS: [&str; 15] = [
    "setup",
    "start-of-turn",
    "reinforcements",
    "move",
    "resolve",
    "empty",
    "occupied",
    "standing",
    "flags",
    "looting",
    "gaining-warriors",
    "event-cards",
    "loot-cards",
    "end-of-turn",
    "ending",
];

/// Headings that bind nobody who writes orders.
const BIND_NOBODY: [&str; 1] = ["gaining-warriors"];

/// How many readings there are.
const READINGS: u8 = 41;

fn of_section<'a>(cases: &'a [Case], section: &str) -> Vec<&'a Case> {
    cases.iter().filter(|c| c.section == section).collect()
}

#[test]
fn every_chapter_has_its_file() {
    for file in FILES {
        let path = folder("battue").join(format!("{file}.case"));
        assert!(path.is_file(), "there is no {file}.case");
    }
}

#[test]
fn every_heading_allows_and_refuses() {
    let cases = cases("battue");
    assert!(cases.len() >= 110, "{} cases", cases.len());
    for heading in HEADINGS {
        let own = of_section(&cases, heading);
        assert!(own.iter().any(|c| allows(c)), "nothing is allowed in {heading}");
        let refuses = own.iter().any(|c| !allows(c));
        assert!(refuses || BIND_NOBODY.contains(&heading), "nothing is refused in {heading}");
    }
}

/// A reading has cases of its own, or stands behind the title of one of a heading.
#[test]
fn every_reading_has_a_case() {
    let (cases, rules) = (cases("battue"), Battue::INFO.rules);
    for reading in (1..=READINGS).map(|n| format!("R{n}")) {
        let shows = |case: &Case| case.section == reading || case.title.ends_with(&format!("({reading})"));
        assert!(cases.iter().any(shows), "no case shows {reading}");
        assert!(rules.contains(&format!("- **{reading}** ")), "{reading} is not in RULES.md");
    }
    assert!(!rules.contains(&format!("**R{}**", READINGS + 1)), "there are more readings");
}

#[test]
fn every_code_occurs() {
    let codes = Battue::INFO.codes.iter().map(|(code, _)| *code);
    let missing = missing(codes, &found_codes("battue"));
    assert!(missing.is_empty(), "no case finds {missing:?}");
}

#[test]
fn every_kind_of_event_occurs() {
    let missing = missing(Battue::INFO.events.iter().copied(), &happening("battue"));
    assert!(missing.is_empty(), "in no case happens {missing:?}");
}

#[test]
fn every_way_to_hold_hands_occurs() {
    let cases = cases("battue");
    let found: BTreeSet<String> = cases.iter().filter_map(|c| c.options.get("hands").cloned()).collect();
    let without = missing(["hidden", "open"], &found);
    assert!(without.is_empty(), "no case has hands as {without:?}");
}

/// The cards that are played or drawn in events of a kind: their ids stand at a place in the line.
fn cards(kind: &str, place: usize) -> BTreeSet<String> {
    let lines = cases("battue").into_iter().filter_map(|c| c.events).flatten();
    let own = lines.filter(|line| line.starts_with(&format!("{kind} ")));
    own.filter_map(|line| line.split(' ').nth(place).map(str::to_owned)).collect()
}

#[test]
fn every_effect_of_a_card_occurs() {
    let data = Data::embedded();
    let played = cards("card-played", 2);
    for effect in Effect::ALL {
        let mut of_effect = data.loot.cards.iter().filter(|card| card.effect == effect);
        assert!(of_effect.any(|card| played.contains(&card.id)), "no case plays a card of {effect:?}");
    }
    let drawn = cards("event-drawn", 3);
    for effect in Happening::ALL {
        let mut of_effect = data.events.cards.iter().filter(|card| card.effect == effect);
        assert!(of_effect.any(|card| drawn.contains(&card.id)), "no case draws a card of {effect:?}");
    }
}

fn order_form(order: &Order) -> &'static str {
    match order {
        Order::Pass => "pass",
        Order::Start(_) => "start",
        Order::Lay(_) => "lay",
        Order::Play(_) => "play",
        Order::Reinforce(_) => "reinforce",
        Order::Move(_) => "move",
        Order::Battles(_) => "battles",
        Order::Continue { .. } => "continue",
        Order::Retreat(_) => "retreat",
        Order::GiveUp(_) => "give-up",
        Order::Discard(_) => "discard",
        Order::Bank => "bank",
        Order::Standing(standing) => match standing.answer {
            Reply::Play { .. } => "when-play",
            Reply::Retreat { .. } => "when-retreat",
            Reply::Pass | Reply::Ask => "when-pass",
        },
    }
}

fn fact_form(fact: &Fact) -> &'static str {
    match fact {
        Fact::Controls(..) => "controls",
        Fact::IsUp(_) => "is-up",
        Fact::Holds(..) => "holds",
        Fact::TurnReaches(_) => "turn-reaches",
    }
}

#[test]
fn every_form_of_order_and_fact_occurs() {
    let mut forms = Forms::default();
    for case in cases("battue") {
        if let Ok(play) = run::open::<Battue>(&case) {
            take_sheets(&mut forms, &case, &play, Viewer::Public, order_form, fact_form);
        }
    }
    let known = Battue::forms();
    let common = ["concede", "offer draw", "accept draw", "stop when"];
    let orders = known.orders.iter().map(|form| form.name).chain(common);
    let without = missing(orders, &forms.orders);
    assert!(without.is_empty(), "no case orders {without:?}");
    let without = missing(known.facts.iter().map(|form| form.name), &forms.facts);
    assert!(without.is_empty(), "no case has a fact {without:?}");
}
