//! The bar that shows on a terminal how far a long game has been played again.
//!
//! Python's `pty` is the terminal; it must be there.

use super::recorded;
use adjutant::kernel::gamefile::GameFile;
use adjutant::kernel::module::Telling;
use adjutant::kernel::turnfile;
use assert_cmd::cargo::cargo_bin;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A game of so many steps that it takes twice the bar's patience to play it again.
fn long_game() -> GameFile {
    let mut record = recorded::read(recorded::file("contact")).expect("it verifies");
    let mut steps = 1000;
    loop {
        for _ in 0..steps {
            let asked = record.chronicle.need.orders[0].clone();
            let turn = format!("ORDERS contact {asked}\npass\nEND\n");
            let input = turnfile::read(turn.as_bytes(), &record.chronicle);
            let posts: Vec<_> = input.turn_files.iter().map(turnfile::TurnFile::post).collect();
            record.chronicle.resolve(&posts, None, Telling::Events).expect("a pass is allowed");
        }
        let file = record.to_file();
        let began = Instant::now();
        recorded::read(&file).expect("it verifies");
        if began.elapsed() > Duration::from_secs(2) {
            return file;
        }
        steps *= 2;
        assert!(steps < 20_000, "the game is played again too fast for a bar");
    }
}

/// What a command prints on a terminal.
fn on_a_terminal(folder: &Path, variables: &[(&str, &str)]) -> String {
    let script = "import pty, sys; sys.exit(pty.spawn(sys.argv[1:]))";
    let mut command = Command::new("python3");
    command.args(["-c", script]).arg(cargo_bin("adjutant")).args(["verify", "long.yaml"]);
    command.current_dir(folder).env("TERM", "xterm").env_remove("NO_COLOR").envs(variables.iter().copied());
    let out = command.output().expect("python3 runs");
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    String::from_utf8_lossy(&out.stdout).into_owned()
}

#[test]
fn a_bar_shows_on_a_terminal_and_nowhere_else() {
    let folder = TempDir::new().expect("a folder");
    std::fs::write(folder.path().join("long.yaml"), long_game().write()).expect("the folder can be written");
    let out = Command::new(cargo_bin("adjutant"))
        .args(["verify", "long.yaml"])
        .current_dir(folder.path())
        .output()
        .expect("it runs");
    assert!(out.stderr.is_empty(), "{}", String::from_utf8_lossy(&out.stderr));
    let said = String::from_utf8_lossy(&out.stdout).into_owned();
    let path = folder.path();
    let (shown, uncoloured, dumb) = std::thread::scope(|scope| {
        let run = |variables: &'static [(&str, &str)]| scope.spawn(move || on_a_terminal(path, variables));
        let runs = [run(&[]), run(&[("NO_COLOR", "1")]), run(&[("TERM", "dumb")])];
        let [shown, uncoloured, dumb] = runs.map(|run| run.join().expect("it runs"));
        (shown, uncoloured, dumb)
    });
    assert!(shown.contains("Playing long.yaml again ["), "{shown:?}");
    assert!(shown.ends_with(&said.replace('\n', "\r\n")), "{shown:?}");
    for plain in [uncoloured, dumb] {
        assert_eq!(plain.replace("\r\n", "\n"), said);
    }
}
