//! What cases of Battle say: `TURN`, `BOARD`, `LOST`, `STALEMATE`, `CLOCK`.

mod show;

use super::case::{Block, Case, instant, number, places};
use super::run::Ruled;
use adjutant::games::battle::Battle;
use adjutant::games::battle::data::{Data, Faction};
use adjutant::games::battle::event::Event;
use adjutant::games::battle::faction::name;
use adjutant::games::battle::fog;
use adjutant::games::battle::state::{HIDDEN, Public, Stage, Stalemate, Unit};
use adjutant::kernel::board::hex::Hex;
use adjutant::kernel::game::State;
use std::sync::Arc;

impl Ruled for Battle {
    const SEATS: &'static [&'static str] = &["red", "blue"];

    fn position(case: &Case, first: &State<Self>) -> Result<Option<State<Self>>, String> {
        let mut state = first.clone();
        // Whose sub-turn it is comes first, wherever it stands; without it the case begins with the set-up.
        let Some(turn) = case.position.iter().find(|b| b.word == "TURN") else {
            let clocks = case.position.iter().filter(|b| b.word == "CLOCK");
            clocks.into_iter().try_for_each(|block| take(&mut state, block))?;
            return Ok(Some(state));
        };
        state.public = Public::new(&state.setting);
        let (number, faction) = moment(&turn.rest)?;
        (state.public.turn, state.public.faction, state.public.stage) = (number, faction, Stage::SubTurn);
        for block in case.position.iter().filter(|b| b.word != "TURN") {
            take(&mut state, block)?;
        }
        Ok(Some(state))
    }

    /// The units hex by hex, of hidden ones what their factions know as well.
    fn words(state: &State<Self>) -> Vec<String> {
        let position = serde_json::to_value(fog::whole(state)).unwrap_or_default();
        let is_hidden = |hex: &Hex| {
            state.public.place(*hex).and_then(|p| state.public.unit(p)).is_some_and(Unit::is_hidden)
        };
        let what = |hex: &Hex| {
            let unit = position["units"][hex.to_string()].as_str().unwrap_or("nobody");
            if is_hidden(hex) { format!("{unit} hidden") } else { unit.to_owned() }
        };
        Data::embedded().board.hexes().map(|hex| format!("{hex} {}", what(&hex))).collect()
    }

    fn moment(state: &State<Self>) -> String {
        format!("{} {}", state.public.turn, name(state.public.faction))
    }

    fn show(_: &[String], event: &Event) -> String {
        show::show(event)
    }
}

fn take(state: &mut State<Battle>, block: &Block) -> Result<(), String> {
    let setting = Arc::clone(&state.setting);
    let public = &mut state.public;
    let words: Vec<&str> = block.rest.split_whitespace().collect();
    match (block.word.as_str(), words.as_slice()) {
        ("BOARD", []) => return units(state, &block.body),
        ("LOST", [faction, count, unit]) => {
            let kind = setting.kind(unit).ok_or_else(|| format!("{unit} is no unit of the card"))?;
            public.lost[faction_of(faction)? as usize][usize::from(kind)] += number::<u8>(count)?;
        }
        ("STALEMATE", [by, turn]) => {
            public.stalemate = Some(Stalemate { by: faction_of(by)?, turn: number(turn)? });
        }
        ("CLOCK", [last, "red", red, "blue", blue]) => {
            public.last_sent = Some(instant(last)?);
            public.used = [number(red)?, number(blue)?];
        }
        (word, _) => return Err(format!("{word} {} cannot be read", block.rest)),
    }
    Ok(())
}

/// Lines such as `0505,0506 red infantry`, of a unit whose type the enemy does not know `0507 red infantry hidden`.
fn units(state: &mut State<Battle>, body: &[String]) -> Result<(), String> {
    for line in places(body)? {
        let (hex, unit) = line.split_once(' ').unwrap_or((&line, ""));
        let hex: Hex = hex.parse().map_err(|_| format!("{hex} is no hex"))?;
        let place = state.public.place(hex).ok_or_else(|| format!("{hex} is not on the board"))?;
        if state.public.unit(place).is_some() {
            return Err(format!("{hex} holds a headquarters or is named twice"));
        }
        let (name, is_hidden) = unit.strip_suffix(" hidden").map_or((unit, false), |name| (name, true));
        let unit = unit_of(state, name)?;
        let kind = if is_hidden { HIDDEN } else { unit.kind };
        state.public.put(place, Unit { kind, ..unit });
        if is_hidden {
            state.private[unit.faction as usize].units.insert(hex, state.setting.unit(unit.kind).id.clone());
        }
    }
    Ok(())
}

fn unit_of(state: &State<Battle>, text: &str) -> Result<Unit, String> {
    let (faction, id) = text.split_once(' ').unwrap_or(("", text));
    let kind = state.setting.kind(id).ok_or_else(|| format!("{text} is no unit of the card"))?;
    Ok(Unit { faction: faction_of(faction)?, kind })
}

fn moment(text: &str) -> Result<(u16, Faction), String> {
    let (turn, faction) = text.split_once(' ').ok_or("write TURN number faction")?;
    Ok((number(turn)?, faction_of(faction)?))
}

fn faction_of(text: &str) -> Result<Faction, String> {
    match text {
        "red" => Ok(Faction::Red),
        "blue" => Ok(Faction::Blue),
        _ => Err(format!("{text} is neither red nor blue")),
    }
}
