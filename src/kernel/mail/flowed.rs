//! Lines that a mail program has broken and says how to join (`format=flowed`, RFC 3676).

/// The text with its lines joined, and what was done, if anything was.
///
/// A blank at the end of a line means that it goes on in the next one of the same quote; a blank at the beginning is
/// stuffing. With `deletes` the blank at the break is none of the text.
pub(super) fn unfold(bytes: &[u8], deletes: bool) -> (Vec<u8>, Option<String>) {
    let mut out = Vec::with_capacity(bytes.len());
    let mut joined = 0;
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
            joined += 1;
        } else {
            if open.is_some() {
                out.push(b'\n');
            }
            if depth > 0 {
                out.extend(std::iter::repeat_n(b'>', depth));
                out.push(b' ');
            }
        }
        let goes_on = plain.ends_with(b" ") && !is_signature;
        let kept = if goes_on && deletes { &plain[..plain.len() - 1] } else { plain };
        out.extend_from_slice(kept);
        open = goes_on.then_some(depth);
        if !goes_on {
            out.push(b'\n');
        }
    }
    let what = format!("{joined} lines that the mail program had broken were joined again (format=flowed)");
    (out, (joined > 0).then_some(what))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str, deletes: bool) -> String {
        String::from_utf8(unfold(text.as_bytes(), deletes).0).unwrap()
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
    fn stuffing_is_taken_away() {
        assert_eq!(plain(" From here\n >x\n>  y\n", false), "From here\n>x\n>  y\n");
    }
}
