//! The Plundering map: start squares, city circles, points, and the ways between them; and the Plundering tiles.

use super::Provenance;
use crate::kernel::board::areas::{Areas, Ways};
use crate::kernel::orders::grammar::Places;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

pub use crate::kernel::board::areas::Area as Place;

/// How many city circles take a tile (Rules for plundering).
pub const CIRCLES: usize = 14;

/// The Plundering map and tiles as they stand in the data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlunderingData {
    /// The map.
    pub map: MapData,
    /// The tiles.
    pub tiles: TilesData,
}

/// The places of the map by kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MapData {
    /// Where cities, points and links are from.
    #[serde(default)]
    pub source: Provenance,
    /// The start squares.
    pub ports: Vec<PlaceData>,
    /// The city circles.
    pub cities: Vec<PlaceData>,
    /// The points between.
    pub points: Vec<PlaceData>,
}

/// One place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlaceData {
    /// Its id, as orders write it.
    pub id: String,
    /// Its name; points have none but their id.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// Column and row of its cell in a picture.
    pub at: [u8; 2],
    /// The places one step away.
    pub links: Vec<String>,
}

/// How many tiles there are of each kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TilesData {
    /// Where kinds and values are from.
    #[serde(default)]
    pub source: Provenance,
    /// Tiles with loot by their value in gold.
    pub loot: BTreeMap<u8, u8>,
    /// Cultural Treasures by their value in AP.
    pub treasures: BTreeMap<u8, u8>,
    /// Tiles with Imperial troops.
    pub troops: u8,
}

/// What a tile shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    /// Loot worth so much gold.
    Loot(u8),
    /// A Cultural Treasure worth so many AP.
    Treasure(u8),
    /// Imperial troops.
    Troops,
}

/// What a place is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A start square.
    Port,
    /// A city circle.
    City,
    /// A point on the way.
    Point,
}

/// The map ready for play.
#[derive(Debug)]
pub struct Map {
    areas: Areas,
    titles: Vec<String>,
    kinds: Vec<Kind>,
    cells: Vec<[u8; 2]>,
    /// Ways that lead through no port, by goal.
    ways: Vec<Ways>,
    /// Ids, and names with Swedish letters, for the order grammar.
    pub places: Arc<Places>,
    /// The place of each name in `places`.
    named: Vec<Place>,
    /// Every tile by its id, in ascending order.
    tiles: Vec<(String, Face)>,
}

impl Map {
    /// A map from sound data.
    pub fn new(data: &PlunderingData) -> Self {
        let mut all: Vec<(&PlaceData, Kind)> = data.map.all().collect();
        all.sort_by(|a, b| a.0.id.cmp(&b.0.id));
        let areas = Areas::new(all.iter().map(|(place, _)| (place.id.as_str(), place.links.as_slice())));
        let titles: Vec<String> = all.iter().map(|(p, _)| p.name().to_owned()).collect();
        let kinds: Vec<Kind> = all.iter().map(|(_, kind)| *kind).collect();
        let leads_on = |place: Place| kinds[place.index()] != Kind::Port;
        let ways = areas.all().map(|goal| areas.ways_to(goal, leads_on)).collect();
        let (places, named) = places(&areas, &titles);
        let cells = all.iter().map(|(p, _)| p.at).collect();
        Self { areas, titles, kinds, cells, ways, places, named, tiles: data.tiles.all() }
    }

    /// Every place in the order of ids.
    pub fn all(&self) -> impl Iterator<Item = Place> + use<> {
        self.areas.all()
    }

    /// The places of one kind.
    pub fn of_kind(&self, kind: Kind) -> impl Iterator<Item = Place> + '_ {
        self.all().filter(move |place| self.kind(*place) == kind)
    }

    /// The id of a place.
    pub fn id(&self, place: Place) -> &str {
        self.areas.id(place)
    }

    /// The name of a place with its Swedish letters.
    pub fn title(&self, place: Place) -> &str {
        &self.titles[place.index()]
    }

    /// The name of a place by its id; the id itself where there is no such place.
    pub fn name<'a>(&'a self, id: &'a str) -> &'a str {
        self.place(id).map_or(id, |place| self.title(place))
    }

    /// What a place is.
    pub fn kind(&self, place: Place) -> Kind {
        self.kinds[place.index()]
    }

    /// Column and row of a place in a picture.
    pub fn cell(&self, place: Place) -> [u8; 2] {
        self.cells[place.index()]
    }

    /// The place of an id.
    pub fn place(&self, id: &str) -> Option<Place> {
        self.areas.find(id)
    }

    /// The place that a name of the order grammar means.
    pub fn named(&self, index: u32) -> Place {
        self.named.get(index as usize).copied().unwrap_or(Place(0))
    }

    /// The places one step away.
    pub fn links(&self, place: Place) -> &[Place] {
        self.areas.neighbours(place)
    }

    /// Steps between two places on ways that lead through no port; 255 if there is no way.
    pub fn steps(&self, from: Place, to: Place) -> u8 {
        self.ways[to.index()].steps(from).min(u16::from(u8::MAX)) as u8
    }

    /// The shortest way through no port, without its beginning; of several the one with the lowest ids first.
    pub fn way(&self, from: Place, to: Place) -> Vec<Place> {
        self.ways[to.index()].way(from)
    }

    /// The port with the shortest way; of two the one with the lower id.
    pub fn nearest_port(&self, from: Place) -> Place {
        self.of_kind(Kind::Port).min_by_key(|port| self.steps(from, *port)).unwrap_or(Place(0))
    }

    /// The names of the places of one kind, with and without Swedish letters, and the id of each.
    pub fn spellings(&self, kind: Kind) -> (Arc<[String]>, Vec<String>) {
        let names = self.places.names.iter().zip(&self.named);
        let of_kind = names.filter(|(_, place)| self.kind(**place) == kind);
        let (names, ids): (Vec<String>, Vec<String>) =
            of_kind.map(|(name, place)| (name.clone(), self.id(*place).to_owned())).unzip();
        (names.into(), ids)
    }

    /// The ids of all tiles in ascending order.
    pub fn tiles(&self) -> impl Iterator<Item = &str> {
        self.tiles.iter().map(|(id, _)| id.as_str())
    }

    /// What a tile shows.
    pub fn face(&self, tile: &str) -> Option<Face> {
        let found = self.tiles.binary_search_by(|(id, _)| id.as_str().cmp(tile)).ok()?;
        Some(self.tiles[found].1)
    }
}

/// The names of all places for the grammar, and which place each is.
fn places(areas: &Areas, titles: &[String]) -> (Arc<Places>, Vec<Place>) {
    let mut names: BTreeMap<String, Place> = BTreeMap::new();
    for (place, title) in areas.all().zip(titles) {
        names.insert(areas.id(place).to_owned(), place);
        let title = title.to_lowercase();
        // A name of several words is no token; its id will do.
        if title.chars().all(char::is_alphanumeric) {
            names.entry(title).or_insert(place);
        }
    }
    let named = names.values().copied().collect();
    let places = Places {
        names: names.into_keys().collect(),
        noun: "place",
        has_shape: |text| text.strip_prefix('p').is_some_and(|n| n.parse::<u16>().is_ok()),
        extent: "adjutant show lists the places of the Plundering map".to_owned(),
    };
    (Arc::new(places), named)
}

impl PlaceData {
    /// The name that players read.
    fn name(&self) -> &str {
        if self.title.is_empty() { &self.id } else { &self.title }
    }
}

impl MapData {
    /// Every place with its kind.
    fn all(&self) -> impl Iterator<Item = (&PlaceData, Kind)> {
        let ports = self.ports.iter().map(|place| (place, Kind::Port));
        let cities = self.cities.iter().map(|place| (place, Kind::City));
        ports.chain(cities).chain(self.points.iter().map(|place| (place, Kind::Point)))
    }
}

impl TilesData {
    /// Every tile by its id, in ascending order.
    fn all(&self) -> Vec<(String, Face)> {
        let mut tiles = Vec::new();
        for (value, count) in &self.loot {
            tiles.extend((1..=*count).map(|n| (format!("loot-{value:02}-{n}"), Face::Loot(*value))));
        }
        tiles.extend((1..=self.troops).map(|n| (format!("troops-{n:02}"), Face::Troops)));
        for (value, count) in &self.treasures {
            tiles.extend((1..=*count).map(|n| (format!("treasure-{value}-{n}"), Face::Treasure(*value))));
        }
        tiles.sort_by(|a, b| a.0.cmp(&b.0));
        tiles
    }

    fn count(&self) -> usize {
        let sum = |counts: &BTreeMap<u8, u8>| counts.values().map(|n| usize::from(*n)).sum::<usize>();
        sum(&self.loot) + sum(&self.treasures) + usize::from(self.troops)
    }
}

impl PlunderingData {
    /// What is wrong, each line beginning with the path of the value.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let all: Vec<(&PlaceData, Kind)> = self.map.all().collect();
        let ids: BTreeSet<&str> = all.iter().map(|(p, _)| p.id.as_str()).collect();
        let mut require = |holds: bool, path: &str, message: &str| {
            if !holds {
                faults.push(format!("plundering.{path}: {message}"));
            }
        };
        require(self.map.ports.len() >= 2, "map.ports", "must be at least the two start squares");
        require(self.map.cities.len() == CIRCLES, "map.cities", "must be 14, since 14 tiles are placed");
        require(all.len() <= 200, "map", "must have at most 200 places");
        require(ids.len() == all.len(), "map", "names a place twice");
        require(self.tiles.count() >= CIRCLES, "tiles", "must be at least 14");
        require(self.tiles.count() <= 99, "tiles", "must be at most 99");
        let most = |counts: &BTreeMap<u8, u8>| counts.keys().max().copied().unwrap_or(0);
        require(most(&self.tiles.loot) <= 99, "tiles.loot", "must be worth at most 99 gold each");
        require(most(&self.tiles.treasures) <= 9, "tiles.treasures", "must be worth at most 9 AP each");
        let mut cells = BTreeSet::new();
        for (place, _) in &all {
            let path = format!("map.{}", place.id);
            let is_named = crate::kernel::seat::is_id(&place.id) && place.id.len() <= 16;
            require(is_named, &path, "must be letters, digits and hyphens, at most 16");
            let is_titled = place.title.chars().count() <= 24 && !place.title.chars().any(char::is_control);
            require(is_titled, &path, "must have a title of at most 24 characters");
            require(place.at.iter().all(|n| (1..=30).contains(n)), &path, "is off the picture");
            require(place.at[0] <= 11, &path, "must stand in one of 11 columns");
            require(cells.insert(place.at), &path, "stands in the cell of another place");
            for link in &place.links {
                let other = all.iter().find(|(p, _)| p.id == *link);
                let is_mutual = other.is_some_and(|(p, _)| p.links.contains(&place.id));
                require(is_mutual, &path, &format!("is linked to {link}, which is not linked back"));
                require(*link != place.id, &path, "is linked to itself");
            }
        }
        if faults.is_empty() {
            let map = Map::new(self);
            let lubeck = map.nearest_port(Place(0));
            for place in map.all().filter(|place| map.steps(*place, lubeck) > 100) {
                faults.push(format!("plundering.map.{}: cannot be reached", map.id(place)));
            }
        }
        faults
    }
}

#[cfg(test)]
mod tests {
    use super::super::Data;
    use super::*;

    fn map() -> Map {
        Map::new(&Data::embedded().plundering)
    }

    fn ids(map: &Map, places: &[Place]) -> Vec<String> {
        places.iter().map(|place| map.id(*place).to_owned()).collect()
    }

    #[test]
    fn the_map_holds_what_is_printed() {
        let map = map();
        let ports: Vec<&str> = map.of_kind(Kind::Port).map(|p| map.id(p)).collect();
        assert_eq!(ports, ["lubeck", "stettin"]);
        assert_eq!(map.of_kind(Kind::City).count(), CIRCLES);
        assert_eq!(map.tiles().count(), 20);
        assert_eq!(map.face("loot-10-1"), Some(Face::Loot(10)));
        assert_eq!(map.face("treasure-2-1"), Some(Face::Treasure(2)));
        assert_eq!(map.face("troops-05"), Some(Face::Troops));
        assert_eq!(map.face("troops-06"), None);
    }

    #[test]
    fn ways_are_shortest_and_lead_through_no_port() {
        let map = map();
        let place = |id: &str| map.place(id).expect(id);
        assert_eq!(ids(&map, &map.way(place("lubeck"), place("bremen"))), ["p1", "p3", "bremen"]);
        assert_eq!(map.way(place("bremen"), place("bremen")), []);
        for from in map.all() {
            for to in map.all() {
                let way = map.way(from, to);
                assert_eq!(way.len(), usize::from(map.steps(from, to)));
                let inner = way.split_last().map_or(&[][..], |(_, inner)| inner);
                assert!(inner.iter().all(|p| map.kind(*p) != Kind::Port));
            }
        }
    }

    #[test]
    fn places_that_touch_in_the_picture_are_linked_and_no_others() {
        let map = map();
        for one in map.all() {
            for other in map.all().filter(|other| *other != one) {
                let [column, row] = map.cell(one).map(i32::from);
                let [beside, below] = map.cell(other).map(i32::from);
                let half = |c: i32, r: i32| 2 * r + c % 2;
                let apart = (half(column, row) - half(beside, below)).abs();
                let touches = match (column - beside).abs() {
                    0 => apart == 2,
                    1 => apart == 1,
                    _ => false,
                };
                let linked = map.links(one).contains(&other);
                assert_eq!(linked, touches, "{} and {}", map.id(one), map.id(other));
            }
        }
    }

    #[test]
    fn names_are_read_with_and_without_swedish_letters() {
        let map = map();
        for (name, id) in [("lübeck", "lubeck"), ("lubeck", "lubeck"), ("münchen", "munchen"), ("p40", "p40")]
        {
            let found = map.places.find(name).expect(name);
            assert_eq!(map.id(map.named(found)), id);
        }
    }

    #[test]
    fn faults_of_an_owners_map_are_told() {
        let mut data = Data::embedded().plundering.clone();
        data.map.points[0].links.clear();
        let faults = data.faults();
        assert!(faults.iter().any(|f| f.contains("is not linked back")), "{faults:?}");
        let mut data = Data::embedded().plundering.clone();
        data.map.cities.pop();
        assert!(data.faults().iter().any(|f| f.contains("must be 14")), "{:?}", data.faults());
    }
}
