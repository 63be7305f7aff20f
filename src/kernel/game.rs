//! The contract of a rules module.
//!
//! A game is a set of pure functions over values. Rules decide ([`Game::check`], [`Game::resolve`]), events apply
//! ([`Game::apply`]), and everything that is shown is read off states and events. The state is split in the type
//! into what everybody may know and what one seat may know, so that a leak needs a line of code that says so.

use super::note::Note;
use super::options::{OptionSpec, Refusal};
use super::orders::condition::Outlook;
use super::orders::grammar::{FormsInWords, Grammar};
use super::picture::Picture;
use super::report::Doc;
use super::seat::{Audience, Seat};
use super::terms::Terms;
use super::time::Instant;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt::{Debug, Display};
use std::sync::Arc;

mod state;
mod turn;

pub use state::{State, View};
pub use turn::Turn;

/// Facts about a game that never change.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// Id, such as `battle`.
    pub id: &'static str,
    /// Version of the rules, from 1. A change of behaviour after publication is a new version.
    pub version: u32,
    /// Title as printed.
    pub title: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// Edition and source of the rulebook.
    pub edition: &'static str,
    /// Whom seats may be named after, in the game's order.
    pub seats: &'static [&'static str],
    /// How few of them may take part; if that is all of them, their order is fixed.
    pub min_seats: usize,
    /// Whether dice are rolled or cards drawn.
    pub has_dice: bool,
    /// Our summary for players.
    pub rules: &'static str,
    /// Codes of illegal orders, each with the section it rests on.
    pub codes: &'static [(&'static str, &'static str)],
    /// Kinds of events, as they stand in the history.
    pub events: &'static [&'static str],
}

/// A scenario that a game can begin with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Scenario {
    /// The word after `--scenario`.
    pub id: String,
    /// Its name.
    pub title: String,
}

impl Scenario {
    /// A scenario by its id and name.
    pub fn new(id: impl Into<String>, title: impl Into<String>) -> Self {
        Self { id: id.into(), title: title.into() }
    }
}

/// What a game waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status<D> {
    /// These decisions.
    Awaiting(Vec<Pending<D>>),
    /// Nothing: it is over.
    Over(Outcome),
}

/// One decision that one seat has to make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pending<D> {
    /// Whose decision it is.
    pub seat: Seat,
    /// Which.
    pub decision: D,
    /// What the seat is asked, as one sentence for both sides of the wait.
    pub prompt: String,
    /// Whether the step waits for it.
    pub need: Need,
    /// Whether the answer is to stay unknown to the other seats until all have answered.
    pub is_secret: bool,
}

/// Whether a step waits for a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Need {
    /// It waits.
    Required,
    /// Used if there, never waited for.
    Optional,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The winners; none in a draw.
    pub winners: Vec<Seat>,
    /// A side that no seat plays, such as `the enemy`, where that has won.
    pub side: Option<&'static str>,
    /// Why, as one sentence without the winner's name.
    pub reason: String,
}

/// A verdict on one line of a sheet; lines without one are legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// Index of the order in the list that was checked; none where it concerns the sheet as a whole.
    pub order: Option<usize>,
    /// Stable code, such as `move/too-far`, listed in [`Info::codes`].
    pub code: &'static str,
    /// The section that decides.
    pub rule: &'static str,
    /// The fact that decides, as a sentence.
    pub fact: String,
    /// What to do instead.
    pub hint: Option<String>,
}

impl Ruling {
    /// A verdict on one order of the list, without a hint.
    pub fn on(order: usize, code: &'static str, rule: &'static str, fact: impl Into<String>) -> Self {
        Self { order: Some(order), ..Self::of_sheet(code, rule, fact) }
    }

    /// A verdict on the sheet as a whole, or on an order that stands alone, without a hint.
    pub fn of_sheet(code: &'static str, rule: &'static str, fact: impl Into<String>) -> Self {
        Self { order: None, code, rule, fact: fact.into(), hint: None }
    }

    /// Adds what to do instead.
    #[must_use]
    pub fn hinted(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

/// A seat's orders for a decision, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer<O> {
    /// Whose.
    pub seat: Seat,
    /// The orders in canonical order.
    pub orders: Vec<O>,
    /// When they were sent, by the sender's own word.
    pub sent: Option<Instant>,
    /// How they came.
    pub origin: Origin,
}

/// How orders came to be answered with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// In a turn file written for this decision.
    Letter,
    /// Sent ahead as provisional orders.
    Ahead,
    /// Not at all: they are the defaults.
    Missing,
}

/// A rule or fact behind an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Why {
    /// The section.
    pub rule: &'static str,
    /// The fact, as a sentence.
    pub fact: String,
}

/// A sentence on what happened, and what decided it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// The sentence, with its full stop.
    pub text: String,
    /// The rules and facts behind it.
    pub why: Vec<Why>,
}

impl Sentence {
    /// A sentence on what needs no reason.
    pub fn plain(text: impl Into<String>) -> Self {
        Self { text: text.into(), why: Vec::new() }
    }

    /// A sentence with the rule and the fact behind it.
    pub fn because(text: String, rule: &'static str, fact: impl Into<String>) -> Self {
        Self { text, why: vec![Why { rule, fact: fact.into() }] }
    }
}

/// A time that runs for a seat that is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limit {
    /// The last instant that is in time.
    pub until: Instant,
    /// What follows after it, as words after "after that".
    pub then: &'static str,
    /// Whether the seat's defaults may be claimed then.
    pub is_claimable: bool,
}

/// How a seat leaves a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Leaving {
    /// By its own word.
    Conceded,
    /// By the word of these seats.
    Forfeited(Vec<Seat>),
}

impl Leaving {
    /// By whose word a seat forfeits; none where it has given the game up itself.
    pub fn by_whose_word(&self, name: impl Fn(Seat) -> String) -> Option<String> {
        match self {
            Self::Conceded => None,
            Self::Forfeited(by) => Some(match by.as_slice() {
                [only] => format!("forfeits by the word of {} alone", name(*only)),
                _ => "forfeits, as all others attest".to_owned(),
            }),
        }
    }
}

/// A rules module.
pub trait Game: Sized + Send + Sync + 'static {
    /// What the terms fix for the whole game.
    type Setting: Send + Sync;
    /// What everybody may know. Its serialised form stands in the game file and is hashed.
    type Public: Clone + PartialEq + Debug + Serialize + Send;
    /// What one seat may know beyond that. Its serialised form is hashed.
    type Private: Clone + PartialEq + Debug + Default + Serialize + Send;
    /// A pause: what is to be decided. Prints as a noun, such as `deployment`.
    type Decision: Clone + PartialEq + Debug + Display;
    /// One line that a player may write. Prints in canonical spelling.
    type Order: Clone + PartialEq + Debug + Display;
    /// A fact that a condition may name.
    type Fact: Clone + PartialEq + Debug + Display;
    /// Something that happened.
    type Event: Clone + PartialEq + Debug + Serialize + DeserializeOwned;

    /// What never changes.
    const INFO: Info;

    /// The scenarios.
    fn scenarios() -> Vec<Scenario>;

    /// The options that the terms may hold.
    fn options() -> &'static [OptionSpec];

    /// Which options do not go together, as sentences.
    fn conflicts() -> Vec<String> {
        Vec::new()
    }

    /// The forms of all orders and facts, with example names.
    fn forms() -> FormsInWords;

    /// The module's own data, for hashing.
    fn data() -> Value;

    /// Reads the terms: scenario, options and their combinations, components of an owner.
    ///
    /// Errors: everything that is wrong, all at once.
    fn setting(terms: &Terms, components: Option<&Value>) -> Result<Self::Setting, Vec<Refusal>>;

    /// The first position.
    fn setup(setting: &Self::Setting) -> (Self::Public, Vec<Self::Private>, Self::Private);

    /// What is kept from whom, in words that follow "hidden:"; none where everybody may know everything. A game that keeps
    /// anything from seats needs a referee, who holds it, and all orders go to him alone.
    fn hides(_setting: &Self::Setting) -> Option<&'static str> {
        None
    }

    /// Whether anything is kept from seats.
    fn keeps_secrets(setting: &Self::Setting) -> bool {
        Self::hides(setting).is_some()
    }

    /// Whether anything may be rolled before the next pause: public, and the same whatever is ordered.
    fn can_roll(state: &State<Self>) -> bool;

    /// Whether two seats are on one side now, so that neither guards the other's dice.
    fn are_allied(_state: &State<Self>, one: Seat, other: Seat) -> bool {
        one == other
    }

    /// In a reaction, the seat whose move it interrupts: it waits for the answer and casts.
    fn interrupted(_state: &State<Self>) -> Option<Seat> {
        None
    }

    /// The decision that a seat's reactions answer which it sends ahead sealed, if that can be judged before they are
    /// asked for; else whatever proves illegal is found when they are opened.
    fn reaction(_view: &View<Self>, _seat: Seat) -> Option<Self::Decision> {
        None
    }

    /// Whether a seat still takes part.
    fn is_in_game(state: &State<Self>, seat: Seat) -> bool;

    /// What is awaited; never empty before the end. It rests on what everybody may know, or a pause would tell.
    fn status(state: &State<Self>) -> Status<Self::Decision>;

    /// The forms of a decision's orders; of every decision if none is named.
    fn grammar(view: &View<Self>, decision: Option<&Self::Decision>) -> Arc<Grammar<Self::Order>>;

    /// The forms of facts.
    fn facts(view: &View<Self>) -> Arc<Grammar<Self::Fact>>;

    /// Whether a fact holds now.
    fn holds(view: &View<Self>, fact: &Self::Fact) -> bool;

    /// What is known of a fact before its time.
    fn outlook(view: &View<Self>, fact: &Self::Fact) -> Outlook;

    /// Why a fact can never hold, of one whose outlook is that.
    fn why_never(_view: &View<Self>, fact: &Self::Fact) -> String {
        format!("it can no longer come about that {fact}")
    }

    /// Whether two facts cannot hold together, as far as that is plain.
    fn exclude(_one: &Self::Fact, _other: &Self::Fact) -> bool {
        false
    }

    /// Puts orders that the rules call simultaneous into the one order in which they are written and resolved.
    fn arrange(orders: &mut [Self::Order]);

    /// Judges a whole sheet for a decision; each illegal line once or more.
    fn check(view: &View<Self>, decision: &Self::Decision, answer: &Answer<Self::Order>) -> Vec<Ruling>;

    /// What in a sheet is allowed and was probably not meant.
    fn doubts(_view: &View<Self>, _answer: &Answer<Self::Order>) -> Vec<Ruling> {
        Vec::new()
    }

    /// What is wrong with a provisional order in every reachable case, as far as that shows by the line itself, or what it
    /// depends on.
    fn foresee(view: &View<Self>, order: &Self::Order) -> Result<String, Ruling>;

    /// The single next orders that keep a sheet completable, given those already in it.
    fn legal<'a>(
        view: &'a View<'a, Self>,
        decision: &Self::Decision,
        so_far: &[Self::Order],
    ) -> Box<dyn Iterator<Item = Self::Order> + 'a>;

    /// What happens when no orders come; always legal.
    fn defaults(view: &View<Self>, decision: &Self::Decision) -> Vec<Self::Order>;

    /// Comments for a blank turn file: what each piece may do, and orders that may be given.
    fn notes(view: &View<Self>, decision: &Self::Decision) -> Vec<Note>;

    /// Resolves legal answers and runs to the next pause. Total: it cannot fail.
    fn resolve(turn: &mut Turn<Self>, answers: &[Answer<Self::Order>]);

    /// A seat gives the game up or forfeits it, which ends it or leaves it to the others. Nothing is rolled for that, since no
    /// links are given: what has to be rolled waits until somebody is asked. In the mode `peers` one seat alone would
    /// make its own dice: the game is to end then.
    fn leave(turn: &mut Turn<Self>, seat: Seat, leaving: &Leaving);

    /// Ends the game because all seats agreed on a draw.
    fn draw(turn: &mut Turn<Self>);

    /// The only mutation. An event that everybody may know changes private parts only by what it says itself, and one
    /// that some may know changes theirs alone: so a seat that knows no more comes to the same position.
    fn apply(state: &mut State<Self>, event: &Self::Event);

    /// Who may know of an event.
    fn audience(state: &State<Self>, event: &Self::Event) -> Audience;

    /// An event or a position as scripts are shown it, with seats by their ids where the history has them by numbers.
    fn named(_setting: &Self::Setting, value: Value) -> Value {
        value
    }

    /// An event as sentences; none for an event that needs no words. `view` is the position before it.
    fn narrate(view: &View<Self>, event: &Self::Event) -> Vec<Sentence>;

    /// The position as the body of a report.
    fn render(view: &View<Self>) -> Doc;

    /// What every report must say once about the sources of what is played with.
    fn provenance(setting: &Self::Setting) -> Option<String>;

    /// The board, with the last step's events shown on it.
    fn picture(view: &View<Self>, events: &[Self::Event]) -> Picture;

    /// The same with the position before the events, which tells what fell and where ways began.
    fn picture_since(view: &View<Self>, before: &View<Self>, events: &[Self::Event]) -> Picture {
        let _ = before;
        Self::picture(view, events)
    }

    /// Whether turn files must say when they were sent.
    fn is_timed(_setting: &Self::Setting) -> bool {
        false
    }

    /// The times that run for a seat that is asked; none where no time runs. `locked` is when the newest letter was sent that
    /// is locked for the open step.
    fn limits(_view: &View<Self>, _seat: Seat, _locked: Option<Instant>) -> Vec<Limit> {
        Vec::new()
    }

    /// Lets no time count that has gone by so far, after steps were taken back.
    fn restart_clock(_public: &mut Self::Public) {}

    /// What must hold in every state and does not.
    fn invariants(state: &State<Self>) -> Vec<String>;
}
