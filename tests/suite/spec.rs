//! `turnfiles/README.md` against the program: its tables are whole, and its examples are true.

use crate::codes::{self, SPECIFICATION};
use crate::files;
use adjutant::kernel::dice::stream::Words;
use adjutant::kernel::dice::{Dice, roll_key};
use adjutant::kernel::history::canonical;
use adjutant::kernel::history::head;
use adjutant::kernel::play::TABLE_EVENTS;
use data_encoding::HEXLOWER;
use std::collections::BTreeSet;

#[test]
fn every_code_is_in_the_table_and_every_code_of_the_table_exists() {
    let known: BTreeSet<String> = codes::specified().into_keys().collect();
    let exist = codes::in_sources(|_| true);
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
