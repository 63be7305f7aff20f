//! Events of expeditions and of the campaign in one line each.

use adjutant::games::batalj::court::event::{Event as Court, Naming};
use adjutant::games::batalj::plundering::event::Event as Raid;
use adjutant::games::batalj::plundering::plan::Plan;

/// The families in the order round the table.
type Families<'a> = &'a [String];

/// A family's name by its place at the table.
fn name(families: Families<'_>, place: u8) -> &str {
    families.get(usize::from(place)).map_or("nobody", String::as_str)
}

/// Families with commas between; `nobody` for none.
fn all(families: Families, places: &[u8]) -> String {
    match places {
        [] => "nobody".to_owned(),
        some => some.iter().map(|place| name(families, *place)).collect::<Vec<_>>().join(", "),
    }
}

/// An event of an expedition.
pub fn raid(families: Families, event: &Raid) -> String {
    let nth = |place: u8| name(families, place);
    match event {
        Raid::ExpeditionCalled => "expedition-called".to_owned(),
        Raid::Announced { family, from: Some(port) } => format!("announced {} from {port}", nth(*family)),
        Raid::Announced { family, from: None } => format!("announced {} stays", nth(*family)),
        Raid::SetOut { round, parties, tiles } => set_out(families, *round, parties, tiles),
        Raid::MoveCame { turn, family } => format!("move-came {turn} {}", nth(*family)),
        Raid::Planned { family, plan } => format!("planned {} {}", nth(*family), planned(plan)),
        Raid::PlanEnded { family } => format!("plan-ended {}", nth(*family)),
        Raid::DieCast { family, die } => format!("die-cast {} {die}", nth(*family)),
        Raid::Marched { family, die, path } => {
            let way = if path.is_empty() { "nowhere".to_owned() } else { path.join("→") };
            format!("marched {} {die} {way}", nth(*family))
        }
        Raid::Waited { family } => format!("waited {}", nth(*family)),
        Raid::TurnedUp { family, city, tile } => format!("turned-up {} {city} {tile}", nth(*family)),
        Raid::CameHome { family, port } => format!("came-home {} {port}", nth(*family)),
        Raid::Disbanded { family } => format!("disbanded {}", nth(*family)),
        Raid::ExpeditionEnded => "expedition-ended".to_owned(),
    }
}

/// Fourteen tiles are one on every circle; fewer are named.
fn set_out(families: Families, round: u8, parties: &[(u8, String)], tiles: &[String]) -> String {
    let parties: Vec<String> =
        parties.iter().map(|(family, port)| format!("{} {port}", name(families, *family))).collect();
    let tiles = if tiles.len() == 14 { "14 tiles".to_owned() } else { tiles.join(",") };
    format!("set-out {round} {}: {tiles}", parties.join(", "))
}

/// A plan as the lines that would make it.
fn planned(plan: &Plan) -> String {
    let mut parts = Vec::new();
    if !plan.route.is_empty() {
        parts.push(format!("route {}", plan.route.join("→")));
    }
    if !plan.turn_up.is_empty() {
        parts.push(format!("turn up {}", plan.turn_up.join(",")));
    }
    for home in &plan.returns {
        let to = home.to.as_ref().map_or(String::new(), |port| format!(" to {port}"));
        let when = home.when.map_or(String::new(), |(what, least)| format!(" when {what} reaches {least}"));
        parts.push(format!("return{to}{when}"));
    }
    parts.join("; ")
}

/// An event of the campaign.
pub fn court(families: Families, event: &Court) -> String {
    let nth = |place: u8| name(families, place);
    match event {
        Court::Entered { number, family, item, before } => {
            let before = before.map_or(String::new(), |by| format!(", before the blockade {by:+}"));
            format!("entered {number} {} {item}{before}", nth(*family))
        }
        Court::EntryFailed { family, item, why } => format!("entry-failed {} {item}: {why}", nth(*family)),
        Court::Struck { number, by } => format!("struck {number} by {}", nth(*by)),
        Court::Heard { family, before } => format!("heard {} before {before}", nth(*family)),
        Court::CampaignOpened => "campaign-opened".to_owned(),
        Court::ArchbishopNamed { family, how } => {
            format!("archbishop-named {} {}", nth(*family), named(*how))
        }
        Court::ArchbishopMurdered { by, card } => format!("archbishop-murdered by {} {card}", nth(*by)),
        Court::Collected { family, paid } => {
            format!("collected {} from {}", nth(*family), payers(families, paid))
        }
        Court::CollectionForestalled { family, by } => {
            format!("collection-forestalled {} by {}", nth(*family), nth(*by))
        }
        Court::EventPlayed { family, card } => format!("event-played {} {card}", nth(*family)),
        Court::CardUseless { family, card, why } => format!("card-useless {} {card}: {why}", nth(*family)),
        Court::PileRenewed => "pile-renewed".to_owned(),
        Court::RegentDrawn { round, era, regent, text } => {
            format!("regent-drawn {round} {} {regent} {text}", era.id())
        }
        Court::ChooserNamed { family, by_crowns, count, tied } => {
            let what = if *by_crowns { "crowns" } else { "troops" };
            let tied = if tied.is_empty() { String::new() } else { format!(" tied {}", all(families, tied)) };
            format!("chooser-named {} by {count} {what}{tied}", nth(*family))
        }
        Court::RegentChosen { family, regent, text } => {
            format!("regent-chosen {} {regent} {text}", nth(*family))
        }
        Court::WarBroke { country, family } => {
            let by = family.map_or(String::new(), |family| format!(" by {}", nth(family)));
            format!("war-broke {}{by}", country.id())
        }
        Court::WarOver => "war-over".to_owned(),
        Court::PlunderersBack { families: back } => format!("plunderers-back {}", all(families, back)),
        Court::FamilyTurnCame { family } => format!("family-turn-came {}", nth(*family)),
        Court::ActivityChosen { family, activity } => {
            format!("activity-chosen {} {}", nth(*family), activity.id())
        }
        Court::FamilyTurnTaken { family } => format!("family-turn-taken {}", nth(*family)),
        Court::RoundClosing { family } => {
            format!("round-closing {}", family.map_or("all", nth))
        }
        Court::Tallied { scores } => {
            format!("tallied {}", scores.iter().map(ToString::to_string).collect::<Vec<_>>().join(","))
        }
    }
}

fn named(how: Naming) -> &'static str {
    match how {
        Naming::Eldest => "eldest",
        Naming::Die => "die",
        Naming::Left => "left",
        Naming::Manipulated => "manipulated",
    }
}

/// Who paid; an amount other than 1 is told.
fn payers(families: Families, paid: &[(u8, i32)]) -> String {
    let one = |(family, gold): &(u8, i32)| match gold {
        1 => name(families, *family).to_owned(),
        gold => format!("{} ({gold})", name(families, *family)),
    };
    match paid {
        [] => "nobody".to_owned(),
        paid => paid.iter().map(one).collect::<Vec<_>>().join(", "),
    }
}
