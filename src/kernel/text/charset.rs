//! Which characters a printed text may use, and what stands in for the others.
//!
//! Reports quote what players wrote, and a mail can hold anything. Characters that would steer a terminal or
//! reorder a line never reach the page, in either character set.

use std::borrow::Cow;
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// Which characters a printed text may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Charset {
    /// Arrows and other marks beyond ASCII.
    Unicode,
    /// Plain ASCII only, for consoles without them.
    Ascii,
}

impl Charset {
    /// The text in this character set. It may grow, so apply this before measuring.
    ///
    /// A tab becomes a blank; any other control character but the newline becomes `?`.
    pub fn apply(self, text: &str) -> Cow<'_, str> {
        if text.chars().all(|c| self.is_allowed(c)) {
            return Cow::Borrowed(text);
        }
        let mut out = String::with_capacity(text.len());
        for c in text.chars() {
            if self.is_allowed(c) {
                out.push(c);
            } else if c == '\t' {
                out.push(' ');
            } else if is_unprintable(c) {
                out.push('?');
            } else {
                push_ascii(&mut out, c);
            }
        }
        Cow::Owned(out)
    }

    fn is_allowed(self, c: char) -> bool {
        (self == Self::Unicode || c.is_ascii()) && !is_unprintable(c)
    }
}

/// Control characters, marks that reorder the line, and characters that XML forbids.
fn is_unprintable(c: char) -> bool {
    c != '\n' && c.is_control()
        || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{fffe}' | '\u{ffff}')
}

/// Writes one character beyond ASCII in ASCII.
fn push_ascii(out: &mut String, c: char) {
    if let Some(plain) = plain_form(c) {
        out.push_str(plain);
    } else if !is_combining_mark(c) {
        push_base_letters(out, c);
    }
}

/// Writes a letter without its accents, and anything that has no ASCII base as `?`.
fn push_base_letters(out: &mut String, c: char) {
    let base: String = std::iter::once(c).nfkd().filter(|&c| !is_combining_mark(c)).collect();
    let is_plain = !base.is_empty() && base.chars().all(|c| c.is_ascii() && !c.is_control());
    out.push_str(if is_plain { &base } else { "?" });
}

/// Marks and letters that Unicode does not take apart into ASCII, or not as a reader would.
fn plain_form(c: char) -> Option<&'static str> {
    Some(match c {
        '→' | '⇒' => "->",
        '←' | '⇐' => "<-",
        '↑' => "^",
        '↓' => "v",
        '↔' => "<->",
        '×' => "x",
        '÷' | '⁄' => "/",
        '±' => "+/-",
        '−' | '‐' | '‑' | '‒' | '–' | '—' | '―' => "-",
        '≤' => "<=",
        '≥' => ">=",
        '≠' => "!=",
        '≈' => "~",
        '½' => " 1/2",
        '¼' => " 1/4",
        '¾' => " 3/4",
        '°' => " deg",
        '§' => "s.",
        '•' | '·' => "*",
        '†' => "+",
        '‘' | '’' | '‚' | '′' => "'",
        '“' | '”' | '„' | '″' => "\"",
        '«' => "<<",
        '»' => ">>",
        'æ' => "ae",
        'Æ' => "AE",
        'ø' => "o",
        'Ø' => "O",
        'œ' => "oe",
        'Œ' => "OE",
        'ß' => "ss",
        '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{feff}' => "",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ascii_spells_marks_out() {
        let ascii = |text| Charset::Ascii.apply(text).into_owned();
        assert_eq!(ascii("0108→0209, 2×3 – §5.2 … ±1"), "0108->0209, 2x3 - s.5.2 ... +/-1");
        assert_eq!(ascii("2½ at 90° ≤ “it’s”"), "2 1/2 at 90 deg <= \"it's\"");
    }

    #[test]
    fn ascii_takes_accents_off_and_gives_up_on_the_rest() {
        assert_eq!(
            Charset::Ascii.apply("Håtunaleken, e\u{301}té, Kraków, 骰 ☃"),
            "Hatunaleken, ete, Krakow, ? ?"
        );
    }

    #[test]
    fn text_that_fits_is_borrowed() {
        assert!(matches!(Charset::Ascii.apply("plain\ntext"), Cow::Borrowed(_)));
        assert!(matches!(Charset::Unicode.apply("0108→0209"), Cow::Borrowed(_)));
    }

    #[test]
    fn no_character_steers_the_terminal() {
        for charset in [Charset::Unicode, Charset::Ascii] {
            assert_eq!(charset.apply("a\u{1b}[2J\tb\u{202e}c\0\r"), "a?[2J b?c??");
        }
    }
}
