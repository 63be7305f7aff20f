//! The terms of a game: what its players agreed on, fixed for good in the first line of its history.

use super::options::Options;
use super::time::Span;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The version of the file format that this program writes.
pub const FORMAT: u32 = 1;

/// What the players agreed on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Short name for people, such as `borodino-3`.
    pub name: String,
    /// The rules module and its version.
    pub rules: RulesId,
    /// H("data", …) of the rules module's data.
    pub data: String,
    /// Id of the scenario.
    pub scenario: String,
    /// Every option with its value.
    pub options: Options,
    /// H("components", …) of the components that replace the module's own, if any.
    pub components: Option<String>,
    /// Seat ids in their order.
    pub seats: Vec<String>,
    /// Where dice come from.
    pub dice: DiceMode,
    /// Whose links make the dice.
    pub casters: Casters,
    /// What becomes of bad orders.
    pub orders: OrdersPolicy,
    /// How long a seat may take before its defaults may be claimed, if at all.
    pub deadline: Option<Span>,
    /// Random, so that no two games have one id: 64 hex digits.
    pub nonce: String,
    /// What dice are made of in an open game: 64 hex digits.
    pub seed: Option<String>,
}

impl Terms {
    /// The seats that play, without the referee's.
    pub fn players(&self) -> &[String] {
        match self.seats.split_last() {
            Some((last, players)) if last == REFEREE => players,
            _ => &self.seats,
        }
    }
}

/// A rules module and its version, written `battle/1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesId {
    /// The module's id.
    pub game: String,
    /// Its version, from 1.
    pub version: u32,
}

impl fmt::Display for RulesId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.game, self.version)
    }
}

impl FromStr for RulesId {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let read = || {
            let (game, version) = text.split_once('/')?;
            let version = version.parse().ok().filter(|v| *v > 0)?;
            super::seat::is_id(game).then(|| Self { game: game.to_owned(), version })
        };
        read().ok_or_else(|| format!("{text:?} names no rules; it should read like battle/1"))
    }
}

/// Where dice come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DiceMode {
    /// The game rolls nothing.
    None,
    /// From links of the seats, each committed to before the orders that it answers.
    Peers,
    /// From links of the movers and of a referee.
    Referee,
    /// From a seed in the file, which everybody knows.
    Open,
}

impl DiceMode {
    /// Every mode.
    pub const ALL: [Self; 4] = [Self::None, Self::Peers, Self::Referee, Self::Open];

    /// The word in the terms.
    pub fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Peers => "peers",
            Self::Referee => "referee",
            Self::Open => "open",
        }
    }

    /// Whether dice are made of the seats' links, so that every letter must be signed.
    pub fn has_links(self) -> bool {
        matches!(self, Self::Peers | Self::Referee)
    }
}

/// The seat of the referee, last of all seats in a game that has one.
pub const REFEREE: &str = "referee";

/// Whose links make the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Casters {
    /// Those of all seats allied to no mover.
    Rivals,
    /// Those of mover and caster only.
    Next,
}

/// What becomes of a turn file with bad orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OrdersPolicy {
    /// It is sent back whole.
    Strict,
    /// The bad lines fall to the defaults, and the report says so.
    Lenient,
}

/// The longest short name, in characters.
pub const MAX_NAME: usize = 32;

/// Whether a text may be a game's short name: lower-case letters, digits and hyphens, at most 32 characters.
pub fn is_game_name(text: &str) -> bool {
    text.len() <= MAX_NAME && super::seat::is_id(text)
}

/// The terms as they stand in the first line of the history.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TermsLine {
    /// Whose links make the dice.
    pub casters: Casters,
    /// Hash of the components, or `-`.
    pub components: String,
    /// Hash of the module's data.
    pub data: String,
    /// Length of time, or `-`.
    pub deadline: String,
    /// Where dice come from.
    pub dice: DiceMode,
    /// Format version.
    pub format: u32,
    /// Always `terms`.
    pub kind: String,
    /// Short name.
    pub name: String,
    /// Who must act next.
    pub need: super::history::entry::NextToAct,
    /// 64 hex digits.
    pub nonce: String,
    /// Every option.
    pub options: std::collections::BTreeMap<String, String>,
    /// Strict or lenient.
    pub orders: OrdersPolicy,
    /// Always `-`: nothing comes before.
    pub prev: String,
    /// What a refusal costs.
    pub refusal: String,
    /// Such as `battle/1`.
    pub rules: String,
    /// Scenario id.
    pub scenario: String,
    /// Seat ids.
    pub seats: Vec<String>,
    /// What dice are made of in an open game: 64 hex digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// Always 0.
    pub step: u64,
}
