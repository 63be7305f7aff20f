//! The two factions and the seats they sit in (§3): red first, as it moves first.

use super::data::Faction;
use crate::kernel::seat::Seat;

/// The seat of a faction: red first, as it moves first (§3).
pub fn seat(faction: Faction) -> Seat {
    Seat(faction as u8)
}

/// The faction of a seat.
pub fn faction(seat: Seat) -> Faction {
    if seat.0 == 0 { Faction::Red } else { Faction::Blue }
}

/// The faction's name, as orders and the position write it.
pub fn name(faction: Faction) -> &'static str {
    match faction {
        Faction::Red => "red",
        Faction::Blue => "blue",
    }
}
