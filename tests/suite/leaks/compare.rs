//! What a seat can ask for at a pause, channel by channel, asked of two games.

use super::{Secretive, letter, pending};
use crate::players::chance::Chance;
use adjutant::kernel::dice::Dice;
use adjutant::kernel::game::State;
use adjutant::kernel::module::{Table, Telling};
use adjutant::kernel::orders::wrapper::RawLine;
use adjutant::kernel::seat::{Seat, Viewer};
use serde_json::Value;
use std::fmt::Debug;

/// A way in which an answer reaches a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Channel {
    /// What is awaited: whether the game pauses, and for whom.
    Awaiting,
    /// What else is public of a pause: whether anything can be rolled, who plays, who is allied.
    Facts,
    /// The public position.
    Position,
    /// The position in words.
    Render,
    /// The board.
    Picture,
    /// The comments of a blank turn file.
    Notes,
    /// The orders that may come next.
    Legal,
    /// What is said against a sheet: codes, texts, hints.
    Findings,
    /// The verdict on each line.
    Verdicts,
    /// How a sheet was read.
    Reading,
    /// What happens when no orders come.
    Defaults,
    /// Why a letter cannot be played.
    Faults,
    /// What is left of a game for a seat.
    SeenBy,
    /// A step in words.
    Report,
    /// The events of a step.
    Events,
    /// What was rolled in a step.
    Rolls,
    /// The entry of a step in the history.
    Entry,
    /// A seat's copy of the game file.
    Copy,
}

/// A channel that tells what it must not.
#[derive(Clone, Debug)]
#[expect(dead_code, reason = "what it holds is printed")]
pub struct Leak {
    /// Which.
    pub channel: Channel,
    /// What it says in one game.
    pub one: String,
    /// What it says in the other.
    pub other: String,
}

impl Leak {
    /// The same, seen through another channel.
    pub fn by(self, channel: Channel) -> Self {
        let one = format!("{:?}: {}", self.channel, self.one);
        Self { channel, one, ..self }
    }
}

/// Two answers are one.
///
/// Errors: they are not.
pub fn same<T: PartialEq + Debug>(channel: Channel, one: T, other: T) -> Result<(), Leak> {
    if one == other {
        return Ok(());
    }
    Err(Leak { channel, one: format!("{one:?}"), other: format!("{other:?}") })
}

/// What is asked of both games.
pub struct Probe {
    sheets: Vec<Vec<String>>,
    after: Vec<Vec<String>>,
    events: Vec<Value>,
}

/// Lines that no game understands, or that every game does.
const COMMON: [&str; 12] = [
    "pass",
    "concede",
    "offer draw",
    "accept draw",
    "next",
    "end",
    "if",
    "else",
    "stop when",
    "shwo 7",
    "atack 0707 x",
    "?",
];

impl Probe {
    /// Sheets that are legal, illegal and malformed, from what a seat knows.
    pub fn new<G: Secretive>(state: &State<G>, seat: Seat, events: &[Value], chance: &mut Chance) -> Self {
        let asked = pending(state).into_iter().find(|p| p.seat == seat);
        let legal = asked.map_or(Vec::new(), |asked| G::sheet(state, &asked, chance));
        let mut after = vec![Vec::new()];
        if legal.len() > 1 {
            after.push(legal[..=chance.below(legal.len() - 1)].to_vec());
        }
        after.push(vec![G::any_line(state, seat, chance)]);
        let mut sheets = vec![legal];
        for _ in 0..4 {
            let lines = (0..=chance.below(3)).map(|_| match chance.below(8) {
                0 => (*chance.pick(&COMMON)).to_owned(),
                1 => mangled(G::any_line(state, seat, chance), chance),
                _ => G::any_line(state, seat, chance),
            });
            sheets.push(lines.collect());
        }
        Self { sheets, after, events: events.to_vec() }
    }
}

/// A line with a slip of the pen.
fn mangled(line: String, chance: &mut Chance) -> String {
    let mut letters: Vec<char> = line.chars().collect();
    let at = chance.below(letters.len().max(1)).min(letters.len().saturating_sub(1));
    match chance.below(3) {
        0 if !letters.is_empty() => drop(letters.remove(at)),
        1 => letters.insert(at, *chance.pick(&['x', ' ', '0', ','])),
        _ => letters.extend(" again".chars()),
    }
    letters.into_iter().collect()
}

fn raw(lines: &[String]) -> Vec<RawLine> {
    lines.iter().enumerate().map(|(i, text)| RawLine { number: i + 1, text: text.clone() }).collect()
}

/// Asks both games for all that a seat may ask for, or a stranger.
///
/// Errors: the first channel in which they differ.
pub fn look(one: &dyn Table, other: &dyn Table, seat: Seat, probe: &Probe) -> Result<(), Leak> {
    let both = [one, other];
    let ask = |channel, of: &dyn Fn(&dyn Table) -> String| {
        let [a, b] = both.map(of);
        same(channel, a, b)
    };
    same(Channel::Awaiting, one.awaiting(), other.awaiting())?;
    ask(Channel::Facts, &facts)?;
    same(Channel::Position, one.position(), other.position())?;
    same(Channel::Position, one.named(one.position()), other.named(other.position()))?;
    let own = Viewer::Seat(seat);
    same(Channel::SeenBy, one.private(own), other.private(own))?;
    for viewer in [own, Viewer::Public] {
        same(Channel::Render, one.render(viewer), other.render(viewer))?;
        for events in [&[][..], &probe.events] {
            same(Channel::Picture, one.picture(viewer, events), other.picture(viewer, events))?;
            let [a, b] = both.map(|table| table.picture_since(table, viewer, events));
            same(Channel::Picture, a, b)?;
        }
    }
    same(Channel::Notes, one.form(seat), other.form(seat))?;
    same(Channel::Defaults, one.defaults(seat), other.defaults(seat))?;
    for after in &probe.after {
        same(Channel::Legal, one.legal(seat, after), other.legal(seat, after))?;
    }
    for sheet in &probe.sheets {
        let body = raw(sheet);
        let [a, b] = both.map(|table| table.check(seat, &body, None));
        same(Channel::Findings, a.findings, b.findings)?;
        same(Channel::Verdicts, a.verdicts, b.verdicts)?;
        same(Channel::Reading, (a.lines, a.unread, a.is_answer), (b.lines, b.unread, b.is_answer))?;
        let letters = [letter(seat, sheet.clone(), false)];
        let play = |table: &dyn Table| {
            let played = table.duplicate().play(&letters, Dice::blind(), Telling::Events);
            played.err()
        };
        same(Channel::Faults, play(one), play(other))?;
    }
    Ok(())
}

/// What is public of a pause beside what is awaited.
fn facts(table: &dyn Table) -> String {
    let seats = || (0..6).map(Seat);
    let allied: Vec<bool> = seats()
        .flat_map(|a| seats().map(move |b| (a, b)))
        .map(|(a, b)| a < b && is_allied(table, a, b))
        .collect();
    let plays: Vec<bool> = seats().map(|seat| table.is_in_game(seat)).collect();
    let until: Vec<_> = seats().map(|seat| plays[seat.index()].then(|| table.limits(seat, None))).collect();
    let flags = (table.can_roll(), table.has_dice(), table.keeps_secrets(), table.is_timed());
    format!("{:?}", (flags, table.interrupted(), allied, plays, until, table.provenance()))
}

fn is_allied(table: &dyn Table, one: Seat, other: Seat) -> bool {
    table.is_in_game(one) && table.is_in_game(other) && table.are_allied(one, other)
}
