//! A board picture as PNG: the SVG in its light colours, drawn with fonts that come with the program, so that it looks
//! the same on every machine.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb::Database};
use std::sync::{Arc, LazyLock};

/// No picture is wider than this, in pixels.
const MAX_WIDTH: f32 = 1040.0;

/// No picture is higher than this, whatever board it is of.
const MAX_HEIGHT: f32 = 2400.0;

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
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    pixmap.encode_png().unwrap_or_default()
}
