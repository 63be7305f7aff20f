//! Attacks on the key folder, with the program itself: nothing in a stateless tool remembers that a link has gone
//! out, but for the list beside the key.

use adjutant::games;
use adjutant::kernel::gamefile::GameFile;
use adjutant::kernel::keys::Secret;
use adjutant::kernel::record::Record;
use adjutant::kernel::turnfile::{self, TurnFile};
use assert_cmd::Command;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// What a call printed, and whether it did what it was asked.
struct Done {
    ok: bool,
    out: String,
    err: String,
}

impl Done {
    /// Demands that the call went well.
    fn well(self) -> String {
        assert!(self.ok, "{}", self.err);
        self.out
    }

    /// Demands that the call was refused with a code, and that nothing was printed that could be sent.
    fn refused(self, code: &str) {
        assert!(!self.ok && self.err.contains(&format!("[{code}]")), "{}{}", self.out, self.err);
        assert_eq!(self.out, "");
    }
}

/// A folder with the files of a game of two, and a key folder for each machine.
struct Desk(TempDir);

const DEPLOYMENT: &str = "place uppland in centre\nplace narke in left\nplace gotland,horn in right";
const OTHER_DEPLOYMENT: &str = "place narke in centre\nplace uppland in left\nplace gotland,horn in right";

impl Desk {
    /// A game in which both seats have mustered, and sture deploys with dice of sture and grip, who casts.
    fn new() -> Self {
        let desk = Self(TempDir::new().expect("a folder"));
        desk.keep("g0", &desk.run("sture", &format!("{BEGIN} --nonce {}", "7".repeat(64))).well());
        desk.keep("g1", &desk.run("grip", "join g0 --seat grip").well());
        desk.lock("sture", "g1", "muster all", "s1");
        desk.lock("grip", "g1", "muster all", "r1");
        desk.keep("g2", &desk.run("grip", "adjudicate g1 s1 r1").well());
        desk.lock("sture", "g2", DEPLOYMENT, "s2");
        desk
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn keep(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).expect("a file");
    }

    fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap_or_default()
    }

    /// Runs the program on the machine that has a key folder of this name.
    fn run(&self, machine: &str, args: &str) -> Done {
        let keys = self.path(machine);
        std::fs::create_dir_all(&keys).expect("a folder");
        let mut command = Command::cargo_bin("adjutant").expect("the program");
        command.current_dir(self.0.path()).env("ADJUTANT_KEYS", keys).env("LC_ALL", "C.UTF-8");
        let done = command.args(args.split(' ')).output().expect("it runs");
        let text = |bytes| String::from_utf8(bytes).expect("text");
        Done { ok: done.status.success(), out: text(done.stdout), err: text(done.stderr) }
    }

    /// Writes a seat's turn file and locks it.
    fn try_lock(&self, seat: &str, game: &str, orders: &str, how: &str) -> Done {
        self.keep("own", &format!("ORDERS nyen {seat}\n\n{orders}\nEND\n"));
        self.run(seat, format!("lock {game} own {how}").trim())
    }

    fn lock(&self, seat: &str, game: &str, orders: &str, name: &str) {
        let text = self.try_lock(seat, game, orders, "").well();
        self.keep(name, &text);
    }

    /// A letter signed by a program that checks nothing.
    fn bypass(&self, seat: &str, game: &str, orders: &str) -> String {
        let file = GameFile::read(self.text(game).as_bytes()).expect("a game file");
        let record = Record::read(&file, &games::find, &mut |_| {}).expect("a sound one");
        let chronicle = &record.chronicle;
        let secret = Secret::read(&self.text(&format!("{seat}/nyen.{seat}.key"))).expect("a key file");
        let lines = orders.lines().map(str::to_owned).collect();
        let post = chronicle.lock_orders(chronicle.seat(seat).expect("a seat"), lines, None, Some(&secret));
        turnfile::write(chronicle, &TurnFile::of_post(&post.expect("it signs")))
    }

    /// Grip casts for the deployment.
    fn cast(&self) {
        let next = self.run("grip", "adjudicate g2 s2").well();
        self.keep("g3", &next);
    }

    /// Sture's second thoughts, locked although the first were sent.
    fn second_thoughts(&self) {
        let text = self.try_lock("sture", "g2", OTHER_DEPLOYMENT, "--replace").well();
        assert_ne!(text, self.text("s2"));
        self.keep("s2b", &text);
    }

    /// Grip's list of answers.
    fn list(&self) -> String {
        self.text("grip/nyen.grip.key.answers")
    }

    /// Copies a key folder to another machine.
    fn copy(&self, from: &str, to: &str) {
        std::fs::create_dir_all(self.path(to)).expect("a folder");
        for entry in std::fs::read_dir(self.path(from)).expect("a folder") {
            let entry = entry.expect("an entry");
            std::fs::copy(entry.path(), self.path(to).join(entry.file_name())).expect("a file");
        }
    }
}

const BEGIN: &str = "new batalj --scenario battle --name nyen --seat sture=Ann --seat grip=Bo";

/// The link in a turn file.
fn link(turn_file: &str) -> String {
    let lines = turn_file.lines().filter_map(|line| line.strip_prefix("Link: "));
    lines.flat_map(str::chars).filter(|c| !c.is_whitespace()).collect()
}

/// What a full disk cuts off is taken out again.
#[test]
fn a_list_that_cannot_grow_stays_as_it_is() {
    let desk = Desk::new();
    let list = desk.list();
    let blocks = list.len() / 512 + 1;
    let run = format!("trap '' XFSZ; ulimit -f {blocks}; \"$0\" adjudicate g2 s2 -o g3");
    let mut shell = Command::new("sh");
    shell.current_dir(desk.0.path()).env("ADJUTANT_KEYS", desk.path("grip")).arg("-c").arg(run);
    let done = shell.arg(assert_cmd::cargo::cargo_bin!("adjutant")).output().expect("it runs");
    assert_eq!(done.status.code(), Some(1), "{}", String::from_utf8_lossy(&done.stderr));
    assert_eq!((desk.list(), desk.path("g3").exists()), (list, false));
    desk.cast();
}

#[test]
fn the_same_answer_is_given_again_to_the_byte() {
    let desk = Desk::new();
    assert_eq!(desk.try_lock("sture", "g2", DEPLOYMENT, "").well(), desk.text("s2"));
    desk.cast();
    let list = desk.list();
    assert_eq!(desk.run("grip", "adjudicate g2 s2").well(), desk.text("g3"));
    assert_eq!(desk.list(), list, "and written down once");
    desk.run("sture", "verify g3").well();
}

#[test]
fn a_caster_gives_no_second_answer_to_one_step() {
    let desk = Desk::new();
    desk.cast();
    desk.second_thoughts();
    desk.run("grip", "adjudicate g2 s2b").refused("key/second-answer");
    desk.run("grip", "lock g2 s2b --seat grip").refused("key/second-answer");
    desk.run("grip", "lock g2 s2b --seat grip --replace").refused("key/second-answer");
}

#[test]
fn a_mover_locks_once_unless_it_says_that_nothing_was_sent() {
    let desk = Desk::new();
    desk.try_lock("sture", "g2", OTHER_DEPLOYMENT, "").refused("key/second-answer");
    desk.second_thoughts();
    desk.try_lock("sture", "g2", DEPLOYMENT, "").refused("key/second-answer");
    assert_eq!(desk.try_lock("sture", "g2", OTHER_DEPLOYMENT, "").well(), desk.text("s2b"));
}

/// Sture casts for grip's round and may play a card in it. With grip's link in hand he knows the dice.
fn round_ordered() -> Desk {
    let desk = Desk::new();
    desk.cast();
    desk.lock("grip", "g3", "attack centre", "r3");
    desk.keep("card", "ORDERS nyen sture\n\nplay narva on enemy-centre\nEND\n");
    desk.keep("g3b", &desk.run("sture", "adjudicate g3 card").well());
    desk
}

#[test]
fn a_link_that_is_out_is_not_signed_over_a_card_slipped_in_behind_it() {
    let desk = round_ordered();
    desk.try_lock("grip", "g3b", "attack centre", "").refused("lock/crossed");
    desk.try_lock("grip", "g3b", "attack centre", "--replace").refused("lock/crossed");
}

/// Who has resolved a step and does not like its dice cannot have it come again by a card.
#[test]
fn a_caster_puts_no_card_into_a_step_that_he_has_resolved() {
    let desk = Desk::new();
    desk.cast();
    desk.lock("grip", "g3", "attack centre", "r3");
    desk.run("sture", "adjudicate g3 r3").well();
    desk.keep("card", "ORDERS nyen sture\n\nplay narva on enemy-centre\nEND\n");
    desk.run("sture", "adjudicate g3 card").refused("key/second-answer");
}

/// Letters that have crossed are no dead end: the mover's link is out for the older file, and for that one alone.
#[test]
fn a_step_whose_letters_have_crossed_is_resolved_from_the_older_file() {
    let desk = round_ordered();
    desk.keep("g4", &desk.run("sture", "adjudicate g3 r3").well());
    desk.run("grip", "verify g4 g3").well();
}

/// Or all agree that it is taken back, and it comes again under a new number.
#[test]
fn a_step_whose_letters_have_crossed_can_be_taken_back() {
    let desk = round_ordered();
    desk.keep("a1", &desk.run("grip", "amend g3b --seat grip --take-back 3").well());
    desk.keep("a2", &desk.run("sture", "amend a1 --seat sture --agree").well());
    assert!(desk.run("sture", "status a2").well().starts_with("nyen step 4"));
    desk.lock("grip", "a2", "attack centre", "r4");
    desk.run("sture", "adjudicate a2 r4").well();
}

/// Orders whose link is out by mistake are no dead end either: all agree that the open step comes again.
#[test]
fn an_open_step_is_taken_back() {
    let desk = Desk::new();
    desk.keep("a1", &desk.run("sture", "amend g2 --seat sture --take-back 2").well());
    desk.keep("a2", &desk.run("grip", "amend a1 --seat grip --agree").well());
    desk.run("grip", "adjudicate a2 s2").refused("head/wrong-step");
    desk.lock("sture", "a2", OTHER_DEPLOYMENT, "s3");
    desk.run("grip", "adjudicate a2 s3").well();
}

/// Who is asked to join once more, since the letter was lost, gives the same chain and not a second one to choose from.
#[test]
fn joining_again_begins_no_second_chain() {
    let desk = Desk::new();
    let again = desk.run("grip", "join g0 --seat grip").well();
    assert_eq!(again, desk.text("g1"));
    assert_eq!(desk.list().matches(r#""part":"pin""#).count(), 1);
}

/// Giving up is no second look at the dice.
#[test]
fn a_seat_may_give_up_whatever_it_has_locked() {
    let desk = Desk::new();
    desk.lock("sture", "g2", "concede", "gives-up");
    let next = desk.run("grip", "adjudicate g2 gives-up").well();
    assert!(next.contains(r#""kind":"conceded""#), "{next}");
}

/// Whoever has cast has seen the dice: no word of another lets the step come again, and nobody can say that the orders
/// never came that he has answered.
#[test]
fn a_caster_that_has_cast_chooses_nothing_any_more() {
    let desk = Desk::new();
    desk.cast();
    desk.lock("sture", "g2", "concede", "gives-up");
    desk.run("grip", "adjudicate g2 gives-up").refused("key/second-answer");
    desk.run("grip", "amend g2 --seat grip --refusal sture").refused("key/second-answer");
}

/// A word that ends the step is all that a seat says in it: with its link others could see dice that it takes away.
#[test]
fn a_seat_that_has_given_up_adds_nothing_to_the_step() {
    let desk = Desk::new();
    desk.lock("sture", "g2", "concede", "gives-up");
    desk.try_lock("sture", "g2", OTHER_DEPLOYMENT, "--replace").refused("key/second-answer");
}

/// Where two make the dice, one alone rolls no more: the game is over, and nobody is asked for a link.
#[test]
fn a_game_of_two_ends_with_a_seat_that_gives_up_or_falls_silent() {
    let desk = Desk::new();
    desk.lock("sture", "g2", "concede", "gives-up");
    let given_up = desk.run("grip", "adjudicate g2 gives-up").well();
    let refused = Desk::new().run("sture", "amend g2 --seat sture --refusal grip").well();
    for (next, left) in [(given_up, "Grip"), (refused, "Sture")] {
        assert!(next.contains(&format!("only {left} is left, and nobody guards its dice")), "{next}");
        let last = next.lines().last().unwrap_or_default();
        assert!(last.contains(r#""links":[],"orders":[]"#), "{last}");
        desk.keep("over", &next);
        desk.run("grip", "verify over").well();
        desk.run("grip", "status over").well();
    }
}

/// What was signed is not sent back for its orders, also where its seat has bypassed its own check: a bad line falls
/// to the default.
#[test]
fn a_signed_turn_file_with_a_bad_line_is_not_sent_back() {
    let desk = Desk::new();
    let refused = desk.try_lock("grip", "g1", "muster narke", "--replace");
    assert!(!refused.ok && refused.out.is_empty(), "lock itself refuses it: {}", refused.out);
    desk.keep("bad", &desk.bypass("grip", "g1", "muster narke"));
    let next = desk.run("grip", "adjudicate g1 s1 bad").well();
    assert!(next.contains(r#"{"table":{"dropped":{"#), "{next}");
    desk.keep("g2b", &next);
    desk.run("sture", "verify g2b").well();
}

/// A fork, begun again at an older file by the other seat, is not answered.
#[test]
fn a_file_whose_history_lacks_what_was_answered_is_refused() {
    let desk = Desk::new();
    desk.cast();
    // Sture's own list knows better, too; it is thrown away.
    desk.try_lock("sture", "g1", "muster gotland", "--replace").refused("key/older-file");
    std::fs::remove_file(desk.path("sture/nyen.sture.key.answers")).expect("the list");
    desk.lock("sture", "g1", "muster gotland", "s1b");
    let fork = desk.run("sture", "adjudicate g1 s1b r1").well();
    desk.keep("g2b", &fork);
    let text = desk.run("sture", "verify g2b").well();
    assert!(text.contains("nyen"), "the fork is sound in itself: {text}");
    let text = desk.bypass("sture", "g2b", "place gotland in centre\nplace uppland in left");
    desk.keep("s2c", &text);
    desk.run("grip", "adjudicate g2b s2c").refused("key/older-file");
    let list = desk.list();
    assert_eq!(list.matches(r#""part":"cast""#).count(), 1, "{list}");
}

#[test]
fn an_earlier_file_is_refused_once_a_later_one_was_answered() {
    let desk = Desk::new();
    desk.cast();
    desk.run("grip", "amend g3 --seat grip --take-back 2").well();
    desk.second_thoughts();
    desk.run("grip", "adjudicate g2 s2b").refused("key/older-file");
}

#[test]
fn a_list_that_lacks_a_link_of_the_file_stops_until_it_is_merged() {
    let desk = Desk::new();
    desk.copy("grip", "other");
    desk.cast();
    desk.copy("grip", "kept");
    for lost in ["cast", "all"] {
        let list = if lost == "all" { String::new() } else { desk.text("other/nyen.grip.key.answers") };
        desk.keep("grip/nyen.grip.key.answers", &list);
        desk.run("grip", "amend g3 --seat grip --take-back 2").refused("key/list-behind");
    }
    desk.run("grip", "keys merge grip/nyen.grip.key kept/nyen.grip.key.answers").well();
    desk.run("grip", "amend g3 --seat grip --take-back 2").well();
    let again = desk.run("grip", "keys merge grip/nyen.grip.key kept/nyen.grip.key.answers").well();
    assert!(again.contains(" 0 answers"), "{again}");
}

/// Two machines that were never merged can answer twice; it shows when they are.
#[test]
fn two_lists_with_two_answers_do_not_merge() {
    let desk = Desk::new();
    desk.copy("grip", "other");
    desk.cast();
    desk.second_thoughts();
    desk.run("other", "adjudicate g2 s2b").well();
    desk.run("grip", "keys merge grip/nyen.grip.key other/nyen.grip.key.answers").refused("key/lists-clash");
}

#[test]
fn a_damaged_list_stops_everything() {
    let desk = Desk::new();
    let list = desk.list();
    for damaged in [list[..list.len() - 9].to_owned(), format!("{list}x\n"), list.replacen("game", "gams", 1)]
    {
        desk.keep("grip/nyen.grip.key.answers", &damaged);
        desk.run("grip", "adjudicate g2 s2").refused("key/list-damaged");
    }
    desk.keep("grip/nyen.grip.key.answers", &list);
    desk.cast();
}

/// What is no final turn file of its seat gets neither a link nor a line in the list, so that the true one is
/// answered all the same.
#[test]
fn no_link_is_fished_for_by_what_is_not_final() {
    let desk = Desk::new();
    let list = desk.list();
    desk.keep("draft", &format!("ORDERS nyen sture\n\n{DEPLOYMENT}\nEND\n"));
    let true_one = desk.text("s2");
    desk.keep("altered", &true_one.replace("uppland in centre", "lappland in centre"));
    let lines = |name: &str| -> String {
        true_one.lines().filter(|l| !l.starts_with(name)).map(|l| format!("{l}\n")).collect()
    };
    desk.keep("unsigned", &lines("Signed:"));
    desk.keep("linkless", &lines("Link:"));
    for forged in ["draft", "altered", "unsigned", "linkless"] {
        for how in ["adjudicate g2 FILE", "lock g2 FILE --seat grip"] {
            let done = desk.run("grip", &how.replace("FILE", forged));
            assert!(!done.ok && done.out.is_empty(), "{forged}: {}", done.out);
            assert!(
                ["signature/", "link/"].iter().any(|code| done.err.contains(code)),
                "{forged}: {}",
                done.err
            );
        }
    }
    desk.run("grip", "adjudicate g2").refused("orders/missing");
    desk.run("grip", "lock g2 --seat grip").refused("orders/missing");
    assert_eq!(desk.list(), list);
    desk.cast();
}

/// Nothing that only looks has a way to a link.
#[test]
fn no_looking_shows_a_link() {
    let desk = Desk::new();
    desk.cast();
    let links: Vec<String> = {
        let line = desk.text("g3").lines().last().unwrap_or_default().to_owned();
        let entry: serde_json::Value = serde_json::from_str(line.trim()).unwrap_or_default();
        ["sture", "grip"].map(|s| entry["links"][s].as_str().unwrap_or_default().to_owned()).to_vec()
    };
    assert!(links.iter().all(|l| l.len() == 64), "{links:?}");
    assert_eq!(links[0], link(&desk.text("s2")));
    let lists = [desk.list(), desk.text("sture/nyen.sture.key.answers")];
    desk.keep("draft", &format!("ORDERS nyen sture\n\n{DEPLOYMENT}\nEND\n"));
    for machine in ["sture", "grip"] {
        for looking in [
            "check g2 draft",
            "legal g2 --seat sture",
            "sheet g2 --seat sture",
            "status g2",
            "verify g2",
            "report g2",
        ] {
            let done = desk.run(machine, looking);
            assert!(links.iter().all(|l| !done.out.contains(l) && !done.err.contains(l)), "{looking}");
            assert!(!done.out.contains("Link:"), "{looking}");
        }
    }
    assert_eq!([desk.list(), desk.text("sture/nyen.sture.key.answers")], lists);
}

/// Who has consented to void a step does not go on with it, or the other would look at the dice first and then
/// choose. A consent that was not sent can be withdrawn.
#[test]
fn a_seat_that_has_consented_to_void_a_step_does_not_go_on_with_it() {
    let desk = Desk::new();
    let proposed = desk.run("grip", "amend g2 --seat grip --take-back 1").well();
    desk.keep("proposed", &proposed);
    desk.run("grip", "adjudicate g2 s2").refused("key/consented");
    desk.run("grip", "adjudicate proposed s2").refused("key/consented");
    let withdrawn = desk.run("grip", "amend proposed --seat grip --withdraw");
    assert!(withdrawn.err.contains("can still carry the amendment out"), "{}", withdrawn.err);
    assert_eq!(withdrawn.well(), desk.text("g2"));
    desk.cast();
    // Sture has locked before, and consents: what it has locked is void if grip agrees, and stands if not.
    let proposed = desk.run("sture", "amend g2 --seat sture --take-back 1").well();
    desk.keep("proposed", &proposed);
    desk.try_lock("sture", "g2", OTHER_DEPLOYMENT, "--replace").refused("key/consented");
}

/// The next step is beyond all that anybody has answered.
#[test]
fn a_step_taken_back_comes_again_under_a_new_number() {
    let desk = Desk::new();
    desk.cast();
    let proposed = desk.run("sture", "amend g3 --seat sture --take-back 2").well();
    desk.keep("proposed", &proposed);
    let taken_back = desk.run("grip", "amend proposed --seat grip --agree").well();
    desk.keep("g4", &taken_back);
    desk.lock("sture", "g4", OTHER_DEPLOYMENT, "s4");
    assert!(desk.text("s4").starts_with("ORDERS nyen step 4 "), "{}", desk.text("s4"));
    assert_ne!(link(&desk.text("s4")), link(&desk.text("s2")));
    let next = desk.run("grip", "adjudicate g4 s4").well();
    desk.keep("g5", &next);
    desk.run("sture", "verify g5").well();
}

/// A new key takes over once the other has agreed to it; the old one signs nothing more.
/// Where time counts, what was locked once is printed again with the instant at which it was, by whatever command.
#[test]
fn orders_locked_again_keep_their_instant() {
    let desk = Desk(TempDir::new().expect("a folder"));
    desk.keep("g0", &desk.run("sture", &format!("{BEGIN} --deadline 14d --nonce {}", "7".repeat(64))).well());
    desk.keep("g1", &desk.run("grip", "join g0 --seat grip").well());
    let first = desk.try_lock("grip", "g1", "muster all", "--now 2026-05-01T12:00Z").well();
    assert!(first.contains("Sent: 2026-05-01T12:00Z"), "{first}");
    for how in ["--now 2026-05-02T12:00Z", ""] {
        assert_eq!(desk.try_lock("grip", "g1", "muster all", how).well(), first);
    }
    desk.try_lock("grip", "g1", "muster lappland", "--now 2026-05-02T12:00Z").refused("key/second-answer");
    // The same when the orders are locked on the way to the next game file.
    desk.keep("s1", &desk.try_lock("sture", "g1", "muster all", "--now 2026-05-01T13:00Z").well());
    desk.keep("own", "ORDERS nyen grip\n\nmuster all\nEND\n");
    let next = desk.run("grip", "adjudicate g1 s1 own").well();
    assert!(next.contains(r#""grip":"2026-05-01T12:00Z""#), "{next}");
}

/// A command that fails has made nothing final: its orders may still be changed.
#[test]
fn a_failed_command_locks_nothing() {
    let desk = Desk(TempDir::new().expect("a folder"));
    desk.keep("g0", &desk.run("sture", &format!("{BEGIN} --nonce {}", "7".repeat(64))).well());
    desk.keep("g1", &desk.run("grip", "join g0 --seat grip").well());
    let list = desk.list();
    desk.keep("own", "ORDERS nyen grip\n\nmuster all\nEND\n");
    desk.run("grip", "adjudicate g1 own").refused("orders/missing");
    desk.keep("s1", &desk.bypass("sture", "g1", "muster all").replace("muster all", "muster gotland"));
    desk.run("grip", "adjudicate g1 s1 own").refused("signature/wrong");
    assert_eq!(desk.list(), list);
    desk.lock("grip", "g1", "muster lappland", "r1");
}

#[test]
fn a_lost_key_is_replaced() {
    let desk = Desk::new();
    desk.cast();
    desk.run("grip", "keys new spare.key").well();
    let proposed = desk.run("grip", "amend g3 --seat grip --re-key spare.key").well();
    desk.keep("proposed", &proposed);
    let replaced = desk.run("sture", "amend proposed --seat sture --agree").well();
    desk.keep("g4", &replaced);
    desk.run("sture", "verify g4").well();
    desk.run("grip", "amend g4 --seat grip --take-back 2").refused("key/none");
    desk.run("grip", "amend g4 --seat grip --take-back 2 --key grip/nyen.grip.key").refused("key/other");
    desk.run("grip", "amend g4 --seat grip --take-back 2 --key spare.key").well();
}

/// After a new key the old one stays in the key folder, and the new one is found beside it, where a note says to move it.
#[test]
fn a_new_key_is_found_beside_the_old_one() {
    let desk = Desk::new();
    desk.cast();
    desk.run("grip", "keys new spare.key").well();
    let proposed = desk.run("grip", "amend g3 --seat grip --re-key spare.key");
    let place = desk.path("grip").join("nyen.grip.2.key");
    assert!(proposed.err.contains(&format!("mv spare.key {}", place.display())), "{}", proposed.err);
    desk.keep("proposed", &proposed.out);
    desk.keep("g4", &desk.run("sture", "amend proposed --seat sture --agree").well());
    let lost = desk.run("grip", "amend g4 --seat grip --take-back 2");
    assert!(
        lost.err.contains("--key KEYFILE") && lost.err.contains("--seat grip --re-key NEWKEY"),
        "{}",
        lost.err
    );
    for end in ["", ".answers"] {
        let to = format!("{}{end}", place.display());
        std::fs::rename(desk.path(&format!("spare.key{end}")), to).expect("it is moved");
    }
    desk.run("grip", "amend g4 --seat grip --take-back 2").well();
    assert!(desk.path("grip/nyen.grip.key").exists() && !desk.list().is_empty());
}

/// What was sent ahead in a step without dice is not taken in one with dice; the sheet offers it, to be sent again.
#[test]
fn a_sheet_offers_what_was_sent_ahead() {
    let desk = Desk(TempDir::new().expect("a folder"));
    desk.keep("g0", &desk.run("sture", &format!("{BEGIN} --nonce {}", "7".repeat(64))).well());
    desk.keep("g1", &desk.run("grip", "join g0 --seat grip").well());
    desk.lock("sture", "g1", &format!("muster all\nnext\n{OTHER_DEPLOYMENT}\nend"), "s1");
    desk.lock("grip", "g1", "muster all", "r1");
    desk.keep("g2", &desk.run("grip", "adjudicate g1 s1 r1").well());
    let sheet = desk.run("sture", "sheet g2").well();
    assert!(sheet.contains("sent this ahead"), "{sheet}");
    assert_eq!(sheet.matches("# place").count(), 3, "{sheet}");
    let again: String = sheet.lines().map(|line| line.replacen("# place", "place", 1) + "\n").collect();
    desk.keep("own", &again);
    let locked = desk.run("sture", "lock g2 own").well();
    OTHER_DEPLOYMENT.lines().for_each(|line| assert!(locked.contains(line), "{locked}"));
}

#[test]
fn one_seats_key_is_not_anothers() {
    let desk = Desk::new();
    desk.run("grip", "adjudicate g2 s2 --key sture/nyen.sture.key").refused("link/missing");
    desk.run("grip", "lock g2 s2 --seat grip --key sture/nyen.sture.key").refused("key/other");
    desk.run("sture", "adjudicate g2 s2").refused("link/missing");
    desk.keep("own", &format!("ORDERS nyen sture\n\n{DEPLOYMENT}\nEND\n"));
    desk.run("grip", "lock g2 own").refused("key/none");
}

#[test]
fn a_key_file_is_its_owners_alone_and_never_overwritten() {
    let desk = Desk::new();
    desk.run("grip", "keys new spare.key").well();
    let before = desk.text("spare.key");
    desk.run("grip", "keys new spare.key").refused("key/exists");
    assert_eq!(desk.text("spare.key"), before);
    for key in ["spare.key", "grip/nyen.grip.key"] {
        assert!(is_private(&desk.path(key)), "{key}");
    }
    // A second game of the same name leaves the key of the first alone and makes another.
    let again = desk.run("sture", BEGIN).well();
    desk.keep("again", &again);
    desk.keep("again1", &desk.run("grip", "join again --seat grip").well());
    let joined = |name: &str| -> Vec<serde_json::Value> {
        let text = desk.text(name);
        let lines = text.lines().filter(|l| l.contains(r#""kind":"joined""#));
        lines.map(|l| serde_json::from_str(l.trim()).expect("a line is JSON")).collect()
    };
    for (old, new) in joined("g1").iter().zip(joined("again1")) {
        assert_ne!(old["key"], new["key"]);
        assert_ne!(old["tip"], new["tip"]);
    }
    assert_eq!(joined("again1").len(), 2);
    assert!(is_private(&desk.path("grip/nyen.grip.2.key")));
}

#[cfg(unix)]
fn is_private(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(path).is_ok_and(|m| m.permissions().mode().trailing_zeros() >= 6)
}

#[cfg(not(unix))]
fn is_private(path: &Path) -> bool {
    path.exists()
}
