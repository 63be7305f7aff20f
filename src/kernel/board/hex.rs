//! Flat-topped hexes in columns, named by column and row like `0712`.
//!
//! Even columns are displaced half a hex towards lower row numbers, so the neighbours of a hex in an even
//! column `c`, row `r` are `(c, r±1)`, `(c±1, r−1)` and `(c±1, r)`; of one in an odd column `(c, r±1)`,
//! `(c±1, r)` and `(c±1, r+1)`.

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// A hex by its column and row, both 1 to 99; whether it lies on a board is the board's business.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex {
    /// Column, from 1.
    pub column: u8,
    /// Row, from 1.
    pub row: u8,
}

/// A text that does not name a hex.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a hex; write column and row as four digits in quotes, such as \"0208\"")]
pub struct NotAHex(pub String);

/// The sides of a hex, in the ascending order of the hexes beyond them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Up and to the left.
    NorthWest,
    /// Down and to the left.
    SouthWest,
    /// Up, within the column.
    North,
    /// Down, within the column.
    South,
    /// Up and to the right.
    NorthEast,
    /// Down and to the right.
    SouthEast,
}

impl Direction {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::NorthWest, Self::SouthWest, Self::North, Self::South, Self::NorthEast, Self::SouthEast];

    /// The same side seen from the hex beyond.
    pub fn opposite(self) -> Self {
        match self {
            Self::NorthWest => Self::SouthEast,
            Self::SouthWest => Self::NorthEast,
            Self::North => Self::South,
            Self::South => Self::North,
            Self::NorthEast => Self::SouthWest,
            Self::SouthEast => Self::NorthWest,
        }
    }

    /// Columns and half hexes from a hex to the one beyond.
    fn step(self) -> (i16, i16) {
        match self {
            Self::NorthWest => (-1, -1),
            Self::SouthWest => (-1, 1),
            Self::North => (0, -2),
            Self::South => (0, 2),
            Self::NorthEast => (1, -1),
            Self::SouthEast => (1, 1),
        }
    }
}

/// By how many half hexes a column stands lower than its row numbers say: even ones do not.
fn lowered(column: i16) -> i16 {
    column.rem_euclid(2)
}

impl Hex {
    /// How far down the hex lies, in half hexes.
    pub fn half_row(self) -> i16 {
        2 * i16::from(self.row) + lowered(i16::from(self.column))
    }

    /// The hex beyond a side, unless it is off the numbering.
    pub fn beyond(self, side: Direction) -> Option<Self> {
        let (columns, half_rows) = side.step();
        let column = i16::from(self.column) + columns;
        let row = (self.half_row() + half_rows - lowered(column)) / 2;
        let is_numbered = (1..=99).contains(&column) && (1..=99).contains(&row);
        is_numbered.then_some(Self { column: column as u8, row: row as u8 })
    }

    /// The side across which another hex lies, if it is a neighbour.
    pub fn direction_to(self, other: Self) -> Option<Direction> {
        Direction::ALL.into_iter().find(|side| self.beyond(*side) == Some(other))
    }

    /// The six neighbours, whether or not they lie on the board, in ascending order.
    /// Neighbours off the numbering are left out.
    pub fn neighbours(self) -> impl Iterator<Item = Self> {
        Direction::ALL.into_iter().filter_map(move |side| self.beyond(side))
    }

    /// Whether two different hexes share a side.
    pub fn is_adjacent(self, other: Self) -> bool {
        self.direction_to(other).is_some()
    }

    /// Steps between two hexes on an endless board: every column crossed brings half a hex up or down.
    pub fn distance(self, other: Self) -> u8 {
        let columns = (i16::from(self.column) - i16::from(other.column)).abs();
        let half_rows = (self.half_row() - other.half_row()).abs();
        (columns + (half_rows - columns).max(0) / 2) as u8
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}{:02}", self.column, self.row)
    }
}

impl fmt::Debug for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Hex {
    type Err = NotAHex;

    fn from_str(text: &str) -> Result<Self, NotAHex> {
        let digits = text.as_bytes();
        let two = |i: usize| (digits[i] - b'0') * 10 + digits[i + 1] - b'0';
        if digits.len() != 4 || !digits.iter().all(u8::is_ascii_digit) || two(0) == 0 || two(2) == 0 {
            return Err(NotAHex(text.to_owned()));
        }
        Ok(Self { column: two(0), row: two(2) })
    }
}

impl Serialize for Hex {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(HexVisitor)
    }
}

struct HexVisitor;

impl Visitor<'_> for HexVisitor {
    type Value = Hex;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a hex in quotes, such as \"0208\"")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Hex, E> {
        text.parse().map_err(E::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(text: &str) -> Hex {
        text.parse().unwrap()
    }

    #[test]
    fn neighbours_ascend_and_end_with_the_numbering() {
        let around = |text: &str| hex(text).neighbours().map(|n| n.to_string()).collect::<Vec<_>>();
        assert_eq!(around("0202"), ["0101", "0102", "0201", "0203", "0301", "0302"]);
        assert_eq!(around("0302"), ["0202", "0203", "0301", "0303", "0402", "0403"]);
        assert_eq!(around("0101"), ["0102", "0201", "0202"]);
        assert_eq!(around("9999"), ["9899", "9998"]);
    }

    #[test]
    fn a_side_is_opposite_seen_from_the_other_hex() {
        for middle in [hex("0507"), hex("0607")] {
            for side in Direction::ALL {
                let beyond = middle.beyond(side).unwrap();
                assert_eq!(middle.direction_to(beyond), Some(side));
                assert_eq!(beyond.direction_to(middle), Some(side.opposite()));
                assert!(middle.is_adjacent(beyond) && middle.distance(beyond) == 1);
            }
            assert!(!middle.is_adjacent(middle));
        }
    }

    /// Distances are those of walking from neighbour to neighbour.
    #[test]
    fn distances_are_steps() {
        for start in [hex("0505"), hex("0605")] {
            let mut reached = vec![start];
            for steps in 0..=4 {
                let fresh: Vec<Hex> =
                    reached.iter().copied().filter(|h| start.distance(*h) == steps).collect();
                assert_eq!(fresh.len(), if steps == 0 { 1 } else { 6 * usize::from(steps) }, "{steps}");
                assert!(reached.iter().all(|h| start.distance(*h) <= steps));
                let beyond: Vec<Hex> = fresh.iter().flat_map(|h| h.neighbours()).collect();
                reached.extend(beyond);
                reached.sort_unstable();
                reached.dedup();
            }
        }
    }
}
