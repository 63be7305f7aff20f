//! The codes of diagnostics: those that the sources spell, and those of the specification with their classes.

use crate::files;
use std::collections::{BTreeMap, BTreeSet};

/// The specification of all that is read and written.
pub const SPECIFICATION: &str = "turnfiles/README.md";

/// What is spelled as a code is, and is none.
const MEDIA_TYPES: [&str; 2] = ["application/yaml", "image/png"];

/// Every `area/condition` in quotes in the sources that a test picks, their own tests left out.
pub fn in_sources(is_picked: impl Fn(&str) -> bool) -> BTreeSet<String> {
    let picked = files::sources().into_iter().filter(|path| is_picked(path));
    picked.flat_map(|path| in_text(&files::text(&path))).collect()
}

fn in_text(text: &str) -> Vec<String> {
    let program = text.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = program.lines().filter(|line| !line.trim_start().starts_with("//"));
    let pieces = lines.flat_map(|line| line.split('"').flat_map(|piece| piece.split(['[', ']'])));
    pieces.filter(|piece| is_code(piece)).map(str::to_owned).collect()
}

/// Two words of lower-case letters and hyphens with a stroke between them.
fn is_code(text: &str) -> bool {
    let is_word = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_lowercase())
            && !word.ends_with('-')
            && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
    };
    !MEDIA_TYPES.contains(&text)
        && text.split_once('/').is_some_and(|(area, condition)| is_word(area) && is_word(condition))
}

/// The codes of the specification's tables, each with its classes.
///
/// # Panics
/// A code stands twice.
pub fn specified() -> BTreeMap<String, Vec<String>> {
    let text = files::text(SPECIFICATION);
    let mut codes = BTreeMap::new();
    for line in text.lines() {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, code, classes, ..] = cells.as_slice() else { continue };
        let code = code.trim_matches('`');
        if is_code(code) {
            let classes = classes.split(", ").map(str::to_owned).collect();
            assert!(codes.insert(code.to_owned(), classes).is_none(), "{code} is listed twice");
        }
    }
    codes
}
