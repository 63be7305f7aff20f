//! Tests of making text of bytes.

use super::*;
use proptest::prelude::*;

fn text(bytes: impl AsRef<[u8]>) -> String {
    decode(bytes.as_ref()).unwrap().text
}

/// The text and the repairs, for inputs where the repairs matter.
fn read(bytes: impl AsRef<[u8]>) -> (String, Vec<String>) {
    let decoded = decode(bytes.as_ref()).unwrap();
    (decoded.text, decoded.repairs.into_iter().map(|r| r.what).collect())
}

fn untouched(input: &str) {
    assert_eq!(decode(input.as_bytes()), Ok(Decoded { text: input.to_owned(), repairs: vec![] }));
}

fn utf16_of(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    std::iter::once(0xFEFF).chain(text.encode_utf16()).flat_map(bytes).collect()
}

#[test]
fn plain_text_is_left_alone() {
    for input in ["", "0208→0209\n", "no line end", "tab\there", "a\n\nb\n", "日本 ж é"] {
        untouched(input);
    }
}

#[test]
fn the_size_is_bounded_before_anything_is_read() {
    let size = MAX_BYTES + 1;
    let error = decode(&vec![0; size]).unwrap_err();
    assert_eq!(error, DecodeError::TooLarge { size, limit: MAX_BYTES });
    assert!(error.to_string().contains("1048577"));
    assert!(decode(&vec![b'a'; MAX_BYTES]).is_ok());
}

#[test]
fn every_line_end_becomes_a_line_feed_silently() {
    assert_eq!(read("a\r\nb\rc\nd\r\n\r\ne\u{2028}f"), ("a\nb\nc\nd\n\ne\nf".to_owned(), vec![]));
}

#[test]
fn byte_order_marks_and_utf16_are_read_silently() {
    let order = "0208→0209 𝟘\n";
    assert_eq!(read(format!("\u{FEFF}{order}")), (order.to_owned(), vec![]));
    assert_eq!(read(utf16_of(order, u16::to_le_bytes)), (order.to_owned(), vec![]));
    assert_eq!(read(utf16_of(order, u16::to_be_bytes)), (order.to_owned(), vec![]));
}

#[test]
fn damaged_utf16_is_refused_where_it_breaks() {
    let mut odd = utf16_of("ab", u16::to_le_bytes);
    odd.push(b'c');
    assert_eq!(decode(&odd), Err(DecodeError::NotText { offset: 6, advice: BROKEN_UTF16 }));
    let lone = [0xFE, 0xFF, 0, b'a', 0xD8, 0, 0, b'b'];
    assert_eq!(decode(&lone), Err(DecodeError::NotText { offset: 4, advice: BROKEN_UTF16 }));
    let nul = [0xFF, 0xFE, b'a', 0, 0, 0];
    assert_eq!(decode(&nul), Err(DecodeError::NotText { offset: 4, advice: SAVE_AS_TEXT }));
}

#[test]
fn windows_1252_is_the_last_resort_and_is_told() {
    let (text, repairs) = read(b"0208\x960209\n0505\x970606\n");
    assert_eq!(text, "0208–0209\n0505—0606\n");
    assert_eq!(repairs, ["2 lines are not UTF-8; they were read as windows-1252"]);
}

#[test]
fn a_line_in_another_encoding_does_not_spoil_the_others() {
    let (text, repairs) = read(b"0208\xE2\x86\x920209\n0505\x960606\n");
    assert_eq!(text, "0208→0209\n0505–0606\n");
    assert_eq!(repairs, ["1 line is not UTF-8; it was read as windows-1252"]);
}

#[test]
fn what_is_no_text_is_refused_with_advice() {
    assert_eq!(decode(b"ab\0c"), Err(DecodeError::NotText { offset: 2, advice: SAVE_AS_TEXT }));
    for (start, advice) in FORMATS {
        assert_eq!(decode(start), Err(DecodeError::NotText { offset: 0, advice }));
    }
    let noise: Vec<u8> = (0..600).map(|i| if i % 3 == 0 { 1 } else { b'a' }).collect();
    assert_eq!(decode(&noise), Err(DecodeError::NotText { offset: 0, advice: SAVE_AS_TEXT }));
}

#[test]
fn stray_control_characters_become_spaces() {
    let decoded = decode(b"0208\n0209\x1B[31m\x1A").unwrap();
    assert_eq!(decoded.text, "0208\n0209 [31m ");
    let what = "control characters were read as spaces".to_owned();
    assert_eq!(decoded.repairs, [Repair { line: Some(2), what }]);
}

#[test]
fn punctuation_taken_for_latin_1_is_recovered() {
    for input in ["0208\u{96}0209", "0208&#150;0209"] {
        let (text, repairs) = read(input);
        assert_eq!(text, "0208–0209");
        assert!(repairs.last().unwrap().contains("windows-1252"), "{repairs:?}");
    }
    assert_eq!(text("a\u{81}b"), "a b");
}

#[test]
fn quoted_printable_is_decoded_where_it_plainly_is_that() {
    for (input, want) in [
        ("0208=E2=86=920209\n", "0208→0209\n"),
        ("0208=e2=86=920209\n", "0208→0209\n"),
        ("0208=C2=A0-> 0209", "0208\u{A0}-> 0209"),
        ("0208 =96 0209", "0208 – 0209"),
        ("0208 -> 0209=20\n0210=3D>0211\n", "0208 -> 0209 \n0210=>0211\n"),
        ("caf=C3=A9", "café"),
        ("0208=E2=86=920209  \n\n\n", "0208→0209\n\n\n"),
        ("a=20\n=\nb=20\n", "a \nb \n"),
    ] {
        let (text, repairs) = read(input);
        assert_eq!(text, want, "{input}");
        assert_eq!(repairs.len(), 1, "{input}");
        assert!(repairs[0].starts_with("quoted-printable"));
    }
}

#[test]
fn soft_line_breaks_are_joined_when_the_line_is_long() {
    let long = "0607,0708 x 0707 advance 0607 # both attack, and 0607 moves in if it wins";
    assert_eq!(text(format!("{long}=\r\n the fight\r\n")), format!("{long} the fight\n"));
    untouched("odds =\n3\n");
}

#[test]
fn equals_signs_that_are_no_code_are_left_alone() {
    for input in [
        "0208=>0209\n0505==>0606\n",
        "armies=96\nto=0208\nnote=A0\nx = 3\n",
        "Report\n======\n\n================================================================\n",
        "=",
        "==",
        "a=E",
        "=20 men and =3 guns",
    ] {
        untouched(input);
    }
}

#[test]
fn a_line_written_in_the_clear_survives_in_quoted_printable() {
    let input = "0208=E2=86=920209\n0505=>0606\n0607→0608\n0101==>0102 =20\n";
    assert_eq!(text(input), "0208→0209\n0505=>0606\n0607→0608\n0101==>0102  \n");
}

#[test]
fn html_entities_are_read_and_told_once() {
    let decoded =
        decode(b"# plan\n0208&rarr;0209\n0505&#8594;0606&#x2192;0607\n&nbsp;0208-&gt;0209").unwrap();
    assert_eq!(decoded.text, "# plan\n0208→0209\n0505→0606→0607\n\u{A0}0208->0209");
    assert_eq!(decoded.repairs.len(), 1);
    assert_eq!(decoded.repairs[0].line, Some(2));
    assert!(decoded.repairs[0].what.contains("(&rarr;, &#8594;, &#x2192;)"));
}

#[test]
fn html_entities_of_dashes_signs_and_breaks() {
    assert_eq!(text("1&ndash;2&mdash;3&minus;4&times;5&amp;6&lt;7"), "1–2—3−4×5&6<7");
    assert_eq!(text("a<br>b<BR/>\nc<br />\n\nd"), "a\nb\nc\n\nd");
    assert_eq!(text("a&#13;&#10;b&#13;c"), "a\nb\nc");
    assert_eq!(text("&amp;rarr;"), "&rarr;");
}

#[test]
fn the_text_of_a_page_is_not_read_as_html_again() {
    let decoded = decode_page(b"# &lt;br&gt; &rarr;<br>0208\x960209").unwrap();
    assert_eq!(decoded.text, "# &lt;br&gt; &rarr;<br>0208–0209");
}

#[test]
fn ampersands_and_angle_brackets_that_are_no_html_are_left_alone() {
    for input in [
        "Tom & Jerry; R&D; AT&T",
        "& &; &# &#; &#x; &#0; &#xD800; &nosuch; &rarr",
        "<b <br <brook> <",
        "&é;",
        "0208<-0209 <= 3",
        "<html><body>0208&rarr;0209<br></body></html>",
    ] {
        untouched(input);
    }
}

#[test]
fn the_largest_inputs_of_any_kind_are_read_in_linear_time() {
    for piece in
        ["=", "= ", "=96 ", "=\n", "&", "&a", "&#x2192;", "<br ", "\r", "a\n", "\u{301}\u{323}", "\u{96}"]
    {
        assert!(decode(piece.repeat(MAX_BYTES / piece.len()).as_bytes()).is_ok(), "{piece:?}");
    }
}

#[test]
fn the_text_is_in_nfc() {
    assert_eq!(read("Orle\u{301}ans \u{212B}"), ("Orléans Å".to_owned(), vec![]));
}

/// Bytes that look like the things that are decoded, cut and glued at random.
fn mangled() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        proptest::collection::vec(any::<u8>(), 0..4),
        prop::sample::select(
            [
                "=",
                "=\n",
                "=20",
                "=E2=86=92",
                "=96",
                "=00",
                "=>",
                "&",
                "&rarr;",
                "&#",
                "&#x2192;",
                ";",
                "<br",
                ">",
                "<html",
                "\r\n",
                "\r",
                "\n",
                "0208",
                "→",
                "é",
                "e\u{301}",
                "\u{96}",
                "\u{2028}",
                "\u{FEFF}",
                " ",
                "\x1b",
            ]
            .map(|s| s.as_bytes().to_vec())
            .to_vec()
        ),
        Just(vec![0xFF, 0xFE]),
        Just(vec![0xD8, 0x00]),
    ];
    proptest::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn any_bytes_give_a_printable_text_or_an_error(bytes in mangled()) {
        match decode(&bytes) {
            Ok(decoded) => {
                prop_assert!(!decoded.text.contains(is_control));
                prop_assert!(!decoded.text.contains(['\r', '\0']));
                prop_assert!(decoded.text.len() <= 4 * bytes.len());
                let lines = decoded.text.matches('\n').count() + 1;
                prop_assert!(decoded.repairs.iter().all(|r| r.line.is_none_or(|n| 1 <= n && n <= lines)));
            }
            Err(DecodeError::NotText { offset, .. }) => prop_assert!(offset < bytes.len()),
            Err(DecodeError::TooLarge { .. }) => prop_assert!(false),
        }
    }

    #[test]
    fn quoted_printable_comes_back_as_it_was(text in "[0-9a-z →é×\u{A0}]{0,200}→[0-9 =>]{0,80}") {
        let sent = quoted_printable::encode_to_str(&text);
        let back = decode(sent.as_bytes()).unwrap().text;
        prop_assert_eq!(back.trim_end(), text.trim_end());
    }
}
