//! The test suite.

#[path = "../players/mod.rs"]
mod players;

mod players_play;
