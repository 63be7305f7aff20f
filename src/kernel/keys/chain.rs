//! A seat's chain of links: committed to once by its tip, then revealed one a step, from its end backwards.

use super::Secret;
use crate::kernel::history::canonical;

/// How many links a chain has, and so how many steps a game.
pub const LENGTH: u64 = 16384;

/// A seat's chain in one game.
#[derive(Clone, Debug)]
pub struct Chain {
    game: String,
    seat: String,
    first: String,
}

impl Chain {
    /// The chain of a seat: x(0) = H("secret", hex key, game, seat, own nonce).
    pub fn new(secret: &Secret, game: &str, seat: &str, nonce: &str) -> Self {
        let first = canonical::hash("secret", &[secret.hex(), game, seat, nonce]);
        Self { game: game.to_owned(), seat: seat.to_owned(), first }
    }

    /// The tip, x(N), which the seat publishes when it joins.
    pub fn tip(&self) -> String {
        self.at(LENGTH)
    }

    /// The link for a step, x(N − step); none beyond the end of the chain.
    pub fn link(&self, step: u64) -> Option<String> {
        Some(self.at(LENGTH.checked_sub(step)?))
    }

    fn at(&self, index: u64) -> String {
        forward(&self.game, &self.seat, &self.first, 0, index)
    }
}

/// What a link at one index leads to at a later one: x(i) = H("link", game, seat, i, x(i−1)).
fn forward(game: &str, seat: &str, link: &str, from: u64, to: u64) -> String {
    let mut link = link.to_owned();
    for index in from + 1..=to {
        link = canonical::hash("link", &[game, seat, &index.to_string(), &link]);
    }
    link
}

/// The newest link known of a seat: its tip as that of step 0, or the link of a later step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// The step that it was for.
    pub step: u64,
    /// The link.
    pub link: String,
}

impl Known {
    /// Whether a link for a later step is of the same chain: hashing it forward gives the one that is known.
    pub fn is_led_to_by(&self, game: &str, seat: &str, step: u64, link: &str) -> bool {
        let is_later = self.step < step && step <= LENGTH;
        is_later && forward(game, seat, link, LENGTH - step, LENGTH - self.step) == self.link
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chain(seat: &str) -> Chain {
        Chain::new(&Secret::of_hex(&"01".repeat(32)).unwrap(), "game", seat, "nonce")
    }

    #[test]
    fn links_lead_to_the_tip_and_to_each_other() {
        let chain = chain("red");
        let tip = Known { step: 0, link: chain.tip() };
        let third = chain.link(3).unwrap();
        assert!(tip.is_led_to_by("game", "red", 3, &third));
        let known = Known { step: 3, link: third.clone() };
        assert!(known.is_led_to_by("game", "red", 7, &chain.link(7).unwrap()));
        assert!(tip.is_led_to_by("game", "red", LENGTH, &chain.link(LENGTH).unwrap()));
        assert_eq!(chain.link(LENGTH + 1), None);
    }

    #[test]
    fn no_other_link_is_taken() {
        let tip = Known { step: 0, link: chain("red").tip() };
        let link = chain("red").link(3).unwrap();
        assert!(!tip.is_led_to_by("game", "red", 4, &link), "for another step");
        assert!(!tip.is_led_to_by("game", "blue", 3, &link), "of another seat");
        assert!(!tip.is_led_to_by("other", "red", 3, &link), "of another game");
        assert!(!tip.is_led_to_by("game", "red", 3, &chain("blue").link(3).unwrap()));
        assert!(!tip.is_led_to_by("game", "red", 0, &tip.link), "the tip itself");
        assert!(!Known { step: 3, link: link.clone() }.is_led_to_by("game", "red", 3, &link), "used before");
    }
}
