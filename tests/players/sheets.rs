//! Sheets of players of any game.

use adjutant::kernel::game::{Answer, Game, Origin, Pending, State};
use adjutant::kernel::seat::{Seat, Viewer};

/// An answer in its arranged order.
pub fn answer<G: Game>(seat: Seat, mut orders: Vec<G::Order>) -> Answer<G::Order> {
    G::arrange(&mut orders);
    Answer { seat, orders, sent: None, origin: Origin::Letter }
}

/// Orders without those that are not legal together; none may be left.
pub fn lawful<G: Game>(
    state: &State<G>,
    pending: &Pending<G::Decision>,
    orders: Vec<G::Order>,
) -> Answer<G::Order> {
    let view = state.view(Viewer::Seat(pending.seat));
    let mut given = answer::<G>(pending.seat, orders);
    loop {
        let rulings = G::check(&view, &pending.decision, &given);
        if rulings.is_empty() || given.orders.is_empty() {
            return given;
        }
        let bad: Vec<usize> = rulings.iter().filter_map(|ruling| ruling.order).collect();
        if bad.is_empty() {
            // The sheet as a whole is at fault, and nothing that could be taken out.
            given.orders = G::defaults(&view, &pending.decision);
            G::arrange(&mut given.orders);
            return given;
        }
        let placed = given.orders.into_iter().enumerate();
        given.orders = placed.filter(|(place, _)| !bad.contains(place)).map(|(_, order)| order).collect();
    }
}
