//! Players who need no person: they play the games of the test suite, the benchmarks and the recordings.
//!
//! They are no part of the rules and see no more of them than anybody may. Everything they do follows from a
//! seed, so that a game that goes wrong can be played again.

#![allow(dead_code, reason = "the suite, the benchmarks and the recorder each use their own part")]

pub mod batalj;
pub mod batalj_court;
pub mod battue;
pub mod chance;
pub mod random;
pub mod sensible;
pub mod sheets;
pub mod table;
pub mod toy;
