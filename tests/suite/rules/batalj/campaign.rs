//! The board of a campaign in words: `regent-round 3`, `era stormaktstiden`, `regent regent-27`, `pile regent-01,regent-02`,
//! `stage regency`, `turn sture`, `done grip`, `archbishop grip`, `collected yes`, `intrigue brahe`, `sture gold 12`, `sture
//! fiefs narke,uppland`, `sture stains archbishop-murdered-1`, `entry 3 sture gold +7 trade open grip,brahe`.

use super::{Taken, family, ids, in_words};
use crate::rules::case::number;
use adjutant::games::batalj::court::ledger::figure;
use adjutant::games::batalj::court::orders::{Counted, Item, Reason};
use adjutant::games::batalj::court::state::{Court, Entry, Ledger, Stage};
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
            "stains" => return stain(public, family, cards),
            _ => return count(public, family, list, cards),
        }
        return Ok(true);
    }
    if place == "pile" {
        public.pile = ids(what);
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
            public.pile.retain(|other| other != what);
        }
        "stage" => court.stage = stage(what)?,
        "turn" => court.family = Some(named()?),
        "done" => court.done = ids(what).iter().filter_map(|id| family(setting, id)).collect(),
        "archbishop" => court.archbishop = Some(named()?),
        "collected" => court.collected = what == "yes",
        "intrigue" => court.intrigue = Some(named()?),
        "entry" => enter(setting, court, what)?,
        _ => return Ok(false),
    }
    Ok(true)
}

/// The stages of a regent round by the words of a board.
const STAGES: [(&str, Stage); 6] = [
    ("opening", Stage::Opening),
    ("country", Stage::Country),
    ("regency", Stage::Regency),
    ("war", Stage::War),
    ("turns", Stage::Turns),
    ("closing", Stage::Closing),
];

fn stage(word: &str) -> Result<Stage, String> {
    let known = STAGES.into_iter().find(|(known, _)| *known == word);
    known.map(|(_, stage)| stage).ok_or_else(|| format!("{word} is no stage of a regent round"))
}

/// An entry that can still be objected to: `3 sture gold +7 trade open grip,brahe`.
fn enter(setting: &Setting, court: &mut Court, text: &str) -> Result<(), String> {
    let unread = || format!("entry {text} cannot be read");
    let (what, open) = text.split_once(" open ").ok_or_else(unread)?;
    let words: Vec<&str> = what.split(' ').collect();
    let [number_of, by, words @ ..] = words.as_slice() else { return Err(unread()) };
    let number: u32 = number(number_of)?;
    let family_of = |id: &str| family(setting, id).ok_or_else(unread);
    let open_to = ids(open).iter().map(|id| family_of(id)).collect::<Result<Vec<u8>, String>>()?;
    let item = item(words).ok_or_else(unread)?;
    court.entries.push(Entry { number, family: family_of(by)?, item, open_to });
    court.next_entry = number + 1;
    Ok(())
}

/// What an order enters, without its first word.
fn item(words: &[&str]) -> Option<Item> {
    match words {
        ["fief", id] => Some(Item::Fief { id: (*id).to_owned(), lost: false }),
        ["fief", id, "lost"] => Some(Item::Fief { id: (*id).to_owned(), lost: true }),
        ["card", id] => Some(Item::Card { id: (*id).to_owned(), lost: false }),
        ["card", id, "lost"] => Some(Item::Card { id: (*id).to_owned(), lost: true }),
        [word, by, reason @ ..] => {
            let (_, of) = FIGURES.into_iter().find(|(known, _)| known == word)?;
            let reason = reason.first().and_then(|word| Reason::ALL.into_iter().find(|r| r.id() == *word));
            Some(Item::Count { of, by: by.parse().ok()?, reason })
        }
        _ => None,
    }
}

/// Cards kept for murdered Archbishops.
fn stain(public: &mut Public, family: u8, cards: &str) -> Taken {
    let ledger = public.court.as_mut().and_then(|court| court.ledgers.get_mut(usize::from(family)));
    let Some(ledger) = ledger else { return Ok(false) };
    ledger.stains = ids(cards);
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

/// Ledgers, cards, the office and whose turn it is in words.
pub fn words(setting: &Setting, public: &Public) -> Vec<String> {
    let Some(court) = &public.court else { return Vec::new() };
    let mut words = Vec::new();
    for (family, ledger) in public.families.iter().zip(&court.ledgers) {
        let id = &family.family;
        words.push(format!("{id} fiefs {}", in_words(&family.fiefs)));
        words.push(format!("{id} military {}", in_words(&family.military)));
        words.push(format!("{id} stains {}", in_words(&ledger.stains)));
        words.extend(FIGURES.map(|(word, of)| format!("{id} {word} {}", figure(ledger, of))));
    }
    let name = |family: &u8| setting.families[usize::from(*family)].clone();
    let one = |family: Option<u8>| family.map_or_else(|| "nobody".to_owned(), |family| name(&family));
    let all = |families: &[u8]| {
        let names: Vec<String> = families.iter().map(name).collect();
        if names.is_empty() { "nobody".to_owned() } else { names.join(",") }
    };
    let stage = STAGES.into_iter().find(|(_, stage)| *stage == court.stage).map_or("-", |(word, _)| word);
    words.push(format!("regent-round {}", court.round));
    words.push(format!("stage {stage}"));
    words.push(format!("turn {}", one(court.family)));
    words.push(format!("done {}", all(&court.done)));
    words.push(format!("archbishop {}", one(court.archbishop)));
    words.push(format!("intrigue {}", one(court.intrigue)));
    words.push(format!("collected {}", if court.collected { "yes" } else { "no" }));
    let entries = court.entries.iter().map(|e| format!("{} open to {}", e.number, all(&e.open_to)));
    let entries = entries.collect::<Vec<_>>().join("; ");
    words.push(format!("entries {}", if entries.is_empty() { "nothing" } else { &entries }));
    words
}
