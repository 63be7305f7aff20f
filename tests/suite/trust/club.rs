//! Seats round a table, with their keys, who play the toy and cheat at it.

use crate::players::toy;
use adjutant::kernel::history::canonical;
use adjutant::kernel::history::chronicle::{Chronicle, Refused};
use adjutant::kernel::history::departure::Departure;
use adjutant::kernel::history::openings::Openings;
use adjutant::kernel::history::post::{Part, Post};
use adjutant::kernel::keys::Secret;
use adjutant::kernel::keys::chain::Chain;
use adjutant::kernel::keys::signature::Signing;
use adjutant::kernel::module::{Module, Telling};
use adjutant::kernel::options::Options;
use adjutant::kernel::seat::Seat;
use adjutant::kernel::terms::{Casters, DiceMode, OrdersPolicy, REFEREE, RulesId, Terms};
use adjutant::kernel::time::Instant;
use serde_json::Value;
use std::collections::BTreeMap;

/// The seats of the toy in their order.
pub const SEATS: [&str; 4] = ["north", "east", "south", "west"];

/// A game, the keys of its seats, and what they have sealed.
pub struct Club {
    pub chronicle: Chronicle,
    secrets: BTreeMap<String, Secret>,
    sealed: BTreeMap<String, Vec<String>>,
    /// When letters are sent, where time counts.
    pub sent: Option<Instant>,
}

/// Terms of a game of so many seats with dice by peers.
pub fn terms(seats: usize, options: &[(&str, &str)]) -> Terms {
    let module = toy::find("toy").expect("the toy is known");
    let given = options.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect();
    Terms {
        name: "toy".to_owned(),
        rules: RulesId { game: "toy".to_owned(), version: 1 },
        data: module.data_hash(),
        scenario: "plain".to_owned(),
        options: Options::read(module.options(), &given).expect("sound options"),
        components: None,
        seats: SEATS[..seats].iter().map(|s| (*s).to_owned()).collect(),
        dice: DiceMode::Peers,
        casters: Casters::Rivals,
        orders: OrdersPolicy::Strict,
        deadline: None,
        nonce: "0".repeat(64),
        seed: None,
    }
}

/// The games of the register, and the toy.
pub fn find(id: &str) -> Option<&'static dyn Module> {
    toy::find(id).or_else(|| adjutant::games::find(id))
}

/// Order lines.
pub fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

/// Seats as texts.
pub fn texts(seats: &[String]) -> Vec<&str> {
    seats.iter().map(String::as_str).collect()
}

/// The code of a refusal.
pub fn code<T>(outcome: Result<T, Refused>) -> &'static str {
    match outcome {
        Ok(_) => "taken",
        Err(Refused::Broken(departure)) => departure.code,
        Err(Refused::Faults(faults)) => faults[0].finding.code,
    }
}

/// The secret of a number.
pub fn secret(number: usize) -> Secret {
    let hex = canonical::hash("data", &[&format!("secret {number}")]);
    Secret::of_hex(&hex).expect("64 hex digits")
}

/// A nonce of a number.
pub fn nonce(number: usize) -> String {
    format!("{number:064x}")
}

impl Club {
    /// A game that all seats have joined, with dice by peers.
    pub fn new(seats: usize, options: &[(&str, &str)]) -> Self {
        Self::of(terms(seats, options))
    }

    /// The same with other terms, in place of the referee's seat too.
    pub fn with(seats: usize, options: &[(&str, &str)], edit: impl FnOnce(&mut Terms)) -> Self {
        let mut terms = terms(seats, options);
        edit(&mut terms);
        if terms.dice == DiceMode::Referee {
            terms.seats.push(REFEREE.to_owned());
        }
        Self::of(terms)
    }

    /// A game with hands that a referee keeps.
    pub fn with_hands(seats: usize, options: &[(&str, &str)]) -> Self {
        let options = [&[("hands", "yes")], options].concat();
        let mut terms = terms(seats, &options);
        terms.dice = DiceMode::Referee;
        terms.seats.push(REFEREE.to_owned());
        Self::with_secrets(terms)
    }

    /// A game of any module with secrets that a referee keeps.
    pub fn with_secrets(terms: Terms) -> Self {
        let mut club = Self::of(terms);
        club.chronicle.take_hidden(&club.secrets[REFEREE].clone()).expect("the referee's own secret");
        club
    }

    fn of(terms: Terms) -> Self {
        let module = find(&terms.rules.game).expect("the game is known");
        let mut chronicle = Chronicle::begin(module, terms, None).expect("sound terms");
        let mut secrets = BTreeMap::new();
        for (i, seat) in chronicle.terms.seats.clone().into_iter().enumerate() {
            chronicle.join(&seat, &nonce(100 + i), Some(&secret(i))).expect("a seat joins");
            secrets.insert(seat, secret(i));
        }
        Self { chronicle, secrets, sealed: BTreeMap::new(), sent: None }
    }

    /// The same game, to try something on.
    pub fn copy(&self) -> Self {
        let chronicle = self.read().unwrap_or_else(|d| panic!("{d} [{}]", d.code));
        assert_eq!(chronicle.need, self.chronicle.need);
        assert_eq!(chronicle.locked, self.chronicle.locked);
        assert_eq!(chronicle.identities, self.chronicle.identities);
        Self { chronicle, secrets: self.secrets.clone(), sealed: self.sealed.clone(), sent: self.sent }
    }

    /// The same seats at another moment of the game.
    pub fn copy_of(&self, lines: &[String]) -> Self {
        let chronicle = read(lines).unwrap_or_else(|d| panic!("{d} [{}]", d.code));
        Self { chronicle, secrets: self.secrets.clone(), sealed: self.sealed.clone(), sent: self.sent }
    }

    /// The same seats at another table.
    pub fn with_chronicle(&self, chronicle: Chronicle) -> Self {
        Self { chronicle, secrets: self.secrets.clone(), sealed: self.sealed.clone(), sent: self.sent }
    }

    pub fn seat(&self, name: &str) -> Seat {
        self.chronicle.seat(name).unwrap_or_else(|| panic!("no seat {name}"))
    }

    pub fn secret(&self, name: &str) -> &Secret {
        &self.secrets[name]
    }

    /// A seat plays on with another key.
    pub fn takes_key(&mut self, name: &str, secret: Secret) {
        self.secrets.insert(name.to_owned(), secret);
        self.sealed.remove(name);
    }

    /// A seat's orders, final.
    pub fn try_orders(&self, name: &str, text: &str) -> Result<Post, Refused> {
        self.chronicle.lock_orders(self.seat(name), lines(text), self.sent, Some(self.secret(name)))
    }

    /// A seat's orders, final; what is sealed is kept to be opened.
    pub fn orders(&mut self, name: &str, text: &str) -> Post {
        let post = self.try_orders(name, text).unwrap_or_else(|e| panic!("{name}: {e}"));
        if matches!(post.part, Part::Seal(_)) {
            self.sealed.insert(name.to_owned(), lines(text));
        }
        post
    }

    /// A seat's orders with reactions to the next turns of the others.
    pub fn orders_with_reactions(&mut self, name: &str, text: &str, reactions: &str) -> Post {
        let (seat, own) = (self.seat(name), lines(reactions));
        let post =
            self.chronicle.lock_with_reactions(seat, lines(text), Some(&own), None, Some(self.secret(name)));
        self.sealed.insert(name.to_owned(), own);
        post.unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    /// What a seat adds to the turn files of others: its opening, its link, or both.
    pub fn try_answer(&self, name: &str, answered: &[Post]) -> Result<Post, Refused> {
        let (seat, secret) = (self.seat(name), self.secret(name));
        let need = &self.chronicle.need;
        let mut opening = None;
        if need.opens.iter().any(|s| s == name) {
            let lines = self.sealed[name].clone();
            opening = Some(self.chronicle.open_seal(seat, lines, answered, secret)?);
        }
        match opening {
            Some(opening) if !need.links.iter().any(|s| s == name) => Ok(opening),
            opening => self.chronicle.cast(opening, seat, answered, secret),
        }
    }

    pub fn answer(&self, name: &str, answered: &[Post]) -> Post {
        self.try_answer(name, answered).unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    pub fn lock(&mut self, posts: &[Post]) -> Result<(), Refused> {
        self.chronicle.lock(posts)
    }

    pub fn resolve(&mut self, posts: &[Post]) -> Result<(), Refused> {
        let mut posts = posts.to_vec();
        posts.sort_by_key(|p| p.seat);
        self.chronicle.resolve(&posts, None, Telling::Events).map(|_| ())
    }

    /// All seats but the last lock what they order.
    pub fn lock_first(&mut self, say: &dyn Fn(&str) -> String) {
        let need = self.chronicle.need.orders.clone();
        let last = self.chronicle.locks_last().map(str::to_owned);
        // In a referee's game without dice all send their orders at once.
        let are_fixed = !self.chronicle.need.links.is_empty() || self.chronicle.asks_for_seals();
        let is_locked = are_fixed && need.len() > 1;
        let first: Vec<Post> = need
            .iter()
            .filter(|s| is_locked && Some(*s) != last.as_ref())
            .map(|s| self.orders(s, &say(s)))
            .collect();
        if !first.is_empty() {
            self.lock(&first).unwrap_or_else(|e| panic!("{e}"));
        }
    }

    /// All letters that the open step still needs, those that answer the others last.
    pub fn letters(&mut self, say: &dyn Fn(&str) -> String) -> Vec<Post> {
        let mut posts: Vec<Post> =
            self.chronicle.need.orders.clone().iter().map(|s| self.orders(s, &say(s))).collect();
        let need = self.chronicle.need.clone();
        let ordered = posts.clone();
        let owe = self.chronicle.terms.seats.iter().filter(|s| {
            let is_there = ordered.iter().any(|p| self.chronicle.name(p.seat) == *s);
            !is_there && (need.links.contains(s) || need.opens.contains(s))
        });
        posts.extend(owe.map(|s| self.answer(s, &ordered)));
        posts.sort_by_key(|p| p.seat);
        posts
    }

    /// A step as honest seats play it.
    pub fn step(&mut self, say: &dyn Fn(&str) -> String) {
        self.lock_first(say);
        let posts = self.letters(say);
        self.resolve(&posts).unwrap_or_else(|e| panic!("{e}"));
    }

    /// Some steps in which everybody bids the same.
    pub fn steps(&mut self, count: usize) {
        (0..count).for_each(|_| self.step(&|_| "bid 4".to_owned()));
    }

    /// The link of a seat, by a program of its own.
    pub fn link(&self, name: &str, step: u64) -> String {
        let nonce = &self.chronicle.identities[name].nonce;
        let chain = Chain::new(self.secret(name), self.chronicle.game(), name, nonce);
        chain.link(step).expect("a step within the chain")
    }

    /// A letter signed anew by its seat, by a program of its own.
    pub fn signed(&self, mut post: Post, answered: &[Post]) -> Post {
        let name = self.chronicle.name(post.seat);
        let place = self.chronicle.place();
        let hash = place.move_hash(name, &post).unwrap_or_else(|| {
            place.cast_hash(name, &self.chronicle.move_hashes(answered), post.link.as_deref().unwrap_or("-"))
        });
        post.signature = Some(Signing::new(self.secret(name)).sign(&hash));
        post
    }

    /// Orders in plain with a link, signed, whatever the tools say.
    pub fn bypass(&self, name: &str, text: &str, with_link: bool) -> Post {
        let link = with_link.then(|| self.link(name, self.chronicle.need.step));
        let part = Part::Orders(lines(text));
        self.signed(
            Post { seat: self.seat(name), part, link, sent: None, reactions: None, signature: None },
            &[],
        )
    }

    /// The history read back.
    pub fn read(&self) -> Result<Chronicle, Departure> {
        read_opened(&self.chronicle.lines, self.chronicle.openings.clone())
    }

    /// An entry, parsed.
    pub fn entry(&self, index: usize) -> Value {
        serde_json::from_str(&self.chronicle.lines[index]).expect("a line is JSON")
    }

    /// The newest entry, parsed.
    pub fn newest(&self) -> Value {
        self.entry(self.chronicle.lines.len() - 1)
    }

    /// The code of the departure that an edit of the newest entry leads to.
    pub fn forged(&self, edit: impl FnOnce(&mut Value)) -> &'static str {
        self.forged_at(self.chronicle.lines.len() - 1, edit)
    }

    /// The code of the departure that an edit of an entry leads to, all later ones hashed anew.
    pub fn forged_at(&self, index: usize, edit: impl FnOnce(&mut Value)) -> &'static str {
        let mut entry = self.entry(index);
        edit(&mut entry);
        let mut forged = self.chronicle.lines.clone();
        forged[index] = canonical::line(&entry).expect("a canonical value");
        for i in index + 1..forged.len() {
            let mut entry = self.entry(i);
            entry["prev"] = Value::String(canonical::hash("entry", &[&forged[i - 1]]));
            forged[i] = canonical::line(&entry).expect("a canonical value");
        }
        read(&forged).map_or_else(|d| d.code, |_| "taken")
    }
}

/// Reads and verifies a history of the toy.
pub fn read(lines: &[String]) -> Result<Chronicle, Departure> {
    Chronicle::read(lines, None, &toy::find, &mut |_| {})
}

/// The same with what stands beside the history.
pub fn read_opened(lines: &[String], openings: Openings) -> Result<Chronicle, Departure> {
    let openings = Openings::read(&openings.lines()).expect("openings that read back");
    Chronicle::read_opened(lines, openings, None, &find, &mut |_| {})
}
