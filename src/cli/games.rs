//! `adjutant games`: the games there are.

use super::Context;
use super::failure::Outcome;
use super::files;
use crate::games::GAMES;
use crate::kernel::report::Doc;
use serde_json::json;

/// List the games, their rules versions and scenarios
#[derive(clap::Args)]
pub(super) struct Args {
    /// Print the list as JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, context: Context) -> Outcome {
    if args.json {
        let games: Vec<_> = GAMES
            .iter()
            .map(|m| {
                let info = m.info();
                json!({
                    "id": info.id, "rules": format!("{}/{}", info.id, info.version), "title": info.title,
                    "summary": info.summary, "edition": info.edition, "seats": info.seats, "scenarios": m.scenarios(),
                })
            })
            .collect();
        return files::print_json(&json!(games), context.charset);
    }
    let mut doc = Doc::new();
    for module in GAMES {
        let info = module.info();
        doc.heading(2, format!("{} ({}/{})", info.title, info.id, info.version));
        doc.paragraph(info.summary);
        let scenarios: Vec<String> = module.scenarios().into_iter().map(|s| s.id).collect();
        doc.items([
            format!("Seats: {}", info.seats.join(", ")),
            format!("Scenarios: {}", scenarios.join(", ")),
            format!("Source: {}", info.edition),
            format!("adjutant rules {} tells how it is played", info.id),
        ]);
    }
    files::print(&doc.to_text(context.charset))
}
