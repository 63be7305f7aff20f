//! How often a seat is answered: so often that no two programs write to each other for ever.
//!
//! A program that answers every mail and says so in no header is told from a player by none of its mails alone, but by
//! what they come to: it goes on, and has nothing to say. RFC 3834 has programs that answer count by sender and time;
//! here nobody's clock has a say, and what counts is the step. In each step a seat is answered at most three times where
//! its mails bring no orders for it, three times where they bring the same orders, and twenty times in all. The last
//! answer says that it is the last. A mail that is delivered again is answered again and counts once, if it has an id.
//!
//! Nobody is shut out by this: what can be taken is taken, answered or not, and everybody is told of every step.

use super::identity::Identity;
use crate::kernel::history::canonical;
use crate::kernel::history::chronicle::Chronicle;
use crate::kernel::turnfile::{self, Source, TurnFile};
use data_encoding::BASE64;
use std::fmt::Write;

/// How often mails are answered that come to the same.
const SAME: usize = 3;
/// How often a seat is answered in one step.
const ALL: usize = 20;

/// The answers that a seat has had in one step.
#[derive(Debug, PartialEq, Eq)]
pub struct Answered {
    step: u64,
    answers: Vec<Given>,
}

/// An answer: what the mail came to, and which it was.
#[derive(Debug, PartialEq, Eq)]
struct Given {
    content: String,
    mail: String,
}

/// Whether one more answer is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Yes.
    Given,
    /// Yes, and none after it.
    Last,
    /// No.
    Withheld,
}

/// What a mail comes to: its orders, or none.
pub fn content(sources: &[Source], chronicle: &Chronicle) -> String {
    let orders = |t: &TurnFile| turnfile::write(chronicle, t) + &t.checked.unread.join("\n");
    let turn_files = sources.iter().flat_map(|source| &source.input.turn_files);
    let all: Vec<String> = turn_files.filter(|t| !t.is_blank()).map(orders).collect();
    if all.is_empty() {
        NO_ORDERS.to_owned()
    } else {
        canonical::hash("mail", &[&BASE64.encode(all.join("\n").as_bytes())])
    }
}

/// What a mail comes to that brings no orders.
pub const NO_ORDERS: &str = "-";

impl Answered {
    /// Reads what was written; of another step, or of what nobody here has written, nothing counts.
    pub fn read(text: &str, step: u64) -> Self {
        let mut lines = text.lines();
        let is_of_step = lines.next() == Some(&first_line(step));
        let given = |line: &str| {
            let (content, mail) = line.split_once(' ')?;
            Some(Given { content: content.to_owned(), mail: mail.to_owned() })
        };
        let answers = lines.take(ALL).filter(|_| is_of_step).map_while(given).collect();
        Self { step, answers }
    }

    /// The same as a text.
    pub fn write(&self) -> String {
        let mut text = first_line(self.step) + "\n";
        for given in &self.answers {
            // Writing to a String cannot fail.
            let _ = writeln!(text, "{} {}", given.content, given.mail);
        }
        text
    }

    /// Counts one more mail, if it is to be answered.
    pub fn count(&mut self, content: &str, mail: &Identity) -> Turn {
        let mail = mail.hash();
        let known =
            self.answers.iter().position(|given| mail.is_some() && Some(&given.mail) == mail.as_ref());
        let at = known.unwrap_or(self.answers.len());
        if known.is_none() {
            if self.alike(content) >= SAME || at >= ALL {
                return Turn::Withheld;
            }
            let mail = mail.unwrap_or_else(|| NO_ID.to_owned());
            self.answers.push(Given { content: content.to_owned(), mail });
        }
        let before = &self.answers[..=at];
        let alike = before.iter().filter(|given| given.content == before[at].content).count();
        if alike == SAME || before.len() == ALL { Turn::Last } else { Turn::Given }
    }

    /// How many answers were given to mails that come to the same.
    fn alike(&self, content: &str) -> usize {
        self.answers.iter().filter(|given| given.content == content).count()
    }
}

/// What stands in the place of a mail that cannot be known again.
const NO_ID: &str = "-";

fn first_line(step: u64) -> String {
    format!("step {step}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mail(id: &str) -> Identity {
        Identity::of(format!("Message-ID: <{id}@home>\n\nHello\n").as_bytes())
    }

    #[test]
    fn answers_come_to_an_end() {
        let mut answered = Answered::read("", 7);
        let turns = ["1", "2", "3", "4"].map(|id| answered.count(NO_ORDERS, &mail(id)));
        assert_eq!(turns, [Turn::Given, Turn::Given, Turn::Last, Turn::Withheld]);
        assert_eq!(answered.count("other", &mail("5")), Turn::Given, "orders are another matter");
        let more: Vec<Turn> =
            (6..40).map(|n| answered.count(&n.to_string(), &mail(&n.to_string()))).collect();
        let given = more.iter().take_while(|turn| **turn == Turn::Given).count();
        assert_eq!(4 + given + 1, ALL);
        assert!(more[given] == Turn::Last && more[given + 1..].iter().all(|turn| *turn == Turn::Withheld));
    }

    #[test]
    fn a_mail_that_comes_again_counts_once_and_is_answered_again() {
        let mut answered = Answered::read("", 7);
        let turns = ["1", "2", "3"].map(|id| answered.count(NO_ORDERS, &mail(id)));
        let again = Answered::read(&answered.write(), 7);
        assert_eq!(again, answered);
        assert_eq!(["1", "2", "3"].map(|id| answered.count(NO_ORDERS, &mail(id))), turns);
        assert_eq!(answered, again);
        assert_eq!(Answered::read(&again.write(), 8), Answered::read("", 8), "each step begins anew");
    }

    /// Where nothing tells two deliveries of one mail from two mails, they are two.
    #[test]
    fn mails_without_ids_are_all_counted() {
        let mut answered = Answered::read("", 7);
        let note = Identity::of(b"Subject: away\n\nI am away.\n");
        let turns = [(); 4].map(|()| answered.count(NO_ORDERS, &note));
        assert_eq!(turns, [Turn::Given, Turn::Given, Turn::Last, Turn::Withheld]);
    }

    #[test]
    fn what_nobody_here_has_written_does_no_harm() {
        for text in ["", "step", "step 7\nx\n- y\n", "\u{0}", &format!("step 7\n{}", "- -\n".repeat(9999))] {
            assert!(Answered::read(text, 7).write().len() < 9 * ALL, "{text:?}");
        }
    }
}
