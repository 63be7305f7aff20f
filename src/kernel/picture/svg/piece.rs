//! Pieces: a box in the colours of its side, the sign of its arm inside and its label below.
//!
//! Red has a single border and blue a double one, and the label begins with the side's initial, so that
//! colour is never needed to tell them apart.

use super::{Point, escape, sum, write_at};
use crate::kernel::picture::{Cell, Symbol};

/// Draws the piece of a hex, if it has one.
pub(super) fn draw(cell: &Cell, centre: Point) -> Option<String> {
    let token = cell.token.as_ref()?;
    let (x, y) = sum(centre, (0, -7));
    let title = escape(&format!("{} in {}", token.name, cell.name));
    let livery = livery(&token.side);
    let rim = if livery == "blue" {
        "<rect class=\"rim\" x=\"-31\" y=\"-21\" width=\"62\" height=\"42\"/>"
    } else {
        ""
    };
    Some(format!(
        "<g class=\"piece {livery}\"><title>{title}</title><g transform=\"translate({x},{y})\">{rim}\
         <rect class=\"box\" x=\"-27\" y=\"-17\" width=\"54\" height=\"34\"/>{}</g>{}</g>",
        sign(token.symbol),
        write_at((x, y + 35), "label halo", &token.label())
    ))
}

/// The style of a side; sides other than red and blue share one.
pub(super) fn livery(side: &str) -> &'static str {
    match side.to_lowercase().as_str() {
        "red" => "red",
        "blue" => "blue",
        _ => "other",
    }
}

fn sign(symbol: Symbol) -> &'static str {
    match symbol {
        Symbol::Headquarters => {
            "<path class=\"sign\" d=\"M-9,13 V-12\"/><path class=\"dot\" d=\"M-9,-13 L14,-6 L-9,1 z\"/>"
        }
        Symbol::Cross => "<path class=\"sign\" d=\"M-27,-17 L27,17 M-27,17 L27,-17\"/>",
        Symbol::BowTie => {
            "<ellipse class=\"sign\" rx=\"21\" ry=\"12\"/>\
             <path class=\"sign\" d=\"M-15,-8 L15,8 M-15,8 L15,-8\"/>"
        }
        Symbol::Diagonal => "<path class=\"sign\" d=\"M-27,17 L27,-17\"/>",
        Symbol::Dot => "<circle class=\"dot\" r=\"6\"/>",
        Symbol::Eye => "<circle class=\"sign\" r=\"11\"/><circle class=\"dot\" r=\"4\"/>",
        Symbol::Rounded => "<rect class=\"sign\" x=\"-20\" y=\"-10\" width=\"40\" height=\"20\" rx=\"10\"/>",
        Symbol::Unknown => "<text class=\"unknown\" y=\"9\">?</text>",
    }
}
