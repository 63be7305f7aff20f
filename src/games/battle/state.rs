//! What everybody may know of a game of Battle. Under Fog of war (§4.4) that is less than there is, see [`super::fog`].

use super::data::{Faction, Half};
use super::faction::name;
use super::ground::{Place, Set};
use super::setting::{Names, Setting};
use super::tiles;
use crate::kernel::board::hex::Hex;
use crate::kernel::time::Instant;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A unit on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Whose.
    pub faction: Faction,
    /// Its type, by its place on the card; [`HIDDEN`] where that is not known.
    pub kind: u8,
}

/// §4.4 The type of a unit whose type is not known.
pub const HIDDEN: u8 = u8::MAX;

impl Unit {
    /// §4.4 Whether its type is not known.
    pub fn is_hidden(self) -> bool {
        self.kind == HIDDEN
    }
}

/// How far a unit has gone in the sub-turn that is going on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct March {
    /// Hexes.
    pub steps: u8,
    /// River sides without a bridge.
    pub fords: u8,
}

/// Where the game stands in its sequence (§3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// §4.2 A faction chooses its army.
    Army,
    /// §4.2 A faction buys its army.
    Purchase,
    /// §4.3 Factions place their tiles and headquarters.
    Tiles,
    /// §4.4 A faction places its units.
    Deployment,
    /// §3 A faction moves, fights and advances.
    SubTurn,
    /// It is over.
    Over,
}

/// §3.1 Stalemate was called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stalemate {
    /// By whom.
    pub by: Faction,
    /// In which turn.
    pub turn: u16,
}

/// How it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The winner; none in a draw.
    pub winner: Option<Faction>,
    /// Why.
    pub reason: String,
}

/// The position.
#[derive(Clone, Debug, PartialEq)]
pub struct Public {
    /// Names that it is written with.
    pub names: Arc<Names>,
    /// The turn, from 1; 0 during set-up.
    pub turn: u16,
    /// Whose decision it is; red's where both decide at once.
    pub faction: Faction,
    /// §4.4 Whether both decide at once, in secret.
    pub together: bool,
    /// What is being decided.
    pub stage: Stage,
    /// The army that each faction has chosen, by its place on the card.
    pub armies: [Option<u8>; 2],
    /// Whether each faction has bought its army, where armies are bought.
    pub bought: [bool; 2],
    /// §4.3 What each faction has placed on its half before its units, where the factions do that themselves.
    pub halves: [Option<Half>; 2],
    /// How many units of each type a faction has yet to place, by faction and type.
    pub reserve: [Vec<u8>; 2],
    /// §4.4 Whether a faction has yet to place what it has bought and others do not know.
    pub unnamed: [bool; 2],
    /// How many units of each type a faction has lost, by faction and type.
    pub lost: [Vec<u8>; 2],
    /// The units, by place.
    pub units: Vec<Option<Unit>>,
    /// Where each faction's units stand.
    pub occupied: [Set; 2],
    /// §4.4 How far units have gone in a sub-turn whose movement was stopped, by where they stand.
    pub marches: BTreeMap<Place, March>,
    /// §3.1 Stalemate, if it was called and not broken.
    pub stalemate: Option<Stalemate>,
    /// §3.1 Seconds that each faction has used in a timed game.
    pub used: [u64; 2],
    /// The newest instant that a turn file named, in a game that counts time.
    pub last_sent: Option<Instant>,
    /// How it ended.
    pub ending: Option<Ending>,
}

impl Public {
    /// The position before anything was chosen or placed: headquarters stand on the board (§4.3).
    pub fn new(setting: &Setting) -> Self {
        let kinds = setting.card.units.len();
        let mut public = Self {
            names: Arc::clone(&setting.names),
            turn: 0,
            faction: Faction::Red,
            together: false,
            stage: Stage::Army,
            armies: setting.armies.map(|a| a.map(|i| i as u8)),
            bought: [false; 2],
            halves: [None, None],
            reserve: [vec![0; kinds], vec![0; kinds]],
            unnamed: [false; 2],
            lost: [vec![0; kinds], vec![0; kinds]],
            units: vec![None; setting.ground.hexes.len()],
            occupied: [Set::EMPTY; 2],
            marches: BTreeMap::new(),
            stalemate: None,
            used: [0; 2],
            last_sent: None,
            ending: None,
        };
        for faction in Faction::BOTH {
            if let Some(place) = setting.ground.headquarters[faction as usize] {
                public.put_headquarters(setting, faction, place);
            }
        }
        public
    }

    /// §4.3 Puts a faction's headquarters on the board.
    pub fn put_headquarters(&mut self, setting: &Setting, faction: Faction, place: Place) {
        let headquarters =
            setting.card.units.iter().position(super::data::UnitType::is_headquarters).unwrap_or(0);
        self.put(place, Unit { faction, kind: headquarters as u8 });
    }

    /// The unit in a place.
    pub fn unit(&self, place: Place) -> Option<Unit> {
        self.units[place.index()]
    }

    /// The unit in a place, if it is the faction's.
    pub fn own(&self, faction: Faction, place: Place) -> Option<Unit> {
        self.unit(place).filter(|u| u.faction == faction)
    }

    /// Where a faction's units stand.
    pub fn places_of(&self, faction: Faction) -> Set {
        self.occupied[faction as usize]
    }

    /// Puts a unit into an empty place.
    pub fn put(&mut self, place: Place, unit: Unit) {
        self.units[place.index()] = Some(unit);
        self.occupied[unit.faction as usize].add(place);
    }

    /// Takes the unit out of a place.
    pub fn take(&mut self, place: Place) -> Option<Unit> {
        let unit = self.units[place.index()].take()?;
        self.occupied[unit.faction as usize].remove(place);
        Some(unit)
    }

    /// The place of a hex by name.
    pub fn place(&self, hex: Hex) -> Option<Place> {
        self.names.hexes.binary_search(&hex).ok().map(|i| Place(i as u8))
    }

    /// Whether a faction has units yet to place, or may have.
    pub fn has_reserve(&self, faction: Faction) -> bool {
        self.unnamed[faction as usize] || self.reserve[faction as usize].iter().any(|n| *n > 0)
    }

    /// §4.4 Where units of a faction stand whose types are not known.
    pub fn hidden(&self, faction: Faction) -> Set {
        self.places_of(faction).iter().filter(|p| self.unit(*p).is_some_and(Unit::is_hidden)).collect()
    }
}

impl Serialize for Public {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("turn", &self.turn)?;
        map.serialize_entry("faction", if self.together { "both" } else { name(self.faction) })?;
        map.serialize_entry("stage", &self.stage)?;
        self.serialize_optional(&mut map)?;
        map.serialize_entry("lost", &self.by_faction(&self.lost))?;
        map.serialize_entry("units", &self.unit_names())?;
        map.end()
    }
}

impl Public {
    /// What stands in a position only while it matters.
    fn serialize_optional<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        let armies: BTreeMap<&str, &str> = Faction::BOTH
            .into_iter()
            .filter_map(|f| {
                Some((name(f), self.names.armies[usize::from(self.armies[f as usize]?)].as_str()))
            })
            .collect();
        if !armies.is_empty() {
            map.serialize_entry("armies", &armies)?;
        }
        if self.turn == 0 && self.bought != [false; 2] {
            let bought: Vec<&str> =
                Faction::BOTH.into_iter().filter(|f| self.bought[*f as usize]).map(name).collect();
            map.serialize_entry("bought", &bought)?;
        }
        if self.halves.iter().any(Option::is_some) {
            let half = |f: Faction| Some((name(f), self.halves[f as usize].as_ref()?));
            let halves: BTreeMap<&str, &Half> = Faction::BOTH.into_iter().filter_map(half).collect();
            map.serialize_entry("halves", &halves)?;
        }
        if self.reserve.iter().flatten().any(|n| *n > 0) {
            map.serialize_entry("reserve", &self.by_faction(&self.reserve))?;
        }
        if self.unnamed != [false; 2] {
            let unnamed: Vec<&str> =
                Faction::BOTH.into_iter().filter(|f| self.unnamed[*f as usize]).map(name).collect();
            map.serialize_entry("hidden-reserve", &unnamed)?;
        }
        if !self.marches.is_empty() {
            let marches: BTreeMap<Hex, &March> =
                self.marches.iter().map(|(p, march)| (self.names.hexes[p.index()], march)).collect();
            map.serialize_entry("moved", &marches)?;
        }
        if let Some(call) = self.stalemate {
            map.serialize_entry("stalemate", &BTreeMap::from([(name(call.by), call.turn)]))?;
        }
        if self.used != [0; 2] {
            let used: BTreeMap<&str, u64> =
                Faction::BOTH.into_iter().map(|f| (name(f), self.used[f as usize])).collect();
            map.serialize_entry("seconds-used", &used)?;
        }
        if let Some(sent) = self.last_sent {
            map.serialize_entry("last-sent", &sent)?;
        }
        if let Some(ending) = &self.ending {
            let winner = ending.winner.map_or("nobody", name);
            map.serialize_entry(
                "ending",
                &BTreeMap::from([("winner", winner), ("reason", ending.reason.as_str())]),
            )?;
        }
        Ok(())
    }

    fn by_faction(&self, counts: &[Vec<u8>; 2]) -> BTreeMap<&str, BTreeMap<&str, u8>> {
        let of = |f: Faction| {
            let kinds = self.names.units.iter().map(String::as_str).zip(counts[f as usize].iter().copied());
            (name(f), kinds.filter(|(_, n)| *n > 0).collect())
        };
        Faction::BOTH.into_iter().map(of).collect()
    }

    fn unit_names(&self) -> BTreeMap<Hex, String> {
        let named = |(i, unit): (usize, &Option<Unit>)| {
            let unit = (*unit)?;
            let text = format!("{} {}", name(unit.faction), self.names.unit(unit.kind));
            Some((self.names.hexes[i], text))
        };
        self.units.iter().enumerate().filter_map(named).collect()
    }
}

impl Public {
    /// What must hold in every position and does not.
    pub fn broken(&self, setting: &Setting) -> Vec<String> {
        let mut broken = Vec::new();
        let mut require = |holds: bool, what: String| {
            if !holds {
                broken.push(what);
            }
        };
        for faction in Faction::BOTH {
            let i = faction as usize;
            let standing: Set =
                (0..self.units.len() as u8).map(Place).filter(|p| self.own(faction, *p).is_some()).collect();
            require(
                standing == self.occupied[i],
                format!("{}'s set of places is not where its units stand", name(faction)),
            );
            let fallen =
                self.lost[i].iter().zip(&setting.card.units).any(|(n, u)| u.is_headquarters() && *n > 0);
            let home = setting.ground.headquarters[i];
            let at_home = home.is_some_and(|home| {
                self.own(faction, home).is_some_and(|u| setting.unit(u.kind).is_headquarters())
            });
            let is_yet_to_come = home.is_none() && self.turn == 0;
            require(
                at_home != fallen || is_yet_to_come,
                format!("{}'s headquarters is neither at home nor fallen", name(faction)),
            );
            let lies = self.halves[i].as_ref();
            require(
                lies.is_none_or(|half| tiles::check(setting, faction, &tiles::lines(half)).is_empty()),
                format!("{}'s tiles do not keep the limits", name(faction)),
            );
            require(
                !fallen || self.ending.is_some(),
                format!("{}'s headquarters has fallen and the game goes on", name(faction)),
            );
            for place in standing.iter() {
                let unit = self.units[place.index()];
                let may = unit.is_some_and(|u| u.is_hidden() || setting.enterable(u.kind).has(place));
                require(may, format!("a unit stands in {} where it may not be", setting.ground.hex(place)));
            }
            self.count_units(setting, faction, &mut require);
        }
        require((self.stage == Stage::Over) == self.ending.is_some(), "stage and ending disagree".to_owned());
        broken
    }

    /// No more units of a symbol are in play than there are counters.
    fn count_units(&self, setting: &Setting, faction: Faction, require: &mut dyn FnMut(bool, String)) {
        for (kind, unit) in setting.card.units.iter().enumerate() {
            let same = |k: usize| setting.card.units[k].symbol == unit.symbol;
            let standing = self
                .units
                .iter()
                .flatten()
                .filter(|u| u.faction == faction && !u.is_hidden() && same(usize::from(u.kind)))
                .count();
            let elsewhere = |counts: &[u8]| -> usize {
                counts.iter().enumerate().filter(|(k, _)| same(*k)).map(|(_, n)| usize::from(*n)).sum()
            };
            let total = standing
                + elsewhere(&self.lost[faction as usize])
                + elsewhere(&self.reserve[faction as usize]);
            let counters = usize::from(setting.counters[kind]);
            require(
                total <= counters,
                format!("{} has {total} units of a symbol with {counters} counters", name(faction)),
            );
        }
    }
}
