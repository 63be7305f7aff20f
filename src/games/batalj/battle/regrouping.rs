//! §5 *Sweden regroups*: five steps in their order, each piece and card at most once a round.
//!
//! 1 a Fief card back, 2 soldiers back to the Reserve, 3 a Fief card forward, 4 soldiers from the Reserve to a Fief card,
//! 5 field marshals. A move that cannot be made when its time comes is skipped and told.

use super::area::{Area, Side};
use super::event::{self, Event};
use super::field::{Field, Piece};
use super::orders::{Move, Order, Window};
use super::{AnyEvent, AnyOrder, Batalj, Public, Setting, cards, outlook};
use crate::kernel::game::{Ruling, Turn};
use crate::kernel::text::join;

/// The heading.
pub const RULE: &str = "§5 Sweden regroups";

/// What has moved in this round's regrouping and may not move again.
#[derive(Clone, Debug, Default)]
pub struct Tired {
    soldiers: [u8; 8],
    marshals: [u8; 8],
    fiefs: [bool; 8],
    resting_fiefs: usize,
}

/// One move that can be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    piece: Piece,
    count: u8,
    from: Area,
    to: Area,
}

impl Step {
    fn event(self) -> Event {
        let Self { piece, count, from, to } = self;
        Event::Moved { side: Side::Sweden, piece, count, from, to }
    }
}

/// What is wrong with the way of a move, wherever pieces stand.
pub fn shape_fault(step: &Move) -> Option<(&'static str, String)> {
    let (from, to) = (step.from, step.target());
    match step.piece {
        Piece::Fief if !is_fief_way(from, to) => Some((
            "move/fief-way",
            format!("{} and {} are not one step apart for a Fief card", from.name(), to.name()),
        )),
        Piece::Soldier if step.count == 0 => Some(("move/none", "no soldier is to move".to_owned())),
        Piece::Soldier if step.to.len() > 1 && step.count > 1 => {
            Some(("move/soldier-way", "name each section as often as soldiers shall go there".to_owned()))
        }
        Piece::Soldier if !is_soldier_way(from, &step.to) => Some((
            "move/soldier-way",
            "soldiers move from a section to the Reserve, or from the Reserve to Sweden's front sections"
                .to_owned(),
        )),
        Piece::Marshal if from == to || from == Area::EnemyReserve || to == Area::EnemyReserve => Some((
            "move/marshal-way",
            format!("no field marshal moves from {} to {}", from.name(), to.name()),
        )),
        _ => None,
    }
}

/// One step backwards or forwards, straight along a lane; all front sections of Sweden lie beside the Reserve.
fn is_fief_way(from: Area, to: Area) -> bool {
    match (from.is_front(), to.is_front()) {
        (true, true) => to == from.opposite(),
        (true, false) => from.is_swedish_front() && to == Area::Reserve,
        (false, true) => from == Area::Reserve && to.is_swedish_front(),
        (false, false) => false,
    }
}

fn is_soldier_way(from: Area, to: &[Area]) -> bool {
    if from == Area::Reserve {
        to.iter().all(|a| a.is_swedish_front())
    } else {
        from.is_front() && to == [Area::Reserve]
    }
}

/// Why fewer soldiers move than an order names, if they do; `steps` are those that it comes to.
fn falls_short(field: &Field, order: &Move, steps: &[Step]) -> Option<(u8, u8, String)> {
    if order.piece != Piece::Soldier {
        return None;
    }
    let of = if order.to.len() > 1 { u8::try_from(order.to.len()).unwrap_or(u8::MAX) } else { order.count };
    let moved: u8 = steps.iter().map(|step| step.count).sum();
    if moved >= of {
        return None;
    }
    let mut army = field.sweden;
    steps.iter().for_each(|step| army.move_soldiers(step.from, step.to, step.count));
    let closed = order.to.iter().filter(|_| order.from == Area::Reserve).find_map(|to| {
        if field.fiefs[*to as usize].is_none() {
            Some(format!("no Fief card lies on {}", to.name()))
        } else {
            (!army.has_room(*to)).then(|| format!("four pieces stand on {}", to.name()))
        }
    });
    Some((moved, of, closed.unwrap_or_else(|| format!("no more can leave {}", order.from.name()))))
}

/// The moves that an order comes to, each possible after the one before, or why there is none.
///
/// Errors: code and reason.
pub fn steps(field: &Field, tired: &Tired, order: &Move) -> Result<Vec<Step>, (&'static str, String)> {
    if let Some(fault) = shape_fault(order) {
        return Err(fault);
    }
    let one = |step: Step| Ok(vec![step]);
    let (piece, from, to) = (order.piece, order.from, order.target());
    match order.step() {
        1 | 3 => fief(field, tired, from, to).and_then(|()| one(Step { piece, count: 1, from, to })),
        2 => retire(field, tired, from, order.count).and_then(|count| one(Step { piece, count, from, to })),
        4 => reinforce(field, tired, order),
        _ => marshal(field, tired, from, to).and_then(|()| one(Step { piece, count: 1, from, to })),
    }
}

/// 1 and 3: a Fief card goes with all pieces on it, one step, to an empty area. A card in the Reserve carries nothing
/// and goes only if a soldier can follow it.
fn fief(field: &Field, tired: &Tired, from: Area, to: Area) -> Result<(), (&'static str, String)> {
    let refuse = |code, fact: String| Err((code, fact));
    if from == Area::Reserve {
        if field.resting_fiefs.len() <= tired.resting_fiefs {
            return refuse("move/no-fief", "no Fief card in the Reserve can move".to_owned());
        }
        if spare(field, tired) == 0 {
            return refuse(
                "move/nobody-follows",
                "no soldier of the Reserve could follow the Fief card".to_owned(),
            );
        }
    } else if field.fiefs[from as usize].is_none() {
        return refuse("move/no-fief", format!("no Fief card lies on {}", from.name()));
    } else if tired.fiefs[from as usize] {
        return refuse("move/twice", "the Fief card has moved in this round".to_owned());
    }
    if to.is_front() && !field.is_empty(to) {
        return refuse("move/not-empty", format!("{} is not empty", to.name()));
    }
    Ok(())
}

/// 2: soldiers go back to the Reserve, as far as there are so many.
fn retire(field: &Field, tired: &Tired, from: Area, count: u8) -> Result<u8, (&'static str, String)> {
    let there = field.sweden.soldiers(from).saturating_sub(tired.soldiers[from as usize]);
    if there == 0 {
        return Err(("move/nobody", format!("no Swedish soldier on {} can move", from.name())));
    }
    Ok(count.min(there))
}

/// 4: soldiers go from the Reserve to Fief cards in Swedish front sections, one after the other; one must stay.
fn reinforce(field: &Field, tired: &Tired, order: &Move) -> Result<Vec<Step>, (&'static str, String)> {
    let wanted = if order.to.len() > 1 { 1 } else { order.count };
    let (mut army, mut left) = (field.sweden, spare(field, tired));
    let mut steps: Vec<Step> = Vec::new();
    let mut why = ("move/nobody", "no soldier can leave the Reserve".to_owned());
    for to in order.to.iter().flat_map(|to| std::iter::repeat_n(*to, usize::from(wanted))) {
        if field.fiefs[to as usize].is_none() {
            why = ("move/no-fief", format!("no Fief card lies on {}", to.name()));
        } else if !army.has_room(to) {
            why = ("move/full", format!("four pieces stand on {}", to.name()));
        } else if left > 0 {
            left -= 1;
            army.move_soldiers(Area::Reserve, to, 1);
            match steps.last_mut() {
                Some(step) if step.to == to => step.count += 1,
                _ => steps.push(Step { piece: Piece::Soldier, count: 1, from: Area::Reserve, to }),
            }
        }
    }
    if steps.is_empty() { Err(why) } else { Ok(steps) }
}

/// Soldiers that may leave the Reserve: one must stay, and who came this round may not go.
fn spare(field: &Field, tired: &Tired) -> u8 {
    let there = field.sweden.soldiers(Area::Reserve);
    let fresh = there.saturating_sub(tired.soldiers[Area::Reserve as usize]);
    fresh.min(there.saturating_sub(1))
}

/// 5: a field marshal goes anywhere, but never where he would stand alone.
fn marshal(field: &Field, tired: &Tired, from: Area, to: Area) -> Result<(), (&'static str, String)> {
    if field.sweden.marshals(from) <= tired.marshals[from as usize] {
        return Err(("move/no-marshal", format!("no field marshal on {} can move", from.name())));
    }
    if to.is_front() && field.sweden.soldiers(to) == 0 {
        return Err(("move/marshal-alone", format!("he would stand alone on {}", to.name())));
    }
    if !field.sweden.has_room(to) {
        return Err(("move/full", format!("four pieces stand on {}", to.name())));
    }
    Ok(())
}

/// Notes who has moved; `field` is as it was before.
pub fn tire(field: &Field, tired: &mut Tired, step: Step) {
    let Step { piece, count, from, to } = step;
    let (from, to) = (from as usize, to as usize);
    match piece {
        Piece::Soldier => tired.soldiers[to] += count,
        Piece::Marshal => tired.marshals[to] += 1,
        Piece::Fief => {
            tired.soldiers[to] += field.sweden.soldiers(step.from) * u8::from(step.from.is_front());
            tired.marshals[to] += field.sweden.marshals(step.from) * u8::from(step.from.is_front());
            (tired.soldiers[from], tired.marshals[from]) =
                if step.from.is_front() { (0, 0) } else { (tired.soldiers[from], tired.marshals[from]) };
            if step.to.is_front() {
                tired.fiefs[to] = true;
            } else {
                tired.resting_fiefs += 1;
            }
        }
    }
}

/// Where a move that cannot be made could be made from, or lead to.
fn hint(field: &Field, order: &Move, code: &str) -> Option<String> {
    let has_fief = |area: &Area| field.fiefs[*area as usize].is_some();
    let fits: &dyn Fn(&Area) -> bool = match (code, order.piece) {
        ("move/not-empty", _) => &|area| field.is_empty(*area) && is_fief_way(order.from, *area),
        ("move/full", Piece::Soldier) => {
            &|area| area.is_swedish_front() && has_fief(area) && field.sweden.has_room(*area)
        }
        ("move/full", _) => &|area| field.sweden.soldiers(*area) > 0 && field.sweden.has_room(*area),
        ("move/no-fief", Piece::Soldier) => &|area| area.is_swedish_front() && has_fief(area),
        ("move/no-fief", _) => &has_fief,
        _ => return None,
    };
    let open = Area::FRONT.into_iter().filter(fits);
    let what = match code {
        "move/not-empty" => "empty, and one step away",
        "move/full" => "with room",
        _ => "with a Fief card",
    };
    Some(match open.collect::<Vec<_>>().as_slice() {
        [] => format!("take the line out: there is no section {what}"),
        open => format!("{what}: {}", join(open, ", ")),
    })
}

/// Judges an order for regrouping alone: nothing is rolled any more, so each move must be possible when its turn
/// comes.
pub fn check(
    setting: &Setting,
    public: &Public,
    field: &Field,
    family: u8,
    orders: &[AnyOrder],
) -> Vec<Ruling> {
    let mut rulings = cards::check(setting, public, field, family, orders, Window::Regrouping);
    let plays = orders.iter().any(|o| matches!(o, AnyOrder::Battle(Order::Play(_))));
    let (mut after, mut tired) = (field.clone(), Tired::default());
    for (i, order) in orders.iter().enumerate() {
        let AnyOrder::Battle(Order::Move(order)) = order else { continue };
        if order.only_if.is_some_and(|has| !outlook::has(&after, &has)) {
            continue;
        }
        match steps(&after, &tired, order) {
            Ok(steps) => {
                for step in steps {
                    tire(&after, &mut tired, step);
                    event::apply_to_field(setting, &mut after, &step.event());
                }
            }
            // Cards come before the moves and change what they are judged by.
            Err((code, fact)) if !plays || shape_fault(order).is_some() => {
                let hint = hint(&after, order, code);
                rulings.push(Ruling { hint, ..Ruling::on(i, code, RULE, fact) });
            }
            Err(_) => {}
        }
    }
    rulings
}

/// Carries out Sweden's regrouping, moves in the order of their steps.
pub fn regroup(turn: &mut Turn<Batalj>, moves: &[&Move]) {
    let mut tired = Tired::default();
    for order in moves {
        let Some(field) = &turn.state().public.battle else { return };
        let outcome = match order.only_if.filter(|has| !outlook::has(field, has)) {
            Some(has) => Err(format!("its condition does not hold: {has}")),
            None => steps(field, &tired, order).map_err(|(_, why)| why),
        };
        match outcome {
            Ok(steps) => {
                let short = falls_short(field, order, &steps);
                let told = short.map(|(moved, of, why)| Event::FellShort {
                    order: order.to_string(),
                    moved,
                    of,
                    why,
                });
                for step in steps {
                    if let Some(field) = &turn.state().public.battle {
                        tire(field, &mut tired, step);
                    }
                    turn.emit(AnyEvent::Battle(step.event()));
                }
                told.into_iter().for_each(|event| turn.emit(AnyEvent::Battle(event)));
            }
            Err(why) => {
                turn.emit(AnyEvent::Battle(Event::Skipped { order: order.to_string(), why }));
            }
        }
    }
    turn.emit(AnyEvent::Battle(Event::Regrouped));
}

#[cfg(test)]
mod tests {
    use super::*;

    const SWEDEN: Side = Side::Sweden;

    fn order(piece: Piece, count: u8, from: Area, to: &[Area]) -> Move {
        Move { piece, count, from, to: to.to_vec(), only_if: None }
    }

    /// Makes moves one after the other; gives the code of each that cannot be made.
    fn make(field: &mut Field, orders: &[Move]) -> Vec<&'static str> {
        let mut tired = Tired::default();
        let mut refused = Vec::new();
        for order in orders {
            match steps(field, &tired, order) {
                Ok(steps) => {
                    for step in steps {
                        tire(field, &mut tired, step);
                        event::move_pieces(field, SWEDEN, step.piece, step.count, step.from, step.to);
                    }
                }
                Err((code, _)) => refused.push(code),
            }
        }
        refused
    }

    #[test]
    fn moves_fall_into_the_five_steps() {
        let step = |piece, from, to| order(piece, 1, from, &[to]).step();
        assert_eq!(step(Piece::Fief, Area::Left, Area::Reserve), 1);
        assert_eq!(step(Piece::Fief, Area::EnemyRight, Area::Left), 1);
        assert_eq!(step(Piece::Soldier, Area::EnemyRight, Area::Reserve), 2);
        assert_eq!(step(Piece::Fief, Area::Left, Area::EnemyRight), 3);
        assert_eq!(step(Piece::Fief, Area::Reserve, Area::Left), 3);
        assert_eq!(step(Piece::Soldier, Area::Reserve, Area::Left), 4);
        assert_eq!(step(Piece::Marshal, Area::Left, Area::Reserve), 5);
    }

    #[test]
    fn a_card_goes_one_step_with_all_that_stands_on_it_once_a_round() {
        let mut field = Field::with(&[(SWEDEN, Area::Left, 2, 1), (SWEDEN, Area::Reserve, 1, 0)]);
        let forward = order(Piece::Fief, 1, Area::Left, &[Area::EnemyRight]);
        let back = order(Piece::Fief, 1, Area::EnemyRight, &[Area::Left]);
        assert_eq!(make(&mut field, &[forward, back]), ["move/twice"]);
        assert_eq!(
            (field.sweden.soldiers(Area::EnemyRight), field.sweden.marshals(Area::EnemyRight)),
            (2, 1)
        );
        assert!(field.is_empty(Area::Left));
    }

    #[test]
    fn who_came_back_this_round_does_not_go_forward_again() {
        let mut field = Field::with(&[
            (SWEDEN, Area::Left, 3, 0),
            (SWEDEN, Area::Centre, 1, 0),
            (SWEDEN, Area::Reserve, 1, 0),
        ]);
        let back = order(Piece::Soldier, 2, Area::Left, &[Area::Reserve]);
        let forth = order(Piece::Soldier, 1, Area::Reserve, &[Area::Centre, Area::Centre, Area::Centre]);
        // Of the three in the Reserve one has not moved yet, and he may go since the others stay.
        assert_eq!(make(&mut field, &[back, forth]), Vec::<&str>::new());
        assert_eq!(field.sweden.soldiers(Area::Centre), 2);
        assert_eq!(field.sweden.soldiers(Area::Reserve), 2);
    }

    #[test]
    fn the_last_soldier_stays_in_the_reserve() {
        let mut field = Field::with(&[(SWEDEN, Area::Left, 1, 0), (SWEDEN, Area::Reserve, 1, 1)]);
        let forth = order(Piece::Soldier, 1, Area::Reserve, &[Area::Left]);
        assert_eq!(make(&mut field, &[forth]), ["move/nobody"]);
    }

    #[test]
    fn a_card_leaves_the_reserve_only_if_a_soldier_can_follow() {
        let mut field = Field::with(&[(SWEDEN, Area::Reserve, 1, 0)]);
        field.resting_fiefs.push("narke".to_owned());
        let card = order(Piece::Fief, 1, Area::Reserve, &[Area::Right]);
        assert_eq!(make(&mut field, std::slice::from_ref(&card)), ["move/nobody-follows"]);
        field.sweden.add_soldiers(Area::Reserve, 4);
        let follow = order(Piece::Soldier, 1, Area::Reserve, &[Area::Right; 6]);
        assert_eq!(make(&mut field, &[card, follow]), Vec::<&str>::new());
        assert_eq!(field.sweden.soldiers(Area::Right), 4, "four pieces at most");
    }

    #[test]
    fn a_marshal_goes_where_a_soldier_is_and_room() {
        let mut field = Field::with(&[
            (SWEDEN, Area::Left, 4, 0),
            (SWEDEN, Area::Right, 1, 0),
            (SWEDEN, Area::Reserve, 1, 2),
        ]);
        let to = |area| order(Piece::Marshal, 1, Area::Reserve, &[area]);
        let orders = [to(Area::Left), to(Area::Centre), to(Area::Right), to(Area::Right), to(Area::Right)];
        assert_eq!(make(&mut field, &orders), ["move/full", "move/marshal-alone", "move/no-marshal"]);
        let back = order(Piece::Marshal, 1, Area::Right, &[Area::Reserve]);
        assert_eq!(make(&mut field, std::slice::from_ref(&back)), Vec::<&str>::new());
        assert_eq!(field.sweden.marshals(Area::Right), 1);
    }
}
