//! `adjutant post`: a filter between a mail system and a folder of games.

mod desk;
mod identity;
mod incoming;
mod replies;

use super::failure::{Failure, Kind, Outcome};
use super::keyring::{KeyArgs, Keyring};
use super::letters::{self, Senders, Taken};
use super::lock::refusal;
use super::open::must_be_open;
use super::playing::{Adding, Claims, Finals, ends, play};
use super::{Context, entropy, files, mail, secrets};
use crate::games;
use crate::kernel::gamefile::GameFile;
use crate::kernel::history::chronicle::Chronicle;
use crate::kernel::history::post::Part;
use crate::kernel::mail::outgoing::untold::Untold;
use crate::kernel::mail::outgoing::{Outgoing, mbox};
use crate::kernel::mail::{self as letterbox, Address};
use crate::kernel::orders::diagnostic::Diagnostic;
use crate::kernel::record::Record;
use crate::kernel::seat::Seat;
use crate::kernel::terms::REFEREE;
use crate::kernel::time::Instant;
use crate::kernel::turnfile::{self, Source, TurnFile};
use desk::{Desk, Held, Stored};
use identity::Identity;
use incoming::{Incoming, MAX_MAIL};
use replies::{Replies, Writer};
use std::path::{Path, PathBuf};

/// Answer a mail with a turn file: a filter for a mail system
///
/// Reads one mail on standard input, finds its game among the game files in DIR, and checks its turn file. When all
/// orders are in, the step is resolved, and the next game file stands beside the older ones. What is to be sent is printed as
/// an mbox: to the players, at their addresses in the game file, and to nobody else. Mails of strangers, bounces and
/// automatic answers are answered by nothing.
///
/// Links and signatures are made for the seats whose keys are in the key folder: their players send plain turn files, and
/// trust whoever runs the filter. Players who keep their keys themselves send locked ones.
///
/// Example, in .mailfilter: to "| adjutant post games --from nyen@example.org | reformail -s sendmail -t"
#[derive(clap::Args)]
pub(super) struct Args {
    /// The folder with the game files
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Who answers, such as "Referee <game@example.org>"; by default the referee, if the game file has an address of his
    #[arg(long, value_name = "ADDRESS")]
    from: Option<String>,
    /// When the mail arrived, by default now; counts where the terms count time
    #[arg(long, value_name = "INSTANT")]
    now: Option<String>,
}

pub(super) fn run(args: &Args, context: Context) -> Outcome {
    let from = args.from.as_deref().map(mail::sender).transpose()?;
    let arrived = entropy::now(args.now.as_deref())?;
    // Whatever stands in the way now is no fault of the mail's.
    let later = |failure| Failure { kind: Kind::Later, ..failure };
    let bytes = files::read_input(MAX_MAIL).map_err(later)?;
    let Some(incoming) = Incoming::read(bytes) else { return Ok(()) };
    let clerk = Clerk { from, arrived, context };
    clerk.receive(&args.folder, &incoming).map_err(later)
}

/// Who deals with a mail.
struct Clerk {
    from: Option<Address>,
    arrived: Instant,
    context: Context,
}

/// What comes of a mail.
enum Answer {
    /// Nothing.
    Nothing,
    /// A word to its writer.
    Word(Box<Outgoing>),
    /// The step is played.
    Played,
}

impl Clerk {
    fn receive(&self, folder: &Path, incoming: &Incoming) -> Outcome {
        let desk = Desk::open(folder)?;
        if deliver(&desk)? {
            files::print_error(
                "note: the mails of an earlier run, which may not have got out, are printed now\n",
            );
        }
        match self.games_of(&desk, incoming)?.as_slice() {
            [] => {
                incoming.say("names no game of this folder, and is not answered");
                Ok(())
            }
            [(path, file)] => self.deal_with(&desk, &path.display().to_string(), file, incoming),
            several => self.ask_which(several, incoming),
        }
    }

    /// The games that a mail may be about. Of those that it names, its writer's; of several of these, unless it brings turn
    /// files for more than one, the one whose open step it names. If it names none, that whose mails it answers, else all
    /// that its writer plays in.
    ///
    /// Errors: files of a game that it names cannot be read, or do not go together.
    fn games_of(&self, desk: &Desk, incoming: &Incoming) -> Result<Vec<Held>, Failure> {
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

    /// Deals with a mail that is about a game.
    fn deal_with(&self, desk: &Desk, shown: &str, file: &GameFile, incoming: &Incoming) -> Outcome {
        let mut table = open(shown, file)?;
        // A run that was ended in the middle may have left a step that can be played.
        if let Some((left, taken)) = self.left_over(desk, &table, incoming)? {
            match self.advance(desk, &mut table, &left, &taken) {
                Ok(true) => drop(deliver(desk)?),
                Err(failure) if failure.kind == Kind::Later => return Err(failure),
                // What cannot be played is looked at again when the next letter comes.
                Ok(false) | Err(_) => table = open(shown, file)?,
            }
        }
        match self.answer(desk, &mut table, incoming)? {
            Answer::Nothing => Ok(()),
            Answer::Word(word) => files::deliver(&mbox::write([word.as_ref()])),
            Answer::Played => deliver(desk).map(|_| ()),
        }
    }

    /// The newest letter that waits for the open step, unless it is the mail at hand: a run that was ended may have stored
    /// it without playing the step that it completes.
    fn left_over(
        &self,
        desk: &Desk,
        table: &Table,
        incoming: &Incoming,
    ) -> Result<Option<(Incoming, Taken)>, Failure> {
        let chronicle = &table.record.chronicle;
        let mut newest: Option<(Instant, Vec<u8>)> = None;
        for letter in desk.letters(chronicle)? {
            let (mail, arrived) = desk.read(&letter)?;
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

    /// From whom the answers are. Players reply to it, so it is nothing that somebody has written into a mail.
    ///
    /// Errors: nobody here has said so.
    fn sender(&self, record: &Record) -> Result<Address, Failure> {
        let referee = || record.contacts.get(REFEREE).and_then(|who| Address::read(who));
        self.from.clone().or_else(referee).ok_or_else(|| {
            let message = "the filter is not told from which address it answers";
            let hint = "give the address at which mails reach it: adjutant post FOLDER --from game@example.org; until then \
                        mails wait in the mail system";
            Failure::usage_hinted("post/no-from", message, hint)
        })
    }

    /// Asks somebody who plays several games for which one his mail is.
    fn ask_which(&self, games: &[Held], incoming: &Incoming) -> Outcome {
        let tables = games.iter().map(|(path, file)| open(&path.display().to_string(), file));
        let tables = tables.collect::<Result<Vec<Table>, Failure>>()?;
        let mut with_senders = Vec::new();
        for table in &tables {
            with_senders.push((&table.record, self.sender(&table.record)?));
        }
        match replies::which_game(&with_senders, incoming) {
            Some(word) => files::deliver(&mbox::write([&word])),
            None => {
                incoming.say(STRANGER);
                Ok(())
            }
        }
    }

    /// What is to be done with a mail that names this game.
    fn answer(&self, desk: &Desk, table: &mut Table, incoming: &Incoming) -> Result<Answer, Failure> {
        let chronicle = &table.record.chronicle;
        let mut sources = Senders::sources_of_mail(MAIL, &incoming.mail, &table.record);
        let Some(writer) = Writer::of(&table.record, incoming, &sources) else {
            incoming.say(STRANGER);
            return Ok(Answer::Nothing);
        };
        let from = self.sender(&table.record)?;
        let replies = Replies::new(&table.record, from.clone(), incoming);
        if desk.has(&chronicle.terms.name, &incoming.bytes)? && !self.is_waiting(desk, chronicle, incoming)? {
            incoming.say("was dealt with before, and gets no other answer");
            return Ok(Answer::Nothing);
        }
        writer.is_told_his_own_line(chronicle, &mut sources);
        let refuse = |failure: &Failure| Ok(Answer::Word(Box::new(replies.refusal(&writer, failure))));
        if let Some(fault) = &incoming.fault {
            return refuse(&too_much(fault));
        }
        if let Err(failure) = must_be_open(chronicle) {
            return refuse(&failure);
        }
        // What is wrong with a seat's orders is told to that seat alone: it may rest on what others must not know.
        if let Err(failure) = self.must_be_the_writers(chronicle, &sources) {
            return refuse(&failure);
        }
        if let Err(failure) = must_have_keys(chronicle) {
            if failure.kind == Kind::Later {
                return Err(failure);
            }
            // Whoever runs the filter is the one who can help.
            files::print_error(&failure.text);
            return refuse(&failure);
        }
        let taken = match letters::judge_mail(sources, chronicle, self.context) {
            Ok(taken) => taken,
            Err(failure) => return refuse(&failure),
        };
        if taken.turn_files.iter().all(orders_nothing) {
            return refuse(&no_order(&taken));
        }
        let known = self.known(desk, chronicle, incoming, &taken)?;
        if let Some(later) =
            known.iter().find_map(|(seat, later)| later.as_ref().filter(|_| *seat == writer.seat()))
        {
            let there = self.waiting(desk, chronicle)?;
            return Ok(Answer::Word(Box::new(replies.reminder(&writer, later, &there))));
        }
        if let Err(failure) = self.may_be_replaced(desk, chronicle, &taken.turn_files) {
            return refuse(&failure);
        }
        let mut stored: Vec<Stored> = Vec::new();
        let is_new = |turn_file: &&TurnFile| !known.iter().any(|(seat, _)| *seat == turn_file.seat);
        for turn_file in taken.turn_files.iter().filter(is_new) {
            let seat = chronicle.name(turn_file.seat);
            stored.push(desk.store(chronicle, seat, &incoming.bytes, self.arrived)?);
        }
        match self.advance(desk, table, incoming, &taken) {
            Ok(true) => Ok(Answer::Played),
            Ok(false) => {
                let replies = Replies::new(&table.record, from, incoming);
                let there = self.waiting(desk, &table.record.chronicle)?;
                Ok(Answer::Word(Box::new(replies.receipt(&writer, &taken, &there))))
            }
            Err(failure) if !matches!(failure.kind, Kind::Orders | Kind::Broken) => Err(failure),
            Err(failure) => {
                stored.iter().try_for_each(|letter| desk.discard(letter))?;
                let replies = Replies::new(&table.record, from, incoming);
                Ok(Answer::Word(Box::new(replies.refusal(&writer, &failure))))
            }
        }
    }

    /// Whether a mail is among the letters for the open step.
    fn is_waiting(&self, desk: &Desk, chronicle: &Chronicle, incoming: &Incoming) -> Result<bool, Failure> {
        let identity = Identity::of(&incoming.bytes);
        let letters = desk.letters(chronicle)?;
        let same = |letter: &Stored| Ok(Identity::of(&desk.read(letter)?.0) == identity);
        letters.iter().map(same).collect::<Result<Vec<bool>, Failure>>().map(|all| all.contains(&true))
    }

    /// The seats that have a mail among their letters for the open step already, and what came of a later one, if there
    /// is one. A mail that a mail system delivers once more, by whatever way, does not become the newest by that.
    fn known(
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
                let mail = desk.read(letter)?.0;
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

    /// Turn files are for the seat that the mail is from, and name the step that they are for.
    fn must_be_the_writers(&self, chronicle: &Chronicle, sources: &[Source]) -> Outcome {
        for source in sources {
            let is_foreign = |f: &&Diagnostic| matches!(f.code, "mail/sender" | "mail/no-contact");
            let foreign: Vec<Diagnostic> = source.input.findings.iter().filter(is_foreign).cloned().collect();
            if !foreign.is_empty() {
                return Err(Failure::orders(&source.name, &foreign, self.context.style()));
            }
            for turn_file in &source.input.turn_files {
                self.must_be_its_seats(chronicle, turn_file)?;
                if source.input.findings.iter().any(|f| f.code == "head/left-out") {
                    return Err(no_head(chronicle, turn_file.seat));
                }
            }
        }
        Ok(())
    }

    /// A sender's address can be forged: where a seat keeps its key itself, its letters are signed.
    fn must_be_its_seats(&self, chronicle: &Chronicle, turn_file: &TurnFile) -> Outcome {
        let name = chronicle.name(turn_file.seat);
        let has_key = chronicle.identities.contains_key(name);
        if !has_key || !turn_file.is_final() && Keyring::of_seat(None, chronicle, name)?.is_some() {
            return Ok(());
        }
        match turn_file.post().part {
            // What these are signed over is looked at when the step is played.
            Part::Link | Part::Opening { .. } => Ok(()),
            _ => chronicle
                .is_sound(&turn_file.post())
                .map_err(|refused| refusal(chronicle, refused, self.context)),
        }
    }

    /// What is final stands; other orders may be sent as long as the step is open.
    fn may_be_replaced(&self, desk: &Desk, chronicle: &Chronicle, turn_files: &[TurnFile]) -> Outcome {
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
    fn waiting(&self, desk: &Desk, chronicle: &Chronicle) -> Result<Vec<TurnFile>, Failure> {
        let mut waiting: Vec<TurnFile> = Vec::new();
        for letter in desk.letters(chronicle)?.iter().rev() {
            if waiting.iter().any(|later| chronicle.name(later.seat) == letter.seat) {
                continue;
            }
            let (mail, arrived) = desk.read(letter)?;
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

    /// Plays the open step if all that it needs is there, and stores what comes of it, the newest letter's answer with it.
    ///
    /// Errors: the letters at hand cannot be played.
    fn advance(
        &self,
        desk: &Desk,
        table: &mut Table,
        incoming: &Incoming,
        taken: &Taken,
    ) -> Result<bool, Failure> {
        let turn_files = self.waiting(desk, &table.record.chronicle)?;
        if !may_go_on(&table.record.chronicle, &turn_files)? {
            return Ok(false);
        }
        let later = |failure: Failure| Failure { kind: Kind::Later, ..failure };
        let from = self.sender(&table.record).map_err(later)?;
        let before = table.record.to_file();
        let late = match self.play(&mut table.record, turn_files) {
            Ok(late) => late,
            Err(failure) => {
                *table = open(&before.game, &before).map_err(later)?;
                return if failure.kind == Kind::Missing { Ok(false) } else { Err(failure) };
            }
        };
        let name = table.record.chronicle.file_name(None);
        let file = table.record.to_file();
        *table = open(&name, &file).map_err(later)?;
        let mails = replies::to_all(table, &from, incoming, taken, &late).map_err(later)?;
        desk.go_on(&name, &file, &mbox::write(&mails)).map_err(later)?;
        Ok(true)
    }

    /// Plays letters: where dice are rolled for the last mover's orders alone, after the others' are fixed. The seats
    /// whose letters come too late for that are returned.
    ///
    /// Errors: one of them is refused. Then the others' are not final by it; the record is of no more use.
    fn play(&self, record: &mut Record, mut turn_files: Vec<TurnFile>) -> Result<Vec<Seat>, Failure> {
        let key = KeyArgs::default();
        secrets::hold(&mut record.chronicle, &key)?;
        if turn_files.iter().any(ends) {
            turn_files.retain(ends);
        }
        let chronicle = &record.chronicle;
        let last = chronicle.locks_last().and_then(|name| chronicle.seat(name));
        let is_in_turn = !chronicle.need.links.is_empty() && chronicle.locked.is_none();
        let is_last = |turn_file: &TurnFile| is_in_turn && Some(turn_file.seat) == last;
        let mut late = Vec::new();
        let parts = if turn_files.iter().any(|t| is_last(t) && t.is_final()) {
            // It was written before the others' orders, which it can no longer take in; links come after it.
            let (taken, others): (Vec<TurnFile>, Vec<TurnFile>) =
                turn_files.into_iter().partition(TurnFile::is_final);
            late.extend(others.iter().map(|turn_file| turn_file.seat));
            vec![taken]
        } else {
            let (last, first): (Vec<TurnFile>, Vec<TurnFile>) = turn_files.into_iter().partition(is_last);
            vec![first, last]
        };
        let mut kept: Vec<Finals> = Vec::new();
        for letters in parts.into_iter().filter(|letters| !letters.is_empty()) {
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

/// How a mail is called in its answer.
const MAIL: &str = "your mail";

/// What is said of a mail that nobody is to answer.
const STRANGER: &str = "is from nobody who plays this game, and is not answered";

/// Whether a turn file that is not final has no order in it: what was typed stands beside it, and was not read.
fn orders_nothing(turn_file: &TurnFile) -> bool {
    !turn_file.is_final() && turn_file.checked.lines.is_empty() && turn_file.checked.unread.is_empty()
}

/// That a turn file has no order in it, below what is said of the lines around it.
fn no_order(taken: &Taken) -> Failure {
    let message = "the turn file in this mail has no order in it";
    let hint = "write your orders between its first line and its END; pass on a line of its own does nothing";
    let failure = Failure::new(Kind::Orders, "orders/none", message, Some(hint));
    Failure { text: taken.notes.clone() + &failure.text, ..failure }
}

/// A mail that nobody needs to be that large.
fn too_much(fault: &str) -> Failure {
    let hint = "send the turn file alone, as plain text, without pictures and without the mails before it";
    Failure::new(Kind::Orders, "mail/too-much", fault, Some(hint))
}

/// Reads a game, and what each seat has yet to be told of it.
fn open(shown: &str, file: &GameFile) -> Result<Table, Failure> {
    let mut untold = Untold::since(None);
    let record = Record::read(file, &games::find, &mut |watched| untold.watch(watched))
        .map_err(|departure| Failure::departure(shown, &departure))?;
    Ok(Table { record, untold })
}

/// Of several games the first that is the best, or all where none is.
fn best(mut games: Vec<Held>, is_best: impl Fn(&Held) -> bool) -> Vec<Held> {
    match games.iter().position(is_best) {
        Some(found) => vec![games.swap_remove(found)],
        None => games,
    }
}

/// A mail may be late, or come twice: without its step it would count for another.
fn no_head(chronicle: &Chronicle, seat: Seat) -> Failure {
    let message = "the first line does not say for which step the orders are";
    let hint =
        format!("write it as it stands in the mail that asked you: {}", turnfile::head_line(chronicle, seat));
    Failure::new(Kind::Orders, "post/no-head", message, Some(&hint))
}

/// The seats that add to a step what no turn file brings have their keys here: nobody else would be asked for it.
fn must_have_keys(chronicle: &Chronicle) -> Outcome {
    let need = &chronicle.need;
    let links = need.links.iter().filter(|name| !need.orders.contains(name)).map(String::as_str);
    let referee = chronicle.table.keeps_secrets().then_some(REFEREE);
    for name in links.chain(referee) {
        if Keyring::of_seat(None, chronicle, name)?.is_none() {
            let kind = if name == REFEREE { Kind::Later } else { Kind::Broken };
            let message = format!("the filter has no key of {name}, which step {} needs", need.step);
            let hint = "whoever runs the filter puts it into the key folder ($ADJUTANT_KEYS), or resolves the step by hand: \
                        adjutant adjudicate FILE LETTERS -o FOLDER";
            return Err(Failure::new(kind, "post/no-key", message, Some(hint)));
        }
    }
    Ok(())
}

/// Whether letters can be played: one of them ends the game, all that are asked for are there, or those who are still to order must have the others'
/// in their game file first, since nobody here signs for them.
fn may_go_on(chronicle: &Chronicle, turn_files: &[TurnFile]) -> Result<bool, Failure> {
    if turn_files.iter().any(ends) {
        return Ok(true);
    }
    let is_there = |seat: &&String| turn_files.iter().any(|t| chronicle.name(t.seat) == seat.as_str());
    for open in chronicle.need.orders.iter().filter(|seat| !is_there(seat)) {
        let signs_itself =
            chronicle.identities.contains_key(open) && Keyring::of_seat(None, chronicle, open)?.is_none();
        if !signs_itself {
            return Ok(false);
        }
    }
    Ok(!turn_files.is_empty())
}

/// A game that is being played, and what its seats have yet to be told.
struct Table {
    record: Record,
    untold: Untold,
}

/// Prints replies that are stored, and forgets them once they are out; whether there were any.
fn deliver(desk: &Desk) -> Result<bool, Failure> {
    let replies = desk.undelivered()?;
    files::deliver(&replies)?;
    desk.delivered()?;
    Ok(!replies.is_empty())
}
