//! The orders of plundering and the facts that its conditions may name, with their forms.

use super::map::{Kind, Map};
use crate::kernel::orders::forms::words;
use crate::kernel::orders::grammar::{Form, Join, Match, Part, Slot};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

/// One line that a plunderer may write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// Rules for plundering: set out from a start square.
    Plunder {
        /// Which.
        from: String,
    },
    /// Go to these places in turn.
    Route(Vec<String>),
    /// Stop in these cities and turn the tile up; in all cities of the route if none is named.
    TurnUp(Vec<String>),
    /// Returning with the loot: go home.
    Return {
        /// To which start square; none for the nearest.
        to: Option<String>,
        /// As soon as this is reached; none for when the route is done.
        when: Option<(Measure, u32)>,
    },
    /// Roll the die and ask.
    Ask,
    /// Keep to this plan in the turns to come.
    CarryOn,
}

impl Order {
    /// Where a sheet has lines of this kind.
    pub fn rank(&self) -> u8 {
        match self {
            Self::Plunder { .. } => 0,
            Self::Route(_) => 1,
            Self::TurnUp(_) => 2,
            Self::Return { .. } => 3,
            Self::Ask => 4,
            Self::CarryOn => 5,
        }
    }
}

/// What a plunderer may count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// Gold on the tiles in front of him.
    Loot,
    /// AP on them.
    Treasures,
    /// How many tiles.
    Tiles,
    /// The die that he wanted to see.
    Die,
}

impl Measure {
    /// All, in the order of the words.
    pub const ALL: [Self; 4] = [Self::Loot, Self::Treasures, Self::Tiles, Self::Die];

    /// Those that outlast a turn.
    pub const OF_TILES: [Self; 3] = [Self::Loot, Self::Treasures, Self::Tiles];

    fn word(self) -> &'static str {
        ["loot", "treasures", "tiles", "die"][self as usize]
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A fact about an expedition; whoever writes it speaks of himself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// So much has been collected, or the die shows at least so much.
    Reaches(Measure, u32),
    /// A tile lies face down in a city.
    HasTile(String),
    /// Another plunderer stands in a place.
    IsTaken(String),
    /// The plunderer stands in a place.
    At(String),
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plunder { from } => write!(f, "plunder from {from}"),
            Self::Route(places) => write!(f, "route {}", places.join("→")),
            Self::TurnUp(cities) if cities.is_empty() => f.write_str("turn up"),
            Self::TurnUp(cities) => write!(f, "turn up {}", cities.join(",")),
            Self::Return { to, when } => {
                f.write_str("return")?;
                to.as_ref().map_or(Ok(()), |port| write!(f, " to {port}"))?;
                when.map_or(Ok(()), |(measure, least)| write!(f, " when {measure} reaches {least}"))
            }
            Self::Ask => f.write_str("ask"),
            Self::CarryOn => f.write_str("carry on"),
        }
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Reaches(measure, least) => write!(f, "{measure} reaches {least}"),
            Self::HasTile(city) => write!(f, "{city} has a tile"),
            Self::IsTaken(place) => write!(f, "{place} is taken"),
            Self::At(place) => write!(f, "at {place}"),
        }
    }
}

/// Puts the lines of a sheet into their one order; cities to turn up in the order of their names.
pub fn arrange(order: &mut Order) {
    if let Order::TurnUp(cities) = order {
        cities.sort();
        cities.dedup();
    }
}

/// The most that an order may count.
const MAX_COUNT: u32 = 999;

/// What the forms are made of.
pub struct Kit {
    map: Arc<Map>,
    ports: (Arc<[String]>, Vec<String>),
    cities: (Arc<[String]>, Vec<String>),
}

impl Kit {
    /// The forms on a map.
    pub fn new(map: &Arc<Map>) -> Self {
        Self { map: Arc::clone(map), ports: map.spellings(Kind::Port), cities: map.spellings(Kind::City) }
    }

    /// The forms of announcing.
    pub fn announcement(&self) -> Vec<Form<Order>> {
        let ports = self.ports.1.clone();
        vec![Form {
            name: "plunder",
            parts: vec![Part::Word(&["plunder"]), Part::Word(&["from"]), Part::choice("port", &self.ports.0)],
            build: Box::new(move |m| Order::Plunder { from: m.pick("port", &ports) }),
            example: "plunder from lubeck",
            help: "Sets out on the plundering expedition (Rules for plundering).",
        }]
    }

    /// The forms of a move whose die is not rolled yet.
    pub fn expedition(&self) -> Vec<Form<Order>> {
        let mut forms = self.march();
        forms.push(Form {
            name: "ask",
            parts: vec![Part::Word(&["ask"])],
            build: Box::new(|_| Order::Ask),
            example: "ask",
            help: "Rolls the die and asks you then.",
        });
        forms
    }

    /// The forms of a move whose die is known.
    pub fn march(&self) -> Vec<Form<Order>> {
        vec![self.route(), self.turn_up(), self.home(), carry_on()]
    }

    fn route(&self) -> Form<Order> {
        let map = Arc::clone(&self.map);
        Form {
            name: "route",
            parts: vec![
                Part::Word(&["route", "march", "go"]),
                Part::Many(Slot::place("place", &self.map.places), Join::Arrow, 1),
            ],
            build: Box::new(move |m| Order::Route(ids(&map, m, "place"))),
            example: "route p1→bremen→erfurt",
            help: "Goes to these places in turn by the shortest way, as far as the die takes him \
                   (How the plundering proceeds).",
        }
    }

    fn turn_up(&self) -> Form<Order> {
        let map = Arc::clone(&self.map);
        Form {
            name: "turn-up",
            parts: vec![
                Part::Word(&["turn"]),
                Part::Word(&["up"]),
                Part::Maybe(vec![Part::places("city", &self.map.places)]),
            ],
            build: Box::new(move |m| {
                let mut order = Order::TurnUp(ids(&map, m, "city"));
                arrange(&mut order);
                order
            }),
            example: "turn up bremen,erfurt",
            help: "Stops in these cities of the way, or in all that the route names, and turns the tile up \
                   (How the plundering proceeds).",
        }
    }

    fn home(&self) -> Form<Order> {
        let ports = self.ports.1.clone();
        Form {
            name: "return",
            parts: vec![
                Part::Word(&["return"]),
                Part::Maybe(vec![Part::Arrow, Part::choice("port", &self.ports.0)]),
                Part::Maybe([vec![Part::Word(&["when"])], reaches(&Measure::OF_TILES)].concat()),
            ],
            build: Box::new(move |m| Order::Return {
                to: m.pick_first("port", &ports),
                when: m.first("measure").map(|i| (Measure::OF_TILES[i as usize], m.value("count"))),
            }),
            example: "return to lubeck when loot reaches 10",
            help: "Goes home when the route is done, or as soon as so much is collected (Returning with the loot).",
        }
    }

    /// The forms of facts.
    pub fn facts(&self) -> Vec<Form<Fact>> {
        let (cities, map) = (self.cities.1.clone(), Arc::clone(&self.map));
        let (taken, at) = (Arc::clone(&map), map);
        vec![
            Form {
                name: "reaches",
                parts: reaches(&Measure::ALL),
                build: Box::new(|m| Fact::Reaches(m.pick("measure", &Measure::ALL), m.value("count"))),
                example: "loot reaches 10",
                help: "You have so much gold, AP or tiles before you, or the die that you asked for shows so much.",
            },
            Form {
                name: "has-tile",
                parts: vec![
                    Part::choice("city", &self.cities.0),
                    Part::Word(&["has"]),
                    Part::Word(&["a"]),
                    Part::Word(&["tile"]),
                ],
                build: Box::new(move |m| Fact::HasTile(m.pick("city", &cities))),
                example: "bremen has a tile",
                help: "A tile lies face down in the city.",
            },
            Form {
                name: "is-taken",
                parts: vec![
                    Part::place("place", &self.map.places),
                    Part::Word(&["is"]),
                    Part::Word(&["taken"]),
                ],
                build: Box::new(move |m| Fact::IsTaken(one(&taken, m, "place"))),
                example: "bremen is taken",
                help: "Another plunderer stands there.",
            },
            Form {
                name: "at",
                parts: vec![Part::Word(&["at"]), Part::place("place", &self.map.places)],
                build: Box::new(move |m| Fact::At(one(&at, m, "place"))),
                example: "at bremen",
                help: "Your marker stands there.",
            },
        ]
    }
}

/// `loot reaches 10`, also `loot ≥ 10` and `loot >= 10`.
fn reaches(measures: &[Measure]) -> Vec<Part> {
    let measures: Vec<&str> = measures.iter().map(|measure| measure.word()).collect();
    vec![
        Part::choice("measure", &words(&measures)),
        Part::Maybe(vec![Part::Word(&["reaches", "reach", "≥"])]),
        Part::Maybe(vec![Part::Word(&[">"]), Part::Word(&["="])]),
        Part::number("count", MAX_COUNT),
    ]
}

fn carry_on() -> Form<Order> {
    Form {
        name: "carry-on",
        parts: vec![Part::Word(&["carry"]), Part::Word(&["on"])],
        build: Box::new(|_| Order::CarryOn),
        example: "carry on",
        help: "Keeps to this plan in the turns to come, until it says nothing more.",
    }
}

fn ids(map: &Map, m: &Match, slot: &str) -> Vec<String> {
    m.all(slot).into_iter().map(|i| map.id(map.named(i)).to_owned()).collect()
}

fn one(map: &Map, m: &Match, slot: &str) -> String {
    map.id(map.named(m.value(slot))).to_owned()
}
