//! `adjutant amend`: what needs the consent of every seat.
//!
//! Each seat in turn runs the same command on the file and sends it on; when all have consented, the entry is
//! written. Until then the consents stand in the file outside the chain.

use super::Context;
use super::failure::{Failure, Kind, Outcome};
use super::files::{self, Output};
use crate::games;
use crate::kernel::account::{Extent, report};
use crate::kernel::history::chronicle::Chronicle;
use crate::kernel::module::{Awaiting, Letter, Telling};
use crate::kernel::record::Record;
use crate::kernel::seat::{Seat, Viewer};
use serde_json::{Value, json};

/// Take back steps or agree on a draw, once every seat consents
///
/// Each seat in turn runs the same command and sends the file on.
#[derive(clap::Args)]
pub(super) struct Args {
    /// The game file, or - for standard input
    game: String,
    /// The seat that consents
    #[arg(long)]
    seat: String,
    #[command(flatten)]
    what: What,
    #[command(flatten)]
    output: Output,
}

#[derive(clap::Args)]
#[group(required = true, multiple = false)]
struct What {
    /// Take back this step and all after it
    #[arg(long, value_name = "STEP")]
    take_back: Option<u64>,
    /// Agree on a draw
    #[arg(long)]
    draw: bool,
    /// Drop what is proposed
    #[arg(long)]
    withdraw: bool,
}

pub(super) fn run(args: &Args, context: Context) -> Outcome {
    let mut record = files::game(&args.game)?;
    let chronicle = &record.chronicle;
    let seat = chronicle.name(super::open::seat(chronicle, Some(&args.seat))?).to_owned();
    if !chronicle.has_begun() {
        let message = format!("{} has not begun, so there is nothing to amend", chronicle.terms.name);
        return Err(Failure::new(Kind::Missing, "game/not-begun", message, None));
    }
    if args.what.draw && matches!(chronicle.table.awaiting(), Awaiting::Over { .. }) {
        let message = format!("{} is over; there is nothing to draw", chronicle.terms.name);
        return Err(Failure::new(Kind::Orders, "game/over", message, None));
    }
    if args.what.withdraw {
        record.amendment = None;
        return args.output.write(&record);
    }
    let proposal = proposal(&args.what, chronicle)?;
    let agreed = consents(&record, &proposal, seat)?;
    let missing: Vec<String> =
        record.chronicle.terms.seats.iter().filter(|s| !agreed.contains(s)).cloned().collect();
    if missing.is_empty() {
        carry_out(&mut record, &proposal, agreed)?;
        record.amendment = None;
        let doc = report(&record.chronicle, &[], Viewer::Public, Extent { reasons: false, forms: false });
        args.output.write(&record)?;
        files::print_error(&doc.to_text(context.charset));
    } else {
        let text = format!(
            "Proposed: {}; {} has yet to consent, by the same command with its own --seat\n",
            describe(&proposal),
            missing.join(" and ")
        );
        record.amendment = Some(with_consents(proposal, agreed));
        args.output.write(&record)?;
        files::print_error(&text);
    }
    Ok(())
}

/// What is proposed, bound to the position that it is proposed in.
fn proposal(what: &What, chronicle: &Chronicle) -> Result<Value, Failure> {
    match what.take_back {
        Some(step) => {
            let to = entry_before(chronicle, step)?;
            Ok(json!({ "kind": "take-back", "step": step, "to": to, "prev": chronicle.head }))
        }
        None => Ok(json!({ "kind": "draw", "prev": chronicle.head })),
    }
}

/// The entry before a step's.
fn entry_before(chronicle: &Chronicle, step: u64) -> Result<u64, Failure> {
    let is_step = |line: &String| {
        let entry: Value = serde_json::from_str(line).unwrap_or_default();
        entry["step"] == json!(step)
            && step > 0
            && matches!(entry["kind"].as_str(), Some("resolved" | "conceded" | "drawn"))
    };
    let found = chronicle.lines.iter().position(is_step);
    found.map(|index| index as u64 - 1).ok_or_else(|| {
        let hint = format!("the open step is {}", chronicle.need.step);
        Failure::usage_hinted("step/unknown", format!("there is no step {step} to take back"), &hint)
    })
}

/// The seats that have consented to this very proposal, this one included.
fn consents(record: &Record, proposal: &Value, seat: String) -> Result<Vec<String>, Failure> {
    let mut agreed = match &record.amendment {
        None => Vec::new(),
        Some(pending) if same(pending, proposal) => pending["agreed"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|s| s.as_str().map(str::to_owned))
            // What stands outside the chain may have been edited; only seats can consent.
            .filter(|s| record.chronicle.terms.seats.contains(s))
            .collect(),
        Some(pending) => {
            return Err(Failure::usage_hinted(
                "amend/other-proposed",
                format!("{} is proposed already", describe(pending)),
                "consent to that, or drop it by --withdraw",
            ));
        }
    };
    if !agreed.contains(&seat) {
        agreed.push(seat);
    }
    agreed.sort_by_key(|s| record.chronicle.terms.seats.iter().position(|t| t == s));
    Ok(agreed)
}

fn same(pending: &Value, proposal: &Value) -> bool {
    ["kind", "step", "to", "prev"].iter().all(|key| pending[*key] == proposal[*key])
}

fn with_consents(mut proposal: Value, agreed: Vec<String>) -> Value {
    proposal["agreed"] = json!(agreed);
    proposal
}

/// A proposal in words.
pub(super) fn describe(proposal: &Value) -> String {
    match proposal["kind"].as_str() {
        Some("take-back") => format!("taking back step {} and all after it", proposal["step"]),
        Some("draw") => "a draw".to_owned(),
        _ => "an amendment".to_owned(),
    }
}

fn carry_out(record: &mut Record, proposal: &Value, agreed: Vec<String>) -> Outcome {
    let chronicle = &mut record.chronicle;
    if proposal["kind"] == json!("draw") {
        return draw(chronicle);
    }
    let to = proposal["to"].as_u64().unwrap_or(0);
    let restored = chronicle
        .position_at(to, record.components.as_ref(), &games::find)
        .map_err(|departure| Failure::departure("the history", &departure))?;
    chronicle.take_back(to, agreed, restored);
    Ok(())
}

/// All seats offer a draw in one step, which is an agreement.
fn draw(chronicle: &mut Chronicle) -> Outcome {
    let letters: Vec<Letter> = (0..chronicle.terms.seats.len())
        .map(|i| Letter {
            seat: Seat(i as u8),
            lines: vec!["offer draw".to_owned()],
            sent: None,
            missing: false,
        })
        .collect();
    let over = |_| Failure::new(Kind::Orders, "game/over", "the game is over already", None);
    chronicle.step(&letters, None, Telling::Events).map(|_| ()).map_err(over)
}
