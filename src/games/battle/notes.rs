//! Comments for a blank turn file: what each piece may do.

use super::data::{Faction, TileKind};
use super::faction::faction;
use super::ground::Set;
use super::orders::Order;
use super::sequence::Decision;
use super::set_up::{Muster, Placing, SetUp};
use super::setting::Setting;
use super::state::Public;
use super::{combat, movement, purchase, set_up, tiles};
use crate::kernel::note::Note;
use crate::kernel::seat::Seat;

/// Comments for a blank turn file.
pub fn notes(setting: &Setting, public: &Public, seat: Seat, decision: Decision) -> Vec<Note> {
    let faction = faction(seat);
    match decision {
        Decision::SetUp(set_up) => set_up_notes(setting, public, faction, set_up),
        Decision::SubTurn => sub_turn_notes(setting, public, faction),
    }
}

fn set_up_notes(setting: &Setting, public: &Public, faction: Faction, set_up: SetUp) -> Vec<Note> {
    let mut notes = Vec::new();
    // What a whole sheet may hold that shows one way to do it.
    let mut sheet = Vec::new();
    if public.together {
        notes.push(Note::text("Both set up at once; neither sees the other's before its own is fixed."));
    }
    match set_up.muster {
        None => {}
        Some(Muster::Army) => notes.extend(army_notes(setting, set_up)),
        Some(Muster::Purchase) => {
            sheet = purchase::example(setting, public, faction);
            notes.extend(purchase_notes(setting, set_up, &sheet));
        }
    }
    match set_up.placing {
        None => {}
        Some(Placing::Tiles) => {
            notes.extend(tile_notes(setting));
            let half = setting.default_halves.as_ref().map(|halves| &halves[faction as usize]);
            sheet.extend(half.into_iter().flat_map(tiles::lines));
        }
        Some(Placing::Units) => {
            let army = set_up::mustered(setting, public, faction, &sheet);
            notes.push(Note::text(match set_up.muster {
                None => {
                    let units = set_up::counted(setting, &army).join(", ");
                    format!("Place {units} behind your set-up line:")
                }
                Some(_) => {
                    let line = deploy_line(setting, public, faction);
                    format!("Place every unit of it behind your set-up line, by lines like {line}, in:")
                }
            }));
            notes.push(zone_note(setting, public, faction));
            let placements = set_up::fit(setting, public, faction, &army, Set::EMPTY).unwrap_or_default();
            sheet.extend(set_up::deploy_lines(setting, &placements));
        }
    }
    notes.extend(Note::one_way(sheet));
    notes
}

/// A line that places two units.
fn deploy_line(setting: &Setting, public: &Public, faction: Faction) -> String {
    let kind = setting.card.units.iter().position(|unit| !unit.is_headquarters()).unwrap_or(0) as u8;
    let places = set_up::open_places(setting, public, faction, kind);
    set_up::deploy_line(setting, places, kind, 2).to_string()
}

/// The armies; with their units where these are placed by the same sheet.
fn army_notes(setting: &Setting, set_up: SetUp) -> Vec<Note> {
    let armies = setting.card.armies.iter().enumerate().map(|(i, army)| {
        let units = || set_up::counted(setting, &set_up::army_of(setting, i)).join(", ");
        let remark = if set_up.placing == Some(Placing::Units) { units() } else { String::new() };
        Note::told(format!("army {}", army.id), remark)
    });
    std::iter::once(Note::text("Choose one army:")).chain(armies).collect()
}

/// §4.3 What is placed and where.
fn tile_notes(setting: &Setting) -> Vec<Note> {
    let sizes: Vec<String> = TileKind::ALL
        .into_iter()
        .map(|kind| {
            let size = setting.board.tiles.get(&kind).map_or(1, |tile| tile.hexes);
            format!("{} ({size})", kind.name())
        })
        .collect();
    vec![
        Note::text(
            "Place your headquarters behind your set-up line, in the clear, off the edges of the board.",
        ),
        Note::text(format!("Place one tile of each kind, with its number of hexes: {}.", sizes.join(", "))),
        Note::text(
            "Tiles lie on your side of the board, off its edges and rivers, different terrain not side by side.",
        ),
    ]
}

/// §4.2 What units cost, and an example with its sum.
fn purchase_notes(setting: &Setting, set_up: SetUp, example: &[Order]) -> Vec<Note> {
    let points = setting.rules.buying_armies.unwrap_or(0);
    let or_pass = if set_up.may_pass() { ", or pass" } else { "" };
    let lead = format!("Buy an army for {points} points{or_pass}, by lines like buy 3 infantry:");
    let mut notes = vec![Note::text(lead)];
    for (unit, counters) in
        setting.card.units.iter().zip(&setting.counters).filter(|(u, _)| !u.is_headquarters())
    {
        let (id, cost) = (&unit.id, unit.cost.unwrap_or(0));
        notes.push(Note::text(format!("{id}: {cost} points each, {counters} counters")));
    }
    let bought = purchase::units(example);
    let price = |units: &[(u8, String)]| purchase::price(setting, units);
    let part =
        |unit: &(u8, String)| format!("{} {} for {}", unit.0, unit.1, price(std::slice::from_ref(unit)));
    let parts: Vec<String> = bought.iter().map(part).collect();
    if !parts.is_empty() {
        let sum = price(&bought);
        notes.push(Note::text(format!("As in {}: {sum} of the {points} points.", parts.join(", "))));
    }
    notes
}

/// The hexes behind the set-up line where a unit may still be placed.
fn zone_note(setting: &Setting, public: &Public, faction: Faction) -> Note {
    let occupied = public.places_of(faction).or(public.places_of(faction.other()));
    let zone = setting.ground.zone[faction as usize].without(occupied).iter();
    let zone: Vec<String> = zone.map(|p| setting.ground.hex(p).to_string()).collect();
    Note::text(zone.join(" "))
}

fn sub_turn_notes(setting: &Setting, public: &Public, faction: Faction) -> Vec<Note> {
    let mut notes = vec![Note::text(format!("Turn {}. What each unit may do:", public.turn))];
    let finder = movement::Finder::new(setting, public, faction);
    for place in public.places_of(faction).iter() {
        let Some(unit) = public.unit(place) else { continue };
        let kind = setting.unit(unit.kind);
        if kind.is_headquarters() {
            continue;
        }
        let (plain, all) = finder.reach(place, unit.kind);
        let hexes =
            |set: Set| set.iter().map(|p| setting.ground.hex(p).to_string()).collect::<Vec<_>>().join(" ");
        let far = all.without(plain);
        let mut note = format!("{} {} → {}", setting.ground.hex(place), kind.id, hexes(plain));
        if !far.is_empty() {
            note.push_str(&format!("; without attacking {}", hexes(far)));
        }
        let targets = combat::targets(setting, public, place, faction);
        if !targets.is_empty() {
            note.push_str(&format!("; x {}", hexes(targets)));
        }
        notes.push(Note::text(note));
    }
    if setting.rules.fog_of_war {
        notes.push(Note::text(
            "Beside moves, so that they end as soon as a unit is revealed; the rest is ordered in a second turn file:",
        ));
        notes.push(Note::text(Order::Stop.to_string()));
    }
    notes.push(Note::text("Moves, then attacks, one a line, or pass:"));
    notes
}
