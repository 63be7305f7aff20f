//! Command lines and what they print, as a reader would see them in a terminal.
//!
//! `tests/cli/VERB-CONDITION.txt` begins with a few words of what it shows. A line that begins with `$ ` is run by
//! bash in a folder of its own, which holds the files of `tests/cli/files/` and the recorded games as
//! `NAME.yaml`; lines that begin with `> ` right below continue it. What follows is standard output and standard
//! error as they come. `[..]` stands for any text within a line, a line `...` for any lines, and `? N` at the end
//! for the exit code if it is not 0. `ADJUTANT_BLESS=1` writes what is printed into the transcripts, with hashes
//! and heads as `[..]`, since those change with every word of the rules' data.
//!
//! The ```console blocks of the README and of `examples/*/README.md` are run in the same way, all blocks of a
//! document in one folder that holds `examples/`. They are never rewritten, and an exit code counts only where it is
//! named.

use super::recorded::{files, for_each, root, walk};
use adjutant::kernel::history::head;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// One command and what it is expected to print.
#[derive(Clone, Debug, Default, PartialEq)]
struct Call {
    /// The command as it is written, with its continuation lines.
    command: Vec<String>,
    expected: Vec<String>,
    /// The exit code, where one is named.
    exit: Option<i32>,
}

/// Reads calls; lines before the first are returned as they are.
fn parse(lines: &[&str]) -> (Vec<String>, Vec<Call>) {
    let (mut preface, mut calls) = (Vec::new(), Vec::<Call>::new());
    for line in lines {
        match (line.strip_prefix("$ "), calls.last_mut()) {
            (Some(command), _) => calls.push(Call { command: vec![command.to_owned()], ..Call::default() }),
            (None, None) => preface.push((*line).to_owned()),
            (None, Some(call)) => call.line(line),
        }
    }
    (preface, calls)
}

impl Call {
    fn line(&mut self, line: &str) {
        let exit = line.strip_prefix("? ").and_then(|n| n.parse().ok());
        match (line.strip_prefix("> "), exit) {
            (Some(more), _) if self.expected.is_empty() => self.command.push(more.to_owned()),
            (None, Some(exit)) => self.exit = Some(exit),
            _ if line == ">" && self.expected.is_empty() => self.command.push(String::new()),
            _ => self.expected.push(line.to_owned()),
        }
    }

    /// Runs it in a folder, which `cd` changes for the calls after it; what it prints and its exit code.
    fn run(&self, folder: &mut PathBuf, keys: &Path) -> (Vec<String>, i32) {
        let path = std::env::var("PATH").unwrap_or_default();
        let binary = assert_cmd::cargo::cargo_bin("adjutant");
        let bin = binary.parent().expect("a folder").display();
        let place = tempfile::NamedTempFile::new().expect("a temporary file");
        let script = format!("exec 2>&1\n{}\ncode=$?\npwd > \"$PLACE\"\nexit $code", self.command.join("\n"));
        let out = Command::new("bash")
            .args(["-c", &script])
            .current_dir(&folder)
            .env("PLACE", place.path())
            .env("PATH", format!("{bin}:{path}"))
            .env("LC_ALL", "C.UTF-8")
            .env("ADJUTANT_KEYS", keys)
            .env_remove("NO_COLOR")
            .env_remove("COLUMNS")
            .output()
            .expect("bash runs");
        if let Ok(now) = std::fs::read_to_string(place.path())
            && !now.trim().is_empty()
        {
            *folder = PathBuf::from(now.trim());
        }
        let text = String::from_utf8_lossy(&out.stdout).into_owned();
        (lines_of(&text), out.status.code().unwrap_or(-1))
    }
}

/// Lines without blanks at their ends and without blank lines at the end.
fn lines_of(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = text.lines().map(|l| l.trim_end().to_owned()).collect();
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines
}

/// Whether a text fits a pattern in which `[..]` stands for any text.
fn fits(pattern: &str, text: &str) -> bool {
    match pattern.split_once("[..]") {
        None => pattern == text,
        Some((before, after)) => text.strip_prefix(before).is_some_and(|rest| {
            (0..=rest.len()).filter(|i| rest.is_char_boundary(*i)).any(|i| fits(after, &rest[i..]))
        }),
    }
}

/// Whether lines fit patterns of which `...` stands for any lines.
fn all_fit(patterns: &[String], lines: &[String]) -> bool {
    match (patterns.split_first(), lines.split_first()) {
        (None, None) => true,
        (Some((first, rest)), _) if first == "..." => (0..=lines.len()).any(|i| all_fit(rest, &lines[i..])),
        (Some((first, rest)), Some((line, others))) => fits(first.trim_end(), line) && all_fit(rest, others),
        _ => false,
    }
}

/// Runs calls one after another; what is wrong, and the calls with what they really print. Where no exit code is
/// named it must be `default`, if that is anything.
fn run_all(name: &str, calls: &[Call], folder: &Path, default: Option<i32>) -> (Vec<String>, Vec<Call>) {
    let (mut wrong, mut real) = (Vec::new(), Vec::new());
    let mut place = folder.to_owned();
    let keys = folder.join("keys");
    for call in calls {
        let (printed, exit) = call.run(&mut place, &keys);
        let expected = lines_of(&call.expected.join("\n"));
        let wanted = call.exit.or(default);
        if wanted.is_some_and(|wanted| wanted != exit) || !all_fit(&expected, &printed) {
            let mut text = format!("{name}: $ {}\n", call.command.join("\n"));
            let _ = writeln!(text, "expected (exit {}):\n{}", wanted.unwrap_or(0), expected.join("\n"));
            let _ = writeln!(text, "printed (exit {exit}):\n{}", printed.join("\n"));
            wrong.push(text);
            real.push(Call { command: call.command.clone(), expected: printed, exit: Some(exit) });
        } else {
            real.push(call.clone());
        }
    }
    (wrong, real)
}

/// A folder as every transcript begins with.
fn fresh_folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    let given = root().join("tests/cli/files");
    for entry in std::fs::read_dir(given).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(folder.path().join(path.file_name().unwrap()), filled(&text)).unwrap();
    }
    for (name, file) in files() {
        std::fs::write(folder.path().join(format!("{name}.yaml")), file.write()).unwrap();
    }
    folder
}

/// A turn file with `{STEP}` and `{HEAD}` of the recorded game that its first line names.
fn filled(text: &str) -> String {
    let named = text.split_whitespace().nth(1).unwrap_or_default();
    match files().find(|(name, _)| *name == named) {
        Some((_, game)) => {
            text.replace("{STEP}", &game.step.to_string()).replace("{HEAD}", &head::short(&game.head))
        }
        None => text.to_owned(),
    }
}

/// A line with what changes with the rules' data left open.
fn opened(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let used = hash_length(rest).unwrap_or(0);
        let follows_word = out.ends_with(|c: char| c.is_ascii_alphanumeric());
        if used > 0 && !follows_word {
            out.push_str("[..]");
            rest = &rest[used..];
        } else {
            out.push(first);
            rest = &rest[first.len_utf8()..];
        }
    }
    out
}

/// The length of the hash or short head that a text begins with; hashes may be broken by the edge of a table.
fn hash_length(text: &str) -> Option<usize> {
    let hex = text.bytes().take_while(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f')).count();
    let is_hex = hex >= 40 && text[..hex].bytes().any(|b| b.is_ascii_digit());
    let is_head = text.len() >= 11
        && text.is_char_boundary(11)
        && text[..11].bytes().enumerate().all(|(i, b)| match i {
            4 | 9 => b == b'-',
            _ => matches!(b, b'A'..=b'Z' | b'2'..=b'7'),
        });
    if is_hex { Some(hex) } else { is_head.then_some(11) }
}

fn bless(path: &Path, preface: &[String], calls: &[Call]) {
    let mut text: String = preface.iter().map(|line| format!("{line}\n")).collect();
    for (i, call) in calls.iter().enumerate() {
        if i > 0 {
            text.push('\n');
        }
        let _ = writeln!(text, "$ {}", call.command.join("\n> "));
        for line in lines_of(&call.expected.join("\n")) {
            let _ = writeln!(text, "{}", opened(&line));
        }
        if let Some(exit) = call.exit.filter(|exit| *exit != 0) {
            let _ = writeln!(text, "? {exit}");
        }
    }
    std::fs::write(path, text).unwrap();
}

#[test]
fn every_transcript_is_what_the_program_prints() {
    let blessing = std::env::var_os("ADJUTANT_BLESS").is_some();
    let wrong = for_each(&walk("tests/cli", "txt"), |path| {
        let text = std::fs::read_to_string(path).unwrap();
        let (preface, calls) = parse(&text.lines().collect::<Vec<_>>());
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if calls.is_empty() || preface.iter().all(|line| line.trim().is_empty()) {
            return vec![format!("{name}: says nothing of what it shows, or runs nothing\n")];
        }
        let (wrong, real) = run_all(&name, &calls, fresh_folder().path(), Some(0));
        if blessing && !wrong.is_empty() {
            bless(path, &preface, &real);
        }
        wrong
    });
    assert!(
        wrong.is_empty(),
        "{}\n{} calls differ; ADJUTANT_BLESS=1 rewrites them",
        wrong.join("\n"),
        wrong.len()
    );
}

/// Every command of the program has a transcript of its usual use and one of a failure.
#[test]
fn every_verb_has_a_use_and_a_failure() {
    let help = Command::new(assert_cmd::cargo::cargo_bin("adjutant")).arg("--help").output().unwrap().stdout;
    let help = String::from_utf8(help).unwrap();
    let verbs = help
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|verb| *verb != "help");
    let mut found = 0;
    for verb in verbs {
        found += 1;
        let calls: Vec<Call> = walk("tests/cli", "txt")
            .into_iter()
            .filter(|path| path.file_name().unwrap().to_string_lossy().starts_with(&format!("{verb}-")))
            .flat_map(|path| parse(&std::fs::read_to_string(path).unwrap().lines().collect::<Vec<_>>()).1)
            .collect();
        let of_verb = |call: &&Call| call.command[0].contains(&format!("adjutant {verb}"));
        assert!(
            calls.iter().filter(of_verb).any(|c| c.exit.is_none()),
            "{verb} has no transcript of its use"
        );
        // A command without arguments of its own can only fail by its usage.
        assert!(
            calls.iter().filter(of_verb).any(|c| c.exit.is_some()),
            "{verb} has no transcript of a failure"
        );
    }
    assert!(found > 10, "only {found} verbs in:\n{help}");
}

/// The documents with blocks that are run.
fn documents() -> Vec<PathBuf> {
    let mut documents = vec![root().join("README.md")];
    if let Ok(entries) = std::fs::read_dir(root().join("examples")) {
        documents.extend(entries.map(|e| e.unwrap().path().join("README.md")));
    }
    documents.retain(|path| path.exists());
    documents.sort();
    documents
}

/// The lines of a document's console blocks.
fn console_blocks(text: &str) -> Vec<Call> {
    let mut calls = Vec::new();
    let mut block: Option<Vec<&str>> = None;
    for line in text.lines() {
        match (&mut block, line) {
            (None, "```console") => block = Some(Vec::new()),
            (Some(lines), "```") => {
                calls.extend(parse(lines).1);
                block = None;
            }
            (Some(lines), line) => lines.push(line),
            (None, _) => {}
        }
    }
    calls
}

fn copy_folder(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy_folder(&path, &target);
        } else {
            std::fs::copy(&path, &target).unwrap();
        }
    }
}

#[test]
fn the_documents_show_what_the_program_prints() {
    let wrong = for_each(&documents(), |path| {
        let calls = console_blocks(&std::fs::read_to_string(path).unwrap());
        let folder = TempDir::new().unwrap();
        if root().join("examples").exists() {
            copy_folder(&root().join("examples"), &folder.path().join("examples"));
        }
        run_all(&path.display().to_string(), &calls, folder.path(), None).0
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn ascii_prints_nothing_beyond_ascii() {
    let folder = fresh_folder();
    std::fs::copy(folder.path().join("wrong.turn"), folder.path().join("ångström.turn")).unwrap();
    for command in [
        "--help",
        "new",
        "new battle --scenario moscow --name b",
        "join invited.yaml --seat blue -o joined.yaml",
        "join invited.yaml --seat grön",
        "show contact.yaml",
        "show contact.yaml --list",
        "show contact.yaml --terms",
        "status contact.yaml",
        "legal contact.yaml",
        "check contact.yaml red.turn",
        "check contact.yaml wrong.turn",
        "check contact.yaml typographic.turn",
        "adjudicate contact.yaml typographic.turn -o next.yaml",
        "adjudicate contact.yaml wrong.turn",
        "adjudicate contact.yaml ångström.turn",
        "report ahead.yaml --all --why",
        "report ahead.yaml --format json",
        "check contact.yaml red.turn --json",
        "legal contact.yaml --json",
        "games --json",
        "schema",
        "verify contact.yaml other.yaml",
        "rules battle",
        "rules battle --orders",
        "rules battle --options",
        "games",
    ] {
        let call = Call { command: vec![format!("adjutant --ascii {command}")], ..Call::default() };
        let (printed, exit) = call.run(&mut folder.path().to_owned(), folder.path());
        assert!(!printed.is_empty() && exit != 70, "{command}");
        let beyond = printed.iter().find(|line| !line.is_ascii());
        assert_eq!(beyond, None, "{command}");
    }
}

#[test]
fn colours_only_where_they_are_wanted() {
    let folder = fresh_folder();
    let printed = |command: &str| {
        let call = Call { command: vec![command.to_owned()], ..Call::default() };
        call.run(&mut folder.path().to_owned(), folder.path()).0.join("\n")
    };
    let check = "adjutant check contact.yaml wrong.turn";
    assert!(!printed(check).contains('\x1b'), "a pipe gets no colours");
    assert!(printed(&format!("CLICOLOR_FORCE=1 {check}")).contains('\x1b'));
    assert!(!printed(&format!("NO_COLOR=1 {check}")).contains('\x1b'));
    assert!(printed(&format!("CLICOLOR_FORCE=1 {check} --ascii")).contains("\x1b["));
}

#[test]
fn patterns_fit_as_they_say() {
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    assert!(fits("a[..]c", "abbc") && fits("[..]", "") && !fits("a[..]c", "abd"));
    assert!(all_fit(&lines("a\n...\nd"), &lines("a\nb\nc\nd")));
    assert!(!all_fit(&lines("a\n..."), &lines("b")));
    assert_eq!(opened("at (K3QF-7TNA-C), entry"), "at ([..]), entry");
    assert_eq!(opened(&format!("head: \"{}\"", "0a".repeat(32))), "head: \"[..]\"");
}
