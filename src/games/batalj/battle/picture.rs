//! The battlefield as a picture: a hex an area, so that sections of one lane lie above each other.

use super::Setting;
use super::area::{Area, Side};
use super::event::Event;
use super::field::Field;
use super::narrate::pieces;
use crate::kernel::picture::scene::Ground;
use crate::kernel::picture::{Arrow, Cell, Mark, Picture, Symbol, Token};

/// The battlefield with some events shown on it.
pub fn picture(setting: &Setting, field: &Field, events: &[&Event]) -> Picture {
    let legend = Area::ALL.map(|area| format!("{} {area}: {}", short(area), who(field, area)));
    Picture {
        scene: Box::new(super::drawing::scene(setting, field, events)),
        title: format!("Field battle, round {}: blue is Sweden, red the enemy", field.round),
        cells: Area::ALL.into_iter().map(|area| cell(field, area, events)).collect(),
        arrows: arrows(events),
        legend: legend.to_vec(),
        ..Picture::default()
    }
}

/// What stands for an area on the picture.
fn short(area: Area) -> &'static str {
    ["L", "C", "R", "RES", "ER", "EC", "EL", "ERES"][area as usize]
}

/// Column and row: Reserves behind the centre.
fn place(area: Area) -> (u8, u8) {
    match area {
        Area::EnemyReserve => (2, 1),
        Area::EnemyRight => (1, 2),
        Area::EnemyCentre => (2, 2),
        Area::EnemyLeft => (3, 2),
        Area::Left => (1, 3),
        Area::Centre => (2, 3),
        Area::Right => (3, 3),
        Area::Reserve => (2, 4),
    }
}

/// Sweden's pieces are blue, the enemy's red.
fn colour(side: Side) -> &'static str {
    ["blue", "red"][side as usize]
}

fn who(field: &Field, area: Area) -> String {
    let Some(side) = field.holder(area) else { return "nobody".to_owned() };
    let army = field.army(side);
    format!("{} {}", colour(side), pieces(army.soldiers(area), army.marshals(area)))
}

fn cell(field: &Field, area: Area, events: &[&Event]) -> Cell {
    let (column, row) = place(area);
    let token = field.holder(area).map(|side| token(field, side, area));
    let mark = mark(area, events);
    Cell { name: short(area).to_owned(), column, row, ground: Ground::Clear, token, mark }
}

fn token(field: &Field, side: Side, area: Area) -> Token {
    let army = field.army(side);
    let (soldiers, marshals) = (army.soldiers(area), army.marshals(area));
    Token {
        side: colour(side).to_owned(),
        short: if marshals > 0 { format!("{soldiers}+{marshals}") } else { soldiers.to_string() },
        name: format!("{} {}", colour(side), pieces(soldiers, marshals)),
        symbol: if marshals > 0 { Symbol::BowTie } else { Symbol::Cross },
    }
}

/// Where something was lost, and where an attack was made in vain.
fn mark(area: Area, events: &[&Event]) -> Option<Mark> {
    let is_lost = |event: &&Event| match event {
        Event::Bombarded { loss, .. } => loss.is_some_and(|l| l.at == area),
        Event::Attacked { losses, .. } => losses.iter().any(|l| l.at == area),
        _ => false,
    };
    let is_fought = |event: &&Event| match event {
        Event::Attacked { side, from, .. } => from.is_front() && from.ahead(*side) == area,
        _ => false,
    };
    if events.iter().any(is_lost) {
        Some(Mark::Lost)
    } else {
        events.iter().any(is_fought).then_some(Mark::Fought)
    }
}

fn arrows(events: &[&Event]) -> Vec<Arrow> {
    let moves = events.iter().filter_map(|event| match event {
        Event::Moved { side, from, to, .. } => Some(Arrow {
            side: colour(*side).to_owned(),
            path: vec![short(*from).to_owned(), short(*to).to_owned()],
        }),
        _ => None,
    });
    moves.collect()
}
