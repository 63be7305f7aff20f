//! Recording games of Batalj: families speak up now and then where nobody asks them, but in battles.

use super::recorder::Played;
use crate::players::batalj::sensible;
use crate::players::batalj_court::courtly;
use crate::players::chance::Chance;
use adjutant::games::batalj::Batalj;
use adjutant::games::batalj::orders::Order;
use adjutant::games::batalj::sequence::Decision;
use adjutant::kernel::game::{Answer, Need, Pending, State};

impl Played for Batalj {
    const SEATS: &str = "families";

    fn order(
        state: &State<Self>,
        pending: &Pending<Decision>,
        _is_wild: bool,
        chance: &mut Chance,
    ) -> Option<Answer<Order>> {
        let is_aside = pending.need == Need::Optional;
        if is_aside && chance.is_in(2, 3) {
            return None;
        }
        match pending.decision {
            Decision::Battle(_) if is_aside => None,
            Decision::Battle(_) => Some(sensible(state, pending)),
            _ => Some(courtly(state, pending, chance)),
        }
    }
}
