//! Events of Batalj in one line each.

use super::told;
use crate::rules::run::list;
use adjutant::games::batalj::battle::area::{Area, Side};
use adjutant::games::batalj::battle::event::{Event as Battle, Loss};
use adjutant::games::batalj::battle::field::{Outcome, Piece};
use adjutant::games::batalj::event::{Event, Table};

/// An event of the game in one line, with the families by their names.
pub fn show(families: &[String], event: &Event) -> String {
    match event {
        Event::Battle(event) => battle(families, event),
        Event::Plundering(event) => told::raid(families, event),
        Event::Court(event) => told::court(families, event),
        Event::Table(event) => table(families, event),
    }
}

/// A family's name by its place at the table.
fn name(families: &[String], place: u8) -> &str {
    families.get(usize::from(place)).map_or("nobody", String::as_str)
}

fn table(families: &[String], event: &Table) -> String {
    let name = |place: &u8| name(families, *place);
    match event {
        Table::Withdrew { family } => format!("withdrew {}", name(family)),
        Table::Ended { to_the_enemy: true, reason, .. } => format!("ended the enemy wins: {reason}"),
        Table::Ended { winners, reason, .. } if winners.is_empty() => format!("ended drawn: {reason}"),
        Table::Ended { winners, reason, .. } => {
            let winners: Vec<&str> = winners.iter().map(name).collect();
            format!("ended {} wins: {reason}", list(&winners, ","))
        }
    }
}

fn battle(families: &[String], event: &Battle) -> String {
    let name = |place: &u8| name(families, *place);
    match event {
        Battle::Mustered { family, cards } => format!("mustered {} {}", name(family), cards.join(",")),
        Battle::StayedAway { family } => format!("stayed-away {}", name(family)),
        Battle::TookCommand { family } => format!("took-command {}", name(family)),
        Battle::Deployed { placed } => format!("deployed {}", laid(placed)),
        Battle::EnemyFormed { cards } => format!("enemy-formed {}", laid(cards)),
        Battle::RoundBegan { round, family } => format!("round-began {round} {}", name(family)),
        Battle::CardPlayed { family, card, on } => {
            format!(
                "card-played {} {card}{}",
                name(family),
                on.map_or(String::new(), |area| format!(" on {area}"))
            )
        }
        Battle::Bombarded { side, piece, strength, rolled, loss } => {
            let loss: Vec<String> = loss.iter().copied().map(lost).collect();
            format!(
                "bombarded {} {piece} rolled {} of {strength}{}",
                side.id(),
                list(rolled, ","),
                told(&loss)
            )
        }
        Battle::Attacked { side, from, strength, rolled, losses, retreated } => {
            let losses: Vec<String> = losses.iter().copied().map(lost).collect();
            let rolled = list(rolled, ",");
            let back = if *retreated > 0 { format!(", {retreated} back") } else { String::new() };
            format!("attacked {} {from} rolled {rolled} of {strength}{back}{}", side.id(), told(&losses))
        }
        Battle::Moved { side, piece, count, from, to } => moved(*side, *piece, *count, *from, *to),
        Battle::Skipped { order, why } => format!("skipped {order}: {why}"),
        Battle::FellShort { order, moved, of, why } => format!("fell-short {order}: {moved} of {of}: {why}"),
        Battle::DieDecided { piece, among, rolled } => {
            let kind = format!("{piece:?}").to_lowercase();
            format!("die-decided {kind} {rolled} of {}", list(among, ","))
        }
        Battle::RegroupingLeftOpen => "regrouping-left-open".to_owned(),
        Battle::Regrouped => "regrouped".to_owned(),
        Battle::BattleEnded { outcome, reason } => {
            let outcome = match outcome {
                Outcome::Sweden => "sweden wins",
                Outcome::Enemy => "the enemy wins",
                Outcome::Draw => "drawn",
                Outcome::NotFought => "not fought",
            };
            format!("battle-ended {outcome}: {reason}")
        }
    }
}

/// Cards and where they lie.
fn laid(cards: &[(String, Area)]) -> String {
    list(&cards.iter().map(|(card, area)| format!("{card} {area}")).collect::<Vec<_>>(), "; ")
}

/// What was lost, behind a colon; nothing if nothing was.
fn told(losses: &[String]) -> String {
    if losses.is_empty() { String::new() } else { format!(": {}", losses.join("; ")) }
}

fn lost(loss: Loss) -> String {
    let soldiers = (loss.soldiers > 0).then(|| counted(loss.soldiers, "soldier"));
    let marshals = (loss.marshals > 0).then(|| counted(loss.marshals, "marshal"));
    let both: Vec<String> = soldiers.into_iter().chain(marshals).collect();
    format!("{} {}", loss.at, both.join(", "))
}

fn counted(count: u8, one: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") }
}

fn moved(side: Side, piece: Piece, count: u8, from: Area, to: Area) -> String {
    let what = match piece {
        Piece::Fief => "fief".to_owned(),
        Piece::Soldier => counted(count, "soldier"),
        Piece::Marshal => counted(count, "marshal"),
    };
    format!("moved {} {what} {from}→{to}", side.id())
}
