//! **Winning the Battle**: a flag on the tile, loot, and a warrior.

use super::Battue;
use super::event::{Cause, Event};
use super::loot_cards;
use super::orders::Order;
use super::state::{figures, secret};
use crate::kernel::game::{State, Turn};

/// The attacker takes control of a space; of one that nobody controlled he loots what it holds.
pub fn capture(turn: &mut Turn<Battue>, seat: u8, at: &str) {
    let from = turn.state().public.space(at).controller;
    free_a_flag(turn, seat);
    turn.emit(Event::Captured { seat, at: at.to_owned(), from });
    if from.is_none() {
        loot(turn, seat, at);
    }
}

/// If you run out of flags, you must give up control of an unoccupied tile.
fn free_a_flag(turn: &mut Turn<Battue>, seat: u8) {
    let state = turn.state();
    let flags = usize::from(state.setting.data.forces.forces.flags);
    if state.public.controlled(seat).len() < flags {
        return;
    }
    if let Some(at) = flag_to_take_up(state, seat) {
        turn.emit(Event::FlagTakenUp { seat, at });
    }
}

/// The first that the player named, else the one of fewest points, and of several the first by name (R21).
fn flag_to_take_up(state: &State<Battue>, seat: u8) -> Option<String> {
    let public = &state.public;
    let controlled = public.controlled(seat).into_iter();
    let free: Vec<&str> = controlled.filter(|id| public.space(id).warriors == 0).collect();
    let named = secret(state, seat).plan.iter().filter_map(|order| match order {
        Order::GiveUp(places) => Some(places),
        _ => None,
    });
    let wish = named.flatten().find(|id| free.contains(&id.as_str())).cloned();
    let points = |id: &&&str| figures(&state.setting.data, public, id).map_or(0, |(_, _, vp)| vp);
    wish.or_else(|| free.iter().min_by_key(points).map(|id| (*id).to_owned()))
}

/// Looting, and Gaining Warriors.
fn loot(turn: &mut Turn<Battue>, seat: u8, at: &str) {
    let state = turn.state();
    let (_, cards, _) = figures(&state.setting.data, &state.public, at).unwrap_or_default();
    let tile = state.public.space(at).tile.as_ref().and_then(|id| state.setting.data.tile(id));
    let has_warrior = tile.is_some_and(|tile| tile.warrior);
    loot_cards::draw(turn, seat, cards, &Cause::Tile);
    if has_warrior {
        loot_cards::gain(turn, seat, at, 1, Cause::Tile);
    }
}
