//! Mails one after the other, as programs that deliver or split mailboxes read them.

use super::Outgoing;

/// The line that begins a mail; nobody's clock stands in it.
const BEGIN: &str = "From adjutant Thu Jan  1 00:00:00 1970\n";

/// Mails as an mbox: lines that end with LF, a `>` before each line that could be taken for the beginning of a mail.
pub fn write<'a>(mails: impl IntoIterator<Item = &'a Outgoing>) -> String {
    let mut text = String::new();
    for mail in mails {
        text.push_str(BEGIN);
        for line in mail.to_eml().lines() {
            let quoted = line.trim_start_matches('>').starts_with("From ");
            text.push_str(if quoted { ">" } else { "" });
            text.push_str(line);
            text.push('\n');
        }
        text.push('\n');
    }
    text
}
