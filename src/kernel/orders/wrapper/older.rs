//! Older mails that stand in a text without quote marks: what a mail program draws above them, and whose they are.

use super::{is_end, is_head, is_quoted, is_signature, plain_lines};

/// An older mail in a text, as what stands above it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OlderMail {
    /// The number of the line that it begins with.
    pub line: usize,
    /// That line, such as `-----Original Message-----`, or the first of its header lines.
    pub mark: String,
    /// Whom it is from, as that stands there.
    pub from: Option<String>,
    /// Whether it says that it was forwarded.
    pub is_forwarded: bool,
}

/// The line above a mail that is quoted without marks, if there is one: a rule or a mail's header lines.
pub fn older_mail(text: &str) -> Option<usize> {
    let plain = plain_lines(text);
    (0..plain.len()).find(|at| begins_older_mail(&plain[*at..])).map(|at| at + 1)
}

/// The line above an older mail that can be nothing else, if there is one.
pub fn sure_older_mail(text: &str) -> Option<usize> {
    let plain = plain_lines(text);
    let is_sure = |rest: &[String]| begins_older_mail(rest) && is_older_mail(rest);
    (0..plain.len()).find(|at| is_sure(&plain[*at..])).map(|at| at + 1)
}

/// All older mails in a text that no mark quotes, in their order, with whose they are.
pub fn older_mails(text: &str) -> Vec<OlderMail> {
    let plain = plain_lines(text);
    let lines: Vec<&str> = text.lines().collect();
    let (mut mails, mut at) = (Vec::new(), 0);
    while at < plain.len() {
        let found = read(&plain[at..]);
        if let Some(Found { length, from, is_forwarded }) = found {
            mails.push(OlderMail { line: at + 1, mark: lines[at].trim().to_owned(), from, is_forwarded });
            at += length;
        } else {
            at += 1;
        }
    }
    mails
}

/// What was found above an older mail.
struct Found {
    /// How many lines announce it.
    length: usize,
    from: Option<String>,
    is_forwarded: bool,
}

/// The names of the header that says whom a mail is from.
const FROM: [&str; 8] = ["from", "von", "de", "från", "fra", "van", "da", "expéditeur"];
/// Parts of words by which mail programs announce a mail that is forwarded.
const FORWARDED: [&str; 8] = [
    "forwarded",
    "weitergeleitet",
    "vidarebefordra",
    "transféré",
    "réexpédi",
    "videresend",
    "doorgestuurd",
    "inoltrat",
];
/// The same of one that is answered.
const ANSWERED: [&str; 4] = ["original", "ursprünglich", "ursprunglig", "origine"];

/// Whether a line in small letters has one of these words.
fn has(line: &str, words: &[&str]) -> bool {
    words.iter().any(|word| line.contains(word))
}

/// What stands above an older mail, if lines begin so that they can be nothing else: a rule that says so or with a mail's
/// header lines below it, words that announce a forwarded mail and its header lines, such header lines alone, or a line
/// that says who wrote.
fn read(plain: &[String]) -> Option<Found> {
    let first = plain.first().filter(|line| !is_quoted(line))?.to_lowercase();
    let blanks = plain.iter().skip(1).take(3).take_while(|line| line.is_empty()).count();
    let below = &plain[(1 + blanks).min(plain.len())..];
    let is_drawn = is_rule(&first) && !first.starts_with("-----begin");
    let announces = is_drawn || first.ends_with(':') && has(&first, &FORWARDED);
    let is_named = is_drawn && (has(&first, &FORWARDED) || has(&first, &ANSWERED));
    let block = if announces { header_block(below) } else { &[] };
    if !block.is_empty() || is_named {
        let length = if block.is_empty() { 1 } else { 1 + blanks + block.len() };
        let from = sender(block).or_else(|| address(&plain[0]));
        return Some(Found { length, from, is_forwarded: has(&first, &FORWARDED) });
    }
    let block = header_block(plain);
    if !block.is_empty() && (sender(block).is_some() || is_older_mail(plain)) {
        return Some(Found { length: block.len(), from: sender(block), is_forwarded: false });
    }
    let from = address(&plain[0]).filter(|_| first.ends_with(':'))?;
    Some(Found { length: 1, from: Some(from), is_forwarded: false })
}

/// Whom header lines say that a mail is from.
fn sender(block: &[String]) -> Option<String> {
    block.iter().find_map(|line| {
        let (name, value) = line.split_once([':', '：'])?;
        let name = name.trim_matches(['*', ' ']).to_lowercase();
        FROM.contains(&name.as_str()).then(|| value.replace('*', "").trim().to_owned())
    })
}

/// An address in angle brackets.
fn address(line: &str) -> Option<String> {
    let (_, rest) = line.split_once('<')?;
    let (address, _) = rest.split_once('>')?;
    address.contains('@').then(|| address.trim_start_matches("mailto:").to_owned())
}

/// Of each line, whether a turn file without END is over there, since an older mail is quoted below without marks.
///
/// A rule or header lines that have an END below them may stand in the turn file itself, where they are no orders and
/// an error; but a mail's header lines below a rule, or with an address, are what they are.
pub(super) fn cuts(text: &str) -> Vec<bool> {
    let plain = plain_lines(text);
    let mut cuts = vec![false; plain.len()];
    let mut is_closed = false;
    for (at, line) in plain.iter().enumerate().rev().filter(|(_, line)| !is_quoted(line)) {
        let rest = &plain[at..];
        cuts[at] = begins_older_mail(rest) && (!is_closed || is_older_mail(rest));
        if is_end(line) {
            is_closed = true;
        } else if is_head(line) || is_signature(line) {
            is_closed = false;
        }
    }
    cuts
}

/// Whether lines begin as an older mail does: with a rule or a mail's header lines.
pub(super) fn begins_older_mail(plain: &[String]) -> bool {
    plain.first().is_some_and(|line| is_rule(line)) || !header_block(plain).is_empty()
}

/// Whether lines that begin so can be nothing else.
fn is_older_mail(plain: &[String]) -> bool {
    if !header_block(plain).is_empty() {
        return plain.iter().take(3).any(|line| line.contains('@'));
    }
    let below = plain.iter().skip(1).take(2).take_while(|line| line.is_empty()).count();
    !header_block(&plain[(1 + below).min(plain.len())..]).is_empty()
}

/// Whether a plain line is a rule that mail programs draw above what they quote, such as `-----Original Message-----`.
fn is_rule(plain: &str) -> bool {
    let is_stroke = |c: char| matches!(c, '-' | '_' | '=' | '*');
    let strokes = plain.chars().take_while(|c| is_stroke(*c)).count();
    let last = plain.chars().next_back();
    strokes >= 5 && last.is_some_and(is_stroke)
}

/// The header lines of a mail with which lines begin, in any language: three or more names and values, an address or a
/// time among them.
fn header_block(plain: &[String]) -> &[String] {
    let is_header = |line: &&String| {
        let line = line.trim_start_matches('*');
        line.split_once([':', '：']).is_some_and(|(name, value)| {
            let name = name.trim_end_matches(['*', ' ']);
            let is_name = (1..=24).contains(&name.chars().count());
            is_name && !value.trim().is_empty() && name.chars().all(|c| c.is_alphabetic() || c == ' ')
        })
    };
    let length = plain.iter().take(6).take_while(is_header).count();
    let block = &plain[..length];
    let is_dated = block.iter().any(|line| line.contains('@') || line.contains(|c: char| c.is_ascii_digit()));
    if length >= 3 && is_dated { block } else { &[] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn older_mails_are_found_with_their_senders() {
        for (above, from, is_forwarded) in [
            (
                "-----Original Message-----\nFrom: Bo <bo@x.org>\nSent: Monday 1\nTo: A",
                Some("Bo <bo@x.org>"),
                false,
            ),
            ("-----Ursprüngliche Nachricht-----\n\nVon: Bo\nGesendet: Montag 1\nAn: A", Some("Bo"), false),
            (
                "-----Message d'origine-----\nDe : Bo <bo@x.org>\nEnvoyé : lundi 1\nÀ : A",
                Some("Bo <bo@x.org>"),
                false,
            ),
            (
                "________\nFrån: Bo [mailto:bo@x.org]\nSkickat: den 1\nTill: A",
                Some("Bo [mailto:bo@x.org]"),
                false,
            ),
            (
                "---------- Forwarded message ---------\nFrom: *Bo* <bo@x.org>\nDate: 1\nTo: A",
                Some("Bo <bo@x.org>"),
                true,
            ),
            (
                "-------- Weitergeleitete Nachricht --------\nBetreff: x\nDatum: 1\nVon: Bo <bo@x.org>",
                Some("Bo <bo@x.org>"),
                true,
            ),
            ("-------- Vidarebefordrat meddelande --------", None, true),
            ("---------- Message transféré ---------", None, true),
            (
                "----- Forwarded message from Bo <bo@x.org> -----\n\nDate: 1\nSubject: y\nTo: A",
                Some("bo@x.org"),
                true,
            ),
            (
                "Begin forwarded message:\n\nFrom: Bo <bo@x.org>\nSubject: x\nDate: 1",
                Some("Bo <bo@x.org>"),
                true,
            ),
            ("*From:* Bo\n*Sent:* 1\n*To:* Ann\n*Subject:* x", Some("Bo"), false),
            ("Gesendet: Montag 1\nVon: Bo <bo@x.org>\nAn: A\nBetreff: x", Some("Bo <bo@x.org>"), false),
            ("On Monday, Bo <bo@x.org> wrote:", Some("bo@x.org"), false),
        ] {
            let found = older_mails(&format!("Hi\n\n{above}\n\nORDERS g red\nEND\n"));
            assert_eq!(found.len(), 1, "{above}: {found:?}");
            let mail = &found[0];
            assert_eq!(
                (mail.line, mail.from.as_deref(), mail.is_forwarded),
                (3, from, is_forwarded),
                "{above}"
            );
            assert_eq!(mail.mark, above.lines().next().unwrap(), "{above}");
        }
    }

    #[test]
    fn older_mails_within_older_mails_are_found() {
        let text = "a\n-----Original Message-----\nFrom: Bo\nSent: 1\nTo: A\n\nb\n________\nFrom: A\nSent: 1\nTo: Bo\n";
        let found: Vec<usize> = older_mails(text).iter().map(|mail| mail.line).collect();
        assert_eq!(found, [2, 8]);
    }

    #[test]
    fn what_a_player_draws_is_no_older_mail() {
        for text in [
            "----------\nORDERS g red",
            "----- my orders -----\nORDERS g red",
            "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\nORDERS g red",
            "plan: 1\nnote: 2\nrest: 3\nORDERS g red",
            "Here are my orders:\nORDERS g red",
            "> -----Original Message-----\n> From: Bo\n> Sent: 1\n> To: A\nORDERS g red",
            "> On Monday, Bo <bo@x.org> wrote:\nORDERS g red",
            "",
        ] {
            assert_eq!(older_mails(text), [], "{text}");
        }
    }
}
