//! What `adjutant new` teaches whoever has not said yet what is to be played.

use super::{Failure, dice_mode};
use crate::games::GAMES;
use crate::kernel::history::chronicle::Chronicle;
use crate::kernel::module::Module;
use crate::kernel::options::Options;
use crate::kernel::terms::{Casters, DiceMode, OrdersPolicy, REFEREE, RulesId, Terms};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Which games there are, and how one begins.
pub(super) fn games() -> Failure {
    let mut help =
        String::from("give a game, a scenario, a name and who sits where; the first seat named is yours:\n");
    if let Some(first) = GAMES.first() {
        let _ = writeln!(help, "    {}", example(*first));
    }
    help.push_str("  the games:\n");
    for module in GAMES {
        let info = module.info();
        let _ =
            writeln!(help, "    {:<8}{}; scenarios: {}", info.id, info.title, scenarios(*module).join(", "));
    }
    help.push_str("  adjutant new GAME says what one game needs, adjutant new --help what else can be given");
    Failure::usage_hinted("game/none", "say which game to begin", &help)
}

/// A game that is not there, and those that are.
pub(super) fn unknown(id: &str) -> Failure {
    let known: Vec<&str> = GAMES.iter().map(|module| module.info().id).collect();
    let close = known.iter().find(|known| strsim::damerau_levenshtein(known, &id.to_ascii_lowercase()) <= 2);
    let close = close.map_or(String::new(), |close| format!("did you mean {close}? "));
    let help = format!("{close}known games: {}", known.join(", "));
    Failure::usage_hinted("game/unknown", format!("there is no game {id:?}"), &help)
}

/// What one game needs, with the choices there are.
pub(super) fn game(module: &dyn Module, scenario: Option<&str>, name: Option<&str>) -> Failure {
    let info = module.info();
    let id = info.id;
    let missing: Vec<&str> = [("--scenario", scenario), ("--name", name)]
        .into_iter()
        .filter_map(|(option, given)| given.is_none().then_some(option))
        .collect();
    let mut help = format!("for instance:\n    {}\n  --scenario:\n", example(module));
    let scenarios = module.scenarios();
    let width = scenarios.iter().map(|scenario| scenario.id.len()).max().unwrap_or(0) + 2;
    for scenario in &scenarios {
        let _ = writeln!(help, "    {:<width$}{}", scenario.id, scenario.title);
    }
    let seats = info.seats.join(", ");
    let seats = if info.min_seats == info.seats.len() {
        format!("{seats}; all take part")
    } else {
        format!("at least {} of {seats}, in the order round the table", info.min_seats)
    };
    let _ = write!(
        help,
        "  --name: lower-case letters, digits and hyphens, such as borodino-3\n  --seat: {seats}\n  --set: adjutant rules \
         {id} --options lists the options; without any the game is played as its rulebook has it"
    );
    let message = format!("a new game of {id} needs {}", missing.join(" and "));
    Failure::usage_hinted("terms/incomplete", message, &help)
}

fn scenarios(module: &dyn Module) -> Vec<String> {
    module.scenarios().into_iter().map(|scenario| scenario.id).collect()
}

/// A command line that begins a game.
fn example(module: &dyn Module) -> String {
    let info = module.info();
    let scenario = scenarios(module).into_iter().next().unwrap_or_default();
    let count = info.min_seats.max(2).min(info.seats.len());
    let dice = if needs_referee(module, &scenario, count) { " --dice referee" } else { "" };
    let people = ["Ann <ann@example.org>", "Bo <bo@example.org>"];
    let seats: String = info
        .seats
        .iter()
        .take(count)
        .zip(people)
        .map(|(seat, who)| format!(" --seat {seat}=\"{who}\""))
        .collect();
    // A key is found by the name of its game: two games begun by these lines are not to share it.
    let name = format!("first-{}", info.id);
    format!("adjutant new {} --scenario {scenario} --name {name}{dice}{seats} -o {name}.yaml", info.id)
}

/// Whether the game keeps secrets without any option being set.
fn needs_referee(module: &dyn Module, scenario: &str, count: usize) -> bool {
    let info = module.info();
    let Ok(options) = Options::read(module.options(), &BTreeMap::new()) else { return false };
    let terms = Terms {
        name: "first-game".to_owned(),
        rules: RulesId { game: info.id.to_owned(), version: info.version },
        data: module.data_hash(),
        scenario: scenario.to_owned(),
        options,
        components: None,
        seats: info.seats.iter().take(count).map(|seat| (*seat).to_owned()).collect(),
        dice: dice_mode(module, None, count).unwrap_or(DiceMode::None),
        casters: Casters::Rivals,
        orders: OrdersPolicy::Strict,
        deadline: None,
        nonce: "0".repeat(64),
        seed: None,
    };
    let refusals = Chronicle::begin(module, terms, None).err().unwrap_or_default();
    refusals.iter().any(|refusal| refusal.hint.as_deref().is_some_and(|hint| hint.contains(REFEREE)))
}
