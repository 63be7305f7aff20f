//! Text for people: which characters it may use, and how it is wrapped.

mod charset;

pub use charset::Charset;

use std::borrow::Cow;
use std::fmt::Display;
use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};

/// Columns of a printed report: what a mail program shows, and quotes once, without wrapping.
pub const WIDTH: usize = 72;

/// Wraps running text to [`WIDTH`] columns; `first` starts the first line and `rest` the others.
///
/// Any white space counts as one blank. Words stay whole, hyphens or not, unless they are longer than a line.
pub fn wrap(text: &str, first: &str, rest: &str) -> Vec<String> {
    let options = Options::new(WIDTH).initial_indent(first).subsequent_indent(rest);
    fill(text, options)
}

/// Fills lines with words that stay whole, one after the other.
pub(super) fn fill(text: &str, options: Options) -> Vec<String> {
    let options = options
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit)
        .break_words(true);
    textwrap::wrap(&one_line(text), options).into_iter().map(Cow::into_owned).collect()
}

/// Text with every run of white space as one blank.
pub(super) fn one_line(text: &str) -> String {
    text.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
}

/// The word that fits a number of things: `one` for one, else `several`.
pub fn fitting<'a>(count: usize, one: &'a str, several: &'a str) -> &'a str {
    if count == 1 { one } else { several }
}

/// Items as text, with something between.
pub fn join<T: Display>(items: &[T], glue: &str) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join(glue)
}

/// The beginning of a text, of so many bytes at most and of whole characters.
pub fn beginning(text: &str, bytes: usize) -> &str {
    let mut end = text.len().min(bytes);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// A sentence with a capital at its beginning.
pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}
