//! The dice protocol under attack: each attack gains nothing, or is named here as what it gains.
//!
//! Played with a toy game, so that every kind of step can be asked for. What the tests call bypassing is done with
//! the functions below the letters, as somebody would who has written a program of his own.

mod amendments;
mod announced;
mod attacks;
pub mod club;
mod honest;
mod keys;
mod reactions;
mod reveals;
mod secrets;
