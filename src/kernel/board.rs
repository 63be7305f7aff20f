//! What boards are made of: hexes, or areas of any shape; which of them are neighbours, and ways between them.

pub mod areas;
pub mod hex;
