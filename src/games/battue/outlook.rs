//! Facts that conditions of provisional orders name, and what can be said of such orders before their time.

use super::data::Data;
use super::orders::{Fact, Order};
use super::setting::Setting;
use super::state::{Public, is_up};
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
        Fact::Holds(_, count) if *count > data.forces.forces.horde => Outlook::Never,
        _ => Outlook::Depends,
    }
}

/// What a provisional order depends on: none is against the rules in every case that can be reached.
pub fn foresee(order: &Order) -> &'static str {
    match order {
        Order::Pass | Order::Standing(_) | Order::Bank => "can always be carried out",
        Order::Start(_) | Order::Lay(_) => "belongs to the setup",
        Order::Play(_) | Order::Discard(_) => "depends on what is in hand then",
        Order::Reinforce(_) | Order::Move(_) => "depends on where your hordes stand then",
        Order::Battles(_) | Order::Continue { .. } | Order::Retreat(_) => "depends on where you attack then",
        Order::GiveUp(_) => "depends on what you control then",
    }
}
