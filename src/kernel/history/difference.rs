//! Where two values differ, in words.

use serde_json::Value;

/// The path of the first difference between two values, and what stands there.
pub fn first_difference(a: &Value, b: &Value, path: String) -> Option<(String, String, String)> {
    if a == b {
        return None;
    }
    let differ = |x: Option<&Value>, y: Option<&Value>, path: String| match (x, y) {
        (Some(x), Some(y)) => first_difference(x, y, path),
        _ => Some((path, brief(x), brief(y))),
    };
    match (a, b) {
        (Value::Object(x), Value::Object(y)) => x
            .keys()
            .chain(y.keys())
            .find(|key| x.get(*key) != y.get(*key))
            .and_then(|key| differ(x.get(key), y.get(key), joined(&path, key))),
        (Value::Array(x), Value::Array(y)) => (0..x.len().max(y.len()))
            .find(|i| x.get(*i) != y.get(*i))
            .and_then(|i| differ(x.get(i), y.get(i), format!("{path}[{i}]"))),
        _ => Some((path, brief(Some(a)), brief(Some(b)))),
    }
}

fn joined(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}

/// A value short enough to stand in a sentence.
fn brief(value: Option<&Value>) -> String {
    let text = value.map_or_else(|| "nothing".to_owned(), ToString::to_string);
    if text.chars().count() <= 160 { text } else { text.chars().take(157).chain("...".chars()).collect() }
}
