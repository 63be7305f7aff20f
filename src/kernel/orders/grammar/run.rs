//! One attempt at a form: its parts against the tokens of a line.

use super::misfit::{Trail, Wish};
use super::{Join, Match, Part, Slot, SlotKind};
use crate::kernel::orders::lexer::{Token, TokenKind};
use std::ops::Range;

/// One attempt at a form.
pub(super) struct Run<'a> {
    pub(super) tokens: &'a [Token],
    pub(super) found: Match,
    pub(super) repairs: Vec<(Range<usize>, String)>,
    pub(super) trail: &'a mut Trail,
    /// The form's example.
    pub(super) example: &'static str,
    /// Where the outermost optional row that is being read began.
    pub(super) tail: Option<usize>,
}

impl Run<'_> {
    /// Notes what could have stood at a place. Of an optional row that was begun the form's example is kept as a model.
    fn expect(&mut self, at: usize, wish: Wish) {
        self.trail.expect(at, wish, self.example);
        if at == self.trail.furthest && self.tail.is_some_and(|from| at > from) {
            self.trail.model.get_or_insert(self.example);
        }
    }

    /// Reads a row of parts from token `at`; gives the token after it.
    pub(super) fn row(&mut self, parts: &[Part], mut at: usize) -> Option<usize> {
        for part in parts {
            at = self.part(part, at)?;
        }
        Some(at)
    }

    fn part(&mut self, part: &Part, at: usize) -> Option<usize> {
        match part {
            Part::Word(words) => self.word(words, at),
            Part::Arrow => self.arrow(at),
            Part::Times => self.times(at),
            Part::One(slot) => self.one(slot, at),
            Part::Many(slot, join, least) => self.many(slot, *join, *least, at),
            Part::Maybe(row) => Some(self.maybe(row, at)),
        }
    }

    fn word(&mut self, words: &'static [&'static str], at: usize) -> Option<usize> {
        let fits = self.tokens.get(at).is_some_and(|t| words.contains(&t.text.as_str()));
        if fits {
            self.found.words.push(words[0]);
            return Some(at + 1);
        }
        self.expect(at, Wish::Word(words[0]));
        None
    }

    fn arrow(&mut self, at: usize) -> Option<usize> {
        let fits = self.tokens.get(at).is_some_and(|t| t.kind == TokenKind::Arrow || t.text == "to");
        if !fits {
            self.expect(at, Wish::Arrow);
        }
        fits.then_some(at + 1)
    }

    fn times(&mut self, at: usize) -> Option<usize> {
        let fits = self
            .tokens
            .get(at)
            .is_some_and(|t| t.kind == TokenKind::Times || matches!(t.text.as_str(), "attacks" | "attack"));
        if !fits {
            self.expect(at, Wish::Times);
        }
        fits.then_some(at + 1)
    }

    fn maybe(&mut self, row: &[Part], at: usize) -> usize {
        let kept = (self.found.values.len(), self.found.words.len(), self.repairs.len());
        let outer = self.tail;
        self.tail = outer.or(Some(at));
        let end = self.row(row, at);
        self.tail = outer;
        end.unwrap_or_else(|| {
            self.found.values.truncate(kept.0);
            self.found.words.truncate(kept.1);
            self.repairs.truncate(kept.2);
            at
        })
    }

    fn many(&mut self, slot: &Slot, join: Join, least: usize, mut at: usize) -> Option<usize> {
        at = self.one(slot, at)?;
        let mut count = 1;
        loop {
            let next = match join {
                Join::Arrow => self.arrow(at),
                Join::Comma => Some(self.comma(at)),
            };
            let joined = next.is_some_and(|n| n > at);
            match next.and_then(|n| self.one(slot, n)) {
                Some(end) => {
                    at = end;
                    count += 1;
                }
                // After a comma or an arrow another value must follow; after a space it may.
                None if joined => return None,
                None => return (count >= least).then_some(at),
            }
        }
    }

    fn comma(&mut self, at: usize) -> usize {
        let here = self.tokens.get(at);
        let is_comma = here.is_some_and(|t| t.kind == TokenKind::Comma || t.text == "and");
        if !is_comma {
            self.expect(at, Wish::Comma);
        }
        at + usize::from(is_comma)
    }

    fn one(&mut self, slot: &Slot, at: usize) -> Option<usize> {
        let read = match &slot.kind {
            SlotKind::Place(places) => {
                self.tokens.get(at).and_then(|t| places.find(&t.text)).map(|v| (v, at + 1))
            }
            SlotKind::Number(max) => self
                .tokens
                .get(at)
                .and_then(|t| t.text.parse::<u32>().ok())
                .filter(|n| n <= max)
                .map(|v| (v, at + 1)),
            SlotKind::Choice(names) => self.choice(names, at),
        };
        match read {
            Some((value, next)) => {
                self.found.values.push((slot.name, value));
                Some(next)
            }
            None => {
                self.expect(at, Wish::Slot(slot.clone()));
                None
            }
        }
    }

    /// A name, also one of two words for a hyphened name, also shortened where only one name begins so.
    fn choice(&mut self, names: &[String], at: usize) -> Option<(u32, usize)> {
        let index = |text: &str| names.iter().position(|n| n == text).map(|i| i as u32);
        let first = self.tokens.get(at)?;
        if let Some(second) = self.tokens.get(at + 1)
            && let Some(found) = index(&format!("{}-{}", first.text, second.text))
        {
            return Some((found, at + 2));
        }
        if let Some(found) = index(&first.text) {
            return Some((found, at + 1));
        }
        let candidates = beginnings(names, &first.text);
        if let [only] = candidates.as_slice() {
            self.repairs.push((first.span.clone(), format!("read {:?} as {}", first.text, names[*only])));
            return Some((*only as u32, at + 1));
        }
        None
    }
}

/// The names that begin with a text of at least two letters, also in the plural.
pub(super) fn beginnings(names: &[String], text: &str) -> Vec<usize> {
    let long_enough = text.len() >= 2 && text.starts_with(char::is_alphabetic);
    let fits = |name: &String| name.starts_with(text) || text.strip_suffix('s') == Some(name);
    names.iter().enumerate().filter(|(_, n)| long_enough && fits(n)).map(|(i, _)| i).collect()
}
