//! Voiding a step: nobody ever sees two links for one number.

use super::joining::{Identity, known_tip};
use super::step::LockedStep;
use super::{Chronicle, Refused};
use crate::kernel::history::amendment::{Amendment, NewKey};
use crate::kernel::history::departure::Departure;
use crate::kernel::history::entry::{ABSENT, Consent, Voided};
use crate::kernel::history::hash_of;
use crate::kernel::keys::signature::Verifying;
use crate::kernel::module::{Awaiting, Table, Telling};
use crate::kernel::seat::Seat;
use crate::kernel::time::Instant;
use serde_json::Value;
use std::collections::BTreeMap;

/// How far a seat's word may carry the number of a step on.
const MAX_LEAP: u64 = 16;

/// An amendment with all that it takes to carry it out.
pub struct Agreed {
    /// What was agreed on.
    pub amendment: Amendment,
    /// The seats that consented, in the order of the terms.
    pub seats: Vec<String>,
    /// The signed consents of the seats that have keys.
    pub consents: BTreeMap<String, Consent>,
    /// The events that were recorded where a seat forfeits, for those who may not know all that it rests on.
    pub recorded: Option<Vec<Value>>,
}

/// What is left where the silent one is the referee, or plays alone.
const NO_FORFEIT: &str = "what can be done is agreed on: amend --draw or an offer of a draw, --take-back, or somebody else in the seat \
                          by --substitute, who needs the referee's file";

impl Chronicle {
    /// The seats whose consent an amendment needs: all of them, or all but the one that it is about and that cannot
    /// or will not answer. The new key of a seat signs for itself.
    pub fn must_consent(&self, amendment: &Amendment) -> Vec<String> {
        let excused = if amendment.is_forfeit() { amendment.seat() } else { None };
        self.terms.seats.iter().filter(|s| excused != Some(s.as_str())).cloned().collect()
    }

    /// Whether an amendment can be proposed at all.
    ///
    /// Errors: why not.
    pub fn may_amend(&self, amendment: &Amendment) -> Result<(), Refused> {
        let refuse = |code, message: String| Err(Refused::Broken(Departure::around(code, message)));
        if self.is_published() {
            let message = "the game is published, and all its secrets are out: nothing is amended any more";
            let departure = Departure::around("game/over", message.to_owned());
            return Err(Refused::Broken(
                departure.hinted("whoever wants to play on begins another game: adjutant new"),
            ));
        }
        if let Some(seat) = amendment.seat()
            && !self.terms.seats.iter().any(|s| s == seat)
        {
            return refuse("history/unsound", format!("there is no seat {seat}"));
        }
        if amendment.is_forfeit() {
            let seat = amendment.seat().unwrap_or_default();
            if matches!(self.table.awaiting(), Awaiting::Over { .. }) {
                let departure = Departure::around("game/over", "the game is over".to_owned());
                return Err(Refused::Broken(
                    departure.hinted("it stands as it ended: nobody can forfeit it any more"),
                ));
            }
            if !self.terms.players().iter().any(|s| s == seat) || self.terms.players().len() < 2 {
                let message = format!("{seat} plays for nobody and can forfeit nothing");
                let departure = Departure::around("amend/no-forfeit", message);
                return Err(Refused::Broken(departure.hinted(NO_FORFEIT)));
            }
            let owes = [&self.need.orders, &self.need.links, &self.need.opens];
            if !owes.iter().any(|list| list.iter().any(|s| s == seat)) {
                return refuse(
                    "amend/owes-nothing",
                    format!("{seat} owes nothing in step {}", self.need.step),
                );
            }
            if self.locks_last_after_others(seat) {
                return Err(Refused::Broken(owes_too(self.others_first(seat).message)));
            }
        }
        if let Amendment::Timeout { now, seat } = amendment {
            self.must_be_late(seat, *now)?;
        }
        Ok(())
    }

    /// Whether orders must be fixed by a `locked` entry before the last seat orders.
    pub fn awaits_locked(&self) -> bool {
        let in_turn = !self.need.links.is_empty() || self.asks_for_seals();
        in_turn && self.locked.is_none() && self.need.orders.len() > 1
    }

    /// Whether a seat can do nothing yet, since it locks last and the others' orders are not fixed.
    pub fn locks_last_after_others(&self, seat: &str) -> bool {
        self.awaits_locked() && self.locks_last() == Some(seat)
    }

    /// By the terms the time of a seat whose orders are open is up at this instant.
    fn must_be_late(&self, name: &str, now: Instant) -> Result<(), Refused> {
        let owes = self.need.orders.iter().any(|s| s == name);
        if owes && self.seat(name).is_some_and(|seat| self.is_claimable(seat, now)) {
            return Ok(());
        }
        let hint = if owes {
            "status says until when it may answer; terms without --deadline have no such time"
        } else {
            "terms count the time for orders alone: amend --refusal"
        };
        let message = format!("{name}'s time is not up at {now}");
        Err(Refused::Broken(Departure::around("missing/too-early", message).hinted(hint)))
    }

    /// Carries an amendment out. `restored` is the game at the entry that a take-back goes back to.
    ///
    /// Errors: consents that are missing or do not fit; nothing has changed then.
    pub fn void(&mut self, agreed: Agreed, restored: Option<Box<dyn Table>>) -> Result<(), Refused> {
        self.may_amend(&agreed.amendment)?;
        self.check_consents(&agreed)?;
        if agreed.amendment.is_forfeit() && agreed.recorded.is_none() && !self.is_full() {
            return Err(Refused::Broken(self.not_full()));
        }
        let step = self.need.step;
        let highest = agreed.consents.values().map(|c| c.highest).max().unwrap_or(0).max(step);
        let amendment = &agreed.amendment;
        let mut events = Vec::new();
        if amendment.is_forfeit() {
            events = self.forfeit(amendment.seat().unwrap_or_default(), &agreed.seats, agreed.recorded)?;
        }
        if let Some(new) = amendment.new_key() {
            self.replace_key(new);
        }
        if let Some(table) = restored {
            self.table = table;
            self.table.restart_clock();
            self.locked = None;
            self.reactions.clear();
        }
        if matches!(self.table.awaiting(), Awaiting::Over { .. }) {
            self.locked = None;
        }
        self.last_sent = self.last_sent.max(amendment.now());
        self.need.step = highest + 1;
        self.need = self.need_when_locked();
        let carried = self.locked.clone().unwrap_or_default();
        let new = amendment.new_key();
        let entry = Voided {
            agreed: agreed.seats,
            consents: agreed.consents,
            events,
            key: new.map(|n| n.key.clone()),
            kind: "voided".to_owned(),
            need: self.need.clone(),
            nonce: new.map(|n| n.nonce.clone()),
            now: amendment.now().map(|now| now.to_string()),
            orders: carried.orders,
            prev: self.head.clone(),
            public: hash_of("public", &self.table.position()),
            seals: carried.seals,
            seat: amendment.seat().map(str::to_owned),
            step,
            tip: new.map(|n| n.tip.clone()),
            to: if let Amendment::TakeBack { to } = amendment { Some(*to) } else { None },
            why: amendment.why().to_owned(),
        };
        self.append(&entry);
        Ok(())
    }

    fn check_consents(&self, agreed: &Agreed) -> Result<(), Refused> {
        let refuse = |code, message: String| Err(Refused::Broken(Departure::around(code, message)));
        let needed = self.must_consent(&agreed.amendment);
        if let Some(seat) = needed.iter().find(|s| !agreed.seats.contains(s)) {
            return refuse("history/no-consent", format!("not all seats consented: {seat} did not"));
        }
        // A consent of anybody else would carry the number of the step to wherever its writer wants it.
        if agreed.seats != needed || agreed.consents.keys().any(|seat| !needed.contains(seat)) {
            let message = "seats consented that are not asked to, or not in their order".to_owned();
            return refuse("history/no-consent", message);
        }
        for seat in &agreed.seats {
            self.check_consent(&agreed.amendment, seat, agreed.consents.get(seat))?;
        }
        Ok(())
    }

    /// Whether a seat's consent is its own. A new key signs for the seat that gets it.
    ///
    /// Errors: it is not, or the seat names a step too far ahead.
    pub fn check_consent(
        &self,
        amendment: &Amendment,
        seat: &str,
        consent: Option<&Consent>,
    ) -> Result<(), Refused> {
        let refuse = |code, message: String| Err(Refused::Broken(Departure::around(code, message)));
        let new = amendment.new_key().filter(|new| new.seat == seat);
        let key = match new {
            Some(new) => self.usable_key(new)?,
            None => match (self.identities.get(seat), consent) {
                (Some(identity), _) => identity.key.clone(),
                (None, None) => return Ok(()),
                (None, Some(_)) => {
                    return refuse("signature/no-key", format!("{seat} has no key to sign with"));
                }
            },
        };
        let Some(consent) = consent else {
            return refuse("signature/missing", format!("{seat}'s consent is not signed"));
        };
        if consent.highest > self.need.step + MAX_LEAP {
            let message = format!("{seat} names step {}, far beyond the open one", consent.highest);
            return refuse("consent/too-far", message);
        }
        let hash = amendment.consent_hash(self.game(), &self.head, seat, consent.highest);
        if key.verifies(&hash, &consent.signature) {
            Ok(())
        } else {
            refuse("signature/wrong", format!("{seat}'s signature does not fit its consent"))
        }
    }

    fn usable_key(&self, new: &NewKey) -> Result<Verifying, Refused> {
        let key = Verifying::new(&new.key);
        let is_others = |key: &Verifying| self.identities.values().any(|i| i.key == *key);
        let has_links = self.terms.dice.has_links();
        let tip_fits = if has_links { known_tip(&new.tip).is_some() } else { new.tip == ABSENT };
        match key.filter(|key| !is_others(key) && tip_fits) {
            Some(key) => Ok(key),
            None => {
                let message =
                    format!("{} brings no new key of its own, or no tip that fits the terms", new.seat);
                Err(Refused::Broken(Departure::around("join/bad-key", message)))
            }
        }
    }

    /// A seat goes on under a new key. What it has sealed under the old one it can no longer open: that is its
    /// default.
    fn replace_key(&mut self, new: &NewKey) {
        self.reactions.remove(&new.seat);
        if let Some(key) = Verifying::new(&new.key) {
            let known = known_tip(&new.tip);
            let (public, nonce) = (new.key.clone(), new.nonce.clone());
            // What hidden draws are made of was committed to once, and goes over with the referee's file.
            let hidden = self.identities.get(&new.seat).and_then(|i| i.hidden.clone());
            let identity = Identity { key, public, nonce, known, hidden };
            self.identities.insert(new.seat.clone(), identity);
        }
        if self.table.keeps_secrets() {
            // The referee can open what lies with him.
            return;
        }
        let defaults = self.seat(&new.seat).map(|seat| self.table.defaults(seat)).unwrap_or_default();
        if let Some(locked) = &mut self.locked
            && locked.seals.remove(&new.seat).is_some()
        {
            locked.orders.insert(new.seat.clone(), defaults);
        }
    }

    fn forfeit(
        &mut self,
        seat: &str,
        by: &[String],
        recorded: Option<Vec<Value>>,
    ) -> Result<Vec<Value>, Refused> {
        let seat = self.seat(seat).unwrap_or(Seat(0));
        let by: Vec<Seat> = by.iter().filter_map(|name| self.seat(name)).collect();
        let played = match recorded {
            Some(events) => self.table.replay(&events, Telling::Events).map_err(unplayable)?,
            None => self.table.forfeit(seat, by).map_err(|fault| Refused::Faults(vec![fault]))?,
        };
        let name = self.name(seat).to_owned();
        if let Some(LockedStep { orders, seals, .. }) = &mut self.locked {
            orders.remove(&name);
            seals.remove(&name);
        }
        Ok(played.events)
    }
}

/// That a seat is waited for together with others, who cannot accuse it before they have done their part.
fn owes_too(message: String) -> Departure {
    Departure::around("amend/owes-too", message)
        .hinted("lock and send your own first: whoever writes the step puts it into the game file")
}

/// Recorded events that the position does not bear.
pub(super) fn unplayable(message: String) -> Refused {
    Refused::Broken(Departure::around("rules/other-events", message))
}
