//! Seats agree to the terms, each with its key and the tip of its chain.

use super::Chronicle;
use crate::kernel::history::canonical;
use crate::kernel::history::entry::{ABSENT, Joined, NextToAct};
use crate::kernel::history::openings::{hidden_secret, hidden_tip};
use crate::kernel::keys::Secret;
use crate::kernel::keys::chain::{Chain, Known};
use crate::kernel::keys::signature::{Signing, Verifying};
use crate::kernel::options::Refusal;
use crate::kernel::terms::REFEREE;

/// What a seat is known by in one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// Its public key.
    pub key: Verifying,
    /// The key as it stands in the history.
    pub public: String,
    /// Its own nonce, from which its chain follows together with its secret.
    pub nonce: String,
    /// The newest link known of its chain; none in a game without links.
    pub known: Option<Known>,
    /// H("hidden-tip", …) of the referee's hidden secret; the referee's alone.
    pub hidden: Option<String>,
}

impl Chronicle {
    /// A seat agrees to the terms, with its own random nonce of 64 hex digits and its secret, if it has one.
    ///
    /// Errors: there is no such seat, it has joined already, or the terms ask for a key and none is given.
    pub fn join(&mut self, seat: &str, nonce: &str, secret: Option<&Secret>) -> Result<(), Refusal> {
        let mut entry = self.joined_entry(seat, nonce)?;
        match secret {
            None if self.terms.dice.has_links() => {
                let message = format!("{seat} needs a key: dice are made of the seats' links");
                return Err(Refusal::new("join/no-key", message).hinted(format!(
                    "make one by: adjutant keys new {seat}.key, and join with --key {seat}.key"
                )));
            }
            None => {}
            Some(secret) => {
                let signing = Signing::new(secret);
                entry.key = signing.public();
                if self.terms.dice.has_links() {
                    entry.tip = Chain::new(secret, self.game(), seat, nonce).tip();
                }
                if seat == REFEREE {
                    let hidden = hidden_secret(secret.hex(), self.game(), nonce);
                    entry.hidden = Some(hidden_tip(self.game(), &hidden));
                }
                entry.signature = signing.sign(&entry.hash(self.game()));
            }
        }
        self.admit(entry)
    }

    /// The entry by which a seat joins, still without key.
    ///
    /// Errors: there is no such seat, or it has joined already.
    fn joined_entry(&self, seat: &str, nonce: &str) -> Result<Joined, Refusal> {
        if !self.terms.seats.iter().any(|s| s == seat) {
            let message = format!("this game has no seat {seat:?}");
            return Err(Refusal::new("join/no-such-seat", message)
                .hinted(format!("its seats are {}", self.terms.seats.join(", "))));
        }
        if self.joined.iter().any(|s| s == seat) {
            let hint = format!(
                "adjutant status FILE says who is awaited; a new key for a seat that has joined: adjutant amend FILE --seat \
                 {seat} --re-key NEWKEY"
            );
            return Err(Refusal::new("join/twice", format!("{seat} has joined already")).hinted(hint));
        }
        let waiting = self.terms.seats.iter().filter(|s| *s != seat && !self.joined.contains(s));
        let waiting: Vec<String> = waiting.cloned().collect();
        let need = if waiting.is_empty() { self.need_of_table(1) } else { NextToAct::to_join(waiting) };
        Ok(Joined {
            hidden: None,
            key: ABSENT.to_owned(),
            kind: "joined".to_owned(),
            need,
            nonce: nonce.to_owned(),
            prev: self.head.clone(),
            seat: seat.to_owned(),
            signature: ABSENT.to_owned(),
            step: 0,
            tip: ABSENT.to_owned(),
        })
    }

    /// Takes a seat in by its entry, made here or read.
    ///
    /// Errors: what is wrong with the entry's key, tip or signature.
    pub(super) fn admit(&mut self, entry: Joined) -> Result<(), Refusal> {
        let checked = self.joined_entry(&entry.seat, &entry.nonce)?;
        if entry.key != ABSENT {
            let identity = self.identity(&entry)?;
            self.identities.insert(entry.seat.clone(), identity);
        } else if self.terms.dice.has_links()
            || entry.tip != ABSENT
            || entry.signature != ABSENT
            || entry.hidden.is_some()
        {
            return Err(Refusal::new("join/no-key", format!("{} has joined without a key", entry.seat)));
        }
        self.joined.push(entry.seat.clone());
        self.need = checked.need;
        self.append(&entry);
        Ok(())
    }

    fn identity(&self, entry: &Joined) -> Result<Identity, Refusal> {
        let refused = |code, message: String| Err(Refusal::new(code, message));
        let seat = &entry.seat;
        let Some(key) = Verifying::new(&entry.key) else {
            return refused("join/bad-key", format!("{seat}'s key is none that can sign"));
        };
        if let Some((other, _)) = self.identities.iter().find(|(_, i)| i.key == key) {
            return Err(Refusal::new("join/same-key", format!("{seat} has the key of {other}"))
                .hinted(format!("each seat needs a key of its own: adjutant keys new {seat}.key")));
        }
        let known = known_tip(&entry.tip);
        let tip_fits = if self.terms.dice.has_links() { known.is_some() } else { entry.tip == ABSENT };
        let hidden_fits = entry.hidden.as_deref().map(canonical::is_hex) == (seat == REFEREE).then_some(true);
        if !tip_fits || !hidden_fits {
            return refused("join/bad-key", format!("{seat}'s tips are not those that the terms ask for"));
        }
        if !key.verifies(&entry.hash(self.game()), &entry.signature) {
            return refused("signature/wrong", format!("{seat}'s signature does not fit its joining"));
        }
        let (public, nonce, hidden) = (entry.key.clone(), entry.nonce.clone(), entry.hidden.clone());
        Ok(Identity { key, public, nonce, known, hidden })
    }
}

/// A tip as the first link that is known of a chain.
pub(super) fn known_tip(tip: &str) -> Option<Known> {
    canonical::is_hex(tip).then(|| Known { step: 0, link: tip.to_owned() })
}
