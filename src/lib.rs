//! `adjutant` adjudicates board wargames played by e-mail.
//!
//! A game file and the players' turn files go in; the next game file and a report come out. There is no
//! server, no database and no account: whoever holds the files holds the game, and anyone can check
//! every step of it.
//!
//! Data flows one way: the command line ([`cli`]) reads files and hands values to the [`kernel`], which
//! knows how to read orders, keep a history and verify it, and which asks a rules module ([`games`]) what
//! the orders mean. Only [`cli`] touches files, the clock, the environment and entropy.

pub mod cli;
pub mod games;
pub mod kernel;
