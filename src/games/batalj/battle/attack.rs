//! §3 *Sweden attacks* and §4 *The enemy attacks*: one roll for each attacking section, and one from the Reserve.

use super::area::{Area, Side};
use super::event::Event;
use super::field::Field;
use super::losses::Taking;
use super::orders::Die;
use super::plan::{self, Plan};
use super::{AnyEvent, Batalj, enemy, victory};
use crate::kernel::game::Turn;

/// The most pieces that attack from a Reserve.
pub const FROM_RESERVE: u8 = 2;

/// The Swedish Steel Bites: what every Swedish front section counts as.
const STEEL: u8 = 4;

/// An attack about to be rolled.
struct Attack<'a> {
    side: Side,
    from: Area,
    /// The highest result that succeeds.
    strength: u8,
    /// Whether a failed die is rolled again.
    again: bool,
    /// From the Reserve: where losses are taken.
    on: &'a [Area],
}

/// §3 Sweden's attacks in the order of the sheet. True if the battle is over.
pub fn by_sweden(turn: &mut Turn<Batalj>, by: &str, plan: &Plan) -> bool {
    let reserve = |turn: &mut Turn<Batalj>, at_first: bool| match plan.from_reserve {
        Some((pieces, on, first)) if first == at_first => from_reserve(turn, by, plan, pieces, on),
        _ => false,
    };
    if reserve(turn, true) {
        return true;
    }
    for from in plan.attack {
        if from_section(turn, by, plan, *from) {
            return true;
        }
    }
    reserve(turn, false)
}

fn from_section(turn: &mut Turn<Batalj>, by: &str, plan: &Plan, from: Area) -> bool {
    let Some(field) = &turn.state().public.battle else { return true };
    if let Some((_, why)) = plan::attack_fault(field, from) {
        turn.emit(AnyEvent::Battle(Event::Skipped { order: format!("attack {from}"), why }));
        return false;
    }
    let attack = Attack {
        side: Side::Sweden,
        from,
        strength: strength(field, Side::Sweden, from),
        again: field.has_tactics && plan.rolls_again(Die::From(from)),
        on: &[],
    };
    roll(turn, by, plan, &attack)
}

/// Attack from the Reserve: at most two pieces, once a round, losses where the families choose. Nobody retreats.
fn from_reserve(turn: &mut Turn<Batalj>, by: &str, plan: &Plan, pieces: u8, on: &[Area]) -> bool {
    let Some(field) = &turn.state().public.battle else { return true };
    // Pieces may have fallen since it was ordered: it goes on with those that are left.
    let strength = pieces.min(FROM_RESERVE).min(field.sweden.pieces(Area::Reserve)).max(1);
    if let Some((_, why)) = plan::reserve_fault(field, strength, on) {
        turn.emit(AnyEvent::Battle(Event::Skipped { order: "attack from reserve".to_owned(), why }));
        return false;
    }
    let again = field.has_tactics && plan.rolls_again(Die::From(Area::Reserve));
    roll(turn, by, plan, &Attack { side: Side::Sweden, from: Area::Reserve, strength, again, on })
}

/// §4 The enemy always attacks if he can, section by section and then from his Reserve. True if the battle is over.
pub fn by_enemy(turn: &mut Turn<Batalj>, plan: &Plan) -> bool {
    let sections = Side::Enemy.front().into_iter().chain(Side::Sweden.front());
    for from in sections.chain([Area::EnemyReserve]) {
        let Some(field) = &turn.state().public.battle else { return true };
        if !can_attack(field, from) {
            continue;
        }
        let strength = strength(field, Side::Enemy, from);
        let attack = Attack { side: Side::Enemy, from, strength, again: false, on: &[] };
        if roll(turn, enemy::ENEMY, plan, &attack) {
            return true;
        }
    }
    false
}

fn can_attack(field: &Field, from: Area) -> bool {
    if from == Area::EnemyReserve {
        let is_target = Area::FRONT.iter().any(|a| field.sweden.soldiers(*a) > 0);
        return field.enemy.pieces(from) > 0 && is_target;
    }
    field.enemy.soldiers(from) > 0 && field.sweden.pieces(from.ahead(Side::Enemy)) > 0
}

/// What the die must not exceed: the pieces in the section, at most two of a Reserve.
fn strength(field: &Field, side: Side, from: Area) -> u8 {
    let pieces = field.army(side).pieces(from);
    if !from.is_front() {
        pieces.min(FROM_RESERVE)
    } else if side == Side::Sweden && field.has_steel && from.is_swedish_front() {
        STEEL
    } else {
        pieces
    }
}

/// Rolls: as many losses as the die shows if it does not exceed the strength. A five brings one soldier back to the
/// Reserve, a six two, unless a field marshal was among the attackers or it is an attack from the Reserve.
fn roll(turn: &mut Turn<Batalj>, by: &str, plan: &Plan, attack: &Attack) -> bool {
    let Attack { side, from, strength, again, on } = *attack;
    let Some(field) = &turn.state().public.battle else { return true };
    let label = field.label();
    let whose = if side == Side::Enemy { "enemy " } else { "" };
    let what = format!("{label} {whose}attack {from}");
    let mut rolled = vec![turn.roll(by, what.clone(), 6) as u8];
    if rolled[0] > strength && again {
        rolled.push(turn.roll(by, format!("{what} again"), 6) as u8);
    }
    let last = rolled[rolled.len() - 1];
    let Some(field) = &turn.state().public.battle else { return true };
    let mut taking = Taking::new(field, side.other(), plan.wishes);
    if last <= strength {
        if from.is_front() {
            taking.ahead(from.ahead(side), last);
        } else {
            taking.anywhere(on, last);
        }
    }
    let army = field.army(side);
    let holds_out = !from.is_front() || army.marshals(from) > 0;
    let retreated = if holds_out { 0 } else { last.saturating_sub(4).min(army.soldiers(from)) };
    let losses = taking.losses;
    turn.emit(AnyEvent::Battle(Event::Attacked { side, from, strength, rolled, losses, retreated }));
    victory::end_if_won(turn)
}
