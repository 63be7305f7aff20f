//! The city tiles: their sizes and figures.

use super::Provenance;
use serde::{Deserialize, Serialize};

/// Sizes of tiles and spaces, the largest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Size {
    /// The twelve squares of the Palace.
    Palace,
    /// Two squares by three.
    Large,
    /// Two by two.
    Medium,
    /// Two by one.
    Small,
}

/// The city tiles.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TileData {
    /// Where the figures are from.
    #[serde(default)]
    pub source: Provenance,
    /// The tiles that all must be controlled for the game to end.
    pub ends: Vec<String>,
    /// The tiles, in ascending order of their ids.
    pub tiles: Vec<Tile>,
}

/// One city tile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Tile {
    /// Its id in plain letters.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Where the name is from, if not where the figures are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name_source: Option<Provenance>,
    /// Which spaces it fits.
    pub size: Size,
    /// Defence value.
    pub defence: u8,
    /// Loot cards.
    pub loot: u8,
    /// Victory points.
    pub vp: u8,
    /// Whether it gives a warrior.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub warrior: bool,
    /// Whether an event card is drawn.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub event: bool,
    /// Whether it is one of those mixed among themselves.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub special: bool,
}
