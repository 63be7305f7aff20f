//! Orders and facts of Battle as lines: drawn at random, and read as they were printed.

use crate::players::chance::Chance;
use crate::players::table;
use adjutant::games::battle::Battle;
use adjutant::games::battle::data::{Faction, TileKind};
use adjutant::games::battle::orders::{Fact, Occupant, Order};
use adjutant::games::battle::sequence::Decision;
use adjutant::games::battle::set_up::{Muster, Placing, SetUp};
use adjutant::kernel::board::hex::Hex;
use adjutant::kernel::game::{Game, State};
use adjutant::kernel::orders::comparison::Comparison;
use adjutant::kernel::orders::condition::{Condition, Outlook};
use adjutant::kernel::orders::sheet::{self, Grammars, Item};
use adjutant::kernel::orders::wrapper::RawLine;
use adjutant::kernel::seat::{Seat, Viewer};

/// Any order that a player could write for a decision; most are against the rules.
pub fn any_order(state: &State<Battle>, decision: Decision, chance: &mut Chance) -> Order {
    let setting = &state.setting;
    let unit =
        |chance: &mut Chance| setting.card.units[1 + chance.below(setting.card.units.len() - 1)].id.clone();
    match decision {
        Decision::SetUp(SetUp { muster, placing }) => match (muster, placing) {
            (Some(_), Some(placing)) if chance.is_in(1, 2) => any_placing(state, placing, chance),
            (None, Some(placing)) => any_placing(state, placing, chance),
            (Some(Muster::Army), _) => Order::Army(chance.pick(&setting.card.armies).id.clone()),
            _ => Order::Buy { count: chance.below(12) as u32, unit: unit(chance) },
        },
        Decision::SubTurn if setting.rules.fog_of_war && chance.is_in(1, 8) => Order::Stop,
        Decision::SubTurn => match chance.below(12) {
            0 => Order::Pass,
            6 if setting.rules.stalemate => Order::CallStalemate,
            1..6 => any_move(state, chance),
            _ => any_attack(state, chance),
        },
    }
}

fn any_placing(state: &State<Battle>, placing: Placing, chance: &mut Chance) -> Order {
    let count = 1 + chance.below(4);
    let mut hexes = vec![any_hex(state, chance)];
    match placing {
        Placing::Tiles if chance.is_in(1, 4) => Order::Headquarters(hexes[0]),
        Placing::Tiles => {
            while hexes.len() < count {
                let hex = any_near(state, hexes[0], chance);
                hexes.push(hex);
            }
            Order::Tile { kind: *chance.pick(&TileKind::ALL), hexes: sorted(hexes) }
        }
        Placing::Units => {
            hexes.extend((1..count).map(|_| any_hex(state, chance)));
            let units = &state.setting.card.units;
            let unit = units[1 + chance.below(units.len() - 1)].id.clone();
            Order::Deploy { hexes: sorted(hexes), unit }
        }
    }
}

fn any_hex(state: &State<Battle>, chance: &mut Chance) -> Hex {
    *chance.pick(&state.setting.ground.hexes)
}

/// A hex with a unit, or now and then any other.
fn any_unit(state: &State<Battle>, chance: &mut Chance) -> Hex {
    let factions = [state.public.faction, state.public.faction, state.public.faction.other()];
    let units = state.public.places_of(*chance.pick(&factions));
    match chance.place(units).filter(|_| chance.is_in(9, 10)) {
        Some(place) => state.setting.ground.hex(place),
        None => any_hex(state, chance),
    }
}

/// A neighbour on the board, or now and then any hex.
fn any_near(state: &State<Battle>, hex: Hex, chance: &mut Chance) -> Hex {
    let near: Vec<Hex> = hex.neighbours().filter(|h| state.setting.ground.place(*h).is_some()).collect();
    if near.is_empty() || chance.is_in(1, 20) { any_hex(state, chance) } else { *chance.pick(&near) }
}

fn any_move(state: &State<Battle>, chance: &mut Chance) -> Order {
    let mut path = vec![any_unit(state, chance)];
    for _ in 0..=chance.below(3) {
        path.push(any_near(state, path[path.len() - 1], chance));
    }
    Order::Move(path)
}

fn any_attack(state: &State<Battle>, chance: &mut Chance) -> Order {
    let target = any_unit(state, chance);
    let mut units: Vec<Hex> = (0..=chance.below(3)).map(|_| any_near(state, target, chance)).collect();
    if chance.is_in(9, 10) {
        units.sort_unstable();
        units.dedup();
    }
    let advance = chance.is_in(1, 2).then(|| *chance.pick(&units));
    Order::Attack { units: sorted(units), target, advance }
}

fn sorted(mut hexes: Vec<Hex>) -> Vec<Hex> {
    hexes.sort_unstable();
    hexes
}

/// Reads lines as a sheet of the seat's.
fn read(
    state: &State<Battle>,
    seat: Seat,
    decision: Option<&Decision>,
    lines: &[String],
) -> Vec<Item<Order, Fact>> {
    let view = state.view(Viewer::Seat(seat));
    let grammars = Grammars {
        now: Some(Battle::grammar(&view, decision)),
        any: Battle::grammar(&view, None),
        facts: Battle::facts(&view),
    };
    let raw: Vec<RawLine> =
        lines.iter().enumerate().map(|(i, text)| RawLine { number: i + 1, text: text.clone() }).collect();
    let sheet = sheet::read(&raw, &grammars, false);
    assert_eq!(sheet.findings, [], "{lines:?}");
    sheet.items
}

/// Each order reads as it was printed, by the forms of its decision and by those of all decisions.
pub fn assert_read_as_printed(state: &State<Battle>, seat: Seat, decision: Decision, orders: &[Order]) {
    let lines: Vec<String> = orders.iter().map(ToString::to_string).collect();
    for forms in [Some(&decision), None] {
        let items = read(state, seat, forms, &lines);
        let read: Vec<&Order> = items
            .iter()
            .filter_map(|item| match item {
                Item::Order(sheet::Order::Game(order), _) => Some(order),
                _ => None,
            })
            .collect();
        assert_eq!(read, orders.iter().collect::<Vec<_>>());
    }
}

/// Facts read as they were printed.
pub fn assert_facts_read_as_printed(state: &State<Battle>, chance: &mut Chance) {
    for _ in 0..6 {
        let fact = any_fact(state, chance);
        let line = format!("stop when {fact}");
        match read(state, Seat(0), None, std::slice::from_ref(&line)).as_slice() {
            [Item::StopWhen(Condition::Fact(read), _)] => assert_eq!(*read, fact, "{line}"),
            other => panic!("{line} reads as {other:?}"),
        }
        let view = state.view(Viewer::Public);
        let (holds, outlook) = (Battle::holds(&view, &fact), Battle::outlook(&view, &fact));
        assert!(outlook != Outlook::Always || holds, "{fact} always holds, and does not now");
        assert!(outlook != Outlook::Never || !holds, "{fact} never holds, and does now");
    }
}

/// Any fact that a condition could name.
pub fn any_fact(state: &State<Battle>, chance: &mut Chance) -> Fact {
    let faction = |chance: &mut Chance| *chance.pick(&Faction::BOTH);
    let comparison = *chance.pick(&[Comparison::Below, Comparison::Is, Comparison::Above]);
    match chance.below(4) {
        0 => Fact::Turn(comparison, chance.below(60) as u32),
        1 => Fact::Strength(faction(chance), comparison, chance.below(14) as u32),
        _ => {
            let kind = chance.pick(&state.setting.card.units).id.clone();
            let who = match chance.below(4) {
                0 => Occupant::Nobody,
                1 => Occupant::Unit(Some(faction(chance)), None),
                2 => Occupant::Unit(None, Some(kind)),
                _ => Occupant::Unit(Some(faction(chance)), Some(kind)),
            };
            Fact::At { hex: any_unit(state, chance), negated: chance.is_in(1, 2), who }
        }
    }
}

/// The order of a sheet's lines as the format describes it: by kind, attacks by target, then by text.
fn by_text(order: &Order) -> (u8, String, String) {
    let rank = match order {
        Order::Army(_) => 0,
        Order::Buy { .. } => 1,
        Order::Headquarters(_) => 2,
        Order::Tile { .. } => 3,
        Order::Deploy { .. } => 4,
        Order::Move(_) => 5,
        Order::Stop => 6,
        Order::Attack { .. } => 7,
        Order::CallStalemate => 8,
        Order::Pass => 9,
    };
    let target = match order {
        Order::Attack { target, .. } => target.to_string(),
        _ => String::new(),
    };
    (rank, target, order.to_string())
}

#[test]
fn sheets_are_arranged_by_kind_and_text() {
    let decisions: Vec<Decision> = SetUp::all().map(Decision::SetUp).chain([Decision::SubTurn]).collect();
    let mut chance = Chance::new(7);
    for period in table::periods() {
        let terms = table::battle_terms(&period, &table::chosen(&[("stalemate", "yes")]));
        let state = table::begin::<Battle>(&terms).expect("a game");
        for _ in 0..300 {
            let mut sheet: Vec<Order> =
                (0..12).map(|i| any_order(&state, decisions[i % decisions.len()], &mut chance)).collect();
            let mut expected = sheet.clone();
            expected.sort_by_key(by_text);
            Battle::arrange(&mut sheet);
            assert_eq!(sheet, expected);
        }
    }
}
