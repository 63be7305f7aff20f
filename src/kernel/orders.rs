//! From the bytes that a mailer delivered to order lines that a grammar can read.
//!
//! Three steps, each a pure function: [`decode`] makes bytes a text, [`wrapper`] finds the turn files in that
//! text, and [`typography`] makes the characters of one order line plain. Whatever a step repairs it
//! also tells, since a player must be able to see that his orders were read as he meant them.

pub mod decode;
pub mod typography;
pub mod wrapper;
