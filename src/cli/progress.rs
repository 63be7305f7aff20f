//! A bar on the terminal during long work.
//!
//! It appears once a command has worked for a second, on standard error and only if that is a terminal that can move its cursor, and goes when
//! the work is done. What a command prints is the same with it and without.

use indicatif::{ProgressBar, ProgressStyle};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// A command that takes longer shows how far it is.
const PATIENCE: Duration = Duration::from_secs(1);

/// When the first work of this command began: many short pieces of work make a long one.
static BEGAN: OnceLock<Instant> = OnceLock::new();

/// How far some work is.
pub(super) struct Progress {
    what: String,
    unit: &'static str,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Work that begins now, such as "Writing mails", and what its parts are called.
    pub fn begin(what: String, unit: &'static str) -> Self {
        BEGAN.get_or_init(Instant::now);
        Self { what, unit, bar: None }
    }

    /// So much of it is done.
    pub fn reach(&mut self, done: usize, of: usize) {
        let is_long = BEGAN.get().is_some_and(|began| began.elapsed() > PATIENCE);
        if self.bar.is_none() && is_long && is_wanted() {
            self.bar = Some(bar(&self.what, self.unit, of));
        }
        if let Some(bar) = &self.bar {
            bar.set_position(done as u64);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn bar(what: &str, unit: &'static str, of: usize) -> ProgressBar {
    let bar = ProgressBar::new(of as u64).with_prefix(what.to_owned()).with_message(unit);
    let style = ProgressStyle::with_template("{prefix} [{bar:30}] {msg} {pos} of {len}");
    match style {
        Ok(style) => bar.with_style(style.progress_chars("=> ")),
        Err(_) => bar,
    }
}

/// Whoever wants no colours, or has a terminal without a cursor, wants no bar either. Where there is no terminal the bar
/// hides itself.
fn is_wanted() -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !is_set("NO_COLOR") && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}
