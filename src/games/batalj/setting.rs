//! What the terms fix for a whole game: scenario, families, components, options, order forms.

use super::battle::field::Field;
use super::court::state::Court;
use super::data::{Country, Data, Era, Hand};
use super::options::OPTIONS;
use super::orders::{self, Forms};
use super::plundering::map::Map;
use super::plundering::state::Plundering;
use super::state::{Family, Public};
use crate::kernel::components;
use crate::kernel::options::{Options, Refusal, kept, scenario};
use crate::kernel::terms::{DiceMode, Terms};
use serde_json::Value;
use std::sync::Arc;

/// The scenarios.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scenario {
    /// One field battle.
    Battle,
    /// One plundering expedition.
    Plundering,
    /// Regent rounds with wars and plundering.
    Campaign,
}

impl Scenario {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Battle, Self::Plundering, Self::Campaign];

    /// The word after `--scenario`.
    pub fn id(self) -> &'static str {
        match self {
            Self::Battle => "battle",
            Self::Plundering => "plundering",
            Self::Campaign => "campaign",
        }
    }

    /// Its name.
    pub fn title(self) -> &'static str {
        match self {
            Self::Battle => "A field battle",
            Self::Plundering => "A plundering expedition",
            Self::Campaign => "A campaign of regent rounds",
        }
    }
}

/// What the terms fix.
pub struct Setting {
    /// What is played.
    pub scenario: Scenario,
    /// The families' ids in the order round the table.
    pub families: Vec<String>,
    /// The components.
    pub data: Data,
    /// The era of a single field battle.
    pub era: Era,
    /// The enemy of a single field battle.
    pub enemy: Country,
    /// The family that writes Sweden's orders in every round; none where command goes round.
    pub commander: Option<u8>,
    /// The Plundering map.
    pub map: Arc<Map>,
    /// How many regent rounds a campaign has.
    pub rounds: u8,
    /// The family of the eldest player, who begins as Archbishop; none where the die decides.
    pub eldest: Option<u8>,
    /// Whether the families' own links make the dice, so that no family can play on alone.
    pub guards_itself: bool,
    /// Whether families that speak at once do so sealed.
    pub is_sealed: bool,
    /// Order forms.
    pub forms: Forms,
    /// House values that the game rests on.
    pub house: Vec<String>,
}

impl Setting {
    /// Reads the terms.
    ///
    /// Errors: everything that is wrong, all at once.
    pub fn new(terms: &Terms, components: Option<&Value>) -> Result<Self, Vec<Refusal>> {
        let data = components::in_place(Data::embedded(), components, Data::overlay)?;
        let options = Options::read(OPTIONS, &terms.options.0)?;
        let mut refusals = Vec::new();
        let scenario = kept(scenario(&terms.scenario, &Scenario::ALL, Scenario::id), &mut refusals);
        let families = terms.players().to_vec();
        if families.is_empty() || families.len() > MAX_FAMILIES {
            refusals.push(Refusal::new("seat/too-few", "one to five families take part"));
        }
        let mut family = |option: &str, otherwise: &str| match options.get(option) {
            word if word == otherwise => None,
            id => {
                let place = families.iter().position(|f| f == id);
                if place.is_none() {
                    let message = format!("{option}={id}, but no family {id} takes part");
                    let hint = format!("{option} may be {otherwise}, {}", families.join(", "));
                    refusals.push(Refusal::new("option/value", message).hinted(hint));
                }
                place.map(|place| place as u8)
            }
        };
        let commander = family("command", "rotate");
        let eldest = family("eldest", "die");
        let map = Arc::new(Map::new(&data.plundering));
        match scenario {
            Some(scenario) if refusals.is_empty() => Ok(Self {
                forms: orders::forms(&data, &map, &families),
                scenario,
                families,
                era: Era::ALL
                    .into_iter()
                    .find(|e| e.id() == options.get("era"))
                    .unwrap_or(Era::Stormaktstiden),
                enemy: Country::ALL
                    .into_iter()
                    .find(|c| c.id() == options.get("enemy"))
                    .unwrap_or(Country::Ryssland),
                commander,
                map,
                rounds: options.number("rounds").unwrap_or(10) as u8,
                eldest,
                guards_itself: terms.dice == DiceMode::Peers,
                is_sealed: options.get("announce") == "sealed",
                house: data.house_notes(),
                data,
            }),
            _ => Err(refusals),
        }
    }

    /// The first position.
    pub fn begin(&self) -> Public {
        let none = Vec::new();
        let hands = match self.scenario {
            Scenario::Battle => self.data.scenarios.battle.get(&(self.families.len() as u8)).unwrap_or(&none),
            Scenario::Plundering | Scenario::Campaign => &none,
        };
        let families = self.families.iter().enumerate().map(|(i, id)| self.family(id, hands.get(i)));
        let mut public = Public {
            families: families.collect(),
            pile: self.data.regents.regents.iter().map(|card| card.id.clone()).collect(),
            battle: None,
            plundering: None,
            court: None,
            ending: None,
        };
        let plundering = || Plundering::new(&self.map, self.families.len());
        match self.scenario {
            Scenario::Battle => public.battle = Some(Field::new(self.enemy, self.era)),
            Scenario::Plundering => {
                public.plundering = Some(Plundering { announcing: true, ..plundering() });
                public.pile.clear();
            }
            Scenario::Campaign => {
                public.plundering = Some(plundering());
                public.court = Some(Court::new(self));
                for family in &mut public.families {
                    family.fiefs.extend(self.data.court.opening.homes.get(&family.family).cloned());
                }
            }
        }
        public
    }

    /// A family with its first cards, but for those that do not count in the era.
    fn family(&self, id: &str, hand: Option<&Hand>) -> Family {
        let sorted = |list: &[String]| {
            let mut list = list.to_vec();
            list.sort_unstable();
            list
        };
        let hand = hand.cloned().unwrap_or_default();
        let counts = |id: &String| self.data.military(id).is_some_and(|c| c.counts_in(self.era));
        let military: Vec<String> = hand.military.iter().filter(|id| counts(id)).cloned().collect();
        Family {
            family: id.to_owned(),
            fiefs: sorted(&hand.fiefs),
            military: sorted(&military),
            events: sorted(&hand.events),
            conceded: false,
        }
    }

    /// A card's name for readers; two cards of one name are told apart by their ids.
    pub fn card_name<'a>(&'a self, id: &'a str) -> &'a str {
        self.data.name(id)
    }

    /// The ids of all Military and Event cards.
    pub fn card_ids(&self) -> impl Iterator<Item = &str> {
        let military = self.data.cards.military.iter().map(|c| c.id.as_str());
        let events = self.data.cards.events.iter().map(|c| c.id.as_str());
        military.chain(events).chain(self.data.court.cards.iter().map(|c| c.id.as_str()))
    }

    /// A family's name in sentences.
    pub fn name(&self, place: u8) -> &'static str {
        match self.families.get(usize::from(place)).map(String::as_str) {
            Some("sture") => "Sture",
            Some("grip") => "Grip",
            Some("brahe") => "Brahe",
            Some("eka") => "Eka",
            _ => "Tre Rosor",
        }
    }
}

/// The most families at a table.
pub const MAX_FAMILIES: usize = 5;
