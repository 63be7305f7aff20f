//! What happens in a game of Battle, and what it changes.

use super::data::{Faction, Half, TileKind};
use super::faction::seat;
use super::ground::Place;
use super::setting::Setting;
use super::state::{Ending, HIDDEN, March, Public, Stage, Stalemate, Unit};
use super::{Battle, set_up};
use crate::kernel::board::hex::Hex;
use crate::kernel::game::State;
use crate::kernel::time::Instant;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Event {
    /// §4.2 A faction chose its army.
    ArmyChosen {
        /// Who.
        by: Faction,
        /// Which.
        army: String,
    },
    /// §4.2 A faction bought its army; under Fog of war it alone knows.
    Bought {
        /// Who.
        by: Faction,
        /// Number and type of each purchase.
        units: Vec<(u8, String)>,
        /// Points paid.
        points: u32,
    },
    /// §4.4 A faction bought its army under Fog of war: everybody learns that it did, and no more.
    Recruited {
        /// Who.
        by: Faction,
    },
    /// §4.3 A faction placed its tiles and headquarters.
    TilesPlaced {
        /// Who.
        by: Faction,
        /// Where its headquarters stands.
        headquarters: Hex,
        /// The hexes of each tile.
        tiles: BTreeMap<TileKind, Vec<Hex>>,
    },
    /// §4.4 A faction placed its units under Fog of war: everybody sees where, and not which.
    Placed {
        /// Who.
        by: Faction,
        /// Where, in ascending order.
        hexes: Vec<Hex>,
    },
    /// §4.4 A faction placed units; under Fog of war it alone knows.
    Deployed {
        /// Who.
        by: Faction,
        /// Type and hexes.
        units: Vec<(String, Vec<Hex>)>,
    },
    /// §3 A sub-turn began.
    Began {
        /// The turn.
        turn: u16,
        /// Whose sub-turn.
        faction: Faction,
    },
    /// §3.1, §4.4 A turn file of a game that counts time was sent.
    Clocked {
        /// Whose.
        by: Faction,
        /// When, by its own word.
        sent: Instant,
        /// Seconds that the faction has used in all.
        used: u64,
    },
    /// §4.4 A turn file came too late to move anything.
    MovedTooLate {
        /// Whose.
        by: Faction,
        /// Seconds since the turn file before.
        after: u64,
    },
    /// §4.4 An order of a late turn file could not be carried out.
    Voided {
        /// The order.
        order: String,
        /// Why.
        why: String,
    },
    /// §3.1 A faction called stalemate.
    StalemateCalled {
        /// Who.
        by: Faction,
    },
    /// §3.1 A loss ended the count towards stalemate.
    StalemateBroken,
    /// §5 A faction moved units; all of them at once, since only the end of the phase counts (§5.1).
    Moved {
        /// Each unit's way, hex by hex.
        paths: Vec<Vec<Hex>>,
    },
    /// §4.4 A unit's type became known for good.
    Revealed {
        /// Where it stands.
        at: Hex,
        /// Its type.
        unit: String,
        /// Where the enemy was that came near it, or that it came near.
        by: Hex,
    },
    /// §4.4 A faction's movement stopped since something was revealed; it orders the rest anew.
    Halted {
        /// Who.
        by: Faction,
    },
    /// §6 A combat was fought.
    Fought {
        /// Where the defender stood.
        at: Hex,
        /// Where the attackers stood.
        by: Vec<Hex>,
        /// Total strength of the attackers.
        attack: u16,
        /// Strength of the defender.
        defence: u16,
        /// What came of it.
        outcome: Outcome,
    },
    /// §7 A victorious unit advanced.
    Advanced {
        /// From where.
        from: Hex,
        /// Into which vacated hex.
        to: Hex,
    },
    /// §5 A faction did nothing.
    Passed {
        /// Who.
        by: Faction,
    },
    /// §3.1 The game ended.
    Ended {
        /// The winner; none in a draw.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        winner: Option<Faction>,
        /// Why.
        reason: String,
    },
}

/// The kinds of events as they stand in the history.
pub const KINDS: &[&str] = &[
    "army-chosen",
    "bought",
    "recruited",
    "tiles-placed",
    "placed",
    "deployed",
    "began",
    "clocked",
    "moved-too-late",
    "voided",
    "stalemate-called",
    "stalemate-broken",
    "moved",
    "revealed",
    "halted",
    "fought",
    "advanced",
    "passed",
    "ended",
];

/// §6.2 What came of a combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// The attack was stronger: the defender is eliminated.
    DefenderEliminated,
    /// Equal strength: no effect.
    NoEffect,
    /// The attack was weaker: all attackers are eliminated.
    AttackersEliminated,
}

/// Applies an event. Events made by the rules always fit; one that names no unit changes nothing.
pub fn apply(state: &mut State<Battle>, event: &Event) {
    let setting = Arc::clone(&state.setting);
    match event {
        Event::TilesPlaced { .. }
        | Event::ArmyChosen { .. }
        | Event::Bought { .. }
        | Event::Recruited { .. }
        | Event::Placed { .. }
        | Event::Deployed { .. } => apply_set_up(state, &setting, event),
        Event::Moved { paths } => apply_march(state, &setting, paths),
        Event::Advanced { from, to } => apply_march(state, &setting, &[vec![*from, *to]]),
        Event::Revealed { at, unit, .. } => unveil(state, &setting, *at, unit),
        _ => apply_public(&mut state.public, event),
    }
}

/// §4 What set-ups change.
fn apply_set_up(state: &mut State<Battle>, setting: &Setting, event: &Event) {
    let has_fog = setting.rules.fog_of_war;
    let public = &mut state.public;
    match event {
        Event::ArmyChosen { by, army } => {
            let chosen = setting.card.army(army).map(|i| i as u8);
            public.armies[*by as usize] = chosen;
            set_up::muster(setting, public, *by);
        }
        Event::Bought { by, units, .. } if has_fog => {
            state.private[seat(*by).index()].buy(units);
            return;
        }
        Event::Bought { by, units, .. } => {
            for (count, id) in units {
                if let Some(kind) = setting.kind(id) {
                    public.reserve[*by as usize][usize::from(kind)] += count;
                }
            }
            public.bought[*by as usize] = true;
        }
        Event::Recruited { by } => {
            public.unnamed[*by as usize] = true;
            public.bought[*by as usize] = true;
        }
        Event::TilesPlaced { by, headquarters, tiles } => {
            let half = Half { headquarters: *headquarters, tiles: tiles.clone() };
            return place_tiles(state, *by, half);
        }
        Event::Placed { by, hexes } => place_hidden(public, *by, hexes),
        Event::Deployed { by, units } if has_fog => {
            let private = &mut state.private[seat(*by).index()];
            units.iter().for_each(|(id, hexes)| private.place(id, hexes));
            return;
        }
        Event::Deployed { by, units } => {
            for (id, hexes) in units {
                let kind = setting.kind(id).unwrap_or(0);
                for place in places(public, hexes) {
                    let left = &mut public.reserve[*by as usize][usize::from(kind)];
                    *left = left.saturating_sub(1);
                    public.put(place, Unit { faction: *by, kind });
                }
            }
        }
        _ => {}
    }
    set_up::open_set_up(setting, public);
}

/// §4.3 A faction's half lies on the board, which changes the ground.
fn place_tiles(state: &mut State<Battle>, by: Faction, half: Half) {
    let public = &mut state.public;
    public.halves[by as usize] = Some(half);
    let laid = state.setting.with_halves([public.halves[0].as_ref(), public.halves[1].as_ref()]);
    if let Some(place) = laid.ground.headquarters[by as usize] {
        public.put_headquarters(&laid, by, place);
    }
    set_up::open_set_up(&laid, public);
    state.setting = Arc::new(laid);
}

/// §4.4 All units of a faction stand, face down.
fn place_hidden(public: &mut Public, by: Faction, hexes: &[Hex]) {
    public.reserve[by as usize].fill(0);
    public.unnamed[by as usize] = false;
    for place in places(public, hexes) {
        public.put(place, Unit { faction: by, kind: HIDDEN });
    }
}

/// §4.4 A unit is turned face up.
fn unveil(state: &mut State<Battle>, setting: &Setting, at: Hex, id: &str) {
    let place = state.public.place(at);
    let unit = place.and_then(|p| state.public.units[p.index()].as_mut());
    if let (Some(unit), Some(kind)) = (unit, setting.kind(id)) {
        unit.kind = kind;
        state.private[seat(unit.faction).index()].units.remove(&at);
    }
}

/// §5, §7 Units move; under Fog of war it is kept how far, and their factions know them again.
fn apply_march(state: &mut State<Battle>, setting: &Setting, paths: &[Vec<Hex>]) {
    apply_paths(&mut state.public, paths);
    if setting.rules.fog_of_war {
        keep_marches(&mut state.public, setting, paths);
        state.private.iter_mut().for_each(|private| private.carry(paths));
    }
}

fn keep_marches(public: &mut Public, setting: &Setting, paths: &[Vec<Hex>]) {
    let walks = paths.iter().map(|path| places(public, path));
    let walks: Vec<Vec<Place>> = walks.filter(|walk| !walk.is_empty()).collect();
    let before: Vec<March> =
        walks.iter().map(|walk| public.marches.remove(&walk[0]).unwrap_or_default()).collect();
    for (walk, before) in walks.iter().zip(before) {
        let fords = walk.windows(2).filter(|step| setting.ground.around(step[0]).river.has(step[1])).count();
        let march = March { steps: before.steps + walk.len() as u8 - 1, fords: before.fords + fords as u8 };
        public.marches.insert(walk[walk.len() - 1], march);
    }
}

/// What concerns nothing that anybody keeps for himself.
fn apply_public(public: &mut Public, event: &Event) {
    match event {
        Event::Began { turn, faction } => {
            public.turn = *turn;
            public.faction = *faction;
            public.together = false;
            public.stage = Stage::SubTurn;
            public.marches.clear();
        }
        Event::Clocked { by, sent, used } => {
            public.last_sent = public.last_sent.max(Some(*sent));
            public.used[*by as usize] = *used;
        }
        Event::StalemateCalled { by } => public.stalemate = Some(Stalemate { by: *by, turn: public.turn }),
        Event::StalemateBroken => public.stalemate = None,
        Event::Fought { at, by, outcome, .. } => match outcome {
            Outcome::DefenderEliminated => eliminate(public, &[*at]),
            Outcome::AttackersEliminated => eliminate(public, by),
            Outcome::NoEffect => {}
        },
        Event::Ended { winner, reason } => {
            public.together = false;
            public.stage = Stage::Over;
            public.marches.clear();
            public.ending = Some(Ending { winner: *winner, reason: reason.clone() });
        }
        _ => {}
    }
}

fn places(public: &Public, hexes: &[Hex]) -> Vec<Place> {
    hexes.iter().filter_map(|h| public.place(*h)).collect()
}

/// §5.1 Takes all moving units up before it puts them down, so that units may swap places.
pub fn apply_paths(public: &mut Public, paths: &[Vec<Hex>]) {
    let ends = paths.iter().filter_map(|p| Some((public.place(*p.first()?)?, public.place(*p.last()?)?)));
    let ends: Vec<(Place, Place)> = ends.collect();
    let taken: Vec<Option<Unit>> = ends.iter().map(|(from, _)| public.take(*from)).collect();
    for ((_, to), unit) in ends.into_iter().zip(taken) {
        if let Some(unit) = unit {
            public.put(to, unit);
        }
    }
}

/// §6.2 Eliminated units are removed from the board.
fn eliminate(public: &mut Public, hexes: &[Hex]) {
    for place in places(public, hexes) {
        if let Some(unit) = public.take(place) {
            // Units that fight are within sight of each other, so none that falls is hidden.
            if let Some(lost) = public.lost[unit.faction as usize].get_mut(usize::from(unit.kind)) {
                *lost += 1;
            }
        }
    }
}
