//! Random games of Battue over all scenarios, numbers of players and ways to hold hands, judged at every step: the rules
//! are kept, and each seat's own copy, which learns only what its seat may know, comes to the same position.
//!
//! Each game follows from its number. `ADJUTANT_SOAK_GAMES` sets how many are played, `ADJUTANT_SOAK_FROM` the number
//! of the first, so that a game that went wrong can be played again alone.

use crate::judged::{Step, number};
use crate::players::battue::{anything, begin, sensible};
use crate::players::chance::Chance;
use crate::players::table::{Chosen, chosen, terms};
use adjutant::games::battue::Battue;
use adjutant::games::battue::event::{Event, KINDS};
use adjutant::games::battue::orders::Order;
use adjutant::games::battue::sequence::Decision;
use adjutant::kernel::game::{Answer, Game, Need, Pending, State, Status};
use adjutant::kernel::module::Table;
use adjutant::kernel::note::Note;
use adjutant::kernel::play::{Play, kind_of};
use adjutant::kernel::seat::{Seat, Viewer};
use adjutant::kernel::terms::{DiceMode, OrdersPolicy};
use adjutant::kernel::text::{Charset, WIDTH};
use std::collections::{BTreeMap, BTreeSet};

/// Steps after which a game is left as it is: players who order anything may never come to an end.
const LONGEST: usize = 700;

#[derive(Default)]
struct Tally {
    steps: usize,
    turns: usize,
    reactions: usize,
    rolls: usize,
    endings: BTreeMap<String, usize>,
    kinds: BTreeSet<String>,
}

#[test]
fn random_games_keep_the_rules() {
    let games = number("ADJUTANT_SOAK_GAMES").unwrap_or(200);
    let from = number("ADJUTANT_SOAK_FROM").unwrap_or(0);
    let mut tally = Tally::default();
    let started = std::time::Instant::now();
    for seed in from..from + games {
        soak(seed, &mut tally);
    }
    eprintln!(
        "{games} games, {} steps, {} turns, {} reactions, {} rolls, {:.1} s; {:?}",
        tally.steps,
        tally.turns,
        tally.reactions,
        tally.rolls,
        started.elapsed().as_secs_f64(),
        tally.endings
    );
    if games >= 200 {
        let missing: Vec<&&str> = KINDS.iter().filter(|kind| !tally.kinds.contains(**kind)).collect();
        assert!(missing.is_empty(), "events that never happened: {missing:?}");
        assert!(tally.endings.len() >= 2, "{:?}", tally.endings);
    }
}

#[test]
fn hidden_hands_need_a_referee() {
    let module = adjutant::games::find(Battue::INFO.id).expect("Battue is registered");
    for hands in ["hidden", "open"] {
        let mut terms = terms(module, "ready", &chosen(&[("hands", hands)]));
        for mode in DiceMode::ALL {
            terms.dice = mode;
            let refused = Battue::setting(&terms, None).err().unwrap_or_default();
            let codes: Vec<&str> = refused.iter().map(|refusal| refusal.code).collect();
            let is_refused = hands == "hidden" && matches!(mode, DiceMode::Peers | DiceMode::Open);
            let expected: &[&str] = if is_refused { &["option/needs-referee"] } else { &[] };
            assert_eq!(codes, expected, "{hands} {mode:?}");
        }
        terms.dice = DiceMode::Referee;
        let setting = Battue::setting(&terms, None).unwrap_or_else(|r| panic!("{r:?}"));
        assert_eq!(Battue::keeps_secrets(&setting), hands == "hidden");
    }
}

/// A game being played, with every seat's own copy and that of somebody who sits nowhere.
struct Soak {
    seed: u64,
    chance: Chance,
    state: State<Battue>,
    copies: Vec<(Viewer, State<Battue>)>,
}

fn soak(seed: u64, tally: &mut Tally) {
    let mut chance = Chance::new(seed);
    let seats = 2 + seed as usize % 3;
    let scenario = *chance.pick(&["ready", "random", "laid"]);
    let options = if chance.is_in(1, 3) { chosen(&[("hands", "open")]) } else { Chosen::new() };
    let state = begin(seats, scenario, &options);
    let viewers = (0..seats as u8).map(|seat| Viewer::Seat(Seat(seat))).chain([Viewer::Public]);
    let copies = viewers.map(|viewer| (viewer, state.seen_by(viewer))).collect();
    let sensible: Vec<bool> = (0..seats).map(|_| chance.is_in(2, 3)).collect();
    let mut soak = Soak { seed, chance, state, copies };
    for step in 0..LONGEST {
        match Battue::status(&soak.state) {
            Status::Over(outcome) => {
                let reason = outcome.reason.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ');
                let reason = reason.split(',').next().unwrap_or_default().to_owned();
                *tally.endings.entry(reason).or_default() += 1;
                return;
            }
            Status::Awaiting(pending) => soak.step(step, &pending, &sensible, tally),
        }
    }
    *tally.endings.entry("left as it is".to_owned()).or_default() += 1;
}

impl Soak {
    fn step(&mut self, number: usize, pending: &[Pending<Decision>], sensible: &[bool], tally: &mut Tally) {
        assert!(pending.iter().any(|p| p.need == Need::Required), "game {}", self.seed);
        let conceding = self.chance.is_in(1, 400).then(|| self.chance.pick(pending).seat);
        let answers = if conceding.is_some() { Vec::new() } else { self.answers(pending, sensible) };
        let step = Step { seed: self.seed, number, pending, answers: &answers };
        for (p, given) in step.answered() {
            step.judge(&self.copies[p.seat.index()].1, p, given);
            tally.reactions += usize::from(p.decision == Decision::Reaction);
        }
        let copies = &mut self.copies;
        let mut watch = |before: &State<Battue>, _: &State<Battue>, event: &Event| {
            tally.kinds.insert(kind_of(&serde_json::to_value(event).expect("JSON")));
            let audience = Battue::audience(before, event);
            for (_, copy) in copies.iter_mut().filter(|(viewer, _)| audience.has(*viewer)) {
                Battue::apply(copy, event);
            }
        };
        let (events, rolls) = match conceding {
            Some(seat) => step.concede(&mut self.state, seat, &mut watch),
            None => step.play(&mut self.state, &mut self.chance, &mut watch),
        };
        tally.steps += 1;
        tally.rolls += rolls;
        tally.turns += events.iter().filter(|e| matches!(e, Event::TurnBegan { .. })).count();
        self.look(number, &events);
    }

    fn answers(&mut self, pending: &[Pending<Decision>], is_sensible: &[bool]) -> Vec<Answer<Order>> {
        let mut answers = Vec::new();
        for p in pending {
            if p.need == Need::Required || self.chance.is_in(1, 6) {
                let is_wild = !is_sensible[p.seat.index()] || p.need == Need::Optional;
                let is_wild = is_wild || self.chance.is_in(1, 8);
                answers.push(if is_wild {
                    anything(&self.state, p, &mut self.chance)
                } else {
                    sensible(&self.state, p)
                });
            }
        }
        answers
    }

    /// Every copy has come to what its viewer may know, is asked the same, and prints within the page.
    fn look(&mut self, step: usize, events: &[Event]) {
        let place = || format!("game {}, step {step}: {events:?}", self.seed);
        for (viewer, copy) in &self.copies {
            let seen = self.state.seen_by(*viewer);
            assert_eq!(copy.public, seen.public, "{viewer:?}, {}", place());
            assert_eq!(copy.private, seen.private, "{viewer:?}, {}", place());
            assert_eq!(Battue::status(copy), Battue::status(&self.state), "{viewer:?}, {}", place());
            assert_eq!(Battue::invariants(copy), Vec::<String>::new(), "{viewer:?}, {}", place());
        }
        if self.chance.is_in(1, 20) {
            self.look_at_blank_sheets(&place());
            for (viewer, copy) in &self.copies {
                let own = Battue::render(&copy.view(*viewer)).to_text(Charset::Unicode);
                let whole = Battue::render(&self.state.view(*viewer)).to_text(Charset::Unicode);
                assert_eq!(own, whole, "{}", place());
                assert!(own.lines().all(|line| line.chars().count() <= WIDTH), "{own}");
            }
        }
    }

    /// Whoever is asked, waited for or not, is shown orders, and all of them are legal: none has to be left out.
    fn look_at_blank_sheets(&self, place: &str) {
        let seats = self.state.setting.seats.clone();
        let play = Play::<Battue>::at(self.state.clone(), seats, OrdersPolicy::Strict);
        let Status::Awaiting(pending) = Battue::status(&self.state) else { return };
        for p in &pending {
            let notes = Battue::notes(&self.state.view(Viewer::Seat(p.seat)), &p.decision);
            let shows = notes.iter().any(|note| matches!(note, Note::Order(..) | Note::OneWay(_)));
            assert!(shows, "{notes:?}, {place}");
            assert_eq!(play.form(p.seat), notes, "{place}");
        }
    }
}
