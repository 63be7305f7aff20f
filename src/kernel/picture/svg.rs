//! A board picture as SVG.
//!
//! All coordinates are whole numbers, so that the same picture gives the same bytes on every machine. A hex
//! of 120 by 104 units is regular to within a pixel. What is drawn later lies on top: ground, water,
//! movements, words, pieces, marks.

use super::{Arrow, Cell, Direction, Ground, KnownSide, Mark, Picture, SideKind};
use crate::kernel::text::{Charset, wrap};

mod piece;

/// Style sheet, patterns and arrowheads: the same in every picture.
const DEFS: &str = include_str!("svg/defs.svg");

/// From one column of hexes to the next.
const PITCH: i32 = 90;

/// Half the height of a hex.
const HALF: i32 = 52;

/// From the middle of a hex to its left and right corners.
const RADIUS: i32 = 60;

/// Free space around the picture.
const MARGIN: i32 = 20;

/// Narrower than this, and the lines above and below the board would not fit.
const MIN_WIDTH: i32 = 720;

/// From one line of text to the next.
const LINE: i32 = 24;

type Point = (i32, i32);

/// Draws the whole document.
pub(super) fn draw(picture: &Picture) -> String {
    let layout = Layout::new(picture);
    let key = draw_key(picture, layout.board_bottom);
    let legend_top = layout.board_bottom + if key.is_empty() { 0 } else { 2 * LINE };
    let (legend, bottom) = draw_legend(picture, legend_top);
    let (width, height) = (layout.width, bottom + MARGIN);
    let mut parts = vec![
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"board\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\">"
        ),
        format!("<title>{}</title>", escape(&picture.title)),
        format!("<desc>{}</desc>", escape(&describe(picture))),
        DEFS.trim_end().to_owned(),
        format!("<rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>"),
        write_at((MARGIN, MARGIN + LINE), "head", &picture.title),
    ];
    parts.extend(picture.cells.iter().map(|cell| layout.draw_ground(cell)));
    parts.extend(picture.known_sides().map(|side| layout.draw_river(&side)));
    parts.extend(picture.known_sides().filter_map(|side| layout.draw_bridge(&side)));
    parts.extend(picture.arrows.iter().filter_map(|arrow| layout.draw_arrow(picture, arrow)));
    parts.extend(picture.cells.iter().map(|cell| layout.draw_words(cell)));
    parts.extend(picture.cells.iter().filter_map(|cell| piece::draw(cell, layout.centre(cell))));
    parts.extend(picture.cells.iter().filter_map(|cell| layout.draw_mark(cell)));
    parts.extend(key);
    parts.extend(legend);
    parts.push("</svg>\n".to_owned());
    parts.join("\n")
}

/// What a screen reader says about the whole picture.
fn describe(picture: &Picture) -> String {
    let pieces = picture.cells.iter().filter(|cell| cell.token.is_some()).count();
    format!("A board of {} hexes with {pieces} pieces on it.", picture.cells.len())
}

/// Where hexes lie on the page.
struct Layout {
    first_column: i32,
    top_half_row: i32,
    width: i32,
    board_bottom: i32,
}

impl Layout {
    fn new(picture: &Picture) -> Self {
        let (first_column, top_half_row) = picture.origin();
        let mut layout =
            Self { first_column, top_half_row, width: MIN_WIDTH, board_bottom: MARGIN + 2 * LINE };
        for (x, y) in picture.cells.iter().map(|cell| layout.centre(cell)).collect::<Vec<_>>() {
            layout.width = layout.width.max(x + RADIUS + MARGIN);
            layout.board_bottom = layout.board_bottom.max(y + HALF);
        }
        layout
    }

    fn centre(&self, cell: &Cell) -> Point {
        let x = MARGIN + RADIUS + PITCH * (i32::from(cell.column) - self.first_column);
        let y = MARGIN + 2 * LINE + HALF * (1 + cell.half_row() - self.top_half_row);
        (x, y)
    }

    fn draw_ground(&self, cell: &Cell) -> String {
        let (x, y) = self.centre(cell);
        let pattern = match cell.ground {
            Ground::Clear => "clear",
            Ground::Hills => "hills",
            Ground::Woods => "woods",
            Ground::Town => "town",
        };
        format!("<use href=\"#hex\" class=\"hex\" fill=\"url(#{pattern})\" x=\"{x}\" y=\"{y}\"/>")
    }

    fn draw_words(&self, cell: &Cell) -> String {
        let (x, y) = self.centre(cell);
        let name = write_at((x, y - 33), "name halo", &cell.name);
        match cell.ground.word() {
            "" => name,
            word => name + &write_at((x, y + 42), "word halo", word),
        }
    }

    fn draw_river(&self, side: &KnownSide) -> String {
        let (a, b) = self.ends(side);
        draw_line("river", a, b)
    }

    /// A bridge: a deck across the water between two rails.
    fn draw_bridge(&self, side: &KnownSide) -> Option<String> {
        let (a, b) = self.ends(side);
        let middle = (i32::midpoint(a.0, b.0), i32::midpoint(a.1, b.1));
        let across = difference(self.centre(side.b), self.centre(side.a));
        (side.kind == SideKind::Bridge).then(|| draw_crossing(middle, across, difference(b, a)))
    }

    /// The two corners between which a side runs.
    fn ends(&self, side: &KnownSide) -> (Point, Point) {
        let centre = self.centre(side.a);
        let (from, to) = match side.direction {
            Direction::North => ((-30, -52), (30, -52)),
            Direction::NorthEast => ((30, -52), (60, 0)),
            Direction::SouthEast => ((60, 0), (30, 52)),
            Direction::South => ((30, 52), (-30, 52)),
            Direction::SouthWest => ((-30, 52), (-60, 0)),
            Direction::NorthWest => ((-60, 0), (-30, -52)),
        };
        (sum(centre, from), sum(centre, to))
    }

    /// An arrow along the known hexes of a path; a path without a step has none.
    fn draw_arrow(&self, picture: &Picture, arrow: &Arrow) -> Option<String> {
        let cells: Vec<&Cell> = arrow.path.iter().filter_map(|name| picture.cell(name)).collect();
        let mut points: Vec<Point> = cells.iter().map(|cell| self.centre(cell)).collect();
        let &[.., before, last] = points.as_slice() else { return None };
        // The tip stays clear of the piece that has arrived.
        let short = sum(last, scale(difference(before, last), 45, 100));
        points.pop();
        points.push(short);
        let points: Vec<String> = points.iter().map(|(x, y)| format!("{x},{y}")).collect();
        let (points, livery) = (points.join(" "), piece::livery(&arrow.side));
        let names: Vec<&str> = cells.iter().map(|cell| cell.name.as_str()).collect();
        let title = escape(&format!("{}: {}", arrow.side, names.join(" to ")));
        Some(format!(
            "<g><title>{title}</title><polyline class=\"trail\" points=\"{points}\"/>\
             <polyline class=\"path {livery}\" points=\"{points}\" marker-end=\"url(#tip-{livery})\"/></g>"
        ))
    }

    fn draw_mark(&self, cell: &Cell) -> Option<String> {
        let mark = cell.mark?;
        let word = match mark {
            Mark::Fought => "fought",
            Mark::Lost => "lost",
        };
        let title = escape(&format!("{word} in {}", cell.name));
        let sign = draw_mark_sign(mark, sum(self.centre(cell), (44, -4)));
        Some(format!("<g><title>{title}</title>{sign}</g>"))
    }
}

/// A burst for a fight, a crossed ring for a loss.
fn draw_mark_sign(mark: Mark, (x, y): Point) -> String {
    let sign = match mark {
        Mark::Fought => {
            "<polygon class=\"fought\" points=\"0,-12 3,-5 9,-9 6,-2 12,2 5,4 6,11 0,7 -6,11 -5,4 -12,2 -6,-2 \
             -9,-9 -3,-5\"/>"
        }
        Mark::Lost => {
            "<circle class=\"lost\" r=\"10\"/><path class=\"lost-cross\" d=\"M-5,-5 L5,5 M-5,5 L5,-5\"/>"
        }
    };
    format!("<g transform=\"translate({x},{y})\">{sign}</g>")
}

/// Deck and rails of a bridge over the middle of a side; both directions are as long as a hex side or more.
fn draw_crossing(middle: Point, across: Point, along: Point) -> String {
    let (half_length, half_width) = (scale(across, 11, 104), scale(along, 9, 60));
    let corner = |length, width| {
        sum(
            middle,
            sum(
                (half_length.0 * length, half_length.1 * length),
                (half_width.0 * width, half_width.1 * width),
            ),
        )
    };
    let [a, b, c, d] = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
    let points = [a, b, c, d].map(|(x, y)| format!("{x},{y}")).join(" ");
    format!(
        "<polygon class=\"deck\" points=\"{points}\"/>{}{}",
        draw_line("rail", a, b),
        draw_line("rail", c, d)
    )
}

/// The signs that occur in the picture, each with its word, in one row.
fn draw_key(picture: &Picture, top: i32) -> Vec<String> {
    let y = top + LINE + LINE / 2;
    let has_side = |kind| picture.known_sides().any(|side| side.kind == kind);
    let has_mark = |mark| picture.cells.iter().any(|cell| cell.mark == Some(mark));
    let river = |x| draw_line("river", (x - 20, y), (x + 20, y));
    let bridge = |x| river(x) + &draw_crossing((x, y), (0, 104), (60, 0));
    let mut x = MARGIN + 30;
    let mut row = Vec::new();
    let mut add = |is_there: bool, sign: &dyn Fn(i32) -> String, word: &str| {
        if is_there {
            row.push(sign(x) + &write_at((x + 30, y + 5), "line", word));
            x += 140;
        }
    };
    add(has_side(SideKind::River), &river, "river");
    add(has_side(SideKind::Bridge), &bridge, "bridge");
    add(has_mark(Mark::Fought), &|x| draw_mark_sign(Mark::Fought, (x, y)), "fought");
    add(has_mark(Mark::Lost), &|x| draw_mark_sign(Mark::Lost, (x, y)), "lost");
    row
}

/// The lines below the board, and where they end.
fn draw_legend(picture: &Picture, top: i32) -> (Vec<String>, i32) {
    let lines = picture.legend.iter().flat_map(|line| wrap(line, "", ""));
    let mut y = top;
    let drawn = lines
        .map(|line| {
            y += LINE;
            write_at((MARGIN, y), "line", &line)
        })
        .collect();
    (drawn, y)
}

fn draw_line(class: &str, (x1, y1): Point, (x2, y2): Point) -> String {
    format!("<line class=\"{class}\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"/>")
}

fn write_at((x, y): Point, class: &str, text: &str) -> String {
    format!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{}</text>", escape(text))
}

/// Text that XML can hold, since names may come from a player.
fn escape(text: &str) -> String {
    html_escape::encode_text(&Charset::Unicode.apply(text)).into_owned()
}

fn sum(a: Point, b: Point) -> Point {
    (a.0 + b.0, a.1 + b.1)
}

fn difference(a: Point, b: Point) -> Point {
    (a.0 - b.0, a.1 - b.1)
}

fn scale(a: Point, by: i32, of: i32) -> Point {
    (a.0 * by / of, a.1 * by / of)
}

#[cfg(test)]
mod tests {
    use super::super::tests::river_board;
    use super::*;

    /// Whether every tag is closed in its turn and no text breaks out of its place.
    fn is_well_formed(svg: &str) -> bool {
        let mut open = Vec::new();
        for part in svg.split('<').skip(1) {
            let Some((tag, text)) = part.split_once('>') else { return false };
            let name = tag.trim_start_matches('/').split_whitespace().next().unwrap_or_default();
            match (tag.starts_with('/'), tag.ends_with('/')) {
                (true, _) if open.pop() != Some(name) => return false,
                (false, false) => open.push(name),
                _ => {}
            }
            if text.contains(|c: char| c == '>' || c.is_control() && c != '\n') {
                return false;
            }
        }
        open.is_empty()
    }

    #[test]
    fn text_from_players_is_escaped() {
        let mut picture = river_board();
        picture.title = "<b>&\u{1b}</title>".into();
        picture.cells[0].name = "\"0>'".into();
        picture.legend = vec!["</svg> ]]>".into()];
        let svg = picture.to_svg();
        assert!(is_well_formed(&svg), "{svg}");
        assert!(svg.contains("<title>&lt;b&gt;&amp;?&lt;/title&gt;</title>"), "{svg}");
        assert!(svg.contains("<title>red &lt;Inf&gt; in 0202</title>"), "{svg}");
    }

    #[test]
    fn an_arrow_needs_two_known_hexes() {
        let mut picture = river_board();
        let arrow = |path: &[&str]| Arrow {
            side: "red".into(),
            path: path.iter().map(|&name| name.to_owned()).collect(),
        };
        picture.arrows = vec![arrow(&[]), arrow(&["0101", "9999"]), arrow(&["0101", "0202", "0302"])];
        let svg = picture.to_svg();
        assert_eq!(svg.matches("<polyline class=\"path red\"").count(), 1);
        assert!(svg.contains("<title>red: 0101 to 0202 to 0302</title>"), "{svg}");
    }

    #[test]
    fn a_river_runs_between_the_corners_of_a_side() {
        let svg = river_board().to_svg();
        // 0202 lies around (170, 224), 0203 below it.
        assert!(svg.contains(r#"<line class="river" x1="200" y1="276" x2="140" y2="276"/>"#), "{svg}");
        assert_eq!(svg.matches("class=\"deck\" points").count(), 2, "one on the board and one in the key");
    }

    #[test]
    fn only_signs_that_occur_are_explained() {
        assert_eq!(draw_key(&river_board(), 0).len(), 4);
        assert!(draw_key(&Picture::default(), 0).is_empty());
        assert!(is_well_formed(&Picture::default().to_svg()));
    }
}
