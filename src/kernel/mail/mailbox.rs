//! Mailboxes: many mails in one file, each after a line that begins with `From `.

use super::header;
use super::{MAX_MAILS, MailError};
use std::borrow::Cow;

/// The mails of a mailbox; none where the input is no mailbox.
///
/// A line within a mail may begin with the same word. It begins a mail only at the top or after a blank line, and only
/// if a header follows it.
pub(super) fn split(bytes: &[u8]) -> Option<Result<Vec<Cow<'_, [u8]>>, MailError>> {
    let lines: Vec<&[u8]> = lines(bytes).collect();
    let first = lines.iter().position(|line| !is_blank(line))?;
    let begins = |at: usize| {
        lines[at].starts_with(b"From ")
            && (at == first || is_blank(lines[at - 1]))
            && lines.get(at + 1).is_some_and(|next| header::name(next).is_some())
    };
    if !begins(first) {
        return None;
    }
    let starts: Vec<usize> = (first..lines.len()).filter(|at| begins(*at)).collect();
    if starts.len() > MAX_MAILS {
        return Some(Err(MailError::TooManyMails));
    }
    let ends = starts.iter().skip(1).copied().chain([lines.len()]);
    Some(Ok(starts.iter().zip(ends).map(|(start, end)| unescaped(&lines[start + 1..end])).collect()))
}

/// A mail as it was before it was put into a mailbox: `>From ` was `From `.
fn unescaped<'a>(lines: &[&'a [u8]]) -> Cow<'a, [u8]> {
    let plain = |line: &'a [u8]| {
        let marks = line.iter().take_while(|b| **b == b'>').count();
        if marks > 0 && line[marks..].starts_with(b"From ") { &line[1..] } else { line }
    };
    Cow::Owned(lines.iter().flat_map(|line| plain(line)).copied().collect())
}

/// The lines of an input with their ends.
pub(super) fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.split_inclusive(|b| *b == b'\n')
}

/// Whether a line holds nothing.
pub(super) fn is_blank(line: &[u8]) -> bool {
    line.iter().all(u8::is_ascii_whitespace)
}
