//! Seals: orders fixed before anybody may read them.

use super::Secret;
use crate::kernel::history::canonical;

/// The slot of a step's ordinary orders.
pub const ORDERS: &str = "orders";

/// The slot of reactions that are sent ahead.
pub const REACTIONS: &str = "reactions";

/// What a seal is for.
#[derive(Clone, Copy, Debug)]
pub struct Purpose<'a> {
    /// The game's full id.
    pub game: &'a str,
    /// The step that it was made for.
    pub step: u64,
    /// The slot within the step: [`ORDERS`] or [`REACTIONS`].
    pub slot: &'a str,
}

impl Purpose<'_> {
    /// The salt of a seat's seal: H("salt", hex key, game, step, slot, orders), so that nothing need be stored.
    pub fn salt(&self, secret: &Secret, orders: &[String]) -> String {
        canonical::hash("salt", &[secret.hex(), self.game, &self.step.to_string(), self.slot, &list(orders)])
    }

    /// A seal: H("seal", game, step, slot, seat, salt, orders).
    pub fn seal(&self, seat: &str, salt: &str, orders: &[String]) -> String {
        canonical::hash("seal", &[self.game, &self.step.to_string(), self.slot, seat, salt, &list(orders)])
    }
}

/// Orders as one canonical list.
pub fn list(orders: &[String]) -> String {
    crate::kernel::history::line_of(&serde_json::json!(orders))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seal_fits_its_own_orders_place_and_seat_alone() {
        let secret = Secret::of_hex(&"03".repeat(32)).unwrap();
        let place = Purpose { game: "g", step: 1, slot: ORDERS };
        let orders = ["0101→0102".to_owned()];
        let salt = place.salt(&secret, &orders);
        let seal = place.seal("red", &salt, &orders);
        assert_eq!(seal, place.seal("red", &salt, &orders));
        let other = ["0101→0103".to_owned()];
        assert_ne!(salt, place.salt(&secret, &other), "each text has a salt of its own");
        for wrong in [
            place.seal("blue", &salt, &orders),
            place.seal("red", &salt, &other),
            Purpose { step: 2, ..place }.seal("red", &salt, &orders),
            Purpose { slot: "loss", ..place }.seal("red", &salt, &orders),
            Purpose { game: "h", ..place }.seal("red", &salt, &orders),
        ] {
            assert_ne!(seal, wrong);
        }
    }
}
