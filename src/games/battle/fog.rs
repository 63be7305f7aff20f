//! §4.4 Fog of war: which units are hidden, who knows them, and what reveals them.
//!
//! Where a unit stands and whose it is, everybody sees; under Fog of war [`Public`] has [`HIDDEN`](super::state::HIDDEN)
//! for its type until an enemy comes within two hexes, and the type stands in the [`Private`] of its faction. Rules do
//! not ask where a type is kept: [`known`] gives the position with all types that a viewer may know, [`whole`] with
//! all there are. Of a unit that is hidden from the viewer they see a profile that tells nothing.

use super::Battle;
use super::data::Faction;
use super::event::Event;
use super::faction::seat;
use super::ground::{Place, Set};
use super::setting::Setting;
use super::state::Public;
use crate::kernel::board::hex::Hex;
use crate::kernel::game::{State, Turn, View};
use crate::kernel::seat::{Audience, Viewer};
use serde::Serialize;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// How near an enemy must come to reveal a unit, in hexes: one lies between.
pub const SIGHT: u8 = 2;

/// What a faction knows of its own units and others do not.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Private {
    /// §4.2 What it has bought and yet to place, by type.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub reserve: BTreeMap<String, u8>,
    /// The types of its hidden units, by hex.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub units: BTreeMap<Hex, String>,
}

/// The position as far as a viewer knows it.
pub fn known<'a>(view: &View<'a, Battle>) -> Cow<'a, Public> {
    lift(view.setting, view.public, Faction::BOTH.map(|f| view.private_of(seat(f))))
}

/// The position with everything that is hidden in it.
pub fn whole(state: &State<Battle>) -> Cow<'_, Public> {
    lift(&state.setting, &state.public, Faction::BOTH.map(|f| state.private.get(seat(f).index())))
}

fn lift<'a>(setting: &Setting, public: &'a Public, privates: [Option<&Private>; 2]) -> Cow<'a, Public> {
    if !setting.rules.fog_of_war {
        return Cow::Borrowed(public);
    }
    let mut known = public.clone();
    for (faction, private) in Faction::BOTH.into_iter().zip(privates) {
        private.iter().for_each(|private| private.add_to(setting, &mut known, faction));
    }
    Cow::Owned(known)
}

impl Private {
    /// Writes into a position what it keeps.
    fn add_to(&self, setting: &Setting, known: &mut Public, faction: Faction) {
        if !self.reserve.is_empty() {
            known.unnamed[faction as usize] = false;
        }
        for (id, count) in &self.reserve {
            if let Some(kind) = setting.kind(id) {
                known.reserve[faction as usize][usize::from(kind)] += count;
            }
        }
        for (hex, id) in &self.units {
            if let (Some(place), Some(kind)) = (known.place(*hex), setting.kind(id))
                && let Some(unit) = &mut known.units[place.index()]
                && unit.faction == faction
                && unit.is_hidden()
            {
                unit.kind = kind;
            }
        }
    }

    /// Units move, wherever they are known.
    pub fn carry(&mut self, paths: &[Vec<Hex>]) {
        let ends = paths.iter().filter_map(|p| Some((p.first()?, *p.last()?)));
        let taken: Vec<(Hex, String)> =
            ends.filter_map(|(from, to)| Some((to, self.units.remove(from)?))).collect();
        self.units.extend(taken);
    }

    /// Units of a type are bought.
    pub fn buy(&mut self, units: &[(u8, String)]) {
        for (count, id) in units {
            *self.reserve.entry(id.clone()).or_default() += count;
        }
    }

    /// Units of a type are placed.
    pub fn place(&mut self, id: &str, hexes: &[Hex]) {
        let left = self.reserve.get(id).map_or(0, |n| n.saturating_sub(hexes.len() as u8));
        if left > 0 {
            self.reserve.insert(id.to_owned(), left);
        } else {
            self.reserve.remove(id);
        }
        self.units.extend(hexes.iter().map(|hex| (*hex, id.to_owned())));
    }
}

/// Who may know of an event: of what names hidden units their faction alone.
pub fn audience(setting: &Setting, event: &Event) -> Audience {
    match event {
        Event::Bought { by, .. } | Event::Deployed { by, .. } if setting.rules.fog_of_war => {
            Audience::Seats(vec![seat(*by)])
        }
        _ => Audience::All,
    }
}

/// Whether a viewer may know of an event.
pub fn is_for(view: &View<Battle>, event: &Event) -> bool {
    match (audience(view.setting, event), view.viewer) {
        (Audience::All, _) | (_, Viewer::Referee) => true,
        (Audience::Seats(seats), Viewer::Seat(seat)) => seats.contains(&seat),
        _ => false,
    }
}

/// The hexes of a set.
pub fn hexes(setting: &Setting, places: Set) -> Vec<Hex> {
    places.iter().map(|p| setting.ground.hex(p)).collect()
}

/// Enemies of a faction that are within sight of a hex.
fn in_sight(setting: &Setting, public: &Public, faction: Faction, hex: Hex) -> Set {
    let enemies = public.places_of(faction.other()).iter();
    enemies.filter(|p| setting.ground.hex(*p).distance(hex) <= SIGHT).collect()
}

/// Reveals what came near an enemy and what an enemy came near, on these ways of a faction's units. A unit that is
/// only passed is revealed as well, and so is the one that passes.
pub fn reveal(turn: &mut Turn<Battle>, by: Faction, paths: &[Vec<Hex>]) {
    let state = turn.state();
    if !state.setting.rules.fog_of_war {
        return;
    }
    for event in revealed(state, by, paths) {
        turn.emit(event);
    }
}

/// Reveals what stands within sight of an enemy from the beginning.
pub fn reveal_standing(turn: &mut Turn<Battle>) {
    let state = turn.state();
    let standing = hexes(&state.setting, state.public.places_of(Faction::Red));
    let paths: Vec<Vec<Hex>> = standing.into_iter().map(|hex| vec![hex]).collect();
    reveal(turn, Faction::Red, &paths);
}

/// What is revealed, hex by hex, each with the hex of the enemy that it came near first. Units stand where their ways
/// have led.
fn revealed(state: &State<Battle>, by: Faction, paths: &[Vec<Hex>]) -> Vec<Event> {
    let (setting, public) = (&state.setting, &state.public);
    let hidden = [by, by.other()].map(|f| public.hidden(f));
    let is_hidden = |side: usize, hex: Hex| public.place(hex).is_some_and(|p| hidden[side].has(p));
    let mut seen: BTreeMap<Hex, (Faction, Hex)> = BTreeMap::new();
    for path in paths {
        let Some(end) = path.last() else { continue };
        for hex in walked(path) {
            for enemy in in_sight(setting, public, by, *hex).iter().map(|p| setting.ground.hex(p)) {
                if is_hidden(0, *end) {
                    seen.entry(*end).or_insert((by, enemy));
                }
                if is_hidden(1, enemy) {
                    seen.entry(enemy).or_insert((by.other(), *hex));
                }
            }
        }
    }
    let of = |faction: Faction, hex: Hex| state.private.get(seat(faction).index())?.units.get(&hex).cloned();
    let event =
        |(at, (faction, by)): (Hex, (Faction, Hex))| Some(Event::Revealed { at, unit: of(faction, at)?, by });
    seen.into_iter().filter_map(event).collect()
}

/// The hexes of a way that its unit comes to; the one in which it stands if it does not move.
fn walked(path: &[Hex]) -> &[Hex] {
    if path.len() > 1 { &path[1..] } else { path }
}

/// Whether a unit that comes to a place reveals anything: itself or an enemy.
pub fn reveals(setting: &Setting, public: &Public, by: Faction, unit: Place, at: Place) -> bool {
    let enemies = in_sight(setting, public, by, setting.ground.hex(at));
    let is_mover_hidden = public.hidden(by).has(unit);
    !enemies.is_empty() && is_mover_hidden || !enemies.and(public.hidden(by.other())).is_empty()
}

/// What must hold of hidden units and does not; of a faction whose part is not at hand nothing is known.
pub fn broken(state: &State<Battle>) -> Vec<String> {
    let (setting, public) = (&state.setting, &state.public);
    let mut broken = Vec::new();
    if !setting.rules.fog_of_war {
        return broken;
    }
    for faction in Faction::BOTH {
        let hidden = hexes(setting, public.hidden(faction));
        let private = state.private.get(seat(faction).index()).filter(|p| **p != Private::default());
        if private.is_some_and(|p| p.units.keys().copied().ne(hidden.iter().copied())) {
            broken.push(format!("{} does not know its hidden units", super::faction::name(faction)));
        }
        let is_near = |hex: &Hex| !in_sight(setting, public, faction, *hex).is_empty();
        if public.turn > 0
            && let Some(hex) = hidden.iter().find(|hex| is_near(hex))
        {
            broken.push(format!("the unit in {hex} is hidden although an enemy is near"));
        }
    }
    broken
}
