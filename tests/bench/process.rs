//! Whole processes: how long `adjutant verify` and `adjutant adjudicate` take on games of 100 and 1,000 steps of Battle and
//! 300 steps of Batalj, `adjutant view` on a recorded game of Battue, and how much memory.
//!
//! Run it with `cargo bench --bench process`. The games of Battle are random play without attacks on headquarters, so
//! that they last; every step moves about as many units as a real one. The game of Batalj is an expedition of two families
//! whose links make the dice, so that signatures, links and dice are checked as well.

#[path = "process/batalj.rs"]
mod batalj;
#[path = "../players/mod.rs"]
mod players;

use adjutant::games::battle::Battle;
use adjutant::games::battle::faction::seat;
use adjutant::games::battle::orders::Order;
use adjutant::games::battle::setting::Setting;
use adjutant::games::battle::state::Public;
use adjutant::kernel::dice::Dice;
use adjutant::kernel::game::{Answer, Game, Origin, State, Turn};
use adjutant::kernel::history::chronicle::Chronicle;
use adjutant::kernel::history::post::Post;
use adjutant::kernel::module::Telling;
use adjutant::kernel::record::Record;
use adjutant::kernel::turnfile::{self, TurnFile};
use players::chance::Chance;
use players::{random, table};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Counted runs of each command.
const RUNS: usize = 11;

fn main() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (steps, limit) in [(100, 25), (1_000, 150)] {
        let (game, turn) = write_game(folder.path(), steps);
        let size = std::fs::metadata(&game).map_or(0, |m| m.len());
        println!("Battle, {steps} steps, {size} bytes, {} bytes a step; goal {limit} ms", size / steps);
        measure("verify", &["verify", &game]);
        measure("adjudicate", &["adjudicate", &game, &turn]);
    }
    measure_batalj(folder.path(), 300, 150);
    measure_view("hidden-three", 30);
}

/// How long it takes to make a seat's copy of a whole recorded game of Battue with hidden hands.
fn measure_view(name: &str, limit: u64) {
    let game = format!("{}/turnfiles/games/battue/{name}/game.yaml", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&game).expect("a recorded game");
    let steps = text.matches(r#""kind":"resolved""#).count();
    println!("Battue, {steps} steps, {} bytes; goal {limit} ms", text.len());
    measure("view", &["view", &game, "--seat", "red"]);
}

/// How long a game of Batalj takes to verify.
fn measure_batalj(folder: &Path, steps: u64, limit: u64) {
    let text = record(batalj::play(steps)).to_file().write();
    let game = folder.join("batalj.yaml");
    std::fs::write(&game, &text).expect("the folder can be written");
    let size = text.len() as u64;
    println!("Batalj, {steps} steps, {size} bytes, {} bytes a step; goal {limit} ms", size / steps);
    measure("verify", &["verify", &game.display().to_string()]);
}

fn record(chronicle: Chronicle) -> Record {
    Record { chronicle, contacts: BTreeMap::new(), components: None, amendment: None }
}

/// Plays a game and writes it down with a turn file for its next step.
fn write_game(folder: &Path, steps: u64) -> (String, String) {
    let terms = table::battle_terms("basic", &table::chosen(&[]));
    let options = adjutant::kernel::options::Options::read(Battle::options(), &terms.options.0);
    let terms = adjutant::kernel::terms::Terms { options: options.expect("options that fit"), ..terms };
    let mut state: State<Battle> = table::begin(&terms).expect("terms that stand");
    let module = adjutant::games::find("battle").expect("Battle is registered");
    let mut chronicle = Chronicle::begin(module, terms, None).expect("terms that stand");
    for name in ["red", "blue"] {
        chronicle.join(name, &"0".repeat(64), None).expect("a seat");
    }
    let mut chance = Chance::new(1);
    for _ in 0..steps {
        let post = next_post(&mut state, &mut chance);
        chronicle.resolve(&[post], None, Telling::Events).expect("a legal letter");
    }
    let turn = turn_text(&chronicle, &next_post(&mut state, &mut chance));
    let record = record(chronicle);
    let paths = [format!("{steps}.yaml"), format!("{steps}.turn")].map(|name| folder.join(name));
    for (path, text) in paths.iter().zip([record.to_file().write(), turn]) {
        std::fs::write(path, text).expect("the folder can be written");
    }
    let [game, turn] = paths.map(|path| path.display().to_string());
    (game, turn)
}

fn next_post(state: &mut State<Battle>, chance: &mut Chance) -> Post {
    let seat = seat(state.public.faction);
    let mut orders = random::sheet(&state.setting, &state.public, state.public.faction, chance);
    orders.retain(|order| !is_fight(&state.setting, &state.public, order));
    if orders.is_empty() {
        orders.push(Order::Pass);
    }
    let lines = orders.iter().map(ToString::to_string).collect();
    let answer = Answer { seat, orders, sent: None, origin: Origin::Letter };
    Battle::resolve(&mut Turn::new(state, &mut Vec::new(), &mut Dice::absent()), &[answer]);
    Post::orders(seat, lines, None)
}

/// Attacks are left out but every tenth, and those on headquarters always.
fn is_fight(setting: &Setting, public: &Public, order: &Order) -> bool {
    let Order::Attack { target, .. } = order else { return false };
    let on_headquarters = setting.ground.place(*target).is_some_and(|p| setting.ground.is_headquarters(p));
    on_headquarters || !public.turn.is_multiple_of(10)
}

fn turn_text(chronicle: &Chronicle, post: &Post) -> String {
    turnfile::write(chronicle, &TurnFile::of_post(post))
}

/// Runs a command several times and prints the middle and the range of its times, and its most memory.
fn measure(name: &str, args: &[&str]) {
    let mut times: Vec<Duration> = (0..=RUNS).map(|_| time(args)).skip(1).collect();
    times.sort_unstable();
    let memory = f64::from(u32::try_from(memory(args)).unwrap_or(u32::MAX)) / 1024.0;
    println!(
        "  {name:10} {:>6.1} ms ({:.1} to {:.1}), {memory:.1} MiB",
        millis(times[RUNS / 2]),
        millis(times[0]),
        millis(times[RUNS - 1])
    );
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn start(args: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
    command.args(args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program starts")
}

/// Wall time of one run.
fn time(args: &[&str]) -> Duration {
    let started = Instant::now();
    let status = start(args).wait().expect("the program runs");
    assert!(status.success(), "{args:?} fails");
    started.elapsed()
}

/// The high-water mark of resident memory of one run, in KiB, as Linux tells it while the program runs. A run that
/// is looked at takes longer, so it is not timed.
fn memory(args: &[&str]) -> u64 {
    let mut child = start(args);
    let mut most = 0;
    while child.try_wait().expect("the program runs").is_none() {
        most = most.max(resident(child.id()).unwrap_or(0));
        std::thread::sleep(Duration::from_micros(200));
    }
    most
}

fn resident(process: u32) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = text.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}
