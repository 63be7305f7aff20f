//! Words on a board: names of places and what else is said of them.

use super::pen::{escape, fitting, sum, width, write, write_sized};
use super::room::{Rect, Taken};
use crate::kernel::picture::scene::{Place, Point, Shape};

/// From the edge of a rectangle to the words in it.
const EDGE: i32 = 9;

/// The same in a rectangle with room to spare.
const WIDE_EDGE: i32 = 14;

/// No words are smaller than this where the place allows, so that they can be read on a phone.
const LEAST: i32 = 20;

/// Names are cut off rather than smaller than this.
const SMALL: i32 = 16;

/// Room that a narrow rectangle keeps for a piece.
const PIECE: i32 = 52;

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

    fn start(at: Point, size: i32, text: &str) -> Self {
        Self { class: "start halo", is_middle: false, ..Self::middle(at, "", size, text) }
    }

    fn turned(at: Point, size: i32, text: &str) -> Self {
        Self { is_turned: true, ..Self::start(at, size, text) }
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
            "name halo" | "word halo" | "fine halo" => write(self.at, self.class, &self.text),
            class => write_sized(self.at, class, self.size, &self.text),
        }
    }
}

/// The words of a place; those at the lower end of a rectangle make way for arrows.
pub fn fixed(place: &Place, arrows: &Taken) -> Vec<Words> {
    match place.shape {
        Shape::Hex => {
            let around = |far: i32| sum(place.centre, (0, far));
            let mut words = vec![Words::middle(around(-30), "name halo", 21, &place.head)];
            if !place.foot.is_empty() && place.pieces.is_empty() {
                words.push(Words::middle(around(42), "word halo", 20, &place.foot));
            }
            words
        }
        Shape::Disc(_) => Vec::new(),
        Shape::Box(wide, high) => in_box(place, wide, high, arrows),
    }
}

/// The words beside a disc, wherever they may stand: below it, if there is room.
pub fn beside(place: &Place) -> Vec<Words> {
    let Shape::Disc(radius) = place.shape else { return Vec::new() };
    if place.head.is_empty() {
        return Vec::new();
    }
    let (class, size) =
        if radius < 15 { ("fine halo", 20) } else { ("halo", fitting(&place.head, 200, 22, 17)) };
    let reach = if place.pieces.is_empty() { radius } else { radius.max(26) };
    let half = width(&place.head, size) / 2;
    let (below, above, level) = (reach + size - 1, -reach - 5, size / 3);
    let side = reach + 4 + half;
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
    spots.map(|spot| Words::middle(sum(place.centre, spot), class, size, &place.head)).to_vec()
}

/// Words in a rectangle: its name above, what else there is to say of it below; up its edges where it is narrow.
fn in_box(place: &Place, wide: i32, high: i32, arrows: &Taken) -> Vec<Words> {
    let edge = if wide.min(high) < 150 { EDGE } else { WIDE_EDGE };
    let (left, top) = (place.centre.0 - wide / 2 + edge, place.centre.1 - high / 2 + edge);
    let (right, bottom) = (left + wide - 2 * edge, top + high - 2 * edge);
    let room = wide - 2 * edge;
    let most = if wide.min(high) < 150 { 22 } else { 24 };
    let is_narrow = high > 2 * wide;
    let mut words = Vec::new();
    // The turned foot stands at the right edge, so that it leaves the left one to the name.
    let mut floor = bottom;
    if !place.foot.is_empty() {
        if is_narrow && width(&place.foot, LEAST) > room {
            words.push(Words::turned((right - 4, bottom), 22, &place.foot));
        } else {
            let size = fitting(&place.foot, room, most.min(22), 11);
            let at = |x: i32| Words::start((x, bottom - size / 6), size, &place.foot);
            let ends = [left, right - width(&place.foot, size)].map(at).into_iter();
            words.extend(ends.min_by_key(|words| arrows.covered(words.rect())));
            floor = bottom - size - 4;
        }
    }
    let line = |row: i32, size: i32, text: &str| Words::start((left, top + row + size * 3 / 4), size, text);
    let up = |length: i32, text: &str| {
        let size = fitting(text, length, most, SMALL);
        Words::turned((left + size * 3 / 4, floor), size, &cut(text, size, length))
    };
    let head = place.head.as_str();
    let one = |text: &str| fitting(text, room, most, 11);
    let Some((id, name)) = head.split_once(' ').filter(|_| width(head, most) > room) else {
        match at_hyphen(head).filter(|_| width(head, LEAST) > room) {
            _ if width(head, LEAST) <= room => words.push(line(0, one(head), head)),
            _ if is_narrow => words.push(up(floor - top, head)),
            Some((first, rest)) if high >= 90 => {
                let size = fitting(first, room, most, SMALL);
                words.extend([line(0, size, first), line(size, size, rest)]);
            }
            _ => words.push(line(0, one(head), head)),
        }
        return words;
    };
    words.push(line(0, one(id), id));
    let below = most + 2;
    if width(name, SMALL) <= room || !is_narrow && (high < 150 || !name.contains(' ')) {
        let size = fitting(name, room, most - 2, SMALL);
        let name = cut(name, size, room);
        // In a low rectangle the name leaves the room beside its number to a piece.
        words.push(if high < 110 {
            Words::start((left, floor), size, &name)
        } else {
            line(below, size, &name)
        });
    } else if is_narrow {
        words.push(up(floor - top - below - PIECE, name));
    } else {
        let (first, rest) = name.split_once(' ').unwrap_or((name, ""));
        let size = fitting(first, room, most - 2, SMALL).min(fitting(rest, room, most - 2, SMALL));
        words.extend([
            line(below, size, &cut(first, size, room)),
            line(below + size, size, &cut(rest, size, room)),
        ]);
    }
    words
}

/// A text, or as much of its beginning as there is room for.
fn cut(text: &str, size: i32, room: i32) -> String {
    if width(text, size) <= room {
        return text.to_owned();
    }
    let fits = |n: &usize| width(text.chars().take(*n).collect::<String>().as_str(), size) + size / 3 <= room;
    let count = (1..text.chars().count()).rev().find(fits).unwrap_or(0);
    text.chars().take(count).chain(['.']).collect()
}

fn at_hyphen(text: &str) -> Option<(&str, &str)> {
    text.find('-').map(|place| text.split_at(place + 1))
}
