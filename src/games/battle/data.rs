//! The components of Battle: board (§2.1), set-ups (§4.3), counters (§2.2) and period cards (§8 to §14).
//!
//! The figures live in `data/*.yaml`, laid out as the rulebook prints its tables, with the source of each
//! value beside it. This module reads them once, gives them types and answers questions about the board;
//! [`Data::faults`] checks them against each other, [`Data::overlay`] puts an owner's real components in
//! their place. Nothing here knows a rule of play.

use crate::kernel::board::hex::Hex;
use crate::kernel::components::{embedded, house_notes};
use crate::kernel::picture;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::LazyLock;

mod card;
mod faults;
mod overlay;
#[cfg(test)]
mod tests;

pub use faults::is_one_tile;

pub use crate::kernel::components::Provenance;
pub use card::{Army, Card, CounterData, Move, PeriodData, RowData, Strength, UnitType};

/// The two sides of the game. Red moves first (§3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Faction {
    /// The red faction.
    Red,
    /// The blue faction.
    Blue,
}

impl Faction {
    /// Both, in the order in which they move.
    pub const BOTH: [Self; 2] = [Self::Red, Self::Blue];

    /// The opponent.
    pub fn other(self) -> Self {
        match self {
            Self::Red => Self::Blue,
            Self::Blue => Self::Red,
        }
    }
}

/// §2.1 The kinds of terrain, in the order of the cards' columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Terrain {
    /// Every hex without a tile.
    Clear,
    /// High ground, by a small or a large hill tile.
    Hills,
    /// Trees.
    Woods,
    /// Houses.
    Town,
}

impl Terrain {
    /// All, in the order of the cards' columns.
    pub const ALL: [Self; 4] = [Self::Clear, Self::Hills, Self::Woods, Self::Town];

    /// The name as it stands in sentences and as a card's column.
    pub fn name(self) -> &'static str {
        ["clear", "hills", "woods", "town"][self as usize]
    }
}

/// §2 The kinds of terrain tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TileKind {
    /// A town.
    Town,
    /// A small hill.
    SmallHill,
    /// A larger hill.
    LargeHill,
    /// A wood.
    Woods,
}

impl TileKind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Town, Self::SmallHill, Self::LargeHill, Self::Woods];

    /// The terrain of the hexes under such a tile.
    pub fn terrain(self) -> Terrain {
        match self {
            Self::Town => Terrain::Town,
            Self::SmallHill | Self::LargeHill => Terrain::Hills,
            Self::Woods => Terrain::Woods,
        }
    }

    /// The name as the data and a layout write it.
    pub fn name(self) -> &'static str {
        ["town", "small-hill", "large-hill", "woods"][self as usize]
    }
}

/// What runs along a hex side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SideKind {
    /// A river without a way across.
    River,
    /// A river with a bridge.
    Bridge,
}

impl From<SideKind> for picture::SideKind {
    fn from(kind: SideKind) -> Self {
        match kind {
            SideKind::River => Self::River,
            SideKind::Bridge => Self::Bridge,
        }
    }
}

/// All components of the game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Data {
    /// The board and its tiles.
    pub board: BoardData,
    /// Set-ups of tiles and headquarters, by name.
    pub setups: BTreeMap<String, SetupData>,
    /// Counters of each symbol a faction has.
    pub counters: CounterData,
    /// Period cards, by name.
    pub periods: BTreeMap<String, PeriodData>,
}

/// The board without tiles.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardData {
    /// How many hexes there are.
    pub grid: Grid,
    /// The sides along which rivers run.
    pub sides: Vec<RiverSide>,
    /// Hexes kept free of tiles although no river side touches them.
    pub no_tiles: Vec<FreeHex>,
    /// The ground behind red's set-up line; blue's is its image.
    pub set_up_line: SetUpLine,
    /// The tiles to be placed.
    pub tiles: BTreeMap<TileKind, TileData>,
}

/// The extent of the board.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Grid {
    /// Columns, numbered from 1.
    pub columns: u8,
    /// Rows of an odd column, numbered from 1.
    pub odd: u8,
    /// Rows of an even column, numbered from 1.
    pub even: u8,
    /// Where this is from.
    #[serde(default)]
    pub source: Provenance,
}

/// A hex side along which a river runs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RiverSide {
    /// The hexes it parts.
    pub between: [Hex; 2],
    /// Whether a bridge is there.
    pub kind: SideKind,
    /// Where this is from.
    #[serde(default)]
    pub source: Provenance,
}

/// A hex that must stay free of tiles.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FreeHex {
    /// Which.
    pub hex: Hex,
    /// Where this is from.
    #[serde(default)]
    pub source: Provenance,
}

/// The ground behind red's set-up line: first and last row.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetUpLine {
    /// In odd columns.
    pub odd: [u8; 2],
    /// In even columns.
    pub even: [u8; 2],
    /// Where this is from.
    #[serde(default)]
    pub source: Provenance,
}

/// The tiles of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TileData {
    /// How many there are, half of them on either half of the board.
    pub count: u8,
    /// How many hexes one covers.
    pub hexes: u8,
    /// Where the shape is from.
    #[serde(default)]
    pub source: Provenance,
}

/// Tiles and headquarters of red's half; blue's half is their image under half a turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetupData {
    /// The name for readers.
    pub title: String,
    /// What the ground offers, in a sentence.
    #[serde(default)]
    pub note: String,
    /// Where this is from.
    #[serde(default)]
    pub source: Provenance,
    /// Where red's headquarters stands.
    pub headquarters: Hex,
    /// The hexes of one tile of each kind.
    pub tiles: BTreeMap<TileKind, Vec<Hex>>,
}

/// What one faction has on its half of the board before its units: tiles and headquarters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Half {
    /// Where the headquarters stands.
    pub headquarters: Hex,
    /// The hexes of one tile of each kind, in ascending order.
    pub tiles: BTreeMap<TileKind, Vec<Hex>>,
}

impl Half {
    /// The same under half a turn: the half of the other faction.
    pub fn image(&self, board: &BoardData) -> Self {
        let image = |hexes: &Vec<Hex>| {
            let mut image: Vec<Hex> = hexes.iter().map(|h| board.half_turn(*h)).collect();
            image.sort_unstable();
            image
        };
        Self {
            headquarters: board.half_turn(self.headquarters),
            tiles: self.tiles.iter().map(|(kind, hexes)| (*kind, image(hexes))).collect(),
        }
    }

    /// The terrain of the hexes under its tiles.
    pub fn terrain(&self) -> impl Iterator<Item = (Hex, Terrain)> + '_ {
        self.tiles.iter().flat_map(|(kind, hexes)| hexes.iter().map(|h| (*h, kind.terrain())))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PeriodsFile {
    counters: CounterData,
    periods: BTreeMap<String, PeriodData>,
}

static EMBEDDED: LazyLock<Data> = LazyLock::new(|| {
    let PeriodsFile { counters, periods } = embedded("periods.yaml", include_str!("data/periods.yaml"));
    Data {
        board: embedded("board.yaml", include_str!("data/board.yaml")),
        setups: embedded("setups.yaml", include_str!("data/setups.yaml")),
        counters,
        periods,
    }
});

impl Data {
    /// The components that come with the program.
    pub fn embedded() -> &'static Self {
        &EMBEDDED
    }

    /// The card of a period, or nothing if there is none or it has faults.
    pub fn card(&self, period: &str) -> Option<Card> {
        Card::read(period, self.periods.get(period)?).ok()
    }

    /// The house values of a game of this period on this set-up, a line a table.
    pub fn house_notes(&self, period: &str, setup: &str) -> Vec<String> {
        let mut notes = self.board.house_notes();
        if let Some(data) = self.setups.get(setup).filter(|s| s.source.is_house()) {
            notes.push(format!("set-up: {}, tiles and headquarters", data.title));
        }
        if self.counters.source.is_house() {
            notes.push("counters: how many there are of each symbol".to_owned());
        }
        if let Some(data) = self.periods.get(period) {
            notes.extend(data.house_notes());
        }
        notes
    }
}

impl BoardData {
    /// Every hex of the board, in ascending order.
    pub fn hexes(&self) -> impl Iterator<Item = Hex> + '_ {
        (1..=self.grid.columns)
            .flat_map(move |column| (1..=self.rows(column)).map(move |row| Hex { column, row }))
    }

    /// How many rows a column has.
    fn rows(&self, column: u8) -> u8 {
        if column.is_multiple_of(2) { self.grid.even } else { self.grid.odd }
    }

    /// Whether a hex is on the board.
    pub fn contains(&self, hex: Hex) -> bool {
        (1..=self.grid.columns).contains(&hex.column) && (1..=self.rows(hex.column)).contains(&hex.row)
    }

    /// The image of a hex of the board when the board is turned by 180°.
    pub fn half_turn(&self, hex: Hex) -> Hex {
        let opposite = |last: u8, n: u8| last.saturating_add(1).saturating_sub(n);
        Hex { column: opposite(self.grid.columns, hex.column), row: opposite(self.rows(hex.column), hex.row) }
    }

    /// A hex given for red, as it lies for the faction.
    pub fn as_seen_by(&self, faction: Faction, hex: Hex) -> Hex {
        match faction {
            Faction::Red => hex,
            Faction::Blue => self.half_turn(hex),
        }
    }

    /// Whether a hex lies on one of the four edges of the board.
    pub fn is_on_edge(&self, hex: Hex) -> bool {
        [1, self.grid.columns].contains(&hex.column) || [1, self.rows(hex.column)].contains(&hex.row)
    }

    /// What runs along the side between two hexes, in either order.
    pub fn side(&self, a: Hex, b: Hex) -> Option<SideKind> {
        self.sides.iter().find(|s| s.between == [a, b] || s.between == [b, a]).map(|s| s.kind)
    }

    /// Whether a river runs along any side of a hex.
    pub fn has_river_side(&self, hex: Hex) -> bool {
        self.sides.iter().any(|s| s.between.contains(&hex))
    }

    /// §4.3 Whether a tile may lie in a hex: not on an edge, not at a river, not in the two named hexes.
    pub fn can_hold_tile(&self, hex: Hex) -> bool {
        self.contains(hex)
            && !self.is_on_edge(hex)
            && !self.has_river_side(hex)
            && self.no_tiles.iter().all(|free| free.hex != hex)
    }

    /// §4.3 Whether a hex lies entirely on the faction's side of the board. The middle row of an odd column is cut
    /// by the middle line and lies on neither.
    pub fn is_on_side(&self, faction: Faction, hex: Hex) -> bool {
        let red = self.as_seen_by(faction, hex);
        self.contains(hex) && u16::from(red.row) * 2 < u16::from(self.rows(red.column)) + 1
    }

    /// §4.4 Whether a hex lies behind the faction's set-up line.
    pub fn is_behind_line(&self, faction: Faction, hex: Hex) -> bool {
        let red = self.as_seen_by(faction, hex);
        let [first, last] =
            if red.column.is_multiple_of(2) { self.set_up_line.even } else { self.set_up_line.odd };
        self.contains(hex) && (first..=last).contains(&red.row)
    }

    fn house_notes(&self) -> Vec<String> {
        let sides: Vec<_> = self.sides.iter().filter(|s| s.source.is_house()).map(RiverSide::name).collect();
        let free: Vec<_> =
            self.no_tiles.iter().filter(|f| f.source.is_house()).map(|f| f.hex.to_string()).collect();
        let tiles: Vec<_> =
            self.tiles.iter().filter(|(_, t)| t.source.is_house()).map(|(k, _)| k.name()).collect();
        house_notes([
            (self.grid.source.is_house(), "board: its extent".to_owned()),
            (!sides.is_empty(), format!("board: river sides {}", sides.join(", "))),
            (!free.is_empty(), format!("board: hexes without tiles {}", free.join(", "))),
            (self.set_up_line.source.is_house(), "board: the set-up lines".to_owned()),
            (!tiles.is_empty(), format!("board: hexes covered by a tile of {}", tiles.join(", "))),
        ])
    }
}

impl RiverSide {
    /// The side as players write it, such as `0307-0308`.
    pub fn name(&self) -> String {
        format!("{}-{}", self.between[0], self.between[1])
    }
}

impl SetupData {
    /// What lies on the faction's half.
    pub fn half_of(&self, board: &BoardData, faction: Faction) -> Half {
        let red = Half { headquarters: self.headquarters, tiles: self.tiles.clone() };
        match faction {
            Faction::Red => red,
            Faction::Blue => red.image(board),
        }
    }

    /// The terrain of every hex under a tile, both halves; all others are clear.
    pub fn terrain(&self, board: &BoardData) -> BTreeMap<Hex, Terrain> {
        let red = self.tiles.iter().flat_map(|(kind, hexes)| hexes.iter().map(|&h| (h, kind.terrain())));
        red.flat_map(|(hex, terrain)| [(hex, terrain), (board.half_turn(hex), terrain)]).collect()
    }
}
