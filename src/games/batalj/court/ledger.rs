//! Entries: what families say that changed on the table, and how it is struck when another objects.

use super::orders::{Counted, Item};
use super::state::{Entry, Ledger};
use super::{Public, Setting};

/// Carries an entry out.
pub fn carry_out(setting: &Setting, public: &mut Public, family: u8, item: &Item) {
    match item {
        Item::Count { of, by, .. } => count(public, family, *of, *by),
        Item::Fief { id, lost } | Item::Card { id, lost } => hold(setting, public, family, id, !lost),
    }
}

/// Undoes an entry that was struck.
pub fn undo(setting: &Setting, public: &mut Public, entry: &Entry) {
    match &entry.item {
        Item::Count { of, by, .. } => count(public, entry.family, *of, -by),
        Item::Fief { id, lost } | Item::Card { id, lost } => {
            // What somebody else holds by now, or has kept for a murder, is not torn from him.
            if !*lost || holder(public, id).is_none() && !is_stain(public, id) {
                hold(setting, public, entry.family, id, *lost);
            }
        }
    }
}

fn count(public: &mut Public, family: u8, of: Counted, by: i32) {
    let Some(ledger) = public.court.as_mut().and_then(|c| c.ledgers.get_mut(usize::from(family))) else {
        return;
    };
    *figure_mut(ledger, of) += by;
}

/// A figure of a ledger.
pub fn figure(ledger: &Ledger, of: Counted) -> i32 {
    match of {
        Counted::Gold => ledger.gold,
        Counted::Ap => ledger.ap,
        Counted::Merchants => ledger.merchants,
        Counted::Troops => ledger.troops,
        Counted::Crowns => ledger.crowns,
    }
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

/// Who holds a card, if any family in the game does: what lies before one that has conceded is nobody's.
pub fn holder(public: &Public, id: &str) -> Option<u8> {
    let has = |list: &Vec<String>| list.iter().any(|card| card == id);
    let holds = |family: &super::Household| {
        !family.conceded && (has(&family.fiefs) || has(&family.military) || has(&family.events))
    };
    public.families.iter().position(holds).map(|i| i as u8)
}

/// Gives a card to a family, from before one that has conceded if it lies there, or takes it away.
pub fn hold(setting: &Setting, public: &mut Public, family: u8, id: &str, holds: bool) {
    for gone in public.families.iter_mut().filter(|family| holds && family.conceded) {
        for list in [&mut gone.fiefs, &mut gone.military, &mut gone.events] {
            list.retain(|card| card != id);
        }
    }
    let is_fief = setting.data.fief(id).is_some();
    let is_military = setting.data.military(id).is_some();
    let Some(family) = public.families.get_mut(usize::from(family)) else { return };
    let list = match (is_fief, is_military) {
        (true, _) => &mut family.fiefs,
        (_, true) => &mut family.military,
        _ => &mut family.events,
    };
    list.retain(|card| card != id);
    if holds {
        list.push(id.to_owned());
        list.sort_unstable();
    }
}

/// Why an entry cannot be made, if it cannot.
pub fn bar(setting: &Setting, public: &Public, family: u8, item: &Item) -> Option<(&'static str, String)> {
    let (id, lost) = match item {
        Item::Count { by: 0, .. } => return Some(("entry/nothing", "nothing changes by 0".to_owned())),
        Item::Count { of, by, .. } => {
            let ledger = public.court.as_ref()?.ledger(family);
            let left = figure(ledger, *of) + by;
            let may_sink = matches!(of, Counted::Ap | Counted::Troops | Counted::Crowns);
            let fact = || format!("{} has {}", setting.name(family), of.counted(figure(ledger, *of)));
            return (left < 0 && *by < 0 && !may_sink).then(|| ("entry/too-little", fact()));
        }
        Item::Fief { id, lost } | Item::Card { id, lost } => (id, *lost),
    };
    let name = setting.card_name(id);
    match (holder(public, id), lost) {
        (Some(other), false) => Some(("entry/held", format!("{} holds {name}", setting.name(other)))),
        (Some(other), true) if other != family => {
            Some(("entry/not-held", format!("{} holds {name}", setting.name(other))))
        }
        (None, true) => Some(("entry/not-held", format!("no family holds {name}"))),
        _ if is_stain(public, id) => {
            Some(("entry/held", format!("{name} was played and is kept until the end of the game")))
        }
        _ => None,
    }
}

/// Whether a card lies before a family as the mark of a murder.
fn is_stain(public: &Public, id: &str) -> bool {
    public
        .court
        .as_ref()
        .is_some_and(|court| court.ledgers.iter().any(|l| l.stains.iter().any(|card| card == id)))
}
