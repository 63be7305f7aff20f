//! Adjudicates one step in memory, without touching a file: `cargo run --example library`.

use adjutant::games;
use adjutant::kernel::account::{Account, Extent, report};
use adjutant::kernel::gamefile::GameFile;
use adjutant::kernel::module::Telling;
use adjutant::kernel::orders::diagnostic::Diagnostic;
use adjutant::kernel::record::Record;
use adjutant::kernel::seat::Viewer;
use adjutant::kernel::text::Charset;
use adjutant::kernel::turnfile::{self, TurnFile};
use std::error::Error;

const GAME_FILE: &[u8] = include_bytes!("battle/first-game.yaml");
const TURN_FILE: &[u8] = include_bytes!("battle/red.turn");

fn main() -> Result<(), Box<dyn Error>> {
    // Reading a game file verifies it: every step is resolved again.
    let file = GameFile::read(GAME_FILE)?;
    let mut record = Record::read(&file, &games::find, &mut |_| {})?;

    // A turn file is read against the game that it is for. Whatever is wrong with it is a finding.
    let input = turnfile::read(TURN_FILE, &record.chronicle);
    if let Some(error) = input.findings.iter().find(|finding| finding.is_error()) {
        return Err(described(error).into());
    }

    // Playing writes the next entry of the history.
    let posts: Vec<_> = input.turn_files.iter().map(TurnFile::post).collect();
    let step = record.chronicle.need.step;
    let resolved = record.chronicle.resolve(&posts, None, Telling::Sentences(Viewer::Public))?;

    // The report is a reading of the events; the next game file is a writing of the history.
    let account = Account::of_played(step, &record.chronicle.terms.seats, resolved, None);
    let extent = Extent { reasons: true, ..Extent::default() };
    let doc = report(&record.chronicle, &[account], Viewer::Public, extent);
    print!("{}", doc.to_text(Charset::Unicode));
    println!("\nThe next game file has {} bytes.", record.to_file().write().len());
    Ok(())
}

fn described(finding: &Diagnostic) -> String {
    format!("line {}: {} [{}]\n", finding.line, finding.message, finding.code)
}
