//! §2 *Artillery bombardment*: every piece of artillery of both sides fires, Sweden's first.

use super::area::{Area, Side};
use super::event::Event;
use super::losses::Taking;
use super::orders::Die;
use super::plan::Plan;
use super::{AnyEvent, Batalj, enemy};
use crate::kernel::game::Turn;

/// The strength of the enemy's artillery.
pub const ENEMY_STRENGTH: u8 = 2;

/// Rolls once for each piece of artillery and removes the losses at once. Losses are taken from a front section of the
/// families' choice on either side; where nobody stands in any, there is nothing to fire at and nothing is rolled.
pub fn bombard(turn: &mut Turn<Batalj>, by: &str, plan: &Plan) {
    let Some(field) = &turn.state().public.battle else { return };
    let (label, guns) = (field.label(), field.artillery.len());
    for piece in 0..guns {
        let Some(field) = &turn.state().public.battle else { return };
        let strength = field.artillery[piece];
        let again = field.has_tactics && plan.rolls_again(Die::Artillery);
        fire(turn, Side::Sweden, by, piece as u8 + 1, strength, again, &label, plan);
    }
    let Some(field) = &turn.state().public.battle else { return };
    for piece in 1..=field.enemy_cannon {
        fire(turn, Side::Enemy, enemy::ENEMY, piece, ENEMY_STRENGTH, false, &label, plan);
    }
}

#[expect(clippy::too_many_arguments, reason = "one shot is all of this")]
fn fire(
    turn: &mut Turn<Batalj>,
    side: Side,
    by: &str,
    piece: u8,
    strength: u8,
    again: bool,
    label: &str,
    plan: &Plan,
) {
    let Some(field) = &turn.state().public.battle else { return };
    let target = field.army(side.other());
    if Area::FRONT.iter().all(|a| target.soldiers(*a) == 0) {
        return;
    }
    let whose = if side == Side::Enemy { "enemy " } else { "" };
    let mut rolled = vec![turn.roll(by, format!("{label} {whose}artillery {piece}"), 6) as u8];
    if rolled[0] > strength && again {
        rolled.push(turn.roll(by, format!("{label} {whose}artillery {piece} again"), 6) as u8);
    }
    let is_hit = rolled.last().is_some_and(|r| *r <= strength);
    let loss = if is_hit { hit(turn, side, plan) } else { None };
    turn.emit(AnyEvent::Battle(Event::Bombarded { side, piece, strength, rolled, loss }));
}

/// What is hit.
fn hit(turn: &Turn<Batalj>, side: Side, plan: &Plan) -> Option<super::event::Loss> {
    let field = turn.state().public.battle.as_ref()?;
    let mut taking = Taking::new(field, side.other(), plan.wishes);
    taking.anywhere(if side == Side::Sweden { plan.bombard } else { &[] }, 1);
    taking.losses.first().copied()
}
