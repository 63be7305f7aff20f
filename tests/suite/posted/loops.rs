//! Programs that answer every mail and say so in no header: how that ends, and that no player is shut out by it.

use super::office::{Mail, Office, Reply};
use super::{DEPLOYMENT, mustered, with_second_game};

/// How such a program answers.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Habit {
    /// It quotes the mail, as mail programs do.
    Quotes,
    /// It puts the mail below its own text, as it is.
    Appends,
    /// The same with lines of a width of its own, so that comments of a turn file become orders.
    Wraps,
    /// It says its sentence, and names no mail that it answers.
    Repeats,
}

impl Habit {
    /// What it makes of a mail.
    fn body(self, text: &str) -> String {
        match self {
            Self::Quotes => text.lines().map(|line| format!("> {line}\n")).collect(),
            Self::Appends => format!("-----Original Message-----\n{text}"),
            Self::Wraps => {
                let broken = |line: &str| {
                    let letters: Vec<char> = line.chars().collect();
                    letters.chunks(30).map(|part| part.iter().collect::<String>() + "\n").collect::<String>()
                };
                text.lines().map(broken).collect()
            }
            Self::Repeats => String::new(),
        }
    }

    fn answer(self, mail: &Reply, number: usize) -> String {
        let from = mail.header("To");
        let subject = mail.header("Subject");
        let thread = match self {
            Self::Repeats => String::new(),
            _ => format!("In-Reply-To: {}\n", mail.header("Message-ID")),
        };
        format!(
            "From: {from}\nTo: game@club\nSubject: Re: {subject}\nMessage-ID: <{number}@desk>\n{thread}\
             Content-Type: text/plain; charset=utf-8\n\nThank you, this is ticket no. {number}.\n\n{}",
            self.body(&mail.text())
        )
    }

    /// All that the filter says to it after a first mail.
    fn exchange(self, office: &Office, first: &Reply) -> Vec<Reply> {
        let mut said: Vec<Reply> = Vec::new();
        for number in 0..60 {
            let done = office.post_text(&self.answer(said.last().unwrap_or(first), number));
            assert_eq!(done.code, 0, "{self:?}: {}", done.err);
            let [mail] = done.mails.as_slice() else {
                assert!(done.mails.is_empty(), "{self:?}: {:?}", done.mails);
                return said;
            };
            said.push(mail.clone());
        }
        panic!("{self:?} goes on for ever");
    }
}

const ALL: [Habit; 4] = [Habit::Quotes, Habit::Appends, Habit::Wraps, Habit::Repeats];

/// The mails that tell that both have mustered.
fn told(office: &Office) -> Vec<Reply> {
    office.post(&Mail::from("ann@home", "ORDERS nyen sture\nmuster all\nEND\n"));
    office.post(&Mail::from("bo@work", "ORDERS nyen grip\nmuster all\nEND\n")).mails
}

#[test]
fn two_programs_do_not_write_to_each_other_for_ever() {
    for habit in ALL {
        let office = Office::of_batalj();
        for first in &told(&office) {
            let said = habit.exchange(&office, first);
            let most = if habit == Habit::Wraps { 20 } else { 3 };
            assert!((1..=most).contains(&said.len()), "{habit:?}: {} answers", said.len());
            let last = said.last().expect("an answer").text();
            assert!(last.contains("not answered any more before the next step"), "{habit:?}: {last}");
            let again = office.post_text(&habit.answer(first, 99));
            assert!(
                again.mails.is_empty() && again.err.contains("as many as a step allows"),
                "{}",
                again.err
            );
        }
        // The player whose address it is plays on all the same, and is told of every step.
        let done = office.post(&Mail::from("ann@home", DEPLOYMENT));
        assert_eq!(done.mails.len(), 2, "{habit:?}: {}", done.err);
        assert!(!habit.exchange(&office, &done.mails[0]).is_empty(), "{habit:?}: a new step begins anew");
    }
}

#[test]
fn who_is_asked_which_game_is_not_asked_for_ever() {
    let office = with_second_game();
    let first = office.post(&Mail::from("ann@home", "Hello, is it my turn?\n"));
    let said = Habit::Repeats.exchange(&office, &first.mails[0]);
    assert_eq!(said.len(), 2, "three with the first");
    assert!(said[1].text().contains("not answered any more"), "{}", said[1].text());
}

/// What a player does wrong twice he is told twice, and what he does right is taken.
#[test]
fn a_player_is_told_of_every_mistake() {
    let office = mustered();
    let wrong = |orders: &str| Mail::from("ann@home", &office.head("nyen.0001.yaml", "sture", orders));
    for (orders, code) in [
        ("place upland in centre", "did you mean"),
        ("place upland in centre", "did you mean"),
        ("place uppland in centre, please", "place"),
        ("attack centre", "attack"),
    ] {
        let done = office.post(&wrong(orders));
        assert_eq!(done.mails.len(), 1, "{orders}: {}", done.err);
        assert!(done.mails[0].text().contains(code), "{orders}: {}", done.mails[0].text());
    }
    assert_eq!(office.post(&Mail::from("ann@home", DEPLOYMENT)).mails.len(), 2);
}

/// The answer may have been lost with the run that wrote it.
#[test]
fn a_mail_that_is_delivered_again_gets_the_same_answer_and_counts_once() {
    let office = mustered();
    let mails = ["1@home", "2@home", "3@home"]
        .map(|id| Mail::from("ann@home", "Is it my turn?\n").subject("[nyen]").id(id));
    let answers = mails.clone().map(|mail| office.post(&mail).mails);
    assert!(answers[2][0].text().contains("not answered any more"), "{}", answers[2][0].text());
    let before = office.everything_but_keys();
    assert_eq!(mails.map(|mail| office.post(&mail).mails), answers);
    assert_eq!(office.everything_but_keys(), before);
}
