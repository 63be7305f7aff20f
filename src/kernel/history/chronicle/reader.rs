//! Reading a history: every line is made anew from what it says was ordered, and compared.

use super::hidden::PUBLISHED;
use super::{Agreed, Chronicle, Refused, Register, Script, Watch, Watched};
use crate::kernel::history::amendment::{Amendment, NewKey};
use crate::kernel::history::departure::Departure;
use crate::kernel::history::entry::{ABSENT, Joined, Locked, Published, Resolved, Voided};
use crate::kernel::history::openings::{Holder, Openings};
use crate::kernel::history::{canonical, hash_of, terms_line};
use crate::kernel::module::{Awaiting, Fault, Module, Table, Telling};
use crate::kernel::seat::Viewer;
use crate::kernel::terms::{RulesId, Terms, TermsLine};
use crate::kernel::time::Instant;
use compare::compare;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

mod compare;
mod drafts;

impl Chronicle {
    /// Reads and verifies a history from its first line to its last.
    ///
    /// Errors: the first departure from the format, the chain or the rules.
    pub fn read(
        lines: &[String],
        components: Option<&Value>,
        register: Register,
        watch: Watch,
    ) -> Result<Self, Departure> {
        Self::read_opened(lines, Openings::default(), components, register, watch)
    }

    /// The same with what stands beside the history in a game that keeps secrets.
    ///
    /// Errors: as for [`Chronicle::read`]; something beside the history that does not fit it.
    pub fn read_opened(
        lines: &[String],
        openings: Openings,
        components: Option<&Value>,
        register: Register,
        watch: Watch,
    ) -> Result<Self, Departure> {
        let mut reader = Reader::begin(lines, openings, components, register)?;
        for index in 1..lines.len() {
            reader.entry(index, watch)?;
        }
        reader.chronicle.check_openings()?;
        Ok(reader.chronicle)
    }

    /// The game as it was after entry `to`.
    ///
    /// Errors: the first departure up to there.
    pub fn position_at(
        &self,
        to: u64,
        components: Option<&Value>,
        register: Register,
    ) -> Result<Box<dyn Table>, Departure> {
        let end = (to as usize + 1).min(self.lines.len());
        let lines = &self.lines[..end];
        let openings = self.openings.until(end);
        Ok(Self::read_opened(lines, openings, components, register, &mut |_| {})?.table)
    }
}

/// A history being read.
struct Reader<'a> {
    lines: &'a [String],
    components: Option<&'a Value>,
    register: Register<'a>,
    chronicle: Chronicle,
    holder: Holder,
    /// Positions that a later take-back restores, by entry.
    wanted: BTreeSet<usize>,
    kept: BTreeMap<usize, Box<dyn Table>>,
}

/// One entry on its way through the reader.
#[derive(Clone, Copy)]
struct Line<'a> {
    index: usize,
    text: &'a str,
    value: &'a Value,
}

impl Line<'_> {
    fn kind(&self) -> &str {
        self.value["kind"].as_str().unwrap_or(ABSENT)
    }

    fn step(&self) -> u64 {
        self.value["step"].as_u64().unwrap_or(0)
    }

    fn departs(&self, code: &'static str, message: impl Into<String>) -> Departure {
        Departure::at(code, self.index, message)
    }
}

impl<'a> Reader<'a> {
    fn begin(
        lines: &'a [String],
        openings: Openings,
        components: Option<&'a Value>,
        register: Register<'a>,
    ) -> Result<Self, Departure> {
        let Some(first) = lines.first() else {
            return Err(Departure::around("history/empty", "the history is empty"));
        };
        let value = parse(first, 0)?;
        let line: TermsLine = typed(&value, 0)?;
        let terms = terms_line::read(line).map_err(|m| Departure::at("terms/unsound", 0, m))?;
        let module = find_module(&terms.rules, register)?;
        check_data(&terms, module, components)?;
        let chronicle = Chronicle::begin(module, terms, components).map_err(|refusals| {
            let messages: Vec<String> = refusals.into_iter().map(|r| r.message).collect();
            Departure::at(
                "terms/refused",
                0,
                format!("these terms do not make a game: {}", messages.join("; ")),
            )
        })?;
        compare(&Line { index: 0, text: first, value: &value }, &chronicle.lines[0])?;
        let holder = openings.holder();
        let chronicle = Chronicle { openings, ..chronicle };
        Ok(Self {
            lines,
            components,
            register,
            chronicle,
            holder,
            wanted: wanted_positions(lines),
            kept: BTreeMap::new(),
        })
    }

    fn entry(&mut self, index: usize, watch: Watch) -> Result<(), Departure> {
        let lines = self.lines;
        let value = parse(&lines[index], index)?;
        let line = Line { index, text: &lines[index], value: &value };
        let step = line.step();
        self.link(line).map_err(|d| d.in_step(step))?;
        match line.kind() {
            "joined" => {
                self.watched(line, watch, Script::Nothing);
                self.joined(line)?;
            }
            "locked" => {
                self.watched(line, watch, Script::Nothing);
                self.locked(line).map_err(|d| d.in_step(step))?;
            }
            "resolved" | "conceded" | "drawn" => self.resolved(line, watch).map_err(|d| d.in_step(step))?,
            "voided" => {
                self.watched(line, watch, Script::Nothing);
                self.voided(line).map_err(|d| d.in_step(step))?;
            }
            PUBLISHED => {
                self.watched(line, watch, Script::Nothing);
                self.published(line)?;
            }
            kind => {
                return Err(
                    line.departs("history/unknown-kind", format!("there is no entry of kind {kind:?}"))
                );
            }
        }
        let made = self.chronicle.lines.last().map_or("", String::as_str);
        compare(&line, made).map_err(|d| self.explained(d, line).in_step(step))?;
        if self.wanted.contains(&index) {
            self.kept.insert(index, self.chronicle.table.duplicate());
        }
        Ok(())
    }

    /// Adds to a departure of events what truly happened, and by which rule.
    fn explained(&self, departure: Departure, line: Line) -> Departure {
        if departure.code != "rules/other-events" {
            return departure;
        }
        match self.true_event(line) {
            Some(truth) => departure.hinted(truth),
            None => departure,
        }
    }

    /// The first event that the entry records otherwise, in words, with the rules and facts behind it.
    fn true_event(&self, line: Line) -> Option<String> {
        let register: Register = self.register;
        let openings = self.chronicle.openings.until(line.index);
        let lines = &self.lines[..line.index];
        let before = Chronicle::read_opened(lines, openings, self.components, register, &mut |_| {}).ok()?;
        let holder = self.holder.clone();
        let reader =
            Reader { chronicle: before, holder, wanted: BTreeSet::new(), kept: BTreeMap::new(), ..*self };
        let entry: Resolved = typed(line.value, line.index).ok()?;
        let posts = reader.posts_of_resolved(&entry).ok()?;
        let now = entry.now.as_deref().and_then(|t| t.parse().ok());
        let mut chronicle = reader.chronicle;
        let told = Telling::Sentences(Viewer::Public);
        let played = chronicle.resolve(&posts, now, told).ok()?.played;
        let differs = |i: &usize| entry.events.get(*i) != played.events.get(*i);
        let first = (0..played.events.len()).find(differs)?;
        let told = played.told.iter().find(|told| told.index >= first)?;
        let why: Vec<String> = told.why.iter().map(|why| format!("{}: {}", why.rule, why.fact)).collect();
        let why = if why.is_empty() { String::new() } else { format!(" [{}]", why.join("; ")) };
        Some(format!("what truly happened: {}{why}", told.sentence))
    }

    fn watched(&self, line: Line, watch: Watch, script: Script) {
        watch(&Watched {
            index: line.index,
            line: line.text,
            step: line.step(),
            kind: line.kind(),
            entry: line.value,
            lines: self.lines,
            holder: &self.holder,
            script,
            before: self.chronicle.table.as_ref(),
            seats: &self.chronicle.terms.seats,
        });
    }

    /// Each line names the hash of the one before it.
    fn link(&self, line: Line) -> Result<(), Departure> {
        let prev = line.value["prev"].as_str().unwrap_or(ABSENT);
        if prev == self.chronicle.head {
            return Ok(());
        }
        let message = format!(
            "its prev is {prev}, but entry {} hashes to {}: one of the two lines was changed, or lines are missing",
            line.index - 1,
            self.chronicle.head
        );
        Err(line.departs("chain/wrong-prev", message))
    }

    fn joined(&mut self, line: Line) -> Result<(), Departure> {
        let entry: Joined = typed(line.value, line.index)?;
        if !canonical::is_hex(&entry.nonce) {
            return Err(line.departs("history/unsound", "nonce is not 64 lower-case hex digits"));
        }
        self.chronicle.admit(entry).map_err(|refusal| {
            let is_about_keys = refusal.code.starts_with("signature/") || refusal.code.ends_with("-key");
            line.departs(if is_about_keys { refusal.code } else { "history/unsound" }, refusal.message)
        })
    }

    /// Steps come only while a game is being played.
    fn must_be_open(&self, line: Line) -> Result<(), Departure> {
        if !self.chronicle.has_begun() {
            return Err(line.departs("history/too-early", "a step before all seats have joined"));
        }
        if matches!(self.chronicle.table.awaiting(), Awaiting::Over { .. }) {
            return Err(line.departs("history/after-end", "a step after the game was over"));
        }
        self.must_be_next(line)
    }

    /// An entry is about the open step. Whatever else is wrong with it follows from another number.
    fn must_be_next(&self, line: Line) -> Result<(), Departure> {
        let open = self.chronicle.need.step;
        if line.value["step"].as_u64() == Some(open) {
            return Ok(());
        }
        Err(line.departs("history/unsound", format!("its step is {}, should be {open}", line.value["step"])))
    }

    fn locked(&mut self, line: Line) -> Result<(), Departure> {
        let entry: Locked = typed(line.value, line.index)?;
        self.must_be_open(line)?;
        let posts = self.posts_of_locked(&entry).map_err(|m| line.departs("history/unsound", m))?;
        self.chronicle.lock(&posts).map_err(|refused| self.departure(line, refused))
    }

    fn resolved(&mut self, line: Line, watch: Watch) -> Result<(), Departure> {
        let entry: Resolved = typed(line.value, line.index)?;
        self.must_be_open(line)?;
        let posts = self.posts_of_resolved(&entry).map_err(|m| line.departs("history/unsound", m))?;
        let now = entry.now.as_deref().map(|t| instant(t, line.index)).transpose()?;
        if let Some(seat) = entry.links.iter().find(|(_, link)| !canonical::is_hex(link)).map(|(s, _)| s) {
            return Err(line.departs("link/wrong", format!("{seat}'s link is not 64 lower-case hex digits")));
        }
        if !self.chronicle.is_full() {
            let events = self.chronicle.merged(&entry);
            let own = self.chronicle.own_orders(line.index);
            let own = own.as_ref().map(|(seat, orders)| (seat.as_str(), orders.as_slice()));
            self.watched(line, watch, Script::Events(&events, &entry, own));
            let replayed = self.chronicle.replay(&entry, &posts);
            return replayed.map_err(|refused| self.departure(line, refused));
        }
        if let Some(hidden) = &self.chronicle.openings.hidden {
            self.chronicle.check_hidden(hidden).map_err(|refused| self.departure(line, refused))?;
        }
        let letters = self.chronicle.letters(&posts, now).map_err(|refused| self.departure(line, refused))?;
        self.watched(line, watch, Script::Letters(&letters, &self.chronicle.dice(&entry.links)));
        let resolved = self.chronicle.resolve(&posts, now, Telling::Events);
        resolved.map(|_| ()).map_err(|refused| self.departure(line, refused))
    }

    fn published(&mut self, line: Line) -> Result<(), Departure> {
        let entry: Published = typed(line.value, line.index)?;
        let at_hand = self.chronicle.openings.hidden.clone();
        self.chronicle.check_hidden(&entry.hidden).map_err(|refused| self.departure(line, refused))?;
        // Who holds a copy reads the entry as well, without playing the steps before it again.
        self.chronicle.openings.hidden = Some(entry.hidden);
        let published = self.chronicle.publish().map_err(|refused| self.departure(line, refused));
        self.chronicle.openings.hidden = at_hand;
        published
    }

    fn departure(&self, line: Line, refused: Refused) -> Departure {
        match refused {
            Refused::Broken(departure) => Departure { entry: Some(line.index), ..departure },
            Refused::Faults(faults) => {
                let what: Vec<String> = faults.iter().map(|f| self.describe(f)).collect();
                line.departs("rules/illegal-orders", what.join("; "))
            }
        }
    }

    fn describe(&self, fault: &Fault) -> String {
        let finding = &fault.finding;
        let rule = finding.rule.map_or(String::new(), |r| format!(" ({r})"));
        let line = if finding.text.is_empty() { String::new() } else { format!("{:?}: ", finding.text) };
        format!(
            "{}'s orders are against the rules: {line}{}{rule}",
            self.chronicle.name(fault.seat),
            finding.message
        )
    }

    fn voided(&mut self, line: Line) -> Result<(), Departure> {
        let entry: Voided = typed(line.value, line.index)?;
        let amendment = amendment_of(&entry).map_err(|m| line.departs("history/unsound", m))?;
        if !self.chronicle.has_begun() {
            return Err(line.departs("history/too-early", "a step is voided before all seats have joined"));
        }
        self.must_be_next(line)?;
        let restored = match amendment {
            Amendment::TakeBack { to } => match self.kept.get(&(to as usize)) {
                Some(kept) => Some(kept.duplicate()),
                None => {
                    let message = format!("there is no position after entry {to} to go back to");
                    return Err(line.departs("history/unsound", message));
                }
            },
            _ => None,
        };
        let recorded = Some(entry.events).filter(|_| !self.chronicle.is_full());
        let agreed = Agreed { amendment, seats: entry.agreed, consents: entry.consents, recorded };
        self.chronicle.void(agreed, restored).map_err(|refused| self.departure(line, refused))
    }
}

/// What an entry says was agreed on.
///
/// Errors: parts are missing.
fn amendment_of(entry: &Voided) -> Result<Amendment, String> {
    let seat = || entry.seat.clone().ok_or("no seat is named");
    let new_key = || {
        let parts = (entry.key.clone(), entry.nonce.clone(), entry.tip.clone());
        let (Some(key), Some(nonce), Some(tip)) = parts else { return Err("no new key is named") };
        if !canonical::is_hex(&nonce) {
            return Err("nonce is not 64 lower-case hex digits");
        }
        Ok(NewKey { key, nonce, seat: seat()?, tip })
    };
    Ok(match entry.why.as_str() {
        "take-back" => Amendment::TakeBack { to: entry.to.ok_or("no entry is named to go back to")? },
        "re-key" => Amendment::ReKey(new_key()?),
        "substitute" => Amendment::Substitute(new_key()?),
        "refusal" => Amendment::Refusal { seat: seat()? },
        "timeout" => {
            let now = entry.now.as_deref().ok_or("no instant is named")?;
            Amendment::Timeout { now: now.parse().map_err(|_| "its instant cannot be read")?, seat: seat()? }
        }
        why => return Err(format!("there is no amendment {why:?}")),
    })
}

fn instant(text: &str, index: usize) -> Result<Instant, Departure> {
    text.parse::<Instant>().map_err(|e| Departure::at("history/unsound", index, e.to_string()))
}

/// The entries whose positions some take-back restores.
fn wanted_positions(lines: &[String]) -> BTreeSet<usize> {
    lines
        .iter()
        .filter(|line| line.contains(r#""kind":"voided""#))
        .filter_map(|line| serde_json::from_str::<Value>(line).ok()?["to"].as_u64())
        .map(|to| to as usize)
        .collect()
}

fn find_module(rules: &RulesId, register: Register) -> Result<&'static dyn Module, Departure> {
    let Some(module) = register(&rules.game) else {
        let message = format!("this program does not know the rules {rules}");
        return Err(Departure::at("rules/unknown", 0, message)
            .hinted("adjutant games lists those it knows; a newer version may know more"));
    };
    let known = module.info().version;
    if known == rules.version {
        return Ok(module);
    }
    let message = format!("the file is played by {rules}, this program has {}/{known}", rules.game);
    Err(Departure::at("rules/other-version", 0, message)
        .hinted(format!("install a version of adjutant that lists {rules} under adjutant games")))
}

/// The data and components that the terms name must be those at hand.
fn check_data(terms: &Terms, module: &dyn Module, components: Option<&Value>) -> Result<(), Departure> {
    if terms.data != module.data_hash() {
        let message = format!("the terms name other data of {} than this program holds", terms.rules);
        return Err(Departure::at("rules/other-data", 0, message)
            .hinted("both sides must use the same version of adjutant"));
    }
    let at_hand = components.map(|c| hash_of("components", c));
    if terms.components == at_hand {
        return Ok(());
    }
    let message = match (&terms.components, at_hand) {
        (Some(_), None) => "the terms name components, but the file holds none",
        (None, _) => "the file holds components that the terms do not name",
        _ => "the components in the file are not those that the terms name",
    };
    Err(Departure::at("rules/other-components", 0, message))
}

fn parse(line: &str, index: usize) -> Result<Value, Departure> {
    canonical::parse(line).map_err(|e| {
        Departure::at("chain/not-canonical", index, format!("the line is not canonical: {e}"))
            .hinted("the line was changed or re-wrapped on the way; ask for the file as an attachment or with --armour")
    })
}

fn typed<T: DeserializeOwned>(value: &Value, index: usize) -> Result<T, Departure> {
    T::deserialize(value).map_err(|e| Departure::at("history/unsound", index, e.to_string()))
}
