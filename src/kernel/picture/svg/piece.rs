//! Pieces: their signs in the livery of their side.
//!
//! Red is light and blue dark, green hatched, yellow dotted, purple chequered, and an initial stands by, so that colour
//! is never needed to tell them apart.

use super::pen::{bold, line, sum, write};
use super::room::Rect;
use crate::kernel::picture::Symbol;
use crate::kernel::picture::scene::{Piece, Point, Sign};

/// Size of the letters below a piece.
const LABEL: i32 = 27;

/// How much room a piece takes in a row.
pub fn room(piece: &Piece) -> i32 {
    let sign = match piece.sign {
        Sign::Unit(_) => 66,
        Sign::Pawn => 36,
        Sign::Cannon | Sign::Disc => 58,
        Sign::Flag => 48,
        Sign::Marshal | Sign::Card => 42,
    };
    sign.max(bold(&piece.label, LABEL) + 6)
}

/// Whether there are letters on a piece or below it.
pub fn has_letters(piece: &Piece) -> bool {
    !piece.initial.is_empty() || !piece.label.is_empty()
}

/// What a piece covers around its middle: its sign, and the words beside it and below it.
pub fn parts(piece: &Piece) -> (Rect, Vec<Rect>) {
    let (x, up, down) = match piece.sign {
        Sign::Unit(_) => (31, -21, 21),
        Sign::Pawn => (17, -25, 25),
        Sign::Marshal => (20, -36, 25),
        Sign::Cannon => (28, -19, 25),
        Sign::Disc => (28, -28, 28),
        Sign::Flag => (22, -28, 28),
        Sign::Card => (18, -23, 23),
    };
    let sign = Rect { low: (-x, up), high: (x, down) };
    let mut words = Vec::new();
    if matches!(piece.sign, Sign::Unit(_)) && !piece.initial.is_empty() {
        words.push(Rect { low: (-54, -2), high: (-x, 18) });
    }
    if !piece.label.is_empty() {
        let (half, (x, y)) = (bold(&piece.label, LABEL) / 2, below(piece.sign));
        words.push(Rect { low: (x - half, y - LABEL * 3 / 4), high: (x + half, y + LABEL / 5) });
    }
    (sign, words)
}

/// A piece in its group, around a point.
pub fn draw(piece: &Piece, at: Point) -> String {
    grouped(piece, &(shape(piece, at) + &words(piece, at)))
}

/// The same without the words beside it.
pub fn body(piece: &Piece, at: Point) -> String {
    grouped(piece, &shape(piece, at))
}

fn grouped(piece: &Piece, parts: &str) -> String {
    super::pen::group(piece.livery.word(), &piece.in_words(), parts)
}

/// The words beside a piece and below it.
pub fn words(piece: &Piece, at: Point) -> String {
    let mut words = String::new();
    if let (Sign::Unit(_), false) = (piece.sign, piece.initial.is_empty()) {
        words += &write(sum(at, (-43, 18)), "beside halo", &piece.initial);
    }
    if !piece.label.is_empty() {
        words += &write(sum(at, below(piece.sign)), "label halo", &piece.label);
    }
    words
}

/// The sign, crossed out where the piece fell.
fn shape(piece: &Piece, at: Point) -> String {
    let mut parts = sign(piece, at);
    if piece.is_lost {
        let x = if matches!(piece.sign, Sign::Unit(_)) { 27 } else { 17 };
        for class in ["cross", "cross-core"] {
            parts += &line(class, sum(at, (-x, -21)), sum(at, (x, 21)));
            parts += &line(class, sum(at, (-x, 21)), sum(at, (x, -21)));
        }
    }
    parts
}

/// Where the middle of the label's baseline lies below a sign: that of a counter leaves the arrows on its right more room.
fn below(sign: Sign) -> Point {
    match sign {
        Sign::Unit(_) => (-4, 46),
        Sign::Pawn | Sign::Marshal | Sign::Cannon => (0, 50),
        Sign::Disc | Sign::Flag | Sign::Card => (0, 52),
    }
}

fn sign(piece: &Piece, at: Point) -> String {
    let (x, y) = at;
    let shapes = match piece.sign {
        Sign::Unit(symbol) => {
            format!("<path class=\"body\" d=\"M-29,-19 H29 V19 H-29 z\"/>{}", unit(symbol))
        }
        Sign::Pawn => PAWN.to_owned(),
        Sign::Marshal => format!("{PAWN}{HAT}"),
        Sign::Cannon => CANNON.to_owned(),
        Sign::Disc => "<circle class=\"body\" r=\"26\"/>".to_owned(),
        Sign::Flag => {
            "<path class=\"sign staff\" d=\"M-18,27 V-25\"/><path class=\"body\" d=\"M-18,-25 H22 L13,-9 L22,7 H-18 z\"/>".to_owned()
        }
        Sign::Card => "<rect class=\"body\" x=\"-16\" y=\"-21\" width=\"32\" height=\"42\" rx=\"5\"/>".to_owned(),
    };
    let drawn = format!("<g transform=\"translate({x},{y})\">{shapes}</g>");
    let place = match piece.sign {
        Sign::Unit(_) => return drawn,
        Sign::Disc | Sign::Card => (0, 10),
        Sign::Flag => (-3, 1),
        Sign::Pawn | Sign::Marshal => (0, 16),
        Sign::Cannon => (0, 0),
    };
    if piece.initial.is_empty() { drawn } else { drawn + &write(sum(at, place), "mono on", &piece.initial) }
}

const PAWN: &str = "<path class=\"body\" d=\"M-15,23 L-8,-3 A10,10 0 1 1 8,-3 L15,23 z\"/>";

const HAT: &str = "<path class=\"body\" d=\"M-19,-15 Q0,-42 19,-15 Q0,-22 -19,-15 z\"/>";

const CANNON: &str = "<path class=\"body\" d=\"M-26,6 L18,-17 L24,-6 L-20,17 z\"/><circle class=\"body\" cx=\"-4\" \
                      cy=\"11\" r=\"12\"/><circle class=\"dot\" cx=\"-4\" cy=\"11\" r=\"3\"/>";

/// The inside of a counter, in the manner of APP-6.
fn unit(symbol: Symbol) -> &'static str {
    match symbol {
        Symbol::Headquarters => {
            "<path class=\"sign\" d=\"M-11,15 V-13\"/><path class=\"dot\" d=\"M-11,-14 L17,-7 L-11,1 z\"/>"
        }
        Symbol::Cross => "<path class=\"sign\" d=\"M-29,-19 L29,19 M-29,19 L29,-19\"/>",
        Symbol::BowTie => {
            "<ellipse class=\"sign\" rx=\"23\" ry=\"13\"/>\
             <path class=\"sign\" d=\"M-16,-9 L16,9 M-16,9 L16,-9\"/>"
        }
        Symbol::Diagonal => "<path class=\"sign\" d=\"M-29,19 L29,-19\"/>",
        Symbol::Dot => "<circle class=\"dot\" r=\"7\"/>",
        Symbol::Eye => "<circle class=\"sign\" r=\"12\"/><circle class=\"dot\" r=\"5\"/>",
        Symbol::Rounded => "<rect class=\"sign\" x=\"-22\" y=\"-11\" width=\"44\" height=\"22\" rx=\"11\"/>",
        Symbol::Unknown => "<text class=\"mono on\" y=\"10\">?</text>",
        Symbol::Blank => "",
    }
}
