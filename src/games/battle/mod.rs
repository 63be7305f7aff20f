//! Battle: A Game of Generals.

pub mod data;
