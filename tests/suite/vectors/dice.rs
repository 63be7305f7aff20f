//! `turnfiles/vectors/dice`: chains, step keys, rolls, seals, and what is signed.

use super::{Vector, vectors};
use adjutant::kernel::dice::stream::{self, Words};
use adjutant::kernel::dice::{self, Dice, Roll};
use adjutant::kernel::history::amendment::Amendment;
use adjutant::kernel::history::entry::{ABSENT, Joined};
use adjutant::kernel::history::post::{OpenStep, Part, Post};
use adjutant::kernel::keys::chain::{Chain, Known};
use adjutant::kernel::keys::signature::{Signing, Verifying};
use adjutant::kernel::keys::{Secret, seal};
use adjutant::kernel::seat::Seat;
use data_encoding::HEXLOWER;
use std::collections::BTreeSet;
use std::fmt::Display;

/// Every verdict there is.
#[rustfmt::skip]
const VERDICTS: [(&str, fn(&Vector)); 17] = [
    ("tip", tip), ("link", link), ("no link", no_link), ("follows", follows),
    ("step key", step_key), ("open key", open_key), ("roll key", roll_key),
    ("words", words), ("below", below), ("below words", below_words), ("dice", rolled), ("draw", drawn),
    ("seal", sealed), ("move", moved), ("cast", cast), ("joined", joined), ("consent", consent),
];

#[test]
fn dice_keys_and_letters() {
    let mut seen = BTreeSet::new();
    for vector in vectors("dice") {
        let verdict = vector.get("expect");
        match VERDICTS.iter().find(|(name, _)| *name == verdict) {
            Some((_, holds)) => holds(&vector),
            None if verdict == "signs" => signs(&vector),
            None if verdict == "refused" => refused(&vector),
            None => panic!("{}: there is no verdict {verdict:?}", vector.path),
        }
        seen.insert(verdict.to_owned());
    }
    assert_eq!(seen.len(), VERDICTS.len() + 2, "a verdict has no vector: {seen:?}");
}

impl Vector {
    fn number<T: std::str::FromStr<Err: std::fmt::Debug>>(&self, name: &str) -> T {
        self.get(name).parse().unwrap_or_else(|e| panic!("{}: {name}: {e:?}", self.path))
    }

    fn lines(&self) -> Vec<String> {
        self.payload.lines().map(str::to_owned).collect()
    }

    /// A header that is `-` where there is nothing.
    fn present(&self, name: &str) -> Option<&str> {
        Some(self.get(name)).filter(|text| *text != ABSENT)
    }

    fn secret(&self) -> Secret {
        Secret::of_hex(self.get("key")).unwrap_or_else(|| panic!("{}: no secret", self.path))
    }

    fn says(&self, name: &str, made: impl Display) {
        assert_eq!(made.to_string(), self.get(name), "{}", self.path);
    }
}

/// Numbers with blanks between them.
fn row<T: Display>(numbers: &[T]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn chain(vector: &Vector) -> Chain {
    Chain::new(&vector.secret(), vector.get("game"), vector.get("seat"), vector.get("nonce"))
}

fn tip(vector: &Vector) {
    vector.says("tip", chain(vector).tip());
}

fn link(vector: &Vector) {
    let (step, link) = (vector.number("step"), chain(vector).link(vector.number("step")));
    vector.says("link", link.expect("a link"));
    let tip = Known { step: 0, link: vector.get("tip").to_owned() };
    assert!(tip.is_led_to_by(vector.get("game"), vector.get("seat"), step, vector.get("link")));
}

fn no_link(vector: &Vector) {
    assert_eq!(chain(vector).link(vector.number("step")), None, "{}", vector.path);
}

fn is_led_to(vector: &Vector) -> bool {
    let known = Known { step: vector.number("known-step"), link: vector.get("known").to_owned() };
    let (game, seat, link) = (vector.get("game"), vector.get("seat"), vector.get("link"));
    known.is_led_to_by(game, seat, vector.number("step"), link)
}

fn follows(vector: &Vector) {
    assert!(is_led_to(vector), "{}", vector.path);
}

fn step_key(vector: &Vector) {
    let seats: Vec<String> = vector.get("seats").split(' ').map(str::to_owned).collect();
    let links = vector.payload.lines().filter_map(|line| line.split_once(' '));
    let links = links.map(|(seat, link)| (seat.to_owned(), link.to_owned())).collect();
    vector.says("key", dice::step_key(vector.get("game"), vector.number("step"), &seats, &links));
}

fn open_key(vector: &Vector) {
    vector.says("key", dice::open_key(vector.get("game"), vector.number("step"), vector.get("seed")));
}

fn roll_key(vector: &Vector) {
    let (step_key, label) = vector.payload.split_once('\n').expect("a key and a label");
    vector.says("key", HEXLOWER.encode(&dice::roll_key(step_key, label)));
}

/// The key stream of the roll key in the payload.
fn stream_of(vector: &Vector) -> Words {
    let key = HEXLOWER.decode(vector.payload.as_bytes()).expect("hex digits");
    Words::new(key.try_into().expect("32 bytes"))
}

/// Numbers below 2^32 − 1 are the words themselves, but for the one that is passed over.
fn words(vector: &Vector) {
    let mut stream = stream_of(vector);
    for _ in 0..vector.number("skip") {
        stream.below(u32::MAX);
    }
    let count = vector.get("words").split(' ').count();
    vector.says("words", row(&(0..count).map(|_| stream.below(u32::MAX)).collect::<Vec<_>>()));
}

fn below(vector: &Vector) {
    let mut stream = stream_of(vector);
    let count = vector.get("numbers").split(' ').count();
    vector.says("numbers", row(&(0..count).map(|_| stream.below(vector.number("n"))).collect::<Vec<_>>()));
}

/// Every word of the payload is needed, and no other.
fn below_words(vector: &Vector) {
    let words: Vec<u32> = vector.payload.lines().map(|word| word.parse().expect("a word")).collect();
    let mut words = words.into_iter();
    vector.says("number", stream::below(vector.number("n"), || words.next().expect("another word")));
    assert_eq!(words.next(), None, "{}", vector.path);
}

fn rolled(vector: &Vector) {
    let (key, label) = vector.payload.split_once('\n').expect("a key and a label");
    let count = vector.get("results").split(' ').count();
    let mut dice = Dice::keyed(key.to_owned());
    vector.says("results", row(dice.roll("red", label.to_owned(), vector.number("die"), count)));
    assert_eq!(dice.fault(), None, "{}", vector.path);
}

fn drawn(vector: &Vector) {
    let lines = vector.lines();
    let [key, label, list @ ..] = lines.as_slice() else { panic!("{}: no list", vector.path) };
    let mut dice = Dice::keyed(key.clone());
    vector.says("place", dice.draw("red", label.clone(), list));
    assert_eq!(dice.fault(), None, "{}", vector.path);
    let [Roll::Drawn { result, .. }] = dice.rolls() else { panic!("{}: nothing is drawn", vector.path) };
    vector.says("result", result);
}

fn sealed(vector: &Vector) {
    let place =
        seal::Purpose { game: vector.get("game"), step: vector.number("step"), slot: vector.get("slot") };
    let orders = vector.lines();
    let salt = place.salt(&vector.secret(), &orders);
    vector.says("salt", &salt);
    vector.says("seal", place.seal(vector.get("seat"), &salt, &orders));
}

fn place(vector: &Vector) -> OpenStep<'_> {
    OpenStep { game: vector.get("game"), step: vector.number("step"), prev: vector.get("prev") }
}

fn moved(vector: &Vector) {
    let part = match vector.present("seal") {
        Some(seal) => Part::Seal(seal.to_owned()),
        None => Part::Orders(vector.lines()),
    };
    let sent = vector.present("sent").map(|instant| instant.parse().expect("an instant"));
    let link = vector.present("link").map(str::to_owned);
    let post = Post { seat: Seat(0), part, link, sent, reactions: None, signature: None };
    vector.says("hash", place(vector).move_hash(vector.get("seat"), &post).expect("a turn file"));
}

fn cast(vector: &Vector) {
    vector.says("hash", place(vector).cast_hash(vector.get("seat"), &vector.lines(), vector.get("link")));
}

fn joined(vector: &Vector) {
    let entry: Joined = serde_json::from_str(&vector.payload).expect("an entry");
    vector.says("hash", entry.hash(vector.get("game")));
    let key = Verifying::new(&entry.key).expect("a key");
    assert!(key.verifies(vector.get("hash"), &entry.signature), "{}", vector.path);
}

fn consent(vector: &Vector) {
    let amendment: Amendment = serde_json::from_str(&vector.payload).expect("an amendment");
    assert_eq!(amendment.line(), vector.payload, "{}", vector.path);
    let (game, prev, seat) = (vector.get("game"), vector.get("prev"), vector.get("seat"));
    vector.says("hash", amendment.consent_hash(game, prev, seat, vector.number("highest")));
}

fn signs(vector: &Vector) {
    let signing = Signing::new(&vector.secret());
    vector.says("public", signing.public());
    vector.says("signature", signing.sign(&vector.payload));
    assert!(verifies(vector), "{}", vector.path);
}

fn verifies(vector: &Vector) -> bool {
    let key = Verifying::new(vector.get("public"));
    key.is_some_and(|key| key.verifies(&vector.payload, vector.get("signature")))
}

/// A link or a signature that is none.
fn refused(vector: &Vector) {
    let taken = if vector.headers.contains_key("link") { is_led_to(vector) } else { verifies(vector) };
    assert!(!taken, "{}", vector.path);
}
