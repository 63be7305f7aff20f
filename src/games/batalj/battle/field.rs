//! The battlefield as it stands: who takes part, which pieces are where, whose command it is.

use super::area::{Area, Side};
use super::{Country, Era, Setting};
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};

/// The most pieces in a front section: soldiers and field marshals together (*Important to remember*).
pub const MAX_PIECES: u8 = 4;

/// Kinds of pieces that stand in areas.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Piece {
    /// A Fief card with all that stands on it.
    Fief,
    /// A soldier.
    Soldier,
    /// A field marshal.
    Marshal,
}

/// The pieces of one side, by area. Artillery is not among them: it stands in the Reserve and stays there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Army {
    soldiers: [u8; 8],
    marshals: [u8; 8],
}

impl Army {
    /// Soldiers in an area.
    pub fn soldiers(&self, area: Area) -> u8 {
        self.soldiers[area as usize]
    }

    /// Field marshals in an area.
    pub fn marshals(&self, area: Area) -> u8 {
        self.marshals[area as usize]
    }

    /// Soldiers and field marshals in an area.
    pub fn pieces(&self, area: Area) -> u8 {
        self.soldiers(area) + self.marshals(area)
    }

    /// Soldiers in all areas.
    pub fn all_soldiers(&self) -> u32 {
        self.soldiers.iter().map(|n| u32::from(*n)).sum()
    }

    /// Field marshals in all areas.
    pub fn all_marshals(&self) -> u32 {
        self.marshals.iter().map(|n| u32::from(*n)).sum()
    }

    /// Whether a piece more may stand in an area.
    pub fn has_room(&self, area: Area) -> bool {
        !area.is_front() || self.pieces(area) < MAX_PIECES
    }

    /// Puts soldiers into an area.
    pub fn add_soldiers(&mut self, area: Area, count: u8) {
        let there = &mut self.soldiers[area as usize];
        *there = there.saturating_add(count);
    }

    /// Takes soldiers out of an area, as far as there are any; gives how many.
    pub fn take_soldiers(&mut self, area: Area, count: u8) -> u8 {
        let there = &mut self.soldiers[area as usize];
        let taken = count.min(*there);
        *there -= taken;
        taken
    }

    /// Puts field marshals into an area.
    pub fn add_marshals(&mut self, area: Area, count: u8) {
        let there = &mut self.marshals[area as usize];
        *there = there.saturating_add(count);
    }

    /// Takes field marshals out of an area, as far as there are any; gives how many.
    pub fn take_marshals(&mut self, area: Area, count: u8) -> u8 {
        let there = &mut self.marshals[area as usize];
        let taken = count.min(*there);
        *there -= taken;
        taken
    }

    /// Moves soldiers.
    pub fn move_soldiers(&mut self, from: Area, to: Area, count: u8) {
        let taken = self.take_soldiers(from, count);
        self.add_soldiers(to, taken);
    }

    /// Moves field marshals.
    pub fn move_marshals(&mut self, from: Area, to: Area, count: u8) {
        let taken = self.take_marshals(from, count);
        self.add_marshals(to, taken);
    }

    /// *Important to remember*: a field marshal never stands alone in a front section; he goes to the Reserve.
    pub fn bring_back_lone_marshals(&mut self, side: Side) {
        for area in Area::FRONT {
            if self.soldiers(area) == 0 && self.marshals(area) > 0 {
                self.move_marshals(area, side.reserve(), u8::MAX);
            }
        }
    }

    fn by_area(counts: &[u8; 8]) -> impl Iterator<Item = (Area, u8)> + '_ {
        Area::ALL.into_iter().zip(counts.iter().copied()).filter(|(_, n)| *n > 0)
    }
}

/// One kind of piece by area, areas without any left out.
struct Counts<'a>(&'a [u8; 8]);

impl Serialize for Counts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (area, count) in Army::by_area(self.0) {
            map.serialize_entry(area.id(), &count)?;
        }
        map.end()
    }
}

impl Serialize for Army {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("soldiers", &Counts(&self.soldiers))?;
        map.serialize_entry("field-marshals", &Counts(&self.marshals))?;
        map.end()
    }
}

/// Where a field battle stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// Families say what they take part with.
    Muster,
    /// The commander deploys.
    Deployment,
    /// A round is to be ordered.
    Round,
    /// A round's regrouping was left open.
    Regrouping,
    /// The battle is over.
    Over,
}

/// How a field battle ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// Sweden won.
    Sweden,
    /// The enemy won.
    Enemy,
    /// Neither.
    Draw,
    /// Nobody took the field for Sweden.
    NotFought,
}

/// A field battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Where it stands.
    pub stage: Stage,
    /// The regent round that it is fought in; 0 in a single battle.
    pub regent_round: u16,
    /// Whom it is fought against.
    pub country: Country,
    /// In which era.
    pub era: Era,
    /// The round, from 1; 0 before the first.
    pub round: u16,
    /// The family that writes Sweden's orders.
    pub commander: u8,
    /// The families that have said whether they take part, by place.
    pub answered: [bool; 5],
    /// The cards that each family takes part with; none for one that stays away.
    pub mustered: [Vec<String>; 5],
    /// Sweden's pieces.
    pub sweden: Army,
    /// The enemy's pieces.
    pub enemy: Army,
    /// The strengths of Sweden's artillery, a piece each.
    pub artillery: Vec<u8>,
    /// The enemy's cannon.
    pub enemy_cannon: u8,
    /// Fief cards in front sections, by area.
    pub fiefs: [Option<String>; 8],
    /// Fief cards in Sweden's Reserve.
    pub resting_fiefs: Vec<String>,
    /// Event cards that have been played in this battle.
    pub played: Vec<String>,
    /// Whether The Swedish Steel Bites counts this round.
    pub has_steel: bool,
    /// Whether Superior Tactics counts this round.
    pub has_tactics: bool,
    /// Whether anything was lost or played this round.
    pub is_stirred: bool,
    /// Rounds in a row without that.
    pub quiet_rounds: u8,
    /// How it ended.
    pub outcome: Option<Outcome>,
}

impl Field {
    /// A battle about to be mustered for.
    pub fn new(country: Country, era: Era) -> Self {
        Self {
            stage: Stage::Muster,
            regent_round: 0,
            country,
            era,
            round: 0,
            commander: 0,
            answered: [false; 5],
            mustered: Default::default(),
            sweden: Army::default(),
            enemy: Army::default(),
            artillery: Vec::new(),
            enemy_cannon: 0,
            fiefs: Default::default(),
            resting_fiefs: Vec::new(),
            played: Vec::new(),
            has_steel: false,
            has_tactics: false,
            is_stirred: false,
            quiet_rounds: 0,
            outcome: None,
        }
    }

    /// A side's pieces.
    pub fn army(&self, side: Side) -> &Army {
        match side {
            Side::Sweden => &self.sweden,
            Side::Enemy => &self.enemy,
        }
    }

    /// A side's pieces, to be changed.
    pub fn army_mut(&mut self, side: Side) -> &mut Army {
        match side {
            Side::Sweden => &mut self.sweden,
            Side::Enemy => &mut self.enemy,
        }
    }

    /// Who stands in an area.
    pub fn holder(&self, area: Area) -> Option<Side> {
        if self.sweden.pieces(area) > 0 {
            Some(Side::Sweden)
        } else if self.enemy.pieces(area) > 0 {
            Some(Side::Enemy)
        } else {
            None
        }
    }

    /// Whether nothing stands in a front section, no card either.
    pub fn is_empty(&self, area: Area) -> bool {
        self.holder(area).is_none() && self.fiefs[area as usize].is_none()
    }

    /// Whether a family takes part.
    pub fn takes_part(&self, family: u8) -> bool {
        self.mustered.get(usize::from(family)).is_some_and(|cards| !cards.is_empty())
    }

    /// *Important to remember* and *Losses*: field marshals who would stand alone go back, and so does a Fief card that
    /// no soldier stands on.
    pub fn settle(&mut self) {
        self.enemy.bring_back_lone_marshals(Side::Enemy);
        self.sweden.bring_back_lone_marshals(Side::Sweden);
        for area in Area::FRONT {
            if self.sweden.soldiers(area) == 0 {
                self.rest_fief(area);
            }
        }
    }

    /// Puts a front section's Fief card into the Reserve.
    pub fn rest_fief(&mut self, area: Area) {
        if let Some(fief) = self.fiefs[area as usize].take() {
            let at = self.resting_fiefs.partition_point(|f| *f < fief);
            self.resting_fiefs.insert(at, fief);
        }
    }

    /// What labels of rolls begin with: unique in a step, whatever rounds it carries on.
    pub fn label(&self) -> String {
        if self.regent_round > 0 {
            format!("regent {} r{}", self.regent_round, self.round)
        } else {
            format!("r{}", self.round)
        }
    }

    /// What must hold and does not.
    pub fn broken(&self, setting: &Setting) -> Vec<String> {
        let mut broken = Vec::new();
        let mut require = |holds: bool, what: String| broken.extend((!holds).then_some(what));
        for area in Area::ALL {
            for side in [Side::Sweden, Side::Enemy] {
                let army = self.army(side);
                let is_lone = army.marshals(area) > 0 && army.soldiers(area) == 0 && area.is_front();
                require(!is_lone, format!("a field marshal stands alone in {area}"));
                require(
                    !area.is_front() || army.pieces(area) <= MAX_PIECES,
                    format!("more than four pieces in {area}"),
                );
            }
            let both = self.sweden.pieces(area) > 0 && self.enemy.pieces(area) > 0;
            require(!both, format!("both sides stand in {area}"));
            let has_card = self.fiefs[area as usize].is_some();
            require(!has_card || area.is_front(), format!("a Fief card lies in {area}"));
            require(
                !has_card || self.sweden.soldiers(area) > 0,
                format!("a Fief card without a soldier lies in {area}"),
            );
        }
        require(
            self.sweden.pieces(Area::EnemyReserve) == 0,
            "Sweden stands in the enemy's Reserve".to_owned(),
        );
        require(self.enemy.pieces(Area::Reserve) == 0, "the enemy stands in Sweden's Reserve".to_owned());
        if matches!(self.stage, Stage::Round | Stage::Regrouping) {
            for side in [Side::Sweden, Side::Enemy] {
                let is_held = self.army(side).soldiers(side.reserve()) > 0;
                require(is_held, format!("no soldier in the Reserve of {}", side.name()));
            }
            require(usize::from(self.commander) < setting.families.len(), "nobody commands".to_owned());
        }
        require(self.resting_fiefs.is_sorted(), "Fief cards in the Reserve are not in order".to_owned());
        require(
            (self.stage == Stage::Over) == self.outcome.is_some(),
            "a battle is over if and only if it has an outcome".to_owned(),
        );
        broken
    }
}

impl Serialize for Field {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("stage", &self.stage)?;
        if self.regent_round > 0 {
            map.serialize_entry("regent-round", &self.regent_round)?;
        }
        map.serialize_entry("against", &self.country)?;
        map.serialize_entry("era", &self.era)?;
        map.serialize_entry("round", &self.round)?;
        map.serialize_entry("commander", &self.commander)?;
        map.serialize_entry("answered", &places(self.answered))?;
        map.serialize_entry("mustered", &self.mustered)?;
        map.serialize_entry("sweden", &self.sweden)?;
        map.serialize_entry("enemy", &self.enemy)?;
        map.serialize_entry("artillery", &self.artillery)?;
        map.serialize_entry("enemy-cannon", &self.enemy_cannon)?;
        let fiefs: std::collections::BTreeMap<&str, &String> =
            Area::ALL.iter().filter_map(|a| Some((a.id(), self.fiefs[*a as usize].as_ref()?))).collect();
        map.serialize_entry("fiefs", &fiefs)?;
        map.serialize_entry("resting-fiefs", &self.resting_fiefs)?;
        map.serialize_entry("played", &self.played)?;
        map.serialize_entry("steel", &self.has_steel)?;
        map.serialize_entry("tactics", &self.has_tactics)?;
        map.serialize_entry("stirred", &self.is_stirred)?;
        map.serialize_entry("quiet-rounds", &self.quiet_rounds)?;
        if let Some(outcome) = self.outcome {
            map.serialize_entry("outcome", &outcome)?;
        }
        map.end()
    }
}

/// The places of a table that are marked.
fn places(marks: [bool; 5]) -> Vec<u8> {
    (0u8..).zip(marks).filter(|(_, m)| *m).map(|(i, _)| i).collect()
}

#[cfg(test)]
impl Field {
    /// A field on which these pieces stand, for tests: side, area, soldiers, field marshals. A Fief card lies in each
    /// front section that Sweden holds.
    pub fn with(pieces: &[(Side, Area, u8, u8)]) -> Self {
        let mut field = Self::new(Country::Polen, Era::Stormaktstiden);
        field.stage = Stage::Round;
        field.round = 1;
        for (side, area, soldiers, marshals) in pieces {
            field.army_mut(*side).add_soldiers(*area, *soldiers);
            field.army_mut(*side).add_marshals(*area, *marshals);
            if *side == Side::Sweden && area.is_front() {
                field.fiefs[*area as usize] = Some(format!("fief-{area}"));
            }
        }
        field
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_stands_alone_and_no_card_lies_bare() {
        let mut field = Field::with(&[
            (Side::Sweden, Area::Left, 1, 1),
            (Side::Sweden, Area::Reserve, 1, 0),
            (Side::Enemy, Area::EnemyCentre, 0, 2),
        ]);
        field.sweden.take_soldiers(Area::Left, 1);
        field.settle();
        assert_eq!((field.sweden.marshals(Area::Left), field.sweden.marshals(Area::Reserve)), (0, 1));
        assert_eq!(field.enemy.marshals(Area::EnemyReserve), 2);
        assert_eq!((field.is_empty(Area::Left), field.resting_fiefs.len()), (true, 1));
    }

    #[test]
    fn labels_name_the_round_and_in_a_campaign_the_regent_round() {
        let mut field = Field::with(&[]);
        assert_eq!(field.label(), "r1");
        field.regent_round = 4;
        assert_eq!(field.label(), "regent 4 r1");
    }
}
