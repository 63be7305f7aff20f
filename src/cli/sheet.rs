//! `adjutant sheet`: a blank turn file.

use super::failure::Outcome;
use super::{files, open};
use crate::kernel::turnfile;

/// Print a blank turn file that says what each piece may do
#[derive(clap::Args)]
pub(super) struct Args {
    /// The game file, or - for standard input
    pub(super) game: String,
    /// Whose turn file; by default the seat that is asked
    #[arg(long)]
    seat: Option<String>,
}

pub(super) fn run(args: &Args) -> Outcome {
    let record = files::game(&args.game)?;
    open::must_be_open(&record.chronicle)?;
    let seat = open::seat_or_own(&record.chronicle, args.seat.as_deref())?;
    files::print(&turnfile::blank(&record.chronicle, seat))
}
