//! Events of Battle in one line each.

use crate::rules::run::list;
use adjutant::games::battle::event::{Event, Outcome};
use adjutant::games::battle::faction::name;
use adjutant::kernel::board::hex::Hex;

/// An event of the game in one line.
pub fn show(event: &Event) -> String {
    match event {
        Event::ArmyChosen { by, army } => format!("army-chosen {} {army}", name(*by)),
        Event::Bought { by, units, points } => {
            let units: Vec<String> = units.iter().map(|(n, unit)| format!("{n} {unit}")).collect();
            format!("bought {} {} for {points}", name(*by), or_nothing(list(&units, ", ")))
        }
        Event::Recruited { by } => format!("recruited {}", name(*by)),
        Event::Placed { by, hexes } => format!("placed {} {}", name(*by), or_nothing(list(hexes, ","))),
        Event::Revealed { at, unit, by } => format!("revealed {at} {unit} by {by}"),
        Event::Halted { by } => format!("halted {}", name(*by)),
        Event::Deployed { by, units } => {
            let units: Vec<String> =
                units.iter().map(|(unit, hexes)| format!("{unit} {}", list(hexes, ","))).collect();
            format!("deployed {} {}", name(*by), or_nothing(list(&units, "; ")))
        }
        Event::TilesPlaced { by, headquarters, tiles } => {
            let tiles: Vec<String> =
                tiles.iter().map(|(kind, hexes)| format!("; {} {}", kind.name(), list(hexes, ","))).collect();
            format!("tiles-placed {} headquarters {headquarters}{}", name(*by), tiles.concat())
        }
        Event::Began { turn, faction } => format!("began {turn} {}", name(*faction)),
        Event::Clocked { by, sent, used } => format!("clocked {} {sent} used {used}", name(*by)),
        Event::MovedTooLate { by, after } => format!("moved-too-late {} after {after}", name(*by)),
        Event::Voided { order, why } => format!("voided {order}: {why}"),
        Event::StalemateCalled { by } => format!("stalemate-called {}", name(*by)),
        Event::StalemateBroken => "stalemate-broken".to_owned(),
        Event::Moved { paths } => {
            let ways: Vec<String> = paths.iter().map(|way| list(way, "→")).collect();
            format!("moved {}", list(&ways, "; "))
        }
        Event::Fought { at, by, attack, defence, outcome } => fought(*at, by, (*attack, *defence), *outcome),
        Event::Advanced { from, to } => format!("advanced {from}→{to}"),
        Event::Passed { by } => format!("passed {}", name(*by)),
        Event::Ended { winner: Some(winner), reason } => format!("ended {} wins: {reason}", name(*winner)),
        Event::Ended { winner: None, reason } => format!("ended drawn: {reason}"),
    }
}

fn or_nothing(list: String) -> String {
    if list.is_empty() { "nothing".to_owned() } else { list }
}

fn fought(at: Hex, by: &[Hex], (attack, defence): (u16, u16), outcome: Outcome) -> String {
    let outcome = match outcome {
        Outcome::DefenderEliminated => "defender eliminated",
        Outcome::NoEffect => "no effect",
        Outcome::AttackersEliminated => "attackers eliminated",
    };
    format!("fought {} x {at} {attack}:{defence} {outcome}", list(by, ","))
}
