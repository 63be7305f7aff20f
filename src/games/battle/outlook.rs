//! Facts that conditions name, and what can be said of provisional orders before their time.

use super::combat;
use super::data::Faction;
use super::faction::{faction, name};
use super::ground::Place;
use super::orders::{Fact, Occupant, Order};
use super::setting::Setting;
use super::state::Public;
use crate::kernel::board::hex::Hex;
use crate::kernel::game::Ruling;
use crate::kernel::orders::comparison::Comparison;
use crate::kernel::orders::condition::Outlook;
use crate::kernel::seat::Viewer;

/// Whether a fact holds.
pub fn holds(setting: &Setting, public: &Public, fact: &Fact) -> bool {
    match fact {
        Fact::At { hex, negated, who } => is_at(setting, public, *hex, who) != *negated,
        Fact::Turn(comparison, turn) => comparison.holds(u32::from(public.turn), *turn),
        Fact::Strength(faction, comparison, count) => comparison.holds(strength(public, *faction), *count),
    }
}

fn is_at(setting: &Setting, public: &Public, hex: Hex, who: &Occupant) -> bool {
    let unit = public.place(hex).and_then(|p| public.unit(p));
    match (who, unit) {
        (Occupant::Nobody, unit) => unit.is_none(),
        (Occupant::Unit(..), None) => false,
        (Occupant::Unit(faction, kind), Some(unit)) => {
            faction.is_none_or(|f| f == unit.faction)
                && kind.as_ref().is_none_or(|k| setting.unit(unit.kind).id == *k)
        }
    }
}

/// What is known of a fact before its time: headquarters stay where they are and no turn comes twice.
pub fn outlook(setting: &Setting, public: &Public, fact: &Fact) -> Outlook {
    match fact {
        Fact::At { hex, .. }
            if setting.ground.place(*hex).is_some_and(|p| setting.ground.is_headquarters(p)) =>
        {
            known(holds(setting, public, fact))
        }
        Fact::At { negated, who: Occupant::Unit(_, Some(kind)), .. }
            if is_headquarters(setting, kind) && setting.ground.headquarters.iter().all(Option::is_some) =>
        {
            known(*negated)
        }
        Fact::At { hex, negated, who: Occupant::Unit(_, Some(kind)) }
            if public.turn > 0 && is_barred(setting, *hex, kind) =>
        {
            known(*negated)
        }
        Fact::Turn(comparison, turn) => comparison.outlook_of_growing(u32::from(public.turn), *turn),
        Fact::Strength(_, Comparison::Below, 0) => Outlook::Never,
        Fact::Strength(faction, comparison, count) if public.turn > 0 => {
            strength_outlook(*comparison, *count, strength(public, *faction))
        }
        _ => Outlook::Depends,
    }
}

/// Units are lost and never come back.
fn strength_outlook(comparison: Comparison, count: u32, now: u32) -> Outlook {
    match comparison {
        Comparison::Below if now < count => Outlook::Always,
        Comparison::Is if now < count => Outlook::Never,
        Comparison::Above if now <= count => Outlook::Never,
        _ => Outlook::Depends,
    }
}

/// How many units a faction has on the board, its headquarters not counted.
fn strength(public: &Public, faction: Faction) -> u32 {
    public.places_of(faction).count().saturating_sub(1) as u32
}

/// Whether a hex is of a terrain that no unit of a type may enter; headquarters are told of otherwise.
fn is_barred(setting: &Setting, hex: Hex, kind: &str) -> bool {
    let place = setting.ground.place(hex);
    let (Some(place), Some(kind)) = (place, setting.kind(kind)) else { return false };
    !setting.unit(kind).is_headquarters() && !setting.enterable(kind).has(place)
}

/// Why a fact can never hold.
pub fn why_never(setting: &Setting, public: &Public, fact: &Fact) -> String {
    match fact {
        Fact::At { hex, who: Occupant::Unit(_, Some(kind)), .. } if is_barred(setting, *hex, kind) => {
            let terrain = setting.ground.place(*hex).map_or("", |p| setting.ground.terrain(p).name());
            format!("{kind} may not enter {terrain}, which {hex} is")
        }
        Fact::At { .. } => "headquarters stay where they are".to_owned(),
        Fact::Turn(..) => format!("turn {} has come", public.turn),
        Fact::Strength(_, Comparison::Below, _) => "nothing is fewer than 0".to_owned(),
        Fact::Strength(faction, ..) => {
            format!("{} has {} units, and gets no others", name(*faction), strength(public, *faction))
        }
    }
}

/// Whether two facts cannot hold together, as far as that is plain.
pub fn exclude(one: &Fact, other: &Fact) -> bool {
    match (one, other) {
        (
            Fact::At { hex: here, negated: false, who: one },
            Fact::At { hex: there, negated: false, who: other },
        ) => here == there && are_different(one, other),
        (Fact::Turn(Comparison::Is, one), Fact::Turn(Comparison::Is, other)) => one != other,
        _ => false,
    }
}

/// Whether nobody is both of what two facts say of a hex.
fn are_different(one: &Occupant, other: &Occupant) -> bool {
    match (one, other) {
        (Occupant::Unit(faction, kind), Occupant::Unit(other_faction, other_kind)) => {
            let factions = faction.zip(*other_faction).is_some_and(|(a, b)| a != b);
            let kinds = kind.as_ref().zip(other_kind.as_ref()).is_some_and(|(a, b)| a != b);
            factions || kinds
        }
        (one, other) => one != other,
    }
}

fn known(holds: bool) -> Outlook {
    if holds { Outlook::Always } else { Outlook::Never }
}

fn is_headquarters(setting: &Setting, kind: &str) -> bool {
    setting.kind(kind).is_some_and(|k| setting.unit(k).is_headquarters())
}

/// What a provisional order depends on.
///
/// Errors: what is against the rules in every case that can be reached.
pub fn foresee(setting: &Setting, public: &Public, viewer: Viewer, order: &Order) -> Result<String, Ruling> {
    let own = viewer.seat().map(faction);
    match order {
        Order::Move(path) => foresee_move(setting, path),
        Order::Attack { units, target, advance } => foresee_attack(setting, own, units, *target, *advance),
        Order::Army(_)
        | Order::Buy { .. }
        | Order::Headquarters(_)
        | Order::Tile { .. }
        | Order::Deploy { .. }
            if public.turn > 0 =>
        {
            Err(Ruling::of_sheet("order/not-now", "§4", "the set-up is over"))
        }
        Order::Army(_) => Ok("depends on the choice being open".to_owned()),
        Order::Buy { .. } => Ok("depends on the points and counters left".to_owned()),
        Order::Headquarters(_) | Order::Tile { .. } => Ok("depends on the other tiles".to_owned()),
        Order::Deploy { .. } => Ok("depends on the army and on the other placements".to_owned()),
        Order::CallStalemate => Ok("depends on whether stalemate has been called".to_owned()),
        Order::Stop => Ok("depends on what is revealed then".to_owned()),
        Order::Pass => Ok("depends on what is asked then, and on the lines beside it".to_owned()),
    }
}

fn foresee_move(setting: &Setting, path: &[Hex]) -> Result<String, Ruling> {
    let places: Vec<Place> = path.iter().filter_map(|h| setting.ground.place(*h)).collect();
    let (Some(first), Some(last)) = (places.first(), places.last()) else { return Ok(String::new()) };
    if let Some([hex, _]) = path.windows(2).find(|leg| leg[0] == leg[1]) {
        return Err(Ruling::of_sheet("move/no-move", "§5", format!("{hex} to {hex} is no move")));
    }
    if setting.ground.is_headquarters(*first) {
        return Err(Ruling::of_sheet("move/headquarters", "§2.2", "a headquarters cannot move"));
    }
    let farthest =
        setting.card.units.iter().map(|u| u.movement.strategic.max(u.movement.normal)).max().unwrap_or(0);
    let distance: u32 = path.windows(2).map(|leg| u32::from(leg[0].distance(leg[1]))).sum();
    if distance > u32::from(farthest) {
        let fact = format!(
            "{} to {} is {distance} hexes, and no unit moves more than {farthest}",
            path[0],
            path[path.len() - 1]
        );
        return Err(Ruling::of_sheet("move/too-far", "§5", fact));
    }
    let is_closed = |p: &Place| {
        setting.ground.is_headquarters(*p) || setting.may_enter.iter().all(|places| !places.has(*p))
    };
    if is_closed(last) {
        let fact = format!("no unit can ever end its movement in {}", setting.ground.hex(*last));
        return Err(Ruling::of_sheet("move/stacking", "§5.1", fact));
    }
    Ok(format!("depends on what stands in {} and on the way then", path[0]))
}

fn foresee_attack(
    setting: &Setting,
    own: Option<Faction>,
    units: &[Hex],
    target: Hex,
    advance: Option<Hex>,
) -> Result<String, Ruling> {
    if let Some(far) = units.iter().find(|u| !u.is_adjacent(target)) {
        return Err(Ruling::of_sheet(
            "attack/not-adjacent",
            "§6",
            format!("{far} and {target} are not adjacent"),
        ));
    }
    let water = |from: &Hex| {
        let (unit, target) = (setting.ground.place(*from)?, setting.ground.place(target)?);
        Some((*from, combat::bars_attack(setting, unit, target)?))
    };
    if let Some((from, what)) = units.iter().find_map(water) {
        return Err(Ruling::of_sheet("attack/river", "§6", combat::across(what, from, target)));
    }
    if let Some([twice, _]) = units.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(Ruling::of_sheet(
            "attack/unit-twice",
            "§6",
            format!("the unit in {twice} is named twice"),
        ));
    }
    if let Some(other) = advance.filter(|advance| !units.contains(advance)) {
        let fact = format!("the unit in {other} does not attack {target}");
        return Err(Ruling::of_sheet("advance/not-attacker", "§7", fact));
    }
    let headquarters = setting.ground.headquarters.map(|p| p.map(|place| setting.ground.hex(place)));
    if units.iter().any(|u| headquarters.contains(&Some(*u))) {
        return Err(Ruling::of_sheet(
            "attack/headquarters",
            "§2.2",
            "a headquarters has no strength to attack with",
        ));
    }
    if own.is_some_and(|own| headquarters[own as usize] == Some(target)) {
        return Err(Ruling::of_sheet(
            "attack/own-unit",
            "§6",
            format!("your own headquarters stands in {target}"),
        ));
    }
    Ok(format!("depends on what stands in {target} and beside it then"))
}
