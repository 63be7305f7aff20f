//! The loot and event cards: when they are played and what they do.

use super::Provenance;
use serde::{Deserialize, Serialize};

/// When a loot card may be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Time {
    /// At the start of one's own turn.
    Start,
    /// By the attacker, before the dice.
    Attack,
    /// By the defender, before the dice.
    Defence,
    /// At the end of one's own turn.
    End,
}

/// What a loot card does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// Adds to one's own value in this round.
    Bonus,
    /// One more die.
    Die,
    /// One more die, and the lowest does not count.
    Better,
    /// Who loses the round loses no warrior.
    Spare,
    /// The tile's own value does not count.
    Breach,
    /// The defender plays no card in this round.
    Silence,
    /// The attacker's cards of this round do not count.
    Cancel,
    /// Warriors for a horde of one's own.
    Warriors,
    /// A horde goes two spaces.
    March,
    /// Enemy warriors beside one's own tile fall.
    Slay,
    /// A card of another's hand.
    Steal,
    /// Another discards cards.
    Rob,
    /// Loot cards.
    Draw,
    /// Goes into the war chest.
    Treasure,
}

impl Effect {
    /// All of them.
    pub const ALL: [Self; 14] = [
        Self::Bonus,
        Self::Die,
        Self::Better,
        Self::Spare,
        Self::Breach,
        Self::Silence,
        Self::Cancel,
        Self::Warriors,
        Self::March,
        Self::Slay,
        Self::Steal,
        Self::Rob,
        Self::Draw,
        Self::Treasure,
    ];

    /// When such a card can be played at all.
    pub fn times(self) -> &'static [Time] {
        match self {
            Self::Bonus | Self::Die | Self::Better | Self::Spare => &[Time::Attack, Time::Defence],
            Self::Breach | Self::Silence => &[Time::Attack],
            Self::Cancel => &[Time::Defence],
            Self::Warriors | Self::March | Self::Slay => &[Time::Start],
            Self::Steal | Self::Rob | Self::Draw => &[Time::Start, Time::End],
            Self::Treasure => &[Time::End],
        }
    }

    /// Whether the order must name a space outside a battle.
    pub fn needs_place(self) -> bool {
        matches!(self, Self::Warriors | Self::March | Self::Slay)
    }

    /// Whether the order must name another player.
    pub fn needs_victim(self) -> bool {
        matches!(self, Self::Steal | Self::Rob)
    }
}

/// The loot cards.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LootData {
    /// Where this is from.
    #[serde(default)]
    pub source: Provenance,
    /// The kinds of cards, in ascending order of their ids.
    pub cards: Vec<Loot>,
}

/// One kind of loot card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Loot {
    /// Its id in plain letters.
    pub id: String,
    /// Its title.
    pub name: String,
    /// How many there are.
    pub count: u8,
    /// When it may be played.
    pub when: Vec<Time>,
    /// What it does.
    pub effect: Effect,
    /// How much of it.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub amount: u8,
    /// Victory points in the war chest.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub vp: u8,
}

/// What an event card does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Happening {
    /// Warriors join the horde.
    Warriors,
    /// Warriors fall from it.
    Losses,
    /// Loot cards.
    Loot,
    /// Cards of the hand are discarded by lot.
    Discard,
    /// Goes into the war chest.
    Treasure,
    /// Adds to the tile's defence in this battle.
    Stand,
    /// Takes from it.
    Panic,
    /// Every horde of at least so many loses a warrior.
    Plague,
}

impl Happening {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Warriors,
        Self::Losses,
        Self::Loot,
        Self::Discard,
        Self::Treasure,
        Self::Stand,
        Self::Panic,
        Self::Plague,
    ];
}

/// The event cards.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EventData {
    /// Where this is from.
    #[serde(default)]
    pub source: Provenance,
    /// The kinds of cards, in ascending order of their ids.
    pub cards: Vec<EventCard>,
}

/// One kind of event card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EventCard {
    /// Its id in plain letters.
    pub id: String,
    /// Its title.
    pub name: String,
    /// How many there are.
    pub count: u8,
    /// What it does.
    pub effect: Happening,
    /// How much of it.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub amount: u8,
    /// Victory points in the war chest.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub vp: u8,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_nothing(number: &u8) -> bool {
    *number == 0
}
