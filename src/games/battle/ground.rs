//! §2.1 The ground a game is played on: hexes, terrain, rivers, set-up zones, as the terms fix them.
//!
//! Hexes are numbered in ascending order of their names and sets of them are bits of one number, so that
//! the questions of movement and combat are a few machine words each.

use super::data::{BoardData, Faction, SideKind, Terrain};
use crate::kernel::board::hex::Hex;
use crate::kernel::orders::grammar::Places;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The most hexes that a board may have.
pub const MAX_HEXES: usize = 128;

/// A hex of the board by its number in ascending order of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place(pub u8);

impl Place {
    /// The place as an index.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The set that holds this place alone.
    pub fn set(self) -> Set {
        Set(1 << self.0)
    }
}

/// A set of places.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Set(pub u128);

impl Set {
    /// No place.
    pub const EMPTY: Self = Self(0);

    /// Whether a place is in it.
    pub fn has(self, place: Place) -> bool {
        self.0 >> place.0 & 1 == 1
    }

    /// Adds a place.
    pub fn add(&mut self, place: Place) {
        self.0 |= 1 << place.0;
    }

    /// Takes a place out.
    pub fn remove(&mut self, place: Place) {
        self.0 &= !(1 << place.0);
    }

    /// What is in both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// What is in either.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// What is in this and not in the other.
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether nothing is in it.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many places are in it.
    pub fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Its places in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Place> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let lowest = rest.trailing_zeros() as u8;
                rest &= rest - 1;
                Place(lowest)
            })
        })
    }
}

impl FromIterator<Place> for Set {
    fn from_iter<I: IntoIterator<Item = Place>>(places: I) -> Self {
        let mut set = Self::EMPTY;
        places.into_iter().for_each(|p| set.add(p));
        set
    }
}

/// The neighbours of a hex by what runs along the side between.
#[derive(Clone, Copy, Debug, Default)]
pub struct Around {
    /// Nothing runs between.
    pub dry: Set,
    /// A river with a bridge runs between.
    pub bridge: Set,
    /// A river without a bridge runs between.
    pub river: Set,
}

impl Around {
    /// All neighbours.
    pub fn all(self) -> Set {
        self.dry.or(self.bridge).or(self.river)
    }

    /// The neighbours that a unit may walk to (§5.2).
    pub fn passable(self) -> Set {
        self.dry.or(self.bridge)
    }
}

/// The board after tiles, headquarters and rivers have been settled.
#[derive(Clone, Debug)]
pub struct Ground {
    /// The hexes in ascending order.
    pub hexes: Vec<Hex>,
    /// Terrain, by place.
    pub terrain: Vec<Terrain>,
    /// Neighbours, by place.
    pub around: Vec<Around>,
    /// The places of each terrain, in the order of [`Terrain::ALL`].
    pub of_terrain: [Set; 4],
    /// The places behind each faction's set-up line.
    pub zone: [Set; 2],
    /// Each faction's headquarters; none where it has yet to be placed (§4.3).
    pub headquarters: [Option<Place>; 2],
    /// The names of the hexes, for the grammar.
    pub places: Arc<Places>,
    /// Number by column and row; 255 where there is no hex.
    numbers: Vec<u8>,
}

const COLUMN: usize = 100;

impl Ground {
    /// Lays out a board. `rivers` gives what runs between two hexes under the rivers option in force.
    pub fn new(
        board: &BoardData,
        terrain: &BTreeMap<Hex, Terrain>,
        headquarters: [Option<Hex>; 2],
        rivers: &dyn Fn(Hex, Hex) -> Option<SideKind>,
    ) -> Self {
        let hexes: Vec<Hex> = board.hexes().collect();
        let mut numbers = vec![u8::MAX; COLUMN * COLUMN];
        for (i, hex) in hexes.iter().enumerate() {
            numbers[slot(*hex)] = i as u8;
        }
        let find = |hex: Hex| numbers.get(slot(hex)).copied().filter(|n| *n != u8::MAX).map(Place);
        let around = hexes.iter().map(|hex| around(*hex, &find, rivers)).collect();
        let kinds: Vec<Terrain> =
            hexes.iter().map(|h| terrain.get(h).copied().unwrap_or(Terrain::Clear)).collect();
        let of = |t: Terrain| (0..hexes.len()).filter(|i| kinds[*i] == t).map(|i| Place(i as u8)).collect();
        let zone = Faction::BOTH.map(|faction| {
            hexes.iter().filter(|h| board.is_behind_line(faction, **h)).filter_map(|h| find(*h)).collect()
        });
        Self {
            of_terrain: Terrain::ALL.map(of),
            places: Arc::new(places(&hexes)),
            headquarters: headquarters.map(|hex| hex.and_then(find)),
            terrain: kinds,
            around,
            zone,
            hexes,
            numbers,
        }
    }

    /// The place of a hex, if it is on the board.
    pub fn place(&self, hex: Hex) -> Option<Place> {
        self.numbers.get(slot(hex)).copied().filter(|n| *n != u8::MAX).map(Place)
    }

    /// The hex of a place.
    pub fn hex(&self, place: Place) -> Hex {
        self.hexes[place.index()]
    }

    /// The terrain of a place.
    pub fn terrain(&self, place: Place) -> Terrain {
        self.terrain[place.index()]
    }

    /// Whether a headquarters stands in a place.
    pub fn is_headquarters(&self, place: Place) -> bool {
        self.headquarters.contains(&Some(place))
    }

    /// Whether a place is the faction's headquarters.
    pub fn is_home(&self, faction: Faction, place: Place) -> bool {
        self.headquarters[faction as usize] == Some(place)
    }

    /// The neighbours of a place.
    pub fn around(&self, place: Place) -> Around {
        self.around[place.index()]
    }
}

fn slot(hex: Hex) -> usize {
    usize::from(hex.column) * COLUMN + usize::from(hex.row)
}

fn around(
    hex: Hex,
    find: &dyn Fn(Hex) -> Option<Place>,
    rivers: &dyn Fn(Hex, Hex) -> Option<SideKind>,
) -> Around {
    let mut around = Around::default();
    for other in hex.neighbours() {
        let Some(place) = find(other) else { continue };
        match rivers(hex, other) {
            None => around.dry.add(place),
            Some(SideKind::Bridge) => around.bridge.add(place),
            Some(SideKind::River) => around.river.add(place),
        }
    }
    around
}

fn places(hexes: &[Hex]) -> Places {
    let columns: BTreeSet<u8> = hexes.iter().map(|h| h.column).collect();
    let rows = |parity: u8| hexes.iter().filter(|h| h.column % 2 == parity).map(|h| h.row).max().unwrap_or(0);
    Places {
        names: hexes.iter().map(ToString::to_string).collect(),
        noun: "hex",
        has_shape: |text| text.len() == 4 && text.bytes().all(|b| b.is_ascii_digit()),
        extent: format!(
            "columns go from 01 to {:02}; rows from 01 to {:02} in odd columns and to {:02} in even ones",
            columns.last().unwrap_or(&0),
            rows(1),
            rows(0)
        ),
    }
}
