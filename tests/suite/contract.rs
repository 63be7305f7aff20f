//! What every registered game keeps, in every scenario: a stranger to its rules plays it through its table.

use crate::players::chance::Chance;
use crate::players::table::{self, Chosen, chosen};
use adjutant::games::GAMES;
use adjutant::games::batalj::Batalj;
use adjutant::games::battle::Battle;
use adjutant::games::battue::Battue;
use adjutant::kernel::dice::{Dice, Pepper, open_key};
use adjutant::kernel::game::{Answer, Game, Need, Origin, Pending, State, Status, Turn};
use adjutant::kernel::history::line_of;
use adjutant::kernel::module::{Awaiting, Letter, Module, Played, Table, Telling};
use adjutant::kernel::note::{self, Note};
use adjutant::kernel::options::Options;
use adjutant::kernel::orders::diagnostic::Diagnostic;
use adjutant::kernel::orders::wrapper::RawLine;
use adjutant::kernel::play::{TABLE_EVENTS, kind_of};
use adjutant::kernel::seat::{Seat, Viewer};
use adjutant::kernel::text::{Charset, WIDTH, wrap};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Steps that are played of each scenario.
const STEPS: usize = 40;

/// Every game and scenario, by its options' defaults and by options under which other seats are asked.
fn tables() -> Vec<(&'static dyn Module, String, Box<dyn Table>)> {
    let scenarios =
        GAMES.iter().flat_map(|module| module.scenarios().into_iter().map(move |s| (*module, s.id)));
    scenarios
        .flat_map(|(module, id)| {
            choices(module.info().id, &id).into_iter().map(move |c| (module, id.clone(), c))
        })
        .map(|(module, id, options)| {
            let terms = table::terms(module, &id, &options);
            let name = format!("{id} {options:?}");
            let table = module.open(&terms, None).unwrap_or_else(|r| panic!("{name}: {r:?}"));
            (module, name, table)
        })
        .collect()
}

/// Units are hidden.
const FOG: (&str, &str) = ("fog-of-war", "yes");

/// The defaults, and options under which seats are asked together.
fn choices(game: &str, scenario: &str) -> Vec<Chosen> {
    let secret = [("secret-setup", "yes"), ("setup", "faction"), ("buying-armies", "90")];
    match (game, scenario) {
        ("battle", "basic") => vec![Chosen::new(), chosen(&secret[..2]), chosen(&[FOG])],
        ("battle", "medieval") => vec![Chosen::new(), chosen(&secret[..1])],
        ("battle", "napoleonic") => vec![Chosen::new(), chosen(&secret[1..])],
        ("battle", "ancient") => vec![Chosen::new(), chosen(&secret)],
        ("battle", "modern") => vec![
            Chosen::new(),
            chosen(&[secret[0], secret[2]]),
            chosen(&[secret[0], secret[1], secret[2], FOG]),
        ],
        ("battle", "pike-and-shot") => vec![Chosen::new(), chosen(&[secret[2], FOG])],
        ("battue", _) => vec![Chosen::new(), chosen(&[("hands", "open")])],
        _ => vec![Chosen::new()],
    }
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

fn is_legal(table: &dyn Table, seat: Seat, lines: &[String]) -> bool {
    let body: Vec<RawLine> =
        lines.iter().enumerate().map(|(i, text)| RawLine { number: i + 1, text: text.clone() }).collect();
    !table.check(seat, &body, None).findings.iter().any(Diagnostic::is_error)
}

/// Legal letters of all seats that must answer.
fn letters(table: &dyn Table, chance: &mut Chance) -> Vec<Letter> {
    let seats = table.awaiting().required();
    seats.into_iter().map(|seat| letter(seat, sheet(table, seat, chance))).collect()
}

fn letter(seat: Seat, lines: Vec<String>) -> Letter {
    Letter { seat, lines, sent: None, missing: false, is_locked: false }
}

/// The step that letters lead to, on a copy; its dice follow from the position.
fn plays(table: &dyn Table, letters: &[Letter]) -> Option<(Played, Box<dyn Table>)> {
    let mut copy = table.duplicate();
    let dice = if table.can_roll() {
        let pepper = Pepper { hidden: "0".repeat(64), step: 1 };
        Dice::keyed(open_key("contract", 1, &line_of(&table.position()))).peppered(Some(pepper))
    } else {
        Dice::absent()
    };
    let played = copy.play(letters, dice, Telling::Sentences(Viewer::Public)).ok()?;
    Some((played, copy))
}

/// Plays a game and looks at every position on the way.
fn play_through(
    table: Box<dyn Table>,
    seed: u64,
    look: &mut dyn FnMut(&dyn Table, &Played),
) -> Box<dyn Table> {
    let (mut table, mut chance) = (table, Chance::new(seed));
    for _ in 0..STEPS {
        let letters = letters(table.as_ref(), &mut chance);
        if letters.is_empty() {
            break;
        }
        let (played, next) = plays(table.as_ref(), &letters).expect("a sheet of offers is legal");
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
        let scenario = id.split(' ').next().unwrap_or_default();
        assert!(module.scenarios().iter().any(|s| s.id == scenario && !s.title.is_empty()), "{id}");
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
            let seats = table.awaiting().required();
            let defaults: Vec<Letter> =
                seats.into_iter().map(|seat| letter(seat, table.defaults(seat))).collect();
            assert!(defaults.is_empty() || plays(table, &defaults).is_some(), "{id}: defaults");
        });
    }
}

/// Games in which lines that begin alike are carried out as they stand: cards of a window, moves of a step, entries.
const IN_ROWS: [&str; 1] = ["batalj"];

/// Lines in another order that means the same.
fn permute(game: &str, lines: &mut [String], chance: &mut Chance) {
    let first = |line: &String| line.split(' ').next().unwrap_or_default().to_owned();
    let mut rows: BTreeMap<String, VecDeque<String>> = BTreeMap::new();
    for line in lines.iter() {
        rows.entry(first(line)).or_default().push_back(line.clone());
    }
    chance.shuffle(lines);
    if IN_ROWS.contains(&game) {
        for line in lines.iter_mut() {
            *line = rows.get_mut(&first(line)).and_then(VecDeque::pop_front).expect("as many as before");
        }
    }
}

#[test]
fn the_same_letters_give_the_same_bytes_in_any_order_of_lines() {
    for (module, id, table) in tables() {
        let mut chance = Chance::new(2);
        let mut table = table;
        for _ in 0..STEPS {
            let letters = letters(table.as_ref(), &mut chance);
            if letters.is_empty() {
                break;
            }
            let (played, next) = plays(table.as_ref(), &letters).expect("a sheet of offers is legal");
            let mut permuted = letters.clone();
            permuted.iter_mut().for_each(|letter| permute(module.info().id, &mut letter.lines, &mut chance));
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
                table.form(seat).iter().for_each(|note| assert_may_be_given(table, seat, note, &id));
            }
        });
    }
}

/// What a blank turn file suggests stands on a line of its own, and reads as a legal order with its # taken away: an
/// order beside others, a whole sheet as it is.
fn assert_may_be_given(table: &dyn Table, seat: Seat, note: &Note, id: &str) {
    let lines = note.lines(note::ONE_WAY);
    assert!(lines.iter().all(|line| line.starts_with("# ") && !line.contains('\n')), "{id}: {lines:?}");
    let (orders, is_whole) = match note {
        Note::Text(_) => return,
        Note::Order(..) => (&lines[lines.len() - 1..], false),
        Note::OneWay(orders) => (&lines[lines.len() - orders.len()..], true),
    };
    let plain = |line: &String| line["# ".len()..].to_owned();
    let body: Vec<RawLine> =
        orders.iter().zip(1..).map(|(line, number)| RawLine { number, text: plain(line) }).collect();
    let checked = table.check(seat, &body, None);
    let wrong = checked.findings.iter().find(|f| f.is_error() && (is_whole || f.line > 0));
    assert!(wrong.is_none(), "{id}: {orders:?}: {wrong:?}");
    assert_eq!(checked.lines.len(), orders.len(), "{id}: {orders:?}");
}

/// A game with its types, which a table hides.
fn assert_applying_gives_what_resolving_gave<G: Game>(module: &dyn Module) {
    let scenarios = G::scenarios().into_iter();
    let all = scenarios.flat_map(|s| choices(G::INFO.id, &s.id).into_iter().map(move |c| (s.id.clone(), c)));
    for (id, options) in all {
        let terms = table::terms(module, &id, &options);
        let mut state: State<G> = table::begin(&terms).unwrap_or_else(|r| panic!("{id}: {r:?}"));
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
                assert_eq!(read, *event, "{id}");
                G::apply(&mut applied, &read);
            }
            assert_eq!(applied.public, state.public, "{id}");
            assert_eq!(applied.private, state.private, "{id}");
            assert_eq!(applied.referee, state.referee, "{id}");
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
            "battue" => assert_applying_gives_what_resolving_gave::<Battue>(*module),
            "battle" => assert_applying_gives_what_resolving_gave::<Battle>(*module),
            id => panic!("name the type of {id} here"),
        }
    }
}
