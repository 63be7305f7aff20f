//! Recording games by letters: what each seat writes, locks, opens and answers with links, put into the history.
//!
//! SOURCE says: `scenario`, `set` (options), the seats, `dice`, `seed`, `components` (a file beside it), `wild` (who
//! orders anything rather than what is sensible), and lines of single letters, `say 12 red: LINE / LINE`, which take the
//! place of what the player would write in that step; `take-back: 12 to 20` voids the open step 12 and restores the
//! position after entry 20.

use super::{Agreement, MAX_STEPS, carry_out, put_in, whole_report, write};
use crate::players::chance::Chance;
use crate::players::table;
use adjutant::games::find;
use adjutant::kernel::game::{Answer, Game, Need, Pending, State, Status};
use adjutant::kernel::history::amendment::Amendment;
use adjutant::kernel::history::chronicle::Chronicle;
use adjutant::kernel::history::entry::Consent;
use adjutant::kernel::history::post::{Part, Post};
use adjutant::kernel::history::{canonical, hash_of};
use adjutant::kernel::keys::Secret;
use adjutant::kernel::keys::signature::Signing;
use adjutant::kernel::module::Module;
use adjutant::kernel::options::Options;
use adjutant::kernel::record::Record;
use adjutant::kernel::terms::{DiceMode, REFEREE, Terms};
use adjutant::kernel::turnfile;
use adjutant::kernel::yaml;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

/// What SOURCE says.
pub type Source = BTreeMap<String, String>;

/// A game that is played for a recording.
pub trait Played: Game {
    /// The word in SOURCE for those who take part.
    const SEATS: &str;

    /// What a seat's player orders; none if nobody waits for it and it is silent.
    fn order(
        state: &State<Self>,
        pending: &Pending<Self::Decision>,
        is_wild: bool,
        chance: &mut Chance,
    ) -> Option<Answer<Self::Order>>;
}

/// Plays a game as SOURCE says and writes it down.
pub fn record<G: Played>(folder: &Path, source: &Source) {
    let components = source.get("components").map(|name| components(&folder.join(name)));
    let terms = terms::<G>(folder, source, components.as_ref());
    let setting = Arc::new(G::setting(&terms, components.as_ref()).expect("terms that stand"));
    let seed = source["seed"].clone();
    let chronicle = begin(terms, components.as_ref(), &seed);
    let contacts = chronicle.terms.seats.iter().map(|s| (s.clone(), format!("{s}@example.org"))).collect();
    let record = Record { chronicle, contacts, components, amendment: None };
    write_start(folder, &record);
    let chance = Chance::new(seed.parse().expect("a number"));
    let mut recorder = Recorder::<G> { folder, source, setting, record, chance, seed, posts: Vec::new() };
    recorder.play();
    write_end(folder, &recorder.record);
}

fn components(path: &Path) -> Value {
    let text = fs::read_to_string(path).expect("components");
    yaml::read_value(&text, yaml::Limits::default()).expect("components in YAML")
}

fn terms<G: Played>(folder: &Path, source: &Source, components: Option<&Value>) -> Terms {
    let seed = &source["seed"];
    let mut terms = first_terms(folder, source, find(G::INFO.id).expect("a game"));
    terms.components = components.map(|c| hash_of("components", c));
    terms.seats = source[G::SEATS].split_whitespace().map(str::to_owned).collect();
    terms.dice = match source.get("dice").map_or("open", String::as_str) {
        "open" => DiceMode::Open,
        "peers" => DiceMode::Peers,
        "referee" => DiceMode::Referee,
        other => panic!("there are no dice {other:?}"),
    };
    if terms.dice == DiceMode::Referee {
        terms.seats.push(REFEREE.to_owned());
    }
    terms.seed = (terms.dice == DiceMode::Open).then(|| canonical::hash("recording", &["seed", seed]));
    terms
}

/// The terms with name, scenario and options as SOURCE says.
pub fn first_terms(folder: &Path, source: &Source, module: &'static dyn Module) -> Terms {
    let set = source.get("set").map_or("", String::as_str);
    let set: Vec<(&str, &str)> = set.split_whitespace().filter_map(|o| o.split_once('=')).collect();
    let mut terms = table::terms(module, &source["scenario"], &table::chosen(&set));
    terms.options = Options::read(module.options(), &terms.options.0).expect("options that fit");
    folder.file_name().and_then(|n| n.to_str()).expect("a slug").clone_into(&mut terms.name);
    terms.nonce = canonical::hash("recording", &[&source["seed"]]);
    terms
}

/// The history once all have joined, with keys where the terms ask for them.
pub fn begin(terms: Terms, components: Option<&Value>, seed: &str) -> Chronicle {
    let module = find(&terms.rules.game).expect("a game");
    let mut chronicle = Chronicle::begin(module, terms, components).expect("terms that stand");
    for seat in chronicle.terms.seats.clone() {
        let secret = secret(&seat, seed);
        let key = Some(&secret).filter(|_| chronicle.terms.dice.has_links());
        chronicle.join(&seat, &canonical::hash("recording", &[&seat, seed]), key).expect("a seat");
    }
    if chronicle.table.keeps_secrets() {
        chronicle.take_hidden(&secret(REFEREE, seed)).unwrap_or_else(|refused| panic!("{refused}"));
    }
    chronicle
}

/// The secret of a seat, which is none.
pub fn secret(seat: &str, seed: &str) -> Secret {
    Secret::of_hex(&canonical::hash("recording", &["secret", seat, seed])).expect("a hash is a secret")
}

/// Writes the file after all have joined, in place of an older recording.
pub fn write_start(folder: &Path, record: &Record) {
    let _ = fs::remove_dir_all(folder.join("turns"));
    fs::create_dir_all(folder.join("turns")).expect("a folder");
    write(folder, "start.yaml", &record.to_file().write());
}

/// Writes what the letters have led to.
pub fn write_end(folder: &Path, record: &Record) {
    write(folder, "game.yaml", &record.to_file().write());
    write(folder, "report.txt", &whole_report(&folder.join("game.yaml")));
}

/// A game being played and written down.
struct Recorder<'a, G: Played> {
    folder: &'a Path,
    source: &'a Source,
    setting: Arc<G::Setting>,
    record: Record,
    chance: Chance,
    seed: String,
    posts: Vec<Post>,
}

impl<G: Played> Recorder<'_, G> {
    fn chronicle(&self) -> &Chronicle {
        &self.record.chronicle
    }

    fn play(&mut self) {
        loop {
            let step = self.chronicle().need.step;
            assert!(step <= MAX_STEPS, "{} does not end", self.folder.display());
            if self.takes_back(step) {
                continue;
            }
            let Status::Awaiting(pending) = G::status(&self.state()) else { return };
            self.step(step, &pending);
        }
    }

    /// The position for the players, made from the history alone.
    fn state(&self) -> State<G> {
        let setting = Arc::clone(&self.setting);
        let (public, private, referee) = G::setup(&setting);
        let mut states = vec![State::<G> { setting, public, private, referee }];
        for (index, line) in self.chronicle().lines.iter().enumerate().skip(1) {
            let entry: Value = serde_json::from_str(line).expect("an entry is JSON");
            let before = entry["to"].as_u64().map_or(states.len() - 1, |to| to as usize);
            let mut state = states[before].clone();
            for event in self.events(index, &entry) {
                // Events of the table change nothing on the board.
                if let Ok(event) = serde_json::from_value::<G::Event>(event) {
                    G::apply(&mut state, &event);
                }
            }
            states.push(state);
        }
        states.pop().expect("there is a first position")
    }

    /// All that happened in an entry, also what the referee alone knows.
    fn events(&self, index: usize, entry: &Value) -> Vec<Value> {
        let mut events: Vec<Value> = entry["events"].as_array().cloned().unwrap_or_default();
        if let Some(known) = self.chronicle().openings.value(index, REFEREE) {
            for (behind, event) in known.value.events.iter().rev() {
                events.insert(*behind, event.clone());
            }
        }
        events
    }

    /// A step: what is locked, what is ordered in plain, then openings and links, the caster's last.
    fn step(&mut self, step: u64, pending: &[Pending<G::Decision>]) {
        let state = self.state();
        let mut sheets: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let need = self.chronicle().need.clone();
        let last = self.chronicle().locks_last().map(str::to_owned);
        let locks = !need.links.is_empty() || self.chronicle().asks_for_seals();
        let mut asides = 0;
        for p in pending {
            let name = self.chronicle().name(p.seat).to_owned();
            let Some(lines) = self.sheet(step, &name, &state, p) else { continue };
            asides += usize::from(p.need == Need::Optional);
            // What is locked is locked at once: a second letter that nobody waits for would come too late.
            if p.need == Need::Required || !locks || asides == 1 {
                sheets.insert(name, lines);
            }
        }
        let is_last = |name: &String| {
            if locks && need.orders.len() > 1 {
                Some(name) == last.as_ref()
            } else {
                need.orders.contains(name)
            }
        };
        let first: Vec<String> = sheets.keys().filter(|name| !is_last(name)).cloned().collect();
        let then: Vec<String> = sheets.keys().filter(|name| is_last(name)).cloned().collect();
        let mut count = 0;
        let mut plain = Vec::new();
        for name in first.into_iter().chain(then) {
            let post = self.orders(&name, &sheets[&name]);
            count += 1;
            plain.extend(Some(post.clone()).filter(|post| {
                post.link.is_some()
                    || matches!(post.part, Part::Orders(_)) && self.chronicle().locked.is_some()
            }));
            self.send(&format!("{step:04}-{count}-{name}"), &post);
        }
        self.answer(step, count, &plain, &sheets);
    }

    /// Openings and links of those who have ordered in no letter of this entry.
    fn answer(
        &mut self,
        step: u64,
        mut count: usize,
        plain: &[Post],
        sheets: &BTreeMap<String, Vec<String>>,
    ) {
        let need = self.chronicle().need.clone();
        if need.step != step {
            return;
        }
        let mut owe: Vec<String> = self.chronicle().terms.seats.clone();
        owe.retain(|name| need.opens.contains(name) || need.links.contains(name));
        owe.retain(|name| !plain.iter().any(|post| self.chronicle().name(post.seat) == name));
        owe.sort_by_key(|name| *name == need.caster);
        for name in owe {
            let (seat, secret) = (self.chronicle().seat(&name).expect("a seat"), secret(&name, &self.seed));
            let mut post = None;
            if need.opens.contains(&name) {
                let opening = self.chronicle().open_seal(seat, sheets[&name].clone(), plain, &secret);
                post = Some(opening.unwrap_or_else(|refused| panic!("{refused}")));
            }
            if need.links.contains(&name) {
                let cast = self.chronicle().cast(post, seat, plain, &secret);
                post = Some(cast.unwrap_or_else(|refused| panic!("{refused}")));
            }
            count += 1;
            self.send(&format!("{step:04}-{count}-{name}"), &post.expect("it owes something"));
        }
    }

    /// What a seat writes: what SOURCE says, else what its player orders.
    fn sheet(
        &mut self,
        step: u64,
        name: &str,
        state: &State<G>,
        p: &Pending<G::Decision>,
    ) -> Option<Vec<String>> {
        if let Some(said) = self.source.get(&format!("say {step} {name}")) {
            return Some(said.split(" / ").map(str::to_owned).collect());
        }
        let is_wild = self.source.get("wild").is_some_and(|wild| wild.split_whitespace().any(|w| w == name));
        let answer = G::order(state, p, is_wild, &mut self.chance)?;
        Some(answer.orders.iter().map(ToString::to_string).collect())
    }

    /// A seat's orders as it sends them: read as any turn file, then made final where the terms ask for that.
    fn orders(&self, name: &str, lines: &[String]) -> Post {
        let chronicle = self.chronicle();
        let seat = chronicle.seat(name).expect("a seat");
        let text = format!("{}\n{}\nEND\n", turnfile::head_line(chronicle, seat), lines.join("\n"));
        let input = turnfile::read(text.as_bytes(), chronicle);
        let errors: Vec<_> = input.findings.iter().filter(|f| f.is_error()).collect();
        assert!(errors.is_empty(), "{name} in step {}: {errors:?}\n{text}", chronicle.need.step);
        let lines = input.turn_files.first().expect("a turn file").letter().lines;
        let secret = secret(name, &self.seed);
        let post = chronicle.lock_orders(seat, lines, None, Some(&secret));
        post.unwrap_or_else(|refused| panic!("{name}: {refused}"))
    }

    /// Writes a letter down and puts it into the history.
    fn send(&mut self, name: &str, post: &Post) {
        let text = turnfile::write(self.chronicle(), &turnfile::TurnFile::of_post(post));
        write(self.folder, &format!("turns/{name}.turn"), &text);
        let input = turnfile::read(text.as_bytes(), self.chronicle());
        self.posts.extend(input.turn_files.iter().map(turnfile::TurnFile::post));
        let done = put_in(&mut self.record.chronicle, &mut self.posts);
        done.unwrap_or_else(|refused| panic!("{name}: {refused}"));
    }

    /// Takes back what SOURCE says when its step is open.
    fn takes_back(&mut self, step: u64) -> bool {
        let Some((open, to)) = self.source.get("take-back").and_then(|t| t.split_once(" to ")) else {
            return false;
        };
        if open.parse() != Ok(step) {
            return false;
        }
        let what = Amendment::TakeBack { to: to.parse().expect("an entry") };
        let agreed = self.chronicle().must_consent(&what);
        let consents = agreed.iter().map(|seat| (seat.clone(), self.consent(&what, seat))).collect();
        let agreement = Agreement { what, agreed, consents };
        let text = serde_json::to_string_pretty(&agreement).expect("an agreement is JSON") + "\n";
        write(self.folder, &format!("turns/{step:04}-9-take-back.agreed"), &text);
        carry_out(&mut self.record, agreement);
        true
    }

    fn consent(&self, what: &Amendment, seat: &str) -> Consent {
        let chronicle = self.chronicle();
        let highest = chronicle.need.step;
        let hash = what.consent_hash(chronicle.game(), &chronicle.head, seat, highest);
        Consent { highest, signature: Signing::new(&secret(seat, &self.seed)).sign(&hash) }
    }
}
