//! An owner's real components in place of ours, and where they do not read.

use super::{BoardData, CounterData, Data, PeriodData, SetupData};
use crate::kernel::components::{canonical, sound};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// What an owner may supply: any part.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Components {
    board: Option<BoardData>,
    setups: BTreeMap<String, SetupData>,
    counters: Option<CounterData>,
    periods: BTreeMap<String, PeriodData>,
}

impl Data {
    /// These components with an owner's in their place: `board` and `counters` as a whole, `setups` and
    /// `periods` entry by entry. Every error begins with the path of the value at fault.
    pub fn overlay(&self, components: &Value) -> Result<Self, Vec<String>> {
        if !components.is_object() {
            return Err(vec![
                "components: must be a mapping of board, setups, counters and periods".to_owned(),
            ]);
        }
        let given: Components = Components::deserialize(components)
            .map_err(|e| locate("", components, &canonical(Self::embedded()), &e.to_string(), &reads))?;
        let mut data = self.clone();
        data.board = given.board.unwrap_or(data.board);
        data.counters = given.counters.unwrap_or(data.counters);
        data.setups.extend(given.setups);
        data.periods.extend(given.periods);
        let faults = data.faults();
        sound(data, faults)
    }
}

/// Why a document of components does not read.
fn reads(document: Value) -> Option<String> {
    Components::deserialize(&document).err().map(|e| e.to_string())
}

/// How many parts of a value are tried; each costs a reading of the whole sample.
const SEARCHED: usize = 200;

/// Finds the places that keep a value from being read, by putting its parts one by one into a sample that
/// does read. `error` is why the whole does not; `reads` tells why a value in this place does not.
fn locate(
    path: &str,
    value: &Value,
    sample: &Value,
    error: &str,
    reads: &dyn Fn(Value) -> Option<String>,
) -> Vec<String> {
    let mut found = Vec::new();
    match (value, sample) {
        (Value::Object(parts), Value::Object(sound)) => {
            for (key, part) in parts.iter().take(SEARCHED) {
                let put = |v: Value| reads(with(sound, key, v));
                let Some(error) = put(part.clone()) else { continue };
                // A key that the sample lacks is a new entry of a map, or unknown.
                let model =
                    sound.get(key).or_else(|| sound.values().next().filter(|v| put((*v).clone()).is_none()));
                found.extend(locate(&joined(path, key), part, model.unwrap_or(&Value::Null), &error, &put));
            }
        }
        (Value::Array(parts), Value::Array(sound)) => {
            for (i, part) in parts.iter().take(SEARCHED).enumerate() {
                let put = |v: Value| reads(filled(sound, i, v));
                let Some(error) = put(part.clone()) else { continue };
                let model = sound.get(i).or(sound.first()).unwrap_or(&Value::Null);
                found.extend(locate(&format!("{path}[{i}]"), part, model, &error, &put));
            }
        }
        _ => {}
    }
    if found.is_empty() {
        found.push(format!("{path}: {error}"));
    }
    found
}

fn joined(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}

fn with(sound: &serde_json::Map<String, Value>, key: &str, part: Value) -> Value {
    let mut parts = sound.clone();
    parts.insert(key.to_owned(), part);
    Value::Object(parts)
}

/// The sample list with one part replaced, so that lists of a fixed length keep it.
fn filled(sound: &[Value], i: usize, part: Value) -> Value {
    let mut parts = sound.to_vec();
    let last = parts.len().saturating_sub(1);
    match parts.get_mut(i.min(last)) {
        Some(slot) => *slot = part,
        None => parts.push(part),
    }
    Value::Array(parts)
}
