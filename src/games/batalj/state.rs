//! What everybody may know of a game of Batalj.

use super::battle::field::Field;
use super::court::state::Court;
use super::plundering::state::Plundering;
use super::setting::Setting;
use super::{court, plundering};
use serde::Serialize;

/// A family: what lies before it on the table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Family {
    /// Its seat's id.
    pub family: String,
    /// Fief cards, in ascending order.
    pub fiefs: Vec<String>,
    /// Military cards, in ascending order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub military: Vec<String>,
    /// Event cards, in ascending order: hands are open.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<String>,
    /// Whether it has given the game up.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub conceded: bool,
}

/// How the game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Ending {
    /// The families that won, by their places at the table.
    pub winners: Vec<u8>,
    /// Whether the enemy, whom no family plays, has won.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub to_the_enemy: bool,
    /// Why.
    pub reason: String,
}

/// The position.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Public {
    /// The families in the order round the table, each with the next one on its left.
    pub families: Vec<Family>,
    /// The Regent cards in the pile, in ascending order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pile: Vec<String>,
    /// The field battle that is being fought.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub battle: Option<Field>,
    /// What was plundered, and the expedition under way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plundering: Option<Plundering>,
    /// The campaign.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub court: Option<Court>,
    /// How it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ending: Option<Ending>,
}

impl Public {
    /// The families that have not given the game up, by their places at the table.
    pub fn in_game(&self) -> impl Iterator<Item = u8> + '_ {
        (0u8..).zip(&self.families).filter(|(_, family)| !family.conceded).map(|(i, _)| i)
    }

    /// The family of a place at the table.
    pub fn family(&self, place: u8) -> &Family {
        &self.families[usize::from(place)]
    }

    /// The regent round; 1 where no campaign is played.
    pub fn round(&self) -> u8 {
        self.court.as_ref().map_or(1, |court| court.round.max(1))
    }

    /// What must hold and does not.
    pub fn broken(&self, setting: &Setting) -> Vec<String> {
        let mut broken = Vec::new();
        let mut seen = std::collections::BTreeSet::new();
        for family in &self.families {
            for list in [&family.fiefs, &family.military, &family.events] {
                if !list.is_sorted_by(|a, b| a < b) {
                    broken.push(format!("the cards of {} are not in order", family.family));
                }
                broken.extend(
                    list.iter().filter(|id| !seen.insert(*id)).map(|id| format!("{id} is held twice")),
                );
            }
        }
        if !self.pile.is_sorted_by(|a, b| a < b) {
            broken.push("the pile of Regent cards is not in order".to_owned());
        }
        broken.extend(self.battle.iter().flat_map(|field| field.broken(setting)));
        broken.extend(self.plundering.iter().flat_map(|p| plundering::narrate::broken(&setting.map, p)));
        broken.extend(court::narrate::broken(setting, self));
        broken
    }
}
