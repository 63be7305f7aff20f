//! The orders of the campaign and the facts that its conditions may name.

use super::{Country, Decision};
use serde::{Deserialize, Serialize};
use std::fmt;

/// One line that a family may write. The kinds stand in the order in which they are carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// Object to an entry of another family.
    Object(u32),
    /// Play an Event card.
    Play {
        /// Which.
        card: String,
        /// For which family.
        on: Option<String>,
    },
    /// War: against this country.
    War(Country),
    /// Chancellor: this Regent card applies.
    Choose(String),
    /// What the family busies itself with in its turn.
    Activity(Activity),
    /// Enter what changes on the table.
    Enter(Item),
}

impl Order {
    /// Where a sheet has lines of this kind. Cards and entries stay in the order in which they were written.
    pub fn rank(&self) -> u8 {
        match self {
            Self::Object(_) => 0,
            Self::Play { .. } => 1,
            Self::War(_) => 2,
            Self::Choose(_) => 3,
            Self::Activity(_) => 4,
            Self::Enter(_) => 5,
        }
    }

    /// Whether a line of this kind belongs to a decision.
    pub fn belongs(&self, decision: Decision) -> bool {
        match self {
            Self::Object(_) => decision != Decision::Opening,
            Self::Play { .. } => matches!(decision, Decision::FamilyTurn | Decision::Cards),
            Self::War(_) => decision == Decision::Country,
            Self::Choose(_) => decision == Decision::Regency,
            Self::Activity(_) => decision == Decision::FamilyTurn,
            Self::Enter(_) => matches!(decision, Decision::Opening | Decision::FamilyTurn),
        }
    }
}

/// What a family may busy itself with in its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Activity {
    /// Agriculture.
    Agriculture,
    /// Trade.
    Trade,
    /// Arts, Culture & Science.
    Culture,
}

impl Activity {
    /// All, in the order of the words.
    pub const ALL: [Self; 3] = [Self::Agriculture, Self::Trade, Self::Culture];

    /// The word in orders.
    pub fn id(self) -> &'static str {
        ["agriculture", "trade", "culture"][self as usize]
    }

    /// The name in sentences.
    pub fn title(self) -> &'static str {
        ["Agriculture", "Trade", "Arts, Culture & Science"][self as usize]
    }
}

/// Something that changes on the table.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Item {
    /// A Fief card is won or lost.
    Fief {
        /// Which.
        id: String,
        /// Whether it is lost.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        lost: bool,
    },
    /// A Military or Event card is won or lost.
    Card {
        /// Which.
        id: String,
        /// Whether it is lost.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        lost: bool,
    },
    /// A number grows or shrinks.
    Count {
        /// Which.
        of: Counted,
        /// By how much.
        by: i32,
        /// Why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<Reason>,
    },
}

/// What is counted in a ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Counted {
    /// Gold.
    Gold,
    /// AP.
    Ap,
    /// Merchants.
    Merchants,
    /// Troop symbols beyond those of known cards.
    Troops,
    /// Crown symbols beyond those of Fief cards.
    Crowns,
}

impl Counted {
    /// All, in the order of the words.
    pub const ALL: [Self; 5] = [Self::Gold, Self::Ap, Self::Merchants, Self::Troops, Self::Crowns];

    /// The word in orders.
    pub fn id(self) -> &'static str {
        ["gold", "ap", "merchants", "troops", "crowns"][self as usize]
    }

    /// What so many of it are called.
    pub fn counted(self, count: i32) -> String {
        let one = count == 1;
        match self {
            Self::Gold => format!("{count} gold"),
            Self::Ap => format!("{count} AP"),
            Self::Merchants => format!("{count} merchant{}", if one { "" } else { "s" }),
            Self::Troops => format!("{count} troop symbol{}", if one { "" } else { "s" }),
            Self::Crowns => format!("{count} crown symbol{}", if one { "" } else { "s" }),
        }
    }
}

/// Why a number changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// Income from agriculture.
    Agriculture,
    /// Income from trade.
    Trade,
    /// Arts, Culture & Science.
    Culture,
    /// A fief or card was bought.
    Purchase,
    /// A fief or card was sold.
    Sale,
    /// Troops were maintained.
    Upkeep,
    /// Spoils of war.
    Spoils,
    /// A tax.
    Tax,
    /// An Event card.
    Event,
    /// A set of History cards.
    HistorySet,
    /// An agreement between families.
    Deal,
    /// A mistake is mended.
    Correction,
}

impl Reason {
    /// All, in the order of the words.
    pub const ALL: [Self; 12] = [
        Self::Agriculture,
        Self::Trade,
        Self::Culture,
        Self::Purchase,
        Self::Sale,
        Self::Upkeep,
        Self::Spoils,
        Self::Tax,
        Self::Event,
        Self::HistorySet,
        Self::Deal,
        Self::Correction,
    ];

    /// The word in orders.
    pub fn id(self) -> &'static str {
        [
            "agriculture",
            "trade",
            "culture",
            "purchase",
            "sale",
            "upkeep",
            "spoils",
            "tax",
            "event",
            "history-set",
            "deal",
            "correction",
        ][self as usize]
    }
}

/// A fact about the campaign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The Regent card that applies says this.
    Regent(String),
    /// A family holds the Archbishop card.
    Archbishop(u8, &'static str),
    /// The round is this one or a later one.
    Round(u32),
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lost = |lost: bool| if lost { " lost" } else { "" };
        match self {
            Self::Fief { id, lost: is } => write!(f, "fief {id}{}", lost(*is)),
            Self::Card { id, lost: is } => write!(f, "card {id}{}", lost(*is)),
            Self::Count { of, by, reason } => {
                write!(f, "{} {by:+}", of.id())?;
                reason.map_or(Ok(()), |reason| write!(f, " {}", reason.id()))
            }
        }
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Object(number) => write!(f, "object {number}"),
            Self::Play { card, on } => {
                write!(f, "play {card}")?;
                on.as_ref().map_or(Ok(()), |family| write!(f, " for {family}"))
            }
            Self::War(country) => write!(f, "war against {}", country.id()),
            Self::Choose(regent) => write!(f, "choose {regent}"),
            Self::Activity(activity) => write!(f, "activity {}", activity.id()),
            Self::Enter(item) => write!(f, "enter {item}"),
        }
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Regent(text) => write!(f, "regent says {text}"),
            Self::Archbishop(_, family) => write!(f, "archbishop is {family}"),
            Self::Round(round) => write!(f, "regent-round reaches {round}"),
        }
    }
}
