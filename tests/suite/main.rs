//! The suite: one test binary, a module for each thing that it holds the program to.

#[path = "../players/mod.rs"]
mod players;
#[path = "../fuzz/subjects.rs"]
mod subjects;

mod architecture;
mod batalj;
mod battue;
mod by_hand;
mod campaign;
mod closure;
mod codes;
mod contract;
mod coverage;
mod files;
mod fog;
mod fuzzed;
mod games;
mod judged;
mod keyed;
mod leaks;
mod lenient;
mod lines;
mod mails;
mod mangle;
mod mangled_mails;
mod mutants;
mod options;
mod outgoing;
mod pictures;
mod players_play;
mod posted;
mod progress;
mod recorded;
mod rules;
mod soak;
mod spec;
mod tamper;
mod transcripts;
mod trust;
mod vectors;
mod wrong;
mod yaml;
