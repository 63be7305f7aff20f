//! Comments for a blank turn file: what each piece may do.

use super::data::Faction;
use super::faction::faction;
use super::sequence::Decision;
use super::setting::Setting;
use super::state::Public;
use super::{combat, movement, set_up};
use crate::kernel::seat::Seat;

/// Comments for a blank turn file.
pub fn notes(setting: &Setting, public: &Public, seat: Seat, decision: Decision) -> Vec<String> {
    let faction = faction(seat);
    match decision {
        Decision::Army => {
            let armies: Vec<&str> = setting.card.armies.iter().map(|a| a.id.as_str()).collect();
            vec!["# Choose one army:".to_owned(), format!("# army {}", armies.join(" | "))]
        }
        Decision::Purchase => purchase_notes(setting),
        Decision::Deployment => deployment_notes(setting, public, faction),
        Decision::SubTurn => sub_turn_notes(setting, public, faction),
    }
}

fn purchase_notes(setting: &Setting) -> Vec<String> {
    let points = setting.rules.buying_armies.unwrap_or(0);
    let mut notes = vec![format!("# Buy an army for {points} points, or pass:")];
    for (unit, counters) in
        setting.card.units.iter().zip(&setting.counters).filter(|(u, _)| !u.is_headquarters())
    {
        notes.push(format!(
            "# buy N {}: {} points each, {counters} counters",
            unit.id,
            unit.cost.unwrap_or(0)
        ));
    }
    notes
}

fn deployment_notes(setting: &Setting, public: &Public, faction: Faction) -> Vec<String> {
    let left = &public.reserve[faction as usize];
    let zone: Vec<String> = set_up::open_places(setting, public, faction, 0)
        .or(setting.ground.zone[faction as usize])
        .iter()
        .map(|p| setting.ground.hex(p).to_string())
        .collect();
    let mut notes = vec![
        format!("# Place {} behind your set-up line:", set_up::counted(setting, left).join(", ")),
        format!("# {}", zone.join(" ")),
        "# One way to do it; take the # away or change it:".to_owned(),
    ];
    let placements =
        set_up::fit(setting, public, faction, left, super::ground::Set::EMPTY).unwrap_or_default();
    notes.extend(set_up::deploy_lines(setting, &placements).iter().map(|order| format!("# {order}")));
    notes
}

fn sub_turn_notes(setting: &Setting, public: &Public, faction: Faction) -> Vec<String> {
    let mut notes = vec![format!("# Turn {}. What each unit may do:", public.turn)];
    let finder = movement::Finder::new(setting, public, faction);
    for place in public.places_of(faction).iter() {
        let Some(unit) = public.unit(place) else { continue };
        let kind = setting.unit(unit.kind);
        if kind.is_headquarters() {
            continue;
        }
        let (plain, all) = finder.reach(place, unit.kind);
        let hexes = |set: super::ground::Set| {
            set.iter().map(|p| setting.ground.hex(p).to_string()).collect::<Vec<_>>().join(" ")
        };
        let far = all.without(plain);
        let mut note = format!("# {} {} → {}", setting.ground.hex(place), kind.id, hexes(plain));
        if !far.is_empty() {
            note.push_str(&format!("; without attacking {}", hexes(far)));
        }
        let targets = combat::targets(setting, public, place, faction);
        if !targets.is_empty() {
            note.push_str(&format!("; x {}", hexes(targets)));
        }
        notes.push(note);
    }
    notes.push("# Moves, then attacks, one a line, or pass:".to_owned());
    notes
}
