//! Games with keys that the suite plays itself, from secrets that are no secrets, always to the same bytes.

use super::recorded::nonce;
use adjutant::games;
use adjutant::kernel::gamefile::GameFile;
use adjutant::kernel::history::canonical;
use adjutant::kernel::history::chronicle::Chronicle;
use adjutant::kernel::history::post::Post;
use adjutant::kernel::keys::Secret;
use adjutant::kernel::module::Telling;
use adjutant::kernel::options::Options;
use adjutant::kernel::record::Record;
use adjutant::kernel::seat::Seat;
use adjutant::kernel::terms::{Casters, DiceMode, OrdersPolicy, RulesId, Terms};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The seats of these games.
pub const SEATS: [&str; 2] = ["sture", "grip"];

/// The secret of a seat.
pub fn secret(seat: &str) -> Secret {
    Secret::of_hex(&canonical::hash("test-key", &[seat])).expect("a hash is as long as a secret")
}

/// A field battle between two families: mustered; with an Event card locked before its first round; in the open.
pub fn play(name: &str) -> Record {
    let mut chronicle = begin(name);
    resolve(&mut chronicle, &[("sture", "muster all"), ("grip", "muster all")]);
    if name != "peers" {
        resolve(&mut chronicle, &[("sture", DEPLOYMENT)]);
    }
    match name {
        "peers-locked" => {
            let post = lock(&chronicle, "sture", "play narva on enemy-right");
            chronicle.lock(&[post]).expect("a card may be locked");
        }
        "open-dice" => resolve(&mut chronicle, &[("grip", "attack left")]),
        _ => {}
    }
    let contacts = BTreeMap::new();
    Record { chronicle, contacts, components: None, amendment: None }
}

const DEPLOYMENT: &str = "place uppland in centre\nplace narke in left\nplace gotland,horn in right";

fn begin(name: &str) -> Chronicle {
    let module = games::find("batalj").expect("batalj is in the register");
    let is_open = name == "open-dice";
    let terms = Terms {
        name: name.to_owned(),
        rules: RulesId { game: module.info().id.to_owned(), version: module.info().version },
        data: module.data_hash(),
        scenario: "battle".to_owned(),
        options: Options::read(module.options(), &BTreeMap::new()).expect("the defaults fit"),
        components: None,
        seats: SEATS.map(str::to_owned).to_vec(),
        dice: if is_open { DiceMode::Open } else { DiceMode::Peers },
        casters: Casters::Rivals,
        orders: OrdersPolicy::Strict,
        deadline: None,
        nonce: nonce(12),
        seed: is_open.then(|| nonce(13)),
    };
    let mut chronicle = Chronicle::begin(module, terms, None).expect("sound terms");
    for (i, seat) in SEATS.iter().enumerate() {
        let secret = secret(seat);
        let key = Some(&secret).filter(|_| !is_open);
        chronicle.join(seat, &nonce(100 + i as u8), key).expect("a seat");
    }
    chronicle
}

fn seat(chronicle: &Chronicle, name: &str) -> Seat {
    chronicle.seat(name).expect("a seat of the game")
}

fn lock(chronicle: &Chronicle, name: &str, lines: &str) -> Post {
    let lines = lines.lines().map(str::to_owned).collect();
    let secret = secret(name);
    let key = Some(&secret).filter(|_| chronicle.identities.contains_key(name));
    chronicle.lock_orders(seat(chronicle, name), lines, None, key).unwrap_or_else(|e| panic!("{e}"))
}

/// Plays a step as its seats would: orders locked, the caster's link last.
fn resolve(chronicle: &mut Chronicle, sheets: &[(&str, &str)]) {
    let mut posts: Vec<Post> = sheets.iter().map(|(name, lines)| lock(chronicle, name, lines)).collect();
    let caster = chronicle.need.caster.clone();
    if chronicle.need.links.contains(&caster) {
        let cast = chronicle.cast(None, seat(chronicle, &caster), &posts, &secret(&caster));
        posts.push(cast.unwrap_or_else(|e| panic!("{e}")));
    }
    chronicle.resolve(&posts, None, Telling::Events).unwrap_or_else(|e| panic!("{e}"));
}

/// The key files of these games and their lists of answers, by their names in a key folder.
pub fn key_folder(file: &GameFile) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    for seat in SEATS {
        let name = format!("{}.{seat}.key", file.game);
        files.insert(name.clone(), secret(seat).to_file());
        files.insert(name + ".answers", answers(file, seat));
    }
    files
}

/// What a seat has answered in a game, as its list keeps it.
fn answers(file: &GameFile, seat: &str) -> String {
    let game = canonical::hash("entry", &[&file.history[0]]);
    let entries = file.history.iter().map(|line| serde_json::from_str::<Value>(line).unwrap_or_default());
    let lines = entries.filter_map(|entry| {
        let has = |part: &str| entry[part].get(seat).is_some();
        let (is_locked, orders, links) = (entry["kind"] == "locked", has("orders"), has("links"));
        let part = match (orders && (is_locked || links), links) {
            (true, _) => "orders orders",
            (false, true) => "cast",
            (false, false) => return None,
        };
        let line = json!({
            "game": game, "seat": seat, "step": entry["step"], "part": part, "prev": entry["prev"], "text": "",
        });
        Some(format!("{line}\n"))
    });
    lines.collect()
}
