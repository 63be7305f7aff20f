//! What every game shares.

pub mod board;
pub mod history;
pub mod picture;
pub mod report;
