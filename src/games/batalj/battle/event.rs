//! What happens in a field battle, and what it changes.

use super::area::{Area, Side};
use super::field::{Field, Outcome, Piece, Stage};
use super::{Public, Setting, cards, deployment, enemy};
use serde::{Deserialize, Serialize};

/// Something that happened in a field battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Event {
    /// §1 A family took part.
    Mustered {
        /// Its place at the table.
        family: u8,
        /// With these cards.
        cards: Vec<String>,
    },
    /// §1 A family stayed away.
    StayedAway {
        /// Its place at the table.
        family: u8,
    },
    /// A family took command of Sweden's troops.
    TookCommand {
        /// Its place at the table.
        family: u8,
    },
    /// §1 Sweden's cards were laid out and turned into pieces.
    Deployed {
        /// Each card and its area, in ascending order of the cards.
        placed: Vec<(String, Area)>,
    },
    /// §1 The enemy's strength cards were drawn and turned into pieces.
    EnemyFormed {
        /// Each card and its area, in the order drawn.
        cards: Vec<(String, Area)>,
    },
    /// A round began.
    RoundBegan {
        /// Its number, from 1.
        round: u16,
        /// Who commands.
        family: u8,
    },
    /// An Event card was played.
    CardPlayed {
        /// By whom.
        family: u8,
        /// Which.
        card: String,
        /// On which section.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        on: Option<Area>,
    },
    /// §2 A piece of artillery fired.
    Bombarded {
        /// Whose.
        side: Side,
        /// Which, from 1.
        piece: u8,
        /// The highest result that hits.
        strength: u8,
        /// What was rolled; a second result where the die was rolled again.
        rolled: Vec<u8>,
        /// What was hit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        loss: Option<Loss>,
    },
    /// §3 and §4 A front section or a Reserve attacked.
    Attacked {
        /// Whose.
        side: Side,
        /// From where.
        from: Area,
        /// The highest result that succeeds.
        strength: u8,
        /// What was rolled; a second result where the die was rolled again.
        rolled: Vec<u8>,
        /// What the opponent lost, area by area.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        losses: Vec<Loss>,
        /// Attackers that had to retreat.
        #[serde(default, skip_serializing_if = "is_zero")]
        retreated: u8,
    },
    /// §5 and §6 Pieces moved.
    Moved {
        /// Whose.
        side: Side,
        /// What.
        piece: Piece,
        /// How many.
        #[serde(default = "one", skip_serializing_if = "is_one")]
        count: u8,
        /// From where.
        from: Area,
        /// To where.
        to: Area,
    },
    /// An order could not be carried out when its time came.
    Skipped {
        /// The order.
        order: String,
        /// Why.
        why: String,
    },
    /// Fewer soldiers moved than an order names.
    FellShort {
        /// The order.
        order: String,
        /// How many moved.
        moved: u8,
        /// How many it names.
        of: u8,
        /// Why.
        why: String,
    },
    /// §6 The die decided between areas.
    DieDecided {
        /// What goes there.
        piece: Piece,
        /// The areas, in the order in which the die counts them.
        among: Vec<Area>,
        /// What was rolled.
        rolled: u8,
    },
    /// §5 Regrouping was left to an order of its own.
    RegroupingLeftOpen,
    /// §5 Sweden's regrouping is over.
    Regrouped,
    /// The battle ended.
    BattleEnded {
        /// How.
        outcome: Outcome,
        /// Why.
        reason: String,
    },
}

/// The kinds of events as they stand in the history.
pub const KINDS: [&str; 16] = [
    "mustered",
    "stayed-away",
    "took-command",
    "deployed",
    "enemy-formed",
    "round-began",
    "card-played",
    "bombarded",
    "attacked",
    "moved",
    "skipped",
    "fell-short",
    "die-decided",
    "regrouping-left-open",
    "regrouped",
    "battle-ended",
];

/// What a side lost in one area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Loss {
    /// Where.
    pub at: Area,
    /// Soldiers removed.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub soldiers: u8,
    /// Field marshals that retreated instead.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub marshals: u8,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
fn is_zero(n: &u8) -> bool {
    *n == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
fn is_one(n: &u8) -> bool {
    *n == 1
}

fn one() -> u8 {
    1
}

/// Applies an event.
pub fn apply(setting: &Setting, public: &mut Public, event: &Event) {
    match event {
        Event::CardPlayed { family, card, on } => cards::apply(setting, public, *family, card, *on),
        other => {
            if let Some(field) = &mut public.battle {
                apply_to_field(setting, field, other);
            }
        }
    }
}

/// Applies an event that concerns the battlefield alone.
pub fn apply_to_field(setting: &Setting, field: &mut Field, event: &Event) {
    match event {
        Event::Mustered { family, cards } => {
            let place = usize::from(*family).min(4);
            field.answered[place] = true;
            field.mustered[place].clone_from(cards);
        }
        Event::StayedAway { family } => field.answered[usize::from(*family).min(4)] = true,
        Event::TookCommand { family } => {
            field.commander = *family;
            if field.stage == Stage::Muster {
                field.stage = Stage::Deployment;
            }
        }
        Event::Deployed { placed } => deployment::apply(setting, field, placed),
        Event::EnemyFormed { cards } => enemy::apply_formed(setting, field, cards),
        Event::RoundBegan { round, family } => begin_round(field, *round, *family),
        Event::Bombarded { side, loss, .. } => {
            if let Some(loss) = loss {
                lose(field, side.other(), *loss);
                field.settle();
            }
        }
        Event::Attacked { side, from, losses, retreated, .. } => {
            for loss in losses {
                lose(field, side.other(), *loss);
            }
            field.army_mut(*side).move_soldiers(*from, side.reserve(), *retreated);
            field.settle();
        }
        Event::Moved { side, piece, count, from, to } => {
            move_pieces(field, *side, *piece, *count, *from, *to);
        }
        Event::RegroupingLeftOpen => field.stage = Stage::Regrouping,
        Event::Regrouped => {
            field.stage = Stage::Round;
            field.settle();
        }
        Event::BattleEnded { outcome, .. } => {
            field.stage = Stage::Over;
            field.outcome = Some(*outcome);
        }
        Event::Skipped { .. }
        | Event::FellShort { .. }
        | Event::DieDecided { .. }
        | Event::CardPlayed { .. } => {}
    }
}

/// A round begins: what counts for one round only is over.
fn begin_round(field: &mut Field, round: u16, family: u8) {
    field.quiet_rounds =
        if field.round == 0 || field.is_stirred { 0 } else { field.quiet_rounds.saturating_add(1) };
    field.round = round;
    field.commander = family;
    field.stage = Stage::Round;
    field.has_steel = false;
    field.has_tactics = false;
    field.is_stirred = false;
}

fn lose(field: &mut Field, side: Side, loss: Loss) {
    field.is_stirred = true;
    let army = field.army_mut(side);
    army.take_soldiers(loss.at, loss.soldiers);
    army.move_marshals(loss.at, side.reserve(), loss.marshals);
}

/// Moves pieces; a Fief card goes with all that stands on it.
pub fn move_pieces(field: &mut Field, side: Side, piece: Piece, count: u8, from: Area, to: Area) {
    match piece {
        Piece::Soldier => field.army_mut(side).move_soldiers(from, to, count),
        Piece::Marshal => field.army_mut(side).move_marshals(from, to, count),
        Piece::Fief if from == Area::Reserve => {
            // A card in the Reserve carries nothing; all are alike, so the first one goes.
            if !field.resting_fiefs.is_empty() && to.is_front() {
                field.fiefs[to as usize] = Some(field.resting_fiefs.remove(0));
            }
        }
        Piece::Fief => {
            field.sweden.move_soldiers(from, to, u8::MAX);
            field.sweden.move_marshals(from, to, u8::MAX);
            if to == Area::Reserve {
                field.rest_fief(from);
            } else {
                field.fiefs[to as usize] = field.fiefs[from as usize].take();
            }
        }
    }
}
