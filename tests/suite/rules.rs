//! Rule cases: text files that a player can check with the rulebook in hand, see `turnfiles/rules/README.md`.
//!
//! [`case`] reads them, [`run`] plays them by the code that the tool runs; what is a game's own stands in its module:
//! its board in words and its events in one line each.

pub mod batalj;
pub mod battle;
pub mod battue;
pub mod case;
pub mod run;

use adjutant::games::{GAMES, batalj::Batalj, battle::Battle, battue::Battue};
use adjutant::kernel::game::Game;
use case::Case;
use run::Ruled;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

/// The folder of a game's cases.
pub fn folder(game: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("turnfiles/rules").join(game)
}

/// All cases of a game, file by file.
pub fn cases(game: &str) -> Vec<Case> {
    let folder = folder(game);
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|e| e.expect("a folder entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|e| e == "case"));
    paths.sort();
    paths.iter().flat_map(|path| read(path)).collect()
}

fn read(path: &Path) -> Vec<Case> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{name}: {e}"));
    case::read(&name, &text).unwrap_or_else(|e| panic!("{e}"))
}

/// What a case complains of; a panic is a complaint like others, so that one bad case hides no other.
fn complaints<G: Ruled>(case: &Case) -> Vec<String> {
    catch_unwind(AssertUnwindSafe(|| run::complaints::<G>(case)))
        .unwrap_or_else(|_| vec!["it panicked".to_owned()])
}

/// The cases of a game that fail, each with what it complains of, and the number of all.
fn failed<G: Ruled>() -> (Vec<String>, usize) {
    let (game, cases) = (<G as Game>::INFO.id, cases(<G as Game>::INFO.id));
    assert!(!cases.is_empty(), "no case of {game} was found");
    let failed = cases.iter().filter_map(|case| {
        let complaints = complaints::<G>(case);
        (!complaints.is_empty()).then(|| format!("FAILED {game} {case}\n{}", complaints.join("\n")))
    });
    (failed.collect(), cases.len())
}

#[test]
fn every_case_holds() {
    let (mut bad, mut count) = (Vec::new(), 0);
    for module in GAMES {
        let (more, cases) = match module.info().id {
            "batalj" => failed::<Batalj>(),
            "battle" => failed::<Battle>(),
            "battue" => failed::<Battue>(),
            id => panic!("name the type of {id} here"),
        };
        bad.extend(more);
        count += cases;
    }
    assert!(bad.is_empty(), "\n{}\n\n{} of {count} cases fail", bad.join("\n\n"), bad.len());
}
