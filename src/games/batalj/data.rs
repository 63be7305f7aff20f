//! The components of Batalj: Fief cards, Military and Event cards, Regent cards, the Plundering map and its tiles.
//!
//! The figures live in `data/*.yaml` with the source of each value beside it. This module reads them once and gives
//! them types; [`Data::faults`] checks them against each other, [`Data::overlay`] puts an owner's real components in
//! their place. Nothing here knows a rule of play.

use super::court::data::CourtData;
use super::plundering::map::PlunderingData;
use crate::kernel::components::{check_names, embedded, house_notes};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

mod overlay;
mod regents;

pub use crate::kernel::components::Provenance;
pub use regents::{Country, Era, Regent, RegentData, Text};

/// All components of the game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Data {
    /// The Fief cards.
    pub fiefs: FiefData,
    /// Military and Event cards.
    pub cards: CardData,
    /// The Regent cards.
    pub regents: RegentData,
    /// What families begin with.
    pub scenarios: ScenarioData,
    /// The Plundering map and its tiles.
    pub plundering: PlunderingData,
    /// What the campaign needs of the base game.
    pub court: CourtData,
}

/// The Fief cards.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FiefData {
    /// Where names and symbols are from.
    #[serde(default)]
    pub source: Provenance,
    /// The cards, in ascending order of their ids.
    pub fiefs: Vec<Fief>,
}

/// One Fief card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fief {
    /// Its id in plain letters.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Crown symbols.
    pub crowns: u8,
    /// Troop symbols: soldiers in a field battle.
    pub troops: u8,
}

/// Military and Event cards.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CardData {
    /// Military cards, in ascending order of their ids.
    pub military: Vec<Military>,
    /// Event cards, in ascending order of their ids.
    pub events: Vec<EventCard>,
}

/// The pieces that Military cards stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CardPiece {
    /// A soldier.
    Soldier,
    /// A field marshal.
    FieldMarshal,
    /// A piece of artillery.
    Artillery,
}

/// One Military card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Military {
    /// Its id in plain letters.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What piece it brings.
    pub piece: CardPiece,
    /// Of artillery: the highest result that kills.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strength: Option<u8>,
    /// From which era on it can be held.
    pub era: Era,
    /// Whether it counts in that era only.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub only: bool,
    /// Where this is from.
    #[serde(default)]
    pub source: Provenance,
}

impl Military {
    /// Whether the card counts in an era.
    pub fn counts_in(&self, era: Era) -> bool {
        if self.only { era == self.era } else { era >= self.era }
    }
}

/// What an Event card does in a field battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// Kliszów, Narva, Breitenfeld, the Great Belt: all soldiers of one enemy front section are removed.
    ClearSection,
    /// Five more soldiers for the enemy's Reserve; Sweden's leave the enemy's front sections.
    Poltava,
    /// All Swedish front sections count as four soldiers this round.
    SteelBites,
    /// Failed rolls may be rolled again once this round.
    SuperiorTactics,
    /// Three more soldiers in Sweden's Reserve.
    SupplyTrain,
    /// Nothing: the card is played outside field battles.
    None,
}

/// One Event card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EventCard {
    /// Its id in plain letters.
    pub id: String,
    /// Its title.
    pub name: String,
    /// What it does in a field battle.
    pub effect: Effect,
    /// Where this is from.
    #[serde(default)]
    pub source: Provenance,
}

/// What families begin with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioData {
    /// Where this is from.
    #[serde(default)]
    pub source: Provenance,
    /// In a single field battle, by the number of families: each one's cards, in the order of the table.
    pub battle: BTreeMap<u8, Vec<Hand>>,
}

/// The cards that a family begins with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Hand {
    /// Fief cards.
    pub fiefs: Vec<String>,
    /// Military cards.
    pub military: Vec<String>,
    /// Event cards.
    pub events: Vec<String>,
}

static EMBEDDED: LazyLock<Data> = LazyLock::new(|| Data {
    fiefs: embedded("fiefs.yaml", include_str!("data/fiefs.yaml")),
    cards: embedded("cards.yaml", include_str!("data/cards.yaml")),
    regents: embedded("regents.yaml", include_str!("data/regents.yaml")),
    scenarios: embedded("scenarios.yaml", include_str!("data/scenarios.yaml")),
    plundering: embedded("plundering.yaml", include_str!("data/plundering.yaml")),
    court: embedded("court.yaml", include_str!("data/court.yaml")),
});

impl Data {
    /// The components that come with the program.
    pub fn embedded() -> &'static Self {
        &EMBEDDED
    }

    /// A Fief card by its id.
    pub fn fief(&self, id: &str) -> Option<&Fief> {
        self.fiefs.fiefs.iter().find(|f| f.id == id)
    }

    /// A Military card by its id.
    pub fn military(&self, id: &str) -> Option<&Military> {
        self.cards.military.iter().find(|c| c.id == id)
    }

    /// An Event card by its id.
    pub fn event(&self, id: &str) -> Option<&EventCard> {
        self.cards.events.iter().find(|c| c.id == id)
    }

    /// A card's name for readers; its id if there is none such.
    pub fn name<'a>(&'a self, id: &'a str) -> &'a str {
        let fief = self.fief(id).map(|f| f.name.as_str());
        let military = || self.military(id).map(|c| c.name.as_str());
        let event = || self.event(id).map(|c| c.name.as_str());
        let court = || self.court.card(id).map(|c| c.name.as_str());
        fief.or_else(military).or_else(event).or_else(court).unwrap_or(id)
    }

    /// The house values that a game rests on, a line a table.
    pub fn house_notes(&self) -> Vec<String> {
        house_notes([
            (self.fiefs.source.is_house(), "Fief cards: names, crown and troop symbols"),
            (
                self.cards.military.iter().any(|card| card.source.is_house()),
                "Military cards: which there are, artillery strengths, eras",
            ),
            (self.cards.events.iter().any(|card| card.source.is_house()), "Event cards: which there are"),
            (self.regents.source.is_house(), "Regent cards: texts and troop symbols"),
            (self.scenarios.source.is_house(), "what families begin a single battle with"),
            (self.plundering.map.source.is_house(), "the Plundering map: its cities, points and links"),
            (
                self.plundering.tiles.source.is_house(),
                "the Plundering tiles: loot, Cultural Treasures, Imperial troops",
            ),
            (
                self.court.cards.iter().any(|card| card.source.is_house()),
                "Event cards of intrigue: what they do",
            ),
            (self.court.opening.source.is_house(), "what families begin the campaign with"),
            (self.court.reigns.source.is_house(), "the reigns of the campaign"),
            (self.court.tally.source.is_house(), "what counts in the final tally beside AP and tiles"),
        ])
    }

    /// Everything that is wrong with the components; each line begins with the path of the value.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let fiefs = self.fiefs.fiefs.iter().map(|f| (f.id.as_str(), f.name.as_str()));
        let military = self.cards.military.iter().map(|c| (c.id.as_str(), c.name.as_str()));
        let events = self.cards.events.iter().map(|c| (c.id.as_str(), c.name.as_str()));
        check_names("fiefs.fiefs", fiefs, &mut faults);
        check_names("cards.military", military, &mut faults);
        check_names("cards.events", events, &mut faults);
        for fief in self.fiefs.fiefs.iter().filter(|f| f.crowns > 9 || f.troops > 9) {
            faults.push(format!("fiefs.{}: has more than nine symbols of a kind", fief.id));
        }
        for card in &self.cards.military {
            let is_sound = match card.piece {
                CardPiece::Artillery => card.strength.is_some_and(|s| (1..=6).contains(&s)),
                _ => card.strength.is_none(),
            };
            if !is_sound {
                faults.push(format!(
                    "cards.{}: artillery has a strength from 1 to 6, nothing else any",
                    card.id
                ));
            }
        }
        faults.extend(self.regents.faults());
        faults.extend(self.plundering.faults());
        faults.extend(self.court.faults(self));
        let court = self.court.cards.iter().map(|c| (c.id.as_str(), c.name.as_str()));
        check_names("court.cards", court, &mut faults);
        self.check_unique(&mut faults);
        self.check_hands(&mut faults);
        faults
    }

    /// No two cards of any kind have one id: orders name them by it.
    fn check_unique(&self, faults: &mut Vec<String>) {
        let mut seen = BTreeSet::new();
        let ids = self.fiefs.fiefs.iter().map(|f| &f.id).chain(self.cards.military.iter().map(|c| &c.id));
        let events = self.cards.events.iter().map(|c| &c.id);
        for id in ids.chain(events).chain(self.court.cards.iter().map(|c| &c.id)) {
            if !seen.insert(id) {
                faults.push(format!("cards.{id}: stands twice"));
            }
        }
    }

    fn check_hands(&self, faults: &mut Vec<String>) {
        for (count, hands) in &self.scenarios.battle {
            let path = format!("scenarios.battle.{count}");
            if hands.len() != usize::from(*count) {
                faults.push(format!("{path}: must hold the cards of {count} families"));
            }
            let mut seen = BTreeSet::new();
            for hand in hands {
                let known =
                    |id: &&String, is_there: bool| (!is_there).then(|| format!("{path}: no card {id}"));
                faults.extend(hand.fiefs.iter().filter_map(|id| known(&id, self.fief(id).is_some())));
                faults.extend(hand.military.iter().filter_map(|id| known(&id, self.military(id).is_some())));
                faults.extend(hand.events.iter().filter_map(|id| known(&id, self.event(id).is_some())));
                for id in hand.fiefs.iter().chain(&hand.military).chain(&hand.events) {
                    if !seen.insert(id) {
                        faults.push(format!("{path}: {id} is held twice"));
                    }
                }
                if hand.fiefs.is_empty() {
                    faults.push(format!("{path}: a family without a Fief card cannot take part"));
                }
            }
        }
        if (1..=5).any(|n| !self.scenarios.battle.contains_key(&n)) {
            faults.push("scenarios.battle: must have one to five families".to_owned());
        }
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
    fn cards_count_in_their_eras() {
        let counts = |id: &str| Era::ALL.map(|era| Data::embedded().military(id).unwrap().counts_in(era));
        assert_eq!(counts("horn"), [false, true, false]);
        assert_eq!(counts("fersen"), [false, false, true]);
        assert_eq!(counts("tyska-knektar"), [true, true, true]);
    }
}
