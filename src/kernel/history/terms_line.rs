//! The terms as the first line of a history.

use super::canonical::is_hex;
use super::entry::{ABSENT, NextToAct};
use crate::kernel::options::Options;
use crate::kernel::seat::is_seat_id;
use crate::kernel::terms::{DiceMode, FORMAT, REFEREE, Terms, TermsLine, is_game_name};

/// What a refusal to answer costs; the only policy so far.
const REFUSAL: &str = "forfeit";

/// The line that holds these terms.
pub fn write(terms: &Terms, need: NextToAct) -> TermsLine {
    let absent = || ABSENT.to_owned();
    TermsLine {
        casters: terms.casters,
        components: terms.components.clone().unwrap_or_else(absent),
        data: terms.data.clone(),
        deadline: terms.deadline.map_or_else(absent, |d| d.to_string()),
        dice: terms.dice,
        format: FORMAT,
        kind: "terms".to_owned(),
        name: terms.name.clone(),
        need,
        nonce: terms.nonce.clone(),
        options: terms.options.0.clone(),
        orders: terms.orders,
        prev: absent(),
        refusal: REFUSAL.to_owned(),
        rules: terms.rules.to_string(),
        scenario: terms.scenario.clone(),
        seats: terms.seats.clone(),
        seed: terms.seed.clone(),
        step: 0,
    }
}

/// The terms that a line holds.
///
/// Errors: what is not as it should be, in words.
pub fn read(line: TermsLine) -> Result<Terms, String> {
    if line.format != FORMAT {
        return Err(format!("the file has format {}, this program reads {FORMAT}", line.format));
    }
    if !is_game_name(&line.name) {
        return Err(format!("{:?} is not a game's name", line.name));
    }
    if line.seats.is_empty() || line.seats.len() > 16 || !line.seats.iter().all(|s| is_seat_id(s)) {
        return Err("the seats are not 1 to 16 seat ids".to_owned());
    }
    if (1..line.seats.len()).any(|i| line.seats[..i].contains(&line.seats[i])) {
        return Err("two seats have one id".to_owned());
    }
    if line.dice == DiceMode::Peers && line.seats.len() < 2 {
        return Err("a seat alone has nobody to guard its dice".to_owned());
    }
    let is_open = line.dice == DiceMode::Open;
    if is_open != line.seed.is_some() || !line.seed.iter().all(|s| is_hex(s)) {
        return Err("a seed of 64 hex digits belongs to open dice, and to no others".to_owned());
    }
    if line.seats.iter().position(|s| s == REFEREE)
        != (line.dice == DiceMode::Referee).then_some(line.seats.len() - 1)
    {
        return Err("a referee has the last seat where dice are by referee, and none elsewhere".to_owned());
    }
    let present = |text: String| (text != ABSENT).then_some(text);
    let deadline =
        present(line.deadline).map(|d| d.parse().map_err(|e| format!("deadline: {e}"))).transpose()?;
    Ok(Terms {
        name: line.name,
        rules: line.rules.parse()?,
        data: line.data,
        scenario: line.scenario,
        options: Options(line.options),
        components: present(line.components),
        seats: line.seats,
        dice: line.dice,
        casters: line.casters,
        orders: line.orders,
        deadline,
        nonce: line.nonce,
        seed: line.seed,
    })
}
