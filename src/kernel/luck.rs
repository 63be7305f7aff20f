//! Luck, soberly: what the dice of each seat came to, beside what was to be expected.
//!
//! Everything is reckoned in whole hundredths, so that it is the same on every machine.

use super::dice::Roll;
use super::report::Doc;
use std::collections::BTreeMap;

/// What one seat, or one side that the game plays itself, has rolled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tally {
    dice: u64,
    /// Sum of the results.
    sum: u64,
    /// Twice the expected sum: each die of n sides gives n + 1.
    twice_expected: u64,
    /// Twelve times the variance of the sum: each die of n sides gives n² − 1.
    twelve_variances: u64,
}

impl Tally {
    fn add(&mut self, sides: u32, result: u32) {
        let sides = u64::from(sides);
        self.dice += 1;
        self.sum += u64::from(result);
        self.twice_expected += sides + 1;
        self.twelve_variances += sides * sides - 1;
    }

    /// The mean in hundredths, rounded.
    fn mean(&self) -> u64 {
        rounded(self.sum * 100, self.dice)
    }

    /// The expected mean in hundredths, rounded.
    fn expected(&self) -> u64 {
        rounded(self.twice_expected * 50, self.dice)
    }

    /// The standard error of the mean in hundredths, rounded down: the root of the variance of the sum over the
    /// number of dice.
    fn standard_error(&self) -> u64 {
        (self.twelve_variances * 10_000 / (12 * self.dice * self.dice).max(1)).isqrt()
    }
}

fn rounded(number: u64, by: u64) -> u64 {
    let by = by.max(1);
    (number + by / 2) / by
}

/// Hundredths as a decimal number.
fn decimal(hundredths: u64) -> String {
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

/// The dice of some rolls by seat: how many, their mean, the mean expected, and its standard error.
pub fn report<'a>(rolls: impl IntoIterator<Item = &'a Roll>) -> Doc {
    let mut tallies: BTreeMap<&str, Tally> = BTreeMap::new();
    for roll in rolls {
        if let Roll::Dice { by, die, results, .. } = roll {
            let tally = tallies.entry(by).or_default();
            results.iter().for_each(|result| tally.add(*die, *result));
        }
    }
    let mut doc = Doc::new();
    doc.heading(2, "Luck");
    if tallies.is_empty() {
        doc.paragraph("No dice were rolled.");
        return doc;
    }
    let rows = tallies.iter().map(|(by, tally)| {
        let figures = [tally.mean(), tally.expected(), tally.standard_error()].map(decimal);
        let [mean, expected, error] = figures;
        vec![(*by).to_owned(), tally.dice.to_string(), mean, expected, error]
    });
    doc.table(["for", "dice", "mean", "expected", "standard error"], rows.collect());
    doc.paragraph(
        "The mean of fair dice lies within one standard error of what is expected about twice in three times, and \
         within two about nineteen times in twenty. Cards drawn are not counted.",
    );
    doc
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_those_of_the_textbook() {
        let mut tally = Tally::default();
        [1, 2, 3, 4, 5, 6, 6, 6].iter().for_each(|result| tally.add(6, *result));
        // sqrt(35 / 12 / 8) = 0.6038
        assert_eq!((tally.mean(), tally.expected(), tally.standard_error()), (413, 350, 60));
        assert_eq!(decimal(tally.mean()), "4.13");
    }

    #[test]
    fn an_empty_tally_is_no_fault() {
        assert_eq!((Tally::default().mean(), Tally::default().standard_error()), (0, 0));
    }
}
