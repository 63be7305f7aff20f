//! What a mail must be for its turn file to be taken.

use super::Clerk;
use super::incoming::Incoming;
use crate::cli::failure::{Failure, Kind, Outcome};
use crate::cli::files;
use crate::cli::keyring::Keyring;
use crate::cli::letters::{self, Taken};
use crate::cli::lock::{may_order, refusal};
use crate::cli::open::must_be_open;
use crate::kernel::history::chronicle::Chronicle;
use crate::kernel::history::post::Part;
use crate::kernel::orders::diagnostic::Diagnostic;
use crate::kernel::seat::Seat;
use crate::kernel::terms::REFEREE;
use crate::kernel::turnfile::{self, Source, TurnFile};

impl Clerk {
    /// What is taken of a mail.
    ///
    /// Errors: why nothing is, for its writer to know; or what stands in the way now, which is for the mail system.
    pub(super) fn admit(
        &self,
        chronicle: &Chronicle,
        incoming: &Incoming,
        sources: Vec<Source>,
    ) -> Result<Taken, Failure> {
        if let Some(fault) = &incoming.fault {
            return Err(too_much(fault));
        }
        must_be_open(chronicle)?;
        // What is wrong with a seat's orders is told to that seat alone: it may rest on what others must not know.
        self.must_be_the_writers(chronicle, &sources)?;
        must_have_keys(chronicle).inspect_err(tell_who_can_help)?;
        let taken = letters::judge_mail(sources, chronicle, self.context)?;
        if taken.turn_files.iter().all(orders_nothing) {
            return Err(no_order(&taken));
        }
        taken.turn_files.iter().try_for_each(|turn_file| may_order(chronicle, turn_file))?;
        Ok(taken)
    }

    /// Turn files are for the seat that the mail is from, and name the step that they are for.
    fn must_be_the_writers(&self, chronicle: &Chronicle, sources: &[Source]) -> Outcome {
        for source in sources {
            let is_foreign = |f: &&Diagnostic| matches!(f.code, "mail/sender" | "mail/no-contact");
            let foreign: Vec<Diagnostic> = source.input.findings.iter().filter(is_foreign).cloned().collect();
            if !foreign.is_empty() {
                return Err(Failure::orders(&source.name, &foreign, self.context.style()));
            }
            for turn_file in &source.input.turn_files {
                self.must_be_its_seats(chronicle, turn_file)?;
                if source.input.findings.iter().any(|f| f.code == "head/left-out") {
                    return Err(no_head(chronicle, turn_file.seat));
                }
            }
        }
        Ok(())
    }

    /// A sender's address can be forged: where a seat keeps its key itself, its letters are signed.
    fn must_be_its_seats(&self, chronicle: &Chronicle, turn_file: &TurnFile) -> Outcome {
        let name = chronicle.name(turn_file.seat);
        let has_key = chronicle.identities.contains_key(name);
        if !has_key || !turn_file.is_final() && Keyring::of_seat(None, chronicle, name)?.is_some() {
            return Ok(());
        }
        match turn_file.post().part {
            // What these are signed over is looked at when the step is played.
            Part::Link | Part::Opening { .. } => Ok(()),
            _ => chronicle
                .is_sound(&turn_file.post())
                .map_err(|refused| refusal(chronicle, refused, self.context)),
        }
    }
}

/// Whether a turn file that is not final has no order in it: what was typed stands beside it, and was not read.
fn orders_nothing(turn_file: &TurnFile) -> bool {
    !turn_file.is_final() && turn_file.checked.lines.is_empty() && turn_file.checked.unread.is_empty()
}

/// That a turn file has no order in it, below what is said of the lines around it.
fn no_order(taken: &Taken) -> Failure {
    let message = "the turn file in this mail has no order in it";
    let hint = "write your orders between its first line and its END; pass on a line of its own does nothing";
    let failure = Failure::new(Kind::Orders, "orders/none", message, Some(hint));
    Failure { text: taken.notes.clone() + &failure.text, ..failure }
}

/// A mail that nobody needs to be that large.
fn too_much(fault: &str) -> Failure {
    let hint = "send the turn file alone, as plain text, without pictures and without the mails before it";
    Failure::new(Kind::Orders, "mail/too-much", fault, Some(hint))
}

/// A mail may be late, or come twice: without its step it would count for another.
fn no_head(chronicle: &Chronicle, seat: Seat) -> Failure {
    let message = "the first line does not say for which step the orders are";
    let hint =
        format!("write it as it stands in the mail that asked you: {}", turnfile::head_line(chronicle, seat));
    Failure::new(Kind::Orders, "post/no-head", message, Some(&hint))
}

/// Whoever runs the filter reads its standard error; what is for the mail system stands there anyway.
fn tell_who_can_help(failure: &Failure) {
    if failure.kind != Kind::Later {
        files::print_error(&failure.text);
    }
}

/// The seats that add to a step what no turn file brings have their keys here: nobody else would be asked for it.
fn must_have_keys(chronicle: &Chronicle) -> Outcome {
    let need = &chronicle.need;
    let links = need.links.iter().filter(|name| !need.orders.contains(name)).map(String::as_str);
    let referee = chronicle.table.keeps_secrets().then_some(REFEREE);
    for name in links.chain(referee) {
        if Keyring::of_seat(None, chronicle, name)?.is_none() {
            let kind = if name == REFEREE { Kind::Later } else { Kind::Broken };
            let message = format!("the filter has no key of {name}, which step {} needs", need.step);
            let hint = "whoever runs the filter puts it into the key folder ($ADJUTANT_KEYS), or resolves the step by hand: \
                        adjutant adjudicate FILE LETTERS -o FOLDER";
            return Err(Failure::new(kind, "post/no-key", message, Some(hint)));
        }
    }
    Ok(())
}
