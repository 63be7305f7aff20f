//! The regent rounds: a Regent card is drawn, what it says is done, then every family has its turn.

use super::data::Effect;
use super::event::Event;
use super::orders::{Counted, Item, Order as Line, Reason};
use super::state::{Court, Stage, count_crowns, count_troops};
use super::{Batalj, Country, Decision, Happening, Order, Public, Setting, Text};
use super::{archbishop, judge, ledger, plundering, tally};
use crate::kernel::game::{Answer, Need, Turn};

/// What is awaited of whom: the family's place at the table, the decision, what it is asked, and whether it must answer.
pub fn awaited(setting: &Setting, public: &Public) -> Vec<(u8, Decision, String, Need)> {
    let Some(court) = &public.court else { return Vec::new() };
    let name = |family: u8| setting.name(family);
    let must = |family: u8, decision, prompt: String| (family, decision, prompt, Need::Required);
    match (court.stage, court.family) {
        (Stage::Opening, _) => public
            .in_game()
            .map(|family| {
                must(family, Decision::Opening, format!("{} enters what it begins with", name(family)))
            })
            .collect(),
        (Stage::Country, Some(family)) => {
            vec![must(family, Decision::Country, format!("{} chooses whom the war is against", name(family)))]
        }
        (Stage::Regency, Some(family)) => {
            let prompt = format!("{} chooses the Regent card of round {}", name(family), court.round);
            vec![must(family, Decision::Regency, prompt)]
        }
        (Stage::Turns, Some(family)) => {
            let prompt = format!("{} takes its turn in round {}", name(family), court.round);
            let mut awaited = vec![must(family, Decision::FamilyTurn, prompt)];
            awaited.extend(windows(setting, public, court, family));
            awaited
        }
        (Stage::Closing, family) => {
            let asked = family.map_or_else(|| hearers(public, court), |family| vec![family]);
            let prompt =
                |family| format!("{} may object before the turns of round {} end", name(family), court.round);
            asked.into_iter().map(|family| must(family, Decision::Closing, prompt(family))).collect()
        }
        _ => Vec::new(),
    }
}

/// The families that an entry of another family is open to.
fn hearers(public: &Public, court: &Court) -> Vec<u8> {
    let is_open = |family: &u8| court.entries.iter().any(|entry| entry.open_to.contains(family));
    public.in_game().filter(is_open).collect()
}

/// Event cards may be played in other families' turns; nobody waits for it. Blockade Runner frees one's own turn alone.
fn windows(
    setting: &Setting,
    public: &Public,
    court: &Court,
    mover: u8,
) -> Vec<(u8, Decision, String, Need)> {
    let can_play = |family: &u8| {
        let held = &public.family(*family).events;
        held.iter().any(|id| {
            let card = setting.data.court.card(id);
            card.is_some_and(|card| {
                card.effect != Effect::BlockadeRunner
                    && archbishop::bar(court, *family, card.effect).is_none()
            })
        })
    };
    let ask = |family: u8| {
        let prompt =
            format!("{} may play Event cards before {}'s turn", setting.name(family), setting.name(mover));
        (family, Decision::Cards, prompt, Need::Optional)
    };
    public.in_game().filter(|family| *family != mover).filter(can_play).map(ask).collect()
}

/// Whether no order could lead to a roll before the next pause.
pub fn is_certain(setting: &Setting, public: &Public) -> bool {
    let Some(court) = &public.court else { return false };
    let is_held = |effect: Effect| {
        let held = public.in_game().flat_map(|family| &public.family(family).events);
        held.filter_map(|id| setting.data.court.card(id)).any(|card| card.effect == effect)
    };
    match court.stage {
        // The tie for the choice lies behind, and the muster comes next.
        Stage::Country => true,
        // Another family's turn comes next, and no election can come to the die.
        Stage::Turns => {
            let is_vacant = court.archbishop.is_none() || is_held(Effect::Assassination);
            let left = public.in_game().filter(|family| !court.done.contains(family)).count();
            left > 1 && !(is_vacant && is_held(Effect::Election))
        }
        // The final tally comes next.
        Stage::Closing => court.round >= setting.rounds,
        _ => false,
    }
}

/// Resolves answers to the campaign's own decisions.
pub fn resolve(turn: &mut Turn<Batalj>, answers: &[Answer<Order>]) {
    let Some(court) = &turn.state().public.court else { return };
    let (stage, before) = (court.stage, court.next_entry);
    let mover = court.family;
    // Those in whose turn it is not speak first: a card can forestall what the turn begins with.
    let (own, others): (Vec<_>, Vec<_>) =
        answers.iter().partition(|a| stage == Stage::Opening || mover == Some(a.seat.0));
    for answer in &others {
        let family = answer.seat.0;
        object(turn, family, &answer.orders);
        archbishop::play_all(turn, family, &answer.orders);
    }
    for answer in &own {
        let family = answer.seat.0;
        if stage == Stage::Turns {
            archbishop::collect(turn, family);
        }
        object(turn, family, &answer.orders);
        archbishop::play_all(turn, family, &answer.orders);
        enter_all(turn, family, &answer.orders);
    }
    for answer in answers {
        hear(turn, answer.seat.0, before);
    }
    for answer in own {
        close(turn, stage, answer);
    }
    match stage {
        Stage::Opening => open(turn),
        Stage::Closing => begin(turn),
        _ => {}
    }
}

/// What an answer decides, and what follows.
fn close(turn: &mut Turn<Batalj>, stage: Stage, answer: &Answer<Order>) {
    let family = answer.seat.0;
    for order in &answer.orders {
        match order {
            Order::Court(Line::War(country)) if stage == Stage::Country => {
                emit(turn, Event::WarBroke { country: *country, family: Some(family) });
            }
            Order::Court(Line::Choose(regent)) if stage == Stage::Regency => choose(turn, family, regent),
            _ => {}
        }
    }
    if stage == Stage::Turns {
        emit(turn, Event::FamilyTurnTaken { family });
        go_on(turn);
    }
}

/// The game begins: the Archbishop card is given away, and the first Regent card is drawn.
fn open(turn: &mut Turn<Batalj>) {
    emit(turn, Event::CampaignOpened);
    archbishop::begin(turn);
    begin(turn);
}

/// Objections of a sheet.
fn object(turn: &mut Turn<Batalj>, by: u8, orders: &[Order]) {
    for order in orders {
        if let Order::Court(Line::Object(number)) = order
            && turn.state().public.court.as_ref().is_some_and(|court| court.entry(*number).is_some())
        {
            emit(turn, Event::Struck { number: *number, by });
        }
    }
}

/// Whoever sends orders has had its chance to object to what was entered before them.
fn hear(turn: &mut Turn<Batalj>, family: u8, before: u32) {
    let is_new =
        |court: &Court| court.entries.iter().any(|e| e.number < before && e.open_to.contains(&family));
    if turn.state().public.court.as_ref().is_some_and(is_new) {
        emit(turn, Event::Heard { family, before });
    }
}

/// What a sheet says of the family's turn: what is won is entered before what is paid with it.
fn enter_all(turn: &mut Turn<Batalj>, family: u8, orders: &[Order]) {
    let is_loss = |item: &Item| matches!(item, Item::Count { by, .. } if *by < 0);
    for are_losses in [false, true] {
        for order in orders {
            match order {
                Order::Court(Line::Activity(activity)) if !are_losses => {
                    emit(turn, Event::ActivityChosen { family, activity: *activity });
                }
                Order::Court(Line::Enter(item)) if is_loss(item) == are_losses => enter(turn, family, item),
                _ => {}
            }
        }
    }
}

fn enter(turn: &mut Turn<Batalj>, family: u8, item: &Item) {
    let state = turn.state();
    let Some(court) = &state.public.court else { return };
    if let Some((_, why)) = ledger::bar(&state.setting, &state.public, family, item) {
        emit(turn, Event::EntryFailed { family, item: item.clone(), why });
        return;
    }
    let number = court.next_entry;
    let (item, before) = halved(court, family, item);
    emit(turn, Event::Entered { number, family, item, before });
}

/// Trade blockade: income from trade is halved, but not that of a family that has played Blockade Runner.
pub fn halved(court: &Court, family: u8, item: &Item) -> (Item, Option<i32>) {
    match item {
        Item::Count { of: Counted::Gold, by, reason: Some(Reason::Trade) }
            if *by > 0 && court.text == Text::TradeBlockade && !court.runners.contains(&family) =>
        {
            let half = Item::Count { of: Counted::Gold, by: by / 2, reason: Some(Reason::Trade) };
            (half, Some(*by))
        }
        other => (other.clone(), None),
    }
}

/// The next regent round, or the end of the game.
fn begin(turn: &mut Turn<Batalj>) {
    let state = turn.state();
    let (Some(court), rounds) = (&state.public.court, state.setting.rounds) else { return };
    let round = court.round + 1;
    if round > rounds {
        close_game(turn);
        return;
    }
    // A strength card for each family and one, two more against Ryssland, must be left in the pile.
    if state.public.pile.len() < state.public.families.len() + 5 {
        emit(turn, Event::PileRenewed);
    }
    let state = turn.state();
    let (era, _) = state.setting.data.court.reigns.of_round(round, rounds);
    let pile = state.public.pile.clone();
    let drawn = turn.draw("bank", format!("regent {round} card"), &pile);
    let Some(regent) = pile.get(drawn).cloned() else { return };
    let text = text_of(&turn.state().setting, &regent, era);
    emit(turn, Event::RegentDrawn { round, era, regent, text });
    carry_out(turn, text);
}

/// The game ends with the final tally, but nothing counts in it that nobody could object to.
fn close_game(turn: &mut Turn<Batalj>) {
    let public = &turn.state().public;
    if public.court.as_ref().is_some_and(|court| hearers(public, court).is_empty()) {
        tally::end(turn);
    } else {
        emit(turn, Event::RoundClosing { family: None });
    }
}

/// What a Regent card says in an era.
pub fn text_of(setting: &Setting, regent: &str, era: super::Era) -> Text {
    let regents = &setting.data.regents;
    regents.find(regent).map_or(Text::None, |i| regents.regents[i].text(era))
}

/// The new Regent cards: what the text brings about.
fn carry_out(turn: &mut Turn<Batalj>, text: Text) {
    match text {
        Text::War => name_chooser(turn, false),
        Text::WarAgainst(country) => make_war(turn, country),
        Text::Plundering => plundering::expedition::call(turn),
        Text::Chancellor => name_chooser(turn, true),
        Text::ArchbishopElection => {
            archbishop::elect(turn, "archbishop-election");
            go_on(turn);
        }
        Text::Enlightenment
        | Text::TradeBlockade
        | Text::Peace
        | Text::TaxGathering
        | Text::Famine
        | Text::GoodHarvest
        | Text::ImportDemand
        | Text::None => go_on(turn),
    }
}

fn make_war(turn: &mut Turn<Batalj>, country: Country) {
    emit(turn, Event::WarBroke { country, family: None });
}

/// War: whoever controls most troop symbols chooses the country. Chancellor: whoever controls most crown symbols
/// chooses the card. In case of a tie the die decides.
fn name_chooser(turn: &mut Turn<Batalj>, by_crowns: bool) {
    let (count, tied) = strongest(&turn.state().setting, &turn.state().public, by_crowns);
    let mut list: Vec<(String, u8)> =
        tied.iter().map(|f| (turn.state().setting.families[usize::from(*f)].clone(), *f)).collect();
    list.sort();
    let ids: Vec<String> = list.iter().map(|(id, _)| id.clone()).collect();
    let what = if by_crowns { "chancellor" } else { "war" };
    let round = turn.state().public.round();
    let drawn = if ids.len() > 1 { turn.draw("bank", format!("regent {round} {what} tie"), &ids) } else { 0 };
    let Some((_, family)) = list.get(drawn) else { return };
    let tied = if ids.len() > 1 { tied } else { Vec::new() };
    emit(turn, Event::ChooserNamed { family: *family, by_crowns, count, tied });
}

/// The families with most symbols of a kind, and how many that is.
fn strongest(setting: &Setting, public: &Public, by_crowns: bool) -> (i32, Vec<u8>) {
    let count = |family: u8| {
        if by_crowns { count_crowns(setting, public, family) } else { count_troops(setting, public, family) }
    };
    let most = public.in_game().map(count).max().unwrap_or(0);
    (most, public.in_game().filter(|family| count(*family) == most).collect())
}

/// Chancellor: the chosen card applies in this round.
fn choose(turn: &mut Turn<Batalj>, family: u8, regent: &str) {
    let state = turn.state();
    let era = state.public.court.as_ref().map_or(super::Era::Vasatiden, |court| court.era);
    let text = text_of(&state.setting, regent, era);
    emit(turn, Event::RegentChosen { family, regent: regent.to_owned(), text });
    carry_out(turn, text);
}

/// The next family's turn; when all have had theirs, the next round.
fn go_on(turn: &mut Turn<Batalj>) {
    let public = &turn.state().public;
    let Some(court) = &public.court else { return };
    let next = public.in_game().find(|family| !court.done.contains(family));
    match next {
        Some(family) => emit(turn, Event::FamilyTurnCame { family }),
        None => begin(turn),
    }
}

/// The Archbishop who plunders collects when his move, and with it his turn, begins.
pub fn after_setting_out(turn: &mut Turn<Batalj>) {
    let public = &turn.state().public;
    let expedition = public.plundering.as_ref().and_then(|p| p.expedition.as_ref());
    let holder = public.court.as_ref().and_then(|court| court.archbishop);
    if let (Some(expedition), Some(holder)) = (expedition, holder)
        && expedition.party(holder).is_some()
    {
        archbishop::collect(turn, holder);
    }
}

/// End of the plundering expedition: the other families carry out their moves in turn order.
pub fn after_plundering(turn: &mut Turn<Batalj>, families: Vec<u8>) {
    emit(turn, Event::PlunderersBack { families });
    go_on(turn);
}

/// After the war the families have their turns, in which they enter what it brought and cost.
pub fn after_war(turn: &mut Turn<Batalj>) {
    emit(turn, Event::WarOver);
    go_on(turn);
}

/// The war is over because nobody is left to fight it.
pub fn after_broken_war(turn: &mut Turn<Batalj>) {
    emit(turn, Event::WarOver);
    go_on_without_dice(turn);
}

/// A family has given the game up: whatever waited for it goes on, without a die.
pub fn withdraw(turn: &mut Turn<Batalj>, family: u8) {
    let state = turn.state();
    let Some(court) = &state.public.court else { return };
    let (stage, waits) = (court.stage, court.family == Some(family));
    let is_heard = court.family.is_none() && hearers(&state.public, court).is_empty();
    if court.archbishop == Some(family) {
        let heir = archbishop::left_of(&state.public, family);
        emit(turn, Event::ArchbishopNamed { family: heir, how: super::event::Naming::Left });
    }
    match stage {
        // Nobody is left that was to be asked before the tally.
        Stage::Closing if is_heard => tally::end(turn),
        Stage::Country | Stage::Regency if waits => {
            let by_crowns = stage == Stage::Regency;
            let (count, tied) = strongest(&turn.state().setting, &turn.state().public, by_crowns);
            if let Some(first) = tied.first() {
                emit(turn, Event::ChooserNamed { family: *first, by_crowns, count, tied: Vec::new() });
            }
        }
        Stage::Turns | Stage::Closing if waits => go_on_without_dice(turn),
        _ => {}
    }
}

/// The next family's turn. Where all have had theirs, the last one is asked for objections once more, so that the round
/// can end with dice; the last round needs none.
fn go_on_without_dice(turn: &mut Turn<Batalj>) {
    let state = turn.state();
    let Some(court) = &state.public.court else { return };
    let next = state.public.in_game().find(|family| !court.done.contains(family));
    match next {
        Some(family) => emit(turn, Event::FamilyTurnCame { family }),
        None if court.round >= state.setting.rounds => close_game(turn),
        None => {
            let family = state.public.in_game().last();
            emit(turn, Event::RoundClosing { family });
        }
    }
}

/// The plundering is over because its last plunderer has given the game up.
pub fn after_broken_plundering(turn: &mut Turn<Batalj>, families: Vec<u8>) {
    emit(turn, Event::PlunderersBack { families });
    go_on_without_dice(turn);
}

pub(super) fn emit(turn: &mut Turn<Batalj>, event: Event) {
    turn.emit(Happening::Court(event));
}

/// What a family may do next, for its turn file.
pub fn defaults(setting: &Setting, public: &Public, decision: Decision) -> Vec<Order> {
    match decision {
        Decision::Country => vec![Order::Court(Line::War(Country::ALL[0]))],
        Decision::Regency => judge::choosable(setting, public)
            .first()
            .map(|regent| Order::Court(Line::Choose(regent.clone())))
            .into_iter()
            .collect(),
        Decision::Opening | Decision::FamilyTurn | Decision::Cards | Decision::Closing => vec![Order::Pass],
    }
}
