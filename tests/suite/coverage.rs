//! Nothing may be without a case; what that is for each game stands in a module of its own.

mod batalj;
mod battle;
mod battue;
mod court;

use crate::files;
use crate::rules::case::{Case, Step};
use crate::rules::cases;
use crate::rules::run::Ruled;
use adjutant::games::GAMES;
use adjutant::kernel::orders::condition::Condition;
use adjutant::kernel::orders::grammar::Grammar;
use adjutant::kernel::orders::sheet::{self, Grammars, Item};
use adjutant::kernel::orders::wrapper::RawLine;
use adjutant::kernel::play::Play;
use adjutant::kernel::seat::Viewer;
use std::collections::BTreeSet;

#[test]
fn every_game_has_a_module_of_coverage() {
    for module in GAMES {
        let own = format!("tests/suite/coverage/{}.rs", module.info().id);
        assert!(files::under("tests/suite/coverage").contains(&own), "write {own}");
    }
}

fn missing<'a>(wanted: impl IntoIterator<Item = &'a str>, found: &BTreeSet<String>) -> Vec<&'a str> {
    wanted.into_iter().filter(|w| !found.contains(*w)).collect()
}

/// Whether a case shows something allowed, with nothing found against it.
fn allows(case: &Case) -> bool {
    case.events.is_some()
}

/// The codes of all that is found in the cases of a game.
fn found_codes(game: &str) -> BTreeSet<String> {
    cases(game).into_iter().flat_map(|c| c.findings).map(|f| f.code).collect()
}

/// The kinds of events that happen in the cases of a game.
fn happening(game: &str) -> BTreeSet<String> {
    let lines = cases(game).into_iter().filter_map(|c| c.events).flatten();
    lines.map(|l| l.split(' ').next().unwrap_or_default().to_owned()).collect()
}

/// The names of a grammar's forms.
fn names<T>(grammar: &Grammar<T>) -> Vec<&'static str> {
    grammar.describe().into_iter().map(|form| form.name).collect()
}

/// The forms of orders and facts that sheets hold, by their names.
#[derive(Default)]
struct Forms {
    orders: BTreeSet<String>,
    facts: BTreeSet<String>,
}

/// How a game's orders and facts are told by the names of their forms.
struct Naming<G: Ruled> {
    order: fn(&G::Order) -> &'static str,
    fact: fn(&G::Fact) -> &'static str,
}

/// Takes what the sheets of a case hold, read with the forms of every decision.
fn take_sheets<G: Ruled>(
    forms: &mut Forms,
    case: &Case,
    play: &Play<G>,
    viewer: Viewer,
    order: fn(&G::Order) -> &'static str,
    fact: fn(&G::Fact) -> &'static str,
) {
    let view = play.state().view(viewer);
    let grammars = Grammars { now: None, any: G::grammar(&view, None), facts: G::facts(&view) };
    let naming = Naming::<G> { order, fact };
    for step in &case.steps {
        let Step::Sheet { lines, .. } = step else { continue };
        let lines = lines.iter().enumerate();
        let lines: Vec<RawLine> = lines.map(|(i, l)| RawLine { number: i + 1, text: l.clone() }).collect();
        let sheet = sheet::read(&lines, &grammars, true);
        sheet.items.iter().for_each(|item| forms.take(&naming, item));
    }
}

impl Forms {
    fn take<G: Ruled>(&mut self, naming: &Naming<G>, item: &Item<G::Order, G::Fact>) {
        match item {
            Item::Order(sheet::Order::Game(order), _) => {
                self.orders.insert((naming.order)(order).to_owned());
            }
            Item::Order(sheet::Order::Common(common), _) => {
                self.orders.insert(common.to_string());
            }
            Item::StopWhen(condition, _) => {
                self.orders.insert("stop when".to_owned());
                self.take_condition(naming, condition);
            }
            Item::Next(items, _) => items.iter().for_each(|item| self.take(naming, item)),
            Item::If(branches, _) => {
                for branch in branches {
                    branch.condition.iter().for_each(|c| self.take_condition(naming, c));
                    branch.items.iter().for_each(|item| self.take(naming, item));
                }
            }
        }
    }

    fn take_condition<G: Ruled>(&mut self, naming: &Naming<G>, condition: &Condition<G::Fact>) {
        match condition {
            Condition::Fact(fact) | Condition::Not(fact) => {
                self.facts.insert((naming.fact)(fact).to_owned());
            }
            Condition::All(parts) | Condition::Any(parts) => {
                parts.iter().for_each(|part| self.take_condition(naming, part));
            }
        }
    }
}
