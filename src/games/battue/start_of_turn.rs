//! **Start of Turn**: cards of that time are played, and hordes call for reinforcements.

use super::Battue;
use super::data::Time;
use super::event::Event;
use super::loot_cards::{self, is_held};
use super::orders::{Order, Play};
use super::setting::Setting;
use crate::kernel::game::Turn;

/// Plays the cards, then calls in the order that the player wrote.
pub fn resolve(turn: &mut Turn<Battue>, seat: u8, orders: &[Order]) {
    play_cards(turn, seat, orders);
    for order in orders {
        if let Order::Reinforce(places) = order {
            places.iter().for_each(|at| call(turn, seat, at));
        }
    }
}

/// Cards go in the order of their names; those that others may bring come after them, as soon as they are held (R6).
fn play_cards(turn: &mut Turn<Battue>, seat: u8, orders: &[Order]) {
    let own = orders.iter().filter_map(|order| match order {
        Order::Play(play) if is_for_the_start(&turn.state().setting, play) => Some(play),
        _ => None,
    });
    let (mut waiting, certain): (Vec<&Play>, Vec<&Play>) = own.partition(|play| play.if_held);
    certain.into_iter().for_each(|play| loot_cards::play_in_turn(turn, seat, play));
    while let Some(next) = waiting.iter().position(|play| is_held(turn.state(), seat, &play.card)) {
        loot_cards::play_in_turn(turn, seat, waiting.remove(next));
    }
}

/// Whether a card is played at the start of the turn: those that can be are, unless they are to wait for its end.
pub fn is_for_the_start(setting: &Setting, play: &Play) -> bool {
    !play.at_the_end && setting.data.loot(&play.card).is_some_and(|card| card.when.contains(&Time::Start))
}

/// Call Reinforcements: on 1-2 one warrior joins the horde, on 3-4 two, on 5-6 three; no horde grows beyond eight, and
/// no more come than are in reserve.
fn call(turn: &mut Turn<Battue>, seat: u8, at: &str) {
    let state = turn.state();
    if !state.public.goes_on(seat) || state.public.warriors_at(seat, at) == 0 {
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
