//! Orders without a first line of their own, written into a quoted turn file, above a quote or below it.
//!
//! Nothing is guessed. Lines between a quoted first line and its END are orders, since that is where they belong.
//! Lines around a quote are taken only if there is just one turn file that they can be for, and only if they say that
//! they are orders: by an END below them, or by all being orders. Either way it is shown.

use super::around::{is_echo, looks_like_order};
use super::head;
use crate::kernel::history::chronicle::Chronicle;
use crate::kernel::orders::diagnostic::{Class, Diagnostic};
use crate::kernel::orders::wrapper::{self, OutsideLine, RawLine, RawSheet, Wrapper};
use crate::kernel::seat::Seat;
use std::collections::BTreeSet;

/// The most lines around a quote that are looked at.
const MAX_LINES: usize = 1200;
/// The most quoted first lines that are looked at.
const MAX_HEADS: usize = 100;

/// What was written in answer to a turn file that is quoted.
#[derive(Debug, Default)]
pub(super) struct Reply {
    /// The turn files that it makes.
    pub(super) sheets: Vec<(RawSheet, Seat)>,
    /// What is to be said of that.
    pub(super) findings: Vec<Diagnostic>,
    /// The lines that were taken.
    pub(super) taken: BTreeSet<usize>,
}

/// Finds what was written in answer; `blank` are turn files for the open step that stand there unquoted and empty.
pub(super) fn find(text: &str, found: &Wrapper, blank: &[(&RawSheet, Seat)], chronicle: &Chronicle) -> Reply {
    let quoted: Vec<&RawLine> = found.quoted_heads().take(MAX_HEADS).collect();
    let mut reply = Reply::default();
    if !quoted.is_empty() {
        reply.read_inline(wrapper::written_into_quotes(text), &quoted, chronicle);
    }
    if reply.sheets.is_empty() {
        let loose = around(text, &heads(blank, &quoted, chronicle), Side::Both, chronicle);
        reply = loose.unwrap_or(reply);
    }
    reply
}

/// Finds what was written above an older mail with a turn file in it that is filled and for the open step, and that no
/// mark quotes: the orders of a player who has pressed Reply on his own. These or those may be meant, but never the
/// older ones without a word.
pub(super) fn above(
    text: &str,
    found: &Wrapper,
    filled: &[(&RawSheet, Seat)],
    chronicle: &Chronicle,
) -> Reply {
    let Some((sheet, seat)) = filled.iter().find(|(sheet, _)| !sheet.is_blank()) else {
        return Reply::default();
    };
    let rule = wrapper::older_mail(text).filter(|rule| *rule < sheet.head.number);
    let above = found.outside.iter().take_while(|o| o.line.number < rule.unwrap_or(sheet.head.number));
    let lines: Vec<&OutsideLine> = above.take(MAX_LINES).collect();
    let is_order = |o: &&&OutsideLine| !is_echo(o) && looks_like_order(&o.line.text, *seat, chronicle);
    let Some(first) = lines.iter().find(is_order) else { return Reply::default() };
    let has_end =
        lines.iter().any(|o| o.line.number > first.line.number && wrapper::is_end_line(&o.line.text));
    if rule.is_none() && !has_end {
        return Reply::default();
    }
    let quoted: Vec<&RawLine> = found.quoted_heads().take(MAX_HEADS).collect();
    let reply = around(text, &heads(filled, &quoted, chronicle), Side::Above, chronicle);
    let mut reply = reply.filter(|reply| reply.taken.contains(&first.line.number)).unwrap_or_default();
    let RawLine { text, .. } = &sheet.head;
    reply.findings.push(if reply.sheets.is_empty() {
        let message =
            "orders stand above an older mail, and the turn file is in that mail: which of them counts?";
        let line = &first.line;
        Diagnostic::at_line(Class::Malformed, "turnfile/above-older", line.number, &line.text, message)
            .hinted(format!(
                "send only the one that counts, with END below its orders, beginning with: {text}"
            ))
    } else {
        outdated(&sheet.head)
    });
    reply
}

/// What to say of a turn file that stands in an older mail, with orders above it.
pub(super) fn outdated(head: &RawLine) -> Diagnostic {
    let message = "this turn file is in an older mail that is quoted without marks; the orders above are taken in its place";
    Diagnostic::at_line(Class::Warning, "turnfile/older", head.number, &head.text, message)
        .hinted("if the older one counts, send that alone")
}

/// First lines for the open step, unquoted ones and quoted ones.
fn heads(unquoted: &[(&RawSheet, Seat)], quoted: &[&RawLine], chronicle: &Chronicle) -> Vec<(RawLine, Seat)> {
    let of_quoted = quoted.iter().filter_map(|line| {
        let plain = RawLine { number: line.number, text: wrapper::unquote(&line.text).to_owned() };
        let seat = head::read(&plain, chronicle).ok()?;
        Some((plain, seat))
    });
    unquoted.iter().map(|(sheet, seat)| (sheet.head.clone(), *seat)).chain(of_quoted).collect()
}

impl Reply {
    /// Takes the lines that were written into quoted turn files.
    fn read_inline(&mut self, sheets: Vec<RawSheet>, quoted: &[&RawLine], chronicle: &Chronicle) {
        let heads: Vec<_> = sheets.iter().map(|sheet| head::read(&sheet.head, chronicle)).collect();
        let any_fits = heads.iter().any(Result::is_ok);
        for (sheet, head) in sheets.into_iter().zip(heads) {
            let shown = quoted.iter().find(|line| line.number == sheet.head.number);
            let shown = shown.map_or(sheet.head.text.as_str(), |line| line.text.as_str());
            match head {
                Ok(seat) => {
                    let message =
                        "the first line is quoted; the unquoted lines below it are read as its orders";
                    let number = sheet.head.number;
                    let repair =
                        Diagnostic::at_line(Class::Repair, "repair/quoted-head", number, shown, message);
                    self.take(sheet, seat, repair);
                }
                Err(finding) => self.findings.push(super::as_warning(finding, any_fits)),
            }
        }
    }

    fn take(&mut self, sheet: RawSheet, seat: Seat, repair: Diagnostic) {
        self.taken.extend(sheet.body.iter().chain(&sheet.end).map(|line| line.number));
        self.sheets.push((sheet, seat));
        self.findings.push(repair);
    }
}

/// On which sides of a quote orders are looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Above,
    Both,
}

/// The orders above or below a quote, if it is clear that they are orders and whose.
fn around(text: &str, heads: &[(RawLine, Seat)], side: Side, chronicle: &Chronicle) -> Option<Reply> {
    let (head, seat) = heads.first()?;
    if heads.iter().any(|(_, other)| other != seat) {
        return None;
    }
    let is_meant =
        |text: &str| is_meant_as_order(&RawLine { number: 1, text: text.to_owned() }, *seat, chronicle);
    let loose = wrapper::loose(text, is_meant);
    let below = if side == Side::Both { loose.below } else { Vec::new() };
    let mut found = [loose.above, below].into_iter().filter_map(|lines| orders(lines, *seat, chronicle));
    let (body, end) = found.next()?;
    if found.next().is_some() {
        return None;
    }
    let first = body.first()?;
    let message = format!(
        "these lines have no first line of their own; they are read as the orders of {}, whose first line is line {}",
        chronicle.name(*seat),
        head.number
    );
    let repair = Diagnostic::at_line(Class::Repair, "repair/no-head", first.number, &first.text, message);
    let mut reply = Reply::default();
    reply.take(RawSheet { head: head.clone(), headers: Vec::new(), body, end }, *seat, repair);
    Some(reply)
}

/// The lines that are orders, with the END below them; without one, all lines must be orders.
fn orders(lines: Vec<RawLine>, seat: Seat, chronicle: &Chronicle) -> Option<(Vec<RawLine>, Option<RawLine>)> {
    if lines.is_empty() || lines.len() > MAX_LINES {
        return None;
    }
    let start = lines.iter().position(|line| is_meant_as_order(line, seat, chronicle))?;
    if let Some(end) = wrapper::closing_end(&lines[start..]) {
        let mut lines = lines;
        lines.truncate(start + end + 1);
        let end = lines.pop();
        return Some((lines.split_off(start), end)).filter(|(body, _)| !body.is_empty());
    }
    let checked = chronicle.table.check(seat, &lines, None);
    let is_malformed = checked.findings.iter().any(|f| f.class == Class::Malformed);
    (!is_malformed && !checked.lines.is_empty()).then_some((lines, None))
}

/// Whether a line is an order, or was meant as one: its beginning can be read, or looks like a place or a number, or
/// is nearly a word that orders begin with. A greeting is none of these.
pub(super) fn is_meant_as_order(line: &RawLine, seat: Seat, chronicle: &Chronicle) -> bool {
    let plain = line.text.trim();
    if plain.starts_with('#') {
        return false;
    }
    let checked = chronicle.table.check(seat, std::slice::from_ref(line), None);
    let Some(fault) = checked.findings.iter().find(|f| f.class == Class::Malformed) else {
        return !checked.lines.is_empty();
    };
    let first = plain.split_whitespace().next().unwrap_or_default();
    let indent = line.text.len() - line.text.trim_start().len();
    let has_suggestion = fault.hint.as_ref().is_some_and(|hint| hint.contains("did you mean"));
    fault.code.starts_with("block/")
        || fault.span.start > indent
        || first.contains(|c: char| c.is_numeric())
        || has_suggestion
}
