//! The command line: the only place with files, clock, environment and entropy.
//!
//! One module a command. Each has its arguments as a type and a function `run`; game files and turn files go
//! in by path or `-`, one thing comes out on standard output, everything else goes to standard error.

mod adjudicate;
mod amend;
mod check;
mod contacts;
mod entropy;
mod failure;
mod files;
mod games;
mod join;
mod keyring;
mod keys;
mod legal;
mod letters;
mod lock;
mod mail;
mod manual;
mod new;
mod open;
mod playing;
mod post;
mod progress;
mod referee;
mod report;
mod rules;
mod schema;
mod secrets;
mod sheet;
mod show;
mod status;
mod verify;
mod view;

use crate::kernel::orders::diagnostic::Style;
use crate::kernel::text::Charset;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use failure::{EXIT_CODES, Failure, Kind};
use std::ffi::OsString;
use std::process::ExitCode;

/// The normal turn, for those who read the help first.
const A_TURN: &str = "\
A turn:
  adjutant sheet game.yaml > my.turn                    write your orders into it
  adjutant check game.yaml my.turn                      see what they would do
  adjutant adjudicate game.yaml my.turn > next.yaml     send next.yaml to the others";

/// Adjudicate board wargames played by e-mail.
///
/// Game files and turn files go in, the next game file and a report come out. Every file may be `-` for standard
/// input; each command has one output, on standard output.
#[derive(Parser)]
#[command(name = "adjutant", version, after_help = format!("{A_TURN}\n\n{EXIT_CODES}"), propagate_version = true)]
struct Cli {
    /// Print nothing beyond ASCII, except in game files and turn files
    #[arg(long, global = true)]
    ascii: bool,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    New(new::Args),
    Join(join::Args),
    Keys(keys::Args),
    Show(show::Args),
    Status(status::Args),
    Sheet(sheet::Args),
    Legal(legal::Args),
    Check(check::Args),
    Lock(lock::Args),
    Adjudicate(adjudicate::Args),
    Amend(amend::Args),
    Report(report::Args),
    Mail(mail::Args),
    Post(post::Args),
    Verify(verify::Args),
    View(view::Args),
    Rules(rules::Args),
    Games(games::Args),
    Schema(schema::Args),
    Completions(manual::CompletionArgs),
    Man(manual::ManArgs),
}

impl Command {
    /// The game file that is named, if one is.
    fn game(&self) -> Option<&str> {
        match self {
            Self::Join(join::Args { game, .. })
            | Self::Show(show::Args { game, .. })
            | Self::Sheet(sheet::Args { game, .. })
            | Self::Legal(legal::Args { game, .. })
            | Self::Check(check::Args { game, .. })
            | Self::Lock(lock::Args { game, .. })
            | Self::Adjudicate(adjudicate::Args { game, .. })
            | Self::Amend(amend::Args { game, .. })
            | Self::Report(report::Args { game, .. })
            | Self::Mail(mail::Args { game, .. })
            | Self::View(view::Args { game, .. }) => Some(game.as_str()).filter(|game| *game != "-"),
            _ => None,
        }
    }
}

/// What holds for every command.
#[derive(Clone, Copy)]
pub(crate) struct Context {
    charset: Charset,
}

impl Context {
    /// How diagnostics are drawn; colours are taken out again where they do not belong.
    fn style(self) -> Style {
        Style { colour: true, ascii: self.charset == Charset::Ascii }
    }

    /// A text that may hold colours, in the characters that may be printed.
    fn in_charset(self, text: &str) -> String {
        match self.charset {
            Charset::Unicode => text.to_owned(),
            // Escapes begin the colours and would be taken out with the other control characters.
            Charset::Ascii => {
                text.split('\x1b').map(|part| self.charset.apply(part)).collect::<Vec<_>>().join("\x1b")
            }
        }
    }
}

/// The command line as clap knows it.
pub(crate) fn command() -> clap::Command {
    Cli::command()
}

/// Runs one command line to its exit code.
pub fn run(args: impl Iterator<Item = OsString>) -> ExitCode {
    let args: Vec<OsString> = args.collect();
    let cli = match command().try_get_matches_from(&args).and_then(|m| Cli::from_arg_matches(&m)) {
        Ok(cli) => cli,
        Err(error) => return usage(&error, &args),
    };
    let context = Context { charset: if cli.ascii { Charset::Ascii } else { Charset::Unicode } };
    let game = cli.command.game().map(str::to_owned);
    match guarded(|| dispatch(cli.command, context)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            let failure = failure.about(game.as_deref());
            files::print_error(&context.in_charset(&failure.text));
            ExitCode::from(failure.kind as u8)
        }
    }
}

/// Help and version are no errors; clap's own code for usage is mapped to ours. A filter's is for the mail system, which
/// keeps the mail until the command line is mended.
fn usage(error: &clap::Error, args: &[OsString]) -> ExitCode {
    let _ = error.print();
    let command = args.iter().skip(1).find(|arg| !arg.to_string_lossy().starts_with('-'));
    let kind = if command.is_some_and(|command| command == "post") { Kind::Later } else { Kind::Usage };
    if error.use_stderr() { ExitCode::from(kind as u8) } else { ExitCode::SUCCESS }
}

/// Turns a panic, which is a fault of this program, into a message and its exit code.
fn guarded(act: impl FnOnce() -> failure::Outcome + std::panic::UnwindSafe) -> failure::Outcome {
    std::panic::catch_unwind(act).unwrap_or_else(|_| {
        let hint = "please report it with the files that were given; nothing was written";
        Err(Failure::new(Kind::Internal, "program/fault", "this program has a fault", Some(hint)))
    })
}

fn dispatch(command: Command, context: Context) -> failure::Outcome {
    match command {
        Command::New(args) => new::run(&args, context),
        Command::Join(args) => join::run(&args, context),
        Command::Keys(args) => keys::run(&args, context),
        Command::Show(args) => show::run(&args, context),
        Command::Status(args) => status::run(&args, context),
        Command::Sheet(args) => sheet::run(&args),
        Command::Legal(args) => legal::run(&args, context),
        Command::Check(args) => check::run(&args, context),
        Command::Lock(args) => lock::run(&args, context),
        Command::Adjudicate(args) => adjudicate::run(&args, context),
        Command::Amend(args) => amend::run(&args, context),
        Command::Report(args) => report::run(&args, context),
        Command::Mail(args) => mail::run(&args, context),
        Command::Post(args) => post::run(&args, context),
        Command::Verify(args) => verify::run(&args, context),
        Command::View(args) => view::run(&args, context),
        Command::Rules(args) => rules::run(&args, context),
        Command::Games(args) => games::run(&args, context),
        Command::Schema(args) => schema::run(&args),
        Command::Completions(args) => manual::completions(&args),
        Command::Man(args) => manual::man(&args),
    }
}
