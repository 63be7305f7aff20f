//! Room on pictures: words, pieces, marks and the ends of arrows lie beside each other, and within the page, whatever has
//! happened; and all letters are large enough to be read where the picture is as wide as a phone.
//!
//! Looked at are all steps of all recorded games, as an SVG library with the program's own fonts measures them. Where
//! something is wrong, `ADJUTANT_DRAW` names a folder in which the picture is stored.

use super::super::recorded::root;
use super::boards;
use adjutant::kernel::seat::{Seat, Viewer};
use resvg::tiny_skia::Point;
use resvg::usvg::fontdb::Database;
use resvg::usvg::{Group, Node, Options, Path, Rect, Text, Tree};
use std::sync::Arc;

/// How far things may overlap, of a thousand to a page: strokes, serifs and the bright edges of letters.
const TOLERANCE: f32 = 2.5;

/// Half the side of the square within the tip of an arrow. So far may the ends of two arrows meet.
const CORE: f32 = 6.0;

/// How wide a picture is on a phone, in the pixels of style sheets, and how large letters are there at least.
const PHONE: f32 = 360.0;
const LEGIBLE: f32 = 9.0;

/// Something that must be seen whole.
struct Item {
    what: String,
    room: Rect,
    /// Whether it is an end of an arrow.
    is_end: bool,
}

/// Measures text with the program's own fonts.
fn measures() -> Options<'static> {
    let mut fonts = Database::new();
    for name in ["DejaVuSans-subset.ttf", "DejaVuSans-Bold-subset.ttf"] {
        let path = root().join("src/kernel/picture/font").join(name);
        fonts.load_font_data(std::fs::read(path).expect("a font of the program"));
    }
    Options { font_family: "DejaVu Sans".to_owned(), fontdb: Arc::new(fonts), ..Options::default() }
}

/// The drawing, its labels as ids, since only these are kept by the library.
fn tree(svg: &str, options: &Options) -> Tree {
    Tree::from_str(&svg.replace("<g aria-label=", "<g id="), options).expect("a drawing")
}

/// Collects what lies in a layer of the board; its pieces stand in a group for each place.
fn walk(group: &Group, layer: &str, items: &mut Vec<Item>) {
    for node in group.children() {
        match node {
            Node::Group(inner) => match layer {
                "" => walk(inner, inner.id(), items),
                "pieces" => walk(inner, "pieces of a place", items),
                "pieces of a place" => items.push(seen("a piece", inner)),
                "marks" => items.push(seen("a mark", inner)),
                _ => walk(inner, layer, items),
            },
            // The figure where an arrow begins lies on a plate of its own.
            Node::Text(_) if layer == "movements and attacks" => {}
            Node::Text(text) => {
                let room = text.flattened().abs_bounding_box();
                items.push(Item { what: words(text), room, is_end: false });
            }
            Node::Path(path) if layer == "movements and attacks" && is_tip(path) => {
                items.push(Item { what: "the tip of an arrow".to_owned(), room: core(path), is_end: true });
            }
            Node::Path(path) if layer == "movements and attacks" && path.fill().is_some() => {
                let room = path.abs_bounding_box();
                items.push(Item { what: "the beginning of an arrow".to_owned(), room, is_end: true });
            }
            _ => {}
        }
    }
}

fn seen(what: &str, group: &Group) -> Item {
    Item { what: what.to_owned(), room: group.abs_bounding_box(), is_end: false }
}

/// What is seen of a tip in any direction: the square in the circle within.
fn core(tip: &Path) -> Rect {
    let corners = tip.data().points();
    let sum = corners.iter().fold((0.0, 0.0), |sum, corner| (sum.0 + corner.x, sum.1 + corner.y));
    let mut middle = Point::from_xy(sum.0 / 3.0, sum.1 / 3.0);
    tip.abs_transform().map_point(&mut middle);
    Rect::from_xywh(middle.x - CORE, middle.y - CORE, 2.0 * CORE, 2.0 * CORE).expect("a square")
}

/// A filled triangle.
fn is_tip(path: &Path) -> bool {
    path.fill().is_some() && path.data().points().len() == 3
}

fn words(text: &Text) -> String {
    text.chunks().iter().map(|chunk| chunk.text().to_owned()).collect()
}

/// Collects all texts, each with the size in which its letters are drawn.
fn letters(group: &Group, sizes: &mut Vec<(String, f32)>) {
    for node in group.children() {
        match node {
            Node::Group(inner) => letters(inner, sizes),
            Node::Text(text) => {
                let spans = text.chunks().iter().flat_map(resvg::usvg::TextChunk::spans);
                let least = spans.map(|span| span.font_size().get()).reduce(f32::min).expect("letters");
                sizes.push((words(text), least * text.abs_transform().get_scale().1));
            }
            _ => {}
        }
    }
}

/// Letters that nobody can read on a phone.
fn illegible(tree: &Tree) -> Vec<String> {
    let mut sizes = Vec::new();
    letters(tree.root(), &mut sizes);
    assert!(sizes.len() > 10, "hardly any words were found on the picture");
    let shown = sizes.into_iter().map(|(text, size)| (text, size * PHONE / tree.size().width()));
    let small = shown.filter(|(_, size)| *size < LEGIBLE);
    small.map(|(text, size)| format!("{text:?} is {size:.1} pixels high on a phone")).collect()
}

/// What lies on something else or beyond the page.
fn faults(tree: &Tree) -> Vec<String> {
    let (mut items, (width, height)) = (Vec::new(), (tree.size().width(), tree.size().height()));
    walk(tree.root(), "", &mut items);
    assert!(items.len() > 10, "hardly anything was found on the picture");
    let mut faults = Vec::new();
    for (i, one) in items.iter().enumerate() {
        let room = one.room;
        if room.left() < 0.0 || room.top() < 0.0 || room.right() > width || room.bottom() > height {
            faults.push(format!("{} at {},{} leaves the page", one.what, room.left(), room.top()));
        }
        for other in &items[i + 1..] {
            let wide = room.right().min(other.room.right()) - room.left().max(other.room.left());
            let high = room.bottom().min(other.room.bottom()) - room.top().max(other.room.top());
            let tolerance = if one.is_end && other.is_end { CORE } else { TOLERANCE };
            if wide > tolerance && high > tolerance {
                let (x, y) = (room.left().max(other.room.left()), room.top().max(other.room.top()));
                faults.push(format!(
                    "{} and {} overlap at {x:.0},{y:.0} by {wide:.0} and {high:.0}",
                    one.what, other.what
                ));
            }
        }
    }
    faults
}

/// The recorded games, and who looks at them.
fn games() -> Vec<(String, Vec<Viewer>)> {
    let mut games = Vec::new();
    for kind in ["battle", "batalj", "battue"] {
        let folder = root().join("turnfiles/games").join(kind);
        for game in std::fs::read_dir(folder).expect("games").flatten() {
            let name = format!("{kind}/{}", game.file_name().to_string_lossy());
            let seats = if name.contains("/fog-") { vec![Seat(0), Seat(1)] } else { Vec::new() };
            let seats = seats.into_iter().map(Viewer::Seat);
            games.push((name, [Viewer::Public].into_iter().chain(seats).collect()));
        }
    }
    games.sort_by(|one, other| one.0.cmp(&other.0));
    games
}

#[test]
fn all_letters_can_be_read_and_nothing_lies_on_words_pieces_marks_or_the_ends_of_arrows() {
    let options = measures();
    let (mut looked, mut found): (usize, Vec<String>) = (0, Vec::new());
    for (name, viewers) in games() {
        for viewer in viewers {
            for (step, picture) in boards(&name, viewer).into_iter().filter(|(_, picture)| picture.is_drawn())
            {
                looked += 1;
                let tree = tree(&picture.to_svg(), &options);
                let faults: Vec<String> = faults(&tree).into_iter().chain(illegible(&tree)).collect();
                if let (false, Some(folder)) = (faults.is_empty(), std::env::var_os("ADJUTANT_DRAW")) {
                    let file = format!("{}-{step}.png", name.replace('/', "-"));
                    std::fs::write(std::path::Path::new(&folder).join(file), picture.to_png())
                        .expect("a picture");
                }
                found.extend(
                    faults.into_iter().map(|fault| format!("{name}, step {step}, {viewer:?}: {fault}")),
                );
            }
        }
    }
    println!("{looked} pictures");
    assert!(found.is_empty(), "{} on {looked} pictures:\n{}", found.len(), found.join("\n"));
    assert!(looked > 300, "{looked}");
}
