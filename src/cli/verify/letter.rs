//! What became of letters: whoever holds some, or the sealed form of some, sees whether each was signed and is in the
//! history.

use crate::cli::failure::{Failure, Kind};
use crate::cli::files;
use crate::games;
use crate::kernel::history::canonical;
use crate::kernel::history::chronicle::{Chronicle, Refused};
use crate::kernel::history::head;
use crate::kernel::history::post::Post;
use crate::kernel::record::Record;
use crate::kernel::turnfile;
use serde_json::Value;

/// How the first line of a letter begins.
const HEAD_LINE: &str = "ORDERS ";

/// What is to be said of the letters in some inputs: of each that stands in the history, or may yet, a line; of each
/// other one an error.
///
/// Errors: an input cannot be read.
pub(super) fn told(paths: &[String], game: &str, record: &Record) -> Result<(String, String), Failure> {
    let (mut text, mut errors) = (String::new(), String::new());
    for path in paths {
        let input = String::from_utf8_lossy(&files::read(path)?).into_owned();
        for (place, letter) in letters(&input, files::shown(path)) {
            match came_to(letter, &place, game, record) {
                Ok(line) => text.push_str(&line),
                Err(failure) => errors.push_str(&failure.text),
            }
        }
    }
    Ok((text, errors))
}

/// The letters of an input, each from its first line to the next one's, with where it stands.
fn letters<'a>(input: &'a str, name: &str) -> Vec<(String, &'a str)> {
    let begins = |(at, _): &(usize, &str)| *at == 0 || input[..*at].ends_with('\n');
    let starts: Vec<usize> = input.match_indices(HEAD_LINE).filter(begins).map(|(at, _)| at).collect();
    if starts.len() < 2 {
        return vec![(name.to_owned(), input)];
    }
    let place = |start: usize| format!("{name}, line {}", input[..start].lines().count() + 1);
    let ends = starts.iter().skip(1).copied().chain([input.len()]);
    starts.iter().zip(ends).map(|(&start, end)| (place(start), &input[start..end])).collect()
}

/// What became of a letter.
///
/// Errors: it is for no position of the game, its seat did not sign it, or its step was closed without it.
fn came_to(letter: &str, place: &str, game: &str, record: &Record) -> Result<String, Failure> {
    let chronicle = &record.chronicle;
    let (then, post) = position_of(letter, record).ok_or_else(|| {
        let message = format!("{place} is no locked turn file for a position of {}", files::shown(game));
        let hint = "its first line names game, step, seat and head; it must be whole";
        Failure::new(Kind::Broken, "letter/none", message, Some(hint))
    })?;
    if let Err(Refused::Broken(departure)) = then.is_signed(&post) {
        let message = format!("{place}: {}", departure.message);
        return Err(Failure::new(Kind::Broken, departure.code, message, departure.hint.as_deref()));
    }
    let seat = then.name(post.seat);
    let what = format!("{seat}'s letter for step {} ({})", then.need.step, head::short(&then.head));
    let later = chronicle.lines.iter().enumerate().skip(then.lines.len());
    let parsed = later.map(|(index, line)| (index, serde_json::from_str::<Value>(line).unwrap_or_default()));
    let closing: Vec<(usize, Value)> =
        parsed.take_while(|(_, entry)| entry["step"].as_u64() == Some(then.need.step)).collect();
    let signature = |entry: &Value| entry["signatures"][seat].as_str().map(str::to_owned);
    if let Some((index, _)) = closing.iter().find(|(_, entry)| signature(entry) == post.signature) {
        return Ok(format!("{what} is signed, and stands in entry {index}\n"));
    }
    let Some((last, entry)) = closing.last() else {
        return Ok(format!("{what} is signed; its step is open\n"));
    };
    let another = closing.iter().find(|(_, entry)| signature(entry).is_some());
    let (why, hint) = match (another, entry["kind"].as_str()) {
        (Some((index, _)), _) => (
            format!("another letter of {seat} stands in entry {index}"),
            format!("{seat} has signed both: ask {seat} which one it sent, and whoever wrote the entry which one came"),
        ),
        (None, Some("resolved")) => (
            format!("entry {last} closed the step without a letter of {seat}"),
            "ask whoever wrote the entry for it: the letter proves that it was made; adjutant amend takes a step back"
                .to_owned(),
        ),
        (None, kind) => (
            format!("entry {last} ({}) closed the step", kind.unwrap_or_default()),
            "what was sent for such a step is to be sent again, for the step that is open".to_owned(),
        ),
    };
    let message = format!("{place}: {what} is signed, and does NOT stand in the history: {why}");
    Err(Failure::new(Kind::Broken, "letter/left-out", message, Some(&hint)))
}

/// The position that a letter was written for, and the letter.
fn position_of(letter: &str, record: &Record) -> Option<(Chronicle, Post)> {
    let chronicle = &record.chronicle;
    let named = letter.lines().find(|line| line.starts_with(HEAD_LINE))?.split_whitespace().last()?;
    let short = head::read(named).ok()?;
    let is_it = |line: &String| short.matches(&canonical::hash("entry", &[line]));
    let end = chronicle.lines.iter().position(is_it)? + 1;
    let (lines, openings) = (&chronicle.lines[..end], chronicle.openings.until(end));
    let components = record.components.as_ref();
    let then = Chronicle::read_opened(lines, openings, components, &games::find, &mut |_| {}).ok()?;
    let input = turnfile::read(letter.as_bytes(), &then);
    let post = input.turn_files.first()?.post();
    Some((then, post)).filter(|(_, post)| post.signature.is_some())
}
