//! Room on pictures: words, pieces and marks lie beside each other, and within the page, whatever has happened.
//!
//! Looked at are all steps of all recorded games, as an SVG library with the program's own fonts measures them.

use super::super::recorded::root;
use super::boards;
use adjutant::kernel::seat::Viewer;
use resvg::usvg::fontdb::Database;
use resvg::usvg::{Group, Node, Options, Rect, Tree};
use std::sync::Arc;

/// How far things may overlap, of a thousand to a page: strokes and serifs.
const TOLERANCE: f32 = 2.5;

/// Something that must be seen whole.
struct Item {
    what: String,
    room: Rect,
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

/// What lies on a board, and the page.
fn items(svg: &str, options: &Options) -> (Vec<Item>, (f32, f32)) {
    // Only ids are kept by the library.
    let tree = Tree::from_str(&svg.replace("<g aria-label=", "<g id="), options).expect("a drawing");
    let mut items = Vec::new();
    walk(tree.root(), "", &mut items);
    (items, (tree.size().width(), tree.size().height()))
}

/// Collects what lies in a layer of the board; its pieces stand in a group for each place.
fn walk(group: &Group, layer: &str, items: &mut Vec<Item>) {
    for node in group.children() {
        match node {
            Node::Group(inner) => match layer {
                "" => walk(inner, inner.id(), items),
                "pieces" => walk(inner, "pieces of a place", items),
                "pieces of a place" | "marks" => {
                    items.push(Item { what: format!("one of the {layer}"), room: inner.abs_bounding_box() });
                }
                _ => walk(inner, layer, items),
            },
            Node::Text(text) => {
                let what = text.chunks().iter().map(|chunk| chunk.text().to_owned()).collect();
                items.push(Item { what, room: text.flattened().abs_bounding_box() });
            }
            _ => {}
        }
    }
}

/// What lies on something else or beyond the page.
fn faults(svg: &str, options: &Options) -> Vec<String> {
    let (items, (width, height)) = items(svg, options);
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
            if wide > TOLERANCE && high > TOLERANCE {
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

#[test]
fn nothing_lies_on_words_pieces_or_marks() {
    let options = measures();
    let (mut looked, mut found) = (0, Vec::new());
    for kind in ["battle", "batalj", "battue"] {
        let folder = root().join("turnfiles/games").join(kind);
        let mut games: Vec<_> = std::fs::read_dir(folder).expect("games").flatten().collect();
        games.sort_by_key(std::fs::DirEntry::path);
        for game in games {
            let name = format!("{kind}/{}", game.file_name().to_string_lossy());
            for (step, picture) in boards(&name, Viewer::Public) {
                if !picture.is_drawn() {
                    continue;
                }
                looked += 1;
                let faults = faults(&picture.to_svg(), &options);
                found.extend(faults.into_iter().map(|fault| format!("{name}, step {step}: {fault}")));
            }
        }
    }
    println!("{looked} pictures");
    assert!(looked > 300, "{looked}");
    assert!(found.is_empty(), "{} on {looked} pictures:\n{}", found.len(), found.join("\n"));
}
