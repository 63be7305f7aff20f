//! What every game shares.

pub mod board;
pub mod picture;
pub mod report;
