//! What happened in the campaign, in words; how it stands; what a family may do.

use super::data::Effect;
use super::event::{Event, Naming};
use super::orders::{Counted, Item, Order, Reason};
use super::state::{Court, Stage, count_crowns, count_troops};
use super::{Decision, Order as AnyOrder, Public, Setting, Text, judge, ledger, tally};
use crate::kernel::game::{Sentence, Why};
use crate::kernel::note::Note;
use crate::kernel::report::Doc;

const ARCHBISHOP: &str = "The Archbishop";
const MURDER: &str = "About the Archbishop being assassinated";
const NEW_CARDS: &str = "The new Regent cards";

fn because(text: String, rule: &'static str, fact: impl Into<String>) -> Vec<Sentence> {
    vec![Sentence::because(text, rule, fact)]
}

/// An event as sentences; `public` is the position before it.
pub fn narrate(setting: &Setting, public: &Public, event: &Event) -> Vec<Sentence> {
    let Some(court) = &public.court else { return Vec::new() };
    let name = |family: u8| setting.name(family);
    match event {
        Event::Entered { number, family, item, before } => {
            let blockade = before.map_or(String::new(), |n| format!(" ({n} halved by the trade blockade)"));
            let text =
                format!("{} enters: {}{blockade} (entry {number}).", name(*family), in_words(setting, item));
            because(text, NEW_CARDS, "an entry stands unless another family objects in its next turn file")
        }
        Event::EntryFailed { family, item, why } => {
            let text = format!("{} cannot enter: {}.", name(*family), in_words(setting, item));
            because(text, NEW_CARDS, why.as_str())
        }
        Event::Struck { number, by } => narrate_struck(setting, public, court, *number, *by),
        Event::Heard { .. }
        | Event::CampaignOpened
        | Event::PlunderersBack { .. }
        | Event::FamilyTurnTaken { .. } => Vec::new(),
        Event::ArchbishopNamed { family, how } => narrate_named(setting, court, *family, *how),
        Event::ArchbishopMurdered { by, .. } => because(
            format!("The Archbishop is murdered on {}'s account. The card is set aside.", name(*by)),
            MURDER,
            "whoever played the card keeps it until the end, as -1 AP",
        ),
        Event::Collected { family, paid } => {
            let payers: Vec<&str> = paid.iter().map(|(other, _)| name(*other)).collect();
            let text = match payers.as_slice() {
                [] => format!("The Archbishop, {}, finds nobody with gold to collect.", name(*family)),
                payers => {
                    format!("The Archbishop, {}, collects 1 gold from {}.", name(*family), list(payers))
                }
            };
            because(
                text,
                ARCHBISHOP,
                "the holder collects 1 gold from each of the others at the start of its turn",
            )
        }
        Event::CollectionForestalled { family, by } => because(
            format!("{}'s intrigue forestalls the collection of {}.", name(*by), name(*family)),
            ARCHBISHOP,
            "it was played before the collection was announced",
        ),
        Event::EventPlayed { family, card } => because(
            format!("{} plays {}.", name(*family), setting.card_name(card)),
            effect_rule(setting, card),
            effect_fact(setting, card),
        ),
        Event::CardUseless { family, card, why } => because(
            format!("{} keeps {}: {why}.", name(*family), setting.card_name(card)),
            ARCHBISHOP,
            "the card has nothing to work on",
        ),
        Event::PileRenewed => because(
            "The Regent cards drawn so far are shuffled back into the pile.".to_owned(),
            NEW_CARDS,
            "too few are left to form an enemy",
        ),
        Event::RegentDrawn { round, era, regent, text } => {
            let (_, reign) = setting.data.court.reigns.of_round(*round, setting.rounds);
            let head =
                format!("Round {round}, {reign} ({}). The Regent card says: {}.", era.title(), text.title());
            let mut told = because(head, text_rule(*text), format!("{regent} was drawn from the pile"));
            told.extend(text_told(*text).map(Sentence::plain));
            told
        }
        Event::ChooserNamed { family, by_crowns, count, tied } => {
            let (what, rule) = if *by_crowns { ("crown", "Chancellor") } else { ("troop", "War") };
            let tie = match tied.as_slice() {
                [] => String::new(),
                tied => {
                    let names: Vec<&str> = tied.iter().map(|family| name(*family)).collect();
                    format!(", by the die among {}", list(&names))
                }
            };
            let text = format!("{} has the choice with {count} {what} symbols{tie}.", name(*family));
            because(text, rule, "most symbols choose, and a tie is decided by the die")
        }
        Event::RegentChosen { family, regent, text } => {
            let head = format!("{} chooses the Regent card that says: {}.", name(*family), text.title());
            let mut told = because(head, "Chancellor", format!("{regent} was taken from the pile"));
            told.extend(text_told(*text).map(Sentence::plain));
            told
        }
        Event::WarBroke { country, family } => {
            let by = family.map_or(String::new(), |family| format!(" by {}'s choice", name(family)));
            because(
                format!(
                    "War against {} breaks out{by}. On the table: trade with it ceases, and the War marker is placed.",
                    country.title()
                ),
                "New rules for war",
                "all but the field battle is as in the base game",
            )
        }
        Event::WarOver => because(
            "The war is over. Enter in your turns what it brought and cost.".to_owned(),
            "New rules for war",
            "what follows a war is in the base game's rules",
        ),
        Event::FamilyTurnCame { family } => {
            vec![Sentence::plain(format!("It is {}'s turn.", name(*family)))]
        }
        Event::RoundClosing { family: Some(family) } => because(
            format!(
                "All have had their turns. {} may object to entries, and the round goes on.",
                name(*family)
            ),
            NEW_CARDS,
            "nothing is rolled when a family gives the game up",
        ),
        Event::RoundClosing { family: None } => because(
            "All have had their turns. Entries may be objected to once more before the final tally."
                .to_owned(),
            NEW_CARDS,
            "an entry stands unless another family objects in its next turn file",
        ),
        Event::ActivityChosen { family, activity } => because(
            format!("{} devotes itself to {}.", name(*family), activity.title()),
            NEW_CARDS,
            "what it brings is in the base game's rules",
        ),
        Event::Tallied { scores } => scores
            .iter()
            .zip(0u8..)
            .map(|(total, family)| {
                let parts = score_in_words(setting, public, family);
                Sentence {
                    text: format!("{} has {total} AP: {parts}.", name(family)),
                    why: vec![Why {
                        rule: "Returning with the loot",
                        fact: "loot and Cultural Treasures count in the final tally".to_owned(),
                    }],
                }
            })
            .collect(),
    }
}

fn list(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

fn score_in_words(setting: &Setting, public: &Public, family: u8) -> String {
    let score = tally::score(setting, public, family);
    let parts = [
        (score.won, "won"),
        (score.treasures, "Cultural Treasures"),
        (score.gold, "gold"),
        (score.crowns, "crowns"),
        (score.troops, "troops"),
        (score.merchants, "merchants"),
        (-score.stains, "murder"),
    ];
    let told: Vec<String> =
        parts.iter().filter(|(n, _)| *n != 0).map(|(n, what)| format!("{n} {what}")).collect();
    if told.is_empty() { "nothing".to_owned() } else { told.join(", ") }
}

fn narrate_struck(setting: &Setting, public: &Public, court: &Court, number: u32, by: u8) -> Vec<Sentence> {
    let entry = court.entry(number);
    let what = entry.map_or_else(String::new, |entry| {
        format!(", {}: {}", setting.name(entry.family), in_words(setting, &entry.item))
    });
    let mut told = because(
        format!("Entry {number} is struck on {}'s objection{what}.", setting.name(by)),
        NEW_CARDS,
        "an entry stands unless another family objects in its next turn file",
    );
    let is_used = entry.is_some_and(|entry| match &entry.item {
        Item::Card { id, lost: false } => ledger::holder(public, id) != Some(entry.family),
        _ => false,
    });
    if is_used {
        let text =
            "The card has been played or passed on meanwhile; what it brought about stands.".to_owned();
        told.extend(because(text, NEW_CARDS, "what is entered may be used at once (R41)"));
    }
    told
}

fn narrate_named(setting: &Setting, court: &Court, family: u8, how: Naming) -> Vec<Sentence> {
    let name = setting.name(family);
    let (how, rule, fact) = match how {
        Naming::Eldest => (", the eldest player's family", ARCHBISHOP, "the eldest player is given the card"),
        Naming::Die if court.round == 0 => {
            (" by the die", ARCHBISHOP, "the die may decide who begins with the card")
        }
        Naming::Die => (" by the die", MURDER, "a card that was set aside returns by the die"),
        Naming::Left => {
            (", one step to the left", ARCHBISHOP, "an election moves the card to the next family")
        }
        Naming::Manipulated => (" by a manipulated election", MURDER, "whoever plays it decides"),
    };
    because(format!("The Archbishop card goes to {name}{how}."), rule, fact)
}

/// What an entry says, in words.
pub fn in_words(setting: &Setting, item: &Item) -> String {
    match item {
        Item::Fief { id, lost } | Item::Card { id, lost } => {
            format!("{} {}", setting.card_name(id), if *lost { "lost" } else { "won" })
        }
        Item::Count { of, by, reason } => {
            let sign = if *by < 0 { "less" } else { "more" };
            let why = reason.map_or(String::new(), |reason| format!(" ({})", reason.id()));
            format!("{} {sign}{why}", of.counted(by.abs()))
        }
    }
}

fn text_rule(text: Text) -> &'static str {
    match text {
        Text::War => "War",
        Text::Plundering => "Plundering",
        Text::Chancellor => "Chancellor",
        Text::ArchbishopElection => "Archbishop election",
        Text::Enlightenment => "Enlightenment",
        Text::TradeBlockade => "Trade blockade",
        _ => NEW_CARDS,
    }
}

/// What families have to know of a text that they carry out themselves.
fn text_told(text: Text) -> Option<&'static str> {
    match text {
        Text::Enlightenment => Some(
            "Whoever devotes itself to Arts, Culture & Science may choose among all History cards of the era, not only \
             among those face up; the pile keeps its order.",
        ),
        Text::TradeBlockade => Some(
            "Income from trade is halved in this round; enter it whole. Whoever plays Blockadbrytare in its turn is \
             spared.",
        ),
        Text::Peace => Some("Base game: there is no war in this round."),
        Text::TaxGathering => Some("Base game: every family pays half of its gold; enter it."),
        Text::Famine => Some("Base game: agriculture yields half."),
        Text::GoodHarvest => Some("Base game: agriculture yields double."),
        Text::ImportDemand => Some("Base game: every merchant brings 2 gold more."),
        _ => None,
    }
}

fn effect_rule(setting: &Setting, card: &str) -> &'static str {
    match setting.data.court.card(card).map(|card| card.effect) {
        Some(Effect::BlockadeRunner) => "Trade blockade",
        Some(Effect::ManipulatedElection | Effect::Assassination) => MURDER,
        _ => ARCHBISHOP,
    }
}

fn effect_fact(setting: &Setting, card: &str) -> &'static str {
    match setting.data.court.card(card).map(|card| card.effect) {
        Some(Effect::BlockadeRunner) => "its trade is not halved",
        Some(Effect::Intrigue) => "the next collection of the Archbishop does not take place",
        Some(Effect::ManipulatedElection) => "whoever plays it decides who becomes Archbishop",
        Some(Effect::Election) => "the Archbishop card moves on",
        _ => "as the card says",
    }
}

/// The position as part of a report's body.
pub fn render(setting: &Setting, public: &Public, doc: &mut Doc) {
    let Some(court) = &public.court else { return };
    if court.round > 0 {
        let (_, reign) = setting.data.court.reigns.of_round(court.round, setting.rounds);
        let text = court.text.title();
        doc.paragraph(format!(
            "Round {} of {}, {reign} ({}). Regent card: {text}.",
            court.round,
            setting.rounds,
            court.era.title()
        ));
    }
    let rows = (0u8..).zip(&public.families).map(|(i, _)| row(setting, public, court, i)).collect();
    doc.table(["", "gold", "AP", "merchants", "troops", "crowns", "tally"], rows);
    let cards = (0u8..).zip(&public.families).map(|(i, family)| {
        let ids = family.fiefs.iter().chain(&family.military).chain(&family.events);
        let names: Vec<&str> = ids.map(|id| setting.card_name(id)).collect();
        format!(
            "{}: {}.",
            setting.name(i),
            if names.is_empty() { "no cards".to_owned() } else { names.join(", ") }
        )
    });
    doc.items(cards.collect::<Vec<_>>());
    if court.archbishop.is_none() && court.round > 0 {
        doc.paragraph("The Archbishop card is set aside until the next election.");
    }
    if !court.entries.is_empty() {
        doc.paragraph("Entries that can still be objected to:");
        doc.items(court.entries.iter().map(|entry| {
            let open: Vec<&str> = entry.open_to.iter().map(|family| setting.name(*family)).collect();
            format!(
                "{}. {}: {}; open to {}",
                entry.number,
                setting.name(entry.family),
                in_words(setting, &entry.item),
                list(&open)
            )
        }));
    }
}

fn row(setting: &Setting, public: &Public, court: &Court, family: u8) -> Vec<String> {
    let ledger = court.ledger(family);
    let mut name = setting.name(family).to_owned();
    if court.archbishop == Some(family) {
        name.push_str(" (Archbishop)");
    }
    let figure = |of: Counted| ledger::figure(ledger, of).to_string();
    vec![
        name,
        figure(Counted::Gold),
        figure(Counted::Ap),
        figure(Counted::Merchants),
        count_troops(setting, public, family).to_string(),
        count_crowns(setting, public, family).to_string(),
        tally::score(setting, public, family).total().to_string(),
    ]
}

/// Comments for a blank turn file.
pub fn notes(setting: &Setting, public: &Public, family: u8, decision: Decision) -> Vec<Note> {
    let Some(court) = &public.court else { return Vec::new() };
    let mut notes = Vec::new();
    let next = judge::next(setting, public, family, decision, &[]);
    let lines = next.iter().filter_map(|order| match order {
        AnyOrder::Court(line) => Some(line),
        _ => None,
    });
    let lines: Vec<&Order> = lines.collect();
    let an_entry = |is: &dyn Fn(&Item) -> bool| {
        lines.iter().find(|line| matches!(line, Order::Enter(item) if is(item))).map(Note::order)
    };
    match decision {
        Decision::Opening => {
            let fiefs: Vec<&str> =
                public.family(family).fiefs.iter().map(|id| setting.card_name(id)).collect();
            let gold = court.ledger(family).gold;
            let text = format!(
                "You have {gold} gold and {}. Enter what else the table gave you, or pass:",
                list(&fiefs)
            );
            notes.push(Note::text(text));
            notes.extend(an_entry(&|item| matches!(item, Item::Card { lost: false, .. })));
            notes.extend(an_entry(&|item| matches!(item, Item::Count { of: Counted::Merchants, by: 1, .. })));
        }
        Decision::Country => {
            notes.push(Note::text("Choose whom the war is against:"));
            notes.extend(super::Country::ALL.map(|country| Note::order(Order::War(country))));
        }
        Decision::Regency => {
            notes.push(Note::text("Choose the Regent card of this round; what each says in this era:"));
            notes.extend(judge::choosable(setting, public).into_iter().map(|id| {
                let text = super::round::text_of(setting, &id, court.era);
                Note::told(Order::Choose(id), text.title())
            }));
        }
        Decision::FamilyTurn => {
            notes.push(Note::text("Your turn: what you do, and what it changes on the table, or pass:"));
            notes.extend(lines.iter().filter(|line| matches!(line, Order::Activity(_))).map(Note::order));
            let trade = Item::Count { of: Counted::Gold, by: 7, reason: Some(Reason::Trade) };
            notes.push(Note::order(Order::Enter(trade)));
            notes.extend(an_entry(&|item| matches!(item, Item::Fief { lost: false, .. })));
            let gold = court.ledger(family).gold.min(12);
            if gold > 0 {
                let purchase = Item::Count { of: Counted::Gold, by: -gold, reason: Some(Reason::Purchase) };
                notes.push(Note::order(Order::Enter(purchase)));
            }
            notes.extend(hand(setting, &lines));
        }
        Decision::Cards => {
            notes.push(Note::text("Event cards that you may play before this turn:"));
            notes.extend(hand(setting, &lines));
        }
        Decision::Closing => notes.push(Note::text("The turns are over: object, or pass.")),
    }
    let open = court.entries.iter().filter(|entry| entry.open_to.contains(&family));
    let open: Vec<Note> = open
        .map(|e| {
            let remark = format!("{}: {}", setting.name(e.family), in_words(setting, &e.item));
            Note::told(Order::Object(e.number), remark)
        })
        .collect();
    if !open.is_empty() {
        notes.push(Note::text("Entries of others; they stand unless you object now:"));
        notes.extend(open);
    }
    notes
}

/// The Event cards that a family may play outside field battles.
fn hand(setting: &Setting, lines: &[&Order]) -> Vec<Note> {
    let plays = lines.iter().filter_map(|line| match line {
        Order::Play { card, .. } => {
            Some(Note::told(line, setting.data.court.card(card).map_or("", |card| card.name.as_str())))
        }
        _ => None,
    });
    plays.collect()
}

/// What must hold and does not.
pub fn broken(setting: &Setting, public: &Public) -> Vec<String> {
    let Some(court) = &public.court else { return Vec::new() };
    let mut broken = Vec::new();
    let mut require = |holds: bool, what: &str| {
        if !holds {
            broken.push(what.to_owned());
        }
    };
    require(court.ledgers.len() == setting.families.len(), "a ledger is missing");
    require(court.entries.windows(2).all(|pair| pair[0].number < pair[1].number), "entries are not in order");
    require(court.entries.iter().all(|e| e.number < court.next_entry), "an entry has a number to come");
    require(
        court.entries.iter().all(|e| !e.open_to.contains(&e.family)),
        "an entry is open to its own family",
    );
    require(
        court.archbishop.is_none_or(|family| usize::from(family) < setting.families.len()),
        "the Archbishop is of no family",
    );
    require((court.stage == Stage::War) == public.battle.is_some(), "war and battle disagree");
    require(court.round <= setting.rounds, "more rounds are played than were agreed on");
    let is_drawn = court.regent.as_ref().is_none_or(|regent| !public.pile.contains(regent));
    require(is_drawn, "the Regent card that applies is in the pile");
    broken
}
