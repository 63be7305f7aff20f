//! What happened in a game of Battle, in words.

use super::combat;
use super::event::{Event, Outcome};
use super::faction::name;
use super::ground::Place;
use super::setting::Setting;
use super::state::{Public, Unit};
use crate::kernel::board::hex::Hex;
use crate::kernel::game::{Sentence, Why};
use crate::kernel::text::join;
use crate::kernel::time::Span;

/// A unit in words, such as `red infantry in 0505`.
fn unit_in(setting: &Setting, public: &Public, hex: Hex) -> String {
    match public.place(hex).and_then(|p| public.unit(p)) {
        Some(unit) => format!("{} in {hex}", called(setting, unit)),
        None => format!("nobody in {hex}"),
    }
}

/// A unit by its faction and type; of a hidden one only the faction is told.
fn called(setting: &Setting, unit: Unit) -> String {
    let kind = if unit.is_hidden() { "unit" } else { &setting.unit(unit.kind).id };
    format!("{} {kind}", name(unit.faction))
}

/// An event as sentences, each with what decided it; `public` is the position before it.
pub fn narrate(setting: &Setting, public: &Public, event: &Event) -> Vec<Sentence> {
    match event {
        Event::Deployed { by, units } => units
            .iter()
            .map(|(unit, hexes)| {
                Sentence::plain(format!("{} places {unit} in {}.", name(*by), join(hexes, ", ")))
            })
            .collect(),
        Event::Moved { paths } => paths.iter().map(|path| narrate_move(setting, public, path)).collect(),
        Event::Fought { at, by, attack, defence, outcome } => {
            let text = narrate_combat(setting, public, *at, by, (*attack, *defence), *outcome);
            vec![Sentence { text, why: why_combat(setting, public, *at, by) }]
        }
        other => vec![narrate_one(setting, public, other)],
    }
}

/// An event that is told in one sentence.
fn narrate_one(setting: &Setting, public: &Public, event: &Event) -> Sentence {
    match event {
        Event::ArmyChosen { by, army } => Sentence::plain(format!("{} chooses the {army} army.", name(*by))),
        Event::Bought { by, units, points } => {
            let items: Vec<String> = units.iter().map(|(n, unit)| format!("{n} {unit}")).collect();
            let what = if items.is_empty() { "nothing".to_owned() } else { items.join(", ") };
            Sentence::plain(format!("{} buys {what} for {points} points.", name(*by)))
        }
        Event::Recruited { by } => Sentence::plain(format!("{} buys an army in secret.", name(*by))),
        Event::Placed { by, hexes } if hexes.is_empty() => {
            Sentence::plain(format!("{} has bought no units, and places none.", name(*by)))
        }
        Event::Placed { by, hexes } => {
            Sentence::plain(format!("{} places units in {}.", name(*by), join(hexes, ", ")))
        }
        Event::Revealed { at, unit, by } => {
            let who = public.place(*at).and_then(|p| public.unit(p)).map_or("", |u| name(u.faction));
            let fact = "a unit is revealed for good when an enemy comes within two hexes of it";
            Sentence::because(
                format!("{who} {unit} in {at} is revealed: an enemy was in {by}."),
                "§4.4",
                fact,
            )
        }
        Event::Halted { by } => Sentence::because(
            format!("{} stops moving and orders the rest anew.", name(*by)),
            "§4.4",
            "it was to stop when something is revealed",
        ),
        Event::TilesPlaced { by, headquarters, tiles } => {
            let tiles: Vec<String> = tiles
                .iter()
                .map(|(kind, hexes)| format!("{} in {}", kind.name(), join(hexes, ", ")))
                .collect();
            let who = name(*by);
            Sentence::plain(format!("{who} places its headquarters in {headquarters}; {}.", tiles.join("; ")))
        }
        Event::Began { turn, faction } => {
            Sentence::plain(format!("Turn {turn}: {} is to move.", name(*faction)))
        }
        Event::Clocked { by, sent, used } => {
            Sentence::plain(format!("{}'s clock at {sent}: {} used in all.", name(*by), Span(*used)))
        }
        Event::MovedTooLate { by, after } => Sentence::because(
            format!("{}'s turn file came {} after the one before: nothing moves.", name(*by), Span(*after)),
            "§4.4",
            "movement lines of a late turn file are void, combat lines stand",
        ),
        Event::Voided { order, why } => Sentence::because(
            format!("{order} cannot be carried out: {why}."),
            "§4.4",
            "combat lines of a late turn file stand only as far as they are possible without the moves",
        ),
        Event::StalemateCalled { by } => Sentence::because(
            format!("{} calls stalemate.", name(*by)),
            "§3.1",
            "ten more turns without a loss make a draw",
        ),
        Event::StalemateBroken => Sentence::because(
            "A loss ends the count towards stalemate.".to_owned(),
            "§3.1",
            "stalemate is a draw only if no unit is eliminated",
        ),
        Event::Advanced { from, to } => Sentence::because(
            format!("{} advances to {to}.", unit_in(setting, public, *from)),
            "§7",
            "it attacked and eliminated the unit that stood there",
        ),
        Event::Passed { by } => Sentence::plain(format!("{} passes.", name(*by))),
        Event::Ended { winner, reason } => Sentence::because(
            match winner {
                Some(winner) => format!("{} wins: {reason}.", name(*winner)),
                None => format!("The game is drawn: {reason}."),
            },
            "§3.1",
            reason,
        ),
        Event::Deployed { .. } | Event::Moved { .. } | Event::Fought { .. } => Sentence::plain(String::new()),
    }
}

fn narrate_move(setting: &Setting, public: &Public, path: &[Hex]) -> Sentence {
    let way = join(path, "→");
    let Some(unit) = path.first().and_then(|h| public.place(*h)).and_then(|p| public.unit(p)) else {
        return Sentence::plain(format!("{way}."));
    };
    let who = called(setting, unit);
    if unit.is_hidden() {
        return Sentence::plain(format!("{who} {way}."));
    }
    let before = public.place(path[0]).and_then(|p| public.marches.get(&p)).map_or(0, |m| m.steps);
    let (kind, steps) = (setting.unit(unit.kind), usize::from(before) + path.len() - 1);
    if steps > usize::from(kind.movement.normal) {
        let fact = format!("strategic movement: {steps} of {} hexes, and no attack", kind.movement.strategic);
        return Sentence::because(format!("{who} {way} (strategic)."), "§5.3", fact);
    }
    Sentence::because(format!("{who} {way}."), "§5", format!("{steps} of {}", hexes(kind.movement.normal)))
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
