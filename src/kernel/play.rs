//! A game in progress: reads sheets, judges them, resolves steps, keeps what was sent ahead.
//!
//! One path serves turns, replays and previews: letters of canonical lines go in, events come out.

use super::game::{Answer, Game, Need, Origin, Pending, Ruling, State, Status, Turn, View};
use super::module::{Asked, Awaiting, Checked, Fault, Letter, Played, Table, Telling, Told, Verdict};
use super::options::Refusal;
use super::orders::condition::{Condition, Outlook};
use super::orders::diagnostic::{Class, Diagnostic};
use super::orders::sheet::{self, Common, Grammars, Item, Order, Sheet, Source};
use super::orders::wrapper::RawLine;
use super::picture::Picture;
use super::report::Doc;
use super::seat::{Seat, Viewer};
use super::terms::{OrdersPolicy, Terms};
use super::time::Instant;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// How many decisions in a row provisional orders may answer within one step.
const MAX_AHEAD: usize = 64;

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

/// Something that happened at the table rather than on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TableEvent {
    /// A draw was offered.
    DrawOffered {
        /// By whom.
        seat: String,
    },
    /// A line of a sheet was dropped under lenient terms.
    Dropped {
        /// Whose.
        seat: String,
        /// The line.
        line: String,
        /// The code of what is wrong with it.
        code: String,
        /// Why, as a sentence.
        why: String,
    },
    /// Orders sent ahead answered a decision.
    TakenAhead {
        /// Whose.
        seat: String,
        /// Which orders.
        orders: Vec<String>,
    },
    /// Orders sent ahead do not count; the seat is asked.
    Disarmed {
        /// Whose.
        seat: String,
        /// The order, or nothing where it concerns all of them.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        line: String,
        /// Why, as a sentence.
        why: String,
    },
    /// A seat sent nothing and its defaults were taken.
    Missing {
        /// Whose.
        seat: String,
    },
}

/// The kinds of table events as they stand in the history.
pub const TABLE_EVENTS: [&str; 5] = ["draw-offered", "dropped", "taken-ahead", "disarmed", "missing"];

/// The key under which a table event stands in the history.
const TABLE_KEY: &str = "table";

impl TableEvent {
    fn sentence(&self) -> String {
        match self {
            Self::DrawOffered { seat } => format!("{seat} offers a draw."),
            Self::Dropped { seat, line, why, .. } => format!("{seat}'s line {line:?} is dropped: {why}."),
            Self::TakenAhead { seat, .. } => format!("{seat}'s orders sent ahead are taken."),
            Self::Disarmed { seat, line, why } if line.is_empty() => {
                format!("{seat}'s orders sent ahead do not count: {why}.")
            }
            Self::Disarmed { seat, line, why } => {
                format!("{seat}'s order {line:?}, sent ahead, does not count: {why}.")
            }
            Self::Missing { seat } => format!("{seat} sent nothing; the defaults are taken."),
        }
    }
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

    fn pending(&self) -> Vec<Pending<G::Decision>> {
        match G::status(&self.state) {
            Status::Awaiting(pending) => pending,
            Status::Over(_) => Vec::new(),
        }
    }

    fn decision(&self, seat: Seat) -> Option<G::Decision> {
        self.pending().into_iter().find(|p| p.seat == seat).map(|p| p.decision)
    }

    fn view(&self, seat: Seat) -> View<'_, G> {
        self.state.view(Viewer::Seat(seat))
    }

    fn grammars(&self, seat: Seat) -> Grammars<G::Order, G::Fact> {
        let view = self.view(seat);
        let now = self.decision(seat).map(|d| G::grammar(&view, Some(&d)));
        Grammars { now, any: G::grammar(&view, None), facts: G::facts(&view) }
    }

    fn read(&self, seat: Seat, lines: &[RawLine], mended: bool) -> Sheet<G::Order, G::Fact> {
        sheet::read(lines, &self.grammars(seat), mended)
    }
}

type Items<G> = Vec<Item<<G as Game>::Order, <G as Game>::Fact>>;

/// A sheet's items by kind.
struct Sorted<G: Game> {
    firm: Vec<(G::Order, Source)>,
    common: Vec<(Common, Source)>,
    blocks: Items<G>,
}

impl<G: Game> Sorted<G> {
    /// Sorts items; orders are put into canonical order.
    fn new(items: Items<G>) -> Self {
        let mut sorted = Self { firm: Vec::new(), common: Vec::new(), blocks: Vec::new() };
        for item in items {
            match item {
                Item::Order(Order::Game(order), source) => sorted.firm.push((order, source)),
                Item::Order(Order::Common(common), source) => sorted.common.push((common, source)),
                block => sorted.blocks.push(arranged::<G>(block)),
            }
        }
        sorted.firm = arrange_pairs::<G>(sorted.firm);
        // Where blocks stand side by side all of them count, so their order says as little as that of orders.
        sorted.blocks.sort_by_cached_key(|block| (matches!(block, Item::Next(..)), block.lines()));
        sorted
    }

    fn orders(&self) -> Vec<G::Order> {
        self.firm.iter().map(|(order, _)| order.clone()).collect()
    }

    fn block_lines(&self) -> Vec<String> {
        self.blocks.iter().flat_map(Item::lines).collect()
    }

    fn lines(&self) -> Vec<String> {
        let firm = self.firm.iter().map(|(order, _)| order.to_string());
        let common = self.common.iter().map(|(common, _)| common.to_string());
        firm.chain(common).chain(self.block_lines()).collect()
    }
}

/// Puts orders into canonical order and keeps each with its source.
fn arrange_pairs<G: Game>(pairs: Vec<(G::Order, Source)>) -> Vec<(G::Order, Source)> {
    let mut orders: Vec<G::Order> = pairs.iter().map(|(order, _)| order.clone()).collect();
    G::arrange(&mut orders);
    let mut left = pairs;
    orders
        .into_iter()
        .filter_map(|order| left.iter().position(|(o, _)| *o == order).map(|at| left.remove(at)))
        .collect()
}

/// A block with the orders in it arranged, level by level: orders first, then inner blocks.
fn arranged<G: Game>(block: Item<G::Order, G::Fact>) -> Item<G::Order, G::Fact> {
    match block {
        Item::Next(items, source) => Item::Next(arranged_items::<G>(items), source),
        Item::If(mut branches, source) => {
            for branch in &mut branches {
                branch.items = arranged_items::<G>(std::mem::take(&mut branch.items));
            }
            Item::If(branches, source)
        }
        other => other,
    }
}

fn arranged_items<G: Game>(items: Items<G>) -> Items<G> {
    let sorted = Sorted::<G>::new(items);
    let firm = sorted.firm.into_iter().map(|(order, source)| Item::Order(Order::Game(order), source));
    let common = sorted.common.into_iter().map(|(common, source)| Item::Order(Order::Common(common), source));
    firm.chain(common).chain(sorted.blocks).collect()
}

impl<G: Game> Table for Play<G> {
    fn duplicate(&self) -> Box<dyn Table> {
        Box::new(self.clone())
    }

    fn awaiting(&self) -> Awaiting {
        match G::status(&self.state) {
            Status::Over(outcome) => Awaiting::Over {
                ending: match outcome.winners.as_slice() {
                    [] => format!("The game is drawn: {}.", outcome.reason),
                    winners => {
                        let names: Vec<String> = winners.iter().map(|s| self.name(*s)).collect();
                        capital(&format!("{} wins: {}.", names.join(" and "), outcome.reason))
                    }
                },
                winners: outcome.winners,
            },
            Status::Awaiting(pending) => Awaiting::Decisions(
                pending
                    .into_iter()
                    .map(|p| Asked {
                        seat: p.seat,
                        decision: p.decision.to_string(),
                        prompt: p.prompt,
                        need: p.need,
                    })
                    .collect(),
            ),
        }
    }

    fn play(&mut self, letters: &[Letter], telling: Telling) -> Result<Played, Vec<Fault>> {
        let mut run =
            Run { play: self.clone(), telling, played: Played { kind: "resolved", ..Played::default() } };
        run.letters(letters)?;
        *self = run.play;
        Ok(run.played)
    }

    fn check(&self, seat: Seat, body: &[RawLine], sent: Option<Instant>) -> Checked {
        let read = self.read(seat, body, true);
        let bad_lines: Vec<usize> = read.findings.iter().filter(|f| f.is_error()).map(|f| f.line).collect();
        let unread =
            body.iter().filter(|l| bad_lines.contains(&l.number)).map(|l| plain_line(&l.text)).collect();
        let sorted = Sorted::<G>::new(read.items);
        let mut findings = read.findings;
        let mut verdicts = Vec::new();
        self.judge_common(&sorted, &mut findings, &mut verdicts);
        self.judge_firm(seat, &sorted, sent, &mut findings, &mut verdicts);
        self.judge_blocks(seat, &sorted.blocks, false, &mut findings, &mut verdicts);
        verdicts.sort_by_key(|v| v.line);
        findings.sort_by_key(|f| (f.line, f.span.start));
        let is_answer = !sorted.firm.is_empty();
        Checked { findings, lines: sorted.lines(), unread, verdicts, is_answer }
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
        let events: Vec<G::Event> =
            events.iter().filter_map(|e| serde_json::from_value(e.clone()).ok()).collect();
        G::picture(&self.state.view(viewer), &events)
    }

    fn form(&self, seat: Seat) -> Vec<String> {
        match self.decision(seat) {
            Some(decision) => G::notes(&self.view(seat), &decision),
            None => Vec::new(),
        }
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

    fn defaults(&self, seat: Seat) -> Vec<String> {
        let Some(decision) = self.decision(seat) else { return Vec::new() };
        let mut orders = G::defaults(&self.view(seat), &decision);
        G::arrange(&mut orders);
        orders.iter().map(ToString::to_string).collect()
    }

    fn is_timed(&self) -> bool {
        G::is_timed(&self.state.setting)
    }

    fn is_overdue(&self, seat: Seat, now: Instant) -> bool {
        G::is_overdue(&self.view(seat), seat, now)
    }

    fn provenance(&self) -> Option<String> {
        G::provenance(&self.state.setting)
    }

    fn invariants(&self) -> Vec<String> {
        G::invariants(&self.state)
    }
}

/// Canonical lines with numbers from 1.
fn numbered(lines: &[String]) -> Vec<RawLine> {
    lines.iter().enumerate().map(|(i, text)| RawLine { number: i + 1, text: text.clone() }).collect()
}

/// The most characters of a line that could not be read which are kept in the history.
const MAX_UNREAD: usize = 80;

/// A line that could not be read, made fit to stand in the history: single spaces, and cut off so that what is left
/// cannot be taken for an order.
fn plain_line(text: &str) -> String {
    let words: Vec<&str> =
        text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|w| !w.is_empty()).collect();
    let line = words.join(" ");
    match line.char_indices().nth(MAX_UNREAD) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

// Judging a turn file before it is played.
impl<G: Game> Play<G> {
    fn judge_common(&self, sorted: &Sorted<G>, findings: &mut Vec<Diagnostic>, verdicts: &mut Vec<Verdict>) {
        for (common, source) in &sorted.common {
            let fault = self.common_fault(*common, sorted.common.len() > 1 || !sorted.firm.is_empty());
            verdicts.push(verdict(source, common.to_string(), fault.is_none(), ""));
            if let Some((code, message)) = fault {
                findings.push(Diagnostic::at_line(Class::Illegal, code, source.line, &source.text, message));
            }
        }
    }

    /// What is wrong with an order that belongs to no game in particular.
    fn common_fault(&self, common: Common, accompanied: bool) -> Option<(&'static str, &'static str)> {
        match common {
            Common::AcceptDraw if self.agenda.draw_offered_by.is_empty() => {
                Some(("draw/not-offered", "no draw has been offered"))
            }
            Common::AcceptDraw | Common::Concede if accompanied => {
                Some(("order/ends-game", "this ends the game: send it without other orders"))
            }
            _ => None,
        }
    }

    fn judge_firm(
        &self,
        seat: Seat,
        sorted: &Sorted<G>,
        sent: Option<Instant>,
        findings: &mut Vec<Diagnostic>,
        verdicts: &mut Vec<Verdict>,
    ) {
        if sorted.firm.is_empty() {
            return;
        }
        let Some(decision) = self.decision(seat) else {
            findings.extend(sorted.firm.iter().map(|(_, source)| not_asked(source)));
            return;
        };
        let answer = Answer { seat, orders: sorted.orders(), sent, origin: Origin::Letter };
        let rulings = G::check(&self.view(seat), &decision, &answer);
        for (i, (order, source)) in sorted.firm.iter().enumerate() {
            let against: Vec<&Ruling> = rulings.iter().filter(|r| r.order == Some(i)).collect();
            let because = against.first().map_or(String::new(), |r| format!("{} {}", r.rule, r.fact));
            verdicts.push(verdict(source, order.to_string(), against.is_empty(), &because));
        }
        findings.extend(
            rulings.iter().map(|r| illegal(r, r.order.and_then(|i| sorted.firm.get(i)).map(|p| &p.1))),
        );
    }

    /// Judges provisional orders; `dead` where they stand in a branch that cannot be reached.
    fn judge_blocks(
        &self,
        seat: Seat,
        items: &Items<G>,
        dead: bool,
        findings: &mut Vec<Diagnostic>,
        verdicts: &mut Vec<Verdict>,
    ) {
        for item in items {
            match item {
                Item::Order(Order::Common(common), source) => {
                    let message = format!("{common} cannot be sent ahead");
                    findings.push(
                        Diagnostic::at_line(
                            Class::Illegal,
                            "order/not-ahead",
                            source.line,
                            &source.text,
                            message,
                        )
                        .hinted("write it outside any block when the time has come"),
                    );
                }
                Item::Order(Order::Game(order), source) => {
                    verdicts.push(self.foresee(seat, order, source, dead, findings));
                }
                Item::Next(inner, _) => self.judge_blocks(seat, inner, dead, findings, verdicts),
                Item::StopWhen(..) => {}
                Item::If(branches, _) => {
                    let mut decided = dead;
                    for branch in branches {
                        let outlook =
                            branch.condition.as_ref().map_or(Outlook::Depends, |c| self.outlook(seat, c));
                        let unreachable = decided || outlook == Outlook::Never;
                        self.judge_blocks(seat, &branch.items, unreachable, findings, verdicts);
                        decided |= outlook == Outlook::Always;
                    }
                }
            }
        }
    }

    fn outlook(&self, seat: Seat, condition: &Condition<G::Fact>) -> Outlook {
        let view = self.view(seat);
        condition.outlook(&|fact| G::outlook(&view, fact))
    }

    fn foresee(
        &self,
        seat: Seat,
        order: &G::Order,
        source: &Source,
        dead: bool,
        findings: &mut Vec<Diagnostic>,
    ) -> Verdict {
        let text = order.to_string();
        if dead {
            let message = "this line can never be reached";
            findings.push(Diagnostic::at_line(
                Class::Warning,
                "block/unreachable",
                source.line,
                &source.text,
                message,
            ));
            let because = "its condition cannot hold, or one before it always does".to_owned();
            return Verdict { line: source.line, order: text, verdict: "unreachable", because };
        }
        match G::foresee(&self.view(seat), order) {
            Ok(because) => Verdict { line: source.line, order: text, verdict: "possible", because },
            Err(ruling) => {
                let because = format!("{} {}", ruling.rule, ruling.fact);
                let mut warning = illegal(&ruling, Some(source));
                warning.class = Class::Warning;
                findings.push(warning);
                Verdict { line: source.line, order: text, verdict: "illegal", because }
            }
        }
    }
}

fn verdict(source: &Source, order: String, legal: bool, because: &str) -> Verdict {
    let verdict = if legal { "legal" } else { "illegal" };
    Verdict { line: source.line, order, verdict, because: because.to_owned() }
}

fn not_asked(source: &Source) -> Diagnostic {
    Diagnostic::at_line(
        Class::Illegal,
        "order/not-asked",
        source.line,
        &source.text,
        "this seat is not asked for orders now",
    )
    .hinted("put it between next and end to send it ahead")
}

fn illegal(ruling: &Ruling, source: Option<&Source>) -> Diagnostic {
    let mut found = match source {
        Some(source) => {
            Diagnostic::at_line(Class::Illegal, ruling.code, source.line, &source.text, ruling.fact.clone())
        }
        None => Diagnostic::whole(Class::Illegal, ruling.code, ruling.fact.clone()),
    };
    found.rule = Some(ruling.rule);
    found.hint.clone_from(&ruling.hint);
    found
}

/// A letter with its lines read.
struct Read<G: Game> {
    seat: Seat,
    sorted: Sorted<G>,
    /// Lines that could not be read, under lenient terms.
    unread: Vec<String>,
    sent: Option<Instant>,
    missing: bool,
}

impl<G: Game> Read<G> {
    /// All lines as the history keeps them: those that could be read in canonical spelling and order.
    fn lines(&self) -> Vec<String> {
        self.sorted.lines().into_iter().chain(self.unread.iter().cloned()).collect()
    }
}

/// One step being played on a copy.
struct Run<G: Game> {
    play: Play<G>,
    telling: Telling,
    played: Played,
}

impl<G: Game> Run<G> {
    fn letters(&mut self, letters: &[Letter]) -> Result<(), Vec<Fault>> {
        let mut faults = Vec::new();
        if matches!(G::status(&self.play.state), Status::Over(_)) {
            let over = Diagnostic::whole(Class::Illegal, "game/over", "the game is over");
            return Err(letters.iter().map(|l| Fault { seat: l.seat, finding: over.clone() }).collect());
        }
        let read: Vec<Read<G>> = letters.iter().map(|l| self.read(l, &mut faults)).collect();
        self.judge(&read, &mut faults);
        if !faults.is_empty() {
            return Err(faults);
        }
        self.played.lines = read.iter().map(Read::lines).collect();
        if self.ends_by_agreement(&read) {
            return Ok(());
        }
        let answers = self.answers(&read, &mut faults);
        if !faults.is_empty() {
            return Err(faults);
        }
        self.settle_offers(&read);
        for letter in &read {
            self.keep_ahead(letter.seat, letter.sorted.block_lines());
        }
        self.resolve(&answers);
        self.go_on();
        Ok(())
    }

    fn read(&mut self, letter: &Letter, faults: &mut Vec<Fault>) -> Read<G> {
        let seat = letter.seat;
        let sheet = self.play.read(seat, &numbered(&letter.lines), false);
        let mut unread = Vec::new();
        for finding in sheet.findings.into_iter().filter(Diagnostic::is_error) {
            let is_lenient = self.play.policy == OrdersPolicy::Lenient && !letter.missing;
            if is_lenient && sheet::is_droppable(&finding) {
                self.drop_line(seat, &finding.text, finding.code, &finding.message);
                unread.push(finding.text);
            } else {
                faults.push(Fault { seat, finding });
            }
        }
        if letter.missing {
            self.table(TableEvent::Missing { seat: self.play.name(seat) });
        }
        Read { seat, sorted: Sorted::new(sheet.items), unread, sent: letter.sent, missing: letter.missing }
    }

    /// Judges what does not depend on the game.
    fn judge(&self, read: &[Read<G>], faults: &mut Vec<Fault>) {
        for letter in read {
            let mut findings = Vec::new();
            self.play.judge_common(&letter.sorted, &mut findings, &mut Vec::new());
            if self.play.decision(letter.seat).is_none() {
                findings.extend(letter.sorted.firm.iter().map(|(_, source)| not_asked(source)));
            }
            self.play.judge_blocks(letter.seat, &letter.sorted.blocks, false, &mut findings, &mut Vec::new());
            let errors = findings.into_iter().filter(Diagnostic::is_error);
            faults.extend(errors.map(|finding| Fault { seat: letter.seat, finding }));
        }
    }

    /// Ends the game where a seat gives it up, or where all seats want a draw.
    fn ends_by_agreement(&mut self, read: &[Read<G>]) -> bool {
        let says = |letter: &Read<G>, what: Common| letter.sorted.common.iter().any(|(c, _)| *c == what);
        if let Some(letter) = read.iter().find(|l| says(l, Common::Concede)) {
            let seat = letter.seat;
            self.played.kind = "conceded";
            self.in_turn(|turn| G::concede(turn, seat));
            return true;
        }
        let agree = (0..self.play.seats.len()).all(|i| {
            let seat = Seat(i as u8);
            self.play.agenda.draw_offered_by.contains(&self.play.name(seat))
                || read
                    .iter()
                    .any(|l| l.seat == seat && (says(l, Common::AcceptDraw) || says(l, Common::OfferDraw)))
        });
        if agree {
            self.play.agenda = Agenda::default();
            self.played.kind = "drawn";
            self.in_turn(|turn| G::draw(turn));
        }
        agree
    }

    /// The answers to what is asked, each judged.
    fn answers(&mut self, read: &[Read<G>], faults: &mut Vec<Fault>) -> Vec<Answer<G::Order>> {
        let mut answers = Vec::new();
        for pending in self.play.pending() {
            let letter = read.iter().find(|l| l.seat == pending.seat);
            match letter.filter(|l| !l.sorted.firm.is_empty()) {
                Some(letter) => answers.extend(self.answer(letter, &pending.decision, faults)),
                None if pending.need == Need::Required => match letter {
                    // Under lenient terms a sheet whose every line was dropped falls to the defaults.
                    Some(letter) if self.was_dropped(letter.seat) => {
                        answers.push(self.default_answer(letter, &pending.decision));
                    }
                    _ => faults.push(Fault {
                        seat: pending.seat,
                        finding: orders_missing(&self.play.name(pending.seat)),
                    }),
                },
                None => {}
            }
        }
        answers
    }

    fn answer(
        &mut self,
        letter: &Read<G>,
        decision: &G::Decision,
        faults: &mut Vec<Fault>,
    ) -> Option<Answer<G::Order>> {
        let origin = if letter.missing { Origin::Missing } else { Origin::Letter };
        let mut kept = letter.sorted.firm.clone();
        loop {
            let orders = kept.iter().map(|(o, _)| o.clone()).collect();
            let answer = Answer { seat: letter.seat, orders, sent: letter.sent, origin };
            let rulings = G::check(&self.play.view(letter.seat), decision, &answer);
            if rulings.is_empty() {
                return Some(answer);
            }
            let whole = rulings.iter().any(|r| r.order.is_none());
            if self.play.policy == OrdersPolicy::Strict || whole {
                faults.extend(rulings.iter().map(|r| {
                    let source = r.order.and_then(|i| kept.get(i)).map(|p| &p.1);
                    Fault { seat: letter.seat, finding: illegal(r, source) }
                }));
                return None;
            }
            kept = self.drop_illegal(letter.seat, kept, &rulings);
            if kept.is_empty() {
                return Some(self.default_answer(letter, decision));
            }
        }
    }

    fn default_answer(&self, letter: &Read<G>, decision: &G::Decision) -> Answer<G::Order> {
        let mut orders = G::defaults(&self.play.view(letter.seat), decision);
        G::arrange(&mut orders);
        Answer { seat: letter.seat, orders, sent: letter.sent, origin: Origin::Letter }
    }

    fn drop_illegal(
        &mut self,
        seat: Seat,
        kept: Vec<(G::Order, Source)>,
        rulings: &[Ruling],
    ) -> Vec<(G::Order, Source)> {
        let mut legal = Vec::new();
        for (i, (order, source)) in kept.into_iter().enumerate() {
            match rulings.iter().find(|r| r.order == Some(i)) {
                Some(ruling) => self.drop_line(seat, &order.to_string(), ruling.code, &ruling.fact),
                None => legal.push((order, source)),
            }
        }
        legal
    }

    fn drop_line(&mut self, seat: Seat, line: &str, code: &str, why: &str) {
        self.table(TableEvent::Dropped {
            seat: self.play.name(seat),
            line: line.to_owned(),
            code: code.to_owned(),
            why: why.to_owned(),
        });
    }

    fn was_dropped(&self, seat: Seat) -> bool {
        let name = self.play.name(seat);
        self.played.events.iter().any(|e| e[TABLE_KEY]["dropped"]["seat"] == Value::String(name.clone()))
    }

    /// An offer stands until the others have ordered without accepting it.
    fn settle_offers(&mut self, read: &[Read<G>]) {
        let ordered =
            |name: &String| read.iter().any(|l| !l.sorted.firm.is_empty() && self.play.name(l.seat) != *name);
        let offers: Vec<String> =
            self.play.agenda.draw_offered_by.iter().filter(|name| !ordered(name)).cloned().collect();
        self.play.agenda.draw_offered_by = offers;
        for letter in read {
            let seat = self.play.name(letter.seat);
            let offers = letter.sorted.common.iter().any(|(c, _)| *c == Common::OfferDraw);
            if offers && !self.play.agenda.draw_offered_by.contains(&seat) {
                self.play.agenda.draw_offered_by.push(seat.clone());
                self.table(TableEvent::DrawOffered { seat });
            }
        }
    }

    fn keep_ahead(&mut self, seat: Seat, lines: Vec<String>) {
        let name = self.play.name(seat);
        if lines.is_empty() {
            self.play.agenda.sent_ahead.remove(&name);
        } else {
            self.play.agenda.sent_ahead.insert(name, lines);
        }
    }

    /// Goes on as long as orders sent ahead answer what is asked.
    fn go_on(&mut self) {
        for _ in 0..MAX_AHEAD {
            let required: Vec<Pending<G::Decision>> =
                self.play.pending().into_iter().filter(|p| p.need == Need::Required).collect();
            let all_sent =
                required.iter().all(|p| self.play.agenda.sent_ahead.contains_key(&self.play.name(p.seat)));
            if required.is_empty() || !all_sent {
                break;
            }
            let answers: Vec<Option<Answer<G::Order>>> = required.iter().map(|p| self.ahead(p)).collect();
            match answers.into_iter().collect::<Option<Vec<_>>>() {
                Some(answers) => self.resolve(&answers),
                None => break,
            }
        }
        if matches!(G::status(&self.play.state), Status::Over(_)) {
            self.play.agenda = Agenda::default();
        }
    }

    /// What a seat has sent ahead for a decision, if it holds; else it is disarmed and the seat is asked.
    fn ahead(&mut self, pending: &Pending<G::Decision>) -> Option<Answer<G::Order>> {
        let seat = pending.seat;
        let name = self.play.name(seat);
        let lines = self.play.agenda.sent_ahead.remove(&name)?;
        let grammars = self.play.grammars(seat);
        let items =
            sheet::read::<G::Order, G::Fact>(&numbered(&lines), &Grammars { now: None, ..grammars }, false)
                .items;
        let chosen = self.choose(seat, &items, &pending.decision);
        match chosen {
            Ok(chosen) => {
                let orders: Vec<String> = chosen.answer.orders.iter().map(ToString::to_string).collect();
                self.table(TableEvent::TakenAhead { seat: name, orders });
                self.keep_ahead(seat, chosen.next);
                Some(chosen.answer)
            }
            Err(reasons) => {
                for (line, why) in reasons {
                    self.table(TableEvent::Disarmed { seat: name.clone(), line, why });
                }
                None
            }
        }
    }

    /// Chooses among what was sent ahead: first by its conditions, then, where that proves illegal, by its `else`.
    fn choose(
        &self,
        seat: Seat,
        items: &Items<G>,
        decision: &G::Decision,
    ) -> Result<Chosen<G>, Vec<(String, String)>> {
        let view = self.play.view(seat);
        let holds = |c: &Condition<G::Fact>| c.holds(&|fact| G::holds(&view, fact));
        let mut first_reasons = None;
        for fall_back in [false, true] {
            let mut picked = Picked { orders: Vec::new(), next: Vec::new(), stop: None };
            // Blocks at the top are orders for this very decision, so one level of `next` is opened.
            for item in items {
                match item {
                    Item::Next(inner, _) => inner.iter().for_each(|i| picked.take::<G>(i, &holds, fall_back)),
                    other => picked.take::<G>(other, &holds, fall_back),
                }
            }
            if let Some(stop) = picked.stop {
                return Err(vec![(String::new(), format!("it was to stop when {stop}"))]);
            }
            if picked.orders.is_empty() {
                let reasons = vec![(String::new(), "no condition holds that leads to an order".to_owned())];
                return Err(first_reasons.unwrap_or(reasons));
            }
            let mut orders = picked.orders;
            G::arrange(&mut orders);
            let answer = Answer { seat, orders, sent: None, origin: Origin::Ahead };
            let rulings = G::check(&view, decision, &answer);
            if rulings.is_empty() {
                return Ok(Chosen { answer, next: picked.next });
            }
            first_reasons.get_or_insert_with(|| reasons_of(&rulings, &answer.orders));
        }
        Err(first_reasons.unwrap_or_default())
    }

    fn resolve(&mut self, answers: &[Answer<G::Order>]) {
        self.in_turn(|turn| G::resolve(turn, answers));
    }

    /// Lets the game do something and records and tells what came of it.
    fn in_turn(&mut self, act: impl FnOnce(&mut Turn<G>)) {
        let before = self.play.state.clone();
        let mut events = Vec::new();
        act(&mut Turn::new(&mut self.play.state, &mut events));
        if let Telling::Sentences(viewer) = self.telling {
            self.tell(before, &events, viewer);
        }
        self.played.events.extend(events.iter().map(|e| serde_json::to_value(e).unwrap_or_default()));
    }

    fn tell(&mut self, mut state: State<G>, events: &[G::Event], viewer: Viewer) {
        for event in events {
            let view = state.view(viewer);
            let kind = kind_of(&serde_json::to_value(event).unwrap_or_default());
            let told = G::narrate(&view, event).into_iter().map(|sentence| Told {
                event: kind.clone(),
                sentence: capital(&sentence.text),
                why: sentence.why,
            });
            self.played.told.extend(told);
            G::apply(&mut state, event);
        }
    }

    fn table(&mut self, event: TableEvent) {
        let value = serde_json::to_value(&event).unwrap_or_default();
        if matches!(self.telling, Telling::Sentences(_)) {
            let told = Told { event: kind_of(&value), sentence: capital(&event.sentence()), why: Vec::new() };
            self.played.told.push(told);
        }
        let mut map = serde_json::Map::new();
        map.insert(TABLE_KEY.to_owned(), value);
        self.played.events.push(Value::Object(map));
    }
}

/// A sentence with a capital at its beginning.
fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

/// The kind of an event in its serialised form.
pub fn kind_of(event: &Value) -> String {
    match event {
        Value::Object(map) => map.iter().next().map_or(String::new(), |(kind, inner)| match kind.as_str() {
            TABLE_KEY => kind_of(inner),
            _ => kind.clone(),
        }),
        Value::String(kind) => kind.clone(),
        _ => String::new(),
    }
}

fn orders_missing(seat: &str) -> Diagnostic {
    Diagnostic::whole(Class::Illegal, "orders/missing", format!("{seat}'s orders are still missing"))
        .hinted("write pass on a line of its own to do nothing")
}

fn reasons_of<O: ToString>(rulings: &[Ruling], orders: &[O]) -> Vec<(String, String)> {
    rulings
        .iter()
        .map(|r| {
            let line = r.order.and_then(|i| orders.get(i)).map_or(String::new(), ToString::to_string);
            (line, format!("{} ({})", r.fact, r.rule))
        })
        .collect()
}

/// Orders sent ahead that hold.
struct Chosen<G: Game> {
    answer: Answer<G::Order>,
    next: Vec<String>,
}

/// What conditions have picked so far.
struct Picked<O> {
    orders: Vec<O>,
    next: Vec<String>,
    stop: Option<String>,
}

impl<O: Clone + std::fmt::Display> Picked<O> {
    fn take<G: Game<Order = O>>(
        &mut self,
        item: &Item<O, G::Fact>,
        holds: &impl Fn(&Condition<G::Fact>) -> bool,
        fall_back: bool,
    ) {
        match item {
            Item::Order(Order::Game(order), _) => self.orders.push(order.clone()),
            Item::Order(Order::Common(_), _) => {}
            Item::StopWhen(condition, _) => {
                if holds(condition) && self.stop.is_none() {
                    self.stop = Some(condition.to_string());
                }
            }
            Item::Next(..) => self.next.extend(item.lines()),
            Item::If(branches, _) => {
                let is_else = |c: &Option<Condition<G::Fact>>| c.is_none();
                let last_else = branches.iter().find(|b| is_else(&b.condition));
                let by_condition = branches.iter().find(|b| b.condition.as_ref().is_none_or(holds));
                let branch = if fall_back { last_else.or(by_condition) } else { by_condition };
                for inner in branch.iter().flat_map(|b| &b.items) {
                    self.take::<G>(inner, holds, fall_back);
                }
            }
        }
    }
}
