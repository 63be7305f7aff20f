//! What the referee of a game that keeps secrets is told: whom to send what, and what to keep to himself.

use super::failure::{Failure, Kind, Outcome};
use super::keyring::{KeyArgs, Keyring};
use super::view;
use crate::kernel::history::chronicle::{Chronicle, Refused};
use crate::kernel::history::openings::Holder;
use crate::kernel::module::Awaiting;
use crate::kernel::terms::REFEREE;
use std::path::Path;

/// A game that keeps secrets goes on in the referee's hands alone: in his full file, and with his key, from which his
/// second secret follows.
pub(super) fn hold(chronicle: &mut Chronicle, key: &KeyArgs) -> Outcome {
    if !chronicle.table.keeps_secrets() || chronicle.openings.hidden.is_some() {
        return Ok(());
    }
    if chronicle.holder() != Holder::Full {
        return Err(view::not_full(chronicle));
    }
    let Some(keyring) = Keyring::of_seat(key.path(), chronicle, REFEREE)? else {
        let message =
            format!("the referee resolves step {}, and its key is not at hand", chronicle.need.step);
        let hint =
            "make your turn file final and send it to the referee: adjutant lock GAME TURNFILE > locked.turn";
        return Err(Failure::missing("link/missing", message, hint));
    };
    chronicle.take_hidden(&keyring.secret).map_err(|refused| match refused {
        Refused::Broken(departure) => Failure::departure("the referee's key", &departure),
        Refused::Faults(_) => Failure::new(
            Kind::Broken,
            "key/other",
            "this key is not the referee's",
            Some("give his by --key FILE"),
        ),
    })
}

/// What the referee does with the file that he has just made: players get copies of it, never the file.
pub(super) fn what_goes_out(chronicle: &Chronicle, path: Option<&Path>) -> String {
    let file = path.map_or("FILE".to_owned(), |path| path.display().to_string());
    let kept = format!("KEEP {file} TO YOURSELF: it holds everybody's secrets.");
    if matches!(chronicle.table.awaiting(), Awaiting::Over { .. }) {
        return format!(
            "{kept} The game is over; open it to all by:\n  adjutant amend {file} --seat {REFEREE} --publish -o published.yaml\n\n"
        );
    }
    let need = &chronicle.need;
    let next: Vec<&str> = need.orders.iter().map(String::as_str).collect();
    let one = next.first().copied().unwrap_or("SEAT");
    format!(
        "{kept} Send copies, first of all to {}:\n  adjutant view {file} --seat {one} -o {one}.yaml\n\n",
        next.join(" and ")
    )
}

/// What a locked step waits for, told to the referee.
pub(super) fn awaited(chronicle: &Chronicle, path: Option<&Path>) -> String {
    let need = &chronicle.need;
    let adds = |s: &&String| need.links.contains(s) && !need.orders.contains(s) && *s != REFEREE;
    let adding: Vec<&str> = chronicle.terms.seats.iter().filter(adds).map(String::as_str).collect();
    let links = match adding.as_slice() {
        [] => String::new(),
        seats => format!(
            "\n  then {}, given the sealed form of that letter (lock --witness), sends a link letter: adjutant lock COPY \
             SEALED > link.turn",
            seats.join(" and ")
        ),
    };
    format!(
        "NOTHING IS RESOLVED YET: step {} is locked and waits for {}'s orders.{links}\n{}",
        need.step,
        need.orders.join(" and "),
        what_goes_out(chronicle, path)
    )
}
