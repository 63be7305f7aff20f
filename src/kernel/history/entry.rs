//! Entries: what one line of the history says.

use super::{canonical, line_of};
use crate::kernel::dice::Roll;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// Who must act next; the last word of every entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NextToAct {
    /// The seat that writes the step's entries, or `-`.
    pub caster: String,
    /// The seats that add a link.
    pub links: Vec<String>,
    /// The seats that have sealed orders to open.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opens: Vec<String>,
    /// The seats whose required orders are open; before step 1 those that have yet to join.
    pub orders: Vec<String>,
    /// The next step; 0 while seats have yet to join.
    pub step: u64,
}

impl NextToAct {
    /// What is needed while seats have yet to join.
    pub fn to_join(seats: Vec<String>) -> Self {
        Self { caster: ABSENT.to_owned(), links: Vec::new(), opens: Vec::new(), orders: seats, step: 0 }
    }
}

/// How an absent part is written.
pub const ABSENT: &str = "-";

/// A seat agrees to the terms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Joined {
    /// H("hidden-tip", …) of the referee's hidden secret; the referee's alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hidden: Option<String>,
    /// Public signing key, or `-`.
    pub key: String,
    /// Always `joined`.
    pub kind: String,
    /// Who must act next.
    pub need: NextToAct,
    /// The seat's own random nonce, 64 hex digits.
    pub nonce: String,
    /// Hash of the line before.
    pub prev: String,
    /// Which seat.
    pub seat: String,
    /// Signature, or `-`.
    pub signature: String,
    /// Always 0.
    pub step: u64,
    /// Tip of the seat's chain of links, or `-`.
    pub tip: String,
}

impl Joined {
    /// H("joined", game, the canonical line without `prev` and signature): what a seat signs when it joins.
    pub fn hash(&self, game: &str) -> String {
        let mut value = serde_json::to_value(self).unwrap_or_default();
        if let Value::Object(map) = &mut value {
            map.remove("prev");
            map.remove("signature");
        }
        canonical::hash("joined", &[game, &line_of(&value)])
    }
}

/// What must be fixed before any link of a step appears.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Locked {
    /// Always `locked`.
    pub kind: String,
    /// Who must act next.
    pub need: NextToAct,
    /// Canonical order lines in plain, by seat.
    pub orders: BTreeMap<String, Vec<String>>,
    /// Hash of the line before.
    pub prev: String,
    /// Seals, by seat.
    pub seals: BTreeMap<String, String>,
    /// When the turn files were sent, by the senders' own word.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub sent: BTreeMap<String, String>,
    /// Signatures, by seat.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub signatures: BTreeMap<String, String>,
    /// The step.
    pub step: u64,
}

/// What a seal was made of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opening {
    /// Canonical order lines.
    pub orders: Vec<String>,
    /// The salt.
    pub salt: String,
}

/// A step was resolved; also, with another `kind`, a game given up or drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Resolved {
    /// What happened.
    pub events: Vec<Value>,
    /// `resolved`, `conceded` or `drawn`.
    pub kind: String,
    /// Links, by seat.
    pub links: BTreeMap<String, String>,
    /// Seats that sent nothing and whose defaults were taken.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
    /// Who must act next.
    pub need: NextToAct,
    /// The instant at which the defaults of missing seats were claimed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub now: Option<String>,
    /// What seals of the step were made of, by seat.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub openings: BTreeMap<String, Opening>,
    /// Canonical order lines that were not locked before, by seat.
    pub orders: BTreeMap<String, Vec<String>>,
    /// Hash of the line before.
    pub prev: String,
    /// H("hidden", …) of what each seat alone may know, in games that keep secrets.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub private: BTreeMap<String, String>,
    /// H("public", …) of the position after.
    pub public: String,
    /// Seals of reactions that seats have sent ahead, by seat.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub reactions: BTreeMap<String, String>,
    /// Rolls: label, die or list, results.
    pub rolls: Vec<Roll>,
    /// Seals of orders that the referee alone reads, by seat, in games that keep secrets.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub seals: BTreeMap<String, String>,
    /// When the turn files were sent, by the senders' own word.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub sent: BTreeMap<String, String>,
    /// Signatures, by seat.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub signatures: BTreeMap<String, String>,
    /// The step.
    pub step: u64,
}

/// The referee's second secret, once the game is over: with what the seals were made of it lets everybody play every
/// step again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Published {
    /// The hidden secret.
    pub hidden: String,
    /// Always `published`.
    pub kind: String,
    /// Nobody acts any more.
    pub need: NextToAct,
    /// Hash of the line before.
    pub prev: String,
    /// The last step.
    pub step: u64,
}

/// A seat's consent to what voids a step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Consent {
    /// The highest step that the seat has locked or answered.
    pub highest: u64,
    /// Its signature.
    pub signature: String,
}

/// A step was voided by agreement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Voided {
    /// The seats that consented.
    pub agreed: Vec<String>,
    /// Orders of the step that stand for the next one, by seat.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub orders: BTreeMap<String, Vec<String>>,
    /// Seals of the step that stand for the next one, by seat.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub seals: BTreeMap<String, String>,
    /// Consents, by seat, of the seats that have keys.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub consents: BTreeMap<String, Consent>,
    /// What happened, where a seat forfeits the game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<Value>,
    /// A seat's new public key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// Always `voided`.
    pub kind: String,
    /// Who must act next.
    pub need: NextToAct,
    /// The instant at which a seat's time is past.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub now: Option<String>,
    /// The nonce that belongs to the new key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nonce: Option<String>,
    /// Hash of the line before.
    pub prev: String,
    /// H("public", …) of the position restored.
    pub public: String,
    /// The seat whose key is replaced, or that refused or was late.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<String>,
    /// The step that was open.
    pub step: u64,
    /// The tip that belongs to the new key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tip: Option<String>,
    /// The entry after which the position is as it is restored, counted from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<u64>,
    /// `take-back`, `re-key`, `substitute`, `refusal` or `timeout`.
    pub why: String,
}
