//! The toy's hands: twins hold other cards, dealt from all that a seat cannot see.

use super::Secretive;
use crate::players::chance::Chance;
use crate::players::toy::{CARDS, Decision, Toy};
use crate::trust::club;
use adjutant::kernel::game::{Pending, State};
use adjutant::kernel::seat::Seat;
use adjutant::kernel::terms::{DiceMode, REFEREE, Terms};
use serde_json::Value;

impl Secretive for Toy {
    const STEPS: usize = 12;
    const HORIZON: usize = 14;

    fn terms(seed: u64) -> Terms {
        let plans = ["b", "bd", "r", "bqs", "bdrq"];
        let plan = plans[seed as usize % plans.len()];
        let asides = if seed.is_multiple_of(3) { "yes" } else { "no" };
        let options = [("hands", "yes"), ("plan", plan), ("length", "24"), ("asides", asides)];
        let mut terms = club::terms(2 + seed as usize % 3, &options);
        terms.dice = DiceMode::Referee;
        terms.seats.push(REFEREE.to_owned());
        terms
    }

    fn sheet(state: &State<Self>, asked: &Pending<Decision>, chance: &mut Chance) -> Vec<String> {
        let mut notes: Vec<usize> = (0..chance.below(8)).map(|_| 1 + chance.below(9)).collect();
        notes.sort_unstable();
        let notes = notes.into_iter().map(|n| format!("note {n}"));
        if asked.decision == Decision::Aside {
            return notes.chain(["note 9".to_owned()]).collect();
        }
        let mut lines: Vec<String> =
            std::iter::once(format!("bid {}", 1 + chance.below(9))).chain(notes).collect();
        let hand = &state.private[asked.seat.index()].cards;
        if !hand.is_empty() && chance.is_in(1, 4) {
            lines.push(format!("show {}", chance.pick(hand)));
        }
        lines
    }

    fn any_line(_state: &State<Self>, _seat: Seat, chance: &mut Chance) -> String {
        let verb = *chance.pick(&["bid", "note", "show", "show", "show"]);
        format!("{verb} {}", chance.below(CARDS as usize + 2))
    }

    fn twin(state: &State<Self>, seat: Seat, chance: &mut Chance) -> Option<State<Self>> {
        let seen = |card: &u32| {
            state.public.shown.contains(card) || state.private[seat.index()].cards.contains(card)
        };
        let mut unseen: Vec<u32> = (0..CARDS).filter(|card| !seen(card)).collect();
        let mut twin = state.clone();
        let others = (0..twin.private.len()).filter(|i| *i != seat.index());
        if chance.is_in(1, 2) {
            // The pile stays as it is, and the others have each other's cards.
            unseen = others.clone().flat_map(|i| state.private[i].cards.clone()).collect();
        }
        chance.shuffle(&mut unseen);
        for i in others {
            let count = twin.private[i].cards.len();
            twin.private[i].cards = unseen.split_off(unseen.len() - count);
        }
        (twin.private != state.private).then_some(twin)
    }

    fn may_differ(_state: &State<Self>, _event: &Value, _seat: Seat, _by_others: bool) -> bool {
        false
    }

    fn secrets(state: &State<Self>, seat: Seat) -> Vec<String> {
        let others = (0..state.private.len()).filter(|i| *i != seat.index());
        let cards = others.flat_map(|i| state.private[i].cards.iter().map(move |card| (i, card)));
        cards.map(|(i, card)| format!("{{\"got\":{{\"by\":{i},\"card\":{card}}}}}")).collect()
    }
}
