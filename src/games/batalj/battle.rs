//! A field battle, from mustering to the end: the rulebook's chapters from *New rules for war* to *Changed effects of
//! certain event cards*.
//!
//! [`muster`] who takes part, [`deployment`] §1 Sweden, [`enemy`] §1 and §6 the enemy, [`bombardment`] §2, [`attack`]
//! §3 and §4, [`losses`], [`regrouping`] §5, [`victory`], [`cards`]; [`sequence`] joins them, and [`plan`] is what a
//! round's sheet says.

pub mod area;
pub mod attack;
pub mod bombardment;
pub mod cards;
pub mod deployment;
mod drawing;
pub mod enemy;
pub mod event;
pub mod field;
pub mod forms;
pub mod legal;
pub mod losses;
pub mod muster;
pub mod narrate;
pub mod notes;
pub mod orders;
pub mod outlook;
pub mod picture;
pub mod plan;
pub mod regrouping;
pub mod render;
pub mod sequence;
pub mod victory;

use super::Batalj;
use super::data::{CardPiece, Country, Data, Effect, Era};
use super::event::Event as AnyEvent;
use super::orders::{Fact as AnyFact, Order as AnyOrder, arrange, pass, spellings};
use super::setting::Setting;
use super::state::Public;
