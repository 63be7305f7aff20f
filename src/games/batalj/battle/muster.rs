//! *Form the strength cards*, Sweden: each family says with which Fief and Military cards it takes part.

use super::event::Event;
use super::field::Field;
use super::orders::Order;
use super::{AnyEvent, AnyOrder, Batalj, Public, Setting};
use crate::kernel::game::{Ruling, Turn};

const RULE: &str = "§1 Form the strength cards";

/// The cards that a sheet musters; none where the family stays away.
pub fn cards(public: &Public, family: u8, orders: &[AnyOrder]) -> Vec<String> {
    let mut cards = Vec::new();
    for order in orders {
        match order {
            AnyOrder::Battle(Order::Muster(named)) if named.is_empty() => cards.extend(all(public, family)),
            AnyOrder::Battle(Order::Muster(named)) => cards.extend(named.iter().cloned()),
            _ => {}
        }
    }
    cards.sort_unstable();
    cards.dedup();
    cards
}

/// Every card that a family can take part with.
pub fn all(public: &Public, family: u8) -> Vec<String> {
    let family = public.family(family);
    let mut cards: Vec<String> = family.fiefs.iter().chain(&family.military).cloned().collect();
    cards.sort_unstable();
    cards
}

/// Whether a family can take part at all: it needs a Fief card.
pub fn can_take_part(public: &Public, family: u8) -> bool {
    !public.family(family).fiefs.is_empty()
}

/// Each player selects the Fief cards and Military cards with which he takes part: his own, each once, and a Fief
/// card among them.
pub fn check(
    setting: &Setting,
    public: &Public,
    field: &Field,
    family: u8,
    orders: &[AnyOrder],
) -> Vec<Ruling> {
    let mut rulings = Vec::new();
    let own = all(public, family);
    let mut seen: Vec<&String> = Vec::new();
    for (i, order) in orders.iter().enumerate() {
        let AnyOrder::Battle(Order::Muster(named)) = order else { continue };
        let mut refuse = |code, fact: String| {
            rulings.push(Ruling::on(i, code, RULE, fact));
        };
        for card in named {
            let military = setting.data.military(card);
            if !own.contains(card) {
                refuse("muster/not-yours", format!("{} is not yours", setting.data.name(card)));
            } else if seen.contains(&card) {
                refuse("muster/twice", format!("{} is named twice", setting.data.name(card)));
            } else if military.is_some_and(|m| !m.counts_in(field.era)) {
                let fact = format!("{} does not count in {}", setting.data.name(card), field.era.title());
                refuse("muster/other-era", fact);
            }
            seen.push(card);
        }
        if named.is_empty() && orders.iter().filter(|o| matches!(o, AnyOrder::Battle(_))).count() > 1 {
            refuse("muster/twice", "all names every card already".to_owned());
        }
    }
    let has_fief = cards(public, family, orders).iter().any(|c| setting.data.fief(c).is_some());
    let takes_part = orders.iter().any(|o| matches!(o, AnyOrder::Battle(Order::Muster(_))));
    if takes_part && !has_fief && rulings.is_empty() {
        rulings.push(
            Ruling::on(0, "muster/no-fief", RULE, "no Fief card is among them")
                .hinted("take part with a Fief card, or pass"),
        );
    }
    rulings
}

/// A family takes part or stays away.
pub fn resolve(turn: &mut Turn<Batalj>, family: u8, orders: &[AnyOrder]) {
    let state = turn.state();
    let Some(field) = &state.public.battle else { return };
    let era = field.era;
    let mut cards = cards(&state.public, family, orders);
    cards.retain(|id| state.setting.data.military(id).is_none_or(|m| m.counts_in(era)));
    turn.emit(AnyEvent::Battle(if cards.is_empty() {
        Event::StayedAway { family }
    } else {
        Event::Mustered { family, cards }
    }));
}
