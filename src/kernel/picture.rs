//! Board pictures: a game says what stands where; this module draws it as text or SVG.

use serde::Serialize;

mod svg;
mod text;

/// A picture of a board of flat-topped hexes in columns, even columns half a hex towards lower row numbers.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Picture {
    /// One line above the picture.
    pub title: String,
    /// Every hex of the board.
    pub cells: Vec<Cell>,
    /// Hex sides that differ from plain ones.
    pub sides: Vec<Side>,
    /// Movements to show, in order.
    pub arrows: Vec<Arrow>,
    /// Lines that explain signs, below the picture.
    pub legend: Vec<String>,
}

/// One hex.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cell {
    /// The name players use, such as `0208`.
    pub name: String,
    /// Column and row, from 1.
    pub column: u8,
    /// Row, from 1.
    pub row: u8,
    /// What the ground is.
    pub ground: Ground,
    /// The piece that stands there.
    pub token: Option<Token>,
    /// Something happened here that deserves a mark.
    pub mark: Option<Mark>,
}

/// Kinds of ground that a picture tells apart by colour, pattern and word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ground {
    /// Open ground.
    Clear,
    /// High ground.
    Hills,
    /// Trees.
    Woods,
    /// Houses.
    Town,
}

/// A piece on the board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Token {
    /// Whose it is, such as `red`; also its colour.
    pub side: String,
    /// At most three letters, such as `Inf`.
    pub short: String,
    /// Spoken name, such as `red infantry`.
    pub name: String,
    /// The sign inside its box.
    pub symbol: Symbol,
}

/// Signs in the manner of APP-6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Symbol {
    /// A flag on a staff: headquarters.
    Headquarters,
    /// A box with a saltire.
    Cross,
    /// A box with a saltire in an oval, the bow tie.
    BowTie,
    /// A box with one diagonal.
    Diagonal,
    /// A box with a dot.
    Dot,
    /// A box with a dot in a ring.
    Eye,
    /// A box with a rounded box.
    Rounded,
    /// A box with a question mark: unknown.
    Unknown,
}

/// Why a hex is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// A combat took place here.
    Fought,
    /// A unit was lost here.
    Lost,
}

/// A hex side between two hexes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Side {
    /// Name of the hex on one side.
    pub a: String,
    /// Name of the hex on the other.
    pub b: String,
    /// What runs along it.
    pub kind: SideKind,
}

/// What runs along a hex side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SideKind {
    /// Water.
    River,
    /// Water with a bridge.
    Bridge,
}

/// A movement to show.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Arrow {
    /// Whose, for its colour.
    pub side: String,
    /// Names of the hexes, first to last.
    pub path: Vec<String>,
}
