//! What is wrong with components: every table against itself and against the others.

use super::{Data, Size};
use crate::kernel::components::check_names;
use std::collections::BTreeSet;

impl Data {
    /// Everything that is wrong with the components; each line begins with the path of the value.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = self.board.faults();
        let tiles = self.tiles.tiles.iter().map(|t| (t.id.as_str(), t.name.as_str()));
        check_names("tiles.tiles", tiles, &mut faults);
        let loot = self.loot.cards.iter().map(|c| (c.id.as_str(), c.name.as_str()));
        check_names("loot.cards", loot, &mut faults);
        let events = self.events.cards.iter().map(|c| (c.id.as_str(), c.name.as_str()));
        check_names("events.cards", events, &mut faults);
        self.check_tiles(&mut faults);
        self.check_loot(&mut faults);
        self.check_events(&mut faults);
        self.check_forces(&mut faults);
        faults
    }

    fn check_tiles(&self, faults: &mut Vec<String>) {
        for tile in self.tiles.tiles.iter().filter(|t| t.defence > 20 || t.loot > 9 || t.vp > 30) {
            faults
                .push(format!("tiles.{}: a figure is beyond 20 of defence, 9 of loot or 30 points", tile.id));
        }
        for id in self.tiles.ends.iter().filter(|id| !self.is_sure(id)) {
            faults.push(format!("tiles.ends: {id} is neither the Palace nor one of the special tiles"));
        }
        if self.tiles.ends.is_empty() {
            faults.push("tiles.ends: must name a tile".to_owned());
        }
        let specials: Vec<Size> = self.tiles.tiles.iter().filter(|t| t.special).map(|t| t.size).collect();
        if specials.len() != 4 || specials.windows(2).any(|pair| pair[0] != pair[1]) {
            faults.push("tiles.tiles: four tiles of one size must be special".to_owned());
        }
        for size in [Size::Palace, Size::Large, Size::Medium, Size::Small] {
            let tiles = self.tiles.tiles.iter().filter(|t| t.size == size).count();
            let spaces = self.board.spaces.iter().filter(|s| s.size == size).count();
            if tiles < spaces || size == Size::Palace && (tiles, spaces) != (1, 1) {
                faults.push(format!("tiles.tiles: {tiles} tiles for {spaces} spaces of size {size:?}"));
            }
        }
    }

    /// Whether a tile surely lies on the board: the Palace and the special ones do.
    fn is_sure(&self, id: &str) -> bool {
        self.tile(id).is_some_and(|tile| tile.special || tile.size == Size::Palace)
    }

    fn check_loot(&self, faults: &mut Vec<String>) {
        for card in &self.loot.cards {
            let path = format!("loot.{}", card.id);
            if card.when.is_empty() || card.when.iter().any(|time| !card.effect.times().contains(time)) {
                faults.push(format!("{path}: its effect cannot be had at that time"));
            }
            if card.count == 0 || card.count > 60 {
                faults.push(format!("{path}: there are 1 to 60 of a card"));
            }
            if card.amount > 9 || card.vp > 9 {
                faults.push(format!("{path}: has more than nine of something"));
            }
            if self.event(&card.id).is_some() || self.tile(&card.id).is_some() {
                faults.push(format!("{path}: a tile or an event card has that id, too"));
            }
        }
        if self.loot_pile().is_empty() {
            faults.push("loot.cards: there is none".to_owned());
        }
    }

    fn check_events(&self, faults: &mut Vec<String>) {
        for card in &self.events.cards {
            if card.count == 0 || card.count > 60 || card.amount > 9 || card.vp > 9 {
                faults.push(format!("events.{}: there are 1 to 60, with at most nine of something", card.id));
            }
            if self.tile(&card.id).is_some() {
                faults.push(format!("events.{}: a tile has that id, too", card.id));
            }
        }
    }

    fn check_forces(&self, faults: &mut Vec<String>) {
        let forces = &self.forces.forces;
        // Each tile with a warrior on it has a flag: with fewer flags than warriors none could be taken up.
        if forces.flags < forces.warriors || forces.flags > 60 {
            faults.push("forces.flags: must be no fewer than the warriors, and at most 60".to_owned());
        }
        if forces.start == 0 || forces.start > forces.horde || forces.horde > forces.warriors {
            faults.push(
                "forces.start: one warrior at least, no more than a horde, which is in the reserve"
                    .to_owned(),
            );
        }
        if forces.warriors > 60 || forces.hand == 0 || forces.hand > 60 {
            faults.push("forces.hand: one to sixty cards, and at most sixty warriors".to_owned());
        }
        let by_die = &self.forces.reinforcements.by_die;
        if by_die.len() != 6 || by_die.iter().any(|n| *n > 9) {
            faults.push("reinforcements.by-die: six numbers up to nine".to_owned());
        }
        let ready = &self.forces.ready.specials;
        let once: BTreeSet<&String> = ready.iter().collect();
        let fits = |id: &&String| self.board.space(id).is_some_and(|s| Some(s.size) == self.special_size());
        if once.len() != 4 || ready.len() != 4 || !ready.iter().all(|id| fits(&id)) {
            faults.push("ready.specials: four spaces of the special tiles' size".to_owned());
        }
    }

    /// The size of the special tiles.
    pub fn special_size(&self) -> Option<Size> {
        self.tiles.tiles.iter().find(|tile| tile.special).map(|tile| tile.size)
    }
}
