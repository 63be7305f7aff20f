//! Games that keep secrets: what of a step stands in the history, and what each seat alone may know.

use super::step::Links;
use super::voiding::unplayable;
use super::{Chronicle, Refused};
use crate::kernel::dice::{Dice, Pepper, Roll};
use crate::kernel::history::departure::Departure;
use crate::kernel::history::entry::{Published, Resolved};
use crate::kernel::history::openings::{self, Holder, Known, Openings, PrivateValue};
use crate::kernel::history::post::{Part, Post};
use crate::kernel::keys::{Secret, seal};
use crate::kernel::module::{Awaiting, Played, Telling};
use crate::kernel::seat::{Audience, Seat, Viewer};
use crate::kernel::terms::REFEREE;
use serde_json::Value;
use std::collections::BTreeMap;

impl Chronicle {
    /// Whose file this is, in a game that keeps secrets. In any other, and before anything has happened, everybody's is
    /// full.
    pub fn holder(&self) -> Holder {
        match self.openings.holder() {
            Holder::Bare if !self.table.keeps_secrets() || !self.has_secrets() => Holder::Full,
            holder => holder,
        }
    }

    /// Of a seat's copy, that it does not hold what others hide.
    pub fn unknown(&self) -> Option<String> {
        let Holder::Copy(name) = self.holder() else { return None };
        Some(format!("this is {name}'s copy: what others hide is not in it"))
    }

    /// Whether something has happened that not everybody may know.
    pub fn has_secrets(&self) -> bool {
        let has = |line: &String| line.contains(r#""private":{"#) || line.contains(r#""seals":{""#);
        self.lines.iter().any(has)
    }

    /// Whether every step can be played again from what is at hand.
    pub(super) fn is_full(&self) -> bool {
        !self.table.keeps_secrets() || self.openings.hidden.is_some()
    }

    /// Takes the referee's second secret in, made of his key.
    ///
    /// Errors: it is not the one that he committed to when he joined.
    pub fn take_hidden(&mut self, secret: &Secret) -> Result<(), Refused> {
        let nonce = self.identities.get(REFEREE).map_or("", |i| i.nonce.as_str());
        let hidden = openings::hidden_secret(secret.hex(), self.game(), nonce);
        self.check_hidden(&hidden)?;
        self.openings.hidden = Some(hidden);
        Ok(())
    }

    pub(super) fn check_hidden(&self, hidden: &str) -> Result<(), Refused> {
        let tip = self.identities.get(REFEREE).and_then(|i| i.hidden.as_deref());
        if tip == Some(openings::hidden_tip(self.game(), hidden).as_str()) {
            return Ok(());
        }
        let message = "the hidden secret is not the one that the referee committed to when joining";
        Err(Refused::Broken(Departure::around("hidden/other-secret", message)))
    }

    /// What a viewer may know of the game: the same history, and of what stands beside it his own.
    pub fn openings_of(&self, seat: Seat) -> Openings {
        self.openings.of_seat(self.name(seat))
    }

    /// Who looks when a seat does.
    pub fn viewer(&self, name: &str) -> Viewer {
        match self.seat(name) {
            Some(_) if name == REFEREE => Viewer::Referee,
            Some(seat) => Viewer::Seat(seat),
            None => Viewer::Public,
        }
    }

    /// What hidden rolls of the open step are made of.
    pub(super) fn pepper(&self) -> Option<Pepper> {
        let hidden = self.openings.hidden.clone()?;
        Some(Pepper { hidden, step: self.need.step })
    }

    /// Whether orders for the referee are those that their seal was made of.
    ///
    /// Errors: they are not.
    pub(super) fn fits_its_seal(&self, post: &Post) -> Result<(), Refused> {
        let Part::Entrusted { seal, salt, orders } = &post.part else { return Ok(()) };
        let name = self.name(post.seat);
        let place = seal::Purpose { game: self.game(), step: self.need.step, slot: seal::ORDERS };
        if place.seal(name, salt, orders) == *seal {
            return Ok(());
        }
        let message = format!("{name}'s orders do not fit their seal");
        let hint = "send the letter as adjutant lock made it, without a change";
        Err(Refused::Broken(Departure::around("seal/other", message).of(name).hinted(hint)))
    }

    /// What letters of a step bring that stays with the referee.
    ///
    /// Errors: orders that do not fit their seal.
    pub(super) fn keep_entrusted(&mut self, posts: &[Post]) -> Result<(), Refused> {
        let entry = self.lines.len();
        for post in posts {
            let Part::Entrusted { salt, orders, .. } = &post.part else { continue };
            self.fits_its_seal(post)?;
            let name = self.name(post.seat).to_owned();
            let opening =
                crate::kernel::history::entry::Opening { orders: orders.clone(), salt: salt.clone() };
            self.openings.keep_orders(entry, &name, opening);
        }
        Ok(())
    }

    /// The events that everybody may know; and of what each seat alone may know the hash, with all that it was made
    /// of kept beside the history.
    pub(super) fn part(&mut self, played: &Played) -> (Vec<Value>, BTreeMap<String, String>) {
        let Some(hidden) = self.openings.hidden.clone().filter(|_| self.table.keeps_secrets()) else {
            return (played.events.clone(), BTreeMap::new());
        };
        let is_open = |audience: &Audience| *audience == Audience::All;
        let mut events = Vec::new();
        let mut kept: Vec<(usize, &Value, &Audience)> = Vec::new();
        for (event, audience) in played.events.iter().zip(&played.audiences) {
            if is_open(audience) {
                events.push(event.clone());
            } else {
                kept.push((events.len(), event, audience));
            }
        }
        let entry = self.lines.len();
        let mut hashes = BTreeMap::new();
        for name in self.terms.seats.clone() {
            let viewer = self.viewer(&name);
            let known = kept.iter().filter(|(.., audience)| audience.has(viewer));
            let value = PrivateValue {
                events: known.map(|(behind, event, _)| (*behind, (*event).clone())).collect(),
                rolls: if name == REFEREE { played.hidden_rolls.clone() } else { Vec::new() },
                state: openings::state_hash(&self.table.private(viewer)),
            };
            let known = Known { salt: openings::salt(&hidden, entry, &name), value };
            hashes.insert(name.clone(), known.hash(self.game(), entry, &name));
            self.openings.keep_value(entry, &name, known);
        }
        (events, hashes)
    }

    /// Goes on by what an entry says has happened, where not all that it rests on may be known: letters, links,
    /// signatures, dice, and what is opened to the holder of this copy are checked, the rules are not.
    pub(super) fn replay(&mut self, entry: &Resolved, posts: &[Post]) -> Result<(), Refused> {
        let links = self.check_letters(posts, entry.now.as_deref().and_then(|t| t.parse().ok()))?;
        if entry.kind == "resolved" {
            self.must_be_whole(posts, &links)?;
        } else if !self.may_end_the_game(posts) {
            let message = format!("nobody's letter makes this entry {}", entry.kind);
            return Err(Refused::Broken(Departure::around("history/unsound", message)));
        }
        let rolls = self.rolled_again(&entry.rolls, &links);
        let events = self.merged(entry);
        let mut table = self.table.duplicate();
        table.replay(&events, Telling::Events).map_err(unplayable)?;
        self.table = table;
        self.check_known(entry)?;
        self.write_replayed(entry, posts, links, rolls);
        Ok(())
    }

    /// What the holder of this copy has ordered in an entry, or locked before it.
    pub(super) fn own_orders(&self, entry: usize) -> Option<(String, Vec<String>)> {
        let Holder::Copy(seat) = self.openings.holder() else { return None };
        let locked = self.locked.as_ref().map(|locked| locked.entry);
        let opening =
            [Some(entry), locked].into_iter().flatten().find_map(|e| self.openings.orders(e, &seat));
        let orders = opening?.orders.clone();
        Some((seat, orders))
    }

    /// The events of an entry that the holder of this copy may know, in the order in which they happened.
    pub(super) fn merged(&self, entry: &Resolved) -> Vec<Value> {
        let index = self.lines.len();
        let mut own: Vec<&(usize, Value)> = Vec::new();
        if let Holder::Copy(seat) = self.openings.holder() {
            own = self.openings.value(index, &seat).map_or(Vec::new(), |k| k.value.events.iter().collect());
        }
        let mut own = own.into_iter().peekable();
        let mut events = Vec::new();
        for (count, event) in entry.events.iter().enumerate() {
            while let Some((_, known)) = own.next_if(|(behind, _)| *behind <= count) {
                events.push(known.clone());
            }
            events.push(event.clone());
        }
        events.extend(own.map(|(_, known)| known.clone()));
        events
    }

    /// The recorded rolls as they truly fell under their labels.
    fn rolled_again(&self, rolls: &[Roll], links: &Links) -> Vec<Roll> {
        let mut dice: Dice = self.dice(links);
        for roll in rolls {
            match roll {
                Roll::Dice { by, die, label, results } => {
                    let _ = dice.roll(by, label.clone(), *die, results.len());
                }
                Roll::Drawn { by, label, list, .. } => drop(dice.draw(by, label.clone(), list)),
            }
        }
        dice.into_rolls().0
    }

    /// What this copy opens of an entry fits the hashes in it and the position that the events lead to.
    fn check_known(&self, entry: &Resolved) -> Result<(), Refused> {
        let index = self.lines.len();
        let refuse = |message: String| Err(Refused::Broken(Departure::around("private/other", message)));
        let seats: Vec<&String> = entry.private.keys().collect();
        let mut named: Vec<&String> = self.terms.seats.iter().collect();
        named.sort_unstable();
        if seats != named {
            return refuse("the entry does not commit to what each seat may know".to_owned());
        }
        let Holder::Copy(seat) = self.openings.holder() else { return Ok(()) };
        let other = |message: String| {
            Err(Refused::Broken(Departure::around("private/other", message).hinted(copy_again(&seat))))
        };
        let Some(known) = self.openings.value(index, &seat) else {
            return other(format!("the copy lacks what {seat} may know of the entry"));
        };
        if Some(&known.hash(self.game(), index, &seat)) != entry.private.get(&seat) {
            return other(format!("what {seat} was told is not what the entry commits to"));
        }
        if known.value.state != openings::state_hash(&self.table.private(self.viewer(&seat))) {
            return other(format!("what {seat} was told does not lead to what the entry commits to"));
        }
        Ok(())
    }

    /// Nothing stands beside the history that does not belong to it.
    pub(super) fn check_openings(&self) -> Result<(), Departure> {
        let refuse = |message: &str| Err(Departure::around("file/openings", message));
        if let Some(hidden) = &self.openings.hidden {
            self.check_hidden(hidden).map_err(|_| {
                Departure::around("hidden/other-secret", "the hidden secret in the file is not the referee's")
            })?;
        }
        if self.openings != Openings::default() && !self.table.keeps_secrets() {
            return refuse("this game keeps no secrets, and the file opens some");
        }
        if let Holder::Copy(seat) = self.openings.holder()
            && !self.terms.players().contains(&seat)
        {
            return refuse("the file is the copy of a seat that there is not");
        }
        let commits = |(entry, seat): &(usize, String)| {
            self.lines.get(*entry).is_some_and(|line| line.contains(&format!("\"{seat}\":")))
        };
        match self.openings.entries().find(|key| !commits(key)) {
            Some((entry, seat)) => refuse(&format!(
                "the file opens something of {seat} in entry {entry}, which commits to nothing"
            )),
            None => self.check_own_orders(),
        }
    }

    /// What the holder of a copy has ordered is what it has sealed, and nothing of it is left out.
    fn check_own_orders(&self) -> Result<(), Departure> {
        let Holder::Copy(seat) = self.openings.holder() else { return Ok(()) };
        for (index, line) in self.lines.iter().enumerate().filter(|(_, line)| line.contains(r#""seals":{""#))
        {
            let entry: Value = serde_json::from_str(line).unwrap_or_default();
            let (Some(step), Some(seal)) = (entry["step"].as_u64(), entry["seals"][&seat].as_str()) else {
                continue;
            };
            // A voided step carries seals that were opened where they were made.
            if entry["kind"] == "voided" {
                continue;
            }
            let place = seal::Purpose { game: self.game(), step, slot: seal::ORDERS };
            let opening = self.openings.orders(index, &seat);
            if opening.is_none_or(|o| place.seal(&seat, &o.salt, &o.orders) != seal) {
                let message = format!("{seat}'s orders in this copy are not those that it sealed");
                return Err(Departure::at("private/other", index, message)
                    .in_step(step)
                    .hinted(copy_again(&seat)));
            }
        }
        Ok(())
    }

    /// Publishes the referee's second secret once the game is over.
    ///
    /// Errors: it is not over, keeps no secrets, is published already, or this is not the referee's file.
    pub fn publish(&mut self) -> Result<(), Refused> {
        let refuse = |code, message: &str, hint: &str| {
            Err(Refused::Broken(Departure::around(code, message.to_owned()).hinted(hint)))
        };
        if !self.table.keeps_secrets() {
            return refuse("publish/nothing", "this game keeps no secrets", "verify checks all of it");
        }
        if !matches!(self.table.awaiting(), Awaiting::Over { .. }) {
            let hint = "the seats' secrets are opened when the game has ended";
            return refuse("publish/too-early", "the game is not over", hint);
        }
        if self.is_published() {
            return refuse("publish/twice", "the game is published already", "anybody can verify this file");
        }
        let Some(hidden) = self.openings.hidden.clone() else {
            return refuse(
                "copy/not-full",
                "this is not the referee's file",
                "only the referee can publish the game",
            );
        };
        self.check_hidden(&hidden)?;
        let entry = Published {
            hidden,
            kind: PUBLISHED.to_owned(),
            need: self.need.clone(),
            prev: self.head.clone(),
            step: self.need.step,
        };
        self.append(&entry);
        Ok(())
    }

    /// Whether everybody may know everything by now.
    pub fn is_published(&self) -> bool {
        self.lines.last().is_some_and(|line| line.contains(r#""kind":"published""#))
    }
}

/// The kind of the entry that publishes a game.
pub(super) const PUBLISHED: &str = "published";

/// What to do about a copy that does not hold what it should.
fn copy_again(seat: &str) -> String {
    format!(
        "ask the referee to make this copy again: adjutant view HIS-OWN-FILE --seat {seat} -o {seat}.yaml; if it comes the \
         same, show both to the others"
    )
}
