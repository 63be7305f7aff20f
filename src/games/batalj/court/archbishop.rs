//! The Archbishop: who holds the card, what it brings, and how it is lost.

use super::data::Effect;
use super::event::{Event, Naming};
use super::orders::Order as Line;
use super::round::emit;
use super::state::Court;
use super::{Batalj, Order, Public};
use crate::kernel::game::Turn;

/// The Archbishop: at the start of the game the card is given to the eldest of the players, or by the die.
pub fn begin(turn: &mut Turn<Batalj>) {
    match turn.state().setting.eldest {
        Some(family) => emit(turn, Event::ArchbishopNamed { family, how: Naming::Eldest }),
        None => name_by_die(turn, "archbishop"),
    }
}

/// Archbishop election: the card moves one step to the left; one that was set aside returns to play by the die.
pub fn elect(turn: &mut Turn<Batalj>, occasion: &str) {
    let state = turn.state();
    match state.public.court.as_ref().and_then(|court| court.archbishop) {
        Some(holder) => {
            let family = left_of(&state.public, holder);
            emit(turn, Event::ArchbishopNamed { family, how: Naming::Left });
        }
        None => name_by_die(turn, occasion),
    }
}

/// The next family to the left that is still in the game.
pub fn left_of(public: &Public, holder: u8) -> u8 {
    let count = public.families.len() as u8;
    (1..=count)
        .map(|step| (holder + step) % count)
        .find(|family| !public.family(*family).conceded)
        .unwrap_or(holder)
}

fn name_by_die(turn: &mut Turn<Batalj>, occasion: &str) {
    let state = turn.state();
    let mut list: Vec<(String, u8)> = state
        .public
        .in_game()
        .map(|family| (state.setting.families[usize::from(family)].clone(), family))
        .collect();
    list.sort();
    let ids: Vec<String> = list.iter().map(|(id, _)| id.clone()).collect();
    let round = state.public.round();
    let drawn = match ids.len() {
        1 => 0,
        _ => turn.draw("bank", format!("regent {round} {occasion}"), &ids),
    };
    if let Some((_, family)) = list.get(drawn) {
        emit(turn, Event::ArchbishopNamed { family: *family, how: Naming::Die });
    }
}

/// The holder of the card collects 1 gold from each of the other families at the start of his turn, once a turn; an
/// intrigue that was played before forestalls it.
pub fn collect(turn: &mut Turn<Batalj>, family: u8) {
    let state = turn.state();
    let Some(court) = &state.public.court else { return };
    if court.archbishop != Some(family) || court.collected {
        return;
    }
    match court.intrigue {
        Some(by) => emit(turn, Event::CollectionForestalled { family, by }),
        None => {
            let paid = due(&state.public, court, family).into_iter().map(|other| (other, 1)).collect();
            emit(turn, Event::Collected { family, paid });
        }
    }
}

/// The families that a family's collection is due from as things stand: those that have gold.
pub fn due(public: &Public, court: &Court, family: u8) -> Vec<u8> {
    let is_due = court.archbishop == Some(family) && !court.collected && court.intrigue.is_none();
    let pays = |other: &u8| is_due && *other != family && court.ledger(*other).gold > 0;
    public.in_game().filter(pays).collect()
}

/// Plays the Event cards of a sheet in their order.
pub fn play_all(turn: &mut Turn<Batalj>, family: u8, orders: &[Order]) {
    for order in orders {
        if let Order::Court(Line::Play { card, on }) = order {
            play(turn, family, card, on.as_deref());
        }
    }
}

fn play(turn: &mut Turn<Batalj>, family: u8, card: &str, on: Option<&str>) {
    let state = turn.state();
    let (Some(court), Some(known)) = (&state.public.court, state.setting.data.court.card(card)) else {
        return;
    };
    // Another letter of the same step may have changed what the card is about; then it stays in the hand.
    if !state.public.family(family).events.iter().any(|held| held == card) {
        return;
    }
    if let Some(why) = bar(court, family, known.effect) {
        emit(turn, Event::CardUseless { family, card: card.to_owned(), why: why.to_owned() });
        return;
    }
    let named = on.and_then(|id| state.setting.families.iter().position(|known| known == id));
    if known.effect == Effect::Assassination {
        emit(turn, Event::ArchbishopMurdered { by: family, card: card.to_owned() });
        return;
    }
    let effect = known.effect;
    emit(turn, Event::EventPlayed { family, card: card.to_owned() });
    match effect {
        Effect::Election => elect(turn, card),
        Effect::ManipulatedElection => {
            let chosen = named.map_or(family, |place| place as u8);
            emit(turn, Event::ArchbishopNamed { family: chosen, how: Naming::Manipulated });
        }
        Effect::Assassination | Effect::Intrigue | Effect::BlockadeRunner => {}
    }
}

/// Why a card has nothing to work on now, if so.
pub fn bar(court: &Court, family: u8, effect: Effect) -> Option<&'static str> {
    match effect {
        Effect::Assassination | Effect::Intrigue if court.archbishop.is_none() => {
            Some("nobody holds the office")
        }
        Effect::Assassination | Effect::Intrigue if court.archbishop == Some(family) => {
            Some("the family itself holds the office")
        }
        Effect::Intrigue if court.intrigue.is_some() => Some("the next collection is forestalled already"),
        Effect::Intrigue if court.collected => Some("the collection of this round has been announced"),
        Effect::BlockadeRunner if court.text != super::Text::TradeBlockade => {
            Some("no trade blockade is in force")
        }
        Effect::BlockadeRunner if court.runners.contains(&family) => {
            Some("the family's trade is free already")
        }
        _ => None,
    }
}
