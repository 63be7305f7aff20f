//! Games to be played: terms and first positions.

use super::chance::Chance;
use adjutant::games::battle::Battle;
use adjutant::games::battle::data::{BoardData, Data, Faction, Provenance, RiverSide, SetupData, TileKind};
use adjutant::games::battle::options::OPTIONS;
use adjutant::kernel::board::hex::Hex;
use adjutant::kernel::game::{Game, State};
use adjutant::kernel::module::Module;
use adjutant::kernel::options::{OptionKind, OptionSpec, Options, Refusal};
use adjutant::kernel::terms::{Casters, DiceMode, OrdersPolicy, REFEREE, RulesId, Terms};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Options by name.
pub type Chosen = BTreeMap<String, String>;

/// Options that stand in the terms as they are given here.
pub fn chosen(options: &[(&str, &str)]) -> Chosen {
    options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

/// Terms of a game of any module.
pub fn terms(module: &dyn Module, scenario: &str, options: &Chosen) -> Terms {
    let info = module.info();
    let referee = needs_referee(options).then_some(REFEREE);
    Terms {
        name: "played".to_owned(),
        rules: RulesId { game: info.id.to_owned(), version: info.version },
        data: module.data_hash(),
        scenario: scenario.to_owned(),
        options: Options(options.clone()),
        components: None,
        seats: info.seats.iter().copied().chain(referee).map(str::to_owned).collect(),
        dice: if referee.is_some() { DiceMode::Referee } else { DiceMode::None },
        casters: Casters::Rivals,
        orders: OrdersPolicy::Strict,
        deadline: None,
        nonce: "0".repeat(64),
        seed: None,
    }
}

/// Terms of a game of Battle.
pub fn battle_terms(period: &str, options: &Chosen) -> Terms {
    terms(adjutant::games::find(Battle::INFO.id).expect("Battle is registered"), period, options)
}

/// Whether options hide something, so that a referee must keep it.
fn needs_referee(options: &Chosen) -> bool {
    options.get("fog-of-war").is_some_and(|value| value == "yes")
}

/// The first position of a game.
///
/// Errors: why there is no such game.
pub fn begin<G: Game>(terms: &Terms) -> Result<State<G>, Vec<Refusal>> {
    let setting = Arc::new(G::setting(terms, None)?);
    let (public, private, referee) = G::setup(&setting);
    Ok(State { setting, public, private, referee })
}

/// The periods of Battle.
pub fn periods() -> Vec<String> {
    Battle::scenarios().into_iter().map(|scenario| scenario.id).collect()
}

/// Any options whose values fit; they may not go together.
pub fn any_options(period: &str, chance: &mut Chance) -> Chosen {
    let mut options = Chosen::new();
    for spec in OPTIONS {
        if chance.is_in(1, 5) {
            options.insert(spec.name.to_owned(), any_value(spec, period, chance));
        }
    }
    complete(&mut options, chance);
    options
}

/// Gives most options that need another one their other half.
fn complete(options: &mut Chosen, chance: &mut Chance) {
    if options.get("setup").is_some_and(|v| v == "user") && chance.is_in(9, 10) {
        options.insert("layout".to_owned(), any_layout(chance));
    } else if chance.is_in(9, 10) {
        options.remove("layout");
    }
    if options.get("rivers").is_some_and(|v| v == "partial") && chance.is_in(9, 10) {
        options.insert("ignored-sides".to_owned(), any_sides(chance));
    } else if chance.is_in(9, 10) {
        options.remove("ignored-sides");
    }
}

fn any_value(spec: &OptionSpec, period: &str, chance: &mut Chance) -> String {
    match (spec.name, spec.kind) {
        ("setup", _) => {
            (*chance.pick(&["standard", "a", "b", "c", "user", "user", "faction", "faction"])).to_owned()
        }
        ("red-army" | "blue-army", _) => chance.pick(&Data::embedded().periods[period].armies).id.clone(),
        ("layout", _) => any_layout(chance),
        ("ignored-sides", _) => any_sides(chance),
        ("buying-armies", _) => (20 + chance.below(100)).to_string(),
        (_, OptionKind::Flag) => (*chance.pick(&["yes", "yes", "no"])).to_owned(),
        (_, OptionKind::Choice(words)) => (*chance.pick(words)).to_owned(),
        (_, OptionKind::Number(low, high)) => {
            (low as usize + chance.below((high - low).min(40) as usize)).to_string()
        }
        (_, OptionKind::Time) => (*chance.pick(&["90s", "30m", "2h", "1d12h"])).to_owned(),
        (_, OptionKind::Text) => "-".to_owned(),
    }
}

/// Some of the river sides, at least one.
fn any_sides(chance: &mut Chance) -> String {
    let mut sides: Vec<String> = Data::embedded().board.sides.iter().map(RiverSide::name).collect();
    chance.shuffle(&mut sides);
    sides.truncate(1 + chance.below(sides.len()));
    sides.join(",")
}

/// A layout within the limits of §4.3.
pub fn any_layout(chance: &mut Chance) -> String {
    let data = Data::embedded();
    loop {
        let setup = any_setup(&data.board, chance);
        if data.setup_faults("layout", &setup).is_empty() {
            return layout(&setup);
        }
    }
}

fn any_setup(board: &BoardData, chance: &mut Chance) -> SetupData {
    let hexes: Vec<Hex> = board.hexes().collect();
    let home: Vec<Hex> = hexes.iter().copied().filter(|h| board.is_behind_line(Faction::Red, *h)).collect();
    let open: Vec<Hex> = hexes.into_iter().filter(|h| board.can_hold_tile(*h)).collect();
    let tiles = TileKind::ALL.into_iter().map(|kind| {
        let count = board.tiles.get(&kind).map_or(1, |tile| usize::from(tile.hexes));
        (kind, any_tile(&open, count, chance))
    });
    SetupData {
        title: "Any".to_owned(),
        note: String::new(),
        source: Provenance::Printed,
        tiles: tiles.collect(),
        headquarters: *chance.pick(&home),
    }
}

/// A hex and as many of its neighbours as the tile is larger; whether they are one tile is judged later.
fn any_tile(open: &[Hex], count: usize, chance: &mut Chance) -> Vec<Hex> {
    let first = *chance.pick(open);
    let mut near: Vec<Hex> = first.neighbours().filter(|h| open.contains(h)).collect();
    chance.shuffle(&mut near);
    near.truncate(count - 1);
    near.push(first);
    near
}

/// A set-up as the terms write it.
fn layout(setup: &SetupData) -> String {
    let list = |hexes: &[Hex]| hexes.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    let tiles = setup.tiles.iter().map(|(kind, hexes)| format!("; {} {}", kind.name(), list(hexes)));
    format!("headquarters {}{}", setup.headquarters, tiles.collect::<String>())
}
