//! Choices that look like chance and follow from a seed: splitmix64.

use adjutant::games::battle::ground::{Place, Set};

/// A source of choices.
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    /// The source of a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `end`, which is not 0.
    pub fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.bits()) * end as u128) >> 64) as usize
    }

    /// True `times` in `of` times.
    pub fn is_in(&mut self, times: usize, of: usize) -> bool {
        self.below(of) < times
    }

    /// One of some items, of which there is at least one.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// A place of a set, if it holds any.
    pub fn place(&mut self, set: Set) -> Option<Place> {
        if set.is_empty() {
            return None;
        }
        let nth = self.below(set.count());
        set.iter().nth(nth)
    }

    /// Puts items into any order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}
