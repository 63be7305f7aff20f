//! The register of games: one line a game.

pub mod battle;
