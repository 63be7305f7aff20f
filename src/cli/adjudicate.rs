//! `adjutant adjudicate`: resolve the open step.

use super::failure::{Failure, Outcome};
use super::files::{self, Output};
use super::keyring::KeyArgs;
use super::open::{must_be_open, unknown_seat};
use super::playing::{Adding, Claims, Progress, play};
use super::{Context, amend, entropy, letters, secrets};
use crate::kernel::account::{Extent, report};
use crate::kernel::history::chronicle::Chronicle;
use crate::kernel::record::Record;
use crate::kernel::seat::Viewer;
use std::path::{Path, PathBuf};

/// Play the open step: game file and turn files in, the next game file out
///
/// The report goes to standard error, or where --report says. On failure nothing is written.
///
/// Example: adjutant adjudicate game.yaml red.turn > next.yaml
#[derive(clap::Args)]
pub(super) struct Args {
    /// The game file, or - for standard input
    pub(super) game: String,
    /// The turn files, each as a file, a mail, a mailbox or a Maildir folder
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
    senders: letters::Senders,
    #[command(flatten)]
    key: KeyArgs,
    #[command(flatten)]
    output: Output,
}

pub(super) fn run(args: &Args, context: Context) -> Outcome {
    files::one_standard_input(std::iter::once(&args.game).chain(&args.turns))?;
    let _kept = args.output.keep_folder()?;
    let turns = files::distinct(&args.turns);
    let inputs = turns.iter().filter(|t| *t != "-").map(Path::new);
    files::all_different(inputs.chain(report_path(args)).chain(args.output.path()))?;
    let game = Some(Path::new(&args.game)).filter(|_| args.game != "-");
    files::all_different(game.into_iter().chain(report_path(args)))?;
    let mut record = files::game(&args.game)?;
    must_be_open(&record.chronicle)?;
    claims_by_amendment(&record.chronicle, &args.missing)?;
    secrets::hold(&mut record.chronicle, &args.key)?;
    let proposal = amend::describe(&record);
    let turn_files = letters::read(&args.turns, &record, args.senders, context)?;
    let now = args.now.as_deref().map(|t| entropy::now(Some(t))).transpose()?;
    let now = now.filter(|_| !args.missing.is_empty());
    let claims = Claims { missing: &args.missing, now };
    let viewer = Some(Viewer::Referee).filter(|_| record.chronicle.table.keeps_secrets());
    let account = match play(&mut record, &turn_files, &claims, (&args.key, Adding::Casters), context)?.0 {
        Progress::Locked => {
            let told = if viewer.is_some() { secrets::awaited } else { awaited };
            files::print_error(&told(&record.chronicle, args.output.path()));
            None
        }
        Progress::Resolved(account) => Some(*account),
    };
    if let Some((what, _)) = proposal {
        files::print_error(&format!("note: the proposal of {what} is dropped, since the game has gone on\n"));
    }
    let extent = Extent { forms: true, ..Extent::default() };
    let accounts = account.as_slice();
    let doc = report(&record.chronicle, accounts, viewer.unwrap_or(Viewer::Public), extent);
    deliver(args, &record, &doc.to_text(context.charset))?;
    if viewer.is_some() && !accounts.is_empty() {
        files::print_error(&secrets::what_goes_out(&record.chronicle, args.output.path()));
    }
    Ok(())
}

/// Where links make the dice nobody can resolve a step in the place of a seat that is silent.
fn claims_by_amendment(chronicle: &Chronicle, missing: &[String]) -> Outcome {
    let Some(name) = missing.first().filter(|_| !chronicle.need.links.is_empty()) else { return Ok(()) };
    if chronicle.seat(name).is_none() {
        return Err(unknown_seat(chronicle, name));
    }
    let step = chronicle.need.step;
    let message = format!("step {step} is rolled for with {name}'s link, and defaults bring none");
    let other = chronicle.terms.seats.iter().find(|seat| *seat != name).map_or("SEAT", String::as_str);
    let hint = format!(
        "a seat whose time is up forfeits such a game: adjutant amend FILE --seat {other} --timeout {name} --now INSTANT \
         -o next.yaml, by {other} and every other seat"
    );
    Err(Failure::usage_hinted("missing/by-amend", message, &hint))
}

/// What a locked step waits for, and what goes to whom: nothing is resolved yet, which a report alone does not make plain.
fn awaited(chronicle: &Chronicle, path: Option<&Path>) -> String {
    let need = &chronicle.need;
    let file = path.map_or("FILE".to_owned(), |path| path.display().to_string());
    let this = path.map_or("this game file".to_owned(), |path| path.display().to_string());
    let of =
        |seat: &String| format!("{seat}'s {}", if need.orders.contains(seat) { "orders" } else { "opening" });
    let owing: Vec<&String> = need.orders.iter().chain(&need.opens).collect();
    let what: Vec<String> = owing.iter().map(|seat| of(seat)).collect();
    let mut steps: Vec<String> = Vec::new();
    for seat in need.orders.iter().filter(|seat| **seat != need.caster) {
        steps.push(format!("{seat} orders by adjutant lock {file} TURNFILE > locked.turn"));
    }
    let adds = |s: &&String| need.links.contains(s) || need.opens.contains(s);
    let adding = chronicle.terms.seats.iter().filter(adds).filter(|s| !need.orders.contains(s));
    let adding: Vec<&str> = adding.filter(|s| **s != need.caster).map(String::as_str).collect();
    match adding.as_slice() {
        [] => {}
        [only] => steps.push(format!("{only} answers it by adjutant lock {file} LOCKED > link.turn")),
        several => steps
            .push(format!("{} answer it by adjutant lock {file} LOCKED > link.turn", several.join(" and "))),
    }
    let these = if steps.len() > 1 { "these letters go" } else { "that letter goes" };
    steps.push(format!(
        "{these} to {}, who resolves the step by adjutant adjudicate {file} LETTERS -o next.yaml",
        need.caster
    ));
    let first = need.orders.first().unwrap_or(&need.caster);
    format!(
        "NOTHING IS RESOLVED YET: step {} is locked and waits for {}. Send {this} to {first}.\n  next: {}\n\n",
        need.step,
        what.join(" and "),
        steps.join("; ")
    )
}

/// Writes the report first where it goes to a file, so that no game file is written without it.
fn deliver(args: &Args, record: &Record, report: &str) -> Outcome {
    args.output.may_write(record)?;
    if let Some(path) = report_path(args) {
        files::write_aside(path, report)?;
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
