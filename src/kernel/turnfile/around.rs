//! Orders where none are read: after END, before the first line, in quotes. None is passed over without a word.

use super::{Input, head, reply};
use crate::kernel::history::chronicle::Chronicle;
use crate::kernel::orders::diagnostic::{Class, Diagnostic};
use crate::kernel::orders::wrapper::{self, OutsideLine, RawLine, RawSheet, Wrapper};
use crate::kernel::seat::Seat;
use std::collections::BTreeSet;

/// The most lines around turn files that are looked at for orders.
const MAX_OUTSIDE: usize = 500;

impl Input {
    /// Looks for orders outside of turn files and in quoted ones.
    pub(super) fn look_around(
        &mut self,
        text: &str,
        found: &Wrapper,
        taken: &BTreeSet<usize>,
        chronicle: &Chronicle,
    ) {
        let Some(seat) = self.turn_files.first().map(|t| t.seat) else { return };
        let is_order = |text: &str| looks_like_order(text, seat, chronicle);
        let outside = found.outside.iter().filter(|o| !taken.contains(&o.line.number)).take(MAX_OUTSIDE);
        let (older, sure) = (wrapper::older_mail(text), wrapper::sure_older_mail(text));
        for outside in outside.filter(|o| is_order(&o.line.text)) {
            let line = &outside.line;
            let has_end = outside.follows.is_none_or(|at| found.sheets[at].end.is_some());
            // Below a mere rule a player may go on where he has written no END.
            let older = if has_end { older } else { sure };
            if older.is_some_and(|older| line.number > older) {
                self.findings.extend((!is_indented(line)).then(|| quoted_order(line)));
            } else if !is_echo(outside) {
                self.findings.push(misplaced_order(outside, has_end));
            }
        }
        // Older turn files travel along in every answer.
        let is_older = |head: &RawLine| {
            let codes = ["head/wrong-step", "head/wrong-head", "head/other-game"];
            head::read(head, chronicle).is_err_and(|finding| codes.contains(&finding.code))
        };
        let quoted = wrapper::quoted_turn_files(&found.quoted).into_iter();
        let lines = quoted.filter(|(head, _)| !is_older(head)).flat_map(|(_, lines)| lines);
        let is_told = |line: &RawLine, told: &[Diagnostic]| told.iter().any(|f| f.line == line.number);
        for line in lines.take(MAX_OUTSIDE).filter(|line| is_order(wrapper::unquote(&line.text))) {
            if !is_told(line, &self.findings) {
                self.findings.push(quoted_order(line));
            }
        }
    }

    /// Looks for quoted orders within a turn file that is not quoted. They were put there by somebody, and whether they
    /// count is not to be guessed.
    pub(super) fn look_within(
        &mut self,
        sheet: &RawSheet,
        seat: Seat,
        quoted: &[RawLine],
        chronicle: &Chronicle,
    ) {
        let start = quoted.partition_point(|line| line.number < sheet.head.number);
        let last = sheet.end.as_ref().or(sheet.body.last()).unwrap_or(&sheet.head).number;
        // Without END, what is quoted directly below the last line belongs to it as well.
        let mut reach = last;
        let within = quoted[start..].iter().take_while(|line| {
            let is_next = sheet.end.is_none() && line.number == reach + 1;
            reach += usize::from(is_next);
            line.number < last || is_next
        });
        for line in within.take(MAX_OUTSIDE) {
            let plain = wrapper::unquote(&line.text);
            if reads_as_order(plain, seat, chronicle) {
                let message =
                    "this order stands within the turn file, but is quoted, and quoted lines are not read";
                let finding = Diagnostic::at_line(
                    Class::Malformed,
                    "turnfile/quoted-order",
                    line.number,
                    &line.text,
                    message,
                );
                self.findings.push(
                    finding.hinted(
                        "if it counts, take the mark before it away; if it does not, take the line out",
                    ),
                );
            } else if reply::is_meant_as_order(
                &RawLine { number: 1, text: plain.to_owned() },
                seat,
                chronicle,
            ) {
                self.findings.push(quoted_order(line));
            }
        }
    }
}

/// Whether a text that holds no turn file has orders in it, or the END of a turn file.
pub(super) fn has_orders(text: &str, seat: Seat, chronicle: &Chronicle) -> bool {
    text.lines()
        .take(MAX_OUTSIDE)
        .filter(|line| !line.starts_with("  "))
        .any(|line| wrapper::is_end_line(line) || looks_like_order(line, seat, chronicle))
}

/// A report echoes orders with an indent; whoever answers it unquoted need not be warned of them.
pub(super) fn is_echo(outside: &OutsideLine) -> bool {
    outside.follows.is_none() && is_indented(&outside.line)
}

fn is_indented(line: &RawLine) -> bool {
    line.text.starts_with("  ")
}

fn misplaced_order(outside: &OutsideLine, has_end: bool) -> Diagnostic {
    let line = &outside.line;
    if outside.follows.is_some() {
        let message = if has_end {
            "an order stands after END"
        } else {
            "an order stands below the line that ends the turn file, which has no END"
        };
        Diagnostic::at_line(Class::Malformed, "order/after-end", line.number, &line.text, message)
            .hinted("move it above END, or take it out")
    } else {
        let message = "this looks like an order, but stands before the first line of the turn file";
        Diagnostic::at_line(Class::Warning, "order/before-head", line.number, &line.text, message)
            .hinted("if it counts, move it below the line that begins with ORDERS")
    }
}

fn quoted_order(line: &RawLine) -> Diagnostic {
    let message = "this looks like an order, but is quoted and not read";
    Diagnostic::at_line(Class::Warning, "order/quoted", line.number, &line.text, message)
        .hinted("if it counts, write it without the mark before it, between ORDERS and END")
}

/// Whether a line plainly is an order of the game: it reads as one and names a place or a number.
pub(super) fn looks_like_order(text: &str, seat: Seat, chronicle: &Chronicle) -> bool {
    text.bytes().any(|b| b.is_ascii_digit()) && reads_as_order(text, seat, chronicle)
}

fn reads_as_order(text: &str, seat: Seat, chronicle: &Chronicle) -> bool {
    if text.trim_start().starts_with('#') {
        return false;
    }
    let line = RawLine { number: 1, text: text.to_owned() };
    let checked = chronicle.table.check(seat, &[line], None);
    checked.lines.len() == 1 && checked.unread.is_empty()
}
