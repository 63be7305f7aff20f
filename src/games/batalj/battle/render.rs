//! The battlefield as part of a report.

use super::area::{Area, Side};
use super::field::{Field, Stage};
use super::narrate::pieces;
use super::{Public, Setting};
use crate::kernel::report::Doc;
use crate::kernel::text::join;

/// What the picture of the battlefield leaves out: Reserves with their artillery, Fief cards, command.
pub fn render(setting: &Setting, public: &Public, field: &Field, doc: &mut Doc) {
    if field.round == 0 && field.stage != Stage::Over {
        doc.items(musters(setting, public, field));
        return;
    }
    doc.items(remarks(setting, field));
}

fn musters(setting: &Setting, public: &Public, field: &Field) -> Vec<String> {
    let lines = (0u8..).zip(&setting.families).map(|(place, _)| {
        let cards = &field.mustered[usize::from(place)];
        let names: Vec<&str> = cards.iter().map(|c| setting.data.name(c)).collect();
        match (field.answered[usize::from(place)], cards.is_empty()) {
            (false, _) if public.family(place).conceded => {
                format!("{} has given the game up.", setting.name(place))
            }
            (false, _) => format!("{} has yet to say whether it takes part.", setting.name(place)),
            (true, true) => format!("{} stays away.", setting.name(place)),
            (true, false) => format!("{} takes part with {}.", setting.name(place), join(&names, ", ")),
        }
    });
    lines.collect()
}

fn remarks(setting: &Setting, field: &Field) -> Vec<String> {
    let reserve = |side: Side| {
        let (army, at) = (field.army(side), side.reserve());
        let text = pieces(army.soldiers(at), army.marshals(at));
        if text.is_empty() { "nobody".to_owned() } else { text }
    };
    let guns = match field.artillery.as_slice() {
        [] => String::new(),
        strengths => format!("; artillery of strength {}", join(strengths, ", ")),
    };
    let cannon = match field.enemy_cannon {
        0 => String::new(),
        n => format!("; {n} cannon"),
    };
    let mut remarks = vec![
        format!("Enemy's Reserve: {}{cannon}.", reserve(Side::Enemy)),
        format!("Sweden's Reserve: {}{guns}.", reserve(Side::Sweden)),
    ];
    let fiefs: Vec<String> = Area::ALL
        .into_iter()
        .filter_map(|a| Some(format!("{} in {a}", setting.data.name(field.fiefs[a as usize].as_ref()?))))
        .chain(field.resting_fiefs.iter().map(|f| format!("{} in reserve", setting.data.name(f))))
        .collect();
    if !fiefs.is_empty() {
        remarks.push(format!("Fief cards: {}.", fiefs.join(", ")));
    }
    if field.stage != Stage::Over {
        remarks.push(format!("Round {}: {} commands.", field.round, setting.name(field.commander)));
    }
    for (counts, card) in
        [(field.has_steel, "Svenska stålet biter"), (field.has_tactics, "Överlägsen taktiker")]
    {
        if counts {
            remarks.push(format!("{card} counts this round."));
        }
    }
    if field.quiet_rounds > 0 {
        remarks.push(format!("Rounds in a row without a loss: {}.", field.quiet_rounds));
    }
    remarks
}
