//! Turn files in older mails: a player who answers above one that no mark quotes sends it along, whoever wrote it.
//!
//! Some mail programs quote nothing, so that a player who fills in his blank turn file where it stands writes below such
//! words, too. Nobody can tell his orders from those that stood there before, so they are taken; but never without a word,
//! and not from a mail that another player wrote, where senders are held to their addresses.

use super::{Source, TurnFile};
use crate::kernel::mail::{self, Address};
use crate::kernel::orders::diagnostic::{Class, Diagnostic};
use crate::kernel::orders::wrapper::OlderMail;
use crate::kernel::text::{beginning, one_line};
use std::collections::BTreeMap;
use std::fmt;

/// The longest words of an older mail that are told, in bytes.
const LONGEST: usize = 80;

/// An older mail that a turn file stands in, by its own word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Older {
    /// The line above it; none where it is attached.
    pub mark: Option<String>,
    /// Whom it is from.
    pub from: Option<Address>,
    /// The same as it stands there, where it names no address.
    name: Option<String>,
    /// Whether it was forwarded, as it says or as an attachment.
    pub is_forwarded: bool,
}

impl Older {
    /// An older mail of a text.
    pub(super) fn of_text(mail: &OlderMail) -> Self {
        let named = mail.from.as_deref().unwrap_or_default();
        let bracketed = named.replace("[mailto:", "<").replace("<mailto:", "<").replace(']', ">");
        let name = Some(shown(named)).filter(|name| !name.is_empty());
        Self {
            mark: Some(shown(&mail.mark)),
            from: Address::read(&bracketed),
            name,
            is_forwarded: mail.is_forwarded,
        }
    }

    /// A mail that is attached to another.
    pub(super) fn attached(mail: &mail::Attached) -> Self {
        Self { mark: None, from: mail.from.clone(), name: None, is_forwarded: true }
    }

    fn is_from(&self, sender: Option<&Address>) -> bool {
        self.from.as_ref().zip(sender).is_some_and(|(one, other)| one.is_same(other))
    }
}

impl fmt::Display for Older {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.mark, self.is_forwarded) {
            (None, _) => write!(f, "the attached mail")?,
            (Some(mark), true) => write!(f, "the forwarded mail below {mark:?}")?,
            (Some(mark), false) => write!(f, "the older mail below {mark:?}")?,
        }
        match (&self.from, &self.name) {
            (Some(from), _) => write!(f, ", from {from}"),
            (None, Some(name)) => write!(f, ", from {name}"),
            (None, None) => write!(f, ", which does not say whom it is from"),
        }
    }
}

/// Words out of a mail in one line, and not too many of them.
fn shown(words: &str) -> String {
    beginning(&one_line(words), LONGEST).to_owned()
}

impl TurnFile {
    /// Of the older mails that it stands in, the first that is not from who sent it all; else the first.
    pub fn older_mail(&self, sender: Option<&Address>) -> Option<&Older> {
        self.older.iter().find(|older| !older.is_from(sender)).or(self.older.first())
    }
}

impl Source {
    /// Which text of a mail was taken, from whom it is, and in which older mail it stands; nothing where none was taken or
    /// the source is no mail.
    pub fn taken(&self) -> Vec<String> {
        let Some(sender) = &self.sender else { return Vec::new() };
        let from = sender.as_ref().map_or("nobody who is named".to_owned(), ToString::to_string);
        let mut lines: Vec<String> = Vec::new();
        for turn_file in &self.input.turn_files {
            let older = turn_file.older_mail(sender.as_ref());
            let older = older.map_or(String::new(), |older| format!(", in {older}"));
            lines.push(format!("{}, from {from}{older}", self.name));
        }
        lines.dedup();
        lines
    }
}

/// What to say of a turn file that stands in an older mail: an error where senders are held to their addresses and the
/// older mail is another player's, or says that it was forwarded from somebody else.
pub(super) fn finding(
    turn_file: &TurnFile,
    seat: &str,
    sender: Option<&Address>,
    contacts: &BTreeMap<String, String>,
    is_strict: bool,
) -> Option<Diagnostic> {
    let older = turn_file.older_mail(sender)?;
    let is_own = older.is_from(sender);
    let is_players = older.from.as_ref().is_some_and(|from| {
        let others = contacts.iter().filter(|(name, _)| *name != seat);
        others.filter_map(|(_, contact)| Address::read(contact)).any(|other| other.is_same(from))
    });
    let is_refused = is_strict && !is_own && (is_players || older.is_forwarded);
    let class = if is_refused { Class::Illegal } else { Class::Warning };
    let message = match sender {
        Some(sender) if !is_own => {
            format!("the turn file of {seat} stands in {older}, and this mail is from {sender}")
        }
        _ => format!("the turn file of {seat} stands in {older}"),
    };
    let hint = if is_refused {
        "write the orders above the older mail, with END below the last of them; or send the turn file in a new mail".to_owned()
    } else {
        format!(
            "if these are {seat}'s orders, nothing need be done; if not, {seat} sends others, written above the older mail, \
             before the step is resolved, or asks for the step back by adjutant amend"
        )
    };
    Some(Diagnostic::whole(class, "mail/older", message).hinted(hint))
}
