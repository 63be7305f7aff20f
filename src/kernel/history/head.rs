//! The short form of a head: what a player copies into the first line of a turn file.
//!
//! A head is the hash of the newest entry, 64 digits that nobody types. Its first 40 bits in base 32 (the
//! alphabet of RFC 4648, A–Z and 2–7) with a check letter, `K3QF-7TNA-S`, guard against mistakes: another
//! game, another position, a mistyped letter. Against malice stands the signature over the full hash.

use data_encoding::{BASE32_NOPAD, HEXLOWER};
use std::fmt;

/// Letters of the hash; one check letter follows them.
const LETTERS: usize = 8;
/// What the short form of a text that is no hash prints as; it does not read back.
const NO_HASH: &str = "????-????-?";

/// A short form that was read: eight letters whose check letter fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Short([u8; LETTERS]);

/// Why a text is not the short form of a head.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HeadError {
    /// Another number of letters than nine; holds how many there are.
    #[error("a head has nine letters and digits, such as K3QF-7TNA-S, not {0}")]
    Length(usize),
    /// A character outside the alphabet.
    #[error("{0:?} does not occur in a head; it is written with A to Z and 2 to 7")]
    Character(char),
    /// The check letter does not fit: something was mistyped.
    #[error("the last letter does not fit the others; copy the head again")]
    Check,
}

/// The short form of a head, such as `K3QF-7TNA-S`. Of a text that does not begin with ten hex digits it
/// is a row of question marks, which matches nothing.
pub fn short(head: &str) -> String {
    Short::of(head).map_or_else(|| NO_HASH.to_owned(), |short| short.to_string())
}

/// Reads a short form, forgiving case, blanks, missing or other dashes, and 0 for O, 1 for I, 8 for B.
///
/// # Errors
/// There are not nine letters, one is outside the alphabet, or the check letter does not fit.
pub fn read(text: &str) -> Result<Short, HeadError> {
    let letters = text.chars().filter(|&c| !is_filler(c)).map(letter).collect::<Result<Vec<u8>, _>>()?;
    let wrong_length = HeadError::Length(letters.len());
    let (&check, hash) = letters.split_last().ok_or(wrong_length)?;
    let short = Short(hash.try_into().map_err(|_| wrong_length)?);
    if check == short.check() { Ok(short) } else { Err(HeadError::Check) }
}

/// Blanks, dashes of every kind, and what mailers slip between letters unseen.
fn is_filler(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            '-' | '\u{ad}' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}'
        )
        || matches!(c, '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}')
}

fn letter(c: char) -> Result<u8, HeadError> {
    match c.to_ascii_uppercase() {
        '0' => Ok(b'O'),
        '1' => Ok(b'I'),
        '8' => Ok(b'B'),
        upper @ ('A'..='Z' | '2'..='7') => Ok(upper as u8),
        _ => Err(HeadError::Character(c)),
    }
}

/// The place of a letter in the alphabet, 0 to 31.
const fn value(letter: u8) -> u8 {
    if letter.is_ascii_digit() { letter - b'2' + 26 } else { letter - b'A' }
}

impl Short {
    /// The short form of a head in hex; none if it does not begin with ten hex digits.
    fn of(head: &str) -> Option<Self> {
        let bytes = HEXLOWER.decode(head.as_bytes().get(..10)?).ok()?;
        BASE32_NOPAD.encode(&bytes).into_bytes().try_into().ok().map(Self)
    }

    /// Whether this is the short form of a full head in lower-case hex.
    pub fn matches(&self, head: &str) -> bool {
        Self::of(head).is_some_and(|other| *self == other)
    }

    /// The check letter by Luhn's rule for 32 letters: from the right every second value, the last one
    /// first, is doubled and the digits of the product in base 32 are added. Doubling so is one to one,
    /// so a single wrong letter always shows.
    fn check(self) -> u8 {
        let sum: u8 = self.0.iter().rev().enumerate().fold(0, |sum, (i, &letter)| {
            let doubled = value(letter) * if i.is_multiple_of(2) { 2 } else { 1 };
            (sum + doubled / 32 + doubled % 32) % 32
        });
        let check = (32 - sum) % 32;
        if check < 26 { b'A' + check } else { b'2' + check - 26 }
    }
}

impl fmt::Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, &letter) in self.0.iter().enumerate() {
            if i == LETTERS / 2 {
                f.write_str("-")?;
            }
            write!(f, "{}", char::from(letter))?;
        }
        write!(f, "-{}", char::from(self.check()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const ALPHABET: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

    /// Made with Python's base64.b32encode and a Luhn mod N of a few lines.
    #[test]
    fn short_forms_are_those_of_another_program() {
        for (head, expected) in [
            ("85812c560769d587ca9076775ce928a0", "QWAS-YVQH-5"),
            ("0000000000", "AAAA-AAAA-A"),
            ("ffffffffffffff", "7777-7777-I"),
            ("21e46ff908", "EHSG-76II-4"),
        ] {
            assert_eq!(short(head), expected);
            assert!(read(expected).unwrap().matches(head));
        }
        assert!(read("K3QF-7TNA-S").is_ok(), "the example of the error text is sound");
    }

    #[test]
    fn what_is_no_hash_has_no_short_form() {
        for text in ["", "85812c", "85812C560769", "not a hash at all", "ååååååååååå"] {
            assert_eq!(short(text), NO_HASH);
            assert!(!read("QWAS-YVQH-5").unwrap().matches(text));
        }
        assert_eq!(read(NO_HASH), Err(HeadError::Character('?')));
    }

    #[test]
    fn reading_forgives_what_people_and_mailers_do() {
        let expected = read("EHSG-76II-4").unwrap();
        for text in [
            "ehsg-76ii-4",
            "EHSG76II4",
            " EHSG 76II 4 ",
            "EHSG–76II—4",
            "EHSG-7611-4",
            "E H S G\u{a0}76\u{200b}I1‑4",
        ] {
            assert_eq!(read(text), Ok(expected), "{text}");
        }
        assert_eq!(read("aaaa aaaa a"), read("AAAA-AAAA-A"));
        let lookalikes = Short(*b"OIBOIBOI");
        assert_eq!(read(&lookalikes.to_string().replace('O', "0").replace('B', "8")), Ok(lookalikes));
    }

    #[test]
    fn errors_say_what_is_wrong() {
        assert_eq!(read(""), Err(HeadError::Length(0)));
        assert_eq!(read("EHSG-76II"), Err(HeadError::Length(8)));
        assert_eq!(read("EHSG-76II-44"), Err(HeadError::Length(10)));
        assert_eq!(read("EHSG-76I9-4"), Err(HeadError::Character('9')));
        assert_eq!(read("EHSG-76Iå-4"), Err(HeadError::Character('å')));
        assert_eq!(read("EHSG-76II-5"), Err(HeadError::Check));
    }

    #[test]
    fn every_single_wrong_letter_is_caught() {
        for head in ["85812c5607", "0000000000", "ffffffffff", "21e46ff908"] {
            let right: String = short(head).replace('-', "");
            for place in 0..right.len() {
                for wrong in ALPHABET.chars().filter(|&c| !right[place..].starts_with(c)) {
                    let text = format!("{}{wrong}{}", &right[..place], &right[place + 1..]);
                    assert_eq!(read(&text), Err(HeadError::Check), "{text}");
                }
            }
        }
    }

    proptest! {
        #[test]
        fn short_forms_read_back(head in "[0-9a-f]{64}") {
            let read = read(&short(&head)).unwrap();
            prop_assert!(read.matches(&head));
            prop_assert_eq!(read.to_string(), short(&head));
        }

        #[test]
        fn no_text_makes_reading_panic(text in "\\PC{0,14}") {
            let _ = read(&text);
            let _ = short(&text);
        }
    }
}
