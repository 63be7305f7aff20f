//! Facts about an expedition that conditions name.

use super::map::Map;
use super::orders::{Fact, Measure};
use super::state::Plundering;
use crate::kernel::orders::condition::Outlook;

/// Whether a fact holds for a family.
pub fn holds(map: &Map, plundering: Option<&Plundering>, family: Option<u8>, fact: &Fact) -> bool {
    let Some(expedition) = plundering.and_then(|p| p.expedition.as_ref()) else { return false };
    let party = family.and_then(|family| expedition.party(family));
    match fact {
        Fact::Reaches(Measure::Die, least) => {
            let is_mover = family == Some(expedition.mover);
            is_mover && expedition.die.is_some_and(|die| u32::from(die) >= *least)
        }
        Fact::Reaches(measure, least) => party.is_some_and(|party| party.measure(map, *measure) >= *least),
        Fact::HasTile(city) => expedition.has_tile(city),
        Fact::IsTaken(place) => expedition.is_taken(map, place),
        Fact::At(place) => party.is_some_and(|party| party.at == *place),
    }
}

/// What is known of a fact before its time.
pub fn outlook(fact: &Fact) -> Outlook {
    match fact {
        Fact::Reaches(Measure::Die, least) if *least > 6 => Outlook::Never,
        _ => Outlook::Depends,
    }
}
