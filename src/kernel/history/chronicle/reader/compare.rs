//! How a line differs from what it should be.

use super::Line;
use crate::kernel::history::departure::Departure;
use crate::kernel::history::difference::first_difference;
use serde_json::Value;

/// The parts of an entry from the outer to the inner, each following from those before.
const PARTS: [&str; 6] = ["links", "orders", "rolls", "events", "public", "need"];

/// Compares a line with what it should be and says in which part they differ.
pub(super) fn compare(line: &Line, made: &str) -> Result<(), Departure> {
    if line.text == made {
        return Ok(());
    }
    let should: Value = serde_json::from_str(made).unwrap_or_default();
    let differs = |part: &&&str| line.value.get(**part) != should.get(**part);
    let (path, is, ought) = match PARTS.iter().find(differs) {
        Some(part) => first_difference(&line.value[part], &should[part], (*part).to_owned()),
        None => first_difference(line.value, &should, String::new()),
    }
    .unwrap_or_default();
    let (code, what) = match path.split(['.', '[']).next().unwrap_or("") {
        "rolls" => return Err(other_roll(line, &should)),
        "events" => ("rules/other-events", "the rules make other events of these orders"),
        "public" => ("rules/other-position", "the position reached is not the one it commits to"),
        "private" => ("private/other", "what seats may know is not what it commits to"),
        "need" => ("history/other-need", "it names others to act next than the rules do"),
        "orders" => ("history/orders-not-canonical", "the orders are not in canonical spelling and order"),
        _ => ("history/unsound", "it is not what this history makes of it"),
    };
    Err(line.departs(code, format!("{what}: {path} is {is}, should be {ought}")))
}

/// The first roll that differs: one that fell otherwise than its label, or one that the rules do not make.
fn other_roll(line: &Line, should: &Value) -> Departure {
    let (none, none_too) = (Vec::new(), Vec::new());
    let (is, ought) =
        (line.value["rolls"].as_array().unwrap_or(&none), should["rolls"].as_array().unwrap_or(&none_too));
    let differing = (0..is.len().max(ought.len())).find(|i| is.get(*i) != ought.get(*i));
    let (is, ought) = differing.map_or((None, None), |i| (is.get(i), ought.get(i)));
    let in_words = |roll: Option<&Value>| roll.map_or("nothing".to_owned(), roll_in_words);
    let same_label = is.is_some_and(|is| ought.is_some_and(|o| is["label"] == o["label"]));
    let (code, what) = if same_label {
        ("dice/other-result", "a die does not come from these links")
    } else {
        ("rules/other-rolls", "the rules make other rolls of these orders")
    };
    line.departs(code, format!("{what}: recorded is {}, true is {}", in_words(is), in_words(ought)))
}

fn roll_in_words(roll: &Value) -> String {
    let label = roll["label"].as_str().unwrap_or_default();
    match roll["result"].as_str() {
        Some(drawn) => format!("{label:?} draws {drawn}"),
        None => format!("{label:?} rolls {}", roll["results"]),
    }
}
