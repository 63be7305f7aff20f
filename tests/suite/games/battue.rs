//! Recording games of Battue, hands open or kept by a referee.

use super::recorder::Played;
use crate::players::battue::{anything, sensible};
use crate::players::chance::Chance;
use adjutant::games::battue::Battue;
use adjutant::games::battue::orders::Order;
use adjutant::games::battue::sequence::Decision;
use adjutant::kernel::game::{Answer, Need, Pending, State};

impl Played for Battue {
    const SEATS: &str = "seats";

    fn order(
        state: &State<Self>,
        pending: &Pending<Decision>,
        is_wild: bool,
        chance: &mut Chance,
    ) -> Option<Answer<Order>> {
        match pending.need {
            Need::Optional => None,
            Need::Required if is_wild => Some(anything(state, pending, chance)),
            Need::Required => Some(sensible(state, pending)),
        }
    }
}
