//! The test suite.

#[path = "../players/mod.rs"]
mod players;

mod closure;
mod contract;
mod lines;
mod options;
mod players_play;
mod soak;
