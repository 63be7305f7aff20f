//! The single next orders that keep a sheet completable.
//!
//! Lines are offered in the order of the phases: once an attack stands in the sheet, movement is closed. A move
//! into a hex of a unit that has yet to move is offered only if all units can still end up in hexes of their own.

use super::attack::Attack;
use super::combat::{self, Attacks};
use super::data::Faction;
use super::ground::{Place, Set};
use super::movement::{Finder, Movement};
use super::orders::Order;
use super::sequence::Decision;
use super::set_up::{Muster, Placing, SetUp};
use super::setting::Setting;
use super::state::Public;
use super::{advance, purchase, set_up, tiles};

/// The next orders for a decision, given those before.
pub fn next(
    setting: &Setting,
    public: &Public,
    faction: Faction,
    decision: Decision,
    so_far: &[Order],
) -> Vec<Order> {
    match decision {
        Decision::SetUp(set_up) => set_up_lines(setting, public, faction, set_up, so_far),
        Decision::SubTurn => sub_turn(setting, public, faction, so_far),
    }
}

/// An army first, then what is placed; nothing more is bought once a unit stands.
fn set_up_lines(
    setting: &Setting,
    public: &Public,
    faction: Faction,
    set_up: SetUp,
    so_far: &[Order],
) -> Vec<Order> {
    let has_army = so_far.iter().any(|o| matches!(o, Order::Army(_)));
    let has_placed = so_far.iter().any(|o| matches!(o, Order::Deploy { .. }));
    let mut next = match set_up.muster {
        Some(Muster::Army) if !has_army => {
            return setting.card.armies.iter().map(|a| Order::Army(a.id.clone())).collect();
        }
        Some(Muster::Purchase) if !has_placed => purchases(setting, public, faction, set_up, so_far),
        _ => Vec::new(),
    };
    match set_up.placing {
        None => {}
        Some(Placing::Tiles) => next.extend(tiles::legal(setting, faction, so_far)),
        Some(Placing::Units) => {
            let has_bought_nothing =
                set_up.muster.is_none() && !public.reserve[faction as usize].iter().any(|n| *n > 0);
            next.extend((so_far.is_empty() && has_bought_nothing).then_some(Order::Pass));
            next.extend(deployments(setting, public, faction, so_far));
        }
    }
    next
}

fn purchases(
    setting: &Setting,
    public: &Public,
    faction: Faction,
    set_up: SetUp,
    so_far: &[Order],
) -> Vec<Order> {
    if so_far.contains(&Order::Pass) {
        return Vec::new();
    }
    let mut next: Vec<Order> = Vec::new();
    for unit in setting.card.units.iter().filter(|u| !u.is_headquarters()) {
        for count in 1..=24 {
            let buy = Order::Buy { count, unit: unit.id.clone() };
            let sheet: Vec<Order> = so_far.iter().cloned().chain([buy.clone()]).collect();
            let is_legal = purchase::check(setting, &sheet).is_empty();
            if !is_legal || !set_up::has_room(setting, public, faction, &sheet) {
                break;
            }
            next.push(buy);
        }
    }
    if so_far.is_empty() && set_up.may_pass() {
        next.push(Order::Pass);
    }
    next
}

fn deployments(setting: &Setting, public: &Public, faction: Faction, so_far: &[Order]) -> Vec<Order> {
    let mut left = set_up::mustered(setting, public, faction, so_far);
    let mut taken = Set::EMPTY;
    for order in so_far {
        if let Order::Deploy { unit, hexes } = order
            && let Some(kind) = setting.kind(unit)
        {
            left[usize::from(kind)] = left[usize::from(kind)].saturating_sub(hexes.len() as u8);
            hexes.iter().filter_map(|h| setting.ground.place(*h)).for_each(|p| taken.add(p));
        }
    }
    let mut next = Vec::new();
    for kind in (0..left.len() as u8).filter(|k| left[usize::from(*k)] > 0) {
        let mut rest = left.clone();
        rest[usize::from(kind)] -= 1;
        for place in set_up::open_places(setting, public, faction, kind).without(taken).iter() {
            if set_up::fit(setting, public, faction, &rest, taken.or(place.set())).is_some() {
                let unit = setting.unit(kind).id.clone();
                next.push(Order::Deploy { unit, hexes: vec![setting.ground.hex(place)] });
            }
        }
    }
    next
}

fn sub_turn(setting: &Setting, public: &Public, faction: Faction, so_far: &[Order]) -> Vec<Order> {
    // Who passes moves and attacks nothing, but may still call stalemate.
    let passes = so_far.contains(&Order::Pass);
    let mut next = if passes { Vec::new() } else { acts(setting, public, faction, so_far) };
    if setting.rules.fog_of_war && so_far.iter().any(Order::is_move) && !so_far.contains(&Order::Stop) {
        next.push(Order::Stop);
    }
    if setting.rules.stalemate && public.stalemate.is_none() && !so_far.contains(&Order::CallStalemate) {
        next.push(Order::CallStalemate);
    }
    if !passes && so_far.iter().all(|o| matches!(o, Order::CallStalemate)) {
        next.push(Order::Pass);
    }
    next
}

/// Movement and attacks.
fn acts(setting: &Setting, public: &Public, faction: Faction, so_far: &[Order]) -> Vec<Order> {
    let mut next = Vec::new();
    let movement = Movement::judge(setting, public, faction, so_far);
    let has_attacks = so_far.iter().any(|o| matches!(o, Order::Attack { .. }));
    if !has_attacks {
        next.extend(moves(setting, public, faction, &movement));
    }
    // While two units would share a hex, the sheet is not complete, and only movement can mend it.
    if movement.rulings.is_empty() {
        next.extend(attacks(setting, public, faction, &movement, so_far));
    }
    next
}

/// The ends that units have chosen and the units that have not yet.
struct Plan<'a> {
    setting: &'a Setting,
    public: &'a Public,
    faction: Faction,
    /// Hexes that moving units will end in.
    ends: Set,
    /// Units that have no movement line yet.
    free: Set,
}

fn moves(setting: &Setting, public: &Public, faction: Faction, movement: &Movement) -> Vec<Order> {
    let starts: Set = movement.ways.iter().map(|(_, way)| way.start()).collect();
    let ends = movement.ways.iter().map(|(_, way)| way.end()).collect();
    let free = public.places_of(faction).without(starts);
    let plan = Plan { setting, public, faction, ends, free };
    let mut moves = Vec::new();
    for place in free.iter() {
        for end in plan.reach(place).without(ends).iter() {
            if plan.leaves_room(place, end) {
                moves.push(Order::Move(vec![setting.ground.hex(place), setting.ground.hex(end)]));
            }
        }
    }
    moves
}

impl Plan<'_> {
    /// The hexes that an unmoved unit can reach.
    fn reach(&self, place: Place) -> Set {
        let Some(unit) = self.public.unit(place) else { return Set::EMPTY };
        if self.setting.unit(unit.kind).is_headquarters() {
            return Set::EMPTY;
        }
        Finder::new(self.setting, self.public, self.faction).reach(place, unit.kind).1
    }

    /// Whether all units can end in hexes of their own if this one moves there.
    fn leaves_room(&self, from: Place, to: Place) -> bool {
        let ends = self.ends.or(to.set());
        let mut free = self.free;
        free.remove(from);
        let mut settled = Vec::new();
        ends.and(free)
            .iter()
            .all(|displaced| self.give_way(displaced, ends, free, &mut settled, &mut Set::EMPTY.clone()))
    }

    /// Finds a hex for a displaced unit, moving others on where needed (augmenting paths). `settled` holds where
    /// displaced units go.
    fn give_way(
        &self,
        unit: Place,
        ends: Set,
        free: Set,
        settled: &mut Vec<(Place, Place)>,
        tried: &mut Set,
    ) -> bool {
        for end in self.reach(unit).without(ends).iter() {
            if tried.has(end) {
                continue;
            }
            tried.add(end);
            let holder = settled.iter().find(|(_, e)| *e == end).map(|(u, _)| *u);
            let stays = free.has(end) && settled.iter().all(|(u, _)| *u != end);
            let blocker = holder.or(stays.then_some(end));
            if blocker.is_none_or(|other| self.give_way(other, ends, free, settled, tried)) {
                settled.retain(|(u, e)| *u != unit && *e != end);
                settled.push((unit, end));
                return true;
            }
        }
        false
    }
}

fn attacks(
    setting: &Setting,
    public: &Public,
    faction: Faction,
    movement: &Movement,
    so_far: &[Order],
) -> Vec<Order> {
    let mut moved = public.clone();
    super::event::apply_paths(&mut moved, &movement.paths(setting));
    let judged = Attacks::judge(setting, &moved, faction, movement, so_far);
    let busy: Set = judged.list.iter().flat_map(|a| a.units.iter().copied()).collect();
    let targeted: Set = judged.list.iter().map(|a| a.target).collect();
    let able = attackers(setting, &moved, faction, movement).without(busy);
    let mut orders = Vec::new();
    for target in moved.places_of(faction.other()).without(targeted).iter() {
        let near: Vec<Place> =
            able.iter().filter(|p| combat::targets(setting, &moved, *p, faction).has(target)).collect();
        for chosen in 1u32..1 << near.len() {
            let units: Vec<Place> =
                near.iter().enumerate().filter(|(i, _)| chosen >> i & 1 == 1).map(|(_, p)| *p).collect();
            push_attacks(setting, &moved, units, target, &mut orders);
        }
    }
    orders
}

/// The units that may attack after this movement.
fn attackers(setting: &Setting, moved: &Public, faction: Faction, movement: &Movement) -> Set {
    let barred = |p: Place| {
        movement.done.get(&p).is_some_and(|done| {
            done.is_strategic || setting.rules.no_attack_on_crossing && done.march.fords > 0
        })
    };
    moved.places_of(faction).iter().filter(|p| !setting.ground.is_home(faction, *p) && !barred(*p)).collect()
}

/// An attack without an advance, and with each advance that is allowed.
fn push_attacks(
    setting: &Setting,
    moved: &Public,
    units: Vec<Place>,
    target: Place,
    orders: &mut Vec<Order>,
) {
    let hex = |p: Place| setting.ground.hex(p);
    let plain = Attack { order: 0, units, target, advance: None };
    let options = std::iter::once(None).chain(advance::able(setting, moved, &plain).into_iter().map(Some));
    for option in options {
        let attack = Attack { advance: option, ..plain.clone() };
        if advance::bar(setting, moved, &attack).is_none() {
            orders.push(Order::Attack {
                units: attack.units.iter().map(|p| hex(*p)).collect(),
                target: hex(target),
                advance: option.map(hex),
            });
        }
    }
}
