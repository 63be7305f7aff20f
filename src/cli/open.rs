//! What commands about an open game have in common: whether it is open, and which seat is meant.

use super::failure::{Failure, Kind, Outcome};
use super::files;
use crate::kernel::account;
use crate::kernel::history::chronicle::Chronicle;
use crate::kernel::history::openings::Holder;
use crate::kernel::module::Awaiting;
use crate::kernel::orders::diagnostic::any_of;
use crate::kernel::seat::{Seat, Viewer};
use crate::kernel::terms::REFEREE;

/// Orders are taken only while a game is being played.
pub(super) fn must_be_open(chronicle: &Chronicle) -> Outcome {
    if !chronicle.has_begun() {
        let message = format!("{} has not begun: {}", chronicle.terms.name, account::yet_to_join(chronicle));
        return Err(Failure::missing("game/not-begun", message, &how_to_begin(chronicle)));
    }
    match chronicle.table.awaiting() {
        Awaiting::Over { ending, .. } => {
            let message =
                format!("{} is over, and no orders are taken any more. {ending}", chronicle.terms.name);
            Err(Failure::new(Kind::Orders, "game/over", message, Some(AFTER_THE_END)))
        }
        Awaiting::Decisions(_) => Ok(()),
    }
}

/// What is to be done about a game that has not begun.
pub(super) fn how_to_begin(chronicle: &Chronicle) -> String {
    let first = chronicle.need.orders.first().map_or("SEAT", String::as_str);
    format!("{first} joins by: adjutant join FILE --seat {first} -o joined.yaml")
}

/// What can still be done with a game that is over.
pub(super) const AFTER_THE_END: &str =
    "adjutant report FILE --all tells how it went; adjutant new begins another game";

/// Which step is open, or that none is.
pub(super) fn open_step(chronicle: &Chronicle) -> String {
    let step = chronicle.need.step;
    match chronicle.table.awaiting() {
        Awaiting::Over { .. } => {
            format!("the game is over, and step {} was its last", step.saturating_sub(1))
        }
        Awaiting::Decisions(_) => format!("the open step is {step}"),
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
    let seats = &chronicle.terms.seats;
    let hint = format!("its seats are {}: write {} instead of {name}", seats.join(", "), any_of(seats));
    Failure::usage_hinted("seat/unknown", format!("{name:?} is no seat of this game"), &hint)
}

/// Who looks: the seat that is named; by default the one whose copy it is, the referee with his own file, and
/// everybody where nothing is secret.
pub(super) fn viewer(chronicle: &Chronicle, name: Option<&str>) -> Result<Viewer, Failure> {
    let named = name.map(|name| seat(chronicle, Some(name))).transpose()?;
    if let Some(seat) = named {
        may_know(chronicle, seat)?;
    }
    let looks = |seat: Seat| match chronicle.name(seat) {
        REFEREE => Viewer::Referee,
        _ => Viewer::Seat(seat),
    };
    if !chronicle.table.keeps_secrets() {
        return Ok(named.map_or(Viewer::Public, Viewer::Seat));
    }
    Ok(match (named, chronicle.holder()) {
        (Some(seat), _) => looks(seat),
        (None, Holder::Full) if chronicle.openings.hidden.is_some() => Viewer::Referee,
        (None, Holder::Copy(own)) => chronicle.seat(&own).map_or(Viewer::Public, Viewer::Seat),
        (None, Holder::Full | Holder::Bare) => Viewer::Public,
    })
}

/// What a seat may know must stand in the file.
///
/// Errors: it is another seat's copy, or nobody's.
pub(super) fn may_know(chronicle: &Chronicle, seat: Seat) -> Outcome {
    let name = chronicle.name(seat);
    let whose = if name == REFEREE { "the referee" } else { name };
    let message = match chronicle.holder() {
        Holder::Full => return Ok(()),
        Holder::Copy(own) if own == name => return Ok(()),
        Holder::Copy(own) => format!("this is {own}'s copy, which does not hold what {whose} may know"),
        Holder::Bare => format!("this file holds the history alone, and not what {whose} may know"),
    };
    let hint = if name == REFEREE {
        "use the referee's own game file".to_owned()
    } else {
        format!(
            "use {name}'s own copy, which the referee makes by: adjutant view HIS-OWN-FILE --seat {name} -o {name}.yaml"
        )
    };
    Err(Failure::new(Kind::Broken, "copy/other-seat", message, Some(&hint)))
}

/// Says of a seat's copy what it does not hold, beside what is printed.
pub(super) fn tell_unknown(chronicle: &Chronicle) {
    if let Some(what) = chronicle.unknown() {
        files::print_error(&format!("note: {what}\n"));
    }
}

/// The seat of a name; by default the one whose copy it is, else the first that still owes something.
pub(super) fn seat_or_own(chronicle: &Chronicle, name: Option<&str>) -> Result<Seat, Failure> {
    let seat = match (name, chronicle.holder()) {
        (None, Holder::Copy(own)) => seat(chronicle, Some(&own))?,
        (name, _) => seat(chronicle, name)?,
    };
    may_know(chronicle, seat)?;
    Ok(seat)
}
