//! Turn files in mails: which of a mail's texts counts, and who sent it.

use super::{Input, Older, TurnFile, around, head_lines, older, read, read_decoded, two_turn_files};
use crate::kernel::history::chronicle::Chronicle;
use crate::kernel::mail::{self, Address, Mail, What};
use crate::kernel::orders::decode;
use crate::kernel::orders::diagnostic::{Class, Diagnostic};
use crate::kernel::seat::Seat;
use std::collections::BTreeMap;

/// The most findings of one mailbox before they are told sparingly.
const MAX_TOLD: usize = 2000;

/// A text in which turn files were looked for.
#[derive(Clone, Debug, Default)]
pub struct Source {
    /// What it is called: the input's own name, and where in a mail it stands.
    pub name: String,
    /// What was found in it.
    pub input: Input,
    /// Whether it came in a mail, and from whom by the mail's own word.
    pub sender: Option<Option<Address>>,
}

/// Reads one input, which is a turn file, a mail or a mailbox. There is always a source to name: the texts that hold
/// turn files, or those that say why there is none.
pub fn read_all(name: &str, bytes: &[u8], chronicle: &Chronicle) -> Vec<Source> {
    match mail::read(bytes) {
        None => vec![Source { name: name.to_owned(), input: read(bytes, chronicle), sender: None }],
        Some(Ok(mails)) => of_mails(name, &mails, chronicle),
        Some(Err(error)) => {
            let finding = Diagnostic::whole(Class::Malformed, "mail/too-much", error.to_string());
            vec![failed(name, None, finding.hinted("send the turn file as the text of a mail of its own"))]
        }
    }
}

/// Reads several mails, such as the files of a folder of mails, as one input.
pub fn of_mails(name: &str, mails: &[Mail], chronicle: &Chronicle) -> Vec<Source> {
    let is_one = mails.len() == 1;
    let mut sources: Vec<Source> = Vec::new();
    let mut failures: Vec<Source> = Vec::new();
    let (mut passed, mut told) = (0, 0);
    for (mail, number) in mails.iter().zip(1..) {
        let name = if is_one { name.to_owned() } else { format!("{name}, mail {number}") };
        let mut found = of_mail(&name, mail, chronicle);
        found.iter_mut().for_each(|source| spare(source, &mut told));
        if found.iter().any(|source| !source.input.turn_files.is_empty()) {
            sources.extend(found);
        } else {
            passed += 1;
            failures.extend(found);
        }
    }
    if sources.is_empty() {
        return none_found(name, failures, chronicle);
    }
    settle(&mut sources, chronicle);
    if !failures.is_empty() {
        let message = format!(
            "{} of {} mails are passed over: they hold no turn file for the open step",
            passed,
            mails.len()
        );
        sources.push(failed(name, Some(None), Diagnostic::whole(Class::Repair, "mail/passed-over", message)));
    }
    sources
}

/// Where much was told of the mails before, only what is wrong first is told of one more.
fn spare(source: &mut Source, told: &mut usize) {
    let findings = &mut source.input.findings;
    if *told > MAX_TOLD {
        let first = findings.iter().position(Diagnostic::is_error);
        *findings = first.map(|at| findings.swap_remove(at)).into_iter().collect();
    }
    *told += findings.len();
}

/// What to say where no mail holds a turn file for the open step: what those say that hold any, or one sentence for all.
fn none_found(name: &str, failures: Vec<Source>, chronicle: &Chronicle) -> Vec<Source> {
    let is_telling = |source: &Source| source.input.findings.iter().any(|f| f.code != "turnfile/none");
    let (telling, mut silent): (Vec<Source>, Vec<Source>) = failures.into_iter().partition(is_telling);
    match (telling.is_empty(), silent.len()) {
        (false, _) => telling,
        (true, 1) => vec![silent.remove(0)],
        (true, count) => {
            let message = format!("no turn file was found in {count} mails: no line begins with ORDERS");
            vec![failed(name, None, nothing(message, chronicle))]
        }
    }
}

fn failed(name: &str, sender: Option<Option<Address>>, finding: Diagnostic) -> Source {
    Source { name: name.to_owned(), input: Input { turn_files: Vec::new(), findings: vec![finding] }, sender }
}

/// The sources of one mail. The rendering of an HTML part counts only where the plain text beside it holds nothing, or
/// a blank turn file; but it must not say anything else.
fn of_mail(name: &str, mail: &Mail, chronicle: &Chronicle) -> Vec<Source> {
    // Places in the list of sources, by those of the mail's texts.
    let mut places: BTreeMap<usize, usize> = BTreeMap::new();
    let mut sources: Vec<Source> = Vec::new();
    for is_rendering in [false, true] {
        for (at, text) in mail.texts.iter().enumerate() {
            if text.instead_of.is_empty() == is_rendering {
                continue;
            }
            let source = of_text(name, mail, text, chronicle);
            let plain = text.instead_of.iter().filter_map(|plain| places.get(plain).copied());
            let plain: Vec<usize> = plain.filter(|at| !holds_nothing(&sources[*at].input)).collect();
            if let Some(first) = plain.first() {
                let finding = contradiction(&source, plain.iter().map(|at| &sources[*at]), chronicle);
                sources[*first].input.findings.extend(finding);
            }
            let is_filled = source.input.turn_files.iter().any(|t| !t.is_blank());
            if plain.iter().all(|at| is_filled && is_all_blank(&sources[*at].input)) {
                places.insert(at, sources.len());
                sources.push(source);
            }
        }
    }
    for (at, place) in &places {
        let later = places.range(at + 1..).map(|(later, place)| (&mail.texts[*later], &sources[*place]));
        let finding = goes_on(&sources[*place].input, later, chronicle);
        sources[*place].input.findings.extend(finding);
    }
    let any_fits = sources.iter().any(|source| !source.input.turn_files.is_empty());
    let (unreadable, mut sources): (Vec<Source>, Vec<Source>) =
        sources.into_iter().partition(|source| holds_nothing(&source.input));
    if any_fits {
        sources.iter_mut().filter(|source| source.input.turn_files.is_empty()).for_each(pass_over);
    }
    if sources.is_empty() {
        let why = why_nothing(mail, chronicle);
        let is_told = |source: &Source| source.input.findings.iter().any(|f| is_unreadable(f.code));
        sources.extend(unreadable.into_iter().filter(is_told).take(usize::from(why.code == "turnfile/none")));
        if sources.is_empty() {
            sources.push(failed(name, Some(mail.from.clone()), why));
        }
    }
    if mail.has_several_senders {
        sources[0].input.findings.insert(0, several_senders());
    }
    sources
}

/// One text of a mail, read.
fn of_text(name: &str, mail: &Mail, text: &mail::Text, chronicle: &Chronicle) -> Source {
    let decoded =
        if text.is_page { decode::decode_page(&text.content) } else { decode::decode(&text.content) };
    let mut input = read_decoded(decoded, chronicle);
    let repairs = text.repairs.iter();
    let repairs = repairs.map(|what| Diagnostic::whole(Class::Repair, "repair/mail", what));
    input.findings.splice(0..0, repairs);
    if let Some(by_lines) = &text.by_lines {
        input = joined_or_not(input, read(by_lines, chronicle), chronicle);
    }
    if let Some(attached) = &text.attached {
        let filled = input.turn_files.iter_mut().filter(|turn_file| !turn_file.is_blank());
        filled.for_each(|turn_file| turn_file.older.insert(0, Older::attached(attached)));
    }
    Source { name: format!("{name}, {}", text.place), input, sender: Some(mail.from.clone()) }
}

/// Of a text whose mail program says that lines go on (`format=flowed`), the reading that has fewer faults; the joined one
/// where both have as many. A player who types a blank at the end of a line means nothing by it, and no program asks him.
fn joined_or_not(mut joined: Input, mut by_lines: Input, chronicle: &Chronicle) -> Input {
    let faults = |input: &Input| input.findings.iter().filter(|f| f.is_error()).count();
    let (of_joined, of_lines) = (faults(&joined), faults(&by_lines));
    if of_lines < of_joined {
        let message = "the mail program says that lines with a blank at their end go on in the next one (format=flowed); \
                       they are read line by line, since joined they cannot be read";
        by_lines.findings.insert(0, Diagnostic::whole(Class::Repair, "repair/mail", message));
        return by_lines;
    }
    if of_lines == 0
        && let Some(turn_file) = joined
            .turn_files
            .iter()
            .find(|t| by_lines.turn_files.iter().any(|other| other.seat == t.seat && !other.says_the_same(t)))
    {
        let message = format!(
            "with its lines joined, as the mail program says (format=flowed), the turn file of {} says something else than line \
             by line",
            chronicle.name(turn_file.seat)
        );
        let finding = Diagnostic::whole(Class::Malformed, "mail/flowed", message);
        joined
            .findings
            .push(finding.hinted("take the blanks at the ends of lines out, or attach the turn file"));
    }
    joined
}

/// What to say where a page has another turn file than the plain text that should say the same.
fn contradiction<'a>(
    page: &Source,
    plain: impl Iterator<Item = &'a Source>,
    chronicle: &Chronicle,
) -> Option<Diagnostic> {
    let known: Vec<&TurnFile> =
        plain.flat_map(|source| &source.input.turn_files).filter(|t| !t.is_blank()).collect();
    let differs = |t: &&TurnFile| {
        let of_seat = || known.iter().filter(|other| other.seat == t.seat);
        !t.is_blank() && of_seat().next().is_some() && !of_seat().any(|other| other.says_the_same(t))
    };
    let turn_file = page.input.turn_files.iter().find(differs)?;
    let mut place = "in the text and in the HTML part that should say the same".to_owned();
    for repair in page.input.findings.iter().filter(|f| f.code == "repair/mail") {
        place.push_str("; ");
        place.push_str(&repair.message);
    }
    Some(two_turn_files(0, "", chronicle.name(turn_file.seat), &place))
}

/// What to say where a turn file has no END, and a later text that holds none of its own has orders or an END.
fn goes_on<'a>(
    input: &Input,
    mut later: impl Iterator<Item = (&'a mail::Text, &'a Source)>,
    chronicle: &Chronicle,
) -> Option<Diagnostic> {
    let seat = input.turn_files.first()?.seat;
    let no_end = input.findings.iter().find(|f| f.code == "turnfile/no-end")?;
    let (text, _) = later.find(|(text, source)| {
        let text = String::from_utf8_lossy(&text.content);
        holds_nothing(&source.input) && around::has_orders(&text, seat, chronicle)
    })?;
    let message =
        format!("the turn file ends here without END, but {} goes on with orders or an END", text.place);
    Some(
        Diagnostic::at_line(Class::Malformed, "turnfile/goes-on", no_end.line, &no_end.text, message)
            .hinted("send the whole turn file in one text, or attach it"),
    )
}

/// Whether there are turn files, and none says anything.
fn is_all_blank(input: &Input) -> bool {
    !input.turn_files.is_empty() && input.turn_files.iter().all(TurnFile::is_blank)
}

fn several_senders() -> Diagnostic {
    let message = "this mail names several senders, so none of them counts";
    Diagnostic::whole(Class::Warning, "mail/several-senders", message)
        .hinted("ask for it again, with one address after From")
}

/// Whether a text has nothing to do with a turn file.
fn holds_nothing(input: &Input) -> bool {
    let is_nothing = |f: &Diagnostic| f.code == "turnfile/none" || is_unreadable(f.code);
    input.turn_files.is_empty() && input.findings.iter().all(|f| !f.is_error() || is_nothing(f))
}

/// Whether a finding says that a text is none.
fn is_unreadable(code: &str) -> bool {
    ["turnfile/not-text", "turnfile/too-large"].contains(&code)
}

/// What is wrong with a text's turn file is a warning where another text has the one that counts.
fn pass_over(source: &mut Source) {
    source.input.findings.retain(|f| f.is_error() && f.code != "turnfile/quoted");
    for finding in &mut source.input.findings {
        finding.class = Class::Warning;
        finding.hint =
            Some("this text is passed over; another one has a turn file for the open step".to_owned());
    }
}

/// Why there is no turn file in a mail.
fn why_nothing(mail: &Mail, chronicle: &Chronicle) -> Diagnostic {
    let set_aside = |what: What| mail.aside.iter().find(|aside| aside.what == what);
    let is_armoured = |text: &mail::Text| {
        let text = String::from_utf8_lossy(&text.content);
        text.lines().any(|line| line.trim_start().starts_with("-----BEGIN PGP MESSAGE-----"))
    };
    let malformed = |code, message: String| Diagnostic::whole(Class::Malformed, code, message);
    if set_aside(What::Encrypted).is_some() || mail.texts.iter().any(is_armoured) {
        return malformed(
            "mail/encrypted",
            "this mail is encrypted, and adjutant has no keys for mails".to_owned(),
        )
        .hinted("it is to be sent unencrypted; whoever can decrypt it may give its text");
    }
    if let Some(aside) = set_aside(What::Wrapped) {
        let message =
            format!("{} is a signed message whose text is wrapped up in its signature", aside.place);
        return malformed("mail/encrypted", message)
            .hinted("it is to be sent without that signature; or save its text from the mail program");
    }
    if let Some(aside) = set_aside(What::Tnef) {
        let message = format!("{} is Outlook's own format, which no other program reads", aside.place);
        return malformed("mail/winmail", message)
            .hinted("it is to be sent as plain text or HTML (in Outlook: no rich text)");
    }
    for (what, why) in
        [(What::TooLarge, "is larger than a turn file may be"), (What::TooDeep, "is nested too deep")]
    {
        if let Some(aside) = set_aside(what) {
            return malformed("mail/too-much", format!("{} {why}", aside.place))
                .hinted("send the turn file as the text of a mail of its own");
        }
    }
    if let Some(aside) = set_aside(What::GameFile) {
        let message = format!("no turn file was found in this mail; {} is a game file", aside.place);
        return nothing(message, chronicle);
    }
    let places: Vec<&str> = mail.texts.iter().map(|text| text.place.as_str()).collect();
    let places =
        if places.is_empty() { "which has no text".to_owned() } else { format!("in {}", places.join(", ")) };
    nothing(format!("no turn file was found in this mail, {places}: no line begins with ORDERS"), chronicle)
}

fn nothing(message: String, chronicle: &Chronicle) -> Diagnostic {
    let hint = format!("the first line of a turn file reads: {}", head_lines(chronicle));
    Diagnostic::whole(Class::Malformed, "turnfile/none", message).hinted(hint)
}

/// Of several turn files of one seat in one call, blank ones do not count, and the others must say the same.
pub fn settle(sources: &mut [Source], chronicle: &Chronicle) {
    let of_seat = |sources: &[Source], seat: Seat| -> Vec<(String, TurnFile)> {
        let all = sources.iter().flat_map(|s| s.input.turn_files.iter().map(|t| (s.name.clone(), t.clone())));
        all.filter(|(_, t)| t.seat == seat).collect()
    };
    let mut seats: Vec<Seat> =
        sources.iter().flat_map(|s| s.input.turn_files.iter().map(|t| t.seat)).collect();
    seats.sort_unstable();
    seats.dedup();
    for seat in seats {
        let all = of_seat(sources, seat);
        let has_filled = all.iter().any(|(_, t)| !t.is_blank());
        let mut kept: Option<(String, TurnFile)> = None;
        for source in &mut *sources {
            let Some(at) = source.input.turn_files.iter().position(|t| t.seat == seat) else { continue };
            let turn_file = &source.input.turn_files[at];
            let is_idle = has_filled && turn_file.is_blank();
            match &kept {
                _ if is_idle => source.input.findings.retain(|f| f.code != "orders/none"),
                None => {
                    kept = Some((source.name.clone(), turn_file.clone()));
                    continue;
                }
                Some((first, other)) if other.says_the_same(turn_file) => {
                    let message =
                        format!("this turn file says the same as the one in {first} and counts once");
                    if source.input.turn_files.len() == 1 {
                        source.input.findings.clear();
                    }
                    let finding = Diagnostic::whole(Class::Warning, "turnfile/twice", message);
                    source
                        .input
                        .findings
                        .push(finding.hinted("nothing need be done; one of them can be left out"));
                }
                Some((first, _)) => {
                    let place = format!("in {first} and in {}", source.name);
                    let finding = two_turn_files(0, "", chronicle.name(seat), &place);
                    // Mails of one input were settled among themselves.
                    if !source.input.findings.iter().any(|f| f.code == finding.code) {
                        source.input.findings.push(finding);
                    }
                    continue;
                }
            }
            source.input.turn_files.remove(at);
        }
    }
}

/// Whether a turn file came from its seat: what to say if it did not, or if that cannot be known and must be.
///
/// A signature that holds settles it.
pub fn sender(
    turn_file: &TurnFile,
    from: Option<&Address>,
    contacts: &BTreeMap<String, String>,
    is_strict: bool,
    chronicle: &Chronicle,
) -> Option<Diagnostic> {
    let seat = chronicle.name(turn_file.seat);
    if turn_file.headers.signature.is_some() && chronicle.is_signed(&turn_file.post()).is_ok() {
        return None;
    }
    let other = other_sender(seat, from, contacts, is_strict);
    other.or_else(|| older::finding(turn_file, seat, from, contacts, is_strict))
}

/// What to say of a turn file that stands in an older mail, in a text that is no mail itself.
pub fn unsent(turn_file: &TurnFile, chronicle: &Chronicle) -> Option<Diagnostic> {
    sender(turn_file, None, &BTreeMap::new(), false, chronicle)
}

/// What to say where a mail is not from a seat's address, or where there is none to compare with.
fn other_sender(
    seat: &str,
    from: Option<&Address>,
    contacts: &BTreeMap<String, String>,
    is_strict: bool,
) -> Option<Diagnostic> {
    let class = if is_strict { Class::Illegal } else { Class::Warning };
    let contact = contacts.get(seat).map(String::as_str);
    let Some(known) = contact.and_then(Address::read) else {
        let message = format!("{seat}'s contact in the game file has no address to compare the sender with");
        let hint = format!(
            "whoever keeps the game file writes it there, under contacts: {seat}: \"Name <name@example.org>\""
        );
        return is_strict.then(|| Diagnostic::whole(class, "mail/no-contact", message).hinted(hint));
    };
    let message = match from {
        Some(from) if from.is_same(&known) => return None,
        Some(from) => {
            format!("this mail is from {from}, and {seat}'s address in the game file is {}", known.spec)
        }
        None => {
            format!(
                "this mail does not say who sent it, and {seat}'s address in the game file is {}",
                known.spec
            )
        }
    };
    let hint = if is_strict {
        format!(
            "{seat}'s turn files are taken from that address alone, or signed; whoever keeps the game file writes a new \
             address into it, under contacts"
        )
    } else {
        format!("ask {seat} whether it is theirs; a new address goes into the game file under contacts")
    };
    Some(Diagnostic::whole(class, "mail/sender", message).hinted(hint))
}
