//! Playing the open step once the letters that it needs are there.

use super::desk::Desk;
use super::identity::Identity;
use super::incoming::Incoming;
use super::{Clerk, MAIL, Table, open, replies};
use crate::cli::failure::{Failure, Kind};
use crate::cli::keyring::{KeyArgs, Keyring};
use crate::cli::letters::{self, Senders, Taken};
use crate::cli::playing::{Adding, Claims, Finals, ends, play};
use crate::cli::secrets;
use crate::kernel::account;
use crate::kernel::history::chronicle::Chronicle;
use crate::kernel::mail::outgoing::mbox;
use crate::kernel::orders::sheet::Common;
use crate::kernel::record::Record;
use crate::kernel::seat::Seat;
use crate::kernel::time::Instant;
use crate::kernel::turnfile::TurnFile;

impl Clerk {
    /// The newest letter that waits for the open step, unless it is the mail at hand: a run that was ended may have stored
    /// it without playing the step that it completes.
    pub(super) fn left_over(
        &self,
        desk: &Desk,
        table: &Table,
        incoming: &Incoming,
    ) -> Result<Option<(Incoming, Taken)>, Failure> {
        let chronicle = &table.record.chronicle;
        let mut newest: Option<(Instant, Vec<u8>)> = None;
        for letter in desk.letters(chronicle)? {
            let (mail, arrived) = letter.read()?;
            if newest.as_ref().is_none_or(|(earlier, _)| *earlier <= arrived) {
                newest = Some((arrived, mail));
            }
        }
        let is_other = |mail: &Vec<u8>| Identity::of(mail) != Identity::of(&incoming.bytes);
        let left = newest.map(|(_, mail)| mail).filter(is_other).and_then(Incoming::read);
        Ok(left.and_then(|left| {
            let sources = Senders::sources_of_mail(MAIL, &left.mail, &table.record);
            Some((left, letters::judge_mail(sources, chronicle, self.context).ok()?))
        }))
    }

    /// Plays the open step if all that it needs is there, and stores what comes of it, the newest letter's answer with it.
    ///
    /// Errors: the letters at hand cannot be played.
    pub(super) fn advance(
        &self,
        desk: &Desk,
        table: &mut Table,
        incoming: &Incoming,
        taken: &Taken,
    ) -> Result<bool, Failure> {
        let Counting { turn_files, mut left_out } =
            Counting::among(self.waiting(desk, &table.record.chronicle)?, &table.record.chronicle);
        if !may_go_on(&table.record.chronicle, &turn_files)? {
            return Ok(false);
        }
        let later = |failure: Failure| Failure { kind: Kind::Later, ..failure };
        let from = self.sender(&table.record).map_err(later)?;
        let before = table.record.to_file();
        match self.play(&mut table.record, turn_files) {
            Ok(late) => left_out.extend(late.into_iter().map(|seat| (seat, replies::TOO_LATE))),
            Err(failure) => {
                *table = open(&before.game, &before).map_err(later)?;
                return if failure.kind == Kind::Missing { Ok(false) } else { Err(failure) };
            }
        }
        let name = table.record.chronicle.file_name(None);
        let file = table.record.to_file();
        *table = open(&name, &file).map_err(later)?;
        let mails = replies::to_all(table, &from, incoming, taken, &left_out).map_err(later)?;
        desk.go_on(&name, &file, &mbox::write(&mails)).map_err(later)?;
        Ok(true)
    }

    /// Plays letters: where dice are rolled for the last mover's orders alone, after the others' are fixed. The seats
    /// whose letters come too late for that are returned.
    ///
    /// Errors: one of them is refused. Then the others' are not final by it; the record is of no more use.
    fn play(&self, record: &mut Record, turn_files: Vec<TurnFile>) -> Result<Vec<Seat>, Failure> {
        let key = KeyArgs::default();
        secrets::hold(&mut record.chronicle, &key)?;
        let chronicle = &record.chronicle;
        let last = chronicle.locks_last().and_then(|name| chronicle.seat(name));
        let is_in_turn = !chronicle.need.links.is_empty() && chronicle.locked.is_none();
        let is_last = |turn_file: &TurnFile| is_in_turn && Some(turn_file.seat) == last;
        let mut late = Vec::new();
        let parts = if turn_files.is_empty() || turn_files.iter().any(ends) {
            // All orders stand locked; or nothing is rolled, and an acceptance counts only beside all others.
            vec![turn_files]
        } else if turn_files.iter().any(|t| is_last(t) && t.is_final()) {
            // It was written before the others' orders, which it can no longer take in; links come after it.
            let (taken, others): (Vec<TurnFile>, Vec<TurnFile>) =
                turn_files.into_iter().partition(TurnFile::is_final);
            late.extend(others.iter().map(|turn_file| turn_file.seat));
            vec![taken]
        } else {
            let (last, first): (Vec<TurnFile>, Vec<TurnFile>) = turn_files.into_iter().partition(is_last);
            [first, last].into_iter().filter(|letters| !letters.is_empty()).collect()
        };
        let mut kept: Vec<Finals> = Vec::new();
        for letters in parts {
            let hands = (&key, Adding::Everybodys);
            match play(record, &letters, &Claims::default(), hands, self.context) {
                Ok((_, finals)) => kept.push(finals),
                Err(failure) => {
                    kept.iter_mut().rev().try_for_each(Finals::take_back)?;
                    return Err(failure);
                }
            }
        }
        Ok(late)
    }
}

/// The letters that are played now.
struct Counting {
    turn_files: Vec<TurnFile>,
    /// The seats whose letters are not, and what they are told.
    left_out: Vec<(Seat, &'static str)>,
}

impl Counting {
    /// Who gives up or agrees on a draw waits for nobody, and nothing else is played then. As long as a draw is not agreed,
    /// who accepts it holds nobody up.
    fn among(turn_files: Vec<TurnFile>, chronicle: &Chronicle) -> Self {
        let says = |turn_file: &TurnFile, what: &[Common]| {
            turn_file.checked.lines.iter().filter_map(|line| Common::of_line(line)).any(|c| what.contains(&c))
        };
        let agreeing = [Common::AcceptDraw, Common::OfferDraw];
        let agree: Vec<Seat> = turn_files.iter().filter(|t| says(t, &agreeing)).map(|t| t.seat).collect();
        let (counts, note): (&dyn Fn(&TurnFile) -> bool, _) =
            if turn_files.iter().any(|t| says(t, &[Common::Concede])) {
                (&|t| says(t, &[Common::Concede]), replies::GIVEN_UP)
            } else if account::yet_to_agree(chronicle, &agree).is_empty() {
                (&|t| says(t, &agreeing), replies::GIVEN_UP)
            } else {
                (&|t| !ends(t), replies::NOT_AGREED)
            };
        let (turn_files, others): (Vec<TurnFile>, Vec<TurnFile>) = turn_files.into_iter().partition(counts);
        Self { turn_files, left_out: others.iter().map(|turn_file| (turn_file.seat, note)).collect() }
    }
}

/// Whether letters can be played: one of them ends the game, all that are asked for are there, or those who are still to order must have the others'
/// in their game file first, since nobody here signs for them.
fn may_go_on(chronicle: &Chronicle, turn_files: &[TurnFile]) -> Result<bool, Failure> {
    if turn_files.iter().any(ends) {
        return Ok(true);
    }
    let has_locked = chronicle.locked.is_some() && chronicle.need.orders.is_empty();
    let is_there = |seat: &&String| turn_files.iter().any(|t| chronicle.name(t.seat) == seat.as_str());
    for open in chronicle.need.orders.iter().filter(|seat| !is_there(seat)) {
        let signs_itself =
            chronicle.identities.contains_key(open) && Keyring::of_seat(None, chronicle, open)?.is_none();
        if !signs_itself {
            return Ok(false);
        }
    }
    Ok(has_locked || !turn_files.is_empty())
}
