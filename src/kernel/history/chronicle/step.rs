//! A step: what is locked of it, and how it is resolved.

use super::{Chronicle, Refused};
use crate::kernel::dice::{self, Dice, Roll};
use crate::kernel::history::canonical::is_hex;
use crate::kernel::history::departure::Departure;
use crate::kernel::history::entry::{Locked, Opening, Resolved};
use crate::kernel::history::hash_of;
use crate::kernel::history::openings::Holder;
use crate::kernel::history::post::{Part, Place, Post};
use crate::kernel::keys::chain::Known;
use crate::kernel::keys::seal;
use crate::kernel::module::{Fault, Letter, Played, Telling};
use crate::kernel::orders::diagnostic::{Class, Diagnostic};
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

    /// What must hold of letters whatever they order; their links.
    pub(super) fn check_letters(&self, posts: &[Post], now: Option<Instant>) -> Result<Links, Refused> {
        self.each_once(posts, true)?;
        self.each_brings_something(posts)?;
        let links = self.links(posts)?;
        self.covered_by_links(posts, &links)?;
        self.check_times(posts, now)?;
        let answers = self.move_hashes(posts);
        for post in posts {
            self.check_signature(post, &answers)?;
        }
        Ok(links)
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
        Departure::around("copy/not-full", message).hinted("only the referee's file can be resolved")
    }

    fn all_opened(&self, posts: &[Post]) -> Result<(), Refused> {
        let opened = |seat: &String| {
            posts.iter().any(|p| self.name(p.seat) == seat && matches!(p.part, Part::Opening { .. }))
        };
        match self.need.opens.iter().find(|seat| !opened(seat)) {
            None => Ok(()),
            Some(seat) => Err(Refused::Broken(Departure::around(
                "seal/unopened",
                format!("{seat} has yet to open what it has sealed"),
            ))),
        }
    }

    /// A word that ends the game excuses what is still missing of the step; where the game goes on all the same,
    /// nothing may be missing.
    pub(super) fn must_be_whole(&self, posts: &[Post], links: &Links) -> Result<(), Refused> {
        self.each_once(posts, false)?;
        self.all_opened(posts)?;
        if links.len() < self.need.links.len() {
            return Err(Refused::Broken(self.missing_links(links)));
        }
        Ok(())
    }

    /// No letter is empty, names a time that nobody has signed, or seals orders when it is time to open them.
    fn each_brings_something(&self, posts: &[Post]) -> Result<(), Refused> {
        for post in posts {
            let name = self.name(post.seat);
            let refuse = |code, message| Err(Refused::Broken(Departure::around(code, message)));
            let is_turn_file = matches!(post.part, Part::Orders(_)) || post.seal().is_some();
            let is_to_be_open = !self.table.keeps_secrets() || is_common_only(post);
            if !is_to_be_open && matches!(post.part, Part::Orders(_)) {
                let message = format!("{name}'s orders must be sealed for all but the referee");
                let hint = "adjutant lock seals them";
                return Err(Refused::Broken(Departure::around("lock/seal", message).hinted(hint)));
            }
            if is_to_be_open && post.seal().is_some() {
                return refuse(
                    "lock/seal",
                    format!("{name}'s orders are sealed, and it is time to open them"),
                );
            }
            let is_sealed = |seal: &String| is_hex(seal) && self.may_lodge(post);
            if !post.reactions.as_ref().is_none_or(is_sealed) {
                let message = format!("{name}'s reactions are not sealed as they should be");
                return refuse("reactions/unfit", message);
            }
            if post.part == Part::Link && post.link.is_none() {
                return refuse("letter/empty", format!("{name}'s letter brings nothing"));
            }
            if post.sent.is_some() && !is_turn_file {
                return refuse("sent/unsigned", format!("{name}'s letter names a time that is not signed"));
            }
        }
        Ok(())
    }

    /// Reactions are sent ahead with signed orders, by seats that others may read.
    fn may_lodge(&self, post: &Post) -> bool {
        matches!(post.part, Part::Orders(_)) && post.signature.is_some() && !self.table.keeps_secrets()
    }

    /// Whether turn files can be answered: of all seats that the step waits for, each signed and with the link that
    /// it owes. Whoever adds a link or opens a seal for less is fished for it.
    pub(super) fn must_be_final(&self, answered: &[Post]) -> Result<(), Refused> {
        self.each_once(answered, false)?;
        let links = self.links(answered)?;
        let of = |seat: &str| answered.iter().find(|p| self.name(p.seat) == seat && self.is_ordered(p));
        let open: Vec<&str> =
            self.need.orders.iter().filter(|s| of(s).is_none()).map(String::as_str).collect();
        if !open.is_empty() {
            let message = format!("orders are still missing from {}", open.join(" and "));
            let hint = "nobody opens or casts before all orders are there: give the locked turn file as well";
            return Err(Refused::Broken(Departure::around("orders/missing", message).hinted(hint)));
        }
        let owing = |seat: &&String| self.need.orders.contains(seat) && !links.contains_key(*seat);
        if let Some(seat) = self.need.links.iter().find(owing) {
            let message = format!("{seat}'s turn file lacks its link");
            return Err(Refused::Broken(Departure::around("link/missing", message)));
        }
        self.none_is_late(answered)?;
        let answers = self.move_hashes(answered);
        answered.iter().try_for_each(|post| self.check_signature(post, &answers))
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
    pub(super) fn place_of_seal(&self, name: &str) -> seal::Place<'_> {
        let locked = self.locked.as_ref().filter(|l| l.seals.contains_key(name));
        let (step, slot) = match (locked, self.reactions.get(name)) {
            (Some(locked), _) => (locked.step, seal::ORDERS),
            (None, Some((step, _))) => (*step, seal::REACTIONS),
            (None, None) => (self.need.step, seal::ORDERS),
        };
        seal::Place { game: self.game(), step, slot }
    }

    /// The links in letters: none that was not asked for, each of its seat's chain.
    fn links(&self, posts: &[Post]) -> Result<Links, Refused> {
        let mut links = Links::new();
        for post in posts {
            let Some(link) = &post.link else { continue };
            let seat = self.name(post.seat).to_owned();
            let refuse = |code, message| Err(Refused::Broken(Departure::around(code, message).of(&seat)));
            if !self.need.links.contains(&seat) {
                return refuse(
                    "link/unasked",
                    format!("{seat} adds a link that step {} does not ask for", self.need.step),
                );
            }
            let known = self.identities.get(&seat).and_then(|i| i.known.as_ref());
            let is_its_own = |k: &Known| k.is_led_to_by(self.game(), &seat, self.need.step, link);
            if !is_hex(link) || !known.is_some_and(is_its_own) {
                let step = self.need.step;
                let message = format!("{seat}'s link is not the one of its chain for step {step}");
                let departure = Departure::around("link/wrong", message).of(&seat).hinted(changed(&seat));
                return Err(Refused::Broken(departure));
            }
            links.insert(seat, link.clone());
        }
        Ok(links)
    }

    /// Every link must be signed over every order: beside what is locked there can be the orders of one seat, which
    /// come with its own link.
    fn covered_by_links(&self, posts: &[Post], links: &Links) -> Result<(), Refused> {
        if self.need.links.is_empty() || links.is_empty() && self.may_end_the_game(posts) {
            return Ok(());
        }
        if links.len() < self.need.links.len() {
            return Err(Refused::Broken(self.missing_links(links)));
        }
        self.none_is_late(posts)
    }

    /// Where links make the dice no orders come beside them but those of one seat that is asked.
    fn none_is_late(&self, posts: &[Post]) -> Result<(), Refused> {
        if self.need.links.is_empty() {
            return Ok(());
        }
        let ordered: Vec<&str> =
            posts.iter().filter(|p| self.is_ordered(p)).map(|p| self.name(p.seat)).collect();
        let late = ordered.iter().find(|seat| !self.need.orders.iter().any(|s| s == *seat));
        match (late, ordered.len()) {
            (None, 0..=1) => Ok(()),
            (late, _) => {
                let who = late.map_or_else(|| ordered.join(" and "), |seat| (*seat).to_owned());
                let message = format!("orders of {who} come with links that were not signed over them");
                Err(Refused::Broken(
                    Departure::around("lock/too-late", message)
                        .hinted("they count for the next step, or must be locked before any link appears"),
                ))
            }
        }
    }

    /// Whether a letter brings a seat's orders, or its defaults in their place.
    fn is_ordered(&self, post: &Post) -> bool {
        let is_sealed = post.seal().is_some() && self.table.keeps_secrets();
        is_sealed || matches!(post.part, Part::Orders(_) | Part::Missing)
    }

    /// Whether letters may end the game by a word, for which nothing is rolled.
    pub(super) fn may_end_the_game(&self, posts: &[Post]) -> bool {
        let all_offer = !posts.is_empty() && posts.iter().all(offers_a_draw);
        all_offer || posts.iter().any(ends_the_game)
    }

    fn missing_links(&self, links: &Links) -> Departure {
        let missing: Vec<&str> =
            self.need.links.iter().filter(|s| !links.contains_key(*s)).map(String::as_str).collect();
        let message = format!("links are still missing from {}", missing.join(" and "));
        Departure::around("link/missing", message)
    }

    /// No seat has two letters; `excused` one that ends the game by a word.
    fn each_once(&self, posts: &[Post], excused: bool) -> Result<(), Refused> {
        for (i, post) in posts.iter().enumerate() {
            let name = self.name(post.seat);
            let is_locked = self
                .locked
                .as_ref()
                .is_some_and(|l| l.orders.contains_key(name) || l.seals.contains_key(name));
            let is_ordered = matches!(post.part, Part::Orders(_) | Part::Missing) || post.seal().is_some();
            let orders_twice = is_locked && is_ordered;
            if posts[..i].iter().any(|p| p.seat == post.seat)
                || orders_twice && !(excused && ends_the_game(post))
            {
                let message =
                    format!("{name} has sent two letters for step {}; the first stands", self.need.step);
                return Err(Refused::Broken(Departure::around("letter/second", message)));
            }
        }
        Ok(())
    }

    pub(super) fn check_times(&self, posts: &[Post], now: Option<Instant>) -> Result<(), Refused> {
        let faults: Vec<Fault> = posts.iter().filter_map(|p| self.time_fault(p, now)).collect();
        if faults.is_empty() { Ok(()) } else { Err(Refused::Faults(faults)) }
    }

    /// The position that letters are written for.
    pub fn place(&self) -> Place<'_> {
        Place { game: self.game(), step: self.need.step, prev: &self.head }
    }

    /// H("move", …) of the turn files among letters, seats in the order of the terms.
    pub fn move_hashes(&self, posts: &[Post]) -> Vec<String> {
        let mut sorted: Vec<&Post> = posts.iter().collect();
        sorted.sort_by_key(|p| p.seat);
        sorted.iter().filter_map(|p| self.place().move_hash(self.name(p.seat), p)).collect()
    }

    /// A seat that has a key signs what it sends; an opening without a link fits or does not.
    fn check_signature(&self, post: &Post, answers: &[String]) -> Result<(), Refused> {
        let name = self.name(post.seat);
        let refuse = |code, message| Err(Refused::Broken(Departure::around(code, message).of(name)));
        let Some(identity) = self.identities.get(name) else {
            return match post.signature {
                Some(_) => refuse("signature/no-key", format!("{name} has no key to sign with")),
                None => Ok(()),
            };
        };
        let hash = match (self.place().move_hash(name, post), &post.link) {
            (Some(hash), _) => hash,
            (None, Some(link)) => self.place().cast_hash(name, answers, link),
            (None, None) if post.signature.is_none() => return Ok(()),
            (None, None) => {
                return refuse("signature/wrong", format!("{name} signs what needs no signature"));
            }
        };
        match &post.signature {
            None => {
                let hint =
                    format!("{name} signs it by adjutant lock GAME TURNFILE; if it did, {}", changed(name));
                let message = format!("{name}'s letter is not signed");
                Err(Refused::Broken(Departure::around("signature/missing", message).of(name).hinted(hint)))
            }
            Some(signature) if identity.key.verifies(&hash, signature) => Ok(()),
            Some(_) => {
                let message = format!("{name}'s signature does not fit its letter and this position");
                let departure = Departure::around("signature/wrong", message).of(name);
                Err(Refused::Broken(departure.hinted(changed(name))))
            }
        }
    }

    /// Whether a turn file is signed by its seat for this position.
    ///
    /// Errors: it is not.
    pub fn is_signed(&self, post: &Post) -> Result<(), Refused> {
        self.check_signature(post, &[])
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
        for seat in std::mem::take(&mut self.need.opens) {
            self.reactions.remove(&seat);
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

    /// What is wrong with the time that a letter names.
    fn time_fault(&self, post: &Post, now: Option<Instant>) -> Option<Fault> {
        let fault = |code, message: String, hint: &str| {
            let finding = Diagnostic::whole(Class::Illegal, code, message).hinted(hint);
            Some(Fault { seat: post.seat, finding })
        };
        let name = self.name(post.seat);
        if post.part == Part::Missing {
            let claimable = now.is_some_and(|t| self.is_claimable(post.seat, t));
            return if claimable {
                None
            } else {
                fault(
                    "missing/too-early",
                    format!("{name}'s time is not up"),
                    "wait until it is; status says when that will be",
                )
            };
        }
        let needs_time = match &post.part {
            Part::Orders(lines) => lines.iter().any(|l| !is_common(l)),
            Part::Seal(_) | Part::Entrusted { .. } => true,
            Part::Opening { .. } | Part::Link | Part::Missing => false,
        };
        match (post.sent, self.last_sent) {
            (None, _) if needs_time && self.needs_times() => fault(
                "sent/missing",
                format!("these terms count time, and {name}'s turn file does not say when it was sent"),
                "let lock add the Sent: line",
            ),
            (Some(sent), Some(last)) if sent < last => fault(
                "sent/backwards",
                format!("{name}'s turn file says it was sent at {sent}, before the newest one at {last}"),
                "check the clock of the machine, and write Sent: in UTC",
            ),
            _ => None,
        }
    }
}

/// What to do about a letter that is not as it was made.
fn changed(name: &str) -> String {
    format!(
        "the letter was changed on its way, or is another game's: ask {name} for it again, as an attachment"
    )
}

fn opening(post: &Post) -> Option<Opening> {
    match &post.part {
        Part::Opening { salt, orders } => Some(Opening { orders: orders.clone(), salt: salt.clone() }),
        _ => None,
    }
}

/// Whether a letter gives the game up or agrees on a draw.
pub(super) fn ends_the_game(post: &Post) -> bool {
    matches!(&post.part, Part::Orders(lines) if lines.iter().any(|l| l == "concede" || l == "accept draw"))
}

/// Whether a letter holds nothing that belongs to the game in particular.
pub(super) fn is_common_only(post: &Post) -> bool {
    matches!(&post.part, Part::Orders(lines) if lines.iter().all(|l| is_common(l)))
}

fn offers_a_draw(post: &Post) -> bool {
    matches!(&post.part, Part::Orders(lines) if lines.iter().any(|l| l == "offer draw"))
}

/// Whether a canonical line is one of the orders that need no time.
fn is_common(line: &str) -> bool {
    matches!(line, "concede" | "offer draw" | "accept draw")
}
