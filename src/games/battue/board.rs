//! The board: spaces inside the walls, and the walls, gates and towers round them.
//!
//! Inside, a space is named by its north-west square, `e6`: columns a to l from west to east, rows 1 to 12 from north
//! to south. What is printed on the walls has a name of its own, `gate-n`. Spaces are neighbours where they touch along
//! a side, as their links say.

use super::data::{Provenance, Size};
use crate::kernel::components::check_names;
use crate::kernel::orders::grammar::Places;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Columns and rows inside the walls.
pub const SIDE: u8 = 12;

/// The word for the warriors beside the board.
pub const CAMP: &str = "camp";

/// The board as the data give it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardData {
    /// Where this is from.
    #[serde(default)]
    pub source: Provenance,
    /// Spaces inside the walls, in ascending order of their ids.
    pub spaces: Vec<SpaceData>,
    /// Walls, gates and towers, in ascending order of their ids.
    pub perimeter: Vec<WallData>,
}

/// A space inside the walls.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpaceData {
    /// Its north-west square.
    pub id: String,
    /// Its south-east square.
    pub to: String,
    /// Which tiles fit it.
    pub size: Size,
    /// Its neighbours.
    pub links: Vec<String>,
}

/// Kinds of spaces on the walls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WallKind {
    /// A gate.
    Gate,
    /// A stretch of wall.
    Wall,
    /// A tower at a corner.
    Tower,
}

/// Edges of the board, in the order in which they are given away where nobody chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Edge {
    /// North.
    North,
    /// East.
    East,
    /// South.
    South,
    /// West.
    West,
}

impl Edge {
    /// All four.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// Its word.
    pub fn word(self) -> &'static str {
        ["north", "east", "south", "west"][self as usize]
    }
}

/// A wall, gate or tower.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WallData {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: WallKind,
    /// On which edges it stands.
    pub edges: Vec<Edge>,
    /// Defence value.
    pub defence: u8,
    /// Loot cards.
    pub loot: u8,
    /// Victory points.
    pub vp: u8,
    /// Its neighbours.
    pub links: Vec<String>,
}

/// Column and row of a square, from 0.
pub fn square(name: &str) -> Option<(u8, u8)> {
    let mut chars = name.chars();
    let column = chars.next().filter(|c| ('a'..='l').contains(c))? as u8 - b'a';
    let row: u8 = chars.as_str().parse().ok().filter(|row| (1..=SIDE).contains(row))?;
    (name == name_of((column, row - 1))).then_some((column, row - 1))
}

/// The name of a square.
pub fn name_of((column, row): (u8, u8)) -> String {
    format!("{}{}", char::from(b'a' + column), row + 1)
}

impl SpaceData {
    /// Its squares, none if its corners are no squares.
    pub fn squares(&self) -> Vec<(u8, u8)> {
        match (square(&self.id), square(&self.to)) {
            (Some((left, top)), Some((right, bottom))) => {
                (top..=bottom).flat_map(|row| (left..=right).map(move |column| (column, row))).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Columns and rows.
    fn extent(&self) -> (u8, u8) {
        match (square(&self.id), square(&self.to)) {
            (Some((left, top)), Some((right, bottom))) if left <= right && top <= bottom => {
                (right - left + 1, bottom - top + 1)
            }
            _ => (0, 0),
        }
    }
}

impl BoardData {
    /// A space inside the walls by its id.
    pub fn space(&self, id: &str) -> Option<&SpaceData> {
        self.spaces.iter().find(|space| space.id == id)
    }

    /// A wall, gate or tower by its id.
    pub fn wall(&self, id: &str) -> Option<&WallData> {
        self.perimeter.iter().find(|wall| wall.id == id)
    }

    /// The neighbours of a space.
    pub fn links(&self, id: &str) -> &[String] {
        let inside = self.space(id).map(|space| space.links.as_slice());
        inside.or_else(|| self.wall(id).map(|wall| wall.links.as_slice())).unwrap_or_default()
    }

    /// Whether two spaces are neighbours.
    pub fn are_adjacent(&self, one: &str, other: &str) -> bool {
        self.links(one).iter().any(|link| link == other)
    }

    /// The ids of all spaces, those inside the walls first.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        let inside = self.spaces.iter().map(|space| space.id.as_str());
        inside.chain(self.perimeter.iter().map(|wall| wall.id.as_str()))
    }

    /// The space of each square.
    pub fn squares(&self) -> BTreeMap<(u8, u8), &str> {
        let of = |space: &SpaceData| space.squares().into_iter().collect::<Vec<_>>();
        let all = self.spaces.iter().flat_map(|s| of(s).into_iter().map(move |at| (at, s.id.as_str())));
        all.collect()
    }

    /// Names of spaces as orders spell them, with the camp beside the board.
    pub fn places(&self) -> Arc<Places> {
        let mut names: Vec<String> = self.ids().map(str::to_owned).collect();
        names.push(CAMP.to_owned());
        names.sort_unstable();
        let extent =
            format!("{} spaces of the city such as e6, walls such as gate-n, and camp", names.len() - 1);
        Arc::new(Places { names, noun: "space", has_shape, extent })
    }

    /// Everything that is wrong with the board.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let walls = self.perimeter.iter().map(|w| (w.id.as_str(), w.name.as_str()));
        check_names("board.perimeter", walls, &mut faults);
        let spaces = self.spaces.iter().map(|s| (s.id.as_str(), s.id.as_str()));
        check_names("board.spaces", spaces, &mut faults);
        self.check_squares(&mut faults);
        self.check_links(&mut faults);
        for wall in &self.perimeter {
            let count = if wall.kind == WallKind::Tower { 2 } else { 1 };
            if wall.edges.len() != count || wall.id == CAMP || square(&wall.id).is_some() {
                faults.push(format!("board.{}: towers stand on two edges, all else on one", wall.id));
            }
            if wall.defence > 20 || wall.loot > 9 || wall.vp > 30 {
                faults.push(format!(
                    "board.{}: a figure is beyond 20 of defence, 9 of loot or 30 points",
                    wall.id
                ));
            }
        }
        let has_edge = |edge: &Edge| self.perimeter.iter().any(|wall| wall.edges == [*edge]);
        if !Edge::ALL.iter().all(has_edge) {
            faults.push("board.perimeter: each edge must have a wall or gate of its own".to_owned());
        }
        faults
    }

    /// Every square inside the walls belongs to one space, and sizes are what they say.
    fn check_squares(&self, faults: &mut Vec<String>) {
        let mut seen = BTreeSet::new();
        for space in &self.spaces {
            let (columns, rows) = space.extent();
            let fits = match space.size {
                Size::Palace => columns * rows == 12,
                Size::Large => matches!((columns, rows), (2, 3) | (3, 2)),
                Size::Medium => (columns, rows) == (2, 2),
                Size::Small => matches!((columns, rows), (1, 2) | (2, 1)),
            };
            if !fits {
                faults.push(format!("board.{}: has not the squares of its size", space.id));
            }
            let twice = space.squares().into_iter().filter(|at| !seen.insert(*at)).count();
            if twice > 0 {
                faults.push(format!("board.{}: lies on another space", space.id));
            }
        }
        if seen.len() != usize::from(SIDE) * usize::from(SIDE) {
            faults.push(format!("board.spaces: {} of 144 squares belong to a space", seen.len()));
        }
    }

    /// Links go both ways, lead to spaces that exist, and inside the walls join what touches along a side.
    fn check_links(&self, faults: &mut Vec<String>) {
        let ids: BTreeSet<&str> = self.ids().collect();
        for id in self.ids() {
            let links = self.links(id);
            if !links.is_sorted_by(|a, b| a < b) || links.iter().any(|link| link == id) {
                faults.push(format!("board.{id}: links must be in order, each once, none to itself"));
            }
            for link in links.iter().filter(|link| !ids.contains(link.as_str())) {
                faults.push(format!("board.{id}: no space {link}"));
            }
            for link in links.iter().filter(|link| !self.are_adjacent(link, id)) {
                faults.push(format!("board.{id}: {link} does not link back"));
            }
            let inside: Vec<&str> =
                links.iter().map(String::as_str).filter(|link| self.space(link).is_some()).collect();
            if self.space(id).is_some() && inside != self.touching(id) {
                faults.push(format!("board.{id}: touches {}", self.touching(id).join(", ")));
            }
        }
    }

    /// The spaces inside the walls that touch one along a side, in ascending order.
    fn touching(&self, id: &str) -> Vec<&str> {
        let squares = self.squares();
        let beside = |(column, row): (u8, u8)| {
            [
                (column.wrapping_sub(1), row),
                (column + 1, row),
                (column, row.wrapping_sub(1)),
                (column, row + 1),
            ]
        };
        let own = self.space(id).map(SpaceData::squares).unwrap_or_default();
        let near = own.into_iter().flat_map(beside).filter_map(|at| squares.get(&at).copied());
        near.filter(|other| *other != id).collect::<BTreeSet<_>>().into_iter().collect()
    }
}

/// A letter and a row, or a word with a hyphen.
fn has_shape(text: &str) -> bool {
    let mut chars = text.chars();
    let starts = chars.next().is_some_and(|c| c.is_ascii_lowercase());
    let row = chars.as_str();
    starts && !row.is_empty() && row.len() <= 2 && row.bytes().all(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::battue::data::Data;
    use crate::kernel::board::areas::{Areas, Ways};

    #[test]
    fn squares_have_names() {
        assert_eq!((square("a1"), square("l12"), square("e6")), (Some((0, 0)), Some((11, 11)), Some((4, 5))));
        for bad in ["m1", "a0", "a13", "a01", "1a", "", "a"] {
            assert_eq!(square(bad), None, "{bad}");
        }
    }

    #[test]
    fn the_board_is_as_reviews_describe_it() {
        let board = &Data::embedded().board;
        assert_eq!(board.perimeter.len(), 16);
        assert_eq!(board.perimeter.iter().filter(|w| w.kind == WallKind::Tower).count(), 4);
        let palace = board.spaces.iter().find(|s| s.size == Size::Palace).unwrap();
        assert_eq!(palace.squares().len(), 12);
    }

    #[test]
    fn every_space_can_be_reached() {
        let board = &Data::embedded().board;
        let areas = Areas::new(board.ids().map(|id| (id, board.links(id))));
        let ways = areas.ways_to(areas.find("gate-n").unwrap(), |_| true);
        assert!(areas.all().all(|area| ways.steps(area) != Ways::NONE));
    }
}
