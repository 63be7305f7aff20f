//! Tests of reading and writing YAML.

use super::*;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Piece {
    name: String,
    hex: String,
    #[serde(default)]
    moves: u8,
    #[serde(default)]
    routed: bool,
    #[serde(default)]
    marks: BTreeMap<String, i32>,
    #[serde(default)]
    path: Vec<String>,
}

fn piece(text: &str) -> Result<Piece, String> {
    read(text, Limits::default()).map_err(|error| error.to_string())
}

fn value(text: &str) -> Result<Value, String> {
    read_value(text, Limits::default()).map_err(|error| error.to_string())
}

#[test]
fn a_plain_file_is_read() {
    let text =
        "# a comment\nname: Old Guard\nhex: \"0208\"\nmoves: 3\nrouted: true\npath: ['1010', \"1111\"]\n";
    let expected = Piece {
        name: "Old Guard".to_owned(),
        hex: "0208".to_owned(),
        moves: 3,
        routed: true,
        marks: BTreeMap::new(),
        path: vec!["1010".to_owned(), "1111".to_owned()],
    };
    assert_eq!(piece(text), Ok(expected));
    assert_eq!(piece(&format!("\u{feff}---\n{text}")), piece(text));
    assert_eq!(piece(&text.replace('\n', "\r\n")), piece(text));
    assert_eq!(piece(&text.replace('\n', "\r")), piece(text));
}

#[test]
fn bare_scalars_that_readers_disagree_about_are_refused() {
    for bare in [
        "0208",
        "-0",
        "00",
        "+1",
        "1e3",
        "1.5",
        ".5",
        "1.",
        "0x1F",
        "0o17",
        "0b1",
        "1_000",
        "12:30",
        "2026-01-01",
        "2026-01-01T12:30:00Z",
        "190:20:30",
        "NO",
        "no",
        "Off",
        "on",
        "YES",
        "y",
        "N",
        "True",
        "FALSE",
        "null",
        "Null",
        "~",
        "=",
        ".inf",
        "-.INF",
        ".nan",
        "NaN",
        "inf",
        "+inf",
    ] {
        for text in [format!("name: {bare}"), format!("name: [{bare}]"), format!("{bare}: x")] {
            let error = value(&text).unwrap_err();
            assert!(error.contains(&format!("a bare {bare} can be misread as")), "{text}: {error}");
            assert!(error.ends_with(&format!("write {bare:?} in quotes")), "{text}: {error}");
        }
        assert_eq!(value(&format!("'{bare}'")), Ok(json!(bare)));
    }
    assert!(value("name: 9007199254740992").unwrap_err().contains("too large"));
}

#[test]
fn numbers_booleans_and_words_may_stand_bare() {
    let text =
        "- 0\n- -7\n- 1812\n- 9007199254740991\n- true\n- red\n- 1st Division\n- x1\n- 3 attack left\n";
    let expected =
        json!([0, -7, 1812, 9_007_199_254_740_991_i64, true, "red", "1st Division", "x1", "3 attack left"]);
    assert_eq!(value(text), Ok(expected));
}

/// A number where a coordinate belongs is refused at its place, whatever its digits.
#[test]
fn a_bare_number_never_becomes_a_text() {
    let misread = |place, bare| {
        format!("{place}: a bare {bare} can be misread as a number; write \"{bare}\" in quotes")
    };
    assert_eq!(piece("name: x\nhex: 0208\n"), Err(misread("line 2, column 6", "0208")));
    assert_eq!(piece("name: x\nhex: 1010\n"), Err(misread("line 2, column 6", "1010")));
    assert_eq!(piece("name: x\nhex: y1\npath: [a, 12]\n"), Err(misread("line 3, column 11", "12")));
    assert_eq!(piece("marks:\n  1010: 1\n"), Err(misread("line 2, column 3", "1010")));
    assert_eq!(piece("marks:\n  7: 1\n"), Err(misread("line 2, column 3", "7")));
    assert!(piece("name: true\n").unwrap_err().contains("misread as true or false"));
}

#[test]
fn errors_have_a_place_and_plain_words() {
    for (text, expected) in [
        ("name: a\nname: b\n", "line 2, column 1: the key \"name\" occurs twice"),
        ("marks:\n  a: 1\n  a: 2\n", "line 3, column 3: the key \"a\" occurs twice"),
        ("name: a\nhexx: b\n", "line 2, column 1: there is no key \"hexx\" here"),
        ("name: a\n", "line 1, column 1: the key \"hex\" is missing in this map"),
        ("moves: many\n", "line 1, column 8: this does not fit here; expected a whole number, not negative"),
        ("moves: 256\n", "line 1, column 8: this does not fit here; expected a whole number, not negative"),
        ("routed: maybe\n", "line 1, column 9: this does not fit here; expected true or false"),
        ("path: a\n", "line 1, column 7: a list (lines of \"- item\") is expected here"),
        ("marks: a\n", "line 1, column 8: a map (lines of \"key: value\") is expected here"),
        ("name: [a]\n", "line 1, column 7: a text is expected here"),
        ("marks:\n\ta: 1\n", "line 2, column 1: a tab in the indentation; YAML indents with blanks only"),
        (
            "name:\nhex: a\n",
            "line 1, column 5: a value is missing here; write \"\" for an empty text, [] or {} for none",
        ),
        (
            "name: a\u{0}\n",
            "line 1, column 8: the control character U+0000 cannot stand in a text; this may not be a text file",
        ),
        ("", "line 1, column 1: the file is empty"),
        ("# nothing\n", "line 1, column 1: the file is empty"),
    ] {
        assert_eq!(piece(text), Err(expected.to_owned()), "{text:?}");
    }
    let hint = |text| read::<Piece>(text, Limits::default()).unwrap_err().hint.unwrap_or_default();
    assert_eq!(hint("hexx: b\n"), "did you mean \"hex\"?");
    assert_eq!(hint("zzzz: b\n"), "known keys: name, hex, moves, routed, marks, path");
    assert!(hint("> name: a\n> hex: b\n").contains("attachment"));
}

#[test]
fn what_only_attackers_and_accidents_write_is_refused() {
    for (text, expected) in [
        ("name: &a x\n", "anchors (&name) are not allowed"),
        ("name: *a\n", "aliases (*name) are not allowed"),
        ("a: &a [x]\nb: *a\n", "anchors (&name) are not allowed"),
        ("name: !!str x\n", "tags (!name) are not allowed"),
        ("name: ! 12\n", "tags (!name) are not allowed"),
        ("name: !x {a: 1}\n", "tags (!name) are not allowed"),
        ("a: {<<: {b: 1}}\n", "a bare << can be misread as a merge of maps"),
        ("name: a\n---\nname: b\n", "a second document begins here"),
        ("%YAML 1.1\n---\nname: b\n", "directives (lines that begin with %) are not allowed"),
        ("? [a]\n: b\n", "a key must be a text"),
        ("{a: 1}: b\n", "a key must be a text"),
    ] {
        let error = value(text).unwrap_err();
        assert!(error.contains(expected), "{text:?}: {error}");
    }
}

#[test]
fn depth_and_size_are_bounded() {
    let limits = Limits { bytes: 200, depth: 24 };
    let nested = |levels| "[".repeat(levels) + &"]".repeat(levels);
    let blocks = |levels| "- ".repeat(levels) + "x";
    for text in [nested(24), blocks(24)] {
        assert!(read_value(&text, limits).is_ok(), "{text}");
    }
    for text in [nested(25), blocks(25)] {
        let error = read_value(&text, limits).unwrap_err().message;
        assert_eq!(error, "lists and maps are nested deeper than 24 levels");
    }
    let error = read_value(&"x".repeat(201), limits).unwrap_err().message;
    assert_eq!(error, "the file is larger than 200 bytes");
}

#[test]
fn hostile_texts_are_refused_at_once() {
    let mut bomb = "a0: &a0 [x, x]\n".to_owned();
    for i in 1..30 {
        bomb += &format!("a{i}: &a{i} [*a{0}, *a{0}, *a{0}, *a{0}]\n", i - 1);
    }
    let steps: String = (0..400).map(|i| " ".repeat(i) + "a:\n").collect();
    for text in [
        "[".repeat(65_536),
        "a: ".to_owned() + &"[".repeat(65_536),
        "{".repeat(65_536),
        "{a: ".repeat(65_536),
        "- ".repeat(65_536),
        "? ".repeat(65_536),
        "[a, ".repeat(65_536),
        "\"".repeat(65_537),
        "&a ".repeat(65_536),
        "!a ".repeat(65_536),
        "a:\n- ".repeat(65_536),
        "---\n".repeat(65_536),
        "a: x\n".repeat(65_536),
        "'".to_owned() + &"x\n".repeat(100_000),
        bomb,
        steps,
    ] {
        let start = Instant::now();
        let excerpt: String = text.chars().take(20).collect();
        assert!(value(&text).is_err(), "{excerpt}");
        // Long enough for a slow machine that does much else, and far too short for what grows with a square.
        assert!(start.elapsed() < Duration::from_secs(20), "{excerpt} took {:?}", start.elapsed());
    }
}

#[test]
fn values_are_laid_out_in_the_order_of_their_fields() {
    let piece = Piece {
        name: "Old Guard, 1st".to_owned(),
        hex: "0208".to_owned(),
        moves: 3,
        routed: false,
        marks: BTreeMap::from([("12".to_owned(), -1), ("smoke".to_owned(), 2)]),
        path: vec!["0207".to_owned(), "home".to_owned()],
    };
    let expected = "\
name: Old Guard, 1st
hex: \"0208\"
moves: 3
routed: false
marks:
  \"12\": -1
  smoke: 2
path:
  - \"0207\"
  - home
";
    assert_eq!(write(&piece).as_deref(), Ok(expected));
    assert_eq!(super::tests::piece(expected), Ok(piece));
    let nested = json!({"a": [[1, [2]], {"b": {"c": []}, "d": {}}], "e": ""});
    let expected = "\
a:
  - - 1
    - - 2
  - b:
      c: []
    d: {}
e: \"\"
";
    assert_eq!(write(&nested).as_deref(), Ok(expected));
}

#[test]
fn nulls_and_fractions_are_not_written() {
    for value in [json!({"a": null}), json!([1.5])] {
        assert!(write(&value).is_err(), "{value}");
    }
    assert!(write(&BTreeMap::from([((1, 2), 3)])).is_err());
}

/// Strings that some reader takes for something else, and some with awkward characters.
const AWKWARD: &[&str] = &[
    "0208",
    "1010",
    "12",
    "-1",
    "NO",
    "off",
    "y",
    "true",
    "null",
    "~",
    "",
    " ",
    "a ",
    " a",
    "1e3",
    "12:30",
    "1_000",
    "0x1F",
    "2026-01-01",
    "=",
    "<<",
    "- a",
    "-",
    "?",
    "a: b",
    "a:",
    "#a",
    "a #b",
    "[a]",
    "{a}",
    "*a",
    "&a",
    "!a",
    "%a",
    "@a",
    "`a",
    "\"",
    "it's",
    "a\nb",
    "tab\there",
    "Håtunaleken → Ö",
    "\u{feff}\u{7f}\u{85}\u{2028}\u{1b}",
    "---",
    "😀\u{202e}",
];

#[test]
fn awkward_strings_read_back_here_and_elsewhere() {
    let map: BTreeMap<&str, &str> = AWKWARD.iter().map(|text| (*text, *text)).collect();
    for value in [json!(AWKWARD), json!(map), json!({"list": AWKWARD, "map": {"deeper": map}})] {
        assert_reads_back(&value);
    }
    for text in AWKWARD {
        assert_reads_back(&json!(text));
    }
}

/// Written here, a value is the same read here and by the archived crate, another YAML parser.
fn assert_reads_back(value: &Value) {
    let text = write(value).unwrap();
    assert!(text.ends_with('\n'));
    assert_eq!(read_value(&text, Limits::default()).as_ref(), Ok(value), "{text}");
    assert_eq!(&serde_yaml_archived::from_str::<Value>(&text).unwrap(), value, "{text}");
}

fn values() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        any::<bool>().prop_map(Value::from),
        (-2000_i64..20_000).prop_map(Value::from),
        "\\PC{0,8}|[ -~]{0,8}|[0-9eE.:_+-]{1,6}|[a-zA-Z]{1,3}|[\\x00-\\u{ff}]{0,4}".prop_map(Value::from),
        prop::sample::select(AWKWARD).prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 30, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::btree_map("[ -~]{0,6}|[0-9]{1,4}", inner, 0..5)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn what_is_written_reads_back(value in values()) {
        assert_reads_back(&value);
    }

    #[test]
    fn no_text_makes_reading_panic(
        text in "([\\[\\]{}:,?&*!|>'\"%@`#\n -]|a|0208|: |- |\t|<<|å|\\PC){0,40}",
    ) {
        let _ = value(&text);
    }
}
