//! What the filter does with a folder that is not as it should be, with mails that do not say what they are about, and
//! from which address it answers.

use super::office::{Mail, Office, Reply};
use super::{DEPLOYMENT, batalj, mustered};

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
    let (one, other) = (office.text("games/nyen.0001.yaml"), batalj().text("games/nyen.yaml"));
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
fn with_second_game() -> Office {
    let office = batalj();
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
    let office = batalj();
    let done = office.post(&Mail::from("bo@work", "Here are my orders.\n").subject("Re: [nyen] step 1"));
    let text = only(&done.mails).text();
    assert!(text.contains("turnfile/none") && text.contains("ORDERS nyen step 1 grip"), "{text}");
    assert!(!text.contains("step 1 sture"), "{text}");
    let done = mustered().post(&Mail::from("bo@work", "Is it my turn?\n").subject("Re: [nyen] step 1"));
    let text = only(&done.mails).text();
    assert!(text.contains("ORDERS nyen step 2 grip") && !text.contains("step 2 sture"), "{text}");
    assert!(text.contains("You are not asked for orders now."), "{text}");
}

#[test]
fn answers_come_from_the_address_at_which_a_mail_arrived() {
    let orders = "ORDERS nyen sture\nmuster all\nEND\n";
    let from = |mail: Mail| only(&batalj().post(&mail).mails).header("From");
    let to = |to: &str| Mail::from("ann@home", orders).to(to);
    assert_eq!(from(to("game@club")), "<game@club>");
    assert_eq!(from(to("Bo <bo@work>, Referee <game@club>")), "\"Referee\" <game@club>", "no player answers");
    let two = "other@club, game@club";
    assert_eq!(from(to(two)), "<other@club>");
    assert_eq!(from(to(two).with("Delivered-To: game@club")), "<game@club>");
    assert_eq!(from(to("bo@work").with("Cc: game@club")), "<game@club>");
    // An alias that the mail system resolves is still the address that players know.
    assert_eq!(from(to("game@club").with("Delivered-To: filter@host.club")), "<game@club>");
    assert_eq!(from(to("bo@work").with("X-Original-To: game@club")), "<game@club>");
    assert_eq!(from(to("bo@work")), "", "the mail system fills it in");
}
