//! Honest games verify, and no byte of them can be changed.

use super::club::{Club, SEATS, read};
use crate::players::chance::Chance;
use adjutant::kernel::terms::Casters;
use proptest::prelude::*;

/// A game of a seed: seats, plan, alliances, casters, and what the seats order follow from it.
fn played(seed: u64) -> Club {
    let mut chance = Chance::new(seed);
    let seats = 2 + chance.below(3);
    let plan: String = (0..=chance.below(4)).map(|_| *chance.pick(&['b', 'b', 'd', 'r', 'q', 's'])).collect();
    let allies =
        if chance.is_in(1, 2) { "-" } else { *chance.pick(&["north+east", "north+south", "east+west"]) };
    let asides = if chance.is_in(1, 2) { "yes" } else { "no" };
    let casters = if chance.is_in(1, 2) { Casters::Rivals } else { Casters::Next };
    let options = [("plan", plan.as_str()), ("allies", allies), ("asides", asides), ("length", "8")];
    let mut club = Club::with(seats, &options, |terms| terms.casters = casters);
    for _ in 0..5 {
        one_step(&mut club, seats, &mut chance);
        if club.chronicle.need.orders.is_empty() {
            break;
        }
    }
    club
}

/// One step; sometimes a seat that is not asked says something, and now and then one gives up.
fn one_step(club: &mut Club, seats: usize, chance: &mut Chance) {
    if chance.is_in(1, 12) && seats > 2 {
        let seat = *chance.pick(&SEATS[..seats]);
        if club.chronicle.table.is_in_game(club.seat(seat)) {
            let concession = club.orders(seat, "concede");
            club.resolve(&[concession]).unwrap_or_else(|e| panic!("{e}"));
            return;
        }
    }
    let (bids, wild) = (Chance::new(chance.bits()), chance.is_in(1, 6));
    let say = move |seat: &str| {
        let mut own = bids.clone();
        let n = SEATS.iter().position(|s| *s == seat).unwrap_or(0);
        (0..=n).for_each(|_| own = Chance::new(own.bits()));
        match own.below(4) {
            0 if wild => "bid 12\nnote 2".to_owned(),
            1 => format!("bid {}\nnext\nbid 2\nend", 1 + own.below(9)),
            2 => format!("bid {}\nnote {}", 1 + own.below(9), 1 + own.below(9)),
            _ => format!("bid {}", 1 + own.below(9)),
        }
    };
    club.step(&say);
}

/// A byte in the place of another, so that the line still reads where it can.
fn replacement(byte: u8, chance: &mut Chance) -> u8 {
    let kin: &[u8] = match byte {
        b'0'..=b'9' | b'a'..=b'f' => b"0123456789abcdef",
        b'g'..=b'z' => b"ghijklmnopqrstuvwxyz",
        _ => b"\"{}[],:- ~Z",
    };
    loop {
        let found = *chance.pick(kin);
        if found != byte {
            return found;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn honest_games_verify(seed in any::<u64>()) {
        let club = played(seed);
        let again = read(&club.chronicle.lines);
        let again = again.unwrap_or_else(|d| panic!("{d} [{}]", d.code));
        prop_assert_eq!(&again.head, &club.chronicle.head);
        prop_assert_eq!(&again.need, &club.chronicle.need);
        prop_assert_eq!(again.table.position(), club.chronicle.table.position());
    }

    #[test]
    fn no_byte_can_be_changed(seed in any::<u64>()) {
        let club = played(seed);
        let mut chance = Chance::new(seed ^ 1);
        for (k, line) in club.chronicle.lines.iter().enumerate() {
            for _ in 0..4 {
                let at = chance.below(line.len());
                let new = char::from(replacement(line.as_bytes()[at], &mut chance));
                let mut changed = club.chronicle.lines.clone();
                changed[k].replace_range(at..=at, &new.to_string());
                let found = read(&changed).err();
                prop_assert!(found.is_some(), "entry {}: byte {} became {:?} in {}", k, at, new, line);
            }
        }
    }
}

/// Every third byte of one game with every kind of step, another put in its place.
#[test]
fn bytes_of_every_kind_of_entry_count() {
    let mut club = Club::new(3, &[("plan", "brsd"), ("asides", "yes")]);
    club.steps(4);
    let lines = &club.chronicle.lines;
    let mut chance = Chance::new(1);
    let places: Vec<(usize, usize)> =
        (4..lines.len()).flat_map(|k| (k % 3..lines[k].len()).step_by(3).map(move |at| (k, at))).collect();
    let edits: Vec<(usize, usize, u8)> =
        places.iter().map(|(k, at)| (*k, *at, replacement(lines[*k].as_bytes()[*at], &mut chance))).collect();
    let wrong = crate::recorded::for_each(&edits, |&(k, at, new)| {
        // Cut off behind the changed entry, so that no later one betrays it.
        let mut changed = lines[..=k].to_vec();
        changed[k].replace_range(at..=at, &char::from(new).to_string());
        match read(&changed) {
            Ok(_) => vec![format!("entry {k}: byte {at} became {:?} in {}", char::from(new), lines[k])],
            Err(_) => Vec::new(),
        }
    });
    assert!(wrong.is_empty(), "{} of {}, such as {}", wrong.len(), edits.len(), wrong[0]);
}
