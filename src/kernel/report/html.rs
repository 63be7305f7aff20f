//! A report as HTML: one page to leaf through, or the part of a mail that mail programs show.
//!
//! Every text is escaped and rid of what would steer a terminal, wherever it comes from. The same document gives the
//! same bytes on every machine.

mod mail;
mod page;

pub use mail::to_mail;
pub use page::{Chapter, Page};

use super::Block;
use crate::kernel::picture::Picture;
use crate::kernel::text::{Charset, one_line};
use std::fmt::Write as _;

/// Lines of fixed text that are longer do not fit a phone: they scroll by themselves, and can be reached by keyboard.
const PHONE: usize = 34;

/// What differs between a page and a mail.
trait Medium {
    /// An opening tag.
    fn open(&self, tag: &str) -> String;
    /// What stands round a table of so many columns.
    fn frame(&self, table: &str, _columns: usize) -> String {
        table.to_owned()
    }
    /// A board, and what stands for it where it is not seen.
    fn board(&mut self, picture: &Picture, charset: Charset) -> String;
}

/// Blocks one after another; a heading of level 2 becomes one of this level.
fn blocks(blocks: &[Block], level: u8, charset: Charset, medium: &mut impl Medium) -> String {
    let mut out = String::new();
    for block in blocks {
        let html = match block {
            Block::Heading { level: own, text } => {
                let tag = format!("h{}", if *own <= 1 { 1 } else { level });
                element(medium, &tag, &escape(text, charset))
            }
            Block::Paragraph(text) => element(medium, "p", &escape(&one_line(text), charset)),
            Block::Items(items) => list(items, charset, medium),
            Block::Table { head, rows } => table(head, rows, charset, medium),
            Block::Verbatim(text) => verbatim(text, charset, medium),
            Block::Board(picture) if picture.is_drawn() => medium.board(picture, charset),
            Block::Board(picture) => verbatim(&picture.to_text(charset), charset, medium),
        };
        if !html.is_empty() {
            out.push_str(&html);
            out.push('\n');
        }
    }
    out
}

fn element(medium: &impl Medium, tag: &str, inside: &str) -> String {
    format!("{}{inside}</{tag}>", medium.open(tag))
}

fn list(items: &[String], charset: Charset, medium: &impl Medium) -> String {
    let items = items.iter().filter(|item| !item.is_empty());
    let items: String = items.map(|item| element(medium, "li", &escape(item, charset)) + "\n").collect();
    if items.is_empty() { items } else { element(medium, "ul", &format!("\n{items}")) }
}

/// A table whose first column names its rows; without a head where no column has a title.
fn table(head: &[String], rows: &[Vec<String>], charset: Charset, medium: &impl Medium) -> String {
    let mut inside = String::from("\n");
    if head.iter().any(|title| !title.is_empty()) {
        let titles: String = head.iter().map(|title| cell(title, "col", charset, medium)).collect();
        let _ = writeln!(inside, "<thead><tr>{titles}</tr></thead>");
    }
    inside.push_str("<tbody>\n");
    let count = rows.iter().map(Vec::len).chain([head.len()]).max().unwrap_or(0);
    for row in rows {
        let text = |i: usize| row.get(i).map_or("", String::as_str);
        let others = (1..count).map(|i| element(medium, "td", &escape(text(i), charset)));
        let cells: String = std::iter::once(cell(text(0), "row", charset, medium)).chain(others).collect();
        let _ = writeln!(inside, "<tr>{cells}</tr>");
    }
    inside.push_str("</tbody>\n");
    medium.frame(&element(medium, "table", &inside), count)
}

/// A cell that names its row or column; without a name there is nothing to announce.
fn cell(text: &str, scope: &str, charset: Charset, medium: &impl Medium) -> String {
    if text.is_empty() {
        return element(medium, "td", "");
    }
    let open = medium.open("th").replacen("<th", &format!("<th scope=\"{scope}\""), 1);
    format!("{open}{}</th>", escape(text, charset))
}

fn verbatim(text: &str, charset: Charset, medium: &impl Medium) -> String {
    let text = text.trim_matches('\n');
    let is_wide = text.lines().any(|line| line.chars().count() > PHONE);
    let tag = if is_wide { "pre.wide" } else { "pre" };
    let open = medium.open(tag);
    format!("{open}{}</pre>", escape(text, charset))
}

/// A text as it may stand anywhere in HTML, in quotes too.
fn escape(text: &str, charset: Charset) -> String {
    html_escape::encode_safe(&charset.apply(text)).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::report::Doc;

    const EVIL: &str = "<script>alert('&')</script>\" onload=\"x\u{1b}[1m";

    /// A document with a hostile text wherever one can stand.
    fn evil() -> Doc {
        let mut doc = Doc::new();
        doc.heading(1, EVIL).heading(2, EVIL).paragraph(EVIL).items([EVIL, ""]).verbatim(EVIL);
        doc.table([EVIL, ""], vec![vec![EVIL.to_owned()], vec![String::new(), EVIL.to_owned()]]);
        let picture = Picture { title: EVIL.to_owned(), ..Picture::default() };
        doc.board(picture);
        doc
    }

    fn is_tame(html: &str, scripts: usize) {
        assert_eq!(html.matches("<script").count(), scripts, "{html}");
        for raw in ["alert('", "\" onload", "\u{1b}"] {
            assert!(!html.contains(raw), "{raw:?} in {html}");
        }
    }

    #[test]
    fn no_text_becomes_markup() {
        let chapter = |name: &str| Chapter { name: name.to_owned(), doc: evil() };
        let chapters = vec![chapter(EVIL), chapter(EVIL), chapter("Step 7"), chapter("Step 7")];
        let page = Page { title: EVIL.to_owned(), intro: evil(), chapters };
        let html = page.to_html(Charset::Unicode);
        is_tame(&html, 1);
        for id in ["step-7", "step-7-2"] {
            assert_eq!(html.matches(&format!(" id=\"{id}\"")).count(), 1, "{id}");
        }
        assert_eq!(html, page.to_html(Charset::Unicode));
        is_tame(&to_mail(&evil(), &|number| format!("{number}{EVIL}")).0, 0);
    }

    #[test]
    fn what_a_browser_is_told_to_run_is_the_script_of_the_page() {
        use sha2::{Digest, Sha256};
        let html = Page::default().to_html(Charset::Unicode);
        let script = html.split_once("<script>").and_then(|(_, rest)| rest.split_once("</script>"));
        let (script, _) = script.expect("a script");
        let hash = data_encoding::BASE64.encode(&Sha256::digest(script));
        assert!(html.contains(&format!("script-src 'sha256-{hash}'")));
    }

    #[test]
    fn tables_name_their_columns_and_rows() {
        let mut doc = Doc::new();
        doc.table(["", "units"], vec![vec!["red".to_owned(), "12".to_owned()], vec!["blue".to_owned()]]);
        doc.table(["", ""], vec![vec!["a".to_owned(), "b".to_owned()]]);
        let page = Page { intro: doc, ..Page::default() }.to_html(Charset::Unicode);
        for part in [
            "<thead><tr><td></td><th scope=\"col\">units</th></tr></thead>",
            "<tr><th scope=\"row\">red</th><td>12</td></tr>",
            "<tr><th scope=\"row\">blue</th><td></td></tr>",
            "<tr><th scope=\"row\">a</th><td>b</td></tr>",
        ] {
            assert!(page.contains(part), "{part} in {page}");
        }
        assert_eq!(page.matches("<thead>").count(), 1);
    }

    #[test]
    fn in_a_mail_boards_are_named_in_their_order() {
        let mut doc = Doc::new();
        doc.heading(2, "Position");
        let (html, pictures) = to_mail(&doc, &|number| format!("board-{number}"));
        assert!(html.contains("<h2 style=") && pictures.is_empty());
    }
}
