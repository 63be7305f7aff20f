//! What voids a step by agreement: taking back, a new key, a seat that refuses to answer.

use super::canonical;
use super::line_of;
use crate::kernel::time::Instant;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What the seats agree on. Its canonical line is what they sign.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "why", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Amendment {
    /// The position becomes what it was after an entry.
    TakeBack {
        /// The entry, counted from 0.
        to: u64,
    },
    /// A seat that has lost its key, or fears that somebody has it, plays on with a new one.
    ReKey(NewKey),
    /// Somebody else sits down in a seat, with a key of his own.
    Substitute(NewKey),
    /// A seat has refused to answer, and forfeits the game.
    Refusal {
        /// Which.
        seat: String,
    },
    /// A seat has let its time pass, and forfeits the game.
    Timeout {
        /// The instant at which its time is claimed to be past.
        now: Instant,
        /// Which.
        seat: String,
    },
}

/// A new key, with the nonce and the tip that belong to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewKey {
    /// Public key.
    pub key: String,
    /// The seat's new nonce.
    pub nonce: String,
    /// The seat.
    pub seat: String,
    /// Tip of its new chain, or `-`.
    pub tip: String,
}

impl Amendment {
    /// The seat that it is about, if it is about one.
    pub fn seat(&self) -> Option<&str> {
        match self {
            Self::TakeBack { .. } => None,
            Self::ReKey(new) | Self::Substitute(new) => Some(&new.seat),
            Self::Refusal { seat } | Self::Timeout { seat, .. } => Some(seat),
        }
    }

    /// The new key that it brings, if it brings one.
    pub fn new_key(&self) -> Option<&NewKey> {
        match self {
            Self::ReKey(new) | Self::Substitute(new) => Some(new),
            _ => None,
        }
    }

    /// The instant that it claims, where time counts.
    pub fn now(&self) -> Option<Instant> {
        match self {
            Self::Timeout { now, .. } => Some(*now),
            _ => None,
        }
    }

    /// Whether a seat forfeits the game by it.
    pub fn is_forfeit(&self) -> bool {
        matches!(self, Self::Refusal { .. } | Self::Timeout { .. })
    }

    /// The word in the history.
    pub fn why(&self) -> &'static str {
        match self {
            Self::TakeBack { .. } => "take-back",
            Self::ReKey(_) => "re-key",
            Self::Substitute(_) => "substitute",
            Self::Refusal { .. } => "refusal",
            Self::Timeout { .. } => "timeout",
        }
    }

    /// Its canonical line.
    pub fn line(&self) -> String {
        line_of(&serde_json::to_value(self).unwrap_or(Value::Null))
    }

    /// H("consent", game, kind, prev, what is agreed, seat, highest step): what a consent is signed over.
    pub fn consent_hash(&self, game: &str, prev: &str, seat: &str, highest: u64) -> String {
        let parts = [game, self.why(), prev, &self.line(), seat, &highest.to_string()];
        canonical::hash("consent", &parts)
    }
}
