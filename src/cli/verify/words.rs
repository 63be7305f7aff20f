//! An entry of the history in a few words, so that two of them can be told apart.

use crate::kernel::history::difference::first_difference;
use serde_json::Value;
use std::collections::BTreeSet;

/// How many digits of a seal are shown.
const DIGITS: usize = 16;

/// Two entries at the same place of two histories, told against each other.
pub(super) fn against(a: &str, b: &str) -> String {
    let read = |line: &str| serde_json::from_str::<Value>(line).unwrap_or_default();
    let (a, b) = (read(a), read(b));
    let (one, other) = (entry(&a), entry(&b));
    if one != other {
        return format!("{one} against {other}");
    }
    let (place, _, _) = first_difference(&a, &b, String::new()).unwrap_or_default();
    format!("both are {one}, but their {place} differs")
}

fn entry(entry: &Value) -> String {
    let kind = entry["kind"].as_str().unwrap_or("-");
    if let Some(seat) = entry["seat"].as_str() {
        return format!("{seat} {kind}");
    }
    let step = format!("step {}", entry["step"]);
    let letters = letters(entry);
    match (kind, letters.is_empty()) {
        ("resolved", false) => format!("{step} ({letters})"),
        (_, false) => format!("{step} {kind} ({letters})"),
        (_, true) => format!("{step} {kind}"),
    }
}

/// What every seat has sent, as far as the history shows it.
fn letters(entry: &Value) -> String {
    let parts = ["orders", "openings", "seals"].map(|part| entry[part].as_object());
    let seats: BTreeSet<&String> = parts.into_iter().flatten().flat_map(|part| part.keys()).collect();
    let told: Vec<String> = seats.into_iter().map(|seat| letter(entry, seat)).collect();
    told.join("; ")
}

fn letter(entry: &Value, seat: &str) -> String {
    if let Some(seal) = entry["seals"][seat].as_str() {
        return format!("{seat}: sealed, {}…", seal.chars().take(DIGITS).collect::<String>());
    }
    let opened = &entry["openings"][seat]["orders"];
    let lines = entry["orders"][seat].as_array().or(opened.as_array());
    let lines: Vec<&str> = lines.into_iter().flatten().filter_map(Value::as_str).collect();
    let more = if lines.len() > 3 { ", …" } else { "" };
    match lines.as_slice() {
        [] => format!("{seat}: no orders"),
        lines => format!("{seat}: {}{more}", lines[..lines.len().min(3)].join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEAL: &str = "fa356ffd1c99e1f04d28530614529c200c1bad104a1b2f87e27cbf9a4442e2a6";

    #[test]
    fn of_sealed_orders_the_seal_is_told() {
        let one = format!(r#"{{"kind":"resolved","orders":{{}},"seals":{{"red":"{SEAL}"}},"step":4}}"#);
        let other = r#"{"kind":"resolved","orders":{"blue":["pass"]},"step":4}"#;
        assert_eq!(
            against(&one, other),
            "step 4 (red: sealed, fa356ffd1c99e1f0…) against step 4 (blue: pass)"
        );
    }

    #[test]
    fn an_entry_without_orders_is_told_by_its_kind() {
        let one = r#"{"kind":"resolved","links":{"red":"00"},"orders":{},"step":4}"#;
        let other = r#"{"kind":"locked","orders":{"red":[]},"seals":{},"step":4}"#;
        assert_eq!(against(one, other), "step 4 resolved against step 4 locked (red: no orders)");
    }

    #[test]
    fn opened_orders_are_told() {
        let opened = |line: &str| {
            format!(
                r#"{{"kind":"resolved","openings":{{"red":{{"orders":["{line}"],"salt":"00"}}}},"orders":{{}},"step":1}}"#
            )
        };
        assert_eq!(
            against(&opened("pass"), &opened("stop")),
            "step 1 (red: pass) against step 1 (red: stop)"
        );
    }

    #[test]
    fn where_the_words_are_the_same_the_place_is_named() {
        let signed = |by: &str| {
            format!(
                r#"{{"kind":"resolved","orders":{{"red":["pass"]}},"signatures":{{"red":"{by}"}},"step":1}}"#
            )
        };
        assert_eq!(
            against(&signed("aa"), &signed("bb")),
            "both are step 1 (red: pass), but their signatures.red differs"
        );
    }
}
