//! A position of Batalj as the body of a report.

use super::event::Event;
use super::setting::Setting;
use super::state::Public;
use super::{battle, court, plundering};
use crate::kernel::picture::Picture;
use crate::kernel::report::Doc;

/// The position as the body of a report.
pub fn render(setting: &Setting, public: &Public) -> Doc {
    let mut doc = Doc::new();
    if let Some(field) = &public.battle {
        battle::render::render(setting, public, field, &mut doc);
    }
    plundering::narrate::render(setting, public, &mut doc);
    match public.court {
        Some(_) => court::narrate::render(setting, public, &mut doc),
        None => drop(doc.items(hands(setting, public))),
    }
    doc
}

/// The Event cards of each family.
fn hands(setting: &Setting, public: &Public) -> Vec<String> {
    let held = (0u8..).zip(&public.families).filter(|(_, family)| !family.events.is_empty());
    held.map(|(place, family)| {
        let names: Vec<&str> = family.events.iter().map(|id| setting.data.name(id)).collect();
        format!("{} holds {}.", setting.name(place), names.join(", "))
    })
    .collect()
}

/// The battlefield while a battle is fought, the Plundering map while families plunder.
pub fn picture(setting: &Setting, public: &Public, before: Option<&Public>, events: &[Event]) -> Picture {
    let Some(field) = &public.battle else { return plundering_map(setting, public, before, events) };
    let fought = events.iter().filter_map(|event| match event {
        Event::Battle(event) => Some(event),
        _ => None,
    });
    let fought: Vec<&battle::event::Event> = fought.collect();
    // Before the first round nothing stands on it.
    if field.round == 0 { Picture::default() } else { battle::picture::picture(setting, field, &fought) }
}

fn plundering_map(setting: &Setting, public: &Public, before: Option<&Public>, events: &[Event]) -> Picture {
    let marches = events.iter().filter_map(|event| match event {
        Event::Plundering(event) => Some(event),
        _ => None,
    });
    let marches: Vec<&plundering::event::Event> = marches.collect();
    if marches.is_empty() && !plundering::expedition::is_under_way(public) {
        return Picture::default();
    }
    plundering::narrate::picture(setting, public, before, &marches)
}
