//! Comments for a blank turn file.

use super::sequence::Decision;
use super::setting::Setting;
use super::state::Public;
use super::{battle, court, plundering};
use crate::kernel::note::Note;

/// Comments for a blank turn file.
pub fn notes(setting: &Setting, public: &Public, decision: Decision, family: u8) -> Vec<Note> {
    match decision {
        Decision::Battle(decision) => public
            .battle
            .as_ref()
            .map_or(Vec::new(), |field| battle::notes::notes(setting, public, field, decision, family)),
        Decision::Plundering(decision) => plundering::narrate::notes(setting, public, family, decision),
        Decision::Court(decision) => court::narrate::notes(setting, public, family, decision),
    }
}
