//! HTML as lines of text: what stands on a line of its own on the screen is a line, and what is quoted has a `>`.
//!
//! This is no browser. It knows what mail programs write: lines as `<br>`, `<div>` or `<p>`, tables, preformatted text,
//! and the ways in which they quote. Tags may be unclosed, wrongly nested or cut off; each is looked at once.

/// The deepest quote that is shown as such; whatever is quoted more often is quoted all the same.
const MAX_QUOTES: usize = 8;

/// What the tags make of a text.
pub(super) fn render(html: &str) -> String {
    let mut page = Page::default();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        page.text(&rest[..at]);
        rest = &rest[at..];
        rest = page.markup(rest);
    }
    page.text(rest);
    page.finish()
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

impl Page {
    /// Reads what begins with `<`; what is left after it.
    fn markup<'a>(&mut self, text: &'a str) -> &'a str {
        if let Some(comment) = text.strip_prefix("<!--") {
            return comment.find("-->").map_or("", |end| &comment[end + 3..]);
        }
        let Some(tag) = Tag::read(text) else {
            // Up to here there is no tag that ends; looked at sign by sign, it would be read again and again.
            let end = text[1..].find('<').map_or(text.len(), |at| at + 1);
            let end = if window(text).contains('>') { end } else { window(text).len() };
            self.text(&text[..end]);
            return &text[end..];
        };
        let rest = &text[tag.length..];
        if HIDDEN.contains(&tag.name.as_str()) && !tag.is_end {
            return after_hidden(rest, &tag.name);
        }
        self.tag(&tag);
        rest
    }

    fn tag(&mut self, tag: &Tag) {
        match tag.name.as_str() {
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

    fn text(&mut self, text: &str) {
        let plain = html_escape::decode_html_entities(text);
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

    fn finish(mut self) -> String {
        self.end_block();
        self.lines
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
    /// Bytes that it takes up.
    length: usize,
}

impl<'a> Tag<'a> {
    /// Reads a tag; none where `<` stands for itself.
    fn read(text: &'a str) -> Option<Self> {
        let inner = text.strip_prefix('<')?;
        let is_end = inner.starts_with('/');
        let start = 1 + usize::from(is_end);
        let first = text[start..].chars().next()?;
        if !(first.is_ascii_alphabetic() || matches!(first, '!' | '?')) {
            return None;
        }
        let end = tag_end(&text[start..])? + start;
        let body = &text[start..end];
        let name_end = body.find(|c: char| c.is_ascii_whitespace() || c == '/').unwrap_or(body.len());
        Some(Self {
            name: body[..name_end].to_ascii_lowercase(),
            is_end,
            attributes: &body[name_end..],
            length: end + 1,
        })
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
}

/// As much of a text as one tag may take up: more than any that a mail program writes.
fn window(text: &str) -> &str {
    let mut end = text.len().min(1 << 16);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// Where a tag ends: at the first `>` outside of quotation marks, or at the first of all if these are never closed.
fn tag_end(text: &str) -> Option<usize> {
    let mut quote = None;
    for (at, byte) in window(text).bytes().enumerate() {
        match (quote, byte) {
            (None, b'>') => return Some(at),
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), byte) if open == byte => quote = None,
            _ => {}
        }
    }
    window(text).find('>')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_lines() {
        assert_eq!(render("<p>a<br>b</p><div>c</div><div><br></div>d"), "a\nb\nc\n\nd\n");
        assert_eq!(render("<div><div>a</div></div>\n<div>b\n  c</div>"), "a\nb c\n");
        assert_eq!(render("<table><tr><td>a</td><td>b</td></tr><tr><td>c</table>"), "a b\nc\n");
        assert_eq!(render("<ul><li>a<li>b</ul>"), "a\nb\n");
        assert_eq!(render("<pre>a\n  b\n</pre>c"), "a\n  b\nc\n");
    }

    #[test]
    fn quotes_are_marked() {
        assert_eq!(
            render("a<blockquote>b<blockquote>c</blockquote>d</blockquote>e"),
            "a\n> b\n> > c\n> d\ne\n"
        );
        assert_eq!(render("<div class=\"yahoo_quoted\"><div>b</div></div>e"), "> b\ne\n");
        assert_eq!(render("<div style='border:none; border-left:solid blue 1.5pt'><p>b</div>e"), "> b\ne\n");
    }

    #[test]
    fn an_indented_text_is_not_quoted() {
        let html = "<blockquote style=\"margin: 0 0 0 40px; border: none; padding: 0px;\">a</blockquote>";
        assert_eq!(render(html), "a\n");
        let cited = html.replace("<blockquote ", "<blockquote type=cite ");
        assert_eq!(render(&cited), "> a\n");
    }

    #[test]
    fn entities_and_signs_are_read() {
        assert_eq!(render("0208&nbsp;&rarr;&#8203;0209 &lt;x&gt; 1 < 2"), "0208 →\u{200b}0209 <x> 1 < 2\n");
        assert_eq!(render("a&nbsp; b"), "a  b\n");
    }

    #[test]
    fn what_is_hidden_stays_hidden() {
        let html = "<head><style>p{}</style><title>t</title></head>a<!-- b -->c<script>d</script><style>e";
        assert_eq!(render(html), "ac\n");
    }

    #[test]
    fn broken_tags_do_no_harm() {
        for (html, wanted) in
            [("</div></blockquote>a", "a\n"), ("a<div", "a<div\n"), ("a<b class=\"x>b", "ab\n"), ("<", "<\n")]
        {
            assert_eq!(render(html), wanted, "{html}");
        }
        let deep = "<blockquote>".repeat(100_000) + "a" + &"</blockquote>".repeat(100_000) + "b";
        assert_eq!(render(&deep), format!("{}a\nb\n", "> ".repeat(MAX_QUOTES)));
    }
}
