//! `adjutant rules`: how a game is played here.

use super::failure::{Failure, Kind, Outcome};
use super::{Context, files};
use crate::games;
use crate::kernel::module::Module;
use crate::kernel::orders::grammar::FormHelp;
use crate::kernel::report::Doc;
use std::collections::BTreeMap;

/// Tell how a game is played: sequence, orders, options, readings
#[derive(clap::Args)]
pub(super) struct Args {
    /// The game; adjutant games lists them
    game: String,
    /// Only the order and fact forms, as the reader of turn files knows them
    #[arg(long, conflicts_with_all = ["options", "data"])]
    orders: bool,
    /// Only the options of the terms
    #[arg(long, conflicts_with = "data")]
    options: bool,
    /// Only the components, as YAML with the source of every value: what --components takes
    #[arg(long)]
    data: bool,
}

pub(super) fn run(args: &Args, context: Context) -> Outcome {
    let Some(module) = games::find(&args.game) else {
        let known: Vec<&str> = games::GAMES.iter().map(|m| m.info().id).collect();
        return Err(Failure::usage_hinted(
            "game/unknown",
            format!("there is no game {:?}", args.game),
            &format!("known games: {}", known.join(", ")),
        ));
    };
    if args.data {
        return files::print(
            &crate::kernel::yaml::write(&module.data())
                .map_err(|error| Failure::new(Kind::Internal, "program/fault", error, None))?,
        );
    }
    let text = match (args.orders, args.options) {
        (true, _) => orders(module).to_text(context.charset),
        (_, true) => options(module).to_text(context.charset),
        _ => context.charset.apply(module.info().rules).into_owned(),
    };
    files::print(&text)
}

/// The forms of every scenario's orders and facts, each once.
fn orders(module: &dyn Module) -> Doc {
    let mut doc = Doc::new();
    let forms = module.forms();
    doc.heading(2, "A turn file");
    doc.paragraph(
        "adjutant sheet FILE > my.turn prints one with its first line, and with what may be ordered now. Orders go between \
         the first line and END, one a line. What stands after # is passed over.",
    );
    doc.heading(2, "Orders");
    table(&mut doc, &forms.orders);
    doc.heading(2, "Facts for if, else if and stop when");
    doc.paragraph("Facts are joined by and, or, not; and binds closer than or.");
    table(&mut doc, &forms.facts);
    doc.heading(2, "In every game");
    let rows = [
        ("next … end", "Orders for your next decision, sent ahead."),
        ("if FACT … else if FACT … else … end", "Chooses among orders sent ahead when the decision comes."),
        ("stop when FACT", "Within next: ask me instead if this holds."),
        ("concede", "Gives the game up."),
        ("offer draw, accept draw", "A draw counts when every seat wants it."),
    ];
    doc.table(["form", "what it does"], rows.map(|(a, b)| vec![a.to_owned(), b.to_owned()]).to_vec());
    doc
}

fn table(doc: &mut Doc, forms: &[FormHelp]) {
    let unique: BTreeMap<&str, &FormHelp> = forms.iter().map(|f| (f.name, f)).collect();
    let mut rows: Vec<&&FormHelp> = unique.values().collect();
    rows.sort_by_key(|f| forms.iter().position(|g| g.name == f.name));
    doc.items(rows.into_iter().map(|f| format!("{}: {} Example: {}", f.pattern, f.help, f.example)));
}

fn options(module: &dyn Module) -> Doc {
    let mut doc = Doc::new();
    doc.heading(2, "Options of the terms");
    for option in module.options() {
        doc.items([format!(
            "{}={} ({}): {} Default: {}.",
            option.name,
            option.kind.describe(),
            option.rule,
            option.help,
            option.default
        )]);
    }
    let conflicts = module.conflicts();
    if !conflicts.is_empty() {
        doc.heading(2, "What does not go together");
        doc.items(conflicts);
    }
    doc.heading(2, "Scenarios");
    doc.items(module.scenarios().into_iter().map(|s| format!("{}: {}", s.id, s.title)));
    doc
}
