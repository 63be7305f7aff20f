//! Facts that conditions name, and what can be said of provisional orders before their time.

use super::battle;
use super::orders::{Fact, Order};
use super::setting::Setting;
use super::state::Public;
use crate::kernel::game::Ruling;
use crate::kernel::orders::condition::Outlook;

/// Whether a fact holds; one of a part of the game that is not on does not.
pub fn holds(public: &Public, fact: &Fact) -> bool {
    match fact {
        Fact::Battle(fact) => public.battle.as_ref().is_some_and(|field| battle::outlook::holds(field, fact)),
    }
}

/// What is known of a fact before its time.
pub fn outlook(public: &Public, fact: &Fact) -> Outlook {
    match fact {
        Fact::Battle(fact) => {
            public.battle.as_ref().map_or(Outlook::Depends, |field| battle::outlook::outlook(field, fact))
        }
    }
}

/// What a provisional order depends on.
///
/// Errors: what is against the rules in every case that can be reached.
pub fn foresee(setting: &Setting, public: &Public, family: u8, order: &Order) -> Result<String, Ruling> {
    match order {
        Order::Pass => Ok("can always be carried out".to_owned()),
        Order::Battle(order) => battle::outlook::foresee(setting, public, family, order),
    }
}
