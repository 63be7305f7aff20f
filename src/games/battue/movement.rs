//! **Move Hordes**: one horde at a time to neighbouring spaces, before anything is turned up.

use super::Battue;
use super::board::CAMP;
use super::event::Event;
use super::orders::{March, Order};
use super::setting::Setting;
use super::state::Public;
use crate::kernel::game::Turn;
use std::collections::BTreeMap;

/// Carries out the moves of a sheet: each warrior once, so nobody goes on from where he has come.
pub fn resolve(turn: &mut Turn<Battue>, seat: u8, orders: &[Order]) {
    let moves: Vec<&March> = orders.iter().filter_map(march).collect();
    let mut left: BTreeMap<String, u8> = turn.state().public.hordes_of(seat).into_iter().collect();
    // Those with a number first, so that the others of the horde are what is left.
    for march in moves.iter().filter(|m| m.count.is_some()).chain(moves.iter().filter(|m| m.count.is_none()))
    {
        let there = left.get(&march.from).copied().unwrap_or(0);
        let count = march.count.unwrap_or(there).min(there);
        if count == 0 {
            continue;
        }
        left.insert(march.from.clone(), there - count);
        turn.emit(Event::Moved {
            seat,
            from: march.from.clone(),
            via: march.via.clone(),
            to: march.to.clone(),
            count,
        });
    }
}

/// Where a horde may go: to the neighbours of its space, from the camp to what it lies next to.
pub fn ways(setting: &Setting, public: &Public, seat: u8, from: &str) -> Vec<String> {
    match &public.horde(seat).camp {
        Some(camp) if from == CAMP => vec![camp.at.clone()],
        _ => setting.data.board.links(from).to_vec(),
    }
}

/// An order as a move.
pub fn march(order: &Order) -> Option<&March> {
    if let Order::Move(march) = order { Some(march) } else { None }
}
