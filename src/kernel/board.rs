//! Places, sides and paths.

pub mod hex;
