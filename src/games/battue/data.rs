//! The components of Battue: the board, the city tiles, the loot and event cards, what each player has.
//!
//! The figures live in `data/*.yaml` with the source of each table beside it. This module reads them once and gives
//! them types; [`Data::faults`] checks them against each other, [`Data::overlay`] puts an owner's real components in
//! their place. Nothing here knows a rule of play.

use super::board::BoardData;
use crate::kernel::components::embedded;
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

mod faults;
mod overlay;

pub use crate::kernel::components::Provenance;

/// Sizes of tiles and spaces, the largest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Size {
    /// The twelve squares of the Palace.
    Palace,
    /// Two squares by three.
    Large,
    /// Two by two.
    Medium,
    /// Two by one.
    Small,
}

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

/// The city tiles.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TileData {
    /// Where the figures are from.
    #[serde(default)]
    pub source: Provenance,
    /// The tiles that all must be controlled for the game to end.
    pub ends: Vec<String>,
    /// The tiles, in ascending order of their ids.
    pub tiles: Vec<Tile>,
}

/// One city tile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Tile {
    /// Its id in plain letters.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Where the name is from, if not where the figures are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name_source: Option<Provenance>,
    /// Which spaces it fits.
    pub size: Size,
    /// Defence value.
    pub defence: u8,
    /// Loot cards.
    pub loot: u8,
    /// Victory points.
    pub vp: u8,
    /// Whether it gives a warrior.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub warrior: bool,
    /// Whether an event card is drawn.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub event: bool,
    /// Whether it is one of those mixed among themselves.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub special: bool,
}

/// When a loot card may be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Time {
    /// At the start of one's own turn.
    Start,
    /// By the attacker, before the dice.
    Attack,
    /// By the defender, before the dice.
    Defence,
    /// At the end of one's own turn.
    End,
}

/// What a loot card does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// Adds to one's own value in this round.
    Bonus,
    /// One more die.
    Die,
    /// One more die, and the lowest does not count.
    Better,
    /// Who loses the round loses no warrior.
    Spare,
    /// The tile's own value does not count.
    Breach,
    /// The defender plays no card in this round.
    Silence,
    /// The attacker's cards of this round do not count.
    Cancel,
    /// Warriors for a horde of one's own.
    Warriors,
    /// A horde goes two spaces.
    March,
    /// Enemy warriors beside one's own tile fall.
    Slay,
    /// A card of another's hand.
    Steal,
    /// Another discards cards.
    Rob,
    /// Loot cards.
    Draw,
    /// Goes into the war chest.
    Treasure,
}

impl Effect {
    /// All of them.
    pub const ALL: [Self; 14] = [
        Self::Bonus,
        Self::Die,
        Self::Better,
        Self::Spare,
        Self::Breach,
        Self::Silence,
        Self::Cancel,
        Self::Warriors,
        Self::March,
        Self::Slay,
        Self::Steal,
        Self::Rob,
        Self::Draw,
        Self::Treasure,
    ];

    /// When such a card can be played at all.
    pub fn times(self) -> &'static [Time] {
        match self {
            Self::Bonus | Self::Die | Self::Better | Self::Spare => &[Time::Attack, Time::Defence],
            Self::Breach | Self::Silence => &[Time::Attack],
            Self::Cancel => &[Time::Defence],
            Self::Warriors | Self::March | Self::Slay => &[Time::Start],
            Self::Steal | Self::Rob | Self::Draw => &[Time::Start, Time::End],
            Self::Treasure => &[Time::End],
        }
    }

    /// Whether the order must name a space outside a battle.
    pub fn needs_place(self) -> bool {
        matches!(self, Self::Warriors | Self::March | Self::Slay)
    }

    /// Whether the order must name another player.
    pub fn needs_victim(self) -> bool {
        matches!(self, Self::Steal | Self::Rob)
    }
}

/// The loot cards.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LootData {
    /// Where this is from.
    #[serde(default)]
    pub source: Provenance,
    /// The kinds of cards, in ascending order of their ids.
    pub cards: Vec<Loot>,
}

/// One kind of loot card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Loot {
    /// Its id in plain letters.
    pub id: String,
    /// Its title.
    pub name: String,
    /// How many there are.
    pub count: u8,
    /// When it may be played.
    pub when: Vec<Time>,
    /// What it does.
    pub effect: Effect,
    /// How much of it.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub amount: u8,
    /// Victory points in the war chest.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub vp: u8,
}

/// What an event card does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Happening {
    /// Warriors join the horde.
    Warriors,
    /// Warriors fall from it.
    Losses,
    /// Loot cards.
    Loot,
    /// Cards of the hand are discarded by lot.
    Discard,
    /// Goes into the war chest.
    Treasure,
    /// Adds to the tile's defence in this battle.
    Stand,
    /// Takes from it.
    Panic,
    /// Every horde of at least so many loses a warrior.
    Plague,
}

impl Happening {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Warriors,
        Self::Losses,
        Self::Loot,
        Self::Discard,
        Self::Treasure,
        Self::Stand,
        Self::Panic,
        Self::Plague,
    ];
}

/// The event cards.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EventData {
    /// Where this is from.
    #[serde(default)]
    pub source: Provenance,
    /// The kinds of cards, in ascending order of their ids.
    pub cards: Vec<EventCard>,
}

/// One kind of event card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EventCard {
    /// Its id in plain letters.
    pub id: String,
    /// Its title.
    pub name: String,
    /// How many there are.
    pub count: u8,
    /// What it does.
    pub effect: Happening,
    /// How much of it.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub amount: u8,
    /// Victory points in the war chest.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub vp: u8,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_nothing(number: &u8) -> bool {
    *number == 0
}

/// What each player has, and the scenarios.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForceData {
    /// Counters and limits.
    pub forces: Forces,
    /// What answers a call for reinforcements.
    pub reinforcements: Reinforcements,
    /// A ready-made city.
    pub ready: Ready,
}

/// Counters and limits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Forces {
    /// Where this is from.
    #[serde(default)]
    pub source: Provenance,
    /// Warriors of each player.
    pub warriors: u8,
    /// Flags of each player.
    pub flags: u8,
    /// How many warriors begin.
    pub start: u8,
    /// The largest horde.
    pub horde: u8,
    /// The largest hand at the end of one's own turn.
    pub hand: u8,
}

/// What answers a call for reinforcements.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Reinforcements {
    /// Where this is from.
    #[serde(default)]
    pub source: Provenance,
    /// Warriors by the die from 1 to 6.
    pub by_die: Vec<u8>,
}

/// A ready-made city.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ready {
    /// Where this is from.
    #[serde(default)]
    pub source: Provenance,
    /// Where the special tiles lie.
    pub specials: Vec<String>,
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
        let tables = [
            (
                self.board.source,
                "the board: spaces inside the walls, and the figures of walls, gates and towers",
            ),
            (self.tiles.source, "the city tiles: names but for five, sizes and figures"),
            (self.loot.source, "the loot cards: titles and effects"),
            (self.events.source, "the event cards: titles and effects"),
            (self.forces.ready.source, "the ready-made city"),
        ];
        let house = tables.into_iter().filter(|(source, _)| *source == Provenance::House);
        house.map(|(_, text)| text.to_owned()).collect()
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
