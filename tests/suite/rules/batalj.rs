//! What cases of Batalj say of a position: `BOARD` with lines of a field battle ([`field`]), of an expedition
//! ([`raid`]) and of a campaign ([`campaign`]).
//!
//! A line begins with what it is about: an area, a family, or a word such as `round`. Each part of the game takes the
//! lines that it knows.

mod campaign;
mod field;
mod raid;
mod show;
mod told;

use super::case::{Case, places};
use super::run::Ruled;
use adjutant::games::batalj::Batalj;
use adjutant::games::batalj::event::Event;
use adjutant::games::batalj::setting::Setting;
use adjutant::games::batalj::state::Public;
use adjutant::kernel::game::State;
use std::sync::Arc;

/// Whether a line of a board was one of those that a part of the game knows.
type Taken = Result<bool, String>;

impl Ruled for Batalj {
    const SEATS: &'static [&'static str] = &["sture"];

    fn position(case: &Case, first: &State<Self>) -> Result<Option<State<Self>>, String> {
        let Some(board) = case.position.first() else { return Ok(None) };
        if board.word != "BOARD" || !board.rest.is_empty() || case.position.len() > 1 {
            return Err(format!("{} {} cannot be read", board.word, board.rest));
        }
        let mut state = first.clone();
        let setting = Arc::clone(&state.setting);
        clear(&setting, &mut state.public);
        for line in places(&board.body)? {
            let (place, what) = line.split_once(' ').unwrap_or((&line, ""));
            let public = &mut state.public;
            let is_known = field::take(&setting, public, place, what)?
                || raid::take(&setting, public, place, what)?
                || campaign::take(&setting, public, place, what)?;
            if !is_known {
                return Err(format!("{line} cannot be read"));
            }
        }
        Ok(Some(state))
    }

    fn words(state: &State<Self>) -> Vec<String> {
        let (setting, public) = (&state.setting, &state.public);
        let mut words = field::words(setting, public);
        words.extend(raid::words(setting, public));
        words.extend(campaign::words(setting, public));
        words
    }

    fn moment(state: &State<Self>) -> String {
        match &state.public.battle {
            Some(field) => format!("round {}", field.round),
            None => format!("regent {}", state.public.round()),
        }
    }

    fn show(seats: &[String], event: &Event) -> String {
        show::show(seats, event)
    }
}

/// Takes away what a board says anew: hands, and the part of the game that is to begin.
fn clear(setting: &Setting, public: &mut Public) {
    for family in &mut public.families {
        family.events.clear();
    }
    field::clear(setting, public);
    raid::clear(setting, public);
    campaign::clear(setting, public);
}

/// The place of a family at the table.
fn family(setting: &Setting, id: &str) -> Option<u8> {
    setting.families.iter().position(|known| known == id).map(|place| place as u8)
}

/// Ids between commas; `nothing` for none.
fn ids(text: &str) -> Vec<String> {
    let ids = text.split(',').map(str::trim).filter(|id| !id.is_empty() && *id != "nothing");
    ids.map(str::to_owned).collect()
}

/// Ids with commas between; `nothing` if there are none.
fn in_words(ids: &[String]) -> String {
    if ids.is_empty() { "nothing".to_owned() } else { ids.join(",") }
}
