//! Games that keep secrets: the referee's file, the seats' copies, the published end.

use super::amendments::agreed;
use super::club::{Club, code, read_opened, texts};
use adjutant::kernel::account::seen_by;
use adjutant::kernel::history::amendment::Amendment;
use adjutant::kernel::history::canonical;
use adjutant::kernel::history::openings::{Holder, Openings};
use adjutant::kernel::history::post::Part;
use adjutant::kernel::seat::Viewer;
use serde_json::{Value, json};

/// A game of three in which everybody has bid some times.
fn played(steps: usize) -> Club {
    let mut club = Club::with_hands(3, &[("length", "9")]);
    club.steps(steps);
    club
}

/// A seat's copy, read from its lines.
fn copy(club: &Club, seat: &str) -> Openings {
    club.chronicle.openings_of(club.seat(seat))
}

fn read_copy(club: &Club, openings: Openings) -> &'static str {
    read_opened(&club.chronicle.lines, openings).map_or_else(|d| d.code, |_| "taken")
}

#[test]
fn a_referee_holds_everything_and_his_file_plays_again() {
    let club = played(5);
    let again = club.read().unwrap_or_else(|d| panic!("{d} [{}]", d.code));
    assert_eq!(again.lines, club.chronicle.lines);
    assert_eq!(again.openings, club.chronicle.openings, "salts and values follow from the hidden secret");
    assert_eq!(again.holder(), Holder::Full);
    for seat in ["north", "east", "south"] {
        let viewer = Viewer::Seat(club.seat(seat));
        assert_eq!(again.table.private(viewer), club.chronicle.table.private(viewer));
    }
}

#[test]
fn a_copy_verifies_by_itself_and_knows_its_own_hand_alone() {
    let club = played(5);
    for seat in ["north", "east", "south"] {
        let read = read_opened(&club.chronicle.lines, copy(&club, seat));
        let read = read.unwrap_or_else(|d| panic!("{seat}: {d} [{}]", d.code));
        assert_eq!(read.holder(), Holder::Copy(seat.to_owned()));
        assert_eq!(read.head, club.chronicle.head);
        assert_eq!(read.table.position(), club.chronicle.table.position());
        for other in ["north", "east", "south"] {
            let viewer = Viewer::Seat(club.seat(other));
            let (known, truth) = (read.table.private(viewer), club.chronicle.table.private(viewer));
            if other == seat {
                assert_eq!(known, truth);
                assert_ne!(known, json!({ "cards": [] }));
            } else {
                assert_eq!(known, json!({ "cards": [] }), "{seat} knows nothing of {other}");
            }
        }
    }
    let bare =
        read_opened(&club.chronicle.lines, Openings::default()).expect("the history alone verifies too");
    assert_eq!(bare.holder(), Holder::Bare);
}

#[test]
fn orders_go_to_the_referee_alone_and_leave_a_seal() {
    let mut club = Club::with_hands(2, &[]);
    let plain = club.bypass("north", "bid 4", true);
    let cast = club.answer("referee", std::slice::from_ref(&plain));
    assert_eq!(code(club.resolve(&[plain, cast])), "lock/seal", "orders in plain are not taken");
    let post = club.orders("north", "bid 4");
    assert!(matches!(&post.part, Part::Entrusted { orders, .. } if *orders == ["bid 4"]));
    assert!(matches!(post.witnessed().part, Part::Seal(_)));
    let cast = club.answer("referee", std::slice::from_ref(&post));
    club.resolve(&[post, cast]).expect("the step resolves");
    let line = club.chronicle.lines.last().expect("an entry");
    assert!(!line.contains("bid 4") && line.contains(r#""seals":{"north":""#), "{line}");
    let need = &club.chronicle.need;
    assert_eq!((texts(&need.links), need.caster.as_str()), (vec!["east", "referee"], "referee"));
}

#[test]
fn orders_that_do_not_fit_their_seal_are_not_taken() {
    let mut club = Club::with_hands(2, &[]);
    let mut post = club.orders("north", "bid 4");
    if let Part::Entrusted { orders, .. } = &mut post.part {
        *orders = vec!["bid 5".to_owned()];
    }
    let cast = club.answer("referee", std::slice::from_ref(&post));
    assert_eq!(code(club.resolve(&[post, cast])), "seal/other");
}

/// All but the last lock with the referee, who opens nothing to others; the last comes with its link.
#[test]
fn several_seats_order_in_one_step_through_the_referee() {
    let mut club = Club::with_hands(3, &[("plan", "r"), ("length", "2")]);
    club.steps(2);
    assert!(club.chronicle.lines.iter().any(|line| line.contains(r#""kind":"locked""#)));
    assert!(!club.chronicle.lines.iter().any(|line| line.contains("bid 4")));
    let again = club.read().unwrap_or_else(|d| panic!("{d} [{}]", d.code));
    assert_eq!(again.head, club.chronicle.head);
    assert_eq!(read_copy(&club, copy(&club, "east")), "taken");
}

#[test]
fn a_hand_other_than_the_committed_one_is_seen_at_once() {
    let club = played(4);
    let told = |edit: &dyn Fn(&mut Value)| {
        let lines: Vec<String> = copy(&club, "north")
            .lines()
            .iter()
            .map(|line| {
                let mut value: Value = serde_json::from_str(line).expect("a line is JSON");
                edit(&mut value);
                canonical::line(&value).expect("a canonical value")
            })
            .collect();
        Openings::read(&lines).map_or("unreadable", |openings| read_copy(&club, openings))
    };
    assert_eq!(told(&|_| {}), "taken");
    let other_card = |value: &mut Value| {
        let events = value.pointer_mut("/value/events").and_then(Value::as_array_mut);
        for event in events.into_iter().flatten() {
            event[1]["got"]["card"] = json!(39);
        }
    };
    assert_eq!(told(&other_card), "private/other");
    let other_salt = |value: &mut Value| {
        if value.get("value").is_some() {
            value["salt"] = json!("5".repeat(64));
        }
    };
    assert_eq!(told(&other_salt), "private/other");
    assert_eq!(told(&|value| drop(value.as_object_mut().map(|v| v.remove("value")))), "unreadable");
    let lines = copy(&club, "north").lines();
    let fewer = Openings::read(&lines[..lines.len() - 1]).expect("lines");
    assert_eq!(read_copy(&club, fewer), "private/other");
}

/// Orders that were locked are opened to their seat in the entry that locked them, and checked there.
#[test]
fn orders_other_than_those_locked_are_seen_at_once() {
    let mut club = Club::with_hands(3, &[("plan", "r")]);
    club.step(&|_| "bid 4".to_owned());
    club.lock_first(&|_| "bid 5".to_owned());
    for seat in ["north", "east"] {
        let lines = copy(&club, seat).lines();
        let edited = |from: &str, to: &str| {
            let edited: Vec<String> = lines.iter().map(|line| line.replace(from, to)).collect();
            read_copy(&club, Openings::read(&edited).expect("lines that read"))
        };
        assert_eq!(edited("", ""), "taken");
        assert_eq!(edited("bid 4", "bid 3"), "private/other", "locked and resolved");
        assert_eq!(edited("bid 5", "bid 3"), "private/other", "locked");
        let fewer: Vec<String> = lines.iter().filter(|line| !line.contains("bid 5")).cloned().collect();
        assert_eq!(read_copy(&club, Openings::read(&fewer).expect("lines")), "private/other");
    }
}

#[test]
fn a_copy_resolves_nothing() {
    let club = played(3);
    let mut copy = read_opened(&club.chronicle.lines, copy(&club, "north")).expect("a copy");
    let mut referee = club.copy();
    let post = referee.orders("north", "bid 4");
    let cast = referee.answer("referee", std::slice::from_ref(&post));
    let told = adjutant::kernel::module::Telling::Events;
    assert_eq!(code(copy.resolve(&[post, cast], None, told)), "copy/not-full");
    assert_eq!(code(copy.publish()), "publish/too-early");
}

#[test]
fn when_the_game_is_over_the_referee_opens_everything() {
    let mut club = played(4);
    assert_eq!(code(club.chronicle.publish()), "publish/too-early");
    club.steps(5);
    let before = copy(&club, "south");
    let shown = |club: &Club| seen_by(&club.chronicle, Viewer::Referee).expect("a game that keeps secrets");
    assert!(shown(&club).contains("not for the other seats"));
    club.chronicle.publish().unwrap_or_else(|e| panic!("{e}"));
    assert!(shown(&club).contains("published"));
    assert_eq!(code(club.chronicle.publish()), "publish/twice");
    let published = club.read().unwrap_or_else(|d| panic!("{d} [{}]", d.code));
    assert!(published.is_published());
    assert_eq!(published.openings.of_seat("south"), before, "what south was told all along");
    assert_eq!(read_copy(&club, before), "taken", "a copy reads the end as well");
    let back = Amendment::TakeBack { to: 5 };
    assert_eq!(
        code(published.may_amend(&back)),
        "game/over",
        "nobody plays on with hands that all have seen"
    );
    let hidden = club.newest()["hidden"].clone();
    assert_eq!(club.forged(|entry| entry["hidden"] = json!("7".repeat(64))), "hidden/other-secret");
    assert_eq!(hidden.as_str(), club.chronicle.openings.hidden.as_deref());
}

/// Another hidden secret than the one committed to would deal other cards.
#[test]
fn the_hidden_secret_is_the_one_committed_to() {
    let mut club = played(1);
    club.chronicle.openings.hidden = Some("7".repeat(64));
    assert_eq!(club.read().map_or_else(|d| d.code, |_| "taken"), "hidden/other-secret");
    let other = super::club::secret(9);
    assert_eq!(code(club.chronicle.take_hidden(&other)), "hidden/other-secret");
}

/// Salted hashes and seals of a fixed size: entries of games that differ only in what is hidden have one length.
#[test]
fn no_entry_tells_by_its_size_what_is_hidden() {
    let lengths = |bid: &str| {
        let mut club = Club::with_hands(2, &[]);
        let post = club.orders("north", bid);
        let cast = club.answer("referee", std::slice::from_ref(&post));
        club.resolve(&[post, cast]).expect("the step resolves");
        club.chronicle.lines.last().expect("an entry").len()
    };
    assert_eq!(lengths("bid 4"), lengths("bid 1\nnote 1\nnote 2"));
}

/// What ends the game for a seat is said in plain, and copies read it: given up with others left, given up as the last,
/// drawn by agreement.
#[test]
fn words_that_end_the_game_are_said_in_plain() {
    for (seats, words) in [(3, &["concede"][..]), (2, &["concede"]), (2, &["offer draw", "accept draw"])] {
        let mut club = Club::with_hands(seats, &[]);
        club.steps(3);
        for (word, seat) in words.iter().zip(["north", "east"].iter().cycle().skip(seats % 2)) {
            let mover = club.chronicle.need.orders[0].clone();
            if *word == "offer draw" {
                let post = club.orders(&mover, "bid 4\noffer draw");
                let cast = club.answer("referee", std::slice::from_ref(&post));
                club.resolve(&[post, cast]).expect("an offer beside a bid");
                continue;
            }
            let seat = if *word == "accept draw" {
                club.chronicle.need.orders[0].clone()
            } else {
                (*seat).to_owned()
            };
            let post = club.orders(&seat, word);
            assert!(matches!(post.part, Part::Orders(_)) && post.link.is_none(), "{word}");
            club.resolve(&[post]).unwrap_or_else(|e| panic!("{word}: {e}"));
        }
        let again = club.read().unwrap_or_else(|d| panic!("{words:?}: {d} [{}]", d.code));
        assert_eq!(again.head, club.chronicle.head);
        assert_eq!(read_copy(&club, copy(&club, "north")), "taken", "{words:?}");
        assert_eq!(read_copy(&club, Openings::default()), "taken", "{words:?}");
    }
}

/// An offer of a draw falls with the game, and with who has made it: copies, which see events alone, know that too.
#[test]
fn an_offer_does_not_outlive_its_game_nor_who_has_made_it() {
    for seats in [2, 3] {
        let mut club = Club::with_hands(seats, &[]);
        club.steps(1);
        let mover = club.chronicle.need.orders[0].clone();
        let post = club.orders(&mover, "bid 4\noffer draw");
        let cast = club.answer("referee", std::slice::from_ref(&post));
        club.resolve(&[post, cast]).expect("an offer beside a bid");
        let concession = club.orders(&mover, "concede");
        club.resolve(&[concession]).expect("a seat may give up");
        assert_eq!(club.chronicle.table.position()["agenda"], json!(null), "{seats}");
        assert_eq!(read_copy(&club, copy(&club, "north")), "taken", "{seats}");
        assert_eq!(read_copy(&club, Openings::default()), "taken", "{seats}");
    }
}

/// A step that is taken back leaves the copies whole, and a hand is what it was before.
#[test]
fn what_is_taken_back_is_taken_back_for_every_copy() {
    let mut club = played(4);
    let to = club.chronicle.lines.len() as u64 - 3;
    let agreed = agreed(&club, Amendment::TakeBack { to }, None);
    let before = club.chronicle.openings.until(to as usize + 1);
    let restored = read_opened(&club.chronicle.lines[..=to as usize], before).expect("a history").table;
    club.chronicle.void(agreed, Some(restored)).expect("all agree");
    club.steps(2);
    for seat in ["north", "east", "south"] {
        let read = read_opened(&club.chronicle.lines, copy(&club, seat));
        let read = read.unwrap_or_else(|d| panic!("{seat}: {d} [{}]", d.code));
        let viewer = Viewer::Seat(club.seat(seat));
        assert_eq!(read.table.private(viewer), club.chronicle.table.private(viewer));
    }
}

/// A seat that forfeits is told to all; only the referee's file can carry it out.
#[test]
fn a_forfeit_is_carried_out_by_the_referee() {
    let club = played(3);
    let amendment = Amendment::Refusal { seat: club.chronicle.need.orders[0].clone() };
    let mut copied = read_opened(&club.chronicle.lines, copy(&club, "north")).expect("a copy");
    let consents = agreed(&club, amendment.clone(), None);
    assert_eq!(code(copied.void(consents, None)), "copy/not-full");
    let mut full = club.copy();
    let consents = agreed(&full, amendment, None);
    full.chronicle.void(consents, None).unwrap_or_else(|e| panic!("{e}"));
    full.steps(1);
    full.read().unwrap_or_else(|d| panic!("{d} [{}]", d.code));
    for seat in ["north", "east", "south"] {
        assert_eq!(read_copy(&full, copy(&full, seat)), "taken", "{seat}");
    }
}
