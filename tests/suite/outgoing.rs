//! Mails that are written, read back by other programs: Python's `email` package, and the crate `mail-parser`.
//!
//! Python must be there: what cannot be run is a failure, never passed over.

use super::files;
use super::recorded::{self, root};
use adjutant::games;
use adjutant::kernel::gamefile::GameFile;
use adjutant::kernel::history::chronicle::Chronicle;
use adjutant::kernel::mail::Address;
use adjutant::kernel::mail::outgoing::compose::{self, Envelope};
use adjutant::kernel::mail::outgoing::untold::Untold;
use adjutant::kernel::mail::outgoing::{Attachment, Outgoing, Page, thread};
use adjutant::kernel::record::Record;
use adjutant::kernel::seat::Seat;
use adjutant::kernel::terms::REFEREE;
use adjutant::kernel::text::WIDTH;
use adjutant::kernel::turnfile;
use mail_parser::{MessageParser, MimeHeaders};
use proptest::prelude::*;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::process::Command;
use tempfile::TempDir;

/// Every recorded game, and those that the suite plays itself.
fn games() -> Vec<(String, GameFile)> {
    let paths = files::under("turnfiles/games").into_iter().filter(|path| path.ends_with("/game.yaml"));
    let read = |path: String| {
        let bytes = std::fs::read(root().join(&path)).expect("a file");
        (path, GameFile::read(&bytes).expect("a game file"))
    };
    let played = recorded::files().map(|(name, file)| (name.to_owned(), file.clone()));
    paths.map(read).chain(played).collect()
}

/// A game, and the mails to two of its players at most, since drawing the board takes its time.
fn mails(file: &GameFile) -> (Record, Vec<(Seat, Outgoing)>) {
    let mut untold = Untold::since(None);
    let record = Record::read(file, &games::find, &mut |watched| untold.watch(watched)).expect("it verifies");
    let chronicle = &record.chronicle;
    let players = chronicle.terms.seats.iter().filter(|seat| *seat != REFEREE).take(2);
    let mails = players.filter_map(|name| {
        let seat = chronicle.seat(name)?;
        Some((seat, compose::to_seat(&record, seat, untold.of(name), Envelope::default())))
    });
    let mails = mails.collect();
    (record, mails)
}

/// What Python's `email` finds in mails.
fn read_back(mails: &[String]) -> Vec<Value> {
    let folder = TempDir::new().expect("a folder");
    let paths: Vec<_> = (0..mails.len()).map(|i| folder.path().join(format!("{i}.eml"))).collect();
    for (path, mail) in paths.iter().zip(mails) {
        std::fs::write(path, mail).expect("the folder can be written");
    }
    let script = root().join("tests/mail/read_back.py");
    let out = Command::new("python3").arg(script).args(&paths).output().expect("python3 runs");
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    let told = String::from_utf8(out.stdout).expect("text");
    told.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn hash(bytes: &[u8]) -> String {
    data_encoding::HEXLOWER.encode(&Sha256::digest(bytes))
}

/// The text of a part of a type, as Python reads it.
fn text_of<'a>(told: &'a Value, media_type: &str) -> &'a str {
    let parts = told["parts"].as_array().expect("parts");
    let part = parts.iter().find(|part| part["type"] == media_type && part["disposition"].is_null());
    part.and_then(|part| part["text"].as_str()).unwrap_or_default()
}

#[test]
fn python_reads_back_every_mail_of_every_game() {
    let mut all = Vec::new();
    for (name, file) in games() {
        let (record, mails) = mails(&file);
        let of_game = mails.into_iter().map(|(seat, mail)| (name.clone(), record.copy_for(seat), seat, mail));
        all.extend(of_game.map(|(name, copy, seat, mail)| {
            let keeps = record.chronicle.table.keeps_secrets() && record.chronicle.has_begun();
            let expected = if keeps && !record.chronicle.is_published() { copy } else { record.to_file() };
            let blank = turnfile::blank(&record.chronicle, seat);
            let asked = record.chronicle.asked().iter().any(|asked| asked.seat == seat);
            (name, expected.write(), asked.then_some(blank), mail)
        }));
    }
    let written: Vec<String> = all.iter().map(|(_, _, _, mail)| mail.to_eml()).collect();
    assert!(written.len() > 60, "only {} mails", written.len());
    let mut asked = 0;
    for (((name, file, blank, mail), eml), told) in all.iter().zip(&written).zip(read_back(&written)) {
        let place = format!("{name}: {}", mail.mark);
        assert!(eml.is_ascii() && eml.lines().all(|line| line.len() <= 78), "{place}");
        assert_eq!(told["defects"], Value::from(Vec::<String>::new()), "{place}");
        let parts = told["parts"].as_array().expect("parts");
        let yaml: Vec<_> = parts.iter().filter(|part| part["type"] == "application/yaml").collect();
        assert_eq!(yaml.len(), 1, "{place}");
        assert_eq!(
            yaml[0]["sha256"].as_str(),
            Some(hash(file.as_bytes()).as_str()),
            "{place}: the game file"
        );
        let text = text_of(&told, "text/plain");
        assert_eq!(text.trim_end(), mail.text.trim_end(), "{place}");
        let page = mail.page.as_ref().expect("a page");
        assert_eq!(text_of(&told, "text/html").trim_end(), page.html.trim_end(), "{place}");
        for picture in &page.pictures {
            let cid = format!("<{}>", picture.name);
            let sent = parts.iter().find(|part| part["cid"] == *cid);
            let sent = sent.unwrap_or_else(|| panic!("{place}: no part {cid}"));
            assert_eq!(sent["sha256"].as_str(), Some(hash(&picture.bytes).as_str()), "{place}");
            assert!(picture.bytes.starts_with(b"\x89PNG\r\n\x1a\n"), "{place}");
            assert!(page.html.contains(&format!("src=\"cid:{}\"", picture.name)), "{place}");
        }
        assert_eq!(page.html.matches("<img").count(), page.pictures.len(), "{place}");
        if let Some(blank) = blank {
            assert!(text.contains(blank.trim_end()), "{place}: the blank turn file");
            asked += 1;
        }
        let before_form = text.split("\nORDERS ").next().unwrap_or_default();
        for line in before_form.lines().filter(|line| !line.starts_with("  ")) {
            assert!(line.chars().count() <= WIDTH, "{place}: {line}");
        }
        for line in text.lines() {
            assert!(!line.ends_with(' ') && line != "--" && !line.starts_with('>'), "{place}: {line:?}");
        }
    }
    assert!(asked > 10, "only {asked} seats were asked");
}

#[test]
fn another_program_of_our_own_language_reads_the_same() {
    for name in ["contact", "fog-basic", "peers-locked"] {
        let (_, mails) = mails(recorded::file(name));
        for (_, mail) in mails {
            let eml = mail.to_eml();
            let read = MessageParser::default().parse(eml.as_bytes()).expect("a mail");
            assert_eq!(read.subject(), Some(mail.subject.as_str()));
            assert_eq!(read.message_id(), Some(mail.id.as_str()));
            assert_eq!(read.in_reply_to().as_text(), mail.references.last().map(String::as_str));
            assert_eq!(read.body_text(0).map(|t| t.replace("\r\n", "\n")), Some(mail.text.clone()));
            let files: BTreeMap<_, _> = read
                .attachments()
                .filter_map(|part| Some((part.attachment_name()?.to_owned(), part.contents().to_vec())))
                .collect();
            let sent = mail.attachments.iter().map(|file| (file.name.clone(), file.bytes.clone())).collect();
            assert_eq!(files, sent);
        }
    }
}

/// Each mail names the one before, so that programs thread a game of which they have not seen every mail.
#[test]
fn mails_of_one_game_and_seat_thread() {
    let file = recorded::file("ahead");
    let mut before: Option<Vec<String>> = None;
    for length in 3..=file.history.len() {
        let lines = &file.history[..length];
        let chronicle = Chronicle::read(lines, None, &games::find, &mut |_| {}).expect("a sound history");
        let [of_red, of_blue] = ["red", "blue"].map(|seat| thread::ids(&chronicle, seat));
        assert!(of_red.iter().all(|id| !of_blue.contains(id)));
        let (own, earlier) = of_red.split_last().expect("ids");
        assert!(!earlier.contains(own));
        if let Some(before) = before {
            assert_eq!(earlier.first(), before.first(), "the root");
            assert_eq!(earlier.last(), before.last(), "the mail before");
        }
        before = Some(of_red);
    }
}

/// A mail of which every part that somebody else may have written is hostile.
fn hostile(text: &str) -> Outgoing {
    let attachment =
        Attachment { name: text.to_owned(), media_type: "application/yaml", bytes: text.as_bytes().to_vec() };
    let eve = Address { name: Some(text.to_owned()), spec: "eve@example.org".to_owned() };
    Outgoing {
        from: Some(eve.clone()),
        to: Some(eve),
        subject: text.to_owned(),
        id: "1@a.invalid".to_owned(),
        answers: None,
        references: Vec::new(),
        date: None,
        mark: text.to_owned(),
        text: text.to_owned(),
        page: Some(Page { html: text.to_owned(), pictures: Vec::new() }),
        attachments: vec![attachment],
    }
}

/// The headers of any mail, and no others.
const HEADERS: [&str; 9] = [
    "From",
    "To",
    "Subject",
    "Message-ID",
    "Auto-Submitted",
    "X-Auto-Response-Suppress",
    "X-Adjutant",
    "MIME-Version",
    "Content-Type",
];

const HOSTILE: [&str; 9] = [
    "x\r\nBcc: eve@example.org",
    "x\nBcc: eve@example.org\n\nbody",
    "x\rBcc: eve@example.org",
    "\u{2028}Bcc: eve@example.org\u{85}Bcc: a@b",
    "Åsa \"Ö\" <x@y.z>, Bo\\",
    "=?utf-8?q?Bcc:_eve?= =?utf-8?b?QmNjOiBh?=",
    "--=_adjutant_mixed--\r\n\r\n--=_adjutant_mixed\r\nContent-Type: text/html\r\n\r\n<script>",
    "From x\n.\nFrom y\n.z\n\u{0}\u{7f}\u{1b}[1m",
    "a; filename=b\r\nContent-Type: text/html",
];

#[test]
fn nobody_can_add_a_header_or_a_part() {
    let written: Vec<String> = HOSTILE.iter().map(|text| hostile(text).to_eml()).collect();
    for ((text, eml), told) in HOSTILE.iter().zip(&written).zip(read_back(&written)) {
        let names: Vec<&str> =
            told["headers"].as_array().expect("headers").iter().filter_map(|h| h[0].as_str()).collect();
        assert_eq!(names, HEADERS, "{text:?}\n{eml}");
        assert_eq!(told["to"][0][1], "eve@example.org", "{text:?}");
        assert_eq!(told["to"].as_array().map(Vec::len), Some(1), "{text:?}: {}", told["to"]);
        let tree =
            ["multipart/mixed", "multipart/alternative", "text/plain", "text/html", "application/yaml"];
        assert_eq!(told["tree"], Value::from(tree.to_vec()), "{text:?}");
        assert_eq!(told["parts"][2]["sha256"].as_str(), Some(hash(text.as_bytes()).as_str()));
        for line in eml.split("\r\n") {
            assert!(
                !line.contains(['\r', '\n']) && line != "." && !line.starts_with("From "),
                "{text:?}: {line}"
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]
    #[test]
    fn any_text_comes_back(text in "(\\PC|[ =.\t\r\n]|From ){0,200}") {
        let eml = hostile(&text).to_eml();
        prop_assert!(eml.is_ascii());
        prop_assert!(eml.split("\r\n").all(|line| line.len() <= 998 && !line.contains(['\r', '\n'])));
        let read = MessageParser::default().parse(eml.as_bytes()).expect("a mail");
        let names: Vec<&str> = read.headers().iter().map(mail_parser::Header::name).collect();
        prop_assert_eq!(names, HEADERS);
        prop_assert_eq!(read.parts.len(), 5);
        let lines: String = text.lines().map(|line| format!("{line}\n")).collect();
        prop_assert_eq!(read.body_text(0).map(|t| t.replace("\r\n", "\n")), Some(lines.clone()));
        prop_assert_eq!(read.body_html(0).map(|t| t.replace("\r\n", "\n")), Some(lines));
        prop_assert_eq!(read.attachment(0).map(|part| part.contents().to_vec()), Some(text.into_bytes()));
    }
}
