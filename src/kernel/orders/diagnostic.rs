//! What is wrong with a turn file, said so that the player knows what to type instead.

use crate::kernel::text::Charset;
use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use serde::Serialize;
use std::ops::Range;

/// How grave a diagnostic is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// Not understood.
    Malformed,
    /// Understood, not allowed now.
    Illegal,
    /// Allowed, but probably not meant.
    Warning,
    /// Read otherwise than it is written.
    Repair,
}

/// One finding in a turn file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// How grave it is.
    pub class: Class,
    /// Stable code, `area/condition`.
    pub code: &'static str,
    /// Line number in the turn file, from 1; 0 where it concerns the file as a whole.
    pub line: usize,
    /// Bytes within the line.
    #[serde(skip)]
    pub span: Range<usize>,
    /// The line as it stands in the file.
    #[serde(rename = "source")]
    pub text: String,
    /// What is wrong.
    pub message: String,
    /// The section of the rulebook that decides, such as `§5.2`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<&'static str>,
    /// What could have stood there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub expected: Vec<String>,
    /// What to type or do instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
}

impl Diagnostic {
    /// A finding that concerns the file as a whole.
    pub fn whole(class: Class, code: &'static str, message: impl Into<String>) -> Self {
        Self::at_line(class, code, 0, "", message)
    }

    /// A finding that concerns a whole line.
    pub fn at_line(
        class: Class,
        code: &'static str,
        line: usize,
        text: &str,
        message: impl Into<String>,
    ) -> Self {
        let start = text.len() - text.trim_start().len();
        Self {
            class,
            code,
            line,
            span: start..text.trim_end().len().max(start),
            text: text.to_owned(),
            message: message.into(),
            rule: None,
            expected: Vec::new(),
            hint: None,
        }
    }

    /// Adds what to do instead.
    #[must_use]
    pub fn hinted(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Narrows the finding to some bytes of its line.
    #[must_use]
    pub fn spanning(mut self, span: Range<usize>) -> Self {
        self.span = span;
        self
    }

    /// Whether it stops the turn file from being adjudicated.
    pub fn is_error(&self) -> bool {
        self.class <= Class::Illegal
    }

    /// The column of the finding, in characters from 1.
    pub fn column(&self) -> usize {
        self.text.get(..self.span.start).map_or(1, |before| before.chars().count() + 1)
    }
}

/// How diagnostics are drawn.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// With colours.
    pub colour: bool,
    /// With nothing beyond ASCII.
    pub ascii: bool,
}

/// Draws diagnostics one after another in the manner of compilers: place, line, caret, cause, what to do.
pub fn draw(path: &str, diagnostics: &[Diagnostic], style: Style) -> String {
    let base = if style.colour { Renderer::styled() } else { Renderer::plain() };
    let decor = if style.ascii { DecorStyle::Ascii } else { DecorStyle::Unicode };
    let renderer = base.decor_style(decor).term_width(100);
    diagnostics.iter().fold(String::new(), |mut out, d| {
        let plain = if style.ascii { in_ascii(d) } else { d.clone() };
        let drawn = renderer.render(&groups(path, &plain));
        out.push_str(&drawn);
        out.push_str("\n\n");
        out
    })
}

/// A finding in ASCII. The line itself may change its length, so the caret is moved along.
fn in_ascii(d: &Diagnostic) -> Diagnostic {
    let apply = |text: &str| Charset::Ascii.apply(text).into_owned();
    let upto = |end: usize| apply(d.text.get(..end).unwrap_or("")).len();
    Diagnostic {
        span: upto(d.span.start)..upto(d.span.end),
        text: apply(&d.text),
        message: apply(&d.message),
        rule: None,
        expected: d.expected.iter().map(|e| apply(e)).collect(),
        hint: match (d.rule, &d.hint) {
            (None, hint) => hint.as_deref().map(apply),
            (Some(rule), None) => Some(apply(&format!("rule {rule}"))),
            (Some(rule), Some(hint)) => Some(apply(&format!("rule {rule}: {hint}"))),
        },
        ..d.clone()
    }
}

fn groups<'a>(path: &'a str, d: &'a Diagnostic) -> Vec<Group<'a>> {
    let level = match d.class {
        Class::Malformed | Class::Illegal => Level::ERROR,
        Class::Warning => Level::WARNING,
        Class::Repair => Level::NOTE,
    };
    let title = level.primary_title(d.message.as_str()).id(d.code);
    let mut group = if d.line == 0 {
        Group::with_title(title)
    } else {
        title.element(
            Snippet::source(d.text.as_str())
                .line_start(d.line)
                .path(path)
                .annotation(AnnotationKind::Primary.span(d.span.clone()).label(label(d))),
        )
    };
    if let Some(rule) = d.rule {
        group = group.element(Level::NOTE.message(format!("rule {rule}")));
    }
    if let Some(hint) = &d.hint {
        group = group.element(Level::HELP.message(hint.as_str()));
    }
    vec![group]
}

/// What stands at the caret.
fn label(d: &Diagnostic) -> String {
    if d.expected.is_empty() { String::new() } else { format!("expected {}", any_of(&d.expected)) }
}

/// Words of which one is meant, as in `a, b or c`.
pub fn any_of(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [others @ .., last] => format!("{} or {last}", others.join(", ")),
    }
}
