//! HTML as lines of text: what stands on a line of its own on the screen is a line, and what is quoted has a `>`.
//!
//! This is no browser. It knows what mail programs write: lines as `<br>`, `<div>` or `<p>`, tables, preformatted text,
//! and the ways in which they quote, strike words out and hide them. Tags may be unclosed, wrongly nested or cut off; each
//! is looked at once.

mod look;

use crate::kernel::text::beginning;
use look::Looks;

/// The deepest quote that is shown as such; whatever is quoted more often is quoted all the same.
const MAX_QUOTES: usize = 8;

/// As much of a text as one tag may take up: more than any that a mail program writes.
const WINDOW: usize = 1 << 16;
/// How far the ends of tags are sought in vain, in bytes, before quotation marks within tags count no more.
const MAX_VAIN: usize = 8 * WINDOW;

/// A page as lines of text.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Rendered {
    /// The lines.
    pub(super) text: String,
    /// The words that are struck out on the page, and left out of the lines.
    pub(super) struck: String,
    /// The words that nobody can see on the page, left out as well.
    pub(super) hidden: String,
}

/// What the tags make of a text.
pub(super) fn render(html: &str) -> Rendered {
    Page::read(html).finish()
}

/// The page as far as it is written.
#[derive(Default)]
struct Page {
    lines: String,
    line: String,
    /// Whether a blank is due before the next word.
    is_apart: bool,
    /// Elements that are open and can quote, innermost last: their names and whether they do.
    open: Vec<(&'static str, bool)>,
    quotes: usize,
    preformatted: usize,
    /// The element that strikes its words out, and how many of its name are open within it.
    striking: Option<(String, usize)>,
    struck: String,
    looks: Looks,
    hidden: String,
    /// Bytes in which ends of tags were sought.
    sought: usize,
    /// Those of them in which there was none.
    vain: usize,
}

/// Elements that begin and end a line.
const BLOCKS: [&str; 33] = [
    "address",
    "article",
    "aside",
    "blockquote",
    "body",
    "center",
    "dd",
    "div",
    "dl",
    "dt",
    "fieldset",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hr",
    "html",
    "li",
    "main",
    "ol",
    "p",
    "pre",
    "section",
    "table",
    "tbody",
    "title",
    "tr",
    "ul",
];
/// Elements whose contents are no text of the page.
const HIDDEN: [&str; 5] = ["script", "style", "template", "title", "xml"];
/// Elements that strike their words out.
const STRIKING: [&str; 3] = ["s", "strike", "del"];
/// Elements that hold nothing and are never closed.
const VOID: [&str; 8] = ["br", "hr", "img", "input", "meta", "link", "col", "wbr"];

impl Page {
    fn read(html: &str) -> Self {
        let mut page = Self::default();
        let mut rest = html;
        while let Some(at) = rest.find('<') {
            page.text(&rest[..at]);
            rest = &rest[at..];
            rest = page.markup(rest);
        }
        page.text(rest);
        page
    }

    /// Reads what begins with `<`; what is left after it.
    fn markup<'a>(&mut self, text: &'a str) -> &'a str {
        if let Some(comment) = text.strip_prefix("<!--") {
            return comment.find("-->").map_or("", |end| &comment[end + 3..]);
        }
        let Some(start) = tag_start(text) else {
            self.text("<");
            return &text[1..];
        };
        let Some(end) = self.tag_end(&text[start..]) else {
            // Up to here there is no tag that ends; looked at sign by sign, it would be read again and again.
            let end = window(text).len();
            self.text(&text[..end]);
            return &text[end..];
        };
        let tag = Tag::read(&text[start..start + end], start > 1);
        let rest = &text[start + end + 1..];
        if HIDDEN.contains(&tag.name.as_str()) && !tag.is_end {
            return after_hidden(rest, &tag.name);
        }
        self.tag(&tag);
        rest
    }

    /// Where a tag ends: at the first `>` outside of quotation marks, or at the first of all if these are never closed.
    fn tag_end(&mut self, text: &str) -> Option<usize> {
        let text = window(text);
        let mut quote = None;
        for (at, byte) in text.bytes().enumerate().take_while(|_| self.vain < MAX_VAIN) {
            self.sought += 1;
            match (quote, byte) {
                (None, b'>') => return Some(at),
                (None, b'"' | b'\'') => quote = Some(byte),
                (Some(open), byte) if open == byte => quote = None,
                _ => {}
            }
        }
        let end = text.find('>');
        self.sought += end.unwrap_or(text.len());
        self.vain += text.len();
        end
    }

    fn tag(&mut self, tag: &Tag) {
        self.strike(tag);
        match tag.name.as_str() {
            _ if self.looks.are_gone() => {}
            "br" => self.end_line(),
            "hr" => {
                self.end_block();
                self.line.push_str("________________");
                self.end_line();
            }
            "td" | "th" if !self.line.is_empty() => self.is_apart = true,
            name if BLOCKS.contains(&name) => self.end_block(),
            _ => {}
        }
        match (tag.name.as_str(), tag.is_end) {
            ("pre", false) => self.preformatted += 1,
            ("pre", true) => self.preformatted = self.preformatted.saturating_sub(1),
            ("blockquote", false) => self.open("blockquote", !is_indentation(tag)),
            ("div", false) => self.open("div", is_quoting_div(tag)),
            ("blockquote", true) => self.close("blockquote"),
            ("div", true) => self.close("div"),
            _ => {}
        }
        self.looks.pass(tag);
    }

    fn open(&mut self, name: &'static str, quotes: bool) {
        self.open.push((name, quotes));
        self.quotes += usize::from(quotes);
    }

    /// Closes the innermost element of a name; where none is open, the tag means nothing.
    fn close(&mut self, name: &str) {
        // Wrongly nested tags are near each other; a far one would cost more than it is worth.
        let near = self.open.len().saturating_sub(32);
        let Some(at) = self.open[near..].iter().rposition(|(open, _)| *open == name) else { return };
        let (_, quotes) = self.open.remove(near + at);
        self.quotes -= usize::from(quotes);
    }

    /// Begins or ends what is struck out.
    fn strike(&mut self, tag: &Tag) {
        if let Some((name, depth)) = &mut self.striking {
            // A paragraph ends where the next one begins.
            let is_over = *name == tag.name && (tag.is_end || name == "p");
            *depth += usize::from(*name == tag.name && !is_over);
            *depth -= usize::from(is_over);
            if *depth > 0 {
                return;
            }
            self.striking = None;
        }
        let strikes = STRIKING.contains(&tag.name.as_str()) || tag.value("style").contains("line-through");
        if strikes && !tag.is_end && !VOID.contains(&tag.name.as_str()) {
            self.striking = Some((tag.name.clone(), 1));
        }
    }

    fn text(&mut self, text: &str) {
        let plain = html_escape::decode_html_entities(text);
        if self.striking.is_some() {
            self.struck.push_str(&plain);
            self.struck.push(' ');
            return;
        }
        if self.looks.are_hidden() {
            self.hidden.push_str(&plain);
            self.hidden.push(' ');
            return;
        }
        if self.preformatted > 0 {
            for (i, line) in plain.split('\n').enumerate() {
                if i > 0 {
                    self.end_line();
                }
                self.line.push_str(line.trim_end_matches('\r'));
            }
            return;
        }
        for (i, word) in plain.split(|c: char| c.is_ascii_whitespace()).enumerate() {
            self.is_apart |= i > 0;
            if word.is_empty() {
                continue;
            }
            if self.is_apart && !self.line.is_empty() {
                self.line.push(' ');
            }
            self.is_apart = false;
            // A no-break space is how HTML indents and nothing that anybody typed.
            self.line.extend(word.chars().map(|c| if c == '\u{a0}' { ' ' } else { c }));
        }
    }

    /// Ends the line, if there is one.
    fn end_block(&mut self) {
        if !self.line.is_empty() {
            self.end_line();
        }
        self.is_apart = false;
    }

    fn end_line(&mut self) {
        let quotes = self.quotes.min(MAX_QUOTES);
        (0..quotes).for_each(|_| self.lines.push_str("> "));
        self.lines.push_str(self.line.trim_end());
        self.lines.push('\n');
        self.line.clear();
        self.is_apart = false;
    }

    fn finish(mut self) -> Rendered {
        self.end_block();
        Rendered { text: self.lines, struck: self.struck, hidden: self.hidden }
    }
}

/// What follows the end of a hidden element; nothing if it has none.
fn after_hidden<'a>(text: &'a str, name: &str) -> &'a str {
    let mut rest = text;
    while let Some(at) = rest.find("</") {
        rest = &rest[at + 2..];
        let is_name = rest.get(..name.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(name));
        if is_name {
            return rest.find('>').map_or("", |end| &rest[end + 1..]);
        }
    }
    ""
}

/// A blockquote by which an editor has only moved its text to the right.
fn is_indentation(tag: &Tag) -> bool {
    let style = tag.value("style").replace(' ', "");
    let is_quote = tag.value("type") == "cite" || tag.value("class").contains("quote") || tag.has("cite");
    !is_quote && (style.contains("border:none") || style.contains("border:0"))
}

/// A division by which a mail program quotes.
fn is_quoting_div(tag: &Tag) -> bool {
    let style = tag.value("style").replace(' ', "");
    let has_bar = style.contains("border-left:")
        && !style.contains("border-left:none")
        && !style.contains("border-left:0");
    has_bar || tag.value("class").contains("yahoo_quoted") || tag.value("name") == "quote"
}

/// A tag, its attributes unread.
struct Tag<'a> {
    /// Its name in small letters.
    name: String,
    is_end: bool,
    attributes: &'a str,
}

/// Where the name of a tag begins after its `<`; none where `<` stands for itself.
fn tag_start(text: &str) -> Option<usize> {
    let start = if text.starts_with("</") { 2 } else { 1 };
    let first = text[start..].chars().next()?;
    (first.is_ascii_alphabetic() || matches!(first, '!' | '?')).then_some(start)
}

impl<'a> Tag<'a> {
    /// Reads what stands between the marks of a tag.
    fn read(body: &'a str, is_end: bool) -> Self {
        let name_end = body.find(|c: char| c.is_ascii_whitespace() || c == '/').unwrap_or(body.len());
        Self { name: body[..name_end].to_ascii_lowercase(), is_end, attributes: &body[name_end..] }
    }

    /// The value of an attribute, in small letters; empty where there is none.
    fn value(&self, name: &str) -> String {
        let mut rest = self.attributes;
        while let Some((before, after)) = rest.split_once('=') {
            let found =
                before.trim_end().rsplit(|c: char| c.is_ascii_whitespace()).next().unwrap_or_default();
            let after = after.trim_start();
            let (value, next) = match after.chars().next() {
                Some(quote @ ('"' | '\'')) => after[1..].split_once(quote).unwrap_or((&after[1..], "")),
                _ => after.split_once(|c: char| c.is_ascii_whitespace()).unwrap_or((after, "")),
            };
            if found.eq_ignore_ascii_case(name) {
                return value.to_lowercase();
            }
            rest = next;
        }
        String::new()
    }

    fn has(&self, name: &str) -> bool {
        !self.value(name).is_empty()
    }

    /// Whether an attribute stands there, with a value or without one.
    fn is_named(&self, name: &str) -> bool {
        // Values in quotation marks are every second piece.
        let pieces = self.attributes.split(['"', '\'']).step_by(2);
        let mut words = pieces.flat_map(|piece| piece.split(|c: char| c.is_ascii_whitespace() || c == '/'));
        words.any(|word| word.split('=').next().is_some_and(|word| word.eq_ignore_ascii_case(name)))
    }
}

/// As much of a text as one tag may take up.
fn window(text: &str) -> &str {
    beginning(text, WINDOW)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(html: &str) -> String {
        render(html).text
    }

    #[test]
    fn lines_are_lines() {
        assert_eq!(lines("<p>a<br>b</p><div>c</div><div><br></div>d"), "a\nb\nc\n\nd\n");
        assert_eq!(lines("<div><div>a</div></div>\n<div>b\n  c</div>"), "a\nb c\n");
        assert_eq!(lines("<table><tr><td>a</td><td>b</td></tr><tr><td>c</table>"), "a b\nc\n");
        assert_eq!(lines("<ul><li>a<li>b</ul>"), "a\nb\n");
        assert_eq!(lines("<pre>a\n  b\n</pre>c"), "a\n  b\nc\n");
    }

    #[test]
    fn quotes_are_marked() {
        assert_eq!(
            lines("a<blockquote>b<blockquote>c</blockquote>d</blockquote>e"),
            "a\n> b\n> > c\n> d\ne\n"
        );
        assert_eq!(lines("<div class=\"yahoo_quoted\"><div>b</div></div>e"), "> b\ne\n");
        assert_eq!(lines("<div style='border:none; border-left:solid blue 1.5pt'><p>b</div>e"), "> b\ne\n");
    }

    #[test]
    fn an_indented_text_is_not_quoted() {
        let html = "<blockquote style=\"margin: 0 0 0 40px; border: none; padding: 0px;\">a</blockquote>";
        assert_eq!(lines(html), "a\n");
        let cited = html.replace("<blockquote ", "<blockquote type=cite ");
        assert_eq!(lines(&cited), "> a\n");
    }

    #[test]
    fn entities_and_signs_are_read() {
        assert_eq!(lines("0208&nbsp;&rarr;&#8203;0209 &lt;x&gt; 1 < 2"), "0208 →\u{200b}0209 <x> 1 < 2\n");
        assert_eq!(lines("a&nbsp; b"), "a  b\n");
    }

    #[test]
    fn what_is_hidden_stays_hidden() {
        let html = "<head><style>p{}</style><title>t</title></head>a<!-- b -->c<script>d</script><style>e";
        assert_eq!(lines(html), "ac\n");
    }

    #[test]
    fn broken_tags_do_no_harm() {
        for (html, wanted) in
            [("</div></blockquote>a", "a\n"), ("a<div", "a<div\n"), ("a<b class=\"x>b", "ab\n"), ("<", "<\n")]
        {
            assert_eq!(lines(html), wanted, "{html}");
        }
        let deep = "<blockquote>".repeat(100_000) + "a" + &"</blockquote>".repeat(100_000) + "b";
        assert_eq!(lines(&deep), format!("{}a\nb\n", "> ".repeat(MAX_QUOTES)));
    }

    #[test]
    fn what_is_struck_out_is_left_out_and_kept_apart() {
        for (html, text, struck) in [
            ("a<br><s>b</s><br>c", "a\n\nc\n", "b"),
            ("a<DEL>b<del>c</del>d</DEL>e", "ae\n", "b c d"),
            ("<p>a<p style='text-decoration: Line-Through'>b<p>c", "a\nc\n", "b"),
            ("<span style=\"text-decoration-line:line-through\">b<span>c</span>d</span>e", "e\n", "b c d"),
            ("<div><strike>b<div>c</div></strike></div>d", "d\n", "b c"),
            ("a<br style='text-decoration:line-through'>b<strong>c</strong><sup>d</sup>", "a\nbcd\n", ""),
        ] {
            let found = render(html);
            let words: Vec<&str> = found.struck.split_whitespace().collect();
            assert_eq!((found.text.as_str(), words.join(" ").as_str()), (text, struck), "{html}");
        }
    }

    /// Each byte of a page is looked at a few times at most, however its tags are broken.
    #[test]
    fn the_work_grows_with_the_page_alone() {
        for piece in [
            "<1",
            "<",
            "<a",
            "</",
            "<a \">\"",
            "<a \">\" ",
            "<a '>\"<b \">'",
            "<a>",
            "<!--",
            "<!",
            "<?",
            "<script>",
            "<script></",
            "<style></x>",
            "<div x='",
            "<p =",
            "<s>",
            "<blockquote>",
            "<a b=\"<c d='",
            "&",
            "<p style=\"",
        ] {
            let html = piece.repeat((1 << 20) / piece.len());
            for html in [format!("{html}>"), html] {
                let page = Page::read(&html);
                assert!(page.sought <= 2 * html.len() + 2 * MAX_VAIN, "{piece}: {}", page.sought);
                assert!(page.lines.len() + page.line.len() <= 20 * html.len(), "{piece}");
            }
        }
    }
}
