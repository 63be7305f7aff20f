//! How a seat makes its letters: orders with a link or without, a seal, an opening, a link of its own.

use super::checks::{ends_the_game, is_common_only};
use super::{Chronicle, Refused};
use crate::kernel::history::departure::Departure;
use crate::kernel::history::post::{Part, Post};
use crate::kernel::keys::chain::Chain;
use crate::kernel::keys::signature::Signing;
use crate::kernel::keys::{Secret, seal};
use crate::kernel::seat::Seat;
use crate::kernel::text::fitting;
use crate::kernel::time::Instant;

impl Chronicle {
    /// The seat that a secret belongs to in this game.
    pub fn seat_of(&self, secret: &Secret) -> Option<Seat> {
        let public = Signing::new(secret).public();
        let (name, _) = self.identities.iter().find(|(_, i)| i.public == public)?;
        self.seat(name)
    }

    /// The seat that locks last, with its link, once all others have: the last that is asked, but for the caster.
    pub fn locks_last(&self) -> Option<&str> {
        self.need.orders.iter().rev().find(|s| **s != self.need.caster).map(String::as_str)
    }

    /// Makes a seat's orders final: sealed, in plain, or in plain with its link, as the open step asks.
    ///
    /// Errors: others lock first, or the secret is missing or not the seat's.
    pub fn lock_orders(
        &self,
        seat: Seat,
        lines: Vec<String>,
        sent: Option<Instant>,
        secret: Option<&Secret>,
    ) -> Result<Post, Refused> {
        self.lock_with_reactions(seat, lines, None, sent, secret)
    }

    /// The same with reactions that are sent ahead, sealed until they are asked for.
    ///
    /// Errors: as for [`Chronicle::lock_orders`]; it names a time before the newest; in a game that keeps secrets reactions go to the referee in plain.
    pub fn lock_with_reactions(
        &self,
        seat: Seat,
        lines: Vec<String>,
        reactions: Option<&[String]>,
        sent: Option<Instant>,
        secret: Option<&Secret>,
    ) -> Result<Post, Refused> {
        let name = self.name(seat);
        self.must_be_key_of(name, secret)?;
        let mut post = Post::orders(seat, lines, sent);
        post.reactions = reactions.map(|lines| self.lodged(name, lines, secret)).transpose()?;
        if self.table.keeps_secrets() && !is_common_only(&post) {
            post.part = self.entrusted(name, &post.part, secret)?;
        }
        let is_asked = self.need.orders.iter().any(|s| s == name);
        let in_turn = !self.need.links.is_empty() || self.asks_for_seals();
        if is_asked && !ends_the_game(&post) && in_turn {
            if self.need.orders.len() == 1 {
                post.link = self.own_link(name, secret)?;
            } else if self.locks_last() == Some(name) {
                return Err(Refused::Broken(self.others_first(name)));
            } else if self.asks_for_seals() {
                post.part = self.sealed(name, &post.part, secret)?;
            }
        }
        if let Some(secret) = secret.filter(|_| self.identities.contains_key(name)) {
            let hash = self.place().move_hash(name, &post).unwrap_or_default();
            post.signature = Some(Signing::new(secret).sign(&hash));
        }
        // What others would not take is not made final.
        self.check_times(std::slice::from_ref(&post), None)?;
        Ok(post)
    }

    /// Opens what a seat has sealed in the open step. An opening needs no signature: it fits or it does not.
    ///
    /// Errors: the seat has sealed nothing, or something else; or the turn files answered are not all final, so that
    /// somebody could order who has seen what was sealed.
    pub fn open_seal(
        &self,
        seat: Seat,
        lines: Vec<String>,
        answered: &[Post],
        secret: &Secret,
    ) -> Result<Post, Refused> {
        self.must_be_final(answered)?;
        let place = self.place_of_seal(self.name(seat));
        let salt = place.salt(secret, &lines);
        self.opened(seat, &salt, &lines)?;
        let part = Part::Opening { salt, orders: lines };
        Ok(Post { seat, part, link: None, sent: None, reactions: None, signature: None })
    }

    /// Adds a seat's link to a letter of its own, signed over the turn files that it answers.
    ///
    /// Errors: no link is asked of the seat, or the secret is not its own; or the turn files answered are not all
    /// final, so that somebody could order who has seen the link.
    pub fn cast(
        &self,
        own: Option<Post>,
        seat: Seat,
        answered: &[Post],
        secret: &Secret,
    ) -> Result<Post, Refused> {
        let name = self.name(seat);
        self.must_be_key_of(name, Some(secret))?;
        if !self.need.links.iter().any(|s| s == name) {
            let message = format!("step {} asks no link of {name}", self.need.step);
            return Err(Refused::Broken(Departure::around("link/unasked", message)));
        }
        self.must_be_final(answered)?;
        let nothing =
            Post { seat, part: Part::Link, link: None, sent: None, reactions: None, signature: None };
        let mut post = own.unwrap_or(nothing);
        let link = self.own_link(name, Some(secret))?.unwrap_or_default();
        let hash = self.place().cast_hash(name, &self.move_hashes(answered), &link);
        post.link = Some(link);
        post.signature = Some(Signing::new(secret).sign(&hash));
        Ok(post)
    }

    /// The seal of reactions that are sent ahead.
    fn lodged(&self, name: &str, lines: &[String], secret: Option<&Secret>) -> Result<String, Refused> {
        let refuse = |message: &str, hint: &str| {
            Err(Refused::Broken(Departure::around("reactions/unfit", message.to_owned()).hinted(hint)))
        };
        if self.table.keeps_secrets() {
            return refuse(
                "nobody but the referee reads the orders of this game",
                "write reactions into the turn file",
            );
        }
        let Some(secret) = secret.filter(|_| self.identities.contains_key(name)) else {
            return refuse(
                "reactions are sealed with a key, and this seat has none",
                "send them when they are asked for",
            );
        };
        let place = seal::Purpose { game: self.game(), step: self.need.step, slot: seal::REACTIONS };
        Ok(place.seal(name, &place.salt(secret, lines), lines))
    }

    fn sealed(&self, name: &str, part: &Part, secret: Option<&Secret>) -> Result<Part, Refused> {
        let Part::Orders(lines) = part else { return Ok(part.clone()) };
        let Some(secret) = secret else { return Err(Refused::Broken(no_key(name, "to seal its orders"))) };
        let place = seal::Purpose { game: self.game(), step: self.need.step, slot: seal::ORDERS };
        Ok(Part::Seal(place.seal(name, &place.salt(secret, lines), lines)))
    }

    /// Orders for the referee alone: sealed for all others.
    fn entrusted(&self, name: &str, part: &Part, secret: Option<&Secret>) -> Result<Part, Refused> {
        let Part::Orders(lines) = part else { return Ok(part.clone()) };
        let Some(secret) = secret else { return Err(Refused::Broken(no_key(name, "to seal its orders"))) };
        let place = seal::Purpose { game: self.game(), step: self.need.step, slot: seal::ORDERS };
        let salt = place.salt(secret, lines);
        Ok(Part::Entrusted { seal: place.seal(name, &salt, lines), salt, orders: lines.clone() })
    }

    /// The link of a seat for the open step, if the step asks for one.
    fn own_link(&self, name: &str, secret: Option<&Secret>) -> Result<Option<String>, Refused> {
        if !self.need.links.iter().any(|s| s == name) {
            return Ok(None);
        }
        let (Some(secret), Some(identity)) = (secret, self.identities.get(name)) else {
            return Err(Refused::Broken(no_key(name, "to add its link")));
        };
        let chain = Chain::new(secret, self.game(), name, &identity.nonce);
        let spent = || {
            Departure::around("link/spent", format!("{name}'s chain has no link for step {}", self.need.step))
        };
        chain.link(self.need.step).map(Some).ok_or_else(|| Refused::Broken(spent()))
    }

    /// A seat that has a key locks with it.
    fn must_be_key_of(&self, name: &str, secret: Option<&Secret>) -> Result<(), Refused> {
        let Some(identity) = self.identities.get(name) else { return Ok(()) };
        match secret {
            None => Err(Refused::Broken(no_key(name, "to sign with"))),
            Some(secret) if Signing::new(secret).public() == identity.public => Ok(()),
            Some(_) => {
                let message = format!("this key is not the one that {name} has joined with");
                Err(Refused::Broken(Departure::around("key/other", message)))
            }
        }
    }

    /// That others lock before a seat that locks last.
    pub fn others_first(&self, name: &str) -> Departure {
        let others: Vec<&str> = self.need.orders.iter().map(String::as_str).filter(|s| *s != name).collect();
        let (locks, has) = (fitting(others.len(), "locks", "lock"), fitting(others.len(), "has", "have"));
        Departure::around(
            "lock/first",
            format!("{} {} first in step {}, and {name} last", others.join(" and "), locks, self.need.step),
        )
        .hinted(format!("wait for the game file in which {} {has} locked", others.join(" and ")))
    }
}

fn no_key(name: &str, what_for: &str) -> Departure {
    Departure::around("key/none", format!("{name} needs its key {what_for}"))
        .hinted(format!(
            "give it by --key KEYFILE; keys that adjutant made stand in the key folder. If it is lost: adjutant keys new \
             NEWKEY, then adjutant amend FILE --seat {name} --re-key NEWKEY"
        ))
}
