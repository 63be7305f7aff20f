//! The board of a scene: places, ways, water, arrows and marks, in the coordinates of the scene.

use super::pen::{
    difference, escape, fitting, group, length, line, listed, of_length, sum, turned, width, write,
    write_sized,
};
use super::piece;
use crate::kernel::picture::SideKind;
use crate::kernel::picture::hexes::CORNERS;
use crate::kernel::picture::scene::{
    Arrow, ArrowKind, Ground, Livery, Mark, MarkKind, Piece, Place, Point, Scene, Shape, Water, Way, WayKind,
};

/// How far an arrow's tip reaches into the place that it leads to.
const REACH: i32 = 16;

/// No arrow from place to place is shorter.
const SHORTEST: i32 = 64;

/// From the middle of a hex to where an arrow over it begins, bends and ends, so that it leaves the piece there free.
const BEGIN: i32 = 24;
const BEND: i32 = 42;
const END: i32 = 32;

/// How far beside the number and the piece of a hex an arrow straight up or down runs.
const BESIDE: i32 = 40;

/// Length of an arrow's tip.
const TIP: i32 = 20;

/// Everything from the ground up: what is drawn later lies on top.
pub fn draw(scene: &Scene, id: &str) -> String {
    let each = |draw: &dyn Fn(&Place) -> String| scene.places.iter().map(draw).collect::<String>();
    let ways: Vec<String> = scene.ways.iter().filter_map(|way| draw_way(scene, way)).collect();
    let waters: Vec<String> = scene.waters.iter().map(draw_water).collect();
    let arrows = (0..scene.arrows.len()).filter_map(|i| draw_arrow(scene, i));
    let (arrows, figures): (Vec<String>, Vec<String>) = arrows.unzip();
    let arrows = labelled("movements and attacks", &arrows.concat());
    let names = labelled("names", &each(&draw_words));
    let pieces = labelled("pieces", &each(&draw_pieces));
    // Hexes are as small as their pieces: arrows would vanish behind those.
    let is_hexes = scene.places.iter().any(|place| place.shape == Shape::Hex);
    let [first, second, third] = if is_hexes { [names, pieces, arrows] } else { [arrows, names, pieces] };
    [
        labelled("ways", &ways.concat()),
        labelled("places", &each(&|place| draw_place(place, id))),
        labelled("water", &waters.concat()),
        first,
        second,
        third,
        labelled("figures beside arrows", &figures.concat()),
        labelled("marks", &draw_marks(scene)),
    ]
    .join("\n")
}

/// A layer; an empty one is left out.
fn labelled(name: &str, parts: &str) -> String {
    if parts.is_empty() { String::new() } else { format!("<g aria-label=\"{name}\">{parts}</g>") }
}

fn draw_place(place: &Place, id: &str) -> String {
    let ground = outline(place.shape, place.centre, 0, "place", &fill(place.ground, id));
    let Some(holder) = place.holder else { return ground };
    let frame = outline(place.shape, place.centre, 5, "holder", "");
    format!("{ground}<g class=\"{}\">{frame}</g>", holder.word())
}

/// The filling of a ground: a class where it is plain, a pattern else.
fn fill(ground: Ground, id: &str) -> String {
    match ground {
        Ground::Clear => String::new(),
        Ground::Hills => format!("url(#{id}-hills)"),
        Ground::Woods => format!("url(#{id}-woods)"),
        Ground::Town => format!("url(#{id}-town)"),
        Ground::Wall => format!("url(#{id}-wall)"),
        Ground::Covered => format!("url(#{id}-covered)"),
        Ground::Special => format!("url(#{id}-special)"),
    }
}

/// The outline of a place, drawn so far within it.
fn outline(shape: Shape, centre: Point, within: i32, class: &str, fill: &str) -> String {
    let fill = match (class, fill) {
        ("place", "") => " clear\"".to_owned(),
        ("place", pattern) => format!("\" fill=\"{pattern}\""),
        _ => "\"".to_owned(),
    };
    match shape {
        Shape::Hex => {
            let corner = |(x, y): Point| sum(centre, (x - x * within / 52, y - y * within / 52));
            format!("<polygon class=\"{class}{fill} points=\"{}\"/>", listed(&CORNERS.map(corner)))
        }
        Shape::Box(width, height) => {
            let (x, y) = (centre.0 - width / 2 + within, centre.1 - height / 2 + within);
            let (width, height) = (width - 2 * within, height - 2 * within);
            format!(
                "<rect class=\"{class}{fill} x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"6\"/>"
            )
        }
        Shape::Disc(radius) => {
            let ((x, y), r) = (centre, radius - within);
            format!("<circle class=\"{class}{fill} cx=\"{x}\" cy=\"{y}\" r=\"{r}\"/>")
        }
    }
}

/// A piece of ground for the key.
pub fn swatch(ground: Ground, id: &str) -> String {
    outline(Shape::Box(56, 36), (0, 0), 0, "place", &fill(ground, id))
}

fn draw_way(scene: &Scene, way: &Way) -> Option<String> {
    let class = match way.kind {
        WayKind::Road => "road",
        WayKind::Lane => "lane",
    };
    let [a, b] = [scene.place(&way.ends[0])?, scene.place(&way.ends[1])?];
    Some(line(class, a.centre, b.centre))
}

fn draw_water(water: &Water) -> String {
    let [a, b] = water.ends;
    let mut parts = line("river", a, b) + &line("wave", a, b);
    if water.kind == SideKind::Bridge {
        let middle = (i32::midpoint(a.0, b.0), i32::midpoint(a.1, b.1));
        parts += &crossing(middle, difference(a, b));
    }
    group("water", &water.name, &parts)
}

/// A bridge over the middle of water: a deck between two rails.
pub fn crossing(middle: Point, along: Point) -> String {
    let across = of_length(turned(along), 18);
    let half = of_length(along, 12);
    let corner = |a: i32, b: i32| sum(middle, (across.0 * a + half.0 * b, across.1 * a + half.1 * b));
    let [a, b, c, d] = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
    format!("<polygon class=\"deck\" points=\"{}\"/>", listed(&[a, b, c, d]))
        + &line("rail", a, b)
        + &line("rail", c, d)
}

/// An arrow along the places that the board has, and the words beside it; none if the board has none of them.
fn draw_arrow(scene: &Scene, number: usize) -> Option<(String, String)> {
    let arrow = &scene.arrows[number];
    let places: Vec<&Place> = arrow.path.iter().filter_map(|name| scene.place(name)).collect();
    let class = format!("{} {}", arrow.livery.word(), kind_class(arrow.kind));
    let (first, last) = (*places.first()?, *places.last()?);
    if places.len() == 1 {
        let (x, y) = last.centre;
        let r = length(last.shape.half()) + 4;
        let ring = format!("<circle class=\"path\" cx=\"{x}\" cy=\"{y}\" r=\"{r}\"/>");
        return Some((group(&class, &arrow.name, &ring), String::new()));
    }
    let centres: Vec<Point> = places.iter().map(|place| place.centre).collect();
    let mut points = if first.shape == Shape::Hex { round_pieces(scene, &places) } else { centres.clone() };
    let count = points.len();
    let mut shift = beside(scene, number);
    let way = difference(centres[0], centres[centres.len() - 1]);
    if first.shape == Shape::Hex && way.0 == 0 && count == 2 {
        shift = if shift > 0 { -BESIDE } else { shift - BESIDE };
    }
    // To the same hand, whichever way an arrow points.
    let aside = of_length(turned(if way < (0, 0) { (-way.0, -way.1) } else { way }), shift);
    points.iter_mut().for_each(|point| *point = sum(*point, aside));
    points[0] = begin(points[1], points[0], first.shape);
    points[count - 1] = stop(points[count - 2], points[count - 1], last.shape);
    if count == 2 && first.shape != Shape::Hex {
        stretch(&mut points);
    }
    let label = match arrow.label.as_str() {
        "" => String::new(),
        label => {
            let (a, b) = (points[count - 2], points[count - 1]);
            let out = if shift == 0 { turned(difference(a, b)) } else { aside };
            let away = 12 + (width(label, 21) / 2).min(18);
            let middle = (i32::midpoint(a.0, b.0), i32::midpoint(a.1, b.1) + 8);
            write(sum(middle, of_length(out, away)), "name halo", label)
        }
    };
    Some((group(&class, &arrow.name, &shaft(&points)), label))
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
        let out = if length(within) < 20 { turned(on) } else { within };
        let middle = |way: Point| sum(here, (way.0 / 2, way.1 / 2));
        points.extend([middle(back), sum(here, of_length(out, BEND)), middle(on)]);
    }
    points.push(places[places.len() - 1].centre);
    points
}

fn kind_class(kind: ArrowKind) -> &'static str {
    match kind {
        ArrowKind::Move => "move",
        ArrowKind::Attack => "attack",
        ArrowKind::Retreat => "retreat",
    }
}

/// Line and tip of an arrow through some points.
fn shaft(points: &[Point]) -> String {
    let &[.., before, tip] = points else { return String::new() };
    let back = of_length(difference(tip, before), TIP);
    let base = sum(tip, back);
    let wing = of_length(turned(back), 12);
    let tips = [tip, sum(base, wing), difference(wing, base)];
    let mut shaft = points.to_vec();
    shaft[points.len() - 1] = base;
    let (x, y) = points[0];
    format!(
        "<polyline class=\"trail\" points=\"{0}\"/><polyline class=\"path\" points=\"{0}\"/>\
         <circle class=\"tip\" cx=\"{x}\" cy=\"{y}\" r=\"7\"/><polygon class=\"tip\" points=\"{1}\"/>",
        listed(&shaft),
        listed(&tips)
    )
}

/// How far an arrow lies beside the straight line, so that arrows along the same line do not cover each other.
fn beside(scene: &Scene, number: usize) -> i32 {
    let line = |arrow: &Arrow| {
        Some([scene.place(arrow.path.first()?)?.centre, scene.place(arrow.path.last()?)?.centre])
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

/// Makes an arrow between places that touch long enough to be seen.
fn stretch(points: &mut [Point]) {
    let way = difference(points[0], points[1]);
    let missing = (SHORTEST - length(way)).max(0) / 2;
    let more = of_length(way, missing);
    points[0] = difference((more.0 / 2, more.1 / 2), points[0]);
    points[1] = sum(points[1], (more.0 * 3 / 2, more.1 * 3 / 2));
}

/// Where an arrow to one point begins that leads from the middle of a shape.
fn begin(to: Point, middle: Point, shape: Shape) -> Point {
    match shape {
        Shape::Hex if to.0 == middle.0 => middle,
        Shape::Hex => sum(middle, of_length(difference(middle, to), BEGIN)),
        Shape::Disc(_) => stop(to, middle, shape),
        Shape::Box(..) => {
            let inside = stop(to, middle, shape);
            sum(inside, of_length(difference(middle, to), REACH - 4))
        }
    }
}

/// Where an arrow from one point stops that leads to the middle of a shape.
fn stop(from: Point, middle: Point, shape: Shape) -> Point {
    let back = difference(middle, from);
    let distance = match shape {
        Shape::Hex => END,
        Shape::Disc(radius) => radius + 3,
        Shape::Box(..) => {
            let (half, length) = (shape.half(), length(back));
            let along = |half: i32, way: i32| if way == 0 { i32::MAX } else { half * length / way.abs() };
            (along(half.0, back.0).min(along(half.1, back.1)) - REACH).max(8)
        }
    };
    sum(middle, of_length(back, distance.min(length(back))))
}

fn draw_words(place: &Place) -> String {
    let (x, y) = place.centre;
    match place.shape {
        Shape::Hex => {
            let foot = if place.pieces.is_empty() { place.foot.as_str() } else { "" };
            write((x, y - 30), "name halo", &place.head) + &optional((x, y + 40), "word halo", foot)
        }
        Shape::Disc(radius) if radius < 15 => {
            let below = if place.pieces.is_empty() { radius } else { 24 };
            optional((x, y + below + 17), "fine halo", &place.head)
        }
        Shape::Disc(radius) => {
            let size = fitting(&place.head, 170, 21, 15);
            write_sized((x, y + radius + 23), "halo", size, &place.head)
        }
        Shape::Box(width, height) => words_in_box(place, width, height),
    }
}

/// Whether the words of a narrow rectangle go up its left edge.
fn is_turned(place: &Place) -> bool {
    match place.shape {
        Shape::Box(wide, high) => wide < high && width(&place.head, 17) > wide - 24,
        _ => false,
    }
}

/// Words in a rectangle: along its upper edge, or up its left edge where it is narrow.
fn words_in_box(place: &Place, wide: i32, high: i32) -> String {
    let (left, top) = (place.centre.0 - wide / 2, place.centre.1 - high / 2);
    let most = if high < 64 {
        16
    } else if wide.min(high) < 100 {
        19
    } else {
        24
    };
    let foot = foot((left + 12, top + high - 12), wide, &place.foot);
    if !is_turned(place) {
        return head((left + 12, top + 8), (wide, high), most, &place.head) + &foot;
    }
    let size = fitting(&place.head, high - 48, most, 11);
    let (x, y) = (left + size + 9, top + high - 38);
    let turned = format!(
        "<text class=\"start halo\" style=\"font-size:{size}px\" transform=\"translate({x},{y}) rotate(-90)\">{}</text>",
        escape(&place.head)
    );
    turned + &foot
}

/// Words along an upper edge, in two lines where one would be too small and there is room for two.
fn head((left, top): Point, (wide, high): Point, most: i32, text: &str) -> String {
    let fit = |text: &str, most: i32| fitting(text, wide - 22, most, 11);
    let at_hyphen = || {
        text.split_inclusive('-')
            .next()
            .filter(|_| wide < 100)
            .and_then(|first| Some((first, text.strip_prefix(first)?)))
    };
    let broken = text.split_once(' ').or_else(at_hyphen);
    match broken {
        Some((first, rest)) if high > 70 && fit(text, most) < most.min(17) => {
            let size = fit(rest, 18);
            write_sized((left, top + 17), "start halo", fit(first, 18), first)
                + &write_sized((left, top + 18 + size), "start halo", size, rest)
        }
        _ => write_sized((left, top + fit(text, most)), "start halo", fit(text, most), text),
    }
}

fn foot(at: Point, wide: i32, text: &str) -> String {
    if text.is_empty() {
        String::new()
    } else {
        write_sized(at, "start halo", fitting(text, wide - 22, 18, 11), text)
    }
}

fn optional(at: Point, class: &str, text: &str) -> String {
    if text.is_empty() { String::new() } else { write(at, class, text) }
}

/// The pieces of a place in rows; they are smaller where there is little room.
fn draw_pieces(place: &Place) -> String {
    let (half_width, half_height) = place.shape.half();
    let is_small = matches!(place.shape, Shape::Box(..)) && half_width.min(half_height) < 50;
    // In hundredths.
    let scale = match place.shape {
        Shape::Box(..) if is_small => 70,
        Shape::Box(..) if half_width.min(half_height) > 70 => 130,
        _ => 100,
    };
    let rows = match place.shape {
        Shape::Box(..) => rows(place, (2 * half_width - 12) * 100 / scale),
        _ => vec![place.pieces.iter().collect()],
    };
    let wide = |row: &Vec<&Piece>| row.iter().map(|piece| piece::room(piece)).sum::<i32>();
    let longest = rows.iter().map(wide).max().unwrap_or(0);
    let aside = match (place.shape, is_small) {
        (Shape::Hex, _) => (4, -5),
        (Shape::Disc(_), _) => (0, 0),
        (_, false) if scale == 100 => (0, 10),
        (_, false) => (0, 4),
        (_, true) if is_turned(place) => (11, -8),
        (_, true) if half_width > half_height => (half_width - 10 - longest * scale / 200, 11),
        (_, true) if half_width == half_height => (half_width - 26, 6),
        (_, true) => (0, 2),
    };
    let scale =
        if scale == 100 { String::new() } else { format!(" scale({}.{:02})", scale / 100, scale % 100) };
    let (x, y) = sum(place.centre, aside);
    let mut parts = String::new();
    for (number, row) in (0..).zip(&rows) {
        let down = if is_small { 54 } else { 72 } * (2 * number - (rows.len() as i32 - 1)) / 2;
        let mut right = -wide(row) / 2;
        for piece in row {
            let room = piece::room(piece);
            parts += &piece::draw(piece, (right + room / 2, down));
            right += room;
        }
    }
    if parts.is_empty() { parts } else { format!("<g transform=\"translate({x},{y}){scale}\">{parts}</g>") }
}

/// Pieces in as many rows as they take.
fn rows(place: &Place, room: i32) -> Vec<Vec<&Piece>> {
    let mut rows: Vec<Vec<_>> = Vec::new();
    let mut taken = 0;
    for piece in &place.pieces {
        taken += piece::room(piece);
        match rows.last_mut() {
            Some(row) if taken <= room => row.push(piece),
            _ => {
                taken = piece::room(piece);
                rows.push(vec![piece]);
            }
        }
    }
    rows
}

/// The marks of all places, none on another's.
fn draw_marks(scene: &Scene) -> String {
    let mut taken: Vec<Point> = Vec::new();
    let mut drawn = String::new();
    for place in &scene.places {
        let free = spots(scene, place, &taken);
        for (spot, mark) in free.into_iter().cycle().zip(&place.marks) {
            let at = sum(place.centre, spot);
            taken.push(at);
            drawn.push_str(&draw_mark(mark, at, place.shape == Shape::Hex));
        }
    }
    drawn
}

/// A mark, which is drawn smaller where there is little room.
fn draw_mark(mark: &Mark, (x, y): Point, is_small: bool) -> String {
    let (sign, size) = (badge(mark, (0, 0)), if is_small { " scale(0.80)" } else { "" });
    group("mark", &mark.name, &format!("<g transform=\"translate({x},{y}){size}\">{sign}</g>"))
}

/// Where the marks of a place lie: those that are free of arrows and of other places' marks first.
fn spots(scene: &Scene, place: &Place, taken: &[Point]) -> Vec<Point> {
    let (x, y) = place.shape.half();
    let mut spots = match place.shape {
        Shape::Hex => vec![(52, -3), (-49, 29), (49, 29), (49, -32), (-49, -32)],
        Shape::Disc(_) => vec![(x, -y), (-x, -y), (x + 8, y), (-x - 8, y)],
        // Where a piece stands to the right, marks lie on the lower edge.
        Shape::Box(..) if y < 50 && x > y => return vec![(6, y - 4), (66, y - 4), (-54, y - 4)],
        Shape::Box(..) => return vec![(x - 22, y - 18), (x - 22, y - 66), (x - 70, y - 18)],
    };
    let near = if place.shape == Shape::Hex { 25 } else { 38 };
    let next = |pair: &[String]| match pair {
        [one, other] if *one == place.name => scene.place(other),
        [other, one] if *one == place.name => scene.place(other),
        _ => None,
    };
    let pairs = scene.arrows.iter().flat_map(|arrow| arrow.path.windows(2));
    let ways: Vec<Point> =
        pairs.filter_map(next).map(|other| of_length(difference(place.centre, other.centre), 40)).collect();
    let is_crossed = |spot: &Point| ways.iter().any(|way| length(difference(*spot, *way)) < near);
    let is_taken =
        |spot: &Point| taken.iter().any(|at| length(difference(sum(place.centre, *spot), *at)) < 40);
    spots.sort_by_key(|spot| is_crossed(spot) || is_taken(spot));
    spots
}

/// A burst for a fight, a ring for a loss, a box for what was taken.
pub fn badge(mark: &Mark, at: Point) -> String {
    let (x, y) = at;
    let (sign, room) = match mark.kind {
        MarkKind::Fought => (
            "<polygon class=\"fought\" points=\"0,-28 7,-18 18,-22 17,-10 28,-7 21,2 27,12 15,14 13,25 3,19 -7,27 \
             -11,16 -23,17 -20,6 -29,0 -20,-7 -22,-18 -10,-17\"/>",
            42,
        ),
        MarkKind::Lost => ("<circle class=\"lost\" r=\"18\"/>", 30),
        MarkKind::Taken => {
            ("<rect class=\"taken\" x=\"-24\" y=\"-15\" width=\"48\" height=\"30\" rx=\"9\"/>", 44)
        }
    };
    let text = match (mark.kind, mark.text.as_str()) {
        (MarkKind::Lost, "") => "<path class=\"cross-core\" d=\"M-8,-8 L8,8 M-8,8 L8,-8\"/>".to_owned(),
        (_, text) => write_sized((0, 6), "badge", fitting(text, room, 18, 12), text),
    };
    format!("<g transform=\"translate({x},{y})\">{sign}{text}</g>")
}

/// A short arrow for the key.
pub fn sample_arrow(kind: ArrowKind, livery: Livery) -> String {
    group(&format!("{} {}", livery.word(), kind_class(kind)), kind.word(), &shaft(&[(-30, 0), (30, 0)]))
}
