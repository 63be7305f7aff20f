//! A position of Battle as the body of a report.

use super::data::Faction;
use super::faction::name;
use super::setting::Setting;
use super::state::Public;
use super::{fog, set_up, victory};
use crate::kernel::report::Doc;
use std::collections::BTreeMap;

/// The position as the body of a report: `known` is what its reader knows of it, `public` what everybody does.
pub fn render(setting: &Setting, public: &Public, known: &Public) -> Doc {
    let mut doc = Doc::new();
    let head = ["", "units", "lost", "where they stand"];
    let rows = Faction::BOTH.map(|f| {
        let lost = set_up::counted(setting, &public.lost[f as usize]);
        vec![
            name(f).to_owned(),
            public.places_of(f).count().saturating_sub(1).to_string(),
            if lost.is_empty() { "none".to_owned() } else { lost.join(", ") },
            whereabouts(setting, known, f),
        ]
    });
    doc.table(head, rows.to_vec());
    let hidden = Faction::BOTH.into_iter().filter_map(|f| still_hidden(setting, public, f));
    doc.items(remarks(setting, known).into_iter().chain(hidden));
    doc
}

/// Where a faction's units stand, by type.
fn whereabouts(setting: &Setting, public: &Public, faction: Faction) -> String {
    let mut by_kind: BTreeMap<u8, Vec<String>> = BTreeMap::new();
    for place in public.places_of(faction).iter() {
        if let Some(unit) = public.unit(place) {
            by_kind.entry(unit.kind).or_default().push(setting.ground.hex(place).to_string());
        }
    }
    let kinds = by_kind.iter().map(|(kind, hexes)| format!("{} {}", setting.unit(*kind).id, hexes.join(" ")));
    kinds.collect::<Vec<_>>().join("; ")
}

/// §4.4 Which of a faction's units have yet to be revealed.
fn still_hidden(setting: &Setting, public: &Public, faction: Faction) -> Option<String> {
    let hexes = fog::hexes(setting, public.hidden(faction));
    let hexes: Vec<String> = hexes.iter().map(ToString::to_string).collect();
    (!hexes.is_empty()).then(|| format!("Hidden from {}: {}.", name(faction.other()), hexes.join(" ")))
}

/// What the options add to a position.
fn remarks(setting: &Setting, public: &Public) -> Vec<String> {
    let mut remarks = Vec::new();
    for faction in Faction::BOTH {
        let left = set_up::counted(setting, &public.reserve[faction as usize]);
        if !left.is_empty() {
            remarks.push(format!("{} has yet to place {}.", name(faction), left.join(", ")));
        }
        if public.unnamed[faction as usize] {
            remarks.push(format!("{} has yet to place the army that it bought in secret.", name(faction)));
        }
    }
    if let Some(call) = public.stalemate {
        remarks.push(format!(
            "{} called stalemate in turn {}: a draw after turn {} without a loss.",
            name(call.by),
            call.turn,
            call.turn + 10
        ));
    }
    if let Some(turns) = setting.rules.victory_points {
        let cost = |f| victory::cost_of_losses(setting, public, f);
        remarks.push(format!(
            "Losses: red {}, blue {} points; {turns} turns are played.",
            cost(Faction::Red),
            cost(Faction::Blue)
        ));
    }
    if let Some(limit) = setting.rules.timed_game {
        let used = |f: Faction| crate::kernel::time::Span(public.used[f as usize]);
        remarks.push(format!(
            "Time used: red {}, blue {} of {limit} each.",
            used(Faction::Red),
            used(Faction::Blue)
        ));
    }
    remarks
}
