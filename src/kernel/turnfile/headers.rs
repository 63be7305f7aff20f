//! The header lines of a turn file: when it was sent, and what makes it final.

use crate::kernel::orders::diagnostic::{Class, Diagnostic};
use crate::kernel::orders::wrapper::RawLine;
use crate::kernel::time::Instant;
use std::fmt::Write as _;

/// What the headers of a turn file say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Headers {
    /// When it was sent, by the sender's own word.
    pub sent: Option<Instant>,
    /// The seat's link.
    pub link: Option<String>,
    /// A seal in the place of orders.
    pub seal: Option<String>,
    /// A seal of reactions that are sent ahead.
    pub reactions: Option<String>,
    /// The salt of the seal that the orders open.
    pub salt: Option<String>,
    /// The signature.
    pub signature: Option<String>,
}

/// Hex digits a header holds.
const HEX_HEADERS: [(&str, usize); 5] =
    [("link", 64), ("seal", 64), ("salt", 64), ("reactions", 64), ("signed", 128)];
/// Groups of four digits in one line, which keeps lines under 66 columns.
const GROUPS: usize = 10;

impl Headers {
    /// Reads header lines; a header that stands there several times goes on.
    pub fn read(lines: &[(RawLine, String, String)], findings: &mut Vec<Diagnostic>) -> Self {
        let mut headers = Self::default();
        for (line, name, value) in lines {
            let finding = |code, message: String| {
                Diagnostic::at_line(Class::Malformed, code, line.number, &line.text, message)
            };
            let name = name.to_ascii_lowercase();
            if name == "sent" {
                match value.parse::<Instant>() {
                    Ok(instant) => headers.sent = Some(instant),
                    Err(error) => findings.push(finding("header/sent", error.to_string()).hinted(
                        "write it as in Sent: 2026-11-29T20:15Z, or leave the line to adjutant lock",
                    )),
                }
            } else if let Some(digits) = headers.hex(&name) {
                digits.get_or_insert_default().extend(value.chars().filter(|c| !c.is_whitespace()));
            } else {
                findings.push(finding("header/unknown", format!("there is no header {name:?}")).hinted(
                    "leave a blank line between the first line and the orders; headers are Link, Seal, Salt, \
                     Reactions, Sent and Signed",
                ));
            }
        }
        headers.check_digits(lines, findings);
        headers
    }

    /// The first line that a mailer has folded away from the headers: a header among the orders, or digits that are
    /// missing above.
    pub fn folded<'a>(headers: &[(RawLine, String, String)], body: &'a [RawLine]) -> Option<&'a RawLine> {
        let is_named = |line: &RawLine| {
            let name = line.text.trim().split(':').next().unwrap_or_default();
            line.text.contains(':') && HEX_HEADERS.iter().any(|(header, _)| name.eq_ignore_ascii_case(header))
        };
        let digits = |name: &str| {
            let values = headers.iter().filter(|(_, n, _)| n.eq_ignore_ascii_case(name));
            values.map(|(.., value)| value.chars().filter(|c| !c.is_whitespace()).count()).sum::<usize>()
        };
        let is_short = HEX_HEADERS.iter().any(|(name, length)| (1..*length).contains(&digits(name)));
        let is_group = |word: &str| word.len() <= 4 && word.bytes().all(|b| b.is_ascii_hexdigit());
        let is_digits = |line: &RawLine| is_short && line.text.split_whitespace().all(is_group);
        body.iter().find(|line| is_named(line) || is_digits(line))
    }

    fn hex(&mut self, name: &str) -> Option<&mut Option<String>> {
        match name {
            "link" => Some(&mut self.link),
            "seal" => Some(&mut self.seal),
            "salt" => Some(&mut self.salt),
            "reactions" => Some(&mut self.reactions),
            "signed" => Some(&mut self.signature),
            _ => None,
        }
    }

    fn check_digits(&mut self, lines: &[(RawLine, String, String)], findings: &mut Vec<Diagnostic>) {
        for (name, length) in HEX_HEADERS {
            let Some(digits) = self.hex(name).and_then(|d| d.as_mut()) else { continue };
            digits.make_ascii_lowercase();
            if digits.len() == length && digits.bytes().all(|b| b.is_ascii_hexdigit()) {
                continue;
            }
            let Some((line, shown, _)) = lines.iter().rev().find(|(_, n, _)| n.eq_ignore_ascii_case(name))
            else {
                continue;
            };
            let message = format!("{shown} has {length} hex digits, and here are {}", digits.chars().count());
            findings.push(
                Diagnostic::at_line(Class::Malformed, "header/hex", line.number, &line.text, message)
                    .hinted("the line was cut or changed on the way: the turn file is to be sent again, as an attachment"),
            );
        }
    }

    /// The header lines.
    pub fn write(&self) -> String {
        let mut text = String::new();
        let hex = [
            ("Link", &self.link),
            ("Seal", &self.seal),
            ("Salt", &self.salt),
            ("Reactions", &self.reactions),
        ];
        hex.iter().for_each(|(name, digits)| write_hex(&mut text, name, digits.as_deref()));
        if let Some(sent) = self.sent {
            let _ = writeln!(text, "Sent: {sent}");
        }
        write_hex(&mut text, "Signed", self.signature.as_deref());
        text
    }
}

/// Hex digits in groups of four, the name again on each line, so that no mailer's indents matter.
fn write_hex(text: &mut String, name: &str, digits: Option<&str>) {
    let groups: Vec<String> = digits
        .unwrap_or_default()
        .as_bytes()
        .chunks(4)
        .map(|group| group.iter().map(|b| char::from(*b)).collect())
        .collect();
    for line in groups.chunks(GROUPS) {
        let _ = writeln!(text, "{name}: {}", line.join(" "));
    }
}
