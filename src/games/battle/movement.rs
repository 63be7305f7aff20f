//! §5 Movement: which way a unit takes, how far it gets, what bars it.
//!
//! All units move at once: only friendly units stand aside and enemies stand still, so the order of a sheet's
//! movement lines does not matter, and stacking is judged at the end of the phase (§5.1).

use super::data::Faction;
use super::ground::{Place, Set};
use super::orders::Order;
use super::setting::Setting;
use super::state::{March, Public};
use crate::kernel::board::hex::Hex;
use crate::kernel::game::Ruling;
use std::collections::BTreeMap;

/// A unit's way from hex to hex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// The places, first to last.
    pub places: Vec<Place>,
    /// §5.3 Whether it goes beyond the plain allowance.
    pub is_strategic: bool,
    /// §5.2 How many river sides without a bridge it crosses.
    pub fords: u8,
    /// How many bridges it crosses.
    pub bridges: u8,
}

impl Way {
    /// Where it begins.
    pub fn start(&self) -> Place {
        self.places.first().copied().unwrap_or(Place(0))
    }

    /// Where it ends.
    pub fn end(&self) -> Place {
        self.places.last().copied().unwrap_or(Place(0))
    }

    /// What is preferred where several ways lead to one hex: no strategic movement, then no ford, then few
    /// bridges, then few hexes, then low names.
    fn rank(&self) -> (bool, u8, u8, usize, &[Place]) {
        (self.is_strategic, self.fords, self.bridges, self.places.len(), &self.places)
    }
}

/// What bars a move: code, section, fact, advice.
type Bar = (&'static str, &'static str, String, Option<String>);

/// Finds ways for one faction on one board.
pub struct Finder<'a> {
    setting: &'a Setting,
    public: &'a Public,
    faction: Faction,
}

impl<'a> Finder<'a> {
    /// A finder for a faction.
    pub fn new(setting: &'a Setting, public: &'a Public, faction: Faction) -> Self {
        Self { setting, public, faction }
    }

    /// §5.2 Whether units may cross river sides without a bridge: Stop on crossing and No attack on crossing
    /// each allow it, at their price.
    fn can_ford(&self) -> bool {
        let rules = &self.setting.rules;
        rules.stop_on_crossing || rules.no_attack_on_crossing
    }

    /// How far a unit has gone in this sub-turn before its movement was stopped (§4.4).
    fn spent(&self, from: Place) -> March {
        self.public.marches.get(&from).copied().unwrap_or_default()
    }

    /// How many hexes a unit may still go: its allowance, strategic movement included, but for what it has gone.
    fn limit(&self, from: Place, kind: u8) -> u8 {
        let (allowance, spent) = (self.setting.unit(kind).movement, self.spent(from));
        if self.setting.rules.stop_on_crossing && spent.fords > 0 {
            return 0;
        }
        allowance.strategic.max(allowance.normal).saturating_sub(spent.steps)
    }

    /// Where a unit may step from a place, enemies and terrain regarded.
    fn steps(&self, from: Place, kind: u8) -> Set {
        let around = self.setting.ground.around(from);
        let sides = if self.can_ford() { around.all() } else { around.passable() };
        let enemies = self.public.places_of(self.faction.other());
        sides.and(self.setting.enterable(kind)).without(enemies)
    }

    /// The places that a unit can reach: those from which it may still attack, and all.
    pub fn reach(&self, from: Place, kind: u8) -> (Set, Set) {
        let (rules, spent, limit) = (&self.setting.rules, self.spent(from), self.limit(from, kind));
        let normal = self.setting.unit(kind).movement.normal.saturating_sub(spent.steps).min(limit);
        let free = match rules.no_attack_on_crossing {
            true if spent.fords > 0 => Set::EMPTY,
            is_dry => self.spread(from, kind, normal, is_dry),
        };
        (free, self.spread(from, kind, limit, false))
    }

    /// The places that a unit can reach in so many steps, on dry feet or not.
    fn spread(&self, from: Place, kind: u8, limit: u8, is_dry: bool) -> Set {
        let (mut reached, mut open) = (from.set(), from.set());
        for _ in 0..limit {
            let mut next = Set::EMPTY;
            for place in open.iter() {
                let around = self.setting.ground.around(place);
                let steps = self.steps(place, kind);
                let steps = if is_dry { steps.and(around.passable()) } else { steps };
                let stops =
                    if self.setting.rules.stop_on_crossing { steps.and(around.river) } else { Set::EMPTY };
                // A unit that must stop is there, but goes no further from there by this way.
                reached = reached.or(stops);
                next = next.or(steps.without(stops));
            }
            // Under Stop on crossing a place may be reached first by a ford, where one must stop, and later on
            // dry feet, so only without that rule a place once reached is done with.
            open = next.without(if self.setting.rules.stop_on_crossing { from.set() } else { reached });
            reached = reached.or(next);
        }
        reached.without(from.set())
    }

    /// The best way along some waypoints; each leg is a shortest one in the sense of `Way::rank`.
    ///
    /// Errors: what bars the unit, by the first rule that does.
    pub fn find(&self, waypoints: &[Place], kind: u8) -> Result<Way, Bar> {
        let limit = self.limit(waypoints[0], kind);
        let mut search = Search { finder: self, kind, limit, waypoints, best: None };
        search.go(&mut vec![waypoints[0]], 1, 0, 0);
        search.best.ok_or_else(|| self.bar(waypoints, kind, limit))
    }

    /// Says why there is no way.
    fn bar(&self, waypoints: &[Place], kind: u8, limit: u8) -> Bar {
        let ground = &self.setting.ground;
        let unit = self.setting.unit(kind);
        for place in &waypoints[1..] {
            let hex = ground.hex(*place);
            if self.public.places_of(self.faction.other()).has(*place) {
                let fact = format!("an enemy unit stands in {hex}");
                return ("move/enemy-hex", "§5", fact, Some(format!("attack it: write it as … x {hex}")));
            }
            if !self.setting.enterable(kind).has(*place) {
                let (unit, terrain) = (article(&unit.id), ground.terrain(*place).name());
                let fact = format!("{unit} may not enter {terrain}, and {hex} is {terrain}");
                return ("move/forbidden-terrain", "§2.2", fact, self.reachable_hint(waypoints[0], kind));
            }
        }
        let shortest =
            waypoints.windows(2).map(|leg| u32::from(ground.hex(leg[0]).distance(ground.hex(leg[1]))));
        let shortest: u32 = shortest.sum();
        let (from, to) = (ground.hex(waypoints[0]), ground.hex(waypoints[waypoints.len() - 1]));
        if shortest > u32::from(limit) {
            let spent = self.spent(waypoints[0]).steps;
            let left = if spent > 0 { format!(" now that it has moved {spent}") } else { String::new() };
            let fact = format!(
                "{from} to {to} is {shortest} hexes, and {} moves {limit} at most{left}",
                article(&unit.id)
            );
            return ("move/too-far", "§5", fact, self.reachable_hint(waypoints[0], kind));
        }
        if self.blocked_by_river(waypoints, kind, limit) {
            let fact = if self.can_ford() {
                format!(
                    "the way from {from} to {to} leads through a river, and a unit that fords one stops there"
                )
            } else {
                format!("a river without a bridge lies between {from} and {to}")
            };
            return ("move/river", "§5.2", fact, self.reachable_hint(waypoints[0], kind));
        }
        let fact = format!(
            "no way from {from} to {to} within {limit} hexes is free of enemies and forbidden terrain"
        );
        ("move/blocked", "§5", fact, self.reachable_hint(waypoints[0], kind))
    }

    fn reachable_hint(&self, from: Place, kind: u8) -> Option<String> {
        let hexes: Vec<String> =
            self.reach(from, kind).1.iter().map(|p| self.setting.ground.hex(p).to_string()).collect();
        let list = hexes.join(" ");
        (!list.is_empty()).then(|| format!("it can reach {list}"))
    }

    /// Whether the unit would get there, leg by leg, if rivers were dry.
    fn blocked_by_river(&self, waypoints: &[Place], kind: u8, limit: u8) -> bool {
        let enemies = self.public.places_of(self.faction.other());
        let open = self.setting.enterable(kind).without(enemies);
        let mut left = limit;
        waypoints.windows(2).all(|leg| {
            let mut reached = leg[0].set();
            while left > 0 && !reached.has(leg[1]) {
                let around = reached.iter().map(|place| self.setting.ground.around(place).all());
                reached = around.fold(reached, |set, all| set.or(all.and(open)));
                left -= 1;
            }
            reached.has(leg[1])
        })
    }
}

fn article(id: &str) -> String {
    let vowel = id.starts_with(['a', 'e', 'i', 'o', 'u']);
    format!("{} {id}", if vowel { "an" } else { "a" })
}

/// A search through all ways within an allowance; allowances are small.
struct Search<'a> {
    finder: &'a Finder<'a>,
    kind: u8,
    limit: u8,
    waypoints: &'a [Place],
    best: Option<Way>,
}

impl Search<'_> {
    /// Goes on from the end of `path`; `passed` waypoints lie behind.
    fn go(&mut self, path: &mut Vec<Place>, passed: usize, fords: u8, bridges: u8) {
        let here = path[path.len() - 1];
        if passed == self.waypoints.len() {
            self.keep(path, fords, bridges);
            return;
        }
        let ground = &self.finder.setting.ground;
        let left = u32::from(self.limit) + 1 - path.len() as u32;
        let goal = ground.hex(self.waypoints[passed]);
        // A hex named twice in a row is no step away and still ahead.
        let is_spent = left == 0 || left < u32::from(ground.hex(here).distance(goal));
        if is_spent || must_stop(self.finder, path) {
            return;
        }
        let around = ground.around(here);
        for next in self.finder.steps(here, self.kind).iter() {
            path.push(next);
            let passed = passed + usize::from(next == self.waypoints[passed]);
            self.go(
                path,
                passed,
                fords + u8::from(around.river.has(next)),
                bridges + u8::from(around.bridge.has(next)),
            );
            path.pop();
        }
    }

    fn keep(&mut self, path: &[Place], fords: u8, bridges: u8) {
        let steps = path.len() as u8 - 1;
        let spent = self.finder.spent(path[0]).steps;
        let is_strategic = steps + spent > self.finder.setting.unit(self.kind).movement.normal;
        let rank = (is_strategic, fords, bridges, path.len(), path);
        if self.best.as_ref().is_none_or(|best| rank < best.rank()) {
            self.best = Some(Way { places: path.to_vec(), is_strategic, fords, bridges });
        }
    }
}

/// §5.2 Stop on crossing: a unit that forded a river has ended its movement.
fn must_stop(finder: &Finder, path: &[Place]) -> bool {
    finder.setting.rules.stop_on_crossing
        && path.windows(2).last().is_some_and(|step| finder.setting.ground.around(step[0]).river.has(step[1]))
}

/// What a unit has done in a sub-turn.
#[derive(Clone, Copy, Debug)]
pub struct Done {
    /// How far it has gone.
    pub march: March,
    /// §5.3 Whether that was strategic movement.
    pub is_strategic: bool,
}

/// The movement lines of a sheet, read against the board.
#[derive(Debug, Default)]
pub struct Movement {
    /// The way of each moving unit, with the index of its order.
    pub ways: Vec<(usize, Way)>,
    /// What each unit has done in the sub-turn, by where it stands after these moves.
    pub done: BTreeMap<Place, Done>,
    /// What is against the rules.
    pub rulings: Vec<Ruling>,
}

impl Movement {
    /// Judges the movement lines of a sheet (§5).
    pub fn judge(setting: &Setting, public: &Public, faction: Faction, orders: &[Order]) -> Self {
        let mut movement = Self::default();
        let finder = Finder::new(setting, public, faction);
        for (index, order) in orders.iter().enumerate() {
            let Order::Move(path) = order else { continue };
            match way(&finder, path).and_then(|way| movement.not_twice(setting, way)) {
                Ok(way) => movement.ways.push((index, way)),
                Err(bar) => movement.rulings.push(ruling(index, bar)),
            }
        }
        movement.judge_stacking(setting, public, faction);
        movement.done = movement.done(setting, public);
        movement
    }

    /// What units have done once these ways are gone; before them some have moved only where movement was stopped.
    fn done(&self, setting: &Setting, public: &Public) -> BTreeMap<Place, Done> {
        let mut done = BTreeMap::new();
        for (_, way) in &self.ways {
            let before = public.marches.get(&way.start()).copied().unwrap_or_default();
            let steps = before.steps + way.places.len() as u8 - 1;
            let march = March { steps, fords: before.fords + way.fords };
            done.entry(way.end()).or_insert(Done { march, is_strategic: way.is_strategic });
        }
        let has_left = |place: &Place| self.ways.iter().any(|(_, way)| way.start() == *place);
        for (place, march) in public.marches.iter().filter(|(place, _)| !has_left(place)) {
            let normal = public.unit(*place).map_or(0, |u| setting.unit(u.kind).movement.normal);
            done.entry(*place).or_insert(Done { march: *march, is_strategic: march.steps > normal });
        }
        done
    }

    fn not_twice(&self, setting: &Setting, way: Way) -> Result<Way, Bar> {
        if self.ways.iter().all(|(_, other)| other.start() != way.start()) {
            return Ok(way);
        }
        let fact =
            format!("the unit in {} has been ordered to move already", setting.ground.hex(way.start()));
        Err(("move/twice", "§5", fact, Some("take one of the lines out".to_owned())))
    }

    /// §5.1 At the end of the phase no more than one unit may be in a hex.
    fn judge_stacking(&mut self, setting: &Setting, public: &Public, faction: Faction) {
        let left: Set = self.ways.iter().map(|(_, way)| way.start()).collect();
        let stayed = public.places_of(faction).without(left);
        for (i, (order, way)) in self.ways.iter().enumerate() {
            let end = way.end();
            let shared = self.ways.iter().enumerate().any(|(j, (_, other))| i != j && other.end() == end);
            if stayed.has(end) || shared {
                let fact = format!("two units would end the movement phase in {}", setting.ground.hex(end));
                let hint = "move one of them elsewhere";
                self.rulings.push(Ruling::on(*order, "move/stacking", "§5.1", fact).hinted(hint));
            }
        }
    }

    /// The ways, hex by hex, as the event tells them.
    pub fn paths(&self, setting: &Setting) -> Vec<Vec<Hex>> {
        self.ways.iter().map(|(_, way)| way.places.iter().map(|p| setting.ground.hex(*p)).collect()).collect()
    }
}

fn ruling(order: usize, (code, rule, fact, hint): Bar) -> Ruling {
    Ruling { hint, ..Ruling::on(order, code, rule, fact) }
}

/// The way that a movement line means.
fn way(finder: &Finder, path: &[Hex]) -> Result<Way, Bar> {
    let places: Vec<Place> = path.iter().filter_map(|h| finder.setting.ground.place(*h)).collect();
    let [first, _, ..] = places.as_slice() else {
        return Err(("move/no-move", "§5", "a move needs two hexes of this board".to_owned(), None));
    };
    let kind = mover(finder, *first)?;
    if let Some([hex, _]) = path.windows(2).find(|step| step[0] == step[1]) {
        let hint = Some("take the line out: a unit that is not named stays".to_owned());
        return Err(("move/no-move", "§5", format!("{hex} to {hex} is no move"), hint));
    }
    finder.find(&places, kind)
}

/// The type of the unit that a movement line moves.
fn mover(finder: &Finder, from: Place) -> Result<u8, Bar> {
    let hex = finder.setting.ground.hex(from);
    let Some(unit) = finder.public.unit(from) else {
        return Err(("move/no-unit", "§5", format!("no unit stands in {hex}"), movers_hint(finder)));
    };
    if unit.faction != finder.faction {
        return Err((
            "move/not-yours",
            "§5",
            format!("the unit in {hex} is the enemy's"),
            movers_hint(finder),
        ));
    }
    if finder.setting.unit(unit.kind).is_headquarters() {
        return Err((
            "move/headquarters",
            "§2.2",
            "a headquarters cannot move".to_owned(),
            movers_hint(finder),
        ));
    }
    Ok(unit.kind)
}

/// The units that can be named.
fn movers_hint(finder: &Finder) -> Option<String> {
    let setting = finder.setting;
    let moves = |place: &Place| {
        finder.public.unit(*place).is_some_and(|unit| !setting.unit(unit.kind).is_headquarters())
    };
    let units = finder.public.places_of(finder.faction).iter().filter(moves);
    let hexes: Vec<String> = units.map(|place| setting.ground.hex(place).to_string()).collect();
    (!hexes.is_empty()).then(|| format!("your units stand in {}", hexes.join(" ")))
}
