//! The campaign by hand: what single orders change.

use super::event::Event;
use super::orders::{Counted, Item, Order as Line, Reason};
use super::state::Stage;
use super::{Batalj, Happening, Order, Public, Text, archbishop, round, tally};
use crate::kernel::dice::Dice;
use crate::kernel::game::{Answer, Game, Origin, State, Turn};
use crate::kernel::options::Options;
use crate::kernel::seat::Seat;
use crate::kernel::terms::{Casters, DiceMode, OrdersPolicy, RulesId, Terms};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A campaign of three families in its first round, Sture's turn, Grip Archbishop.
fn campaign() -> State<Batalj> {
    let terms = Terms {
        name: "by-hand".to_owned(),
        rules: RulesId { game: "batalj".to_owned(), version: 1 },
        data: "-".to_owned(),
        scenario: "campaign".to_owned(),
        options: Options::default(),
        components: None,
        seats: ["sture", "grip", "brahe"].map(str::to_owned).to_vec(),
        dice: DiceMode::Open,
        casters: Casters::Rivals,
        orders: OrdersPolicy::Strict,
        deadline: None,
        nonce: "0".repeat(64),
        seed: None,
    };
    let setting = Arc::new(Batalj::setting(&terms, None).unwrap_or_else(|r| panic!("{r:?}")));
    let (public, private, referee) = Batalj::setup(&setting);
    let mut state = State::<Batalj> { setting, public, private, referee };
    let court = state.public.court.as_mut().expect("a campaign");
    court.round = 1;
    court.stage = Stage::Turns;
    court.family = Some(0);
    court.archbishop = Some(1);
    state
}

fn answer(family: u8, orders: Vec<Order>) -> Answer<Order> {
    Answer { seat: Seat(family), orders, sent: None, origin: Origin::Letter }
}

/// What comes of answers, with dice as they are scripted.
fn resolve(state: &mut State<Batalj>, answers: &[Answer<Order>], script: &[(&str, u32)]) -> Vec<Happening> {
    let script: BTreeMap<String, Vec<u32>> =
        script.iter().map(|(label, result)| ((*label).to_owned(), vec![*result])).collect();
    let mut dice = Dice::scripted(script);
    let mut events = Vec::new();
    round::resolve(&mut Turn::new(state, &mut events, &mut dice), answers);
    assert_eq!(dice.fault(), None);
    assert_eq!(Batalj::invariants(state), Vec::<String>::new());
    events
}

fn gold(by: i32, reason: Option<Reason>) -> Order {
    Order::Court(Line::Enter(Item::Count { of: Counted::Gold, by, reason }))
}

fn play(card: &str) -> Order {
    Order::Court(Line::Play { card: card.to_owned(), on: None })
}

fn hold(public: &mut Public, family: usize, card: &str) {
    public.families[family].events.push(card.to_owned());
    public.families[family].events.sort();
}

fn purse(state: &State<Batalj>) -> Vec<i32> {
    state.public.court.as_ref().expect("a campaign").ledgers.iter().map(|ledger| ledger.gold).collect()
}

#[test]
fn an_entry_stands_until_another_family_objects() {
    let mut state = campaign();
    resolve(&mut state, &[answer(0, vec![gold(7, Some(Reason::Trade))])], &[]);
    assert_eq!(purse(&state), [22, 15, 15]);
    let events = resolve(&mut state, &[answer(1, vec![Order::Court(Line::Object(1))])], &[]);
    assert!(events.contains(&Happening::Court(Event::Struck { number: 1, by: 1 })));
    assert_eq!(purse(&state)[0], 15 - 1, "the Archbishop has collected before");
    assert!(state.public.court.as_ref().expect("a campaign").entries.is_empty());
}

#[test]
fn an_entry_to_which_all_have_kept_silent_is_open_to_nobody() {
    let mut state = campaign();
    resolve(&mut state, &[answer(0, vec![gold(7, None)])], &[]);
    resolve(&mut state, &[answer(1, vec![Order::Pass])], &[]);
    let open = |state: &State<Batalj>| state.public.court.as_ref().and_then(|c| c.entry(1)).cloned();
    assert_eq!(open(&state).map(|entry| entry.open_to), Some(vec![2]));
    let drawn = [("regent 2 card", 1)];
    resolve(&mut state, &[answer(2, vec![Order::Pass])], &drawn);
    assert_eq!(open(&state), None);
}

#[test]
fn the_archbishop_collects_at_the_start_of_his_turn_from_those_who_have_gold() {
    let mut state = campaign();
    let court = state.public.court.as_mut().expect("a campaign");
    court.ledgers[2].gold = 0;
    court.family = Some(1);
    // He may spend what he collects in the same turn.
    resolve(&mut state, &[answer(1, vec![gold(-16, None)])], &[]);
    assert_eq!(purse(&state), [14, 0, 0]);
}

#[test]
fn an_intrigue_forestalls_the_collection_only_before_it_is_announced() {
    let mut state = campaign();
    hold(&mut state.public, 2, "church-intrigue-1");
    state.public.court.as_mut().expect("a campaign").family = Some(1);
    let mut late = state.clone();
    let intrigue = answer(2, vec![play("church-intrigue-1")]);
    resolve(&mut state, &[answer(1, vec![Order::Pass]), intrigue.clone()], &[]);
    assert_eq!(purse(&state), [15, 15, 15]);
    resolve(&mut late, &[answer(1, vec![Order::Pass])], &[]);
    assert_eq!(purse(&late), [14, 17, 14]);
    let court = late.public.court.as_ref().expect("a campaign");
    assert!(archbishop::bar(court, 2, super::data::Effect::Intrigue).is_some());
}

#[test]
fn a_murdered_archbishop_returns_by_the_die_and_leaves_a_stain() {
    let mut state = campaign();
    hold(&mut state.public, 0, "archbishop-murdered-1");
    hold(&mut state.public, 0, "archbishop-election-1");
    let before = tally::score(&state.setting, &state.public, 0).total();
    // In their canonical order the election comes first and only moves the card to the left, to Brahe.
    let sheet = vec![play("archbishop-election-1"), play("archbishop-murdered-1")];
    resolve(&mut state, &[answer(0, sheet)], &[]);
    let court = state.public.court.as_ref().expect("a campaign");
    assert_eq!((court.archbishop, court.ledgers[0].stains.len()), (None, 1));
    assert_eq!(tally::score(&state.setting, &state.public, 0).total(), before - 1);
    hold(&mut state.public, 1, "archbishop-election-2");
    let sheet = answer(1, vec![play("archbishop-election-2")]);
    // Of brahe, grip, sture the third.
    resolve(&mut state, &[sheet], &[("regent 1 archbishop-election-2", 3)]);
    assert_eq!(state.public.court.as_ref().expect("a campaign").archbishop, Some(0));
}

#[test]
fn a_blockade_halves_trade_alone_and_not_that_of_a_runner() {
    let mut state = campaign();
    state.public.court.as_mut().expect("a campaign").text = Text::TradeBlockade;
    let sheet = vec![gold(7, Some(Reason::Trade)), gold(4, Some(Reason::Agriculture))];
    resolve(&mut state, &[answer(0, sheet.clone())], &[]);
    assert_eq!(purse(&state)[0], 15 + 3 + 4);
    hold(&mut state.public, 1, "blockade-runner");
    let mut sheet = sheet;
    sheet.insert(0, play("blockade-runner"));
    resolve(&mut state, &[answer(1, sheet)], &[]);
    assert_eq!(purse(&state)[1], 15 + 2 + 7 + 4);
}

#[test]
fn most_troop_symbols_choose_the_enemy_and_a_tie_is_for_the_die() {
    let mut state = campaign();
    state.public.families[0].fiefs = vec!["dalarna".to_owned()];
    let court = state.public.court.as_mut().expect("a campaign");
    court.done = vec![0, 1];
    court.family = Some(2);
    // Sture, Grip and Brahe show three each; of brahe, grip, sture the second.
    let war =
        state.public.pile.iter().position(|card| card == "regent-26").expect("a card of war") as u32 + 1;
    let script = [("regent 2 card", war), ("regent 2 war tie", 2)];
    let court_events = resolve(&mut state, &[answer(2, vec![Order::Pass])], &script);
    assert!(court_events.iter().any(|event| matches!(
        event,
        Happening::Court(Event::ChooserNamed { family: 1, by_crowns: false, count: 3, .. })
    )));
    assert_eq!(state.public.court.as_ref().map(|court| court.stage), Some(Stage::Country));
}

#[test]
fn what_is_won_is_entered_before_what_is_paid_and_nothing_is_paid_that_is_not_there() {
    let mut state = campaign();
    // However they are written.
    let events = resolve(&mut state, &[answer(0, vec![gold(-20, None), gold(7, None)])], &[]);
    assert_eq!(purse(&state)[0], 2);
    assert!(!events.iter().any(|event| matches!(event, Happening::Court(Event::EntryFailed { .. }))));
    // Grip counts on two gold of the collection, which an intrigue takes away.
    hold(&mut state.public, 2, "church-intrigue-1");
    let intrigue = answer(2, vec![play("church-intrigue-1")]);
    let events = resolve(&mut state, &[answer(1, vec![gold(-17, None)]), intrigue], &[]);
    assert!(
        events.iter().any(|event| matches!(event, Happening::Court(Event::EntryFailed { family: 1, .. })))
    );
    assert_eq!(purse(&state)[1], 15);
}
