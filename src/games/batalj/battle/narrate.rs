//! What happened in a field battle, in words.

use super::area::{Area, Side};
use super::event::{self, Event, Loss};
use super::field::{Field, Outcome, Piece};
use super::{Public, Setting};
use crate::kernel::game::{Sentence, Why};
use crate::kernel::text::join;

/// An event as sentences; `public` is the position before it.
pub fn narrate(setting: &Setting, public: &Public, event: &Event) -> Vec<Sentence> {
    let Some(field) = &public.battle else { return Vec::new() };
    let mut told = match event {
        Event::Bombarded { side, piece, strength, rolled, loss } => {
            vec![bombarded(*side, *piece, *strength, rolled, *loss)]
        }
        Event::Attacked { side, from, strength, rolled, losses, retreated } => {
            attacked(field, *side, *from, *strength, rolled, losses, *retreated)
        }
        Event::Deployed { placed } => deployed(setting, placed),
        Event::EnemyFormed { cards } => formed(setting, cards),
        Event::Moved { side, piece, count, from, to } => {
            vec![moved(setting, field, *side, *piece, *count, *from, *to)]
        }
        other => one(setting, other),
    };
    told.extend(settled(setting, public, event));
    told
}

/// What follows from an event by itself: pieces as they stand after the deployment, marshals who would stand alone, Fief
/// cards on which nobody stands.
fn settled(setting: &Setting, public: &Public, event: &Event) -> Vec<Sentence> {
    let losses: &[Loss] = match event {
        Event::Attacked { losses, .. } => losses,
        Event::Bombarded { loss, .. } => loss.as_slice(),
        Event::CardPlayed { .. } | Event::Regrouped | Event::Deployed { .. } | Event::EnemyFormed { .. } => {
            &[]
        }
        _ => return Vec::new(),
    };
    let mut after = public.clone();
    event::apply(setting, &mut after, event);
    let (Some(before), Some(after)) = (&public.battle, &after.battle) else { return Vec::new() };
    match event {
        Event::Deployed { .. } => return standing(after, Side::Sweden),
        Event::EnemyFormed { .. } => return standing(after, Side::Enemy),
        _ => {}
    }
    let mut told = Vec::new();
    for area in Area::FRONT {
        for side in [Side::Sweden, Side::Enemy] {
            let gone = before.army(side).marshals(area).saturating_sub(after.army(side).marshals(area));
            let retreated: u8 = losses.iter().filter(|l| l.at == area).map(|l| l.marshals).sum();
            if gone > retreated {
                let verb = if gone - retreated == 1 { "goes" } else { "go" };
                let who = marshals(gone - retreated);
                let text = format!("{who} {verb} back from {} to {}.", area.name(), side.reserve().name());
                let fact = "a field marshal never stands alone in a front section";
                told.push(Sentence::because(text, "Important to remember", fact));
            }
        }
        if let (Some(fief), None) = (&before.fiefs[area as usize], &after.fiefs[area as usize]) {
            let text = format!("{} is put into Sweden's Reserve.", setting.data.name(fief));
            told.push(Sentence::because(
                text,
                "§3 Losses",
                format!("no soldier stands on it in {}", area.name()),
            ));
        }
    }
    told
}

/// A side's pieces after the cards have been turned into them.
fn standing(field: &Field, side: Side) -> Vec<Sentence> {
    let army = field.army(side);
    let areas = side.front().into_iter().chain([side.reserve()]);
    let here = areas.filter(|a| army.pieces(*a) > 0);
    let lines: Vec<String> =
        here.map(|a| format!("{} in {a}", pieces(army.soldiers(a), army.marshals(a)))).collect();
    let text = format!("{} has {}.", side.name(), join(&lines, "; "));
    let fact = "a front section holds four pieces, and a soldier stands in each Reserve";
    vec![Sentence::because(text, "Important to remember", fact)]
}

/// Events that are told in one sentence.
fn one(setting: &Setting, event: &Event) -> Vec<Sentence> {
    let name = |family: u8| setting.name(family);
    let card_names =
        |cards: &[String]| cards.iter().map(|c| setting.data.name(c).to_owned()).collect::<Vec<_>>();
    vec![match event {
        Event::Mustered { family, cards } => {
            Sentence::plain(format!("{} takes part with {}.", name(*family), join(&card_names(cards), ", ")))
        }
        Event::StayedAway { family } => Sentence::plain(format!("{} stays away.", name(*family))),
        Event::TookCommand { family } => {
            Sentence::plain(format!("{} commands Sweden's troops.", name(*family)))
        }
        Event::RoundBegan { round, family } => {
            Sentence::plain(format!("Round {round}: {} commands.", name(*family)))
        }
        Event::CardPlayed { family, card, on } => {
            let on = on.map_or(String::new(), |area| format!(" on {}", area.name()));
            Sentence::because(
                format!("{} plays {}{on}.", name(*family), setting.data.name(card)),
                "Changed effects of certain event cards",
                effect(setting, card),
            )
        }
        Event::Skipped { order, why } => Sentence::plain(format!("the order {order:?} is left out: {why}.")),
        Event::FellShort { order, moved, of, why } => {
            Sentence::plain(format!("of the order {order:?} only {moved} of {of} soldiers move: {why}."))
        }
        Event::DieDecided { piece, among, rolled } => {
            let what = if *piece == Piece::Marshal { "a field marshal" } else { "a soldier" };
            let names: Vec<&str> = among.iter().map(|area| area.name()).collect();
            let to = among.get(usize::from(*rolled).saturating_sub(1)).map_or("", |area| area.name());
            Sentence::because(
                format!(
                    "for {what} of the enemy the die decides between {}: {rolled}, {to}.",
                    join(&names, " and ")
                ),
                "§6 The enemy regroups",
                "if there are still several alternatives, the die decides",
            )
        }
        Event::RegroupingLeftOpen => Sentence::plain("Sweden's regrouping is to be ordered.".to_owned()),
        Event::BattleEnded { outcome, reason } => {
            let text = match outcome {
                Outcome::Sweden => format!("Sweden wins the battle: {reason}."),
                Outcome::Enemy => format!("The enemy wins the battle: {reason}."),
                Outcome::Draw => format!("The battle is drawn: {reason}."),
                Outcome::NotFought => format!("There is no battle: {reason}."),
            };
            Sentence::because(text, "Who wins?", reason)
        }
        _ => return Vec::new(),
    }]
}

fn effect(setting: &Setting, card: &str) -> &'static str {
    use super::Effect;
    match setting.data.event(card).map(|c| c.effect) {
        Some(Effect::ClearSection) => "all soldiers of one enemy front section are removed",
        Some(Effect::Poltava) => {
            "five more soldiers for the enemy's Reserve; Sweden's leave the enemy's front sections"
        }
        Some(Effect::SteelBites) => "every Swedish front section counts as four soldiers this round",
        Some(Effect::SuperiorTactics) => "failed dice may be rolled again this round, once each",
        Some(Effect::SupplyTrain) => "three more soldiers for Sweden's Reserve",
        Some(Effect::None) | None => "it does nothing in a field battle",
    }
}

/// Two results as text, where a die was rolled again.
fn results(rolled: &[u8]) -> String {
    match rolled {
        [first, again] => format!("{first}, again {again}"),
        _ => join(rolled, ", "),
    }
}

/// What a die must show, such as `3 or less`.
fn needed(strength: u8) -> String {
    if strength == 1 { "1".to_owned() } else { format!("{strength} or less") }
}

/// Why an attack has its strength.
fn strength_in_words(field: &Field, side: Side, from: Area, strength: u8) -> String {
    let there = field.army(side).pieces(from);
    if from.is_front() && strength != there {
        "every Swedish front section counts as four soldiers".to_owned()
    } else if strength == 1 {
        "one piece attacks".to_owned()
    } else {
        format!("{strength} pieces attack")
    }
}

fn soldiers(count: u8) -> String {
    if count == 1 { "1 soldier".to_owned() } else { format!("{count} soldiers") }
}

fn marshals(count: u8) -> String {
    if count == 1 { "1 field marshal".to_owned() } else { format!("{count} field marshals") }
}

/// Soldiers and field marshals as text; empty if there are none.
pub fn pieces(soldier_count: u8, marshal_count: u8) -> String {
    match (soldier_count, marshal_count) {
        (0, 0) => String::new(),
        (s, 0) => soldiers(s),
        (0, m) => marshals(m),
        (s, m) => format!("{}, {}", soldiers(s), marshals(m)),
    }
}

fn loss_in_words(loss: Loss) -> String {
    let at = loss.at.name();
    match (loss.soldiers, loss.marshals) {
        (0, m) => format!("{} {} from {at}", marshals(m), retreat(m)),
        (s, 0) => format!("{} lost in {at}", soldiers(s)),
        (s, m) => format!("{} lost in {at} and {} {}", soldiers(s), marshals(m), retreat(m)),
    }
}

fn retreat(count: u8) -> &'static str {
    if count == 1 { "retreats" } else { "retreat" }
}

fn bombarded(side: Side, piece: u8, strength: u8, rolled: &[u8], loss: Option<Loss>) -> Sentence {
    let whose = if side == Side::Sweden { "Sweden's" } else { "The enemy's" };
    let what = loss.map_or("a miss".to_owned(), loss_in_words);
    Sentence::because(
        format!("{whose} artillery {piece} rolls {}, needs {}: {what}.", results(rolled), needed(strength)),
        "§2 Artillery bombardment",
        format!("its strength is {strength}"),
    )
}

fn attacked(
    field: &Field,
    side: Side,
    from: Area,
    strength: u8,
    rolled: &[u8],
    losses: &[Loss],
    retreated: u8,
) -> Vec<Sentence> {
    let what = if losses.is_empty() {
        "no success".to_owned()
    } else {
        join(&losses.iter().copied().map(loss_in_words).collect::<Vec<_>>(), "; ")
    };
    let who = match (side, from.owner() == side) {
        (Side::Enemy, false) => format!("the enemy in {}", from.name()),
        (Side::Sweden, false) => format!("Sweden in {}", from.name()),
        _ => from.name().to_owned(),
    };
    let rule = match (side, from.is_front()) {
        (_, false) => "§3 Attack from the Reserve",
        (Side::Sweden, _) => "§3 Sweden attacks",
        (Side::Enemy, _) => "§4 The enemy attacks",
    };
    let text = format!("{who} attacks, rolls {}, needs {}: {what}.", results(rolled), needed(strength));
    let mut told = vec![Sentence::because(text, rule, strength_in_words(field, side, from, strength))];
    if losses.len() > 1 && from.is_front() {
        let fact = "what exceeds the section is taken beside it or from the Reserve".to_owned();
        told[0].why.push(Why { rule: "§3 If the losses exceed the number of soldiers", fact });
    }
    if retreated > 0 {
        let last = rolled.last().copied().unwrap_or_default();
        let verb = if retreated == 1 { "retreats" } else { "retreat" };
        told.push(Sentence::because(
            format!("{} {verb} from {} to {}.", soldiers(retreated), from.name(), side.reserve().name()),
            if last == 5 { "§3 If the die roll is a five" } else { "§3 If the die roll is a six" },
            "no field marshal was among the attackers",
        ));
    } else if rolled.last().is_some_and(|r| *r > 4) && from.is_front() && field.army(side).marshals(from) > 0
    {
        told[0]
            .why
            .push(Why { rule: "§3 Sweden attacks", fact: "a field marshal holds them together".to_owned() });
    }
    told
}

fn deployed(setting: &Setting, placed: &[(String, Area)]) -> Vec<Sentence> {
    let areas = [Area::Left, Area::Centre, Area::Right, Area::Reserve];
    let lines = areas.into_iter().filter_map(|area| {
        let here = placed.iter().filter(|(_, at)| *at == area);
        let names: Vec<&str> = here.map(|(card, _)| setting.data.name(card)).collect();
        (!names.is_empty()).then(|| Sentence::plain(format!("In {}: {}.", area.name(), join(&names, ", "))))
    });
    lines.collect()
}

fn formed(setting: &Setting, cards: &[(String, Area)]) -> Vec<Sentence> {
    let lines = cards.iter().map(|(id, area)| {
        let card = setting.data.regents.find(id).map(|i| &setting.data.regents.regents[i]);
        let troops = card.map(|c| pieces(c.soldiers, c.field_marshals));
        let cannon = card.filter(|c| c.cannon > 0).map(|c| format!("{} cannon", c.cannon));
        let what: Vec<String> = troops.into_iter().chain(cannon).filter(|part| !part.is_empty()).collect();
        let what = if what.is_empty() { "nobody".to_owned() } else { what.join(", ") };
        Sentence::because(
            format!("{} lies in {}: {what}.", id, area.name()),
            "§1 Form the strength cards",
            format!("the enemy draws {} strength cards", cards.len()),
        )
    });
    lines.collect()
}

fn moved(
    setting: &Setting,
    field: &Field,
    side: Side,
    piece: Piece,
    count: u8,
    from: Area,
    to: Area,
) -> Sentence {
    let what = match piece {
        Piece::Soldier => soldiers(count),
        Piece::Marshal => marshals(count),
        Piece::Fief => {
            let card = field.fiefs[from as usize].as_ref().or_else(|| field.resting_fiefs.first());
            let on_it = pieces(field.sweden.soldiers(from), field.sweden.marshals(from));
            let name = card.map_or("a Fief card", |id| setting.data.name(id));
            if from.is_front() { format!("{name} with {on_it}") } else { name.to_owned() }
        }
    };
    let verb = if count == 1 { "moves" } else { "move" };
    let (whose, rule) = match side {
        Side::Sweden => ("Sweden", "§5 Sweden regroups"),
        Side::Enemy => ("The enemy", "§6 The enemy regroups"),
    };
    let text = format!("{whose}: {what} {verb} from {} to {}.", from.name(), to.name());
    Sentence::because(text, rule, "each piece moves at most once a round")
}
