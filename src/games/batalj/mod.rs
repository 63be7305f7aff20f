//! **Svea Rike: Batalj**, the expansion of *Svea Rike* by battles, plundering and the Archbishop.
//!
//! Facts about the game: one to five families; dice are rolled; nothing is hidden. In a field battle all families
//! are on one side, and the enemy is played by the rules. Source: the rulebook *Svea Rike: Batalj*, whose chapters
//! have names and, for the battle, numbers; values of the components that its text does not print are marked
//! `house` in the data and listed in `RULES.md`.
//!
//! [`battle`] is a field battle, [`plundering`] an expedition, [`court`] the campaign; [`sequence`] joins the parts.

pub mod battle;
pub mod court;
pub mod data;
pub mod event;
pub mod legal;
mod named;
mod narrate;
mod notes;
pub mod options;
pub mod orders;
pub mod outlook;
pub mod plundering;
mod render;
pub mod sequence;
pub mod setting;
pub mod state;

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
use state::Public;
use std::sync::Arc;

/// The game.
pub struct Batalj;

/// Codes of illegal orders, each with the heading it rests on.
#[rustfmt::skip]
const CODES: &[(&str, &str)] = &[
    ("muster/not-yours", "§1 Form the strength cards"), ("muster/twice", "§1 Form the strength cards"),
    ("muster/other-era", "§1 Form the strength cards"), ("muster/no-fief", "§1 Form the strength cards"),
    ("place/enemy-area", "§1 Form the strength cards"), ("place/not-mustered", "§1 Form the strength cards"),
    ("place/twice", "§1 Form the strength cards"), ("place/artillery", "§1 Form the strength cards"),
    ("place/two-fiefs", "§1 Form the strength cards"), ("place/reserve-empty", "§1 Form the strength cards"),
    ("place/marshal-alone", "§1 Form the strength cards"), ("place/full", "§1 Form the strength cards"),
    ("bombard/no-section", "§2 Artillery bombardment"), ("bombard/no-artillery", "§2 Artillery bombardment"),
    ("bombard/nobody-there", "§2 Artillery bombardment"), ("reroll/no-card", "Changed effects of certain event cards"),
    ("attack/no-section", "§3 Sweden attacks"), ("attack/nobody", "§3 Sweden attacks"),
    ("attack/nothing-ahead", "§3 Sweden attacks"),
    ("reserve/pieces", "§3 Attack from the Reserve"), ("reserve/no-section", "§3 Attack from the Reserve"),
    ("reserve/nobody-there", "§3 Attack from the Reserve"), ("losses/wrong-area", "§3 Losses"),
    ("move/fief-way", "§5 Sweden regroups"), ("move/soldier-way", "§5 Sweden regroups"),
    ("move/marshal-way", "§5 Sweden regroups"), ("move/none", "§5 Sweden regroups"), ("move/no-fief", "§5 Sweden regroups"),
    ("move/nobody-follows", "§5 Sweden regroups"), ("move/twice", "§5 Sweden regroups"),
    ("move/not-empty", "§5 Sweden regroups"), ("move/nobody", "§5 Sweden regroups"), ("move/full", "§5 Sweden regroups"),
    ("move/no-marshal", "§5 Sweden regroups"), ("move/marshal-alone", "§5 Sweden regroups"),
    ("regroup/both", "§5 Sweden regroups"), ("continue/regroup-later", "§5 Sweden regroups"),
    ("continue/command-goes-round", "New rules for war"),
    ("play/not-yours", "Changed effects of certain event cards"),
    ("play/no-effect", "Changed effects of certain event cards"),
    ("play/no-section", "Changed effects of certain event cards"),
    ("play/wrong-area", "Changed effects of certain event cards"),
    ("play/too-late", "Changed effects of certain event cards"),
    ("play/twice", "Changed effects of certain event cards"),
    ("play/in-vain", "Changed effects of certain event cards"),
    ("order/twice", "§3 Sweden attacks"), ("order/area-twice", "§3 Sweden attacks"),
    ("order/pass-with-others", "New rules for war"), ("order/not-now", "New rules for war"),
    ("plunder/twice", "Rules for plundering"), ("plan/twice", "How the plundering proceeds"),
    ("ask/with-others", "How the plundering proceeds"), ("carry-on/no-plan", "How the plundering proceeds"),
    ("route/no-step", "How the plundering proceeds"), ("route/beyond-port", "Returning with the loot"),
    ("turn-up/no-route", "How the plundering proceeds"), ("turn-up/no-city", "How the plundering proceeds"),
    ("turn-up/off-route", "How the plundering proceeds"), ("turn-up/no-tile", "How the plundering proceeds"),
    ("entry/nothing", "The new Regent cards"), ("entry/too-little", "The new Regent cards"),
    ("entry/held", "The new Regent cards"), ("entry/not-held", "The new Regent cards"),
    ("object/not-open", "The new Regent cards"), ("play/not-held", "The Archbishop"),
    ("play/useless", "The Archbishop"), ("play/own-turn", "Trade blockade"), ("play/for-whom", "The Archbishop"),
    ("choose/not-in-pile", "Chancellor"), ("choose/chancellor", "Chancellor"), ("choose/nothing", "Chancellor"),
    ("war/no-country", "War"),
];

impl Game for Batalj {
    type Setting = Setting;
    type Public = Public;
    type Private = ();
    type Decision = Decision;
    type Order = Order;
    type Fact = Fact;
    type Event = Event;

    const INFO: Info = Info {
        id: "batalj",
        version: 1,
        title: "Svea Rike: Batalj",
        summary: "One to five noble families fight Sweden's field battles together, plunder, and contend for honour.",
        edition: "Svea Rike: Batalj, rulebook (Dan Glimne, Henrik Strandberg)",
        seats: &["sture", "grip", "brahe", "eka", "tre-rosor"],
        min_seats: 1,
        has_dice: true,
        rules: include_str!("RULES.md"),
        codes: CODES,
        events: &event::KINDS,
    };

    fn scenarios() -> Vec<ScenarioName> {
        Scenario::ALL.map(|s| ScenarioName::new(s.id(), s.title())).to_vec()
    }

    fn options() -> &'static [OptionSpec] {
        options::OPTIONS
    }

    fn forms() -> FormsInWords {
        orders::describe()
    }

    fn data() -> Value {
        components::canonical(Data::embedded())
    }

    fn setting(terms: &Terms, components: Option<&Value>) -> Result<Setting, Vec<Refusal>> {
        Setting::new(terms, components)
    }

    fn setup(setting: &Setting) -> (Public, Vec<()>, ()) {
        (setting.begin(), vec![(); setting.families.len()], ())
    }

    fn can_roll(state: &State<Self>) -> bool {
        sequence::can_roll(state)
    }

    fn are_allied(state: &State<Self>, one: Seat, other: Seat) -> bool {
        sequence::are_allied(state, one, other)
    }

    fn is_in_game(state: &State<Self>, seat: Seat) -> bool {
        state.public.families.get(seat.index()).is_some_and(|family| !family.conceded)
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
        outlook::holds(view.setting, view.public, own(view.viewer), fact)
    }

    fn outlook(view: &View<Self>, fact: &Fact) -> Outlook {
        outlook::outlook(view.setting, view.public, fact)
    }

    fn arrange(orders: &mut [Order]) {
        orders::arrange(orders);
    }

    fn check(view: &View<Self>, decision: &Decision, answer: &Answer<Order>) -> Vec<Ruling> {
        sequence::check(view.setting, view.public, *decision, answer)
    }

    fn foresee(view: &View<Self>, order: &Order) -> Result<String, Ruling> {
        outlook::foresee(view.setting, view.public, family(view.viewer), order)
    }

    fn legal<'a>(
        view: &'a View<'a, Self>,
        decision: &Decision,
        so_far: &[Order],
    ) -> Box<dyn Iterator<Item = Order> + 'a> {
        let next = legal::next(view.setting, view.public, *decision, family(view.viewer), so_far);
        Box::new(next.into_iter())
    }

    fn defaults(view: &View<Self>, decision: &Decision) -> Vec<Order> {
        legal::defaults(view.setting, view.public, *decision, family(view.viewer))
    }

    fn notes(view: &View<Self>, decision: &Decision) -> Vec<Note> {
        notes::notes(view.setting, view.public, *decision, family(view.viewer))
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

    fn audience(_state: &State<Self>, _event: &Event) -> Audience {
        Audience::All
    }

    fn named(setting: &Setting, value: Value) -> Value {
        named::named(&setting.families, value)
    }

    fn narrate(view: &View<Self>, event: &Event) -> Vec<Sentence> {
        narrate::narrate(view.setting, view.public, event)
    }

    fn render(view: &View<Self>) -> Doc {
        render::render(view.setting, view.public)
    }

    fn provenance(setting: &Setting) -> Option<String> {
        let which = "Cards, symbols and boards that the rulebook does not print are house values";
        components::provenance(&setting.house, which, Self::INFO.id)
    }

    fn picture(view: &View<Self>, events: &[Event]) -> Picture {
        render::picture(view.setting, view.public, None, events)
    }

    fn picture_since(view: &View<Self>, before: &View<Self>, events: &[Event]) -> Picture {
        render::picture(view.setting, view.public, Some(before.public), events)
    }

    fn invariants(state: &State<Self>) -> Vec<String> {
        state.public.broken(&state.setting)
    }
}

/// The family that looks; the first for others, who have nothing of their own to see in this game.
fn family(viewer: Viewer) -> u8 {
    viewer.seat_or_first().0
}

/// The family that looks, if one does: facts may speak of its own pieces.
fn own(viewer: Viewer) -> Option<u8> {
    viewer.seat().map(|seat| seat.0)
}
