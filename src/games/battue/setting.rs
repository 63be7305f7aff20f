//! What the terms fix for a whole game: scenario, seats, components, options, order forms.

use super::board::{CAMP, Edge, WallKind};
use super::data::{Data, Size};
use super::options::OPTIONS;
use super::orders::Forms;
use super::orders::forms::{self, Kit};
use super::state::{Horde, Private, Public};
use crate::kernel::components;
use crate::kernel::options::{Options, Refusal, kept, scenario};
use crate::kernel::terms::{DiceMode, Terms};
use serde_json::Value;
use std::collections::BTreeMap;

/// The scenarios: how the city is laid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scenario {
    /// A ready-made city.
    Ready,
    /// Laid by lot.
    Random,
    /// Laid by the players.
    Laid,
}

impl Scenario {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Ready, Self::Random, Self::Laid];

    /// The word after `--scenario`.
    pub fn id(self) -> &'static str {
        ["ready", "random", "laid"][self as usize]
    }

    /// Its name.
    pub fn title(self) -> &'static str {
        ["A ready-made city", "A city laid by lot", "A city laid by the players"][self as usize]
    }
}

/// What the terms fix.
pub struct Setting {
    /// How the city is laid.
    pub scenario: Scenario,
    /// The seats' ids in the order round the table, each with the next one on its left.
    pub seats: Vec<String>,
    /// The components.
    pub data: Data,
    /// Whether a hand is known to its player and the referee alone.
    pub is_hidden: bool,
    /// Whether the first player is drawn rather than the first of the terms.
    pub is_first_drawn: bool,
    /// Order forms.
    pub forms: Forms,
    /// House values that the game rests on.
    pub house: Vec<String>,
}

/// The fewest and the most players.
const PLAYERS: std::ops::RangeInclusive<usize> = 2..=4;

impl Setting {
    /// Reads the terms.
    ///
    /// Errors: everything that is wrong, all at once.
    pub fn new(terms: &Terms, components: Option<&Value>) -> Result<Self, Vec<Refusal>> {
        let data = components::in_place(Data::embedded(), components, Data::overlay)?;
        let options = Options::read(OPTIONS, &terms.options.0)?;
        let mut refusals = Vec::new();
        let scenario = kept(scenario(&terms.scenario, &Scenario::ALL, Scenario::id), &mut refusals);
        let seats = terms.players().to_vec();
        if !PLAYERS.contains(&seats.len()) {
            refusals.push(Refusal::new("seat/too-few", "two to four players take part"));
        }
        let is_hidden = options.get("hands") == "hidden";
        if is_hidden && matches!(terms.dice, DiceMode::Peers | DiceMode::Open) {
            let message = format!("hidden hands need a referee, and dice={} has none", terms.dice.word());
            let hint = "play with --dice referee, or with --set hands=open";
            refusals.push(Refusal::new("option/needs-referee", message).hinted(hint));
        }
        match scenario {
            Some(scenario) if refusals.is_empty() => Ok(Self {
                forms: forms::forms(&kit(&data, &seats)),
                scenario,
                seats,
                is_hidden,
                is_first_drawn: options.get("first") == "drawn",
                house: data.house_notes(),
                data,
            }),
            _ => Err(refusals),
        }
    }

    /// The first position.
    pub fn begin(&self) -> (Public, Vec<Private>, Private) {
        let specials = match self.scenario {
            Scenario::Ready => self.data.forces.ready.specials.clone(),
            Scenario::Random | Scenario::Laid => Vec::new(),
        };
        let nothing = vec![Private::default(); self.seats.len()];
        let public = Public {
            hordes: self.seats.iter().map(|id| Horde::new(id)).collect(),
            open: if self.is_hidden { Vec::new() } else { nothing.clone() },
            spaces: BTreeMap::new(),
            specials,
            turn: 0,
            mover: None,
            battle: None,
            discards: Vec::new(),
            events: self.data.event_deck(),
            lots: 0,
            ending: None,
        };
        (public, nothing, Private::default())
    }

    /// A seat's id.
    pub fn seat(&self, place: u8) -> &str {
        self.seats.get(usize::from(place)).map_or("", String::as_str)
    }

    /// The place of a seat's id at the table.
    pub fn place_of(&self, seat: &str) -> Option<u8> {
        self.seats.iter().position(|id| id == seat).map(|place| place as u8)
    }

    /// The name of a space in sentences: a wall, gate or tower by its name, all else by its id.
    pub fn space_name<'a>(&'a self, id: &'a str) -> &'a str {
        if id == CAMP { "the camp" } else { self.data.board.wall(id).map_or(id, |wall| wall.name.as_str()) }
    }

    /// The spaces that a special tile fits.
    pub fn special_spaces(&self) -> impl Iterator<Item = &str> {
        let size = self.data.special_size();
        self.data.board.spaces.iter().filter(move |s| Some(s.size) == size).map(|s| s.id.as_str())
    }

    /// The space of the Palace.
    pub fn palace(&self) -> &str {
        let palace = self.data.board.spaces.iter().find(|space| space.size == Size::Palace);
        palace.map_or("", |space| space.id.as_str())
    }

    /// The gate of an edge, or what stands there alone.
    pub fn gate(&self, edge: Edge) -> Option<&str> {
        let own = || self.data.board.perimeter.iter().filter(|wall| wall.edges == [edge]);
        let gate = own().find(|wall| wall.kind == WallKind::Gate);
        gate.or_else(|| own().next()).map(|wall| wall.id.as_str())
    }
}

/// What the order forms are made of.
fn kit(data: &Data, seats: &[String]) -> Kit {
    Kit {
        places: data.board.places(),
        cards: data.loot.cards.iter().map(|card| card.id.clone()).collect(),
        seats: seats.iter().cloned().collect(),
    }
}

/// The forms with the names of all seats, for help.
pub fn all_forms(seats: &[&str]) -> Forms {
    let seats: Vec<String> = seats.iter().map(|seat| (*seat).to_owned()).collect();
    forms::forms(&kit(Data::embedded(), &seats))
}
