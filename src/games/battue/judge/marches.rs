//! **Call Reinforcements** and **Move Hordes**: who may call, and who may move where.

use super::{CAMP, Court, Effect, March, Order, march};
use std::collections::{BTreeMap, BTreeSet};

impl Court<'_> {
    /// The player's hordes after the cards of the start of the turn.
    pub(super) fn hordes(&self) -> BTreeMap<String, u8> {
        let mut hordes: BTreeMap<String, u8> = self.public.hordes_of(self.seat).into_iter().collect();
        let mut reserve = self.public.reserve(self.setting, self.seat);
        let most = self.setting.data.forces.forces.horde;
        for (at, amount) in self.played_at_the_start(Effect::Warriors, false) {
            if let Some(count) = hordes.get_mut(at) {
                let gained = amount.min(most.saturating_sub(*count)).min(reserve);
                *count += gained;
                reserve -= gained;
            }
        }
        hordes
    }

    /// How large each of them may be if cards come that are played if held.
    fn hordes_at_most(&self) -> BTreeMap<String, u8> {
        let mut hordes = self.hordes();
        let reserve = self.reserve(&hordes);
        let most = self.setting.data.forces.forces.horde;
        for (at, amount) in self.played_at_the_start(Effect::Warriors, true) {
            if let Some(count) = hordes.get_mut(at) {
                *count = count.saturating_add(amount.min(reserve)).min(most);
            }
        }
        hordes
    }

    /// The warriors who are in reserve beside some hordes.
    fn reserve(&self, hordes: &BTreeMap<String, u8>) -> u8 {
        self.setting.data.forces.forces.warriors.saturating_sub(hordes.values().sum())
    }

    /// The hordes that call.
    fn callers(&self) -> BTreeSet<&str> {
        let lists = self.orders.iter().filter_map(|order| match order {
            Order::Reinforce(places) => Some(places),
            _ => None,
        });
        lists.flatten().map(String::as_str).collect()
    }

    /// Call Reinforcements: any hordes that are there, as long as they can grow and somebody is in reserve.
    pub fn judge_calls(&mut self) {
        let hordes = self.hordes();
        let most = self.setting.data.forces.forces.horde;
        let reserve = self.reserve(&hordes);
        for (i, order) in self.orders.iter().enumerate() {
            let Order::Reinforce(places) = order else { continue };
            for at in places {
                match hordes.get(at) {
                    None => self.rule(i, "reinforce/nobody", format!("no horde of yours is at {at}")),
                    Some(count) if *count >= most => {
                        self.rule(i, "reinforce/full", format!("the horde at {at} has {count} warriors"));
                    }
                    Some(_) if reserve == 0 => {
                        self.rule(i, "reinforce/no-reserve", "all your warriors are on the board".to_owned());
                    }
                    Some(_) => {}
                }
            }
        }
    }

    /// Move Hordes: each warrior once, to a neighbouring space, no horde beyond eight.
    pub fn judge_moves(&mut self) {
        let hordes = self.hordes();
        let (mut left, mut at_most) = (hordes.clone(), self.hordes_at_most());
        let mut took_rest: BTreeSet<String> = BTreeSet::new();
        let moves: Vec<(usize, March)> =
            self.orders.iter().enumerate().filter_map(|(i, o)| Some((i, march(o)?.clone()))).collect();
        let counted = moves.iter().filter(|(_, m)| m.count.is_some());
        let rests = moves.iter().filter(|(_, m)| m.count.is_none());
        let mut arrivals: Vec<(usize, String, u8)> = Vec::new();
        let mut cards: Vec<String> =
            self.played_at_the_start(Effect::March, false).into_iter().map(|(at, _)| at.to_owned()).collect();
        for (i, march) in counted.chain(rests) {
            let there = left.get(&march.from).copied().unwrap_or(0);
            if !hordes.contains_key(&march.from) {
                self.rule(*i, "move/nobody", format!("no horde of yours is at {}", march.from));
                continue;
            }
            if self.callers().contains(march.from.as_str()) {
                self.rule(*i, "move/called", format!("the horde at {} calls for reinforcements", march.from));
            }
            let count = march.count.unwrap_or(there);
            if count == 0 || count > there || took_rest.contains(&march.from) {
                let fact = format!("{there} of the horde at {} are left to move", march.from);
                self.rule(*i, "move/too-many", fact);
            }
            if march.count.is_none() {
                took_rest.insert(march.from.clone());
            }
            self.judge_way(*i, march, &mut cards);
            left.insert(march.from.clone(), there.saturating_sub(count));
            let may_go = at_most.entry(march.from.clone()).or_default();
            let going = march.count.map_or(*may_go, |count| count.min(there));
            *may_go = may_go.saturating_sub(going);
            arrivals.push((*i, march.to.clone(), going));
        }
        self.judge_splits(&moves, &hordes, &at_most);
        self.judge_sizes(&at_most, &arrivals);
    }

    /// To an adjacent city tile, from the camp to what it lies next to; over one of one's own with a card.
    fn judge_way(&mut self, order: usize, march: &March, cards: &mut Vec<String>) {
        if march.to == CAMP || march.via.as_deref() == Some(CAMP) {
            self.rule(order, "move/to-camp", "nobody goes back to the camp".to_owned());
            return;
        }
        let Some(via) = &march.via else {
            if !self.are_linked(&march.from, &march.to) {
                let fact = format!("{} is no neighbour of {}", march.to, march.from);
                self.rule(order, "move/not-adjacent", fact);
            }
            return;
        };
        match cards.iter().position(|at| *at == march.from) {
            Some(card) => drop(cards.remove(card)),
            None => {
                self.rule(order, "move/no-card", format!("no card lets the horde at {} go on", march.from));
            }
        }
        if !self.are_linked(&march.from, via) || !self.are_linked(via, &march.to) {
            self.rule(order, "move/not-adjacent", format!("{via} does not lie between the two"));
        } else if self.public.space(via).controller != Some(self.seat) {
            self.rule(order, "move/via", format!("{via} does not bear your flag"));
        }
    }

    fn are_linked(&self, from: &str, to: &str) -> bool {
        if from == CAMP {
            return self.public.horde(self.seat).camp.as_ref().is_some_and(|camp| camp.at == to);
        }
        self.setting.data.board.are_adjacent(from, to)
    }

    /// Until the first tile is captured, a horde may not be split.
    fn judge_splits(
        &mut self,
        moves: &[(usize, March)],
        hordes: &BTreeMap<String, u8>,
        left: &BTreeMap<String, u8>,
    ) {
        if self.public.horde(self.seat).has_captured {
            return;
        }
        for (i, march) in moves {
            let first = moves.iter().find(|(_, other)| other.from == march.from).map(|(i, _)| *i);
            let stay = left.get(&march.from).copied().unwrap_or(0);
            if first != Some(*i) || (stay > 0 && hordes.contains_key(&march.from)) {
                self.rule(*i, "move/split", "you have not captured a tile yet".to_owned());
            }
        }
    }

    /// The resulting horde may not have more than eight warriors. To who calls three more may come, if so many are in
    /// reserve.
    fn judge_sizes(&mut self, left: &BTreeMap<String, u8>, arrivals: &[(usize, String, u8)]) {
        let most = self.setting.data.forces.forces.horde;
        let by_die = &self.setting.data.forces.reinforcements.by_die;
        let may_come = by_die.iter().copied().max().unwrap_or(0).min(self.reserve(&self.hordes()));
        let callers: BTreeSet<String> = self.callers().into_iter().map(str::to_owned).collect();
        let mut sizes: BTreeMap<String, u8> = BTreeMap::new();
        for (i, to, count) in arrivals {
            let stay = left.get(to).copied().unwrap_or(0);
            let there = if callers.contains(to) { (stay + may_come).min(most) } else { stay };
            let size = sizes.entry(to.clone()).or_insert(there);
            *size += count;
            if *size > most {
                let fact = format!("{size} warriors would be on {to}, and a horde has {most} at most");
                self.rule(*i, "move/full", fact);
            }
        }
    }
}
