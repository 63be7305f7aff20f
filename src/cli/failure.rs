//! How a command fails: what is printed and with which exit code.

use crate::kernel::gamefile::GameFileError;
use crate::kernel::history::departure::Departure;
use crate::kernel::options::Refusal;
use crate::kernel::orders::diagnostic::{Diagnostic, Style, draw};
use std::fmt;
use std::io::ErrorKind;

/// The exit codes, as `--help` prints them.
pub const EXIT_CODES: &str = "\
Exit codes:
  0   done
  1   usage, or input that cannot be read
  2   the orders have errors; nothing was written
  3   a file, chain or die does not verify
  4   orders are still missing
  70  a fault of this program
  75  post could not do it now; the mail system should try again";

/// What to do about a file that does not verify.
const ASK_AGAIN: &str = "go on from the newest file for which adjutant verify says OK, and ask whoever sent this one for it \
                         again";

/// Kinds of failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Usage, or input that cannot be read.
    Usage = 1,
    /// The orders have errors.
    Orders = 2,
    /// A file does not verify.
    Broken = 3,
    /// Orders are still missing.
    Missing = 4,
    /// A fault of this program.
    Internal = 70,
    /// A mail could not be dealt with now, which is for the mail system to try again (`EX_TEMPFAIL`).
    Later = 75,
}

/// Why a command failed.
#[derive(Debug)]
pub struct Failure {
    /// Which exit code.
    pub kind: Kind,
    /// What is printed to standard error, as it stands.
    pub text: String,
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_lowercase())
}

/// What commands return.
pub type Outcome = Result<(), Failure>;

impl Failure {
    /// A failure with its stable code, one message and perhaps a hint, spelled as diagnostics are.
    pub fn new(kind: Kind, code: &str, message: impl fmt::Display, hint: Option<&str>) -> Self {
        let mut text = format!("error[{code}]: {message}\n");
        if let Some(hint) = hint {
            text.push_str("  help: ");
            text.push_str(hint);
            text.push('\n');
        }
        Self { kind, text }
    }

    /// Usage, or input that cannot be read.
    pub fn usage(code: &str, message: impl fmt::Display) -> Self {
        Self::new(Kind::Usage, code, message, None)
    }

    /// Usage, with what to do instead.
    pub fn usage_hinted(code: &str, message: impl fmt::Display, hint: &str) -> Self {
        Self::new(Kind::Usage, code, message, Some(hint))
    }

    /// A file that could not be read or written.
    pub fn file(path: &str, error: &std::io::Error) -> Self {
        let hint = match error.kind() {
            ErrorKind::NotFound => "look for a slip in its name, or name it with its folder",
            ErrorKind::PermissionDenied => "let yourself read and write it, or name another file",
            ErrorKind::IsADirectory => "name a file in it",
            ErrorKind::StorageFull | ErrorKind::FileTooLarge | ErrorKind::QuotaExceeded => {
                "make room, and do it again"
            }
            _ => "see to it that it can be read and written there, or name another file",
        };
        Self::usage_hinted("file/inaccessible", format!("{path}: {error}"), hint)
    }

    /// A game file that cannot be read.
    pub fn game_file(path: &str, error: &GameFileError) -> Self {
        Self::new(Kind::Usage, error.code, format!("{path}: {error}"), error.hint.as_deref())
    }

    /// A file that does not verify.
    pub fn departure(path: &str, departure: &Departure) -> Self {
        let message = format!("{path} does not verify: {departure}");
        let hint = match departure.hint.as_deref() {
            Some(hint) if departure.code != "rules/other-events" => hint.to_owned(),
            Some(truth) => format!("{truth}; {ASK_AGAIN}"),
            None => ASK_AGAIN.to_owned(),
        };
        Self::new(Kind::Broken, departure.code, message, Some(&hint))
    }

    /// Terms that cannot be.
    pub fn refused(refusals: &[Refusal]) -> Self {
        let one = |r: &Refusal| Self::new(Kind::Usage, r.code, &r.message, r.hint.as_deref()).text;
        Self { kind: Kind::Usage, text: refusals.iter().map(one).collect() }
    }

    /// Names the game file in the commands that are suggested, where they leave it open as `adjutant sheet FILE`.
    pub fn about(mut self, game: Option<&str>) -> Self {
        let Some(game) = game else { return self };
        let pieces: Vec<&str> = self.text.split("adjutant ").collect();
        let named = |piece: &&str| match piece.split_once(" FILE") {
            Some((verb, rest)) if is_word(verb) && !rest.starts_with(|c: char| c.is_alphanumeric()) => {
                format!("{verb} {game}{rest}")
            }
            _ => (*piece).to_owned(),
        };
        let named: Vec<String> = pieces.iter().map(named).collect();
        self.text = named.join("adjutant ");
        self
    }

    /// Findings in a turn file.
    pub fn orders(path: &str, findings: &[Diagnostic], style: Style) -> Self {
        Self { kind: Kind::Orders, text: draw(path, findings, style) }
    }

    /// Orders that have not come yet.
    pub fn missing(code: &str, message: impl fmt::Display, hint: &str) -> Self {
        Self::new(Kind::Missing, code, message, Some(hint))
    }
}
