//! What tells a mail from every other, by whatever way and however often it comes.

use crate::kernel::history::canonical;
use crate::kernel::mail::outgoing::thread;
use data_encoding::BASE64;

/// What stays the same of a mail that is delivered twice: its id, or the headers that its writer gave it, and its text.
/// Mail systems on the way put lines before it, and end its lines in their own way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    head: Head,
    text: Vec<u8>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Head {
    Id(String),
    Headers(String),
}

/// The headers that mail systems write.
const ADDED: [&str; 8] = [
    "received:",
    "return-path:",
    "delivered-to:",
    "x-original-to:",
    "envelope-to:",
    "authentication-results:",
    "received-spf:",
    "x-spam-",
];

impl Identity {
    /// The identity of a mail as it came.
    pub fn of(mail: &[u8]) -> Self {
        let mail: Vec<u8> = mail.iter().copied().filter(|b| *b != b'\r').collect();
        let end = mail.windows(2).position(|two| two == b"\n\n").map_or(mail.len(), |at| at + 1);
        let headers = String::from_utf8_lossy(&mail[..end]);
        let head = match thread::id_of(&headers) {
            Some(id) => Head::Id(id),
            None => Head::Headers(written(&headers)),
        };
        Self { head, text: mail[end..].trim_ascii().to_vec() }
    }

    /// The same in short; none of a mail without an id, of which two may look alike.
    pub fn hash(&self) -> Option<String> {
        let Head::Id(id) = &self.head else { return None };
        Some(canonical::hash("mail", &[id, &BASE64.encode(&self.text)]))
    }

    /// The same in short, also of a mail without an id: then of all that its writer wrote.
    pub fn mark(&self) -> String {
        let (Head::Id(head) | Head::Headers(head)) = &self.head;
        canonical::hash("mail", &[&BASE64.encode(head.as_bytes()), &BASE64.encode(&self.text)])
    }

    /// Whether both say of themselves that they are one mail, whatever became of their texts.
    pub fn has_id_of(&self, other: &Self) -> bool {
        matches!(self.head, Head::Id(_)) && self.head == other.head
    }
}

/// The headers that somebody has written, without those that were added on the way.
fn written(headers: &str) -> String {
    let mut is_written = true;
    let is_of_envelope = |line: &str| line.starts_with("From ") || line.starts_with(">From ");
    let mut keeps = |line: &&str| {
        if !line.starts_with([' ', '\t']) {
            let lower = line.to_ascii_lowercase();
            is_written = !is_of_envelope(line) && !ADDED.iter().any(|name| lower.starts_with(name));
        }
        is_written
    };
    headers.lines().filter(|line| keeps(line)).fold(String::new(), |all, line| all + line + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mail_is_the_same_by_whatever_way_it_comes() {
        let mail = "From: ann@home\nSubject: orders\n\npass\n";
        let identity = |text: &str| Identity::of(text.as_bytes());
        let by_mx = format!("From ann Mon Nov 30\nReceived: by mx1\n for game@club\n{mail}\n");
        assert_eq!(identity(&by_mx), identity(&mail.replace('\n', "\r\n")));
        assert_ne!(identity(mail), identity(&mail.replace("pass", "muster all")));
        assert_ne!(identity(mail), identity(&mail.replace("orders", "other")));
        let named = |id: &str, subject: &str| format!("Message-ID: <{id}>\nSubject: {subject}\n\npass\n");
        assert_eq!(identity(&named("1@home", "a")), identity(&named("1@home", "[spam] a")));
        assert_ne!(identity(&named("1@home", "a")), identity(&named("2@home", "a")));
    }
}
