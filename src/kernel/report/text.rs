//! A report as plain text.
//!
//! Text is brought into the character set first and laid out after, since spelling a mark out makes it
//! longer. Lines are filled one after the other, never balanced, so that a changed word moves no text
//! above it and two reports compare well.

use super::{Block, Doc};
use crate::kernel::text::{Charset, WIDTH, fill, one_line, wrap};
use textwrap::Options;
use textwrap::core::display_width;

/// Blanks between two columns of a table.
const GAP: usize = 2;

/// A column of a table is not squeezed below this, else its words fall to pieces.
const NARROWEST: usize = 6;

/// Prints a report.
pub(super) fn print(doc: &Doc, charset: Charset) -> String {
    let mut page = String::new();
    for block in &doc.blocks {
        page.push_str(&print_block(block, charset));
        page.push_str("\n\n");
    }
    tidy(&page)
}

fn print_block(block: &Block, charset: Charset) -> String {
    match block {
        Block::Heading { level, text } => print_heading(*level, &charset.apply(text)),
        Block::Paragraph(text) => wrap(&charset.apply(text), "", "").join("\n"),
        Block::Items(items) => print_items(items.iter().map(|item| charset.apply(item).into_owned())),
        Block::Table { head, rows } => print_table(head, rows, charset),
        Block::Verbatim(text) => charset.apply(text).into_owned(),
        Block::Board(picture) => picture.to_text(charset),
    }
}

fn print_heading(level: u8, text: &str) -> String {
    let mut lines = wrap(text, "", "");
    let width = lines.iter().map(|line| display_width(line)).max().unwrap_or(0);
    lines.push(if level <= 1 { "=" } else { "-" }.repeat(width));
    lines.join("\n")
}

fn print_items(items: impl Iterator<Item = String>) -> String {
    let lines: Vec<String> =
        items.filter(|item| !item.is_empty()).flat_map(|item| wrap(&item, "- ", "  ")).collect();
    lines.join("\n")
}

fn print_table(head: &[String], rows: &[Vec<String>], charset: Charset) -> String {
    let count = rows.iter().map(Vec::len).chain([head.len()]).max().unwrap_or(0);
    let clean = |row: &[String]| -> Vec<String> {
        let cell = |i: usize| row.get(i).map(|cell| one_line(&charset.apply(cell)));
        (0..count).map(|i| cell(i).unwrap_or_default()).collect()
    };
    let head = clean(head);
    let rows: Vec<Vec<String>> = rows.iter().map(|row| clean(row)).collect();
    let Some(widths) = fit_columns(&head, &rows) else {
        return print_items(rows.iter().map(|row| row_as_sentence(&head, row)));
    };
    let rule: Vec<String> = widths.iter().map(|&width| "-".repeat(width)).collect();
    let titles: &[_] = if head.iter().all(String::is_empty) { &[] } else { &[&head, &rule] };
    let all = titles.iter().copied().chain(&rows);
    let lines: Vec<String> = all.flat_map(|row| print_row(row, &widths)).collect();
    lines.join("\n")
}

/// The width of each column, or nothing if the table cannot be squeezed into a page.
///
/// The last column gives way first, for it is the one that holds remarks; then the widest.
fn fit_columns(head: &[String], rows: &[Vec<String>]) -> Option<Vec<usize>> {
    let widest =
        |i: usize| rows.iter().map(|row| &row[i]).chain([&head[i]]).map(|cell| display_width(cell)).max();
    let mut widths: Vec<usize> = (0..head.len()).map(|i| widest(i).unwrap_or(0).max(1)).collect();
    let room = WIDTH.checked_sub(GAP * head.len().saturating_sub(1))?;
    let remark = WIDTH / 3;
    if let Some((last, others)) = widths.split_last_mut() {
        let left = room.saturating_sub(others.iter().sum());
        *last = (*last).min(left.max(remark));
    }
    while widths.iter().sum::<usize>() > room {
        let widest = widths.iter_mut().max().filter(|width| **width > NARROWEST)?;
        *widest -= 1;
    }
    Some(widths)
}

fn print_row(row: &[String], widths: &[usize]) -> Vec<String> {
    let cells: Vec<Vec<String>> =
        row.iter().zip(widths).map(|(cell, &width)| fill(cell, Options::new(width))).collect();
    let height = cells.iter().map(Vec::len).max().unwrap_or(0);
    (0..height).map(|line| print_row_line(&cells, widths, line)).collect()
}

fn print_row_line(cells: &[Vec<String>], widths: &[usize], line: usize) -> String {
    let mut out = String::new();
    for (cell, &width) in cells.iter().zip(widths) {
        let text = cell.get(line).map_or("", String::as_str);
        out.push_str(text);
        out.push_str(&" ".repeat(GAP + width.saturating_sub(display_width(text))));
    }
    out
}

/// A row of a table that is too wide for a page, each cell after its column's title.
fn row_as_sentence(head: &[String], row: &[String]) -> String {
    let cells: Vec<String> = head
        .iter()
        .zip(row)
        .filter(|(_, cell)| !cell.is_empty())
        .map(|(title, cell)| format!("{title}: {cell}").trim_start_matches(": ").to_owned())
        .collect();
    cells.join("; ")
}

/// Takes off blanks at line ends, blank lines at both ends, and all but one of blank lines in a row.
fn tidy(page: &str) -> String {
    let mut out = String::with_capacity(page.len());
    let mut is_gap = false;
    for line in page.lines().map(str::trim_end) {
        if line.is_empty() {
            is_gap = !out.is_empty();
            continue;
        }
        if is_gap {
            out.push('\n');
            is_gap = false;
        }
        out.push_str(line);
        out.push('\n');
    }
    if out.is_empty() {
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn text(build: impl FnOnce(&mut Doc)) -> String {
        let mut doc = Doc::new();
        build(&mut doc);
        doc.to_text(Charset::Unicode)
    }

    #[test]
    fn blocks_stand_apart_by_one_blank_line() {
        let text = text(|doc| {
            doc.heading(1, "Turn 3").heading(2, "Moves").paragraph("").paragraph("One\n  two.");
            doc.verbatim("\n\norders\n\n\n  move 0101  \n").items(["", "a"]);
        });
        let expected = "Turn 3\n======\n\nMoves\n-----\n\nOne two.\n\norders\n\n  move 0101\n\n- a\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn items_hang_and_long_words_break() {
        let text = text(|doc| {
            doc.items(["red ".repeat(20), "x".repeat(75)]);
        });
        let expected = format!("- {}red\n  red red red\n- {}\n  xxxxx\n", "red ".repeat(16), "x".repeat(70));
        assert_eq!(text, expected);
    }

    #[test]
    fn coordinates_joined_by_a_hyphen_stay_whole() {
        let text = text(|doc| {
            doc.paragraph(format!("{} 0208-0209", "x".repeat(64)));
        });
        assert_eq!(text, format!("{}\n0208-0209\n", "x".repeat(64)));
    }

    #[test]
    fn a_table_wraps_its_last_column() {
        let text = text(|doc| {
            let remark = "held the bridge until the last round was shot and then went back";
            let rows = vec![vec!["R-Inf".into(), "0208".into(), remark.into()], vec!["B-Art".into()]];
            doc.table(["unit", "in", "remark"], rows);
        });
        let expected = "\
unit   in    remark
-----  ----  -----------------------------------------------------------
R-Inf  0208  held the bridge until the last round was shot and then went
             back
B-Art
";
        assert_eq!(text, expected);
    }

    #[test]
    fn a_table_of_too_many_columns_becomes_a_list() {
        let text = text(|doc| {
            let head: Vec<String> = (1..=12).map(|i| format!("title{i}")).collect();
            doc.table(head, vec![vec!["a".into(), String::new(), "b".into()]]);
        });
        assert_eq!(text, "- title1: a; title3: b\n");
    }

    #[test]
    fn a_table_without_titles_has_no_head() {
        let text = text(|doc| {
            doc.table(["", ""], vec![vec!["a".into(), "b".into()]]);
        });
        assert_eq!(text, "a  b\n");
    }

    #[test]
    fn an_empty_report_is_one_empty_line() {
        assert_eq!(text(|_| ()), "\n");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn any_report_keeps_its_form(words in prop::collection::vec("\\PC{0,90}", 0..40), ascii: bool) {
            let mut doc = Doc::new();
            doc.heading(1, words.concat()).paragraph(words.join(" ")).items(words.clone());
            doc.table(words.iter().take(5), words.chunks(4).map(<[_]>::to_vec).collect());
            let text = doc.to_text(if ascii { Charset::Ascii } else { Charset::Unicode });
            prop_assert!(text.ends_with('\n') && !text.contains("\n\n\n"));
            prop_assert!(!ascii || text.is_ascii());
            for line in text.lines() {
                prop_assert!(display_width(line) <= WIDTH, "{line}");
                prop_assert_eq!(line, line.trim_end());
            }
        }
    }
}
