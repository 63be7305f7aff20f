//! The forms of Battle's orders and facts.

use super::data::{Card, Data, Faction, TileKind};
use super::faction::name;
use super::ground::Ground;
use super::options::InForce;
use super::orders::{Fact, Occupant, Order};
use super::set_up::{Muster, Placing, SetUp};
use crate::kernel::board::hex::Hex;
use crate::kernel::options::Options;
use crate::kernel::orders::comparison::Comparison;
use crate::kernel::orders::forms::words;
use crate::kernel::orders::grammar::{Form, FormsInWords, Grammar, Join, Match, Part, Slot};
use std::sync::Arc;

/// The order forms of each decision.
#[derive(Clone)]
pub struct Forms {
    /// Of each part of the set-up and of parts that are decided together.
    set_up: Vec<(SetUp, Arc<Grammar<Order>>)>,
    /// Of a sub-turn.
    pub sub_turn: Arc<Grammar<Order>>,
    /// Of every decision.
    pub any: Arc<Grammar<Order>>,
    /// Of facts.
    pub facts: Arc<Grammar<Fact>>,
}

impl Forms {
    /// The forms of a decision of the set-up.
    pub fn set_up(&self, set_up: SetUp) -> &Arc<Grammar<Order>> {
        self.set_up.iter().find(|(known, _)| *known == set_up).map_or(&self.any, |(_, forms)| forms)
    }
}

/// The forms of all decisions under a card and the rules in force.
pub fn forms(card: &Card, ground: &Ground, rules: &InForce) -> Forms {
    let kit = Kit::new(card, ground);
    let sub_turn = || {
        let mut forms = vec![kit.movement(), kit.attack(), pass("Does nothing in this sub-turn.")];
        if rules.fog_of_war {
            forms.push(stop());
        }
        if rules.stalemate {
            forms.push(call_stalemate());
        }
        forms
    };
    let any = [kit.army(), kit.buy(), kit.headquarters(), kit.tile(), kit.deploy()];
    Forms {
        set_up: SetUp::all().map(|set_up| (set_up, Grammar::of(kit.set_up(set_up, rules)))).collect(),
        sub_turn: Grammar::of(sub_turn()),
        any: Grammar::of(any.into_iter().chain(sub_turn())),
        facts: Grammar::of(kit.facts()),
    }
}

/// The forms of all orders and facts in words, with the names of the Basic period.
pub fn describe() -> FormsInWords {
    let data = Data::embedded();
    let (Some(card), Some(setup)) = (data.card("basic"), data.setups.get("standard")) else {
        return FormsInWords { orders: Vec::new(), facts: Vec::new() };
    };
    let headquarters = Faction::BOTH.map(|f| Some(setup.half_of(&data.board, f).headquarters));
    let ground =
        Ground::new(&data.board, &setup.terrain(&data.board), headquarters, &|a, b| data.board.side(a, b));
    let mut options = Options::default();
    for name in ["stalemate", "fog-of-war"] {
        options.0.insert(name.to_owned(), "yes".to_owned());
    }
    let forms = forms(&card, &ground, &InForce::read(&options));
    FormsInWords::of(&forms.any, &forms.facts)
}

fn pass(help: &'static str) -> Form<Order> {
    Form::pass(|| Order::Pass, help)
}

fn stop() -> Form<Order> {
    let words = [&["stop"], &["when"], &["something"], &["is"], &["revealed"]];
    Form {
        name: "stop",
        parts: words.map(|word: &'static [&'static str; 1]| Part::Word(word)).to_vec(),
        build: Box::new(|_| Order::Stop),
        example: "stop when something is revealed",
        help: "Stops all movement as soon as a unit is revealed; a second turn file orders the rest (§4.4).",
    }
}

fn call_stalemate() -> Form<Order> {
    Form {
        name: "call-stalemate",
        parts: vec![Part::Word(&["call"]), Part::Word(&["stalemate"])],
        build: Box::new(|_| Order::CallStalemate),
        example: "call stalemate",
        help: "Calls stalemate: a draw if ten more turns pass without a loss (§3.1).",
    }
}

/// What the forms are made of.
struct Kit<'a> {
    ground: &'a Ground,
    hexes: Arc<[Hex]>,
    /// Unit types but the headquarters.
    units: Arc<[String]>,
    armies: Arc<[String]>,
    occupants: Arc<[String]>,
    every_unit: Arc<[String]>,
}

/// The most units or points that a number in an order may name.
const MAX_NUMBER: u32 = 9999;

impl<'a> Kit<'a> {
    fn new(card: &Card, ground: &'a Ground) -> Self {
        let ids = |with_headquarters: bool| -> Vec<String> {
            let kept = card.units.iter().filter(|u| with_headquarters || !u.is_headquarters());
            kept.map(|u| u.id.clone()).collect()
        };
        let every = ids(true);
        let mut occupants: Vec<String> = Faction::BOTH.map(|f| name(f).to_owned()).to_vec();
        occupants.extend(every.iter().cloned());
        for faction in Faction::BOTH {
            occupants.extend(every.iter().map(|unit| format!("{}-{unit}", name(faction))));
        }
        Self {
            ground,
            hexes: ground.hexes.clone().into(),
            units: ids(false).into(),
            armies: card.armies.iter().map(|a| a.id.clone()).collect(),
            occupants: occupants.into(),
            every_unit: every.into(),
        }
    }

    fn hex(&self, name: &'static str) -> Part {
        Part::place(name, &self.ground.places)
    }

    fn hexes(&self, name: &'static str) -> Part {
        Part::places(name, &self.ground.places)
    }

    /// The forms of a decision of the set-up. Nothing is bought by pass where the sheet holds other orders anyway.
    fn set_up(&self, set_up: SetUp, rules: &InForce) -> Vec<Form<Order>> {
        let mut forms = match set_up.muster {
            None => Vec::new(),
            Some(Muster::Army) => vec![self.army()],
            Some(Muster::Purchase) => vec![self.buy()],
        };
        if set_up.may_pass() {
            forms.push(pass("Buys nothing."));
        }
        match set_up.placing {
            None => {}
            Some(Placing::Tiles) => forms.extend([self.headquarters(), self.tile()]),
            Some(Placing::Units) => forms.push(self.deploy()),
        }
        if set_up.placing == Some(Placing::Units) && set_up.muster.is_none() && rules.buys_in_secret() {
            forms.push(pass("Places nothing, where nothing was bought."));
        }
        forms
    }

    fn army(&self) -> Form<Order> {
        let armies = Arc::clone(&self.armies);
        Form {
            name: "army",
            parts: vec![Part::Word(&["army"]), Part::choice("army", &self.armies)],
            build: Box::new(move |m| Order::Army(m.pick("army", &armies))),
            example: "army roman",
            help: "Chooses the army (§4.2).",
        }
    }

    fn buy(&self) -> Form<Order> {
        let units = Arc::clone(&self.units);
        Form {
            name: "buy",
            parts: vec![
                Part::Word(&["buy"]),
                Part::number("count", MAX_NUMBER),
                Part::choice("unit", &self.units),
            ],
            build: Box::new(move |m| Order::Buy { count: m.value("count"), unit: m.pick("unit", &units) }),
            example: "buy 3 infantry",
            help: "Buys units of one type (§4.2).",
        }
    }

    fn headquarters(&self) -> Form<Order> {
        let hexes = Arc::clone(&self.hexes);
        Form {
            name: "headquarters",
            parts: vec![Part::Word(&["headquarters", "hq"]), self.hex("hex")],
            build: Box::new(move |m| Order::Headquarters(m.pick("hex", &hexes))),
            example: "headquarters 0602",
            help: "Places the headquarters behind the set-up line, in the clear (§4.3).",
        }
    }

    fn tile(&self) -> Form<Order> {
        let hexes = Arc::clone(&self.hexes);
        Form {
            name: "tile",
            parts: vec![
                Part::Word(&["tile"]),
                Part::choice("kind", &words(&TileKind::ALL.map(TileKind::name))),
                self.hexes("hex"),
            ],
            build: Box::new(move |m| Order::Tile {
                kind: m.pick("kind", &TileKind::ALL),
                hexes: m.pick_sorted("hex", &hexes),
            }),
            example: "tile woods 0205,0206",
            help: "Places one terrain tile on one's own half of the board (§4.3).",
        }
    }

    fn deploy(&self) -> Form<Order> {
        let (units, hexes) = (Arc::clone(&self.units), Arc::clone(&self.hexes));
        Form {
            name: "deploy",
            parts: vec![
                Part::Word(&["deploy", "place"]),
                Part::choice("unit", &self.units),
                self.hexes("hex"),
            ],
            build: Box::new(move |m| Order::Deploy {
                unit: m.pick("unit", &units),
                hexes: m.pick_sorted("hex", &hexes),
            }),
            example: "deploy infantry 0103,0203",
            help: "Places units of one type behind the set-up line (§4.4).",
        }
    }

    fn movement(&self) -> Form<Order> {
        let hexes = Arc::clone(&self.hexes);
        Form {
            name: "move",
            parts: vec![Part::Many(Slot::place("hex", &self.ground.places), Join::Arrow, 2)],
            build: Box::new(move |m| Order::Move(m.pick_all("hex", &hexes))),
            example: "0505→0606→0607",
            help: "Moves a unit to the last hex, by the hexes between if any are named (§5).",
        }
    }

    fn attack(&self) -> Form<Order> {
        let hexes = Arc::clone(&self.hexes);
        Form {
            name: "attack",
            parts: vec![
                self.hexes("unit"),
                Part::Times,
                self.hex("target"),
                Part::Maybe(vec![Part::Word(&["advance", "advances", "advancing"]), self.hex("advancing")]),
            ],
            build: Box::new(move |m: &Match| Order::Attack {
                units: m.pick_sorted("unit", &hexes),
                target: m.pick("target", &hexes),
                advance: m.pick_first("advancing", &hexes),
            }),
            example: "0607,0708 x 0707 advance 0607",
            help: "Attacks a hex with one or more units; the named one moves in if the defender falls (§6, §7).",
        }
    }

    fn facts(&self) -> Vec<Form<Fact>> {
        vec![
            self.empty(),
            self.occupied(),
            turn_is(),
            turn_compares(),
            self.strength_is(),
            self.strength_compares(),
        ]
    }

    fn empty(&self) -> Form<Fact> {
        let hexes = Arc::clone(&self.hexes);
        Form {
            name: "empty",
            parts: vec![
                self.hex("hex"),
                Part::Word(&["is"]),
                Part::Maybe(vec![Part::Word(&["not"])]),
                Part::Word(&["empty"]),
            ],
            build: Box::new(move |m| Fact::At {
                hex: m.pick("hex", &hexes),
                negated: m.has("not"),
                who: Occupant::Nobody,
            }),
            example: "0707 is empty",
            help: "No unit stands in the hex.",
        }
    }

    fn occupied(&self) -> Form<Fact> {
        let (hexes, units) = (Arc::clone(&self.hexes), Arc::clone(&self.every_unit));
        Form {
            name: "occupied",
            parts: vec![
                self.hex("hex"),
                Part::Word(&["is"]),
                Part::Maybe(vec![Part::Word(&["not"])]),
                Part::choice("who", &self.occupants),
            ],
            build: Box::new(move |m| Fact::At {
                hex: m.pick("hex", &hexes),
                negated: m.has("not"),
                who: occupant(m.value("who") as usize, &units),
            }),
            example: "0707 is blue infantry",
            help: "A unit of that faction, type or both stands in the hex.",
        }
    }

    fn strength_is(&self) -> Form<Fact> {
        strength_form(
            "strength",
            vec![Part::Word(&["has"]), Part::number("count", MAX_NUMBER), Part::Word(&["units", "unit"])],
            "blue has 8 units",
            "The faction has exactly so many units, its headquarters not counted.",
        )
    }

    fn strength_compares(&self) -> Form<Fact> {
        strength_form(
            "strength-compared",
            vec![
                Part::Word(&["has"]),
                Part::choice("compared", &words(&["fewer", "more"])),
                Part::Word(&["than"]),
                Part::number("count", MAX_NUMBER),
                Part::Word(&["units", "unit"]),
            ],
            "red has fewer than 6 units",
            "The faction has fewer or more units than that, its headquarters not counted.",
        )
    }
}

fn strength_form(
    name: &'static str,
    rest: Vec<Part>,
    example: &'static str,
    help: &'static str,
) -> Form<Fact> {
    let factions = words(&Faction::BOTH.map(self::name));
    let mut parts = vec![Part::choice("faction", &factions)];
    parts.extend(rest);
    Form {
        name,
        parts,
        build: Box::new(|m| {
            let faction = m.pick("faction", &Faction::BOTH);
            Fact::Strength(faction, Comparison::of_word(m.first("compared")), m.value("count"))
        }),
        example,
        help,
    }
}

fn turn_is() -> Form<Fact> {
    Form {
        name: "turn",
        parts: vec![Part::Word(&["turn"]), Part::Word(&["is"]), Part::number("turn", MAX_NUMBER)],
        build: Box::new(|m| Fact::Turn(Comparison::Is, m.value("turn"))),
        example: "turn is 5",
        help: "It is that turn.",
    }
}

fn turn_compares() -> Form<Fact> {
    let compared = words(&["before", "after"]);
    Form {
        name: "turn-compared",
        parts: vec![
            Part::Word(&["turn"]),
            Part::choice("compared", &compared),
            Part::number("turn", MAX_NUMBER),
        ],
        build: Box::new(|m| Fact::Turn(Comparison::of_word(m.first("compared")), m.value("turn"))),
        example: "turn after 5",
        help: "That turn has yet to come, or is over.",
    }
}

/// The occupant by its place in the list: factions, types, then types of red and of blue.
fn occupant(index: usize, units: &[String]) -> Occupant {
    let unit = |i: usize| Some(units[i % units.len()].clone());
    match index {
        0 | 1 => Occupant::Unit(Some(Faction::BOTH[index]), None),
        _ if index < 2 + units.len() => Occupant::Unit(None, unit(index - 2)),
        _ => {
            let beyond = index - 2 - units.len();
            Occupant::Unit(Some(Faction::BOTH[(beyond / units.len()).min(1)]), unit(beyond))
        }
    }
}
