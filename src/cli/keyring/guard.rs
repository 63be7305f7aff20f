//! What a key's list keeps its seat from: to answer a file that has gone back, and to choose after having seen the dice.

use super::Keyring;
use super::list::{PIN, Part, WITHDRAWN};
use crate::cli::failure::{Failure, Kind, Outcome};
use crate::kernel::history::canonical;
use crate::kernel::history::chronicle::Chronicle;
use serde_json::Value;
use std::collections::BTreeSet;

impl Keyring {
    /// Refuses a file in which something has gone back, or that shows a link of this seat that the list does not know.
    ///
    /// Errors: what is wrong with the file.
    pub fn guard(&self, chronicle: &Chronicle, seat: &str) -> Outcome {
        let heads: BTreeSet<String> =
            chronicle.lines.iter().map(|line| canonical::hash("entry", &[line])).collect();
        let forgotten =
            self.of_game(chronicle, seat).filter(|a| a.part != PIN).find(|a| !heads.contains(&a.prev));
        if let Some(answer) = forgotten {
            let message =
                format!("{seat} has answered step {} at a head that this file's history lacks", answer.step);
            let hint =
                "this is an older file, or the other side goes back on what it sent: ask for the newest";
            return Err(Failure::new(Kind::Broken, "key/older-file", message, Some(hint)));
        }
        let answered: BTreeSet<(u64, &str)> =
            self.of_game(chronicle, seat).map(|a| (a.step, a.part.as_str())).collect();
        match linked_steps(chronicle, seat)
            .iter()
            .find(|(step, part)| !answered.contains(&(*step, part.name())))
        {
            None => Ok(()),
            Some((step, _)) => {
                let message = format!(
                    "the file shows {seat}'s link for step {step}, which this key's list does not know"
                );
                let hint = "if the seat is played on two machines: adjutant keys merge KEY OTHER.answers; else amend \
                            --re-key";
                Err(Failure::new(Kind::Broken, "key/list-behind", message, Some(hint)))
            }
        }
    }

    /// Refuses that the caster, who has added his link, puts more letters into the file of that step: he has seen its
    /// dice, and would have it come again.
    ///
    /// Errors: he has answered this step.
    pub fn may_lock_others(&self, chronicle: &Chronicle, seat: &str) -> Outcome {
        let step = chronicle.need.step;
        if self.answered(chronicle, seat, step, Part::Cast).is_none() {
            return Ok(());
        }
        let message = format!("{seat} has added its link to step {step} already");
        let hint =
            "what comes now counts for the next step: resolve this one with the turn file that was answered";
        Err(Failure::new(Kind::Broken, "key/second-answer", message, Some(hint)))
    }

    /// Refuses what a step is resolved by as long as the seat's consent to void that very step stands: whoever holds
    /// all consents could look at the dice first, and then choose.
    pub(super) fn has_no_consent_open(&self, chronicle: &Chronicle, seat: &str, part: Part) -> Outcome {
        let consents = self
            .of_game(chronicle, seat)
            .filter(|a| a.part == Part::Consent.name() && a.prev == chronicle.head);
        match consents.last() {
            Some(last) if !matches!(part, Part::Consent | Part::End) && last.text != WITHDRAWN => {
                let step = chronicle.need.step;
                let message = format!("{seat} has consented to an amendment instead of step {step}");
                let hint = "wait until it is carried out; if it was not sent, or comes to nothing: adjutant amend \
                            FILE --seat SEAT --withdraw";
                Err(Failure::new(Kind::Broken, "key/consented", message, Some(hint)))
            }
            _ => Ok(()),
        }
    }
}

/// A seat's link is out, and an entry was slipped in behind it: signed once more over that, it would let the writer of
/// the entry have seen the dice before he wrote it.
pub(super) fn crossed(chronicle: &Chronicle, seat: &str) -> Failure {
    let (step, caster) = (chronicle.need.step, &chronicle.need.caster);
    let message = format!(
        "{seat}'s link for step {step} has gone out for an earlier head, and the game file has got an entry since"
    );
    let hint = format!(
        "the letters have crossed: {caster} resolves the step from the file that {seat}'s turn file was written for, and \
         what was put in since has to be sent again for the next step"
    );
    Failure::new(Kind::Broken, "lock/crossed", message, Some(&hint))
}

/// The steps whose entries show a link of a seat, since it has its present key, and what the link came with.
fn linked_steps(chronicle: &Chronicle, seat: &str) -> Vec<(u64, Part)> {
    let mut steps = Vec::new();
    for line in &chronicle.lines {
        if !line.contains(r#""links":{"#) && !line.contains(r#""kind":"voided""#) {
            continue;
        }
        let entry: Value = serde_json::from_str(line).unwrap_or_default();
        if entry["kind"] == "voided" && entry["seat"] == *seat && entry["key"].is_string() {
            steps.clear();
        }
        if entry["links"].get(seat).is_some() {
            let has_ordered = ["orders", "seals"].iter().any(|part| entry[*part].get(seat).is_some());
            let part = if has_ordered { Part::Orders } else { Part::Cast };
            steps.extend(entry["step"].as_u64().map(|step| (step, part)));
        }
    }
    steps
}
