//! The suite: one test binary, a module for each thing that it holds the program to.

#[path = "../players/mod.rs"]
mod players;

mod closure;
mod contract;
mod coverage;
mod games;
mod lenient;
mod lines;
mod mangle;
mod mutants;
mod options;
mod players_play;
mod recorded;
mod rules;
mod soak;
mod tamper;
mod transcripts;
mod wrong;
mod yaml;
