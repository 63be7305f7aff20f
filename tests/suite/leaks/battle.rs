//! Battle with Fog of war: in a twin the enemy's hidden units and purchases have other types.

use super::Secretive;
use crate::players::chance::Chance;
use crate::players::{random, table};
use crate::{fog as twins, lines};
use adjutant::games::battle::data::Faction;
use adjutant::games::battle::faction::{faction, name, seat as seat_of};
use adjutant::games::battle::sequence::Decision;
use adjutant::games::battle::{Battle, fog};
use adjutant::kernel::game::{Game, Pending, State};
use adjutant::kernel::module::{Table, Telling};
use adjutant::kernel::play::{Play, kind_of};
use adjutant::kernel::seat::{Seat, Viewer};
use adjutant::kernel::terms::Terms;
use serde_json::Value;

impl Secretive for Battle {
    const STEPS: usize = 40;
    const HORIZON: usize = 24;

    fn terms(seed: u64) -> Terms {
        let periods = table::periods();
        let period = &periods[seed as usize % periods.len()];
        let mut options = table::chosen(&[("fog-of-war", "yes")]);
        if seed.is_multiple_of(2) && period != "basic" {
            options.extend(table::chosen(&[("buying-armies", "90")]));
        }
        if seed.is_multiple_of(3) {
            options.extend(table::chosen(&[("secret-setup", "yes")]));
        }
        if seed.is_multiple_of(5) {
            options.extend(table::chosen(&[("setup", "faction")]));
        }
        table::battle_terms(period, &options)
    }

    fn sheet(state: &State<Self>, asked: &Pending<Decision>, chance: &mut Chance) -> Vec<String> {
        let view = state.view(Viewer::Seat(asked.seat));
        let orders = random::sheet(&state.setting, &fog::known(&view), faction(asked.seat), chance);
        orders.iter().map(ToString::to_string).collect()
    }

    fn any_line(state: &State<Self>, seat: Seat, chance: &mut Chance) -> String {
        let asked = super::pending(state).into_iter().find(|p| p.seat == seat);
        let decision = asked.map_or(Decision::SubTurn, |asked| asked.decision);
        if chance.is_in(1, 6) {
            return format!("stop when {}", lines::any_fact(state, chance));
        }
        lines::any_order(state, decision, chance).to_string()
    }

    fn twin(state: &State<Self>, seat: Seat, chance: &mut Chance) -> Option<State<Self>> {
        let of = faction(seat).other();
        if chance.is_in(1, 2) { permuted(state, of, chance) } else { twins::twin(state, of, chance) }
    }

    fn may_differ(_state: &State<Self>, event: &Value, _seat: Seat, by_others: bool) -> bool {
        let kind = kind_of(event);
        // What hidden units can do shows when they do it; a set-up that is legal in both comes to the same.
        kind == "revealed" || by_others && matches!(kind.as_str(), "moved" | "halted" | "fought" | "voided")
    }

    fn secrets(state: &State<Self>, seat: Seat) -> Vec<String> {
        let of = faction(seat).other();
        let private = &state.private[seat_of(of).index()];
        let who = name(of);
        let hidden = private.units.iter().flat_map(|(hex, unit)| {
            [
                format!("\"{hex}\":\"{who} {unit}\""),
                format!("\"{hex}\":\"{unit}\""),
                format!("{hex}: {who} {unit}"),
                format!("{who} {unit} in {hex}"),
                format!("{who} places {unit} in {hex}"),
                format!("[\"{unit}\",[\"{hex}\""),
                format!("deploy {unit} {hex}"),
                format!("{who} {unit} {hex}\u{2192}"),
            ]
        });
        hidden.collect()
    }
}

/// The same position with the types of a faction's hidden units dealt out anew among them: what it has stays the same.
fn permuted(state: &State<Battle>, of: Faction, chance: &mut Chance) -> Option<State<Battle>> {
    let mut twin = state.clone();
    let setting = &state.setting;
    let mut types: Vec<String> = state.private[of as usize].units.values().cloned().collect();
    for _ in 0..20 {
        chance.shuffle(&mut types);
        for (unit, new) in twin.private[of as usize].units.values_mut().zip(&types) {
            unit.clone_from(new);
        }
        let may = twin.private[of as usize].units.iter().all(|(hex, id)| {
            let place = setting.ground.place(*hex).expect("a hex of the board");
            setting.enterable(setting.kind(id).expect("a type")).has(place)
        });
        if may && twin.private != state.private {
            return Some(twin);
        }
    }
    None
}

#[test]
fn twins_keep_what_a_game_must_keep() {
    let mut chance = Chance::new(2);
    let terms = Battle::terms(7);
    let mut play = Play::<Battle>::new(&terms, None).expect("terms that stand");
    for step in 0..6 {
        if let Some(twin) = permuted(play.state(), Faction::Red, &mut chance) {
            assert_eq!(Battle::invariants(&twin), Vec::<String>::new());
        }
        let letters = super::letters(play.state(), false, &mut chance);
        play.play(&letters, super::dice(step), Telling::Events).expect("legal letters");
    }
}
