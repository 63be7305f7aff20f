//! **Ending and Winning the Game**: elimination, the two endings, and the count.

use super::Battue;
use super::event::Event;
use super::setting::Setting;
use super::state::{Out, Public, figures, secret};
use crate::kernel::game::{State, Turn};

/// A player without warriors on the board is out of the game, and the last who is left wins.
pub fn see_who_falls(turn: &mut Turn<Battue>, seat: u8) {
    let public = &turn.state().public;
    if public.plays(seat) && public.warriors(seat) == 0 {
        remove(turn, seat, Out::Eliminated, None);
    }
}

/// A player leaves the game, by somebody else's word if one is named; the cards of the hand go to the discard pile.
pub fn remove(turn: &mut Turn<Battue>, seat: u8, out: Out, by_word: Option<String>) {
    let hand = secret(turn.state(), seat).hand.clone();
    turn.emit(Event::Fell { seat, out, hand });
    let left: Vec<u8> = turn.state().public.in_game().collect();
    if left.len() <= 1 {
        let reason = by_word.unwrap_or_else(|| "every other player is out of the game".to_owned());
        turn.emit(Event::Ended { winners: left, reason });
    }
}

/// The game ends at the end of a turn when the tiles that end it are all controlled.
pub fn is_over(state: &State<Battue>) -> bool {
    let is_controlled = |id: &String| {
        let mut spaces = state.public.spaces.values();
        spaces.any(|space| space.tile.as_ref() == Some(id) && space.controller.is_some())
    };
    state.public.ending.is_none() && state.setting.data.tiles.ends.iter().all(is_controlled)
}

/// A player's victory points: in all, and from tiles alone.
pub fn points(setting: &Setting, public: &Public, seat: u8) -> (u32, u32) {
    let controlled = public.controlled(seat).into_iter();
    let tiles =
        controlled.filter_map(|id| figures(&setting.data, public, id)).map(|(_, _, vp)| u32::from(vp));
    let tiles: u32 = tiles.sum();
    let chest = public.horde(seat).chest.iter().map(|id| u32::from(setting.data.vp_of_card(id)));
    (tiles + chest.sum::<u32>(), tiles)
}

/// The most victory points win; in case of a tie, the most from tiles. Who was eliminated counts, who gave up does not.
pub fn count(turn: &mut Turn<Battue>) {
    let (setting, public) = (&turn.state().setting, &turn.state().public);
    let counts = |seat: &u8| public.horde(*seat).out != Some(Out::Withdrew);
    let seats: Vec<u8> = (0..public.hordes.len() as u8).filter(counts).collect();
    let best = seats.iter().map(|seat| points(setting, public, *seat)).max().unwrap_or_default();
    let winners: Vec<u8> = seats.iter().copied().filter(|s| points(setting, public, *s) == best).collect();
    let rivals = seats.iter().filter(|seat| points(setting, public, **seat).0 == best.0).count();
    let reason = if rivals > winners.len() {
        format!("{} victory points, {} of them from tiles", best.0, best.1)
    } else {
        format!("{} victory points", best.0)
    };
    turn.emit(Event::Ended { winners, reason });
}
