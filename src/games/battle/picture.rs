//! The board of Battle as a picture, the last step's events shown on it.

use super::data::{Faction, SideKind, Terrain};
use super::event::{Event, Outcome};
use super::faction::{faction, name};
use super::fog::known;
use super::setting::Setting;
use super::state::Stage;
use super::{Battle, drawing};
use crate::kernel::board::hex::Hex;
use crate::kernel::game::View;
use crate::kernel::picture::scene::Ground;
use crate::kernel::picture::{self, Arrow, Cell, Mark, Picture, Side, SideKind as PictureSide, Token};
use std::collections::BTreeMap;

/// The board with some events shown on it; `before` is the position before them, where it is at hand.
pub fn picture(view: &View<Battle>, before: Option<&View<Battle>>, events: &[Event]) -> Picture {
    let setting = view.setting;
    let (public, before) = (known(view), before.map(known));
    let marks = marks(events);
    let ground = &setting.ground;
    let cells = ground.hexes.iter().enumerate().map(|(i, hex)| Cell {
        name: hex.to_string(),
        column: hex.column,
        row: hex.row,
        ground: ground_of(ground.terrain[i]),
        token: public.units[i].map(|unit| token(setting, unit.faction, unit.kind)),
        mark: marks.get(hex).copied(),
    });
    let title = match public.stage {
        Stage::SubTurn => format!("Turn {}, {} to move", public.turn, name(public.faction)),
        Stage::Over => format!("Turn {}, the game is over", public.turn),
        _ => "Set-up".to_owned(),
    };
    let seen = format!("{title}{}", seen_by(view));
    let sides = sides(setting);
    Picture {
        scene: Box::new(drawing::scene(setting, (&public, before.as_deref()), &seen, &sides, events)),
        title,
        map: String::new(),
        cells: cells.collect(),
        sides,
        arrows: arrows(events, public.faction),
        legend: legend(setting),
    }
}

/// Who sees it, where units are hidden from somebody.
fn seen_by(view: &View<Battle>) -> String {
    let has_secrets = view.public.units.iter().flatten().any(|unit| unit.is_hidden());
    if has_secrets { picture::seen_by(view.viewer, |seat| name(faction(seat))) } else { String::new() }
}

/// The ground that a terrain is drawn as.
pub fn ground_of(terrain: Terrain) -> Ground {
    match terrain {
        Terrain::Clear => Ground::Clear,
        Terrain::Hills => Ground::Hills,
        Terrain::Woods => Ground::Woods,
        Terrain::Town => Ground::Town,
    }
}

fn token(setting: &Setting, faction: Faction, kind: u8) -> Token {
    let unit = setting.unit(kind);
    Token {
        side: name(faction).to_owned(),
        short: unit.short.clone(),
        name: format!("{} {}", name(faction), unit.id),
        symbol: unit.symbol,
    }
}

fn sides(setting: &Setting) -> Vec<Side> {
    let ground = &setting.ground;
    let mut sides = Vec::new();
    for (i, hex) in ground.hexes.iter().enumerate() {
        let around = ground.around[i];
        for (set, kind) in [(around.bridge, SideKind::Bridge), (around.river, SideKind::River)] {
            for other in set.iter().map(|p| ground.hex(p)).filter(|other| *other > *hex) {
                let kind = match kind {
                    SideKind::Bridge => PictureSide::Bridge,
                    SideKind::River => PictureSide::River,
                };
                sides.push(Side { a: hex.to_string(), b: other.to_string(), kind });
            }
        }
    }
    sides
}

/// What has moved, and whose it was; `next` is who moves after that.
fn arrows(events: &[Event], next: Faction) -> Vec<Arrow> {
    let mut arrows = Vec::new();
    for (event, mover) in drawing::with_movers(events, next) {
        let paths: Vec<Vec<Hex>> = match event {
            Event::Moved { paths } => paths.clone(),
            Event::Advanced { from, to } => vec![vec![*from, *to]],
            _ => continue,
        };
        arrows.extend(paths.into_iter().map(|path| Arrow {
            side: name(mover).to_owned(),
            path: path.iter().map(ToString::to_string).collect(),
        }));
    }
    arrows
}

/// Where something happened: the last mark of a hex counts.
fn marks(events: &[Event]) -> BTreeMap<Hex, Mark> {
    let mut marks = BTreeMap::new();
    for event in events {
        if let Event::Fought { at, by, outcome, .. } = event {
            marks
                .insert(*at, if *outcome == Outcome::DefenderEliminated { Mark::Lost } else { Mark::Fought });
            if *outcome == Outcome::AttackersEliminated {
                marks.extend(by.iter().map(|hex| (*hex, Mark::Lost)));
            }
        }
    }
    marks
}

fn legend(setting: &Setting) -> Vec<String> {
    let units: Vec<String> =
        setting.card.units.iter().map(|u| format!("{} {}", u.short, u.name.to_lowercase())).collect();
    let hidden = setting.rules.fog_of_war.then(|| "?? hidden".to_owned());
    let units: Vec<String> = units.into_iter().chain(hidden).collect();
    vec!["~ river, = bridge; R- red, B- blue; * fought, + lost".to_owned(), units.join(", ")]
}
