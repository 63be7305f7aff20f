//! Batalj's field battle: headings, readings, codes, events, options, order forms, fact forms.

use super::{Forms, allows, found_codes, happening, missing, names, take_sheets};
use crate::rules::case::Case;
use crate::rules::{cases, folder, run};
use adjutant::games::batalj::Batalj;
use adjutant::games::batalj::battle::event::KINDS;
use adjutant::games::batalj::battle::orders::{Fact as BattleFact, Order as BattleOrder};
use adjutant::games::batalj::battle::{field::Piece, forms as battle_forms};
use adjutant::games::batalj::data::{Data, Effect};
use adjutant::games::batalj::orders::{Fact, Order};
use adjutant::kernel::game::Game;
use adjutant::kernel::orders::comparison::Comparison;
use adjutant::kernel::orders::grammar::Grammar;
use adjutant::kernel::seat::Viewer;
use std::collections::BTreeSet;

/// A file a chapter of the rulebook, and two for what the chapters do not show.
const FILES: [&str; 16] = [
    "01-new-rules-for-war",
    "02-the-battlefield",
    "03-important-to-remember",
    "04-the-battle",
    "05-who-wins",
    "06-strength-cards",
    "07-artillery-bombardment",
    "08-sweden-attacks",
    "09-losses",
    "10-the-enemy-attacks",
    "11-sweden-regroups",
    "12-the-enemy-regroups",
    "13-how-do-you-win",
    "14-event-cards",
    "15-readings",
    "16-provisional-orders",
];

/// The headings of the field battle: numbered chapters by their numbers, headings within a chapter behind a slash.
const HEADINGS: [&str; 21] = [
    "new-rules-for-war",
    "battlefield",
    "important-to-remember",
    "battle",
    "who-wins",
    "§1",
    "§2",
    "§3",
    "§3/five",
    "§3/six",
    "§3/reserve",
    "losses",
    "losses/marshals",
    "losses/artillery",
    "losses/fiefs",
    "losses/exceed",
    "§4",
    "§5",
    "§6",
    "how-do-you-win",
    "changed-effects",
];

/// Headings that bind nobody who writes orders: what the enemy does, what falls where, how a battle is won.
const BIND_NOBODY: [&str; 8] =
    ["§3/five", "§3/six", "losses/fiefs", "losses/exceed", "§4", "§6", "who-wins", "how-do-you-win"];

/// The last of the readings that concern the field battle, and one that came later.
const LAST_READING: u8 = 30;
const LATER_READING: u8 = 65;

/// The options that concern a field battle, with their values.
const OPTIONS: [(&str, &[&str]); 3] = [
    ("enemy", &["ryssland", "danmark", "polen", "preussen"]),
    ("era", &["vasatiden", "stormaktstiden", "frihetstiden"]),
    ("command", &["rotate", "sture", "grip", "brahe", "eka", "tre-rosor"]),
];

fn of_section<'a>(cases: &'a [Case], section: &str) -> Vec<&'a Case> {
    cases.iter().filter(|c| c.section == section).collect()
}

#[test]
fn every_chapter_has_its_file() {
    for file in FILES {
        let path = folder("batalj").join(format!("{file}.case"));
        assert!(path.is_file(), "there is no {file}.case");
    }
}

#[test]
fn every_heading_allows_and_refuses() {
    let cases = cases("batalj");
    for heading in HEADINGS {
        let own = of_section(&cases, heading);
        assert!(own.len() >= 2, "{heading} has {} cases", own.len());
        assert!(own.iter().any(|c| allows(c)), "nothing is allowed in {heading}");
        let refuses = own.iter().any(|c| !allows(c));
        assert!(refuses || BIND_NOBODY.contains(&heading), "nothing is refused in {heading}");
    }
}

#[test]
fn every_reading_of_the_field_battle_has_a_case() {
    let cases = cases("batalj");
    for reading in (1..=LAST_READING).chain([LATER_READING]).map(|n| format!("R{n}")) {
        assert!(!of_section(&cases, &reading).is_empty(), "no case shows {reading}");
    }
}

#[test]
fn every_code_of_the_field_battle_occurs() {
    let found = found_codes("batalj");
    // The chapters of a field battle stand before those of plundering.
    let codes = Batalj::INFO.codes.iter().map(|(code, _)| *code);
    let battle = codes.take_while(|code| !code.starts_with("plunder/"));
    let missing = missing(battle, &found);
    assert!(missing.is_empty(), "no case finds {missing:?}");
}

#[test]
fn every_kind_of_event_of_the_field_battle_occurs() {
    let missing = missing(KINDS.into_iter().chain(["withdrew", "ended"]), &happening("batalj"));
    assert!(missing.is_empty(), "in no case happens {missing:?}");
}

#[test]
fn every_value_of_the_options_of_a_field_battle_occurs() {
    let cases = cases("batalj");
    for (option, values) in OPTIONS {
        let found: BTreeSet<String> = cases.iter().filter_map(|c| c.options.get(option).cloned()).collect();
        let without = missing(values.iter().copied(), &found);
        assert!(without.is_empty(), "no case has {option} as {without:?}");
    }
}

#[test]
fn every_event_card_is_played() {
    let found: BTreeSet<String> = cases("batalj")
        .into_iter()
        .filter_map(|c| c.events)
        .flatten()
        .filter_map(|l| l.strip_prefix("card-played ").map(str::to_owned))
        .filter_map(|l| l.split(' ').nth(1).map(str::to_owned))
        .collect();
    let cards = Data::embedded().cards.events.iter().filter(|card| card.effect != Effect::None);
    let missing = missing(cards.map(|card| card.id.as_str()), &found);
    assert!(missing.is_empty(), "in no case is played {missing:?}");
}

/// What the sheets of all cases hold.
fn forms() -> Forms {
    let mut forms = Forms::default();
    for case in cases("batalj") {
        if let Ok(play) = run::open::<Batalj>(&case) {
            take_sheets(&mut forms, &case, &play, Viewer::Public, order_form, fact_form);
        }
    }
    forms
}

/// Orders of other parts of the game are told elsewhere.
fn order_form(order: &Order) -> &'static str {
    match order {
        Order::Pass => "pass",
        Order::Battle(order) => battle_form(order),
        _ => "of another part",
    }
}

fn battle_form(order: &BattleOrder) -> &'static str {
    match order {
        BattleOrder::Muster(cards) if cards.is_empty() => "muster-all",
        BattleOrder::Muster(_) => "muster",
        BattleOrder::Place { .. } => "place",
        BattleOrder::Play(_) => "play",
        BattleOrder::Bombard(_) => "bombard",
        BattleOrder::Attack(_) => "attack",
        BattleOrder::AttackFromReserve { .. } => "attack-from-reserve",
        BattleOrder::TheirLosses(_) => "their-losses",
        BattleOrder::OurLosses(_) => "our-losses",
        BattleOrder::KeepMarshals(_) => "keep-marshals",
        BattleOrder::Reroll(_) => "reroll",
        BattleOrder::Move(step) => match step.piece {
            Piece::Fief => "move-fief",
            Piece::Soldier => "move-soldiers",
            Piece::Marshal => "move-marshal",
        },
        BattleOrder::RegroupLater => "regroup-later",
        BattleOrder::ContinueWhile(BattleFact::Has(_)) => "continue-while",
        BattleOrder::ContinueWhile(_) => "continue-before",
    }
}

fn fact_form(fact: &Fact) -> &'static str {
    match fact {
        Fact::Battle(BattleFact::Has(_)) => "has",
        Fact::Battle(BattleFact::Empty { .. }) => "empty",
        Fact::Battle(BattleFact::Holds(..)) => "holds",
        Fact::Battle(BattleFact::Round(Comparison::Is, _)) => "round",
        Fact::Battle(BattleFact::Round(..)) => "round-compared",
        Fact::Battle(BattleFact::Played(_)) => "played",
        _ => "of another part",
    }
}

#[test]
fn every_form_of_order_and_fact_of_the_field_battle_occurs() {
    let forms = forms();
    let grammar = Grammar { forms: battle_forms::every(Data::embedded()) };
    let common = ["pass", "concede", "offer draw", "accept draw", "stop when"];
    let without = missing(names(&grammar).into_iter().chain(common), &forms.orders);
    assert!(without.is_empty(), "no case orders {without:?}");
    let facts = Grammar { forms: battle_forms::facts(Data::embedded()) };
    let without = missing(names(&facts), &forms.facts);
    assert!(without.is_empty(), "no case has a fact {without:?}");
}
