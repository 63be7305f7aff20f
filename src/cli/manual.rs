//! `adjutant completions` and `adjutant man`: generated from the command line itself.

use super::failure::{Failure, Outcome};
use super::files;
use clap_complete::Shell;
use std::path::PathBuf;

/// Print completions for a shell
#[derive(clap::Args)]
pub(super) struct CompletionArgs {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Print a manual page, or write all of them into a folder
#[derive(clap::Args)]
pub(super) struct ManArgs {
    /// The command; by default adjutant itself
    command: Option<String>,
    /// Write all pages into this folder
    #[arg(long, value_name = "FOLDER", conflicts_with = "command")]
    all: Option<PathBuf>,
}

pub(super) fn completions(args: &CompletionArgs) -> Outcome {
    let mut out = Vec::new();
    clap_complete::generate(args.shell, &mut super::command(), "adjutant", &mut out);
    files::print(&String::from_utf8_lossy(&out))
}

pub(super) fn man(args: &ManArgs) -> Outcome {
    let mut root = super::command();
    root.build();
    if let Some(folder) = &args.all {
        return write_all(&root, folder);
    }
    let command = match &args.command {
        None => root,
        Some(name) => root.find_subcommand(name).cloned().ok_or_else(|| {
            Failure::usage_hinted(
                "usage/command",
                format!("there is no command {name:?}"),
                "adjutant --help lists the commands",
            )
        })?,
    };
    files::print(&page(command)?)
}

fn write_all(root: &clap::Command, folder: &std::path::Path) -> Outcome {
    files::write(&folder.join("adjutant.1"), &page(root.clone())?)?;
    for command in root.get_subcommands().filter(|c| c.get_name() != "help") {
        let name = format!("adjutant-{}.1", command.get_name());
        files::write(&folder.join(name), &page(command.clone())?)?;
    }
    Ok(())
}

fn page(command: clap::Command) -> Result<String, Failure> {
    let mut out = Vec::new();
    clap_mangen::Man::new(command)
        .render(&mut out)
        .map_err(|error| Failure::file("the manual page", &error))?;
    Ok(String::from_utf8_lossy(&out).into_owned())
}
