//! Tests of canonical lines.

use super::*;
use proptest::prelude::*;
use serde_json::json;

/// Values and what Python's `json.dumps(v, sort_keys=True, separators=(",", ":"))` made of them.
fn python_vectors() -> Vec<(Value, &'static str)> {
    vec![
        (json!({}), "{}"),
        (json!([]), "[]"),
        (json!({"b": 1, "a": 2, "B": 3, "aa": 4, "a-": 5}), r#"{"B":3,"a":2,"a-":5,"aa":4,"b":1}"#),
        (json!({"s": "\"\\\u{8}\t\n\u{c}\r/"}), r#"{"s":"\"\\\b\t\n\f\r/"}"#),
        (json!(["\0\u{1f}\u{7f}\u{80} ~"]), r#"["\u0000\u001f\u007f\u0080 ~"]"#),
        (json!({"name": "Håtunaleken – ⇒ 😀"}), r#"{"name":"H\u00e5tunaleken \u2013 \u21d2 \ud83d\ude00"}"#),
        (json!([MAX_INTEGER, -MAX_INTEGER, 0, -1]), "[9007199254740991,-9007199254740991,0,-1]"),
        (
            json!({"t": true, "f": false, "l": [[], {}, [{"x": [1]}]]}),
            r#"{"f":false,"l":[[],{},[{"x":[1]}]],"t":true}"#,
        ),
        (
            json!({"": "", "0208": "NO", "12:30": "1e3", "1": "0208"}),
            r#"{"":"","0208":"NO","1":"0208","12:30":"1e3"}"#,
        ),
        (
            json!({"\u{1}": "\u{feff}\u{ffff}\u{10ffff}", "\"": "'", "~": "\u{2028}"}),
            r#"{"\u0001":"\ufeff\uffff\udbff\udfff","\"":"'","~":"\u2028"}"#,
        ),
    ]
}

#[test]
fn lines_are_those_of_python() {
    for (value, expected) in python_vectors() {
        assert_eq!(line(&value).as_deref(), Ok(expected));
        assert_eq!(parse(expected), Ok(value));
    }
}

/// The values were made with `printf 'adjutant/1 entry\n%s\n' '{"a":1}' | sha256sum` and the like.
#[test]
fn hashes_are_those_of_the_shell() {
    let entry = "85812c560769d587ca9076775ce928a03e650d428eff80da49b4f4b5ee806dad";
    let bare = "21e46ff908b1c82df37e5d9016b9dffc37872923f6610582bfb0d992071a23a9";
    let four = "c0f735059ac548899e23a379bfc5fb3e3fc9a1d1cb988cd022c4556081e73741";
    assert_eq!(hash("entry", &[r#"{"a":1}"#]), entry);
    assert_eq!(hash("die", &[]), bare);
    assert_eq!(hash("link", &["g", "red", "1", "-"]), four);
}

#[test]
fn values_without_a_canonical_form_are_refused() {
    let refused = |value: Value| line(&value).map_err(|e| e.fault);
    assert_eq!(refused(json!({"a": null})), Err(Fault::Null));
    assert_eq!(refused(json!([1.0])), Err(Fault::Float));
    assert_eq!(refused(json!(MAX_INTEGER + 1)), Err(Fault::TooLarge));
    assert_eq!(refused(json!(-MAX_INTEGER - 1)), Err(Fault::TooLarge));
    assert_eq!(refused(json!(u64::MAX)), Err(Fault::TooLarge));
    assert_eq!(refused(json!({"å": 1})), Err(Fault::KeyNotAscii("å".to_owned())));
    assert_eq!(refused(json!("x".repeat(MAX_LENGTH))), Err(Fault::TooLong));
    let nested = |levels| (0..levels).fold(json!(1), |inner, _| json!([inner]));
    assert_eq!(refused(nested(MAX_DEPTH + 1)), Err(Fault::TooDeep));
    assert_eq!(refused(nested(MAX_DEPTH)).map(|l| l.len()), Ok(2 * MAX_DEPTH + 1));
}

#[test]
fn other_spellings_are_refused_with_place_and_reason() {
    let key = |key: &str| key.to_owned();
    for (text, column, fault) in [
        (r#"{"a":1,"a":2}"#, 8, Fault::DuplicateKey(key("a"))),
        (r#"{"a":1,"b":2,"a":3}"#, 14, Fault::DuplicateKey(key("a"))),
        (r#"{"b":1,"a":2}"#, 8, Fault::KeyOrder(key("a"))),
        (r#"{"\u00e5":1}"#, 2, Fault::KeyNotAscii(key("å"))),
        (r#"{"a": 1}"#, 6, Fault::Spacing),
        (r#"{"a":1} "#, 8, Fault::Spacing),
        (r#" {"a":1}"#, 1, Fault::Spacing),
        ("[1]\n", 4, Fault::Spacing),
        ("[1]]", 4, Fault::Trailing),
        ("[1.0]", 2, Fault::Float),
        ("[1e3]", 2, Fault::Float),
        ("[-0]", 2, Fault::NumberSpelling),
        ("[0208]", 2, Fault::NumberSpelling),
        ("[+1]", 2, Fault::NumberSpelling),
        ("[9007199254740992]", 2, Fault::TooLarge),
        ("[99999999999999999999999]", 2, Fault::TooLarge),
        ("[null]", 2, Fault::Null),
        ("[\"å\"]", 3, Fault::BareCharacter('å')),
        ("[\"\t\"]", 3, Fault::BareCharacter('\t')),
        (r#"["\u000a"]"#, 3, Fault::Escape),
        (r#"["\u0041"]"#, 3, Fault::Escape),
        (r#"["\u00E5"]"#, 3, Fault::Escape),
        (r#"["\/"]"#, 3, Fault::Escape),
        (r#"["\ud83d"]"#, 3, Fault::LoneSurrogate),
        (r#"["\ude00\ud83d"]"#, 3, Fault::LoneSurrogate),
        (r#"{"a":"#, 6, Fault::CutShort),
        (r#"["ab"#, 5, Fault::CutShort),
        ("", 1, Fault::CutShort),
        ("[1,]", 4, Fault::Unexpected(']')),
        ("[tru]", 2, Fault::Unexpected('t')),
        ("[å]", 2, Fault::Unexpected('å')),
        ("{1:2}", 2, Fault::Unexpected('1')),
    ] {
        assert_eq!(parse(text), Err(NotCanonical { column: Some(column), fault }), "{text}");
    }
}

#[test]
fn depth_and_length_are_bounded() {
    let nested = |levels| "[".repeat(levels) + &"]".repeat(levels);
    assert!(parse(&nested(MAX_DEPTH)).is_ok());
    assert_eq!(parse(&nested(MAX_DEPTH + 1)).map_err(|e| e.fault), Err(Fault::TooDeep));
    assert_eq!(parse(&"[".repeat(65_536)).map_err(|e| e.fault), Err(Fault::TooDeep));
    let long = format!("\"{}\"", "x".repeat(MAX_LENGTH));
    assert_eq!(parse(&long).map_err(|e| e.fault), Err(Fault::TooLong));
    let just = format!("\"{}\"", "x".repeat(MAX_LENGTH - 2));
    assert!(parse(&just).is_ok());
}

#[test]
fn errors_name_the_column() {
    let error = parse(r#"{"a": 1}"#).map_err(|e| e.to_string());
    assert_eq!(error, Err("column 6: blanks and line breaks are not allowed outside strings".to_owned()));
}

/// Values that have a canonical form, with strings from a pattern.
fn values(strings: &'static str) -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        any::<bool>().prop_map(Value::from),
        (-MAX_INTEGER..=MAX_INTEGER).prop_map(Value::from),
        strings.prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::btree_map("[ -~]{0,4}", inner, 0..6)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

proptest! {
    /// For text within U+0000–U+007E the line is that of RFC 8785.
    #[test]
    fn ascii_lines_are_those_of_the_canonicaliser_crate(value in values("[\\x00-\\x7e]{0,12}")) {
        let theirs = serde_json_canonicalizer::to_string(&value).unwrap();
        prop_assert_eq!(line(&value).unwrap(), theirs);
    }

    #[test]
    fn what_is_written_reads_back(value in values("\\PC{0,8}|[\\x00-\\x7f]{0,8}")) {
        let text = line(&value).unwrap();
        prop_assert!(text.bytes().all(is_printable));
        prop_assert_eq!(parse(&text).unwrap(), value.clone());
        prop_assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
    }

    /// A text is accepted only if it is, byte for byte, the line of its value.
    #[test]
    fn only_the_canonical_spelling_is_accepted(
        text in "([\\[\\]{}\",:\\\\ -]|null|true|false|\\\\u00e5|\\\\n|[0-9.eå]|\"a\":|\"b\":){0,14}",
    ) {
        if let Ok(value) = parse(&text) {
            prop_assert_eq!(line(&value).unwrap(), text);
        }
    }

    /// One changed character never leaves a second spelling of the same value.
    #[test]
    fn no_two_texts_have_one_value(
        value in values("[ -~]{0,6}"),
        at in any::<prop::sample::Index>(),
        new in "[ -~]",
    ) {
        let text = line(&value).unwrap();
        let i = at.index(text.len());
        let changed = format!("{}{new}{}", &text[..i], &text[i + 1..]);
        if let Ok(other) = parse(&changed) {
            prop_assert_eq!(other == value, changed == text);
        }
    }
}
