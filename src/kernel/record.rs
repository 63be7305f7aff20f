//! A game as it is kept between two letters: the verified history, and what stands around it in the file.

use super::game::Need;
use super::gamefile::{Awaited, GameFile};
use super::history::chronicle::{Chronicle, Register, Watch};
use super::history::departure::Departure;
use super::history::difference::first_difference;
use super::history::head;
use super::history::openings::Openings;
use super::module::Awaiting;
use super::seat::Seat;
use super::terms::FORMAT;
use serde_json::Value;
use std::collections::BTreeMap;

/// A game, verified.
pub struct Record {
    /// History and position.
    pub chronicle: Chronicle,
    /// Names and addresses by seat, outside the chain.
    pub contacts: BTreeMap<String, String>,
    /// An owner's components, if the terms name any.
    pub components: Option<Value>,
    /// An amendment for which consent is being gathered.
    pub amendment: Option<Value>,
}

impl Record {
    /// Verifies a whole game file: its history from the first line to the last, then all that stands around it.
    ///
    /// Errors: the first departure.
    pub fn read(file: &GameFile, register: Register, watch: Watch) -> Result<Self, Departure> {
        let openings = Openings::read(&file.openings).map_err(|(line, message)| {
            Departure::around("file/openings", format!("line {line} of the openings: {message}"))
                .hinted("the line was changed on its way; ask for the file again")
        })?;
        let components = file.components.as_ref();
        let chronicle = Chronicle::read_opened(&file.history, openings, components, register, watch)?;
        let record = Self {
            chronicle,
            contacts: file.contacts.clone(),
            components: file.components.clone(),
            amendment: file.amendment.clone(),
        };
        record.compare(file)?;
        Ok(record)
    }

    /// The file that holds this game.
    pub fn to_file(&self) -> GameFile {
        let chronicle = &self.chronicle;
        let (awaiting, over) = match chronicle.table.awaiting() {
            Awaiting::Over { ending, .. } => (Vec::new(), Some(ending)),
            Awaiting::Decisions(_) if !chronicle.has_begun() => (self.awaited_to_join(), None),
            Awaiting::Decisions(_) => (
                chronicle
                    .asked()
                    .into_iter()
                    .map(|a| Awaited {
                        seat: chronicle.name(a.seat).to_owned(),
                        decision: a.decision,
                        need: a.need,
                        prompt: a.prompt,
                    })
                    .collect(),
                None,
            ),
        };
        let step = if over.is_some() { chronicle.need.step.saturating_sub(1) } else { chronicle.need.step };
        GameFile {
            format: FORMAT,
            game: chronicle.terms.name.clone(),
            rules: chronicle.terms.rules.to_string(),
            step,
            awaiting,
            over,
            position: chronicle.table.position(),
            head: chronicle.head.clone(),
            contacts: self.contacts.clone(),
            components: self.components.clone(),
            amendment: self.amendment.clone(),
            openings: chronicle.openings.lines(),
            history: chronicle.lines.clone(),
        }
    }

    fn awaited_to_join(&self) -> Vec<Awaited> {
        self.chronicle
            .need
            .orders
            .iter()
            .map(|seat| Awaited {
                seat: seat.clone(),
                decision: "join".to_owned(),
                need: Need::Required,
                prompt: format!("{seat} agrees to the terms"),
            })
            .collect()
    }

    /// The file that holds as much of this game as one seat may know.
    pub fn copy_for(&self, seat: Seat) -> GameFile {
        GameFile { openings: self.chronicle.openings_of(seat).lines(), ..self.to_file() }
    }

    /// Compares what stands around the history with what follows from it.
    fn compare(&self, file: &GameFile) -> Result<(), Departure> {
        let made = self.to_file();
        if file.head != made.head {
            return Err(wrong_head(&file.head, &made));
        }
        if let Some((path, is, ought)) =
            first_difference(&file.position, &made.position, "position".to_owned())
        {
            let message = format!("{path} is {is} in the file, but the history leads to {ought}");
            return Err(Departure::around("file/position", message)
                .hinted("the position was edited; it is only a reading of the history"));
        }
        let parts: [(&str, bool); 5] = [
            ("game", file.game == made.game),
            ("rules", file.rules == made.rules),
            ("step", file.step == made.step),
            ("awaiting", file.awaiting == made.awaiting),
            ("over", file.over == made.over),
        ];
        match parts.iter().find(|(_, same)| !same) {
            Some((part, _)) => {
                Err(Departure::around("file/head-matter", format!("{part} is not what the history leads to")))
            }
            None => Ok(()),
        }
    }
}

/// A head in its short form, or what stands in its place.
fn shown(head: &str) -> String {
    if head.len() == 64 { head::short(head) } else { format!("{head:?}, which is none") }
}

fn wrong_head(written: &str, made: &GameFile) -> Departure {
    let message = format!(
        "the head in the file is {}, but its history ends at {} (entry {})",
        shown(written),
        head::short(&made.head),
        made.history.len().saturating_sub(1)
    );
    Departure::around("file/head", message)
        .hinted("lines of the history are missing or were changed; ask for the file again")
}
