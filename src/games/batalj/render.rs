//! A position of Batalj as the body of a report.

use super::battle;
use super::setting::Setting;
use super::state::Public;
use crate::kernel::picture::Picture;
use crate::kernel::report::Doc;

/// The position as the body of a report.
pub fn render(setting: &Setting, public: &Public) -> Doc {
    let mut doc = Doc::new();
    if let Some(field) = &public.battle {
        battle::render::render(setting, field, &mut doc);
    }
    doc.items(hands(setting, public));
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

/// A picture that says in words what stands where: the pictures of boards know hexes only.
pub fn picture(_setting: &Setting, public: &Public) -> Picture {
    let Some(field) = &public.battle else { return Picture::default() };
    Picture {
        title: format!("Field battle, round {}", field.round),
        legend: battle::notes::areas(field),
        ..Picture::default()
    }
}
