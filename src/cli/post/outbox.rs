//! The mails that tell of a step, from when they are written until the next step is played.
//!
//! Whether the program behind the filter has taken what was printed is seen by nobody here. But a mail system delivers a
//! mail again if its delivery has failed, and only then. So mails that were printed stay, with a list of those whose runs
//! have printed them: one of these that comes again gets them again, since its delivery has failed. Whoever else comes
//! gets what no run has printed yet.
//!
//! A run lists its mail before it prints: if it is ended in the middle the mail system knows, and delivers its mail again.
//! The mails of the next step tell everybody of this one as well, so with them these are dropped.

use super::desk::numbered;
use super::identity::Identity;
use crate::cli::failure::{Failure, Kind, Outcome};
use crate::cli::files::{self, folder};
use crate::kernel::time::Instant;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// How often the mails of a step are printed in an hour.
const MOST: usize = 20;
const HOUR: u64 = 3600;

/// The mails that tell of steps in a folder of games.
pub struct Outbox {
    folder: PathBuf,
}

impl Outbox {
    pub fn of(folder: &Path) -> Self {
        Self { folder: folder.to_owned() }
    }

    /// Stores the mails that go out with a game file, before that is written: without it they are dropped.
    ///
    /// Errors: they cannot be written.
    pub fn put(&self, name: &str, mails: &str) -> Outcome {
        self.drop_mails(name)?;
        files::write(&self.mails_of(name), mails)
    }

    /// Drops what was printed of earlier steps of a game, now that a game file is there which goes on.
    ///
    /// Errors: the folder cannot be changed.
    pub fn drop_before(&self, name: &str) -> Outcome {
        let game = |name: &str| numbered(name).map(|(game, _)| game.to_owned());
        for other in self.names()? {
            if other != name && game(&other) == game(name) && !self.prints(&other)?.0.is_empty() {
                self.drop_mails(&other)?;
            }
        }
        Ok(())
    }

    /// Prints what no run has printed yet; whether there was anything.
    ///
    /// Errors: it cannot be printed. The next run prints it then.
    pub fn print_waiting(&self, mail: &Identity, now: Instant) -> Result<bool, Failure> {
        let mut waiting = Vec::new();
        for name in self.names()? {
            if self.prints(&name)?.0.is_empty() {
                waiting.push(name);
            }
        }
        self.print(&waiting, mail, now).inspect_err(|_| {
            waiting.iter().for_each(|name| files::discard(&self.prints_of(name)));
        })
    }

    /// Prints once more what an earlier run for the same mail has printed; whether there was anything.
    ///
    /// Errors: it cannot be printed, or was so often that the mail has to wait.
    pub fn print_again(&self, mail: &Identity, now: Instant) -> Result<bool, Failure> {
        let mark = mail.mark();
        let mut again = Vec::new();
        for name in self.names()? {
            let prints = self.prints(&name)?;
            if prints.0.iter().any(|(_, by)| *by == mark) {
                prints.may_go_on(&name, now)?;
                again.push(name);
            }
        }
        self.print(&again, mail, now)
    }

    fn print(&self, names: &[String], mail: &Identity, now: Instant) -> Result<bool, Failure> {
        let mut mails = String::new();
        for name in names {
            mails.push_str(&files::read_kept(&self.mails_of(name))?.unwrap_or_default());
            let mut prints = self.prints(name)?;
            prints.0.push((now, mail.mark()));
            files::write(&self.prints_of(name), prints.write())?;
        }
        files::deliver(&mails)?;
        Ok(!mails.is_empty())
    }

    /// The game files that mails go out with. Where there is no such file its mails are dropped.
    fn names(&self) -> Result<Vec<String>, Failure> {
        let name = |file: &String| Some(file.strip_prefix('.')?.strip_suffix(".replies")?.to_owned());
        let names = folder::names(&self.folder)?.iter().filter_map(name).collect::<Vec<_>>();
        let (there, gone): (Vec<String>, Vec<String>) =
            names.into_iter().partition(|name| self.folder.join(name).is_file());
        gone.iter().try_for_each(|name| self.drop_mails(name))?;
        Ok(there)
    }

    /// The mails go before the list: without it they would be printed once more.
    fn drop_mails(&self, name: &str) -> Outcome {
        let files = [self.mails_of(name), self.prints_of(name)];
        files.iter().filter(|path| files::exists(path)).try_for_each(|path| folder::remove(path))
    }

    fn prints(&self, name: &str) -> Result<Prints, Failure> {
        Ok(Prints::read(&files::read_kept(&self.prints_of(name))?.unwrap_or_default()))
    }

    fn mails_of(&self, name: &str) -> PathBuf {
        self.folder.join(format!(".{name}.replies"))
    }

    fn prints_of(&self, name: &str) -> PathBuf {
        self.folder.join(format!(".{name}.printed"))
    }
}

/// When mails were printed, and in the runs for which mails.
#[derive(Debug, PartialEq, Eq)]
struct Prints(Vec<(Instant, String)>);

impl Prints {
    /// Reads what was written; what nobody here has written does not count.
    fn read(text: &str) -> Self {
        let print = |line: &str| {
            let (at, by) = line.split_once(' ')?;
            Some((at.parse().ok()?, by.to_owned()))
        };
        Self(text.lines().filter_map(print).collect())
    }

    /// The newest as a text.
    fn write(&self) -> String {
        let newest = self.0.iter().skip(self.0.len().saturating_sub(2 * MOST));
        newest.fold(String::new(), |mut text, (at, by)| {
            // Writing to a String cannot fail.
            let _ = writeln!(text, "{at} {by}");
            text
        })
    }

    /// Errors: they were printed as often as may be; the mail system keeps the mail, and tries later.
    fn may_go_on(&self, name: &str, now: Instant) -> Outcome {
        let is_recent = |at: &Instant| at.0.abs_diff(now.0) < HOUR;
        if self.0.iter().filter(|(at, _)| is_recent(at)).count() < MOST {
            return Ok(());
        }
        let message = format!("the mails that go with {name} were printed {MOST} times within an hour");
        let hint = "see to the program that they are handed to; the mail waits in the mail system, and they are printed later";
        Err(Failure::new(Kind::Later, "post/again", message, Some(hint)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_here_has_written_does_no_harm() {
        for text in ["", "x\n", "2026-11-30T12:00Z", "yesterday abc\n", "\u{0}"] {
            assert_eq!(Prints::read(text), Prints(Vec::new()), "{text:?}");
        }
    }

    #[test]
    fn only_so_often_in_an_hour() {
        let at = |minute: i64| Instant(minute * 60);
        let mut prints = Prints((0..MOST as i64).map(|minute| (at(minute), "a".to_owned())).collect());
        assert!(prints.may_go_on("game", at(30)).is_err());
        assert!(prints.may_go_on("game", at(60)).is_ok());
        prints.0.extend((0..99).map(|_| (at(99), "b".to_owned())));
        assert_eq!(Prints::read(&prints.write()).0.len(), 2 * MOST);
    }
}
