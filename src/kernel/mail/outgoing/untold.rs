//! What each seat has yet to be told.
//!
//! Nobody keeps a list of the mails that were sent. A seat is told what happened since it last ordered: with that step,
//! unless it wrote the step itself and has seen its report.

use crate::kernel::account::Account;
use crate::kernel::history::chronicle::Watched;
use crate::kernel::seat::{Seat, Viewer};
use crate::kernel::terms::REFEREE;
use serde_json::Value;
use std::collections::BTreeMap;

/// The most steps that one mail tells of; a seat that has not ordered for longer finds the rest in the game file.
const MOST: usize = 8;

/// Gathers, while a game file is being read, what each seat has yet to be told.
#[derive(Debug, Default)]
pub struct Untold {
    since: Option<usize>,
    first: BTreeMap<String, usize>,
    accounts: BTreeMap<String, Vec<Account>>,
}

impl Untold {
    /// From this entry on for all seats, instead of from each seat's last orders.
    pub fn since(entry: Option<usize>) -> Self {
        Self { since: entry, ..Self::default() }
    }

    /// Looks at an entry as it is being read.
    pub fn watch(&mut self, watched: &Watched) {
        if self.first.is_empty() {
            let first =
                |seat: &String| (seat.clone(), self.since.unwrap_or(first_untold(watched.lines, seat)));
            self.first = watched.seats.iter().map(first).collect();
        }
        for (place, seat) in watched.seats.iter().enumerate() {
            if self.first.get(seat).is_some_and(|first| watched.index >= *first) {
                let account = Account::of(watched, viewer(watched, place, seat));
                self.accounts.entry(seat.clone()).or_default().extend(account);
            }
        }
    }

    /// What a seat has yet to be told.
    pub fn of(&self, seat: &str) -> &[Account] {
        self.accounts.get(seat).map_or(&[], Vec::as_slice)
    }
}

fn viewer(watched: &Watched, place: usize, seat: &str) -> Viewer {
    match seat {
        _ if !watched.before.keeps_secrets() => Viewer::Public,
        REFEREE => Viewer::Referee,
        _ => Viewer::Seat(Seat(place as u8)),
    }
}

/// The first entry that a seat has yet to be told of.
fn first_untold(lines: &[String], seat: &str) -> usize {
    let entries: Vec<Value> =
        lines.iter().map(|line| serde_json::from_str(line).unwrap_or_default()).collect();
    let is_step =
        |entry: &Value| matches!(entry["kind"].as_str(), Some("resolved" | "conceded" | "drawn" | "voided"));
    let steps: Vec<usize> = (0..entries.len()).filter(|i| is_step(&entries[*i])).collect();
    let ordered =
        |entry: &Value| ["orders", "seals", "openings"].iter().any(|part| entry[part].get(seat).is_some());
    let wrote = |i: usize| i > 0 && entries[i - 1]["need"]["caster"].as_str() == Some(seat);
    let last = steps.iter().rev().copied().find(|i| ordered(&entries[*i]));
    let since = last.map_or(0, |i| if wrote(i) { i + 1 } else { i });
    // The newest step is always told, and never more than so many.
    let newest = steps.last().copied().unwrap_or(0);
    let oldest = steps.iter().rev().nth(MOST - 1).copied().unwrap_or(0);
    since.clamp(oldest, newest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn line(kind: &str, seat: &str, caster: &str) -> String {
        let mut entry = json!({"kind": kind, "need": {"caster": caster}, "orders": {}});
        entry["orders"][seat] = json!(["pass"]);
        entry.to_string()
    }

    #[test]
    fn a_seat_is_told_what_came_after_its_own_step() {
        let mut lines = vec![line("terms", "-", "red")];
        for _ in 0..3 {
            lines.push(line("resolved", "red", "blue"));
            lines.push(line("resolved", "blue", "red"));
        }
        assert_eq!(first_untold(&lines, "red"), 6, "red wrote entry 5 itself");
        assert_eq!(first_untold(&lines, "blue"), 6, "the newest is told in any case");
        let refereed: Vec<String> =
            lines.iter().map(|l| l.replace(r#""caster":"red""#, r#""caster":"referee""#)).collect();
        assert_eq!(first_untold(&refereed, "red"), 5, "somebody else wrote red's step");
        assert_eq!(first_untold(&refereed, "green"), 0, "green has never ordered");
        let long: Vec<String> = refereed.iter().cycle().take(40).cloned().collect();
        assert!(first_untold(&long, "green") > 20);
    }
}
