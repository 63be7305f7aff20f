//! **Game Setup**: who plays first, where the special tiles lie, where the first warriors wait.
//!
//! All write at once what they want most; the table goes round from the first player to the left, and each takes the
//! first of his wishes that is still to be had. All other tiles lie face down on the spaces of their size, and nobody
//! knows which: a tile is drawn when it is turned up.

use super::Battue;
use super::board::Edge;
use super::event::Event;
use super::orders::Order;
use super::setting::{Scenario, Setting};
use super::state::Public;
use crate::kernel::game::{Answer, Turn};

/// How many tiles are special.
const SPECIALS: u8 = 4;

/// Sets the game up, and begins the first turn.
pub fn resolve(turn: &mut Turn<Battue>, answers: &[Answer<Order>]) {
    let is_drawn = turn.state().setting.is_first_drawn;
    let first = if is_drawn { draw_first_player(turn) } else { first_listed(&turn.state().public) };
    lay_specials(turn, first, answers);
    for seat in from(&turn.state().public, first) {
        camp(turn, seat, &wishes(answers, seat, start));
    }
    turn.emit(Event::TurnBegan { turn: 1, seat: first });
}

/// Whether anything is drawn to set the game up: who begins, and where a special tile lies that nobody has a wish for.
pub fn can_draw(setting: &Setting) -> bool {
    setting.is_first_drawn || setting.scenario != Scenario::Ready
}

/// Randomly determine who the first player is.
fn draw_first_player(turn: &mut Turn<Battue>) -> u8 {
    let state = turn.state();
    let mut list: Vec<String> =
        state.public.in_game().map(|seat| state.setting.seat(seat).to_owned()).collect();
    list.sort();
    let drawn = turn.draw("board", "first player", &list);
    let seat = list.get(drawn).and_then(|id| turn.state().setting.place_of(id)).unwrap_or(0);
    turn.emit(Event::FirstPlayerDrawn { seat });
    seat
}

/// The first of the terms who is in the game.
fn first_listed(public: &Public) -> u8 {
    public.in_game().next().unwrap_or(0)
}

/// The players in the game, from one of them to the left.
fn from(public: &Public, first: u8) -> Vec<u8> {
    let count = public.hordes.len() as u8;
    (0..count).map(|step| (first + step) % count).filter(|seat| public.plays(*seat)).collect()
}

fn start(order: &Order) -> Option<&[String]> {
    if let Order::Start(places) = order { Some(places) } else { None }
}

fn lay(order: &Order) -> Option<&[String]> {
    if let Order::Lay(places) = order { Some(places) } else { None }
}

/// What a seat wishes, the most wanted first.
fn wishes(answers: &[Answer<Order>], seat: u8, kind: fn(&Order) -> Option<&[String]>) -> Vec<String> {
    let own = answers.iter().filter(|answer| answer.seat.0 == seat).flat_map(|answer| &answer.orders);
    own.filter_map(kind).flatten().cloned().collect()
}

/// The four special tiles are mixed face down and laid one by one. The first player lays the Palace, so the next begins.
fn lay_specials(turn: &mut Turn<Battue>, first: u8, answers: &[Answer<Order>]) {
    if turn.state().setting.scenario == Scenario::Ready {
        return;
    }
    let mut seat = first;
    for ordinal in 1..=SPECIALS {
        seat = turn.state().public.left_of(seat);
        let state = turn.state();
        let free: Vec<String> = free_spaces(&state.setting, &state.public);
        let wish = match state.setting.scenario {
            Scenario::Laid => wishes(answers, seat, lay).into_iter().find(|at| free.contains(at)),
            Scenario::Random | Scenario::Ready => None,
        };
        let event = if let Some(at) = wish {
            Event::SpecialLaid { seat: Some(seat), at }
        } else {
            let drawn = turn.draw("board", format!("special {ordinal}"), &free);
            Event::SpecialLaid { seat: None, at: free[drawn].clone() }
        };
        turn.emit(event);
    }
}

/// The spaces where a special tile can still be laid, in ascending order.
fn free_spaces(setting: &Setting, public: &Public) -> Vec<String> {
    let free = setting.special_spaces().filter(|id| !public.specials.iter().any(|laid| laid == id));
    free.map(str::to_owned).collect()
}

/// Six warriors wait next to a gate, wall or tower; only one player is allowed on each edge.
fn camp(turn: &mut Turn<Battue>, seat: u8, wishes: &[String]) {
    let state = turn.state();
    let wish = wishes.iter().find_map(|at| Some((free_edge(&state.setting, &state.public, at)?, at.clone())));
    let Some((edge, at)) = wish.or_else(|| first_free(&state.setting, &state.public)) else { return };
    let warriors = state.setting.data.forces.forces.start;
    turn.emit(Event::Camped { seat, edge, at, warriors });
}

/// An edge of a wall, gate or tower where nobody waits yet.
fn free_edge(setting: &Setting, public: &Public, at: &str) -> Option<Edge> {
    let edges = &setting.data.board.wall(at)?.edges;
    edges.iter().copied().find(|edge| is_free(public, *edge))
}

fn is_free(public: &Public, edge: Edge) -> bool {
    !public.hordes.iter().filter_map(|horde| horde.camp.as_ref()).any(|camp| camp.edge == edge)
}

/// Who wishes nothing that is to be had waits before the gate of the first free edge (R4).
fn first_free(setting: &Setting, public: &Public) -> Option<(Edge, String)> {
    let edge = Edge::ALL.into_iter().find(|edge| is_free(public, *edge))?;
    Some((edge, setting.gate(edge)?.to_owned()))
}
