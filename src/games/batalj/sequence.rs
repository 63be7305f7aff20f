//! Which decision follows which over all parts of the game.

use super::Batalj;
use super::battle::{self, field::Outcome as BattleOutcome, field::Stage};
use super::event::{Event, Table};
use super::orders::Order;
use super::setting::{Scenario, Setting};
use super::state::Public;
use super::{court, plundering};
use crate::kernel::game::{Answer, Leaving, Need, Outcome, Pending, Ruling, State, Status, Turn};
use crate::kernel::orders::grammar::Grammar;
use crate::kernel::seat::Seat;
use std::fmt;
use std::sync::Arc;

/// What is to be decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// In a field battle.
    Battle(battle::sequence::Decision),
    /// Of plundering.
    Plundering(plundering::Decision),
    /// Of the campaign.
    Court(court::Decision),
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Battle(decision) => decision.fmt(f),
            Self::Plundering(decision) => decision.fmt(f),
            Self::Court(decision) => decision.fmt(f),
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
    Status::Awaiting(pending(&state.setting, public))
}

/// What the part of the game that is under way waits for: a battle, else plundering, else the court.
fn pending(setting: &Setting, public: &Public) -> Vec<Pending<Decision>> {
    let pend = |family: u8, decision: Decision, need: Need, prompt: String| {
        let is_secret = setting.is_sealed && speaks_at_once(decision);
        Pending { seat: Seat(family), decision, prompt, need, is_secret }
    };
    if let Some(field) = &public.battle {
        let awaited = battle::sequence::pending(setting, public, field).into_iter();
        return awaited
            .map(|(family, d, need, prompt)| pend(family, Decision::Battle(d), need, prompt))
            .collect();
    }
    let raid = plundering::expedition::awaited(setting, public);
    if !raid.is_empty() {
        let pend = |(family, d, prompt)| pend(family, Decision::Plundering(d), Need::Required, prompt);
        return raid.into_iter().map(pend).collect();
    }
    let awaited = court::round::awaited(setting, public).into_iter();
    awaited.map(|(family, d, prompt, need)| pend(family, Decision::Court(d), need, prompt)).collect()
}

/// Whether all families are asked for a choice at once: whoever speaks first must not help the others. What families
/// begin a campaign with is no choice.
fn speaks_at_once(decision: Decision) -> bool {
    matches!(
        decision,
        Decision::Battle(battle::sequence::Decision::Muster)
            | Decision::Plundering(plundering::Decision::Announcement)
    )
}

/// Whether anything may be rolled before the next pause.
pub fn can_roll(state: &State<Batalj>) -> bool {
    let public = &state.public;
    if public.ending.is_some() {
        return false;
    }
    if let Some(field) = &public.battle {
        return battle::sequence::can_roll(field);
    }
    if plundering::expedition::is_under_way(public) {
        return plundering::expedition::can_roll(public);
    }
    !court::round::is_certain(&state.setting, public)
}

/// Judges a sheet.
pub fn check(setting: &Setting, public: &Public, decision: Decision, answer: &Answer<Order>) -> Vec<Ruling> {
    let foreign = foreign(decision, &answer.orders);
    if !foreign.is_empty() {
        return foreign;
    }
    match decision {
        Decision::Battle(decision) => match &public.battle {
            Some(field) => {
                battle::sequence::check(setting, public, field, decision, answer.seat.0, &answer.orders)
            }
            None => Vec::new(),
        },
        Decision::Plundering(decision) => plundering::judge::check(setting, public, decision, &answer.orders),
        Decision::Court(decision) => {
            court::judge::check(setting, public, answer.seat.0, decision, &answer.orders)
        }
    }
}

/// Lines sent ahead for another part of the game.
fn foreign(decision: Decision, orders: &[Order]) -> Vec<Ruling> {
    let belongs = |order: &Order| match order {
        Order::Pass => true,
        Order::Battle(_) => matches!(decision, Decision::Battle(_)),
        Order::Plundering(_) => matches!(decision, Decision::Plundering(_)),
        Order::Court(_) => matches!(decision, Decision::Court(_)),
    };
    let refused = orders.iter().enumerate().filter(|(_, order)| !belongs(order));
    refused
        .map(|(i, order)| {
            let fact = format!("{order} does not belong to the {decision}");
            Ruling::on(i, "order/not-now", "New rules for war", fact).hinted("take the line out")
        })
        .collect()
}

/// Resolves legal answers and runs to the next pause.
pub fn resolve(turn: &mut Turn<Batalj>, answers: &[Answer<Order>]) {
    if turn.state().public.battle.is_some() {
        battle::sequence::resolve(turn, answers);
    } else if plundering::expedition::is_under_way(&turn.state().public) {
        let families = plunder(turn, answers);
        if let Some(families) = families {
            end_plundering(turn, families, court::round::after_plundering);
        }
        return;
    } else {
        court::round::resolve(turn, answers);
    }
    go_on(turn);
}

/// A step of plundering; the families that plundered once it is over.
fn plunder(turn: &mut Turn<Batalj>, answers: &[Answer<Order>]) -> Option<Vec<u8>> {
    let was_out = plundering::expedition::families(&turn.state().public);
    let is_over = plundering::expedition::resolve(turn, answers);
    if was_out.is_empty() && !is_over {
        court::round::after_setting_out(turn);
    }
    is_over.then_some(was_out)
}

/// After the plundering a campaign goes on, and a single expedition is over.
fn end_plundering(turn: &mut Turn<Batalj>, families: Vec<u8>, court: fn(&mut Turn<Batalj>, Vec<u8>)) {
    match turn.state().setting.scenario {
        Scenario::Campaign => court(turn, families),
        Scenario::Plundering | Scenario::Battle => plundering::expedition::end_single(turn),
    }
}

/// What follows once a battle is over.
fn go_on(turn: &mut Turn<Batalj>) {
    let state = turn.state();
    let is_over = state.public.battle.as_ref().is_some_and(|field| field.stage == Stage::Over);
    if state.public.ending.is_some() || !is_over {
        return;
    }
    match state.setting.scenario {
        Scenario::Battle | Scenario::Plundering => end_single_battle(turn),
        Scenario::Campaign => court::round::after_war(turn),
    }
}

/// A single battle decides the game.
fn end_single_battle(turn: &mut Turn<Batalj>) {
    let state = turn.state();
    let Some(field) = state.public.battle.as_ref().filter(|f| f.stage == Stage::Over) else { return };
    let took_part: Vec<u8> = state.public.in_game().filter(|f| field.takes_part(*f)).collect();
    let (winners, to_the_enemy, reason) = match field.outcome {
        Some(BattleOutcome::Sweden) => (took_part, false, "no soldier is left in the enemy's Reserve"),
        // The enemy wins by emptying the Reserve, or because nobody is left to fight him.
        Some(BattleOutcome::Enemy) if took_part.is_empty() => {
            (Vec::new(), true, "no family is left to command Sweden's troops")
        }
        Some(BattleOutcome::Enemy) => (Vec::new(), true, "no soldier is left in Sweden's Reserve"),
        Some(BattleOutcome::NotFought) => (Vec::new(), true, "no family takes the field for Sweden"),
        Some(BattleOutcome::Draw) | None => (Vec::new(), false, "neither side could win the battle"),
    };
    turn.emit(Event::Table(Table::Ended { winners, to_the_enemy, reason: reason.to_owned() }));
}

/// A family gives the game up. In a field battle the others go on with its pieces, but not one alone that would make
/// its own dice; what it has plundered goes back into the bag; where each is for itself, the last one wins.
pub fn leave(turn: &mut Turn<Batalj>, seat: Seat, leaving: &Leaving) {
    let family = seat.0;
    turn.emit(Event::Table(Table::Withdrew { family }));
    let state = turn.state();
    let left: Vec<u8> = state.public.in_game().collect();
    let how = leaving.by_whose_word(|seat| state.setting.name(seat.0).to_owned());
    let forfeit = how.map(|how| format!("{} {how}", state.setting.name(family)));
    if let Some(ending) = ending_without(&state.setting, &left, forfeit) {
        turn.emit(Event::Table(ending));
        return;
    }
    court::round::withdraw(turn, family);
    if turn.state().public.battle.is_some() {
        battle::sequence::withdraw(turn, family);
        if turn.state().setting.scenario == Scenario::Battle {
            go_on(turn);
        } else if turn.state().public.battle.as_ref().is_some_and(|field| field.stage == Stage::Over) {
            court::round::after_broken_war(turn);
        }
    } else if plundering::expedition::is_under_way(&turn.state().public) {
        let families = plundering::expedition::families(&turn.state().public);
        if plundering::expedition::withdraw(turn, family) {
            end_plundering(turn, families, court::round::after_broken_plundering);
        }
    }
}

/// How the game ends when only these families are left; none if they play on. Families win and lose a field battle
/// together, so that nobody gains by leaving another one alone with dice that only both could make.
fn ending_without(setting: &Setting, left: &[u8], forfeit: Option<String>) -> Option<Table> {
    let is_battle = setting.scenario == Scenario::Battle;
    let reason = match left {
        [_] if !is_battle && forfeit.is_some() => forfeit.unwrap_or_default(),
        [last] if setting.guards_itself && forfeit.is_some() => format!(
            "{}; only {} is left, and nobody guards its dice",
            forfeit.unwrap_or_default(),
            setting.name(*last)
        ),
        [] => "every family has conceded".to_owned(),
        [_] if !is_battle => "every other family has conceded".to_owned(),
        [last] if setting.guards_itself => {
            format!("only {} is left, and nobody guards its dice", setting.name(*last))
        }
        _ => return None,
    };
    let winners = if is_battle { Vec::new() } else { left.to_vec() };
    Some(Table::Ended { winners, to_the_enemy: is_battle, reason })
}

/// All families agree on a draw.
pub fn draw(turn: &mut Turn<Batalj>) {
    let reason = "all families agreed on it".to_owned();
    turn.emit(Event::Table(Table::Ended { winners: Vec::new(), to_the_enemy: false, reason }));
}

/// In a field battle all families are on one side, else each is for itself.
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
        Some(Decision::Plundering(decision)) => &forms.plundering[decision as usize],
        Some(Decision::Court(decision)) => &forms.court[decision as usize],
    })
}
