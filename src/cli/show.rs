//! `adjutant show`: the position.

use super::failure::{Failure, Outcome};
use super::{Context, files, report};
use crate::games;
use crate::kernel::account::{self, Account};
use crate::kernel::history::chronicle::{Chronicle, Watched};
use crate::kernel::history::head;
use crate::kernel::module::Table;
use crate::kernel::picture::Picture;
use crate::kernel::record::Record;
use crate::kernel::report::Doc;
use crate::kernel::seat::Viewer;
use crate::kernel::terms::{Casters, DiceMode, OrdersPolicy};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Show the position: board, units, and what is awaited
#[derive(clap::Args)]
pub(super) struct Args {
    /// The game file, or - for standard input
    pub(super) game: String,
    /// As this seat sees it
    #[arg(long)]
    seat: Option<String>,
    /// Only lists, no board: for screen readers and small screens
    #[arg(long)]
    list: bool,
    /// Print the terms instead
    #[arg(long)]
    terms: bool,
    /// Write a picture of the board with the last step's events here, an .svg or a .png file
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
    /// Print the position as JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, context: Context) -> Outcome {
    let mut newest = None;
    let mut boards = Boards::default();
    let record = files::game_watched(&args.game, &mut |watched| {
        let viewer = report::viewer_of(watched, args.seat.as_deref());
        if args.picture.is_some() {
            boards.look(watched, viewer);
        }
        if let Some(account) = args.picture.as_ref().and_then(|_| Account::of(watched, viewer)) {
            newest = Some((watched.before.duplicate(), account.events));
        }
    })?;
    let chronicle = &record.chronicle;
    let viewer = super::open::viewer(chronicle, args.seat.as_deref())?;
    if let Some(path) = &args.picture {
        files::all_different([Path::new(&args.game), path])?;
        let drawn = picture(&record, viewer, newest);
        if !drawn.is_drawn() {
            return Err(boards.none_now(&args.game));
        }
        write_picture(path, &drawn)?;
    }
    if args.json {
        let mut value = json!({
            "game": chronicle.terms.name, "rules": chronicle.terms.rules.to_string(), "head": chronicle.head,
            "step": chronicle.need.step, "position": chronicle.table.named(chronicle.table.position()),
        });
        if let (true, Viewer::Seat(_)) = (chronicle.table.keeps_secrets(), viewer) {
            value["private"] = chronicle.table.private(viewer);
        }
        return files::print_json(&value, context.charset);
    }
    let mut doc = if args.terms { terms(&record) } else { heading(&record, viewer) };
    if !args.terms {
        if !args.list {
            doc.board(chronicle.table.picture(viewer, &[]));
        }
        doc.extend(chronicle.table.render(viewer));
        doc.extend(account::next(chronicle, false));
    }
    files::print(&doc.to_text(context.charset))
}

fn heading(record: &Record, viewer: Viewer) -> Doc {
    let chronicle = &record.chronicle;
    let mut doc = Doc::new();
    doc.heading(
        1,
        format!("{}: {} {}", chronicle.terms.name, chronicle.terms.rules, chronicle.terms.scenario),
    );
    doc.items(account::seen_by(chronicle, viewer));
    doc.items(chronicle.table.provenance());
    doc
}

/// The game before a step, and its events.
type Step = (Box<dyn Table>, Vec<Value>);

/// Which steps had a board.
#[derive(Default)]
struct Boards {
    /// The step before the one that is looked at.
    previous: Option<u64>,
    /// The last step after which there was a board.
    last: Option<u64>,
}

impl Boards {
    /// Looks at the board before a step.
    fn look(&mut self, watched: &Watched, viewer: Viewer) {
        if self.previous.is_some() && watched.before.picture(viewer, &[]).is_drawn() {
            self.last = self.previous;
        }
        self.previous = Some(watched.step);
    }

    /// Why nothing is drawn, and how the last board is seen.
    fn none_now(&self, game: &str) -> Failure {
        let hint = match self.last {
            Some(step) => format!(
                "the last board is that after step {step}: adjutant report {game} --step {step} --format html > board.html"
            ),
            None => "show without --picture prints the position".to_owned(),
        };
        Failure::usage_hinted("picture/none", "there is no board to draw now", &hint)
    }
}

/// The board with the newest step's events on it.
fn picture(record: &Record, viewer: Viewer, newest: Option<Step>) -> Picture {
    let table = &record.chronicle.table;
    match newest {
        Some((before, events)) => table.picture_since(before.as_ref(), viewer, &events),
        None => table.picture(viewer, &[]),
    }
}

/// Writes a picture in the format that the file's name asks for.
fn write_picture(path: &Path, picture: &Picture) -> Outcome {
    match path.extension().and_then(|e| e.to_str()) {
        Some("svg") => files::write_aside(path, picture.to_svg()),
        Some("png") => files::write_aside(path, picture.to_png()),
        _ => Err(Failure::usage_hinted(
            "picture/format",
            format!("{}: pictures are written as .svg or .png", path.display()),
            "name a file that ends in .svg or .png",
        )),
    }
}

/// The terms of a game in words.
pub(super) fn terms(record: &Record) -> Doc {
    let terms = &record.chronicle.terms;
    let specs = games::find(&terms.rules.game).map_or(&[][..], |m| m.options());
    let in_force = terms.options.in_force(specs);
    let mut doc = Doc::new();
    doc.heading(1, format!("The terms of {}", terms.name));
    let seats = terms.seats.iter().map(|seat| match record.contacts.get(seat) {
        Some(who) if !who.is_empty() => format!("{seat} ({who})"),
        _ => seat.clone(),
    });
    let rows = [
        ("rules", terms.rules.to_string()),
        ("scenario", terms.scenario.clone()),
        (
            "options",
            if in_force.is_empty() {
                "none beyond the standard game".to_owned()
            } else {
                in_force.join("; ")
            },
        ),
        (
            "components",
            terms.components.clone().unwrap_or_else(|| "those that come with adjutant".to_owned()),
        ),
        ("seats", seats.collect::<Vec<_>>().join(", ")),
        ("dice", dice(&record.chronicle)),
        (
            "orders",
            if record.chronicle.terms.orders == OrdersPolicy::Strict {
                "strict: a turn file with a bad line is sent back"
            } else {
                "lenient: bad lines fall to the defaults"
            }
            .to_owned(),
        ),
        ("deadline", terms.deadline.map_or("none".to_owned(), |d| d.to_string())),
        ("head", head::short(&record.chronicle.head)),
    ];
    let secrets = secrets(&record.chronicle).map(|kept| ("secrets", kept));
    let rows = rows.into_iter().chain(secrets).map(|(term, agreed)| vec![term.to_owned(), agreed]);
    doc.table(["term", "agreed"], rows.collect());
    // In a line each, so that they can be copied whole.
    doc.verbatim(format!("game id {}\nhead    {}", record.chronicle.game(), record.chronicle.head));
    doc.items(record.chronicle.table.provenance());
    doc
}

/// What is kept from seats, in a few words; nothing in a game that keeps none.
fn secrets(chronicle: &Chronicle) -> Option<String> {
    let hidden = chronicle.table.hides()?;
    Some(format!(
        "kept by the referee, who gets all turn files and sends each seat its copy; hidden {hidden}"
    ))
}

/// Where dice come from, in a few words.
fn dice(chronicle: &Chronicle) -> String {
    let terms = &chronicle.terms;
    let casters = match terms.casters {
        Casters::Rivals if account::are_all_allied(chronicle) => {
            "links of all seats, who are allies here and could foresee together"
        }
        Casters::Rivals => "links of the movers and of all who are not allied to them",
        Casters::Next => "links of mover and caster only",
    };
    let caster = "the caster is the seat that adds its link last and writes the step";
    match terms.dice {
        DiceMode::None => "none are rolled".to_owned(),
        DiceMode::Peers => format!("peers: {casters}; {caster}"),
        DiceMode::Referee => "referee: links of the movers and the referee".to_owned(),
        DiceMode::Open => "open: from a seed in the file, anyone can foresee them".to_owned(),
    }
}
