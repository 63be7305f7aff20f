//! Nothing of plundering and of the campaign may be without a case: headings, readings, codes, events, texts of Regent
//! cards, options, order forms, fact forms.

use super::{Forms, allows, found_codes, happening, missing, take_sheets};
use crate::rules::case::Case;
use crate::rules::{cases, folder, run};
use adjutant::games::batalj::Batalj;
use adjutant::games::batalj::court::event::KINDS as COURT;
use adjutant::games::batalj::court::orders::{Fact as CourtFact, Item as Entered, Order as CourtOrder};
use adjutant::games::batalj::data::Text;
use adjutant::games::batalj::orders::{Fact, Order};
use adjutant::games::batalj::plundering::event::KINDS as RAID;
use adjutant::games::batalj::plundering::orders::{Fact as RaidFact, Order as RaidOrder};
use adjutant::kernel::game::Game;
use adjutant::kernel::seat::Viewer;
use std::collections::BTreeSet;

/// A file a chapter of the rulebook, and two for what the chapters do not show.
const FILES: [&str; 7] = [
    "20-the-new-regent-cards",
    "21-the-archbishop",
    "22-the-ledger",
    "23-the-final-tally",
    "24-rules-for-plundering",
    "25-how-the-plundering-proceeds",
    "26-returning-with-the-loot",
];

/// The headings of the rulebook that these cases are about, and whether any order can go against them.
const HEADINGS: [(&str, bool); 13] = [
    ("new-regent-cards/war", true),
    ("new-regent-cards/plundering", false),
    ("new-regent-cards/chancellor", true),
    ("new-regent-cards/archbishop-election", false),
    ("new-regent-cards/enlightenment", true),
    ("new-regent-cards/trade-blockade", true),
    ("archbishop", true),
    ("archbishop/assassinated", true),
    ("plundering", true),
    ("plundering/proceeds", true),
    ("plundering/returning", false),
    ("plundering/end", false),
    ("plundering/event-cards", true),
];

/// The readings that concern them.
const READINGS: std::ops::RangeInclusive<u8> = 31..=62;

/// The headings on which the codes of these parts rest.
const RULES: [&str; 8] = [
    "Rules for plundering",
    "How the plundering proceeds",
    "Returning with the loot",
    "The new Regent cards",
    "The Archbishop",
    "Trade blockade",
    "Chancellor",
    "War",
];

const FORMS: [&str; 15] = [
    "plunder",
    "route",
    "turn-up",
    "return",
    "carry-on",
    "ask",
    "object",
    "play-event",
    "war",
    "choose",
    "activity",
    "enter-fief",
    "enter-card",
    "enter-gain",
    "enter-loss",
];

const FACTS: [&str; 7] =
    ["reaches", "has-tile", "is-taken", "at", "regent-says", "archbishop-is", "round-reaches"];

/// The lines of all events.
fn events() -> impl Iterator<Item = String> {
    cases("batalj").into_iter().filter_map(|case| case.events).flatten()
}

#[test]
fn every_chapter_of_plundering_and_court_has_its_file() {
    for file in FILES {
        assert!(folder("batalj").join(format!("{file}.case")).is_file(), "there is no {file}.case");
    }
}

#[test]
fn every_heading_of_plundering_and_court_has_cases() {
    let cases = cases("batalj");
    for (heading, refuses) in HEADINGS {
        let own: Vec<&Case> = cases.iter().filter(|case| case.section == heading).collect();
        assert!(own.len() >= 2, "{heading} has {} cases", own.len());
        assert!(own.iter().any(|case| allows(case)), "nothing is allowed in {heading}");
        let is_refused = own.iter().any(|case| !allows(case));
        assert!(is_refused || !refuses, "nothing is refused in {heading}");
    }
    for number in READINGS {
        let reading = format!("R{number}");
        assert!(cases.iter().any(|case| case.section == reading), "{reading} has no case");
    }
}

#[test]
fn every_code_of_plundering_and_court_occurs() {
    let found = found_codes("batalj");
    let own = Batalj::INFO.codes.iter().filter(|(_, rule)| RULES.contains(rule));
    let missing = missing(own.map(|(code, _)| *code), &found);
    assert!(missing.is_empty(), "no case finds {missing:?}");
}

#[test]
fn every_event_of_plundering_and_court_occurs() {
    let found = happening("batalj");
    let missing = missing(RAID.into_iter().chain(COURT).chain(["withdrew", "ended"]), &found);
    assert!(missing.is_empty(), "in no case happens {missing:?}");
}

#[test]
fn every_text_of_a_regent_card_is_drawn() {
    let drawn =
        events().filter(|line| line.starts_with("regent-drawn ") || line.starts_with("regent-chosen "));
    let found: BTreeSet<String> = drawn.filter_map(|l| l.rsplit(' ').next().map(str::to_owned)).collect();
    // No card of ours says nothing.
    let texts = Text::ALL.iter().filter(|text| **text != Text::None).map(|text| text.id());
    let missing = missing(texts, &found);
    assert!(missing.is_empty(), "in no case is drawn {missing:?}");
}

#[test]
fn every_option_of_plundering_and_court_occurs() {
    let cases = cases("batalj");
    for (option, words) in [
        ("announce", &["open", "sealed"][..]),
        ("eldest", &["die", "sture", "grip", "brahe", "eka", "tre-rosor"]),
        ("rounds", &["1"]),
    ] {
        let found: BTreeSet<String> = cases.iter().filter_map(|c| c.options.get(option).cloned()).collect();
        let missing = missing(words.iter().copied(), &found);
        assert!(missing.is_empty(), "no case has {option} as {missing:?}");
    }
}

/// The form of an order of these parts.
fn form(order: &Order) -> &'static str {
    match order {
        Order::Pass | Order::Battle(_) => "of another part",
        Order::Plundering(order) => match order {
            RaidOrder::Plunder { .. } => "plunder",
            RaidOrder::Route(_) => "route",
            RaidOrder::TurnUp(_) => "turn-up",
            RaidOrder::Return { .. } => "return",
            RaidOrder::Ask => "ask",
            RaidOrder::CarryOn => "carry-on",
        },
        Order::Court(order) => match order {
            CourtOrder::Object(_) => "object",
            CourtOrder::Play { .. } => "play-event",
            CourtOrder::War(_) => "war",
            CourtOrder::Choose(_) => "choose",
            CourtOrder::Activity(_) => "activity",
            CourtOrder::Enter(Entered::Fief { .. }) => "enter-fief",
            CourtOrder::Enter(Entered::Card { .. }) => "enter-card",
            CourtOrder::Enter(Entered::Count { by, .. }) if *by < 0 => "enter-loss",
            CourtOrder::Enter(Entered::Count { .. }) => "enter-gain",
        },
    }
}

/// The form of a fact of these parts.
fn fact_form(fact: &Fact) -> &'static str {
    match fact {
        Fact::Battle(_) => "of another part",
        Fact::Plundering(fact) => match fact {
            RaidFact::Reaches(..) => "reaches",
            RaidFact::HasTile(_) => "has-tile",
            RaidFact::IsTaken(_) => "is-taken",
            RaidFact::At(_) => "at",
        },
        Fact::Court(fact) => match fact {
            CourtFact::Regent(_) => "regent-says",
            CourtFact::Archbishop(..) => "archbishop-is",
            CourtFact::Round(_) => "round-reaches",
        },
    }
}

#[test]
fn every_form_of_plundering_and_court_occurs() {
    let mut forms = Forms::default();
    for case in cases("batalj") {
        if let Ok(play) = run::open::<Batalj>(&case) {
            take_sheets(&mut forms, &case, &play, Viewer::Public, form, fact_form);
        }
    }
    let orders = missing(FORMS, &forms.orders);
    let facts = missing(FACTS, &forms.facts);
    assert!(orders.is_empty() && facts.is_empty(), "no case has {orders:?} {facts:?}");
}
