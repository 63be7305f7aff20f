//! The sensible player wins its games by the fall of a headquarters.

use crate::players::chance::Chance;
use crate::players::table::{self, chosen};
use crate::players::{random, sensible};
use adjutant::games::battle::Battle;
use adjutant::games::battle::data::Faction;
use adjutant::games::battle::faction::seat;
use adjutant::games::battle::orders::Order;
use adjutant::games::battle::sequence::Decision;
use adjutant::games::battle::setting::Setting;
use adjutant::games::battle::state::Public;
use adjutant::kernel::dice::Dice;
use adjutant::kernel::game::{Answer, Game, Origin, State, Status, Turn};
use adjutant::kernel::seat::Viewer;

const SEEDS: u64 = 12;

type Player = fn(&Setting, &Public, Faction, &mut Chance) -> Vec<Order>;

/// Plays a game and gives its last position.
fn play(period: &str, seed: u64, players: [Player; 2], turns: u16) -> State<Battle> {
    let mut state = table::begin::<Battle>(&table::battle_terms(period, &chosen(&[]))).expect("a game");
    let mut chance = Chance::new(seed);
    while let Status::Awaiting(pending) = Battle::status(&state) {
        if state.public.turn > turns {
            break;
        }
        let faction = state.public.faction;
        let orders = players[faction as usize](&state.setting, &state.public, faction, &mut chance);
        let answer = Answer { seat: seat(faction), orders, sent: None, origin: Origin::Letter };
        let decision: &Decision = &pending[0].decision;
        let rulings = Battle::check(&state.view(Viewer::Seat(seat(faction))), decision, &answer);
        assert_eq!(rulings, [], "{period}, seed {seed}, turn {}: {:?}", state.public.turn, answer.orders);
        Battle::resolve(&mut Turn::new(&mut state, &mut Vec::new(), &mut Dice::absent()), &[answer]);
    }
    state
}

#[test]
fn two_sensible_players_take_a_headquarters() {
    let mut long = 0;
    for period in table::periods() {
        let ends = (0..SEEDS).map(|seed| play(&period, seed, [sensible::sheet, sensible::sheet], 60));
        let fallen: Vec<u16> = ends.filter(has_fallen_headquarters).map(|end| end.public.turn).collect();
        assert!(fallen.len() * 10 >= SEEDS as usize * 8, "{period}: {fallen:?} of {SEEDS} games");
        long += fallen.iter().filter(|turn| **turn >= 10).count();
    }
    let games = SEEDS as usize * table::periods().len();
    assert!(long * 10 >= games * 6, "{long} of {games} games lasted ten turns");
}

fn has_fallen_headquarters(end: &State<Battle>) -> bool {
    end.public.ending.as_ref().is_some_and(|ending| ending.reason.ends_with("headquarters has fallen"))
}

#[test]
fn a_sensible_player_beats_a_random_one() {
    for period in table::periods() {
        let wins = (0..4).filter(|seed| {
            let end = play(&period, *seed, [random::sheet, sensible::sheet], 60);
            end.public.ending.is_some_and(|ending| ending.winner == Some(Faction::Blue))
        });
        assert_eq!(wins.count(), 4, "{period}");
    }
}
