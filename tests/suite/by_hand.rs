//! Chain and dice by another implementation, `examples/verify_by_hand.py`, and by a shell.
//!
//! Python, OpenSSL, sha256sum, od and awk must be there: what cannot be run is a failure, never passed over.

mod forge;
mod play;
mod secrets;
mod tampered;

use super::recorded::{for_each, root};
use super::{files, spec};
use adjutant::kernel::dice::stream::Words;
use adjutant::kernel::dice::{Roll, roll_key};
use adjutant::kernel::gamefile::GameFile;
use adjutant::kernel::history::canonical;
use adjutant::kernel::history::entry::Resolved;
use adjutant::kernel::keys::Secret;
use adjutant::kernel::keys::seal::{ORDERS, Purpose};
use assert_cmd::cargo::cargo_bin;
use forge::Forgery;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tampered::{Tampered, in_rules, in_what_anyone_checks};
use tempfile::TempDir;

/// Every recorded game.
fn recorded() -> Vec<PathBuf> {
    let paths = files::under("turnfiles/games").into_iter().filter(|path| path.ends_with("/game.yaml"));
    paths.map(|path| root().join(path)).collect()
}

/// The recorded games, and in a folder of its own those that are played here.
fn all_games(folder: &TempDir) -> Vec<PathBuf> {
    let played = play::games().iter().map(|game| write(folder.path(), &game.name, &game.file));
    recorded().into_iter().chain(played).collect()
}

fn write(folder: &Path, name: &str, file: &GameFile) -> PathBuf {
    let path = folder.join(format!("{name}.yaml"));
    std::fs::write(&path, file.write()).expect("the folder can be written");
    path
}

/// Runs a command that must be there.
fn run(command: &mut Command) -> Output {
    command.output().unwrap_or_else(|error| panic!("{}: {error}", command.get_program().display()))
}

/// What the script says of files, a line each, and its exit code.
fn by_hand(paths: &[PathBuf]) -> (Vec<String>, i32) {
    let out = run(Command::new("python3").arg(root().join("examples/verify_by_hand.py")).args(paths));
    assert!(out.stderr.is_empty(), "{}", String::from_utf8_lossy(&out.stderr));
    let said = String::from_utf8(out.stdout).expect("text");
    let lines: Vec<String> = said.lines().map(str::to_owned).collect();
    assert_eq!(lines.len(), paths.len(), "{said}");
    (lines, out.status.code().unwrap_or(-1))
}

/// What `adjutant verify` says of a file on standard error, and its exit code.
fn verify(path: &Path) -> (String, i32) {
    let out = run(Command::new(cargo_bin("adjutant")).arg("verify").arg(path));
    (String::from_utf8_lossy(&out.stderr).into_owned(), out.status.code().unwrap_or(-1))
}

/// How many dice and draws a history holds.
fn count_dice(file: &GameFile) -> usize {
    let entries = file.history.iter().map(|line| serde_json::from_str::<Value>(line).expect("an entry"));
    let fallen = |roll: &Value| roll["results"].as_array().map_or(1, Vec::len);
    entries.flat_map(|e| e["rolls"].as_array().cloned().unwrap_or_default()).map(|roll| fallen(&roll)).sum()
}

#[test]
fn the_script_is_short() {
    let script = files::text("examples/verify_by_hand.py");
    assert!(script.lines().count() <= 150, "{} lines", script.lines().count());
    assert!(script.lines().all(|line| line.len() <= 118));
}

#[test]
fn chain_and_dice_of_every_game_hold() {
    let folder = TempDir::new().expect("a folder");
    let paths = all_games(&folder);
    let (said, code) = by_hand(&paths);
    let mut dice = 0;
    for (path, line) in paths.iter().zip(&said) {
        let file = GameFile::read(&std::fs::read(path).expect("a file")).expect("a game file");
        let count = count_dice(&file);
        let expected = format!("OK {}: chain and {count} dice hold; rules are not checked", path.display());
        assert_eq!(*line, expected);
        dice += count;
    }
    assert_eq!(code, 0);
    assert!(dice > 100, "only {dice} dice");
}

#[test]
fn games_that_are_played_here_verify() {
    let folder = TempDir::new().expect("a folder");
    for game in play::games() {
        let (told, code) = verify(&write(folder.path(), &game.name, &game.file));
        assert_eq!((told.as_str(), code), ("", 0), "{}", game.name);
        let count = count_dice(&game.file);
        assert!(count >= 10 || game.name == "sealed", "{}: {count} dice", game.name);
    }
}

/// Writes tampered copies, and gives their paths.
fn written(copies: &[Tampered], folder: &TempDir) -> Vec<PathBuf> {
    let write_one = |(i, copy): (usize, &Tampered)| {
        let mut forgery = Forgery::of(play::game(copy.game));
        let before = forgery.file().clone();
        (copy.forge)(&mut forgery);
        assert_ne!(*forgery.file(), before, "{}: nothing was changed", copy.what);
        write(folder.path(), &format!("copy-{i}"), forgery.file())
    };
    copies.iter().enumerate().map(write_one).collect()
}

/// What is wrong with the verdict of `adjutant verify` on a copy.
fn not_refused(copy: &Tampered, path: &Path) -> Vec<String> {
    let (told, code) = verify(path);
    let entry = told.split("does not verify: ").nth(1).is_some_and(|rest| rest.starts_with("entry "));
    let is_named = told.starts_with(&format!("error[{}]", copy.code)) && (entry || copy.code == "file/head");
    if code == 3 && is_named { Vec::new() } else { vec![format!("{}: exit code {code}: {told}", copy.what)] }
}

#[test]
fn copies_tampered_in_chain_links_labels_or_dice_are_refused_by_both() {
    let folder = TempDir::new().expect("a folder");
    let copies = in_what_anyone_checks();
    assert!(copies.len() >= 20, "only {} copies", copies.len());
    let paths = written(&copies, &folder);
    let (said, code) = by_hand(&paths);
    assert_eq!(code, 3);
    let mut wrong = Vec::new();
    for ((copy, path), line) in copies.iter().zip(&paths).zip(&said) {
        if !line.starts_with(&format!("{}: ", path.display())) || !line.contains(copy.says) {
            wrong.push(format!("{}: by hand: {line}", copy.what));
        }
    }
    let pairs: Vec<_> = copies.iter().zip(&paths).collect();
    wrong.extend(for_each(&pairs, |(copy, path)| not_refused(copy, path)));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn copies_tampered_in_rules_alone_hold_by_hand_and_are_refused_by_the_program() {
    let folder = TempDir::new().expect("a folder");
    let copies = in_rules();
    assert!(copies.len() >= 5, "only {} copies", copies.len());
    let paths = written(&copies, &folder);
    let (said, code) = by_hand(&paths);
    for ((copy, path), line) in copies.iter().zip(&paths).zip(&said) {
        assert!(line.starts_with(&format!("OK {}: ", path.display())), "{}: {line}", copy.what);
        assert!(line.ends_with(" dice hold; rules are not checked"), "{}: {line}", copy.what);
    }
    assert_eq!(code, 0);
    let pairs: Vec<_> = copies.iter().zip(&paths).collect();
    let wrong = for_each(&pairs, |(copy, path)| not_refused(copy, path));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A history with sealed orders, of a game that there is not: seals are made in one step, which is voided, and
/// opened in the next.
fn with_seals(opened: &[&str]) -> Vec<Value> {
    let secret = Secret::of_hex(&"07".repeat(32)).expect("hex digits");
    let need = |step: u64| json!({ "caster": "red", "links": [], "orders": [], "step": step });
    let entry = |kind: &str, step: u64, next: u64| json!({ "kind": kind, "need": need(next), "step": step });
    let mut terms = entry("terms", 0, 0);
    (terms["dice"], terms["prev"], terms["seats"]) = (json!("none"), json!("-"), json!(["red", "blue"]));
    let game = canonical::hash("entry", &[&canonical::line(&terms).expect("a line")]);
    let place = Purpose { game: &game, step: 1, slot: ORDERS };
    let orders = ["0101→0102".to_owned(), "pass".to_owned()];
    let salt = place.salt(&secret, &orders);
    let seals = json!({ "red": place.seal("red", &salt, &orders) });
    let (mut red, mut blue) = (entry("joined", 0, 0), entry("joined", 0, 1));
    (red["seat"], red["tip"], blue["seat"], blue["tip"]) =
        (json!("red"), json!("-"), json!("blue"), json!("-"));
    let (mut locked, mut voided) = (entry("locked", 1, 1), entry("voided", 1, 4));
    (locked["orders"], locked["seals"]) = (json!({}), seals.clone());
    (voided["why"], voided["seat"], voided["seals"]) = (json!("re-key"), json!("blue"), seals);
    (voided["consents"], voided["key"], voided["tip"]) =
        (json!({ "blue": { "highest": 3 }, "red": { "highest": 2 } }), json!("-"), json!("-"));
    let mut resolved = entry("resolved", 4, 5);
    (resolved["links"], resolved["rolls"]) = (json!({}), json!([]));
    resolved["openings"] = json!({ "red": { "orders": opened, "salt": salt } });
    vec![terms, red, blue, locked, voided, resolved]
}

/// A game file of these entries, chained.
fn chained(entries: Vec<Value>) -> String {
    let mut head = "-".to_owned();
    let mut history = String::new();
    for mut entry in entries {
        entry["prev"] = json!(head);
        let line = canonical::line(&entry).expect("a line");
        head = canonical::hash("entry", &[&line]);
        history += &format!("  {line}\n");
    }
    format!("head: \"{head}\"\nhistory: |\n{history}")
}

/// These histories are of no game, and the script's alone.
#[test]
fn seals_are_opened_by_what_was_sealed_alone() {
    let folder = TempDir::new().expect("a folder");
    let honest = with_seals(&["0101→0102", "pass"]);
    let other = with_seals(&["0101→0103", "pass"]);
    let mut closed = honest.clone();
    closed[5]["openings"] = json!({});
    let mut gone = honest.clone();
    gone[4]["seals"] = json!({});
    let mut leap = honest.clone();
    leap[4]["consents"]["blue"]["highest"] = json!(18);
    let texts = [honest, other, closed, gone, leap].map(chained);
    let paths: Vec<PathBuf> = (0..texts.len()).map(|i| folder.path().join(format!("{i}.yaml"))).collect();
    paths.iter().zip(&texts).for_each(|(path, text)| std::fs::write(path, text).expect("it can be written"));
    let (said, _) = by_hand(&paths);
    assert!(said[0].starts_with("OK "), "{}", said[0]);
    assert!(said[1].contains("entry 5: red's seal: recorded "), "{}", said[1]);
    assert!(said[2].contains("entry 5: who opens seals: "), "{}", said[2]);
    assert!(said[3].contains("entry 4: what stays locked: "), "{}", said[3]);
    assert!(said[4].contains("entry 4: step 18 is too far beyond the open one"), "{}", said[4]);
}

#[test]
fn what_a_mailer_does_to_a_file_is_taken_or_named() {
    let folder = TempDir::new().expect("a folder");
    let text = play::game("peers").file.write();
    let windows = format!("\u{feff}{}", text.replace('\n', "\r\n"));
    let wrapped = text.replacen(r#","need":"#, ",\n  \"need\":", 1);
    let folded = text.replacen("history: |", "history: >", 1);
    let paths = ["windows", "wrapped", "folded", "missing"].map(|name| folder.path().join(name));
    let write = |(path, text): (&PathBuf, &String)| std::fs::write(path, text).expect("it can be written");
    paths.iter().zip([&windows, &wrapped, &folded]).for_each(write);
    let (said, code) = by_hand(&paths);
    assert_eq!(code, 3);
    assert!(said[0].starts_with("OK "), "{}", said[0]);
    for line in &said[1..3] {
        assert!(line.ends_with(": there is no `history: |` of whole lines"), "{line}");
    }
    assert!(said[3].contains("No such file"), "{}", said[3]);
}

/// What a shell prints for a text, one item a line.
fn shell(script: &str) -> Vec<String> {
    for tool in ["openssl", "sha256sum", "od", "awk", "head", "cut"] {
        let found = run(Command::new("sh").args(["-c", &format!("command -v {tool}")]));
        assert!(found.status.success(), "{tool} is not installed");
    }
    let out = run(Command::new("sh").args(["-c", script]));
    assert!(out.status.success() && out.stderr.is_empty(), "{}", String::from_utf8_lossy(&out.stderr));
    let text = String::from_utf8(out.stdout).expect("text");
    text.split('\n').map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect()
}

/// What the shell lines print for a roll, behind its label: each die, or the number of an element and the list.
fn printed(roll: &Roll) -> Vec<String> {
    let label = roll.label();
    match roll {
        Roll::Dice { results, .. } => results.iter().map(|die| format!("{label}: {die}")).collect(),
        Roll::Drawn { list, result, .. } => {
            // Of equal elements any may have been drawn.
            let places = list.iter().enumerate().filter(|(_, element)| *element == result);
            places.map(|(place, _)| format!("{label}: {place} of {}", list.join(" "))).collect()
        }
    }
}

/// What is wrong with the shell lines for a step.
fn shell_departs(path: &Path, step: u64, rolls: &[Roll]) -> Vec<String> {
    let out =
        run(Command::new(cargo_bin("adjutant")).args(["verify", "--dice", &step.to_string()]).arg(path));
    let mut lines = shell(&String::from_utf8(out.stdout).expect("text")).into_iter();
    let mut wrong = Vec::new();
    for roll in rolls {
        let expected = printed(roll);
        let holds = match roll {
            Roll::Dice { .. } => expected.iter().all(|die| lines.next().as_ref() == Some(die)),
            Roll::Drawn { .. } => lines.next().is_some_and(|line| expected.contains(&line)),
        };
        if !holds {
            wrong.push(format!(
                "{}, step {step}: {:?} falls otherwise in a shell",
                path.display(),
                roll.label()
            ));
        }
    }
    wrong.extend(lines.map(|line| format!("{}, step {step}: {line:?} is too much", path.display())));
    wrong
}

#[test]
fn a_shell_rolls_the_recorded_dice() {
    let folder = TempDir::new().expect("a folder");
    let mut steps: Vec<(PathBuf, u64, Vec<Roll>)> = Vec::new();
    for path in all_games(&folder) {
        let file = GameFile::read(&std::fs::read(&path).expect("a file")).expect("a game file");
        let entries = file.history.iter().filter_map(|line| serde_json::from_str::<Resolved>(line).ok());
        let rolled = entries.filter(|entry| !entry.rolls.is_empty());
        steps.extend(rolled.map(|entry| (path.clone(), entry.step, entry.rolls)));
    }
    assert!(steps.len() >= 20, "only {} steps with dice", steps.len());
    let wrong = for_each(&steps, |(path, step, rolls)| shell_departs(path, *step, rolls));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The shell lines of the specification print the words of the program.
#[test]
fn the_shell_lines_of_the_specification_are_true() {
    let lines = spec::block_after("In a shell, for the");
    let key = "0".repeat(64);
    let shown = shell(&format!("key={key}\n{lines}")).join(" ");
    let mut words = Words::new(roll_key(&key, "r1 3 attack sweden-left"));
    let expected: Vec<String> = (0..16).map(|_| words.below(u32::MAX).to_string()).collect();
    assert_eq!(shown.split_whitespace().collect::<Vec<_>>(), expected);
}
