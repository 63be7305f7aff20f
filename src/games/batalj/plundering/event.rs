//! What happens on a plundering expedition, and what it changes.

use super::map::{Face, Map};
use super::plan::Plan;
use super::state::{Expedition, Fate, Party, Plundering};
use serde::{Deserialize, Serialize};

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Event {
    /// Rules for plundering: families are asked who sets out.
    ExpeditionCalled,
    /// A family said whether it sets out.
    Announced {
        /// Its place at the table.
        family: u8,
        /// From which start square; none if it stays.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<String>,
    },
    /// The tiles were placed and the expedition set out.
    SetOut {
        /// The regent round.
        round: u8,
        /// The plunderers in the order of play, each with its start square.
        parties: Vec<(u8, String)>,
        /// The cities that got a tile.
        tiles: Vec<String>,
    },
    /// A plunderer's move came.
    MoveCame {
        /// The turn.
        turn: u16,
        /// Whose.
        family: u8,
    },
    /// A plunderer said what he goes on doing.
    Planned {
        /// Who.
        family: u8,
        /// What.
        plan: Plan,
    },
    /// What a plunderer went on doing has come to its end.
    PlanEnded {
        /// Who.
        family: u8,
    },
    /// A plunderer rolled the die and wants to see it first.
    DieCast {
        /// Who.
        family: u8,
        /// What it shows.
        die: u8,
    },
    /// A plunderer moved.
    Marched {
        /// Who.
        family: u8,
        /// What the die showed.
        die: u8,
        /// The places on his way.
        path: Vec<String>,
    },
    /// A plunderer did not move.
    Waited {
        /// Who.
        family: u8,
    },
    /// A tile was turned up.
    TurnedUp {
        /// By whom.
        family: u8,
        /// Where.
        city: String,
        /// Which.
        tile: String,
    },
    /// A plunderer came home.
    CameHome {
        /// Who.
        family: u8,
        /// To which start square.
        port: String,
    },
    /// A plunderer gave up, and what he had went back into the bag.
    Disbanded {
        /// Who.
        family: u8,
    },
    /// Nobody is out any more.
    ExpeditionEnded,
}

/// The kinds of events as they stand in the history.
pub const KINDS: [&str; 13] = [
    "expedition-called",
    "announced",
    "set-out",
    "move-came",
    "planned",
    "plan-ended",
    "die-cast",
    "marched",
    "waited",
    "turned-up",
    "came-home",
    "disbanded",
    "expedition-ended",
];

/// Applies an event. Events made by the rules always fit; one that names nobody changes nothing.
pub fn apply(map: &Map, plundering: &mut Plundering, event: &Event) {
    match event {
        Event::ExpeditionCalled => plundering.announcing = true,
        Event::Announced { .. } | Event::Waited { .. } => {}
        Event::SetOut { round, parties, tiles } => {
            plundering.announcing = false;
            plundering.expedition = set_out(*round, parties, tiles);
        }
        Event::ExpeditionEnded => {
            plundering.announcing = false;
            plundering.expedition = None;
        }
        Event::MoveCame { turn, family } => {
            if let Some(expedition) = &mut plundering.expedition {
                expedition.turn = *turn;
                expedition.mover = *family;
                expedition.die = None;
            }
        }
        Event::DieCast { die, .. } => {
            if let Some(expedition) = &mut plundering.expedition {
                expedition.die = Some(*die);
            }
        }
        Event::Planned { family, plan } => {
            change(plundering, *family, |party| party.plan = Some(plan.clone()));
        }
        Event::PlanEnded { family } => change(plundering, *family, |party| party.plan = None),
        Event::Marched { family, path, .. } => change(plundering, *family, |party| march(party, path)),
        Event::TurnedUp { family, city, tile } => turn_up(map, plundering, *family, city, tile),
        Event::CameHome { family, .. } => come_home(plundering, *family),
        Event::Disbanded { family } => put_back(plundering, *family, None),
    }
}

fn change(plundering: &mut Plundering, family: u8, change: impl FnOnce(&mut Party)) {
    if let Some(party) = plundering.expedition.as_mut().and_then(|expedition| expedition.party_mut(family)) {
        change(party);
    }
}

fn set_out(round: u8, parties: &[(u8, String)], tiles: &[String]) -> Option<Expedition> {
    let mover = parties.first()?.0;
    let parties = parties.iter().map(|(family, port)| Party {
        family: *family,
        at: port.clone(),
        fate: Fate::Out,
        taken: Vec::new(),
        plan: None,
    });
    let parties = parties.collect();
    Some(Expedition {
        round,
        turn: 1,
        mover,
        die: None,
        parties,
        tiles: tiles.to_vec(),
        put_back: Vec::new(),
    })
}

fn march(party: &mut Party, path: &[String]) {
    if let Some(last) = path.last() {
        party.at.clone_from(last);
    }
    if let Some(plan) = &mut party.plan {
        path.iter().for_each(|place| plan.forget(place));
    }
}

/// Tiles with loot are taken; Imperial troops destroy the plunderer's army.
fn turn_up(map: &Map, plundering: &mut Plundering, family: u8, city: &str, tile: &str) {
    if let Some(expedition) = &mut plundering.expedition {
        expedition.tiles.retain(|place| place != city);
    }
    if map.face(tile) == Some(Face::Troops) {
        put_back(plundering, family, Some(tile));
        return;
    }
    plundering.bag.retain(|other| other != tile);
    change(plundering, family, |party| party.taken.push(tile.to_owned()));
}

/// All that a plunderer has collected goes back into the bag, and with it the tile that undid him.
fn put_back(plundering: &mut Plundering, family: u8, undoing: Option<&str>) {
    let Some(expedition) = &mut plundering.expedition else { return };
    let Some(party) = expedition.party_mut(family) else { return };
    let taken = std::mem::take(&mut party.taken);
    party.fate = Fate::Lost;
    party.plan = None;
    plundering.bag.extend(taken.iter().cloned());
    plundering.bag.sort();
    expedition.put_back.extend(taken.into_iter().chain(undoing.map(str::to_owned)));
    expedition.put_back.sort();
}

/// What a plunderer brings home he keeps for the rest of the game.
fn come_home(plundering: &mut Plundering, family: u8) {
    let mut taken = Vec::new();
    change(plundering, family, |party| {
        taken = std::mem::take(&mut party.taken);
        party.fate = Fate::Home;
        party.plan = None;
    });
    if let Some(kept) = plundering.kept.get_mut(usize::from(family)) {
        kept.extend(taken);
        kept.sort();
    }
}
