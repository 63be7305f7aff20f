//! `adjutant verify`: check every step of a file, and compare files.

use super::failure::{Failure, Kind, Outcome};
use super::{Context, files};
use crate::kernel::history::chronicle::Chronicle;
use crate::kernel::history::head::{self, Short};
use serde_json::{Value, json};

/// Check a file from its first line to its last; of several files say which is the earlier one, or where they fork
#[derive(clap::Args)]
pub(super) struct Args {
    /// The game files; one of them may be - for standard input
    #[arg(required = true)]
    games: Vec<String>,
    /// Also demand that this is the newest position, in its short form or in full
    #[arg(long, value_name = "HEAD")]
    head: Option<String>,
    /// Print a line for each entry
    #[arg(long)]
    entries: bool,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, context: Context) -> Outcome {
    let mut read: Vec<(String, Chronicle)> = Vec::new();
    let mut text = String::new();
    let mut results: Vec<Value> = Vec::new();
    for path in &args.games {
        let mut entries = Vec::new();
        let record = files::game_watched(path, &mut |w| {
            entries.push(format!("  entry {} {} step {}: OK\n", w.index, w.kind, w.step))
        })?;
        let chronicle = record.chronicle;
        text.push_str(&summary(files::shown(path), &chronicle));
        if args.entries {
            text.push_str("  entry 0 terms step 0: OK\n");
            text.push_str(&entries.concat());
        }
        results.push(json!({ "file": path, "game": chronicle.game(), "entries": chronicle.lines.len(), "head": chronicle.head }));
        read.push((path.clone(), chronicle));
    }
    let comparisons = compare_all(&read);
    for (line, _) in &comparisons {
        text.push_str(line);
    }
    if let Some(wanted) = &args.head {
        check_head(wanted, &read)?;
    }
    if args.json {
        let lines: Vec<&str> = comparisons.iter().map(|(line, _)| line.trim_end()).collect();
        files::print(&format!(
            "{:#}\n",
            json!({ "ok": comparisons.iter().all(|(_, agree)| *agree), "files": results, "comparisons": lines })
        ))?;
    } else {
        files::print(&context.charset.apply(&text))?;
    }
    match comparisons.iter().find(|(_, agree)| !agree) {
        Some((line, _)) => Err(Failure::new(Kind::Broken, line.trim_end(), None)),
        None => Ok(()),
    }
}

fn summary(path: &str, chronicle: &Chronicle) -> String {
    let steps = chronicle.need.step.saturating_sub(1);
    format!(
        "{path}: OK, {} of {}, {}, {}, head {}\n",
        chronicle.terms.name,
        chronicle.terms.rules,
        entries(chronicle.lines.len()),
        counted(steps as usize, "step", "steps"),
        head::short(&chronicle.head)
    )
}

fn entries(count: usize) -> String {
    counted(count, "entry", "entries")
}

fn counted(count: usize, one: &str, several: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { several })
}

/// Each file against the first: what is to be said, and whether the two agree.
fn compare_all(read: &[(String, Chronicle)]) -> Vec<(String, bool)> {
    let Some(((first_path, first), others)) = read.split_first() else { return Vec::new() };
    others
        .iter()
        .map(|(path, chronicle)| compare(files::shown(first_path), first, files::shown(path), chronicle))
        .collect()
}

fn compare(a_path: &str, a: &Chronicle, b_path: &str, b: &Chronicle) -> (String, bool) {
    if let Some(fork) = a.lines.iter().zip(&b.lines).position(|(x, y)| x != y) {
        let line = if fork == 0 {
            format!("{a_path} and {b_path} are different games\n")
        } else {
            let step = |c: &Chronicle| {
                serde_json::from_str::<Value>(&c.lines[fork]).map_or(json!(0), |v| v["step"].clone())
            };
            format!("{a_path} and {b_path} fork at entry {fork}: step {} against step {}\n", step(a), step(b))
        };
        return (line, false);
    }
    let line = match a.lines.len().cmp(&b.lines.len()) {
        std::cmp::Ordering::Equal => format!("{a_path} and {b_path} hold the same history\n"),
        std::cmp::Ordering::Less => {
            format!("{a_path} is {b_path} as it was {} earlier\n", entries(b.lines.len() - a.lines.len()))
        }
        std::cmp::Ordering::Greater => {
            format!("{b_path} is {a_path} as it was {} earlier\n", entries(a.lines.len() - b.lines.len()))
        }
    };
    (line, true)
}

fn check_head(wanted: &str, read: &[(String, Chronicle)]) -> Outcome {
    let full = wanted.len() == 64 && wanted.bytes().all(|b| b.is_ascii_hexdigit());
    let short: Option<Short> = if full {
        None
    } else {
        Some(head::read(wanted).map_err(|error| Failure::usage(format!("the head {wanted}: {error}")))?)
    };
    for (path, chronicle) in read {
        let fits = match short {
            Some(short) => short.matches(&chronicle.head),
            None => wanted.eq_ignore_ascii_case(&chronicle.head),
        };
        if !fits {
            let message = format!(
                "{} is at {}, not at {wanted} [file/other-head]",
                files::shown(path),
                head::short(&chronicle.head)
            );
            return Err(Failure::new(
                Kind::Broken,
                message,
                Some("the file is an earlier or another one; ask for the newest"),
            ));
        }
    }
    Ok(())
}
