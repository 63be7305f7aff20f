//! The battle from pause to pause: *In brief, a field battle proceeds as follows*.

use super::event::Event;
use super::field::{Field, Outcome, Stage};
use super::orders::{Order, Window};
use super::plan::{self, Plan};
use super::{
    AnyEvent, AnyOrder, Batalj, Public, Setting, attack, bombardment, cards, deployment, enemy, muster,
    outlook, regrouping, victory,
};
use crate::kernel::game::{Answer, Need, Ruling, Turn};
use crate::kernel::seat::Seat;
use std::fmt;

/// What is to be decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Who takes part with what.
    Muster,
    /// §1 Where Sweden's cards are laid.
    Deployment,
    /// §2 to §5 A round.
    Round,
    /// §5 Regrouping, where it was left open.
    Regrouping,
    /// Event cards of a family that does not command.
    Cards,
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Muster => "muster",
            Self::Deployment => "deployment",
            Self::Round => "round",
            Self::Regrouping => "regrouping",
            Self::Cards => "cards",
        })
    }
}

/// What is awaited in a battle; nothing once it is over.
pub fn pending(setting: &Setting, public: &Public, field: &Field) -> Vec<(u8, Decision, Need, String)> {
    let required = |family: u8, decision: Decision, what: String| {
        (family, decision, Need::Required, format!("{} {what}", setting.name(family)))
    };
    let commander = field.commander;
    match field.stage {
        Stage::Muster => {
            let open = public.in_game().filter(|f| !field.answered[usize::from(*f)]);
            let against = field.country.title();
            open.map(|f| {
                required(
                    f,
                    Decision::Muster,
                    format!("says with which cards it takes part against {against}"),
                )
            })
            .collect()
        }
        Stage::Deployment => {
            vec![required(commander, Decision::Deployment, "deploys Sweden's cards".to_owned())]
        }
        Stage::Round => {
            let what = format!("orders round {} of the battle", field.round);
            let mut all = vec![required(commander, Decision::Round, what)];
            all.extend(card_players(setting, public, commander));
            all
        }
        Stage::Regrouping => {
            let what = format!("regroups in round {} of the battle", field.round);
            let mut all = vec![required(commander, Decision::Regrouping, what)];
            all.extend(card_players(setting, public, commander));
            all
        }
        Stage::Over => Vec::new(),
    }
}

/// The families beside the commander that may play cards.
fn card_players(setting: &Setting, public: &Public, commander: u8) -> Vec<(u8, Decision, Need, String)> {
    let can_play = |f: &u8| *f != commander && cards::playable(setting, public, *f).next().is_some();
    public
        .in_game()
        .filter(can_play)
        .map(|f| {
            let prompt = format!("{} may play Event cards", setting.name(f));
            (f, Decision::Cards, Need::Optional, prompt)
        })
        .collect()
}

/// Whether anything may be rolled before the next pause: not while families muster.
pub fn can_roll(field: &Field) -> bool {
    !matches!(field.stage, Stage::Muster | Stage::Over)
}

/// Judges a sheet.
pub fn check(
    setting: &Setting,
    public: &Public,
    field: &Field,
    decision: Decision,
    family: u8,
    orders: &[AnyOrder],
) -> Vec<Ruling> {
    let mut rulings = match decision {
        Decision::Muster => muster::check(setting, public, field, family, orders),
        Decision::Deployment => deployment::check(setting, field, orders),
        Decision::Round => plan::check(setting, public, field, family, orders),
        Decision::Regrouping => regrouping::check(setting, public, field, family, orders),
        Decision::Cards => cards::check(setting, public, field, family, orders, first_window(field)),
    };
    for (i, order) in orders.iter().enumerate() {
        let mut refuse = |code, fact: String| {
            rulings.push(Ruling::on(i, code, "New rules for war", fact));
        };
        match order {
            AnyOrder::Pass if orders.len() > 1 => {
                refuse("order/pass-with-others", "pass stands alone".to_owned());
            }
            AnyOrder::Battle(order) if !belongs(decision, order) => {
                refuse("order/not-now", format!("{order} does not belong to the {decision}"));
            }
            _ => {}
        }
    }
    rulings
}

/// Whether an order belongs to a decision.
fn belongs(decision: Decision, order: &Order) -> bool {
    match order {
        Order::Muster(_) => decision == Decision::Muster,
        Order::Place { .. } => decision == Decision::Deployment,
        Order::Play(_) => matches!(decision, Decision::Round | Decision::Regrouping | Decision::Cards),
        Order::Move(_) => matches!(decision, Decision::Round | Decision::Regrouping),
        _ => decision == Decision::Round,
    }
}

/// The first window for cards that is still open.
pub fn first_window(field: &Field) -> Window {
    if field.stage == Stage::Regrouping { Window::Regrouping } else { Window::Bombardment }
}

/// Resolves answers and runs to the next pause or the end of the battle.
pub fn resolve(turn: &mut Turn<Batalj>, answers: &[Answer<AnyOrder>]) {
    let Some(field) = &turn.state().public.battle else { return };
    match field.stage {
        Stage::Muster => {
            for answer in answers {
                muster::resolve(turn, answer.seat.0, &answer.orders);
            }
            close_muster(turn);
        }
        Stage::Deployment => {
            let commander = field.commander;
            if let Some(answer) = answers.iter().find(|a| a.seat.0 == commander) {
                deploy(turn, &answer.orders);
            }
        }
        Stage::Round => rounds(turn, answers),
        Stage::Regrouping => close_round(turn, answers, Window::Regrouping),
        Stage::Over => {}
    }
}

/// Once all families have answered, one of those that take part commands.
pub fn close_muster(turn: &mut Turn<Batalj>) {
    let state = turn.state();
    let Some(field) = &state.public.battle else { return };
    if field.stage != Stage::Muster || state.public.in_game().any(|f| !field.answered[usize::from(f)]) {
        return;
    }
    let takes_part: Vec<u8> = state.public.in_game().filter(|f| field.takes_part(*f)).collect();
    let fixed = state.setting.commander.filter(|f| takes_part.contains(f));
    match fixed.or(takes_part.first().copied()) {
        Some(family) => turn.emit(AnyEvent::Battle(Event::TookCommand { family })),
        None => victory::end(turn, Outcome::NotFought, "no family takes the field for Sweden"),
    }
}

/// §1 Sweden's deployment, the enemy's, and the first round.
fn deploy(turn: &mut Turn<Batalj>, orders: &[AnyOrder]) {
    let Some(field) = &turn.state().public.battle else { return };
    let placed = deployment::placed(field, orders);
    turn.emit(AnyEvent::Battle(Event::Deployed { placed }));
    enemy::form(turn);
    if victory::end_if_won(turn) {
        return;
    }
    let state = turn.state();
    let Some(field) = &state.public.battle else { return };
    let family = next_commander(&state.setting, &state.public, field);
    turn.emit(AnyEvent::Battle(Event::RoundBegan { round: 1, family }));
}

/// A round, and further ones with the same orders as long as the sheet says so.
fn rounds(turn: &mut Turn<Batalj>, answers: &[Answer<AnyOrder>]) {
    let mut is_first = true;
    loop {
        let Some(field) = &turn.state().public.battle else { return };
        let (stage, commander) = (field.stage, field.commander);
        if stage != Stage::Round {
            return;
        }
        let none: &[AnyOrder] = &[];
        let sheet = answers.iter().find(|a| a.seat == Seat(commander)).map_or(none, |a| &a.orders);
        let plan = Plan::read(sheet);
        if !is_first && !plan.continues.is_some_and(|fact| outlook::holds(field, fact)) {
            return;
        }
        is_first = false;
        round(turn, answers, &plan);
        if plan.continues.is_none() {
            return;
        }
    }
}

/// Plays every family's cards for a window, in the order round the table.
fn play_cards(turn: &mut Turn<Batalj>, answers: &[Answer<AnyOrder>], window: Window, first: Window) {
    for answer in answers {
        cards::play(turn, answer.seat.0, &answer.orders, window, first);
    }
}

/// §2 to §6.
fn round(turn: &mut Turn<Batalj>, answers: &[Answer<AnyOrder>], plan: &Plan) {
    let state = turn.state();
    let Some(field) = &state.public.battle else { return };
    let by = std::sync::Arc::clone(&state.setting);
    let by = by.families.get(usize::from(field.commander)).map_or("", String::as_str);
    play_cards(turn, answers, Window::Bombardment, Window::Bombardment);
    bombardment::bombard(turn, by, plan);
    play_cards(turn, answers, Window::Attack, Window::Bombardment);
    if attack::by_sweden(turn, by, plan) {
        return;
    }
    play_cards(turn, answers, Window::CounterAttack, Window::Bombardment);
    if attack::by_enemy(turn, plan) {
        return;
    }
    if plan.is_regrouped_later {
        keep_for_regrouping(turn, answers);
        turn.emit(AnyEvent::Battle(Event::RegroupingLeftOpen));
        return;
    }
    close_round(turn, answers, Window::Bombardment);
}

/// Cards that other families meant to play after the counter-attack wait for the turn files of the regrouping.
fn keep_for_regrouping(turn: &mut Turn<Batalj>, answers: &[Answer<AnyOrder>]) {
    let late = answers.iter().flat_map(|answer| &answer.orders).filter_map(|order| match order {
        AnyOrder::Battle(Order::Play(play)) if play.window >= Window::Regrouping => Some(play),
        _ => None,
    });
    for play in late {
        let why = "the round stops before regrouping; play it in a turn file of that step".to_owned();
        turn.emit(AnyEvent::Battle(Event::Skipped { order: play.to_string(), why }));
    }
}

/// §5, §6 and the next round.
fn close_round(turn: &mut Turn<Batalj>, answers: &[Answer<AnyOrder>], first: Window) {
    let Some(field) = &turn.state().public.battle else { return };
    let commander = field.commander;
    let none: &[AnyOrder] = &[];
    let sheet = answers.iter().find(|a| a.seat == Seat(commander)).map_or(none, |a| &a.orders);
    play_cards(turn, answers, Window::Regrouping, first);
    regrouping::regroup(turn, &Plan::read(sheet).moves);
    enemy::regroup(turn);
    play_cards(turn, answers, Window::End, first);
    if victory::end_if_drawn(turn) {
        return;
    }
    let state = turn.state();
    let Some(field) = &state.public.battle else { return };
    let (round, family) =
        (field.round.saturating_add(1), next_commander(&state.setting, &state.public, field));
    turn.emit(AnyEvent::Battle(Event::RoundBegan { round, family }));
}

/// Whether a family takes part and is still in the game.
fn can_command(public: &Public, field: &Field, family: u8) -> bool {
    field.takes_part(family) && !public.family(family).conceded
}

/// Whether another family orders the next round.
pub fn goes_round(setting: &Setting, public: &Public, field: &Field) -> bool {
    setting.commander.is_none() && public.in_game().filter(|f| can_command(public, field, *f)).count() > 1
}

/// Command goes to the next family on the left that takes part. Where the terms give it to one for good it stays with
/// whoever has it: the family named, or the one that commands in its stead.
pub fn next_commander(setting: &Setting, public: &Public, field: &Field) -> u8 {
    let can_command = |f: &u8| can_command(public, field, *f);
    if setting.commander.is_some() && can_command(&field.commander) {
        return field.commander;
    }
    let families = setting.families.len() as u8;
    let after = (1..=families).map(|n| (field.commander + n) % families.max(1));
    after.into_iter().find(can_command).unwrap_or(field.commander)
}

/// A family has given the game up: if it was to order, another one does.
pub fn withdraw(turn: &mut Turn<Batalj>, family: u8) {
    let state = turn.state();
    let Some(field) = &state.public.battle else { return };
    match field.stage {
        Stage::Muster => close_muster(turn),
        Stage::Over => {}
        _ if field.commander == family => {
            let next = next_commander(&state.setting, &state.public, field);
            if next == family {
                victory::end(turn, Outcome::Enemy, "no family is left to command Sweden's troops");
            } else {
                turn.emit(AnyEvent::Battle(Event::TookCommand { family: next }));
            }
        }
        _ => {}
    }
}
