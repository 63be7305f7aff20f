//! `turnfiles/README.md` against the program: its tables are whole, and its examples are true.

use crate::files;
use adjutant::kernel::dice::stream::Words;
use adjutant::kernel::dice::{Dice, roll_key};
use adjutant::kernel::history::canonical;
use adjutant::kernel::history::head;
use adjutant::kernel::play::TABLE_EVENTS;
use data_encoding::HEXLOWER;
use std::collections::BTreeSet;

const SPECIFICATION: &str = "turnfiles/README.md";

/// What is spelled as a code is, and is none.
const MEDIA_TYPES: [&str; 2] = ["application/yaml", "image/png"];

/// Every `area/condition` in quotes in the sources is a code.
fn codes_in_sources() -> BTreeSet<String> {
    files::sources().into_iter().flat_map(|path| codes_in(&files::text(&path))).collect()
}

fn codes_in(text: &str) -> Vec<String> {
    let code_lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    code_lines
        .flat_map(|line| line.split('"').flat_map(|piece| piece.split(['[', ']'])))
        .filter(|piece| is_code(piece) && !MEDIA_TYPES.contains(piece))
        .map(str::to_owned)
        .collect()
}

/// Two words of lower-case letters and hyphens with a stroke between them.
fn is_code(text: &str) -> bool {
    let is_word = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_lowercase())
            && !word.ends_with('-')
            && word.bytes().all(|b| b.is_ascii_lowercase() || b == b'-')
    };
    text.split_once('/').is_some_and(|(area, condition)| is_word(area) && is_word(condition))
}

/// The codes in the first column of the specification's tables.
fn codes_in_specification() -> Vec<String> {
    let text = files::text(SPECIFICATION);
    let cells =
        text.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next().map(str::to_owned));
    cells.filter(|cell| is_code(cell)).collect()
}

#[test]
fn every_code_is_in_the_table_and_every_code_of_the_table_exists() {
    let listed = codes_in_specification();
    let known: BTreeSet<String> = listed.iter().cloned().collect();
    assert_eq!(listed.len(), known.len(), "a code is listed twice");
    let exist = codes_in_sources();
    let unlisted: Vec<&String> = exist.difference(&known).collect();
    let unused: Vec<&String> = known.difference(&exist).collect();
    assert!(unlisted.is_empty(), "not in {SPECIFICATION}: {unlisted:#?}");
    assert!(unused.is_empty(), "in {SPECIFICATION} but nowhere in src: {unused:#?}");
}

#[test]
fn every_table_event_is_described() {
    let text = files::text(SPECIFICATION);
    for kind in TABLE_EVENTS {
        assert!(text.contains(&format!("| `{kind}` |")), "{kind} is not in {SPECIFICATION}");
    }
}

/// The block that follows a line which begins so.
pub fn block_after(lead: &str) -> String {
    let text = files::text(SPECIFICATION);
    let rest = text.split_once(lead).unwrap_or_else(|| panic!("{SPECIFICATION} has no {lead:?}")).1;
    let block = rest.split("```").nth(1).unwrap_or_default();
    block.split_once('\n').map(|(_, lines)| lines.trim_end().to_owned()).unwrap_or_default()
}

#[test]
fn the_worked_examples_are_true() {
    let line = block_after("Example of a canonical line");
    let value = canonical::parse(&line).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(canonical::line(&value).as_deref(), Ok(line.as_str()));
    let hash = canonical::hash("entry", &[&line]);
    assert_eq!(block_after("Its hash under the tag `entry`"), hash);
    assert_eq!(block_after("and its short form"), head::short(&hash));
}

#[test]
fn the_worked_example_of_dice_is_true() {
    let key = roll_key(&"0".repeat(64), "example");
    assert_eq!(block_after("the roll key is"), HEXLOWER.encode(&key));
    let row = |numbers: &[u32]| numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let mut words = Words::new(key);
    // Below 2^32 − 1 stand the words themselves.
    assert_eq!(block_after("the first four words are"), row(&[0; 4].map(|_| words.below(u32::MAX))));
    let mut dice = Dice::keyed("0".repeat(64));
    let fallen = dice.roll("red", "example".to_owned(), 6, 3);
    assert_eq!(block_after("and three dice of six sides fall"), row(fallen));
}

/// The history of the first game, entry by entry, is the specification's example of every field.
#[test]
fn every_field_of_an_entry_is_described() {
    let text = files::text(SPECIFICATION);
    let game = files::text("examples/battle/first-game.yaml");
    let entries = game.lines().filter_map(|line| line.strip_prefix("  {")).map(|rest| format!("{{{rest}"));
    let mut count = 0;
    for entry in entries {
        let value = canonical::parse(&entry).unwrap_or_else(|error| panic!("{error}"));
        for key in value.as_object().into_iter().flat_map(|map| map.keys()) {
            assert!(text.contains(&format!("| `{key}` |")), "{key} is not in {SPECIFICATION}");
        }
        count += 1;
    }
    assert!(count >= 9);
}
