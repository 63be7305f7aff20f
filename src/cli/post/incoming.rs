//! The mail that a filter was given, and whether it is one to be answered.

use crate::cli::files;
use crate::kernel::gamefile::GameFile;
use crate::kernel::history::{canonical, head};
use crate::kernel::mail::outgoing::thread;
use crate::kernel::mail::{self, Mail};
use crate::kernel::mail::{Address, Automatic};
use crate::kernel::terms::REFEREE;
use crate::kernel::turnfile;
use data_encoding::BASE64;
use std::collections::BTreeMap;

/// The most bytes of a mail that are read. A turn file is much smaller, and those that wait are read again for each mail
/// that comes after them.
pub const MAX_MAIL: usize = 4 << 20;

/// The most bytes of headers that are read of a mail whose texts are not.
const MAX_HEADERS: usize = 64 << 10;

/// The most first lines of turn files that are looked for in a mail.
const MAX_HEADS: usize = 100;

/// A mail as it came.
pub struct Incoming {
    /// What was given; of a mail that is too large the headers alone.
    pub bytes: Vec<u8>,
    /// What it says.
    pub mail: Mail,
    /// Why its texts are not read, as a sentence without its end.
    pub fault: Option<String>,
    heads: Vec<Head>,
}

/// A first line of a turn file.
struct Head {
    game: String,
    line: String,
    is_quoted: bool,
}

/// What says which game a mail is for, the strongest first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    /// A first line that its writer put there.
    OwnLine,
    /// Its subject.
    Subject,
    /// A first line that it quotes.
    QuotedLine,
}

impl Incoming {
    /// Reads a mail; none if nobody is to answer it, or it is no mail.
    pub fn read(bytes: Vec<u8>) -> Option<Self> {
        let (bytes, fault) = if bytes.len() > MAX_MAIL {
            (headers_of(&bytes).to_vec(), Some(format!("this mail is larger than {} MiB", MAX_MAIL >> 20)))
        } else {
            (bytes, None)
        };
        // A mail system would deliver again what is refused here, or send it back to whoever it pretends to be from.
        let (mail, fault) = match (mail::read_single(&bytes), fault) {
            (Some(Ok(mail)), None) => (mail, None),
            (Some(Ok(mail)), Some(fault)) => (without_texts(mail), Some(fault)),
            (Some(Err(error)), fault) => match mail::read_single(headers_of(&bytes)) {
                Some(Ok(mail)) => (without_texts(mail), fault.or(Some(error.to_string()))),
                _ => return unreadable(),
            },
            (None, _) => return unreadable(),
        };
        let heads = heads(&mail);
        let incoming = Self { bytes, mail, fault, heads };
        if let Some(why) = incoming.mail.automatic.filter(|why| why.is_certain()) {
            incoming.say(&format!("{}, and is not answered", why.in_words()));
            return None;
        }
        if incoming.answers_an_answer() {
            incoming.say("answers an answer and brings no turn file, and is not answered");
            return None;
        }
        Some(incoming)
    }

    /// Says what becomes of a mail that is answered by nothing, to whoever reads the mail system's log.
    pub fn say(&self, what: &str) {
        let from = self.mail.from.as_ref().map_or("nobody".to_owned(), ToString::to_string);
        note(&format!("a mail from {from} {what}"));
    }

    /// Whether it may be an absence note that does not say so, to what this program has answered: the two would go on for
    /// ever.
    fn answers_an_answer(&self) -> bool {
        let is_reply = self.mail.in_reply_to.iter().any(|id| thread::is_answer(id));
        is_reply && self.heads.is_empty() && self.fault.is_none()
    }

    /// Why its mistakes are not answered, though what can be taken of it is: it may be a program's, or is from the address
    /// that the answer would be from.
    pub fn why_not_to_answer(&self, answering: Option<&Address>) -> Option<&'static str> {
        let is_own = self.mail.from.as_ref().zip(answering).is_some_and(|(from, own)| from.is_same(own));
        let own = is_own.then_some("is from the filter's own address");
        self.mail.automatic.map(Automatic::in_words).or(own)
    }

    /// The games that the mail may be for: those that it says most plainly.
    pub fn games_among<'a>(&self, games: impl Iterator<Item = &'a String> + Clone) -> Vec<&'a String> {
        let marked = |mark| games.clone().filter(move |game| self.has_mark(mark, game)).collect::<Vec<_>>();
        let marks = [Mark::OwnLine, Mark::Subject, Mark::QuotedLine];
        marks.into_iter().map(marked).find(|games| !games.is_empty()).unwrap_or_default()
    }

    fn has_mark(&self, mark: Mark, game: &str) -> bool {
        let has_line = |is_quoted| self.heads.iter().any(|h| h.is_quoted == is_quoted && h.game == game);
        match mark {
            Mark::OwnLine => has_line(false),
            Mark::Subject => self.mail.subject.contains(&format!("[{game}]")),
            Mark::QuotedLine => has_line(true),
        }
    }

    /// Whether it brings turn files of its own for a game.
    pub fn orders_in(&self, game: &str) -> bool {
        self.has_mark(Mark::OwnLine, game)
    }

    /// Whether a first line in it is for the open step of a game.
    pub fn fits(&self, file: &GameFile) -> bool {
        let position = head::short(&file.head);
        self.heads.iter().any(|head| head.game == file.game && head.line.contains(&position))
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
}

/// The first lines of turn files in a mail, each once.
fn heads(mail: &Mail) -> Vec<Head> {
    let mut heads: Vec<Head> = Vec::new();
    for text in &mail.texts {
        let text = String::from_utf8_lossy(&text.content);
        for line in text.lines().filter(|line| may_be_head(line)) {
            let Some((game, _)) = turnfile::named(line) else { continue };
            let is_quoted = line.trim_start().starts_with(['>', '|', '＞']);
            let is_known = |h: &Head| h.game == game && h.is_quoted == is_quoted && h.line == line;
            if !heads.iter().any(is_known) && heads.len() < MAX_HEADS {
                heads.push(Head { game, line: line.to_owned(), is_quoted });
            }
        }
    }
    heads
}

/// Whether a line need be looked at: one in ASCII has the word as it is.
fn may_be_head(line: &str) -> bool {
    const WORD: &[u8] = b"orders";
    !line.is_ascii() || line.as_bytes().windows(WORD.len()).any(|word| word.eq_ignore_ascii_case(WORD))
}

/// The headers of a mail whose texts are not read.
fn headers_of(mail: &[u8]) -> &[u8] {
    let block = &mail[..mail.len().min(MAX_HEADERS)];
    let is_end = |at: &usize| block[*at..].starts_with(b"\n\n") || block[*at..].starts_with(b"\n\r\n");
    let end = (0..block.len()).find(is_end).or(block.iter().rposition(|b| *b == b'\n'));
    &block[..end.map_or(block.len(), |end| end + 1)]
}

fn without_texts(mail: Mail) -> Mail {
    Mail { texts: Vec::new(), aside: Vec::new(), ..mail }
}

fn unreadable() -> Option<Incoming> {
    note("standard input is no mail, and is not answered");
    None
}

fn note(text: &str) {
    files::print_error(&format!("note: {text}\n"));
}
