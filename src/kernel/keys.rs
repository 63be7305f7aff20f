//! Keys: what a seat alone knows, and what it makes of it.
//!
//! A seat has one secret of 32 bytes. From it follow a signing key ([`signature`]), a chain of links of which each
//! is the preimage of the one before ([`chain`]), and the salts of its seals ([`seal`]). Nothing else need be kept
//! secret, and nothing need be stored to open a seal or to add a link.

pub mod chain;
pub mod seal;
pub mod signature;

use super::history::canonical::is_hex;
use std::fmt;

/// A seat's secret: 32 bytes from the system's generator, as 64 hex digits. Never printed by accident.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

/// The first line of a key file.
const KEY_FILE: &str = "adjutant key 1";

impl Secret {
    /// A secret of its hex digits; none if they are not 64 in lower case.
    pub fn of_hex(hex: &str) -> Option<Self> {
        is_hex(hex).then(|| Self(hex.to_owned()))
    }

    /// The hex digits, to be hashed or written to the key file.
    pub fn hex(&self) -> &str {
        &self.0
    }

    /// The text of a key file.
    pub fn to_file(&self) -> String {
        format!("{KEY_FILE}\n# Keep this file to yourself: whoever has it can play for you.\n{}\n", self.0)
    }

    /// Reads a key file.
    ///
    /// Errors: it is none.
    pub fn read(text: &str) -> Result<Self, NoKey> {
        let mut lines = text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#'));
        if lines.next() != Some(KEY_FILE) {
            return Err(NoKey);
        }
        let secret = lines.next().and_then(Self::of_hex);
        secret.filter(|_| lines.next().is_none()).ok_or(NoKey)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// A text that is no key file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is no key file of adjutant")]
pub struct NoKey;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn key_files_read_back_and_nothing_else_is_one() {
        let secret = Secret::of_hex(&"0a".repeat(32)).unwrap();
        assert_eq!(Secret::read(&secret.to_file()), Ok(secret.clone()));
        assert_eq!(Secret::read(&secret.to_file().replace('\n', "\r\n")), Ok(secret.clone()));
        for bad in
            ["", "adjutant key 1\n", &secret.to_file().replace("0a", "0A"), &format!("{}x", secret.to_file())]
        {
            assert_eq!(Secret::read(bad), Err(NoKey), "{bad}");
        }
        assert!(!format!("{secret:?}").contains("0a0a"));
    }
}
