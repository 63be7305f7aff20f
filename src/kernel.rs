//! What every game shares.

pub mod board;
pub mod orders;
pub mod picture;
pub mod report;
