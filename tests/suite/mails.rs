//! The mails under `turnfiles/vectors/mail/`: what each must give, and that the table there covers what it says.
//!
//! The turn file that must come out of a mail was written with the mail and never by this program; what is said of the
//! mail is written by `ADJUTANT_BLESS=1` and read by a person.

use super::recorded::{read, root};
use crate::files;
use adjutant::kernel::gamefile::GameFile;
use adjutant::kernel::orders::diagnostic::Class;
use adjutant::kernel::record::Record;
use adjutant::kernel::turnfile::{self, Source};
use std::collections::BTreeMap;
use std::path::PathBuf;

const FOLDER: &str = "turnfiles/vectors/mail";

/// A mail with what stands beside it: who would write it, what is said of it, and what must come out.
struct Case {
    name: String,
    mail: Vec<u8>,
    client: String,
    fault: String,
    said: Vec<String>,
    turn_file: String,
}

fn path(name: &str) -> PathBuf {
    root().join(FOLDER).join(format!("{name}.out"))
}

fn cases() -> Vec<Case> {
    let mails: Vec<String> = files::under(FOLDER).into_iter().filter(|p| is_mail(p)).collect();
    assert!(mails.len() >= 80, "only {} mails", mails.len());
    mails.iter().map(|mail| case(mail)).collect()
}

fn is_mail(path: &str) -> bool {
    [".eml", ".mbox"].iter().any(|end| path.ends_with(end))
}

fn case(mail: &str) -> Case {
    let name = mail.rsplit('/').next().and_then(|file| file.rsplit_once('.')).expect("a name").0;
    let text = files::text(&format!("{FOLDER}/{name}.out"));
    let (head, turn_file) = text.split_once("\n\n").unwrap_or_else(|| panic!("{name}: no blank line"));
    let mut lines = head.lines();
    let mut next = |key: &str| {
        let line = lines.next().and_then(|line| line.strip_prefix(key));
        line.unwrap_or_else(|| panic!("{name}: no {key}")).to_owned()
    };
    let (client, fault) = (next("client: "), next("fault: "));
    let said = lines.map(str::to_owned).collect();
    let bytes = std::fs::read(root().join(mail)).unwrap_or_else(|e| panic!("{mail}: {e}"));
    Case { name: name.to_owned(), mail: bytes, client, fault, said, turn_file: turn_file.to_owned() }
}

/// Red's turn of the example, with the contacts of both.
fn game() -> Record {
    let bytes = std::fs::read(root().join("examples/battle/first-game.yaml")).expect("a file");
    read(&GameFile::read(&bytes).expect("a game file")).unwrap_or_else(|d| panic!("{d}"))
}

/// What is said of a mail, and the turn files that come out of it.
fn outcome(mail: &[u8], game: &Record) -> (Vec<String>, String) {
    let chronicle = &game.chronicle;
    let sources = turnfile::read_all("mail", mail, chronicle);
    let mut said = Vec::new();
    let mut turn_files = String::new();
    let mut is_bad = false;
    for source in &sources {
        let Source { input, sender, .. } = source;
        let Some(from) = sender.as_ref().map(Option::as_ref) else {
            said.push("it is taken for a plain text".to_owned());
            continue;
        };
        let taken = source.taken();
        said.extend(taken.iter().map(|line| {
            let place = line.strip_prefix("mail, ").or_else(|| line.split_once(", ").map(|(_, place)| place));
            format!("taken: {}", place.unwrap_or(line))
        }));
        let senders = input.turn_files.iter();
        let senders = senders.filter_map(|t| turnfile::sender(t, from, &game.contacts, false, chronicle));
        for finding in senders.chain(input.findings.iter().cloned()) {
            is_bad |= finding.is_error();
            let level = match finding.class {
                Class::Malformed | Class::Illegal => "error",
                Class::Warning => "warning",
                Class::Repair => "note",
            };
            let line = if finding.line > 0 { format!(" {}", finding.line) } else { String::new() };
            said.push(format!("{level}: {}{line}", finding.code));
        }
        turn_files.extend(input.turn_files.iter().map(|t| turnfile::write(chronicle, t)));
    }
    (said, if is_bad { String::new() } else { turn_files })
}

#[test]
fn every_mail_gives_the_turn_file_that_was_sent() {
    let game = game();
    let bless = std::env::var_os("ADJUTANT_BLESS").is_some();
    let mut wrong = Vec::new();
    for case in cases() {
        let (said, turn_file) = outcome(&case.mail, &game);
        if turn_file != case.turn_file {
            wrong.push(format!("{}: {said:?}\n{turn_file}", case.name));
        } else if bless && said != case.said {
            let head = [format!("client: {}", case.client), format!("fault: {}", case.fault)];
            let head: Vec<String> = head.into_iter().chain(said).collect();
            std::fs::write(path(&case.name), format!("{}\n\n{turn_file}", head.join("\n"))).expect("written");
        } else if said != case.said {
            wrong.push(format!("{}: {said:#?}", case.name));
        }
    }
    assert!(wrong.is_empty(), "{} mails:\n{}", wrong.len(), wrong.join("\n"));
}

/// The cells of the tables of the folder's README: name of the mail by family and fault.
fn table() -> BTreeMap<(String, String), String> {
    let text = files::text(&format!("{FOLDER}/README.md"));
    let (_, tables) = text.split_once("<!-- table -->").expect("a table");
    let mut cells = BTreeMap::new();
    let mut families: Vec<String> = Vec::new();
    for line in tables.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| ---")) {
        let mut row = line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned());
        let fault = row.next().expect("a first cell");
        if fault == "Fault" {
            families = row.collect();
            continue;
        }
        let row: Vec<String> = row.collect();
        assert_eq!(row.len(), families.len(), "{fault}");
        for (family, cell) in families.iter().zip(row).filter(|(_, cell)| cell != "–") {
            let name = cell.trim_matches('`').to_owned();
            assert!(!name.is_empty(), "{fault} of {family} is covered by no mail");
            let before = cells.insert((family.clone(), fault.clone()), name);
            assert_eq!(before, None, "{fault} of {family} stands there twice");
        }
    }
    cells
}

#[test]
fn the_table_and_the_mails_agree() {
    let table = table();
    let mut named: Vec<&String> = table.values().collect();
    named.sort();
    let mut cases = cases();
    cases.sort_by(|a, b| a.name.cmp(&b.name));
    assert_eq!(named, cases.iter().map(|case| &case.name).collect::<Vec<_>>());
    for ((family, fault), name) in &table {
        let case = cases.iter().find(|case| case.name == *name).expect("a mail");
        // Mails of no family in particular stand in a column of their own.
        assert!(family == "Mail" || *family == case.client, "{name} is of {}", case.client);
        assert_eq!(*fault, case.fault, "{name}");
    }
}
