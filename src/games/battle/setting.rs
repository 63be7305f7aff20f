//! What the terms fix for a whole game: card, ground, optional rules, order forms.

use super::data::{Card, Data, SetupData, UnitType};
use super::ground::{Ground, Set};
use super::layout;
use super::options::{self, InForce, OPTIONS};
use super::orders::{self, Forms};
use crate::kernel::board::hex::Hex;
use crate::kernel::options::{Options, Refusal};
use crate::kernel::terms::Terms;
use serde_json::Value;
use std::sync::Arc;

/// What the terms fix.
pub struct Setting {
    /// The period card.
    pub card: Card,
    /// The board.
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

impl Setting {
    /// Reads the terms.
    ///
    /// Errors: everything that is wrong, all at once.
    pub fn new(terms: &Terms, components: Option<&Value>) -> Result<Self, Vec<Refusal>> {
        let data = data(components)?;
        let options = Options::read(OPTIONS, &terms.options.0)?;
        let Some(card) = data.card(&terms.scenario) else {
            return Err(vec![unknown_scenario(&terms.scenario, &data)]);
        };
        let mut refusals = options::refusals(&options, &card);
        let setup = kept(setup(&options, &data), &mut refusals);
        let rivers = kept(options::rivers(&options, &data.board), &mut refusals);
        let armies =
            ["red-army", "blue-army"].map(|name| kept(army(&options, name, &card), &mut refusals).flatten());
        if data.board.hexes().count() > super::ground::MAX_HEXES {
            refusals.push(Refusal::new("components/too-large", "the board has more than 128 hexes"));
        }
        match (setup, rivers) {
            (Some(setup), Some(rivers)) if refusals.is_empty() => {
                let headquarters = super::data::Faction::BOTH.map(|f| setup.headquarters_of(&data.board, f));
                let between = |a, b| rivers.between(&data.board, a, b);
                let ground = Ground::new(&data.board, &setup.terrain(&data.board), headquarters, &between);
                let house = data.house_notes(&terms.scenario, options.get("setup"));
                let counters = card.units.iter().map(|u| data.counters.of(u.symbol)).collect();
                Ok(Self::assemble(card, ground, InForce::read(&options), armies, counters, house))
            }
            _ => Err(refusals),
        }
    }

    fn assemble(
        card: Card,
        ground: Ground,
        rules: InForce,
        armies: [Option<usize>; 2],
        counters: Vec<u8>,
        house: Vec<String>,
    ) -> Self {
        let names = Arc::new(Names {
            hexes: ground.hexes.clone(),
            units: card.units.iter().map(|u| u.id.clone()).collect(),
            armies: card.armies.iter().map(|a| a.id.clone()).collect(),
        });
        let may_enter = card.units.iter().map(|unit| enterable(unit, &ground)).collect();
        let forms = orders::forms(&card, &ground, &rules);
        Self { card, ground, rules, armies, names, may_enter, counters, forms, house }
    }

    /// A unit type.
    pub fn unit(&self, kind: u8) -> &UnitType {
        &self.card.units[usize::from(kind)]
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

fn enterable(unit: &UnitType, ground: &Ground) -> Set {
    super::data::Terrain::ALL
        .into_iter()
        .filter(|t| unit.can_enter(*t))
        .fold(Set::EMPTY, |set, t| set.or(ground.of_terrain[t as usize]))
}

fn kept<T>(result: Result<T, Vec<Refusal>>, refusals: &mut Vec<Refusal>) -> Option<T> {
    result.map_err(|found| refusals.extend(found)).ok()
}

fn data(components: Option<&Value>) -> Result<Data, Vec<Refusal>> {
    let Some(components) = components else { return Ok(Data::embedded().clone()) };
    Data::embedded().overlay(components).map_err(|faults| {
        faults
            .into_iter()
            .map(|fault| Refusal::new("components/fault", format!("components: {fault}")))
            .collect()
    })
}

fn unknown_scenario(id: &str, data: &Data) -> Refusal {
    let known: Vec<&str> = data.periods.keys().map(String::as_str).collect();
    Refusal::new("scenario/unknown", format!("there is no scenario {id:?}"))
        .hinted(format!("the scenarios are the periods: {}", known.join(", ")))
}

fn setup(options: &Options, data: &Data) -> Result<SetupData, Vec<Refusal>> {
    match options.get("setup") {
        "user" if options.get("layout") != "-" => layout::read(options.get("layout"), data),
        // Refused elsewhere, as half of a pair or as not built yet; any sound set-up will do here.
        "user" | "faction" => Ok(data.setups["standard"].clone()),
        id => data.setups.get(id).cloned().ok_or_else(|| {
            let known: Vec<&str> = data.setups.keys().map(String::as_str).collect();
            vec![
                Refusal::new("option/value", format!("there is no set-up {id:?}"))
                    .hinted(format!("the set-ups are {} and user", known.join(", "))),
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
