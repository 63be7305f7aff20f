//! Judging a turn file before it is played.

use super::Play;
use super::sorted::{Items, Sorted};
use crate::kernel::game::{Answer, Game, Origin, Ruling, View};
use crate::kernel::module::Verdict;
use crate::kernel::orders::condition::{Condition, Known, Outlook};
use crate::kernel::orders::diagnostic::{Class, Diagnostic};
use crate::kernel::orders::sheet::{Common, Item, Order, Source};
use crate::kernel::seat::Seat;
use crate::kernel::terms::REFEREE;
use crate::kernel::time::Instant;

/// What to do where no offer of a draw stands yet.
const NOT_YET_OFFERED: &str = "an offer made in this step counts from the next one on: accept it then; where all write \
                               offer draw, that agrees as well";

/// What a seat knows of facts before their time.
struct KnownTo<'a, G: Game>(View<'a, G>);

impl<G: Game> Known<G::Fact> for KnownTo<'_, G> {
    fn outlook(&self, fact: &G::Fact) -> Outlook {
        G::outlook(&self.0, fact)
    }

    fn why_never(&self, fact: &G::Fact) -> String {
        G::why_never(&self.0, fact)
    }

    fn exclude(&self, one: &G::Fact, other: &G::Fact) -> bool {
        G::exclude(one, other)
    }
}
/// What is wrong with an order of whoever does not play.
const NOT_PLAYING: &str = "order/not-playing";
const DOES_NOT_PLAY: &str = "this seat does not play, or no longer";

impl<G: Game> Play<G> {
    pub(super) fn judge_common(
        &self,
        seat: Seat,
        sorted: &Sorted<G>,
        findings: &mut Vec<Diagnostic>,
        verdicts: &mut Vec<Verdict>,
    ) {
        for (common, source) in &sorted.common {
            let fault = self.common_fault(seat, *common, sorted.common.len() > 1 || !sorted.firm.is_empty());
            verdicts.push(verdict(source, common.to_string(), fault.is_none(), ""));
            if let Some((code, message)) = fault {
                let hint = match code {
                    "draw/not-offered" => NOT_YET_OFFERED.to_owned(),
                    NOT_PLAYING => self.nothing_to_order(seat),
                    _ => "take this line out, or all the others".to_owned(),
                };
                let finding = Diagnostic::at_line(Class::Illegal, code, source.line, &source.text, message);
                findings.push(finding.hinted(hint));
            }
        }
    }

    /// What is wrong with an order that belongs to no game in particular.
    pub(super) fn common_fault(
        &self,
        seat: Seat,
        common: Common,
        accompanied: bool,
    ) -> Option<(&'static str, &'static str)> {
        match common {
            // A step that is over by a word rolls nothing, so nobody may say it who has nothing to lose by it.
            _ if !self.plays(seat) => Some((NOT_PLAYING, DOES_NOT_PLAY)),
            Common::AcceptDraw if self.agenda.draw_offered_by.is_empty() => {
                Some(("draw/not-offered", "no draw has been offered"))
            }
            Common::AcceptDraw | Common::Concede if accompanied => Some((
                "order/ends-game",
                "this ends the game, or your part in it: send it without other orders",
            )),
            _ => None,
        }
    }

    /// That an order is a seat's which the game does not go on with, or never did.
    pub(super) fn not_playing(&self, seat: Seat, source: &Source) -> Diagnostic {
        Diagnostic::at_line(Class::Illegal, NOT_PLAYING, source.line, &source.text, DOES_NOT_PLAY)
            .hinted(self.nothing_to_order(seat))
    }

    fn nothing_to_order(&self, seat: Seat) -> String {
        if self.name(seat) == REFEREE {
            "the referee orders nothing and gives nothing up: leave the turn file out".to_owned()
        } else {
            format!(
                "{} has left the game, and nothing is asked of it any more: leave its turn file out",
                self.name(seat)
            )
        }
    }

    pub(super) fn not_asked(&self, seat: Seat, source: &Source) -> Diagnostic {
        if !self.plays(seat) {
            return self.not_playing(seat, source);
        }
        let message = "this seat is not asked for orders now";
        let hint = format!("take it out{}", self.instead(seat, &source.text));
        Diagnostic::at_line(Class::Illegal, "order/not-asked", source.line, &source.text, message)
            .hinted(hint)
    }

    pub(super) fn judge_firm(
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
            findings.extend(sorted.firm.iter().map(|(_, source)| self.not_asked(seat, source)));
            return;
        };
        self.judge_as(&decision, seat, sorted, sent, findings, verdicts);
    }

    /// Judges firm orders as the answer to a decision.
    pub(super) fn judge_as(
        &self,
        decision: &G::Decision,
        seat: Seat,
        sorted: &Sorted<G>,
        sent: Option<Instant>,
        findings: &mut Vec<Diagnostic>,
        verdicts: &mut Vec<Verdict>,
    ) {
        let answer = Answer { seat, orders: sorted.orders(), sent, origin: Origin::Letter };
        let rulings = G::check(&self.view(seat), decision, &answer);
        for (i, (order, source)) in sorted.firm.iter().enumerate() {
            let against: Vec<&Ruling> = rulings.iter().filter(|r| r.order == Some(i)).collect();
            let because = against.first().map_or(String::new(), |r| format!("{}: {}", r.rule, r.fact));
            verdicts.push(verdict(source, order.to_string(), against.is_empty(), &because));
        }
        let source = |r: &Ruling| r.order.and_then(|i| sorted.firm.get(i)).map(|p| &p.1);
        findings.extend(rulings.iter().map(|r| illegal(r, source(r))));
        findings.extend(G::doubts(&self.view(seat), &answer).iter().map(|r| doubtful(r, source(r))));
    }

    /// Judges provisional orders; `dead` where they stand in a branch that cannot be reached.
    pub(super) fn judge_blocks(
        &self,
        seat: Seat,
        items: &Items<G>,
        dead: bool,
        findings: &mut Vec<Diagnostic>,
        verdicts: &mut Vec<Verdict>,
    ) {
        for item in items {
            if !self.plays(seat) {
                findings.push(self.not_playing(seat, source_of(item)));
                continue;
            }
            if self.is_secretive() {
                findings.push(not_ahead_in_secret(item, G::INFO.id));
                continue;
            }
            match item {
                Item::Order(Order::Common(common), source) => findings.push(not_ahead(*common, source)),
                Item::Order(Order::Game(order), source) => {
                    verdicts.push(self.foresee(seat, order, source, dead, findings));
                }
                Item::Next(inner, _) => self.judge_blocks(seat, inner, dead, findings, verdicts),
                Item::StopWhen(condition, source) => findings.extend(self.never(seat, condition, source)),
                Item::If(branches, _) => {
                    let mut decided = dead;
                    for branch in branches {
                        let outlook =
                            branch.condition.as_ref().map_or(Outlook::Depends, |c| self.outlook(seat, c));
                        let never = branch.condition.as_ref().filter(|_| !dead);
                        findings.extend(never.and_then(|c| self.never(seat, c, &branch.source)));
                        let unreachable = decided || outlook == Outlook::Never;
                        self.judge_blocks(seat, &branch.items, unreachable, findings, verdicts);
                        decided |= outlook == Outlook::Always;
                    }
                }
            }
        }
    }

    pub(super) fn outlook(&self, seat: Seat, condition: &Condition<G::Fact>) -> Outlook {
        condition.outlook(&KnownTo(self.view(seat)))
    }

    /// What to say of a condition that can never hold.
    fn never(&self, seat: Seat, condition: &Condition<G::Fact>, source: &Source) -> Option<Diagnostic> {
        let why = condition.why_never(&KnownTo(self.view(seat)))?;
        let message = format!("this can never hold: {why}");
        let hint = format!(
            "take it out, or write what can hold: adjutant rules {} --orders lists the facts",
            G::INFO.id
        );
        let (line, text) = (source.line, &source.text);
        Some(Diagnostic::at_line(Class::Warning, "condition/never", line, text, message).hinted(hint))
    }

    pub(super) fn foresee(
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
            let finding =
                Diagnostic::at_line(Class::Warning, "block/unreachable", source.line, &source.text, message);
            findings.push(finding.hinted("take it out, or write another condition above it"));
            let because = "its condition cannot hold, or one before it always does".to_owned();
            return Verdict { line: source.line, order: text, verdict: "unreachable", because };
        }
        match G::foresee(&self.view(seat), order) {
            Ok(because) => Verdict { line: source.line, order: text, verdict: "perhaps", because },
            Err(ruling) => {
                let because = format!("{}: {}", ruling.rule, ruling.fact);
                findings.push(doubtful(&ruling, Some(source)));
                Verdict { line: source.line, order: text, verdict: "illegal", because }
            }
        }
    }
}

pub(super) fn verdict(source: &Source, order: String, legal: bool, because: &str) -> Verdict {
    let verdict = if legal { "legal" } else { "illegal" };
    Verdict { line: source.line, order, verdict, because: because.to_owned() }
}

/// An order that belongs to no game in particular counts when it is sent and not later.
pub(super) fn not_ahead(common: Common, source: &Source) -> Diagnostic {
    let message = format!("{common} cannot be sent ahead");
    Diagnostic::at_line(Class::Illegal, "order/not-ahead", source.line, &source.text, message)
        .hinted("write it outside any block when the time has come")
}

pub(super) fn illegal(ruling: &Ruling, source: Option<&Source>) -> Diagnostic {
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

/// The same as a warning.
fn doubtful(ruling: &Ruling, source: Option<&Source>) -> Diagnostic {
    Diagnostic { class: Class::Warning, ..illegal(ruling, source) }
}

/// The line that an item begins with.
fn source_of<O, F>(item: &Item<O, F>) -> &Source {
    let (Item::Order(_, source) | Item::If(_, source) | Item::Next(_, source) | Item::StopWhen(_, source)) =
        item;
    source
}

/// Orders sent ahead would stop a step or not by what others may not know.
fn not_ahead_in_secret<O, F>(item: &Item<O, F>, game: &str) -> Diagnostic {
    let source = source_of(item);
    let message = "this game keeps secrets, and no blocks of orders are sent ahead in it";
    Diagnostic::at_line(Class::Illegal, "order/no-blocks", source.line, &source.text, message)
        .hinted(format!(
            "take the block out; conditions that orders themselves have are listed by: adjutant rules {game} --orders"
        ))
}
