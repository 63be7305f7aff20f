//! Facts about the campaign that conditions name, and what can be said of orders sent ahead.

use super::orders::{Fact, Order as Line};
use super::state::Court;
use crate::kernel::orders::condition::Outlook;

/// Whether a fact holds.
pub fn holds(court: Option<&Court>, fact: &Fact) -> bool {
    let Some(court) = court else { return false };
    match fact {
        Fact::Regent(text) => court.text.id() == text,
        Fact::Archbishop(family, _) => court.archbishop == Some(*family),
        Fact::Round(round) => u32::from(court.round) >= *round,
    }
}

/// What is known of a fact before its time: rounds only grow.
pub fn outlook(court: Option<&Court>, rounds: u8, fact: &Fact) -> Outlook {
    match fact {
        Fact::Round(round) if holds(court, &Fact::Round(*round)) => Outlook::Always,
        Fact::Round(round) if *round > u32::from(rounds) => Outlook::Never,
        _ => Outlook::Depends,
    }
}

/// What a line sent ahead depends on.
pub fn foresee(line: &Line) -> &'static str {
    match line {
        Line::Object(_) => "depends on the entry being open to you then",
        Line::Play { .. } => "depends on the card being in your hand then, and on the office",
        Line::War(_) => "depends on your having most troop symbols then",
        Line::Choose(_) => "depends on your having most crown symbols then, and on the pile",
        Line::Activity(_) => "depends on your not plundering in that round",
        Line::Enter(_) => "depends on what you and others hold then",
    }
}
