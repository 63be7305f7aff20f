//! Players of Batalj's field battles: one who orders anything, one who orders what a sensible family would.

use super::chance::Chance;
use super::sheets::{answer, lawful};
use super::table::{self, Chosen};
use adjutant::games::batalj::Batalj;
use adjutant::games::batalj::battle::area::{Area, Side};
use adjutant::games::batalj::battle::field::{Field, Piece};
use adjutant::games::batalj::battle::orders::{
    Counted, Die, Fact, Has, Move, Order as BattleOrder, Play, Where, Window,
};
use adjutant::games::batalj::battle::sequence::Decision as BattleDecision;
use adjutant::games::batalj::battle::{cards, deployment, muster, plan};
use adjutant::games::batalj::data::Effect;
use adjutant::games::batalj::orders::Order;
use adjutant::games::batalj::sequence::Decision;
use adjutant::kernel::game::{Answer, Game, Pending, State};
use adjutant::kernel::orders::comparison::Comparison;
use adjutant::kernel::seat::Viewer;

/// The families in the order in which they take seats here.
pub const FAMILIES: [&str; 5] = ["sture", "grip", "brahe", "eka", "tre-rosor"];

/// The first position of a single battle of so many families.
pub fn begin(families: usize, options: &Chosen) -> State<Batalj> {
    let module = adjutant::games::find(Batalj::INFO.id).expect("Batalj is registered");
    let mut terms = table::terms(module, "battle", options);
    terms.seats = FAMILIES[..families].iter().map(|f| (*f).to_owned()).collect();
    table::begin(&terms).unwrap_or_else(|r| panic!("{options:?}: {r:?}"))
}

/// Any legal answer: lines are drawn at random and those that are not legal taken out again.
pub fn anything(state: &State<Batalj>, pending: &Pending<Decision>, chance: &mut Chance) -> Answer<Order> {
    let view = state.view(Viewer::Seat(pending.seat));
    let field = state.public.battle.as_ref().expect("a battle");
    let Decision::Battle(decision) = pending.decision else { panic!("a decision of a battle") };
    let count = chance.below(9);
    let lines = (0..count).map(|_| line(state, field, decision, pending.seat.0, chance));
    let mut given = lawful(state, pending, lines.map(Order::Battle).collect());
    if given.orders.is_empty() {
        let must_place = decision == BattleDecision::Deployment;
        let passes = !must_place && chance.is_in(1, 2);
        given.orders = if passes { vec![Order::Pass] } else { Batalj::defaults(&view, &pending.decision) };
        Batalj::arrange(&mut given.orders);
    }
    given
}

fn area(chance: &mut Chance) -> Area {
    *chance.pick(&Area::ALL)
}

/// Some areas, each once.
fn areas(chance: &mut Chance) -> Vec<Area> {
    let mut all = Area::ALL.to_vec();
    chance.shuffle(&mut all);
    all.truncate(1 + chance.below(4));
    all
}

fn has(chance: &mut Chance) -> Has {
    let place = if chance.is_in(1, 4) {
        Where::Of(*chance.pick(&[Side::Sweden, Side::Enemy]))
    } else {
        Where::In(area(chance))
    };
    Has {
        place,
        compared: *chance.pick(&[Comparison::Below, Comparison::Is, Comparison::Above]),
        count: chance.below(6) as u32,
        what: *chance.pick(&Counted::ALL),
    }
}

fn maybe_has(chance: &mut Chance) -> Option<Has> {
    chance.is_in(1, 4).then(|| has(chance))
}

/// Any line that may belong to a decision.
fn line(
    state: &State<Batalj>,
    field: &Field,
    decision: BattleDecision,
    family: u8,
    chance: &mut Chance,
) -> BattleOrder {
    match decision {
        BattleDecision::Muster => {
            let all = muster::all(&state.public, family);
            if chance.is_in(1, 4) || all.is_empty() {
                BattleOrder::Muster(Vec::new())
            } else {
                BattleOrder::Muster(some(&all, chance))
            }
        }
        BattleDecision::Deployment => {
            let all = deployment::cards(field);
            let mut cards = some(&all, chance);
            cards.truncate(2);
            let area = if chance.is_in(1, 9) { area(chance) } else { *chance.pick(&Area::ALL[..4]) };
            BattleOrder::Place { cards, area }
        }
        BattleDecision::Cards => play(state, family, chance),
        BattleDecision::Regrouping => match chance.below(6) {
            0 => play(state, family, chance),
            1 => BattleOrder::OurLosses(areas(chance)),
            _ => BattleOrder::Move(step(chance)),
        },
        BattleDecision::Round => match chance.below(20) {
            0 => play(state, family, chance),
            1 => BattleOrder::Bombard(areas(chance)),
            2..=5 => BattleOrder::Attack(areas(chance)),
            6 | 7 => BattleOrder::AttackFromReserve {
                pieces: 1 + chance.below(2) as u8,
                on: areas(chance),
                first: chance.is_in(1, 2),
            },
            8 => BattleOrder::TheirLosses(areas(chance)),
            9 => BattleOrder::OurLosses(areas(chance)),
            10 => BattleOrder::KeepMarshals(if chance.is_in(1, 2) { Vec::new() } else { areas(chance) }),
            11 => BattleOrder::Reroll(vec![Die::Artillery, Die::From(area(chance))]),
            12 => BattleOrder::RegroupLater,
            13 => BattleOrder::ContinueWhile(match chance.below(2) {
                0 => Fact::Has(has(chance)),
                _ => Fact::Round(Comparison::Below, u32::from(field.round) + chance.below(4) as u32),
            }),
            _ => BattleOrder::Move(step(chance)),
        },
    }
}

fn some(all: &[String], chance: &mut Chance) -> Vec<String> {
    let mut cards = all.to_vec();
    chance.shuffle(&mut cards);
    cards.truncate(1 + chance.below(all.len().max(1)));
    cards.sort_unstable();
    cards
}

fn play(state: &State<Batalj>, family: u8, chance: &mut Chance) -> BattleOrder {
    let hand: Vec<&str> = cards::playable(&state.setting, &state.public, family).map(|(id, _)| id).collect();
    let card = if hand.is_empty() { "narva".to_owned() } else { (*chance.pick(&hand)).to_owned() };
    let effect = state.setting.data.event(&card).map(|c| c.effect);
    let on = (effect == Some(Effect::ClearSection)).then(|| *chance.pick(&Area::ALL[4..7]));
    BattleOrder::Play(Play { window: *chance.pick(&Window::ALL), card, on, only_if: maybe_has(chance) })
}

fn step(chance: &mut Chance) -> Move {
    let only_if = maybe_has(chance);
    let count = 1 + chance.below(3) as u8;
    let front = *chance.pick(&Area::FRONT);
    let own = *chance.pick(&Area::ALL[..3]);
    match chance.below(8) {
        0 => Move { piece: Piece::Fief, count: 1, from: front, to: vec![front.opposite()], only_if },
        1 => Move { piece: Piece::Fief, count: 1, from: own, to: vec![Area::Reserve], only_if },
        2 => Move { piece: Piece::Fief, count: 1, from: Area::Reserve, to: vec![own], only_if },
        3 => Move { piece: Piece::Soldier, count, from: front, to: vec![Area::Reserve], only_if },
        4 => Move { piece: Piece::Soldier, count, from: Area::Reserve, to: vec![own], only_if },
        5 => {
            let to = (0..=chance.below(4)).map(|_| *chance.pick(&Area::ALL[..3])).collect();
            Move { piece: Piece::Soldier, count: 1, from: Area::Reserve, to, only_if }
        }
        _ => Move { piece: Piece::Marshal, count: 1, from: area(chance), to: vec![area(chance)], only_if },
    }
}

/// What a sensible family orders: it takes part with everything, attacks wherever it can, presses forward into empty
/// sections and fills its front.
pub fn sensible(state: &State<Batalj>, pending: &Pending<Decision>) -> Answer<Order> {
    let view = state.view(Viewer::Seat(pending.seat));
    let field = state.public.battle.as_ref().expect("a battle");
    let orders = match pending.decision {
        Decision::Battle(BattleDecision::Round) => sensible_round(state, field, pending.seat.0),
        _ => Batalj::defaults(&view, &pending.decision),
    };
    answer::<Batalj>(pending.seat, orders)
}

fn sensible_round(state: &State<Batalj>, field: &Field, family: u8) -> Vec<Order> {
    let mut orders = Vec::new();
    let able = |a: &Area| plan::attack_fault(field, *a).is_none();
    let bold = |a: &Area| field.sweden.marshals(*a) > 0 || field.sweden.pieces(*a) >= 3;
    let attack: Vec<Area> =
        [Area::EnemyRight, Area::EnemyCentre, Area::EnemyLeft, Area::Left, Area::Centre, Area::Right]
            .into_iter()
            .filter(|a| able(a) && bold(a))
            .collect();
    if !attack.is_empty() {
        orders.push(BattleOrder::Attack(attack));
    }
    let on: Vec<Area> = Area::FRONT.into_iter().filter(|a| field.enemy.pieces(*a) > 0).collect();
    let pieces = field.sweden.pieces(Area::Reserve).min(2);
    if !on.is_empty() && pieces > 0 {
        orders.push(BattleOrder::AttackFromReserve { pieces, on, first: false });
    }
    for lane in Side::Sweden.front() {
        let step = |piece, from, to| BattleOrder::Move(Move { piece, count: 1, from, to, only_if: None });
        orders.push(step(Piece::Fief, lane, vec![lane.opposite()]));
        orders.push(step(Piece::Fief, Area::Reserve, vec![lane]));
    }
    let fill = [0, 1, 2, 0, 1, 2].map(|lane| Side::Sweden.front()[lane]).to_vec();
    orders.push(BattleOrder::Move(Move {
        piece: Piece::Soldier,
        count: 1,
        from: Area::Reserve,
        to: fill,
        only_if: None,
    }));
    for to in Side::Sweden.front() {
        let step = Move { piece: Piece::Marshal, count: 1, from: Area::Reserve, to: vec![to], only_if: None };
        orders.push(BattleOrder::Move(step));
    }
    let hand = cards::playable(&state.setting, &state.public, family);
    for (card, effect) in hand.filter(|(_, effect)| *effect != Effect::Poltava) {
        let fullest = Side::Enemy.front().into_iter().max_by_key(|a| field.enemy.soldiers(*a));
        let on = fullest.filter(|a| effect == Effect::ClearSection && field.enemy.soldiers(*a) > 1);
        if effect != Effect::ClearSection || on.is_some() {
            let window = Window::Bombardment;
            orders.push(BattleOrder::Play(Play { window, card: card.to_owned(), on, only_if: None }));
        }
    }
    orders.into_iter().map(Order::Battle).collect()
}
