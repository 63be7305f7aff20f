//! Nothing of plundering and of the campaign may be without a case: headings, readings, codes, events, texts of Regent
//! cards, options, order forms, fact forms.

use crate::rules::case::{Case, Step};
use crate::rules::{cases, run};
use adjutant::games::batalj::Batalj;
use adjutant::games::batalj::court::event::KINDS as COURT;
use adjutant::games::batalj::court::orders::{Fact as CourtFact, Item as Entered, Order as CourtOrder};
use adjutant::games::batalj::data::Text;
use adjutant::games::batalj::orders::{Fact, Order};
use adjutant::games::batalj::plundering::event::KINDS as RAID;
use adjutant::games::batalj::plundering::orders::{Fact as RaidFact, Order as RaidOrder};
use adjutant::kernel::game::Game;
use adjutant::kernel::orders::condition::Condition;
use adjutant::kernel::orders::sheet::{self, Grammars, Item};
use adjutant::kernel::orders::wrapper::RawLine;
use adjutant::kernel::seat::{Seat, Viewer};
use std::collections::BTreeSet;

/// The headings of the rulebook that these cases are about, and whether any order can go against them.
const HEADINGS: [(&str, bool); 13] = [
    ("war", true),
    ("plundering", false),
    ("chancellor", true),
    ("archbishop-election", false),
    ("enlightenment", true),
    ("trade-blockade", true),
    ("archbishop", true),
    ("archbishop-assassinated", true),
    ("rules-for-plundering", true),
    ("how-the-plundering-proceeds", true),
    ("returning-with-the-loot", false),
    ("end-of-the-plundering-expedition", false),
    ("event-cards-and-plundering", true),
];

/// The readings that concern them.
const READINGS: std::ops::RangeInclusive<u8> = 31..=67;

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
    "plunder", "route", "turn-up", "return", "carry-on", "ask", "object", "play-event", "war", "choose", "activity",
    "enter-fief", "enter-card", "enter-gain", "enter-loss",
];

const FACTS: [&str; 7] = ["reaches", "has-tile", "is-taken", "at", "regent-says", "archbishop-is", "round-reaches"];

fn missing<'a>(wanted: impl IntoIterator<Item = &'a str>, found: &BTreeSet<String>) -> Vec<&'a str> {
    wanted.into_iter().filter(|w| !found.contains(*w)).collect()
}

/// The lines of all events.
fn events() -> impl Iterator<Item = String> {
    cases("batalj").into_iter().filter_map(|case| case.events).flatten()
}

#[test]
fn every_heading_of_plundering_and_court_has_cases() {
    let cases = cases("batalj");
    for (heading, refuses) in HEADINGS {
        let own: Vec<&Case> = cases.iter().filter(|case| case.section == heading).collect();
        assert!(own.len() >= 2, "{heading} has {} cases", own.len());
        assert!(own.iter().any(|case| case.findings.is_empty()), "nothing is allowed in {heading}");
        let is_refused = own.iter().any(|case| !case.findings.is_empty());
        assert!(is_refused || !refuses, "nothing is refused in {heading}");
    }
    for number in READINGS {
        let reading = format!("R{number}");
        assert!(cases.iter().any(|case| case.section == reading), "{reading} has no case");
    }
}

#[test]
fn every_code_of_plundering_and_court_occurs() {
    let found: BTreeSet<String> = cases("batalj").into_iter().flat_map(|c| c.findings).map(|f| f.code).collect();
    let own = Batalj::INFO.codes.iter().filter(|(_, rule)| RULES.contains(rule));
    let missing = missing(own.map(|(code, _)| *code), &found);
    assert!(missing.is_empty(), "no case finds {missing:?}");
}

#[test]
fn every_event_of_plundering_and_court_occurs() {
    let found: BTreeSet<String> = events().map(|l| l.split(' ').next().unwrap_or_default().to_owned()).collect();
    let missing = missing(RAID.into_iter().chain(COURT).chain(["withdrew", "ended"]), &found);
    assert!(missing.is_empty(), "in no case happens {missing:?}");
}

#[test]
fn every_text_of_a_regent_card_is_drawn() {
    let drawn = events().filter(|line| line.starts_with("regent-drawn ") || line.starts_with("regent-chosen "));
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

/// What the sheets of all cases hold, by the names of the forms.
#[derive(Default)]
struct Forms {
    orders: BTreeSet<&'static str>,
    facts: BTreeSet<&'static str>,
}

impl Forms {
    fn of_cases() -> Self {
        let mut forms = Self::default();
        for case in cases("batalj") {
            let Ok(play) = run::open::<Batalj>(&case) else { continue };
            let view = play.state().view(Viewer::Seat(Seat(0)));
            let grammars = Grammars { now: None, any: Batalj::grammar(&view, None), facts: Batalj::facts(&view) };
            case.steps.iter().for_each(|step| forms.take_step(step, &grammars));
        }
        forms
    }

    fn take_step(&mut self, step: &Step, grammars: &Grammars<Order, Fact>) {
        let Step::Sheet { lines, .. } = step else { return };
        let lines = lines.iter().enumerate().map(|(i, l)| RawLine { number: i + 1, text: l.clone() });
        let sheet = sheet::read(&lines.collect::<Vec<_>>(), grammars, true);
        sheet.items.iter().for_each(|item| self.take(item));
    }

    fn take(&mut self, item: &Item<Order, Fact>) {
        match item {
            Item::Order(sheet::Order::Game(order), _) => self.orders.extend(form(order)),
            Item::Order(..) => {}
            Item::StopWhen(condition, _) => self.take_condition(condition),
            Item::Next(items, _) => items.iter().for_each(|item| self.take(item)),
            Item::If(branches, _) => {
                for branch in branches {
                    branch.condition.iter().for_each(|c| self.take_condition(c));
                    branch.items.iter().for_each(|item| self.take(item));
                }
            }
        }
    }

    fn take_condition(&mut self, condition: &Condition<Fact>) {
        match condition {
            Condition::Fact(fact) | Condition::Not(fact) => self.facts.extend(fact_form(fact)),
            Condition::All(parts) | Condition::Any(parts) => {
                parts.iter().for_each(|part| self.take_condition(part));
            }
        }
    }
}

/// The form of an order of these parts.
fn form(order: &Order) -> Option<&'static str> {
    Some(match order {
        Order::Pass | Order::Battle(_) => return None,
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
    })
}

/// The form of a fact of these parts.
fn fact_form(fact: &Fact) -> Option<&'static str> {
    Some(match fact {
        Fact::Battle(_) => return None,
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
    })
}

#[test]
fn every_form_of_plundering_and_court_occurs() {
    let forms = Forms::of_cases();
    let orders: Vec<&str> = FORMS.into_iter().filter(|form| !forms.orders.contains(form)).collect();
    let facts: Vec<&str> = FACTS.into_iter().filter(|form| !forms.facts.contains(form)).collect();
    assert!(orders.is_empty() && facts.is_empty(), "no case has {orders:?} {facts:?}");
}
