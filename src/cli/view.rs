//! `adjutant view`: the copy of a game that one seat may have.

use super::failure::{Failure, Kind, Outcome};
use super::files::{self, Output};
use super::{Context, open};
use crate::kernel::history::openings::Holder;
use crate::kernel::terms::REFEREE;
use std::path::Path;

/// Make a seat's copy of a game that keeps secrets: the same history, and what that seat may know
///
/// The copy verifies by itself. Send it to that seat alone.
#[derive(clap::Args)]
pub(super) struct Args {
    /// The referee's game file, or - for standard input
    pub(super) game: String,
    /// Whose copy
    #[arg(long)]
    seat: String,
    #[command(flatten)]
    output: Output,
}

pub(super) fn run(args: &Args, _context: Context) -> Outcome {
    let _kept = args.output.keep_folder()?;
    let record = files::game(&args.game)?;
    let chronicle = &record.chronicle;
    let seat = open::seat(chronicle, Some(&args.seat))?;
    if !chronicle.table.keeps_secrets() {
        let message = format!("{} keeps no secrets: everybody has the same file", chronicle.terms.name);
        return Err(Failure::usage_hinted("view/no-secrets", message, "send the game file itself"));
    }
    if chronicle.is_published() {
        let message = format!(
            "all that was hidden in {} is published: everybody may have the same file",
            chronicle.terms.name
        );
        return Err(Failure::usage_hinted("view/no-secrets", message, "send the game file itself"));
    }
    if args.seat == REFEREE {
        let message = "the referee's copy is the game file itself";
        return Err(Failure::usage_hinted("view/referee", message, "name the seat of a player"));
    }
    open::may_know(chronicle, seat)?;
    match chronicle.holder() {
        Holder::Full | Holder::Copy(_) => {
            let file = record.copy_for(seat);
            let path = args.output.path_for(chronicle, Some(&args.seat));
            // A copy in the place of the referee's file would be the end of the game.
            let game = Some(Path::new(&args.game)).filter(|_| args.game != "-");
            files::all_different(game.into_iter().chain(path.as_deref()))?;
            args.output.write_to(path.as_deref(), &file)
        }
        Holder::Bare => Err(not_full(chronicle)),
    }
}

/// That a file lacks what the referee holds.
pub(super) fn not_full(chronicle: &crate::kernel::history::chronicle::Chronicle) -> Failure {
    let departure = chronicle.not_full();
    Failure::new(Kind::Broken, departure.code, &departure.message, departure.hint.as_deref())
}
