//! Dice on one core, with real keys and labels.
//!
//! Run it with `cargo bench --bench dice`. `ADJUTANT_BENCH_SECONDS` sets how long each figure is measured.

use adjutant::kernel::dice::{self, Dice};
use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::Instant;

/// Dice a second that should be reached, one a label.
const DICE_GOAL: f64 = 1_500_000.0;

fn main() {
    let seconds =
        std::env::var("ADJUTANT_BENCH_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(3.0);
    let labels = ["artillery 1", "artillery 2", "attack left", "attack centre", "enemy attack enemy-left"];
    let alone = rate(seconds, |step| roll_step(step, &labels, 1));
    println!("dice    {alone:.0} a second, one a label: {:.2} of the goal of {DICE_GOAL}", alone / DICE_GOAL);
    let several = rate(seconds, |step| roll_step(step, &labels, 4));
    println!("        {several:.0} a second, four a label");
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
