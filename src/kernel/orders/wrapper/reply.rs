//! Answers without a first line of their own: orders written into a quoted turn file, above a quote or below it.
//!
//! Quoted lines are never orders. But a player who presses Reply sees his blank turn file as a quote, and types into
//! it, or above it. What he typed is unquoted; which lines these are is found here. Whether they are taken, and for
//! which turn file, is for the caller, who knows the game.

use super::older::begins_older_mail;
use super::{RawLine, RawSheet, is_end, is_head, is_quoted, is_signature, opens_block, plain_lines, unquote};
use crate::kernel::orders::typography::fold;

/// Unquoted lines around a quote that belong to no turn file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Loose {
    /// Above the quote, without the words that announce it.
    pub above: Vec<RawLine>,
    /// Below the quote, without the signature.
    pub below: Vec<RawLine>,
}

/// The turn files whose first line is quoted, with the unquoted lines between it and its END, quoted or not.
pub fn written_into_quotes(text: &str) -> Vec<RawSheet> {
    let mut reader = Reader::default();
    for (index, line) in text.lines().enumerate() {
        reader.read(RawLine { number: index + 1, text: line.to_owned() });
    }
    reader.close(None);
    reader.sheets
}

#[derive(Default)]
struct Reader {
    sheets: Vec<RawSheet>,
    open: Option<RawSheet>,
    /// Blocks that are open in the quoted lines, and in the others.
    quoted: usize,
    own: usize,
}

impl Reader {
    fn read(&mut self, line: RawLine) {
        let folded = fold(&line.text).text;
        let plain = folded.trim();
        if is_quoted(plain) {
            self.read_quoted(line);
        } else if is_head(plain) || is_signature(plain) {
            self.close(None);
        } else if is_end(plain) && self.own == 0 {
            self.close(Some(line));
        } else if let Some(sheet) = &mut self.open
            && !plain.is_empty()
        {
            if is_end(plain) {
                self.own -= 1;
            } else if opens_block(plain) {
                self.own += 1;
            }
            sheet.body.push(line);
        }
    }

    fn read_quoted(&mut self, line: RawLine) {
        let folded = fold(unquote(&line.text)).text;
        let plain = folded.trim();
        if is_head(plain) {
            self.close(None);
            let head = RawLine { number: line.number, text: unquote(&line.text).to_owned() };
            self.open = Some(RawSheet { head, headers: Vec::new(), body: Vec::new(), end: None });
            (self.quoted, self.own) = (0, 0);
        } else if is_end(plain) && self.quoted == 0 {
            self.close(Some(line));
        } else if is_end(plain) {
            self.quoted -= 1;
        } else if opens_block(plain) {
            self.quoted += 1;
        }
    }

    /// Ends the turn file that is open; one into which nothing was written is none.
    fn close(&mut self, end: Option<RawLine>) {
        if let Some(sheet) = self.open.take().filter(|sheet| !sheet.body.is_empty()) {
            self.sheets.push(RawSheet { end, ..sheet });
        }
    }
}

/// The unquoted lines above and below the quoted part of a text; `is_order` tells orders from the words that announce
/// a quote. What is quoted begins with a quote mark, with a rule that mail programs draw, with a mail's header lines,
/// or with the first line of a turn file.
pub fn loose(text: &str, is_order: impl Fn(&str) -> bool) -> Loose {
    let lines: Vec<RawLine> =
        text.lines().zip(1..).map(|(text, number)| RawLine { number, text: text.to_owned() }).collect();
    let plain = plain_lines(text);
    let begins_quote =
        |at: usize| is_quoted(&plain[at]) || is_head(&plain[at]) || begins_older_mail(&plain[at..]);
    let Some(quote) = (0..plain.len()).find(|at| begins_quote(*at)) else { return Loose::default() };
    let signature = plain[..quote].iter().position(|line| is_signature(line));
    let mut above = signature.unwrap_or(quote);
    if signature.is_none() {
        above -= announcement(&plain[..above], is_order);
    }
    let below = match plain.iter().rposition(|line| is_quoted(line)) {
        Some(last) => {
            let rest = &plain[last + 1..];
            let end = rest.iter().position(|line| is_signature(line) || is_head(line)).unwrap_or(rest.len());
            last + 1..last + 1 + end
        }
        None => 0..0,
    };
    let not_blank = |range: std::ops::Range<usize>| -> Vec<RawLine> {
        range.filter(|at| !plain[*at].is_empty()).map(|at| lines[at].clone()).collect()
    };
    Loose { above: not_blank(0..above), below: not_blank(below) }
}

/// The line, by its place among these, that ends them: END while no block is open.
pub fn closing_end(lines: &[RawLine]) -> Option<usize> {
    let mut depth = 0_usize;
    lines.iter().position(|line| {
        let plain = fold(&line.text).text;
        let is_end = is_end(plain.trim());
        if is_end && depth == 0 {
            return true;
        }
        depth = if is_end { depth - 1 } else { depth + usize::from(opens_block(plain.trim())) };
        false
    })
}

/// How many of the last lines announce a quote, in any language: the last of them ends with a colon.
fn announcement(plain: &[String], is_order: impl Fn(&str) -> bool) -> usize {
    let blank = plain.iter().rev().take_while(|line| line.is_empty()).count();
    let rest = &plain[..plain.len() - blank];
    if !rest.last().is_some_and(|line| line.ends_with([':', '：'])) {
        return 0;
    }
    let before = rest.iter().rev().skip(1).take(2);
    1 + blank + before.take_while(|line| !line.is_empty() && !is_end(line) && !is_order(line)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(lines: &[RawLine]) -> Vec<&str> {
        lines.iter().map(|line| line.text.as_str()).collect()
    }

    #[test]
    fn unquoted_lines_between_a_quoted_head_and_its_end_belong_to_it() {
        for end in ["> END", "END"] {
            let text = format!(
                "Hi\n> ORDERS g red\n>\n> # a comment\n0208→0209\n> # more\nif x\n0505→0606\nend\n{end}\n0101\n"
            );
            let sheets = written_into_quotes(&text);
            assert_eq!(sheets.len(), 1, "{end}");
            assert_eq!(sheets[0].head.text, "ORDERS g red");
            assert_eq!(texts(&sheets[0].body), ["0208→0209", "if x", "0505→0606", "end"]);
            assert_eq!(sheets[0].end.as_ref().map(|line| line.text.as_str()), Some(end));
        }
    }

    #[test]
    fn a_quoted_turn_file_without_unquoted_lines_is_none() {
        assert_eq!(written_into_quotes("> ORDERS g red\n> 0208→0209\n> END\nHi\n"), []);
        assert_eq!(written_into_quotes("0208→0209\n> ORDERS g red\n>\n> END\n"), []);
    }

    #[test]
    fn a_quoted_block_ends_where_it_ends() {
        let text = "> ORDERS g red\n> if a\n> 0101→0102\n> end\n0208→0209\n> END\n0303→0304\n";
        assert_eq!(texts(&written_into_quotes(text)[0].body), ["0208→0209"]);
    }

    #[test]
    fn loose_lines_stand_above_and_below_the_quote() {
        let never = |_: &str| false;
        let found = loose("a\n\nb\nOn Sunday, Bo\nwrote:\n\n> c\n> d\ne\n-- \nAnn\n", never);
        assert_eq!((texts(&found.above), texts(&found.below)), (vec!["a"], vec!["e"]));
        let is_b = |line: &str| line == "b";
        let found = loose("a\n\nb\nOn Sunday, Bo\nwrote:\n\n> c\n> d\ne\n-- \nAnn\n", is_b);
        assert_eq!(texts(&found.above), ["a", "b"]);
    }

    #[test]
    fn quotes_without_marks_are_known_by_what_stands_above_them() {
        for mark in [
            "-----Original Message-----",
            "________________________________",
            "---------- Forwarded message ---------",
            "Von: Bo <bo@example.org>\nGesendet: Montag, 30. November 2026\nAn: Ann",
            "*From:* Bo\n*Sent:* 30 November 2026\n*To:* Ann",
            "ORDERS g red",
        ] {
            let found = loose(&format!("a\n{mark}\nb\n"), |_| false);
            assert_eq!(texts(&found.above), ["a"], "{mark}");
        }
        assert_eq!(loose("a\nplan: b\nnote: c\n", |_| false), Loose::default());
    }
}
