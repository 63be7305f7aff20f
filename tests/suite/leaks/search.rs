//! Secrets as text: everything that leaves a referee is searched for them.
//!
//! Random games are played with their histories. At some pauses, for every seat, all that the seat is given or can ask
//! for is searched: its copy of the game file, the letters of others as they may be seen, reports as text and JSON, the
//! picture, blank turn files, legal lists, findings and verdicts, and the history alone, which everybody has.
//!
//! Searched for is, of all others and of the referee:
//!
//! - keys: the hex key of every seat, the hidden secret, the next link of every chain, from which earlier ones follow;
//! - salts: of seals, and of private values; with a salt a short list of guesses opens a hash;
//! - the unsalted hash of every private part of a position, which needs no salt to be guessed;
//! - orders entrusted to the referee: as the list that is sealed, as the lines of a turn file, as they are reported;
//! - private values as canonical lines, and each event in them, such as which card was drawn by whom;
//! - what a position hides now, in each spelling in which the game prints it: a unit's type with its hex.
//!
//! Each is searched for as it is; digits in either case, and as the bytes that they stand for. The texts are searched as
//! they are, and as what they say where they are read as hex or as base64, in either alphabet, from every place on.
//!
//! Why that is enough: all that is hidden is either an input (orders, entrusted), or drawn (an event of a private
//! value), or a position (hashed in every entry), and these are the forms in which the program writes them; other
//! forms, down to one bit, are what the comparison of twins is for. None of these texts occurs by chance: keys, salts
//! and hashes have 256 bits; what a seat has ordered or known itself is left out of what is searched for in its own.

use super::copies::{Court, printed, record};
use super::{Secretive, number, players};
use crate::players::chance::Chance;
use crate::players::toy::Toy;
use adjutant::games::battle::Battle;
use adjutant::games::battue::Battue;
use adjutant::kernel::armour;
use adjutant::kernel::history::canonical;
use adjutant::kernel::keys::seal;
use adjutant::kernel::seat::Seat;
use adjutant::kernel::turnfile::{self, TurnFile};
use data_encoding::{BASE64, BASE64URL, HEXLOWER, HEXLOWER_PERMISSIVE, HEXUPPER};
use std::collections::{BTreeMap, BTreeSet};

/// A text that must not be found, and what it is.
struct Secret {
    what: String,
    text: String,
}

/// The spellings of a secret: of digits either case, and what they stand for.
fn spellings(secret: &str) -> Vec<Vec<u8>> {
    let mut all = vec![secret.as_bytes().to_vec()];
    if canonical::is_hex(secret) {
        all.push(secret.to_uppercase().into_bytes());
        all.push(HEXLOWER.decode(secret.as_bytes()).expect("hex digits"));
    }
    all
}

/// The fewest letters that could hold a secret in another spelling.
const SHORTEST: usize = 16;

/// A text as it is, and as what it says where it is read as hex and as base64, from every place on.
fn readings(text: &str) -> Vec<u8> {
    let mut all = text.as_bytes().to_vec();
    let is_letter = |c: char| c.is_ascii_alphanumeric() || "+/-_".contains(c);
    for run in text.split(|c| !is_letter(c)).filter(|run| run.len() >= SHORTEST) {
        let run = run.replace('-', "+").replace('_', "/");
        for from in 0..4 {
            let mut letters = run[from..].to_owned();
            while !letters.len().is_multiple_of(4) {
                letters.push('A');
            }
            all.push(b'\n');
            all.extend(BASE64.decode(letters.as_bytes()).unwrap_or_default());
        }
    }
    for run in text.split(|c: char| !c.is_ascii_hexdigit()).filter(|run| run.len() >= SHORTEST) {
        for from in 0..2 {
            let digits = &run[from..run.len() - (run.len() - from) % 2];
            all.push(b'\n');
            all.extend(HEXLOWER_PERMISSIVE.decode(digits.as_bytes()).unwrap_or_default());
        }
    }
    all
}

/// How many bytes of a secret are looked up before it is compared as a whole; none is shorter.
const START: usize = 8;

/// The secrets that stand in a text, in their order.
fn found<'a>(secrets: &'a [Secret], text: &str) -> Vec<&'a str> {
    let mut starts: BTreeMap<[u8; START], Vec<(usize, Vec<u8>)>> = BTreeMap::new();
    let mut may_begin = vec![false; 1 << 16];
    let pair = |bytes: &[u8]| usize::from(bytes[0]) << 8 | usize::from(bytes[1]);
    for (i, secret) in secrets.iter().enumerate() {
        for spelt in spellings(&secret.text) {
            may_begin[pair(&spelt)] = true;
            let start = *spelt.first_chunk().unwrap_or_else(|| panic!("{:?} is too short", secret.text));
            starts.entry(start).or_default().push((i, spelt));
        }
    }
    let readings = readings(text);
    let mut found = BTreeSet::new();
    for window in (0..readings.len()).map(|at| &readings[at..]) {
        let Some(start) = window.first_chunk::<START>().filter(|start| may_begin[pair(&start[..])]) else {
            continue;
        };
        let begun = starts.get(start).into_iter().flatten();
        found.extend(begun.filter(|(_, spelt)| window.starts_with(spelt)).map(|(i, _)| *i));
    }
    found.into_iter().map(|i| secrets[i].what.as_str()).collect()
}

/// Order lines as the program writes them one after the other.
fn joined(lines: &[String]) -> [String; 4] {
    ["\n", "\n  ", "; ", "\\n"].map(|between| lines.join(between))
}

/// What others than a seat know of a game and it does not; `asked` are the sheets that it asks about, which may hold by
/// chance what another has ordered.
fn secrets<G: Secretive>(court: &Court<G>, seat: Seat, asked: &[Vec<String>]) -> Vec<Secret> {
    let chronicle = &court.club.chronicle;
    let own = chronicle.name(seat).to_owned();
    let mut known: BTreeSet<String> = asked.iter().flat_map(|lines| joined(lines)).collect();
    known.extend(asked.iter().map(|lines| seal::list(lines)));
    let mut all: Vec<Secret> = Vec::new();
    let mut add = |name: &str, what: &str, text: String| {
        if name == own {
            known.insert(text);
        } else {
            all.push(Secret { what: format!("{what} of {name}"), text });
        }
    };
    add("the referee", "the hidden secret", chronicle.openings.hidden.clone().expect("the referee's file"));
    for name in &chronicle.terms.seats {
        add(name, "the key", court.club.secret(name).hex().to_owned());
        if chronicle.terms.dice.has_links() {
            add(name, "the next link", court.club.link(name, chronicle.need.step));
        }
    }
    for (entry, name) in chronicle.openings.entries() {
        if let Some(opening) = chronicle.openings.orders(*entry, name) {
            add(name, "the salt of a seal", opening.salt.clone());
            add(name, "orders", seal::list(&opening.orders));
            if opening.orders.len() > 1 {
                joined(&opening.orders).into_iter().for_each(|text| add(name, "orders", text));
            }
        }
        if let Some(value) = chronicle.openings.value(*entry, name) {
            add(name, "a salt", value.salt.clone());
            add(name, "the hash of the private part", value.value.state.clone());
            for (_, event) in &value.value.events {
                add(name, "an event", canonical::line(event).expect("canonical"));
            }
            for roll in &value.value.rolls {
                let roll = serde_json::to_value(roll).expect("JSON");
                add(name, "a hidden roll", canonical::line(&roll).expect("canonical"));
            }
        }
    }
    let hidden = G::secrets(court.mirror.state(), seat);
    all.extend(hidden.into_iter().map(|text| Secret { what: format!("hidden: {text}"), text }));
    // What a seat knows itself may hold what another has written alike.
    all.retain(|secret| !known.iter().any(|own| own.contains(&secret.text)));
    all.sort_by(|a, b| a.text.cmp(&b.text));
    all.dedup_by(|a, b| a.text == b.text);
    all
}

/// Sheets that a seat may ask about.
fn questions<G: Secretive>(court: &Court<G>, seat: Seat, chance: &mut Chance) -> Vec<Vec<String>> {
    let mut lines =
        || (0..=chance.below(2)).map(|_| G::any_line(court.mirror.state(), seat, chance)).collect();
    (0..4).map(|_| lines()).collect()
}

/// Everything that a seat is given or can ask for.
fn artefacts<G: Secretive>(
    court: &Court<G>,
    seat: Seat,
    asked: &[Vec<String>],
) -> Vec<(&'static str, String)> {
    let record = record(&court.club);
    let copy = record.copy_for(seat);
    let mut all = printed::<G>(&record.to_file(), seat, asked);
    // Line ends would cut what is armoured.
    all.push(("armour", armour::wrap(&copy.write(), &copy.game).replace('\n', "")));
    all.push(("copy", copy.write()));
    all.push(("history", record.chronicle.lines.join("\n")));
    let seen = court.letters.iter().filter(|post| post.seat != seat);
    all.extend(seen.map(|post| ("letter", turnfile::write(&record.chronicle, &TurnFile::of_post(post)))));
    all
}

/// Plays random games and searches them; how many secrets were searched for in how many texts.
fn search<G: Secretive>(games: u64) -> (usize, usize) {
    let (mut needles, mut texts) = (0, 0);
    for seed in 0..games {
        let mut court = Court::<G>::new(seed);
        let mut chance = Chance::new(seed + 1000);
        let last = 6 + chance.below(6);
        for step in 0..=last {
            let sheets = court.sheets(&mut chance);
            if sheets.is_empty() {
                break;
            }
            court.step(&sheets);
            if step != last && step != last / 2 {
                continue;
            }
            for seat in players(&court.club.chronicle.terms) {
                let asked = questions(&court, seat, &mut chance);
                let secrets = secrets(&court, seat, &asked);
                let artefacts = artefacts(&court, seat, &asked);
                needles += secrets.len();
                texts += artefacts.len();
                let name = court.club.chronicle.name(seat);
                let all: String = artefacts.iter().map(|(_, text)| format!("{text}\n")).collect();
                if !found(&secrets, &all).is_empty() {
                    let places = artefacts.iter().map(|(what, text)| (what, found(&secrets, text)));
                    let places: Vec<_> = places.filter(|(_, found)| !found.is_empty()).collect();
                    panic!("{} {seed}, step {step}: {name} can read {places:?}", G::INFO.id);
                }
            }
        }
    }
    (needles, texts)
}

fn nothing_is_found<G: Secretive>() {
    let games = number("ADJUTANT_LEAK_GAMES").unwrap_or(3) as u64;
    let started = std::time::Instant::now();
    let (needles, texts) = search::<G>(games);
    let seconds = started.elapsed().as_secs_f64();
    eprintln!("{}: {games} games, {needles} secrets, {texts} texts, {seconds:.1} s", G::INFO.id);
    assert!(needles as u64 > games * 40);
}

#[test]
fn no_secret_of_the_toy_leaves_the_referee() {
    nothing_is_found::<Toy>();
}

#[test]
fn no_secret_of_the_fog_leaves_the_referee() {
    nothing_is_found::<Battle>();
}

#[test]
fn no_secret_of_battue_leaves_the_referee() {
    nothing_is_found::<Battue>();
}

/// The search finds what is there: in the referee's file, in armour, at any place between other bytes.
#[test]
fn a_secret_is_found_wherever_it_stands() {
    let mut court = Court::<Toy>::new(2);
    let mut chance = Chance::new(2);
    for _ in 0..6 {
        let sheets = court.sheets(&mut chance);
        court.step(&sheets);
    }
    let secrets = secrets(&court, Seat(0), &[]);
    assert!(secrets.len() > 40);
    let file = record(&court.club).to_file().write();
    let in_file = found(&secrets, &file);
    assert!(in_file.contains(&"the hidden secret of the referee"));
    assert!(in_file.iter().any(|what| what.starts_with("orders")));
    let armoured = armour::wrap(&file, "toy").replace('\n', "");
    assert_eq!(found(&secrets, &armoured), in_file);
    for secret in secrets.iter().take(30) {
        let one = [Secret { what: String::new(), text: secret.text.clone() }];
        for around in ["", "a", "bc"] {
            let text = format!("{around}{}{around}", secret.text);
            let spelt = [
                text.clone(),
                HEXLOWER.encode(text.as_bytes()),
                HEXUPPER.encode(text.as_bytes()),
                BASE64.encode(text.as_bytes()),
                BASE64URL.encode(text.as_bytes()),
            ];
            assert!(spelt.iter().all(|text| found(&one, text).len() == 1), "{}", secret.what);
        }
    }
}
