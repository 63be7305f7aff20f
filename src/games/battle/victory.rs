//! §3.1 Victory: who has won, and when a game is drawn.

use super::Battle;
use super::data::Faction;
use super::event::Event;
use super::faction::name;
use super::setting::Setting;
use super::state::{Ending, Public};
use crate::kernel::game::Turn;

/// How many turns after a call without a loss make a stalemate.
const STALEMATE_TURNS: u16 = 10;

/// Whether the game ends with the fall of a headquarters.
pub fn by_headquarters(fallen: Faction) -> Ending {
    Ending { winner: Some(fallen.other()), reason: format!("{}'s headquarters has fallen", name(fallen)) }
}

/// Whether the game ends with a sub-turn; blue's is the last of a turn.
pub fn at_end_of_sub_turn(setting: &Setting, public: &Public) -> Option<Ending> {
    if public.faction == Faction::Red {
        return None;
    }
    by_stalemate(public).or_else(|| by_points(setting, public))
}

/// Stalemate: ten more turns after the one in which it was called have passed without a loss.
fn by_stalemate(public: &Public) -> Option<Ending> {
    let call = public.stalemate?;
    (public.turn >= call.turn + STALEMATE_TURNS).then(|| Ending {
        winner: None,
        reason: format!("ten turns without a loss since {} called stalemate", name(call.by)),
    })
}

/// Victory points: after the last turn the faction with the cheaper losses wins.
fn by_points(setting: &Setting, public: &Public) -> Option<Ending> {
    let turns = setting.rules.victory_points?;
    if u32::from(public.turn) < turns {
        return None;
    }
    let [red, blue] = [Faction::Red, Faction::Blue].map(|f| cost_of_losses(setting, public, f));
    let winner = match red.cmp(&blue) {
        std::cmp::Ordering::Less => Some(Faction::Red),
        std::cmp::Ordering::Greater => Some(Faction::Blue),
        std::cmp::Ordering::Equal => None,
    };
    Some(Ending {
        winner,
        reason: format!("after {turns} turns red has lost units worth {red}, blue worth {blue}"),
    })
}

/// What a faction's eliminated units cost.
pub fn cost_of_losses(setting: &Setting, public: &Public, faction: Faction) -> u32 {
    let kinds = setting.card.units.iter().zip(&public.lost[faction as usize]);
    kinds.map(|(unit, lost)| u32::from(unit.cost.unwrap_or(0)) * u32::from(*lost)).sum()
}

/// Timed game: a faction that has run out of time loses.
pub fn by_time(late: Faction) -> Ending {
    Ending { winner: Some(late.other()), reason: format!("{} has run out of time", name(late)) }
}

/// Ends the game.
pub fn end(turn: &mut Turn<Battle>, ending: Ending) {
    turn.emit(Event::Ended { winner: ending.winner, reason: ending.reason });
}
