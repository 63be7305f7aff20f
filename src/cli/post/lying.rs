//! Which letters lie with the filter for the open step, for a referee who asks: whose and since when, never what they say.

use super::desk::letters_in;
use crate::cli::failure::Failure;
use crate::cli::files::folder;
use crate::kernel::history::chronicle::Chronicle;
use crate::kernel::mail;
use crate::kernel::time::Instant;
use crate::kernel::turnfile::{self, TurnFile};
use serde::Serialize;
use std::path::Path;

/// A letter that lies with the filter.
#[derive(Debug, Serialize)]
pub(in crate::cli) struct Lying {
    /// Whose.
    pub(in crate::cli) seat: String,
    /// Which of this seat's letters for the step, from 1.
    pub(in crate::cli) number: u32,
    /// When it came.
    pub(in crate::cli) arrived: Instant,
    /// Whether it is final.
    #[serde(rename = "final")]
    pub(in crate::cli) is_final: bool,
    /// Whether a later one counts in its place.
    #[serde(rename = "replaced")]
    pub(in crate::cli) is_replaced: bool,
}

/// The letters that lie beside a game file for its open step.
///
/// Errors: one of them cannot be read, or was not stored by the filter.
pub(in crate::cli) fn beside(game_file: &Path, chronicle: &Chronicle) -> Result<Vec<Lying>, Failure> {
    let folder = game_file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // Where nobody may look, and where nothing lies, no filter is waited for.
    if letters_in(folder, chronicle).is_ok_and(|letters| !letters.is_empty()) {
        let _kept = folder::keep(folder)?;
        letters_of(folder, chronicle)
    } else {
        Ok(Vec::new())
    }
}

fn letters_of(folder: &Path, chronicle: &Chronicle) -> Result<Vec<Lying>, Failure> {
    let stored = letters_in(folder, chronicle)?;
    let mut lying: Vec<Lying> = Vec::new();
    for letter in &stored {
        let (mail, arrived) = letter.read()?;
        let is_final = is_final(&mail, &letter.seat, chronicle);
        if let Some(earlier) = lying.last_mut().filter(|earlier| earlier.seat == letter.seat) {
            earlier.is_replaced = true;
        }
        let (seat, number) = (letter.seat.clone(), letter.number);
        lying.push(Lying { seat, number, arrived, is_final, is_replaced: false });
    }
    Ok(lying)
}

/// Whether a mail's turn file of a seat is final.
fn is_final(mail: &[u8], seat: &str, chronicle: &Chronicle) -> bool {
    let Some(Ok(mail)) = mail::read_single(mail) else { return false };
    let sources = turnfile::of_mails("a letter", &[mail], chronicle);
    let mut turn_files = sources.iter().flat_map(|source| &source.input.turn_files);
    let is_own = |turn_file: &&TurnFile| chronicle.name(turn_file.seat) == seat;
    turn_files.find(is_own).is_some_and(TurnFile::is_final)
}
