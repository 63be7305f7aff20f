//! Message ids, by which mail programs keep the mails of a game together.
//!
//! An id is made of game, step, head and seat alone. So a mail that is written twice is the same mail, and every mail
//! can name those before it, though nobody keeps a list of what was sent.

use crate::kernel::history::canonical;
use crate::kernel::history::chronicle::Chronicle;
use crate::kernel::history::entry::NextToAct;
use serde::Deserialize;

/// How many earlier mails a mail names beside the game's root.
const NAMED: usize = 4;

/// The longest id that is taken over from somebody's mail.
const LONGEST: usize = 250;

/// The ids of a game for one seat, from the root to the newest entry's.
pub fn ids(chronicle: &Chronicle, seat: &str) -> Vec<String> {
    #[derive(Deserialize)]
    struct Entry {
        need: NextToAct,
    }
    let game = chronicle.game();
    let from = chronicle.lines.len().saturating_sub(NAMED + 1);
    let newest = chronicle.lines.iter().skip(from).filter_map(|line| {
        let step = serde_json::from_str::<Entry>(line).ok()?.need.step;
        Some(id(game, &format!("{step}.{}", first_half(&canonical::hash("entry", &[line]))), seat))
    });
    std::iter::once(id(game, "game", seat)).chain(newest).collect()
}

/// Whether an id is one of a game's.
pub fn is_of(id: &str, game: &str) -> bool {
    id.ends_with(&format!("@{}.adjutant.invalid", first_half(game)))
}

/// The id of the answer to somebody's mail, which is known by its hash.
pub fn answer(game: &str, mail: &str, seat: &str) -> String {
    id(game, &format!("{ANSWER}{}", first_half(mail)), seat)
}

/// Whether an id is that of an answer to somebody's mail, in whatever game.
pub fn is_answer(id: &str) -> bool {
    id.starts_with(ANSWER) && id.ends_with(".adjutant.invalid")
}

/// What the ids of answers begin with.
const ANSWER: &str = "answer.";

fn id(game: &str, what: &str, seat: &str) -> String {
    format!("{what}.{seat}@{}.adjutant.invalid", first_half(game))
}

/// As much of a hash as keeps ids apart and lines short.
fn first_half(hash: &str) -> &str {
    hash.get(..16).unwrap_or(hash)
}

/// Reads an id from somebody's mail, with or without its angle brackets; nothing if it could not stand in a header.
pub fn read_id(text: &str) -> Option<String> {
    let text = text.trim();
    let bare = text.strip_prefix('<').map_or(Some(text), |rest| rest.strip_suffix('>'))?;
    let fits = |c: char| c.is_ascii_graphic() && !matches!(c, '<' | '>' | '(' | ')' | ',' | ';' | '"' | '\\');
    let is_id = bare.contains('@') && bare.len() <= LONGEST && bare.chars().all(fits);
    is_id.then(|| bare.to_owned())
}

/// The id of a mail, from its headers.
pub fn id_of(mail: &str) -> Option<String> {
    let headers: Vec<&str> = mail.lines().take_while(|line| !line.trim().is_empty()).collect();
    let is_named = |line: &&str| line.get(..11).is_some_and(|name| name.eq_ignore_ascii_case("message-id:"));
    let at = headers.iter().position(is_named)?;
    // A long id stands folded in the line below its name.
    let folded = headers.get(at + 1).filter(|line| line.starts_with([' ', '\t'])).copied().unwrap_or("");
    let value = format!("{}{folded}", &headers[at][11..]);
    read_id(value.split_whitespace().next()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_of_other_mails_are_read_and_nothing_else() {
        assert_eq!(read_id(" <a.b@c> "), Some("a.b@c".to_owned()));
        assert_eq!(read_id("a.b@c"), Some("a.b@c".to_owned()));
        for bad in ["", "<a@b", "ab", "a@b\r\nBcc: x", "a@b> <c@d", "a b@c", "å@b", &"a@".repeat(200)] {
            assert_eq!(read_id(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn the_id_of_a_mail_stands_in_its_headers() {
        let found = |mail| id_of(mail).unwrap_or_default();
        assert_eq!(found("From: a\r\nMESSAGE-Id: <x@y>\r\n\r\ntext"), "x@y");
        assert_eq!(found("Message-ID:\n <long@y>\nTo: b\n\n"), "long@y");
        assert_eq!(found("From: a\n\nMessage-ID: <x@y>\n"), "");
        assert_eq!(found("Message-ID: none\n\n"), "");
    }
}
