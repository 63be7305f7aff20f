//! A report as one page that needs nothing from outside, with its steps to leaf through.
//!
//! Everything can be read without the script, which only shows one step at a time. The page forbids itself whatever
//! comes from elsewhere, and every script but its own.

use super::{Medium, blocks, escape, verbatim};
use crate::kernel::picture::Picture;
use crate::kernel::report::Doc;
use crate::kernel::text::Charset;
use data_encoding::BASE64;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// How it looks.
const STYLE: &str = include_str!("page.css");

/// What leafs.
const SCRIPT: &str = include_str!("leaf.js");

/// A list of more steps is folded away at first.
const MANY: usize = 24;

/// Tables of more columns may not fit a phone: they scroll by themselves, and can be reached by keyboard.
const NARROW: usize = 4;

/// A report in chapters.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Page {
    /// The title of the whole.
    pub title: String,
    /// What stands above all chapters.
    pub intro: Doc,
    /// The chapters, most often a step each.
    pub chapters: Vec<Chapter>,
}

/// A chapter of a page.
#[derive(Clone, Debug, PartialEq)]
pub struct Chapter {
    /// What it is called, such as `Step 7`; also its place in the page's address, as `#step-7`.
    pub name: String,
    /// What it holds.
    pub doc: Doc,
}

impl Page {
    /// The page.
    pub fn to_html(&self, charset: Charset) -> String {
        let title = escape(&self.title, charset);
        let csp = format!(
            "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{}'; base-uri 'none'; form-action 'none'",
            BASE64.encode(&Sha256::digest(SCRIPT))
        );
        let mut inline = Inline::default();
        let intro = blocks(&self.intro.blocks, 2, charset, &mut inline);
        let ids = self.ids();
        let chapters: String = self
            .chapters
            .iter()
            .zip(&ids)
            .map(|(chapter, id)| chapter.to_html(id, charset, &mut inline))
            .collect();
        let nav = self.nav(&ids, charset);
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{csp}\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n\
             <style>\n{STYLE}</style>\n</head>\n<body>\n\
             <a class=\"aj-skip\" href=\"#aj-main\">Skip to the report</a>\n\
             <header class=\"aj-header\">\n<h1>{title}</h1>\n{intro}</header>\n\
             {nav}<main id=\"aj-main\" tabindex=\"-1\">\n{chapters}</main>\n\
             <script>{SCRIPT}</script>\n</body>\n</html>\n"
        )
    }

    /// A place in the address for each chapter; a name that occurs again is numbered.
    fn ids(&self) -> Vec<String> {
        let mut seen = BTreeMap::new();
        let mut id = |chapter: &Chapter| {
            let name = chapter.name.to_ascii_lowercase().replace(|c: char| !c.is_ascii_alphanumeric(), "-");
            let count = seen.entry(name.clone()).and_modify(|count| *count += 1).or_insert(1);
            if *count == 1 { name } else { format!("{name}-{count}") }
        };
        self.chapters.iter().map(&mut id).collect()
    }

    /// The list of chapters, and what leafs through them, which the script shows.
    fn nav(&self, ids: &[String], charset: Charset) -> String {
        if self.chapters.len() < 3 {
            return String::new();
        }
        let link = |(chapter, id): (&Chapter, &String)| {
            format!("<li><a href=\"#{id}\">{}</a></li>\n", escape(&chapter.name, charset))
        };
        let links: String = self.chapters.iter().zip(ids).map(link).collect();
        let open = if self.chapters.len() > MANY { "" } else { " open" };
        format!(
            "<nav class=\"aj-nav\" aria-label=\"Steps\">\n<details{open}>\n<summary>All steps</summary>\n\
             <ol class=\"aj-list\">\n{links}</ol>\n</details>\n\
             <button type=\"button\" id=\"aj-all\" aria-pressed=\"false\" hidden>Show all at once</button>\n</nav>\n\
             <nav class=\"aj-bar\" aria-label=\"Leaf through the steps\" hidden>\n\
             <button type=\"button\" id=\"aj-back\"><span aria-hidden=\"true\">&#8592; </span>Previous</button>\n\
             <span id=\"aj-here\" aria-live=\"polite\"></span>\n\
             <button type=\"button\" id=\"aj-on\">Next<span aria-hidden=\"true\"> &#8594;</span></button>\n</nav>\n"
        )
    }
}

impl Chapter {
    fn to_html(&self, id: &str, charset: Charset, inline: &mut Inline) -> String {
        let (boards, words): (Vec<_>, Vec<_>) =
            self.doc.blocks.iter().cloned().partition(|block| matches!(block, super::Block::Board(_)));
        let (boards, words) = (blocks(&boards, 3, charset, inline), blocks(&words, 3, charset, inline));
        let name = escape(&self.name, charset);
        format!(
            "<section class=\"aj-step\" id=\"{id}\" aria-labelledby=\"{id}-name\">\n<h2 id=\"{id}-name\" tabindex=\"-1\">\
             {name}</h2>\n<div class=\"aj-both\">\n{boards}<div class=\"aj-words\">\n{words}</div>\n</div>\n</section>\n"
        )
    }
}

/// Everything within the page itself.
#[derive(Default)]
struct Inline {
    /// How often a drawing of a name stands in the page.
    drawn: BTreeMap<String, usize>,
}

impl Medium for Inline {
    fn open(&self, tag: &str) -> String {
        match tag {
            "pre.wide" => {
                "<pre class=\"aj-wide\" tabindex=\"0\" role=\"group\" aria-label=\"Text in fixed lines\">"
                    .to_owned()
            }
            _ => format!("<{tag}>"),
        }
    }

    fn frame(&self, table: &str, columns: usize) -> String {
        if columns <= NARROW {
            return table.to_owned();
        }
        format!(
            "<div class=\"aj-table\" tabindex=\"0\" role=\"group\" aria-label=\"Table\">\n{table}\n</div>"
        )
    }

    fn board(&mut self, picture: &Picture, charset: Charset) -> String {
        let svg = picture.to_svg();
        let svg = match svg.split_once(" id=\"").and_then(|(_, rest)| rest.split_once('"')) {
            Some((id, _)) => {
                let count = self.drawn.entry(id.to_owned()).or_insert(0);
                *count += 1;
                if *count == 1 { svg } else { svg.replace(id, &format!("{id}-{count}")) }
            }
            None => svg,
        };
        let text = verbatim(&picture.to_text(charset), charset, self);
        format!(
            "<figure class=\"aj-board\">\n{}\n<details>\n<summary>The board as text</summary>\n{text}\n</details>\n</figure>",
            svg.trim_end()
        )
    }
}
