//! `adjutant legal`: the next orders that are allowed.

use super::failure::{Failure, Outcome};
use super::{Context, files, letters, open};
use crate::kernel::orders::diagnostic::draw;
use serde_json::json;

/// List the orders that may come next in a turn file
#[derive(clap::Args)]
pub(super) struct Args {
    /// The game file, or - for standard input
    pub(super) game: String,
    /// Whose orders; by default the seat that is asked
    #[arg(long)]
    seat: Option<String>,
    /// A turn file with the orders that are given already
    #[arg(long, value_name = "TURN")]
    after: Option<String>,
    /// Print the orders as a JSON list
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, context: Context) -> Outcome {
    files::one_standard_input(std::iter::once(&args.game).chain(&args.after))?;
    let record = files::game(&args.game)?;
    let chronicle = &record.chronicle;
    open::must_be_open(chronicle)?;
    let seat = open::seat_or_own(chronicle, args.seat.as_deref())?;
    let (given, faulty) = match &args.after {
        Some(path) => letters::read_unfinished(path, chronicle, context)?,
        None => (Vec::new(), Vec::new()),
    };
    let orders = chronicle.table.legal(seat, &given).map_err(|faults| {
        let findings: Vec<_> = faults.into_iter().map(|f| f.finding).collect();
        Failure::orders("the orders given", &findings, context.style())
    })?;
    if orders.is_empty() && !faulty.is_empty() {
        return Err(Failure::orders(
            args.after.as_deref().map_or("", files::shown),
            &faulty,
            context.style(),
        ));
    }
    // What is against the rules so far may be mended by a line more, so it is told and no error.
    files::print_error(&draw(args.after.as_deref().map_or("", files::shown), &faulty, context.style()));
    if args.json {
        return files::print_json(&json!(orders), context.charset);
    }
    open::tell_unknown(chronicle);
    files::print(&orders.iter().map(|o| format!("{}\n", context.charset.apply(o))).collect::<String>())
}
