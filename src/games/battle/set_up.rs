//! §4 Set-up: choosing, buying and placing armies, one after the other or by both at once in secret. Tiles and
//! headquarters are settled by the terms, or by the factions themselves ([`tiles`]).

use super::data::Faction;
use super::ground::{Place, Set};
use super::orders::Order;
use super::setting::Setting;
use super::state::{Public, Stage};
use super::{purchase, tiles};
use crate::kernel::board::hex::Hex;
use crate::kernel::game::Ruling;
use std::fmt;

/// How a faction comes by its army (§4.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Muster {
    /// It chooses one of the card's.
    Army,
    /// It buys one.
    Purchase,
}

/// What a faction places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Placing {
    /// §4.3 Its tiles and headquarters.
    Tiles,
    /// §4.4 Its units.
    Units,
}

/// What a faction decides of its set-up in one sheet: one part, or where that is secret two of them together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct SetUp {
    /// Whether it takes an army, and how.
    pub muster: Option<Muster>,
    /// Whether it places something, and what.
    pub placing: Option<Placing>,
}

impl SetUp {
    /// Every set of parts that a sheet may be asked for.
    pub fn all() -> impl Iterator<Item = Self> {
        let musters = [None, Some(Muster::Army), Some(Muster::Purchase)];
        let placings = [None, Some(Placing::Tiles), Some(Placing::Units)];
        let all = musters
            .into_iter()
            .flat_map(move |muster| placings.into_iter().map(move |placing| Self { muster, placing }));
        all.filter(|set_up| *set_up != Self::default())
    }

    /// Whether a sheet may hold nothing: nothing is bought, and there is nothing else to place.
    pub fn may_pass(self) -> bool {
        self.muster == Some(Muster::Purchase) && self.placing != Some(Placing::Tiles)
    }

    /// What a faction does, as a sentence without its end.
    pub fn deed(self, who: &str) -> String {
        let muster = self.muster.map(|muster| match muster {
            Muster::Army => "chooses an army",
            Muster::Purchase => "buys an army",
        });
        let placing = self.placing.map(|placing| match placing {
            Placing::Tiles => "places its tiles and headquarters",
            Placing::Units => "places its units",
        });
        let deeds: Vec<&str> = muster.into_iter().chain(placing).collect();
        format!("{who} {}", deeds.join(" and "))
    }
}

impl fmt::Display for SetUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let muster = self.muster.map(|muster| match muster {
            Muster::Army => "army",
            Muster::Purchase => "purchase",
        });
        let placing = self.placing.map(|placing| match placing {
            Placing::Tiles => "tiles",
            Placing::Units => "deployment",
        });
        let parts: Vec<&str> = muster.into_iter().chain(placing).collect();
        f.write_str(&parts.join(" and "))
    }
}

/// What a faction has to decide in the stage that is open. Armies that are still open when something is placed are
/// taken in the same sheet.
pub fn open(setting: &Setting, public: &Public, faction: Faction) -> SetUp {
    let muster = if needs_army(setting, public, faction) {
        Some(Muster::Army)
    } else {
        needs_purchase(setting, public, faction).then_some(Muster::Purchase)
    };
    let placing = match public.stage {
        Stage::Tiles if needs_tiles(setting, public, faction) => Some(Placing::Tiles),
        Stage::Deployment if muster.is_some() || public.has_reserve(faction) => Some(Placing::Units),
        _ => None,
    };
    SetUp { muster, placing }
}

fn needs_army(setting: &Setting, public: &Public, faction: Faction) -> bool {
    setting.must_choose(faction as usize) && public.armies[faction as usize].is_none()
}

fn needs_purchase(setting: &Setting, public: &Public, faction: Faction) -> bool {
    setting.rules.buying_armies.is_some() && !public.bought[faction as usize]
}

fn needs_tiles(setting: &Setting, public: &Public, faction: Faction) -> bool {
    setting.rules.faction_defined && public.halves[faction as usize].is_none()
}

/// Judges a sheet of the set-up.
pub fn check(
    setting: &Setting,
    public: &Public,
    faction: Faction,
    set_up: SetUp,
    orders: &[Order],
) -> Vec<Ruling> {
    let mut rulings = match set_up.muster {
        None => Vec::new(),
        Some(Muster::Army) => check_army(setting, orders),
        Some(Muster::Purchase) => purchase::check(setting, orders),
    };
    match set_up.placing {
        None => {}
        Some(Placing::Tiles) => rulings.extend(tiles::check(setting, faction, orders)),
        Some(Placing::Units) => {
            if set_up.muster.is_none() && orders.len() > 1 {
                let pass = orders.iter().position(|order| *order == Order::Pass);
                rulings.extend(pass.map(pass_with_others));
            }
            let army = mustered(setting, public, faction, orders);
            let is_sound = rulings.is_empty();
            // Without an army there is nothing to place; that it is missing has been said.
            if is_sound || army.iter().any(|n| *n > 0) {
                let placed = check_deployment(setting, public, faction, &army, orders);
                rulings.extend(placed.into_iter().filter(|r| is_sound || r.order.is_some()));
            }
        }
    }
    rulings
}

/// The units that a faction has to place: those that it has, and those that a sheet chooses or buys.
pub fn mustered(setting: &Setting, public: &Public, faction: Faction, orders: &[Order]) -> Vec<u8> {
    let mut units = public.reserve[faction as usize].clone();
    if let Some(army) = chosen_army(setting, orders) {
        units = army_of(setting, army);
    }
    for order in orders {
        if let Order::Buy { count, unit } = order
            && let Some(kind) = setting.kind(unit)
        {
            let number = &mut units[usize::from(kind)];
            *number = number.saturating_add(u8::try_from(*count).unwrap_or(u8::MAX));
        }
    }
    units
}

fn chosen_army(setting: &Setting, orders: &[Order]) -> Option<usize> {
    orders.iter().find_map(|order| match order {
        Order::Army(id) => setting.card.army(id),
        _ => None,
    })
}

/// The units of an army of the card, its headquarters left out.
pub fn army_of(setting: &Setting, army: usize) -> Vec<u8> {
    let count = |unit: &super::data::UnitType| unit.counts.get(army).copied().unwrap_or(0);
    setting.card.units.iter().map(|unit| if unit.is_headquarters() { 0 } else { count(unit) }).collect()
}

/// §4 What a faction does that sends nothing: it takes the first army of the card, buys nothing, places its tiles as
/// in the standard set-up, and its units anywhere.
pub fn defaults(setting: &Setting, public: &Public, faction: Faction, set_up: SetUp) -> Vec<Order> {
    let mut orders = Vec::new();
    match set_up.muster {
        None => {}
        Some(Muster::Army) => orders.extend(setting.card.armies.first().map(|a| Order::Army(a.id.clone()))),
        Some(Muster::Purchase) => orders.extend(set_up.may_pass().then_some(Order::Pass)),
    }
    match set_up.placing {
        None => {}
        Some(Placing::Tiles) => {
            let half = setting.default_halves.as_ref().map(|halves| &halves[faction as usize]);
            orders.extend(half.into_iter().flat_map(tiles::lines));
        }
        Some(Placing::Units) => {
            let army = mustered(setting, public, faction, &orders);
            let fit = fit(setting, public, faction, &army, Set::EMPTY);
            orders.extend(deploy_lines(setting, &fit.unwrap_or_default()));
            orders.extend(orders.is_empty().then_some(Order::Pass));
        }
    }
    orders
}

/// §4.2 One army is chosen.
fn check_army(setting: &Setting, orders: &[Order]) -> Vec<Ruling> {
    let is_army = |(_, order): &(usize, &Order)| matches!(order, Order::Army(_));
    let chosen: Vec<usize> = orders.iter().enumerate().filter(is_army).map(|(i, _)| i).collect();
    if chosen.is_empty() {
        let first = setting.card.armies.first().map_or("", |army| army.id.as_str());
        let hint = format!("add a line such as {}", Order::Army(first.to_owned()));
        return vec![Ruling::of_sheet("army/none", "§4.2", "no army is chosen").hinted(hint)];
    }
    let again = |i: &usize| {
        Ruling::on(*i, "army/twice", "§4.2", "the army has been chosen already")
            .hinted("keep one of the lines")
    };
    chosen[1..].iter().map(again).collect()
}

/// A pass among other orders.
pub fn pass_with_others(order: usize) -> Ruling {
    Ruling::on(order, "order/pass-with-others", "§5", "pass stands among other orders")
        .hinted("take pass or the other lines out")
}

/// §4.4 Each unit goes behind the line, alone, where it may be, and all of them go.
fn check_deployment(
    setting: &Setting,
    public: &Public,
    faction: Faction,
    army: &[u8],
    orders: &[Order],
) -> Vec<Ruling> {
    let mut rulings = Vec::new();
    let mut left = army.to_vec();
    let mut taken = Set::EMPTY;
    for (i, order) in orders.iter().enumerate() {
        let Order::Deploy { unit, hexes } = order else { continue };
        let Some(kind) = setting.kind(unit) else { continue };
        for hex in hexes {
            let bar = bar_place(setting, public, faction, kind, *hex, taken);
            let hint = || {
                let open = open_places(setting, public, faction, kind).without(taken).iter();
                let hexes: Vec<String> = open.map(|place| setting.ground.hex(place).to_string()).collect();
                Some(format!("{unit} can be placed in {}", hexes.join(" ")))
            };
            rulings.extend(
                bar.map(|(code, rule, fact)| Ruling { hint: hint(), ..Ruling::on(i, code, rule, fact) }),
            );
            setting.ground.place(*hex).into_iter().for_each(|p| taken.add(p));
        }
        let count = left[usize::from(kind)];
        if usize::from(count) < hexes.len() {
            let fact = format!(
                "{} more {unit} are placed here than the army has left",
                hexes.len() - usize::from(count)
            );
            let hint = match count {
                0 => "take the line out".to_owned(),
                count => format!("name {count} of the hexes"),
            };
            rulings.push(Ruling::on(i, "deploy/too-many", "§4.4", fact).hinted(hint));
        }
        left[usize::from(kind)] = count.saturating_sub(hexes.len() as u8);
    }
    let missing: Vec<String> = counted(setting, &left);
    if rulings.is_empty()
        && let Some(kind) = left.iter().position(|count| *count > 0).map(|kind| kind as u8)
    {
        let fact = format!("{} have not been placed, and all units must be", missing.join(", "));
        let open = open_places(setting, public, faction, kind).without(taken);
        let hint = format!("add a line for each type, as in {}", deploy_line(setting, open, kind, 1));
        rulings.push(Ruling::of_sheet("deploy/not-all", "§4.4", fact).hinted(hint));
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
    (!setting.enterable(kind).has(place)).then(|| {
        let terrain = setting.ground.terrain(place).name();
        let fact = format!("{} may not be in {terrain}, and {hex} is {terrain}", setting.unit(kind).id);
        ("deploy/forbidden-terrain", "§2.2", fact)
    })
}

/// Where a faction may place a unit of a type, other units regarded.
pub fn open_places(setting: &Setting, public: &Public, faction: Faction, kind: u8) -> Set {
    let occupied = public.places_of(faction).or(public.places_of(faction.other()));
    setting.ground.zone[faction as usize].and(setting.enterable(kind)).without(occupied)
}

/// Whether all that a sheet buys or chooses can be placed.
pub fn has_room(setting: &Setting, public: &Public, faction: Faction, sheet: &[Order]) -> bool {
    let left = mustered(setting, public, faction, sheet);
    fit(setting, public, faction, &left, Set::EMPTY).is_some()
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
    let enemy = setting.ground.headquarters[faction.other() as usize].map(|p| setting.ground.hex(p));
    let mut places: Vec<Place> = open.iter().collect();
    places.sort_by_key(|p| (enemy.map_or(0, |enemy| setting.ground.hex(*p).distance(enemy)), *p));
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

/// A line that places some units of a type in the first of some places.
pub fn deploy_line(setting: &Setting, open: Set, kind: u8, count: usize) -> Order {
    let hexes = open.iter().take(count).map(|place| setting.ground.hex(place)).collect();
    Order::Deploy { unit: setting.unit(kind).id.clone(), hexes }
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
    if let Some(army) = public.armies[faction as usize] {
        public.reserve[faction as usize] = army_of(setting, usize::from(army));
    }
}

/// Opens the first stage of the set-up that is not over: armies, purchases, tiles, units; in secret armies and
/// purchases belong to what is placed first. Where a stage is secret both factions act at once, else red first.
pub fn open_set_up(setting: &Setting, public: &mut Public) {
    let Some((stage, factions)) = next_stage(setting, public) else {
        public.together = false;
        return;
    };
    let is_secret = stage == Stage::Tiles || stage == Stage::Deployment && setting.rules.secret_set_up;
    public.stage = stage;
    public.faction = factions[0];
    public.together = is_secret && factions.len() > 1;
}

/// The first stage that is not over, and the factions that have yet to act in it, red first.
fn next_stage(setting: &Setting, public: &Public) -> Option<(Stage, Vec<Faction>)> {
    let in_secret = [Stage::Tiles, Stage::Deployment];
    let in_turn = [Stage::Army, Stage::Purchase, Stage::Tiles, Stage::Deployment];
    let stages = if setting.rules.secret_set_up { &in_secret[..] } else { &in_turn[..] };
    let waits = |stage: Stage, f: Faction| match stage {
        Stage::Army => needs_army(setting, public, f),
        Stage::Purchase => needs_purchase(setting, public, f),
        Stage::Tiles => needs_tiles(setting, public, f),
        _ => {
            let musters = needs_army(setting, public, f) || needs_purchase(setting, public, f);
            musters || public.has_reserve(f)
        }
    };
    stages.iter().find_map(|stage| {
        let factions: Vec<Faction> = Faction::BOTH.into_iter().filter(|f| waits(*stage, *f)).collect();
        (!factions.is_empty()).then_some((*stage, factions))
    })
}

/// Whether the set-up is complete.
pub fn is_set_up(setting: &Setting, public: &Public) -> bool {
    next_stage(setting, public).is_none()
}
