//! A step: what is locked of it, and how it is resolved.

use super::checks::is_common_only;
use super::{Chronicle, Refused};
use crate::kernel::dice::{self, Dice, Roll};
use crate::kernel::history::canonical::is_hex;
use crate::kernel::history::departure::Departure;
use crate::kernel::history::entry::{Locked, Opening, Resolved};
use crate::kernel::history::hash_of;
use crate::kernel::history::openings::Holder;
use crate::kernel::history::post::{OpenStep, Part, Post};
use crate::kernel::keys::chain::Known;
use crate::kernel::keys::seal;
use crate::kernel::module::{Letter, Played, Telling};
use crate::kernel::seat::Seat;
use crate::kernel::time::Instant;
use std::collections::BTreeMap;

/// What is locked of the open step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LockedStep {
    /// The step that its seals were made for; another one once steps were voided.
    pub step: u64,
    /// Canonical lines in plain, by seat.
    pub orders: BTreeMap<String, Vec<String>>,
    /// Seals, by seat.
    pub seals: BTreeMap<String, String>,
    /// When turn files were sent, by seat.
    pub sent: BTreeMap<String, Instant>,
    /// The entry that fixed it, counted from 0.
    pub entry: usize,
}

/// A resolved step: what was played, and what it came to.
pub struct Resolution {
    /// The letters, seats in the order of the terms.
    pub letters: Vec<Letter>,
    /// What they came to.
    pub played: Played,
}

pub(super) type Links = BTreeMap<String, String>;

impl Chronicle {
    /// Fixes orders and seals of the open step, before any link of it appears.
    ///
    /// Errors: why they cannot be fixed; nothing has changed then.
    pub fn lock(&mut self, posts: &[Post]) -> Result<(), Refused> {
        self.may_be_locked(posts)?;
        self.each_once(posts, false)?;
        self.check_times(posts, None)?;
        for post in posts {
            self.check_signature(post, &[])?;
        }
        self.keep_entrusted(posts)?;
        let entry = self.lines.len();
        let mut locked = LockedStep { step: self.need.step, entry, ..LockedStep::default() };
        for post in posts {
            let seat = self.name(post.seat).to_owned();
            locked.sent.extend(post.sent.map(|t| (seat.clone(), t)));
            match &post.part {
                Part::Orders(lines) => drop(locked.orders.insert(seat, lines.clone())),
                Part::Seal(seal) | Part::Entrusted { seal, .. } => {
                    drop(locked.seals.insert(seat, seal.clone()));
                }
                Part::Opening { .. } | Part::Link | Part::Missing => {}
            }
        }
        self.last_sent = posts.iter().filter_map(|p| p.sent).max().max(self.last_sent);
        self.locked = Some(locked.clone());
        self.need = self.need_when_locked();
        let entry = Locked {
            kind: "locked".to_owned(),
            need: self.need.clone(),
            orders: locked.orders,
            prev: self.head.clone(),
            seals: locked.seals,
            sent: locked.sent.into_iter().map(|(seat, t)| (seat, t.to_string())).collect(),
            signatures: self.signatures(posts),
            step: self.need.step,
        };
        self.append(&entry);
        Ok(())
    }

    /// All but the last lock first, the caster among them; nobody adds a link yet.
    fn may_be_locked(&self, posts: &[Post]) -> Result<(), Refused> {
        let refuse = |code, message: String| Err(Refused::Broken(Departure::around(code, message)));
        if self.locked.is_some() {
            return refuse("lock/twice", format!("step {} has been locked before", self.need.step));
        }
        if posts.is_empty() || self.need.links.is_empty() && !self.asks_for_seals() {
            return refuse("lock/needless", "nothing need be locked before this step".to_owned());
        }
        let is_unfit = |p: &Post| {
            let is_ordered = matches!(p.part, Part::Orders(_)) || p.seal().is_some();
            p.link.is_some() || p.reactions.is_some() || !is_ordered
        };
        if posts.iter().any(is_unfit) {
            let departure = Departure::around(
                "lock/link",
                "a link, an opening or reactions cannot stand among what is locked",
            );
            let hint = "a letter is sent as lock prints it: one that was written for another seat or step is none here; \
                        lock the orders anew";
            return Err(Refused::Broken(departure.hinted(hint)));
        }
        let secret = self.asks_for_seals();
        let keeps_secrets = self.table.keeps_secrets();
        for post in posts {
            let is_asked = self.need.orders.iter().any(|s| s == self.name(post.seat));
            let must_be_sealed = secret && is_asked || keeps_secrets && !is_common_only(post);
            if post.seal().is_some() != must_be_sealed {
                let what = if must_be_sealed { "must be sealed" } else { "cannot be sealed" };
                return refuse("lock/seal", format!("{}'s orders {what} in this step", self.name(post.seat)));
            }
            if post.seal().is_some_and(|seal| !is_hex(seal)) {
                return refuse("lock/seal", format!("what {} has sealed is no seal", self.name(post.seat)));
            }
        }
        let has_locked = |seat: &str| posts.iter().any(|p| self.name(p.seat) == seat);
        let last = self.locks_last();
        let is_open = |seat: &&String| !has_locked(seat);
        let open: Vec<&str> = self.need.orders.iter().filter(is_open).map(String::as_str).collect();
        if open.len() == 1 && open.first().copied() == last {
            return Ok(());
        }
        refuse(
            "lock/last",
            format!("all seats lock first but {}, which locks last", last.unwrap_or("the last")),
        )
    }

    /// Resolves the open step with these letters and writes its entry.
    ///
    /// `now` is the instant at which the defaults of missing seats are claimed. Errors: why it cannot be resolved;
    /// nothing has changed then.
    pub fn resolve(
        &mut self,
        posts: &[Post],
        now: Option<Instant>,
        telling: Telling,
    ) -> Result<Resolution, Refused> {
        let links = self.check_letters(posts, now)?;
        if !self.is_full() {
            return Err(Refused::Broken(self.not_full()));
        }
        let now = now.filter(|_| posts.iter().any(|p| p.part == Part::Missing));
        self.keep_entrusted(posts)?;
        let letters = self.letters(posts, now)?;
        let mut table = self.table.duplicate();
        let outcome = table.play(&letters, self.dice(&links), telling);
        if !outcome.as_ref().is_ok_and(|played| played.kind != "resolved") {
            self.must_be_whole(posts, &links)?;
        }
        let played = outcome.map_err(|faults| {
            self.openings.forget(self.lines.len());
            Refused::Faults(faults)
        })?;
        self.table = table;
        self.write_resolved(posts, &letters, links, now, &played);
        Ok(Resolution { letters, played })
    }

    /// What is played: what was locked, what was opened, and what has come since; seats in their order.
    ///
    /// Errors: an opening that does not fit its seal, or a seal that is not opened.
    pub fn letters(&self, posts: &[Post], now: Option<Instant>) -> Result<Vec<Letter>, Refused> {
        let mut letters = Vec::new();
        let locked = self.locked.as_ref();
        for (seat, lines) in locked.iter().flat_map(|l| &l.orders) {
            let sent = locked.and_then(|l| l.sent.get(seat).copied());
            let seat = self.seat(seat).unwrap_or(Seat(0));
            letters.push(Letter { seat, lines: lines.clone(), sent, missing: false, is_locked: true });
        }
        for seat in locked.iter().filter(|_| self.table.keeps_secrets()).flat_map(|l| l.seals.keys()) {
            letters.push(self.entrusted_before(seat)?);
        }
        for post in posts {
            letters.extend(match &post.part {
                Part::Entrusted { orders: lines, .. } => {
                    let lines = lines.clone();
                    Some(Letter { seat: post.seat, lines, sent: post.sent, missing: false, is_locked: true })
                }
                Part::Orders(lines) => {
                    let is_locked = post.signature.is_some();
                    let lines = lines.clone();
                    Some(Letter { seat: post.seat, lines, sent: post.sent, missing: false, is_locked })
                }
                Part::Opening { salt, orders } => Some(self.opened(post.seat, salt, orders)?),
                Part::Missing => {
                    let lines = self.table.defaults(post.seat);
                    Some(Letter { seat: post.seat, lines, sent: now, missing: true, is_locked: false })
                }
                Part::Link | Part::Seal(_) => None,
            });
        }
        if !self.may_end_the_game(posts) {
            self.all_opened(posts)?;
        }
        letters.sort_by_key(|l| l.seat);
        Ok(letters)
    }

    /// What a seat has locked with the referee.
    fn entrusted_before(&self, seat: &str) -> Result<Letter, Refused> {
        let locked = self.locked.as_ref();
        let opening = locked.and_then(|l| self.openings.orders(l.entry, seat));
        let Some(opening) = opening else { return Err(Refused::Broken(self.not_full())) };
        let sent = locked.and_then(|l| l.sent.get(seat).copied());
        let lines = opening.orders.clone();
        Ok(Letter { seat: self.seat(seat).unwrap_or(Seat(0)), lines, sent, missing: false, is_locked: true })
    }

    /// That the referee's file is needed, and this is another.
    pub fn not_full(&self) -> Departure {
        let message = match self.openings.holder() {
            Holder::Copy(seat) => {
                format!("this is {seat}'s copy, which does not hold what others have ordered")
            }
            Holder::Bare | Holder::Full => "this file holds nothing that the referee keeps".to_owned(),
        };
        Departure::around("copy/not-full", message).hinted(
            "the referee alone resolves it: make the turn file final by adjutant lock FILE TURNFILE, and send that to the \
             referee",
        )
    }

    pub(super) fn opened(&self, seat: Seat, salt: &str, orders: &[String]) -> Result<Letter, Refused> {
        let name = self.name(seat);
        let refuse = |code, message| Err(Refused::Broken(Departure::around(code, message)));
        let locked = self.locked.as_ref().filter(|l| l.seals.contains_key(name));
        let lodged = self.reactions.get(name).filter(|_| self.need.opens.iter().any(|s| s == name));
        let Some(sealed) = locked.and_then(|l| l.seals.get(name)).or(lodged.map(|(_, seal)| seal)) else {
            return refuse("seal/none", format!("{name} has sealed nothing in this step"));
        };
        let place = self.place_of_seal(name);
        if !is_hex(salt) || place.seal(name, salt, orders) != *sealed {
            return refuse("seal/other", format!("{name} opens something else than it has sealed"));
        }
        let sent = locked.and_then(|l| l.sent.get(name).copied());
        Ok(Letter { seat, lines: orders.to_vec(), sent, missing: false, is_locked: true })
    }

    /// What a seat's seal that is to be opened now was made for: orders of this step, or reactions sent ahead.
    pub(super) fn place_of_seal(&self, name: &str) -> seal::Purpose<'_> {
        let locked = self.locked.as_ref().filter(|l| l.seals.contains_key(name));
        let (step, slot) = match (locked, self.reactions.get(name)) {
            (Some(locked), _) => (locked.step, seal::ORDERS),
            (None, Some((step, _))) => (*step, seal::REACTIONS),
            (None, None) => (self.need.step, seal::ORDERS),
        };
        seal::Purpose { game: self.game(), step, slot }
    }

    /// The position that letters are written for.
    pub fn place(&self) -> OpenStep<'_> {
        OpenStep { game: self.game(), step: self.need.step, prev: &self.head }
    }

    /// H("move", …) of the turn files among letters, seats in the order of the terms.
    pub fn move_hashes(&self, posts: &[Post]) -> Vec<String> {
        let mut sorted: Vec<&Post> = posts.iter().collect();
        sorted.sort_by_key(|p| p.seat);
        sorted.iter().filter_map(|p| self.place().move_hash(self.name(p.seat), p)).collect()
    }

    fn signatures(&self, posts: &[Post]) -> BTreeMap<String, String> {
        let signed = posts.iter().filter_map(|p| Some((self.name(p.seat).to_owned(), p.signature.clone()?)));
        signed.collect()
    }

    /// The dice of the open step, made of these links or of the seed.
    pub(super) fn dice(&self, links: &Links) -> Dice {
        let (game, step) = (self.game(), self.need.step);
        let dice = match &self.terms.seed {
            Some(seed) => Dice::keyed(dice::open_key(game, step, seed)),
            None if links.is_empty() => Dice::absent(),
            None => Dice::keyed(dice::step_key(game, step, &self.terms.seats, links)),
        };
        dice.peppered(self.pepper())
    }

    fn write_resolved(
        &mut self,
        posts: &[Post],
        letters: &[Letter],
        links: Links,
        now: Option<Instant>,
        played: &Played,
    ) {
        let step = self.need.step;
        self.go_on(posts, &links, now);
        let (events, private) = self.part(played);
        let keeps_secrets = self.table.keeps_secrets();
        let name = |seat: Seat| self.name(seat).to_owned();
        // What a seat has signed stands as it was signed; other lines in their canonical spelling and order.
        let plain = letters.iter().zip(&played.lines).filter_map(|(letter, lines)| {
            let post = posts.iter().find(|p| p.seat == letter.seat)?;
            match &post.part {
                Part::Orders(signed) if letter.is_locked => Some((name(letter.seat), signed.clone())),
                Part::Missing if keeps_secrets => None,
                Part::Orders(_) | Part::Missing => Some((name(letter.seat), lines.clone())),
                Part::Seal(_) | Part::Entrusted { .. } | Part::Opening { .. } | Part::Link => None,
            }
        });
        let entry = Resolved {
            events,
            kind: played.kind.to_owned(),
            links,
            missing: letters.iter().filter(|l| l.missing).map(|l| name(l.seat)).collect(),
            need: self.need.clone(),
            now: now.map(|t| t.to_string()),
            openings: posts.iter().filter_map(|p| Some((name(p.seat), opening(p)?))).collect(),
            orders: plain.collect(),
            prev: self.head.clone(),
            private,
            public: hash_of("public", &self.table.position()),
            reactions: posts.iter().filter_map(|p| Some((name(p.seat), p.reactions.clone()?))).collect(),
            rolls: played.rolls.clone(),
            seals: self.seals(posts),
            sent: posts.iter().filter_map(|p| Some((name(p.seat), p.sent?.to_string()))).collect(),
            signatures: self.signatures(posts),
            step,
        };
        self.append(&entry);
    }

    /// The entry that a replay comes to: what it says itself, but for what follows from letters and position.
    pub(super) fn write_replayed(
        &mut self,
        recorded: &Resolved,
        posts: &[Post],
        links: Links,
        rolls: Vec<Roll>,
    ) {
        let step = self.need.step;
        self.go_on(posts, &links, recorded.now.as_deref().and_then(|t| t.parse().ok()));
        let entry = Resolved {
            links,
            need: self.need.clone(),
            prev: self.head.clone(),
            public: hash_of("public", &self.table.position()),
            rolls,
            seals: self.seals(posts),
            signatures: self.signatures(posts),
            step,
            ..recorded.clone()
        };
        self.append(&entry);
    }

    /// Leaves a step behind: its links are known, nothing is locked, others are needed.
    fn go_on(&mut self, posts: &[Post], links: &Links, now: Option<Instant>) {
        let step = self.need.step;
        for (seat, link) in links {
            if let Some(identity) = self.identities.get_mut(seat) {
                identity.known = Some(Known { step, link: link.clone() });
            }
        }
        self.locked = None;
        // Where a word has ended the step, reactions stay sealed and go on.
        for post in posts.iter().filter(|post| matches!(post.part, Part::Opening { .. })) {
            self.reactions.remove(self.terms.seats.get(post.seat.index()).map_or("", String::as_str));
        }
        let lodged = posts.iter().filter_map(|p| Some((self.name(p.seat).to_owned(), p.reactions.clone()?)));
        let lodged: Vec<(String, String)> = lodged.collect();
        self.reactions.extend(lodged.into_iter().map(|(seat, seal)| (seat, (step, seal))));
        self.need = self.need_of_table(step + 1);
        self.last_sent = posts.iter().filter_map(|p| p.sent).max().max(self.last_sent).max(now);
    }

    /// The seals of letters that bring any, by seat.
    fn seals(&self, posts: &[Post]) -> BTreeMap<String, String> {
        posts.iter().filter_map(|p| Some((self.name(p.seat).to_owned(), p.seal()?.clone()))).collect()
    }
}

fn opening(post: &Post) -> Option<Opening> {
    match &post.part {
        Part::Opening { salt, orders } => Some(Opening { orders: orders.clone(), salt: salt.clone() }),
        _ => None,
    }
}
