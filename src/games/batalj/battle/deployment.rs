//! *Form the strength cards*, Sweden: cards are laid in areas and turned into pieces.
//!
//! The five parts of the rulebook's procedure: Fief cards, field marshals, artillery, other Military cards, and what
//! is put right at the end. A card that no order names is laid in the Reserve.

use super::area::{Area, Side};
use super::field::{Army, Field, MAX_PIECES};
use super::orders::Order;
use super::{AnyOrder, CardPiece, Setting};
use crate::kernel::game::Ruling;
use crate::kernel::text::join;
use std::collections::BTreeMap;

const RULE: &str = "§1 Form the strength cards";

/// Every card that takes part, in ascending order.
pub fn cards(field: &Field) -> Vec<String> {
    let mut cards: Vec<String> = field.mustered.iter().flatten().cloned().collect();
    cards.sort_unstable();
    cards
}

/// Where a sheet lays each card; the first line that names it counts.
pub fn placed(field: &Field, orders: &[AnyOrder]) -> Vec<(String, Area)> {
    let mut named: BTreeMap<&String, Area> = BTreeMap::new();
    for order in orders {
        if let AnyOrder::Battle(Order::Place { cards, area }) = order {
            for card in cards {
                named.entry(card).or_insert(*area);
            }
        }
    }
    let area = |card: &String| named.get(card).copied().unwrap_or(Area::Reserve);
    let all = cards(field).into_iter();
    all.map(|card| (area(&card), card)).map(|(at, card)| (card, at)).collect()
}

/// How many Fief cards lie in front sections (R66): one in each, as far as they go when one lies in the Reserve.
pub fn at_front(setting: &Setting, field: &Field) -> usize {
    let fiefs = cards(field).iter().filter(|card| setting.data.fief(card).is_some()).count();
    fiefs.saturating_sub(1).min(Side::Sweden.front().len())
}

/// The front sections in which orders lay a Fief card.
pub fn filled(setting: &Setting, field: &Field, orders: &[AnyOrder]) -> Vec<Area> {
    let is_filled =
        |area: &Area, (card, at): &(String, Area)| at == area && setting.data.fief(card).is_some();
    let placed = placed(field, orders);
    Side::Sweden.front().into_iter().filter(|area| placed.iter().any(|card| is_filled(area, card))).collect()
}

/// 1 to 4: one Fief card a front section, as far as they go, and at least one in the Reserve; field marshals where a Fief card
/// is; artillery in the Reserve; other Military cards where fewer than four pieces stand.
pub fn check(setting: &Setting, field: &Field, orders: &[AnyOrder]) -> Vec<Ruling> {
    let mut judge = Judge { setting, field, rulings: Vec::new(), placed: Vec::new() };
    for (i, order) in orders.iter().enumerate() {
        if let AnyOrder::Battle(Order::Place { cards, area }) = order {
            judge.names(i, cards, *area);
        }
    }
    judge.fiefs();
    judge.marshals();
    judge.others();
    if judge.rulings.is_empty() {
        judge.rulings.extend(front_empty(setting, field, orders));
    }
    judge.rulings
}

/// Front sections that are left without a Fief card although one could lie there.
fn front_empty(setting: &Setting, field: &Field, orders: &[AnyOrder]) -> Option<Ruling> {
    let (needed, filled) = (at_front(setting, field), filled(setting, field, orders));
    let front = Side::Sweden.front().into_iter();
    let empty: Vec<Area> = front.filter(|area| !filled.contains(area)).collect();
    let first = empty.first()?;
    let empty: Vec<&str> = empty.iter().map(|area| area.name()).collect();
    let missing = needed.checked_sub(filled.len()).filter(|missing| *missing > 0)?;
    let fact = format!(
        "no Fief card lies on {}, and {missing} more must lie in front: only one of your choice, and what finds no \
         section any more, lies in the Reserve",
        join(&empty, " and ")
    );
    let hint = format!("place CARD in {first}");
    Some(Ruling::of_sheet("place/front-empty", RULE, fact).hinted(hint))
}

/// A sheet being judged: each card with its line and area.
struct Judge<'a> {
    setting: &'a Setting,
    field: &'a Field,
    rulings: Vec<Ruling>,
    placed: Vec<(usize, &'a String, Area)>,
}

impl<'a> Judge<'a> {
    fn refuse(&mut self, order: usize, code: &'static str, fact: String, hint: Option<&str>) {
        let hint = hint.map(str::to_owned);
        self.rulings.push(Ruling { hint, ..Ruling::on(order, code, RULE, fact) });
    }

    fn names(&mut self, i: usize, cards: &'a [String], area: Area) {
        let (setting, field) = (self.setting, self.field);
        if area.owner() == Side::Enemy {
            self.refuse(i, "place/enemy-area", format!("{} is not Sweden's", area.name()), None);
        }
        for card in cards {
            let name = setting.data.name(card);
            if !field.mustered.iter().flatten().any(|c| c == card) {
                self.refuse(i, "place/not-mustered", format!("{name} does not take part"), None);
            } else if self.placed.iter().any(|(_, c, _)| *c == card) {
                self.refuse(i, "place/twice", format!("{name} is laid twice"), None);
            } else {
                self.placed.push((i, card, area));
            }
            let is_gun = setting.data.military(card).is_some_and(|m| m.piece == CardPiece::Artillery);
            if is_gun && area != Area::Reserve {
                let fact = format!("{name} is artillery, which stands in the Reserve");
                self.refuse(i, "place/artillery", fact, Some("leave it out: it goes there by itself"));
            }
        }
    }

    fn fiefs(&mut self) {
        let setting = self.setting;
        let fiefs: Vec<(usize, &String, Area)> =
            self.placed.iter().copied().filter(|(_, c, _)| setting.data.fief(c).is_some()).collect();
        for (k, (i, card, area)) in fiefs.iter().enumerate() {
            let taken = fiefs[..k].iter().find(|(_, _, a)| a == area && area.is_front());
            if let Some((_, other, _)) = taken {
                let (one, two) = (setting.data.name(other), setting.data.name(card));
                let fact = format!("{one} and {two} would both lie on {}", area.name());
                self.refuse(
                    *i,
                    "place/two-fiefs",
                    fact,
                    Some("only one Fief card may lie in a front section"),
                );
            }
        }
        let all = cards(self.field).iter().filter(|c| setting.data.fief(c).is_some()).count();
        let at_front = fiefs.iter().filter(|(_, _, area)| area.is_front()).count();
        if let Some((i, ..)) = fiefs.last().filter(|_| at_front == all && all > 0) {
            let fact = "no Fief card lies in the Reserve".to_owned();
            self.refuse(*i, "place/reserve-empty", fact, Some("lay one of them in the Reserve"));
        }
    }

    fn marshals(&mut self) {
        let setting = self.setting;
        let has_fief = |area: Area, placed: &[(usize, &String, Area)]| {
            area == Area::Reserve
                || placed.iter().any(|(_, c, a)| *a == area && setting.data.fief(c).is_some())
        };
        for (i, card, area) in self.placed.clone() {
            let is_marshal = setting.data.military(card).is_some_and(|m| m.piece == CardPiece::FieldMarshal);
            if is_marshal && !has_fief(area, &self.placed) && area.owner() == Side::Sweden {
                let fact =
                    format!("{} would stand without a Fief card on {}", setting.data.name(card), area.name());
                self.refuse(i, "place/marshal-alone", fact, None);
            }
        }
    }

    /// Other Military cards are laid last, in the order of their names.
    fn others(&mut self) {
        let setting = self.setting;
        let mut army = Army::default();
        for (_, card, area) in &self.placed {
            count(setting, &mut army, card, *area, false);
        }
        for (i, card, area) in self.placed.clone() {
            if setting.data.military(card).is_none_or(|m| m.piece != CardPiece::Soldier) {
                continue;
            }
            if army.has_room(area) {
                army.add_soldiers(area, 1);
            } else {
                let fact = format!("{} holds four pieces already", area.name());
                self.refuse(i, "place/full", fact, None);
            }
        }
    }
}

/// Puts a card's pieces into an area; other Military cards only if `others`.
fn count(setting: &Setting, army: &mut Army, card: &str, area: Area, others: bool) {
    if let Some(fief) = setting.data.fief(card) {
        army.add_soldiers(area, fief.troops);
    }
    match setting.data.military(card).map(|m| m.piece) {
        Some(CardPiece::FieldMarshal) => army.add_marshals(area, 1),
        Some(CardPiece::Soldier) if others => army.add_soldiers(area, 1),
        _ => {}
    }
}

/// Turns cards into pieces and puts right what is left, part 5 of the procedure.
pub fn apply(setting: &Setting, field: &mut Field, placed: &[(String, Area)]) {
    for (card, area) in placed {
        count(setting, &mut field.sweden, card, *area, true);
        if setting.data.fief(card).is_some() && area.is_front() {
            field.fiefs[*area as usize] = Some(card.clone());
        }
        if let Some(military) = setting.data.military(card) {
            field.artillery.extend(military.strength);
        }
    }
    put_right(&mut field.sweden, Side::Sweden);
    let reserve = Area::Reserve;
    if field.sweden.soldiers(reserve) == 0
        && let Some(from) = fullest(&field.sweden, Side::Sweden)
    {
        field.sweden.move_soldiers(from, reserve, 1);
    }
    field.settle();
}

/// Surplus pieces go to the Reserve, soldiers before field marshals; who would stand alone goes there, too.
pub fn put_right(army: &mut Army, side: Side) {
    for area in side.front() {
        let surplus = army.pieces(area).saturating_sub(MAX_PIECES);
        // One soldier stays, or the marshals would stand alone.
        let soldiers = surplus.min(army.soldiers(area).saturating_sub(1));
        army.move_soldiers(area, side.reserve(), soldiers);
        army.move_marshals(area, side.reserve(), surplus - soldiers);
    }
    army.bring_back_lone_marshals(side);
}

/// The front section with most soldiers, the first of equals.
fn fullest(army: &Army, side: Side) -> Option<Area> {
    let held = side.front().into_iter().filter(|a| army.soldiers(*a) > 0);
    held.fold(None, |best: Option<Area>, area| match best {
        Some(b) if army.soldiers(b) >= army.soldiers(area) => Some(b),
        _ => Some(area),
    })
}

/// The deployment without orders: the strongest Fief cards at the front, the rest in the Reserve, marshals spread over
/// the front, other Military cards where there is room.
pub fn default_lines(setting: &Setting, field: &Field) -> Vec<AnyOrder> {
    let all = cards(field);
    let mut fiefs: Vec<(&String, u8)> =
        all.iter().filter_map(|c| Some((c, setting.data.fief(c)?.troops))).collect();
    fiefs.sort_by_key(|(_, troops)| std::cmp::Reverse(*troops));
    let front = Side::Sweden.front();
    // The weakest stays behind, so that one lies in the Reserve.
    let at_front = at_front(setting, field);
    let mut army = Army::default();
    let mut lines: Vec<(Area, Vec<String>)> = Vec::new();
    for ((fief, troops), area) in fiefs.iter().take(at_front).zip([Area::Centre, Area::Left, Area::Right]) {
        army.add_soldiers(area, *troops);
        lines.push((area, vec![(*fief).clone()]));
    }
    for piece in [CardPiece::FieldMarshal, CardPiece::Soldier] {
        let military = all.iter().filter(|c| setting.data.military(c).is_some_and(|m| m.piece == piece));
        for card in military {
            let open = front
                .into_iter()
                .filter(|a| army.soldiers(*a) > 0 && army.has_room(*a))
                .min_by_key(|a| (army.marshals(*a), army.pieces(*a)));
            if let Some(area) = open
                && let Some((_, cards)) = lines.iter_mut().find(|(a, _)| *a == area)
            {
                count(setting, &mut army, card, area, true);
                cards.push(card.clone());
            }
        }
    }
    if lines.is_empty() {
        return vec![AnyOrder::Pass];
    }
    let order = |(area, mut cards): (Area, Vec<String>)| {
        cards.sort_unstable();
        AnyOrder::Battle(Order::Place { cards, area })
    };
    lines.into_iter().map(order).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn surplus_soldiers_go_before_field_marshals() {
        let mut army = Army::default();
        army.add_soldiers(Area::Left, 3);
        army.add_marshals(Area::Left, 2);
        army.add_marshals(Area::Right, 1);
        put_right(&mut army, Side::Sweden);
        assert_eq!((army.soldiers(Area::Left), army.marshals(Area::Left)), (2, 2));
        assert_eq!((army.soldiers(Area::Reserve), army.marshals(Area::Reserve)), (1, 1));
    }

    #[test]
    fn one_soldier_stays_with_however_many_marshals() {
        let mut army = Army::default();
        army.add_soldiers(Area::Centre, 1);
        army.add_marshals(Area::Centre, 5);
        put_right(&mut army, Side::Sweden);
        assert_eq!((army.soldiers(Area::Centre), army.marshals(Area::Centre)), (1, 3));
    }
}
