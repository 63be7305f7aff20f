//! What happens in a game of Battue, what it changes, and who may know of it.
//!
//! An event that everybody may know changes private parts only by what it says itself; cards drawn, orders still to be
//! carried out and answers to attacks have events of their own, which with hidden hands go to one seat and the referee.

use super::Battue;
use super::board::Edge;
use super::orders::{Order, is_camp};
use super::state::{Battle, Camp, Ending, Out, Private, Space, secret_mut};
use crate::kernel::game::State;
use crate::kernel::seat::{Audience, Seat};
use serde::{Deserialize, Serialize};

mod apply;

pub use apply::apply;

/// Where a card goes that has been played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Use {
    /// At the start or end of a turn.
    Turn,
    /// By the attacker.
    Attack,
    /// By the defender.
    Defence,
    /// Into the war chest.
    Chest,
}

/// What warriors come or fall by, or cards come or go by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// What stands on the captured tile.
    Tile,
    /// A loot card.
    Card(String),
    /// An event card.
    Event(String),
    /// Too many cards in hand.
    Limit,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Event {
    /// Game Setup: who plays first.
    FirstPlayerDrawn {
        /// The player.
        seat: u8,
    },
    /// Game Setup: the warriors wait here.
    Camped {
        /// The player.
        seat: u8,
        /// On which edge.
        edge: Edge,
        /// Where.
        at: String,
        /// How many.
        warriors: u8,
    },
    /// Game Setup: a special tile is laid; by lot if nobody laid it.
    SpecialLaid {
        /// The player.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<u8>,
        /// Where.
        at: String,
    },
    /// A turn began.
    TurnBegan {
        /// Its number.
        turn: u32,
        /// The player.
        seat: u8,
    },
    /// A player has standing answers, or no longer has.
    StandingChanged {
        /// The player.
        seat: u8,
        /// Whether there are any.
        has: bool,
    },
    /// What they are.
    StandingKept {
        /// The player.
        seat: u8,
        /// Them.
        orders: Vec<Order>,
    },
    /// What is still to be carried out of a turn's orders.
    Planned {
        /// The player.
        seat: u8,
        /// Them.
        orders: Vec<Order>,
    },
    /// A loot card was played; whether it stands in the plan with a place.
    CardPlayed {
        /// The player.
        seat: u8,
        /// Its id.
        card: String,
        /// For what.
        r#use: Use,
        /// Where.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<String>,
        /// Against whom.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        against: Option<u8>,
    },
    /// Call Reinforcements.
    Reinforced {
        /// The player.
        seat: u8,
        /// Where.
        at: String,
        /// What the die shows.
        die: u8,
        /// How many join.
        gained: u8,
    },
    /// Move Hordes.
    Moved {
        /// The player.
        seat: u8,
        /// From where, or from whom.
        from: String,
        /// Over which space.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        via: Option<String>,
        /// To where.
        to: String,
        /// How many.
        count: u8,
    },
    /// A face-down tile was turned up.
    TileRevealed {
        /// Where.
        at: String,
        /// Its id.
        tile: String,
    },
    /// An event card was drawn; into the war chest if it is worth points.
    EventDrawn {
        /// The player.
        seat: u8,
        /// Where.
        at: String,
        /// Its id.
        card: String,
        /// Whether it is worth points.
        to_chest: bool,
    },
    /// A battle began.
    BattleBegan {
        /// Where.
        at: String,
        /// Who defends.
        defender: u8,
        /// What an event adds to the defence value.
        shift: i8,
    },
    /// The defender is asked.
    ReactionAsked {
        /// The player.
        seat: u8,
    },
    /// He has answered.
    ReactionGiven {
        /// The player.
        seat: u8,
    },
    /// What.
    ReactionKept {
        /// The player.
        seat: u8,
        /// Them.
        orders: Vec<Order>,
    },
    /// A round was fought. Values without the dice, the dice, and who loses a warrior.
    Fought {
        /// Where.
        at: String,
        /// Which round.
        round: u8,
        /// Attack value before the dice.
        attack: u8,
        /// Dice of the attack.
        attack_dice: Vec<u8>,
        /// Defence value before the dice.
        defence: u8,
        /// Dice of the defence.
        defence_dice: Vec<u8>,
        /// Both values with the dice.
        totals: (u8, u8),
        /// Who loses a warrior.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        loser: Option<Side>,
    },
    /// A horde retreated.
    Retreated {
        /// The player.
        seat: u8,
        /// From where, or from whom.
        from: String,
        /// To where.
        to: String,
        /// How many.
        count: u8,
    },
    /// A tile was captured, from another player if it had one.
    Captured {
        /// The player.
        seat: u8,
        /// Where.
        at: String,
        /// From where, or from whom.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<u8>,
    },
    /// A battle ended without a capture.
    BattleEnded {
        /// Where.
        at: String,
    },
    /// A flag was taken up for another tile.
    FlagTakenUp {
        /// The player.
        seat: u8,
        /// Where.
        at: String,
    },
    /// Loot cards were drawn.
    LootDrawn {
        /// The player.
        seat: u8,
        /// How many.
        count: u8,
        /// By what.
        cause: Cause,
    },
    /// Which.
    LootTaken {
        /// The player.
        seat: u8,
        /// Their ids.
        cards: Vec<String>,
    },
    /// A card went from hand to hand.
    CardStolen {
        /// The player.
        seat: u8,
        /// From where, or from whom.
        from: u8,
    },
    /// Which, for him who lost it.
    LootLost {
        /// The player.
        seat: u8,
        /// Their ids.
        cards: Vec<String>,
    },
    /// Cards were discarded.
    Discarded {
        /// The player.
        seat: u8,
        /// Their ids.
        cards: Vec<String>,
        /// By what.
        cause: Cause,
        /// How many of them by lot.
        lots: u32,
    },
    /// The discarded loot cards form a new pile.
    Reshuffled {
        /// The card whose effect is being resolved: it is discarded after that, and stays.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        aside: Option<String>,
    },
    /// Warriors joined a horde.
    WarriorsGained {
        /// The player.
        seat: u8,
        /// Where.
        at: String,
        /// How many.
        count: u8,
        /// By what.
        cause: Cause,
    },
    /// Warriors fell.
    WarriorsLost {
        /// The player.
        seat: u8,
        /// Where.
        at: String,
        /// How many.
        count: u8,
        /// By what.
        cause: Cause,
    },
    /// A turn ended.
    TurnEnded {
        /// The player.
        seat: u8,
    },
    /// A player is out of the game; the cards of the hand are discarded.
    Fell {
        /// The player.
        seat: u8,
        /// Why.
        out: Out,
        /// The cards discarded.
        hand: Vec<String>,
    },
    /// The game ended.
    Ended {
        /// Who won; none in a draw.
        winners: Vec<u8>,
        /// Why.
        reason: String,
    },
}

/// A side of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// Who attacks.
    Attacker,
    /// Who defends.
    Defender,
}

/// The kinds of events as they stand in the history.
pub const KINDS: &[&str] = &[
    "first-player-drawn",
    "camped",
    "special-laid",
    "turn-began",
    "standing-changed",
    "standing-kept",
    "planned",
    "card-played",
    "reinforced",
    "moved",
    "tile-revealed",
    "event-drawn",
    "battle-began",
    "reaction-asked",
    "reaction-given",
    "reaction-kept",
    "fought",
    "retreated",
    "captured",
    "battle-ended",
    "flag-taken-up",
    "loot-drawn",
    "loot-taken",
    "card-stolen",
    "loot-lost",
    "discarded",
    "reshuffled",
    "warriors-gained",
    "warriors-lost",
    "turn-ended",
    "fell",
    "ended",
];

/// Who may know of an event.
pub fn audience(state: &State<Battue>, event: &Event) -> Audience {
    match event {
        Event::StandingKept { seat, .. }
        | Event::Planned { seat, .. }
        | Event::ReactionKept { seat, .. }
        | Event::LootTaken { seat, .. }
        | Event::LootLost { seat, .. }
            if state.setting.is_hidden =>
        {
            Audience::Seats(vec![Seat(*seat)])
        }
        _ => Audience::All,
    }
}
