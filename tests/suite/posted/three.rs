//! Games of three: a draw that all must accept, a seat that gives up or falls silent while others play on.

use super::office::{Mail, Office};

/// Three hordes, all of whose keys lie with the filter, which is asked to wait for their first orders.
fn begun() -> Office {
    begun_by(["red", "blue", "green"], " --set first=listed")
}

/// The same in another order: of those who order at once the last casts, and the one before it locks last.
fn begun_by(seats: [&str; 3], terms: &str) -> Office {
    let office = Office::new();
    let who = |seat: &str| match seat {
        "red" => "red=Ann_<ann@home>",
        "blue" => "blue=Bo_<bo@work>",
        _ => "green=Cy_<cy@inn>",
    };
    let [first, second, third] = seats;
    office.run(&format!(
        "new battue --scenario ready{terms} --set hands=open --name tre --seat {} --seat {} --seat {} -o 0.yaml",
        who(first),
        who(second),
        who(third)
    ));
    office.run(&format!("join 0.yaml --seat {second} -o 1.yaml"));
    office.run(&format!("join 1.yaml --seat {third} -o games/tre.yaml"));
    office
}

const STARTS: [(&str, &str, &str); 3] = [
    ("ann@home", "red", "start at gate-n,gate-e"),
    ("bo@work", "blue", "start at gate-e,gate-w"),
    ("cy@inn", "green", "start at gate-w,gate-n"),
];

fn mail(from: &str, seat: &str, lines: &str) -> Mail {
    Mail::from(from, &format!("ORDERS tre {seat}\n{lines}\nEND\n"))
}

/// All have begun, red has moved and offered a draw; blue is to move.
fn offered() -> Office {
    let office = begun();
    for (from, seat, lines) in STARTS {
        office.post(&mail(from, seat, lines));
    }
    let done = office.post(&mail("ann@home", "red", "pass\noffer draw"));
    assert_eq!(done.mails.len(), 3, "{} {:?}", done.err, done.mails);
    assert!(office.newest("tre").contains(r#""draw-offered":{"seat":"red"}"#));
    office
}

/// Whoever accepts last, the mover among them: the letters count together or not at all.
#[test]
fn a_draw_is_agreed_on_once_all_have_accepted_it() {
    let accepts = [("bo@work", "blue"), ("cy@inn", "green")];
    for order in [[0, 1], [1, 0]] {
        let office = offered();
        let [first, last] = order.map(|i| mail(accepts[i].0, accepts[i].1, "accept draw"));
        let done = office.post(&first);
        let [receipt] = done.mails.as_slice() else { panic!("{} {:?}", done.err, done.mails) };
        let other = accepts[order[1]].1;
        assert!(receipt.text().contains(&format!("The draw waits for {other}")), "{}", receipt.text());
        let done = office.post(&last);
        assert_eq!(done.mails.len(), 3, "{} {:?}", done.err, done.mails);
        assert!(done.mails[0].header("Subject").contains("the game is over"), "{}", done.mails[0].raw);
        assert!(office.newest("tre").contains(r#""kind":"drawn""#));
    }
}

/// One who accepts a draw that others do not does not keep the game from going on.
#[test]
fn a_draw_that_not_all_accept_holds_nobody_up() {
    let office = offered();
    office.post(&mail("cy@inn", "green", "accept draw"));
    let done = office.post(&mail("bo@work", "blue", "pass"));
    assert_eq!(done.mails.len(), 3, "{} {:?}", done.err, done.mails);
    let entry = office.newest("tre");
    assert!(entry.contains(r#""kind":"resolved""#) && !entry.contains("accept draw"), "{entry}");
    assert!(done.mails[2].text().starts_with("Not all have accepted the draw"), "{}", done.mails[2].text());
    assert!(done.mails[1].text().contains("blue"), "{}", done.mails[1].text());
}

/// What others have sent is not carried out in a step that a word has ended, and they are told so.
#[test]
fn who_has_ordered_beside_a_word_that_ends_the_step_orders_again() {
    let office = begun();
    office.post(&mail("ann@home", "red", STARTS[0].2));
    let done = office.post(&mail("bo@work", "blue", "concede"));
    assert_eq!(done.mails.len(), 3, "{} {:?}", done.err, done.mails);
    assert!(
        done.mails[0].text().starts_with("Your turn file is not in this step"),
        "{}",
        done.mails[0].text()
    );
    // By hand both letters may be given; then the report says what came of the second.
    for (seat, lines) in [("red", STARTS[0].2), ("blue", "concede")] {
        office.write(&format!("{seat}.turn"), &format!("ORDERS tre {seat}\n{lines}\nEND\n"));
    }
    office.run("adjudicate games/tre.yaml red.turn blue.turn -o by-hand.yaml");
    let report = office.run("report by-hand.yaml").replace('\n', " ");
    assert!(report.contains("Red's orders, which do not count"), "{report}");
    assert!(report.contains("Blue's orders:"), "{report}");
}

/// Green, who keeps its key, refuses to lock last. Nothing but links is missing, and no player has to ask for them.
#[test]
fn a_step_that_lacks_links_alone_is_played_by_the_next_mail() {
    let office = begun_by(["red", "green", "blue"], "");
    office.take_key("tre.green.key");
    for (from, seat, lines) in &STARTS[..2] {
        office.post(&mail(from, seat, lines));
    }
    assert!(office.newest("tre").contains(r#""kind":"locked""#));
    office.write("again.turn", &format!("ORDERS tre red\n{}\nEND\n", STARTS[0].2));
    let stands = office.refused("lock games/tre.0000.locked.yaml again.turn");
    assert!(stands.contains("[letter/second]") && stands.contains("stand locked"), "{stands}");
    let sheet = office.run("sheet games/tre.0000.locked.yaml --seat red");
    assert!(sheet.contains("stand locked") && !sheet.contains("start at"), "{sheet}");
    let done = office.post(&mail("ann@home", "red", STARTS[0].2));
    assert!(done.mails[0].text().contains("stand locked"), "{}", done.mails[0].text());

    office.run("amend games/tre.0000.locked.yaml --seat red --refusal green -o refused.yaml");
    office.run("amend refused.yaml --seat blue --agree -o games");
    assert!(office.newest("tre").contains(r#""orders":[]"#), "{}", office.newest("tre"));
    let told = office.run("mail games/tre.0001.locked.yaml --seat red --from game@club").replace("\n ", " ");
    assert!(told.contains("Subject: [tre] step 2: red and blue are to add their links"), "{told}");
    let status = office.run("status games/tre.0001.locked.yaml");
    assert!(status.contains("adjutant lock FILE --seat red > link.turn"), "{status}");
    let done = office.post(&mail("ann@home", "red", "offer draw"));
    assert!(done.mails.iter().any(|mail| mail.header("Subject").contains("[tre] step 3: ")), "{done:?}");
    assert!(office.newest("tre").contains(r#""kind":"resolved""#), "{}", office.newest("tre"));
}

/// Who has reactions lodged may still give the game up or offer a draw, and they stay closed.
#[test]
fn who_has_a_seal_to_open_may_give_up_or_offer_a_draw() {
    let office = begun();
    for (from, seat, lines) in STARTS {
        office.post(&mail(from, seat, lines));
    }
    office.write("react.txt", "when attacked pass\n");
    office.write("red.turn", "ORDERS tre red\npass\nEND\n");
    let moved = office.run("lock games/tre.0001.yaml red.turn --reactions react.txt");
    let done = office.post(&Mail::from("ann@home", &moved));
    assert_eq!(done.mails.len(), 3, "{} {:?}", done.err, done.mails);
    assert!(office.newest("tre").contains(r#""opens":["red"]"#), "{}", office.newest("tre"));
    for word in ["offer draw", "concede"] {
        office.write("word.turn", &format!("ORDERS tre red\n{word}\nEND\n"));
        let letter = office.run("lock games/tre.0002.yaml word.turn");
        assert!(letter.contains(word) && letter.contains("Signed:"), "{letter}");
    }
    let gone = office.post(&mail("ann@home", "red", "concede"));
    assert_eq!(gone.mails.len(), 3, "{} {:?}", gone.err, gone.mails);
    assert!(office.newest("tre").contains(r#""kind":"conceded""#));
    // Whoever has left is told so, whatever it orders.
    for line in ["pass", "offer draw"] {
        let done = office.post(&mail("ann@home", "red", line));
        let text = done.mails[0].text().clone();
        assert!(text.contains("order/not-playing") && text.contains("red has left the game"), "{text}");
    }
}
