//! Where an arrow runs: over the sides that places share, round words and pieces, and beside other arrows.
//!
//! It may begin and end at many points, cross each side at several and bend between them. Of all ways over these the
//! cheapest is taken: what is long costs, what hides something costs more.

use super::pen::{difference, length, of_length, sum};
use super::room::{Rect, Taken};
use super::words::reach;
use crate::kernel::picture::hexes::{is_within, side_between};
use crate::kernel::picture::scene::{Place, Point, Shape};

/// What a length of line costs that runs over another arrow, and over anything else.
const OVER_ARROW: i32 = 4;
const OVER_REST: i32 = 6;

/// What it costs to hide a part of an arrow's end, or something else by it, by its area.
const HIDDEN: i32 = 5;

/// What a bend costs.
const BEND: i32 = 16;

/// Rectangles that are as near to each other as this touch.
const NEAR: i32 = 56;

/// How far from the middle of the side of a rectangle it may be crossed at most, and how far from the end of the side.
const SLIDE: i32 = 90;
const CORNER: i32 = 12;

/// Best distance of the tip from the middle of a hex, and of an arrow's ends from the side of a rectangle.
const AIM: i32 = 36;
const DEEP: i32 = 40;

/// What a length costs by which an arrow's end lies elsewhere.
const FAIR: i32 = 2;

/// The greatest distance of an arrow's ends from the side of a rectangle.
const FAR: i32 = 110;

/// Half the side of the square that a tip takes, and how far behind its point the middle of that is.
const TIP: i32 = 10;
const BACK: i32 = 10;

/// What a length costs by which an arrow is shorter than it should be.
const TOO_SHORT: i32 = 4;

/// So far within the border of a rectangle a tip leaves its frame free.
const FRAME: i32 = 16;

/// An arrow is seen well if its ends are as far apart.
const SHORTEST: i32 = 74;

/// How far from the middle of a disc an arrow may pass.
const ASIDE: i32 = 12;

/// Directions round a disc.
const AROUND: [Point; 16] = [
    (10, 0),
    (9, 4),
    (7, 7),
    (4, 9),
    (0, 10),
    (-4, 9),
    (-7, 7),
    (-9, 4),
    (-10, 0),
    (-9, -4),
    (-7, -7),
    (-4, -9),
    (0, -10),
    (4, -9),
    (7, -7),
    (9, -4),
];

/// Of so many beginnings, and of so many tips, the ways to each are compared.
const CLOSE: usize = 80;

/// From one point that may be chosen to the next, and to the next bend.
const STEP: i32 = 8;
const COARSE: i32 = 12;

/// A side that two places share: its middle, and the way from there to the farthest point where it may be crossed.
#[derive(Clone, Copy)]
struct Side {
    middle: Point,
    along: Point,
}

/// A point of a way, after so many sides.
#[derive(Clone, Copy)]
struct Stop {
    at: Point,
    sides: usize,
}

/// A way as far as it goes.
#[derive(Clone)]
struct Way {
    stops: Vec<Stop>,
    cost: i32,
}

/// A point that may be chosen, and what that costs.
type Choice = (Point, i32);

/// The cheapest way over at least two places, from where something of half a size finds room to the tip, and what it costs;
/// one that comes from a piece that still stands there may begin on it.
pub fn route(
    places: &[&Place],
    beginning: Point,
    is_from_piece: bool,
    taken: &Taken,
) -> Option<(Vec<Point>, i32)> {
    let [first, .., last] = places else { return None };
    let sides: Vec<Option<Side>> = places.windows(2).map(|two| side(two[0], two[1])).collect();
    let towards = |side: Option<Side>, other: &Place| side.map_or(other.centre, |side| side.middle);
    let out = towards(sides[0], places[1]);
    let into = towards(sides[sides.len() - 1], places[places.len() - 2]);
    let mut near: Vec<Taken> = (0..places.len()).map(|number| near(places, &sides, number, taken)).collect();
    let all = near[0].clone();
    if is_from_piece {
        near[0] = all.yielding_signs();
    }
    let begin = |(at, cost)| Way { stops: vec![Stop { at, sides: 0 }], cost };
    let spots = beginnings(first, out, beginning, [&all, &near[0]]);
    let mut ways: Vec<Way> = spots.into_iter().map(begin).collect();
    for (number, side) in sides.iter().enumerate() {
        if number > 0 {
            let through = extended(&ways, &passages(places[number]), number, &near[number]);
            ways = if sides[number - 1].is_some() { [ways, through].concat() } else { through };
        }
        if let Some(side) = side {
            ways = extended(&ways, &crossings(*side), number + 1, &near[number]);
        }
    }
    let whole = extended(&ways, &endings(last, into, &near[sides.len()]), sides.len(), &near[sides.len()]);
    let costs = whole.into_iter().map(|way| (way.cost + too_short(&way), way));
    let (cost, best) = costs.min_by_key(|(cost, _)| *cost)?;
    Some((straightened(best.stops, &sides, taken), cost))
}

/// What is taken where a way leads on from a place or ends in it: there alone, if it crosses a side.
fn near(places: &[&Place], sides: &[Option<Side>], number: usize, taken: &Taken) -> Taken {
    let is_within = sides.get(number).or(sides.last()).is_some_and(Option::is_some);
    if is_within { taken.near(Rect::of(places[number])) } else { taken.clone() }
}

/// The cheapest way on to each of some points, which lie after so many sides.
fn extended(ways: &[Way], to: &[Choice], sides: usize, taken: &Taken) -> Vec<Way> {
    let best = |&(at, cost): &Choice| {
        let on = |way: &'_ Way| way.cost + leg(way.stops[way.stops.len() - 1].at, at, taken);
        let (before, way) = ways.iter().map(|way| (on(way), way)).min_by_key(|(cost, _)| *cost)?;
        Some(Way { stops: [way.stops.as_slice(), &[Stop { at, sides }]].concat(), cost: before + cost })
    };
    to.iter().filter_map(best).collect()
}

/// What a straight line costs.
fn leg(from: Point, to: Point, taken: &Taken) -> i32 {
    let [arrows, rest] = taken.crossed(from, to);
    length(difference(from, to)) + OVER_ARROW * arrows + OVER_REST * rest
}

/// What it costs that a way's ends are near to each other.
fn too_short(way: &Way) -> i32 {
    let [first, last] = [way.stops[0].at, way.stops[way.stops.len() - 1].at];
    TOO_SHORT * (SHORTEST - length(difference(first, last))).max(0)
}

/// The points of a way without those that a straight line can do without.
fn straightened(mut stops: Vec<Stop>, sides: &[Option<Side>], taken: &Taken) -> Vec<Point> {
    let mut number = 1;
    while number + 1 < stops.len() {
        let [before, here, after] = [stops[number - 1], stops[number], stops[number + 1]];
        let is_cheaper =
            leg(before.at, after.at, taken) <= leg(before.at, here.at, taken) + leg(here.at, after.at, taken);
        let mut passed = sides[before.sides..after.sides].iter();
        if is_cheaper && passed.all(|side| side.is_some_and(|side| is_crossed(side, before.at, after.at))) {
            stops.remove(number);
            number = 1;
        } else {
            number += 1;
        }
    }
    stops.into_iter().map(|stop| stop.at).collect()
}

/// Whether a line crosses a side where it may be crossed.
fn is_crossed(side: Side, from: Point, to: Point) -> bool {
    let hand = |a: Point, b: Point, point: Point| {
        let (way, other) = (difference(a, b), difference(a, point));
        (i64::from(way.0) * i64::from(other.1) - i64::from(way.1) * i64::from(other.0)).signum()
    };
    let ends = [sum(side.middle, side.along), difference(side.along, side.middle)];
    hand(from, to, ends[0]) * hand(from, to, ends[1]) < 0
        && hand(ends[0], ends[1], from) * hand(ends[0], ends[1], to) < 0
}

/// The side that two places share, if they touch.
fn side(from: &Place, to: &Place) -> Option<Side> {
    match (from.shape, to.shape) {
        (Shape::Hex, Shape::Hex) => side_between(from.centre, to.centre).map(|[a, b]| {
            let along = difference(a, b);
            let middle = (i32::midpoint(a.0, b.0), i32::midpoint(a.1, b.1));
            Side { middle, along: of_length(along, length(along) / 2 - CORNER / 2) }
        }),
        (Shape::Box(..), Shape::Box(..)) => shared(Rect::of(from), Rect::of(to)),
        _ => None,
    }
}

/// Where a side may be crossed.
fn crossings(side: Side) -> Vec<Choice> {
    let Side { middle, along } = side;
    let far = if along == (0, 0) { 0 } else { length(along) };
    let aside = (1..=far / STEP).flat_map(|n| {
        let (x, y) = of_length(along, n * STEP);
        [((x, y), n), ((-x, -y), n)]
    });
    [((0, 0), 0)].into_iter().chain(aside).map(|(by, n)| (sum(middle, by), n * STEP)).collect()
}

/// The side between two rectangles that touch or nearly do; a point where their corners meet.
fn shared(one: Rect, other: Rect) -> Option<Side> {
    let common = one.common(other);
    let (wide, tall) = difference(common.low, common.high);
    if wide < -NEAR || tall < -NEAR {
        return None;
    }
    let far = |long: i32| (long / 2 - CORNER).clamp(0, SLIDE);
    Some(Side { middle: common.middle(), along: if wide > tall { (far(wide), 0) } else { (0, far(tall)) } })
}

/// Where an arrow may begin that leads out at a point: best in the middle of a hex, or near the side of a rectangle. Of
/// what is taken some may yield to it, though not gladly.
fn beginnings(place: &Place, out: Point, half: Point, [all, unyielding]: [&Taken; 2]) -> Vec<Choice> {
    let farness = |point: Point| match place.shape {
        Shape::Hex => {
            let nearness = (DEEP - length(difference(out, point))).max(0);
            FAIR * length(difference(place.centre, point)) + TOO_SHORT * nearness
        }
        Shape::Box(..) => FAIR * (length(difference(out, point)) - DEEP).abs(),
        Shape::Disc(_) => 0,
    };
    let hidden = |point: Point| {
        let rect = Rect::around(point, half);
        all.hidden(rect) + 2 * HIDDEN * unyielding.hidden(rect)
    };
    let spots = ends(place, out, half.0.max(half.1));
    cheapest(spots.into_iter().map(|point| (point, farness(point) + hidden(point))).collect())
}

/// Where the tip may lie of an arrow that comes in at a point: best beside the middle of a hex, or deep in a rectangle.
fn endings(place: &Place, into: Point, taken: &Taken) -> Vec<Choice> {
    let farness = |point: Point| match place.shape {
        Shape::Hex => FAIR * (length(difference(place.centre, point)) - AIM).abs(),
        Shape::Box(..) => {
            let far = length(difference(into, point)) - DEEP;
            if far < 0 { -TOO_SHORT * far } else { FAIR * far }
        }
        Shape::Disc(_) => 0,
    };
    let hidden = |point: Point| {
        let middle = sum(point, of_length(difference(point, into), BACK));
        HIDDEN * taken.hidden(Rect::around(middle, (TIP, TIP)))
    };
    let within = if place.shape == Shape::Hex { TIP / 2 } else { FRAME };
    let spots = ends(place, into, within);
    cheapest(spots.into_iter().map(|point| (point, farness(point) + hidden(point))).collect())
}

/// The cheapest of some choices, as many as are looked at more closely.
fn cheapest(mut choices: Vec<Choice>) -> Vec<Choice> {
    choices.sort_by_key(|(_, cost)| *cost);
    choices.truncate(CLOSE);
    choices
}

/// Points at which an arrow may begin or end that crosses the border at one, so far within.
fn ends(place: &Place, border: Point, within: i32) -> Vec<Point> {
    match place.shape {
        Shape::Disc(radius) => {
            let far = reach(place, radius).0 + 3;
            AROUND.map(|way| sum(place.centre, of_length(way, far))).to_vec()
        }
        Shape::Hex => spots(place, place.centre, within, STEP),
        Shape::Box(..) => {
            let mut spots = spots(place, border, within, STEP);
            let nearest = spots.iter().map(|spot| length(difference(border, *spot))).min().unwrap_or(0);
            spots.retain(|spot| length(difference(border, *spot)) <= nearest + FAR);
            spots
        }
    }
}

/// Where an arrow that passes may bend: anywhere in a hex and a rectangle, and near the middle of a disc.
fn passages(place: &Place) -> Vec<Choice> {
    match place.shape {
        Shape::Disc(_) => {
            let around = Rect::around(place.centre, (ASIDE, ASIDE)).points((0, 0), place.centre, ASIDE);
            around.into_iter().map(|point| (point, length(difference(place.centre, point)) / 2)).collect()
        }
        Shape::Hex => bends(place, COARSE),
        Shape::Box(..) => bends(place, 2 * COARSE),
    }
}

/// Points a step apart in a place, each for what a bend costs.
fn bends(place: &Place, step: i32) -> Vec<Choice> {
    spots(place, place.centre, 2, step).into_iter().map(|point| (point, BEND)).collect()
}

/// Points a step apart in a place from the one that is nearest to a point, so far within its border.
fn spots(place: &Place, to: Point, within: i32, step: i32) -> Vec<Point> {
    let mut spots = Rect::of(place).grown(-within).points((0, 0), to, step);
    spots.retain(|spot| place.shape != Shape::Hex || is_within(difference(place.centre, *spot), within));
    spots
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::picture::hexes;
    use crate::kernel::picture::scene::Ground;

    fn hex(column: u8, row: u8) -> Place {
        Place::new(format!("{column:02}{row:02}"), hexes::centre(column, row), Shape::Hex, Ground::Clear)
    }

    #[test]
    fn an_arrow_goes_round_a_piece() {
        let places = [hex(5, 5), hex(5, 6), hex(5, 7)];
        let [from, over, to] = &places;
        let routed = |taken: &Taken| route(&[from, over, to], (7, 7), false, taken).unwrap();
        let (free, cheap) = routed(&Taken::default());
        assert_eq!(free.len(), 2, "{free:?}");
        let mut taken = Taken::default();
        taken.add_sign(Rect::around(over.centre, (31, 21)));
        let (round, dear) = routed(&taken);
        let over: i32 = round.windows(2).map(|two| taken.crossed(two[0], two[1])[1]).sum();
        assert!(over < 10, "{over} over {round:?}");
        assert!(cheap < dear, "{cheap} {dear}");
    }
}
