//! What happens in a game of Battle, and what it changes.

use super::data::{Faction, Half, TileKind};
use super::ground::Place;
use super::state::{Ending, Public, Stage, Stalemate, Unit};
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
    /// §4.2 A faction bought its army.
    Bought {
        /// Who.
        by: Faction,
        /// Number and type of each purchase.
        units: Vec<(u8, String)>,
        /// Points paid.
        points: u32,
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
    /// §4.4 A faction placed units.
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
    "tiles-placed",
    "deployed",
    "began",
    "clocked",
    "moved-too-late",
    "voided",
    "stalemate-called",
    "stalemate-broken",
    "moved",
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
    let public = &mut state.public;
    match event {
        Event::ArmyChosen { by, army } => {
            let chosen = setting.card.army(army).map(|i| i as u8);
            public.armies[*by as usize] = chosen;
            set_up::muster(&setting, public, *by);
            set_up::open_set_up(&setting, public);
        }
        Event::Bought { by, units, .. } => {
            for (count, id) in units {
                if let Some(kind) = setting.kind(id) {
                    public.reserve[*by as usize][usize::from(kind)] += count;
                }
            }
            public.bought[*by as usize] = true;
            set_up::open_set_up(&setting, public);
        }
        Event::TilesPlaced { by, headquarters, tiles } => {
            let half = Half { headquarters: *headquarters, tiles: tiles.clone() };
            public.halves[*by as usize] = Some(half);
            let laid = setting.with_halves([public.halves[0].as_ref(), public.halves[1].as_ref()]);
            if let Some(place) = laid.ground.headquarters[*by as usize] {
                public.put_headquarters(&laid, *by, place);
            }
            set_up::open_set_up(&laid, public);
            state.setting = Arc::new(laid);
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
            set_up::open_set_up(&setting, public);
        }
        Event::Began { turn, faction } => {
            public.turn = *turn;
            public.faction = *faction;
            public.together = false;
            public.stage = Stage::SubTurn;
        }
        Event::Clocked { by, sent, used } => {
            public.last_sent = Some(*sent);
            public.used[*by as usize] = *used;
        }
        Event::StalemateCalled { by } => public.stalemate = Some(Stalemate { by: *by, turn: public.turn }),
        Event::StalemateBroken => public.stalemate = None,
        Event::Moved { paths } => apply_paths(public, paths),
        Event::Fought { at, by, outcome, .. } => match outcome {
            Outcome::DefenderEliminated => eliminate(public, &[*at]),
            Outcome::AttackersEliminated => eliminate(public, by),
            Outcome::NoEffect => {}
        },
        Event::Advanced { from, to } => apply_paths(public, &[vec![*from, *to]]),
        Event::Ended { winner, reason } => {
            public.together = false;
            public.stage = Stage::Over;
            public.ending = Some(Ending { winner: *winner, reason: reason.clone() });
        }
        Event::MovedTooLate { .. } | Event::Voided { .. } | Event::Passed { .. } => {}
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
            public.lost[unit.faction as usize][usize::from(unit.kind)] += 1;
        }
    }
}
