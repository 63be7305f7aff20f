//! Areas: places of any shape with ids, which of them are neighbours, and the shortest ways between them.
//!
//! An area goes by its number in the ascending order of ids, so that of several ways as short as each other the same one
//! is taken everywhere: the one whose areas come first.

use std::collections::VecDeque;

/// An area, by its number in the order of ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Area(pub u16);

impl Area {
    /// The area as an index into a list of all.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The areas of a map and their neighbours.
#[derive(Clone, Debug)]
pub struct Areas {
    /// Ids in ascending order.
    ids: Vec<String>,
    neighbours: Vec<Vec<Area>>,
}

impl Areas {
    /// The areas of these ids, each with the ids of its neighbours. A neighbour that there is not is passed over.
    pub fn new<'a>(areas: impl IntoIterator<Item = (&'a str, &'a [String])>) -> Self {
        let mut areas: Vec<(&str, &[String])> = areas.into_iter().collect();
        areas.sort_by_key(|(id, _)| *id);
        let ids: Vec<String> = areas.iter().map(|(id, _)| (*id).to_owned()).collect();
        let neighbours = areas.iter().map(|(_, links)| {
            let mut near: Vec<Area> = links.iter().filter_map(|id| find(&ids, id)).collect();
            near.sort_unstable();
            near
        });
        Self { neighbours: neighbours.collect(), ids }
    }

    /// Every area in the order of ids.
    pub fn all(&self) -> impl Iterator<Item = Area> + use<> {
        (0..self.ids.len() as u16).map(Area)
    }

    /// The id of an area.
    pub fn id(&self, area: Area) -> &str {
        &self.ids[area.index()]
    }

    /// The area of an id.
    pub fn find(&self, id: &str) -> Option<Area> {
        find(&self.ids, id)
    }

    /// The neighbours of an area, in the order of ids.
    pub fn neighbours(&self, area: Area) -> &[Area] {
        &self.neighbours[area.index()]
    }

    /// The shortest ways to an area. They may begin anywhere, and pass through areas that lead on.
    pub fn ways_to(&self, goal: Area, leads_on: impl Fn(Area) -> bool) -> Ways {
        let mut steps = vec![Ways::NONE; self.ids.len()];
        steps[goal.index()] = 0;
        let mut open = VecDeque::from([goal]);
        while let Some(here) = open.pop_front() {
            if here != goal && !leads_on(here) {
                continue;
            }
            for near in self.neighbours(here) {
                if steps[near.index()] == Ways::NONE {
                    steps[near.index()] = steps[here.index()] + 1;
                    open.push_back(*near);
                }
            }
        }
        let is_nearer = |here: Area, near: Area| {
            steps[near.index()] < steps[here.index()] && (near == goal || leads_on(near))
        };
        let next = |here: Area| self.neighbours(here).iter().copied().find(|near| is_nearer(here, *near));
        Ways { next: self.all().map(next).collect(), steps }
    }
}

fn find(ids: &[String], id: &str) -> Option<Area> {
    ids.binary_search_by(|known| known.as_str().cmp(id)).ok().map(|i| Area(i as u16))
}

/// The shortest ways from everywhere to one area.
#[derive(Clone, Debug)]
pub struct Ways {
    /// Steps from each area.
    steps: Vec<u16>,
    /// Where the way goes on from each area.
    next: Vec<Option<Area>>,
}

impl Ways {
    /// Steps where there is no way.
    pub const NONE: u16 = u16::MAX;

    /// Steps from an area; [`Ways::NONE`] if there is no way.
    pub fn steps(&self, from: Area) -> u16 {
        self.steps[from.index()]
    }

    /// The areas on the way from one, without it and with the goal; nothing if there is no way.
    pub fn way(&self, from: Area) -> Vec<Area> {
        std::iter::successors(self.next[from.index()], |here| self.next[here.index()]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A ring of five with a bar across, and one apart: a-b-c-d-e-a, b-e, f.
    fn ring() -> Areas {
        let links = [("c", "bd"), ("a", "be"), ("b", "ace"), ("d", "ce"), ("e", "abd"), ("f", "x")];
        let links = links.map(|(id, near)| (id, near.chars().map(String::from).collect::<Vec<_>>()));
        Areas::new(links.iter().map(|(id, near)| (*id, near.as_slice())))
    }

    fn ids(areas: &Areas, some: &[Area]) -> String {
        some.iter().map(|area| areas.id(*area)).collect()
    }

    #[test]
    fn areas_go_by_the_order_of_ids() {
        let areas = ring();
        assert_eq!(ids(&areas, &areas.all().collect::<Vec<_>>()), "abcdef");
        assert_eq!(areas.find("c"), Some(Area(2)));
        assert_eq!(areas.find("x"), None);
        assert_eq!(ids(&areas, areas.neighbours(Area(1))), "ace");
        assert_eq!(areas.neighbours(Area(5)), []);
    }

    #[test]
    fn of_the_shortest_ways_the_first_is_taken() {
        let areas = ring();
        let [a, c, d, f] = ["a", "c", "d", "f"].map(|id| areas.find(id).unwrap());
        let to_d = areas.ways_to(d, |_| true);
        assert_eq!((ids(&areas, &to_d.way(a)), to_d.steps(a)), ("ed".to_owned(), 2));
        let to_a = areas.ways_to(a, |_| true);
        assert_eq!(ids(&areas, &to_a.way(d)), "ea");
        assert_eq!(ids(&areas, &to_a.way(c)), "ba");
        assert_eq!((to_a.way(a), to_a.steps(a)), (Vec::new(), 0));
        assert_eq!((to_a.way(f), to_a.steps(f)), (Vec::new(), Ways::NONE));
    }

    #[test]
    fn ways_pass_through_areas_that_lead_on() {
        let areas = ring();
        let [a, b, d, e] = ["a", "b", "d", "e"].map(|id| areas.find(id).unwrap());
        let to_d = areas.ways_to(d, |area| area != e);
        assert_eq!(ids(&areas, &to_d.way(a)), "bcd");
        assert_eq!(ids(&areas, &to_d.way(e)), "d");
        assert_eq!(ids(&areas, &areas.ways_to(e, |area| area != e).way(b)), "e");
    }
}
