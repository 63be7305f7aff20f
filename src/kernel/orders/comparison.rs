//! How a number compares with another: in facts, and in conditions within orders.

use super::condition::Outlook;
use serde::{Deserialize, Serialize};

/// How a number compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Comparison {
    /// It is less.
    Below,
    /// It is the same.
    Is,
    /// It is more.
    Above,
}

impl Comparison {
    /// The comparison that the first or second of two words stands for, such as `before` and `after`; without a word
    /// the numbers are to be the same.
    pub fn of_word(word: Option<u32>) -> Self {
        match word {
            None => Self::Is,
            Some(0) => Self::Below,
            Some(_) => Self::Above,
        }
    }

    /// Whether a number compares so with another.
    pub fn holds<T: Ord>(self, number: T, other: T) -> bool {
        match self {
            Self::Below => number < other,
            Self::Is => number == other,
            Self::Above => number > other,
        }
    }

    /// What is known of the comparison of a number that grows by one after the other, and never shrinks.
    pub fn outlook_of_growing(self, now: u32, other: u32) -> Outlook {
        match self {
            Self::Below if now >= other => Outlook::Never,
            Self::Is if now > other => Outlook::Never,
            Self::Above if now > other => Outlook::Always,
            _ => Outlook::Depends,
        }
    }

    /// The word between two numbers.
    pub fn word(self) -> &'static str {
        ["below", "is", "above"][self as usize]
    }

    /// The word before a number of turns or rounds.
    pub fn of_time(self) -> &'static str {
        ["before", "is", "after"][self as usize]
    }

    /// What stands before a count of things, with a blank behind it where anything does.
    pub fn of_count(self) -> &'static str {
        ["fewer than ", "", "more than "][self as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Comparison; 3] = [Comparison::Below, Comparison::Is, Comparison::Above];

    #[test]
    fn numbers_compare() {
        let of = |number: u8, other: u8| ALL.map(|comparison| comparison.holds(number, other));
        assert_eq!(of(1, 2), [true, false, false]);
        assert_eq!(of(2, 2), [false, true, false]);
        assert_eq!(of(3, 2), [false, false, true]);
        assert_eq!([Some(0), None, Some(1)].map(Comparison::of_word), ALL);
    }

    #[test]
    fn a_growing_number_leaves_others_behind() {
        let of = |now: u32, other: u32| ALL.map(|comparison| comparison.outlook_of_growing(now, other));
        assert_eq!(of(1, 2), [Outlook::Depends; 3]);
        assert_eq!(of(2, 2), [Outlook::Never, Outlook::Depends, Outlook::Depends]);
        assert_eq!(of(3, 2), [Outlook::Never, Outlook::Never, Outlook::Always]);
    }
}
