//! Who reveals when: casters, link sets, locking, sealing, opening, and what becomes of bad orders.

use super::club::{Club, SEATS, code, lines, read, texts};
use adjutant::kernel::history::post::{Part, Post};
use adjutant::kernel::terms::{Casters, DiceMode, OrdersPolicy};
use serde_json::json;

/// What a step needs: orders, links, caster.
fn need(club: &Club) -> (Vec<&str>, Vec<&str>, &str) {
    let need = &club.chronicle.need;
    (texts(&need.orders), texts(&need.links), &need.caster)
}

fn next(terms: &mut adjutant::kernel::terms::Terms) {
    terms.casters = Casters::Next;
}

fn referee(terms: &mut adjutant::kernel::terms::Terms) {
    terms.dice = DiceMode::Referee;
}

#[test]
fn of_two_seats_one_moves_and_the_other_casts() {
    let mut club = Club::new(2, &[]);
    assert_eq!(need(&club), (vec!["north"], vec!["north", "east"], "east"));
    club.steps(1);
    assert_eq!(need(&club), (vec!["east"], vec!["north", "east"], "north"));
}

#[test]
fn the_caster_is_the_next_in_turn_order_and_all_rivals_add_links() {
    let mut club = Club::new(4, &[]);
    for (mover, caster) in [(0, 1), (1, 2), (2, 3), (3, 0), (0, 1)] {
        assert_eq!(need(&club), (vec![SEATS[mover]], SEATS.to_vec(), SEATS[caster]));
        club.steps(1);
    }
}

#[test]
fn casters_next_asks_mover_and_caster_alone() {
    let mut club = Club::with(4, &[], next);
    for (mover, links, caster) in
        [(0, [0, 1], 1), (1, [1, 2], 2), (2, [2, 3], 3), (3, [0, 3], 0), (0, [0, 1], 1)]
    {
        assert_eq!(need(&club), (vec![SEATS[mover]], links.map(|i| SEATS[i]).to_vec(), SEATS[caster]));
        club.steps(1);
    }
}

#[test]
fn an_ally_neither_casts_nor_adds_a_link() {
    let mut club = Club::new(3, &[("allies", "north+east")]);
    assert_eq!(need(&club), (vec!["north"], vec!["north", "south"], "south"));
    club.steps(1);
    assert_eq!(need(&club), (vec!["east"], vec!["east", "south"], "south"));
    club.steps(1);
    assert_eq!(need(&club), (vec!["south"], SEATS[..3].to_vec(), "north"));
}

#[test]
fn where_all_are_allied_all_add_links() {
    let mut club = Club::new(3, &[("allies", "north+east+south")]);
    assert_eq!(need(&club), (vec!["north"], SEATS[..3].to_vec(), "east"));
    club.steps(3);
    let club = Club::with(3, &[("allies", "north+east+south")], next);
    assert_eq!(need(&club), (vec!["north"], vec!["north", "east"], "east"));
}

#[test]
fn a_seat_out_of_the_game_neither_casts_nor_adds_a_link() {
    let mut club = Club::new(3, &[]);
    let concession = club.orders("east", "concede");
    club.resolve(&[concession]).expect("a seat may give up");
    assert_eq!(need(&club), (vec!["north"], vec!["north", "south"], "south"));
    club.steps(3);
    club.copy();
}

#[test]
fn a_referee_casts_with_the_movers() {
    let mut club = Club::with(3, &[("plan", "br")], referee);
    assert_eq!(need(&club), (vec!["north"], vec!["north", "referee"], "referee"));
    club.steps(1);
    assert_eq!(need(&club), (SEATS[..3].to_vec(), vec!["north", "east", "south", "referee"], "referee"));
    club.steps(3);
    club.copy();
}

#[test]
fn where_all_order_the_last_casts_and_the_one_before_locks_last() {
    for seats in 2..=4 {
        let mut club = Club::new(seats, &[("plan", "r")]);
        let (orders, links, caster) = need(&club);
        assert_eq!(
            (orders, links, caster),
            (SEATS[..seats].to_vec(), SEATS[..seats].to_vec(), SEATS[seats - 1])
        );
        assert_eq!(club.chronicle.locks_last(), Some(SEATS[seats - 2]));
        club.lock_first(&|_| "bid 4".to_owned());
        assert_eq!(texts(&club.chronicle.need.orders), [SEATS[seats - 2]]);
        assert_eq!(club.chronicle.need.opens.len(), seats - 1);
        let letters = club.letters(&|_| "bid 4".to_owned());
        assert_eq!(letters.len(), seats);
        club.resolve(&letters).expect("the step resolves");
        assert_eq!(club.chronicle.lines.len(), 1 + seats + 2, "a step has two entries at most");
        club.copy();
    }
}

#[test]
fn with_two_seats_a_secret_round_takes_three_letters() {
    let mut club = Club::new(2, &[("plan", "r")]);
    let sealed = club.orders("east", "bid 7");
    assert!(matches!(sealed.part, Part::Seal(_)) && sealed.link.is_none());
    club.lock(&[sealed]).expect("the caster's seal");
    let plain = club.orders("north", "bid 3");
    assert!(matches!(plain.part, Part::Orders(_)) && plain.link.is_some());
    let opening = club.answer("east", std::slice::from_ref(&plain));
    assert!(matches!(opening.part, Part::Opening { .. }) && opening.link.is_some());
    club.resolve(&[plain, opening]).expect("all is there");
}

#[test]
fn with_two_seats_and_no_dice_the_first_seals_and_opens_in_the_third_letter() {
    let mut club = Club::new(2, &[("plan", "sb")]);
    assert_eq!(need(&club), (vec!["north", "east"], vec![], "north"));
    let sealed = club.orders("north", "bid 7");
    club.lock(&[sealed]).expect("the seal");
    let plain = club.orders("east", "bid 3");
    assert!(plain.link.is_none() && plain.signature.is_some());
    let opening = club.answer("north", std::slice::from_ref(&plain));
    assert_eq!((opening.link.as_ref(), opening.signature.as_ref()), (None, None));
    club.resolve(&[plain, opening]).expect("all is there");
    assert_eq!(club.newest()["rolls"], json!([]));
    club.copy();
}

#[test]
fn what_rolls_nothing_needs_no_link_and_its_mover_writes_it() {
    let mut club = Club::new(3, &[("plan", "qb")]);
    assert_eq!(need(&club), (vec!["north"], vec![], "north"));
    let post = club.orders("north", "bid 5");
    assert_eq!(post.link, None);
    let needless = club.orders("north", "bid 5");
    assert_eq!(code(club.copy().lock(&[needless])), "lock/needless");
    club.resolve(&[post]).expect("one letter is enough");
    assert_eq!(need(&club), (vec!["east"], SEATS[..3].to_vec(), "south"));
}

#[test]
fn the_seat_that_locks_last_waits_for_the_others_and_no_other_stays_out() {
    let mut club = Club::new(3, &[("plan", "r")]);
    assert_eq!(code(club.try_orders("east", "bid 1")), "lock/first");
    let (north, south) = (club.orders("north", "bid 2"), club.orders("south", "bid 3"));
    assert_eq!(code(club.copy().lock(std::slice::from_ref(&north))), "lock/last");
    assert_eq!(code(club.copy().lock(std::slice::from_ref(&south))), "lock/last");
    assert_eq!(code(club.copy().lock(&[])), "lock/needless");
    assert_eq!(code(club.lock(&[north.clone(), south.clone()])), "taken");
    assert_eq!(code(club.lock(&[north, south])), "lock/twice");
}

#[test]
fn what_is_secret_is_locked_sealed_and_what_is_not_is_locked_in_plain() {
    let club = Club::new(3, &[("plan", "r"), ("asides", "yes")]);
    let plain = club.bypass("north", "bid 2", false);
    let mut club = club.copy();
    let south = club.orders("south", "bid 3");
    assert_eq!(code(club.copy().lock(&[plain, south.clone()])), "lock/seal");
    let rubbish = Post { seat: club.seat("north"), part: Part::Seal("rubbish".to_owned()), ..south.clone() };
    let rubbish = club.signed(rubbish, &[]);
    assert_eq!(code(club.copy().lock(&[rubbish, south])), "lock/seal");
}

#[test]
fn links_and_openings_do_not_stand_among_what_is_locked() {
    let mut club = Club::new(2, &[("plan", "r")]);
    let sealed = club.orders("east", "bid 7");
    let with_link = club.signed(Post { link: Some(club.link("east", 1)), ..sealed.clone() }, &[]);
    assert_eq!(code(club.copy().lock(&[with_link])), "lock/link");
    let part = Part::Opening { salt: "0".repeat(64), orders: lines("bid 1") };
    assert_eq!(code(club.copy().lock(&[Post { part, ..sealed }])), "lock/link");
}

#[test]
fn locks_and_seals_must_be_signed_by_their_seat() {
    let mut club = Club::new(2, &[("plan", "r")]);
    let sealed = club.orders("east", "bid 7");
    assert_eq!(code(club.copy().lock(&[Post { signature: None, ..sealed.clone() }])), "signature/missing");
    let other = club.orders("north", "concede").signature;
    assert_eq!(code(club.copy().lock(&[Post { signature: other, ..sealed }])), "signature/wrong");
}

#[test]
fn a_seat_that_is_not_asked_locks_before_any_link() {
    let mut club = Club::new(3, &[("asides", "yes")]);
    let aside = club.orders("south", "note 3");
    assert_eq!(aside.link, None);
    club.lock(&[aside]).expect("an order of a seat that is not asked");
    club.steps(1);
    assert!(club.newest()["events"].to_string().contains(r#"{"said":{"by":2,"points":3}}"#));
    club.steps(2);
    club.copy();
}

#[test]
fn orders_that_come_with_links_not_signed_over_them_are_too_late() {
    let mut club = Club::new(3, &[("asides", "yes")]);
    let mut letters = club.letters(&|_| "bid 4".to_owned());
    let aside = club.bypass("south", "note 3", true);
    letters[2] = aside;
    assert_eq!(code(club.resolve(&letters)), "lock/too-late");
}

#[test]
fn nobody_opens_or_casts_before_all_turn_files_are_final() {
    let mut club = Club::new(3, &[("plan", "r")]);
    assert_eq!(code(club.try_answer("south", &[])), "orders/missing");
    club.lock_first(&|_| "bid 4".to_owned());
    let plain = club.orders("east", "bid 5");
    let draft = Post { link: None, signature: None, ..plain.clone() };
    let unsigned = Post { signature: None, ..plain.clone() };
    let linkless = club.bypass("east", "bid 5", false);
    let mut forged = plain.clone();
    forged.part = Part::Orders(lines("bid 6"));
    let wrong = club.signed(Post { link: Some(club.link("east", 2)), ..plain.clone() }, &[]);
    for (what, post, refused) in [
        ("a draft", draft, "link/missing"),
        ("an unsigned one", unsigned, "signature/missing"),
        ("one without link", linkless, "link/missing"),
        ("a forged one", forged, "signature/wrong"),
        ("one with another link", wrong, "link/wrong"),
    ] {
        for seat in ["north", "south"] {
            assert_eq!(code(club.try_answer(seat, std::slice::from_ref(&post))), refused, "{what} to {seat}");
        }
    }
    assert_eq!(code(club.try_answer("north", &[])), "orders/missing");
    assert_eq!(code(club.try_answer("north", &[plain])), "taken");
}

#[test]
fn a_seat_not_asked_for_a_link_casts_none() {
    let mut club = Club::with(3, &[], next);
    let plain = club.orders("north", "bid 5");
    assert_eq!(code(club.try_answer("south", &[plain])), "link/unasked");
}

#[test]
fn an_opening_that_does_not_fit_is_none() {
    let mut club = Club::new(2, &[("plan", "s")]);
    club.lock_first(&|_| "bid 4".to_owned());
    let letters = club.letters(&|_| "bid 4".to_owned());
    let Part::Opening { salt, orders } = letters[0].part.clone() else { panic!("north opens") };
    let with = |salt: &str, text: &str| {
        let part = Part::Opening { salt: salt.to_owned(), orders: lines(text) };
        vec![Post { part, ..letters[0].clone() }, letters[1].clone()]
    };
    assert_eq!(code(club.copy().resolve(&with(&salt, "bid 5"))), "seal/other");
    assert_eq!(code(club.copy().resolve(&with(&"0".repeat(64), "bid 4"))), "seal/other");
    assert_eq!(code(club.copy().resolve(&with("å\n", "bid 4"))), "seal/other");
    assert_eq!(code(club.copy().resolve(&letters[1..])), "seal/unopened");
    assert_eq!(orders, lines("bid 4"));
    let seat = club.seat("east");
    let stranger = Post { seat, ..letters[0].clone() };
    assert_eq!(code(club.copy().resolve(&[letters[0].clone(), stranger])), "seal/none");
    assert_eq!(code(club.resolve(&letters)), "taken");
}

#[test]
fn what_proves_illegal_when_it_is_opened_falls_to_the_defaults_even_under_strict_terms() {
    for orders in [OrdersPolicy::Strict, OrdersPolicy::Lenient] {
        let mut club = Club::with(2, &[("plan", "r")], |terms| terms.orders = orders);
        // One bad line is dropped; two bids are bad as a whole; rubbish cannot be read; nothing is nothing.
        for (bad, points, dropped) in [
            ("bid 4\nnote 12\nnote 2", 6, 1),
            ("bid 4\nbid 5\nnote 2", 1, 3),
            ("bid 12", 1, 1),
            ("rubbish\nbid 4", 4, 1),
            ("next\nbid 4", 1, 1),
            ("", 1, 0),
        ] {
            let say = |seat: &str| if seat == "east" { bad.to_owned() } else { "bid 3".to_owned() };
            club.step(&say);
            let events = club.newest()["events"].to_string();
            assert!(
                events.contains(&format!(r#"{{"said":{{"by":1,"points":{points}}}}}"#)),
                "{bad:?}: {events}"
            );
            assert_eq!(events.matches(r#""dropped""#).count(), dropped, "{bad:?}: {events}");
        }
        club.copy();
    }
}

#[test]
fn a_plain_turn_file_with_its_link_is_not_sent_back_either() {
    let mut club = Club::new(2, &[]);
    club.step(&|_| "bid 12".to_owned());
    let events = club.newest()["events"].to_string();
    assert!(events.contains(r#""code":"bid/too-high""#) && events.contains(r#""points":1"#), "{events}");
    club.copy();
}

#[test]
fn one_seat_sends_one_letter_a_step() {
    let mut club = Club::new(2, &[("plan", "rb")]);
    club.lock_first(&|_| "bid 4".to_owned());
    let mut letters = club.letters(&|_| "bid 4".to_owned());
    letters.push(letters[0].clone());
    assert_eq!(code(club.copy().resolve(&letters)), "letter/second");
    letters.pop();
    letters[1] = club.bypass("east", "bid 9", true);
    assert_eq!(code(club.resolve(&letters)), "letter/second");
}

#[test]
fn letters_that_bring_nothing_or_too_much_are_refused_in_writing_as_in_reading() {
    let mut club = Club::new(3, &[("plan", "s")]);
    club.lock_first(&|_| "bid 4".to_owned());
    let letters = club.letters(&|_| "bid 4".to_owned());
    assert_eq!(club.chronicle.locks_last(), Some("south"));
    let with = |edit: &dyn Fn(&mut Vec<Post>)| {
        let mut letters = letters.clone();
        edit(&mut letters);
        code(club.copy().resolve(&letters))
    };
    let time = Some("2026-11-29T20:15Z".parse().expect("an instant"));
    assert_eq!(with(&|l| l[0].sent = time), "sent/unsigned");
    assert_eq!(with(&|l| l[0].signature = Some("0".repeat(128))), "signature/wrong");
    assert_eq!(with(&|l| l[0].part = Part::Link), "letter/empty");
    assert_eq!(with(&|l| l[2].part = Part::Seal("0".repeat(64))), "lock/seal");
    assert_eq!(with(&|_| ()), "taken");
}

#[test]
fn a_position_is_left_as_it_was_by_what_is_refused() {
    let mut club = Club::new(3, &[("plan", "r")]);
    club.lock_first(&|_| "bid 4".to_owned());
    let letters = club.letters(&|_| "bid 4".to_owned());
    let (position, head) = (club.chronicle.table.position(), club.chronicle.head.clone());
    for n in 0..3 {
        let mut fewer = letters.clone();
        fewer.remove(n);
        assert_ne!(code(club.resolve(&fewer)), "taken");
        assert_eq!((&club.chronicle.table.position(), &club.chronicle.head), (&position, &head));
    }
    assert_eq!(code(club.resolve(&letters)), "taken");
    assert!(read(&club.chronicle.lines).is_ok());
}
