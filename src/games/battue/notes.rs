//! Comments for a blank turn file: what each horde may do, and what is in hand.

use super::Battue;
use super::board::CAMP;
use super::orders::Order;
use super::orders::Reply;
use super::sequence::Decision;
use super::setting::Scenario;
use super::state::seen;
use crate::kernel::game::View;
use crate::kernel::note::Note;

/// Comments for a decision, one line each.
pub fn notes(view: &View<Battue>, decision: Decision, seat: u8) -> Vec<Note> {
    let mut lines = match decision {
        Decision::Setup => return setup(view),
        Decision::Turn => turn(view, seat),
        Decision::Reaction => reaction(view, seat),
        Decision::Standing => Vec::new(),
    };
    lines.extend(hand(view, seat));
    lines.extend(standing(view, seat));
    lines.into_iter().map(Note::Text).collect()
}

fn setup(view: &View<Battue>) -> Vec<Note> {
    let lead =
        "Your first warriors wait next to a gate, wall or tower; one player an edge. The most wanted first.";
    let mut notes = vec![Note::text(lead)];
    let mut sheet = vec!["start at gate-n,gate-e,wall-ssw"];
    if view.setting.scenario == Scenario::Laid {
        let spaces: Vec<&str> = view.setting.special_spaces().collect();
        notes.push(Note::text(format!("Special tiles fit {}. The most wanted first.", spaces.join(", "))));
        sheet.push("lay specials at f3,j5");
    }
    notes.extend(Note::one_way(sheet));
    notes
}

fn turn(view: &View<Battue>, seat: u8) -> Vec<String> {
    let mut lines = Vec::new();
    for (at, count) in view.public.hordes_of(seat) {
        let near: Vec<String> = if at == CAMP {
            view.public.horde(seat).camp.iter().map(|camp| camp.at.clone()).collect()
        } else {
            view.setting.data.board.links(&at).to_vec()
        };
        let near: Vec<String> = near.iter().map(|to| neighbour(view, seat, to)).collect();
        lines.push(format!("{count} at {at} may go to {}", near.join(", ")));
    }
    let reserve = view.public.reserve(view.setting, seat);
    lines.push(format!("{reserve} in reserve; reinforce at SPACE calls for one to three"));
    lines
}

/// A neighbouring space, with who holds it.
fn neighbour(view: &View<Battue>, seat: u8, id: &str) -> String {
    let space = view.public.space(id);
    match space.controller {
        Some(other) if other != seat => format!("{id} ({} {})", view.setting.seat(other), space.warriors),
        Some(_) => format!("{id} (yours)"),
        None => id.to_owned(),
    }
}

fn reaction(view: &View<Battue>, seat: u8) -> Vec<String> {
    let Some(battle) = &view.public.battle else { return Vec::new() };
    let space = view.public.space(&battle.at);
    let mut lines = vec![format!(
        "{} attackers on {}, {} warriors of yours, round {}",
        space.attackers, battle.at, space.warriors, battle.round
    )];
    if !battle.attack_cards.is_empty() {
        lines.push(format!("Played against you: {}", battle.attack_cards.join(", ")));
    }
    if space.warriors > 0 {
        let refuges = super::battles::refuges(view.setting, view.public, seat, &battle.at);
        if !refuges.is_empty() {
            lines.push(format!("You may retreat to {}", refuges.join(", ")));
        }
    }
    lines.push("Your answer holds to the end of this battle.".to_owned());
    lines
}

fn hand(view: &View<Battue>, seat: u8) -> Vec<String> {
    let hand = seen(view, seat).map(|secret| secret.hand.as_slice()).unwrap_or_default();
    let cards = hand.iter().filter_map(|id| view.setting.data.loot(id));
    cards.map(|card| format!("In hand: {}", super::render::card(card))).collect()
}

fn standing(view: &View<Battue>, seat: u8) -> Vec<String> {
    let orders = seen(view, seat).map(|secret| secret.standing.as_slice()).unwrap_or_default();
    let is_said = |order: &&Order| !matches!(order, Order::Standing(s) if s.answer == Reply::Ask);
    orders.iter().filter(is_said).map(|order| format!("Standing: {order}")).collect()
}
