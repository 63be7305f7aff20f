//! The mail that a filter was given, and whether it is one to be answered.

use crate::cli::files;
use crate::kernel::history::canonical;
use crate::kernel::mail::Address;
use crate::kernel::mail::outgoing::thread;
use crate::kernel::mail::{self, Mail};
use crate::kernel::terms::REFEREE;
use crate::kernel::turnfile;
use data_encoding::BASE64;
use std::collections::BTreeMap;

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
            incoming.say(&format!("{}, and is not answered", why.in_words()));
            return None;
        }
        Some(incoming)
    }

    /// Says what becomes of a mail that is answered by nothing, to whoever reads the mail system's log.
    pub fn say(&self, what: &str) {
        let from = self.mail.from.as_ref().map_or("nobody".to_owned(), ToString::to_string);
        note(&format!("a mail from {from} {what}"));
    }

    /// The game that the mail is about: the one that a turn file in it names, or its subject.
    pub fn game_among<'a>(&self, mut games: impl Iterator<Item = &'a String> + Clone) -> Option<&'a String> {
        let named = |game: &str| {
            self.mail.texts.iter().any(|text| names(&String::from_utf8_lossy(&text.content), game))
        };
        let subject = |game: &str| self.mail.subject.contains(&format!("[{game}]"));
        games.clone().find(|game| named(game)).or_else(|| games.find(|game| subject(game)))
    }

    /// Whether it is from somebody who plays, by the contacts of a game.
    pub fn is_of_a_player(&self, contacts: &BTreeMap<String, String>) -> bool {
        let mut players = contacts.iter().filter(|(seat, _)| *seat != REFEREE);
        let is_from = |own: Address| self.mail.from.as_ref().is_some_and(|from| from.is_same(&own));
        players.any(|(_, contact)| Address::read(contact).is_some_and(is_from))
    }

    /// Whether it answers a mail of a game, by the ids that it names.
    pub fn is_in_thread_of(&self, game: &str) -> bool {
        self.mail.in_reply_to.iter().chain(&self.mail.references).any(|id| thread::is_of(id, game))
    }

    /// What tells it from every other mail.
    pub fn hash(&self) -> String {
        canonical::hash("mail", &[&BASE64.encode(&self.bytes)])
    }

    /// Its id, for the answer to name.
    pub fn answered(&self) -> Option<String> {
        self.mail.message_id.as_deref().and_then(thread::read_id)
    }

    /// At whose address it arrived: of those that it is to, and that are no player's, the one that the mail system names,
    /// else the first. A mail that names none went to where the mail system says.
    pub fn addressee(&self, players: &[Address]) -> Option<Address> {
        let is_among = |address: &Address, list: &[Address]| list.iter().any(|other| other.is_same(address));
        let is_others = |address: &&Address| !is_among(address, players);
        let named: Vec<&Address> = self.mail.to.iter().chain(&self.mail.cc).filter(is_others).collect();
        let delivered = named.iter().copied().find(|address| is_among(address, &self.mail.delivered));
        let arrived = || self.mail.delivered.iter().find(is_others);
        let found = delivered.or(named.first().copied()).or_else(arrived)?;
        // What a header may not hold as it is, is no address to answer from.
        Address::read(&found.to_string())
    }
}

/// Whether a line of a text begins a turn file of a game, quoted or not.
fn names(text: &str, game: &str) -> bool {
    text.lines().filter_map(turnfile::named).any(|(named, _)| named == game)
}

fn note(text: &str) {
    files::print_error(&format!("note: {text}\n"));
}
