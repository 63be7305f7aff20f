//! The position of the campaign.

use super::orders::Item;
use super::{CardPiece, Country, Era, Public, Setting, Text};
use serde::Serialize;

/// Where a regent round stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// Families say what they begin with.
    Opening,
    /// A family chooses whom the war is against.
    Country,
    /// A family chooses the Regent card under the Chancellor.
    Regency,
    /// The war is fought.
    War,
    /// Families take their turns.
    Turns,
    /// All families have had their turns, and some are asked for objections once more.
    Closing,
}

/// The campaign.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Court {
    /// The regent round, from 1; 0 before the first.
    pub round: u8,
    /// The era.
    pub era: Era,
    /// Where the round stands.
    pub stage: Stage,
    /// The Regent card that applies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub regent: Option<String>,
    /// What it says in this era.
    pub text: Text,
    /// Whose choice or turn it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub family: Option<u8>,
    /// The families that have had their turn in this round, or have spent it on plundering.
    pub done: Vec<u8>,
    /// The country that the last war of the campaign was against.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub war: Option<Country>,
    /// The family that holds the Archbishop card; none while it is set aside.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub archbishop: Option<u8>,
    /// Whether the holder of the card has collected in this round.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub collected: bool,
    /// Who has forestalled the next collection.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub intrigue: Option<u8>,
    /// The families whose trade the blockade of this round does not halve.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub runners: Vec<u8>,
    /// What each family has beside its cards, by its place at the table.
    pub ledgers: Vec<Ledger>,
    /// Entries that can still be objected to, in ascending order of their numbers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub entries: Vec<Entry>,
    /// The number of the next entry.
    pub next_entry: u32,
}

/// What a family has beside its cards.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Ledger {
    /// Gold; below nothing only where an entry was struck after it had been spent.
    pub gold: i32,
    /// AP won so far, without tiles and what is counted at the end.
    pub ap: i32,
    /// Merchants.
    #[serde(skip_serializing_if = "is_nought")]
    pub merchants: i32,
    /// Troop symbols beyond those of known cards.
    #[serde(skip_serializing_if = "is_nought")]
    pub troops: i32,
    /// Crown symbols beyond those of Fief cards.
    #[serde(skip_serializing_if = "is_nought")]
    pub crowns: i32,
    /// Cards by which the family had an Archbishop murdered, each -1 AP at the end.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stains: Vec<String>,
}

/// Something that a family entered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Entry {
    /// Its number, as objections name it.
    pub number: u32,
    /// Who entered it.
    pub family: u8,
    /// What.
    pub item: Item,
    /// The families that can still object.
    pub open_to: Vec<u8>,
}

/// Serde asks with a reference.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_nought(n: &i32) -> bool {
    *n == 0
}

impl Court {
    /// The campaign before anything was entered.
    pub fn new(setting: &Setting) -> Self {
        let gold = i32::from(setting.data.court.opening.gold);
        let (era, _) = setting.data.court.reigns.of_round(1, setting.rounds);
        Self {
            round: 0,
            era,
            stage: Stage::Opening,
            regent: None,
            text: Text::None,
            family: None,
            done: Vec::new(),
            war: None,
            archbishop: None,
            collected: false,
            intrigue: None,
            runners: Vec::new(),
            ledgers: vec![Ledger { gold, ..Ledger::default() }; setting.families.len()],
            entries: Vec::new(),
            next_entry: 1,
        }
    }

    /// What a family has beside its cards.
    pub fn ledger(&self, family: u8) -> &Ledger {
        &self.ledgers[usize::from(family)]
    }

    /// An entry that can still be objected to.
    pub fn entry(&self, number: u32) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.number == number)
    }
}

/// Troop symbols that a family controls: of Fief cards, of soldiers and field marshals among its Military cards, and
/// what it entered beside them.
pub fn count_troops(setting: &Setting, public: &Public, family: u8) -> i32 {
    let cards = public
        .family(family)
        .military
        .iter()
        .filter(|id| setting.data.military(id).is_some_and(|card| card.piece != CardPiece::Artillery));
    let beside = public.court.as_ref().map_or(0, |court| court.ledger(family).troops);
    count_fief_troops(setting, public, family) + cards.count() as i32 + beside
}

/// Troop symbols on a family's Fief cards.
pub fn count_fief_troops(setting: &Setting, public: &Public, family: u8) -> i32 {
    let fiefs = public.family(family).fiefs.iter().filter_map(|id| setting.data.fief(id));
    fiefs.map(|fief| i32::from(fief.troops)).sum()
}

/// Crown symbols that a family controls.
pub fn count_crowns(setting: &Setting, public: &Public, family: u8) -> i32 {
    let fiefs = public.family(family).fiefs.iter().filter_map(|id| setting.data.fief(id));
    let beside = public.court.as_ref().map_or(0, |court| court.ledger(family).crowns);
    fiefs.map(|fief| i32::from(fief.crowns)).sum::<i32>() + beside
}
