//! The letters that lie with the filter until their step is played.

use super::Clerk;
use super::desk::{Desk, Stored};
use super::identity::Identity;
use super::incoming::Incoming;
use crate::cli::failure::{Failure, Kind, Outcome};
use crate::cli::letters::{self, Taken};
use crate::kernel::history::chronicle::Chronicle;
use crate::kernel::mail as letterbox;
use crate::kernel::seat::Seat;
use crate::kernel::turnfile::{self, TurnFile};

impl Clerk {
    /// Whether a mail is among the letters for the open step.
    pub(super) fn is_waiting(
        &self,
        desk: &Desk,
        chronicle: &Chronicle,
        incoming: &Incoming,
    ) -> Result<bool, Failure> {
        let identity = Identity::of(&incoming.bytes);
        let letters = desk.letters(chronicle)?;
        let same = |letter: &Stored| Ok(Identity::of(&letter.read()?.0) == identity);
        letters.iter().map(same).collect::<Result<Vec<bool>, Failure>>().map(|all| all.contains(&true))
    }

    /// The seats that have a mail among their letters for the open step already, and what came of a later one, if there
    /// is one. A mail that a mail system delivers once more, by whatever way, does not become the newest by that.
    pub(super) fn known(
        &self,
        desk: &Desk,
        chronicle: &Chronicle,
        incoming: &Incoming,
        taken: &Taken,
    ) -> Result<Vec<(Seat, Option<Taken>)>, Failure> {
        let identity = Identity::of(&incoming.bytes);
        let letters = desk.letters(chronicle)?;
        let mut known = Vec::new();
        for turn_file in &taken.turn_files {
            let mut later: Option<Taken> = None;
            for letter in letters.iter().rev().filter(|letter| letter.seat == chronicle.name(turn_file.seat))
            {
                let mail = letter.read()?.0;
                let other = Identity::of(&mail);
                let says_the_same = |judged: &Taken| {
                    judged.turn_files.iter().any(|t| t.seat == turn_file.seat && t.post() == turn_file.post())
                };
                let judged = self.judged(&mail, chronicle);
                if other == identity
                    || other.has_id_of(&identity) && judged.as_ref().is_some_and(says_the_same)
                {
                    known.push((turn_file.seat, later));
                    break;
                }
                later = later.or(judged);
            }
        }
        Ok(known)
    }

    /// What a letter that is stored comes to; none where it cannot be played any more.
    fn judged(&self, mail: &[u8], chronicle: &Chronicle) -> Option<Taken> {
        let mail = letterbox::read_single(mail)?.ok()?;
        let sources = turnfile::of_mails("a letter", &[mail], chronicle);
        letters::judge_mail(sources, chronicle, self.context).ok()
    }

    /// What is final stands; other orders may be sent as long as the step is open.
    pub(super) fn may_be_replaced(
        &self,
        desk: &Desk,
        chronicle: &Chronicle,
        turn_files: &[TurnFile],
    ) -> Outcome {
        for earlier in self.waiting(desk, chronicle)? {
            let Some(new) = turn_files.iter().find(|t| t.seat == earlier.seat) else { continue };
            if earlier.is_final() && earlier.post() != new.post() {
                let name = chronicle.name(new.seat);
                let message =
                    format!("{name} has sent a final letter for step {} before", chronicle.need.step);
                let hint = "the first stands; this one is not taken";
                return Err(Failure::new(Kind::Broken, "letter/second", message, Some(hint)));
            }
        }
        Ok(())
    }

    /// The turn files that wait for the open step: of each seat the newest.
    pub(super) fn waiting(&self, desk: &Desk, chronicle: &Chronicle) -> Result<Vec<TurnFile>, Failure> {
        let mut waiting: Vec<TurnFile> = Vec::new();
        for letter in desk.letters(chronicle)?.iter().rev() {
            if waiting.iter().any(|later| chronicle.name(later.seat) == letter.seat) {
                continue;
            }
            let (mail, arrived) = letter.read()?;
            let Some(taken) = self.judged(&mail, chronicle) else { continue };
            let is_own = |t: &TurnFile| chronicle.name(t.seat) == letter.seat;
            let Some(mut turn_file) = taken.turn_files.into_iter().find(is_own) else { continue };
            // Whoever has signed nothing could say anything.
            if chronicle.needs_times() && !turn_file.is_final() {
                turn_file.headers.sent = Some(arrived);
            }
            waiting.push(turn_file);
        }
        waiting.reverse();
        Ok(waiting)
    }
}
