//! A scene as SVG.
//!
//! All coordinates are whole numbers, so that the same picture gives the same bytes on every machine. Several pictures
//! may stand in one page: every id and every rule of style begins with a name made of what the picture shows.

use super::scene::{Point, Scene};
use sha2::{Digest, Sha256};

mod board;
mod key;
mod pen;
mod piece;

/// How it looks by light, and what differs in the dark. A rule a line, its selectors within the picture.
const STYLE: &str = include_str!("svg/style.css");
const DARK: &str = include_str!("svg/dark.css");

/// Patterns.
const DEFS: &str = include_str!("svg/defs.svg");

/// Free space around the picture.
const MARGIN: i32 = 20;

/// Narrower than this, and the lines above and below the board would not fit.
const MIN_WIDTH: i32 = 900;

/// Size of the title's letters.
const TITLE: i32 = 34;

/// From one line of the title to the next.
const TITLE_LINE: i32 = 44;

/// Which colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Theme {
    /// Light or dark, as the reader's machine has it.
    Reader,
    /// Light.
    Light,
    /// Dark.
    #[cfg(test)]
    Dark,
}

/// Draws the whole document.
pub(super) fn draw(scene: &Scene, theme: Theme) -> String {
    let id = name(scene);
    let (low, high) = extent(scene);
    let width = (high.0 - low.0 + 2 * MARGIN).max(MIN_WIDTH);
    let title = pen::wrapped(&scene.title, TITLE * 11 / 10, width - 2 * MARGIN);
    let top = MARGIN + TITLE_LINE * title.len() as i32 + 8;
    let shift = ((width - (high.0 - low.0)) / 2 - low.0, top - low.1);
    let (key, bottom) = key::draw(scene, &id, width, top + high.1 - low.1 + 14);
    let height = bottom + MARGIN;
    let mut parts = vec![
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" id=\"{id}\" role=\"img\" aria-labelledby=\"{id}-title {id}-desc\" \
             viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">"
        ),
        format!("<title id=\"{id}-title\">{}</title>", pen::escape(&scene.title)),
        format!("<desc id=\"{id}-desc\">{}</desc>", pen::escape(&scene.in_words())),
        format!("<style>\n{}</style>", style(&id, theme)),
        format!("<defs>\n{}</defs>", DEFS.replace("ID-", &format!("{id}-"))),
        format!("<rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>"),
    ];
    for (line, y) in title.iter().zip((MARGIN + TITLE..).step_by(TITLE_LINE as usize)) {
        parts.push(pen::write((MARGIN, y), "title", line));
    }
    parts.push(format!("<g transform=\"translate({},{})\">", shift.0, shift.1));
    parts.push(board::draw(scene, &id));
    parts.push("</g>".to_owned());
    parts.push(key);
    parts.push("</svg>\n".to_owned());
    parts.join("\n")
}

/// A name for a picture that another one does not have: made of a hash of what it shows.
fn name(scene: &Scene) -> String {
    let shown = serde_json::to_vec(scene).unwrap_or_default();
    format!("p{}", &data_encoding::HEXLOWER.encode(&Sha256::digest(shown))[..10])
}

/// The upper left and the lower right end of all places and the words below them.
fn extent(scene: &Scene) -> (Point, Point) {
    let mut ends = ((i32::MAX, i32::MAX), (i32::MIN, i32::MIN));
    for place in &scene.places {
        let (half, (x, y)) = (place.shape.half(), place.centre);
        let below = if matches!(place.shape, super::scene::Shape::Disc(_)) { 30 } else { 0 };
        ends.0 = (ends.0.0.min(x - half.0), ends.0.1.min(y - half.1));
        ends.1 = (ends.1.0.max(x + half.0), ends.1.1.max(y + half.1 + below));
    }
    if scene.places.is_empty() { ((0, 0), (0, 0)) } else { ends }
}

/// The rules of style, all within the picture.
fn style(id: &str, theme: Theme) -> String {
    match theme {
        Theme::Light => scoped(STYLE, id),
        Theme::Reader => {
            format!("{}@media (prefers-color-scheme:dark){{\n{}}}\n", scoped(STYLE, id), scoped(DARK, id))
        }
        #[cfg(test)]
        Theme::Dark => scoped(STYLE, id) + &scoped(DARK, id),
    }
}

/// Rules whose selectors begin with the picture's name, so that they leave the rest of a page alone.
fn scoped(rules: &str, id: &str) -> String {
    let scope = |rule: &str| {
        let (selectors, body) = rule.split_once('{').unwrap_or((rule, "}"));
        let selectors: Vec<String> = selectors.split(',').map(|s| format!("#{id} {s}")).collect();
        format!("{}{{{}\n", selectors.join(","), body.replace("ID-", &format!("{id}-")))
    };
    rules.lines().map(scope).collect()
}
