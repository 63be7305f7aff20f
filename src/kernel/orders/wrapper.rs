//! Where the turn files are in a text, and what in the text is none.
//!
//! A player presses Reply on a report, writes, and sends: the turn file comes back with greetings above it,
//! a signature below and quotes all around. Its own first and last lines mark it, so nobody has to know how
//! mailers of every language announce a quote. A quoted line is never an order, wherever it stands; it is
//! kept apart so that the caller can warn where one looks like an order.
//!
//! ```text
//! ORDERS game step 7 red HEAD       the head: ORDERS and a space, case-free
//! Link: 5f1c 9a02                   headers, as in a mail; an indented line continues the one before
//!   77aa 03bd
//!                                   a blank line, which may be missing
//! 0208→0209                         the body
//! if 0707 is red                    `if` and `next` open a block,
//!   0706→0705
//! end                               which END closes
//! END                               with no block open, END closes the turn file
//! ```
//!
//! A signature mark (`--`), the next head, an older mail that is quoted without marks, or the end of the text
//! also end a turn file; then its `end` is missing. Some mailers double-space, so blank lines carry no meaning but one: where the gap before a line
//! is wider than the one after the head, the headers are over.

mod older;
mod reply;

pub use older::{OlderMail, older_mail, older_mails, sure_older_mail};
pub use reply::{Loose, closing_end, loose, written_into_quotes};

use super::typography::{bullet, fold, is_invisible};

/// The turn files in a text, and the lines that belong to none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wrapper {
    /// The turn files in the order of the text.
    pub sheets: Vec<RawSheet>,
    /// Lines outside of every turn file that are neither blank nor quoted.
    pub outside: Vec<OutsideLine>,
    /// Quoted lines, wherever they stand, with their quote marks.
    pub quoted: Vec<RawLine>,
}

/// A turn file as it stands in the text; what its lines mean is not looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawSheet {
    /// The line that begins with ORDERS.
    pub head: RawLine,
    /// The header lines: the first line of each, its name as written, and its value, continued lines
    /// included, with every run of white space as one space.
    pub headers: Vec<(RawLine, String, String)>,
    /// The order lines with their comments and block ends; no blank and no quoted lines.
    pub body: Vec<RawLine>,
    /// The line that ends the turn file, if one does.
    pub end: Option<RawLine>,
}

impl RawSheet {
    /// Whether it says nothing: no header, and no line that is more than a comment.
    pub fn is_blank(&self) -> bool {
        self.headers.is_empty() && self.body.iter().all(|line| fold(&line.text).text.trim().starts_with('#'))
    }
}

/// A line of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawLine {
    /// Its number in the text, from 1.
    pub number: usize,
    /// The line as written, without its line end.
    pub text: String,
}

/// A line that belongs to no turn file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutsideLine {
    /// The line.
    pub line: RawLine,
    /// The turn file that it follows, as an index of [`Wrapper::sheets`]; `None` before the first.
    pub follows: Option<usize>,
}

impl Wrapper {
    /// The first quoted line that would begin a turn file if it were not quoted: where there is no other, the
    /// player wrote his orders into the quote.
    pub fn quoted_head(&self) -> Option<&RawLine> {
        self.quoted_heads().next()
    }

    /// All such lines.
    pub fn quoted_heads(&self) -> impl Iterator<Item = &RawLine> {
        self.quoted.iter().filter(|line| is_head(fold(unquote(&line.text)).text.trim()))
    }
}

/// The turn files that are quoted: the first line of each, without its quote marks, and the quoted lines up to its
/// END. A player may have written there.
pub fn quoted_turn_files(quoted: &[RawLine]) -> Vec<(RawLine, Vec<&RawLine>)> {
    let mut found: Vec<(RawLine, Vec<&RawLine>)> = Vec::new();
    let mut inside = false;
    for line in quoted {
        let plain = fold(unquote(&line.text)).text;
        if is_head(plain.trim()) {
            inside = true;
            found.push((RawLine { number: line.number, text: unquote(&line.text).to_owned() }, Vec::new()));
        } else if is_end(plain.trim()) {
            inside = false;
        } else if let Some((_, lines)) = found.last_mut().filter(|_| inside) {
            lines.push(line);
        }
    }
    found
}

/// A line without the marks that quote it.
pub fn unquote(line: &str) -> &str {
    let is_mark = |c: char| matches!(c, '>' | '|' | '＞') || c.is_whitespace() || is_invisible(c);
    let line = line.trim_start_matches(is_mark);
    line[initials(line)..].trim_start_matches(is_mark)
}

/// Whether a plain line is quoted.
fn is_quoted(plain: &str) -> bool {
    plain.starts_with(['>', '|']) || initials(plain) > 0
}

/// The length of the initials before a quote mark, as in `AB> text`, by which some programs say who is quoted.
fn initials(plain: &str) -> usize {
    let letters = plain.bytes().take(4).take_while(u8::is_ascii_uppercase).count();
    if (1..=3).contains(&letters) && plain[letters..].starts_with('>') { letters } else { 0 }
}

/// Finds the turn files in a text whose line ends are LF.
pub fn find(text: &str) -> Wrapper {
    let mut reader = Reader::default();
    for ((index, line), is_cut) in text.lines().enumerate().zip(older::cuts(text)) {
        reader.read(RawLine { number: index + 1, text: line.to_owned() }, is_cut);
    }
    reader.wrapper
}

/// Where in the text the reader is.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Place {
    #[default]
    Outside,
    Headers,
    Body,
}

#[derive(Default)]
struct Reader {
    wrapper: Wrapper,
    place: Place,
    /// Blank lines since the last line that is neither blank nor quoted.
    gap: usize,
    /// Blank lines after the head, once a line follows it.
    head_gap: Option<usize>,
    /// How far the head is indented, which is where its headers begin too.
    head_indent: usize,
    /// Blocks that are open.
    depth: usize,
}

impl Reader {
    /// Reads a line; `is_cut` says that a turn file without END is over there.
    fn read(&mut self, line: RawLine, is_cut: bool) {
        let folded = fold(&line.text).text;
        let plain = folded.trim();
        if plain.is_empty() {
            self.gap += 1;
            return;
        }
        if is_quoted(plain) {
            self.wrapper.quoted.push(line);
            return;
        }
        let gap = std::mem::take(&mut self.gap);
        if is_head(plain) {
            self.open(line, indent(&folded));
        } else if self.place == Place::Headers && self.is_header(&line, &folded, gap) {
            self.header(line, &folded);
        } else {
            self.body(line, plain, is_cut || is_signature(plain));
        }
    }

    /// A head ends the turn file before it, even within a block.
    fn open(&mut self, head: RawLine, indent: usize) {
        self.wrapper.sheets.push(RawSheet { head, headers: Vec::new(), body: Vec::new(), end: None });
        self.place = Place::Headers;
        self.head_gap = None;
        self.head_indent = indent;
        self.depth = 0;
    }

    /// Whether a line in the place of headers is one, or continues one.
    fn is_header(&mut self, line: &RawLine, folded: &str, gap: usize) -> bool {
        let is_near = gap <= *self.head_gap.get_or_insert(gap);
        let is_close = is_end(folded) || is_signature(folded);
        is_near && !is_close && (self.is_continuation(folded) || header(&line.text).is_some())
    }

    fn is_continuation(&self, folded: &str) -> bool {
        let has_header = self.wrapper.sheets.last().is_some_and(|sheet| !sheet.headers.is_empty());
        has_header && indent(folded) > self.head_indent
    }

    fn header(&mut self, line: RawLine, folded: &str) {
        let is_continuation = self.is_continuation(folded);
        let Some(sheet) = self.wrapper.sheets.last_mut() else { return };
        match (sheet.headers.last_mut(), header(&line.text)) {
            (Some((_, _, value)), _) if is_continuation => {
                value.push(' ');
                value.push_str(&spaced(&line.text));
            }
            (_, Some((name, value))) => sheet.headers.push((line, name, value)),
            _ => {}
        }
    }

    fn body(&mut self, line: RawLine, plain: &str, is_over: bool) {
        let follows = self.wrapper.sheets.len().checked_sub(1);
        let sheet = match self.wrapper.sheets.last_mut() {
            Some(sheet) if self.place != Place::Outside && !is_over => sheet,
            _ => {
                self.place = Place::Outside;
                self.wrapper.outside.push(OutsideLine { line, follows });
                return;
            }
        };
        self.place = Place::Body;
        if is_end(plain) && self.depth == 0 {
            sheet.end = Some(line);
            self.place = Place::Outside;
            return;
        }
        if is_end(plain) {
            self.depth -= 1;
        } else if opens_block(plain) {
            self.depth += 1;
        }
        sheet.body.push(line);
    }
}

/// Whether a line begins a turn file. Prose may begin with the same word, as in `Orders of red:`, but it ends
/// with a colon or does not look like a head at all.
fn is_head(plain: &str) -> bool {
    let begins = plain.split_once(' ').is_some_and(|(word, _)| word.eq_ignore_ascii_case("orders"));
    begins && !plain.trim_end().ends_with(':')
}

/// Whether a plain line is just END; a full stop or a comment may follow.
pub fn is_end(plain: &str) -> bool {
    let order = plain.split_once('#').map_or(plain, |(order, _)| order).trim();
    order[bullet(order)..].trim().trim_end_matches(['.', ' ']).eq_ignore_ascii_case("end")
}

/// Whether a line as written is an END.
pub fn is_end_line(text: &str) -> bool {
    is_end(fold(text).text.trim())
}

/// Whether a plain line is the mark above a mail's signature.
fn is_signature(plain: &str) -> bool {
    plain.trim() == "--"
}

fn opens_block(plain: &str) -> bool {
    let word =
        plain[bullet(plain)..].trim_start().split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    word.eq_ignore_ascii_case("if") || word.eq_ignore_ascii_case("next")
}

/// The lines of a text, each with plain characters and nothing around it.
fn plain_lines(text: &str) -> Vec<String> {
    text.lines().map(|line| fold(line).text.trim().to_owned()).collect()
}

/// Spaces before the first character of a plain line.
fn indent(plain: &str) -> usize {
    plain.len() - plain.trim_start_matches(' ').len()
}

/// The name and the value of a header line.
fn header(line: &str) -> Option<(String, String)> {
    let line = spaced(line);
    let (name, value) = line.split_once(':')?;
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    is_name.then(|| (name.to_owned(), value.trim().to_owned()))
}

/// The line with single spaces and nothing invisible, but otherwise as written: in a header a hyphen
/// between digits is no arrow, as in `2026-11-29`.
fn spaced(line: &str) -> String {
    let visible: String = line.chars().filter(|&c| !is_invisible(c)).collect();
    visible.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests;
