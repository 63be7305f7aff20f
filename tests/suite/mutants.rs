//! The list of mutants must fit the sources: each text to be replaced occurs exactly once in its file.
//!
//! `tests/mutants/run.sh` applies them; this test sees to it that the list is mended with the code.

use std::path::Path;

/// One change that switches a rule off.
#[derive(Default)]
struct Mutant {
    title: String,
    file: String,
    from: Vec<String>,
    to: Vec<String>,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(text: &str) -> Vec<Mutant> {
    let mut mutants: Vec<Mutant> = Vec::new();
    let mut word = "";
    for line in text.lines().filter(|l| !l.trim().is_empty() && !l.starts_with('#')) {
        if let Some(inner) = line.strip_prefix("  ") {
            let mutant = mutants.last_mut().expect("MUTANT stands before");
            let block = if word == "FROM" { &mut mutant.from } else { &mut mutant.to };
            block.push(inner.to_owned());
            continue;
        }
        let rest;
        (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "MUTANT" => mutants.push(Mutant { title: rest.to_owned(), ..Mutant::default() }),
            "FILE" => rest.clone_into(&mut mutants.last_mut().expect("MUTANT stands before").file),
            "FROM" | "TO" => {}
            _ => panic!("{line:?} cannot be read"),
        }
    }
    mutants
}

/// The lists of all games.
fn lists() -> Vec<(String, Vec<Mutant>)> {
    let entries = std::fs::read_dir(root().join("tests/mutants")).expect("the folder of lists");
    let paths = entries.map(|e| e.expect("a folder entry").path());
    let lists = paths.filter(|path| path.extension().is_some_and(|e| e == "mutants")).map(|path| {
        let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        (path.file_stem().unwrap_or_default().to_string_lossy().into_owned(), read(&text))
    });
    lists.collect()
}

#[test]
fn every_mutant_fits_the_sources() {
    let lists = lists();
    assert!(lists.len() >= 2, "only {} lists", lists.len());
    for (list, mutants) in &lists {
        assert!(mutants.len() >= 40, "only {} mutants in {list}", mutants.len());
        mutants.iter().for_each(assert_it_fits);
    }
}

fn assert_it_fits(mutant: &Mutant) {
    let source = std::fs::read_to_string(root().join(&mutant.file))
        .unwrap_or_else(|e| panic!("{}: {}: {e}", mutant.title, mutant.file));
    let count = source.matches(&mutant.from.join("\n")).count();
    assert_eq!(count, 1, "{}: its text stands {count} times in {}", mutant.title, mutant.file);
    assert!(!mutant.to.is_empty() && mutant.from != mutant.to, "{}: changes nothing", mutant.title);
}
