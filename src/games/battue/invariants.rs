//! What must hold in every state.

use super::Battue;
use super::data::Size;
use super::setting::Setting;
use super::state::{Public, secret};
use crate::kernel::game::State;
use std::collections::BTreeMap;

/// What must hold and does not.
pub fn broken(state: &State<Battue>) -> Vec<String> {
    let (setting, public) = (&*state.setting, &state.public);
    let mut broken = Vec::new();
    broken_forces(setting, public, &mut broken);
    broken_tiles(setting, public, &mut broken);
    broken_cards(state, &mut broken);
    let is_fighting = public.battle.is_some() || !public.contested().is_empty();
    let waits = public.battle.as_ref().is_some_and(|battle| battle.is_waiting);
    if is_fighting && !waits && public.ending.is_none() {
        broken.push("a battle is under way, and nobody is asked".to_owned());
    }
    broken
}

/// Eight a horde, fifteen a player, no more flags than there are.
fn broken_forces(setting: &Setting, public: &Public, broken: &mut Vec<String>) {
    let forces = &setting.data.forces.forces;
    for (seat, horde) in (0u8..).zip(&public.hordes) {
        if public.warriors(seat) > forces.warriors {
            broken.push(format!("{} has more warriors than there are", horde.seat));
        }
        if public.controlled(seat).len() > usize::from(forces.flags) {
            broken.push(format!("{} has more flags than there are", horde.seat));
        }
        if public.turn > 0 && public.ending.is_none() && horde.out.is_none() && public.warriors(seat) == 0 {
            broken.push(format!("{} has no warriors and is in the game", horde.seat));
        }
        if public.hordes_of(seat).iter().any(|(_, count)| *count > forces.horde) {
            broken.push(format!("{} has too large a horde", horde.seat));
        }
    }
    for (id, space) in &public.spaces {
        if space.warriors > 0 && space.controller.is_none() {
            broken.push(format!("{id} has warriors and no flag"));
        }
        if setting.data.board.wall(id).is_none() && space.controller.is_some() && space.tile.is_none() {
            broken.push(format!("{id} bears a flag and lies face down"));
        }
    }
}

/// Tiles lie once, on spaces of their size; special ones where they were laid.
fn broken_tiles(setting: &Setting, public: &Public, broken: &mut Vec<String>) {
    let mut seen = BTreeMap::new();
    for (id, space) in &public.spaces {
        let Some(tile) = &space.tile else { continue };
        if seen.insert(tile, id).is_some() {
            broken.push(format!("{tile} lies twice"));
        }
        let sizes = (setting.data.tile(tile).map(|t| t.size), setting.data.board.space(id).map(|s| s.size));
        if sizes.0 != sizes.1 || sizes.0.is_none() {
            broken.push(format!("{tile} does not fit {id}"));
        }
        let is_special = setting.data.tile(tile).is_some_and(|t| t.special);
        if is_special != public.specials.contains(id) && sizes.0 != Some(Size::Palace) {
            broken.push(format!("{tile} lies where it was not laid"));
        }
    }
}

/// Every card is in one place, and hands are as large as everybody sees. What a copy does not know is not counted.
fn broken_cards(state: &State<Battue>, broken: &mut Vec<String>) {
    let (setting, public) = (&state.setting, &state.public);
    let mut counts: BTreeMap<&str, u8> = BTreeMap::new();
    let is_sorted = |cards: &[String], broken: &mut Vec<String>, what: &str| {
        if !cards.is_sorted() {
            broken.push(format!("{what} is not in order"));
        }
    };
    is_sorted(&public.discards, broken, "the discard pile");
    is_sorted(&public.events, broken, "the event deck");
    for (seat, horde) in (0u8..).zip(&public.hordes) {
        let hand = &secret(state, seat).hand;
        is_sorted(hand, broken, "a hand");
        is_sorted(&horde.chest, broken, "a war chest");
        if !hand.is_empty() && hand.len() != usize::from(horde.hand) {
            broken.push(format!("{} holds {} cards and shows {}", horde.seat, hand.len(), horde.hand));
        }
        for card in hand.iter().chain(&horde.chest) {
            *counts.entry(card.as_str()).or_default() += 1;
        }
    }
    for card in &public.discards {
        *counts.entry(card.as_str()).or_default() += 1;
    }
    for (id, found) in counts {
        let loot = setting.data.loot(id).map(|card| card.count);
        let all = loot.or_else(|| setting.data.event(id).map(|card| card.count)).unwrap_or(0);
        if found > all {
            broken.push(format!("there are {found} of {id}, and only {all} were printed"));
        }
    }
}
