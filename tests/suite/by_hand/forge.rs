//! What a forger does to a game file: he changes an entry, and makes anew what must fit it.

use super::play::Played;
use adjutant::kernel::dice::{self, stream::Words};
use adjutant::kernel::gamefile::GameFile;
use adjutant::kernel::history::amendment::{Amendment, NewKey};
use adjutant::kernel::history::canonical;
use adjutant::kernel::history::entry::{Joined, Locked, Resolved, Voided};
use adjutant::kernel::history::post::{OpenStep, Part, Post};
use adjutant::kernel::keys::Secret;
use adjutant::kernel::keys::chain::Chain;
use adjutant::kernel::keys::signature::Signing;
use adjutant::kernel::seat::Seat;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A game file on its way to become another. The forger holds every seat's key.
pub struct Forgery {
    file: GameFile,
    secrets: BTreeMap<String, Secret>,
}

impl Forgery {
    pub fn of(played: &Played) -> Self {
        Self { file: played.file.clone(), secrets: played.secrets.clone() }
    }

    pub fn file(&self) -> &GameFile {
        &self.file
    }

    pub fn lines(&mut self) -> &mut Vec<String> {
        &mut self.file.history
    }

    pub fn count(&self) -> usize {
        self.file.history.len()
    }

    pub fn last(&self) -> usize {
        self.count() - 1
    }

    /// An entry as a value.
    pub fn entry(&self, k: usize) -> Value {
        serde_json::from_str(&self.file.history[k]).expect("an entry")
    }

    fn typed<T: DeserializeOwned>(&self, k: usize) -> T {
        serde_json::from_str(&self.file.history[k]).expect("an entry of its kind")
    }

    /// Changes an entry and nothing else.
    pub fn edit(&mut self, k: usize, change: impl FnOnce(&mut Value)) {
        let mut entry = self.entry(k);
        change(&mut entry);
        self.put(k, &entry);
    }

    fn put(&mut self, k: usize, entry: &impl Serialize) {
        let value = serde_json::to_value(entry).expect("a value");
        let line = canonical::line(&value).expect("a canonical line");
        self.file.history[k] = line;
    }

    /// The entries that hold rolls for which a test holds.
    pub fn rolled(&self, holds: impl Fn(&[Value]) -> bool) -> Vec<usize> {
        let rolls = |k: usize| self.entry(k)["rolls"].as_array().cloned().unwrap_or_default();
        (1..self.count()).filter(|k| !rolls(*k).is_empty() && holds(&rolls(*k))).collect()
    }

    /// Hashes and signs an entry and all after it anew, and the head.
    pub fn again(&mut self, from: usize) {
        for k in from..self.count() {
            if k > 0 {
                let prev = canonical::hash("entry", &[&self.file.history[k - 1]]);
                self.edit(k, |entry| entry["prev"] = json!(prev));
                self.sign(k);
            }
        }
        self.head_again();
    }

    pub fn head_again(&mut self) {
        let newest = self.file.history.last().expect("an entry");
        self.file.head = canonical::hash("entry", &[newest]);
    }

    pub fn set_head(&mut self, head: &str) {
        head.clone_into(&mut self.file.head);
    }

    pub fn game(&self) -> String {
        canonical::hash("entry", &[&self.file.history[0]])
    }

    pub fn seats(&self) -> Vec<String> {
        serde_json::from_value(self.entry(0)["seats"].clone()).expect("seats")
    }

    /// The nonce that a seat has joined with.
    fn nonce(&self, seat: &str) -> String {
        let joined =
            (1..self.count()).map(|k| self.entry(k)).find(|e| e["kind"] == "joined" && e["seat"] == seat);
        joined.expect("the seat has joined")["nonce"].as_str().expect("a nonce").to_owned()
    }

    /// The link of the chain that a seat has joined with.
    pub fn link(&self, seat: &str, step: u64) -> String {
        let chain = Chain::new(&self.secrets[seat], &self.game(), seat, &self.nonce(seat));
        chain.link(step).expect("a link")
    }

    fn sign(&mut self, k: usize) {
        if self.entry(1)["key"] == "-" {
            return;
        }
        match self.entry(k)["kind"].as_str() {
            Some("joined") => self.sign_joined(k),
            Some("locked") => self.sign_locked(k),
            Some("voided") => self.sign_voided(k),
            _ => self.sign_resolved(k),
        }
    }

    fn signature(&self, seat: &str, hash: &str) -> String {
        Signing::new(&self.secrets[seat]).sign(hash)
    }

    fn sign_joined(&mut self, k: usize) {
        let mut entry: Joined = self.typed(k);
        entry.signature = self.signature(&entry.seat, &entry.hash(&self.game()));
        self.put(k, &entry);
    }

    fn sign_locked(&mut self, k: usize) {
        let mut entry: Locked = self.typed(k);
        let game = self.game();
        let place = OpenStep { game: &game, step: entry.step, prev: &entry.prev };
        for (seat, lines) in &entry.orders {
            let post = Post::orders(Seat(0), lines.clone(), None);
            let signature = self.signature(seat, &place.move_hash(seat, &post).expect("a turn file"));
            entry.signatures.insert(seat.clone(), signature);
        }
        self.put(k, &entry);
    }

    fn sign_resolved(&mut self, k: usize) {
        let mut entry: Resolved = self.typed(k);
        let game = self.game();
        let place = OpenStep { game: &game, step: entry.step, prev: &entry.prev };
        let moves: BTreeMap<String, String> = entry
            .orders
            .iter()
            .map(|(seat, lines)| {
                let post = Post {
                    seat: Seat(0),
                    part: Part::Orders(lines.clone()),
                    link: entry.links.get(seat).cloned(),
                    sent: entry.sent.get(seat).map(|t| t.parse().expect("an instant")),
                    reactions: entry.reactions.get(seat).cloned(),
                    signature: None,
                };
                (seat.clone(), place.move_hash(seat, &post).expect("a turn file"))
            })
            .collect();
        let answered: Vec<String> = self.seats().iter().filter_map(|seat| moves.get(seat).cloned()).collect();
        let hashes = entry.links.iter().map(|(seat, link)| {
            let hash = moves.get(seat).cloned();
            (seat.clone(), hash.unwrap_or_else(|| place.cast_hash(seat, &answered, link)))
        });
        let hashes: BTreeMap<String, String> = hashes.chain(moves.clone()).collect();
        entry.signatures =
            hashes.iter().map(|(seat, hash)| (seat.clone(), self.signature(seat, hash))).collect();
        self.put(k, &entry);
    }

    fn sign_voided(&mut self, k: usize) {
        let mut entry: Voided = self.typed(k);
        let seat = entry.seat.clone().unwrap_or_default();
        let amendment = match (&entry.to, &entry.key, &entry.nonce, &entry.tip) {
            (Some(to), ..) => Amendment::TakeBack { to: *to },
            (_, Some(key), Some(nonce), Some(tip)) => {
                Amendment::ReKey(NewKey { key: key.clone(), nonce: nonce.clone(), seat, tip: tip.clone() })
            }
            _ => panic!("entry {k} voids for another reason"),
        };
        let game = self.game();
        for (seat, consent) in &mut entry.consents {
            let hash = amendment.consent_hash(&game, &entry.prev, seat, consent.highest);
            consent.signature = Signing::new(&self.secrets[seat]).sign(&hash);
        }
        self.put(k, &entry);
    }

    /// The step's key, as it follows from what stands in an entry.
    pub fn key(&self, k: usize) -> String {
        let (game, entry) = (self.game(), self.entry(k));
        let step = entry["step"].as_u64().expect("a step");
        match self.entry(0)["seed"].as_str() {
            Some(seed) => dice::open_key(&game, step, seed),
            None => {
                let links = serde_json::from_value(entry["links"].clone()).expect("links");
                dice::step_key(&game, step, &self.seats(), &links)
            }
        }
    }

    /// Rolls all that an entry rolls anew, under the labels that stand there.
    pub fn roll_again(&mut self, k: usize) {
        let key = self.key(k);
        self.edit(k, |entry| {
            entry["rolls"].as_array_mut().expect("rolls").iter_mut().for_each(|roll| fall(roll, &key));
        });
    }

    /// Rolls everything anew.
    pub fn roll_all_again(&mut self) {
        self.rolled(|_| true).into_iter().for_each(|k| self.roll_again(k));
    }
}

/// What a roll comes to under a step key, also under a label that is none.
pub fn fall(roll: &mut Value, key: &str) {
    let mut words = Words::new(dice::roll_key(key, roll["label"].as_str().expect("a label")));
    if let Some(sides) = roll["die"].as_u64() {
        let count = roll["results"].as_array().expect("results").len();
        roll["results"] = (0..count).map(|_| json!(words.below(sides as u32) + 1)).collect();
    } else {
        let count = roll["list"].as_array().expect("a list").len();
        let drawn = words.below(count as u32) as usize;
        roll["result"] = roll["list"][drawn].clone();
    }
}
