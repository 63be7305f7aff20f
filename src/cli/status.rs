//! `adjutant status`: who owes what.

use super::failure::Outcome;
use super::post::{self, Lying};
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
use std::path::Path;

/// Say who owes what, since when, in lines to quote in a mail
///
/// In a folder of games that adjutant post keeps, it says as well which letters lie there for the open step: whose, since
/// when, and whether they are final, but not what they say.
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
    let path = Some(Path::new(&args.game)).filter(|_| args.game != "-");
    let letters = path.map_or(Ok(Vec::new()), |path| post::beside(path, &record.chronicle))?;
    if args.json {
        return files::print_json(&as_json(&record, &letters), context.charset);
    }
    let file = if args.game == "-" { "FILE" } else { args.game.as_str() };
    let lines =
        lines(&record, now, file).into_iter().chain(letters.iter().map(|letter| lying(&record, letter)));
    let text: String = lines.map(|line| line + "\n").collect();
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
            let casting = account::casting(chronicle).into_iter().chain(links_owed(chronicle));
            asked.chain(casting.map(|line| format!("{place}: {line}"))).collect()
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

/// The links that come with nobody's orders, and by what they are added. Whoever resolves the step adds his own last: it
/// answers all that is there by then.
fn links_owed(chronicle: &Chronicle) -> Vec<String> {
    let need = &chronicle.need;
    let is_apart = |seat: &&String| **seat == need.caster || !need.orders.contains(*seat);
    let line = |seat: &String| {
        let how = if *seat == need.caster {
            "it comes last, once all letters are there: adjutant adjudicate FILE LETTERS -o next.yaml"
                .to_owned()
        } else if need.orders.is_empty() {
            format!("all orders stand locked: adjutant lock FILE --seat {seat} > link.turn")
        } else {
            format!("it answers the orders: adjutant lock FILE LETTERS --seat {seat} > link.turn")
        };
        format!("the link of {seat} is still owed; {how}")
    };
    need.links.iter().filter(is_apart).map(line).collect()
}

/// A letter that waits for the open step to be played.
fn lying(record: &Record, letter: &Lying) -> String {
    let Lying { seat, number, arrived, .. } = letter;
    let (name, step) = (&record.chronicle.terms.name, record.chronicle.need.step);
    let is_final = if letter.is_final { ", final" } else { "" };
    let is_replaced = if letter.is_replaced { ", replaced by the next" } else { "" };
    format!("{name} step {step}: letter {number} of {seat} lies here since {arrived}{is_final}{is_replaced}")
}

/// Since when something is owed, where turn files say when they were sent.
fn since(chronicle: &Chronicle, now: Instant, seat: Seat, file: &str) -> String {
    let Some(last) = chronicle.last_sent else { return String::new() };
    let waited = Span(u64::try_from(now.0 - last.0).unwrap_or(0));
    let deadline = chronicle.may_answer_until(seat).map_or(String::new(), |then| {
        let is_up = if now > then { "was up" } else { "is up after" };
        if chronicle.need.links.is_empty() {
            let claimed = if now > then { "since" } else { "after" };
            return format!(", defaults may be claimed {claimed} {then}");
        }
        let name = chronicle.name(seat);
        let other = chronicle.terms.seats.iter().find(|other| *other != name).map_or("SEAT", String::as_str);
        format!(
            ", its time {is_up} {then}, claimed by: adjutant amend {file} --seat {other} --timeout {name} --now INSTANT -o \
             next.yaml, and so by every other seat"
        )
    });
    let others = chronicle.limits_of(seat).into_iter().filter(|limit| !limit.is_claimable);
    let others: String = others.map(|limit| format!(", after {} {}", limit.until, limit.then)).collect();
    format!(", since {last} ({waited}){deadline}{others}")
}

fn as_json(record: &Record, letters: &[Lying]) -> serde_json::Value {
    let file = record.to_file();
    json!({
        "game": file.game, "step": file.step, "head": file.head, "awaiting": file.awaiting, "over": file.over,
        "since": record.chronicle.last_sent, "amendment": record.amendment,
        "proposal": super::amend::as_json(record), "agenda": file.position["agenda"],
        "locked": record.chronicle.locked.as_ref().map(|locked| &locked.orders),
        "links": record.chronicle.need.links, "caster": record.chronicle.need.caster, "letters": letters,
    })
}
