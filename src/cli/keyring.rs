//! Key files, and beside each the list of what was answered with it.
//!
//! Nothing in a stateless tool remembers that a link has gone out; "my mail was damaged, here are my orders again"
//! would buy a second look. So whatever is final is written to the list, and synced, before it is printed: one
//! text for each game, step and part.

mod guard;
mod list;
mod place;

use super::entropy;
use super::failure::{Failure, Kind, Outcome};
use super::files;
use crate::kernel::history::chronicle::Chronicle;
use crate::kernel::keys::Secret;
use crate::kernel::keys::signature::Signing;
use crate::kernel::seat::Seat;
use guard::crossed;
pub use list::Part;
use list::{Answer, PIN, WITHDRAWN, has_link, line_of, list_of, read_list};
use place::{in_folder, later_in_folder};
pub use place::{lost, place_for};
use std::path::{Path, PathBuf};

/// A key and the list of what was answered with it.
pub struct Keyring {
    /// The key's secret.
    pub secret: Secret,
    path: PathBuf,
    answers: Vec<Answer>,
    /// How many of the last answers are not written down yet.
    unwritten: usize,
    /// How many of the last that are were written down at once.
    kept: usize,
    /// For which seat the key was made, if it is not written down yet.
    new_for: Option<String>,
}

impl Keyring {
    /// Reads a key file and its list.
    ///
    /// Errors: it cannot be read, or is no key file.
    pub fn read(path: &Path) -> Result<Self, Failure> {
        let shown = path.display().to_string();
        let text = files::read_kept(path)?.ok_or_else(|| {
            Failure::usage_hinted(
                "key/unreadable",
                format!("there is no key file {shown}"),
                &format!("adjutant keys new {shown} makes one"),
            )
        })?;
        let secret = Secret::read(&text).map_err(|error| {
            Failure::usage_hinted(
                "key/unreadable",
                format!("{shown}: {error}"),
                "adjutant keys new NEWKEY makes one",
            )
        })?;
        let answers = read_list(&list_of(path))?;
        Ok(Self { secret, path: path.to_owned(), answers, unwritten: 0, kept: 0, new_for: None })
    }

    /// Makes a key file; one that is there already is never overwritten.
    ///
    /// Errors: it is there already, or cannot be written.
    pub fn make(path: &Path) -> Result<Self, Failure> {
        if files::exists(path) {
            let hint = "a key is never overwritten: choose another name, or move the old one away";
            let message = format!("{} is there already", path.display());
            return Err(Failure::usage_hinted("key/exists", message, hint));
        }
        let made = Self::fresh(path)?;
        files::write_secret(path, &made.secret.to_file())?;
        Ok(made)
    }

    fn fresh(path: &Path) -> Result<Self, Failure> {
        let secret = Secret::of_hex(&entropy::nonce(None)?).unwrap_or_else(|| unreachable!("a nonce is hex"));
        Ok(Self { secret, path: path.to_owned(), answers: Vec::new(), unwritten: 0, kept: 0, new_for: None })
    }

    /// The key of a seat that is about to join: the one given, or that of the key folder, or a new one, which is written
    /// down by [`Keyring::keep`]. A key that was made for another game of this name is left alone.
    ///
    /// Errors: it cannot be read, or so many are there already that no name is left.
    pub fn for_joining(given: Option<&Path>, chronicle: &Chronicle, seat: &str) -> Result<Self, Failure> {
        if let Some(path) = given {
            return Self::read(path);
        }
        let first = in_folder(&chronicle.terms.name, seat)?;
        for path in std::iter::once(first.clone()).chain(later_in_folder(&first)) {
            if !files::exists(&path) {
                return Ok(Self { new_for: Some(seat.to_owned()), ..Self::fresh(&path)? });
            }
            let keyring = Self::read(&path)?;
            if keyring.answers.is_empty() || keyring.is_for(chronicle, seat) {
                return Ok(keyring);
            }
        }
        let message = format!("{} and all names after it are those of other games' keys", first.display());
        Err(Failure::usage_hinted("key/exists", message, "move keys of games that are over away"))
    }

    /// Whether it was used for a seat in a game before.
    fn is_for(&self, chronicle: &Chronicle, seat: &str) -> bool {
        self.of_game(chronicle, seat).next().is_some()
    }

    /// Whether the key has just been made and is not written down yet.
    pub fn is_new(&self) -> bool {
        self.new_for.is_some()
    }

    /// Takes a key and its list away again that this command has made, since the command has come to nothing.
    pub fn unmake(&self) {
        for path in [&self.path, &list_of(&self.path)] {
            files::discard(path);
        }
        files::print_error("note: nothing was written, so that key is taken away again\n");
    }

    /// The key of a seat that has one in this game: the one given, or that of the key folder; none if the seat has no
    /// key, or none is at hand.
    ///
    /// Errors: it cannot be read, or is another seat's.
    pub fn of_seat(given: Option<&Path>, chronicle: &Chronicle, seat: &str) -> Result<Option<Self>, Failure> {
        let keyring = match given {
            Some(path) => Self::read(path)?,
            None => match Self::found(chronicle, seat)? {
                Some(keyring) => keyring,
                None => return Ok(None),
            },
        };
        match (chronicle.identities.contains_key(seat), chronicle.seat_of(&keyring.secret)) {
            (true, Some(own)) if chronicle.name(own) == seat => Ok(Some(keyring)),
            (true, _) if given.is_some() => {
                let message =
                    format!("{} is not the key that {seat} has joined with", keyring.path.display());
                Err(Failure::new(Kind::Broken, "key/other", message, None))
            }
            (true, _) => Ok(None),
            (false, _) => Ok(Some(keyring)),
        }
    }

    /// The key of a seat in the key folder: of all of this name the one that it has joined with, or, where it has joined
    /// with none, that has sealed for it.
    fn found(chronicle: &Chronicle, seat: &str) -> Result<Option<Self>, Failure> {
        let Ok(first) = in_folder(&chronicle.terms.name, seat) else { return Ok(None) };
        let has_joined = chronicle.identities.contains_key(seat);
        let fits = |keyring: &Self| {
            let own = chronicle.seat_of(&keyring.secret).is_some_and(|own| chronicle.name(own) == seat);
            if has_joined { own } else { keyring.is_for(chronicle, seat) }
        };
        let keyring = if files::exists(&first) { Some(Self::read(&first)?) } else { None };
        if keyring.as_ref().is_some_and(fits) {
            return Ok(keyring);
        }
        let others = later_in_folder(&first).into_iter().take_while(|path| files::exists(path));
        Ok(others.filter_map(|path| Self::read(&path).ok()).find(fits))
    }

    /// Keeps the beginning of a seat in a game.
    ///
    /// Errors: the list cannot be written.
    pub fn pin(&mut self, chronicle: &Chronicle, seat: &str) -> Outcome {
        let text = pinned(chronicle, seat);
        let known = self.of_game(chronicle, seat).any(|a| a.part == PIN && a.text == text);
        if known { Ok(()) } else { self.append(self.line(chronicle, seat, PIN, text)) }
    }

    /// The nonce with which a seat has joined a game before.
    pub fn pinned_nonce(&self, chronicle: &Chronicle, seat: &str) -> Option<String> {
        let pin = self.of_game(chronicle, seat).find(|a| a.part == PIN)?;
        pin.text.split_once(' ').map(|(_, nonce)| nonce.to_owned())
    }

    /// Takes a final text that is written down by [`Keyring::keep`], once nothing else can fail any more and before it is
    /// printed: what is in the list is final, so nothing gets there by a command that comes to nothing. The same text
    /// again is no fault.
    ///
    /// Errors: another one was final before.
    pub fn intend(
        &mut self,
        chronicle: &Chronicle,
        seat: &str,
        part: Part,
        text: &str,
        replace: bool,
    ) -> Outcome {
        self.has_no_consent_open(chronicle, seat, part)?;
        self.has_not_conceded(chronicle, seat, part)?;
        let step = chronicle.need.step;
        let before = self.of_game(chronicle, seat).filter(|a| a.step == step && a.part == part.name()).last();
        match before {
            Some(before) if before.text == text => return Ok(()),
            Some(before) if before.text == WITHDRAWN => {}
            Some(before) if has_link(&before.text) && before.prev != chronicle.head => {
                return Err(crossed(chronicle, seat));
            }
            Some(_) if !(replace && matches!(part, Part::Orders | Part::Consent)) => {
                let what = match part {
                    Part::Orders => "has locked other orders",
                    Part::Open => "has opened something else",
                    Part::Cast => "has answered other turn files",
                    Part::Consent => "has consented to something else",
                    Part::End => "has ended the game in another way",
                };
                let hint = match part {
                    Part::Consent => "if that was withdrawn and has not been used: --replace",
                    Part::Orders => {
                        "if what was locked has not been sent yet: lock --replace; if it has, the step is to be \
                         resolved from the game file that it was written for"
                    }
                    _ => {
                        "what has gone out stands: two answers to one step would be a second look at its dice"
                    }
                };
                let message = format!("{seat} {what} in step {step} before");
                return Err(Failure::new(Kind::Broken, "key/second-answer", message, Some(hint)));
            }
            _ => {}
        }
        self.answers.push(self.line(chronicle, seat, part.name(), text.to_owned()));
        self.unwritten += 1;
        Ok(())
    }

    /// Writes down what is intended, and before it a key that is new.
    ///
    /// Errors: it cannot be written.
    pub fn keep(&mut self) -> Outcome {
        if let Some(seat) = &self.new_for {
            files::write_secret(&self.path, &self.secret.to_file())?;
            let path = self.path.display();
            files::print_error(&format!("note: made a key for {seat}: {path}; keep it to yourself\n"));
            self.new_for = None;
        }
        let written = self.answers.len() - self.unwritten;
        let lines: String = self.answers[written..].iter().map(line_of).collect();
        if !lines.is_empty() {
            files::append(&list_of(&self.path), &lines)?;
        }
        self.kept = std::mem::take(&mut self.unwritten);
        Ok(())
    }

    /// Takes what was written down last out of the list again: the command has come to nothing after all, and none of it
    /// has gone out.
    ///
    /// Errors: the list cannot be written, or has gone on since.
    pub fn take_back(&mut self) -> Outcome {
        let lines: String =
            self.answers.split_off(self.answers.len() - self.kept).iter().map(line_of).collect();
        self.kept = 0;
        if lines.is_empty() { Ok(()) } else { files::take_off(&list_of(&self.path), &lines) }
    }

    /// Writes down that a consent at this head is withdrawn, if there is one.
    ///
    /// Errors: the list cannot be written.
    pub fn withdraw(&mut self, chronicle: &Chronicle, seat: &str) -> Result<bool, Failure> {
        let consents = self
            .of_game(chronicle, seat)
            .filter(|a| a.part == Part::Consent.name() && a.prev == chronicle.head);
        let stands = consents.last().is_some_and(|last| last.text != WITHDRAWN);
        if stands {
            self.append(self.line(chronicle, seat, Part::Consent.name(), WITHDRAWN.to_owned()))?;
        }
        Ok(stands)
    }

    /// The newest text of a part, as it was made final.
    pub fn answered(&self, chronicle: &Chronicle, seat: &str, step: u64, part: Part) -> Option<String> {
        let found = self.of_game(chronicle, seat).filter(|a| a.step == step && a.part == part.name()).last();
        found.map(|a| a.text.clone())
    }

    /// The highest step that a seat has locked or answered.
    pub fn highest(&self, chronicle: &Chronicle, seat: &str) -> u64 {
        self.of_game(chronicle, seat).map(|a| a.step).max().unwrap_or(0)
    }

    /// Takes the lines of another list over.
    ///
    /// Errors: the lists hold two different texts for one step and part.
    pub fn merge(&mut self, other: &Path) -> Result<usize, Failure> {
        let others = read_list(other)?;
        let own = Signing::new(&self.secret).public();
        if let Some(pin) = others.iter().find(|a| a.part == PIN && a.text.split(' ').next() != Some(&own)) {
            let (other, path) = (other.display(), self.path.display());
            let message = format!(
                "{other} is another key's list: {} has joined with that key, not with {path}",
                pin.seat
            );
            let hint = "merge the lists that stand beside copies of one key";
            return Err(Failure::new(Kind::Broken, "key/other", message, Some(hint)));
        }
        let new: Vec<Answer> = others.into_iter().filter(|a| !self.answers.contains(a)).collect();
        let key = |a: &Answer| (a.game.clone(), a.seat.clone(), a.step, a.part.clone());
        if let Some(clash) =
            new.iter().find(|a| a.part != PIN && self.answers.iter().any(|b| key(a) == key(b)))
        {
            let message =
                format!("the lists hold two different answers of {} in step {}", clash.seat, clash.step);
            let hint = "one of them has gone out: tell the others, and amend --re-key";
            return Err(Failure::new(Kind::Broken, "key/lists-clash", message, Some(hint)));
        }
        let count = new.len();
        new.into_iter().try_for_each(|answer| self.append(answer))?;
        Ok(count)
    }

    fn of_game<'a>(&'a self, chronicle: &'a Chronicle, seat: &'a str) -> impl Iterator<Item = &'a Answer> {
        self.answers.iter().filter(move |a| a.game == chronicle.game() && a.seat == seat)
    }

    fn line(&self, chronicle: &Chronicle, seat: &str, part: &str, text: String) -> Answer {
        Answer {
            game: chronicle.game().to_owned(),
            seat: seat.to_owned(),
            step: chronicle.need.step,
            part: part.to_owned(),
            prev: chronicle.head.clone(),
            text,
        }
    }

    fn append(&mut self, answer: Answer) -> Outcome {
        self.answers.push(answer);
        self.unwritten += 1;
        self.keep()
    }
}

/// What a seat began with in a game: its nonce and tip would be others in a game that was begun anew.
fn pinned(chronicle: &Chronicle, seat: &str) -> String {
    chronicle.identities.get(seat).map_or(String::new(), |i| format!("{} {}", i.public, i.nonce))
}

/// The key given, or that of the key folder, for a command that needs a seat's.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct KeyArgs {
    /// The seat's key file; by default the one that adjutant made in the key folder ($ADJUTANT_KEYS)
    #[arg(long, value_name = "FILE")]
    key: Option<PathBuf>,
}

impl KeyArgs {
    /// The key file, where one is named.
    pub fn path(&self) -> Option<&Path> {
        self.key.as_deref()
    }

    /// The key of a seat, guarded against files in which something has gone back.
    ///
    /// Errors: it cannot be read or is another seat's, or the file is an older one.
    pub fn of_seat(&self, chronicle: &Chronicle, seat: Seat) -> Result<Option<Keyring>, Failure> {
        let name = chronicle.name(seat);
        let keyring = Keyring::of_seat(self.path(), chronicle, name)?;
        if let Some(keyring) = &keyring {
            keyring.guard(chronicle, name)?;
        }
        Ok(keyring)
    }
}
