//! `adjutant status`: who owes what.

use super::failure::Outcome;
use super::{Context, entropy, files};
use crate::kernel::account;
use crate::kernel::game::Need;
use crate::kernel::history::chronicle::Chronicle;
use crate::kernel::history::head;
use crate::kernel::module::Awaiting;
use crate::kernel::record::Record;
use crate::kernel::seat::Seat;
use crate::kernel::time::{Instant, Span};
use serde_json::json;

/// Say who owes what, since when, in lines to quote in a mail
#[derive(clap::Args)]
pub(super) struct Args {
    /// The game file, or - for standard input
    game: String,
    /// The instant to reckon from instead of the clock, such as 2026-11-29T20:15Z
    #[arg(long, value_name = "INSTANT")]
    now: Option<String>,
    /// Print it as JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, context: Context) -> Outcome {
    let record = files::game(&args.game)?;
    let now = entropy::now(args.now.as_deref())?;
    if args.json {
        return files::print_json(&as_json(&record), context.charset);
    }
    let file = if args.game == "-" { "FILE" } else { args.game.as_str() };
    let text: String = lines(&record, now, file).into_iter().map(|line| line + "\n").collect();
    files::print(&context.charset.apply(&text))
}

fn lines(record: &Record, now: Instant, file: &str) -> Vec<String> {
    let chronicle = &record.chronicle;
    let name = &chronicle.terms.name;
    let mut lines = match chronicle.table.awaiting() {
        Awaiting::Over { ending, .. } => vec![format!("{name}: {ending}")],
        Awaiting::Decisions(_) if !chronicle.has_begun() => {
            vec![format!("{name}: {}", account::yet_to_join(chronicle))]
        }
        Awaiting::Decisions(_) => {
            let place = format!("{name} step {} ({})", chronicle.need.step, head::short(&chronicle.head));
            let asked = chronicle.asked().into_iter().filter(|a| a.need == Need::Required);
            let asked =
                asked.map(|a| format!("{place}: {}{}", a.prompt, since(chronicle, now, a.seat, file)));
            asked.chain(account::casting(chronicle).map(|line| format!("{place}: {line}"))).collect()
        }
    };
    lines.extend(account::locked(chronicle).into_iter().map(|line| format!("{name}: {line}")));
    lines.extend(account::agenda(chronicle.table.as_ref()).into_iter().map(|line| format!("{name}: {line}")));
    lines.extend(chronicle.unknown().map(|what| format!("{name}: {what}")));
    if let Some((what, agreed)) = super::amend::describe(record) {
        lines.push(format!("{name}: {what} is proposed, agreed so far by {}", agreed.join(", ")));
    }
    lines
}

/// Since when something is owed, where turn files say when they were sent.
fn since(chronicle: &Chronicle, now: Instant, seat: Seat, file: &str) -> String {
    let Some(last) = chronicle.last_sent else { return String::new() };
    let waited = Span(u64::try_from(now.0 - last.0).unwrap_or(0));
    let deadline = chronicle.terms.deadline.map_or(String::new(), |deadline| {
        let then = Instant(last.0 + deadline.0 as i64);
        if chronicle.need.links.is_empty() {
            return format!(", defaults may be claimed after {then}");
        }
        let name = chronicle.name(seat);
        let other = chronicle.terms.seats.iter().find(|other| *other != name).map_or("SEAT", String::as_str);
        format!(
            ", its time is up after {then}, claimed by: adjutant amend {file} --seat {other} --timeout {name} --now INSTANT -o \
             next.yaml, and so by every other seat"
        )
    });
    format!(", since {last} ({waited}){deadline}")
}

fn as_json(record: &Record) -> serde_json::Value {
    let file = record.to_file();
    json!({
        "game": file.game, "step": file.step, "head": file.head, "awaiting": file.awaiting, "over": file.over,
        "since": record.chronicle.last_sent, "amendment": record.amendment,
        "proposal": super::amend::as_json(record), "agenda": file.position["agenda"],
        "locked": record.chronicle.locked.as_ref().map(|locked| &locked.orders),
        "links": record.chronicle.need.links, "caster": record.chronicle.need.caster,
    })
}
