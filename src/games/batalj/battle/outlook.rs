//! Facts that conditions name, and what can be said of provisional orders before their time.

use super::field::{Field, Stage};
use super::orders::{Counted, Fact, Has, Order, Where};
use super::{Public, Setting, cards, plan};
use crate::kernel::game::Ruling;
use crate::kernel::orders::condition::Outlook;

/// Whether so many pieces stand somewhere.
pub fn has(field: &Field, has: &Has) -> bool {
    let counted = |soldiers: u32, marshals: u32| match has.what {
        Counted::Soldiers => soldiers,
        Counted::Marshals => marshals,
        Counted::Pieces => soldiers + marshals,
    };
    let count = match has.place {
        Where::In(area) => counted(
            u32::from(field.sweden.soldiers(area) + field.enemy.soldiers(area)),
            u32::from(field.sweden.marshals(area) + field.enemy.marshals(area)),
        ),
        Where::Of(side) => {
            let army = field.army(side);
            counted(army.all_soldiers(), army.all_marshals())
        }
    };
    has.compared.holds(count, has.count)
}

/// Whether a fact holds in a battle.
pub fn holds(field: &Field, fact: &Fact) -> bool {
    match fact {
        Fact::Has(some) => has(field, some),
        Fact::Empty { area, negated } => field.holder(*area).is_none() != *negated,
        Fact::Holds(side, area) => field.holder(*area) == Some(*side),
        Fact::Round(compared, round) => compared.holds(u32::from(field.round), *round),
        Fact::Played(card) => field.played.contains(card),
    }
}

/// What is known of a fact before its time: rounds only go on, and a card that was played stays so. In a campaign another
/// battle may come, which begins anew.
pub fn outlook(field: &Field, fact: &Fact) -> Outlook {
    match fact {
        Fact::Round(..) | Fact::Played(_) if field.regent_round > 0 => Outlook::Depends,
        Fact::Round(compared, n) => compared.outlook_of_growing(u32::from(field.round), *n),
        Fact::Played(card) if field.played.contains(card) => Outlook::Always,
        Fact::Holds(side, area) if !area.is_front() && area.owner() != *side => Outlook::Never,
        _ => Outlook::Depends,
    }
}

/// What a provisional order depends on.
///
/// Errors: what is against the rules in every case that can be reached.
pub fn foresee(setting: &Setting, public: &Public, family: u8, order: &Order) -> Result<String, Ruling> {
    // In a campaign another battle may be mustered for.
    let stage = public.battle.as_ref().filter(|field| field.regent_round == 0).map(|field| field.stage);
    let not_now = |fact: &str| Err(Ruling::of_sheet("order/not-now", "§1 Form the strength cards", fact));
    match order {
        Order::Muster(_) if stage.is_some_and(|s| s != Stage::Muster) => not_now("the muster is over"),
        Order::Place { .. } if stage.is_some_and(|s| !matches!(s, Stage::Muster | Stage::Deployment)) => {
            not_now("the deployment is over")
        }
        Order::Muster(_) => Ok("depends on the cards that you hold then".to_owned()),
        Order::Place { .. } => {
            Ok("depends on the cards that take part and on whose command it is".to_owned())
        }
        Order::Play(play) => match cards::fault(setting, public, family, play, play.window) {
            Some((code, fact)) => {
                let ruling = Ruling::of_sheet(code, "Changed effects of certain event cards", fact);
                Err(Ruling { hint: cards::hint(code, play), ..ruling })
            }
            None => Ok("depends on what stands there then".to_owned()),
        },
        other => match plan::shape_fault(other) {
            Some((code, rule, fact)) => Err(Ruling::of_sheet(code, rule, fact)),
            None => Ok("depends on where pieces stand then and on whose command it is".to_owned()),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::super::area::{Area, Side};
    use super::*;
    use crate::kernel::orders::comparison::Comparison;

    #[test]
    fn in_a_campaign_another_battle_may_begin_anew() {
        let mut field = Field::with(&[(Side::Sweden, Area::Reserve, 1, 0)]);
        field.round = 3;
        field.played.push("narva".to_owned());
        let facts = [Fact::Round(Comparison::Is, 1), Fact::Played("narva".to_owned())];
        assert_eq!(facts.each_ref().map(|fact| outlook(&field, fact)), [Outlook::Never, Outlook::Always]);
        field.regent_round = 4;
        assert_eq!(facts.each_ref().map(|fact| outlook(&field, fact)), [Outlook::Depends, Outlook::Depends]);
    }
}
