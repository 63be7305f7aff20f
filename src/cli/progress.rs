//! A bar on the terminal while a long game is played again.
//!
//! It appears after a second, on standard error and only if that is a terminal that can move its cursor, and goes when
//! the work is done. What a command prints is the same with it and without.

use indicatif::{ProgressBar, ProgressStyle};
use std::time::{Duration, Instant};

/// Work that takes longer shows how far it is.
const PATIENCE: Duration = Duration::from_secs(1);

/// How far some work is.
pub(super) struct Progress {
    what: String,
    began: Instant,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Work that begins now.
    pub fn begin(what: &str) -> Self {
        Self { what: what.to_owned(), began: Instant::now(), bar: None }
    }

    /// So much of it is done.
    pub fn reach(&mut self, done: usize, of: usize) {
        if self.bar.is_none() && self.began.elapsed() > PATIENCE && is_wanted() {
            self.bar = Some(bar(&self.what, of));
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

fn bar(what: &str, of: usize) -> ProgressBar {
    let bar = ProgressBar::new(of as u64).with_prefix(format!("Playing {what} again"));
    let style = ProgressStyle::with_template("{prefix} [{bar:30}] entry {pos} of {len}");
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
