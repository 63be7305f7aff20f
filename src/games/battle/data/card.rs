//! Period cards (§2.3): the rows as printed, and what they mean.

use super::{Provenance, Terrain};
use crate::kernel::picture::Symbol;
use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;

/// The sign for "cannot" and "none" on a card.
const NONE: &str = "–";

/// The cells of a row that have a source, besides the counts.
pub(super) const CELLS: [&str; 7] = ["mark", "clear", "hills", "woods", "town", "move", "cost"];

/// How many counters of each symbol a faction has.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CounterData {
    /// Flags on a staff.
    pub headquarters: u8,
    /// Boxes with a cross.
    pub cross: u8,
    /// Boxes with a bow tie.
    pub bow_tie: u8,
    /// Boxes with a diagonal.
    pub diagonal: u8,
    /// Boxes with a dot.
    pub dot: u8,
    /// Boxes with a dot in a ring.
    pub eye: u8,
    /// Boxes with a rounded box.
    pub rounded: u8,
    /// Where this is from.
    #[serde(default)]
    pub source: Provenance,
}

impl CounterData {
    /// How many counters of a symbol a faction has.
    pub fn of(&self, symbol: Symbol) -> u8 {
        match symbol {
            Symbol::Headquarters => self.headquarters,
            Symbol::Cross => self.cross,
            Symbol::BowTie => self.bow_tie,
            Symbol::Diagonal => self.diagonal,
            Symbol::Dot => self.dot,
            Symbol::Eye => self.eye,
            Symbol::Rounded => self.rounded,
            Symbol::Unknown | Symbol::Blank => 0,
        }
    }

    /// How many counters a faction has, its headquarters included.
    pub fn total(&self) -> u32 {
        SYMBOLS.iter().map(|&(_, symbol)| u32::from(self.of(symbol))).sum()
    }
}

/// The symbols of counters by the names that the data use.
pub(super) const SYMBOLS: [(&str, Symbol); 7] = [
    ("headquarters", Symbol::Headquarters),
    ("cross", Symbol::Cross),
    ("bow-tie", Symbol::BowTie),
    ("diagonal", Symbol::Diagonal),
    ("dot", Symbol::Dot),
    ("eye", Symbol::Eye),
    ("rounded", Symbol::Rounded),
];

/// A period card as printed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PeriodData {
    /// The name for readers.
    pub title: String,
    /// §4.2 Resource points for buying an army.
    pub points: u16,
    /// The columns of counts.
    pub armies: Vec<Army>,
    /// What the period is like.
    #[serde(default)]
    pub notes: String,
    /// A row a unit type, headquarters first.
    pub rows: Vec<RowData>,
}

/// One army of a card: the head of a column of counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Army {
    /// The name that orders use.
    pub id: String,
    /// The name for readers.
    pub title: String,
}

/// A row of a card as printed; cells are texts such as `2,1†` or `–`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RowData {
    /// The name that orders use.
    pub id: String,
    /// The name for readers.
    pub name: String,
    /// Two or three letters for the map.
    pub short: String,
    /// The sign on the counter.
    pub symbol: String,
    /// The † or ‡ beside the name, or `–`.
    pub mark: String,
    /// Combat strength in clear terrain.
    #[serde(deserialize_with = "cell")]
    pub clear: String,
    /// Combat strength on hills.
    #[serde(deserialize_with = "cell")]
    pub hills: String,
    /// Combat strength in woods.
    #[serde(deserialize_with = "cell")]
    pub woods: String,
    /// Combat strength in a town.
    #[serde(deserialize_with = "cell")]
    pub town: String,
    /// Movement allowance, such as `2,3*`.
    #[serde(rename = "move", deserialize_with = "cell")]
    pub movement: String,
    /// Resource points, or `–`.
    #[serde(deserialize_with = "cell")]
    pub cost: String,
    /// How many units each army has.
    pub counts: Vec<u8>,
    /// The cells that are ours.
    #[serde(default)]
    pub house: Vec<String>,
    /// The cells that follow from what is printed.
    #[serde(default)]
    pub derived: Vec<String>,
}

impl RowData {
    /// The strength cells in the order of [`Terrain`].
    fn strengths(&self) -> [(&'static str, &str); 4] {
        [("clear", &self.clear), ("hills", &self.hills), ("woods", &self.woods), ("town", &self.town)]
    }
}

impl PeriodData {
    pub(super) fn house_notes(&self) -> impl Iterator<Item = String> + '_ {
        let rows = self.rows.iter().filter(|row| !row.house.is_empty());
        rows.map(|row| format!("{} card: {}, {}", self.title, row.name, row.house.join(", ")))
    }
}

/// Lets an owner write a bare number where the card prints one.
fn cell<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    struct Cell;
    impl Visitor<'_> for Cell {
        type Value = String;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a cell as the card prints it, such as \"2,1†\"")
        }

        fn visit_u64<E: de::Error>(self, number: u64) -> Result<String, E> {
            Ok(number.to_string())
        }

        fn visit_i64<E: de::Error>(self, number: i64) -> Result<String, E> {
            Ok(number.to_string())
        }

        fn visit_str<E: de::Error>(self, text: &str) -> Result<String, E> {
            Ok(text.to_owned())
        }
    }
    deserializer.deserialize_any(Cell)
}

/// §6.1 A combat strength cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Strength {
    /// The figure that applies as a rule.
    pub plain: u8,
    /// † The figure if an opposing unit in the combat is of a marked type.
    pub dagger: Option<u8>,
    /// ‡ The figure for a defender if an attacking unit is of a marked type.
    pub double_dagger: Option<u8>,
}

impl Strength {
    /// Reads a cell such as `3,2†,4‡` or `2,3†‡`; `–` is nothing: the unit cannot be there.
    pub fn parse(text: &str) -> Result<Option<Self>, String> {
        if text == NONE {
            return Ok(None);
        }
        let mut parts = text.split(',');
        let plain = figure(parts.next().unwrap_or_default(), text)?;
        let mut strength = Self { plain, dagger: None, double_dagger: None };
        for part in parts {
            let digits = part.trim_end_matches(['†', '‡']);
            let value = figure(digits, text)?;
            let signs = Marks::parse(&part[digits.len()..]).map_err(|_| not_a_strength(text))?;
            for (there, slot) in
                [(signs.dagger, &mut strength.dagger), (signs.double_dagger, &mut strength.double_dagger)]
            {
                if there && slot.replace(value).is_some() {
                    return Err(not_a_strength(text));
                }
            }
        }
        Ok(Some(strength))
    }
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.plain)?;
        match (self.dagger, self.double_dagger) {
            (Some(a), Some(b)) if a == b => write!(f, ",{a}†‡"),
            (a, b) => {
                a.map_or(Ok(()), |a| write!(f, ",{a}†"))?;
                b.map_or(Ok(()), |b| write!(f, ",{b}‡"))
            }
        }
    }
}

fn not_a_strength(text: &str) -> String {
    format!("{text:?} is not a combat strength; write it like \"3\", \"3,2†\", \"3,2†,4‡\" or \"–\"")
}

fn figure(digits: &str, whole: &str) -> Result<u8, String> {
    number(digits).filter(|&n| n <= 20).ok_or_else(|| not_a_strength(whole))
}

/// A plain number of at most three digits; `u8::from_str` would let a plus sign pass.
fn number<T: std::str::FromStr>(digits: &str) -> Option<T> {
    let plain = (1..=3).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
    digits.parse().ok().filter(|_| plain)
}

/// The signs beside a name or a figure: `†`, `‡` or both.
struct Marks {
    dagger: bool,
    double_dagger: bool,
}

impl Marks {
    fn parse(text: &str) -> Result<Self, String> {
        let (dagger, double_dagger) = match text {
            "†" => (true, false),
            "‡" => (false, true),
            "†‡" => (true, true),
            _ => return Err(format!("{text:?} is not a mark; write \"†\", \"‡\", \"†‡\" or \"–\"")),
        };
        Ok(Self { dagger, double_dagger })
    }
}

/// §5 A movement cell, in hexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Move {
    /// The allowance.
    pub normal: u8,
    /// §5.3 The allowance of a unit that does not attack; the same where the card has no `*`.
    pub strategic: u8,
}

impl Move {
    /// Reads a cell such as `1` or `2,3*`.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (normal, strategic) = match text.split_once(',') {
            None => (number(text), number(text)),
            Some((normal, starred)) => (number(normal), starred.strip_suffix('*').and_then(number)),
        };
        match (normal, strategic) {
            (Some(normal), Some(strategic)) if normal <= strategic && strategic <= 6 => {
                Ok(Self { normal, strategic })
            }
            _ => Err(format!(
                "{text:?} is not a movement allowance; write it like \"1\" or \"2,3*\", at most 6"
            )),
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.normal)?;
        if self.strategic == self.normal { Ok(()) } else { write!(f, ",{}*", self.strategic) }
    }
}

/// A period card, read.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Card {
    /// The name of the period.
    pub id: String,
    /// The name for readers.
    pub title: String,
    /// The armies, in the card's order.
    pub armies: Vec<Army>,
    /// §4.2 Resource points for buying an army.
    pub points: u16,
    /// The unit types in the card's order, headquarters first.
    pub units: Vec<UnitType>,
}

/// A row of a card, read.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct UnitType {
    /// The name that orders use.
    pub id: String,
    /// The name for readers.
    pub name: String,
    /// Two or three letters for the map.
    pub short: String,
    /// The sign on the counter.
    pub symbol: Symbol,
    /// Whether † figures of opposing units count against it.
    pub carries_dagger: bool,
    /// Whether ‡ figures of defending units count against it.
    pub carries_double_dagger: bool,
    /// Combat strengths in the order of [`Terrain`]; nothing where it cannot enter.
    pub strength: [Option<Strength>; 4],
    /// Movement allowance.
    pub movement: Move,
    /// Resource points, where the card gives any.
    pub cost: Option<u16>,
    /// How many each army has, in the card's order.
    pub counts: Vec<u8>,
    /// The cells that are ours.
    pub house: Vec<String>,
    /// The cells that follow from what is printed.
    pub derived: Vec<String>,
}

impl Card {
    /// Reads the rows of a card; every fault names the row and the cell.
    pub(super) fn read(id: &str, data: &PeriodData) -> Result<Self, Vec<String>> {
        let mut faults = Vec::new();
        let mut units = Vec::new();
        for (i, row) in data.rows.iter().enumerate() {
            match UnitType::read(row) {
                Ok(unit) => units.push(unit),
                Err(found) => faults.extend(found.into_iter().map(|f| format!("periods.{id}.rows[{i}].{f}"))),
            }
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let PeriodData { title, points, armies, .. } = data.clone();
        Ok(Self { id: id.to_owned(), title, armies, points, units })
    }

    /// The unit type of a name.
    pub fn unit(&self, id: &str) -> Option<&UnitType> {
        self.units.iter().find(|unit| unit.id == id)
    }

    /// The place of an army in the card's order.
    pub fn army(&self, id: &str) -> Option<usize> {
        self.armies.iter().position(|army| army.id == id)
    }

    /// Whether the card gives every unit but the headquarters a cost; without, nothing can be bought.
    pub fn has_costs(&self) -> bool {
        self.units.iter().all(|unit| unit.is_headquarters() || unit.cost.is_some())
    }
}

impl UnitType {
    fn read(row: &RowData) -> Result<Self, Vec<String>> {
        let mut faults = Vec::new();
        let mut strength = [None; 4];
        for (slot, (cell, text)) in strength.iter_mut().zip(row.strengths()) {
            *slot = kept(cell, Strength::parse(text), &mut faults).flatten();
        }
        let marks = if row.mark == NONE {
            Some(Marks { dagger: false, double_dagger: false })
        } else {
            kept("mark", Marks::parse(&row.mark), &mut faults)
        };
        let movement = kept("move", Move::parse(&row.movement), &mut faults);
        let cost = kept("cost", read_cost(&row.cost), &mut faults);
        let symbol = kept("symbol", read_symbol(&row.symbol), &mut faults);
        let (Some(marks), Some(movement), Some(cost), Some(symbol), true) =
            (marks, movement, cost, symbol, faults.is_empty())
        else {
            return Err(faults);
        };
        let RowData { id, name, short, counts, house, derived, .. } = row.clone();
        let Marks { dagger: carries_dagger, double_dagger: carries_double_dagger } = marks;
        #[rustfmt::skip]
        let unit = Self {
            id, name, short, symbol, carries_dagger, carries_double_dagger, strength, movement, cost, counts, house, derived,
        };
        Ok(unit)
    }

    /// §4.4 What is known of a unit that is hidden: nothing.
    pub fn hidden() -> Self {
        Self {
            id: "hidden".to_owned(),
            name: "Hidden".to_owned(),
            short: "??".to_owned(),
            symbol: Symbol::Unknown,
            carries_dagger: false,
            carries_double_dagger: false,
            strength: [None; 4],
            movement: Move { normal: 0, strategic: 0 },
            cost: None,
            counts: Vec::new(),
            house: Vec::new(),
            derived: Vec::new(),
        }
    }

    /// §2.2 Whether this is the headquarters.
    pub fn is_headquarters(&self) -> bool {
        self.symbol == Symbol::Headquarters
    }

    /// The strength cell for a terrain; nothing where the unit cannot be.
    pub fn strength_on(&self, terrain: Terrain) -> Option<Strength> {
        self.strength[terrain as usize]
    }

    /// §5 Whether the unit may enter a terrain.
    pub fn can_enter(&self, terrain: Terrain) -> bool {
        self.strength_on(terrain).is_some()
    }

    /// Where a cell comes from: `mark`, `clear`, `hills`, `woods`, `town`, `move`, `cost` or `count-ARMY`.
    pub fn provenance(&self, cell: &str) -> Provenance {
        let named = |list: &[String]| {
            list.iter().any(|name| name == cell || name == "counts" && cell.starts_with("count-"))
        };
        match () {
            () if named(&self.house) => Provenance::House,
            () if named(&self.derived) => Provenance::Derived,
            () => Provenance::Printed,
        }
    }
}

/// Takes a cell's value, or notes its fault with the cell's name.
fn kept<T>(cell: &str, read: Result<T, String>, faults: &mut Vec<String>) -> Option<T> {
    read.map_err(|e| faults.push(format!("{cell}: {e}"))).ok()
}

fn read_cost(text: &str) -> Result<Option<u16>, String> {
    if text == NONE {
        return Ok(None);
    }
    number(text)
        .filter(|&n| n > 0)
        .map(Some)
        .ok_or_else(|| format!("{text:?} is not a cost; write 1 to 999 or \"–\""))
}

fn read_symbol(text: &str) -> Result<Symbol, String> {
    let known = SYMBOLS.iter().find(|(name, _)| *name == text).map(|&(_, symbol)| symbol);
    known.ok_or_else(|| {
        format!("{text:?} is not a symbol; known are {}", SYMBOLS.map(|(name, _)| name).join(", "))
    })
}
