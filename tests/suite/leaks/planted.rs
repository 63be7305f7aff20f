//! Leaks that are put in on purpose, one bit through one channel: the comparison of twins must find each of them.

use super::compare::Channel;
use super::{Secretive, copies, hunt};
use crate::players::toy::Toy;
use adjutant::games::battle::Battle;
use adjutant::games::battue::Battue;
use adjutant::kernel::dice::Dice;
use adjutant::kernel::game::{Limit, Need};
use adjutant::kernel::module::{Awaiting, Checked, Fault, Letter, Played, Table, Telling};
use adjutant::kernel::note::Note;
use adjutant::kernel::orders::wrapper::RawLine;
use adjutant::kernel::picture::Picture;
use adjutant::kernel::play::Play;
use adjutant::kernel::report::Doc;
use adjutant::kernel::seat::{Audience, Seat, Viewer};
use adjutant::kernel::time::Instant;
use serde_json::{Value, json};
use std::any::Any;

/// Every channel of a table.
const CHANNELS: [Channel; 16] = [
    Channel::Awaiting,
    Channel::Facts,
    Channel::Position,
    Channel::Render,
    Channel::Picture,
    Channel::Notes,
    Channel::Legal,
    Channel::Findings,
    Channel::Verdicts,
    Channel::Reading,
    Channel::Defaults,
    Channel::Faults,
    Channel::SeenBy,
    Channel::Report,
    Channel::Events,
    Channel::Rolls,
];

/// How many telling twins it may take to find a leak.
const PATIENCE: usize = 60;

/// A game that says one bit of what is hidden through one channel, and is honest in all others.
pub struct Leaky {
    inner: Box<dyn Table>,
    channel: Channel,
}

impl Leaky {
    pub fn boxed(inner: Box<dyn Table>, channel: Channel) -> Box<dyn Table> {
        Box::new(Self { inner, channel })
    }

    /// One bit of all that is hidden.
    fn bit(&self) -> bool {
        let viewers = (0..6).map(|i| Viewer::Seat(Seat(i))).chain([Viewer::Referee]);
        let hidden: String = viewers.map(|viewer| self.inner.private(viewer).to_string()).collect();
        let mixed = hidden.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        (mixed >> 32) & 1 == 1
    }

    fn leaks(&self, channel: Channel) -> bool {
        self.channel == channel && self.bit()
    }
}

impl Table for Leaky {
    fn duplicate(&self) -> Box<dyn Table> {
        Self::boxed(self.inner.duplicate(), self.channel)
    }

    fn awaiting(&self) -> Awaiting {
        let mut awaiting = self.inner.awaiting();
        if let Awaiting::Decisions(asked) = &mut awaiting
            && self.leaks(Channel::Awaiting)
        {
            asked.iter_mut().for_each(|a| a.need = Need::Optional);
        }
        awaiting
    }

    fn play(&mut self, letters: &[Letter], dice: Dice, telling: Telling) -> Result<Played, Vec<Fault>> {
        let (tells, opens, rolls, faults) = (
            self.leaks(Channel::Report),
            self.leaks(Channel::Events),
            self.leaks(Channel::Rolls),
            self.leaks(Channel::Faults),
        );
        let mut played = self.inner.play(letters, dice, telling).map_err(|mut all| {
            all.iter_mut().filter(|_| faults).for_each(|f| f.finding.hint = Some("try again".to_owned()));
            all
        })?;
        if tells && let Some(told) = played.told.first_mut() {
            told.sentence.push('!');
        }
        if opens {
            played.audiences.fill(Audience::All);
        }
        if rolls {
            played.rolls.clear();
        }
        Ok(played)
    }

    fn forfeit(&mut self, seat: Seat, by: Vec<Seat>) -> Result<Played, Fault> {
        self.inner.forfeit(seat, by)
    }

    fn replay(&mut self, events: &[Value], telling: Telling) -> Result<Played, String> {
        self.inner.replay(events, telling)
    }

    fn has_dice(&self) -> bool {
        self.inner.has_dice()
    }

    fn hides(&self) -> Option<&'static str> {
        self.inner.hides()
    }

    fn keeps_secrets(&self) -> bool {
        self.inner.keeps_secrets()
    }

    fn seen_by(&self, viewer: Viewer) -> Box<dyn Table> {
        if self.leaks(Channel::SeenBy) { self.inner.duplicate() } else { self.inner.seen_by(viewer) }
    }

    fn private(&self, viewer: Viewer) -> Value {
        self.inner.private(viewer)
    }

    fn can_roll(&self) -> bool {
        self.inner.can_roll() != self.leaks(Channel::Facts)
    }

    fn are_allied(&self, one: Seat, other: Seat) -> bool {
        self.inner.are_allied(one, other)
    }

    fn interrupted(&self) -> Option<Seat> {
        self.inner.interrupted()
    }

    fn is_in_game(&self, seat: Seat) -> bool {
        self.inner.is_in_game(seat)
    }

    fn check(&self, seat: Seat, body: &[RawLine], sent: Option<Instant>) -> Checked {
        let mut checked = self.inner.check(seat, body, sent);
        if self.leaks(Channel::Findings) {
            checked.findings.iter_mut().for_each(|finding| finding.message.push('!'));
        }
        if self.leaks(Channel::Verdicts) {
            checked.verdicts.iter_mut().for_each(|verdict| verdict.because.push('!'));
        }
        if self.leaks(Channel::Reading) {
            checked.lines.pop();
        }
        checked
    }

    fn check_reactions(&self, seat: Seat, body: &[RawLine]) -> Checked {
        self.inner.check_reactions(seat, body)
    }

    fn position(&self) -> Value {
        let mut position = self.inner.position();
        if self.leaks(Channel::Position) {
            position["more"] = json!(1);
        }
        position
    }

    fn render(&self, viewer: Viewer) -> Doc {
        let mut doc = self.inner.render(viewer);
        if self.leaks(Channel::Render) {
            doc.paragraph("More.");
        }
        doc
    }

    fn picture(&self, viewer: Viewer, events: &[Value]) -> Picture {
        let mut picture = self.inner.picture(viewer, events);
        if self.leaks(Channel::Picture) {
            picture.legend.push("More.".to_owned());
        }
        picture
    }

    fn picture_since(&self, before: &dyn Table, viewer: Viewer, events: &[Value]) -> Picture {
        self.inner.picture_since(before, viewer, events)
    }

    fn as_any(&self) -> &dyn Any {
        self.inner.as_any()
    }

    fn form(&self, seat: Seat) -> Vec<Note> {
        let mut form = self.inner.form(seat);
        if self.leaks(Channel::Notes) {
            form.push(Note::text("More."));
        }
        form
    }

    fn kept(&self, seat: Seat) -> Vec<String> {
        self.inner.kept(seat)
    }

    fn legal(&self, seat: Seat, after: &[String]) -> Result<Vec<String>, Vec<Fault>> {
        let mut legal = self.inner.legal(seat, after)?;
        if self.leaks(Channel::Legal) {
            legal.pop();
        }
        Ok(legal)
    }

    fn defaults(&self, seat: Seat) -> Vec<String> {
        let mut defaults = self.inner.defaults(seat);
        if self.leaks(Channel::Defaults) {
            defaults.pop();
        }
        defaults
    }

    fn is_timed(&self) -> bool {
        self.inner.is_timed()
    }

    fn limits(&self, seat: Seat, locked: Option<Instant>) -> Vec<Limit> {
        self.inner.limits(seat, locked)
    }

    fn how_to_answer(&self, seat: Seat) -> String {
        self.inner.how_to_answer(seat)
    }

    fn restart_clock(&mut self) {
        self.inner.restart_clock();
    }

    fn provenance(&self) -> Option<String> {
        self.inner.provenance()
    }

    fn named(&self, value: Value) -> Value {
        self.inner.named(value)
    }

    fn invariants(&self) -> Vec<String> {
        self.inner.invariants()
    }
}

/// The channels of a game that leak and are not found, or are found as others.
fn missed<G: Secretive>(channels: &[Channel]) -> Vec<String> {
    let found = channels.iter().map(|channel| {
        let found = hunt::<G>(PATIENCE, &|table| Leaky::boxed(table, *channel));
        (channel, found.map_err(|leak| leak.channel))
    });
    found.filter(|(channel, found)| found.as_ref().err() != Some(channel)).map(|m| format!("{m:?}")).collect()
}

#[test]
fn a_leak_of_one_bit_in_the_toy_is_found_in_every_channel() {
    assert_eq!(missed::<Toy>(&CHANNELS), Vec::<String>::new());
}

#[test]
fn a_leak_of_one_bit_in_the_fog_is_found_in_every_channel() {
    // Nothing is rolled in Battle.
    let channels: Vec<Channel> = CHANNELS.into_iter().filter(|c| *c != Channel::Rolls).collect();
    assert_eq!(missed::<Battle>(&channels), Vec::<String>::new());
}

#[test]
fn a_leak_of_one_bit_in_battue_is_found_in_every_channel() {
    assert_eq!(missed::<Battue>(&CHANNELS), Vec::<String>::new());
}

/// A table says so, and its entry and its copies are looked at as well.
#[test]
fn a_leak_into_a_history_or_a_copy_is_found() {
    let honest = |state: Play<Toy>| -> Box<dyn Table> { Box::new(state) };
    let open = |state: Play<Toy>| Leaky::boxed(Box::new(state), Channel::Events);
    let copy = |record: &adjutant::kernel::record::Record, seat: Seat| record.copy_for(seat).write();
    assert!(copies::hunt(8, &honest, &copy).is_ok());
    let found = copies::hunt(8, &open, &copy).map_err(|leak| leak.channel);
    assert_eq!(found.err(), Some(Channel::Entry));
    let all = |record: &adjutant::kernel::record::Record, _: Seat| record.to_file().write();
    let found = copies::hunt(8, &honest, &all).map_err(|leak| leak.channel);
    assert_eq!(found.err(), Some(Channel::Copy), "the whole file in place of a copy");
    let another = |record: &adjutant::kernel::record::Record, seat: Seat| {
        let mut file = record.copy_for(seat);
        let others = (0..2).map(Seat).filter(|other| *other != seat);
        file.openings.extend(others.filter_map(|other| record.copy_for(other).openings.pop()));
        file.write()
    };
    let found = copies::hunt(8, &honest, &another).map_err(|leak| leak.channel);
    assert_eq!(found.err(), Some(Channel::Copy), "one line of another seat");
}
