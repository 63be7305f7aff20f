//! What every registered game keeps, in every scenario: a stranger to its rules plays it through its table.

use crate::players::chance::Chance;
use crate::players::table::{self, Chosen};
use adjutant::games::GAMES;
use adjutant::games::batalj::Batalj;
use adjutant::games::battle::Battle;
use adjutant::kernel::dice::Dice;
use adjutant::kernel::game::{Answer, Game, Need, Origin, Pending, State, Status, Turn};
use adjutant::kernel::history::{hash_of, line_of};
use adjutant::kernel::module::{Awaiting, Letter, Module, Played, Table, Telling};
use adjutant::kernel::options::Options;
use adjutant::kernel::orders::diagnostic::Diagnostic;
use adjutant::kernel::orders::wrapper::RawLine;
use adjutant::kernel::play::{TABLE_EVENTS, kind_of};
use adjutant::kernel::seat::{Seat, Viewer};
use adjutant::kernel::text::{Charset, WIDTH, wrap};
use std::collections::BTreeSet;

/// Steps that are played of each scenario.
const STEPS: usize = 40;

/// Every game and scenario, by its options' defaults.
fn tables() -> Vec<(&'static dyn Module, String, Box<dyn Table>)> {
    let scenarios =
        GAMES.iter().flat_map(|module| module.scenarios().into_iter().map(move |s| (*module, s.id)));
    scenarios
        .map(|(module, id)| {
            let terms = table::terms(module, &id, &Chosen::new());
            let table = module.open(&terms, None).unwrap_or_else(|r| panic!("{id}: {r:?}"));
            (module, id, table)
        })
        .collect()
}

/// A sheet built from what is offered; legal once nothing more is offered or the table takes it.
fn sheet(table: &dyn Table, seat: Seat, chance: &mut Chance) -> Vec<String> {
    let mut lines = Vec::new();
    loop {
        let next = table.legal(seat, &lines).expect("its own lines are read");
        let enough = lines.len() > 3 && is_legal(table, seat, &lines);
        if next.is_empty() || enough {
            return lines;
        }
        lines.push(chance.pick(&next).clone());
    }
}

/// Sheets by seat.
type Sheets = Vec<(Seat, Vec<String>)>;

/// Dice for a step that can roll, from a key that depends on the position alone.
fn dice(table: &dyn Table) -> Dice {
    match table.can_roll() {
        true => Dice::keyed(hash_of("public", &table.position())),
        false => Dice::absent(),
    }
}

/// The step that sheets lead to, on a copy.
fn plays(table: &dyn Table, sheets: &Sheets) -> Option<(Played, Box<dyn Table>)> {
    let mut copy = table.duplicate();
    let letter = |(seat, lines): &(Seat, Vec<String>)| Letter {
        seat: *seat,
        lines: lines.clone(),
        sent: None,
        missing: false,
        is_locked: false,
    };
    let letters: Vec<Letter> = sheets.iter().map(letter).collect();
    let played = copy.play(&letters, dice(table), Telling::Sentences(Viewer::Public)).ok()?;
    Some((played, copy))
}

/// A sheet of each seat that is asked.
fn sheets(table: &dyn Table, chance: &mut Chance) -> Sheets {
    table.awaiting().required().into_iter().map(|seat| (seat, sheet(table, seat, chance))).collect()
}

/// Whether a sheet has nothing against it.
fn is_legal(table: &dyn Table, seat: Seat, lines: &[String]) -> bool {
    let body: Vec<RawLine> =
        lines.iter().enumerate().map(|(i, text)| RawLine { number: i + 1, text: text.clone() }).collect();
    let checked = table.check(seat, &body, None);
    checked.is_answer && !checked.findings.iter().any(Diagnostic::is_error)
}

/// Plays a game and looks at every position on the way.
fn play_through(
    table: Box<dyn Table>,
    seed: u64,
    look: &mut dyn FnMut(&dyn Table, &Played),
) -> Box<dyn Table> {
    let (mut table, mut chance) = (table, Chance::new(seed));
    for _ in 0..STEPS {
        let sheets = sheets(table.as_ref(), &mut chance);
        if sheets.is_empty() {
            break;
        }
        let (played, next) = plays(table.as_ref(), &sheets).expect("sheets of offers are legal");
        look(next.as_ref(), &played);
        table = next;
    }
    table
}

#[test]
fn a_module_is_complete() {
    for module in GAMES {
        let info = module.info();
        assert!(!info.rules.trim().is_empty() && !info.summary.is_empty() && !info.edition.is_empty());
        assert!(info.version >= 1 && !module.scenarios().is_empty(), "{}", info.id);
        assert_eq!(module.data_hash(), module.data_hash());
        let given = Chosen::new();
        assert!(Options::read(module.options(), &given).is_ok(), "{}: the defaults do not fit", info.id);
        for names in [info.events.to_vec(), info.codes.iter().map(|(code, _)| *code).collect()] {
            let once: BTreeSet<&str> = names.iter().copied().collect();
            assert_eq!(once.len(), names.len(), "{}: a name stands twice", info.id);
        }
    }
}

#[test]
fn set_ups_are_sound_and_ask_for_something() {
    for (module, id, table) in tables() {
        assert_eq!(table.invariants(), Vec::<String>::new(), "{id}");
        assert!(!table.awaiting().required().is_empty(), "{id}");
        assert_eq!(line_of(&table.position()), line_of(&table.duplicate().position()), "{id}");
        assert!(module.scenarios().iter().any(|s| s.id == id && !s.title.is_empty()), "{id}");
    }
}

#[test]
fn somebody_is_asked_until_the_end_and_the_defaults_are_legal() {
    for (_, id, table) in tables() {
        play_through(table, 1, &mut |table, _| {
            assert_eq!(table.invariants(), Vec::<String>::new(), "{id}");
            if let Awaiting::Decisions(asked) = table.awaiting() {
                assert!(asked.iter().any(|a| a.need == Need::Required), "{id}");
                assert!(asked.iter().all(|a| !a.prompt.is_empty() && !a.decision.is_empty()), "{id}");
            }
            let required = table.awaiting().required();
            let defaults: Sheets = required.into_iter().map(|seat| (seat, table.defaults(seat))).collect();
            assert!(defaults.is_empty() || plays(table, &defaults).is_some(), "{id}: {defaults:?}");
        });
    }
}

#[test]
fn the_same_letters_give_the_same_bytes_in_any_order_of_lines() {
    for (_, id, table) in tables() {
        let mut chance = Chance::new(2);
        let mut table = table;
        for _ in 0..STEPS {
            let sheets = sheets(table.as_ref(), &mut chance);
            if sheets.is_empty() {
                break;
            }
            let (played, next) = plays(table.as_ref(), &sheets).expect("sheets of offers are legal");
            let mut permuted = sheets.clone();
            permuted.iter_mut().for_each(|(_, lines)| chance.shuffle(lines));
            let (again, other) = plays(table.as_ref(), &permuted).expect("in any order");
            assert_eq!(played.lines, again.lines, "{id}");
            assert_eq!(played.events, again.events, "{id}");
            assert_eq!(played.told, again.told, "{id}");
            assert_eq!(line_of(&next.position()), line_of(&other.position()), "{id}");
            table = next;
        }
    }
}

#[test]
fn events_bear_documented_names() {
    for (module, id, table) in tables() {
        let events = module.info().events;
        play_through(table, 3, &mut |_, played| {
            for event in &played.events {
                let kind = kind_of(event);
                let known = events.contains(&kind.as_str()) || TABLE_EVENTS.contains(&kind.as_str());
                assert!(known, "{id}: {event}");
            }
        });
    }
}

#[test]
fn reports_are_72_columns_wide_at_most() {
    let is_narrow = |text: &str| text.lines().all(|line| line.chars().count() <= WIDTH);
    for (_, id, table) in tables() {
        play_through(table, 4, &mut |table, played| {
            for viewer in [Viewer::Public, Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Referee] {
                for charset in [Charset::Ascii, Charset::Unicode] {
                    let text = table.render(viewer).to_text(charset);
                    assert!(is_narrow(&text), "{id}:\n{text}");
                    let picture = table.picture(viewer, &played.events).to_text(charset);
                    assert!(is_narrow(&picture), "{id}:\n{picture}");
                }
            }
            let sentences = played.told.iter().map(|told| wrap(&told.sentence, "", "  ").join("\n"));
            sentences.for_each(|text| assert!(is_narrow(&text), "{id}: {text}"));
            for seat in table.awaiting().required() {
                let form = table.form(seat);
                assert!(form.iter().all(|line| !line.contains('\n')), "{id}: {form:?}");
            }
        });
    }
}

/// A game with its types, which a table hides.
fn assert_applying_gives_what_resolving_gave<G: Game>(module: &dyn Module) {
    for scenario in G::scenarios() {
        let terms = table::terms(module, &scenario.id, &Chosen::new());
        let mut state: State<G> = table::begin(&terms).unwrap_or_else(|r| panic!("{}: {r:?}", scenario.id));
        let mut chance = Chance::new(5);
        for _ in 0..STEPS {
            let Status::Awaiting(pending) = G::status(&state) else { break };
            let answers: Vec<Answer<G::Order>> =
                pending.iter().map(|p| answer(&state, p, &mut chance)).collect();
            let (mut applied, mut events) = (state.clone(), Vec::new());
            G::resolve(&mut Turn::new(&mut state, &mut events, &mut Dice::absent()), &answers);
            for event in &events {
                let text = serde_json::to_string(event).expect("an event has a JSON form");
                let read: G::Event = serde_json::from_str(&text).expect("it reads as it was written");
                assert_eq!(read, *event, "{}", scenario.id);
                G::apply(&mut applied, &read);
            }
            assert_eq!(applied.public, state.public, "{}", scenario.id);
            assert_eq!(applied.private, state.private, "{}", scenario.id);
            assert_eq!(applied.referee, state.referee, "{}", scenario.id);
        }
    }
}

/// A legal answer, built from what is offered.
fn answer<G: Game>(
    state: &State<G>,
    pending: &Pending<G::Decision>,
    chance: &mut Chance,
) -> Answer<G::Order> {
    let view = state.view(Viewer::Seat(pending.seat));
    let mut answer = Answer { seat: pending.seat, orders: Vec::new(), sent: None, origin: Origin::Letter };
    loop {
        let next: Vec<G::Order> = G::legal(&view, &pending.decision, &answer.orders).collect();
        let enough = answer.orders.len() > 3 && G::check(&view, &pending.decision, &answer).is_empty();
        if next.is_empty() || enough {
            G::arrange(&mut answer.orders);
            return answer;
        }
        answer.orders.push(chance.pick(&next).clone());
    }
}

#[test]
fn applying_events_gives_what_resolving_gave() {
    for module in GAMES {
        match module.info().id {
            "batalj" => assert_applying_gives_what_resolving_gave::<Batalj>(*module),
            "battle" => assert_applying_gives_what_resolving_gave::<Battle>(*module),
            id => panic!("name the type of {id} here"),
        }
    }
}
