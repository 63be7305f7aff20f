//! Mails that programs write, of which some do not say so: none of their mistakes is answered, and no player is silenced.

use super::office::{Mail, Office};
use super::{DEPLOYMENT, mustered};

const NOTE: &str = "I am away until Monday.\n";

/// Headers by which a program says for sure that it has written; what such a mail brings is nobody's order.
const CERTAIN: [&str; 2] = ["X-Autoreply: yes", "Return-Path: <MAILER-DAEMON>"];

/// Headers and subjects that a person's mail may have as well.
const DOUBTFUL: [&str; 4] = [
    "X-Auto-Response-Suppress: All",
    "List-Unsubscribe: <mailto:war@games>",
    "Subject: Automatic reply: [nyen] step 2: sture is to move",
    "Subject: Please confirm (Re: [nyen])",
];

fn with(text: &str, header: &str) -> Mail {
    let mail = Mail::from("ann@home", text).subject("[nyen] step 2");
    match header.strip_prefix("Subject: ") {
        Some(subject) => mail.subject(subject),
        None => mail.with(header),
    }
}

#[test]
fn no_mistake_of_a_program_is_answered() {
    let office = mustered();
    let wrong = office.head("nyen.0001.yaml", "sture", "place upland in centre");
    for header in CERTAIN.iter().chain(&DOUBTFUL) {
        for text in [NOTE, &wrong] {
            let done = office.post(&with(text, header));
            assert_eq!((done.code, done.mails.len()), (0, 0), "{header}: {:?}", done.mails);
            assert!(done.err.contains("not answered"), "{header}: {}", done.err);
        }
    }
}

#[test]
fn a_turn_file_that_can_be_taken_is_where_a_person_may_have_written() {
    let played = mustered();
    for header in DOUBTFUL {
        let office = played.before_step_2();
        assert_eq!(office.post(&with(DEPLOYMENT, header)).mails.len(), 2, "{header}");
    }
    let office = Office::of_batalj();
    let first = with("ORDERS nyen sture\nmuster all\nEND\n", "List-Id: <war.games>");
    assert_eq!(office.post(&first).mails[0].header("Subject"), "[nyen] step 1: your turn file is in");
    for header in CERTAIN {
        let office = played.before_step_2();
        let done = office.post(&with(DEPLOYMENT, header));
        assert_eq!((done.mails.len(), office.game_files().len()), (0, 2), "{header}");
    }
}

/// Neither a player who answers such a mail, nor one whose mail provider says more than others.
#[test]
fn a_player_is_answered() {
    for header in [
        "Subject: Re: Automatic reply: [nyen] step 2",
        "Subject: Please confirm that you have my orders [nyen]",
        "X-Auto-Response-Suppress: RN, NRN",
        "Delivered-To: game@club",
    ] {
        let office = mustered();
        let done = office.post(&with(NOTE, header));
        assert_eq!(done.mails.len(), 1, "{header}: {}", done.err);
    }
}

/// Somebody may play from the account that the filter answers from; but nothing it says to itself is answered.
#[test]
fn its_own_address_gets_no_word_of_a_mistake() {
    let office = Office::new();
    office.run("new battle --scenario basic --name solo --seat red=Me_<game@club> --seat blue=Bo_<bo@work> -o new.yaml");
    office.run("join new.yaml --seat blue -o games/solo.yaml");
    let done = office.post(&Mail::from("game@club", "Hello!\n").subject("[solo]"));
    assert_eq!((done.code, done.mails.len()), (0, 0), "{:?}", done.mails);
    assert!(done.err.contains("is from the filter's own address"), "{}", done.err);
    let deployment = office.example("games/solo.yaml", "red", "deploy");
    assert_eq!(office.post(&Mail::from("game@club", &deployment)).mails.len(), 2);
}
