//! `adjutant lock`: make a turn file final.

use super::failure::{Failure, Outcome};
use super::open::must_be_open;
use super::{Context, entropy, files, letters};
use crate::kernel::turnfile;

/// Make a turn file final, ready to be sent
///
/// It is checked, printed in canonical spelling, and told when it was sent where the terms count time.
#[derive(clap::Args)]
pub(super) struct Args {
    /// The game file, or - for standard input
    game: String,
    /// The turn file, or - for standard input
    turn: String,
    /// The instant to write instead of the clock's, such as 2026-11-29T20:15Z
    #[arg(long, value_name = "INSTANT")]
    now: Option<String>,
}

pub(super) fn run(args: &Args, context: Context) -> Outcome {
    files::one_standard_input([&args.game, &args.turn])?;
    let record = files::game(&args.game)?;
    must_be_open(&record.chronicle)?;
    let sent = if record.chronicle.needs_times() { Some(entropy::now(args.now.as_deref())?) } else { None };
    let turn_files = letters::read_own(&args.turn, &record.chronicle, context)?;
    let [turn_file] = turn_files.as_slice() else {
        return Err(Failure::usage("turnfile/several", "lock one turn file at a time"));
    };
    let mut locked = turn_file.clone();
    if let (Some(kept), Some(_)) = (locked.sent, &args.now) {
        files::print_error(&format!(
            "note: the turn file says already that it was sent at {kept}, and that stands\n"
        ));
    }
    locked.sent = locked.sent.or(sent);
    files::print(&turnfile::write(&record.chronicle, &locked))
}
