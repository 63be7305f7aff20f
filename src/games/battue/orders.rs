//! The orders of Battue, the conditions within them, and the facts that conditions of provisional orders may name.
//!
//! One sheet holds a whole turn; what is to be decided in mid-battle is written beforehand, with conditions. Orders
//! stand in the history and, where hands are hidden, in private parts of the state, so they have a serialised form.

use super::board::CAMP;
use crate::kernel::orders::comparison::Comparison;
use crate::kernel::orders::grammar::{FormsInWords, Grammar};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

pub mod forms;

/// One line that a player may write. Kinds stand in the order in which a turn goes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// Do nothing.
    Pass,
    /// Game setup: where the six warriors wait, the most wanted first.
    Start(Vec<String>),
    /// Game setup: where the special tiles are laid, the most wanted first.
    Lay(Vec<String>),
    /// Play a loot card.
    Play(Play),
    /// Call Reinforcements: these hordes call.
    Reinforce(Vec<String>),
    /// Move Hordes.
    Move(March),
    /// Resolve Battles: in this order.
    Battles(Vec<String>),
    /// Battle Resolution: go on only while this holds.
    Continue {
        /// Where.
        at: String,
        /// While what holds.
        while_: Condition,
    },
    /// Battle Resolution: go back.
    Retreat(Retreat),
    /// Winning the Battle: which flags to take up if there is none left.
    GiveUp(Vec<String>),
    /// End of Turn: which cards to discard first.
    Discard(Vec<String>),
    /// End of Turn: play every treasure.
    Bank,
    /// What to do when attacked, until changed.
    Standing(Standing),
}

impl Order {
    /// The names that it lists, none if it lists nothing.
    pub fn listed(&self) -> &[String] {
        match self {
            Self::Start(names)
            | Self::Lay(names)
            | Self::Reinforce(names)
            | Self::Battles(names)
            | Self::GiveUp(names)
            | Self::Discard(names) => names,
            Self::Retreat(Retreat { to, .. })
            | Self::Standing(Standing { answer: Reply::Retreat { to, .. }, .. }) => to,
            _ => &[],
        }
    }

    /// The same with other names in its list.
    #[must_use]
    pub fn listing(mut self, others: Vec<String>) -> Self {
        match &mut self {
            Self::Start(names)
            | Self::Lay(names)
            | Self::Reinforce(names)
            | Self::Battles(names)
            | Self::GiveUp(names)
            | Self::Discard(names) => *names = others,
            Self::Retreat(Retreat { to, .. })
            | Self::Standing(Standing { answer: Reply::Retreat { to, .. }, .. }) => *to = others,
            _ => {}
        }
        self
    }
}

impl Order {
    /// What it depends on in a battle.
    pub fn condition(&self) -> Option<Condition> {
        self.clone().condition_mut().copied()
    }

    /// The same with another condition, if it has one.
    #[must_use]
    pub fn with_condition(mut self, other: Condition) -> Self {
        if let Some(condition) = self.condition_mut() {
            *condition = other;
        }
        self
    }

    fn condition_mut(&mut self) -> Option<&mut Condition> {
        match self {
            Self::Continue { while_, .. } => Some(while_),
            Self::Play(Play { when, .. })
            | Self::Retreat(Retreat { when, .. })
            | Self::Standing(Standing {
                answer: Reply::Play { when, .. } | Reply::Retreat { when, .. },
                ..
            }) => when.as_mut(),
            _ => None,
        }
    }
}

/// A loot card and how it is to be played.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Play {
    /// Its id.
    pub card: String,
    /// In the battle for which space, or for which horde.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// Against which seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<String>,
    /// Whether a card that could be played at the start waits for the end of the turn.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub at_the_end: bool,
    /// Whether it may be missing: a card that the turn may bring.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub if_held: bool,
    /// If what holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
}

/// A horde or part of it goes to another space.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct March {
    /// From where.
    pub from: String,
    /// Over which space of one's own, with a card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub via: Option<String>,
    /// To where.
    pub to: String,
    /// How many; none for all that are left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u8>,
}

/// Where to retreat to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Retreat {
    /// From where; none in an answer to one attack.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// To where, the most wanted first.
    pub to: Vec<String>,
    /// If what holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
}

/// What to do when attacked.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Standing {
    /// Where; none for anywhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// What.
    pub answer: Reply,
}

/// An answer to an attack.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reply {
    /// Nothing, and do not ask.
    Pass,
    /// Ask.
    Ask,
    /// Play a card.
    Play {
        /// Its id.
        card: String,
        /// If what holds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        when: Option<Condition>,
    },
    /// Go back.
    Retreat {
        /// To where, the most wanted first.
        to: Vec<String>,
        /// If what holds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        when: Option<Condition>,
    },
}

/// What is measured in a battle, from the side of whoever wrote the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// One's own warriors there.
    Warriors,
    /// The other's warriors there.
    Enemies,
    /// The attack value before the die, with the cards played.
    Attack,
    /// The defence value before the die, with the cards played.
    Defence,
    /// The round of the battle, from 1.
    Round,
}

impl Measure {
    /// All, in the order of the words.
    pub const ALL: [Self; 5] = [Self::Warriors, Self::Enemies, Self::Attack, Self::Defence, Self::Round];

    fn word(self) -> &'static str {
        ["warriors", "enemies", "attack", "defence", "round"][self as usize]
    }
}

/// A condition within an order, looked at when its moment comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Condition {
    /// What is measured.
    pub measure: Measure,
    /// How.
    pub comparison: Comparison,
    /// Against what.
    pub number: u8,
}

impl Condition {
    /// Whether it holds for a measured number.
    pub fn holds(self, measured: u8) -> bool {
        self.comparison.holds(measured, self.number)
    }
}

/// A fact that a condition of provisional orders may name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// A seat controls a space.
    Controls(String, String),
    /// A space lies face up.
    IsUp(String),
    /// So many warriors of its controller stand on a space.
    Holds(String, u8),
    /// So many turns have begun.
    TurnReaches(u32),
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.measure.word(), self.comparison.word(), self.number)
    }
}

fn if_(f: &mut fmt::Formatter<'_>, condition: Option<Condition>) -> fmt::Result {
    condition.map_or(Ok(()), |condition| write!(f, " if {condition}"))
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pass => f.write_str("pass"),
            Self::Start(places) => write!(f, "start at {}", places.join(",")),
            Self::Lay(places) => write!(f, "lay specials at {}", places.join(",")),
            Self::Play(play) => play.fmt(f),
            Self::Reinforce(places) => write!(f, "reinforce at {}", places.join(",")),
            Self::Move(march) => march.fmt(f),
            Self::Battles(places) => write!(f, "battles at {}", places.join(",")),
            Self::Continue { at, while_ } => write!(f, "continue at {at} while {while_}"),
            Self::Retreat(retreat) => retreat.fmt(f),
            Self::GiveUp(places) => write!(f, "give up {}", places.join(",")),
            Self::Discard(cards) => write!(f, "discard {}", cards.join(",")),
            Self::Bank => f.write_str("bank treasures"),
            Self::Standing(standing) => standing.fmt(f),
        }
    }
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "play {}", self.card)?;
        self.at.as_ref().map_or(Ok(()), |at| write!(f, " at {at}"))?;
        self.against.as_ref().map_or(Ok(()), |seat| write!(f, " against {seat}"))?;
        if self.at_the_end {
            f.write_str(" at the end")?;
        }
        if self.if_held {
            f.write_str(" if held")?;
        }
        if_(f, self.when)
    }
}

impl fmt::Display for March {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("move ")?;
        self.count.map_or(Ok(()), |count| write!(f, "{count} "))?;
        write!(f, "from {}", self.from)?;
        self.via.as_ref().map_or(Ok(()), |via| write!(f, " via {via}"))?;
        write!(f, " to {}", self.to)
    }
}

impl fmt::Display for Retreat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("retreat")?;
        self.from.as_ref().map_or(Ok(()), |from| write!(f, " from {from}"))?;
        write!(f, " to {}", self.to.join(","))?;
        if_(f, self.when)
    }
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("when attacked ")?;
        self.at.as_ref().map_or(Ok(()), |at| write!(f, "at {at} "))?;
        match &self.answer {
            Reply::Pass => f.write_str("pass"),
            Reply::Ask => f.write_str("ask"),
            Reply::Play { card, when } => write!(f, "play {card}").and_then(|()| if_(f, *when)),
            Reply::Retreat { to, when } => {
                write!(f, "retreat to {}", to.join(",")).and_then(|()| if_(f, *when))
            }
        }
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Controls(seat, space) => write!(f, "{seat} controls {space}"),
            Self::IsUp(space) => write!(f, "{space} is up"),
            Self::Holds(space, count) => write!(f, "{space} holds {count}"),
            Self::TurnReaches(turn) => write!(f, "turn reaches {turn}"),
        }
    }
}

/// Whether a name stands for the warriors beside the board.
pub fn is_camp(place: &str) -> bool {
    place == CAMP
}

/// The order forms of each decision.
pub struct Forms {
    /// Of the setup.
    pub setup: Arc<Grammar<Order>>,
    /// Of a turn.
    pub turn: Arc<Grammar<Order>>,
    /// Of an answer to an attack.
    pub reaction: Arc<Grammar<Order>>,
    /// Of standing answers.
    pub standing: Arc<Grammar<Order>>,
    /// Of every decision.
    pub any: Arc<Grammar<Order>>,
    /// Of facts.
    pub facts: Arc<Grammar<Fact>>,
}

impl Forms {
    /// The forms of all orders and facts in words.
    pub fn describe(&self) -> FormsInWords {
        FormsInWords::of(&self.any, &self.facts)
    }
}
