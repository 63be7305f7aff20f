//! Room on a board: what is taken, and where something more covers least of it.
//!
//! Words, pieces and marks are laid out one after the other, each where it is free of those before it. Arrows are no
//! obstacle, but what can avoid them does.

use super::pen::{difference, length, sum};
use crate::kernel::picture::scene::Point;

/// How much less it matters to cover an arrow than to cover anything else.
const HARD: i32 = 50;

/// Half the side of the squares that stand for an arrow, and how far apart they are.
const ARROW: i32 = 6;
const STEP: i32 = 12;

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

    /// The smallest that holds both.
    pub fn joined(self, other: Self) -> Self {
        Self {
            low: (self.low.0.min(other.low.0), self.low.1.min(other.low.1)),
            high: (self.high.0.max(other.high.0), self.high.1.max(other.high.1)),
        }
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
        let wide = self.high.0.min(other.high.0) - self.low.0.max(other.low.0);
        let high = self.high.1.min(other.high.1) - self.low.1.max(other.low.1);
        wide.max(0) * high.max(0)
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

/// What is taken on a board.
#[derive(Clone, Debug, Default)]
pub struct Taken(Vec<(Rect, i32)>);

impl Taken {
    /// Takes a rectangle.
    pub fn add(&mut self, rect: Rect) {
        self.0.push((rect, HARD));
    }

    /// Takes what lies along a line, which may be covered if need be.
    pub fn add_line(&mut self, points: &[Point]) {
        for pair in points.windows(2) {
            let (begin, way) = (pair[0], difference(pair[0], pair[1]));
            let long = length(way);
            let at = |far: i32| sum(begin, (way.0 * far / long, way.1 * far / long));
            self.0.extend((0..=long / STEP).map(|n| (Rect::around(at(n * STEP), (ARROW, ARROW)), 1)));
        }
    }

    /// How much of what is taken a rectangle covers.
    pub fn covered(&self, rect: Rect) -> i32 {
        self.0.iter().map(|(taken, weight)| taken.shared(rect) * weight).sum()
    }

    /// How much a rectangle covers of what must not be covered.
    pub fn hidden(&self, rect: Rect) -> i32 {
        let hard = self.0.iter().filter(|(_, weight)| *weight == HARD);
        hard.map(|(taken, _)| taken.shared(rect)).sum()
    }

    /// The first of some points around which something of half a size covers the least.
    pub fn free(&self, half: Point, points: impl IntoIterator<Item = Point>) -> Option<Point> {
        points.into_iter().min_by_key(|point| self.covered(Rect::around(*point, half)))
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
        assert_eq!(taken.free((10, 10), points.clone()), Some((50, 30)));
        taken.add(Rect::around((50, 30), (5, 5)));
        let free = taken.free((10, 10), points.clone()).unwrap();
        assert_eq!(taken.covered(Rect::around(free, (10, 10))), 0);
        assert!(difference((50, 30), free).0.abs() + difference((50, 30), free).1.abs() == 20, "{free:?}");
        // An arrow is covered rather than anything else.
        taken.add(board.grown(-1));
        taken.add_line(&[(0, 90), (100, 90)]);
        assert_eq!(taken.free((10, 10), [(50, 30), (50, 90)]), Some((50, 90)));
    }

    #[test]
    fn what_is_too_large_lies_where_it_should() {
        let small = Rect::around((5, 5), (5, 5));
        assert_eq!(small.points((10, 10), (5, 5), 4), [(5, 5)]);
    }
}
