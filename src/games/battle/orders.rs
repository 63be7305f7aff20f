//! The orders of Battle and the facts that its conditions may name.

use super::data::{Faction, TileKind};
use super::faction::name;
use crate::kernel::board::hex::Hex;
use crate::kernel::orders::comparison::Comparison;
use crate::kernel::text::join;
use std::fmt;

/// One line that a player may write.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Order {
    /// §4.2 Choose an army.
    Army(String),
    /// §4.2 Buy units.
    Buy {
        /// How many.
        count: u32,
        /// Of which type.
        unit: String,
    },
    /// §4.3 Place the headquarters.
    Headquarters(Hex),
    /// §4.3 Place a tile.
    Tile {
        /// Of which kind.
        kind: TileKind,
        /// Where, in ascending order.
        hexes: Vec<Hex>,
    },
    /// §4.4 Place units of one type.
    Deploy {
        /// The type.
        unit: String,
        /// Where, in ascending order.
        hexes: Vec<Hex>,
    },
    /// §5 Move a unit to the last hex by way of the others.
    Move(Vec<Hex>),
    /// §4.4 Stop all movement as soon as something is revealed.
    Stop,
    /// §6 Attack.
    Attack {
        /// The attacking units, in ascending order.
        units: Vec<Hex>,
        /// The hex attacked.
        target: Hex,
        /// §7 The unit that advances if the defender is eliminated.
        advance: Option<Hex>,
    },
    /// §3.1 Call stalemate.
    CallStalemate,
    /// Do nothing.
    Pass,
}

impl Order {
    /// Whether it moves a unit.
    pub fn is_move(&self) -> bool {
        matches!(self, Self::Move(_))
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Army(army) => write!(f, "army {army}"),
            Self::Buy { count, unit } => write!(f, "buy {count} {unit}"),
            Self::Headquarters(hex) => write!(f, "headquarters {hex}"),
            Self::Tile { kind, hexes } => write!(f, "tile {} {}", kind.name(), join(hexes, ",")),
            Self::Deploy { unit, hexes } => write!(f, "deploy {unit} {}", join(hexes, ",")),
            Self::Move(path) => f.write_str(&join(path, "→")),
            Self::Stop => f.write_str("stop when something is revealed"),
            Self::Attack { units, target, advance } => {
                write!(f, "{} x {target}", join(units, ","))?;
                advance.map_or(Ok(()), |unit| write!(f, " advance {unit}"))
            }
            Self::CallStalemate => f.write_str("call stalemate"),
            Self::Pass => f.write_str("pass"),
        }
    }
}

/// What may stand in a hex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Occupant {
    /// Nothing.
    Nobody,
    /// A unit of a faction, of a type, or of both.
    Unit(Option<Faction>, Option<String>),
}

/// A fact that a condition may name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// Who stands in a hex.
    At {
        /// The hex.
        hex: Hex,
        /// Whether the opposite is meant.
        negated: bool,
        /// Who.
        who: Occupant,
    },
    /// How the number of the turn compares.
    Turn(Comparison, u32),
    /// How many units a faction has on the board, headquarters not counted.
    Strength(Faction, Comparison, u32),
}

impl fmt::Display for Occupant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nobody => f.write_str("empty"),
            Self::Unit(faction, kind) => {
                let words = [faction.map(name), kind.as_deref()];
                f.write_str(&join(&words.into_iter().flatten().collect::<Vec<_>>(), " "))
            }
        }
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::At { hex, negated, who } => {
                write!(f, "{hex} is {}{who}", if *negated { "not " } else { "" })
            }
            Self::Turn(comparison, turn) => {
                write!(f, "turn {} {turn}", comparison.of_time())
            }
            Self::Strength(faction, comparison, count) => {
                let words = comparison.of_count();
                write!(f, "{} has {words}{count} units", name(*faction))
            }
        }
    }
}
