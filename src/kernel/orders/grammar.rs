//! Order forms as data: one list of forms reads orders, says what was expected, suggests, and writes the help.
//!
//! A [`Grammar`] is a list of [`Form`]s; a form is a row of [`Part`]s and a function that builds the order from
//! what was read. Forms are tried in turn; where none fits, the error stands at the furthest place that any of
//! them reached and lists all that could have stood there.

use super::lexer::{Token, TokenKind};
use std::ops::Range;
use std::sync::Arc;

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

/// One attempt at a form.
struct Run<'a> {
    tokens: &'a [Token],
    found: Match,
    repairs: Vec<(Range<usize>, String)>,
    trail: &'a mut Trail,
    /// The form's example.
    example: &'static str,
    /// Where the outermost optional row that is being read began.
    tail: Option<usize>,
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
    fn row(&mut self, parts: &[Part], mut at: usize) -> Option<usize> {
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
fn beginnings(names: &[String], text: &str) -> Vec<usize> {
    let long_enough = text.len() >= 2 && text.starts_with(char::is_alphabetic);
    let fits = |name: &String| name.starts_with(text) || text.strip_suffix('s') == Some(name);
    names.iter().enumerate().filter(|(_, n)| long_enough && fits(n)).map(|(i, _)| i).collect()
}

impl Places {
    /// The index of a place by its name.
    pub fn find(&self, name: &str) -> Option<u32> {
        self.names.binary_search_by(|n| n.as_str().cmp(name)).ok().map(|i| i as u32)
    }
}

/// The most names that are listed as expected; the others are in `adjutant rules`.
const MAX_SHOWN: usize = 6;

/// What could have stood at a place.
#[derive(Clone)]
enum Wish {
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
struct Trail {
    furthest: usize,
    wishes: Vec<Wish>,
    /// The example of a form whose optional end was begun there.
    model: Option<&'static str>,
    /// The example of the first form that reached it.
    example: Option<&'static str>,
}

impl Trail {
    fn expect(&mut self, at: usize, wish: Wish, example: &'static str) {
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

    fn misfit(&self, tokens: &[Token], line_end: usize) -> Misfit {
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
