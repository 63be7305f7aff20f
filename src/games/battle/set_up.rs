//! §4 Set-up: choosing, buying and placing armies. Board, tiles and headquarters are settled by the terms.

use super::data::Faction;
use super::ground::{Place, Set};
use super::orders::Order;
use super::setting::Setting;
use super::state::{Public, Stage};
use crate::kernel::board::hex::Hex;
use crate::kernel::game::Ruling;
use crate::kernel::picture::Symbol;

fn ruling(
    order: Option<usize>,
    code: &'static str,
    rule: &'static str,
    fact: impl Into<String>,
    hint: Option<String>,
) -> Ruling {
    Ruling { order, code, rule, fact: fact.into(), hint }
}

/// §4.2 One army is chosen.
pub fn check_army(orders: &[Order]) -> Vec<Ruling> {
    let extra = (1..orders.len()).map(|i| {
        ruling(
            Some(i),
            "army/twice",
            "§4.2",
            "the army has been chosen already",
            Some("keep one of the lines".to_owned()),
        )
    });
    extra.collect()
}

/// §4.2 Purchases keep within the points and the counters.
pub fn check_purchase(setting: &Setting, orders: &[Order]) -> Vec<Ruling> {
    let mut rulings = Vec::new();
    let points = setting.rules.buying_armies.unwrap_or(0);
    let mut spent: u32 = 0;
    let mut taken: Vec<(Symbol, u32)> = Vec::new();
    for (i, order) in orders.iter().enumerate() {
        let Order::Buy { count, unit } = order else {
            rulings.extend((orders.len() > 1).then(|| pass_with_others(i)));
            continue;
        };
        let Some(kind) = setting.kind(unit) else { continue };
        if *count == 0 {
            rulings.push(ruling(
                Some(i),
                "buy/nothing",
                "§4.2",
                "buying none is no purchase",
                Some("take the line out".to_owned()),
            ));
        }
        // A thousand lines of the dearest units that components may hold are more than the number can count.
        spent = spent.saturating_add(u32::from(setting.unit(kind).cost.unwrap_or(0)) * count);
        if spent > points {
            let fact = format!("with this line {spent} points are spent, and there are {points}");
            rulings.push(ruling(Some(i), "buy/too-dear", "§4.2", fact, None));
        }
        let counters = u32::from(setting.counters[usize::from(kind)]);
        let used = take_counters(&mut taken, setting.unit(kind).symbol, *count);
        if used > counters {
            let fact =
                format!("there are {counters} counters for {unit}, and with this line {used} are needed");
            rulings.push(ruling(Some(i), "buy/no-counters", "§4.2", fact, None));
        }
    }
    rulings
}

/// Counts counters of a symbol; two unit types may share one.
fn take_counters(taken: &mut Vec<(Symbol, u32)>, symbol: Symbol, count: u32) -> u32 {
    if let Some((_, used)) = taken.iter_mut().find(|(s, _)| *s == symbol) {
        *used += count;
        return *used;
    }
    taken.push((symbol, count));
    count
}

/// A pass among other orders.
pub fn pass_with_others(order: usize) -> Ruling {
    let hint = Some("take pass or the other lines out".to_owned());
    ruling(Some(order), "order/pass-with-others", "§5", "pass stands among other orders", hint)
}

/// What a purchase costs.
pub fn price(setting: &Setting, units: &[(u8, String)]) -> u32 {
    let cost = |id: &str| setting.kind(id).and_then(|k| setting.unit(k).cost).unwrap_or(0);
    units.iter().map(|(count, id)| u32::from(*count) * u32::from(cost(id))).sum()
}

/// §4.4 Each unit goes behind the line, alone, where it may be, and all of them go.
pub fn check_deployment(
    setting: &Setting,
    public: &Public,
    faction: Faction,
    orders: &[Order],
) -> Vec<Ruling> {
    let mut rulings = Vec::new();
    let mut left = public.reserve[faction as usize].clone();
    let mut taken = Set::EMPTY;
    for (i, order) in orders.iter().enumerate() {
        let Order::Deploy { unit, hexes } = order else { continue };
        let Some(kind) = setting.kind(unit) else { continue };
        for hex in hexes {
            let bar = bar_place(setting, public, faction, kind, *hex, taken);
            rulings.extend(bar.map(|(code, rule, fact)| ruling(Some(i), code, rule, fact, None)));
            setting.ground.place(*hex).into_iter().for_each(|p| taken.add(p));
        }
        let count = left[usize::from(kind)];
        if usize::from(count) < hexes.len() {
            let fact = format!(
                "{} more {unit} are placed here than the army has left",
                hexes.len() - usize::from(count)
            );
            rulings.push(ruling(Some(i), "deploy/too-many", "§4.4", fact, None));
        }
        left[usize::from(kind)] = count.saturating_sub(hexes.len() as u8);
    }
    let missing: Vec<String> = counted(setting, &left);
    if rulings.is_empty() && !missing.is_empty() {
        let fact = format!("{} have not been placed, and all units must be", missing.join(", "));
        rulings.push(ruling(
            None,
            "deploy/not-all",
            "§4.4",
            fact,
            Some("add deploy lines for them".to_owned()),
        ));
    }
    rulings
}

/// Numbers and types, such as `3 infantry`.
pub fn counted(setting: &Setting, counts: &[u8]) -> Vec<String> {
    let kinds = setting.card.units.iter().zip(counts);
    kinds.filter(|(_, n)| **n > 0).map(|(unit, n)| format!("{n} {}", unit.id)).collect()
}

fn bar_place(
    setting: &Setting,
    public: &Public,
    faction: Faction,
    kind: u8,
    hex: Hex,
    taken: Set,
) -> Option<(&'static str, &'static str, String)> {
    let place = setting.ground.place(hex)?;
    if !setting.ground.zone[faction as usize].has(place) {
        return Some((
            "deploy/beyond-line",
            "§4.4",
            format!("{hex} is not behind {}'s set-up line", super::faction::name(faction)),
        ));
    }
    if public.unit(place).is_some() {
        return Some(("deploy/headquarters", "§4.4", format!("the headquarters stands in {hex}")));
    }
    if taken.has(place) {
        return Some(("deploy/stacking", "§4.4", format!("two units would stand in {hex}")));
    }
    (!setting.may_enter[usize::from(kind)].has(place)).then(|| {
        let terrain = setting.ground.terrain(place).name();
        let fact = format!("{} may not be in {terrain}, and {hex} is {terrain}", setting.unit(kind).id);
        ("deploy/forbidden-terrain", "§2.2", fact)
    })
}

/// Where a faction may place a unit of a type, other units regarded.
pub fn open_places(setting: &Setting, public: &Public, faction: Faction, kind: u8) -> Set {
    let occupied = public.places_of(faction).or(public.places_of(faction.other()));
    setting.ground.zone[faction as usize].and(setting.may_enter[usize::from(kind)]).without(occupied)
}

/// A place for every unit yet to be placed besides `taken`, or none if that cannot be: each unit in turn takes a
/// place, moving others on where needed (augmenting paths).
pub fn fit(
    setting: &Setting,
    public: &Public,
    faction: Faction,
    left: &[u8],
    taken: Set,
) -> Option<Vec<(u8, Place)>> {
    let mut fitting = Fitting { choices: Vec::new(), held: Vec::new(), by: Vec::new() };
    for (kind, count) in left.iter().enumerate() {
        let open = open_places(setting, public, faction, kind as u8).without(taken);
        let preferred = preferred(setting, faction, open);
        for _ in 0..*count {
            fitting.choices.push(preferred.clone());
            fitting.by.push(kind as u8);
        }
    }
    for unit in 0..fitting.choices.len() {
        if !fitting.place(unit, &mut Set::EMPTY.clone()) {
            return None;
        }
    }
    Some(fitting.held.into_iter().map(|(place, unit)| (fitting.by[unit], place)).collect())
}

/// Open places, those nearest to the enemy first.
fn preferred(setting: &Setting, faction: Faction, open: Set) -> Vec<Place> {
    let enemy = setting.ground.hex(setting.ground.headquarters[faction.other() as usize]);
    let mut places: Vec<Place> = open.iter().collect();
    places.sort_by_key(|p| (setting.ground.hex(*p).distance(enemy), *p));
    places
}

struct Fitting {
    choices: Vec<Vec<Place>>,
    held: Vec<(Place, usize)>,
    by: Vec<u8>,
}

impl Fitting {
    fn place(&mut self, unit: usize, tried: &mut Set) -> bool {
        for i in 0..self.choices[unit].len() {
            let place = self.choices[unit][i];
            if tried.has(place) {
                continue;
            }
            tried.add(place);
            let holder = self.held.iter().position(|(p, _)| *p == place);
            match holder {
                None => {
                    self.held.push((place, unit));
                    return true;
                }
                Some(at) => {
                    let other = self.held[at].1;
                    if self.place(other, tried) {
                        let at = self.held.iter().position(|(p, u)| *p == place && *u == other).unwrap_or(at);
                        self.held[at].1 = unit;
                        return true;
                    }
                }
            }
        }
        false
    }
}

/// Deployment lines for placements, one a type.
pub fn deploy_lines(setting: &Setting, placements: &[(u8, Place)]) -> Vec<Order> {
    (0..setting.card.units.len() as u8)
        .filter_map(|kind| {
            let mut hexes: Vec<Hex> =
                placements.iter().filter(|(k, _)| *k == kind).map(|(_, p)| setting.ground.hex(*p)).collect();
            hexes.sort_unstable();
            (!hexes.is_empty()).then(|| Order::Deploy { unit: setting.unit(kind).id.clone(), hexes })
        })
        .collect()
}

/// §4.2 Fills a faction's reserve with the army that it has.
pub fn muster(setting: &Setting, public: &mut Public, faction: Faction) {
    let Some(army) = public.armies[faction as usize] else { return };
    for (i, unit) in setting.card.units.iter().enumerate() {
        let count = unit.counts.get(usize::from(army)).copied().unwrap_or(0);
        public.reserve[faction as usize][i] = if unit.is_headquarters() { 0 } else { count };
    }
}

/// Opens the first decision of the set-up that has not been made: armies, then purchases, then places, each
/// time red first.
pub fn open_set_up(setting: &Setting, public: &mut Public) {
    let open = |stage: Stage, is_open: &dyn Fn(Faction) -> bool| {
        Faction::BOTH.into_iter().find(|f| is_open(*f)).map(|f| (stage, f))
    };
    let buying = setting.rules.buying_armies.is_some();
    let next = open(Stage::Army, &|f| setting.must_choose(f as usize) && public.armies[f as usize].is_none())
        .or_else(|| open(Stage::Purchase, &|f| buying && !public.bought[f as usize]))
        .or_else(|| open(Stage::Deployment, &|f| public.count_reserve(f) > 0));
    if let Some((stage, faction)) = next {
        public.stage = stage;
        public.faction = faction;
    }
}

/// Whether the set-up is complete.
pub fn is_set_up(setting: &Setting, public: &Public) -> bool {
    let has_army = |f: Faction| !setting.must_choose(f as usize) || public.armies[f as usize].is_some();
    let has_bought = |f: Faction| setting.rules.buying_armies.is_none() || public.bought[f as usize];
    Faction::BOTH.into_iter().all(|f| has_army(f) && has_bought(f) && public.count_reserve(f) == 0)
}
