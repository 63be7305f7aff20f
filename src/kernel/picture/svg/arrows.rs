//! Arrows from place to place: over shared edges, round pieces on hexes, side by side where they run along one line.

use super::pen::{difference, group, length, listed, of_length, sum, turned, width};
use super::room::{Rect, Taken};
use super::words::{SIZE, Words, reach};
use crate::kernel::picture::scene::{Arrow, ArrowKind, Livery, Place, Point, Scene, Shape};

/// How far an arrow's tip reaches into the place that it leads to.
const REACH: i32 = 16;

/// No arrow from place to place is shorter.
const SHORTEST: i32 = 64;

/// From the middle of a hex to where an arrow over it begins, bends and ends, so that it leaves the piece there free.
const BEGIN: i32 = 22;
const BEND: i32 = 50;
const END: i32 = 42;

/// Where an arrow begins on a hex that is empty now.
const BEGIN_EMPTY: i32 = 6;

/// How far beside the number and the piece of a hex an arrow straight up or down runs.
const BESIDE: i32 = 40;

/// How much nearer to the middle of a hex that is empty now such an arrow begins, and how much farther it ends from the
/// number of the other.
const INWARD: i32 = 32;
const OUTWARD: i32 = 8;

/// How much higher an arrow between neighbours slants, so that it passes above the words below a piece.
const LIFT: i32 = 18;

/// How far behind another's tip an arrow ends that comes to it by the same last leg.
const QUEUE: i32 = 20;

/// Length of an arrow's tip.
const TIP: i32 = 19;

/// Rectangles that are as near to each other as this, and as long beside each other, touch.
const NEAR: i32 = 56;
const DOOR: i32 = 24;

/// Half the width that arrows there and back take where they cross an edge.
const ROOM: i32 = 24;

/// An arrow on a board.
pub struct Course<'a> {
    arrow: &'a Arrow,
    /// Where it bends, from its beginning to its tip; none where it is a ring round a place.
    pub points: Vec<Point>,
    ring: Option<(Point, i32)>,
    /// How far it lies beside where it would lie alone.
    aside: Point,
}

impl<'a> Course<'a> {
    /// The arrow of a number, along the places that the board has; none if it has none of them.
    pub fn of(scene: &'a Scene, number: usize, taken: &Taken) -> Option<Self> {
        let arrow = &scene.arrows[number];
        let places = places(scene, arrow);
        let (first, last) = (*places.first()?, *places.last()?);
        let course = Self { arrow, points: Vec::new(), ring: None, aside: (0, 0) };
        if places.len() == 1 {
            return Some(Self { ring: Some((last.centre, length(last.shape.half()) + 4)), ..course });
        }
        let ways = through_doors(&places, taken);
        let is_hex = first.shape == Shape::Hex;
        let has_doors = ways.is_some();
        let mut points = match ways {
            Some(points) => points,
            None if is_hex => round_pieces(scene, &places),
            None => places.iter().map(|place| place.centre).collect(),
        };
        let count = points.len();
        let mut shift = beside(scene, number, taken);
        let way = difference(points[0], points[count - 1]);
        if is_hex && way.0 == 0 && count == 2 {
            shift = if shift > 0 { -BESIDE } else { shift - BESIDE };
        }
        // To the same hand, whichever way an arrow points.
        let aside = of_length(turned(if way < (0, 0) { (-way.0, -way.1) } else { way }), shift);
        let lift = if is_hex && way.0 != 0 && count == 2 { LIFT } else { 0 };
        points.iter_mut().for_each(|point| *point = sum(*point, (aside.0, aside.1 - lift)));
        let over = difference(points[count - 2], points[count - 1]);
        if is_hex && 4 * over.0.abs() < 5 * over.1.abs() {
            pass_number(&mut points, over);
        } else if !has_doors {
            if is_hex && count > 2 {
                points[count - 2..].iter_mut().for_each(|point| point.1 -= LIFT);
            }
            let tip = stop(points[count - 2], points[count - 1], last);
            let back = difference(tip, points[count - 2]);
            points[count - 1] = sum(tip, of_length(back, QUEUE * before_on_last_leg(scene, number)));
        }
        if is_hex && way.0 == 0 && count == 2 {
            points[0].0 -= if first.pieces.is_empty() { INWARD } else { 0 };
        } else if !has_doors {
            points[0] = begin(points[1], points[0], first);
        }
        if !has_doors && !is_hex && count == 2 {
            stretch(&mut points);
        }
        Some(Self { points, aside, ..course })
    }

    /// What its tip covers.
    pub fn tip(&self) -> Option<Rect> {
        let corners = tips(&self.points)?;
        corners.into_iter().map(|corner| Rect { low: corner, high: corner }).reduce(Rect::joined)
    }

    /// As SVG.
    pub fn draw(&self) -> String {
        let class = format!("{} {}", self.arrow.livery.word(), kind_class(self.arrow.kind));
        let parts = match self.ring {
            Some(((x, y), r)) => format!("<circle class=\"path\" cx=\"{x}\" cy=\"{y}\" r=\"{r}\"/>"),
            None => shaft(&self.points),
        };
        group(&class, &self.arrow.name, &parts)
    }

    /// Its ends as SVG, which lie above the lines of all arrows, and are spoken of with its line alone.
    pub fn draw_ends(&self) -> String {
        if self.ring.is_some() {
            return String::new();
        }
        format!("<g class=\"{}\" aria-hidden=\"true\">{}</g>", self.arrow.livery.word(), ends(&self.points))
    }

    /// The words beside it, where they cover the least.
    pub fn words(&self, taken: &Taken) -> Option<Words> {
        let label = self.arrow.label.as_str();
        let &[.., a, b] = self.points.as_slice() else { return None };
        if label.is_empty() {
            return None;
        }
        let half = (width(label, SIZE) / 2 + 2, SIZE / 2);
        let out = if self.aside == (0, 0) { turned(difference(a, b)) } else { self.aside };
        let along = difference(a, b);
        let at = |part: i32, way: Point, far: i32| {
            let reach = (way.0.abs() * half.0 + way.1.abs() * half.1) / length(way) + far;
            let middle = (a.0 + along.0 * part / 100, a.1 + along.1 * part / 100);
            sum(middle, of_length(way, reach))
        };
        let spots = [8, 18, 30, 44].into_iter().flat_map(|far| {
            [50, 35, 65, 15, 85, 0]
                .into_iter()
                .flat_map(move |part| [out, (-out.0, -out.1)].into_iter().map(move |way| (part, way, far)))
        });
        let (x, y) = taken.free(half, spots.map(|(part, way, far)| at(part, way, far)))?;
        Some(Words::middle((x, y + SIZE / 3), "halo", SIZE, label))
    }
}

fn places<'a>(scene: &'a Scene, arrow: &Arrow) -> Vec<&'a Place> {
    arrow.path.iter().filter_map(|name| scene.place(name)).collect()
}

/// Where to cross the edge that two rectangles share, and the way across it: as near its middle as words and pieces
/// leave the arrow free. None where they do not touch.
fn door(from: &Place, to: &Place, taken: &Taken) -> Option<(Point, Point)> {
    let (Shape::Box(..), Shape::Box(..)) = (from.shape, to.shape) else { return None };
    let [a, b] = [from, to].map(|place| Rect::around(place.centre, place.shape.half()));
    let low = (a.low.0.max(b.low.0), a.low.1.max(b.low.1));
    let high = (a.high.0.min(b.high.0), a.high.1.min(b.high.1));
    let (wide, tall) = difference(low, high);
    let way = difference(from.centre, to.centre);
    let across = if wide >= DOOR && (-NEAR..=0).contains(&tall) {
        (0, way.1.signum())
    } else if tall >= DOOR && (-NEAR..=0).contains(&wide) {
        (way.0.signum(), 0)
    } else {
        return None;
    };
    let middle = (i32::midpoint(low.0, high.0), i32::midpoint(low.1, high.1));
    let along = |long: i32, over: i32| if over == 0 { (long / 2 - ROOM).max(0) } else { 0 };
    let slide = (along(wide, across.0), along(tall, across.1));
    let half = if across.0 == 0 { (ROOM, SHORTEST / 2) } else { (SHORTEST / 2, ROOM) };
    let spots = Rect::around(middle, slide).points((0, 0), middle, 3);
    Some((taken.free(half, spots).unwrap_or(middle), across))
}

/// A way over rectangles that touch, straight across the edges that they share.
fn through_doors(places: &[&Place], taken: &Taken) -> Option<Vec<Point>> {
    let doors: Option<Vec<(Point, Point)>> =
        places.windows(2).map(|two| door(two[0], two[1], taken)).collect();
    let doors = doors?;
    let ((first, into), (last, out)) = (*doors.first()?, *doors.last()?);
    let far = |(x, y): Point| (x * SHORTEST / 2, y * SHORTEST / 2);
    let mut points = vec![difference(far(into), first)];
    if doors.len() > 1 {
        points.extend(doors.iter().map(|(middle, _)| *middle));
    }
    points.push(sum(last, far(out)));
    Some(points)
}

/// A way over hexes through the middles of their sides; it goes round the middle of a hex where a piece stands or
/// another arrow passes.
fn round_pieces(scene: &Scene, places: &[&Place]) -> Vec<Point> {
    let mut points = vec![places[0].centre];
    for three in places.windows(3) {
        let [before, here, after] = [three[0].centre, three[1].centre, three[2].centre];
        let passing = scene.arrows.iter().filter(|arrow| arrow.path.contains(&three[1].name)).count();
        if three[1].pieces.is_empty() && passing < 2 {
            points.push(here);
            continue;
        }
        let (back, on) = (difference(here, before), difference(here, after));
        let within = sum(back, on);
        if within == (0, 0) && on.0 == 0 {
            // Straight up or down it passes on the right, since the initial of a piece stands on its left.
            points.extend([-on.1, on.1].map(|down| sum(here, (BEND + 4, down / 3))));
            continue;
        }
        let out = if length(within) < 20 { turned(on) } else { within };
        let middle = |way: Point| sum(here, (way.0 / 2, way.1 / 2));
        points.extend([middle(back), sum(here, of_length(out, BEND)), middle(on)]);
    }
    points.push(places[places.len() - 1].centre);
    points
}

/// How far an arrow lies beside the straight line, so that arrows along the same line do not cover each other.
fn beside(scene: &Scene, number: usize, taken: &Taken) -> i32 {
    let line = |arrow: &Arrow| {
        let places = places(scene, arrow);
        match through_doors(&places, taken) {
            Some(points) => Some([*points.first()?, *points.last()?]),
            None => Some([places.first()?.centre, places.last()?.centre]),
        }
    };
    let Some(own) = line(&scene.arrows[number]) else { return 0 };
    let runs_along = |i: &usize| {
        let other = &scene.arrows[*i];
        other.path.len() > 1 && line(other).is_some_and(|line| overlap(own, line))
    };
    let alike: Vec<usize> = (0..scene.arrows.len()).filter(runs_along).collect();
    let place = alike.iter().position(|i| *i == number).unwrap_or(0) as i32;
    24 * (2 * place - (alike.len() as i32 - 1)) / 2
}

/// Whether two lines have more than a point in common.
fn overlap(one: [Point; 2], other: [Point; 2]) -> bool {
    let way = difference(one[0], one[1]);
    let off = |point: Point| {
        let from = difference(one[0], point);
        way.0 * from.1 - way.1 * from.0
    };
    let along = |point: Point| {
        let from = difference(one[0], point);
        way.0 * from.0 + way.1 * from.1
    };
    let (a, b) = (along(other[0]), along(other[1]));
    off(other[0]) == 0 && off(other[1]) == 0 && a.max(b) > 0 && a.min(b) < along(one[1])
}

/// How many arrows drawn before it come to the same place out of the same one, from elsewhere.
fn before_on_last_leg(scene: &Scene, number: usize) -> i32 {
    let own = &scene.arrows[number].path;
    let leg = &own[own.len().saturating_sub(2)..];
    let is_before = |other: &&Arrow| other.path.len() != own.len() && other.path.ends_with(leg);
    scene.arrows[..number].iter().filter(is_before).count() as i32
}

/// Leads a steep arrow to a hex past the number there and beside the piece.
fn pass_number(points: &mut [Point], over: Point) {
    let count = points.len();
    let from_above = over.1 > 0;
    let (x, y) = match (over.0 > 20, from_above) {
        (true, true) => (-44, -22),
        (true, false) => (-44, 4),
        (false, true) => (BESIDE + OUTWARD, -14),
        (false, false) => (BESIDE + OUTWARD, -26),
    };
    // Alone between neighbours it runs beside them as it is.
    let x = if count == 2 { OUTWARD } else { x };
    let tip = sum(points[count - 1], (x, y));
    points[count - 1] = tip;
    if count > 2 && over.0.abs() < 20 {
        points[count - 2].0 = tip.0;
    }
}

/// Makes an arrow between places that touch long enough to be seen.
fn stretch(points: &mut [Point]) {
    let way = difference(points[0], points[1]);
    let missing = (SHORTEST - length(way)).max(0) / 2;
    let more = of_length(way, missing);
    points[0] = difference((more.0 / 2, more.1 / 2), points[0]);
    points[1] = sum(points[1], (more.0 * 3 / 2, more.1 * 3 / 2));
}

/// Where an arrow to one point begins that leads from the middle of a shape.
fn begin(to: Point, middle: Point, place: &Place) -> Point {
    let shape = place.shape;
    match shape {
        Shape::Hex if to.0 == middle.0 => middle,
        Shape::Hex if place.pieces.is_empty() => sum(middle, of_length(difference(middle, to), BEGIN_EMPTY)),
        Shape::Hex => sum(middle, of_length(difference(middle, to), BEGIN)),
        Shape::Disc(_) => stop(to, middle, place),
        Shape::Box(..) => {
            let inside = stop(to, middle, place);
            sum(inside, of_length(difference(middle, to), REACH - 4))
        }
    }
}

/// Where an arrow from one point stops that leads to the middle of a place.
fn stop(from: Point, middle: Point, place: &Place) -> Point {
    let (back, shape) = (difference(middle, from), place.shape);
    let distance = match shape {
        Shape::Hex => END,
        Shape::Disc(radius) => reach(place, radius).0 + 3,
        Shape::Box(..) => {
            let (half, length) = (shape.half(), length(back));
            let along = |half: i32, way: i32| if way == 0 { i32::MAX } else { half * length / way.abs() };
            (along(half.0, back.0).min(along(half.1, back.1)) - REACH).max(8)
        }
    };
    sum(middle, of_length(back, distance.min(length(back))))
}

/// The corners of an arrow's tip.
fn tips(points: &[Point]) -> Option<[Point; 3]> {
    let &[.., before, tip] = points else { return None };
    let back = of_length(difference(tip, before), TIP);
    let base = sum(tip, back);
    let wing = of_length(turned(back), 10);
    Some([tip, sum(base, wing), difference(wing, base)])
}

/// The line of an arrow through some points.
fn shaft(points: &[Point]) -> String {
    let Some(tips) = tips(points) else { return String::new() };
    let mut shaft = points.to_vec();
    shaft[points.len() - 1] = (i32::midpoint(tips[1].0, tips[2].0), i32::midpoint(tips[1].1, tips[2].1));
    format!(
        "<polyline class=\"trail\" points=\"{0}\"/><polyline class=\"path\" points=\"{0}\"/>",
        listed(&shaft)
    )
}

/// A dot where an arrow begins, and its tip.
fn ends(points: &[Point]) -> String {
    let (Some(tips), Some((x, y))) = (tips(points), points.first()) else { return String::new() };
    format!(
        "<circle class=\"tip\" cx=\"{x}\" cy=\"{y}\" r=\"7\"/><polygon class=\"tip\" points=\"{}\"/>",
        listed(&tips)
    )
}

fn kind_class(kind: ArrowKind) -> &'static str {
    match kind {
        ArrowKind::Move => "move",
        ArrowKind::Attack => "attack",
        ArrowKind::Retreat => "retreat",
    }
}

/// Where a short arrow runs.
const SAMPLE: [Point; 2] = [(-30, 0), (30, 0)];

/// A short arrow for the key.
pub fn sample(kind: ArrowKind, livery: Livery) -> String {
    group(&format!("{} {}", livery.word(), kind_class(kind)), kind.word(), &(shaft(&SAMPLE) + &ends(&SAMPLE)))
}
