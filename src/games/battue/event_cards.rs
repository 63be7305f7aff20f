//! **Event Cards**: drawn at once when a tile with the icon is turned up, and resolved before the battle.
//!
//! Event cards are never part of a hand. One that adds victory points goes into the war chest. If the deck is empty,
//! there are no more events. A card whose condition cannot be met has no effect.

use super::Battue;
use super::data::Happening;
use super::event::{Cause, Event};
use super::loot_cards;
use crate::kernel::game::Turn;

/// Draws an event for the horde that turned a tile up; gives what it adds to the tile's defence in this battle.
pub fn draw(turn: &mut Turn<Battue>, seat: u8, at: &str) -> i8 {
    let public = &turn.state().public;
    let (deck, number) = (public.events.clone(), public.turn);
    if deck.is_empty() {
        return 0;
    }
    let drawn = turn.draw("board", format!("t{number} event {at}"), &deck);
    let Some(card) = deck.get(drawn).and_then(|id| turn.state().setting.data.event(id)).cloned() else {
        return 0;
    };
    let to_chest = card.vp > 0;
    turn.emit(Event::EventDrawn { seat, at: at.to_owned(), card: card.id.clone(), to_chest });
    let cause = Cause::Event(card.id.clone());
    match card.effect {
        Happening::Warriors => loot_cards::gain(turn, seat, at, card.amount, cause),
        Happening::Losses => {
            let there = turn.state().public.space(at).attackers;
            loot_cards::lose(turn, seat, at, card.amount.min(there), cause);
        }
        Happening::Loot => loot_cards::draw(turn, seat, card.amount, &cause),
        Happening::Discard => loot_cards::discard_by_lot(turn, seat, card.amount, &cause),
        Happening::Plague => plague(turn, card.amount, &cause),
        Happening::Treasure => {}
        Happening::Stand => return card.amount as i8,
        Happening::Panic => return -(card.amount as i8),
    }
    0
}

/// Every horde of at least so many warriors loses one.
fn plague(turn: &mut Turn<Battue>, least: u8, cause: &Cause) {
    let public = &turn.state().public;
    let hordes = public
        .in_game()
        .flat_map(|seat| public.hordes_of(seat).into_iter().map(move |(at, count)| (seat, at, count)));
    let struck: Vec<(u8, String, u8)> = hordes.filter(|(_, _, count)| *count >= least.max(1)).collect();
    for (seat, at, _) in struck {
        if turn.state().public.goes_on(seat) {
            loot_cards::lose(turn, seat, &at, 1, cause.clone());
        }
    }
}
