//! The strict scan: refuses what two YAML readers could take for two things, and what only an attacker
//! or an accident writes.
//!
//! Refused, each with its place: anchors, aliases, tags, merge keys, directives, a second document, control
//! characters, nesting beyond the limit, keys that are lists or maps, empty values, and bare scalars that
//! some reader takes for a number, a truth value, a time or nothing, other than plain whole numbers and
//! `true` and `false`.

use super::{Limits, YamlError};
use crate::kernel::history::canonical::MAX_INTEGER;
use serde_yaml::granit_parser::{ErrorKind, Event, Marker, Parser, ScalarStyle, ScanError, Span, options};

const MISSING: &str = "a value is missing here; write \"\" for an empty text, [] or {} for none";

/// Checks a whole text; the work grows with its length only.
pub(super) fn scan(text: &str, limits: Limits) -> Result<(), YamlError> {
    refuse_control_characters(text)?;
    let options = options! {
        disallow_directives: true,
        emit_unresolved_aliases: true,
        emit_comments: false,
        flow_nesting_limit: limits.depth,
        block_nesting_limit: limits.depth,
    };
    let mut walk = Walk { open: Vec::new(), documents: 0, nodes: 0, depth: limits.depth };
    for event in Parser::new_from_str_with_options(text, options) {
        let (event, span) = event.map_err(|error| explain(&error, text, limits))?;
        walk.step(&event, span)?;
    }
    if walk.nodes == 0 {
        return Err(YamlError::at(1, 1, "the file is empty"));
    }
    Ok(())
}

/// Every character but tab and line feed below U+0020, and U+007F to U+009F.
fn refuse_control_characters(text: &str) -> Result<(), YamlError> {
    let Some(at) = text.find(|c: char| c.is_control() && c != '\n' && c != '\t') else {
        return Ok(());
    };
    let line_start = text[..at].rfind('\n').map_or(0, |feed| feed + 1);
    let line = text[..at].matches('\n').count() + 1;
    let column = text[line_start..at].chars().count() + 1;
    let code = text[at..].chars().next().map_or(0, u32::from);
    let message =
        format!("the control character U+{code:04X} cannot stand in a text; this may not be a text file");
    Err(YamlError::at(line, column, message))
}

/// A list or map that the walk is inside of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    List,
    Map { at_key: bool },
}

struct Walk {
    open: Vec<Open>,
    documents: usize,
    nodes: usize,
    depth: usize,
}

impl Walk {
    fn step(&mut self, event: &Event<'_>, span: Span) -> Result<(), YamlError> {
        match event {
            Event::DocumentStart(..) => {
                self.documents += 1;
                if self.documents > 1 {
                    return Err(error(&span.start, "a second document begins here; one file holds one"));
                }
            }
            Event::Alias(_) | Event::UnresolvedAlias(_) => {
                return Err(error(
                    &span.start,
                    "aliases (*name) are not allowed; write the value out, or in quotes",
                ));
            }
            Event::Scalar(text, style, anchor, tag) => {
                refuse_properties(*anchor, tag.is_some(), &span)?;
                let is_key = self.enter_node();
                if *style == ScalarStyle::Plain && span.is_empty() {
                    return Err(error(&span.start, MISSING));
                }
                if *style == ScalarStyle::Plain {
                    check_bare(text, is_key).map_err(|message| error(&span.start, message))?;
                }
            }
            Event::SequenceStart(_, anchor, tag) => {
                refuse_properties(*anchor, tag.is_some(), &span)?;
                self.open(Open::List, &span)?;
            }
            Event::MappingStart(_, anchor, tag) => {
                refuse_properties(*anchor, tag.is_some(), &span)?;
                self.open(Open::Map { at_key: true }, &span)?;
            }
            Event::SequenceEnd | Event::MappingEnd => {
                self.open.pop();
            }
            _ => {}
        }
        Ok(())
    }

    fn open(&mut self, what: Open, span: &Span) -> Result<(), YamlError> {
        if self.enter_node() {
            return Err(error(&span.start, "a key must be a text, not a list or a map"));
        }
        if self.open.len() == self.depth {
            return Err(too_deep(&span.start, self.depth));
        }
        self.open.push(what);
        Ok(())
    }

    /// Counts a node and says whether it stands where a key belongs.
    fn enter_node(&mut self) -> bool {
        self.nodes += 1;
        match self.open.last_mut() {
            Some(Open::Map { at_key }) => {
                *at_key = !*at_key;
                !*at_key
            }
            _ => false,
        }
    }
}

fn refuse_properties(anchor: usize, has_tag: bool, span: &Span) -> Result<(), YamlError> {
    if anchor != 0 {
        return Err(error(
            &span.start,
            "anchors (&name) are not allowed; write the text in quotes if it is one",
        ));
    }
    if has_tag {
        return Err(error(
            &span.start,
            "tags (!name) are not allowed; write the text in quotes if it is one",
        ));
    }
    Ok(())
}

/// Whether a bare scalar means the same to every reader; if not, why.
fn check_bare(text: &str, is_key: bool) -> Result<(), String> {
    let taken_for = match text {
        "" => {
            return Err("a value is missing here; write \"\" for an empty text, [] or {} for none".to_owned());
        }
        "true" | "false" => return Ok(()),
        "<<" => "a merge of maps",
        _ if is_plain_integer(text) => match (is_key, text.len()) {
            // As a key, four digits are a coordinate.
            (true, 4) => "a number",
            _ => return check_size(text),
        },
        _ if looks_like_number(text) => "a number",
        _ if is_reserved_word(text) => "true, false or nothing",
        _ => return Ok(()),
    };
    Err(misread(text, taken_for))
}

pub(super) fn misread(text: &str, taken_for: &str) -> String {
    format!("a bare {text} can be misread as {taken_for}; write {text:?} in quotes")
}

/// Zero, or digits without a leading zero, with or without a minus sign.
fn is_plain_integer(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    !digits.is_empty()
        && digits.bytes().all(|b| b.is_ascii_digit())
        && (!digits.starts_with('0') || text == "0")
}

fn check_size(integer: &str) -> Result<(), String> {
    match integer.parse::<i64>() {
        Ok(number) if number.unsigned_abs() <= MAX_INTEGER.unsigned_abs() => Ok(()),
        _ => Err(format!(
            "the number {integer} is too large to be kept exactly; write it in quotes if it is a text"
        )),
    }
}

/// Any text of digits and the marks that numbers, times and dates are written with, in YAML 1.1 or 1.2.
/// Takes in more than any one reader would, since quotes never hurt.
fn looks_like_number(text: &str) -> bool {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let first = unsigned.strip_prefix('.').unwrap_or(unsigned);
    first.starts_with(|c: char| c.is_ascii_digit())
        && text.chars().all(|c| c.is_ascii_hexdigit() || "_.,:+-xXoOtTzZ ".contains(c))
}

/// Words that some reader takes for a truth value, nothing, a number or a key of its own.
pub(super) fn is_reserved_word(text: &str) -> bool {
    const WORDS: [&str; 15] = [
        "y", "n", "yes", "no", "on", "off", "true", "false", "null", "~", "=", "<<", "nan", "inf", "infinity",
    ];
    let bare = text.strip_prefix(['+', '-']).unwrap_or(text);
    let bare = bare.strip_prefix('.').unwrap_or(bare);
    WORDS.iter().any(|word| bare.eq_ignore_ascii_case(word))
}

fn error(at: &Marker, message: impl Into<String>) -> YamlError {
    YamlError::at(at.line(), at.col() + 1, message)
}

fn too_deep(at: &Marker, depth: usize) -> YamlError {
    error(at, format!("lists and maps are nested deeper than {depth} levels"))
}

/// Line and column of a tab in the indentation of a line or of the next one, where a parser may stop before it.
fn tab_near(text: &str, line: usize) -> Option<(usize, usize)> {
    let near = text.lines().enumerate().skip(line.saturating_sub(1)).take(2);
    near.map(|(i, line)| (i + 1, line.chars().take_while(|c| c.is_whitespace()).position(|c| c == '\t')))
        .find_map(|(number, tab)| Some((number, tab? + 1)))
}

/// The parser's error, with plain words for what people run into.
fn explain(scan: &ScanError, text: &str, limits: Limits) -> YamlError {
    let at = scan.marker();
    let line = text.lines().nth(at.line().saturating_sub(1)).unwrap_or_default();
    if let Some((number, column)) = tab_near(text, at.line()) {
        return YamlError::at(number, column, "a tab in the indentation; YAML indents with blanks only");
    }
    match scan.kind() {
        ErrorKind::RecursionLimitExceeded => too_deep(at, limits.depth),
        ErrorKind::DirectiveDisallowed => error(at, "directives (lines that begin with %) are not allowed"),
        _ if line.trim_start().starts_with('>') => {
            error(at, scan.info()).hint("this line is quoted as in a mail; ask for the file as an attachment")
        }
        _ => error(at, scan.info()),
    }
}
