//! The position of plundering: the bag, what families have brought home, the expedition under way.

use super::map::{Face, Kind, Map};
use super::orders::Measure;
use super::plan::Plan;
use serde::Serialize;

/// What is left and what was taken over the whole game, and the expedition under way.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Plundering {
    /// The tiles in the bag, in ascending order; those on the map are among them, since nobody has seen their faces.
    pub bag: Vec<String>,
    /// The tiles that each family has brought home, by its place at the table.
    pub kept: Vec<Vec<String>>,
    /// Whether families are being asked who sets out.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub announcing: bool,
    /// The expedition under way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expedition: Option<Expedition>,
}

/// One plundering expedition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Expedition {
    /// The regent round in which it takes place.
    pub round: u8,
    /// The turn, from 1: every plunderer moves once in each.
    pub turn: u16,
    /// Whose move it is.
    pub mover: u8,
    /// What the mover has rolled, where he wanted to see it first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub die: Option<u8>,
    /// The plunderers in the order of play.
    pub parties: Vec<Party>,
    /// The cities with a tile face down, in ascending order.
    pub tiles: Vec<String>,
    /// Tiles that were turned up and put back into the bag, which cannot be those on the map.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub put_back: Vec<String>,
}

/// A family that is out plundering.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Party {
    /// Whose.
    pub family: u8,
    /// Where its marker stands.
    pub at: String,
    /// How it fares.
    pub fate: Fate,
    /// The tiles in front of it, in the order in which they were turned up.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub taken: Vec<String>,
    /// What it goes on doing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan: Option<Plan>,
}

/// How a plunderer fares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// It is under way.
    Out,
    /// It has returned.
    Home,
    /// It has met Imperial troops, or given up.
    Lost,
}

impl Plundering {
    /// All tiles in the bag.
    pub fn new(map: &Map, families: usize) -> Self {
        let bag = map.tiles().map(str::to_owned).collect();
        Self { bag, kept: vec![Vec::new(); families], ..Self::default() }
    }

    /// What a family has brought home: gold and AP.
    pub fn spoils(&self, map: &Map, family: u8) -> (u32, u32) {
        self.kept.get(usize::from(family)).map_or((0, 0), |tiles| worth(map, tiles))
    }
}

/// What tiles are worth together: gold and AP.
pub fn worth(map: &Map, tiles: &[String]) -> (u32, u32) {
    tiles.iter().fold((0, 0), |(gold, ap), tile| match map.face(tile) {
        Some(Face::Loot(value)) => (gold + u32::from(value), ap),
        Some(Face::Treasure(value)) => (gold, ap + u32::from(value)),
        Some(Face::Troops) | None => (gold, ap),
    })
}

impl Expedition {
    /// Whether a tile lies face down in a place.
    pub fn has_tile(&self, id: &str) -> bool {
        self.tiles.binary_search_by(|city| city.as_str().cmp(id)).is_ok()
    }

    /// Whether another plunderer than the mover stands in a place that has room for one.
    pub fn is_taken(&self, map: &Map, id: &str) -> bool {
        let is_port = map.place(id).is_some_and(|place| map.kind(place) == Kind::Port);
        !is_port && self.under_way().any(|party| party.family != self.mover && party.at == id)
    }

    /// The plunderers that are under way.
    pub fn under_way(&self) -> impl Iterator<Item = &Party> {
        self.parties.iter().filter(|party| party.fate == Fate::Out)
    }

    /// A family's party.
    pub fn party(&self, family: u8) -> Option<&Party> {
        self.parties.iter().find(|party| party.family == family)
    }

    /// A family's party.
    pub fn party_mut(&mut self, family: u8) -> Option<&mut Party> {
        self.parties.iter_mut().find(|party| party.family == family)
    }

    /// Who moves after the mover, and in which turn; none if nobody is under way.
    pub fn next(&self) -> Option<(u16, u8)> {
        let at = self.parties.iter().position(|party| party.family == self.mover)?;
        let is_out = |party: &&Party| party.fate == Fate::Out;
        let later = self.parties[at + 1..].iter().find(is_out).map(|party| (self.turn, party.family));
        later.or_else(|| self.parties.iter().find(is_out).map(|party| (self.turn + 1, party.family)))
    }

    /// The tiles that a face-down tile may be, in ascending order: all in the bag but those that were put back.
    pub fn unseen<'a>(&'a self, bag: &'a [String]) -> impl Iterator<Item = &'a String> {
        bag.iter().filter(|tile| !self.put_back.contains(tile))
    }
}

impl Party {
    /// The plan that a plunderer has sent before, if it says anything about the turn that is coming.
    pub fn standing(&self, map: &Map) -> Option<&Plan> {
        self.plan.as_ref().filter(|plan| !plan.is_spent(map, self))
    }

    /// What a plunderer has collected so far, by one measure.
    pub fn measure(&self, map: &Map, measure: Measure) -> u32 {
        let (gold, ap) = worth(map, &self.taken);
        match measure {
            Measure::Loot => gold,
            Measure::Treasures => ap,
            Measure::Tiles => self.taken.len() as u32,
            Measure::Die => 0,
        }
    }
}
