//! The five families that play.

use crate::kernel::seat::Seat;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A noble family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Family {
    /// Sture.
    Sture,
    /// Grip.
    Grip,
    /// Brahe.
    Brahe,
    /// Eka.
    Eka,
    /// Tre Rosor.
    TreRosor,
}

impl Family {
    /// All, in the order of the seats.
    pub const ALL: [Self; 5] = [Self::Sture, Self::Grip, Self::Brahe, Self::Eka, Self::TreRosor];

    /// The ids, in the order of the seats.
    pub const IDS: [&'static str; 5] = ["sture", "grip", "brahe", "eka", "tre-rosor"];

    /// The seat's id.
    pub fn id(self) -> &'static str {
        Self::IDS[self as usize]
    }

    /// The name in sentences.
    pub fn title(self) -> &'static str {
        ["Sture", "Grip", "Brahe", "Eka", "Tre Rosor"][self as usize]
    }

    /// The family of an id.
    pub fn of(id: &str) -> Option<Self> {
        Self::IDS.iter().position(|known| *known == id).map(|i| Self::ALL[i])
    }

    /// The family's seat in a game that these families play.
    pub fn seat(self, families: &[Self]) -> Seat {
        Seat(families.iter().position(|f| *f == self).unwrap_or(0) as u8)
    }

    /// Whose seat it is; none for the referee's.
    pub fn in_seat(families: &[Self], seat: Seat) -> Option<Self> {
        families.get(seat.index()).copied()
    }

    /// The family to the left, which is the next one round the table.
    pub fn left(self, families: &[Self]) -> Self {
        let at = families.iter().position(|f| *f == self).unwrap_or(0);
        families.get((at + 1) % families.len().max(1)).copied().unwrap_or(self)
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}
