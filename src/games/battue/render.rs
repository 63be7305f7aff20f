//! A position of Battue as the body of a report: the city, who holds what, who has what; and the board as a picture.

use super::Battue;
use super::data::{Effect, EventCard, Happening, Loot, Time};
use super::ending::points;
use super::setting::Setting;
use super::state::{Out, Public, figures, is_up, seen};
use crate::kernel::game::View;
use crate::kernel::report::Doc;
use crate::kernel::text::fitting;

mod board;

pub use board::{KEY, city};

/// The position as the body of a report.
pub fn render(view: &View<Battue>) -> Doc {
    let (setting, public) = (view.setting, view.public);
    let mut doc = Doc::new();
    if public.turn == 0 {
        doc.paragraph("The city lies face down; the hordes have not come yet.");
    }
    players(view, &mut doc);
    spaces(setting, public, &mut doc);
    hands(view, &mut doc);
    doc
}

fn players(view: &View<Battue>, doc: &mut Doc) {
    let (setting, public) = (view.setting, view.public);
    doc.heading(2, "Players");
    let head = ["player", "points", "tiles", "chest", "warriors", "reserve", "hand", ""];
    let rows = (0u8..).zip(&public.hordes).map(|(seat, horde)| {
        let (all, tiles) = points(setting, public, seat);
        let has_won = public.ending.as_ref().is_some_and(|ending| ending.winners.contains(&seat));
        let is_over = public.ending.is_some();
        let note = match horde.out {
            _ if has_won => "has won",
            Some(Out::Eliminated) => "out of the game",
            Some(Out::Withdrew) => "has left",
            None if is_over => "",
            None if public.mover == Some(seat) => "to move",
            None if horde.has_standing => "standing answers",
            None => "",
        };
        let figures = [
            all,
            tiles,
            all - tiles,
            u32::from(public.warriors(seat)),
            u32::from(public.reserve(setting, seat)),
            u32::from(horde.hand),
        ];
        let mut row = vec![horde.seat.clone()];
        row.extend(figures.map(|figure| figure.to_string()));
        row.push(note.to_owned());
        row
    });
    doc.table(head, rows.collect());
    let camps = public.hordes.iter().filter_map(|horde| Some((horde, horde.camp.as_ref()?)));
    let camps: Vec<String> = camps
        .map(|(horde, camp)| format!("{}: {} next to {}.", horde.seat, waiting(camp.warriors), camp.at))
        .collect();
    let chests = public.hordes.iter().filter(|horde| !horde.chest.is_empty());
    let chests = chests.map(|horde| {
        let names: Vec<&str> = horde.chest.iter().map(|id| setting.data.name(id)).collect();
        format!("War chest of {}: {}.", horde.seat, names.join(", "))
    });
    let piles = format!(
        "{} in the pile, {} discarded; {} in the deck.",
        of(public.pile(setting), "loot card"),
        public.discards.len(),
        of(public.events.len(), "event card")
    );
    doc.items(camps.into_iter().chain(chests).chain([piles]).collect::<Vec<_>>());
}

/// Every space that lies face up or is somebody's.
fn spaces(setting: &Setting, public: &Public, doc: &mut Doc) {
    let board = &setting.data.board;
    let is_worth_a_row = |id: &&str| {
        public.space(id).controller.is_some() || board.space(id).is_some() && is_up(&setting.data, public, id)
    };
    let rows: Vec<Vec<String>> =
        board.ids().filter(is_worth_a_row).map(|id| row(setting, public, id)).collect();
    if !rows.is_empty() {
        doc.heading(2, "The city");
        doc.table(["space", "tile", "defence", "loot", "points", "held by"], rows);
    }
}

fn row(setting: &Setting, public: &Public, id: &str) -> Vec<String> {
    let space = public.space(id);
    let name = match &space.tile {
        Some(tile) => setting.data.name(tile),
        None => setting.space_name(id),
    };
    let held = match space.controller {
        Some(seat) if space.warriors > 0 => format!("{} {}", setting.seat(seat), space.warriors),
        Some(seat) => setting.seat(seat).to_owned(),
        None => String::new(),
    };
    let name: String = name.chars().take(26).collect();
    let (defence, loot, vp) = figures(&setting.data, public, id).unwrap_or_default();
    vec![id.to_owned(), name, defence.to_string(), loot.to_string(), vp.to_string(), held]
}

/// The hands that the viewer may see.
fn hands(view: &View<Battue>, doc: &mut Doc) {
    let mut items = Vec::new();
    for (seat, horde) in (0u8..).zip(&view.public.hordes) {
        let Some(secret) = seen(view, seat) else { continue };
        let cards = secret.hand.iter().filter_map(|id| view.setting.data.loot(id));
        items.extend(cards.map(|c| format!("{} holds {}", horde.seat, card(c))));
        items.extend(secret.standing.iter().map(|order| format!("{}: {order}.", horde.seat)));
    }
    if !items.is_empty() {
        doc.heading(2, "Hands");
        doc.items(items);
    }
}

/// A loot card in words.
pub fn card(card: &Loot) -> String {
    let times: Vec<&str> = card.when.iter().map(|time| word(*time)).collect();
    format!("{} ({}; {}): {}.", card.id, card.name, times.join(" or "), effect(card))
}

fn word(time: Time) -> &'static str {
    ["start of turn", "attacker", "defender", "end of turn"][time as usize]
}

fn waiting(n: u8) -> String {
    format!("{} {}", of(n, "warrior"), fitting(n.into(), "waits", "wait"))
}

/// So many of a thing.
fn of(n: impl Into<usize>, thing: &str) -> String {
    let n = n.into();
    format!("{n} {thing}{}", fitting(n, "", "s"))
}

fn fall(n: u8) -> &'static str {
    fitting(n.into(), "falls", "fall")
}

/// What a loot card does, in words.
pub fn effect(card: &Loot) -> String {
    let n = card.amount;
    match card.effect {
        Effect::Bonus => format!("adds {n} to your value in this round"),
        Effect::Die => "one more die in this round".to_owned(),
        Effect::Better => "one more die, and the lowest does not count".to_owned(),
        Effect::Spare => "if you lose this round, no warrior falls".to_owned(),
        Effect::Breach => "the tile's own value does not count in this round".to_owned(),
        Effect::Silence => "the defender plays no card in this round".to_owned(),
        Effect::Cancel => "the attacker's cards of this round do not count".to_owned(),
        Effect::Warriors => format!("{} for a horde of yours", of(n, "warrior")),
        Effect::March => "a horde goes two spaces, the first of them yours".to_owned(),
        Effect::Slay => format!("{} beside a space of yours {}", of(n, "enemy warrior"), fall(n)),
        Effect::Steal => format!("{} of another's hand, by lot", of(n, "card")),
        Effect::Rob => format!("another discards {}, by lot", of(n, "card")),
        Effect::Draw => format!("draw {}", of(n, "loot card")),
        Effect::Treasure => format!("{} in the war chest", of(card.vp, "victory point")),
    }
}

/// What an event card does, in words.
pub fn happening(card: &EventCard) -> String {
    let n = card.amount;
    match card.effect {
        Happening::Warriors => {
            format!("{} {} the horde", of(n, "warrior"), fitting(n.into(), "joins", "join"))
        }
        Happening::Losses => format!("{} of the horde {}", of(n, "warrior"), fall(n)),
        Happening::Loot => format!("draw {}", of(n, "loot card")),
        Happening::Discard => format!("discard {}, by lot", of(n, "card")),
        Happening::Treasure => format!("{} in the war chest", of(card.vp, "victory point")),
        Happening::Stand => format!("the tile's defence is {n} higher in this battle"),
        Happening::Panic => format!("the tile's defence is {n} lower in this battle"),
        Happening::Plague => format!("every horde of {n} or more loses a warrior"),
    }
}
