//! Marks of what happened in a place: a burst for a fight, a ring for a loss, a box for what was taken.

use super::pen::{bold, group, sum, write_sized};
use super::room::{Rect, Taken};
use crate::kernel::picture::scene::{Mark, MarkKind, Place, Point, Scene, Shape};

/// Size of the letters in a mark.
const SIZE: i32 = 20;

/// Sizes in hundredths, the largest first: on a hex, in a narrow rectangle, elsewhere.
const ON_HEX: &[i32] = &[80, 72, 66, 60];
const NARROW: &[i32] = &[90, 80, 70, 62];
const WIDE: &[i32] = &[100, 85];

/// The marks of all places, each where it covers the least, and what they cover.
pub fn draw(scene: &Scene, taken: &mut Taken) -> (String, Vec<Rect>) {
    let (mut drawn, mut rects) = (String::new(), Vec::new());
    for place in &scene.places {
        for mark in &place.marks {
            let Some((scale, rect)) = lay(place, mark, taken) else { continue };
            let (x, y) = rect.middle();
            taken.add(rect);
            rects.push(rect);
            let size = if scale == 100 { String::new() } else { format!(" scale(0.{scale})") };
            let sign = badge(mark);
            drawn +=
                &group("mark", &mark.name, &format!("<g transform=\"translate({x},{y}){size}\">{sign}</g>"));
        }
    }
    (drawn, rects)
}

/// The largest of its sizes in which a mark finds room, and where; if it finds none, where it covers the least.
fn lay(place: &Place, mark: &Mark, taken: &Taken) -> Option<(i32, Rect)> {
    let try_at = |scale: i32, is_on_edge: bool| {
        let half = half(mark);
        let half = (half.0 * scale / 100, half.1 * scale / 100);
        let spot = taken.free(half, spots(place, half, is_on_edge))?;
        Some((scale, Rect::around(spot, half)))
    };
    let edges = [false, true].into_iter();
    let tries =
        edges.flat_map(|edge| scales(place.shape).iter().filter_map(move |scale| try_at(*scale, edge)));
    tries.min_by_key(|(_, rect)| taken.hidden(*rect))
}

/// In hundredths; smaller where there is little room.
fn scales(shape: Shape) -> &'static [i32] {
    match shape {
        Shape::Hex => ON_HEX,
        Shape::Box(wide, high) if wide.min(high) < 100 => NARROW,
        _ => WIDE,
    }
}

/// Where a mark of half a size may lie; in a rectangle wholly within, or with its middle about the edge.
fn spots(place: &Place, half: Point, is_on_edge: bool) -> Vec<Point> {
    let (x, y) = place.shape.half();
    let around = match place.shape {
        Shape::Hex => {
            // Its middle stays within the hex or on its border, so that nobody takes it for a neighbour's.
            let is_within = |&(px, py): &Point| py.abs() <= y && y * px.abs() + (x / 2) * py.abs() <= x * y;
            let mut spots = Rect::around((0, 0), (x, y)).points((0, 0), (0, 0), 2);
            spots.retain(is_within);
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
        MarkKind::Fought => (29.max(wide + 10), 28),
        MarkKind::Lost => (20.max(wide + 6), 20),
        MarkKind::Taken => (25.max(wide + 7), 17),
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
            let points = BURST.map(|(px, py)| format!("{},{py}", px * x / 29));
            format!("<polygon class=\"fought\" points=\"{}\"/>", points.join(" "))
        }
        MarkKind::Lost => plate("lost", y - 1),
        MarkKind::Taken => plate("taken", 9),
    };
    let text = match (mark.kind, mark.text.as_str()) {
        (MarkKind::Lost, "") => "<path class=\"cross-core\" d=\"M-8,-8 L8,8 M-8,8 L8,-8\"/>".to_owned(),
        (_, text) => write_sized((0, 7), "badge", SIZE, text),
    };
    sign + &text
}

/// The points of a burst.
const BURST: [Point; 18] = [
    (0, -28),
    (7, -18),
    (18, -22),
    (17, -10),
    (28, -7),
    (21, 2),
    (27, 12),
    (15, 14),
    (13, 25),
    (3, 19),
    (-7, 27),
    (-11, 16),
    (-23, 17),
    (-20, 6),
    (-29, 0),
    (-20, -7),
    (-22, -18),
    (-10, -17),
];
