//! Room on a board: what is taken, and where something more covers least of it.
//!
//! Words, pieces and marks are laid out one after the other, each where it is free of those before it. Arrows are no
//! obstacle, but what can avoid them does.

use super::pen::{difference, length, sum};
use crate::kernel::picture::scene::{Place, Point};

/// How much less it matters to cover an arrow than to cover anything else.
const HARD: i32 = 50;

/// Half the side of the squares that stand for an arrow, and how far apart they are.
const ARROW: i32 = 6;
const STEP: i32 = 12;

/// Half the width of a line and the free space that it needs.
const LINE: i32 = 6;

/// A rectangle between its upper left and its lower right corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rect {
    /// The upper left corner.
    pub low: Point,
    /// The lower right corner.
    pub high: Point,
}

impl Rect {
    /// The one of half a width and half a height around a point.
    pub fn around(middle: Point, half: Point) -> Self {
        Self { low: difference(half, middle), high: sum(middle, half) }
    }

    /// The smallest that holds a place.
    pub fn of(place: &Place) -> Self {
        Self::around(place.centre, place.shape.half())
    }

    /// The smallest that holds both.
    pub fn joined(self, other: Self) -> Self {
        Self {
            low: (self.low.0.min(other.low.0), self.low.1.min(other.low.1)),
            high: (self.high.0.max(other.high.0), self.high.1.max(other.high.1)),
        }
    }

    /// What both cover; between them, the lower right corner before the upper left one, where they do not meet.
    pub fn common(self, other: Self) -> Self {
        Self {
            low: (self.low.0.max(other.low.0), self.low.1.max(other.low.1)),
            high: (self.high.0.min(other.high.0), self.high.1.min(other.high.1)),
        }
    }

    /// Whether its corners are the wrong way round.
    fn is_empty(self) -> bool {
        self.low.0 > self.high.0 || self.low.1 > self.high.1
    }

    /// The same, wider by so much on every side.
    pub fn grown(self, by: i32) -> Self {
        Self { low: difference((by, by), self.low), high: sum(self.high, (by, by)) }
    }

    /// Its middle.
    pub fn middle(self) -> Point {
        (i32::midpoint(self.low.0, self.high.0), i32::midpoint(self.low.1, self.high.1))
    }

    /// The area that both cover.
    fn shared(self, other: Self) -> i32 {
        let common = self.common(other);
        let (wide, high) = difference(common.low, common.high);
        wide.max(0) * high.max(0)
    }

    /// How long the part of a line is that lies within.
    pub fn crossed(self, from: Point, to: Point) -> i32 {
        let line = Self { low: from, high: from }.joined(Self { low: to, high: to });
        if self.common(line).is_empty() {
            return 0;
        }
        let way = difference(from, to);
        let along = |low: i32, high: i32, from: i32, way: i32| match way {
            0 if (low..=high).contains(&from) => (0, PARTS),
            0 => (PARTS, 0),
            _ => {
                let (one, other) = ((low - from) * PARTS / way, (high - from) * PARTS / way);
                (one.min(other), one.max(other))
            }
        };
        let (left, right) = along(self.low.0, self.high.0, from.0, way.0);
        let (upper, lower) = along(self.low.1, self.high.1, from.1, way.1);
        let part = right.min(lower).min(PARTS) - left.max(upper).max(0);
        if part > 0 { part * length(way) / PARTS } else { 0 }
    }

    /// Points a step apart from which something of half a size stays within, the nearest to one of them first.
    pub fn points(self, half: Point, to: Point, step: i32) -> Vec<Point> {
        let along = |low: i32, high: i32, to: i32| {
            let (low, high) = if low > high { (to, to) } else { (low, high) };
            let begin = to.clamp(low, high);
            (low..=high).filter(move |at| (at - begin) % step == 0)
        };
        let (low, high) = (sum(self.low, half), difference(half, self.high));
        let mut points: Vec<Point> = along(low.1, high.1, to.1)
            .flat_map(|y| along(low.0, high.0, to.0).map(move |x| (x, y)))
            .collect();
        points.sort_by_key(|point| {
            let (x, y) = difference(to, *point);
            x * x + y * y
        });
        points
    }
}

/// What is taken on a board, by what.
#[derive(Clone, Debug, Default)]
pub struct Taken(Vec<(Rect, Kind)>);

/// What takes room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// The line of an arrow or what else may be covered if need be.
    Line,
    /// The sign of a piece.
    Sign,
    /// Anything else.
    Rest,
}

impl Kind {
    /// How much it matters to cover a part of it.
    fn weight(self) -> i32 {
        if self == Self::Line { 1 } else { HARD }
    }
}

/// Fractions of a line are counted in so many parts.
const PARTS: i32 = 4096;

impl Taken {
    /// Takes a rectangle.
    pub fn add(&mut self, rect: Rect) {
        self.0.push((rect, Kind::Rest));
    }

    /// Takes the sign of a piece.
    pub fn add_sign(&mut self, rect: Rect) {
        self.0.push((rect, Kind::Sign));
    }

    /// Takes what lies along a line, which may be covered if need be.
    pub fn add_line(&mut self, points: &[Point]) {
        for pair in points.windows(2) {
            let (begin, way) = (pair[0], difference(pair[0], pair[1]));
            let long = length(way);
            let at = |far: i32| sum(begin, (way.0 * far / long, way.1 * far / long));
            self.0
                .extend((0..=long / STEP).map(|n| (Rect::around(at(n * STEP), (ARROW, ARROW)), Kind::Line)));
        }
    }

    /// What lies in a rectangle or near it.
    pub fn near(&self, rect: Rect) -> Self {
        let rect = rect.grown(STEP);
        Self(self.0.iter().filter(|(taken, _)| taken.shared(rect) > 0).copied().collect())
    }

    /// The same where the signs of pieces may be covered if need be.
    pub fn yielding_signs(&self) -> Self {
        let yielding = |&(rect, kind)| (rect, if kind == Kind::Sign { Kind::Line } else { kind });
        Self(self.0.iter().map(yielding).collect())
    }

    /// How much a line runs over, in lengths of line: over an arrow, and over anything else.
    pub fn crossed(&self, from: Point, to: Point) -> [i32; 2] {
        let mut crossed = [0, 0];
        for (taken, kind) in &self.0 {
            crossed[usize::from(*kind != Kind::Line)] += taken.grown(LINE).crossed(from, to);
        }
        crossed
    }

    /// How much of what is taken a rectangle covers.
    pub fn covered(&self, rect: Rect) -> i32 {
        self.0.iter().map(|(taken, kind)| taken.shared(rect) * kind.weight()).sum()
    }

    /// How much a rectangle covers of what must not be covered.
    pub fn hidden(&self, rect: Rect) -> i32 {
        let hard = self.0.iter().filter(|(_, kind)| *kind != Kind::Line);
        hard.map(|(taken, _)| taken.shared(rect)).sum()
    }

    /// The first of some points around which something of half a size covers the least, and of arrows that can still
    /// make way.
    pub fn free(&self, arrows: &Self, half: Point, points: impl IntoIterator<Item = Point>) -> Option<Point> {
        points.into_iter().min_by_key(|point| {
            let rect = Rect::around(*point, half);
            self.covered(rect) + arrows.hidden(rect)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_is_avoided_and_what_is_nearest_comes_first() {
        let board = Rect { low: (0, 0), high: (100, 60) };
        let points = board.points((10, 10), (50, 30), 10);
        assert_eq!((points[0], points.len()), ((50, 30), 45));
        let mut taken = Taken::default();
        assert_eq!(taken.free(&Taken::default(), (10, 10), points.clone()), Some((50, 30)));
        taken.add(Rect::around((50, 30), (5, 5)));
        let free = taken.free(&Taken::default(), (10, 10), points.clone()).unwrap();
        assert_eq!(taken.covered(Rect::around(free, (10, 10))), 0);
        assert!(difference((50, 30), free).0.abs() + difference((50, 30), free).1.abs() == 20, "{free:?}");
        // An arrow is covered rather than anything else.
        taken.add(board.grown(-1));
        taken.add_line(&[(0, 90), (100, 90)]);
        assert_eq!(taken.free(&Taken::default(), (10, 10), [(50, 30), (50, 90)]), Some((50, 90)));
    }

    #[test]
    fn what_is_too_large_lies_where_it_should() {
        let small = Rect::around((5, 5), (5, 5));
        assert_eq!(small.points((10, 10), (5, 5), 4), [(5, 5)]);
    }
}
