//! What happened in a game of Battue, in words, with the chapter and the figures that decided.

use super::Battue;
use super::event::{Cause, Event, Side, Use};
use super::setting::Setting;
use super::state::{Out, figures};
use crate::kernel::game::{Sentence, View, Why};

/// An event as sentences; `view` is the position before it.
pub fn narrate(view: &View<Battue>, event: &Event) -> Vec<Sentence> {
    let Some(text) = text(view, event) else { return Vec::new() };
    vec![Sentence { text, why: why(view, event).into_iter().collect() }]
}

fn text(view: &View<Battue>, event: &Event) -> Option<String> {
    let setting = view.setting;
    let name = |seat: u8| setting.seat(seat);
    let text = match event {
        Event::FirstPlayerDrawn { seat } => format!("{} plays first.", name(*seat)),
        Event::Camped { seat, edge, at, warriors } => format!(
            "{} of {} wait on the {} edge next to {}.",
            warriors_of(*warriors),
            name(*seat),
            edge.word(),
            place(setting, at)
        ),
        Event::SpecialLaid { seat: Some(seat), at } => {
            format!("{} lays a special tile on {at}.", name(*seat))
        }
        Event::SpecialLaid { seat: None, at } => format!("A special tile is laid on {at} by lot."),
        Event::TurnBegan { turn, seat } => format!("Turn {turn} is {}'s.", name(*seat)),
        Event::StandingChanged { seat, has: true } => {
            format!("{} has standing answers to attacks.", name(*seat))
        }
        Event::StandingChanged { seat, has: false } => {
            format!("{} will be asked when attacked.", name(*seat))
        }
        Event::StandingKept { .. } | Event::Planned { .. } | Event::ReactionKept { .. } => return None,
        Event::CardPlayed { .. } => played(setting, event),
        Event::Reinforced { seat, at, gained, .. } => {
            let who = warriors_of(*gained);
            format!(
                "{} calls at {}, and {who} {} the horde.",
                name(*seat),
                place(setting, at),
                joins(*gained)
            )
        }
        Event::Moved { seat, from, via, to, count } => {
            let via = via.as_ref().map_or(String::new(), |via| format!(" over {}", place(setting, via)));
            let (from, to) = (place(setting, from), place(setting, to));
            format!("{} moves {} from {from}{via} to {to}.", name(*seat), warriors_of(*count))
        }
        Event::TileRevealed { at, tile } => format!("On {at} lies {}.", setting.data.name(tile)),
        Event::EventDrawn { seat, card, to_chest, .. } => {
            let chest = if *to_chest { ", which goes into the war chest" } else { "" };
            format!("{} meets with an event: {}{chest}.", name(*seat), setting.data.name(card))
        }
        Event::BattleBegan { at, defender, .. } => {
            format!("The battle for {} begins; {} defends.", place(setting, at), name(*defender))
        }
        Event::ReactionAsked { seat } => format!("{} is asked for an answer.", name(*seat)),
        Event::ReactionGiven { seat } if view.public.plays(*seat) => format!("{} has answered.", name(*seat)),
        Event::ReactionGiven { seat } => format!("{} can answer no more.", name(*seat)),
        Event::Fought { .. } => fought(view, event),
        Event::Retreated { seat, from, to, count } => {
            let (from, to) = (place(setting, from), place(setting, to));
            format!("{} retreats with {} from {from} to {to}.", name(*seat), warriors_of(*count))
        }
        Event::Captured { seat, at, from } => {
            let from = from.map_or(String::new(), |other| format!(" from {}", name(other)));
            format!("{} takes {}{from}.", name(*seat), place(setting, at))
        }
        Event::BattleEnded { at } => format!("The attack on {} is over.", place(setting, at)),
        Event::FlagTakenUp { seat, at } => {
            format!("{} gives {} up: there is no other flag.", name(*seat), place(setting, at))
        }
        _ => return Some(of_cards(setting, event)),
    };
    Some(text)
}

/// Cards and warriors that come and go, and who leaves.
fn of_cards(setting: &Setting, event: &Event) -> String {
    let name = |seat: u8| setting.seat(seat);
    let names =
        |cards: &[String]| cards.iter().map(|id| setting.data.name(id)).collect::<Vec<_>>().join(", ");
    match event {
        Event::LootDrawn { seat, count, cause } => {
            let cards = if *count == 1 { "a loot card".to_owned() } else { format!("{count} loot cards") };
            format!("{} draws {cards}{}.", name(*seat), by(setting, cause))
        }
        Event::LootTaken { seat, cards } => format!("{} now holds {}.", name(*seat), names(cards)),
        Event::CardStolen { seat, from } => {
            format!("{} takes a card of {}'s hand.", name(*seat), name(*from))
        }
        Event::LootLost { seat, cards } => format!("{} has lost {}.", name(*seat), names(cards)),
        Event::Discarded { seat, cards, cause, .. } => {
            format!("{} discards {}{}.", name(*seat), names(cards), by(setting, cause))
        }
        Event::Reshuffled { .. } => "The discarded loot cards form a new pile.".to_owned(),
        Event::WarriorsGained { seat, at, count, cause } => format!(
            "{} {} {}'s horde at {}{}.",
            warriors_of(*count),
            joins(*count),
            name(*seat),
            place(setting, at),
            by(setting, cause)
        ),
        Event::WarriorsLost { seat, at, count, cause } => format!(
            "{} loses {} at {}{}.",
            name(*seat),
            warriors_of(*count),
            place(setting, at),
            by(setting, cause)
        ),
        Event::TurnEnded { seat } => format!("{}'s turn is over.", name(*seat)),
        Event::Fell { seat, out: Out::Eliminated, .. } => {
            format!("{} has no warriors left and is out of the game.", name(*seat))
        }
        Event::Fell { seat, out: Out::Withdrew, .. } => format!("{} leaves the game.", name(*seat)),
        Event::Ended { winners, reason } => {
            let names: Vec<&str> = winners.iter().map(|seat| name(*seat)).collect();
            match names.as_slice() {
                [] => format!("The game is drawn: {reason}."),
                [name] => format!("{name} is Khan of the Golden Horde: {reason}."),
                names => format!("{} share the victory: {reason}.", names.join(" and ")),
            }
        }
        _ => String::new(),
    }
}

fn played(setting: &Setting, event: &Event) -> String {
    let Event::CardPlayed { seat, card, r#use, at, against } = event else { return String::new() };
    let (who, card) = (setting.seat(*seat), setting.data.name(card));
    let at = at.as_ref().map_or(String::new(), |at| format!(" at {}", place(setting, at)));
    let against = against.map_or(String::new(), |other| format!(" against {}", setting.seat(other)));
    match r#use {
        Use::Turn => format!("{who} plays {card}{at}{against}."),
        Use::Attack => format!("{who} plays {card} for the attack{at}."),
        Use::Defence => format!("{who} plays {card} for the defence{at}."),
        Use::Chest => format!("{who} puts {card} into the war chest."),
    }
}

fn fought(view: &View<Battue>, event: &Event) -> String {
    let Event::Fought { at, round, totals: (attack, defence), loser, .. } = event else {
        return String::new();
    };
    let setting = view.setting;
    let at = place(setting, at);
    let start = format!("Round {round} at {at}: {attack} against {defence}");
    let (attacker, defender) = match (view.public.mover, &view.public.battle) {
        (Some(mover), Some(battle)) => (setting.seat(mover), setting.seat(battle.defender)),
        _ => ("the attacker", "the defender"),
    };
    match loser {
        Some(Side::Attacker) => format!("{start}; {attacker} loses a warrior."),
        Some(Side::Defender) => format!("{start}; {defender} loses a warrior."),
        None if attack > defence => format!("{start}; {attacker} wins."),
        None => format!("{start}; {attacker} fails, but loses no warrior."),
    }
}

/// The chapter and the figures that decided.
fn why(view: &View<Battue>, event: &Event) -> Option<Why> {
    let because = |rule: &'static str, fact: String| Some(Why { rule, fact });
    match event {
        Event::Fought { at, attack, attack_dice, defence, defence_dice, .. } => {
            let space = view.public.space(at);
            let tile = figures(&view.setting.data, view.public, at).map_or(0, |(tile, _, _)| tile);
            let fact = format!(
                "attack {attack} with {} warriors, dice {}; defence {defence} with {} warriors on a tile of {tile}, dice {}",
                space.attackers,
                list(attack_dice),
                space.warriors,
                list(defence_dice)
            );
            because("Battles", fact)
        }
        Event::Reinforced { die, .. } => because("Start of Turn", format!("the die shows {die}")),
        Event::TileRevealed { tile, .. } => {
            let tile = view.setting.data.tile(tile)?;
            let extra = [(tile.warrior, ", a warrior"), (tile.event, ", an event")];
            let extra: String = extra.iter().filter(|(has, _)| *has).map(|(_, text)| *text).collect();
            let fact = format!("defence {}, loot {}, points {}{extra}", tile.defence, tile.loot, tile.vp);
            because("Main Turn", fact)
        }
        Event::CardPlayed { card, .. } => {
            let card = view.setting.data.loot(card)?;
            because("Loot Cards", super::render::effect(card))
        }
        Event::EventDrawn { card, .. } => {
            let card = view.setting.data.event(card)?;
            because("Event Cards", super::render::happening(card))
        }
        Event::Captured { from: Some(_), .. } => {
            because("Winning the Battle", "what another player held has been looted already".to_owned())
        }
        Event::Discarded { cause: Cause::Limit, .. } => {
            let most = view.setting.data.forces.forces.hand;
            because("Loot Cards", format!("a hand holds {most} cards at the end of the turn"))
        }
        _ => None,
    }
}

fn list(dice: &[u8]) -> String {
    dice.iter().map(ToString::to_string).collect::<Vec<_>>().join("+")
}

/// A space within a sentence.
pub fn place(setting: &Setting, id: &str) -> String {
    let name = setting.space_name(id);
    if setting.data.board.wall(id).is_some() {
        let mut chars = name.chars();
        let first = chars.next().map(|c| c.to_ascii_lowercase()).unwrap_or_default();
        format!("the {first}{}", chars.as_str())
    } else {
        name.to_owned()
    }
}

fn warriors_of(count: u8) -> String {
    match count {
        0 => "no warrior".to_owned(),
        1 => "1 warrior".to_owned(),
        _ => format!("{count} warriors"),
    }
}

fn joins(count: u8) -> &'static str {
    if count > 1 { "join" } else { "joins" }
}

fn by(setting: &Setting, cause: &Cause) -> String {
    match cause {
        Cause::Tile | Cause::Limit => String::new(),
        Cause::Card(id) | Cause::Event(id) => format!(" by {}", setting.data.name(id)),
    }
}
