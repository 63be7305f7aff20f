//! A game in progress: reads sheets, judges them, resolves steps, keeps what was sent ahead.
//!
//! One path serves turns, replays and previews: letters of canonical lines go in, events come out.

mod ahead;
mod event;
mod judge;
mod sorted;
mod step;

pub use event::{TABLE_EVENTS, TableEvent, kind_of};

use judge::not_ahead;
use sorted::{Sorted, numbered, plain_line};
use step::Run;

use super::dice::Dice;
use super::game::{Answer, Game, Leaving, Limit, Need, Origin, Outcome, Pending, State, Status, View};
use super::module::{Asked, Awaiting, Checked, Fault, Letter, Played, Table, Telling};
use super::note::Note;
use super::options::Refusal;
use super::orders::diagnostic::{Class, Diagnostic};
use super::orders::sheet::{self, Grammars, Sheet, Source};
use super::orders::wrapper::RawLine;
use super::picture::Picture;
use super::report::Doc;
use super::seat::{Seat, Viewer};
use super::terms::{OrdersPolicy, REFEREE, Terms};
use super::text::capital;
use super::time::Instant;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::any::Any;
use std::collections::BTreeMap;

/// What the kernel itself keeps between steps; part of the public position.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
struct Agenda {
    /// Seats whose offer of a draw stands.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    draw_offered_by: Vec<String>,
    /// Canonical lines that a seat has sent ahead.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    sent_ahead: BTreeMap<String, Vec<String>>,
}

/// A game in progress.
pub struct Play<G: Game> {
    state: State<G>,
    seats: Vec<String>,
    policy: OrdersPolicy,
    agenda: Agenda,
}

impl<G: Game> Clone for Play<G> {
    fn clone(&self) -> Self {
        Self {
            state: self.state.clone(),
            seats: self.seats.clone(),
            policy: self.policy,
            agenda: self.agenda.clone(),
        }
    }
}

impl<G: Game> Play<G> {
    /// Sets a game up by its terms.
    ///
    /// Errors: everything that is wrong with the terms or components, all at once.
    pub fn new(terms: &Terms, components: Option<&Value>) -> Result<Self, Vec<Refusal>> {
        let setting = std::sync::Arc::new(G::setting(terms, components)?);
        let (public, private, referee) = G::setup(&setting);
        Ok(Self {
            state: State { setting, public, private, referee },
            seats: terms.seats.clone(),
            policy: terms.orders,
            agenda: Agenda::default(),
        })
    }

    /// A game at any position, for cases and examples.
    pub fn at(state: State<G>, seats: Vec<String>, policy: OrdersPolicy) -> Self {
        Self { state, seats, policy, agenda: Agenda::default() }
    }

    /// The state of the game.
    pub fn state(&self) -> &State<G> {
        &self.state
    }

    fn name(&self, seat: Seat) -> String {
        self.seats.get(seat.index()).cloned().unwrap_or_default()
    }

    /// Whether a seat is a player's who is still in the game.
    fn plays(&self, seat: Seat) -> bool {
        self.seats.get(seat.index()).is_some_and(|name| name != REFEREE) && G::is_in_game(&self.state, seat)
    }

    /// What a seat has sent ahead or offered goes with it when it leaves, and all of it when the game is over.
    fn forget_who_left(&mut self) {
        if matches!(G::status(&self.state), Status::Over(_)) {
            self.agenda = Agenda::default();
            return;
        }
        let mut agenda = std::mem::take(&mut self.agenda);
        let plays = |name: &String| {
            let seat = self.seats.iter().position(|seat| seat == name);
            seat.is_some_and(|seat| self.plays(Seat(seat as u8)))
        };
        agenda.draw_offered_by.retain(|name| plays(name));
        agenda.sent_ahead.retain(|name, _| plays(name));
        self.agenda = agenda;
    }

    /// Whether a seat may answer what it is asked by doing nothing.
    fn may_pass(&self, seat: Seat) -> bool {
        let Some(decision) = self.decision(seat) else { return false };
        let grammars = self.grammars(seat, Some(&decision));
        let orders =
            Sorted::<G>::new(sheet::read(&numbered(&["pass".to_owned()]), &grammars, false).items).orders();
        let answer = Answer { seat, orders, sent: None, origin: Origin::Letter };
        !answer.orders.is_empty() && G::check(&self.view(seat), &decision, &answer).is_empty()
    }

    fn is_secretive(&self) -> bool {
        G::keeps_secrets(&self.state.setting)
    }

    fn pending(&self) -> Vec<Pending<G::Decision>> {
        match G::status(&self.state) {
            Status::Awaiting(pending) => pending,
            Status::Over(_) => Vec::new(),
        }
    }

    fn is_required(&self, seat: Seat) -> bool {
        self.pending().iter().any(|p| p.seat == seat && p.need == Need::Required)
    }

    fn decision(&self, seat: Seat) -> Option<G::Decision> {
        self.pending().into_iter().find(|p| p.seat == seat).map(|p| p.decision)
    }

    fn view(&self, seat: Seat) -> View<'_, G> {
        self.state.view(Viewer::Seat(seat))
    }

    fn grammars(&self, seat: Seat, decision: Option<&G::Decision>) -> Grammars<G::Order, G::Fact> {
        let view = self.view(seat);
        let now = decision.map(|d| G::grammar(&view, Some(d)));
        Grammars { now, any: G::grammar(&view, None), facts: G::facts(&view) }
    }

    /// What a blank turn file suggests must be allowed as it stands, the line beside others or the sheet as a whole.
    fn may_be_given(&self, seat: Seat, note: &Note) -> bool {
        let (lines, is_whole) = match note {
            Note::Text(_) => return true,
            Note::Order(order, _) => (std::slice::from_ref(order), false),
            Note::OneWay(orders) => (orders.as_slice(), true),
        };
        let checked = self.check(seat, &numbered(lines), None);
        !checked.findings.iter().any(|f| f.is_error() && (is_whole || f.line > 0))
    }

    /// How the game ended, as a sentence.
    fn ending(&self, outcome: &Outcome) -> String {
        match (outcome.winners.as_slice(), outcome.side) {
            ([], Some(side)) => capital(&format!("{side} wins: {}.", outcome.reason)),
            ([], None) => format!("The game is drawn: {}.", outcome.reason),
            (winners, _) => {
                let names: Vec<String> = winners.iter().map(|s| self.name(*s)).collect();
                let win = if names.len() == 1 { "wins" } else { "win" };
                capital(&format!("{} {win}: {}.", names.join(" and "), outcome.reason))
            }
        }
    }

    /// A picture; that of a game that is over says who has won.
    fn ended(&self, mut picture: Picture) -> Picture {
        if let (Status::Over(outcome), true) = (G::status(&self.state), picture.is_drawn()) {
            let title = &mut picture.scene.title;
            *title = format!("{title}. {}", self.ending(&outcome));
        }
        picture
    }

    fn read(&self, seat: Seat, lines: &[RawLine], mended: bool) -> Sheet<G::Order, G::Fact> {
        let mut sheet = sheet::read(lines, &self.grammars(seat, self.decision(seat).as_ref()), mended);
        for finding in sheet.findings.iter_mut().filter(|f| f.code == "order/not-now") {
            if !self.plays(seat) {
                let source = Source { line: finding.line, text: finding.text.clone() };
                *finding = self.not_playing(seat, &source);
                continue;
            }
            finding.hint = Some(format!("take it out{}", self.instead(seat, &finding.text)));
        }
        sheet
    }

    /// What may become of an order that is not asked for now: a later decision's is sent ahead, where that is allowed.
    fn instead(&self, seat: Seat, order: &str) -> String {
        if self.is_secretive() {
            return ", and send it when it is asked for".to_owned();
        }
        let block = ["next", order, "end"].map(str::to_owned);
        let ahead = self.check(seat, &numbered(&block), None);
        match ahead.verdicts.into_iter().find(|verdict| verdict.line == 2 && verdict.verdict == "illegal") {
            Some(against) => format!(": {}", against.because),
            None => "; or send it ahead, between a line next and a line end".to_owned(),
        }
    }
}

/// Events of the game itself; those of the table, such as an offer of a draw, are left out.
fn typed<G: Game>(events: &[Value]) -> Vec<G::Event> {
    events.iter().filter_map(|event| G::Event::deserialize(event).ok()).collect()
}

impl<G: Game> Table for Play<G> {
    fn duplicate(&self) -> Box<dyn Table> {
        Box::new(self.clone())
    }

    fn awaiting(&self) -> Awaiting {
        match G::status(&self.state) {
            Status::Over(outcome) => {
                Awaiting::Over { ending: self.ending(&outcome), winners: outcome.winners }
            }
            Status::Awaiting(pending) => Awaiting::Decisions(
                pending
                    .into_iter()
                    .map(|p| Asked {
                        seat: p.seat,
                        decision: p.decision.to_string(),
                        prompt: p.prompt,
                        need: p.need,
                        is_secret: p.is_secret,
                    })
                    .collect(),
            ),
        }
    }

    fn play(&mut self, letters: &[Letter], dice: Dice, telling: Telling) -> Result<Played, Vec<Fault>> {
        let played = Played { kind: "resolved", ..Played::default() };
        let mut run = Run { play: self.clone(), dice, telling, played };
        run.letters(letters)?;
        run.play.forget_who_left();
        is_sound(&run.dice, Seat(0)).map_err(|fault| vec![fault])?;
        *self = run.play;
        let is_cut_short = run.dice.are_awaited();
        let (rolls, hidden_rolls) = run.dice.into_rolls();
        Ok(Played { rolls, hidden_rolls, is_cut_short, ..run.played })
    }

    fn forfeit(&mut self, seat: Seat, by: Vec<Seat>) -> Result<Played, Fault> {
        let played = Played { kind: "conceded", ..Played::default() };
        let mut run = Run { play: self.clone(), dice: Dice::absent(), telling: Telling::Events, played };
        run.in_turn(|turn| G::leave(turn, seat, &Leaving::Forfeited(by)));
        run.play.forget_who_left();
        is_sound(&run.dice, seat)?;
        *self = run.play;
        Ok(run.played)
    }

    fn replay(&mut self, events: &[Value], telling: Telling) -> Result<Played, String> {
        let played = Played { kind: "resolved", ..Played::default() };
        let mut run = Run { play: self.clone(), dice: Dice::absent(), telling, played };
        run.replay(events)?;
        run.play.forget_who_left();
        *self = run.play;
        Ok(run.played)
    }

    fn has_dice(&self) -> bool {
        G::INFO.has_dice
    }

    fn hides(&self) -> Option<&'static str> {
        G::hides(&self.state.setting)
    }

    fn keeps_secrets(&self) -> bool {
        self.is_secretive()
    }

    fn seen_by(&self, viewer: Viewer) -> Box<dyn Table> {
        Box::new(Self { state: self.state.seen_by(viewer), ..self.clone() })
    }

    fn private(&self, viewer: Viewer) -> Value {
        let private = match viewer {
            Viewer::Seat(seat) => self.state.private.get(seat.index()),
            Viewer::Referee => Some(&self.state.referee),
            Viewer::Public => None,
        };
        private.map_or(Value::Null, |p| serde_json::to_value(p).unwrap_or_default())
    }

    fn can_roll(&self) -> bool {
        G::can_roll(&self.state)
    }

    fn are_allied(&self, one: Seat, other: Seat) -> bool {
        G::are_allied(&self.state, one, other)
    }

    fn interrupted(&self) -> Option<Seat> {
        G::interrupted(&self.state)
    }

    fn is_in_game(&self, seat: Seat) -> bool {
        G::is_in_game(&self.state, seat)
    }

    fn check(&self, seat: Seat, body: &[RawLine], sent: Option<Instant>) -> Checked {
        let read = self.read(seat, body, true);
        let bad_lines: Vec<usize> = read.findings.iter().filter(|f| f.is_error()).map(|f| f.line).collect();
        let unread: Vec<String> =
            body.iter().filter(|l| bad_lines.contains(&l.number)).map(|l| plain_line(&l.text)).collect();
        let sorted = Sorted::<G>::new(read.items);
        let mut findings = read.findings;
        let mut verdicts = Vec::new();
        self.judge_common(seat, &sorted, &mut findings, &mut verdicts);
        self.judge_firm(seat, &sorted, sent, &mut findings, &mut verdicts);
        self.judge_blocks(seat, &sorted.blocks, false, &mut findings, &mut verdicts);
        verdicts.sort_by_key(|v| v.line);
        findings.sort_by_key(|f| (f.line, f.span.start));
        let is_answer = !sorted.firm.is_empty();
        if !is_answer && sorted.common.is_empty() && unread.is_empty() && self.is_required(seat) {
            findings.push(
                Diagnostic::whole(Class::Warning, "orders/none", "no order here answers what is asked now")
                    .hinted(self.how_to_answer(seat)),
            );
        }
        Checked { findings, lines: sorted.lines(), unread, verdicts, is_answer }
    }

    fn check_reactions(&self, seat: Seat, body: &[RawLine]) -> Checked {
        let decision = G::reaction(&self.view(seat), seat);
        let read = sheet::read(body, &self.grammars(seat, decision.as_ref()), true);
        let sorted = Sorted::<G>::new(read.items);
        let (mut findings, mut verdicts) = (read.findings, Vec::new());
        for finding in findings.iter_mut().filter(|f| f.code == "order/not-now") {
            "this order reacts to nobody's turn".clone_into(&mut finding.message);
            finding.hint = Some("write it into a turn file when it is asked for".to_owned());
        }
        findings.extend(sorted.common.iter().map(|(common, source)| not_ahead(*common, source)));
        match &decision {
            Some(decision) => {
                self.judge_as(decision, seat, &sorted, None, &mut findings, &mut verdicts);
            }
            None => {
                let foreseen = sorted.firm.iter();
                verdicts
                    .extend(foreseen.map(|(o, source)| self.foresee(seat, o, source, false, &mut findings)));
            }
        }
        let is_answer = !sorted.firm.is_empty();
        Checked { findings, lines: sorted.lines(), unread: Vec::new(), verdicts, is_answer }
    }

    fn position(&self) -> Value {
        let mut position = serde_json::to_value(&self.state.public).unwrap_or_default();
        if self.agenda != Agenda::default()
            && let Some(map) = position.as_object_mut()
        {
            map.insert("agenda".to_owned(), serde_json::to_value(&self.agenda).unwrap_or_default());
        }
        position
    }

    fn render(&self, viewer: Viewer) -> Doc {
        G::render(&self.state.view(viewer))
    }

    fn picture(&self, viewer: Viewer, events: &[Value]) -> Picture {
        self.ended(G::picture(&self.state.view(viewer), &typed::<G>(events)))
    }

    fn picture_since(&self, before: &dyn Table, viewer: Viewer, events: &[Value]) -> Picture {
        match before.as_any().downcast_ref::<Self>() {
            Some(before) => {
                let views = (self.state.view(viewer), before.state.view(viewer));
                self.ended(G::picture_since(&views.0, &views.1, &typed::<G>(events)))
            }
            None => self.picture(viewer, events),
        }
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn form(&self, seat: Seat) -> Vec<Note> {
        let Some(decision) = self.decision(seat) else { return Vec::new() };
        let mut notes = G::notes(&self.view(seat), &decision);
        notes.retain(|note| self.may_be_given(seat, note));
        notes
    }

    fn kept(&self, seat: Seat) -> Vec<String> {
        let Some(decision) = self.decision(seat).filter(|_| self.is_required(seat)) else {
            return Vec::new();
        };
        let Some(lines) = self.agenda.sent_ahead.get(&self.name(seat)) else { return Vec::new() };
        let played = Played::default();
        let run = Run { play: self.clone(), dice: Dice::absent(), telling: Telling::Events, played };
        let chosen = run.choose(seat, &run.items_ahead(seat, lines), &decision);
        chosen.map_or(Vec::new(), |chosen| {
            chosen.answer.orders.iter().map(ToString::to_string).chain(chosen.next).collect()
        })
    }

    fn legal(&self, seat: Seat, after: &[String]) -> Result<Vec<String>, Vec<Fault>> {
        let Some(decision) = self.decision(seat) else { return Ok(Vec::new()) };
        let read = self.read(seat, &numbered(after), false);
        let faults: Vec<Fault> = read
            .findings
            .into_iter()
            .filter(Diagnostic::is_error)
            .map(|finding| Fault { seat, finding })
            .collect();
        if !faults.is_empty() {
            return Err(faults);
        }
        let orders = Sorted::<G>::new(read.items).orders();
        Ok(G::legal(&self.view(seat), &decision, &orders).map(|o| o.to_string()).collect())
    }

    fn how_to_answer(&self, seat: Seat) -> String {
        if self.may_pass(seat) {
            return "write pass on a line of its own to do nothing".to_owned();
        }
        let asked = self.pending().into_iter().find(|pending| pending.seat == seat);
        let what = asked.map_or(String::new(), |pending| format!("{}; ", pending.prompt));
        format!("{what}adjutant sheet FILE --seat {} says how that is written", self.name(seat))
    }

    fn defaults(&self, seat: Seat) -> Vec<String> {
        let Some(decision) = self.decision(seat) else { return Vec::new() };
        let mut orders = G::defaults(&self.view(seat), &decision);
        G::arrange(&mut orders);
        orders.iter().map(ToString::to_string).collect()
    }

    fn is_timed(&self) -> bool {
        G::is_timed(&self.state.setting)
    }

    fn limits(&self, seat: Seat, locked: Option<Instant>) -> Vec<Limit> {
        G::limits(&self.view(seat), seat, locked)
    }

    fn restart_clock(&mut self) {
        G::restart_clock(&mut self.state.public);
    }

    fn provenance(&self) -> Option<String> {
        G::provenance(&self.state.setting)
    }

    fn named(&self, value: Value) -> Value {
        G::named(&self.state.setting, value)
    }

    fn invariants(&self) -> Vec<String> {
        G::invariants(&self.state)
    }
}

/// That dice were rolled as they may be: each under a label of its own, and only where there are any.
fn is_sound(dice: &Dice, seat: Seat) -> Result<(), Fault> {
    match dice.fault() {
        Some(fault) => {
            let finding = Diagnostic::whole(Class::Illegal, "dice/unsound", fault.to_owned());
            Err(Fault { seat, finding })
        }
        None => Ok(()),
    }
}
