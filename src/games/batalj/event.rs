//! What happens in a game of Batalj, and what it changes.

use super::Batalj;
use super::state::Ending;
use super::{battle, court, plundering};
use crate::kernel::game::State;
use serde::{Deserialize, Serialize};

/// Something that happened. The parts' events stand flat in the history, so no two kinds have one name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Event {
    /// In a field battle.
    Battle(battle::event::Event),
    /// On a plundering expedition.
    Plundering(plundering::event::Event),
    /// In the campaign.
    Court(court::event::Event),
    /// In any part.
    Table(Table),
}

/// What happens in any part of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Table {
    /// A family gave the game up.
    Withdrew {
        /// Its place at the table.
        family: u8,
    },
    /// The game ended.
    Ended {
        /// The families that won, by their places at the table.
        winners: Vec<u8>,
        /// Whether the enemy, whom no family plays, has won.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        to_the_enemy: bool,
        /// Why.
        reason: String,
    },
}

/// The kinds of events that belong to no part of their own.
const TABLE_KINDS: [&str; 2] = ["withdrew", "ended"];

const COUNT: usize = battle::event::KINDS.len()
    + plundering::event::KINDS.len()
    + court::event::KINDS.len()
    + TABLE_KINDS.len();

/// The kinds of events as they stand in the history.
pub const KINDS: [&str; COUNT] =
    joined([&battle::event::KINDS, &plundering::event::KINDS, &court::event::KINDS, &TABLE_KINDS]);

/// The kinds of all parts in one list.
const fn joined(parts: [&[&'static str]; 4]) -> [&'static str; COUNT] {
    let mut all = [""; COUNT];
    let (mut part, mut to) = (0, 0);
    while part < parts.len() {
        let mut from = 0;
        while from < parts[part].len() {
            all[to] = parts[part][from];
            (from, to) = (from + 1, to + 1);
        }
        part += 1;
    }
    all
}

/// Applies an event.
pub fn apply(state: &mut State<Batalj>, event: &Event) {
    match event {
        Event::Battle(event) => battle::event::apply(&state.setting, &mut state.public, event),
        Event::Plundering(event) => {
            if let Some(plundering) = &mut state.public.plundering {
                plundering::event::apply(&state.setting.map, plundering, event);
            }
        }
        Event::Court(event) => court::event::apply(&state.setting, &mut state.public, event),
        Event::Table(Table::Withdrew { family }) => {
            if let Some(family) = state.public.families.get_mut(usize::from(*family)) {
                family.conceded = true;
            }
        }
        Event::Table(Table::Ended { winners, to_the_enemy, reason }) => {
            state.public.ending = Some(Ending {
                winners: winners.clone(),
                to_the_enemy: *to_the_enemy,
                reason: reason.clone(),
            });
        }
    }
}
