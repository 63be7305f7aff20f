//! Batalj's families announce a plundering or muster under seal, where the terms say so.

use super::club::{code, lines, nonce, secret, texts};
use adjutant::games;
use adjutant::kernel::history::chronicle::{Chronicle, Refused};
use adjutant::kernel::history::post::{Part, Post};
use adjutant::kernel::module::Telling;
use adjutant::kernel::options::Options;
use adjutant::kernel::terms::{Casters, DiceMode, OrdersPolicy, RulesId, Terms};
use std::collections::BTreeMap;

const FAMILIES: [&str; 3] = ["sture", "grip", "brahe"];

/// A game of three families with dice by peers.
fn begin(scenario: &str, announce: &str) -> Chronicle {
    let module = games::find("batalj").expect("a game");
    let given: BTreeMap<String, String> = [("announce".to_owned(), announce.to_owned())].into();
    let terms = Terms {
        name: "sealed".to_owned(),
        rules: RulesId { game: "batalj".to_owned(), version: module.info().version },
        data: module.data_hash(),
        scenario: scenario.to_owned(),
        options: Options::read(module.options(), &given).expect("sound options"),
        components: None,
        seats: FAMILIES.map(str::to_owned).to_vec(),
        dice: DiceMode::Peers,
        casters: Casters::Rivals,
        orders: OrdersPolicy::Strict,
        deadline: None,
        nonce: nonce(1),
        seed: None,
    };
    let mut chronicle = Chronicle::begin(module, terms, None).expect("sound terms");
    for (i, seat) in FAMILIES.iter().enumerate() {
        chronicle.join(seat, &nonce(100 + i), Some(&secret(i))).expect("a seat");
    }
    chronicle
}

/// A family's orders, final.
fn order(chronicle: &Chronicle, family: usize, text: &str) -> Result<Post, Refused> {
    let seat = chronicle.seat(FAMILIES[family]).expect("a seat");
    chronicle.lock_orders(seat, lines(text), None, Some(&secret(family)))
}

/// Opens what a family has sealed, once the last one has ordered.
fn open(chronicle: &Chronicle, family: usize, text: &str, last: &Post) -> Post {
    let seat = chronicle.seat(FAMILIES[family]).expect("a seat");
    let opening = chronicle.open_seal(seat, lines(text), std::slice::from_ref(last), &secret(family));
    opening.unwrap_or_else(|e| panic!("{e}"))
}

/// Plays a step under seal, and says what happened.
fn play(chronicle: &mut Chronicle, sheets: [&str; 3]) -> String {
    assert!(chronicle.asks_for_seals());
    assert_eq!(texts(&chronicle.need.orders), FAMILIES);
    assert_eq!(
        code(order(chronicle, 2, sheets[2])),
        "lock/first",
        "nobody orders after having read the others"
    );
    let sealed = [0, 1].map(|i| order(chronicle, i, sheets[i]).unwrap_or_else(|e| panic!("{e}")));
    assert!(sealed.iter().all(|post| matches!(post.part, Part::Seal(_))));
    chronicle.lock(&sealed).unwrap_or_else(|e| panic!("{e}"));
    let locked = chronicle.lines.last().expect("an entry");
    assert!(sheets[..2].iter().all(|sheet| !locked.contains(sheet)), "{locked}");
    let last = order(chronicle, 2, sheets[2]).unwrap_or_else(|e| panic!("{e}"));
    let mut posts: Vec<Post> = [0, 1].map(|i| open(chronicle, i, sheets[i], &last)).to_vec();
    let other = Part::Opening { salt: "0".repeat(64), orders: lines("pass") };
    let forged = Post { part: other, ..posts[0].clone() };
    posts.push(last);
    let with_forgery = [vec![forged], posts[1..].to_vec()].concat();
    assert_eq!(code(chronicle.resolve(&with_forgery, None, Telling::Events)), "seal/other");
    chronicle.resolve(&posts, None, Telling::Events).unwrap_or_else(|e| panic!("{e}"));
    let read = Chronicle::read(&chronicle.lines, None, &games::find, &mut |_| {});
    assert_eq!(read.map(|c| c.head).ok().as_deref(), Some(chronicle.head.as_str()));
    chronicle.lines.last().expect("an entry").clone()
}

#[test]
fn families_announce_a_plundering_under_seal() {
    let mut chronicle = begin("plundering", "sealed");
    let entry = play(&mut chronicle, ["plunder from lubeck", "pass", "plunder from stettin"]);
    assert!(entry.contains(r#"{"announced":{"family":0,"from":"lubeck"}}"#), "{entry}");
    assert!(entry.contains(r#"{"announced":{"family":1}}"#), "{entry}");
    assert!(entry.contains(r#""set-out""#), "{entry}");
    assert!(!chronicle.asks_for_seals(), "a move is one family's own");
}

#[test]
fn families_muster_under_seal() {
    let mut chronicle = begin("battle", "sealed");
    let entry = play(&mut chronicle, ["muster all", "pass", "muster abo"]);
    assert!(entry.contains(r#"{"stayed-away":{"family":1}}"#), "{entry}");
    assert!(!chronicle.asks_for_seals(), "a deployment is one family's own");
}

#[test]
fn what_families_begin_a_campaign_with_is_never_sealed() {
    assert!(!begin("campaign", "sealed").asks_for_seals());
}

#[test]
fn by_default_families_speak_in_the_open() {
    for scenario in ["plundering", "battle"] {
        let chronicle = begin(scenario, "open");
        assert!(!chronicle.asks_for_seals());
        let post = order(&chronicle, 0, "pass").unwrap_or_else(|e| panic!("{e}"));
        assert!(matches!(post.part, Part::Orders(_)));
    }
}
