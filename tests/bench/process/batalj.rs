//! A long game of Batalj between two families whose links make the dice, as its file stands after so many steps.

use crate::players::batalj_court::courtly;
use crate::players::chance::Chance;
use crate::players::{batalj, sheets, table};
use adjutant::games::batalj::Batalj;
use adjutant::games::batalj::event::Event;
use adjutant::games::batalj::orders::Order;
use adjutant::games::batalj::plundering::Decision as Raid;
use adjutant::games::batalj::sequence::Decision;
use adjutant::kernel::game::{Game, Need, State, Status};
use adjutant::kernel::history::canonical;
use adjutant::kernel::history::chronicle::Chronicle;
use adjutant::kernel::history::post::Post;
use adjutant::kernel::keys::Secret;
use adjutant::kernel::module::Telling;
use adjutant::kernel::terms::{DiceMode, Terms};
use serde_json::Value;

/// Plays an expedition until a step; of the first seed whose expedition lasts as long.
pub fn play(steps: u64) -> Chronicle {
    (0..20).find_map(|seed| try_to_play(steps, seed)).expect("some expedition lasts as long")
}

fn terms() -> Terms {
    let module = adjutant::games::find(Batalj::INFO.id).expect("Batalj is registered");
    let terms = table::terms(module, "plundering", &table::chosen(&[]));
    Terms { seats: ["sture", "grip"].map(str::to_owned).into(), dice: DiceMode::Peers, ..terms }
}

fn secret(seat: &str) -> Secret {
    Secret::of_hex(&canonical::hash("bench", &[seat])).expect("a hash is hex")
}

fn try_to_play(steps: u64, seed: u64) -> Option<Chronicle> {
    let terms = terms();
    let mut state: State<Batalj> = table::begin(&terms).expect("terms that stand");
    let module = adjutant::games::find(Batalj::INFO.id).expect("Batalj is registered");
    let mut chronicle = Chronicle::begin(module, terms, None).expect("terms that stand");
    for seat in chronicle.terms.seats.clone() {
        let nonce = canonical::hash("nonce", &[&seat]);
        chronicle.join(&seat, &nonce, Some(&secret(&seat))).expect("a seat");
    }
    let mut chance = Chance::new(seed);
    while chronicle.need.step <= steps {
        let Status::Awaiting(pending) = Batalj::status(&state) else { return None };
        let required = pending.iter().filter(|p| p.need == Need::Required);
        let sheets: Vec<(String, Vec<String>)> = required
            .map(|p| {
                let answer = match p.decision {
                    Decision::Battle(_) => batalj::sensible(&state, p),
                    // Plunderers who mostly stay where they are, so that the game lasts.
                    Decision::Plundering(Raid::March | Raid::Expedition) if chance.is_in(49, 50) => {
                        sheets::answer::<Batalj>(p.seat, vec![Order::Pass])
                    }
                    _ => courtly(&state, p, &mut chance),
                };
                let lines = answer.orders.iter().map(ToString::to_string).collect();
                (chronicle.name(p.seat).to_owned(), lines)
            })
            .collect();
        let entries = chronicle.lines.len();
        step(&mut chronicle, &sheets);
        for line in &chronicle.lines[entries..] {
            let entry: Value = serde_json::from_str(line).expect("an entry is JSON");
            let events = entry["events"].as_array().cloned().unwrap_or_default();
            let events = events.into_iter().filter_map(|e| serde_json::from_value::<Event>(e).ok());
            events.for_each(|event| Batalj::apply(&mut state, &event));
        }
    }
    Some(chronicle)
}

/// All but the last lock first; the last comes in plain with its link, and the others open and cast.
fn step(chronicle: &mut Chronicle, sheets: &[(String, Vec<String>)]) {
    let orders = |chronicle: &Chronicle, (name, lines): &(String, Vec<String>)| -> Post {
        let seat = chronicle.seat(name).expect("a seat");
        let post = chronicle.lock_orders(seat, lines.clone(), None, Some(&secret(name)));
        post.unwrap_or_else(|refused| panic!("{name}: {refused}"))
    };
    let last = chronicle.locks_last().map(str::to_owned);
    let is_last = |name: &str| sheets.len() == 1 || Some(name) == last.as_deref();
    if sheets.len() > 1 && !chronicle.need.links.is_empty() {
        let first = sheets.iter().filter(|(name, _)| !is_last(name));
        let posts: Vec<Post> = first.map(|sheet| orders(chronicle, sheet)).collect();
        chronicle.lock(&posts).unwrap_or_else(|refused| panic!("{refused}"));
    }
    let open = sheets.iter().filter(|(name, _)| chronicle.need.orders.contains(name));
    let mut posts: Vec<Post> = open.map(|sheet| orders(chronicle, sheet)).collect();
    let plain = posts.clone();
    for name in chronicle.need.links.clone() {
        let seat = chronicle.seat(&name).expect("a seat");
        if plain.iter().all(|post| post.seat != seat) {
            let cast = chronicle.cast(None, seat, &plain, &secret(&name));
            posts.push(cast.unwrap_or_else(|refused| panic!("{refused}")));
        }
    }
    chronicle.resolve(&posts, None, Telling::Events).unwrap_or_else(|refused| panic!("{refused}"));
}
