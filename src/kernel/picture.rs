//! Board pictures: a game says what stands where; this module draws it as text, SVG or PNG.
//!
//! A picture holds the board twice: as a [`scene`] of places of any shape, which is drawn, and as text for a report and
//! for those who do not see: of hexes as [`Cell`]s, of other boards as a map of the game's own.
//!
//! Colour never stands alone: ground has a pattern and a word, a piece the initial of its side, so that a
//! picture reads on paper, on a console and by colour-blind players. Names that the board does not have are
//! passed over, since a picture must never stop a report.

use crate::kernel::board::hex::{Direction, Hex};
use crate::kernel::seat::{Seat, Viewer};
use crate::kernel::text::Charset;
use scene::{Ground, Scene};
use serde::Serialize;
use svg::Theme;

pub mod hexes;
mod png;
pub mod scene;
mod svg;
mod text;

/// A picture of a board. Its text is a map of the game's own, or one of flat-topped hexes in columns, even columns half a
/// hex towards lower row numbers.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Picture {
    /// What is drawn.
    #[serde(skip)]
    pub scene: Box<Scene>,
    /// One line above the text.
    pub title: String,
    /// The board as text where it is not one of hexes.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub map: String,
    /// Every hex of the text.
    pub cells: Vec<Cell>,
    /// Hex sides that differ from plain ones.
    pub sides: Vec<Side>,
    /// Movements to show, in order.
    pub arrows: Vec<Arrow>,
    /// Lines that explain signs, below the text.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
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
    /// An empty box: a unit of which only its side matters.
    Blank,
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

impl Picture {
    /// The picture as ASCII art of at most 72 columns, with its title above and its legend below.
    ///
    /// A river side is drawn with `~`, a bridge with `=`; `*` marks a fight and `+` a loss. Arrows are left
    /// out. A board of more than eleven columns is cut into strips. Only title and legend can hold
    /// characters beyond ASCII.
    pub fn to_text(&self, charset: Charset) -> String {
        text::draw(self, charset)
    }

    /// Whether there is anything to draw.
    pub fn is_drawn(&self) -> bool {
        !self.scene.places.is_empty()
    }

    /// What it shows, in words: for those who hear it, or whose mail program shows no pictures.
    pub fn in_words(&self) -> String {
        format!("{}. {}", self.scene.title.trim_end_matches('.'), self.scene.in_words())
    }

    /// The picture as one self-contained SVG document.
    pub fn to_svg(&self) -> String {
        svg::draw(&self.scene, Theme::Reader)
    }

    /// The picture as PNG, about a thousand pixels wide, in light colours and with fonts of its own: the same on every
    /// machine but for rounding.
    pub fn to_png(&self) -> Vec<u8> {
        png::render(&svg::draw(&self.scene, Theme::Light))
    }

    fn cell(&self, name: &str) -> Option<&Cell> {
        self.cells.iter().find(|cell| cell.name == name)
    }

    /// The sides whose two hexes are on the board and adjacent.
    fn known_sides(&self) -> impl Iterator<Item = KnownSide<'_>> {
        self.sides.iter().filter_map(|side| {
            let (a, b) = (self.cell(&side.a)?, self.cell(&side.b)?);
            Some(KnownSide { a, b, direction: a.hex().direction_to(b.hex())?, kind: side.kind })
        })
    }

    /// The lowest column and the lowest half row, where the picture begins.
    fn origin(&self) -> (i32, i32) {
        let column = self.cells.iter().map(|cell| i32::from(cell.column)).min();
        let half_row = self.cells.iter().map(Cell::half_row).min();
        (column.unwrap_or(0), half_row.unwrap_or(0))
    }
}

/// What a title adds where something is hidden from somebody: whose view it is.
pub fn seen_by<'a>(viewer: Viewer, name: impl FnOnce(Seat) -> &'a str) -> String {
    let who = match viewer {
        Viewer::Seat(seat) => name(seat),
        Viewer::Referee => "the referee",
        Viewer::Public => "everybody",
    };
    format!(", as {who} sees it")
}

/// A side found on the board; `direction` leads from `a` to `b`.
struct KnownSide<'a> {
    a: &'a Cell,
    b: &'a Cell,
    direction: Direction,
    kind: SideKind,
}

impl Cell {
    fn hex(&self) -> Hex {
        Hex { column: self.column, row: self.row }
    }

    /// How far down the hex lies, in half hexes.
    fn half_row(&self) -> i32 {
        i32::from(self.hex().half_row())
    }
}

impl Token {
    /// What stands for the piece on a map, such as `R-Inf`.
    fn label(&self) -> String {
        let initial = self.side.chars().next().unwrap_or('?').to_uppercase();
        format!("{initial}-{}", self.short)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A board of open ground, hexes named by column and row.
    pub(super) fn board(
        columns: std::ops::RangeInclusive<u8>,
        rows: std::ops::RangeInclusive<u8>,
    ) -> Picture {
        let places = columns.flat_map(|column| rows.clone().map(move |row| (column, row)));
        let cell = |(column, row)| Cell {
            name: format!("{column:02}{row:02}"),
            column,
            row,
            ground: Ground::Clear,
            token: None,
            mark: None,
        };
        Picture { cells: places.map(cell).collect(), ..Picture::default() }
    }

    /// Three by three with a river, a bridge, two pieces, a loss and a side that leads off the board.
    pub(super) fn river_board() -> Picture {
        let mut picture = board(1..=3, 1..=3);
        let mut change = |name: &str, change: &dyn Fn(&mut Cell)| {
            picture.cells.iter_mut().filter(|cell| cell.name == name).for_each(change);
        };
        change("0101", &|cell| cell.ground = Ground::Hills);
        change("0202", &|cell| cell.token = Some(token("red", "Inf", Symbol::Cross)));
        change("0202", &|cell| cell.ground = Ground::Woods);
        change("0202", &|cell| cell.mark = Some(Mark::Fought));
        change("0302", &|cell| cell.token = Some(token("blue", "HQ", Symbol::Headquarters)));
        change("0203", &|cell| cell.mark = Some(Mark::Lost));
        picture.sides = [
            ("0102", "0202", SideKind::River),
            ("0202", "0203", SideKind::Bridge),
            ("0302", "0203", SideKind::River),
            ("0302", "0303", SideKind::River),
            ("0303", "0304", SideKind::River),
            ("0101", "0303", SideKind::River),
        ]
        .map(|(a, b, kind)| Side { a: a.into(), b: b.into(), kind })
        .to_vec();
        picture
    }

    fn token(side: &str, short: &str, symbol: Symbol) -> Token {
        Token { side: side.into(), short: short.into(), name: format!("{side} <{short}>"), symbol }
    }

    #[test]
    fn sides_that_the_board_does_not_have_are_passed_over() {
        assert_eq!(river_board().known_sides().count(), 4);
    }
}
