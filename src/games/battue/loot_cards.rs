//! **Loot Cards**: drawing them, playing them in one's own turn, and what they do. Cards of battles are played in
//! `battles`; what each adds to a round is said here, too.
//!
//! Effects are a closed list ([`Effect`]); cards are data. Where hands are hidden, cards are drawn so that only the
//! referee and the drawer know them.

use super::Battue;
use super::data::{Effect, Loot};
use super::ending;
use super::event::{Cause, Event, Use};
use super::orders::Play;
use super::start_of_turn::room;
use super::state::{Public, secret};
use crate::kernel::game::{State, Turn};

/// Plays a card at the start or the end of one's own turn, if it is in hand.
pub fn play_in_turn(turn: &mut Turn<Battue>, seat: u8, play: &Play) {
    let state = turn.state();
    let Some(card) = state.setting.data.loot(&play.card).cloned() else { return };
    if !is_held(state, seat, &card.id) || !state.public.goes_on(seat) {
        return;
    }
    let against = play.against.as_ref().and_then(|id| state.setting.place_of(id));
    let r#use = if card.effect == Effect::Treasure { Use::Chest } else { Use::Turn };
    turn.emit(Event::CardPlayed { seat, card: card.id.clone(), r#use, at: play.at.clone(), against });
    let at = play.at.as_deref().unwrap_or_default();
    let cause = Cause::Card(card.id.clone());
    match card.effect {
        Effect::Warriors => gain(turn, seat, at, card.amount, cause),
        Effect::Slay => slay(turn, at, card.amount, cause),
        Effect::Steal => (0..card.amount).for_each(|_| steal(turn, seat, against)),
        Effect::Rob => {
            against.into_iter().for_each(|victim| discard_by_lot(turn, victim, card.amount, &cause));
        }
        Effect::Draw => draw(turn, seat, card.amount, &cause),
        // A march is seen to when hordes move, a treasure has gone into the chest, the others belong to battles.
        _ => {}
    }
}

/// Whether a card is in hand.
pub fn is_held(state: &State<Battue>, seat: u8, card: &str) -> bool {
    secret(state, seat).hand.iter().any(|id| id == card)
}

/// Warriors join a horde, as many as it can take in and the reserve holds.
pub fn gain(turn: &mut Turn<Battue>, seat: u8, at: &str, amount: u8, cause: Cause) {
    let state = turn.state();
    if state.public.warriors_at(seat, at) == 0 {
        return;
    }
    let count = amount.min(room(state, seat, at));
    if count > 0 {
        turn.emit(Event::WarriorsGained { seat, at: at.to_owned(), count, cause });
    }
}

/// Enemy warriors on a space fall.
fn slay(turn: &mut Turn<Battue>, at: &str, amount: u8, cause: Cause) {
    let space = turn.state().public.space(at);
    let (Some(victim), warriors) = (space.controller, space.warriors) else { return };
    lose(turn, victim, at, amount.min(warriors), cause);
}

/// Warriors fall and go back to the reserve; a player without warriors is out of the game.
pub fn lose(turn: &mut Turn<Battue>, seat: u8, at: &str, count: u8, cause: Cause) {
    if count > 0 {
        turn.emit(Event::WarriorsLost { seat, at: at.to_owned(), count, cause });
        ending::see_who_falls(turn, seat);
    }
}

/// A card of another's hand, by lot.
fn steal(turn: &mut Turn<Battue>, seat: u8, against: Option<u8>) {
    let Some(from) = against.filter(|from| turn.state().public.horde(*from).hand > 0) else { return };
    let hand = secret(turn.state(), from).hand.clone();
    let Some(card) = lot(turn, seat, &hand, 1) else { return };
    turn.emit(Event::CardStolen { seat, from });
    turn.emit(Event::LootLost { seat: from, cards: vec![card.clone()] });
    turn.emit(Event::LootTaken { seat, cards: vec![card] });
}

/// Cards of a hand are discarded, by lot.
pub fn discard_by_lot(turn: &mut Turn<Battue>, seat: u8, amount: u8, cause: &Cause) {
    let mut hand = secret(turn.state(), seat).hand.clone();
    let mut cards = Vec::new();
    for ordinal in 1..=amount.min(hand.len() as u8) {
        let Some(card) = lot(turn, seat, &hand, u32::from(ordinal)) else { break };
        remove(&mut hand, &card);
        cards.push(card);
    }
    if !cards.is_empty() {
        let lots = cards.len() as u32;
        turn.emit(Event::Discarded { seat, cards, cause: cause.clone(), lots });
    }
}

/// Draws loot cards; an empty pile is made anew of the cards discarded, and if there are none either, no card is drawn. A
/// card that draws is discarded after its effect, so it is not among them.
pub fn draw(turn: &mut Turn<Battue>, seat: u8, amount: u8, cause: &Cause) {
    let aside = if let Cause::Card(id) = cause { Some(id.clone()) } else { None };
    let mut cards: Vec<String> = Vec::new();
    for _ in 0..amount {
        let mut pile = pile(turn.state());
        cards.iter().for_each(|card| remove(&mut pile, card));
        if pile.is_empty() {
            if turn.state().public.discards.len() <= usize::from(aside.is_some()) {
                break;
            }
            hand_out(turn, seat, std::mem::take(&mut cards), cause);
            turn.emit(Event::Reshuffled { aside: aside.clone() });
            pile = self::pile(turn.state());
        }
        let ordinal = cards.len() as u32 + 1;
        cards.extend(lot(turn, seat, &pile, ordinal));
    }
    hand_out(turn, seat, cards, cause);
}

/// Everybody sees how many cards are drawn, their player which.
fn hand_out(turn: &mut Turn<Battue>, seat: u8, mut cards: Vec<String>, cause: &Cause) {
    if !cards.is_empty() {
        cards.sort();
        turn.emit(Event::LootDrawn { seat, count: cards.len() as u8, cause: cause.clone() });
        turn.emit(Event::LootTaken { seat, cards });
    }
}

/// The loot cards in the pile, in ascending order: all but those discarded, in war chests and in hands.
fn pile(state: &State<Battue>) -> Vec<String> {
    let mut pile = state.setting.data.loot_pile();
    let public = &state.public;
    public.discards.iter().for_each(|card| remove(&mut pile, card));
    for (seat, horde) in (0u8..).zip(&public.hordes) {
        horde.chest.iter().chain(&secret(state, seat).hand).for_each(|card| remove(&mut pile, card));
    }
    pile
}

fn remove(cards: &mut Vec<String>, card: &str) {
    if let Some(at) = cards.iter().position(|other| other == card) {
        cards.remove(at);
    }
}

/// One card of a list by lot, in secret where hands are hidden. Lots are counted, so that each has a label of its own.
fn lot(turn: &mut Turn<Battue>, seat: u8, list: &[String], ordinal: u32) -> Option<String> {
    if list.is_empty() {
        return None;
    }
    let state = turn.state();
    let (by, is_hidden) = (state.setting.seat(seat).to_owned(), state.setting.is_hidden);
    let label = format!("t{} lot {}", state.public.turn, state.public.lots + ordinal);
    let drawn = if is_hidden { turn.draw_hidden(&by, label, list) } else { turn.draw(&by, label, list) };
    list.get(drawn).cloned()
}

/// What the cards of one side come to in a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Worth {
    /// What they add to the value.
    pub bonus: u8,
    /// How many dice are rolled.
    pub dice: u8,
    /// How many of them count, the highest.
    pub count: u8,
    /// Whether the loser's warrior is spared.
    pub spares: bool,
    /// Whether the tile's own value does not count.
    pub breaches: bool,
    /// Whether the defender may play no card.
    pub silences: bool,
    /// Whether the attacker's cards do not count.
    pub cancels: bool,
}

/// What cards come to in a round.
pub fn worth(state: &State<Battue>, cards: &[String]) -> Worth {
    let start = Worth { dice: 1, count: 1, ..Worth::default() };
    let cards = cards.iter().filter_map(|id| state.setting.data.loot(id));
    cards.fold(start, add)
}

fn add(mut worth: Worth, card: &Loot) -> Worth {
    match card.effect {
        Effect::Bonus => worth.bonus = worth.bonus.saturating_add(card.amount),
        Effect::Die => (worth.dice, worth.count) = (worth.dice + 1, worth.count + 1),
        Effect::Better => worth.dice += 1,
        Effect::Spare => worth.spares = true,
        Effect::Breach => worth.breaches = true,
        Effect::Silence => worth.silences = true,
        Effect::Cancel => worth.cancels = true,
        _ => {}
    }
    worth
}

/// Whether a space holds enemies whom a card can reach: beside a tile of one's own.
pub fn can_reach(state: &crate::kernel::game::View<Battue>, seat: u8, at: &str) -> bool {
    let (public, board): (&Public, _) = (state.public, &state.setting.data.board);
    let space = public.space(at);
    let is_enemy = space.controller.is_some_and(|other| other != seat) && space.warriors > 0;
    is_enemy && board.links(at).iter().any(|link| public.space(link).controller == Some(seat))
}
