//! The canonical line: the one spelling of a value that is hashed, and the hash.
//!
//! Mailers re-wrap text and YAML readers disagree about `0208`, `NO` and `12:30`, so neither is hashed. A
//! canonical line is RFC 8785 JSON restricted to ASCII keys, strings, integers within ±(2^53 − 1),
//! booleans, lists and maps. One deviation keeps every line plain ASCII: a character outside U+0020–U+007E
//! that has no short escape is written `\uxxxx` in lower-case hex, by a surrogate pair above U+FFFF. In
//! Python the same line is `json.dumps(value, sort_keys=True, separators=(",", ":"))`.
//!
//! The writer sorts keys itself, so no feature of the JSON crate can change a hash. The reader is our own
//! rather than the JSON crate's, because that one accepts other spellings without a word (a second key of
//! the same name, blanks, another escape), and a player must hear where a line departs and how.

use data_encoding::HEXLOWER;
use reader::Reader;
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;

mod reader;

/// Greatest integer either side of zero that every JSON reader keeps exactly: 2^53 − 1.
pub const MAX_INTEGER: i64 = (1 << 53) - 1;
/// Lists and maps may be nested this deep.
pub const MAX_DEPTH: usize = 32;
/// A line may have this many bytes, without its line feed.
pub const MAX_LENGTH: usize = 1 << 20;

/// Why a value or a text has no canonical form or is not in it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{fault}", .column.map(|c| format!("column {c}: ")).unwrap_or_default())]
pub struct NotCanonical {
    /// Column in the line, from 1, where a text was read; none where a value was to be written.
    pub column: Option<usize>,
    /// What is wrong there.
    pub fault: Fault,
}

/// What is wrong with a value or a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// A number with a point or an exponent.
    #[error("a number with a fraction or an exponent; only whole numbers are allowed")]
    Float,
    /// `null`, which no entry uses: what is absent is left out.
    #[error("null is not allowed; leave the key out")]
    Null,
    /// An integer beyond ±(2^53 − 1).
    #[error("a number beyond 9007199254740991, which not every reader keeps exactly")]
    TooLarge,
    /// An integer spelled otherwise than by its shortest decimal form.
    #[error("a number must be written in its shortest form, without leading zeros, plus sign or -0")]
    NumberSpelling,
    /// A key with a character that is not ASCII.
    #[error("key {0:?} has characters that are not ASCII")]
    KeyNotAscii(String),
    /// Two entries of one map under one key.
    #[error("key {0:?} occurs twice in one map")]
    DuplicateKey(String),
    /// A key that sorts before the one left of it.
    #[error("key {0:?} is out of order; keys are sorted by their bytes")]
    KeyOrder(String),
    /// A blank, tab or line break outside a string.
    #[error("blanks and line breaks are not allowed outside strings")]
    Spacing,
    /// A character that must be written as an escape stands there bare.
    #[error("the character U+{:04X} must be written as an escape", u32::from(*.0))]
    BareCharacter(char),
    /// An escape that is not the canonical one for its character.
    #[error("this escape is not the canonical spelling of its character")]
    Escape,
    /// Half of a surrogate pair.
    #[error("half of a surrogate pair, which is no character")]
    LoneSurrogate,
    /// Lists and maps nested deeper than [`MAX_DEPTH`].
    #[error("nested deeper than {MAX_DEPTH} levels")]
    TooDeep,
    /// A line of more than [`MAX_LENGTH`] bytes.
    #[error("longer than {MAX_LENGTH} bytes")]
    TooLong,
    /// The line stops in the middle of a value.
    #[error("the line ends in the middle of a value")]
    CutShort,
    /// Something follows after the value.
    #[error("something follows after the value")]
    Trailing,
    /// Any other character that JSON does not allow there.
    #[error("the character {0:?} cannot stand here")]
    Unexpected(char),
}

impl From<Fault> for NotCanonical {
    fn from(fault: Fault) -> Self {
        Self { column: None, fault }
    }
}

/// H(tag, p1, …, pn): lower-case hex SHA-256 of `adjutant/1 ` tag LF p1 LF … pn LF.
///
/// Tag and parts are printable ASCII, so that the text reads back in one way only. Anyone checks a value
/// in a shell: `printf 'adjutant/1 entry\n%s\n' "$line" | sha256sum`.
pub fn hash(tag: &str, parts: &[&str]) -> String {
    HEXLOWER.encode(&digest(tag, parts))
}

/// H(tag, p1, …, pn) as its 32 bytes, where it is a key rather than a name.
pub fn digest(tag: &str, parts: &[&str]) -> [u8; 32] {
    Begun::new(tag, parts).digest(&[])
}

/// A hash of which the first parts are given: those that many hashes have in common are taken in once.
#[derive(Clone, Debug)]
pub struct Begun(Sha256);

impl Begun {
    /// Begins H(tag, p1, …, pn, …).
    pub fn new(tag: &str, parts: &[&str]) -> Self {
        let mut begun = Sha256::new_with_prefix("adjutant/1 ");
        take_in(&mut begun, tag);
        parts.iter().for_each(|part| take_in(&mut begun, part));
        Self(begun)
    }

    /// The hash with the rest of its parts, as its 32 bytes.
    pub fn digest(&self, parts: &[&str]) -> [u8; 32] {
        let mut digest = self.0.clone();
        parts.iter().for_each(|part| take_in(&mut digest, part));
        digest.finalize().into()
    }
}

fn take_in(digest: &mut Sha256, part: &str) {
    debug_assert!(part.bytes().all(is_printable), "not printable ASCII: {part:?}");
    digest.update(part);
    digest.update("\n");
}

/// Whether a text is a hash or as long as one: 64 lower-case hex digits.
pub fn is_hex(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
}

/// The canonical line of a value, without a line feed.
///
/// # Errors
/// The value holds a float, a null, a large integer or a key that is not ASCII, or is too deep or too long.
pub fn line(value: &Value) -> Result<String, NotCanonical> {
    let mut out = String::new();
    write_value(&mut out, value, 0)?;
    if out.len() > MAX_LENGTH {
        return Err(Fault::TooLong.into());
    }
    Ok(out)
}

fn write_value(out: &mut String, value: &Value, depth: usize) -> Result<(), NotCanonical> {
    match value {
        Value::Null => return Err(Fault::Null.into()),
        Value::Bool(yes) => out.push_str(if *yes { "true" } else { "false" }),
        Value::Number(number) => write_number(out, number)?,
        Value::String(text) => write_string(out, text),
        Value::Array(items) => write_list(out, items, deeper(depth)?)?,
        Value::Object(map) => write_map(out, map, deeper(depth)?)?,
    }
    Ok(())
}

fn deeper(depth: usize) -> Result<usize, Fault> {
    if depth < MAX_DEPTH { Ok(depth + 1) } else { Err(Fault::TooDeep) }
}

fn write_number(out: &mut String, number: &serde_json::Number) -> Result<(), NotCanonical> {
    let Some(integer) = number.as_i64() else {
        return Err(if number.is_u64() { Fault::TooLarge } else { Fault::Float }.into());
    };
    if integer.unsigned_abs() > MAX_INTEGER.unsigned_abs() {
        return Err(Fault::TooLarge.into());
    }
    out.push_str(&integer.to_string());
    Ok(())
}

fn write_list(out: &mut String, items: &[Value], depth: usize) -> Result<(), NotCanonical> {
    out.push('[');
    for (i, item) in items.iter().enumerate() {
        if i > 0 {
            out.push(',');
        }
        write_value(out, item, depth)?;
    }
    out.push(']');
    Ok(())
}

fn write_map(out: &mut String, map: &Map<String, Value>, depth: usize) -> Result<(), NotCanonical> {
    let mut entries: Vec<_> = map.iter().collect();
    entries.sort_unstable_by_key(|(key, _)| key.as_bytes());
    out.push('{');
    for (i, (key, value)) in entries.into_iter().enumerate() {
        if !key.is_ascii() {
            return Err(Fault::KeyNotAscii(key.clone()).into());
        }
        if i > 0 {
            out.push(',');
        }
        write_string(out, key);
        out.push(':');
        write_value(out, value, depth)?;
    }
    out.push('}');
    Ok(())
}

fn write_string(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match short_escape(c) {
            Some(letter) => out.extend(['\\', letter]),
            None if is_bare(c) => out.push(c),
            None => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    // Writing to a String cannot fail.
                    let _ = write!(out, "\\u{unit:04x}");
                }
            }
        }
    }
    out.push('"');
}

/// The letter after the backslash, for the seven characters that have one.
const fn short_escape(c: char) -> Option<char> {
    Some(match c {
        '"' => '"',
        '\\' => '\\',
        '\u{8}' => 'b',
        '\t' => 't',
        '\n' => 'n',
        '\u{c}' => 'f',
        '\r' => 'r',
        _ => return None,
    })
}

const fn is_bare(c: char) -> bool {
    matches!(c, ' '..='~') && short_escape(c).is_none()
}

const fn is_printable(byte: u8) -> bool {
    matches!(byte, b' '..=b'~')
}

/// Reads a canonical line and demands that it is one, so that `line(&parse(text)?)? == text`.
///
/// # Errors
/// The text is not JSON or departs from the canonical form of its value; the error says where and how.
pub fn parse(line: &str) -> Result<Value, NotCanonical> {
    if line.len() > MAX_LENGTH {
        return Err(Fault::TooLong.into());
    }
    let mut reader = Reader { text: line, at: 0 };
    let read = reader.value(0).and_then(|value| match reader.peek() {
        None => Ok(value),
        Some(b' ' | b'\t' | b'\r' | b'\n') => Err(Fault::Spacing),
        Some(_) => Err(Fault::Trailing),
    });
    read.map_err(|fault| NotCanonical { column: Some(reader.column()), fault })
}

#[cfg(test)]
mod tests;
