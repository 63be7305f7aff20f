//! What each event changes: the one place where a state does.

use super::{
    Battle, Battue, Camp, Ending, Event, Order, Out, Private, Side, Space, State, Use, is_camp, secret_mut,
};

/// Applies an event. One that speaks of a seat that is not there, as no rule makes it, changes nothing.
pub fn apply(state: &mut State<Battue>, event: &Event) {
    let count = state.public.hordes.len();
    if seats(event).into_iter().flatten().any(|seat| usize::from(seat) >= count) {
        return;
    }
    match event {
        Event::StandingKept { seat, orders } => secret_mut(state, *seat).standing.clone_from(orders),
        Event::Planned { seat, orders } => secret_mut(state, *seat).plan.clone_from(orders),
        Event::ReactionKept { seat, orders } => secret_mut(state, *seat).reaction.clone_from(orders),
        Event::LootTaken { seat, cards } => put_all(&mut secret_mut(state, *seat).hand, cards),
        Event::LootLost { seat, cards } => take_all(&mut secret_mut(state, *seat).hand, cards),
        Event::CardPlayed { seat, card, r#use, at, .. } => play(state, *seat, card, *r#use, at.as_deref()),
        Event::Discarded { seat, cards, lots, .. } => {
            take_all(&mut secret_mut(state, *seat).hand, cards);
            less(&mut state.public.hordes[usize::from(*seat)].hand, cards.len() as u8);
            put_all(&mut state.public.discards, cards);
            state.public.lots += lots;
        }
        Event::Fell { seat, out, hand } => fall(state, *seat, *out, hand),
        Event::TurnEnded { seat } => {
            secret_mut(state, *seat).plan.clear();
            end_battle(state, event);
        }
        Event::Captured { .. } | Event::BattleEnded { .. } => end_battle(state, event),
        _ => apply_in_the_open(state, event),
    }
}

/// The seats that an event speaks of.
fn seats(event: &Event) -> [Option<u8>; 2] {
    match event {
        Event::FirstPlayerDrawn { seat }
        | Event::Camped { seat, .. }
        | Event::TurnBegan { seat, .. }
        | Event::StandingChanged { seat, .. }
        | Event::StandingKept { seat, .. }
        | Event::Planned { seat, .. }
        | Event::Reinforced { seat, .. }
        | Event::Moved { seat, .. }
        | Event::EventDrawn { seat, .. }
        | Event::ReactionAsked { seat }
        | Event::ReactionGiven { seat }
        | Event::ReactionKept { seat, .. }
        | Event::Retreated { seat, .. }
        | Event::FlagTakenUp { seat, .. }
        | Event::LootDrawn { seat, .. }
        | Event::LootTaken { seat, .. }
        | Event::LootLost { seat, .. }
        | Event::Discarded { seat, .. }
        | Event::WarriorsGained { seat, .. }
        | Event::WarriorsLost { seat, .. }
        | Event::TurnEnded { seat }
        | Event::Fell { seat, .. } => [Some(*seat), None],
        Event::CardPlayed { seat, against, .. } => [Some(*seat), *against],
        Event::Captured { seat, from, .. } => [Some(*seat), *from],
        Event::CardStolen { seat, from } => [Some(*seat), Some(*from)],
        Event::SpecialLaid { seat, .. } => [*seat, None],
        Event::BattleBegan { defender, .. } => [Some(*defender), None],
        Event::TileRevealed { .. }
        | Event::Fought { .. }
        | Event::BattleEnded { .. }
        | Event::Reshuffled { .. }
        | Event::Ended { .. } => [None, None],
    }
}

/// Applies an event that changes nothing but what everybody may know.
fn apply_in_the_open(state: &mut State<Battue>, event: &Event) {
    let public = &mut state.public;
    match event {
        Event::FirstPlayerDrawn { seat } => public.mover = Some(*seat),
        Event::Camped { seat, edge, at, warriors } => {
            let camp = Camp { edge: *edge, at: at.clone(), warriors: *warriors };
            public.hordes[usize::from(*seat)].camp = Some(camp);
        }
        Event::SpecialLaid { at, .. } => put(&mut public.specials, at),
        Event::TurnBegan { turn, seat } => (public.turn, public.mover) = (*turn, Some(*seat)),
        Event::StandingChanged { seat, has } => public.hordes[usize::from(*seat)].has_standing = *has,
        Event::Reinforced { seat, at, gained, .. }
        | Event::WarriorsGained { seat, at, count: gained, .. } => {
            change(state, *seat, at, i16::from(*gained));
        }
        Event::WarriorsLost { seat, at, count, .. } => change(state, *seat, at, -i16::from(*count)),
        Event::Moved { seat, from, to, count, .. } | Event::Retreated { seat, from, to, count } => {
            change(state, *seat, from, -i16::from(*count));
            change(state, *seat, to, i16::from(*count));
        }
        Event::TileRevealed { at, tile } => space(state, at).tile = Some(tile.clone()),
        Event::EventDrawn { seat, card, to_chest, .. } => {
            take(&mut public.events, card);
            if *to_chest {
                put(&mut public.hordes[usize::from(*seat)].chest, card);
            }
        }
        Event::BattleBegan { at, defender, shift } => {
            public.battle = Some(Battle {
                at: at.clone(),
                defender: *defender,
                round: 1,
                attack_cards: Vec::new(),
                defence_cards: Vec::new(),
                shift: *shift,
                is_waiting: false,
                has_answer: false,
            });
        }
        Event::ReactionAsked { .. } => battle(state, |battle| battle.is_waiting = true),
        Event::ReactionGiven { .. } => battle(state, |battle| {
            battle.is_waiting = false;
            battle.has_answer = true;
        }),
        Event::Fought { at, loser, .. } => fight(state, at, *loser),
        Event::FlagTakenUp { at, .. } => space(state, at).controller = None,
        Event::LootDrawn { seat, count, .. } => {
            more(&mut public.hordes[usize::from(*seat)].hand, *count);
            public.lots += u32::from(*count);
        }
        Event::CardStolen { seat, from } => {
            more(&mut public.hordes[usize::from(*seat)].hand, 1);
            less(&mut public.hordes[usize::from(*from)].hand, 1);
            public.lots += 1;
        }
        Event::Reshuffled { aside } => public.discards = aside.iter().cloned().collect(),
        Event::Ended { winners, reason } => {
            public.ending = Some(Ending { winners: winners.clone(), reason: reason.clone() });
        }
        _ => {}
    }
    tidy(state);
}

fn more(number: &mut u8, by: u8) {
    *number = number.saturating_add(by);
}

fn less(number: &mut u8, by: u8) {
    *number = number.saturating_sub(by);
}

/// Spaces that nothing is to be said of are not listed.
fn tidy(state: &mut State<Battue>) {
    state.public.spaces.retain(|_, space| *space != Space::default());
}

fn space<'a>(state: &'a mut State<Battue>, at: &str) -> &'a mut Space {
    state.public.spaces.entry(at.to_owned()).or_default()
}

fn battle(state: &mut State<Battue>, change: impl FnOnce(&mut Battle)) {
    if let Some(battle) = &mut state.public.battle {
        change(battle);
    }
}

/// Warriors come or go.
fn change(state: &mut State<Battue>, seat: u8, place: &str, by: i16) {
    let changed = |count: u8| (i16::from(count) + by).clamp(0, 255) as u8;
    if is_camp(place) {
        let camp = &mut state.public.hordes[usize::from(seat)].camp;
        if let Some(camp) = camp {
            camp.warriors = changed(camp.warriors);
        }
        camp.take_if(|camp| camp.warriors == 0);
        return;
    }
    let space = space(state, place);
    let count = if space.controller == Some(seat) { &mut space.warriors } else { &mut space.attackers };
    *count = changed(*count);
}

/// A round: its loser loses a warrior, and the cards of the round are done with.
fn fight(state: &mut State<Battue>, at: &str, loser: Option<Side>) {
    let space = space(state, at);
    match loser {
        Some(Side::Attacker) => space.attackers = space.attackers.saturating_sub(1),
        Some(Side::Defender) => space.warriors = space.warriors.saturating_sub(1),
        None => {}
    }
    battle(state, |battle| {
        battle.round += 1;
        battle.attack_cards.clear();
        battle.defence_cards.clear();
    });
}

/// The battle is over, and with it the answer to the attack.
fn end_battle(state: &mut State<Battue>, event: &Event) {
    if let Some(battle) = state.public.battle.take() {
        secret_mut(state, battle.defender).reaction.clear();
    }
    if let Event::Captured { seat, at, .. } = event {
        let space = space(state, at);
        space.controller = Some(*seat);
        space.warriors = space.attackers;
        space.attackers = 0;
        state.public.hordes[usize::from(*seat)].has_captured = true;
    }
    tidy(state);
}

/// A card leaves the hand, and the line of the plan or answer that played it is done with.
fn play(state: &mut State<Battue>, seat: u8, card: &str, r#use: Use, at: Option<&str>) {
    let secret = secret_mut(state, seat);
    take(&mut secret.hand, &card.to_owned());
    let lines = if r#use == Use::Defence { &mut secret.reaction } else { &mut secret.plan };
    let is_it = |order: &Order| match order {
        Order::Play(play) => play.card == card && (r#use == Use::Defence || play.at.as_deref() == at),
        _ => false,
    };
    if let Some(line) = lines.iter().position(is_it) {
        lines.remove(line);
    }
    let horde = &mut state.public.hordes[usize::from(seat)];
    less(&mut horde.hand, 1);
    let goes_to = if r#use == Use::Chest { &mut horde.chest } else { &mut state.public.discards };
    put(goes_to, &card.to_owned());
    battle(state, |battle| match r#use {
        Use::Attack => battle.attack_cards.push(card.to_owned()),
        Use::Defence => battle.defence_cards.push(card.to_owned()),
        Use::Turn | Use::Chest => {}
    });
}

/// A player is out: his warriors go back, his hand is discarded, his flags stay.
fn fall(state: &mut State<Battue>, seat: u8, out: Out, hand: &[String]) {
    *secret_mut(state, seat) = Private::default();
    let public = &mut state.public;
    put_all(&mut public.discards, hand);
    let is_mover = public.mover == Some(seat);
    for space in public.spaces.values_mut() {
        if space.controller == Some(seat) {
            space.warriors = 0;
        }
        if is_mover {
            space.attackers = 0;
        }
    }
    let horde = &mut public.hordes[usize::from(seat)];
    (horde.hand, horde.has_standing, horde.camp, horde.out) = (0, false, None, Some(out));
    tidy(state);
}

/// Puts a card where it belongs in ascending order.
fn put(cards: &mut Vec<String>, card: &String) {
    let at = cards.partition_point(|other| other <= card);
    cards.insert(at, card.clone());
}

fn put_all(cards: &mut Vec<String>, more: &[String]) {
    more.iter().for_each(|card| put(cards, card));
}

/// Takes a card away if it is there: on another seat's copy it is not.
fn take(cards: &mut Vec<String>, card: &String) {
    if let Some(at) = cards.iter().position(|other| other == card) {
        cards.remove(at);
    }
}

fn take_all(cards: &mut Vec<String>, some: &[String]) {
    some.iter().for_each(|card| take(cards, card));
}
