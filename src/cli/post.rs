//! `adjutant post`: a filter between a mail system and a folder of games.

mod admission;
mod answered;
mod choice;
mod desk;
mod identity;
mod incoming;
mod lying;
mod outbox;
mod replies;
mod step;
mod waiting;

use super::failure::{Failure, Kind, Outcome};
use super::letters::{Senders, Taken};
use super::{Context, entropy, files, mail};
use crate::games;
use crate::kernel::gamefile::GameFile;
use crate::kernel::history::chronicle::Chronicle;
use crate::kernel::mail::Address;
use crate::kernel::mail::outgoing::untold::Untold;
use crate::kernel::mail::outgoing::{Outgoing, mbox};
use crate::kernel::record::Record;
use crate::kernel::seat::Seat;
use crate::kernel::terms::REFEREE;
use crate::kernel::time::Instant;
use crate::kernel::turnfile::TurnFile;
use answered::Turn;
use desk::{Desk, Stored};
use identity::Identity;
use incoming::{Incoming, MAX_MAIL};
pub(super) use lying::{Lying, beside};
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
/// Example, in .mailfilter, where SHELL="/bin/bash": to "| set -o pipefail; adjutant post games --from nyen@example.org |
/// reformail -s sendmail -t"
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
    // Whatever stands in the way now is no fault of the mail's, a slip in the filter's own command line least of all.
    let later = |failure| Failure { kind: Kind::Later, ..failure };
    let from = args.from.as_deref().map(mail::sender).transpose().map_err(later)?;
    let arrived = entropy::now(args.now.as_deref()).map_err(later)?;
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
    /// A word to its writer, if it has not had enough of them.
    Word(Box<Word>),
    /// The step is played.
    Played,
}

/// A word to somebody who wrote.
struct Word {
    /// Whose seat it is.
    seat: Seat,
    /// What his mail comes to.
    content: String,
    /// What he is told.
    mail: Outgoing,
    /// Whether it is that nothing was taken.
    refuses: bool,
}

impl Clerk {
    fn receive(&self, folder: &Path, incoming: &Incoming) -> Outcome {
        let desk = Desk::open(folder)?;
        self.print_what_may_be_lost(&desk, incoming)?;
        match self.games_of(&desk, incoming)?.as_slice() {
            [] if desk.games()?.is_empty() => Err(no_game(folder)),
            [] => {
                incoming.say("names no game of this folder, and is not answered");
                Ok(())
            }
            [(path, file)] => self.deal_with(&desk, &path.display().to_string(), file, incoming),
            several => self.ask_which(&desk, several, incoming),
        }
    }

    /// Prints the mails of earlier runs that may not have got out.
    fn print_what_may_be_lost(&self, desk: &Desk, incoming: &Incoming) -> Outcome {
        let (outbox, identity) = (desk.outbox(), Identity::of(&incoming.bytes));
        if outbox.print_again(&identity, self.arrived)? {
            incoming.say(
                "came before, so its delivery has failed: the mails that its run printed are printed again",
            );
        }
        if outbox.print_waiting(&identity, self.arrived)? {
            files::print_error(
                "note: the mails of an earlier run, which may not have got out, are printed now\n",
            );
        }
        Ok(())
    }

    /// Prints the mails that tell of a step which this run has played.
    fn tell_all(&self, desk: &Desk, incoming: &Incoming) -> Outcome {
        desk.outbox().print_waiting(&Identity::of(&incoming.bytes), self.arrived).map(|_| ())
    }

    /// Deals with a mail that is about a game.
    fn deal_with(&self, desk: &Desk, shown: &str, file: &GameFile, incoming: &Incoming) -> Outcome {
        let mut table = open(shown, file)?;
        // A run that was ended in the middle may have left a step that can be played, or somebody has voided one.
        let left = self.left_over(desk, &table, incoming)?;
        let left = left.as_ref().map(|(mail, taken)| (mail, taken));
        let nothing = Taken::default();
        if let Some((mail, taken)) = left.or(lacks_no_orders(&table).then_some((incoming, &nothing))) {
            match self.advance(desk, &mut table, mail, taken) {
                Ok(true) => self.tell_all(desk, incoming)?,
                Err(failure) if failure.kind == Kind::Later => return Err(failure),
                // What cannot be played is looked at again when the next letter comes.
                Ok(false) | Err(_) => table = open(shown, file)?,
            }
        }
        match self.answer(desk, &mut table, incoming)? {
            Answer::Nothing => Ok(()),
            Answer::Word(word) => self.send(desk, &table.record.chronicle, incoming, *word),
            Answer::Played => self.tell_all(desk, incoming),
        }
    }

    /// Sends a word, unless its reader has had so many that a program may be at the other end.
    fn send(&self, desk: &Desk, chronicle: &Chronicle, incoming: &Incoming, word: Word) -> Outcome {
        let why_not = incoming.why_not_to_answer(word.mail.from.as_ref());
        if let Some(why) = why_not.filter(|_| word.refuses) {
            incoming.say(&format!("{why}; nothing of it was taken, and it is not answered"));
            return Ok(());
        }
        let name = chronicle.name(word.seat);
        let mut answered = desk.answered(chronicle, name)?;
        let turn = answered.count(&word.content, &Identity::of(&incoming.bytes));
        if turn == Turn::Withheld {
            incoming.say(ENOUGH);
            return Ok(());
        }
        desk.keep_answered(chronicle, name, &answered)?;
        let mail = if turn == Turn::Last { replies::last(word.mail) } else { word.mail };
        files::deliver(&mbox::write([&mail]))
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
        let (seat, content) = (writer.seat(), answered::content(&sources, chronicle));
        let answer = |mail, refuses| {
            let content = content.clone();
            Ok(Answer::Word(Box::new(Word { seat, content, mail, refuses })))
        };
        let (word, refusal) = (|mail| answer(mail, false), |mail| answer(mail, true));
        let taken = match self.admit(chronicle, incoming, sources) {
            Ok(taken) => taken,
            Err(failure) if failure.kind == Kind::Later => return Err(failure),
            Err(failure) => return refusal(replies.refusal(&writer, &failure)),
        };
        let known = self.known(desk, chronicle, incoming, &taken)?;
        let mut of_writer = known.iter().filter(|(seat, _)| *seat == writer.seat());
        if let Some(later) = of_writer.find_map(|(_, later)| later.as_ref()) {
            let there = self.waiting(desk, chronicle)?;
            return word(replies.reminder(&writer, later, &there));
        }
        if let Err(failure) = self.may_be_replaced(desk, chronicle, &taken.turn_files) {
            return refusal(replies.refusal(&writer, &failure));
        }
        let mut stored: Vec<Stored> = Vec::new();
        let is_new = |turn_file: &&TurnFile| !known.iter().any(|(seat, _)| *seat == turn_file.seat);
        for turn_file in taken.turn_files.iter().filter(is_new) {
            let seat = chronicle.name(turn_file.seat);
            stored.push(desk.store(chronicle, seat, &incoming.bytes, self.arrived)?);
        }
        let advanced = self.advance(desk, table, incoming, &taken);
        let replies = Replies::new(&table.record, from, incoming);
        match advanced {
            Ok(true) => Ok(Answer::Played),
            Ok(false) => {
                let there = self.waiting(desk, &table.record.chronicle)?;
                word(replies.receipt(&writer, &taken, &there))
            }
            Err(failure) if !matches!(failure.kind, Kind::Orders | Kind::Broken) => Err(failure),
            Err(failure) => {
                stored.iter().try_for_each(|letter| desk.discard(letter))?;
                refusal(replies.refusal(&writer, &failure))
            }
        }
    }
}

/// An empty folder is hardly the one that was meant, or not all of it is there yet: what comes is kept.
fn no_game(folder: &Path) -> Failure {
    let message = format!("there is no game file in {}", folder.display());
    let hint = "name the folder that holds the game files, or put one there; until then mails wait in the mail system";
    Failure::usage_hinted("post/no-game", message, hint)
}

/// How a mail is called in its answer.
const MAIL: &str = "your mail";

/// What is said of a mail that nobody is to answer.
const STRANGER: &str = "is from nobody who plays this game, and is not answered";

/// What is said of a mail after so many of the same kind that a program may have written it.
const ENOUGH: &str =
    "gets no answer, since its seat has had as many as a step allows; orders are taken all the same";

/// Reads a game, and what each seat has yet to be told of it.
fn open(shown: &str, file: &GameFile) -> Result<Table, Failure> {
    let mut untold = Untold::since(None);
    let record = Record::read(file, &games::find, &mut |watched| untold.watch(watched))
        .map_err(|departure| Failure::departure(shown, &departure))?;
    Ok(Table { record, untold })
}

/// A game that is being played, and what its seats have yet to be told.
struct Table {
    record: Record,
    untold: Untold,
}

/// Whether all orders of the open step are fixed, so that nobody is asked for any.
fn lacks_no_orders(table: &Table) -> bool {
    let chronicle = &table.record.chronicle;
    chronicle.has_begun() && chronicle.locked.is_some() && chronicle.need.orders.is_empty()
}
