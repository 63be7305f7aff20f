//! What the mails tell a player beyond the report: by when to answer, and what he may say although he is not asked.

use super::ORDERS;
use super::office::{Mail, Office, Reply};

/// A plain reply as mail programs write it: some lines, and all of the mail quoted below.
fn reply(mail: &Reply, lines: &str) -> Mail {
    let quoted: String = mail.text().lines().map(|line| format!("> {line}\n")).collect();
    let headers = format!("In-Reply-To: {}", mail.header("Message-ID"));
    let subject = format!("Re: {}", mail.header("Subject"));
    Mail::from(&mail.header("To"), &format!("{lines}\n\nOn Monday the referee wrote:\n\n{quoted}"))
        .subject(&subject)
        .with("Content-Type: text/plain; charset=utf-8")
        .with(&headers)
}

/// The mails that tell that both have mustered; the second goes to Bo, who is not asked.
fn mustered() -> (Office, Vec<Reply>) {
    let office = Office::of_batalj();
    office.post(&Mail::from("ann@home", "ORDERS nyen sture\nmuster all\nEND\n"));
    let mails = office.post(&Mail::from("bo@work", "ORDERS nyen grip\nmuster all\nEND\n")).mails;
    assert!(mails[1].text().contains("You are not asked for orders now; sture is."), "{}", mails[1].text());
    (office, mails)
}

#[test]
fn who_is_not_asked_gives_up_by_a_plain_reply() {
    for lines in ["concede", "concede\nEND", "Well played!\n\nconcede\nEND\n\nBo"] {
        let (office, mails) = mustered();
        let done = office.post(&reply(&mails[1], lines));
        assert_eq!(done.mails.len(), 2, "{lines}: {} {:?}", done.err, done.mails);
        assert!(done.mails[0].header("Subject").contains("the game is over"), "{lines}");
        assert!(office.text("games/nyen.0002.yaml").contains(r#""kind":"conceded""#), "{lines}");
    }
}

#[test]
fn who_is_not_asked_offers_a_draw_by_a_plain_reply() {
    let (office, mails) = mustered();
    let done = office.post(&reply(&mails[1], "offer draw\nEND"));
    assert_eq!(done.mails[0].header("Subject"), "[nyen] step 2: your turn file is in", "{}", done.err);
    assert!(done.mails[0].text().contains("offer draw"), "{}", done.mails[0].text());
    let done = office.post(&reply(&mails[0], &format!("{ORDERS}\nEND")));
    assert_eq!(done.mails.len(), 2, "{} {:?}", done.err, done.mails);
    assert!(done.mails[0].text().contains("Grip offers a draw; accept draw agrees."));
}

/// What is no order by its look gives nothing up.
#[test]
fn who_only_chats_has_said_nothing() {
    for lines in ["Shall I concede?", "I will not concede, Ann", "Good luck!", "> concede", ""] {
        let (office, mails) = mustered();
        let done = office.post(&reply(&mails[1], lines));
        assert_eq!(done.mails.len(), 1, "{lines}: {}", done.err);
        assert_eq!(done.mails[0].header("Subject"), "[nyen] step 2: nothing was taken", "{lines}");
        assert_eq!(office.game_files().len(), 2, "{lines}");
        // The answer holds what is needed as well.
        assert_eq!(office.post(&reply(&done.mails[0], "concede\nEND")).mails.len(), 2, "{lines}");
    }
}

/// Where something is hidden nothing is sent ahead, but who wants to give up may.
#[test]
fn who_is_not_asked_gives_up_in_a_game_with_secrets() {
    let office = Office::new();
    office.run("new battle --scenario basic --set fog-of-war=yes --dice referee --name mist --seat red=Ann_<ann@home> --seat blue=Bo_<bo@work> -o new.yaml");
    office.run("join new.yaml --seat blue -o 1.yaml");
    office.run("join 1.yaml --seat referee -o games/mist.yaml");
    let raw = office.run("mail games/mist.yaml --seat blue --from game@club").replace("\r\n", "\n");
    let mail = Reply { raw };
    assert!(mail.text().contains("You are not asked for orders now; red is."), "{}", mail.text());
    assert!(!mail.text().contains("send some ahead"), "{}", mail.text());
    let done = office.post(&reply(&mail, "concede\nEND"));
    assert_eq!(done.mails.len(), 2, "{} {:?}", done.err, done.mails);
    assert_eq!(done.mails[1].header("Subject"), "[mist] step 1: the game is over");
}

#[test]
fn mails_say_by_when_to_answer() {
    let office = Office::of_battle("timed", " --deadline 14d");
    let first = office.run("mail games/timed.yaml --seat red");
    assert!(!first.contains(" by 20"), "no turn file has begun the clock");
    let deployment = office.example("games/timed.yaml", "red", "deploy");
    let done = office.post(&Mail::from("ann@home", &deployment));
    let told = "Blue is to move by 2026-12-14T12:00Z (UTC).";
    for mail in &done.mails {
        assert_eq!(mail.header("Subject"), "[timed] step 2: blue is to move by 2026-12-14T12:00Z");
        assert!(mail.text().starts_with(told), "{}", mail.text());
        assert!(mail.page().contains(told), "{}", mail.page());
    }
    assert_eq!(done.mails.len(), 2, "{}", done.err);
    // By hand the same bytes come out.
    let by_hand = office.run("mail games/timed.0001.yaml --seat blue --from game@club");
    assert!(by_hand.contains("blue is to move by") && by_hand.contains(" 2026-12-14T12:00Z"), "{by_hand}");
}

#[test]
fn where_links_make_the_dice_silence_forfeits() {
    let office = Office::of_batalj_under(" --deadline 2d");
    office.post(&Mail::from("ann@home", "ORDERS nyen sture\nmuster all\nEND\n"));
    let done = office.post(&Mail::from("bo@work", "ORDERS nyen grip\nmuster all\nEND\n"));
    let told = "Sture is to move by 2026-12-02T12:00Z (UTC). After that, whoever is silent forfeits the game";
    assert!(done.mails[0].text().replace('\n', " ").starts_with(told), "{}", done.mails[0].text());
    let ahead = "ORDERS nyen grip\nnext\n  attack left\nend\nEND\n";
    let receipt = office.post(&Mail::from("bo@work", ahead));
    let waits = "The step waits for sture, by 2026-12-02T12:00Z (UTC).";
    assert!(receipt.mails[0].text().contains(waits), "{}", receipt.mails[0].text());
}
