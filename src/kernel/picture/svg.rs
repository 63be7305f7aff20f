//! A scene as SVG.
//!
//! All coordinates are whole numbers, so that the same picture gives the same bytes on every machine. Several pictures
//! may stand in one page: every id and every rule of style begins with a name made of what the picture shows.

use super::scene::Scene;
use board::Drawn;
use room::Rect;
use sha2::{Digest, Sha256};

mod arrows;
mod board;
mod key;
mod layout;
mod marks;
mod pen;
mod piece;
mod room;
mod route;
mod standing;
mod words;

/// How it looks by light, and what differs in the dark. A rule a line, its selectors within the picture.
const STYLE: &str = include_str!("svg/style.css");
const DARK: &str = include_str!("svg/dark.css");

/// Patterns.
const DEFS: &str = include_str!("svg/defs.svg");

/// Free space around the picture.
const MARGIN: i32 = 12;

/// Narrower than this, and the lines above and below the board would not fit.
const MIN_WIDTH: i32 = 900;

/// Size of the title's letters.
const TITLE: i32 = 38;

/// From one line of the title to the next.
const TITLE_LINE: i32 = 48;

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
    let Drawn { layers, room: Rect { low, high }, left_out } = board::draw(scene, &id);
    let width = (high.0 - low.0 + 2 * MARGIN).max(MIN_WIDTH);
    let title = pen::wrapped(&scene.title, TITLE * 11 / 10, width - 2 * MARGIN);
    let top = MARGIN + TITLE_LINE * title.len() as i32 + 8;
    let shift = ((width - (high.0 - low.0)) / 2 - low.0, top - low.1);
    let (key, bottom) = key::draw(scene, &left_out, &id, width, top + high.1 - low.1 + 14);
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
    parts.push(layers);
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

#[cfg(test)]
mod tests {
    use super::super::hexes;
    use super::super::scene::{Arrow, ArrowKind, Ground, Livery, Mark, MarkKind, Piece, Place, Shape, Sign};
    use super::super::{SideKind, Symbol, png};
    use super::*;
    use crate::kernel::picture::scene::{Water, Way, WayKind};

    fn piece(sign: Sign) -> Piece {
        Piece {
            livery: Livery::Red,
            sign,
            initial: "R".to_owned(),
            label: "Inf 2".to_owned(),
            name: "red <infantry>".to_owned(),
            is_lost: false,
        }
    }

    /// One of everything.
    fn scene() -> Scene {
        let at = |name: &str, (column, row), shape, ground| Place {
            head: name.to_owned(),
            ..Place::new(name, hexes::centre(column, row), shape, ground)
        };
        let mut places = vec![
            at("0101", (1, 1), Shape::Hex, Ground::Hills),
            at("0202", (2, 2), Shape::Hex, Ground::Woods),
            at("town", (4, 1), Shape::Disc(30), Ground::Town),
            at("wall", (6, 1), Shape::Box(60, 200), Ground::Wall),
        ];
        places[0].pieces = vec![piece(Sign::Unit(Symbol::Cross))];
        places[1].pieces = vec![Piece { is_lost: true, ..piece(Sign::Unit(Symbol::Blank)) }];
        places[2].pieces = vec![piece(Sign::Disc), piece(Sign::Card)];
        places[3].pieces =
            vec![piece(Sign::Pawn), piece(Sign::Marshal), piece(Sign::Cannon), piece(Sign::Flag)];
        places[3].holder = Some(Livery::Green);
        let mark = |kind| Mark { kind, text: "3:2".to_owned(), name: "fought 3 against 2".to_owned() };
        places[1].marks = MarkKind::ALL.map(mark).to_vec();
        let ends = hexes::side_between(places[0].centre, places[1].centre).unwrap_or_default();
        let water = |kind| Water { ends, kind, name: "river".to_owned() };
        Scene {
            title: "<b>&\u{1b}</title>".to_owned(),
            places,
            ways: vec![Way { ends: ["town".to_owned(), "wall".to_owned()], kind: WayKind::Road }],
            waters: vec![water(SideKind::River), water(SideKind::Bridge)],
            arrows: vec![arrow(&["0101", "0202"]), arrow(&["town"]), arrow(&["nowhere"]), arrow(&[])],
            key: vec![(piece(Sign::Unit(Symbol::Cross)), "infantry".to_owned())],
            notes: vec!["</svg> ]]>".to_owned()],
        }
    }

    fn arrow(path: &[&str]) -> Arrow {
        Arrow {
            livery: Livery::Red,
            kind: ArrowKind::Move,
            path: path.iter().map(|&name| name.to_owned()).collect(),
            label: "3".to_owned(),
            name: "red moved".to_owned(),
        }
    }

    #[test]
    fn what_is_drawn_is_well_formed_and_holds_no_markup_of_a_players_own() {
        let svg = draw(&scene(), Theme::Reader);
        assert!(svg.contains("&lt;b&gt;&amp;?&lt;/title&gt;</title>"), "{svg}");
        assert!(svg.contains("<title>red &lt;infantry&gt;</title>"), "{svg}");
        for theme in [Theme::Reader, Theme::Light, Theme::Dark] {
            assert!(!png::render(&draw(&scene(), theme)).is_empty());
        }
        assert!(!png::render(&draw(&Scene::default(), Theme::Reader)).is_empty());
        assert!(png::render("<svg").is_empty());
    }

    #[test]
    fn arrows_need_a_place_that_there_is() {
        let svg = draw(&scene(), Theme::Reader);
        // The line of one, and the ring of another.
        assert_eq!(svg.matches("<title>red moved</title>").count(), 2, "{svg}");
        assert_eq!(svg.matches("<circle class=\"path\"").count(), 1, "{svg}");
    }

    #[test]
    fn pictures_in_one_page_leave_each_other_and_the_page_alone() {
        let mut other = scene();
        other.notes.clear();
        let [one, two] = [draw(&scene(), Theme::Reader), draw(&other, Theme::Reader)];
        let ids = |svg: &str| -> Vec<String> {
            svg.split(" id=\"").skip(1).filter_map(|rest| Some(rest.split_once('"')?.0.to_owned())).collect()
        };
        let (ones, twos) = (ids(&one), ids(&two));
        assert!(ones.len() > 5 && ones.iter().all(|id| !twos.contains(id)), "{ones:?} {twos:?}");
        assert!(ones.iter().all(|id| id.starts_with(&ones[0])), "{ones:?}");
        let rules = one.split_once("<style>").unwrap().1.split_once("</style>").unwrap().0;
        let outside =
            rules.lines().filter(|rule| !rule.is_empty() && !rule.starts_with(&format!("#{} ", ones[0])));
        assert_eq!(outside.collect::<Vec<_>>(), ["@media (prefers-color-scheme:dark){", "}"]);
        assert_eq!(one.matches("url(#").count(), one.matches(&format!("url(#{}-", ones[0])).count());
    }

    #[test]
    fn coordinates_are_whole_numbers_and_bytes_do_not_change() {
        let svg = draw(&scene(), Theme::Reader);
        assert_eq!(svg, draw(&scene(), Theme::Reader));
        let drawing = svg.split_once("</defs>").unwrap().1;
        for attribute in [" x=\"", " y=\"", " x1=\"", " points=\"", " cx=\"", " r=\""] {
            let values = drawing.split(attribute).skip(1).filter_map(|rest| rest.split_once('"'));
            assert!(values.into_iter().all(|(value, _)| !value.contains('.')), "{attribute}");
        }
    }

    #[test]
    fn everything_is_named_for_those_who_hear_it() {
        let svg = draw(&scene(), Theme::Reader);
        for words in [
            "role=\"img\"",
            "<desc id=",
            "0101: red &lt;infantry&gt;.",
            "0202: red &lt;infantry&gt; lost, fought 3",
        ] {
            assert!(svg.contains(words), "{words}: {svg}");
        }
        let layers = ["ways", "places", "water", "movements and attacks", "names", "pieces", "marks", "key"];
        assert!(layers.iter().all(|layer| svg.contains(&format!("<g aria-label=\"{layer}\">"))), "{svg}");
    }

    #[test]
    fn a_board_of_any_size_becomes_a_png_of_bounded_size() {
        let mut scene = scene();
        scene.places[0].centre = hexes::centre(255, 255);
        let png = png::render(&draw(&scene, Theme::Light));
        let side = |at: usize| u32::from_be_bytes([png[at], png[at + 1], png[at + 2], png[at + 3]]);
        assert!(side(16) <= 1120 && side(20) <= 3200, "{} {}", side(16), side(20));
    }
}
