//! What a picture says of itself below its board: every sign that occurs, and lines of text.

use super::board::{crossing, swatch};
use super::pen::{line, width, wrapped, write};
use super::{MARGIN, arrows, marks, piece};
use crate::kernel::picture::SideKind;
use crate::kernel::picture::scene::{ArrowKind, MarkKind, Point, Scene};
use std::collections::BTreeSet;

/// Size of letters.
const SIZE: i32 = 28;

/// From one row of signs to the next.
const ROW: i32 = 62;

/// From one line of text to the next.
const LINE: i32 = 40;

/// From the left end of a sign to its words.
const SIGN: i32 = 118;

/// The key below `top`, with the names that found no room on the board, and where it ends.
pub fn draw(scene: &Scene, left_out: &[String], id: &str, page: i32, top: i32) -> (String, i32) {
    let mut parts = String::new();
    let (mut x, mut y) = (MARGIN, top + ROW / 2);
    for (sign, word) in signs(scene, id) {
        let wide = SIGN + width(&word, SIZE) + 30;
        if x > MARGIN && x + wide > page - MARGIN + 30 {
            (x, y) = (MARGIN, y + ROW);
        }
        parts += &format!("<g transform=\"translate({},{y})\">{sign}</g>", x + SIGN / 2 + 2);
        parts += &write((x + SIGN, y + 8), "line", &word);
        x += wide;
    }
    let mut y = if parts.is_empty() { top } else { y + ROW / 2 + 4 };
    let names = (!left_out.is_empty()).then(|| format!("Names: {}.", left_out.join("; ")));
    for text in scene.notes.iter().chain(&names).flat_map(|note| wrapped(note, SIZE, page - 2 * MARGIN)) {
        y += LINE;
        parts += &write((MARGIN, y), "line", &text);
    }
    (format!("<g aria-label=\"key\">{parts}</g>"), y)
}

/// The signs that occur, each around the origin, with its words.
fn signs(scene: &Scene, id: &str) -> Vec<(String, String)> {
    let origin: Point = (0, 0);
    let mut signs: Vec<(String, String)> =
        scene.key.iter().map(|(piece, word)| (piece::draw(piece, origin), word.clone())).collect();
    let grounds: BTreeSet<_> = scene.places.iter().map(|place| place.ground).collect();
    for ground in grounds.into_iter().filter(|ground| !ground.word().is_empty()) {
        signs.push((swatch(ground, id), ground.word().to_owned()));
    }
    let river = || line("river", (-30, 0), (30, 0)) + &line("wave", (-30, 0), (30, 0));
    for (kind, word) in [(SideKind::River, "river"), (SideKind::Bridge, "bridge")] {
        if scene.waters.iter().any(|water| water.kind == kind) {
            let deck = if kind == SideKind::Bridge { crossing(origin, (60, 0)) } else { String::new() };
            signs.push((river() + &deck, word.to_owned()));
        }
    }
    // Arrows and marks as they are on the board, so that they are found again.
    for kind in ArrowKind::ALL {
        if let Some(sample) = scene.arrows.iter().find(|arrow| arrow.kind == kind) {
            signs.push((arrows::sample(sample), kind.word().to_owned()));
        }
    }
    for kind in MarkKind::ALL {
        let mut marks = scene.places.iter().flat_map(|place| &place.marks).filter(|mark| mark.kind == kind);
        if let Some(sample) = marks.next() {
            let word = if sample.text.is_empty() { kind.word() } else { kind.word_with_text() };
            signs.push((marks::badge(sample), word.to_owned()));
        }
    }
    signs
}
