//! `adjutant check`: judge a turn file without playing it.

use super::failure::{Failure, Kind, Outcome};
use super::letters::{self, Senders};
use super::open::must_be_open;
use super::{Context, files, open};
use crate::kernel::dice::Dice;
use crate::kernel::history::chronicle::{Chronicle, Refused};
use crate::kernel::history::post::Part;
use crate::kernel::mail::Address;
use crate::kernel::module::{Letter, Telling};
use crate::kernel::orders::diagnostic::{Class, Diagnostic, draw};
use crate::kernel::report::Doc;
use crate::kernel::seat::Viewer;
use crate::kernel::turnfile::{Source, TurnFile};
use serde_json::{Value, json};

/// Judge a turn file without playing it
///
/// Prints errors, repairs, a verdict on each order, and what would happen. Nothing is written; ask as often as you
/// like.
#[derive(clap::Args)]
pub(super) struct Args {
    /// The game file, or - for standard input
    pub(super) game: String,
    /// The turn file, or a mail, a mailbox or a Maildir folder that holds it, or - for standard input
    turn: String,
    /// Print findings and verdicts as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    senders: Senders,
}

pub(super) fn run(args: &Args, context: Context) -> Outcome {
    files::one_standard_input([&args.game, &args.turn])?;
    let record = files::game(&args.game)?;
    let chronicle = &record.chronicle;
    must_be_open(chronicle)?;
    let mut sources = args.senders.sources(&args.turn, &record)?;
    for source in &mut sources {
        let broken = source.input.turn_files.iter().filter_map(|t| broken_signature(t, chronicle));
        source.input.findings.extend(broken.collect::<Vec<_>>());
    }
    let sources = sources;
    let turn_files = || sources.iter().flat_map(|source| &source.input.turn_files);
    for turn_file in turn_files() {
        open::may_know(chronicle, turn_file.seat)?;
    }
    let findings = || sources.iter().flat_map(|source| &source.input.findings);
    let bad = findings().any(Diagnostic::is_error);
    let is_broken = findings().any(|f| f.code.starts_with("signature/"));
    let kind = if is_broken { Kind::Broken } else { Kind::Orders };
    if args.json {
        let verdicts: Vec<_> = turn_files().flat_map(|t| t.checked.verdicts.clone()).collect();
        let mut value = json!({ "findings": findings().collect::<Vec<_>>(), "verdicts": verdicts });
        let taken: Vec<_> = sources.iter().filter_map(|source| of_mail(source, chronicle)).collect();
        if !taken.is_empty() {
            value["taken"] = json!(taken);
        }
        files::print_json(&value, context.charset)?;
        return if bad { Err(Failure { kind, text: String::new() }) } else { Ok(()) };
    }
    open::tell_unknown(chronicle);
    let mut doc = Doc::new();
    for turn_file in turn_files() {
        if !turn_file.checked.verdicts.is_empty() {
            doc.heading(2, format!("Orders of {}", chronicle.name(turn_file.seat)));
            doc.extend(verdicts(turn_file));
        }
        if !bad {
            doc.extend(preview(chronicle, turn_file));
        }
    }
    if !doc.blocks.is_empty() {
        files::print(&doc.to_text(context.charset))?;
    }
    let drawn = sources.iter().map(|source| {
        letters::taken(source, context) + &draw(&source.name, &source.input.findings, context.style())
    });
    let drawn = drawn.collect();
    if bad {
        return Err(Failure { kind, text: drawn });
    }
    files::print_error(&drawn);
    Ok(())
}

/// What is wrong with the signature of a turn file that has one. That of a link or an opening is over the letters that it
/// answers, which are not at hand.
fn broken_signature(turn_file: &TurnFile, chronicle: &Chronicle) -> Option<Diagnostic> {
    let post = turn_file.post();
    let is_whole = matches!(post.part, Part::Orders(_) | Part::Seal(_) | Part::Entrusted { .. });
    turn_file.headers.signature.as_ref().filter(|_| is_whole)?;
    let Err(Refused::Broken(departure)) = chronicle.is_signed(&post) else { return None };
    let finding = Diagnostic::whole(Class::Illegal, departure.code, departure.message);
    Some(Diagnostic { hint: departure.hint, ..finding })
}

/// A text of a mail that holds turn files: where it stands, from whom it is, and whose turn files these are.
fn of_mail(source: &Source, chronicle: &Chronicle) -> Option<Value> {
    let from = source.sender.as_ref().filter(|_| !source.input.turn_files.is_empty())?;
    let seats: Vec<&str> = source.input.turn_files.iter().map(|t| chronicle.name(t.seat)).collect();
    let address = |from: Option<&Address>| from.map(|from| from.spec.clone());
    let mut taken = json!({ "text": source.name, "from": address(from.as_ref()), "seats": seats });
    let older = source.input.turn_files.iter().find_map(|t| t.older_mail(from.as_ref()));
    if let Some(older) = older {
        taken["older"] = json!({ "below": older.mark, "from": address(older.from.as_ref()) });
    }
    Some(taken)
}

/// What is legal of a turn file, line by line.
pub(super) fn verdicts(turn_file: &TurnFile) -> Doc {
    let mut doc = Doc::new();
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
