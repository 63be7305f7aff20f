//! `adjutant keys`: what a seat alone holds.

use super::Context;
use super::failure::Outcome;
use super::files;
use super::keyring::Keyring;
use crate::kernel::keys::signature::Signing;
use std::path::PathBuf;

/// Make a seat's key file, or bring together what two machines have answered with one
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    /// Make a key file, readable by its owner alone; one that exists is never overwritten
    New {
        /// The file to make
        file: PathBuf,
    },
    /// Take over what another machine has answered with the same key
    Merge {
        /// The key file
        file: PathBuf,
        /// The other machine's list, KEYFILE.answers
        list: PathBuf,
    },
}

pub(super) fn run(args: &Args, context: Context) -> Outcome {
    let text = match &args.what {
        What::New { file } => {
            let made = Keyring::make(file)?;
            let public = Signing::new(&made.secret).public();
            format!("{}: a new key, public part {public}\nKeep the file to yourself.\n", file.display())
        }
        What::Merge { file, list } => {
            let taken = Keyring::read(file)?.merge(list)?;
            format!("{}: {taken} answers taken over\n", file.display())
        }
    };
    files::print(&context.charset.apply(&text))
}
