//! What the campaign needs of the base game: cards, beginnings, reigns, and what counts in the tally.

use super::{Data, Era, Provenance};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The components of the campaign.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CourtData {
    /// Event cards that concern the Archbishop and trade, in ascending order of their ids.
    pub cards: Vec<CourtCard>,
    /// What every family begins with.
    pub opening: OpeningData,
    /// The Regents of the board.
    pub reigns: ReignData,
    /// What counts in the final tally.
    pub tally: TallyData,
}

/// What an Event card does outside field battles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// The Archbishop card moves on.
    Election,
    /// Who plays it names the Archbishop.
    ManipulatedElection,
    /// The Archbishop card is set aside, and the family is stained.
    Assassination,
    /// The Archbishop's next collection does not take place.
    Intrigue,
    /// The family's trade is not halved.
    BlockadeRunner,
}

/// One Event card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CourtCard {
    /// Its id in plain letters.
    pub id: String,
    /// Its title.
    pub name: String,
    /// What it does.
    pub effect: Effect,
    /// Where this is from.
    #[serde(default)]
    pub source: Provenance,
}

/// What every family begins with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpeningData {
    /// Where this is from.
    #[serde(default)]
    pub source: Provenance,
    /// Gold.
    pub gold: u16,
    /// The Fief card of each family.
    pub homes: BTreeMap<String, String>,
}

/// The Regents of the board by era.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReignData {
    /// Where this is from.
    #[serde(default)]
    pub source: Provenance,
    /// In Vasatiden.
    pub vasatiden: Vec<String>,
    /// In Stormaktstiden.
    pub stormaktstiden: Vec<String>,
    /// In Frihetstiden.
    pub frihetstiden: Vec<String>,
}

/// As many of each as make one AP.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TallyData {
    /// Where this is from.
    #[serde(default)]
    pub source: Provenance,
    /// Gold.
    pub gold: u16,
    /// Crown symbols.
    pub crowns: u16,
    /// Troop symbols of Fief cards.
    pub troops: u16,
    /// Merchants.
    pub merchants: u16,
}

impl ReignData {
    /// Every reign with its era, in the order in which they pass.
    fn all(&self) -> Vec<(Era, &str)> {
        let eras = [&self.vasatiden, &self.stormaktstiden, &self.frihetstiden];
        let mut all = Vec::new();
        for (era, reigns) in Era::ALL.into_iter().zip(eras) {
            all.extend(reigns.iter().map(|name| (era, name.as_str())));
        }
        all
    }

    /// The reign of a round, from 1, where so many rounds are spread over all of them.
    pub fn of_round(&self, round: u8, rounds: u8) -> (Era, &str) {
        let all = self.all();
        let rounds = usize::from(rounds.max(1));
        let at = usize::from(round.max(1) - 1).min(rounds - 1) * all.len() / rounds;
        all.get(at).copied().unwrap_or((Era::Frihetstiden, "a regency"))
    }
}

impl CourtData {
    /// A card by its id.
    pub fn card(&self, id: &str) -> Option<&CourtCard> {
        self.cards.iter().find(|card| card.id == id)
    }

    /// What is wrong, each line beginning with the path of the value.
    pub fn faults(&self, data: &Data) -> Vec<String> {
        let mut faults = Vec::new();
        for (family, fief) in &self.opening.homes {
            if data.fief(fief).is_none() {
                faults.push(format!("court.opening.homes.{family}: there is no fief {fief}"));
            }
        }
        let homes: std::collections::BTreeSet<&String> = self.opening.homes.values().collect();
        if homes.len() != self.opening.homes.len() {
            faults.push("court.opening.homes: two families have one home".to_owned());
        }
        let eras = [&self.reigns.vasatiden, &self.reigns.stormaktstiden, &self.reigns.frihetstiden];
        for (era, reigns) in Era::ALL.into_iter().zip(eras) {
            let is_sound = |name: &String| {
                !name.is_empty() && name.chars().count() <= 40 && !name.chars().any(char::is_control)
            };
            if !(1..=20).contains(&reigns.len()) || !reigns.iter().all(is_sound) {
                faults.push(format!("court.reigns.{}: must be 1 to 20 names of one line", era.id()));
            }
        }
        let tally = self.tally;
        if [tally.gold, tally.crowns, tally.troops, tally.merchants].contains(&0) {
            faults.push("court.tally: must be at least 1 of each".to_owned());
        }
        faults
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_are_spread_over_all_reigns() {
        let reigns = &Data::embedded().court.reigns;
        assert_eq!(reigns.of_round(1, 10), (Era::Vasatiden, "Gustav Vasa"));
        assert_eq!(reigns.of_round(10, 10), (Era::Frihetstiden, "Gustav IV Adolf"));
        assert_eq!(reigns.of_round(16, 16), (Era::Frihetstiden, "Karl XIII"));
        assert_eq!(reigns.of_round(1, 1), (Era::Vasatiden, "Gustav Vasa"));
        let eras: Vec<Era> = (1..=16).map(|round| reigns.of_round(round, 16).0).collect();
        assert!(eras.is_sorted());
    }

    #[test]
    fn faults_of_an_owners_court_are_told() {
        let data = Data::embedded();
        assert_eq!(data.court.faults(data), Vec::<String>::new());
        let mut court = data.court.clone();
        court.opening.homes.insert("grip".to_owned(), "atlantis".to_owned());
        court.tally.gold = 0;
        assert_eq!(court.faults(data).len(), 2);
    }
}
