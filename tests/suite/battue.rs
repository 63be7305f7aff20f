//! Random games of Battue over all scenarios, numbers of players and ways to hold hands, judged at every step: the rules
//! are kept, and each seat's own copy, which learns only what its seat may know, comes to the same position.
//!
//! Each game follows from its number. `ADJUTANT_SOAK_GAMES` sets how many are played, `ADJUTANT_SOAK_FROM` the number
//! of the first, so that a game that went wrong can be played again alone.

use crate::players::battue::{anything, begin, sensible};
use crate::players::chance::Chance;
use crate::players::table::{Chosen, chosen, terms};
use adjutant::games::battue::Battue;
use adjutant::games::battue::event::{Event, KINDS};
use adjutant::games::battue::orders::Order;
use adjutant::games::battue::sequence::Decision;
use adjutant::kernel::dice::{Dice, Pepper, open_key};
use adjutant::kernel::game::{Answer, Game, Leaving, Need, Pending, State, Status, Turn};
use adjutant::kernel::orders::grammar::Grammar;
use adjutant::kernel::orders::lexer::lex;
use adjutant::kernel::orders::typography::fold;
use adjutant::kernel::play::kind_of;
use adjutant::kernel::seat::{Audience, Seat, Viewer};
use adjutant::kernel::terms::DiceMode;
use adjutant::kernel::text::{Charset, WIDTH};
use std::collections::{BTreeMap, BTreeSet};

/// Steps after which a game is left as it is: players who order anything may never come to an end.
const LONGEST: usize = 700;

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|text| text.parse().ok())
}

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
    fn step(&mut self, step: usize, pending: &[Pending<Decision>], sensible: &[bool], tally: &mut Tally) {
        assert!(pending.iter().any(|p| p.need == Need::Required), "game {}", self.seed);
        let events = if self.chance.is_in(1, 400) {
            let seat = self.chance.pick(pending).seat;
            self.play(step, tally, |turn| Battue::leave(turn, seat, &Leaving::Conceded))
        } else {
            let answers = self.answers(pending, sensible);
            tally.reactions += pending.iter().filter(|p| p.decision == Decision::Reaction).count();
            for (p, given) in
                pending.iter().filter_map(|p| Some((p, answers.iter().find(|a| a.seat == p.seat)?)))
            {
                self.judge(step, p, given);
            }
            self.play(step, tally, |turn| Battue::resolve(turn, &answers))
        };
        tally.steps += 1;
        tally.turns += events.iter().filter(|e| matches!(e, Event::TurnBegan { .. })).count();
        self.look(step, &events);
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

    /// An answer is legal by what its own seat knows, and reads as it was printed.
    fn judge(&self, step: usize, pending: &Pending<Decision>, given: &Answer<Order>) {
        let place = || format!("game {}, step {step}: {given:?}", self.seed);
        let copy = &self.copies[pending.seat.index()].1;
        for state in [&self.state, copy] {
            let view = state.view(Viewer::Seat(pending.seat));
            assert_eq!(Battue::check(&view, &pending.decision, given), [], "{}", place());
            for order in &given.orders {
                for decision in [Some(&pending.decision), None] {
                    let grammar = Battue::grammar(&view, decision);
                    assert_eq!(read(&grammar, &order.to_string()), *order, "{}", place());
                }
            }
        }
    }

    /// Plays a step; what the events alone lead to is the same.
    fn play(&mut self, step: usize, tally: &mut Tally, act: impl FnOnce(&mut Turn<Battue>)) -> Vec<Event> {
        let place = format!("game {}, step {step}", self.seed);
        let before = self.state.clone();
        let key = open_key("soak", step as u64, &self.seed.to_string());
        let pepper =
            self.state.setting.is_hidden.then(|| Pepper { hidden: "0".repeat(64), step: step as u64 });
        let mut dice = Dice::keyed(key).peppered(pepper);
        let mut events = Vec::new();
        act(&mut Turn::new(&mut self.state, &mut events, &mut dice));
        assert_eq!(dice.fault(), None, "{place}");
        let (open, hidden) = dice.into_rolls();
        tally.rolls += open.len() + hidden.len();
        assert!(self.state.setting.is_hidden || hidden.is_empty(), "{place}");
        let mut applied = before;
        for event in &events {
            tally.kinds.insert(kind_of(&serde_json::to_value(event).expect("an event has a JSON form")));
            let told = Battue::narrate(&applied.view(Viewer::Referee), event);
            assert!(told.iter().all(|sentence| sentence.text.ends_with('.')), "{place}: {told:?}");
            for (viewer, copy) in &mut self.copies {
                if may_know(&Battue::audience(&applied, event), *viewer) {
                    Battue::apply(copy, event);
                }
            }
            Battue::apply(&mut applied, event);
        }
        assert_eq!(applied.public, self.state.public, "{place}");
        assert_eq!(applied.private, self.state.private, "{place}");
        assert_eq!(Battue::invariants(&self.state), Vec::<String>::new(), "{place}: {events:?}");
        events
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
            for (viewer, copy) in &self.copies {
                let own = Battue::render(&copy.view(*viewer)).to_text(Charset::Unicode);
                let whole = Battue::render(&self.state.view(*viewer)).to_text(Charset::Unicode);
                assert_eq!(own, whole, "{}", place());
                assert!(own.lines().all(|line| line.chars().count() <= WIDTH), "{own}");
            }
        }
    }
}

fn may_know(audience: &Audience, viewer: Viewer) -> bool {
    match (audience, viewer) {
        (Audience::All, _) | (_, Viewer::Referee) => true,
        (Audience::Seats(seats), Viewer::Seat(seat)) => seats.contains(&seat),
        _ => false,
    }
}

fn read(grammar: &Grammar<Order>, line: &str) -> Order {
    let folded = fold(line).text;
    grammar.read(&lex(&folded), folded.len()).unwrap_or_else(|misfit| panic!("{line}: {misfit:?}")).value
}
