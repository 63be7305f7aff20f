//! The first line of a turn file: for which game, step, seat and position it is.

use crate::kernel::history::chronicle::Chronicle;
use crate::kernel::history::{canonical, head};
use crate::kernel::orders::diagnostic::{Class, Diagnostic};
use crate::kernel::orders::typography::fold_words;
use crate::kernel::orders::wrapper::{RawLine, RawSheet, unquote};
use crate::kernel::seat::Seat;

/// The first line of a turn file for the open step.
pub fn head_line(chronicle: &Chronicle, seat: Seat) -> String {
    head_line_of(chronicle, chronicle.name(seat))
}

/// The same where it is not known whose it is: of whoever may order now, with the seat left open where several may.
pub fn head_lines(chronicle: &Chronicle) -> String {
    let mut seats: Vec<&str> = chronicle.asked().iter().map(|asked| chronicle.name(asked.seat)).collect();
    seats.dedup();
    match seats.as_slice() {
        [only] => head_line_of(chronicle, only),
        [] => head_line_of(chronicle, "SEAT"),
        several => format!("{}, where SEAT is {}", head_line_of(chronicle, "SEAT"), several.join(" or ")),
    }
}

fn head_line_of(chronicle: &Chronicle, seat: &str) -> String {
    let (name, step) = (&chronicle.terms.name, chronicle.need.step);
    format!("ORDERS {name} step {step} {seat} {}", head::short(&chronicle.head))
}

/// The game and the seat that a line names if it begins a turn file, quoted or not; no seat where it stands otherwise than
/// it should.
pub fn named(line: &str) -> Option<(String, Option<String>)> {
    let folded = fold_words(unquote(line)).text.to_lowercase();
    let mut words = folded.split_whitespace().skip_while(|word| word.chars().all(is_quote_mark));
    let game = words.next().filter(|word| *word == "orders").and_then(|_| words.next())?.to_owned();
    let seat = words.next().and_then(|word| if word == "step" { words.nth(1) } else { Some(word) });
    Some((game, seat.map(str::to_owned)))
}

fn is_quote_mark(c: char) -> bool {
    matches!(c, '>' | '|' | '*' | ':')
}

/// What in the first line was read otherwise than it stands there.
pub(super) fn repairs(head: &RawLine) -> Option<Diagnostic> {
    let folded = fold_words(&head.text);
    let what: Vec<&str> = folded.repairs.iter().map(|(_, what)| what.as_str()).collect();
    let message = format!("read as {:?} ({})", folded.text.trim(), what.join("; "));
    (!what.is_empty())
        .then(|| Diagnostic::at_line(Class::Repair, "repair/typography", head.number, &head.text, message))
}

pub(super) fn is_short(head: &RawLine) -> bool {
    head.text.split_whitespace().count() <= 3
}

/// Reads the first line of a turn file: `ORDERS borodino-3 step 7 red K3QF-7TNA-C`, step and head optional.
pub(super) fn read(head: &RawLine, chronicle: &Chronicle) -> Result<Seat, Diagnostic> {
    let plain = fold_words(&head.text).text;
    let words: Vec<&str> = plain.split_whitespace().collect();
    let lower: Vec<String> = words.iter().map(|w| w.to_lowercase()).collect();
    let (name, step, seat, position) = match lower.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        [_, _, "step"] | [_, _, "step", _] if chronicle.seat("step").is_none() => {
            let message = "this first line ends before the seat, and the next one does not go on with it";
            return Err(head_error(head, chronicle, None, "head/unreadable", message.to_owned()));
        }
        [_, name, "step", step, seat] => (*name, Some(*step), *seat, String::new()),
        [_, name, "step", step, seat, rest @ ..] => (*name, Some(*step), *seat, rest.join("")),
        [_, name, seat] => (*name, None, *seat, String::new()),
        [_, name, seat, rest @ ..] if rest.len() <= 3 => (*name, None, *seat, rest.join("")),
        _ => {
            return Err(head_error(
                head,
                chronicle,
                None,
                "head/unreadable",
                "this first line cannot be read".to_owned(),
            ));
        }
    };
    let seat = check_seat(head, chronicle, name, seat)?;
    check_step(head, chronicle, seat, step)?;
    check_position(head, chronicle, seat, &position)?;
    Ok(seat)
}

/// Joins the first line with the next one where a mail program has broken it: if only both together name a seat, or name
/// a position of this game. Such a line is no order of any game.
pub(super) fn unwrap(sheet: &mut RawSheet, chronicle: &Chronicle) -> Option<Diagnostic> {
    let rest = sheet.body.first().filter(|_| sheet.headers.is_empty())?;
    let joined = format!("{} {}", sheet.head.text.trim_end(), rest.text.trim());
    let whole = RawLine { number: sheet.head.number, text: joined.clone() };
    let is_better = match (read(&sheet.head, chronicle), read(&whole, chronicle)) {
        (Err(_), Ok(_)) => true,
        (Err(before), Err(after)) => NO_SEAT.contains(&before.code) && OTHER.contains(&after.code),
        (Ok(_), Ok(_)) => is_short_form(&rest.text),
        (Ok(_), Err(after)) => is_short_form(&rest.text) && OTHER.contains(&after.code),
    };
    if !is_better {
        return None;
    }
    let message = format!("lines {} and {}: read as one first line, {joined:?}", whole.number, rest.number);
    let repair =
        Diagnostic::at_line(Class::Repair, "repair/wrapped", whole.number, &sheet.head.text, message);
    sheet.head = whole;
    sheet.body.remove(0);
    Some(repair)
}

/// What is said of a first line that names no seat.
const NO_SEAT: [&str; 2] = ["head/unreadable", "head/unknown-seat"];
/// What is said of one that is for a seat of the game, and another step or position.
const OTHER: [&str; 3] = ["head/wrong-step", "head/wrong-head", "head/mistyped"];

/// Whether a line is a head in short form as it is printed, and nothing else.
fn is_short_form(line: &str) -> bool {
    let plain = fold_words(line).text;
    let groups: Vec<usize> = plain.trim().split('-').map(str::len).collect();
    groups == [4, 4, 1] && head::read(&plain).is_ok()
}

fn head_error(
    head: &RawLine,
    chronicle: &Chronicle,
    seat: Option<Seat>,
    code: &'static str,
    message: String,
) -> Diagnostic {
    let line = seat.map_or_else(|| head_lines(chronicle), |seat| head_line(chronicle, seat));
    Diagnostic::at_line(Class::Malformed, code, head.number, &head.text, message)
        .hinted(format!("for the open step it reads: {line}"))
}

fn check_seat(head: &RawLine, chronicle: &Chronicle, name: &str, seat: &str) -> Result<Seat, Diagnostic> {
    if name != chronicle.terms.name {
        let message =
            format!("this turn file is for the game {name}, and the game file is {}", chronicle.terms.name);
        return Err(head_error(head, chronicle, None, "head/other-game", message));
    }
    chronicle.seat(seat).ok_or_else(|| {
        let message =
            format!("{seat:?} is no seat of this game; its seats are {}", chronicle.terms.seats.join(", "));
        head_error(head, chronicle, None, "head/unknown-seat", message)
    })
}

fn check_step(
    head: &RawLine,
    chronicle: &Chronicle,
    seat: Seat,
    step: Option<&str>,
) -> Result<(), Diagnostic> {
    let Some(step) = step else { return Ok(()) };
    let open = chronicle.need.step;
    let message = match step.parse::<u64>() {
        Ok(step) if step == open => return Ok(()),
        Ok(step) if chronicle.is_undone(step) => return Err(undone(head, chronicle, seat, step)),
        Ok(step) if step < open => {
            format!("this turn file is for step {step}, which is over; step {open} is open")
        }
        Ok(step) => format!(
            "this turn file is for step {step}; step {open} is open, so this game file is an older one"
        ),
        Err(_) => format!("{step:?} is not the number of a step"),
    };
    Err(head_error(head, chronicle, Some(seat), "head/wrong-step", message))
}

/// That a turn file is for a step that was taken back or voided. One that was final is not mended by another first line:
/// what was signed and linked for one step counts for no other.
fn undone(head: &RawLine, chronicle: &Chronicle, seat: Seat, step: u64) -> Diagnostic {
    let (name, open) = (chronicle.name(seat), chronicle.need.step);
    let message = format!(
        "this turn file is for step {step}, which was taken back or voided; step {open} is open in its place"
    );
    let finding = head_error(head, chronicle, Some(seat), "head/wrong-step", message);
    if !chronicle.identities.contains_key(name) {
        return finding;
    }
    finding.hinted(format!(
        "what was final for step {step} counts for no other, whatever its first line says: {name} orders anew (adjutant sheet \
         FILE --seat {name} > my.turn), and locks that"
    ))
}

fn check_position(
    head: &RawLine,
    chronicle: &Chronicle,
    seat: Seat,
    position: &str,
) -> Result<(), Diagnostic> {
    if position.is_empty() {
        return Ok(());
    }
    let short = head::read(position).map_err(|error| {
        head_error(head, chronicle, Some(seat), "head/mistyped", format!("the head {position}: {error}"))
    })?;
    if short.matches(&chronicle.head) {
        return Ok(());
    }
    let of_entry = |line: &String| short.matches(&canonical::hash("entry", &[line]));
    let older = chronicle.lines.iter().position(of_entry);
    let Some((entry, step)) = older.and_then(|entry| Some((entry, chronicle.open_after(entry)?))) else {
        let message =
            "this turn file was written for a position that is not in this game file's history".to_owned();
        return Err(head_error(head, chronicle, Some(seat), "head/wrong-head", message));
    };
    let (is_open_still, older) =
        (step == chronicle.need.step, head::short(&canonical::hash("entry", &[&chronicle.lines[entry]])));
    let message = if is_open_still {
        format!(
            "this turn file was written for step {step} as it was after entry {entry}, and entries have been added since"
        )
    } else {
        format!(
            "this turn file was written for an older position, the one after entry {entry}, in which step {step} was open"
        )
    };
    let mut finding = head_error(head, chronicle, Some(seat), "head/wrong-head", message);
    if is_open_still {
        // It and this game file crossed on their ways, and what is final cannot be written anew.
        let crossed = format!(
            "if it is final, resolve the step from the older file: adjutant adjudicate OLDER TURNFILE -o next.yaml, where OLDER \
             is the file of which adjutant status says {older}; what was locked since is then to be sent again"
        );
        finding.hint = finding.hint.map(|hint| format!("{hint}; {crossed}"));
    }
    Err(finding)
}
