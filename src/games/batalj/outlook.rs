//! Facts that conditions name, and what can be said of provisional orders before their time.

use super::orders::{Fact, Order};
use super::setting::Setting;
use super::state::Public;
use super::{battle, court, plundering};
use crate::kernel::game::Ruling;
use crate::kernel::orders::condition::Outlook;

/// Whether a fact holds; one of a part of the game that is not on does not.
pub fn holds(setting: &Setting, public: &Public, family: Option<u8>, fact: &Fact) -> bool {
    match fact {
        Fact::Battle(fact) => public.battle.as_ref().is_some_and(|field| battle::outlook::holds(field, fact)),
        Fact::Plundering(fact) => {
            plundering::outlook::holds(&setting.map, public.plundering.as_ref(), family, fact)
        }
        Fact::Court(fact) => court::outlook::holds(public.court.as_ref(), fact),
    }
}

/// What is known of a fact before its time.
pub fn outlook(setting: &Setting, public: &Public, fact: &Fact) -> Outlook {
    match fact {
        Fact::Battle(fact) => {
            public.battle.as_ref().map_or(Outlook::Depends, |field| battle::outlook::outlook(field, fact))
        }
        Fact::Plundering(fact) => plundering::outlook::outlook(fact),
        Fact::Court(fact) => court::outlook::outlook(public.court.as_ref(), setting.rounds, fact),
    }
}

/// What a provisional order depends on.
///
/// Errors: what is against the rules in every case that can be reached.
pub fn foresee(setting: &Setting, public: &Public, family: u8, order: &Order) -> Result<String, Ruling> {
    match order {
        Order::Pass => Ok("depends on what is asked then, and on the lines beside it".to_owned()),
        Order::Battle(order) => battle::outlook::foresee(setting, public, family, order),
        Order::Plundering(order) => plundering::judge::foresee(&setting.map, order),
        Order::Court(order) => Ok(court::outlook::foresee(order).to_owned()),
    }
}
