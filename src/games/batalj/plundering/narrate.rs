//! What happened on an expedition, in words, and what a plunderer may do.

use super::event::Event;
use super::map::{Face, Kind, Map};
use super::orders::Order as Line;
use super::plan::Plan;
use super::state::{Expedition, Fate, Party, Plundering, worth};
use super::{Decision, Public, Setting};
use crate::kernel::game::Sentence;
use crate::kernel::note::Note;
use crate::kernel::picture::scene::Ground;
use crate::kernel::picture::{Arrow, Cell, Mark, Picture, Symbol, Token};
use crate::kernel::report::Doc;

const PROCEEDS: &str = "How the plundering proceeds";
const RETURNING: &str = "Returning with the loot";
const RULES: &str = "Rules for plundering";
const END: &str = "End of the plundering expedition";

/// An event as sentences; `public` is the position before it.
pub fn narrate(setting: &Setting, public: &Public, event: &Event) -> Vec<Sentence> {
    let map = &setting.map;
    let name = |family: &u8| setting.name(*family);
    let sentence = match event {
        Event::ExpeditionCalled => Sentence::because(
            "Whoever wishes may set out to plunder; all families say so now.".to_owned(),
            RULES,
            "all who take part announce it after the Regent card is drawn",
        ),
        Event::Announced { family, from: Some(port) } => Sentence::because(
            format!("{} sets out to plunder from {}.", name(family), map.name(port)),
            RULES,
            "a plunderer begins in Lübeck or Stettin, at his choice",
        ),
        Event::Announced { family, from: None } => Sentence::because(
            format!("{} stays at home.", name(family)),
            RULES,
            "those who do not plunder wait for their turn until it is finished",
        ),
        Event::SetOut { parties, tiles, .. } => {
            let order: Vec<&str> = parties.iter().map(|(family, _)| setting.name(*family)).collect();
            Sentence::because(
                format!("Riksgälden places {} tiles. Order of play: {}.", tiles.len(), order.join(", ")),
                RULES,
                "one tile on every city circle, as far as the bag reaches",
            )
        }
        Event::MoveCame { .. } => return Vec::new(),
        Event::Planned { family, plan } => Sentence::because(
            format!("{} goes on from turn to turn: {}.", name(family), plan_in_words(map, plan)),
            PROCEEDS,
            "a plan stands until it says nothing more",
        ),
        Event::PlanEnded { family } => Sentence::because(
            format!("{}'s plan has come to its end.", name(family)),
            PROCEEDS,
            "it says nothing more, or leads nowhere",
        ),
        Event::DieCast { family, die } => Sentence::because(
            format!("{} rolls {die} and is asked.", name(family)),
            PROCEEDS,
            "he wants to see the die first",
        ),
        Event::Marched { family, die, path } => narrate_march(setting, public, *family, *die, path),
        Event::Waited { family } => Sentence::because(
            format!("{} stays where it is.", name(family)),
            PROCEEDS,
            "he may move fewer steps than the die shows",
        ),
        Event::TurnedUp { family, city, tile } => narrate_tile(setting, public, *family, city, tile),
        Event::CameHome { family, port } => narrate_home(setting, public, *family, port),
        Event::Disbanded { family } => Sentence::because(
            format!("{}'s plundering is over; what it had goes back into the bag.", name(family)),
            PROCEEDS,
            "it has given the game up",
        ),
        Event::ExpeditionEnded => Sentence::because(
            "The plundering is over.".to_owned(),
            END,
            "all plunderers have returned or been eliminated",
        ),
    };
    vec![sentence]
}

fn party(public: &Public, family: u8) -> Option<&Party> {
    public.plundering.as_ref()?.expedition.as_ref()?.party(family)
}

fn narrate_march(setting: &Setting, public: &Public, family: u8, die: u8, path: &[String]) -> Sentence {
    let map = &setting.map;
    let name = setting.name(family);
    let from = party(public, family).map_or("", |party| party.at.as_str());
    let expedition = public.plundering.as_ref().and_then(|p| p.expedition.as_ref());
    // Who has asked has been told the die.
    let is_told = expedition.is_some_and(|e| e.mover == family && e.die.is_some());
    let rolls = |and: &str| if is_told { String::new() } else { format!(" rolls {die}{and}") };
    if path.is_empty() {
        let fact = "another plunderer stands where he could stop, or the plan leads nowhere";
        return Sentence::because(
            format!("{name}{} stays in {}.", rolls(" and"), map.name(from)),
            PROCEEDS,
            fact,
        );
    }
    let way: Vec<&str> =
        std::iter::once(from).chain(path.iter().map(String::as_str)).map(|id| map.name(id)).collect();
    let fact = format!("{} of {die} steps", path.len());
    Sentence::because(format!("{name}{}: {}.", rolls(""), way.join("→")), PROCEEDS, fact)
}

/// What a tile shows, in words.
fn face(face: Option<Face>) -> String {
    match face {
        Some(Face::Loot(value)) => format!("loot worth {value} gold"),
        Some(Face::Treasure(value)) => format!("a Cultural Treasure worth {value} AP"),
        Some(Face::Troops) | None => "Imperial troops".to_owned(),
    }
}

fn narrate_tile(setting: &Setting, public: &Public, family: u8, city: &str, tile: &str) -> Sentence {
    let map = &setting.map;
    let shown = map.face(tile);
    let text = format!("{} turns up the tile in {}: {}", setting.name(family), map.name(city), face(shown));
    if shown != Some(Face::Troops) {
        return Sentence::because(
            format!("{text}."),
            PROCEEDS,
            format!("tile {tile} lies in front of it until it is home"),
        );
    }
    let lost = party(public, family).map_or_else(String::new, |party| match party.taken.as_slice() {
        [] => "it had nothing to lose".to_owned(),
        taken => format!("{} and the tile go back into the bag", haul(map, taken)),
    });
    Sentence::because(
        format!("{text}. Its army is destroyed; {lost}."),
        PROCEEDS,
        format!("tile {tile} is an ambush"),
    )
}

/// What tiles are worth, in words.
pub fn haul(map: &Map, tiles: &[String]) -> String {
    match worth(map, tiles) {
        (0, 0) => "nothing".to_owned(),
        (gold, 0) => format!("{gold} gold"),
        (0, ap) => format!("{ap} AP"),
        (gold, ap) => format!("{gold} gold and {ap} AP"),
    }
}

fn narrate_home(setting: &Setting, public: &Public, family: u8, port: &str) -> Sentence {
    let taken = party(public, family).map_or(&[][..], |party| &party.taken);
    let (name, haul) = (setting.name(family), haul(&setting.map, taken));
    Sentence::because(
        format!("{name} is home in {} with {haul}.", setting.map.name(port)),
        RETURNING,
        "what comes back to Lübeck or Stettin is kept for the rest of the game",
    )
}

/// A plan in words.
pub fn plan_in_words(map: &Map, plan: &Plan) -> String {
    let mut parts = Vec::new();
    if !plan.route.is_empty() {
        let route: Vec<&str> = plan.route.iter().map(|id| map.name(id)).collect();
        parts.push(format!("to {}", route.join("→")));
    }
    let stops: Vec<&str> =
        plan.turn_up.iter().filter(|c| plan.route.contains(c)).map(|id| map.name(id)).collect();
    if !stops.is_empty() {
        parts.push(format!("turning up {}", stops.join(", ")));
    }
    for home in &plan.returns {
        let port = home.to.as_deref().map_or("the nearest start square", |id| map.name(id));
        parts.push(match home.when {
            Some((measure, least)) => format!("home to {port} when {measure} reaches {least}"),
            None => format!("then home to {port}"),
        });
    }
    parts.join("; ")
}

/// The position as part of a report's body.
pub fn render(setting: &Setting, public: &Public, doc: &mut Doc) {
    let Some(plundering) = &public.plundering else { return };
    if let Some(expedition) = &plundering.expedition {
        doc.heading(2, format!("Plundering, turn {}", expedition.turn));
        let rows = expedition.parties.iter().map(|party| row(setting, expedition, party)).collect();
        doc.table(["", "stands in", "has", "plan"], rows);
        let tiles: Vec<&str> = expedition.tiles.iter().map(|id| setting.map.name(id)).collect();
        if !tiles.is_empty() {
            doc.paragraph(format!("Tiles lie face down in {}.", tiles.join(", ")));
        }
    }
    let kept: Vec<String> = (0u8..)
        .zip(&plundering.kept)
        .filter(|(_, tiles)| !tiles.is_empty())
        .map(|(family, tiles)| format!("{} {}", setting.name(family), haul(&setting.map, tiles)))
        .collect();
    if !kept.is_empty() {
        doc.paragraph(format!("Brought home: {}.", kept.join("; ")));
    }
}

fn row(setting: &Setting, expedition: &Expedition, party: &Party) -> Vec<String> {
    let map = &setting.map;
    let is_mover = expedition.mover == party.family && party.fate == Fate::Out;
    let stands = match party.fate {
        Fate::Out => map.name(&party.at).to_owned(),
        Fate::Home => "home".to_owned(),
        Fate::Lost => "lost".to_owned(),
    };
    vec![
        format!("{}{}", setting.name(party.family), if is_mover { " *" } else { "" }),
        stands,
        haul(map, &party.taken),
        party.plan.as_ref().map_or_else(String::new, |plan| plan_in_words(map, plan)),
    ]
}

/// Comments for a blank turn file.
pub fn notes(setting: &Setting, public: &Public, family: u8, decision: Decision) -> Vec<Note> {
    let map = &setting.map;
    if decision == Decision::Announcement {
        let mut notes =
            vec![Note::text("Plundering: set out from one of the start squares, or pass to stay at home:")];
        notes.extend(
            map.of_kind(Kind::Port).map(|port| Note::order(format!("plunder from {}", map.id(port)))),
        );
        notes.push(Note::order("pass"));
        return notes;
    }
    let expedition = public.plundering.as_ref().and_then(|p| p.expedition.as_ref());
    let Some((expedition, party)) = expedition.and_then(|e| Some((e, e.party(family)?))) else {
        return Vec::new();
    };
    let Some(here) = map.place(&party.at) else { return Vec::new() };
    let mut notes =
        vec![Note::text(format!("You stand in {} with {}.", map.name(&party.at), haul(map, &party.taken)))];
    notes.push(Note::Text(match expedition.die {
        Some(die) => format!("The die shows {die}: you move at most so many steps."),
        None => "The die is rolled when this is adjudicated; write ask to see it first.".to_owned(),
    }));
    let mut tiles: Vec<(u8, &str)> = expedition
        .tiles
        .iter()
        .filter_map(|id| Some((map.steps(here, map.place(id)?), id.as_str())))
        .filter(|(steps, _)| *steps > 0)
        .collect();
    tiles.sort_unstable();
    let tiles: Vec<String> = tiles.iter().map(|(steps, id)| format!("{id} {steps}")).collect();
    notes.push(Note::text(format!("Tiles, by steps: {}", tiles.join(", "))));
    let ports: Vec<String> = map
        .of_kind(Kind::Port)
        .filter(|port| map.steps(here, *port) > 0)
        .map(|port| format!("{} {}", map.id(port), map.steps(here, port)))
        .collect();
    notes.push(Note::text(format!("Start squares, by steps: {}", ports.join(", "))));
    if let Some(plan) = party.standing(map) {
        notes.push(Note::Text(format!(
            "Your plan stands: {}. This line alone keeps it:",
            plan_in_words(map, plan)
        )));
        notes.push(Note::order("carry on"));
    }
    notes.push(Note::text("A plan, one line each of what you want, or pass to stay where you are."));
    notes.extend(map.of_kind(Kind::Port).next().map(|port| {
        let port = map.id(port);
        Note::text(format!(
            "return to {port} when loot reaches 10; carry on keeps to the plan, turn after turn."
        ))
    }));
    let tiles = expedition.tiles.iter().filter(|id| map.place(id).is_some_and(|p| map.steps(here, p) > 0));
    let nearest = tiles.min_by_key(|id| map.place(id).map_or(255, |p| map.steps(here, p)));
    notes.extend(match nearest {
        Some(city) => Note::one_way([Line::Route(vec![city.clone()]), Line::TurnUp(Vec::new())]),
        None => Note::one_way(["return"]),
    });
    notes
}

/// The Plundering map; linked places touch.
pub fn picture(setting: &Setting, public: &Public, before: Option<&Public>, events: &[&Event]) -> Picture {
    let map = &setting.map;
    let expedition = public.plundering.as_ref().and_then(|p| p.expedition.as_ref());
    let cells = map.all().map(|place| {
        let id = map.id(place);
        let [column, row] = map.cell(place);
        let is_point = map.kind(place) == Kind::Point;
        Cell {
            name: short(map.title(place)),
            column,
            row,
            ground: if is_point { Ground::Clear } else { Ground::Town },
            token: expedition.and_then(|e| token(setting, e, id)),
            mark: mark(map, events, id),
        }
    });
    let arrows = events.iter().filter_map(|event| arrow(setting, public, event)).collect();
    Picture {
        scene: Box::new(super::drawing::scene(setting, public, before, events)),
        title: expedition.map_or_else(String::new, |e| format!("Plundering, turn {}", e.turn)),
        map: String::new(),
        cells: cells.collect(),
        sides: Vec::new(),
        arrows,
        legend: legend(setting, expedition),
    }
}

/// Four letters are all that a cell has room for.
fn short(title: &str) -> String {
    title.chars().take(4).collect()
}

/// Who stands in a place, or the tile there.
fn token(setting: &Setting, expedition: &Expedition, id: &str) -> Option<Token> {
    let is_here = |party: &&Party| party.at == id;
    if let Some(party) = expedition.under_way().find(is_here) {
        let name = setting.name(party.family);
        return Some(Token {
            side: setting.families[usize::from(party.family)].clone(),
            short: name.chars().take(3).collect(),
            name: name.to_owned(),
            symbol: Symbol::Diagonal,
        });
    }
    expedition.has_tile(id).then(|| Token {
        side: "tile".to_owned(),
        short: "?".to_owned(),
        name: "tile face down".to_owned(),
        symbol: Symbol::Unknown,
    })
}

fn mark(map: &Map, events: &[&Event], id: &str) -> Option<Mark> {
    events.iter().rev().find_map(|event| match event {
        Event::TurnedUp { city, tile, .. } if city == id => {
            Some(if map.face(tile) == Some(Face::Troops) { Mark::Lost } else { Mark::Fought })
        }
        _ => None,
    })
}

fn arrow(setting: &Setting, _public: &Public, event: &Event) -> Option<Arrow> {
    let Event::Marched { family, path, .. } = event else { return None };
    let cells = path.iter().map(|id| short(setting.map.name(id)));
    Some(Arrow { side: setting.families[usize::from(*family)].clone(), path: cells.collect() })
}

fn legend(setting: &Setting, expedition: Option<&Expedition>) -> Vec<String> {
    let mut legend =
        vec!["Places that touch are a step apart. T-? tile face down; * turned up, + ambushed".to_owned()];
    let towns = setting.map.all().filter(|place| setting.map.kind(*place) != Kind::Point);
    let names: Vec<String> =
        towns.map(|p| format!("{} {}", short(setting.map.title(p)), setting.map.title(p))).collect();
    legend.push(names.join(", "));
    if let Some(expedition) = expedition {
        let out: Vec<String> = expedition
            .under_way()
            .map(|party| format!("{} in {}", setting.name(party.family), setting.map.name(&party.at)))
            .collect();
        legend.push(out.join(", "));
    }
    legend
}

/// What must hold and does not.
pub fn broken(map: &Map, plundering: &Plundering) -> Vec<String> {
    let mut broken = Vec::new();
    let mut all: Vec<&String> = plundering.bag.iter().chain(plundering.kept.iter().flatten()).collect();
    if let Some(expedition) = &plundering.expedition {
        all.extend(expedition.parties.iter().flat_map(|party| &party.taken));
        if expedition.tiles.len() > expedition.unseen(&plundering.bag).count() {
            broken.push("more tiles lie on the map than there are unseen".to_owned());
        }
        if !expedition.tiles.is_sorted_by(|a, b| a < b) {
            broken.push("the tiles on the map are not in order".to_owned());
        }
        let is_point = |party: &&Party| map.place(&party.at).is_some_and(|p| map.kind(p) != Kind::Port);
        let mut stands: Vec<&str> = expedition.under_way().filter(is_point).map(|p| p.at.as_str()).collect();
        stands.sort_unstable();
        broken.extend(
            stands
                .windows(2)
                .filter(|pair| pair[0] == pair[1])
                .map(|pair| format!("two plunderers stand in {}", pair[0])),
        );
        if expedition.party(expedition.mover).is_none_or(|party| party.fate != Fate::Out) {
            broken.push("whose move it is, is not under way".to_owned());
        }
    }
    all.sort_unstable();
    if !all.iter().map(|id| id.as_str()).eq(map.tiles()) {
        broken.push("the Plundering tiles are not all there once".to_owned());
    }
    if !plundering.bag.is_sorted_by(|a, b| a < b) {
        broken.push("the bag is not in order".to_owned());
    }
    broken
}
