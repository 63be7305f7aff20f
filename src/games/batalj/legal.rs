//! The single next orders that keep a sheet completable, and what counts where no orders come.

use super::orders::Order;
use super::sequence::Decision;
use super::setting::Setting;
use super::state::Public;
use super::{battle, court, plundering};

/// The next orders for a decision, given those before.
pub fn next(
    setting: &Setting,
    public: &Public,
    decision: Decision,
    family: u8,
    so_far: &[Order],
) -> Vec<Order> {
    match decision {
        Decision::Battle(decision) => public.battle.as_ref().map_or(Vec::new(), |field| {
            battle::legal::next(setting, public, field, decision, family, so_far)
        }),
        Decision::Plundering(decision) => plundering::judge::next(setting, public, decision, so_far),
        Decision::Court(decision) => court::judge::next(setting, public, family, decision, so_far),
    }
}

/// What counts where no orders come; always legal.
pub fn defaults(setting: &Setting, public: &Public, decision: Decision, family: u8) -> Vec<Order> {
    match decision {
        Decision::Battle(decision) => public
            .battle
            .as_ref()
            .map_or(Vec::new(), |field| battle::legal::defaults(setting, public, field, decision, family)),
        Decision::Plundering(decision) => plundering::judge::defaults(setting, public, decision, family),
        Decision::Court(decision) => court::round::defaults(setting, public, decision),
    }
}
