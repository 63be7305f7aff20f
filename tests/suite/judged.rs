//! One step of a random game, judged: sheets, words, events, and what they lead to.

use crate::players::chance::Chance;
use crate::players::sheets::answer;
use adjutant::kernel::dice::{Dice, Pepper, open_key};
use adjutant::kernel::game::{Answer, Game, Leaving, Need, Pending, State, Turn};
use adjutant::kernel::orders::lexer::lex;
use adjutant::kernel::orders::typography::fold;
use adjutant::kernel::seat::{Seat, Viewer};

/// A step to be played.
pub struct Step<'a, G: Game> {
    /// The number of the game, from which its dice follow.
    pub seed: u64,
    /// The number of the step.
    pub number: usize,
    /// What is asked.
    pub pending: &'a [Pending<G::Decision>],
    /// What is answered.
    pub answers: &'a [Answer<G::Order>],
}

/// Looks at an event with the positions before and after it.
pub type Watch<'a, G> = &'a mut dyn FnMut(&State<G>, &State<G>, &<G as Game>::Event);

/// A number from the environment, by which a soak is made longer or begun elsewhere.
pub fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|text| text.parse().ok())
}

impl<G: Game> Step<'_, G> {
    /// Where it goes wrong.
    pub fn place(&self) -> String {
        format!("game {}, step {}: {:?}", self.seed, self.number, self.answers)
    }

    /// What is asked and answered.
    pub fn answered(&self) -> impl Iterator<Item = (&Pending<G::Decision>, &Answer<G::Order>)> {
        let given = |p: &Pending<G::Decision>| self.answers.iter().find(|a| a.seat == p.seat);
        self.pending.iter().filter_map(move |p| Some((p, given(p)?)))
    }

    /// Plays it; gives its events and how many rolls there were.
    pub fn play(&self, state: &mut State<G>, chance: &mut Chance, watch: Watch<G>) -> (Vec<G::Event>, usize) {
        for (p, given) in self.answered() {
            self.judge(state, p, given);
            if chance.is_in(1, 15) {
                judge_offers(state, p, chance);
            }
        }
        let dice = self.dice(state);
        self.carry_out(state, dice, watch, |turn| G::resolve(turn, self.answers))
    }

    /// A seat gives the game up in its place, for which nothing may be rolled.
    pub fn concede(&self, state: &mut State<G>, seat: Seat, watch: Watch<G>) -> (Vec<G::Event>, usize) {
        self.carry_out(state, Dice::absent(), watch, |turn| G::leave(turn, seat, &Leaving::Conceded))
    }

    /// An answer is legal, and its orders read as they print.
    pub fn judge(&self, state: &State<G>, p: &Pending<G::Decision>, given: &Answer<G::Order>) {
        let view = state.view(Viewer::Seat(p.seat));
        assert_eq!(G::check(&view, &p.decision, given), [], "{}", self.place());
        let grammars = [G::grammar(&view, Some(&p.decision)), G::grammar(&view, None)];
        for order in &given.orders {
            let line = fold(&order.to_string()).text;
            for grammar in &grammars {
                let read = grammar.read(&lex(&line), line.len()).unwrap_or_else(|e| panic!("{line}: {e:?}"));
                assert_eq!(read.value, *order, "{line}");
                assert_eq!(read.repairs, [], "{line}");
            }
            let _ = G::foresee(&view, order);
        }
    }

    /// Acts; what the events alone lead to is the same.
    fn carry_out(
        &self,
        state: &mut State<G>,
        mut dice: Dice,
        watch: Watch<G>,
        act: impl FnOnce(&mut Turn<G>),
    ) -> (Vec<G::Event>, usize) {
        let (mut applied, mut events) = (state.clone(), Vec::new());
        act(&mut Turn::new(state, &mut events, &mut dice));
        assert_eq!(dice.fault(), None, "{}\n{events:?}", self.place());
        assert_eq!(G::invariants(state), Vec::<String>::new(), "{}\n{events:?}", self.place());
        for event in &events {
            let value = serde_json::to_value(event).expect("JSON");
            let read: G::Event = serde_json::from_value(value).expect("it reads as it was written");
            assert_eq!(read, *event, "{}", self.place());
            let told = G::narrate(&applied.view(Viewer::Referee), event);
            assert!(told.iter().all(|s| s.text.len() > 1 && s.text.ends_with('.')), "{told:?}");
            let before = applied.clone();
            G::apply(&mut applied, event);
            watch(&before, &applied, event);
        }
        assert_eq!(applied.public, state.public, "{}", self.place());
        assert_eq!(applied.private, state.private, "{}", self.place());
        let (open, hidden) = dice.into_rolls();
        assert!(hidden.is_empty() || G::keeps_secrets(&state.setting), "{}", self.place());
        (events, open.len() + hidden.len())
    }

    fn dice(&self, state: &State<G>) -> Dice {
        if !G::can_roll(state) {
            return Dice::absent();
        }
        let step = self.number as u64;
        let pepper = || Pepper { hidden: "0".repeat(64), step };
        let dice = Dice::keyed(open_key("soak", step, &self.seed.to_string()));
        dice.peppered(G::keeps_secrets(&state.setting).then(pepper))
    }
}

/// Defaults are legal, who is waited for gets notes, and what is offered can be taken.
fn judge_offers<G: Game>(state: &State<G>, p: &Pending<G::Decision>, chance: &mut Chance) {
    let view = state.view(Viewer::Seat(p.seat));
    let defaults = answer::<G>(p.seat, G::defaults(&view, &p.decision));
    assert_eq!(G::check(&view, &p.decision, &defaults), [], "{:?}", defaults.orders);
    let mut so_far = Vec::new();
    for _ in 0..4 {
        let next: Vec<G::Order> = G::legal(&view, &p.decision, &so_far).collect();
        if next.is_empty() {
            break;
        }
        so_far.push(chance.pick(&next).clone());
    }
    let notes = G::notes(&view, &p.decision);
    assert!(p.need == Need::Optional || !notes.is_empty(), "{}", p.decision);
}
