//! §3 Game flow: which decision follows which, how a sheet is judged and resolved.

use super::attack::Attack;
use super::combat::{self, Attacks};
use super::data::{Faction, Half};
use super::event::{Event, Outcome};
use super::faction::{faction, name, seat};
use super::ground::Place;
use super::movement::Movement;
use super::orders::Order;
use super::set_up::{Muster, Placing, SetUp};
use super::setting::Setting;
use super::state::{Ending, Public, Stage};
use super::{Battle, advance, clock, fog, halt, purchase, set_up, tiles, victory};
use crate::kernel::board::hex::Hex;
use crate::kernel::game::{
    Answer, Leaving, Need, Outcome as GameOutcome, Pending, Ruling, State, Status, Turn,
};
use crate::kernel::seat::Seat;
use std::fmt;

/// What is to be decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// §4 A part of the set-up.
    SetUp(SetUp),
    /// §3 Movement, combat and advance.
    SubTurn,
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SetUp(set_up) => set_up.fmt(f),
            Self::SubTurn => f.write_str("sub-turn"),
        }
    }
}

/// What is awaited.
pub fn status(state: &State<Battle>) -> Status<Decision> {
    let public = &state.public;
    if let Some(ending) = &public.ending {
        let winners = ending.winner.into_iter().map(seat).collect();
        return Status::Over(GameOutcome { winners, side: None, reason: ending.reason.clone() });
    }
    let asked = if public.together { Faction::BOTH.to_vec() } else { vec![public.faction] };
    Status::Awaiting(asked.into_iter().map(|faction| pending(&state.setting, public, faction)).collect())
}

/// What one faction is asked for.
fn pending(setting: &Setting, public: &Public, faction: Faction) -> Pending<Decision> {
    let who = name(faction);
    let (decision, prompt) = match public.stage {
        Stage::SubTurn if !public.marches.is_empty() => {
            (Decision::SubTurn, format!("{who} goes on in turn {} after what was revealed", public.turn))
        }
        Stage::SubTurn | Stage::Over => {
            (Decision::SubTurn, format!("{who} moves, attacks and advances in turn {}", public.turn))
        }
        _ => {
            let set_up = set_up::open(setting, public, faction);
            let secretly = if public.together { ", in secret" } else { "" };
            (Decision::SetUp(set_up), set_up.deed(who) + secretly)
        }
    };
    Pending { seat: seat(faction), decision, prompt, need: Need::Required, is_secret: public.together }
}

/// Judges a sheet.
pub fn check(setting: &Setting, public: &Public, decision: Decision, answer: &Answer<Order>) -> Vec<Ruling> {
    let faction = faction(answer.seat);
    match decision {
        Decision::SetUp(set_up) => set_up::check(setting, public, faction, set_up, &answer.orders),
        // Time that is over cannot be bought back by a sheet sent anew, so a late one is not sent back (§4.4).
        Decision::SubTurn if clock::lateness(setting, public, answer).is_some() => Vec::new(),
        Decision::SubTurn => check_sub_turn(setting, public, faction, &answer.orders),
    }
}

fn check_sub_turn(setting: &Setting, public: &Public, faction: Faction, orders: &[Order]) -> Vec<Ruling> {
    let movement = Movement::judge(setting, public, faction, orders);
    let moved = after(setting, public, &movement);
    let attacks = Attacks::judge(setting, &moved, faction, &movement, orders);
    let mut rulings = check_words(public, faction, orders);
    rulings.extend(attacks.rulings);
    rulings.extend(movement.rulings);
    rulings
}

/// Judges the lines that are neither movement nor attack.
fn check_words(public: &Public, faction: Faction, orders: &[Order]) -> Vec<Ruling> {
    let mut rulings = Vec::new();
    let acts = orders.iter().filter(|o| !matches!(o, Order::CallStalemate)).count();
    for (i, order) in orders.iter().enumerate() {
        match order {
            Order::Pass if acts > 1 => rulings.push(set_up::pass_with_others(i)),
            Order::CallStalemate => rulings.extend(check_call(public, faction, orders, i)),
            Order::Stop => rulings.extend(check_stop(orders, i)),
            _ => {}
        }
    }
    rulings
}

/// §4.4 Movement is stopped by one line, and there must be some.
fn check_stop(orders: &[Order], i: usize) -> Option<Ruling> {
    let ruling = |code, fact: &str| Ruling::on(i, code, "§4.4", fact).hinted("take the line out");
    if orders[..i].contains(&Order::Stop) {
        return Some(ruling("stop/twice", "the sheet says already when to stop"));
    }
    let moves = orders.iter().any(Order::is_move);
    (!moves).then(|| ruling("stop/no-move", "nothing moves that could be stopped"))
}

/// §3.1 Stalemate is called once; it may be called again after a loss.
fn check_call(public: &Public, faction: Faction, orders: &[Order], i: usize) -> Option<Ruling> {
    let twice = orders[..i].contains(&Order::CallStalemate);
    let stands = public.stalemate.is_some();
    (twice || stands).then(|| {
        let by = public.stalemate.map_or(faction, |call| call.by);
        let fact = format!("{} has called stalemate already", name(by));
        Ruling::on(i, "stalemate/called", "§3.1", fact).hinted("take the line out")
    })
}

/// The position after a sheet's legal movement.
fn after(setting: &Setting, public: &Public, movement: &Movement) -> Public {
    let mut moved = public.clone();
    let taken: Vec<_> = movement.ways.iter().map(|(_, way)| moved.take(way.start())).collect();
    for ((_, way), unit) in movement.ways.iter().zip(taken) {
        if let Some(unit) = unit
            && moved.unit(way.end()).is_none()
        {
            moved.put(way.end(), unit);
        }
    }
    debug_assert_eq!(moved.units.len(), setting.ground.hexes.len());
    moved
}

/// Puts the lines of a sheet into their one order: set-up lines, movement, stop, attacks, the call, pass; each kind
/// in the order of its canonical text, but attacks by their target first, as they are resolved.
pub fn arrange(orders: &mut [Order]) {
    orders.sort_by(|one, other| match (one, other) {
        (Order::Buy { .. }, Order::Buy { .. }) | (Order::Tile { .. }, Order::Tile { .. }) => {
            one.to_string().cmp(&other.to_string())
        }
        (Order::Attack { target: a, .. }, Order::Attack { target: b, .. }) => a.cmp(b).then(one.cmp(other)),
        // The kinds stand in this order in their type, and texts of the others compare as their parts do.
        _ => one.cmp(other),
    });
}

/// Resolves a step.
pub fn resolve(turn: &mut Turn<Battle>, answers: &[Answer<Order>]) {
    // What a faction decides does not hang on what another decides at the same time.
    let state = turn.state();
    let open: Vec<SetUp> =
        answers.iter().map(|a| set_up::open(&state.setting, &state.public, faction(a.seat))).collect();
    let before = state.public.last_sent;
    for (answer, set_up) in answers.iter().zip(open) {
        let faction = faction(answer.seat);
        let state = turn.state();
        let stage = state.public.stage;
        let late = clock::lateness(&state.setting, &state.public, answer);
        clock::run(turn, answer, before);
        if turn.state().public.ending.is_some() {
            return;
        }
        match stage {
            Stage::SubTurn => sub_turn(turn, faction, &answer.orders, late),
            Stage::Over => {}
            _ => take_set_up(turn, faction, set_up, &answer.orders),
        }
    }
    begin_play(turn);
}

/// §4.4 After both factions have placed their units, red's movement phase begins.
fn begin_play(turn: &mut Turn<Battle>) {
    let state = turn.state();
    if state.public.turn == 0
        && state.public.ending.is_none()
        && set_up::is_set_up(&state.setting, &state.public)
    {
        fog::reveal_standing(turn);
        turn.emit(Event::Began { turn: 1, faction: Faction::Red });
    }
}

/// §4 Takes the parts of a set-up in their order: an army, tiles, units.
fn take_set_up(turn: &mut Turn<Battle>, by: Faction, set_up: SetUp, orders: &[Order]) {
    match set_up.muster {
        None => {}
        Some(Muster::Army) => choose_army(turn, by, orders),
        Some(Muster::Purchase) => buy(turn, by, orders),
    }
    match set_up.placing {
        None => {}
        Some(Placing::Tiles) => {
            if let Some(Half { headquarters, tiles }) = tiles::half(orders) {
                turn.emit(Event::TilesPlaced { by, headquarters, tiles });
            }
        }
        Some(Placing::Units) => deploy(turn, by, orders),
    }
}

fn choose_army(turn: &mut Turn<Battle>, by: Faction, orders: &[Order]) {
    if let Some(Order::Army(army)) = orders.first() {
        turn.emit(Event::ArmyChosen { by, army: army.clone() });
    }
}

fn buy(turn: &mut Turn<Battle>, by: Faction, orders: &[Order]) {
    let units = purchase::units(orders);
    let setting = &turn.state().setting;
    let points = purchase::price(setting, &units);
    if setting.rules.fog_of_war {
        turn.emit(Event::Recruited { by });
    }
    turn.emit(Event::Bought { by, units, points });
}

fn deploy(turn: &mut Turn<Battle>, by: Faction, orders: &[Order]) {
    let units = orders.iter().filter_map(|o| match o {
        Order::Deploy { unit, hexes } => Some((unit.clone(), hexes.clone())),
        _ => None,
    });
    let units: Vec<(String, Vec<Hex>)> = units.collect();
    let has_fog = turn.state().setting.rules.fog_of_war;
    // Who has bought nothing has nothing to place; under Fog of war others learn that only now.
    if units.is_empty() && !has_fog {
        return;
    }
    if has_fog {
        let mut hexes: Vec<Hex> = units.iter().flat_map(|(_, hexes)| hexes.iter().copied()).collect();
        hexes.sort_unstable();
        turn.emit(Event::Placed { by, hexes });
    }
    turn.emit(Event::Deployed { by, units });
}

/// §3 Movement, combat, advance, and whose sub-turn is next.
fn sub_turn(turn: &mut Turn<Battle>, by: Faction, orders: &[Order], late: Option<u64>) {
    say(turn, by, orders);
    let attacks = match late {
        Some(after) => late_attacks(turn, by, after, orders),
        None => match move_units(turn, by, orders) {
            Some(attacks) => attacks,
            None => return,
        },
    };
    if fight(turn, by, &attacks) {
        return;
    }
    let state = turn.state();
    match victory::at_end_of_sub_turn(&state.setting, &state.public) {
        Some(ending) => victory::end(turn, ending),
        None => {
            let next = turn.state().public.turn + u16::from(by == Faction::Blue);
            turn.emit(Event::Began { turn: next, faction: by.other() });
        }
    }
}

/// Carries out the lines that are neither movement nor attack. Only a late sheet, which is never sent back, can
/// hold any that are against the rules.
fn say(turn: &mut Turn<Battle>, by: Faction, orders: &[Order]) {
    let rulings = check_words(&turn.state().public, by, orders);
    void(turn, orders, &rulings);
    for (i, order) in orders.iter().enumerate() {
        let stands = rulings.iter().all(|r| r.order != Some(i));
        match order {
            Order::CallStalemate if stands => turn.emit(Event::StalemateCalled { by }),
            Order::Pass if stands => turn.emit(Event::Passed { by }),
            _ => {}
        }
    }
}

/// §5 Moves all units at once and gives the attacks that follow; none if movement was stopped (§4.4).
fn move_units(turn: &mut Turn<Battle>, by: Faction, orders: &[Order]) -> Option<Vec<Attack>> {
    let state = turn.state();
    let movement = Movement::judge(&state.setting, &fog::whole(state), by, orders);
    let (paths, is_halted) = if orders.contains(&Order::Stop) {
        let ways = movement.ways.iter().map(|(_, way)| way.clone()).collect();
        let (walked, is_halted) = halt::until_revealed(&state.setting, &state.public, by, ways);
        let hexes = |path: &Vec<Place>| path.iter().map(|p| state.setting.ground.hex(*p)).collect();
        (walked.iter().map(hexes).collect(), is_halted)
    } else {
        (movement.paths(&state.setting), false)
    };
    if !paths.is_empty() {
        turn.emit(Event::Moved { paths: paths.clone() });
    }
    fog::reveal(turn, by, &paths);
    if is_halted {
        turn.emit(Event::Halted { by });
        return None;
    }
    let state = turn.state();
    let board = fog::whole(state);
    let mut attacks = Attacks::judge(&state.setting, &board, by, &movement, orders).list;
    combat::in_order(&state.setting, &board, &mut attacks);
    Some(attacks)
}

/// §4.4 Nothing moves; attacks stand as far as they are possible from where the units are.
fn late_attacks(turn: &mut Turn<Battle>, by: Faction, after: u64, orders: &[Order]) -> Vec<Attack> {
    if orders.iter().any(|o| matches!(o, Order::Move(_))) {
        turn.emit(Event::MovedTooLate { by, after });
    }
    let state = turn.state();
    let board = fog::whole(state);
    let still = Movement::judge(&state.setting, &board, by, &[]);
    let judged = Attacks::judge(&state.setting, &board, by, &still, orders);
    let rulings = judged.rulings;
    let mut attacks = judged.list;
    attacks.retain(|a| rulings.iter().all(|r| r.order != Some(a.order)));
    combat::in_order(&state.setting, &board, &mut attacks);
    drop(board);
    void(turn, orders, &rulings);
    attacks
}

/// §4.4 Tells which orders of a late sheet cannot be carried out, each once.
fn void(turn: &mut Turn<Battle>, orders: &[Order], rulings: &[Ruling]) {
    for (i, order) in orders.iter().enumerate() {
        if let Some(ruling) = rulings.iter().find(|r| r.order == Some(i)) {
            turn.emit(Event::Voided { order: order.to_string(), why: ruling.fact.clone() });
        }
    }
}

/// §6 and §7 Fights all combats, then advances. True if the game has ended.
fn fight(turn: &mut Turn<Battle>, by: Faction, attacks: &[Attack]) -> bool {
    let mut advances = Vec::new();
    for attack in attacks {
        let state = turn.state();
        let fallen = state.public.unit(attack.target);
        let Some(combat) = combat::reckon(&state.setting, &state.public, &attack.units, attack.target) else {
            continue;
        };
        let chosen = advance::chosen(&state.setting, &state.public, attack);
        let hex = |place| state.setting.ground.hex(place);
        let event = Event::Fought {
            at: hex(attack.target),
            by: attack.units.iter().map(|p| hex(*p)).collect(),
            attack: combat.attack(),
            defence: combat.defender.strength,
            outcome: combat.outcome,
        };
        if combat.outcome == Outcome::DefenderEliminated {
            advances.extend(chosen.map(|from| (hex(from), hex(attack.target))));
        }
        let is_headquarters = fallen.is_some_and(|u| state.setting.unit(u.kind).is_headquarters());
        turn.emit(event);
        if combat.outcome != Outcome::NoEffect && turn.state().public.stalemate.is_some() {
            turn.emit(Event::StalemateBroken);
        }
        if let Some(unit) = fallen.filter(|_| is_headquarters) {
            victory::end(turn, victory::by_headquarters(unit.faction));
            return true;
        }
    }
    advance_all(turn, by, &advances);
    false
}

fn advance_all(turn: &mut Turn<Battle>, by: Faction, advances: &[(Hex, Hex)]) {
    for (from, to) in advances {
        turn.emit(Event::Advanced { from: *from, to: *to });
    }
    let paths: Vec<Vec<Hex>> = advances.iter().map(|(from, to)| vec![*from, *to]).collect();
    fog::reveal(turn, by, &paths);
}

/// §3.1 A faction gives its own game up.
pub fn leave(turn: &mut Turn<Battle>, seat: Seat, leaving: &Leaving) {
    let loser = faction(seat);
    let how = leaving.by_whose_word(|seat| name(faction(seat)).to_owned());
    let reason = format!("{} {}", name(loser), how.as_deref().unwrap_or("has conceded"));
    victory::end(turn, Ending { winner: Some(loser.other()), reason });
}
