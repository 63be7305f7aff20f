//! **Rules for plundering**: expeditions over the Plundering map, the reverse side of the Battlefield.
//!
//! [`map`] holds the board and its tiles, [`state`] the position, [`orders`] what plunderers write, [`plan`] how far a
//! die takes them, [`expedition`] how moves follow each other, [`judge`] what is against the rules.

mod drawing;
pub mod event;
pub mod expedition;
pub mod judge;
pub mod map;
pub mod narrate;
pub mod orders;
pub mod outlook;
pub mod plan;
pub mod state;

use super::Batalj;
#[cfg(test)]
use super::data::Data;
use super::data::Provenance;
use super::event::{Event as Happening, Table};
use super::orders::Order;
use super::setting::Setting;
use super::state::Public;
use std::fmt;

/// What is to be decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Whether a family sets out.
    Announcement,
    /// A plunderer's move, before the die is rolled.
    Expedition,
    /// A plunderer's move, when he has seen the die.
    March,
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Announcement => "announcement",
            Self::Expedition => "expedition",
            Self::March => "march",
        })
    }
}
