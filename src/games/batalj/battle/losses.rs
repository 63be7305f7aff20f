//! *Losses*: where they are taken, and field marshals who retreat instead.

use super::area::{Area, Side};
use super::event::Loss;
use super::field::{Army, Field};

/// What the families wish where they may choose.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wishes<'a> {
    /// Where Sweden's losses are taken.
    pub ours: &'a [Area],
    /// Where the enemy's losses are taken.
    pub theirs: &'a [Area],
    /// Front sections whose field marshals stay while a soldier can be lost, a bit each.
    pub kept: u8,
}

impl<'a> Wishes<'a> {
    /// Where a side's losses are to be taken.
    fn order(&self, side: Side) -> &'a [Area] {
        match side {
            Side::Sweden => self.ours,
            Side::Enemy => self.theirs,
        }
    }

    /// Whether a field marshal retreats instead of a soldier's being lost: the enemy's always do.
    fn retreats(&self, side: Side, area: Area) -> bool {
        side == Side::Enemy || self.kept >> (area as u8) & 1 == 0
    }
}

/// Losses being taken by one side.
pub struct Taking<'a> {
    side: Side,
    army: Army,
    wishes: Wishes<'a>,
    /// What was lost so far, area by area.
    pub losses: Vec<Loss>,
}

impl<'a> Taking<'a> {
    /// Begins with the pieces as they stand.
    pub fn new(field: &Field, side: Side, wishes: Wishes<'a>) -> Self {
        Self { side, army: *field.army(side), wishes, losses: Vec::new() }
    }

    /// Straight ahead: losses are taken from the area opposite the attackers. If they exceed what stands there, the
    /// others are taken from a neighbouring front section or from the Reserve.
    pub fn ahead(&mut self, at: Area, count: u8) {
        let mut left = self.take_in(at, count);
        while left > 0 {
            let Some(next) = self.beside(at) else { return };
            left -= 1 - self.take_in(next, 1);
        }
    }

    /// From the Reserve and by artillery: the families choose among all front sections, one loss after the other.
    pub fn anywhere(&mut self, on: &[Area], count: u8) {
        for _ in 0..count {
            let Some(at) = self.any_front(on) else { return };
            self.take_in(at, 1);
        }
    }

    /// The front section in which the next loss is taken: the first named that can bear one, else the first of the
    /// general wishes, else one where a soldier falls.
    fn any_front(&self, on: &[Area]) -> Option<Area> {
        let can_bear = |a: &Area| a.is_front() && self.army.soldiers(*a) > 0;
        let named = on.iter().chain(self.wishes.order(self.side)).copied().find(can_bear);
        named.or_else(|| self.best(Area::FRONT.into_iter().filter(can_bear)))
    }

    /// Without wishes: Sweden's losses where most soldiers are, the enemy's where no marshal takes their place.
    fn best(&self, areas: impl Iterator<Item = Area>) -> Option<Area> {
        let marshals = |a: Area| if self.side == Side::Enemy { self.army.marshals(a) } else { 0 };
        let key = |a: &Area| (marshals(*a), u8::MAX - self.army.soldiers(*a), *a);
        areas.min_by_key(key)
    }

    /// Where losses that exceed what stood in a section are taken. Without wishes the enemy's Reserve bears them first,
    /// Sweden's last.
    fn beside(&self, at: Area) -> Option<Area> {
        let reserve = self.side.reserve();
        let can_bear = |a: &Area| self.army.soldiers(*a) > 0;
        let near = at.neighbours();
        let is_near = |a: &Area| *a == reserve || near.contains(a);
        let named = self.wishes.order(self.side).iter().copied().find(|a| is_near(a) && can_bear(a));
        let beside = || self.best(near.iter().copied().filter(can_bear));
        let behind = || Some(reserve).filter(can_bear);
        match self.side {
            Side::Enemy => named.or_else(behind).or_else(beside),
            Side::Sweden => named.or_else(beside).or_else(behind),
        }
    }

    /// Takes losses in one area as far as it can bear them; gives how many are left.
    fn take_in(&mut self, at: Area, count: u8) -> u8 {
        let mut loss = Loss { at, soldiers: 0, marshals: 0 };
        let mut left = count;
        while left > 0 && self.army.soldiers(at) > 0 {
            let marshal_goes = at.is_front() && self.wishes.retreats(self.side, at);
            if marshal_goes && self.army.take_marshals(at, 1) == 1 {
                self.army.add_marshals(self.side.reserve(), 1);
                loss.marshals += 1;
            } else {
                self.army.take_soldiers(at, 1);
                loss.soldiers += 1;
            }
            left -= 1;
        }
        self.army.bring_back_lone_marshals(self.side);
        self.note(loss);
        left
    }

    fn note(&mut self, loss: Loss) {
        if loss.soldiers + loss.marshals == 0 {
            return;
        }
        match self.losses.iter_mut().find(|l| l.at == loss.at) {
            Some(known) => {
                known.soldiers += loss.soldiers;
                known.marshals += loss.marshals;
            }
            None => self.losses.push(loss),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENEMY: Side = Side::Enemy;
    const SWEDEN: Side = Side::Sweden;

    fn loss(at: Area, soldiers: u8, marshals: u8) -> Loss {
        Loss { at, soldiers, marshals }
    }

    fn ahead(field: &Field, side: Side, wishes: Wishes, at: Area, count: u8) -> Vec<Loss> {
        let mut taking = Taking::new(field, side, wishes);
        taking.ahead(at, count);
        taking.losses
    }

    #[test]
    fn the_enemys_marshal_always_retreats_instead() {
        let field = Field::with(&[(ENEMY, Area::EnemyLeft, 3, 1), (ENEMY, Area::EnemyReserve, 1, 0)]);
        let losses = ahead(&field, ENEMY, Wishes::default(), Area::EnemyLeft, 2);
        assert_eq!(losses, [loss(Area::EnemyLeft, 1, 1)]);
        let kept = Wishes { kept: u8::MAX, ..Wishes::default() };
        assert_eq!(ahead(&field, ENEMY, kept, Area::EnemyLeft, 1), [loss(Area::EnemyLeft, 0, 1)]);
    }

    #[test]
    fn ours_stays_if_it_is_wished_but_never_alone() {
        let field = Field::with(&[(SWEDEN, Area::Left, 1, 1), (SWEDEN, Area::Reserve, 5, 0)]);
        assert_eq!(ahead(&field, SWEDEN, Wishes::default(), Area::Left, 1), [loss(Area::Left, 0, 1)]);
        let kept = Wishes { kept: 1 << (Area::Left as u8), ..Wishes::default() };
        // The soldier falls, the marshal must leave, and the second loss finds nobody there.
        let losses = ahead(&field, SWEDEN, kept, Area::Left, 2);
        assert_eq!(losses, [loss(Area::Left, 1, 0), loss(Area::Reserve, 1, 0)]);
    }

    #[test]
    fn what_exceeds_a_section_is_taken_beside_it_or_from_the_reserve() {
        let field = Field::with(&[
            (ENEMY, Area::EnemyRight, 1, 0),
            (ENEMY, Area::EnemyCentre, 2, 0),
            (ENEMY, Area::EnemyLeft, 4, 0),
            (ENEMY, Area::EnemyReserve, 1, 0),
        ]);
        let losses = ahead(&field, ENEMY, Wishes::default(), Area::EnemyRight, 3);
        assert_eq!(
            losses,
            [loss(Area::EnemyRight, 1, 0), loss(Area::EnemyReserve, 1, 0), loss(Area::EnemyCentre, 1, 0)]
        );
        // The left flank is no neighbour of the right one, even if it is wished.
        let theirs = [Area::EnemyLeft, Area::EnemyCentre];
        let wishes = Wishes { theirs: &theirs, ..Wishes::default() };
        let losses = ahead(&field, ENEMY, wishes, Area::EnemyRight, 2);
        assert_eq!(losses, [loss(Area::EnemyRight, 1, 0), loss(Area::EnemyCentre, 1, 0)]);
    }

    #[test]
    fn swedens_reserve_bears_excess_last() {
        let field = Field::with(&[
            (SWEDEN, Area::Left, 1, 0),
            (SWEDEN, Area::Centre, 1, 0),
            (SWEDEN, Area::Reserve, 2, 0),
        ]);
        let losses = ahead(&field, SWEDEN, Wishes::default(), Area::Left, 3);
        assert_eq!(losses, [loss(Area::Left, 1, 0), loss(Area::Centre, 1, 0), loss(Area::Reserve, 1, 0)]);
    }

    #[test]
    fn artillery_and_reserves_reach_front_sections_only() {
        let field = Field::with(&[
            (ENEMY, Area::EnemyRight, 1, 0),
            (ENEMY, Area::EnemyLeft, 2, 1),
            (ENEMY, Area::EnemyReserve, 9, 0),
        ]);
        let mut taking = Taking::new(&field, ENEMY, Wishes::default());
        taking.anywhere(&[Area::EnemyReserve], 9);
        assert_eq!(taking.losses, [loss(Area::EnemyRight, 1, 0), loss(Area::EnemyLeft, 2, 1)]);
        let mut taking = Taking::new(&field, ENEMY, Wishes::default());
        taking.anywhere(&[Area::EnemyLeft], 1);
        assert_eq!(taking.losses, [loss(Area::EnemyLeft, 0, 1)]);
    }
}
