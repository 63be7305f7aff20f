//! A game of Battle in words and pictures.

use super::combat;
use super::data::{Faction, SideKind, Terrain};
use super::event::{Event, Outcome};
use super::ground::Place;
use super::sequence::Decision;
use super::setting::Setting;
use super::state::{Public, Stage, faction, name};
use super::{movement, set_up, victory};
use crate::kernel::board::hex::Hex;
use crate::kernel::game::Why;
use crate::kernel::picture::{
    Arrow, Cell, Ground as PictureGround, Mark, Picture, Side, SideKind as PictureSide, Token,
};
use crate::kernel::report::Doc;
use crate::kernel::seat::Seat;
use std::collections::BTreeMap;

fn list<T: ToString>(items: &[T], glue: &str) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join(glue)
}

/// A unit in words, such as `red infantry in 0505`.
fn unit_in(setting: &Setting, public: &Public, hex: Hex) -> String {
    match public.place(hex).and_then(|p| public.unit(p)) {
        Some(unit) => format!("{} {} in {hex}", name(unit.faction), setting.unit(unit.kind).id),
        None => format!("nobody in {hex}"),
    }
}

/// An event as sentences; `public` is the position before it.
pub fn narrate(setting: &Setting, public: &Public, event: &Event) -> Vec<String> {
    let one = |text: String| vec![text];
    match event {
        Event::ArmyChosen { by, army } => one(format!("{} chooses the {army} army.", name(*by))),
        Event::Bought { by, units, points } => {
            let items: Vec<String> = units.iter().map(|(n, unit)| format!("{n} {unit}")).collect();
            let what = if items.is_empty() { "nothing".to_owned() } else { items.join(", ") };
            one(format!("{} buys {what} for {points} points.", name(*by)))
        }
        Event::Deployed { by, units } => units
            .iter()
            .map(|(unit, hexes)| format!("{} places {unit} in {}.", name(*by), list(hexes, ", ")))
            .collect(),
        Event::Began { turn, faction } => one(format!("Turn {turn}: {} is to move.", name(*faction))),
        Event::Clocked { by, sent, used } => {
            one(format!("{}'s clock at {sent}: {} used in all.", name(*by), crate::kernel::time::Span(*used)))
        }
        Event::MovedTooLate { by, after } => one(format!(
            "{}'s turn file came {} after the one before: nothing moves.",
            name(*by),
            crate::kernel::time::Span(*after)
        )),
        Event::Voided { order, why } => one(format!("{order} cannot be carried out: {why}.")),
        Event::StalemateCalled { by } => one(format!("{} calls stalemate.", name(*by))),
        Event::StalemateBroken => one("A loss ends the count towards stalemate.".to_owned()),
        Event::Moved { paths } => paths.iter().map(|path| narrate_move(setting, public, path)).collect(),
        Event::Fought { at, by, attack, defence, outcome } => {
            one(narrate_combat(setting, public, *at, by, (*attack, *defence), *outcome))
        }
        Event::Advanced { from, to } => one(format!("{} advances to {to}.", unit_in(setting, public, *from))),
        Event::Passed { by } => one(format!("{} passes.", name(*by))),
        Event::Ended { winner, reason } => one(match winner {
            Some(winner) => format!("{} wins: {reason}.", name(*winner)),
            None => format!("The game is drawn: {reason}."),
        }),
    }
}

fn narrate_move(setting: &Setting, public: &Public, path: &[Hex]) -> String {
    let unit = path.first().and_then(|h| public.place(*h)).and_then(|p| public.unit(p));
    let who = unit.map_or("unit".to_owned(), |u| format!("{} {}", name(u.faction), setting.unit(u.kind).id));
    let far = unit.is_some_and(|u| path.len() > 1 + usize::from(setting.unit(u.kind).movement.normal));
    format!("{} {}{}.", who, list(path, "→"), if far { " (strategic)" } else { "" })
}

fn narrate_combat(
    setting: &Setting,
    public: &Public,
    at: Hex,
    by: &[Hex],
    (attack, defence): (u16, u16),
    outcome: Outcome,
) -> String {
    let attackers: Vec<String> = by.iter().map(|h| unit_in(setting, public, *h)).collect();
    let defender = unit_in(setting, public, at);
    let verb = if attackers.len() == 1 { "attacks" } else { "attack" };
    let result = match outcome {
        Outcome::DefenderEliminated => "the defender is eliminated",
        Outcome::NoEffect => "no effect",
        Outcome::AttackersEliminated => "the attack fails and all attackers are eliminated",
    };
    format!("{} {verb} {defender}, {attack} against {defence}: {result}.", attackers.join(" and "))
}

/// The rules and facts behind an event; `public` is the position before it.
pub fn why(setting: &Setting, public: &Public, event: &Event) -> Vec<Why> {
    match event {
        Event::Moved { paths } => paths.iter().filter_map(|path| why_move(setting, public, path)).collect(),
        Event::Fought { at, by, .. } => why_combat(setting, public, *at, by),
        Event::Advanced { to, .. } => {
            vec![Why { rule: "§7", fact: format!("{to} was vacated by the attack") }]
        }
        Event::StalemateBroken | Event::StalemateCalled { .. } => {
            vec![Why { rule: "§3.1", fact: "ten more turns without a loss make a draw".to_owned() }]
        }
        Event::MovedTooLate { .. } | Event::Voided { .. } => {
            vec![Why {
                rule: "§4.4",
                fact: "movement lines of a late turn file are void, combat lines stand".to_owned(),
            }]
        }
        Event::Ended { .. } => vec![Why { rule: "§3.1", fact: "the game is over".to_owned() }],
        _ => Vec::new(),
    }
}

fn why_move(setting: &Setting, public: &Public, path: &[Hex]) -> Option<Why> {
    let from = path.first()?;
    let unit = public.unit(public.place(*from)?)?;
    let kind = setting.unit(unit.kind);
    let (steps, allowance) = (path.len() - 1, kind.movement);
    let fact = if steps > usize::from(allowance.normal) {
        return Some(Why {
            rule: "§5.3",
            fact: format!(
                "{} from {from} moves {steps} of {} hexes and may not attack",
                kind.id, allowance.strategic
            ),
        });
    } else {
        format!("{} from {from} moves {steps} of {}", kind.id, hexes(allowance.normal))
    };
    Some(Why { rule: "§5", fact })
}

fn hexes(count: u8) -> String {
    if count == 1 { "1 hex".to_owned() } else { format!("{count} hexes") }
}

fn why_combat(setting: &Setting, public: &Public, at: Hex, by: &[Hex]) -> Vec<Why> {
    let units: Vec<Place> = by.iter().filter_map(|h| public.place(*h)).collect();
    let Some(combat) = public.place(at).and_then(|t| combat::reckon(setting, public, &units, t)) else {
        return Vec::new();
    };
    let forces = combat.attackers.iter().chain([&combat.defender]);
    let mut why: Vec<Why> = forces.flat_map(|force| force.why(setting)).collect();
    let is_headquarters = setting.unit(combat.defender.unit.kind).is_headquarters();
    why.push(if is_headquarters {
        Why { rule: "§2.2", fact: "a headquarters falls to any attack".to_owned() }
    } else {
        Why { rule: "§6.2", fact: format!("{} against {}", combat.attack(), combat.defender.strength) }
    });
    why
}

/// The position as the body of a report.
pub fn render(setting: &Setting, public: &Public) -> Doc {
    let mut doc = Doc::new();
    let head = ["", "units", "lost", "where they stand"];
    let rows = Faction::BOTH.map(|f| {
        let lost = set_up::counted(setting, &public.lost[f as usize]);
        vec![
            name(f).to_owned(),
            public.places_of(f).count().saturating_sub(1).to_string(),
            if lost.is_empty() { "none".to_owned() } else { lost.join(", ") },
            whereabouts(setting, public, f),
        ]
    });
    doc.table(head, rows.to_vec());
    doc.items(remarks(setting, public));
    doc
}

/// Where a faction's units stand, by type.
fn whereabouts(setting: &Setting, public: &Public, faction: Faction) -> String {
    let mut by_kind: BTreeMap<u8, Vec<String>> = BTreeMap::new();
    for place in public.places_of(faction).iter() {
        if let Some(unit) = public.unit(place) {
            by_kind.entry(unit.kind).or_default().push(setting.ground.hex(place).to_string());
        }
    }
    let kinds = by_kind.iter().map(|(kind, hexes)| format!("{} {}", setting.unit(*kind).id, hexes.join(" ")));
    kinds.collect::<Vec<_>>().join("; ")
}

/// What the options add to a position.
fn remarks(setting: &Setting, public: &Public) -> Vec<String> {
    let mut remarks = Vec::new();
    for faction in Faction::BOTH {
        let left = set_up::counted(setting, &public.reserve[faction as usize]);
        if !left.is_empty() {
            remarks.push(format!("{} has yet to place {}.", name(faction), left.join(", ")));
        }
    }
    if let Some(call) = public.stalemate {
        remarks.push(format!(
            "{} called stalemate in turn {}: a draw after turn {} without a loss.",
            name(call.by),
            call.turn,
            call.turn + 10
        ));
    }
    if let Some(turns) = setting.rules.victory_points {
        let cost = |f| victory::cost_of_losses(setting, public, f);
        remarks.push(format!(
            "Losses: red {}, blue {} points; {turns} turns are played.",
            cost(Faction::Red),
            cost(Faction::Blue)
        ));
    }
    if let Some(limit) = setting.rules.timed_game {
        let used = |f: Faction| crate::kernel::time::Span(public.used[f as usize]);
        remarks.push(format!(
            "Time used: red {}, blue {} of {limit} each.",
            used(Faction::Red),
            used(Faction::Blue)
        ));
    }
    remarks
}

/// The board with some events shown on it.
pub fn picture(setting: &Setting, public: &Public, events: &[Event]) -> Picture {
    let marks = marks(events);
    let ground = &setting.ground;
    let cells = ground.hexes.iter().enumerate().map(|(i, hex)| Cell {
        name: hex.to_string(),
        column: hex.column,
        row: hex.row,
        ground: picture_ground(ground.terrain[i]),
        token: public.units[i].map(|unit| token(setting, unit.faction, unit.kind)),
        mark: marks.get(hex).copied(),
    });
    let title = match public.stage {
        Stage::SubTurn => format!("Turn {}, {} to move", public.turn, name(public.faction)),
        Stage::Over => format!("Turn {}, the game is over", public.turn),
        _ => "Set-up".to_owned(),
    };
    Picture {
        title,
        cells: cells.collect(),
        sides: sides(setting),
        arrows: arrows(events),
        legend: legend(setting),
    }
}

fn picture_ground(terrain: Terrain) -> PictureGround {
    match terrain {
        Terrain::Clear => PictureGround::Clear,
        Terrain::Hills => PictureGround::Hills,
        Terrain::Woods => PictureGround::Woods,
        Terrain::Town => PictureGround::Town,
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

fn arrows(events: &[Event]) -> Vec<Arrow> {
    let mut mover = Faction::Red;
    let mut arrows = Vec::new();
    for event in events {
        let paths: Vec<Vec<Hex>> = match event {
            Event::Moved { paths } => paths.clone(),
            Event::Advanced { from, to } => vec![vec![*from, *to]],
            _ => continue,
        };
        // A step holds one sub-turn or several in turn; the next one to begin tells whose this was.
        if let Some(Event::Began { faction, .. }) =
            events.iter().skip_while(|e| *e != event).find(|e| matches!(e, Event::Began { .. }))
        {
            mover = faction.other();
        }
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
    vec!["~ river, = bridge; R- red, B- blue; * fought, + lost".to_owned(), units.join(", ")]
}

/// Comments for a blank turn file.
pub fn notes(setting: &Setting, public: &Public, seat: Seat, decision: Decision) -> Vec<String> {
    let faction = faction(seat);
    match decision {
        Decision::Army => {
            let armies: Vec<&str> = setting.card.armies.iter().map(|a| a.id.as_str()).collect();
            vec!["# Choose one army:".to_owned(), format!("# army {}", armies.join(" | "))]
        }
        Decision::Purchase => purchase_notes(setting),
        Decision::Deployment => deployment_notes(setting, public, faction),
        Decision::SubTurn => sub_turn_notes(setting, public, faction),
    }
}

fn purchase_notes(setting: &Setting) -> Vec<String> {
    let points = setting.rules.buying_armies.unwrap_or(0);
    let mut notes = vec![format!("# Buy an army for {points} points, or pass:")];
    for (unit, counters) in
        setting.card.units.iter().zip(&setting.counters).filter(|(u, _)| !u.is_headquarters())
    {
        notes.push(format!(
            "# buy N {}: {} points each, {counters} counters",
            unit.id,
            unit.cost.unwrap_or(0)
        ));
    }
    notes
}

fn deployment_notes(setting: &Setting, public: &Public, faction: Faction) -> Vec<String> {
    let left = &public.reserve[faction as usize];
    let zone: Vec<String> = set_up::open_places(setting, public, faction, 0)
        .or(setting.ground.zone[faction as usize])
        .iter()
        .map(|p| setting.ground.hex(p).to_string())
        .collect();
    let mut notes = vec![
        format!("# Place {} behind your set-up line:", set_up::counted(setting, left).join(", ")),
        format!("# {}", zone.join(" ")),
        "# One way to do it; take the # away or change it:".to_owned(),
    ];
    let placements =
        set_up::fit(setting, public, faction, left, super::ground::Set::EMPTY).unwrap_or_default();
    notes.extend(set_up::deploy_lines(setting, &placements).iter().map(|order| format!("# {order}")));
    notes
}

fn sub_turn_notes(setting: &Setting, public: &Public, faction: Faction) -> Vec<String> {
    let mut notes = vec![format!("# Turn {}. What each unit may do:", public.turn)];
    let finder = movement::Finder::new(setting, public, faction);
    for place in public.places_of(faction).iter() {
        let Some(unit) = public.unit(place) else { continue };
        let kind = setting.unit(unit.kind);
        if kind.is_headquarters() {
            continue;
        }
        let (plain, all) = finder.reach(place, unit.kind);
        let hexes = |set: super::ground::Set| {
            set.iter().map(|p| setting.ground.hex(p).to_string()).collect::<Vec<_>>().join(" ")
        };
        let far = all.without(plain);
        let mut note = format!("# {} {} → {}", setting.ground.hex(place), kind.id, hexes(plain));
        if !far.is_empty() {
            note.push_str(&format!("; without attacking {}", hexes(far)));
        }
        let targets = combat::targets(setting, public, place, faction);
        if !targets.is_empty() {
            note.push_str(&format!("; x {}", hexes(targets)));
        }
        notes.push(note);
    }
    notes.push("# Moves, then attacks, one a line, or pass:".to_owned());
    notes
}
