//! Orders of Battue on one core, with real dice: random games are played once, and then their sheets are judged and
//! resolved again.
//!
//! Run it with `cargo bench --bench battue`. `ADJUTANT_BENCH_SECONDS` sets how long it is measured.

#[path = "../players/mod.rs"]
mod players;

use adjutant::games::battue::Battue;
use adjutant::games::battue::orders::Order;
use adjutant::games::battue::sequence::Decision;
use adjutant::kernel::dice::{Dice, open_key};
use adjutant::kernel::game::{Answer, Game, Need, Pending, State, Status, Turn};
use adjutant::kernel::seat::Viewer;
use players::battue::{anything, begin};
use players::chance::Chance;
use players::table::chosen;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Orders a second that judging and resolving should reach.
const GOAL: f64 = 50_000.0;
/// Games that are played beforehand.
const GAMES: u64 = 40;

/// One step of a game: what was asked, and what was answered.
struct Step {
    pending: Vec<Pending<Decision>>,
    answers: Vec<Answer<Order>>,
    key: String,
}

fn main() {
    let seconds =
        std::env::var("ADJUTANT_BENCH_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(3.0);
    let games: Vec<(State<Battue>, Vec<Step>)> = (0..GAMES).map(play).collect();
    let (mut orders, mut steps) = (0, 0);
    let mut time = Duration::ZERO;
    while time.as_secs_f64() < seconds {
        for (first, game) in &games {
            let mut state = first.clone();
            let started = Instant::now();
            game.iter().for_each(|step| again(&mut state, step));
            time += started.elapsed();
            orders += game.iter().flat_map(|s| &s.answers).map(|a| a.orders.len()).sum::<usize>();
            steps += game.len();
        }
    }
    let rate = orders as f64 / time.as_secs_f64();
    println!("{rate:.0} orders a second, {:.1} orders a step", orders as f64 / steps as f64);
    println!("{:.2} of the goal of {GOAL} orders a second", rate / GOAL);
}

/// Plays a random game of two to four hordes.
fn play(seed: u64) -> (State<Battue>, Vec<Step>) {
    let mut chance = Chance::new(seed);
    let first = begin(2 + seed as usize % 3, "ready", &chosen(&[("hands", "open")]));
    let (mut state, mut steps) = (first.clone(), Vec::new());
    for number in 0..300 {
        let Status::Awaiting(pending) = Battue::status(&state) else { break };
        let pending: Vec<_> = pending.into_iter().filter(|p| p.need == Need::Required).collect();
        let answers = pending.iter().map(|p| anything(&state, p, &mut chance)).collect();
        let step = Step { pending, answers, key: open_key("bench", number, &seed.to_string()) };
        again(&mut state, &step);
        steps.push(step);
    }
    (first, steps)
}

/// Judges and resolves a step.
fn again(state: &mut State<Battue>, step: &Step) {
    for (pending, answer) in step.pending.iter().zip(&step.answers) {
        let view = state.view(Viewer::Seat(pending.seat));
        assert!(Battue::check(&view, &pending.decision, answer).is_empty(), "a legal sheet");
    }
    let (mut events, mut dice) = (Vec::new(), Dice::keyed(step.key.clone()));
    Battue::resolve(&mut Turn::new(state, &mut events, &mut dice), &step.answers);
    black_box(events);
}
