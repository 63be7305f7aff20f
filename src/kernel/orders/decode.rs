//! Bytes to text: what mailers, editors and word processors do to a plain text file, undone.
//!
//! The steps are ordered so that each sees what the step before it leaves: the size bound first, then the
//! character set, line ends, quoted-printable, HTML entities, control characters, and NFC last. What is
//! lost without a trace (a BOM, CRLF, decomposed accents) is put right silently, because every other file
//! has it; everything else is a [`Repair`] to show.
//!
//! All of it takes time and memory in proportion to the input, which [`MAX_BYTES`] bounds. A whole HTML
//! page or mail is not for this module: it knows text only.

use std::borrow::Cow;
use unicode_normalization::UnicodeNormalization;

/// The largest input that is read, in bytes: far more than any turn file, far less than harms.
pub const MAX_BYTES: usize = 1 << 20;

/// The text of an input and what was done to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decoded {
    /// The text, in NFC, with LF as the only line end.
    pub text: String,
    /// What had to be repaired, in the order in which it was done; at most one of a kind.
    pub repairs: Vec<Repair>,
}

/// Something that was read otherwise than it stands in the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// Where it first happened, as a line of the decoded text from 1; `None` where it concerns the whole.
    pub line: Option<usize>,
    /// What was read as what.
    pub what: String,
}

/// An input that is not a turn file in any encoding.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// The input is over the limit; nothing of it was read.
    #[error("{size} bytes are too many for a turn file; the limit is {limit}")]
    TooLarge {
        /// Bytes in the input.
        size: usize,
        /// Bytes that are allowed.
        limit: usize,
    },
    /// The input is no text.
    #[error("this is not a text (byte {offset}): {advice}")]
    NotText {
        /// The first byte that cannot be read, from 0.
        offset: usize,
        /// What the sender can do about it.
        advice: &'static str,
    },
}

const SAVE_AS_TEXT: &str = "save the orders as a plain text file in UTF-8 and send that";
const BROKEN_UTF16: &str =
    "its UTF-16 is damaged; save the orders as a plain text file in UTF-8 and send that";

/// How files begin that people send by mistake, none of which may be taken for a text.
const FORMATS: [(&[u8], &str); 7] = [
    (b"%PDF-", "it is a PDF; copy the orders into a plain text file"),
    (b"{\\rtf", "it is rich text; save it as plain text in UTF-8"),
    (b"PK\x03\x04", "it is a word processor's document or an archive; save it as plain text in UTF-8"),
    (
        b"\xD0\xCF\x11\xE0",
        "it is a word processor's document or a mail as Outlook keeps it; save it as plain text or as .eml",
    ),
    (b"\x1F\x8B", "it is compressed; unpack it first"),
    (b"\x89PNG", "it is a picture; write the orders as text"),
    (b"\xFF\xD8\xFF", "it is a picture; write the orders as text"),
];

/// Reads `bytes` as a text.
///
/// # Errors
///
/// [`DecodeError::TooLarge`] above [`MAX_BYTES`]; [`DecodeError::NotText`] for a NUL, damaged UTF-16, a known
/// format that is no text, or more control characters than a text has.
pub fn decode(bytes: &[u8]) -> Result<Decoded, DecodeError> {
    undo(bytes, html)
}

/// Reads `bytes` as a text that was made of an HTML page: what looks like HTML in it is what its author typed.
///
/// # Errors
///
/// As [`decode`].
pub fn decode_page(bytes: &[u8]) -> Result<Decoded, DecodeError> {
    undo(bytes, |text, _| text)
}

fn undo(bytes: &[u8], html: fn(String, &mut Vec<Repair>) -> String) -> Result<Decoded, DecodeError> {
    if bytes.len() > MAX_BYTES {
        return Err(DecodeError::TooLarge { size: bytes.len(), limit: MAX_BYTES });
    }
    let mut repairs = Vec::new();
    let text = characters(bytes, &mut repairs)?;
    let text = line_ends(&text);
    let text = quoted_printable(text, &mut repairs);
    let text = html(text, &mut repairs);
    let text = controls(&line_ends(&text), &mut repairs);
    Ok(Decoded { text: text.nfc().collect(), repairs })
}

/// The characters of the input, whatever its encoding.
fn characters(bytes: &[u8], repairs: &mut Vec<Repair>) -> Result<String, DecodeError> {
    if let Some(rest) = bytes.strip_prefix(b"\xFF\xFE") {
        return utf16(rest, u16::from_le_bytes);
    }
    if let Some(rest) = bytes.strip_prefix(b"\xFE\xFF") {
        return utf16(rest, u16::from_be_bytes);
    }
    refuse_binary(bytes)?;
    let (text, what) = by_lines(bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes));
    repairs.extend(what.map(|what| Repair { line: None, what }));
    Ok(text)
}

/// The characters of bytes that should be UTF-8, and what was done to lines that are not, if there are any.
pub fn by_lines(bytes: &[u8]) -> (String, Option<String>) {
    let (text, odd_lines) = utf8(bytes);
    let what = match odd_lines {
        0 => None,
        1 => Some("1 line is not UTF-8; it was read as windows-1252".to_owned()),
        n => Some(format!("{n} lines are not UTF-8; they were read as windows-1252")),
    };
    (text, what)
}

/// UTF-16 after its byte order mark, which is why offsets start at 2.
fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<String, DecodeError> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let broken = |offset| DecodeError::NotText { offset, advice: BROKEN_UTF16 };
    let mut text = String::with_capacity(bytes.len());
    let mut offset = 2;
    for decoded in char::decode_utf16(pairs.iter().map(|&pair| unit(pair))) {
        match decoded {
            Ok('\0') => return Err(DecodeError::NotText { offset, advice: SAVE_AS_TEXT }),
            Ok(c) => {
                text.push(c);
                offset += 2 * c.len_utf16();
            }
            Err(_) => return Err(broken(offset)),
        }
    }
    if rest.is_empty() { Ok(text) } else { Err(broken(offset)) }
}

/// UTF-8, and how many lines were not: those are read as windows-1252, in which every byte is a character.
///
/// Line by line, because a mailbox or a pasted answer may hold both, and read as one they would turn every
/// arrow into three wrong letters.
fn utf8(bytes: &[u8]) -> (String, usize) {
    let mut text = String::with_capacity(bytes.len());
    let mut odd_lines = 0;
    for line in bytes.split_inclusive(|&b| b == b'\n') {
        if let Ok(line) = str::from_utf8(line) {
            text.push_str(line);
        } else {
            text.push_str(&windows_1252(line));
            odd_lines += 1;
        }
    }
    (text, odd_lines)
}

fn windows_1252(bytes: &[u8]) -> Cow<'_, str> {
    encoding_rs::WINDOWS_1252.decode_without_bom_handling(bytes).0
}

/// Refuses what no editor saves as text. A few control characters are let through, to be repaired later.
fn refuse_binary(bytes: &[u8]) -> Result<(), DecodeError> {
    if let Some((_, advice)) = FORMATS.iter().find(|(start, _)| bytes.starts_with(start)) {
        return Err(DecodeError::NotText { offset: 0, advice });
    }
    if let Some(offset) = bytes.iter().position(|&b| b == 0) {
        return Err(DecodeError::NotText { offset, advice: SAVE_AS_TEXT });
    }
    let is_odd = |&b: &u8| is_control(char::from(b)) && b < 0x80;
    let odd = bytes.iter().filter(|b| is_odd(b)).count();
    match bytes.iter().position(is_odd) {
        // More than one in 32, and more than a short text may hold by accident.
        Some(offset) if odd * 32 > bytes.len().max(256) => {
            Err(DecodeError::NotText { offset, advice: SAVE_AS_TEXT })
        }
        _ => Ok(()),
    }
}

/// Whether a text has no use for this control character.
fn is_control(c: char) -> bool {
    c.is_control() && !matches!(c, '\t' | '\n' | '\r')
}

/// LF for CRLF, CR and the separators that word processors write.
fn line_ends(text: &str) -> String {
    text.replace("\r\n", "\n").replace(['\r', '\u{2028}', '\u{2029}'], "\n")
}

/// What an equals sign is where the text might be quoted-printable.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Equals {
    /// The start of `=XX`, which stands for this byte.
    Byte(u8),
    /// The last sign of a line that goes on in the next.
    SoftBreak,
    /// No code: an encoder would have written it `=3D`.
    Itself,
}

/// What the equals sign at `at` would be in quoted-printable.
fn equals(text: &[u8], at: usize) -> Equals {
    let after = &text[at + 1..];
    if at > 0 && text[at - 1] == b'=' {
        return Equals::Itself;
    }
    if let [high, low, ..] = after
        && let (Some(high), Some(low)) = (char::from(*high).to_digit(16), char::from(*low).to_digit(16))
    {
        let byte = (high * 16 + low) as u8;
        let is_code = byte >= 0x80 || !is_control(char::from(byte));
        return if is_code { Equals::Byte(byte) } else { Equals::Itself };
    }
    match after.iter().find(|&&b| b != b' ' && b != b'\t') {
        None | Some(b'\n') => Equals::SoftBreak,
        Some(_) => Equals::Itself,
    }
}

/// Undoes quoted-printable that a mailer left in the text, where the text plainly is that.
fn quoted_printable(text: String, repairs: &mut Vec<Repair>) -> String {
    if !is_quoted_printable(text.as_bytes()) {
        return text;
    }
    let Ok(bytes) = quoted_printable::decode(in_full(text.as_bytes()), quoted_printable::ParseMode::Robust)
    else {
        return text;
    };
    let what = "quoted-printable that a mailer left in the text (such as =20 or =E2=86=92) was decoded";
    repairs.push(Repair { line: None, what: what.to_owned() });
    line_ends(&utf8(&bytes).0)
}

/// Whether the equals signs of the text are better explained as quoted-printable than as themselves.
fn is_quoted_printable(text: &[u8]) -> bool {
    let (mut codes, mut plain) = (0_usize, 0_usize);
    let mut line_start = 0;
    for (at, &byte) in text.iter().enumerate() {
        match byte {
            b'\n' => line_start = at + 1,
            b'=' => match equals(text, at) {
                Equals::Byte(code) if is_telling(text, at, code) => codes += 1,
                // Encoders break lines at 76; a short line may end in an equals sign for its own reasons.
                Equals::SoftBreak if at - line_start >= 60 => codes += 1,
                // A row of them, as under a heading, counts once.
                Equals::Itself if at == 0 || text[at - 1] != b'=' => plain += 1,
                _ => {}
            },
            _ => {}
        }
    }
    codes > 0 && codes >= plain
}

/// Whether `=XX` at `at` is hardly anything but quoted-printable. `armies=96` is, `0208 =96 0209` is not.
fn is_telling(text: &[u8], at: usize, code: u8) -> bool {
    let next = text.get(at + 3);
    match code {
        b'=' => true,
        b' ' | b'\t' | b'\r' => matches!(next, None | Some(b'\n')),
        0x80.. => next == Some(&b'=') || at == 0 || !text[at - 1].is_ascii_alphabetic(),
        _ => false,
    }
}

/// The text as a careful encoder would have written it, so that decoding loses neither an equals sign that
/// stands for itself, as in `=>`, nor a character that a player added in the clear.
fn in_full(text: &[u8]) -> Vec<u8> {
    let mut full = Vec::with_capacity(text.len() + text.len() / 8);
    for (at, &byte) in text.iter().enumerate() {
        let is_clear = match byte {
            b'=' => equals(text, at) != Equals::Itself,
            b'\t' | b'\n' | b' '..=b'~' => true,
            _ => false,
        };
        if is_clear {
            full.push(byte);
        } else {
            full.extend_from_slice(format!("={byte:02X}").as_bytes());
        }
    }
    full
}

/// The longest entity that is looked for; the longest name in HTML has 31 letters.
const MAX_ENTITY: usize = 40;

/// Reads HTML entities and `<br>` in a text that is no HTML page.
fn html(text: String, repairs: &mut Vec<Repair>) -> String {
    if !text.contains(['&', '<']) || is_html_page(&text) {
        return text;
    }
    let mut out = String::with_capacity(text.len());
    let mut seen: Vec<&str> = Vec::new();
    let mut first_line = None;
    let mut rest = text.as_str();
    while let Some(at) = rest.find(['&', '<']) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let (code, used, plain) = html_code(rest).unwrap_or(("", 1, rest[..1].into()));
        if !code.is_empty() {
            first_line.get_or_insert_with(|| 1 + out.matches('\n').count());
            if seen.len() < 3 && !seen.contains(&code) {
                seen.push(code);
            }
        }
        out.push_str(&plain);
        rest = &rest[used..];
    }
    out.push_str(rest);
    if !seen.is_empty() {
        let what =
            format!("HTML codes ({}) were read as the characters that they stand for", seen.join(", "));
        repairs.push(Repair { line: first_line, what });
    }
    out
}

fn is_html_page(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    ["<html", "<!doctype html", "<body"].iter().any(|tag| text.contains(tag))
}

/// The entity or line break at the start of `text`: itself, the bytes that it takes up, what it stands for.
fn html_code(text: &str) -> Option<(&str, usize, Cow<'_, str>)> {
    if text.starts_with('<') {
        return line_break(text).map(|(code, used)| (code, used, "\n".into()));
    }
    let end =
        1 + text.bytes().take(MAX_ENTITY).skip(1).position(|b| !b.is_ascii_alphanumeric() && b != b'#')?;
    let code = text.get(..=end).filter(|code| code.ends_with(';'))?;
    let plain = html_escape::decode_html_entities(code);
    (plain != code).then_some((code, code.len(), plain))
}

/// A `<br>`, together with the line end that mailers write after it: the two are one line end.
fn line_break(text: &str) -> Option<(&str, usize)> {
    let tag = text.get(..3).filter(|tag| tag.eq_ignore_ascii_case("<br"))?;
    let tail = text[tag.len()..].trim_start_matches(' ');
    let tail = tail.strip_prefix('/').unwrap_or(tail).strip_prefix('>')?;
    let code = &text[..text.len() - tail.len()];
    let used = code.len() + usize::from(tail.starts_with('\n'));
    Some((code, used))
}

/// Puts something printable in the place of control characters, which would garble a terminal at best.
///
/// U+0080 to U+009F are what windows-1252 punctuation becomes when a mailer takes it for Latin-1: U+0096 is
/// an en dash. The others carry no meaning in a text and become spaces.
fn controls(text: &str, repairs: &mut Vec<Repair>) -> String {
    let mut line = 1;
    let (mut first_c1, mut first_c0) = (None, None);
    let plain = text
        .chars()
        .map(|c| {
            line += usize::from(c == '\n');
            if !is_control(c) {
                return c;
            }
            if let Some(plain) = from_c1(c) {
                first_c1.get_or_insert(line);
                return plain;
            }
            first_c0.get_or_insert(line);
            ' '
        })
        .collect();
    let c1 =
        "bytes of windows-1252 that a mailer took for Latin-1 were read as the dashes and quotes they were";
    let c0 = "control characters were read as spaces";
    for (first, what) in [(first_c1, c1), (first_c0, c0)] {
        if first.is_some() {
            repairs.push(Repair { line: first, what: what.to_owned() });
        }
    }
    plain
}

/// The windows-1252 character whose byte has the number of this control character.
fn from_c1(c: char) -> Option<char> {
    let byte = u8::try_from(u32::from(c)).ok().filter(|b| *b >= 0x80)?;
    windows_1252(&[byte]).chars().next().filter(|c| !c.is_control())
}

#[cfg(test)]
mod tests;
