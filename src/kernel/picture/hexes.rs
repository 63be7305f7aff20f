//! Where hexes lie in a scene, and the sides between them: flat-topped, in columns, even columns half a hex higher.
//!
//! They are higher than regular ones, so that letters that can be read on a phone stand above and below a piece.

use super::scene::Point;

/// Half the width and half the height of a hex.
pub const HALF: Point = (60, 74);

/// From one column of hexes to the next.
const PITCH: i32 = 90;

/// The corners of a hex around its middle, clockwise from the upper left.
pub const CORNERS: [Point; 6] = [(-30, -74), (30, -74), (60, 0), (30, 74), (-30, 74), (-60, 0)];

/// The middle of the hex in a column and a row, both counted from 1.
pub fn centre(column: u8, row: u8) -> Point {
    let half_row = 2 * i32::from(row) + i32::from(column % 2);
    (PITCH * i32::from(column), HALF.1 * half_row)
}

/// Whether a point around the middle of a hex lies in it, about so far within its border.
pub fn is_within((x, y): Point, within: i32) -> bool {
    let half = (HALF.0 - within, HALF.1 - within);
    y.abs() <= half.1 && HALF.1 * x.abs() + (HALF.0 / 2) * y.abs() <= half.0 * HALF.1
}

/// The corners between which the side of two hexes runs; none if they are no neighbours.
pub fn side_between(a: Point, b: Point) -> Option<[Point; 2]> {
    let around = |corner: Point| (a.0 + corner.0, a.1 + corner.1);
    let way = (b.0 - a.0, b.1 - a.1);
    let first = [(0, -148), (90, -74), (90, 74), (0, 148), (-90, 74), (-90, -74)];
    let place = first.iter().position(|across| *across == way)?;
    Some([around(CORNERS[place]), around(CORNERS[(place + 1) % 6])])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_are_shared_by_neighbours_alone() {
        let middle = centre(2, 2);
        let places = (1..=3).flat_map(|column| (1..=3).map(move |row| (column, row)));
        let around: Vec<(u8, u8)> =
            places.filter(|&(c, r)| side_between(middle, centre(c, r)).is_some()).collect();
        assert_eq!(around, [(1, 1), (1, 2), (2, 1), (2, 3), (3, 1), (3, 2)]);
        for (column, row) in around {
            let other = centre(column, row);
            let mut back = side_between(other, middle).unwrap();
            back.reverse();
            assert_eq!(side_between(middle, other), Some(back));
        }
    }
}
