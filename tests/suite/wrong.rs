//! Wrong inputs, each with its verdict: the code, the place, the hint, the exit code, and nothing written.
//!
//! `turnfiles/vectors/turnfile/*.case` is one input and one verdict each:
//!
//! ```text
//! # Why this case is there.
//! game: contact                     a recorded game, as g.yaml; `game: contact as h.yaml` by another name
//! first: lock g.yaml my.turn > l    commands that must succeed before, with > for a file; edits to files that they
//!                                   make come after them; keys stand in the folder `keys`, those of keyed games too
//! run: adjudicate g.yaml red.turn   the command, split at blanks
//! stdin: red.turn                   what stands on standard input
//! edit: g.yaml OLD ==> NEW          the first OLD in a file becomes NEW; \n, \t, \\ and \xHH are read
//! entry: 3 OLD ==> NEW              the same in an entry of g.yaml's history
//! drop: 3    double: 3              an entry is taken out, or stands twice
//! insert: 3 LINE                    an entry is put in
//! rechain:                          all links and the head of g.yaml are hashed anew, as a forger would
//! encode: red.turn crlf             crlf, cr, bom, utf-16, latin-1, armour or a size to fill up to, last of all
//! exit: 2
//! error: move/too-far 3:1           an error at line and column; all errors must be listed, in their order
//! warning: turnfile/no-end          also note: these may be listed
//! help: it can reach                some hint holds this text
//! says: 0103 to 0105                standard error holds this text
//! --- red.turn                      a file; {HEAD}, {STEP} and {MANY} (1001 moves) are filled in
//! ORDERS contact red
//!
//! 0103→0106
//! END
//! ```
//!
//! A case with a failure is run a second time with `-o` where there is such an option.

use super::codes;
use super::keyed;
use super::recorded::{file, for_each, root, walk};
use adjutant::kernel::armour;
use adjutant::kernel::gamefile::GameFile;
use adjutant::kernel::history::canonical;
use adjutant::kernel::history::head;
use assert_cmd::Command;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Mutex;
use tempfile::TempDir;

/// One case as it stands in its file.
#[derive(Default)]
struct Case {
    /// Keys and values in their order.
    says: Vec<(String, String)>,
    files: Vec<(String, String)>,
}

/// What a command found: how grave, which code, and `line:column` where there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Found {
    level: String,
    code: String,
    place: Option<String>,
    /// Whether it says what to do.
    helps: bool,
}

impl Case {
    fn parse(text: &str) -> Result<Self, String> {
        let mut case = Self::default();
        for line in text.lines() {
            if let Some(name) = line.strip_prefix("--- ") {
                case.files.push((name.trim().to_owned(), String::new()));
            } else if let Some((_, body)) = case.files.last_mut() {
                body.push_str(line);
                body.push('\n');
            } else if !line.trim().is_empty() && !line.starts_with('#') {
                let (key, value) = line.split_once(':').ok_or_else(|| format!("no key: {line}"))?;
                case.says.push((key.to_owned(), value.trim().to_owned()));
            }
        }
        if !text.starts_with("# ") {
            return Err("the first line must say why the case is there".to_owned());
        }
        Ok(case)
    }

    fn all<'a>(&'a self, key: &'a str) -> impl Iterator<Item = &'a str> {
        self.says.iter().filter(move |(k, _)| k == key).map(|(_, value)| value.as_str())
    }

    fn one<'a>(&'a self, key: &'a str) -> Option<&'a str> {
        self.all(key).next()
    }

    fn exit(&self) -> i32 {
        self.one("exit").map_or(0, |code| code.parse().expect("an exit code"))
    }

    fn expected(&self, levels: &[&str]) -> Vec<Found> {
        let is_level = |key: &String| levels.contains(&key.as_str());
        let found = |(level, text): &(String, String)| {
            let mut words = text.split_whitespace();
            let code = words.next().unwrap_or_default().to_owned();
            Found { level: level.clone(), code, place: words.next().map(str::to_owned), helps: false }
        };
        self.says.iter().filter(|(key, _)| is_level(key)).map(found).collect()
    }

    /// Writes the files of the case.
    fn lay_out(&self, folder: &Path) -> Result<(), String> {
        let mut files: BTreeMap<String, Vec<u8>> = BTreeMap::new();
        for text in self.all("game") {
            let (name, path) = text.split_once(" as ").unwrap_or((text, "g.yaml"));
            files.insert(path.to_owned(), self.game(name)?.write().into_bytes());
            if name.starts_with("peers") && self.one("keys") != Some("none") {
                let keys = keyed::key_folder(file(name));
                files.extend(keys.into_iter().map(|(key, text)| (format!("keys/{key}"), text.into_bytes())));
            }
        }
        for (name, text) in &self.files {
            files.insert(name.clone(), self.filled(text).into_bytes());
        }
        for text in self.all("edit") {
            let (name, edit) = text.split_once(' ').ok_or("edit: FILE OLD ==> NEW")?;
            if let Some(bytes) = files.get_mut(name) {
                *bytes = edited(bytes, edit)?;
            }
        }
        for text in self.all("encode") {
            let (name, how) = text.split_once(' ').ok_or("encode: FILE HOW")?;
            let bytes = files.get_mut(name).ok_or_else(|| format!("encode: there is no {name}"))?;
            *bytes = encoded(bytes, how)?;
        }
        std::fs::create_dir(folder.join("keys")).map_err(|e| e.to_string())?;
        files.iter().try_for_each(|(name, bytes)| {
            std::fs::write(folder.join(name), bytes).map_err(|e| format!("{name}: {e}"))
        })?;
        self.prepare(folder)?;
        for text in self.all("edit") {
            let (name, edit) = text.split_once(' ').ok_or("edit: FILE OLD ==> NEW")?;
            if !files.contains_key(name) {
                let path = folder.join(name);
                let bytes = std::fs::read(&path).map_err(|e| format!("edit: {name}: {e}"))?;
                std::fs::write(path, edited(&bytes, edit)?).map_err(|e| e.to_string())?;
            }
        }
        Ok(())
    }

    /// Runs the commands that come before.
    fn prepare(&self, folder: &Path) -> Result<(), String> {
        for text in self.all("first") {
            let (command, output) = text.split_once(" > ").unwrap_or((text, ""));
            let out =
                adjutant(folder).args(command.split_whitespace()).output().map_err(|e| e.to_string())?;
            if !out.status.success() {
                return Err(format!("first: {text}: {}", String::from_utf8_lossy(&out.stderr)));
            }
            if !output.is_empty() {
                std::fs::write(folder.join(output.trim()), out.stdout).map_err(|e| e.to_string())?;
            }
        }
        Ok(())
    }

    /// A recorded game with the edits to its history.
    fn game(&self, name: &str) -> Result<GameFile, String> {
        let mut game = file(name).clone();
        let number = |text: &str| text.trim().parse::<usize>().map_err(|e| format!("{text}: {e}"));
        for (key, value) in &self.says {
            match key.as_str() {
                "entry" => {
                    let (index, edit) = value.split_once(' ').ok_or("entry: N OLD ==> NEW")?;
                    let line = &mut game.history[number(index)?];
                    *line = String::from_utf8(edited(line.as_bytes(), edit)?).map_err(|e| e.to_string())?;
                }
                "insert" => {
                    let (index, line) = value.split_once(' ').ok_or("insert: N LINE")?;
                    game.history.insert(number(index)?, line.to_owned());
                }
                "drop" => drop(game.history.remove(number(value)?)),
                "double" => game.history.insert(number(value)?, game.history[number(value)?].clone()),
                "rechain" => rechain(&mut game)?,
                _ => {}
            }
        }
        Ok(game)
    }

    fn filled(&self, text: &str) -> String {
        let Some(game) = self.one("game").map(|text| file(text.split(' ').next().unwrap_or(text))) else {
            return text.to_owned();
        };
        text.replace("{HEAD}", &head::short(&game.head))
            .replace("{STEP}", &game.step.to_string())
            .replace("{MANY}", &"0103→0104\n".repeat(1001))
    }
}

/// Hashes every link and the head anew.
fn rechain(game: &mut GameFile) -> Result<(), String> {
    let mut prev = "-".to_owned();
    for line in &mut game.history {
        let mut entry = canonical::parse(line).map_err(|e| e.to_string())?;
        entry["prev"] = json!(prev);
        *line = canonical::line(&entry).map_err(|e| e.to_string())?;
        prev = canonical::hash("entry", &[line]);
    }
    game.head = prev;
    Ok(())
}

/// Bytes with the first `OLD` of `OLD ==> NEW` made `NEW`.
fn edited(bytes: &[u8], edit: &str) -> Result<Vec<u8>, String> {
    let (old, new) = edit.split_once(" ==>").ok_or_else(|| format!("no ==> in {edit}"))?;
    let (old, new) = (unescaped(old), unescaped(new.strip_prefix(' ').unwrap_or(new)));
    let at = bytes.windows(old.len()).position(|w| w == old).ok_or_else(|| format!("{edit}: not there"))?;
    Ok([&bytes[..at], &new, &bytes[at + old.len()..]].concat())
}

fn unescaped(text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((first, more)) = rest.split_first() {
        rest = more;
        match (first, more) {
            (b'\\', [b'n', ..]) => out.push(b'\n'),
            (b'\\', [b't', ..]) => out.push(b'\t'),
            (b'\\', [b'\\', ..]) => out.push(b'\\'),
            (b'\\', [b'x', high, low, ..]) => {
                let digit = |b: &u8| char::from(*b).to_digit(16).expect("\\xHH") as u8;
                out.push(digit(high) * 16 + digit(low));
                rest = &more[2..];
            }
            _ => {
                out.push(*first);
                continue;
            }
        }
        rest = &rest[1..];
    }
    out
}

fn encoded(bytes: &[u8], how: &str) -> Result<Vec<u8>, String> {
    let text = || std::str::from_utf8(bytes).map_err(|e| e.to_string());
    Ok(match how {
        "crlf" => text()?.replace('\n', "\r\n").into_bytes(),
        "cr" => text()?.replace('\n', "\r").into_bytes(),
        "bom" => [b"\xef\xbb\xbf", bytes].concat(),
        "utf-16" => format!("\u{feff}{}", text()?).encode_utf16().flat_map(u16::to_le_bytes).collect(),
        "latin-1" => text()?.chars().map(|c| u8::try_from(c).unwrap_or(b'?')).collect(),
        "armour" => armour::wrap(text()?, "game").into_bytes(),
        size => {
            let size: usize = size.parse().map_err(|_| format!("there is no encoding {how}"))?;
            bytes.iter().copied().chain(std::iter::repeat(b' ')).take(size).collect()
        }
    })
}

/// What a run came to.
struct Run {
    exit: i32,
    out: String,
    err: String,
}

/// The program in a folder, with keys of its own.
fn adjutant(folder: &Path) -> Command {
    let mut command = Command::cargo_bin("adjutant").unwrap();
    command.current_dir(folder).env("ADJUTANT_KEYS", folder.join("keys"));
    command
}

fn run(case: &Case, folder: &Path, more: &[&str]) -> Run {
    let args: Vec<&str> =
        case.one("run").expect("run: what").split_whitespace().chain(more.iter().copied()).collect();
    let mut command = adjutant(folder);
    command.args(args);
    if let Some(input) = case.one("stdin") {
        command.write_stdin(std::fs::read(folder.join(input)).unwrap());
    }
    let out = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Run { exit: out.status.code().unwrap_or(-1), out: text(out.stdout), err: text(out.stderr) }
}

/// What standard error says was found, in its order.
fn findings(err: &str) -> Vec<Found> {
    let lines: Vec<&str> = err.lines().collect();
    let of = |i: usize| {
        let (level, rest) = lines[i].split_once('[')?;
        let (code, _) = rest.split_once("]: ")?;
        let is_level = matches!(level, "error" | "warning" | "note");
        let own = lines[i + 1..].iter().take_while(|line| !line.contains("]: "));
        let helps = own.into_iter().any(|line| line.contains("help: "));
        let arrow = lines.get(i + 1).filter(|next| next.trim_start().starts_with("╭▸"));
        let place = arrow.and_then(|next| next.split_once(':')).map(|(_, place)| place.to_owned());
        is_level.then(|| Found { level: level.to_owned(), code: code.to_owned(), place, helps })
    };
    (0..lines.len()).filter_map(of).collect()
}

/// Whether what was found is what was expected; a place that is not named fits any.
fn is(found: &Found, expected: &Found) -> bool {
    found.level == expected.level
        && found.code == expected.code
        && expected.place.as_ref().is_none_or(|place| found.place.as_ref() == Some(place))
}

/// Commands that only look, whose answer is printed even where it is bad.
const LOOKING: [&str; 2] = ["check", "verify"];
/// Commands with `-o`.
const WRITING: [&str; 4] = ["new", "join", "adjudicate", "amend"];

fn complaints(case: &Case, folder: &Path, helped: &Mutex<BTreeSet<String>>) -> Vec<String> {
    let before = contents(folder);
    let done = run(case, folder, &[]);
    let mut wrong = verdict(case, &done);
    let helping = findings(&done.err).into_iter().filter(|found| found.helps).map(|found| found.code);
    helped.lock().unwrap().extend(helping);
    if case.exit() != 0 {
        let verb = case.one("run").and_then(|r| r.split_whitespace().next()).unwrap_or_default();
        if !LOOKING.contains(&verb) && !done.out.is_empty() {
            wrong.push(format!("standard output is not empty: {}", done.out));
        }
        if WRITING.contains(&verb) {
            wrong.extend(output_is_kept(case, folder, done.exit));
        }
        if contents(folder) != before {
            wrong.push("files were created or changed".to_owned());
        }
    }
    if !wrong.is_empty() {
        wrong.push(format!("standard error was:\n{}", done.err));
    }
    wrong
}

fn verdict(case: &Case, done: &Run) -> Vec<String> {
    let mut wrong = Vec::new();
    if done.exit != case.exit() {
        wrong.push(format!("exit code {} instead of {}", done.exit, case.exit()));
    }
    let found = findings(&done.err);
    let errors: Vec<&Found> = found.iter().filter(|f| f.level == "error").collect();
    let expected = case.expected(&["error"]);
    if errors.len() != expected.len() || !errors.iter().zip(&expected).all(|(f, e)| is(f, e)) {
        wrong.push(format!("the errors are {errors:?}"));
    }
    for expected in case.expected(&["warning", "note"]) {
        if !found.iter().any(|f| is(f, &expected)) {
            wrong.push(format!("{expected:?} is not among {found:?}"));
        }
    }
    // A long message is wrapped, so blanks and line breaks are the same here.
    let plain =
        |text: &str| text.split([' ', '\n', '│']).filter(|w| !w.is_empty()).collect::<Vec<_>>().join(" ");
    let err = plain(&done.err);
    wrong
        .extend(case.all("says").filter(|t| !err.contains(&plain(t))).map(|t| format!("nothing says {t:?}")));
    let is_in_help = |text: &str| err.split("help: ").skip(1).any(|help| help.contains(&plain(text)));
    wrong.extend(case.all("help").filter(|t| !is_in_help(t)).map(|t| format!("no hint holds {t:?}")));
    wrong
}

/// With `-o` a failing command leaves an older file as it was, such as the game's own.
fn output_is_kept(case: &Case, folder: &Path, exit: i32) -> Vec<String> {
    let path = folder.join("kept.yaml");
    let older = std::fs::read(folder.join("g.yaml")).unwrap_or_default();
    std::fs::write(&path, &older).unwrap();
    let done = run(case, folder, &["-o", "kept.yaml"]);
    let mut wrong = Vec::new();
    if done.exit != exit {
        wrong.push(format!("exit code {} with -o", done.exit));
    }
    if std::fs::read(&path).ok() != Some(older) {
        wrong.push("the file named by -o was changed".to_owned());
    }
    std::fs::remove_file(path).unwrap();
    wrong
}

fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    // The lists beside keys count as well: a command that fails has made nothing final.
    let folders = [folder.to_owned(), folder.join("keys")];
    let entries = folders.iter().flat_map(|folder| std::fs::read_dir(folder).unwrap());
    let entries = entries.map(|e| e.unwrap().path()).filter(|p| p.is_file());
    entries.map(|p| (p.display().to_string(), std::fs::read(p).unwrap())).collect()
}

const CASES: &str = "turnfiles/vectors/turnfile";

#[test]
fn every_wrong_input_gets_its_verdict_and_nothing_is_written() {
    let helped = Mutex::new(BTreeSet::new());
    let wrong = for_each(&walk(CASES, "case"), |path| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let folder = TempDir::new().unwrap();
        let case = match Case::parse(&std::fs::read_to_string(path).unwrap()) {
            Ok(case) => case,
            Err(error) => return vec![format!("{name}: {error}")],
        };
        let wrong = match case.lay_out(folder.path()) {
            Ok(()) => complaints(&case, folder.path(), &helped),
            Err(error) => vec![error],
        };
        if wrong.is_empty() { wrong } else { vec![format!("{name}: {}", wrong.join("\n  "))] }
    });
    assert!(wrong.is_empty(), "{}\n{} cases are wrong", wrong.join("\n"), wrong.len());
    every_code_of_turn_files_says_what_to_do(&helped.into_inner().unwrap());
}

/// Codes of turn files without a help, and why.
const WITHOUT_A_HELP: [(&str, &str); 0] = [];

/// Each code of the specification's tables of turn files and of orders of every game has a help in a case at least.
fn every_code_of_turn_files_says_what_to_do(helped: &BTreeSet<String>) {
    let text = std::fs::read_to_string(root().join("turnfiles/README.md")).unwrap();
    let tables =
        text.split("\n### ").filter(|t| t.starts_with("Turn files") || t.starts_with("Orders of every"));
    let rows = tables.flat_map(str::lines).filter_map(|line| line.strip_prefix("| `")?.split_once("` | "));
    let is_told = |class: &str| !class.starts_with("repair");
    let codes: Vec<&str> = rows.filter(|(_, class)| is_told(class)).map(|(code, _)| code).collect();
    assert!(codes.len() > 50, "{codes:?}");
    let excused = |code: &str| WITHOUT_A_HELP.iter().any(|(other, _)| *other == code);
    let silent: Vec<&str> =
        codes.iter().copied().filter(|code| !helped.contains(*code) && !excused(code)).collect();
    assert_eq!(silent, Vec::<&str>::new(), "these codes say nowhere what to do");
    let needless: Vec<&str> =
        WITHOUT_A_HELP.iter().map(|(code, _)| *code).filter(|code| helped.contains(*code)).collect();
    assert_eq!(needless, Vec::<&str>::new(), "these are said to have no help");
}

/// Codes that no input leads to, and why.
const WITHOUT_A_CASE: [(&str, &str); 12] = [
    ("post/no-head", "it stands in a mail that is printed; the tests of the filter read it"),
    ("post/no-game", "it is said to whoever runs the filter; the tests of the filter read it"),
    ("post/again", "it takes more mails than a case has; the tests of the filter read it"),
    ("post/no-from", "it is said to whoever runs the filter; the tests of the filter read it"),
    ("post/no-key", "it stands in a mail that is printed; the tests of the filter read it"),
    ("letter/empty", "no turn file reads as a letter without anything; the tests of trust make one"),
    ("dice/unsound", "rules are tested never to roll twice under one label"),
    ("link/spent", "a chain has 16384 links; a test of chains comes to its end"),
    ("key/no-folder", "every system that the tests run on has a folder for data"),
    ("program/fault", "a fault of the program that is known is mended instead"),
    ("system/entropy", "every system that the tests run on gives random bytes"),
    ("seat/none-asked", "no game yet leaves every decision to choice"),
];

/// The exit code of a class of errors.
fn exit_of(class: &str) -> Option<i32> {
    match class {
        "usage" => Some(1),
        "malformed" | "illegal" => Some(2),
        "broken" => Some(3),
        "missing" => Some(4),
        "fault" => Some(70),
        _ => None,
    }
}

#[test]
fn every_exit_code_is_that_of_a_class_of_its_error() {
    let classes = codes::specified();
    let mut seen = 0;
    for path in walk(CASES, "case") {
        let case = Case::parse(&std::fs::read_to_string(&path).unwrap()).unwrap();
        // Whatever keeps the filter from its work is said by one exit code to the mail system.
        if case.one("run").is_some_and(|run| run.starts_with("post ")) {
            continue;
        }
        for error in case.expected(&["error"]) {
            let of = classes.get(&error.code).unwrap_or_else(|| panic!("{} is not specified", error.code));
            let name = path.display();
            assert!(
                of.iter().any(|class| exit_of(class) == Some(case.exit())),
                "{name}: {} is {of:?}",
                error.code
            );
            seen += 1;
        }
    }
    assert!(seen > 250, "only {seen} errors in the cases");
}

#[test]
fn every_code_of_the_kernel_and_the_command_line_has_a_case() {
    let mut shown = BTreeSet::new();
    for path in walk(CASES, "case") {
        let case = Case::parse(&std::fs::read_to_string(&path).unwrap()).unwrap();
        shown.extend(case.expected(&["error", "warning", "note"]).into_iter().map(|f| f.code));
    }
    let codes = codes::in_sources(|path| !path.starts_with("src/games/"));
    assert!(codes.len() > 80, "only {} codes in the sources", codes.len());
    let without: Vec<&str> = WITHOUT_A_CASE.iter().map(|(code, _)| *code).collect();
    let missing: Vec<&String> =
        codes.iter().filter(|c| !shown.contains(*c) && !without.contains(&c.as_str())).collect();
    assert_eq!(missing, Vec::<&String>::new(), "these codes have no case");
    let gone: Vec<&&str> = without.iter().filter(|c| !codes.contains(**c) || shown.contains(**c)).collect();
    assert_eq!(gone, Vec::<&&str>::new(), "these are said to have no case");
}
