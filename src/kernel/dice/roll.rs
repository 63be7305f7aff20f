//! The record of a roll.

use serde::{Deserialize, Serialize};

/// One roll as it stands in the history: what for, for whom, what was rolled and what came of it.
///
/// `by` is a seat's id or a side that the game plays itself; `label` is unique within its step, printable ASCII.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum Roll {
    /// Dice of so many sides, one after another.
    Dice {
        /// For whom.
        by: String,
        /// Sides of each die.
        die: u32,
        /// What for.
        label: String,
        /// From 1 to the sides, in the order rolled.
        results: Vec<u32>,
    },
    /// One element of a list.
    Drawn {
        /// For whom.
        by: String,
        /// What for.
        label: String,
        /// The list, in ascending order of its ids as bytes, one element a physical card.
        list: Vec<String>,
        /// The element drawn.
        result: String,
    },
}

impl Roll {
    /// For whom.
    pub fn by(&self) -> &str {
        match self {
            Self::Dice { by, .. } | Self::Drawn { by, .. } => by,
        }
    }

    /// What for.
    pub fn label(&self) -> &str {
        match self {
            Self::Dice { label, .. } | Self::Drawn { label, .. } => label,
        }
    }
}
