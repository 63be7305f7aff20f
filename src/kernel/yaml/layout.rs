//! How a value is laid out as YAML: block style, two blanks a level, every doubtful string in quotes.
//!
//! We lay out the text ourselves because the reader refuses more bare scalars than the YAML crate's writer
//! quotes. Here a string stands bare only if it begins with a letter, has no mark that YAML gives a
//! meaning, and is none of the words that some reader takes for something else. So `"0208"`, `"12:30"`,
//! `"NO"` and `"="` are in quotes for YAML 1.1 and 1.2 readers alike.

use super::scan::is_reserved_word;
use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::Value;
use std::fmt::{self, Write as _};

/// A value to lay out; maps keep their order.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::kernel) enum Node {
    /// A number or boolean as it is written.
    Bare(String),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Node>),
    /// A map; keys are texts.
    Map(Vec<(String, Node)>),
}

impl From<&str> for Node {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<&Value> for Node {
    /// Total: a null or a fraction is written as it is, for the reader to refuse.
    fn from(value: &Value) -> Self {
        match value {
            Value::String(text) => Self::from(text.as_str()),
            Value::Array(items) => Self::List(items.iter().map(Self::from).collect()),
            Value::Object(map) => Self::Map(map.iter().map(|(k, v)| (k.clone(), v.into())).collect()),
            bare => Self::Bare(bare.to_string()),
        }
    }
}

/// The node as a whole document, ending with a line feed.
pub(in crate::kernel) fn document(node: &Node) -> String {
    let mut out = String::new();
    block(&mut out, node, 0);
    out
}

/// Writes a node whose first line is already indented.
fn block(out: &mut String, node: &Node, indent: usize) {
    match node {
        Node::List(items) if !items.is_empty() => {
            for (i, item) in items.iter().enumerate() {
                indent_unless_first(out, i, indent);
                out.push_str("- ");
                block(out, item, indent + 2);
            }
        }
        Node::Map(entries) if !entries.is_empty() => {
            for (i, (key, value)) in entries.iter().enumerate() {
                indent_unless_first(out, i, indent);
                push_text(out, key);
                push_value(out, value, indent);
            }
        }
        Node::List(_) => out.push_str("[]\n"),
        Node::Map(_) => out.push_str("{}\n"),
        Node::Bare(text) => {
            out.push_str(text);
            out.push('\n');
        }
        Node::Text(text) => {
            push_text(out, text);
            out.push('\n');
        }
    }
}

/// Writes the colon after a key and the value, on the same line if it has only one.
fn push_value(out: &mut String, value: &Node, indent: usize) {
    let is_nested = match value {
        Node::List(items) => !items.is_empty(),
        Node::Map(entries) => !entries.is_empty(),
        Node::Bare(_) | Node::Text(_) => false,
    };
    if is_nested {
        out.push_str(":\n");
        push_blanks(out, indent + 2);
    } else {
        out.push_str(": ");
    }
    block(out, value, indent + 2);
}

fn indent_unless_first(out: &mut String, i: usize, indent: usize) {
    if i > 0 {
        push_blanks(out, indent);
    }
}

fn push_blanks(out: &mut String, count: usize) {
    out.extend(std::iter::repeat_n(' ', count));
}

fn push_text(out: &mut String, text: &str) {
    if can_stand_bare(text) {
        out.push_str(text);
    } else {
        push_quoted(out, text);
    }
}

/// Whether no reader can take the bare text for anything but itself.
fn can_stand_bare(text: &str) -> bool {
    text.starts_with(char::is_alphabetic)
        && text.chars().all(|c| c.is_alphanumeric() || " _-+./,;!?'()→×".contains(c))
        && !text.ends_with(' ')
        && !is_reserved_word(text)
}

/// Writes a text in double quotes; what an eye cannot see is written as an escape.
fn push_quoted(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c if is_invisible(c) => {
                // Writing to a String cannot fail.
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

/// Control, format and line-break characters, and what YAML calls not printable.
fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
        || matches!(c, '\u{feff}' | '\u{fffe}' | '\u{ffff}')
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NodeVisitor)
    }
}

struct NodeVisitor;

impl<'de> Visitor<'de> for NodeVisitor {
    type Value = Node;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text, a whole number, a boolean, a list or a map")
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<Node, E> {
        Ok(Node::Bare(value.to_string()))
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Node, E> {
        Ok(Node::Bare(value.to_string()))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Node, E> {
        Ok(Node::Bare(value.to_string()))
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<Node, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Node, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = access.next_element()? {
            items.push(item);
        }
        Ok(Node::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Node, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = access.next_entry()? {
            entries.push(entry);
        }
        Ok(Node::Map(entries))
    }
}
