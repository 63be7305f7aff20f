//! §3.1 Timed game and §4.4 Timed moves: what the `Sent:` lines of turn files come to.
//!
//! The time of a sub-turn runs from the turn file before it to its own. What comes before the first turn file
//! of a game is not counted, and orders sent ahead take no time.

use super::event::Event;
use super::faction::faction;
use super::orders::Order;
use super::setting::Setting;
use super::state::Public;
use super::{Battle, victory};
use crate::kernel::game::{Answer, Limit, Turn};
use crate::kernel::seat::Seat;
use crate::kernel::time::Instant;

/// Whether turn files must say when they were sent.
pub fn is_timed(setting: &Setting) -> bool {
    setting.rules.timed_game.is_some() || setting.rules.timed_moves.is_some()
}

/// Seconds between the turn file before and this one.
fn elapsed(last: Option<Instant>, sent: Option<Instant>) -> Option<u64> {
    u64::try_from(sent?.0 - last?.0).ok()
}

/// §4.4 Seconds after the turn file before, if that is too late to move anything.
pub fn lateness(setting: &Setting, public: &Public, answer: &Answer<Order>) -> Option<u64> {
    let limit = setting.rules.timed_moves?;
    elapsed(public.last_sent, answer.sent).filter(|after| *after > limit.0)
}

/// Counts a turn file's time, and ends the game if a faction has run out of it. Of two that are written at once, which
/// only a referee gets so, both take their time from the one before them, `before`.
pub fn run(turn: &mut Turn<Battle>, answer: &Answer<Order>, before: Option<Instant>) {
    let state = turn.state();
    let Some(sent) = answer.sent.filter(|_| is_timed(&state.setting)) else { return };
    let by = faction(answer.seat);
    let last = if are_written_at_once(&state.setting) { before } else { state.public.last_sent };
    let used = state.public.used[by as usize] + elapsed(last, Some(sent)).unwrap_or(0);
    let limit = state.setting.rules.timed_game;
    turn.emit(Event::Clocked { by, sent, used });
    if limit.is_some_and(|limit| used > limit.0) {
        victory::end(turn, victory::by_time(by));
    }
}

/// Whether what both factions do in secret is sent to a referee, and not by one after the other's seal.
fn are_written_at_once(setting: &Setting) -> bool {
    setting.rules.fog_of_war
}

/// The times that run for a faction that is to move.
pub fn limits(setting: &Setting, public: &Public, seat: Seat, locked: Option<Instant>) -> Vec<Limit> {
    in_all(setting, public, seat, locked).into_iter().chain(of_sub_turn(setting, public)).collect()
}

/// §3.1 A faction runs out of time although it has sent nothing.
fn in_all(setting: &Setting, public: &Public, seat: Seat, locked: Option<Instant>) -> Option<Limit> {
    let used = public.used[faction(seat) as usize];
    let last = public.last_sent.max(locked.filter(|_| !are_written_at_once(setting)))?;
    let left = setting.rules.timed_game?.0.saturating_sub(used);
    let until = Instant(last.0.saturating_add_unsigned(left));
    Some(Limit { until, then: "its time is used up, and it loses (§3.1)", is_claimable: true })
}

/// §4.4 A turn file comes too late to move anything.
fn of_sub_turn(setting: &Setting, public: &Public) -> Option<Limit> {
    let (limit, last) = (setting.rules.timed_moves?, public.last_sent.filter(|_| public.turn > 0)?);
    let until = Instant(last.0.saturating_add_unsigned(limit.0));
    Some(Limit { until, then: "its turn file moves nothing (§4.4)", is_claimable: false })
}
