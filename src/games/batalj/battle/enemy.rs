//! The enemy, whom no family plays: *Form the strength cards* (The enemy) and §6 *The enemy regroups*.
//!
//! His actions follow the rules; where these leave several ways, the die decides, rolled on behalf of `enemy`.

use super::area::{Area, Side};
use super::event::Event;
use super::field::{Army, Field, Piece};
use super::{AnyEvent, Batalj, Country, Era, Setting, deployment};
use crate::kernel::game::Turn;

/// For whom the enemy's dice are rolled.
pub const ENEMY: &str = "enemy";

/// How many strength cards the enemy draws: one more than there are families, three more if it is Frihetstiden and the
/// enemy is Ryssland.
pub fn count_cards(families: usize, country: Country, era: Era) -> usize {
    let more = if country == Country::Ryssland && era == Era::Frihetstiden { 3 } else { 1 };
    families + more
}

/// The sections in which so many strength cards are laid, in the order drawn: the right flank, the centre, the left
/// flank, then the Reserve. Three cards leave the left flank empty, and one always lies in the Reserve.
pub fn places(count: usize) -> Vec<Area> {
    let front: &[Area] = match count {
        0 | 1 => &[],
        2 => &[Area::EnemyCentre],
        3 => &[Area::EnemyRight, Area::EnemyCentre],
        _ => &[Area::EnemyRight, Area::EnemyCentre, Area::EnemyLeft],
    };
    let rest = std::iter::repeat_n(Area::EnemyReserve, count - front.len());
    front.iter().copied().chain(rest).collect()
}

/// Draws the strength cards from the pile and lays them out: the draw is what makes their places random.
pub fn form(turn: &mut Turn<Batalj>) {
    let state = turn.state();
    let Some(field) = &state.public.battle else { return };
    let families = state.public.in_game().count().max(1);
    let mut pile = state.public.pile.clone();
    let count = count_cards(families, field.country, field.era).min(pile.len());
    let label = field.label();
    let mut cards = Vec::new();
    for (i, area) in places(count).into_iter().enumerate() {
        let drawn = turn.draw(ENEMY, format!("{label} enemy card {}", i + 1), &pile);
        cards.push((pile.remove(drawn), area));
    }
    turn.emit(AnyEvent::Battle(Event::EnemyFormed { cards }));
    hold_reserve(turn, &label);
}

/// Turns strength cards into pieces: cannon to the Reserve, and no section holds more than four pieces.
pub fn apply_formed(setting: &Setting, field: &mut Field, cards: &[(String, Area)]) {
    for (id, area) in cards {
        if let Some(card) = setting.data.regents.find(id).map(|i| &setting.data.regents.regents[i]) {
            field.enemy.add_soldiers(*area, card.soldiers);
            field.enemy.add_marshals(*area, card.field_marshals);
            field.enemy_cannon = field.enemy_cannon.saturating_add(card.cannon);
        }
    }
    deployment::put_right(&mut field.enemy, Side::Enemy);
}

/// *Important to remember*: a soldier must stand in the Reserve. He comes from the section with most soldiers.
fn hold_reserve(turn: &mut Turn<Batalj>, label: &str) {
    let Some(field) = &turn.state().public.battle else { return };
    let army = field.enemy;
    if army.soldiers(Area::EnemyReserve) > 0 {
        return;
    }
    let front = Side::Enemy.front();
    let most = front.iter().map(|a| army.soldiers(*a)).max().unwrap_or(0);
    if most == 0 {
        return;
    }
    let fullest: Vec<Area> = front.into_iter().filter(|a| army.soldiers(*a) == most).collect();
    let from = pick(turn, Piece::Soldier, &fullest, || format!("{label} enemy reserve"));
    moved(turn, Piece::Soldier, 1, from, Area::EnemyReserve);
    // Marshals do not stay alone behind him.
    if most == 1 && army.marshals(from) > 0 {
        moved(turn, Piece::Marshal, army.marshals(from), from, Area::EnemyReserve);
    }
}

/// One of several areas by the die, if there are several.
fn pick(turn: &mut Turn<Batalj>, piece: Piece, areas: &[Area], label: impl FnOnce() -> String) -> Area {
    match areas {
        [only] => *only,
        several => {
            let rolled = turn.roll(ENEMY, label(), several.len() as u32);
            let (among, shown) = (several.to_vec(), u8::try_from(rolled).unwrap_or(u8::MAX));
            turn.emit(AnyEvent::Battle(Event::DieDecided { piece, among, rolled: shown }));
            several[rolled as usize - 1]
        }
    }
}

fn moved(turn: &mut Turn<Batalj>, piece: Piece, count: u8, from: Area, to: Area) {
    turn.emit(AnyEvent::Battle(Event::Moved { side: Side::Enemy, piece, count, from, to }));
}

/// §6 The enemy never retreats, so he begins with step 3.
pub fn regroup(turn: &mut Turn<Batalj>) {
    let Some(field) = &turn.state().public.battle else { return };
    let label = field.label();
    advance(turn);
    reinforce(turn, &label);
    place_marshals(turn, &label);
}

/// §6, 3: the enemy always advances with as many soldiers as possible: all of a section whose opposite section is
/// empty.
fn advance(turn: &mut Turn<Batalj>) {
    for from in Side::Enemy.front() {
        let Some(field) = &turn.state().public.battle else { return };
        let count = field.enemy.soldiers(from);
        if count > 0 && field.is_empty(from.opposite()) {
            moved(turn, Piece::Soldier, count, from, from.opposite());
        }
    }
}

/// §6, 4: a soldier goes from the Reserve to each of the enemy's front sections; if there are too few, first to where
/// fewest soldiers are, then to where most Swedish soldiers are opposite, then by the die. One must stay.
fn reinforce(turn: &mut Turn<Batalj>, label: &str) {
    let Some(field) = &turn.state().public.battle else { return };
    let mut open: Vec<Area> = Side::Enemy
        .front()
        .into_iter()
        .filter(|a| field.sweden.pieces(*a) == 0 && field.enemy.has_room(*a))
        .collect();
    let mut nth = 0;
    while !open.is_empty() {
        let Some(field) = &turn.state().public.battle else { return };
        if field.enemy.soldiers(Area::EnemyReserve) <= 1 {
            return;
        }
        let spare = usize::from(field.enemy.soldiers(Area::EnemyReserve) - 1);
        nth += 1;
        let to = if spare >= open.len() {
            open[0]
        } else {
            let key = |a: &Area| (field.enemy.soldiers(*a), std::cmp::Reverse(opposed(field, *a)));
            let best = open.iter().map(key).min().unwrap_or_default();
            let equal: Vec<Area> = open.iter().copied().filter(|a| key(a) == best).collect();
            pick(turn, Piece::Soldier, &equal, || format!("{label} enemy advance {nth}"))
        };
        open.retain(|a| *a != to);
        moved(turn, Piece::Soldier, 1, Area::EnemyReserve, to);
    }
}

/// Swedish soldiers straight ahead of the enemy in an area.
fn opposed(field: &Field, area: Area) -> u8 {
    field.sweden.soldiers(area.ahead(Side::Enemy))
}

/// §6, 5: field marshals stand where soldiers of theirs have most Swedish soldiers opposite; of equals, by the die.
/// They stay in the Reserve only if no section has room.
fn place_marshals(turn: &mut Turn<Batalj>, label: &str) {
    let Some(field) = &turn.state().public.battle else { return };
    if field.enemy.all_marshals() == 0 {
        return;
    }
    // All are taken up and put down again one by one, for each is free to go anywhere; what it comes to is told.
    let before = field.enemy;
    let mut plan = before;
    let mut targets: Vec<Area> = Vec::new();
    for area in Area::ALL {
        plan.take_marshals(area, u8::MAX);
    }
    for nth in 1..=before.all_marshals() {
        let Some(field) = &turn.state().public.battle else { return };
        let best = best_sections(field, &plan);
        let to = match best.as_slice() {
            [] => Area::EnemyReserve,
            equal => pick(turn, Piece::Marshal, equal, || format!("{label} enemy marshal {nth}")),
        };
        plan.add_marshals(to, 1);
        targets.push(to);
    }
    tell_marshals(turn, &before, &plan);
}

/// The sections held by the enemy, with room, that have most Swedish soldiers opposite.
fn best_sections(field: &Field, plan: &Army) -> Vec<Area> {
    let open = || Area::FRONT.into_iter().filter(|a| plan.soldiers(*a) > 0 && plan.has_room(*a));
    let most = open().map(|a| opposed(field, a)).max();
    open().filter(|a| Some(opposed(field, *a)) == most).collect()
}

/// Tells how marshals get from where they stood to where they shall stand, with as few moves as there are.
fn tell_marshals(turn: &mut Turn<Batalj>, before: &Army, after: &Army) {
    let (mut less, mut more) = (Vec::new(), Vec::new());
    for area in Area::ALL {
        let (old, new) = (before.marshals(area), after.marshals(area));
        less.extend(std::iter::repeat_n(area, usize::from(old.saturating_sub(new))));
        more.extend(std::iter::repeat_n(area, usize::from(new.saturating_sub(old))));
    }
    for (from, to) in less.into_iter().zip(more) {
        moved(turn, Piece::Marshal, 1, from, to);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_lie_as_the_rulebook_lays_them() {
        assert_eq!(count_cards(3, Country::Ryssland, Era::Stormaktstiden), 4);
        assert_eq!(count_cards(3, Country::Ryssland, Era::Frihetstiden), 6);
        assert_eq!(count_cards(3, Country::Danmark, Era::Frihetstiden), 4);
        assert!(!places(3).contains(&Area::EnemyLeft));
        for count in 1..=8 {
            assert_eq!(places(count).len(), count);
            assert!(places(count).contains(&Area::EnemyReserve), "{count}");
        }
        assert_eq!(places(6).iter().filter(|a| **a == Area::EnemyReserve).count(), 3);
    }
}
