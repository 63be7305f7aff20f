//! Comments for a blank turn file: what each horde may do, what is in hand, and how it is ordered. Every order that is
//! shown is one of those that are legal now, so that it may be given as it stands.

use super::Battue;
use super::data::{Loot, Time};
use super::legal;
use super::movement::{march, ways};
use super::orders::{Condition, Measure, Order, Play, Reply, Retreat, Standing};
use super::render::effect;
use super::sequence::Decision;
use super::setting::Scenario;
use super::state::seen;
use crate::kernel::game::View;
use crate::kernel::note::Note;
use crate::kernel::orders::comparison::Comparison;
use std::cmp::Reverse;

/// Comments for a decision: what there is to know, then a whole sheet where one line alone would not do.
pub fn notes(view: &View<Battue>, decision: Decision, seat: u8) -> Vec<Note> {
    let orders = legal::next(view, decision, seat, &[]);
    let (mut notes, sheet) = match decision {
        Decision::Setup => (setup(view), wishes(view)),
        Decision::Turn => (turn(view, seat, &orders), attack(view, seat, &orders)),
        Decision::Reaction => (reaction(view, seat, &orders), Vec::new()),
        Decision::GoOn => {
            (vec![Note::text("Your battles go on as you have ordered; pass says so.")], vec![Order::Pass])
        }
        Decision::Standing => (hand(view, seat, &orders), Vec::new()),
    };
    if decision != Decision::Setup {
        notes.extend(standing(view, seat, &orders));
    }
    notes.push(Note::text("All forms of orders: adjutant rules battue --orders"));
    notes.extend(Note::one_way(sheet));
    notes
}

fn setup(view: &View<Battue>) -> Vec<Note> {
    let lead =
        "Your first warriors wait next to a gate, wall or tower; one player an edge. The most wanted first.";
    let mut notes = vec![Note::text(lead)];
    if view.setting.scenario == Scenario::Laid {
        let spaces: Vec<&str> = view.setting.special_spaces().collect();
        notes.push(Note::text(format!("Special tiles fit {}. The most wanted first.", spaces.join(", "))));
    }
    notes
}

/// Wishes for the setup.
fn wishes(view: &View<Battue>) -> Vec<Order> {
    let ids = |ids: &[&str]| ids.iter().map(|id| (*id).to_owned()).collect();
    let mut sheet = vec![Order::Start(ids(&["gate-n", "gate-e", "wall-ssw"]))];
    if view.setting.scenario == Scenario::Laid {
        sheet.push(Order::Lay(ids(&["f3", "j5"])));
    }
    sheet
}

fn turn(view: &View<Battue>, seat: u8, orders: &[Order]) -> Vec<Note> {
    let mut notes = hordes(view, seat);
    notes.extend(example(orders, |o| march(o).is_some_and(|m| m.count.is_some()), "a part of a horde"));
    let reserve = view.public.reserve(view.setting, seat);
    let call = format!("{} of {reserve} in reserve; they stay", who_may_come(view, reserve));
    notes.extend(example(orders, |o| matches!(o, Order::Reinforce(_)), &call));
    notes.extend(hand(view, seat, orders));
    let forces = &view.setting.data.forces.forces;
    if view.public.horde(seat).hand >= forces.hand {
        notes.extend(example(orders, |o| matches!(o, Order::Discard(_)), "goes first if there are too many"));
    }
    if view.public.controlled(seat).len() >= usize::from(forces.flags) {
        notes.extend(example(orders, |o| matches!(o, Order::GiveUp(_)), "whose flag you need goes first"));
    }
    notes.extend(example(orders, |o| *o == Order::Pass, "stay, and play nothing"));
    notes
}

/// How many may answer a call.
fn who_may_come(view: &View<Battue>, reserve: u8) -> String {
    let by_die = view.setting.data.forces.reinforcements.by_die.iter();
    let most = by_die.clone().copied().max().unwrap_or(0).min(reserve);
    let least = by_die.copied().min().unwrap_or(0).min(reserve);
    match most - least {
        0 => in_words(most),
        1 => format!("{} or {}", in_words(least), in_words(most)),
        _ => format!("{} to {}", in_words(least), in_words(most)),
    }
}

fn in_words(number: u8) -> String {
    let words = ["none", "one", "two", "three"];
    words.get(usize::from(number)).map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

/// The first of the legal orders that is of a kind, with what to know of it.
fn example(orders: &[Order], is_it: impl Fn(&Order) -> bool, remark: &str) -> Option<Note> {
    orders.iter().find(|order| is_it(order)).map(|order| Note::told(order, remark))
}

/// Where each horde may go.
fn hordes(view: &View<Battue>, seat: u8) -> Vec<Note> {
    let line = |(at, count): (String, u8)| {
        Note::text(format!("{count} at {at} may go to {}", neighbours(view, seat, &at).join(", ")))
    };
    view.public.hordes_of(seat).into_iter().map(line).collect()
}

/// Where a horde may go, each with who holds it.
pub fn neighbours(view: &View<Battue>, seat: u8, at: &str) -> Vec<String> {
    ways(view.setting, view.public, seat, at).iter().map(|to| neighbour(view, seat, to)).collect()
}

/// A neighbouring space, with who holds it.
fn neighbour(view: &View<Battue>, seat: u8, id: &str) -> String {
    let space = view.public.space(id);
    match space.controller {
        Some(other) if other != seat => format!("{id} ({} {})", view.setting.seat(other), space.warriors),
        Some(_) => format!("{id} (yours)"),
        None => id.to_owned(),
    }
}

/// The largest horde attacks a neighbour, with what may be written beforehand for that battle.
fn attack(view: &View<Battue>, seat: u8, orders: &[Order]) -> Vec<Order> {
    let attacks = orders
        .iter()
        .filter_map(march)
        .filter(|march| march.count.is_none() && view.public.space(&march.to).controller != Some(seat));
    let Some(march) = attacks.min_by_key(|march| Reverse(view.public.warriors_at(seat, &march.from))) else {
        return Vec::new();
    };
    let mut sheet = vec![Order::Move(march.clone())];
    let beside = legal::next(view, Decision::Turn, seat, &sheet);
    let card = beside.iter().find_map(|order| match order {
        Order::Play(play) if play.at.as_ref() == Some(&march.to) && !orders.contains(order) => {
            let when = Some(condition(Measure::Defence, Comparison::Above, 4));
            Some(Order::Play(Play { when, ..play.clone() }))
        }
        _ => None,
    });
    let retreat = beside.iter().find(|order| matches!(order, Order::Retreat(_))).cloned();
    sheet.extend(card.into_iter().chain(retreat));
    sheet
}

fn condition(measure: Measure, comparison: Comparison, number: u8) -> Condition {
    Condition { measure, comparison, number }
}

fn reaction(view: &View<Battue>, seat: u8, orders: &[Order]) -> Vec<Note> {
    let Some(battle) = &view.public.battle else { return Vec::new() };
    let space = view.public.space(&battle.at);
    let mut notes = vec![Note::text(format!(
        "{} attackers on {}, {} warriors of yours, round {}",
        space.attackers, battle.at, space.warriors, battle.round
    ))];
    if !battle.attack_cards.is_empty() {
        notes.push(Note::text(format!("Played against you: {}", battle.attack_cards.join(", "))));
    }
    notes.push(Note::text("Your answer holds to the end of this battle:"));
    notes.extend(cards(view, seat, orders, |card| card.when.contains(&Time::Defence)));
    let retreats = orders.iter().filter_map(|order| match order {
        Order::Retreat(retreat) => Some(&retreat.to),
        _ => None,
    });
    let to: Vec<String> = retreats.flatten().cloned().collect();
    if !to.is_empty() {
        let when = Some(condition(Measure::Warriors, Comparison::Below, 2));
        notes.push(Note::order(Order::Retreat(Retreat { from: None, to, when })));
    }
    notes.push(Note::told(Order::Pass, "play nothing, and stay"));
    notes
}

/// The cards in hand: how each is played now, or when it could be.
fn hand(view: &View<Battue>, seat: u8, orders: &[Order]) -> Vec<Note> {
    cards(view, seat, orders, |_| true)
}

/// Those of the cards in hand that are of a kind, each once.
fn cards(view: &View<Battue>, seat: u8, orders: &[Order], is_it: impl Fn(&Loot) -> bool) -> Vec<Note> {
    let hand = seen(view, seat).map(|secret| secret.hand.as_slice()).unwrap_or_default();
    let copies = hand.chunk_by(|one, other| one == other);
    let kinds = copies.filter_map(|same| Some((view.setting.data.loot(same.first()?)?, same.len())));
    let note = |(card, count): (&Loot, usize)| match orders.iter().find(|order| plays(order, &card.id)) {
        Some(order) if count > 1 => {
            Note::told(order, format!("{}, {count} in hand: {}", card.name, effect(card)))
        }
        Some(order) => Note::told(order, format!("{}: {}", card.name, effect(card))),
        None if count > 1 => Note::text(format!("{count} in hand: {}", super::render::card(card))),
        None => Note::text(format!("In hand: {}", super::render::card(card))),
    };
    kinds.filter(|(card, _)| is_it(card)).map(note).collect()
}

fn plays(order: &Order, id: &str) -> bool {
    match order {
        Order::Play(play) => play.card == id,
        Order::Standing(Standing { answer: Reply::Play { card, .. }, .. }) => card == id,
        _ => false,
    }
}

/// Standing answers: those that hold, and what others could be.
fn standing(view: &View<Battue>, seat: u8, orders: &[Order]) -> Vec<Note> {
    let kept = seen(view, seat).map(|secret| secret.standing.as_slice()).unwrap_or_default();
    let mut notes: Vec<Note> = kept.iter().map(|order| Note::text(format!("Standing: {order}"))).collect();
    notes.push(Note::text("What to do when attacked, until you change it:"));
    let example = |is_it: fn(&Reply) -> bool| {
        orders.iter().find(|order| matches!(order, Order::Standing(standing) if is_it(&standing.answer)))
    };
    notes.extend(example(|reply| matches!(reply, Reply::Retreat { .. })).map(Note::order));
    let pass = example(|reply| *reply == Reply::Pass);
    notes.extend(pass.map(|order| Note::told(order, "you are not asked, and do nothing")));
    let ask = example(|reply| *reply == Reply::Ask);
    notes.extend(ask.map(|order| Note::told(order, "you are asked again")));
    if !view.setting.is_hidden {
        notes.push(Note::text(
            "Such lines can also be sent ahead, sealed until others' turns come: adjutant lock game.yaml my.turn --reactions lines.txt",
        ));
    }
    notes
}
