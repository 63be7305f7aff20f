//! An owner's real components in place of ours.

use super::{BoardData, Data, EventData, ForceData, LootData, TileData};
use serde::Deserialize;
use serde_json::Value;

/// What an owner may supply: any part, each as a whole.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Components {
    board: Option<BoardData>,
    tiles: Option<TileData>,
    loot: Option<LootData>,
    events: Option<EventData>,
    forces: Option<ForceData>,
}

impl Data {
    /// These components with an owner's in their place. Every error begins with the path of the value at fault.
    pub fn overlay(&self, components: &Value) -> Result<Self, Vec<String>> {
        let Value::Object(parts) = components else {
            return Err(vec![
                "components: must be a mapping of board, tiles, loot, events, forces".to_owned(),
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
        let data = Self {
            board: given.board.unwrap_or_else(|| self.board.clone()),
            tiles: given.tiles.unwrap_or_else(|| self.tiles.clone()),
            loot: given.loot.unwrap_or_else(|| self.loot.clone()),
            events: given.events.unwrap_or_else(|| self.events.clone()),
            forces: given.forces.unwrap_or_else(|| self.forces.clone()),
        };
        let faults = data.faults();
        if faults.is_empty() { Ok(data) } else { Err(faults) }
    }
}
