//! Games that keep secrets tell a seat nothing that it may not know: non-interference as a property.
//!
//! Games are played at random. At every pause, for every seat, a *twin* of the position is made that differs only in
//! what that seat cannot know. All that the seat, or a stranger, can ask for must then be the same in both, byte for
//! byte: each way in which an answer reaches a seat is a [`compare::Channel`]. A twin is *telling* if what differs is
//! not idle: the same orders and the same dice lead, sooner or later, to other public events. Only telling twins are
//! counted. `ADJUTANT_LEAK_PAIRS` sets how many there shall be of each game.
//!
//! That such a test passes says little unless it fails where it should: [`planted`] puts one leak of one bit into each
//! channel and wants each found. [`copies`] goes on to histories, game files and what is printed from them, and
//! [`search`] looks for secrets as text in everything that leaves a referee.

mod battle;
mod battue;
mod compare;
mod copies;
mod forward;
mod planted;
mod search;
mod toy;

use crate::players::chance::Chance;
use adjutant::games::{GAMES, battle::Battle, battue::Battue};
use adjutant::kernel::dice::{Dice, Pepper};
use adjutant::kernel::game::{Game, Need, Pending, State, Status};
use adjutant::kernel::module::{Letter, Table, Telling};
use adjutant::kernel::play::Play;
use adjutant::kernel::seat::{Audience, Seat, Viewer};
use adjutant::kernel::terms::Terms;
use compare::{Channel, Leak, Probe};
use serde_json::Value;

/// A game that keeps secrets, with players and twins.
trait Secretive: Game {
    /// The most steps of a game.
    const STEPS: usize;
    /// How many steps a twin is played on in search of a public difference.
    const HORIZON: usize;

    /// Terms of a game of a number, with a referee.
    fn terms(seed: u64) -> Terms;

    /// A legal sheet of a player who knows what his seat knows, in canonical order.
    fn sheet(state: &State<Self>, asked: &Pending<Self::Decision>, chance: &mut Chance) -> Vec<String>;

    /// Any order or fact that might be written, most of them illegal, made of what everybody knows and of names.
    fn any_line(state: &State<Self>, seat: Seat, chance: &mut Chance) -> String;

    /// Another position that differs only in what a seat cannot know; none if there is no other.
    fn twin(state: &State<Self>, seat: Seat, chance: &mut Chance) -> Option<State<Self>>;

    /// Whether an event may, by the rules, come out otherwise for one who cannot know why: because it is the event by
    /// which something hidden becomes known, or, where others ordered, because it is what their orders led to.
    fn may_differ(state: &State<Self>, event: &Value, seat: Seat, by_others: bool) -> bool;

    /// What of a position others than a seat know and it does not, in every spelling in which the game prints it.
    fn secrets(state: &State<Self>, seat: Seat) -> Vec<String>;
}

/// A number from the environment.
fn number(name: &str) -> Option<usize> {
    std::env::var(name).ok().and_then(|text| text.parse().ok())
}

/// How many telling twins are made of each game.
fn pairs() -> usize {
    number("ADJUTANT_LEAK_PAIRS").unwrap_or(150)
}

/// What was compared.
#[derive(Debug, Default)]
struct Figures {
    games: u64,
    pauses: usize,
    twins: usize,
    telling: usize,
    steps: usize,
    steps_alike: usize,
}

/// The seats of players.
fn players(terms: &Terms) -> impl Iterator<Item = Seat> + use<> {
    (0..terms.players().len() as u8).map(Seat)
}

fn pending<G: Game>(state: &State<G>) -> Vec<Pending<G::Decision>> {
    match G::status(state) {
        Status::Awaiting(pending) => pending,
        Status::Over(_) => Vec::new(),
    }
}

/// A letter as it comes to the referee: sealed before it was known to be legal, or not.
fn letter(seat: Seat, lines: Vec<String>, is_locked: bool) -> Letter {
    Letter { seat, lines, sent: None, missing: false, is_locked }
}

/// Letters of all who must order, and of some who may.
fn letters<G: Secretive>(state: &State<G>, is_locked: bool, chance: &mut Chance) -> Vec<Letter> {
    let mut letters: Vec<Letter> = Vec::new();
    for asked in pending(state) {
        if asked.need == Need::Required || chance.is_in(1, 4) {
            letters.push(letter(asked.seat, G::sheet(state, &asked, chance), is_locked));
        }
    }
    letters
}

/// Dice of a number.
fn dice(number: u64) -> Dice {
    let pepper = Pepper { hidden: format!("{:064x}", u64::MAX - number), step: 1 };
    Dice::keyed(format!("{number:064x}")).peppered(Some(pepper))
}

/// A table of a game that may be tampered with before it is looked at.
type Wrap<'a> = &'a dyn Fn(Box<dyn Table>) -> Box<dyn Table>;

/// Looks at twins of random games until so many were telling.
///
/// Errors: the first leak.
fn hunt<G: Secretive>(wanted: usize, wrap: Wrap) -> Result<Figures, Leak> {
    let mut figures = Figures::default();
    for seed in 0.. {
        figures.games += 1;
        let terms = G::terms(seed);
        let mut chance = Chance::new(seed);
        let mut play = Play::<G>::new(&terms, None).unwrap_or_else(|r| panic!("game {seed}: {r:?}"));
        let mut events: Vec<Value> = Vec::new();
        for step in 0..G::STEPS {
            if pending(play.state()).is_empty() {
                break;
            }
            figures.pauses += 1;
            for seat in players(&terms) {
                let Some(twin) = G::twin(play.state(), seat, &mut chance) else { continue };
                let at = |state: State<G>| Play::<G>::at(state, terms.seats.clone(), terms.orders);
                let pair = [at(play.state().clone()), at(twin)];
                look_at(&pair, seat, &events, wrap, &mut figures, &mut chance)?;
                figures.telling += usize::from(forward::is_telling(&pair, &mut chance)?);
                if figures.telling >= wanted {
                    return Ok(figures);
                }
            }
            let letters = letters(play.state(), false, &mut chance);
            let played = play.play(&letters, dice(seed << 16 | step as u64), Telling::Events);
            let played = played.unwrap_or_else(|faults| panic!("game {seed}: {letters:?}: {faults:?}"));
            let told = played.events.into_iter().zip(played.audiences);
            events = told.filter(|(_, a)| *a == Audience::All).map(|(event, _)| event).collect();
        }
    }
    Ok(figures)
}

/// Compares all that a seat can ask for in two positions that differ in what it cannot know.
fn look_at<G: Secretive>(
    pair: &[Play<G>; 2],
    seat: Seat,
    events: &[Value],
    wrap: Wrap,
    figures: &mut Figures,
    chance: &mut Chance,
) -> Result<(), Leak> {
    figures.twins += 1;
    let probe = Probe::new(pair[0].state(), seat, events, chance);
    let [one, other] = [0, 1].map(|i| wrap(Box::new(pair[i].clone())));
    compare::look(one.as_ref(), other.as_ref(), seat, &probe)?;
    let [seen, others] = [&one, &other].map(|table| table.seen_by(Viewer::Seat(seat)));
    for viewer in [Viewer::Referee, Viewer::Public].into_iter().chain((0..8).map(|i| Viewer::Seat(Seat(i)))) {
        compare::same(Channel::SeenBy, seen.private(viewer), others.private(viewer))?;
    }
    if figures.twins.is_multiple_of(4) {
        // What a seat is told from the whole game is what it is told from its own copy.
        compare::look(one.as_ref(), seen.as_ref(), seat, &probe).map_err(|leak| leak.by(Channel::SeenBy))?;
    }
    let alike = forward::step_alike(pair, [one.as_ref(), other.as_ref()], seat, chance)?;
    figures.steps += usize::from(alike.is_some());
    figures.steps_alike += usize::from(alike == Some(true));
    Ok(())
}

fn nothing_leaks<G: Secretive>() {
    let wanted = pairs();
    let started = std::time::Instant::now();
    let figures = hunt::<G>(wanted, &|table| table).unwrap_or_else(|leak| panic!("{}: {leak:?}", G::INFO.id));
    eprintln!("{}: {figures:?}, {:.1} s", G::INFO.id, started.elapsed().as_secs_f64());
    assert!(figures.telling >= wanted);
    assert!(figures.steps * 4 > figures.twins, "few steps could be compared: {figures:?}");
}

/// Games in which all lies open, and why nothing in them is kept from a seat.
const OPEN: [(&str, &str); 1] =
    [("batalj", "cards and plans lie open, and what is bid in secret is sealed by its seat")];

#[test]
fn every_game_is_hunted_for_leaks_or_has_nothing_to_hide() {
    let hunted = [Battle::INFO.id, Battue::INFO.id];
    for module in GAMES {
        let id = module.info().id;
        let is_open = OPEN.iter().any(|(open, _)| *open == id);
        assert!(hunted.contains(&id) != is_open, "hunt {id} for leaks, or say why all lies open in it");
    }
}

#[test]
fn no_answer_in_the_toy_depends_on_what_a_seat_cannot_know() {
    nothing_leaks::<crate::players::toy::Toy>();
}

#[test]
fn no_answer_in_the_fog_depends_on_what_a_seat_cannot_know() {
    nothing_leaks::<Battle>();
}

#[test]
fn no_answer_in_battue_depends_on_what_a_seat_cannot_know() {
    nothing_leaks::<Battue>();
}
