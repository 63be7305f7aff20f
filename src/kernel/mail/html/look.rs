//! Whether the words of an element can be seen: what a reader could not see on his screen he has not written.
//!
//! Only what elements say of themselves counts, by their attributes and styles; style sheets are not read. What is
//! passed down from one element to those within it is what browsers pass down.

use super::{BLOCKS, Tag, VOID};

/// The looks of the elements that are open, innermost last, each with its element's name.
#[derive(Debug, Default)]
pub(super) struct Looks(Vec<(String, Look)>);

/// How far out an element is sought that a tag closes: wrongly nested tags are near each other, and a far one would cost
/// more than it is worth.
const NEAR: usize = 32;
/// Elements that end where the next of their kind begins.
const ITEMS: [&str; 7] = ["p", "li", "dd", "dt", "tr", "td", "th"];

impl Looks {
    /// Whether nobody can see words that stand here.
    pub(super) fn are_hidden(&self) -> bool {
        self.here().is_hidden()
    }

    /// Whether what stands here takes up no room either.
    pub(super) fn are_gone(&self) -> bool {
        self.here().is_gone
    }

    fn here(&self) -> Look {
        self.0.last().map_or_else(Look::default, |(_, look)| *look)
    }

    /// Opens or closes an element.
    pub(super) fn pass(&mut self, tag: &Tag) {
        let name = tag.name.as_str();
        if tag.is_end {
            self.close(name);
        } else if !VOID.contains(&name) {
            let inner = self.0.last().map_or("", |(inner, _)| inner.as_str());
            if inner == name && ITEMS.contains(&name) || inner == "p" && BLOCKS.contains(&name) {
                self.0.pop();
            }
            self.0.push((tag.name.clone(), self.here().within(tag)));
        }
    }

    /// Closes the innermost element of a name, and with a block all that is open within it; where none is open, the tag
    /// means nothing.
    fn close(&mut self, name: &str) {
        let near = self.0.len().saturating_sub(NEAR);
        let Some(at) = self.0[near..].iter().rposition(|(open, _)| open == name) else { return };
        if BLOCKS.contains(&name) {
            self.0.truncate(near + at);
        } else {
            self.0.remove(near + at);
        }
    }
}

/// How the words of an element look, as far as it decides whether anybody can see them.
#[derive(Clone, Copy, Debug)]
struct Look {
    /// Whether the element is not shown at all, whatever those within it say.
    is_gone: bool,
    is_invisible: bool,
    is_tiny: bool,
    /// None where it cannot be read here, as the background.
    colour: Option<Colour>,
    background: Option<Colour>,
}

/// Red, green and blue.
type Colour = [u8; 3];

const BLACK: Colour = [0; 3];
const WHITE: Colour = [255; 3];
/// How far apart colours may be, in each of red, green and blue, of which nobody sees the difference.
const ALIKE: u8 = 12;

impl Default for Look {
    fn default() -> Self {
        Self {
            is_gone: false,
            is_invisible: false,
            is_tiny: false,
            colour: Some(BLACK),
            background: Some(WHITE),
        }
    }
}

impl Look {
    fn is_hidden(&self) -> bool {
        let is_alike =
            |one: Colour, other: Colour| one.iter().zip(other).all(|(a, b)| a.abs_diff(b) <= ALIKE);
        let is_lost = self.colour.zip(self.background).is_some_and(|(one, other)| is_alike(one, other));
        self.is_gone || self.is_invisible || self.is_tiny || is_lost
    }

    /// The look of an element within one that looks so.
    fn within(mut self, tag: &Tag) -> Self {
        if tag.attributes.is_empty() {
            return self;
        }
        self.is_gone |= tag.is_named("hidden");
        self.put_behind(&tag.value("bgcolor"));
        self.paint(&tag.value("color"));
        let style = tag.value("style");
        let declarations: Vec<(&str, &str)> = style.split(';').filter_map(declaration).collect();
        let is_cut_off = declarations.contains(&("overflow", "hidden"));
        for (name, value) in declarations {
            match name {
                "display" => self.is_gone |= value == "none",
                "mso-hide" => self.is_gone |= value == "all",
                "opacity" => self.is_gone |= is_zero(value),
                "max-height" | "height" | "max-width" | "width" => {
                    self.is_gone |= is_cut_off && is_zero(value);
                }
                "visibility" => self.is_invisible = matches!(value, "hidden" | "collapse"),
                "font-size" => self.is_tiny = is_zero(value) || self.is_tiny && is_share(value),
                "font" => self.is_tiny = value.split([' ', '/']).any(is_zero),
                "color" => self.paint(value),
                "background" | "background-color" => self.put_behind(value),
                _ => {}
            }
        }
        self
    }

    fn paint(&mut self, colour: &str) {
        match colour {
            "" | "inherit" => {}
            "transparent" => self.is_invisible = true,
            _ => self.colour = read_colour(colour),
        }
    }

    fn put_behind(&mut self, background: &str) {
        match background {
            "" | "inherit" | "initial" | "none" | "transparent" => {}
            _ if is_clear(background) => {}
            // A picture may be of any colour.
            _ => self.background = read_colour(background),
        }
    }
}

/// The name and the value of a declaration in a style.
fn declaration(text: &str) -> Option<(&str, &str)> {
    let (name, value) = text.split_once(':')?;
    let value = value.trim();
    Some((name.trim(), value.strip_suffix("!important").unwrap_or(value).trim_end()))
}

/// Whether a length or a share is nothing, such as `0`, `0px` or `0.0em`.
fn is_zero(value: &str) -> bool {
    let number = value.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '%');
    number.parse::<f64>() == Ok(0.0)
}

/// Whether a size is measured by that of the element around.
fn is_share(value: &str) -> bool {
    value.ends_with('%') || value.ends_with("em") && !value.ends_with("rem")
}

/// A colour as it stands in a style; none where it cannot be read here.
fn read_colour(value: &str) -> Option<Colour> {
    match value {
        "white" => return Some(WHITE),
        "black" => return Some(BLACK),
        _ => {}
    }
    if let Some(digits) = value.strip_prefix('#') {
        return read_hex(digits);
    }
    let parts = parts(value)?;
    let [red, green, blue, ..] = parts.as_slice() else { return None };
    Some([red.parse().ok()?, green.parse().ok()?, blue.parse().ok()?])
}

/// Whether a colour lets through all that is behind it.
fn is_clear(value: &str) -> bool {
    parts(value).is_some_and(|parts| parts.get(3).is_some_and(|alpha| is_zero(alpha)))
}

/// The parts of a colour such as `rgb(0, 0, 0)`.
fn parts(value: &str) -> Option<Vec<&str>> {
    let inner = value.strip_prefix("rgb(").or(value.strip_prefix("rgba("))?.strip_suffix(')')?;
    Some(inner.split([',', ' ', '/']).filter(|part| !part.is_empty()).collect())
}

fn read_hex(digits: &str) -> Option<Colour> {
    let digits: Vec<u8> =
        digits.chars().map(|c| c.to_digit(16).and_then(|d| u8::try_from(d).ok())).collect::<Option<_>>()?;
    match digits.as_slice() {
        [red, green, blue] => Some([red * 17, green * 17, blue * 17]),
        pairs if pairs.len() == 6 => Some([0, 2, 4].map(|at| pairs[at] * 16 + pairs[at + 1])),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::render;

    fn hidden(attributes: &str) -> bool {
        let found = render(&format!("a<div {attributes}>b</div>c"));
        let is_left_out = !found.text.contains('b');
        assert_eq!(is_left_out, found.hidden.contains('b'), "{attributes}");
        is_left_out
    }

    #[test]
    fn what_cannot_be_seen_is_left_out() {
        for attributes in [
            "hidden",
            "hidden=\"\"",
            "style='display:none'",
            "style='DISPLAY : None !important; color:red'",
            "style='visibility:hidden'",
            "style='font-size:0'",
            "style='font-size: 0px; line-height:0'",
            "style='font:0/0 a'",
            "style='opacity:0.0'",
            "style='max-height:0;overflow:hidden'",
            "style='mso-hide:all'",
            "style='color:#fff'",
            "style='color:white'",
            "style='color: rgb(255, 255, 255)'",
            "style='color:#fefefe'",
            "style='color:#222;background:#222'",
            "bgcolor=black",
        ] {
            assert!(hidden(attributes), "{attributes}");
        }
    }

    #[test]
    fn what_can_be_seen_is_read() {
        for attributes in [
            "class=hidden",
            "title='hidden'",
            "style='display:block'",
            "style='font-size:0.9em'",
            "style='opacity:0.5'",
            "style='max-height:0'",
            "style='height:10px;overflow:hidden'",
            "style='color:#fff;background-color:#000'",
            "style='color:white;background:navy url(x.png)'",
            "style='color:#888'",
            "style='background:transparent'",
            "style='background-color:rgba(0,0,0,0)'",
        ] {
            assert!(!hidden(attributes), "{attributes}");
        }
    }

    #[test]
    fn what_is_within_is_hidden_as_browsers_hide_it() {
        for (html, text) in [
            ("<div style='display:none'>a<b style='display:inline'>b</b></div>c", "c\n"),
            ("<div style='visibility:hidden'>a<b style='visibility:visible'>b</b></div>c", "b\nc\n"),
            ("<div style='font-size:0'>a<b style='font-size:12px'>b</b>c</div>d", "b\nd\n"),
            ("<div style='font-size:0'>a<b style='font-size:2em'>b</b></div>c", "c\n"),
            ("<table bgcolor='#000000'><tr><td style='color:#ffffff'>a</table>b", "a\nb\n"),
            ("<body style='background:#111;color:#eee'>a<p style='color:#111'>b</p></body>", "a\n"),
            ("<p style='display:none'>a<p>b", "b\n"),
            ("<p style='display:none'>a<div>b</div>", "b\n"),
            ("<ul><li hidden>a<li>b</ul>c", "b\nc\n"),
            ("<span style='display:none'>a<br>b</span>c", "c\n"),
            ("<b hidden>a</b></b></i>b", "b\n"),
            ("a<br hidden>b<img hidden>c", "a\nbc\n"),
            ("<div hidden><blockquote>a</blockquote></div>b", "b\n"),
        ] {
            assert_eq!(render(html).text, text, "{html}");
        }
    }
}
