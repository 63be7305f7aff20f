//! Which decision follows which over all parts of the game.

use super::Batalj;
use super::battle::{self, field::Outcome as BattleOutcome, field::Stage};
use super::event::{Event, Table};
use super::orders::Order;
use super::setting::{Scenario, Setting};
use super::state::Public;
use crate::kernel::game::{Answer, Outcome, Pending, Ruling, State, Status, Turn};
use crate::kernel::orders::grammar::Grammar;
use crate::kernel::seat::Seat;
use std::fmt;
use std::sync::Arc;

/// What is to be decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// In a field battle.
    Battle(battle::sequence::Decision),
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Battle(decision) => decision.fmt(f),
        }
    }
}

/// What is awaited.
pub fn status(state: &State<Batalj>) -> Status<Decision> {
    let public = &state.public;
    if let Some(ending) = &public.ending {
        let winners = ending.winners.iter().map(|f| Seat(*f)).collect();
        let side = ending.to_the_enemy.then_some("the enemy");
        return Status::Over(Outcome { winners, side, reason: ending.reason.clone() });
    }
    let Some(field) = &public.battle else { return Status::Awaiting(Vec::new()) };
    let pending = battle::sequence::pending(&state.setting, public, field);
    let pending = pending.into_iter().map(|(family, decision, need, prompt)| Pending {
        seat: Seat(family),
        decision: Decision::Battle(decision),
        prompt,
        need,
        is_secret: false,
    });
    Status::Awaiting(pending.collect())
}

/// Whether anything may be rolled before the next pause.
pub fn can_roll(state: &State<Batalj>) -> bool {
    state.public.ending.is_none() && state.public.battle.as_ref().is_some_and(battle::sequence::can_roll)
}

/// Judges a sheet.
pub fn check(setting: &Setting, public: &Public, decision: Decision, answer: &Answer<Order>) -> Vec<Ruling> {
    match decision {
        Decision::Battle(decision) => match &public.battle {
            Some(field) => {
                battle::sequence::check(setting, public, field, decision, answer.seat.0, &answer.orders)
            }
            None => Vec::new(),
        },
    }
}

/// Resolves legal answers and runs to the next pause.
pub fn resolve(turn: &mut Turn<Batalj>, answers: &[Answer<Order>]) {
    if turn.state().public.battle.is_some() {
        battle::sequence::resolve(turn, answers);
    }
    go_on(turn);
}

/// What follows once a part of the game is over.
fn go_on(turn: &mut Turn<Batalj>) {
    let state = turn.state();
    if state.public.ending.is_some() {
        return;
    }
    match state.setting.scenario {
        Scenario::Battle => end_single_battle(turn),
    }
}

/// A single battle decides the game.
fn end_single_battle(turn: &mut Turn<Batalj>) {
    let state = turn.state();
    let Some(field) = state.public.battle.as_ref().filter(|f| f.stage == Stage::Over) else { return };
    let took_part: Vec<u8> = state.public.in_game().filter(|f| field.takes_part(*f)).collect();
    let (winners, to_the_enemy, reason) = match field.outcome {
        Some(BattleOutcome::Sweden) => (took_part, false, "no soldier is left in the enemy's Reserve"),
        Some(BattleOutcome::Enemy) => (Vec::new(), true, "no soldier is left in Sweden's Reserve"),
        Some(BattleOutcome::NotFought) => (Vec::new(), true, "no family takes the field for Sweden"),
        Some(BattleOutcome::Draw) | None => (Vec::new(), false, "neither side could win the battle"),
    };
    turn.emit(Event::Table(Table::Ended { winners, to_the_enemy, reason: reason.to_owned() }));
}

/// A family gives the game up. In a field battle the others go on with its pieces.
pub fn concede(turn: &mut Turn<Batalj>, seat: Seat) {
    let family = seat.0;
    turn.emit(Event::Table(Table::Withdrew { family }));
    if turn.state().public.in_game().next().is_none() {
        let reason = "every family has conceded".to_owned();
        turn.emit(Event::Table(Table::Ended { winners: Vec::new(), to_the_enemy: true, reason }));
        return;
    }
    battle::sequence::withdraw(turn, family);
    go_on(turn);
}

/// All families agree on a draw.
pub fn draw(turn: &mut Turn<Batalj>) {
    let reason = "all families agreed on it".to_owned();
    turn.emit(Event::Table(Table::Ended { winners: Vec::new(), to_the_enemy: false, reason }));
}

/// In a field battle all families are on one side.
pub fn are_allied(state: &State<Batalj>, one: Seat, other: Seat) -> bool {
    one == other || state.public.battle.as_ref().is_some_and(|field| field.stage != Stage::Over)
}

/// The order forms of a decision; of every decision if none is named.
pub fn grammar(setting: &Setting, decision: Option<Decision>) -> Arc<Grammar<Order>> {
    let forms = &setting.forms;
    let battle = &forms.battle;
    Arc::clone(match decision {
        None => &forms.any,
        Some(Decision::Battle(decision)) => match decision {
            battle::sequence::Decision::Muster => &battle.muster,
            battle::sequence::Decision::Deployment => &battle.deployment,
            battle::sequence::Decision::Round => &battle.round,
            battle::sequence::Decision::Regrouping => &battle.regrouping,
            battle::sequence::Decision::Cards => &battle.cards,
        },
    })
}
