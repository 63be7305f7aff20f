//! Places, sides and paths.

pub mod areas;
pub mod hex;
