//! A history being written or read: the terms, the seats that joined, the steps, and the position they lead to.
//!
//! Reading is writing again: each line is made anew from what it says was ordered and compared as a whole, so a
//! turn and its verification are the same code.

use super::canonical;
use super::departure::Departure;
use super::difference::first_difference;
use super::entry::{ABSENT, Joined, Need, Resolved, Voided};
use super::terms_line;
use crate::kernel::dice::{self, Dice};
use crate::kernel::module::{Awaiting, Fault, Letter, Module, Played, Table, Telling};
use crate::kernel::options::Refusal;
use crate::kernel::orders::diagnostic::{Class, Diagnostic};
use crate::kernel::seat::Seat;
use crate::kernel::terms::{RulesId, Terms, TermsLine};
use crate::kernel::time::Instant;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// A history and the position that it leads to.
pub struct Chronicle {
    /// What the players agreed on.
    pub terms: Terms,
    /// The canonical lines.
    pub lines: Vec<String>,
    /// Hash of the newest line: names the position exactly.
    pub head: String,
    /// The seats that have joined, in the order in which they did.
    pub joined: Vec<String>,
    /// The game as it stands.
    pub table: Box<dyn Table>,
    /// Who must act next.
    pub need: Need,
    /// The newest instant that any turn file named.
    pub last_sent: Option<Instant>,
}

/// One entry as it is being read, for those who watch a replay.
pub struct Watched<'a> {
    /// The entry, counted from 0.
    pub index: usize,
    /// The line.
    pub line: &'a str,
    /// The step, 0 before the game begins.
    pub step: u64,
    /// The kind of entry.
    pub kind: &'a str,
    /// The parsed entry.
    pub entry: &'a Value,
    /// All lines of the history.
    pub lines: &'a [String],
    /// The dice of the step.
    pub dice: Dice,
    /// The game before the entry.
    pub before: &'a dyn Table,
    /// Seat ids in their order.
    pub seats: &'a [String],
}

/// Looks at every entry of a replay before it is played.
pub type Watch<'a> = &'a mut dyn FnMut(&Watched);

/// Finds a rules module by the id in the terms.
pub type Register<'a> = &'a dyn Fn(&str) -> Option<&'static dyn Module>;

impl Chronicle {
    /// Begins a history with its terms.
    ///
    /// Errors: everything that is wrong with the terms or components, all at once.
    pub fn begin(
        module: &dyn Module,
        terms: Terms,
        components: Option<&Value>,
    ) -> Result<Self, Vec<Refusal>> {
        let table = module.open(&terms, components)?;
        let need = Need::to_join(terms.seats.clone());
        let mut chronicle = Self {
            lines: Vec::new(),
            head: ABSENT.to_owned(),
            joined: Vec::new(),
            table,
            need: need.clone(),
            last_sent: None,
            terms,
        };
        let line = terms_line::write(&chronicle.terms, need);
        chronicle.append(&line);
        Ok(chronicle)
    }

    /// The full id of the game: the hash of its terms.
    pub fn game(&self) -> String {
        self.lines.first().map_or(String::new(), |line| canonical::hash("entry", &[line]))
    }

    /// A seat agrees to the terms, with its own random nonce of 64 hex digits.
    ///
    /// Errors: there is no such seat, or it has joined already.
    pub fn join(&mut self, seat: &str, nonce: &str) -> Result<(), Refusal> {
        if !self.terms.seats.iter().any(|s| s == seat) {
            let message = format!("this game has no seat {seat:?}");
            return Err(Refusal::new("join/no-such-seat", message)
                .hinted(format!("its seats are {}", self.terms.seats.join(", "))));
        }
        if self.joined.iter().any(|s| s == seat) {
            return Err(Refusal::new("join/twice", format!("{seat} has joined already")));
        }
        self.joined.push(seat.to_owned());
        let waiting: Vec<String> =
            self.terms.seats.iter().filter(|s| !self.joined.contains(s)).cloned().collect();
        self.need = if waiting.is_empty() { self.need_of_table(1) } else { Need::to_join(waiting) };
        let entry = Joined {
            key: ABSENT.to_owned(),
            kind: "joined".to_owned(),
            need: self.need.clone(),
            nonce: nonce.to_owned(),
            prev: self.head.clone(),
            seat: seat.to_owned(),
            signature: ABSENT.to_owned(),
            step: 0,
            tip: ABSENT.to_owned(),
        };
        self.append(&entry);
        Ok(())
    }

    /// Whether all seats have joined.
    pub fn has_begun(&self) -> bool {
        self.joined.len() == self.terms.seats.len()
    }

    /// The seat of a name.
    pub fn seat(&self, name: &str) -> Option<Seat> {
        self.terms.seats.iter().position(|s| s == name).map(|i| Seat(i as u8))
    }

    /// The name of a seat.
    pub fn name(&self, seat: Seat) -> &str {
        self.terms.seats.get(seat.index()).map_or(ABSENT, String::as_str)
    }

    /// Plays the open step with these letters and writes its entry.
    ///
    /// `now` is the instant at which the defaults of missing seats are claimed. Errors: all faults of all
    /// letters; nothing has changed then.
    pub fn step(
        &mut self,
        letters: &[Letter],
        now: Option<Instant>,
        telling: Telling,
    ) -> Result<Played, Vec<Fault>> {
        let faults: Vec<Fault> = letters.iter().filter_map(|l| self.time_fault(l, now)).collect();
        if !faults.is_empty() {
            return Err(faults);
        }
        let step = self.need.step;
        let played = self.table.play(letters, self.dice(), telling)?;
        self.need = self.need_of_table(step + 1);
        self.last_sent = letters.iter().filter_map(|l| l.sent).max().max(self.last_sent);
        let by_name = |l: &Letter| self.name(l.seat).to_owned();
        let entry = Resolved {
            events: played.events.clone(),
            kind: played.kind.to_owned(),
            links: BTreeMap::new(),
            missing: letters.iter().filter(|l| l.missing).map(by_name).collect(),
            need: self.need.clone(),
            now: now.map(|t| t.to_string()),
            orders: letters.iter().map(by_name).zip(played.lines.iter().cloned()).collect(),
            prev: self.head.clone(),
            public: super::hash_of("public", &self.table.position()),
            rolls: played.rolls.clone(),
            sent: letters
                .iter()
                .filter(|l| !l.missing)
                .filter_map(|l| Some((by_name(l), l.sent?.to_string())))
                .collect(),
            step,
        };
        self.append(&entry);
        Ok(played)
    }

    /// Takes entries back: the position becomes what it was after entry `to`.
    ///
    /// `restored` is the game at that entry. The step number goes on, so that none is used twice.
    pub fn take_back(&mut self, to: u64, agreed: Vec<String>, restored: Box<dyn Table>) {
        let step = self.need.step;
        self.table = restored;
        self.need = self.need_of_table(step + 1);
        let entry = Voided {
            agreed,
            kind: "voided".to_owned(),
            need: self.need.clone(),
            prev: self.head.clone(),
            public: super::hash_of("public", &self.table.position()),
            step,
            to,
            why: "take-back".to_owned(),
        };
        self.append(&entry);
    }

    /// The dice of the open step.
    fn dice(&self) -> Dice {
        match &self.terms.seed {
            Some(seed) => Dice::keyed(dice::open_key(&self.game(), self.need.step, seed)),
            None => Dice::absent(),
        }
    }

    /// What is wrong with the time that a letter names.
    fn time_fault(&self, letter: &Letter, now: Option<Instant>) -> Option<Fault> {
        let fault = |code, message: String, hint: &str| {
            let finding = Diagnostic::whole(Class::Illegal, code, message).hinted(hint);
            Some(Fault { seat: letter.seat, finding })
        };
        let name = self.name(letter.seat);
        if letter.missing {
            let claimable = now.is_some_and(|t| self.is_claimable(letter.seat, t));
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
        match (letter.sent, self.last_sent) {
            (None, _) if self.needs_times() && letter.lines.iter().any(|l| !is_common(l)) => fault(
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

    /// Whether turn files must say when they were sent.
    pub fn needs_times(&self) -> bool {
        self.terms.deadline.is_some() || self.table.is_timed()
    }

    /// Whether the defaults of a seat may be claimed at an instant.
    pub fn is_claimable(&self, seat: Seat, now: Instant) -> bool {
        let owed = self.table.awaiting().required().contains(&seat);
        let past_deadline = match (self.terms.deadline, self.last_sent) {
            (Some(deadline), Some(last)) => now.0 - last.0 > deadline.0 as i64,
            _ => false,
        };
        owed && (past_deadline || self.table.is_overdue(seat, now))
    }

    fn need_of_table(&self, step: u64) -> Need {
        let orders: Vec<String> =
            self.table.awaiting().required().iter().map(|s| self.name(*s).to_owned()).collect();
        // Without dice the last mover writes the step's entry himself.
        let caster = orders.last().cloned().unwrap_or_else(|| ABSENT.to_owned());
        Need { caster, links: Vec::new(), orders, step }
    }

    fn append(&mut self, entry: &impl Serialize) {
        let line = super::line_of(&serde_json::to_value(entry).unwrap_or_default());
        self.head = canonical::hash("entry", &[&line]);
        self.lines.push(line);
    }
}

/// Whether a canonical line is one of the orders that need no time.
fn is_common(line: &str) -> bool {
    matches!(line, "concede" | "offer draw" | "accept draw")
}

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
        let mut reader = Reader::begin(lines, components, register)?;
        for index in 1..lines.len() {
            reader.entry(index, watch)?;
        }
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
        Ok(Self::read(&self.lines[..end], components, register, &mut |_| {})?.table)
    }
}

/// A history being read.
struct Reader<'a> {
    lines: &'a [String],
    chronicle: Chronicle,
    /// Positions that a later take-back restores, by entry.
    wanted: BTreeSet<usize>,
    kept: BTreeMap<usize, Box<dyn Table>>,
}

impl<'a> Reader<'a> {
    fn begin(lines: &'a [String], components: Option<&Value>, register: Register) -> Result<Self, Departure> {
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
        compare(first, &chronicle.lines[0], &value, 0)?;
        Ok(Self { lines, chronicle, wanted: wanted_positions(lines), kept: BTreeMap::new() })
    }

    fn entry(&mut self, index: usize, watch: Watch) -> Result<(), Departure> {
        let lines = self.lines;
        let line = &lines[index];
        let value = parse(line, index)?;
        let kind = value["kind"].as_str().unwrap_or(ABSENT);
        let step = value["step"].as_u64().unwrap_or(0);
        self.link(&value, index).map_err(|d| d.in_step(step))?;
        watch(&Watched {
            index,
            line,
            step,
            kind,
            entry: &value,
            lines,
            before: self.chronicle.table.as_ref(),
            dice: self.chronicle.dice(),
            seats: &self.chronicle.terms.seats,
        });
        match kind {
            "joined" => self.joined(&value, index)?,
            "resolved" | "conceded" | "drawn" => self.resolved(&value, index).map_err(|d| d.in_step(step))?,
            "voided" => self.voided(&value, index).map_err(|d| d.in_step(step))?,
            _ => {
                return Err(Departure::at(
                    "history/unknown-kind",
                    index,
                    format!("there is no entry of kind {kind:?}"),
                ));
            }
        }
        let made = self.chronicle.lines.last().map_or("", String::as_str);
        compare(line, made, &value, index).map_err(|d| d.in_step(step))?;
        if self.wanted.contains(&index) {
            self.kept.insert(index, self.chronicle.table.duplicate());
        }
        Ok(())
    }

    /// Each line names the hash of the one before it.
    fn link(&self, value: &Value, index: usize) -> Result<(), Departure> {
        let prev = value["prev"].as_str().unwrap_or(ABSENT);
        if prev == self.chronicle.head {
            return Ok(());
        }
        let message = format!(
            "its prev is {prev}, but entry {} hashes to {}: one of the two lines was changed, or lines are missing",
            index - 1,
            self.chronicle.head
        );
        Err(Departure::at("chain/wrong-prev", index, message))
    }

    fn joined(&mut self, value: &Value, index: usize) -> Result<(), Departure> {
        let entry: Joined = typed(value, index)?;
        if !canonical::is_hex(&entry.nonce) {
            return Err(Departure::at("history/unsound", index, "nonce is not 64 lower-case hex digits"));
        }
        self.chronicle
            .join(&entry.seat, &entry.nonce)
            .map_err(|refusal| Departure::at("history/unsound", index, refusal.message))
    }

    fn resolved(&mut self, value: &Value, index: usize) -> Result<(), Departure> {
        let entry: Resolved = typed(value, index)?;
        if !self.chronicle.has_begun() {
            return Err(Departure::at("history/too-early", index, "a step before all seats have joined"));
        }
        if matches!(self.chronicle.table.awaiting(), Awaiting::Over { .. }) {
            return Err(Departure::at("history/after-end", index, "a step after the game was over"));
        }
        let letters = letters_of(&entry, self.chronicle.table.as_ref(), &self.chronicle.terms.seats)
            .map_err(|m| Departure::at("history/unsound", index, m))?;
        let now = entry.now.as_deref().map(|t| instant(t, index)).transpose()?;
        self.chronicle.step(&letters, now, Telling::Events).map(|_| ()).map_err(|faults| {
            let what: Vec<String> = faults.iter().map(|f| self.describe(f)).collect();
            Departure::at("rules/illegal-orders", index, what.join("; "))
        })
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

    fn voided(&mut self, value: &Value, index: usize) -> Result<(), Departure> {
        let entry: Voided = typed(value, index)?;
        let mut agreed = entry.agreed.clone();
        agreed.sort_unstable();
        let mut seats = self.chronicle.terms.seats.clone();
        seats.sort_unstable();
        if agreed != seats {
            return Err(Departure::at(
                "history/no-consent",
                index,
                "not all seats consented to the take-back",
            ));
        }
        let Some(kept) = self.kept.get(&(entry.to as usize)) else {
            let message = format!("there is no position after entry {} to go back to", entry.to);
            return Err(Departure::at("history/unsound", index, message));
        };
        let restored = kept.duplicate();
        self.chronicle.take_back(entry.to, entry.agreed, restored);
        Ok(())
    }
}

/// The letters that an entry says were played, seats in the order of the terms.
///
/// Errors: an instant that cannot be read.
pub fn letters_of(entry: &Resolved, table: &dyn Table, seats: &[String]) -> Result<Vec<Letter>, String> {
    let mut letters = Vec::new();
    for (i, name) in seats.iter().enumerate() {
        let Some(lines) = entry.orders.get(name) else { continue };
        let missing = entry.missing.contains(name);
        let sent = if missing { entry.now.as_ref() } else { entry.sent.get(name) };
        let sent = sent.map(|t| t.parse::<Instant>().map_err(|e| e.to_string())).transpose()?;
        let seat = Seat(i as u8);
        let lines = if missing { table.defaults(seat) } else { lines.clone() };
        letters.push(Letter { seat, lines, sent, missing });
    }
    Ok(letters)
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
    let at_hand = components.map(|c| super::hash_of("components", c));
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

/// Compares a line with what it should be and says in which part they differ.
fn compare(line: &str, made: &str, value: &Value, index: usize) -> Result<(), Departure> {
    if line == made {
        return Ok(());
    }
    let should: Value = serde_json::from_str(made).unwrap_or_default();
    let (path, is, ought) = first_difference(value, &should, String::new()).unwrap_or_default();
    let (code, what) = match path.split(['.', '[']).next().unwrap_or("") {
        "events" => ("rules/other-events", "the rules make other events of these orders"),
        "public" => ("rules/other-position", "the position reached is not the one it commits to"),
        "need" => ("history/other-need", "it names others to act next than the rules do"),
        "orders" => ("history/orders-not-canonical", "the orders are not in canonical spelling and order"),
        _ => ("history/unsound", "it is not what this history makes of it"),
    };
    Err(Departure::at(code, index, format!("{what}: {path} is {is}, should be {ought}")))
}
