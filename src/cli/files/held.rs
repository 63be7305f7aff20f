//! Which files may be written over.
//!
//! One rule for every command: a game file gives way only to one that holds all of it, the same history with perhaps
//! more behind it, and the same secrets. So a command may be run again, a game may be kept in one file, and nothing that
//! was played is lost. Letters, reports and pictures never take the place of a game file or a key.

use crate::cli::failure::Failure;
use crate::kernel::gamefile::GameFile;
use crate::kernel::history::openings::{Holder, Openings};
use crate::kernel::keys::Secret;
use crate::kernel::text::fitting;
use crate::kernel::turnfile;
use std::cmp::Ordering;
use std::path::Path;

/// What a game file lacks of another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lack {
    /// All of it: they are different games.
    Game,
    /// The entries from this one on, which the other has and it has not.
    Later(usize),
    /// The entries from this one on, in whose place it has others.
    Fork(usize),
    /// What somebody may know beyond the history.
    Secrets,
}

/// What a game file lacks of another; nothing if it holds all of it.
pub fn lack(file: &GameFile, other: &GameFile) -> Option<Lack> {
    let fork = file.history.iter().zip(&other.history).position(|(own, theirs)| own != theirs);
    match (fork, file.history.len().cmp(&other.history.len())) {
        (Some(0), _) => Some(Lack::Game),
        (Some(entry), _) => Some(Lack::Fork(entry)),
        (None, Ordering::Less) => Some(Lack::Later(file.history.len())),
        (None, _) if !knows_all(file, other) => Some(Lack::Secrets),
        (None, _) => None,
    }
}

/// Whether a game file holds all of another, by the look of the other's text: it ends with lines of history that the one
/// begins with. What cannot be told at once may still be so.
pub fn plainly_holds(file: &GameFile, other: &[u8]) -> bool {
    const HISTORY: &[u8] = b"\nhistory: |\n";
    let Some(at) = other.windows(HISTORY.len()).position(|text| text == HISTORY) else { return false };
    let (keys, history) = (&other[..at], &other[at + HISTORY.len()..]);
    let has_secrets =
        !keys.windows(14).any(|text| text == b"\nopenings: {}\n") && !keys.ends_with(b"\nopenings: {}");
    if has_secrets && holder(file) != Holder::Full {
        return false;
    }
    let name = format!("\ngame: {}\n", file.game);
    let is_named = keys.windows(name.len()).any(|text| text == name.as_bytes());
    let mut lines = history.strip_suffix(b"\n").unwrap_or(history).split(|b| *b == b'\n');
    let mut own = file.history.iter();
    let mut is_next = |line: &[u8]| own.next().is_some_and(|own| own.as_bytes() == line);
    let is_own = |line: &[u8]| line.strip_prefix(b"  ").is_some_and(&mut is_next);
    is_named && lines.all(is_own)
}

fn knows_all(file: &GameFile, other: &GameFile) -> bool {
    let (own, theirs) = (holder(file), holder(other));
    own == Holder::Full || theirs == Holder::Bare || own == theirs
}

/// Whose file it is; one whose openings cannot be read may hold anything.
fn holder(file: &GameFile) -> Holder {
    Openings::read(&file.openings).map_or(Holder::Full, |openings| openings.holder())
}

/// Refuses to write a game file over anything that it does not hold.
///
/// Errors: what is there already is lost by it.
pub fn may_take_place(file: &GameFile, path: &Path) -> Result<(), Failure> {
    let Some(bytes) = super::at(path)? else { return Ok(()) };
    let shown = path.display();
    let refused = |code: &str, why: String, hint: &str| {
        Err(Failure::usage_hinted(code, format!("{shown} is there already, {why}"), hint))
    };
    let Ok(old) = GameFile::read(&bytes) else {
        let hint = "name another file after -o, or move this one away first";
        return refused("file/no-game", "and is no game file".to_owned(), hint);
    };
    match lack(file, &old) {
        None => Ok(()),
        Some(Lack::Game) => {
            let also = if old.game == file.game { ", which has the same name" } else { "" };
            let why = format!("and holds another game, {}{also}", old.game);
            refused("file/other-game", why, "name another file after -o, or move this one away first")
        }
        Some(Lack::Later(entries)) => {
            let more = old.history.len() - entries;
            let why = format!("and has {more} {} more of this game", fitting(more, "entry", "entries"));
            let hint = format!("go on with {shown}, which is newer; or name another file after -o");
            refused("file/later", why, &hint)
        }
        Some(Lack::Fork(entry)) => {
            let why = format!("and goes on with this game in another way from entry {entry}");
            let hint = format!(
                "if {shown} has been sent to anybody it counts: go on with it; if not, move it away first, or name another \
                 file after -o"
            );
            refused("file/fork", why, &hint)
        }
        Some(Lack::Secrets) => {
            let why = "and holds secrets of this game that would be lost".to_owned();
            refused("file/secrets", why, "name another file after -o")
        }
    }
}

/// Refuses to write a report, a picture or a mail over a game file or a key.
///
/// Errors: there is one of that name.
pub fn may_be_lost(path: &Path) -> Result<(), Failure> {
    match super::at(path)? {
        Some(bytes) if is_to_be_kept(&bytes) => {
            let message = format!("{} is there already, and is a game file or a key", path.display());
            Err(Failure::usage_hinted("file/kept", message, "name another file"))
        }
        _ => Ok(()),
    }
}

/// A damaged game file may still be mended.
fn is_to_be_kept(bytes: &[u8]) -> bool {
    let is_other = |code| {
        matches!(code, "gamefile/none" | "gamefile/not-text" | "gamefile/not-utf8" | "gamefile/too-large")
    };
    let is_game = GameFile::read(bytes).map_or_else(|error| !is_other(error.code), |_| true);
    is_game || Secret::read(&String::from_utf8_lossy(bytes)).is_ok()
}

/// Refuses to write a seat's letter over anything but a turn file of that seat.
///
/// Errors: something else is there.
pub fn may_be_letter(path: &Path, game: &str, seat: &str) -> Result<(), Failure> {
    let Some(bytes) = super::at(path)? else { return Ok(()) };
    let text = String::from_utf8_lossy(&bytes);
    let named = text.lines().find_map(turnfile::named);
    let is_own = |(of, by): &(String, Option<String>)| of == game && by.as_deref() == Some(seat);
    if named.as_ref().is_some_and(is_own) {
        return Ok(());
    }
    let shown = path.display();
    let message = format!("{shown} is there already, and is no turn file of {seat} in {game}");
    Err(Failure::usage_hinted("file/no-letter", message, "name another file, or move this one away first"))
}
