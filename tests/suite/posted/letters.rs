//! What becomes of letters that come twice, in the wrong order, or larger than anybody writes them.

use super::mustered;
use super::office::{Mail, Office, Reply};

fn only(mails: &[Reply]) -> &Reply {
    let [mail] = mails else { panic!("{mails:?}") };
    mail
}

fn letter(office: &Office, orders: &str) -> String {
    format!(
        "From: ann@home\nMessage-ID: <{}@home>\nTo: game@club\n\n{}",
        orders.len(),
        office.head("nyen.yaml", "sture", orders)
    )
}

/// Mail systems deliver what they are not sure of once more, each by its own way.
#[test]
fn a_letter_that_is_delivered_again_does_not_become_the_newest() {
    for has_id in [true, false] {
        let office = Office::of_batalj();
        let [first, second] = ["muster all", "muster gotland"].map(|orders| {
            let letter = letter(&office, orders);
            let (from, rest) = letter.split_once('\n').expect("lines");
            if has_id { letter } else { format!("{from}\n{}", rest.split_once('\n').expect("lines").1) }
        });
        office.post_text(&first);
        office.post_text(&second);
        let again = office
            .post_text(&format!("From ann@home Mon Nov 30\nReceived: by mx2\n\tfor game@club\n{first}"));
        let answer = only(&again.mails);
        assert_eq!(answer.header("Subject"), "[nyen] step 1: a later turn file counts", "{has_id}");
        assert!(
            answer.text().contains("muster gotland") && !answer.text().contains("muster all"),
            "{}",
            answer.text()
        );
        assert_eq!(office.letters_of("nyen").len(), 2, "{has_id}");
        office.post(&Mail::from("bo@work", "ORDERS nyen grip\nmuster all\nEND\n"));
        assert!(office.text("games/nyen.0001.yaml").contains(r#""sture":["muster gotland"]"#), "{has_id}");
        let late = office.post_text(&format!("Received: by mx3\n{first}"));
        assert!(late.mails.is_empty() && late.err.contains("dealt with before"), "{}", late.err);
    }
}

#[test]
fn what_is_given_is_one_mail() {
    let office = Office::of_batalj();
    let more =
        "\nFrom now on I am elsewhere:\nHint: eve@else\n\nFrom eve Mon Nov 30\nFrom: eve@else\n\nORDERS\n";
    let text = format!("From ann Mon Nov 30\n>From ann Sun Nov 29\n{}{more}", letter(&office, "muster all"));
    let done = office.post_text(&text);
    assert_eq!(only(&done.mails).header("Subject"), "[nyen] step 1: your turn file is in", "{}", done.err);
    office.post(&Mail::from("bo@work", "ORDERS nyen grip\nmuster all\nEND\n"));
    assert!(office.text("games/nyen.0001.yaml").contains(r#""sture":["muster all"]"#));
}

/// Bo may still change what waits for Ann, whatever becomes of her letters.
#[test]
fn nothing_is_final_by_a_letter_that_is_refused() {
    let office = mustered();
    let ann = |left: &str, centre: &str| {
        let orders = format!("place {left} in left\nplace {centre} in centre\nplace gotland,horn in right");
        office.head("nyen.0001.yaml", "sture", &orders)
    };
    let bo =
        |wing: &str| Mail::from("bo@work", &format!("ORDERS nyen grip\nnext\n  attack {wing}\nend\nEND\n"));
    office.write("my.turn", &ann("uppland", "narke"));
    let locked = office.run("lock games/nyen.0001.yaml my.turn");
    office.post(&bo("left"));
    let before = office.everything();
    let refused = office.post(&Mail::from("ann@home", &ann("narke", "uppland")));
    assert!(only(&refused.mails).text().contains("lock/crossed"), "{}", only(&refused.mails).text());
    assert_eq!(office.everything(), before, "nothing is kept of it");
    let changed = office.post(&bo("right"));
    assert_eq!(
        only(&changed.mails).header("Subject"),
        "[nyen] step 2: your turn file is in",
        "{}",
        changed.err
    );
    assert_eq!(office.post(&Mail::from("ann@home", &locked)).mails.len(), 2, "what she has locked stands");
}

/// Nobody has signed when a plain turn file was sent.
#[test]
fn a_plain_turn_file_does_not_date_itself() {
    let office = Office::of_battle("timed", " --deadline 14d");
    let sheet = office.example("games/timed.yaml", "red", "deploy");
    let backdated = sheet.replacen('\n', "\nSent: 2026-11-01T12:00Z\n", 1);
    let done = office.post(&Mail::from("ann@home", &backdated));
    assert_eq!(done.mails.len(), 2, "{} {:?}", done.err, done.mails);
    assert!(office.text("games/timed.0001.yaml").contains(r#""sent":{"red":"2026-11-30T12:00Z"}"#));
}

#[test]
fn a_mail_that_is_too_large_is_answered_to_players_alone() {
    let office = Office::of_batalj();
    let huge = |from: &str, mib: usize| {
        let head =
            format!("From: {from}\nSubject: orders\n\n{}", office.head("nyen.yaml", "sture", "muster all"));
        [head.as_bytes(), &b"> x\n".repeat(mib << 18)].concat()
    };
    for mib in [5, 30] {
        let done = office.post_bytes(&huge("ann@home", mib));
        let text = only(&done.mails).text();
        assert!(text.contains("mail/too-much") && text.contains("larger than 4 MiB"), "{text}");
        let done = office.post_bytes(&huge("eve@else", mib));
        assert_eq!((done.code, done.mails.len()), (0, 0), "{}", done.err);
    }
    // A text that is larger than a turn file may be gets a word as well.
    let done = office.post_bytes(&huge("ann@home", 2));
    assert!(only(&done.mails).header("Subject").ends_with("nothing was taken"), "{}", done.err);
    assert_eq!(office.letters_of("nyen"), [""; 0]);
    let office = Office::of_batalj();
    let parts = "--a\n\nx\n".repeat(200);
    let many = format!("From: ann@home\nContent-Type: multipart/mixed; boundary=a\n\n{parts}--a--\n");
    let done = office.post_text(&many);
    assert!(only(&done.mails).text().contains("mail/too-much"), "{}", only(&done.mails).text());
}

/// No mail draws an answer that is much larger than what somebody would read.
#[test]
fn answers_have_bounds() {
    let office = Office::of_batalj();
    let head = office.head("nyen.yaml", "sture", "muster all").lines().next().expect("a line").to_owned();
    let many = format!("{head}\nmuster all\nEND\n").repeat(2000);
    let long_order = format!("{head}\n{}\nEND\n", "x ".repeat(100_000));
    let long_head = format!("{head} {}\nmuster all\nEND\n", "\u{2009}x".repeat(50_000));
    let typography =
        format!("{head}\n{}END\n", format!("# {}\nmuster all\u{a0}\n", "\u{2013} ".repeat(1000)).repeat(300));
    for text in [many, long_order, long_head, typography] {
        let mail = format!("From: ann@home\nContent-Type: text/plain; charset=utf-8\n\n{text}");
        let done = office.post_text(&mail);
        let length = only(&done.mails).raw.len();
        assert!(length < 100_000, "{length} of {}: {}", mail.len(), only(&done.mails).header("Subject"));
    }
}

/// Under lenient terms bad lines stand in the game file.
#[test]
fn orders_have_bounds_under_lenient_terms_too() {
    let office = Office::of_battle("len", " --orders lenient");
    let deployment = office.example("games/len.yaml", "red", "deploy");
    for lines in [format!("{}\n", "x".repeat(100)), "deploy infantry 0103,0103\n".to_owned()] {
        let bloated = deployment.replacen("deploy", &format!("{}deploy", lines.repeat(900)), 1);
        let done = office.post(&Mail::from("ann@home", &bloated));
        assert!(only(&done.mails).header("Subject").contains("nothing was taken"), "{lines}");
    }
    assert_eq!(office.letters_of("len"), [""; 0]);
    assert_eq!(office.post(&Mail::from("ann@home", &deployment)).mails.len(), 2);
}
