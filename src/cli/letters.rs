//! Turn files on their way into a command.

use super::Context;
use super::failure::{Failure, Kind};
use super::files;
use crate::kernel::history::chronicle::Chronicle;
use crate::kernel::orders::diagnostic::{Class, Diagnostic, draw};
use crate::kernel::orders::sheet::is_droppable;
use crate::kernel::terms::OrdersPolicy;
use crate::kernel::turnfile::{self, Input, TurnFile};

/// Reads turn files to be played and shows what was repaired or is odd. Under lenient terms bad lines fall to the
/// defaults.
///
/// Errors: every error in all of them, or an input that cannot be read.
pub fn read(paths: &[String], chronicle: &Chronicle, context: Context) -> Result<Vec<TurnFile>, Failure> {
    read_by(chronicle.terms.orders, paths, chronicle, context)
}

/// Reads turn files of which one's own is about to be sent: a bad line in it is an error under all terms.
///
/// Errors: every error in them, or an input that cannot be read.
pub fn read_locking(
    paths: &[String],
    chronicle: &Chronicle,
    context: Context,
) -> Result<Vec<TurnFile>, Failure> {
    read_by(OrdersPolicy::Strict, paths, chronicle, context)
}

fn read_by(
    policy: OrdersPolicy,
    paths: &[String],
    chronicle: &Chronicle,
    context: Context,
) -> Result<Vec<TurnFile>, Failure> {
    let mut kept: Vec<TurnFile> = Vec::new();
    let mut errors = String::new();
    for path in paths {
        let input = turnfile::read(&files::read(path)?, chronicle);
        // What is final is not sent back for its orders: bad lines fall to the defaults.
        let is_final = !input.turn_files.is_empty() && input.turn_files.iter().all(TurnFile::is_final);
        let policy = if is_final { OrdersPolicy::Lenient } else { policy };
        if is_acceptable(&input, policy) {
            let told: Vec<Diagnostic> = input.findings.iter().cloned().map(tolerated).collect();
            files::print_error(&draw(files::shown(path), &told, context.style()));
            keep(&mut kept, input, path, chronicle, context, &mut errors);
        } else {
            errors.push_str(&draw(files::shown(path), &input.findings, context.style()));
        }
    }
    if errors.is_empty() { Ok(kept) } else { Err(Failure { kind: Kind::Orders, text: errors }) }
}

/// Under lenient terms bad lines are tolerable; a turn file that is none is an error all the same.
fn is_acceptable(input: &Input, policy: OrdersPolicy) -> bool {
    let lenient = policy == OrdersPolicy::Lenient;
    let tolerable = |f: &Diagnostic| !f.is_error() || lenient && is_about_an_order(f);
    !input.turn_files.is_empty() && input.findings.iter().all(tolerable)
}

fn is_about_an_order(finding: &Diagnostic) -> bool {
    let whole = ["turnfile/", "head/", "header/", "sheet/", "draw/", "order/after-end"];
    is_droppable(finding) && !whole.iter().any(|area| finding.code.starts_with(area))
}

/// What lenient terms tolerate is no error.
fn tolerated(mut finding: Diagnostic) -> Diagnostic {
    if finding.is_error() {
        finding.class = Class::Warning;
        finding.message.push_str("; the line is dropped");
    }
    finding
}

/// Keeps the turn files of an input; a second one of a seat must say the same.
fn keep(
    kept: &mut Vec<TurnFile>,
    input: Input,
    path: &str,
    chronicle: &Chronicle,
    context: Context,
    errors: &mut String,
) {
    for mut turn_file in input.turn_files {
        files::shown(path).clone_into(&mut turn_file.source);
        match kept.iter().find(|t| t.seat == turn_file.seat) {
            None => kept.push(turn_file),
            Some(first) if first.post() == turn_file.post() => {}
            Some(first) => {
                let place = format!("in {} and in {}", first.source, turn_file.source);
                let finding = turnfile::two_turn_files(0, "", chronicle.name(turn_file.seat), &place);
                errors.push_str(&draw(files::shown(path), &[finding], context.style()));
            }
        }
    }
}

/// The order lines of a turn file that is still being written, and what is against the rules so far: a line more
/// may mend it.
///
/// Errors: every line that cannot be read.
pub fn read_unfinished(
    path: &str,
    chronicle: &Chronicle,
    context: Context,
) -> Result<(Vec<String>, Vec<Diagnostic>), Failure> {
    let input = turnfile::read(&files::read(path)?, chronicle);
    let malformed: Vec<Diagnostic> =
        input.findings.iter().filter(|f| f.class == Class::Malformed).cloned().collect();
    if !malformed.is_empty() {
        return Err(Failure::orders(files::shown(path), &malformed, context.style()));
    }
    let faulty = input.findings.iter().filter(|f| f.is_error()).cloned().collect();
    Ok((input.turn_files.into_iter().flat_map(|t| t.checked.lines).collect(), faulty))
}
