//! Rounds of Batalj's field battles on one core, with real dice: battles of two families are resolved from the
//! deployment on, orders made beforehand.
//!
//! Run it with `cargo bench --bench rounds`. `ADJUTANT_BENCH_SECONDS` sets how long it is measured.

#[path = "../players/mod.rs"]
mod players;

use adjutant::games::batalj::Batalj;
use adjutant::games::batalj::battle::area::Area;
use adjutant::games::batalj::battle::field::Piece;
use adjutant::games::batalj::battle::orders::{Move, Order as BattleOrder};
use adjutant::games::batalj::orders::Order;
use adjutant::kernel::dice::{Dice, open_key};
use adjutant::kernel::game::{Answer, Game, State, Status, Turn};
use players::batalj::{begin, sensible};
use players::sheets::answer;
use players::table::Chosen;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Rounds a second that resolving should reach.
const GOAL: f64 = 60_000.0;

fn main() {
    let seconds =
        std::env::var("ADJUTANT_BENCH_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(3.0);
    let first = deployed();
    let orders = orders();
    let (mut rounds, mut rolls, mut battles) = (0u64, 0u64, 0u64);
    let mut time = Duration::ZERO;
    while time.as_secs_f64() < seconds {
        let mut state = first.clone();
        let keys: Vec<String> = (0..60).map(|step| open_key("bench", step, &battles.to_string())).collect();
        battles += 1;
        let started = Instant::now();
        for key in keys {
            let Some(field) = state.public.battle.as_ref().filter(|f| f.outcome.is_none()) else { break };
            let given = &orders[usize::from(field.commander)];
            let (mut events, mut dice) = (Vec::new(), Dice::keyed(key));
            Batalj::resolve(&mut Turn::new(&mut state, &mut events, &mut dice), std::slice::from_ref(given));
            rounds += 1;
            rolls += dice.rolls().len() as u64;
            black_box(events);
        }
        time += started.elapsed();
    }
    let rate = rounds as f64 / time.as_secs_f64();
    println!(
        "{rate:.0} rounds a second, {:.1} rolls a round ({battles} battles)",
        rolls as f64 / rounds as f64
    );
    println!("{:.2} of the goal of {GOAL} rounds a second", rate / GOAL);
}

/// A battle of two families about to begin its first round.
fn deployed() -> State<Batalj> {
    let mut state = begin(2, &Chosen::new());
    for step in 0..2 {
        let Status::Awaiting(pending) = Batalj::status(&state) else { break };
        let answers: Vec<Answer<Order>> = pending.iter().map(|p| sensible(&state, p)).collect();
        let mut dice = Dice::keyed(open_key("bench", step, "first"));
        Batalj::resolve(&mut Turn::new(&mut state, &mut Vec::new(), &mut dice), &answers);
    }
    state
}

/// A sheet that goes for everything, for each family.
fn orders() -> Vec<Answer<Order>> {
    let all = vec![Area::Left, Area::Centre, Area::Right];
    let step = |piece, from, to| BattleOrder::Move(Move { piece, count: 1, from, to, only_if: None });
    let lines = [
        BattleOrder::Attack(all.clone()),
        BattleOrder::AttackFromReserve {
            pieces: 2,
            on: vec![Area::EnemyCentre, Area::EnemyRight],
            first: false,
        },
        step(Piece::Fief, Area::Left, vec![Area::EnemyRight]),
        step(Piece::Soldier, Area::Reserve, all),
        step(Piece::Marshal, Area::Reserve, vec![Area::Left]),
    ];
    let lines: Vec<Order> = lines.into_iter().map(Order::Battle).collect();
    (0..2).map(|seat| answer::<Batalj>(adjutant::kernel::seat::Seat(seat), lines.clone())).collect()
}
