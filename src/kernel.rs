//! What every game shares.

pub mod armour;
pub mod board;
pub mod gamefile;
pub mod history;
pub mod picture;
pub mod report;
pub mod yaml;
