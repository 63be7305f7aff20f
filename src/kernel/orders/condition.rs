//! Conditions of provisional orders: facts joined by `not`, `and`, `or`.

use super::grammar::{Grammar, Misfit, Reading};
use super::lexer::Token;
use std::fmt;

/// A condition over a game's closed list of facts. `and` binds closer than `or`, `not` closest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition<F> {
    /// A fact that holds.
    Fact(F),
    /// A fact that does not hold.
    Not(F),
    /// All of these hold.
    All(Vec<Condition<F>>),
    /// At least one of these holds.
    Any(Vec<Condition<F>>),
}

/// What is known of a condition before its time has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outlook {
    /// It will hold in every reachable case.
    Always,
    /// It can hold in no reachable case.
    Never,
    /// It depends on what happens until then.
    Depends,
}

/// What is known of facts before their time.
pub trait Known<F> {
    /// Whether a fact can hold.
    fn outlook(&self, fact: &F) -> Outlook;

    /// Why a fact can never hold.
    fn why_never(&self, fact: &F) -> String;

    /// Whether two facts cannot hold together.
    fn exclude(&self, one: &F, other: &F) -> bool;
}

impl<F> Condition<F> {
    /// Reads a condition from the tokens after `if` or `stop when`.
    pub fn read(facts: &Grammar<F>, tokens: &[Token], line_end: usize) -> Result<Reading<Self>, Misfit> {
        let mut repairs = Vec::new();
        let any = split(tokens, "or")
            .into_iter()
            .map(|part| {
                let all = split(part, "and")
                    .into_iter()
                    .map(|fact| {
                        let reading = Self::fact(facts, fact, line_end)?;
                        repairs.extend(reading.repairs);
                        Ok(reading.value)
                    })
                    .collect::<Result<Vec<_>, Misfit>>()?;
                Ok(single_or(all, Self::All))
            })
            .collect::<Result<Vec<_>, Misfit>>()?;
        Ok(Reading { value: single_or(any, Self::Any), repairs })
    }

    fn fact(facts: &Grammar<F>, tokens: &[Token], line_end: usize) -> Result<Reading<Self>, Misfit> {
        match tokens.split_first() {
            Some((not, rest)) if not.text == "not" => Ok(facts.read(rest, line_end)?.map(Self::Not)),
            _ => Ok(facts.read(tokens, line_end)?.map(Self::Fact)),
        }
    }

    /// Whether it holds, given whether a fact holds.
    pub fn holds(&self, fact: &impl Fn(&F) -> bool) -> bool {
        match self {
            Self::Fact(f) => fact(f),
            Self::Not(f) => !fact(f),
            Self::All(parts) => parts.iter().all(|p| p.holds(fact)),
            Self::Any(parts) => parts.iter().any(|p| p.holds(fact)),
        }
    }

    /// What is known of it before its time, given what is known of facts.
    pub fn outlook(&self, known: &impl Known<F>) -> Outlook {
        let of = |parts: &[Self], decisive: Outlook, otherwise: Outlook| {
            let outlooks: Vec<Outlook> = parts.iter().map(|p| p.outlook(known)).collect();
            if outlooks.contains(&decisive) {
                decisive
            } else if outlooks.iter().all(|o| *o == otherwise) {
                otherwise
            } else {
                Outlook::Depends
            }
        };
        match self {
            Self::Fact(f) => known.outlook(f),
            Self::Not(f) => known.outlook(f).opposite(),
            Self::All(parts) if clash(parts, known).is_some() => Outlook::Never,
            Self::All(parts) => of(parts, Outlook::Never, Outlook::Always),
            Self::Any(parts) => of(parts, Outlook::Always, Outlook::Never),
        }
    }
}

impl<F: fmt::Display> Condition<F> {
    /// Why a condition can never hold, of one whose outlook is that.
    pub fn why_never(&self, known: &impl Known<F>) -> Option<String> {
        if self.outlook(known) != Outlook::Never {
            return None;
        }
        match self {
            Self::Fact(f) => Some(known.why_never(f)),
            Self::Not(f) => Some(format!("it always holds that {f}")),
            Self::All(parts) => match clash(parts, known) {
                Some((one, other)) => Some(format!("{one} and {other} cannot hold together")),
                None => parts.iter().find_map(|part| part.why_never(known)),
            },
            Self::Any(parts) => parts.iter().find_map(|part| part.why_never(known)),
        }
    }
}

/// Two of several conditions that cannot hold together.
fn clash<'a, F>(
    parts: &'a [Condition<F>],
    known: &impl Known<F>,
) -> Option<(&'a Condition<F>, &'a Condition<F>)> {
    let clashes = |one: &Condition<F>, other: &Condition<F>| match (one, other) {
        (Condition::Fact(one), Condition::Fact(other)) => known.exclude(one, other),
        _ => false,
    };
    let pairs =
        parts.iter().enumerate().flat_map(|(i, one)| parts[..i].iter().map(move |other| (other, one)));
    pairs.into_iter().find(|(one, other)| clashes(one, other))
}

impl Outlook {
    fn opposite(self) -> Self {
        match self {
            Self::Always => Self::Never,
            Self::Never => Self::Always,
            Self::Depends => Self::Depends,
        }
    }
}

/// Splits tokens at a word; always at least one part.
fn split<'a>(tokens: &'a [Token], word: &str) -> Vec<&'a [Token]> {
    tokens.split(|t| t.text == word).collect()
}

fn single_or<F>(mut parts: Vec<Condition<F>>, join: fn(Vec<Condition<F>>) -> Condition<F>) -> Condition<F> {
    match parts.pop() {
        Some(only) if parts.is_empty() => only,
        Some(last) => {
            parts.push(last);
            join(parts)
        }
        None => join(parts),
    }
}

impl<F: fmt::Display> fmt::Display for Condition<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut join = |parts: &[Self], word: &str| {
            parts.iter().enumerate().try_for_each(|(i, part)| {
                let glue = if i == 0 { "" } else { word };
                write!(f, "{glue}{part}")
            })
        };
        match self {
            Self::All(parts) => join(parts, " and "),
            Self::Any(parts) => join(parts, " or "),
            Self::Fact(fact) => write!(f, "{fact}"),
            Self::Not(fact) => write!(f, "not {fact}"),
        }
    }
}
