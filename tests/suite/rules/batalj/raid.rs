//! The board of plundering in words: `sture at p5`, `sture took loot-3`, `tiles berlin,prag`, `turn 2`, `mover sture`.

use super::{Taken, family, ids, in_words};
use crate::rules::case::number;
use adjutant::games::batalj::plundering::state::{Expedition, Fate, Party, Plundering};
use adjutant::games::batalj::setting::{Scenario, Setting};
use adjutant::games::batalj::state::Public;

/// In a single expedition somebody is out, in the first turn; who, and where, the lines say.
pub fn clear(setting: &Setting, public: &mut Public) {
    if setting.scenario != Scenario::Plundering {
        return;
    }
    let expedition = Expedition {
        round: 1,
        turn: 1,
        mover: 0,
        die: None,
        parties: Vec::new(),
        tiles: Vec::new(),
        put_back: Vec::new(),
    };
    let plundering = Plundering::new(&setting.map, setting.families.len());
    public.plundering = Some(Plundering { expedition: Some(expedition), ..plundering });
}

/// Takes a line about plundering.
///
/// Errors: what cannot be read in it.
pub fn take(setting: &Setting, public: &mut Public, place: &str, what: &str) -> Taken {
    let Some(plundering) = &mut public.plundering else { return Ok(false) };
    if let Some(family) = family(setting, place) {
        return fare(setting, plundering, family, what);
    }
    let Some(expedition) = &mut plundering.expedition else { return Ok(false) };
    match place {
        "turn" => expedition.turn = number(what)?,
        "mover" => expedition.mover = family(setting, what).ok_or("no family of that name")?,
        "die" => expedition.die = Some(number(what)?),
        "tiles" => expedition.tiles = ids(what),
        "put-back" => expedition.put_back = ids(what),
        _ => return Ok(false),
    }
    Ok(true)
}

/// How a family fares: `at PLACE`, `home`, `lost`, `took TILES`, `kept TILES`.
fn fare(setting: &Setting, plundering: &mut Plundering, family: u8, what: &str) -> Taken {
    let (word, rest) = what.split_once(' ').unwrap_or((what, ""));
    let Plundering { bag, kept, expedition, .. } = plundering;
    let tiles = ids(rest);
    match (word, expedition) {
        ("kept", _) => {
            bag.retain(|tile| !tiles.contains(tile));
            kept[usize::from(family)] = tiles;
        }
        ("took", Some(expedition)) => {
            bag.retain(|tile| !tiles.contains(tile));
            expedition.party_mut(family).ok_or("say first where it is")?.taken = tiles;
        }
        ("at", Some(expedition)) if setting.map.place(rest).is_some() => {
            let (at, taken) = (rest.to_owned(), Vec::new());
            expedition.parties.push(Party { family, at, fate: Fate::Out, taken, plan: None });
        }
        ("home", Some(expedition)) => {
            expedition.party_mut(family).ok_or("say first where it is")?.fate = Fate::Home;
        }
        ("lost", Some(expedition)) => {
            expedition.party_mut(family).ok_or("say first where it is")?.fate = Fate::Lost;
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// Plunderers, tiles and what was brought home in words.
pub fn words(setting: &Setting, public: &Public) -> Vec<String> {
    let Some(plundering) = &public.plundering else { return Vec::new() };
    let mut words = Vec::new();
    let kept = setting.families.iter().zip(&plundering.kept);
    words.extend(kept.map(|(family, tiles)| format!("{family} kept {}", in_words(tiles))));
    if let Some(expedition) = &plundering.expedition {
        words.push(format!("tiles {}", in_words(&expedition.tiles)));
        for party in &expedition.parties {
            let family = &setting.families[usize::from(party.family)];
            words.push(format!("{family} took {}", in_words(&party.taken)));
            words.push(match party.fate {
                Fate::Out => format!("{family} at {}", party.at),
                Fate::Home => format!("{family} home"),
                Fate::Lost => format!("{family} lost"),
            });
        }
    }
    words
}
