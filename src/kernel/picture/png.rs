//! A board picture as PNG: the SVG in its light colours, drawn with fonts that come with the program, so that it looks
//! the same on every machine.

use png::{ColorType, Compression, Encoder};
use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb::Database};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

/// No picture is wider than this, in pixels.
const MAX_WIDTH: f32 = 1120.0;

/// No picture is higher than this, whatever board it is of.
const MAX_HEIGHT: f32 = 3200.0;

/// Red, green, blue.
type Colour = [u8; 3];

/// The only fonts that are used; those of the machine are not looked at.
static FONTS: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    fonts.load_font_data(include_bytes!("font/DejaVuSans-subset.ttf").to_vec());
    fonts.load_font_data(include_bytes!("font/DejaVuSans-Bold-subset.ttf").to_vec());
    Arc::new(fonts)
});

/// Renders an SVG document of ours; nothing where it is none.
pub(super) fn render(svg: &str) -> Vec<u8> {
    let options =
        Options { font_family: "DejaVu Sans".to_owned(), fontdb: Arc::clone(&FONTS), ..Options::default() };
    let Ok(tree) = Tree::from_str(svg, &options) else { return Vec::new() };
    let size = tree.size();
    let scale = (MAX_WIDTH / size.width()).min(MAX_HEIGHT / size.height()).min(1.0);
    let pixels = |length: f32| (length * scale).ceil() as u32;
    let Some(mut pixmap) = Pixmap::new(pixels(size.width()), pixels(size.height())) else {
        return Vec::new();
    };
    // The last row may be covered in part only.
    pixmap.fill(Color::WHITE);
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    encode(&pixmap).unwrap_or_default()
}

/// A picture of at most 256 colours, a third of the size: the most frequent ones, and for each other the nearest of them.
fn encode(pixmap: &Pixmap) -> Option<Vec<u8>> {
    let pixels: Vec<Colour> = pixmap.pixels().iter().map(|p| [p.red(), p.green(), p.blue()]).collect();
    let runs: Vec<(Colour, usize)> = pixels.chunk_by(|a, b| a == b).map(|run| (run[0], run.len())).collect();
    let mut counts: BTreeMap<Colour, usize> = BTreeMap::new();
    runs.iter().for_each(|(colour, length)| *counts.entry(*colour).or_default() += length);
    let mut palette: Vec<Colour> = counts.keys().copied().collect();
    palette.sort_by_key(|colour| (Reverse(counts[colour]), *colour));
    palette.truncate(256);
    let nearest = |colour: &Colour| {
        (0..=255)
            .zip(&palette)
            .min_by_key(|(_, other)| distance(*colour, **other))
            .map_or(0, |(place, _)| place)
    };
    let places: BTreeMap<Colour, u8> = counts.keys().map(|colour| (*colour, nearest(colour))).collect();
    let data: Vec<u8> = runs.iter().flat_map(|(c, length)| std::iter::repeat_n(places[c], *length)).collect();
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, pixmap.width(), pixmap.height());
    encoder.set_color(ColorType::Indexed);
    encoder.set_palette(palette.concat());
    encoder.set_compression(Compression::High);
    encoder.write_header().ok()?.write_image_data(&data).ok()?;
    Some(file)
}

/// How unlike two colours are.
fn distance(one: Colour, other: Colour) -> u32 {
    one.into_iter().zip(other).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
}
