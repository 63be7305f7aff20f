//! Reactions sent ahead: sealed for the others, opened whole when they are asked for.

use super::amendments::{agreed, void};
use super::club::{Club, code, lines, texts};
use adjutant::kernel::history::amendment::Amendment;
use adjutant::kernel::history::post::{Part, Post};
use serde_json::json;

/// North has moved and lodged reactions; east's turn is open, in which north may say something aside.
fn lodged(reactions: &str) -> Club {
    let mut club = Club::new(2, &[("asides", "yes")]);
    let post = club.orders_with_reactions("north", "bid 4", reactions);
    let cast = club.answer("east", std::slice::from_ref(&post));
    club.resolve(&[post, cast]).expect("the step resolves");
    club
}

#[test]
fn reactions_cost_no_letter_and_are_opened_with_the_link() {
    let mut club = lodged("note 7");
    let line = club.chronicle.lines.last().expect("an entry").clone();
    assert!(line.contains(r#""reactions":{"north":""#) && !line.contains("note 7"), "{line}");
    let need = club.chronicle.need.clone();
    assert_eq!(
        (texts(&need.orders), texts(&need.opens), need.caster.as_str()),
        (vec!["east"], vec!["north"], "north")
    );
    let post = club.orders("east", "bid 2");
    let cast = club.answer("north", std::slice::from_ref(&post));
    assert!(
        matches!(&cast.part, Part::Opening { orders, .. } if *orders == ["note 7"]) && cast.link.is_some()
    );
    club.resolve(&[post, cast]).expect("the step resolves");
    let entry = club.newest();
    assert_eq!(entry["openings"]["north"]["orders"], json!(["note 7"]));
    assert_eq!(entry["events"][1], json!({ "said": { "by": 0, "points": 7 } }));
    assert!(club.chronicle.reactions.is_empty(), "what is opened is spent");
    assert!(club.chronicle.need.opens.is_empty());
    club.read().unwrap_or_else(|d| panic!("{d} [{}]", d.code));
}

/// Who casts knows the dice before it opens, and can open what was sealed and nothing else.
#[test]
fn nobody_chooses_a_reaction_after_knowing_the_dice() {
    let mut club = lodged("note 7");
    let post = club.orders("east", "bid 2");
    let cast = club.answer("north", std::slice::from_ref(&post));
    let Part::Opening { salt, .. } = cast.part.clone() else { panic!("an opening") };
    let other = Part::Opening { salt, orders: lines("note 9") };
    let changed = club.signed(Post { part: other, ..cast.clone() }, std::slice::from_ref(&post));
    assert_eq!(code(club.copy().resolve(&[post.clone(), changed])), "seal/other");
    let silent = club.signed(Post { part: Part::Link, ..cast.clone() }, std::slice::from_ref(&post));
    assert_eq!(code(club.copy().resolve(&[post.clone(), silent])), "seal/unopened");
    let plain = club.signed(Post { part: Part::Orders(lines("note 9")), ..cast.clone() }, &[]);
    assert_eq!(code(club.copy().resolve(&[post.clone(), plain])), "lock/too-late");
    club.resolve(&[post, cast]).expect("the step resolves");
}

#[test]
fn what_proves_illegal_when_it_is_opened_is_dropped() {
    let mut club = lodged("note 77");
    let post = club.orders("east", "bid 2");
    let cast = club.answer("north", std::slice::from_ref(&post));
    club.resolve(&[post, cast]).expect("the step resolves");
    assert_eq!(club.newest()["events"][0]["table"]["dropped"]["line"], "note 77");
}

/// They stay sealed until their slot comes up, and a newer seal takes the place of an older one.
#[test]
fn one_seal_lives_at_a_time() {
    let mut club = Club::new(2, &[("asides", "yes"), ("plan", "bbd")]);
    let post = club.orders_with_reactions("north", "bid 4", "note 1");
    let cast = club.answer("east", std::slice::from_ref(&post));
    club.resolve(&[post, cast]).expect("the step resolves");
    let post = club.orders_with_reactions("east", "bid 4", "note 2");
    let cast = club.answer("north", std::slice::from_ref(&post));
    club.resolve(&[post, cast]).expect("the step resolves");
    // In a reaction of north's, east may say something aside.
    let first = club.chronicle.reactions["east"].clone();
    assert_eq!(first.0, 2);
    club.read().unwrap_or_else(|d| panic!("{d} [{}]", d.code));
}

#[test]
fn a_step_taken_back_and_a_new_key_leave_no_reactions_behind() {
    let mut club = lodged("note 7");
    let to = club.chronicle.lines.len() as u64 - 1;
    let agreed = agreed(&club, Amendment::TakeBack { to }, None);
    void(&mut club, agreed).expect("all agree");
    assert!(club.chronicle.reactions.is_empty() && club.chronicle.need.opens.is_empty());
    club.read().unwrap_or_else(|d| panic!("{d} [{}]", d.code));
}

/// A word of another that ends the step leaves what was sent ahead sealed, and it goes on to the next one.
#[test]
fn reactions_outlive_the_concession_of_another() {
    let mut club = Club::new(3, &[("asides", "yes"), ("plan", "bbd")]);
    let post = club.orders_with_reactions("north", "bid 4", "note 1");
    let others: Vec<String> = club.chronicle.need.links.iter().filter(|s| *s != "north").cloned().collect();
    let mut letters = vec![post];
    for name in others {
        let cast = club.answer(&name, &letters);
        letters.push(cast);
    }
    club.resolve(&letters).expect("the step resolves");
    let seal = club.chronicle.reactions["north"].clone();
    assert_eq!(texts(&club.chronicle.need.opens), ["north"], "they are asked for");
    let concession = club.orders("south", "concede");
    club.resolve(&[concession]).expect("a seat may give up");
    assert_eq!(club.chronicle.reactions.get("north"), Some(&seal));
    assert_eq!(texts(&club.chronicle.need.opens), ["north"], "and asked for again");
    club.read().unwrap_or_else(|d| panic!("{d} [{}]", d.code));
}

#[test]
fn reactions_stand_beside_signed_orders_alone() {
    let mut club = Club::new(2, &[("asides", "yes")]);
    let post = club.orders_with_reactions("north", "bid 4", "note 1");
    let rubbish = club.signed(Post { reactions: Some("x".to_owned()), ..post.clone() }, &[]);
    let cast = |post: &Post| club.answer("east", std::slice::from_ref(post));
    assert_eq!(code(club.copy().resolve(&[rubbish.clone(), cast(&rubbish)])), "reactions/unfit");
    let stripped = Post { reactions: None, ..post.clone() };
    assert_eq!(code(club.try_answer("east", &[stripped])), "signature/wrong");
    let lodging =
        club.signed(Post { reactions: post.reactions.clone(), ..cast(&post) }, std::slice::from_ref(&post));
    assert_eq!(code(club.copy().resolve(&[post.clone(), lodging])), "reactions/unfit");
    let without_link = club.signed(Post { link: None, ..post.clone() }, &[]);
    assert_eq!(code(club.copy().lock(&[without_link])), "lock/link");
    let secretive = Club::with_hands(2, &[("asides", "yes")]);
    let own = lines("note 1");
    let secret = secretive.secret("north");
    let seat = secretive.seat("north");
    let refused =
        secretive.chronicle.lock_with_reactions(seat, lines("bid 4"), Some(&own), None, Some(secret));
    assert_eq!(code(refused), "reactions/unfit", "the referee gets them in plain");
}
