//! The orders of the campaign and the facts that its conditions may name, with their forms.

use super::{Country, Data, Decision, spellings};
use crate::kernel::orders::grammar::{Form, Match, Part, Slot, SlotKind};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

/// One line that a family may write. The kinds stand in the order in which they are carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// Object to an entry of another family.
    Object(u32),
    /// Play an Event card.
    Play {
        /// Which.
        card: String,
        /// For which family.
        on: Option<String>,
    },
    /// War: against this country.
    War(Country),
    /// Chancellor: this Regent card applies.
    Choose(String),
    /// What the family busies itself with in its turn.
    Activity(Activity),
    /// Enter what changes on the table.
    Enter(Item),
}

impl Order {
    /// Where a sheet has lines of this kind. Cards and entries stay in the order in which they were written.
    pub fn rank(&self) -> u8 {
        match self {
            Self::Object(_) => 0,
            Self::Play { .. } => 1,
            Self::War(_) => 2,
            Self::Choose(_) => 3,
            Self::Activity(_) => 4,
            Self::Enter(_) => 5,
        }
    }

    /// Whether a line of this kind belongs to a decision.
    pub fn belongs(&self, decision: Decision) -> bool {
        match self {
            Self::Object(_) => decision != Decision::Opening,
            Self::Play { .. } => matches!(decision, Decision::FamilyTurn | Decision::Cards),
            Self::War(_) => decision == Decision::Country,
            Self::Choose(_) => decision == Decision::Regency,
            Self::Activity(_) => decision == Decision::FamilyTurn,
            Self::Enter(_) => matches!(decision, Decision::Opening | Decision::FamilyTurn),
        }
    }
}

/// What a family may busy itself with in its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Activity {
    /// Agriculture.
    Agriculture,
    /// Trade.
    Trade,
    /// Arts, Culture & Science.
    Culture,
}

impl Activity {
    /// All, in the order of the words.
    pub const ALL: [Self; 3] = [Self::Agriculture, Self::Trade, Self::Culture];

    /// The word in orders.
    pub fn id(self) -> &'static str {
        ["agriculture", "trade", "culture"][self as usize]
    }

    /// The name in sentences.
    pub fn title(self) -> &'static str {
        ["Agriculture", "Trade", "Arts, Culture & Science"][self as usize]
    }
}

/// Something that changes on the table.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Item {
    /// A Fief card is won or lost.
    Fief {
        /// Which.
        id: String,
        /// Whether it is lost.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        lost: bool,
    },
    /// A Military or Event card is won or lost.
    Card {
        /// Which.
        id: String,
        /// Whether it is lost.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        lost: bool,
    },
    /// A number grows or shrinks.
    Count {
        /// Which.
        of: Counted,
        /// By how much.
        by: i32,
        /// Why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<Reason>,
    },
}

/// What is counted in a ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Counted {
    /// Gold.
    Gold,
    /// AP.
    Ap,
    /// Merchants.
    Merchants,
    /// Troop symbols beyond those of known cards.
    Troops,
    /// Crown symbols beyond those of Fief cards.
    Crowns,
}

impl Counted {
    /// All, in the order of the words.
    pub const ALL: [Self; 5] = [Self::Gold, Self::Ap, Self::Merchants, Self::Troops, Self::Crowns];

    /// The word in orders.
    pub fn id(self) -> &'static str {
        ["gold", "ap", "merchants", "troops", "crowns"][self as usize]
    }

    /// What so many of it are called.
    pub fn counted(self, count: i32) -> String {
        let one = count == 1;
        match self {
            Self::Gold => format!("{count} gold"),
            Self::Ap => format!("{count} AP"),
            Self::Merchants => format!("{count} merchant{}", if one { "" } else { "s" }),
            Self::Troops => format!("{count} troop symbol{}", if one { "" } else { "s" }),
            Self::Crowns => format!("{count} crown symbol{}", if one { "" } else { "s" }),
        }
    }
}

/// Why a number changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// Income from agriculture.
    Agriculture,
    /// Income from trade.
    Trade,
    /// Arts, Culture & Science.
    Culture,
    /// A fief or card was bought.
    Purchase,
    /// A fief or card was sold.
    Sale,
    /// Troops were maintained.
    Upkeep,
    /// Spoils of war.
    Spoils,
    /// A tax.
    Tax,
    /// An Event card.
    Event,
    /// A set of History cards.
    HistorySet,
    /// An agreement between families.
    Deal,
    /// A mistake is mended.
    Correction,
}

impl Reason {
    /// All, in the order of the words.
    pub const ALL: [Self; 12] = [
        Self::Agriculture,
        Self::Trade,
        Self::Culture,
        Self::Purchase,
        Self::Sale,
        Self::Upkeep,
        Self::Spoils,
        Self::Tax,
        Self::Event,
        Self::HistorySet,
        Self::Deal,
        Self::Correction,
    ];

    /// The word in orders.
    pub fn id(self) -> &'static str {
        [
            "agriculture",
            "trade",
            "culture",
            "purchase",
            "sale",
            "upkeep",
            "spoils",
            "tax",
            "event",
            "history-set",
            "deal",
            "correction",
        ][self as usize]
    }
}

/// A fact about the campaign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The Regent card that applies says this.
    Regent(String),
    /// A family holds the Archbishop card.
    Archbishop(u8, &'static str),
    /// The round is this one or a later one.
    Round(u32),
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lost = |lost: bool| if lost { " lost" } else { "" };
        match self {
            Self::Fief { id, lost: is } => write!(f, "fief {id}{}", lost(*is)),
            Self::Card { id, lost: is } => write!(f, "card {id}{}", lost(*is)),
            Self::Count { of, by, reason } => {
                write!(f, "{} {by:+}", of.id())?;
                reason.map_or(Ok(()), |reason| write!(f, " {}", reason.id()))
            }
        }
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Object(number) => write!(f, "object {number}"),
            Self::Play { card, on } => {
                write!(f, "play {card}")?;
                on.as_ref().map_or(Ok(()), |family| write!(f, " for {family}"))
            }
            Self::War(country) => write!(f, "war against {}", country.id()),
            Self::Choose(regent) => write!(f, "choose {regent}"),
            Self::Activity(activity) => write!(f, "activity {}", activity.id()),
            Self::Enter(item) => write!(f, "enter {item}"),
        }
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Regent(text) => write!(f, "regent says {text}"),
            Self::Archbishop(_, family) => write!(f, "archbishop is {family}"),
            Self::Round(round) => write!(f, "regent-round reaches {round}"),
        }
    }
}

/// The most that an order may count.
pub const MAX_COUNT: u32 = 9999;

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
        let words = Country::ALL.map(|country| country.id().to_owned());
        let war = Form {
            name: "war",
            parts: vec![
                Part::Word(&["war"]),
                Part::Word(&["against"]),
                choice("country", &words.to_vec().into()),
            ],
            build: Box::new(|m| Order::War(Country::ALL[m.value("country") as usize])),
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
            parts: vec![Part::Word(&["choose"]), choice("regent", &self.regents)],
            build: Box::new(move |m| Order::Choose(regents[m.value("regent") as usize].clone())),
            example: "choose regent-12",
            help: "Chooses the Regent card that applies in this round (Chancellor).",
        };
        vec![choose, object()]
    }

    /// The forms of a family's turn.
    pub fn family_turn(&self) -> Vec<Form<Order>> {
        let words = Activity::ALL.map(|activity| activity.id().to_owned());
        let activity = Form {
            name: "activity",
            parts: vec![Part::Word(&["activity"]), choice("activity", &words.to_vec().into())],
            build: Box::new(|m| Order::Activity(Activity::ALL[m.value("activity") as usize])),
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
                choice("card", &self.playable),
                Part::Maybe(vec![Part::Word(&["for", "on"]), choice("family", &self.families)]),
            ],
            build: Box::new(move |m| Order::Play {
                card: cards[m.value("card") as usize].clone(),
                on: m.first("family").map(|i| families[i as usize].clone()),
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
            parts: vec![Part::Word(&["enter"]), Part::Word(&["fief"]), choice("fief", &self.fiefs.0), lost()],
            build: Box::new(move |m| {
                Order::Enter(Item::Fief { id: ids[m.value("fief") as usize].clone(), lost: m.has("lost") })
            }),
            example: "enter fief narke",
            help: "Enters that a fief is won, or with lost that it is lost.",
        }
    }

    fn enter_card(&self) -> Form<Order> {
        let ids = self.cards.1.clone();
        Form {
            name: "enter-card",
            parts: vec![Part::Word(&["enter"]), Part::Word(&["card"]), choice("card", &self.cards.0), lost()],
            build: Box::new(move |m| {
                Order::Enter(Item::Card { id: ids[m.value("card") as usize].clone(), lost: m.has("lost") })
            }),
            example: "enter card torstensson",
            help: "Enters that a Military or Event card is won, or with lost that it is lost.",
        }
    }

    /// The forms of facts.
    pub fn facts(&self) -> Vec<Form<Fact>> {
        let texts: Arc<[String]> = super::Text::ALL.iter().map(|text| text.id().to_owned()).collect();
        let words = Arc::clone(&texts);
        let families: Vec<&'static str> =
            self.families.iter().filter_map(|id| FAMILIES.into_iter().find(|known| known == id)).collect();
        vec![
            Form {
                name: "regent-says",
                parts: vec![Part::Word(&["regent"]), Part::Word(&["says"]), choice("text", &texts)],
                build: Box::new(move |m| Fact::Regent(words[m.value("text") as usize].clone())),
                example: "regent says trade-blockade",
                help: "The Regent card that applies says so in this era.",
            },
            Form {
                name: "archbishop-is",
                parts: vec![
                    Part::Word(&["archbishop"]),
                    Part::Word(&["is"]),
                    choice("family", &self.families),
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
                    Part::One(Slot { name: "round", kind: SlotKind::Number(99) }),
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

fn choice(name: &'static str, names: &Arc<[String]>) -> Part {
    Part::One(Slot { name, kind: SlotKind::Choice(Arc::clone(names)) })
}

fn lost() -> Part {
    Part::Maybe(vec![Part::Word(&["lost"])])
}

fn object() -> Form<Order> {
    Form {
        name: "object",
        parts: vec![
            Part::Word(&["object"]),
            Part::Maybe(vec![Part::Arrow]),
            Part::One(Slot { name: "entry", kind: SlotKind::Number(999_999) }),
        ],
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
    let counted: Arc<[String]> = Counted::ALL.iter().map(|c| c.id().to_owned()).collect();
    let reasons: Arc<[String]> = Reason::ALL.iter().map(|r| r.id().to_owned()).collect();
    Form {
        name,
        parts: vec![
            Part::Word(&["enter"]),
            choice("counted", &counted),
            Part::Word(sign),
            Part::One(Slot { name: "count", kind: SlotKind::Number(MAX_COUNT) }),
            Part::Maybe(vec![choice("reason", &reasons)]),
        ],
        build: Box::new(move |m: &Match| {
            Order::Enter(Item::Count {
                of: Counted::ALL[m.value("counted") as usize],
                by: factor * m.value("count") as i32,
                reason: m.first("reason").map(|i| Reason::ALL[i as usize]),
            })
        }),
        example,
        help,
    }
}
