//! An owner's real components in place of ours.

use super::{CardData, CourtData, Data, FiefData, PlunderingData, RegentData, ScenarioData};
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
        let Value::Object(parts) = components else {
            return Err(vec![
                "components: must be a mapping of fiefs, cards, regents, scenarios, plundering, court"
                    .to_owned(),
            ]);
        };
        // Part by part, so that an error names the part.
        let unread = parts.iter().filter_map(|(name, part)| {
            let alone = Value::Object([(name.clone(), part.clone())].into_iter().collect());
            Components::deserialize(alone).err().map(|e| format!("{name}: {e}"))
        });
        let unread: Vec<String> = unread.collect();
        if !unread.is_empty() {
            return Err(unread);
        }
        let given = Components::deserialize(components).map_err(|e| vec![format!("components: {e}")])?;
        let mut data = self.clone();
        data.fiefs = given.fiefs.unwrap_or(data.fiefs);
        data.cards = given.cards.unwrap_or(data.cards);
        data.regents = given.regents.unwrap_or(data.regents);
        data.scenarios = given.scenarios.unwrap_or(data.scenarios);
        data.plundering = given.plundering.unwrap_or(data.plundering);
        data.court = given.court.unwrap_or(data.court);
        let faults = data.faults();
        if faults.is_empty() { Ok(data) } else { Err(faults) }
    }
}
