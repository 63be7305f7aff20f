//! **Start of Turn**: cards of that time are played, and hordes call for reinforcements.

use super::Battue;
use super::data::Time;
use super::event::Event;
use super::loot_cards;
use super::orders::{Order, Play};
use super::setting::Setting;
use crate::kernel::game::Turn;

/// Plays the cards, then calls.
pub fn resolve(turn: &mut Turn<Battue>, seat: u8, orders: &[Order]) {
    for order in orders {
        if let Order::Play(play) = order
            && is_for_the_start(&turn.state().setting, play)
        {
            loot_cards::play_in_turn(turn, seat, play);
        }
    }
    for order in orders {
        if let Order::Reinforce(places) = order {
            places.iter().for_each(|at| call(turn, seat, at));
        }
    }
}

/// Whether a card is played at the start of the turn: those that can be are.
pub fn is_for_the_start(setting: &Setting, play: &Play) -> bool {
    setting.data.loot(&play.card).is_some_and(|card| card.when.contains(&Time::Start))
}

/// Call Reinforcements: on 1-2 one warrior joins the horde, on 3-4 two, on 5-6 three; no horde grows beyond eight, and
/// no more come than are in reserve.
fn call(turn: &mut Turn<Battue>, seat: u8, at: &str) {
    let state = turn.state();
    if !state.public.plays(seat) || state.public.warriors_at(seat, at) == 0 {
        return;
    }
    let (by, number) = (state.setting.seat(seat).to_owned(), state.public.turn);
    let die = turn.roll(&by, format!("t{number} reinforce {at}"), 6) as u8;
    let state = turn.state();
    let come = state.setting.data.forces.reinforcements.by_die[usize::from(die) - 1];
    let gained = come.min(room(state, seat, at));
    turn.emit(Event::Reinforced { seat, at: at.to_owned(), die, gained });
}

/// How many warriors a horde can still take in: up to eight, and no more than are in reserve.
pub fn room(state: &crate::kernel::game::State<Battue>, seat: u8, at: &str) -> u8 {
    let most = state.setting.data.forces.forces.horde;
    let room = most.saturating_sub(state.public.warriors_at(seat, at));
    room.min(state.public.reserve(&state.setting, seat))
}
