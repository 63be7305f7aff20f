//! A board picture as text.
//!
//! Hexes share their edges, so that eleven columns fit into a mail:
//!
//! ```text
//!   ____
//!  /0208\
//! /*R-Inf\
//! \ hills/
//!  \____/
//! ```

use super::{Cell, Mark, Picture, SideKind, Token};
use crate::kernel::board::hex::Direction;
use crate::kernel::text::{Charset, WIDTH, wrap};

/// Characters from one column of hexes to the next.
const PITCH: i32 = 6;

/// Columns of hexes in a strip; a hex is two characters wider than its pitch.
const STRIP: i32 = (WIDTH as i32 - 2) / PITCH;

/// Draws title, map and legend.
pub(super) fn draw(picture: &Picture, charset: Charset) -> String {
    let mut parts = Vec::new();
    if !picture.title.is_empty() {
        parts.push(wrap(&charset.apply(&picture.title), "", "").join("\n"));
    }
    if !picture.map.is_empty() {
        parts.push(charset.apply(&picture.map).into_owned());
    }
    parts.extend(draw_strips(picture));
    if !picture.legend.is_empty() {
        let lines = picture.legend.iter().flat_map(|line| wrap(&charset.apply(line), "", "  "));
        parts.push(lines.collect::<Vec<_>>().join("\n"));
    }
    parts.join("\n\n") + "\n"
}

/// The map, cut between columns where it is wider than a page.
fn draw_strips(picture: &Picture) -> Vec<String> {
    let (first, _) = picture.origin();
    let strip = |cell: &Cell| (i32::from(cell.column) - first) / STRIP;
    let count = picture.cells.iter().map(|cell| strip(cell) + 1).max().unwrap_or(0);
    (0..count)
        .map(|number| draw_strip(picture, first + number * STRIP, &|cell| strip(cell) == number))
        .filter(|map| !map.is_empty())
        .collect()
}

fn draw_strip(picture: &Picture, first: i32, is_inside: &dyn Fn(&Cell) -> bool) -> String {
    let mut sheet = Sheet { first, top: picture.origin().1, lines: Vec::new() };
    for cell in picture.cells.iter().filter(|cell| is_inside(cell)) {
        sheet.draw_cell(cell);
    }
    // Sides come last, for a neighbour drawn later would draw its plain edge over the water.
    for side in picture.known_sides() {
        for (cell, direction) in [(side.a, side.direction), (side.b, side.direction.opposite())] {
            if is_inside(cell) {
                sheet.draw_side(cell, direction, side.kind);
            }
        }
    }
    sheet.print()
}

/// Characters on a strip of the map, whose upper left hex is in column `first` and half row `top`.
struct Sheet {
    first: i32,
    top: i32,
    lines: Vec<Vec<char>>,
}

impl Sheet {
    fn draw_cell(&mut self, cell: &Cell) {
        for direction in Direction::ALL {
            for (place, sign) in edge(direction) {
                self.put(cell, place, sign);
            }
        }
        let token = cell.token.as_ref().map(Token::label).unwrap_or_default();
        self.write(cell, (1, 2), 4, &cell.name);
        self.write(cell, (2, 1), 6, &format!("{}{token}", mark_sign(cell.mark)));
        self.write(cell, (3, 1), 6, &format!(" {}", cell.ground.word()));
    }

    fn draw_side(&mut self, cell: &Cell, direction: Direction, kind: SideKind) {
        let sign = match kind {
            SideKind::River => '~',
            SideKind::Bridge => '=',
        };
        for (place, _) in edge(direction) {
            self.put(cell, place, sign);
        }
    }

    /// Writes into a hex, cutting the text off where the hex ends.
    fn write(&mut self, cell: &Cell, (line, column): (i32, i32), room: usize, text: &str) {
        for (i, sign) in (0..).zip(Charset::Ascii.apply(text).chars().take(room)) {
            self.put(cell, (line, column + i), sign);
        }
    }

    /// Puts one character at a place within a hex.
    fn put(&mut self, cell: &Cell, (line, column): (i32, i32), sign: char) {
        let line = (line + 2 * (cell.half_row() - self.top)).max(0) as usize;
        let column = (column + PITCH * (i32::from(cell.column) - self.first)).max(0) as usize;
        if self.lines.len() <= line {
            self.lines.resize(line + 1, Vec::new());
        }
        let line = &mut self.lines[line];
        if line.len() <= column {
            line.resize(column + 1, ' ');
        }
        line[column] = sign;
    }

    fn print(self) -> String {
        let lines = self.lines.into_iter().map(|line| line.into_iter().collect::<String>());
        let lines: Vec<String> = lines.map(|line| line.trim_end().to_owned()).collect();
        lines.join("\n").trim_matches('\n').to_owned()
    }
}

/// Where the characters of an edge stand, as line and column within the hex, and what they are.
fn edge(direction: Direction) -> Vec<((i32, i32), char)> {
    let level = |line| (2..6).map(|column| ((line, column), '_')).collect();
    match direction {
        Direction::North => level(0),
        Direction::NorthEast => vec![((1, 6), '\\'), ((2, 7), '\\')],
        Direction::SouthEast => vec![((3, 7), '/'), ((4, 6), '/')],
        Direction::South => level(4),
        Direction::SouthWest => vec![((3, 0), '\\'), ((4, 1), '\\')],
        Direction::NorthWest => vec![((1, 1), '/'), ((2, 0), '/')],
    }
}

fn mark_sign(mark: Option<Mark>) -> char {
    match mark {
        None => ' ',
        Some(Mark::Fought) => '*',
        Some(Mark::Lost) => '+',
    }
}

#[cfg(test)]
mod tests {
    use super::super::Side;
    use super::super::tests::{board, river_board};
    use super::*;

    #[test]
    fn water_runs_along_shared_edges() {
        let mut picture = river_board();
        picture.title = "After turn 5 – red to move".into();
        picture.legend = vec!["Inf infantry".into(), "HQ headquarters".into()];
        let expected = r"After turn 5 - red to move

        ____
       /0201\
  ____/      \____
 /0101\      /0301\
/      \____/      \
\ hills/0202\      /
 \____/*R-Inf\____/
 /0102~ woods/0302\
/      ~====/ B-HQ \
\      /0203~      /
 \____/+     ~~~~~/
 /0103\      /0303\
/      \____/      \
\      /    \      /
 \____/      \____/

Inf infantry
HQ headquarters
";
        assert_eq!(picture.to_text(Charset::Ascii), expected);
    }

    #[test]
    fn a_board_that_begins_in_an_even_column_is_not_turned_over() {
        let expected = r"  ____
 /0407\
/      \____
\      /0507\
 \____/      \
      \      /
       \____/
";
        assert_eq!(board(4..=5, 7..=7).to_text(Charset::Unicode), expected);
    }

    #[test]
    fn a_wide_board_is_cut_into_strips() {
        let mut picture = board(1..=13, 1..=1);
        picture.sides = vec![side("1101", "1201")];
        let text = picture.to_text(Charset::Ascii);
        assert!(text.lines().all(|line| line.len() <= WIDTH), "{text}");
        assert_eq!(text.matches("\n\n").count(), 1, "{text}");
        // The side between the strips is drawn in both.
        assert_eq!(text.matches('~').count(), 4, "{text}");
    }

    #[test]
    fn odd_names_stay_within_their_hex() {
        let mut picture = board(1..=1, 1..=1);
        picture.cells[0].name = "Håtuna\n".into();
        picture.cells[0].mark = Some(Mark::Lost);
        let expected = r"  ____
 /Hatu\
/+     \
\      /
 \____/
";
        assert_eq!(picture.to_text(Charset::Unicode), expected);
    }

    #[test]
    fn an_empty_board_has_no_lines() {
        assert_eq!(Picture::default().to_text(Charset::Ascii), "\n");
    }

    fn side(a: &str, b: &str) -> Side {
        Side { a: a.into(), b: b.into(), kind: SideKind::River }
    }
}
