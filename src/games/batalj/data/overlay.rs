//! An owner's real components in place of ours.

use super::{CardData, CourtData, Data, FiefData, PlunderingData, RegentData, ScenarioData};
use crate::kernel::components::{parts, sound};
use serde::Deserialize;
use serde_json::Value;

/// What an owner may supply: any part, each as a whole.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Components {
    fiefs: Option<FiefData>,
    cards: Option<CardData>,
    regents: Option<RegentData>,
    scenarios: Option<ScenarioData>,
    plundering: Option<PlunderingData>,
    court: Option<CourtData>,
}

impl Data {
    /// These components with an owner's in their place. Every error begins with the path of the value at fault.
    pub fn overlay(&self, components: &Value) -> Result<Self, Vec<String>> {
        let given: Components = parts(components, "fiefs, cards, regents, scenarios, plundering, court")?;
        let mut data = self.clone();
        data.fiefs = given.fiefs.unwrap_or(data.fiefs);
        data.cards = given.cards.unwrap_or(data.cards);
        data.regents = given.regents.unwrap_or(data.regents);
        data.scenarios = given.scenarios.unwrap_or(data.scenarios);
        data.plundering = given.plundering.unwrap_or(data.plundering);
        data.court = given.court.unwrap_or(data.court);
        let faults = data.faults();
        sound(data, faults)
    }
}
