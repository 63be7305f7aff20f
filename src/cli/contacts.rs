//! Contacts that were meant as mail addresses and are none.
//!
//! A contact may be anything by which people know one another. But where it looks like an address and is none, no mail
//! can be sent there or known as that seat's, which is better said before the game begins.

use crate::kernel::mail::Address;
use std::collections::BTreeMap;

/// What to say of contacts that are nearly addresses; nothing if none is.
pub(super) fn warnings(contacts: &BTreeMap<String, String>) -> String {
    contacts.iter().filter(|(_, who)| Address::is_nearly(who)).map(|(seat, who)| warning(seat, who)).collect()
}

fn warning(seat: &str, who: &str) -> String {
    format!(
        "warning[contact/no-address]: the contact of {seat} is no mail address: {who}\n  help: if it is meant as one, write it \
         into the game file under contacts as ann@example.org or \"Ann <ann@example.org>\": mails are sent to nothing else, \
         and known by nothing else\n"
    )
}
