//! Marks of what happened in a place: a burst for a fight, a ring for a loss, a box for what was taken.

use super::pen::{bold, group, sum, write};
use super::room::{Rect, Taken};
use super::standing::Standing;
use super::words::Words;
use crate::kernel::picture::hexes::is_within;
use crate::kernel::picture::scene::{Mark, MarkKind, Place, Point, Scene, Shape};

/// Size of the letters in a mark.
const SIZE: i32 = 28;

/// How far within the border of a hex the middle of a mark lies if it can.
const INNER: i32 = 14;

/// So much of the end of an arrow may a mark cover rather than lie about the edge of its place, since the arrow can run
/// elsewhere.
const ON_EDGE: i32 = 200;

/// A mark that is laid out.
pub struct Laid<'a> {
    mark: &'a Mark,
    /// What it covers.
    pub rect: Rect,
}

impl Laid<'_> {
    /// As SVG.
    pub fn draw(&self) -> String {
        let ((x, y), sign) = (self.rect.middle(), badge(self.mark));
        group("mark", &self.mark.name, &format!("<g transform=\"translate({x},{y})\">{sign}</g>"))
    }
}

/// Lays the marks of all places out and takes what they cover: each where it covers the least and leaves arrows free if it
/// can.
pub fn lay<'a>(scene: &'a Scene, taken: &mut Taken, arrows: &Taken) -> Vec<Laid<'a>> {
    let Some(board) = scene.places.iter().map(Rect::of).reduce(Rect::joined) else { return Vec::new() };
    let mut laid = Vec::new();
    for place in &scene.places {
        for mark in &place.marks {
            let Some(rect) = spot(place, mark, board, taken, arrows) else { continue };
            taken.add(rect);
            laid.push(Laid { mark, rect });
        }
    }
    laid
}

/// Whether all marks of a place find room beside its words and pieces and the ends of arrows.
pub fn have_room(place: &Place, words: &[Words], standing: &Standing, arrows: &Taken) -> bool {
    let board = Rect::of(place);
    let mut taken = Taken::default();
    words.iter().for_each(|words| taken.add(words.rect()));
    standing.take(&mut taken);
    place.marks.iter().all(|mark| {
        let free = spot(place, mark, board, &taken, arrows);
        let free = free.filter(|rect| taken.hidden(*rect) + arrows.hidden(*rect) == 0);
        free.inspect(|rect| taken.add(*rect)).is_some()
    })
}

/// Where a mark covers the least: within its place, or if that hides something, about the edge; never beyond the board,
/// which would become wider by it.
fn spot(place: &Place, mark: &Mark, board: Rect, taken: &Taken, arrows: &Taken) -> Option<Rect> {
    let half = half(mark);
    let around = Rect::of(place).grown(2 * half.0.max(half.1));
    let (taken, arrows) = (taken.near(around), arrows.near(around));
    let tries = [false, true].into_iter().filter_map(|is_on_edge| {
        let mut spots = spots(place, half, is_on_edge);
        if !matches!(place.shape, Shape::Disc(_)) {
            spots.retain(|spot| board.joined(Rect::around(*spot, half)) == board);
        }
        let rect = Rect::around(taken.free(&arrows, half, spots)?, half);
        Some((rect, taken.covered(rect) + arrows.hidden(rect) + if is_on_edge { ON_EDGE } else { 0 }))
    });
    tries.min_by_key(|(_, cost)| *cost).map(|(rect, _)| rect)
}

/// Where a mark of half a size may lie; in a rectangle wholly within, or with its middle about the edge.
fn spots(place: &Place, half: Point, is_on_edge: bool) -> Vec<Point> {
    let (x, y) = place.shape.half();
    let around = match place.shape {
        Shape::Hex => {
            // Its middle stays within the hex, or at most on its border, so that nobody takes it for a neighbour's.
            let within = if is_on_edge { 0 } else { INNER };
            let mut spots = Rect::around((0, 0), (x, y)).points((0, 0), (0, 0), 2);
            spots.retain(|spot| is_within(*spot, within));
            spots
        }
        Shape::Disc(_) => {
            let (far, high) = (x + 4, y + 4);
            vec![
                (x, -y),
                (-x, -y),
                (far + half.0, 0),
                (-far - half.0, 0),
                (far + 4, high),
                (-far - 4, high),
                (0, -high - half.1),
                (0, high + half.1 + 24),
                (far + half.0, -high),
                (-far - half.0, -high),
            ]
        }
        Shape::Box(..) => {
            let inner = Rect::around(place.centre, (x - 4, y - 4));
            let corner = (inner.high.0 - half.0, inner.high.1 - half.1);
            return if is_on_edge {
                inner.grown(10).points((0, 0), corner, 3)
            } else {
                inner.points(half, corner, 3)
            };
        }
    };
    around.into_iter().map(|spot| sum(place.centre, spot)).collect()
}

/// Half the width and half the height of a mark.
fn half(mark: &Mark) -> Point {
    let wide = bold(&mark.text, SIZE) / 2;
    match mark.kind {
        MarkKind::Fought => (wide * 9 / 8 + 4, 16),
        MarkKind::Lost => (16.max(wide + 7), 16),
        MarkKind::Taken => (wide + 9, 17),
    }
}

/// A mark around the origin.
pub fn badge(mark: &Mark) -> String {
    let (x, y) = half(mark);
    let plate = |class: &str, rx: i32| {
        let (left, top, wide, high) = (1 - x, 1 - y, 2 * x - 2, 2 * y - 2);
        format!(
            "<rect class=\"{class}\" x=\"{left}\" y=\"{top}\" width=\"{wide}\" height=\"{high}\" rx=\"{rx}\"/>"
        )
    };
    let sign = match mark.kind {
        MarkKind::Fought => {
            let points = BURST.map(|(px, py)| format!("{},{}", px * x / 100, py * y / 100));
            format!("<polygon class=\"fought\" points=\"{}\"/>", points.join(" "))
        }
        MarkKind::Lost => plate("lost", y - 1),
        MarkKind::Taken => plate("taken", 9),
    };
    let text = match (mark.kind, mark.text.as_str()) {
        (MarkKind::Lost, "") => "<path class=\"cross-core\" d=\"M-8,-8 L8,8 M-8,8 L8,-8\"/>".to_owned(),
        (_, text) => write((0, 10), "badge", text),
    };
    sign + &text
}

/// The points of a burst, in hundredths of half its width and height: its letters have room between the inner ones.
const BURST: [Point; 24] = [
    (-48, -98),
    (-24, -72),
    (4, -100),
    (26, -72),
    (50, -96),
    (68, -70),
    (94, -88),
    (84, -36),
    (100, 2),
    (84, 38),
    (92, 90),
    (68, 70),
    (46, 100),
    (24, 72),
    (-2, 98),
    (-26, 72),
    (-52, 100),
    (-68, 70),
    (-94, 86),
    (-84, 36),
    (-100, -4),
    (-84, -38),
    (-92, -90),
    (-68, -70),
];
