//! A sensible player of Battle: simple, but it plays to win.
//!
//! It takes the enemy's headquarters as soon as it can, wins every combat that it can win, keeps a third of its
//! units at home, and lets the others go forward together without standing where they would be lost for
//! nothing. The longer a game lasts, the less it shuns losses, so that two such players come to an end.

use super::chance::Chance;
use super::random;
use adjutant::games::battle::attack::Attack;
use adjutant::games::battle::combat;
use adjutant::games::battle::data::Faction;
use adjutant::games::battle::event::Outcome;
use adjutant::games::battle::ground::{Place, Set};
use adjutant::games::battle::movement::Finder;
use adjutant::games::battle::orders::Order;
use adjutant::games::battle::setting::Setting;
use adjutant::games::battle::state::{Public, Stage, Unit};
use adjutant::games::battle::{advance, sequence, set_up};
use adjutant::kernel::board::hex::Hex;

/// Steps that no unit ever needs.
const FAR: i32 = 99;

/// What a step towards the enemy's headquarters is worth; all other worths are measured by it.
const STEP: i32 = 10;
/// What it costs to leave one's headquarters open to an attack.
const OPEN_HEADQUARTERS: i32 = 400;
/// What it costs to leave an enemy one place from which to attack it the sub-turn after the next.
const OPENING: i32 = 15;
/// What it costs to stand where the unit would be lost, while caution lasts.
const LOSS: i32 = 45;
/// The turn from which losses are no longer shunned.
const CAUTION_ENDS: i32 = 30;

/// A sheet for the decision that is open, in canonical order.
pub fn sheet(setting: &Setting, public: &Public, faction: Faction, chance: &mut Chance) -> Vec<Order> {
    let mut orders = match public.stage {
        Stage::Deployment => {
            let mut orders = random::muster(setting, public, faction, chance);
            let army = set_up::mustered(setting, public, faction, &orders);
            orders.extend(deployment(setting, public, faction, &army, chance));
            orders
        }
        Stage::Army | Stage::Purchase | Stage::Tiles => random::sheet(setting, public, faction, chance),
        Stage::SubTurn | Stage::Over => {
            let guess = guess(public);
            let mut mind = Mind::new(setting, &guess);
            mind.fight();
            mind.move_others(chance);
            mind.orders()
        }
    };
    sequence::arrange(&mut orders);
    orders
}

/// Takes every hidden unit for one of the card's first type behind the headquarters.
fn guess(public: &Public) -> Public {
    let mut guess = public.clone();
    guess.units.iter_mut().flatten().filter(|unit| unit.is_hidden()).for_each(|unit| unit.kind = 1);
    guess
}

/// §4.4 Guards around the headquarters, everybody else as far forward as the line allows.
fn deployment(
    setting: &Setting,
    public: &Public,
    faction: Faction,
    army: &[u8],
    chance: &mut Chance,
) -> Vec<Order> {
    let [home, enemy] = [faction, faction.other()].map(|f| home_of(setting, f));
    let guards = army.iter().map(|n| usize::from(*n)).sum::<usize>().div_ceil(3);
    let mut taken = Set::EMPTY;
    let mut placements = Vec::new();
    for (kind, count) in army.iter().enumerate() {
        for _ in 0..*count {
            let goal = if placements.len() < guards { home } else { enemy };
            let open = set_up::open_places(setting, public, faction, kind as u8).without(taken);
            let strength = |p: Place| setting.unit(kind as u8).strength_on(setting.ground.terrain(p));
            let near = |p: &Place| {
                let steps = distance(setting, *p, goal) * STEP;
                steps - strength(*p).map_or(0, |s| i32::from(s.plain)) * 2
            };
            let best = open.iter().map(|p| (near(&p) + chance.below(8) as i32, p)).min();
            let Some((_, place)) = best else { continue };
            taken.add(place);
            placements.push((kind as u8, place));
        }
    }
    set_up::deploy_lines(setting, &placements)
}

/// Where a faction's headquarters stands, once it does.
fn home_of(setting: &Setting, faction: Faction) -> Place {
    setting.ground.headquarters[faction as usize].expect("the headquarters are placed before the units")
}

fn distance(setting: &Setting, a: Place, b: Place) -> i32 {
    i32::from(setting.ground.hex(a).distance(setting.ground.hex(b)))
}

/// A sub-turn being thought through.
struct Mind<'a> {
    setting: &'a Setting,
    public: &'a Public,
    faction: Faction,
    /// The position that the orders so far would lead to.
    then: Public,
    /// Units that have their orders, by where they will stand.
    settled: Set,
    moves: Vec<(Place, Place)>,
    attacks: Vec<Attack>,
    /// Steps from each place to where the enemy's headquarters can be attacked, by unit type.
    steps: Vec<Vec<i32>>,
    /// Units that stay at home, by where they stand before they move.
    guards: Set,
    /// Steps from the enemy's headquarters within which nobody goes alone.
    front: i32,
}

impl<'a> Mind<'a> {
    fn new(setting: &'a Setting, public: &'a Public) -> Self {
        let faction = public.faction;
        let mut mind = Self {
            setting,
            public,
            faction,
            then: public.clone(),
            settled: home_of(setting, faction).set(),
            moves: Vec::new(),
            attacks: Vec::new(),
            steps: Vec::new(),
            guards: Set::EMPTY,
            front: 0,
        };
        mind.steps = (0..setting.card.units.len() as u8).map(|kind| mind.steps_of(kind)).collect();
        mind.guards = mind.choose_guards();
        mind.front = mind.front();
        mind
    }

    fn home(&self) -> Place {
        home_of(self.setting, self.faction)
    }

    fn goal(&self) -> Place {
        home_of(self.setting, self.faction.other())
    }

    /// The places from which a place can be attacked; the same the other way round.
    fn in_reach_of_attack(&self, place: Place) -> Set {
        let (around, rules) = (self.setting.ground.around(place), &self.setting.rules);
        let bridge = if rules.storming_the_bridge { around.bridge } else { Set::EMPTY };
        let river = if rules.to_the_other_shore { around.river } else { Set::EMPTY };
        around.dry.or(bridge).or(river)
    }

    /// Steps of a unit type from everywhere to where it can attack the headquarters, other units aside.
    fn steps_of(&self, kind: u8) -> Vec<i32> {
        let rules = &self.setting.rules;
        let can_ford = rules.stop_on_crossing || rules.no_attack_on_crossing;
        let may_enter = self.setting.enterable(kind);
        let mut steps = vec![FAR; self.setting.ground.hexes.len()];
        let mut edge = self.in_reach_of_attack(self.goal()).and(may_enter);
        let mut seen = Set::EMPTY;
        for count in 0..FAR {
            edge.iter().for_each(|p| steps[p.index()] = count);
            seen = seen.or(edge);
            edge = edge.iter().fold(Set::EMPTY, |next, place| {
                let around = self.setting.ground.around(place);
                next.or(if can_ford { around.all() } else { around.passable() })
            });
            edge = edge.and(may_enter).without(seen);
        }
        steps
    }

    /// The third of the units that is nearest to home; fewer where fewer enemies are left.
    fn choose_guards(&self) -> Set {
        let units = self.public.places_of(self.faction).without(self.home().set());
        let enemies = self.public.places_of(self.faction.other()).count() - 1;
        let mut nearest: Vec<Place> = units.iter().collect();
        nearest.sort_by_key(|p| (distance(self.setting, *p, self.home()), *p));
        nearest.truncate(units.count().div_ceil(3).min(enemies + 1));
        nearest.into_iter().collect()
    }

    /// Nobody goes further ahead of the middle one of those that go forward than two steps.
    fn front(&self) -> i32 {
        let forward = self.public.places_of(self.faction).without(self.home().set()).without(self.guards);
        let mut steps: Vec<i32> = forward.iter().map(|p| self.steps_to_goal(self.public, p, p)).collect();
        steps.sort_unstable();
        steps.get(steps.len() / 2).map_or(0, |middle| middle - 2)
    }

    /// Where a unit may stand and still attack: where it is, and what its plain allowance reaches.
    fn stands(&self, from: Place, unit: Unit) -> Set {
        let finder = Finder::new(self.setting, self.public, self.faction);
        finder.reach(from, unit.kind).0.or(from.set())
    }

    /// Units that have no orders yet.
    fn free_units(&self) -> Vec<(Place, Unit)> {
        let free = self.then.places_of(self.faction).without(self.settled);
        free.iter().filter_map(|p| Some((p, self.then.unit(p)?))).collect()
    }

    fn fight(&mut self) {
        let mut targets: Vec<Place> = self.public.places_of(self.faction.other()).iter().collect();
        let goal = self.goal();
        targets.sort_by_key(|t| (*t != goal, distance(self.setting, *t, self.home()), *t));
        for target in targets {
            if self.attack(target) && target == goal {
                return;
            }
        }
    }

    /// Gathers units against a target until they win; gives up where they cannot.
    fn attack(&mut self, target: Place) -> bool {
        let mut trial = self.then.clone();
        let mut gathered: Vec<(Place, Place)> = Vec::new();
        for (_, from, stand) in self.candidates(target) {
            let used = gathered.iter().any(|(f, s)| *f == from || *s == stand);
            let blocked = stand != from && (trial.unit(stand).is_some() || self.settled.has(stand));
            if used || blocked || !self.can_strike(from, stand) {
                continue;
            }
            if let Some(unit) = trial.take(from) {
                trial.put(stand, unit);
            }
            gathered.push((from, stand));
            let stands: Vec<Place> = gathered.iter().map(|(_, s)| *s).collect();
            let combat = combat::reckon(self.setting, &trial, &stands, target);
            if combat.is_some_and(|c| c.outcome == Outcome::DefenderEliminated) {
                return self.order_attack(trial, gathered, target);
            }
        }
        false
    }

    /// Units and stands from which they can attack the target, the strongest first.
    fn candidates(&self, target: Place) -> Vec<(i32, Place, Place)> {
        let stands = self.in_reach_of_attack(target);
        let near_home = target == self.goal() || distance(self.setting, target, self.home()) <= 3;
        let mut candidates = Vec::new();
        for (from, unit) in self.free_units() {
            if self.guards.has(from) && !near_home {
                continue;
            }
            for stand in self.stands(from, unit).and(stands).iter() {
                let strength = i32::from(strength(self.setting, unit, stand));
                // Of equal stands the one that costs no move comes first.
                candidates.push((-2 * strength - i32::from(stand == from), from, stand));
            }
        }
        candidates.sort_unstable();
        candidates
    }

    /// §5.3 Whether a unit that goes there may still attack.
    fn can_strike(&self, from: Place, stand: Place) -> bool {
        if from == stand || !self.setting.rules.no_attack_on_crossing {
            return true;
        }
        let Some(unit) = self.public.unit(from) else { return false };
        let way = Finder::new(self.setting, self.public, self.faction).find(&[from, stand], unit.kind);
        way.is_ok_and(|way| way.fords == 0)
    }

    fn order_attack(&mut self, trial: Public, gathered: Vec<(Place, Place)>, target: Place) -> bool {
        let mut units: Vec<Place> = gathered.iter().map(|(_, stand)| *stand).collect();
        units.sort_unstable();
        let mut attack = Attack { order: 0, units, target, advance: None };
        let able = advance::able(self.setting, &trial, &attack);
        let by_steps = |p: &Place| (self.steps_to_goal(&trial, *p, target), *p);
        let best = able.iter().copied().min_by_key(by_steps);
        let gains = |p: &Place| self.steps_to_goal(&trial, *p, target) < self.steps_to_goal(&trial, *p, *p);
        attack.advance = best.filter(|p| self.setting.rules.forced_advance || gains(p));
        if advance::bar(self.setting, &trial, &attack).is_some() {
            return false;
        }
        self.then = trial;
        self.then.take(target);
        self.settled = attack.units.iter().fold(self.settled, |set, p| set.or(p.set()));
        if let Some(from) = attack.advance
            && let Some(unit) = self.then.take(from)
        {
            self.then.put(target, unit);
            self.settled.add(target);
        }
        self.moves.extend(gathered.into_iter().filter(|(from, stand)| from != stand));
        self.attacks.push(attack);
        true
    }

    fn steps_to_goal(&self, position: &Public, unit: Place, at: Place) -> i32 {
        position.unit(unit).map_or(FAR, |u| self.steps[usize::from(u.kind)][at.index()])
    }

    /// Moves everybody who does not fight: those in front first.
    fn move_others(&mut self, chance: &mut Chance) {
        let mut units = self.free_units();
        units.sort_by_key(|(p, u)| (self.guards.has(*p), self.steps[usize::from(u.kind)][p.index()], *p));
        for (from, unit) in units {
            let to = self.best_stand(from, unit, chance);
            if to != from {
                self.then.take(from);
                self.then.put(to, unit);
                self.moves.push((from, to));
            }
            self.settled.add(to);
        }
    }

    fn best_stand(&mut self, from: Place, unit: Unit, chance: &mut Chance) -> Place {
        let reach = Finder::new(self.setting, self.public, self.faction).reach(from, unit.kind).1;
        self.then.take(from);
        // An attacker that advances has left its hex only after everybody has moved.
        let taken = self.then.places_of(self.faction).or(self.settled);
        let threats = self.threats();
        let is_asked = self.guards.has(from) || self.openings(&threats) > 0;
        let mut best = (i32::MIN, from);
        for stand in reach.without(taken).or(from.set()).iter() {
            let mut worth = self.worth(from, unit, stand, &threats) + chance.below(4) as i32;
            if is_asked {
                self.then.put(stand, unit);
                worth -= self.openness();
                self.then.take(stand);
            }
            best = best.max((worth, stand));
        }
        self.then.put(from, unit);
        best.1
    }

    /// What it is worth to have a unit in a place.
    fn worth(&self, from: Place, unit: Unit, stand: Place, threats: &[(u8, Set)]) -> i32 {
        let steps = if self.guards.has(from) {
            (distance(self.setting, stand, self.home()) - 1).max(0)
        } else {
            self.steps[usize::from(unit.kind)][stand.index()].max(self.front)
        };
        let own = strength(self.setting, unit, stand);
        let friends = self.then.places_of(self.faction).and(self.setting.ground.around(stand).all()).count();
        let mut worth = i32::from(own) * 2 + friends.min(2) as i32 * 3 - steps * STEP;
        if self.strength_against(stand, threats) > own {
            worth -= LOSS * (CAUTION_ENDS - i32::from(self.public.turn)).max(0) / CAUTION_ENDS;
        }
        worth
    }

    /// The enemy's units: their strength at best, and where they can stand in their next sub-turn and attack.
    fn threats(&self) -> Vec<(u8, Set)> {
        let enemy = self.faction.other();
        let finder = Finder::new(self.setting, &self.then, enemy);
        let units = self.then.places_of(enemy).without(self.goal().set());
        let threat = |place: Place| {
            let unit = self.then.unit(place)?;
            let stands = finder.reach(place, unit.kind).0.or(place.set());
            let strongest = stands.iter().map(|p| strength(self.setting, unit, p)).max();
            Some((strongest.unwrap_or(0), stands))
        };
        units.iter().filter_map(threat).collect()
    }

    /// How many places there are from which an enemy could attack the headquarters in his next sub-turn.
    fn openings(&self, threats: &[(u8, Set)]) -> usize {
        let stands = self.in_reach_of_attack(self.home());
        threats.iter().fold(Set::EMPTY, |set, (_, reach)| set.or(reach.and(stands))).count()
    }

    /// What it costs that the headquarters is open: in the enemy's next sub-turn, and in the one after that.
    fn openness(&self) -> i32 {
        let next = self.openings(&self.threats()) as i32;
        let now = if next > 0 { OPEN_HEADQUARTERS + next * OPENING * 4 } else { 0 };
        now + self.later_openings() as i32 * OPENING
    }

    /// The same for an enemy that first comes near by strategic movement.
    fn later_openings(&self) -> usize {
        let enemy = self.faction.other();
        let stands = self.in_reach_of_attack(self.home());
        let units = self.then.places_of(enemy).without(self.goal().set());
        let reached = units.iter().fold(Set::EMPTY, |set, place| {
            let kind = self.then.unit(place).map_or(0, |u| u.kind);
            let allowance = self.setting.unit(kind).movement;
            set.or(self.flood(place, kind, allowance.strategic.max(allowance.normal) + allowance.normal))
        });
        reached.and(stands).count()
    }

    /// Where an enemy unit can get in so many steps if nobody moves.
    fn flood(&self, from: Place, kind: u8, steps: u8) -> Set {
        let closed = self.then.places_of(self.faction);
        let may_enter = self.setting.enterable(kind).without(closed);
        let (mut reached, mut edge) = (from.set(), from.set());
        for _ in 0..steps {
            let next =
                edge.iter().fold(Set::EMPTY, |set, p| set.or(self.setting.ground.around(p).passable()));
            edge = next.and(may_enter).without(reached);
            reached = reached.or(edge);
        }
        reached
    }

    /// The most that the enemy could bring against a place.
    fn strength_against(&self, place: Place, threats: &[(u8, Set)]) -> u8 {
        let stands = self.in_reach_of_attack(place);
        let mut able: Vec<u8> =
            threats.iter().filter(|(_, reach)| !reach.and(stands).is_empty()).map(|(s, _)| *s).collect();
        able.sort_unstable_by_key(|s| std::cmp::Reverse(*s));
        able.iter().take(stands.count()).sum()
    }

    fn orders(self) -> Vec<Order> {
        let hex = |p: &Place| -> Hex { self.setting.ground.hex(*p) };
        let mut orders: Vec<Order> =
            self.moves.iter().map(|(from, to)| Order::Move(vec![hex(from), hex(to)])).collect();
        orders.extend(self.attacks.iter().map(|attack| Order::Attack {
            units: attack.units.iter().map(hex).collect(),
            target: hex(&attack.target),
            advance: attack.advance.as_ref().map(hex),
        }));
        if orders.is_empty() { vec![Order::Pass] } else { orders }
    }
}

/// The plain strength of a unit in a place.
fn strength(setting: &Setting, unit: Unit, place: Place) -> u8 {
    setting.unit(unit.kind).strength_on(setting.ground.terrain(place)).map_or(0, |s| s.plain)
}
