//! **Battle: A Game of Generals**, the wargame of two factions on hexes, in seven periods.
//!
//! Facts about the game: two seats, red and blue; red moves first; nothing is rolled; set-ups are secret until both
//! are there where an option says so, and after that only Fog of war hides anything. Source: the rulebook *Battle: The
//! Game of Strategy*, §1 to §15; what its text no longer holds is marked `house` in the data and listed in `RULES.md`.
//!
//! One module a chapter: [`set_up`] §4 (with [`layout`] and [`tiles`]), [`movement`] §5, [`combat`] §6, [`advance`] §7,
//! [`victory`] and [`clock`] §3.1, [`sequence`] §3, [`options`] §15; the period cards §8 to §14 are [`data`]. What Fog of
//! war (§4.4) hides is the business of [`fog`] and [`halt`] alone; the other modules take the position as it is known.

pub mod advance;
pub mod attack;
pub mod clock;
pub mod combat;
pub mod data;
mod drawing;
pub mod event;
pub mod faction;
pub mod fog;
pub mod forms;
pub mod ground;
pub mod halt;
pub mod layout;
pub mod legal;
pub mod movement;
mod narrate;
mod notes;
pub mod options;
pub mod orders;
pub mod outlook;
mod picture;
pub mod purchase;
mod render;
pub mod sequence;
pub mod set_up;
pub mod setting;
pub mod state;
pub mod tiles;
pub mod victory;

use crate::kernel::components;
use crate::kernel::game::{
    Answer, Game, Info, Leaving, Limit, Ruling, Scenario, Sentence, State, Status, Turn, View,
};
use crate::kernel::note::Note;
use crate::kernel::options::{OptionSpec, Refusal};
use crate::kernel::orders::condition::Outlook;
use crate::kernel::orders::grammar::{FormsInWords, Grammar};
use crate::kernel::picture::Picture;
use crate::kernel::report::Doc;
use crate::kernel::seat::{Audience, Seat};
use crate::kernel::terms::Terms;
use crate::kernel::time::Instant;
use data::{Data, Faction};
use event::Event;
use faction::faction;
use fog::{Private, known};
use orders::{Fact, Order};
use sequence::Decision;
use serde_json::Value;
use setting::Setting;
use state::{Ending, Public};
use std::sync::Arc;

/// The game.
pub struct Battle;

/// Codes of illegal orders, each with the section it rests on.
#[rustfmt::skip]
const CODES: &[(&str, &str)] = &[
    ("army/none", "§4.2"), ("army/twice", "§4.2"),
    ("buy/nothing", "§4.2"), ("buy/too-dear", "§4.2"), ("buy/no-counters", "§4.2"),
    ("headquarters/twice", "§4.3"), ("headquarters/edge", "§4.3"), ("headquarters/beyond-line", "§4.3"),
    ("tile/twice", "§4.3"), ("tile/shape", "§4.3"), ("tile/edge", "§4.3"), ("tile/beyond-side", "§4.3"),
    ("tile/river", "§4.3"), ("tile/headquarters", "§4.3"), ("tile/overlap", "§4.3"), ("tile/adjacent", "§4.3"),
    ("tile/not-all", "§4.3"),
    ("deploy/beyond-line", "§4.4"), ("deploy/headquarters", "§4.4"), ("deploy/stacking", "§4.4"),
    ("deploy/forbidden-terrain", "§2.2"), ("deploy/too-many", "§4.4"), ("deploy/not-all", "§4.4"),
    ("move/no-unit", "§5"), ("move/not-yours", "§5"), ("move/headquarters", "§2.2"), ("move/no-move", "§5"),
    ("move/twice", "§5"), ("move/enemy-hex", "§5"), ("move/forbidden-terrain", "§2.2"), ("move/too-far", "§5"),
    ("move/river", "§5.2"), ("move/blocked", "§5"), ("move/stacking", "§5.1"),
    ("attack/no-target", "§6"), ("attack/own-unit", "§6"), ("attack/target-twice", "§6"),
    ("attack/no-unit", "§6"), ("attack/not-yours", "§6"), ("attack/headquarters", "§2.2"),
    ("attack/unit-twice", "§6"), ("attack/not-adjacent", "§6"), ("attack/river", "§6"),
    ("attack/after-strategic", "§5.3"), ("attack/after-crossing", "§5.3"),
    ("advance/not-attacker", "§7"), ("advance/river", "§5.2"), ("advance/forbidden-terrain", "§7"),
    ("advance/none-possible", "§7"), ("advance/must-name", "§7"),
    ("stop/twice", "§4.4"), ("stop/no-move", "§4.4"), ("stalemate/called", "§3.1"), ("order/pass-with-others", "§5"),
];

impl Game for Battle {
    type Setting = Setting;
    type Public = Public;
    type Private = Private;
    type Decision = Decision;
    type Order = Order;
    type Fact = Fact;
    type Event = Event;

    const INFO: Info = Info {
        id: "battle",
        version: 1,
        title: "Battle: A Game of Generals",
        summary: "Two factions hunt each other's headquarters over hexes, in seven periods from ancient to modern.",
        edition: "Battle: The Game of Strategy, rulebook §1 to §15 (wargames_tex), after Yaquinto 1979",
        seats: &["red", "blue"],
        min_seats: 2,
        has_dice: false,
        rules: include_str!("RULES.md"),
        codes: CODES,
        events: event::KINDS,
    };

    fn scenarios() -> Vec<Scenario> {
        // In the order of the rulebook's chapters, §8 to §14.
        let order =
            ["basic", "modern", "american-civil-war", "napoleonic", "pike-and-shot", "medieval", "ancient"];
        let periods = &Data::embedded().periods;
        order.into_iter().filter_map(|id| Some(Scenario::new(id, &periods.get(id)?.title))).collect()
    }

    fn options() -> &'static [OptionSpec] {
        options::OPTIONS
    }

    fn conflicts() -> Vec<String> {
        options::CONFLICTS.iter().map(options::Conflict::sentence).collect()
    }

    fn forms() -> FormsInWords {
        forms::describe()
    }

    fn data() -> Value {
        components::canonical(Data::embedded())
    }

    fn setting(terms: &Terms, components: Option<&Value>) -> Result<Setting, Vec<Refusal>> {
        Setting::new(terms, components)
    }

    fn setup(setting: &Setting) -> (Public, Vec<Private>, Private) {
        let mut public = Public::new(setting);
        for faction in Faction::BOTH {
            if setting.rules.buying_armies.is_none() {
                set_up::muster(setting, &mut public, faction);
            }
        }
        set_up::open_set_up(setting, &mut public);
        (public, vec![Private::default(); 2], Private::default())
    }

    fn hides(setting: &Setting) -> Option<&'static str> {
        setting.rules.fog_of_war.then_some(
            "from each faction: the types of the enemy's units, bought or placed, until they come within two hexes of one of \
             its own. Seen by both: where units stand, and what has been revealed",
        )
    }

    fn can_roll(_state: &State<Self>) -> bool {
        false
    }

    fn is_in_game(_state: &State<Self>, _seat: Seat) -> bool {
        true
    }

    fn status(state: &State<Self>) -> Status<Decision> {
        sequence::status(state)
    }

    fn grammar(view: &View<Self>, decision: Option<&Decision>) -> Arc<Grammar<Order>> {
        let forms = &view.setting.forms;
        Arc::clone(match decision {
            Some(Decision::SetUp(set_up)) => forms.set_up(*set_up),
            Some(Decision::SubTurn) => &forms.sub_turn,
            None => &forms.any,
        })
    }

    fn facts(view: &View<Self>) -> Arc<Grammar<Fact>> {
        Arc::clone(&view.setting.forms.facts)
    }

    fn holds(view: &View<Self>, fact: &Fact) -> bool {
        outlook::holds(view.setting, &known(view), fact)
    }

    fn outlook(view: &View<Self>, fact: &Fact) -> Outlook {
        outlook::outlook(view.setting, &known(view), fact)
    }

    fn why_never(view: &View<Self>, fact: &Fact) -> String {
        outlook::why_never(view.setting, &known(view), fact)
    }

    fn exclude(one: &Fact, other: &Fact) -> bool {
        outlook::exclude(one, other)
    }

    fn arrange(orders: &mut [Order]) {
        sequence::arrange(orders);
    }

    fn check(view: &View<Self>, decision: &Decision, answer: &Answer<Order>) -> Vec<Ruling> {
        sequence::check(view.setting, &known(view), *decision, answer)
    }

    fn foresee(view: &View<Self>, order: &Order) -> Result<String, Ruling> {
        outlook::foresee(view.setting, view.public, view.viewer, order)
    }

    fn legal<'a>(
        view: &'a View<'a, Self>,
        decision: &Decision,
        so_far: &[Order],
    ) -> Box<dyn Iterator<Item = Order> + 'a> {
        let faction = viewing_faction(view);
        Box::new(legal::next(view.setting, &known(view), faction, *decision, so_far).into_iter())
    }

    fn defaults(view: &View<Self>, decision: &Decision) -> Vec<Order> {
        let faction = viewing_faction(view);
        match decision {
            Decision::SetUp(set_up) => set_up::defaults(view.setting, &known(view), faction, *set_up),
            Decision::SubTurn => vec![Order::Pass],
        }
    }

    fn notes(view: &View<Self>, decision: &Decision) -> Vec<Note> {
        notes::notes(view.setting, &known(view), faction::seat(viewing_faction(view)), *decision)
    }

    fn resolve(turn: &mut Turn<Self>, answers: &[Answer<Order>]) {
        sequence::resolve(turn, answers);
    }

    fn leave(turn: &mut Turn<Self>, seat: Seat, leaving: &Leaving) {
        sequence::leave(turn, seat, leaving);
    }

    fn draw(turn: &mut Turn<Self>) {
        victory::end(turn, Ending { winner: None, reason: "both factions agreed on it".to_owned() });
    }

    fn apply(state: &mut State<Self>, event: &Event) {
        event::apply(state, event);
    }

    fn audience(state: &State<Self>, event: &Event) -> Audience {
        fog::audience(&state.setting, event)
    }

    fn narrate(view: &View<Self>, event: &Event) -> Vec<Sentence> {
        if fog::is_for(view, event) {
            narrate::narrate(view.setting, &known(view), event)
        } else {
            Vec::new()
        }
    }

    fn render(view: &View<Self>) -> Doc {
        render::render(view.setting, view.public, &known(view))
    }

    fn provenance(setting: &Setting) -> Option<String> {
        let which = "Parts of the board, the set-up and the card are house values, since the printed ones are not at hand";
        components::provenance(&setting.house, which, Self::INFO.id)
    }

    fn picture(view: &View<Self>, events: &[Event]) -> Picture {
        picture::picture(view, None, events)
    }

    fn picture_since(view: &View<Self>, before: &View<Self>, events: &[Event]) -> Picture {
        picture::picture(view, Some(before), events)
    }

    fn is_timed(setting: &Setting) -> bool {
        clock::is_timed(setting)
    }

    fn limits(view: &View<Self>, seat: Seat, locked: Option<Instant>) -> Vec<Limit> {
        clock::limits(view.setting, view.public, seat, locked)
    }

    fn restart_clock(public: &mut Public) {
        public.last_sent = None;
    }

    fn invariants(state: &State<Self>) -> Vec<String> {
        let mut broken = fog::whole(state).broken(&state.setting);
        broken.extend(fog::broken(state));
        broken
    }
}

/// The faction of the seat that looks; red's for others, who have nothing of their own to see in this game.
fn viewing_faction(view: &View<Battle>) -> Faction {
    faction(view.viewer.seat_or_first())
}
