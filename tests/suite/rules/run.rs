//! Plays a rule case by the code that the tool runs, and says where it goes another way.

use super::case::{Case, Finding, Manner, Step};
use adjutant::kernel::dice::Dice;
use adjutant::kernel::game::{Game, State};
use adjutant::kernel::module::{Asked, Awaiting, Fault, Letter, Table, Telling};
use adjutant::kernel::options::{Options, Refusal};
use adjutant::kernel::orders::diagnostic::{Class, Diagnostic};
use adjutant::kernel::orders::wrapper::RawLine;
use adjutant::kernel::play::{Play, TableEvent};
use adjutant::kernel::seat::{Seat, Viewer};
use adjutant::kernel::terms::{Casters, DiceMode, OrdersPolicy, RulesId, Terms};
use serde_json::Value;
use std::collections::BTreeMap;

/// How many sheets a case may pass over.
const MAX_PASSES: usize = 100;

/// What cases need to know of a game.
pub trait Ruled: Game {
    /// Who takes part where a case does not say it.
    const SEATS: &'static [&'static str];

    /// The position that the game's own keywords describe, made from the first one; none if there are no such
    /// keywords.
    ///
    /// Errors: what cannot be read.
    fn position(case: &Case, first: &State<Self>) -> Result<Option<State<Self>>, String>;

    /// A position in words, a place a line, the name of the place first; always the same places.
    fn words(state: &State<Self>) -> Vec<String>;

    /// The moment that `PASS to` may name.
    fn moment(state: &State<Self>) -> String;

    /// An event in one line: one text for one event, and another for another.
    fn show(seats: &[String], event: &Self::Event) -> String;
}

/// The seats of a case.
pub fn seats<G: Ruled>(case: &Case) -> Vec<String> {
    if case.seats.is_empty() {
        G::SEATS.iter().map(|s| (*s).to_owned()).collect()
    } else {
        case.seats.clone()
    }
}

/// The terms of a case.
fn terms<G: Ruled>(case: &Case) -> Terms {
    Terms {
        name: "case".to_owned(),
        rules: RulesId { game: G::INFO.id.to_owned(), version: G::INFO.version },
        data: "-".to_owned(),
        scenario: case.scenario.clone(),
        options: Options(case.options.clone()),
        components: None,
        seats: seats::<G>(case),
        dice: case.mode.unwrap_or(DiceMode::None),
        casters: Casters::Next,
        orders: OrdersPolicy::Strict,
        deadline: None,
        nonce: "0".repeat(64),
        seed: None,
    }
}

/// A game at the position that a case begins with.
///
/// Errors: what the terms are refused for.
pub fn open<G: Ruled>(case: &Case) -> Result<Play<G>, Vec<Refusal>> {
    let play = Play::<G>::new(&terms::<G>(case), case.components.as_ref())?;
    match G::position(case, play.state()) {
        Ok(Some(state)) => Ok(Play::at(state, seats::<G>(case), OrdersPolicy::Strict)),
        Ok(None) => Ok(play),
        Err(e) => panic!("{case}: {e}"),
    }
}

/// Everything that goes otherwise than the case says.
pub fn complaints<G: Ruled>(case: &Case) -> Vec<String> {
    let mut run = Run { seats: seats::<G>(case), dice: case.dice.clone(), ..Run::default() };
    match open::<G>(case) {
        Ok(play) => run.play(case, play),
        Err(refusals) => run.refused(case, &refusals),
    }
    run.compare(case);
    run.complaints
}

/// What a case comes to.
#[derive(Default)]
struct Run {
    seats: Vec<String>,
    /// The dice that have yet to be rolled.
    dice: BTreeMap<String, Vec<String>>,
    findings: Vec<Finding>,
    helps: Vec<String>,
    events: Vec<String>,
    after: Option<Vec<String>>,
    complaints: Vec<String>,
    /// Sheets of a step for which others have yet to order.
    waiting: Vec<Letter>,
}

impl Run {
    fn complain(&mut self, text: String) {
        self.complaints.push(format!("  {text}"));
    }

    fn seat(&self, name: &str) -> Seat {
        let place = self.seats.iter().position(|seat| seat == name);
        Seat(place.unwrap_or_else(|| panic!("{name} takes no part")) as u8)
    }

    /// A refusal is about the words that the case names, if they stand in its message.
    fn refused(&mut self, case: &Case, refusals: &[Refusal]) {
        let mut wanted = case.findings.clone();
        for refusal in refusals {
            let fits =
                wanted.iter().position(|f| f.code == refusal.code && refusal.message.contains(&f.about));
            let about = fits.map_or_else(|| refusal.message.clone(), |at| wanted.remove(at).about);
            self.findings.push(Finding { class: "refused".to_owned(), code: refusal.code.to_owned(), about });
        }
    }

    fn play<G: Ruled>(&mut self, case: &Case, mut play: Play<G>) {
        let before = G::words(play.state());
        self.invariants(&play);
        for (i, step) in case.steps.iter().enumerate() {
            let goes_on = match step {
                Step::Sheet { by, sent, lines, manner } => {
                    let is_missing = *manner == Manner::Missing;
                    let seat = self.seat(by);
                    let lines = if is_missing { play.defaults(seat) } else { lines.clone() };
                    let is_locked = *manner == Manner::Sealed;
                    let letter = Letter { seat, lines, sent: *sent, missing: is_missing, is_locked };
                    self.sheet(&mut play, letter)
                }
                Step::Pass(moment) => self.pass(&mut play, moment),
            };
            self.invariants(&play);
            if !goes_on {
                if i + 1 < case.steps.len() {
                    self.complain(format!("step {} cannot be played", i + 1));
                }
                return;
            }
        }
        if self.waiting.is_empty() {
            let words = G::words(play.state());
            self.after = Some(words.into_iter().filter(|line| !before.contains(line)).collect());
        }
    }

    fn invariants(&mut self, play: &impl Table) {
        for broken in play.invariants() {
            self.complain(format!("broken: {broken}"));
        }
    }

    /// All pass until a moment comes; what happens on the way is not listed.
    fn pass<G: Ruled>(&mut self, play: &mut Play<G>, moment: &str) -> bool {
        let listed = self.events.len();
        for _ in 0..MAX_PASSES {
            if G::moment(play.state()) == moment {
                self.events.truncate(listed);
                return true;
            }
            let asked = play.awaiting().required();
            let lines = vec!["pass".to_owned()];
            let letter =
                |seat| Letter { seat, lines: lines.clone(), sent: None, missing: false, is_locked: false };
            if asked.is_empty() || !asked.into_iter().all(|seat| self.sheet(play, letter(seat))) {
                break;
            }
        }
        self.complain(format!("{moment} does not come"));
        false
    }

    /// Checks one sheet and plays it, with those that waited for it; false if it cannot be played. What is sealed or
    /// missing is not checked: it stands as it is.
    fn sheet<G: Ruled>(&mut self, play: &mut Play<G>, mut letter: Letter) -> bool {
        if !letter.is_locked && !letter.missing {
            let lines = letter.lines.iter().enumerate();
            let body: Vec<RawLine> = lines.map(|(i, l)| RawLine { number: i + 1, text: l.clone() }).collect();
            let checked = play.check(letter.seat, &body, letter.sent);
            self.findings.extend(checked.findings.iter().map(finding));
            self.helps.extend(checked.findings.iter().filter_map(|f| f.hint.clone()));
            if checked.findings.iter().any(Diagnostic::is_error) {
                return false;
            }
            letter.lines = checked.lines;
        }
        self.waiting.push(letter);
        let has_sent = |by: &Seat| self.waiting.iter().any(|l| l.seat == *by);
        let waits = !play.awaiting().required().iter().all(has_sent)
            && self.waiting.iter().all(|l| is_asked(play, l.seat) && !gives_up(l));
        waits || self.resolve(play)
    }

    /// Plays the sheets that wait; false if they cannot be played.
    fn resolve<G: Ruled>(&mut self, play: &mut Play<G>) -> bool {
        let letters = std::mem::take(&mut self.waiting);
        let before = play.state().clone();
        // Where the game says that nothing can be rolled, a roll is a fault.
        let dice = if play.can_roll() { Dice::told(self.dice.clone()) } else { Dice::absent() };
        match play.play(&letters, dice, Telling::Sentences(Viewer::Public)) {
            Ok(played) => {
                let rolls = played.rolls.iter().chain(&played.hidden_rolls);
                rolls.for_each(|roll| drop(self.dice.remove(roll.label())));
                self.replay(before, &played.events, play);
                self.events.extend(played.events.iter().map(|event| show::<G>(&self.seats, event)));
                true
            }
            Err(faults) => {
                faults.iter().for_each(|fault| self.fault(fault));
                false
            }
        }
    }

    /// Dice that a case does not script are no finding of the game's.
    fn fault(&mut self, fault: &Fault) {
        if fault.finding.code == "dice/unsound" {
            self.complain(fault.finding.message.clone());
        } else {
            self.findings.push(finding(&fault.finding));
        }
    }

    /// The events alone must lead to the same position; and those that a seat may know of to what it may know.
    fn replay<G: Ruled>(&mut self, state: State<G>, events: &[Value], play: &Play<G>) {
        let own = events.iter().filter(|e| e.get("table").is_none());
        let events: Vec<G::Event> =
            own.map(|e| serde_json::from_value(e.clone()).expect("an event of the game")).collect();
        let seats = (0..self.seats.len() as u8).map(|seat| Viewer::Seat(Seat(seat)));
        for viewer in seats.chain([Viewer::Public, Viewer::Referee]) {
            let (mut copy, known) = (state.seen_by(viewer), play.state().seen_by(viewer));
            for event in &events {
                if G::audience(&copy, event).has(viewer) {
                    G::apply(&mut copy, event);
                }
            }
            if copy.public != known.public || copy.private != known.private {
                self.complain(format!("the events do not lead to the position for {viewer:?}"));
            }
        }
    }

    fn compare(&mut self, case: &Case) {
        let texts = |findings: &[Finding]| sorted(findings.iter().map(ToString::to_string).collect());
        let (wanted, found) = (texts(&case.findings), texts(&self.findings));
        self.differ("findings", &wanted, &found);
        for help in case.helps.iter().filter(|help| !self.helps.contains(help)) {
            self.complaints.push(format!("  no help is {help:?}: {:?}", self.helps));
        }
        let is_playable = self.after.is_some();
        if !is_playable && (case.events.is_some() || case.after.is_some()) {
            self.complain("nothing can happen, but the case says what does".to_owned());
        } else if is_playable {
            let events = std::mem::take(&mut self.events);
            self.differ("events", case.events.as_deref().unwrap_or_default(), &events);
            let found = sorted(self.after.take().unwrap_or_default());
            self.differ("after", &sorted(case.after.clone().unwrap_or_default()), &found);
            if case.events.is_none() || case.after.is_none() {
                self.complain("the case must say what happens: EVENTS and AFTER".to_owned());
            }
        }
        for label in std::mem::take(&mut self.dice).into_keys() {
            self.complain(format!("nothing is rolled for {label:?}"));
        }
    }

    fn differ(&mut self, what: &str, wanted: &[String], found: &[String]) {
        if wanted == found {
            return;
        }
        self.complain(format!("{what}:"));
        let lines = wanted.iter().filter(|l| !found.contains(l)).map(|l| format!("- {l}"));
        let lines: Vec<String> =
            lines.chain(found.iter().filter(|l| !wanted.contains(l)).map(|l| format!("+ {l}"))).collect();
        if lines.is_empty() {
            self.complain(format!("  in another order or number: {}", found.join(" | ")));
        }
        lines.into_iter().for_each(|line| self.complain(format!("  {line}")));
    }
}

fn sorted(mut lines: Vec<String>) -> Vec<String> {
    lines.sort();
    lines
}

/// Whether anything is asked of a seat, waited for or not.
fn is_asked(play: &impl Table, seat: Seat) -> bool {
    match play.awaiting() {
        Awaiting::Decisions(asked) => asked.iter().any(|a: &Asked| a.seat == seat),
        Awaiting::Over { .. } => false,
    }
}

/// Whether a sheet gives the game up, which waits for nobody.
fn gives_up(letter: &Letter) -> bool {
    letter.lines.iter().any(|line| line == "concede")
}

fn finding(found: &Diagnostic) -> Finding {
    let class = match found.class {
        Class::Malformed => "malformed",
        Class::Illegal => "illegal",
        Class::Warning => "warning",
        Class::Repair => "repair",
    };
    let about = if found.line == 0 { "-" } else { found.text.trim() };
    Finding { class: class.to_owned(), code: found.code.to_owned(), about: about.to_owned() }
}

/// An event of the history in one line.
fn show<G: Ruled>(seats: &[String], event: &Value) -> String {
    match event.get("table") {
        Some(inner) => table(&serde_json::from_value(inner.clone()).expect("an event of the table")),
        None => G::show(seats, &serde_json::from_value(event.clone()).expect("an event of the game")),
    }
}

/// An event of the table in one line.
fn table(event: &TableEvent) -> String {
    match event {
        TableEvent::DrawOffered { seat } => format!("draw-offered {seat}"),
        TableEvent::DrawLapsed { seat } => format!("draw-lapsed {seat}"),
        TableEvent::Dropped { seat, line, code, why } => format!("dropped {seat} {code} {line}: {why}"),
        TableEvent::TakenAhead { seat, orders, branches } => {
            let from =
                if branches.is_empty() { String::new() } else { format!(" from {}", list(branches, ", ")) };
            format!("taken-ahead {seat} {}{from}", list(orders, "; "))
        }
        TableEvent::Disarmed { seat, line, why } if line.is_empty() => format!("disarmed {seat} - {why}"),
        TableEvent::Disarmed { seat, line, why } => format!("disarmed {seat} {line}: {why}"),
        TableEvent::Stopped { seat, condition } => format!("stopped {seat}: {condition}"),
        TableEvent::Missing { seat } => format!("missing {seat}"),
    }
}

/// Items as text with something between.
pub fn list<T: ToString>(items: &[T], glue: &str) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join(glue)
}
