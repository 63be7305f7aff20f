//! Who must act next: whose orders are open, whose links make the dice, who writes the entry.

use super::Chronicle;
use crate::kernel::game;
use crate::kernel::history::entry::{ABSENT, NextToAct};
use crate::kernel::module::{Asked, Awaiting};
use crate::kernel::seat::Seat;
use crate::kernel::terms::{Casters, DiceMode};

impl Chronicle {
    /// What a step needs before anything has come for it.
    pub(super) fn need_of_table(&self, step: u64) -> NextToAct {
        let movers = self.table.awaiting().required();
        let caster = self.caster(&movers);
        let links = match caster {
            Some(caster) if self.rolls_by_links() && !movers.is_empty() => self.contributors(&movers, caster),
            _ => Vec::new(),
        };
        NextToAct {
            caster: caster.map_or(ABSENT, |seat| self.name(seat)).to_owned(),
            links: self.names(&links),
            opens: self.reacting(),
            orders: self.names(&movers),
            step,
        }
    }

    /// What the open step needs, given what is locked of it.
    pub(super) fn need_when_locked(&self) -> NextToAct {
        let mut need = self.need_of_table(self.need.step);
        if let Some(locked) = &self.locked {
            need.orders.retain(|seat| !locked.orders.contains_key(seat) && !locked.seals.contains_key(seat));
            let is_to_be_opened = !self.table.keeps_secrets();
            let sealed = |seat: &String| is_to_be_opened && locked.seals.contains_key(seat);
            let reacts = |seat: &String| need.opens.contains(seat) && !locked.orders.contains_key(seat);
            let opens = self.terms.seats.iter().filter(|seat| sealed(seat) || reacts(seat)).cloned();
            need.opens = opens.collect();
        }
        need
    }

    /// The seats that have sent reactions ahead, sealed, for what they may do in the open step.
    fn reacting(&self) -> Vec<String> {
        let Awaiting::Decisions(asked) = self.table.awaiting() else { return Vec::new() };
        let may_react = |seat: &String| {
            let is_own = |a: &&Asked| a.need == game::Need::Optional && self.name(a.seat) == seat;
            asked.iter().any(|a| is_own(&a))
        };
        self.terms.seats.iter().filter(|s| self.reactions.contains_key(*s) && may_react(s)).cloned().collect()
    }

    fn names(&self, seats: &[Seat]) -> Vec<String> {
        seats.iter().map(|seat| self.name(*seat).to_owned()).collect()
    }

    /// Whether the open step is rolled for with the seats' links.
    fn rolls_by_links(&self) -> bool {
        self.terms.dice.has_links() && self.table.can_roll()
    }

    /// Whether several seats are asked for orders that stay secret until all have ordered.
    pub fn asks_for_seals(&self) -> bool {
        if self.table.keeps_secrets() {
            // All orders go to the referee alone, who opens nothing to others.
            return false;
        }
        let is_secret = |a: &Asked| a.need == game::Need::Required && a.is_secret;
        match self.table.awaiting() {
            Awaiting::Decisions(asked) => asked.iter().filter(|a| is_secret(a)).count() > 1,
            Awaiting::Over { .. } => false,
        }
    }

    /// The seats that play, in the order of the terms.
    fn in_game(&self) -> impl Iterator<Item = Seat> + '_ {
        let players = (0..self.terms.players().len()).map(|i| Seat(i as u8));
        players.filter(|seat| self.table.is_in_game(*seat))
    }

    /// The one seat that holds its link back until all else is fixed, and writes the step's entries.
    fn caster(&self, movers: &[Seat]) -> Option<Seat> {
        if self.table.keeps_secrets() {
            return (!movers.is_empty()).then(|| Seat(self.terms.seats.len() as u8 - 1));
        }
        if !self.rolls_by_links() {
            // Nobody can foresee anything: the last mover writes, and of seals the first, whose turn comes next.
            return if self.asks_for_seals() { movers.first() } else { movers.last() }.copied();
        }
        if self.terms.dice == DiceMode::Referee {
            return Some(Seat(self.terms.seats.len() as u8 - 1));
        }
        let interrupted = self.table.interrupted().filter(|seat| self.table.is_in_game(*seat));
        if let Some(seat) = interrupted.filter(|seat| !movers.is_empty() && !movers.contains(seat)) {
            return Some(seat);
        }
        let mover = *movers.first()?;
        let mut idle: Vec<Seat> = self.in_game().filter(|seat| !movers.contains(seat)).collect();
        // Those later in turn order come first, then those before the mover.
        idle.sort_by_key(|seat| (seat.0 < mover.0, seat.0));
        let is_rival = |seat: &&Seat| !self.table.are_allied(**seat, mover);
        idle.iter().find(is_rival).or(idle.first()).or(movers.last()).copied()
    }

    /// The seats whose links make the dice of a step.
    fn contributors(&self, movers: &[Seat], caster: Seat) -> Vec<Seat> {
        let mut seats: Vec<Seat> = movers.to_vec();
        seats.push(caster);
        if self.terms.dice == DiceMode::Peers && self.terms.casters == Casters::Rivals {
            let is_ally = |seat: Seat| movers.iter().any(|m| self.table.are_allied(*m, seat));
            seats.extend(self.in_game().filter(|seat| !is_ally(*seat)));
            if seats.iter().all(|seat| is_ally(*seat)) {
                seats.extend(self.in_game());
            }
        }
        seats.sort_unstable();
        seats.dedup();
        seats
    }
}
