//! **Loot Cards**: which may be played when, where and against whom.

use super::{Court, Effect, Loot, Order, Play, Time, can_reach, is_for_the_start};
use std::collections::BTreeMap;

impl Court<'_> {
    /// The cards of a turn's sheet.
    pub fn judge_plays(&mut self) {
        let attacked: Vec<String> = self.attacked().into_iter().map(str::to_owned).collect();
        for (i, order) in self.orders.iter().enumerate() {
            let Order::Play(play) = order else { continue };
            let Some(card) = self.loot(play).cloned() else { continue };
            if is_for_the_start(self.setting, play) {
                self.judge_at_the_start(i, play, &card);
            } else if card.when.contains(&Time::End) {
                self.judge_outside_battles(i, play, &card);
            } else if play.at_the_end {
                self.rule(i, "play/not-now", format!("{} is no card of the end of a turn", card.id));
            } else if card.when.contains(&Time::Attack) {
                match &play.at {
                    Some(at) if attacked.contains(at) => {}
                    Some(at) => self.rule(i, "play/no-battle", format!("no warrior of yours attacks {at}")),
                    None => {
                        self.rule(i, "play/place", format!("{} is for a battle, and none is named", card.id));
                    }
                }
                if play.against.is_some() {
                    self.rule(i, "play/place", format!("{} is played against nobody else", card.id));
                }
            } else {
                self.rule(i, "play/not-now", format!("{} is a card for a defender", card.id));
            }
        }
        self.judge_copies(true);
    }

    fn judge_at_the_start(&mut self, order: usize, play: &Play, card: &Loot) {
        if play.if_held && !self.may_come(play) {
            let fact = match card.effect {
                Effect::March => "moves are written before it is known whether you hold it",
                _ => "no line of this sheet plays a card that brings others at the start of the turn",
            };
            self.rule(order, "play/not-now", fact.to_owned());
        }
        let at = play.at.as_deref().unwrap_or_default();
        match card.effect {
            Effect::Warriors | Effect::March if self.public.warriors_at(self.seat, at) == 0 => {
                self.rule(
                    order,
                    "play/no-horde",
                    format!("{} is for a horde of yours, and none is named", card.id),
                );
            }
            Effect::Slay if !can_reach(self.view, self.seat, at) => {
                let fact = format!("{} reaches enemies beside a space of yours alone", card.id);
                self.rule(order, "play/no-target", fact);
            }
            _ => {}
        }
        self.judge_outside_battles(order, play, card);
    }

    /// Whether a card that is not in hand may come in time: at the start of the turn with one that brings others, and
    /// not for moves, which are written before.
    fn may_come(&self, play: &Play) -> bool {
        if !is_for_the_start(self.setting, play) {
            return true;
        }
        let is_march = self.loot(play).is_some_and(|card| card.effect == Effect::March);
        !is_march
            && self.orders.iter().any(|order| match order {
                Order::Play(play) if !play.if_held && is_for_the_start(self.setting, play) => {
                    self.loot(play).is_some_and(|card| matches!(card.effect, Effect::Draw | Effect::Steal))
                }
                _ => false,
            })
    }

    /// What a card of the start or the end needs to be told, and no more.
    fn judge_outside_battles(&mut self, order: usize, play: &Play, card: &Loot) {
        if play.when.is_some() {
            self.rule(order, "play/no-condition", format!("{} is played outside battles", card.id));
        }
        if play.at.is_some() && !card.effect.needs_place() {
            self.rule(order, "play/place", format!("{} is played at no space", card.id));
        }
        if play.against.is_some() && !card.effect.needs_victim() {
            self.rule(order, "play/place", format!("{} is played against nobody", card.id));
        }
        if card.effect.needs_victim() && !self.is_victim(play) {
            let fact = format!("{} needs another player who has cards in hand", card.id);
            self.rule(order, "play/no-target", fact);
        }
    }

    fn is_victim(&self, play: &Play) -> bool {
        let victim = play.against.as_ref().and_then(|id| self.setting.place_of(id));
        victim.is_some_and(|other| other != self.seat && self.public.horde(other).hand > 0)
    }

    /// Each card that is played must be in hand, as often as it is played; but for those that may still come.
    pub fn judge_copies(&mut self, may_bring: bool) {
        let mut left: BTreeMap<&str, usize> = BTreeMap::new();
        for card in self.hand {
            *left.entry(card.as_str()).or_default() += 1;
        }
        let mut missing: Vec<(usize, &Play)> = Vec::new();
        for (i, order) in self.orders.iter().enumerate() {
            let Order::Play(play) = order else { continue };
            match left.get_mut(play.card.as_str()) {
                Some(count) if *count > 0 => *count -= 1,
                _ if play.if_held && may_bring => {}
                _ => missing.push((i, play)),
            }
        }
        for (i, play) in missing {
            let card = &play.card;
            let copies = self.hand.iter().filter(|id| *id == card).count();
            self.rule(i, "play/not-held", format!("you have {copies} of {card} in hand"));
        }
    }
}
