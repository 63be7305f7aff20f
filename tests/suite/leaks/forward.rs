//! Twins played on: one step, as far as a seat may know it, and many, until what differs shows.

use super::compare::{Channel, Leak, same};
use super::{Secretive, dice, letter, letters, pending};
use crate::players::chance::Chance;
use adjutant::kernel::dice::{Dice, Roll};
use adjutant::kernel::game::Need;
use adjutant::kernel::module::{Letter, Played, Table, Telling};
use adjutant::kernel::orders::wrapper::RawLine;
use adjutant::kernel::play::Play;
use adjutant::kernel::seat::{Audience, Seat, Viewer};
use serde_json::Value;

/// Plays one step of both with orders that are legal in both and dice that fall alike. What a seat is told must be the
/// same up to the first event that may differ by the rules. `Some(true)` if the whole step was the same, none if there
/// are no such orders or dice.
///
/// Errors: the channel that tells more.
pub fn step_alike<G: Secretive>(
    pair: &[Play<G>; 2],
    tables: [&dyn Table; 2],
    seat: Seat,
    chance: &mut Chance,
) -> Result<Option<bool>, Leak> {
    let Some(letters) = common_letters(pair, seat, chance) else { return Ok(None) };
    let by_others = letters.iter().any(|l| l.seat != seat);
    let thrown = dice(chance.bits());
    let mut is_alike = true;
    for viewer in [Viewer::Seat(seat), Viewer::Public] {
        let telling = Telling::Sentences(viewer);
        let mut after = tables.map(Table::duplicate);
        let Ok(one) = after[0].play(&letters, thrown.clone(), telling) else { return Ok(None) };
        let Ok(other) = after[1].play(&letters, as_fallen(&one), telling) else { return Ok(None) };
        if !fell_alike(&one, &other) {
            return Ok(None);
        }
        let [a, b] = [&one, &other].map(|played| told(played, viewer));
        for (a, b) in a.iter().map(Some).chain([None]).zip(b.iter().map(Some).chain([None])) {
            if a.map(|t| &t.0) != b.map(|t| &t.0) {
                is_alike = false;
                let events = [a, b].into_iter().flatten().map(|t| &t.0);
                if events.into_iter().any(|event| G::may_differ(pair[0].state(), event, seat, by_others)) {
                    break;
                }
            }
            same(Channel::Events, a.map(|t| &t.0), b.map(|t| &t.0))?;
            same(Channel::Report, a.map(|t| &t.1), b.map(|t| &t.1))?;
        }
        if is_alike {
            same(Channel::Rolls, &one.rolls, &other.rolls)?;
            same(Channel::Report, one.kind, other.kind)?;
            same(Channel::Position, after[0].position(), after[1].position())?;
            same(Channel::Awaiting, after[0].awaiting(), after[1].awaiting())?;
            same(Channel::Facts, after[0].can_roll(), after[1].can_roll())?;
        }
    }
    Ok(Some(is_alike))
}

/// Orders of all that are awaited which are legal in both positions.
fn common_letters<G: Secretive>(pair: &[Play<G>; 2], seat: Seat, chance: &mut Chance) -> Option<Vec<Letter>> {
    let mut letters = Vec::new();
    for asked in pending(pair[0].state()) {
        if asked.need == Need::Optional && (asked.seat != seat || chance.is_in(1, 2)) {
            continue;
        }
        let sheets = (0..6).map(|i| G::sheet(pair[i % 2].state(), &asked, chance));
        let defaults = std::iter::once(pair[0].defaults(asked.seat));
        let lines = sheets.chain(defaults).find(|lines| {
            pair.iter().all(|play| {
                let numbered = lines.iter().enumerate();
                let body: Vec<RawLine> =
                    numbered.map(|(i, text)| RawLine { number: i + 1, text: text.clone() }).collect();
                let checked = play.check(asked.seat, &body, None);
                !checked.findings.iter().any(adjutant::kernel::orders::diagnostic::Diagnostic::is_error)
            })
        });
        letters.push(letter(asked.seat, lines?, false));
    }
    Some(letters)
}

/// Dice that fall as they have fallen.
fn as_fallen(played: &Played) -> Dice {
    let results = |roll: &Roll| match roll {
        Roll::Dice { results, .. } => results.iter().map(ToString::to_string).collect(),
        Roll::Drawn { result, .. } => vec![result.clone()],
    };
    let rolls = played.rolls.iter().chain(&played.hidden_rolls);
    Dice::told(rolls.map(|roll| (roll.label().to_owned(), results(roll))).collect())
}

/// Whether hidden draws of one label gave one result. A number stands for a place where no element bears it.
fn fell_alike(one: &Played, other: &Played) -> bool {
    let result = |roll: &Roll| match roll {
        Roll::Drawn { label, result, .. } => Some((label.clone(), result.clone())),
        Roll::Dice { .. } => None,
    };
    let others: Vec<(String, String)> = other.hidden_rolls.iter().filter_map(result).collect();
    let mut drawn = one.hidden_rolls.iter().filter_map(result);
    drawn.all(|(label, result)| others.iter().all(|(l, r)| *l != label || *r == result))
}

/// The events that a viewer may know, each as it is told.
fn told(played: &Played, viewer: Viewer) -> Vec<(Value, Vec<String>)> {
    let events = played.events.iter().zip(&played.audiences).enumerate();
    let known = events.filter(|(_, (_, audience))| audience.has(viewer));
    let words = |index: usize| {
        let own = played.told.iter().filter(move |t| t.index == index);
        own.map(|t| format!("{} {} {:?}", t.event, t.sentence, t.why)).collect()
    };
    known.map(|(i, (event, _))| (event.clone(), words(i))).collect()
}

/// Plays both on with the same orders and dice, whether the orders are legal or not, until public events differ. As
/// long as they do not, nothing else that is public does.
///
/// Errors: what is public differs, and the events do not say so.
pub fn is_telling<G: Secretive>(pair: &[Play<G>; 2], chance: &mut Chance) -> Result<bool, Leak> {
    let mut pair = pair.clone();
    for _ in 0..G::HORIZON {
        let letters = letters(pair[0].state(), true, chance);
        if letters.is_empty() {
            break;
        }
        let thrown = chance.bits();
        let [a, b] = [0, 1].map(|i| pair[i].play(&letters, dice(thrown), Telling::Events));
        let (Ok(a), Ok(b)) = (a, b) else { panic!("locked letters are always played: {letters:?}") };
        let public = |played: &Played| {
            let events = played.events.iter().zip(&played.audiences);
            events.filter(|(_, to)| **to == Audience::All).map(|(e, _)| e.clone()).collect::<Vec<_>>()
        };
        if public(&a) != public(&b) {
            return Ok(true);
        }
        same(Channel::Rolls, &a.rolls, &b.rolls)?;
        same(Channel::Position, pair[0].position(), pair[1].position())?;
        same(Channel::Awaiting, pair[0].awaiting(), pair[1].awaiting())?;
        same(Channel::Facts, pair[0].can_roll(), pair[1].can_roll())?;
    }
    Ok(false)
}
