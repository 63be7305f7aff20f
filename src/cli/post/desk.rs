//! A folder of games: the files of each, the letters that wait for the open step, the answers that each seat has had
//! in it, and the mails that tell of the newest step ([`super::outbox`]).
//!
//! Whatever happens to a run, the folder is as before it or as after it. Letters are stored before they are read. A
//! step's mails are stored before its game file, and the game file is what counts: without it they are dropped and
//! made again from the letters.

use super::answered::Answered;
use super::identity::Identity;
use super::outbox::Outbox;
use crate::cli::failure::Failure;
use crate::cli::files::held::{self, Lack};
use crate::cli::files::{self, folder};
use crate::kernel::gamefile::GameFile;
use crate::kernel::history::chronicle::Chronicle;
use crate::kernel::time::Instant;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A folder of games that this run has for itself.
pub struct Desk {
    folder: PathBuf,
    _kept: folder::Kept,
}

/// A letter that was stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// Whose.
    pub seat: String,
    /// Which of this seat's letters for the step, from 1.
    pub number: u32,
    /// The file.
    pub path: PathBuf,
}

impl Stored {
    /// A letter as it came, and when.
    ///
    /// Errors: it cannot be read, or was not stored by this program.
    pub fn read(&self) -> Result<(Vec<u8>, Instant), Failure> {
        let shown = self.path.display().to_string();
        let mut stored = files::read(&shown)?;
        let end = stored.iter().position(|b| *b == b'\n').map_or(stored.len(), |end| end + 1);
        let mail = stored.split_off(end);
        let arrived =
            String::from_utf8(stored).ok().and_then(|line| line.strip_prefix(ARRIVED)?.trim().parse().ok());
        match arrived {
            Some(arrived) => Ok((mail, arrived)),
            None => {
                let hint = "take it out of the folder; its sender may send it again";
                Err(Failure::usage_hinted(
                    "post/letter",
                    format!("{shown} is no letter that was stored here"),
                    hint,
                ))
            }
        }
    }
}

/// The letters that are stored in a folder for the open step; of each seat the newest last.
///
/// Errors: the folder cannot be read.
pub fn letters_in(folder: &Path, chronicle: &Chronicle) -> Result<Vec<Stored>, Failure> {
    let begin = begin_of_letters(chronicle);
    let of = |file: &String| {
        let (seat, number) = file.strip_prefix(&begin)?.strip_suffix(".eml")?.split_once('.')?;
        let number = number.parse().ok()?;
        Some(Stored { seat: seat.to_owned(), number, path: folder.join(file) })
    };
    let mut letters: Vec<Stored> = folder::names(folder)?.iter().filter_map(of).collect();
    letters.sort_by(|a, b| (&a.seat, a.number).cmp(&(&b.seat, b.number)));
    Ok(letters)
}

impl Desk {
    /// Waits until no other run works in the folder.
    ///
    /// Errors: there is no such folder, or nothing can be changed in it.
    pub fn open(folder: &Path) -> Result<Self, Failure> {
        let desk = Self { _kept: folder::keep(folder)?, folder: folder.to_owned() };
        desk.clear()?;
        Ok(desk)
    }

    /// Takes out what a run that was ended has not written to its end.
    fn clear(&self) -> Result<(), Failure> {
        let files = self.files()?;
        // What is kept of a game has more parts to its name, whatever the game is called.
        let is_unfinished =
            |file: &&String| file.strip_prefix(files::UNFINISHED).is_some_and(|rest| !rest.contains('.'));
        let unfinished = files.iter().filter(is_unfinished);
        let unfinished = unfinished.map(|file| self.folder.join(file));
        let is_left = |path: &PathBuf| folder::is_file(path) && !folder::is_in_use(path);
        unfinished.filter(is_left).try_for_each(|path| folder::remove(&path))
    }

    /// The game files of each game, `NAME.0007.yaml` behind all others and in the order of their steps. What is no file is
    /// passed over, and so is what is no game file by its name and cannot be read.
    ///
    /// Errors: the folder cannot be read.
    pub fn games(&self) -> Result<BTreeMap<String, Vec<PathBuf>>, Failure> {
        let mut games: BTreeMap<String, Vec<(Option<(u64, bool)>, PathBuf)>> = BTreeMap::new();
        for file in self.files()?.iter().filter(|file| ends(file, "yaml") && !file.starts_with('.')) {
            let path = self.folder.join(file);
            let shown = path.display().to_string();
            if !folder::is_file(&path) {
                files::print_error(&format!("note: {shown} is no file, and is passed over\n"));
                continue;
            }
            let (game, order) = match (numbered(file), files::read(&shown)) {
                (Some((game, order)), _) => (game.to_owned(), Some(order)),
                (None, Ok(bytes)) => match GameFile::read(&bytes) {
                    Ok(other) => (other.game, None),
                    Err(_) => continue,
                },
                (None, Err(failure)) => {
                    files::print_error(&format!("{}note: {shown} is passed over\n", failure.text));
                    continue;
                }
            };
            games.entry(game).or_default().push((order, path));
        }
        let in_order = |mut files: Vec<_>| {
            files.sort();
            files.into_iter().map(|(_, path)| path).collect()
        };
        Ok(games.into_iter().map(|(game, files)| (game, in_order(files))).collect())
    }

    /// The newest of a game's files, which holds all that the others hold.
    ///
    /// Errors: one cannot be read, or two of them are different games, or go on with one in different ways. None of these
    /// is played on by chance.
    pub fn newest(game: &str, paths: &[PathBuf]) -> Result<Option<Held>, Failure> {
        let mut newest: Option<Held> = None;
        // From the newest to the oldest: what it plainly holds need not be read as a game file, of which there are many.
        for path in paths.iter().rev() {
            if let Some((_, known)) = &newest
                && held::plainly_holds(known, &files::read(&path.display().to_string())?)
            {
                continue;
            }
            let file = game_file(game, path)?;
            newest = Some(match newest {
                None => (path.clone(), file),
                Some(known) => fuller((path.clone(), file), known)?,
            });
        }
        Ok(newest)
    }

    /// The letters that are stored for the open step; of each seat the newest last.
    ///
    /// Errors: the folder cannot be read.
    pub fn letters(&self, chronicle: &Chronicle) -> Result<Vec<Stored>, Failure> {
        letters_in(&self.folder, chronicle)
    }

    /// Stores a letter beside the seat's earlier ones.
    ///
    /// Errors: it cannot be written.
    pub fn store(
        &self,
        chronicle: &Chronicle,
        seat: &str,
        mail: &[u8],
        arrived: Instant,
    ) -> Result<Stored, Failure> {
        let newest = self.letters(chronicle)?.into_iter().rfind(|letter| letter.seat == seat);
        let number = newest.map_or(1, |letter| letter.number + 1);
        let name = format!("{}{seat}.{number}.eml", begin_of_letters(chronicle));
        let path = self.folder.join(name);
        files::write(&path, [stamp(arrived).as_bytes(), mail].concat())?;
        Ok(Stored { seat: seat.to_owned(), number, path })
    }

    /// Takes a letter out that is not taken after all.
    ///
    /// Errors: it cannot be.
    pub fn discard(&self, letter: &Stored) -> Result<(), Failure> {
        folder::remove(&letter.path)
    }

    /// Whether a mail is among the letters of a game that were taken at any time.
    ///
    /// Errors: the folder cannot be read.
    pub fn has(&self, game: &str, mail: &[u8]) -> Result<bool, Failure> {
        let begin = format!("{game}.");
        let identity = Identity::of(mail);
        for file in self.files()?.iter().filter(|f| f.starts_with(&begin) && ends(f, "eml")) {
            let path = self.folder.join(file);
            // What mail systems add on the way makes no great difference.
            if folder::size(&path).abs_diff(mail.len() as u64) > 0xFFFF {
                continue;
            }
            let stored = files::read(&path.display().to_string())?;
            let line = stored.iter().position(|b| *b == b'\n').map_or(0, |end| end + 1);
            if Identity::of(&stored[line..]) == identity {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Stores a game file and the replies that go out with it.
    ///
    /// Errors: it cannot be written, or something stands there that it does not hold; the folder is as before then.
    pub fn go_on(&self, name: &str, game_file: &GameFile, replies: &str) -> Result<(), Failure> {
        let path = self.folder.join(name);
        held::may_take_place(game_file, &path)?;
        let outbox = self.outbox();
        outbox.put(name, replies)?;
        files::write(&path, game_file.write())?;
        outbox.drop_before(name)
    }

    /// The mails that tell of steps.
    pub fn outbox(&self) -> Outbox {
        Outbox::of(&self.folder)
    }

    /// The answers that a seat has had in the open step.
    ///
    /// Errors: they cannot be read.
    pub fn answered(&self, chronicle: &Chronicle, seat: &str) -> Result<Answered, Failure> {
        let text = files::read_kept(&self.answered_of(chronicle, seat))?.unwrap_or_default();
        Ok(Answered::read(&text, chronicle.need.step))
    }

    /// Stores these in the place of those before.
    ///
    /// Errors: they cannot be written.
    pub fn keep_answered(
        &self,
        chronicle: &Chronicle,
        seat: &str,
        answered: &Answered,
    ) -> Result<(), Failure> {
        files::write(&self.answered_of(chronicle, seat), answered.write())
    }

    fn answered_of(&self, chronicle: &Chronicle, seat: &str) -> PathBuf {
        self.folder.join(format!(".{}.{seat}.answered", chronicle.terms.name))
    }

    fn files(&self) -> Result<Vec<String>, Failure> {
        folder::names(&self.folder)
    }
}

/// A game file of the folder.
pub type Held = (PathBuf, GameFile);

/// Reads a game file that is kept as one of a game.
///
/// Errors: it cannot be read, or is another game's.
fn game_file(game: &str, path: &Path) -> Result<GameFile, Failure> {
    let shown = path.display().to_string();
    let file = GameFile::read(&files::read(&shown)?).map_err(|error| Failure::game_file(&shown, &error))?;
    if file.game == game {
        return Ok(file);
    }
    let message = format!("{shown} is named after {game}, and holds {}", file.game);
    Err(Failure::usage_hinted(
        "post/misnamed",
        message,
        "give it a name of its own game, or take it out of the folder",
    ))
}

/// Of two files of a game the one that holds all of the other; of two that hold the same the second.
///
/// Errors: neither does.
fn fuller(one: Held, other: Held) -> Result<Held, Failure> {
    let Some(lack) = held::lack(&other.1, &one.1) else { return Ok(other) };
    if held::lack(&one.1, &other.1).is_none() {
        return Ok(one);
    }
    let (game, a, b) = (&one.1.game, one.0.display(), other.0.display());
    let (message, hint) = match lack {
        Lack::Game => (
            format!("{a} and {b} are two games of the name {game}"),
            "move one of them into a folder of its own".to_owned(),
        ),
        Lack::Later(entry) | Lack::Fork(entry) => (
            format!("{a} and {b} go on with {game} in two ways from entry {entry}"),
            format!(
                "adjutant verify {a} {b} says how they differ; move the one that does not count out of the folder"
            ),
        ),
        Lack::Secrets => (
            format!("{a} and {b} each hold secrets of {game} that the other lacks"),
            "put the referee's game file there instead".to_owned(),
        ),
    };
    let hint = format!("{hint}; until then mails about {game} wait in the mail system");
    Err(Failure::usage_hinted("post/two-games", message, &hint))
}

/// Whether a file is of a kind; the names of files that are kept here are in small letters.
fn ends(file: &str, kind: &str) -> bool {
    Path::new(file).extension().is_some_and(|extension| extension == kind)
}

/// The line that is put before a letter, with the instant at which it came.
const ARRIVED: &str = "X-Adjutant-Arrived: ";

fn stamp(arrived: Instant) -> String {
    format!("{ARRIVED}{arrived}\n")
}

/// What the names of letters for the open step begin with.
fn begin_of_letters(chronicle: &Chronicle) -> String {
    format!("{}.{:04}.", chronicle.terms.name, chronicle.need.step)
}

/// The game of a file that is named after its step, and the order of files of one game.
pub fn numbered(file: &str) -> Option<(&str, (u64, bool))> {
    let stem = file.strip_suffix(".yaml")?;
    let (stem, is_locked) = stem.strip_suffix(".locked").map_or((stem, false), |stem| (stem, true));
    let (game, step) = stem.rsplit_once('.')?;
    let is_number = step.len() >= 4 && step.bytes().all(|b| b.is_ascii_digit());
    Some((game, (step.parse().ok().filter(|_| is_number)?, is_locked)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_ordered_by_their_steps() {
        assert_eq!(numbered("a.b.0007.yaml"), Some(("a.b", (7, false))));
        assert_eq!(numbered("game.10000.locked.yaml"), Some(("game", (10000, true))));
        for other in ["game.yaml", "game.007.yaml", "game.0007.red.yaml", "game.+007.yaml", "game.0007.eml"] {
            assert_eq!(numbered(other), None, "{other}");
        }
    }
}
