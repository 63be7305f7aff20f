//! What may be ordered in a field battle, and the facts that its conditions may name.

use super::area::{Area, Side};
use super::field::Piece;
use crate::kernel::orders::comparison::Comparison;
use crate::kernel::text::join;
use std::fmt;

/// One line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// Take part with these cards; with all of them if none is named.
    Muster(Vec<String>),
    /// §1 Lay cards in an area.
    Place {
        /// The cards.
        cards: Vec<String>,
        /// Where.
        area: Area,
    },
    /// Play an Event card.
    Play(Play),
    /// §2 Where Sweden's artillery fires: the first of these sections that can be hit.
    Bombard(Vec<Area>),
    /// §3 Attack from these sections, in this order.
    Attack(Vec<Area>),
    /// §3 Attack from the Reserve.
    AttackFromReserve {
        /// With how many pieces.
        pieces: u8,
        /// Where losses are taken, in this order.
        on: Vec<Area>,
        /// Whether before the front sections rather than after them.
        first: bool,
    },
    /// Where the enemy's losses are taken if the families may choose.
    TheirLosses(Vec<Area>),
    /// Where Sweden's losses are taken if the families may choose.
    OurLosses(Vec<Area>),
    /// *Losses*: field marshals of these sections stay while a soldier can be lost; of all if none is named.
    KeepMarshals(Vec<Area>),
    /// Superior Tactics: only failed dice of these are rolled again.
    Reroll(Vec<Die>),
    /// §5 A step of regrouping.
    Move(Move),
    /// §5 Ask for regrouping once the enemy has attacked.
    RegroupLater,
    /// The same orders again next round, as long as this holds.
    ContinueWhile(Fact),
}

impl Order {
    /// Where a sheet has lines of this kind: in the order of the battle, cards by their windows and moves by the steps
    /// of §5. Lines of one kind stay in the order in which they were written.
    pub fn rank(&self) -> (u8, u8) {
        match self {
            Self::Muster(_) => (0, 0),
            Self::Place { .. } => (1, 0),
            Self::Play(play) => (2, play.window as u8),
            Self::Bombard(_) => (3, 0),
            Self::Attack(_) => (4, 0),
            Self::AttackFromReserve { .. } => (5, 0),
            Self::TheirLosses(_) => (6, 0),
            Self::OurLosses(_) => (7, 0),
            Self::KeepMarshals(_) => (8, 0),
            Self::Reroll(_) => (9, 0),
            Self::Move(step) => (10, step.step()),
            Self::RegroupLater => (11, 0),
            Self::ContinueWhile(_) => (12, 0),
        }
    }
}

/// An Event card to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Play {
    /// When in the round.
    pub window: Window,
    /// Which card.
    pub card: String,
    /// On which enemy front section, if the card needs one.
    pub on: Option<Area>,
    /// Only if this holds then.
    pub only_if: Option<Has>,
}

/// When in a round a card is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Window {
    /// Before §2.
    Bombardment,
    /// Before §3.
    Attack,
    /// Before §4.
    CounterAttack,
    /// Before §5.
    Regrouping,
    /// After §6.
    End,
}

impl Window {
    /// All of them, in the order of a round.
    pub const ALL: [Self; 5] =
        [Self::Bombardment, Self::Attack, Self::CounterAttack, Self::Regrouping, Self::End];

    /// The word in orders.
    pub fn id(self) -> &'static str {
        ["bombardment", "attack", "counter-attack", "regrouping", "end"][self as usize]
    }
}

/// What Superior Tactics may roll again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Die {
    /// Artillery's.
    Artillery,
    /// An attack's from this section.
    From(Area),
}

/// §5 One step of regrouping.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// What moves.
    pub piece: Piece,
    /// How many, where there is one destination.
    pub count: u8,
    /// From where.
    pub from: Area,
    /// To where; for soldiers from the Reserve one after the other.
    pub to: Vec<Area>,
    /// Only if this holds then.
    pub only_if: Option<Has>,
}

impl Move {
    /// Which of the five steps of §5 it belongs to.
    pub fn step(&self) -> u8 {
        match self.piece {
            Piece::Fief if is_back(self.from, self.target()) => 1,
            Piece::Soldier if self.from != Area::Reserve => 2,
            Piece::Fief => 3,
            Piece::Soldier => 4,
            Piece::Marshal => 5,
        }
    }

    /// The first area that it leads to.
    pub fn target(&self) -> Area {
        self.to.first().copied().unwrap_or(self.from)
    }
}

/// Whether a way leads backwards, seen from Sweden.
fn is_back(from: Area, to: Area) -> bool {
    to == Area::Reserve || from.owner() == Side::Enemy && to.owner() == Side::Sweden
}

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Counted {
    /// Soldiers.
    Soldiers,
    /// Field marshals.
    Marshals,
    /// Both.
    Pieces,
}

impl Counted {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Soldiers, Self::Marshals, Self::Pieces];

    /// The word in conditions.
    pub fn id(self) -> &'static str {
        ["soldiers", "marshals", "pieces"][self as usize]
    }
}

/// Where pieces are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Where {
    /// In one area, whoever's they are.
    In(Area),
    /// A side's in all areas.
    Of(Side),
}

/// How many pieces there are somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Has {
    /// Where.
    pub place: Where,
    /// How the number compares.
    pub compared: Comparison,
    /// With what.
    pub count: u32,
    /// What is counted.
    pub what: Counted,
}

/// A fact that a condition may name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fact {
    /// How many pieces there are somewhere.
    Has(Has),
    /// Whether an area is empty.
    Empty {
        /// The area.
        area: Area,
        /// Whether the opposite is meant.
        negated: bool,
    },
    /// Who holds an area.
    Holds(Side, Area),
    /// How the number of the round compares.
    Round(Comparison, u32),
    /// Whether a card has been played in this battle.
    Played(String),
}

impl fmt::Display for Where {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::In(area) => area.id(),
            Self::Of(side) => side.id(),
        })
    }
}

impl fmt::Display for Has {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let compared = self.compared.of_count();
        write!(f, "{} has {compared}{} {}", self.place, self.count, self.what.id())
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Has(has) => has.fmt(f),
            Self::Empty { area, negated } => {
                write!(f, "{area} is {}empty", if *negated { "not " } else { "" })
            }
            Self::Holds(side, area) => write!(f, "{} holds {area}", side.id()),
            Self::Round(compared, round) => write!(f, "round {} {round}", compared.of_time()),
            Self::Played(card) => write!(f, "card {card} is played"),
        }
    }
}

impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Artillery => f.write_str("artillery"),
            Self::From(area) => area.fmt(f),
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match (self.piece, self.count, self.to.len()) {
            (Piece::Fief, ..) => "fief".to_owned(),
            (Piece::Marshal, ..) => "marshal".to_owned(),
            (Piece::Soldier, _, 2..) => "soldiers".to_owned(),
            (Piece::Soldier, 1, _) => "soldier".to_owned(),
            (Piece::Soldier, n, _) => format!("{n} soldiers"),
        };
        write!(f, "move {what} {}→{}", self.from, join(&self.to, ","))?;
        self.only_if.map_or(Ok(()), |has| write!(f, " if {has}"))
    }
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "play {}", self.card)?;
        if let Some(area) = self.on {
            write!(f, " on {area}")?;
        }
        if self.window != Window::Bombardment {
            write!(f, " before {}", self.window.id())?;
        }
        self.only_if.map_or(Ok(()), |has| write!(f, " if {has}"))
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Muster(cards) if cards.is_empty() => f.write_str("muster all"),
            Self::Muster(cards) => write!(f, "muster {}", join(cards, ",")),
            Self::Place { cards, area } => write!(f, "place {} in {area}", join(cards, ",")),
            Self::Play(play) => play.fmt(f),
            Self::Bombard(areas) => write!(f, "bombard {}", join(areas, ",")),
            Self::Attack(areas) => write!(f, "attack {}", join(areas, ",")),
            Self::AttackFromReserve { pieces, on, first } => {
                let first = if *first { " first" } else { "" };
                write!(f, "attack from reserve with {pieces} on {}{first}", join(on, ","))
            }
            Self::TheirLosses(areas) => write!(f, "their losses {}", join(areas, ",")),
            Self::OurLosses(areas) => write!(f, "our losses {}", join(areas, ",")),
            Self::KeepMarshals(areas) if areas.is_empty() => f.write_str("keep marshals"),
            Self::KeepMarshals(areas) => write!(f, "keep marshals {}", join(areas, ",")),
            Self::Reroll(dice) => write!(f, "reroll {}", join(dice, ",")),
            Self::Move(step) => step.fmt(f),
            Self::RegroupLater => f.write_str("regroup later"),
            Self::ContinueWhile(fact) => write!(f, "continue while {fact}"),
        }
    }
}
