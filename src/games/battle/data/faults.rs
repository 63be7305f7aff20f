//! Checks of the components against each other and against the printed limits.

use super::card::CELLS;
use super::{BoardData, Card, CounterData, Data, Faction, Grid, PeriodData, SetupData, TileKind, UnitType};
use crate::kernel::board::hex::Hex;
use std::collections::{BTreeMap, BTreeSet};

/// §2 prints 48 counters.
const COUNTERS_PER_FACTION: u32 = 24;

/// What is wrong, each line beginning with the path of the value.
#[derive(Default)]
struct Faults(Vec<String>);

impl Faults {
    /// Notes a fault unless the condition holds.
    fn require(&mut self, holds: bool, path: &str, message: &str) {
        if !holds {
            self.0.push(format!("{path}: {message}"));
        }
    }

    /// A name that orders and file names can hold.
    fn require_id(&mut self, id: &str, path: &str) {
        let mut bytes = id.bytes();
        let safe = bytes.next().is_some_and(|b| b.is_ascii_lowercase())
            && bytes.all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
            && id.len() <= 40;
        self.require(
            safe,
            path,
            &format!("{id:?} is not a name; use a letter, then letters, digits and hyphens"),
        );
    }

    /// A text of one line that a report can print as it is.
    fn require_text(&mut self, text: &str, longest: usize, path: &str) {
        let sound = text.chars().count() <= longest && !text.chars().any(char::is_control);
        self.require(sound, path, &format!("must be one line of at most {longest} characters"));
    }

    fn require_title(&mut self, title: &str, path: &str) {
        self.require(!title.trim().is_empty(), path, "must not be empty");
        self.require_text(title, 40, path);
    }
}

impl Data {
    /// Everything that is wrong with the components; each line begins with the path of the value.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Faults::default();
        check_grid(self.board.grid, &mut faults);
        self.check_sizes(&mut faults);
        if !faults.0.is_empty() {
            return faults.0; // Nothing on a board of the wrong shape can be judged.
        }
        self.board.check(&mut faults);
        check_counters(self.counters, &mut faults);
        faults.require(self.setups.contains_key("standard"), "setups", "must hold a set-up named standard");
        for (id, setup) in &self.setups {
            let path = format!("setups.{id}");
            faults.require_id(id, &path);
            let reserved = ["user", "faction"].contains(&id.as_str());
            faults.require(!reserved, &path, "this name means a layout that the players make");
            faults.0.extend(self.setup_faults(&path, setup));
        }
        for (id, period) in &self.periods {
            check_period(id, period, self.counters, &mut faults);
        }
        faults.0
    }

    /// Bounds the work of all other checks, whatever file they are given.
    fn check_sizes(&self, faults: &mut Faults) {
        faults.require(self.board.sides.len() <= 400, "board.sides", "must be at most 400");
        faults.require(self.board.no_tiles.len() <= 400, "board.no_tiles", "must be at most 400");
        faults.require(self.setups.len() <= 40, "setups", "must be at most 40");
        faults.require((1..=40).contains(&self.periods.len()), "periods", "must be 1 to 40");
        for (id, period) in &self.periods {
            let path = format!("periods.{id}");
            faults.require(
                (1..=12).contains(&period.armies.len()),
                &format!("{path}.armies"),
                "must be 1 to 12",
            );
            faults.require((1..=24).contains(&period.rows.len()), &format!("{path}.rows"), "must be 1 to 24");
        }
    }

    /// Everything that is wrong with a set-up, such as one that players laid out themselves (§4.3).
    pub fn setup_faults(&self, path: &str, setup: &SetupData) -> Vec<String> {
        let mut faults = Faults::default();
        faults.require_title(&setup.title, &format!("{path}.title"));
        faults.require_text(&setup.note, 400, &format!("{path}.note"));
        check_tiles(&self.board, setup, path, &mut faults);
        check_headquarters(&self.board, setup, path, &mut faults);
        let taken = setup.terrain(&self.board);
        let free = self.board.hexes().filter(|&hex| {
            self.board.is_behind_line(Faction::Red, hex)
                && !taken.contains_key(&hex)
                && hex != setup.headquarters
        });
        let room = free.count() as u32 + 1 >= self.counters.total();
        faults.require(room, path, "too little clear ground behind the set-up line for all counters");
        faults.0
    }
}

fn check_grid(grid: Grid, faults: &mut Faults) {
    let columns = (3..=99).contains(&grid.columns) && grid.columns % 2 == 1;
    faults.require(columns, "board.grid.columns", "must be odd, 3 to 99");
    faults.require((2..=98).contains(&grid.odd), "board.grid.odd", "must be 2 to 98");
    let even = Some(grid.even) == grid.odd.checked_add(1);
    faults.require(
        even,
        "board.grid.even",
        "must be one more than odd, or half a turn does not map the board on itself",
    );
}

fn check_counters(counters: CounterData, faults: &mut Faults) {
    faults.require(counters.headquarters == 1, "counters.headquarters", "a faction has exactly one");
    let total = counters.total() <= COUNTERS_PER_FACTION;
    faults.require(total, "counters", "48 counters are printed, so a faction has at most 24");
}

impl BoardData {
    fn check(&self, faults: &mut Faults) {
        self.check_sides(faults);
        self.check_no_tiles(faults);
        self.check_set_up_line(faults);
        for kind in TileKind::ALL {
            let path = format!("board.tiles.{}", kind.name());
            let Some(tile) = self.tiles.get(&kind) else {
                faults.require(false, &path, "missing");
                continue;
            };
            faults.require(tile.count == 2, &path, "count must be 2, one for either half");
            faults.require((1..=7).contains(&tile.hexes), &path, "hexes must be 1 to 7");
        }
    }

    fn check_sides(&self, faults: &mut Faults) {
        let mut seen = BTreeSet::new();
        for (i, side) in self.sides.iter().enumerate() {
            let path = format!("board.sides[{i}]");
            let [a, b] = side.between;
            faults.require(
                self.contains(a) && self.contains(b),
                &path,
                &format!("{} is not on the board", side.name()),
            );
            faults.require(a.is_adjacent(b), &path, &format!("{a} and {b} are not adjacent"));
            faults.require(
                seen.insert([a.min(b), a.max(b)]),
                &path,
                &format!("{} is named twice", side.name()),
            );
            let (c, d) = (self.half_turn(a), self.half_turn(b));
            let image = self.side(c, d) == Some(side.kind);
            faults.require(image, &path, &format!("its image {c}-{d} is not of the same kind"));
        }
    }

    fn check_no_tiles(&self, faults: &mut Faults) {
        for (i, free) in self.no_tiles.iter().enumerate() {
            let path = format!("board.no_tiles[{i}]");
            let image = self.half_turn(free.hex);
            let paired = self.no_tiles.iter().any(|other| other.hex == image);
            faults.require(self.contains(free.hex), &path, &format!("{} is not on the board", free.hex));
            faults.require(paired, &path, &format!("its image {image} is not named"));
        }
    }

    fn check_set_up_line(&self, faults: &mut Faults) {
        let columns =
            [("odd", self.set_up_line.odd, self.grid.odd), ("even", self.set_up_line.even, self.grid.even)];
        for (name, [first, last], rows) in columns {
            let path = format!("board.set_up_line.{name}");
            let on_board = 1 <= first && first <= last && last <= rows;
            faults.require(on_board, &path, "must be first and last row, both on the board");
            // The image of the rows is rows+1−last to rows+1−first.
            let apart = u16::from(last) * 2 <= u16::from(rows) || u16::from(first) * 2 > u16::from(rows) + 1;
            faults.require(!on_board || apart, &path, "red's ground and blue's overlap");
        }
    }
}

/// §4.3 The limits of a set-up of tiles.
fn check_tiles(board: &BoardData, setup: &SetupData, path: &str, faults: &mut Faults) {
    let mut taken = BTreeMap::new();
    for kind in TileKind::ALL {
        let path = format!("{path}.tiles.{}", kind.name());
        let hexes = setup.tiles.get(&kind).map_or(&[][..], Vec::as_slice);
        let wanted = board.tiles.get(&kind).map_or(0, |tile| usize::from(tile.hexes));
        faults.require(
            hexes.len() == wanted,
            &path,
            &format!("such a tile covers {wanted}, not {}", hexes.len()),
        );
        if hexes.len() != wanted {
            continue;
        }
        faults.require(is_one_tile(hexes), &path, "the hexes of one tile must touch each other");
        for &hex in hexes {
            check_tile_hex(board, hex, &path, faults);
            for place in [hex, board.half_turn(hex)] {
                let other = taken.insert(place, kind);
                faults.require(other.is_none(), &path, &format!("two tiles overlap in {place}"));
            }
        }
    }
}

fn check_tile_hex(board: &BoardData, hex: Hex, path: &str, faults: &mut Faults) {
    let free = board.no_tiles.iter().any(|free| free.hex == hex);
    if !board.contains(hex) {
        faults.require(false, path, &format!("{hex} is not on the board"));
        return;
    }
    faults.require(!board.is_on_edge(hex), path, &format!("{hex} is on an edge of the board"));
    faults.require(!board.has_river_side(hex), path, &format!("{hex} has a river side"));
    faults.require(!free, path, &format!("{hex} must stay free of tiles"));
}

/// Up to three hexes all touch each other; more are connected.
pub fn is_one_tile(hexes: &[Hex]) -> bool {
    if hexes.len() <= 3 {
        return hexes.iter().enumerate().all(|(i, a)| hexes[i + 1..].iter().all(|b| a.is_adjacent(*b)));
    }
    let mut reached = vec![hexes[0]];
    let mut next = 0;
    while next < reached.len() {
        let from = reached[next];
        let found: Vec<_> =
            hexes.iter().copied().filter(|h| h.is_adjacent(from) && !reached.contains(h)).collect();
        reached.extend(found);
        next += 1;
    }
    reached.len() == hexes.len()
}

/// §2.2, §4.3 Where a headquarters may stand.
fn check_headquarters(board: &BoardData, setup: &SetupData, path: &str, faults: &mut Faults) {
    let path = format!("{path}.headquarters");
    let hex = setup.headquarters;
    if !board.contains(hex) {
        faults.require(false, &path, &format!("{hex} is not on the board"));
        return;
    }
    faults.require(!board.is_on_edge(hex), &path, &format!("{hex} is on an edge of the board"));
    let behind = board.is_behind_line(Faction::Red, hex);
    faults.require(behind, &path, &format!("{hex} is not behind red's set-up line"));
    let clear = !setup.terrain(board).contains_key(&hex);
    faults.require(clear, &path, &format!("{hex} is not clear terrain"));
}

fn check_period(id: &str, period: &PeriodData, counters: CounterData, faults: &mut Faults) {
    let path = format!("periods.{id}");
    faults.require_id(id, &path);
    faults.require_title(&period.title, &format!("{path}.title"));
    faults.require_text(period.notes.trim_end(), 2000, &format!("{path}.notes"));
    faults.require((1..=999).contains(&period.points), &format!("{path}.points"), "must be 1 to 999");
    let mut seen = BTreeSet::new();
    for (i, army) in period.armies.iter().enumerate() {
        let path = format!("{path}.armies[{i}]");
        faults.require_id(&army.id, &path);
        faults.require_title(&army.title, &path);
        faults.require(seen.insert(&army.id), &path, &format!("{} is named twice", army.id));
    }
    match Card::read(id, period) {
        Ok(card) => check_card(&card, counters, &path, faults),
        Err(found) => faults.0.extend(found),
    }
}

fn check_card(card: &Card, counters: CounterData, path: &str, faults: &mut Faults) {
    let (mut ids, mut shorts) = (BTreeSet::new(), BTreeSet::new());
    for (i, unit) in card.units.iter().enumerate() {
        let path = format!("{path}.rows[{i}]");
        faults.require(ids.insert(&unit.id), &path, &format!("{} is named twice", unit.id));
        faults.require(shorts.insert(&unit.short), &path, &format!("{} stands for two units", unit.short));
        check_unit(unit, card, &path, faults);
        check_sources(unit, card, &path, faults);
        let first = i == 0;
        faults.require(
            first == unit.is_headquarters(),
            &path,
            "the first row, and no other, is the headquarters",
        );
        if unit.is_headquarters() {
            check_headquarters_row(unit, &path, faults);
        } else {
            check_fighting_row(unit, &path, faults);
        }
    }
    check_marks(card, path, faults);
    check_armies(card, counters, path, faults);
}

fn check_unit(unit: &UnitType, card: &Card, path: &str, faults: &mut Faults) {
    faults.require_id(&unit.id, path);
    faults.require_title(&unit.name, &format!("{path}.name"));
    let letters = (2..=3).contains(&unit.short.len()) && unit.short.bytes().all(|b| b.is_ascii_alphabetic());
    faults.require(letters, &format!("{path}.short"), "must be two or three letters");
    let columns = unit.counts.len() == card.armies.len();
    faults.require(columns, &format!("{path}.counts"), "must hold one figure for each army");
}

/// §2.2 No strength, no movement, clear terrain only; one a faction, without cost.
fn check_headquarters_row(unit: &UnitType, path: &str, faults: &mut Faults) {
    let [clear, others @ ..] = unit.strength;
    let weak = clear.is_some_and(|s| s.plain == 0 && s.dagger.is_none() && s.double_dagger.is_none());
    let bound = others.iter().all(Option::is_none) && unit.movement.strategic == 0;
    faults.require(unit.id == "headquarters", path, "its name must be headquarters");
    faults.require(
        weak && bound,
        path,
        "a headquarters has strength 0, stays in clear terrain and does not move",
    );
    faults.require(unit.cost.is_none(), &format!("{path}.cost"), "a headquarters has no cost");
    faults.require(
        unit.counts.iter().all(|&n| n == 1),
        &format!("{path}.counts"),
        "an army has one headquarters",
    );
}

/// A unit that cannot stand in the open or move could not be set up or played.
fn check_fighting_row(unit: &UnitType, path: &str, faults: &mut Faults) {
    faults.require(
        unit.strength[0].is_some(),
        &format!("{path}.clear"),
        "every unit may enter clear terrain",
    );
    faults.require(unit.movement.normal > 0, &format!("{path}.move"), "only a headquarters does not move");
}

/// The lists of sources name cells, and each once.
fn check_sources(unit: &UnitType, card: &Card, path: &str, faults: &mut Faults) {
    let mut seen = BTreeSet::new();
    for name in unit.house.iter().chain(&unit.derived) {
        let known = CELLS.contains(&name.as_str())
            || name == "counts"
            || name.strip_prefix("count-").is_some_and(|army| card.army(army).is_some());
        faults.require(known, path, &format!("{name:?} in house or derived is no cell of the row"));
        faults.require(seen.insert(name), path, &format!("{name} stands twice in house and derived"));
    }
}

/// §6.1 A figure that depends on a mark needs a unit type that carries it.
fn check_marks(card: &Card, path: &str, faults: &mut Faults) {
    let cells = || card.units.iter().flat_map(|unit| unit.strength).flatten();
    let dagger = cells().all(|s| s.dagger.is_none()) || card.units.iter().any(|u| u.carries_dagger);
    let double =
        cells().all(|s| s.double_dagger.is_none()) || card.units.iter().any(|u| u.carries_double_dagger);
    faults.require(dagger, path, "a strength has a † figure, but no unit carries †");
    faults.require(double, path, "a strength has a ‡ figure, but no unit carries ‡");
}

/// No army has more units of a symbol than there are counters, and each has something to fight with.
fn check_armies(card: &Card, counters: CounterData, path: &str, faults: &mut Faults) {
    for (i, army) in card.armies.iter().enumerate() {
        let path = format!("{path}.armies[{i}]");
        let count = |unit: &UnitType| u32::from(unit.counts.get(i).copied().unwrap_or(0));
        for unit in &card.units {
            let same = card.units.iter().filter(|u| u.symbol == unit.symbol);
            let fits = same.map(count).sum::<u32>() <= u32::from(counters.of(unit.symbol));
            faults.require(fits, &path, &format!("{} has more {} than counters", army.id, unit.id));
        }
        let fights = card.units.iter().any(|u| !u.is_headquarters() && count(u) > 0);
        faults.require(fights, &path, &format!("{} has no units", army.id));
    }
}
