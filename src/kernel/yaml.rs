//! YAML in and out; the one place that knows the YAML crate.
//!
//! YAML readers disagree about bare `0208`, `NO`, `1e3` and `12:30`, and most let a duplicate key, an alias
//! bomb or deep nesting through. So a text is read in two passes: a strict scan over the parser's events
//! refuses whatever two readers could take for two things (`yaml/scan.rs`), then the text is read into its
//! type. Writing quotes every string that is not plainly a word (`yaml/layout.rs`).
//!
//! A bare four-digit number such as `1812` stays a number as a value, or no game could count so far; where
//! a text is expected, such as a coordinate, it is refused like any other bare number.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_yaml::{Error, MessageFormatter, UserMessageFormatter};
use std::borrow::Cow;

pub(super) mod layout;
mod scan;

use layout::Node;

/// How large and how deep a text may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of the whole text.
    pub bytes: usize,
    /// Lists and maps in each other.
    pub depth: usize,
}

impl Default for Limits {
    /// 16 MiB and 24 levels.
    fn default() -> Self {
        Self { bytes: 16 << 20, depth: 24 }
    }
}

/// A text that is not the YAML that was asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct YamlError {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What is wrong, and mostly what to write instead.
    pub message: String,
    /// What else may help, where there is more to say.
    pub hint: Option<String>,
}

impl YamlError {
    fn at(line: usize, column: usize, message: impl Into<String>) -> Self {
        Self { line, column, message: message.into(), hint: None }
    }

    fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

/// A value that cannot be written: it holds a null, a fraction or a key that is no text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this value cannot be written as YAML: {0}")]
pub struct YamlWriteError(String);

/// Reads a text into a type.
///
/// A byte-order mark and the line ends of any system are accepted. Types that hold a coordinate must not
/// use serde's `flatten`, `untagged` or internal tags, which would take a bare number for one.
///
/// # Errors
/// The text is not YAML, breaks a rule of the strict scan or a limit, has a duplicate key, or does not fit
/// the type.
pub fn read<T: DeserializeOwned>(text: &str, limits: Limits) -> Result<T, YamlError> {
    if text.len() > limits.bytes {
        return Err(YamlError::at(1, 1, format!("the file is larger than {} bytes", limits.bytes)));
    }
    let text = with_plain_line_ends(text);
    scan::scan(&text, limits)?;
    typed(&text, limits)
}

/// Reads a text that comes with the program. The strict scan holds it to the same rules in debug builds, so that every
/// test looks and no command spends time on it. It is read by way of a value, as tables given by `--components` are, so
/// that each type is built for one reader alone.
///
/// # Errors
/// The text does not fit the type; its place is not told.
pub fn read_embedded<T: DeserializeOwned>(text: &str) -> Result<T, YamlError> {
    let limits = Limits::default();
    if cfg!(debug_assertions) {
        scan::scan(text, limits)?;
    }
    let value: serde_json::Value = typed(text, limits)?;
    T::deserialize(&value).map_err(|error| YamlError::at(1, 1, error.to_string()))
}

/// Reads a text into texts, whole numbers, booleans, lists and maps; there are no nulls and no fractions.
///
/// # Errors
/// As for [`read`].
pub fn read_value(text: &str, limits: Limits) -> Result<serde_json::Value, YamlError> {
    read(text, limits)
}

/// Writes a value as YAML in the order of its fields, ending with a line feed.
///
/// # Errors
/// The value holds a null (leave absent fields out), a fraction, or a map key that is no text.
pub fn write<T: Serialize>(value: &T) -> Result<String, YamlWriteError> {
    // By way of JSON text, which keeps the order of fields as the JSON crate's own values would not.
    let json = serde_json::to_string(value).map_err(|error| YamlWriteError(error.to_string()))?;
    let mut reader = serde_json::Deserializer::from_str(&json);
    let node = Node::deserialize(&mut reader).map_err(|error| YamlWriteError(error.to_string()))?;
    Ok(layout::document(&node))
}

fn typed<T: DeserializeOwned>(text: &str, limits: Limits) -> Result<T, YamlError> {
    serde_yaml::from_str_with_options(text, options(limits)).map_err(|error| explain(&error))
}

/// The text without byte-order mark and with line feeds only.
pub(super) fn with_plain_line_ends(text: &str) -> Cow<'_, str> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.contains('\r') {
        Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n"))
    } else {
        Cow::Borrowed(text)
    }
}

fn options(limits: Limits) -> serde_yaml::Options {
    serde_yaml::options! {
        budget: serde_yaml::budget! {
            max_depth: limits.depth,
            max_documents: 1,
            max_anchors: 0,
            max_aliases: 0,
        },
        merge_keys: serde_yaml::MergeKeyPolicy::Error,
        strict_booleans: true,
        // A bare number or boolean never becomes a text.
        no_schema: true,
        reject_unsupported_tags: true,
        with_snippet: false,
        emit_comments: false,
    }
}

/// The YAML crate's error in this project's words.
fn explain(error: &Error) -> YamlError {
    let error = error.without_snippet();
    let (line, column) = error.location().map_or((1, 1), |at| (at.line().max(1), at.column().max(1)));
    let explained = YamlError::at(line as usize, column as usize, message(error));
    match error {
        Error::SerdeUnknownField { field, expected, .. } => explained.hint(known_keys(field, expected)),
        _ => explained,
    }
}

fn message(error: &Error) -> String {
    match error {
        Error::DuplicateMappingKey { key: Some(key), .. } => format!("the key {key:?} occurs twice"),
        Error::SerdeMissingField { field, .. } => format!("the key {field:?} is missing in this map"),
        Error::SerdeUnknownField { field, .. } => format!("there is no key {field:?} here"),
        Error::QuotingRequired { value, .. } if value == "true" || value == "false" => {
            scan::misread(value, "true or false")
        }
        Error::QuotingRequired { value, .. } => scan::misread(value, "a number"),
        Error::Unexpected { expected: "string scalar", .. } => "a text is expected here".to_owned(),
        Error::Unexpected { expected: "mapping start", .. } => {
            "a map (lines of \"key: value\") is expected here".to_owned()
        }
        Error::Unexpected { expected: "sequence start", .. } => {
            "a list (lines of \"- item\") is expected here".to_owned()
        }
        Error::InvalidScalar { ty, .. } => format!("this does not fit here; expected {}", expected(ty)),
        Error::InvalidBooleanStrict { .. } => "this does not fit here; expected true or false".to_owned(),
        other => UserMessageFormatter.format_message(other).into_owned(),
    }
}

/// What a Rust number type is to a player.
fn expected(rust_type: &str) -> &str {
    match rust_type {
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number, not negative",
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number",
        other => other,
    }
}

/// What was probably meant, or all that there is.
fn known_keys(wrong: &str, known: &[&str]) -> String {
    let likeness = |key: &&&str| (strsim::jaro_winkler(wrong, key) * 1000.0) as u32;
    match known.iter().max_by_key(likeness) {
        Some(best) if likeness(&best) > 800 => format!("did you mean {best:?}?"),
        _ => format!("known keys: {}", known.join(", ")),
    }
}

#[cfg(test)]
mod tests;
