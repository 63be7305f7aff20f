//! Steps voided: by taking back, a new key, a substitute, a refusal, a time that is over. No number is rolled twice.

use super::club::{Club, SEATS, code, lines, nonce, secret, texts};
use crate::players::toy;
use adjutant::kernel::history::amendment::{Amendment, NewKey};
use adjutant::kernel::history::chronicle::{Agreed, Refused};
use adjutant::kernel::history::entry::Consent;
use adjutant::kernel::history::post::{Part, Post};
use adjutant::kernel::keys::chain::Chain;
use adjutant::kernel::keys::signature::Signing;
use adjutant::kernel::time::{Instant, Span};
use serde_json::json;
use std::collections::BTreeMap;

/// A seat's new key, its secret of a number.
fn new_key(club: &Club, seat: &str, number: usize) -> NewKey {
    let (secret, nonce) = (secret(number), nonce(200 + number));
    NewKey {
        key: Signing::new(&secret).public(),
        seat: seat.to_owned(),
        tip: Chain::new(&secret, club.chronicle.game(), seat, &nonce).tip(),
        nonce,
    }
}

/// A seat's consent with the highest step that it names; a new key signs for its seat.
fn consent(club: &Club, amendment: &Amendment, seat: &str, number: Option<usize>, highest: u64) -> Consent {
    let hash = amendment.consent_hash(club.chronicle.game(), &club.chronicle.head, seat, highest);
    let own = number.map(secret);
    let signature = Signing::new(own.as_ref().unwrap_or(club.secret(seat))).sign(&hash);
    Consent { highest, signature }
}

/// What all that must consent have agreed on, each naming the open step.
pub fn agreed(club: &Club, amendment: Amendment, number: Option<usize>) -> Agreed {
    let seats = club.chronicle.must_consent(&amendment);
    let open = club.chronicle.need.step;
    let is_new = |seat: &str| amendment.new_key().is_some_and(|new| new.seat == seat);
    let consents = seats
        .iter()
        .map(|seat| (seat.clone(), consent(club, &amendment, seat, number.filter(|_| is_new(seat)), open)));
    Agreed { consents: consents.collect(), seats, amendment, recorded: None }
}

pub fn void(club: &mut Club, agreed: Agreed) -> Result<(), Refused> {
    let restored = match agreed.amendment {
        Amendment::TakeBack { to } => {
            Some(club.chronicle.position_at(to, None, &toy::find).expect("a sound history"))
        }
        _ => None,
    };
    club.chronicle.void(agreed, restored)
}

fn re_key(club: &mut Club, seat: &str, number: usize) {
    let amendment = Amendment::ReKey(new_key(club, seat, number));
    let agreed = agreed(club, amendment, Some(number));
    void(club, agreed).unwrap_or_else(|e| panic!("{e}"));
    club.takes_key(seat, secret(number));
}

fn refusal(seat: &str) -> Amendment {
    Amendment::Refusal { seat: seat.to_owned() }
}

#[test]
fn after_a_take_back_the_seats_order_anew_under_a_new_number() {
    let mut club = Club::new(2, &[]);
    club.steps(3);
    let before = club.entry(3)["public"].clone();
    let agreed = agreed(&club, Amendment::TakeBack { to: 3 }, None);
    void(&mut club, agreed).expect("all consent");
    assert_eq!((club.newest()["public"].clone(), club.chronicle.need.step), (before, 5));
    assert_eq!(texts(&club.chronicle.need.orders), ["east"]);
    club.steps(2);
    club.copy();
}

/// What was rolled in the step taken back says nothing of the next roll: number, links and step key are others.
#[test]
fn foreseeing_after_a_take_back() {
    let mut club = Club::new(2, &[]);
    club.steps(1);
    let spent = club.entry(3)["links"].clone();
    let agreed = agreed(&club, Amendment::TakeBack { to: 2 }, None);
    void(&mut club, agreed).expect("all consent");
    for step in [1, 2] {
        let old = Post { link: Some(club.link("north", step)), ..club.bypass("north", "bid 4", true) };
        assert_eq!(code(club.try_answer("east", &[club.signed(old, &[])])), "link/wrong", "of step {step}");
    }
    club.steps(1);
    let links = club.newest()["links"].clone();
    assert_eq!(club.newest()["step"], 3);
    assert_ne!((&links["north"], &links["east"]), (&spent["north"], &spent["east"]));
}

#[test]
fn a_take_back_of_what_is_locked_forgets_it() {
    let mut club = Club::new(3, &[("plan", "r")]);
    club.lock_first(&|_| "bid 4".to_owned());
    let agreed = agreed(&club, Amendment::TakeBack { to: 3 }, None);
    void(&mut club, agreed).expect("all consent");
    assert_eq!(texts(&club.chronicle.need.orders), SEATS[..3].to_vec());
    assert_eq!((club.chronicle.need.opens.len(), &club.chronicle.locked), (0, &None));
    club.steps(2);
    club.copy();
}

#[test]
fn after_a_lost_key_what_is_locked_stands_and_only_links_are_new() {
    let mut club = Club::new(3, &[("plan", "r")]);
    club.lock_first(&|seat| if seat == "north" { "bid 7".to_owned() } else { "bid 3".to_owned() });
    let seals = club.newest()["seals"].clone();
    re_key(&mut club, "east", 20);
    assert_eq!(club.newest()["seals"], seals);
    assert_eq!(club.newest()["need"]["opens"], json!(["north", "south"]));
    assert_eq!((club.chronicle.need.step, texts(&club.chronicle.need.orders)), (2, vec!["east"]));
    // Who has sealed cannot order again.
    let second = club.bypass("north", "bid 9", true);
    assert_eq!(code(club.copy().resolve(&[second])), "letter/second");
    club.copy();
    let letters = club.letters(&|_| "bid 5".to_owned());
    club.resolve(&letters).expect("all is there");
    let events = club.newest()["events"].to_string();
    for (by, points) in [(0, 7), (1, 5), (2, 3)] {
        assert!(events.contains(&format!(r#"{{"said":{{"by":{by},"points":{points}}}}}"#)), "{events}");
    }
    assert_eq!(club.newest()["step"], 2);
    club.steps(1);
    club.copy();
}

/// A seal carried through several voided steps still opens, and to nothing else.
#[test]
fn a_seal_carried_twice_still_opens() {
    let mut club = Club::new(3, &[("plan", "r")]);
    club.lock_first(&|_| "bid 4".to_owned());
    re_key(&mut club, "east", 20);
    re_key(&mut club, "east", 21);
    let letters = club.letters(&|_| "bid 5".to_owned());
    assert_eq!(code(club.copy().resolve(&letters)), "taken");
    let mut other = letters.clone();
    let Part::Opening { orders, .. } = &mut other[0].part else { panic!("north opens") };
    *orders = lines("bid 9");
    assert_eq!(code(club.resolve(&other)), "seal/other");
}

/// Who claims that its key is lost once others have opened gets its default: it has no second look.
#[test]
fn a_lost_key_claimed_to_see_sealed_orders() {
    let mut club = Club::new(3, &[("plan", "r")]);
    club.lock_first(&|_| "bid 4".to_owned());
    let plain = club.orders("east", "bid 5");
    let shown = club.answer("north", std::slice::from_ref(&plain));
    assert!(matches!(shown.part, Part::Opening { .. }));
    re_key(&mut club, "south", 20);
    assert_eq!(club.newest()["orders"], json!({"south": ["bid 1"]}));
    assert_eq!(club.newest()["need"]["opens"], json!(["north"]));
    let second = club.bypass("south", "bid 9", true);
    assert_eq!(code(club.copy().resolve(&[second])), "letter/second");
    let letters = club.letters(&|_| "bid 5".to_owned());
    club.resolve(&letters).expect("all is there");
    assert!(club.newest()["events"].to_string().contains(r#"{"said":{"by":2,"points":1}}"#));
    club.copy();
}

/// Named: the seat that locks last is in no entry yet, so that it may order anew once another's lost key voids the
/// step; where somebody has opened to it by then, it has seen that. It takes the consent of him who has opened.
#[test]
fn the_seat_that_locks_last_orders_anew_after_a_lost_key() {
    let mut club = Club::new(3, &[("plan", "r")]);
    club.lock_first(&|_| "bid 4".to_owned());
    let plain = club.orders("east", "bid 5");
    club.answer("north", std::slice::from_ref(&plain));
    let amendment = Amendment::ReKey(new_key(&club, "south", 20));
    let mut without = agreed(&club, amendment.clone(), Some(20));
    without.seats.retain(|s| s != "north");
    without.consents.remove("north");
    assert_eq!(code(void(&mut club, without)), "history/no-consent");
    re_key(&mut club, "south", 20);
    assert_eq!(texts(&club.chronicle.need.orders), ["east"]);
    assert_eq!(code(club.try_answer("north", &[plain])), "link/wrong");
}

/// A new key is fixed before anybody consents to it, and its first link before anybody's next one is known:
/// consents do not fit another key, `signature/wrong`.
#[test]
fn a_link_ground_after_a_lost_key() {
    let mut club = Club::new(2, &[]);
    club.steps(2);
    let mut swapped = agreed(&club, Amendment::ReKey(new_key(&club, "north", 20)), Some(20));
    let other = Amendment::ReKey(new_key(&club, "north", 21));
    let own = consent(&club, &other, "north", Some(21), 3);
    swapped.amendment = other;
    swapped.consents.insert("north".to_owned(), own);
    assert_eq!(code(void(&mut club, swapped)), "signature/wrong");
    // Nor does another tip or nonce.
    for edit in [|new: &mut NewKey| new.tip = nonce(1), |new: &mut NewKey| new.nonce = nonce(1)] {
        let mut edited = agreed(&club, Amendment::ReKey(new_key(&club, "north", 20)), Some(20));
        let mut new = new_key(&club, "north", 20);
        edit(&mut new);
        edited.amendment = Amendment::ReKey(new);
        assert_eq!(code(void(&mut club, edited)), "signature/wrong");
    }
    re_key(&mut club, "north", 20);
    assert_eq!(club.chronicle.need.step, 4, "step 3, for which links may have been seen, is passed over");
    club.steps(2);
    club.copy();
}

/// Once it is replaced the old key signs and casts for nothing: `signature/wrong`, `link/wrong`.
#[test]
fn an_old_key_used_after_it_was_replaced() {
    let mut club = Club::new(2, &[]);
    club.steps(2);
    let mut old = club.copy();
    re_key(&mut club, "north", 20);
    old = old.copy_of(&club.chronicle.lines);
    assert_eq!(code(old.try_orders("north", "bid 4")), "key/other");
    let with_old_link = old.bypass("north", "bid 4", true);
    assert_eq!(code(club.try_answer("east", &[with_old_link])), "link/wrong");
    let mut post = club.bypass("north", "bid 4", true);
    post = old.signed(post, &[]);
    assert_eq!(code(club.try_answer("east", &[post])), "signature/wrong");
}

/// A new key must be new, usable, nobody else's, and have a tip: `join/bad-key`.
#[test]
fn a_new_key_that_is_none() {
    let mut club = Club::new(2, &[]);
    for (what, number, edit) in [
        ("the seat's own", 0, None),
        ("another seat's", 1, None),
        ("a weak one", 20, Some(("key", "00".repeat(32)))),
        ("one without tip", 20, Some(("tip", "-".to_owned()))),
        ("one with a tip that is none", 20, Some(("tip", "tip".to_owned()))),
    ] {
        let mut new = new_key(&club, "north", number);
        match edit {
            Some(("key", key)) => new.key = key,
            Some((_, tip)) => new.tip = tip,
            None => {}
        }
        let agreed = agreed(&club, Amendment::ReKey(new), Some(number));
        assert_eq!(code(void(&mut club, agreed)), "join/bad-key", "{what}");
    }
}

#[test]
fn a_substitute_plays_on_with_a_key_of_his_own() {
    let mut club = Club::new(2, &[]);
    club.steps(1);
    let amendment = Amendment::Substitute(new_key(&club, "east", 30));
    let agreed = agreed(&club, amendment, Some(30));
    void(&mut club, agreed).expect("all consent");
    club.takes_key("east", secret(30));
    club.steps(3);
    assert_eq!(club.entry(4)["why"], "substitute");
    club.copy();
}

/// A refusal takes the word of all other seats, forfeits the seat, and leaves the others' orders as they are.
#[test]
fn a_refusal_forfeits_the_seat_and_carries_what_the_others_have_locked() {
    let mut club = Club::new(4, &[("plan", "r")]);
    club.lock_first(&|_| "bid 4".to_owned());
    let amendment = refusal("west");
    let mut few = agreed(&club, amendment.clone(), None);
    few.seats.pop();
    assert_eq!(code(void(&mut club, few)), "history/no-consent");
    let all = agreed(&club, amendment, None);
    assert_eq!(texts(&all.seats), SEATS[..3].to_vec());
    void(&mut club, all).expect("all others attest it");
    let entry = club.newest();
    assert_eq!((entry["why"].clone(), entry["seat"].clone()), (json!("refusal"), json!("west")));
    assert_eq!(entry["seals"].as_object().map(serde_json::Map::len), Some(2));
    assert_eq!(entry["events"], json!([{"left": {"by": 3}}]));
    let need = &club.chronicle.need;
    assert_eq!((texts(&need.orders), texts(&need.links)), (vec!["south"], SEATS[..3].to_vec()));
    club.copy();
    let letters = club.letters(&|_| "bid 5".to_owned());
    club.resolve(&letters).expect("the others play on");
    club.steps(1);
    club.copy();
}

/// Where the seat that was to lock last refuses, all orders of the others are there, and only links are missing.
#[test]
fn a_refusal_of_the_last_leaves_links_alone_to_be_added() {
    let mut club = Club::new(4, &[("plan", "r")]);
    club.lock_first(&|_| "bid 4".to_owned());
    assert_eq!(texts(&club.chronicle.need.orders), ["south"]);
    let agreed = agreed(&club, refusal("south"), None);
    void(&mut club, agreed).expect("all others attest it");
    assert_eq!(club.chronicle.need.orders, Vec::<String>::new());
    assert_eq!(club.chronicle.need.opens.len(), 3);
    let letters = club.letters(&|_| panic!("nobody orders"));
    club.resolve(&letters).expect("three openings with links");
    club.copy();
}

#[test]
fn with_two_seats_a_refusal_or_a_time_that_is_over_ends_the_game() {
    let mut club = timed();
    let last = club.chronicle.locks_last().expect("the last").to_owned();
    club.lock_first(&|_| "bid 4".to_owned());
    for amendment in [refusal(&last), timeout(&last, DAYS + 1)] {
        let mut club = club.copy();
        let agreed = agreed(&club, amendment, None);
        void(&mut club, agreed).expect("the other attests it");
        let need = &club.chronicle.need;
        assert_eq!((need.orders.len(), need.links.len(), need.opens.len()), (0, 0, 0));
        club.copy();
    }
}

/// Fourteen days in seconds.
const DAYS: i64 = 14 * 86_400;

/// A game of two in which both order at once, in fourteen days.
fn timed() -> Club {
    let mut club = Club::with(2, &[("plan", "r")], |terms| terms.deadline = Some(Span(DAYS as u64)));
    club.sent = Some(Instant(0));
    club
}

fn timeout(seat: &str, seconds: i64) -> Amendment {
    Amendment::Timeout { now: Instant(seconds), seat: seat.to_owned() }
}

/// The instant at which a time is said to be past is agreed on, stands in the entry, and must be past by the terms:
/// `missing/too-early`, `signature/wrong`.
#[test]
fn a_time_claimed_too_early() {
    let mut club = timed();
    let last = club.chronicle.locks_last().expect("the last").to_owned();
    club.lock_first(&|_| "bid 4".to_owned());
    let first = club.chronicle.terms.seats.iter().find(|s| **s != last).expect("the first").clone();
    // What the first has sealed is no time that counts.
    assert_eq!(code(club.chronicle.may_amend(&timeout(&first, DAYS + 1))), "missing/too-early");
    let early = agreed(&club, timeout(&last, DAYS), None);
    assert_eq!(code(void(&mut club, early)), "missing/too-early");
    let mut other = agreed(&club, timeout(&last, DAYS + 1), None);
    other.amendment = timeout(&last, DAYS + 2);
    assert_eq!(code(void(&mut club, other)), "signature/wrong");
    let due = agreed(&club, timeout(&last, DAYS + 1), None);
    void(&mut club, due).expect("the first attests it");
    assert_eq!(club.newest()["now"], "1970-01-15T00:00:01Z");
    assert_eq!(club.chronicle.last_sent, Some(Instant(DAYS + 1)));
    club.copy();
    let at = |text: &str| json!(text);
    assert_eq!(club.forged(|e| e["now"] = at("1970-01-15T00:00Z")), "missing/too-early");
    assert_eq!(club.forged(|e| e["now"] = at("1970-01-15T00:00:02Z")), "signature/wrong");
    assert_eq!(club.forged(|e| e["now"] = at("then")), "history/unsound");
    assert_eq!(club.forged(|e| drop(e.as_object_mut().expect("a map").remove("now"))), "history/unsound");
}

/// The seat that locks last can do nothing before the others have locked, so nobody accuses it then.
#[test]
fn who_locks_last_refuses_nothing_before() {
    let mut club = Club::new(3, &[("plan", "r")]);
    let last = club.chronicle.locks_last().expect("the last").to_owned();
    assert_eq!(code(club.chronicle.may_amend(&refusal(&last))), "amend/owes-too");
    let first = club.chronicle.need.caster.clone();
    assert_eq!(code(club.chronicle.may_amend(&refusal(&first))), "taken");
    club.lock_first(&|_| "bid 4".to_owned());
    assert_eq!(code(club.chronicle.may_amend(&refusal(&last))), "taken");
}

#[test]
fn who_owes_nothing_cannot_refuse() {
    let club = Club::new(2, &[("plan", "q")]);
    for (seat, refused) in [("east", "amend/owes-nothing"), ("north", "taken"), ("west", "history/unsound")] {
        assert_eq!(code(club.chronicle.may_amend(&refusal(seat))), refused, "{seat}");
    }
    let mut over = Club::new(2, &[]);
    let concession = over.orders("north", "concede");
    over.resolve(&[concession]).expect("a seat may give up");
    assert_eq!(code(over.chronicle.may_amend(&refusal("east"))), "game/over");
    let referee = Club::with(2, &[], |t| t.dice = adjutant::kernel::terms::DiceMode::Referee);
    assert_eq!(code(referee.chronicle.may_amend(&refusal("referee"))), "amend/no-forfeit");
}

/// The next step is one beyond the highest that anybody has locked or answered, so that no link that was seen
/// anywhere is used again; far jumps, which would use up a chain, are `consent/too-far`.
#[test]
fn a_step_number_jumped_to_exhaust_a_chain() {
    let mut club = Club::new(2, &[]);
    club.steps(2);
    let amendment = Amendment::TakeBack { to: 3 };
    let at = |club: &Club, highest: u64| {
        let mut all = agreed(club, amendment.clone(), None);
        all.consents.insert("east".to_owned(), consent(club, &amendment, "east", None, highest));
        all
    };
    let with = at(&club, 3 + 17);
    assert_eq!(code(void(&mut club, with)), "consent/too-far");
    let with = at(&club, u64::MAX);
    assert_eq!(code(void(&mut club, with)), "consent/too-far");
    let with = at(&club, 3 + 16);
    void(&mut club, with).expect("just within");
    assert_eq!(club.chronicle.need.step, 3 + 16 + 1);
    club.steps(2);
    club.copy();
}

/// A consent that nobody asks for, signed by nobody, carries no number on: `history/no-consent`.
#[test]
fn a_step_number_jumped_by_a_consent_of_nobody() {
    let mut club = Club::new(3, &[]);
    club.steps(2);
    let ghost = Consent { highest: 16_000, signature: "0".repeat(128) };
    for (amendment, seat) in [(Amendment::TakeBack { to: 3 }, "ghost"), (refusal("south"), "south")] {
        let mut all = agreed(&club, amendment, None);
        all.consents.insert(seat.to_owned(), ghost.clone());
        assert_eq!(code(void(&mut club, all)), "history/no-consent", "{seat}");
    }
    let agreed = agreed(&club, Amendment::TakeBack { to: 3 }, None);
    void(&mut club, agreed).expect("all consent");
    let ghost = json!({"highest": 16_000, "signature": "0".repeat(128)});
    assert_eq!(club.forged(|e| e["consents"]["ghost"] = ghost.clone()), "history/no-consent");
    assert_eq!(club.forged(|e| e["agreed"] = json!(["east", "north", "south"])), "history/no-consent");
}

/// A chain that is used up: `link/spent`. A new key begins another.
#[test]
fn a_chain_that_is_spent() {
    let mut club = Club::new(2, &[]);
    let amendment = Amendment::TakeBack { to: 1 };
    // Many agreed jumps of sixteen steps would be slow; the number is set as they would leave it.
    club.chronicle.need.step = 16_384;
    assert_eq!(code(club.try_orders("north", "bid 4")), "taken");
    club.chronicle.need.step = 16_385;
    assert_eq!(code(club.try_orders("north", "bid 4")), "link/spent");
    assert_eq!(amendment.why(), "take-back");
}

/// Consents are signed by every seat that has a key, for this very head, thing and number: `signature/missing`,
/// `signature/wrong`, `history/no-consent`.
#[test]
fn consents_given_by_others_or_for_something_else() {
    let mut club = Club::new(2, &[]);
    club.steps(2);
    let amendment = Amendment::TakeBack { to: 3 };
    let sound = |club: &Club| agreed(club, amendment.clone(), None);
    let mut unsigned = sound(&club);
    unsigned.consents.remove("east");
    assert_eq!(code(void(&mut club, unsigned)), "signature/missing");
    let mut few = sound(&club);
    few.seats.pop();
    assert_eq!(code(void(&mut club, few)), "history/no-consent");
    let mut others = sound(&club);
    let north = others.consents["north"].clone();
    others.consents.insert("east".to_owned(), north);
    assert_eq!(code(void(&mut club, others)), "signature/wrong");
    let mut higher = sound(&club);
    higher.consents.entry("east".to_owned()).and_modify(|c| c.highest += 1);
    assert_eq!(code(void(&mut club, higher)), "signature/wrong");
    let elsewhere = agreed(&club, Amendment::TakeBack { to: 4 }, None).consents;
    let mut other = sound(&club);
    other.consents = elsewhere;
    assert_eq!(code(void(&mut club, other)), "signature/wrong");
    let early: BTreeMap<String, Consent> = sound(&club).consents;
    club.steps(1);
    let mut late = sound(&club);
    late.consents = early;
    assert_eq!(code(void(&mut club, late)), "signature/wrong", "signed before the step was resolved");
}

/// Named: whoever holds the consents of all others may look at the dice of the open step before he adds his own.
/// The key folder keeps a seat from going on while its own consent stands.
#[test]
fn a_consent_held_back_until_the_dice_are_known() {
    let mut club = Club::new(2, &[]);
    club.steps(1);
    let amendment = Amendment::TakeBack { to: 2 };
    let norths = consent(&club, &amendment, "north", None, 2);
    let plain = club.orders("east", "bid 4");
    let peek = club.answer("north", std::slice::from_ref(&plain));
    assert_eq!(code(club.copy().resolve(&[peek, plain])), "taken");
    let mut all = agreed(&club, amendment, None);
    all.consents.insert("north".to_owned(), norths);
    void(&mut club, all).expect("nothing in the history tells which came first");
    assert_eq!(club.chronicle.need.step, 3);
}

/// What an entry that voids says, where it differs from what was agreed on, is refused.
#[test]
fn an_entry_that_voids_edited() {
    let mut club = Club::new(3, &[("plan", "r")]);
    club.lock_first(&|_| "bid 4".to_owned());
    re_key(&mut club, "south", 20);
    for (what, key, value, refused) in [
        ("another key", "key", json!(Signing::new(&secret(21)).public()), "signature/wrong"),
        ("another tip", "tip", json!(nonce(1)), "signature/wrong"),
        ("another seat", "seat", json!("north"), "signature/wrong"),
        ("a substitute", "why", json!("substitute"), "signature/wrong"),
        ("a refusal", "why", json!("refusal"), "history/no-consent"),
        ("other orders", "orders", json!({"south": ["bid 9"]}), "history/orders-not-canonical"),
        ("no seals", "seals", json!({}), "history/unsound"),
        ("another position", "public", json!(nonce(1)), "rules/other-position"),
        ("another step", "step", json!(9), "history/unsound"),
        ("an event", "events", json!([{"left": {"by": 0}}]), "rules/other-events"),
        ("a position to go back to", "to", json!(1), "history/unsound"),
    ] {
        assert_eq!(club.forged(|e| e[key] = value), refused, "{what}");
    }
    assert_eq!(club.forged(|e| e["need"]["step"] = json!(900)), "history/other-need");
    assert_eq!(club.forged(|e| e["consents"]["north"]["highest"] = json!(9)), "signature/wrong");
}

/// Who is out of the game is not waited for again, unless what is taken back brings him into it.
#[test]
fn who_has_left_consents_no_more_unless_he_is_brought_back() {
    let mut club = Club::new(4, &[]);
    club.steps(1);
    let concession = club.orders("east", "concede");
    club.resolve(&[concession]).expect("a seat may give up");
    let left = club.chronicle.lines.len() as u64 - 1;
    assert_eq!(club.chronicle.must_consent(&refusal("south")), ["north", "west"]);
    let back = |to| club.chronicle.must_consent(&Amendment::TakeBack { to });
    assert_eq!(back(left), ["north", "south", "west"]);
    assert_eq!(back(left - 1), ["north", "east", "south", "west"]);
    let silent = club.chronicle.need.links[0].clone();
    let agreed = agreed(&club, refusal(&silent), None);
    assert_eq!(agreed.seats.len(), 2);
    void(&mut club, agreed).expect("the two who are left attest");
    club.read().unwrap_or_else(|d| panic!("{d} [{}]", d.code));
}
