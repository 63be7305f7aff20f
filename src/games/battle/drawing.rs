//! The board of Battle as a scene: ground, water, units with their strengths, and what the last step did to them.

use super::data::{Faction, Terrain};
use super::event::{Event, Outcome, apply_paths};
use super::faction::name;
use super::ground::Place;
use super::picture::ground_of;
use super::setting::Setting;
use super::state::{Public, Unit};
use crate::kernel::board::hex::Hex;
use crate::kernel::picture::scene::{
    self, Arrow, ArrowKind, Livery, Mark, MarkKind, Piece, Scene, Shape, Sign, Water,
};
use crate::kernel::picture::{Side, SideKind, Symbol, hexes};
use crate::kernel::text::capital;

/// The board with some events shown on it.
pub fn scene(
    setting: &Setting,
    (public, before): (&Public, Option<&Public>),
    title: &str,
    sides: &[Side],
    events: &[Event],
) -> Scene {
    let ground = &setting.ground;
    let places = ground.hexes.iter().enumerate().map(|(i, hex)| place(setting, public, i, *hex));
    let mut scene = Scene {
        title: title.to_owned(),
        places: places.collect(),
        key: key(setting, public),
        notes: notes(setting, public),
        ..Scene::default()
    };
    scene.waters = sides.iter().filter_map(|side| water(&scene, side)).collect();
    let mut replay = Replay { setting, then: before.cloned(), scene };
    for (event, mover) in with_movers(events, public.faction) {
        replay.show(event, mover);
    }
    let mut scene = replay.scene;
    if let Some(lost) = scene.places.iter().flat_map(|place| &place.pieces).find(|piece| piece.is_lost) {
        let sample = Piece { sign: Sign::Unit(Symbol::Blank), label: String::new(), ..lost.clone() };
        scene.key.push((sample, "fallen".to_owned()));
    }
    if scene.has_mark(MarkKind::Fought) {
        let has_advances = scene.arrows.iter().any(|arrow| arrow.name.ends_with(AND_ADVANCED));
        let advances = if has_advances { " A solid arrow to a burst: attacked, then advanced." } else { "" };
        scene.notes.insert(1, format!("The figures in a burst: attack and defence.{advances}"));
    }
    scene
}

fn place(setting: &Setting, public: &Public, i: usize, hex: Hex) -> scene::Place {
    let terrain = setting.ground.terrain[i];
    let ground = ground_of(terrain);
    let centre = hexes::centre(hex.column, hex.row);
    let unit = public.unit(Place(i as u8));
    scene::Place {
        head: hex.to_string(),
        foot: ground.word().to_owned(),
        pieces: unit.map(|unit| piece(setting, unit, Some(terrain))).into_iter().collect(),
        ..scene::Place::new(hex.to_string(), centre, Shape::Hex, ground)
    }
}

fn livery(faction: Faction) -> Livery {
    match faction {
        Faction::Red => Livery::Red,
        Faction::Blue => Livery::Blue,
    }
}

fn initial(faction: Faction) -> String {
    capital(name(faction)).chars().take(1).collect()
}

/// A unit, with its strength where it stands; a headquarters has none to speak of, and a hidden unit none that is known.
fn piece(setting: &Setting, unit: Unit, terrain: Option<Terrain>) -> Piece {
    let kind = setting.unit(unit.kind);
    let strength = terrain.and_then(|t| kind.strength_on(t)).map(|s| s.plain).filter(|s| *s > 0);
    let name = format!("{} {}", name(unit.faction), kind.id);
    Piece {
        livery: livery(unit.faction),
        sign: Sign::Unit(kind.symbol),
        initial: initial(unit.faction),
        label: match strength {
            Some(strength) => format!("{} {strength}", kind.short),
            None if unit.is_hidden() => String::new(),
            None => kind.short.clone(),
        },
        name: strength.map_or_else(|| name.clone(), |s| format!("{name} of strength {s}")),
        is_lost: false,
    }
}

fn water(scene: &Scene, side: &Side) -> Option<Water> {
    let ends = hexes::side_between(scene.place(&side.a)?.centre, scene.place(&side.b)?.centre)?;
    let word = if side.kind == SideKind::Bridge { "bridge" } else { "river" };
    Some(Water { ends, kind: side.kind, name: format!("{word} between {} and {}", side.a, side.b) })
}

/// Events with the faction whose sub-turn they belong to: a step holds one or several, and the next one to begin tells
/// whose the one before was.
pub fn with_movers(events: &[Event], next: Faction) -> impl Iterator<Item = (&Event, Faction)> {
    let after = move |i: usize| {
        let began = events[i..].iter().find_map(|event| match event {
            Event::Began { faction, .. } => Some(*faction),
            _ => None,
        });
        let is_over = events.iter().any(|event| matches!(event, Event::Ended { .. }));
        // Movement that was halted goes on, and the game that has ended stays with its last mover.
        let goes_on = is_over || events.iter().any(|event| matches!(event, Event::Halted { .. }));
        began.map_or(if goes_on { next } else { next.other() }, Faction::other)
    };
    events.iter().enumerate().map(move |(i, event)| (event, after(i)))
}

/// Events being shown one after the other.
struct Replay<'a> {
    setting: &'a Setting,
    /// Where units stood when the next event came, if that is known.
    then: Option<Public>,
    scene: Scene,
}

impl Replay<'_> {
    fn show(&mut self, event: &Event, mover: Faction) {
        let scene = &mut self.scene;
        match event {
            Event::Moved { paths } => {
                paths.iter().for_each(|path| add_march(scene, path, mover, "moved"));
                self.march(paths);
            }
            Event::Advanced { from, to } => {
                show_advance(scene, *from, *to, mover);
                self.march(&[vec![*from, *to]]);
            }
            Event::Fought { at, by, attack, defence, outcome } => {
                let odds = format!("{attack}:{defence}");
                by.iter().for_each(|from| add_attack(scene, *from, *at, mover));
                add_mark(scene, *at, &odds, &format!("fought {attack} against {defence}"));
                match outcome {
                    Outcome::DefenderEliminated => self.lose(*at, mover.other()),
                    Outcome::AttackersEliminated => by.iter().for_each(|hex| self.lose(*hex, mover)),
                    Outcome::NoEffect => {}
                }
            }
            Event::Revealed { at, unit, .. } => {
                let told = format!("revealed as {unit}");
                if let Some(place) = scene.place_mut(&at.to_string()) {
                    place.pieces.iter_mut().for_each(|piece| piece.name = format!("{}, {told}", piece.name));
                }
            }
            _ => {}
        }
    }

    fn march(&mut self, paths: &[Vec<Hex>]) {
        if let Some(then) = &mut self.then {
            apply_paths(then, paths);
        }
    }

    /// A unit fell: it is drawn crossed out, or where another stands by now, as a mark.
    fn lose(&mut self, at: Hex, faction: Faction) {
        let fallen = self.then.as_mut().and_then(|then| then.take(then.place(at)?));
        let known = fallen.filter(|unit| !unit.is_hidden());
        let sign = known.map_or(Symbol::Blank, |unit| self.setting.unit(unit.kind).symbol);
        let what = known.map_or("unit", |unit| &self.setting.unit(unit.kind).id);
        let name = format!("{} {what}", name(faction));
        let Some(place) = self.scene.place_mut(&at.to_string()) else { return };
        if place.pieces.is_empty() {
            let (livery, sign, initial) = (livery(faction), Sign::Unit(sign), initial(faction));
            let label = known.map_or_else(String::new, |unit| self.setting.unit(unit.kind).short.clone());
            place.pieces.push(Piece { livery, sign, initial, label, name, is_lost: true });
        } else {
            let name = format!("{name} lost in {at}");
            place.marks.push(Mark { kind: MarkKind::Lost, text: initial(faction), name });
        }
    }
}

fn add_march(scene: &mut Scene, path: &[Hex], mover: Faction, did: &str) {
    if path.len() < 2 {
        return;
    }
    let path: Vec<String> = path.iter().map(ToString::to_string).collect();
    scene.arrows.push(Arrow {
        livery: livery(mover),
        kind: ArrowKind::Move,
        name: format!("{} {did} {}", name(mover), path.join(" to ")),
        path,
        label: String::new(),
    });
}

/// What the name of an arrow adds that shows an attack and the advance after it.
const AND_ADVANCED: &str = " and advanced";

/// Whoever advances goes the way of its attack: one arrow tells both.
fn show_advance(scene: &mut Scene, from: Hex, to: Hex, mover: Faction) {
    let path = [from.to_string(), to.to_string()];
    let is_attack = |arrow: &&mut Arrow| arrow.kind == ArrowKind::Attack && arrow.path == path;
    match scene.arrows.iter_mut().rfind(is_attack) {
        Some(attack) => {
            attack.kind = ArrowKind::Move;
            attack.name += AND_ADVANCED;
        }
        None => add_march(scene, &[from, to], mover, "advanced"),
    }
}

fn add_attack(scene: &mut Scene, from: Hex, at: Hex, mover: Faction) {
    scene.arrows.push(Arrow {
        livery: livery(mover),
        kind: ArrowKind::Attack,
        path: vec![from.to_string(), at.to_string()],
        label: String::new(),
        name: format!("{} attacked {at} from {from}", name(mover)),
    });
}

fn add_mark(scene: &mut Scene, at: Hex, text: &str, told: &str) {
    if let Some(place) = scene.place_mut(&at.to_string()) {
        place.marks.push(Mark {
            kind: MarkKind::Fought,
            text: text.to_owned(),
            name: format!("{told} in {at}"),
        });
    }
}

/// Every type of unit that is on the board, and what hidden ones look like.
fn key(setting: &Setting, public: &Public) -> Vec<(Piece, String)> {
    let mut kinds: Vec<u8> = public.units.iter().flatten().map(|unit| unit.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let sides = Faction::BOTH.map(|faction| {
        let blank = Piece {
            livery: livery(faction),
            sign: Sign::Unit(Symbol::Blank),
            initial: initial(faction),
            label: String::new(),
            name: name(faction).to_owned(),
            is_lost: false,
        };
        (blank, name(faction).to_owned())
    });
    let types = kinds.into_iter().map(|kind| {
        let unit = setting.unit(kind);
        let sign = Piece {
            livery: Livery::Grey,
            initial: String::new(),
            label: String::new(),
            ..piece(setting, Unit { faction: Faction::Red, kind }, None)
        };
        (Piece { name: unit.name.clone(), ..sign }, unit.name.to_lowercase())
    });
    sides.into_iter().chain(types).collect()
}

/// What cannot stand on the board: losses, and units that are yet to come.
fn notes(setting: &Setting, public: &Public) -> Vec<String> {
    let mut notes = vec!["The figure below a unit is its strength where it stands.".to_owned()];
    let lost = Faction::BOTH.map(|faction| {
        let kinds = setting.card.units.iter().zip(&public.lost[faction as usize]);
        let lost =
            kinds.filter(|(_, n)| **n > 0).map(|(unit, n)| format!("{n} × {}", unit.name.to_lowercase()));
        let lost: Vec<String> = lost.collect();
        format!("{} {}", name(faction), if lost.is_empty() { "none".to_owned() } else { lost.join(", ") })
    });
    if public.turn > 0 {
        notes.push(format!("Lost so far: {}.", lost.join("; ")));
    }
    notes
}
