//! One step, from its letters to the next pause.

use super::Play;
use super::event::{TABLE_KEY, TableEvent, kind_of};
use super::judge::illegal;
use super::sorted::{Sorted, numbered};
use crate::kernel::dice::Dice;
use crate::kernel::game::{Answer, Game, Leaving, Need, Origin, Ruling, State, Status, Turn, View};
use crate::kernel::module::{Fault, Letter, Played, Telling, Told};
use crate::kernel::orders::diagnostic::{Class, Diagnostic};
use crate::kernel::orders::sheet::{self, Common, Source};
use crate::kernel::seat::{Audience, Seat};
use crate::kernel::terms::OrdersPolicy;
use crate::kernel::text::capital;
use crate::kernel::time::Instant;
use serde_json::Value;

/// A letter with its lines read.
pub(super) struct Read<G: Game> {
    pub(super) seat: Seat,
    pub(super) sorted: Sorted<G>,
    /// Lines that could not be read, under lenient terms.
    pub(super) unread: Vec<String>,
    pub(super) sent: Option<Instant>,
    pub(super) missing: bool,
    pub(super) is_locked: bool,
}

impl<G: Game> Read<G> {
    /// All lines as the history keeps them: those that could be read in canonical spelling and order.
    pub(super) fn lines(&self) -> Vec<String> {
        self.sorted.lines().into_iter().chain(self.unread.iter().cloned()).collect()
    }
}

/// One step being played on a copy.
pub(super) struct Run<G: Game> {
    pub(super) play: Play<G>,
    pub(super) dice: Dice,
    pub(super) telling: Telling,
    pub(super) played: Played,
}

impl<G: Game> Run<G> {
    pub(super) fn letters(&mut self, letters: &[Letter]) -> Result<(), Vec<Fault>> {
        let mut faults = Vec::new();
        if matches!(G::status(&self.play.state), Status::Over(_)) {
            let over = Diagnostic::whole(Class::Illegal, "game/over", "the game is over")
                .hinted("no orders are taken any more: leave the turn file out");
            return Err(letters.iter().map(|l| Fault { seat: l.seat, finding: over.clone() }).collect());
        }
        let mut read: Vec<Read<G>> = letters.iter().map(|l| self.read(l, &mut faults)).collect();
        self.played.lines = read.iter().map(Read::lines).collect();
        self.judge(&mut read, &mut faults);
        if !faults.is_empty() {
            return Err(faults);
        }
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

    pub(super) fn read(&mut self, letter: &Letter, faults: &mut Vec<Fault>) -> Read<G> {
        let seat = letter.seat;
        let sheet = self.play.read(seat, &numbered(&letter.lines), false);
        let is_lenient = letter.is_locked || self.play.policy == OrdersPolicy::Lenient && !letter.missing;
        let errors: Vec<Diagnostic> = sheet.findings.into_iter().filter(Diagnostic::is_error).collect();
        let mut sorted = Sorted::new(sheet.items);
        let mut unread = Vec::new();
        if letter.is_locked && errors.iter().any(|finding| !sheet::is_droppable(finding)) {
            // A locked sheet that cannot be read falls to the defaults whole.
            errors.iter().for_each(|f| self.drop_line(seat, &f.text, f.code, &f.message));
            sorted = Sorted::new(Vec::new());
            unread.clone_from(&letter.lines);
        } else {
            for finding in errors {
                if is_lenient && sheet::is_droppable(&finding) {
                    self.drop_line(seat, &finding.text, finding.code, &finding.message);
                    unread.push(finding.text);
                } else {
                    faults.push(Fault { seat, finding });
                }
            }
        }
        if letter.missing {
            self.table(TableEvent::Missing { seat: self.play.name(seat) });
        }
        let (sent, missing, is_locked) = (letter.sent, letter.missing, letter.is_locked);
        Read { seat, sorted, unread, sent, missing, is_locked }
    }

    /// Judges what does not depend on the game. Of a locked letter the parts that are wrong are dropped.
    pub(super) fn judge(&mut self, read: &mut [Read<G>], faults: &mut Vec<Fault>) {
        for letter in read {
            let (common, firm, blocks) = self.faults_of(letter);
            if letter.is_locked {
                for finding in common.iter().chain(&firm).chain(&blocks) {
                    self.drop_line(letter.seat, &finding.text, finding.code, &finding.message);
                }
                letter.sorted.drop_parts(!common.is_empty(), !firm.is_empty(), !blocks.is_empty());
            } else {
                let errors = common.into_iter().chain(firm).chain(blocks);
                faults.extend(errors.map(|finding| Fault { seat: letter.seat, finding }));
            }
        }
    }

    /// What is wrong with the common orders, the firm orders and the blocks of a letter, whatever the game.
    fn faults_of(&self, letter: &Read<G>) -> (Vec<Diagnostic>, Vec<Diagnostic>, Vec<Diagnostic>) {
        let errors = |findings: Vec<Diagnostic>| findings.into_iter().filter(Diagnostic::is_error).collect();
        let (mut common, mut blocks) = (Vec::new(), Vec::new());
        self.play.judge_common(letter.seat, &letter.sorted, &mut common, &mut Vec::new());
        self.play.judge_blocks(letter.seat, &letter.sorted.blocks, false, &mut blocks, &mut Vec::new());
        let is_asked = self.play.decision(letter.seat).is_some();
        let firm = letter
            .sorted
            .firm
            .iter()
            .filter(|_| !is_asked)
            .map(|(_, source)| self.play.not_asked(letter.seat, source));
        (errors(common), firm.collect(), errors(blocks))
    }

    /// Ends the step where seats give the game up, or where all seats want a draw; if rivals all give it up it is one.
    pub(super) fn ends_by_agreement(&mut self, read: &[Read<G>]) -> bool {
        let says = |seat: Seat, what: Common| {
            let has = |letter: &Read<G>| letter.sorted.common.iter().any(|(common, _)| *common == what);
            read.iter().any(|letter| letter.seat == seat && has(letter))
        };
        let players = (0..self.play.seats.len()).map(|i| Seat(i as u8));
        let players: Vec<Seat> = players.filter(|seat| self.play.plays(*seat)).collect();
        let leaving: Vec<Seat> =
            players.iter().copied().filter(|seat| says(*seat, Common::Concede)).collect();
        let rivals = players.iter().any(|seat| !G::are_allied(&self.play.state, *seat, players[0]));
        if !leaving.is_empty() && (leaving.len() < players.len() || !rivals) {
            self.played.kind = "conceded";
            for seat in leaving {
                if self.play.plays(seat) {
                    self.in_turn(|turn| G::leave(turn, seat, &Leaving::Conceded));
                }
            }
            return true;
        }
        let agree = !leaving.is_empty()
            || players.iter().all(|seat| {
                self.play.agenda.draw_offered_by.contains(&self.play.name(*seat))
                    || says(*seat, Common::AcceptDraw)
                    || says(*seat, Common::OfferDraw)
            });
        if agree {
            self.played.kind = "drawn";
            self.in_turn(|turn| G::draw(turn));
        }
        agree
    }

    /// The answers to what is asked, each judged.
    pub(super) fn answers(&mut self, read: &[Read<G>], faults: &mut Vec<Fault>) -> Vec<Answer<G::Order>> {
        let mut answers = Vec::new();
        for pending in self.play.pending() {
            let letter = read.iter().find(|l| l.seat == pending.seat);
            match letter.filter(|l| !l.sorted.firm.is_empty()) {
                Some(letter) => answers.extend(self.answer(letter, &pending.decision, faults)),
                None if pending.need == Need::Required => match letter {
                    // A sheet whose every line was dropped falls to the defaults.
                    Some(letter) if letter.is_locked || self.was_dropped(letter.seat) => {
                        answers.push(self.default_answer(letter, &pending.decision));
                    }
                    _ => faults.push(Fault {
                        seat: pending.seat,
                        finding: orders_missing(&self.play.name(pending.seat)),
                    }),
                },
                None => answers.extend(self.ahead_if_it_holds(&pending)),
            }
        }
        answers
    }

    pub(super) fn answer(
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
            if letter.is_locked && whole {
                self.drop_whole(letter.seat, &kept, &rulings);
                return Some(self.default_answer(letter, decision));
            }
            if !letter.is_locked && (self.play.policy == OrdersPolicy::Strict || whole) {
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

    pub(super) fn default_answer(&self, letter: &Read<G>, decision: &G::Decision) -> Answer<G::Order> {
        let mut orders = G::defaults(&self.play.view(letter.seat), decision);
        G::arrange(&mut orders);
        Answer { seat: letter.seat, orders, sent: letter.sent, origin: Origin::Letter }
    }

    pub(super) fn drop_illegal(
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

    /// Drops every order of a locked sheet, with what is against it or against the sheet as a whole.
    fn drop_whole(&mut self, seat: Seat, kept: &[(G::Order, Source)], rulings: &[Ruling]) {
        for (i, (order, _)) in kept.iter().enumerate() {
            let own = rulings.iter().find(|r| r.order == Some(i));
            let ruling = own.or_else(|| rulings.iter().find(|r| r.order.is_none()));
            if let Some(ruling) = ruling {
                self.drop_line(seat, &order.to_string(), ruling.code, &ruling.fact);
            }
        }
    }

    pub(super) fn drop_line(&mut self, seat: Seat, line: &str, code: &str, why: &str) {
        self.table(TableEvent::Dropped {
            seat: self.play.name(seat),
            line: line.to_owned(),
            code: code.to_owned(),
            why: why.to_owned(),
        });
    }

    pub(super) fn was_dropped(&self, seat: Seat) -> bool {
        let name = self.play.name(seat);
        self.played.events.iter().any(|e| e[TABLE_KEY]["dropped"]["seat"] == Value::String(name.clone()))
    }

    /// An offer stands until the others have ordered without accepting it.
    pub(super) fn settle_offers(&mut self, read: &[Read<G>]) {
        let ordered =
            |name: &String| read.iter().any(|l| !l.sorted.firm.is_empty() && self.play.name(l.seat) != *name);
        let (lapsed, offers): (Vec<String>, Vec<String>) =
            self.play.agenda.draw_offered_by.iter().cloned().partition(ordered);
        self.play.agenda.draw_offered_by = offers;
        if self.play.is_secretive() {
            lapsed.into_iter().for_each(|seat| self.table(TableEvent::DrawLapsed { seat }));
        }
        for letter in read {
            let seat = self.play.name(letter.seat);
            let offers = letter.sorted.common.iter().any(|(c, _)| *c == Common::OfferDraw);
            if offers && !self.play.agenda.draw_offered_by.contains(&seat) {
                self.play.agenda.draw_offered_by.push(seat.clone());
                self.table(TableEvent::DrawOffered { seat });
            }
        }
    }

    pub(super) fn resolve(&mut self, answers: &[Answer<G::Order>]) {
        self.in_turn(|turn| G::resolve(turn, answers));
    }

    /// Lets the game do something and records and tells what came of it.
    pub(super) fn in_turn(&mut self, act: impl FnOnce(&mut Turn<G>)) {
        let before = self.play.state.clone();
        let mut events = Vec::new();
        act(&mut Turn::new(&mut self.play.state, &mut events, &mut self.dice));
        self.note(before, &events);
    }

    /// Records and tells events that have happened since a position.
    fn note(&mut self, mut state: State<G>, events: &[G::Event]) {
        let keeps_secrets = self.play.is_secretive();
        let is_told = matches!(self.telling, Telling::Sentences(_));
        for event in events {
            let value = serde_json::to_value(event).unwrap_or_default();
            if keeps_secrets || is_told {
                let audience = if keeps_secrets { G::audience(&state, event) } else { Audience::All };
                if let Telling::Sentences(viewer) = self.telling
                    && audience.has(viewer)
                {
                    self.tell(&state.view(viewer), event, kind_of(&value));
                }
                self.played.audiences.push(audience);
                G::apply(&mut state, event);
            }
            self.played.events.push(value);
        }
    }

    fn tell(&mut self, view: &View<G>, event: &G::Event, kind: String) {
        let index = self.played.events.len();
        let told = G::narrate(view, event).into_iter().map(|sentence| Told {
            index,
            event: kind.clone(),
            sentence: capital(&sentence.text),
            why: sentence.why,
        });
        self.played.told.extend(told);
    }

    /// Goes on by recorded events.
    ///
    /// Errors: they are no events of this game.
    pub(super) fn replay(&mut self, events: &[Value]) -> Result<(), String> {
        for value in events {
            match value.get(TABLE_KEY) {
                Some(inner) => {
                    let event: TableEvent = read_event(inner)?;
                    self.settle(&event);
                    self.table(event);
                }
                None => {
                    let event: G::Event = read_event(value)?;
                    let before = self.play.state.clone();
                    G::apply(&mut self.play.state, &event);
                    self.note(before, std::slice::from_ref(&event));
                }
            }
        }
        Ok(())
    }

    /// What a recorded table event changes between steps.
    fn settle(&mut self, event: &TableEvent) {
        let offers = &mut self.play.agenda.draw_offered_by;
        match event {
            TableEvent::DrawOffered { seat } => offers.push(seat.clone()),
            TableEvent::DrawLapsed { seat } => offers.retain(|s| s != seat),
            _ => {}
        }
    }

    pub(super) fn table(&mut self, event: TableEvent) {
        let value = serde_json::to_value(&event).unwrap_or_default();
        let audience =
            if self.play.is_secretive() { event.audience(&self.play.seats) } else { Audience::All };
        if let Telling::Sentences(viewer) = self.telling
            && audience.has(viewer)
        {
            let index = self.played.events.len();
            let told =
                Told { index, event: kind_of(&value), sentence: capital(&event.sentence()), why: Vec::new() };
            self.played.told.push(told);
        }
        let mut map = serde_json::Map::new();
        map.insert(TABLE_KEY.to_owned(), value);
        self.played.audiences.push(audience);
        self.played.events.push(Value::Object(map));
    }
}

fn read_event<T: serde::de::DeserializeOwned>(value: &Value) -> Result<T, String> {
    T::deserialize(value).map_err(|error| format!("{value} is no event of this game: {error}"))
}

pub(super) fn orders_missing(seat: &str) -> Diagnostic {
    Diagnostic::whole(Class::Illegal, "orders/missing", format!("{seat}'s orders are still missing"))
        .hinted("write pass on a line of its own to do nothing")
}
