//! A history being written or read: the terms, the seats that joined, the steps, and the position they lead to.
//!
//! Reading is writing again: each line is made anew from what it says was ordered and compared as a whole, so a
//! turn and its verification are the same code.

mod checks;
mod hidden;
mod joining;
mod letter;
mod need;
mod reader;
mod step;
mod voiding;

pub use joining::Identity;
pub use step::{LockedStep, Resolution};
pub use voiding::Agreed;

use super::canonical;
use super::departure::Departure;
use super::entry::{ABSENT, NextToAct, Resolved};
use super::openings::{Holder, Openings};
use super::terms_line;
use crate::kernel::dice::Dice;
use crate::kernel::game::{self, Limit};
use crate::kernel::module::{Asked, Awaiting, Fault, Letter, Module, Table};
use crate::kernel::options::Refusal;
use crate::kernel::seat::Seat;
use crate::kernel::terms::{DiceMode, Terms};
use crate::kernel::time::Instant;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;

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
    pub need: NextToAct,
    /// The newest instant that any turn file named.
    pub last_sent: Option<Instant>,
    /// The players who are out of the game, and the entry in which each has left it.
    left: BTreeMap<String, usize>,
    /// The keys of the seats that have one.
    pub identities: BTreeMap<String, Identity>,
    /// What is locked of the open step.
    pub locked: Option<LockedStep>,
    /// Seals of reactions that were sent ahead, by seat, each with the step in which it was lodged.
    pub reactions: BTreeMap<String, (u64, String)>,
    /// What stands beside the history in a game that keeps secrets.
    pub openings: Openings,
    game: String,
}

/// Why a letter is not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The orders have faults.
    Faults(Vec<Fault>),
    /// It goes against the order of revelation, a chain, a seal or a signature; or something is still missing.
    Broken(Departure),
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
    /// Whose file it is.
    pub holder: &'a Holder,
    /// What the step is told by.
    pub script: Script<'a>,
    /// The game before the entry.
    pub before: &'a dyn Table,
    /// Seat ids in their order.
    pub seats: &'a [String],
}

/// What a step is told by.
#[derive(Clone, Copy)]
pub enum Script<'a> {
    /// Letters, which are played again with these dice.
    Letters(&'a [Letter], &'a Dice),
    /// Events, where not all that they rest on may be known; the entry; and the orders of the seat whose copy it is.
    Events(&'a [Value], &'a Resolved, Option<(&'a str, &'a [String])>),
    /// Nothing: the entry is no step.
    Nothing,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Broken(departure) => write!(f, "{departure} [{}]", departure.code),
            Self::Faults(faults) => {
                let of = |fault: &Fault| format!("{} [{}]", fault.finding.message, fault.finding.code);
                f.write_str(&faults.iter().map(of).collect::<Vec<_>>().join("; "))
            }
        }
    }
}

impl std::error::Error for Refused {}

/// Looks at every entry of a replay before it is played.
pub type Watch<'a> = &'a mut dyn FnMut(&Watched);

/// Finds a rules module by the id in the terms.
pub type Register<'a> = &'a dyn Fn(&str) -> Option<&'static dyn Module>;

impl Chronicle {
    /// How the game file of this position is called, such as `borodino-3.0007.yaml` after step 7, with `locked` where the
    /// next is locked; a seat's copy names its seat.
    pub fn file_name(&self, seat: Option<&str>) -> String {
        let seat = seat.map_or(String::new(), |seat| format!(".{seat}"));
        format!("{}{seat}.yaml", self.file_stem())
    }

    /// What the names of all files of this position begin with, such as `borodino-3.0007`.
    pub fn file_stem(&self) -> String {
        let locked = if self.locked.is_some() { ".locked" } else { "" };
        format!("{}.{:04}{locked}", self.terms.name, self.need.step.saturating_sub(1))
    }

    /// Which step was open when an entry was the newest; none if there is no such entry.
    pub fn open_after(&self, entry: usize) -> Option<u64> {
        let value: Value = serde_json::from_str(self.lines.get(entry)?).ok()?;
        value["need"]["step"].as_u64()
    }

    /// Begins a history with its terms.
    ///
    /// Errors: everything that is wrong with the terms or components, all at once.
    pub fn begin(
        module: &dyn Module,
        terms: Terms,
        components: Option<&Value>,
    ) -> Result<Self, Vec<Refusal>> {
        let table = module.open(&terms, components)?;
        if table.keeps_secrets() && terms.dice != DiceMode::Referee {
            let message = "what is hidden in this game needs a referee, who holds it";
            return Err(vec![
                Refusal::new("dice/needs-referee", message.to_owned()).hinted("--dice referee"),
            ]);
        }
        let need = NextToAct::to_join(terms.seats.clone());
        let mut chronicle = Self {
            lines: Vec::new(),
            head: ABSENT.to_owned(),
            joined: Vec::new(),
            table,
            need: need.clone(),
            last_sent: None,
            left: BTreeMap::new(),
            identities: BTreeMap::new(),
            locked: None,
            reactions: BTreeMap::new(),
            openings: Openings::default(),
            game: String::new(),
            terms,
        };
        let line = terms_line::write(&chronicle.terms, need);
        chronicle.append(&line);
        chronicle.game.clone_from(&chronicle.head);
        Ok(chronicle)
    }

    /// The full id of the game: the hash of its terms.
    pub fn game(&self) -> &str {
        &self.game
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

    /// Whether a seat is a player's, and still takes part.
    pub fn plays(&self, seat: Seat) -> bool {
        seat.index() < self.terms.players().len() && self.table.is_in_game(seat)
    }

    /// Whether a seat's orders for the open step are fixed, in plain or sealed.
    pub fn has_locked(&self, seat: Seat) -> bool {
        let name = self.name(seat);
        let is_in = |locked: &LockedStep| locked.orders.contains_key(name) || locked.seals.contains_key(name);
        self.locked.as_ref().is_some_and(is_in)
    }

    /// What seats are asked now: decisions that are neither made nor locked, and seals to be opened.
    pub fn asked(&self) -> Vec<Asked> {
        let Awaiting::Decisions(asked) = self.table.awaiting() else { return Vec::new() };
        let is_open = |a: &Asked| match a.need {
            game::Need::Required => self.need.orders.iter().any(|s| s == self.name(a.seat)),
            game::Need::Optional => {
                !self.locked.as_ref().is_some_and(|l| l.orders.contains_key(self.name(a.seat)))
            }
        };
        let opens = self.need.opens.iter().filter_map(|name| {
            let is_locked = self.locked.as_ref().is_some_and(|l| l.seals.contains_key(name));
            let what = if is_locked { "what it has sealed" } else { "the reactions that it has sent ahead" };
            let prompt = format!("{name} opens {what}");
            let (decision, need) = ("opening".to_owned(), game::Need::Required);
            Some(Asked { seat: self.seat(name)?, decision, prompt, need, is_secret: false })
        });
        asked.into_iter().filter(is_open).chain(opens).collect()
    }

    /// The first seat that owes something for the open step.
    pub fn first_asked(&self) -> Option<Seat> {
        self.asked().into_iter().find(|a| a.need == game::Need::Required).map(|a| a.seat)
    }

    /// The players who are in the game, in the order of the terms.
    pub fn playing(&self) -> Vec<String> {
        self.terms.players().iter().filter(|name| !self.left.contains_key(*name)).cloned().collect()
    }

    /// Whether a step was taken back, or voided while it was open: its number is not used again.
    pub fn is_undone(&self, step: u64) -> bool {
        let read = |line: &String| serde_json::from_str::<Value>(line).unwrap_or_default();
        let voided = self.lines.iter().filter(|line| line.contains(r#""kind":"voided""#)).map(read);
        voided.into_iter().any(|entry| {
            let first_undone = entry["to"].as_u64().and_then(|to| self.lines.get(to as usize + 1)).map(read);
            let first = first_undone.as_ref().unwrap_or(&entry)["step"].as_u64();
            let next = entry["need"]["step"].as_u64();
            first.is_some_and(|first| first <= step) && next.is_some_and(|next| step < next)
        })
    }

    /// The step in which a step that does not count any more was taken back. A take-back can bring back what another one
    /// had undone: what counts is what lies on the way from the newest entry to the first.
    pub fn taken_back_by(&self, step: u64) -> Option<u64> {
        let read = |line: &String| serde_json::from_str::<Value>(line).unwrap_or_default();
        let mut end = self.lines.len();
        while let Some(index) = self.lines[..end].iter().rposition(|line| is_take_back(line)) {
            let entry = read(&self.lines[index]);
            end = entry["to"].as_u64().map_or(index, |to| index.min(to as usize + 1));
            let is_undone =
                self.lines[end..index].iter().any(|line| read(line)["step"].as_u64() == Some(step));
            if let Some(by) = entry["step"].as_u64().filter(|by| is_undone && step < *by) {
                return Some(by);
            }
        }
        None
    }

    /// How many times steps were taken back.
    pub fn count_taken_back(&self) -> usize {
        self.lines.iter().filter(|line| is_take_back(line)).count()
    }

    /// Whether turn files must say when they were sent.
    pub fn needs_times(&self) -> bool {
        self.terms.deadline.is_some() || self.table.is_timed()
    }

    /// The instant by which what is owed now is to be sent, where the terms have a deadline and somebody has begun the
    /// clock by sending a turn file.
    fn due(&self) -> Option<Instant> {
        let (deadline, last) = (self.terms.deadline?, self.last_sent?);
        Some(Instant(last.0.saturating_add_unsigned(deadline.0)))
    }

    /// The last instant at which a seat that is asked is in time, by the terms' deadline or the rules of the game; none
    /// where no time runs.
    pub fn may_answer_until(&self, seat: Seat) -> Option<Instant> {
        let claimable = self.limits_of(seat).into_iter().filter(|limit| limit.is_claimable);
        claimable.map(|limit| limit.until).min()
    }

    /// The times that run for a seat that is asked, by the terms' deadline or the rules of the game, the first first.
    pub fn limits_of(&self, seat: Seat) -> Vec<Limit> {
        if !self.table.awaiting().required().contains(&seat) {
            return Vec::new();
        }
        let locked = self.locked.as_ref().and_then(|locked| locked.sent.values().max().copied());
        let mut limits: Vec<Limit> =
            self.deadline().into_iter().chain(self.table.limits(seat, locked)).collect();
        limits.sort_by_key(|limit| limit.until);
        limits
    }

    /// The times that run for those who owe orders or anything else in the open step, the first first.
    pub fn limits(&self) -> Vec<Limit> {
        let owing = self.need.orders.iter().filter_map(|name| self.seat(name));
        let mut limits: Vec<Limit> =
            owing.flat_map(|seat| self.limits_of(seat)).chain(self.deadline()).collect();
        limits.sort_by_key(|limit| limit.until);
        limits.dedup();
        limits
    }

    /// The terms' deadline in the open step.
    fn deadline(&self) -> Option<Limit> {
        let then = if self.need.links.is_empty() {
            "defaults may be claimed for whoever is silent"
        } else {
            "whoever is silent forfeits the game if all others say so"
        };
        Some(Limit { until: self.due()?, then, is_claimable: true })
    }

    /// Whether the defaults of a seat may be claimed at an instant.
    pub fn is_claimable(&self, seat: Seat, now: Instant) -> bool {
        self.may_answer_until(seat).is_some_and(|until| now > until)
    }

    fn append(&mut self, entry: &impl Serialize) {
        let line = super::line_of(&serde_json::to_value(entry).unwrap_or_default());
        self.head = canonical::hash("entry", &[&line]);
        self.lines.push(line);
        self.note_who_left();
    }
}

/// Whether an entry takes steps back.
fn is_take_back(line: &str) -> bool {
    [r#""kind":"voided""#, r#""why":"take-back""#].iter().all(|part| line.contains(part))
}
