//! Games that the suite plays itself, always to the same bytes, so that no recorded file goes stale.
//!
//! Everything is played as a player would: text is read as a turn file, the letter goes into the history.

use super::keyed;
use adjutant::games;
use adjutant::kernel::gamefile::GameFile;
use adjutant::kernel::history::amendment::Amendment;
use adjutant::kernel::history::chronicle::Agreed;
use adjutant::kernel::history::chronicle::Chronicle;
use adjutant::kernel::history::departure::Departure;
use adjutant::kernel::module::{Module, Telling};
use adjutant::kernel::options::Options;
use adjutant::kernel::record::Record;
use adjutant::kernel::terms::{Casters, DiceMode, OrdersPolicy, RulesId, Terms};
use adjutant::kernel::turnfile;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// A turn file's seat and order lines.
type Sheet = (&'static str, &'static str);

const RED_SET_UP: Sheet = (
    "red",
    "deploy infantry 0103,0203,0303,0403,0503,0703,0803,0903
deploy artillery 0302,0702
deploy armoured 0603,1003",
);
const BLUE_SET_UP: Sheet = (
    "blue",
    "deploy infantry 0309,0410,0310,0210,0509,0610,0810,1110
deploy artillery 0510,0909
deploy armoured 0710,0910",
);
const BLUE_PASSES: Sheet = ("blue", "pass");

/// Six steps to a position with enemies side by side, a river between two of them, and red to move.
const TO_CONTACT: [Sheet; 6] = [
    RED_SET_UP,
    BLUE_SET_UP,
    ("red", "0603→0606\n1003→1004\n0903→0904\n0703→0704\n0403→0404"),
    ("blue", "0710→0707\n0910→0907\n0610→0609"),
    ("red", "0606→0607\n0607 x 0707\n0704→0705"),
    ("blue", "0907→1005\n0609→0608"),
];

/// Eight steps with movement, attacks, an advance and orders sent ahead, one of which is disarmed.
const WITH_ORDERS_AHEAD: [Sheet; 8] = [
    RED_SET_UP,
    BLUE_SET_UP,
    TO_CONTACT[2],
    TO_CONTACT[3],
    (
        "red",
        "0606→0607\n0607 x 0707\n0704→0705\nnext\nif 0707 is blue\n0705→0706\n\
         0607,0706 x 0707 advance 0706\nelse\npass\nend\nend",
    ),
    TO_CONTACT[5],
    ("blue", "0608 x 0607\nnext\nif 0607 is empty\n0608→0607\nend\nend"),
    ("red", "1004→1003"),
];

/// Ten steps after which four red units may attack one of blue's.
const TO_MELEE: [Sheet; 10] = [
    RED_SET_UP,
    BLUE_SET_UP,
    ("red", "0603→0606\n0503→0504\n0703→0704\n0803→0804"),
    ("blue", "0710→0707"),
    ("red", "0606→0607\n0504→0505\n0704→0705\n0804→0805"),
    BLUE_PASSES,
    ("red", "0607→0608\n0505→0506\n0705→0706\n0805→0806"),
    BLUE_PASSES,
    ("red", "0506→0607\n0806→0807"),
    BLUE_PASSES,
];

/// What the games of the suite are.
const NAMES: [&str; 15] = [
    "invited",
    "begun",
    "contact",
    "fork",
    "ahead",
    "melee",
    "over",
    "timed",
    "lenient",
    "taken-back",
    "other",
    "napoleonic",
    "peers",
    "peers-locked",
    "open-dice",
];

static FILES: LazyLock<BTreeMap<&'static str, GameFile>> =
    LazyLock::new(|| NAMES.into_iter().map(|name| (name, play(name).to_file())).collect());

/// Games under `turnfiles/games` that keep secrets.
const SECRETIVE: [&str; 1] = ["battle/fog-basic"];

static SECRETIVE_FILES: LazyLock<BTreeMap<&'static str, GameFile>> = LazyLock::new(|| {
    let read = |path: &&'static str| {
        let bytes =
            std::fs::read(root().join("turnfiles/games").join(path).join("game.yaml")).expect("a file");
        (path.rsplit('/').next().unwrap_or_default(), GameFile::read(&bytes).expect("a game file"))
    };
    SECRETIVE.iter().map(read).collect()
});

/// The game file of a name.
pub fn file(name: &str) -> &'static GameFile {
    let found = FILES.get(name).or_else(|| SECRETIVE_FILES.get(name));
    found.unwrap_or_else(|| panic!("there is no recorded game {name:?}"))
}

/// All of them.
pub fn files() -> impl Iterator<Item = (&'static str, &'static GameFile)> {
    FILES.iter().map(|(name, file)| (*name, file))
}

/// Verifies a game file.
pub fn read(file: &GameFile) -> Result<Record, Departure> {
    Record::read(file, &games::find, &mut |_| {})
}

/// Adjudicates one input and gives the next game file.
pub fn adjudicate(file: &GameFile, turn: &[u8]) -> Result<GameFile, String> {
    let mut record = read(file).map_err(|d| d.to_string())?;
    let input = turnfile::read(turn, &record.chronicle);
    if let Some(error) = input.findings.iter().find(|f| f.is_error()) {
        return Err(format!("{} line {}: {}", error.code, error.line, error.message));
    }
    let posts: Vec<_> = input.turn_files.iter().map(turnfile::TurnFile::post).collect();
    match record.chronicle.resolve(&posts, None, Telling::Events) {
        Ok(_) => Ok(record.to_file()),
        Err(refused) => Err(refused.to_string()),
    }
}

/// The folder of the repository.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The files of a folder with an extension, by name.
pub fn walk(folder: &str, extension: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join(folder)).unwrap_or_else(|e| panic!("{folder}: {e}"));
    let mut paths: Vec<PathBuf> = entries.map(|e| e.unwrap().path()).collect();
    paths.retain(|p| p.extension().is_some_and(|e| e == extension));
    paths.sort();
    assert!(!paths.is_empty(), "{folder} holds no .{extension} file");
    paths
}

/// Does something for each item in two threads; all that went wrong, in the order of the items.
pub fn for_each<T: Sync>(items: &[T], act: impl Fn(&T) -> Vec<String> + Sync) -> Vec<String> {
    let half = items.len().div_ceil(2).max(1);
    let act = &act;
    std::thread::scope(|scope| {
        let parts = items.chunks(half);
        let running: Vec<_> =
            parts.map(|part| scope.spawn(move || part.iter().flat_map(act).collect::<Vec<_>>())).collect();
        running.into_iter().flat_map(|r| r.join().unwrap_or_else(|e| std::panic::resume_unwind(e))).collect()
    })
}

fn play(name: &'static str) -> Record {
    match name {
        "invited" => begin(terms(name, 1)),
        "begun" => joined(terms(name, 2)),
        "contact" => played(terms(name, 3), &TO_CONTACT),
        "fork" => {
            let mut record = played(terms("contact", 3), &TO_CONTACT[..5]);
            step(&mut record, BLUE_PASSES, None);
            record
        }
        "ahead" => played(terms(name, 4), &WITH_ORDERS_AHEAD),
        "melee" => played(terms(name, 5), &TO_MELEE),
        "over" => {
            let mut record = played(terms(name, 6), &TO_CONTACT);
            step(&mut record, ("red", "concede"), None);
            record
        }
        "timed" => timed(),
        "lenient" => played(Terms { orders: OrdersPolicy::Lenient, ..terms(name, 8) }, &TO_CONTACT),
        "taken-back" => taken_back(),
        "other" => played(terms("contact", 10), &TO_CONTACT),
        "peers" | "peers-locked" | "open-dice" => keyed::play(name),
        _ => joined(Terms { scenario: name.to_owned(), ..terms(name, 11) }),
    }
}

/// The first steps under a deadline, one every day from the first of May on.
fn timed() -> Record {
    let mut record =
        joined(Terms { deadline: Some("14d".parse().expect("a length of time")), ..terms("timed", 7) });
    for (i, sheet) in TO_CONTACT.into_iter().enumerate() {
        step(&mut record, sheet, Some(&format!("2026-05-{:02}T12:00Z", i + 1)));
    }
    record
}

/// The last two steps are taken back.
fn taken_back() -> Record {
    let mut record = played(terms("taken-back", 9), &TO_CONTACT);
    let to = record.chronicle.lines.len() as u64 - 3;
    let restored = record.chronicle.position_at(to, None, &games::find).expect("a sound history");
    let seats = record.chronicle.terms.seats.clone();
    let agreed =
        Agreed { amendment: Amendment::TakeBack { to }, seats, consents: BTreeMap::new(), recorded: None };
    record.chronicle.void(agreed, Some(restored)).expect("all seats consent");
    record
}

fn battle() -> &'static dyn Module {
    games::find("battle").expect("battle is in the register")
}

fn terms(name: &str, number: u8) -> Terms {
    let module = battle();
    Terms {
        name: name.to_owned(),
        rules: RulesId { game: module.info().id.to_owned(), version: module.info().version },
        data: module.data_hash(),
        scenario: "basic".to_owned(),
        options: Options::read(module.options(), &BTreeMap::new()).expect("the defaults fit"),
        components: None,
        seats: vec!["red".to_owned(), "blue".to_owned()],
        dice: DiceMode::None,
        casters: Casters::Rivals,
        orders: OrdersPolicy::Strict,
        deadline: None,
        nonce: nonce(number),
        seed: None,
    }
}

pub fn nonce(number: u8) -> String {
    format!("{number:064x}")
}

fn begin(terms: Terms) -> Record {
    let mut chronicle = Chronicle::begin(battle(), terms, None).expect("sound terms");
    chronicle.join("red", &nonce(100), None).expect("red joins");
    let contacts = [("red", "Ann <ann@example.org>"), ("blue", "Bo")];
    let contacts = contacts.map(|(seat, who)| (seat.to_owned(), who.to_owned())).into();
    Record { chronicle, contacts, components: None, amendment: None }
}

fn joined(terms: Terms) -> Record {
    let mut record = begin(terms);
    record.chronicle.join("blue", &nonce(101), None).expect("blue joins");
    record
}

fn played(terms: Terms, sheets: &[Sheet]) -> Record {
    let mut record = joined(terms);
    for sheet in sheets {
        step(&mut record, *sheet, None);
    }
    record
}

fn step(record: &mut Record, (seat, lines): Sheet, sent: Option<&str>) {
    let sent = sent.map_or(String::new(), |t| format!("Sent: {t}\n"));
    let text = format!("ORDERS {} {seat}\n{sent}\n{lines}\nEND\n", record.chronicle.terms.name);
    let input = turnfile::read(text.as_bytes(), &record.chronicle);
    let errors: Vec<_> = input.findings.iter().filter(|f| f.is_error()).collect();
    assert!(errors.is_empty(), "{text}{errors:#?}");
    let posts: Vec<_> = input.turn_files.iter().map(turnfile::TurnFile::post).collect();
    record.chronicle.resolve(&posts, None, Telling::Events).unwrap_or_else(|e| panic!("{text}{e}"));
}

#[test]
fn every_recorded_game_reads_back() {
    for (name, file) in files() {
        let text = file.write();
        let read_back = GameFile::read(text.as_bytes()).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(&read_back, file, "{name}");
        let record = read(file).unwrap_or_else(|d| panic!("{name}: {d}"));
        assert_eq!(record.to_file().write(), text, "{name}");
        assert_eq!(record.chronicle.table.invariants(), Vec::<String>::new(), "{name}");
    }
}
