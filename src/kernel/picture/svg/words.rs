//! Words on a board: names of places and what else is said of them.

use super::pen::{escape, sum, width, wrapped, write, write_sized};
use super::room::{Rect, Taken};
use crate::kernel::picture::scene::{Place, Point, Shape};

/// Size of letters: none are smaller, so that a board can be read on a phone.
pub const SIZE: i32 = 28;

/// The same on a hex, whose boards are not as wide.
const ON_HEX: i32 = 27;

/// From one line to the next.
const LINE: i32 = 28;

/// From the edge of a rectangle to the words in it, so that they leave its frame free; less where it is narrow.
const EDGE: i32 = 10;
const NARROW_EDGE: i32 = 8;

/// Names beside a disc that are longer than this stand in two lines.
const LONG: i32 = 190;

/// Room that the number of a narrow rectangle and a piece below it take.
const NUMBER_AND_PIECE: i32 = 88;

/// Words in one line.
#[derive(Clone, Debug)]
pub struct Words {
    /// A point of the baseline: its beginning, or its middle where that anchors it.
    at: Point,
    class: &'static str,
    size: i32,
    text: String,
    is_middle: bool,
    /// Up instead of to the right.
    is_turned: bool,
}

impl Words {
    /// Words around a point, in a class and a size.
    pub fn middle(at: Point, class: &'static str, size: i32, text: &str) -> Self {
        Self { at, class, size, text: text.to_owned(), is_middle: true, is_turned: false }
    }

    fn start(at: Point, text: &str) -> Self {
        Self { class: "start halo", is_middle: false, ..Self::middle(at, "", SIZE, text) }
    }

    fn turned(at: Point, text: &str) -> Self {
        Self { is_turned: true, ..Self::start(at, text) }
    }

    /// What they cover.
    pub fn rect(&self) -> Rect {
        let (long, (x, y)) = (width(&self.text, self.size), self.at);
        let (up, down) = (self.size * 3 / 4, self.size / 5);
        if self.is_turned {
            return Rect { low: (x - up, y - long), high: (x + down, y) };
        }
        let left = if self.is_middle { x - long / 2 } else { x };
        Rect { low: (left, y - up), high: (left + long, y + down) }
    }

    /// As SVG.
    pub fn draw(&self) -> String {
        if self.is_turned {
            let ((x, y), size, text) = (self.at, self.size, escape(&self.text));
            return format!(
                "<text class=\"{}\" style=\"font-size:{size}px\" transform=\"translate({x},{y}) rotate(-90)\">{text}</text>",
                self.class
            );
        }
        match self.class {
            // Their size is the class's.
            "name halo" | "word halo" => write(self.at, self.class, &self.text),
            class => write_sized(self.at, class, self.size, &self.text),
        }
    }
}

/// The words of a place but for its name; those at the lower end of a rectangle make way for arrows.
pub fn fixed(place: &Place, arrows: &Taken) -> Vec<Words> {
    match place.shape {
        Shape::Hex => {
            let around = |far: i32| sum(place.centre, (0, far));
            let mut words = vec![Words::middle(around(-47), "name halo", ON_HEX, &place.head)];
            // The pattern tells the ground where an arrow ends on the word.
            let foot = Words::middle(around(61), "word halo", ON_HEX, &place.foot);
            let is_free = place.pieces.is_empty() && arrows.hidden(foot.rect()) == 0;
            words.extend((is_free && !place.foot.is_empty()).then_some(foot));
            words
        }
        Shape::Disc(_) => Vec::new(),
        Shape::Box(..) => {
            let (number, _) = number_and_name(place);
            Inside::of(place).fixed(number, &[0, LINE], arrows)
        }
    }
}

/// The same with the name, which a rectangle's head has after its number; none where there is no name, or no room, as in a
/// narrow one with the end of an arrow.
pub fn named(place: &Place, arrows: &Taken) -> Option<Vec<Words>> {
    let (Shape::Box(..), (number, Some(name))) = (place.shape, number_and_name(place)) else { return None };
    let inside = Inside::of(place);
    if width(&place.head, SIZE) <= inside.width() {
        return Some(inside.fixed(&place.head, &[0], arrows));
    }
    if inside.is_narrow && arrows.hidden(Rect::of(place)) > 0 {
        return None;
    }
    let lines = inside.name(name)?;
    let is_free = lines.iter().all(|line| arrows.hidden(line.rect()) == 0);
    is_free.then(|| inside.fixed(number, &[0], arrows).into_iter().chain(lines).collect())
}

/// The words beside a disc, wherever they may stand: below it, if there is room.
pub fn beside(place: &Place) -> Vec<Vec<Words>> {
    let Shape::Disc(radius) = place.shape else { return Vec::new() };
    let lines = wrapped(&place.head, SIZE, LONG);
    let (wide, tall) = reach(place, radius);
    let half = lines.iter().map(|line| width(line, SIZE)).max().unwrap_or(0) / 2;
    let more = LINE * (lines.len() as i32 - 1);
    let (below, above, level) = (tall + SIZE - 3, -tall - 6 - more, SIZE * 3 / 8 - more / 2);
    let side = wide + 4 + half;
    let aside = (half - 8).max(0);
    let spots = [
        (0, below),
        (side, level),
        (-side, level),
        (aside, below),
        (-aside, below),
        (0, above),
        (aside, above),
        (-aside, above),
    ];
    let at = |spot: Point| {
        let rows = lines.iter().zip((0..).step_by(LINE as usize));
        rows.map(|(line, down)| Words::middle(sum(place.centre, sum(spot, (0, down))), "halo", SIZE, line))
            .collect()
    };
    spots.map(at).to_vec()
}

/// How far a disc reaches to the side and up and down, with the pieces on it, which stand in rows of two.
pub fn reach(place: &Place, radius: i32) -> Point {
    let one = radius.max(28);
    match place.pieces.len() {
        0 => (radius, radius),
        1 => (one, one),
        2 => (58, one),
        _ => (58, 58),
    }
}

/// Whether a rectangle has a name that takes lines of its own.
pub fn has_name(place: &Place) -> bool {
    matches!(place.shape, Shape::Box(..)) && number_and_name(place).1.is_some()
}

/// What the head of a place begins with, and the name after it.
fn number_and_name(place: &Place) -> (&str, Option<&str>) {
    place.head.split_once(' ').map_or((place.head.as_str(), None), |(number, name)| (number, Some(name)))
}

/// The room for words in a rectangle.
struct Inside<'a> {
    place: &'a Place,
    room: Rect,
    /// Words that are too long run up its edges.
    is_narrow: bool,
}

impl<'a> Inside<'a> {
    fn of(place: &'a Place) -> Self {
        let (wide, high) = place.shape.half();
        let edge = if wide < 40 { NARROW_EDGE } else { EDGE };
        Self {
            place,
            room: Rect::around(place.centre, (wide - edge, high - edge)),
            is_narrow: high > 2 * wide,
        }
    }

    fn width(&self) -> i32 {
        self.room.high.0 - self.room.low.0
    }

    /// Above which words of the head stay.
    fn floor(&self) -> i32 {
        let foot = self.place.foot.as_str();
        let is_turned = self.is_narrow && width(foot, SIZE) > self.width();
        if foot.is_empty() || is_turned { self.room.high.1 } else { self.room.high.1 - LINE }
    }

    /// A line from the upper end.
    fn line(&self, number: i32, text: &str) -> Words {
        Words::start(sum(self.room.low, (0, SIZE * 3 / 4 + LINE * number)), text)
    }

    /// A text up the left edge.
    fn up(&self, text: &str) -> Words {
        Words::turned((self.room.low.0 + SIZE * 3 / 4, self.floor()), text)
    }

    /// The foot, and the head at the first of some distances from the upper end where it leaves arrows free.
    fn fixed(&self, head: &str, downs: &[i32], arrows: &Taken) -> Vec<Words> {
        let mut words = self.foot(arrows);
        match head.find('-').map(|at| head.split_at(at)) {
            Some((first, rest)) if width(head, SIZE) > self.width() => {
                words.extend([self.line(0, first), self.line(1, rest)]);
            }
            _ if self.is_narrow && width(head, SIZE) > self.width() => words.push(self.up(head)),
            _ => {
                let top = self.room.low.1 + SIZE * 3 / 4;
                let heights: Vec<i32> = downs.iter().map(|down| top + down).collect();
                words.push(self.at_an_end(&heights, head, arrows));
            }
        }
        words
    }

    /// At the lower end; in a narrow rectangle up the right edge, so that the left one is left to the name.
    fn foot(&self, arrows: &Taken) -> Vec<Words> {
        let (foot, (right, bottom)) = (self.place.foot.as_str(), self.room.high);
        if foot.is_empty() {
            return Vec::new();
        }
        if self.is_narrow && width(foot, SIZE) > self.width() {
            let below_number = self.room.low.1 + LINE + width(foot, SIZE);
            let spots = [bottom, below_number].map(|y| Words::turned((right - 2, y), foot));
            return freest(spots, arrows).into_iter().collect();
        }
        vec![self.at_an_end(&[bottom - SIZE / 6], foot, arrows)]
    }

    /// A line at the first of some heights, at the left end or the right one, where it leaves arrows free.
    fn at_an_end(&self, heights: &[i32], text: &str, arrows: &Taken) -> Words {
        let ends = [self.room.low.0, self.room.high.0 - width(text, SIZE)];
        let spots = heights.iter().flat_map(|y| ends.map(|x| Words::start((x, *y), text)));
        freest(spots, arrows).unwrap_or_else(|| self.line(0, text))
    }

    /// A name in lines below the number, or up the edge.
    fn name(&self, name: &str) -> Option<Vec<Words>> {
        let tall = self.floor() - self.room.low.1;
        if self.is_narrow {
            let has_room = width(name, SIZE) <= tall - NUMBER_AND_PIECE && self.width() >= 2 * SIZE - 6;
            return has_room.then(|| vec![self.up(name)]);
        }
        let lines = broken(name, self.width())?;
        let has_room = LINE * (1 + lines.len() as i32) <= tall;
        has_room.then(|| (1..).zip(&lines).map(|(number, line)| self.line(number, line)).collect())
    }
}

/// The first of some words that cover the least of the arrows.
fn freest(spots: impl IntoIterator<Item = Words>, arrows: &Taken) -> Option<Words> {
    spots.into_iter().min_by_key(|words| arrows.covered(words.rect()))
}

/// A text in lines of at most a width; words that are too long are broken before a syllable.
fn broken(text: &str, room: i32) -> Option<Vec<String>> {
    let mut lines = Vec::new();
    for word in text.split(' ') {
        let mut rest = word;
        while width(rest, SIZE) > room {
            let first = |at: &usize| format!("{}-", &rest[..*at]);
            let at = syllables(rest).rfind(|at| width(&first(at), SIZE) <= room)?;
            lines.push(first(&at));
            rest = &rest[at..];
        }
        lines.push(rest.to_owned());
    }
    Some(lines)
}

/// Where a word may be broken: between two letters at either end, before a consonant that a vowel follows.
fn syllables(word: &str) -> impl DoubleEndedIterator<Item = usize> {
    let is_vowel = |letter: char| "aeiouyåäöæøüé".contains(letter);
    let letters: Vec<(usize, char)> = word.char_indices().collect();
    let pairs: Vec<[(usize, char); 2]> = letters.windows(2).map(|pair| [pair[0], pair[1]]).collect();
    let last = pairs.len().saturating_sub(1);
    let breaks = pairs.into_iter().enumerate().filter(move |(number, [one, next])| {
        (2..=last).contains(number) && one.1.is_alphabetic() && !is_vowel(one.1) && is_vowel(next.1)
    });
    breaks.map(|(_, [(at, _), _])| at).collect::<Vec<_>>().into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_are_broken_before_syllables() {
        let lines = |name: &str, room: i32| broken(name, room).unwrap_or_default().join("|");
        assert_eq!(lines("Forum Novum", 120), "Forum|Novum");
        assert_eq!(lines("Universitas", 120), "Univer-|sitas");
        assert_eq!(lines("Praetorium", 120), "Praeto-|rium");
        assert_eq!(lines("Äöbåra", 60), "Äö-|bå-|ra");
        assert_eq!(broken("Xxxxxxxxxxxx", 60), None);
    }
}
