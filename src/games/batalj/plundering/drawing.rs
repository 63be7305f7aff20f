//! The Plundering map as a scene: start squares, cities and points, the roads between them, and who plunders where.

use super::event::Event;
use super::map::{Face, Kind, Map};
use super::narrate::haul;
use super::state::{Expedition, Fate, Party};
use super::{Public, Setting};
use crate::kernel::picture::hexes;
use crate::kernel::picture::scene::{
    Arrow, ArrowKind, Ground, Livery, Mark, MarkKind, Piece, Place, Scene, Shape, Sign, Way, WayKind,
};

/// The map with some events shown on it.
pub fn scene(setting: &Setting, public: &Public, before: Option<&Public>, events: &[&Event]) -> Scene {
    let map = &setting.map;
    let under_way = |public: &'_ Public| public.plundering.as_ref().and_then(|p| p.expedition.clone());
    let then = before.and_then(under_way);
    let now = under_way(public);
    let expedition = now.as_ref();
    let mut scene = Scene {
        title: expedition.map_or_else(
            || "Plundering".to_owned(),
            |e| format!("Plundering, turn {}: {} to move", e.turn, setting.name(e.mover)),
        ),
        places: map.all().map(|place| spot(setting, expedition, map.id(place))).collect(),
        ways: roads(map),
        key: key(setting, expedition),
        notes: expedition.map_or_else(Vec::new, |e| notes(setting, e)),
        ..Scene::default()
    };
    let mut at = starts(then.as_ref(), events);
    events.iter().for_each(|event| show(setting, &mut scene, event, &mut at));
    scene
}

fn spot(setting: &Setting, expedition: Option<&Expedition>, id: &str) -> Place {
    let map = &setting.map;
    let Some(number) = map.place(id) else { return Place::new(id, (0, 0), Shape::Disc(1), Ground::Clear) };
    let [column, row] = map.cell(number);
    let (shape, ground) = match map.kind(number) {
        Kind::Port => (Shape::Box(240, 104), Ground::Clear),
        Kind::City => (Shape::Disc(30), Ground::Clear),
        Kind::Point => (Shape::Disc(12), Ground::Clear),
    };
    // The rectangle of a start square is as high as a line of words and a row of plunderers: it makes way for the roads.
    let down = hexes::centre(column, row).1 - if map.kind(number) == Kind::Port { 30 } else { 0 };
    Place {
        head: map.title(number).to_owned(),
        pieces: expedition.map_or_else(Vec::new, |e| standing(setting, e, id)),
        ..Place::new(id, (column_at(column), down), shape, ground)
    }
}

/// How far to the right a column lies: nearer to the one before than in hexes, so that words have room at the sides.
fn column_at(column: u8) -> i32 {
    84 * i32::from(column)
}

/// The plunderers in a place, and the tile that lies there.
fn standing(setting: &Setting, expedition: &Expedition, id: &str) -> Vec<Piece> {
    let tile = expedition.has_tile(id).then(tile);
    let parties = expedition.under_way().filter(|party| party.at == id);
    tile.into_iter().chain(parties.map(|party| marker(setting, party))).collect()
}

fn tile() -> Piece {
    Piece {
        livery: Livery::Grey,
        sign: Sign::Card,
        initial: "?".to_owned(),
        label: String::new(),
        name: "card face down".to_owned(),
        is_lost: false,
    }
}

/// The two letters that stand for a family.
fn initial(setting: &Setting, family: u8) -> String {
    setting.name(family).chars().take(2).collect()
}

fn marker(setting: &Setting, party: &Party) -> Piece {
    let name = setting.name(party.family);
    Piece {
        livery: livery(party.family),
        sign: Sign::Disc,
        initial: initial(setting, party.family),
        label: String::new(),
        name: format!("{name} with {}", haul(&setting.map, &party.taken)),
        is_lost: false,
    }
}

/// A livery for each place at the table.
pub fn livery(family: u8) -> Livery {
    Livery::ALL.get(usize::from(family)).copied().unwrap_or(Livery::Grey)
}

fn roads(map: &Map) -> Vec<Way> {
    let pairs = map.all().flat_map(|from| map.links(from).iter().map(move |to| (from, *to)));
    pairs
        .filter(|(from, to)| from < to)
        .map(|(from, to)| Way { ends: [from, to].map(|end| map.id(end).to_owned()), kind: WayKind::Road })
        .collect()
}

fn key(setting: &Setting, expedition: Option<&Expedition>) -> Vec<(Piece, String)> {
    let parties = expedition.into_iter().flat_map(|e| &e.parties);
    let mut key: Vec<(Piece, String)> =
        parties.map(|party| (marker(setting, party), setting.name(party.family).to_owned())).collect();
    key.push((tile(), "card face down".to_owned()));
    key
}

/// What each plunderer has, and how those fare who are not on the map.
fn notes(setting: &Setting, expedition: &Expedition) -> Vec<String> {
    let fares = |party: &Party| {
        let (name, haul) = (setting.name(party.family), haul(&setting.map, &party.taken));
        match party.fate {
            Fate::Out => format!("{name} in {} with {haul}", setting.map.name(&party.at)),
            Fate::Home => format!("{name} is home"),
            Fate::Lost => format!("{name} has lost its army"),
        }
    };
    let fares: Vec<String> = expedition.parties.iter().map(fares).collect();
    vec![
        "Boxes are start squares, large discs cities; roads join places a step apart.".to_owned(),
        format!("{}.", fares.join("; ")),
    ]
}

/// Where each family stood before the events, or where it sets out in them.
fn starts(then: Option<&Expedition>, events: &[&Event]) -> Vec<(u8, String)> {
    let stood = then.into_iter().flat_map(|e| &e.parties).map(|party| (party.family, party.at.clone()));
    let set_out = events.iter().filter_map(|event| match event {
        Event::SetOut { parties, .. } => Some(parties.clone()),
        _ => None,
    });
    stood.chain(set_out.flatten()).collect()
}

fn show(setting: &Setting, scene: &mut Scene, event: &Event, at: &mut Vec<(u8, String)>) {
    match event {
        Event::Marched { family, die, path } => {
            let from = at.iter().rev().find(|(who, _)| who == family).map(|(_, place)| place.clone());
            let path: Vec<String> = from.into_iter().chain(path.iter().cloned()).collect();
            let Some(last) = path.last() else { return };
            at.push((*family, last.clone()));
            let way: Vec<&str> = path.iter().map(|id| setting.map.name(id)).collect();
            scene.arrows.push(Arrow {
                livery: livery(*family),
                kind: ArrowKind::Move,
                name: format!("{} rolled {die} and came to {}", setting.name(*family), way.join(", ")),
                path,
                label: String::new(),
            });
        }
        Event::TurnedUp { family, city, tile } => {
            let (kind, text, words) = match setting.map.face(tile) {
                Some(Face::Loot(value)) => {
                    (MarkKind::Taken, format!("+{value}"), format!("loot worth {value} gold"))
                }
                Some(Face::Treasure(value)) => {
                    (MarkKind::Taken, format!("{value} AP"), format!("a treasure of {value} AP"))
                }
                Some(Face::Troops) | None => {
                    (MarkKind::Lost, initial(setting, *family), "Imperial troops, the army lost".to_owned())
                }
            };
            let name = format!("{} found {words} in {}", setting.name(*family), setting.map.name(city));
            if let Some(place) = scene.place_mut(city) {
                place.marks.push(Mark { kind, text, name });
            }
        }
        _ => {}
    }
}
