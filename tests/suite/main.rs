//! The test suite.

#[path = "../players/mod.rs"]
mod players;

mod closure;
mod lines;
mod players_play;
mod soak;
