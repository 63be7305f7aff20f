//! The register of games: one line a game. To add one, write its folder and its line here; the tests say what
//! is missing.

pub mod batalj;
pub mod battle;
pub mod battue;

use crate::kernel::erased::Of;
use crate::kernel::module::Module;

/// Every game that this program adjudicates.
pub static GAMES: &[&dyn Module] = &[&BATTLE, &BATALJ, &BATTUE];

static BATALJ: Of<batalj::Batalj> = Of::new();

static BATTUE: Of<battue::Battue> = Of::new();

static BATTLE: Of<battle::Battle> = Of::new();

/// The game of an id.
pub fn find(id: &str) -> Option<&'static dyn Module> {
    GAMES.iter().copied().find(|module| module.info().id == id)
}
