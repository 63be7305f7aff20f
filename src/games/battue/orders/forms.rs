//! The forms of orders and facts.
//!
//! Conditions may be written with signs, `warriors > 2`; they print as words, which no mailer takes for a mark of its
//! own.

use super::{
    Comparison, Condition, Fact, Forms, March, Measure, Order, Play, Reply, Retreat, Standing, grammar,
};
use crate::kernel::orders::grammar::{Form, Join, Match, Part, Places, Slot, SlotKind};
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
    let all = |parts: Vec<Vec<Form<Order>>>| grammar(parts.into_iter().flatten().collect());
    let reaction = || vec![kit.play(), kit.retreat()];
    Forms {
        setup: all(vec![setup(), vec![pass("Takes what is left.")]]),
        turn: all(vec![turn(), standing(), vec![pass("Stays where it is and plays nothing.")]]),
        reaction: all(vec![reaction(), standing(), vec![pass("Plays nothing and stays.")]]),
        standing: all(vec![standing(), vec![pass("Leaves things as they stand.")]]),
        any: all(vec![setup(), turn(), standing(), vec![pass("Does nothing.")]]),
        facts: grammar(kit.facts()),
    }
}

fn word(word: &'static [&'static str]) -> Part {
    Part::Word(word)
}

/// The condition at the end of an order.
fn condition() -> Vec<Part> {
    let measures: Arc<[String]> = Measure::ALL.iter().map(|m| m.word().to_owned()).collect();
    let comparisons: Arc<[String]> = COMPARISONS.iter().map(|(word, _)| (*word).to_owned()).collect();
    vec![
        Part::Maybe(vec![word(&["my"])]),
        Part::One(Slot { name: "measure", kind: SlotKind::Choice(measures) }),
        Part::One(Slot { name: "comparison", kind: SlotKind::Choice(comparisons) }),
        Part::One(Slot { name: "number", kind: SlotKind::Number(MAX_COUNT) }),
    ]
}

fn if_condition() -> Part {
    Part::Maybe([vec![word(&["if"])], condition()].concat())
}

fn read_condition(m: &Match) -> Option<Condition> {
    let measure = m.first("measure")?;
    Some(Condition {
        measure: Measure::ALL[measure as usize],
        comparison: COMPARISONS[m.value("comparison") as usize].1,
        number: m.value("number") as u8,
    })
}

fn pass(help: &'static str) -> Form<Order> {
    Form {
        name: "pass",
        parts: vec![word(&["pass", "hold"])],
        build: Box::new(|_| Order::Pass),
        example: "pass",
        help,
    }
}

fn bank() -> Form<Order> {
    Form {
        name: "bank",
        parts: vec![word(&["bank"]), word(&["treasures", "treasure"])],
        build: Box::new(|_| Order::Bank),
        example: "bank treasures",
        help: "Plays every treasure in hand at the end of the turn (Loot Cards).",
    }
}

impl Kit {
    fn place(&self, name: &'static str) -> Part {
        Part::One(self.place_slot(name))
    }

    fn place_slot(&self, name: &'static str) -> Slot {
        Slot { name, kind: SlotKind::Place(Arc::clone(&self.places)) }
    }

    fn many(&self, name: &'static str) -> Part {
        Part::Many(self.place_slot(name), Join::Comma, 1)
    }

    fn card(&self) -> Part {
        Part::One(Slot { name: "card", kind: SlotKind::Choice(Arc::clone(&self.cards)) })
    }

    /// A form whose one list is of places.
    fn of_places(
        &self,
        (name, words): (&'static str, Vec<Part>),
        build: fn(Vec<String>) -> Order,
        (example, help): (&'static str, &'static str),
    ) -> Form<Order> {
        let places = Arc::clone(&self.places);
        let build = move |m: &Match| build(ids(&places, m, "space"));
        let parts = [words, vec![self.many("space")]].concat();
        Form { name, parts, build: Box::new(build), example, help }
    }

    fn start(&self) -> Form<Order> {
        let words = vec![word(&["start"]), word(&["at"])];
        let help = "Where the first warriors wait, the most wanted first (Game Setup).";
        self.of_places(("start", words), Order::Start, ("start at gate-n,wall-ene", help))
    }

    fn lay(&self) -> Form<Order> {
        let words = vec![word(&["lay"]), word(&["specials", "special"]), word(&["at"])];
        let help = "Where the special tiles are laid, the most wanted first (Game Setup).";
        self.of_places(("lay", words), Order::Lay, ("lay specials at f3,j5", help))
    }

    fn reinforce(&self) -> Form<Order> {
        let words = vec![word(&["reinforce"]), word(&["at"])];
        let help = "These hordes call for reinforcements, one after the other, and neither move nor attack (Start of Turn).";
        self.of_places(("reinforce", words), Order::Reinforce, ("reinforce at c4,camp", help))
    }

    fn battles(&self) -> Form<Order> {
        let words = vec![word(&["battles", "battle"]), word(&["at"])];
        let help = "In which order battles are resolved (Main Turn).";
        self.of_places(("battles", words), Order::Battles, ("battles at c4,gate-n", help))
    }

    fn give_up(&self) -> Form<Order> {
        let words = vec![word(&["give"]), word(&["up"])];
        let help = "Whose flags are taken up first if there is none left (Winning the Battle).";
        self.of_places(("give-up", words), Order::GiveUp, ("give up wall-nnw,c4", help))
    }

    fn play(&self) -> Form<Order> {
        let (places, cards, seats) =
            (Arc::clone(&self.places), Arc::clone(&self.cards), Arc::clone(&self.seats));
        let victim = Slot { name: "seat", kind: SlotKind::Choice(Arc::clone(&self.seats)) };
        Form {
            name: "play",
            parts: vec![
                word(&["play"]),
                self.card(),
                Part::Maybe(vec![word(&["at", "in"]), self.place("space")]),
                Part::Maybe(vec![word(&["against"]), Part::One(victim)]),
                Part::Maybe(vec![word(&["at"]), word(&["the"]), word(&["end"])]),
                Part::Maybe(vec![word(&["if"]), word(&["held"])]),
                if_condition(),
            ],
            build: Box::new(move |m| {
                Order::Play(Play {
                    card: cards[m.value("card") as usize].clone(),
                    at: m.first("space").map(|i| places.names[i as usize].clone()),
                    against: m.first("seat").map(|i| seats[i as usize].clone()),
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
        let count = Slot { name: "count", kind: SlotKind::Number(MAX_COUNT) };
        Form {
            name: "move",
            parts: vec![
                word(&["move"]),
                Part::Maybe(vec![Part::One(count)]),
                word(&["from"]),
                self.place("from"),
                Part::Maybe(vec![word(&["via"]), self.place("via")]),
                Part::Arrow,
                self.place("to"),
            ],
            build: Box::new(move |m| {
                Order::Move(March {
                    from: one(&places, m, "from"),
                    via: m.first("via").map(|i| places.names[i as usize].clone()),
                    to: one(&places, m, "to"),
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
                vec![word(&["continue"]), word(&["at"]), self.place("space"), word(&["while"])],
                condition(),
            ]
            .concat(),
            build: Box::new(move |m| Order::Continue {
                at: one(&places, m, "space"),
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
                word(&["retreat"]),
                Part::Maybe(vec![word(&["from"]), self.place("from")]),
                Part::Arrow,
                self.many("space"),
                if_condition(),
            ],
            build: Box::new(move |m| {
                Order::Retreat(Retreat {
                    from: m.first("from").map(|i| places.names[i as usize].clone()),
                    to: ids(&places, m, "space"),
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
        let slot = Slot { name: "card", kind: SlotKind::Choice(Arc::clone(&self.cards)) };
        Form {
            name: "discard",
            parts: vec![word(&["discard"]), Part::Many(slot, Join::Comma, 1)],
            build: Box::new(move |m| {
                Order::Discard(m.all("card").into_iter().map(|i| cards[i as usize].clone()).collect())
            }),
            example: "discard militia,silk",
            help: "Which cards go first if there are too many in hand at the end of the turn (Loot Cards).",
        }
    }

    fn when(&self) -> Vec<Part> {
        let at = Part::Maybe(vec![word(&["at"]), self.place("space")]);
        vec![word(&["when"]), word(&["attacked"]), at]
    }

    fn when_play(&self) -> Form<Order> {
        let (places, cards) = (Arc::clone(&self.places), Arc::clone(&self.cards));
        Form {
            name: "when-play",
            parts: [self.when(), vec![word(&["play"]), self.card(), if_condition()]].concat(),
            build: Box::new(move |m| {
                let card = cards[m.value("card") as usize].clone();
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
            parts: [self.when(), vec![word(&["retreat"]), Part::Arrow, self.many("to"), if_condition()]]
                .concat(),
            build: Box::new(move |m| {
                standing(&places, m, Reply::Retreat { to: ids(&places, m, "to"), when: read_condition(m) })
            }),
            example: "when attacked at c4 retreat to e1 if warriors below 2",
            help: "Goes back after a round whenever attacked, until changed (Battles).",
        }
    }

    fn when_pass(&self) -> Form<Order> {
        let places = Arc::clone(&self.places);
        let replies: Arc<[String]> = Arc::new(["ask".to_owned(), "pass".to_owned()]);
        Form {
            name: "when-pass",
            parts: [self.when(), vec![Part::One(Slot { name: "reply", kind: SlotKind::Choice(replies) })]]
                .concat(),
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
        let seat = Slot { name: "seat", kind: SlotKind::Choice(Arc::clone(&self.seats)) };
        let number = || Part::One(Slot { name: "number", kind: SlotKind::Number(999) });
        vec![
            Form {
                name: "controls",
                parts: vec![Part::One(seat), word(&["controls"]), self.place("space")],
                build: Box::new(move |m| {
                    Fact::Controls(seats[m.value("seat") as usize].clone(), one(&one_, m, "space"))
                }),
                example: "red controls c4",
                help: "The player's flag lies on the space.",
            },
            Form {
                name: "is-up",
                parts: vec![self.place("space"), word(&["is"]), word(&["up"])],
                build: Box::new(move |m| Fact::IsUp(one(&two, m, "space"))),
                example: "c4 is up",
                help: "The tile lies face up; walls, gates and towers always do.",
            },
            Form {
                name: "holds",
                parts: vec![self.place("space"), word(&["holds"]), number()],
                build: Box::new(move |m| {
                    Fact::Holds(one(&three, m, "space"), m.value("number").min(255) as u8)
                }),
                example: "c4 holds 3",
                help: "At least so many warriors stand on the space.",
            },
            Form {
                name: "turn-reaches",
                parts: vec![word(&["turn"]), word(&["reaches"]), number()],
                build: Box::new(|m| Fact::TurnReaches(m.value("number"))),
                example: "turn reaches 12",
                help: "So many turns have begun.",
            },
        ]
    }
}

fn standing(places: &Places, m: &Match, answer: Reply) -> Order {
    Order::Standing(Standing { at: m.first("space").map(|i| places.names[i as usize].clone()), answer })
}

fn ids(places: &Places, m: &Match, slot: &str) -> Vec<String> {
    m.all(slot).into_iter().map(|i| places.names[i as usize].clone()).collect()
}

fn one(places: &Places, m: &Match, slot: &str) -> String {
    places.names[m.value(slot) as usize].clone()
}
