//! **End of Turn**: cards of that time are played, the hand is brought down to six, and the next player's turn begins.

use super::Battue;
use super::data::{Effect, Time};
use super::ending;
use super::event::{Cause, Event};
use super::loot_cards;
use super::orders::{Order, Play};
use super::start_of_turn::is_for_the_start;
use super::state::secret;
use crate::kernel::game::{State, Turn};

/// Ends the turn of a player; one who has fallen plays no more cards.
pub fn resolve(turn: &mut Turn<Battue>, seat: u8) {
    if turn.state().public.plays(seat) {
        play(turn, seat);
        discard(turn, seat);
    }
    turn.emit(Event::TurnEnded { seat });
    if ending::is_over(turn.state()) {
        ending::count(turn);
        return;
    }
    let public = &turn.state().public;
    let (number, next) = (public.turn + 1, public.left_of(seat));
    turn.emit(Event::TurnBegan { turn: number, seat: next });
}

/// Cards that are played at the end of the turn, one after the other, then every treasure if so ordered.
fn play(turn: &mut Turn<Battue>, seat: u8) {
    let plan = secret(turn.state(), seat).plan.clone();
    for order in &plan {
        if let Order::Play(play) = order
            && is_for_the_end(turn.state(), play)
        {
            loot_cards::play_in_turn(turn, seat, play);
        }
    }
    if plan.contains(&Order::Bank) {
        let data = &turn.state().setting.data;
        let is_treasure = |id: &&String| data.loot(id).is_some_and(|c| c.effect == Effect::Treasure);
        let treasures: Vec<String> =
            secret(turn.state(), seat).hand.iter().filter(is_treasure).cloned().collect();
        for card in treasures {
            let play = Play { card, at: None, against: None, at_the_end: true, if_held: false, when: None };
            loot_cards::play_in_turn(turn, seat, &play);
        }
    }
}

fn is_for_the_end(state: &State<Battue>, play: &Play) -> bool {
    let card = state.setting.data.loot(&play.card);
    card.is_some_and(|card| card.when.contains(&Time::End)) && !is_for_the_start(&state.setting, play)
}

/// Discards down to six: first what the player named, then what is worth least, and of several the last by name (R24).
fn discard(turn: &mut Turn<Battue>, seat: u8) {
    let state = turn.state();
    let most = usize::from(state.setting.data.forces.forces.hand);
    let secret = secret(state, seat);
    let mut hand = secret.hand.clone();
    let mut cards: Vec<String> = Vec::new();
    let named = secret.plan.iter().filter_map(|order| match order {
        Order::Discard(cards) => Some(cards),
        _ => None,
    });
    let mut named = named.flatten();
    while hand.len() > most {
        let at = match named.next() {
            Some(card) => hand.iter().position(|id| id == card),
            None => (0..hand.len()).rev().min_by_key(|at| state.setting.data.vp_of_card(&hand[*at])),
        };
        cards.extend(at.map(|at| hand.remove(at)));
    }
    if !cards.is_empty() {
        cards.sort();
        turn.emit(Event::Discarded { seat, cards, cause: Cause::Limit, lots: 0 });
    }
}
