//! Where a history or a game file departs from what the rules of the format and of the game make of it.

use serde::Serialize;
use std::fmt;

/// The first place at which a file is not what it should be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Departure {
    /// Stable code, such as `chain/wrong-prev`.
    pub code: &'static str,
    /// The entry, counted from 0; none where it concerns what stands around the history.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry: Option<usize>,
    /// The step of that entry, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<u64>,
    /// The seat whose letter it concerns, if it is one's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<String>,
    /// What departs, with what stands there and what should.
    pub message: String,
    /// What may have happened, or what to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
}

impl Departure {
    /// A departure in an entry.
    pub fn at(code: &'static str, entry: usize, message: impl Into<String>) -> Self {
        Self { code, entry: Some(entry), step: None, seat: None, message: message.into(), hint: None }
    }

    /// A departure in what stands around the history.
    pub fn around(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, entry: None, step: None, seat: None, message: message.into(), hint: None }
    }

    /// Adds what may have happened, or what to do.
    #[must_use]
    pub fn hinted(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Names the seat whose letter it concerns.
    #[must_use]
    pub fn of(mut self, seat: &str) -> Self {
        self.seat = Some(seat.to_owned());
        self
    }

    /// Names the step.
    #[must_use]
    pub fn in_step(mut self, step: u64) -> Self {
        self.step = Some(step);
        self
    }
}

impl fmt::Display for Departure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.entry, self.step) {
            (Some(entry), Some(step)) if step > 0 => write!(f, "entry {entry} (step {step}): ")?,
            (Some(entry), _) => write!(f, "entry {entry}: ")?,
            (None, _) => {}
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for Departure {}
