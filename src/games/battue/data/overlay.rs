//! An owner's real components in place of ours.

use super::{BoardData, Data, EventData, ForceData, LootData, TileData};
use crate::kernel::components::{parts, sound};
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
        let given: Components = parts(components, "board, tiles, loot, events, forces")?;
        let data = Self {
            board: given.board.unwrap_or_else(|| self.board.clone()),
            tiles: given.tiles.unwrap_or_else(|| self.tiles.clone()),
            loot: given.loot.unwrap_or_else(|| self.loot.clone()),
            events: given.events.unwrap_or_else(|| self.events.clone()),
            forces: given.forces.unwrap_or_else(|| self.forces.clone()),
        };
        let faults = data.faults();
        sound(data, faults)
    }
}
