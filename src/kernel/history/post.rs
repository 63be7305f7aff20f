//! What a seat's letter brings into the history, and what its signature is over.

use super::canonical;
use super::entry::ABSENT;
use crate::kernel::keys::seal;
use crate::kernel::seat::Seat;
use crate::kernel::time::Instant;

/// What a letter of one seat brings for the open step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Post {
    /// Whose.
    pub seat: Seat,
    /// What it brings.
    pub part: Part,
    /// The seat's link for the step.
    pub link: Option<String>,
    /// When it was sent, by the sender's own word.
    pub sent: Option<Instant>,
    /// A seal of reactions that the seat sends ahead, opened when they are asked for.
    pub reactions: Option<String>,
    /// The seat's signature.
    pub signature: Option<String>,
}

/// The part of it beside a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Orders in plain: canonical lines.
    Orders(Vec<String>),
    /// A commitment to orders that stay secret.
    Seal(String),
    /// A commitment to orders with what it was made of, for the referee's eyes: the history holds the seal alone.
    Entrusted {
        /// The seal.
        seal: String,
        /// The salt.
        salt: String,
        /// The canonical lines.
        orders: Vec<String>,
    },
    /// What a seal was made of.
    Opening {
        /// The salt.
        salt: String,
        /// The canonical lines.
        orders: Vec<String>,
    },
    /// Nothing: the letter only adds its link.
    Link,
    /// Nothing came, and the seat's defaults are claimed.
    Missing,
}

impl Post {
    /// Orders in plain, unsigned.
    pub fn orders(seat: Seat, lines: Vec<String>, sent: Option<Instant>) -> Self {
        Self { seat, part: Part::Orders(lines), link: None, sent, reactions: None, signature: None }
    }

    /// The seal that the letter brings, if it brings one.
    pub fn seal(&self) -> Option<&String> {
        match &self.part {
            Part::Seal(seal) | Part::Entrusted { seal, .. } => Some(seal),
            Part::Orders(_) | Part::Opening { .. } | Part::Link | Part::Missing => None,
        }
    }

    /// The same letter as others but the referee may see it: of orders in his trust the seal alone.
    pub fn witnessed(&self) -> Self {
        let part = self.seal().map_or_else(|| self.part.clone(), |seal| Part::Seal(seal.clone()));
        Self { part, ..self.clone() }
    }

    /// The claim of a seat's defaults.
    pub fn missing(seat: Seat) -> Self {
        Self { seat, part: Part::Missing, link: None, sent: None, reactions: None, signature: None }
    }
}

/// The position that letters are written for.
#[derive(Clone, Copy, Debug)]
pub struct OpenStep<'a> {
    /// The game's full id.
    pub game: &'a str,
    /// The open step.
    pub step: u64,
    /// The head: hash of the newest entry.
    pub prev: &'a str,
}

impl OpenStep<'_> {
    /// H("move", game, seat, step, prev, orders or seal, link, sent), and the seal of reactions if the turn file brings
    /// one: what a turn file's signature is over, and by
    /// which those who answer it name it. None for letters that are no turn file.
    pub fn move_hash(&self, seat: &str, post: &Post) -> Option<String> {
        let body = match &post.part {
            Part::Orders(lines) => seal::list(lines),
            Part::Seal(seal) | Part::Entrusted { seal, .. } => seal.clone(),
            Part::Opening { .. } | Part::Link | Part::Missing => return None,
        };
        let step = self.step.to_string();
        let sent = post.sent.map_or(ABSENT.to_owned(), |t| t.to_string());
        let link = post.link.as_deref().unwrap_or(ABSENT);
        let mut parts = vec![self.game, seat, &step, self.prev, &body, link, &sent];
        parts.extend(post.reactions.as_deref());
        Some(canonical::hash("move", &parts))
    }

    /// H("cast", game, step, prev, seat, n, the n turn files answered, link): what the signature of any other link
    /// is over.
    pub fn cast_hash(&self, seat: &str, answers: &[String], link: &str) -> String {
        let (step, count) = (self.step.to_string(), answers.len().to_string());
        let before = [self.game, &step, self.prev, seat, &count];
        let parts: Vec<&str> =
            before.into_iter().chain(answers.iter().map(String::as_str)).chain([link]).collect();
        canonical::hash("cast", &parts)
    }
}
