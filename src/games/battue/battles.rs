//! **Resolve Battles** and **Battles**: one after the other, each to its end.
//!
//! A round goes: the attacker's cards, the defender's, the dice, the loss, and who goes on. The attacker has written
//! beforehand what he does; the defender has standing answers, or is asked once a battle if there is anything that he
//! could decide. What he then answers holds to the end of that battle (R12).

use super::Battue;
use super::data::Time;
use super::end_of_turn;
use super::ending;
use super::event::{Event, Side, Use};
use super::event_cards;
use super::loot_cards::{Worth, is_held, worth};
use super::orders::{Condition, Measure, Order, Play, Reply};
use super::setting::Setting;
use super::state::{Battle, Public, Space, candidates, figures, is_up, secret};
use super::winning;
use crate::kernel::game::{State, Turn};

/// Goes on with the turn: battle after battle, then its end. Stops where the defender is asked.
pub fn go_on(turn: &mut Turn<Battue>) {
    while turn.state().public.ending.is_none() {
        let public = &turn.state().public;
        let Some(seat) = public.mover else { return };
        if !public.plays(seat) {
            end_of_turn::resolve(turn, seat);
            return;
        }
        match &public.battle {
            Some(battle) if battle.is_waiting => return,
            Some(_) => fight_round(turn, seat),
            None => match next(turn.state(), seat) {
                Some(at) => begin(turn, seat, &at),
                None => {
                    end_of_turn::resolve(turn, seat);
                    return;
                }
            },
        }
    }
}

/// Goes on after the defender has answered.
pub fn resume(turn: &mut Turn<Battue>) {
    if let Some(seat) = turn.state().public.mover
        && turn.state().public.plays(seat)
    {
        defend(turn);
        roll(turn, seat);
    }
    go_on(turn);
}

/// The battle that is resolved next: in the order that the player wrote, then by name.
fn next(state: &State<Battue>, seat: u8) -> Option<String> {
    let contested = state.public.contested();
    let written = secret(state, seat).plan.iter().filter_map(|order| match order {
        Order::Battles(places) => Some(places),
        _ => None,
    });
    let chosen = written.flatten().find(|id| contested.contains(&id.as_str())).cloned();
    chosen.or_else(|| contested.first().map(|id| (*id).to_owned()))
}

/// Turns the tile up if it lies face down, resolves its event, and begins the battle if anybody is left to fight it.
fn begin(turn: &mut Turn<Battue>, seat: u8, at: &str) {
    let state = turn.state();
    let mut shift = 0;
    if !is_up(&state.setting.data, &state.public, at) {
        shift = reveal(turn, seat, at);
    }
    let public = &turn.state().public;
    if public.ending.is_none() && public.space(at).attackers > 0 {
        let defender = defender(public, seat, at);
        turn.emit(Event::BattleBegan { at: at.to_owned(), defender, shift });
    }
}

fn reveal(turn: &mut Turn<Battue>, seat: u8, at: &str) -> i8 {
    let state = turn.state();
    let list = candidates(&state.setting.data, &state.public, at);
    let (by, number) = (state.setting.seat(seat).to_owned(), state.public.turn);
    let tile = match list.as_slice() {
        [] => return 0,
        [only] => only.clone(),
        _ => list[turn.draw(&by, format!("t{number} tile {at}"), &list)].clone(),
    };
    let has_event = turn.state().setting.data.tile(&tile).is_some_and(|tile| tile.event);
    turn.emit(Event::TileRevealed { at: at.to_owned(), tile });
    if has_event { event_cards::draw(turn, seat, at) } else { 0 }
}

/// Who controls the tile defends it, else the player to the attacker's left.
pub fn defender(public: &Public, attacker: u8, at: &str) -> u8 {
    public.space(at).controller.unwrap_or_else(|| public.left_of(attacker))
}

/// The attacker's cards; then the defender is asked, or defends.
fn fight_round(turn: &mut Turn<Battue>, seat: u8) {
    attack(turn, seat);
    let state = turn.state();
    let Some(battle) = &state.public.battle else { return };
    if must_ask(&state.setting, &state.public, battle) {
        let seat = battle.defender;
        turn.emit(Event::ReactionAsked { seat });
        return;
    }
    defend(turn);
    roll(turn, seat);
}

/// Play Cards: the attacker plays what his orders say for this battle.
fn attack(turn: &mut Turn<Battue>, seat: u8) {
    let Some(at) = turn.state().public.battle.as_ref().map(|battle| battle.at.clone()) else { return };
    let plan = secret(turn.state(), seat).plan.clone();
    for order in &plan {
        let Order::Play(Play { card, at: Some(place), when, .. }) = order else { continue };
        let is_timely = *place == at && can_be_played(turn.state(), seat, card, Time::Attack);
        if is_timely && holds_now(turn.state(), Side::Attacker, *when) {
            if let Some(orders) = brought_forward(&secret(turn.state(), seat).plan, order, true) {
                turn.emit(Event::Planned { seat, orders });
            }
            let (card, at) = (card.clone(), Some(at.clone()));
            turn.emit(Event::CardPlayed { seat, card, r#use: Use::Attack, at, against: None });
        }
    }
}

/// Lines with one of them before others of the same card, if it does not stand so: playing a card does away with the
/// first line that plays it there, and nobody else is to learn which line it was.
fn brought_forward(lines: &[Order], line: &Order, by_place: bool) -> Option<Vec<Order>> {
    let key = |order: &Order| match order {
        Order::Play(play) => Some((play.card.clone(), play.at.clone().filter(|_| by_place))),
        _ => None,
    };
    let first = lines.iter().position(|order| key(order) == key(line))?;
    let own = lines.iter().position(|order| order == line)?;
    let mut lines = lines.to_vec();
    lines.swap(first, own);
    (first != own).then_some(lines)
}

/// Play Cards: then the defender plays, by his answer to this attack or by his standing ones.
fn defend(turn: &mut Turn<Battue>) {
    let state = turn.state();
    let Some(battle) = state.public.battle.clone() else { return };
    let seat = battle.defender;
    if worth(state, &battle.attack_cards).silences || !state.public.plays(seat) {
        return;
    }
    for reply in answers(state, &battle) {
        let Reply::Play { card, when } = &reply else { continue };
        let is_timely = can_be_played(turn.state(), seat, card, Time::Defence);
        if is_timely && holds_now(turn.state(), Side::Defender, *when) {
            let reaction = &secret(turn.state(), seat).reaction;
            let line = reaction.iter().find(|order| as_reply(order).as_ref() == Some(&reply)).cloned();
            if let Some(orders) = line.and_then(|line| brought_forward(reaction, &line, false)) {
                turn.emit(Event::ReactionKept { seat, orders });
            }
            let (card, at) = (card.clone(), Some(battle.at.clone()));
            turn.emit(Event::CardPlayed { seat, card, r#use: Use::Defence, at, against: None });
        }
    }
}

fn can_be_played(state: &State<Battue>, seat: u8, card: &str, time: Time) -> bool {
    let is_timely = state.setting.data.loot(card).is_some_and(|card| card.when.contains(&time));
    is_timely && is_held(state, seat, card)
}

/// What the defender answers: to this attack, else his standing answers for the space, then those for anywhere.
fn answers(state: &State<Battue>, battle: &Battle) -> Vec<Reply> {
    let secret = secret(state, battle.defender);
    if battle.has_answer {
        return secret.reaction.iter().filter_map(as_reply).collect();
    }
    let standing = || {
        secret.standing.iter().filter_map(|order| match order {
            Order::Standing(standing) => Some(standing),
            _ => None,
        })
    };
    let own: Vec<Reply> =
        standing().filter(|s| s.at.as_ref() == Some(&battle.at)).map(|s| s.answer.clone()).collect();
    let general = standing().filter(|s| s.at.is_none()).map(|s| s.answer.clone());
    // To pass at one space is to do there nothing of what holds for anywhere.
    if own.contains(&Reply::Pass) { own } else { own.into_iter().chain(general).collect() }
}

/// An order of an answer to one attack.
fn as_reply(order: &Order) -> Option<Reply> {
    match order {
        Order::Play(play) => Some(Reply::Play { card: play.card.clone(), when: play.when }),
        Order::Retreat(retreat) => Some(Reply::Retreat { to: retreat.to.clone(), when: retreat.when }),
        _ => None,
    }
}

/// Whether the step waits for the defender. It rests on what everybody knows: on the number of his cards, not on which.
fn must_ask(setting: &Setting, public: &Public, battle: &Battle) -> bool {
    let horde = public.horde(battle.defender);
    let can_play = horde.hand > 0;
    // Whoever goes back does so after a round, and may have lost a warrior in it.
    let there = public.space(&battle.at).warriors;
    let least = there.saturating_sub(1).max(1);
    let can_retreat = there > 0 && !havens(setting, public, battle.defender, &battle.at, least).is_empty();
    horde.out.is_none() && !horde.has_standing && !battle.has_answer && (can_play || can_retreat)
}

/// Where a horde can retreat to: neighbouring spaces of its own player's with room for all of it, in ascending order.
pub fn refuges(setting: &Setting, public: &Public, seat: u8, at: &str) -> Vec<String> {
    havens(setting, public, seat, at, public.warriors_at(seat, at))
}

/// Neighbouring spaces of a player's with room for so many warriors, in ascending order.
pub fn havens(setting: &Setting, public: &Public, seat: u8, at: &str, count: u8) -> Vec<String> {
    let most = setting.data.forces.forces.horde;
    let has_room = |id: &&String| {
        let space = public.space(id);
        space.controller == Some(seat) && space.warriors + count <= most
    };
    setting.data.board.links(at).iter().filter(has_room).cloned().collect()
}

/// What conditions look at beside the warriors: a round, and both values before its dice. Cards look at the round that
/// they are played in, retreats at the one that has been fought (R32).
#[derive(Clone, Copy)]
struct Round {
    number: u8,
    attack: u8,
    defence: u8,
}

impl Round {
    /// The round as it stands before the dice.
    fn of(state: &State<Battue>, battle: &Battle) -> Self {
        let (attack, defence) = values(state, battle);
        Self { number: battle.round, attack, defence }
    }

    /// Whether a condition holds in it, from one side; warriors are those who are left.
    fn meets(self, condition: Condition, space: &Space, side: Side) -> bool {
        let (own, other) = match side {
            Side::Attacker => (space.attackers, space.warriors),
            Side::Defender => (space.warriors, space.attackers),
        };
        condition.holds(match condition.measure {
            Measure::Warriors => own,
            Measure::Enemies => other,
            Measure::Attack => self.attack,
            Measure::Defence => self.defence,
            Measure::Round => self.number,
        })
    }
}

/// Whether a condition of a card holds before the dice, with the cards played so far.
fn holds_now(state: &State<Battue>, side: Side, condition: Option<Condition>) -> bool {
    let Some((battle, condition)) = state.public.battle.as_ref().zip(condition) else { return true };
    Round::of(state, battle).meets(condition, state.public.space(&battle.at), side)
}

/// What the cards of both sides come to: a defender's card can make the attacker's count for nothing.
fn worths(state: &State<Battue>, battle: &Battle) -> (Worth, Worth) {
    let defence = worth(state, &battle.defence_cards);
    let attack = if defence.cancels { worth(state, &[]) } else { worth(state, &battle.attack_cards) };
    (attack, defence)
}

/// Determine Attack Value and Defense Value, before the dice.
fn values(state: &State<Battue>, battle: &Battle) -> (u8, u8) {
    let (attack, defence) = worths(state, battle);
    let space = state.public.space(&battle.at);
    let (tile, _, _) = figures(&state.setting.data, &state.public, &battle.at).unwrap_or_default();
    let tile = if attack.breaches { 0 } else { tile };
    let walls = (i16::from(tile) + i16::from(battle.shift)).max(0) as u8;
    let defence = walls.saturating_add(space.warriors).saturating_add(defence.bonus);
    (space.attackers.saturating_add(attack.bonus), defence)
}

/// Battle Resolution: one die for each side, the higher value wins, and a tie is the defender's.
fn roll(turn: &mut Turn<Battue>, seat: u8) {
    let state = turn.state();
    let Some(battle) = state.public.battle.clone() else { return };
    let fought = Round::of(state, &battle);
    let (attacking, defending) = worths(state, &battle);
    let Round { number: round, attack, defence } = fought;
    let (number, at) = (state.public.turn, &battle.at);
    let ids = [seat, battle.defender].map(|seat| state.setting.seat(seat).to_owned());
    let mut dice = |id: &str, word: &str, worth: Worth| {
        let label = format!("t{number} {at} r{round} {word}");
        let dice = turn.roll_several(id, label, 6, usize::from(worth.dice));
        dice.into_iter().map(|die| die as u8).collect::<Vec<u8>>()
    };
    let attack_dice = dice(&ids[0], "attack", attacking);
    let defence_dice = dice(&ids[1], "defence", defending);
    let attacks = attack.saturating_add(best(&attack_dice, attacking.count));
    let totals = (attacks, defence.saturating_add(best(&defence_dice, defending.count)));
    let is_won = totals.0 > totals.1;
    let defenders = turn.state().public.space(at).warriors;
    let is_occupied = defenders > 0;
    let loser = match (is_won, is_occupied) {
        (true, true) => (!defending.spares).then_some(Side::Defender),
        (true, false) => None,
        (false, _) => (!attacking.spares).then_some(Side::Attacker),
    };
    turn.emit(Event::Fought {
        at: at.clone(),
        round,
        attack,
        attack_dice,
        defence,
        defence_dice,
        totals,
        loser,
    });
    let was_last = loser == Some(Side::Defender) && defenders == 1;
    settle(turn, seat, fought, is_won && !is_occupied || was_last);
}

/// The sum of the highest dice.
fn best(dice: &[u8], count: u8) -> u8 {
    let mut dice = dice.to_vec();
    dice.sort_unstable_by(|a, b| b.cmp(a));
    dice.iter().take(usize::from(count)).fold(0, |sum, die| sum.saturating_add(*die))
}

/// What follows from a round: a capture, the end of the attack, a retreat, or another round. The attacker says first
/// whether he retreats (R11).
fn settle(turn: &mut Turn<Battue>, seat: u8, fought: Round, is_taken: bool) {
    let Some(battle) = turn.state().public.battle.clone() else { return };
    let space = turn.state().public.space(&battle.at).clone();
    if is_taken {
        winning::capture(turn, seat, &battle.at);
        ending::see_who_falls(turn, battle.defender);
    } else if space.attackers == 0 {
        turn.emit(Event::BattleEnded { at: battle.at.clone() });
        ending::see_who_falls(turn, seat);
    } else if let Some(to) = attackers_way_back(turn.state(), seat, &battle.at, fought) {
        retreat(turn, seat, &battle.at, to, space.attackers);
        turn.emit(Event::BattleEnded { at: battle.at.clone() });
    } else if let Some(to) = defenders_way_back(turn.state(), fought) {
        retreat(turn, battle.defender, &battle.at, to, space.warriors);
        winning::capture(turn, seat, &battle.at);
    }
}

fn retreat(turn: &mut Turn<Battue>, seat: u8, at: &str, to: String, count: u8) {
    turn.emit(Event::Retreated { seat, from: at.to_owned(), to, count });
}

/// Where the attacker retreats to, if his orders say that he does and he can: the first space that he named, and where he
/// only said how long to go on, any by name.
fn attackers_way_back(state: &State<Battue>, seat: u8, at: &str, fought: Round) -> Option<String> {
    let refuges = refuges(&state.setting, &state.public, seat, at);
    let (plan, space) = (&secret(state, seat).plan, state.public.space(at));
    let holds = |condition: Condition| fought.meets(condition, space, Side::Attacker);
    let stops = plan.iter().any(|order| match order {
        Order::Continue { at: place, while_ } => place == at && !holds(*while_),
        _ => false,
    });
    let retreats = plan.iter().filter_map(|order| match order {
        Order::Retreat(retreat) if retreat.from.as_deref() == Some(at) => Some(retreat),
        _ => None,
    });
    let goes = retreats.filter(|retreat| stops || retreat.when.is_none_or(holds));
    let named = goes.flat_map(|retreat| &retreat.to).find(|to| refuges.contains(to)).cloned();
    named.or_else(|| refuges.into_iter().next().filter(|_| stops))
}

/// Where the defender retreats to, if he answers so and can.
fn defenders_way_back(state: &State<Battue>, fought: Round) -> Option<String> {
    let battle = state.public.battle.as_ref()?;
    let space = state.public.space(&battle.at);
    if space.warriors == 0 {
        return None;
    }
    let refuges = refuges(&state.setting, &state.public, battle.defender, &battle.at);
    answers(state, battle).into_iter().find_map(|reply| match reply {
        Reply::Retreat { to, when } if when.is_none_or(|w| fought.meets(w, space, Side::Defender)) => {
            to.into_iter().find(|to| refuges.contains(to))
        }
        _ => None,
    })
}
