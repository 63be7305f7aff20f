//! `adjutant join`: agree to the terms of a game.

use super::failure::{Failure, Outcome};
use super::files::{self, Output};
use super::keyring::{KeyArgs, Keyring};
use super::{Context, contacts, entropy, referee, show};
use crate::kernel::account;
use crate::kernel::record::Record;

/// Agree to the terms of a game as an invited seat
///
/// The terms are printed to standard error; show --terms prints them, too.
#[derive(clap::Args)]
pub(super) struct Args {
    /// The game file, or - for standard input
    pub(super) game: String,
    /// The seat that joins
    #[arg(long)]
    seat: String,
    /// A nonce of 64 hex digits instead of a random one, so that a test gives the same bytes again
    #[arg(long, hide = true)]
    nonce: Option<String>,
    #[command(flatten)]
    key: KeyArgs,
    #[command(flatten)]
    output: Output,
}

pub(super) fn run(args: &Args, context: Context) -> Outcome {
    let _kept = args.output.keep_folder()?;
    let mut record = files::game(&args.game)?;
    let nonce = entropy::nonce(args.nonce.as_deref())?;
    take_seat(&mut record, &args.seat, &nonce, &args.key, &args.output)?;
    files::print_error(&contacts::warnings(&record.contacts));
    files::print_error(&referee::warnings(&record, Some(&args.seat)));
    let mut doc = show::terms(&record);
    doc.extend(account::next(&record.chronicle, false));
    files::print_error(&doc.to_text(context.charset));
    Ok(())
}

/// A seat agrees to the terms, and the game file is written; where the terms ask for a key it is the one given, or one
/// made for it, which stays only if the game file is out.
pub(super) fn take_seat(
    record: &mut Record,
    seat: &str,
    nonce: &str,
    key: &KeyArgs,
    output: &Output,
) -> Outcome {
    let chronicle = &mut record.chronicle;
    let needs_key = chronicle.terms.dice.has_links() && chronicle.terms.seats.iter().any(|s| s == seat);
    let refused = |refusal| Failure::refused(&[refusal]);
    if !needs_key && key.path().is_none() {
        chronicle.join(seat, nonce, None).map_err(refused)?;
        return output.write(record);
    }
    let mut keyring = Keyring::for_joining(key.path(), chronicle, seat)?;
    let is_new = keyring.is_new();
    // Who joins twice, since the first letter was lost, has one chain all the same.
    let nonce = keyring.pinned_nonce(chronicle, seat).unwrap_or_else(|| nonce.to_owned());
    chronicle.join(seat, &nonce, Some(&keyring.secret)).map_err(refused)?;
    output.may_write(record)?;
    let written = keyring.pin(&record.chronicle, seat).and_then(|()| output.write(record));
    if is_new && written.is_err() {
        keyring.unmake();
    }
    written
}
