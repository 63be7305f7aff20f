//! The forms of a field battle's orders and facts.

use super::area::{Area, Side};
use super::field::Piece;
use super::orders::{Counted, Die, Fact, Has, Move, Order, Play, Where, Window};
use super::{AnyFact, AnyOrder, Data, pass, spellings};
use crate::kernel::orders::comparison::Comparison;
use crate::kernel::orders::forms::words;
use crate::kernel::orders::grammar::{Form, Grammar, Match, Part};
use std::sync::Arc;

/// The order forms of each decision.
pub struct Forms {
    /// Who takes part with what.
    pub muster: Arc<Grammar<AnyOrder>>,
    /// The deployment.
    pub deployment: Arc<Grammar<AnyOrder>>,
    /// A round.
    pub round: Arc<Grammar<AnyOrder>>,
    /// Regrouping on its own.
    pub regrouping: Arc<Grammar<AnyOrder>>,
    /// Event cards on their own.
    pub cards: Arc<Grammar<AnyOrder>>,
}

/// The forms of each decision.
pub fn forms(data: &Data) -> Forms {
    let kit = Kit::new(data);
    Forms {
        muster: Grammar::of(vec![kit.muster_all(), kit.muster(), pass("Stays away from the battle.")]),
        deployment: Grammar::of(vec![
            kit.place(),
            pass("Lays every card in the Reserve, where there is but one Fief card."),
        ]),
        round: Grammar::of(kit.round().into_iter().chain([pass("Attacks and moves nothing.")])),
        regrouping: Grammar::of(vec![
            kit.fief(),
            kit.soldiers(),
            kit.marshal(),
            kit.play(),
            pass("Regroups nothing."),
        ]),
        cards: Grammar::of(vec![kit.play(), pass("Plays no card.")]),
    }
}

/// The forms of all decisions, but for `pass`.
pub fn every(data: &Data) -> Vec<Form<AnyOrder>> {
    let kit = Kit::new(data);
    [kit.muster_all(), kit.muster(), kit.place()].into_iter().chain(kit.round()).collect()
}

/// The forms of facts.
pub fn facts(data: &Data) -> Vec<Form<AnyFact>> {
    let kit = Kit::new(data);
    vec![kit.has(), kit.empty(), kit.holds(), round_is(), round_compares(), kit.played()]
}

/// What the forms are made of.
struct Kit {
    areas: Arc<[String]>,
    places: Arc<[String]>,
    dice: Arc<[String]>,
    /// Fief and Military cards as they may be spelt, and their ids.
    cards: (Arc<[String]>, Vec<String>),
    /// Event cards likewise.
    events: (Arc<[String]>, Vec<String>),
}

/// The most that a number in an order may name.
const MAX_NUMBER: u32 = 99;

/// American spelling, which is read as the other.
const CENTER: [&str; 2] = ["center", "enemy-center"];

/// The area by its place in the list of names.
fn area(index: u32) -> Area {
    match index as usize {
        8 => Area::Centre,
        9 => Area::EnemyCentre,
        i => Area::ALL[i.min(7)],
    }
}

fn areas(m: &Match, slot: &str) -> Vec<Area> {
    m.all(slot).into_iter().map(area).collect()
}

/// `AREA has [fewer|more than] N soldiers|marshals|pieces` as it was read.
fn has(m: &Match) -> Has {
    let place = match m.value("where") {
        10 => Where::Of(Side::Sweden),
        11 => Where::Of(Side::Enemy),
        index => Where::In(area(index)),
    };
    Has {
        place,
        compared: Comparison::of_word(m.first("compared")),
        count: m.value("number"),
        what: m.pick("what", &Counted::ALL),
    }
}

impl Kit {
    fn new(data: &Data) -> Self {
        let names: Vec<&str> = Area::ALL.iter().map(|a| a.id()).chain(CENTER).collect();
        let places: Vec<&str> = names.iter().copied().chain(["sweden", "enemy"]).collect();
        let dice: Vec<&str> = names.iter().copied().chain(["artillery"]).collect();
        let fiefs = data.fiefs.fiefs.iter().map(|f| (f.id.as_str(), f.name.as_str()));
        let military = data.cards.military.iter().map(|c| (c.id.as_str(), c.name.as_str()));
        let events = data.cards.events.iter().map(|c| (c.id.as_str(), c.name.as_str()));
        Self {
            areas: words(&names),
            places: words(&places),
            dice: words(&dice),
            cards: spellings(fiefs.chain(military)),
            events: spellings(events),
        }
    }

    fn area(&self, name: &'static str) -> Part {
        Part::choice(name, &self.areas)
    }

    fn areas(&self, name: &'static str) -> Part {
        Part::choices(name, &self.areas)
    }

    fn cards(&self) -> Part {
        Part::choices("card", &self.cards.0)
    }

    fn has_parts(&self) -> Vec<Part> {
        vec![
            Part::choice("where", &self.places),
            Part::Word(&["has"]),
            Part::Maybe(vec![Part::choice("compared", &words(&["fewer", "more"])), Part::Word(&["than"])]),
            Part::number("number", MAX_NUMBER),
            Part::choice("what", &words(&Counted::ALL.map(Counted::id))),
        ]
    }

    fn only_if(&self) -> Part {
        Part::Maybe([Part::Word(&["if"])].into_iter().chain(self.has_parts()).collect())
    }

    fn muster_all(&self) -> Form<AnyOrder> {
        form(
            "muster-all",
            vec![Part::Word(&["muster"]), Part::Word(&["all"])],
            |_| Order::Muster(Vec::new()),
            "muster all",
            "Takes part with every Fief and Military card (§1).",
        )
    }

    fn muster(&self) -> Form<AnyOrder> {
        let ids = self.cards.1.clone();
        form(
            "muster",
            vec![Part::Word(&["muster"]), self.cards()],
            move |m| Order::Muster(m.pick_sorted("card", &ids)),
            "muster uppland,narke,horn",
            "Takes part with these Fief and Military cards (§1).",
        )
    }

    fn place(&self) -> Form<AnyOrder> {
        let ids = self.cards.1.clone();
        form(
            "place",
            vec![Part::Word(&["place"]), self.cards(), Part::Word(&["in"]), self.area("area")],
            move |m| Order::Place { cards: m.pick_sorted("card", &ids), area: area(m.value("area")) },
            "place uppland,horn in left",
            "Lays cards in an area; those not named lie in the Reserve (§1, R66).",
        )
    }

    /// The forms of a round's decision.
    fn round(&self) -> Vec<Form<AnyOrder>> {
        vec![
            self.play(),
            self.list(
                "bombard",
                &["bombard"],
                Order::Bombard,
                "bombard enemy-left,enemy-centre",
                HELP_BOMBARD,
            ),
            self.attack_from_reserve(),
            self.list("attack", &["attack"], Order::Attack, "attack left,enemy-centre", HELP_ATTACK),
            self.losses("their-losses", "their", Order::TheirLosses, "their losses enemy-reserve,enemy-left"),
            self.our_losses(),
            self.keep_marshals(),
            self.reroll(),
            self.fief(),
            self.soldiers(),
            self.marshal(),
            regroup_later(),
            self.go_on_while(),
            go_on_before(),
        ]
    }

    fn list(
        &self,
        name: &'static str,
        word: &'static [&'static str],
        order: fn(Vec<Area>) -> Order,
        example: &'static str,
        help: &'static str,
    ) -> Form<AnyOrder> {
        let parts = vec![Part::Word(word), self.areas("area")];
        form(name, parts, move |m| order(areas(m, "area")), example, help)
    }

    fn losses(
        &self,
        name: &'static str,
        whose: &'static str,
        order: fn(Vec<Area>) -> Order,
        example: &'static str,
    ) -> Form<AnyOrder> {
        let word: &'static [&'static str] = if whose == "our" { &["our"] } else { &["their"] };
        form(
            name,
            vec![Part::Word(word), Part::Word(&["losses"]), self.areas("area")],
            move |m| order(areas(m, "area")),
            example,
            "Where losses are taken if you may choose: the first area that can bear one (§3).",
        )
    }

    fn our_losses(&self) -> Form<AnyOrder> {
        self.losses("our-losses", "our", Order::OurLosses, "our losses right,centre,reserve")
    }

    fn attack_from_reserve(&self) -> Form<AnyOrder> {
        form(
            "attack-from-reserve",
            vec![
                Part::Word(&["attack"]),
                Part::Word(&["from"]),
                Part::Word(&["reserve"]),
                Part::Word(&["with"]),
                Part::number("pieces", MAX_NUMBER),
                Part::Word(&["on"]),
                self.areas("area"),
                Part::Maybe(vec![Part::Word(&["first"])]),
            ],
            |m| Order::AttackFromReserve {
                pieces: m.value("pieces") as u8,
                on: areas(m, "area"),
                first: m.has("first"),
            },
            "attack from reserve with 2 on enemy-left",
            "Attacks from the Reserve with one or two pieces, after the front sections (§3).",
        )
    }

    fn keep_marshals(&self) -> Form<AnyOrder> {
        form(
            "keep-marshals",
            vec![Part::Word(&["keep"]), Part::Word(&["marshals"]), Part::Maybe(vec![self.areas("area")])],
            |m| Order::KeepMarshals(areas(m, "area")),
            "keep marshals left",
            "Field marshals stay while a soldier can be lost; without this they retreat instead (§3).",
        )
    }

    fn reroll(&self) -> Form<AnyOrder> {
        form(
            "reroll",
            vec![Part::Word(&["reroll"]), Part::choices("die", &self.dice)],
            |m| {
                let die = |index| match index {
                    10 => Die::Artillery,
                    index => Die::From(area(index)),
                };
                Order::Reroll(m.all("die").into_iter().map(die).collect())
            },
            "reroll artillery,left",
            "With Superior Tactics, only these failed dice are rolled again; without this all of them.",
        )
    }

    fn play(&self) -> Form<AnyOrder> {
        let ids = self.events.1.clone();
        form(
            "play",
            vec![
                Part::Word(&["play"]),
                Part::choice("card", &self.events.0),
                Part::Maybe(vec![Part::Word(&["on"]), self.area("area")]),
                Part::Maybe(vec![
                    Part::Word(&["before"]),
                    Part::choice("window", &words(&Window::ALL.map(Window::id))),
                ]),
                self.only_if(),
            ],
            move |m| {
                Order::Play(Play {
                    window: m.pick("window", &Window::ALL),
                    card: m.pick("card", &ids),
                    on: m.first("area").map(area),
                    only_if: m.has("if").then(|| has(m)),
                })
            },
            "play narva on enemy-left before attack if enemy-left has more than 2 soldiers",
            "Plays an Event card, before the bombardment unless said otherwise (Changed effects).",
        )
    }

    fn fief(&self) -> Form<AnyOrder> {
        form(
            "move-fief",
            vec![
                Part::Word(&["move"]),
                Part::Word(&["fief"]),
                self.area("from"),
                Part::Arrow,
                self.area("to"),
                self.only_if(),
            ],
            |m| moving(m, Piece::Fief),
            "move fief left→enemy-right if enemy-right has 0 pieces",
            "Moves a Fief card with all that stands on it one step back or forward (§5, 1 and 3).",
        )
    }

    fn soldiers(&self) -> Form<AnyOrder> {
        form(
            "move-soldiers",
            vec![
                Part::Word(&["move"]),
                Part::Maybe(vec![Part::number("count", MAX_NUMBER)]),
                Part::Word(&["soldiers", "soldier"]),
                self.area("from"),
                Part::Arrow,
                self.areas("to"),
                self.only_if(),
            ],
            |m| moving(m, Piece::Soldier),
            "move soldiers reserve→left,centre,left if left has fewer than 2 soldiers",
            "Moves so many soldiers, or one, to or from the Reserve; to several sections one for each name (§5, 2 and 4).",
        )
    }

    fn marshal(&self) -> Form<AnyOrder> {
        form(
            "move-marshal",
            vec![
                Part::Word(&["move"]),
                Part::Word(&["marshal", "marshals"]),
                self.area("from"),
                Part::Arrow,
                self.area("to"),
                self.only_if(),
            ],
            |m| moving(m, Piece::Marshal),
            "move marshal reserve→left if left has 1 soldiers",
            "Moves a field marshal to where a soldier stands (§5, 5).",
        )
    }

    fn go_on_while(&self) -> Form<AnyOrder> {
        let parts = [Part::Word(&["continue"]), Part::Word(&["while"])].into_iter().chain(self.has_parts());
        form(
            "continue-while",
            parts.collect(),
            |m| Order::ContinueWhile(Fact::Has(has(m))),
            "continue while reserve has more than 3 soldiers",
            "The same orders again next round, as long as this holds; only where command does not go round.",
        )
    }

    fn has(&self) -> Form<AnyFact> {
        fact(
            "has",
            self.has_parts(),
            |m| Fact::Has(has(m)),
            "enemy-left has fewer than 2 soldiers",
            "So many pieces stand in the area, or belong to sweden or the enemy.",
        )
    }

    fn empty(&self) -> Form<AnyFact> {
        fact(
            "empty",
            vec![
                self.area("area"),
                Part::Word(&["is"]),
                Part::Maybe(vec![Part::Word(&["not"])]),
                Part::Word(&["empty"]),
            ],
            |m| Fact::Empty { area: area(m.value("area")), negated: m.has("not") },
            "enemy-left is empty",
            "No piece stands in the area.",
        )
    }

    fn holds(&self) -> Form<AnyFact> {
        fact(
            "holds",
            vec![
                Part::choice("side", &words(&["sweden", "enemy"])),
                Part::Word(&["holds"]),
                self.area("area"),
            ],
            |m| {
                let side = if m.value("side") == 0 { Side::Sweden } else { Side::Enemy };
                Fact::Holds(side, area(m.value("area")))
            },
            "sweden holds enemy-left",
            "Pieces of that side stand in the area.",
        )
    }

    fn played(&self) -> Form<AnyFact> {
        let ids = self.events.1.clone();
        fact(
            "played",
            vec![
                Part::Word(&["card"]),
                Part::choice("card", &self.events.0),
                Part::Word(&["is"]),
                Part::Word(&["played"]),
            ],
            move |m| Fact::Played(m.pick("card", &ids)),
            "card narva is played",
            "The Event card has been played in this battle.",
        )
    }
}

const HELP_BOMBARD: &str =
    "Where Sweden's artillery fires: at the first of these sections that can be hit (§2).";
const HELP_ATTACK: &str = "Attacks straight ahead from these sections, in this order (§3).";

/// An order's form.
fn form(
    name: &'static str,
    parts: Vec<Part>,
    build: impl Fn(&Match) -> Order + Send + Sync + 'static,
    example: &'static str,
    help: &'static str,
) -> Form<AnyOrder> {
    Form { name, parts, build: Box::new(move |m| AnyOrder::Battle(build(m))), example, help }
}

/// A fact's form.
fn fact(
    name: &'static str,
    parts: Vec<Part>,
    build: impl Fn(&Match) -> Fact + Send + Sync + 'static,
    example: &'static str,
    help: &'static str,
) -> Form<AnyFact> {
    Form { name, parts, build: Box::new(move |m| AnyFact::Battle(build(m))), example, help }
}

/// A step of regrouping as it was read.
fn moving(m: &Match, piece: Piece) -> Order {
    Order::Move(Move {
        piece,
        count: m.first("count").unwrap_or(1) as u8,
        from: area(m.value("from")),
        to: areas(m, "to"),
        only_if: m.has("if").then(|| has(m)),
    })
}

fn regroup_later() -> Form<AnyOrder> {
    form(
        "regroup-later",
        vec![Part::Word(&["regroup"]), Part::Word(&["later"])],
        |_| Order::RegroupLater,
        "regroup later",
        "Asks for regrouping once the enemy has attacked, in a turn file of its own.",
    )
}

fn go_on_before() -> Form<AnyOrder> {
    form(
        "continue-before",
        vec![
            Part::Word(&["continue"]),
            Part::Word(&["while"]),
            Part::Word(&["round"]),
            Part::Word(&["before"]),
            Part::number("round", MAX_NUMBER),
        ],
        |m| Order::ContinueWhile(Fact::Round(Comparison::Below, m.value("round"))),
        "continue while round before 5",
        "The same orders again next round, until that round; only where command does not go round.",
    )
}

fn round_is() -> Form<AnyFact> {
    fact(
        "round",
        vec![Part::Word(&["round"]), Part::Word(&["is"]), Part::number("round", MAX_NUMBER)],
        |m| Fact::Round(Comparison::Is, m.value("round")),
        "round is 3",
        "It is that round of the battle.",
    )
}

fn round_compares() -> Form<AnyFact> {
    let compared = words(&["before", "after"]);
    fact(
        "round-compared",
        vec![Part::Word(&["round"]), Part::choice("compared", &compared), Part::number("round", MAX_NUMBER)],
        |m| Fact::Round(Comparison::of_word(m.first("compared")), m.value("round")),
        "round after 3",
        "That round has yet to come, or is over.",
    )
}
