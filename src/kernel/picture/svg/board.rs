//! The board of a scene: places, ways, water, and in layers upon them what stands and happened there, in the
//! coordinates of the scene.

use super::arrows::Course;
use super::layout::Layout;
use super::marks::Laid;
use super::pen::{difference, group, line, listed, of_length, sum, turned};
use super::room::Rect;
use super::standing::Standing;
use super::words::Words;
use crate::kernel::picture::SideKind;
use crate::kernel::picture::hexes::{CORNERS, HALF};
use crate::kernel::picture::scene::{Ground, Place, Point, Scene, Shape, Water, Way, WayKind};

/// A board that is drawn.
pub struct Drawn {
    /// Everything from the ground up, what is drawn later on top.
    pub layers: String,
    /// The room that it takes.
    pub room: Rect,
    /// The heads of places whose names found no room.
    pub left_out: Vec<String>,
}

/// Draws the board.
pub fn draw(scene: &Scene, id: &str) -> Drawn {
    let layout = Layout::of(scene);
    let ways: String = scene.ways.iter().filter_map(|way| draw_way(scene, way)).collect();
    let places: String = scene.places.iter().map(|place| draw_place(place, id)).collect();
    let waters: String = scene.waters.iter().map(draw_water).collect();
    let (words, standing, courses) = (&layout.words, &layout.standing, &layout.courses);
    let arrows = courses.iter().map(Course::draw).chain(courses.iter().map(Course::draw_ends));
    let arrows = labelled("movements and attacks", &arrows.collect::<String>());
    let names = words.iter().map(Words::draw).chain(standing.iter().map(Standing::words));
    let names = labelled("names", &names.collect::<String>());
    let pieces = labelled("pieces", &standing.iter().map(Standing::draw).collect::<String>());
    // Hexes are as small as their pieces: arrows would vanish behind those.
    let is_hexes = scene.places.iter().any(|place| place.shape == Shape::Hex);
    let [first, second, third] = if is_hexes { [pieces, arrows, names] } else { [arrows, names, pieces] };
    let layers = [
        labelled("ways", &ways),
        labelled("places", &places),
        labelled("water", &waters),
        first,
        second,
        third,
        labelled("marks", &layout.marks.iter().map(Laid::draw).collect::<String>()),
    ];
    Drawn { layers: layers.join("\n"), room: layout.room(scene), left_out: layout.left_out }
}

/// A layer; an empty one is left out.
fn labelled(name: &str, parts: &str) -> String {
    if parts.is_empty() { String::new() } else { format!("<g aria-label=\"{name}\">{parts}</g>") }
}

fn draw_place(place: &Place, id: &str) -> String {
    let ground = ground(place.ground, place.shape, place.centre, id);
    let Some(holder) = place.holder else { return ground };
    let frame = outline(place.shape, place.centre, 5, "holder", "");
    format!("{ground}<g class=\"{}\">{frame}</g>", holder.word())
}

/// A piece of ground: its plain colour, and what is no clear ground has its pattern upon that, between whose tiles
/// nothing white shines through then.
fn ground(ground: Ground, shape: Shape, centre: Point, id: &str) -> String {
    let name = match ground {
        Ground::Clear => "clear",
        Ground::Hills => "hills",
        Ground::Woods => "woods",
        Ground::Town => "town",
        Ground::Wall => "wall",
        Ground::Covered => "covered",
        Ground::Special => "special",
    };
    let plain = outline(shape, centre, 0, &format!("place {name}"), "");
    if ground == Ground::Clear {
        return plain;
    }
    plain + &outline(shape, centre, 0, "place", &format!("url(#{id}-{name})"))
}

/// The outline of a place, drawn so far within it; filled by its class if no filling is named.
fn outline(shape: Shape, centre: Point, within: i32, class: &str, fill: &str) -> String {
    let fill = if fill.is_empty() { "\"".to_owned() } else { format!("\" fill=\"{fill}\"") };
    match shape {
        Shape::Hex => {
            let corner = |(x, y): Point| sum(centre, (x - x * within / HALF.1, y - y * within / HALF.1));
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
    self::ground(ground, Shape::Box(56, 36), (0, 0), id)
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
