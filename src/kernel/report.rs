//! Reports as documents: a game says what stands in a report, never how it is laid out.
//!
//! One [`Doc`] is printed as text of [`WIDTH`](crate::kernel::text::WIDTH) columns for a mail, as HTML for a browser, or as JSON for a script. The layout is
//! fixed: the same document gives the same bytes on every machine, so that players can compare reports.

use crate::kernel::picture::Picture;
use crate::kernel::text::Charset;
use serde::Serialize;

pub mod html;
mod text;

/// A report: blocks from top to bottom.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Doc {
    /// The blocks in reading order.
    pub blocks: Vec<Block>,
}

/// One block of a report.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Block {
    /// A heading; level 1 is the report's title, level 2 a section.
    Heading {
        /// 1 or 2.
        level: u8,
        /// One line.
        text: String,
    },
    /// Running text, wrapped when printed.
    Paragraph(String),
    /// A list; each item is wrapped with a hanging indent.
    Items(Vec<String>),
    /// A table with a head row; cells are single lines.
    Table {
        /// Column titles.
        head: Vec<String>,
        /// Rows of as many cells as the head has.
        rows: Vec<Vec<String>>,
    },
    /// Text that must not be wrapped, such as a blank turn file.
    Verbatim(String),
    /// A board picture.
    Board(Picture),
}

impl Doc {
    /// An empty report.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a heading; level 1 is the report's title, level 2 a section.
    pub fn heading(&mut self, level: u8, text: impl Into<String>) -> &mut Self {
        self.push(Block::Heading { level, text: text.into() })
    }

    /// Adds running text; line ends in it count as blanks.
    pub fn paragraph(&mut self, text: impl Into<String>) -> &mut Self {
        self.push(Block::Paragraph(text.into()))
    }

    /// Adds a list.
    pub fn items<T: Into<String>>(&mut self, items: impl IntoIterator<Item = T>) -> &mut Self {
        self.push(Block::Items(items.into_iter().map(Into::into).collect()))
    }

    /// Adds a table; a short row is filled up with empty cells when printed.
    pub fn table<T: Into<String>>(
        &mut self,
        head: impl IntoIterator<Item = T>,
        rows: Vec<Vec<String>>,
    ) -> &mut Self {
        self.push(Block::Table { head: head.into_iter().map(Into::into).collect(), rows })
    }

    /// Adds text whose lines stay as they are. Keeping them within [`WIDTH`](crate::kernel::text::WIDTH) is up to the caller, since a
    /// turn file must not change its meaning by being printed.
    pub fn verbatim(&mut self, text: impl Into<String>) -> &mut Self {
        self.push(Block::Verbatim(text.into()))
    }

    /// Adds a board.
    pub fn board(&mut self, picture: Picture) -> &mut Self {
        if picture == Picture::default() {
            return self;
        }
        self.push(Block::Board(picture))
    }

    /// Adds all blocks of another report.
    pub fn extend(&mut self, other: Self) -> &mut Self {
        self.blocks.extend(other.blocks);
        self
    }

    /// The report as plain text: at most [`WIDTH`](crate::kernel::text::WIDTH) columns but for verbatim lines, no blanks at line ends,
    /// never two blank lines in a row, one newline at the end.
    pub fn to_text(&self, charset: Charset) -> String {
        text::print(self, charset)
    }

    /// The report as JSON, for scripts: the blocks as they are, boards as lists of hexes and sides.
    pub fn to_json(&self) -> serde_json::Value {
        // Serialising cannot fail: the document holds only texts, numbers, lists and plain names.
        serde_json::to_value(self).unwrap_or_default()
    }

    fn push(&mut self, block: Block) -> &mut Self {
        self.blocks.push(block);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_document_becomes_json_block_by_block() {
        let mut doc = Doc::new();
        let picture = Picture { title: "Field".to_owned(), ..Picture::default() };
        // A game without pictures adds none.
        doc.heading(1, "Turn 3").items(["one", "two"]).board(Picture::default()).board(picture);
        let mut tail = Doc::new();
        tail.paragraph("End.");
        doc.extend(tail);
        let board = json!({"title": "Field", "cells": [], "sides": [], "arrows": [], "legend": []});
        assert_eq!(
            doc.to_json(),
            json!({"blocks": [
                {"heading": {"level": 1, "text": "Turn 3"}},
                {"items": ["one", "two"]},
                {"board": board},
                {"paragraph": "End."},
            ]})
        );
    }
}
