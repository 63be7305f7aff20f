//! The single next orders that keep a sheet completable, and what counts where no orders come.

use super::Battue;
use super::board::CAMP;
use super::data::{Effect, Time};
use super::judge;
use super::movement::{march, ways};
use super::orders::{Condition, March, Measure, Order, Play, Reply, Retreat, Standing};
use super::sequence::Decision;
use super::setting::Scenario;
use super::state::seen;
use crate::kernel::game::View;
use crate::kernel::orders::comparison::Comparison;
use std::collections::BTreeSet;

/// The next orders for a decision, given those before. A sheet that says nothing needs the word pass.
pub fn next(view: &View<Battue>, decision: Decision, seat: u8, so_far: &[Order]) -> Vec<Order> {
    if so_far.contains(&Order::Pass) {
        return Vec::new();
    }
    let mut candidates = match decision {
        Decision::Setup => setup(view),
        Decision::Turn => turn(view, seat, so_far),
        Decision::Reaction => reaction(view, seat),
        Decision::GoOn | Decision::Standing => Vec::new(),
    };
    if decision != Decision::Setup {
        candidates.extend(standing(view, seat));
    }
    if so_far.is_empty() {
        candidates.push(Order::Pass);
    }
    candidates.sort();
    candidates.dedup();
    let mut sheet = so_far.to_vec();
    let adds = |order: &Order| {
        let is_new = !so_far.contains(order);
        sheet.push(order.clone());
        let is_legal = is_new && judge::is_legal(view, decision, seat, &sheet);
        sheet.pop();
        is_legal
    };
    candidates.into_iter().filter(adds).collect()
}

/// What counts where no orders come; always legal.
pub fn defaults() -> Vec<Order> {
    vec![Order::Pass]
}

fn setup(view: &View<Battue>) -> Vec<Order> {
    let walls = view.setting.data.board.perimeter.iter().map(|wall| Order::Start(vec![wall.id.clone()]));
    let mut orders: Vec<Order> = walls.collect();
    if view.setting.scenario == Scenario::Laid {
        let spaces: Vec<String> = view.setting.special_spaces().map(str::to_owned).collect();
        orders.extend(spaces.windows(2).map(|pair| Order::Lay(pair.to_vec())));
    }
    orders
}

fn turn(view: &View<Battue>, seat: u8, so_far: &[Order]) -> Vec<Order> {
    let hordes = view.public.hordes_of(seat);
    let mut orders: Vec<Order> = hordes.iter().map(|(at, _)| Order::Reinforce(vec![at.clone()])).collect();
    for (from, count) in &hordes {
        orders.extend(moves(view, seat, from, *count));
    }
    let fields = fields(view, seat, so_far);
    orders.extend(plays(view, seat, &fields));
    orders.extend(fields.iter().flat_map(|at| plans(view, seat, at)));
    if fields.len() > 1 {
        orders.push(Order::Battles(fields.iter().rev().cloned().collect()));
    }
    let own = view.public.controlled(seat).into_iter();
    orders.extend(own.map(|at| Order::GiveUp(vec![at.to_owned()])));
    let hand = hand(view, seat);
    orders.extend(hand.iter().map(|card| Order::Discard(vec![card.clone()])));
    orders.push(Order::Bank);
    orders
}

/// Whole hordes and parts of them, to each neighbour and, with a card, beyond.
fn moves(view: &View<Battue>, seat: u8, from: &str, count: u8) -> Vec<Order> {
    let board = &view.setting.data.board;
    let near = ways(view.setting, view.public, seat, from);
    let counts: Vec<Option<u8>> = std::iter::once(None).chain((1..count).map(Some)).collect();
    let mut orders = Vec::new();
    for to in &near {
        let march = |count| March { from: from.to_owned(), via: None, to: to.clone(), count };
        orders.extend(counts.iter().map(|count| Order::Move(march(*count))));
        if view.public.space(to).controller == Some(seat) {
            let beyond = board.links(to).iter().filter(|far| *far != from);
            orders.extend(beyond.map(|far| {
                let (via, to) = (Some(to.clone()), far.clone());
                Order::Move(March { from: from.to_owned(), via, to, count: None })
            }));
        }
    }
    orders
}

/// Where the moves of a sheet attack.
fn fields(view: &View<Battue>, seat: u8, so_far: &[Order]) -> Vec<String> {
    let moves = so_far.iter().filter_map(march).map(|march| march.to.clone());
    let attacks = moves.filter(|to| view.public.space(to).controller != Some(seat));
    attacks.collect::<BTreeSet<_>>().into_iter().collect()
}

fn hand(view: &View<Battue>, seat: u8) -> Vec<String> {
    let mut hand = seen(view, seat).map(|secret| secret.hand.clone()).unwrap_or_default();
    hand.dedup();
    hand
}

fn plays(view: &View<Battue>, seat: u8, fields: &[String]) -> Vec<Order> {
    let mut orders = Vec::new();
    for id in hand(view, seat) {
        let Some(card) = view.setting.data.loot(&id) else { continue };
        let play = |at: Option<String>, against: Option<String>| {
            let (card, at_the_end) = (id.clone(), false);
            Order::Play(Play { card, at, against, at_the_end, if_held: false, when: None })
        };
        let places: Vec<String> = match card.effect {
            Effect::Warriors | Effect::March => {
                view.public.hordes_of(seat).into_iter().map(|(at, _)| at).collect()
            }
            Effect::Slay => view.public.spaces.keys().cloned().collect(),
            _ if card.when.contains(&Time::Attack) => fields.to_vec(),
            _ => Vec::new(),
        };
        orders.extend(places.into_iter().map(|at| play(Some(at), None)));
        if card.effect.needs_victim() {
            orders.extend(view.setting.seats.iter().map(|other| play(None, Some(other.clone()))));
        } else if !card.effect.needs_place() {
            orders.push(play(None, None));
        }
    }
    orders
}

/// What can be written for a battle beforehand.
fn plans(view: &View<Battue>, seat: u8, at: &str) -> Vec<Order> {
    let while_ = Condition { measure: Measure::Warriors, comparison: Comparison::Above, number: 2 };
    let mut orders = vec![Order::Continue { at: at.to_owned(), while_ }];
    let own = view.setting.data.board.links(at).iter();
    let back = own.filter(|to| view.public.space(to).controller == Some(seat));
    orders.extend(back.map(|to| {
        let when = Some(Condition { comparison: Comparison::Below, ..while_ });
        Order::Retreat(Retreat { from: Some(at.to_owned()), to: vec![to.clone()], when })
    }));
    orders
}

fn reaction(view: &View<Battue>, seat: u8) -> Vec<Order> {
    let Some(battle) = &view.public.battle else { return Vec::new() };
    let plays = hand(view, seat)
        .into_iter()
        .map(|card| Play { card, at: None, against: None, at_the_end: false, if_held: false, when: None })
        .map(Order::Play);
    let refuges = super::battles::refuges(view.setting, view.public, seat, &battle.at);
    let retreats =
        refuges.into_iter().map(|to| Order::Retreat(Retreat { from: None, to: vec![to], when: None }));
    plays.chain(retreats).collect()
}

fn standing(view: &View<Battue>, seat: u8) -> Vec<Order> {
    let standing = |at: Option<&str>, answer| Order::Standing(Standing { at: at.map(str::to_owned), answer });
    let mut orders = vec![standing(None, Reply::Pass)];
    if view.public.horde(seat).has_standing {
        orders.push(standing(None, Reply::Ask));
    }
    let cards = hand(view, seat);
    orders.extend(cards.into_iter().map(|card| standing(None, Reply::Play { card, when: None })));
    let held = view.public.hordes_of(seat).into_iter().filter(|(at, _)| at != CAMP);
    for (at, _) in held {
        let when = Some(Condition { measure: Measure::Warriors, comparison: Comparison::Below, number: 3 });
        let refuges = super::battles::refuges(view.setting, view.public, seat, &at);
        orders.extend(
            refuges.into_iter().take(1).map(|to| standing(Some(&at), Reply::Retreat { to: vec![to], when })),
        );
    }
    orders
}
