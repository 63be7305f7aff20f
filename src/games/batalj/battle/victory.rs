//! *Who wins?*: the side that first removes all soldiers from the opponent's Reserve, at that very moment.

use super::area::{Area, Side};
use super::event::Event;
use super::field::{Field, Outcome};
use super::{AnyEvent, Batalj, Effect, Public, Setting};
use crate::kernel::game::Turn;

/// Rounds in a row without a loss or a card after which a battle is drawn (R25).
pub const QUIET_ROUNDS: u8 = 10;

/// Ends the battle if a Reserve has no soldier left. True if it is over.
pub fn end_if_won(turn: &mut Turn<Batalj>) -> bool {
    let Some(field) = &turn.state().public.battle else { return true };
    let won = if field.enemy.soldiers(Area::EnemyReserve) == 0 {
        Some((Outcome::Sweden, "no soldier is left in the enemy's Reserve"))
    } else if field.sweden.soldiers(Area::Reserve) == 0 {
        Some((Outcome::Enemy, "no soldier is left in Sweden's Reserve"))
    } else {
        None
    };
    if let Some((outcome, reason)) = won {
        end(turn, outcome, reason);
    }
    won.is_some()
}

/// Draw: ends the battle if it is evident that neither side can win it. True if it is over.
pub fn end_if_drawn(turn: &mut Turn<Batalj>) -> bool {
    let state = turn.state();
    let Some(field) = &state.public.battle else { return true };
    let quiet = field.quiet_rounds + u8::from(!field.is_stirred);
    let why = if !can_sweden_win(&state.setting, &state.public, field)
        && !can_enemy_win(&state.setting, &state.public, field)
    {
        Some("neither side can reach the other's Reserve any more")
    } else if quiet >= QUIET_ROUNDS {
        Some("nothing fell for ten rounds in a row")
    } else {
        None
    };
    if let Some(reason) = why {
        end(turn, Outcome::Draw, reason);
    }
    why.is_some()
}

/// How many cards of an effect lie in the hands of families that are in the game.
fn held(setting: &Setting, public: &Public, effect: Effect) -> u32 {
    let hands = public.in_game().flat_map(|family| &public.family(family).events);
    hands.filter(|id| setting.data.event(id).is_some_and(|card| card.effect == effect)).count() as u32
}

/// Whether Sweden can still come to the enemy's Reserve: with a Fief card and a soldier beside the one who must stay.
fn can_sweden_win(setting: &Setting, public: &Public, field: &Field) -> bool {
    let soldiers = field.sweden.all_soldiers() + 3 * held(setting, public, Effect::SupplyTrain);
    let has_fief = !field.resting_fiefs.is_empty() || field.fiefs.iter().any(Option::is_some);
    has_fief && soldiers >= 2
}

/// Whether the enemy can still come to Sweden's Reserve: with a soldier beside the one who must stay.
fn can_enemy_win(setting: &Setting, public: &Public, field: &Field) -> bool {
    field.enemy.all_soldiers() + 5 * held(setting, public, Effect::Poltava) >= 2
}

/// Ends the battle.
pub fn end(turn: &mut Turn<Batalj>, outcome: Outcome, reason: &str) {
    turn.emit(AnyEvent::Battle(Event::BattleEnded { outcome, reason: reason.to_owned() }));
}

/// The side that an outcome makes the winner.
pub fn winner(outcome: Outcome) -> Option<Side> {
    match outcome {
        Outcome::Sweden => Some(Side::Sweden),
        Outcome::Enemy => Some(Side::Enemy),
        Outcome::Draw | Outcome::NotFought => None,
    }
}
