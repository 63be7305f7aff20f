//! `adjutant schema`: the game file as a JSON Schema.

use super::failure::Outcome;
use super::files;

/// Print a JSON Schema of the game file, for editors and scripts
#[derive(clap::Args)]
pub(super) struct Args {}

pub(super) fn run(_args: &Args) -> Outcome {
    files::print(&format!("{:#}\n", crate::kernel::gamefile::schema()))
}
