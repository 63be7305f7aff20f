//! Pieces in their places: in rows, as large as the words leave room for.

use super::pen::{difference, sum};
use super::piece;
use super::room::{Rect, Taken};
use super::words::Words;
use crate::kernel::picture::scene::{Piece, Place, Point, Shape};

/// Sizes in hundredths, the largest first; only pieces without letters become smaller than they are.
const SCALES: [i32; 7] = [130, 115, 100, 90, 80, 70, 60];

/// From the edge of a rectangle to the pieces in it, so that they leave its frame free; less where it is narrow.
const EDGE: i32 = 8;
const NARROW_EDGE: i32 = 2;

/// How far to the right of the middle of a hex its piece may stand, what is best first: marks need room at the right corner.
const BARE: &[i32] = &[6, 0, -5, 11, 16, -10];
const MARKED: &[i32] = &[-9, -4, 1, 6, 11, 16];

/// The pieces of a place, laid out.
pub struct Standing<'a> {
    /// Where the origin of the pieces lies.
    at: Point,
    /// In hundredths.
    scale: i32,
    /// Each with its middle before it is scaled.
    pieces: Vec<(&'a Piece, Point)>,
    is_hex: bool,
    /// Whether they cover words or leave their place.
    is_crowded: bool,
}

impl<'a> Standing<'a> {
    /// Lays the pieces of a place out beside its words; on a hex where they leave the tips of arrows free.
    pub fn of(place: &'a Place, words: &[Words], arrows: &Taken) -> Self {
        let lone = |rows: &[Vec<&'a Piece>], at: Point, scale: i32| Self {
            at,
            scale,
            pieces: arranged(rows),
            is_hex: place.shape == Shape::Hex,
            is_crowded: false,
        };
        let all: Vec<&Piece> = place.pieces.iter().collect();
        match place.shape {
            Shape::Hex => {
                let lone = |x: &i32| lone(std::slice::from_ref(&all), sum(place.centre, (*x, -19)), 100);
                let hidden = |standing: &Self| standing.rects().map(|rect| arrows.covered(rect)).sum::<i32>();
                let spots = if place.marks.is_empty() { BARE } else { MARKED };
                spots.iter().map(lone).min_by_key(hidden).unwrap_or_else(|| lone(&0))
            }
            Shape::Disc(_) if all.len() < 2 => lone(&[all], place.centre, 100),
            Shape::Disc(_) => {
                let rows: Vec<Vec<&Piece>> = all.chunks(2).map(<[&Piece]>::to_vec).collect();
                lone(&rows, place.centre, 100)
            }
            Shape::Box(wide, high) => {
                let most = if wide.min(high) > 140 { 130 } else { 100 };
                let least = if all.iter().any(|piece| piece::has_letters(piece)) { 100 } else { 60 };
                let scales = SCALES.into_iter().filter(|scale| (least..=most).contains(scale));
                let tries = scales.map(|scale| {
                    let rows = rows(place, (wide - 2 * edge(place)) * 100 / scale);
                    let try_at = |at| lone(&rows, at, scale);
                    in_box(place, words, arrows, try_at)
                });
                let mut best: Option<(i32, Self)> = None;
                for (covered, standing) in tries {
                    if best.as_ref().is_none_or(|(least, _)| covered < *least) {
                        best = Some((covered, standing));
                    }
                    if covered == 0 {
                        break;
                    }
                }
                best.map_or_else(
                    || lone(&[all], place.centre, 100),
                    |(covered, standing)| Self { is_crowded: covered > 0, ..standing },
                )
            }
        }
    }

    /// Whether the pieces cover words of their place or leave it.
    pub fn is_crowded(&self) -> bool {
        self.is_crowded
    }

    /// Takes what the pieces cover.
    pub fn take(&self, taken: &mut Taken) {
        for (sign, words) in self.parts() {
            taken.add_sign(sign);
            words.into_iter().for_each(|words| taken.add(words));
        }
    }

    /// What the pieces cover, part by part.
    fn rects(&self) -> impl Iterator<Item = Rect> {
        self.parts().flat_map(|(sign, words)| [vec![sign], words].concat())
    }

    /// What the sign of each piece covers, and its words.
    fn parts(&self) -> impl Iterator<Item = (Rect, Vec<Rect>)> {
        let scaled = |(x, y): Point| (x * self.scale / 100, y * self.scale / 100);
        let placed = move |middle: Point, part: Rect| Rect {
            low: sum(self.at, scaled(sum(middle, part.low))),
            high: sum(self.at, scaled(sum(middle, part.high))),
        };
        self.pieces.iter().map(move |(piece, middle)| {
            let (sign, words) = piece::parts(piece);
            (placed(*middle, sign), words.into_iter().map(|part| placed(*middle, part)).collect())
        })
    }

    /// As SVG; on a hex without their words, which [`Self::words`] draws.
    pub fn draw(&self) -> String {
        let draw = if self.is_hex { piece::body } else { piece::draw };
        self.scaled(&self.pieces.iter().map(|(piece, middle)| draw(piece, *middle)).collect::<String>())
    }

    /// The words of pieces on a hex, which lie on top of arrows.
    pub fn words(&self) -> String {
        if !self.is_hex {
            return String::new();
        }
        self.scaled(
            &self.pieces.iter().map(|(piece, middle)| piece::words(piece, *middle)).collect::<String>(),
        )
    }

    fn scaled(&self, parts: &str) -> String {
        if parts.is_empty() {
            return String::new();
        }
        let ((x, y), (whole, part)) = (self.at, (self.scale / 100, self.scale % 100));
        let scale = if self.scale == 100 { String::new() } else { format!(" scale({whole}.{part:02})") };
        format!("<g transform=\"translate({x},{y}){scale}\">{parts}</g>")
    }
}

/// Pieces in a rectangle where they cover the least of its words and of the tips of arrows, and how much of the words that
/// is.
fn in_box<'a>(
    place: &Place,
    words: &[Words],
    arrows: &Taken,
    try_at: impl Fn(Point) -> Standing<'a>,
) -> (i32, Standing<'a>) {
    let mut taken = Taken::default();
    words.iter().for_each(|words| taken.add(words.rect().grown(2)));
    let inner = Rect::of(place).grown(-edge(place));
    let Some(block) = try_at((0, 0)).rects().reduce(Rect::joined) else {
        return (0, try_at(place.centre));
    };
    let size = difference(block.low, block.high);
    let half = (size.0 / 2, size.1 / 2);
    let is_within = size.0 <= inner.high.0 - inner.low.0 && size.1 <= inner.high.1 - inner.low.1;
    let in_the_way = |spot: &Point| {
        let rect = Rect::around(*spot, half);
        taken.covered(rect) + arrows.hidden(rect)
    };
    let spots = inner.points(half, place.centre, 3);
    let middle = spots.into_iter().min_by_key(in_the_way).unwrap_or(place.centre);
    let covered = taken.covered(Rect::around(middle, half)) + if is_within { 0 } else { 1000 };
    (covered, try_at(difference(block.middle(), middle)))
}

fn edge(place: &Place) -> i32 {
    if place.shape.half().0 < 62 { NARROW_EDGE } else { EDGE }
}

/// Pieces in as many rows as they take.
fn rows(place: &Place, room: i32) -> Vec<Vec<&Piece>> {
    let mut rows: Vec<Vec<_>> = Vec::new();
    let mut taken = 0;
    for piece in &place.pieces {
        taken += piece::room(piece);
        match rows.last_mut() {
            Some(row) if taken <= room => row.push(piece),
            _ => {
                taken = piece::room(piece);
                rows.push(vec![piece]);
            }
        }
    }
    rows
}

/// Each piece of some rows with its middle, around the origin.
fn arranged<'a>(rows: &[Vec<&'a Piece>]) -> Vec<(&'a Piece, Point)> {
    let has_labels = rows.iter().flatten().any(|piece| !piece.label.is_empty());
    let pitch = if has_labels { 82 } else { 58 };
    let mut pieces = Vec::new();
    for (number, row) in (0..).zip(rows) {
        let down = pitch * (2 * number - (rows.len() as i32 - 1)) / 2;
        let mut right = -row.iter().map(|piece| piece::room(piece)).sum::<i32>() / 2;
        for piece in row {
            let room = piece::room(piece);
            pieces.push((*piece, (right + room / 2, down)));
            right += room;
        }
    }
    pieces
}
