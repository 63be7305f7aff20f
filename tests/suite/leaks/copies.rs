//! Histories, seats' copies, and what is printed from them.
//!
//! A chronicle with a twin for its table and other secrets beside its history must give a seat the same copy, and write
//! the same entry for a step, but for the salted hashes of what others know. And what is printed for a seat from the
//! referee's file is what is printed from the seat's own copy, which holds nothing of others.

use super::compare::{Channel, Leak, same};
use super::{Secretive, pending, players};
use crate::players::chance::Chance;
use crate::players::toy::Toy;
use crate::trust::club::{self, Club};
use adjutant::games::battle::Battle;
use adjutant::games::battue::Battue;
use adjutant::kernel::account::{self, Account, Extent};
use adjutant::kernel::game::{Game, State};
use adjutant::kernel::gamefile::GameFile;
use adjutant::kernel::history::chronicle::Chronicle;
use adjutant::kernel::history::entry::Opening;
use adjutant::kernel::history::openings::{Known, PrivateValue};
use adjutant::kernel::history::post::Post;
use adjutant::kernel::module::{Table, Telling};
use adjutant::kernel::play::Play;
use adjutant::kernel::record::Record;
use adjutant::kernel::report::Doc;
use adjutant::kernel::seat::{Seat, Viewer};
use adjutant::kernel::text::Charset;
use adjutant::kernel::turnfile::{self, TurnFile};
use assert_cmd::Command;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use tempfile::TempDir;

/// A game with its history, and its state beside it.
pub struct Court<G: Game> {
    pub club: Club,
    pub mirror: Play<G>,
    /// All letters so far, as seats other than the sender's might see them.
    pub letters: Vec<Post>,
}

impl<G: Secretive> Court<G> {
    pub fn new(seed: u64) -> Self {
        let terms = G::terms(seed);
        let mirror = Play::new(&terms, None).expect("terms that stand");
        Self { club: Club::with_secrets(terms), mirror, letters: Vec::new() }
    }

    /// Legal sheets of all that are asked; none once the game is over.
    pub fn sheets(&self, chance: &mut Chance) -> BTreeMap<String, String> {
        let required = &self.club.chronicle.need.orders;
        let asked = pending(self.mirror.state()).into_iter();
        let asked = asked.map(|p| (self.club.chronicle.name(p.seat).to_owned(), p));
        let asked = asked.filter(|(name, _)| required.contains(name));
        asked.map(|(name, p)| (name, G::sheet(self.mirror.state(), &p, chance).join("\n"))).collect()
    }

    /// Plays a step; the events, the referee's included.
    pub fn step(&mut self, sheets: &BTreeMap<String, String>) -> Vec<Value> {
        let (events, letters) = step(&mut self.club, sheets);
        self.letters.extend(letters);
        self.mirror.replay(&events, Telling::Events).expect("events of this game");
        events
    }
}

/// Plays a step of these sheets; its events, and the letters as others may see them.
fn step(club: &mut Club, sheets: &BTreeMap<String, String>) -> (Vec<Value>, Vec<Post>) {
    let say = |seat: &str| sheets[seat].clone();
    club.lock_first(&say);
    let mut posts = club.letters(&say);
    posts.sort_by_key(|post| post.seat);
    let resolved = club.chronicle.resolve(&posts, None, Telling::Events).unwrap_or_else(|e| panic!("{e}"));
    (resolved.played.events, posts.iter().map(Post::witnessed).collect())
}

/// The game as it is read from the referee's file.
pub fn record(club: &Club) -> Record {
    as_record(club.copy())
}

fn as_record(club: Club) -> Record {
    let chronicle = club.chronicle;
    Record { chronicle, contacts: BTreeMap::new(), components: None, amendment: None }
}

/// A game with a twin for its table, and other secrets of all but one seat.
fn other(club: &Club, seat: Seat, table: Box<dyn Table>) -> Club {
    let mut other = club.copy();
    other.chronicle.table = table;
    let name = club.chronicle.name(seat);
    let opened: Vec<(usize, String)> = other.chronicle.openings.entries().cloned().collect();
    for (entry, other_seat) in opened.into_iter().filter(|(_, other)| other != name) {
        let salt = format!("{entry:064x}");
        if other.chronicle.openings.value(entry, &other_seat).is_some() {
            let value = PrivateValue {
                events: vec![(0, json!("other"))],
                state: salt.clone(),
                ..PrivateValue::default()
            };
            other.chronicle.openings.keep_value(entry, &other_seat, Known { salt: salt.clone(), value });
        }
        if other.chronicle.openings.orders(entry, &other_seat).is_some() {
            other.chronicle.openings.keep_orders(
                entry,
                &other_seat,
                Opening { orders: vec!["other".to_owned()], salt },
            );
        }
    }
    other
}

/// A copy as it is made for a seat.
type Copy<'a> = &'a dyn Fn(&Record, Seat) -> String;

/// Compares copies and entries of so many twins of the toy.
///
/// Errors: the first leak.
pub fn hunt(twins: usize, table: &dyn Fn(Play<Toy>) -> Box<dyn Table>, copy: Copy) -> Result<usize, Leak> {
    hunt_in::<Toy>(twins, table, copy)
}

fn hunt_in<G: Secretive>(
    twins: usize,
    table: &dyn Fn(Play<G>) -> Box<dyn Table>,
    copy: Copy,
) -> Result<usize, Leak> {
    let (mut seen, mut entries) = (0, 0);
    for seed in 0.. {
        let mut court = Court::<G>::new(seed);
        let mut chance = Chance::new(seed);
        for _ in 0..12 {
            let sheets = court.sheets(&mut chance);
            if sheets.is_empty() {
                break;
            }
            for seat in players(&court.club.chronicle.terms) {
                let Some(twin) = G::twin(court.mirror.state(), seat, &mut chance) else { continue };
                let terms = &court.club.chronicle.terms;
                let at = |state: State<G>| Play::<G>::at(state, terms.seats.clone(), terms.orders);
                let (one, twin) = (at(court.mirror.state().clone()), at(twin));
                let is_common = pending(one.state()).iter().all(|asked| {
                    let lines = sheets.get(court.club.chronicle.name(asked.seat));
                    lines.is_none_or(|text| {
                        [&one, &twin].iter().all(|play| !has_faults(*play, asked.seat, text))
                    })
                });
                let mut other = other(&court.club, seat, table(twin));
                let mut club = court.club.copy();
                club.chronicle.table = table(one);
                seen += 1;
                let hidden = other.chronicle.openings.hidden.replace("5".repeat(64));
                let files = [club, other].map(as_record);
                same(Channel::Copy, copy(&files[0], seat), copy(&files[1], seat))?;
                if is_common {
                    let [mut one, mut other] =
                        files.map(|record| court.club.with_chronicle(record.chronicle));
                    other.chronicle.openings.hidden = hidden;
                    let state = court.mirror.state();
                    entries += usize::from(compare_entries::<G>(&mut one, &mut other, seat, &sheets, state)?);
                }
                if seen >= twins {
                    return Ok(entries);
                }
            }
            court.step(&sheets);
        }
    }
    Ok(entries)
}

fn has_faults(table: &dyn Table, seat: Seat, text: &str) -> bool {
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let body: Vec<_> = (1..)
        .zip(lines)
        .map(|(number, text)| adjutant::kernel::orders::wrapper::RawLine { number, text })
        .collect();
    table
        .check(seat, &body, None)
        .findings
        .iter()
        .any(adjutant::kernel::orders::diagnostic::Diagnostic::is_error)
}

/// The entry of one step in both, without the salted hashes of what others know. False if public events differ, as
/// they may.
fn compare_entries<G: Secretive>(
    one: &mut Club,
    other: &mut Club,
    seat: Seat,
    sheets: &BTreeMap<String, String>,
    state: &State<G>,
) -> Result<bool, Leak> {
    let by_others = sheets.keys().any(|name| one.chronicle.seat(name) != Some(seat));
    let _ = (step(one, sheets), step(other, sheets));
    let [mut a, mut b] = [&*one, &*other].map(Club::newest);
    let [events, others] = [&a, &b].map(|entry| entry["events"].as_array().cloned().unwrap_or_default());
    let differ = (0..events.len().max(others.len())).find(|i| events.get(*i) != others.get(*i));
    if let Some(at) = differ {
        let mut first = [&events, &others].into_iter().filter_map(|e| e.get(at));
        if first.any(|event| G::may_differ(state, event, seat, by_others)) {
            return Ok(false);
        }
    }
    let name = one.chronicle.name(seat).to_owned();
    for entry in [&mut a, &mut b] {
        let private = entry["private"].as_object_mut().expect("private values are committed to");
        let draws = sheets.contains_key(&name);
        private.iter_mut().filter(|(who, _)| draws || **who != name).for_each(|(_, hash)| *hash = json!("-"));
        // What was locked before is covered by its own seals.
        entry["prev"] = json!("-");
    }
    same(Channel::Entry, a.to_string(), b.to_string())?;
    let lengths = [&*one, &*other].map(|club| club.chronicle.lines.last().map(String::len));
    same(Channel::Entry, lengths[0], lengths[1])?;
    Ok(true)
}

/// All that is printed for a seat from a game file, each with what it is.
pub fn printed<G: Secretive>(
    file: &GameFile,
    seat: Seat,
    sheets: &[Vec<String>],
) -> Vec<(&'static str, String)> {
    let mut accounts: Vec<Account> = Vec::new();
    let viewer = Viewer::Seat(seat);
    let record =
        Record::read(file, &club::find, &mut |watched| accounts.extend(Account::of(watched, viewer)))
            .unwrap_or_else(|d| panic!("{d} [{}]", d.code));
    let chronicle = &record.chronicle;
    let table = chronicle.table.as_ref();
    let mut printed = Vec::new();
    for (name, reasons) in [("report", false), ("report with reasons", true)] {
        let doc = account::report(chronicle, &accounts, viewer, Extent { reasons, ..Extent::default() });
        printed.push((name, doc.to_text(Charset::Unicode)));
        printed.push((name, doc.to_json().to_string()));
        let page =
            account::page(chronicle, &accounts, viewer, Extent { reasons, ..Extent::default() }, Doc::new());
        printed.push(("page", page.to_html(Charset::Unicode)));
    }
    for a in &accounts {
        let step = json!({ "step": a.step, "kind": a.kind, "orders": a.orders, "sent": a.sent, "events": a.events, "rolls": a.rolls, "told": a.told });
        printed.push(("step as JSON", table.named(step.clone()).to_string()));
        printed.push(("step as JSON", step.to_string()));
    }
    printed.push(("picture", table.picture(viewer, &[]).to_svg()));
    printed.push(("blank turn file", turnfile::blank(chronicle, seat)));
    printed.push(("defaults", table.defaults(seat).join("\n")));
    printed.push(("private value", table.private(viewer).to_string()));
    for sheet in sheets {
        printed.push(("legal", format!("{:?}", table.legal(seat, sheet))));
        printed.push(("check", checked(chronicle, seat, sheet)));
    }
    printed
}

/// Findings, drawn and as JSON, and verdicts on a turn file.
fn checked(chronicle: &Chronicle, seat: Seat, sheet: &[String]) -> String {
    let text =
        format!("ORDERS {} {}\n{}\nEND\n", chronicle.terms.name, chronicle.name(seat), sheet.join("\n"));
    let input = turnfile::read(text.as_bytes(), chronicle);
    let verdicts: Vec<_> = input.turn_files.iter().flat_map(|t| t.checked.verdicts.clone()).collect();
    let style = adjutant::kernel::orders::diagnostic::Style { colour: false, ascii: true };
    let drawn = adjutant::kernel::orders::diagnostic::draw("a turn file", &input.findings, style);
    let json = json!({ "findings": input.findings, "verdicts": verdicts });
    let letters: String = input
        .turn_files
        .iter()
        .map(|t| format!("{:?}", TurnFile::of_post(&t.post()).checked.lines))
        .collect();
    format!("{drawn}\n{json}\n{letters}")
}

/// What is printed for a seat from the referee's file and from its own copy.
fn same_from_both_files<G: Secretive>(games: u64) -> usize {
    let mut compared = 0;
    for seed in 0..games {
        let mut court = Court::<G>::new(seed);
        let mut chance = Chance::new(seed);
        for step in 0..20 {
            let sheets = court.sheets(&mut chance);
            if sheets.is_empty() {
                break;
            }
            court.step(&sheets);
            if step % 10 != 9 {
                continue;
            }
            let record = record(&court.club);
            let full = record.to_file();
            for seat in players(&court.club.chronicle.terms) {
                let sheets: Vec<Vec<String>> =
                    (0..3).map(|_| vec![G::any_line(court.mirror.state(), seat, &mut chance)]).collect();
                let own = printed::<G>(&record.copy_for(seat), seat, &sheets);
                for (a, b) in printed::<G>(&full, seat, &sheets).into_iter().zip(own) {
                    assert_eq!(a, b, "{} {seed}, step {step}, {seat:?}", G::INFO.id);
                    compared += 1;
                }
            }
        }
    }
    compared
}

#[test]
fn a_seat_is_told_the_same_from_its_copy_and_by_the_referee() {
    let games = super::pairs() as u64 / 150;
    assert!(same_from_both_files::<Toy>(games.min(40)) > 20);
    assert!(same_from_both_files::<Battle>(games.min(40)) > 20);
    assert!(same_from_both_files::<Battue>(games.min(40)) > 20);
}

/// Runs a command in a folder with a game file and a turn file: what it prints, and whether it succeeds.
fn run(folder: &Path, args: &[&str]) -> (String, bool) {
    let mut command = Command::cargo_bin("adjutant").expect("the program is built");
    let out = command.current_dir(folder).args(args).output().expect("it runs");
    let printed = [out.stdout, out.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    (printed.concat(), out.status.success())
}

/// The program says to a seat, from the referee's file, what it says from the seat's own copy.
fn same_on_the_command_line<G: Secretive>(seed: u64) {
    let mut court = Court::<G>::new(seed);
    let mut chance = Chance::new(seed);
    for _ in 0..8 {
        let sheets = court.sheets(&mut chance);
        court.step(&sheets);
    }
    let record = record(&court.club);
    for seat in players(&record.chronicle.terms) {
        let name = record.chronicle.name(seat).to_owned();
        let lines: Vec<String> =
            (0..3).map(|_| G::any_line(court.mirror.state(), seat, &mut chance)).collect();
        let turn = format!("ORDERS {} {name}\n{}\nEND\n", record.chronicle.terms.name, lines.join("\n"));
        let folders = [record.to_file(), record.copy_for(seat)].map(|file| {
            let folder = TempDir::new().expect("a folder");
            std::fs::write(folder.path().join("game.yaml"), file.write()).expect("a file");
            std::fs::write(folder.path().join("a.turn"), &turn).expect("a file");
            folder
        });
        let own = ["--seat", name.as_str()];
        let calls: [&[&str]; 11] = [
            &["show", "game.yaml", "--list", own[0], own[1]],
            &["show", "game.yaml", "--json", own[0], own[1]],
            &["report", "game.yaml", "--all", "--why", "--luck", own[0], own[1]],
            &["report", "game.yaml", "--format", "json", own[0], own[1]],
            &["report", "game.yaml", "--all", "--format", "html", own[0], own[1]],
            &["mail", "game.yaml", own[0], own[1]],
            &["status", "game.yaml", "--json"],
            &["sheet", "game.yaml", own[0], own[1]],
            &["legal", "game.yaml", "--json", own[0], own[1]],
            &["check", "game.yaml", "a.turn"],
            &["view", "game.yaml", own[0], own[1]],
        ];
        // That it is a copy is all that may be said beyond.
        let note = format!("note: this is {name}'s copy: what others hide is not in it\n");
        for call in calls {
            let [full, (copy, is_done)] = [0, 1].map(|i| run(folders[i].path(), call));
            assert_eq!(full, (copy.replace(&note, ""), is_done), "{call:?}");
        }
    }
}

#[test]
fn the_program_tells_a_seat_the_same_from_its_copy_and_from_the_whole_game() {
    same_on_the_command_line::<Battle>(0);
    same_on_the_command_line::<Battue>(0);
}

#[test]
fn copies_and_entries_do_not_depend_on_what_a_seat_cannot_know() {
    let copy = |record: &Record, seat: Seat| record.copy_for(seat).write();
    let wanted = super::pairs().min(1000) / 10;
    let toy = hunt_in::<Toy>(wanted, &|play| Box::new(play), &copy).unwrap_or_else(|leak| panic!("{leak:?}"));
    let fog =
        hunt_in::<Battle>(wanted, &|play| Box::new(play), &copy).unwrap_or_else(|leak| panic!("{leak:?}"));
    let battue =
        hunt_in::<Battue>(wanted, &|play| Box::new(play), &copy).unwrap_or_else(|leak| panic!("{leak:?}"));
    eprintln!(
        "{wanted} copies of twins each; entries compared: {toy} of the toy, {fog} of Battle, {battue} of Battue"
    );
    assert!(toy * 4 > wanted && fog * 8 > wanted && battue * 16 > wanted);
}
