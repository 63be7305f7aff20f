//! The board: as a map of squares within a mail, and as a picture of cells.

use super::{Event, Public, Setting, is_up};
use crate::kernel::picture::{Arrow, Cell, Ground, Mark, Picture, Symbol, Token};
use std::collections::BTreeMap;

/// Columns and rows of squares.
const SIDE: usize = 12;

/// Characters and lines of a square, its border on the west and the north included.
const PITCH: (usize, usize) = (5, 3);

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

/// A cell for every space: those inside the walls by their north-west squares, walls round them.
pub fn picture(setting: &Setting, public: &Public, events: &[Event]) -> Picture {
    let board = &setting.data.board;
    let inside = board.spaces.iter().filter_map(|space| Some((space.id.as_str(), *space.squares().first()?)));
    let cells = inside.map(|(id, (column, row))| cell(setting, public, id, (column + 1, row + 1), events));
    let legend = board.perimeter.iter().filter(|wall| public.space(&wall.id).controller.is_some());
    let legend = legend.map(|wall| format!("{}: {}", wall.id, mark(setting, public, &wall.id)));
    let arrows = events.iter().filter_map(|event| match event {
        Event::Moved { seat, from, to, .. } if board.space(from).is_some() && board.space(to).is_some() => {
            Some(Arrow { side: setting.seat(*seat).to_owned(), path: vec![from.clone(), to.clone()] })
        }
        _ => None,
    });
    Picture {
        cells: cells.collect(),
        legend: legend.collect(),
        arrows: arrows.collect(),
        ..Picture::default()
    }
}

fn cell(setting: &Setting, public: &Public, id: &str, (column, row): (u8, u8), events: &[Event]) -> Cell {
    let space = public.space(id);
    let token = space.controller.map(|seat| Token {
        side: setting.seat(seat).to_owned(),
        short: if space.warriors > 0 { space.warriors.to_string() } else { "flg".to_owned() },
        name: format!("{} {}", setting.seat(seat), space.warriors),
        symbol: if space.warriors > 0 { Symbol::Cross } else { Symbol::Headquarters },
    });
    let has_fought = |event: &&Event| matches!(event, Event::Fought { at, .. } if at == id);
    let mark = events.iter().any(|event| has_fought(&event)).then_some(Mark::Fought);
    let ground = if is_up(&setting.data, public, id) { Ground::Town } else { Ground::Clear };
    Cell { name: id.to_owned(), column, row, ground, token, mark }
}
