//! Reading a canonical line, character by character.

use super::{Fault, MAX_INTEGER, deeper, is_bare, short_escape};
use serde_json::{Map, Value};

/// A position in the line; stands at the place of the fault when a method fails. Only ASCII is ever
/// passed over, so the position is always at the start of a character.
pub(super) struct Reader<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Column from 1. Everything read so far is ASCII, so bytes are columns.
    pub(super) fn column(&self) -> usize {
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

    pub(super) fn value(&mut self, depth: usize) -> Result<Value, Fault> {
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
