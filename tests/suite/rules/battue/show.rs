//! Events of Battue in one line each.

use crate::rules::run::list;
use adjutant::games::battue::event::{Cause, Event, Side, Use};
use adjutant::games::battue::orders::Order;
use adjutant::games::battue::state::Out;

/// An event in one line: its kind, whose it is, and the rest in a fixed order.
pub fn show(seats: &[String], event: &Event) -> String {
    let s = |seat: &u8| seats.get(usize::from(*seat)).map_or("?", String::as_str);
    match event {
        Event::FirstPlayerDrawn { seat } => format!("first-player-drawn {}", s(seat)),
        Event::Camped { seat, edge, at, warriors } => {
            format!("camped {} {} {at} {warriors}", s(seat), edge.word())
        }
        Event::SpecialLaid { seat, at } => format!("special-laid {} {at}", seat.as_ref().map_or("lot", s)),
        Event::TurnBegan { turn, seat } => format!("turn-began {turn} {}", s(seat)),
        Event::StandingChanged { seat, has } => {
            format!("standing-changed {} {}", s(seat), if *has { "has" } else { "none" })
        }
        Event::StandingKept { seat, orders } => format!("standing-kept {} {}", s(seat), lines(orders)),
        Event::Planned { seat, orders } => format!("planned {} {}", s(seat), lines(orders)),
        Event::CardPlayed { seat, card, r#use, at, against } => {
            let at = at.as_ref().map_or(String::new(), |at| format!(" at {at}"));
            let against = against.as_ref().map_or(String::new(), |other| format!(" against {}", s(other)));
            format!("card-played {} {card} {}{at}{against}", s(seat), word(*r#use))
        }
        Event::Reinforced { seat, at, die, gained } => {
            format!("reinforced {} {at} {die}: {gained}", s(seat))
        }
        Event::Moved { seat, from, via, to, count } => {
            let via = via.as_ref().map_or(String::new(), |via| format!(" via {via}"));
            format!("moved {} {count} {from}{via} to {to}", s(seat))
        }
        Event::TileRevealed { at, tile } => format!("tile-revealed {at} {tile}"),
        Event::EventDrawn { seat, at, card, to_chest } => {
            format!("event-drawn {} {at} {card}{}", s(seat), if *to_chest { " to chest" } else { "" })
        }
        Event::BattleBegan { at, defender, shift } => {
            let shift = if *shift == 0 { String::new() } else { format!(" {shift:+}") };
            format!("battle-began {at} against {}{shift}", s(defender))
        }
        Event::ReactionAsked { seat } => format!("reaction-asked {}", s(seat)),
        Event::ReactionGiven { seat } => format!("reaction-given {}", s(seat)),
        Event::ReactionKept { seat, orders } => format!("reaction-kept {} {}", s(seat), lines(orders)),
        Event::Fought { at, round, attack, attack_dice, defence, defence_dice, totals, loser } => {
            let loser = match loser {
                Some(Side::Attacker) => "attacker loses",
                Some(Side::Defender) => "defender loses",
                None => "nobody loses",
            };
            format!(
                "fought {at} {round}: {attack}+{}={} {defence}+{}={} {loser}",
                list(attack_dice, "/"),
                totals.0,
                list(defence_dice, "/"),
                totals.1
            )
        }
        Event::Retreated { seat, from, to, count } => format!("retreated {} {count} {from} to {to}", s(seat)),
        Event::Captured { seat, at, from } => {
            let from = from.as_ref().map_or(String::new(), |other| format!(" from {}", s(other)));
            format!("captured {} {at}{from}", s(seat))
        }
        Event::BattleEnded { at } => format!("battle-ended {at}"),
        Event::FlagTakenUp { seat, at } => format!("flag-taken-up {} {at}", s(seat)),
        _ => of_cards(seats, event),
    }
}

fn of_cards(seats: &[String], event: &Event) -> String {
    let s = |seat: &u8| seats.get(usize::from(*seat)).map_or("?", String::as_str);
    match event {
        Event::LootDrawn { seat, count, cause } => format!("loot-drawn {} {count} {}", s(seat), by(cause)),
        Event::LootTaken { seat, cards } => format!("loot-taken {} {}", s(seat), cards.join(",")),
        Event::CardStolen { seat, from } => format!("card-stolen {} from {}", s(seat), s(from)),
        Event::LootLost { seat, cards } => format!("loot-lost {} {}", s(seat), cards.join(",")),
        Event::Discarded { seat, cards, cause, lots } => {
            format!("discarded {} {} {}, {lots} by lot", s(seat), cards.join(","), by(cause))
        }
        Event::Reshuffled { aside } => format!("reshuffled without {}", aside.as_deref().unwrap_or("any")),
        Event::WarriorsGained { seat, at, count, cause } => {
            format!("warriors-gained {} {count} {at} {}", s(seat), by(cause))
        }
        Event::WarriorsLost { seat, at, count, cause } => {
            format!("warriors-lost {} {count} {at} {}", s(seat), by(cause))
        }
        Event::TurnEnded { seat } => format!("turn-ended {}", s(seat)),
        Event::Fell { seat, out, hand } => {
            let out = if *out == Out::Eliminated { "eliminated" } else { "withdrew" };
            format!(
                "fell {} {out} {}",
                s(seat),
                if hand.is_empty() { "-".to_owned() } else { hand.join(",") }
            )
        }
        Event::Ended { winners, reason } => {
            let winners: Vec<&str> = winners.iter().map(s).collect();
            format!("ended {}: {reason}", winners.join(","))
        }
        other => format!("{other:?}"),
    }
}

fn lines(orders: &[Order]) -> String {
    if orders.is_empty() { "none".to_owned() } else { list(orders, "; ") }
}

fn word(r#use: Use) -> &'static str {
    match r#use {
        Use::Turn => "turn",
        Use::Attack => "attack",
        Use::Defence => "defence",
        Use::Chest => "chest",
    }
}

fn by(cause: &Cause) -> String {
    match cause {
        Cause::Tile => "tile".to_owned(),
        Cause::Card(id) | Cause::Event(id) => id.clone(),
        Cause::Limit => "limit".to_owned(),
    }
}
