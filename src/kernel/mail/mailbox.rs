//! Mailboxes: many mails in one file, each after a line that begins with `From `.

use super::header;
use super::{MAX_MAILS, MailError};
use std::borrow::Cow;

/// The mails of a mailbox; none where the input is no mailbox.
///
/// A line within a mail may begin with the same word. It begins a mail only at the top or after a blank line, and only
/// if a header follows it.
pub(super) fn split(bytes: &[u8]) -> Option<Result<Vec<Cow<'_, [u8]>>, MailError>> {
    let mut at = blank_length(bytes);
    if !begins(&bytes[at..]) {
        return None;
    }
    let mut starts = Vec::new();
    let mut is_apart = true;
    for line in lines(&bytes[at..]) {
        if is_apart && begins(&bytes[at..]) {
            starts.push(at);
        }
        if starts.len() > MAX_MAILS {
            return Some(Err(MailError::TooManyMails));
        }
        is_apart = is_blank(line);
        at += line.len();
    }
    let ends = starts.iter().skip(1).copied().chain([bytes.len()]);
    let mails = starts.iter().zip(ends).map(|(start, end)| without_envelope(&bytes[*start..end]));
    Some(Ok(mails.map(unescaped).collect()))
}

/// Whether a mail of a mailbox begins here.
fn begins(bytes: &[u8]) -> bool {
    bytes.starts_with(b"From ")
        && lines(without_envelope(bytes)).next().is_some_and(|line| header::name(line).is_some())
}

/// A mail without the lines that say who gave it to whom: `From `, and below it `>From ` of systems before.
pub(super) fn without_envelope(bytes: &[u8]) -> &[u8] {
    let mut rest = &bytes[blank_length(bytes)..];
    let mut mark: &[u8] = b"From ";
    while rest.starts_with(mark) {
        rest = &rest[lines(rest).next().map_or(0, <[u8]>::len)..];
        mark = b">From ";
    }
    rest
}

/// A mail as it was before it was put into a mailbox: `>From ` was `From `.
fn unescaped(mail: &[u8]) -> Cow<'_, [u8]> {
    let is_escaped = |line: &[u8]| {
        let marks = line.iter().take_while(|b| **b == b'>').count();
        marks > 0 && line[marks..].starts_with(b"From ")
    };
    if !lines(mail).any(&is_escaped) {
        return Cow::Borrowed(mail);
    }
    let plain = lines(mail).map(|line| if is_escaped(line) { &line[1..] } else { line });
    Cow::Owned(plain.flatten().copied().collect())
}

/// The bytes that blank lines at the top take up.
pub(super) fn blank_length(bytes: &[u8]) -> usize {
    lines(bytes).take_while(|line| is_blank(line)).map(<[u8]>::len).sum()
}

/// The lines of an input with their ends.
pub(super) fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.split_inclusive(|b| *b == b'\n')
}

/// Whether a line holds nothing.
pub(super) fn is_blank(line: &[u8]) -> bool {
    line.iter().all(u8::is_ascii_whitespace)
}
