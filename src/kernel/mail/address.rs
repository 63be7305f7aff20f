//! Mail addresses as they stand in contacts: `Ann <ann@example.org>`, or the bare address, or a name alone.
//!
//! Only what can stand in a header as it is counts as an address; anything else is somebody's name.

use std::fmt;

/// A person's mail address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// The person's name, if it is known.
    pub name: Option<String>,
    /// The address itself, such as `ann@example.org`.
    pub spec: String,
}

/// The longest address that the mail protocols carry.
const LONGEST: usize = 254;

impl Address {
    /// Reads a contact; nothing if it names no address.
    pub fn read(contact: &str) -> Option<Self> {
        let contact = contact.trim();
        let bracketed = contact.strip_suffix('>').and_then(|rest| rest.rsplit_once('<'));
        let (name, spec) = bracketed.or(contact.rsplit_once(char::is_whitespace)).unwrap_or(("", contact));
        let (name, spec) = (name.trim().trim_matches(['"', ',']).trim(), spec.trim());
        let name: String = name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let name = Some(name.trim().to_owned()).filter(|name| !name.is_empty());
        // Two addresses are none: whom should the mail go to?
        let is_one = name.as_ref().is_none_or(|name| !name.contains(['<', '>', '@']));
        (is_one && is_address(spec)).then(|| Self { name, spec: spec.to_owned() })
    }

    /// Whether a contact names no address although it looks as if it should.
    pub fn is_nearly(contact: &str) -> bool {
        let lower = contact.to_lowercase();
        let is_spelled_out =
            [" at ", "(at)", "[at]", " dot ", "(dot)", "[dot]"].iter().any(|at| lower.contains(at));
        let has_domain = lower.split_whitespace().any(|word| {
            let labels: Vec<&str> = word.split('.').collect();
            labels.len() > 1 && labels.iter().all(|label| label.len() > 1)
        });
        let is_marked = contact.contains(['@', '＠', '<', '>']);
        Self::read(contact).is_none()
            && (is_marked || is_spelled_out && has_domain || lower.starts_with("mailto:"))
    }

    /// Whether two addresses mean one mailbox: no mail system in use tells capitals apart.
    pub fn is_same(&self, other: &Self) -> bool {
        self.spec.to_lowercase() == other.spec.to_lowercase()
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.name {
            Some(name) => write!(f, "{name} <{}>", self.spec),
            None => write!(f, "{}", self.spec),
        }
    }
}

/// Whether a text is an address that needs no quoting: a name, `@`, and a domain, in ASCII.
fn is_address(text: &str) -> bool {
    let Some((local, domain)) = text.split_once('@') else { return false };
    let is_atom = |c: u8| c.is_ascii_alphanumeric() || b"!#$%&'*+/=?^_`{|}~-".contains(&c);
    let is_label = |c: u8| c.is_ascii_alphanumeric() || c == b'-';
    let dotted = |part: &str, fits: &dyn Fn(u8) -> bool| {
        part.split('.').all(|atom| !atom.is_empty() && atom.bytes().all(fits))
    };
    text.len() <= LONGEST && dotted(local, &is_atom) && dotted(domain, &is_label)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contacts_with_an_address_are_told_from_names() {
        let read = |contact| Address::read(contact).map(|a| (a.name.unwrap_or_default(), a.spec));
        let (ann, mail) = ("Ann".to_owned(), "ann@example.org".to_owned());
        assert_eq!(read("Ann <ann@example.org>"), Some((ann.clone(), mail.clone())));
        assert_eq!(read(" \"Ann\" <ann@example.org> "), Some((ann, mail.clone())));
        assert_eq!(read("Ann, ann@example.org"), Some(("Ann".to_owned(), mail.clone())));
        assert_eq!(read("ann@example.org"), Some((String::new(), mail)));
        assert_eq!(read("Åsa Öst <a.o+pbm@mail.example.org>").map(|a| a.0), Some("Åsa Öst".to_owned()));
        for none in
            ["", "Bo", "Bo <>", "bo@", "@example.org", "a@x.org b@example.org", "a@b@c", "å@example.org"]
        {
            assert_eq!(read(none), None, "{none}");
        }
        assert_eq!(read(&format!("{}@example.org", "a".repeat(250))), None);
    }

    #[test]
    fn what_is_nearly_an_address_is_told_from_other_contacts() {
        for nearly in [
            "Ann <ann@>",
            "ann@",
            "ann at example.org",
            "Ann (ann (at) example.org)",
            "Ann <example.org>",
            "Ann <ann@example.org",
            "a@x.org, b@x.org",
            "å@example.org",
            "ann@exam ple.org",
        ] {
            assert!(Address::is_nearly(nearly), "{nearly}");
        }
        for other in [
            "",
            "Ann",
            "Ann <ann@example.org>",
            "ann@home",
            "Ann at the club",
            "+46 8 123 45",
            "Dr. B. Ek",
            "ann on chat.example",
        ] {
            assert!(!Address::is_nearly(other), "{other}");
        }
    }

    #[test]
    fn nothing_that_ends_a_header_is_an_address() {
        for bad in ["a@b.c\r\nBcc: x@y.z", "a@b.c\nd", "a@b.c>,<d@e.f", "a@b..c", "a\0@b.c"] {
            assert_eq!(Address::read(&format!("X <{bad}>")), None, "{bad:?}");
        }
        let named = Address::read("Eve\r\nBcc: x <eve@example.org>").unwrap();
        assert_eq!(named.name.as_deref(), Some("Eve  Bcc: x"));
        assert_eq!(Address::read("Ann <ann@example.org>, Bo <bo@example.org>"), None);
    }
}
