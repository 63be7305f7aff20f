//! What the filter answers: a receipt, a refusal, or what happened to everybody who plays.

use super::answered::NO_ORDERS;
use super::incoming::Incoming;
use super::{Table, Taken, Word};
use crate::cli::check::verdicts;
use crate::cli::failure::{Failure, Kind};
use crate::cli::files;
use crate::cli::mail::compose;
use crate::cli::playing::ends;
use crate::kernel::account;
use crate::kernel::history::chronicle::Chronicle;
use crate::kernel::history::head;
use crate::kernel::mail::Address;
use crate::kernel::mail::outgoing::compose::Envelope;
use crate::kernel::mail::outgoing::{Outgoing, thread};
use crate::kernel::module::Awaiting;
use crate::kernel::record::Record;
use crate::kernel::report::Doc;
use crate::kernel::seat::Seat;
use crate::kernel::terms::REFEREE;
use crate::kernel::text::{Charset, capital};
use crate::kernel::turnfile::{self, Source, TurnFile};

/// The answers to one mail.
pub struct Replies<'a> {
    record: &'a Record,
    from: Address,
    incoming: &'a Incoming,
}

/// A player who wrote, and where he is answered: at his address in the game file, whatever the mail says.
pub struct Writer {
    seat: Seat,
    address: Address,
}

impl Writer {
    /// Who wrote: the seat whose address the mail is from, or whose signature holds. Nobody else is answered.
    pub fn of(record: &Record, incoming: &Incoming, sources: &[Source]) -> Option<Self> {
        let chronicle = &record.chronicle;
        let ordered: Vec<Seat> = sources.iter().flat_map(|s| &s.input.turn_files).map(|t| t.seat).collect();
        let signed = sources
            .iter()
            .flat_map(|s| &s.input.turn_files)
            .find(|t| t.headers.signature.is_some() && chronicle.is_signed(&t.post()).is_ok());
        let from = incoming.mail.from.as_ref();
        let address =
            |seat: Seat| record.contacts.get(chronicle.name(seat)).and_then(|who| Address::read(who));
        let seats = (0..chronicle.terms.players().len()).map(|i| Seat(i as u8));
        let is_from =
            |seat: &Seat| address(*seat).is_some_and(|own| from.is_some_and(|from| from.is_same(&own)));
        let own: Vec<Seat> = seats.filter(is_from).collect();
        // Who plays several seats is answered as the one that he orders for.
        let seat = own.iter().find(|seat| ordered.contains(seat)).or(own.first()).copied();
        let seat = seat.or_else(|| signed.map(|turn_file| turn_file.seat))?;
        Some(Self { seat, address: address(seat)? })
    }

    /// Whose.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Where a first line is wrong or missing, the right one is the writer's, whoever else is asked.
    pub fn is_told_his_own_line(&self, chronicle: &Chronicle, sources: &mut [Source]) {
        let (anybodys, own) = (turnfile::head_lines(chronicle), turnfile::head_line(chronicle, self.seat));
        for finding in sources.iter_mut().flat_map(|source| &mut source.input.findings) {
            finding.hint = finding.hint.take().map(|hint| hint.replace(&anybodys, &own));
        }
    }
}

impl<'a> Replies<'a> {
    /// The answers to a mail about a game. From whom they are is for nobody outside to say: to that address everybody
    /// replies.
    pub fn new(record: &'a Record, from: Address, incoming: &'a Incoming) -> Self {
        Self { record, from, incoming }
    }

    /// What is wrong with a mail, as `check` prints it, and how it would be right.
    pub fn refusal(&self, writer: &Writer, failure: &Failure) -> Outgoing {
        let chronicle = &self.record.chronicle;
        let mut doc = Doc::new();
        doc.heading(1, "Nothing was taken of your mail");
        doc.verbatim(shortened(&plain(&failure.text)));
        let can_be_mended = failure.kind == Kind::Orders;
        let is_asked = chronicle.asked().iter().any(|asked| asked.seat == writer.seat);
        if can_be_mended && is_asked {
            doc.paragraph("Mend it and send it again; or begin anew with this turn file:");
            doc.verbatim(turnfile::blank(chronicle, writer.seat));
        } else if !is_asked && !matches!(chronicle.table.awaiting(), Awaiting::Over { .. }) {
            doc.paragraph(
                "You are not asked for orders now. A mail comes when you are. What you may say all the same:",
            );
            doc.verbatim(turnfile::blank(chronicle, writer.seat));
        }
        self.word(writer, "nothing was taken", doc)
    }

    /// That a turn file came before, and another one after it that counts: how that was read, and what is waited for.
    pub fn reminder(&self, writer: &Writer, counting: &Taken, there: &[TurnFile]) -> Outgoing {
        let mut doc = Doc::new();
        doc.heading(1, "This mail came before, and a later one counts");
        let again = "To have these orders instead, send them again as a new mail.";
        doc.paragraph(format!("{} {again} What counts:", self.waits_for(there)));
        doc.extend(reading(writer.seat, counting));
        self.word(writer, "a later turn file counts", doc)
    }

    /// That a turn file was taken, how it was read, and what is waited for.
    ///
    /// `there` are the turn files that wait for the step.
    pub fn receipt(&self, writer: &Writer, taken: &Taken, there: &[TurnFile]) -> Outgoing {
        let chronicle = &self.record.chronicle;
        let mut doc = Doc::new();
        doc.heading(1, format!("Your turn file for step {} is in", chronicle.need.step));
        let change = if taken.turn_files.iter().all(TurnFile::is_final) {
            "It is final."
        } else {
            "Until the step is resolved you may send another, which counts in its place."
        };
        doc.paragraph(format!("{} {change}", self.waits_for(there)));
        doc.extend(reading(writer.seat, taken));
        if !taken.turn_files.iter().all(TurnFile::is_final) {
            doc.paragraph("To send another, write it into this turn file:");
            doc.verbatim(turnfile::blank(chronicle, writer.seat));
        }
        self.word(writer, "your turn file is in", doc)
    }

    fn waits_for(&self, there: &[TurnFile]) -> String {
        let chronicle = &self.record.chronicle;
        let (accept, order): (Vec<&TurnFile>, Vec<&TurnFile>) = there.iter().partition(|t| ends(t));
        let is_there = |seat: &&String| order.iter().any(|t| chronicle.name(t.seat) == seat.as_str());
        let awaited: Vec<&str> =
            chronicle.need.orders.iter().filter(|seat| !is_there(seat)).map(String::as_str).collect();
        let waits = match awaited.as_slice() {
            [] => "The step is resolved when the letters are here that it still needs.".to_owned(),
            seats => {
                let by = chronicle
                    .limits()
                    .first()
                    .map_or(String::new(), |first| format!(", by {} (UTC)", first.until));
                format!("The step waits for {}{by}.", seats.join(" and "))
            }
        };
        if accept.is_empty() {
            return waits;
        }
        let agree: Vec<Seat> = accept.iter().map(|turn_file| turn_file.seat).collect();
        let open = account::yet_to_agree(chronicle, &agree);
        format!(
            "{waits} The draw waits for {}: should the orders be there before all accept, the step is played without it.",
            open.join(" and ")
        )
    }

    /// A word to the writer alone.
    fn word(&self, writer: &Writer, what: &str, doc: Doc) -> Outgoing {
        let chronicle = &self.record.chronicle;
        let name = chronicle.name(writer.seat);
        let mut references = thread::ids(chronicle, name);
        references.pop();
        let step = chronicle.need.step;
        Outgoing {
            from: Some(self.from.clone()),
            to: Some(writer.address.clone()),
            subject: format!("[{}] step {step}: {what}", chronicle.terms.name),
            id: thread::answer(chronicle.game(), &self.incoming.hash(), name),
            answers: self.incoming.answered(),
            references,
            date: None,
            mark: format!("{} {step} {name} {}", chronicle.terms.name, head::short(&chronicle.head)),
            text: doc.to_text(Charset::Unicode),
            page: None,
            attachments: Vec::new(),
        }
    }
}

/// How a turn file was read.
fn reading(seat: Seat, taken: &Taken) -> Doc {
    let mut doc = Doc::new();
    if !taken.notes.is_empty() {
        doc.verbatim(shortened(&plain(&taken.notes)));
    }
    for turn_file in taken.turn_files.iter().filter(|t| t.seat == seat) {
        let more = turn_file.checked.verdicts.len().saturating_sub(MOST_LINES);
        let in_short = in_short(turn_file);
        if !in_short.checked.verdicts.is_empty() {
            // No words that could be taken for a first line, in a reply.
            doc.heading(2, "What was read");
            doc.extend(verdicts(&in_short));
        }
        if more > 0 {
            doc.paragraph(format!("… and {more} orders more"));
        }
    }
    doc
}

/// The mails to all players after a step; the writer's answers his own, and whose letter is not in it is told so.
///
/// Errors: the game file does not hold what a seat may know.
pub fn to_all(
    table: &Table,
    from: &Address,
    incoming: &Incoming,
    taken: &Taken,
    left_out: &[(Seat, &'static str)],
) -> Result<Vec<Outgoing>, Failure> {
    let chronicle = &table.record.chronicle;
    let is_over = matches!(chronicle.table.awaiting(), Awaiting::Over { .. });
    let mut mails = Vec::new();
    for name in chronicle.terms.seats.iter().filter(|seat| *seat != REFEREE) {
        let Some(seat) = chronicle.seat(name) else { continue };
        let has_ordered = taken.turn_files.iter().any(|t| t.seat == seat);
        let answers = incoming.answered().filter(|_| has_ordered);
        let read = Some(shortened(&plain(&taken.notes))).filter(|note| has_ordered && !note.is_empty());
        let why = left_out.iter().filter(|_| !is_over).find(|(left, _)| *left == seat);
        let note = why.map_or(read, |(_, why)| Some((*why).to_owned()));
        let envelope = Envelope { from: Some(from.clone()), answers, note, ..Envelope::default() };
        let mail = compose(&table.record, seat, &table.untold, envelope)?;
        if mail.to.is_some() {
            mails.push(mail);
        } else {
            files::print_error(&format!(
                "warning: nothing is sent to {name}, whose contact names no address\n"
            ));
        }
    }
    Ok(mails)
}

/// What somebody gets who plays several games, and whose mail is about none of them or about more than one; nothing if he
/// plays none. It counts among the answers of the first of his games.
pub fn which_game<'a>(games: &[(&'a Record, Address)], incoming: &'a Incoming) -> Option<(&'a Record, Word)> {
    let replies = games.iter().map(|(record, from)| Replies { record, from: from.clone(), incoming });
    let written = replies.filter_map(|r| Writer::of(r.record, incoming, &[]).map(|w| (r, w)));
    let written: Vec<(Replies, Writer)> = written.collect();
    let line = |(replies, writer): &(Replies, Writer)| {
        let chronicle = &replies.record.chronicle;
        let is_asked = chronicle.asked().iter().any(|asked| asked.seat == writer.seat);
        if is_asked {
            turnfile::head_line(chronicle, writer.seat)
        } else {
            format!("{}: you are not asked for orders now", chronicle.terms.name)
        }
    };
    let lines: Vec<String> = written.iter().map(line).collect();
    let (replies, writer) = written.first()?;
    let mut doc = Doc::new();
    doc.heading(1, "Nothing was taken of your mail");
    let names_several = written.iter().all(|(r, _)| incoming.orders_in(&r.record.chronicle.terms.name));
    if let Some(fault) = &incoming.fault {
        doc.paragraph(format!(
            "{}; of such a mail no text is read. Send the turn file alone.",
            capital(fault)
        ));
    }
    doc.paragraph(if names_several { SEVERAL } else { NONE });
    doc.verbatim(lines.join("\n"));
    let subject = "Which game is your mail for?".to_owned();
    let mail = Outgoing { subject, references: Vec::new(), ..replies.word(writer, "", doc) };
    Some((replies.record, Word { seat: writer.seat, content: NO_ORDERS.to_owned(), mail, refuses: true }))
}

/// A word after which no other is given for the like.
pub fn last(mut word: Outgoing) -> Outgoing {
    let mut doc = Doc::new();
    doc.paragraph(LAST);
    word.text.push('\n');
    word.text.push_str(&doc.to_text(Charset::Unicode));
    word
}

/// What it says.
const LAST: &str = "Mails like this one are not answered any more before the next step, so that no two programs write to each \
                    other for ever. Orders that can be taken are taken all the same.";

/// What is told to a seat whose letter is not in the step.
pub const TOO_LATE: &str = "\
Your turn file is not in this step: the letter of the seat that was to
move was final before yours was here. Send it again if it still holds.";

/// What is told to a seat whose orders another's word has overtaken.
pub const GIVEN_UP: &str = "\
Your turn file is not in this step, which is over because somebody
gives up. Send it again, for the next step, if it still holds.";

/// What is told to a seat that has accepted a draw which others have not.
pub const NOT_AGREED: &str = "\
Not all have accepted the draw, and all orders are in: the step goes
on without your acceptance. Send it again if the offer still stands.";

/// What is told to a player of several games whose mail names none of them.
const NONE: &str = "It does not say which game it is for. Begin the turn file with its first line, as it stands here or in the mail that asked you, and end it with END. You play in:";

/// What is told to him if it has turn files for more than one.
const SEVERAL: &str = "It has turn files for several games. Send each in a mail of its own, which begins with its first line and ends with END. They are for:";

/// The most lines of anything from a mail that are sent.
const MOST_LINES: usize = 200;
/// The most characters of such a line.
const MOST_CHARACTERS: usize = 400;
/// The most bytes of it in all.
const MOST_BYTES: usize = 32 << 10;

/// As much of what is said of a mail as somebody will read: a mail must not draw a larger one.
fn shortened(text: &str) -> String {
    let count = text.lines().count();
    let mut short = String::new();
    for (line, number) in text.lines().zip(0..) {
        let line = cut(line);
        if number == MOST_LINES || short.len() + line.len() > MOST_BYTES {
            return format!("{short}… and {} lines more", count - number);
        }
        short.push_str(&line);
        short.push('\n');
    }
    short
}

/// The beginning of a line.
fn cut(line: &str) -> String {
    match line.char_indices().nth(MOST_CHARACTERS) {
        None => line.to_owned(),
        Some((end, _)) => format!("{}…", &line[..end]),
    }
}

/// As much of the orders of a turn file as somebody will read.
fn in_short(turn_file: &TurnFile) -> TurnFile {
    let mut short = turn_file.clone();
    short.checked.verdicts.truncate(MOST_LINES);
    for verdict in &mut short.checked.verdicts {
        (verdict.order, verdict.because) = (cut(&verdict.order), cut(&verdict.because));
    }
    short
}

/// Diagnostics without their colours.
fn plain(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}
