//! The mail that a filter was given, and whether it is one to be answered.

use crate::cli::files;
use crate::kernel::history::canonical;
use crate::kernel::mail::Address;
use crate::kernel::mail::outgoing::thread;
use crate::kernel::mail::{self, Mail};
use crate::kernel::orders::typography::fold_words;
use data_encoding::BASE64;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// A mail as it came.
pub struct Incoming {
    /// What was given.
    pub bytes: Vec<u8>,
    /// What it says.
    pub mail: Mail,
}

impl Incoming {
    /// Reads a mail; none if nobody is to answer it, or it is no mail or more than one.
    pub fn read(bytes: Vec<u8>) -> Option<Self> {
        let mails = match mail::read(&bytes) {
            None => Err("standard input is no mail".to_owned()),
            Some(Ok(mails)) if mails.len() != 1 => Err(format!("standard input holds {} mails", mails.len())),
            Some(Ok(mails)) => Ok(mails),
            Some(Err(error)) => Err(error.to_string()),
        };
        // A mail system would deliver again what is refused here, or send it back to whoever it pretends to be from.
        let mail = match mails.map(|mut mails| mails.pop()) {
            Ok(Some(mail)) => mail,
            Ok(None) => return None,
            Err(why) => {
                note(&format!("{why}, and is not answered"));
                return None;
            }
        };
        let incoming = Self { bytes, mail };
        if let Some(why) = incoming.mail.automatic {
            incoming.say(why.in_words());
            return None;
        }
        Some(incoming)
    }

    /// Says why a mail is answered by nothing, to whoever reads the mail system's log.
    pub fn say(&self, why: &str) {
        let from = self.mail.from.as_ref().map_or("nobody".to_owned(), ToString::to_string);
        note(&format!("a mail from {from} {why}, and is not answered"));
    }

    /// The newest file of the game that the mail is about: the one that a turn file in it names, or its subject.
    pub fn game_among<'a>(&self, games: &'a BTreeMap<String, PathBuf>) -> Option<&'a PathBuf> {
        let named = |game: &str| {
            self.mail.texts.iter().any(|text| names(&String::from_utf8_lossy(&text.content), game))
        };
        let subject = |game: &str| self.mail.subject.contains(&format!("[{game}]"));
        let found = games.iter().find(|(game, _)| named(game));
        found.or_else(|| games.iter().find(|(game, _)| subject(game))).map(|(_, path)| path)
    }

    /// What tells it from every other mail.
    pub fn hash(&self) -> String {
        canonical::hash("mail", &[&BASE64.encode(&self.bytes)])
    }

    /// Its id, for the answer to name.
    pub fn answered(&self) -> Option<String> {
        self.mail.message_id.as_deref().and_then(thread::read_id)
    }

    /// Whom it was sent to, if it was one.
    pub fn addressee(&self) -> Option<Address> {
        match self.mail.to.as_slice() {
            [only] => Address::read(&only.to_string()),
            _ => None,
        }
    }
}

/// Whether a line of a text begins a turn file of a game, quoted or not.
fn names(text: &str, game: &str) -> bool {
    text.lines().any(|line| {
        let folded = fold_words(line);
        let words: Vec<&str> = folded.text.split_whitespace().skip_while(|word| is_quote_mark(word)).take(2).collect();
        matches!(words.as_slice(), [orders, name] if orders.eq_ignore_ascii_case("orders") && name.eq_ignore_ascii_case(game))
    })
}

fn is_quote_mark(word: &str) -> bool {
    word.chars().all(|c| matches!(c, '>' | '|' | '*' | ':'))
}

fn note(text: &str) {
    files::print_error(&format!("note: {text}\n"));
}
