//! A player of Batalj's campaigns and expeditions: it plunders what lies near, comes home in time, trades, buys fiefs,
//! and plays its Event cards when they work.

use super::chance::Chance;
use super::sheets::answer;
use adjutant::games::batalj::Batalj;
use adjutant::games::batalj::court::Decision as Court;
use adjutant::games::batalj::court::ledger::holder;
use adjutant::games::batalj::court::orders::{Activity, Counted, Item, Order as Line, Reason};
use adjutant::games::batalj::data::Country;
use adjutant::games::batalj::orders::Order;
use adjutant::games::batalj::plundering::Decision as Raid;
use adjutant::games::batalj::plundering::map::Kind;
use adjutant::games::batalj::plundering::orders::{Measure, Order as Plan};
use adjutant::games::batalj::sequence::Decision;
use adjutant::kernel::game::{Answer, Game, Pending, State};
use adjutant::kernel::seat::Viewer;

/// An answer to any decision of a campaign or an expedition; what is not legal gives way to the defaults.
pub fn courtly(state: &State<Batalj>, pending: &Pending<Decision>, chance: &mut Chance) -> Answer<Order> {
    let view = state.view(Viewer::Seat(pending.seat));
    let orders = match pending.decision {
        Decision::Plundering(Raid::Announcement) => announcement(chance),
        Decision::Plundering(Raid::Expedition) if chance.is_in(1, 6) => vec![Order::Plundering(Plan::Ask)],
        Decision::Plundering(decision) => expedition(state, pending.seat.0, decision),
        Decision::Court(Court::Opening) => opening(pending.seat.0),
        Decision::Court(Court::Country) => vec![Order::Court(Line::War(*chance.pick(&Country::ALL)))],
        Decision::Court(Court::FamilyTurn) => family_turn(state, pending.seat.0, chance),
        _ => any_legal(state, pending, chance),
    };
    let given = answer::<Batalj>(pending.seat, orders);
    if Batalj::check(&view, &pending.decision, &given).is_empty() {
        return given;
    }
    answer::<Batalj>(pending.seat, Batalj::defaults(&view, &pending.decision))
}

fn announcement(chance: &mut Chance) -> Vec<Order> {
    match chance.below(4) {
        0 => vec![Order::Pass],
        n => vec![Order::Plundering(Plan::Plunder { from: ["lubeck", "stettin"][n % 2].to_owned() })],
    }
}

/// To the nearest tile, and home once enough is collected or none is left.
fn expedition(state: &State<Batalj>, family: u8, decision: Raid) -> Vec<Order> {
    const ENOUGH: u32 = 8;
    let map = &state.setting.map;
    let out = state.public.plundering.as_ref().and_then(|p| p.expedition.as_ref()).expect("an expedition");
    let party = out.party(family).expect("a plunderer");
    let here = map.place(&party.at).expect("a place");
    let goals = out.tiles.iter().filter_map(|id| map.place(id)).filter(|place| *place != here);
    let nearest = goals.min_by_key(|place| (map.steps(here, *place), *place));
    let mut lines = vec![Plan::Return { to: None, when: Some((Measure::Loot, ENOUGH)) }];
    let goal = nearest.filter(|_| party.measure(map, Measure::Loot) < ENOUGH);
    match goal {
        Some(goal) if map.kind(goal) == Kind::City => {
            lines.push(Plan::Route(vec![map.id(goal).to_owned()]));
            lines.push(Plan::TurnUp(Vec::new()));
        }
        _ => lines = vec![Plan::Return { to: None, when: None }],
    }
    if decision == Raid::Expedition {
        lines.push(Plan::CarryOn);
    }
    lines.into_iter().map(Order::Plundering).collect()
}

fn enter(item: Item) -> Order {
    Order::Court(Line::Enter(item))
}

fn gold(by: i32, reason: Reason) -> Order {
    enter(Item::Count { of: Counted::Gold, by, reason: Some(reason) })
}

/// Each family begins with Event cards of its own, and with a Military card.
fn opening(family: u8) -> Vec<Order> {
    const CARDS: [&[&str]; 5] = [
        &["archbishop-election-1", "artillery-1", "church-intrigue-1"],
        &["archbishop-murdered-1", "narva", "tyska-knektar"],
        &["blockade-runner", "manipulated-election", "viborgs-fastning"],
        &["archbishop-election-2", "supply-train"],
        &["archbishop-murdered-2", "church-intrigue-2"],
    ];
    CARDS[usize::from(family)]
        .iter()
        .map(|id| enter(Item::Card { id: (*id).to_owned(), lost: false }))
        .collect()
}

/// Income by an activity, now and then a fief for it, a card that works, an objection.
fn family_turn(state: &State<Batalj>, family: u8, chance: &mut Chance) -> Vec<Order> {
    let court = state.public.court.as_ref().expect("a campaign");
    let activity = *chance.pick(&Activity::ALL);
    let mut orders = vec![Order::Court(Line::Activity(activity))];
    match activity {
        Activity::Agriculture => orders.push(gold(3 + chance.below(4) as i32, Reason::Agriculture)),
        Activity::Trade => orders.push(gold(4 + chance.below(6) as i32, Reason::Trade)),
        Activity::Culture => {
            orders.push(enter(Item::Count { of: Counted::Ap, by: 1, reason: Some(Reason::HistorySet) }));
        }
    }
    if court.ledger(family).gold > 14 && chance.is_in(1, 2) {
        let fiefs = state.setting.data.fiefs.fiefs.iter().map(|fief| &fief.id);
        let free: Vec<&String> = fiefs.filter(|id| holder(&state.public, id).is_none()).collect();
        orders.push(enter(Item::Fief { id: (*chance.pick(&free)).clone(), lost: false }));
        orders.push(gold(-10, Reason::Purchase));
    }
    let open = court.entries.iter().find(|entry| entry.open_to.contains(&family));
    orders.extend(open.filter(|_| chance.is_in(1, 12)).map(|entry| Order::Court(Line::Object(entry.number))));
    let cards: Vec<&String> = state
        .public
        .family(family)
        .events
        .iter()
        .filter(|id| state.setting.data.court.card(id).is_some())
        .collect();
    if !cards.is_empty() && chance.is_in(1, 3) {
        let card = (*chance.pick(&cards)).clone();
        let on =
            (card == "manipulated-election").then(|| state.setting.families[usize::from(family)].clone());
        orders.push(Order::Court(Line::Play { card, on }));
    }
    orders
}

/// One of the lines that are offered.
fn any_legal(state: &State<Batalj>, pending: &Pending<Decision>, chance: &mut Chance) -> Vec<Order> {
    let view = state.view(Viewer::Seat(pending.seat));
    let offered: Vec<Order> = Batalj::legal(&view, &pending.decision, &[]).collect();
    vec![chance.pick(&offered).clone()]
}
