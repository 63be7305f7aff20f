//! Turn files on their way into a command.

use super::Context;
use super::failure::{Failure, Kind};
use super::files;
use crate::kernel::history::chronicle::Chronicle;
use crate::kernel::mail::Mail;
use crate::kernel::orders::diagnostic::{Class, Diagnostic, draw};
use crate::kernel::orders::sheet::is_droppable;
use crate::kernel::orders::wrapper::RawLine;
use crate::kernel::record::Record;
use crate::kernel::seat::Seat;
use crate::kernel::terms::OrdersPolicy;
use crate::kernel::turnfile::{self, Input, Source, TurnFile};

/// Reads turn files to be played and shows what was repaired or is odd. Under lenient terms bad lines fall to the
/// defaults.
///
/// Errors: every error in all of them, or an input that cannot be read.
pub fn read(
    paths: &[String],
    record: &Record,
    senders: Senders,
    context: Context,
) -> Result<Vec<TurnFile>, Failure> {
    read_by(record.chronicle.terms.orders, false, paths, record, senders, context)
}

/// Reads turn files of which one's own is about to be sent: a bad line in it is an error under all terms.
///
/// Errors: every error in them, or an input that cannot be read.
pub fn read_locking(
    paths: &[String],
    record: &Record,
    senders: Senders,
    context: Context,
) -> Result<Vec<TurnFile>, Failure> {
    read_by(OrdersPolicy::Strict, true, paths, record, senders, context)
}

fn read_by(
    policy: OrdersPolicy,
    is_locking: bool,
    paths: &[String],
    record: &Record,
    senders: Senders,
    context: Context,
) -> Result<Vec<TurnFile>, Failure> {
    let paths = files::distinct(paths);
    let mut sources: Vec<(&str, Source)> = Vec::new();
    for path in &paths {
        let input = files::shown(path);
        sources.extend(senders.sources(path, record)?.into_iter().map(|source| (input, source)));
    }
    let taken = judge(sources, policy, is_locking, &record.chronicle, context)?;
    files::print_error(&taken.notes);
    Ok(taken.turn_files)
}

/// The turn files of sources that can be played, and what is to be told of them.
#[derive(Default)]
pub struct Taken {
    /// The turn files; of each seat one.
    pub turn_files: Vec<TurnFile>,
    /// Where they stood, what was repaired, what is odd.
    pub notes: String,
}

/// Judges a mail as it would be judged if it were given to be played.
///
/// Errors: every error in it.
pub fn judge_mail(sources: Vec<Source>, chronicle: &Chronicle, context: Context) -> Result<Taken, Failure> {
    let sources = sources.into_iter().map(|source| ("the mail", source)).collect();
    judge(sources, chronicle.terms.orders, false, chronicle, context)
}

/// Judges sources, each with the name of the input that it stands in.
fn judge(
    sources: Vec<(&str, Source)>,
    policy: OrdersPolicy,
    is_locking: bool,
    chronicle: &Chronicle,
    context: Context,
) -> Result<Taken, Failure> {
    let mut turn_files: Vec<TurnFile> = Vec::new();
    let (mut notes, mut errors) = (String::new(), String::new());
    let (names, mut sources): (Vec<&str>, Vec<Source>) = sources.into_iter().unzip();
    turnfile::settle(&mut sources, chronicle);
    for (name, mut source) in names.into_iter().zip(sources) {
        let input = &mut source.input;
        refuse_what_answers_nothing(input, is_locking, chronicle);
        // What is final is not sent back for its orders: bad lines fall to the defaults.
        let is_final = !input.turn_files.is_empty() && input.turn_files.iter().all(TurnFile::is_final);
        let policy = if is_final { OrdersPolicy::Lenient } else { policy };
        if is_acceptable(input, policy, is_final) {
            let told: Vec<Diagnostic> = input.findings.iter().cloned().map(tolerated).collect();
            notes.push_str(&taken(&source, context));
            notes.push_str(&draw(&source.name, &told, context.style()));
            for turn_file in source.input.turn_files {
                turn_files.push(TurnFile { source: name.to_owned(), ..turn_file });
            }
        } else {
            errors.push_str(&draw(&source.name, &input.findings, context.style()));
        }
    }
    if errors.is_empty() {
        Ok(Taken { turn_files, notes })
    } else {
        Err(Failure { kind: Kind::Orders, text: notes + &errors })
    }
}

/// How senders of mails are looked at.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct Senders {
    /// Refuse a turn file in a mail that is not from its seat's address in the game file
    #[arg(long)]
    strict_sender: bool,
}

impl Senders {
    /// The texts of an input, which may be a turn file, a mail, a mailbox or a folder of mails, with what is found in
    /// each, the sender among it.
    ///
    /// Errors: the input cannot be read.
    pub fn sources(self, path: &str, record: &Record) -> Result<Vec<Source>, Failure> {
        Ok(self.compared(sources(path, &record.chronicle)?, record))
    }

    /// The texts of a mail at hand, every sender but the seat's own an error.
    pub fn sources_of_mail(name: &str, mail: &Mail, record: &Record) -> Vec<Source> {
        let senders = Self { strict_sender: true };
        senders.compared(turnfile::of_mails(name, std::slice::from_ref(mail), &record.chronicle), record)
    }

    fn compared(self, mut sources: Vec<Source>, record: &Record) -> Vec<Source> {
        for source in &mut sources {
            let (contacts, chronicle) = (&record.contacts, &record.chronicle);
            let of = |t: &TurnFile| match &source.sender {
                Some(from) => turnfile::sender(t, from.as_ref(), contacts, self.strict_sender, chronicle),
                None => turnfile::unsent(t, chronicle),
            };
            let found: Vec<Diagnostic> = source.input.turn_files.iter().filter_map(of).collect();
            source.input.findings.splice(0..0, found);
        }
        sources
    }
}

fn sources(path: &str, chronicle: &Chronicle) -> Result<Vec<Source>, Failure> {
    match files::maildir(path)? {
        None => Ok(turnfile::read_all(files::shown(path), &files::read(path)?, chronicle)),
        Some(mails) => Ok(turnfile::of_mails(path, &mails, chronicle)),
    }
}

/// Which text of a mail was taken, and from whom it is.
pub fn taken(source: &Source, context: Context) -> String {
    let line = |taken: String| format!("{}\n", context.charset.apply(&format!("note: taken: {taken}")));
    source.taken().into_iter().map(line).collect()
}

/// A letter that is about to be final must answer what its seat is asked: nobody could add an order to it.
fn refuse_what_answers_nothing(input: &mut Input, is_locking: bool, chronicle: &Chronicle) {
    let is_to_be_final = |turn_file: &TurnFile| {
        let has_key = chronicle.identities.contains_key(chronicle.name(turn_file.seat));
        !turn_file.is_final() && (is_locking || has_key || chronicle.asks_for_seals())
    };
    if input.turn_files.iter().any(is_to_be_final) {
        for finding in input.findings.iter_mut().filter(|f| f.code == "orders/none") {
            finding.class = Class::Illegal;
        }
    }
}

/// Under lenient terms bad lines are tolerable; a turn file that is none is an error all the same.
///
/// What is final is played as it is, whatever its orders are worth.
fn is_acceptable(input: &Input, policy: OrdersPolicy, is_final: bool) -> bool {
    let lenient = policy == OrdersPolicy::Lenient;
    let tolerable =
        |f: &Diagnostic| !f.is_error() || lenient && is_about_an_order(f) || is_final && is_about_orders(f);
    input.findings.iter().all(tolerable)
}

fn is_about_an_order(finding: &Diagnostic) -> bool {
    is_droppable(finding) && is_about_orders(finding)
}

/// Whether a finding is about orders, one of them or all, and not about the turn file that they stand in.
fn is_about_orders(finding: &Diagnostic) -> bool {
    let whole = ["turnfile/", "head/", "header/", "sheet/", "seal/", "draw/", "order/after-end", "mail/"];
    !whole.iter().any(|area| finding.code.starts_with(area))
}

/// What lenient terms tolerate is no error.
fn tolerated(mut finding: Diagnostic) -> Diagnostic {
    if finding.is_error() {
        finding.class = Class::Warning;
        finding.message.push_str("; the line is dropped");
    }
    finding
}

/// The order lines of a turn file that is still being written, and what is against the rules so far: a line more
/// may mend it.
///
/// Errors: every line that cannot be read.
pub fn read_unfinished(
    path: &str,
    chronicle: &Chronicle,
    context: Context,
) -> Result<(Vec<String>, Vec<Diagnostic>), Failure> {
    let (mut lines, mut faulty, mut errors) = (Vec::new(), Vec::new(), String::new());
    for source in sources(path, chronicle)? {
        let findings = source.input.findings.into_iter();
        let (malformed, others): (Vec<Diagnostic>, Vec<Diagnostic>) =
            findings.partition(|f| f.class == Class::Malformed);
        errors.push_str(&draw(&source.name, &malformed, context.style()));
        faulty.extend(others.into_iter().filter(Diagnostic::is_error));
        lines.extend(source.input.turn_files.into_iter().flat_map(|t| t.checked.lines));
    }
    if errors.is_empty() { Ok((lines, faulty)) } else { Err(Failure { kind: Kind::Orders, text: errors }) }
}

/// Order lines that are sent ahead, each read as one for a later decision.
///
/// Errors: a line that cannot be read, or that can never be legal.
pub fn read_reactions(
    path: &str,
    chronicle: &Chronicle,
    seat: Seat,
    context: Context,
) -> Result<Vec<String>, Failure> {
    let text = String::from_utf8_lossy(&files::read(path)?).into_owned();
    let lines = text.lines().zip(1..);
    let body: Vec<RawLine> = lines.map(|(text, number)| RawLine { number, text: text.to_owned() }).collect();
    let checked = chronicle.table.check_reactions(seat, &body);
    let errors: Vec<Diagnostic> = checked.findings.into_iter().filter(Diagnostic::is_error).collect();
    if !errors.is_empty() {
        return Err(Failure::orders(files::shown(path), &errors, context.style()));
    }
    if checked.lines.iter().any(|line| line == "end") {
        let hint = "write plain order lines: they are carried out as far as they are legal";
        return Err(Failure::usage_hinted("reactions/unfit", "reactions hold no blocks", hint));
    }
    if !checked.is_answer {
        let message = format!("{} holds no order", files::shown(path));
        return Err(Failure::usage_hinted(
            "reactions/unfit",
            message,
            "write an order line, or leave it out",
        ));
    }
    Ok(checked.lines)
}
