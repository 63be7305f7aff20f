//! What is against the rules in a sheet of orders: each ruling names the chapter and the fact that decides.

use super::Battue;
use super::battles::havens;
use super::board::CAMP;
use super::data::{Effect, Loot, Size, Time};
use super::loot_cards::can_reach;
use super::movement::{march, ways};
use super::notes::neighbours;
use super::orders::{March, Order, Play, Reply, Retreat, Standing};
use super::sequence::Decision;
use super::setting::{Scenario, Setting};
use super::start_of_turn::is_for_the_start;
use super::state::{Public, seen};
use crate::kernel::game::{Origin, Ruling, View};
use std::collections::BTreeSet;

mod advice;
mod doubts;
mod marches;
mod plays;

pub use doubts::doubts;

/// Codes of illegal orders, each with the chapter it rests on.
#[rustfmt::skip]
pub const CODES: &[(&str, &str)] = &[
    ("order/twice", "Playing Battue"), ("order/space-twice", "Playing Battue"),
    ("order/pass-with-others", "Playing Battue"), ("order/not-now", "Playing Battue"),
    ("start/no-wall", "Game Setup"), ("lay/no-choice", "Game Setup"), ("lay/no-fit", "Game Setup"),
    ("play/not-held", "Loot Cards"), ("play/not-now", "Loot Cards"), ("play/no-battle", "Loot Cards"),
    ("play/no-horde", "Loot Cards"), ("play/no-target", "Loot Cards"), ("play/no-condition", "Loot Cards"),
    ("play/place", "Loot Cards"), ("play/for-nothing", "Loot Cards"),
    ("reinforce/nobody", "Start of Turn"), ("reinforce/full", "Start of Turn"), ("reinforce/no-reserve", "Start of Turn"),
    ("move/nobody", "Main Turn"), ("move/called", "Start of Turn"), ("move/too-many", "Main Turn"),
    ("move/split", "Main Turn"), ("move/not-adjacent", "Main Turn"), ("move/full", "Main Turn"),
    ("move/to-camp", "Main Turn"), ("move/no-card", "Main Turn"), ("move/via", "Main Turn"),
    ("battle/none", "Main Turn"), ("retreat/from", "Battles"), ("retreat/not-adjacent", "Battles"),
    ("retreat/no-refuge", "Battles"), ("retreat/nobody", "Battles"), ("flag/not-yours", "Winning the Battle"),
    ("standing/alone", "Battles"), ("standing/no-space", "Battles"),
];

/// What a sheet is judged by.
pub struct Court<'a> {
    /// What its player may know.
    view: &'a View<'a, Battue>,
    /// What the terms fix.
    pub setting: &'a Setting,
    /// What everybody knows.
    pub public: &'a Public,
    /// Whose sheet it is.
    pub seat: u8,
    /// The hand, as far as the viewer knows it.
    pub hand: &'a [String],
    /// What it answers.
    decision: Decision,
    /// How it came.
    origin: Origin,
    /// The sheet.
    pub orders: &'a [Order],
    /// What was found.
    pub rulings: Vec<Ruling>,
}

/// Judges a sheet for a decision, and says what could be written instead.
pub fn check(
    view: &View<Battue>,
    decision: Decision,
    seat: u8,
    orders: &[Order],
    origin: Origin,
) -> Vec<Ruling> {
    let mut court = Court::new(view, decision, seat, orders, origin);
    court.judge();
    court.advise();
    court.rulings
}

/// Whether nothing in a sheet is against the rules.
pub fn is_legal(view: &View<Battue>, decision: Decision, seat: u8, orders: &[Order]) -> bool {
    let mut court = Court::new(view, decision, seat, orders, Origin::Letter);
    court.judge();
    court.rulings.is_empty()
}

impl<'a> Court<'a> {
    fn new(
        view: &'a View<'a, Battue>,
        decision: Decision,
        seat: u8,
        orders: &'a [Order],
        origin: Origin,
    ) -> Self {
        let hand = seen(view, seat).map_or(&[][..], |secret| secret.hand.as_slice());
        let (setting, public) = (view.setting, view.public);
        Self { view, setting, public, seat, hand, decision, origin, orders, rulings: Vec::new() }
    }
}

impl Court<'_> {
    fn judge(&mut self) {
        self.judge_kinds();
        self.judge_whole();
        match self.decision {
            Decision::Setup => self.judge_setup(),
            Decision::Turn => {
                self.judge_calls();
                self.judge_moves();
                self.judge_plays();
                self.judge_battles();
            }
            Decision::Reaction => self.judge_reaction(),
            Decision::GoOn | Decision::Standing => {}
        }
        self.judge_standing();
    }

    /// Records a ruling.
    fn rule(&mut self, order: usize, code: &'static str, fact: String) {
        let rule = CODES.iter().find(|(known, _)| *known == code).map_or("", |(_, rule)| *rule);
        self.rulings.push(Ruling::on(order, code, rule, fact));
    }

    /// Each decision takes orders of its own. What was sent ahead for a turn waits for it, and is not used up by the
    /// standing window that comes before.
    fn judge_kinds(&mut self) {
        let (decision, origin) = (self.decision, self.origin);
        for (i, order) in self.orders.iter().enumerate() {
            let fits = match order {
                Order::Pass => {
                    !matches!(decision, Decision::GoOn | Decision::Standing) || origin != Origin::Ahead
                }
                Order::Start(_) | Order::Lay(_) => decision == Decision::Setup,
                Order::Play(_) | Order::Retreat(_) => matches!(decision, Decision::Turn | Decision::Reaction),
                Order::Standing(_) => decision != Decision::Setup,
                _ => decision == Decision::Turn,
            };
            if !fits {
                self.rule(i, "order/not-now", format!("this belongs to no {decision}"));
            }
        }
    }

    /// What holds for every sheet: each kind of list once, each space of it once, and pass alone.
    fn judge_whole(&mut self) {
        let mut kinds = BTreeSet::new();
        for (i, order) in self.orders.iter().enumerate() {
            let (kind, places): (u8, &[String]) = match order {
                Order::Start(places) => (1, places),
                Order::Lay(places) => (2, places),
                Order::Reinforce(places) => (3, places),
                Order::Battles(places) => (4, places),
                Order::GiveUp(places) => (5, places),
                Order::Discard(_) => (6, &[]),
                Order::Bank => (7, &[]),
                Order::Pass => (8, &[]),
                _ => continue,
            };
            if !kinds.insert(kind) {
                self.rule(i, "order/twice", "there is such a line already".to_owned());
            }
            if let Some(place) = (0..places.len()).find(|at| places[..*at].contains(&places[*at])) {
                self.rule(i, "order/space-twice", format!("{} is named twice", places[place]));
            }
        }
        let does = |order: &Order| !matches!(order, Order::Pass | Order::Standing(_));
        if let Some(pass) = self.orders.iter().position(|order| *order == Order::Pass)
            && self.orders.iter().any(does)
        {
            self.rule(pass, "order/pass-with-others", "other orders stand beside it".to_owned());
        }
    }

    /// Game Setup.
    fn judge_setup(&mut self) {
        for (i, order) in self.orders.iter().enumerate() {
            match order {
                Order::Start(places) => {
                    if let Some(at) = places.iter().find(|at| self.setting.data.board.wall(at).is_none()) {
                        self.rule(i, "start/no-wall", format!("{at} is no gate, wall or tower"));
                    }
                }
                Order::Lay(_) if self.setting.scenario != Scenario::Laid => {
                    let title = self.setting.scenario.title().to_lowercase();
                    self.rule(i, "lay/no-choice", format!("this is {title}"));
                }
                Order::Lay(places) => {
                    let fits = |at: &&String| self.setting.special_spaces().any(|id| id == *at);
                    if let Some(at) = places.iter().find(|at| !fits(at)) {
                        let size = self.setting.data.special_size().unwrap_or(Size::Medium);
                        let fact = format!("{at} is no {} space", format!("{size:?}").to_lowercase());
                        self.rule(i, "lay/no-fit", fact);
                    }
                }
                _ => {}
            }
        }
    }

    /// Where warriors of this sheet attack: on every space they move to that is not their player's.
    fn attacked(&self) -> BTreeSet<&str> {
        let moves = self.orders.iter().filter_map(march);
        let spaces = moves.map(|march| march.to.as_str());
        spaces.filter(|to| self.public.space(to).controller != Some(self.seat) && *to != CAMP).collect()
    }

    /// What is written for battles.
    fn judge_battles(&mut self) {
        let attacked: BTreeSet<String> = self.attacked().into_iter().map(str::to_owned).collect();
        for (i, order) in self.orders.iter().enumerate() {
            match order {
                Order::Battles(places) => {
                    if let Some(at) = places.iter().find(|at| !attacked.contains(*at)) {
                        self.rule(i, "battle/none", format!("no warrior of yours attacks {at}"));
                    }
                }
                Order::Continue { at, .. } if !attacked.contains(at) => {
                    self.rule(i, "battle/none", format!("no warrior of yours attacks {at}"));
                }
                Order::Retreat(retreat) => self.judge_retreat(i, retreat, &attacked),
                Order::GiveUp(places) => {
                    let is_own = |at: &&String| self.public.space(at).controller == Some(self.seat);
                    if let Some(at) = places.iter().find(|at| !is_own(at)) {
                        self.rule(i, "flag/not-yours", format!("{at} does not bear your flag"));
                    }
                }
                _ => {}
            }
        }
    }

    fn judge_retreat(&mut self, order: usize, retreat: &Retreat, attacked: &BTreeSet<String>) {
        let Some(from) = &retreat.from else {
            self.rule(order, "retreat/from", "from where is not said".to_owned());
            return;
        };
        if !attacked.contains(from) {
            self.rule(order, "battle/none", format!("no warrior of yours attacks {from}"));
        }
        let links = self.setting.data.board.links(from).iter();
        let is_open =
            |to: &&String| self.public.space(to).controller == Some(self.seat) || attacked.contains(*to);
        let open: Vec<String> = links.filter(is_open).cloned().collect();
        self.judge_ways_back(order, from, &retreat.to, &open);
    }

    /// A retreat leads to neighbours, and of them to those that are open to the player.
    fn judge_ways_back(&mut self, order: usize, from: &str, to: &[String], open: &[String]) {
        if self.judge_refuges(order, from, to)
            && let Some(to) = to.iter().find(|to| !open.contains(to))
        {
            let ways = if open.is_empty() { "nowhere".to_owned() } else { format!("to {}", open.join(", ")) };
            let fact = format!("{to} does not take you in: from {from} the way back leads {ways}");
            self.rule(order, "retreat/no-refuge", fact);
        }
    }

    /// Whether a retreat leads to neighbours alone.
    fn judge_refuges(&mut self, order: usize, from: &str, to: &[String]) -> bool {
        let far = to.iter().find(|to| !self.setting.data.board.are_adjacent(from, to));
        if let Some(to) = far {
            self.rule(order, "retreat/not-adjacent", format!("{to} is no neighbour of {from}"));
        }
        far.is_none()
    }

    /// Answers to one attack.
    fn judge_reaction(&mut self) {
        let Some(battle) = &self.public.battle else { return };
        let at = battle.at.clone();
        let is_occupied = self.public.space(&at).warriors > 0;
        // Warriors may fall before the retreat, so there need not be room for all of them yet.
        let open = havens(self.setting, self.public, self.seat, &at, 1);
        for (i, order) in self.orders.iter().enumerate() {
            match order {
                Order::Play(play) => self.judge_defence(i, play, &at),
                Order::Retreat(_) if !is_occupied => {
                    self.rule(i, "retreat/nobody", format!("no warrior of yours stands on {at}"));
                }
                Order::Retreat(retreat) => {
                    if retreat.from.as_ref().is_some_and(|from| *from != at) {
                        self.rule(i, "retreat/from", format!("the attack is on {at}"));
                    }
                    self.judge_ways_back(i, &at, &retreat.to, &open);
                }
                _ => {}
            }
        }
        self.judge_copies(false);
    }

    fn judge_defence(&mut self, order: usize, play: &Play, at: &str) {
        let card = self.setting.data.loot(&play.card);
        if !card.is_some_and(|card| card.when.contains(&Time::Defence)) {
            self.rule(order, "play/not-now", format!("{} is no card for a defender", play.card));
        } else if play.at.as_ref().is_some_and(|place| place != at) {
            self.rule(order, "play/no-battle", format!("the attack is on {at}"));
        } else if play.against.is_some() {
            self.rule(order, "play/place", "the card is played against nobody but the attacker".to_owned());
        }
    }

    /// Standing answers.
    fn judge_standing(&mut self) {
        let is_standing = |order: &&Order| matches!(order, Order::Standing(_));
        let count = self.orders.iter().filter(is_standing).count();
        for (i, order) in self.orders.iter().enumerate() {
            let Order::Standing(Standing { at, answer }) = order else { continue };
            if at.as_deref() == Some(CAMP) {
                self.rule(i, "standing/no-space", "nobody can attack the camp".to_owned());
            }
            match answer {
                Reply::Ask if at.is_some() || count > 1 => {
                    self.rule(
                        i,
                        "standing/alone",
                        "to be asked holds for everywhere and stands alone".to_owned(),
                    );
                }
                Reply::Pass if count > 1 && at.is_none() => {
                    self.rule(i, "standing/alone", "to pass everywhere stands alone".to_owned());
                }
                Reply::Play { card, .. } if !self.can_defend(card) => {
                    self.rule(i, "play/not-now", format!("{card} is no card for a defender"));
                }
                Reply::Retreat { to, .. } => {
                    if to.iter().any(|space| space == CAMP) {
                        self.rule(i, "standing/no-space", "nobody can retreat to the camp".to_owned());
                    } else if let Some(at) = at {
                        self.judge_refuges(i, at, to);
                    }
                }
                _ => {}
            }
        }
    }

    fn can_defend(&self, card: &str) -> bool {
        self.setting.data.loot(card).is_some_and(|card| card.when.contains(&Time::Defence))
    }

    fn loot(&self, play: &Play) -> Option<&Loot> {
        self.setting.data.loot(&play.card)
    }

    /// Cards of the start that are played for a horde or a space, with their places: those in hand, or those that may
    /// come.
    fn played_at_the_start(&self, effect: Effect, is_to_come: bool) -> Vec<(&str, u8)> {
        let plays = self.orders.iter().filter_map(|order| match order {
            Order::Play(play) if play.if_held == is_to_come => Some(play),
            _ => None,
        });
        let fits = plays.filter_map(|play| Some((play.at.as_deref()?, self.loot(play)?)));
        fits.filter(|(_, card)| card.effect == effect).map(|(at, card)| (at, card.amount)).collect()
    }
}
