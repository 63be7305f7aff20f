//! What `legal` offers against what `check` accepts.

use crate::lines;
use crate::players::chance::Chance;
use adjutant::games::battle::Battle;
use adjutant::games::battle::orders::Order;
use adjutant::games::battle::sequence::Decision;
use adjutant::kernel::game::{Answer, Game, Origin, Ruling, State};
use adjutant::kernel::seat::{Seat, Viewer};

/// Builds a sheet from what `legal` offers, step by step: it always becomes legal, whatever is taken, and what
/// is not offered is against the rules.
pub fn walk(state: &State<Battle>, by: Seat, decision: Decision, chance: &mut Chance) {
    let view = state.view(Viewer::Seat(by));
    let asked = Asked { state, by, decision };
    let mut sheet: Vec<Order> = Vec::new();
    loop {
        let next: Vec<Order> = Battle::legal(&view, &decision, &sheet).collect();
        let is_legal = !sheet.is_empty() && asked.rulings(&sheet, None).is_empty();
        assert!(is_legal || !next.is_empty(), "{sheet:?} cannot be completed");
        if is_legal || sheet.is_empty() {
            asked.assert_offers_hold(&sheet, &next, chance);
            asked.assert_others_fail(&sheet, &next, chance);
        }
        if next.is_empty() || is_legal && chance.is_in(1, 5) {
            break;
        }
        sheet.push(chance.pick(&next).clone());
    }
}

/// A seat and what it is asked for.
struct Asked<'a> {
    state: &'a State<Battle>,
    by: Seat,
    decision: Decision,
}

impl Asked<'_> {
    fn rulings(&self, sheet: &[Order], more: Option<&Order>) -> Vec<Ruling> {
        let mut orders: Vec<Order> = sheet.iter().chain(more).cloned().collect();
        Battle::arrange(&mut orders);
        let answer = Answer { seat: self.by, orders, sent: None, origin: Origin::Letter };
        Battle::check(&self.state.view(Viewer::Seat(self.by)), &self.decision, &answer)
    }

    /// Offers are legal at once, but for moves into a hex that another unit has yet to leave and for parts of a
    /// set-up while others are missing.
    fn assert_offers_hold(&self, sheet: &[Order], next: &[Order], chance: &mut Chance) {
        for _ in 0..next.len().min(8) {
            let order = chance.pick(next);
            let against = self.rulings(sheet, Some(order));
            let waits = |r: &Ruling| matches!(r.code, "move/stacking" | "deploy/not-all" | "tile/not-all");
            assert!(against.iter().all(waits), "{sheet:?} and {order}: {against:?}");
            let is_final = matches!(order, Order::Attack { .. } | Order::CallStalemate | Order::Pass);
            assert!(against.is_empty() || !is_final, "{sheet:?} and {order}: {against:?}");
        }
    }

    /// Orders that are not offered are against the rules.
    fn assert_others_fail(&self, sheet: &[Order], next: &[Order], chance: &mut Chance) {
        let is_closed = sheet.iter().any(|o| matches!(o, Order::Attack { .. }));
        for _ in 0..12 {
            let other = lines::any_order(self.state, self.decision, chance);
            // Ways by waypoints are not offered, only their ends; movement is not offered after an attack.
            let offered = match &other {
                Order::Move(path) if is_closed || path.first() == path.last() => continue,
                Order::Move(path) => Order::Move(vec![path[0], path[path.len() - 1]]),
                other => other.clone(),
            };
            if !next.contains(&offered) {
                let against = self.rulings(sheet, Some(&other));
                assert!(!against.is_empty(), "{sheet:?} and {other} are legal, but not offered");
            }
        }
    }
}
