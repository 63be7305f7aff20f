//! Character sets of mails.

use data_encoding::BASE64_NOPAD;
use mail_parser::decoders::charsets::map::charset_decoder;

/// A text in UTF-8, and what was done where that could be wrong.
///
/// Where the mail names no character set, or plain ASCII, the text stays as it is: how to read it is for whoever reads
/// its lines.
pub(super) fn to_utf8(bytes: &[u8], label: Option<&str>) -> (Vec<u8>, Vec<String>) {
    let label = label.unwrap_or_default().trim().to_ascii_lowercase();
    if bytes.is_ascii() && !is_marked(bytes, &label) || is_plain(&label) {
        return (bytes.to_vec(), Vec::new());
    }
    if is_latin(&label) && std::str::from_utf8(bytes).is_ok() {
        let what = format!("the mail says that its characters are {label}, but they are UTF-8");
        return (bytes.to_vec(), vec![what]);
    }
    let text = if is_utf_7(&label) {
        Some(utf_7(bytes))
    } else if is_wide(&label) {
        Some(wide(bytes, &label))
    } else {
        charset_decoder(label.as_bytes()).map(|decode| decode(bytes))
    };
    let Some(text) = text else {
        let what = format!("the character set {label:?} is not known; read as UTF-8 or windows-1252");
        return (bytes.to_vec(), vec![what]);
    };
    let lost = text.matches('\u{fffd}').count();
    if lost * 4 > text.chars().count() {
        let what = format!(
            "the mail says that its characters are {label}, as which they cannot be read; read as UTF-8 or windows-1252"
        );
        return (bytes.to_vec(), vec![what]);
    }
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

/// Whether bytes of ASCII hold the marks by which they stand for other characters in it.
///
/// Programs put such names above plain ASCII, too, and then it is that.
fn is_marked(bytes: &[u8], label: &str) -> bool {
    let holds = |mark: &[u8]| bytes.windows(mark.len()).any(|at| at == mark);
    if is_utf_7(label) {
        holds(b"+")
    } else if is_wide(label) {
        holds(b"\0")
    } else if label.contains("2022") {
        [b"\x1b", b"\x0e", b"\x0f"].iter().any(|mark| holds(*mark))
    } else {
        label.starts_with("hz") && holds(b"~{")
    }
}

fn is_utf_7(label: &str) -> bool {
    matches!(label, "utf-7" | "utf7" | "unicode-1-1-utf-7" | "csunicode11utf7" | "csutf7")
}

/// Whether a character is two bytes in it, at least.
fn is_wide(label: &str) -> bool {
    ["utf-16", "utf16", "ucs-2", "ucs2"].iter().any(|wide| label.contains(wide))
        || matches!(label, "unicode" | "csunicode" | "unicodefeff" | "unicodefffe")
}

/// UTF-16 in the order that its mark names, or its label, or that the zeros in it suggest; else the high byte is first
/// (RFC 2781).
fn wide(bytes: &[u8], label: &str) -> String {
    let zeros = |at: usize| bytes.iter().skip(at).step_by(2).filter(|byte| **byte == 0).count();
    match bytes {
        [0xff, 0xfe, rest @ ..] => utf_16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => utf_16(rest, u16::from_be_bytes),
        _ if label.ends_with("le") => utf_16(bytes, u16::from_le_bytes),
        _ if !label.ends_with("be") && zeros(1) > zeros(0) => utf_16(bytes, u16::from_le_bytes),
        _ => utf_16(bytes, u16::from_be_bytes),
    }
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
            text.push_str(&utf_16(&unbase64(code), u16::from_be_bytes));
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

fn utf_16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units = bytes.as_chunks::<2>().0.iter().map(|pair| unit(*pair));
    char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8], label: &str) -> String {
        String::from_utf8(to_utf8(bytes, Some(label)).0).unwrap()
    }

    #[test]
    fn plain_ascii_stays_as_it_is_under_any_name() {
        let names = [
            "iso-2022-kr",
            "iso-2022-cn",
            "iso-2022-jp",
            "hz-gb-2312",
            "utf-16",
            "utf-16le",
            "utf-16be",
            "unicode",
            "ucs-2",
            "utf-7",
            "replacement",
            "x-unknown",
        ];
        for name in names {
            assert_eq!(
                read(b"ORDERS g red\n0208->0209\nEND\n", name),
                "ORDERS g red\n0208->0209\nEND\n",
                "{name}"
            );
        }
    }

    #[test]
    fn what_cannot_be_decoded_is_left_and_told() {
        let (bytes, told) = to_utf8(b"ORDERS g red\n\x1b$)C\x0eabcd\x0f\nEND\n", Some("iso-2022-kr"));
        assert!(bytes.starts_with(b"ORDERS g red\n"));
        assert_eq!(told.len(), 1);
    }

    #[test]
    fn utf_16_is_read_in_its_own_order() {
        let bytes =
            |text: &str, order: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(order).collect::<Vec<u8>>();
        for label in ["utf-16", "unicode", "ucs-2", "utf-16be"] {
            assert_eq!(
                read(&bytes("0208\u{2192}0209\n", u16::to_be_bytes), label),
                "0208\u{2192}0209\n",
                "{label}"
            );
        }
        for label in ["utf-16", "utf-16le", "csunicode"] {
            assert_eq!(
                read(&bytes("0208\u{2192}0209\n", u16::to_le_bytes), label),
                "0208\u{2192}0209\n",
                "{label}"
            );
            assert_eq!(read(&bytes("\u{feff}0208", u16::to_le_bytes), label), "0208", "{label}");
        }
        assert_eq!(read(&bytes("\u{4e2d}\u{6587}", u16::to_be_bytes), "utf-16"), "\u{4e2d}\u{6587}");
    }
}
