//! Battle: chapters, sections, codes, events, option values, order forms, fact forms.

use super::{Forms, allows, found_codes, happening, missing, names, take_sheets};
use crate::rules::case::Case;
use crate::rules::{cases, folder, run};
use adjutant::games::battle::Battle;
use adjutant::games::battle::event::KINDS;
use adjutant::games::battle::faction::seat;
use adjutant::games::battle::options::OPTIONS;
use adjutant::games::battle::orders::{Fact, Occupant, Order};
use adjutant::kernel::game::Game;
use adjutant::kernel::options::OptionKind;
use adjutant::kernel::orders::comparison::Comparison;
use adjutant::kernel::seat::Viewer;
use adjutant::kernel::terms::DiceMode;
use std::collections::BTreeSet;

/// A file a chapter of the rulebook, and three for what the chapters do not show.
const FILES: [&str; 17] = [
    "02-components",
    "03-flow-and-victory",
    "04-set-up",
    "05-movement",
    "06-combat",
    "07-advances",
    "08-basic",
    "09-modern",
    "10-american-civil-war",
    "11-napoleonic",
    "12-pike-and-shot",
    "13-medieval",
    "14-ancient",
    "15-options",
    "16-readings",
    "17-provisional-orders",
    "found",
];

/// The numbered sections; §1 introduces the game and holds no rule.
const SECTIONS: [&str; 27] = [
    "§2", "§2.1", "§2.2", "§2.3", "§3", "§3.1", "§4", "§4.1", "§4.2", "§4.3", "§4.4", "§5", "§5.1", "§5.2",
    "§5.3", "§6", "§6.1", "§6.2", "§7", "§8", "§9", "§10", "§11", "§12", "§13", "§14", "§15",
];

/// The optional rules by the words that begin the titles of their cases, with their sections.
const OPTIONAL: [(&str, &str); 20] = [
    ("§3.1", "Stalemate:"),
    ("§3.1", "Timed game:"),
    ("§3.1", "Victory points:"),
    ("§4.2", "Buying:"),
    ("§4.2", "Buying in secret:"),
    ("§4.3", "Alternative"),
    ("§4.3", "User defined:"),
    ("§4.3", "Faction defined:"),
    ("§4.3", "Rivers"),
    ("§4.3", "Bridges ignored:"),
    ("§4.3", "Part of the rivers:"),
    ("§4.4", "In secret:"),
    ("§4.4", "Fog of war:"),
    ("§4.4", "Timed moves:"),
    ("§5.2", "Stop on crossing:"),
    ("§5.3", "No attack on crossing:"),
    ("§5.3", "Strategic movement:"),
    ("§6", "Storming the bridge:"),
    ("§6", "To the other shore:"),
    ("§7", "Forced advance:"),
];

#[test]
fn every_chapter_has_its_file() {
    for file in FILES {
        let path = folder("battle").join(format!("{file}.case"));
        assert!(path.is_file(), "there is no {file}.case");
    }
}

#[test]
fn every_section_has_cases() {
    let cases = cases("battle");
    for section in SECTIONS {
        let own: Vec<&Case> = cases.iter().filter(|c| c.section == section).collect();
        assert!(own.len() >= 2, "{section} has {} cases", own.len());
        assert!(section == "§4.1" || own.iter().any(|c| allows(c)), "nothing is allowed in {section}");
    }
}

#[test]
fn every_optional_rule_allows_and_refuses() {
    let cases = cases("battle");
    for (section, words) in OPTIONAL {
        let own: Vec<&Case> =
            cases.iter().filter(|c| c.section == section && c.title.starts_with(words)).collect();
        let (allowed, refused) = (own.iter().filter(|c| allows(c)).count(), own.iter().any(|c| !allows(c)));
        assert!(allowed > 0, "{section} {words} no case allows");
        // Options of time and victory refuse no order; there a second case shows the other outcome.
        assert!(refused || allowed > 1, "{section} {words} no case refuses");
    }
}

#[test]
fn every_code_occurs() {
    let found = found_codes("battle");
    let missing = missing(Battle::INFO.codes.iter().map(|(code, _)| *code), &found);
    assert!(missing.is_empty(), "no case finds {missing:?}");
}

#[test]
fn every_kind_of_event_occurs() {
    let found = happening("battle");
    let missing = missing(KINDS.iter().copied(), &found);
    assert!(missing.is_empty(), "in no case happens {missing:?}");
}

#[test]
fn every_scenario_and_option_value_occurs() {
    let cases = cases("battle");
    let scenarios: BTreeSet<String> = cases.iter().map(|c| c.scenario.clone()).collect();
    let known = Battle::scenarios();
    let without = missing(known.iter().map(|s| s.id.as_str()), &scenarios);
    assert!(without.is_empty(), "no case plays {without:?}");
    for option in OPTIONS {
        let found: BTreeSet<String> =
            cases.iter().filter_map(|c| c.options.get(option.name).cloned()).collect();
        let without = missing(values(option.name, option.kind), &found);
        assert!(without.is_empty() && !found.is_empty(), "no case has {} as {without:?}", option.name);
    }
}

/// The values of an option that are words; numbers, times and texts need only occur.
fn values(name: &str, kind: OptionKind) -> Vec<&'static str> {
    match (name, kind) {
        ("setup", _) => vec!["standard", "a", "b", "c", "user", "faction"],
        (_, OptionKind::Flag) => vec!["yes"],
        (_, OptionKind::Choice(words)) => words.to_vec(),
        _ => Vec::new(),
    }
}

/// What the sheets of all cases hold.
fn forms() -> Forms {
    let mut forms = Forms::default();
    for case in cases("battle") {
        if let Ok(play) = run::open::<Battle>(&case) {
            let viewer = Viewer::Seat(seat(play.state().public.faction));
            take_sheets(&mut forms, &case, &play, viewer, order_form, fact_form);
        }
    }
    forms
}

fn order_form(order: &Order) -> &'static str {
    match order {
        Order::Army(_) => "army",
        Order::Buy { .. } => "buy",
        Order::Headquarters(_) => "headquarters",
        Order::Tile { .. } => "tile",
        Order::Deploy { .. } => "deploy",
        Order::Move(_) => "move",
        Order::Stop => "stop",
        Order::Attack { .. } => "attack",
        Order::CallStalemate => "call-stalemate",
        Order::Pass => "pass",
    }
}

fn fact_form(fact: &Fact) -> &'static str {
    match fact {
        Fact::At { who: Occupant::Nobody, .. } => "empty",
        Fact::At { who: Occupant::Unit(..), .. } => "occupied",
        Fact::Turn(Comparison::Is, _) => "turn",
        Fact::Turn(..) => "turn-compared",
        Fact::Strength(_, Comparison::Is, _) => "strength",
        Fact::Strength(..) => "strength-compared",
    }
}

#[test]
fn every_form_of_order_and_fact_occurs() {
    let case = Case {
        scenario: "basic".to_owned(),
        options: ["stalemate", "fog-of-war"].map(|name| (name.to_owned(), "yes".to_owned())).into(),
        mode: Some(DiceMode::Referee),
        ..Case::default()
    };
    let play = run::open::<Battle>(&case).expect("terms of a game with every form of order");
    let view = play.state().view(Viewer::Public);
    let forms = forms();
    let common = ["concede", "offer draw", "accept draw"];
    let orders = names(&Battle::grammar(&view, None));
    let without = missing(orders.into_iter().chain(common), &forms.orders);
    assert!(without.is_empty(), "no case orders {without:?}");
    let without = missing(names(&Battle::facts(&view)), &forms.facts);
    assert!(without.is_empty(), "no case has a fact {without:?}");
}
