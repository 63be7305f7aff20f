//! Honest games.
