//! The mail filter, as a mail system runs it: mails in on standard input, replies out as an mbox, a folder of games
//! between.

mod automatic;
mod desk;
mod letters;
mod loops;
mod lost;
mod office;
mod three;
mod told;

use desk::with_second_game;
use office::{Mail, Office};

/// Both muster, by mail.
fn mustered() -> Office {
    let office = Office::of_batalj();
    office.post(&Mail::from("ann@home", "ORDERS nyen sture\nmuster all\nEND\n"));
    office.post(&Mail::from("bo@work", "ORDERS nyen grip\nmuster all\nEND\n"));
    office
}

const ORDERS: &str = "place uppland in centre\nplace narke in left\nplace gotland,horn in right";
const DEPLOYMENT: &str =
    "ORDERS nyen sture\nplace uppland in centre\nplace narke in left\nplace gotland,horn in right\nEND\n";

#[test]
fn letters_wait_until_all_are_in_and_then_everybody_is_told() {
    let office = Office::of_batalj();
    let first =
        office.post(&Mail::from("Ann <ANN@home>", "ORDERS nyen sture\nmuster all\nEND\n").id("1@home"));
    assert_eq!(first.code, 0, "{}", first.err);
    let [receipt] = first.mails.as_slice() else { panic!("{:?}", first.mails) };
    assert_eq!(receipt.header("To"), "\"Ann\" <ann@home>");
    assert_eq!(receipt.header("From"), "<game@club>");
    assert_eq!(receipt.header("In-Reply-To"), "<1@home>");
    assert_eq!(receipt.header("Subject"), "[nyen] step 1: your turn file is in");
    assert!(receipt.text().contains("The step waits for grip."), "{}", receipt.text());
    assert!(receipt.text().contains("muster all"));
    assert_eq!(office.game_files(), ["nyen.yaml"]);

    let second = office.post(&Mail::from("bo@work", "ORDERS nyen grip\nmuster all\nEND\n").id("1@work"));
    let to: Vec<String> = second.mails.iter().map(|mail| mail.header("To")).collect();
    assert_eq!(to, ["\"Ann\" <ann@home>", "\"Bo\" <bo@work>"]);
    assert_eq!(second.mails[1].header("In-Reply-To"), "<1@work>");
    assert!(second.mails[0].header("References").contains(".adjutant.invalid>"));
    assert!(second.mails[0].text().contains("ORDERS nyen step 2 sture"), "{}", second.mails[0].text());
    assert!(second.mails[1].text().contains("You are not asked for orders now; sture is."), "grip");
    assert_eq!(office.game_files(), ["nyen.0001.yaml", "nyen.yaml"]);
    office.run("verify games/nyen.0001.yaml games/nyen.yaml");
}

#[test]
fn links_are_made_for_those_whose_keys_are_here() {
    let office = mustered();
    let done = office.post(&Mail::from("ann@home", DEPLOYMENT));
    assert_eq!(done.mails.len(), 2, "{}", done.err);
    assert_eq!(office.game_files().first().map(String::as_str), Some("nyen.0001.yaml"));
    office.run("verify games/nyen.0002.yaml games/nyen.0001.yaml");
}

/// Where dice are rolled, what others may order is fixed before the mover's letter, whichever came first.
#[test]
fn who_need_not_answer_may_before_the_mover_does() {
    let office = mustered();
    let optional = Mail::from("bo@work", "ORDERS nyen grip\nnext\n  attack left\nend\nEND\n");
    let done = office.post(&optional);
    assert!(done.mails[0].text().contains("The step waits for sture."), "{}", done.mails[0].text());
    assert_eq!(office.game_files().len(), 2, "nothing is fixed yet: the mover's turn file fits");
    let done = office.post(&Mail::from("ann@home", &office.head("nyen.0001.yaml", "sture", ORDERS)));
    assert_eq!(done.mails.len(), 2, "{}", done.err);
    let file = office.text("games/nyen.0002.yaml");
    assert!(file.contains(r#""kind":"locked""#) && file.contains("attack left"));
    office.run("verify games/nyen.0002.yaml games/nyen.0001.yaml");
}

/// A final letter was written before the others', and stands alone.
#[test]
fn what_comes_beside_a_final_letter_is_too_late() {
    let office = mustered();
    office.post(&Mail::from("bo@work", "ORDERS nyen grip\nnext\n  attack left\nend\nEND\n"));
    office.write("my.turn", DEPLOYMENT);
    let locked = office.run("lock games/nyen.0001.yaml my.turn");
    let done = office.post(&Mail::from("ann@home", &locked));
    assert_eq!(done.mails.len(), 2, "{}", done.err);
    assert!(!office.text("games/nyen.0002.yaml").contains("attack left"));
    assert!(
        done.mails[1].text().starts_with("Your turn file is not in this step"),
        "{}",
        done.mails[1].text()
    );
}

/// An address can be forged. Who keeps his key himself is spoken for by what it signs alone.
#[test]
fn a_seat_that_keeps_its_key_sends_what_it_has_signed() {
    let office = mustered();
    let kept = office.take_key("nyen.sture.key");
    let forged = office.post(&Mail::from("ann@home", DEPLOYMENT));
    assert!(forged.mails[0].text().contains("signature/missing"), "{}", forged.mails[0].text());
    assert_eq!(office.letters_of("nyen.0002"), [""; 0]);
    office.write("my.turn", DEPLOYMENT);
    let locked = office.run(&format!("lock games/nyen.0001.yaml my.turn --key {kept}"));
    let changed = office.post(&Mail::from("ann@home", &locked.replace("in left", "in right")));
    assert!(changed.mails[0].text().contains("signature/wrong"), "{}", changed.mails[0].text());
    let done = office.post(&Mail::from("ann@home", &locked));
    assert_eq!(done.mails.len(), 2, "{}", done.err);
    assert!(done.mails[0].text().contains("Dice by peers"));
}

/// Who gives up does not wait for others.
#[test]
fn a_word_that_ends_the_game_waits_for_nobody() {
    let office = mustered();
    let done = office.post(&Mail::from("bo@work", "ORDERS nyen grip\nconcede\nEND\n"));
    assert_eq!(done.mails.len(), 2, "{}", done.err);
    office.run("verify games/nyen.0002.yaml");
}

#[test]
fn the_attached_file_is_the_game_file() {
    let office = mustered();
    let done = office.post(&Mail::from("ann@home", DEPLOYMENT));
    let stored = office.text("games/nyen.0002.yaml");
    assert_eq!(done.mails[0].attachment("nyen.0002.yaml"), stored);
}

#[test]
fn a_locked_letter_is_taken_from_whoever_has_sent_it() {
    let office = mustered();
    office.write("my.turn", DEPLOYMENT);
    let locked = office.run("lock games/nyen.0001.yaml my.turn");
    // The signature is sture's; the answer goes to the address in the game file.
    let done = office.post(&Mail::from("ann.on.a.journey@inn", &locked));
    assert_eq!(done.mails[0].header("To"), "\"Ann\" <ann@home>", "{}", done.err);
    assert_eq!(office.game_files().len(), 3);
}

#[test]
fn errors_are_answered_with_the_place_and_nothing_is_kept() {
    let office = mustered();
    let done = office.post(&Mail::from("ann@home", &DEPLOYMENT.replace("uppland", "upland")));
    let [answer] = done.mails.as_slice() else { panic!("{}", done.err) };
    assert_eq!(answer.header("Subject"), "[nyen] step 2: nothing was taken");
    assert!(
        answer.text().contains("your mail, the text:2:7") && answer.text().contains("did you mean"),
        "{}",
        answer.text()
    );
    assert!(answer.text().contains("ORDERS nyen step 2 sture"), "a blank one to begin anew");
    assert!(!answer.text().contains('\u{1b}'), "no colours");
    assert_eq!(office.letters_of("nyen.0002"), [""; 0]);
    // No turn file at all, but the subject names the game.
    let done = office.post(&Mail::from("ann@home", "Hello, is it my turn?\n").subject("Re: [nyen] step 2"));
    assert!(done.mails[0].text().contains("turnfile/none"), "{}", done.mails[0].text());
}

#[test]
fn who_is_not_to_be_answered_is_not() {
    let office = mustered();
    let files = office.everything();
    let turn_file = |from: &str| Mail::from(from, DEPLOYMENT);
    let silent = [
        turnfile_of("a stranger", turn_file("eve@else")),
        turnfile_of("a bounce", turn_file("MAILER-DAEMON@home").with("Auto-Submitted: auto-replied")),
        turnfile_of("a bounce by its sender", turn_file("ann@home").with("Return-Path: <>")),
        turnfile_of("an absence note", turn_file("ann@home").with("Auto-Submitted: auto-replied (vacation)")),
        turnfile_of("its own", turn_file("ann@home").with("X-Adjutant: nyen 2 sture AAAA-AAAA-A")),
        turnfile_of(
            "a game that is not here",
            Mail::from("eve@else", "ORDERS other sture\nmuster all\nEND\n"),
        ),
        turnfile_of("no game", Mail::from("eve@else", "Hello!\n")),
    ];
    for (what, mail) in silent {
        let done = office.post(&mail);
        assert_eq!((done.code, done.mails.len()), (0, 0), "{what}: {}", done.err);
        assert!(done.err.contains("is not answered"), "{what}: {}", done.err);
        assert_eq!(office.everything(), files, "{what}");
    }
    // What goes out is not answered when it comes back.
    let played = office.post(&turn_file("ann@home"));
    for mail in &played.mails {
        let done = office.post_text(&mail.raw);
        assert_eq!((done.code, done.mails.len()), (0, 0), "{}", done.err);
    }
}

fn turnfile_of(what: &'static str, mail: Mail) -> (&'static str, Mail) {
    (what, mail)
}

/// A mail that comes twice, or late, must not count for the next step.
#[test]
fn a_turn_file_says_for_which_step_it_is() {
    let office = mustered();
    let short = "From: ann@home\nTo: game@club\n\nORDERS nyen sture\npass\nEND\n";
    let done = office.post_text(short);
    assert!(done.mails[0].text().contains("post/no-head"), "{}", done.mails[0].text());
    assert!(done.mails[0].text().contains("ORDERS nyen step 2 sture"));
    assert_eq!(office.letters_of("nyen.0002"), [""; 0]);
}

/// What is wrong with another's orders may rest on his hand.
#[test]
fn nobody_is_told_what_is_wrong_with_anothers_orders() {
    let office = mustered();
    let done = office.post(&Mail::from("bo@work", &DEPLOYMENT.replace("uppland", "upland")));
    let text = done.mails[0].text();
    assert!(text.contains("mail/sender") && !text.contains("upland"), "{text}");
    assert!(!text.contains("Mend it"), "{text}");
}

#[test]
fn a_filter_without_the_keys_that_a_step_needs_says_so() {
    let office = mustered();
    office.take_key("nyen.grip.key");
    let done = office.post(&Mail::from("ann@home", DEPLOYMENT));
    assert!(done.mails[0].text().contains("no key of grip"), "{}", done.mails[0].text());
    assert_eq!(office.letters_of("nyen.0002"), [""; 0]);
}

#[test]
fn nobody_orders_for_another() {
    let office = mustered();
    let done = office.post(&Mail::from("bo@work", DEPLOYMENT));
    let [answer] = done.mails.as_slice() else { panic!("{}", done.err) };
    assert_eq!(answer.header("To"), "\"Bo\" <bo@work>");
    assert!(answer.text().contains("mail/sender"), "{}", answer.text());
    assert_eq!(office.game_files().len(), 2);
}

#[test]
fn the_later_letter_counts_while_the_step_is_open_and_the_same_counts_once() {
    let office = Office::of_batalj();
    let first = Mail::from("ann@home", "ORDERS nyen sture\nmuster gotland\nEND\n").id("1@home");
    let second = Mail::from("ann@home", "ORDERS nyen sture\nmuster all\nEND\n").id("2@home");
    let answer = office.post(&first);
    assert_eq!(office.post(&first), answer, "the same mail gives the same answer");
    assert_eq!(office.letters_of("nyen.0001"), ["nyen.0001.sture.1.eml"]);
    office.post(&second);
    assert_eq!(office.letters_of("nyen.0001"), ["nyen.0001.sture.1.eml", "nyen.0001.sture.2.eml"]);
    office.post(&Mail::from("bo@work", "ORDERS nyen grip\nmuster all\nEND\n"));
    assert!(office.text("games/nyen.0001.yaml").contains(r#""sture":["muster all"]"#));
    // Once the step is played the same mail again is answered by nothing, and other orders by an error.
    let again = office.post(&second);
    assert_eq!((again.code, again.mails.len()), (0, 0), "{}", again.err);
    let late = Mail::from("bo@work", &office.head("nyen.yaml", "grip", "muster gotland"));
    let late = office.post(&late);
    assert!(late.mails[0].text().contains("Nothing was taken"), "{}", late.mails[0].text());
}

#[test]
fn what_is_final_stands() {
    let office = Office::of_batalj();
    office.write("my.turn", "ORDERS nyen sture\nmuster all\nEND\n");
    let locked = office.run("lock games/nyen.yaml my.turn");
    office.post(&Mail::from("ann@home", &locked));
    let done = office.post(&Mail::from("ann@home", "ORDERS nyen sture\nmuster gotland\nEND\n"));
    assert!(done.mails[0].text().contains("letter/second"), "{}", done.mails[0].text());
    assert_eq!(office.letters_of("nyen.0001").len(), 1);
}

#[test]
fn two_at_once_wait_for_each_other() {
    for _ in 0..3 {
        let office = Office::of_batalj();
        let mails = [("ann@home", "sture"), ("bo@work", "grip")]
            .map(|(from, seat)| Mail::from(from, &format!("ORDERS nyen {seat}\nmuster all\nEND\n")));
        let done = office.post_at_once(&mails);
        let mut counts: Vec<usize> = done.iter().map(|done| done.mails.len()).collect();
        counts.sort_unstable();
        assert_eq!(counts, [1, 2], "{done:?}");
        office.run("verify games/nyen.0001.yaml");
    }
}

/// However far a run has come: the mail system delivers the mail again, and then all is as if nothing had happened.
#[test]
fn a_run_killed_at_any_moment_loses_nothing() {
    let whole = mustered();
    // Something is repaired, so that there is something to be said of how it was read.
    let deployment = DEPLOYMENT.replace("in left", "in\u{a0}left");
    let played = whole.post(&Mail::from("ann@home", &deployment).id("9@home"));
    let expected = (kept(&whole), told(&played.mails));
    assert!(played.mails[0].text().contains("repair/typography"), "{}", played.mails[0].text());
    assert_eq!(played.mails[0].header("In-Reply-To"), "<9@home>");
    let mut killed = 0;
    for tenth in 0..24 {
        let office = whole.before_step_2();
        let mail = Mail::from("ann@home", &deployment).id("9@home");
        let (first, was_killed) = office.post_and_kill(&mail, std::time::Duration::from_micros(tenth * 1500));
        killed += usize::from(was_killed);
        let again = office.post(&mail);
        assert_eq!(again.code, 0, "{}", again.err);
        assert!(!again.err.contains("is not answered") || again.mails.is_empty(), "{}", again.err);
        let all: Vec<office::Reply> = first.mails.into_iter().chain(again.mails).collect();
        assert_eq!((kept(&office), told(&all)), expected, "killed after {tenth}");
    }
    assert!(killed > 0, "no run was killed: they are too quick for this test");
}

/// All that lies in the folder, but for how often something was printed.
fn kept(office: &Office) -> Vec<(String, String)> {
    let mut all = office.everything_but_keys();
    all.retain(|(name, _)| !name.ends_with(".printed"));
    all
}

/// What was told, byte by byte, however often.
pub fn told(mails: &[office::Reply]) -> Vec<String> {
    let mut told: Vec<String> = mails.iter().map(|mail| mail.raw.clone()).collect();
    told.sort();
    told.dedup();
    told
}

/// The step that a run left unplayed is played by whoever comes next, and the answer to the mail that completed it is the same.
#[test]
fn what_a_killed_run_left_is_answered_as_it_would_have_been() {
    let whole = mustered();
    let mail = Mail::from("ann@home", DEPLOYMENT).id("9@home");
    let played = whole.post(&mail);
    let letter = whole.text("games/nyen.0002.sture.1.eml");
    let office = whole.before_step_2();
    office.write("games/nyen.0002.sture.1.eml", &letter);
    let next = office.post(&Mail::from("eve@else", "Hello!\n").subject("[nyen]"));
    assert_eq!(told(&next.mails), told(&played.mails), "{}", next.err);
    let again = office.post_text(letter.split_once('\n').expect("a stamp").1);
    assert_eq!((again.code, again.mails.len()), (0, 0), "{}", again.err);
    assert!(again.err.contains("was dealt with before, and gets no other answer"), "{}", again.err);
}

#[test]
fn a_full_disk_is_for_the_mail_system_to_wait_for() {
    let office = mustered();
    let before = office.everything_but_keys();
    let mail = Mail::from("ann@home", DEPLOYMENT);
    // First not even the letter can be stored, then everything but the game file.
    for blocks in [0, 1, 4] {
        let done = office.post_on_a_full_disk(&mail, blocks);
        assert_eq!((done.code, done.mails.len()), (75, 0), "{blocks}: {}", done.err);
        assert!(done.err.contains("file/inaccessible"), "{}", done.err);
        assert!(office.game_files().len() == 2, "{blocks}");
    }
    assert!(
        before
            .iter()
            .all(|(name, text)| office.everything_but_keys().contains(&(name.clone(), text.clone())))
    );
    assert_eq!(office.post(&mail).mails.len(), 2);
}

#[test]
fn what_stands_in_the_way_is_no_fault_of_the_mails() {
    let office = mustered();
    let none = office.post_text("no mail\n");
    assert_eq!((none.code, none.mails.len()), (0, 0));
    assert!(none.err.contains("standard input is no mail, and is not answered"), "{}", none.err);
    let mail = Mail::from("ann@home", DEPLOYMENT);
    assert_eq!(office.post_to("nowhere", &mail).code, 75);
    let sound = office.text("games/nyen.0001.yaml");
    office.write("games/nyen.0001.yaml", &sound.replacen("muster all", "muster gotland", 1));
    let done = office.post(&mail);
    assert_eq!((done.code, done.mails.len()), (75, 0), "{}", done.err);
    office.write("games/nyen.0001.yaml", &sound);
    assert_eq!(office.post(&mail).mails.len(), 2);
}

#[test]
fn where_time_counts_a_letter_is_sent_when_it_arrives() {
    let office = Office::of_battle("timed", " --deadline 14d");
    let deployment = office.example("games/timed.yaml", "red", "deploy");
    let done = office.post(&Mail::from("ann@home", &deployment));
    assert_eq!(done.mails.len(), 2, "{} {:?}", done.err, done.mails);
    assert!(office.text("games/timed.0001.yaml").contains(r#""sent":{"red":"2026-11-30T12:00Z"}"#));
}

/// What only the referee may know leaves him for nobody.
#[test]
fn players_of_a_game_with_secrets_get_their_copies() {
    let office = Office::of_battue();
    office.post(&Mail::from("ann@home", "ORDERS sarai red\nstart at gate-n,gate-e\nEND\n"));
    let done = office.post(&Mail::from("bo@work", "ORDERS sarai blue\nstart at gate-s,gate-w\nEND\n"));
    assert_eq!(done.mails.len(), 2, "{}", done.err);
    for (mail, seat) in done.mails.iter().zip(["red", "blue"]) {
        let copy = mail.attachment(&format!("sarai.0001.{seat}.yaml"));
        assert!(copy.contains(&format!("{{\"seat\":\"{seat}\"}}")), "{copy}");
        office.write("copy.yaml", &copy);
        office.run("verify copy.yaml");
        let full = office.text("games/sarai.0001.yaml");
        let hidden = full
            .split("openings: |\n  {\"hidden\":\"")
            .nth(1)
            .and_then(|rest| rest.get(..64))
            .expect("a secret");
        assert!(!mail.raw.contains(hidden) && !mail.decoded().contains(hidden));
    }
}

/// What could not be played later is not taken as final: nobody could mend it any more.
#[test]
fn a_letter_for_the_referee_is_whole_or_sent_back() {
    let office = Office::of_battue();
    let key = office.take_key("sarai.blue.key");
    office.write("blue.turn", &office.head("sarai.yaml", "blue", "start at gate-s,gate-w"));
    let letter = office.run(&format!("lock games/sarai.yaml blue.turn --key {key} --witness sealed"));
    let changed = letter.replace("gate-s,gate-w", "gate-w,gate-s");
    for (text, why) in [(office.text("sealed"), "the sealed form"), (changed, "do not fit their seal")] {
        let done = office.post(&Mail::from("bo@work", &text));
        assert!(done.mails[0].text().contains(why), "{}", done.mails[0].text());
        assert!(done.mails[0].header("Subject").contains("nothing was taken"));
    }
    let done = office.post(&Mail::from("bo@work", &letter));
    assert!(done.mails[0].header("Subject").contains("is in"), "{}", done.mails[0].text());
    let orders = office.head("sarai.yaml", "red", "start at gate-n,gate-e");
    assert_eq!(office.post(&Mail::from("ann@home", &orders)).mails.len(), 2);
}

/// What was typed beside the turn file that it was meant for is told, and the turn file not taken for an answer.
#[test]
fn a_turn_file_without_orders_is_sent_back() {
    let office = Office::of_battle("open", "");
    let blank = office.head("open.yaml", "red", "");
    let typed = format!("deploy infantry 0103\n\nKind regards\nAnn\n\n-----Original Message-----\n{blank}");
    let done = office.post(&Mail::from("ann@home", &typed));
    let text = done.mails[0].text();
    assert!(text.contains("Nothing was taken") && text.contains("deploy infantry 0103"), "{text}");
    assert_eq!(office.letters_of("open"), [""; 0]);
}
