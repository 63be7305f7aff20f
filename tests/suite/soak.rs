//! Random games of Battle over all periods and options, judged at every step.
//!
//! Each game follows from its number. `ADJUTANT_SOAK_GAMES` sets how many are played, `ADJUTANT_SOAK_FROM` the
//! number of the first, so that a game that went wrong can be played again alone.

use crate::closure;
use crate::judged::number;
use crate::lines;
use crate::players::chance::Chance;
use crate::players::{random, table};
use adjutant::games::battle::Battle;
use adjutant::games::battle::clock;
use adjutant::games::battle::event::{self, Event};
use adjutant::games::battle::faction::faction;
use adjutant::games::battle::fog;
use adjutant::games::battle::orders::Order;
use adjutant::games::battle::sequence::{self, Decision};
use adjutant::kernel::dice::Dice;
use adjutant::kernel::game::{Answer, Game, Need, Origin, Pending, State, Status, Turn};
use adjutant::kernel::history::canonical;
use adjutant::kernel::module::{Letter, Table, Telling};
use adjutant::kernel::play::Play;
use adjutant::kernel::seat::{Seat, Viewer};
use adjutant::kernel::terms::OrdersPolicy;
use adjutant::kernel::time::Instant;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Sub-turns after which a game is left as it is.
const LONGEST: usize = 400;

/// Why a set of options may be refused whose values all fit.
const EXPECTED: [&str; 3] = ["option/conflict", "option/no-costs", "option/pair"];

/// What has been played.
#[derive(Default)]
struct Tally {
    games: usize,
    refused: usize,
    steps: usize,
    secret: usize,
    orders: usize,
    walks: usize,
    endings: BTreeMap<String, usize>,
    kinds: BTreeSet<String>,
}

#[test]
fn random_games_keep_the_rules() {
    let games = number("ADJUTANT_SOAK_GAMES").unwrap_or(300);
    let from = number("ADJUTANT_SOAK_FROM").unwrap_or(0);
    let mut tally = Tally::default();
    let started = std::time::Instant::now();
    for seed in from..from + games {
        Soak::begin(seed, &mut tally).play(&mut tally);
    }
    eprintln!(
        "{} games ({} sets of options refused), {} steps ({} in secret), {} orders, {} walks, {:.1} s; {:?}",
        tally.games,
        tally.refused,
        tally.steps,
        tally.secret,
        tally.orders,
        tally.walks,
        started.elapsed().as_secs_f64(),
        tally.endings
    );
    if games >= 300 {
        let missing: Vec<&&str> = event::KINDS.iter().filter(|kind| !tally.kinds.contains(**kind)).collect();
        assert!(missing.is_empty(), "events that never happened: {missing:?}");
    }
}

/// A game being played.
struct Soak {
    seed: u64,
    chance: Chance,
    state: State<Battle>,
    now: Instant,
}

impl Soak {
    /// Draws options until some go together; those that do not are refused for that alone.
    fn begin(seed: u64, tally: &mut Tally) -> Self {
        let mut chance = Chance::new(seed);
        let periods = table::periods();
        let period = &periods[seed as usize % periods.len()];
        loop {
            let options = table::any_options(period, &mut chance);
            match table::begin::<Battle>(&table::battle_terms(period, &options)) {
                Ok(state) => return Self { seed, chance, state, now: Instant(1_800_000_000) },
                Err(refusals) => {
                    let sound = refusals.iter().all(|r| EXPECTED.contains(&r.code));
                    assert!(sound, "game {seed}: {options:?}: {refusals:?}");
                    tally.refused += 1;
                }
            }
        }
    }

    fn play(mut self, tally: &mut Tally) {
        tally.games += 1;
        let mut ending = "unfinished".to_owned();
        for _ in 0..LONGEST {
            match Battle::status(&self.state) {
                Status::Over(outcome) => {
                    ending = plain(&outcome.reason);
                    break;
                }
                Status::Awaiting(pending) => {
                    let is_secret = pending.len() > 1;
                    for asked in &pending {
                        assert_eq!(asked.need, Need::Required, "game {}", self.seed);
                        assert_eq!(asked.is_secret, is_secret, "game {}", self.seed);
                    }
                    self.step(&pending, tally);
                }
            }
        }
        *tally.endings.entry(ending).or_default() += 1;
    }

    fn step(&mut self, pending: &[Pending<Decision>], tally: &mut Tally) {
        let before = self.state.clone();
        let mut answers = Vec::new();
        for asked in pending {
            let (by, decision) = (asked.seat, asked.decision);
            self.judge_defaults(by, decision);
            let walks = if decision == Decision::SubTurn { 25 } else { 6 };
            if self.chance.is_in(1, walks) {
                closure::walk(&before, by, decision, &mut self.chance);
                tally.walks += 1;
            }
            let answer = self.answer(by, decision);
            let rulings = Battle::check(&before.view(Viewer::Seat(by)), &decision, &answer);
            assert_eq!(rulings, [], "game {}: {:?}", self.seed, answer.orders);
            lines::assert_read_as_printed(&before, by, decision, &answer.orders);
            answers.push(answer);
        }
        let mut events = Vec::new();
        Battle::resolve(&mut Turn::new(&mut self.state, &mut events, &mut Dice::absent()), &answers);
        self.judge(&before, &events);
        if self.chance.is_in(1, if answers.len() > 1 { 2 } else { 12 }) {
            self.judge_text(&before, &answers, &events);
        }
        tally.steps += 1;
        tally.secret += usize::from(answers.len() > 1);
        tally.orders += answers.iter().map(|a| a.orders.len()).sum::<usize>();
        tally.kinds.extend(events.iter().map(|e| kind(&serde_json::to_value(e).expect("JSON"))));
    }

    /// A legal answer: random orders, now and then the defaults, and where it comes too late anything at all.
    fn answer(&mut self, by: Seat, decision: Decision) -> Answer<Order> {
        let wild = self.wild_sheet(by, decision);
        let view = self.state.view(Viewer::Seat(by));
        let (setting, public) = (&self.state.setting, fog::known(&view).into_owned());
        let sent = clock::is_timed(setting).then(|| {
            let limit = [setting.rules.timed_moves, setting.rules.timed_game].into_iter().flatten().min();
            let limit = limit.map_or(60, |span| span.0 as usize);
            let late = self.chance.is_in(1, 30);
            self.now.0 += self.chance.below(if late { limit * 3 } else { limit / 40 + 1 }) as i64;
            self.now
        });
        if self.chance.is_in(1, 50) {
            let mut orders = Battle::defaults(&self.state.view(Viewer::Seat(by)), &decision);
            Battle::arrange(&mut orders);
            return Answer { seat: by, orders, sent, origin: Origin::Missing };
        }
        let orders = wild.unwrap_or_else(|| random::sheet(setting, &public, faction(by), &mut self.chance));
        let mut answer = Answer { seat: by, orders, sent, origin: Origin::Letter };
        let is_late = decision == Decision::SubTurn && clock::lateness(setting, &public, &answer).is_some();
        if is_late && self.chance.is_in(2, 3) {
            let any = 1 + self.chance.below(12);
            answer.orders.extend((0..any).map(|_| lines::any_order(&self.state, decision, &mut self.chance)));
            sequence::arrange(&mut answer.orders);
        }
        answer
    }

    /// Now and then a sheet of any orders, if it happens to be legal; judging it never fails.
    fn wild_sheet(&mut self, by: Seat, decision: Decision) -> Option<Vec<Order>> {
        if !self.chance.is_in(1, 4) {
            return None;
        }
        let count = 1 + self.chance.below(3);
        let mut orders: Vec<Order> =
            (0..count).map(|_| lines::any_order(&self.state, decision, &mut self.chance)).collect();
        Battle::arrange(&mut orders);
        let view = self.state.view(Viewer::Seat(by));
        for order in &orders {
            let _ = Battle::foresee(&view, order);
        }
        let answer = Answer { seat: by, orders, sent: None, origin: Origin::Letter };
        Battle::check(&view, &decision, &answer).is_empty().then_some(answer.orders)
    }

    fn judge_defaults(&self, by: Seat, decision: Decision) {
        let view = self.state.view(Viewer::Seat(by));
        let orders = Battle::defaults(&view, &decision);
        let answer = Answer { seat: by, orders, sent: None, origin: Origin::Missing };
        assert_eq!(Battle::check(&view, &decision, &answer), [], "game {}: defaults", self.seed);
    }

    /// What holds after every step.
    fn judge(&mut self, before: &State<Battle>, events: &[Event]) {
        assert_eq!(Battle::invariants(&self.state), Vec::<String>::new(), "game {}: {events:?}", self.seed);
        assert_ne!(before.public, self.state.public, "game {}: nothing happened", self.seed);
        let calls_twice = before.public.stalemate.is_some() && events.iter().any(is_call);
        assert!(!calls_twice, "game {}: stalemate called twice", self.seed);
        let mut applied = before.clone();
        let through_text = self.chance.is_in(1, 8);
        for event in events {
            if through_text {
                let text = serde_json::to_string(event).expect("an event has a JSON form");
                Battle::apply(
                    &mut applied,
                    &serde_json::from_str(&text).expect("it reads as it was written"),
                );
            } else {
                Battle::apply(&mut applied, event);
            }
        }
        assert_eq!(applied.public, self.state.public, "game {}: {events:?}", self.seed);
        assert_eq!(applied.private, self.state.private, "game {}: {events:?}", self.seed);
        for viewer in [Viewer::Public, Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1))] {
            self.judge_copy(before.seen_by(viewer), viewer, events);
        }
    }

    /// Who applies only the events that he may know of comes to the same position, as far as he may know it.
    fn judge_copy(&self, mut copy: State<Battle>, viewer: Viewer, events: &[Event]) {
        for event in events {
            if Battle::audience(&copy, event).has(viewer) {
                Battle::apply(&mut copy, event);
            }
        }
        let known = self.state.seen_by(viewer);
        assert_eq!(copy.public, known.public, "game {}: {viewer:?}, {events:?}", self.seed);
        assert_eq!(copy.private, known.private, "game {}: {viewer:?}, {events:?}", self.seed);
        assert_eq!(Battle::invariants(&copy), Vec::<String>::new(), "game {}: {viewer:?}", self.seed);
        assert_eq!(Battle::status(&copy), Battle::status(&self.state), "game {}: {viewer:?}", self.seed);
    }

    /// An answer as a letter with its lines in any order.
    fn permuted(&mut self, answer: &Answer<Order>) -> Letter {
        let mut lines: Vec<String> = answer.orders.iter().map(ToString::to_string).collect();
        self.chance.shuffle(&mut lines);
        let is_locked = self.chance.is_in(1, 2);
        Letter { seat: answer.seat, lines, sent: answer.sent, missing: false, is_locked }
    }

    /// The same step by canonical lines in any order, and the position in canonical form.
    fn judge_text(&mut self, before: &State<Battle>, answers: &[Answer<Order>], events: &[Event]) {
        let print = |a: &Answer<Order>| a.orders.iter().map(ToString::to_string).collect::<Vec<_>>();
        let printed: Vec<Vec<String>> = answers.iter().map(print).collect();
        let letters: Vec<Letter> = answers.iter().map(|answer| self.permuted(answer)).collect();
        let seats = ["red", "blue"].map(str::to_owned).to_vec();
        let mut play = Play::at(before.clone(), seats, OrdersPolicy::Strict);
        let played = play.play(&letters, Dice::absent(), Telling::Sentences(Viewer::Public));
        let played = played.unwrap_or_else(|faults| panic!("game {}: {faults:?}", self.seed));
        assert_eq!(played.lines, printed, "game {}", self.seed);
        let events: Vec<Value> = events.iter().map(|e| serde_json::to_value(e).expect("JSON")).collect();
        assert_eq!(played.events, events, "game {}", self.seed);
        let position = serde_json::to_value(&self.state.public).expect("a position has a JSON form");
        assert_eq!(play.position(), position, "game {}", self.seed);
        let line = canonical::line(&position).expect("a position has a canonical form");
        assert_eq!(canonical::parse(&line).expect("it reads as it was written"), position);
        lines::assert_facts_read_as_printed(&self.state, &mut self.chance);
    }
}

fn is_call(event: &Event) -> bool {
    matches!(event, Event::StalemateCalled { .. })
}

/// The kind of an event in its JSON form.
fn kind(event: &Value) -> String {
    match event {
        Value::Object(map) => map.keys().next().cloned().unwrap_or_default(),
        other => other.as_str().unwrap_or_default().to_owned(),
    }
}

/// A reason without names and numbers, for counting.
fn plain(reason: &str) -> String {
    let words = reason.split(' ').map(|word| match word {
        "red" | "blue" | "red's" | "blue's" => "FACTION",
        word if word.starts_with(|c: char| c.is_ascii_digit()) => "N",
        word => word,
    });
    words.collect::<Vec<_>>().join(" ")
}
