//! Mails as programs save them: what they say of themselves, and the texts in which a turn file may stand.
//!
//! Headers, character sets and transfer encodings are read by a mail crate. How a mail is taken apart is decided here,
//! line by line in one pass with bounds on everything, since a mail comes from anybody: no nesting, however deep and
//! however encoded, costs more than the bytes that it is written in. A mail that breaks the rules is read as far as it
//! goes; only what must not be guessed at is an error.
//!
//! Nothing here knows what a turn file is. Which of the texts counts is decided by who reads them
//! ([`super::turnfile`]). Mails going out are written in [`outgoing`].

mod address;
mod automatic;
mod charset;
mod flowed;
mod header;
mod html;
mod mailbox;
pub mod outgoing;
mod part;

pub use address::Address;
pub use automatic::Automatic;

use header::Headers;
use std::borrow::Cow;

/// The most parts that one mail may have.
pub const MAX_PARTS: usize = 100;
/// How deep parts and forwarded mails may be nested.
pub const MAX_DEPTH: usize = 12;
/// The most mails that are read of one mailbox.
pub const MAX_MAILS: usize = 10_000;

/// A mail that was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mail {
    /// Who wrote it, by its own word.
    pub from: Option<Address>,
    /// Whether it names several writers, none of whom counts then.
    pub has_several_senders: bool,
    /// The subject, decoded, in one line; empty where there is none.
    pub subject: String,
    /// Its id, without the angle brackets.
    pub message_id: Option<String>,
    /// The ids of the mails that it answers.
    pub in_reply_to: Vec<String>,
    /// The ids of the mails before it in its thread, the oldest first.
    pub references: Vec<String>,
    /// Why no program may answer it, if it is so.
    pub automatic: Option<Automatic>,
    /// The texts in it, in their order; attached ones and those of forwarded mails among them.
    pub texts: Vec<Text>,
    /// Parts that are no texts, and that somebody could look for a turn file in.
    pub aside: Vec<Aside>,
}

/// A text of a mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// Where it stands, in words for people, such as `the text` or `attachment red.turn`.
    pub place: String,
    /// The text; in UTF-8, unless the mail does not say what it is written in.
    pub content: Vec<u8>,
    /// The text without the joints that its mail program marked (`format=flowed`), where it has any: a blank that
    /// somebody typed at the end of a line looks like such a mark.
    pub by_lines: Option<Vec<u8>>,
    /// What was done to it, in words for people, where that could be wrong.
    pub repairs: Vec<String>,
    /// The attached mail that it stands in, the outermost of several.
    pub attached: Option<Attached>,
    /// Whether it is made of an HTML page, so that what looks like HTML in it is none.
    pub is_page: bool,
    /// The texts of this mail, by their places in the list, that say the same in plain text.
    pub instead_of: Vec<usize>,
}

/// A mail that is attached to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attached {
    /// Who wrote it, by its own word.
    pub from: Option<Address>,
}

/// A part of a mail that is not read as a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aside {
    /// Where it stands, in words for people.
    pub place: String,
    /// What it is.
    pub what: What,
}

/// What a part is that is not read as a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// A game file.
    GameFile,
    /// Encrypted.
    Encrypted,
    /// Signed so that its text cannot be read without undoing it.
    Wrapped,
    /// Outlook's `winmail.dat`.
    Tnef,
    /// A text that is larger than a turn file may be.
    TooLarge,
    /// Nested deeper than is looked.
    TooDeep,
    /// A picture, a document or anything else.
    Other,
}

/// A mail or a mailbox that cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MailError {
    /// One mail has too many parts.
    #[error("this mail has more than {MAX_PARTS} parts")]
    TooManyParts,
    /// The mailbox holds too many mails.
    #[error("this mailbox holds more than {MAX_MAILS} mails")]
    TooManyMails,
}

/// Reads a mail or a mailbox of mails; none where the input is neither, but a plain text, say.
pub fn read(bytes: &[u8]) -> Option<Result<Vec<Mail>, MailError>> {
    let bytes = &*with_line_feeds(bytes);
    if let Some(mails) = mailbox::split(bytes) {
        return Some(mails.and_then(|mails| mails.iter().map(|mail| read_one(mail)).collect()));
    }
    header::is_mail(bytes).then(|| read_one(bytes).map(|mail| vec![mail]))
}

/// Reads what is one mail for sure, such as what a mail system hands to a program; none where the input is no mail.
///
/// A line `From ` at its top is no part of it. Further below such a line is text like any other: nobody escapes it on
/// this way, and a stranger who writes one must not make two mails of his own.
pub fn read_single(bytes: &[u8]) -> Option<Result<Mail, MailError>> {
    let bytes = &*with_line_feeds(bytes);
    let mail = mailbox::without_envelope(bytes);
    header::is_mail(mail).then(|| read_one(mail))
}

/// An input with line feeds, where it has carriage returns alone, and without a byte order mark.
fn with_line_feeds(bytes: &[u8]) -> Cow<'_, [u8]> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    if bytes.contains(&b'\n') || !bytes.contains(&b'\r') {
        return Cow::Borrowed(bytes);
    }
    Cow::Owned(bytes.iter().map(|b| if *b == b'\r' { b'\n' } else { *b }).collect())
}

/// Reads one mail.
fn read_one(bytes: &[u8]) -> Result<Mail, MailError> {
    let (headers, body) = Headers::split(&bytes[mailbox::blank_length(bytes)..]);
    let mut mail = headers.mail();
    part::read(&headers, body, &mut mail)?;
    Ok(mail)
}

#[cfg(test)]
mod tests;
