//! Orders sent ahead: kept, chosen by their conditions when the decision comes, taken or disarmed.

use super::Agenda;
use super::event::TableEvent;
use super::sorted::{Items, numbered};
use super::step::Run;
use crate::kernel::game::{Answer, Game, Need, Origin, Pending, Ruling, Status};
use crate::kernel::orders::condition::Condition;
use crate::kernel::orders::sheet::{self, Item, Order};
use crate::kernel::seat::Seat;

/// How many decisions in a row provisional orders may answer within one step.
pub(super) const MAX_AHEAD: usize = 64;

impl<G: Game> Run<G> {
    pub(super) fn keep_ahead(&mut self, seat: Seat, lines: Vec<String>) {
        let name = self.play.name(seat);
        if lines.is_empty() {
            self.play.agenda.sent_ahead.remove(&name);
        } else {
            self.play.agenda.sent_ahead.insert(name, lines);
        }
    }

    /// Goes on as long as orders sent ahead answer what is asked.
    pub(super) fn go_on(&mut self) {
        for _ in 0..MAX_AHEAD {
            // Without dice a step must pause before anything is rolled; a look ahead ends at the first roll.
            if self.dice.are_awaited() || self.dice.are_absent() && G::can_roll(&self.play.state) {
                break;
            }
            let required: Vec<Pending<G::Decision>> =
                self.play.pending().into_iter().filter(|p| p.need == Need::Required).collect();
            if self.is_stopped_by_others(&required) {
                break;
            }
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

    /// What a seat has sent ahead for a decision that nobody waits for; it stays as it is until it holds.
    pub(super) fn ahead_if_it_holds(&mut self, pending: &Pending<G::Decision>) -> Option<Answer<G::Order>> {
        let seat = pending.seat;
        let name = self.play.name(seat);
        let items = self.items_ahead(seat, self.play.agenda.sent_ahead.get(&name)?);
        let chosen = self.choose(seat, &items, &pending.decision).ok()?;
        let orders: Vec<String> = chosen.answer.orders.iter().map(ToString::to_string).collect();
        self.table(TableEvent::TakenAhead { seat: name, orders, branches: chosen.branches });
        self.keep_ahead(seat, chosen.next);
        Some(chosen.answer)
    }

    pub(super) fn items_ahead(&self, seat: Seat, lines: &[String]) -> Items<G> {
        let grammars = self.play.grammars(seat, None);
        sheet::read::<G::Order, G::Fact>(&numbered(lines), &grammars, false).items
    }

    /// Whether a seat that is not asked wants to be heard before the step goes on; its wish is then fulfilled.
    fn is_stopped_by_others(&mut self, required: &[Pending<G::Decision>]) -> bool {
        let others: Vec<(String, Vec<String>)> = self.play.agenda.sent_ahead.clone().into_iter().collect();
        for (name, lines) in others {
            let Some(place) = self.play.seats.iter().position(|s| *s == name) else { continue };
            let seat = Seat(place as u8);
            if required.iter().any(|p| p.seat == seat) {
                continue;
            }
            let view = self.play.view(seat);
            let items = self.items_ahead(seat, &lines);
            let holds = |item: &Item<G::Order, G::Fact>| match item {
                Item::StopWhen(condition, _) => condition.holds(&|fact| G::holds(&view, fact)),
                _ => false,
            };
            let Some(fired) = items.iter().position(holds) else { continue };
            let Item::StopWhen(condition, _) = &items[fired] else { continue };
            let condition = condition.to_string();
            let left =
                items.iter().enumerate().filter(|(i, _)| *i != fired).flat_map(|(_, item)| item.lines());
            let left = left.collect();
            self.table(TableEvent::Stopped { seat: name, condition });
            self.keep_ahead(seat, left);
            return true;
        }
        false
    }

    /// What a seat has sent ahead for a decision, if it holds; else it is disarmed and the seat is asked.
    pub(super) fn ahead(&mut self, pending: &Pending<G::Decision>) -> Option<Answer<G::Order>> {
        let seat = pending.seat;
        let name = self.play.name(seat);
        let lines = self.play.agenda.sent_ahead.remove(&name)?;
        let items = self.items_ahead(seat, &lines);
        let chosen = self.choose(seat, &items, &pending.decision);
        match chosen {
            Ok(chosen) => {
                let orders: Vec<String> = chosen.answer.orders.iter().map(ToString::to_string).collect();
                self.table(TableEvent::TakenAhead { seat: name, orders, branches: chosen.branches });
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
    pub(super) fn choose(
        &self,
        seat: Seat,
        items: &Items<G>,
        decision: &G::Decision,
    ) -> Result<Chosen<G>, Vec<(String, String)>> {
        let view = self.play.view(seat);
        let holds = |c: &Condition<G::Fact>| c.holds(&|fact| G::holds(&view, fact));
        let mut first_reasons = None;
        for fall_back in [false, true] {
            let mut picked = Picked::default();
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
                return Ok(Chosen { answer, next: picked.next, branches: picked.branches });
            }
            first_reasons.get_or_insert_with(|| reasons_of(&rulings, &answer.orders));
        }
        Err(first_reasons.unwrap_or_default())
    }
}

/// Orders sent ahead that hold.
pub(super) struct Chosen<G: Game> {
    pub(super) answer: Answer<G::Order>,
    pub(super) next: Vec<String>,
    /// The branches that they stood in.
    pub(super) branches: Vec<String>,
}

/// What conditions have picked so far.
pub(super) struct Picked<O> {
    pub(super) orders: Vec<O>,
    pub(super) next: Vec<String>,
    /// The branches that orders were picked from.
    pub(super) branches: Vec<String>,
    pub(super) stop: Option<String>,
}

impl<O> Default for Picked<O> {
    fn default() -> Self {
        Self { orders: Vec::new(), next: Vec::new(), branches: Vec::new(), stop: None }
    }
}

impl<O: Clone + std::fmt::Display> Picked<O> {
    pub(super) fn take<G: Game<Order = O>>(
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
                let picks = |b: &&sheet::Branch<O, G::Fact>| {
                    b.items.iter().any(|item| matches!(item, Item::Order(Order::Game(_), _)))
                };
                self.branches.extend(branch.filter(picks).map(|b| match &b.condition {
                    Some(condition) => format!("if {condition}"),
                    None => {
                        else_of(branches, fall_back && by_condition.is_some_and(|c| !is_else(&c.condition)))
                    }
                }));
                for inner in branch.iter().flat_map(|b| &b.items) {
                    self.take::<G>(inner, holds, fall_back);
                }
            }
        }
    }
}

/// The `else` of some branches in words; `instead` where their orders were chosen, but are not allowed.
fn else_of<O, F: std::fmt::Display>(branches: &[sheet::Branch<O, F>], instead: bool) -> String {
    let conditions: Vec<String> =
        branches.iter().filter_map(|b| Some(format!("if {}", b.condition.as_ref()?))).collect();
    let why = if instead { ", since those orders are not allowed" } else { "" };
    format!("else of {}{why}", conditions.join(", "))
}

pub(super) fn reasons_of<O: ToString>(rulings: &[Ruling], orders: &[O]) -> Vec<(String, String)> {
    rulings
        .iter()
        .map(|r| {
            let line = r.order.and_then(|i| orders.get(i)).map_or(String::new(), ToString::to_string);
            (line, format!("{} ({})", r.fact, r.rule))
        })
        .collect()
}
