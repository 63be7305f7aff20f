//! Which decision follows which: the setup, then turn after turn, each stopped where a defender is asked.

use super::Battue;
use super::battles;
use super::ending;
use super::event::Event;
use super::movement;
use super::orders::{Order, Reply};
use super::set_up;
use super::setting::Setting;
use super::start_of_turn;
use super::state::{Battle, Out, Public};
use crate::kernel::game::{Answer, Leaving, Need, Outcome, Pending, State, Status, Turn};
use crate::kernel::orders::grammar::Grammar;
use crate::kernel::seat::Seat;
use std::fmt;
use std::sync::Arc;

/// What is to be decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Game Setup: where to lay special tiles and where to wait.
    Setup,
    /// A whole turn.
    Turn,
    /// An answer to one attack.
    Reaction,
    /// To go on with a turn whose defender has left the game before he answered.
    GoOn,
    /// Standing answers, at any time.
    Standing,
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["setup", "turn", "reaction", "go-on", "standing"][*self as usize])
    }
}

/// What is awaited. It rests on what everybody knows.
pub fn status(state: &State<Battue>) -> Status<Decision> {
    let (setting, public) = (&state.setting, &state.public);
    if let Some(ending) = &public.ending {
        let winners = ending.winners.iter().map(|seat| Seat(*seat)).collect();
        return Status::Over(Outcome { winners, side: None, reason: ending.reason.clone() });
    }
    let asked = asked(setting, public);
    let others = public.in_game().filter(|seat| asked.iter().all(|a| a.seat != Seat(*seat)));
    let windows = others.filter(|seat| public.turn > 0 && public.mover != Some(*seat)).map(|seat| {
        let prompt = format!("{} may say what to do when attacked", setting.seat(seat));
        pending(seat, Decision::Standing, prompt, Need::Optional)
    });
    let windows: Vec<Pending<Decision>> = windows.collect();
    Status::Awaiting(asked.into_iter().chain(windows).collect())
}

fn pending(seat: u8, decision: Decision, prompt: String, need: Need) -> Pending<Decision> {
    Pending { seat: Seat(seat), decision, prompt, need, is_secret: false }
}

/// Whom the step waits for.
fn asked(setting: &Setting, public: &Public) -> Vec<Pending<Decision>> {
    let name = |seat: u8| setting.seat(seat);
    let must = |seat: u8, decision, prompt: String| pending(seat, decision, prompt, Need::Required);
    if public.turn == 0 {
        let ask = |seat: u8| must(seat, Decision::Setup, format!("{} chooses where to begin", name(seat)));
        return public.in_game().map(ask).collect();
    }
    let waiting = public.battle.as_ref().filter(|battle| battle.is_waiting);
    match (waiting, public.mover) {
        (Some(battle), Some(mover)) if !public.plays(battle.defender) => {
            let prompt = format!(
                "{} goes on with the attack on {}, to which nobody answers any more",
                name(mover),
                setting.space_name(&battle.at)
            );
            vec![must(mover, Decision::GoOn, prompt)]
        }
        (Some(battle), Some(mover)) => {
            let prompt = format!(
                "{} answers {}'s attack on {}",
                name(battle.defender),
                name(mover),
                setting.space_name(&battle.at)
            );
            vec![must(battle.defender, Decision::Reaction, prompt)]
        }
        (None, Some(mover)) => {
            vec![must(mover, Decision::Turn, format!("{} takes turn {}", name(mover), public.turn))]
        }
        _ => Vec::new(),
    }
}

/// The player whose turn waits for an answer to his attack.
pub fn interrupted(public: &Public) -> Option<Seat> {
    let waits = |battle: &Battle| battle.is_waiting && public.plays(battle.defender);
    let is_waiting = public.ending.is_none() && public.battle.as_ref().is_some_and(waits);
    public.mover.filter(|_| is_waiting).map(Seat)
}

/// The order forms of a decision; of every decision if none is named.
pub fn grammar(setting: &Setting, decision: Option<Decision>) -> Arc<Grammar<Order>> {
    let forms = &setting.forms;
    Arc::clone(match decision {
        None => &forms.any,
        Some(Decision::Setup) => &forms.setup,
        Some(Decision::Turn) => &forms.turn,
        Some(Decision::Reaction) => &forms.reaction,
        Some(Decision::GoOn | Decision::Standing) => &forms.standing,
    })
}

/// Resolves legal answers and runs to the next pause.
pub fn resolve(turn: &mut Turn<Battue>, answers: &[Answer<Order>]) {
    if turn.state().public.turn == 0 {
        set_up::resolve(turn, answers);
        return;
    }
    for answer in answers {
        keep_standing(turn, answer.seat.0, &answer.orders);
    }
    let public = &turn.state().public;
    let of = |seat: u8| answers.iter().find(|answer| answer.seat == Seat(seat));
    let waiting = public.battle.as_ref().filter(|battle| battle.is_waiting).map(|battle| battle.defender);
    match (waiting, public.mover) {
        (Some(defender), _) if !public.plays(defender) => {
            turn.emit(Event::ReactionGiven { seat: defender });
            battles::resume(turn);
        }
        (Some(defender), _) => {
            if let Some(answer) = of(defender) {
                react(turn, defender, &answer.orders);
            }
        }
        (None, Some(mover)) => {
            if let Some(answer) = of(mover) {
                take_turn(turn, mover, &answer.orders);
            }
        }
        (None, None) => {}
    }
}

/// Standing answers of a sheet take the place of all that stood before; to be asked again is to have none.
fn keep_standing(turn: &mut Turn<Battue>, seat: u8, orders: &[Order]) {
    let is_standing = |order: &&Order| matches!(order, Order::Standing(_));
    let given: Vec<Order> = orders.iter().filter(is_standing).cloned().collect();
    if given.is_empty() {
        return;
    }
    let asks = |order: &Order| matches!(order, Order::Standing(s) if s.answer == Reply::Ask);
    let orders = if given.iter().any(asks) { Vec::new() } else { given };
    let has = !orders.is_empty();
    turn.emit(Event::StandingKept { seat, orders });
    if turn.state().public.horde(seat).has_standing != has {
        turn.emit(Event::StandingChanged { seat, has });
    }
}

/// A turn: cards and calls at its start, all moves, then what is written for the battles and the end.
fn take_turn(turn: &mut Turn<Battue>, seat: u8, orders: &[Order]) {
    start_of_turn::resolve(turn, seat, orders);
    if turn.state().public.goes_on(seat) {
        movement::resolve(turn, seat, orders);
        let plan: Vec<Order> = orders.iter().filter(|o| is_for_later(turn.state(), o)).cloned().collect();
        if !plan.is_empty() {
            turn.emit(Event::Planned { seat, orders: plan });
        }
    }
    battles::go_on(turn);
}

/// Whether an order of a turn belongs to its battles or its end.
fn is_for_later(state: &State<Battue>, order: &Order) -> bool {
    match order {
        Order::Play(play) => !start_of_turn::is_for_the_start(&state.setting, play),
        Order::Battles(_)
        | Order::Continue { .. }
        | Order::Retreat(_)
        | Order::GiveUp(_)
        | Order::Discard(_)
        | Order::Bank => true,
        _ => false,
    }
}

/// The defender answers, and the turn goes on.
fn react(turn: &mut Turn<Battue>, seat: u8, orders: &[Order]) {
    let is_answer = |order: &&Order| matches!(order, Order::Play(_) | Order::Retreat(_));
    let orders: Vec<Order> = orders.iter().filter(is_answer).cloned().collect();
    turn.emit(Event::ReactionGiven { seat });
    if !orders.is_empty() {
        turn.emit(Event::ReactionKept { seat, orders });
    }
    battles::resume(turn);
}

/// A player gives the game up or forfeits it: warriors and hand go, flags stay; the others play on. Nothing is rolled for
/// that: a turn that waits for his answer goes on when its player says so.
pub fn leave(turn: &mut Turn<Battue>, seat: Seat, leaving: &Leaving) {
    let setting = &turn.state().setting;
    let name = |seat: Seat| setting.seat(seat.0).to_owned();
    let by_word = leaving.by_whose_word(name).map(|how| format!("{} {how}", setting.seat(seat.0)));
    ending::remove(turn, seat.0, Out::Withdrew, by_word);
    let public = &turn.state().public;
    if public.ending.is_none() && public.turn > 0 && public.mover == Some(seat.0) {
        battles::go_on(turn);
    }
}

/// All players agree on a draw.
pub fn draw(turn: &mut Turn<Battue>) {
    turn.emit(Event::Ended { winners: Vec::new(), reason: "all players agreed on it".to_owned() });
}
