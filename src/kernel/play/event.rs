//! What happens at the table rather than on the board.

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
    /// A seat sent nothing and its defaults were taken.
    Missing {
        /// Whose.
        seat: String,
    },
}

/// The kinds of table events as they stand in the history.
pub const TABLE_EVENTS: [&str; 6] =
    ["draw-offered", "dropped", "taken-ahead", "disarmed", "stopped", "missing"];

/// The key under which a table event stands in the history.
pub(super) const TABLE_KEY: &str = "table";

impl TableEvent {
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
