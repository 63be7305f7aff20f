//! The orders of Batalj and the facts that its conditions may name: those of its parts, joined.

use super::battle;
use super::data::Data;
use crate::kernel::orders::grammar::{Form, Forms as FormsInWords, Grammar, Part};
use std::fmt;
use std::sync::Arc;

/// One line that a player may write. The parts stand in the order in which their orders are arranged.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Order {
    /// Do nothing.
    Pass,
    /// Of a field battle.
    Battle(battle::orders::Order),
}

/// A fact that a condition may name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// Of a field battle.
    Battle(battle::orders::Fact),
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pass => f.write_str("pass"),
            Self::Battle(order) => order.fmt(f),
        }
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Battle(fact) => fact.fmt(f),
        }
    }
}

/// The order forms of each decision.
pub struct Forms {
    /// Of a field battle's decisions.
    pub battle: battle::forms::Forms,
    /// Of every decision.
    pub any: Arc<Grammar<Order>>,
    /// Of facts.
    pub facts: Arc<Grammar<Fact>>,
}

/// The forms of all decisions.
pub fn forms(data: &Data) -> Forms {
    let battle = battle::forms::forms(data);
    let mut any = battle::forms::every(data);
    any.push(pass("Does nothing."));
    let facts = battle::forms::facts(data);
    Forms { battle, any: Arc::new(Grammar { forms: any }), facts: Arc::new(Grammar { forms: facts }) }
}

/// The forms of all orders and facts in words.
pub fn describe() -> FormsInWords {
    let forms = forms(Data::embedded());
    FormsInWords { orders: forms.any.describe(), facts: forms.facts.describe() }
}

/// `pass`, which belongs to every part of the game.
pub fn pass(help: &'static str) -> Form<Order> {
    Form {
        name: "pass",
        parts: vec![Part::Word(&["pass", "hold"])],
        build: Box::new(|_| Order::Pass),
        example: "pass",
        help,
    }
}

/// Items as text with something between.
pub fn join<T: fmt::Display>(items: &[T], glue: &str) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join(glue)
}

/// Names of cards as orders may spell them, and the id that each stands for: ids, and where an id is a name without
/// its dots and rings, the name with them.
pub fn spellings<'a>(cards: impl Iterator<Item = (&'a str, &'a str)>) -> (Arc<[String]>, Vec<String>) {
    let (mut names, mut ids) = (Vec::new(), Vec::new());
    for (id, name) in cards {
        let whole = name.to_lowercase().replace(' ', "-");
        let last = whole.rsplit('-').next().unwrap_or_default().to_owned();
        let spelt = [whole, last].into_iter().find(|s| s != id && plain(s) == id);
        for text in [id.to_owned()].into_iter().chain(spelt) {
            names.push(text);
            ids.push(id.to_owned());
        }
    }
    (names.into(), ids)
}

/// A text without dots, rings and accents.
fn plain(text: &str) -> String {
    let letter = |c| match c {
        'å' | 'ä' => 'a',
        'ö' | 'ø' | 'ó' => 'o',
        'é' => 'e',
        other => other,
    };
    text.chars().map(letter).collect()
}
