//! From the text of a turn file to checked orders.
//!
//! [`decode`] makes text of bytes, [`wrapper`] finds the turn file in it, [`typography`] undoes what mailers and
//! phones did to a line, [`lexer`] splits it, [`grammar`] reads orders by what games made of [`forms`], [`condition`] and
//! [`sheet`] read the blocks of provisional ones ([`comparison`] within both), and [`diagnostic`] says what is wrong.

pub mod comparison;
pub mod condition;
pub mod decode;
pub mod diagnostic;
pub mod forms;
pub mod grammar;
pub mod lexer;
pub mod sheet;
pub mod typography;
pub mod wrapper;
