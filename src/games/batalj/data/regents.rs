//! The Regent cards: what each says in each era, and the troop symbols that make it a strength card of the enemy.

use super::Provenance;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// The three eras of the base game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Era {
    /// The time of the Vasas.
    Vasatiden,
    /// The time of Sweden as a great power.
    Stormaktstiden,
    /// The Age of Liberty.
    Frihetstiden,
}

impl Era {
    /// All, in the order in which they pass.
    pub const ALL: [Self; 3] = [Self::Vasatiden, Self::Stormaktstiden, Self::Frihetstiden];

    /// The word in the terms and on the cards.
    pub fn id(self) -> &'static str {
        ["vasatiden", "stormaktstiden", "frihetstiden"][self as usize]
    }

    /// The name in sentences.
    pub fn title(self) -> &'static str {
        ["Vasatiden", "Stormaktstiden", "Frihetstiden"][self as usize]
    }
}

/// The neighbouring countries that wars are fought against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Country {
    /// Denmark.
    Danmark,
    /// Poland.
    Polen,
    /// Prussia.
    Preussen,
    /// Russia.
    Ryssland,
}

impl Country {
    /// All, in the order of their names.
    pub const ALL: [Self; 4] = [Self::Danmark, Self::Polen, Self::Preussen, Self::Ryssland];

    /// The word in the terms and in orders.
    pub fn id(self) -> &'static str {
        ["danmark", "polen", "preussen", "ryssland"][self as usize]
    }

    /// The name in sentences.
    pub fn title(self) -> &'static str {
        ["Danmark", "Polen", "Preussen", "Ryssland"][self as usize]
    }
}

/// What a Regent card says in one era.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Text {
    /// A war against a country of choice.
    War,
    /// A war against a country that the card names.
    WarAgainst(Country),
    /// Families may set out to plunder.
    Plundering,
    /// The Regent dies; whoever has most crown symbols chooses another card.
    Chancellor,
    /// The Archbishop card moves on.
    ArchbishopElection,
    /// History cards of the era may be chosen freely.
    Enlightenment,
    /// Income from trade is halved.
    TradeBlockade,
    /// Base game: no war.
    Peace,
    /// Base game: half of the gold is paid.
    TaxGathering,
    /// Base game: agriculture yields half.
    Famine,
    /// Base game: agriculture yields double.
    GoodHarvest,
    /// Base game: merchants bring more.
    ImportDemand,
    /// Nothing.
    None,
}

impl Text {
    /// Every text.
    pub const ALL: [Self; 16] = [
        Self::War,
        Self::WarAgainst(Country::Danmark),
        Self::WarAgainst(Country::Polen),
        Self::WarAgainst(Country::Preussen),
        Self::WarAgainst(Country::Ryssland),
        Self::Plundering,
        Self::Chancellor,
        Self::ArchbishopElection,
        Self::Enlightenment,
        Self::TradeBlockade,
        Self::Peace,
        Self::TaxGathering,
        Self::Famine,
        Self::GoodHarvest,
        Self::ImportDemand,
        Self::None,
    ];

    /// The word in the data.
    pub fn id(self) -> &'static str {
        match self {
            Self::War => "war",
            Self::WarAgainst(Country::Danmark) => "war-danmark",
            Self::WarAgainst(Country::Polen) => "war-polen",
            Self::WarAgainst(Country::Preussen) => "war-preussen",
            Self::WarAgainst(Country::Ryssland) => "war-ryssland",
            Self::Plundering => "plundering",
            Self::Chancellor => "chancellor",
            Self::ArchbishopElection => "archbishop-election",
            Self::Enlightenment => "enlightenment",
            Self::TradeBlockade => "trade-blockade",
            Self::Peace => "peace",
            Self::TaxGathering => "tax-gathering",
            Self::Famine => "famine",
            Self::GoodHarvest => "good-harvest",
            Self::ImportDemand => "import-demand",
            Self::None => "none",
        }
    }

    /// What it is called in sentences.
    pub fn title(self) -> &'static str {
        match self {
            Self::War => "War (optional)",
            Self::WarAgainst(Country::Danmark) => "War against Danmark",
            Self::WarAgainst(Country::Polen) => "War against Polen",
            Self::WarAgainst(Country::Preussen) => "War against Preussen",
            Self::WarAgainst(Country::Ryssland) => "War against Ryssland",
            Self::Plundering => "Plundering",
            Self::Chancellor => "Chancellor",
            Self::ArchbishopElection => "Archbishop election",
            Self::Enlightenment => "Enlightenment",
            Self::TradeBlockade => "Trade blockade",
            Self::Peace => "Peace",
            Self::TaxGathering => "Tax gathering",
            Self::Famine => "Famine",
            Self::GoodHarvest => "Good harvest",
            Self::ImportDemand => "Import demand",
            Self::None => "nothing",
        }
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let word = String::deserialize(deserializer)?;
        Self::ALL.into_iter().find(|text| text.id() == word).ok_or_else(|| {
            let known: Vec<&str> = Self::ALL.iter().map(|text| text.id()).collect();
            serde::de::Error::custom(format!("no Regent card says {word:?}; use {}", known.join(", ")))
        })
    }
}

/// The Regent cards.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RegentData {
    /// Where texts and strengths are from.
    #[serde(default)]
    pub source: Provenance,
    /// The cards, in ascending order of their ids.
    pub regents: Vec<Regent>,
}

/// One Regent card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Regent {
    /// Its id.
    pub id: String,
    /// Soldiers it stands for as a strength card of the enemy.
    pub soldiers: u8,
    /// Field marshals likewise.
    pub field_marshals: u8,
    /// Cannon likewise.
    pub cannon: u8,
    /// What it says in Vasatiden.
    pub vasatiden: Text,
    /// What it says in Stormaktstiden.
    pub stormaktstiden: Text,
    /// What it says in Frihetstiden.
    pub frihetstiden: Text,
}

impl Regent {
    /// What the card says in an era.
    pub fn text(&self, era: Era) -> Text {
        match era {
            Era::Vasatiden => self.vasatiden,
            Era::Stormaktstiden => self.stormaktstiden,
            Era::Frihetstiden => self.frihetstiden,
        }
    }
}

impl RegentData {
    /// A card by its id.
    pub fn find(&self, id: &str) -> Option<usize> {
        self.regents.binary_search_by(|card| card.id.as_str().cmp(id)).ok()
    }

    /// What is wrong, each line beginning with the path of the value.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        if !(9..=60).contains(&self.regents.len()) {
            faults.push("regents.regents: must be 9 to 60 cards, since an enemy takes up to 8".to_owned());
        }
        for pair in self.regents.windows(2).filter(|pair| pair[0].id >= pair[1].id) {
            faults.push(format!(
                "regents.{}: must stand after {}, in the order of ids",
                pair[1].id, pair[0].id
            ));
        }
        for card in &self.regents {
            if !crate::kernel::seat::is_id(&card.id) || card.id.len() > 24 {
                faults.push(format!("regents.{}: must be letters, digits and hyphens, at most 24", card.id));
            }
            if card.soldiers > 8 || card.field_marshals > 2 || card.cannon > 3 {
                faults.push(format!("regents.{}: has more troop symbols than a card can hold", card.id));
            }
        }
        faults
    }
}
