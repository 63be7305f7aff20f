//! The board as a map of squares within a mail.

use super::{Public, Setting, is_up};
use std::collections::BTreeMap;

/// Columns and rows of squares.
const SIDE: usize = 12;

/// Characters and lines of a square, its border on the west and the north included.
const PITCH: (usize, usize) = (5, 3);

/// What the signs on the map mean.
pub const KEY: &str = "r3: three warriors of red, on a tile of red; r: a tile of red; *: attackers; ?: face down; ?!: one of \
                       the four special tiles, face down; .: face up and nobody's.";

/// The city as text: each space with its name and what is on it; walls round it by their names.
pub fn city(setting: &Setting, public: &Public) -> String {
    let mut sheet = vec![vec![' '; SIDE * PITCH.0 + 1]; SIDE * PITCH.1 + 1];
    let squares: BTreeMap<(u8, u8), &str> = setting.data.board.squares();
    let at = |column: usize, row: usize| squares.get(&(column as u8, row as u8)).copied();
    for row in 0..=SIDE {
        for column in 0..=SIDE {
            let (x, y) = (column * PITCH.0, row * PITCH.1);
            let own = at(column, row);
            let has_north = column < SIDE && (row == 0 || row == SIDE || at(column, row - 1) != own);
            let has_west = row < SIDE && (column == 0 || column == SIDE || at(column - 1, row) != own);
            if has_north {
                (1..PITCH.0).for_each(|step| sheet[y][x + step] = '-');
            }
            if has_west {
                (1..PITCH.1).for_each(|step| sheet[y + step][x] = '|');
            }
            if row == 0 || column == 0 || is_corner(&at, column, row) {
                sheet[y][x] = '+';
            }
        }
    }
    for space in &setting.data.board.spaces {
        if let Some((column, row)) = space.squares().first() {
            let (x, y) = (usize::from(*column) * PITCH.0 + 1, usize::from(*row) * PITCH.1 + 1);
            write(&mut sheet, x, y, &space.id);
            write(&mut sheet, x, y + 1, &mark(setting, public, &space.id));
        }
    }
    let lines: Vec<String> = sheet.into_iter().map(|line| line.into_iter().collect::<String>()).collect();
    let map: Vec<String> = lines.iter().map(|line| line.trim_end().to_owned()).collect();
    [walls(setting, public, 'n'), map.join("\n"), walls(setting, public, 's'), sides(setting, public)]
        .join("\n")
}

/// Whether lines meet where four squares do.
fn is_corner<'a>(at: &impl Fn(usize, usize) -> Option<&'a str>, column: usize, row: usize) -> bool {
    if column == SIDE || row == SIDE {
        return true;
    }
    let four = [at(column - 1, row - 1), at(column, row - 1), at(column - 1, row), at(column, row)];
    four.windows(2).any(|pair| pair[0] != pair[1])
}

fn write(sheet: &mut [Vec<char>], x: usize, y: usize, text: &str) {
    for (step, c) in text.chars().take(PITCH.0 - 1).enumerate() {
        sheet[y][x + step] = c;
    }
}

/// What is on a space: `r3` warriors, `r` a flag, `*` and a number attackers, `?` a tile face down.
fn mark(setting: &Setting, public: &Public, id: &str) -> String {
    let space = public.space(id);
    let initial = |seat: u8| setting.seat(seat).chars().next().unwrap_or('?');
    let mut text = match space.controller {
        Some(seat) if space.warriors > 0 => format!("{}{}", initial(seat), space.warriors),
        Some(seat) => initial(seat).to_string(),
        None if is_up(&setting.data, public, id) => ".".to_owned(),
        None if public.specials.iter().any(|special| special == id) => "?!".to_owned(),
        None => "?".to_owned(),
    };
    if space.attackers > 0 {
        text.push_str(&format!("*{}", space.attackers));
    }
    text
}

/// The walls of the north or south edge, from west to east.
fn walls(setting: &Setting, public: &Public, edge: char) -> String {
    let ids: [String; 5] = match edge {
        'n' => ["tower-nw", "wall-nnw", "gate-n", "wall-nne", "tower-ne"],
        _ => ["tower-sw", "wall-ssw", "gate-s", "wall-sse", "tower-se"],
    }
    .map(str::to_owned);
    listed(setting, public, &ids)
}

/// The walls of the other edges.
fn sides(setting: &Setting, public: &Public) -> String {
    let west = ["wall-wnw", "gate-w", "wall-wsw"].map(str::to_owned);
    let east = ["wall-ene", "gate-e", "wall-ese"].map(str::to_owned);
    format!("west {}\neast {}", listed(setting, public, &west), listed(setting, public, &east))
}

/// Walls with what is on them; a board without one of these names leaves it out.
fn listed(setting: &Setting, public: &Public, ids: &[String]) -> String {
    let known = ids.iter().filter(|id| setting.data.board.wall(id).is_some());
    let texts: Vec<String> = known.map(|id| format!("{id} {}", mark(setting, public, id))).collect();
    texts.join("  ")
}
