//! §4.4 Movement that stops as soon as something is revealed.
//!
//! The lines of a sheet have no order (§5.1), so where movement may stop in the middle one must be chosen: units move
//! one after another in the order of their hexes, but nobody before the hex where it ends is free. Units that wait for
//! each other in a ring move last and together, and only then is it seen whether anything was revealed. A unit stops in
//! the first hex, from the one where it reveals something, in which no friend stands.

use super::data::Faction;
use super::fog;
use super::ground::{Place, Set};
use super::movement::Way;
use super::setting::Setting;
use super::state::Public;

/// What is carried out of the ways of a sheet, and whether movement stopped.
pub fn until_revealed(
    setting: &Setting,
    public: &Public,
    by: Faction,
    ways: Vec<Way>,
) -> (Vec<Vec<Place>>, bool) {
    let mut march = Walk { setting, public, by, occupied: public.places_of(by), walked: Vec::new() };
    let mut left = ways;
    left.sort_by_key(Way::start);
    while !left.is_empty() {
        let group = march.next(&mut left);
        if march.go(group) {
            return (march.walked, true);
        }
    }
    (march.walked, false)
}

struct Walk<'a> {
    setting: &'a Setting,
    public: &'a Public,
    by: Faction,
    /// Where the faction's units stand.
    occupied: Set,
    /// The ways that have been gone.
    walked: Vec<Vec<Place>>,
}

impl Walk<'_> {
    /// Takes the ways that come next: the first one whose end is free, or else the ring of the first one.
    fn next(&self, left: &mut Vec<Way>) -> Vec<Way> {
        let is_free = |way: &Way| !self.occupied.has(way.end()) || way.end() == way.start();
        if let Some(first) = left.iter().position(is_free) {
            return vec![left.remove(first)];
        }
        let mut ring = vec![left.remove(0)];
        while let Some(at) = left.iter().position(|way| way.start() == ring[ring.len() - 1].end()) {
            ring.push(left.remove(at));
        }
        ring
    }

    /// Goes these ways; true if something was revealed.
    fn go(&mut self, group: Vec<Way>) -> bool {
        for way in &group {
            self.occupied.remove(way.start());
        }
        let is_alone = group.len() == 1;
        let mut has_revealed = false;
        for way in group {
            let at = self.revealing(&way);
            has_revealed |= at.is_some();
            let end = at.filter(|_| is_alone).map_or(way.places.len() - 1, |at| self.stop(&way, at));
            self.occupied.add(way.places[end]);
            self.walked.push(way.places[..=end].to_vec());
        }
        has_revealed
    }

    /// Where on its way a unit first reveals something.
    fn revealing(&self, way: &Way) -> Option<usize> {
        let reveals =
            |at: &usize| fog::reveals(self.setting, self.public, self.by, way.start(), way.places[*at]);
        (1..way.places.len()).find(reveals)
    }

    /// Where a unit stops that is to stop: no two may end in one hex (§5.1).
    fn stop(&self, way: &Way, at: usize) -> usize {
        (at..way.places.len()).find(|i| !self.occupied.has(way.places[*i])).unwrap_or(way.places.len() - 1)
    }
}
