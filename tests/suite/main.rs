//! The suite: one test binary, a module for each thing that it holds the program to.

mod mangle;
mod recorded;
mod tamper;
mod transcripts;
mod wrong;
mod yaml;
