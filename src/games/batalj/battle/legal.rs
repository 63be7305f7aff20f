//! The single next orders that keep a sheet completable, and what counts where no orders come.
//!
//! Lists and conditions can be written in more ways than are listed: what is offered is one order for each thing that
//! can be done.

use super::area::{Area, Side};
use super::attack::FROM_RESERVE;
use super::field::{Field, Piece};
use super::orders::{Counted, Die, Fact, Has, Move, Order, Play, Where, Window};
use super::sequence::{self, Decision};
use super::{
    AnyOrder, CardPiece, Effect, Public, Setting, arrange, cards, deployment, muster, plan, regrouping,
};
use crate::kernel::orders::comparison::Comparison;

/// The next orders for a decision, given those before.
pub fn next(
    setting: &Setting,
    public: &Public,
    field: &Field,
    decision: Decision,
    family: u8,
    so_far: &[AnyOrder],
) -> Vec<AnyOrder> {
    if so_far.contains(&AnyOrder::Pass) {
        return Vec::new();
    }
    let candidates = match decision {
        Decision::Muster => musters(setting, public, field, family, so_far),
        Decision::Deployment => deployments(setting, field, so_far),
        Decision::Round => {
            let fits = |order: &Order| is_move_that_fits(setting, public, field, family, so_far, order);
            round(setting, public, field, family).into_iter().filter(fits).collect()
        }
        Decision::Regrouping => moves(field).chain(plays(setting, public, field, family)).collect(),
        Decision::Cards => plays(setting, public, field, family).collect(),
    };
    let fits = |order: &AnyOrder| {
        let mut sheet: Vec<AnyOrder> = so_far.iter().chain([order]).cloned().collect();
        arrange(&mut sheet);
        let rulings = sequence::check(setting, public, field, decision, family, &sheet);
        // A Fief card may still be named, or laid.
        rulings.iter().all(|r| matches!(r.code, "muster/no-fief" | "place/front-empty"))
    };
    let new = candidates.into_iter().map(AnyOrder::Battle).filter(|order| !so_far.contains(order));
    let mut next: Vec<AnyOrder> = new.filter(fits).collect();
    let may_pass = decision != Decision::Deployment || deployment::at_front(setting, field) == 0;
    if so_far.is_empty() && may_pass {
        next.push(AnyOrder::Pass);
    }
    next
}

fn musters(setting: &Setting, public: &Public, field: &Field, family: u8, so_far: &[AnyOrder]) -> Vec<Order> {
    if !muster::can_take_part(public, family) {
        return Vec::new();
    }
    let named = muster::cards(public, family, so_far);
    let counts = |id: &String| setting.data.military(id).is_none_or(|m| m.counts_in(field.era));
    let all = muster::all(public, family);
    let mut orders = Vec::new();
    if so_far.is_empty() && all.iter().all(counts) {
        orders.push(Order::Muster(Vec::new()));
    }
    let open = all.into_iter().filter(|id| counts(id) && !named.contains(id));
    orders.extend(open.map(|id| Order::Muster(vec![id])));
    orders
}

/// The front is filled with Fief cards first: what else is laid there may leave no room for theirs.
fn deployments(setting: &Setting, field: &Field, so_far: &[AnyOrder]) -> Vec<Order> {
    let filled = deployment::filled(setting, field, so_far).len();
    let is_open = filled < deployment::at_front(setting, field);
    let is_gun = |id: &String| setting.data.military(id).is_some_and(|m| m.piece == CardPiece::Artillery);
    let areas = Side::Sweden.front().into_iter().chain([Area::Reserve].into_iter().filter(|_| !is_open));
    let cards: Vec<String> = deployment::cards(field)
        .into_iter()
        .filter(|id| !is_open || setting.data.fief(id).is_some())
        .collect();
    areas
        .flat_map(|area| {
            let open = cards.iter().filter(|id| area == Area::Reserve || !is_gun(id));
            open.map(move |id| Order::Place { cards: vec![id.clone()], area }).collect::<Vec<_>>()
        })
        .collect()
}

/// What a round's sheet may hold.
fn round(setting: &Setting, public: &Public, field: &Field, family: u8) -> Vec<Order> {
    let held: Vec<Area> = Area::FRONT.into_iter().filter(|a| field.enemy.pieces(*a) > 0).collect();
    let own: Vec<Area> = Area::FRONT.into_iter().filter(|a| field.sweden.pieces(*a) > 0).collect();
    let mut orders: Vec<Order> = plays(setting, public, field, family).collect();
    orders.extend(held.iter().map(|a| Order::Bombard(vec![*a])));
    let able: Vec<Area> =
        Area::FRONT.into_iter().filter(|a| plan::attack_fault(field, *a).is_none()).collect();
    orders.extend(rows(&able).into_iter().map(Order::Attack));
    for pieces in 1..=FROM_RESERVE {
        for first in [false, true] {
            orders.extend(held.iter().map(|a| Order::AttackFromReserve { pieces, on: vec![*a], first }));
        }
    }
    let theirs = held.iter().copied().chain([Area::EnemyReserve]);
    orders.extend(theirs.map(|a| Order::TheirLosses(vec![a])));
    orders.extend(own.iter().copied().chain([Area::Reserve]).map(|a| Order::OurLosses(vec![a])));
    orders
        .extend(own.iter().filter(|a| field.sweden.marshals(**a) > 0).map(|a| Order::KeepMarshals(vec![*a])));
    let dice = able.iter().copied().chain([Area::Reserve]).map(Die::From).chain([Die::Artillery]);
    orders.extend(dice.map(|die| Order::Reroll(vec![die])));
    orders.extend(moves(field).map(|order| once_empty(field, order)));
    orders.push(Order::RegroupLater);
    orders.push(Order::ContinueWhile(Fact::Round(Comparison::Below, u32::from(field.round) + 2)));
    orders
}

/// Whether a move could be made as pieces stand now, after those that the sheet holds already; other orders fit. What
/// falls until regrouping comes nobody knows.
fn is_move_that_fits(
    setting: &Setting,
    public: &Public,
    field: &Field,
    family: u8,
    so_far: &[AnyOrder],
    order: &Order,
) -> bool {
    let Order::Move(_) = order else { return true };
    let is_move = |order: &&AnyOrder| matches!(order, AnyOrder::Battle(Order::Move(_)));
    let order = AnyOrder::Battle(order.clone());
    let mut sheet: Vec<AnyOrder> = so_far.iter().filter(is_move).chain([&order]).cloned().collect();
    arrange(&mut sheet);
    regrouping::check(setting, public, field, family, &sheet).is_empty()
}

/// A Fief card moves to an empty section only: where pieces stand, the move is offered on the condition that they are
/// gone when its time comes.
fn once_empty(field: &Field, order: Order) -> Order {
    match order {
        Order::Move(step) if step.piece == Piece::Fief && step.target().is_front() => {
            let to = step.target();
            let (place, compared, what) = (Where::In(to), Comparison::Is, Counted::Pieces);
            let is_empty = Has { place, compared, count: 0, what };
            let only_if = (!field.is_empty(to)).then_some(is_empty);
            Order::Move(Move { only_if, ..step })
        }
        other => other,
    }
}

/// Every row of some of the areas, in every order.
fn rows(areas: &[Area]) -> Vec<Vec<Area>> {
    let mut rows: Vec<Vec<Area>> = areas.iter().map(|a| vec![*a]).collect();
    let mut from = 0;
    while from < rows.len() {
        let row = rows[from].clone();
        rows.extend(areas.iter().filter(|a| !row.contains(a)).map(|a| [row.clone(), vec![*a]].concat()));
        from += 1;
    }
    rows
}

fn plays<'a>(
    setting: &'a Setting,
    public: &'a Public,
    field: &'a Field,
    family: u8,
) -> impl Iterator<Item = Order> + 'a {
    let window = Window::Bombardment;
    cards::playable(setting, public, family).flat_map(move |(id, effect)| {
        let play = |on| Order::Play(Play { window, card: id.to_owned(), on, only_if: None });
        match effect {
            Effect::ClearSection => {
                let held = Side::Enemy.front().into_iter().filter(|a| field.enemy.soldiers(*a) > 0);
                held.map(|a| play(Some(a))).collect::<Vec<_>>()
            }
            _ => vec![play(None)],
        }
    })
}

/// Moves of regrouping from where pieces stand now, and from where they may have come back to.
fn moves(field: &Field) -> impl Iterator<Item = Order> {
    let step = |piece, from, to| Order::Move(Move { piece, count: 1, from, to: vec![to], only_if: None });
    let mut orders = Vec::new();
    for area in Area::FRONT {
        if field.fiefs[area as usize].is_some() {
            orders.push(step(Piece::Fief, area, area.opposite()));
            if area.is_swedish_front() {
                orders.push(step(Piece::Fief, area, Area::Reserve));
            }
        }
        if field.sweden.soldiers(area) > 0 {
            orders.push(step(Piece::Soldier, area, Area::Reserve));
        }
        if area.is_swedish_front() {
            orders.push(step(Piece::Fief, Area::Reserve, area));
            orders.push(step(Piece::Soldier, Area::Reserve, area));
        }
    }
    for from in Area::ALL.into_iter().filter(|a| field.sweden.marshals(*a) > 0) {
        let to = Area::FRONT.into_iter().chain([Area::Reserve]).filter(|to| *to != from);
        orders.extend(to.map(|to| step(Piece::Marshal, from, to)));
    }
    orders.into_iter()
}

/// What counts where no orders come: everybody takes part with everything, the strongest cards lie at the front, and
/// whoever can attack without having to retreat does.
pub fn defaults(
    setting: &Setting,
    public: &Public,
    field: &Field,
    decision: Decision,
    family: u8,
) -> Vec<AnyOrder> {
    let orders = match decision {
        Decision::Muster if muster::can_take_part(public, family) => {
            let counts = |id: &String| setting.data.military(id).is_none_or(|m| m.counts_in(field.era));
            let all: Vec<String> = muster::all(public, family);
            let named =
                if all.iter().all(counts) { Vec::new() } else { all.into_iter().filter(counts).collect() };
            vec![AnyOrder::Battle(Order::Muster(named))]
        }
        Decision::Deployment => deployment::default_lines(setting, field),
        Decision::Round => safe_attacks(field),
        _ => Vec::new(),
    };
    if orders.is_empty() { vec![AnyOrder::Pass] } else { orders }
}

/// Attacks with a field marshal and from the Reserve: nobody has to retreat from them.
fn safe_attacks(field: &Field) -> Vec<AnyOrder> {
    let mut orders = Vec::new();
    let is_safe = |a: &Area| field.sweden.marshals(*a) > 0 && plan::attack_fault(field, *a).is_none();
    let safe: Vec<Area> = Area::FRONT.into_iter().filter(is_safe).collect();
    if !safe.is_empty() {
        orders.push(AnyOrder::Battle(Order::Attack(safe)));
    }
    let on: Vec<Area> = Area::FRONT.into_iter().filter(|a| field.enemy.pieces(*a) > 0).collect();
    let pieces = field.sweden.pieces(Area::Reserve).min(FROM_RESERVE);
    if !on.is_empty() && pieces > 0 {
        orders.push(AnyOrder::Battle(Order::AttackFromReserve { pieces, on, first: false }));
    }
    orders
}
