//! *Changed effects of certain event cards*.

use super::area::Area;
use super::event::Event;
use super::field::Field;
use super::orders::{Order, Play, Window};
use super::{AnyEvent, AnyOrder, Batalj, Effect, Public, Setting, outlook};
use crate::kernel::game::{Ruling, Turn};

const RULE: &str = "Changed effects of certain event cards";

/// The Event cards of a family that do something in a field battle.
pub fn playable<'a>(
    setting: &'a Setting,
    public: &'a Public,
    family: u8,
) -> impl Iterator<Item = (&'a str, Effect)> {
    let hand = public.family(family).events.iter();
    hand.filter_map(|id| {
        let card = setting.data.event(id)?;
        (card.effect != Effect::None).then_some((id.as_str(), card.effect))
    })
}

/// What a card to be played breaks, whatever happens until then.
pub fn fault(
    setting: &Setting,
    public: &Public,
    family: u8,
    play: &Play,
    window: Window,
) -> Option<(&'static str, String)> {
    let name = setting.data.name(&play.card);
    let Some((_, effect)) = playable(setting, public, family).find(|(id, _)| *id == play.card) else {
        let is_held = public.family(family).events.contains(&play.card);
        return Some(if is_held {
            ("play/no-effect", format!("{name} does nothing in a field battle"))
        } else {
            ("play/not-yours", format!("{name} is not in your hand"))
        });
    };
    match (effect, play.on) {
        (Effect::ClearSection, None) => {
            Some(("play/no-section", format!("{name} needs an enemy front section")))
        }
        (Effect::ClearSection, Some(area)) if !area.is_enemy_front() => {
            Some(("play/wrong-area", format!("{} is no front section of the enemy", area.name())))
        }
        (Effect::ClearSection, Some(_)) => None,
        (_, Some(_)) => Some(("play/wrong-area", format!("{name} is not played on a section"))),
        (Effect::SteelBites | Effect::SuperiorTactics, None) if window > Window::Attack => {
            Some(("play/too-late", format!("{name} counts for Sweden's attack, which is over then")))
        }
        _ => None,
    }
}

/// What to write instead of a card to be played that breaks something.
pub fn hint(code: &str, play: &Play) -> Option<String> {
    match code {
        "play/no-section" => Some(format!("say where: play {} on enemy-left", play.card)),
        "play/too-late" => Some(format!("play it sooner: play {} before attack", play.card)),
        _ => None,
    }
}

/// Whether a card would do nothing now, and why.
fn idle(setting: &Setting, field: &Field, play: &Play) -> Option<String> {
    let effect = setting.data.event(&play.card).map(|c| c.effect)?;
    match (effect, play.on) {
        (Effect::ClearSection, Some(area)) if field.enemy.soldiers(area) == 0 => {
            Some(format!("no enemy soldier stands on {}", area.name()))
        }
        (Effect::SteelBites, _) if field.has_steel => Some("it counts already".to_owned()),
        (Effect::SuperiorTactics, _) if field.has_tactics => Some("it counts already".to_owned()),
        _ => None,
    }
}

/// The field once a family's sheet has played its cards up to a window, as far as they can be foreseen: of those with a
/// condition it is not known whether they are played, and nothing is denied on their account.
pub fn after(
    setting: &Setting,
    public: &Public,
    field: &Field,
    family: u8,
    orders: &[AnyOrder],
    last: Window,
) -> Field {
    let mut after = field.clone();
    for order in orders {
        if let AnyOrder::Battle(Order::Play(play)) = order
            && play.window <= last
            && fault(setting, public, family, play, play.window).is_none()
        {
            take_effect(setting, &mut after, &play.card, play.on);
        }
    }
    after
}

/// What is wrong with naming dice to be rolled again: Superior Tactics must count, be played by the same sheet, or lie in
/// another family's hand, from which it may be played beside the sheet.
pub fn tactics_fault(
    setting: &Setting,
    public: &Public,
    field: &Field,
    family: u8,
    orders: &[AnyOrder],
) -> Option<Ruling> {
    let is_tactics =
        |id: &String| setting.data.event(id).is_some_and(|c| c.effect == Effect::SuperiorTactics);
    let is_played = |order: &AnyOrder| match order {
        AnyOrder::Battle(Order::Play(play)) => is_tactics(&play.card),
        _ => false,
    };
    let holds = |other: u8| public.family(other).events.iter().find(|id| is_tactics(id));
    let mut others = public.in_game().filter(|other| *other != family);
    if field.has_tactics || orders.iter().any(is_played) || others.any(|other| holds(other).is_some()) {
        return None;
    }
    let hint = match holds(family) {
        Some(card) => format!("add play {card}"),
        None => "leave the line out: nobody holds the card".to_owned(),
    };
    let fact = "failed dice are rolled again only where Superior Tactics is played".to_owned();
    Some(Ruling::of_sheet("reroll/no-card", RULE, fact).hinted(hint))
}

/// Cards are held, each is played once, and those that need a section have one. Played at once, a card must do
/// something.
pub fn check(
    setting: &Setting,
    public: &Public,
    field: &Field,
    family: u8,
    orders: &[AnyOrder],
    now: Window,
) -> Vec<Ruling> {
    let mut rulings = Vec::new();
    let mut seen: Vec<&String> = Vec::new();
    for (i, order) in orders.iter().enumerate() {
        let AnyOrder::Battle(Order::Play(play)) = order else { continue };
        let mut refuse = |code, fact| {
            rulings.push(Ruling { hint: hint(code, play), ..Ruling::on(i, code, RULE, fact) });
        };
        let window = play.window.max(now);
        if let Some((code, fact)) = fault(setting, public, family, play, window) {
            refuse(code, fact);
        } else if seen.contains(&&play.card) {
            refuse("play/twice", format!("{} is played twice", setting.data.name(&play.card)));
        } else if window == now
            && play.only_if.is_none()
            && let Some(why) = idle(setting, field, play)
        {
            refuse("play/in-vain", why);
        }
        seen.push(&play.card);
    }
    rulings
}

/// Plays the cards of a sheet whose window has come; `first` is the first window that is still open.
pub fn play(turn: &mut Turn<Batalj>, family: u8, orders: &[AnyOrder], window: Window, first: Window) {
    for order in orders {
        if let AnyOrder::Battle(Order::Play(play)) = order
            && play.window.max(first) == window
        {
            play_one(turn, family, play, window);
        }
    }
}

fn play_one(turn: &mut Turn<Batalj>, family: u8, play: &Play, window: Window) {
    let state = turn.state();
    let Some(field) = &state.public.battle else { return };
    let condition = play.only_if.filter(|has| !outlook::has(field, has));
    let why = match condition {
        Some(has) => Some(format!("its condition does not hold: {has}")),
        None => fault(&state.setting, &state.public, family, play, window)
            .map(|(_, fact)| fact)
            .or_else(|| idle(&state.setting, field, play)),
    };
    turn.emit(AnyEvent::Battle(match why {
        Some(why) => Event::Skipped { order: play.to_string(), why },
        None => Event::CardPlayed { family, card: play.card.clone(), on: play.on },
    }));
}

/// What a card does; it leaves the hand.
pub fn apply(setting: &Setting, public: &mut Public, family: u8, card: &str, on: Option<Area>) {
    if let Some(family) = public.families.get_mut(usize::from(family)) {
        family.events.retain(|id| id != card);
    }
    if let Some(field) = &mut public.battle {
        take_effect(setting, field, card, on);
    }
}

/// What a card changes on the battlefield.
fn take_effect(setting: &Setting, field: &mut Field, card: &str, on: Option<Area>) {
    let Some(card) = setting.data.event(card) else { return };
    field.is_stirred = true;
    field.played.push(card.id.clone());
    match card.effect {
        Effect::ClearSection => {
            if let Some(area) = on {
                field.enemy.take_soldiers(area, u8::MAX);
            }
        }
        Effect::Poltava => {
            field.enemy.add_soldiers(Area::EnemyReserve, 5);
            for area in Area::FRONT.into_iter().filter(|a| a.is_enemy_front()) {
                field.sweden.move_soldiers(area, Area::Reserve, u8::MAX);
            }
        }
        Effect::SteelBites => field.has_steel = true,
        Effect::SuperiorTactics => field.has_tactics = true,
        Effect::SupplyTrain => field.sweden.add_soldiers(Area::Reserve, 3),
        Effect::None => {}
    }
    field.settle();
}
