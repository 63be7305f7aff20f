//! Random expeditions and campaigns of Batalj over all numbers of families and options, judged at every step.
//!
//! Each game follows from its number. `ADJUTANT_SOAK_GAMES` sets how many are played, `ADJUTANT_SOAK_FROM` the number
//! of the first, so that a game that went wrong can be played again alone.

use crate::judged::{Step, number};
use crate::players::batalj::{FAMILIES, anything};
use crate::players::chance::Chance;
use crate::players::sheets::{answer, lawful};
use crate::players::table::{self, Chosen};
use adjutant::games::batalj::Batalj;
use adjutant::games::batalj::court::event::KINDS as COURT_KINDS;
use adjutant::games::batalj::court::orders::{Counted, Item, Order as CourtLine, Reason};
use adjutant::games::batalj::event::Event;
use adjutant::games::batalj::orders::Order;
use adjutant::games::batalj::plundering::Decision as Raid;
use adjutant::games::batalj::plundering::event::KINDS as PLUNDERING_KINDS;
use adjutant::games::batalj::plundering::orders::{Measure, Order as Line};
use adjutant::games::batalj::sequence::Decision;
use adjutant::kernel::dice::{Dice, open_key};
use adjutant::kernel::game::{Answer, Game, Leaving, Need, Pending, State, Status, Turn};
use adjutant::kernel::module::{Letter, Module, Table, Telling};
use adjutant::kernel::play::{Play, kind_of};
use adjutant::kernel::seat::{Seat, Viewer};
use adjutant::kernel::terms::{DiceMode, Terms};
use adjutant::kernel::text::{Charset, WIDTH};
use std::collections::{BTreeMap, BTreeSet};

/// Events that our components never bring about: a pile runs short only if an owner has fewer Regent cards.
const RARE: [&str; 1] = ["pile-renewed"];

/// Steps after which a game is left as it is: plunderers may stand about for ever.
const LONGEST: usize = 1500;

fn terms(scenario: &str, families: usize, chance: &mut Chance) -> Terms {
    let module: &dyn Module = adjutant::games::find(Batalj::INFO.id).expect("Batalj is registered");
    let mut options = Chosen::new();
    options.insert("rounds".to_owned(), (1 + chance.below(16)).to_string());
    if chance.is_in(1, 3) {
        options.insert("eldest".to_owned(), (*chance.pick(&FAMILIES[..families])).to_owned());
    }
    let mut terms = table::terms(module, scenario, &options);
    terms.seats = FAMILIES[..families].iter().map(|f| (*f).to_owned()).collect();
    terms.dice = DiceMode::Open;
    terms
}

#[derive(Default)]
struct Tally {
    steps: usize,
    rolls: usize,
    unfinished: usize,
    kinds: BTreeMap<String, usize>,
    endings: BTreeSet<String>,
}

impl Tally {
    fn count(&mut self, event: &Event) {
        *self.kinds.entry(kind_of(&serde_json::to_value(event).expect("JSON"))).or_default() += 1;
    }
}

#[test]
fn random_expeditions_and_campaigns_keep_the_rules() {
    let games = number("ADJUTANT_SOAK_GAMES").unwrap_or(400);
    let from = number("ADJUTANT_SOAK_FROM").unwrap_or(0);
    let mut tally = Tally::default();
    let started = std::time::Instant::now();
    for seed in from..from + games {
        soak(seed, &mut tally);
    }
    eprintln!(
        "{games} games ({} unfinished), {} steps, {} rolls, {:.1} s; {:?}",
        tally.unfinished,
        tally.steps,
        tally.rolls,
        started.elapsed().as_secs_f64(),
        tally.kinds
    );
    if games >= 400 {
        let known = COURT_KINDS.iter().chain(&PLUNDERING_KINDS);
        let missing: Vec<&&str> =
            known.filter(|kind| !RARE.contains(kind) && !tally.kinds.contains_key(**kind)).collect();
        assert!(missing.is_empty(), "events that never happened: {missing:?}");
    }
}

fn soak(seed: u64, tally: &mut Tally) {
    let mut chance = Chance::new(seed);
    let families = 1 + seed as usize % 5;
    let scenario = if seed.is_multiple_of(3) { "plundering" } else { "campaign" };
    let terms = terms(scenario, families, &mut chance);
    let mut state: State<Batalj> = table::begin(&terms).unwrap_or_else(|r| panic!("{r:?}"));
    let concedes = chance.is_in(1, 3);
    for step in 0..LONGEST {
        match Batalj::status(&state) {
            Status::Over(outcome) => {
                tally.endings.insert(outcome.reason);
                return;
            }
            Status::Awaiting(pending) => {
                let required = pending.iter().filter(|p| p.need == Need::Required).count();
                assert!(required > 0, "game {seed}, step {step}: nobody is asked: {:?}", state.public);
                let odds = if matches!(pending[0].decision, Decision::Plundering(_)) { 15 } else { 120 };
                if concedes && chance.is_in(1, odds) {
                    concede(&mut state, &mut chance, tally);
                    continue;
                }
                let mut answers: Vec<Answer<Order>> = Vec::new();
                for p in &pending {
                    if p.need == Need::Required || chance.is_in(1, 2) {
                        answers.push(any_answer(&state, p, &mut chance));
                    }
                }
                let step = Step { seed, number: step, pending: &pending, answers: &answers };
                let mut watch = |_: &State<Batalj>, _: &State<Batalj>, event: &Event| tally.count(event);
                let (events, rolls) = step.play(&mut state, &mut chance, &mut watch);
                if chance.is_in(1, 10) {
                    judge_width(&state, &events);
                }
                tally.steps += 1;
                tally.rolls += rolls;
            }
        }
    }
    tally.unfinished += 1;
}

/// A family that is still in the game gives it up; nothing is rolled for that.
fn concede(state: &mut State<Batalj>, chance: &mut Chance, tally: &mut Tally) {
    let left: Vec<u8> = state.public.in_game().collect();
    let seat = Seat(*chance.pick(&left));
    let mut events = Vec::new();
    let mut dice = Dice::absent();
    Batalj::leave(&mut Turn::new(state, &mut events, &mut dice), seat, &Leaving::Conceded);
    assert_eq!(dice.fault(), None, "{events:?}");
    assert_eq!(Batalj::invariants(state), Vec::<String>::new(), "{events:?}");
    events.iter().for_each(|event| tally.count(event));
}

/// Reports and pictures fit a mail.
fn judge_width(state: &State<Batalj>, events: &[Event]) {
    let report = Batalj::render(&state.view(Viewer::Public)).to_text(Charset::Unicode);
    let picture = Batalj::picture(&state.view(Viewer::Public), events).to_text(Charset::Unicode);
    let is_narrow = |text: &str| text.lines().all(|line| line.chars().count() <= WIDTH);
    assert!(is_narrow(&report) && is_narrow(&picture), "{report}\n{picture}");
}

/// A legal answer to any decision.
fn any_answer(state: &State<Batalj>, pending: &Pending<Decision>, chance: &mut Chance) -> Answer<Order> {
    if matches!(pending.decision, Decision::Battle(_)) {
        return anything(state, pending, chance);
    }
    let view = state.view(Viewer::Seat(pending.seat));
    if chance.is_in(1, 8) {
        return answer::<Batalj>(pending.seat, Batalj::defaults(&view, &pending.decision));
    }
    if matches!(pending.decision, Decision::Plundering(Raid::Expedition | Raid::March)) && chance.is_in(2, 3)
    {
        return any_plan(state, pending, chance);
    }
    let mut orders: Vec<Order> = Vec::new();
    let most = 1 + chance.below(4);
    loop {
        let next: Vec<Order> = Batalj::legal(&view, &pending.decision, &orders).collect();
        let sheet = answer::<Batalj>(pending.seat, orders.clone());
        let is_complete = !orders.is_empty() && Batalj::check(&view, &pending.decision, &sheet).is_empty();
        if next.is_empty() || is_complete && orders.len() >= most {
            assert!(is_complete, "what is offered leads nowhere: {orders:?} for {:?}", pending.decision);
            return sheet;
        }
        // Cards and numbers would be lost among the entries.
        let plays: Vec<Order> = next.iter().filter(|o| is_rare(o)).cloned().collect();
        let from = if !plays.is_empty() && chance.is_in(1, 2) { &plays } else { &next };
        orders.push(chance.pick(from).clone());
    }
}

fn is_rare(order: &Order) -> bool {
    match order {
        Order::Court(CourtLine::Play { .. } | CourtLine::Object(_)) => true,
        Order::Court(CourtLine::Enter(Item::Card { id, lost: false })) => {
            ["archbishop", "church", "manipulated", "blockade"].iter().any(|word| id.starts_with(word))
        }
        Order::Court(CourtLine::Enter(Item::Count { of: Counted::Gold, reason, .. })) => {
            *reason == Some(Reason::Trade)
        }
        _ => false,
    }
}

/// Any plan of a plunderer, lines that are not legal taken out again.
fn any_plan(state: &State<Batalj>, pending: &Pending<Decision>, chance: &mut Chance) -> Answer<Order> {
    let map = &state.setting.map;
    let places: Vec<String> = map.all().map(|place| map.id(place).to_owned()).collect();
    let tiles = state.public.plundering.iter().filter_map(|p| p.expedition.as_ref()).flat_map(|e| &e.tiles);
    let tiles: Vec<String> = tiles.cloned().collect();
    let mut lines: Vec<Line> = Vec::new();
    let goal = |chance: &mut Chance| {
        if tiles.is_empty() || chance.is_in(1, 3) {
            chance.pick(&places).clone()
        } else {
            chance.pick(&tiles).clone()
        }
    };
    let route: Vec<String> = (0..=chance.below(4)).map(|_| goal(chance)).collect();
    lines.push(Line::Route(route.clone()));
    if chance.is_in(2, 3) {
        lines.push(Line::TurnUp(if chance.is_in(1, 2) {
            Vec::new()
        } else {
            vec![chance.pick(&route).clone()]
        }));
    }
    let ports = ["lubeck", "stettin"];
    for _ in 0..chance.below(2) {
        let to = chance.is_in(1, 2).then(|| (*chance.pick(&ports)).to_owned());
        let when =
            chance.is_in(1, 2).then(|| (*chance.pick(&Measure::OF_TILES), 1 + chance.below(12) as u32));
        lines.push(Line::Return { to, when });
    }
    if chance.is_in(4, 5) {
        lines.push(Line::CarryOn);
    }
    let mut given = lawful(state, pending, lines.into_iter().map(Order::Plundering).collect());
    if given.orders.is_empty() {
        given.orders.push(Order::Pass);
    }
    given
}

/// Whole campaigns by letters alone, with turns sent ahead, so that a step holds many of them.
#[test]
fn letters_sent_ahead_carry_a_step_over_many_turns() {
    let mut longest = 0;
    for seed in 0..40u64 {
        let mut chance = Chance::new(seed);
        let families = 1 + seed as usize % 5;
        let terms = terms("campaign", families, &mut chance);
        let mut play: Play<Batalj> = Play::new(&terms, None).unwrap_or_else(|r| panic!("{r:?}"));
        for step in 0..LONGEST {
            let asked = play.awaiting().required();
            if asked.is_empty() {
                break;
            }
            let letters: Vec<Letter> = asked
                .into_iter()
                .map(|seat| {
                    let mut lines = play.defaults(seat);
                    lines.extend(["next", "pass", "next", "pass", "end", "end"].map(str::to_owned));
                    Letter { seat, lines, sent: None, missing: false, is_locked: false }
                })
                .collect();
            let dice = if play.can_roll() {
                Dice::keyed(open_key("ahead", step as u64, &seed.to_string()))
            } else {
                Dice::absent()
            };
            let played = play
                .play(&letters, dice, Telling::Sentences(Viewer::Public))
                .unwrap_or_else(|faults| panic!("game {seed}, step {step}: {faults:?}"));
            longest = longest.max(played.events.len());
            assert_eq!(play.invariants(), Vec::<String>::new(), "game {seed}, step {step}");
        }
        assert!(play.awaiting().required().is_empty(), "game {seed} does not end");
    }
    assert!(longest > 20, "no step was carried on");
}
