//! *The battlefield*: eight areas, six front sections and two Reserves.
//!
//! Sweden's left flank faces the enemy's right flank and the other way round, so the front has three lanes, and
//! attacks go straight ahead along them.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// Blue: the families together.
    Sweden,
    /// Red: played by the rules.
    Enemy,
}

impl Side {
    /// The opponent.
    pub fn other(self) -> Self {
        match self {
            Self::Sweden => Self::Enemy,
            Self::Enemy => Self::Sweden,
        }
    }

    /// The word in conditions.
    pub fn id(self) -> &'static str {
        ["sweden", "enemy"][self as usize]
    }

    /// The name in sentences.
    pub fn name(self) -> &'static str {
        ["Sweden", "the enemy"][self as usize]
    }

    /// Its Reserve.
    pub fn reserve(self) -> Area {
        [Area::Reserve, Area::EnemyReserve][self as usize]
    }

    /// Its own front sections, lane by lane.
    pub fn front(self) -> [Area; 3] {
        [[Area::Left, Area::Centre, Area::Right], [Area::EnemyRight, Area::EnemyCentre, Area::EnemyLeft]]
            [self as usize]
    }
}

/// An area of the battlefield. Sections of one lane stand four places apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Area {
    /// Sweden's left flank.
    Left,
    /// Sweden's centre.
    Centre,
    /// Sweden's right flank.
    Right,
    /// Sweden's Reserve.
    Reserve,
    /// The enemy's right flank, opposite Sweden's left.
    EnemyRight,
    /// The enemy's centre.
    EnemyCentre,
    /// The enemy's left flank, opposite Sweden's right.
    EnemyLeft,
    /// The enemy's Reserve.
    EnemyReserve,
}

impl Area {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Left,
        Self::Centre,
        Self::Right,
        Self::Reserve,
        Self::EnemyRight,
        Self::EnemyCentre,
        Self::EnemyLeft,
        Self::EnemyReserve,
    ];

    /// The front sections, Sweden's first.
    pub const FRONT: [Self; 6] =
        [Self::Left, Self::Centre, Self::Right, Self::EnemyRight, Self::EnemyCentre, Self::EnemyLeft];

    /// The word in orders.
    pub fn id(self) -> &'static str {
        ["left", "centre", "right", "reserve", "enemy-right", "enemy-centre", "enemy-left", "enemy-reserve"]
            [self as usize]
    }

    /// The name in sentences.
    pub fn name(self) -> &'static str {
        [
            "Sweden's left flank",
            "Sweden's centre",
            "Sweden's right flank",
            "Sweden's Reserve",
            "the enemy's right flank",
            "the enemy's centre",
            "the enemy's left flank",
            "the enemy's Reserve",
        ][self as usize]
    }

    /// Whose area it is on the map, whoever stands in it.
    pub fn owner(self) -> Side {
        if (self as usize) < 4 { Side::Sweden } else { Side::Enemy }
    }

    /// Whether it is a front section.
    pub fn is_front(self) -> bool {
        !matches!(self, Self::Reserve | Self::EnemyReserve)
    }

    /// Whether it is one of Sweden's front sections.
    pub fn is_swedish_front(self) -> bool {
        (self as usize) < 3
    }

    /// Whether it is one of the enemy's front sections.
    pub fn is_enemy_front(self) -> bool {
        (4..7).contains(&(self as usize))
    }

    /// The front section opposite; of a Reserve, itself.
    pub fn opposite(self) -> Self {
        match self {
            Self::Reserve | Self::EnemyReserve => self,
            front => Self::ALL[(front as usize + 4) % 8],
        }
    }

    /// *Important to remember*: attacks go along the battlefield's length. The area straight ahead of a side's pieces
    /// in a front section: the section opposite, or from a captured one the opponent's Reserve.
    pub fn ahead(self, side: Side) -> Self {
        if self.owner() == side { self.opposite() } else { side.other().reserve() }
    }

    /// *Losses*: the front sections beside a front section, on the same half of the battlefield.
    pub fn neighbours(self) -> &'static [Self] {
        match self {
            Self::Left | Self::Right => &[Self::Centre],
            Self::Centre => &[Self::Left, Self::Right],
            Self::EnemyLeft | Self::EnemyRight => &[Self::EnemyCentre],
            Self::EnemyCentre => &[Self::EnemyRight, Self::EnemyLeft],
            Self::Reserve | Self::EnemyReserve => &[],
        }
    }
}

impl fmt::Display for Area {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_lie_straight() {
        assert_eq!(Area::Left.ahead(Side::Sweden), Area::EnemyRight);
        assert_eq!(Area::Right.ahead(Side::Sweden), Area::EnemyLeft);
        assert_eq!(Area::EnemyLeft.ahead(Side::Enemy), Area::Right);
        assert_eq!(Area::EnemyLeft.ahead(Side::Sweden), Area::EnemyReserve);
        assert_eq!(Area::Centre.ahead(Side::Enemy), Area::Reserve);
        for area in Area::FRONT {
            assert_eq!(area.opposite().opposite(), area);
            assert!(area.neighbours().iter().all(|n| n.owner() == area.owner()));
        }
    }
}
