//! The forms of orders and facts.
//!
//! Conditions may be written with signs, `warriors > 2`; they print as words, which no mailer takes for a mark of its
//! own.

use super::{Condition, Fact, Forms, March, Measure, Order, Play, Reply, Retreat, Standing};
use crate::kernel::orders::comparison::Comparison;
use crate::kernel::orders::forms::words;
use crate::kernel::orders::grammar::{Form, Grammar, Match, Part, Places};
use std::sync::Arc;

/// The most that a condition may count.
const MAX_COUNT: u32 = 60;

/// The words and signs of comparing, each with what it means.
const COMPARISONS: [(&str, Comparison); 9] = [
    ("below", Comparison::Below),
    ("<", Comparison::Below),
    ("under", Comparison::Below),
    ("is", Comparison::Is),
    ("=", Comparison::Is),
    ("exactly", Comparison::Is),
    ("above", Comparison::Above),
    (">", Comparison::Above),
    ("over", Comparison::Above),
];

/// What forms are made of.
pub struct Kit {
    /// Spaces and the camp.
    pub places: Arc<Places>,
    /// Loot cards by their ids.
    pub cards: Arc<[String]>,
    /// Seats by their ids.
    pub seats: Arc<[String]>,
}

/// The forms of all decisions.
pub fn forms(kit: &Kit) -> Forms {
    let setup = || vec![kit.start(), kit.lay()];
    let turn = || {
        vec![
            kit.play(),
            kit.reinforce(),
            kit.march(),
            kit.battles(),
            kit.go_on(),
            kit.retreat(),
            kit.give_up(),
            kit.discard(),
            bank(),
        ]
    };
    let standing = || vec![kit.when_play(), kit.when_retreat(), kit.when_pass()];
    let all = |parts: Vec<Vec<Form<Order>>>| Grammar::of(parts.into_iter().flatten());
    let reaction = || vec![kit.play(), kit.retreat()];
    Forms {
        setup: all(vec![setup(), vec![pass("Takes what is left.")]]),
        turn: all(vec![turn(), standing(), vec![pass("Stays where it is and plays nothing.")]]),
        reaction: all(vec![reaction(), standing(), vec![pass("Plays nothing and stays.")]]),
        standing: all(vec![standing(), vec![pass("Leaves things as they stand.")]]),
        any: all(vec![setup(), turn(), standing(), vec![pass("Does nothing.")]]),
        facts: Grammar::of(kit.facts()),
    }
}

/// The condition at the end of an order.
fn condition() -> Vec<Part> {
    vec![
        Part::Maybe(vec![Part::Word(&["my"])]),
        Part::choice("measure", &words(&Measure::ALL.map(Measure::word))),
        Part::choice("comparison", &words(&COMPARISONS.map(|(word, _)| word))),
        Part::number("number", MAX_COUNT),
    ]
}

fn if_condition() -> Part {
    Part::Maybe([vec![Part::Word(&["if"])], condition()].concat())
}

fn read_condition(m: &Match) -> Option<Condition> {
    Some(Condition {
        measure: m.pick_first("measure", &Measure::ALL)?,
        comparison: m.pick("comparison", &COMPARISONS).1,
        number: m.value("number") as u8,
    })
}

fn pass(help: &'static str) -> Form<Order> {
    Form::pass(|| Order::Pass, help)
}

fn bank() -> Form<Order> {
    Form {
        name: "bank",
        parts: vec![Part::Word(&["bank"]), Part::Word(&["treasures", "treasure"])],
        build: Box::new(|_| Order::Bank),
        example: "bank treasures",
        help: "Plays every treasure in hand at the end of the turn (Loot Cards).",
    }
}

impl Kit {
    fn place(&self, name: &'static str) -> Part {
        Part::place(name, &self.places)
    }

    fn places(&self, name: &'static str) -> Part {
        Part::places(name, &self.places)
    }

    fn card(&self) -> Part {
        Part::choice("card", &self.cards)
    }

    fn seat(&self) -> Part {
        Part::choice("seat", &self.seats)
    }

    /// A form whose one list is of places.
    fn of_places(
        &self,
        (name, words): (&'static str, Vec<Part>),
        build: fn(Vec<String>) -> Order,
        (example, help): (&'static str, &'static str),
    ) -> Form<Order> {
        let places = Arc::clone(&self.places);
        let build = move |m: &Match| build(m.pick_all("space", &places.names));
        let parts = [words, vec![self.places("space")]].concat();
        Form { name, parts, build: Box::new(build), example, help }
    }

    fn start(&self) -> Form<Order> {
        let words = vec![Part::Word(&["start"]), Part::Word(&["at"])];
        let help = "Where the first warriors wait, the most wanted first (Game Setup).";
        self.of_places(("start", words), Order::Start, ("start at gate-n,wall-ene", help))
    }

    fn lay(&self) -> Form<Order> {
        let words = vec![Part::Word(&["lay"]), Part::Word(&["specials", "special"]), Part::Word(&["at"])];
        let help = "Where the special tiles are laid, the most wanted first (Game Setup).";
        self.of_places(("lay", words), Order::Lay, ("lay specials at f3,j5", help))
    }

    fn reinforce(&self) -> Form<Order> {
        let words = vec![Part::Word(&["reinforce"]), Part::Word(&["at"])];
        let help = "These hordes call for reinforcements, one after the other, and neither move nor attack (Start of Turn).";
        self.of_places(("reinforce", words), Order::Reinforce, ("reinforce at c4,camp", help))
    }

    fn battles(&self) -> Form<Order> {
        let words = vec![Part::Word(&["battles", "battle"]), Part::Word(&["at"])];
        let help = "In which order battles are resolved (Main Turn).";
        self.of_places(("battles", words), Order::Battles, ("battles at c4,gate-n", help))
    }

    fn give_up(&self) -> Form<Order> {
        let words = vec![Part::Word(&["give"]), Part::Word(&["up"])];
        let help = "Whose flags are taken up first if there is none left (Winning the Battle).";
        self.of_places(("give-up", words), Order::GiveUp, ("give up wall-nnw,c4", help))
    }

    fn play(&self) -> Form<Order> {
        let (places, cards, seats) =
            (Arc::clone(&self.places), Arc::clone(&self.cards), Arc::clone(&self.seats));
        Form {
            name: "play",
            parts: vec![
                Part::Word(&["play"]),
                self.card(),
                Part::Maybe(vec![Part::Word(&["at", "in"]), self.place("space")]),
                Part::Maybe(vec![Part::Word(&["against"]), self.seat()]),
                Part::Maybe(vec![Part::Word(&["at"]), Part::Word(&["the"]), Part::Word(&["end"])]),
                Part::Maybe(vec![Part::Word(&["if"]), Part::Word(&["held"])]),
                if_condition(),
            ],
            build: Box::new(move |m| {
                Order::Play(Play {
                    card: m.pick("card", &cards),
                    at: m.pick_first("space", &places.names),
                    against: m.pick_first("seat", &seats),
                    at_the_end: m.has("end"),
                    if_held: m.has("held"),
                    when: read_condition(m),
                })
            }),
            example: "play battering-ram at c4 if defence above 4",
            help: "Plays a loot card at its time: in a battle, for a horde, against a player (Loot Cards).",
        }
    }

    fn march(&self) -> Form<Order> {
        let places = Arc::clone(&self.places);
        Form {
            name: "move",
            parts: vec![
                Part::Word(&["move"]),
                Part::Maybe(vec![Part::number("count", MAX_COUNT)]),
                Part::Word(&["from"]),
                self.place("from"),
                Part::Maybe(vec![Part::Word(&["via"]), self.place("via")]),
                Part::Arrow,
                self.place("to"),
            ],
            build: Box::new(move |m| {
                Order::Move(March {
                    from: m.pick("from", &places.names),
                    via: m.pick_first("via", &places.names),
                    to: m.pick("to", &places.names),
                    count: m.first("count").map(|n| n as u8),
                })
            }),
            example: "move 3 from gate-n to e1",
            help: "Moves so many warriors, or all, to a neighbouring space; via another with a card (Main Turn).",
        }
    }

    fn go_on(&self) -> Form<Order> {
        let places = Arc::clone(&self.places);
        Form {
            name: "continue",
            parts: [
                vec![
                    Part::Word(&["continue"]),
                    Part::Word(&["at"]),
                    self.place("space"),
                    Part::Word(&["while"]),
                ],
                condition(),
            ]
            .concat(),
            build: Box::new(move |m| Order::Continue {
                at: m.pick("space", &places.names),
                while_: read_condition(m).unwrap_or(Condition {
                    measure: Measure::Warriors,
                    comparison: Comparison::Above,
                    number: 0,
                }),
            }),
            example: "continue at c4 while warriors above 2",
            help: "Goes on with the battle only while this holds, and retreats else (Battles).",
        }
    }

    fn retreat(&self) -> Form<Order> {
        let places = Arc::clone(&self.places);
        Form {
            name: "retreat",
            parts: vec![
                Part::Word(&["retreat"]),
                Part::Maybe(vec![Part::Word(&["from"]), self.place("from")]),
                Part::Arrow,
                self.places("space"),
                if_condition(),
            ],
            build: Box::new(move |m| {
                Order::Retreat(Retreat {
                    from: m.pick_first("from", &places.names),
                    to: m.pick_all("space", &places.names),
                    when: read_condition(m),
                })
            }),
            example: "retreat from c4 to gate-n if warriors below 3",
            help: "Goes back to the first of these spaces that can be, after a round; in answer to an attack without \
                   from (Battles).",
        }
    }

    fn discard(&self) -> Form<Order> {
        let cards = Arc::clone(&self.cards);
        Form {
            name: "discard",
            parts: vec![Part::Word(&["discard"]), Part::choices("card", &self.cards)],
            build: Box::new(move |m| Order::Discard(m.pick_all("card", &cards))),
            example: "discard militia,silk",
            help: "Which cards go first if there are too many in hand at the end of the turn (Loot Cards).",
        }
    }

    fn when(&self) -> Vec<Part> {
        let at = Part::Maybe(vec![Part::Word(&["at"]), self.place("space")]);
        vec![Part::Word(&["when"]), Part::Word(&["attacked"]), at]
    }

    fn when_play(&self) -> Form<Order> {
        let (places, cards) = (Arc::clone(&self.places), Arc::clone(&self.cards));
        Form {
            name: "when-play",
            parts: [self.when(), vec![Part::Word(&["play"]), self.card(), if_condition()]].concat(),
            build: Box::new(move |m| {
                let card = m.pick("card", &cards);
                standing(&places, m, Reply::Play { card, when: read_condition(m) })
            }),
            example: "when attacked at c4 play militia if attack above 6",
            help: "Plays a card whenever attacked, until changed; all such lines of a sheet take the place of those \
                   before (Battles).",
        }
    }

    fn when_retreat(&self) -> Form<Order> {
        let places = Arc::clone(&self.places);
        Form {
            name: "when-retreat",
            parts: [
                self.when(),
                vec![Part::Word(&["retreat"]), Part::Arrow, self.places("to"), if_condition()],
            ]
            .concat(),
            build: Box::new(move |m| {
                standing(
                    &places,
                    m,
                    Reply::Retreat { to: m.pick_all("to", &places.names), when: read_condition(m) },
                )
            }),
            example: "when attacked at c4 retreat to e1 if warriors below 2",
            help: "Goes back after a round whenever attacked, until changed (Battles).",
        }
    }

    fn when_pass(&self) -> Form<Order> {
        let places = Arc::clone(&self.places);
        Form {
            name: "when-pass",
            parts: [self.when(), vec![Part::choice("reply", &words(&["ask", "pass"]))]].concat(),
            build: Box::new(move |m| {
                let reply = if m.value("reply") == 0 { Reply::Ask } else { Reply::Pass };
                standing(&places, m, reply)
            }),
            example: "when attacked pass",
            help: "Does nothing whenever attacked, without being asked; `ask`, alone and for everywhere, means to be asked again (Battles).",
        }
    }

    fn facts(&self) -> Vec<Form<Fact>> {
        let places = || Arc::clone(&self.places);
        let (one_, two, three) = (places(), places(), places());
        let seats = Arc::clone(&self.seats);
        let number = || Part::number("number", 999);
        vec![
            Form {
                name: "controls",
                parts: vec![self.seat(), Part::Word(&["controls"]), self.place("space")],
                build: Box::new(move |m| {
                    Fact::Controls(m.pick("seat", &seats), m.pick("space", &one_.names))
                }),
                example: "red controls c4",
                help: "The player's flag lies on the space.",
            },
            Form {
                name: "is-up",
                parts: vec![self.place("space"), Part::Word(&["is"]), Part::Word(&["up"])],
                build: Box::new(move |m| Fact::IsUp(m.pick("space", &two.names))),
                example: "c4 is up",
                help: "The tile lies face up; walls, gates and towers always do.",
            },
            Form {
                name: "holds",
                parts: vec![self.place("space"), Part::Word(&["holds"]), number()],
                build: Box::new(move |m| {
                    Fact::Holds(m.pick("space", &three.names), m.value("number").min(255) as u8)
                }),
                example: "c4 holds 3",
                help: "At least so many warriors stand on the space.",
            },
            Form {
                name: "turn-reaches",
                parts: vec![Part::Word(&["turn"]), Part::Word(&["reaches"]), number()],
                build: Box::new(|m| Fact::TurnReaches(m.value("number"))),
                example: "turn reaches 12",
                help: "So many turns have begun.",
            },
        ]
    }
}

fn standing(places: &Places, m: &Match, answer: Reply) -> Order {
    Order::Standing(Standing { at: m.pick_first("space", &places.names), answer })
}
