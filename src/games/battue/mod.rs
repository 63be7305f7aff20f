//! **Battue: Storm of the Horse Lords**: two to four hordes storm a city and loot it.
//!
//! Facts about the game: two to four players; dice are rolled and cards drawn; hands of loot cards are hidden, which
//! needs a referee, or lie open. What lies face down nobody knows, the referee neither: a tile is drawn when it is turned
//! up. Source: the rulebook *Battue: Storm of the Horse Lords* (Jim Long, Red Juggernaut 2007). The components that its
//! text does not print are marked `house` in the data and listed in `RULES.md`.
//!
//! Chapters of the rulebook are modules: [`set_up`] (Game Setup), [`start_of_turn`], [`movement`] and [`battles`] (Main
//! Turn, Battles), [`winning`] (Winning the Battle), [`event_cards`], [`loot_cards`], [`end_of_turn`], [`ending`] (Ending
//! and Winning the Game). [`sequence`] joins them.

pub mod battles;
pub mod board;
pub mod data;
mod drawing;
pub mod end_of_turn;
pub mod ending;
pub mod event;
pub mod event_cards;
mod invariants;
pub mod judge;
pub mod legal;
pub mod loot_cards;
pub mod movement;
mod narrate;
mod notes;
pub mod options;
pub mod orders;
pub mod outlook;
mod render;
pub mod sequence;
pub mod set_up;
pub mod setting;
pub mod start_of_turn;
pub mod state;
pub mod winning;

use crate::kernel::components;
use crate::kernel::game::{
    Answer, Game, Info, Leaving, Ruling, Scenario as ScenarioName, Sentence, State, Status, Turn, View,
};
use crate::kernel::note::Note;
use crate::kernel::options::{OptionSpec, Refusal};
use crate::kernel::orders::condition::Outlook;
use crate::kernel::orders::grammar::{FormsInWords, Grammar};
use crate::kernel::picture::Picture;
use crate::kernel::report::Doc;
use crate::kernel::seat::{Audience, Seat, Viewer};
use crate::kernel::terms::Terms;
use data::Data;
use event::Event;
use orders::{Fact, Order};
use sequence::Decision;
use serde_json::Value;
use setting::{Scenario, Setting};
use state::{Private, Public};
use std::sync::Arc;

/// The game.
pub struct Battue;

/// Whom seats may be named after: the colours of the hordes, in the order round the table.
const SEATS: &[&str] = &["red", "blue", "green", "yellow"];

impl Game for Battue {
    type Setting = Setting;
    type Public = Public;
    type Private = Private;
    type Decision = Decision;
    type Order = Order;
    type Fact = Fact;
    type Event = Event;

    const INFO: Info = Info {
        id: "battue",
        version: 1,
        title: "Battue: Storm of the Horse Lords",
        summary: "Two to four hordes of horse lords storm a city, tile by tile, and loot it.",
        edition: "Battue: Storm of the Horse Lords, rulebook (Jim Long, Red Juggernaut 2007)",
        seats: SEATS,
        min_seats: 2,
        has_dice: true,
        rules: include_str!("RULES.md"),
        codes: judge::CODES,
        events: event::KINDS,
    };

    fn scenarios() -> Vec<ScenarioName> {
        Scenario::ALL.map(|s| ScenarioName::new(s.id(), s.title())).to_vec()
    }

    fn options() -> &'static [OptionSpec] {
        options::OPTIONS
    }

    fn forms() -> FormsInWords {
        setting::all_forms(SEATS).describe()
    }

    fn data() -> Value {
        components::canonical(Data::embedded())
    }

    fn setting(terms: &Terms, components: Option<&Value>) -> Result<Setting, Vec<Refusal>> {
        Setting::new(terms, components)
    }

    fn setup(setting: &Setting) -> (Public, Vec<Private>, Private) {
        setting.begin()
    }

    fn hides(setting: &Setting) -> Option<&'static str> {
        setting.is_hidden.then_some(
            "from all but its player: the loot cards of each hand, what he does when attacked, and what he has ordered and \
             not done yet. Seen by all: the board, how many cards a hand holds, and what is played",
        )
    }

    fn can_roll(state: &State<Self>) -> bool {
        let public = &state.public;
        public.ending.is_none() && (public.turn > 0 || set_up::can_draw(&state.setting))
    }

    fn interrupted(state: &State<Self>) -> Option<Seat> {
        sequence::interrupted(&state.public)
    }

    fn reaction(_view: &View<Self>, _seat: Seat) -> Option<Decision> {
        Some(Decision::Standing)
    }

    fn is_in_game(state: &State<Self>, seat: Seat) -> bool {
        state.public.plays(seat.0)
    }

    fn status(state: &State<Self>) -> Status<Decision> {
        sequence::status(state)
    }

    fn grammar(view: &View<Self>, decision: Option<&Decision>) -> Arc<Grammar<Order>> {
        sequence::grammar(view.setting, decision.copied())
    }

    fn facts(view: &View<Self>) -> Arc<Grammar<Fact>> {
        Arc::clone(&view.setting.forms.facts)
    }

    fn holds(view: &View<Self>, fact: &Fact) -> bool {
        outlook::holds(view.setting, view.public, fact)
    }

    fn outlook(view: &View<Self>, fact: &Fact) -> Outlook {
        outlook::outlook(view.setting, view.public, fact)
    }

    fn why_never(view: &View<Self>, fact: &Fact) -> String {
        outlook::why_never(view.setting, fact)
    }

    fn exclude(one: &Fact, other: &Fact) -> bool {
        outlook::exclude(one, other)
    }

    fn doubts(view: &View<Self>, answer: &Answer<Order>) -> Vec<Ruling> {
        let mut doubts = outlook::doubts(view.setting, &answer.orders);
        doubts.extend(judge::doubts(view, answer.seat.0, &answer.orders));
        doubts
    }

    fn arrange(orders: &mut [Order]) {
        orders.sort();
    }

    fn check(view: &View<Self>, decision: &Decision, answer: &Answer<Order>) -> Vec<Ruling> {
        judge::check(view, *decision, answer.seat.0, &answer.orders, answer.origin)
    }

    fn foresee(_view: &View<Self>, order: &Order) -> Result<String, Ruling> {
        Ok(outlook::foresee(order).to_owned())
    }

    fn legal<'a>(
        view: &'a View<'a, Self>,
        decision: &Decision,
        so_far: &[Order],
    ) -> Box<dyn Iterator<Item = Order> + 'a> {
        Box::new(legal::next(view, *decision, who(view.viewer), so_far).into_iter())
    }

    fn defaults(_view: &View<Self>, _decision: &Decision) -> Vec<Order> {
        legal::defaults()
    }

    fn notes(view: &View<Self>, decision: &Decision) -> Vec<Note> {
        notes::notes(view, *decision, who(view.viewer))
    }

    fn resolve(turn: &mut Turn<Self>, answers: &[Answer<Order>]) {
        sequence::resolve(turn, answers);
    }

    fn leave(turn: &mut Turn<Self>, seat: Seat, leaving: &Leaving) {
        sequence::leave(turn, seat, leaving);
    }

    fn draw(turn: &mut Turn<Self>) {
        sequence::draw(turn);
    }

    fn apply(state: &mut State<Self>, event: &Event) {
        event::apply(state, event);
    }

    fn audience(state: &State<Self>, event: &Event) -> Audience {
        event::audience(state, event)
    }

    fn narrate(view: &View<Self>, event: &Event) -> Vec<Sentence> {
        narrate::narrate(view, event)
    }

    fn render(view: &View<Self>) -> Doc {
        render::render(view)
    }

    fn provenance(setting: &Setting) -> Option<String> {
        let which = "Tiles, cards and the board that the rulebook does not print are house values";
        components::provenance(&setting.house, which, Self::INFO.id)
    }

    fn picture(view: &View<Self>, events: &[Event]) -> Picture {
        Picture {
            scene: Box::new(drawing::scene(view, events)),
            map: render::city(view.setting, view.public),
            legend: vec![render::KEY.to_owned()],
            ..Picture::default()
        }
    }

    fn invariants(state: &State<Self>) -> Vec<String> {
        invariants::broken(state)
    }
}

/// The seat that looks; the first for others, who write no orders.
fn who(viewer: Viewer) -> u8 {
    viewer.seat_or_first().0
}
