//! What must hold of letters before a step goes on by them, whatever they order: whose they are, what they bring, that
//! links, signatures and times fit.

use super::step::Links;
use super::{Chronicle, Refused};
use crate::kernel::history::canonical::is_hex;
use crate::kernel::history::departure::Departure;
use crate::kernel::history::post::{Part, Post};
use crate::kernel::keys::chain::Known;
use crate::kernel::module::Fault;
use crate::kernel::orders::diagnostic::{Class, Diagnostic};
use crate::kernel::orders::sheet::Common;
use crate::kernel::time::Instant;

impl Chronicle {
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

    pub(super) fn all_opened(&self, posts: &[Post]) -> Result<(), Refused> {
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
            return Err(Refused::Broken(self.missing_links(links, posts)));
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
            return Err(Refused::Broken(self.missing_links(links, posts)));
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
                    Departure::around("lock/too-late", message).hinted(
                        "give the command again without that turn file; its seat sends its orders again for the next step, below \
                         the first line that adjutant sheet prints of the new game file. To count in this one they had to be \
                         locked, by adjutant lock FILE TURNFILE, before any link was out",
                    ),
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
        let all_offer = !posts.is_empty() && posts.iter().all(|post| says(post, Common::OfferDraw));
        all_offer || posts.iter().any(ends_the_game)
    }

    /// That links are missing; a word that might have excused them does not, beside links or where not all agree.
    fn missing_links(&self, links: &Links, posts: &[Post]) -> Departure {
        let missing: Vec<&str> =
            self.need.links.iter().filter(|s| !links.contains_key(*s)).map(String::as_str).collect();
        let message = format!("links are still missing from {}", missing.join(" and "));
        let departure = Departure::around("link/missing", message);
        let is_said = |word: Common| posts.iter().any(|post| says(post, word));
        if is_said(Common::Concede) {
            departure.hinted("to give the game up nothing is rolled: give the letter that says concede alone")
        } else if is_said(Common::AcceptDraw) {
            departure.hinted(
                "a draw is agreed on once all accept it: leave the letter that says accept draw out, or give it with those of all \
                 others who accept, without links",
            )
        } else {
            departure
        }
    }

    /// No seat has two letters; `excused` one that ends the game by a word.
    pub(super) fn each_once(&self, posts: &[Post], excused: bool) -> Result<(), Refused> {
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

    /// A seat that has a key signs what it sends; an opening without a link fits or does not.
    pub(super) fn check_signature(&self, post: &Post, answers: &[String]) -> Result<(), Refused> {
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
                let hint = format!(
                    "{name} signs it by adjutant lock FILE TURNFILE > locked.turn and sends locked.turn; if that was done, {}",
                    changed(name)
                );
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

    /// Whether a turn file can stand in the open step, looked at alone: signed by its seat, and with orders that fit their
    /// seal where the referee gets both.
    ///
    /// Errors: it cannot.
    pub fn is_sound(&self, post: &Post) -> Result<(), Refused> {
        self.is_signed(post)?;
        if self.table.keeps_secrets() && matches!(post.part, Part::Seal(_)) {
            let name = self.name(post.seat);
            let message =
                format!("this is the sealed form of {name}'s letter, for a witness, and holds no orders");
            let hint = "send the letter itself, which adjutant lock prints or writes after -o";
            return Err(Refused::Broken(Departure::around("orders/missing", message).of(name).hinted(hint)));
        }
        self.fits_its_seal(post)
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
                let hint = self.may_answer_until(post.seat).map_or_else(
                    || {
                        format!(
                            "no time runs for it now: if it refuses to answer, adjutant amend FILE --seat SEAT --refusal {name} \
                             -o next.yaml"
                        )
                    },
                    |until| format!("it may answer until {until}, as status says; claim its defaults after that"),
                );
                fault("missing/too-early", format!("{name}'s time is not up"), &hint)
            };
        }
        let needs_time = match &post.part {
            Part::Orders(lines) => lines.iter().any(|l| Common::of_line(l).is_none()),
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
        "the letter was changed on its way, or is another game's: {name} sends it again, as an attachment"
    )
}

/// Whether a letter gives the game up or agrees on a draw.
pub(super) fn ends_the_game(post: &Post) -> bool {
    matches!(&post.part, Part::Orders(lines) if Common::is_end_among(lines))
}

/// Whether a letter holds nothing that belongs to the game in particular.
pub(super) fn is_common_only(post: &Post) -> bool {
    matches!(&post.part, Part::Orders(lines) if lines.iter().all(|l| Common::of_line(l).is_some()))
}

fn says(post: &Post, word: Common) -> bool {
    matches!(&post.part, Part::Orders(lines) if lines.iter().any(|l| Common::of_line(l) == Some(word)))
}
