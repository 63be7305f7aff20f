//! What the sheet of a round says, put together and judged: *Sweden attacks* and what goes with it.

use super::area::{Area, Side};
use super::field::Field;
use super::losses::Wishes;
use super::orders::{Die, Fact, Move, Order, Window};
use super::{AnyOrder, Public, Setting, cards, regrouping, sequence};
use crate::kernel::game::Ruling;
use crate::kernel::text::join;

const ATTACK: &str = "§3 Sweden attacks";
const RESERVE: &str = "§3 Attack from the Reserve";
const BOMBARD: &str = "§2 Artillery bombardment";
const LOSSES: &str = "§3 Losses";

/// The sheet of a round.
#[derive(Clone, Debug, Default)]
pub struct Plan<'a> {
    /// Where artillery fires.
    pub bombard: &'a [Area],
    /// Sections that attack, in order.
    pub attack: &'a [Area],
    /// The attack from the Reserve: pieces, where losses are taken, whether it comes first.
    pub from_reserve: Option<(u8, &'a [Area], bool)>,
    /// Wishes on losses.
    pub wishes: Wishes<'a>,
    /// The dice that may be rolled again; all if none is named.
    pub reroll: &'a [Die],
    /// Steps of regrouping, in order.
    pub moves: Vec<&'a Move>,
    /// Whether regrouping is ordered later.
    pub is_regrouped_later: bool,
    /// As long as this holds the sheet counts for the next round, too.
    pub continues: Option<&'a Fact>,
}

impl<'a> Plan<'a> {
    /// Reads a sheet; of two lines of one kind the first counts.
    pub fn read(orders: &'a [AnyOrder]) -> Self {
        let mut plan = Self::default();
        for order in orders {
            let AnyOrder::Battle(order) = order else { continue };
            match order {
                Order::Bombard(areas) if plan.bombard.is_empty() => plan.bombard = areas,
                Order::Attack(areas) if plan.attack.is_empty() => plan.attack = areas,
                Order::AttackFromReserve { pieces, on, first } => {
                    plan.from_reserve.get_or_insert((*pieces, on, *first));
                }
                Order::TheirLosses(areas) if plan.wishes.theirs.is_empty() => plan.wishes.theirs = areas,
                Order::OurLosses(areas) if plan.wishes.ours.is_empty() => plan.wishes.ours = areas,
                Order::KeepMarshals(areas) if areas.is_empty() => plan.wishes.kept = u8::MAX,
                Order::KeepMarshals(areas) => {
                    plan.wishes.kept |= areas.iter().fold(0, |bits, a| bits | 1 << (*a as u8));
                }
                Order::Reroll(dice) if plan.reroll.is_empty() => plan.reroll = dice,
                Order::Move(step) => plan.moves.push(step),
                Order::RegroupLater => plan.is_regrouped_later = true,
                Order::ContinueWhile(fact) => plan.continues = plan.continues.or(Some(fact)),
                _ => {}
            }
        }
        plan
    }

    /// Whether a failed die is rolled again where Superior Tactics counts.
    pub fn rolls_again(&self, die: Die) -> bool {
        self.reroll.is_empty() || self.reroll.contains(&die)
    }
}

/// What is wrong with a line by itself, wherever pieces stand: code, rule, fact.
pub fn shape_fault(order: &Order) -> Option<(&'static str, &'static str, String)> {
    let no_section = |areas: &[Area]| areas.iter().find(|a| !a.is_front()).copied();
    match order {
        Order::Attack(areas) => {
            let odd = no_section(areas);
            odd.map(|a| ("attack/no-section", ATTACK, format!("{} is no front section", a.name())))
        }
        Order::AttackFromReserve { pieces, .. } if !(1..=2).contains(pieces) => Some((
            "reserve/pieces",
            RESERVE,
            format!("one or two pieces attack from the Reserve, not {pieces}"),
        )),
        Order::AttackFromReserve { on, .. } => no_section(on)
            .map(|a| ("reserve/no-section", RESERVE, format!("{} is no front section", a.name()))),
        Order::Bombard(areas) => no_section(areas)
            .map(|a| ("bombard/no-section", BOMBARD, format!("artillery does not reach {}", a.name()))),
        Order::OurLosses(areas) if areas.contains(&Area::EnemyReserve) => {
            Some(("losses/wrong-area", LOSSES, "Sweden never stands in the enemy's Reserve".to_owned()))
        }
        Order::TheirLosses(areas) if areas.contains(&Area::Reserve) => {
            Some(("losses/wrong-area", LOSSES, "the enemy never stands in Sweden's Reserve".to_owned()))
        }
        Order::KeepMarshals(areas) => no_section(areas)
            .map(|a| ("losses/wrong-area", LOSSES, format!("nobody retreats from {}", a.name()))),
        Order::Move(step) => regrouping::shape_fault(step).map(|(code, fact)| (code, regrouping::RULE, fact)),
        _ => None,
    }
}

/// What to write instead of a line that is wrong by itself.
fn shape_hint(code: &str) -> Option<String> {
    (code == "reserve/pieces").then(|| "name 1 or 2: attack from reserve with 2 on enemy-left".to_owned())
}

/// The sections that can attack.
fn able_to_attack(field: &Field) -> String {
    let able = Area::FRONT.into_iter().filter(|area| attack_fault(field, *area).is_none());
    match able.collect::<Vec<_>>().as_slice() {
        [] => "take the line out: no section can attack".to_owned(),
        able => format!("these can attack: {}", join(able, ",")),
    }
}

/// The sections in which an enemy stands.
fn held_by_enemy(field: &Field) -> String {
    let held = Area::FRONT.into_iter().filter(|area| field.enemy.pieces(*area) > 0);
    match held.collect::<Vec<_>>().as_slice() {
        [] => "take the line out: no enemy stands in a front section".to_owned(),
        held => format!("the enemy stands on {}", join(held, ",")),
    }
}

fn reserve_hint(field: &Field, code: &str) -> String {
    match field.sweden.pieces(Area::Reserve) {
        _ if code != "reserve/pieces" => held_by_enemy(field),
        0 => "take the line out: nobody stands in the Reserve".to_owned(),
        there => format!("attack from reserve with {there}"),
    }
}

/// Judges the sheet of a round.
pub fn check(
    setting: &Setting,
    public: &Public,
    field: &Field,
    family: u8,
    orders: &[AnyOrder],
) -> Vec<Ruling> {
    let mut rulings = cards::check(setting, public, field, family, orders, Window::Bombardment);
    let mut kinds: Vec<&'static str> = Vec::new();
    let plan = Plan::read(orders);
    let after_cards = cards::after(setting, public, field, family, orders, Window::Attack);
    for (i, order) in orders.iter().enumerate() {
        let AnyOrder::Battle(order) = order else { continue };
        if let Some((code, rule, fact)) = shape_fault(order) {
            rulings.push(Ruling { hint: shape_hint(code), ..Ruling::on(i, code, rule, fact) });
            continue;
        }
        if let Some(kind) = single(order) {
            if kinds.contains(&kind) {
                let fact = format!("there is already a line for {kind}");
                let hint = match order {
                    Order::Attack(_) => "name all sections in one line: attack left,centre",
                    _ => "join the two lines, or take one out",
                };
                rulings.push(Ruling::on(i, "order/twice", ATTACK, fact).hinted(hint));
            }
            kinds.push(kind);
        }
        let mut refuse = |code, rule, fact: String| {
            rulings.push(Ruling::on(i, code, rule, fact));
        };
        if let Some(area) = list(order).and_then(repeated) {
            refuse("order/area-twice", ATTACK, format!("{} is named twice", area.name()));
        }
        match order {
            Order::Attack(areas) => {
                for (code, fact) in areas.iter().filter_map(|a| attack_fault(field, *a)) {
                    rulings.push(Ruling::on(i, code, ATTACK, fact).hinted(able_to_attack(field)));
                }
            }
            Order::AttackFromReserve { pieces, on, .. } => {
                // What the sheet's own cards bring to the Reserve before the attack counts.
                if let Some((code, fact)) = reserve_fault(field, *pieces, on)
                    && reserve_fault(&after_cards, *pieces, on).is_some()
                {
                    let hint = reserve_hint(&after_cards, code);
                    rulings.push(Ruling::on(i, code, RESERVE, fact).hinted(hint));
                }
            }
            Order::Bombard(_) if field.artillery.is_empty() => {
                refuse("bombard/no-artillery", BOMBARD, "Sweden has no artillery here".to_owned());
            }
            Order::Bombard(areas) => {
                if let Some((fact, hint)) = bombard_fault(field, areas) {
                    rulings.push(Ruling::on(i, "bombard/nobody-there", BOMBARD, fact).hinted(hint));
                }
            }
            Order::Reroll(_) => rulings.extend(
                cards::tactics_fault(setting, public, field, family, orders)
                    .map(|ruling| Ruling { order: Some(i), ..ruling }),
            ),
            Order::Move(_) if plan.is_regrouped_later => {
                let fact = "regrouping is left to an order of its own".to_owned();
                refuse("regroup/both", regrouping::RULE, fact);
            }
            Order::Play(play) if plan.is_regrouped_later && play.window >= Window::Regrouping => {
                let fact = "the round stops before regrouping, and the card is played after that".to_owned();
                let hint = "play it in the turn file of the regrouping";
                rulings.push(Ruling::on(i, "regroup/both", regrouping::RULE, fact).hinted(hint));
            }
            Order::ContinueWhile(_) if sequence::goes_round(setting, public, field) => {
                let fact = "command goes round, so another family orders the next round".to_owned();
                let (code, rule) = ("continue/command-goes-round", "New rules for war");
                rulings.push(Ruling::on(i, code, rule, fact).hinted("take the line out"));
            }
            Order::ContinueWhile(_) if plan.is_regrouped_later => {
                let fact = "a round that asks for regrouping stops there".to_owned();
                refuse("continue/regroup-later", regrouping::RULE, fact);
            }
            _ => {}
        }
    }
    rulings
}

/// What a line is about of which a sheet holds only one.
fn single(order: &Order) -> Option<&'static str> {
    Some(match order {
        Order::Bombard(_) => "the bombardment",
        Order::Attack(_) => "attacks",
        Order::AttackFromReserve { .. } => "the attack from the Reserve",
        Order::TheirLosses(_) => "their losses",
        Order::OurLosses(_) => "our losses",
        Order::Reroll(_) => "dice to roll again",
        Order::RegroupLater => "regrouping later",
        Order::ContinueWhile(_) => "going on",
        _ => return None,
    })
}

/// The areas that a line lists.
fn list(order: &Order) -> Option<&[Area]> {
    match order {
        Order::Bombard(areas)
        | Order::Attack(areas)
        | Order::TheirLosses(areas)
        | Order::OurLosses(areas)
        | Order::KeepMarshals(areas)
        | Order::AttackFromReserve { on: areas, .. } => Some(areas),
        _ => None,
    }
}

/// An area that stands twice in a list.
fn repeated(areas: &[Area]) -> Option<Area> {
    areas.iter().enumerate().find(|(i, area)| areas[..*i].contains(area)).map(|(_, area)| *area)
}

/// A section attacks if soldiers stand in it and somebody stands straight ahead.
pub fn attack_fault(field: &Field, from: Area) -> Option<(&'static str, String)> {
    if field.sweden.soldiers(from) == 0 {
        return Some(("attack/nobody", format!("no Swedish soldier stands on {}", from.name())));
    }
    let ahead = from.ahead(Side::Sweden);
    (field.enemy.pieces(ahead) == 0)
        .then(|| ("attack/nothing-ahead", format!("no enemy stands straight ahead, on {}", ahead.name())))
}

/// Attack from the Reserve: so many pieces must be there, and an enemy in a front section.
pub fn reserve_fault(field: &Field, pieces: u8, on: &[Area]) -> Option<(&'static str, String)> {
    let there = field.sweden.pieces(Area::Reserve);
    if there < pieces {
        return Some(("reserve/pieces", format!("only {there} can attack from the Reserve")));
    }
    let is_held = on.iter().any(|a| field.enemy.pieces(*a) > 0);
    (!is_held).then(|| ("reserve/nobody-there", "no enemy stands in any section named".to_owned()))
}

/// §2 Artillery fires at the opponent: in one of the sections named he must stand. What is wrong, and what to do.
fn bombard_fault(field: &Field, areas: &[Area]) -> Option<(String, String)> {
    let is_held = |a: &Area| field.enemy.soldiers(*a) > 0;
    if areas.iter().any(is_held) {
        return None;
    }
    let names: Vec<&str> = areas.iter().map(|a| a.name()).collect();
    Some((format!("no enemy soldier stands on {}", names.join(" or ")), held_by_enemy(field)))
}
