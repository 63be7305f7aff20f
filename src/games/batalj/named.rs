//! Families by their seats' ids where scripts read what stands in the game as places at the table, counted from 0.

use serde_json::Value;

/// Keys that hold one family, or nothing but families.
const FAMILIES: [&str; 13] = [
    "family",
    "families",
    "by",
    "commander",
    "mover",
    "archbishop",
    "intrigue",
    "winners",
    "done",
    "runners",
    "open-to",
    "tied",
    "answered",
];

/// Keys that hold pairs of a family and something of it.
const PAIRS: [&str; 2] = ["parties", "paid"];

/// What a family enters; a number in it is an amount.
const ENTERED: &str = "item";

/// An event or a position with the ids of the seats in the place of their numbers.
pub fn named(seats: &[String], value: Value) -> Value {
    match value {
        Value::Object(map) => {
            let named_part = |(key, part): (String, Value)| {
                let part = match key.as_str() {
                    ENTERED => part,
                    key if FAMILIES.contains(&key) => name(seats, named(seats, part)),
                    key if PAIRS.contains(&key) => each(part, |pair| name_first(seats, named(seats, pair))),
                    _ => named(seats, part),
                };
                (key, part)
            };
            Value::Object(map.into_iter().map(named_part).collect())
        }
        other => each(other, |part| named(seats, part)),
    }
}

/// A list with each element changed; anything else as it is.
fn each(value: Value, change: impl Fn(Value) -> Value) -> Value {
    match value {
        Value::Array(list) => Value::Array(list.into_iter().map(change).collect()),
        other => other,
    }
}

/// A number, or each number of a list, as the seat's id.
fn name(seats: &[String], value: Value) -> Value {
    let seat = value.as_u64().and_then(|place| seats.get(usize::try_from(place).ok()?));
    match seat {
        Some(seat) => Value::String(seat.clone()),
        None => each(value, |part| name(seats, part)),
    }
}

/// A pair of a family's number and something of it.
fn name_first(seats: &[String], value: Value) -> Value {
    match value {
        Value::Array(mut pair) => {
            if let Some(first) = pair.first_mut() {
                *first = name(seats, first.take());
            }
            Value::Array(pair)
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn families_are_named_and_amounts_are_not() {
        let seats = ["sture", "grip"].map(str::to_owned);
        let is = |value: Value, should: Value| assert_eq!(named(&seats, value), should);
        is(json!({"withdrew": {"family": 1}}), json!({"withdrew": {"family": "grip"}}));
        is(
            json!({"collected": {"family": 0, "paid": [[1, 1]]}}),
            json!({"collected": {"family": "sture", "paid": [["grip", 1]]}}),
        );
        is(
            json!({"ended": {"winners": [0, 1], "reason": "1"}}),
            json!({"ended": {"winners": ["sture", "grip"], "reason": "1"}}),
        );
        let entered = json!({"number": 1, "family": 1, "item": {"count": {"by": 1}}});
        is(entered, json!({"number": 1, "family": "grip", "item": {"count": {"by": 1}}}));
        let position = json!({"families": [{"family": "sture"}], "expedition": {"mover": 1, "die": 1, "parties": [{"family": 0}]}});
        is(
            position,
            json!({"families": [{"family": "sture"}], "expedition": {"mover": "grip", "die": 1, "parties": [{"family": "sture"}]}}),
        );
    }
}
