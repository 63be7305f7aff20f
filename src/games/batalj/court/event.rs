//! What happens in the campaign, and what it changes.

use super::orders::{Activity, Item};
use super::state::{Court, Entry, Stage};
use super::{Country, Era, Field, Public, Setting, Text, ledger};
use serde::{Deserialize, Serialize};

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Event {
    /// A family entered what changed on the table.
    Entered {
        /// The number of the entry.
        number: u32,
        /// Who.
        family: u8,
        /// What.
        item: Item,
        /// What it was before the blockade halved it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        before: Option<i32>,
    },
    /// An entry came too late: another letter of the same step had changed what it is about.
    EntryFailed {
        /// Whose.
        family: u8,
        /// What.
        item: Item,
        /// Why.
        why: String,
    },
    /// A family objected, and the entry is struck.
    Struck {
        /// The number of the entry.
        number: u32,
        /// Who objected.
        by: u8,
    },
    /// A family has had its chance to object to what was entered before.
    Heard {
        /// Who.
        family: u8,
        /// The number of the first entry to which it still can.
        before: u32,
    },
    /// Families have said what they begin with.
    CampaignOpened,
    /// The Archbishop: the card is given to a family.
    ArchbishopNamed {
        /// To which.
        family: u8,
        /// How it came to that.
        how: Naming,
    },
    /// The Archbishop was murdered: the card is set aside.
    ArchbishopMurdered {
        /// On whose account.
        by: u8,
        /// The card that this family keeps until the end.
        card: String,
    },
    /// The Archbishop collected gold from each of the other families.
    Collected {
        /// Who holds the office.
        family: u8,
        /// Who paid how much.
        paid: Vec<(u8, i32)>,
    },
    /// An intrigue forestalled the collection.
    CollectionForestalled {
        /// Who holds the office.
        family: u8,
        /// Whose intrigue it was.
        by: u8,
    },
    /// An Event card was played outside a field battle.
    EventPlayed {
        /// By whom.
        family: u8,
        /// Which.
        card: String,
    },
    /// An Event card that was to be played had nothing to work on any more, and stays in the hand.
    CardUseless {
        /// Whose.
        family: u8,
        /// Which.
        card: String,
        /// Why.
        why: String,
    },
    /// The Regent cards drawn so far went back to the pile.
    PileRenewed,
    /// A Regent card was drawn.
    RegentDrawn {
        /// The round.
        round: u8,
        /// The era.
        era: Era,
        /// Which card.
        regent: String,
        /// What it says in this era.
        text: Text,
    },
    /// Somebody has most symbols of a kind, and with them a choice.
    ChooserNamed {
        /// Who.
        family: u8,
        /// Whether crown symbols counted, not troop symbols.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        by_crowns: bool,
        /// How many.
        count: i32,
        /// All families that have so many, if the die had to decide.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        tied: Vec<u8>,
    },
    /// Chancellor: another Regent card was chosen.
    RegentChosen {
        /// By whom.
        family: u8,
        /// Which.
        regent: String,
        /// What it says in this era.
        text: Text,
    },
    /// War broke out.
    WarBroke {
        /// Against whom.
        country: Country,
        /// Who chose it; none where the card did.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        family: Option<u8>,
    },
    /// The field battle is over and the round goes on.
    WarOver,
    /// The plundering is over and the round goes on.
    PlunderersBack {
        /// The families whose turn it was.
        families: Vec<u8>,
    },
    /// A family's turn came.
    FamilyTurnCame {
        /// Whose.
        family: u8,
    },
    /// A family said what it busies itself with.
    ActivityChosen {
        /// Who.
        family: u8,
        /// With what.
        activity: Activity,
    },
    /// A family's turn is over.
    FamilyTurnTaken {
        /// Whose.
        family: u8,
    },
    /// All families have had their turns: objections are asked for once more.
    RoundClosing {
        /// Of this family alone, after which the round goes on; of all that an entry is open to, if it is none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        family: Option<u8>,
    },
    /// The final tally.
    Tallied {
        /// The score of each family, by its place at the table.
        scores: Vec<i32>,
    },
}

/// How somebody came to be Archbishop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Naming {
    /// As the eldest player.
    Eldest,
    /// By the die.
    Die,
    /// As the next to the left.
    Left,
    /// By a manipulated election.
    Manipulated,
}

/// The kinds of events as they stand in the history.
pub const KINDS: [&str; 23] = [
    "entered",
    "entry-failed",
    "struck",
    "heard",
    "campaign-opened",
    "archbishop-named",
    "archbishop-murdered",
    "collected",
    "collection-forestalled",
    "event-played",
    "card-useless",
    "pile-renewed",
    "regent-drawn",
    "chooser-named",
    "regent-chosen",
    "war-broke",
    "war-over",
    "plunderers-back",
    "family-turn-came",
    "activity-chosen",
    "family-turn-taken",
    "round-closing",
    "tallied",
];

/// Applies an event. Events made by the rules always fit; one that names nobody changes nothing.
pub fn apply(setting: &Setting, public: &mut Public, event: &Event) {
    match event {
        Event::Entered { number, family, item, .. } => enter(setting, public, *number, *family, item),
        Event::Struck { number, .. } => strike(setting, public, *number),
        Event::EventPlayed { family, card } => {
            ledger::hold(setting, public, *family, card, false);
            play(setting, public, *family, card);
        }
        Event::ArchbishopMurdered { by, card } => {
            ledger::hold(setting, public, *by, card, false);
            change(public, |court| {
                court.archbishop = None;
                if let Some(ledger) = court.ledgers.get_mut(usize::from(*by)) {
                    ledger.stains.push(card.clone());
                }
            });
        }
        Event::PileRenewed => {
            public.pile = setting.data.regents.regents.iter().map(|card| card.id.clone()).collect();
        }
        Event::RegentDrawn { round, era, regent, text } => {
            public.pile.retain(|card| card != regent);
            change(public, |court| begin_round(court, *round, *era, regent, *text));
        }
        Event::RegentChosen { regent, text, .. } => {
            public.pile.retain(|card| card != regent);
            change(public, |court| {
                court.regent = Some(regent.clone());
                court.text = *text;
                court.family = None;
                court.stage = Stage::Turns;
            });
        }
        Event::WarBroke { country, .. } => {
            let era = public.court.as_ref().map_or(setting.era, |court| court.era);
            let mut field = Field::new(*country, era);
            field.regent_round = u16::from(public.round());
            public.battle = Some(field);
            change(public, |court| {
                court.war = Some(*country);
                court.stage = Stage::War;
                court.family = None;
            });
        }
        Event::WarOver => {
            public.battle = None;
            change(public, |court| court.stage = Stage::Turns);
        }
        other => change(public, |court| apply_to_court(court, other)),
    }
}

fn change(public: &mut Public, change: impl FnOnce(&mut Court)) {
    if let Some(court) = &mut public.court {
        change(court);
    }
}

fn begin_round(court: &mut Court, round: u8, era: Era, regent: &str, text: Text) {
    court.round = round;
    court.era = era;
    court.regent = Some(regent.to_owned());
    court.text = text;
    court.stage = Stage::Turns;
    court.family = None;
    court.done = Vec::new();
    court.collected = false;
    court.runners = Vec::new();
}

/// What changes nothing but the court itself.
fn apply_to_court(court: &mut Court, event: &Event) {
    match event {
        Event::Heard { family, before } => {
            for entry in court.entries.iter_mut().filter(|entry| entry.number < *before) {
                entry.open_to.retain(|other| other != family);
            }
            court.entries.retain(|entry| !entry.open_to.is_empty());
        }
        Event::CampaignOpened => court.stage = Stage::Turns,
        Event::ArchbishopNamed { family, .. } => {
            // Each holder collects when he takes his turn, also the second one of a round.
            court.collected &= court.archbishop == Some(*family);
            court.archbishop = Some(*family);
        }
        Event::Collected { family, paid } => {
            for (other, gold) in paid {
                court.ledgers[usize::from(*other)].gold -= gold;
                court.ledgers[usize::from(*family)].gold += gold;
            }
            court.collected = true;
        }
        Event::CollectionForestalled { .. } => {
            court.collected = true;
            court.intrigue = None;
        }
        Event::ChooserNamed { family, by_crowns, .. } => {
            court.family = Some(*family);
            court.stage = if *by_crowns { Stage::Regency } else { Stage::Country };
        }
        Event::PlunderersBack { families } => {
            court.done.extend(families);
            court.stage = Stage::Turns;
        }
        Event::FamilyTurnCame { family } => court.family = Some(*family),
        Event::FamilyTurnTaken { family } => {
            court.done.push(*family);
            court.family = None;
        }
        Event::RoundClosing { family } => {
            court.family = *family;
            court.stage = Stage::Closing;
        }
        _ => {}
    }
}

fn enter(setting: &Setting, public: &mut Public, number: u32, family: u8, item: &Item) {
    ledger::carry_out(setting, public, family, item);
    let open_to: Vec<u8> = public.in_game().filter(|other| *other != family).collect();
    change(public, |court| {
        court.next_entry = number + 1;
        if !open_to.is_empty() {
            court.entries.push(Entry { number, family, item: item.clone(), open_to });
        }
    });
}

fn strike(setting: &Setting, public: &mut Public, number: u32) {
    let Some(entry) = public.court.as_ref().and_then(|court| court.entry(number)).cloned() else { return };
    ledger::undo(setting, public, &entry);
    change(public, |court| court.entries.retain(|other| other.number != number));
}

/// What a card changes by being played; elections are events of their own.
fn play(setting: &Setting, public: &mut Public, family: u8, card: &str) {
    use super::data::Effect;
    let effect = setting.data.court.card(card).map(|card| card.effect);
    change(public, |court| match effect {
        Some(Effect::Intrigue) => court.intrigue = Some(family),
        Some(Effect::BlockadeRunner) => court.runners.push(family),
        _ => {}
    });
}
