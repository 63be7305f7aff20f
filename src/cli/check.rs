//! `adjutant check`: judge a turn file without playing it.

use super::failure::{Failure, Kind, Outcome};
use super::open::must_be_open;
use super::{Context, files, open};
use crate::kernel::dice::Dice;
use crate::kernel::history::chronicle::Chronicle;
use crate::kernel::module::{Letter, Telling};
use crate::kernel::orders::diagnostic::draw;
use crate::kernel::report::Doc;
use crate::kernel::seat::Viewer;
use crate::kernel::turnfile::{self, TurnFile};
use serde_json::json;

/// Judge a turn file without playing it
///
/// Prints errors, repairs, a verdict on each order, and what would happen. Nothing is written; ask as often as you
/// like.
#[derive(clap::Args)]
pub(super) struct Args {
    /// The game file, or - for standard input
    game: String,
    /// The turn file, or - for standard input
    turn: String,
    /// Print findings and verdicts as JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, context: Context) -> Outcome {
    files::one_standard_input([&args.game, &args.turn])?;
    let record = files::game(&args.game)?;
    let chronicle = &record.chronicle;
    must_be_open(chronicle)?;
    let input = turnfile::read(&files::read(&args.turn)?, chronicle);
    for turn_file in &input.turn_files {
        open::may_know(chronicle, turn_file.seat)?;
    }
    let bad = input.findings.iter().any(crate::kernel::orders::diagnostic::Diagnostic::is_error);
    if args.json {
        let verdicts: Vec<_> = input.turn_files.iter().flat_map(|t| t.checked.verdicts.clone()).collect();
        let value = json!({ "findings": input.findings, "verdicts": verdicts });
        files::print_json(&value, context.charset)?;
        return if bad { Err(Failure { kind: Kind::Orders, text: String::new() }) } else { Ok(()) };
    }
    let mut doc = Doc::new();
    for turn_file in &input.turn_files {
        doc.extend(verdicts(chronicle, turn_file));
        if !bad {
            doc.extend(preview(chronicle, turn_file));
        }
    }
    let drawn = draw(files::shown(&args.turn), &input.findings, context.style());
    if !doc.blocks.is_empty() {
        files::print(&doc.to_text(context.charset))?;
    }
    if bad {
        return Err(Failure { kind: Kind::Orders, text: drawn });
    }
    files::print_error(&drawn);
    Ok(())
}

fn verdicts(chronicle: &Chronicle, turn_file: &TurnFile) -> Doc {
    let mut doc = Doc::new();
    if turn_file.checked.verdicts.is_empty() {
        return doc;
    }
    doc.heading(2, format!("Orders of {}", chronicle.name(turn_file.seat)));
    let rows = turn_file
        .checked
        .verdicts
        .iter()
        .map(|v| vec![v.line.to_string(), v.order.clone(), v.verdict.to_owned(), v.because.clone()]);
    doc.table(["line", "order", "verdict", "because"], rows.collect());
    doc
}

/// What would happen if these orders were played now.
fn preview(chronicle: &Chronicle, turn_file: &TurnFile) -> Doc {
    let mut doc = Doc::new();
    let Letter { seat, .. } = turn_file.letter();
    // What would come of orders may rest on what their writer does not know, and must not tell him.
    if chronicle.table.awaiting().required() != [seat] || chronicle.table.keeps_secrets() {
        return doc;
    }
    let mut table = chronicle.table.duplicate();
    if let Ok(played) =
        table.play(&[turn_file.letter()], Dice::blind(), Telling::Sentences(Viewer::Seat(seat)))
    {
        doc.heading(2, "What would happen");
        let then = played.is_cut_short.then(|| "Then dice are rolled.".to_owned());
        doc.items(played.told.into_iter().map(|t| t.sentence).chain(then));
    }
    doc
}
