//! Rules for plundering: who sets out, how moves follow each other, how the expedition ends.

use super::event::Event;
use super::map::{CIRCLES, Kind};
use super::orders::Order as Line;
use super::plan::Plan;
use super::state::{Expedition, Fate, Party};
use super::{Batalj, Decision, Happening, Order, Public, Setting, Table};
use crate::kernel::game::{Answer, Turn};

/// What is awaited of whom: the family's place at the table, the decision, and what it is asked.
pub fn awaited(setting: &Setting, public: &Public) -> Vec<(u8, Decision, String)> {
    let Some(plundering) = &public.plundering else { return Vec::new() };
    if plundering.announcing {
        let ask = |family: u8| {
            let prompt = format!("{} says whether it sets out to plunder", setting.name(family));
            (family, Decision::Announcement, prompt)
        };
        return public.in_game().map(ask).collect();
    }
    let Some(expedition) = &plundering.expedition else { return Vec::new() };
    let (name, turn) = (setting.name(expedition.mover), expedition.turn);
    let (decision, prompt) = match expedition.die {
        None => (Decision::Expedition, format!("{name} plans its plundering, turn {turn}")),
        Some(die) => (Decision::March, format!("{name} moves up to {die}, turn {turn} of the plundering")),
    };
    vec![(expedition.mover, decision, prompt)]
}

/// Whether families plunder or are being asked about it.
pub fn is_under_way(public: &Public) -> bool {
    public.plundering.as_ref().is_some_and(|p| p.announcing || p.expedition.is_some())
}

/// The families that are or were out on the expedition under way.
pub fn families(public: &Public) -> Vec<u8> {
    let expedition = public.plundering.as_ref().and_then(|p| p.expedition.as_ref());
    expedition.map_or_else(Vec::new, |e| e.parties.iter().map(|party| party.family).collect())
}

/// Whether anything may be rolled before the next pause: setting out needs dice only where tiles are short.
pub fn can_roll(public: &Public) -> bool {
    let is_short = |p: &super::state::Plundering| p.bag.len() < CIRCLES;
    public.plundering.as_ref().is_none_or(|p| !p.announcing || is_short(p))
}

/// Asks all families who sets out.
pub fn call(turn: &mut Turn<Batalj>) {
    emit(turn, Event::ExpeditionCalled);
}

/// Resolves answers and goes on as far as standing plans lead. True when the plundering is over.
pub fn resolve(turn: &mut Turn<Batalj>, answers: &[Answer<Order>]) -> bool {
    let is_announcing = turn.state().public.plundering.as_ref().is_some_and(|p| p.announcing);
    if is_announcing {
        announce(turn, answers);
    } else {
        for answer in answers {
            if act(turn, answer) {
                return false;
            }
        }
    }
    go_on(turn);
    is_over(turn)
}

/// Whether there is no expedition any more.
fn is_over(turn: &Turn<Batalj>) -> bool {
    turn.state().public.plundering.as_ref().is_none_or(|p| !p.announcing && p.expedition.is_none())
}

/// All who take part announce it after the Regent card is drawn.
fn announce(turn: &mut Turn<Batalj>, answers: &[Answer<Order>]) {
    let mut parties = Vec::new();
    for answer in answers {
        let family = answer.seat.0;
        let from = answer.orders.iter().find_map(|order| match order {
            Order::Plundering(Line::Plunder { from }) => Some(from.clone()),
            _ => None,
        });
        parties.extend(from.clone().map(|port| (family, port)));
        emit(turn, Event::Announced { family, from });
    }
    if parties.is_empty() {
        emit(turn, Event::ExpeditionEnded);
        return;
    }
    let round = turn.state().public.round();
    let tiles = place_tiles(turn, round);
    emit(turn, Event::SetOut { round, parties, tiles });
}

/// Riksgälden places a tile on every city circle; where the bag holds fewer, dice choose the circles.
fn place_tiles(turn: &mut Turn<Batalj>, round: u8) -> Vec<String> {
    let state = turn.state();
    let map = &state.setting.map;
    let mut free: Vec<String> = map.of_kind(Kind::City).map(|place| map.id(place).to_owned()).collect();
    let count = state.public.plundering.as_ref().map_or(0, |p| p.bag.len()).min(CIRCLES);
    if count == free.len() {
        return free;
    }
    let mut chosen = Vec::new();
    for number in 1..=count {
        let drawn = turn.draw("bank", format!("regent {round} plunder circle {number}"), &free);
        chosen.push(free.remove(drawn));
    }
    chosen.sort();
    chosen
}

/// A plunderer's move. True if he rolled the die and is to be asked again.
fn act(turn: &mut Turn<Batalj>, answer: &Answer<Order>) -> bool {
    let Some((expedition, party)) = mover(turn) else { return false };
    let (family, known) = (party.family, expedition.die);
    let here = turn.state().setting.map.place(&party.at);
    let lines: Vec<Line> = answer
        .orders
        .iter()
        .filter_map(|order| match order {
            Order::Plundering(line) => Some(line.clone()),
            _ => None,
        })
        .collect();
    if let Some(plan) = party.standing(&turn.state().setting.map).filter(|_| lines == [Line::CarryOn]) {
        march(turn, plan, known);
        return false;
    }
    if party.plan.is_some() {
        emit(turn, Event::PlanEnded { family });
    }
    if lines.contains(&Line::Ask) && known.is_none() {
        let die = roll(turn, &expedition);
        emit(turn, Event::DieCast { family, die });
        return true;
    }
    let plan = here.map(|here| Plan::of(&turn.state().setting.map, here, &lines)).unwrap_or_default();
    if plan == Plan::default() {
        emit(turn, Event::Waited { family });
        pass_on(turn);
        return false;
    }
    if lines.contains(&Line::CarryOn) {
        emit(turn, Event::Planned { family, plan: plan.clone() });
    }
    march(turn, &plan, known);
    false
}

/// Moves those who go on with a plan, until one must be asked or nobody is out.
fn go_on(turn: &mut Turn<Batalj>) {
    while let Some((_, party)) = mover(turn) {
        let Some(plan) = &party.plan else { return };
        if plan.is_spent(&turn.state().setting.map, &party) {
            emit(turn, Event::PlanEnded { family: party.family });
            return;
        }
        march(turn, plan, None);
    }
}

/// The expedition and the party whose move it is.
fn mover(turn: &Turn<Batalj>) -> Option<(Expedition, Party)> {
    let expedition = turn.state().public.plundering.as_ref()?.expedition.as_ref()?;
    Some((expedition.clone(), expedition.party(expedition.mover)?.clone()))
}

fn label(turn: &Turn<Batalj>, expedition: &Expedition, what: &str) -> String {
    let family = &turn.state().setting.families[usize::from(expedition.mover)];
    format!("regent {} plunder t{} {family} {what}", expedition.round, expedition.turn)
}

fn roll(turn: &mut Turn<Batalj>, expedition: &Expedition) -> u8 {
    let label = label(turn, expedition, "die");
    let by = turn.state().setting.families[usize::from(expedition.mover)].clone();
    turn.roll(&by, label, 6) as u8
}

/// How the plundering proceeds: he rolls the die, moves as far as the plan and the die take him, and turns a tile up.
fn march(turn: &mut Turn<Batalj>, plan: &Plan, known: Option<u8>) {
    let Some((expedition, party)) = mover(turn) else { return };
    let family = party.family;
    let map = std::sync::Arc::clone(&turn.state().setting.map);
    // Who goes home from the start square that he stands in needs no die.
    if let Some(port) = plan.homeward(&map, &party).filter(|port| map.id(*port) == party.at) {
        emit(turn, Event::CameHome { family, port: map.id(port).to_owned() });
        pass_on(turn);
        return;
    }
    let die = known.unwrap_or_else(|| roll(turn, &expedition));
    let walk = plan.walk(&map, &expedition, &party, die);
    let path: Vec<String> = walk.path.iter().map(|place| map.id(*place).to_owned()).collect();
    let is_stuck = path.is_empty();
    emit(turn, Event::Marched { family, die, path: path.clone() });
    if let Some(last) = path.last() {
        if walk.turns_up {
            turn_up(turn, &expedition, last);
        } else if walk.path.last().is_some_and(|place| map.kind(*place) == Kind::Port) {
            emit(turn, Event::CameHome { family, port: last.clone() });
        }
    }
    // A plan that leads nowhere would be tried for ever.
    if is_stuck && party.plan.is_some() {
        emit(turn, Event::PlanEnded { family });
    }
    pass_on(turn);
}

/// In the same move the tile is turned face up. Nobody has seen its face, so it is drawn now.
fn turn_up(turn: &mut Turn<Batalj>, expedition: &Expedition, city: &str) {
    let Some(plundering) = &turn.state().public.plundering else { return };
    let unseen: Vec<String> = expedition.unseen(&plundering.bag).cloned().collect();
    let label = label(turn, expedition, city);
    let drawn = turn.draw("bank", label, &unseen);
    let event = Event::TurnedUp {
        family: expedition.mover,
        city: city.to_owned(),
        tile: unseen.get(drawn).cloned().unwrap_or_default(),
    };
    emit(turn, event);
}

/// The next plunderer's move; when nobody is under way, the plundering is over.
fn pass_on(turn: &mut Turn<Batalj>) {
    let Some((expedition, _)) = mover(turn) else { return };
    match expedition.next() {
        Some((number, family)) => emit(turn, Event::MoveCame { turn: number, family }),
        None => emit(turn, Event::ExpeditionEnded),
    }
}

/// A single expedition: whoever has brought most home wins; an AP counts as much as the gold that makes one.
pub fn end_single(turn: &mut Turn<Batalj>) {
    let state = turn.state();
    let per_ap = i32::from(state.setting.data.court.tally.gold);
    let worth = |family: u8| {
        let spoils =
            state.public.plundering.as_ref().map_or((0, 0), |p| p.spoils(&state.setting.map, family));
        spoils.0 as i32 + spoils.1 as i32 * per_ap
    };
    let best = state.public.in_game().map(worth).max().unwrap_or(0);
    let winners: Vec<u8> =
        state.public.in_game().filter(|family| worth(*family) == best && best > 0).collect();
    let reason = match best {
        0 => "nobody has brought anything home".to_owned(),
        best => format!("what it brought home is worth {best} gold, {per_ap} for each AP"),
    };
    turn.emit(Happening::Table(Table::Ended { winners, to_the_enemy: false, reason }));
}

/// A family that gives the game up is out of the plundering, too. Nothing is rolled for that: whose move comes next is
/// asked, even if he has a plan. True when the plundering is over by it.
pub fn withdraw(turn: &mut Turn<Batalj>, family: u8) -> bool {
    let Some((expedition, _)) = mover(turn) else { return is_over(turn) };
    if expedition.party(family).is_some_and(|party| party.fate == Fate::Out) {
        emit(turn, Event::Disbanded { family });
        if expedition.mover == family {
            pass_on(turn);
        }
    }
    is_over(turn)
}

fn emit(turn: &mut Turn<Batalj>, event: Event) {
    turn.emit(Happening::Plundering(event));
}
