//! `adjutant new`: begin a game.

mod learn;

use super::failure::{Failure, Outcome};
use super::files::{self, Output};
use super::keyring::KeyArgs;
use super::{Context, contacts, entropy, join, referee};
use crate::games;
use crate::kernel::history::chronicle::Chronicle;
use crate::kernel::history::hash_of;
use crate::kernel::module::Module;
use crate::kernel::options::Options;
use crate::kernel::orders::grammar::nearest;
use crate::kernel::record::Record;
use crate::kernel::seat::is_seat_id;
use crate::kernel::terms::{Casters, DiceMode, OrdersPolicy, REFEREE, RulesId, Terms, is_game_name};
use clap::ValueEnum;
use std::collections::BTreeMap;

/// Begin a game: fix its terms and join as the first seat
///
/// Example: adjutant new battle --scenario basic --name borodino-3 --seat red="Ann <ann@example.org>" --seat
/// blue="Bo" > g.yaml
#[derive(clap::Args)]
pub(super) struct Args {
    /// The game; adjutant games lists them
    game: Option<String>,
    /// The scenario; adjutant games lists them
    #[arg(long)]
    scenario: Option<String>,
    /// A short name for the game: lower-case letters, digits and hyphens
    #[arg(long)]
    name: Option<String>,
    /// A seat and who sits in it, such as red="Ann <ann@example.org>"; the first one given is yours
    #[arg(long = "seat", value_name = "SEAT=WHO")]
    seats: Vec<String>,
    /// An option of the terms, such as rivers=no-bridges; adjutant rules GAME --options lists them
    #[arg(long = "set", value_name = "OPTION=VALUE")]
    options: Vec<String>,
    /// Real components of the game, instead of those that come with this program
    #[arg(long, value_name = "FILE")]
    components: Option<String>,
    /// Where dice come from; by default from the seats' links (peers) in a game that rolls any
    #[arg(long, value_enum)]
    dice: Option<Dice>,
    /// Whose links make the dice
    #[arg(long, value_enum, default_value = "rivals")]
    casters: CasterChoice,
    /// What becomes of bad orders
    #[arg(long, value_enum, default_value = "strict")]
    orders: Orders,
    /// How long a seat may take before its defaults may be claimed, such as 14d
    #[arg(long, value_name = "TIME")]
    deadline: Option<String>,
    /// A nonce of 64 hex digits instead of a random one, so that a test gives the same bytes again
    #[arg(long, hide = true)]
    nonce: Option<String>,
    #[command(flatten)]
    key: KeyArgs,
    #[command(flatten)]
    output: Output,
}

#[derive(Clone, Copy, ValueEnum)]
enum Orders {
    /// A turn file with a bad line is sent back
    Strict,
    /// Bad lines fall to the defaults
    Lenient,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Dice {
    /// The game rolls nothing
    None,
    /// Every seat's links: nobody can foresee or choose, everybody can check
    Peers,
    /// Links of the movers and of a referee
    Referee,
    /// A seed in the file: anyone can foresee
    Open,
}

#[derive(Clone, Copy, ValueEnum)]
enum CasterChoice {
    /// Those of all seats allied to no mover
    Rivals,
    /// Those of mover and caster only: fewer letters, and these two together could foresee
    Next,
}

impl From<CasterChoice> for Casters {
    fn from(choice: CasterChoice) -> Self {
        match choice {
            CasterChoice::Rivals => Self::Rivals,
            CasterChoice::Next => Self::Next,
        }
    }
}

pub(super) fn run(args: &Args, _context: Context) -> Outcome {
    let _kept = args.output.keep_folder()?;
    let module = module(args.game.as_deref())?;
    let (Some(scenario), Some(name)) = (&args.scenario, &args.name) else {
        return Err(learn::game(module, args.scenario.as_deref(), args.name.as_deref()));
    };
    if !is_game_name(name) {
        return Err(Failure::usage_hinted(
            "name/unfit",
            format!("{name:?} is no name for a game"),
            "use lower-case letters, digits and hyphens, at most 32, such as borodino-3",
        ));
    }
    let components = args.components.as_deref().map(files::components).transpose()?;
    let (mut seats, contacts) = seats(module, &args.seats)?;
    let dice = dice_mode(module, args.dice, seats.len())?;
    if dice == DiceMode::Referee {
        seats.push(REFEREE.to_owned());
    }
    let nonce = entropy::nonce(args.nonce.as_deref())?;
    let terms = Terms {
        name: name.clone(),
        rules: RulesId { game: module.info().id.to_owned(), version: module.info().version },
        data: module.data_hash(),
        scenario: scenario.clone(),
        options: options(module, &args.options)?,
        components: components.as_ref().map(|c| hash_of("components", c)),
        seats,
        dice,
        casters: args.casters.into(),
        orders: match args.orders {
            Orders::Strict => OrdersPolicy::Strict,
            Orders::Lenient => OrdersPolicy::Lenient,
        },
        deadline: args
            .deadline
            .as_deref()
            .map(|t| t.parse().map_err(|error| Failure::usage("deadline/unfit", error)))
            .transpose()?,
        seed: seed(dice, &nonce, args.nonce.is_some())?,
        nonce: nonce.clone(),
    };
    let inviter = inviter(&args.seats, &terms);
    let chronicle = Chronicle::begin(module, terms, components.as_ref())
        .map_err(|refusals| Failure::refused(&refusals))?;
    let mut record = Record { chronicle, contacts, components, amendment: None };
    join::take_seat(&mut record, &inviter, &own_nonce(args, &nonce)?, &args.key, &args.output)?;
    files::print_error(&contacts::warnings(&record.contacts));
    files::print_error(&referee::warnings(&record, None));
    files::print_error(&invitation(&record, &args.output.name()));
    Ok(())
}

/// The first seat that was named, or the first of the game.
fn inviter(given: &[String], terms: &Terms) -> String {
    let named = given.first().and_then(|s| s.split_once('=')).map(|(seat, _)| seat.to_owned());
    named.unwrap_or_else(|| terms.seats[0].clone())
}

/// The inviter's own nonce; one that is given for the game is turned into another for the seat.
fn own_nonce(args: &Args, game: &str) -> Result<String, Failure> {
    match args.nonce {
        Some(_) => Ok(crate::kernel::history::canonical::hash("nonce", &[game])),
        None => entropy::nonce(None),
    }
}

fn module(game: Option<&str>) -> Result<&'static dyn Module, Failure> {
    let id = game.ok_or_else(learn::games)?;
    games::find(id).ok_or_else(|| learn::unknown(id))
}

fn options(module: &dyn Module, given: &[String]) -> Result<Options, Failure> {
    let mut values = BTreeMap::new();
    for text in given {
        // A rule that is on or off needs no value: --set stalemate.
        let (name, value) = text.split_once('=').unwrap_or((text, "yes"));
        if values.insert(name.to_owned(), value.to_owned()).is_some() {
            return Err(Failure::usage("option/twice", format!("--set {name} is given twice")));
        }
    }
    Options::read(module.options(), &values).map_err(|refusals| Failure::refused(&refusals))
}

/// Where dice come from, as chosen or by default.
fn dice_mode(module: &dyn Module, chosen: Option<Dice>, players: usize) -> Result<DiceMode, Failure> {
    let info = module.info();
    let refused = |message: String, hint: &str| Err(Failure::usage_hinted("dice/unfit", message, hint));
    match (info.has_dice, chosen) {
        (false, None | Some(Dice::None)) => Ok(DiceMode::None),
        // A game without dice may hide something, and then somebody must hold it.
        (_, Some(Dice::Referee)) => Ok(DiceMode::Referee),
        (false, Some(_)) => refused(format!("{} rolls no dice", info.title), "leave --dice out"),
        (true, Some(Dice::None)) => {
            refused(format!("{} rolls dice", info.title), "choose --dice peers, referee or open")
        }
        (true, Some(Dice::Open)) => Ok(DiceMode::Open),
        (true, None | Some(Dice::Peers)) if players < 2 => refused(
            "a seat alone has nobody to guard its dice".to_owned(),
            "choose --dice open, or --dice referee with somebody as referee",
        ),
        (true, None | Some(Dice::Peers)) => Ok(DiceMode::Peers),
    }
}

/// The seed of an open game; one that is given as nonce is turned into another.
fn seed(dice: DiceMode, nonce: &str, is_given: bool) -> Result<Option<String>, Failure> {
    match dice {
        DiceMode::Open if is_given => Ok(Some(crate::kernel::history::canonical::hash("seed", &[nonce]))),
        DiceMode::Open => entropy::nonce(None).map(Some),
        _ => Ok(None),
    }
}

/// The seats in the game's order, or as given where the game leaves that to the players, and who sits in them.
fn seats(module: &dyn Module, given: &[String]) -> Result<(Vec<String>, BTreeMap<String, String>), Failure> {
    let info = module.info();
    let known: Vec<String> = info.seats.iter().map(|s| (*s).to_owned()).collect();
    let mut named = Vec::new();
    let mut contacts = BTreeMap::new();
    for text in given {
        let (seat, who) = text.split_once('=').unwrap_or((text, ""));
        if !is_seat_id(seat) || !known.iter().any(|s| s == seat) && seat != REFEREE {
            return Err(Failure::usage_hinted(
                "seat/unknown",
                format!("{seat:?} is no seat of {}", info.title),
                &format!("its seats are {}: write --seat {}=\"NAME\"", known.join(", "), like(seat, &known)),
            ));
        }
        if who.chars().any(char::is_control) || who.len() > 200 {
            return Err(Failure::usage(
                "seat/contact",
                format!("--seat {seat}: a name and address on one line, at most 200 bytes"),
            ));
        }
        if contacts.insert(seat.to_owned(), who.to_owned()).is_some() {
            return Err(Failure::usage("seat/twice", format!("--seat {seat} is given twice")));
        }
        if seat != REFEREE {
            named.push(seat.to_owned());
        }
    }
    if info.min_seats == known.len() {
        return Ok((known, contacts));
    }
    if named.len() < info.min_seats {
        return Err(Failure::usage_hinted(
            "seat/too-few",
            format!(
                "{} needs {} {} or more",
                info.title,
                info.min_seats,
                if info.min_seats == 1 { "seat" } else { "seats" }
            ),
            &format!("name them in the order round the table by --seat; they are {}", known.join(", ")),
        ));
    }
    Ok((named, contacts))
}

/// The seat that was probably meant.
fn like<'a>(seat: &str, known: &'a [String]) -> &'a str {
    let near = nearest(seat, known.iter().map(String::as_str));
    near.or_else(|| known.first().map(String::as_str)).unwrap_or_default()
}

fn invitation(record: &Record, file: &str) -> String {
    let chronicle = &record.chronicle;
    let name = &chronicle.terms.name;
    match chronicle.need.orders.as_slice() {
        _ if chronicle.has_begun() => format!("{name} is set up, and you play it alone\n"),
        [] => format!("{name} is set up\n"),
        [seat, others @ ..] => {
            let waiting: Vec<&str> = std::iter::once(seat).chain(others).map(String::as_str).collect();
            let all = waiting.join(" and ");
            let verb = if others.is_empty() { "who joins" } else { "who join one after another" };
            format!(
                "{name} is set up. Send the game file to {all}, {verb}: adjutant join {file} --seat {seat} -o joined.yaml\n"
            )
        }
    }
}
