//! The binary: collect the arguments, run, exit with the code.

use std::process::ExitCode;

fn main() -> ExitCode {
    adjutant::cli::run(std::env::args_os())
}
