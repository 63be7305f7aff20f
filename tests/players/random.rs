//! A random player of Battle: legal sheets, quickly, without any plan.
//!
//! Sheets come straight from the rules' own functions. It moves and attacks wherever it can and passes only
//! where nothing else is possible.

use super::chance::Chance;
use adjutant::games::battle::attack::Attack;
use adjutant::games::battle::combat;
use adjutant::games::battle::data::Faction;
use adjutant::games::battle::ground::{Place, Set};
use adjutant::games::battle::movement::{Finder, Movement};
use adjutant::games::battle::orders::Order;
use adjutant::games::battle::set_up::{Muster, Placing};
use adjutant::games::battle::setting::Setting;
use adjutant::games::battle::state::{Public, Stage};
use adjutant::games::battle::{advance, purchase, sequence, set_up, tiles};
use adjutant::kernel::board::hex::Hex;

/// A sheet for the decision that is open, in canonical order.
pub fn sheet(setting: &Setting, public: &Public, faction: Faction, chance: &mut Chance) -> Vec<Order> {
    let mut orders = match public.stage {
        Stage::SubTurn | Stage::Over => sub_turn(setting, public, chance),
        _ => {
            let mut orders = muster(setting, public, faction, chance);
            match set_up::open(setting, public, faction).placing {
                None => {}
                Some(Placing::Tiles) => orders.extend(tiles(setting, faction, chance)),
                Some(Placing::Units) => {
                    let army = set_up::mustered(setting, public, faction, &orders);
                    orders.extend(deployment(setting, public, faction, &army, chance));
                }
            }
            // Who has bought nothing has nothing to place.
            if orders.is_empty() {
                orders.push(Order::Pass);
            }
            orders
        }
    };
    sequence::arrange(&mut orders);
    orders
}

/// §4.2 Any army, chosen or bought; a purchase of nothing is a pass where the sheet may hold one.
pub fn muster(setting: &Setting, public: &Public, faction: Faction, chance: &mut Chance) -> Vec<Order> {
    let set_up = set_up::open(setting, public, faction);
    match set_up.muster {
        None => Vec::new(),
        Some(Muster::Army) => vec![Order::Army(chance.pick(&setting.card.armies).id.clone())],
        Some(Muster::Purchase) => {
            let mut bought = purchase(setting, chance);
            bought.retain(|order| set_up.may_pass() || *order != Order::Pass);
            bought
        }
    }
}

/// §4.3 Tiles and headquarters as the rules offer them, piece by piece.
pub fn tiles(setting: &Setting, faction: Faction, chance: &mut Chance) -> Vec<Order> {
    let mut orders = Vec::new();
    loop {
        let next = tiles::legal(setting, faction, &orders);
        if next.is_empty() {
            return orders;
        }
        orders.push(chance.pick(&next).clone());
    }
}

/// §4.2 Buys units until nothing more can be paid or no counter is left.
pub fn purchase(setting: &Setting, chance: &mut Chance) -> Vec<Order> {
    let mut counts = vec![0u32; setting.card.units.len()];
    let mut orders = Vec::new();
    loop {
        let affordable: Vec<usize> = (0..counts.len())
            .filter(|kind| {
                counts[*kind] += 1;
                let bought = purchases(setting, &counts);
                counts[*kind] -= 1;
                !setting.card.units[*kind].is_headquarters() && purchase::check(setting, &bought).is_empty()
            })
            .collect();
        if affordable.is_empty() || chance.is_in(1, 40) {
            break;
        }
        counts[*chance.pick(&affordable)] += 1;
        orders = purchases(setting, &counts);
    }
    if orders.is_empty() { vec![Order::Pass] } else { orders }
}

fn purchases(setting: &Setting, counts: &[u32]) -> Vec<Order> {
    let kinds = setting.card.units.iter().zip(counts).filter(|(_, count)| **count > 0);
    kinds.map(|(unit, count)| Order::Buy { count: *count, unit: unit.id.clone() }).collect()
}

/// §4.4 Places units anywhere behind the line. A unit finds a clear hex however the others stand, since every
/// set-up has clear ground for all counters.
fn deployment(
    setting: &Setting,
    public: &Public,
    faction: Faction,
    army: &[u8],
    chance: &mut Chance,
) -> Vec<Order> {
    let mut taken = Set::EMPTY;
    let mut placements: Vec<(u8, Place)> = Vec::new();
    for (kind, count) in army.iter().enumerate() {
        let open = set_up::open_places(setting, public, faction, kind as u8);
        for _ in 0..*count {
            let Some(place) = chance.place(open.without(taken)) else { continue };
            taken.add(place);
            placements.push((kind as u8, place));
        }
    }
    set_up::deploy_lines(setting, &placements)
}

fn sub_turn(setting: &Setting, public: &Public, chance: &mut Chance) -> Vec<Order> {
    let mut plan = Plan::new(setting, public);
    plan.go(3, chance);
    if plan.orders.is_empty() {
        plan.go(4, chance);
    }
    let mut orders = plan.orders;
    if setting.rules.fog_of_war && orders.iter().any(Order::is_move) && chance.is_in(1, 2) {
        orders.push(Order::Stop);
    }
    if setting.rules.stalemate && public.stalemate.is_none() && chance.is_in(1, 16) {
        orders.push(Order::CallStalemate);
    }
    if orders.is_empty() {
        orders.push(Order::Pass);
    }
    orders
}

/// A sub-turn being planned.
struct Plan<'a> {
    setting: &'a Setting,
    public: &'a Public,
    faction: Faction,
    /// The position after the movement planned so far.
    moved: Public,
    /// §4.4 Units that may not attack for what they did before their movement was stopped, by where they stand.
    spent: Set,
    /// Units that may not attack, by where they stand after movement.
    barred: Set,
    orders: Vec<Order>,
}

impl<'a> Plan<'a> {
    fn new(setting: &'a Setting, public: &'a Public) -> Self {
        let faction = public.faction;
        let home = setting.ground.headquarters[faction as usize].map_or(Set::EMPTY, Place::set);
        let before = Movement::judge(setting, public, faction, &[]).done.into_iter();
        let spent = before.filter(|(_, done)| {
            done.is_strategic || setting.rules.no_attack_on_crossing && done.march.fords > 0
        });
        let spent: Set = spent.map(|(place, _)| place).collect();
        let barred = home.or(spent);
        Self { setting, public, faction, moved: public.clone(), spent, barred, orders: Vec::new() }
    }

    /// Moves and attacks; each unit does either `eagerness` times in four.
    fn go(&mut self, eagerness: usize, chance: &mut Chance) {
        for place in self.public.places_of(self.faction).iter() {
            if chance.is_in(eagerness, 4) {
                self.move_unit(place, chance);
            }
        }
        self.attack(eagerness, chance);
    }

    /// Moves a unit into a hex that no other unit holds or is going to.
    fn move_unit(&mut self, from: Place, chance: &mut Chance) {
        let Some(unit) = self.public.unit(from) else { return };
        if self.setting.unit(unit.kind).is_headquarters() {
            return;
        }
        let finder = Finder::new(self.setting, self.public, self.faction);
        let (plain, reach) = finder.reach(from, unit.kind);
        // A hex that an earlier mover has chosen is taken; one that it has left is free, since all move at once.
        let Some(to) = chance.place(reach.without(self.moved.places_of(self.faction))) else { return };
        let mut path = vec![self.hex(from), self.hex(to)];
        let can_ford = self.setting.rules.no_attack_on_crossing || self.setting.rules.stop_on_crossing;
        let mut bars = !plain.has(to);
        if (can_ford || chance.is_in(1, 8))
            && let Ok(way) = finder.find(&[from, to], unit.kind)
        {
            bars |= self.setting.rules.no_attack_on_crossing && way.fords > 0;
            if chance.is_in(1, 2) {
                path = way.places.iter().map(|p| self.hex(*p)).collect();
            }
        }
        bars |= self.spent.has(from);
        self.moved.take(from);
        self.moved.put(to, unit);
        if bars {
            self.barred.add(to);
        }
        self.orders.push(Order::Move(path));
    }

    fn attack(&mut self, eagerness: usize, chance: &mut Chance) {
        let mut attacks: Vec<Attack> = Vec::new();
        for unit in self.moved.places_of(self.faction).without(self.barred).iter() {
            let targets = combat::targets(self.setting, &self.moved, unit, self.faction);
            let Some(target) = chance.place(targets).filter(|_| chance.is_in(eagerness, 4)) else { continue };
            match attacks.iter_mut().find(|a| a.target == target) {
                Some(attack) => attack.units.push(unit),
                None => attacks.push(Attack { order: 0, units: vec![unit], target, advance: None }),
            }
        }
        for attack in attacks {
            self.order_attack(attack, chance);
        }
    }

    /// Orders an attack with an advance or without, unless the rules allow neither.
    fn order_attack(&mut self, mut attack: Attack, chance: &mut Chance) {
        let able = advance::able(self.setting, &self.moved, &attack);
        let must = self.setting.rules.forced_advance;
        if !able.is_empty() && (must || chance.is_in(1, 2)) {
            attack.advance = Some(*chance.pick(&able));
        }
        if must && able.is_empty() {
            return;
        }
        self.orders.push(Order::Attack {
            units: attack.units.iter().map(|p| self.hex(*p)).collect(),
            target: self.hex(attack.target),
            advance: attack.advance.map(|p| self.hex(p)),
        });
    }

    fn hex(&self, place: Place) -> Hex {
        self.setting.ground.hex(place)
    }
}
