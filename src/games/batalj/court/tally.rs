//! The final tally: what families have won counts in AP, and most AP win.

use super::event::Event;
use super::orders::Counted;
use super::round::emit;
use super::state::{count_crowns, count_fief_troops};
use super::{Batalj, Happening, Public, Setting, Table};
use crate::kernel::game::Turn;

/// A family's AP, part by part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// Won during the game.
    pub won: i32,
    /// Cultural Treasures brought home.
    pub treasures: i32,
    /// For gold, plundered loot included.
    pub gold: i32,
    /// For crown symbols.
    pub crowns: i32,
    /// For troop symbols on Fief cards.
    pub troops: i32,
    /// For merchants.
    pub merchants: i32,
    /// Taken off for murdered Archbishops.
    pub stains: i32,
    /// Gold, plundered loot included, which parts those with equal AP.
    pub purse: i32,
}

impl Score {
    /// All together.
    pub fn total(self) -> i32 {
        self.won + self.treasures + self.gold + self.crowns + self.troops + self.merchants - self.stains
    }
}

/// A family's score as it stands.
pub fn score(setting: &Setting, public: &Public, family: u8) -> Score {
    let by = setting.data.court.tally;
    let each = |count: i32, per: u16| count.max(0) / i32::from(per.max(1));
    let (loot, treasures) =
        public.plundering.as_ref().map_or((0, 0), |plundering| plundering.spoils(&setting.map, family));
    let Some(court) = &public.court else {
        return Score {
            won: 0,
            treasures: treasures as i32,
            gold: 0,
            crowns: 0,
            troops: 0,
            merchants: 0,
            stains: 0,
            purse: loot as i32,
        };
    };
    let ledger = court.ledger(family);
    let purse = ledger.gold + loot as i32;
    Score {
        won: super::ledger::figure(ledger, Counted::Ap),
        treasures: treasures as i32,
        gold: each(purse, by.gold),
        crowns: each(count_crowns(setting, public, family), by.crowns),
        troops: each(count_fief_troops(setting, public, family), by.troops),
        merchants: each(ledger.merchants, by.merchants),
        stains: ledger.stains.len() as i32,
        purse,
    }
}

/// The end of the campaign: most AP win, then most gold; who is equal in both wins together.
pub fn end(turn: &mut Turn<Batalj>) {
    let state = turn.state();
    let families = state.public.families.len() as u8;
    let scores: Vec<i32> = (0..families).map(|f| score(&state.setting, &state.public, f).total()).collect();
    let rank = |family: &u8| {
        let score = score(&state.setting, &state.public, *family);
        (score.total(), score.purse)
    };
    let best = state.public.in_game().map(|family| rank(&family)).max();
    let winners: Vec<u8> = state.public.in_game().filter(|family| Some(rank(family)) == best).collect();
    let reason = match best {
        Some((ap, gold)) => format!("{ap} AP and {gold} gold in the final tally"),
        None => "nobody is left".to_owned(),
    };
    emit(turn, Event::Tallied { scores });
    turn.emit(Happening::Table(Table::Ended { winners, to_the_enemy: false, reason }));
}
