//! Where turn files are in texts that mailers have had.

use super::*;
use crate::kernel::orders::decode::decode;
use proptest::prelude::*;

const CANONICAL: &str = "\
ORDERS borodino-3 step 7 red K3QF-7TNA-C

0208→0209
0505→0606→0607
0607,0708 x 0707 advance 0607
if 0707 is red
  0706→0705
end
END
";

fn texts(lines: &[RawLine]) -> Vec<&str> {
    lines.iter().map(|line| line.text.as_str()).collect()
}

/// The only turn file of a text, which must be complete.
fn only(text: &str) -> RawSheet {
    let mut wrapper = find(text);
    assert_eq!(wrapper.sheets.len(), 1, "{text}");
    let sheet = wrapper.sheets.remove(0);
    assert!(sheet.end.is_some(), "{text}");
    sheet
}

/// Head and order lines as a grammar gets them.
fn orders(bytes: &[u8]) -> Vec<String> {
    let sheet = only(&decode(bytes).unwrap().text);
    assert_eq!(sheet.headers, [], "{:?}", sheet.headers);
    std::iter::once(&sheet.head)
        .chain(&sheet.body)
        .map(|line| fold(&line.text).text.trim().to_owned())
        .collect()
}

#[test]
fn a_turn_file_is_taken_apart() {
    let sheet = only(CANONICAL);
    assert_eq!(
        sheet.head,
        RawLine { number: 1, text: "ORDERS borodino-3 step 7 red K3QF-7TNA-C".to_owned() }
    );
    assert_eq!(sheet.headers, []);
    assert_eq!(sheet.body.len(), 6);
    assert_eq!(sheet.body[4], RawLine { number: 7, text: "  0706→0705".to_owned() });
    assert_eq!(sheet.end, Some(RawLine { number: 9, text: "END".to_owned() }));
}

#[test]
fn what_stands_around_it_is_outside() {
    let wrapper = find(&format!("Hi Bo,\n\nmy Orders: below\n{CANONICAL}\nCheers\n-- \nAnn\n"));
    assert_eq!(wrapper.sheets.len(), 1);
    let outside: Vec<_> =
        wrapper.outside.iter().map(|o| (o.line.number, o.line.text.as_str(), o.follows)).collect();
    assert_eq!(
        outside,
        [
            (1, "Hi Bo,", None),
            (3, "my Orders: below", None),
            (14, "Cheers", Some(0)),
            (15, "-- ", Some(0)),
            (16, "Ann", Some(0))
        ]
    );
}

#[test]
fn a_head_needs_the_word_and_a_space() {
    for head in ["ORDERS x", "  orders x", "Orders\u{A0}x", "\u{200B}ORDERS\tx"] {
        assert_eq!(find(head).sheets.len(), 1, "{head:?}");
    }
    for other in ["ORDERS", "ORDERS ", "Orders: x", "ORDERSx y", "my ORDERS x", "> ORDERS x", "# ORDERS x"] {
        assert_eq!(find(other).sheets.len(), 0, "{other:?}");
    }
}

#[test]
fn headers_are_read_as_in_a_mail() {
    let sheet = only(
        "ORDERS g red\nLink: 5f1c 9a02\n  77aa\u{A0} 03bd\n\t0011\nSent:2026-11-29T20:15Z\nX-Note:\n\n\
         0208→0209\nplan: this is no header\nEND",
    );
    let headers: Vec<_> = sheet.headers.iter().map(|(l, n, v)| (l.number, n.as_str(), v.as_str())).collect();
    assert_eq!(
        headers,
        [(2, "Link", "5f1c 9a02 77aa 03bd 0011"), (5, "Sent", "2026-11-29T20:15Z"), (6, "X-Note", "")]
    );
    assert_eq!(texts(&sheet.body), ["0208→0209", "plan: this is no header"]);
}

#[test]
fn the_blank_line_after_headers_may_be_missing() {
    let sheet = only("ORDERS g red\nSent: now\n0208→0209\nEND");
    assert_eq!((sheet.headers.len(), sheet.body.len()), (1, 1));
    assert_eq!(only("ORDERS g red\n  0208→0209\nEND").body.len(), 1);
    assert_eq!(only("ORDERS g red\nSent: now\n  END").headers[0].2, "now");
}

#[test]
fn an_indented_turn_file_has_indented_headers() {
    let sheet = only("    ORDERS g red\n    Link: 5f1c\n      9a02\n    Sent: now\n\n    0208→0209\n    END");
    assert_eq!(sheet.headers.len(), 2);
    assert_eq!(sheet.headers[0].2, "5f1c 9a02");
    assert_eq!(sheet.body.len(), 1);
}

#[test]
fn headers_survive_double_spacing() {
    let text = "ORDERS g red\nLink: 5f1c\n  9a02\nSent: now\n\n0208→0209\n  plan: x\nEND\n";
    let (single, double) = (only(text), only(&text.replace('\n', "\n\n")));
    assert_eq!(single.headers.len(), 2);
    assert_eq!(texts(&single.body), texts(&double.body));
    let values = |sheet: &RawSheet| sheet.headers.iter().map(|h| h.2.clone()).collect::<Vec<_>>();
    assert_eq!(values(&single), values(&double));
}

#[test]
fn end_closes_the_turn_file_in_any_spelling() {
    for end in ["END", "end", "End.", "END . ", "  END\u{A0}", "ＥＮＤ", "END # over", "- END", "• end."]
    {
        let wrapper = find(&format!("ORDERS g red\n\n0208→0209\n{end}\n0505→0606"));
        assert_eq!(wrapper.sheets[0].end.as_ref().unwrap().text, end);
        assert_eq!(wrapper.outside.len(), 1, "{end}");
    }
    for other in ["ENDE", "END OF ORDERS", "end if", "THE END"] {
        assert_eq!(find(&format!("ORDERS g red\n{other}")).sheets[0].end, None, "{other}");
    }
}

#[test]
fn blocks_are_closed_before_the_turn_file() {
    let sheet = only("ORDERS g\nif a\nNext turn\n1\nEND\nelse\n2\nEnd.\nnextdoor\niffy\nEND\n");
    assert_eq!(sheet.body.len(), 9);
    assert_eq!(sheet.end.unwrap().number, 11);
    let open = &find("ORDERS g\nif a\n1\nEND\n").sheets[0];
    assert_eq!((open.body.len(), &open.end), (3, &None));
}

#[test]
fn a_signature_or_another_head_ends_a_turn_file() {
    let wrapper = find("ORDERS g red\n1\n-- \nAnn\nORDERS g blue\nif x\n2\nORDERS g green\n3");
    let bodies: Vec<_> = wrapper.sheets.iter().map(|s| texts(&s.body)).collect();
    assert_eq!(bodies, [vec!["1"], vec!["if x", "2"], vec!["3"]]);
    assert!(wrapper.sheets.iter().all(|s| s.end.is_none()));
    assert_eq!(wrapper.outside.len(), 2);
    assert_eq!(wrapper.outside[1].follows, Some(0));
}

#[test]
fn an_older_mail_ends_a_turn_file_that_has_no_end() {
    for mark in [
        "-----Original Message-----",
        "________________________________",
        "From: Bo\nSent: Monday, 30 November 2026\nTo: Ann\nSubject: x",
        "-----Original Message-----\n\nVon: Bo\nGesendet: Montag, 30. November 2026\nAn: Ann",
    ] {
        for below in ["0505→0606", "ORDERS g blue\n\n# a\nEND", "-- \nEND"] {
            let wrapper = find(&format!("ORDERS g red\n\n0208→0209\n{mark}\n{below}\n"));
            assert_eq!(texts(&wrapper.sheets[0].body), ["0208→0209"], "{mark}");
            assert_eq!(wrapper.sheets[0].end, None, "{mark}");
        }
    }
}

#[test]
fn a_rule_above_the_end_of_a_turn_file_is_a_line_of_it() {
    for rule in ["----------", "----- left -----", "a: 1\nb: 2\nc: 3"] {
        let sheet = only(&format!("ORDERS g red\n\n0208→0209\n{rule}\n0505→0606\nEND\n"));
        assert_eq!(sheet.body.len(), 2 + rule.lines().count(), "{rule}");
    }
    for mail in
        ["-----Original Message-----\nFrom: Bo\nSent: 30 November\nTo: Ann", "Von: b@x.y\nAn: a\nBetreff: z"]
    {
        let wrapper = find(&format!("ORDERS g red\n\n0208→0209\n{mail}\n\n0505→0606\nEND\n"));
        assert_eq!(texts(&wrapper.sheets[0].body), ["0208→0209"], "{mail}");
    }
}

#[test]
fn a_block_left_open_does_not_reach_into_the_next_turn_file() {
    let wrapper = find("ORDERS g red\nif x\nORDERS g blue\n2\nEND\n");
    assert!(wrapper.sheets[1].end.is_some());
}

#[test]
fn quoted_lines_are_kept_apart() {
    let wrapper = find("> ORDERS g red\n\nORDERS g red\n> Link: 1\n0208→0209\n>> 0505→0606\n| if x\nEND\n");
    assert_eq!(texts(&wrapper.sheets[0].body), ["0208→0209"]);
    assert_eq!(texts(&wrapper.quoted), ["> ORDERS g red", "> Link: 1", ">> 0505→0606", "| if x"]);
    assert!(wrapper.outside.is_empty());
}

#[test]
fn orders_written_into_the_quote_are_recognised_as_such() {
    for mark in ["> ", ">", "| ", " > > ", ">| ", "\u{A0}> "] {
        let quoted = format!("{mark}{}", CANONICAL.trim_end().replace('\n', &format!("\n{mark}")));
        let wrapper = find(&quoted);
        assert_eq!((wrapper.sheets.len(), wrapper.outside.len()), (0, 0), "{mark:?}");
        assert_eq!(wrapper.quoted_head().unwrap().number, 1, "{mark:?}");
        assert_eq!(unquote(&wrapper.quoted[2].text), "0208→0209");
    }
    assert_eq!(find("> hello\n").quoted_head(), None);
}

/// Ways in which mailers deliver the same turn file.
fn manglings() -> Vec<(&'static str, Vec<u8>)> {
    let utf16 = |bytes: fn(u16) -> [u8; 2]| {
        std::iter::once(0xFEFF).chain(CANONICAL.encode_utf16()).flat_map(bytes).collect::<Vec<u8>>()
    };
    let replaced = |from: &str, to: &str| CANONICAL.replace(from, to).into_bytes();
    let lines = |change: fn(&str) -> String| CANONICAL.lines().map(change).collect::<String>().into_bytes();
    vec![
        ("CRLF", replaced("\n", "\r\n")),
        ("CR", replaced("\n", "\r")),
        ("BOM", format!("\u{FEFF}{CANONICAL}").into_bytes()),
        ("UTF-16 LE", utf16(u16::to_le_bytes)),
        ("UTF-16 BE", utf16(u16::to_be_bytes)),
        (
            "windows-1252",
            replaced("→", "–").split(|&b| b == 0xE2).fold(Vec::new(), |mut out, part| {
                out.extend(
                    part.strip_prefix(b"\x80\x93").map_or(part.to_vec(), |rest| [b"\x96", rest].concat()),
                );
                out
            }),
        ),
        ("quoted-printable", quoted_printable::encode(CANONICAL)),
        ("quoted-printable dashes", replaced("→", " =96 ")),
        ("no-break spaces", replaced(" ", "\u{A0}")),
        ("zero-width spaces", replaced("→", "\u{200B}→\u{200B}")),
        ("HTML entities", replaced("→", "&rarr;")),
        ("HTML arrows", replaced("→", "-&gt;")),
        (
            "HTML breaks",
            lines(|line| format!("{}<br>\n", line.replace("  ", "&nbsp; ").replace('→', "&#8594;"))),
        ),
        ("double spacing", replaced("\n", "\n\n")),
        ("double spacing in CRLF", replaced("\n", "\r\n\r\n")),
        ("trailing blanks", lines(|line| format!("{line} \t \u{A0}\n"))),
        ("indented", lines(|line| format!("    {line}\n"))),
        ("full-width digits", replaced("0208", "０２０８")),
        ("lower case", replaced("END", "end")),
        (
            "in a reply",
            format!("Hi!\n\n{CANONICAL}\nOn Sunday Bo wrote:\n> ORDERS x\n> 0101→0102\n").into_bytes(),
        ),
        ("quotes within", replaced("\n", "\n> 0101→0102\n")),
        ("a signature below", format!("{CANONICAL}-- \nORDERLY Ann\n0101→0102\n").into_bytes()),
    ]
}

#[test]
fn every_mangling_gives_the_same_orders() {
    let want = orders(CANONICAL.as_bytes());
    assert_eq!(want.len(), 7);
    for (mangling, bytes) in manglings() {
        let got: Vec<String> = orders(&bytes).iter().map(|line| line.replace(" → ", "→")).collect();
        assert_eq!(got, want, "{mangling}");
    }
}

fn any_text() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        "\\PC{0,12}",
        prop::sample::select(vec![
            "ORDERS g red",
            "orders x",
            "> ORDERS g",
            "END",
            "end.",
            "  end",
            "if x",
            "next",
            "-- ",
            "",
            " ",
            "\u{A0}",
            "Link: 5f1c",
            "  9a02",
            "0208→0209",
            "> 0208",
            "|",
            "# END",
        ])
        .prop_map(str::to_owned),
    ];
    proptest::collection::vec(line, 0..40).prop_map(|lines| lines.join("\n"))
}

/// The numbers of the lines that a wrapper holds, continued header lines excepted.
fn numbers(wrapper: &Wrapper) -> Vec<usize> {
    let sheets = wrapper.sheets.iter().flat_map(|sheet| {
        std::iter::once(&sheet.head)
            .chain(sheet.headers.iter().map(|header| &header.0))
            .chain(&sheet.body)
            .chain(&sheet.end)
    });
    let mut numbers: Vec<usize> = sheets
        .chain(wrapper.outside.iter().map(|outside| &outside.line))
        .chain(&wrapper.quoted)
        .map(|line| line.number)
        .collect();
    numbers.sort_unstable();
    numbers
}

proptest! {
    #[test]
    fn no_line_is_taken_twice_and_none_that_is_not_blank_is_lost(text in any_text()) {
        let numbers = numbers(&find(&text));
        prop_assert!(numbers.is_sorted_by(|a, b| a < b));
        for (index, line) in text.lines().enumerate() {
            let is_kept = numbers.contains(&(index + 1));
            let plain = fold(line).text;
            let may_be_continuation = plain.starts_with(' ');
            prop_assert!(is_kept || plain.trim().is_empty() || may_be_continuation, "{:?}", line);
        }
    }

    #[test]
    fn a_quoted_line_is_never_in_a_body(text in any_text()) {
        let quoted = format!("> {}", text.replace('\n', "\n> "));
        let wrapper = find(&format!("ORDERS g red\n{quoted}"));
        prop_assert_eq!(wrapper.sheets.len(), 1);
        prop_assert!(wrapper.sheets[0].body.is_empty() && wrapper.outside.is_empty());
    }
}
