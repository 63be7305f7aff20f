//! Fog of war in Battle: nothing that a seat is shown depends on what it cannot know.
//!
//! Games are played at random; at every pause a twin of the position is made that differs only in the types of a
//! faction's hidden units and of those it has bought, and all that the other seat can ask for is compared.

use crate::lines;
use crate::players::chance::Chance;
use crate::players::table::chosen;
use crate::players::{random, sensible, table};
use adjutant::games::battle::Battle;
use adjutant::games::battle::data::Faction;
use adjutant::games::battle::event::Event;
use adjutant::games::battle::faction::{faction, seat};
use adjutant::games::battle::fog;
use adjutant::games::battle::orders::Order;
use adjutant::games::battle::sequence::Decision;
use adjutant::games::battle::set_up::{self, SetUp};
use adjutant::kernel::dice::Dice;
use adjutant::kernel::game::{Answer, Game, Origin, Pending, State, Status, Turn};
use adjutant::kernel::seat::{Audience, Viewer};
use adjutant::kernel::text::Charset;

/// Games that are played, and the most steps of each.
const GAMES: u64 = 14;
const STEPS: usize = 60;

#[test]
fn a_seat_is_shown_nothing_that_depends_on_what_it_cannot_know() {
    let (mut twins, mut moves) = (0, 0);
    for seed in 0..GAMES {
        let mut chance = Chance::new(seed);
        let mut state = begin(seed);
        for _ in 0..STEPS {
            let Status::Awaiting(pending) = Battle::status(&state) else { break };
            for side in Faction::BOTH {
                let Some(twin) = twin(&state, side.other(), &mut chance) else { continue };
                twins += 1;
                assert_same(&state, &twin, side, &pending, &mut chance);
                moves += usize::from(moves_alike(&state, &twin, side, &pending, &mut chance));
            }
            let answers: Vec<Answer<Order>> =
                pending.iter().map(|p| answer(&state, faction(p.seat), &mut chance)).collect();
            resolve(&mut state, &answers);
        }
    }
    assert!(twins > 120 && moves > 60, "{twins} twins, {moves} moves");
}

fn begin(seed: u64) -> State<Battle> {
    let periods = table::periods();
    let period = &periods[seed as usize % periods.len()];
    let mut options = chosen(&[("fog-of-war", "yes")]);
    if seed.is_multiple_of(2) && period != "basic" {
        options.extend(chosen(&[("buying-armies", "90")]));
    }
    if seed.is_multiple_of(3) {
        options.extend(chosen(&[("secret-setup", "yes")]));
    }
    if seed.is_multiple_of(5) {
        options.extend(chosen(&[("setup", "faction")]));
    }
    table::begin(&table::battle_terms(period, &options)).unwrap_or_else(|r| panic!("{options:?}: {r:?}"))
}

/// What a random player orders, from what its seat knows.
fn answer(state: &State<Battle>, by: Faction, chance: &mut Chance) -> Answer<Order> {
    let view = state.view(Viewer::Seat(seat(by)));
    let orders = random::sheet(&state.setting, &fog::known(&view), by, chance);
    Answer { seat: seat(by), orders, sent: None, origin: Origin::Letter }
}

fn resolve(state: &mut State<Battle>, answers: &[Answer<Order>]) -> Vec<Event> {
    let mut events = Vec::new();
    Battle::resolve(&mut Turn::new(state, &mut events, &mut Dice::absent()), answers);
    events
}

/// The same position with other types for a faction's hidden units and purchases; none if it has none.
pub fn twin(state: &State<Battle>, of: Faction, chance: &mut Chance) -> Option<State<Battle>> {
    let mut twin = state.clone();
    let setting = &state.setting;
    let types: Vec<&str> = setting.card.units[1..].iter().map(|u| u.id.as_str()).collect();
    let private = &mut twin.private[of as usize];
    for (hex, id) in &mut private.units {
        let place = setting.ground.place(*hex).expect("a hex of the board");
        let may = |t: &&&str| setting.enterable(setting.kind(t).expect("a type")).has(place);
        let fit: Vec<&&str> = types.iter().filter(may).collect();
        (**chance.pick(&fit)).clone_into(id);
    }
    let bought: u8 = private.reserve.values().sum();
    private.reserve.clear();
    for _ in 0..bought {
        *private.reserve.entry((*chance.pick(&types)).to_owned()).or_default() += 1;
    }
    (twin.private != state.private).then_some(twin)
}

/// All that a seat and a stranger can ask for.
fn assert_same(
    one: &State<Battle>,
    other: &State<Battle>,
    side: Faction,
    pending: &[Pending<Decision>],
    chance: &mut Chance,
) {
    let own = seat(side);
    assert_eq!(Battle::status(one), Battle::status(other));
    assert_eq!(serde_json::to_value(&one.public).unwrap(), serde_json::to_value(&other.public).unwrap());
    for viewer in [Viewer::Seat(own), Viewer::Public] {
        let [a, b] = [one, other].map(|state| shown(state, viewer));
        assert_eq!(a, b);
    }
    let [a, b] = [one, other].map(|state| state.view(Viewer::Seat(own)));
    let decision = pending.iter().find(|p| p.seat == own).map_or(Decision::SubTurn, |p| p.decision);
    assert_eq!(Battle::notes(&a, &decision), Battle::notes(&b, &decision));
    assert_eq!(Battle::defaults(&a, &decision), Battle::defaults(&b, &decision));
    let mut so_far = Vec::new();
    for _ in 0..3 {
        let [next, others] = [&a, &b].map(|view| Battle::legal(view, &decision, &so_far).collect::<Vec<_>>());
        assert_eq!(next, others);
        if next.is_empty() {
            break;
        }
        so_far.push(chance.pick(&next).clone());
    }
    for _ in 0..20 {
        let orders: Vec<Order> =
            (0..=chance.below(3)).map(|_| lines::any_order(one, decision, chance)).collect();
        orders.iter().for_each(|o| assert_eq!(Battle::foresee(&a, o), Battle::foresee(&b, o)));
        let answer = Answer { seat: own, orders, sent: None, origin: Origin::Letter };
        assert_eq!(Battle::check(&a, &decision, &answer), Battle::check(&b, &decision, &answer));
        let fact = lines::any_fact(one, chance);
        assert_eq!(Battle::holds(&a, &fact), Battle::holds(&b, &fact), "{fact}");
        assert_eq!(Battle::outlook(&a, &fact), Battle::outlook(&b, &fact), "{fact}");
    }
}

/// Report and picture.
fn shown(state: &State<Battle>, viewer: Viewer) -> [String; 2] {
    let view = state.view(viewer);
    [Battle::render(&view).to_text(Charset::Unicode), Battle::picture(&view, &[]).to_text(Charset::Unicode)]
}

/// Where a seat's own orders reveal nothing of the enemy's they have the same public events, told in the same words.
/// True if they were.
fn moves_alike(
    one: &State<Battle>,
    other: &State<Battle>,
    side: Faction,
    pending: &[Pending<Decision>],
    chance: &mut Chance,
) -> bool {
    let is_asked = pending.iter().any(|p| p.seat == seat(side));
    if !is_asked || pending.len() > 1 {
        return false;
    }
    let answer = answer(one, side, chance);
    let (mut after, mut after_other) = (one.clone(), other.clone());
    let events = resolve(&mut after, std::slice::from_ref(&answer));
    let others = resolve(&mut after_other, &[answer]);
    let tells = |event: &Event| match event {
        Event::Revealed { at, .. } => {
            one.public.place(*at).is_some_and(|p| one.public.hidden(side.other()).has(p))
        }
        _ => false,
    };
    if events.iter().any(tells) {
        return false;
    }
    assert_eq!(events, others);
    assert_eq!(after.public, after_other.public);
    assert_eq!(told(one, &events, side), told(other, &others, side));
    true
}

/// What a seat is told of events.
fn told(before: &State<Battle>, events: &[Event], side: Faction) -> Vec<String> {
    let (mut state, mut told) = (before.clone(), Vec::new());
    for event in events {
        let sentences = Battle::narrate(&state.view(Viewer::Seat(seat(side))), event);
        told.extend(sentences.into_iter().map(|s| format!("{} {:?}", s.text, s.why)));
        Battle::apply(&mut state, event);
    }
    told
}

/// The enemy's own steps: a seat learns that units are placed and how many are bought, and no more.
#[test]
fn set_ups_tell_the_enemy_where_and_not_which() {
    let options = chosen(&[("fog-of-war", "yes"), ("buying-armies", "100")]);
    let mut state: State<Battle> =
        table::begin(&table::battle_terms("ancient", &options)).expect("terms that stand");
    let mut chance = Chance::new(3);
    let blue = seat(Faction::Blue);
    while let Status::Awaiting(pending) = Battle::status(&state)
        && matches!(pending[0].decision, Decision::SetUp(SetUp { .. }))
    {
        let answer = answer(&state, faction(pending[0].seat), &mut chance);
        let before = state.clone();
        let events = resolve(&mut state, &[answer]);
        if pending[0].seat == blue {
            continue;
        }
        let public: Vec<&Event> =
            events.iter().filter(|e| Battle::audience(&before, e) == Audience::All).collect();
        let text = serde_json::to_string(&public).expect("events have a JSON form")
            + &told(&before, &events, Faction::Blue).join(" ")
            + &shown(&state, Viewer::Public)[0]
            + &serde_json::to_string(&state.seen_by(Viewer::Seat(blue)).public).expect("a position");
        for unit in &state.setting.card.units[1..] {
            assert!(!text.contains(&unit.id), "{} stands in {text}", unit.id);
        }
        assert_eq!(set_up::counted(&state.setting, &state.public.reserve[0]), Vec::<String>::new());
    }
    assert!(!state.public.hidden(Faction::Red).is_empty());
}

/// Players who know no more than their seats play to an end.
#[test]
fn sensible_players_come_to_an_end_in_the_fog() {
    let ends = table::periods().into_iter().filter(|period| {
        let options = chosen(&[("fog-of-war", "yes"), ("secret-setup", "yes")]);
        let mut state: State<Battle> =
            table::begin(&table::battle_terms(period, &options)).expect("terms that stand");
        let mut chance = Chance::new(1);
        while let Status::Awaiting(pending) = Battle::status(&state)
            && state.public.turn < 60
        {
            let answers = pending.iter().map(|asked| {
                let view = state.view(Viewer::Seat(asked.seat));
                let known = fog::known(&view);
                let orders = sensible::sheet(&state.setting, &known, faction(asked.seat), &mut chance);
                let answer = Answer { seat: asked.seat, orders, sent: None, origin: Origin::Letter };
                assert_eq!(Battle::check(&view, &asked.decision, &answer), [], "{period}");
                answer
            });
            let answers: Vec<Answer<Order>> = answers.collect();
            resolve(&mut state, &answers);
        }
        state.public.ending.is_some()
    });
    assert!(ends.count() >= 5);
}
