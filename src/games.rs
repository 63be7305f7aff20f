//! The register of games: one line a game. To add one, write its folder and its line here; the tests say what
//! is missing.

pub mod batalj;
pub mod battle;

use crate::kernel::erased::Of;
use crate::kernel::module::Module;

/// Every game that this program adjudicates.
pub static GAMES: &[&dyn Module] = &[&BATTLE, &BATALJ];

static BATALJ: Of<batalj::Batalj> = Of::new();

static BATTLE: Of<battle::Battle> = Of::new();

/// The game of an id.
pub fn find(id: &str) -> Option<&'static dyn Module> {
    GAMES.iter().copied().find(|module| module.info().id == id)
}
