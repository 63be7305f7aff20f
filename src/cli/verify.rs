//! `adjutant verify`: check every step of a file, and compare files.

mod letter;
mod words;

use super::failure::{Failure, Kind, Outcome};
use super::{Context, amend, files};
use crate::kernel::account::{self, Account};
use crate::kernel::dice::{self, by_hand};
use crate::kernel::history::chronicle::Chronicle;
use crate::kernel::history::entry::Resolved;
use crate::kernel::history::head::{self, Short};
use crate::kernel::history::openings::Holder;
use crate::kernel::record::Record;
use crate::kernel::seat::Viewer;
use serde::Deserialize;
use serde_json::{Value, json};

/// Check game files from their first line to their last, and compare them
///
/// Every step is played again. Of several files each is compared with the first: the same, earlier by so many
/// entries, or where the two fork.
#[derive(clap::Args)]
pub(super) struct Args {
    /// The game files; one of them may be - for standard input
    #[arg(required = true)]
    games: Vec<String>,
    /// Also demand that this is the newest position, in its short form or in full
    #[arg(long, value_name = "HEAD")]
    head: Option<String>,
    /// Also say whether a locked turn file, or its sealed form, is signed and stands in the history; may be given
    /// several times, and a file may hold several. One that a closed step left out is an error
    #[arg(long = "letter", value_name = "TURN", conflicts_with_all = ["json", "dice"])]
    letters: Vec<String>,
    /// Print the shell lines by which anyone rolls the dice of this step by hand
    #[arg(long, value_name = "STEP", conflicts_with_all = ["json", "entries"])]
    dice: Option<u64>,
    /// Print a line for each entry
    #[arg(long)]
    entries: bool,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, context: Context) -> Outcome {
    files::one_standard_input(args.games.iter().chain(&args.letters))?;
    if let Some(step) = args.dice {
        return print_dice(&args.games, step);
    }
    let mut verified = args.games.iter().map(|path| Verified::read(path)).collect::<Result<Vec<_>, _>>()?;
    let mut text: String = verified.iter().map(|file| file.told(args.entries)).collect();
    let mut errors = String::new();
    if let Some(first) = verified.first() {
        let (told, left_out) = letter::told(&args.letters, &first.path, &first.record)?;
        text.push_str(&told);
        errors.push_str(&left_out);
    }
    let results: Vec<Value> = verified.iter().map(Verified::to_json).collect();
    let read: Vec<(String, Chronicle)> =
        verified.drain(..).map(|file| (file.path, file.record.chronicle)).collect();
    let comparisons = compare_all(&read);
    for comparison in comparisons.iter().filter(|c| c.code.is_none()) {
        text.push_str(&comparison.says);
        text.push('\n');
    }
    if let Some(wanted) = &args.head {
        check_head(wanted, &read)?;
    }
    if args.json {
        let lines: Vec<&str> = comparisons.iter().map(|c| c.says.as_str()).collect();
        let value = json!({ "ok": comparisons.iter().all(|c| c.code.is_none()), "files": results, "comparisons": lines });
        files::print_json(&value, context.charset)?;
    } else {
        files::print(&context.charset.apply(&text))?;
    }
    errors.extend(comparisons.iter().filter_map(Comparison::error));
    if errors.is_empty() { Ok(()) } else { Err(Failure { kind: Kind::Broken, text: errors }) }
}

/// A file that verifies, and what is worth telling of its history.
struct Verified {
    path: String,
    record: Record,
    take_backs: usize,
    /// What else was voided, by steps, in sentences.
    voided: Vec<(u64, String)>,
    /// A line for each entry after the first.
    entries: String,
}

impl Verified {
    /// Errors: it cannot be read, or does not verify.
    fn read(path: &str) -> Result<Self, Failure> {
        let (mut take_backs, mut voided, mut entries) = (0, Vec::new(), String::new());
        let record = files::game_watched(path, &mut |w| {
            if w.kind == "voided" && w.entry["why"] == "take-back" {
                take_backs += 1;
            } else if w.kind == "voided" {
                let told = Account::of(w, Viewer::Public).map_or(Vec::new(), |account| account.told);
                let why = told.into_iter().find(|told| told.event == "voided");
                voided.extend(why.map(|told| (w.step, told.sentence)));
            }
            entries.push_str(&format!("  entry {} {} step {}: OK\n", w.index, w.kind, w.step));
        })?;
        Ok(Self { path: path.to_owned(), record, take_backs, voided, entries })
    }

    fn told(&self, with_entries: bool) -> String {
        let chronicle = &self.record.chronicle;
        let mut text = summary(files::shown(&self.path), chronicle);
        text.extend(extent(chronicle).map(|line| format!("  {line}\n")));
        if self.take_backs > 0 {
            let times = counted(self.take_backs, "take-back", "take-backs");
            text.push_str(&format!("  {times} by agreement of all seats\n"));
        }
        text.extend(self.voided.iter().map(|(step, sentence)| format!("  step {step}: {sentence}\n")));
        if let Some((what, _)) = amend::describe(&self.record) {
            let unsigned = if chronicle.identities.is_empty() { "; who agreed is not signed" } else { "" };
            text.push_str(&format!("  {what} is proposed{unsigned}\n"));
        }
        text.extend(account::offers(chronicle.table.as_ref()).iter().map(|offer| format!("  {offer}\n")));
        if with_entries {
            text.push_str("  entry 0 terms step 0: OK\n");
            text.push_str(&self.entries);
        }
        text
    }

    fn to_json(&self) -> Value {
        let chronicle = &self.record.chronicle;
        let offers = chronicle.table.position()["agenda"]["draw-offered-by"].clone();
        let voided: Vec<Value> =
            self.voided.iter().map(|(step, why)| json!({ "step": step, "why": why })).collect();
        json!({
            "file": self.path,
            "game": chronicle.game(),
            "entries": chronicle.lines.len(),
            "head": chronicle.head,
            "holder": holder(chronicle),
            "take-backs": self.take_backs,
            "voided": voided,
            "proposal": amend::as_json(&self.record),
            "draw-offered-by": if offers.is_null() { json!([]) } else { offers },
        })
    }
}

/// Prints how the dice of a step are rolled by hand.
///
/// Errors: the file does not verify, or has no such step with dice.
fn print_dice(paths: &[String], step: u64) -> Outcome {
    let [path] = paths else {
        return Err(Failure::usage("verify/one-file", "--dice is for one game file"));
    };
    let mut found: Option<Resolved> = None;
    let record = files::game_watched(path, &mut |w| {
        if w.step == step && w.entry["rolls"].as_array().is_some_and(|rolls| !rolls.is_empty()) {
            found = Resolved::deserialize(w.entry).ok();
        }
    })?;
    let chronicle = &record.chronicle;
    let Some(entry) = found else {
        let hint = super::open::open_step(chronicle);
        return Err(Failure::usage_hinted(
            "step/unknown",
            format!("nothing was rolled in a step {step}"),
            &hint,
        ));
    };
    let parts = match &chronicle.terms.seed {
        Some(seed) => dice::open_parts(seed),
        None => dice::link_parts(&chronicle.terms.seats, &entry.links),
    };
    files::print(&by_hand::lines(chronicle.game(), step, &parts, &entry.rolls))
}

/// What comes of comparing two files.
struct Comparison {
    /// One sentence.
    says: String,
    /// The stable code, if the two do not agree.
    code: Option<&'static str>,
    /// What to do about it.
    hint: Option<&'static str>,
}

impl Comparison {
    /// The two do not agree.
    fn error(&self) -> Option<String> {
        Some(Failure::new(Kind::Broken, self.code?, &self.says, self.hint).text)
    }
}

fn summary(path: &str, chronicle: &Chronicle) -> String {
    let steps = chronicle.need.step.saturating_sub(1);
    format!(
        "{path}: OK, {} of {}, {}, {}, head {}\n",
        chronicle.terms.name,
        chronicle.terms.rules,
        counted(chronicle.lines.len(), "entry", "entries"),
        counted(steps as usize, "step", "steps"),
        head::short(&chronicle.head)
    )
}

/// What was checked of a game that keeps secrets, and what cannot be until when.
fn extent(chronicle: &Chronicle) -> Option<String> {
    if !chronicle.table.keeps_secrets() {
        return None;
    }
    Some(match chronicle.holder() {
        Holder::Full if chronicle.openings.hidden.is_none() => "nothing is hidden yet".to_owned(),
        Holder::Bare if chronicle.is_published() => {
            "the history alone, of a game that is published: chain, signatures, \
             links and dice hold; for the rest ask for the published file, whose openings are missing here"
                .to_owned()
        }
        Holder::Full if chronicle.is_published() => {
            "published: every step was played again, hidden parts included".to_owned()
        }
        Holder::Full => "the referee's file: every step was played again, hidden parts included".to_owned(),
        Holder::Copy(seat) => format!(
            "{seat}'s copy: chain, signatures, links, dice, and what {seat} was told and has ordered hold; what others \
             have ordered and hold, and with it the rules, can be checked when the referee publishes"
        ),
        Holder::Bare => {
            "the history alone: chain, signatures, links and dice hold; the rules can be checked when the \
             referee publishes"
                .to_owned()
        }
    })
}

/// Whose file it is, for scripts.
fn holder(chronicle: &Chronicle) -> Value {
    match chronicle.holder() {
        _ if !chronicle.table.keeps_secrets() => json!("everybody"),
        Holder::Full if chronicle.is_published() || chronicle.openings.hidden.is_none() => json!("everybody"),
        Holder::Full => json!("referee"),
        Holder::Copy(seat) => json!(seat),
        Holder::Bare => json!("nobody"),
    }
}

fn counted(number: usize, one: &str, several: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { several })
}

/// Each file against the first.
fn compare_all(read: &[(String, Chronicle)]) -> Vec<Comparison> {
    let Some(((first_path, first), others)) = read.split_first() else { return Vec::new() };
    others
        .iter()
        .map(|(path, chronicle)| compare(files::shown(first_path), first, files::shown(path), chronicle))
        .collect()
}

fn compare(a_path: &str, a: &Chronicle, b_path: &str, b: &Chronicle) -> Comparison {
    match a.lines.iter().zip(&b.lines).position(|(x, y)| x != y) {
        Some(0) => Comparison {
            says: format!("{a_path} and {b_path} are different games"),
            code: Some("verify/other-game"),
            hint: Some("give files of one game: adjutant status FILE says which game a file holds"),
        },
        Some(fork) => Comparison {
            says: format!(
                "{a_path} and {b_path} fork at entry {fork}: {}",
                words::against(&a.lines[fork], &b.lines[fork])
            ),
            code: Some("verify/fork"),
            hint: Some(
                "somebody was sent a step that others were not: ask who resolved it which one counts, and go on with that file alone",
            ),
        },
        None => Comparison { says: which_is_earlier(a_path, a, b_path, b), code: None, hint: None },
    }
}

/// Of two files, one of which begins with all that the other holds.
fn which_is_earlier(a_path: &str, a: &Chronicle, b_path: &str, b: &Chronicle) -> String {
    let (earlier, later) = if a.lines.len() < b.lines.len() { (a_path, b_path) } else { (b_path, a_path) };
    match a.lines.len().abs_diff(b.lines.len()) {
        0 => format!("{a_path} and {b_path} hold the same history"),
        more => {
            format!(
                "{earlier} is an earlier state of {later}, which goes on by {}",
                counted(more, "entry", "entries")
            )
        }
    }
}

fn check_head(wanted: &str, read: &[(String, Chronicle)]) -> Outcome {
    let full = wanted.len() == 64 && wanted.bytes().all(|b| b.is_ascii_hexdigit());
    let short: Option<Short> = if full {
        None
    } else {
        Some(
            head::read(wanted)
                .map_err(|error| Failure::usage("head/mistyped", format!("the head {wanted}: {error}")))?,
        )
    };
    for (path, chronicle) in read {
        let fits = match short {
            Some(short) => short.matches(&chronicle.head),
            None => wanted.eq_ignore_ascii_case(&chronicle.head),
        };
        if !fits {
            let message =
                format!("{} is at {}, not at {wanted}", files::shown(path), head::short(&chronicle.head));
            return Err(Failure::new(
                Kind::Broken,
                "file/other-head",
                message,
                Some("the file is an earlier or another one; ask for the newest"),
            ));
        }
    }
    Ok(())
}
