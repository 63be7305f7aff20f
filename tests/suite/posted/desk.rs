//! What the filter does with a folder that is not as it should be, with mails that do not say what they are about, and
//! from which address it answers.

use super::office::{Mail, Office, Reply};
use super::{DEPLOYMENT, mustered};

/// Two continuations of one game: whichever were played on, the other's letters would be lost.
#[test]
fn a_game_that_goes_on_in_two_ways_is_not_played_on_by_chance() {
    let office = mustered();
    let file = office.text("games/nyen.0001.yaml");
    office.write("games/by-hand.yaml", &file.replace("[\"muster all\"]", "[\"muster gotland\"]"));
    let mail = Mail::from("ann@home", DEPLOYMENT);
    let done = office.post(&mail);
    assert_eq!((done.code, done.mails.len()), (75, 0), "{}", done.err);
    assert!(
        done.err.contains("post/two-games") && done.err.contains("in two ways from entry"),
        "{}",
        done.err
    );
    assert_eq!(office.letters_of("nyen.0002"), [""; 0]);
    office.remove("games/by-hand.yaml");
    assert_eq!(office.post(&mail).mails.len(), 2);
}

/// What goes on from the newest file is the newest file, whatever it is called.
#[test]
fn the_file_that_holds_all_others_counts() {
    let office = mustered();
    office.write("my.turn", DEPLOYMENT);
    office.run("adjudicate games/nyen.0001.yaml my.turn -o games/by-hand.yaml");
    let done = office.post(&Mail::from("ann@home", "Is it my turn?\n").subject("[nyen]"));
    assert_eq!(only(&done.mails).header("Subject"), "[nyen] step 3: nothing was taken", "{}", done.err);
}

/// A game was begun anew under its name, and the older one still lies there.
#[test]
fn two_games_of_one_name_are_not_mixed_up() {
    let office = mustered();
    let (one, other) = (office.text("games/nyen.0001.yaml"), Office::of_batalj().text("games/nyen.yaml"));
    office.write("games/anew.yaml", &other);
    let mail = Mail::from("ann@home", DEPLOYMENT);
    let done = office.post(&mail);
    assert_eq!((done.code, done.mails.len()), (75, 0), "{}", done.err);
    assert!(done.err.contains("are two games of the name nyen"), "{}", done.err);
    assert!(done.err.contains("games/anew.yaml") && done.err.contains("games/nyen"), "{}", done.err);
    assert_eq!(office.text("games/nyen.0001.yaml"), one);
    assert_eq!(office.letters_of("nyen.0002"), [""; 0]);
    // The mail system delivers it again, and once the folder is in order it is played.
    office.remove("games/anew.yaml");
    assert_eq!(office.post(&mail).mails.len(), 2);
}

/// Other games of the folder go on, whatever is wrong with one.
#[test]
fn what_is_wrong_with_one_game_is_no_matter_of_the_others() {
    let office = mustered();
    office.write("games/old.0001.yaml", &office.text("games/nyen.yaml"));
    let done = office.post(&Mail::from("ann@home", DEPLOYMENT));
    assert_eq!(done.mails.len(), 2, "{}", done.err);
    let done = office.post(&Mail::from("ann@home", "ORDERS old step 1 sture\nmuster all\nEND\n"));
    assert_eq!((done.code, done.mails.len()), (75, 0), "{}", done.err);
    assert!(done.err.contains("post/misnamed"), "{}", done.err);
}

/// A second game of Ann's, with somebody else.
pub fn with_second_game() -> Office {
    let office = Office::of_batalj();
    office.run("new battle --scenario basic --name vasa --seat red=Ann_<ann@home> --seat blue=Cem_<cem@inn> -o begin.yaml");
    office.run("join begin.yaml --seat blue -o games/vasa.yaml");
    office
}

fn only(mails: &[Reply]) -> &Reply {
    let [mail] = mails else { panic!("{mails:?}") };
    mail
}

#[test]
fn who_plays_several_games_is_asked_which_one_a_mail_is_for() {
    let office = with_second_game();
    for text in ["Hello, is it my turn?\n", "ORDERS\ndeploy infantry 0103\nEND\n"] {
        let done = office.post(&Mail::from("ann@home", text).id("7@home"));
        let answer = only(&done.mails);
        assert_eq!(answer.header("Subject"), "Which game is your mail for?");
        assert_eq!(answer.header("To"), "\"Ann\" <ann@home>");
        assert_eq!(answer.header("In-Reply-To"), "<7@home>");
        for game in ["nyen step 1 sture", "vasa step 1 red"] {
            assert!(answer.text().contains(&format!("ORDERS {game}")), "{}", answer.text());
        }
    }
    // Who plays one of them alone is told what is wrong with his mail, and with which turn file to begin anew.
    let done = office.post(&Mail::from("cem@inn", "Hello, is it my turn?\n"));
    assert!(only(&done.mails).header("Subject").starts_with("[vasa]"), "{}", only(&done.mails).raw);
    // A Reply names the mails that it answers, and with them the game.
    let sheet = office.run("mail games/nyen.yaml --seat sture --from game@club");
    let id = sheet.lines().find_map(|line| line.strip_prefix("Message-ID: ")).expect("an id").trim();
    let reply = Mail::from("ann@home", "Is it my turn?\n").with(&format!("In-Reply-To: {id}"));
    let done = office.post(&reply);
    assert!(only(&done.mails).header("Subject").starts_with("[nyen]"), "{}", only(&done.mails).raw);
    assert!(only(&done.mails).text().contains("ORDERS nyen step 1 sture"), "{}", only(&done.mails).text());
}

/// The first line that is named is that of the seat that wrote, not of whoever is asked first.
#[test]
fn nobody_is_told_to_write_for_another() {
    let office = Office::of_batalj();
    let done = office.post(&Mail::from("bo@work", "Here are my orders.\n").subject("Re: [nyen] step 1"));
    let text = only(&done.mails).text();
    assert!(text.contains("turnfile/none") && text.contains("ORDERS nyen step 1 grip"), "{text}");
    assert!(!text.contains("step 1 sture"), "{text}");
    let done = mustered().post(&Mail::from("bo@work", "Is it my turn?\n").subject("Re: [nyen] step 1"));
    let text = only(&done.mails).text();
    assert!(text.contains("ORDERS nyen step 2 grip") && !text.contains("step 2 sture"), "{text}");
    assert!(text.contains("You are not asked for orders now."), "{text}");
}

/// Where everybody replies is for no mail to say.
#[test]
fn answers_come_from_the_address_that_the_filter_is_told() {
    let office = Office::of_batalj();
    let mail = |seat: &str, from: &str| {
        Mail::from(from, &format!("ORDERS nyen {seat}\nmuster all\nEND\n")).to("Referee <eve@else>")
    };
    let untold = office.post_from_nobody(&mail("grip", "bo@work"));
    assert_eq!((untold.code, untold.mails.len()), (75, 0), "{}", untold.err);
    assert!(untold.err.contains("post/no-from") && untold.err.contains("--from"), "{}", untold.err);
    assert_eq!(office.letters_of("nyen"), [""; 0]);
    assert_eq!(office.post_from_nobody(&mail("sture", "eve@else")).code, 0, "strangers are no matter");
    assert_eq!(only(&office.post(&mail("grip", "bo@work")).mails).header("From"), "<game@club>");
    let done = office.post(&mail("sture", "ann@home"));
    let from: Vec<String> = done.mails.iter().map(|mail| mail.header("From")).collect();
    assert_eq!(from, ["<game@club>", "<game@club>"]);
    assert!(!done.mails.iter().any(|mail| mail.raw.contains("eve@else")));
}

/// A letter's quotes of another game do not take it there.
#[test]
fn a_mail_is_for_the_game_that_it_says_most_plainly() {
    let office = with_second_game();
    let [nyen, vasa] =
        [("nyen.yaml", "sture"), ("vasa.yaml", "red")].map(|(file, seat)| office.head(file, seat, ""));
    let [nyen, vasa] = [nyen, vasa].map(|head| head.lines().next().expect("a line").to_owned());
    let subject = |mail: Mail| only(&office.post(&mail).mails).header("Subject");
    let quoting =
        Mail::from("ann@home", &format!("{vasa}\npass\nEND\n\nBo wrote:\n> {nyen}\n> pass\n> END\n"));
    assert!(subject(quoting).starts_with("[vasa]"));
    let both = format!("> {nyen}\n> > {vasa}\n");
    assert!(subject(Mail::from("ann@home", &both).subject("Re: [vasa] step 1")).starts_with("[vasa]"));
    assert!(subject(Mail::from("cem@inn", &both)).starts_with("[vasa]"), "Cem plays there alone");
    let late = nyen.replace("step 1", "step 9");
    let stale = format!("> {}\n> {vasa}\n", &late[..late.len() - 12]);
    assert!(subject(Mail::from("ann@home", &stale)).starts_with("[vasa]"), "whose open step it names");
    let done =
        office.post(&Mail::from("ann@home", &format!("{nyen}\nmuster all\nEND\n\n{vasa}\npass\nEND\n")));
    assert_eq!(only(&done.mails).header("Subject"), "Which game is your mail for?");
    assert!(
        only(&done.mails).text().contains("turn files for several games"),
        "{}",
        only(&done.mails).text()
    );
    assert!(office.letters_of("nyen").is_empty());
}

#[test]
fn what_is_no_file_is_passed_over() {
    let office = mustered();
    for name in ["games/backup.yaml", "games/.adjutant-x"] {
        office.make_folder(name);
    }
    let done = office.post(&Mail::from("ann@home", DEPLOYMENT));
    assert_eq!((done.code, done.mails.len()), (0, 2), "{}", done.err);
    assert!(done.err.contains("games/backup.yaml is no file, and is passed over"), "{}", done.err);
}

/// An absence note that does not say what it is would be answered for ever.
#[test]
fn answers_to_answers_are_answered_by_nothing() {
    let office = Office::of_batalj();
    let note = Mail::from("ann@home", "I am away until Monday.\n").subject("Away: [nyen]");
    let first = office.post(&note);
    let id = only(&first.mails).header("Message-ID");
    let again = office.post(&note.clone().with(&format!("In-Reply-To: {id}")));
    assert_eq!((again.code, again.mails.len()), (0, 0), "{:?}", again.mails);
    assert!(again.err.contains("answers an answer"), "{}", again.err);
    let orders = Mail::from("ann@home", "ORDERS nyen sture\nmuster all\nEND\n");
    let orders = office.post(&orders.with(&format!("In-Reply-To: {id}")));
    assert_eq!(only(&orders.mails).header("Subject"), "[nyen] step 1: your turn file is in");
}

/// A run by hand waits for the filter, and sees what it has done.
#[test]
fn who_plays_by_hand_into_the_folder_waits_for_the_filter() {
    let office = Office::of_batalj();
    office.write("a.turn", &office.head("nyen.yaml", "sture", "concede"));
    let lock = office.locked();
    let mut by_hand = office.begin("adjudicate games/nyen.yaml a.turn -o games");
    std::thread::sleep(std::time::Duration::from_millis(700));
    assert!(by_hand.try_wait().expect("a run").is_none(), "it waits");
    drop(lock);
    assert!(by_hand.wait().expect("it ends").success());
    // The other way round: what was played since is not written over.
    let office = mustered();
    office.write("a.turn", &office.head("nyen.yaml", "sture", "concede"));
    let before = office.text("games/nyen.0001.yaml");
    let late =
        office.begin("adjudicate games/nyen.yaml a.turn -o games").wait_with_output().expect("it ends");
    assert_eq!(late.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&late.stderr).contains("file/fork"));
    assert_eq!(office.text("games/nyen.0001.yaml"), before);
}

/// A referee sees who has written, and not what.
#[test]
fn status_tells_which_letters_lie_there() {
    let office = Office::of_batalj();
    let lies = |line: &str| line.contains("lies here");
    let lines = |office: &Office, game: &str| -> Vec<String> {
        office.run(&format!("status {game}")).lines().filter(|line| lies(line)).map(str::to_owned).collect()
    };
    assert!(lines(&office, "games/nyen.yaml").is_empty());
    for orders in ["muster gotland", "muster all"] {
        office.post(&Mail::from("ann@home", &format!("ORDERS nyen sture\n{orders}\nEND\n")));
    }
    let one = "nyen step 1: letter 1 of sture lies here since 2026-11-30T12:00Z, replaced by the next";
    let two = "nyen step 1: letter 2 of sture lies here since 2026-11-30T12:00Z";
    assert_eq!(lines(&office, "games/nyen.yaml"), [one, two]);
    assert!(!office.run("status games/nyen.yaml").contains("muster"));
    let json: serde_json::Value =
        serde_json::from_str(&office.run("status games/nyen.yaml --json")).expect("JSON");
    let letter = |number: u64, replaced: bool| serde_json::json!({"seat": "sture", "number": number, "arrived": "2026-11-30T12:00Z", "final": false, "replaced": replaced});
    assert_eq!(json["letters"], serde_json::json!([letter(1, true), letter(2, false)]));
    // A game file that lies elsewhere has nobody's letters beside it.
    assert!(lines(&office, "new.yaml").is_empty());
    let office = mustered();
    office.write("my.turn", DEPLOYMENT);
    office.take_key("nyen.grip.key");
    let locked = office.run("lock games/nyen.0001.yaml my.turn");
    office.write(
        "games/nyen.0002.sture.1.eml",
        &format!("X-Adjutant-Arrived: 2026-11-30T12:00Z\n{}", headed(&locked)),
    );
    let final_one = "nyen step 2: letter 1 of sture lies here since 2026-11-30T12:00Z, final";
    assert_eq!(lines(&office, "games/nyen.0001.yaml"), [final_one]);
}

fn headed(letter: &str) -> String {
    format!("From: ann@home\nSubject: orders\n\n{letter}")
}

/// What a run leaves of a game is told from what it has not written to its end, whatever the game is called.
#[test]
fn replies_of_a_game_named_after_the_program_are_not_cleared_up() {
    let office = Office::of_battle("adjutant-1", "");
    let deployment = office.example("games/adjutant-1.yaml", "red", "deploy");
    let lost = office.post_into(&Mail::from("ann@home", &deployment), "/dev/full");
    assert_eq!(lost.code, 75, "{}", lost.err);
    assert_eq!(office.post(&Mail::from("eve@else", "Hello!\n")).mails.len(), 2);
}

/// A slip in the filter's command line, or a folder that is not filled yet, is no reason to lose a mail.
#[test]
fn a_filter_that_is_set_up_wrong_keeps_its_mails() {
    let office = Office::of_batalj();
    let mail = Mail::from("ann@home", "ORDERS nyen sture\nmuster all\nEND\n");
    for (args, said) in [
        ("post games --from rubbish", "mail/address"),
        ("post games --from game@club --now yesterday", "usage/instant"),
        ("post games --form game@club", "--form"),
        ("post", "<DIR>"),
    ] {
        let done = office.post_by(args, &mail);
        assert_eq!((done.code, done.mails.len()), (75, 0), "{args}: {}", done.err);
        assert!(done.err.contains(said), "{args}: {}", done.err);
    }
    office.make_folder("empty");
    let done = office.post_to("empty", &mail);
    assert_eq!((done.code, done.mails.len()), (75, 0), "{}", done.err);
    assert!(done.err.contains("error[post/no-game]: there is no game file in empty"), "{}", done.err);
    assert_eq!(office.post(&mail).mails.len(), 1);
}
