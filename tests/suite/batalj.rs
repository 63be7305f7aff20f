//! Random field battles of Batalj over all numbers of families and options, judged at every step.
//!
//! Each battle follows from its number. `ADJUTANT_SOAK_GAMES` sets how many are played, `ADJUTANT_SOAK_FROM` the number
//! of the first, so that a battle that went wrong can be played again alone.

use crate::judged::{Step, number};
use crate::players::batalj::{FAMILIES, anything, begin, sensible};
use crate::players::chance::Chance;
use crate::players::table::Chosen;
use adjutant::games::batalj::Batalj;
use adjutant::games::batalj::battle::area::Area;
use adjutant::games::batalj::battle::event::{Event as BattleEvent, KINDS};
use adjutant::games::batalj::battle::field::Field;
use adjutant::games::batalj::event::Event;
use adjutant::games::batalj::orders::Order;
use adjutant::games::batalj::sequence::Decision;
use adjutant::kernel::dice::{Dice, open_key};
use adjutant::kernel::game::{Answer, Game, Leaving, Need, Pending, State, Status, Turn};
use adjutant::kernel::play::kind_of;
use std::collections::{BTreeMap, BTreeSet};

/// Steps after which a battle must be over: nothing can go on for ever where ten quiet rounds make a draw.
const LONGEST: usize = 1000;

/// Any options that fit the number of families.
fn any_options(families: usize, chance: &mut Chance) -> Chosen {
    let mut options = Chosen::new();
    let mut set = |name: &str, value: &&str| options.insert(name.to_owned(), (*value).to_owned());
    set("enemy", chance.pick(&["ryssland", "danmark", "polen", "preussen"]));
    set("era", chance.pick(&["vasatiden", "stormaktstiden", "frihetstiden"]));
    if chance.is_in(1, 2) {
        set("command", chance.pick(&FAMILIES[..families]));
    }
    options
}

#[derive(Default)]
struct Tally {
    steps: usize,
    rounds: usize,
    rolls: usize,
    endings: BTreeMap<String, usize>,
    kinds: BTreeSet<String>,
}

#[test]
fn random_field_battles_keep_the_rules() {
    let games = number("ADJUTANT_SOAK_GAMES").unwrap_or(1500);
    let from = number("ADJUTANT_SOAK_FROM").unwrap_or(0);
    let mut tally = Tally::default();
    let started = std::time::Instant::now();
    for seed in from..from + games {
        soak(seed, &mut tally);
    }
    eprintln!(
        "{games} battles, {} steps, {} rounds, {} rolls, {:.1} s; {:?}",
        tally.steps,
        tally.rounds,
        tally.rolls,
        started.elapsed().as_secs_f64(),
        tally.endings
    );
    if games >= 1500 {
        let missing: Vec<&&str> = KINDS.iter().filter(|kind| !tally.kinds.contains(**kind)).collect();
        assert!(missing.is_empty(), "events that never happened: {missing:?}");
    }
}

fn soak(seed: u64, tally: &mut Tally) {
    let mut chance = Chance::new(seed);
    let families = 1 + seed as usize % 5;
    let options = any_options(families, &mut chance);
    let mut state = begin(families, &options);
    let is_sensible = chance.is_in(1, 3);
    for step in 0..LONGEST {
        match Batalj::status(&state) {
            Status::Over(outcome) => {
                let who =
                    if outcome.winners.is_empty() { outcome.side.unwrap_or("nobody") } else { "Sweden" };
                *tally.endings.entry(format!("{who}: {}", outcome.reason)).or_default() += 1;
                return;
            }
            Status::Awaiting(pending) => {
                assert!(pending.iter().any(|p| p.need == Need::Required), "battle {seed}");
                if chance.is_in(1, 150) {
                    concede(&mut state, &pending, &mut chance);
                    continue;
                }
                let answers = answers(&state, &pending, is_sensible, &mut chance);
                let step = Step { seed, number: step, pending: &pending, answers: &answers };
                let mut watch = |before: &State<Batalj>, after: &State<Batalj>, event: &Event| {
                    let (had, has) = (before.public.battle.as_ref(), after.public.battle.as_ref());
                    judge_event(had, has, event, &step.place());
                    tally.kinds.insert(kind_of(&serde_json::to_value(event).expect("JSON")));
                    tally.rounds +=
                        usize::from(matches!(event, Event::Battle(BattleEvent::RoundBegan { .. })));
                };
                tally.rolls += step.play(&mut state, &mut chance, &mut watch).1;
                tally.steps += 1;
            }
        }
    }
    panic!("battle {seed} does not end");
}

fn answers(
    state: &State<Batalj>,
    pending: &[Pending<Decision>],
    is_sensible: bool,
    chance: &mut Chance,
) -> Vec<Answer<Order>> {
    let mut answers = Vec::new();
    for p in pending {
        if p.need == Need::Required || chance.is_in(1, 2) {
            answers.push(if is_sensible { sensible(state, p) } else { anything(state, p, chance) });
        }
    }
    answers
}

fn concede(state: &mut State<Batalj>, pending: &[Pending<Decision>], chance: &mut Chance) {
    let seat = chance.pick(pending).seat;
    let mut events = Vec::new();
    let mut dice = Dice::absent();
    Batalj::leave(&mut Turn::new(state, &mut events, &mut dice), seat, &Leaving::Conceded);
    assert_eq!(dice.fault(), None, "{events:?}");
    assert_eq!(Batalj::invariants(state), Vec::<String>::new());
}

/// Pieces neither appear nor vanish but where a rule says so.
fn judge_event(before: Option<&Field>, after: Option<&Field>, event: &Event, place: &str) {
    let (Some(before), Some(after), Event::Battle(event)) = (before, after, event) else { return };
    let count = |f: &Field| (f.sweden.all_soldiers(), f.enemy.all_soldiers());
    let marshals = |f: &Field| (f.sweden.all_marshals(), f.enemy.all_marshals());
    match event {
        BattleEvent::Moved { .. } | BattleEvent::Regrouped | BattleEvent::RoundBegan { .. } => {
            assert_eq!(count(before), count(after), "{event:?} {place}");
        }
        BattleEvent::Attacked { losses, rolled, .. } => {
            let fallen: u32 = losses.iter().map(|l| u32::from(l.soldiers + l.marshals)).sum();
            assert!(fallen <= u32::from(*rolled.last().expect("a roll")), "{event:?} {place}");
            let gone = count(before).0 + count(before).1 - count(after).0 - count(after).1;
            let soldiers: u32 = losses.iter().map(|l| u32::from(l.soldiers)).sum();
            assert_eq!(gone, soldiers, "{event:?} {place}");
        }
        BattleEvent::Bombarded { .. } => {
            for reserve in [Area::Reserve, Area::EnemyReserve] {
                assert!(after.sweden.soldiers(reserve) >= before.sweden.soldiers(reserve), "{place}");
                assert!(after.enemy.soldiers(reserve) >= before.enemy.soldiers(reserve), "{place}");
            }
        }
        _ => {}
    }
    if !matches!(event, BattleEvent::Deployed { .. } | BattleEvent::EnemyFormed { .. }) {
        assert_eq!(marshals(before), marshals(after), "field marshals are never lost: {event:?} {place}");
    }
}

/// What becomes of battles that sensible families fight, by their number: a battle should be open.
#[test]
fn sensible_families_win_some_battles_and_lose_some() {
    let games = number("ADJUTANT_SOAK_GAMES").unwrap_or(200);
    for era in ["vasatiden", "stormaktstiden", "frihetstiden"] {
        for families in 1..=5 {
            let options: Chosen =
                [("era".to_owned(), era.to_owned()), ("enemy".to_owned(), "polen".to_owned())].into();
            let (mut won, mut lost, mut rounds) = (0, 0, 0);
            for seed in 0..games {
                let (outcome, length) = fight(begin(families, &options), seed);
                won += u64::from(outcome == Some(true));
                lost += u64::from(outcome == Some(false));
                rounds += length;
            }
            eprintln!(
                "{era}, {families} families: {won} won, {lost} lost of {games}, {:.1} rounds",
                rounds as f64 / games as f64
            );
            if era == "stormaktstiden" && games >= 200 {
                assert!((games * 2 / 5..games * 9 / 10).contains(&won), "{families} families win {won}");
            }
        }
    }
}

/// Whether Sweden wins a battle, and in how many rounds.
fn fight(mut state: State<Batalj>, seed: u64) -> (Option<bool>, u64) {
    let mut length = 0;
    for step in 0..LONGEST as u64 {
        if let Some(field) = &state.public.battle {
            length = u64::from(field.round);
        }
        match Batalj::status(&state) {
            Status::Over(outcome) if outcome.side.is_some() => return (Some(false), length),
            Status::Over(outcome) => return ((!outcome.winners.is_empty()).then_some(true), length),
            Status::Awaiting(pending) => {
                let required = pending.iter().filter(|p| p.need == Need::Required);
                let answers: Vec<Answer<Order>> = required.map(|p| sensible(&state, p)).collect();
                let mut dice = Dice::keyed(open_key("fight", step, &seed.to_string()));
                Batalj::resolve(&mut Turn::new(&mut state, &mut Vec::new(), &mut dice), &answers);
            }
        }
    }
    (None, length)
}
