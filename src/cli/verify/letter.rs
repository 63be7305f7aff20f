//! What became of a letter: whoever holds one, or the sealed form of one, sees whether it was signed and is in the history.

use crate::cli::failure::{Failure, Kind};
use crate::cli::files;
use crate::games;
use crate::kernel::history::canonical;
use crate::kernel::history::chronicle::{Chronicle, Refused};
use crate::kernel::history::head;
use crate::kernel::history::post::Post;
use crate::kernel::turnfile;
use serde_json::Value;

/// What is to be said of a letter and a game.
///
/// Errors: the letter is for no position of the game, or its seat did not sign it.
pub(super) fn told(
    path: &str,
    game: &str,
    chronicle: &Chronicle,
    components: Option<&Value>,
) -> Result<String, Failure> {
    let bytes = files::read(path)?;
    let (then, post) = position_of(&bytes, chronicle, components).ok_or_else(|| {
        let message =
            format!("{} is no locked turn file for a position of {}", files::shown(path), files::shown(game));
        let hint = "its first line names game, step, seat and head; it must be whole";
        Failure::new(Kind::Broken, "letter/none", message, Some(hint))
    })?;
    let seat = then.name(post.seat).to_owned();
    if let Err(Refused::Broken(departure)) = then.is_signed(&post) {
        let message = format!("{}: {}", files::shown(path), departure.message);
        return Err(Failure::new(Kind::Broken, departure.code, message, departure.hint.as_deref()));
    }
    let place = format!("{seat}'s letter for step {} ({})", then.need.step, head::short(&then.head));
    let later = chronicle.lines.iter().enumerate().skip(then.lines.len());
    let parsed = later.map(|(index, line)| (index, serde_json::from_str::<Value>(line).unwrap_or_default()));
    let closing: Vec<(usize, Value)> =
        parsed.take_while(|(_, entry)| entry["step"].as_u64() == Some(then.need.step)).collect();
    let taken = closing.iter().find(|(_, entry)| {
        entry["signatures"][&seat].as_str().is_some_and(|s| Some(s) == post.signature.as_deref())
    });
    Ok(match taken {
        Some((index, _)) => format!("{place} is signed, and stands in entry {index}\n"),
        None if closing.is_empty() => format!("{place} is signed; its step is open\n"),
        None => format!(
            "{place} is signed, and does NOT stand in the history: the step was closed without it, by another letter of \
             {seat} or none\n"
        ),
    })
}

/// The position that a letter was written for, and the letter.
fn position_of(bytes: &[u8], chronicle: &Chronicle, components: Option<&Value>) -> Option<(Chronicle, Post)> {
    let text = String::from_utf8_lossy(bytes);
    let named = text.lines().find(|line| line.starts_with("ORDERS "))?.split_whitespace().last()?.to_owned();
    let short = head::read(&named).ok()?;
    let is_it = |line: &String| short.matches(&canonical::hash("entry", &[line]));
    let end = chronicle.lines.iter().position(is_it)? + 1;
    let (lines, openings) = (&chronicle.lines[..end], chronicle.openings.until(end));
    let then = Chronicle::read_opened(lines, openings, components, &games::find, &mut |_| {}).ok()?;
    let input = turnfile::read(bytes, &then);
    let post = input.turn_files.first()?.post();
    Some((then, post)).filter(|(_, post)| post.signature.is_some())
}
