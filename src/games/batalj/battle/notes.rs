//! Comments for a blank turn file: what can be done, a line each.

use super::area::{Area, Side};
use super::field::Field;
use super::narrate::pieces;
use super::orders::Order;
use super::sequence::Decision;
use super::{AnyOrder, Public, Setting, cards, deployment, legal, muster};
use crate::kernel::note::Note;
use crate::kernel::text::join;

/// Comments for a blank turn file.
pub fn notes(setting: &Setting, public: &Public, field: &Field, decision: Decision, family: u8) -> Vec<Note> {
    match decision {
        Decision::Muster => muster_notes(setting, public, family),
        Decision::Deployment => deployment_notes(setting, field),
        Decision::Round => round_notes(setting, public, field, family),
        Decision::Regrouping => regrouping_notes(setting, public, field, family),
        Decision::Cards => card_notes(setting, public, family),
    }
}

fn comments(lines: Vec<String>) -> Vec<Note> {
    lines.into_iter().map(Note::Text).collect()
}

/// A card with what it brings, such as `uppland (3 soldiers)`.
fn card(setting: &Setting, id: &str) -> String {
    let brings = match (setting.data.fief(id), setting.data.military(id)) {
        (Some(fief), _) => pieces(fief.troops, 0),
        (_, Some(military)) => match military.strength {
            Some(strength) => format!("artillery of strength {strength}"),
            None => format!("{:?}", military.piece).to_lowercase().replace("fieldmarshal", "field marshal"),
        },
        _ => String::new(),
    };
    format!("{id} ({brings})")
}

fn muster_notes(setting: &Setting, public: &Public, family: u8) -> Vec<Note> {
    if !muster::can_take_part(public, family) {
        return vec![Note::text("You hold no Fief card, so you cannot take part:"), Note::order("pass")];
    }
    let mut lines = vec!["Your cards:".to_owned()];
    lines.extend(muster::all(public, family).iter().map(|id| card(setting, id)));
    lines.push("Take part with all, or with some of them and a Fief card, or pass:".to_owned());
    let mut notes = comments(lines);
    notes.push(Note::order("muster all"));
    notes
}

fn deployment_notes(setting: &Setting, field: &Field) -> Vec<Note> {
    let mut lines = vec!["The cards that take part:".to_owned()];
    lines.extend(deployment::cards(field).iter().map(|id| card(setting, id)));
    lines.push("One Fief card each in left, centre, right, if one stays in reserve.".to_owned());
    let mut notes = comments(lines);
    notes.extend(Note::one_way(deployment::default_lines(setting, field)));
    notes
}

/// What stands in each area, a line each.
pub fn areas(field: &Field) -> Vec<String> {
    let line = |area: &Area| {
        let side = field.holder(*area)?;
        let army = field.army(side);
        let who = if side == Side::Sweden { "Sweden" } else { "enemy" };
        Some(format!("{area}: {who} {}", pieces(army.soldiers(*area), army.marshals(*area))))
    };
    Area::ALL.iter().filter_map(line).collect()
}

fn round_notes(setting: &Setting, public: &Public, field: &Field, family: u8) -> Vec<Note> {
    let mut lines = areas(field);
    lines.extend(hand(setting, public, family));
    lines.push("Preferences: bombard, their losses, our losses AREA,AREA; keep marshals.".to_owned());
    lines.push("Regrouping: move fief | move 2 soldiers | move marshal FROM→TO [if ...].".to_owned());
    let mut notes = comments(lines);
    notes.extend(Note::one_way(legal::defaults(setting, public, field, Decision::Round, family)));
    notes
}

fn regrouping_notes(setting: &Setting, public: &Public, field: &Field, family: u8) -> Vec<Note> {
    let mut lines = areas(field);
    lines.push("Moves that can be made now:".to_owned());
    let moves = legal::next(setting, public, field, Decision::Regrouping, family, &[]);
    let is_move = |o: &&AnyOrder| matches!(o, AnyOrder::Battle(Order::Move(_)));
    let mut notes = comments(lines);
    notes.extend(moves.iter().filter(is_move).map(Note::order));
    notes.extend(comments(hand(setting, public, family)));
    notes
}

fn card_notes(setting: &Setting, public: &Public, family: u8) -> Vec<Note> {
    let mut lines = hand(setting, public, family);
    lines.push("Play one by play CARD [on SECTION] [before attack]; nobody waits for it.".to_owned());
    comments(lines)
}

/// The Event cards that a family may play.
fn hand(setting: &Setting, public: &Public, family: u8) -> Vec<String> {
    let cards: Vec<&str> = cards::playable(setting, public, family).map(|(id, _)| id).collect();
    if cards.is_empty() { Vec::new() } else { vec![format!("Event cards: {}", join(&cards, ", "))] }
}
