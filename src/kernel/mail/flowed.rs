//! Lines that a mail program has broken and says how to join (`format=flowed`, RFC 3676).

use crate::kernel::text::fitting;

/// A text in which lines may go on.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Flowed {
    /// The text with its lines joined.
    pub(super) joined: Vec<u8>,
    /// The text line by line; only where that is another.
    pub(super) by_lines: Option<Vec<u8>>,
    /// What was done, if anything was.
    pub(super) repair: Option<String>,
}

/// Joins the lines of a text.
///
/// A blank at the end of a line means that it goes on in the next one of the same quote; a blank at the beginning is
/// stuffing. With `deletes` the blank at the break is none of the text.
pub(super) fn unfold(bytes: &[u8], deletes: bool) -> Flowed {
    let mut joined = Vec::with_capacity(bytes.len());
    let mut by_lines = Vec::with_capacity(bytes.len());
    let mut joints = 0;
    // The quote depth of a line that goes on.
    let mut open: Option<usize> = None;
    for line in bytes.split_inclusive(|b| *b == b'\n') {
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let depth = line.iter().take_while(|b| **b == b'>').count();
        let plain = &line[depth..];
        let plain = plain.strip_prefix(b" ").unwrap_or(plain);
        let is_signature = plain == b"-- ";
        if open.is_some_and(|open| open == depth) && !is_signature {
            joints += 1;
        } else {
            if open.is_some() {
                joined.push(b'\n');
            }
            quote(&mut joined, depth);
        }
        let goes_on = plain.ends_with(b" ") && !is_signature;
        let kept = if goes_on && deletes { &plain[..plain.len() - 1] } else { plain };
        joined.extend_from_slice(kept);
        quote(&mut by_lines, depth);
        by_lines.extend_from_slice(kept);
        by_lines.push(b'\n');
        open = goes_on.then_some(depth);
        if !goes_on {
            joined.push(b'\n');
        }
    }
    let (lines, were) = (fitting(joints, "line", "lines"), fitting(joints, "was", "were"));
    let what =
        format!("{joints} {lines} that the mail program had broken {were} joined again (format=flowed)");
    let is_joined = joints > 0;
    Flowed { joined, by_lines: is_joined.then_some(by_lines), repair: is_joined.then_some(what) }
}

/// The marks of a quote.
fn quote(text: &mut Vec<u8>, depth: usize) {
    if depth > 0 {
        text.extend(std::iter::repeat_n(b'>', depth));
        text.push(b' ');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str, deletes: bool) -> String {
        String::from_utf8(unfold(text.as_bytes(), deletes).joined).unwrap()
    }

    #[test]
    fn lines_are_joined_as_they_were() {
        assert_eq!(plain("0607, 0608 \nx 0707\nEND\n", false), "0607, 0608 x 0707\nEND\n");
        assert_eq!(plain("0607,06 \n08 x 0707\r\nEND", true), "0607,0608 x 0707\nEND\n");
    }

    #[test]
    fn quotes_and_signatures_stay_apart() {
        let text = ">> a \n>> b\n> c \nd \n-- \nAnn\n";
        assert_eq!(plain(text, false), ">> a b\n> c \nd \n-- \nAnn\n");
    }

    #[test]
    fn the_lines_are_kept_beside_what_was_joined() {
        let flowed = unfold(b"> a \n> b\n c \nd \n-- \nAnn", false);
        assert_eq!(flowed.by_lines.as_deref(), Some(b"> a \n> b\nc \nd \n-- \nAnn\n".as_slice()));
        let told = flowed.repair.unwrap();
        assert!(told.starts_with("2 lines that the mail program had broken were joined again"), "{told}");
        let told = unfold(b"a \nb\n", false).repair.unwrap();
        assert!(told.starts_with("1 line that the mail program had broken was joined again"), "{told}");
        let plain = unfold(b"a\nb \n", false);
        assert_eq!((plain.by_lines, plain.repair), (None, None));
    }

    #[test]
    fn stuffing_is_taken_away() {
        assert_eq!(plain(" From here\n >x\n>  y\n", false), "From here\n>x\n>  y\n");
    }
}
