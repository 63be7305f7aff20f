//! Which game a mail is about.

use super::desk::{Desk, Held};
use super::incoming::Incoming;
use super::{Clerk, STRANGER, Table, open, replies};
use crate::cli::failure::{Failure, Outcome};

impl Clerk {
    /// The games that a mail may be about. Of those that it names, its writer's; of several of these, unless it brings turn
    /// files for more than one, the one whose open step it names. If it names none, that whose mails it answers, else all
    /// that its writer plays in.
    ///
    /// Errors: files of a game that it names cannot be read, or do not go together.
    pub(super) fn games_of(&self, desk: &Desk, incoming: &Incoming) -> Result<Vec<Held>, Failure> {
        let games = desk.games()?;
        let named = incoming.games_among(games.keys());
        let is_own = |(_, file): &Held| incoming.is_of_a_player(&file.contacts);
        if named.is_empty() {
            // What is wrong with the others is no reason to keep a mail back that names none.
            let all = games.iter().filter_map(|(game, files)| Desk::newest(game, files).ok().flatten());
            let own: Vec<Held> = all.filter(is_own).collect();
            return Ok(best(own, |(_, file)| incoming.is_in_thread_of(&file.id())));
        }
        let held = named.iter().map(|game| Desk::newest(game, &games[*game]));
        let held: Vec<Held> = held.filter_map(Result::transpose).collect::<Result<_, Failure>>()?;
        let (own, others): (Vec<Held>, Vec<Held>) = held.into_iter().partition(is_own);
        if own.is_empty() {
            // Whose letter is signed may write from anywhere.
            let mut others = best(others, |(_, file)| incoming.fits(file));
            others.truncate(1);
            return Ok(others);
        }
        if own.iter().filter(|(_, file)| incoming.orders_in(&file.game)).count() > 1 {
            return Ok(own);
        }
        let fitting = best(own, |(_, file)| incoming.fits(file));
        Ok(best(fitting, |(_, file)| incoming.is_in_thread_of(&file.id())))
    }

    /// Asks somebody who plays several games for which one his mail is.
    pub(super) fn ask_which(&self, desk: &Desk, games: &[Held], incoming: &Incoming) -> Outcome {
        let tables = games.iter().map(|(path, file)| open(&path.display().to_string(), file));
        let tables = tables.collect::<Result<Vec<Table>, Failure>>()?;
        let mut with_senders = Vec::new();
        for table in &tables {
            with_senders.push((&table.record, self.sender(&table.record)?));
        }
        match replies::which_game(&with_senders, incoming) {
            Some((record, word)) => self.send(desk, &record.chronicle, incoming, word),
            None => {
                incoming.say(STRANGER);
                Ok(())
            }
        }
    }
}

/// Of several games the first that is the best, or all where none is.
fn best(mut games: Vec<Held>, is_best: impl Fn(&Held) -> bool) -> Vec<Held> {
    match games.iter().position(is_best) {
        Some(found) => vec![games.swap_remove(found)],
        None => games,
    }
}
