//! A game file means the same to every YAML reader: ours, the archived `serde_yaml`, and PyYAML.

use super::recorded::{files, root};
use adjutant::kernel::armour;
use adjutant::kernel::gamefile::GameFile;
use adjutant::kernel::yaml::{self, Limits};
use assert_cmd::Command;
use serde_json::{Value, json};
use std::path::PathBuf;
use tempfile::TempDir;

/// What people call themselves, and what some YAML reader takes for something else.
const AWKWARD: [&str; 60] = [
    "",
    " ",
    "NO",
    "no",
    "off",
    "y",
    "0208",
    "1010",
    "12:30",
    "190:20:30",
    "1e3",
    "1_000",
    "0x1F",
    "0o17",
    "0b1",
    ".5",
    "5.",
    "+1",
    "-0",
    "1.5",
    "null",
    "Null",
    "~",
    "true",
    "=",
    "<<",
    ".inf",
    "-.INF",
    ".nan",
    "2026-11-29",
    "2026-11-29T20:15Z",
    "Ann <ann@example.org>",
    "\"Ann\" 'the Fox' \\ /",
    "- Ann",
    "a: b",
    "a #b",
    "#a",
    "&a",
    "*a",
    "!a",
    "%a",
    "@a",
    "`a",
    "[a]",
    "{a}",
    "? a",
    "| a",
    "> a",
    "a ",
    " a",
    "a\tb",
    "Åsa Öberg",
    "日本",
    "👩‍👩‍👧 🇸🇪",
    "é",
    "\u{a0}",
    "\u{200b}",
    "\u{2028}",
    "\u{feff}",
    "\u{e000}",
];

/// Every text that is read by all three, with a name for messages.
fn texts() -> Vec<(String, String)> {
    let mut texts: Vec<(String, String)> =
        files().map(|(name, file)| (name.to_owned(), file.write())).collect();
    let (_, sample) = files().next().unwrap();
    for pair in AWKWARD.chunks(2) {
        let mut file = sample.clone();
        for (seat, who) in ["red", "blue"].iter().zip(pair) {
            file.contacts.insert((*seat).to_owned(), (*who).to_owned());
        }
        let read = GameFile::read(file.write().as_bytes()).unwrap_or_else(|e| panic!("{pair:?}: {e}"));
        assert_eq!(read.contacts, file.contacts);
        texts.push((format!("{pair:?}"), file.write()));
    }
    texts.push(("keys".to_owned(), yaml::write(&as_keys()).unwrap()));
    texts.push(("components".to_owned(), with_components()));
    texts
}

/// The awkward texts as keys and in lists, three deep.
fn as_keys() -> Value {
    let map: serde_json::Map<String, Value> =
        AWKWARD.iter().map(|text| ((*text).to_owned(), json!([text, { "list": [[text]] }]))).collect();
    Value::Object(map)
}

/// A game file that holds an owner's components.
fn with_components() -> String {
    let folder = TempDir::new().unwrap();
    let adjutant = || {
        let mut command = Command::cargo_bin("adjutant").unwrap();
        command.current_dir(folder.path());
        command
    };
    let data = adjutant().args(["rules", "battle", "--data"]).output().unwrap().stdout;
    std::fs::write(folder.path().join("own.yaml"), data).unwrap();
    let args = ["new", "battle", "--scenario", "basic", "--name", "own", "--components", "own.yaml"];
    let out = adjutant().args(args).output().unwrap();
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    String::from_utf8(out.stdout).unwrap()
}

/// The values as PyYAML reads them.
fn in_python(paths: &[PathBuf]) -> Vec<Value> {
    const PROGRAM: &str = "
import json, sys
try:
    import yaml
except ImportError:
    sys.exit('this python3 has no PyYAML; .ci/run installs it')
for path in sys.argv[1:]:
    with open(path, encoding='utf-8', newline='') as file:
        print(json.dumps(yaml.load(file, Loader=getattr(yaml, 'CSafeLoader', yaml.SafeLoader))))
";
    let out =
        std::process::Command::new("python3").args(["-c", PROGRAM]).args(paths).output().unwrap_or_else(
            |e| panic!("python3 with PyYAML is needed for this test, and .ci/run installs it: {e}"),
        );
    assert!(out.status.success(), "python3: {}", String::from_utf8_lossy(&out.stderr));
    let lines = String::from_utf8(out.stdout).unwrap();
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn three_readers_agree_on_every_file() {
    let folder = TempDir::new_in(root().join("target")).unwrap();
    let texts = texts();
    let paths: Vec<PathBuf> = (0..texts.len()).map(|i| folder.path().join(format!("{i}.yaml"))).collect();
    for (path, (_, text)) in paths.iter().zip(&texts) {
        std::fs::write(path, text).unwrap();
    }
    let in_python = in_python(&paths);
    assert_eq!(in_python.len(), texts.len());
    for ((name, text), python) in texts.iter().zip(in_python) {
        let ours = yaml::read_value(text, Limits::default()).unwrap_or_else(|e| panic!("{name}: {e}"));
        let archived: Value = serde_yaml_archived::from_str(text).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(archived, ours, "{name}: the archived serde_yaml reads otherwise");
        assert_eq!(python, ours, "{name}: PyYAML reads otherwise");
    }
}

/// The history goes through no YAML reader here, but scripts read it through theirs.
#[test]
fn the_history_is_the_same_text_to_a_yaml_reader() {
    for (name, file) in files() {
        let value = yaml::read_value(&file.write(), Limits::default()).unwrap();
        let lines: Vec<&str> = value["history"].as_str().unwrap().lines().collect();
        assert_eq!(lines, file.history, "{name}");
    }
}

#[test]
fn armour_holds_the_same_file() {
    for (name, file) in files() {
        let armoured = armour::wrap(&file.write(), &file.game);
        let quoted: String = armoured.lines().map(|line| format!("> {line}\r\n")).collect();
        for text in [armoured, quoted] {
            assert_eq!(&GameFile::read(text.as_bytes()).unwrap(), file, "{name}");
        }
    }
}
