//! `adjutant mail`: what a seat is told, as a mail to be sent.

use super::failure::{Failure, Outcome};
use super::keyring::Keyring;
use super::progress::Progress;
use super::{Context, entropy, files, open, report};
use crate::kernel::mail::Address;
use crate::kernel::mail::outgoing::compose::{self, Envelope};
use crate::kernel::mail::outgoing::untold::Untold;
use crate::kernel::mail::outgoing::{Outgoing, thread};
use crate::kernel::record::Record;
use crate::kernel::seat::Seat;
use crate::kernel::terms::REFEREE;
use std::path::{Path, PathBuf};

/// Write what a seat is told as a mail: report, turn file, game file
///
/// Nothing is sent: open the mail in a mail program, or hand it to one, as by sendmail -t < blue.eml. Each mail tells
/// what happened since the seat's last orders. In a game that keeps secrets its seat's copy goes along, never the game
/// file. Addresses are taken from the contacts; the mail program adds the date.
///
/// Example: adjutant mail next.yaml --seat blue > blue.eml
#[derive(clap::Args)]
pub(super) struct Args {
    /// The game file, or - for standard input
    pub(super) game: String,
    /// To whom; by default the seat that is asked
    #[arg(long)]
    seat: Option<String>,
    /// Write a mail to each player into this folder, as NAME.0007.SEAT.eml
    #[arg(long, value_name = "DIR", conflicts_with_all = ["seat", "reply_to_mail"])]
    all: Option<PathBuf>,
    /// Tell what happened since this earlier game file
    #[arg(long, value_name = "FILE")]
    since: Option<String>,
    /// Who sends it, such as "Ann <ann@example.org>"; by default the contact of whoever wrote the newest step, or of the
    /// referee
    #[arg(long, value_name = "ADDRESS")]
    from: Option<String>,
    /// The mail that this one answers: a file, or its Message-ID
    #[arg(long, value_name = "MAIL")]
    reply_to_mail: Option<String>,
    /// Date it, such as 2026-11-29T20:15Z; without it the mail program does
    #[arg(long, value_name = "INSTANT")]
    now: Option<String>,
}

pub(super) fn run(args: &Args, _context: Context) -> Outcome {
    let mails = args.reply_to_mail.as_ref().filter(|mail| *mail == "-");
    files::one_standard_input(std::iter::once(&args.game).chain(&args.since).chain(mails))?;
    let envelope = Envelope {
        from: args.from.as_deref().map(sender).transpose()?,
        answers: args.reply_to_mail.as_deref().map(answered).transpose()?,
        date: args.now.as_deref().map(|now| entropy::now(Some(now))).transpose()?,
        ..Envelope::default()
    };
    let earlier = args.since.as_deref().map(report::history_of).transpose()?;
    let mut untold = Untold::since(earlier.as_ref().map(Vec::len));
    let record = files::game_watched(&args.game, &mut |watched| untold.watch(watched))?;
    if let (Some(path), Some(lines)) = (&args.since, &earlier) {
        report::must_go_on_from(path, lines, &args.game, &record.chronicle.lines)?;
    }
    match &args.all {
        None => {
            let seat = open::seat_or_own(&record.chronicle, args.seat.as_deref())?;
            let mail = compose(&record, seat, &untold, envelope)?;
            warn(&mail, record.chronicle.name(seat));
            files::print(&mail.to_eml())
        }
        Some(folder) => write_all(folder, &record, &untold, &envelope),
    }
}

/// The mail to a seat.
///
/// Errors: the file at hand does not hold what the seat may know.
pub(super) fn compose(
    record: &Record,
    seat: Seat,
    untold: &Untold,
    envelope: Envelope,
) -> Result<Outgoing, Failure> {
    let chronicle = &record.chronicle;
    open::may_know(chronicle, seat)?;
    // Whoever has a seat's key writes for it, and a plain reply will do.
    let key = Keyring::of_seat(None, chronicle, chronicle.name(seat)).ok().flatten();
    let envelope = Envelope { is_signed_for: key.is_some(), ..envelope };
    Ok(compose::to_seat(record, seat, untold.of(record.chronicle.name(seat)), envelope))
}

/// Composes all mails before the first is written.
fn write_all(folder: &Path, record: &Record, untold: &Untold, envelope: &Envelope) -> Outcome {
    let chronicle = &record.chronicle;
    let players = chronicle.terms.seats.iter().filter(|seat| *seat != REFEREE);
    let players: Vec<Seat> = players.filter_map(|name| chronicle.seat(name)).collect();
    let mut progress = Progress::begin("Composing mails".to_owned(), "mail");
    let mut mails = Vec::new();
    for (number, seat) in players.iter().enumerate() {
        progress.reach(number, players.len());
        mails.push((*seat, compose(record, *seat, untold, envelope.clone())?));
    }
    drop(progress);
    for (seat, mail) in mails {
        let name = chronicle.name(seat);
        warn(&mail, name);
        let path = folder.join(format!("{}.{name}.eml", chronicle.file_stem()));
        files::write_aside(&path, mail.to_eml())?;
    }
    Ok(())
}

/// Says which addresses somebody has to fill in.
fn warn(mail: &Outgoing, seat: &str) {
    if mail.to.is_none() {
        files::print_error(&format!(
            "note: the contact of {seat} names no mail address: fill in To in the mail program\n"
        ));
    }
}

pub(super) fn sender(text: &str) -> Result<Address, Failure> {
    Address::read(text).ok_or_else(|| {
        let message = format!("{text:?} is no mail address");
        Failure::usage_hinted(
            "mail/address",
            message,
            "write it as ann@example.org or \"Ann <ann@example.org>\"",
        )
    })
}

/// The id of the mail that is answered.
fn answered(mail: &str) -> Result<String, Failure> {
    let given = thread::read_id(mail).filter(|_| mail != "-" && !files::exists(Path::new(mail)));
    if let Some(id) = given {
        return Ok(id);
    }
    let bytes = files::read(mail)?;
    thread::id_of(&String::from_utf8_lossy(&bytes)).ok_or_else(|| {
        let message = format!("{} has no Message-ID that can be answered", files::shown(mail));
        Failure::usage_hinted(
            "mail/no-id",
            message,
            "give the mail as it was saved, or leave --reply-to-mail out",
        )
    })
}
