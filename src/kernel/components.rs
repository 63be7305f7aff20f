//! Components: the data that a game is played with, and an owner's real ones in place of ours.
//!
//! A game keeps its figures in YAML files that come with the program, the source of each table beside it. What it lays
//! over them reads part by part, so that an error names the part.

use super::options::Refusal;
use super::seat::is_id;
use super::yaml;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Where a value comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Provenance {
    /// Stands in the rulebook's text, or on the components of the owner who supplied it.
    #[default]
    Printed,
    /// Follows from what is printed.
    Derived,
    /// Ours, chosen to fit what is printed or known.
    House,
}

impl Provenance {
    /// Whether it is ours.
    pub fn is_house(self) -> bool {
        self == Self::House
    }
}

/// What to say of the tables that hold house values, of a list of all.
pub fn house_notes<T: Into<String>>(tables: impl IntoIterator<Item = (bool, T)>) -> Vec<String> {
    tables.into_iter().filter(|(is_house, _)| *is_house).map(|(_, note)| note.into()).collect()
}

/// What every report of a game says once of its house values, if it rests on any; `which` names them, in a sentence
/// without its full stop.
pub fn provenance(notes: &[String], which: &str, game: &str) -> Option<String> {
    (!notes.is_empty()).then(|| format!("{which}: adjutant rules {game} lists them."))
}

/// Reads a file that comes with the program; a fault in it is a fault of this program.
pub fn embedded<T: DeserializeOwned>(name: &str, text: &str) -> T {
    yaml::read_embedded(text).unwrap_or_else(|e| panic!("{name}: {e}"))
}

/// All components as one value, for hashing and for the game file.
pub fn canonical(data: &impl Serialize) -> Value {
    serde_json::to_value(data).expect("names and numbers always have a JSON form")
}

/// What a game is played with: our components, or the same with an owner's in their place.
///
/// Errors: what is wrong with the owner's, each line beginning with the path of the value at fault.
pub fn in_place<D: Clone>(
    ours: &D,
    components: Option<&Value>,
    overlay: fn(&D, &Value) -> Result<D, Vec<String>>,
) -> Result<D, Vec<Refusal>> {
    let Some(components) = components else { return Ok(ours.clone()) };
    let refusal = |fault: String| Refusal::new("components/fault", format!("components: {fault}"));
    overlay(ours, components).map_err(|faults| faults.into_iter().map(refusal).collect())
}

/// The parts that an owner supplies; `known` names all that there can be.
///
/// Errors: why the parts do not read, each line beginning with the part's name.
pub fn parts<T: DeserializeOwned>(components: &Value, known: &str) -> Result<T, Vec<String>> {
    let Value::Object(parts) = components else {
        return Err(vec![format!("components: must be a mapping of {known}")]);
    };
    let faults: Vec<String> = parts.iter().filter_map(|(name, part)| fault::<T>(name, part)).collect();
    if !faults.is_empty() {
        return Err(faults);
    }
    T::deserialize(components).map_err(|e| vec![format!("components: {e}")])
}

/// Components, if nothing is wrong with them.
///
/// Errors: what is wrong with them.
pub fn sound<D>(data: D, faults: Vec<String>) -> Result<D, Vec<String>> {
    if faults.is_empty() { Ok(data) } else { Err(faults) }
}

/// Why a part does not read alone.
fn fault<T: DeserializeOwned>(name: &str, part: &Value) -> Option<String> {
    let alone = Value::Object([(name.to_owned(), part.clone())].into_iter().collect());
    T::deserialize(&alone).err().map(|e| format!("{name}: {e}"))
}

/// Checks a table's ids, which orders must hold and which stand in ascending order, and its names of one line.
pub fn check_names<'a>(
    path: &str,
    items: impl Iterator<Item = (&'a str, &'a str)>,
    faults: &mut Vec<String>,
) {
    let mut before = "";
    for (id, name) in items {
        if !is_id(id) || id.len() > 24 {
            faults.push(format!("{path}.{id}: must be letters, digits and hyphens, at most 24"));
        }
        if id <= before {
            faults.push(format!("{path}.{id}: must stand after {before}, in the order of ids"));
        }
        before = id;
        if name.is_empty() || name.chars().count() > 40 || name.chars().any(char::is_control) {
            faults.push(format!("{path}.{id}: needs a name of one line of at most 40 characters"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[derive(Debug, Default, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields, default)]
    struct Parts {
        tiles: Option<Vec<u8>>,
        cards: Option<Vec<u8>>,
    }

    #[test]
    fn an_owner_supplies_some_parts() {
        let read = parts::<Parts>(&json!({"cards": [1, 2]}), "tiles and cards");
        assert_eq!(read, Ok(Parts { tiles: None, cards: Some(vec![1, 2]) }));
        assert_eq!(parts::<Parts>(&json!({}), "tiles and cards"), Ok(Parts::default()));
    }

    #[test]
    fn every_part_that_does_not_read_is_named() {
        let faults = |components| parts::<Parts>(&components, "tiles and cards").unwrap_err();
        assert_eq!(faults(json!([])), ["components: must be a mapping of tiles and cards"]);
        let faults = faults(json!({"tiles": [1], "cards": 7, "dice": []}));
        let names: Vec<&str> = faults.iter().filter_map(|fault| fault.split(':').next()).collect();
        assert_eq!(names, ["cards", "dice"]);
    }

    #[test]
    fn faults_of_an_owners_components_refuse_the_terms() {
        let overlay = |ours: &u8, given: &Value| match given.as_u64() {
            Some(given) => Ok(ours + given as u8),
            None => Err(vec!["tiles: none".to_owned(), "cards: none".to_owned()]),
        };
        assert_eq!(in_place(&1, None, overlay), Ok(1));
        assert_eq!(in_place(&1, Some(&json!(2)), overlay), Ok(3));
        let refusals = in_place(&1, Some(&json!([])), overlay).unwrap_err();
        assert_eq!(refusals[1], Refusal::new("components/fault", "components: cards: none"));
    }

    #[test]
    fn ids_ascend_and_names_are_lines() {
        let faults = |items: &[(&'static str, &'static str)]| {
            let mut faults = Vec::new();
            check_names("cards", items.iter().copied(), &mut faults);
            faults
        };
        assert_eq!(faults(&[("horn", "Horn"), ("horn-2", "Horn")]), Vec::<String>::new());
        assert_eq!(faults(&[("b", "B"), ("a", "A")]), ["cards.a: must stand after b, in the order of ids"]);
        assert_eq!(faults(&[("a", "A"), ("a", "A")]).len(), 1);
        assert_eq!(faults(&[("No Id", "A"), ("a", ""), ("b", "two\nlines")]).len(), 3);
    }
}
