//! Players of Battue: one who orders anything, one who orders what a sensible khan would.

use super::chance::Chance;
use super::sheets;
use super::table::{self, Chosen};
use adjutant::games::battue::Battue;
use adjutant::games::battue::board::CAMP;
use adjutant::games::battue::data::{Effect, Time};
use adjutant::games::battue::orders::{Condition, March, Measure, Order, Play, Reply, Retreat, Standing};
use adjutant::games::battue::sequence::Decision;
use adjutant::games::battue::setting::Scenario;
use adjutant::games::battue::state::{Public, secret};
use adjutant::kernel::game::{Answer, Game, Pending, State};
use adjutant::kernel::orders::comparison::Comparison;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The seats in their order.
pub const SEATS: [&str; 4] = ["red", "blue", "green", "yellow"];

/// The first position of a game of so many players.
pub fn begin(seats: usize, scenario: &str, options: &Chosen) -> State<Battue> {
    let module = adjutant::games::find(Battue::INFO.id).expect("Battue is registered");
    let mut terms = table::terms(module, scenario, options);
    terms.seats = SEATS[..seats].iter().map(|seat| (*seat).to_owned()).collect();
    table::begin(&terms).unwrap_or_else(|r| panic!("{options:?}: {r:?}"))
}

/// Lines without those that are not legal together; a pass if none is left.
fn lawful(state: &State<Battue>, pending: &Pending<Decision>, orders: Vec<Order>) -> Answer<Order> {
    let mut given = sheets::lawful(state, pending, orders);
    if given.orders.is_empty() {
        given.orders.push(Order::Pass);
    }
    given
}

/// Any legal answer: lines are drawn at random and those that are not legal taken out again.
pub fn anything(state: &State<Battue>, pending: &Pending<Decision>, chance: &mut Chance) -> Answer<Order> {
    let seat = pending.seat.0;
    let orders = match pending.decision {
        Decision::Setup => setup(state, chance),
        Decision::Turn => turn(state, seat, chance),
        Decision::Reaction => reaction(state, seat, chance),
        Decision::GoOn | Decision::Standing => standing(state, seat, chance),
    };
    lawful(state, pending, orders)
}

fn any<'a>(places: &'a [String], chance: &mut Chance) -> &'a String {
    chance.pick(places)
}

fn spaces(state: &State<Battue>) -> Vec<String> {
    state.setting.data.board.ids().map(str::to_owned).collect()
}

fn setup(state: &State<Battue>, chance: &mut Chance) -> Vec<Order> {
    let walls: Vec<String> = state.setting.data.board.perimeter.iter().map(|wall| wall.id.clone()).collect();
    let mut orders = Vec::new();
    if chance.is_in(3, 4) {
        orders.push(Order::Start((0..=chance.below(3)).map(|_| any(&walls, chance).clone()).collect()));
    }
    if state.setting.scenario == Scenario::Laid && chance.is_in(3, 4) {
        let fit: Vec<String> = state.setting.special_spaces().map(str::to_owned).collect();
        orders.push(Order::Lay((0..=chance.below(4)).map(|_| any(&fit, chance).clone()).collect()));
    }
    orders
}

fn condition(chance: &mut Chance) -> Option<Condition> {
    let comparisons = [Comparison::Below, Comparison::Is, Comparison::Above];
    chance.is_in(1, 2).then(|| Condition {
        measure: *chance.pick(&Measure::ALL),
        comparison: *chance.pick(&comparisons),
        number: chance.below(10) as u8,
    })
}

/// Neighbours of a horde's place.
fn near(state: &State<Battue>, seat: u8, at: &str) -> Vec<String> {
    if at == CAMP {
        return state.public.horde(seat).camp.iter().map(|camp| camp.at.clone()).collect();
    }
    state.setting.data.board.links(at).to_vec()
}

fn turn(state: &State<Battue>, seat: u8, chance: &mut Chance) -> Vec<Order> {
    let (mut orders, mut callers) = (Vec::new(), Vec::new());
    for (at, count) in state.public.hordes_of(seat) {
        match chance.below(8) {
            0 => {}
            1 | 2 => callers.push(at),
            _ => orders.extend(march(state, seat, &at, count, chance)),
        }
    }
    orders.extend((!callers.is_empty()).then_some(Order::Reinforce(callers)));
    let moves = orders.iter().filter_map(adjutant::games::battue::movement::march);
    let fields: Vec<String> = moves.map(|march| march.to.clone()).collect();
    orders.extend(plays(state, seat, &fields, chance));
    for at in &fields {
        orders.extend(plan(state, at, chance));
    }
    if fields.len() > 1 && chance.is_in(1, 2) {
        let mut fields = fields.clone();
        chance.shuffle(&mut fields);
        fields.dedup();
        orders.push(Order::Battles(fields));
    }
    let own: Vec<String> = state.public.controlled(seat).into_iter().map(str::to_owned).collect();
    if !own.is_empty() && chance.is_in(1, 3) {
        orders.push(Order::GiveUp(vec![any(&own, chance).clone()]));
    }
    if chance.is_in(1, 3) {
        orders.push(Order::Discard(vec![any_card(state, seat, chance), any_card(state, seat, chance)]));
    }
    orders.extend(chance.is_in(1, 2).then_some(Order::Bank));
    if chance.is_in(1, 6) {
        orders.extend(standing(state, seat, chance));
    }
    orders
}

/// A horde or two parts of it go somewhere.
fn march(state: &State<Battue>, seat: u8, at: &str, count: u8, chance: &mut Chance) -> Vec<Order> {
    let near = near(state, seat, at);
    let mut orders = Vec::new();
    let parts = 1 + chance.below(2);
    for _ in 0..parts {
        let to = any(&near, chance).clone();
        let part = (parts > 1 || chance.is_in(1, 4)).then(|| 1 + chance.below(usize::from(count)) as u8);
        let march = March { from: at.to_owned(), via: None, to, count: part };
        orders.push(Order::Move(march.clone()));
        if chance.is_in(1, 4) {
            let beyond = state.setting.data.board.links(&march.to);
            let far =
                Order::Move(March { via: Some(march.to.clone()), to: any(beyond, chance).clone(), ..march });
            orders.push(far);
        }
    }
    orders
}

fn any_card(state: &State<Battue>, seat: u8, chance: &mut Chance) -> String {
    let hand = &secret(state, seat).hand;
    if hand.is_empty() || chance.is_in(1, 6) {
        return chance.pick(&state.setting.data.loot.cards).id.clone();
    }
    any(hand, chance).clone()
}

fn plays(state: &State<Battue>, seat: u8, fields: &[String], chance: &mut Chance) -> Vec<Order> {
    let (spaces, hordes) = (spaces(state), state.public.hordes_of(seat));
    let places: Vec<String> = hordes.into_iter().map(|(at, _)| at).collect();
    let mut orders = Vec::new();
    for _ in 0..chance.below(5) {
        let id = any_card(state, seat, chance);
        let Some(card) = state.setting.data.loot(&id) else { continue };
        let at = match card.effect {
            Effect::Warriors | Effect::March if !places.is_empty() => Some(any(&places, chance).clone()),
            Effect::Slay => {
                let held: Vec<String> = state.public.spaces.keys().cloned().collect();
                (!held.is_empty()).then(|| any(&held, chance).clone())
            }
            _ if card.when.contains(&Time::Attack) && !fields.is_empty() => Some(any(fields, chance).clone()),
            _ if chance.is_in(1, 20) => Some(any(&spaces, chance).clone()),
            _ => None,
        };
        let against = card.effect.needs_victim().then(|| any(&state.setting.seats, chance).clone());
        let when = condition(chance).filter(|_| card.when.contains(&Time::Attack));
        orders.push(Order::Play(Play {
            card: id,
            at,
            against,
            at_the_end: false,
            if_held: chance.is_in(1, 5),
            when,
        }));
    }
    orders
}

fn plan(state: &State<Battue>, at: &str, chance: &mut Chance) -> Vec<Order> {
    let mut orders = Vec::new();
    let refuges = state.setting.data.board.links(at);
    if chance.is_in(1, 3) {
        let to = (0..=chance.below(2)).map(|_| any(refuges, chance).clone()).collect();
        orders.push(Order::Retreat(Retreat { from: Some(at.to_owned()), to, when: condition(chance) }));
    }
    if let Some(while_) = condition(chance).filter(|_| chance.is_in(1, 2)) {
        orders.push(Order::Continue { at: at.to_owned(), while_ });
    }
    orders
}

fn reaction(state: &State<Battue>, seat: u8, chance: &mut Chance) -> Vec<Order> {
    let Some(battle) = &state.public.battle else { return Vec::new() };
    let mut orders: Vec<Order> = (0..chance.below(4))
        .map(|_| {
            let card = any_card(state, seat, chance);
            let when = condition(chance);
            Order::Play(Play {
                card,
                at: None,
                against: None,
                at_the_end: false,
                if_held: chance.is_in(1, 5),
                when,
            })
        })
        .collect();
    if chance.is_in(1, 2) {
        let to = any(state.setting.data.board.links(&battle.at), chance).clone();
        orders.push(Order::Retreat(Retreat { from: None, to: vec![to], when: condition(chance) }));
    }
    if chance.is_in(1, 6) {
        orders.extend(standing(state, seat, chance));
    }
    orders
}

fn standing(state: &State<Battue>, seat: u8, chance: &mut Chance) -> Vec<Order> {
    let own: Vec<String> = state.public.controlled(seat).into_iter().map(str::to_owned).collect();
    let line = |chance: &mut Chance| {
        let at = (!own.is_empty() && chance.is_in(1, 2)).then(|| any(&own, chance).clone());
        let reply = match chance.below(5) {
            0 => Reply::Pass,
            1 => Reply::Ask,
            2 => {
                let to = match &at {
                    Some(at) => any(state.setting.data.board.links(at), chance).clone(),
                    None => any(&spaces(state), chance).clone(),
                };
                Reply::Retreat { to: vec![to], when: condition(chance) }
            }
            _ => Reply::Play { card: any_card(state, seat, chance), when: condition(chance) },
        };
        Order::Standing(Standing { at, answer: reply })
    };
    (0..=chance.below(3)).map(|_| line(chance)).collect()
}

/// What a sensible khan orders: he calls where he is weak, storms towards the Palace and the special tiles where he is
/// strong, plays what he holds and answers by standing orders.
pub fn sensible(state: &State<Battue>, pending: &Pending<Decision>) -> Answer<Order> {
    let seat = pending.seat.0;
    let orders = match pending.decision {
        Decision::Setup => vec![Order::Start(wishes(state, seat))],
        Decision::Turn => raid(state, seat),
        Decision::Reaction => defend(state, seat),
        Decision::GoOn | Decision::Standing => Vec::new(),
    };
    lawful(state, pending, orders)
}

/// The gates, beginning with another one for each seat.
fn wishes(state: &State<Battue>, seat: u8) -> Vec<String> {
    let walls = state.setting.data.board.perimeter.iter().map(|wall| wall.id.clone());
    let mut gates: Vec<String> = walls.filter(|id| id.starts_with("gate")).collect();
    let turn = usize::from(seat) % gates.len().max(1);
    gates.rotate_left(turn);
    gates
}

fn raid(state: &State<Battue>, seat: u8) -> Vec<Order> {
    let (mut orders, mut callers) = (Vec::new(), Vec::new());
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let reserve = state.public.reserve(&state.setting, seat);
    for (at, count) in state.public.hordes_of(seat) {
        if count < 7 && reserve > 0 && at != CAMP {
            callers.push(at);
            continue;
        }
        let Some(to) = step(state, seat, &at, count, &taken) else { continue };
        taken.insert(to.clone());
        if state.public.space(&to).controller != Some(seat) {
            orders.extend(attack(state, seat, &at, &to));
        }
        orders.push(Order::Move(March { from: at, via: None, to, count: None }));
    }
    orders.extend((!callers.is_empty()).then_some(Order::Reinforce(callers)));
    for card in &secret(state, seat).hand {
        orders.extend(use_of(state, seat, card));
    }
    orders.push(Order::Bank);
    let when = |answer| Order::Standing(Standing { at: None, answer });
    let cards = secret(state, seat).hand.iter().filter(|id| is_for(state, id, Time::Defence));
    let cards: BTreeSet<String> = cards.cloned().collect();
    if cards.is_empty() {
        orders.push(when(Reply::Pass));
    }
    let above = |number| Some(Condition { measure: Measure::Attack, comparison: Comparison::Above, number });
    orders.extend(cards.into_iter().map(|card| when(Reply::Play { card, when: above(6) })));
    orders
}

fn is_for(state: &State<Battue>, card: &str, time: Time) -> bool {
    state.setting.data.loot(card).is_some_and(|card| card.when.contains(&time))
}

/// Cards for the attack, and when to give it up.
fn attack(state: &State<Battue>, seat: u8, from: &str, to: &str) -> Vec<Order> {
    let hand = secret(state, seat).hand.iter().filter(|id| is_for(state, id, Time::Attack));
    let when = Some(Condition { measure: Measure::Defence, comparison: Comparison::Above, number: 4 });
    let mut orders: Vec<Order> = hand
        .map(|card| {
            let at = Some(to.to_owned());
            Order::Play(Play {
                card: card.clone(),
                at,
                against: None,
                at_the_end: false,
                if_held: false,
                when,
            })
        })
        .collect();
    if from != CAMP {
        let when = Some(Condition { measure: Measure::Warriors, comparison: Comparison::Below, number: 4 });
        orders.push(Order::Retreat(Retreat { from: Some(to.to_owned()), to: vec![from.to_owned()], when }));
    }
    orders
}

/// How a card of the start or end of the turn is played.
fn use_of(state: &State<Battue>, seat: u8, id: &str) -> Option<Order> {
    let card = state.setting.data.loot(id)?;
    let play = |at: Option<String>, against: Option<String>| {
        Order::Play(Play { card: id.to_owned(), at, against, at_the_end: false, if_held: false, when: None })
    };
    match card.effect {
        Effect::Warriors => {
            let hordes = state.public.hordes_of(seat);
            let weakest = hordes.into_iter().min_by_key(|(_, count)| *count)?;
            Some(play(Some(weakest.0), None))
        }
        Effect::Slay => state
            .public
            .spaces
            .keys()
            .find(|at| {
                let space = state.public.space(at);
                let is_enemy = space.controller.is_some_and(|other| other != seat) && space.warriors > 0;
                let links = state.setting.data.board.links(at);
                is_enemy && links.iter().any(|link| state.public.space(link).controller == Some(seat))
            })
            .map(|at| play(Some(at.clone()), None)),
        Effect::Steal | Effect::Rob => {
            let others = state.public.in_game().filter(|other| *other != seat);
            let richest = others.max_by_key(|other| state.public.horde(*other).hand)?;
            Some(play(None, Some(state.setting.seat(richest).to_owned())))
        }
        Effect::Draw => Some(play(None, None)),
        _ => None,
    }
}

/// The next space on the way: strong hordes go for the tiles that end the game, others for what is nearest.
fn step(state: &State<Battue>, seat: u8, at: &str, count: u8, taken: &BTreeSet<String>) -> Option<String> {
    if at == CAMP {
        return state.public.horde(seat).camp.as_ref().map(|camp| camp.at.clone());
    }
    let public: &Public = &state.public;
    let own = |id: &str| public.space(id).controller == Some(seat);
    let goals: Vec<String> = state
        .public
        .specials
        .iter()
        .cloned()
        .chain([state.setting.palace().to_owned()])
        .filter(|id| public.space(id).controller.is_none())
        .collect();
    let is_goal =
        |id: &str| if count > 6 && !goals.is_empty() { goals.iter().any(|g| g == id) } else { !own(id) };
    let mut from: BTreeMap<String, String> = BTreeMap::new();
    let mut open = VecDeque::from([at.to_owned()]);
    while let Some(here) = open.pop_front() {
        for link in state.setting.data.board.links(&here) {
            if link == at || from.contains_key(link) || (here == at && taken.contains(link)) {
                continue;
            }
            from.insert(link.clone(), here.clone());
            if is_goal(link) {
                let mut step = link.clone();
                while from[&step] != at {
                    step.clone_from(&from[&step]);
                }
                return Some(step);
            }
            open.push_back(link.clone());
        }
    }
    None
}

fn defend(state: &State<Battue>, seat: u8) -> Vec<Order> {
    let cards = secret(state, seat).hand.iter().filter(|id| is_for(state, id, Time::Defence));
    let play = |card: &String| {
        Order::Play(Play {
            card: card.clone(),
            at: None,
            against: None,
            at_the_end: false,
            if_held: false,
            when: None,
        })
    };
    cards.take(1).map(play).collect()
}
