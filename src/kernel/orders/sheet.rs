//! The body of a turn file: firm orders, and blocks of provisional ones.
//!
//! Lines outside any block are **firm**: they answer the decision that is pending now. Blocks are
//! **provisional**: `next … end` holds the orders for the seat's next decision, and `if … else … end` chooses
//! among orders when that decision comes; an `if` outside a `next` is provisional for the next decision, too.
//! A `next` within a `next` looks one decision further.

use super::condition::Condition;
use super::diagnostic::Diagnostic;
use super::grammar::Grammar;
use std::fmt;
use std::sync::Arc;

mod reader;

pub use reader::{end_repairs, is_droppable, read};

/// How deep blocks may stand in one another.
pub const MAX_NESTING: usize = 3;

/// The most order lines that a turn file may hold.
pub const MAX_LINES: usize = 1000;

/// An order that belongs to no game in particular.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Common {
    /// Give the game up.
    Concede,
    /// Offer a draw.
    OfferDraw,
    /// Accept the draw that was offered.
    AcceptDraw,
}

impl Common {
    /// The order of a canonical line, if it is one of these.
    pub fn of_line(line: &str) -> Option<Self> {
        [Self::Concede, Self::OfferDraw, Self::AcceptDraw]
            .into_iter()
            .find(|common| common.to_string() == line)
    }

    /// Whether it may end the game at once, whatever else is asked.
    pub fn may_end_the_game(self) -> bool {
        matches!(self, Self::Concede | Self::AcceptDraw)
    }

    /// Whether one of these lines may end the game at once.
    pub fn is_end_among(lines: &[String]) -> bool {
        lines.iter().filter_map(|line| Self::of_line(line)).any(Self::may_end_the_game)
    }
}

/// One order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order<O> {
    /// One that belongs to no game in particular.
    Common(Common),
    /// One of the game's own.
    Game(O),
}

/// A line of a turn file that an order was read from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// Its number, from 1.
    pub line: usize,
    /// Its text as it stands in the file.
    pub text: String,
}

/// One item of a turn file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item<O, F> {
    /// One order line.
    Order(Order<O>, Source),
    /// The first branch whose condition holds counts; the last, without one, counts if none does.
    If(Vec<Branch<O, F>>, Source),
    /// Orders for the decision after.
    Next(Vec<Item<O, F>>, Source),
    /// Ask instead of going on, if this holds when the decision comes.
    StopWhen(Condition<F>, Source),
}

/// One branch of an `if`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch<O, F> {
    /// When it counts; none for the final `else`.
    pub condition: Option<Condition<F>>,
    /// What it holds.
    pub items: Vec<Item<O, F>>,
    /// The line of its `if` or `else`.
    pub source: Source,
}

/// The body of a turn file as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet<O, F> {
    /// Items in the order of the file.
    pub items: Vec<Item<O, F>>,
    /// Errors, warnings and repairs found on the way.
    pub findings: Vec<Diagnostic>,
}

/// The grammars that a sheet is read with.
pub struct Grammars<O, F> {
    /// Forms of the decision that is pending now; none if the seat is not asked.
    pub now: Option<Arc<Grammar<O>>>,
    /// Forms of every decision.
    pub any: Arc<Grammar<O>>,
    /// Forms of facts.
    pub facts: Arc<Grammar<F>>,
}

impl fmt::Display for Common {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Concede => "concede",
            Self::OfferDraw => "offer draw",
            Self::AcceptDraw => "accept draw",
        })
    }
}

impl<O: fmt::Display> fmt::Display for Order<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Common(common) => write!(f, "{common}"),
            Self::Game(order) => write!(f, "{order}"),
        }
    }
}

impl<O: fmt::Display, F: fmt::Display> Item<O, F> {
    /// The canonical lines of an item, without indentation.
    pub fn lines(&self) -> Vec<String> {
        match self {
            Self::Order(order, _) => vec![order.to_string()],
            Self::StopWhen(condition, _) => vec![format!("stop when {condition}")],
            Self::Next(items, _) => wrapped("next".to_owned(), items),
            Self::If(branches, _) => {
                let mut lines = Vec::new();
                for (i, branch) in branches.iter().enumerate() {
                    let lead = if i == 0 { "" } else { "else " };
                    lines.push(match &branch.condition {
                        Some(condition) => format!("{lead}if {condition}"),
                        None => "else".to_owned(),
                    });
                    lines.extend(branch.items.iter().flat_map(Self::lines));
                }
                lines.push("end".to_owned());
                lines
            }
        }
    }
}

fn wrapped<O: fmt::Display, F: fmt::Display>(head: String, items: &[Item<O, F>]) -> Vec<String> {
    let mut lines = vec![head];
    lines.extend(items.iter().flat_map(Item::lines));
    lines.push("end".to_owned());
    lines
}

/// Indents canonical lines by their blocks, two spaces a level, as a turn file shows them.
pub fn indent(lines: &[String]) -> Vec<String> {
    let mut depth: usize = 0;
    lines
        .iter()
        .map(|line| {
            let word = line.split(' ').next().unwrap_or("");
            if matches!(word, "else" | "end") {
                depth = depth.saturating_sub(1);
            }
            let shown = format!("{}{line}", "  ".repeat(depth));
            if matches!(word, "if" | "else" | "next") {
                depth += 1;
            }
            shown
        })
        .collect()
}
