//! The orders of Batalj and the facts that its conditions may name: those of its parts, joined.

use super::data::Data;
use super::plundering::map::Map;
use super::{battle, court, plundering};
use crate::kernel::orders::grammar::{Form, FormsInWords, Grammar};
use std::fmt;
use std::sync::Arc;

/// One line that a player may write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// Do nothing.
    Pass,
    /// Of a field battle.
    Battle(battle::orders::Order),
    /// Of plundering.
    Plundering(plundering::orders::Order),
    /// Of the campaign.
    Court(court::orders::Order),
}

/// Puts a sheet into the order of its kinds. What is written in a row for one moment, such as cards, moves of a step or
/// entries, can hang on what stands before it, and stays as it is.
pub fn arrange(orders: &mut [Order]) {
    orders.sort_by_key(|order| match order {
        Order::Pass => (0, 0, 0),
        Order::Battle(order) => {
            let (kind, within) = order.rank();
            (1, kind, within)
        }
        Order::Plundering(order) => (2, order.rank(), 0),
        Order::Court(order) => (3, order.rank(), 0),
    });
}

/// A fact that a condition may name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// Of a field battle.
    Battle(battle::orders::Fact),
    /// Of plundering.
    Plundering(plundering::orders::Fact),
    /// Of the campaign.
    Court(court::orders::Fact),
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pass => f.write_str("pass"),
            Self::Battle(order) => order.fmt(f),
            Self::Plundering(order) => order.fmt(f),
            Self::Court(order) => order.fmt(f),
        }
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Battle(fact) => fact.fmt(f),
            Self::Plundering(fact) => fact.fmt(f),
            Self::Court(fact) => fact.fmt(f),
        }
    }
}

/// The order forms of each decision.
pub struct Forms {
    /// Of a field battle's decisions.
    pub battle: battle::forms::Forms,
    /// Of plundering's decisions.
    pub plundering: [Arc<Grammar<Order>>; 3],
    /// Of the campaign's decisions.
    pub court: [Arc<Grammar<Order>>; 6],
    /// Of every decision.
    pub any: Arc<Grammar<Order>>,
    /// Of facts.
    pub facts: Arc<Grammar<Fact>>,
}

/// The forms of all decisions, on a map, for these families.
pub fn forms(data: &Data, map: &Arc<Map>, families: &[String]) -> Forms {
    let raid = plundering::orders::Kit::new(map);
    let campaign = court::forms::Kit::new(data, families);
    let plunder = |forms| joined(forms, Order::Plundering);
    let rule = |forms| joined(forms, Order::Court);
    let mut any = battle::forms::every(data);
    any.extend(plunder(raid.announcement()));
    any.extend(plunder(raid.expedition()));
    any.extend(rule(campaign.country()));
    any.extend(rule(campaign.regency()));
    any.extend(rule(campaign.family_turn()));
    any.push(pass("Does nothing."));
    // One form of each name: some belong to several decisions.
    let mut seen: Vec<&'static str> = Vec::new();
    any.retain(|form| {
        let is_new = !seen.contains(&form.name);
        seen.push(form.name);
        is_new
    });
    let mut facts = battle::forms::facts(data);
    facts.extend(joined(raid.facts(), Fact::Plundering));
    facts.extend(joined(campaign.facts(), Fact::Court));
    Forms {
        battle: battle::forms::forms(data),
        plundering: [
            with_pass(plunder(raid.announcement()), "Stays at home."),
            with_pass(plunder(raid.expedition()), "Stays where it is."),
            with_pass(plunder(raid.march()), "Stays where it is."),
        ],
        court: [
            with_pass(rule(campaign.opening()), "Begins with what everybody has."),
            Grammar::of(rule(campaign.country())),
            Grammar::of(rule(campaign.regency())),
            with_pass(rule(campaign.family_turn()), "Enters nothing in its turn."),
            with_pass(rule(campaign.cards()), "Plays nothing."),
            with_pass(rule(campaign.closing()), "Objects to nothing."),
        ],
        any: Grammar::of(any),
        facts: Grammar::of(facts),
    }
}

fn with_pass(mut forms: Vec<Form<Order>>, help: &'static str) -> Arc<Grammar<Order>> {
    forms.push(pass(help));
    Grammar::of(forms)
}

/// A part's forms as forms of the whole game.
fn joined<T: 'static, U: 'static>(forms: Vec<Form<T>>, wrap: fn(T) -> U) -> Vec<Form<U>> {
    forms.into_iter().map(|form| form.map(wrap)).collect()
}

/// The forms of all orders and facts in words.
pub fn describe() -> FormsInWords {
    let data = Data::embedded();
    let families = ["sture", "grip", "brahe", "eka", "tre-rosor"].map(str::to_owned);
    let forms = forms(data, &Arc::new(Map::new(&data.plundering)), &families);
    FormsInWords::of(&forms.any, &forms.facts)
}

/// `pass`, which belongs to every part of the game.
pub fn pass(help: &'static str) -> Form<Order> {
    Form::pass(|| Order::Pass, help)
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
