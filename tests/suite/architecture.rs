//! The import rules, read from the sources: pure core, thin shell, no game known to the kernel.

use crate::files;
use adjutant::games::GAMES;

/// One source file.
struct Source {
    path: String,
    text: String,
    /// The text without comments, what strings hold, and tests.
    code: String,
}

fn sources() -> Vec<Source> {
    files::sources()
        .into_iter()
        .map(|path| {
            let text = files::text(&path);
            let code = if path.ends_with("/tests.rs") { String::new() } else { code_of(&text) };
            Source { path, text, code }
        })
        .collect()
}

/// The lines of all sources that a rule is about and that hold one of its words, as `path:line: word`.
fn holding(is_subject: impl Fn(&str) -> bool, words: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for source in sources().iter().filter(|s| is_subject(&s.path)) {
        for (i, line) in source.code.lines().enumerate() {
            let words = words.iter().filter(|word| has_word(line, word));
            found.extend(words.map(|word| format!("{}:{}: {word}", source.path, i + 1)));
        }
    }
    found
}

/// Whether a line holds a word that is no part of a longer name.
fn has_word(line: &str, word: &str) -> bool {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(word).any(|(at, _)| {
        let before = line[..at].chars().next_back().is_some_and(is_name);
        let after = line[at + word.len()..].chars().next().is_some_and(is_name);
        let starts_as_name = word.starts_with(is_name);
        let ends_as_name = word.ends_with(is_name);
        !(before && starts_as_name || after && ends_as_name)
    })
}

const NOTHING: [String; 0] = [];

/// What touches files, the clock, the environment, the network or entropy.
const WORLD: [&str; 18] = [
    "std::fs",
    "std::env",
    "std::io",
    "std::net",
    "std::process",
    "std::thread",
    "std::time",
    "SystemTime",
    "Utc::now",
    "Local",
    "getrandom",
    "tempfile",
    "anstream",
    "clap",
    "println!",
    "eprintln!",
    "print!",
    "eprint!",
];

#[test]
fn games_use_the_kernel_and_nothing_else() {
    let is_game = |path: &str| path.starts_with("src/games/");
    assert_eq!(holding(is_game, &WORLD), NOTHING);
    assert_eq!(holding(is_game, &["crate::cli", "crate::games", "super::super", "chrono"]), NOTHING);
    let others: Vec<String> = sources()
        .iter()
        .filter(|s| is_game(&s.path))
        .flat_map(|s| {
            let uses =
                s.code.match_indices("crate::").filter(|(at, _)| !s.code[*at..].starts_with("crate::kernel"));
            uses.map(|(at, _)| format!("{}: {}", s.path, &s.code[at..s.code.len().min(at + 24)]))
                .collect::<Vec<_>>()
        })
        .collect();
    assert_eq!(others, NOTHING);
}

#[test]
fn the_kernel_never_names_a_game() {
    let ids: Vec<&str> = GAMES.iter().map(|game| game.info().id).collect();
    let words: Vec<&str> = ids.into_iter().chain(["games", "crate::cli"]).collect();
    assert_eq!(holding(is_kernel, &words), NOTHING);
}

#[test]
fn only_the_command_line_touches_the_world() {
    let is_core = |path: &str| is_kernel(path) || path.starts_with("src/games");
    assert_eq!(holding(is_core, &WORLD), NOTHING);
    let is_elsewhere = |path: &str| !matches!(path, "src/kernel/time.rs" | "src/cli/entropy.rs");
    assert_eq!(
        holding(is_elsewhere, &["chrono", "getrandom"]),
        NOTHING,
        "the clock and entropy have one door"
    );
    let is_no_door = |path: &str| !matches!(path, "src/cli/files.rs" | "src/cli/files/folder.rs");
    let doors = ["std::fs", "stdout", "stderr", "stdin", "println!", "eprintln!", "print!", "eprint!"];
    assert_eq!(holding(is_no_door, &doors), NOTHING, "files and streams have one door");
}

fn is_kernel(path: &str) -> bool {
    path == "src/kernel.rs" || path.starts_with("src/kernel/")
}

/// Their order differs from run to run, and with it would everything that is printed or hashed.
#[test]
fn nothing_is_kept_in_hash_maps() {
    assert_eq!(holding(|_| true, &["HashMap", "HashSet", "hash_map", "RandomState"]), NOTHING);
}

#[test]
fn one_module_knows_the_yaml_crate() {
    assert_eq!(
        holding(|path| !path.starts_with("src/kernel/yaml"), &["serde_yaml", "serde_saphyr"]),
        NOTHING
    );
}

#[test]
fn nothing_is_left_undone() {
    assert_eq!(holding(|_| true, &["todo!", "unimplemented!", "dbg!"]), NOTHING);
    let notes = ["TODO", "FIXME", "XXX", "HACK"];
    let found = sources().into_iter().filter(|s| notes.iter().any(|note| has_word(&s.text, note)));
    assert_eq!(found.map(|s| s.path).collect::<Vec<_>>(), NOTHING);
}

#[test]
fn every_module_begins_with_what_it_is() {
    let silent = sources().into_iter().filter(|s| !s.text.starts_with("//! "));
    assert_eq!(silent.map(|s| s.path).collect::<Vec<_>>(), NOTHING);
}

/// Files are named from the package's folder; a path of somebody's machine helps nobody else.
#[test]
fn no_text_names_a_folder_of_one_machine() {
    let folders = ["src", "examples", "turnfiles", ".ci"].into_iter().flat_map(files::under);
    let places = ["/home/", "/Users/", "C:\\Users"];
    let found: Vec<String> = folders
        .chain(["README.md".to_owned(), "Cargo.toml".to_owned(), ".justfile".to_owned()])
        .filter(|path| ![".eml", ".mbox", ".png", ".ttf"].iter().any(|end| path.ends_with(end)))
        .filter(|path| places.iter().any(|place| files::text(path).contains(place)))
        .collect();
    assert_eq!(found, NOTHING);
}

#[test]
fn every_folder_of_games_is_in_the_register() {
    let mut folders: Vec<String> = files::under("src/games")
        .iter()
        .filter_map(|path| path.split('/').nth(2).map(str::to_owned))
        .collect();
    folders.dedup();
    let mut ids: Vec<&str> = GAMES.iter().map(|game| game.info().id).collect();
    ids.sort_unstable();
    assert_eq!(folders, ids);
}

/// A source without its comments, the contents of its strings, and its tests. Lines stay where they were.
fn code_of(text: &str) -> String {
    // The tests stand last in a file; a line `mod tests;` only names them.
    let mut rest = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let mut code = String::with_capacity(text.len());
    while let Some(c) = rest.chars().next() {
        let skipped = comment(rest).or_else(|| string(rest)).or_else(|| character(rest));
        let length = skipped.unwrap_or(c.len_utf8());
        match skipped {
            Some(_) => code.extend(rest[..length].chars().filter(|c| *c == '\n')),
            None => code.push(c),
        }
        rest = &rest[length..];
    }
    code
}

/// The length of the comment that begins here.
fn comment(text: &str) -> Option<usize> {
    if text.starts_with("//") {
        return Some(text.find('\n').unwrap_or(text.len()));
    }
    text.starts_with("/*").then(|| text.find("*/").map_or(text.len(), |end| end + 2))
}

/// The length of the string that begins here, plain or raw.
fn string(text: &str) -> Option<usize> {
    if let Some(raw) = text.strip_prefix('r') {
        let marks = raw.len() - raw.trim_start_matches('#').len();
        if raw[marks..].starts_with('"') {
            let close = format!("\"{}", "#".repeat(marks));
            let open = 1 + marks + 1;
            return Some(text[open..].find(&close).map_or(text.len(), |end| open + end + close.len()));
        }
    }
    if !text.starts_with('"') {
        return None;
    }
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return Some(at + 1),
            _ => {}
        }
    }
    Some(text.len())
}

/// The length of the character literal that begins here; a lifetime is none.
fn character(text: &str) -> Option<usize> {
    let inner = text.strip_prefix('\'')?;
    let first = inner.chars().next()?;
    let from = if first == '\\' { 2 } else { first.len_utf8() };
    let end = inner.get(from..)?.find('\'')?;
    (first == '\\' || end == 0).then_some(1 + from + end + 1)
}

#[test]
fn code_is_told_from_comments_strings_and_tests() {
    let text = "use a; // std::fs\nlet b = \"std::\\\"fs\"; let c = '\"'; /* d\n */ fn e<'x>(f: &'x str) {}\n\
                let g = r#\"println!\"#;\n#[cfg(test)]\nmod tests {}\n";
    assert_eq!(code_of(text), "use a; \nlet b = ; let c = ; \n fn e<'x>(f: &'x str) {}\nlet g = ;\n");
    assert!(has_word("use std::fs;", "std::fs") && !has_word("use std::fsync;", "std::fs"));
    assert!(!has_word("reprint!(a)", "print!") && has_word("print!(a)", "print!"));
}
