//! Seats: who acts, who looks, who may know.

use serde::{Deserialize, Serialize};

/// A player's chair: its place in the order of the terms, from 0. Its name stands in the terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seat(pub u8);

impl Seat {
    /// The seat as an index into a list of seats.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Who looks at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// Somebody who holds nothing but what everybody may know.
    Public,
    /// The player in a seat.
    Seat(Seat),
    /// The referee, who may know everything.
    Referee,
}

impl Viewer {
    /// The seat that looks, if one does.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Self::Seat(seat) => Some(seat),
            Self::Public | Self::Referee => None,
        }
    }

    /// The seat that looks, and the first one for others: they write no orders and have nothing of their own to see.
    pub fn seat_or_first(self) -> Seat {
        self.seat().unwrap_or(Seat(0))
    }
}

/// Who may know of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Everybody.
    All,
    /// These seats and the referee.
    Seats(Vec<Seat>),
    /// The referee alone.
    Referee,
}

impl Audience {
    /// Whether a viewer is among them.
    pub fn has(&self, viewer: Viewer) -> bool {
        match (self, viewer) {
            (Self::All, _) | (_, Viewer::Referee) => true,
            (Self::Seats(seats), Viewer::Seat(seat)) => seats.contains(&seat),
            (Self::Seats(_), Viewer::Public) | (Self::Referee, _) => false,
        }
    }
}

/// The longest seat id, in characters.
pub const MAX_SEAT_ID: usize = 16;

/// Whether a text may be a seat's id: `[a-z][a-z0-9-]{0,15}`, so that it is safe in every line, label and file.
pub fn is_seat_id(text: &str) -> bool {
    text.len() <= MAX_SEAT_ID && is_id(text)
}

/// Whether a text is an id that is safe in every line, label and file: `[a-z][a-z0-9-]*`.
pub fn is_id(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seat_ids_are_short_and_plain() {
        assert!(is_seat_id("red") && is_seat_id("tre-rosor2"));
        for bad in ["", "Red", "2red", "red seat", "å", "a-very-long-seat-name"] {
            assert!(!is_seat_id(bad), "{bad}");
        }
    }
}
