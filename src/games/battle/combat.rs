//! §6 Combat: who may attack whom, and what comes of it.

use super::advance;
use super::attack::Attack;
use super::data::{Faction, Strength};
use super::event::Outcome;
use super::ground::{Place, Set};
use super::movement::Movement;
use super::orders::Order;
use super::setting::Setting;
use super::state::{Public, Unit};
use crate::kernel::board::hex::Hex;
use crate::kernel::game::{Ruling, Why};

/// §6.1 The strength of one unit in one combat, and how it came about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Force {
    /// Where it stands.
    pub place: Place,
    /// Which unit.
    pub unit: Unit,
    /// Its strength.
    pub strength: u16,
    /// The figure of the card that counts; none where the unit cannot be.
    figure: Option<Figure>,
    /// What an attack across a river costs, and what is crossed.
    crossing: Option<(u16, &'static str)>,
}

/// A figure of the card, and the sign for which it counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Figure {
    strength: u8,
    sign: &'static str,
}

impl Force {
    /// The rules and facts behind its strength.
    pub fn why(&self, setting: &Setting) -> Vec<Why> {
        let (kind, terrain) = (&setting.unit(self.unit.kind).id, setting.ground.terrain(self.place).name());
        let Some(Figure { strength, sign }) = self.figure else {
            return vec![Why { rule: "§2.2", fact: format!("{kind} has no strength in {terrain}") }];
        };
        let against = if sign.is_empty() { String::new() } else { format!(", {sign} against what it meets") };
        let faction = super::faction::name(self.unit.faction);
        let fact = format!("{faction} {kind} in {terrain} counts {strength}{against}");
        let less = self.crossing.map(|(less, what)| format!("{less} less across {what}"));
        std::iter::once(Why { rule: "§6.1", fact }).chain(less.map(|fact| Why { rule: "§6", fact })).collect()
    }
}

/// A combat, reckoned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Combat {
    /// The attackers.
    pub attackers: Vec<Force>,
    /// The defender.
    pub defender: Force,
    /// What comes of it.
    pub outcome: Outcome,
}

impl Combat {
    /// Total strength of the attackers.
    pub fn attack(&self) -> u16 {
        self.attackers.iter().map(|f| f.strength).sum()
    }
}

/// What bars an attack: code, section, fact, advice.
type Bar = (&'static str, &'static str, String, Option<String>);

/// The attack lines of a sheet, judged against the board after movement.
pub struct Attacks<'a> {
    setting: &'a Setting,
    public: &'a Public,
    faction: Faction,
    movement: &'a Movement,
    /// The attacks that can be read.
    pub list: Vec<Attack>,
    /// What is against the rules.
    pub rulings: Vec<Ruling>,
}

impl<'a> Attacks<'a> {
    /// Judges the attack lines of a sheet (§6, §7); `public` is the position after its movement.
    pub fn judge(
        setting: &'a Setting,
        public: &'a Public,
        faction: Faction,
        movement: &'a Movement,
        orders: &[Order],
    ) -> Self {
        let mut attacks = Self { setting, public, faction, movement, list: Vec::new(), rulings: Vec::new() };
        for (order, line) in orders.iter().enumerate() {
            let Order::Attack { units, target, advance } = line else { continue };
            let place = |hex: &Hex| setting.ground.place(*hex);
            let Some(target) = place(target) else { continue };
            let attack = Attack {
                order,
                units: units.iter().filter_map(place).collect(),
                target,
                advance: advance.as_ref().and_then(place),
            };
            // An attack that cannot be made bars no other.
            if attacks.judge_one(&attack) {
                attacks.list.push(attack);
            }
        }
        attacks
    }

    /// Rules on an attack; whether it can be made.
    fn judge_one(&mut self, attack: &Attack) -> bool {
        let mut bars: Vec<Bar> = Vec::new();
        let target_bar = self.bar_target(attack);
        let has_target = target_bar.is_none();
        bars.extend(target_bar);
        for (i, unit) in attack.units.iter().enumerate() {
            let twice = attack.units[..i].contains(unit);
            bars.extend(self.bar_unit(*unit, attack.target, twice));
        }
        if has_target && bars.is_empty() {
            let advance = advance::bar(self.setting, self.public, attack);
            bars.extend(advance);
        }
        let can_be_made = bars.is_empty();
        let ruled = bars
            .into_iter()
            .map(|(code, rule, fact, hint)| Ruling { hint, ..Ruling::on(attack.order, code, rule, fact) });
        self.rulings.extend(ruled);
        can_be_made
    }

    fn hex(&self, place: Place) -> Hex {
        self.setting.ground.hex(place)
    }

    /// §6 A combat is against an enemy unit in a single hex; it defends once a turn.
    fn bar_target(&self, attack: &Attack) -> Option<Bar> {
        let hex = self.hex(attack.target);
        match self.public.unit(attack.target) {
            None => {
                let fact = format!("no unit stands in {hex} after movement");
                Some(("attack/no-target", "§6", fact, self.targets_hint(&attack.units)))
            }
            Some(unit) if unit.faction == self.faction => {
                let fact = format!("the unit in {hex} is your own");
                Some(("attack/own-unit", "§6", fact, self.targets_hint(&attack.units)))
            }
            Some(_) if self.list.iter().any(|a| a.target == attack.target) => {
                let fact = format!("the unit in {hex} is attacked already, and defends only once a turn");
                Some(("attack/target-twice", "§6", fact, Some("join the two attacks in one line".to_owned())))
            }
            Some(_) => None,
        }
    }

    /// What units can attack from where they stand after movement.
    fn targets_hint(&self, units: &[Place]) -> Option<String> {
        let of = |place: &Place| {
            let own = self.public.unit(*place).is_some_and(|unit| unit.faction == self.faction);
            let targets = targets(self.setting, self.public, *place, self.faction).iter();
            let hexes: Vec<String> = targets.map(|target| self.hex(target).to_string()).collect();
            (own && !hexes.is_empty()).then(|| format!("{} can attack {}", self.hex(*place), hexes.join(" ")))
        };
        let known: Vec<String> = units.iter().filter_map(of).collect();
        let nothing = || "take it out: nothing can be attacked from there".to_owned();
        Some(known.join("; ")).filter(|known| !known.is_empty()).or_else(|| Some(nothing()))
    }

    fn bar_unit(&self, place: Place, target: Place, twice: bool) -> Option<Bar> {
        let hex = self.hex(place);
        let Some(unit) = self.public.unit(place) else {
            let hint = "name units by the hexes they stand in after movement".to_owned();
            return Some((
                "attack/no-unit",
                "§6",
                format!("no unit stands in {hex} after movement"),
                Some(hint),
            ));
        };
        if unit.faction != self.faction {
            let hint = Some(format!("write it behind the x, and your own units before it: … x {hex}"));
            return Some(("attack/not-yours", "§6", format!("the unit in {hex} is the enemy's"), hint));
        }
        if self.setting.unit(unit.kind).is_headquarters() {
            return Some((
                "attack/headquarters",
                "§2.2",
                "a headquarters has no strength to attack with".to_owned(),
                Some(format!("take {hex} out")),
            ));
        }
        if twice || self.list.iter().any(|a| a.units.contains(&place)) {
            let fact = format!("the unit in {hex} attacks already, and may do so only once a turn");
            return Some((
                "attack/unit-twice",
                "§6",
                fact,
                Some(format!("take {hex} out of one of the attacks")),
            ));
        }
        self.bar_reach(place, target).or_else(|| self.bar_moved(place))
    }

    /// §6 Attackers are adjacent, and no river lies between, but for the rules that allow it.
    fn bar_reach(&self, place: Place, target: Place) -> Option<Bar> {
        let around = self.setting.ground.around(place);
        let (from, to) = (self.hex(place), self.hex(target));
        if !around.all().has(target) {
            let hint = self.targets_hint(&[place]);
            return Some(("attack/not-adjacent", "§6", format!("{from} and {to} are not adjacent"), hint));
        }
        let what = bars_attack(self.setting, place, target)?;
        Some(("attack/river", "§6", across(what, from, to), self.targets_hint(&[place])))
    }

    /// §5.3 What a unit did while moving may bar it from attacking.
    fn bar_moved(&self, place: Place) -> Option<Bar> {
        let done = self.movement.done.get(&place)?;
        let hex = self.hex(place);
        if done.is_strategic {
            let fact =
                format!("the unit in {hex} moved {} hexes, which is strategic movement", done.march.steps);
            return Some((
                "attack/after-strategic",
                "§5.3",
                fact,
                Some("move it less far, or let it not attack".to_owned()),
            ));
        }
        (self.setting.rules.no_attack_on_crossing && done.march.fords > 0).then(|| {
            let fact = format!("the unit in {hex} crossed a river in this sub-turn");
            ("attack/after-crossing", "§5.3", fact, Some("let it not attack, or go another way".to_owned()))
        })
    }
}

/// §6.1 Reckons a combat.
pub fn reckon(setting: &Setting, public: &Public, units: &[Place], target: Place) -> Option<Combat> {
    let defender = public.unit(target)?;
    let attackers: Vec<(Place, Unit)> = units.iter().filter_map(|p| Some((*p, public.unit(*p)?))).collect();
    let defence = defence(setting, target, defender, &attackers);
    let forces: Vec<Force> =
        attackers.iter().map(|(p, u)| attack(setting, *p, *u, target, defender)).collect();
    let total: u16 = forces.iter().map(|f| f.strength).sum();
    let outcome = outcome(setting, defender, total, defence.strength);
    Some(Combat { attackers: forces, defender: defence, outcome })
}

/// §6.2 The stronger side wins; a headquarters falls to any attack (§2.2).
fn outcome(setting: &Setting, defender: Unit, attack: u16, defence: u16) -> Outcome {
    if setting.unit(defender.kind).is_headquarters() || attack > defence {
        Outcome::DefenderEliminated
    } else if attack == defence {
        Outcome::NoEffect
    } else {
        Outcome::AttackersEliminated
    }
}

/// §6.1 The strength of an attacker: by its terrain, by the † of the defender, by a river between.
fn attack(setting: &Setting, place: Place, unit: Unit, target: Place, defender: Unit) -> Force {
    let figure = figure(setting, place, unit, setting.unit(defender.kind).carries_dagger, false);
    let around = setting.ground.around(place);
    let crossing = match () {
        () if around.bridge.has(target) => Some((1, "a bridge")),
        () if around.river.has(target) => Some((2, "a river")),
        () => None,
    };
    let less = crossing.map_or(0, |(less, _)| less);
    Force { place, unit, strength: counted(figure).saturating_sub(less), figure, crossing }
}

/// §6.1 The strength of the defender: by its terrain, by the † and ‡ of the attackers.
fn defence(setting: &Setting, place: Place, unit: Unit, attackers: &[(Place, Unit)]) -> Force {
    let dagger = attackers.iter().any(|(_, u)| setting.unit(u.kind).carries_dagger);
    let double_dagger = attackers.iter().any(|(_, u)| setting.unit(u.kind).carries_double_dagger);
    let figure = figure(setting, place, unit, dagger, double_dagger);
    Force { place, unit, strength: counted(figure), figure, crossing: None }
}

/// The figure of the card that counts in a combat.
fn figure(setting: &Setting, place: Place, unit: Unit, dagger: bool, double_dagger: bool) -> Option<Figure> {
    let cell = setting.unit(unit.kind).strength_on(setting.ground.terrain(place))?;
    let (strength, sign) = pick(cell, dagger, double_dagger);
    Some(Figure { strength, sign })
}

fn counted(figure: Option<Figure>) -> u16 {
    figure.map_or(0, |figure| u16::from(figure.strength))
}

/// §6.1 Which figure of a cell counts; where † and ‡ conflict, the lower one.
fn pick(cell: Strength, dagger: bool, double_dagger: bool) -> (u8, &'static str) {
    let by_dagger = cell.dagger.filter(|_| dagger);
    let by_double = cell.double_dagger.filter(|_| double_dagger);
    match (by_dagger, by_double) {
        (Some(a), Some(b)) if b < a => (b, "‡"),
        (Some(a), _) => (a, "†"),
        (None, Some(b)) => (b, "‡"),
        (None, None) => (cell.plain, ""),
    }
}

/// The order in which the attacks of a sheet are resolved: the one on a headquarters first, since it ends the
/// game, then by the hex attacked. Nothing else depends on the order: no unit is in two combats.
pub fn in_order(setting: &Setting, public: &Public, attacks: &mut [Attack]) {
    attacks.sort_by_key(|attack| {
        let is_headquarters =
            public.unit(attack.target).is_some_and(|u| setting.unit(u.kind).is_headquarters());
        (!is_headquarters, attack.target)
    });
}

/// The enemies that a unit may attack from where it stands.
pub fn targets(setting: &Setting, public: &Public, place: Place, faction: Faction) -> Set {
    let around = setting.ground.around(place);
    let mut sides = around.dry;
    if setting.rules.storming_the_bridge {
        sides = sides.or(around.bridge);
    }
    if setting.rules.to_the_other_shore {
        sides = sides.or(around.river);
    }
    sides.and(public.places_of(faction.other()))
}

/// §6 What lies between two hexes that units may not attack across by the rules in force.
pub fn bars_attack(setting: &Setting, from: Place, to: Place) -> Option<&'static str> {
    let (around, rules) = (setting.ground.around(from), &setting.rules);
    let (what, allowed) = if around.bridge.has(to) {
        ("a bridge", rules.storming_the_bridge)
    } else if around.river.has(to) {
        ("a river", rules.to_the_other_shore)
    } else {
        return None;
    };
    (!allowed).then_some(what)
}

/// That something lies between two hexes which bars an attack.
pub fn across(what: &str, from: Hex, to: Hex) -> String {
    format!("{what} lies between {from} and {to}, and units may not attack across it")
}
