//! The vectors under `turnfiles/vectors/`: one file, one verdict. A new file there needs no code here.
//!
//! They were written by another program in another language, so that agreement means something, and are never
//! made anew: where one fails, the program is wrong or the format has become another.

mod dice;

use crate::files;
use adjutant::kernel::history::canonical;
use adjutant::kernel::history::head::{self, HeadError};
use serde_json::Value;
use std::collections::BTreeMap;

/// A vector: its header lines by name, and what stands below the blank line.
struct Vector {
    path: String,
    headers: BTreeMap<String, String>,
    payload: String,
}

impl Vector {
    fn read(path: &str, text: &str) -> Self {
        let (head, payload) = text.split_once("\n\n").unwrap_or_else(|| panic!("{path}: no blank line"));
        let headers = head.lines().map(|line| {
            let (name, value) =
                line.split_once(": ").unwrap_or_else(|| panic!("{path}: {line:?} is no header"));
            (name.to_owned(), value.to_owned())
        });
        let payload = payload.strip_suffix('\n').unwrap_or(payload);
        Self { path: path.to_owned(), headers: headers.collect(), payload: payload.to_owned() }
    }

    fn get(&self, name: &str) -> &str {
        self.headers.get(name).unwrap_or_else(|| panic!("{}: no header {name:?}", self.path))
    }
}

/// All vectors of an area, of which there must be some.
fn vectors(area: &str) -> Vec<Vector> {
    let folder = format!("turnfiles/vectors/{area}");
    let vectors: Vec<Vector> =
        files::under(&folder).iter().map(|path| Vector::read(path, &files::text(path))).collect();
    assert!(vectors.len() >= 5, "{folder} holds {} vectors", vectors.len());
    vectors
}

#[test]
fn every_area_has_a_walker() {
    let mut areas: Vec<String> = files::under("turnfiles/vectors")
        .iter()
        .map(|path| path.split('/').nth(2).unwrap_or_default().to_owned())
        .collect();
    areas.dedup();
    // Those of `turnfile` are whole files, and are walked with the wrong inputs; mails have a walker of their own.
    assert_eq!(areas, ["canonical", "dice", "hash", "head", "mail", "turnfile"]);
}

#[test]
fn canonical_lines() {
    for vector in vectors("canonical") {
        let (path, payload) = (&vector.path, vector.payload.as_str());
        match vector.get("expect") {
            "line" => {
                let value: Value = serde_json::from_str(payload).unwrap_or_else(|e| panic!("{path}: {e}"));
                let line = canonical::line(&value).unwrap_or_else(|e| panic!("{path}: {e}"));
                assert_eq!(line, vector.get("line"), "{path}");
                assert_eq!(canonical::hash("entry", &[&line]), vector.get("entry"), "{path}");
                assert_eq!(canonical::parse(&line), Ok(value), "{path}");
            }
            "no canonical form" => {
                // What the JSON crate does not read at all has no canonical form either.
                let line = serde_json::from_str::<Value>(payload).map(|value| canonical::line(&value));
                assert!(!matches!(line, Ok(Ok(_))), "{path}: {line:?}");
            }
            "not canonical" => {
                let error = canonical::parse(payload).expect_err(path);
                assert_eq!(
                    error.column.map(|c| c.to_string()).as_deref(),
                    Some(vector.get("column")),
                    "{path}"
                );
            }
            other => panic!("{path}: there is no verdict {other:?}"),
        }
    }
}

#[test]
fn hashes() {
    for vector in vectors("hash") {
        let parts: Vec<&str> = vector.payload.lines().collect();
        assert_eq!(canonical::hash(vector.get("tag"), &parts), vector.get("hash"), "{}", vector.path);
    }
}

#[test]
fn heads() {
    for vector in vectors("head") {
        let (path, payload) = (&vector.path, vector.payload.as_str());
        match vector.get("expect") {
            "short form" => {
                assert_eq!(head::short(payload), vector.get("short"), "{path}");
                assert!(head::read(vector.get("short")).is_ok_and(|short| short.matches(payload)), "{path}");
            }
            "read" => {
                let read = head::read(payload).unwrap_or_else(|e| panic!("{path}: {e}"));
                assert_eq!(read.to_string(), vector.get("short"), "{path}");
            }
            "refused" => {
                let why = match head::read(payload).expect_err(path) {
                    HeadError::Length(_) => "length",
                    HeadError::Character(_) => "character",
                    HeadError::Check => "check",
                };
                assert_eq!(why, vector.get("why"), "{path}");
            }
            other => panic!("{path}: there is no verdict {other:?}"),
        }
    }
}
