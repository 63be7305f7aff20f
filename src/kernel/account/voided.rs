//! A step that was voided, in words: by what, by whose word, and what becomes of it.

use crate::kernel::history::chronicle::Watched;
use crate::kernel::history::entry::ABSENT;
use crate::kernel::text::{capital, fitting};
use serde_json::Value;

/// What voided a step, and by whose word.
pub(super) fn in_words(watched: &Watched) -> String {
    let seat = capital(watched.entry["seat"].as_str().unwrap_or("a seat"));
    let attested = match watched.entry["agreed"].as_array().map(Vec::as_slice) {
        Some([only]) => format!("as {} alone says", capital(only.as_str().unwrap_or_default())),
        _ => "as all others attest".to_owned(),
    };
    match watched.entry["why"].as_str() {
        Some("re-key") => format!(
            "{seat} goes on with a new key, by agreement of all seats; only the new one signed for it."
        ),
        Some("substitute") => {
            format!("Somebody else sits down for {seat}, with a key of his own, by agreement of all seats.")
        }
        Some("refusal") => format!("{seat} refuses to answer, {attested}, and forfeits the game."),
        Some("timeout") => {
            let now = watched.entry["now"].as_str().unwrap_or(ABSENT);
            format!("{seat} has let its time pass by {now}, {attested}, and forfeits the game.")
        }
        _ => {
            let to = watched.entry["to"].as_u64().unwrap_or(0);
            match step_after(watched, to) {
                Some(first) => {
                    format!("By agreement of all seats step {first} and all after it are taken back.")
                }
                None => format!("By agreement of all seats everything after entry {to} is taken back."),
            }
        }
    }
}

/// What becomes of a step that is voided while it is open, where the game goes on.
pub(super) fn step(watched: &Watched) -> Option<String> {
    let (entry, next) = (watched.entry, watched.entry["need"]["step"].as_u64()?);
    let is_over = entry["need"]["caster"] == ABSENT;
    if is_over || entry["why"] == "take-back" {
        return None;
    }
    let carried = ["orders", "seals"].map(|part| entry[part].as_object());
    let seats: Vec<&str> =
        carried.into_iter().flatten().flat_map(|part| part.keys().map(String::as_str)).collect();
    let stands = match seats.as_slice() {
        [] => "what was sent for it is to be sent again".to_owned(),
        seats => format!(
            "what {} {} locked stands for that one",
            seats.join(" and "),
            fitting(seats.len(), "has", "have")
        ),
    };
    Some(format!("Step {} is void, and the game goes on with step {next}; {stands}.", watched.step))
}

/// The step of the entry after `to`, which is the first that a take-back undoes.
fn step_after(watched: &Watched, to: u64) -> Option<u64> {
    let line = watched.lines.get(usize::try_from(to).ok()? + 1)?;
    serde_json::from_str::<Value>(line).ok()?["step"].as_u64()
}
