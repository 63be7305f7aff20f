//! Whole recorded games: played again from their turn files, and compared byte for byte.
//!
//! A game is a folder under `turnfiles/games/GAME/`: `SOURCE` says how it came about, `start.yaml` is the file
//! after all have joined, `turns/` holds every letter in order (of a secret step the seal, the orders in plain and
//! the opening), `game.yaml` and `report.txt` are what they lead to. `ADJUTANT_RECORD=1` writes all but `SOURCE` anew; a commit that does so says how many changed and why.

use crate::players::chance::Chance;
use crate::players::{random, sensible, table};
use adjutant::games::battle::Battle;
use adjutant::games::battle::data::Faction;
use adjutant::games::battle::faction::faction;
use adjutant::games::battle::orders::Order;
use adjutant::games::battle::setting::Setting;
use adjutant::games::battle::state::Public;
use adjutant::games::{GAMES, find};
use adjutant::kernel::account::{Account, Extent, report};
use adjutant::kernel::dice::Dice;
use adjutant::kernel::game::{Answer, Game, Origin, State, Turn};
use adjutant::kernel::gamefile::GameFile;
use adjutant::kernel::history::canonical;
use adjutant::kernel::history::chronicle::{Chronicle, Refused};
use adjutant::kernel::history::post::{Part, Post};
use adjutant::kernel::keys::Secret;
use adjutant::kernel::module::{Awaiting, Telling};
use adjutant::kernel::record::Record;
use adjutant::kernel::seat::{Seat, Viewer};
use adjutant::kernel::text::Charset;
use adjutant::kernel::time::Instant;
use adjutant::kernel::turnfile;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The longest recording, in steps.
const MAX_STEPS: u64 = 400;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("turnfiles/games")
}

/// The folders of a game's recordings, in order.
fn recordings(game: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(game)).map(|d| d.flatten().map(|e| e.path()).collect::<Vec<_>>());
    let mut folders: Vec<PathBuf> = entries.unwrap_or_default().into_iter().filter(|p| p.is_dir()).collect();
    folders.sort();
    folders
}

/// What SOURCE says: `key: value` lines up to the first blank line, then words for readers.
fn source(folder: &Path) -> BTreeMap<String, String> {
    let text = fs::read_to_string(folder.join("SOURCE")).expect("a recording has a SOURCE");
    let head = text.lines().take_while(|line| !line.trim().is_empty());
    head.filter_map(|line| line.split_once(": ")).map(|(k, v)| (k.to_owned(), v.trim().to_owned())).collect()
}

#[test]
fn recorded_games_are_played_again_byte_for_byte() {
    let mut seen = BTreeSet::new();
    for module in GAMES {
        for folder in recordings(module.info().id) {
            let source = source(&folder);
            if std::env::var_os("ADJUTANT_RECORD").is_some() {
                record(&folder, &source);
            }
            replay(&folder);
            seen.insert((module.info().id, source["scenario"].clone()));
        }
        for scenario in module.scenarios() {
            let there = seen.contains(&(module.info().id, scenario.id.clone()));
            assert!(there, "{} has no recorded game of {}", module.info().id, scenario.id);
        }
    }
}

fn read_record(path: &Path) -> Record {
    let file = GameFile::read(&fs::read(path).expect("the file is there")).expect("a game file");
    Record::read(&file, &find, &mut |_| {}).unwrap_or_else(|d| panic!("{}: {d}", path.display()))
}

/// Plays a recording again from its turn files.
fn replay(folder: &Path) {
    let mut record = read_record(&folder.join("start.yaml"));
    let mut posts: Vec<Post> = Vec::new();
    for path in turn_files(folder) {
        let input = turnfile::read(&fs::read(&path).expect("a turn file"), &record.chronicle);
        let errors: Vec<_> = input.findings.iter().filter(|f| f.is_error()).collect();
        assert!(errors.is_empty(), "{}: {errors:?}", path.display());
        posts.extend(input.turn_files.iter().map(turnfile::TurnFile::post));
        let done = put_in(&mut record.chronicle, &mut posts);
        done.unwrap_or_else(|refused| panic!("{}: {refused}", path.display()));
    }
    assert!(posts.is_empty(), "{} ends in the middle of a step", folder.display());
    let over = matches!(record.chronicle.table.awaiting(), Awaiting::Over { .. });
    assert!(over, "{} is not played to its end", folder.display());
    compare(folder, "game.yaml", &record.to_file().write());
    compare(folder, "report.txt", &whole_report(&folder.join("game.yaml")));
}

/// Puts letters into the history once they make an entry: seals at once, all others when the step has what it needs.
fn put_in(chronicle: &mut Chronicle, posts: &mut Vec<Post>) -> Result<(), Refused> {
    let need = &chronicle.need;
    let is_there = |seat: &String| posts.iter().any(|p| chronicle.name(p.seat) == seat);
    if posts.iter().any(|p| matches!(p.part, Part::Seal(_))) {
        chronicle.lock(&std::mem::take(posts))
    } else if need.orders.iter().chain(&need.opens).all(is_there) {
        chronicle.resolve(&std::mem::take(posts), None, Telling::Events).map(drop)
    } else {
        Ok(())
    }
}

fn turn_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder.join("turns")).expect("a recording has turns");
    let mut paths: Vec<PathBuf> = entries.flatten().map(|e| e.path()).collect();
    paths.sort();
    assert!(!paths.is_empty(), "{} holds no turns", folder.display());
    paths
}

fn compare(folder: &Path, name: &str, made: &str) {
    let path = folder.join(name);
    let kept = fs::read_to_string(&path).unwrap_or_default();
    let differs = kept.lines().zip(made.lines()).position(|(a, b)| a != b);
    assert!(kept == made, "{} departs at line {}", path.display(), differs.map_or(0, |n| n + 1));
}

/// What `adjutant report --all --why` prints.
fn whole_report(path: &Path) -> String {
    let file = GameFile::read(&fs::read(path).expect("a game file")).expect("a game file");
    let mut accounts = Vec::new();
    let record = Record::read(&file, &find, &mut |w| accounts.extend(Account::of(w, Viewer::Public)));
    let chronicle = record.expect("a sound file").chronicle;
    let extent = Extent { reasons: true, forms: false };
    report(&chronicle, &accounts, Viewer::Public, extent).to_text(Charset::Unicode)
}

/// Plays a game as SOURCE says and writes it down.
fn record(folder: &Path, source: &BTreeMap<String, String>) {
    let seed: u64 = source["seed"].parse().expect("a seed");
    let pairs: Vec<(&str, &str)> = source
        .get("set")
        .map_or("", String::as_str)
        .split_whitespace()
        .filter_map(|o| o.split_once('='))
        .collect();
    let terms = table::battle_terms(&source["scenario"], &table::chosen(&pairs));
    let options = adjutant::kernel::options::Options::read(Battle::options(), &terms.options.0);
    let terms = adjutant::kernel::terms::Terms {
        name: folder.file_name().and_then(|n| n.to_str()).expect("a slug").to_owned(),
        options: options.expect("options that fit"),
        nonce: canonical::hash("recording", &[&seed.to_string()]),
        seed: None,
        ..terms
    };
    let mut chronicle =
        Chronicle::begin(find("battle").expect("a game"), terms, None).expect("terms that stand");
    for seat in ["red", "blue"] {
        chronicle
            .join(seat, &canonical::hash("recording", &[seat, &seed.to_string()]), None)
            .expect("a seat");
    }
    let contacts = ["red", "blue"].map(|seat| (seat.to_owned(), source[seat].clone()));
    let mut record = Record {
        chronicle,
        contacts: contacts.into(),
        components: None,
        amendment: None,
        openings: BTreeMap::new(),
    };
    let _ = fs::remove_dir_all(folder.join("turns"));
    fs::create_dir_all(folder.join("turns")).expect("a folder");
    write(folder, "start.yaml", &record.to_file().write());
    play(folder, source, &mut record.chronicle, seed);
    write(folder, "game.yaml", &record.to_file().write());
    write(folder, "report.txt", &whole_report(&folder.join("game.yaml")));
}

fn write(folder: &Path, name: &str, text: &str) {
    fs::write(folder.join(name), text).expect("the folder can be written");
}

type Player = fn(&Setting, &Public, Faction, &mut Chance) -> Vec<Order>;

fn player(name: &str) -> Player {
    match name.split_whitespace().next() {
        Some("sensible") => sensible::sheet,
        Some("random") => random::sheet,
        _ => panic!("there is no player {name:?}"),
    }
}

/// Plays to the end.
fn play(folder: &Path, source: &BTreeMap<String, String>, chronicle: &mut Chronicle, seed: u64) {
    let state = table::begin::<Battle>(&chronicle.terms).expect("terms that stand");
    let (chance, sent) = (Chance::new(seed), Instant(1_767_225_600));
    let concedes = source.get("concedes-in-step").map(|n| n.parse().expect("a step"));
    let mut recorder =
        Recorder { folder, source, chronicle, state, chance, sent, concedes, seed, posts: Vec::new() };
    loop {
        assert!(recorder.chronicle.need.step <= MAX_STEPS, "{} does not end", folder.display());
        match recorder.chronicle.table.awaiting().required()[..] {
            [] => break,
            [seat] => recorder.one_orders(seat),
            [first, last] => recorder.two_order_in_secret(first, last),
            _ => panic!("Battle has two seats"),
        }
    }
}

/// A game being played and written down.
struct Recorder<'a> {
    folder: &'a Path,
    source: &'a BTreeMap<String, String>,
    chronicle: &'a mut Chronicle,
    /// The players' own board, kept in step with the game.
    state: State<Battle>,
    chance: Chance,
    sent: Instant,
    /// The step in which SOURCE lets a player concede.
    concedes: Option<u64>,
    seed: u64,
    posts: Vec<Post>,
}

impl Recorder<'_> {
    fn one_orders(&mut self, seat: Seat) {
        let step = self.chronicle.need.step;
        self.sent.0 += 60 * (1 + self.chance.below(600) as i64);
        let lines = if self.concedes == Some(step) {
            vec!["concede".to_owned()]
        } else {
            let answer = self.answer(seat);
            let lines = answer.orders.iter().map(ToString::to_string).collect();
            self.follow(&[answer]);
            lines
        };
        let text = turn_text(self.chronicle, seat, self.sent, &lines);
        self.send(&format!("{step:04}-{}", self.chronicle.name(seat)), &text);
    }

    /// Three letters: the first seat's seal, the last one's orders in plain, the opening of the seal.
    fn two_order_in_secret(&mut self, first: Seat, last: Seat) {
        let step = self.chronicle.need.step;
        let answers = [self.answer(first), self.answer(last)];
        let lines = answers.each_ref().map(|a| a.orders.iter().map(ToString::to_string).collect::<Vec<_>>());
        let names = [first, last].map(|seat| self.chronicle.name(seat).to_owned());
        let secret = canonical::hash("recording", &["secret", &names[0], &self.seed.to_string()]);
        let secret = Secret::of_hex(&secret).expect("a hash is a secret");
        let sent = self.chronicle.needs_times().then_some(self.sent);
        let seal = self.chronicle.lock_orders(first, lines[0].clone(), sent, Some(&secret));
        let seal = self.text_of(&seal.unwrap_or_else(|refused| panic!("{refused}")));
        self.send(&format!("{step:04}-1-{}", names[0]), &seal);
        let plain = turn_text(self.chronicle, last, self.sent, &lines[1]);
        self.send(&format!("{step:04}-2-{}", names[1]), &plain);
        let answered = [Post::orders(last, lines[1].clone(), sent)];
        let opening = self.chronicle.open_seal(first, lines[0].clone(), &answered, &secret);
        let opening = self.text_of(&opening.unwrap_or_else(|refused| panic!("{refused}")));
        self.send(&format!("{step:04}-3-{}", names[0]), &opening);
        self.follow(&answers);
    }

    /// What a seat's player orders.
    fn answer(&mut self, seat: Seat) -> Answer<Order> {
        let player = player(&self.source[self.chronicle.name(seat)]);
        let mut orders = player(&self.state.setting, &self.state.public, faction(seat), &mut self.chance);
        Battle::arrange(&mut orders);
        let sent = self.chronicle.needs_times().then_some(self.sent);
        Answer { seat, orders, sent, origin: Origin::Letter }
    }

    fn follow(&mut self, answers: &[Answer<Order>]) {
        Battle::resolve(&mut Turn::new(&mut self.state, &mut Vec::new(), &mut Dice::absent()), answers);
    }

    fn text_of(&self, post: &Post) -> String {
        turnfile::write(self.chronicle, &turnfile::TurnFile::of_post(post))
    }

    /// Writes a letter down and puts it into the history.
    fn send(&mut self, name: &str, text: &str) {
        write(self.folder, &format!("turns/{name}.turn"), text);
        let input = turnfile::read(text.as_bytes(), self.chronicle);
        self.posts.extend(input.turn_files.iter().map(turnfile::TurnFile::post));
        put_in(self.chronicle, &mut self.posts).unwrap_or_else(|refused| panic!("{name}: {refused}"));
    }
}

fn turn_text(chronicle: &Chronicle, seat: Seat, sent: Instant, lines: &[String]) -> String {
    let header = if chronicle.needs_times() { format!("Sent: {sent}\n") } else { String::new() };
    let text = format!("{}\n{header}\n{}\nEND\n", turnfile::head_line(chronicle, seat), lines.join("\n"));
    let input = turnfile::read(text.as_bytes(), chronicle);
    turnfile::write(chronicle, input.turn_files.first().expect("a turn file"))
}
