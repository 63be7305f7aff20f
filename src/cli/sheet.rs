//! `adjutant sheet`: a blank turn file.

use super::failure::{Failure, Outcome};
use super::{adjudicate, files};
use crate::kernel::history::chronicle::Chronicle;
use crate::kernel::seat::Seat;
use crate::kernel::turnfile;

/// Print a blank turn file that says what each piece may do
#[derive(clap::Args)]
pub(super) struct Args {
    /// The game file, or - for standard input
    game: String,
    /// Whose turn file; by default the seat that is asked
    #[arg(long)]
    seat: Option<String>,
}

pub(super) fn run(args: &Args) -> Outcome {
    let record = files::game(&args.game)?;
    adjudicate::must_be_open(&record.chronicle)?;
    let seat = seat(&record.chronicle, args.seat.as_deref())?;
    files::print(&turnfile::blank(&record.chronicle, seat))
}

/// The seat of a name, or the first that is asked.
pub(super) fn seat(chronicle: &Chronicle, name: Option<&str>) -> Result<Seat, Failure> {
    match name {
        Some(name) => chronicle.seat(name).ok_or_else(|| unknown_seat(chronicle, name)),
        None => chronicle.table.awaiting().required().first().copied().ok_or_else(|| {
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
