//! The forms of the campaign's orders and facts.

use super::orders::{Activity, Counted, Fact, Item, Order, Reason};
use super::{Country, Data, Text, spellings};
use crate::kernel::orders::forms::words;
use crate::kernel::orders::grammar::{Form, Match, Part};
use std::sync::Arc;

/// The most that an order may count.
const MAX_COUNT: u32 = 9999;

/// What the forms are made of.
pub struct Kit {
    fiefs: (Arc<[String]>, Vec<String>),
    cards: (Arc<[String]>, Vec<String>),
    playable: Arc<[String]>,
    regents: Arc<[String]>,
    families: Arc<[String]>,
}

impl Kit {
    /// The forms with these cards, for these families.
    pub fn new(data: &Data, families: &[String]) -> Self {
        let fiefs = data.fiefs.fiefs.iter().map(|f| (f.id.as_str(), f.name.as_str()));
        let military = data.cards.military.iter().map(|c| (c.id.as_str(), c.name.as_str()));
        let events = data.cards.events.iter().map(|c| (c.id.as_str(), c.name.as_str()));
        // Court cards of one name are told apart by their ids alone.
        let court = data.court.cards.iter().map(|c| (c.id.as_str(), c.id.as_str()));
        Self {
            fiefs: spellings(fiefs),
            cards: spellings(military.chain(events).chain(court)),
            playable: data.court.cards.iter().map(|card| card.id.clone()).collect(),
            regents: data.regents.regents.iter().map(|card| card.id.clone()).collect(),
            families: families.to_vec().into(),
        }
    }

    /// The forms of what a family begins with.
    pub fn opening(&self) -> Vec<Form<Order>> {
        self.entries()
    }

    /// The forms of choosing an enemy.
    pub fn country(&self) -> Vec<Form<Order>> {
        let countries = words(&Country::ALL.map(Country::id));
        let war = Form {
            name: "war",
            parts: vec![Part::Word(&["war"]), Part::Word(&["against"]), Part::choice("country", &countries)],
            build: Box::new(|m| Order::War(m.pick("country", &Country::ALL))),
            example: "war against danmark",
            help: "Chooses whom the war is against (War).",
        };
        vec![war, object()]
    }

    /// The forms of choosing a Regent card.
    pub fn regency(&self) -> Vec<Form<Order>> {
        let regents = Arc::clone(&self.regents);
        let choose = Form {
            name: "choose",
            parts: vec![Part::Word(&["choose"]), Part::choice("regent", &self.regents)],
            build: Box::new(move |m| Order::Choose(m.pick("regent", &regents))),
            example: "choose regent-12",
            help: "Chooses the Regent card that applies in this round (Chancellor).",
        };
        vec![choose, object()]
    }

    /// The forms of a family's turn.
    pub fn family_turn(&self) -> Vec<Form<Order>> {
        let activities = words(&Activity::ALL.map(Activity::id));
        let activity = Form {
            name: "activity",
            parts: vec![Part::Word(&["activity"]), Part::choice("activity", &activities)],
            build: Box::new(|m| Order::Activity(m.pick("activity", &Activity::ALL))),
            example: "activity trade",
            help: "Says what the family busies itself with in its turn.",
        };
        let mut forms = vec![activity];
        forms.extend(self.entries());
        forms.extend(self.cards());
        forms
    }

    /// The forms of what may be done in another family's turn.
    pub fn cards(&self) -> Vec<Form<Order>> {
        let (cards, families) = (Arc::clone(&self.playable), Arc::clone(&self.families));
        let play = Form {
            name: "play-event",
            parts: vec![
                Part::Word(&["play"]),
                Part::choice("card", &self.playable),
                Part::Maybe(vec![Part::Word(&["for", "on"]), Part::choice("family", &self.families)]),
            ],
            build: Box::new(move |m| Order::Play {
                card: m.pick("card", &cards),
                on: m.pick_first("family", &families),
            }),
            example: "play manipulated-election for brahe",
            help: "Plays an Event card outside a field battle (The Archbishop; Trade blockade).",
        };
        vec![play, object()]
    }

    /// The forms of what may be said when the turns are over.
    pub fn closing(&self) -> Vec<Form<Order>> {
        vec![object()]
    }

    fn entries(&self) -> Vec<Form<Order>> {
        vec![
            self.enter_fief(),
            self.enter_card(),
            enter_count("enter-gain", &["+", "plus"], 1, "enter gold +7 trade", "Enters what is won."),
            enter_count(
                "enter-loss",
                &["-", "minus"],
                -1,
                "enter gold -12 purchase",
                "Enters what is paid or lost.",
            ),
        ]
    }

    fn enter_fief(&self) -> Form<Order> {
        let ids = self.fiefs.1.clone();
        Form {
            name: "enter-fief",
            parts: vec![
                Part::Word(&["enter"]),
                Part::Word(&["fief"]),
                Part::choice("fief", &self.fiefs.0),
                lost(),
            ],
            build: Box::new(move |m| {
                Order::Enter(Item::Fief { id: m.pick("fief", &ids), lost: m.has("lost") })
            }),
            example: "enter fief narke",
            help: "Enters that a fief is won, or with lost that it is lost.",
        }
    }

    fn enter_card(&self) -> Form<Order> {
        let ids = self.cards.1.clone();
        Form {
            name: "enter-card",
            parts: vec![
                Part::Word(&["enter"]),
                Part::Word(&["card"]),
                Part::choice("card", &self.cards.0),
                lost(),
            ],
            build: Box::new(move |m| {
                Order::Enter(Item::Card { id: m.pick("card", &ids), lost: m.has("lost") })
            }),
            example: "enter card torstensson",
            help: "Enters that a Military or Event card is won, or with lost that it is lost.",
        }
    }

    /// The forms of facts.
    pub fn facts(&self) -> Vec<Form<Fact>> {
        let texts = words(&Text::ALL.map(Text::id));
        let said = Arc::clone(&texts);
        let families: Vec<&'static str> =
            self.families.iter().filter_map(|id| FAMILIES.into_iter().find(|known| known == id)).collect();
        vec![
            Form {
                name: "regent-says",
                parts: vec![Part::Word(&["regent"]), Part::Word(&["says"]), Part::choice("text", &texts)],
                build: Box::new(move |m| Fact::Regent(m.pick("text", &said))),
                example: "regent says trade-blockade",
                help: "The Regent card that applies says so in this era.",
            },
            Form {
                name: "archbishop-is",
                parts: vec![
                    Part::Word(&["archbishop"]),
                    Part::Word(&["is"]),
                    Part::choice("family", &self.families),
                ],
                build: Box::new(move |m| {
                    let place = m.value("family") as usize;
                    Fact::Archbishop(place as u8, families.get(place).copied().unwrap_or("sture"))
                }),
                example: "archbishop is brahe",
                help: "The family holds the Archbishop card.",
            },
            Form {
                name: "round-reaches",
                parts: vec![
                    Part::Word(&["regent-round", "reign"]),
                    Part::Word(&["reaches"]),
                    Part::number("round", 99),
                ],
                build: Box::new(|m| Fact::Round(m.value("round"))),
                example: "regent-round reaches 4",
                help: "The regent round is this one or a later one.",
            },
        ]
    }
}

/// The ids that families may have.
const FAMILIES: [&str; 5] = ["sture", "grip", "brahe", "eka", "tre-rosor"];

fn lost() -> Part {
    Part::Maybe(vec![Part::Word(&["lost"])])
}

fn object() -> Form<Order> {
    Form {
        name: "object",
        parts: vec![Part::Word(&["object"]), Part::Maybe(vec![Part::Arrow]), Part::number("entry", 999_999)],
        build: Box::new(|m| Order::Object(m.value("entry"))),
        example: "object 12",
        help: "Objects to an entry of another family, which is struck.",
    }
}

fn enter_count(
    name: &'static str,
    sign: &'static [&'static str],
    factor: i32,
    example: &'static str,
    help: &'static str,
) -> Form<Order> {
    let counted = words(&Counted::ALL.map(Counted::id));
    let reasons = words(&Reason::ALL.map(Reason::id));
    Form {
        name,
        parts: vec![
            Part::Word(&["enter"]),
            Part::choice("counted", &counted),
            Part::Word(sign),
            Part::number("count", MAX_COUNT),
            Part::Maybe(vec![Part::choice("reason", &reasons)]),
        ],
        build: Box::new(move |m: &Match| {
            Order::Enter(Item::Count {
                of: m.pick("counted", &Counted::ALL),
                by: factor * m.value("count") as i32,
                reason: m.pick_first("reason", &Reason::ALL),
            })
        }),
        example,
        help,
    }
}
