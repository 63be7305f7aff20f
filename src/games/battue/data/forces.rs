//! What each player has, what answers a call for reinforcements, and the ready-made city.

use super::Provenance;
use serde::{Deserialize, Serialize};

/// What each player has, and the scenarios.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForceData {
    /// Counters and limits.
    pub forces: Forces,
    /// What answers a call for reinforcements.
    pub reinforcements: Reinforcements,
    /// A ready-made city.
    pub ready: Ready,
}

/// Counters and limits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Forces {
    /// Where this is from.
    #[serde(default)]
    pub source: Provenance,
    /// Warriors of each player.
    pub warriors: u8,
    /// Flags of each player.
    pub flags: u8,
    /// How many warriors begin.
    pub start: u8,
    /// The largest horde.
    pub horde: u8,
    /// The largest hand at the end of one's own turn.
    pub hand: u8,
}

/// What answers a call for reinforcements.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Reinforcements {
    /// Where this is from.
    #[serde(default)]
    pub source: Provenance,
    /// Warriors by the die from 1 to 6.
    pub by_die: Vec<u8>,
}

/// A ready-made city.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ready {
    /// Where this is from.
    #[serde(default)]
    pub source: Provenance,
    /// Where the special tiles lie.
    pub specials: Vec<String>,
}
