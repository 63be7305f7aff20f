//! The letters that an entry was made of, put together from its parts.

use super::Reader;
use crate::kernel::history::entry::{Locked, Resolved};
use crate::kernel::history::post::{Part, Post};
use crate::kernel::time::Instant;
use std::collections::BTreeMap;

impl Reader<'_> {
    pub(super) fn posts_of_locked(&self, entry: &Locked) -> Result<Vec<Post>, String> {
        let mut drafts = Drafts::new(self, &entry.sent, &entry.signatures)?;
        drafts.parts(&entry.orders, |lines| Part::Orders(lines.clone()))?;
        drafts.seals(&entry.seals)?;
        drafts.finish()
    }

    pub(super) fn posts_of_resolved(&self, entry: &Resolved) -> Result<Vec<Post>, String> {
        let mut drafts = Drafts::new(self, &entry.sent, &entry.signatures)?;
        let missing: BTreeMap<String, Part> =
            entry.missing.iter().map(|s| (s.clone(), Part::Missing)).collect();
        drafts.parts(&missing, Part::clone)?;
        let given = entry.orders.iter().filter(|(seat, _)| !missing.contains_key(*seat));
        let given: BTreeMap<String, Vec<String>> = given.map(|(s, l)| (s.clone(), l.clone())).collect();
        drafts.parts(&given, |lines| Part::Orders(lines.clone()))?;
        drafts
            .parts(&entry.openings, |o| Part::Opening { salt: o.salt.clone(), orders: o.orders.clone() })?;
        drafts.seals(&entry.seals)?;
        drafts.links(&entry.links);
        drafts.reactions.clone_from(&entry.reactions);
        drafts.finish()
    }
}

/// Letters being put together from the parts of an entry.
struct Drafts<'a> {
    reader: &'a Reader<'a>,
    parts: BTreeMap<String, Part>,
    links: BTreeMap<String, String>,
    sent: BTreeMap<String, Instant>,
    reactions: BTreeMap<String, String>,
    signatures: &'a BTreeMap<String, String>,
}

impl<'a> Drafts<'a> {
    fn new(
        reader: &'a Reader,
        sent: &BTreeMap<String, String>,
        signatures: &'a BTreeMap<String, String>,
    ) -> Result<Self, String> {
        let sent = sent
            .iter()
            .map(|(seat, t)| Ok((seat.clone(), t.parse::<Instant>().map_err(|e| e.to_string())?)))
            .collect::<Result<_, String>>()?;
        let (parts, links, reactions) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        Ok(Self { reader, parts, links, sent, reactions, signatures })
    }

    fn parts<T>(&mut self, of: &BTreeMap<String, T>, part: impl Fn(&T) -> Part) -> Result<(), String> {
        for (seat, value) in of {
            if self.parts.insert(seat.clone(), part(value)).is_some() {
                return Err(format!("{seat} stands in the entry with two kinds of orders"));
            }
        }
        Ok(())
    }

    /// Seals, each with what it was made of where that is at hand.
    fn seals(&mut self, seals: &BTreeMap<String, String>) -> Result<(), String> {
        let chronicle = &self.reader.chronicle;
        let full = chronicle.table.keeps_secrets() && chronicle.is_full();
        for (seat, seal) in seals {
            let opening = chronicle.openings.orders(chronicle.lines.len(), seat).filter(|_| full);
            let part = match opening {
                Some(o) => {
                    let (salt, orders) = (o.salt.clone(), o.orders.clone());
                    Part::Entrusted { seal: seal.clone(), salt, orders }
                }
                None if full => return Err(format!("what {seat} has sealed does not stand in the file")),
                None => Part::Seal(seal.clone()),
            };
            if self.parts.insert(seat.clone(), part).is_some() {
                return Err(format!("{seat} stands in the entry with two kinds of orders"));
            }
        }
        Ok(())
    }

    fn links(&mut self, links: &BTreeMap<String, String>) {
        for (seat, link) in links {
            self.parts.entry(seat.clone()).or_insert(Part::Link);
            self.links.insert(seat.clone(), link.clone());
        }
    }

    /// The letters, seats in the order of the terms.
    ///
    /// Errors: a seat that there is none, or a time or signature without a letter.
    fn finish(mut self) -> Result<Vec<Post>, String> {
        let seats = &self.reader.chronicle.terms.seats;
        let about = self.parts.keys().chain(self.sent.keys()).chain(self.signatures.keys());
        let about = about.chain(self.reactions.keys());
        if let Some(seat) = about.into_iter().find(|s| !seats.contains(s) || !self.parts.contains_key(*s)) {
            return Err(format!("{seat:?} is a seat without a letter, or none"));
        }
        let mut posts = Vec::new();
        for name in seats {
            let (Some(part), Some(seat)) = (self.parts.remove(name), self.reader.chronicle.seat(name)) else {
                continue;
            };
            let (link, sent) = (self.links.remove(name), self.sent.remove(name));
            let (reactions, signature) = (self.reactions.remove(name), self.signatures.get(name).cloned());
            posts.push(Post { seat, part, link, sent, reactions, signature });
        }
        Ok(posts)
    }
}
