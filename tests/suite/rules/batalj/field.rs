//! The board of a field battle in words: `left 3 soldiers, 1 marshal, fief uppland`, `sture holds narva`.

use super::{Taken, family, ids, in_words};
use crate::rules::case::number;
use adjutant::games::batalj::battle::area::{Area, Side};
use adjutant::games::batalj::battle::field::{Field, Stage};
use adjutant::games::batalj::setting::{Scenario, Setting};
use adjutant::games::batalj::state::Public;

/// In a single battle the fight is on, in its first round, and nobody stands anywhere.
pub fn clear(setting: &Setting, public: &mut Public) {
    if setting.scenario == Scenario::Battle {
        let mut field = Field::new(setting.enemy, setting.era);
        (field.stage, field.round) = (Stage::Round, 1);
        for (i, family) in public.families.iter().enumerate() {
            (field.answered[i], field.mustered[i]) = (true, family.fiefs.clone());
        }
        field.commander = setting.commander.unwrap_or(0);
        public.battle = Some(field);
    }
}

/// Takes a line about a field battle.
///
/// Errors: what cannot be read in it.
pub fn take(setting: &Setting, public: &mut Public, place: &str, what: &str) -> Taken {
    if let (Some(family), Some(cards)) = (family(setting, place), what.strip_prefix("holds ")) {
        public.families[usize::from(family)].events = ids(cards);
        return Ok(true);
    }
    let Some(field) = &mut public.battle else { return Ok(false) };
    if let (Some(family), Some(cards)) = (family(setting, place), what.strip_prefix("brings ")) {
        field.mustered[usize::from(family)] = ids(cards);
        return Ok(true);
    }
    if let Some(area) = Area::ALL.into_iter().find(|a| a.id() == place) {
        return stand(setting, field, area, what).map(|()| true);
    }
    match place {
        "round" => field.round = number(what)?,
        "commander" => field.commander = family(setting, what).ok_or("no family of that name")?,
        "stage" => stage(field, what)?,
        "quiet" => field.quiet_rounds = number(what)?,
        "played" => field.played = ids(what),
        "counts" => {
            let cards = ids(what);
            field.has_steel = cards.iter().any(|card| card == "steel-bites");
            field.has_tactics = cards.iter().any(|card| card == "superior-tactics");
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// Where the battle stands; before the first round nobody has been asked, or nothing been laid out.
fn stage(field: &mut Field, text: &str) -> Result<(), String> {
    match text {
        "muster" => {
            (field.stage, field.round, field.answered) = (Stage::Muster, 0, [false; 5]);
            field.mustered = Default::default();
        }
        "deployment" => (field.stage, field.round) = (Stage::Deployment, 0),
        "regrouping" => field.stage = Stage::Regrouping,
        _ => return Err(format!("{text} is no stage")),
    }
    Ok(())
}

/// Pieces and cards in an area: its owner's, unless a side is named first.
fn stand(setting: &Setting, field: &mut Field, area: Area, what: &str) -> Result<(), String> {
    let named = [(Side::Sweden, "sweden "), (Side::Enemy, "enemy ")];
    let other = named.into_iter().find_map(|(side, word)| Some((side, what.strip_prefix(word)?)));
    let (side, what) = other.unwrap_or((area.owner(), what));
    for item in what.split(',').map(str::trim) {
        let (count, kind) =
            item.split_once(' ').ok_or_else(|| format!("{item} is nothing that stands there"))?;
        match kind.trim_end_matches('s') {
            "soldier" => field.army_mut(side).add_soldiers(area, number(count)?),
            "marshal" => field.army_mut(side).add_marshals(area, number(count)?),
            "cannon" => field.enemy_cannon += number::<u8>(count)?,
            _ if count == "artillery" => field.artillery.push(number(kind)?),
            _ if count == "fief" && setting.data.fief(kind).is_some() => lay(field, area, kind),
            _ => return Err(format!("{item} is nothing that stands there")),
        }
    }
    Ok(())
}

fn lay(field: &mut Field, area: Area, fief: &str) {
    if area.is_front() {
        field.fiefs[area as usize] = Some(fief.to_owned());
    } else {
        field.resting_fiefs.push(fief.to_owned());
        field.resting_fiefs.sort_unstable();
    }
}

/// The areas and hands in words.
pub fn words(_: &Setting, public: &Public) -> Vec<String> {
    let hands = public.families.iter().map(|f| format!("{} holds {}", f.family, in_words(&f.events)));
    let areas = public.battle.iter();
    let areas = areas.flat_map(|field| Area::ALL.map(|area| format!("{area} {}", standing(field, area))));
    hands.chain(areas).collect()
}

/// What stands in an area.
fn standing(field: &Field, area: Area) -> String {
    let side = field.holder(area).unwrap_or(area.owner());
    let mut items = Vec::new();
    let army = field.army(side);
    for (count, one) in [(army.soldiers(area), "soldier"), (army.marshals(area), "marshal")] {
        match count {
            0 => {}
            1 => items.push(format!("1 {one}")),
            n => items.push(format!("{n} {one}s")),
        }
    }
    match area {
        Area::Reserve => {
            items.extend(field.artillery.iter().map(|strength| format!("artillery {strength}")));
            items.extend(field.resting_fiefs.iter().map(|fief| format!("fief {fief}")));
        }
        Area::EnemyReserve if field.enemy_cannon > 0 => items.push(format!("{} cannon", field.enemy_cannon)),
        _ => items.extend(field.fiefs[area as usize].iter().map(|fief| format!("fief {fief}"))),
    }
    let whose = if side == area.owner() { String::new() } else { format!("{} ", side.id()) };
    if items.is_empty() { "nobody".to_owned() } else { format!("{whose}{}", items.join(", ")) }
}
