//! Dice and battle rounds on one core, with real keys, labels and events.
//!
//! Run it with `cargo bench --bench dice`. `ADJUTANT_BENCH_SECONDS` sets how long each figure is measured.

#[path = "../players/mod.rs"]
mod players;

use adjutant::games::batalj::Batalj;
use adjutant::games::batalj::battle::sequence::Decision as BattleDecision;
use adjutant::games::batalj::sequence::Decision;
use adjutant::kernel::dice::{self, Dice};
use adjutant::kernel::game::{Answer, Game, Need, State, Status, Turn};
use players::{batalj, table};
use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::Instant;

/// Dice a second that should be reached, one a label.
const DICE_GOAL: f64 = 1_500_000.0;
/// Whole battle rounds a second that should be reached.
const ROUNDS_GOAL: f64 = 60_000.0;
/// Steps after which a battle is left as it is.
const LONGEST: usize = 60;

fn main() {
    let seconds =
        std::env::var("ADJUTANT_BENCH_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(3.0);
    let labels = ["artillery 1", "artillery 2", "attack left", "attack centre", "enemy attack enemy-left"];
    let alone = rate(seconds, |step| roll_step(step, &labels, 1));
    println!("dice    {alone:.0} a second, one a label: {:.2} of the goal of {DICE_GOAL}", alone / DICE_GOAL);
    let several = rate(seconds, |step| roll_step(step, &labels, 4));
    println!("        {several:.0} a second, four a label");
    let battles: Vec<State<Batalj>> = (1..=5).map(|n| batalj::begin(n, &table::chosen(&[]))).collect();
    let rounds = rate(seconds, |game| fight(battles[game as usize % battles.len()].clone(), game));
    println!("rounds  {rounds:.0} a second: {:.2} of the goal of {ROUNDS_GOAL}", rounds / ROUNDS_GOAL);
}

/// How many of something come in a second; each call says how many it made.
#[allow(clippy::cast_precision_loss, reason = "nobody counts so far that it shows")]
fn rate(seconds: f64, mut act: impl FnMut(u64) -> usize) -> f64 {
    let started = Instant::now();
    let (mut calls, mut count) = (0, 0);
    while started.elapsed().as_secs_f64() < seconds {
        count += act(calls);
        calls += 1;
    }
    count as f64 / started.elapsed().as_secs_f64()
}

/// Rolls the dice of one step from the links of two seats.
fn roll_step(step: u64, labels: &[&str], each: usize) -> usize {
    let seats = ["sture", "grip"].map(str::to_owned);
    let links: BTreeMap<String, String> =
        seats.iter().map(|seat| (seat.clone(), format!("{step:064x}"))).collect();
    let mut dice = Dice::keyed(dice::step_key(&"0".repeat(64), step, &seats, &links));
    for round in 1..=8 {
        for label in labels {
            black_box(dice.roll("sture", format!("r{round} {label}"), 6, each));
        }
    }
    8 * labels.len() * each
}

/// Fights a battle of sensible families to its end; how many rounds it took.
fn fight(mut state: State<Batalj>, game: u64) -> usize {
    let mut events = Vec::new();
    let mut rounds = 0;
    for step in 0..LONGEST as u64 {
        let Status::Awaiting(pending) = Batalj::status(&state) else { break };
        let asked = pending.iter().filter(|p| p.need == Need::Required);
        let answers: Vec<Answer<_>> = asked.map(|p| batalj::sensible(&state, p)).collect();
        let is_round = pending.iter().any(|p| p.decision == Decision::Battle(BattleDecision::Round));
        rounds += usize::from(is_round);
        let mut dice = Dice::keyed(dice::open_key("bench", game * 1000 + step, "seed"));
        events.clear();
        Batalj::resolve(&mut Turn::new(&mut state, &mut events, &mut dice), &answers);
        black_box((&events, dice.fault()));
    }
    rounds
}
