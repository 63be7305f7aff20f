//! What commands about an open game have in common: whether it is open, and which seat is meant.

use super::failure::{Failure, Kind, Outcome};
use crate::kernel::history::chronicle::Chronicle;
use crate::kernel::module::Awaiting;
use crate::kernel::seat::Seat;

/// Orders are taken only while a game is being played.
pub(super) fn must_be_open(chronicle: &Chronicle) -> Outcome {
    if !chronicle.has_begun() {
        let waiting = chronicle.need.orders.join(" and ");
        return Err(Failure::missing(
            "game/not-begun",
            format!("{} has not begun: {waiting} has yet to join", chronicle.terms.name),
            &format!("{waiting} joins by: adjutant join FILE --seat {waiting}"),
        ));
    }
    match chronicle.table.awaiting() {
        Awaiting::Over { ending, .. } => {
            let message =
                format!("{} is over, and no orders are taken any more. {ending}", chronicle.terms.name);
            Err(Failure::new(Kind::Orders, "game/over", message, None))
        }
        Awaiting::Decisions(_) => Ok(()),
    }
}

/// The seat of a name, or the first that still owes something.
pub(super) fn seat(chronicle: &Chronicle, name: Option<&str>) -> Result<Seat, Failure> {
    match name {
        Some(name) => chronicle.seat(name).ok_or_else(|| unknown_seat(chronicle, name)),
        None => chronicle.first_asked().ok_or_else(|| {
            let message = "nobody is asked for orders now";
            Failure::usage_hinted("seat/none-asked", message, "say whose by --seat")
        }),
    }
}

/// A seat that the game does not have.
pub(super) fn unknown_seat(chronicle: &Chronicle, name: &str) -> Failure {
    let hint = format!("its seats are {}", chronicle.terms.seats.join(", "));
    Failure::usage_hinted("seat/unknown", format!("{name:?} is no seat of this game"), &hint)
}
