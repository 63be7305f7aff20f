//! Comments on a blank turn file: what is to be known, and orders that may be given as they stand.

use super::orders::sheet::indent;

/// How wide a line is that holds an order and what is to be known of it.
const WIDTH: usize = 66;

/// A comment on a blank turn file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// Something to know.
    Text(String),
    /// An order that may be given as it stands, and what to know of it, or nothing.
    Order(String, String),
    /// A whole sheet that may be given as it stands.
    OneWay(Vec<String>),
}

/// What stands before a whole sheet.
pub const ONE_WAY: &str = "One way to do it; take the # away or change it:";

impl Note {
    /// Something to know.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// An order that speaks for itself.
    pub fn order(order: impl ToString) -> Self {
        Self::Order(order.to_string(), String::new())
    }

    /// An order with what to know of it.
    pub fn told(order: impl ToString, remark: impl Into<String>) -> Self {
        Self::Order(order.to_string(), remark.into())
    }

    /// A whole sheet; nothing where it is empty.
    pub fn one_way<T: ToString>(orders: impl IntoIterator<Item = T>) -> Option<Self> {
        let orders: Vec<String> = orders.into_iter().map(|order| order.to_string()).collect();
        (!orders.is_empty()).then_some(Self::OneWay(orders))
    }

    /// The lines as they stand on the sheet. Texts are wrapped, orders never: half an order would be another one.
    pub fn lines(&self, lead: &str) -> Vec<String> {
        match self {
            Self::Text(text) => wrapped(text),
            Self::Order(order, remark) if remark.is_empty() => vec![format!("# {order}")],
            Self::Order(order, remark) => {
                let line = format!("# {order}   # {remark}");
                if line.chars().count() <= WIDTH {
                    return vec![line];
                }
                let mut lines = wrapped(&format!("{remark}:"));
                lines.push(format!("# {order}"));
                lines
            }
            Self::OneWay(orders) => {
                let mut lines = wrapped(lead);
                lines.extend(indent(orders).iter().map(|order| format!("# {order}")));
                lines
            }
        }
    }
}

fn wrapped(text: &str) -> Vec<String> {
    let options = textwrap::Options::new(WIDTH)
        .initial_indent("# ")
        .subsequent_indent("#   ")
        .break_words(false)
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    textwrap::wrap(text, options).into_iter().map(std::borrow::Cow::into_owned).collect()
}
