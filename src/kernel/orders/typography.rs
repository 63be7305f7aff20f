//! The characters of one order line made plain.
//!
//! Phones and mailers put typographic characters in the place of those that a player typed, and players
//! take arrows from wherever they find them. [`fold`] gives each of these one spelling, so that a grammar
//! needs to know only one, and keeps a map back to the line as it was written, so that a caret points at
//! what the player sees.
//!
//! Every arrow becomes `→`, and so does a hyphen or dash between two digits. Everyday spellings (`->`,
//! `=>`, `0208-0209`) are read silently; what somebody may not have meant is told. Letters are left alone:
//! nothing is guessed, and `O208` with a letter O stays wrong.

use std::borrow::Cow;
use std::ops::Range;

/// A line with plain characters, and the way back to the line as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folded {
    /// The plain line.
    pub text: String,
    /// For each byte of `text` the byte of the input from which it comes, and last the length of the input.
    /// Ascending; each is a character boundary of the input.
    pub origin: Vec<u32>,
    /// What was read as what, with its bytes in the input, from left to right; equal neighbours as one.
    pub repairs: Vec<(Range<usize>, String)>,
}

/// One character of the input by its plain spelling.
struct Glyph {
    plain: char,
    /// The character as it stood, where reading it so is worth telling.
    odd: Option<char>,
    /// Its bytes in the input.
    bytes: Range<usize>,
}

/// Makes the characters of one line plain. Folding twice changes nothing more.
pub fn fold(line: &str) -> Folded {
    let mut folded =
        Folded { text: String::with_capacity(line.len()), origin: Vec::new(), repairs: Vec::new() };
    let glyphs = glyphs(line, &mut folded.repairs);
    // The last character that is no space decides whether a dash stands after a digit.
    let mut before = ' ';
    let mut at = 0;
    while at < glyphs.len() {
        let shaft = shaft(&glyphs[at..]);
        let end = at + shaft.max(1);
        let run = &glyphs[at..end];
        if shaft > 0 && glyphs.get(end).is_some_and(|g| g.plain == '>') {
            folded.push_arrow(&glyphs[at..=end]);
            at = end + 1;
        } else if run[0].plain == '-' && before.is_ascii_digit() && is_before_digit(&glyphs[end..]) {
            folded.push_arrow(run);
            at = end;
        } else {
            folded.push(run);
            at = end;
        }
        before = glyphs[..at].last().map(|g| g.plain).filter(|&c| c != ' ').unwrap_or(before);
    }
    folded.origin.push(line.len() as u32);
    folded.sort_repairs();
    folded
}

/// Makes the characters of a line plain, but makes no arrows: in the first line of a turn file a hyphen between
/// digits is a hyphen.
pub fn fold_words(line: &str) -> Folded {
    let mut folded =
        Folded { text: String::with_capacity(line.len()), origin: Vec::new(), repairs: Vec::new() };
    let glyphs = glyphs(line, &mut folded.repairs);
    folded.push(&glyphs);
    folded.origin.push(line.len() as u32);
    folded.sort_repairs();
    folded
}

/// The signs that programs put before the items of a list.
const BULLETS: [&str; 4] = ["- ", "* ", "• ", "· "];

/// How many bytes a list sign takes at the beginning of a folded line; 0 where there is none.
pub fn bullet(line: &str) -> usize {
    BULLETS.iter().find(|b| line.starts_with(**b)).map_or(0, |b| b.len())
}

impl Folded {
    /// Adds characters one by one.
    fn push(&mut self, run: &[Glyph]) {
        for glyph in run {
            self.add(glyph.plain, glyph.bytes.start);
            if let Some(odd) = glyph.odd {
                self.tell(glyph.bytes.clone(), odd, glyph.plain);
            }
        }
    }

    /// Adds the arrow that several characters make up.
    fn push_arrow(&mut self, parts: &[Glyph]) {
        let (Some(first), Some(last)) = (parts.first(), parts.last()) else { return };
        self.add('→', first.bytes.start);
        if let Some(odd) = parts.iter().find_map(|part| part.odd) {
            self.tell(first.bytes.start..last.bytes.end, odd, '→');
        }
    }

    fn add(&mut self, c: char, origin: usize) {
        self.text.push(c);
        self.origin.resize(self.text.len(), origin as u32);
    }

    fn tell(&mut self, bytes: Range<usize>, odd: char, plain: char) {
        let plain = if plain == ' ' { "a space".into() } else { Cow::from(plain.to_string()) };
        self.repairs.push((bytes, format!("{} read as {plain}", name(odd))));
    }

    /// Puts the repairs in the order of the line and joins equal neighbours, as in a row of no-break spaces.
    fn sort_repairs(&mut self) {
        self.repairs.sort_by_key(|(bytes, _)| bytes.start);
        self.repairs.dedup_by(|later, earlier| {
            let is_same = later.1 == earlier.1 && later.0.start == earlier.0.end;
            if is_same {
                earlier.0.end = later.0.end;
            }
            is_same
        });
    }
}

/// The characters of the line that can be seen, each by its plain spelling; the others are told as dropped.
fn glyphs(line: &str, repairs: &mut Vec<(Range<usize>, String)>) -> Vec<Glyph> {
    let mut glyphs = Vec::with_capacity(line.len());
    for (start, c) in line.char_indices() {
        let bytes = start..start + c.len_utf8();
        if is_invisible(c) {
            repairs.push((bytes, format!("{} dropped", name(c))));
            continue;
        }
        let plain = plain(c);
        // A tab is typed on purpose, by people who like columns.
        let odd = (plain != c && c != '\t').then_some(c);
        glyphs.push(Glyph { plain, odd, bytes });
    }
    glyphs
}

/// How many equal hyphens or equals signs the glyphs begin with: what may be the shaft of an arrow.
fn shaft(glyphs: &[Glyph]) -> usize {
    match glyphs.first().map(|g| g.plain) {
        Some(first @ ('-' | '=')) => glyphs.iter().take_while(|g| g.plain == first).count(),
        _ => 0,
    }
}

fn is_before_digit(glyphs: &[Glyph]) -> bool {
    glyphs.iter().find(|g| g.plain != ' ').is_some_and(|g| g.plain.is_ascii_digit())
}

/// The one spelling of a character that can be seen; itself where there is no plainer one.
fn plain(c: char) -> char {
    match c {
        ' '..='~' => c,
        _ if c.is_whitespace() => ' ',
        _ if is_dash(c) => '-',
        _ if is_arrow(c) => '→',
        '✕' | '✖' | '⨯' | '⨉' => '×',
        '‘' | '’' | '‚' | '‛' | '′' | '‹' | '›' | '´' | 'ʼ' => '\'',
        '“' | '”' | '„' | '‟' | '″' | '«' | '»' | '〝' | '〞' => '"',
        _ => digit(c).or_else(|| narrow(c)).unwrap_or(c),
    }
}

/// Hyphens, dashes and minus signs other than `-`.
fn is_dash(c: char) -> bool {
    matches!(
        c,
        '\u{2010}'
            ..='\u{2015}'
                | '\u{2212}'
                | '\u{02D7}'
                | '\u{2043}'
                | '\u{2796}'
                | '\u{2E3A}'
                | '\u{2E3B}'
                | '\u{FE58}'
                | '\u{FE63}'
                | '\u{FF0D}'
    )
}

/// Arrows that point to the right and nowhere else, and are not struck through.
fn is_arrow(c: char) -> bool {
    matches!(c, '→' | '↠' | '↣' | '↦' | '⇒' | '⇛' | '⇝' | '⇢' | '⇨' | '⇾' | '⟶' | '⟹' | '⟼' | '⟾' | '⟿'
        | '➔' | '➙' | '\u{279B}'..='\u{27AF}' | '➱' | '➲' | '➳' | '➵' | '➸' | '\u{27BA}'..='\u{27BE}'
        | '⭢' | '⮕' | '￫' | '🠂' | '🠆' | '🠊' | '🠒' | '🠖' | '🠚' | '🠞' | '🠢' | '🠦' | '🠪'
        | '🡒' | '🡢' | '🡪' | '🡲' | '🡺')
}

/// Characters that take no room, which a player can neither see nor delete.
pub fn is_invisible(c: char) -> bool {
    matches!(c, '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{180E}' | '\u{200B}'..='\u{200F}'
        | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{206F}'
        | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{E0100}'..='\u{E01EF}')
}

/// The zeros of Unicode's decimal digits (general category Nd) beyond ASCII; 1 to 9 follow each.
const ZEROS: [u32; 75] = [
    0x0660, 0x06F0, 0x07C0, 0x0966, 0x09E6, 0x0A66, 0x0AE6, 0x0B66, 0x0BE6, 0x0C66, 0x0CE6, 0x0D66, 0x0DE6,
    0x0E50, 0x0ED0, 0x0F20, 0x1040, 0x1090, 0x17E0, 0x1810, 0x1946, 0x19D0, 0x1A80, 0x1A90, 0x1B50, 0x1BB0,
    0x1C40, 0x1C50, 0xA620, 0xA8D0, 0xA900, 0xA9D0, 0xA9F0, 0xAA50, 0xABF0, 0xFF10, 0x104A0, 0x10D30,
    0x10D40, 0x11066, 0x110F0, 0x11136, 0x111D0, 0x112F0, 0x11450, 0x114D0, 0x11650, 0x116C0, 0x116D0,
    0x116DA, 0x11730, 0x118E0, 0x11950, 0x11BF0, 0x11C50, 0x11D50, 0x11DA0, 0x11F50, 0x16130, 0x16A60,
    0x16AC0, 0x16B50, 0x16D70, 0x1CCF0, 0x1D7CE, 0x1D7D8, 0x1D7E2, 0x1D7EC, 0x1D7F6, 0x1E140, 0x1E2F0,
    0x1E4F0, 0x1E5F1, 0x1E950, 0x1FBF0,
];

/// A decimal digit of another script or width as an ASCII digit.
fn digit(c: char) -> Option<char> {
    let c = u32::from(c);
    let below = ZEROS.partition_point(|&zero| zero <= c).checked_sub(1)?;
    char::from_digit(c - ZEROS[below], 10)
}

/// A full-width character of ASCII at its usual width.
fn narrow(c: char) -> Option<char> {
    matches!(c, '\u{FF01}'..='\u{FF5E}').then(|| char::from_u32(u32::from(c) - 0xFF00 + 0x20)).flatten()
}

/// What to call a character in a message. Never the character itself where it cannot be seen.
fn name(c: char) -> Cow<'static, str> {
    let known = match c {
        '\u{A0}' => "no-break space",
        '\u{202F}' => "narrow no-break space",
        '\u{2007}' => "figure space",
        '\u{2009}' => "thin space",
        '\u{3000}' => "ideographic space",
        '\u{AD}' => "soft hyphen",
        '\u{200B}' => "zero-width space",
        '\u{FEFF}' => "byte order mark",
        '\u{2010}' => "typographic hyphen",
        '\u{2011}' => "no-break hyphen",
        '\u{2012}' => "figure dash",
        '\u{2013}' => "en dash",
        '\u{2014}' => "em dash",
        '\u{2212}' => "minus sign",
        '‘' | '’' | '‚' | '‛' | '“' | '”' | '„' | '‟' => "curly quote",
        _ => return described(c),
    };
    known.into()
}

/// A character that has no name of its own in [`name`].
fn described(c: char) -> Cow<'static, str> {
    let code = u32::from(c);
    if let Some(plain) = narrow(c) {
        format!("full-width {plain}").into()
    } else if is_invisible(c) {
        format!("invisible character U+{code:04X}").into()
    } else if c.is_whitespace() {
        format!("odd space U+{code:04X}").into()
    } else if is_dash(c) {
        format!("odd dash U+{code:04X}").into()
    } else {
        c.to_string().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn silent(line: &str, want: &str) {
        let folded = fold(line);
        assert_eq!(folded.text, want, "{line}");
        assert_eq!(folded.repairs, [], "{line}");
    }

    fn told(line: &str, want: &str, repairs: &[&str]) {
        let folded = fold(line);
        assert_eq!(folded.text, want, "{line:?}");
        let whats: Vec<&str> = folded.repairs.iter().map(|(_, what)| what.as_str()).collect();
        assert_eq!(whats, repairs, "{line:?}");
    }

    #[test]
    fn everyday_spellings_are_read_silently() {
        for arrow in ["→", "->", "-->", "--->", "=>", "==>", "-", "--"] {
            silent(&format!("0208{arrow}0209"), "0208→0209");
            silent(&format!("0208 {arrow}  0209"), "0208 →  0209");
        }
        silent("0505-0606-0607", "0505→0606→0607");
        silent("0607,0708 x 0707\tadvance 0607 × \"it's\"", "0607,0708 x 0707 advance 0607 × \"it's\"");
        silent("", "");
    }

    #[test]
    fn odd_arrows_are_read_and_told() {
        for arrow in "⇒➔⟶➜➝➞⮕⟹".chars() {
            told(&format!("0208{arrow}0209"), "0208→0209", &[&format!("{arrow} read as →")]);
        }
        told("0208 ➡\u{FE0F} 0209", "0208 → 0209", &["➡ read as →", "invisible character U+FE0F dropped"]);
        told("0208–>0209", "0208→0209", &["en dash read as →"]);
        told("0208—>0209", "0208→0209", &["em dash read as →"]);
        told("0208−>0209", "0208→0209", &["minus sign read as →"]);
        told("0208‐>0209", "0208→0209", &["typographic hyphen read as →"]);
        told("0208‑>0209", "0208→0209", &["no-break hyphen read as →"]);
        told("0208＝＞0209", "0208→0209", &["full-width = read as →"]);
        told("x –-> y", "x → y", &["en dash read as →"]);
    }

    #[test]
    fn dashes_between_digits_are_arrows() {
        for (dash, name) in [
            ('\u{2010}', "typographic hyphen"),
            ('\u{2011}', "no-break hyphen"),
            ('\u{2012}', "figure dash"),
            ('\u{2013}', "en dash"),
            ('\u{2014}', "em dash"),
            ('\u{2015}', "odd dash U+2015"),
            ('\u{2212}', "minus sign"),
            ('\u{FE63}', "odd dash U+FE63"),
            ('\u{FF0D}', "full-width -"),
        ] {
            told(&format!("0208 {dash} 0209"), "0208 → 0209", &[&format!("{name} read as →")]);
            told(&format!("0208{dash}{dash}0209"), "0208→0209", &[&format!("{name} read as →")]);
        }
    }

    #[test]
    fn dashes_elsewhere_are_hyphens() {
        silent("no-man's -- 0208- -0209 4- x", "no-man's -- 0208- -0209 4- x");
        told("Saint–Cloud", "Saint-Cloud", &["en dash read as -"]);
        told("a——b", "a--b", &["em dash read as -"]);
    }

    #[test]
    fn what_only_looks_like_an_arrow_is_left_alone() {
        silent("0208<-0209", "0208<-0209");
        silent("a >= b = c > d - > e", "a >= b = c > d - > e");
        silent("-=> =->", "-→ =→");
    }

    #[test]
    fn spaces_of_all_kinds_are_spaces() {
        told("a\u{A0}\u{A0}b", "a  b", &["no-break space read as a space"]);
        told("a\u{202F}b", "a b", &["narrow no-break space read as a space"]);
        told("a\u{2009}b\u{2007}c", "a b c", &["thin space read as a space", "figure space read as a space"]);
        told(
            "a\u{3000}b\u{2003}c",
            "a b c",
            &["ideographic space read as a space", "odd space U+2003 read as a space"],
        );
    }

    #[test]
    fn what_cannot_be_seen_is_dropped() {
        told("02\u{200B}08", "0208", &["zero-width space dropped"]);
        told("\u{FEFF}0208\u{AD}", "0208", &["byte order mark dropped", "soft hyphen dropped"]);
        told("0208-\u{2060}>0209", "0208→0209", &["invisible character U+2060 dropped"]);
        for c in ('\u{200C}'..='\u{200F}').chain('\u{202A}'..='\u{202E}').chain('\u{2066}'..='\u{2069}') {
            told(&format!("a{c}b"), "ab", &[&format!("invisible character U+{:04X} dropped", u32::from(c))]);
        }
    }

    #[test]
    fn digits_of_all_scripts_and_widths_count() {
        assert_eq!(fold("０２０８→０２０９").text, "0208→0209");
        assert_eq!(fold("٠٢٠٨ ० ۹ 𝟗").text, "0208 0 9 9");
        told("０8", "08", &["full-width 0 read as 0"]);
        told("٣", "3", &["٣ read as 3"]);
        silent("² ½ ⑤ Ⅷ", "² ½ ⑤ Ⅷ");
        assert!(ZEROS.is_sorted());
    }

    #[test]
    fn full_width_letters_and_signs_are_ascii() {
        assert_eq!(fold("ｉｆ　０７０７，＃［～").text, "if 0707,#[~");
        told("Ａ", "A", &["full-width A read as A"]);
    }

    #[test]
    fn quotes_and_multiplication_signs_have_one_spelling() {
        told("‘it’", "'it'", &["curly quote read as '", "curly quote read as '"]);
        told("“x”", "\"x\"", &["curly quote read as \"", "curly quote read as \""]);
        told("«x»", "\"x\"", &["« read as \"", "» read as \""]);
        for sign in "✕✖⨯".chars() {
            told(&format!("0607{sign}0707"), "0607×0707", &[&format!("{sign} read as ×")]);
        }
    }

    #[test]
    fn letters_are_never_guessed_at() {
        silent("O208 l209 END éß", "O208 l209 END éß");
    }

    #[test]
    fn the_origin_leads_back_to_the_line() {
        let folded = fold("é\u{200B} 02–>03");
        assert_eq!(folded.text, "é 02→03");
        //                           é     ' ' 0  2  →---------  0   3   end
        assert_eq!(folded.origin, [0, 0, 5, 6, 7, 8, 8, 8, 12, 13, 14]);
        assert_eq!(folded.repairs[0], (2..5, "zero-width space dropped".to_owned()));
        assert_eq!(folded.repairs[1], (8..12, "en dash read as →".to_owned()));
    }

    #[test]
    fn long_runs_take_linear_time() {
        for piece in ["-", "- ", "–", "=", "1-", "\u{A0}", "\u{200B}", " "] {
            assert!(fold(&piece.repeat(100_000)).repairs.len() <= 100_000);
        }
    }

    fn line() -> impl Strategy<Value = String> {
        let piece = prop_oneof![
            any::<char>().prop_map(String::from),
            prop::sample::select(
                "-‐–—−﹣－=＝>＞→⇒⮕ \u{A0}\u{200B}\u{FE0F}\t019٣０ax×✖'’\"«#".chars().collect::<Vec<_>>()
            )
            .prop_map(String::from),
        ];
        proptest::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #[test]
        fn folding_twice_changes_nothing_more(line in line()) {
            let once = fold(&line);
            let twice = fold(&once.text);
            prop_assert_eq!(&twice.text, &once.text);
            prop_assert_eq!(twice.repairs, vec![]);
        }

        #[test]
        fn origins_and_repairs_lie_in_the_line(line in line()) {
            let folded = fold(&line);
            prop_assert_eq!(folded.origin.len(), folded.text.len() + 1);
            prop_assert!(folded.origin.is_sorted());
            prop_assert_eq!(folded.origin.last(), Some(&(line.len() as u32)));
            prop_assert!(folded.origin.iter().all(|&at| line.is_char_boundary(at as usize)));
            let is_in_line = |bytes: &Range<usize>| line.get(bytes.clone()).is_some_and(|s| !s.is_empty());
            prop_assert!(folded.repairs.iter().all(|(bytes, _)| is_in_line(bytes)));
            prop_assert!(folded.repairs.is_sorted_by_key(|(bytes, _)| bytes.start));
        }
    }
}
