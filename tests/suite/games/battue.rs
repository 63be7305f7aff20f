//! Recording games of Battue, hands open or kept by a referee: players write letters, with keys and links where the terms ask for them.
//!
//! SOURCE says: `scenario`, `set` (options), `seats`, `dice`, `seed`, `wild` (who orders anything rather than what is
//! sensible), and lines of single letters, `say 12 red: LINE / LINE`, which take the place of what the player would write
//! in that step.

use super::{MAX_STEPS, put_in, whole_report, write};
use crate::players::battue::{anything, sensible};
use crate::players::chance::Chance;
use crate::players::table;
use adjutant::games::battue::Battue;
use adjutant::games::battue::event::Event;
use adjutant::games::battue::sequence::Decision;
use adjutant::games::find;
use adjutant::kernel::game::{Game, Need, Pending, State, Status};
use adjutant::kernel::history::canonical;
use adjutant::kernel::history::chronicle::Chronicle;
use adjutant::kernel::history::post::{Part, Post};
use adjutant::kernel::keys::Secret;
use adjutant::kernel::options::Options;
use adjutant::kernel::record::Record;
use adjutant::kernel::terms::{DiceMode, REFEREE, Terms};
use adjutant::kernel::turnfile;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

type Source = BTreeMap<String, String>;

/// Plays a game as SOURCE says and writes it down.
pub fn record(folder: &Path, source: &Source) {
    let terms = terms(folder, source);
    let setting = Arc::new(Battue::setting(&terms, None).expect("terms that stand"));
    let module = find(Battue::INFO.id).expect("a game");
    let mut chronicle = Chronicle::begin(module, terms, None).expect("terms that stand");
    let seed = source["seed"].clone();
    for seat in chronicle.terms.seats.clone() {
        let secret = secret(&seat, &seed);
        let key = Some(&secret).filter(|_| chronicle.terms.dice.has_links());
        chronicle.join(&seat, &canonical::hash("recording", &[&seat, &seed]), key).expect("a seat");
    }
    if chronicle.table.keeps_secrets() {
        chronicle.take_hidden(&secret(REFEREE, &seed)).unwrap_or_else(|refused| panic!("{refused}"));
    }
    let contacts = chronicle.terms.seats.iter().map(|s| (s.clone(), format!("{s}@example.org"))).collect();
    let record = Record { chronicle, contacts, components: None, amendment: None };
    let _ = fs::remove_dir_all(folder.join("turns"));
    fs::create_dir_all(folder.join("turns")).expect("a folder");
    write(folder, "start.yaml", &record.to_file().write());
    let chance = Chance::new(seed.parse().expect("a number"));
    let mut recorder = Recorder { folder, source, setting, record, chance, seed, posts: Vec::new() };
    recorder.play();
    write(folder, "game.yaml", &recorder.record.to_file().write());
    write(folder, "report.txt", &whole_report(&folder.join("game.yaml")));
}

fn terms(folder: &Path, source: &Source) -> Terms {
    let module = find(Battue::INFO.id).expect("a game");
    let set = source.get("set").map_or("", String::as_str);
    let set: Vec<(&str, &str)> = set.split_whitespace().filter_map(|o| o.split_once('=')).collect();
    let mut terms = table::terms(module, &source["scenario"], &table::chosen(&set));
    terms.options = Options::read(module.options(), &terms.options.0).expect("options that fit");
    folder.file_name().and_then(|n| n.to_str()).expect("a slug").clone_into(&mut terms.name);
    terms.seats = source["seats"].split_whitespace().map(str::to_owned).collect();
    terms.nonce = canonical::hash("recording", &[&source["seed"]]);
    terms.dice = match source.get("dice").map_or("open", String::as_str) {
        "open" => DiceMode::Open,
        "peers" => DiceMode::Peers,
        "referee" => DiceMode::Referee,
        other => panic!("there are no dice {other:?}"),
    };
    if terms.dice == DiceMode::Referee {
        terms.seats.push(REFEREE.to_owned());
    }
    terms.seed =
        (terms.dice == DiceMode::Open).then(|| canonical::hash("recording", &["seed", &source["seed"]]));
    terms
}

/// The secret of a seat, which is none.
fn secret(seat: &str, seed: &str) -> Secret {
    Secret::of_hex(&canonical::hash("recording", &["secret", seat, seed])).expect("a hash is a secret")
}

/// A game being played and written down.
struct Recorder<'a> {
    folder: &'a Path,
    source: &'a Source,
    setting: Arc<<Battue as Game>::Setting>,
    record: Record,
    chance: Chance,
    seed: String,
    posts: Vec<Post>,
}

impl Recorder<'_> {
    fn chronicle(&self) -> &Chronicle {
        &self.record.chronicle
    }

    fn play(&mut self) {
        loop {
            let step = self.chronicle().need.step;
            assert!(step <= MAX_STEPS, "{} does not end", self.folder.display());
            let Status::Awaiting(pending) = Battue::status(&self.state()) else { return };
            self.step(step, &pending);
        }
    }

    /// The position for the players, made from the history alone.
    fn state(&self) -> State<Battue> {
        let setting = Arc::clone(&self.setting);
        let (public, private, referee) = Battue::setup(&setting);
        let mut states = vec![State::<Battue> { setting, public, private, referee }];
        for (index, line) in self.chronicle().lines.iter().enumerate().skip(1) {
            let entry: Value = serde_json::from_str(line).expect("an entry is JSON");
            let before = entry["to"].as_u64().map_or(states.len() - 1, |to| to as usize);
            let mut state = states[before].clone();
            for event in self.events(index, &entry) {
                // Events of the table change nothing on the board.
                if let Ok(event) = serde_json::from_value::<Event>(event) {
                    Battue::apply(&mut state, &event);
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
    fn step(&mut self, step: u64, pending: &[Pending<Decision>]) {
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

    /// What a seat writes: what SOURCE says, else what a player would; none if nobody waits for it and it is silent.
    fn sheet(
        &mut self,
        step: u64,
        name: &str,
        state: &State<Battue>,
        p: &Pending<Decision>,
    ) -> Option<Vec<String>> {
        if let Some(said) = self.source.get(&format!("say {step} {name}")) {
            return Some(said.split(" / ").map(str::to_owned).collect());
        }
        if p.need == Need::Optional {
            return None;
        }
        let is_wild = self.source.get("wild").is_some_and(|wild| wild.split_whitespace().any(|w| w == name));
        let answer = if is_wild { anything(state, p, &mut self.chance) } else { sensible(state, p) };
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
}
