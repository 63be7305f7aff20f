//! Rules modules without their types: what the command line and the history see of a game.
//!
//! [`Module`] is a game in the register, [`Table`] a game in progress. Both speak text and JSON only, so that
//! every game is handled by the same code and a replay takes the very path that a turn took.

use super::dice::{Dice, Roll};
use super::game::{Info, Limit, Need, Scenario, Why};
use super::note::Note;
use super::options::{OptionSpec, Refusal};
use super::orders::diagnostic::Diagnostic;
use super::orders::grammar::FormsInWords;
use super::orders::wrapper::RawLine;
use super::picture::Picture;
use super::report::Doc;
use super::seat::{Audience, Seat, Viewer};
use super::terms::Terms;
use super::time::Instant;
use serde::Serialize;
use serde_json::Value;
use std::any::Any;

/// A rules module in the register.
pub trait Module: Sync {
    /// Facts that never change.
    fn info(&self) -> Info;
    /// The scenarios.
    fn scenarios(&self) -> Vec<Scenario>;
    /// The options of its terms.
    fn options(&self) -> &'static [OptionSpec];
    /// Which options do not go together, as sentences.
    fn conflicts(&self) -> Vec<String>;
    /// The forms of all orders and facts, with the names of its first scenario.
    fn forms(&self) -> FormsInWords;
    /// H("data", …) of the module's data.
    fn data_hash(&self) -> String;
    /// The module's data.
    fn data(&self) -> Value;
    /// Sets a game up by its terms.
    ///
    /// Errors: everything that is wrong with the terms or components, all at once.
    fn open(&self, terms: &Terms, components: Option<&Value>) -> Result<Box<dyn Table>, Vec<Refusal>>;
}

/// A game in progress.
pub trait Table: Send {
    /// A copy that can be played on without touching this one.
    fn duplicate(&self) -> Box<dyn Table>;
    /// What is awaited, or how it ended.
    fn awaiting(&self) -> Awaiting;
    /// Plays letters to the next pause.
    ///
    /// Errors: all faults of all letters; nothing has changed then.
    fn play(&mut self, letters: &[Letter], dice: Dice, telling: Telling) -> Result<Played, Vec<Fault>>;
    /// Takes a seat out of the game by the word of others.
    ///
    /// Errors: the rules roll for it, for which nobody has given a link.
    fn forfeit(&mut self, seat: Seat, by: Vec<Seat>) -> Result<Played, Fault>;
    /// Goes on by events as they were recorded, in the order in which they happened, where not everything they rest on
    /// may be known.
    ///
    /// Errors: they are no events of this game.
    fn replay(&mut self, events: &[Value], telling: Telling) -> Result<Played, String>;
    /// Whether the game rolls dice or draws cards at all.
    fn has_dice(&self) -> bool;
    /// What is kept from whom, in words; none where everybody may know everything.
    fn hides(&self) -> Option<&'static str>;
    /// Whether anything is kept from seats, so that a referee holds it.
    fn keeps_secrets(&self) -> bool;
    /// The game as far as a viewer may know it.
    fn seen_by(&self, viewer: Viewer) -> Box<dyn Table>;
    /// What one viewer alone may know of the position, as it is hashed.
    fn private(&self, viewer: Viewer) -> Value;
    /// Whether anything may be rolled before the next pause.
    fn can_roll(&self) -> bool;
    /// Whether two seats are on one side now.
    fn are_allied(&self, one: Seat, other: Seat) -> bool;
    /// In a reaction, the seat whose move it interrupts.
    fn interrupted(&self) -> Option<Seat>;
    /// Whether a seat still takes part.
    fn is_in_game(&self, seat: Seat) -> bool;
    /// Reads and judges the body of one turn file.
    fn check(&self, seat: Seat, body: &[RawLine], sent: Option<Instant>) -> Checked;
    /// Reads and judges reactions that a seat is to send ahead.
    fn check_reactions(&self, seat: Seat, body: &[RawLine]) -> Checked;
    /// The position, as it stands in the game file and is hashed.
    fn position(&self) -> Value;
    /// The position as the body of a report.
    fn render(&self, viewer: Viewer) -> Doc;
    /// The board with some events shown on it.
    fn picture(&self, viewer: Viewer, events: &[Value]) -> Picture;
    /// The same with the game as it was before the events, which tells what fell and where ways began.
    fn picture_since(&self, before: &dyn Table, viewer: Viewer, events: &[Value]) -> Picture;
    /// The game itself, for another of the same rules.
    fn as_any(&self) -> &dyn Any;
    /// The body of a blank turn file: comments, and orders that may be given as they stand.
    fn form(&self, seat: Seat) -> Vec<Note>;
    /// What a seat that is asked has sent ahead for this very decision, as far as it would be taken now.
    fn kept(&self, seat: Seat) -> Vec<String>;
    /// The canonical lines of the single next orders that keep a sheet completable.
    ///
    /// Errors: what is wrong with the lines before.
    fn legal(&self, seat: Seat, after: &[String]) -> Result<Vec<String>, Vec<Fault>>;
    /// What a seat is to write whose turn file answers nothing of what it is asked.
    fn how_to_answer(&self, seat: Seat) -> String;
    /// The canonical lines of a seat's defaults; empty if it is not asked.
    fn defaults(&self, seat: Seat) -> Vec<String>;
    /// Whether turn files must say when they were sent.
    fn is_timed(&self) -> bool;
    /// The times that run for a seat by the rules of the game. `locked` is when the newest letter was sent that is locked for
    /// the open step.
    fn limits(&self, seat: Seat, locked: Option<Instant>) -> Vec<Limit>;
    /// Lets no time count that has gone by so far, after steps were taken back.
    fn restart_clock(&mut self);
    /// What every report must say once about the sources of what is played with.
    fn provenance(&self) -> Option<String>;
    /// An event or a position as scripts are shown it, with seats by their ids.
    fn named(&self, value: Value) -> Value;
    /// What must hold and does not.
    fn invariants(&self) -> Vec<String>;
}

/// How much is written down while playing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Telling {
    /// The events alone.
    Events,
    /// Sentences, rules and facts as well, as this viewer may know them.
    Sentences(Viewer),
}

/// What a game waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Awaiting {
    /// These decisions.
    Decisions(Vec<Asked>),
    /// Nothing: how it ended, and who won.
    Over {
        /// One sentence.
        ending: String,
        /// The winners; none in a draw.
        winners: Vec<Seat>,
    },
}

impl Awaiting {
    /// The seats whose required orders are open, in their order.
    pub fn required(&self) -> Vec<Seat> {
        let mut seats: Vec<Seat> = match self {
            Self::Decisions(asked) => {
                asked.iter().filter(|a| a.need == Need::Required).map(|a| a.seat).collect()
            }
            Self::Over { .. } => Vec::new(),
        };
        seats.sort_unstable();
        seats.dedup();
        seats
    }
}

/// One decision that a seat is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Who.
    pub seat: Seat,
    /// For what, as a noun.
    pub decision: String,
    /// One sentence.
    pub prompt: String,
    /// Whether the step waits for it.
    pub need: Need,
    /// Whether the answer is to stay unknown until all have answered.
    pub is_secret: bool,
}

/// A seat's orders on the way to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    /// Whose.
    pub seat: Seat,
    /// Canonical order lines.
    pub lines: Vec<String>,
    /// When it was sent, by the sender's own word.
    pub sent: Option<Instant>,
    /// Whether nothing came and the lines are the defaults.
    pub missing: bool,
    /// Whether it was final before it was known to be legal: it is not sent back, bad lines fall to the defaults.
    pub is_locked: bool,
}

/// What a step came to.
#[derive(Clone, Debug, Default)]
pub struct Played {
    /// The canonical lines of each letter.
    pub lines: Vec<Vec<String>>,
    /// The events, as they stand in the history.
    pub events: Vec<Value>,
    /// Who may know of each event, in a game that keeps secrets.
    pub audiences: Vec<Audience>,
    /// The events in words, where that was asked for.
    pub told: Vec<Told>,
    /// What was rolled.
    pub rolls: Vec<Roll>,
    /// What was rolled so that nobody but the referee sees it.
    pub hidden_rolls: Vec<Roll>,
    /// Whether dice were asked for that a look ahead does not have; the events end there.
    pub is_cut_short: bool,
    /// How the entry is called: `resolved`, `conceded` or `drawn`.
    pub kind: &'static str,
}

/// One event in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Told {
    /// Which of the step's events, counted from 0.
    #[serde(skip)]
    pub index: usize,
    /// The event's kind.
    pub event: String,
    /// One sentence.
    pub sentence: String,
    /// The rules and facts that decided.
    pub why: Vec<Why>,
}

/// Why a letter cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Whose letter.
    pub seat: Seat,
    /// What is wrong. Its line counts the letter's own lines from 1.
    pub finding: Diagnostic,
}

/// What the body of a turn file was found to say.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    /// Everything found, in the order of the lines.
    pub findings: Vec<Diagnostic>,
    /// Canonical order lines; without the lines that could not be read.
    pub lines: Vec<String>,
    /// Lines that could not be read, as given, for lenient terms.
    pub unread: Vec<String>,
    /// A verdict for each order line.
    pub verdicts: Vec<Verdict>,
    /// Whether it holds an order that answers what the seat is asked now.
    pub is_answer: bool,
}

/// What is to be said of one order line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Verdict {
    /// Its number in the file.
    pub line: usize,
    /// Its canonical spelling.
    pub order: String,
    /// `legal`, `illegal`, `unreachable` or `perhaps`: nothing that is known of a line by itself is against it.
    pub verdict: &'static str,
    /// What it rests or depends on.
    pub because: String,
}
