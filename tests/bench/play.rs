//! Random play on one core: orders are made, checked and resolved, over all periods.
//!
//! Run it with `cargo bench --bench play`. `ADJUTANT_BENCH_SECONDS` sets how long each path is measured. Moves and
//! attacks are counted, passes are not.

#[path = "../players/mod.rs"]
mod players;

use adjutant::games::battle::Battle;
use adjutant::games::battle::faction::seat;
use adjutant::games::battle::orders::Order;
use adjutant::kernel::dice::Dice;
use adjutant::kernel::game::{Answer, Game, Origin, State, Status, Turn};
use adjutant::kernel::module::{Letter, Table, Telling};
use adjutant::kernel::play::Play;
use adjutant::kernel::seat::Viewer;
use adjutant::kernel::terms::OrdersPolicy;
use players::chance::Chance;
use players::{random, table};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Orders a second that the typed path should reach.
const GOAL: f64 = 200_000.0;

/// Sub-turns after which a game is left as it is.
const LONGEST: usize = 200;

fn main() {
    let seconds =
        std::env::var("ADJUTANT_BENCH_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(3.0);
    let first: Vec<State<Battle>> = table::periods()
        .iter()
        .map(|period| table::begin(&table::battle_terms(period, &table::chosen(&[]))).expect("a game"))
        .collect();
    let typed = measure(seconds, &first, play_typed);
    typed.print("values");
    println!("{:8} {:.2} of the goal of {GOAL} orders a second", "", typed.rate(typed.orders) / GOAL);
    measure(seconds, &first, play_text).print("lines");
}

/// What was played, and in what time.
#[derive(Default)]
struct Count {
    games: usize,
    sub_turns: usize,
    orders: usize,
    time: Duration,
}

impl Count {
    #[allow(clippy::cast_precision_loss, reason = "nobody counts so far that it shows")]
    fn rate(&self, count: usize) -> f64 {
        count as f64 / self.time.as_secs_f64()
    }

    fn print(&self, path: &str) {
        println!(
            "{path:8} {:.0} games, {:.0} sub-turns, {:.0} orders a second ({} games, {} orders in {:.1} s)",
            self.rate(self.games),
            self.rate(self.sub_turns),
            self.rate(self.orders),
            self.games,
            self.orders,
            self.time.as_secs_f64()
        );
    }

    fn add(&mut self, orders: &[Order]) {
        self.sub_turns += 1;
        self.orders += orders.iter().filter(|o| matches!(o, Order::Move(_) | Order::Attack { .. })).count();
    }
}

fn measure(seconds: f64, first: &[State<Battle>], play: fn(State<Battle>, &mut Chance, &mut Count)) -> Count {
    let mut count = Count::default();
    let mut chance = Chance::new(1);
    let started = Instant::now();
    while started.elapsed().as_secs_f64() < seconds {
        play(first[count.games % first.len()].clone(), &mut chance, &mut count);
        count.games += 1;
    }
    count.time = started.elapsed();
    count
}

/// A game by the rules' own types.
fn play_typed(mut state: State<Battle>, chance: &mut Chance, count: &mut Count) {
    let mut events = Vec::new();
    for _ in 0..LONGEST {
        let Status::Awaiting(pending) = Battle::status(&state) else { break };
        let by = seat(state.public.faction);
        let orders = random::sheet(&state.setting, &state.public, state.public.faction, chance);
        count.add(&orders);
        let answer = Answer { seat: by, orders, sent: None, origin: Origin::Letter };
        let rulings = Battle::check(&state.view(Viewer::Seat(by)), &pending[0].decision, &answer);
        assert!(rulings.is_empty(), "{rulings:?}");
        events.clear();
        Battle::resolve(&mut Turn::new(&mut state, &mut events, &mut Dice::absent()), &[answer]);
        black_box(&events);
    }
}

/// A game by canonical lines through its table, as turns and replays go.
fn play_text(state: State<Battle>, chance: &mut Chance, count: &mut Count) {
    let seats = ["red", "blue"].map(str::to_owned).to_vec();
    let mut play = Play::at(state, seats, OrdersPolicy::Strict);
    for _ in 0..LONGEST {
        if play.state().public.ending.is_some() {
            break;
        }
        let public = &play.state().public;
        let by = seat(public.faction);
        let orders = random::sheet(&play.state().setting, public, public.faction, chance);
        count.add(&orders);
        let lines = orders.iter().map(ToString::to_string).collect();
        let letter = Letter { seat: by, lines, sent: None, missing: false, is_locked: false };
        let played = play.play(&[letter], Dice::absent(), Telling::Events);
        assert!(played.is_ok(), "{played:?}");
    }
}
