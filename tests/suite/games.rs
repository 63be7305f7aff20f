//! Whole recorded games: played again from their turn files, and compared byte for byte.
//!
//! A game is a folder under `turnfiles/games/GAME/`: `SOURCE` says how it came about, `start.yaml` is the file
//! after all have joined, `turns/` holds every letter in order (of a secret step the seals, the orders in plain and
//! the openings; where links make the dice, theirs) and what was agreed on, `game.yaml` and `report.txt` are what
//! they lead to. Of a game that keeps secrets `game.yaml` is the referee's file; `copies/` holds what each seat had at three
//! moments, named after seat and number of entries, and `published.yaml` is what all got in the end. `ADJUTANT_RECORD=1` writes all but `SOURCE` anew, a folder's name in its place that one alone, a game's
//! the folders of that game, and passes the others over; a commit that does so says how many changed and why.

mod batalj;
mod battle;
mod battue;
mod recorder;

use adjutant::games::batalj::Batalj;
use adjutant::games::battue::Battue;
use adjutant::games::{GAMES, find};
use adjutant::kernel::account::{Account, Extent, report};
use adjutant::kernel::gamefile::GameFile;
use adjutant::kernel::history::amendment::Amendment;
use adjutant::kernel::history::chronicle::{Agreed, Chronicle, Refused};
use adjutant::kernel::history::entry::Consent;
use adjutant::kernel::history::post::{Part, Post};
use adjutant::kernel::module::{Awaiting, Telling};
use adjutant::kernel::play::kind_of;
use adjutant::kernel::record::Record;
use adjutant::kernel::seat::Viewer;
use adjutant::kernel::text::Charset;
use adjutant::kernel::turnfile;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The longest recording, in steps.
const MAX_STEPS: u64 = 400;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("turnfiles/games")
}

/// The folders of a game's recordings, in order.
pub fn recordings(game: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(game)).map(|d| d.flatten().map(|e| e.path()).collect::<Vec<_>>());
    let mut folders: Vec<PathBuf> = entries.unwrap_or_default().into_iter().filter(|p| p.is_dir()).collect();
    folders.sort();
    folders
}

/// What SOURCE says: `key: value` lines up to the first blank line, then words for readers.
fn source(folder: &Path) -> BTreeMap<String, String> {
    let text = fs::read_to_string(folder.join("SOURCE")).expect("a recording has a SOURCE");
    let head = text.lines().take_while(|line| !line.trim().is_empty());
    head.filter_map(|line| line.split_once(": ")).map(|(k, v)| (k.to_owned(), v.trim().to_owned())).collect()
}

#[test]
fn recorded_games_are_played_again_byte_for_byte() {
    let mut seen = BTreeSet::new();
    let wanted = std::env::var("ADJUTANT_RECORD").unwrap_or_default();
    for module in GAMES {
        for folder in recordings(module.info().id) {
            let source = source(&folder);
            seen.insert((module.info().id, source["scenario"].clone()));
            let is_passed_over = !matches!(wanted.as_str(), "" | "1") && !is_to_be_recorded(&folder);
            if is_passed_over {
                continue;
            }
            if is_to_be_recorded(&folder) {
                match module.info().id {
                    "batalj" => recorder::record::<Batalj>(&folder, &source),
                    "battue" => recorder::record::<Battue>(&folder, &source),
                    "battle" => battle::record(&folder, &source),
                    id => panic!("say here who plays {id}"),
                }
                write_what_seats_had(&folder);
            }
            replay(&folder);
        }
        for scenario in module.scenarios() {
            let there = seen.contains(&(module.info().id, scenario.id.clone()));
            assert!(there, "{} has no recorded game of {}", module.info().id, scenario.id);
        }
    }
}

fn is_to_be_recorded(folder: &Path) -> bool {
    let wanted = std::env::var("ADJUTANT_RECORD").unwrap_or_default();
    let is_named = |path: &Path| path.file_name().is_some_and(|name| *name == *wanted);
    wanted == "1" || is_named(folder) || folder.parent().is_some_and(is_named)
}

/// The recorded games of Batalj together show everything that can happen.
#[test]
fn every_kind_of_event_is_recorded() {
    let module = find("batalj").expect("a game");
    let mut seen = BTreeSet::new();
    for folder in recordings(module.info().id) {
        for line in read_record(&folder.join("game.yaml")).chronicle.lines {
            let entry: Value = serde_json::from_str(&line).expect("an entry is JSON");
            seen.extend(entry["events"].as_array().into_iter().flatten().map(kind_of));
        }
    }
    let missing: Vec<&&str> = module.info().events.iter().filter(|kind| !seen.contains(**kind)).collect();
    assert!(missing.is_empty(), "in no recorded game happens {missing:?}");
}

fn read_record(path: &Path) -> Record {
    let file = GameFile::read(&fs::read(path).expect("the file is there")).expect("a game file");
    Record::read(&file, &find, &mut |_| {}).unwrap_or_else(|d| panic!("{}: {d}", path.display()))
}

/// Plays a recording again from its letters.
fn replay(folder: &Path) {
    let record = play_through(folder, &mut |record, bytes| turnfile::read(bytes, &record.chronicle));
    let over = matches!(record.chronicle.table.awaiting(), Awaiting::Over { .. });
    assert!(over, "{} is not played to its end", folder.display());
    compare(folder, "game.yaml", &record.to_file().write());
    compare(folder, "report.txt", &whole_report(&folder.join("game.yaml")));
    for (name, text) in what_seats_had(record) {
        compare(folder, &name, &text);
    }
}

/// Plays a recording from its letters, which somebody reads on their way.
pub fn play_through(folder: &Path, reader: &mut dyn FnMut(&Record, &[u8]) -> turnfile::Input) -> Record {
    let mut record = read_record(&folder.join("start.yaml"));
    let mut posts: Vec<Post> = Vec::new();
    for path in turn_files(folder) {
        let bytes = fs::read(&path).expect("a letter");
        if path.extension().is_some_and(|e| e == "agreed") {
            let agreement = serde_json::from_slice(&bytes).expect("an agreement");
            carry_out(&mut record, agreement);
            continue;
        }
        let input = reader(&record, &bytes);
        let errors: Vec<_> = input.findings.iter().filter(|f| f.is_error()).collect();
        assert!(errors.is_empty(), "{}: {errors:?}", path.display());
        posts.extend(input.turn_files.iter().map(turnfile::TurnFile::post));
        let done = put_in(&mut record.chronicle, &mut posts);
        done.unwrap_or_else(|refused| panic!("{}: {refused}", path.display()));
    }
    assert!(posts.is_empty(), "{} ends in the middle of a step", folder.display());
    record
}

/// Writes what the seats had of a game that keeps secrets.
fn write_what_seats_had(folder: &Path) {
    let _ = fs::remove_dir_all(folder.join("copies"));
    for (name, text) in what_seats_had(read_record(&folder.join("game.yaml"))) {
        fs::create_dir_all(folder.join("copies")).expect("a folder");
        write(folder, &name, &text);
    }
}

/// Each seat's copy at three moments of a game that keeps secrets, and the published end, by their names.
fn what_seats_had(mut record: Record) -> Vec<(String, String)> {
    if !record.chronicle.table.keeps_secrets() {
        return Vec::new();
    }
    let all = record.chronicle.lines.len();
    let mut files = Vec::new();
    for entries in [all / 3, 2 * all / 3, all] {
        let then = until(&record, entries);
        for name in then.chronicle.terms.players().to_vec() {
            let copy = then.copy_for(then.chronicle.seat(&name).expect("a seat"));
            files.push((format!("copies/{name}-{entries:04}.yaml"), copy.write()));
        }
    }
    record.chronicle.publish().unwrap_or_else(|refused| panic!("{refused}"));
    files.push(("published.yaml".to_owned(), record.to_file().write()));
    files
}

/// The game as it stood after so many entries.
fn until(record: &Record, entries: usize) -> Record {
    let lines = &record.chronicle.lines[..entries];
    let openings = record.chronicle.openings.until(entries);
    let chronicle = Chronicle::read_opened(lines, openings, record.components.as_ref(), &find, &mut |_| {});
    Record {
        chronicle: chronicle.unwrap_or_else(|d| panic!("{d}")),
        contacts: record.contacts.clone(),
        components: record.components.clone(),
        amendment: None,
    }
}

/// What the seats have agreed on beside their orders.
#[derive(Serialize, Deserialize)]
struct Agreement {
    what: Amendment,
    agreed: Vec<String>,
    consents: BTreeMap<String, Consent>,
}

fn carry_out(record: &mut Record, agreement: Agreement) {
    let Agreement { what, agreed, consents } = agreement;
    let restored = match what {
        Amendment::TakeBack { to } => {
            let position = record.chronicle.position_at(to, record.components.as_ref(), &find);
            Some(position.unwrap_or_else(|d| panic!("{d}")))
        }
        _ => None,
    };
    let agreed = Agreed { amendment: what, seats: agreed, consents, recorded: None };
    record.chronicle.void(agreed, restored).unwrap_or_else(|refused| panic!("{refused}"));
}

/// Puts letters into the history once they make an entry: what is locked first, then all that a step needs.
fn put_in(chronicle: &mut Chronicle, posts: &mut Vec<Post>) -> Result<(), Refused> {
    posts.sort_by_key(|post| post.seat);
    if may_lock(chronicle, posts) {
        return chronicle.lock(&std::mem::take(posts));
    }
    let need = &chronicle.need;
    let is_there = |seat: &String| posts.iter().any(|p| chronicle.name(p.seat) == seat);
    if need.orders.iter().chain(&need.opens).chain(&need.links).all(is_there) {
        chronicle.resolve(&std::mem::take(posts), None, Telling::Events).map(drop)
    } else {
        Ok(())
    }
}

/// Whether letters are the `locked` entry of a step: all but the last seat that orders, and those that nobody asks.
fn may_lock(chronicle: &Chronicle, posts: &[Post]) -> bool {
    let need = &chronicle.need;
    let is_needed = !need.links.is_empty() || chronicle.asks_for_seals();
    let is_ordered = |post: &Post| matches!(post.part, Part::Orders(_)) || post.seal().is_some();
    let is_first = |post: &Post| post.link.is_none() && is_ordered(post);
    if chronicle.locked.is_some() || !is_needed || posts.is_empty() || !posts.iter().all(is_first) {
        return false;
    }
    let last = chronicle.locks_last();
    let owed = need.orders.iter().filter(|seat| Some(seat.as_str()) != last);
    owed.into_iter().all(|seat| posts.iter().any(|p| chronicle.name(p.seat) == seat))
}

fn turn_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder.join("turns")).expect("a recording has turns");
    let mut paths: Vec<PathBuf> = entries.flatten().map(|e| e.path()).collect();
    paths.sort();
    assert!(!paths.is_empty(), "{} holds no turns", folder.display());
    paths
}

fn compare(folder: &Path, name: &str, made: &str) {
    let path = folder.join(name);
    let kept = fs::read_to_string(&path).unwrap_or_default();
    let differs = kept.lines().zip(made.lines()).position(|(a, b)| a != b);
    assert!(kept == made, "{} departs at line {}", path.display(), differs.map_or(0, |n| n + 1));
}

/// What `adjutant report --all --why` prints.
fn whole_report(path: &Path) -> String {
    let file = GameFile::read(&fs::read(path).expect("a game file")).expect("a game file");
    let mut accounts = Vec::new();
    let record = Record::read(&file, &find, &mut |w| accounts.extend(Account::of(w, Viewer::Public)));
    let chronicle = record.expect("a sound file").chronicle;
    let extent = Extent { reasons: true, ..Extent::default() };
    report(&chronicle, &accounts, Viewer::Public, extent).to_text(Charset::Unicode)
}

fn write(folder: &Path, name: &str, text: &str) {
    fs::write(folder.join(name), text).expect("the folder can be written");
}

/// What stands in the rules of a game as a whole turn file has been played as it stands there.
#[test]
fn the_rules_of_each_game_show_a_turn_file_that_was_played() {
    let orders =
        |text: &str| text.lines().map(str::trim).filter(|l| !l.is_empty()).collect::<Vec<_>>().join("\n");
    for game in GAMES {
        let info = game.info();
        let blocks = info.rules.split("```text\n").skip(1).filter_map(|rest| Some(rest.split_once("```")?.0));
        let shown = blocks.filter(|block| block.starts_with("ORDERS ")).map(orders).next();
        let shown = shown.unwrap_or_else(|| panic!("the rules of {} show no turn file", info.id));
        let played = recordings(info.id).into_iter().flat_map(|folder| {
            let letters = fs::read_dir(folder.join("turns")).expect("turn files").flatten();
            letters.map(|letter| fs::read_to_string(letter.path()).expect("a text")).collect::<Vec<_>>()
        });
        assert!(played.into_iter().any(|letter| orders(&letter) == shown), "{shown}");
    }
}
