//! Comments for a blank turn file: what each piece may do.

use super::data::{Faction, TileKind};
use super::faction::faction;
use super::sequence::Decision;
use super::set_up::{Muster, Placing, SetUp};
use super::setting::Setting;
use super::state::Public;
use super::{combat, movement, set_up, tiles};
use crate::kernel::seat::Seat;

/// Comments for a blank turn file.
pub fn notes(setting: &Setting, public: &Public, seat: Seat, decision: Decision) -> Vec<String> {
    let faction = faction(seat);
    match decision {
        Decision::SetUp(set_up) => set_up_notes(setting, public, faction, set_up),
        Decision::SubTurn => sub_turn_notes(setting, public, faction),
    }
}

fn set_up_notes(setting: &Setting, public: &Public, faction: Faction, set_up: SetUp) -> Vec<String> {
    let mut notes = Vec::new();
    if public.together {
        notes.push("# Both set up at once; neither sees the other's before its own is fixed.".to_owned());
    }
    match set_up.muster {
        None => {}
        Some(Muster::Army) => notes.extend(army_notes(setting, set_up)),
        Some(Muster::Purchase) => notes.extend(purchase_notes(setting, set_up)),
    }
    match (set_up.placing, set_up.muster) {
        (None, _) => {}
        (Some(Placing::Tiles), _) => notes.extend(tile_notes(setting, faction)),
        (Some(Placing::Units), None) => notes.extend(deployment_notes(setting, public, faction)),
        (Some(Placing::Units), Some(_)) => {
            notes.push(
                "# Place every unit of it behind your set-up line, deploy UNIT HEX HEX, in:".to_owned(),
            );
            notes.push(zone_note(setting, faction));
        }
    }
    notes
}

/// The armies; with their units where these are placed by the same sheet.
fn army_notes(setting: &Setting, set_up: SetUp) -> Vec<String> {
    if set_up.placing != Some(Placing::Units) {
        let armies: Vec<&str> = setting.card.armies.iter().map(|a| a.id.as_str()).collect();
        return vec!["# Choose one army:".to_owned(), format!("# army {}", armies.join(" | "))];
    }
    let armies = setting.card.armies.iter().enumerate().map(|(i, army)| {
        format!("# army {}: {}", army.id, set_up::counted(setting, &set_up::army_of(setting, i)).join(", "))
    });
    std::iter::once("# Choose one army:".to_owned()).chain(armies).collect()
}

/// §4.3 What is placed and where, and one way to do it.
fn tile_notes(setting: &Setting, faction: Faction) -> Vec<String> {
    let sizes: Vec<String> = TileKind::ALL
        .into_iter()
        .map(|kind| {
            let size = setting.board.tiles.get(&kind).map_or(1, |tile| tile.hexes);
            format!("{} ({size})", kind.name())
        })
        .collect();
    let half = setting.default_halves.as_ref().map(|halves| &halves[faction as usize]);
    let mut notes = vec![
        "# Place your headquarters behind your set-up line, in the clear, off the edges of the board.".to_owned(),
        format!("# Place one tile of each kind, with its number of hexes: {}.", sizes.join(", ")),
        "# Tiles lie on your side of the board, off its edges and rivers, different terrain not side by side."
            .to_owned(),
        "# One way to do it; take the # away or change it:".to_owned(),
    ];
    notes.extend(half.into_iter().flat_map(tiles::lines).map(|order| format!("# {order}")));
    notes
}

fn purchase_notes(setting: &Setting, set_up: SetUp) -> Vec<String> {
    let points = setting.rules.buying_armies.unwrap_or(0);
    let or_pass = if set_up.may_pass() { ", or pass" } else { "" };
    let mut notes = vec![format!("# Buy an army for {points} points{or_pass}:")];
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
    let mut notes = vec![
        format!("# Place {} behind your set-up line:", set_up::counted(setting, left).join(", ")),
        zone_note(setting, faction),
        "# One way to do it; take the # away or change it:".to_owned(),
    ];
    let placements =
        set_up::fit(setting, public, faction, left, super::ground::Set::EMPTY).unwrap_or_default();
    notes.extend(set_up::deploy_lines(setting, &placements).iter().map(|order| format!("# {order}")));
    notes
}

/// The hexes behind the set-up line.
fn zone_note(setting: &Setting, faction: Faction) -> String {
    let zone = setting.ground.zone[faction as usize].iter();
    let zone: Vec<String> = zone.map(|p| setting.ground.hex(p).to_string()).collect();
    format!("# {}", zone.join(" "))
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
    if setting.rules.fog_of_war {
        notes.push(
            "# stop when something is revealed: what is left is ordered in a second turn file.".to_owned(),
        );
    }
    notes.push("# Moves, then attacks, one a line, or pass:".to_owned());
    notes
}
