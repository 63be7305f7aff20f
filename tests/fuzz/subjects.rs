//! What is fuzzed: four readers of bytes from anybody. None may panic, hang or take memory out of proportion, and what
//! they accept must mean the same when it is written and read again.
//!
//! The fuzz targets call these functions, and so does the test that feeds them every input that was kept.
#![allow(dead_code, reason = "each fuzz target uses one of the functions")]

use adjutant::games;
use adjutant::kernel::gamefile::GameFile;
use adjutant::kernel::history::canonical;
use adjutant::kernel::orders::diagnostic::{Style, draw};
use adjutant::kernel::record::Record;
use adjutant::kernel::turnfile::{self, Input};
use adjutant::kernel::yaml::{self, Limits};
use serde_json::json;

/// Games to read orders for, by a name that occurs in them.
const GAMES: [(&str, &[u8]); 3] = [
    ("first-game", include_bytes!("../../examples/battle/first-game.yaml")),
    ("referee", include_bytes!("../../turnfiles/games/batalj/referee/start.yaml")),
    ("ready-two", include_bytes!("../../turnfiles/games/battue/ready-two/start.yaml")),
];

thread_local! {
    static RECORDS: Vec<(&'static str, Record)> = GAMES.iter().map(|(name, bytes)| (*name, game(bytes))).collect();
}

fn game(bytes: &[u8]) -> Record {
    let file = GameFile::read(bytes).expect("a game file");
    Record::read(&file, &games::find, &mut |_| {}).unwrap_or_else(|d| panic!("{d}"))
}

/// Does something with the game that an input names, the first if it names none.
fn with_game(bytes: &[u8], act: impl Fn(&Record)) {
    let text = String::from_utf8_lossy(bytes);
    RECORDS.with(|records| {
        let named = records.iter().find(|(name, _)| text.contains(&format!("ORDERS {name}")));
        act(&named.unwrap_or(&records[0]).1);
    });
}

/// The mail reader, and which of a mail's texts counts.
pub fn mail(bytes: &[u8]) {
    with_game(bytes, |record| {
        for source in turnfile::read_all("mail", bytes, &record.chronicle) {
            look_at(&source.name, &source.input, record);
            if let Some(from) = &source.sender {
                let of = |t| turnfile::sender(t, from.as_ref(), &record.contacts, true, &record.chronicle);
                let _ = source.input.turn_files.iter().filter_map(of).count();
            }
        }
    });
}

/// The reader of turn files.
pub fn turn_file(bytes: &[u8]) {
    with_game(bytes, |record| look_at("turn file", &turnfile::read(bytes, &record.chronicle), record));
}

/// Draws what was found; a turn file without errors is the same when it is written and read again.
fn look_at(name: &str, input: &Input, record: &Record) {
    for ascii in [false, true] {
        let _ = draw(name, &input.findings, Style { colour: true, ascii });
    }
    let is_bad = input.findings.iter().any(adjutant::kernel::orders::diagnostic::Diagnostic::is_error);
    for turn_file in input.turn_files.iter().filter(|_| !is_bad) {
        let text = turnfile::write(&record.chronicle, turn_file);
        let again = turnfile::read(text.as_bytes(), &record.chronicle);
        let written: Vec<String> =
            again.turn_files.iter().map(|t| turnfile::write(&record.chronicle, t)).collect();
        assert_eq!(written, [text], "{:?}", again.findings);
    }
}

/// The reader of game files, the YAML reader in it.
pub fn game_file(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let _ = yaml::read_value(&text, Limits::default());
    if let Ok(file) = GameFile::read(bytes) {
        let again = GameFile::read(file.write().as_bytes());
        assert_eq!(again.as_ref(), Ok(&file), "{}", file.write());
    }
}

/// What verifies a history: of the file as it stands, and as a forger would have hashed it.
pub fn verify(bytes: &[u8]) {
    let Ok(mut file) = GameFile::read(bytes) else { return };
    check(&file);
    let mut prev = "-".to_owned();
    for line in &mut file.history {
        let Ok(mut entry) = canonical::parse(line) else { return };
        if !entry.is_object() {
            return;
        }
        entry["prev"] = json!(prev);
        let Ok(forged) = canonical::line(&entry) else { return };
        prev = canonical::hash("entry", &[&forged]);
        *line = forged;
    }
    file.head = prev;
    check(&file);
}

fn check(file: &GameFile) {
    match Record::read(file, &games::find, &mut |_| {}) {
        Ok(record) => assert_eq!(record.to_file().history, file.history),
        Err(departure) => assert!(!departure.to_string().is_empty()),
    }
}
