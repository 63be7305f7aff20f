//! Character sets of mails.

use data_encoding::BASE64_NOPAD;
use mail_parser::decoders::charsets::map::charset_decoder;

/// A text in UTF-8, and what was done where that could be wrong.
///
/// Where the mail names no character set, or plain ASCII, the text stays as it is: how to read it is for whoever reads
/// its lines.
pub(super) fn to_utf8(bytes: &[u8], label: Option<&str>) -> (Vec<u8>, Vec<String>) {
    let label = label.unwrap_or_default().trim().to_ascii_lowercase();
    if bytes.is_ascii() && !is_stateful(&label) || is_plain(&label) {
        return (bytes.to_vec(), Vec::new());
    }
    if is_latin(&label) && std::str::from_utf8(bytes).is_ok() {
        let what = format!("the mail says that its characters are {label}, but they are UTF-8");
        return (bytes.to_vec(), vec![what]);
    }
    let text = match label.as_str() {
        "utf-7" | "unicode-1-1-utf-7" | "csutf7" => Some(utf_7(bytes)),
        _ => charset_decoder(label.as_bytes()).map(|decode| decode(bytes)),
    };
    let Some(text) = text else {
        let what = format!("the character set {label:?} is not known; read as UTF-8 or windows-1252");
        return (bytes.to_vec(), vec![what]);
    };
    let lost = text.matches('\u{fffd}').count();
    let what = format!("{lost} characters are none in {label} and could not be read");
    (text.into_bytes(), if lost > 0 { vec![what] } else { Vec::new() })
}

/// Whether a name says no more than that it is a text.
fn is_plain(label: &str) -> bool {
    matches!(label, "" | "utf-8" | "utf8" | "us-ascii" | "ascii" | "ansi_x3.4-1968")
}

/// Whether every byte is a character in it, so that UTF-8 under a wrong name would be read without a complaint.
fn is_latin(label: &str) -> bool {
    matches!(label, "iso-8859-1" | "iso8859-1" | "latin1" | "windows-1252" | "cp1252" | "iso-8859-15")
}

/// Whether ASCII characters stand for others in it.
fn is_stateful(label: &str) -> bool {
    ["utf-7", "utf7", "unicode", "csutf7", "utf-16", "utf16", "iso-2022", "hz-", "ucs-2"]
        .iter()
        .any(|stateful| label.contains(stateful))
}

/// UTF-7: runs of base64 between `+` and `-`, or up to any other sign that base64 has not, are UTF-16.
fn utf_7(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some(at) = rest.iter().position(|b| *b == b'+') {
        text.push_str(&String::from_utf8_lossy(&rest[..at]));
        rest = &rest[at + 1..];
        let is_code = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/');
        let length = rest.iter().position(|b| !is_code(b)).unwrap_or(rest.len());
        let (code, after) = rest.split_at(length);
        rest = after.strip_prefix(b"-").unwrap_or(after);
        if code.is_empty() {
            text.push('+');
        } else {
            text.push_str(&utf_16(&unbase64(code)));
        }
    }
    text.push_str(&String::from_utf8_lossy(rest));
    text
}

/// Base64 whose last bits may be cut off, as UTF-7 leaves them.
fn unbase64(code: &[u8]) -> Vec<u8> {
    let whole = &code[..code.len() - usize::from(code.len() % 4 == 1)];
    let mut lenient = BASE64_NOPAD.specification();
    lenient.check_trailing_bits = false;
    let Ok(encoding) = lenient.encoding() else { return Vec::new() };
    encoding.decode(whole).unwrap_or_default()
}

fn utf_16(bytes: &[u8]) -> String {
    let units = bytes.as_chunks::<2>().0.iter().map(|pair| u16::from_be_bytes(*pair));
    char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}
