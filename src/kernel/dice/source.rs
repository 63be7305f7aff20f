//! Where the dice of a step come from, and the record of what was rolled.

use super::roll::Roll;
use super::stream::Words;
use super::{pepper, roll_keys};
use crate::kernel::history::canonical::Begun;
use std::collections::BTreeMap;

/// The dice of one step.
#[derive(Clone, Debug)]
pub struct Dice {
    source: Source,
    rolls: Vec<Roll>,
    hidden_rolls: Vec<Roll>,
    pepper: Option<Pepper>,
    fault: Option<String>,
}

/// What hidden rolls are made of beside the step key: the referee's second secret.
#[derive(Clone, Debug)]
pub struct Pepper {
    /// The hidden secret.
    pub hidden: String,
    /// The step.
    pub step: u64,
}

#[derive(Clone, Debug)]
enum Source {
    /// A step key, taken into the keys of its rolls.
    Key(Begun),
    /// What the results shall be, by label, for cases: numbers, or of a list the element itself.
    Script(BTreeMap<String, Vec<String>>),
    /// None: every roll is a fault.
    Absent,
    /// None: the first roll ends what is shown of a step beforehand.
    Blind,
}

/// Whether everybody sees what is rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Openness {
    Open,
    Hidden,
}

impl Dice {
    /// Dice from the key of a step.
    pub fn keyed(step_key: String) -> Self {
        Self::of(Source::Key(roll_keys(&step_key)))
    }

    /// Dice that fall as a script says: results from 1 by label; of a list, the number of the element from 1.
    pub fn scripted(script: BTreeMap<String, Vec<u32>>) -> Self {
        let words = |results: Vec<u32>| results.iter().map(ToString::to_string).collect();
        Self::told(script.into_iter().map(|(label, results)| (label, words(results))).collect())
    }

    /// Dice that fall as a script says in words: of a list, an element may be written as its number or by its name.
    pub fn told(script: BTreeMap<String, Vec<String>>) -> Self {
        Self::of(Source::Script(script))
    }

    /// No dice: a game or a step that rolls nothing.
    pub fn absent() -> Self {
        Self::of(Source::Absent)
    }

    /// No dice, for a look ahead that stops before the first one.
    pub fn blind() -> Self {
        Self::of(Source::Blind)
    }

    fn of(source: Source) -> Self {
        Self { source, rolls: Vec::new(), hidden_rolls: Vec::new(), pepper: None, fault: None }
    }

    /// The same dice, with what hidden rolls need beside the step key.
    pub fn peppered(self, pepper: Option<Pepper>) -> Self {
        Self { pepper, ..self }
    }

    /// Whether nothing can be rolled: a step must pause before it comes to that.
    pub fn are_absent(&self) -> bool {
        matches!(self.source, Source::Absent)
    }

    /// Whether a look ahead has come to its first roll.
    pub fn are_awaited(&self) -> bool {
        matches!(self.source, Source::Blind) && !(self.rolls.is_empty() && self.hidden_rolls.is_empty())
    }

    /// What was rolled so far.
    pub fn rolls(&self) -> &[Roll] {
        &self.rolls
    }

    /// What was rolled openly, and what was hidden.
    pub fn into_rolls(self) -> (Vec<Roll>, Vec<Roll>) {
        (self.rolls, self.hidden_rolls)
    }

    /// What is wrong with the rolls, such as two under one label. Rules are tested never to come to this.
    pub fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    /// The labels of a script that no roll has asked for.
    pub fn unused(&self) -> Vec<String> {
        match &self.source {
            Source::Script(script) => script.keys().filter(|l| !self.has_rolled(l)).cloned().collect(),
            _ => Vec::new(),
        }
    }

    /// Rolls dice of so many sides, results from 1.
    pub fn roll(&mut self, by: &str, label: String, sides: u32, count: usize) -> &[u32] {
        let results = self.numbers(&label, Openness::Open, sides, count, &[]);
        self.rolls.push(Roll::Dice { by: by.to_owned(), die: sides, label, results });
        match self.rolls.last() {
            Some(Roll::Dice { results, .. }) => results,
            _ => &[],
        }
    }

    /// Draws one element of a list in ascending order, and gives its place in it.
    pub fn draw(&mut self, by: &str, label: String, list: &[String]) -> usize {
        self.draw_one(by, label, Openness::Open, list)
    }

    /// Draws as [`Dice::draw`] does, but so that the step key alone does not tell what is drawn.
    pub fn draw_hidden(&mut self, by: &str, label: String, list: &[String]) -> usize {
        self.draw_one(by, label, Openness::Hidden, list)
    }

    fn draw_one(&mut self, by: &str, label: String, openness: Openness, list: &[String]) -> usize {
        if list.is_empty() || !list.is_sorted() {
            self.complain(format!("{label:?} draws from a list that is empty or not in order"));
            return 0;
        }
        let drawn = self.numbers(&label, openness, list.len() as u32, 1, list)[0] as usize - 1;
        let result = list[drawn].clone();
        let rolls = if openness == Openness::Hidden { &mut self.hidden_rolls } else { &mut self.rolls };
        rolls.push(Roll::Drawn { by: by.to_owned(), label, list: list.to_vec(), result });
        drawn
    }

    /// Numbers from 1 to n; a script may name elements of the list that they stand for.
    fn numbers(
        &mut self,
        label: &str,
        openness: Openness,
        n: u32,
        count: usize,
        list: &[String],
    ) -> Vec<u32> {
        if !self.admit(label) {
            return vec![1; count];
        }
        match &self.source {
            Source::Key(keys) => {
                let Some(key) = self.key(keys, label, openness) else {
                    self.complain(format!(
                        "{label:?} is drawn in secret, and no referee's secret is at hand"
                    ));
                    return vec![1; count];
                };
                let mut words = Words::new(key);
                (0..count).map(|_| words.below(n) + 1).collect()
            }
            Source::Script(script) => match script.get(label).and_then(|words| read(words, n, list)) {
                Some(results) if results.len() == count => results,
                _ => {
                    self.complain(format!("the script has no {count} results from 1 to {n} for {label:?}"));
                    vec![1; count]
                }
            },
            Source::Absent => {
                self.complain(format!("{label:?} is rolled in a step without dice"));
                vec![1; count]
            }
            Source::Blind => vec![1; count],
        }
    }

    /// H("roll", step key, label), of a hidden roll H("roll", step key, label, pepper): the key of one roll, 32 bytes.
    /// None for a hidden roll without the referee's secret.
    fn key(&self, keys: &Begun, label: &str, openness: Openness) -> Option<[u8; 32]> {
        match (openness, &self.pepper) {
            (Openness::Open, _) => Some(keys.digest(&[label])),
            (Openness::Hidden, Some(p)) => Some(keys.digest(&[label, &pepper(&p.hidden, p.step, label)])),
            (Openness::Hidden, None) => None,
        }
    }

    /// Whether a label can be rolled under: it is one, and no other roll of the step has it.
    fn admit(&mut self, label: &str) -> bool {
        if !is_label(label) {
            self.complain(format!("{label:?} is no label"));
            return false;
        }
        let is_new = !self.has_rolled(label);
        if !is_new {
            self.complain(format!("two rolls have the label {label:?}"));
        }
        is_new
    }

    fn has_rolled(&self, label: &str) -> bool {
        self.rolls.iter().chain(&self.hidden_rolls).any(|roll| roll.label() == label)
    }

    fn complain(&mut self, fault: String) {
        self.fault.get_or_insert(fault);
    }
}

/// Results as a script writes them, if all of them can be.
fn read(words: &[String], n: u32, list: &[String]) -> Option<Vec<u32>> {
    let number = |word: &String| word.parse().ok().filter(|r| (1..=n).contains(r));
    let named = |word: &String| list.iter().position(|element| element == word).map(|at| at as u32 + 1);
    words.iter().map(|word| named(word).or_else(|| number(word))).collect()
}

/// Whether a text can be a label: printable ASCII, not too long, no blanks at its ends.
fn is_label(text: &str) -> bool {
    (1..=80).contains(&text.len()) && text.bytes().all(|b| matches!(b, b' '..=b'~')) && text.trim() == text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keyed() -> Dice {
        Dice::keyed("0".repeat(64))
    }

    #[test]
    fn a_roll_depends_on_its_label_alone() {
        let mut alone = keyed();
        let later = alone.roll("a", "second".to_owned(), 6, 3);
        let mut both = keyed();
        both.roll("a", "first".to_owned(), 6, 5);
        assert_eq!(both.roll("b", "second".to_owned(), 6, 3), later);
        assert_eq!(both.rolls().len(), 2);
    }

    #[test]
    fn more_dice_of_a_label_go_on_where_fewer_end() {
        let few = keyed().roll("a", "x".to_owned(), 20, 3).to_vec();
        assert_eq!(keyed().roll("a", "x".to_owned(), 20, 9)[..3], few);
    }

    #[test]
    fn two_rolls_under_one_label_are_a_fault() {
        let mut dice = keyed();
        dice.roll("a", "x".to_owned(), 6, 1);
        assert_eq!(dice.fault(), None);
        dice.roll("a", "x".to_owned(), 6, 1);
        assert_eq!(dice.fault(), Some("two rolls have the label \"x\""));
    }

    #[test]
    fn nothing_is_rolled_without_dice() {
        let mut dice = Dice::absent();
        dice.roll("a", "x".to_owned(), 6, 1);
        assert!(dice.fault().is_some());
    }

    #[test]
    fn lists_are_drawn_from_in_order() {
        let list = ["a", "b", "b"].map(str::to_owned);
        let mut dice = Dice::scripted([("x".to_owned(), vec![3])].into());
        assert_eq!(dice.draw("a", "x".to_owned(), &list), 2);
        assert_eq!((dice.fault(), dice.unused()), (None, Vec::new()));
        let mut told = Dice::told([("x".to_owned(), vec!["b".to_owned()])].into());
        assert_eq!((told.draw("a", "x".to_owned(), &list), told.fault()), (1, None));
        dice.draw("a", "y".to_owned(), &["b", "a"].map(str::to_owned));
        assert!(dice.fault().is_some());
    }

    #[test]
    fn labels_are_plain() {
        for bad in ["", " x", "x ", "å", "a\nb", &"x".repeat(81)] {
            let mut dice = keyed();
            dice.roll("a", bad.to_owned(), 6, 1);
            assert!(dice.fault().is_some(), "{bad:?}");
        }
    }
}
