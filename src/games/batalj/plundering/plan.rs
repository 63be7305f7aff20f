//! How the plundering proceeds: what a plunderer means to do, and how far the die takes him.
//!
//! A plan is written before the die is rolled, so that a whole turn, or an expedition, fits in one letter.

use super::map::{Kind, Map, Place};
use super::orders::{Measure, Order};
use super::state::{Expedition, Party};
use serde::{Deserialize, Serialize};

/// What a plunderer means to do.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The places to go to in turn that are not reached yet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub route: Vec<String>,
    /// The cities in which to stop and turn the tile face up.
    #[serde(default, skip_serializing_if = "Vec::is_empty", rename = "turn-up")]
    pub turn_up: Vec<String>,
    /// When to go home.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub returns: Vec<Return>,
}

/// When to go home, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Return {
    /// The start square; none for the nearest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// What must have been reached; none for the end of the route.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<(Measure, u32)>,
}

/// Where a die takes a plunderer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walk {
    /// The places on his way, without the one that he leaves.
    pub path: Vec<Place>,
    /// Whether he turns up the tile where he stops.
    pub turns_up: bool,
}

impl Plan {
    /// The plan that a sheet's lines make up for a plunderer who stands somewhere.
    pub fn of(map: &Map, here: Place, orders: &[Order]) -> Self {
        let mut plan = Self::default();
        for order in orders {
            match order {
                Order::Route(route) => plan.route.clone_from(route),
                Order::Return { to, when } => {
                    plan.returns.push(Return { to: to.clone(), when: *when });
                }
                _ => {}
            }
        }
        for order in orders {
            if let Order::TurnUp(cities) = order {
                let stops = if cities.is_empty() { &plan.route } else { cities };
                let is_city = |id: &&String| map.place(id).is_some_and(|p| map.kind(p) == Kind::City);
                plan.turn_up = stops.iter().filter(is_city).cloned().collect();
            }
        }
        plan.forget(map.id(here));
        plan
    }

    /// Strikes what is reached off the route.
    pub fn forget(&mut self, reached: &str) {
        if self.route.first().is_some_and(|next| next == reached) {
            self.route.remove(0);
        }
    }

    /// The way that the plan leads, place by place, however long it takes.
    pub fn way(&self, map: &Map, here: Place) -> Vec<Place> {
        let mut way = Vec::new();
        let mut at = here;
        for goal in self.route.iter().filter_map(|id| map.place(id)) {
            way.extend(map.way(at, goal));
            at = goal;
        }
        way
    }

    /// The way that the plan leads, and from its end home if it says so.
    fn way_and_back(&self, map: &Map, here: Place) -> Vec<Place> {
        let mut way = self.way(map, here);
        let end = way.last().copied().unwrap_or(here);
        if let Some(port) = self.port(map, end, |one| one.when.is_none()) {
            way.extend(map.way(end, port));
        }
        way
    }

    /// The nearest start square among those that some of the plan's returns name.
    fn port(&self, map: &Map, here: Place, is_due: impl Fn(&Return) -> bool) -> Option<Place> {
        let named = |one: &Return| match &one.to {
            Some(id) => map.place(id),
            None => Some(map.nearest_port(here)),
        };
        let due = self.returns.iter().filter(|one| is_due(one)).filter_map(named);
        due.min_by_key(|port| (map.steps(here, *port), *port))
    }

    /// The start square that the plan now leads to, if it is time to go home.
    pub fn homeward(&self, map: &Map, party: &Party) -> Option<Place> {
        let here = map.place(&party.at)?;
        self.port(map, here, |one| match one.when {
            Some((measure, least)) => party.measure(map, measure) >= least,
            None => self.route.is_empty(),
        })
    }

    /// Whether the plan says anything about the turn that is coming.
    pub fn is_spent(&self, map: &Map, party: &Party) -> bool {
        self.route.is_empty() && self.homeward(map, party).is_none()
    }

    /// Where a die takes the plunderer. He stops at the first tile that he means to turn up, stays where another
    /// plunderer does not stand, and is home as soon as he comes to a start square.
    pub fn walk(&self, map: &Map, expedition: &Expedition, party: &Party, die: u8) -> Walk {
        let Some(here) = map.place(&party.at) else { return Walk { path: Vec::new(), turns_up: false } };
        let homeward = self.homeward(map, party);
        let way = homeward.map_or_else(|| self.way_and_back(map, here), |port| map.way(here, port));
        let mut walk = Walk { path: Vec::new(), turns_up: false };
        for place in way.into_iter().take(usize::from(die)) {
            walk.path.push(place);
            let id = map.id(place);
            let wants = homeward.is_none() && self.turn_up.iter().any(|city| city == id);
            // Where another stands he goes past, tile or no tile.
            walk.turns_up = wants && expedition.has_tile(id) && !expedition.is_taken(map, id);
            if walk.turns_up || map.kind(place) == Kind::Port {
                break;
            }
        }
        while walk.path.last().is_some_and(|place| expedition.is_taken(map, map.id(*place))) {
            walk.path.pop();
            walk.turns_up = false;
        }
        walk
    }
}

#[cfg(test)]
mod tests {
    use super::super::Data;
    use super::super::state::Fate;
    use super::*;

    fn map() -> Map {
        Map::new(&Data::embedded().plundering)
    }

    fn party(family: u8, at: &str, taken: &[&str]) -> Party {
        let taken = taken.iter().map(|tile| (*tile).to_owned()).collect();
        Party { family, at: at.to_owned(), fate: Fate::Out, taken, plan: None }
    }

    /// An expedition in which the first of these parties moves.
    fn expedition(parties: Vec<Party>, tiles: &[&str]) -> Expedition {
        Expedition {
            round: 1,
            turn: 1,
            mover: parties[0].family,
            die: None,
            parties,
            tiles: tiles.iter().map(|city| (*city).to_owned()).collect(),
            put_back: Vec::new(),
        }
    }

    fn plan(lines: &[Order]) -> Plan {
        let map = map();
        Plan::of(&map, map.place("lubeck").expect("a port"), lines)
    }

    fn route(places: &[&str]) -> Order {
        Order::Route(places.iter().map(|place| (*place).to_owned()).collect())
    }

    fn home(to: Option<&str>, when: Option<(Measure, u32)>) -> Order {
        Order::Return { to: to.map(str::to_owned), when }
    }

    /// Where the first party's plan takes it, and whether it turns a tile up there.
    fn walked(plan: &Plan, expedition: &Expedition, die: u8) -> (Vec<String>, bool) {
        let map = map();
        let walk = plan.walk(&map, expedition, &expedition.parties[0], die);
        (walk.path.iter().map(|place| map.id(*place).to_owned()).collect(), walk.turns_up)
    }

    #[test]
    fn a_plunderer_stops_at_the_tile_that_he_means_to_turn_up_and_forfeits_the_rest() {
        let plan = plan(&[route(&["bremen", "erfurt"]), Order::TurnUp(Vec::new())]);
        let out = expedition(vec![party(0, "lubeck", &[])], &["bremen", "erfurt"]);
        assert_eq!(walked(&plan, &out, 6), (vec!["p1".into(), "p3".into(), "bremen".into()], true));
        assert_eq!(walked(&plan, &out, 2).0, ["p1", "p3"]);
        // Without a tile there is nothing to stop for.
        let bare = expedition(vec![party(0, "lubeck", &[])], &["erfurt"]);
        assert_eq!(
            walked(&plan, &bare, 4),
            (["p1", "p3", "bremen", "p8"].map(str::to_owned).to_vec(), false)
        );
    }

    #[test]
    fn only_named_tiles_are_turned_up() {
        let lines = [route(&["bremen", "erfurt"]), Order::TurnUp(vec!["erfurt".to_owned()])];
        let out = expedition(vec![party(0, "lubeck", &[])], &["bremen", "erfurt"]);
        assert_eq!(walked(&plan(&lines), &out, 5).0.last().map(String::as_str), Some("p13"));
    }

    #[test]
    fn nobody_stands_where_another_stands_but_all_may_pass_and_share_a_start_square() {
        let plan = plan(&[route(&["bremen"]), Order::TurnUp(Vec::new())]);
        let parties = vec![party(0, "lubeck", &[]), party(1, "p1", &[]), party(2, "bremen", &[])];
        let out = expedition(parties, &["bremen"]);
        assert_eq!(walked(&plan, &out, 1), (Vec::new(), false));
        assert_eq!(walked(&plan, &out, 6), (["p1", "p3"].map(str::to_owned).to_vec(), false));
        let back = self::plan(&[home(Some("lubeck"), None)]);
        let out = expedition(vec![party(0, "p1", &[]), party(1, "lubeck", &[])], &[]);
        assert_eq!(walked(&back, &out, 1).0, ["lubeck"]);
    }

    #[test]
    fn conditions_turn_a_plunderer_home_at_once() {
        let lines = [route(&["bremen"]), home(Some("lubeck"), Some((Measure::Loot, 10)))];
        let poor = expedition(vec![party(0, "p3", &["loot-08-1"])], &[]);
        assert_eq!(walked(&plan(&lines), &poor, 1).0, ["bremen"]);
        let rich = expedition(vec![party(0, "p3", &["loot-08-1", "loot-02-1"])], &[]);
        assert_eq!(walked(&plan(&lines), &rich, 1).0, ["p1"]);
    }

    #[test]
    fn what_is_left_of_the_die_at_the_end_of_the_route_leads_home() {
        let lines = [route(&["p1"]), home(None, None)];
        let out = expedition(vec![party(0, "p3", &[])], &[]);
        assert_eq!(walked(&plan(&lines), &out, 6).0, ["p1", "lubeck"]);
        let nearest = expedition(vec![party(0, "berlin", &[])], &[]);
        let way = walked(&plan(&[home(None, None)]), &nearest, 6).0;
        assert_eq!(way, ["p10", "p5", "stettin"]);
    }

    #[test]
    fn a_plan_is_spent_when_it_says_nothing_more() {
        let map = map();
        let mut plan = plan(&[route(&["p1"]), home(None, Some((Measure::Tiles, 1)))]);
        let mut party = party(0, "lubeck", &[]);
        assert!(!plan.is_spent(&map, &party));
        plan.forget("p1");
        assert!(plan.is_spent(&map, &party));
        party.taken.push("loot-02-1".to_owned());
        assert!(!plan.is_spent(&map, &party));
    }
}
