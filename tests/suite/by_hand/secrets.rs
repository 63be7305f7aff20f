//! What files hold beside their history, by `examples/verify_secrets_by_hand.py`: of the referee, of each seat, of the
//! published end.

use super::{recorded, run, verify, write};
use crate::files;
use crate::recorded::root;
use adjutant::games;
use adjutant::kernel::gamefile::GameFile;
use adjutant::kernel::history::canonical;
use adjutant::kernel::record::Record;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// What the script says of files, and its exit code.
fn by_hand(paths: &[PathBuf]) -> (String, i32) {
    let mut command = Command::new("python3");
    let out = run(command.arg(root().join("examples/verify_secrets_by_hand.py")).args(paths));
    assert!(out.stderr.is_empty(), "{}", String::from_utf8_lossy(&out.stderr));
    (String::from_utf8(out.stdout).expect("text"), out.status.code().unwrap_or(-1))
}

fn read(path: &Path) -> Record {
    let file = GameFile::read(&std::fs::read(path).expect("a file")).expect("a game file");
    Record::read(&file, &games::find, &mut |_| {}).unwrap_or_else(|d| panic!("{}: {d}", path.display()))
}

/// The recorded games that keep secrets.
fn secretive() -> Vec<(String, Record)> {
    let is_full = |path: &PathBuf| files::text(&format!("{}", path.display())).contains("\nopenings: |\n");
    let name = |path: &Path| {
        path.parent().and_then(Path::file_name).expect("a folder").to_string_lossy().into_owned()
    };
    recorded().into_iter().filter(is_full).map(|path| (name(&path), read(&path))).collect()
}

/// The file of each seat, the referee's last.
fn everybodys(name: &str, record: &Record, folder: &Path) -> Vec<PathBuf> {
    let players = record.chronicle.terms.players().to_vec();
    let seat = |seat: &String| record.chronicle.seat(seat).expect("a seat");
    let copies = players.iter().map(|s| write(folder, &format!("{name}-{s}"), &record.copy_for(seat(s))));
    copies.chain([write(folder, &format!("{name}-referee"), &record.to_file())]).collect()
}

#[test]
fn the_openings_of_every_file_fit_its_history() {
    let folder = TempDir::new().expect("a folder");
    let games = secretive();
    assert!(games.len() >= 2, "only {} games keep secrets", games.len());
    for (name, mut record) in games {
        let mut paths = everybodys(&name, &record, folder.path());
        if !record.chronicle.is_published() && record.chronicle.need.caster == "-" {
            record.chronicle.publish().unwrap_or_else(|e| panic!("{name}: {e}"));
            paths.push(write(folder.path(), &format!("{name}-published"), &record.to_file()));
        }
        let (said, code) = by_hand(&paths);
        assert_eq!(code, 0, "{said}");
        assert_eq!(said.lines().filter(|line| line.starts_with("OK ")).count(), paths.len(), "{said}");
        for path in &paths {
            assert_eq!(verify(path), (String::new(), 0), "{}", path.display());
        }
    }
}

/// An edit of a file's opening lines.
type Edit = fn(&mut Vec<Value>);

/// Edits of a copy, each with what is changed.
const OF_A_COPY: [(&str, Edit); 6] = [
    ("an event that the seat was told", |lines| {
        let told = values(lines).find(|v| v["value"]["events"] != json!([])).expect("something was told");
        told["value"]["events"][0][0] = json!(99);
    }),
    ("the seat's own part of the position", |lines| {
        values(lines).next().expect("a value")["value"]["state"] = json!("7".repeat(64));
    }),
    ("a salt", |lines| values(lines).next().expect("a value")["salt"] = json!("7".repeat(64))),
    ("the seat's own orders", |lines| {
        lines.iter_mut().find(|l| !l["orders"].is_null()).expect("orders")["orders"] = json!(["pass"]);
    }),
    ("what was told is left out", |lines| {
        let last = lines.iter().rposition(|l| !l["value"].is_null()).expect("a value");
        drop(lines.remove(last));
    }),
    ("another seat's name", |lines| {
        values(lines).next().expect("a value")["seat"] = json!("referee");
    }),
];

/// Edits of the referee's file.
const OF_THE_REFEREES: [(&str, Edit); 3] = [
    ("the hidden secret", |lines| lines[0]["hidden"] = json!("7".repeat(64))),
    ("orders in his trust", |lines| lines[1]["orders"] = json!(["pass"])),
    ("orders in his trust left out", |lines| drop(lines.remove(1))),
];

fn values(lines: &mut [Value]) -> impl Iterator<Item = &mut Value> {
    lines.iter_mut().filter(|line| !line["value"].is_null())
}

fn edited(file: &GameFile, edit: Edit) -> GameFile {
    let parse = |line: &String| serde_json::from_str(line).expect("a line is JSON");
    let mut lines: Vec<Value> = file.openings.iter().map(parse).collect();
    edit(&mut lines);
    let drop_nulls = |mut line: Value| {
        line.as_object_mut().expect("a map").retain(|_, value| !value.is_null());
        canonical::line(&line).expect("a canonical value")
    };
    GameFile { openings: lines.into_iter().map(drop_nulls).collect(), ..file.clone() }
}

#[test]
fn openings_tampered_with_are_refused_by_both() {
    let folder = TempDir::new().expect("a folder");
    for (name, record) in secretive() {
        let seat = record.chronicle.seat(&record.chronicle.terms.seats[0]).expect("a seat");
        let copy = OF_A_COPY.iter().map(|(what, edit)| (what, edited(&record.copy_for(seat), *edit)));
        let full = OF_THE_REFEREES.iter().map(|(what, edit)| (what, edited(&record.to_file(), *edit)));
        for (what, file) in copy.chain(full) {
            let path = write(folder.path(), &name, &file);
            let (told, code) = verify(&path);
            assert_eq!(code, 3, "{name}, {what}: {told}");
            let (said, code) = by_hand(&[path]);
            assert_eq!(code, 3, "{name}, {what}: {said}");
        }
    }
}
