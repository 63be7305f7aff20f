//! What happened in a game of Batalj, in words.

use super::event::{Event, Table};
use super::setting::Setting;
use super::state::Public;
use super::{battle, court, plundering};
use crate::kernel::game::Sentence;

/// An event as sentences, each with what decided it; `public` is the position before it.
pub fn narrate(setting: &Setting, public: &Public, event: &Event) -> Vec<Sentence> {
    match event {
        Event::Battle(event) => battle::narrate::narrate(setting, public, event),
        Event::Plundering(event) => plundering::narrate::narrate(setting, public, event),
        Event::Court(event) => court::narrate::narrate(setting, public, event),
        Event::Table(event) => vec![Sentence::plain(table(setting, event))],
    }
}

fn table(setting: &Setting, event: &Table) -> String {
    match event {
        Table::Withdrew { family } => format!("{} leaves the game.", setting.name(*family)),
        Table::Ended { winners, to_the_enemy, reason } => {
            let names: Vec<&str> = winners.iter().map(|f| setting.name(*f)).collect();
            match (names.as_slice(), to_the_enemy) {
                ([], true) => format!("The enemy wins: {reason}."),
                ([], false) => format!("The game is drawn: {reason}."),
                ([name], _) => format!("{name} wins: {reason}."),
                (names, _) => format!("{} win: {reason}.", names.join(" and ")),
            }
        }
    }
}
