//! `adjutant report`: what happened.

use super::failure::{Failure, Outcome};
use super::{Context, files, open};
use crate::games;
use crate::kernel::account::{Account, Extent, page, report};
use crate::kernel::gamefile::GameFile;
use crate::kernel::history::chronicle::{Chronicle, Watched};
use crate::kernel::history::openings::Holder;
use crate::kernel::luck;
use crate::kernel::record::Record;
use crate::kernel::report::Doc;
use crate::kernel::seat::{Seat, Viewer};
use crate::kernel::terms::REFEREE;
use clap::ValueEnum;
use serde_json::{Value, json};

/// Report what happened, by default in the newest step; on a page, in every step
#[derive(clap::Args)]
pub(super) struct Args {
    /// The game file, or - for standard input
    pub(super) game: String,
    /// Only this step
    #[arg(long, value_name = "N", conflicts_with = "since")]
    step: Option<u64>,
    /// Everything since this earlier game file
    #[arg(long, value_name = "FILE")]
    since: Option<String>,
    /// Every step, as a page has them unless --step or --since is given
    #[arg(long, conflicts_with_all = ["step", "since"])]
    all: bool,
    /// As this seat may know it, in a game that keeps secrets
    #[arg(long)]
    seat: Option<String>,
    /// With the rules and facts that decided each event
    #[arg(long)]
    why: bool,
    /// With what the dice of each seat came to, beside what was to be expected
    #[arg(long)]
    luck: bool,
    /// How to print it
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// Plain text of 72 columns
    Text,
    /// One page for a browser, with its steps to leaf through; it needs nothing else
    Html,
    /// JSON, from the same events
    Json,
}

pub(super) fn run(args: &Args, context: Context) -> Outcome {
    files::one_standard_input(std::iter::once(&args.game).chain(&args.since))?;
    let earlier = args.since.as_deref().map(history_of).transpose()?;
    let wanted = |index: usize, step: u64| {
        earlier.as_ref().is_none_or(|lines| index >= lines.len()) && args.step.is_none_or(|s| s == step)
    };
    let mut accounts: Vec<Account> = Vec::new();
    let is_whole = args.all || matches!(args.format, Format::Html);
    let only_newest = args.step.is_none() && earlier.is_none() && !is_whole;
    let record = files::game_watched(&args.game, &mut |watched| {
        if wanted(watched.index, watched.step) {
            if only_newest {
                accounts.clear();
            }
            accounts.extend(Account::of(watched, viewer_of(watched, args.seat.as_deref())));
        }
    })?;
    let viewer = open::viewer(&record.chronicle, args.seat.as_deref())?;
    if let (Some(path), Some(lines)) = (&args.since, &earlier) {
        must_go_on_from(path, lines, &args.game, &record.chronicle.lines)?;
    }
    if let Some(step) = args.step.filter(|_| accounts.is_empty()) {
        let hint = open::open_step(&record.chronicle);
        let message = format!("there is no step {step} in this game file");
        return Err(Failure::usage_hinted("step/unknown", message, &hint));
    }
    let extent = Extent { reasons: args.why, ..Extent::default() };
    let luck =
        if args.luck { luck::report(accounts.iter().flat_map(|account| &account.rolls)) } else { Doc::new() };
    let page = |luck| page(&record.chronicle, &accounts, viewer, extent, luck);
    let doc = |luck| {
        let mut doc = report(&record.chronicle, &accounts, viewer, extent);
        doc.extend(luck);
        doc
    };
    match args.format {
        Format::Text => files::print(&doc(luck).to_text(context.charset)),
        Format::Html => files::print(&page(luck).to_html(context.charset)),
        Format::Json => {
            files::print_json(&as_json(&record.chronicle, doc(luck).to_json(), &accounts), context.charset)
        }
    }
}

/// What the newest step of a game came to that has just been written.
///
/// Errors: a fault of this program, since what it has written does not verify.
pub(super) fn newest_step(record: &Record) -> Result<Vec<Account>, Failure> {
    let mut accounts = Vec::new();
    let mut watch = |watched: &Watched| {
        if watched.index + 1 == watched.lines.len() {
            accounts.extend(Account::of(watched, viewer_of(watched, None)));
        }
    };
    let read = Record::read(&record.to_file(), &games::find, &mut watch);
    read.map_err(|departure| Failure::departure("what was written", &departure))?;
    Ok(accounts)
}

/// Who looks while the file is being read; whether he may is asked when it is.
pub(super) fn viewer_of(watched: &Watched, name: Option<&str>) -> Viewer {
    let looks = |name: &str| match watched.seats.iter().position(|s| s == name) {
        Some(_) if name == REFEREE => Viewer::Referee,
        Some(place) => Viewer::Seat(Seat(place as u8)),
        None => Viewer::Public,
    };
    match (name, watched.holder) {
        _ if !watched.before.keeps_secrets() => Viewer::Public,
        (Some(name), _) => looks(name),
        (None, Holder::Copy(own)) => looks(own),
        (None, Holder::Full) => Viewer::Referee,
        (None, Holder::Bare) => Viewer::Public,
    }
}

/// The history of an earlier game file.
pub(super) fn history_of(path: &str) -> Result<Vec<String>, Failure> {
    let file = GameFile::read(&files::read(path)?)
        .map_err(|error| Failure::game_file(files::shown(path), &error))?;
    Ok(file.history)
}

/// What has happened since another file can be told only if that file is an earlier state of this one.
pub(super) fn must_go_on_from(
    earlier_path: &str,
    earlier: &[String],
    path: &str,
    lines: &[String],
) -> Outcome {
    if lines.starts_with(earlier) {
        return Ok(());
    }
    Err(Failure::usage_hinted(
        "report/not-earlier",
        format!("{} is no earlier state of {}", files::shown(earlier_path), files::shown(path)),
        "adjutant verify with both files says how they differ",
    ))
}

/// The same events for scripts, and the report as it is printed.
fn as_json(chronicle: &Chronicle, doc: Value, accounts: &[Account]) -> Value {
    let table = chronicle.table.as_ref();
    let steps: Vec<Value> = accounts
        .iter()
        .map(|a| {
            let events: Vec<Value> = a.events.iter().map(|event| table.named(event.clone())).collect();
            let mut step = json!({ "step": a.step, "kind": a.kind, "orders": a.orders, "sent": a.sent, "events": events, "rolls": a.rolls, "told": a.told });
            if let Some(by) = chronicle.taken_back_by(a.step) {
                step["taken-back-by"] = json!(by);
            }
            step
        })
        .collect();
    json!({ "steps": steps, "report": doc })
}
