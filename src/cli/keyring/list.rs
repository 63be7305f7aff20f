//! The list beside a key file: one line for each text that was made final with it.

use crate::cli::failure::Failure;
use crate::cli::files;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// One line of the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// Full id of the game.
    pub game: String,
    /// As which seat.
    pub seat: String,
    /// In which step.
    pub step: u64,
    /// Which part of it: `orders orders`, `open orders`, `cast`, `consent`, `end`; `pin` for the seat's own beginning.
    pub part: String,
    /// The head that it was written for.
    pub prev: String,
    /// The full text.
    pub text: String,
}

/// What a final text is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Orders or their seal.
    Orders,
    /// What a seal was made of.
    Open,
    /// A link by itself.
    Cast,
    /// Consent to an amendment.
    Consent,
    /// A word that ends the game for the seat, which it may say whatever it has locked.
    End,
}

impl Part {
    pub fn name(self) -> &'static str {
        match self {
            Self::Orders => "orders orders",
            Self::Open => "open orders",
            Self::Cast => "cast",
            Self::Consent => "consent",
            Self::End => "end",
        }
    }
}

/// The beginning of a seat in a game, as the list keeps it.
pub const PIN: &str = "pin";
/// What stands in the place of a consent that was withdrawn.
pub const WITHDRAWN: &str = "withdrawn";

/// A line of the list.
pub fn line_of(answer: &Answer) -> String {
    serde_json::to_string(answer).unwrap_or_default() + "\n"
}

/// Whether a letter carries a link.
pub fn has_link(text: &str) -> bool {
    text.lines().any(|line| line.starts_with("Link:"))
}

/// The list beside a key file.
pub fn list_of(key: &Path) -> PathBuf {
    let mut name = key.as_os_str().to_owned();
    name.push(".answers");
    PathBuf::from(name)
}

pub fn read_list(path: &Path) -> Result<Vec<Answer>, Failure> {
    let shown = path.display().to_string();
    let text = files::read_kept(path)?.unwrap_or_default();
    let mut answers = Vec::new();
    for (i, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let answer = serde_json::from_str(line).map_err(|error| {
            let message = format!("{shown}:{}: the list of answers is damaged: {error}", i + 1);
            let hint = "restore it from a copy; without it nobody knows what this key has answered";
            Failure::usage_hinted("key/list-damaged", message, hint)
        })?;
        answers.push(answer);
    }
    Ok(answers)
}
