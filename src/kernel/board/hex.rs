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

impl Hex {
    /// The six neighbours, whether or not they lie on the board, in ascending order.
    /// Neighbours off the low end of the numbering are left out.
    pub fn neighbours(self) -> impl Iterator<Item = Self> {
        let (c, r) = (i16::from(self.column), i16::from(self.row));
        let low = if self.column.is_multiple_of(2) { r - 1 } else { r };
        [(c - 1, low), (c - 1, low + 1), (c, r - 1), (c, r + 1), (c + 1, low), (c + 1, low + 1)]
            .into_iter()
            .filter(|&(c, r)| (1..=99).contains(&c) && (1..=99).contains(&r))
            .map(|(c, r)| Self { column: c as u8, row: r as u8 })
    }

    /// Whether two different hexes share a side.
    pub fn is_adjacent(self, other: Self) -> bool {
        self.neighbours().any(|n| n == other)
    }

    /// Steps between two hexes on an endless board.
    pub fn distance(self, other: Self) -> u8 {
        let (a, b) = (self.cube(), other.cube());
        ((a.0 - b.0).abs().max((a.1 - b.1).abs()).max((a.2 - b.2).abs())) as u8
    }

    /// Cube coordinates; the second is constant along one of the slanting rows.
    fn cube(self) -> (i16, i16, i16) {
        let q = i16::from(self.column);
        let r = i16::from(self.row) - q / 2;
        (q, r, -q - r)
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
