//! The orders of Battle and the facts that its conditions may name, with their forms.

use super::data::{Card, Data, Faction, TileKind};
use super::faction::name;
use super::ground::Ground;
use super::options::InForce;
use super::set_up::{Muster, Placing, SetUp};
use crate::kernel::board::hex::Hex;
use crate::kernel::options::Options;
use crate::kernel::orders::grammar::{
    Form, Forms as FormsInWords, Grammar, Join, Match, Part, Slot, SlotKind,
};
use std::fmt;
use std::sync::Arc;

/// One line that a player may write.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Order {
    /// §4.2 Choose an army.
    Army(String),
    /// §4.2 Buy units.
    Buy {
        /// How many.
        count: u32,
        /// Of which type.
        unit: String,
    },
    /// §4.3 Place the headquarters.
    Headquarters(Hex),
    /// §4.3 Place a tile.
    Tile {
        /// Of which kind.
        kind: TileKind,
        /// Where, in ascending order.
        hexes: Vec<Hex>,
    },
    /// §4.4 Place units of one type.
    Deploy {
        /// The type.
        unit: String,
        /// Where, in ascending order.
        hexes: Vec<Hex>,
    },
    /// §5 Move a unit to the last hex by way of the others.
    Move(Vec<Hex>),
    /// §4.4 Stop all movement as soon as something is revealed.
    Stop,
    /// §6 Attack.
    Attack {
        /// The attacking units, in ascending order.
        units: Vec<Hex>,
        /// The hex attacked.
        target: Hex,
        /// §7 The unit that advances if the defender is eliminated.
        advance: Option<Hex>,
    },
    /// §3.1 Call stalemate.
    CallStalemate,
    /// Do nothing.
    Pass,
}

impl Order {
    /// Whether it moves a unit.
    pub fn is_move(&self) -> bool {
        matches!(self, Self::Move(_))
    }
}

fn join<T: fmt::Display>(items: &[T], glue: &str) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join(glue)
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Army(army) => write!(f, "army {army}"),
            Self::Buy { count, unit } => write!(f, "buy {count} {unit}"),
            Self::Headquarters(hex) => write!(f, "headquarters {hex}"),
            Self::Tile { kind, hexes } => write!(f, "tile {} {}", kind.name(), join(hexes, ",")),
            Self::Deploy { unit, hexes } => write!(f, "deploy {unit} {}", join(hexes, ",")),
            Self::Move(path) => f.write_str(&join(path, "→")),
            Self::Stop => f.write_str("stop when something is revealed"),
            Self::Attack { units, target, advance } => {
                write!(f, "{} x {target}", join(units, ","))?;
                advance.map_or(Ok(()), |unit| write!(f, " advance {unit}"))
            }
            Self::CallStalemate => f.write_str("call stalemate"),
            Self::Pass => f.write_str("pass"),
        }
    }
}

/// What may stand in a hex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Occupant {
    /// Nothing.
    Nobody,
    /// A unit of a faction, of a type, or of both.
    Unit(Option<Faction>, Option<String>),
}

/// A fact that a condition may name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// Who stands in a hex.
    At {
        /// The hex.
        hex: Hex,
        /// Whether the opposite is meant.
        negated: bool,
        /// Who.
        who: Occupant,
    },
    /// How the number of the turn compares.
    Turn(Comparison, u32),
    /// How many units a faction has on the board, headquarters not counted.
    Strength(Faction, Comparison, u32),
}

/// How a number compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// It is less.
    Less,
    /// It is the same.
    Equal,
    /// It is more.
    More,
}

impl Comparison {
    /// Whether a number compares so with another.
    pub fn holds(self, a: u32, b: u32) -> bool {
        match self {
            Self::Less => a < b,
            Self::Equal => a == b,
            Self::More => a > b,
        }
    }
}

impl fmt::Display for Occupant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nobody => f.write_str("empty"),
            Self::Unit(faction, kind) => {
                let words = [faction.map(name), kind.as_deref()];
                f.write_str(&join(&words.into_iter().flatten().collect::<Vec<_>>(), " "))
            }
        }
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::At { hex, negated, who } => {
                write!(f, "{hex} is {}{who}", if *negated { "not " } else { "" })
            }
            Self::Turn(comparison, turn) => {
                let word = match comparison {
                    Comparison::Less => "before",
                    Comparison::Equal => "is",
                    Comparison::More => "after",
                };
                write!(f, "turn {word} {turn}")
            }
            Self::Strength(faction, comparison, count) => {
                let words = match comparison {
                    Comparison::Less => "fewer than ",
                    Comparison::Equal => "",
                    Comparison::More => "more than ",
                };
                write!(f, "{} has {words}{count} units", name(*faction))
            }
        }
    }
}

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
    let grammar = |forms: Vec<Form<Order>>| Arc::new(Grammar { forms });
    let sub_turn = || {
        let mut forms = vec![kit.movement(), kit.attack(), kit.pass("Does nothing in this sub-turn.")];
        if rules.fog_of_war {
            forms.push(stop());
        }
        if rules.stalemate {
            forms.push(call_stalemate());
        }
        forms
    };
    let any = [kit.army(), kit.buy(), kit.headquarters(), kit.tile(), kit.deploy()];
    let any = any.into_iter().chain(sub_turn()).collect();
    Forms {
        set_up: SetUp::all().map(|set_up| (set_up, grammar(kit.set_up(set_up, rules)))).collect(),
        sub_turn: grammar(sub_turn()),
        any: grammar(any),
        facts: Arc::new(Grammar { forms: kit.facts() }),
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
    FormsInWords { orders: forms.any.describe(), facts: forms.facts.describe() }
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

    fn hex(&self, name: &'static str) -> Slot {
        Slot { name, kind: SlotKind::Place(Arc::clone(&self.ground.places)) }
    }

    fn choice(name: &'static str, names: &Arc<[String]>) -> Slot {
        Slot { name, kind: SlotKind::Choice(Arc::clone(names)) }
    }

    fn number(name: &'static str) -> Slot {
        Slot { name, kind: SlotKind::Number(MAX_NUMBER) }
    }

    /// The forms of a decision of the set-up. Nothing is bought by pass where the sheet holds other orders anyway.
    fn set_up(&self, set_up: SetUp, rules: &InForce) -> Vec<Form<Order>> {
        let mut forms = match set_up.muster {
            None => Vec::new(),
            Some(Muster::Army) => vec![self.army()],
            Some(Muster::Purchase) => vec![self.buy()],
        };
        if set_up.may_pass() {
            forms.push(self.pass("Buys nothing."));
        }
        match set_up.placing {
            None => {}
            Some(Placing::Tiles) => forms.extend([self.headquarters(), self.tile()]),
            Some(Placing::Units) => forms.push(self.deploy()),
        }
        if set_up.placing == Some(Placing::Units) && set_up.muster.is_none() && rules.buys_in_secret() {
            forms.push(self.pass("Places nothing, where nothing was bought."));
        }
        forms
    }

    fn army(&self) -> Form<Order> {
        let armies = Arc::clone(&self.armies);
        Form {
            name: "army",
            parts: vec![Part::Word(&["army"]), Part::One(Self::choice("army", &self.armies))],
            build: Box::new(move |m| Order::Army(armies[m.value("army") as usize].clone())),
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
                Part::One(Self::number("count")),
                Part::One(Self::choice("unit", &self.units)),
            ],
            build: Box::new(move |m| Order::Buy {
                count: m.value("count"),
                unit: units[m.value("unit") as usize].clone(),
            }),
            example: "buy 3 infantry",
            help: "Buys units of one type (§4.2).",
        }
    }

    fn headquarters(&self) -> Form<Order> {
        let hexes = Arc::clone(&self.hexes);
        Form {
            name: "headquarters",
            parts: vec![Part::Word(&["headquarters", "hq"]), Part::One(self.hex("hex"))],
            build: Box::new(move |m| Order::Headquarters(hexes[m.value("hex") as usize])),
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
                Part::One(Self::choice("kind", &words(&TileKind::ALL.map(TileKind::name)))),
                Part::Many(self.hex("hex"), Join::Comma, 1),
            ],
            build: Box::new(move |m| Order::Tile {
                kind: TileKind::ALL[m.value("kind") as usize],
                hexes: sorted(m.all("hex"), &hexes),
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
                Part::One(Self::choice("unit", &self.units)),
                Part::Many(self.hex("hex"), Join::Comma, 1),
            ],
            build: Box::new(move |m| Order::Deploy {
                unit: units[m.value("unit") as usize].clone(),
                hexes: sorted(m.all("hex"), &hexes),
            }),
            example: "deploy infantry 0103,0203",
            help: "Places units of one type behind the set-up line (§4.4).",
        }
    }

    fn movement(&self) -> Form<Order> {
        let hexes = Arc::clone(&self.hexes);
        Form {
            name: "move",
            parts: vec![Part::Many(self.hex("hex"), Join::Arrow, 2)],
            build: Box::new(move |m| Order::Move(m.all("hex").iter().map(|i| hexes[*i as usize]).collect())),
            example: "0505→0606→0607",
            help: "Moves a unit to the last hex, by the hexes between if any are named (§5).",
        }
    }

    fn attack(&self) -> Form<Order> {
        let hexes = Arc::clone(&self.hexes);
        Form {
            name: "attack",
            parts: vec![
                Part::Many(self.hex("unit"), Join::Comma, 1),
                Part::Times,
                Part::One(self.hex("target")),
                Part::Maybe(vec![
                    Part::Word(&["advance", "advances", "advancing"]),
                    Part::One(self.hex("advancing")),
                ]),
            ],
            build: Box::new(move |m: &Match| Order::Attack {
                units: sorted(m.all("unit"), &hexes),
                target: hexes[m.value("target") as usize],
                advance: m.first("advancing").map(|i| hexes[i as usize]),
            }),
            example: "0607,0708 x 0707 advance 0607",
            help: "Attacks a hex with one or more units; the named one moves in if the defender falls (§6, §7).",
        }
    }

    fn pass(&self, help: &'static str) -> Form<Order> {
        Form {
            name: "pass",
            parts: vec![Part::Word(&["pass", "hold"])],
            build: Box::new(|_| Order::Pass),
            example: "pass",
            help,
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
                Part::One(self.hex("hex")),
                Part::Word(&["is"]),
                Part::Maybe(vec![Part::Word(&["not"])]),
                Part::Word(&["empty"]),
            ],
            build: Box::new(move |m| Fact::At {
                hex: hexes[m.value("hex") as usize],
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
                Part::One(self.hex("hex")),
                Part::Word(&["is"]),
                Part::Maybe(vec![Part::Word(&["not"])]),
                Part::One(Self::choice("who", &self.occupants)),
            ],
            build: Box::new(move |m| Fact::At {
                hex: hexes[m.value("hex") as usize],
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
            vec![Part::Word(&["has"]), Part::One(Self::number("count")), Part::Word(&["units", "unit"])],
            "blue has 8 units",
            "The faction has exactly so many units, its headquarters not counted.",
        )
    }

    fn strength_compares(&self) -> Form<Fact> {
        strength_form(
            "strength-compared",
            vec![
                Part::Word(&["has"]),
                Part::One(Self::choice("compared", &words(&["fewer", "more"]))),
                Part::Word(&["than"]),
                Part::One(Self::number("count")),
                Part::Word(&["units", "unit"]),
            ],
            "red has fewer than 6 units",
            "The faction has fewer or more units than that, its headquarters not counted.",
        )
    }
}

fn words(words: &[&str]) -> Arc<[String]> {
    words.iter().map(|w| (*w).to_owned()).collect()
}

fn strength_form(
    name: &'static str,
    rest: Vec<Part>,
    example: &'static str,
    help: &'static str,
) -> Form<Fact> {
    let factions = words(&Faction::BOTH.map(self::name));
    let mut parts = vec![Part::One(Kit::choice("faction", &factions))];
    parts.extend(rest);
    Form {
        name,
        parts,
        build: Box::new(|m| {
            let faction = Faction::BOTH[m.value("faction") as usize];
            Fact::Strength(faction, comparison(m.first("compared")), m.value("count"))
        }),
        example,
        help,
    }
}

/// The first of two words means less, the second more, none of them equal.
fn comparison(word: Option<u32>) -> Comparison {
    match word {
        None => Comparison::Equal,
        Some(0) => Comparison::Less,
        Some(_) => Comparison::More,
    }
}

fn turn_is() -> Form<Fact> {
    Form {
        name: "turn",
        parts: vec![Part::Word(&["turn"]), Part::Word(&["is"]), Part::One(Kit::number("turn"))],
        build: Box::new(|m| Fact::Turn(Comparison::Equal, m.value("turn"))),
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
            Part::One(Kit::choice("compared", &compared)),
            Part::One(Kit::number("turn")),
        ],
        build: Box::new(|m| Fact::Turn(comparison(m.first("compared")), m.value("turn"))),
        example: "turn after 5",
        help: "That turn has yet to come, or is over.",
    }
}

fn sorted(indices: Vec<u32>, hexes: &[Hex]) -> Vec<Hex> {
    let mut sorted: Vec<Hex> = indices.into_iter().map(|i| hexes[i as usize]).collect();
    sorted.sort_unstable();
    sorted
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
