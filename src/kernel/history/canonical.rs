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
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;

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

/// A position in the line; stands at the place of the fault when a method fails. Only ASCII is ever
/// passed over, so the position is always at the start of a character.
struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Column from 1. Everything read so far is ASCII, so bytes are columns.
    fn column(&self) -> usize {
        self.at + 1
    }

    fn unexpected(&self) -> Fault {
        match self.text[self.at..].chars().next() {
            None => Fault::CutShort,
            Some(' ' | '\t' | '\r' | '\n') => Fault::Spacing,
            Some(c) => Fault::Unexpected(c),
        }
    }

    fn expect(&mut self, byte: u8) -> Result<(), Fault> {
        if self.peek() != Some(byte) {
            return Err(self.unexpected());
        }
        self.at += 1;
        Ok(())
    }

    fn value(&mut self, depth: usize) -> Result<Value, Fault> {
        match self.peek() {
            Some(b'"') => self.string().map(Value::String),
            Some(b'{') => self.map(deeper(depth)?).map(Value::Object),
            Some(b'[') => self.list(deeper(depth)?).map(Value::Array),
            Some(b'-' | b'+' | b'.' | b'0'..=b'9') => self.integer(),
            Some(b't') => self.word("true", Value::Bool(true)),
            Some(b'f') => self.word("false", Value::Bool(false)),
            Some(b'n') if self.text[self.at..].starts_with("null") => Err(Fault::Null),
            _ => Err(self.unexpected()),
        }
    }

    fn word(&mut self, word: &str, value: Value) -> Result<Value, Fault> {
        if !self.text[self.at..].starts_with(word) {
            return Err(self.unexpected());
        }
        self.at += word.len();
        Ok(value)
    }

    fn integer(&mut self) -> Result<Value, Fault> {
        let rest = &self.text[self.at..];
        let end = rest.find(|c: char| !matches!(c, '0'..='9' | '+' | '-' | '.' | 'e' | 'E'));
        let number = &rest[..end.unwrap_or(rest.len())];
        let digits = number.strip_prefix('-').unwrap_or(number);
        if number.contains(['.', 'e', 'E']) {
            return Err(Fault::Float);
        }
        if !digits.bytes().all(|b| b.is_ascii_digit())
            || digits.is_empty()
            || digits.starts_with('0') && number != "0"
        {
            return Err(Fault::NumberSpelling);
        }
        let integer = number.parse::<i64>().map_err(|_| Fault::TooLarge)?;
        if integer.unsigned_abs() > MAX_INTEGER.unsigned_abs() {
            return Err(Fault::TooLarge);
        }
        self.at += number.len();
        Ok(Value::from(integer))
    }

    fn list(&mut self, depth: usize) -> Result<Vec<Value>, Fault> {
        self.expect(b'[')?;
        let mut items = Vec::new();
        if self.peek() != Some(b']') {
            items.push(self.value(depth)?);
            while self.peek() == Some(b',') {
                self.at += 1;
                items.push(self.value(depth)?);
            }
        }
        self.expect(b']')?;
        Ok(items)
    }

    fn map(&mut self, depth: usize) -> Result<Map<String, Value>, Fault> {
        self.expect(b'{')?;
        let mut map = Map::new();
        let mut last: Option<String> = None;
        if self.peek() != Some(b'}') {
            self.entry(&mut map, &mut last, depth)?;
            while self.peek() == Some(b',') {
                self.at += 1;
                self.entry(&mut map, &mut last, depth)?;
            }
        }
        self.expect(b'}')?;
        Ok(map)
    }

    /// One `"key":value`; `last` is the key before it.
    fn entry(
        &mut self,
        map: &mut Map<String, Value>,
        last: &mut Option<String>,
        depth: usize,
    ) -> Result<(), Fault> {
        let start = self.at;
        let key = self.string()?;
        if let Some(fault) = fault_of_key(&key, map, last.as_deref()) {
            self.at = start;
            return Err(fault);
        }
        self.expect(b':')?;
        let value = self.value(depth)?;
        map.insert(key.clone(), value);
        *last = Some(key);
        Ok(())
    }

    fn string(&mut self) -> Result<String, Fault> {
        self.expect(b'"')?;
        let mut out = String::new();
        loop {
            let rest: &'a str = &self.text[self.at..];
            let plain = rest.bytes().take_while(|&b| is_bare(char::from(b))).count();
            out.push_str(&rest[..plain]);
            self.at += plain;
            match rest[plain..].chars().next() {
                None => return Err(Fault::CutShort),
                Some('"') => break,
                Some('\\') => out.push(self.escape()?),
                Some(bare) => return Err(Fault::BareCharacter(bare)),
            }
        }
        self.at += 1;
        Ok(out)
    }

    /// One escape, which must be the canonical one for its character.
    fn escape(&mut self) -> Result<char, Fault> {
        let letter = self.text[self.at + 1..].chars().next().ok_or(Fault::CutShort)?;
        if letter == 'u' {
            return self.unicode_escape();
        }
        let short = ['"', '\\', '\u{8}', '\t', '\n', '\u{c}', '\r'];
        let c = short.into_iter().find(|&c| short_escape(c) == Some(letter)).ok_or(Fault::Escape)?;
        self.at += 2;
        Ok(c)
    }

    fn unicode_escape(&mut self) -> Result<char, Fault> {
        let high = self.unit(self.at)?;
        let (c, length) = match char::from_u32(u32::from(high)) {
            Some(c) => (c, 6),
            None => match self.unit(self.at + 6).map(|low| char::decode_utf16([high, low]).next()) {
                Ok(Some(Ok(c))) => (c, 12),
                _ => return Err(Fault::LoneSurrogate),
            },
        };
        if is_bare(c) || short_escape(c).is_some() {
            return Err(Fault::Escape);
        }
        self.at += length;
        Ok(c)
    }

    /// The UTF-16 unit written as `\uxxxx` in lower-case hex at a place.
    fn unit(&self, at: usize) -> Result<u16, Fault> {
        let escape = self.text.as_bytes().get(at..at + 6).ok_or(Fault::CutShort)?;
        let [b'\\', b'u', hex @ ..] = escape else { return Err(Fault::Escape) };
        hex.iter().try_fold(0, |unit: u16, &digit| match digit {
            b'0'..=b'9' => Ok((unit << 4) | u16::from(digit - b'0')),
            b'a'..=b'f' => Ok((unit << 4) | u16::from(digit - b'a' + 10)),
            _ => Err(Fault::Escape),
        })
    }
}

/// A key must be ASCII and sort after the one before it.
fn fault_of_key(key: &str, map: &Map<String, Value>, last: Option<&str>) -> Option<Fault> {
    if !key.is_ascii() {
        return Some(Fault::KeyNotAscii(key.to_owned()));
    }
    if last.is_none_or(|last| last.as_bytes() < key.as_bytes()) {
        return None;
    }
    let owned = key.to_owned();
    Some(if map.contains_key(key) { Fault::DuplicateKey(owned) } else { Fault::KeyOrder(owned) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    /// Values and what Python's `json.dumps(v, sort_keys=True, separators=(",", ":"))` made of them.
    fn python_vectors() -> Vec<(Value, &'static str)> {
        vec![
            (json!({}), "{}"),
            (json!([]), "[]"),
            (json!({"b": 1, "a": 2, "B": 3, "aa": 4, "a-": 5}), r#"{"B":3,"a":2,"a-":5,"aa":4,"b":1}"#),
            (json!({"s": "\"\\\u{8}\t\n\u{c}\r/"}), r#"{"s":"\"\\\b\t\n\f\r/"}"#),
            (json!(["\0\u{1f}\u{7f}\u{80} ~"]), r#"["\u0000\u001f\u007f\u0080 ~"]"#),
            (
                json!({"name": "Håtunaleken – ⇒ 😀"}),
                r#"{"name":"H\u00e5tunaleken \u2013 \u21d2 \ud83d\ude00"}"#,
            ),
            (json!([MAX_INTEGER, -MAX_INTEGER, 0, -1]), "[9007199254740991,-9007199254740991,0,-1]"),
            (
                json!({"t": true, "f": false, "l": [[], {}, [{"x": [1]}]]}),
                r#"{"f":false,"l":[[],{},[{"x":[1]}]],"t":true}"#,
            ),
            (
                json!({"": "", "0208": "NO", "12:30": "1e3", "1": "0208"}),
                r#"{"":"","0208":"NO","1":"0208","12:30":"1e3"}"#,
            ),
            (
                json!({"\u{1}": "\u{feff}\u{ffff}\u{10ffff}", "\"": "'", "~": "\u{2028}"}),
                r#"{"\u0001":"\ufeff\uffff\udbff\udfff","\"":"'","~":"\u2028"}"#,
            ),
        ]
    }

    #[test]
    fn lines_are_those_of_python() {
        for (value, expected) in python_vectors() {
            assert_eq!(line(&value).as_deref(), Ok(expected));
            assert_eq!(parse(expected), Ok(value));
        }
    }

    /// The values were made with `printf 'adjutant/1 entry\n%s\n' '{"a":1}' | sha256sum` and the like.
    #[test]
    fn hashes_are_those_of_the_shell() {
        let entry = "85812c560769d587ca9076775ce928a03e650d428eff80da49b4f4b5ee806dad";
        let bare = "21e46ff908b1c82df37e5d9016b9dffc37872923f6610582bfb0d992071a23a9";
        let four = "c0f735059ac548899e23a379bfc5fb3e3fc9a1d1cb988cd022c4556081e73741";
        assert_eq!(hash("entry", &[r#"{"a":1}"#]), entry);
        assert_eq!(hash("die", &[]), bare);
        assert_eq!(hash("link", &["g", "red", "1", "-"]), four);
    }

    #[test]
    fn values_without_a_canonical_form_are_refused() {
        let refused = |value: Value| line(&value).map_err(|e| e.fault);
        assert_eq!(refused(json!({"a": null})), Err(Fault::Null));
        assert_eq!(refused(json!([1.0])), Err(Fault::Float));
        assert_eq!(refused(json!(MAX_INTEGER + 1)), Err(Fault::TooLarge));
        assert_eq!(refused(json!(-MAX_INTEGER - 1)), Err(Fault::TooLarge));
        assert_eq!(refused(json!(u64::MAX)), Err(Fault::TooLarge));
        assert_eq!(refused(json!({"å": 1})), Err(Fault::KeyNotAscii("å".to_owned())));
        assert_eq!(refused(json!("x".repeat(MAX_LENGTH))), Err(Fault::TooLong));
        let nested = |levels| (0..levels).fold(json!(1), |inner, _| json!([inner]));
        assert_eq!(refused(nested(MAX_DEPTH + 1)), Err(Fault::TooDeep));
        assert_eq!(refused(nested(MAX_DEPTH)).map(|l| l.len()), Ok(2 * MAX_DEPTH + 1));
    }

    #[test]
    fn other_spellings_are_refused_with_place_and_reason() {
        let key = |key: &str| key.to_owned();
        for (text, column, fault) in [
            (r#"{"a":1,"a":2}"#, 8, Fault::DuplicateKey(key("a"))),
            (r#"{"a":1,"b":2,"a":3}"#, 14, Fault::DuplicateKey(key("a"))),
            (r#"{"b":1,"a":2}"#, 8, Fault::KeyOrder(key("a"))),
            (r#"{"\u00e5":1}"#, 2, Fault::KeyNotAscii(key("å"))),
            (r#"{"a": 1}"#, 6, Fault::Spacing),
            (r#"{"a":1} "#, 8, Fault::Spacing),
            (r#" {"a":1}"#, 1, Fault::Spacing),
            ("[1]\n", 4, Fault::Spacing),
            ("[1]]", 4, Fault::Trailing),
            ("[1.0]", 2, Fault::Float),
            ("[1e3]", 2, Fault::Float),
            ("[-0]", 2, Fault::NumberSpelling),
            ("[0208]", 2, Fault::NumberSpelling),
            ("[+1]", 2, Fault::NumberSpelling),
            ("[9007199254740992]", 2, Fault::TooLarge),
            ("[99999999999999999999999]", 2, Fault::TooLarge),
            ("[null]", 2, Fault::Null),
            ("[\"å\"]", 3, Fault::BareCharacter('å')),
            ("[\"\t\"]", 3, Fault::BareCharacter('\t')),
            (r#"["\u000a"]"#, 3, Fault::Escape),
            (r#"["\u0041"]"#, 3, Fault::Escape),
            (r#"["\u00E5"]"#, 3, Fault::Escape),
            (r#"["\/"]"#, 3, Fault::Escape),
            (r#"["\ud83d"]"#, 3, Fault::LoneSurrogate),
            (r#"["\ude00\ud83d"]"#, 3, Fault::LoneSurrogate),
            (r#"{"a":"#, 6, Fault::CutShort),
            (r#"["ab"#, 5, Fault::CutShort),
            ("", 1, Fault::CutShort),
            ("[1,]", 4, Fault::Unexpected(']')),
            ("[tru]", 2, Fault::Unexpected('t')),
            ("[å]", 2, Fault::Unexpected('å')),
            ("{1:2}", 2, Fault::Unexpected('1')),
        ] {
            assert_eq!(parse(text), Err(NotCanonical { column: Some(column), fault }), "{text}");
        }
    }

    #[test]
    fn depth_and_length_are_bounded() {
        let nested = |levels| "[".repeat(levels) + &"]".repeat(levels);
        assert!(parse(&nested(MAX_DEPTH)).is_ok());
        assert_eq!(parse(&nested(MAX_DEPTH + 1)).map_err(|e| e.fault), Err(Fault::TooDeep));
        assert_eq!(parse(&"[".repeat(65_536)).map_err(|e| e.fault), Err(Fault::TooDeep));
        let long = format!("\"{}\"", "x".repeat(MAX_LENGTH));
        assert_eq!(parse(&long).map_err(|e| e.fault), Err(Fault::TooLong));
        let just = format!("\"{}\"", "x".repeat(MAX_LENGTH - 2));
        assert!(parse(&just).is_ok());
    }

    #[test]
    fn errors_name_the_column() {
        let error = parse(r#"{"a": 1}"#).map_err(|e| e.to_string());
        assert_eq!(error, Err("column 6: blanks and line breaks are not allowed outside strings".to_owned()));
    }

    /// Values that have a canonical form, with strings from a pattern.
    fn values(strings: &'static str) -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            any::<bool>().prop_map(Value::from),
            (-MAX_INTEGER..=MAX_INTEGER).prop_map(Value::from),
            strings.prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 40, 6, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
                prop::collection::btree_map("[ -~]{0,4}", inner, 0..6)
                    .prop_map(|map| Value::Object(map.into_iter().collect())),
            ]
        })
    }

    proptest! {
        /// For text within U+0000–U+007E the line is that of RFC 8785.
        #[test]
        fn ascii_lines_are_those_of_the_canonicaliser_crate(value in values("[\\x00-\\x7e]{0,12}")) {
            let theirs = serde_json_canonicalizer::to_string(&value).unwrap();
            prop_assert_eq!(line(&value).unwrap(), theirs);
        }

        #[test]
        fn what_is_written_reads_back(value in values("\\PC{0,8}|[\\x00-\\x7f]{0,8}")) {
            let text = line(&value).unwrap();
            prop_assert!(text.bytes().all(is_printable));
            prop_assert_eq!(parse(&text).unwrap(), value.clone());
            prop_assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
        }

        /// A text is accepted only if it is, byte for byte, the line of its value.
        #[test]
        fn only_the_canonical_spelling_is_accepted(
            text in "([\\[\\]{}\",:\\\\ -]|null|true|false|\\\\u00e5|\\\\n|[0-9.eå]|\"a\":|\"b\":){0,14}",
        ) {
            if let Ok(value) = parse(&text) {
                prop_assert_eq!(line(&value).unwrap(), text);
            }
        }

        /// One changed character never leaves a second spelling of the same value.
        #[test]
        fn no_two_texts_have_one_value(
            value in values("[ -~]{0,6}"),
            at in any::<prop::sample::Index>(),
            new in "[ -~]",
        ) {
            let text = line(&value).unwrap();
            let i = at.index(text.len());
            let changed = format!("{}{new}{}", &text[..i], &text[i + 1..]);
            if let Ok(other) = parse(&changed) {
                prop_assert_eq!(other == value, changed == text);
            }
        }
    }
}
