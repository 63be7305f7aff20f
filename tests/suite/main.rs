//! The suite: one test binary, a module for each thing that it holds the program to.

mod coverage;
mod mutants;
mod rules;
