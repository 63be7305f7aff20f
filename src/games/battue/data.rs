//! The components of Battue: the board, the city tiles, the loot and event cards, what each player has.
//!
//! The figures live in `data/*.yaml` with the source of each table beside it. This module reads them once and gives
//! them types; [`Data::faults`] checks them against each other, [`Data::overlay`] puts an owner's real components in
//! their place. Nothing here knows a rule of play.

use super::board::BoardData;
use crate::kernel::components::{embedded, house_notes};
use serde::Serialize;
use std::sync::LazyLock;

mod cards;
mod faults;
mod forces;
mod overlay;
mod tiles;

pub use crate::kernel::components::Provenance;
pub use cards::{Effect, EventCard, EventData, Happening, Loot, LootData, Time};
pub use forces::{ForceData, Forces, Ready, Reinforcements};
pub use tiles::{Size, Tile, TileData};

/// All components of the game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Data {
    /// Spaces, walls, gates, towers.
    pub board: BoardData,
    /// The city tiles.
    pub tiles: TileData,
    /// The loot cards.
    pub loot: LootData,
    /// The event cards.
    pub events: EventData,
    /// What each player has, and the scenarios.
    pub forces: ForceData,
}

static EMBEDDED: LazyLock<Data> = LazyLock::new(|| Data {
    board: embedded("board.yaml", include_str!("data/board.yaml")),
    tiles: embedded("tiles.yaml", include_str!("data/tiles.yaml")),
    loot: embedded("loot.yaml", include_str!("data/loot.yaml")),
    events: embedded("events.yaml", include_str!("data/events.yaml")),
    forces: embedded("forces.yaml", include_str!("data/forces.yaml")),
});

impl Data {
    /// The components that come with the program.
    pub fn embedded() -> &'static Self {
        &EMBEDDED
    }

    /// A tile by its id.
    pub fn tile(&self, id: &str) -> Option<&Tile> {
        self.tiles.tiles.iter().find(|tile| tile.id == id)
    }

    /// A loot card by its id.
    pub fn loot(&self, id: &str) -> Option<&Loot> {
        self.loot.cards.iter().find(|card| card.id == id)
    }

    /// An event card by its id.
    pub fn event(&self, id: &str) -> Option<&EventCard> {
        self.events.cards.iter().find(|card| card.id == id)
    }

    /// All physical loot cards by their ids, in ascending order.
    pub fn loot_pile(&self) -> Vec<String> {
        let copies = |card: &Loot| std::iter::repeat_n(card.id.clone(), usize::from(card.count));
        self.loot.cards.iter().flat_map(copies).collect()
    }

    /// All physical event cards by their ids, in ascending order.
    pub fn event_deck(&self) -> Vec<String> {
        let copies = |card: &EventCard| std::iter::repeat_n(card.id.clone(), usize::from(card.count));
        self.events.cards.iter().flat_map(copies).collect()
    }

    /// A card's victory points in the war chest.
    pub fn vp_of_card(&self, id: &str) -> u8 {
        let loot = self.loot(id).map(|card| card.vp);
        loot.or_else(|| self.event(id).map(|card| card.vp)).unwrap_or(0)
    }

    /// The name of a tile or card for readers; its id if there is none such.
    pub fn name<'a>(&'a self, id: &'a str) -> &'a str {
        let tile = self.tile(id).map(|t| t.name.as_str());
        let loot = || self.loot(id).map(|c| c.name.as_str());
        let event = || self.event(id).map(|c| c.name.as_str());
        tile.or_else(loot).or_else(event).unwrap_or(id)
    }

    /// The house values that a game rests on, a line a table.
    pub fn house_notes(&self) -> Vec<String> {
        house_notes([
            (
                self.board.source.is_house(),
                "the board: spaces inside the walls, and the figures of walls, gates and towers",
            ),
            (self.tiles.source.is_house(), "the city tiles: names but for five, sizes and figures"),
            (self.loot.source.is_house(), "the loot cards: titles and effects"),
            (self.events.source.is_house(), "the event cards: titles and effects"),
            (self.forces.ready.source.is_house(), "the ready-made city"),
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_components_are_sound() {
        assert_eq!(Data::embedded().faults(), Vec::<String>::new());
    }

    #[test]
    fn there_are_as_many_as_the_rulebook_says() {
        let data = Data::embedded();
        let counts = (data.tiles.tiles.len(), data.loot_pile().len(), data.event_deck().len());
        assert_eq!(counts, (52, 60, 20));
        assert_eq!(data.forces.forces.warriors * 4, 60);
        assert_eq!(data.forces.forces.flags * 4, 60);
    }

    #[test]
    fn every_effect_is_on_a_card() {
        let data = Data::embedded();
        for effect in Effect::ALL {
            assert!(data.loot.cards.iter().any(|card| card.effect == effect), "{effect:?}");
        }
        for effect in Happening::ALL {
            assert!(data.events.cards.iter().any(|card| card.effect == effect), "{effect:?}");
        }
    }
}
