//! Plays a rule case by the code that the tool runs, and says where it goes another way.

use super::case::{Case, Finding, Step};
use super::show::show;
use adjutant::games::battle::Battle;
use adjutant::games::battle::data::Faction;
use adjutant::games::battle::event::Event;
use adjutant::games::battle::faction::{name, seat};
use adjutant::games::battle::state::{Public, Stage, Stalemate, Unit};
use adjutant::kernel::board::hex::Hex;
use adjutant::kernel::dice::Dice;
use adjutant::kernel::game::{Game, State};
use adjutant::kernel::module::{Awaiting, Letter, Table, Telling};
use adjutant::kernel::options::{Options, Refusal};
use adjutant::kernel::orders::diagnostic::{Class, Diagnostic};
use adjutant::kernel::orders::wrapper::RawLine;
use adjutant::kernel::play::Play;
use adjutant::kernel::seat::{Seat, Viewer};
use adjutant::kernel::terms::{Casters, DiceMode, OrdersPolicy, RulesId, Terms};
use serde_json::Value;
use std::collections::BTreeMap;

/// How many sheets a case may pass over.
const MAX_PASSES: usize = 100;

const SEATS: [&str; 2] = ["red", "blue"];

/// The terms of a case.
pub fn terms(case: &Case) -> Terms {
    Terms {
        name: "case".to_owned(),
        rules: RulesId { game: "battle".to_owned(), version: 1 },
        data: "-".to_owned(),
        scenario: case.scenario.clone(),
        options: Options(case.options.clone()),
        components: None,
        seats: SEATS.map(str::to_owned).to_vec(),
        dice: DiceMode::None,
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
pub fn open(case: &Case) -> Result<Play<Battle>, Vec<Refusal>> {
    let play = Play::<Battle>::new(&terms(case), case.components.as_ref())?;
    let Some((turn, faction)) = case.turn else { return Ok(play) };
    let state = play.state().clone();
    let mut public = Public::new(&state.setting);
    (public.turn, public.faction, public.stage) = (turn, faction, Stage::SubTurn);
    for (hex, unit) in &case.board {
        let place = public.place(*hex).unwrap_or_else(|| panic!("{hex} is not on the board"));
        assert!(public.unit(place).is_none(), "{hex} holds a headquarters");
        public.put(place, unit_of(&state, unit));
    }
    for (faction, count, unit) in &case.lost {
        let kind = state.setting.kind(unit).unwrap_or_else(|| panic!("{unit} is no unit of the card"));
        public.lost[*faction as usize][usize::from(kind)] += count;
    }
    public.stalemate = case.stalemate.map(|(by, turn)| Stalemate { by, turn });
    if let Some(clock) = &case.clock {
        public.last_sent = Some(clock.last);
        public.used = clock.used;
    }
    Ok(Play::at(State { public, ..state }, SEATS.map(str::to_owned).to_vec(), OrdersPolicy::Strict))
}

fn unit_of(state: &State<Battle>, text: &str) -> Unit {
    let (faction, id) = text.split_once(' ').unwrap_or(("", text));
    let faction = Faction::BOTH.into_iter().find(|f| name(*f) == faction);
    match (faction, state.setting.kind(id)) {
        (Some(faction), Some(kind)) => Unit { faction, kind },
        _ => panic!("{text} is no unit of the card"),
    }
}

/// Everything that goes otherwise than the case says.
pub fn complaints(case: &Case) -> Vec<String> {
    let mut run = Run::default();
    match open(case) {
        Ok(play) => run.play(case, play),
        Err(refusals) => run.refused(case, &refusals),
    }
    run.compare(case);
    run.complaints
}

/// What a case comes to.
#[derive(Default)]
struct Run {
    findings: Vec<Finding>,
    events: Vec<String>,
    after: Option<BTreeMap<Hex, String>>,
    complaints: Vec<String>,
    /// Sheets of a step for which others have yet to order.
    waiting: Vec<Letter>,
}

impl Run {
    fn complain(&mut self, text: String) {
        self.complaints.push(format!("  {text}"));
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

    fn play(&mut self, case: &Case, mut play: Play<Battle>) {
        let before = units(&play);
        self.invariants(&play);
        for (i, step) in case.steps.iter().enumerate() {
            let goes_on = match step {
                Step::Sheet { by, sent, lines, sealed } => {
                    let lines = lines.clone();
                    let letter =
                        Letter { seat: seat(*by), lines, sent: *sent, missing: false, is_locked: *sealed };
                    self.sheet(&mut play, letter)
                }
                Step::Pass(turn, faction) => self.pass(&mut play, *turn, *faction),
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
            self.after = Some(changes(&before, &units(&play)));
        }
    }

    fn invariants(&mut self, play: &Play<Battle>) {
        for broken in play.invariants() {
            self.complain(format!("broken: {broken}"));
        }
    }

    /// Both pass until a sub-turn begins; what happens on the way is not listed.
    fn pass(&mut self, play: &mut Play<Battle>, turn: u16, faction: Faction) -> bool {
        let listed = self.events.len();
        for _ in 0..MAX_PASSES {
            if (play.state().public.turn, play.state().public.faction) == (turn, faction) {
                self.events.truncate(listed);
                return true;
            }
            let by = play.state().public.faction;
            let over = matches!(play.awaiting(), Awaiting::Over { .. });
            let lines = vec!["pass".to_owned()];
            let letter = Letter { seat: seat(by), lines, sent: None, missing: false, is_locked: false };
            if over || !self.sheet(play, letter) {
                break;
            }
        }
        self.complain(format!("turn {turn} does not come"));
        false
    }

    /// Checks one sheet and plays it, with those that waited for it; false if it cannot be played. What is sealed is
    /// not checked: it stands as it is.
    fn sheet(&mut self, play: &mut Play<Battle>, mut letter: Letter) -> bool {
        if !letter.is_locked {
            let lines = letter.lines.iter().enumerate();
            let body: Vec<RawLine> = lines.map(|(i, l)| RawLine { number: i + 1, text: l.clone() }).collect();
            let checked = play.check(letter.seat, &body, letter.sent);
            self.findings.extend(checked.findings.iter().map(finding));
            if checked.findings.iter().any(Diagnostic::is_error) {
                return false;
            }
            letter.lines = checked.lines;
        }
        self.waiting.push(letter);
        let has_sent = |by: &Seat| self.waiting.iter().any(|l| l.seat == *by);
        if !play.awaiting().required().iter().all(has_sent)
            && self.waiting.iter().all(|l| is_asked(play, l.seat))
        {
            return true;
        }
        let letters = std::mem::take(&mut self.waiting);
        let before = play.state().clone();
        match play.play(&letters, Dice::absent(), Telling::Sentences(Viewer::Public)) {
            Ok(played) => {
                self.replay(before, &played.events, play);
                self.events.extend(played.events.iter().map(show));
                true
            }
            Err(faults) => {
                self.findings.extend(faults.iter().map(|f| finding(&f.finding)));
                false
            }
        }
    }

    /// The events alone must lead to the same position.
    fn replay(&mut self, mut state: State<Battle>, events: &[Value], play: &Play<Battle>) {
        for event in events.iter().filter(|e| e.get("table").is_none()) {
            let event: Event = serde_json::from_value(event.clone()).expect("an event of the game");
            Battle::apply(&mut state, &event);
        }
        if state.public != play.state().public {
            self.complain("the events do not lead to the position".to_owned());
        }
    }

    fn compare(&mut self, case: &Case) {
        let texts = |findings: &[Finding]| {
            let mut texts: Vec<String> = findings.iter().map(ToString::to_string).collect();
            texts.sort();
            texts
        };
        let (wanted, found) = (texts(&case.findings), texts(&self.findings));
        self.differ("findings", &wanted, &found);
        let is_playable = self.after.is_some();
        if !is_playable && (case.events.is_some() || case.after.is_some()) {
            self.complain("nothing can happen, but the case says what does".to_owned());
        } else if is_playable {
            let after = |map: &BTreeMap<Hex, String>| -> Vec<String> {
                map.iter().map(|(hex, unit)| format!("{hex} {unit}")).collect()
            };
            let events = std::mem::take(&mut self.events);
            self.differ("events", case.events.as_deref().unwrap_or_default(), &events);
            let found = after(&self.after.take().unwrap_or_default());
            self.differ("after", &case.after.as_ref().map(after).unwrap_or_default(), &found);
            if case.events.is_none() || case.after.is_none() {
                self.complain("the case must say what happens: EVENTS and AFTER".to_owned());
            }
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

fn is_asked(play: &Play<Battle>, seat: Seat) -> bool {
    play.awaiting().required().contains(&seat)
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

fn units(play: &Play<Battle>) -> BTreeMap<Hex, String> {
    let position = play.position();
    let units = position["units"].as_object().into_iter().flatten();
    units.filter_map(|(hex, unit)| Some((hex.parse().ok()?, unit.as_str()?.to_owned()))).collect()
}

/// The hexes that hold something else than before.
fn changes(before: &BTreeMap<Hex, String>, after: &BTreeMap<Hex, String>) -> BTreeMap<Hex, String> {
    let hexes = before.keys().chain(after.keys());
    hexes
        .filter(|hex| before.get(hex) != after.get(hex))
        .map(|hex| (*hex, after.get(hex).map_or("nobody", String::as_str).to_owned()))
        .collect()
}
