//! Order forms as data: one list of forms reads orders, says what was expected, suggests, and writes the help.
//!
//! A [`Grammar`] is a list of [`Form`]s; a form is a row of [`Part`]s and a function that builds the order from
//! what was read. Forms are tried in turn; where none fits, the error stands at the furthest place that any of
//! them reached and lists all that could have stood there.

use super::lexer::Token;
use misfit::{Trail, Wish};
use run::Run;
use std::ops::Range;
use std::sync::Arc;

mod misfit;
mod run;

/// The forms of one kind of sentence, such as the orders of one decision.
pub struct Grammar<T> {
    /// The forms; where two fit, the first wins.
    pub forms: Vec<Form<T>>,
}

/// One form of order.
pub struct Form<T> {
    /// Its name, such as `move`; every form occurs in a case.
    pub name: &'static str,
    /// What stands in it, left to right.
    pub parts: Vec<Part>,
    /// Builds the value from what was read.
    pub build: Box<dyn Fn(&Match) -> T + Send + Sync>,
    /// An example in canonical spelling.
    pub example: &'static str,
    /// One sentence for players.
    pub help: &'static str,
}

/// A part of a form.
#[derive(Clone)]
pub enum Part {
    /// A keyword; the first spelling is the canonical one.
    Word(&'static [&'static str]),
    /// An arrow, or the word `to`.
    Arrow,
    /// The attack sign: `x`, `×` or `attacks`.
    Times,
    /// One value.
    One(Slot),
    /// At least this many values, joined by this.
    Many(Slot, Join, usize),
    /// A row of parts that may be left out as a whole.
    Maybe(Vec<Part>),
}

/// What joins the values of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Join {
    /// An arrow.
    Arrow,
    /// A comma, or nothing but a space.
    Comma,
}

/// A value to be read.
#[derive(Clone)]
pub struct Slot {
    /// Its name within the form.
    pub name: &'static str,
    /// What it may be.
    pub kind: SlotKind,
}

/// Kinds of values.
#[derive(Clone)]
pub enum SlotKind {
    /// A place of the board.
    Place(Arc<Places>),
    /// A whole number from 0 to this.
    Number(u32),
    /// One of these names; an unambiguous beginning of two letters or more is enough.
    Choice(Arc<[String]>),
}

/// The places of a board as players name them.
#[derive(Debug)]
pub struct Places {
    /// Names in ascending order.
    pub names: Vec<String>,
    /// What a place is called, such as `hex`.
    pub noun: &'static str,
    /// Whether a text has the shape of a name, even if no such place exists.
    pub has_shape: fn(&str) -> bool,
    /// What names there are, in words.
    pub extent: String,
}

/// What was read for one form.
#[derive(Debug, Default)]
pub struct Match {
    values: Vec<(&'static str, u32)>,
    words: Vec<&'static str>,
}

impl Match {
    /// The indices of the places, choices or numbers read for a slot, in order.
    pub fn all(&self, slot: &str) -> Vec<u32> {
        self.values.iter().filter(|(name, _)| *name == slot).map(|(_, value)| *value).collect()
    }

    /// The first value of a slot, if there was one.
    pub fn first(&self, slot: &str) -> Option<u32> {
        self.values.iter().find(|(name, _)| *name == slot).map(|(_, value)| *value)
    }

    /// The first value of a slot that the form requires; 0 where the form has no such slot.
    pub fn value(&self, slot: &str) -> u32 {
        self.first(slot).unwrap_or(0)
    }

    /// Whether an optional keyword stood there.
    pub fn has(&self, word: &str) -> bool {
        self.words.contains(&word)
    }
}

/// Why a line fits no form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// Stable code.
    pub code: &'static str,
    /// Where, in bytes of the folded line.
    pub span: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// What could have stood there.
    pub expected: Vec<String>,
    /// What to type instead.
    pub hint: Option<String>,
    /// Whether the line simply ended too soon.
    pub at_end: bool,
}

/// A value and what was completed for the player on the way, such as a shortened name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading<T> {
    /// The value.
    pub value: T,
    /// Notices, each with its place in the folded line.
    pub repairs: Vec<(Range<usize>, String)>,
}

impl<T> Reading<T> {
    /// The same notices with another value.
    pub fn map<U>(self, build: impl FnOnce(T) -> U) -> Reading<U> {
        Reading { value: build(self.value), repairs: self.repairs }
    }
}

impl<T> Grammar<T> {
    /// Reads one sentence that fills all the tokens.
    pub fn read(&self, tokens: &[Token], line_end: usize) -> Result<Reading<T>, Misfit> {
        let mut trail = Trail::default();
        for form in &self.forms {
            let mut run = Run {
                tokens,
                found: Match::default(),
                repairs: Vec::new(),
                trail: &mut trail,
                example: form.example,
                tail: None,
            };
            if let Some(end) = run.row(&form.parts, 0) {
                if end == tokens.len() {
                    let repairs = run.repairs;
                    return Ok(Reading { value: (form.build)(&run.found), repairs });
                }
                trail.expect(end, Wish::End, form.example);
            }
        }
        Err(trail.misfit(tokens, line_end))
    }

    /// The forms as lines of help: pattern, example, sentence.
    pub fn describe(&self) -> Vec<FormHelp> {
        self.forms
            .iter()
            .map(|f| FormHelp { name: f.name, pattern: pattern(&f.parts), example: f.example, help: f.help })
            .collect()
    }
}

/// One form in words.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct FormHelp {
    /// The form's name.
    pub name: &'static str,
    /// The form with its slots in capitals.
    pub pattern: String,
    /// An example.
    pub example: &'static str,
    /// One sentence.
    pub help: &'static str,
}

/// Order forms and facts of a game, in words.
#[derive(Clone, Debug, serde::Serialize)]
pub struct FormsInWords {
    /// Order forms.
    pub orders: Vec<FormHelp>,
    /// Fact forms.
    pub facts: Vec<FormHelp>,
}

impl FormsInWords {
    /// Describes the forms of orders and facts.
    pub fn of<O, F>(orders: &Grammar<O>, facts: &Grammar<F>) -> Self {
        Self { orders: orders.describe(), facts: facts.describe() }
    }
}

/// A form as a pattern such as `HEX→HEX`.
fn pattern(parts: &[Part]) -> String {
    let mut text = String::new();
    for part in parts {
        let piece = match part {
            Part::Word(words) => words[0].to_owned(),
            Part::Arrow => "→".to_owned(),
            Part::Times => "x".to_owned(),
            Part::One(slot) => slot.shown(),
            Part::Many(slot, Join::Arrow, _) => format!("{0}→{0}[→…]", slot.name.to_uppercase()),
            Part::Many(slot, Join::Comma, _) => format!("{0}[,{0}…]", slot.name.to_uppercase()),
            Part::Maybe(row) => format!("[{}]", pattern(row)),
        };
        if !text.is_empty() && piece != "→" && !text.ends_with('→') {
            text.push(' ');
        }
        text.push_str(&piece);
    }
    text
}

impl Slot {
    /// A few words to choose from as they are, anything else by its name.
    fn shown(&self) -> String {
        match &self.kind {
            SlotKind::Choice(names) if names.len() == 2 => names.join("|"),
            _ => self.name.to_uppercase(),
        }
    }
}

impl Places {
    /// The index of a place by its name.
    pub fn find(&self, name: &str) -> Option<u32> {
        self.names.binary_search_by(|n| n.as_str().cmp(name)).ok().map(|i| i as u32)
    }
}

/// The word most like a text, if one is like enough to be suggested.
pub fn nearest<'a>(text: &str, words: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    words
        .map(|w| (strsim::damerau_levenshtein(text, w), w))
        .filter(|(distance, w)| *distance <= 1 + w.len() / 4 && *distance < w.len())
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, w)| w)
}

#[cfg(test)]
mod tests {
    use super::super::lexer::lex;
    use super::*;

    fn places() -> Arc<Places> {
        Arc::new(Places {
            names: ["0101", "0102", "0201"].map(str::to_owned).to_vec(),
            noun: "hex",
            has_shape: |t| t.len() == 4 && t.bytes().all(|b| b.is_ascii_digit()),
            extent: "columns 01 to 02".to_owned(),
        })
    }

    fn grammar() -> Grammar<String> {
        let hex = |name| Slot { name, kind: SlotKind::Place(places()) };
        let arms: Arc<[String]> = ["cavalry", "light-cavalry", "light-infantry"].map(str::to_owned).into();
        Grammar {
            forms: vec![
                Form {
                    name: "move",
                    parts: vec![Part::Many(hex("hex"), Join::Arrow, 2)],
                    build: Box::new(|m| format!("move {:?}", m.all("hex"))),
                    example: "0101→0102",
                    help: "moves",
                },
                Form {
                    name: "attack",
                    parts: vec![
                        Part::Many(hex("unit"), Join::Comma, 1),
                        Part::Times,
                        Part::One(hex("target")),
                        Part::Maybe(vec![Part::Word(&["advance", "adv"]), Part::One(hex("advancing"))]),
                    ],
                    build: Box::new(|m| {
                        format!("attack {:?} {} {:?}", m.all("unit"), m.value("target"), m.first("advancing"))
                    }),
                    example: "0101 x 0102",
                    help: "attacks",
                },
                Form {
                    name: "buy",
                    parts: vec![
                        Part::Word(&["buy"]),
                        Part::One(Slot { name: "count", kind: SlotKind::Number(24) }),
                        Part::One(Slot { name: "type", kind: SlotKind::Choice(arms) }),
                    ],
                    build: Box::new(|m| format!("buy {} {}", m.value("count"), m.value("type"))),
                    example: "buy 2 cavalry",
                    help: "buys",
                },
            ],
        }
    }

    fn read(line: &str) -> Result<String, Misfit> {
        grammar().read(&lex(line), line.len()).map(|r| r.value)
    }

    #[test]
    fn forms_are_read() {
        assert_eq!(read("0101→0102→0201").unwrap(), "move [0, 1, 2]");
        assert_eq!(read("0101 to 0102").unwrap(), "move [0, 1]");
        assert_eq!(read("0101,0102 x 0201 advance 0101").unwrap(), "attack [0, 1] 2 Some(0)");
        assert_eq!(read("0101 0102 attacks 0201").unwrap(), "attack [0, 1] 2 None");
        assert_eq!(read("buy 2 light infantry").unwrap(), "buy 2 2");
        assert_eq!(read("buy 2 cav").unwrap(), "buy 2 0");
    }

    #[test]
    fn errors_stand_at_the_furthest_place_and_list_what_fits() {
        let misfit = read("0101").unwrap_err();
        assert!(misfit.at_end && misfit.code == "order/incomplete");
        assert_eq!(misfit.expected, ["→", "a comma", "a hex such as 0101", "x"]);
        let misfit = read("0101→0909").unwrap_err();
        assert_eq!((misfit.code, misfit.span), ("place/off-board", 7..11));
        let misfit = read("0101→o102").unwrap_err();
        assert_eq!((misfit.code, misfit.hint.as_deref()), ("place/look-alike", Some("did you mean 0102?")));
        let misfit = read("buy 2 light").unwrap_err();
        assert_eq!(misfit.code, "order/ambiguous");
        assert_eq!(misfit.hint.as_deref(), Some("write one of light-cavalry, light-infantry"));
        let misfit = read("bux 2 cavalry").unwrap_err();
        assert_eq!(misfit.hint.as_deref(), Some("did you mean buy?"));
        let misfit = read("0101→0102 pass").unwrap_err();
        assert!(misfit.expected.contains(&"the end of the line".to_owned()));
        assert_eq!(read("buy 99 cavalry").unwrap_err().code, "order/number");
    }

    #[test]
    fn patterns_show_the_form() {
        let patterns: Vec<String> = grammar().describe().into_iter().map(|h| h.pattern).collect();
        assert_eq!(patterns, ["HEX→HEX[→…]", "UNIT[,UNIT…] x TARGET [advance ADVANCING]", "buy COUNT TYPE"]);
    }
}
