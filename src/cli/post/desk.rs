//! A folder of games: the newest file of each, the letters that wait for the open step, and replies that were written
//! and perhaps not delivered yet.
//!
//! Whatever happens to a run, the folder is as before it or as after it. Letters are stored before they are read. A
//! step's replies are stored before its game file, and the game file is what counts: without it they are dropped and
//! made again from the letters, with it they are printed by whoever comes next, at worst twice.

use crate::cli::failure::Failure;
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
        let mut unfinished = files.iter().filter(|file| file.starts_with(files::UNFINISHED));
        unfinished.try_for_each(|file| folder::remove(&self.folder.join(file)))
    }

    /// The newest file of each game: `NAME.0007.yaml`, or before step 1 any file of the game.
    ///
    /// Errors: the folder cannot be read.
    pub fn games(&self) -> Result<BTreeMap<String, PathBuf>, Failure> {
        let mut newest: BTreeMap<String, ((u64, bool), PathBuf)> = BTreeMap::new();
        let mut others: Vec<String> = Vec::new();
        for file in self.files()? {
            match numbered(&file) {
                Some((game, order)) => {
                    let path = self.folder.join(&file);
                    let entry = newest.entry(game.to_owned()).or_insert((order, path.clone()));
                    if order > entry.0 {
                        *entry = (order, path);
                    }
                }
                None if ends(&file, "yaml") && !file.starts_with('.') => others.push(file),
                None => {}
            }
        }
        let mut games: BTreeMap<String, PathBuf> =
            newest.into_iter().map(|(game, (_, path))| (game, path)).collect();
        games.extend(self.not_numbered(&others, &games)?);
        Ok(games)
    }

    /// Of games without a numbered file the one with the longest history, such as that of the seat that joined last.
    fn not_numbered(
        &self,
        names: &[String],
        known: &BTreeMap<String, PathBuf>,
    ) -> Result<BTreeMap<String, PathBuf>, Failure> {
        let mut longest: BTreeMap<String, (usize, PathBuf)> = BTreeMap::new();
        let is_known = |name: &&String| known.keys().any(|game| name.starts_with(&format!("{game}.")));
        for name in names.iter().filter(|name| !is_known(name)) {
            let path = self.folder.join(name);
            let Ok(file) = GameFile::read(&files::read(&path.display().to_string())?) else { continue };
            let length = file.history.len();
            if !known.contains_key(&file.game)
                && longest.get(&file.game).is_none_or(|(other, _)| length > *other)
            {
                longest.insert(file.game, (length, path));
            }
        }
        Ok(longest.into_iter().map(|(game, (_, path))| (game, path)).collect())
    }

    /// The letters that are stored for the open step; of each seat the newest last.
    ///
    /// Errors: the folder cannot be read.
    pub fn letters(&self, chronicle: &Chronicle) -> Result<Vec<Stored>, Failure> {
        let begin = begin_of_letters(chronicle);
        let of = |file: &String| {
            let (seat, number) = file.strip_prefix(&begin)?.strip_suffix(".eml")?.split_once('.')?;
            let number = number.parse().ok()?;
            Some(Stored { seat: seat.to_owned(), number, path: self.folder.join(file) })
        };
        let mut letters: Vec<Stored> = self.files()?.iter().filter_map(of).collect();
        letters.sort_by(|a, b| (&a.seat, a.number).cmp(&(&b.seat, b.number)));
        Ok(letters)
    }

    /// Stores a letter beside the seat's earlier ones, and says whether it is new: the same as the newest is stored once.
    ///
    /// Errors: it cannot be written.
    pub fn store(
        &self,
        chronicle: &Chronicle,
        seat: &str,
        mail: &[u8],
        arrived: Instant,
    ) -> Result<(Stored, bool), Failure> {
        let newest = self.letters(chronicle)?.into_iter().rfind(|letter| letter.seat == seat);
        if let Some(newest) = &newest
            && self.read(newest)?.0 == mail
        {
            return Ok((newest.clone(), false));
        }
        let number = newest.map_or(1, |letter| letter.number + 1);
        let name = format!("{}{seat}.{number}.eml", begin_of_letters(chronicle));
        let path = self.folder.join(name);
        files::write(&path, [stamp(arrived).as_bytes(), mail].concat())?;
        Ok((Stored { seat: seat.to_owned(), number, path }, true))
    }

    /// A letter as it came, and when.
    ///
    /// Errors: it cannot be read, or was not stored by this program.
    pub fn read(&self, letter: &Stored) -> Result<(Vec<u8>, Instant), Failure> {
        let shown = letter.path.display().to_string();
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
        for file in self.files()?.iter().filter(|f| f.starts_with(&begin) && ends(f, "eml")) {
            let path = self.folder.join(file);
            let size = folder::size(&path);
            let may_be = size > mail.len() as u64 && size < mail.len() as u64 + 100;
            if may_be && files::read(&path.display().to_string())?.ends_with(mail) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Stores a game file and the replies that go out with it.
    ///
    /// Errors: it cannot be written; the folder is as before then.
    pub fn go_on(&self, name: &str, game_file: &str, replies: &str) -> Result<(), Failure> {
        files::write(&self.replies_of(name), replies)?;
        files::write(&self.folder.join(name), game_file)
    }

    /// Replies that may not have been delivered: those to a game file that is there. Others are dropped.
    ///
    /// Errors: the folder cannot be read.
    pub fn undelivered(&self) -> Result<String, Failure> {
        let mut text = String::new();
        for name in self.with_replies()? {
            let path = self.replies_of(&name);
            if self.folder.join(&name).is_file() {
                text.push_str(&files::read_kept(&path)?.unwrap_or_default());
            } else {
                folder::remove(&path)?;
            }
        }
        Ok(text)
    }

    /// Forgets replies that have been printed.
    ///
    /// Errors: the folder cannot be changed.
    pub fn delivered(&self) -> Result<(), Failure> {
        self.with_replies()?.iter().try_for_each(|name| folder::remove(&self.replies_of(name)))
    }

    fn with_replies(&self) -> Result<Vec<String>, Failure> {
        let name = |file: &String| Some(file.strip_prefix('.')?.strip_suffix(".replies")?.to_owned());
        Ok(self.files()?.iter().filter_map(name).collect())
    }

    fn replies_of(&self, name: &str) -> PathBuf {
        self.folder.join(format!(".{name}.replies"))
    }

    fn files(&self) -> Result<Vec<String>, Failure> {
        folder::names(&self.folder)
    }
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
fn numbered(file: &str) -> Option<(&str, (u64, bool))> {
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
