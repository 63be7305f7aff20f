//! §15 The optional rules: their names in the terms, their values, and which go together.

use super::data::{BoardData, Card, SideKind};
use crate::kernel::board::hex::Hex;
use crate::kernel::options::{OptionKind, OptionSpec, Options, Refusal};
use crate::kernel::terms::DiceMode;
use crate::kernel::time::Span;
use std::collections::BTreeSet;

/// Every option, in the order of the rulebook.
#[rustfmt::skip]
pub const OPTIONS: &[OptionSpec] = &[
    OptionSpec::new("stalemate", OptionKind::Flag, "no", "§3.1", "A faction may call stalemate: a draw if ten more turns pass without a loss."),
    OptionSpec::new("timed-game", OptionKind::Time, "-", "§3.1", "Each faction has this much time in all; who runs out of it loses."),
    OptionSpec::new("victory-points", OptionKind::Number(1, 999), "-", "§3.1", "After this many turns the faction with the cheaper losses wins."),
    OptionSpec::new("red-army", OptionKind::Text, "choose", "§4.2", "Red's army, or choose to let red order it."),
    OptionSpec::new("blue-army", OptionKind::Text, "choose", "§4.2", "Blue's army, or choose to let blue order it."),
    OptionSpec::new("buying-armies", OptionKind::Number(1, 999), "-", "§4.2", "Armies are bought for this many points: 100 for Ancient, 90 else, by the book."),
    OptionSpec::new("setup", OptionKind::Text, "standard", "§4.3", "The set-up of tiles and headquarters: standard, a, b, c, user, or faction, where each places its own in secret."),
    OptionSpec::new("layout", OptionKind::Text, "-", "§4.3", "With setup=user: one half or both, as headquarters 0602; town 0903; small-hill 0705; and so on."),
    OptionSpec::new("rivers", OptionKind::Choice(&["as-printed", "ignore", "no-bridges", "partial"]), "as-printed", "§4.3", "What the rivers do."),
    OptionSpec::new("ignored-sides", OptionKind::Text, "-", "§4.3", "With rivers=partial: the sides that do not count, as 0307-0308,0208-0308; their images do not count either."),
    OptionSpec::new("fog-of-war", OptionKind::Flag, "no", "§4.4", "The types of the enemy's units are unknown until units come near; needs a referee."),
    OptionSpec::new("secret-setup", OptionKind::Flag, "no", "§4.4", "Armies are chosen or bought and units placed by both at once, in secret, and then shown."),
    OptionSpec::new("timed-moves", OptionKind::Time, "-", "§4.4", "A turn file sent later than this after the one before moves nothing."),
    OptionSpec::new("stop-on-crossing", OptionKind::Flag, "no", "§5.2", "A unit may ford a river where there is no bridge, but ends its movement there."),
    OptionSpec::new("no-attack-on-crossing", OptionKind::Flag, "no", "§5.3", "A unit may ford a river where there is no bridge, but may not attack in that sub-turn."),
    OptionSpec::new("storming-the-bridge", OptionKind::Flag, "no", "§6", "Units may attack across a bridge, one weaker."),
    OptionSpec::new("to-the-other-shore", OptionKind::Flag, "no", "§6", "Units may attack across a river without a bridge, two weaker."),
    OptionSpec::new("forced-advance", OptionKind::Flag, "no", "§7", "A winner must advance, and nobody may attack whom he could not follow."),
];

/// One line of the table of options that do not go together.
#[derive(Clone, Copy, Debug)]
pub struct Conflict {
    /// An option and its value; `*` for any value but the default.
    pub one: (&'static str, &'static str),
    /// The option and value that it does not go with.
    pub other: (&'static str, &'static str),
    /// Why.
    pub because: &'static str,
}

const fn conflict(
    one: (&'static str, &'static str),
    other: (&'static str, &'static str),
    because: &'static str,
) -> Conflict {
    Conflict { one, other, because }
}

const NO_RIVERS: &str = "without rivers there is nothing to cross";
const NO_CROSSING: &str = "no-bridges forbids every crossing, and this rule allows one";

/// Which options do not go together.
#[rustfmt::skip]
pub const CONFLICTS: &[Conflict] = &[
    conflict(("stalemate", "yes"), ("victory-points", "*"), "§3.1 does not allow the two together"),
    conflict(("buying-armies", "*"), ("red-army", "*"), "an army that is bought is not chosen"),
    conflict(("buying-armies", "*"), ("blue-army", "*"), "an army that is bought is not chosen"),
    conflict(("rivers", "ignore"), ("stop-on-crossing", "yes"), NO_RIVERS),
    conflict(("rivers", "ignore"), ("no-attack-on-crossing", "yes"), NO_RIVERS),
    conflict(("rivers", "ignore"), ("storming-the-bridge", "yes"), NO_RIVERS),
    conflict(("rivers", "ignore"), ("to-the-other-shore", "yes"), NO_RIVERS),
    conflict(("rivers", "no-bridges"), ("stop-on-crossing", "yes"), NO_CROSSING),
    conflict(("rivers", "no-bridges"), ("no-attack-on-crossing", "yes"), NO_CROSSING),
    conflict(("rivers", "no-bridges"), ("storming-the-bridge", "yes"), "without bridges there is none to storm"),
];

/// What the rivers do (§4.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rivers {
    /// As printed, but for these sides, which count as plain ones.
    Without(BTreeSet<[Hex; 2]>),
    /// They hinder nothing.
    Ignored,
    /// Bridges are river sides like others.
    NoBridges,
}

impl Rivers {
    /// What runs between two hexes.
    pub fn between(&self, board: &BoardData, a: Hex, b: Hex) -> Option<SideKind> {
        let kind = board.side(a, b)?;
        match self {
            Self::Ignored => None,
            Self::NoBridges => Some(SideKind::River),
            Self::Without(sides) => (!sides.contains(&[a.min(b), a.max(b)])).then_some(kind),
        }
    }
}

/// The optional rules in force.
#[derive(Clone, Debug)]
pub struct InForce {
    /// §3.1 A faction may call stalemate.
    pub stalemate: bool,
    /// §3.1 Time in all.
    pub timed_game: Option<Span>,
    /// §3.1 Turns to play.
    pub victory_points: Option<u32>,
    /// §4.2 Points to buy an army with.
    pub buying_armies: Option<u32>,
    /// §4.3 Each faction places tiles and headquarters on its half, in secret.
    pub faction_defined: bool,
    /// §4.4 Armies and units are set up by both at once, in secret.
    pub secret_set_up: bool,
    /// §4.4 The types of units are hidden until enemies come near.
    pub fog_of_war: bool,
    /// §4.4 Time to move.
    pub timed_moves: Option<Span>,
    /// §5.2 Units may ford rivers; that ends their movement.
    pub stop_on_crossing: bool,
    /// §5.3 Units may ford rivers; that bars them from attacking.
    pub no_attack_on_crossing: bool,
    /// §6 Attacks across bridges.
    pub storming_the_bridge: bool,
    /// §6 Attacks across rivers.
    pub to_the_other_shore: bool,
    /// §7 Winners must advance.
    pub forced_advance: bool,
}

impl InForce {
    /// §4.4 Whether others do not learn what a faction buys until its units stand on the board.
    pub fn buys_in_secret(&self) -> bool {
        self.fog_of_war && self.buying_armies.is_some()
    }

    /// The rules that the options put in force.
    pub fn read(options: &Options) -> Self {
        Self {
            stalemate: options.is_on("stalemate"),
            timed_game: options.span("timed-game"),
            victory_points: options.number("victory-points"),
            buying_armies: options.number("buying-armies"),
            faction_defined: options.get("setup") == "faction",
            secret_set_up: options.is_on("secret-setup"),
            fog_of_war: options.is_on("fog-of-war"),
            timed_moves: options.span("timed-moves"),
            stop_on_crossing: options.is_on("stop-on-crossing"),
            no_attack_on_crossing: options.is_on("no-attack-on-crossing"),
            storming_the_bridge: options.is_on("storming-the-bridge"),
            to_the_other_shore: options.is_on("to-the-other-shore"),
            forced_advance: options.is_on("forced-advance"),
        }
    }
}

/// Refuses options that do not go together, or that the card or the other terms do not support.
pub fn refusals(options: &Options, card: &Card, dice: DiceMode) -> Vec<Refusal> {
    let mut refusals: Vec<Refusal> = CONFLICTS.iter().filter_map(|c| c.refusal(options)).collect();
    for name in ["buying-armies", "victory-points"] {
        if is_set(options, (name, "*")) && !card.has_costs() {
            let message = format!("{name} needs costs, and the card of {} prints none", card.title);
            refusals.push(
                Refusal::new("option/no-costs", message)
                    .hinted("give components with costs by --components, or leave the option out"),
            );
        }
    }
    for (option, needs) in [("layout", "setup"), ("ignored-sides", "rivers")] {
        refusals.extend(pair_refusal(options, option, needs));
    }
    refusals.extend(no_referee(options, dice));
    refusals
}

fn pair_refusal(options: &Options, option: &str, needs: &str) -> Option<Refusal> {
    let value = if needs == "setup" { "user" } else { "partial" };
    let (given, wanted) = (options.get(option) != "-", options.get(needs) == value);
    (given != wanted).then(|| {
        let message = if wanted {
            format!("{needs}={value} needs {option}")
        } else {
            format!("{option} counts only with {needs}={value}")
        };
        Refusal::new("option/pair", message)
            .hinted(format!("give both, {needs}={value} and {option}=…, or neither"))
    })
}

/// §4.4 Under Fog of war somebody who takes no side must know what is hidden.
fn no_referee(options: &Options, dice: DiceMode) -> Option<Refusal> {
    (options.is_on("fog-of-war") && dice != DiceMode::Referee).then(|| {
        Refusal::new("dice/needs-referee", "fog-of-war hides units, and only a referee can keep them")
            .hinted("begin the game with a referee, --dice referee, or leave the option out")
    })
}

fn is_set(options: &Options, (name, value): (&str, &str)) -> bool {
    let default = OPTIONS.iter().find(|o| o.name == name).map_or("-", |o| o.default);
    match value {
        "*" => options.get(name) != default,
        value => options.get(name) == value,
    }
}

impl Conflict {
    /// The conflict as a sentence.
    pub fn sentence(&self) -> String {
        format!("{} does not go with {}: {}", shown(self.one), shown(self.other), self.because)
    }

    fn refusal(&self, options: &Options) -> Option<Refusal> {
        (is_set(options, self.one) && is_set(options, self.other))
            .then(|| Refusal::new("option/conflict", self.sentence()).hinted("leave one of them out"))
    }
}

/// An option and its value as players write them.
fn shown((name, value): (&str, &str)) -> String {
    match value {
        "yes" | "*" => name.to_owned(),
        value => format!("{name}={value}"),
    }
}

/// §4.3 The rivers as the options want them.
///
/// Errors: sides that are not river sides, or texts that name no side.
pub fn rivers(options: &Options, board: &BoardData) -> Result<Rivers, Vec<Refusal>> {
    match options.get("rivers") {
        "ignore" => Ok(Rivers::Ignored),
        "no-bridges" => Ok(Rivers::NoBridges),
        "partial" => ignored_sides(options.get("ignored-sides"), board).map(Rivers::Without),
        _ => Ok(Rivers::Without(BTreeSet::new())),
    }
}

/// Reads `0307-0308,0208-0308`; each side stands for its image, too (§4.3).
fn ignored_sides(text: &str, board: &BoardData) -> Result<BTreeSet<[Hex; 2]>, Vec<Refusal>> {
    let (mut sides, mut refusals) = (BTreeSet::new(), Vec::new());
    for word in text.split([',', ' ']).filter(|w| !w.is_empty() && *w != "-") {
        let pair = word.split_once('-').and_then(|(a, b)| Some([a.parse().ok()?, b.parse().ok()?]));
        match pair.filter(|[a, b]: &[Hex; 2]| board.side(*a, *b).is_some()) {
            Some([a, b]) => {
                let (c, d) = (board.half_turn(a), board.half_turn(b));
                sides.insert([a.min(b), a.max(b)]);
                sides.insert([c.min(d), c.max(d)]);
            }
            None => refusals.push(
                Refusal::new("option/value", format!("{word} is not a river side of this board"))
                    .hinted(format!("its river sides are {}", side_names(board))),
            ),
        }
    }
    if sides.is_empty() && refusals.is_empty() && text != "-" {
        let refusal = Refusal::new("option/value", format!("{text:?} names no river side"));
        refusals.push(refusal.hinted(format!("the river sides of this board are {}", side_names(board))));
    }
    if refusals.is_empty() { Ok(sides) } else { Err(refusals) }
}

fn side_names(board: &BoardData) -> String {
    board.sides.iter().map(super::data::RiverSide::name).collect::<Vec<_>>().join(", ")
}
