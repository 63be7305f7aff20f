//! A game as a module: its types taken away, so that games of all kinds stand in one register.

use super::game::{Game, Info, Scenario};
use super::module::{Module, Table};
use super::options::{OptionSpec, Refusal};
use super::orders::grammar::FormsInWords;
use super::play::Play;
use super::terms::Terms;
use serde_json::Value;
use std::marker::PhantomData;
use std::sync::OnceLock;

/// The module of a game.
pub struct Of<G: Game> {
    game: PhantomData<fn() -> G>,
    /// H("data", …): every history that is read asks for it, and data never change.
    data_hash: OnceLock<String>,
}

impl<G: Game> Of<G> {
    /// The module of a game.
    pub const fn new() -> Self {
        Self { game: PhantomData, data_hash: OnceLock::new() }
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

    fn forms(&self) -> FormsInWords {
        G::forms()
    }

    fn data_hash(&self) -> String {
        self.data_hash.get_or_init(|| super::history::hash_of("data", &G::data())).clone()
    }

    fn data(&self) -> Value {
        G::data()
    }

    fn open(&self, terms: &Terms, components: Option<&Value>) -> Result<Box<dyn Table>, Vec<Refusal>> {
        Ok(Box::new(Play::<G>::new(terms, components)?))
    }
}
