//! Battue's hands: twins hold other cards of all that lie neither in public nor in a seat's own hand, and have other
//! standing answers and plans.

use super::Secretive;
use crate::players::battue::{SEATS, anything, sensible};
use crate::players::chance::Chance;
use crate::players::table::{self, Chosen};
use adjutant::games::battue::Battue;
use adjutant::games::battue::orders::{March, Order, Play, Reply, Retreat, Standing};
use adjutant::games::battue::sequence::Decision;
use adjutant::kernel::game::{Game, Pending, State};
use adjutant::kernel::play::kind_of;
use adjutant::kernel::seat::Seat;
use adjutant::kernel::terms::{DiceMode, REFEREE, Terms};
use serde_json::{Value, json};

impl Secretive for Battue {
    const STEPS: usize = 60;
    const HORIZON: usize = 40;

    fn terms(seed: u64) -> Terms {
        let scenarios = ["ready", "random", "laid"];
        let module = adjutant::games::find(Battue::INFO.id).expect("Battue is registered");
        let mut terms = table::terms(module, scenarios[seed as usize % 3], &Chosen::new());
        let seats = &SEATS[..2 + (seed as usize + 1) % 3];
        terms.seats = seats.iter().copied().chain([REFEREE]).map(str::to_owned).collect();
        terms.dice = DiceMode::Referee;
        terms
    }

    fn sheet(state: &State<Self>, asked: &Pending<Decision>, chance: &mut Chance) -> Vec<String> {
        let answer = if chance.is_in(1, 2) && asked.decision != Decision::Standing {
            sensible(state, asked)
        } else {
            anything(state, asked, chance)
        };
        answer.orders.iter().map(ToString::to_string).collect()
    }

    fn any_line(state: &State<Self>, _seat: Seat, chance: &mut Chance) -> String {
        let data = &state.setting.data;
        let spaces: Vec<String> = data.board.ids().map(str::to_owned).collect();
        let space = |chance: &mut Chance| chance.pick(&spaces).clone();
        let card = chance.pick(&data.loot.cards).id.clone();
        let at = chance.is_in(1, 2).then(|| space(chance));
        let against = chance.is_in(1, 3).then(|| chance.pick(&state.setting.seats).clone());
        let order = match chance.below(10) {
            0 => Order::Move(March { from: space(chance), via: None, to: space(chance), count: None }),
            1 => Order::Reinforce(vec![space(chance)]),
            2 => Order::Retreat(Retreat { from: at, to: vec![space(chance)], when: None }),
            3 => Order::GiveUp(vec![space(chance)]),
            4 => Order::Discard(vec![card]),
            5 => Order::Standing(Standing { at, answer: Reply::Play { card, when: None } }),
            _ => Order::Play(Play {
                card,
                at,
                against,
                at_the_end: false,
                if_held: chance.is_in(1, 5),
                when: None,
            }),
        };
        order.to_string()
    }

    fn twin(state: &State<Self>, seat: Seat, chance: &mut Chance) -> Option<State<Self>> {
        let mut twin = state.clone();
        let data = &state.setting.data;
        let mut unseen = data.loot_pile();
        let chests = state.public.hordes.iter().flat_map(|horde| &horde.chest);
        let seen = chests.chain(&state.public.discards).chain(&state.private[seat.index()].hand);
        for card in seen {
            if let Some(at) = unseen.iter().position(|other| other == card) {
                unseen.remove(at);
            }
        }
        chance.shuffle(&mut unseen);
        for (i, private) in twin.private.iter_mut().enumerate().filter(|(i, _)| *i != seat.index()) {
            private.hand = unseen.split_off(unseen.len() - private.hand.len());
            private.hand.sort();
            if state.public.hordes[i].has_standing {
                let card = chance.pick(&data.loot.cards).id.clone();
                let other = [Reply::Pass, Reply::Play { card, when: None }];
                private.standing =
                    vec![Order::Standing(Standing { at: None, answer: chance.pick(&other).clone() })];
            }
            for orders in [&mut private.plan, &mut private.reaction] {
                if orders.len() > 1 && chance.is_in(1, 2) {
                    orders.remove(chance.below(orders.len()));
                }
            }
        }
        (twin.private != state.private).then_some(twin)
    }

    fn may_differ(state: &State<Self>, event: &Value, seat: Seat, by_others: bool) -> bool {
        // An answer to an attack lets the attacker go on with what he has planned.
        let goes_on = state.public.battle.as_ref().is_some_and(|battle| battle.is_waiting);
        match kind_of(event).as_str() {
            // What others hold and mean to do.
            "standing-kept" | "planned" | "reaction-kept" | "loot-lost" => false,
            // What a seat takes out of another's hand.
            "loot-taken" => event["loot-taken"]["seat"] == json!(seat),
            "card-played" | "retreated" | "discarded" | "fell" => true,
            // All else, whether a defender is asked among it, rests on what everybody sees.
            _ => goes_on || by_others,
        }
    }

    fn secrets(state: &State<Self>, seat: Seat) -> Vec<String> {
        let spelt = |i: usize| {
            let private = &state.private[i];
            let (hand, standing) = (json!(private.hand), json!(private.standing));
            let hand = (!private.hand.is_empty()).then(|| whole(&json!(private).to_string(), &hand));
            let standing = (!private.standing.is_empty()).then(|| format!("\"standing\":{standing}"));
            hand.into_iter().chain(standing).collect::<Vec<_>>()
        };
        let own = spelt(seat.index());
        let others = (0..state.private.len()).filter(|i| *i != seat.index()).flat_map(spelt);
        others.filter(|secret| !own.contains(secret)).collect()
    }
}

/// A hand as it stands in a private part, with what follows there: another's hand may hold the same cards and be shown
/// when its player falls.
fn whole(private: &str, hand: &Value) -> String {
    let spelt = format!("\"hand\":{hand}");
    let (_, behind) = private.split_once(&spelt).expect("the hand stands in the private part");
    let next = behind.split(':').next().unwrap_or_default();
    format!("{spelt}{next}")
}
