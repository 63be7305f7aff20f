//! Arrows from place to place, each with a tip, and a dot or its figure where it begins.

use super::pen::{difference, group, length, listed, of_length, sum, turned, width, write};
use super::room::{Rect, Taken};
use super::route::route;
use super::words::SIZE;
use crate::kernel::picture::scene::{Arrow, ArrowKind, Place, Point, Scene};

/// Length of an arrow's tip, and half its width.
const TIP: i32 = 19;
const WING: i32 = 10;

/// Half the width of the dot where an arrow begins, and half the height of a figure there.
const DOT: i32 = 7;
const FIGURE: i32 = 16;

/// How often each arrow is laid.
const ROUNDS: usize = 2;

/// An arrow on a board.
pub struct Course<'a> {
    arrow: &'a Arrow,
    /// Where it bends, from its beginning to its tip; none where it is a ring round a place.
    points: Vec<Point>,
    ring: Option<(Point, i32)>,
    /// How long it is, and what it hides.
    pub cost: i32,
}

impl<'a> Course<'a> {
    /// Lays all arrows of a scene that it has places for, beside what is taken. The shortest are laid first, since long ones
    /// can go round; then each makes way for all others.
    pub fn lay(scene: &'a Scene, taken: &Taken) -> Vec<Self> {
        let mut numbers: Vec<usize> = (0..scene.arrows.len()).collect();
        numbers.sort_by_key(|number| scene.arrows[*number].path.len());
        let mut courses: Vec<Option<Self>> = scene.arrows.iter().map(|_| None).collect();
        for number in numbers.repeat(ROUNDS) {
            courses[number] = None;
            let mut beside = taken.clone();
            courses.iter().flatten().for_each(|course| course.take(&mut beside));
            courses[number] = Self::of(scene, &scene.arrows[number], &beside);
        }
        courses.into_iter().flatten().collect()
    }

    /// An arrow along the places that the board has; none if it has none of them.
    fn of(scene: &Scene, arrow: &'a Arrow, taken: &Taken) -> Option<Self> {
        let places: Vec<&Place> = arrow.path.iter().filter_map(|name| scene.place(name)).collect();
        let first = *places.first()?;
        if places.len() == 1 {
            let ring = Some((first.centre, length(first.shape.half()) + 4));
            return Some(Self { arrow, points: Vec::new(), ring, cost: 0 });
        }
        let is_from_piece = arrow.kind == ArrowKind::Attack;
        let (points, cost) = route(&places, beginning(&arrow.label), is_from_piece, taken)?;
        Some(Self { arrow, points, ring: None, cost })
    }

    /// How much of the ends of some arrows others hide.
    pub fn hidden(courses: &[Self]) -> i32 {
        let pairs = courses
            .iter()
            .enumerate()
            .flat_map(|(n, one)| courses[..n].iter().map(move |other| (one, other)));
        let hidden = |(one, other): (&Self, &Self)| -> i32 {
            let mut ends = Taken::default();
            one.ends().into_iter().for_each(|end| ends.add(end));
            other.ends().into_iter().map(|end| ends.hidden(end)).sum()
        };
        pairs.map(hidden).sum()
    }

    /// Takes what it covers.
    pub fn take(&self, taken: &mut Taken) {
        taken.add_line(&self.points);
        self.ends().into_iter().for_each(|end| taken.add(end));
    }

    /// What its beginning and its tip cover.
    fn ends(&self) -> Vec<Rect> {
        let Some(corners) = tip(&self.points) else { return Vec::new() };
        let tip = corners.map(|corner| Rect { low: corner, high: corner }).into_iter().reduce(Rect::joined);
        let beginning = Rect::around(self.points[0], beginning(&self.arrow.label));
        tip.into_iter().chain([beginning]).collect()
    }

    /// As SVG.
    pub fn draw(&self) -> String {
        let parts = match self.ring {
            Some(((x, y), r)) => format!("<circle class=\"path\" cx=\"{x}\" cy=\"{y}\" r=\"{r}\"/>"),
            None => shaft(&self.points),
        };
        group(&class(self.arrow), &self.arrow.name, &parts)
    }

    /// Its ends as SVG, which lie above the lines of all arrows, and are spoken of with its line alone.
    pub fn draw_ends(&self) -> String {
        let livery = self.arrow.livery.word();
        format!("<g class=\"{livery}\" aria-hidden=\"true\">{}</g>", ends(&self.points, &self.arrow.label))
    }
}

/// Half the width and half the height of the beginning of an arrow with some letters.
fn beginning(label: &str) -> Point {
    if label.is_empty() { (DOT, DOT) } else { (FIGURE.max(width(label, SIZE) / 2 + 6), FIGURE) }
}

/// The corners of an arrow's tip.
fn tip(points: &[Point]) -> Option<[Point; 3]> {
    let &[.., before, tip] = points else { return None };
    let back = of_length(difference(tip, before), TIP);
    let base = sum(tip, back);
    let wing = of_length(turned(back), WING);
    Some([tip, sum(base, wing), difference(wing, base)])
}

/// The line of an arrow through some points.
fn shaft(points: &[Point]) -> String {
    let Some([_, left, right]) = tip(points) else { return String::new() };
    let mut shaft = points.to_vec();
    shaft[points.len() - 1] = (i32::midpoint(left.0, right.0), i32::midpoint(left.1, right.1));
    let points = listed(&shaft);
    format!("<polyline class=\"trail\" points=\"{points}\"/><polyline class=\"path\" points=\"{points}\"/>")
}

/// A dot where an arrow begins, or a plate with its letters, and its tip.
fn ends(points: &[Point], label: &str) -> String {
    let Some(tip) = tip(points) else { return String::new() };
    let (x, y) = points[0];
    let begin = if label.is_empty() {
        format!("<circle class=\"tip\" cx=\"{x}\" cy=\"{y}\" r=\"{DOT}\"/>")
    } else {
        let (wide, high) = beginning(label);
        let (left, top) = (x - wide, y - high);
        let plate = format!(
            "<rect class=\"tip\" x=\"{left}\" y=\"{top}\" width=\"{}\" height=\"{}\" rx=\"{high}\"/>",
            2 * wide,
            2 * high
        );
        plate + &write((x, y + SIZE * 5 / 14), "figure", label)
    };
    begin + &format!("<polygon class=\"tip\" points=\"{}\"/>", listed(&tip))
}

fn class(arrow: &Arrow) -> String {
    let kind = match arrow.kind {
        ArrowKind::Move => "move",
        ArrowKind::Attack => "attack",
        ArrowKind::Retreat => "retreat",
    };
    format!("{} {kind}", arrow.livery.word())
}

/// Half the width of an arrow in the key.
const SAMPLE: i32 = 54;

/// An arrow as short as it is in the key.
pub fn sample(arrow: &Arrow) -> String {
    let points = [(beginning(&arrow.label).0 - SAMPLE, 0), (SAMPLE - 4, 0)];
    group(&class(arrow), arrow.kind.word(), &(shaft(&points) + &ends(&points, &arrow.label)))
}
