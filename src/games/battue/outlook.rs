//! Facts that conditions of provisional orders name, and what can be said of such orders before their time.

use super::data::{Data, Effect, Happening, Time};
use super::orders::{Condition, Fact, Measure, Order, is_camp};
use super::setting::Setting;
use super::state::{Public, is_up};
use crate::kernel::game::Ruling;
use crate::kernel::orders::comparison::Comparison;
use crate::kernel::orders::condition::Outlook;

/// Whether a fact holds now.
pub fn holds(setting: &Setting, public: &Public, fact: &Fact) -> bool {
    match fact {
        Fact::Controls(seat, space) => {
            let place = setting.place_of(seat);
            place.is_some() && public.space(space).controller == place
        }
        Fact::IsUp(space) => is_up(&setting.data, public, space),
        Fact::Holds(space, count) => {
            let space = public.space(space);
            space.warriors.max(space.attackers) >= *count
        }
        Fact::TurnReaches(turn) => public.turn >= *turn,
    }
}

/// What is known of a fact before its time: a tile turned up stays so, and turns are counted upwards.
pub fn outlook(setting: &Setting, public: &Public, fact: &Fact) -> Outlook {
    let data: &Data = &setting.data;
    match fact {
        Fact::IsUp(_) | Fact::TurnReaches(_) if holds(setting, public, fact) => Outlook::Always,
        Fact::Holds(_, 0) => Outlook::Always,
        Fact::Controls(_, space) | Fact::IsUp(space) | Fact::Holds(space, _) if is_camp(space) => {
            Outlook::Never
        }
        Fact::Holds(_, count) if *count > data.forces.forces.horde => Outlook::Never,
        _ => Outlook::Depends,
    }
}

/// Why a fact can never hold.
pub fn why_never(setting: &Setting, fact: &Fact) -> String {
    match fact {
        Fact::Holds(space, _) if !is_camp(space) => most_in_a_horde(setting),
        _ => "the camp is no space of the city".to_owned(),
    }
}

fn most_in_a_horde(setting: &Setting) -> String {
    format!("a horde has {} warriors at most", setting.data.forces.forces.horde)
}

/// Whether two facts cannot hold together: a space has one controller.
pub fn exclude(one: &Fact, other: &Fact) -> bool {
    match (one, other) {
        (Fact::Controls(one, here), Fact::Controls(other, there)) => here == there && one != other,
        _ => false,
    }
}

/// Orders with a condition that can never hold.
pub fn doubts(setting: &Setting, orders: &[Order]) -> Vec<Ruling> {
    let doubt = |(i, order): (usize, &Order)| {
        let condition = order.condition()?;
        let (number, why) = never(setting, condition)?;
        let other = order.clone().with_condition(Condition { number, ..condition });
        let fact = format!("{condition} can never hold: {why}");
        Some(Ruling::on(i, "condition/never", "Battles", fact).hinted(format!("as in {other}")))
    };
    orders.iter().enumerate().filter_map(doubt).collect()
}

/// The nearest number with which a condition can hold, and why it cannot as it stands.
fn never(setting: &Setting, condition: Condition) -> Option<(u8, String)> {
    let horde = setting.data.forces.forces.horde;
    let values = |most: u8| format!("with every card that there is the value comes to {most} at most");
    let (least, most, why_most) = match condition.measure {
        Measure::Warriors | Measure::Enemies => (0, horde, most_in_a_horde(setting)),
        Measure::Attack => {
            let most = most_attack(setting);
            (1, most, values(most))
        }
        Measure::Defence => {
            let most = most_defence(setting);
            (0, most, values(most))
        }
        Measure::Round => (1, u8::MAX, String::new()),
    };
    let why_least = if least == 0 { "nothing is below 0" } else { "it is counted from 1" };
    let number = condition.number;
    match condition.comparison {
        Comparison::Below if number <= least => Some((least + 1, why_least.to_owned())),
        Comparison::Is if number < least => Some((least, why_least.to_owned())),
        Comparison::Is if number > most => Some((most, why_most)),
        Comparison::Above if number >= most => Some((most.saturating_sub(1), why_most)),
        _ => None,
    }
}

/// A whole horde, with every card that adds to an attack.
fn most_attack(setting: &Setting) -> u8 {
    setting.data.forces.forces.horde.saturating_add(every_bonus(setting, Time::Attack))
}

/// The strongest space behind the event that adds most, with a whole horde and every card that adds to a defence.
fn most_defence(setting: &Setting) -> u8 {
    let data = &setting.data;
    let tiles = data.tiles.tiles.iter().map(|tile| tile.defence);
    let walls = data.board.perimeter.iter().map(|wall| wall.defence);
    let stands = data.events.cards.iter().filter(|card| card.effect == Happening::Stand).map(|c| c.amount);
    let place = tiles.chain(walls).max().unwrap_or(0).saturating_add(stands.max().unwrap_or(0));
    place.saturating_add(data.forces.forces.horde).saturating_add(every_bonus(setting, Time::Defence))
}

fn every_bonus(setting: &Setting, time: Time) -> u8 {
    let cards = setting.data.loot.cards.iter();
    let adding = cards.filter(|card| card.effect == Effect::Bonus && card.when.contains(&time));
    adding.fold(0, |sum: u8, card| sum.saturating_add(card.count.saturating_mul(card.amount)))
}

/// What a provisional order depends on: none is against the rules in every case that can be reached.
pub fn foresee(order: &Order) -> &'static str {
    match order {
        Order::Pass | Order::Standing(_) | Order::Bank => {
            "depends on what is asked then, and on the lines beside it"
        }
        Order::Start(_) | Order::Lay(_) => "belongs to the setup",
        Order::Play(_) | Order::Discard(_) => "depends on what is in hand then",
        Order::Reinforce(_) | Order::Move(_) => "depends on where your hordes stand then",
        Order::Battles(_) | Order::Continue { .. } | Order::Retreat(_) => "depends on where you attack then",
        Order::GiveUp(_) => "depends on what you control then",
    }
}
