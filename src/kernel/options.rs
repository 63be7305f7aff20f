//! Options: what the players may agree on before a game, which of it goes together, and reading it.

use crate::kernel::time::Span;
use std::collections::BTreeMap;

/// One option that a game's terms may hold.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// The word in `--set NAME=VALUE`.
    pub name: &'static str,
    /// What values it takes.
    pub kind: OptionKind,
    /// The value when nothing is said; `-` where that means "not in force".
    pub default: &'static str,
    /// The section of the rulebook.
    pub rule: &'static str,
    /// One sentence for players.
    pub help: &'static str,
}

impl OptionSpec {
    /// An option, written as one line of a table.
    pub const fn new(
        name: &'static str,
        kind: OptionKind,
        default: &'static str,
        rule: &'static str,
        help: &'static str,
    ) -> Self {
        Self { name, kind, default, rule, help }
    }
}

/// The values of an option.
#[derive(Clone, Copy, Debug)]
pub enum OptionKind {
    /// `yes` or `no`.
    Flag,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A whole number in this range, or `-`.
    Number(u32, u32),
    /// A length of time such as `30m`, or `-`.
    Time,
    /// Any text, read by the game, or `-`.
    Text,
}

/// Why a game cannot be set up with these terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Stable code, such as `option/conflict`.
    pub code: &'static str,
    /// What is wrong and why.
    pub message: String,
    /// What to do instead.
    pub hint: Option<String>,
}

impl Refusal {
    /// A refusal without a hint.
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), hint: None }
    }

    /// The terms name a scenario that the game does not have; `lead` leads over to those that it has.
    pub fn unknown_scenario<'a>(id: &str, lead: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        let known: Vec<&str> = known.into_iter().collect();
        Self::new("scenario/unknown", format!("there is no scenario {id:?}"))
            .hinted(format!("{lead} {}", known.join(", ")))
    }

    /// Adds what to do instead.
    #[must_use]
    pub fn hinted(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

/// The scenario of an id, of those that a game has.
///
/// Errors: it has none of that id.
pub fn scenario<S: Copy>(id: &str, all: &[S], id_of: fn(S) -> &'static str) -> Result<S, Vec<Refusal>> {
    all.iter().copied().find(|scenario| id_of(*scenario) == id).ok_or_else(|| {
        vec![Refusal::unknown_scenario(id, "the scenarios are", all.iter().map(|scenario| id_of(*scenario)))]
    })
}

/// What was read, or none with its refusals added to those before, so that the terms are refused all at once.
pub fn kept<T>(read: Result<T, Vec<Refusal>>, refusals: &mut Vec<Refusal>) -> Option<T> {
    read.map_err(|found| refusals.extend(found)).ok()
}

/// The options of one game, every one of them with a value in canonical spelling.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options(pub BTreeMap<String, String>);

impl Options {
    /// Reads given values against the list of options and fills in the defaults.
    ///
    /// Errors: every unknown name and every value that does not fit, all at once.
    pub fn read(specs: &[OptionSpec], given: &BTreeMap<String, String>) -> Result<Self, Vec<Refusal>> {
        let mut refusals: Vec<Refusal> = given
            .keys()
            .filter(|name| find(specs, name).is_none())
            .map(|name| unknown(specs, name))
            .collect();
        let mut values = BTreeMap::new();
        for spec in specs {
            let text = given.get(spec.name).map_or(spec.default, String::as_str);
            match spec.kind.canonical(text) {
                Some(value) => {
                    values.insert(spec.name.to_owned(), value);
                }
                None => refusals.push(unfit(spec, text)),
            }
        }
        if refusals.is_empty() { Ok(Self(values)) } else { Err(refusals) }
    }

    /// The value of an option; `-` for one that is not listed.
    pub fn get(&self, name: &str) -> &str {
        self.0.get(name).map_or("-", String::as_str)
    }

    /// Whether a flag is `yes`.
    pub fn is_on(&self, name: &str) -> bool {
        self.get(name) == "yes"
    }

    /// A number, if the option is in force.
    pub fn number(&self, name: &str) -> Option<u32> {
        self.get(name).parse().ok()
    }

    /// A length of time, if the option is in force.
    pub fn span(&self, name: &str) -> Option<Span> {
        self.get(name).parse().ok()
    }

    /// The options whose value is not the default, as `name=value`, in the order of the list.
    pub fn in_force(&self, specs: &[OptionSpec]) -> Vec<String> {
        specs
            .iter()
            .filter(|s| self.get(s.name) != s.default)
            .map(|s| format!("{}={}", s.name, self.get(s.name)))
            .collect()
    }
}

impl OptionKind {
    /// The canonical spelling of a value, or none if it does not fit.
    fn canonical(self, text: &str) -> Option<String> {
        let lower = text.trim().to_ascii_lowercase();
        if lower == "-" && !matches!(self, Self::Flag | Self::Choice(_)) {
            return Some(lower);
        }
        match self {
            Self::Flag => match lower.as_str() {
                "yes" | "on" | "true" => Some("yes".to_owned()),
                "no" | "off" | "false" => Some("no".to_owned()),
                _ => None,
            },
            Self::Choice(words) => words.contains(&lower.as_str()).then_some(lower),
            Self::Number(low, high) => {
                let number: u32 = lower.parse().ok()?;
                (low..=high).contains(&number).then(|| number.to_string())
            }
            Self::Time => lower.parse::<Span>().ok().map(|s| s.to_string()),
            Self::Text => {
                let words: Vec<&str> = lower.split_whitespace().collect();
                let text = words.join(" ");
                (text.len() <= 400 && text.is_ascii() && !text.is_empty()).then_some(text)
            }
        }
    }

    /// The values in words, for help and errors.
    pub fn describe(self) -> String {
        match self {
            Self::Flag => "yes or no".to_owned(),
            Self::Choice(words) => words.join(", "),
            Self::Number(low, high) => format!("a number from {low} to {high}, or - for none"),
            Self::Time => "a length of time such as 90s, 30m or 14d, or - for none".to_owned(),
            Self::Text => "text, or - for none".to_owned(),
        }
    }
}

fn find<'a>(specs: &'a [OptionSpec], name: &str) -> Option<&'a OptionSpec> {
    specs.iter().find(|s| s.name == name)
}

fn unknown(specs: &[OptionSpec], name: &str) -> Refusal {
    let names = specs.iter().map(|s| s.name);
    let hint = match crate::kernel::orders::grammar::nearest(name, names.clone()) {
        Some(near) => format!("did you mean {near}?"),
        None => format!("the options are {}", names.collect::<Vec<_>>().join(", ")),
    };
    Refusal::new("option/unknown", format!("there is no option {name:?}")).hinted(hint)
}

fn unfit(spec: &OptionSpec, text: &str) -> Refusal {
    Refusal::new("option/value", format!("{}={text} does not fit", spec.name))
        .hinted(format!("give {}", spec.kind.describe()))
}
