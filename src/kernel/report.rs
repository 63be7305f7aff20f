//! Reports as documents: a game says what stands in a report, never how it is laid out.
//!
//! One [`Doc`] is printed as text of 72 columns for a mail, or as JSON for a script.

use crate::kernel::picture::Picture;
use serde::Serialize;

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

/// Which characters a printed text may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Charset {
    /// Arrows and other marks beyond ASCII.
    Unicode,
    /// Plain ASCII only, for consoles without them.
    Ascii,
}
