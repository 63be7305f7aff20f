//! Dice: labelled rolls from keys that nobody knew when the orders were written.
//!
//! A step has one key, made of the links of its seats ([`step_key`]) or of the seed in an open game
//! ([`open_key`]). Each roll has a label and a key of its own ([`roll_key`]), so one roll more or less shifts no
//! other. A key feeds the ChaCha20 key stream ([`stream`]), of which only whole raw words are used, and a number
//! below n is taken from the words without bias ([`stream::below`]). Libraries change their range and shuffle functions
//! between versions; nothing of theirs is used but the words.

pub mod by_hand;
mod roll;
mod source;
pub mod stream;

pub use roll::Roll;
pub use source::{Dice, Pepper};

use super::history::canonical;
use std::collections::BTreeMap;

/// H("step", game, step, seat=link, …): the key of a step, contributing seats in the order of the terms.
///
/// `links` are hex links by seat id; `seats` are the seats of the terms in their order.
pub fn step_key(game: &str, step: u64, seats: &[String], links: &BTreeMap<String, String>) -> String {
    key_of_parts(game, step, &link_parts(seats, links))
}

/// What a step key is made of beside game and step: `seat=link`, in the order of the terms.
pub fn link_parts(seats: &[String], links: &BTreeMap<String, String>) -> Vec<String> {
    seats.iter().filter_map(|seat| links.get(seat).map(|link| format!("{seat}={link}"))).collect()
}

/// What the step keys of an open game are made of beside game and step.
pub fn open_parts(seed: &str) -> Vec<String> {
    vec![format!("open={seed}")]
}

fn key_of_parts(game: &str, step: u64, parts: &[String]) -> String {
    let step = step.to_string();
    let parts: Vec<&str> =
        [game, step.as_str()].into_iter().chain(parts.iter().map(String::as_str)).collect();
    canonical::hash("step", &parts)
}

/// H("step", game, step, open=seed): the key of a step of an open game.
pub fn open_key(game: &str, step: u64, seed: &str) -> String {
    key_of_parts(game, step, &open_parts(seed))
}

/// H("roll", step key, …): what the keys of all rolls of a step have in common.
fn roll_keys(step_key: &str) -> canonical::Begun {
    canonical::Begun::new("roll", &[step_key])
}

/// H("roll", step key, label): the key of one roll, 32 bytes.
pub fn roll_key(step_key: &str, label: &str) -> [u8; 32] {
    roll_keys(step_key).digest(&[label])
}

/// H("pepper", hidden secret, step, label): what a hidden roll's key holds beside step key and label.
pub fn pepper(hidden: &str, step: u64, label: &str) -> String {
    canonical::hash("pepper", &[hidden, &step.to_string(), label])
}
