//! Why a line fits no form: the furthest place that any of them reached, and what could have stood there.

use super::run::beginnings;
use super::{Misfit, Places, Slot, SlotKind, nearest};
use crate::kernel::orders::lexer::Token;

/// The most names that are listed as expected; the others are in `adjutant rules`.
const MAX_SHOWN: usize = 6;

/// What could have stood at a place.
#[derive(Clone)]
pub(super) enum Wish {
    Word(&'static str),
    Arrow,
    Times,
    Comma,
    End,
    Slot(Slot),
}

impl Wish {
    fn describe(&self) -> String {
        match self {
            Self::Word(word) => (*word).to_owned(),
            Self::Arrow => "→".to_owned(),
            Self::Times => "x".to_owned(),
            Self::Comma => "a comma".to_owned(),
            Self::End => "the end of the line".to_owned(),
            Self::Slot(slot) => match &slot.kind {
                SlotKind::Place(places) => {
                    format!("a {} such as {}", places.noun, places.names.first().map_or("-", String::as_str))
                }
                SlotKind::Number(max) => format!("a number up to {max}"),
                SlotKind::Choice(names) if names.len() > MAX_SHOWN => {
                    format!("{} …", names[..MAX_SHOWN].join(" or "))
                }
                SlotKind::Choice(names) => names.join(" or "),
            },
        }
    }
}

/// The furthest place that any form reached, and what each wished to see there.
#[derive(Default)]
pub(super) struct Trail {
    pub(super) furthest: usize,
    wishes: Vec<Wish>,
    /// The example of a form whose optional end was begun there.
    pub(super) model: Option<&'static str>,
    /// The example of the first form that reached it.
    example: Option<&'static str>,
}

impl Trail {
    pub(super) fn expect(&mut self, at: usize, wish: Wish, example: &'static str) {
        if at > self.furthest {
            self.furthest = at;
            self.wishes.clear();
            (self.model, self.example) = (None, None);
        }
        if at == self.furthest {
            self.wishes.push(wish);
            self.example.get_or_insert(example);
        }
    }

    /// An order to go by.
    fn example(&self) -> Option<String> {
        self.model.or(self.example).map(|example| format!("as in {example}"))
    }

    pub(super) fn misfit(&self, tokens: &[Token], line_end: usize) -> Misfit {
        let mut expected: Vec<String> = Vec::new();
        for wish in self.wishes.iter().map(Wish::describe) {
            if !expected.contains(&wish) {
                expected.push(wish);
            }
        }
        match tokens.get(self.furthest) {
            None => Misfit {
                code: "order/incomplete",
                span: line_end..line_end,
                message: "the order ends too soon".to_owned(),
                expected,
                hint: self.example(),
                at_end: true,
            },
            Some(token) => self.misfit_at(token, expected),
        }
    }

    fn misfit_at(&self, token: &Token, expected: Vec<String>) -> Misfit {
        let misfit = |code, message, hint| Misfit {
            code,
            span: token.span.clone(),
            message,
            expected: expected.clone(),
            hint,
            at_end: false,
        };
        self.slots().find_map(|kind| kind.reject(token)).map_or_else(
            || {
                let near = nearest(&token.text, self.words()).map(|w| format!("did you mean {w}?"));
                let model = if near.is_none() || self.model.is_some() { self.example() } else { None };
                let hints: Vec<String> = near.into_iter().chain(model).collect();
                let hint = (!hints.is_empty()).then(|| hints.join(" "));
                misfit("order/unexpected", format!("{:?} does not belong here", token.typed), hint)
            },
            |(code, message, hint)| misfit(code, message, hint),
        )
    }

    fn slots(&self) -> impl Iterator<Item = &SlotKind> {
        self.wishes.iter().filter_map(|w| match w {
            Wish::Slot(slot) => Some(&slot.kind),
            _ => None,
        })
    }

    /// All words and names that could have stood there.
    fn words(&self) -> impl Iterator<Item = &str> {
        self.wishes.iter().flat_map(|w| match w {
            Wish::Word(word) => vec![*word],
            Wish::Slot(Slot { kind: SlotKind::Choice(names), .. }) => {
                names.iter().map(String::as_str).collect()
            }
            _ => Vec::new(),
        })
    }
}

impl SlotKind {
    /// A closer reason why a word is no such value: code, message, hint.
    fn reject(&self, token: &Token) -> Option<(&'static str, String, Option<String>)> {
        let text = token.text.as_str();
        match self {
            Self::Place(places) => places.reject(token),
            Self::Choice(names) => {
                let candidates: Vec<&str> =
                    beginnings(names, text).iter().map(|i| names[*i].as_str()).collect();
                (candidates.len() > 1).then(|| {
                    let hint = format!("write one of {}", candidates.join(", "));
                    ("order/ambiguous", format!("{:?} could mean several things", token.typed), Some(hint))
                })
            }
            Self::Number(max) => text.bytes().all(|b| b.is_ascii_digit()).then(|| {
                let hint = Some(format!("write a number from 0 to {max}"));
                ("order/number", format!("{text} is more than {max}"), hint)
            }),
        }
    }
}

impl Places {
    fn reject(&self, token: &Token) -> Option<(&'static str, String, Option<String>)> {
        let text = token.text.as_str();
        if (self.has_shape)(text) {
            return Some((
                "place/off-board",
                format!("there is no {} {text} on this board", self.noun),
                Some(self.extent.clone()),
            ));
        }
        let digits: String = text.chars().map(look_alike).collect();
        if digits != text && self.find(&digits).is_some() {
            return Some((
                "place/look-alike",
                // Capitals show the letter best: o702 looks like a number, O702 less so.
                format!("{:?} has a letter where a digit should be", text.to_uppercase()),
                Some(format!("did you mean {digits}?")),
            ));
        }
        text.bytes().all(|b| b.is_ascii_digit()).then(|| {
            ("place/unknown", format!("{text} is not the name of a {}", self.noun), Some(self.extent.clone()))
        })
    }
}

/// The digit that a letter is often typed for.
fn look_alike(c: char) -> char {
    match c {
        'o' | 'O' => '0',
        'l' | 'i' | 'I' | '|' => '1',
        'z' | 'Z' => '2',
        's' | 'S' => '5',
        'b' | 'B' => '8',
        _ => c,
    }
}
