//! The board of a campaign in words: `regent-round 3`, `era stormaktstiden`, `turn sture`, `archbishop grip`,
//! `sture gold 12`, `sture fiefs narke,uppland`.

use super::{Taken, family, ids, in_words};
use crate::rules::case::number;
use adjutant::games::batalj::court::ledger::figure;
use adjutant::games::batalj::court::orders::Counted;
use adjutant::games::batalj::court::state::{Court, Ledger, Stage};
use adjutant::games::batalj::data::Era;
use adjutant::games::batalj::setting::{Scenario, Setting};
use adjutant::games::batalj::state::Public;

/// What a ledger counts, by the words of a board.
const FIGURES: [(&str, Counted); 5] = [
    ("gold", Counted::Gold),
    ("ap", Counted::Ap),
    ("merchants", Counted::Merchants),
    ("troops", Counted::Troops),
    ("crowns", Counted::Crowns),
];

/// In a campaign the families take their turns in the first regent round, under a card that says nothing.
pub fn clear(setting: &Setting, public: &mut Public) {
    if setting.scenario == Scenario::Campaign {
        public.court = Some(Court { round: 1, stage: Stage::Turns, family: Some(0), ..Court::new(setting) });
    }
}

/// Takes a line about a campaign.
///
/// Errors: what cannot be read in it.
pub fn take(setting: &Setting, public: &mut Public, place: &str, what: &str) -> Taken {
    if let (Some(family), Some((list, cards))) = (family(setting, place), what.split_once(' ')) {
        let household = &mut public.families[usize::from(family)];
        match list {
            "fiefs" => household.fiefs = ids(cards),
            "military" => household.military = ids(cards),
            _ => return count(public, family, list, cards),
        }
        return Ok(true);
    }
    let Some(court) = &mut public.court else { return Ok(false) };
    let named = || family(setting, what).ok_or_else(|| format!("{what} is no family here"));
    match place {
        "regent-round" => court.round = number(what)?,
        "era" => court.era = Era::ALL.into_iter().find(|e| e.id() == what).ok_or("no era of that name")?,
        "regent" => {
            let regents = &setting.data.regents;
            let card = regents.find(what).map(|i| &regents.regents[i]).ok_or("no such Regent card")?;
            (court.regent, court.text) = (Some(what.to_owned()), card.text(court.era));
        }
        "turn" => court.family = Some(named()?),
        "done" => court.done = ids(what).iter().filter_map(|id| family(setting, id)).collect(),
        "archbishop" => court.archbishop = Some(named()?),
        _ => return Ok(false),
    }
    Ok(true)
}

/// `gold 12` and the like.
fn count(public: &mut Public, family: u8, word: &str, number_of: &str) -> Taken {
    let ledger = public.court.as_mut().and_then(|court| court.ledgers.get_mut(usize::from(family)));
    let (Some(ledger), Some((_, of))) = (ledger, FIGURES.into_iter().find(|(known, _)| *known == word))
    else {
        return Ok(false);
    };
    *figure_mut(ledger, of) = number(number_of)?;
    Ok(true)
}

fn figure_mut(ledger: &mut Ledger, of: Counted) -> &mut i32 {
    match of {
        Counted::Gold => &mut ledger.gold,
        Counted::Ap => &mut ledger.ap,
        Counted::Merchants => &mut ledger.merchants,
        Counted::Troops => &mut ledger.troops,
        Counted::Crowns => &mut ledger.crowns,
    }
}

/// Ledgers, cards and the office in words.
pub fn words(setting: &Setting, public: &Public) -> Vec<String> {
    let Some(court) = &public.court else { return Vec::new() };
    let mut words = Vec::new();
    for (family, ledger) in public.families.iter().zip(&court.ledgers) {
        let id = &family.family;
        words.push(format!("{id} fiefs {}", in_words(&family.fiefs)));
        words.push(format!("{id} military {}", in_words(&family.military)));
        words.extend(FIGURES.map(|(word, of)| format!("{id} {word} {}", figure(ledger, of))));
    }
    let holder = court.archbishop.and_then(|family| setting.families.get(usize::from(family)));
    words.push(format!("archbishop {}", holder.map_or("nobody", String::as_str)));
    words
}
