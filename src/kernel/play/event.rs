//! What happens at the table rather than on the board.

use crate::kernel::seat::{Audience, Seat};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Something that happened at the table rather than on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TableEvent {
    /// A draw was offered.
    DrawOffered {
        /// By whom.
        seat: String,
    },
    /// A line of a sheet was dropped under lenient terms.
    Dropped {
        /// Whose.
        seat: String,
        /// The line.
        line: String,
        /// The code of what is wrong with it.
        code: String,
        /// Why, as a sentence.
        why: String,
    },
    /// Orders sent ahead answered a decision.
    TakenAhead {
        /// Whose.
        seat: String,
        /// Which orders.
        orders: Vec<String>,
        /// The branches that they stood in, as conditions chose them; none for orders without any.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        branches: Vec<String>,
    },
    /// Orders sent ahead do not count; the seat is asked.
    Disarmed {
        /// Whose.
        seat: String,
        /// The order, or nothing where it concerns all of them.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        line: String,
        /// Why, as a sentence.
        why: String,
    },
    /// A seat that was not asked had the step stopped.
    Stopped {
        /// Which.
        seat: String,
        /// What it was to stop at.
        condition: String,
    },
    /// An offer of a draw does not stand any more. Told only in games that keep secrets, where not everybody sees by
    /// what it lapsed.
    DrawLapsed {
        /// Whose.
        seat: String,
    },
    /// A seat sent nothing and its defaults were taken.
    Missing {
        /// Whose.
        seat: String,
    },
}

/// The kinds of table events as they stand in the history.
pub const TABLE_EVENTS: [&str; 7] =
    ["draw-offered", "dropped", "taken-ahead", "disarmed", "stopped", "draw-lapsed", "missing"];

/// The key under which a table event stands in the history.
pub(super) const TABLE_KEY: &str = "table";

impl TableEvent {
    /// Who may know of it where orders are kept from others: what shows an order, the seat that wrote it.
    pub(super) fn audience(&self, seats: &[String]) -> Audience {
        match self {
            Self::Dropped { seat, .. }
            | Self::TakenAhead { seat, .. }
            | Self::Disarmed { seat, .. }
            | Self::Stopped { seat, .. } => {
                let place = seats.iter().position(|s| s == seat);
                Audience::Seats(place.map(|place| Seat(place as u8)).into_iter().collect())
            }
            Self::DrawOffered { .. } | Self::DrawLapsed { .. } | Self::Missing { .. } => Audience::All,
        }
    }

    pub(super) fn sentence(&self) -> String {
        match self {
            Self::DrawOffered { seat } => format!("{seat} offers a draw."),
            Self::Dropped { seat, line, why, .. } => format!("{seat}'s line {line:?} is dropped: {why}."),
            Self::TakenAhead { seat, orders, branches } => {
                let of = if branches.is_empty() {
                    String::new()
                } else {
                    let quoted: Vec<String> = branches.iter().map(|branch| format!("{branch:?}")).collect();
                    format!(" from {}", quoted.join(" and "))
                };
                format!("{seat}'s orders sent ahead are taken{of}: {}.", orders.join("; "))
            }
            Self::Disarmed { seat, line, why } if line.is_empty() => {
                format!("{seat}'s orders sent ahead do not count: {why}.")
            }
            Self::Disarmed { seat, line, why } => {
                format!("{seat}'s order {line:?}, sent ahead, does not count: {why}.")
            }
            Self::Stopped { seat, condition } => format!("{seat} wanted to stop when {condition}."),
            Self::DrawLapsed { seat } => format!("{seat}'s offer of a draw does not stand any more."),
            Self::Missing { seat } => format!("{seat} sent nothing; the defaults are taken."),
        }
    }
}

/// The kind of an event in its serialised form.
pub fn kind_of(event: &Value) -> String {
    match event {
        Value::Object(map) => map.iter().next().map_or(String::new(), |(kind, inner)| match kind.as_str() {
            TABLE_KEY => kind_of(inner),
            _ => kind.clone(),
        }),
        Value::String(kind) => kind.clone(),
        _ => String::new(),
    }
}
