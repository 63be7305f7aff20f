//! The battlefield as a scene: sections in three lanes with their pieces, and the last round's attacks and losses.

use super::Setting;
use super::area::{Area, Side};
use super::event::{Event, Loss};
use super::field::{Field, Piece as Kind};
use super::narrate::pieces;
use crate::kernel::picture::scene::{
    Arrow, ArrowKind, Ground, Livery, Mark, MarkKind, Piece, Place, Point, Scene, Shape, Sign, Way, WayKind,
};

/// A front section; a Reserve is as wide as three.
const SECTION: (i32, i32) = (310, 202);

/// From one section to the next.
const PITCH: (i32, i32) = (334, 252);

/// The battlefield with some events shown on it.
pub fn scene(setting: &Setting, field: &Field, events: &[&Event]) -> Scene {
    let mut scene = Scene {
        title: format!("Field battle, round {}", field.round),
        places: Area::ALL.into_iter().map(|area| place(setting, field, area)).collect(),
        ways: [Area::Left, Area::Centre, Area::Right].into_iter().flat_map(lane).collect(),
        key: key(field),
        ..Scene::default()
    };
    events.iter().for_each(|event| show(&mut scene, event));
    if !scene.arrows.is_empty() && field.round > 1 {
        scene.title = format!("Field battle, after round {}", field.round - 1);
    }
    if scene.places.iter().flat_map(|place| &place.pieces).any(|piece| piece.is_lost) {
        let fallen = piece(Side::Sweden, Sign::Pawn, String::new(), "soldier".to_owned());
        scene.key.push((Piece { is_lost: true, ..fallen }, "fallen".to_owned()));
    }
    scene.notes = notes(field, &scene);
    scene
}

fn livery(side: Side) -> Livery {
    [Livery::Blue, Livery::Red][side as usize]
}

/// Where an area lies: the enemy's above, Reserves behind the front.
fn outline(area: Area) -> (Point, Shape) {
    let wide = Shape::Box(SECTION.0 + 2 * PITCH.0, 150);
    let (column, row) = match area {
        Area::EnemyReserve => return ((PITCH.0, 20), wide),
        Area::Reserve => return ((PITCH.0, 3 * PITCH.1 - 20), wide),
        Area::EnemyRight => (0, 1),
        Area::EnemyCentre => (1, 1),
        Area::EnemyLeft => (2, 1),
        Area::Left => (0, 2),
        Area::Centre => (1, 2),
        Area::Right => (2, 2),
    };
    ((PITCH.0 * column, PITCH.1 * row), Shape::Box(SECTION.0, SECTION.1))
}

/// The lane of one of Sweden's sections, from Reserve to Reserve.
fn lane(section: Area) -> [Way; 1] {
    let ends = [section.id(), section.opposite().id()].map(str::to_owned);
    [Way { ends, kind: WayKind::Lane }]
}

fn place(setting: &Setting, field: &Field, area: Area) -> Place {
    let (centre, shape) = outline(area);
    let holder = field.holder(area);
    let fief = field.fiefs[area as usize].as_ref().map(|card| setting.data.name(card));
    Place {
        holder: holder.map(livery),
        head: area.id().to_owned(),
        foot: fief.unwrap_or_default().to_owned(),
        pieces: standing(field, area),
        ..Place::new(area.id(), centre, shape, Ground::Clear)
    }
}

/// The pieces in an area: each by itself in a front section, those of a kind together in a Reserve.
fn standing(field: &Field, area: Area) -> Vec<Piece> {
    let mut standing = Vec::new();
    if let Some(side) = field.holder(area) {
        let army = field.army(side);
        for (kind, count) in [(Sign::Pawn, army.soldiers(area)), (Sign::Marshal, army.marshals(area))] {
            let name = who(side, kind, count);
            if area.is_front() {
                let one = piece(side, kind, String::new(), who(side, kind, 1));
                standing.extend(std::iter::repeat_n(one, usize::from(count)));
            } else if count > 0 {
                standing.push(piece(side, kind, format!("×{count}"), name));
            }
        }
    }
    match area {
        Area::Reserve => {
            let gun = |strength: &u8| {
                let name = format!("Swedish artillery of strength {strength}");
                piece(Side::Sweden, Sign::Cannon, format!("≤{strength}"), name)
            };
            standing.extend(field.artillery.iter().map(gun));
        }
        Area::EnemyReserve if field.enemy_cannon > 0 => {
            let name = format!("{} enemy cannon", field.enemy_cannon);
            standing.push(piece(Side::Enemy, Sign::Cannon, format!("×{}", field.enemy_cannon), name));
        }
        _ => {}
    }
    standing
}

fn who(side: Side, kind: Sign, count: u8) -> String {
    let side = ["Swedish", "enemy"][side as usize];
    let pieces = if kind == Sign::Marshal { pieces(0, count) } else { pieces(count, 0) };
    format!("{side}: {pieces}")
}

fn piece(side: Side, sign: Sign, label: String, name: String) -> Piece {
    Piece { livery: livery(side), sign, initial: String::new(), label, name, is_lost: false }
}

fn key(field: &Field) -> Vec<(Piece, String)> {
    let sample =
        |side, sign, word: &str| (piece(side, sign, String::new(), word.to_owned()), word.to_owned());
    let mut key = vec![
        sample(Side::Sweden, Sign::Pawn, "Swedish soldier"),
        sample(Side::Enemy, Sign::Pawn, "enemy soldier"),
    ];
    if field.sweden.all_marshals() + field.enemy.all_marshals() > 0 {
        key.push(sample(Side::Sweden, Sign::Marshal, "field marshal"));
    }
    if field.enemy_cannon > 0 || !field.artillery.is_empty() {
        key.push(sample(Side::Sweden, Sign::Cannon, "artillery"));
    }
    key
}

fn notes(field: &Field, scene: &Scene) -> Vec<String> {
    let mut notes = vec!["A frame shows who holds a section.".to_owned()];
    if !field.artillery.is_empty() {
        notes.push("The figure below a Swedish gun: it hits with that or less.".to_owned());
    }
    if scene.arrows.iter().any(|arrow| arrow.kind == ArrowKind::Attack) {
        notes.push(
            "Beside attacks: 3≤4, the die came to 3 and 4 or less succeeds; 5>4, it failed.".to_owned(),
        );
    }
    if scene.arrows.iter().any(|arrow| arrow.label == "gun") {
        notes.push("An attack with the word gun: artillery hit.".to_owned());
    }
    if scene.has_mark(MarkKind::Fought) {
        notes.push("A burst in a Reserve: it attacked in vain.".to_owned());
    }
    notes
}

fn show(scene: &mut Scene, event: &Event) {
    match event {
        Event::Bombarded { side, strength, rolled, loss, .. } => {
            let to = loss.map_or(side.other().reserve(), |loss| loss.at);
            let hit = if loss.is_some() { "hits" } else { "misses" };
            let told = format!("{}'s artillery {hit} {to}, {}", side.name(), dice(*strength, rolled));
            if let Some(loss) = loss {
                add_arrow(scene, *side, ArrowKind::Attack, (side.reserve(), to), "gun".to_owned(), told);
                lose(scene, side.other(), *loss);
            }
        }
        Event::Attacked { side, from, strength, rolled, losses, retreated } => {
            let last = rolled.last().copied().unwrap_or_default();
            let label = format!("{last}{}{strength}", if last <= *strength { "≤" } else { ">" });
            let told = format!("{} attacks from {from}, {}", side.name(), dice(*strength, rolled));
            // Where a Reserve has attacked in vain, nobody tells.
            let target = from.is_front().then(|| from.ahead(*side)).or(losses.first().map(|loss| loss.at));
            match target {
                Some(to) => add_arrow(scene, *side, ArrowKind::Attack, (*from, to), label, told),
                None => add_mark(scene, *from, label, told),
            }
            losses.iter().for_each(|loss| lose(scene, side.other(), *loss));
            if *retreated > 0 {
                let told = format!("{retreated} of {}'s soldiers retreat from {from}", side.name());
                let label = retreated.to_string();
                add_arrow(scene, *side, ArrowKind::Retreat, (*from, side.reserve()), label, told);
            }
        }
        Event::Moved { side, piece, count, from, to } => {
            let what = match piece {
                Kind::Soldier => pieces(*count, 0),
                Kind::Marshal => pieces(0, *count),
                Kind::Fief => "a Fief card".to_owned(),
            };
            let told = format!("{} moves {what} from {from} to {to}", side.name());
            let label = if *piece == Kind::Soldier { count.to_string() } else { String::new() };
            add_arrow(scene, *side, ArrowKind::Move, (*from, *to), label, told);
        }
        _ => {}
    }
}

fn dice(strength: u8, rolled: &[u8]) -> String {
    let rolled: Vec<String> = rolled.iter().map(ToString::to_string).collect();
    format!("needing {strength} or less and rolling {}", rolled.join(", then "))
}

fn add_arrow(
    scene: &mut Scene,
    side: Side,
    kind: ArrowKind,
    (from, to): (Area, Area),
    label: String,
    name: String,
) {
    let path = vec![from.id().to_owned(), to.id().to_owned()];
    scene.arrows.push(Arrow { livery: livery(side), kind, path, label, name });
}

fn add_mark(scene: &mut Scene, at: Area, text: String, name: String) {
    if let Some(place) = scene.place_mut(at.id()) {
        place.marks.push(Mark { kind: MarkKind::Fought, text, name });
    }
}

/// What fell is drawn crossed out where it stood.
fn lose(scene: &mut Scene, side: Side, loss: Loss) {
    let Some(place) = scene.place_mut(loss.at.id()) else { return };
    if loss.soldiers > 0 {
        let name = who(side, Sign::Pawn, loss.soldiers);
        let fallen = piece(side, Sign::Pawn, format!("-{}", loss.soldiers), name);
        place.pieces.push(Piece { is_lost: true, ..fallen });
    }
}
