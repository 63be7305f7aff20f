//! What is allowed and was probably not meant: loot cards that are played for nothing.

use super::{Battue, Effect, Loot, Order, Play, is_for_the_start, march};
use crate::kernel::game::{Ruling, View};

/// A line that plays a card which is sure to be held.
struct Line<'a> {
    place: usize,
    play: &'a Play,
    card: &'a Loot,
}

/// What lines of a sheet are about.
struct Sheet<'a> {
    view: &'a View<'a, Battue>,
    seat: u8,
    orders: &'a [Order],
    /// In the order in which they are played.
    lines: Vec<Line<'a>>,
}

/// Cards that have nothing left to do when their turn comes.
pub fn doubts<'a>(view: &'a View<'a, Battue>, seat: u8, orders: &'a [Order]) -> Vec<Ruling> {
    let line = |(place, order): (usize, &'a Order)| match order {
        Order::Play(play) if !play.if_held => {
            Some(Line { place, play, card: view.setting.data.loot(&play.card)? })
        }
        _ => None,
    };
    let mut lines: Vec<Line> = orders.iter().enumerate().filter_map(line).collect();
    lines.sort_by_key(|line| !is_for_the_start(view.setting, line.play));
    let sheet = Sheet { view, seat, orders, lines };
    let ruling = |line: &Line| {
        let (fact, hint) = sheet.doubt(line)?;
        Some(Ruling::on(line.place, "play/for-nothing", "Loot Cards", fact).hinted(hint))
    };
    sheet.lines.iter().filter_map(ruling).collect()
}

impl Sheet<'_> {
    /// Why a card would do nothing, and what to do.
    fn doubt(&self, line: &Line) -> Option<(String, String)> {
        let (public, keep) = (self.view.public, "take the line out, and keep the card".to_owned());
        let at = line.play.at.as_deref().unwrap_or_default();
        match line.card.effect {
            Effect::Slay => {
                let there = public.space(at).warriors;
                let fell = self.before(line, |other| other.play.at == line.play.at);
                (fell > 0 && fell >= u32::from(there))
                    .then(|| (format!("no enemy is left at {at} for it"), keep))
            }
            Effect::Steal | Effect::Rob => {
                let victim = line.play.against.as_ref()?;
                let hand = public.horde(self.view.setting.place_of(victim)?).hand;
                let lost = self.before(line, |other| other.play.against == line.play.against);
                (lost > 0 && lost >= u32::from(hand))
                    .then(|| (format!("{victim} has no card left for it"), keep))
            }
            Effect::Warriors | Effect::March if public.warriors_at(self.seat, at) == 0 => None,
            Effect::Warriors => self.doubt_warriors(line, at).map(|fact| (fact, keep)),
            Effect::March => self.doubt_march(line, at),
            _ => None,
        }
    }

    /// How much the cards before a line come to that do the same or the like.
    fn before(&self, line: &Line, is_like: impl Fn(&Line) -> bool) -> u32 {
        let is_kin = |effect: Effect| effect == line.card.effect || effect.needs_victim();
        let before = self.lines.iter().take_while(|other| other.place != line.place);
        let like = before.filter(|other| is_kin(other.card.effect) && is_like(other));
        like.map(|other| u32::from(other.card.amount)).sum()
    }

    fn doubt_warriors(&self, line: &Line, at: &str) -> Option<String> {
        let (setting, public) = (self.view.setting, self.view.public);
        let there = u32::from(public.warriors_at(self.seat, at));
        let most = u32::from(setting.data.forces.forces.horde);
        if there + self.before(line, |other| other.play.at == line.play.at) >= most {
            return Some(format!("the horde at {at} has {most} warriors by then"));
        }
        let reserve = u32::from(public.reserve(setting, self.seat));
        (self.before(line, |_| true) >= reserve).then(|| "nobody is in reserve for it by then".to_owned())
    }

    /// A march needs a move of two spaces.
    fn doubt_march(&self, line: &Line, at: &str) -> Option<(String, String)> {
        let moves = self.orders.iter().filter_map(march);
        let ways = moves.filter(|march| march.from == at && march.via.is_some()).count();
        let before = self.lines.iter().take_while(|other| other.place != line.place);
        let marches =
            before.filter(|other| other.card.effect == Effect::March && other.play.at == line.play.at);
        if marches.count() < ways {
            return None;
        }
        let calls =
            |order: &Order| matches!(order, Order::Reinforce(places) if places.iter().any(|p| p == at));
        if self.orders.iter().any(calls) {
            let fact = format!("the horde at {at} calls for reinforcements and does not move");
            return Some((fact, "take one of the two lines out".to_owned()));
        }
        let hint = match self.way(at) {
            Some((via, to)) => {
                format!("write such as move from {at} via {via} to {to}, or take the line out")
            }
            None => format!("take the line out: no space of yours lies beside {at}"),
        };
        Some((format!("no line lets the horde at {at} go two spaces"), hint))
    }

    /// A way of two spaces, over one of one's own.
    fn way(&self, at: &str) -> Option<(&str, &str)> {
        let (board, public) = (&self.view.setting.data.board, self.view.public);
        let own = |id: &&String| public.space(id).controller == Some(self.seat);
        let via = board.links(at).iter().find(own)?;
        let to = board.links(via).iter().find(|to| *to != at)?;
        Some((via, to))
    }
}
