//! The HTML part of a mail: styles in each tag and pictures by content id, since mail programs strip style sheets,
//! scripts and drawings.

use super::{Medium, blocks, escape};
use crate::kernel::picture::Picture;
use crate::kernel::report::Doc;
use crate::kernel::text::Charset;

/// How wide a picture is shown, in pixels; phones make it narrower.
const PICTURE: u32 = 640;

/// The report as a mail's page, and its boards in the order in which the page shows them: the picture of a number is
/// named `cid:` and what `cid` makes of the number.
pub fn to_mail(doc: &Doc, cid: &dyn Fn(usize) -> String) -> (String, Vec<Picture>) {
    let mut medium = Mail { cid, pictures: Vec::new() };
    let inside = blocks(&doc.blocks, 2, Charset::Unicode, &mut medium);
    let page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n</head>\n\
         <body style=\"font-family:sans-serif;line-height:1.4\">\n<div style=\"max-width:44em\">\n{inside}</div>\n</body>\n</html>\n"
    );
    (page, medium.pictures)
}

struct Mail<'a> {
    cid: &'a dyn Fn(usize) -> String,
    pictures: Vec<Picture>,
}

impl Medium for Mail<'_> {
    fn open(&self, tag: &str) -> String {
        let style = match tag {
            "h1" => "font-size:1.4em;margin:0.5em 0",
            "h2" => "font-size:1.15em;margin:1.2em 0 0.4em",
            "p" => "margin:0.6em 0",
            "ul" => "margin:0.6em 0;padding-left:1.4em",
            "li" => "margin:0.15em 0",
            "table" => "border-collapse:collapse;margin:0.6em 0",
            "th" => "border:1px solid #888888;padding:0.2em 0.5em;text-align:left",
            "td" => "border:1px solid #888888;padding:0.2em 0.5em;text-align:left;vertical-align:top",
            _ => {
                return "<pre style=\"font-family:monospace;font-size:0.95em;white-space:pre-wrap;margin:0.6em 0\">"
                    .to_owned();
            }
        };
        format!("<{tag} style=\"{style}\">")
    }

    fn board(&mut self, picture: &Picture, charset: Charset) -> String {
        self.pictures.push(picture.clone());
        let cid = (self.cid)(self.pictures.len());
        format!(
            "<p><img src=\"cid:{}\" alt=\"{}\" width=\"{PICTURE}\" style=\"max-width:100%;height:auto\"></p>",
            escape(&cid, charset),
            escape(&picture.in_words(), charset)
        )
    }
}
