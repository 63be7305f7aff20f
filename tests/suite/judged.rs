//! One step of a random game of Batalj, judged: sheets, words, events, and what they lead to.

use crate::players::batalj::answer;
use crate::players::chance::Chance;
use adjutant::games::batalj::Batalj;
use adjutant::games::batalj::event::Event;
use adjutant::games::batalj::orders::Order;
use adjutant::games::batalj::sequence::Decision;
use adjutant::kernel::dice::{Dice, open_key};
use adjutant::kernel::game::{Answer, Game, Pending, State, Turn};
use adjutant::kernel::orders::lexer::lex;
use adjutant::kernel::orders::typography::fold;
use adjutant::kernel::seat::Viewer;

/// A step to be played.
pub struct Step<'a> {
    /// The number of the game, from which its dice follow.
    pub seed: u64,
    /// The number of the step.
    pub number: usize,
    /// What is asked.
    pub pending: &'a [Pending<Decision>],
    /// What is answered.
    pub answers: &'a [Answer<Order>],
}

/// Looks at an event with the positions before and after it.
pub type Watch<'a> = &'a mut dyn FnMut(&State<Batalj>, &State<Batalj>, &Event);

/// A number from the environment, by which a soak is made longer or begun elsewhere.
pub fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|text| text.parse().ok())
}

impl Step<'_> {
    /// Where it goes wrong.
    pub fn place(&self) -> String {
        format!("game {}, step {}: {:?}", self.seed, self.number, self.answers)
    }

    /// Plays it; gives its events and how many rolls there were.
    pub fn play(&self, state: &mut State<Batalj>, chance: &mut Chance, watch: Watch) -> (Vec<Event>, usize) {
        let given = |p: &Pending<Decision>| self.answers.iter().find(|a| a.seat == p.seat);
        for (p, given) in self.pending.iter().filter_map(|p| Some((p, given(p)?))) {
            let view = state.view(Viewer::Seat(p.seat));
            assert_eq!(Batalj::check(&view, &p.decision, given), [], "{}", self.place());
            judge_words(state, p, given, chance);
        }
        let mut applied = state.clone();
        let mut dice = if Batalj::can_roll(state) {
            Dice::keyed(open_key("soak", self.number as u64, &self.seed.to_string()))
        } else {
            Dice::absent()
        };
        let mut events = Vec::new();
        Batalj::resolve(&mut Turn::new(state, &mut events, &mut dice), self.answers);
        assert_eq!(dice.fault(), None, "{}\n{events:?}", self.place());
        assert_eq!(Batalj::invariants(state), Vec::<String>::new(), "{}\n{events:?}", self.place());
        for event in &events {
            let value = serde_json::to_value(event).expect("JSON");
            let read: Event = serde_json::from_value(value).expect("it reads as it was written");
            assert_eq!(read, *event, "{}", self.place());
            let told = Batalj::narrate(&applied.view(Viewer::Public), event);
            assert!(told.iter().all(|s| s.text.len() > 1 && s.text.ends_with('.')), "{told:?}");
            let before = applied.clone();
            Batalj::apply(&mut applied, event);
            watch(&before, &applied, event);
        }
        assert_eq!(applied.public, state.public, "{}", self.place());
        (events, dice.rolls().len())
    }
}

/// Orders read as they print, defaults are legal, notes are comments, and now and then what is offered is taken.
fn judge_words(state: &State<Batalj>, p: &Pending<Decision>, given: &Answer<Order>, chance: &mut Chance) {
    let view = state.view(Viewer::Seat(p.seat));
    let grammar = Batalj::grammar(&view, Some(&p.decision));
    let any = Batalj::grammar(&view, None);
    for order in &given.orders {
        let line = fold(&order.to_string()).text;
        for grammar in [&grammar, &any] {
            let read = grammar.read(&lex(&line), line.len()).unwrap_or_else(|e| panic!("{line}: {e:?}"));
            assert_eq!(read.value, *order, "{line}");
            assert_eq!(read.repairs, [], "{line}");
        }
        let _ = Batalj::foresee(&view, order);
    }
    if !chance.is_in(1, 15) {
        return;
    }
    let defaults = answer(p.seat, Batalj::defaults(&view, &p.decision));
    assert_eq!(Batalj::check(&view, &p.decision, &defaults), [], "{:?}", defaults.orders);
    let mut so_far = Vec::new();
    for _ in 0..4 {
        let next: Vec<Order> = Batalj::legal(&view, &p.decision, &so_far).collect();
        if next.is_empty() {
            break;
        }
        so_far.push(chance.pick(&next).clone());
    }
    let notes = Batalj::notes(&view, &p.decision);
    assert!(!notes.is_empty());
}
