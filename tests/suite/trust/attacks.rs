//! Each attack on the dice by itself: what is gained, or by which code it is refused.

use super::club::{Club, SEATS, code, lines, nonce, read, secret, terms, texts};
use crate::players::toy;
use adjutant::kernel::dice;
use adjutant::kernel::history::canonical;
use adjutant::kernel::history::chronicle::Chronicle;
use adjutant::kernel::history::post::{Part, Post};
use adjutant::kernel::keys::seal;
use adjutant::kernel::keys::signature::{Signing, Verifying};
use adjutant::kernel::module::Telling;
use adjutant::kernel::terms::{DiceMode, OrdersPolicy};
use adjutant::kernel::turnfile::{self, TurnFile};
use data_encoding::HEXLOWER;
use serde_json::{Value, json};

/// A game of two in which north has moved and east has yet to cast.
fn moved(text: &str) -> (Club, Post) {
    let mut club = Club::new(2, &[]);
    let post = club.orders("north", text);
    (club, post)
}

/// Casts and resolves, and gives the rolls.
fn rolls(club: &Club, plain: &Post) -> Value {
    let mut club = club.copy();
    let cast = club.answer("east", std::slice::from_ref(plain));
    club.resolve(&[plain.clone(), cast]).unwrap_or_else(|e| panic!("{e}"));
    club.newest()["rolls"].clone()
}

/// Reads a turn file's text as the command line does.
fn read_text(club: &Club, text: &str) -> Result<TurnFile, &'static str> {
    let mut input = turnfile::read(text.as_bytes(), &club.chronicle);
    match input.findings.iter().find(|f| f.is_error()) {
        Some(finding) => Err(finding.code),
        None => Ok(input.turn_files.remove(0)),
    }
}

/// Running the program again gives the same entry, byte for byte: nothing gained.
#[test]
fn re_roll_by_running_again() {
    let (club, plain) = moved("bid 4");
    let run = || {
        let mut club = club.copy();
        let cast = club.answer("east", std::slice::from_ref(&plain));
        club.resolve(&[plain.clone(), cast]).expect("the step resolves");
        club.chronicle.lines
    };
    assert_eq!(run(), run());
}

/// Comment, blank, spelling, other orders, time: no die falls otherwise, since none of it is in the step key.
#[test]
fn re_roll_by_a_comment_a_space_a_spelling_or_a_time() {
    let (club, plain) = moved("bid 4");
    let fair = rolls(&club, &plain);
    for text in ["bid 4  # a comment", "  BID   4 ", "Bid 4\n\n# x", "bid 5", "bid 4\nnote 3"] {
        let read = read_text(&club, &format!("ORDERS toy north\n\n{text}\nEND\n")).expect("it reads");
        let post = club.bypass("north", &read.checked.lines.join("\n"), true);
        assert_eq!(rolls(&club, &post), fair, "{text}");
    }
    let later = Some("2026-11-29T20:15Z".parse().expect("an instant"));
    assert_eq!(rolls(&club, &club.signed(Post { sent: later, ..plain }, &[])), fair);
}

/// A second form of a signature: refused, `signature/wrong`.
#[test]
fn re_roll_by_a_signature_variant() {
    let (club, plain) = moved("bid 4");
    let signature = plain.signature.clone().expect("it is signed");
    let mut bytes = HEXLOWER.decode(signature.as_bytes()).expect("hex");
    let order =
        HEXLOWER.decode(b"edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010").expect("hex");
    let mut carry = 0_u16;
    for (s, o) in bytes[32..].iter_mut().zip(order) {
        let sum = u16::from(*s) + u16::from(o) + carry;
        (*s, carry) = (sum as u8, sum >> 8);
    }
    for variant in [HEXLOWER.encode(&bytes), signature.to_uppercase(), format!("{signature}00")] {
        let post = Post { signature: Some(variant), ..plain.clone() };
        assert_eq!(code(club.try_answer("east", &[post])), "signature/wrong");
    }
}

/// With one key alone no step key can be made: of 64 guesses at the other link none gives the dice but by chance,
/// and the step does not resolve, `link/missing`.
#[test]
fn foreseeing_with_ones_own_key_alone() {
    let (mut club, plain) = moved("bid 4");
    assert_eq!(code(club.copy().resolve(std::slice::from_ref(&plain))), "link/missing");
    let label = "0 bid north";
    let key = |east: &str| {
        let links = [("north", plain.link.clone().expect("a link")), ("east", east.to_owned())]
            .map(|(s, l)| (s.to_owned(), l));
        dice::step_key(club.chronicle.game(), 1, &club.chronicle.terms.seats, &links.into())
    };
    let mut falls = [0; 6];
    for guess in 0..600 {
        let mut dice = dice::Dice::keyed(key(&nonce(guess)));
        falls[dice.roll("north", label.to_owned(), 6, 1)[0] as usize - 1] += 1;
    }
    assert!(falls.iter().all(|n| (60..=140).contains(n)), "the other link decides: {falls:?}");
    let true_key = key(&club.link("east", 1));
    let fell = dice::Dice::keyed(true_key).roll("north", label.to_owned(), 6, 1).to_vec();
    let cast = club.answer("east", std::slice::from_ref(&plain));
    club.resolve(&[plain, cast]).expect("the step resolves");
    assert_eq!(club.newest()["rolls"][0]["results"], json!(fell));
}

/// A game begun anew under its old name has another id, and so other chains: the old links are `link/wrong`.
#[test]
fn foreseeing_after_a_restart_under_the_same_name() {
    let old = Club::new(2, &[]);
    let new = Club::with(2, &[], |terms| terms.nonce = nonce(7));
    assert_eq!(old.chronicle.terms.name, new.chronicle.terms.name);
    assert_ne!(old.chronicle.game(), new.chronicle.game());
    for seat in SEATS[..2].iter().copied() {
        assert_ne!(old.link(seat, 1), new.link(seat, 1));
    }
    let mut post = new.bypass("north", "bid 4", true);
    post.link = Some(old.link("north", 1));
    let post = new.signed(post, &[]);
    assert_eq!(code(new.try_answer("east", &[post])), "link/wrong");
}

/// Whatever the writer puts into the history while a link is out, the letter with the link fits no more:
/// `signature/wrong`. The game stalls, and nothing is rolled.
#[test]
fn an_entry_slipped_in_while_a_link_is_out() {
    let mut club = Club::new(3, &[("asides", "yes")]);
    let plain = club.orders("north", "bid 4");
    let link = club.answer("south", std::slice::from_ref(&plain));
    let aside = club.orders("east", "note 3");
    club.lock(&[aside]).expect("it may be locked");
    assert_eq!(code(club.try_answer("east", std::slice::from_ref(&plain))), "signature/wrong");
    let again = club.orders("north", "bid 4");
    assert_eq!(code(club.try_answer("south", &[plain])), "signature/wrong");
    let cast = club.answer("east", std::slice::from_ref(&again));
    assert_eq!(code(club.resolve(&[again, cast, link])), "signature/wrong");
}

/// A step has at most one `locked` entry: `lock/twice`.
#[test]
fn a_second_locked_entry() {
    let mut club = Club::new(3, &[("asides", "yes")]);
    let (east, south) = (club.orders("east", "note 3"), club.orders("south", "note 4"));
    club.lock(&[east]).expect("it may be locked");
    let south = club.signed(south, &[]);
    assert_eq!(code(club.lock(&[south])), "lock/twice");
}

/// A card played once the links are there, by a rival or by the caster: `lock/too-late`.
#[test]
fn an_any_time_card_after_the_link() {
    let mut club = Club::new(3, &[("asides", "yes")]);
    let plain = club.orders("north", "bid 4");
    let south = club.answer("south", std::slice::from_ref(&plain));
    let mut card = club.bypass("east", "note 9", true);
    assert_eq!(code(club.copy().resolve(&[plain.clone(), card.clone(), south.clone()])), "lock/too-late");
    card.link = None;
    let card = club.signed(card, &[]);
    assert_eq!(code(club.copy().resolve(&[plain.clone(), card, south.clone()])), "link/missing");
    let cast = club.answer("east", std::slice::from_ref(&plain));
    club.resolve(&[plain, cast, south]).expect("the step resolves");
    assert_eq!(club.forged(|e| e["orders"]["east"] = json!(["note 9"])), "lock/too-late");
}

/// Both orders in one entry with both links, neither locked first: `lock/too-late`.
#[test]
fn two_seats_ordering_in_one_step() {
    let mut club = Club::new(2, &[("plan", "r")]);
    let posts = [club.bypass("north", "bid 4", true), club.bypass("east", "bid 9", true)];
    assert_eq!(code(club.resolve(&posts)), "lock/too-late");
}

/// A seal of nothing opens to nothing: the step waits, `seal/unopened` or `seal/other`, and refusal forfeits.
#[test]
fn a_rubbish_seal_or_one_never_opened_buys_no_second_order() {
    let mut club = Club::new(2, &[("plan", "r")]);
    let seat = club.seat("east");
    let part = Part::Seal("a".repeat(64));
    let rubbish =
        club.signed(Post { seat, part, link: None, sent: None, reactions: None, signature: None }, &[]);
    club.lock(&[rubbish]).expect("nobody can tell");
    let plain = club.orders("north", "bid 4");
    let link = club.link("east", 1);
    let with = |part: Part| {
        let post =
            Post { seat, part, link: Some(link.clone()), sent: None, reactions: None, signature: None };
        [plain.clone(), club.signed(post, std::slice::from_ref(&plain))]
    };
    let opening = Part::Opening { salt: "b".repeat(64), orders: lines("bid 9") };
    assert_eq!(code(club.copy().resolve(&with(opening))), "seal/other");
    assert_eq!(code(club.copy().resolve(&with(Part::Link))), "seal/unopened");
    assert_eq!(code(club.copy().resolve(&with(Part::Orders(lines("bid 9"))))), "letter/second");
}

/// A word that would end the game, were it true, excuses nothing: `letter/second`, also where nothing is rolled.
#[test]
fn a_seal_never_opened_behind_a_draw_that_nobody_offered() {
    for plan in ["r", "s"] {
        let mut club = Club::new(2, &[("plan", plan)]);
        club.lock_first(&|_| "bid 4".to_owned());
        let letters = club.letters(&|_| "bid 3".to_owned());
        let sealed = club.chronicle.need.opens[0].clone();
        for text in ["bid 9\naccept draw", "accept draw", "accept draw\nconcede", "bid 9\nconcede"] {
            for with_link in [true, false] {
                let second = club.bypass(&sealed, text, with_link && plan == "r");
                let others = letters.iter().filter(|p| club.chronicle.name(p.seat) != sealed).cloned();
                let posts: Vec<Post> = others.chain([second]).collect();
                let refused = code(club.copy().resolve(&posts));
                assert!(
                    ["letter/second", "link/missing", "lock/too-late"].contains(&refused),
                    "{text}: {refused}"
                );
            }
        }
    }
}

/// A seat that has nothing left to lose ends no step by a word: `link/missing`, its word is dropped.
#[test]
fn a_step_unrolled_by_the_concession_of_a_seat_that_is_out() {
    let mut club = Club::new(3, &[]);
    let concession = club.orders("east", "concede");
    club.resolve(&[concession]).expect("a seat may give up once");
    let again = club.bypass("east", "concede", false);
    assert_eq!(code(club.copy().resolve(std::slice::from_ref(&again))), "link/missing");
    let club = Club::with(2, &[], |terms| terms.dice = DiceMode::Referee);
    let word = club.bypass("referee", "concede", false);
    assert_eq!(code(club.copy().resolve(&[word])), "link/missing");
    let offer = club.bypass("referee", "accept draw", false);
    assert_eq!(code(club.copy().resolve(&[offer])), "link/missing");
}

/// Named: in a game of three or more a seat may give up for good while a link is out, and the step is rolled under
/// another number. It costs that seat its game, once.
#[test]
fn a_concession_while_a_link_is_out_costs_the_seat() {
    let mut club = Club::new(3, &[]);
    let plain = club.orders("north", "bid 4");
    let concession = club.orders("south", "concede");
    club.resolve(&[concession]).expect("a seat may give up");
    assert_eq!(club.newest()["kind"], "conceded");
    assert_eq!(club.chronicle.need.step, 2);
    assert_eq!(code(club.try_answer("east", &[plain])), "link/wrong", "the link of step 1 is spent");
    club.steps(1);
}

/// All players in the game agree on a draw by signed letters, without dice; a referee is not asked.
#[test]
fn a_draw_needs_the_players_alone() {
    for dice in [DiceMode::Peers, DiceMode::Referee] {
        let mut club = Club::with(3, &[], |terms| terms.dice = dice);
        let concession = club.orders("south", "concede");
        club.resolve(&[concession]).expect("a seat may give up");
        let offers = ["north", "east"].map(|seat| club.bypass(seat, "offer draw", false));
        assert_eq!(code(club.copy().resolve(&offers[..1])), "link/missing");
        assert_eq!(code(club.copy().resolve(&offers)), "taken", "both in one step");
        club.step(&|_| "bid 4\noffer draw".to_owned());
        let accepted = club.orders("east", "accept draw");
        assert_eq!(accepted.link, None, "nothing is rolled for it");
        club.resolve(&[accepted]).unwrap_or_else(|e| panic!("{dice:?}: {e}"));
        assert_eq!(club.newest()["kind"], "drawn");
        club.copy();
    }
}

/// A link that was not committed to: `link/wrong`.
#[test]
fn a_late_chosen_link() {
    let (club, plain) = moved("bid 4");
    for link in
        [nonce(1), String::new(), "å".to_owned(), "a\nb".to_owned(), club.link("north", 1).to_uppercase()]
    {
        let mut post = plain.clone();
        post.link = Some(link.clone());
        // A line feed or a letter beyond ASCII cannot even be signed.
        let post = if link.is_ascii() && !link.contains('\n') { club.signed(post, &[]) } else { post };
        assert_eq!(code(club.copy().resolve(&[post])), "link/wrong", "{link:?}");
    }
    let cast = club.answer("east", std::slice::from_ref(&plain));
    let mut club = club;
    club.resolve(&[plain, cast]).expect("the step resolves");
    for link in [json!(nonce(1)), json!("å"), json!("a\nb"), json!("")] {
        assert_eq!(club.forged(|e| e["links"]["north"] = link.clone()), "link/wrong", "{link}");
    }
}

/// A link used twice, from another seat, step or game: `link/wrong`.
#[test]
fn a_link_used_twice_or_from_elsewhere() {
    let mut club = Club::new(2, &[]);
    club.steps(2);
    let other = Club::with(2, &[], |terms| terms.nonce = nonce(9));
    for (what, link) in [
        ("of the step before", club.link("north", 2)),
        ("of a step to come", club.link("north", 4)),
        ("of another seat", club.link("east", 3)),
        ("of another game", other.link("north", 3)),
        ("the tip", club.chronicle.identities["north"].known.clone().expect("a link is known").link),
    ] {
        let mut post = club.bypass("north", "bid 4", true);
        post.link = Some(link);
        assert_eq!(code(club.try_answer("east", &[club.signed(post, &[])])), "link/wrong", "{what}");
    }
}

/// Whoever joins with another's tip can never add a link: `link/wrong`, which is a refusal.
#[test]
fn a_copied_tip() {
    let module = toy::find("toy").expect("the toy is known");
    let mut chronicle = Chronicle::begin(module, terms(2, &[]), None).expect("sound terms");
    chronicle.join("north", &nonce(100), Some(&secret(0))).expect("north joins");
    let mut joining = Chronicle::begin(module, terms(2, &[]), None).expect("sound terms");
    joining.join("north", &nonce(100), Some(&secret(0))).expect("north joins");
    joining.join("east", &nonce(101), Some(&secret(1))).expect("east joins");
    let mut entry: Value = serde_json::from_str(&joining.lines[2]).expect("a line is JSON");
    let north: Value = serde_json::from_str(&joining.lines[1]).expect("a line is JSON");
    entry["tip"] = north["tip"].clone();
    sign_joining(&mut entry, joining.game(), 1);
    let mut lines = joining.lines[..2].to_vec();
    lines.push(canonical::line(&entry).expect("canonical"));
    let mut copied = Club::new(2, &[]);
    copied.chronicle = read(&lines).expect("nobody can tell");
    let plain = copied.orders("north", "bid 4");
    for link in [copied.link("east", 1), copied.link("north", 1)] {
        let seat = copied.seat("east");
        let cast =
            Post { seat, part: Part::Link, link: Some(link), sent: None, reactions: None, signature: None };
        let cast = copied.signed(cast, std::slice::from_ref(&plain));
        assert_eq!(code(copied.copy_of(&lines).resolve(&[plain.clone(), cast])), "link/wrong");
    }
}

/// Signs an entry by which a seat joins anew.
fn sign_joining(entry: &mut Value, game: &str, number: usize) {
    let mut bare = entry.clone();
    for key in ["prev", "signature"] {
        bare.as_object_mut().expect("a map").remove(key);
    }
    let line = canonical::line(&bare).expect("canonical");
    let hash = canonical::hash("joined", &[game, &line]);
    entry["signature"] = json!(Signing::new(&secret(number)).sign(&hash));
}

/// Another seat's seal as one's own cannot be opened by it: `seal/other`.
#[test]
fn a_copied_seal() {
    let mut club = Club::new(3, &[("plan", "s")]);
    let north = club.orders("north", "bid 7");
    let Part::Seal(seal) = north.part.clone() else { panic!("north seals") };
    let seat = club.seat("east");
    let part = Part::Seal(seal);
    let east =
        club.signed(Post { seat, part, link: None, sent: None, reactions: None, signature: None }, &[]);
    club.lock(&[north, east]).expect("nobody can tell");
    let south = club.orders("south", "bid 1");
    let opening = club.answer("north", std::slice::from_ref(&south));
    let copied = Post { seat, ..opening.clone() };
    assert_eq!(code(club.resolve(&[opening, copied, south])), "seal/other");
}

/// A letter of an older position: refused by its first line, `head/wrong-step` or `head/wrong-head`; without one by
/// its signature, `link/wrong` or `signature/wrong`.
#[test]
fn an_old_turn_file_replayed() {
    let mut club = Club::new(2, &[("plan", "q")]);
    let first = club.orders("north", "bid 4");
    let text = turnfile::write(&club.chronicle, &TurnFile::of_post(&first));
    let headless = text.split_once('\n').map(|(_, rest)| format!("ORDERS toy north\n{rest}")).expect("lines");
    club.steps(2);
    assert_eq!(read_text(&club, &text).err(), Some("head/wrong-step"));
    let sameness = text.replace("step 1", "step 3");
    assert_eq!(read_text(&club, &sameness).err(), Some("head/wrong-head"));
    let replayed = read_text(&club, &headless).expect("it reads").post();
    assert_eq!(replayed, first);
    assert_eq!(code(club.resolve(&[replayed])), "signature/wrong");

    let (mut club, plain) = moved("bid 4");
    club.steps(2);
    assert_eq!(code(club.try_answer("east", &[plain])), "link/wrong");
}

/// A second turn file once the step is over fits no position any more: `link/wrong`. What a caster still at the
/// older file does with it is the key folder's matter.
#[test]
fn a_second_turn_file_for_a_spent_step() {
    let (mut club, plain) = moved("bid 4");
    let second = club.bypass("north", "bid 9", true);
    let cast = club.answer("east", std::slice::from_ref(&plain));
    club.resolve(&[plain, cast]).expect("the step resolves");
    club.steps(1);
    assert_eq!(code(club.try_answer("east", &[second])), "link/wrong");
}

/// Orders altered under a link by the caster, by the mover, or by both under a third seat's: `signature/wrong`.
#[test]
fn orders_altered_or_swapped_under_a_given_link() {
    let mut club = Club::new(3, &[]);
    let plain = club.orders("north", "bid 4");
    let (east, south) = (
        club.answer("east", std::slice::from_ref(&plain)),
        club.answer("south", std::slice::from_ref(&plain)),
    );
    // The caster alters the mover's orders.
    let altered = Post { part: Part::Orders(lines("bid 9")), ..plain.clone() };
    assert_eq!(code(club.copy().resolve(&[altered, east.clone(), south.clone()])), "signature/wrong");
    // The mover signs others once the links are there.
    let second = club.bypass("north", "bid 9", true);
    assert_eq!(code(club.copy().resolve(&[second.clone(), east.clone(), south.clone()])), "signature/wrong");
    // Mover and caster together, under the third seat's link.
    let conspired = club.answer("east", std::slice::from_ref(&second));
    assert_eq!(code(club.copy().resolve(&[second, conspired, south.clone()])), "signature/wrong");
    club.resolve(&[plain, east, south]).expect("the step resolves");
    assert_eq!(club.forged(|e| e["orders"]["north"] = json!(["bid 9"])), "signature/wrong");
    assert_eq!(club.forged(|e| e["sent"] = json!({"north": "2026-11-29T20:15Z"})), "signature/wrong");
}

/// What was locked cannot be altered either: the links are signed over the entry that it stands in.
#[test]
fn locked_orders_swapped_under_links() {
    let mut club = Club::new(3, &[("plan", "r")]);
    club.lock_first(&|_| "bid 4".to_owned());
    let locked = club.chronicle.lines.len() - 1;
    let letters = club.letters(&|_| "bid 4".to_owned());
    club.resolve(&letters).expect("the step resolves");
    assert_eq!(club.forged_at(locked, |e| e["seals"]["south"] = json!(nonce(3))), "signature/wrong");
    let swap = |e: &mut Value| {
        let (a, b) = (e["seals"]["north"].clone(), e["seals"]["south"].clone());
        (e["seals"]["north"], e["seals"]["south"]) = (b, a);
    };
    assert_eq!(club.forged_at(locked, swap), "signature/wrong");
}

/// A line with a far step number: `history/unsound`, as no step is skipped but by consent; a turn file asking for
/// it is `head/wrong-step`.
#[test]
fn a_forged_file_with_a_far_step_number_to_fish_for_links() {
    let mut club = Club::new(2, &[]);
    club.steps(2);
    let far = |e: &mut Value| e["need"]["step"] = json!(9000);
    assert_eq!(club.forged(far), "history/other-need");
    assert_eq!(club.forged_at(2, far), "signature/wrong");
    assert_eq!(club.forged(|e| e["step"] = json!(9000)), "history/unsound");
    assert_eq!(read_text(&club, "ORDERS toy step 9000 north\n\nbid 1\nEND\n").err(), Some("head/wrong-step"));
    let voided = json!({
        "agreed": ["north", "east"], "kind": "voided", "need": club.newest()["need"], "prev": club.chronicle.head,
        "public": club.newest()["public"], "step": 3, "to": 2, "why": "take-back",
    });
    let mut forged = club.chronicle.lines.clone();
    forged.push(canonical::line(&voided).expect("canonical"));
    assert_eq!(read(&forged).err().map(|d| d.code), Some("signature/missing"));
}

/// Nobody shortens, doubles, re-orders or splices a history: `chain/wrong-prev`. Cut off at its end it *is* the
/// earlier file, which a turn file that names the later head exposes, `head/wrong-head`.
#[test]
fn history_truncated_forked_spliced_or_re_ordered() {
    let mut club = Club::new(2, &[]);
    club.steps(4);
    let lines = &club.chronicle.lines;
    let departs = |edit: &dyn Fn(&mut Vec<String>)| {
        let mut edited = lines.clone();
        edit(&mut edited);
        read(&edited).err().map(|d| d.code)
    };
    for (k, line) in lines.iter().enumerate().take(lines.len() - 1).skip(1) {
        assert_eq!(departs(&|l| drop(l.remove(k))), Some("chain/wrong-prev"), "entry {k} is gone");
        assert_eq!(departs(&|l| l.insert(k, line.clone())), Some("chain/wrong-prev"), "entry {k} twice");
        assert_eq!(departs(&|l| l.swap(k, k + 1)), Some("chain/wrong-prev"), "entry {k} swapped");
    }
    let mut fork = Club::new(2, &[]);
    fork.steps(3);
    fork.step(&|_| "bid 9".to_owned());
    fork.steps(1);
    let last = lines.len() - 1;
    assert_eq!(departs(&|l| l.push(fork.chronicle.lines[last + 1].clone())), Some("chain/wrong-prev"));
    let mut earlier = club.copy_of(&lines[..last]);
    assert_eq!(earlier.chronicle.need.step, 4, "a file cut off is the earlier file");
    let newest = club.orders("north", "bid 4");
    let text = turnfile::write(&club.chronicle, &TurnFile::of_post(&newest)).replace("step 5", "step 4");
    assert_eq!(read_text(&earlier, &text).err(), Some("head/wrong-head"));
    assert_eq!(code(earlier.resolve(&[newest])), "link/wrong");
}

/// A link more is `link/unasked`, one less `link/missing`, another set in the entry before `history/other-need`.
#[test]
fn a_link_argued_in_or_out_of_the_set() {
    let mut club = Club::with(3, &[], |terms| terms.casters = adjutant::kernel::terms::Casters::Next);
    let mut letters = club.letters(&|_| "bid 4".to_owned());
    let part = Part::Link;
    let link = Some(club.link("south", 1));
    let more = Post { seat: club.seat("south"), part, link, sent: None, reactions: None, signature: None };
    letters.push(club.signed(more, &letters[..1]));
    assert_eq!(code(club.copy().resolve(&letters)), "link/unasked");
    letters.pop();
    let cast = letters.pop().expect("the caster's");
    assert_eq!(code(club.copy().resolve(&letters)), "link/missing");
    letters.push(cast);
    club.resolve(&letters).expect("the step resolves");
    assert_eq!(club.forged(|e| e["need"]["links"] = json!(["east"])), "history/other-need");
    assert_eq!(club.forged(|e| e["need"]["caster"] = json!("north")), "history/other-need");
    assert_eq!(
        club.forged(|e| drop(e["links"].as_object_mut().map(|l| l.remove("east")))),
        "history/unsound"
    );
}

/// Terms that say less are another game, which nobody has joined: `signature/wrong` or `join/bad-key`.
#[test]
fn mode_or_rules_downgraded() {
    let mut club = Club::new(2, &[]);
    club.steps(1);
    for (what, key, value, refused) in [
        ("mode none", "dice", json!("none"), "join/bad-key"),
        ("mode referee", "dice", json!("referee"), "terms/unsound"),
        ("fewer links", "casters", json!("next"), "signature/wrong"),
        ("lenient orders", "orders", json!("lenient"), "signature/wrong"),
        ("a deadline", "deadline", json!("1h"), "signature/wrong"),
        ("other seats", "seats", json!(["east", "north"]), "history/other-need"),
        ("another option", "options", json!({"plan": "q"}), "signature/wrong"),
        ("other rules", "rules", json!("toy/2"), "rules/other-version"),
        ("other data", "data", json!(nonce(1)), "rules/other-data"),
        ("another format", "format", json!(2), "terms/unsound"),
    ] {
        assert_eq!(club.forged_at(0, |e| e[key] = value), refused, "{what}");
    }
    let open = |e: &mut Value| (e["dice"], e["seed"]) = (json!("open"), json!(nonce(1)));
    assert_eq!(club.forged_at(0, open), "join/bad-key", "mode open");
}

/// Two rolls under one label are a fault of the rules that stops the step: `dice/unsound`.
#[test]
fn two_rolls_under_one_label() {
    let mut club = Club::new(2, &[("twice", "yes")]);
    let letters = club.letters(&|_| "bid 4".to_owned());
    assert_eq!(code(club.resolve(&letters)), "dice/unsound");
}

/// Labels are made of ids, and no id holds a blank or a sign that could make one label look like another.
#[test]
fn a_planted_label() {
    let mut club = Club::new(2, &[]);
    club.steps(1);
    for id in ["north bid", "North", "n\u{f6}rth", "", "1north", "north\n"] {
        let refused = club.forged_at(0, |e| e["seats"][0] = json!(id));
        assert_eq!(refused, "terms/unsound", "{id:?}");
    }
    assert_eq!(club.forged_at(0, |e| e["seats"] = json!(["north", "north"])), "terms/unsound");
    assert_eq!(
        club.forged_at(0, |e| e["seats"] = json!(["north"])),
        "terms/unsound",
        "nobody to guard its dice"
    );
}

/// Components that the terms do not name: `rules/other-components`.
#[test]
fn other_components_than_agreed() {
    let mut club = Club::new(2, &[]);
    club.steps(1);
    let components = json!({"die": [6, 6, 6, 6, 6, 6]});
    let found = Chronicle::read(&club.chronicle.lines, Some(&components), &toy::find, &mut |_| {}).err();
    assert_eq!(found.map(|d| d.code), Some("rules/other-components"));
    assert_eq!(club.forged_at(0, |e| e["components"] = json!(nonce(1))), "rules/other-components");
}

/// What hidden draws are to be made of is fixed when the referee joins, under his signature: `signature/wrong`, or
/// `join/bad-key` where it is left out. Hidden draws themselves are not built; there is no way to ask for one.
#[test]
fn a_hidden_draw_recomputed() {
    let club = Club::with(2, &[], |terms| terms.dice = DiceMode::Referee);
    let joined = club.chronicle.lines.len() - 1;
    assert_eq!(club.entry(joined)["seat"], "referee");
    assert_eq!(club.forged_at(joined, |e| e["hidden"] = json!(nonce(1))), "signature/wrong");
    assert_eq!(
        club.forged_at(joined, |e| drop(e.as_object_mut().map(|m| m.remove("hidden")))),
        "join/bad-key"
    );
    assert_eq!(club.forged_at(joined - 1, |e| e["hidden"] = json!(nonce(1))), "join/bad-key");
}

/// A seal does not tell which of a few orders it holds: its salt follows from the seat's secret, and is another for
/// every order, step and game.
#[test]
fn a_state_hash_or_seal_guessed() {
    let mut club = Club::new(2, &[("plan", "s")]);
    let sealed = club.orders("north", "bid 7");
    let Part::Seal(mine) = sealed.part else { panic!("north seals") };
    let place = seal::Purpose { game: club.chronicle.game(), step: 1, slot: seal::ORDERS };
    let known = [club.chronicle.game().to_owned(), club.chronicle.head.clone(), "-".to_owned(), nonce(100)];
    for n in 1..=9 {
        let orders = lines(&format!("bid {n}"));
        for salt in &known {
            assert_ne!(place.seal("north", salt, &orders), mine);
        }
        let others = place.salt(club.secret("east"), &orders);
        assert_ne!(place.seal("north", &others, &orders), mine, "another seat's salt");
    }
    club.steps(2);
    let again = club.orders("north", "bid 7");
    assert_ne!(again.part, Part::Seal(mine), "the same orders in another step");
}

/// Named: a referee who drops a turn file cannot be stopped, but its copy at another seat proves that it was sent,
/// for this step and head, by this seat's signature.
#[test]
fn the_referee_dropping_a_turn_file() {
    let mut club = Club::with(2, &[], |terms| {
        terms.dice = DiceMode::Referee;
        terms.deadline = Some("1d".parse().expect("a length of time"));
    });
    let sent = Some("2026-11-29T20:15Z".parse().expect("an instant"));
    let north = club.seat("north");
    let plain = club.chronicle.lock_orders(north, lines("bid 4"), sent, Some(club.secret("north")));
    let plain = plain.expect("north moves");
    let hash = club.chronicle.place().move_hash("north", &plain).expect("a turn file has one");
    let key = Verifying::new(&club.chronicle.identities["north"].public).expect("a key");
    assert!(key.verifies(&hash, plain.signature.as_deref().expect("it is signed")));
    // The defaults cannot be claimed in its place, since its link is needed.
    let now = Some("2026-12-29T20:15Z".parse().expect("an instant"));
    let missing = Post::missing(north);
    let seat = club.seat("referee");
    let link = Some(club.link("referee", 1));
    let cast =
        club.signed(Post { seat, part: Part::Link, link, sent: None, reactions: None, signature: None }, &[]);
    let outcome = club.chronicle.resolve(&[missing, cast], now, Telling::Events);
    assert_eq!(code(outcome), "link/missing");
}

/// An entry names the instant of a claim only where one was made; else its writer could set the clock far ahead, so
/// that nobody's time fits any more.
#[test]
fn a_clock_set_ahead_by_the_writer() {
    let mut club =
        Club::with(2, &[("plan", "q")], |terms| terms.deadline = Some("1d".parse().expect("a time")));
    let now = Some("9999-11-29T20:15Z".parse().expect("an instant"));
    let sent = Some("2026-11-29T20:15Z".parse().expect("an instant"));
    let seat = club.seat("north");
    let plain = club.chronicle.lock_orders(seat, lines("bid 4"), sent, Some(club.secret("north")));
    club.chronicle.resolve(&[plain.expect("north moves")], now, Telling::Events).expect("the step resolves");
    assert_eq!(club.newest().get("now"), None);
    assert_eq!(club.chronicle.last_sent, sent);
    assert_eq!(club.forged(|e| e["now"] = json!("9999-11-29T20:15Z")), "history/unsound");
}

/// The history reads the same by two YAML readers, and what they could read differently is refused by either.
#[test]
fn two_yaml_readings_of_one_file() {
    let mut club = Club::new(2, &[("plan", "rb")]);
    club.steps(3);
    let lines = club.chronicle.lines.clone();
    let record = adjutant::kernel::record::Record {
        chronicle: club.chronicle,
        contacts: [("north".to_owned(), "Norbert <no@example.org>".to_owned())].into(),
        components: None,
        amendment: None,
    };
    let text = record.to_file().write();
    let other: serde_yaml_archived::Value = serde_yaml_archived::from_str(&text).expect("it reads");
    let history = other["history"].as_str().expect("one literal block");
    assert_eq!(history.lines().collect::<Vec<_>>(), texts(&lines));
    assert_eq!(other["head"].as_str(), Some(record.chronicle.head.as_str()));
    let refused = |text: &str| adjutant::kernel::gamefile::GameFile::read(text.as_bytes()).is_err();
    assert!(!refused(&text));
    assert!(refused(&format!("{text}history: x\n")), "a second history");
    assert!(refused(&text.replacen("history: |", "history: !!binary |", 1)), "a tag");
    assert!(refused(&text.replacen("history: |", "history: &a |", 1)), "an anchor");
    assert!(refused(&text.replacen("history: |", "history: >", 1)), "a folded block");
}

/// Open dice are what they are called: the seed in the file gives every roll to come, and changing it is another
/// game that nobody has joined.
#[test]
fn open_dice_hide_nothing() {
    let mut club = Club::with(2, &[], |terms| {
        terms.dice = DiceMode::Open;
        terms.seed = Some(nonce(5));
    });
    let key = dice::open_key(club.chronicle.game(), 1, &nonce(5));
    let fell = dice::Dice::keyed(key).roll("north", "0 bid north".to_owned(), 6, 1).to_vec();
    club.steps(1);
    assert_eq!(club.newest()["rolls"][0]["results"], json!(fell));
    assert_eq!(club.newest()["links"], json!({}));
    assert_eq!(club.forged_at(0, |e| e["seed"] = json!(nonce(6))), "signature/wrong");
    assert_eq!(club.forged_at(0, |e| drop(e.as_object_mut().map(|m| m.remove("seed")))), "terms/unsound");
}

/// A die recorded otherwise than it fell: `dice/other-result`; one that the rules do not roll: `rules/other-rolls`.
#[test]
fn a_die_put_down_otherwise_than_it_fell() {
    let mut club = Club::with(2, &[], |terms| terms.orders = OrdersPolicy::Lenient);
    club.steps(1);
    let turned = |e: &mut Value| {
        let fell = e["rolls"][0]["results"][0].as_u64().expect("a number");
        e["rolls"][0]["results"][0] = json!(fell % 6 + 1);
    };
    assert_eq!(club.forged(turned), "dice/other-result");
    assert_eq!(club.forged(|e| e["rolls"] = json!([])), "rules/other-rolls");
    assert_eq!(club.forged(|e| e["rolls"][0]["label"] = json!("0 bid east")), "rules/other-rolls");
}

/// Nobody gains by being named second: all who give up in one step leave, and if nobody would be left it is a draw.
#[test]
fn all_who_give_up_in_one_step_leave() {
    let mut club = Club::new(3, &[]);
    let letters = ["north", "east"].map(|seat| club.bypass(seat, "concede", false));
    club.resolve(&letters).expect("seats may give up");
    assert_eq!(club.newest()["kind"], "conceded");
    assert!(["north", "east"].iter().all(|name| {
        let seat = club.chronicle.seat(name).expect("a seat");
        !club.chronicle.table.is_in_game(seat)
    }));
    let mut club = Club::new(3, &[]);
    let letters = ["north", "east", "south"].map(|seat| club.bypass(seat, "concede", false));
    club.resolve(&letters).expect("seats may give up");
    assert_eq!(club.newest()["kind"], "drawn");
}
