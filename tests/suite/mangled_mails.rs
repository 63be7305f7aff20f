//! Every letter of the recorded games, sent as mails of all kinds: what comes out is what was sent.
//!
//! A mangler is something that happens to a letter between two players: how it is typed, quoted, forwarded, signed,
//! packed and encoded. Each and each pair of them makes a mail, from which the same turn file must be read. A plain run
//! takes a share of the letters and mails; `ADJUTANT_MANGLE=full` takes all. Whole games are played from mails, too, to the
//! same head.

mod draft;

use super::games::{play_through, recordings};
use super::recorded::for_each;
use adjutant::games::GAMES;
use adjutant::kernel::gamefile::GameFile;
use adjutant::kernel::history::chronicle::Chronicle;
use adjutant::kernel::turnfile::{self, Input};
use draft::{Draft, MANGLERS, Mangler};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

fn is_full() -> bool {
    std::env::var("ADJUTANT_MANGLE").is_ok_and(|value| value == "full")
}

/// Every mangler alone and every pair of them that can be.
fn mails() -> Vec<(String, Vec<&'static Mangler>)> {
    let mut all = Vec::new();
    for (i, first) in MANGLERS.iter().enumerate() {
        all.push((first.name.to_owned(), vec![first]));
        for second in &MANGLERS[i + 1..] {
            all.push((format!("{} and {}", first.name, second.name), vec![first, second]));
        }
    }
    all
}

/// A letter as a mail; none where the manglers exclude one another.
fn mail(letter: &str, manglers: &[&Mangler]) -> Option<Vec<u8>> {
    let draft = manglers.iter().try_fold(Draft::new(letter), |draft, mangler| (mangler.act)(draft));
    draft.and_then(|draft| draft.bytes())
}

/// What is read from a mail.
fn read(bytes: &[u8], chronicle: &Chronicle) -> Input {
    let sources = turnfile::read_all("mail", bytes, chronicle);
    let mut all = Input::default();
    for source in sources {
        all.turn_files.extend(source.input.turn_files);
        all.findings.extend(source.input.findings);
    }
    all
}

/// The turn files of an input in canonical spelling.
fn canonical(input: &Input, chronicle: &Chronicle) -> Vec<String> {
    input.turn_files.iter().map(|t| turnfile::write(chronicle, t)).collect()
}

fn folders() -> Vec<PathBuf> {
    GAMES.iter().flat_map(|game| recordings(game.info().id)).collect()
}

#[test]
fn every_letter_survives_every_mail() {
    let mails = mails();
    let count = AtomicUsize::new(0);
    let letters = AtomicUsize::new(0);
    // In a plain run each letter takes part in a few mails, and every mail has some letters.
    let step = if is_full() { 1 } else { 61 };
    let wrong = for_each(&folders(), |folder| {
        let mut wrong = Vec::new();
        let mut skip = folder.file_name().map_or(0, std::ffi::OsStr::len);
        play_through(folder, &mut |record, bytes| {
            let chronicle = &record.chronicle;
            let letter = std::str::from_utf8(bytes).expect("a text");
            let plain = turnfile::read(bytes, chronicle);
            let wanted = canonical(&plain, chronicle);
            letters.fetch_add(1, Ordering::Relaxed);
            skip += 1;
            for (name, manglers) in mails.iter().skip(skip % step).step_by(step) {
                let Some(bytes) = mail(letter, manglers) else { continue };
                count.fetch_add(1, Ordering::Relaxed);
                let input = read(&bytes, chronicle);
                let errors: Vec<_> = input.findings.iter().filter(|f| f.is_error()).map(|f| f.code).collect();
                if !errors.is_empty() || canonical(&input, chronicle) != wanted {
                    let shown = String::from_utf8_lossy(&bytes).into_owned();
                    wrong.push(format!("{}: {name}: {errors:?}\n{shown}", folder.display()));
                }
            }
            plain
        });
        wrong
    });
    let (count, letters) = (count.into_inner(), letters.into_inner());
    println!("{letters} letters, {count} mails, {} wrong", wrong.len());
    assert!(count > 2 * letters, "{letters} letters, {count} mails");
    assert!(
        wrong.is_empty(),
        "{} of {count} mails:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(4)].join("\n")
    );
}

#[test]
fn whole_games_played_from_mails_reach_the_same_head() {
    let folders = folders();
    let mails = mails();
    let fitting: Vec<&(String, Vec<&Mangler>)> = mails
        .iter()
        .filter(|(_, manglers)| mail("ORDERS x\n\n0101→0102\nEND\n", manglers).is_some())
        .collect();
    let rounds = if is_full() { fitting.len() } else { 4 };
    let games: Vec<(usize, &PathBuf)> = (0..rounds).map(|n| (n, &folders[(n * 5) % folders.len()])).collect();
    let wrong = for_each(&games, |(n, folder)| {
        let mut turn = *n * 7;
        let record = play_through(folder, &mut |record, bytes| {
            let letter = std::str::from_utf8(bytes).expect("a text");
            turn += 1;
            // Of the mails in turn, the first that this letter can be sent as.
            let sent = (turn..).find_map(|turn| mail(letter, &fitting[turn % fitting.len()].1));
            read(&sent.expect("a mail"), &record.chronicle)
        });
        let head = head_of(&folder.join("game.yaml"));
        if record.chronicle.head == head { Vec::new() } else { vec![format!("{}", folder.display())] }
    });
    println!("{rounds} games played from mails");
    assert!(wrong.is_empty(), "{wrong:?}");
}

fn head_of(path: &Path) -> String {
    let bytes = std::fs::read(path).expect("a game file");
    GameFile::read(&bytes).expect("a game file").head
}
