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
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn text(bytes: impl AsRef<[u8]>) -> String {
        decode(bytes.as_ref()).unwrap().text
    }

    /// The text and the repairs, for inputs where the repairs matter.
    fn read(bytes: impl AsRef<[u8]>) -> (String, Vec<String>) {
        let decoded = decode(bytes.as_ref()).unwrap();
        (decoded.text, decoded.repairs.into_iter().map(|r| r.what).collect())
    }

    fn untouched(input: &str) {
        assert_eq!(decode(input.as_bytes()), Ok(Decoded { text: input.to_owned(), repairs: vec![] }));
    }

    fn utf16_of(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        std::iter::once(0xFEFF).chain(text.encode_utf16()).flat_map(bytes).collect()
    }

    #[test]
    fn plain_text_is_left_alone() {
        for input in ["", "0208→0209\n", "no line end", "tab\there", "a\n\nb\n", "日本 ж é"] {
            untouched(input);
        }
    }

    #[test]
    fn the_size_is_bounded_before_anything_is_read() {
        let size = MAX_BYTES + 1;
        let error = decode(&vec![0; size]).unwrap_err();
        assert_eq!(error, DecodeError::TooLarge { size, limit: MAX_BYTES });
        assert!(error.to_string().contains("1048577"));
        assert!(decode(&vec![b'a'; MAX_BYTES]).is_ok());
    }

    #[test]
    fn every_line_end_becomes_a_line_feed_silently() {
        assert_eq!(read("a\r\nb\rc\nd\r\n\r\ne\u{2028}f"), ("a\nb\nc\nd\n\ne\nf".to_owned(), vec![]));
    }

    #[test]
    fn byte_order_marks_and_utf16_are_read_silently() {
        let order = "0208→0209 𝟘\n";
        assert_eq!(read(format!("\u{FEFF}{order}")), (order.to_owned(), vec![]));
        assert_eq!(read(utf16_of(order, u16::to_le_bytes)), (order.to_owned(), vec![]));
        assert_eq!(read(utf16_of(order, u16::to_be_bytes)), (order.to_owned(), vec![]));
    }

    #[test]
    fn damaged_utf16_is_refused_where_it_breaks() {
        let mut odd = utf16_of("ab", u16::to_le_bytes);
        odd.push(b'c');
        assert_eq!(decode(&odd), Err(DecodeError::NotText { offset: 6, advice: BROKEN_UTF16 }));
        let lone = [0xFE, 0xFF, 0, b'a', 0xD8, 0, 0, b'b'];
        assert_eq!(decode(&lone), Err(DecodeError::NotText { offset: 4, advice: BROKEN_UTF16 }));
        let nul = [0xFF, 0xFE, b'a', 0, 0, 0];
        assert_eq!(decode(&nul), Err(DecodeError::NotText { offset: 4, advice: SAVE_AS_TEXT }));
    }

    #[test]
    fn windows_1252_is_the_last_resort_and_is_told() {
        let (text, repairs) = read(b"0208\x960209\n0505\x970606\n");
        assert_eq!(text, "0208–0209\n0505—0606\n");
        assert_eq!(repairs, ["2 lines are not UTF-8; they were read as windows-1252"]);
    }

    #[test]
    fn a_line_in_another_encoding_does_not_spoil_the_others() {
        let (text, repairs) = read(b"0208\xE2\x86\x920209\n0505\x960606\n");
        assert_eq!(text, "0208→0209\n0505–0606\n");
        assert_eq!(repairs, ["1 line is not UTF-8; it was read as windows-1252"]);
    }

    #[test]
    fn what_is_no_text_is_refused_with_advice() {
        assert_eq!(decode(b"ab\0c"), Err(DecodeError::NotText { offset: 2, advice: SAVE_AS_TEXT }));
        for (start, advice) in FORMATS {
            assert_eq!(decode(start), Err(DecodeError::NotText { offset: 0, advice }));
        }
        let noise: Vec<u8> = (0..600).map(|i| if i % 3 == 0 { 1 } else { b'a' }).collect();
        assert_eq!(decode(&noise), Err(DecodeError::NotText { offset: 0, advice: SAVE_AS_TEXT }));
    }

    #[test]
    fn stray_control_characters_become_spaces() {
        let decoded = decode(b"0208\n0209\x1B[31m\x1A").unwrap();
        assert_eq!(decoded.text, "0208\n0209 [31m ");
        let what = "control characters were read as spaces".to_owned();
        assert_eq!(decoded.repairs, [Repair { line: Some(2), what }]);
    }

    #[test]
    fn punctuation_taken_for_latin_1_is_recovered() {
        for input in ["0208\u{96}0209", "0208&#150;0209"] {
            let (text, repairs) = read(input);
            assert_eq!(text, "0208–0209");
            assert!(repairs.last().unwrap().contains("windows-1252"), "{repairs:?}");
        }
        assert_eq!(text("a\u{81}b"), "a b");
    }

    #[test]
    fn quoted_printable_is_decoded_where_it_plainly_is_that() {
        for (input, want) in [
            ("0208=E2=86=920209\n", "0208→0209\n"),
            ("0208=e2=86=920209\n", "0208→0209\n"),
            ("0208=C2=A0-> 0209", "0208\u{A0}-> 0209"),
            ("0208 =96 0209", "0208 – 0209"),
            ("0208 -> 0209=20\n0210=3D>0211\n", "0208 -> 0209 \n0210=>0211\n"),
            ("caf=C3=A9", "café"),
            ("0208=E2=86=920209  \n\n\n", "0208→0209\n\n\n"),
            ("a=20\n=\nb=20\n", "a \nb \n"),
        ] {
            let (text, repairs) = read(input);
            assert_eq!(text, want, "{input}");
            assert_eq!(repairs.len(), 1, "{input}");
            assert!(repairs[0].starts_with("quoted-printable"));
        }
    }

    #[test]
    fn soft_line_breaks_are_joined_when_the_line_is_long() {
        let long = "0607,0708 x 0707 advance 0607 # both attack, and 0607 moves in if it wins";
        assert_eq!(text(format!("{long}=\r\n the fight\r\n")), format!("{long} the fight\n"));
        untouched("odds =\n3\n");
    }

    #[test]
    fn equals_signs_that_are_no_code_are_left_alone() {
        for input in [
            "0208=>0209\n0505==>0606\n",
            "armies=96\nto=0208\nnote=A0\nx = 3\n",
            "Report\n======\n\n================================================================\n",
            "=",
            "==",
            "a=E",
            "=20 men and =3 guns",
        ] {
            untouched(input);
        }
    }

    #[test]
    fn a_line_written_in_the_clear_survives_in_quoted_printable() {
        let input = "0208=E2=86=920209\n0505=>0606\n0607→0608\n0101==>0102 =20\n";
        assert_eq!(text(input), "0208→0209\n0505=>0606\n0607→0608\n0101==>0102  \n");
    }

    #[test]
    fn html_entities_are_read_and_told_once() {
        let decoded =
            decode(b"# plan\n0208&rarr;0209\n0505&#8594;0606&#x2192;0607\n&nbsp;0208-&gt;0209").unwrap();
        assert_eq!(decoded.text, "# plan\n0208→0209\n0505→0606→0607\n\u{A0}0208->0209");
        assert_eq!(decoded.repairs.len(), 1);
        assert_eq!(decoded.repairs[0].line, Some(2));
        assert!(decoded.repairs[0].what.contains("(&rarr;, &#8594;, &#x2192;)"));
    }

    #[test]
    fn html_entities_of_dashes_signs_and_breaks() {
        assert_eq!(text("1&ndash;2&mdash;3&minus;4&times;5&amp;6&lt;7"), "1–2—3−4×5&6<7");
        assert_eq!(text("a<br>b<BR/>\nc<br />\n\nd"), "a\nb\nc\n\nd");
        assert_eq!(text("a&#13;&#10;b&#13;c"), "a\nb\nc");
        assert_eq!(text("&amp;rarr;"), "&rarr;");
    }

    #[test]
    fn the_text_of_a_page_is_not_read_as_html_again() {
        let decoded = decode_page(b"# &lt;br&gt; &rarr;<br>0208\x960209").unwrap();
        assert_eq!(decoded.text, "# &lt;br&gt; &rarr;<br>0208–0209");
    }

    #[test]
    fn ampersands_and_angle_brackets_that_are_no_html_are_left_alone() {
        for input in [
            "Tom & Jerry; R&D; AT&T",
            "& &; &# &#; &#x; &#0; &#xD800; &nosuch; &rarr",
            "<b <br <brook> <",
            "&é;",
            "0208<-0209 <= 3",
            "<html><body>0208&rarr;0209<br></body></html>",
        ] {
            untouched(input);
        }
    }

    #[test]
    fn the_largest_inputs_of_any_kind_are_read_in_linear_time() {
        for piece in
            ["=", "= ", "=96 ", "=\n", "&", "&a", "&#x2192;", "<br ", "\r", "a\n", "\u{301}\u{323}", "\u{96}"]
        {
            assert!(decode(piece.repeat(MAX_BYTES / piece.len()).as_bytes()).is_ok(), "{piece:?}");
        }
    }

    #[test]
    fn the_text_is_in_nfc() {
        assert_eq!(read("Orle\u{301}ans \u{212B}"), ("Orléans Å".to_owned(), vec![]));
    }

    /// Bytes that look like the things that are decoded, cut and glued at random.
    fn mangled() -> impl Strategy<Value = Vec<u8>> {
        let piece = prop_oneof![
            proptest::collection::vec(any::<u8>(), 0..4),
            prop::sample::select(
                [
                    "=",
                    "=\n",
                    "=20",
                    "=E2=86=92",
                    "=96",
                    "=00",
                    "=>",
                    "&",
                    "&rarr;",
                    "&#",
                    "&#x2192;",
                    ";",
                    "<br",
                    ">",
                    "<html",
                    "\r\n",
                    "\r",
                    "\n",
                    "0208",
                    "→",
                    "é",
                    "e\u{301}",
                    "\u{96}",
                    "\u{2028}",
                    "\u{FEFF}",
                    " ",
                    "\x1b",
                ]
                .map(|s| s.as_bytes().to_vec())
                .to_vec()
            ),
            Just(vec![0xFF, 0xFE]),
            Just(vec![0xD8, 0x00]),
        ];
        proptest::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #[test]
        fn any_bytes_give_a_printable_text_or_an_error(bytes in mangled()) {
            match decode(&bytes) {
                Ok(decoded) => {
                    prop_assert!(!decoded.text.contains(is_control));
                    prop_assert!(!decoded.text.contains(['\r', '\0']));
                    prop_assert!(decoded.text.len() <= 4 * bytes.len());
                    let lines = decoded.text.matches('\n').count() + 1;
                    prop_assert!(decoded.repairs.iter().all(|r| r.line.is_none_or(|n| 1 <= n && n <= lines)));
                }
                Err(DecodeError::NotText { offset, .. }) => prop_assert!(offset < bytes.len()),
                Err(DecodeError::TooLarge { .. }) => prop_assert!(false),
            }
        }

        #[test]
        fn quoted_printable_comes_back_as_it_was(text in "[0-9a-z →é×\u{A0}]{0,200}→[0-9 =>]{0,80}") {
            let sent = quoted_printable::encode_to_str(&text);
            let back = decode(sent.as_bytes()).unwrap().text;
            prop_assert_eq!(back.trim_end(), text.trim_end());
        }
    }
}
