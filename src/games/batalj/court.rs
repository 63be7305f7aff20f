//! **The campaign**: regent rounds with their cards, the Archbishop, the families' turns and ledgers, the final tally.
//!
//! The rulebook changes parts of a base game whose rules are not among its pages. What it says is carried out here;
//! what the base game adds is entered by order and stands unless another family objects. [`state`] holds the position,
//! [`round`] the sequence, [`archbishop`] the office, [`ledger`] entries and what they change, [`judge`] what is against
//! the rules, [`tally`] the final count.

pub mod archbishop;
pub mod data;
pub mod event;
pub mod forms;
pub mod judge;
pub mod ledger;
pub mod narrate;
pub mod orders;
pub mod outlook;
pub mod round;
pub mod state;
pub mod tally;
#[cfg(test)]
mod tests;

use super::Batalj;
use super::battle::field::Field;
use super::data::{CardPiece, Country, Data, Era, Provenance, Text};
use super::event::{Event as Happening, Table};
use super::orders::{Order, spellings};
use super::plundering;
use super::setting::Setting;
use super::state::{Family as Household, Public};
use std::fmt;

/// What is to be decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// What a family begins with.
    Opening,
    /// Against which country the war is.
    Country,
    /// Which Regent card applies under the Chancellor.
    Regency,
    /// A family's turn.
    FamilyTurn,
    /// Event cards and objections in another family's turn.
    Cards,
    /// Objections, before a round or the game ends.
    Closing,
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Opening => "opening",
            Self::Country => "country",
            Self::Regency => "regency",
            Self::FamilyTurn => "family-turn",
            Self::Cards => "cards",
            Self::Closing => "closing",
        })
    }
}
