//! That somebody plays and is the referee as well: he sees what the others hide, which all should know before they begin.

use super::keyring::Keyring;
use crate::kernel::mail::Address;
use crate::kernel::record::Record;
use crate::kernel::terms::REFEREE;

/// What to say of a referee who plays: by the contacts, or by the keys at hand where a seat has just joined.
pub(super) fn warnings(record: &Record, joined: Option<&str>) -> String {
    let table = record.chronicle.table.as_ref();
    let matters = match (table.keeps_secrets(), table.has_dice()) {
        (true, true) => "would see what the others hide, and foresee dice",
        (true, false) => "would see what the others hide",
        (false, true) => "would foresee dice",
        (false, false) => return String::new(),
    };
    let mut text = String::new();
    for player in record.chronicle.terms.players().iter().filter(|_| has_referee(record)) {
        let why = if is_one_contact(record, player) {
            format!("the contacts of {player} and of the {REFEREE} are the same")
        } else if are_keys_at_hand(record, player, joined) {
            format!("the keys of {player} and of the {REFEREE} are on one machine")
        } else {
            continue;
        };
        text.push_str(&format!(
            "warning[referee/plays]: {why}: a {REFEREE} who plays {player} {matters}\n  help: let somebody be {REFEREE} who \
             does not play, or who only signs what players send him; if all want it so, go on\n"
        ));
    }
    text
}

fn has_referee(record: &Record) -> bool {
    record.chronicle.terms.players().len() < record.chronicle.terms.seats.len()
}

fn is_one_contact(record: &Record, player: &str) -> bool {
    let contact = |seat: &str| record.contacts.get(seat).map(|who| who.trim()).filter(|who| !who.is_empty());
    let (Some(one), Some(other)) = (contact(player), contact(REFEREE)) else { return false };
    match (Address::read(one), Address::read(other)) {
        (Some(one), Some(other)) => one.is_same(&other),
        _ => one.to_lowercase() == other.to_lowercase(),
    }
}

/// Whether the key folder holds the keys of both, and one of them has just joined.
fn are_keys_at_hand(record: &Record, player: &str, joined: Option<&str>) -> bool {
    let is_found =
        |seat: &str| Keyring::of_seat(None, &record.chronicle, seat).is_ok_and(|found| found.is_some());
    let is_here = |seat: &str| {
        record.chronicle.identities.contains_key(seat) && (joined == Some(seat) || is_found(seat))
    };
    let is_about = joined.is_some_and(|seat| seat == player || seat == REFEREE);
    is_about && is_here(player) && is_here(REFEREE)
}
