//! **Toy**: a game for the tests of the dice protocol. Two to four seats bid against a die.
//!
//! Its option `plan` is a row of letters, one a stage, over and over: `b` one seat bids and a die is rolled, `d` the
//! next seat interrupts it and a die is rolled, `r` all seats bid in secret at once and a die is rolled, `q` one
//! seat bids and nothing is rolled, `s` all bid in secret and nothing is rolled. With the option `hands` each who bids
//! draws a card that nobody else sees, and may show one.

use adjutant::kernel::erased::Of;
use adjutant::kernel::game::{
    Answer, Game, Info, Leaving, Need, Outcome, Pending, Ruling, Scenario, Sentence, State, Status, Turn,
    View,
};
use adjutant::kernel::module::Module;
use adjutant::kernel::note::Note;
use adjutant::kernel::options::{OptionKind, OptionSpec, Refusal};
use adjutant::kernel::orders::condition::Outlook;
use adjutant::kernel::orders::grammar::{Form, FormsInWords, Grammar, Part, Slot, SlotKind};
use adjutant::kernel::picture::Picture;
use adjutant::kernel::report::Doc;
use adjutant::kernel::seat::{Audience, Seat};
use adjutant::kernel::terms::Terms;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::fmt;
use std::sync::Arc;

/// The game.
pub struct Toy;

static TOY: Of<Toy> = Of::new();

/// The register that knows this game alone.
pub fn find(id: &str) -> Option<&'static dyn Module> {
    (id == Toy::INFO.id).then_some(&TOY as &dyn Module)
}

/// What the terms fix.
pub struct Setting {
    seats: Vec<String>,
    plan: Vec<char>,
    length: u32,
    allies: Vec<String>,
    asides: bool,
    twice: bool,
    hands: bool,
}

/// What everybody knows.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Public {
    stage: u32,
    out: Vec<bool>,
    scores: Vec<u32>,
    /// The cards that were shown.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shown: Vec<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ending: Option<String>,
}

/// What one seat knows: its cards.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Hand {
    /// In the order in which they were drawn.
    pub cards: Vec<u32>,
}

/// How many cards there are.
pub const CARDS: u32 = 40;

/// What is to be decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// What to bid.
    Bid,
    /// What to say aside.
    Aside,
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Self::Bid { "bid" } else { "aside" })
    }
}

/// One line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Order {
    /// A bid of 1 to 9, one a sheet.
    Bid(u32),
    /// A note of 1 to 9, as many as one likes.
    Note(u32),
    /// Shows a card of one's hand.
    Show(u32),
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bid(n) => write!(f, "bid {n}"),
            Self::Note(n) => write!(f, "note {n}"),
            Self::Show(n) => write!(f, "show {n}"),
        }
    }
}

/// There are no facts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {}

impl fmt::Display for Fact {
    fn fmt(&self, _f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// A seat's orders.
    Said { by: Seat, points: u32 },
    /// A seat has drawn a card.
    Drew { by: Seat },
    /// Which one, for its own eyes.
    Got { by: Seat, card: u32 },
    /// A card was shown.
    Showed { by: Seat, card: u32 },
    /// The die of a stage.
    Fell { die: u32 },
    /// The stage is over.
    Passed {},
    /// A seat is out.
    Left { by: Seat },
    /// The game is over.
    Over { reason: String },
}

const OPTIONS: &[OptionSpec] = &[
    OptionSpec { name: "plan", kind: OptionKind::Text, default: "b", rule: "§1", help: "The stages." },
    OptionSpec {
        name: "length",
        kind: OptionKind::Number(1, 100),
        default: "100",
        rule: "§1",
        help: "How many stages there are.",
    },
    OptionSpec {
        name: "allies",
        kind: OptionKind::Text,
        default: "-",
        rule: "§2",
        help: "Seats on one side, such as north+south.",
    },
    OptionSpec {
        name: "asides",
        kind: OptionKind::Flag,
        default: "no",
        rule: "§3",
        help: "Seats that are not asked may note.",
    },
    OptionSpec {
        name: "hands",
        kind: OptionKind::Flag,
        default: "no",
        rule: "§5",
        help: "Who bids draws a card in secret, and may show one.",
    },
    OptionSpec {
        name: "twice",
        kind: OptionKind::Flag,
        default: "no",
        rule: "§4",
        help: "Each die is rolled twice under one label, which is a fault in the rules.",
    },
];

impl Public {
    fn kind(&self, setting: &Setting) -> char {
        setting.plan[self.stage as usize % setting.plan.len()]
    }

    fn in_game(&self) -> impl Iterator<Item = Seat> + '_ {
        (0..self.out.len()).filter(|i| !self.out[*i]).map(|i| Seat(i as u8))
    }

    /// The first seat in the game from a place on, round the table.
    fn from(&self, place: usize) -> Seat {
        let n = self.out.len();
        let found = (place..place + n).map(|i| i % n).find(|i| !self.out[*i]);
        Seat(found.unwrap_or(0) as u8)
    }

    /// The seat whose stage it is.
    fn mover(&self) -> Seat {
        self.from(self.stage as usize % self.out.len())
    }

    fn asked(&self, setting: &Setting) -> Vec<Seat> {
        match self.kind(setting) {
            'r' | 's' => self.in_game().collect(),
            'd' => vec![self.from(self.mover().index() + 1)],
            _ => vec![self.mover()],
        }
    }
}

fn slot() -> Slot {
    Slot { name: "number", kind: SlotKind::Number(99) }
}

fn grammar_of(decision: Option<&Decision>) -> Grammar<Order> {
    let bid = Form {
        name: "bid",
        parts: vec![Part::Word(&["bid"]), Part::One(slot())],
        build: Box::new(|m| Order::Bid(m.value("number"))),
        example: "bid 4",
        help: "Bids.",
    };
    let note = Form {
        name: "note",
        parts: vec![Part::Word(&["note"]), Part::One(slot())],
        build: Box::new(|m| Order::Note(m.value("number"))),
        example: "note 2",
        help: "Notes.",
    };
    let show = Form {
        name: "show",
        parts: vec![Part::Word(&["show"]), Part::One(slot())],
        build: Box::new(|m| Order::Show(m.value("number"))),
        example: "show 7",
        help: "Shows a card.",
    };
    Grammar { forms: if decision == Some(&Decision::Aside) { vec![note] } else { vec![bid, note, show] } }
}

fn ruling(order: Option<usize>, code: &'static str, fact: &str) -> Ruling {
    Ruling { order, code, rule: "§1", fact: fact.to_owned(), hint: None }
}

/// Shows what is ordered, and draws one card of those that lie nowhere else.
fn draw_and_show(turn: &mut Turn<Toy>, answer: &Answer<Order>) {
    let by = answer.seat;
    for order in &answer.orders {
        if let Order::Show(card) = order {
            turn.emit(Event::Showed { by, card: *card });
        }
    }
    let state = turn.state();
    let lies = |card: &u32| {
        state.public.shown.contains(card) || state.private.iter().any(|hand| hand.cards.contains(card))
    };
    let pile: Vec<String> = (0..CARDS).filter(|c| !lies(c)).map(|c| format!("{c:02}")).collect();
    let (stage, name) = (state.public.stage, state.setting.seats[by.index()].clone());
    if pile.is_empty() || !"bdr".contains(state.public.kind(&state.setting)) {
        return;
    }
    let drawn = turn.draw_hidden(&name, format!("{stage} card {name}"), &pile);
    turn.emit(Event::Drew { by });
    turn.emit(Event::Got { by, card: pile[drawn].parse().expect("a number") });
}

impl Game for Toy {
    type Setting = Setting;
    type Public = Public;
    type Private = Hand;
    type Decision = Decision;
    type Order = Order;
    type Fact = Fact;
    type Event = Event;

    const INFO: Info = Info {
        id: "toy",
        version: 1,
        title: "Toy",
        summary: "Bids against a die.",
        edition: "none",
        seats: &["north", "east", "south", "west"],
        min_seats: 2,
        has_dice: true,
        rules: "# Toy\n",
        codes: &[("bid/too-high", "§1"), ("bid/twice", "§1"), ("bid/none", "§1"), ("show/none", "§5")],
        events: &["said", "drew", "got", "showed", "fell", "passed", "left", "over"],
    };

    fn scenarios() -> Vec<Scenario> {
        vec![Scenario { id: "plain".to_owned(), title: "Plain".to_owned() }]
    }

    fn options() -> &'static [OptionSpec] {
        OPTIONS
    }

    fn conflicts() -> Vec<String> {
        Vec::new()
    }

    fn forms() -> FormsInWords {
        FormsInWords { orders: grammar_of(None).describe(), facts: Vec::new() }
    }

    fn data() -> Value {
        json!({})
    }

    fn setting(terms: &Terms, _components: Option<&Value>) -> Result<Setting, Vec<Refusal>> {
        let plan: Vec<char> = terms.options.get("plan").chars().collect();
        if plan.is_empty() || !plan.iter().all(|c| "bdrqs".contains(*c)) {
            return Err(vec![Refusal::new("option/plan", "the plan is a row of b, d, r, q and s")]);
        }
        Ok(Setting {
            seats: terms.players().to_vec(),
            plan,
            length: terms.options.number("length").unwrap_or(100),
            allies: terms.options.get("allies").split('+').map(str::to_owned).collect(),
            asides: terms.options.is_on("asides"),
            twice: terms.options.is_on("twice"),
            hands: terms.options.is_on("hands"),
        })
    }

    fn hides(setting: &Setting) -> Option<&'static str> {
        setting.hands.then_some("from all but its seat: each hand")
    }

    fn setup(setting: &Setting) -> (Public, Vec<Hand>, Hand) {
        let n = setting.seats.len();
        let public =
            Public { stage: 0, out: vec![false; n], scores: vec![0; n], shown: Vec::new(), ending: None };
        (public, vec![Hand::default(); n], Hand::default())
    }

    fn can_roll(state: &State<Self>) -> bool {
        state.public.ending.is_none() && "bdr".contains(state.public.kind(&state.setting))
    }

    fn are_allied(state: &State<Self>, one: Seat, other: Seat) -> bool {
        let is_ally = |seat: Seat| state.setting.allies.contains(&state.setting.seats[seat.index()]);
        one == other || is_ally(one) && is_ally(other)
    }

    fn interrupted(state: &State<Self>) -> Option<Seat> {
        (state.public.kind(&state.setting) == 'd').then(|| state.public.mover())
    }

    fn is_in_game(state: &State<Self>, seat: Seat) -> bool {
        state.public.out.get(seat.index()) == Some(&false)
    }

    fn status(state: &State<Self>) -> Status<Decision> {
        let (public, setting) = (&state.public, state.setting.as_ref());
        if let Some(reason) = &public.ending {
            let winners = if public.in_game().count() == 1 { public.in_game().collect() } else { Vec::new() };
            return Status::Over(Outcome { winners, side: None, reason: reason.clone() });
        }
        let asked = public.asked(setting);
        let is_secret = "rs".contains(public.kind(setting));
        let pending = |seat: Seat, decision, need, is_secret| Pending {
            seat,
            decision,
            prompt: format!("{} speaks", setting.seats[seat.index()]),
            need,
            is_secret,
        };
        let mut all: Vec<Pending<Decision>> =
            asked.iter().map(|s| pending(*s, Decision::Bid, Need::Required, is_secret)).collect();
        if setting.asides {
            let others = public.in_game().filter(|s| !asked.contains(s));
            all.extend(others.map(|s| pending(s, Decision::Aside, Need::Optional, false)));
        }
        Status::Awaiting(all)
    }

    fn grammar(_view: &View<Self>, decision: Option<&Decision>) -> Arc<Grammar<Order>> {
        Arc::new(grammar_of(decision))
    }

    fn facts(_view: &View<Self>) -> Arc<Grammar<Fact>> {
        Arc::new(Grammar { forms: Vec::new() })
    }

    fn holds(_view: &View<Self>, fact: &Fact) -> bool {
        match *fact {}
    }

    fn outlook(_view: &View<Self>, fact: &Fact) -> Outlook {
        match *fact {}
    }

    fn arrange(orders: &mut [Order]) {
        orders.sort();
    }

    fn check(view: &View<Self>, decision: &Decision, answer: &Answer<Order>) -> Vec<Ruling> {
        let bids = answer.orders.iter().filter(|o| matches!(o, Order::Bid(_))).count();
        let mut rulings = Vec::new();
        for (i, order) in answer.orders.iter().enumerate() {
            let n = match order {
                Order::Bid(n) | Order::Note(n) => n,
                Order::Show(card) => {
                    if !view.private.is_some_and(|hand| hand.cards.contains(card)) {
                        rulings.push(ruling(Some(i), "show/none", "you do not hold this card"));
                    }
                    continue;
                }
            };
            if !(1..=9).contains(n) {
                rulings.push(ruling(Some(i), "bid/too-high", "numbers run from 1 to 9"));
            }
        }
        if bids > 1 {
            rulings.push(ruling(None, "bid/twice", "one bid is enough"));
        }
        if bids == 0 && *decision == Decision::Bid {
            rulings.push(ruling(None, "bid/none", "there is no bid"));
        }
        rulings
    }

    fn foresee(_view: &View<Self>, _order: &Order) -> Result<String, Ruling> {
        Ok("it depends on nothing".to_owned())
    }

    fn legal<'a>(
        view: &'a View<'a, Self>,
        decision: &Decision,
        so_far: &[Order],
    ) -> Box<dyn Iterator<Item = Order> + 'a> {
        let is_bid = *decision == Decision::Bid;
        let asks = is_bid && so_far.is_empty();
        let so_far = so_far.to_vec();
        let shows = view.private.into_iter().flat_map(|hand| &hand.cards).map(|card| Order::Show(*card));
        let shows = shows.filter(move |show| is_bid && !so_far.contains(show));
        Box::new((1..=9).filter(move |_| asks).map(Order::Bid).chain(shows))
    }

    fn defaults(_view: &View<Self>, decision: &Decision) -> Vec<Order> {
        if *decision == Decision::Bid { vec![Order::Bid(1)] } else { Vec::new() }
    }

    fn notes(view: &View<Self>, _decision: &Decision) -> Vec<Note> {
        let cards = view.private.iter().flat_map(|hand| &hand.cards);
        cards.map(|card| Note::text(format!("You hold {card}."))).collect()
    }

    fn resolve(turn: &mut Turn<Self>, answers: &[Answer<Order>]) {
        let setting = Arc::clone(&turn.state().setting);
        let (stage, kind) = (turn.state().public.stage, turn.state().public.kind(&setting));
        let mover = turn.state().public.asked(&setting)[0];
        for answer in answers {
            let points = |order: &Order| match order {
                Order::Bid(n) | Order::Note(n) => *n,
                Order::Show(_) => 0,
            };
            turn.emit(Event::Said { by: answer.seat, points: answer.orders.iter().map(points).sum() });
            if setting.hands {
                draw_and_show(turn, answer);
            }
        }
        if "bdr".contains(kind) {
            let by = setting.seats[mover.index()].clone();
            let die = turn.roll(&by, format!("{stage} bid {by}"), 6);
            turn.emit(Event::Fell { die });
            if setting.twice {
                turn.roll(&by, format!("{stage} bid {by}"), 6);
            }
        }
        turn.emit(Event::Passed {});
        if turn.state().public.stage >= setting.length {
            turn.emit(Event::Over { reason: "all stages are over".to_owned() });
        }
    }

    fn leave(turn: &mut Turn<Self>, seat: Seat, _: &Leaving) {
        turn.emit(Event::Left { by: seat });
        if turn.state().public.in_game().count() < 2 {
            turn.emit(Event::Over { reason: "the others gave up".to_owned() });
        }
    }

    fn draw(turn: &mut Turn<Self>) {
        turn.emit(Event::Over { reason: "all agreed".to_owned() });
    }

    fn apply(state: &mut State<Self>, event: &Event) {
        let public = &mut state.public;
        match event {
            Event::Said { by, points } => public.scores[by.index()] += points,
            Event::Drew { .. } => {}
            Event::Got { by, card } => state.private[by.index()].cards.push(*card),
            Event::Showed { by, card } => {
                state.private[by.index()].cards.retain(|c| c != card);
                public.shown.push(*card);
            }
            Event::Fell { die } => {
                public.scores.iter_mut().for_each(|score| *score = *score * 7 % 1000 + die);
            }
            Event::Passed {} => public.stage += 1,
            Event::Left { by } => public.out[by.index()] = true,
            Event::Over { reason } => public.ending = Some(reason.clone()),
        }
    }

    fn audience(_state: &State<Self>, event: &Event) -> Audience {
        match event {
            Event::Got { by, .. } => Audience::Seats(vec![*by]),
            _ => Audience::All,
        }
    }

    fn narrate(_view: &View<Self>, event: &Event) -> Vec<Sentence> {
        vec![Sentence { text: format!("{event:?}."), why: Vec::new() }]
    }

    fn render(view: &View<Self>) -> Doc {
        let mut doc = Doc::new();
        let hands = (0..view.public.out.len() as u8).map(Seat).filter_map(|seat| view.private_of(seat));
        doc.items(hands.map(|hand| format!("{:?}", hand.cards)));
        doc
    }

    fn provenance(_setting: &Setting) -> Option<String> {
        None
    }

    fn picture(_view: &View<Self>, _events: &[Event]) -> Picture {
        Picture::default()
    }

    fn is_timed(_setting: &Setting) -> bool {
        false
    }

    fn invariants(_state: &State<Self>) -> Vec<String> {
        Vec::new()
    }
}
