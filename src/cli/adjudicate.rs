//! `adjutant adjudicate`: resolve the open step.

use super::failure::{Failure, Kind, Outcome};
use super::files::{self, Output};
use super::open::{must_be_open, unknown_seat};
use super::{Context, amend, entropy, letters};
use crate::kernel::account::{Account, Extent, report};
use crate::kernel::history::chronicle::Chronicle;
use crate::kernel::module::{Fault, Letter, Telling};
use crate::kernel::orders::diagnostic::draw;
use crate::kernel::record::Record;
use crate::kernel::seat::{Seat, Viewer};
use crate::kernel::time::Instant;
use crate::kernel::turnfile::TurnFile;
use std::path::{Path, PathBuf};

/// Play the open step: game file and turn files in, the next game file out
///
/// The report goes to standard error, or where --report says. On failure nothing is written.
///
/// Example: adjutant adjudicate game.yaml red.turn > next.yaml
#[derive(clap::Args)]
pub(super) struct Args {
    /// The game file, or - for standard input
    game: String,
    /// The turn files
    turns: Vec<String>,
    /// Write the report here instead of to standard error
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Claim the defaults of a seat that has sent nothing in time
    #[arg(long, value_name = "SEAT", requires = "now")]
    missing: Vec<String>,
    /// The instant at which they are claimed, such as 2026-11-29T20:15Z
    #[arg(long, value_name = "INSTANT")]
    now: Option<String>,
    #[command(flatten)]
    output: Output,
}

pub(super) fn run(args: &Args, context: Context) -> Outcome {
    files::one_standard_input(std::iter::once(&args.game).chain(&args.turns))?;
    let inputs = args.turns.iter().filter(|t| *t != "-").map(Path::new);
    files::all_different(inputs.chain(report_path(args)).chain(args.output.path()))?;
    let game = Some(Path::new(&args.game)).filter(|_| args.game != "-");
    files::all_different(game.into_iter().chain(report_path(args)))?;
    let mut record = files::game(&args.game)?;
    must_be_open(&record.chronicle)?;
    let turn_files = letters::read(&args.turns, &record.chronicle, context)?;
    let now = args.now.as_deref().map(|t| entropy::now(Some(t))).transpose()?;
    let letters = gather(&record.chronicle, &turn_files, &args.missing, now)?;
    let played = record
        .chronicle
        .step(&letters, now.filter(|_| !args.missing.is_empty()), Telling::Sentences(Viewer::Public))
        .map_err(|faults| faulty(&record.chronicle, &faults, context))?;
    if let Some(amendment) = record.amendment.take() {
        let what = amend::describe(&amendment);
        files::print_error(&format!("note: the proposal of {what} is dropped, since the game has gone on\n"));
    }
    let account = Account::of_played(&record.chronicle, &played);
    let doc =
        report(&record.chronicle, account.as_slice(), Viewer::Public, Extent { reasons: false, forms: true });
    deliver(args, &record, &doc.to_text(context.charset))
}

/// Writes the report first where it goes to a file, so that no game file is written without it.
fn deliver(args: &Args, record: &Record, report: &str) -> Outcome {
    if let Some(path) = report_path(args) {
        files::write(path, report)?;
    }
    args.output.write(record)?;
    if report_path(args).is_none() {
        files::print_error(report);
    }
    Ok(())
}

/// The file that the report goes to, if it goes to one.
fn report_path(args: &Args) -> Option<&Path> {
    args.report.as_deref().filter(|p| p.as_os_str() != "-")
}

/// The letters of a step, seats in the order of the terms.
///
/// Errors: orders are still missing, or defaults are claimed for a seat that has sent orders.
fn gather(
    chronicle: &Chronicle,
    turn_files: &[TurnFile],
    missing: &[String],
    now: Option<Instant>,
) -> Result<Vec<Letter>, Failure> {
    let mut letters: Vec<Letter> = turn_files.iter().map(TurnFile::letter).collect();
    for name in missing {
        let Some(seat) = chronicle.seat(name) else {
            return Err(unknown_seat(chronicle, name));
        };
        if !chronicle.table.awaiting().required().contains(&seat) {
            return Err(Failure::usage("seat/not-asked", format!("{name} is not asked for orders now")));
        }
        if letters.iter().any(|l| l.seat == seat) {
            let message = format!("{name} has sent a turn file, so its defaults cannot be claimed");
            return Err(Failure::usage("missing/has-sent", message));
        }
        letters.push(Letter { seat, lines: chronicle.table.defaults(seat), sent: now, missing: true });
    }
    letters.sort_by_key(|l| l.seat);
    let ends =
        turn_files.iter().any(|t| t.checked.lines.iter().any(|l| l == "concede" || l == "accept draw"));
    let answered = |seat: Seat| {
        missing.iter().any(|name| chronicle.seat(name) == Some(seat))
            || turn_files
                .iter()
                .any(|t| t.seat == seat && (t.checked.is_answer || !t.checked.unread.is_empty()))
    };
    let open: Vec<&str> = chronicle
        .table
        .awaiting()
        .required()
        .into_iter()
        .filter(|s| !answered(*s))
        .map(|s| chronicle.name(s))
        .collect();
    if open.is_empty() || ends {
        return Ok(letters);
    }
    Err(Failure::missing(
        "orders/missing",
        format!("orders are still missing from {}", open.join(" and ")),
        &format!(
            "adjutant sheet FILE --seat {} prints a blank turn file; pass on a line of its own does nothing",
            open[0]
        ),
    ))
}

/// Faults that only showed when the letters were put together.
fn faulty(chronicle: &Chronicle, faults: &[Fault], context: Context) -> Failure {
    let text = faults
        .iter()
        .map(|fault| {
            draw(
                &format!("turn file of {}", chronicle.name(fault.seat)),
                std::slice::from_ref(&fault.finding),
                context.style(),
            )
        })
        .collect();
    let too_early =
        faults.iter().all(|f| f.finding.code == "missing/too-early" || f.finding.code == "orders/missing");
    Failure { kind: if too_early { Kind::Missing } else { Kind::Orders }, text }
}
