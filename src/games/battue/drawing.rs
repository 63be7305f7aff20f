//! The city as a scene: tiles by size, walls round them, hordes and flags, and what the last turn did to them.

use super::Battue;
use super::board::{Edge, SIDE, WallData, WallKind, square};
use super::ending::points;
use super::event::{Event, Side};
use super::orders::is_camp;
use super::setting::Setting;
use super::state::{Public, figures, is_up};
use crate::kernel::game::View;
use crate::kernel::picture::scene::{
    Arrow, ArrowKind, Ground, Livery, Mark, MarkKind, Piece, Place, Point, Scene, Shape, Sign,
};
use crate::kernel::picture::seen_by;
use crate::kernel::seat::Seat;
use crate::kernel::text::{capital, fitting};
use std::collections::BTreeMap;

/// Width and height of a square: higher than wide, so that the smallest tiles hold letters that can be read on a phone.
const SQUARE: Point = (62, 118);

/// Width and height of the city inside the walls.
const CITY: Point = (SQUARE.0 * SIDE as i32, SQUARE.1 * SIDE as i32);

/// How thick walls are at the sides, and above and below.
const WALL: Point = (98, 160);

/// Width and height of a camp above or below the city, and at its sides.
const CAMP: Point = (96, 104);
const SIDE_CAMP: Point = (64, 156);

/// Free space between two tiles.
const GAP: i32 = 4;

/// The city with some events shown on it.
pub fn scene(view: &View<Battue>, events: &[Event]) -> Scene {
    let (setting, public) = (view.setting, view.public);
    let board = &setting.data.board;
    let inside = board.spaces.iter().filter_map(|space| {
        let (from, to) = (square(&space.id)?, square(&space.to)?);
        let (centre, shape) = rectangle(from, to);
        Some(space_of(setting, public, &space.id, centre, shape))
    });
    let walls = board.perimeter.iter().map(|wall| {
        let (centre, shape) = wall_at(setting, wall);
        space_of(setting, public, &wall.id, centre, shape)
    });
    let title = match public.mover {
        _ if public.ending.is_some() => format!("Turn {}, the game is over", public.turn),
        Some(seat) => format!("Turn {}, {} to move", public.turn, setting.seat(seat)),
        None => "The city, before the first turn".to_owned(),
    };
    let name = |seat: Seat| setting.seat(seat.0);
    let seen = if setting.is_hidden { seen_by(view.viewer, name) } else { String::new() };
    let mut scene = Scene {
        title: title + &seen,
        places: inside.chain(walls).collect(),
        key: key(setting, public),
        notes: notes(setting, public),
        ..Scene::default()
    };
    add_camps(setting, public, &mut scene);
    let owners = owners(public, events);
    let mut turn = Replay { setting, mover: first_mover(public, events), owners, scene };
    events.iter().for_each(|event| turn.show(event));
    let mut scene = turn.scene;
    widen(&mut scene);
    if scene.has_mark(MarkKind::Fought) {
        scene.notes.insert(1, "The figures in a burst: attack and defence.".to_owned());
    }
    scene
}

/// The middle and the outline of the squares from one to another.
fn rectangle((left, top): (u8, u8), (right, bottom): (u8, u8)) -> (Point, Shape) {
    let middle = |pitch: i32, low: u8, high: u8| pitch * (i32::from(low) + i32::from(high) + 1) / 2;
    let size = |pitch: i32, low: u8, high: u8| pitch * (i32::from(high) - i32::from(low) + 1) - GAP;
    let (wide, high) = SQUARE;
    (
        (middle(wide, left, right), middle(high, top, bottom)),
        Shape::Box(size(wide, left, right), size(high, top, bottom)),
    )
}

/// A point of an edge: so far along it, and so far outside the city, each in its direction.
fn on_edge(edge: Edge, along: i32, out: Point) -> Point {
    match edge {
        Edge::North => (along, -out.1),
        Edge::East => (CITY.0 + out.0, along),
        Edge::South => (along, CITY.1 + out.1),
        Edge::West => (-out.0, along),
    }
}

/// Whether an edge runs from west to east.
fn is_level(edge: Edge) -> bool {
    matches!(edge, Edge::North | Edge::South)
}

/// Where a wall stands. Those of an edge share its length in the order of the spaces behind them; towers stand at the
/// corners.
fn wall_at(setting: &Setting, wall: &WallData) -> (Point, Shape) {
    let edge = wall.edges.first().copied().unwrap_or(Edge::North);
    let out = (GAP + WALL.0 / 2, GAP + WALL.1 / 2);
    if wall.kind == WallKind::Tower {
        let low = |edge: Edge| wall.edges.contains(&edge);
        let x = if low(Edge::West) { -out.0 } else { CITY.0 + out.0 };
        let y = if low(Edge::North) { -out.1 } else { CITY.1 + out.1 };
        return ((x, y), Shape::Box(WALL.0, WALL.1));
    }
    let mut row: Vec<(i32, &str)> = setting
        .data
        .board
        .perimeter
        .iter()
        .filter(|other| other.kind != WallKind::Tower && other.edges.first() == Some(&edge))
        .map(|other| (behind(other, edge), other.id.as_str()))
        .collect();
    row.sort_unstable();
    let place = row.iter().position(|(_, id)| *id == wall.id).unwrap_or(0) as i32;
    let whole = if is_level(edge) { CITY.0 } else { CITY.1 };
    let length = whole / (row.len() as i32).max(1);
    let centre = on_edge(edge, length * place + length / 2, out);
    let shape =
        if is_level(edge) { Shape::Box(length - GAP, WALL.1) } else { Shape::Box(WALL.0, length - GAP) };
    (centre, shape)
}

/// How far along an edge the spaces behind a wall lie, on average.
fn behind(wall: &WallData, edge: Edge) -> i32 {
    let along = |id: &String| {
        let (column, row) = square(id)?;
        Some(i32::from(if is_level(edge) { column } else { row }))
    };
    let all: Vec<i32> = wall.links.iter().filter_map(along).collect();
    100 * all.iter().sum::<i32>() / (all.len() as i32).max(1)
}

fn space_of(setting: &Setting, public: &Public, id: &str, centre: Point, shape: Shape) -> Place {
    let data = &setting.data;
    let space = public.space(id);
    let ground = match (data.board.wall(id), is_up(data, public, id)) {
        (Some(_), _) => Ground::Wall,
        (None, true) => Ground::Clear,
        (None, false) if public.specials.iter().any(|special| special == id) => Ground::Special,
        (None, false) => Ground::Covered,
    };
    let name = space.tile.as_ref().map(|tile| format!("{id} {}", data.name(tile)));
    let foot = figures(data, public, id).map(|(defence, loot, points)| format!("{defence}/{loot}/{points}"));
    let mut pieces = Vec::new();
    if let Some(seat) = space.controller {
        pieces.push(if space.warriors > 0 {
            horde(setting, seat, space.warriors)
        } else {
            flag(setting, seat)
        });
    }
    if let (Some(seat), true) = (public.mover, space.attackers > 0) {
        pieces.push(horde(setting, seat, space.attackers));
    }
    Place {
        holder: space.controller.map(|seat| livery(setting, seat)),
        head: name.unwrap_or_else(|| id.to_owned()),
        foot: foot.unwrap_or_default(),
        pieces,
        ..Place::new(id, centre, shape, ground)
    }
}

/// The livery that a seat is named after, or one for its place at the table.
fn livery(setting: &Setting, seat: u8) -> Livery {
    match Livery::of(setting.seat(seat)) {
        Livery::Grey => Livery::ALL[usize::from(seat) % 5],
        own => own,
    }
}

fn initial(setting: &Setting, seat: u8) -> String {
    capital(setting.seat(seat)).chars().take(1).collect()
}

/// So many warriors, in words.
fn warriors(count: u8) -> String {
    format!("{count} {}", fitting(count.into(), "warrior", "warriors"))
}

fn horde(setting: &Setting, seat: u8, count: u8) -> Piece {
    let who = setting.seat(seat);
    let initial = format!("{}{count}", initial(setting, seat));
    piece(setting, seat, Sign::Disc, initial, format!("{} of {who}", warriors(count)))
}

fn flag(setting: &Setting, seat: u8) -> Piece {
    piece(setting, seat, Sign::Flag, initial(setting, seat), format!("flag of {}", setting.seat(seat)))
}

fn piece(setting: &Setting, seat: u8, sign: Sign, initial: String, name: String) -> Piece {
    Piece { livery: livery(setting, seat), sign, initial, label: String::new(), name, is_lost: false }
}

/// Warriors who wait beside the board.
fn add_camps(setting: &Setting, public: &Public, scene: &mut Scene) {
    for (seat, horde_of) in (0u8..).zip(&public.hordes) {
        let Some(camp) = &horde_of.camp else { continue };
        let piece = horde(setting, seat, camp.warriors);
        add_camp(setting, scene, camp.edge, &camp.at, Some(piece));
    }
}

/// The camp outside a wall, made where there is none yet; its name.
fn add_camp(setting: &Setting, scene: &mut Scene, edge: Edge, at: &str, piece: Option<Piece>) -> String {
    let name = format!("camp at {at}, {}", edge.word());
    if scene.place(&name).is_none()
        && let Some(wall) = setting.data.board.wall(at)
    {
        let ((x, y), _) = wall_at(setting, wall);
        let out = (3 * GAP + WALL.0 + SIDE_CAMP.0 / 2, 3 * GAP + WALL.1 + CAMP.1 / 2);
        let centre = on_edge(edge, if is_level(edge) { x } else { y }, out);
        let (wide, high) = if is_level(edge) { CAMP } else { SIDE_CAMP };
        let shape = Shape::Box(wide, high);
        scene
            .places
            .push(Place { head: "camp".to_owned(), ..Place::new(&*name, centre, shape, Ground::Clear) });
    }
    if let Some(place) = scene.place_mut(&name) {
        place.pieces.extend(piece);
    }
    name
}

/// Gives the city the room at its sides where nobody waits there.
fn widen(scene: &mut Scene) {
    let is_beside = |place: &Place| place.shape == Shape::Box(SIDE_CAMP.0, SIDE_CAMP.1);
    if scene.places.iter().any(is_beside) {
        return;
    }
    let wider = |x: i32| x * 8 / 7;
    for place in &mut scene.places {
        place.centre.0 = wider(place.centre.0);
        if let Shape::Box(wide, high) = place.shape {
            place.shape = Shape::Box(wider(wide), high);
        }
    }
}

fn key(setting: &Setting, public: &Public) -> Vec<(Piece, String)> {
    let seats = (0..public.hordes.len() as u8).map(|seat| {
        let sample = piece(setting, seat, Sign::Disc, initial(setting, seat), setting.seat(seat).to_owned());
        (sample, setting.seat(seat).to_owned())
    });
    let mut key: Vec<(Piece, String)> = seats.collect();
    let has_flags = public.spaces.values().any(|space| space.controller.is_some() && space.warriors == 0);
    if let (true, Some((sample, _))) = (has_flags, key.first().cloned()) {
        key.push((Piece { sign: Sign::Flag, ..sample }, "flag without warriors".to_owned()));
    }
    key
}

fn notes(setting: &Setting, public: &Public) -> Vec<String> {
    let players = (0u8..).zip(&public.hordes).map(|(seat, horde)| {
        let (all, _) = points(setting, public, seat);
        let out = if horde.out.is_some() { ", out of the game" } else { "" };
        format!("{} {all}{out}", setting.seat(seat))
    });
    let players: Vec<String> = players.collect();
    vec![
        "The figure in a disc is how many warriors there are; 3/1/2 is defence, loot and points of a space."
            .to_owned(),
        format!("Points: {}.", players.join(", ")),
    ]
}

/// Whose each space was before the events.
fn owners(public: &Public, events: &[Event]) -> BTreeMap<String, u8> {
    let held = public.spaces.iter().filter_map(|(id, space)| Some((id.clone(), space.controller?)));
    let mut owners: BTreeMap<String, u8> = held.collect();
    for event in events.iter().rev() {
        if let Event::Captured { at, from, .. } = event {
            match from {
                Some(seat) => owners.insert(at.clone(), *seat),
                None => owners.remove(at),
            };
        }
    }
    owners
}

/// Whose turn it was when the step began.
fn first_mover(public: &Public, events: &[Event]) -> Option<u8> {
    let named = events.iter().find_map(|event| match event {
        Event::Moved { seat, .. }
        | Event::Reinforced { seat, .. }
        | Event::Captured { seat, .. }
        | Event::TurnBegan { seat, .. }
        | Event::TurnEnded { seat } => Some(*seat),
        _ => None,
    });
    named.or(public.mover)
}

/// Events being shown one after the other.
struct Replay<'a> {
    setting: &'a Setting,
    mover: Option<u8>,
    /// Whose the spaces were that were fought for; nobody loses warriors on one that was nobody's.
    owners: BTreeMap<String, u8>,
    scene: Scene,
}

impl Replay<'_> {
    fn show(&mut self, event: &Event) {
        match event {
            Event::TurnBegan { seat, .. } => self.mover = Some(*seat),
            Event::Moved { seat, from, via, to, count } => {
                self.add_arrow(*seat, ArrowKind::Move, [Some(from), via.as_ref(), Some(to)], *count);
            }
            Event::Retreated { seat, from, to, count } => {
                self.add_arrow(*seat, ArrowKind::Retreat, [Some(from), None, Some(to)], *count);
            }
            Event::Fought { at, totals, loser, .. } => self.show_round(at, *totals, *loser),
            Event::Captured { seat, at, .. } => {
                let told = format!("{} captured {at}", self.setting.seat(*seat));
                self.add_capture(at, told);
            }
            Event::WarriorsLost { seat, at, count, .. } => self.lose(*seat, at, *count),
            _ => {}
        }
    }

    fn add_arrow(&mut self, seat: u8, kind: ArrowKind, way: [Option<&String>; 3], count: u8) {
        let to = way[2].cloned().unwrap_or_default();
        let path = way
            .into_iter()
            .flatten()
            .map(|place| if is_camp(place) { self.camp_of(seat, &to) } else { place.clone() });
        let path: Vec<String> = path.collect();
        let did = kind.word();
        self.scene.arrows.push(Arrow {
            livery: livery(self.setting, seat),
            kind,
            name: format!("{} of {} {did} {}", warriors(count), self.setting.seat(seat), path.join(" to ")),
            path,
            label: count.to_string(),
        });
    }

    /// The camp that a seat's warriors come from: where some still wait, else beside the wall that they came to.
    fn camp_of(&mut self, seat: u8, to: &str) -> String {
        let own = self.setting.seat(seat);
        let waits = |place: &&Place| {
            place.head == "camp" && place.pieces.iter().any(|piece| piece.name.ends_with(own))
        };
        if let Some(place) = self.scene.places.iter().find(waits) {
            return place.name.clone();
        }
        let edge = self.setting.data.board.wall(to).and_then(|wall| wall.edges.first().copied());
        edge.map_or_else(String::new, |edge| add_camp(self.setting, &mut self.scene, edge, to, None))
    }

    fn show_round(&mut self, at: &str, (attack, defence): (u8, u8), loser: Option<Side>) {
        let told = format!("fought, {attack} against {defence}");
        self.add_mark(at, MarkKind::Fought, &format!("{attack}:{defence}"), told);
        let seat = match loser {
            Some(Side::Attacker) => self.mover,
            Some(Side::Defender) => self.owners.get(at).copied(),
            None => None,
        };
        if let Some(seat) = seat {
            self.lose(seat, at, 1);
        }
    }

    /// Whose a place is now, its frame tells: where it was fought for, the mark of the fight is enough.
    fn add_capture(&mut self, at: &str, told: String) {
        let fought = self.scene.place_mut(at).and_then(|place| place.marks.first_mut());
        match fought {
            Some(mark) => mark.name = format!("{}, {told}", mark.name),
            None => self.add_mark(at, MarkKind::Taken, "won", told),
        }
    }

    fn lose(&mut self, seat: u8, at: &str, count: u8) {
        let who = initial(self.setting, seat);
        let told = format!("{} lost {} in {at}", self.setting.seat(seat), warriors(count));
        self.add_mark(at, MarkKind::Lost, &format!("{who}-{count}"), told);
    }

    /// Adds a mark to a place; a later one of its kind and side takes the place of an earlier, and losses add up.
    fn add_mark(&mut self, at: &str, kind: MarkKind, text: &str, name: String) {
        let Some(place) = self.scene.place_mut(at) else { return };
        let split = |text: &str| {
            text.split_once('-').and_then(|(who, n)| Some((who.to_owned(), n.parse::<u16>().ok()?)))
        };
        let is_alike = |mark: &&mut Mark| match (split(&mark.text), split(text)) {
            (Some((one, _)), Some((other, _))) => one == other,
            (None, None) => mark.kind == kind,
            _ => false,
        };
        let Some(mark) = place.marks.iter_mut().find(is_alike) else {
            place.marks.push(Mark { kind, text: text.to_owned(), name });
            return;
        };
        mark.text = match (split(&mark.text), split(text)) {
            (Some((who, before)), Some((_, more))) => format!("{who}-{}", before + more),
            _ => text.to_owned(),
        };
        mark.name = format!("{}, {name}", mark.name);
    }
}
