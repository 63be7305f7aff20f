//! Reading the body of a turn file, line by line and block by block.

use super::{Branch, Common, Grammars, Item, MAX_LINES, MAX_NESTING, Order, Sheet, Source};
use crate::kernel::orders::condition::Condition;
use crate::kernel::orders::diagnostic::{Class, Diagnostic};
use crate::kernel::orders::grammar::{Misfit, Reading, nearest};
use crate::kernel::orders::lexer::{Token, lex};
use crate::kernel::orders::typography::{bullet, fold};
use crate::kernel::orders::wrapper::RawLine;
use std::ops::Range;

/// Reads the body of a turn file.
///
/// `mended` joins lines that a mailer has wrapped; canonical lines are read without.
pub fn read<O, F>(lines: &[RawLine], grammars: &Grammars<O, F>, mended: bool) -> Sheet<O, F> {
    let mut reader = Reader { lines: prepare(lines), at: 0, grammars, findings: Vec::new(), mended };
    let mut items = Vec::new();
    if reader.lines.len() > MAX_LINES {
        let message =
            format!("the turn file has {} order lines; at most {MAX_LINES} are read", reader.lines.len());
        let hint = format!("keep {MAX_LINES} of them, and take the others out");
        reader.findings.push(Diagnostic::whole(Class::Malformed, "sheet/too-long", message).hinted(hint));
        reader.lines.clear();
    }
    while reader.at < reader.lines.len() {
        items.extend(reader.item(0));
    }
    reader.complain_of_second_next(&items);
    Sheet { items, findings: reader.findings }
}

/// A line made plain, its comment removed, with the way back to what stands in the file.
struct Prepared {
    source: Source,
    text: String,
    /// Where in `text` the order begins, behind a list sign.
    start: usize,
    origin: Vec<u32>,
    tokens: Vec<Token>,
    repairs: Vec<(Range<usize>, String)>,
}

impl Prepared {
    /// What in the line was read otherwise than it stands there.
    fn told(&self) -> Option<Diagnostic> {
        let what: Vec<&str> = self.repairs.iter().map(|(_, what)| what.as_str()).collect();
        let message = format!("read as {:?} ({})", self.text[self.start..].trim(), what.join("; "));
        let Source { line, text } = &self.source;
        (!what.is_empty())
            .then(|| Diagnostic::at_line(Class::Repair, "repair/typography", *line, text, message))
    }
}

/// What in the line that ends a turn file was read otherwise than it stands there.
pub fn end_repairs(end: &RawLine) -> Option<Diagnostic> {
    prepare_line(end).told()
}

fn prepare(lines: &[RawLine]) -> Vec<Prepared> {
    lines.iter().map(prepare_line).filter(|p| !p.tokens.is_empty()).collect()
}

fn prepare_line(line: &RawLine) -> Prepared {
    let folded = fold(&line.text);
    let uncommented = folded.text.split('#').next().unwrap_or("");
    let (start, end) = trim(uncommented);
    let mut tokens = lex(&uncommented[..end]);
    tokens.retain(|t| t.span.start >= start);
    let comment = folded.origin.get(end).map_or(line.text.len(), |o| *o as usize);
    let mut repairs: Vec<_> = folded.repairs.into_iter().filter(|(span, _)| span.start < comment).collect();
    repairs.extend(dropped(uncommented, start..end, &folded.origin));
    let text = uncommented[..end].to_owned();
    Prepared {
        source: Source { line: line.number, text: line.text.clone() },
        text,
        start,
        origin: folded.origin,
        tokens,
        repairs,
    }
}

/// The signs around the order of a line that are no part of it, each to be told.
fn dropped(line: &str, order: Range<usize>, origin: &[u32]) -> Vec<(Range<usize>, String)> {
    let lead = line.len() - line.trim_start().len();
    let tail = line.trim_end().len();
    let place = |at: usize| origin.get(at).map_or(0, |o| *o as usize);
    let told = |what: &str, signs: Range<usize>| {
        let shown = line[signs.clone()].trim().to_owned();
        (!shown.is_empty()).then(|| (place(signs.start)..place(signs.end), format!("{what} {shown} dropped")))
    };
    let is_empty = order.is_empty();
    let before = told("list sign", lead.min(order.start)..order.start).filter(|_| !is_empty);
    let after = told("closing", order.end..tail.max(order.end)).filter(|_| !is_empty);
    before.into_iter().chain(after).collect()
}

/// The part of a line between list signs before it and full stops after it, in bytes.
fn trim(line: &str) -> (usize, usize) {
    let end = line.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '.' | ';' | ',')).len();
    let lead = line.len() - line.trim_start().len();
    let body = &line[lead..];
    let start = lead + bullet(body);
    (start, end.max(start).min(line.len()))
}

struct Reader<'a, O, F> {
    lines: Vec<Prepared>,
    at: usize,
    grammars: &'a Grammars<O, F>,
    findings: Vec<Diagnostic>,
    mended: bool,
}

impl<O, F> Reader<'_, O, F> {
    /// Reads the item at the current line, always moving on.
    fn item(&mut self, depth: usize) -> Option<Item<O, F>> {
        let index = self.at;
        let source = self.lines[index].source.clone();
        self.note_repairs(index);
        match self.first_word(index) {
            "if" => self.choice(depth, source),
            "next" if self.lines[index].tokens.len() == 1 => self.next(depth, source),
            "stop" if !self.is_order(depth, index) => self.stop(source),
            "else" | "end" => {
                self.at += 1;
                let message = format!("there is no open block for this {:?}", source.text.trim());
                self.complain(
                    "block/unopened",
                    &source,
                    message,
                    "take the line out, or open a block with if or next",
                );
                None
            }
            _ => self.order(depth, source),
        }
    }

    /// Whether a line is an order of the game's.
    fn is_order(&self, depth: usize, index: usize) -> bool {
        let line = &self.lines[index];
        self.read_order(depth, &line.tokens, line.text.len()).is_ok()
    }

    fn first_word(&self, index: usize) -> &str {
        self.lines[index].tokens.first().map_or("", |t| t.text.as_str())
    }

    fn stop(&mut self, source: Source) -> Option<Item<O, F>> {
        let line = &self.lines[self.at];
        self.at += 1;
        let whens = line.tokens.get(1).is_some_and(|t| t.text == "when");
        if !whens {
            let rest = line.tokens.get(1).map(|token| line.text[token.span.start..].to_owned());
            let example = self.grammars.facts.forms.first().map_or("", |form| form.example).to_owned();
            let hint = format!("write stop when {}", rest.unwrap_or(example));
            let message = "stop must be followed by when and a condition".to_owned();
            self.complain("order/unexpected", &source, message, &hint);
            return None;
        }
        let condition = Condition::read(&self.grammars.facts, &line.tokens[2..], line.text.len());
        self.settle(self.at - 1, condition).map(|c| Item::StopWhen(c, source))
    }

    fn next(&mut self, depth: usize, source: Source) -> Option<Item<O, F>> {
        self.at += 1;
        let items = self.block(depth + 1, &source);
        self.close(&source);
        Some(Item::Next(items, source))
    }

    /// `if … else if … else … end`.
    fn choice(&mut self, depth: usize, source: Source) -> Option<Item<O, F>> {
        let mut branches = Vec::new();
        let mut keywords = 1;
        loop {
            let here = self.lines[self.at].source.clone();
            let condition = self.branch_condition(keywords);
            let items = self.block(depth + 1, &here);
            let is_else = matches!(condition, Some(None));
            if let Some(condition) = condition {
                branches.push(Branch { condition, items, source: here });
            }
            let at_else = self.at < self.lines.len() && self.first_word(self.at) == "else";
            if !at_else {
                break;
            }
            self.note_repairs(self.at);
            keywords = if self.lines[self.at].tokens.get(1).is_some_and(|t| t.text == "if") { 2 } else { 0 };
            if is_else {
                let twice = self.lines[self.at].source.clone();
                self.complain(
                    "block/else-after-else",
                    &twice,
                    "there is already an else".to_owned(),
                    "take one of them out",
                );
            }
        }
        self.close(&source);
        Some(Item::If(branches, source))
    }

    /// Reads `if FACT`, `else if FACT` or `else`; `keywords` is how many words stand before the condition, 0 for
    /// a plain `else`. None where the condition could not be read.
    fn branch_condition(&mut self, keywords: usize) -> Option<Option<Condition<F>>> {
        let index = self.at;
        self.at += 1;
        if keywords == 0 {
            return Some(None);
        }
        let line = &self.lines[index];
        let condition = Condition::read(&self.grammars.facts, &line.tokens[keywords..], line.text.len());
        self.settle(index, condition).map(Some)
    }

    /// Reads items up to the `else` or `end` that belongs to this block.
    fn block(&mut self, depth: usize, opened: &Source) -> Vec<Item<O, F>> {
        if depth == MAX_NESTING + 1 {
            let message = format!("blocks stand more than {MAX_NESTING} deep");
            self.complain("block/too-deep", opened, message, "use and, or, else if");
        }
        let mut items = Vec::new();
        while self.at < self.lines.len() && !matches!(self.first_word(self.at), "else" | "end") {
            if depth > MAX_NESTING {
                self.skip();
            } else {
                items.extend(self.item(depth));
            }
        }
        self.complain_of_second_next(&items);
        items
    }

    /// Two `next` blocks side by side could mean one decision or two, so there may be but one.
    fn complain_of_second_next(&mut self, items: &[Item<O, F>]) {
        let second = items
            .iter()
            .filter_map(|i| if let Item::Next(_, source) = i { Some(source.clone()) } else { None })
            .nth(1);
        if let Some(source) = second {
            let hint = "put it inside the first for the decision after, or join the two";
            self.complain(
                "block/second-next",
                &source,
                "there is already a next block beside this one".to_owned(),
                hint,
            );
        }
    }

    /// Passes over a line, and over a whole block that begins there.
    fn skip(&mut self) {
        let mut open = 0;
        loop {
            match self.first_word(self.at) {
                "if" | "next" => open += 1,
                "end" => open -= 1,
                _ => {}
            }
            self.at += 1;
            if open <= 0 || self.at >= self.lines.len() {
                return;
            }
        }
    }

    fn close(&mut self, opened: &Source) {
        if self.at < self.lines.len() && self.first_word(self.at) == "end" {
            self.note_repairs(self.at);
            self.at += 1;
        } else if self.at >= self.lines.len() {
            self.complain(
                "block/unclosed",
                opened,
                "this block is never closed".to_owned(),
                "write end on a line of its own",
            );
        }
    }

    fn order(&mut self, depth: usize, source: Source) -> Option<Item<O, F>> {
        let index = self.at;
        self.at += 1;
        let alone = self.read_order(depth, &self.lines[index].tokens, self.lines[index].text.len());
        let joined = if self.mended && depth == 0 { self.joined(index) } else { None };
        if let Some((order, text)) = joined {
            self.at += 1;
            self.note_repairs(index + 1);
            let second = self.lines[index + 1].source.line;
            let message = format!("lines {} and {second}: read as one order, {:?}", source.line, text);
            self.findings.push(Diagnostic::at_line(
                Class::Repair,
                "repair/wrapped",
                source.line,
                &source.text,
                message,
            ));
            return Some(Item::Order(order, source));
        }
        let settled = self.settle(index, alone)?;
        Some(Item::Order(settled, source))
    }

    /// A line and the next one, if only the two together can be read.
    fn joined(&self, index: usize) -> Option<(Order<O>, String)> {
        let next = self.lines.get(index + 1)?;
        if matches!(self.first_word(index + 1), "if" | "else" | "end" | "next" | "stop") {
            return None;
        }
        if self.read_order(0, &next.tokens, next.text.len()).is_ok() {
            return None;
        }
        let first = &self.lines[index];
        let text = format!("{} {}", first.text[first.start..].trim(), next.text[next.start..].trim());
        let reading = self.read_order(0, &lex(&text), text.len()).ok()?;
        Some((reading.value, text))
    }

    /// Reads an order: firm ones by the forms of the pending decision, provisional ones by all forms.
    fn read_order(&self, depth: usize, tokens: &[Token], end: usize) -> Result<Reading<Order<O>>, Misfit> {
        if let Some(common) = common(tokens) {
            return Ok(Reading { value: Order::Common(common), repairs: Vec::new() });
        }
        let now = if depth == 0 { self.grammars.now.as_ref() } else { None };
        let any = &self.grammars.any;
        match now.unwrap_or(any).read(tokens, end) {
            Ok(reading) => Ok(reading.map(Order::Game)),
            Err(misfit) if now.is_some() && any.read(tokens, end).is_ok() => Err(Misfit {
                code: "order/not-now",
                span: tokens.first().map_or(0, |t| t.span.start)..end,
                message: "this order answers another decision than the one that is pending".to_owned(),
                hint: None,
                expected: Vec::new(),
                at_end: misfit.at_end,
            }),
            Err(misfit) => Err(with_common_words(misfit, tokens)),
        }
    }

    /// Keeps what was read and tells what was completed, or records why it could not be read.
    fn settle<T>(&mut self, index: usize, read: Result<Reading<T>, Misfit>) -> Option<T> {
        let line = &self.lines[index];
        let place = |at: usize| line.origin.get(at).map_or(line.source.text.len(), |o| *o as usize);
        match read {
            Ok(reading) => {
                self.findings.extend(reading.repairs.into_iter().map(|(span, what)| {
                    let (number, text) = (line.source.line, &line.source.text);
                    Diagnostic::at_line(Class::Repair, "repair/name", number, text, what)
                        .spanning(place(span.start)..place(span.end))
                }));
                Some(reading.value)
            }
            Err(misfit) => {
                let span = place(misfit.span.start)..place(misfit.span.end);
                self.findings.push(Diagnostic {
                    class: Class::Malformed,
                    code: misfit.code,
                    line: line.source.line,
                    span,
                    text: line.source.text.clone(),
                    message: misfit.message,
                    rule: None,
                    expected: misfit.expected,
                    hint: misfit.hint,
                });
                None
            }
        }
    }

    fn note_repairs(&mut self, index: usize) {
        self.findings.extend(self.lines[index].told());
    }

    fn complain(&mut self, code: &'static str, source: &Source, message: String, hint: &str) {
        let found =
            Diagnostic::at_line(Class::Malformed, code, source.line, &source.text, message).hinted(hint);
        self.findings.push(found);
    }
}

/// Whether a finding concerns one order line alone, so that under lenient terms the line can be dropped without
/// changing what other lines mean. A line that opens, divides or closes a block cannot.
pub fn is_droppable(finding: &Diagnostic) -> bool {
    let line = prepare_line(&RawLine { number: finding.line, text: finding.text.clone() });
    let word = line.tokens.first().map_or("", |t| t.text.as_str());
    let is_order = !word.is_empty() && !matches!(word, "if" | "else" | "end" | "next" | "stop");
    finding.line > 0 && is_order && !finding.code.starts_with("block/")
}

/// The orders that every game knows.
fn common(tokens: &[Token]) -> Option<Common> {
    let words: Vec<&str> = tokens.iter().map(|t| t.text.as_str()).collect();
    match words.as_slice() {
        ["concede" | "resign"] => Some(Common::Concede),
        ["offer", "draw"] | ["offer", "a", "draw"] => Some(Common::OfferDraw),
        ["accept", "draw"] | ["accept", "the", "draw"] => Some(Common::AcceptDraw),
        _ => None,
    }
}

/// Words that begin a line in every game, for suggestions.
const COMMON_WORDS: [&str; 8] =
    ["concede", "offer draw", "accept draw", "if", "else", "next", "end", "stop when"];

fn with_common_words(mut misfit: Misfit, tokens: &[Token]) -> Misfit {
    let has_suggestion = misfit.hint.as_ref().is_some_and(|hint| hint.starts_with("did you mean"));
    if !has_suggestion
        && let Some(first) = tokens.first().filter(|first| first.span == misfit.span)
        && let Some(word) = nearest(&first.text, COMMON_WORDS.into_iter())
    {
        misfit.hint = Some(format!("did you mean {word}?"));
    }
    misfit
}
