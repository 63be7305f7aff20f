//! Pictures of recorded games, compared with stored ones.
//!
//! `tests/pictures/` holds a PNG for each [`SHOTS`] and a table that says what must be seen on it. What is drawn now may
//! differ from what is stored by rounding: on average by [`MEAN`] of 255, and nowhere, taken over squares of
//! [`SQUARE`] pixels, by more than [`MOST`]. `ADJUTANT_BLESS=1` stores what is drawn now; look at it then, and at its line.

use super::recorded::root;
use adjutant::games;
use adjutant::kernel::account::Account;
use adjutant::kernel::gamefile::GameFile;
use adjutant::kernel::module::Table;
use adjutant::kernel::picture::Picture;
use adjutant::kernel::record::Record;
use adjutant::kernel::seat::{Seat, Viewer};
use assert_cmd::cargo::cargo_bin;
use serde_json::Value;
use std::path::PathBuf;
use std::process::Command;
use tempfile::TempDir;

mod room;

/// Difference of a channel on average, of 255.
const MEAN: f64 = 0.5;

/// The most by which the mean of a channel may differ in a square, of 255.
const MOST: u32 = 24;

/// Side of a square over which differences are averaged, so that rounding at edges does not count.
const SQUARE: usize = 4;

/// Name, recorded game, who looks, and after which step.
const SHOTS: [(&str, &str, Viewer, u64); 17] = [
    ("battle-start", "battle/basic-standard", Viewer::Public, 2),
    ("battle-fights", "battle/basic-standard", Viewer::Public, 9),
    ("battle-headquarters-falls", "battle/napoleonic-rivers", Viewer::Public, 35),
    ("battle-bridge", "battle/modern-mixed", Viewer::Public, 3),
    ("battle-ancient", "battle/ancient-bought", Viewer::Public, 19),
    ("battle-fog-red", "battle/fog-basic", Viewer::Seat(Seat(0)), 8),
    ("battle-fog-blue", "battle/fog-basic", Viewer::Seat(Seat(1)), 8),
    ("batalj-deployment", "batalj/field-battle-won", Viewer::Public, 2),
    ("batalj-round", "batalj/field-battle-won", Viewer::Public, 3),
    ("batalj-captured", "batalj/field-battle-won", Viewer::Public, 5),
    ("plundering-start", "batalj/plundering-ambush", Viewer::Public, 1),
    ("plundering-loot", "batalj/plundering-ambush", Viewer::Public, 4),
    ("plundering-ambush", "batalj/plundering-ambush", Viewer::Public, 9),
    ("city-set-up", "battue/laid-four", Viewer::Public, 1),
    ("city-two", "battue/ready-two", Viewer::Public, 14),
    ("city-three", "battue/hidden-three", Viewer::Public, 24),
    ("city-four", "battue/hidden-four", Viewer::Public, 33),
];

fn folder() -> PathBuf {
    root().join("tests/pictures")
}

/// The boards after all steps, each with what happened in it.
fn boards(game: &str, viewer: Viewer) -> Vec<(u64, Picture)> {
    let path = root().join("turnfiles/games").join(game).join("game.yaml");
    let file = GameFile::read(&std::fs::read(path).expect("a game file")).expect("a game file");
    let mut told: Option<(u64, Box<dyn Table>, Vec<Value>)> = None;
    let mut boards = Vec::new();
    let record = Record::read(&file, &games::find, &mut |watched| {
        if let Some((step, before, events)) = told.take() {
            boards.push((step, watched.before.picture_since(before.as_ref(), viewer, &events)));
        }
        let account = Account::of(watched, viewer);
        told = account.map(|account| (watched.step, watched.before.duplicate(), account.events));
    });
    let table = record.expect("a sound game").chronicle.table;
    if let Some((step, before, events)) = told {
        boards.push((step, table.picture_since(before.as_ref(), viewer, &events)));
    }
    boards
}

/// The board after a step.
fn picture(game: &str, viewer: Viewer, step: u64) -> Picture {
    let found = boards(game, viewer).into_iter().find(|(number, _)| *number == step);
    found.unwrap_or_else(|| panic!("{game} has no step {step}")).1
}

/// Width, and three bytes a pixel.
fn pixels(png: &[u8]) -> (usize, Vec<u8>) {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(png));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().expect("a picture");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a small picture")];
    let info = reader.next_frame(&mut pixels).expect("a picture");
    (info.width as usize, pixels)
}

/// What of two pictures differs by more than rounding.
fn difference(one: &[u8], other: &[u8]) -> Option<String> {
    if one == other {
        return None;
    }
    let ((width, one), (other_width, other)) = (pixels(one), pixels(other));
    if (width, one.len()) != (other_width, other.len()) {
        return Some("they are not of one size".to_owned());
    }
    let total: u64 = one.iter().zip(&other).map(|(a, b)| u64::from(a.abs_diff(*b))).sum();
    let mean = total as f64 / one.len() as f64;
    let height = one.len() / 3 / width;
    let sum = |pixels: &[u8], x: usize, y: usize| -> u32 {
        let rows = y..(y + SQUARE).min(height);
        let row = |y: usize| &pixels[3 * (y * width + x)..3 * (y * width + (x + SQUARE).min(width))];
        rows.flat_map(|y| row(y).iter().map(|byte| u32::from(*byte))).sum()
    };
    let corners = (0..height).step_by(SQUARE).flat_map(|y| (0..width).step_by(SQUARE).map(move |x| (x, y)));
    let bytes = (3 * SQUARE * SQUARE) as u32;
    let worst = corners.map(|(x, y)| (sum(&one, x, y).abs_diff(sum(&other, x, y)) / bytes, x, y)).max()?;
    (mean > MEAN || worst.0 > MOST)
        .then(|| format!("by {mean:.2} of 255 on average, and by {} around {},{}", worst.0, worst.1, worst.2))
}

#[test]
fn boards_look_as_they_did_when_somebody_looked() {
    let mut differing = Vec::new();
    for (name, game, viewer, step) in SHOTS {
        let drawn = picture(game, viewer, step).to_png();
        let path = folder().join(format!("{name}.png"));
        if std::env::var_os("ADJUTANT_BLESS").is_some() {
            std::fs::write(&path, &drawn).expect("a picture that can be written");
        }
        let stored = std::fs::read(&path).unwrap_or_else(|_| panic!("{name} is not stored"));
        differing.extend(difference(&drawn, &stored).map(|what| format!("{name} differs {what}")));
    }
    assert!(differing.is_empty(), "{}", differing.join("\n"));
}

#[test]
fn every_stored_picture_has_a_line_that_says_what_must_be_seen() {
    let table = std::fs::read_to_string(folder().join("README.md")).expect("a table");
    let lines: Vec<&str> = table
        .lines()
        .filter_map(|line| line.strip_prefix("| [")?.split_once(']'))
        .filter(|(_, rest)| rest.len() > 100)
        .map(|(name, _)| name)
        .collect();
    assert_eq!(lines, SHOTS.map(|(name, ..)| name));
}

#[test]
fn a_moved_piece_is_a_difference() {
    let shot = |step| picture("battle/basic-standard", Viewer::Public, step).to_png();
    let [before, after] = [shot(2), shot(3)];
    assert_eq!(difference(&before, &before), None);
    assert!(difference(&before, &after).is_some());
}

#[test]
fn where_there_is_no_board_now_the_command_that_shows_the_last_one_is_named() {
    for game in ["campaign", "campaign-small-pile"] {
        let folder = TempDir::new().expect("a folder");
        let file = root().join("turnfiles/games/batalj").join(game).join("game.yaml");
        std::fs::copy(file, folder.path().join("game.yaml")).expect("a game file");
        let run = |line: &str| {
            let mut command = Command::new(cargo_bin("adjutant"));
            let out = command.args(line.split(' ')).current_dir(&folder).output().expect("a program");
            (String::from_utf8(out.stdout).expect("text"), String::from_utf8(out.stderr).expect("text"))
        };
        let (_, told) = run("show game.yaml --picture board.svg");
        assert!(told.starts_with("error[picture/none]"), "{told}");
        let line = told.split_once("adjutant ").and_then(|(_, rest)| rest.split_once(" > "));
        let (page, errors) = run(line.expect("a command").0);
        assert!(page.contains("<svg") && errors.is_empty(), "{told}\n{errors}");
    }
}

/// In the last step of a game no turn begins any more that would tell whose the one before was.
#[test]
fn moves_of_the_last_step_are_its_movers() {
    let (step, last) = boards("battle/fog-basic", Viewer::Public).pop().expect("a board");
    let sides: Vec<&str> = last.arrows.iter().map(|arrow| arrow.side.as_str()).collect();
    assert_eq!(sides, ["blue", "blue"], "step {step}");
}
