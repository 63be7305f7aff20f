//! What the terms fix for a whole game: card, ground, optional rules, order forms.

use super::data::{BoardData, Card, Data, Faction, Half, SetupData, UnitType};
use super::forms::{self, Forms};
use super::ground::{Ground, Set};
use super::options::{self, InForce, OPTIONS, Rivers};
use super::{layout, tiles};
use crate::kernel::board::hex::Hex;
use crate::kernel::components;
use crate::kernel::options::{Options, Refusal, kept};
use crate::kernel::terms::Terms;
use serde_json::Value;
use std::sync::{Arc, LazyLock};

/// What the terms fix; of a faction defined set-up (§4.3) the ground changes once, when it is shown.
#[derive(Clone)]
pub struct Setting {
    /// The period card.
    pub card: Card,
    /// The board without tiles.
    pub board: Arc<BoardData>,
    /// What the rivers do.
    pub rivers: Rivers,
    /// The board with tiles and headquarters, as far as they lie.
    pub ground: Ground,
    /// The optional rules in force.
    pub rules: InForce,
    /// The army that the terms give each faction, by its place on the card; none where it is to be chosen.
    pub armies: [Option<usize>; 2],
    /// Names that a position is written with.
    pub names: Arc<Names>,
    /// The places that a unit type may enter, by type.
    pub may_enter: Vec<Set>,
    /// Counters of each symbol, by type.
    pub counters: Vec<u8>,
    /// Order forms.
    pub forms: Forms,
    /// House values that the game rests on.
    pub house: Vec<String>,
    /// §4.3 What a faction places by default on a half of its own, by faction; only where it places one.
    pub default_halves: Option<[Half; 2]>,
}

/// Names that a position is written with.
#[derive(Debug, PartialEq, Eq)]
pub struct Names {
    /// Hexes, by place.
    pub hexes: Vec<Hex>,
    /// Unit types, in the card's order; the headquarters first.
    pub units: Vec<String>,
    /// Armies, in the card's order.
    pub armies: Vec<String>,
}

/// §4.4 The profile of a unit whose type the viewer does not know.
static HIDDEN_UNIT: LazyLock<UnitType> = LazyLock::new(UnitType::hidden);

impl Setting {
    /// Reads the terms.
    ///
    /// Errors: everything that is wrong, all at once.
    pub fn new(terms: &Terms, components: Option<&Value>) -> Result<Self, Vec<Refusal>> {
        let data = components::in_place(Data::embedded(), components, Data::overlay)?;
        let options = Options::read(OPTIONS, &terms.options.0)?;
        let Some(card) = data.card(&terms.scenario) else {
            let known = data.periods.keys().map(String::as_str);
            let lead = "the scenarios are the periods:";
            return Err(vec![Refusal::unknown_scenario(&terms.scenario, lead, known)]);
        };
        let mut refusals = options::refusals(&options, &card, terms.dice);
        let halves = kept(halves(&options, &data), &mut refusals);
        let rivers = kept(options::rivers(&options, &data.board), &mut refusals);
        let armies =
            ["red-army", "blue-army"].map(|name| kept(army(&options, name, &card), &mut refusals).flatten());
        if data.board.hexes().count() > super::ground::MAX_HEXES {
            refusals.push(Refusal::new("components/too-large", "the board has more than 128 hexes"));
        }
        let (Some(halves), Some(rivers), true) = (halves, rivers, refusals.is_empty()) else {
            return Err(refusals);
        };
        let rules = InForce::read(&options);
        let own = rules.faction_defined;
        let lying = if own { [None, None] } else { [Some(&halves[0]), Some(&halves[1])] };
        let ground = lay_out(&data.board, &rivers, lying);
        Ok(Self {
            names: Arc::new(Names::new(&card, &ground)),
            may_enter: card.units.iter().map(|unit| enterable(unit, &ground)).collect(),
            counters: card.units.iter().map(|u| data.counters.of(u.symbol)).collect(),
            forms: forms::forms(&card, &ground, &rules),
            house: data.house_notes(&terms.scenario, options.get("setup")),
            default_halves: own.then_some(halves),
            board: Arc::new(data.board),
            card,
            rivers,
            ground,
            rules,
            armies,
        })
    }

    /// §4.3 The same once the factions have shown these halves of theirs.
    #[must_use]
    pub fn with_halves(&self, halves: [Option<&Half>; 2]) -> Self {
        let ground = lay_out(&self.board, &self.rivers, halves);
        let may_enter = self.card.units.iter().map(|unit| enterable(unit, &ground)).collect();
        Self { ground, may_enter, ..self.clone() }
    }

    /// A unit type; the profile of a hidden unit tells nothing (§4.4).
    pub fn unit(&self, kind: u8) -> &UnitType {
        self.card.units.get(usize::from(kind)).unwrap_or(&HIDDEN_UNIT)
    }

    /// The places that a unit of a type may enter; none that is known for a hidden one.
    pub fn enterable(&self, kind: u8) -> Set {
        self.may_enter.get(usize::from(kind)).copied().unwrap_or(Set::EMPTY)
    }

    /// The number of a unit type by its id.
    pub fn kind(&self, id: &str) -> Option<u8> {
        self.card.units.iter().position(|u| u.id == id).map(|i| i as u8)
    }

    /// Whether a faction must choose its army by order (§4.2).
    pub fn must_choose(&self, faction: usize) -> bool {
        self.rules.buying_armies.is_none() && self.armies[faction].is_none() && self.card.armies.len() > 1
    }
}

impl Names {
    /// A unit type.
    pub fn unit(&self, kind: u8) -> &str {
        self.units.get(usize::from(kind)).map_or(HIDDEN_UNIT.id.as_str(), String::as_str)
    }

    fn new(card: &Card, ground: &Ground) -> Self {
        Self {
            hexes: ground.hexes.clone(),
            units: card.units.iter().map(|u| u.id.clone()).collect(),
            armies: card.armies.iter().map(|a| a.id.clone()).collect(),
        }
    }
}

/// The board with the halves that lie on it.
fn lay_out(board: &BoardData, rivers: &Rivers, halves: [Option<&Half>; 2]) -> Ground {
    let terrain = halves.into_iter().flatten().flat_map(Half::terrain).collect();
    let headquarters = halves.map(|half| half.map(|h| h.headquarters));
    Ground::new(board, &terrain, headquarters, &|a, b| rivers.between(board, a, b))
}

fn enterable(unit: &UnitType, ground: &Ground) -> Set {
    super::data::Terrain::ALL
        .into_iter()
        .filter(|t| unit.can_enter(*t))
        .fold(Set::EMPTY, |set, t| set.or(ground.of_terrain[t as usize]))
}

/// What lies on each half of the board, or what a faction that places its own has by default.
fn halves(options: &Options, data: &Data) -> Result<[Half; 2], Vec<Refusal>> {
    if options.get("setup") == "faction" {
        return tiles::default_halves(data).map_err(|refusal| vec![refusal]);
    }
    let setup = setup(options, data)?;
    Ok(Faction::BOTH.map(|faction| setup.half_of(&data.board, faction)))
}

fn setup(options: &Options, data: &Data) -> Result<SetupData, Vec<Refusal>> {
    match options.get("setup") {
        "user" if options.get("layout") != "-" => layout::read(options.get("layout"), data),
        // Refused elsewhere, as half of a pair; any sound set-up will do here.
        "user" => Ok(data.setups["standard"].clone()),
        id => data.setups.get(id).cloned().ok_or_else(|| {
            let known: Vec<&str> = data.setups.keys().map(String::as_str).collect();
            vec![
                Refusal::new("option/value", format!("there is no set-up {id:?}"))
                    .hinted(format!("the set-ups are {}, user and faction", known.join(", "))),
            ]
        }),
    }
}

/// The army that the terms give a faction; none where it chooses itself.
fn army(options: &Options, name: &str, card: &Card) -> Result<Option<usize>, Vec<Refusal>> {
    let id = options.get(name);
    if id == "choose" {
        return Ok((card.armies.len() == 1).then_some(0));
    }
    card.army(id).map(Some).ok_or_else(|| {
        let known: Vec<&str> = card.armies.iter().map(|a| a.id.as_str()).collect();
        vec![
            Refusal::new("option/value", format!("{} has no army {id:?}", card.title))
                .hinted(format!("{name} may be choose, {}", known.join(", "))),
        ]
    })
}
