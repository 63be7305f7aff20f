//! Turn files: from what a mailer left of one to a letter that can be played, and back to text.

mod around;
mod bounds;
mod head;
mod headers;
mod mailed;
mod older;
mod reply;

pub use head::{head_line, head_lines, named};
pub use headers::Headers;
pub use mailed::{Source, of_mails, read_all, sender, settle, unsent};
pub use older::Older;

use super::account;
use super::history::chronicle::Chronicle;
use super::history::post::{Part, Post};
use super::module::{Awaiting, Checked, Letter};
use super::note::{self, Note};
use super::orders::decode::{self, DecodeError, Decoded};
use super::orders::diagnostic::{Class, Diagnostic};
use super::orders::sheet::{self, indent};
use super::orders::wrapper::{self, OlderMail, RawLine, RawSheet, Wrapper};
use super::seat::Seat;
use super::text::capital;
use std::collections::BTreeSet;

/// The widest line that a player is asked to copy, in columns.
pub const WIDTH: usize = 66;

/// The most turn files of one input that are read.
const MAX_SHEETS: usize = 1000;

/// A turn file that was read.
#[derive(Clone, Debug)]
pub struct TurnFile {
    /// Whose.
    pub seat: Seat,
    /// What its headers say.
    pub headers: Headers,
    /// What its lines say.
    pub checked: Checked,
    /// The older mails that it stands in, the outermost first, where it stands in any.
    pub older: Vec<Older>,
    /// The input that it stands in, as the player named it; empty where it stands in none.
    pub source: String,
}

/// What was found in one input.
#[derive(Clone, Debug, Default)]
pub struct Input {
    /// The turn files in it that are for the open step.
    pub turn_files: Vec<TurnFile>,
    /// Everything found, in the order of the lines.
    pub findings: Vec<Diagnostic>,
}

impl TurnFile {
    /// The letter to be played, as a look ahead. Lines that could not be read go along for lenient terms.
    pub fn letter(&self) -> Letter {
        let (seat, lines, sent) = (self.seat, self.lines(), self.headers.sent);
        Letter { seat, lines, sent, missing: false, is_locked: false }
    }

    /// The letter as it travels.
    pub fn post(&self) -> Post {
        let Headers { sent, link, seal, salt, reactions, signature } = self.headers.clone();
        let part = match (seal, salt) {
            (Some(seal), Some(salt)) => Part::Entrusted { seal, salt, orders: self.lines() },
            (Some(seal), None) => Part::Seal(seal),
            (None, Some(salt)) => Part::Opening { salt, orders: self.lines() },
            (None, None) if link.is_some() && self.lines().is_empty() => Part::Link,
            (None, None) => Part::Orders(self.lines()),
        };
        Post { seat: self.seat, part, link, sent, reactions, signature }
    }

    /// Whether it is final: sealed, signed, or with a link or a salt.
    pub fn is_final(&self) -> bool {
        let Headers { link, seal, salt, signature, .. } = &self.headers;
        [link, seal, salt, signature].iter().any(|h| h.is_some())
    }

    /// Whether it says nothing at all.
    pub fn is_blank(&self) -> bool {
        self.checked.lines.is_empty() && self.checked.unread.is_empty() && self.headers == Headers::default()
    }

    /// A letter as a turn file.
    pub fn of_post(post: &Post) -> Self {
        let (mut headers, mut lines) = (Headers::default(), Vec::new());
        match &post.part {
            Part::Orders(orders) => lines.clone_from(orders),
            Part::Seal(seal) => headers.seal = Some(seal.clone()),
            Part::Entrusted { seal, salt, orders } => {
                headers.seal = Some(seal.clone());
                headers.salt = Some(salt.clone());
                lines.clone_from(orders);
            }
            Part::Opening { salt, orders } => {
                headers.salt = Some(salt.clone());
                lines.clone_from(orders);
            }
            Part::Link | Part::Missing => {}
        }
        headers.link.clone_from(&post.link);
        headers.sent = post.sent;
        headers.reactions.clone_from(&post.reactions);
        headers.signature.clone_from(&post.signature);
        let checked = Checked { lines, ..Checked::default() };
        Self { seat: post.seat, headers, checked, older: Vec::new(), source: String::new() }
    }

    /// All lines; those that could not be read go along for lenient terms.
    fn lines(&self) -> Vec<String> {
        self.checked.lines.iter().chain(&self.checked.unread).cloned().collect()
    }

    /// Whether two turn files say the same.
    fn says_the_same(&self, other: &Self) -> bool {
        (&self.checked.lines, &self.checked.unread, &self.headers)
            == (&other.checked.lines, &other.checked.unread, &other.headers)
    }
}

/// Reads one input: a turn file, a mail's text with one in it, or several turn files.
pub fn read(bytes: &[u8], chronicle: &Chronicle) -> Input {
    read_decoded(decode::decode(bytes), chronicle)
}

fn read_decoded(decoded: Result<Decoded, DecodeError>, chronicle: &Chronicle) -> Input {
    let decoded = match decoded {
        Ok(decoded) => decoded,
        Err(error) => return Input { turn_files: Vec::new(), findings: vec![undecodable(&error)] },
    };
    let mut input = Input::default();
    for repair in &decoded.repairs {
        let text = repair.line.and_then(|n| decoded.text.lines().nth(n - 1)).unwrap_or("");
        let line = repair.line.unwrap_or(0);
        input.findings.push(Diagnostic::at_line(
            Class::Repair,
            "repair/encoding",
            line,
            text,
            repair.what.clone(),
        ));
    }
    let found = wrapper::find(&decoded.text);
    let taken = input.read_sheets(&decoded.text, &found, chronicle);
    input.look_around(&decoded.text, &found, &taken, chronicle);
    input.findings = bounds::bounded(input.findings);
    input
}

fn undecodable(error: &DecodeError) -> Diagnostic {
    let (code, hint) = match error {
        DecodeError::TooLarge { .. } => {
            ("turnfile/too-large", "give the turn file alone, from its first line to END")
        }
        DecodeError::NotText { advice, .. } => ("turnfile/not-text", *advice),
    };
    Diagnostic::whole(Class::Malformed, code, error.to_string()).hinted(hint)
}

impl Input {
    /// Reads the turn files of a text; the lines that were taken although they stand in none.
    fn read_sheets(&mut self, text: &str, found: &Wrapper, chronicle: &Chronicle) -> BTreeSet<usize> {
        let mut sheets = found.sheets[..found.sheets.len().min(MAX_SHEETS)].to_vec();
        self.findings.extend(found.sheets.get(MAX_SHEETS).map(too_many));
        self.findings.extend(sheets.iter_mut().filter_map(|sheet| head::unwrap(sheet, chronicle)));
        let heads: Vec<Result<Seat, Diagnostic>> =
            sheets.iter().map(|s| head::read(&s.head, chronicle)).collect();
        let fitting: Vec<(&RawSheet, Seat)> =
            sheets.iter().zip(&heads).filter_map(|(s, head)| Some((s, *head.as_ref().ok()?))).collect();
        let is_filled = |(sheet, _): &&(&RawSheet, Seat)| !sheet.is_blank();
        let filled: BTreeSet<Seat> = fitting.iter().filter(is_filled).map(|(_, seat)| *seat).collect();
        let written = if filled.is_empty() {
            reply::find(text, found, &fitting, chronicle)
        } else {
            reply::above(text, found, &fitting, chronicle)
        };
        let any_fits = !filled.is_empty() || !written.sheets.is_empty();
        let older = if filled.is_empty() { Vec::new() } else { wrapper::older_mails(text) };
        for (sheet, seat) in &fitting {
            // A blank one that comes along with its report is no second turn file, nor is one that was answered.
            let is_answered = sheet.is_blank() && filled.contains(seat) || !written.sheets.is_empty();
            if is_answered {
                continue;
            }
            if is_outdated(sheet, *seat, &fitting, &older) {
                self.findings.push(reply::outdated(&sheet.head));
                continue;
            }
            let above = older.iter().take_while(|mail| mail.line < sheet.head.number);
            let within = above.filter(|_| !sheet.is_blank()).map(Older::of_text).collect();
            self.read_sheet(sheet, *seat, within, chronicle);
            self.look_within(sheet, *seat, &found.quoted, chronicle);
        }
        for (sheet, seat) in &written.sheets {
            self.read_sheet(sheet, *seat, Vec::new(), chronicle);
        }
        let any_fits = any_fits || !fitting.is_empty();
        self.findings.extend(written.findings);
        self.findings.extend(heads.into_iter().filter_map(Result::err).map(|f| as_warning(f, any_fits)));
        if found.sheets.is_empty()
            && self.turn_files.is_empty()
            && !self.findings.iter().any(Diagnostic::is_error)
        {
            self.findings.push(no_sheet(found, chronicle));
        }
        written.taken
    }

    fn read_sheet(&mut self, sheet: &RawSheet, seat: Seat, older: Vec<Older>, chronicle: &Chronicle) {
        if let Some(line) = Headers::folded(&sheet.headers, &sheet.body) {
            let message =
                "a mailer has folded the lines of this letter, and its digits stand among the orders";
            let finding =
                Diagnostic::at_line(Class::Malformed, "header/folded", line.number, &line.text, message);
            self.findings.push(finding.hinted("it is to be sent again, as an attachment"));
            return;
        }
        let mut headers = Headers::read(&sheet.headers, &mut self.findings);
        if headers.link.is_some() && !chronicle.identities.contains_key(chronicle.name(seat)) {
            headers.link = None;
            let message = "a link has no meaning in a game without keys";
            let (line, ..) = &sheet.headers[0];
            let (number, text) = (line.number, &line.text);
            let finding = Diagnostic::at_line(Class::Warning, "header/unused", number, text, message);
            self.findings.push(finding.hinted("take the lines that begin with Link: out"));
        }
        match &sheet.end {
            None => self.findings.push(no_end(sheet.body.last().unwrap_or(&sheet.head))),
            Some(end) => self.findings.extend(sheet::end_repairs(end)),
        }
        self.findings.extend(head::repairs(&sheet.head));
        if head::is_short(&sheet.head) {
            let message =
                "step and head are left out: the orders are taken for the game file they are given with";
            self.findings.push(Diagnostic::at_line(
                Class::Repair,
                "head/left-out",
                sheet.head.number,
                &sheet.head.text,
                message,
            ));
        }
        let mut checked = chronicle.table.check(seat, &sheet.body, headers.sent);
        if headers.seal.is_some() || headers.link.is_some() {
            // A seal or a link may stand alone.
            checked.findings.retain(|f| f.code != "orders/none");
        }
        // What is sealed for all but the referee comes to him with its salt.
        let is_entrusted = headers.salt.is_some() && chronicle.table.keeps_secrets();
        if headers.seal.is_some() && !is_entrusted && !(checked.lines.is_empty() && checked.unread.is_empty())
        {
            let message = "a sealed turn file holds no orders in plain";
            let RawLine { number, text } = &sheet.head;
            let finding = Diagnostic::at_line(Class::Malformed, "seal/with-orders", *number, text, message);
            self.findings.push(finding.hinted("send what adjutant lock printed, as it is"));
        }
        self.findings.extend(checked.findings.iter().cloned());
        self.findings.extend(needs_link_ahead(chronicle, &checked));
        let turn_file = TurnFile { seat, headers, checked, older, source: String::new() };
        self.keep(turn_file, &sheet.head, chronicle.name(seat));
    }

    /// Keeps a turn file; a second one of a seat must say the same.
    fn keep(&mut self, turn_file: TurnFile, head: &RawLine, seat: &str) {
        match self.turn_files.iter().find(|t| t.seat == turn_file.seat) {
            None => self.turn_files.push(turn_file),
            Some(first) if first.says_the_same(&turn_file) => {
                let message = "this turn file says the same as the one before and counts once";
                let (number, text) = (head.number, &head.text);
                let finding = Diagnostic::at_line(Class::Warning, "turnfile/twice", number, text, message);
                self.findings.push(finding.hinted("nothing need be done; one of them can be left out"));
            }
            Some(_) => self.findings.push(two_turn_files(head.number, &head.text, seat, "in one input")),
        }
    }
}

/// Whether a turn file stands in an older mail, and another of its seat above that mail. What is final is never passed
/// over so.
fn is_outdated(sheet: &RawSheet, seat: Seat, fitting: &[(&RawSheet, Seat)], older: &[OlderMail]) -> bool {
    let Some(first) = older.first().map(|mail| mail.line) else { return false };
    let is_newer =
        |(other, of): &(&RawSheet, Seat)| *of == seat && !other.is_blank() && other.head.number < first;
    sheet.head.number > first && sheet.headers.is_empty() && !sheet.is_blank() && fitting.iter().any(is_newer)
}

/// Two different turn files of one seat in one call, and where they stand.
fn two_turn_files(line: usize, text: &str, seat: &str, place: &str) -> Diagnostic {
    let message = format!("there are two different turn files of {seat}, {place}");
    Diagnostic::at_line(Class::Malformed, "turnfile/two", line, text, message)
        .hinted("give only the one that counts")
}

fn too_many(sheet: &RawSheet) -> Diagnostic {
    let RawLine { number, text } = &sheet.head;
    let message = format!(
        "this is the first line of one turn file more than {MAX_SHEETS}, which are read of one input"
    );
    Diagnostic::at_line(Class::Malformed, "turnfile/too-many", *number, text, message)
        .hinted("give the turn files that count, and no others")
}

fn as_warning(mut finding: Diagnostic, another_fits: bool) -> Diagnostic {
    if another_fits {
        finding.class = Class::Warning;
        finding.hint = Some("this part is passed over; another turn file is for the open step".to_owned());
    }
    finding
}

fn no_sheet(found: &Wrapper, chronicle: &Chronicle) -> Diagnostic {
    let hint = format!("the first line of a turn file reads: {}", head_lines(chronicle));
    match found.quoted_head() {
        Some(head) => quoted_sheet(head, found, chronicle),
        None => Diagnostic::whole(
            Class::Malformed,
            "turnfile/none",
            if found.outside.iter().any(|o| o.line.text.starts_with("adjutant: ")) {
                "this is a game file, not a turn file"
            } else {
                "no turn file was found: no line begins with ORDERS"
            },
        )
        .hinted(hint),
    }
}

/// A turn file that is quoted. Where it holds orders, the mail's writer may have typed them into a quote that his mail
/// program marks as a whole; but an older turn file looks the same, and so does what another player proposes.
fn quoted_sheet(head: &RawLine, found: &Wrapper, chronicle: &Chronicle) -> Diagnostic {
    let is_order = |line: &&RawLine| {
        let plain = wrapper::unquote(&line.text).trim();
        !plain.is_empty() && !plain.starts_with('#')
    };
    let sheets = wrapper::quoted_turn_files(&found.quoted);
    let holds_orders = sheets.iter().any(|(_, lines)| lines.iter().copied().any(|line| is_order(&line)));
    let (message, lead) = if holds_orders {
        (
            "the turn file is quoted with the orders in it, and quoted lines are never read as orders: nothing tells whose they \
             are",
            "if you typed them there, your mail program has marked them as quoted, too: write them once more above all that is \
             quoted",
        )
    } else {
        (
            "the turn file is quoted, and quoted lines are never read as orders",
            "write your orders above all that is quoted",
        )
    };
    Diagnostic::at_line(Class::Malformed, "turnfile/quoted", head.number, &head.text, message).hinted(
        format!(
            "{lead}, and END below the last of them; or a whole turn file, beginning with: {}",
            head_lines(chronicle)
        ),
    )
}

/// Orders sent ahead in a step without dice are not taken in one with dice, which is made of their seat's link.
fn needs_link_ahead(chronicle: &Chronicle, checked: &Checked) -> Option<Diagnostic> {
    let sends_ahead = checked.lines.iter().any(|line| line == "next" || line.starts_with("if "));
    let is_without_dice = chronicle.terms.dice.has_links() && chronicle.need.links.is_empty();
    let is_ever_rolled = chronicle.table.has_dice() && !chronicle.table.keeps_secrets();
    if !sends_ahead || !is_without_dice || !is_ever_rolled {
        return None;
    }
    let message = "these orders are kept and shown to all, but not taken where dice are rolled: dice need your link then";
    let finding = Diagnostic::whole(Class::Repair, "ahead/needs-link", message);
    Some(finding.hinted("you will be asked; sheet offers them, to be sent again"))
}

fn no_end(last: &RawLine) -> Diagnostic {
    let (message, hint) = if wrapper::is_end(&last.text) {
        ("this END closes a block, and the turn file has no END of its own", "write END once more")
    } else {
        ("there is no END line after this one", "write END on a line of its own")
    };
    Diagnostic::at_line(Class::Warning, "turnfile/no-end", last.number, &last.text, message)
        .hinted(format!("{hint}, so that nothing below it is taken for orders"))
}

/// A turn file in canonical spelling.
pub fn write(chronicle: &Chronicle, turn_file: &TurnFile) -> String {
    let mut text = head_line(chronicle, turn_file.seat);
    text.push('\n');
    text.push_str(&turn_file.headers.write());
    text.push('\n');
    for line in indent(&turn_file.checked.lines) {
        text.push_str(&line);
        text.push('\n');
    }
    text.push_str("END\n");
    text
}

/// A blank turn file for the open step: comments say what the seat may do.
pub fn blank(chronicle: &Chronicle, seat: Seat) -> String {
    let mut text = head_line(chronicle, seat);
    text.push_str("\n\n");
    let has_locked = chronicle.has_locked(seat);
    let is_asked = match chronicle.table.awaiting() {
        Awaiting::Decisions(asked) => asked.iter().any(|a| a.seat == seat),
        Awaiting::Over { .. } => false,
    };
    let mut notes = match (has_locked, is_asked) {
        (true, _) => locked_notes(chronicle, seat),
        (false, true) => with_instead(chronicle.table.form(seat), chronicle, seat),
        (false, false) => not_asked_notes(chronicle, seat),
    };
    let kept = if has_locked { Vec::new() } else { chronicle.table.kept(seat) };
    let lead = if kept.is_empty() { note::ONE_WAY } else { KEPT };
    if let Some(kept) = Note::one_way(kept) {
        // Two ways at once would be none.
        notes.retain(|note| !matches!(note, Note::OneWay(_)));
        notes.push(kept);
    }
    for line in notes.iter().flat_map(|note| note.lines(lead)) {
        text.push_str(&line);
        text.push('\n');
    }
    text.push_str("\nEND\n");
    text
}

/// What stands before orders that were sent ahead and are not taken by themselves.
const KEPT: &str = "You have sent this ahead, and are asked all the same; take the # away or change it:";

/// The notes of a game with what any seat may write that is asked, before the orders that they end with or lead to.
fn with_instead(mut notes: Vec<Note>, chronicle: &Chronicle, seat: Seat) -> Vec<Note> {
    let offered = account::offered_by(chronicle.table.as_ref());
    let mut text = "Instead of orders you may write concede, which gives the game up".to_owned();
    if offered.iter().any(|by| by != chronicle.name(seat)) {
        text.push_str(", or accept draw");
    }
    if chronicle.playing().len() > 1 {
        text.push_str("; beside them offer draw");
    }
    let leads = |note: &Note| match note {
        Note::Text(text) => text.ends_with(':'),
        Note::Order(..) => false,
        Note::OneWay(_) => true,
    };
    let at = notes.len() - usize::from(notes.last().is_some_and(leads));
    notes.insert(at, Note::text(text + "."));
    notes
}

/// What is left to a seat whose orders for the open step are fixed.
fn locked_notes(chronicle: &Chronicle, seat: Seat) -> Vec<Note> {
    let mut notes = vec![Note::text("Your orders for this step stand locked, and are not changed any more.")];
    if let Some(adds) = account::adds(chronicle, seat, "FILE") {
        notes.push(Note::text(format!("{}.", capital(&adds))));
    }
    notes.push(Note::text("At any time you may write this:"));
    notes.push(Note::told("concede", "gives the game up"));
    notes
}

/// What a seat that is not asked may write all the same, as long as it plays.
fn not_asked_notes(chronicle: &Chronicle, seat: Seat) -> Vec<Note> {
    const NOT_ASKED: &str = "You are not asked for orders now.";
    if !chronicle.plays(seat) {
        return vec![Note::text(NOT_ASKED)];
    }
    let mut notes = if chronicle.table.keeps_secrets() {
        vec![Note::text(format!("{NOT_ASKED} At any time you may write one of these:"))]
    } else {
        vec![
            Note::text(format!("{NOT_ASKED} You may send some ahead:")),
            Note::text("next"),
            Note::text("  (orders for your next decision)"),
            Note::text("end"),
            Note::text("At any time you may write one of these:"),
        ]
    };
    notes.push(Note::told("offer draw", "accept draw agrees to an offer that stands"));
    notes.push(Note::told("concede", "gives the game up"));
    notes
}
