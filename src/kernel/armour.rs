//! Armour: a text as lines that survive any mailer, for those who must paste a game file into a mail.
//!
//! ```text
//! BEGIN ADJUTANT borodino-3
//! YWRqdXRhbnQ6IDEKZ2FtZTogYm9yb2Rpbm8tMwo
//! END ADJUTANT 5c6b5923
//! ```
//!
//! Lines of 64 columns are never wrapped; the URL-safe base 64 without padding has no `=` and `+`, which
//! transfer encodings touch. The reader drops quote marks, blanks, blank lines and whatever else is not of
//! the alphabet; the first eight digits of the SHA-256 of the text tell whether all is there.

use data_encoding::{BASE64URL_NOPAD, HEXLOWER};
use sha2::{Digest, Sha256};

/// Columns of an armoured line.
const COLUMNS: usize = 64;
/// Hex digits of the check after the last line.
const CHECK_DIGITS: usize = 8;
/// What stands at the head of the first and last line.
const NAME: &str = "ADJUTANT";

/// Why armour cannot be taken off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArmourError {
    /// The last line is missing.
    #[error(
        "the text that begins with BEGIN ADJUTANT is cut off: \
         there is no line END ADJUTANT; ask for it to be sent again"
    )]
    CutOff,
    /// What was read is not what was sent.
    #[error(
        "the text between BEGIN ADJUTANT and END ADJUTANT was damaged on its way; \
         ask for it to be sent again, or as an attachment"
    )]
    Damaged,
    /// Several different ones, and nothing says which is meant.
    #[error(
        "there are several different texts between BEGIN ADJUTANT and END ADJUTANT; \
         leave only the one that is meant"
    )]
    Several,
}

/// Wraps a text; the name is for people only. Ends with a line feed.
pub fn wrap(text: &str, name: &str) -> String {
    let name: String = name.chars().filter(char::is_ascii_graphic).collect();
    let mut out = format!("BEGIN {NAME} {name}\n");
    let code = BASE64URL_NOPAD.encode(text.as_bytes());
    let mut rest = code.as_str();
    while !rest.is_empty() {
        let (row, further) = rest.split_at(rest.len().min(COLUMNS));
        out.push_str(row);
        out.push('\n');
        rest = further;
    }
    out + "END " + NAME + " " + &check(text.as_bytes()) + "\n"
}

/// Finds armour anywhere in a text, such as a mail, and takes it off; none if there is no armour.
///
/// Of several, those that are quoted least count; if they differ, that is an error.
///
/// # Errors
/// The last line is missing, the text was damaged, or there are several.
pub fn unwrap(text: &str) -> Option<Result<String, ArmourError>> {
    let begins = begins(text);
    let least = begins.iter().map(|begin| begin.quotes).min()?;
    let mut found: Vec<_> =
        begins.iter().filter(|begin| begin.quotes == least).map(|begin| open(begin.rest)).collect();
    found.dedup();
    Some(match found.pop() {
        Some(only) if found.is_empty() => only,
        _ => Err(ArmourError::Several),
    })
}

/// A line `BEGIN ADJUTANT`.
struct Begin<'a> {
    quotes: usize,
    /// The text from the next line on.
    rest: &'a str,
}

fn begins(text: &str) -> Vec<Begin<'_>> {
    let mut end = 0;
    let mut begins = Vec::new();
    for line in text.split_inclusive('\n') {
        end += line.len();
        let line = Line::new(line);
        if line.mark("BEGIN").is_some() {
            begins.push(Begin { quotes: line.quotes, rest: &text[end..] });
        }
    }
    begins
}

/// A line of a mail without its quote marks.
struct Line<'a> {
    text: &'a str,
    quotes: usize,
}

impl<'a> Line<'a> {
    /// Everything up to the last `>` is a quote mark, such as `> > ` or `Ann> `.
    fn new(line: &'a str) -> Self {
        let text = line.rsplit('>').next().unwrap_or_default();
        Self { text, quotes: line.matches('>').count() }
    }

    /// What follows `BEGIN ADJUTANT` or `END ADJUTANT` if the line is such a mark.
    fn mark(&self, which: &str) -> Option<&'a str> {
        let text = self.text.trim_start_matches(|c: char| !c.is_ascii_alphanumeric());
        let text = text.strip_prefix(which)?.trim_start().strip_prefix(NAME)?;
        let follows = text.starts_with(|c: char| c.is_whitespace() || c == '=') || text.is_empty();
        follows.then_some(text.trim_start())
    }
}

/// Takes off the armour whose first line stands just before this text.
fn open(text: &str) -> Result<String, ArmourError> {
    let mut code = String::new();
    for line in text.lines().map(Line::new) {
        if let Some(expected) = line.mark("END") {
            let bytes = BASE64URL_NOPAD.decode(code.as_bytes()).map_err(|_| ArmourError::Damaged)?;
            if !expected.to_ascii_lowercase().starts_with(&check(&bytes)) {
                return Err(ArmourError::Damaged);
            }
            return String::from_utf8(bytes).map_err(|_| ArmourError::Damaged);
        }
        if line.mark("BEGIN").is_some() {
            break;
        }
        push_code(&mut code, line.text);
    }
    Err(ArmourError::CutOff)
}

/// Adds the characters of the alphabet. The two digits after a `=` belong to it: they are an encoded blank
/// or foreign character (`=20`, `=C2=A0`) of a mail that was not decoded.
fn push_code(code: &mut String, text: &str) {
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match c {
            '=' => drop((rest.next(), rest.next())),
            'A'..='Z' | 'a'..='z' | '0'..='9' | '-' | '_' => code.push(c),
            _ => {}
        }
    }
}

fn check(bytes: &[u8]) -> String {
    let mut digits = HEXLOWER.encode(&Sha256::digest(bytes));
    digits.truncate(CHECK_DIGITS);
    digits
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Made with Python's base64.urlsafe_b64encode and hashlib.sha256.
    const ARMOURED: &str = "\
BEGIN ADJUTANT borodino-3
YWRqdXRhbnQ6IDEKMDIwOOKGkjAyMDkgSMOldHVuYWxla2VuIH5-fiA_Pz8KMDIw
OOKGkjAyMDkgSMOldHVuYWxla2VuIH5-fiA_Pz8KMDIwOOKGkjAyMDkgSMOldHVu
YWxla2VuIH5-fiA_Pz8KMDIwOOKGkjAyMDkgSMOldHVuYWxla2VuIH5-fiA_Pz8K
MDIwOOKGkjAyMDkgSMOldHVuYWxla2VuIH5-fiA_Pz8K
END ADJUTANT 7905f176
";

    fn sample() -> String {
        "adjutant: 1\n".to_owned() + &"0208→0209 Håtunaleken ~~~ ???\n".repeat(5)
    }

    fn quoted(mark: &str) -> String {
        ARMOURED.lines().map(|line| format!("{mark}{line}\n")).collect()
    }

    #[test]
    fn armour_is_that_of_another_program() {
        assert_eq!(wrap(&sample(), "borodino-3"), ARMOURED);
        assert_eq!(unwrap(ARMOURED), Some(Ok(sample())));
        assert!(ARMOURED.lines().all(|line| line.len() <= COLUMNS));
    }

    #[test]
    fn a_mailer_cannot_hurt_it() {
        let soft: String = ARMOURED
            .lines()
            .map(|line| {
                if line.len() > 40 {
                    format!("{}=\n{}\n", &line[..40], &line[40..])
                } else {
                    format!("{line}=20\n")
                }
            })
            .collect();
        for mangled in [
            quoted("> "),
            quoted(">"),
            quoted("> > "),
            quoted("| "),
            quoted("Ann> "),
            quoted("    "),
            quoted("\u{a0}"),
            ARMOURED.replace('\n', "\r\n"),
            ARMOURED.replace('\n', "  \n"),
            ARMOURED.replace('\n', "\u{a0}\n"),
            ARMOURED.replace('\n', "\n\n"),
            ARMOURED.replace('\n', "=\n\n").replacen("=\n", "\n", 1),
            ARMOURED.replace('\n', "=0D\n"),
            ARMOURED.replace("N ADJUTANT ", "N\u{a0}ADJUTANT\u{a0}"),
            ARMOURED.replace("END ADJUTANT ", "END ADJUTANT  ").clone(),
            soft,
        ] {
            let mail =
                format!("Dear Bo,\n\nmy move. END ADJUTANT is the last line.\n\n{mangled}\n-- \nAnn\n");
            assert_eq!(unwrap(&mail), Some(Ok(sample())), "{mangled}");
        }
    }

    #[test]
    fn text_without_armour_is_none() {
        for text in [
            "",
            "ORDERS borodino-3\n",
            "the line BEGIN ADJUTANT starts it",
            "BEGIN ADJUTANTS\n",
            "END ADJUTANT 1f0c9a2e\n",
        ] {
            assert_eq!(unwrap(text), None, "{text}");
        }
    }

    #[test]
    fn damage_is_named() {
        let lines: Vec<&str> = ARMOURED.lines().collect();
        let without = |i: usize| {
            let mut kept = lines.clone();
            kept.remove(i);
            unwrap(&kept.join("\n"))
        };
        assert_eq!(without(lines.len() - 1), Some(Err(ArmourError::CutOff)));
        assert_eq!(without(1), Some(Err(ArmourError::Damaged)));
        assert_eq!(without(2), Some(Err(ArmourError::Damaged)));
        let swapped = ARMOURED.replacen('Y', "Z", 1);
        assert_eq!(unwrap(&swapped), Some(Err(ArmourError::Damaged)));
        assert_eq!(
            unwrap(&format!("{ARMOURED}x").replace("END ADJUTANT ", "END ADJUTANT 0")),
            Some(Err(ArmourError::Damaged))
        );
    }

    #[test]
    fn of_several_the_least_quoted_counts() {
        let older = wrap("older", "borodino-3");
        let quoted_older: String = older.lines().map(|line| format!("> {line}\n")).collect();
        assert_eq!(unwrap(&(quoted_older.clone() + ARMOURED)), Some(Ok(sample())));
        assert_eq!(unwrap(&(ARMOURED.to_owned() + &quoted_older)), Some(Ok(sample())));
        assert_eq!(unwrap(&(older.clone() + ARMOURED)), Some(Err(ArmourError::Several)));
        assert_eq!(unwrap(&(older.clone() + &older)), Some(Ok("older".to_owned())));
    }

    #[test]
    fn a_name_cannot_break_the_first_line() {
        let text = wrap("x", "a\nEND ADJUTANT\u{2028}b");
        assert_eq!(text.lines().count(), 3);
        assert_eq!(unwrap(&text), Some(Ok("x".to_owned())));
        assert_eq!(unwrap(&wrap("", "")), Some(Ok(String::new())));
    }

    proptest! {
        #[test]
        fn what_is_wrapped_unwraps(text in "(\\PC|\n){0,200}") {
            prop_assert_eq!(unwrap(&wrap(&text, "game")), Some(Ok(text)));
        }

        #[test]
        fn no_text_makes_unwrapping_panic(
            text in "(BEGIN ADJUTANT|END ADJUTANT|\n|>| |=|[a-zA-Z0-9_-]|\\PC){0,40}",
        ) {
            let _ = unwrap(&text);
        }
    }
}
