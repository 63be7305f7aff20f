//! A game as a module: its types taken away, so that games of all kinds stand in one register.

use super::game::{Game, Info, Scenario};
use super::module::{Module, Table};
use super::options::{OptionSpec, Refusal};
use super::orders::grammar::Forms;
use super::play::Play;
use super::terms::Terms;
use serde_json::Value;
use std::marker::PhantomData;

/// The module of a game.
pub struct Of<G: Game>(PhantomData<fn() -> G>);

impl<G: Game> Of<G> {
    /// The module of a game.
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<G: Game> Default for Of<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Game> Module for Of<G> {
    fn info(&self) -> Info {
        G::INFO
    }

    fn scenarios(&self) -> Vec<Scenario> {
        G::scenarios()
    }

    fn options(&self) -> &'static [OptionSpec] {
        G::options()
    }

    fn conflicts(&self) -> Vec<String> {
        G::conflicts()
    }

    fn forms(&self) -> Forms {
        G::forms()
    }

    fn data_hash(&self) -> String {
        super::history::hash_of("data", &G::data())
    }

    fn data(&self) -> Value {
        G::data()
    }

    fn open(&self, terms: &Terms, components: Option<&Value>) -> Result<Box<dyn Table>, Vec<Refusal>> {
        Ok(Box::new(Play::<G>::new(terms, components)?))
    }
}
