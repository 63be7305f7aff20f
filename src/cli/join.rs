//! `adjutant join`: agree to the terms of a game.

use super::failure::{Failure, Outcome};
use super::files::{self, Output};
use super::{Context, entropy, show};
use crate::kernel::account;

/// Agree to the terms of a game as an invited seat
///
/// The terms are printed to standard error; show --terms prints them, too.
#[derive(clap::Args)]
pub(super) struct Args {
    /// The game file, or - for standard input
    game: String,
    /// The seat that joins
    #[arg(long)]
    seat: String,
    /// A nonce of 64 hex digits instead of a random one, so that a test gives the same bytes again
    #[arg(long, hide = true)]
    nonce: Option<String>,
    #[command(flatten)]
    output: Output,
}

pub(super) fn run(args: &Args, context: Context) -> Outcome {
    let mut record = files::game(&args.game)?;
    let nonce = entropy::nonce(args.nonce.as_deref())?;
    record.chronicle.join(&args.seat, &nonce).map_err(|refusal| Failure::refused(&[refusal]))?;
    args.output.write(&record)?;
    let mut doc = show::terms(&record);
    doc.extend(account::next(&record.chronicle, false));
    files::print_error(&doc.to_text(context.charset));
    Ok(())
}
