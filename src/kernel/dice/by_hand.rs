//! The shell lines by which anyone reproduces a roll, without this program.

use super::Roll;
use std::fmt::Write as _;

/// Lines that print the results of a step's rolls, for a POSIX shell with `sha256sum`, `openssl`, `od` and `awk`.
///
/// `parts` are those of the step key: `seat=link` in the order of the terms, or `open=` and the seed.
pub fn lines(game: &str, step: u64, parts: &[String], rolls: &[Roll]) -> String {
    let mut text = format!("# step {step}: the key\n");
    let parts: Vec<String> =
        [game.to_owned(), step.to_string()].into_iter().chain(parts.iter().cloned()).collect();
    let quoted: Vec<String> = parts.iter().map(|part| format!("  '{part}'")).collect();
    let _ = writeln!(
        text,
        "key=$(printf 'adjutant/1 step\\n{}' \\\n{} | sha256sum | cut -c 1-64)",
        "%s\\n".repeat(parts.len()),
        quoted.join(" \\\n")
    );
    rolls.iter().for_each(|roll| one(&mut text, roll));
    text
}

fn one(text: &mut String, roll: &Roll) {
    let (n, count, what) = match roll {
        Roll::Dice { die, results, .. } => {
            (*die, results.len(), format!("a die of {die}, recorded {results:?}"))
        }
        Roll::Drawn { list, result, .. } => {
            (list.len() as u32, 1, format!("one of {} in order, recorded {result}", list.len()))
        }
    };
    let label = roll.label().replace('\'', r"'\''");
    let _ = writeln!(text, "\n# {}: {what}", roll.label());
    let _ = writeln!(
        text,
        "roll=$(printf 'adjutant/1 roll\\n%s\\n%s\\n' \"$key\" '{label}' | sha256sum | cut -c 1-64)"
    );
    let _ = writeln!(text, "head -c {} /dev/zero |", bytes(count));
    let _ = writeln!(text, "  openssl enc -chacha20 -K \"$roll\" -iv {} |", "0".repeat(32));
    let _ = writeln!(text, "  od -An -v -t u4 -w4 |");
    let end = (1_u64 << 32) / u64::from(n.max(1)) * u64::from(n);
    let _ = writeln!(text, "  awk '$1 < {end} && c < {count} {{ print {}; c++ }}'", shown(roll, n));
}

/// Key stream enough for so many results, even if some words are passed over.
fn bytes(count: usize) -> usize {
    256 + 8 * count
}

/// What awk prints of a word: the label, and the die or the element of the list.
fn shown(roll: &Roll, n: u32) -> String {
    let plain = |text: &str| text.replace(['"', '\\', '\''], "?");
    let label = plain(roll.label());
    match roll {
        Roll::Dice { .. } => format!("\"{label}:\", $1 % {n} + 1"),
        Roll::Drawn { list, .. } => {
            format!("\"{label}:\", $1 % {n}, \"of\", \"{}\"", plain(&list.join(" ")))
        }
    }
}
