//! What is proposed to the other seats. It goes round in the file outside the chain until all have consented.

use super::amendment::Amendment;
use super::chronicle::Chronicle;
use super::entry::Consent;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// A proposal, and who has consented to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proposal {
    /// What is proposed.
    pub what: Proposed,
    /// The head of the history that it was proposed in, in full.
    pub prev: String,
    /// The seats that have consented, in the order of the terms.
    pub agreed: Vec<String>,
    /// The signatures of those of them that have keys.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub consents: BTreeMap<String, Consent>,
}

/// What can be proposed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Proposed {
    /// A draw, where seats have no keys to sign a turn file with.
    Draw {
        /// Always true.
        draw: bool,
    },
    /// What voids a step.
    Amendment(Amendment),
}

impl Proposal {
    /// Proposes something after all that has happened; nobody has consented yet.
    pub fn new(what: Proposed, chronicle: &Chronicle) -> Self {
        Self { what, prev: chronicle.head.clone(), agreed: Vec::new(), consents: BTreeMap::new() }
    }

    /// Reads what a game file holds. It stands outside the chain and may have been edited: only seats can consent.
    ///
    /// # Errors
    /// It is no proposal.
    pub fn read(value: &Value, chronicle: &Chronicle) -> Result<Self, serde_json::Error> {
        let mut proposal = Self::deserialize(value)?;
        proposal.agreed.retain(|seat| chronicle.terms.seats.contains(seat));
        Ok(proposal)
    }

    /// As it stands in a game file.
    pub fn to_value(&self) -> Value {
        serde_json::to_value(self).unwrap_or(Value::Null)
    }

    /// The seats that have yet to consent.
    pub fn missing(&self, chronicle: &Chronicle) -> Vec<String> {
        let mut must = self.what.must_consent(chronicle);
        must.retain(|seat| !self.agreed.contains(seat));
        must
    }
}

impl Proposed {
    /// The seats whose consent it needs.
    pub fn must_consent(&self, chronicle: &Chronicle) -> Vec<String> {
        match self {
            Self::Draw { .. } => chronicle.terms.players().to_vec(),
            Self::Amendment(amendment) => chronicle.must_consent(amendment),
        }
    }

    /// In words.
    pub fn describe(&self, chronicle: &Chronicle) -> String {
        let amendment = match self {
            Self::Draw { .. } => return "a draw".to_owned(),
            Self::Amendment(amendment) => amendment,
        };
        match amendment {
            Amendment::TakeBack { to } => {
                let first = chronicle.lines.get(*to as usize + 1);
                let entry: Value = first.map_or(Value::Null, |l| serde_json::from_str(l).unwrap_or_default());
                format!("taking back step {} and all after it", entry["step"])
            }
            Amendment::ReKey(new) => format!("a new key for {}", new.seat),
            Amendment::Substitute(new) => format!("somebody else in the seat of {}", new.seat),
            Amendment::Refusal { seat } => format!("that {seat} refuses to answer and forfeits"),
            Amendment::Timeout { now, seat } => {
                format!("that {seat} has let its time pass by {now} and forfeits")
            }
        }
    }
}
