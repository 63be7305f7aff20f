//! What drawing takes everywhere: text and its width, lines, whole-number geometry.

use crate::kernel::picture::scene::Point;
use crate::kernel::text::Charset;

/// Text in a class, at a point of its baseline.
pub fn write((x, y): Point, class: &str, text: &str) -> String {
    format!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{}</text>", escape(text))
}

/// Text in a class and a size other than the class's.
pub fn write_sized((x, y): Point, class: &str, size: i32, text: &str) -> String {
    format!(
        "<text class=\"{class}\" style=\"font-size:{size}px\" x=\"{x}\" y=\"{y}\">{}</text>",
        escape(text)
    )
}

/// Text that XML can hold, since names may come from a player.
pub fn escape(text: &str) -> String {
    html_escape::encode_double_quoted_attribute(&Charset::Unicode.apply(text)).into_owned()
}

/// A line in a class.
pub fn line(class: &str, (x1, y1): Point, (x2, y2): Point) -> String {
    format!("<line class=\"{class}\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"/>")
}

/// Points as an attribute lists them.
pub fn listed(points: &[Point]) -> String {
    points.iter().map(|(x, y)| format!("{x},{y}")).collect::<Vec<_>>().join(" ")
}

/// A group that is spoken of as a whole.
pub fn group(class: &str, name: &str, parts: &str) -> String {
    format!("<g class=\"{class}\"><title>{}</title>{parts}</g>", escape(name))
}

/// How wide a text is about to be, in a size.
pub fn width(text: &str, size: i32) -> i32 {
    let hundredths: i32 = text.chars().map(advance).sum();
    (hundredths * size + 99) / 100
}

/// How wide a text is about to be in bold letters.
pub fn bold(text: &str, size: i32) -> i32 {
    width(text, size) * 112 / 100
}

/// How far a letter takes the pen, in hundredths of its size: those of the fonts that come with the program.
fn advance(letter: char) -> i32 {
    match letter {
        'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '\'' | '|' => 32,
        'f' | 't' | 'r' | 'I' | '-' | ' ' | '/' | '(' | ')' | '!' => 40,
        'm' | 'M' | 'W' | '%' | '—' => 99,
        'w' => 82,
        'c' | 's' | 'z' => 55,
        '→' | '←' | '↑' | '↓' | '×' | '+' | '=' | '<' | '>' => 84,
        'D' | 'G' | 'H' | 'N' | 'O' | 'Q' | 'U' | 'Ö' => 78,
        'A'..='Z' | 'Å' | 'Ä' => 71,
        _ => 63,
    }
}

/// A text in lines of at most a width.
pub fn wrapped(text: &str, size: i32, room: i32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width(&format!("{line} {word}"), size) <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// The sum of two points.
pub fn sum(a: Point, b: Point) -> Point {
    (a.0 + b.0, a.1 + b.1)
}

/// From one point to another.
pub fn difference(a: Point, b: Point) -> Point {
    (b.0 - a.0, b.1 - a.1)
}

/// How long a way is; never nothing, so that it can be divided by.
pub fn length((x, y): Point) -> i32 {
    (x * x + y * y).isqrt().max(1)
}

/// A way of the same direction and another length.
pub fn of_length(way: Point, wanted: i32) -> Point {
    let length = length(way);
    (way.0 * wanted / length, way.1 * wanted / length)
}

/// The way turned by a quarter.
pub fn turned((x, y): Point) -> Point {
    (-y, x)
}
