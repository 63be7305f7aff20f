//! What could be written in the place of a line that is against the rules.
//!
//! Advice is made of what the player may know, and nothing is told to be written that would be refused: each line is
//! judged in its place before, the nearest to what was written first.

use super::{CAMP, Court, Decision, Effect, Loot, March, Order, Play, Reply, Retreat, Standing, Time};
use super::{can_reach, havens, neighbours, ways};
use crate::kernel::orders::diagnostic::any_of;
use std::collections::BTreeSet;
use std::mem::discriminant;

/// For how many rulings, and in sheets of how many lines and names, other lines are tried: more than a turn has, and few
/// enough for a sheet that was written to take time.
const MOST: usize = 60;

/// What to do where nothing could stand in a line's place.
const LEAVE_OUT: &str = "take the line out";

impl Court<'_> {
    /// Says of each ruling what to do about it.
    pub fn advise(&mut self) {
        let size: usize = self.orders.iter().map(|order| 1 + order.listed().len()).sum();
        let may_try = self.rulings.len() <= MOST && size <= MOST;
        let hints: Vec<Option<String>> =
            self.rulings.iter().map(|ruling| self.advice(ruling.order?, ruling.code, may_try)).collect();
        for (ruling, hint) in self.rulings.iter_mut().zip(hints) {
            ruling.hint = hint;
        }
    }

    fn advice(&self, line: usize, code: &str, may_try: bool) -> Option<String> {
        let order = self.orders.get(line)?;
        if code == "order/twice"
            && let Some(joined) = self.joined(order)
        {
            return Some(format!("join the lines: {joined}"));
        }
        if code == "standing/alone"
            && matches!(order, Order::Standing(Standing { at: None, answer: Reply::Ask }))
        {
            return Some("take the other lines that begin with when attacked out".to_owned());
        }
        let instead = if may_try { self.instead(line, code) } else { None };
        let known = self.known(order, code).into_iter();
        let parts: Vec<String> = known.chain([instead.unwrap_or_else(|| LEAVE_OUT.to_owned())]).collect();
        Some(parts.join("; "))
    }

    /// What the player may know that decides.
    fn known(&self, order: &Order, code: &str) -> Option<String> {
        match (code, order) {
            ("start/no-wall", _) => Some(format!("gates, walls and towers are {}", self.walls().join(", "))),
            ("lay/no-fit", _) => Some(format!("special tiles fit {}", any_of(&self.special_spaces()))),
            (_, Order::Move(march)) => self.known_of_move(march, code),
            ("reinforce/nobody" | "play/no-horde", _) => Some(self.known_hordes()),
            ("battle/none" | "play/no-battle", _) if self.decision == Decision::Turn => {
                Some(self.known_attacks())
            }
            ("play/no-target", Order::Play(play)) => self.loot(play).map(|card| self.known_targets(card)),
            ("play/not-held", _) if self.hand.is_empty() => Some("your hand is empty".to_owned()),
            ("play/not-held", _) => Some(format!("your hand is {}", self.hand.join(", "))),
            ("play/not-now", Order::Standing(_)) => {
                let cards = self.setting.data.loot.cards.iter().filter(|c| c.when.contains(&Time::Defence));
                let ids: Vec<String> = cards.map(|card| card.id.clone()).collect();
                Some(format!("a defender plays {}", any_of(&ids)))
            }
            ("retreat/not-adjacent", _) => {
                let from = self.battlefield(order)?;
                Some(format!(
                    "neighbours of {from} are {}",
                    neighbours(self.view, self.seat, &from).join(", ")
                ))
            }
            ("flag/not-yours", _) => Some(match self.own_spaces().as_slice() {
                [] => "your flag lies nowhere".to_owned(),
                own => format!("your flags lie on {}", own.join(", ")),
            }),
            _ => None,
        }
    }

    fn known_of_move(&self, march: &March, code: &str) -> Option<String> {
        let is_there = self.hordes().contains_key(&march.from);
        match code {
            "move/nobody" | "move/called" => Some(self.known_hordes()),
            "move/too-many" | "move/split" | "move/full" => None,
            _ if !is_there => None,
            _ => {
                let ways = neighbours(self.view, self.seat, &march.from);
                Some(format!("from {} the way leads to {}", march.from, any_of(&ways)))
            }
        }
    }

    fn known_hordes(&self) -> String {
        let hordes: Vec<String> =
            self.hordes().into_iter().map(|(at, count)| format!("{count} at {at}")).collect();
        format!("you have {}", hordes.join(", "))
    }

    fn known_attacks(&self) -> String {
        let attacked: Vec<&str> = self.attacked().into_iter().collect();
        if attacked.is_empty() {
            "no line moves to a space that is not yours".to_owned()
        } else {
            format!("you attack {}", attacked.join(", "))
        }
    }

    fn known_targets(&self, card: &Loot) -> String {
        let (targets, lead, none) = if card.effect == Effect::Slay {
            let none = "no enemy stands beside a space of yours";
            (self.reached(), "enemies beside your spaces stand on", none)
        } else {
            (self.victims(), "others with cards in hand are", "nobody else has a card in hand")
        };
        if targets.is_empty() { none.to_owned() } else { format!("{lead} {}", targets.join(", ")) }
    }

    /// One line for all lists of a kind.
    fn joined(&self, order: &Order) -> Option<Order> {
        let of_kind = self.orders.iter().filter(|other| discriminant(*other) == discriminant(order));
        let names: Vec<String> = of_kind.flat_map(Order::listed).cloned().collect();
        (!names.is_empty()).then(|| order.clone().listing(once_each(&names)))
    }

    /// The first line that would be allowed in the place of one, or beside it.
    fn instead(&self, line: usize, code: &str) -> Option<String> {
        let order = self.orders.get(line)?;
        let added = || {
            let added = self.beside(order).into_iter().find(|order| self.mends(line, None, Some(order)));
            added.map(|order| format!("add {order}"))
        };
        let card = if code == "move/no-card" { added() } else { None };
        let written = || self.others(order).into_iter().find(|other| self.mends(line, Some(other), None));
        let passes = || {
            let may_pass = !matches!(order, Order::Standing(_)) && self.mends(line, Some(&Order::Pass), None);
            may_pass.then(|| format!("{LEAVE_OUT}, or write {}", Order::Pass))
        };
        card.or_else(|| written().map(|other| told(order, &other))).or_else(added).or_else(passes)
    }

    /// Whether nothing is held against a line any more if it is another, or if one is added; and no more against others.
    fn mends(&self, line: usize, other: Option<&Order>, added: Option<&Order>) -> bool {
        let mut sheet = self.orders.to_vec();
        if let Some(other) = other {
            sheet[line] = other.clone();
        }
        sheet.extend(added.cloned());
        let mut court = Court::new(self.view, self.decision, self.seat, &sheet, self.origin);
        court.judge();
        let own = self.rulings.iter().filter(|ruling| ruling.order == Some(line)).count();
        court.rulings.len() + own <= self.rulings.len()
    }

    /// Lines that could be added, so that a line is allowed.
    fn beside(&self, order: &Order) -> Vec<Order> {
        let fields = match order {
            Order::Move(march) => return self.played_for(march),
            Order::Battles(places) => places.clone(),
            Order::Continue { at, .. } => vec![at.clone()],
            Order::Retreat(retreat) => retreat.from.iter().cloned().collect(),
            Order::Play(play) => play.at.iter().cloned().collect(),
            _ => Vec::new(),
        };
        let hordes = self.hordes();
        let from = |to: &String| {
            let near = hordes.keys().filter(|from| self.ways(from).contains(to));
            near.map(|from| marching(from, to, None)).collect::<Vec<_>>()
        };
        fields.iter().flat_map(from).collect()
    }

    /// Cards in hand that let a horde go on.
    fn played_for(&self, march: &March) -> Vec<Order> {
        let cards = self.hand.iter().filter_map(|id| self.setting.data.loot(id));
        let fits = cards.filter(|card| card.effect == Effect::March);
        let play = |card: &Loot| {
            let at = Some(march.from.clone());
            Order::Play(Play {
                card: card.id.clone(),
                at,
                against: None,
                if_held: false,
                at_the_end: false,
                when: None,
            })
        };
        fits.map(play).collect()
    }

    /// Lines that could stand in a line's place, the nearest to it first.
    fn others(&self, order: &Order) -> Vec<Order> {
        let listing = |able: Vec<String>| {
            some_of(order.listed(), &able).into_iter().map(|names| order.clone().listing(names)).collect()
        };
        match order {
            Order::Start(_) => listing(self.walls()),
            Order::Lay(_) => listing(self.special_spaces()),
            Order::Reinforce(_) => listing(self.hordes().into_keys().collect()),
            Order::Battles(_) => listing(self.attacked_spaces()),
            Order::GiveUp(_) => listing(self.own_spaces()),
            Order::Continue { while_, .. } => {
                let fields = self.attacked_spaces().into_iter();
                fields.map(|at| Order::Continue { at, while_: *while_ }).collect()
            }
            Order::Move(march) => self.other_moves(march),
            Order::Play(play) => self.other_plays(play),
            Order::Retreat(retreat) => self.other_retreats(retreat),
            Order::Standing(standing) => self.other_answers(standing),
            Order::Pass | Order::Discard(_) | Order::Bank => Vec::new(),
        }
    }

    /// Fewer to the same space, another way, another space, another horde.
    fn other_moves(&self, march: &March) -> Vec<Order> {
        let hordes = self.hordes();
        let there = hordes.get(&march.from).copied().unwrap_or(0);
        let most = march.count.map_or(there, |count| count.min(there));
        let counts = (1..=most).rev().map(Some).chain([None]);
        let mut orders: Vec<Order> =
            counts.map(|count| Order::Move(March { count, ..march.clone() })).collect();
        let vias = self.ways(&march.from).into_iter().filter(|_| march.via.is_some());
        orders.extend(vias.map(|via| Order::Move(March { via: Some(via), ..march.clone() })));
        for to in self.ways(&march.from) {
            orders.extend([march.count, None].map(|count| marching(&march.from, &to, count)));
        }
        let near = hordes.keys().filter(|from| self.ways(from).contains(&march.to));
        orders.extend(near.map(|from| marching(from, &march.to, None)));
        for from in hordes.keys() {
            orders.extend(self.ways(from).iter().map(|to| marching(from, to, None)));
        }
        orders
    }

    /// The same card elsewhere or against another, when attacked, or once it is held; to a defender his other cards.
    fn other_plays(&self, play: &Play) -> Vec<Order> {
        if self.decision == Decision::Reaction {
            return self.defences(play);
        }
        let Some(card) = self.loot(play) else { return Vec::new() };
        let is_for_battle = !card.when.contains(&Time::Start) && card.when.contains(&Time::Attack);
        let places = match card.effect {
            Effect::Slay => self.reached(),
            effect if effect.needs_place() => self.hordes().into_keys().collect(),
            _ if is_for_battle => self.attacked_spaces(),
            _ => Vec::new(),
        };
        let victims = if card.effect.needs_victim() { self.victims() } else { Vec::new() };
        let when = play.when.filter(|_| is_for_battle);
        let mut orders = Vec::new();
        for if_held in [false, true] {
            for at in wished(play.at.as_ref(), &places) {
                for against in wished(play.against.as_ref(), &victims) {
                    let at = at.clone();
                    orders.push(Order::Play(Play {
                        card: card.id.clone(),
                        at,
                        against,
                        if_held,
                        at_the_end: false,
                        when,
                    }));
                }
            }
        }
        let answer = Reply::Play { card: card.id.clone(), when: play.when };
        orders.push(Order::Standing(Standing { at: None, answer }));
        orders
    }

    /// What a defender can play: the card that he named, or another that he holds.
    fn defences(&self, play: &Play) -> Vec<Order> {
        let cards = std::iter::once(&play.card).chain(self.hand).filter(|card| self.can_defend(card));
        let play = |card: &String| {
            let (card, when) = (card.clone(), play.when);
            Order::Play(Play { card, at: None, against: None, if_held: false, at_the_end: false, when })
        };
        cards.map(play).collect()
    }

    fn other_retreats(&self, retreat: &Retreat) -> Vec<Order> {
        let (fields, is_answer) = match &self.public.battle {
            Some(battle) if self.decision == Decision::Reaction => (vec![battle.at.clone()], true),
            _ => (self.attacked_spaces(), false),
        };
        let wished = fields.iter().filter(|at| retreat.from.as_ref() == Some(at));
        let mut orders = Vec::new();
        for at in wished.chain(&fields) {
            for to in some_of(&retreat.to, &self.ways_back(at)) {
                let from = (!is_answer).then(|| at.clone());
                orders.push(Order::Retreat(Retreat { from, to, when: retreat.when }));
            }
        }
        orders
    }

    fn other_answers(&self, standing: &Standing) -> Vec<Order> {
        let own = self.own_spaces();
        let places = wished(standing.at.as_ref(), &own);
        let everywhere = places.into_iter().filter(|at| at.as_deref() != Some(CAMP)).chain([None]);
        let answers = |at: Option<&String>| match &standing.answer {
            Reply::Play { card, when } => {
                let cards = std::iter::once(card).chain(self.hand).cloned();
                cards.map(|card| Reply::Play { card, when: *when }).collect()
            }
            Reply::Retreat { to, when } => {
                let back = at.map_or_else(|| self.own_spaces(), |at| self.ways(at));
                some_of(to, &back).into_iter().map(|to| Reply::Retreat { to, when: *when }).collect()
            }
            other => vec![other.clone()],
        };
        let of = |at: Option<String>| {
            let answers = answers(at.as_ref()).into_iter();
            answers.map(|answer| Order::Standing(Standing { at: at.clone(), answer })).collect::<Vec<_>>()
        };
        everywhere.flat_map(of).take(MOST).collect()
    }

    /// The space that a retreat leads away from.
    fn battlefield(&self, order: &Order) -> Option<String> {
        match order {
            Order::Retreat(_) if self.decision == Decision::Reaction => {
                self.public.battle.as_ref().map(|battle| battle.at.clone())
            }
            Order::Retreat(retreat) => retreat.from.clone(),
            Order::Standing(standing) => standing.at.clone(),
            _ => None,
        }
    }

    fn ways(&self, from: &str) -> Vec<String> {
        ways(self.setting, self.public, self.seat, from)
    }

    /// Where one could retreat to: where there is room for one warrior now, or else to any neighbour that is one's own or
    /// attacked by this sheet.
    fn ways_back(&self, at: &str) -> Vec<String> {
        let open = havens(self.setting, self.public, self.seat, at, 1);
        let own = self.own_spaces().into_iter().chain(self.attacked_spaces());
        let own = own.filter(|to| self.setting.data.board.are_adjacent(at, to));
        if open.is_empty() { own.collect() } else { open }
    }

    fn own_spaces(&self) -> Vec<String> {
        self.public.controlled(self.seat).into_iter().map(str::to_owned).collect()
    }

    fn attacked_spaces(&self) -> Vec<String> {
        self.attacked().into_iter().map(str::to_owned).collect()
    }

    fn walls(&self) -> Vec<String> {
        self.setting.data.board.perimeter.iter().map(|wall| wall.id.clone()).collect()
    }

    fn special_spaces(&self) -> Vec<String> {
        self.setting.special_spaces().map(str::to_owned).collect()
    }

    /// Where enemies stand whom a card reaches.
    fn reached(&self) -> Vec<String> {
        let spaces = self.public.spaces.keys();
        spaces.filter(|at| can_reach(self.view, self.seat, at)).cloned().collect()
    }

    /// Others who have cards in hand.
    fn victims(&self) -> Vec<String> {
        let hordes = (0u8..).zip(&self.public.hordes);
        let others = hordes.filter(|(seat, horde)| *seat != self.seat && horde.hand > 0);
        others.map(|(_, horde)| horde.seat.clone()).collect()
    }
}

fn marching(from: &str, to: &str, count: Option<u8>) -> Order {
    Order::Move(March { from: from.to_owned(), via: None, to: to.to_owned(), count })
}

/// Names, each once.
fn once_each(names: &[String]) -> Vec<String> {
    let mut seen = BTreeSet::new();
    names.iter().filter(|name| seen.insert(*name)).cloned().collect()
}

/// Lists of names that can be: those that are wished and can be had, or else each of what can be had.
fn some_of(wished: &[String], able: &[String]) -> Vec<Vec<String>> {
    let kept: Vec<String> = once_each(wished).into_iter().filter(|name| able.contains(name)).collect();
    let kept = Some(kept).filter(|kept| !kept.is_empty());
    kept.into_iter().chain(able.iter().map(|name| vec![name.clone()])).collect()
}

/// What could be named: what is wished, what can be had, or nothing if nothing can.
fn wished(wish: Option<&String>, able: &[String]) -> Vec<Option<String>> {
    if able.is_empty() {
        return vec![None];
    }
    wish.into_iter().chain(able).cloned().map(Some).collect()
}

/// A line to write, with what it depends on.
fn told(order: &Order, other: &Order) -> String {
    let is_held_later = |order: &Order| matches!(order, Order::Play(play) if play.if_held);
    if is_held_later(other) && !is_held_later(order) {
        format!("if this turn may bring the card, write {other}")
    } else {
        format!("write {other}")
    }
}
