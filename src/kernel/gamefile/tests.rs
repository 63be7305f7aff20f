//! Tests of game files.

use super::*;
use proptest::prelude::*;
use serde_json::json;

fn sample() -> GameFile {
    GameFile {
        format: FORMAT,
        game: "borodino-3".to_owned(),
        rules: "battle/1".to_owned(),
        step: 1812,
        awaiting: vec![Awaited {
            seat: "red".to_owned(),
            decision: "move".to_owned(),
            need: Need::Required,
            prompt: "Move and attack, then say END".to_owned(),
        }],
        over: None,
        position: json!({
            "turn": 7,
            "units": {"red-1": "0208", "red-2": "1010"},
            "options": ["NO", true, 1500],
        }),
        head: "85812c560769d587ca9076775ce928a03e650d428eff80da49b4f4b5ee806dad".to_owned(),
        contacts: BTreeMap::from([("red".to_owned(), "Ann <ann@example.org>".to_owned())]),
        components: None,
        amendment: None,
        openings: Vec::new(),
        history: vec![
            r#"{"kind":"terms","seats":["red","blue"]}"#.to_owned(),
            r#"{"name":"H\u00e5"}"#.to_owned(),
        ],
    }
}

const SAMPLE: &str = r#"adjutant: 1
game: borodino-3
rules: battle/1
step: 1812
awaiting:
  - seat: red
    decision: move
    need: required
    prompt: Move and attack, then say END
position:
  options:
    - "NO"
    - true
    - 1500
  turn: 7
  units:
    red-1: "0208"
    red-2: "1010"
head: "85812c560769d587ca9076775ce928a03e650d428eff80da49b4f4b5ee806dad"
contacts:
  red: "Ann <ann@example.org>"
openings: {}
history: |
  {"kind":"terms","seats":["red","blue"]}
  {"name":"H\u00e5"}
"#;

fn read(text: &str) -> Result<GameFile, String> {
    GameFile::read(text.as_bytes()).map_err(|error| error.to_string())
}

fn hint(text: &str) -> String {
    GameFile::read(text.as_bytes()).unwrap_err().hint.unwrap_or_default()
}

#[test]
fn the_layout_is_fixed() {
    assert_eq!(sample().write(), SAMPLE);
    assert_eq!(read(SAMPLE), Ok(sample()));
}

#[test]
fn optional_keys_and_empty_lists() {
    let ended = GameFile {
        awaiting: Vec::new(),
        over: Some("Red holds the redoubt: red wins.".to_owned()),
        components: Some(json!({"units": []})),
        amendment: Some(json!({"agreed": ["red"], "prev": "0".repeat(64), "what": {"draw": true}})),
        openings: vec![r#"{"entry":1,"seat":"red"}"#.to_owned(), "{}".to_owned()],
        contacts: BTreeMap::new(),
        history: Vec::new(),
        ..sample()
    };
    let text = ended.write();
    assert_eq!(read(&text), Ok(ended));
    for line in ["awaiting: []", "contacts: {}", "components:", "amendment:", "openings: |", "history: |"] {
        assert!(text.lines().any(|other| other == line), "{line} in {text}");
    }
}

#[test]
fn what_editors_and_mailers_do_without_harm_is_accepted() {
    for text in [
        format!("\u{feff}{SAMPLE}"),
        SAMPLE.replace('\n', "\r\n"),
        format!("\u{feff}{}", SAMPLE.replace('\n', "\r\n")),
        SAMPLE.replace("\n  {", "\n\n  {"),
        SAMPLE.replace("}\n", "}  \n"),
        SAMPLE.replace("\n  {", "\n    {"),
        SAMPLE.replace("history: |", "history: |-"),
        SAMPLE.replace("history: |", "history: |+ "),
        format!("# my copy\n---\n{SAMPLE}\n\n"),
        SAMPLE.trim_end().to_owned(),
        armour::wrap(SAMPLE, "borodino-3"),
        format!(
            "Hi Bo!\n\n{}\nAnn\n",
            armour::wrap(&SAMPLE.replace('\n', "\r\n"), "x").replace('\n', "\r\n> ")
        ),
    ] {
        assert_eq!(read(&text), Ok(sample()), "{text}");
    }
}

#[test]
fn a_history_that_was_changed_on_its_way_is_noticed() {
    let rewrapped = SAMPLE.replace("[\"red\",", "[\"red\",\n");
    let rewrapped_at_blank = SAMPLE.replace("[\"red\",", "[\"red\",\n  ");
    let folded = SAMPLE.replace("history: |", "history: >");
    let quoted = SAMPLE.replace("history: |", "history: \"{}");
    let list = SAMPLE.replace("history: |", "history:").replace("\n  {", "\n  - {");
    let missing = &SAMPLE[..SAMPLE.find("history").unwrap()];
    let not_last = format!("{SAMPLE}head: x\n");
    let less_indented = SAMPLE.replace("  {\"name", " {\"name");
    let not_indented = SAMPLE.replace("\n  {", "\n{");
    for (text, expected) in [
        (&*rewrapped, "line 24: an entry of the history must be one line"),
        (&rewrapped_at_blank, "line 24: an entry of the history must be one line"),
        (&folded, "line 23: the history is not a block of lines"),
        (&quoted, "line 23: the history is not a block of lines"),
        (&list, "line 23: the history is not a block of lines"),
        (missing, "the history is missing"),
        (&not_last, "line 26: the history must stand last"),
        (&less_indented, "line 25: the history must stand last"),
        (&not_indented, "line 24: the history must stand last"),
    ] {
        let error = read(text).unwrap_err();
        assert!(error.starts_with(expected), "{error}");
        assert_eq!(hint(text), ASK_AGAIN);
    }
    let damaged = armour::wrap(SAMPLE, "x").replacen("YWRq", "YWRr", 1);
    assert!(read(&damaged).unwrap_err().contains("damaged"));
}

#[test]
fn what_is_no_text_is_named() {
    let utf_16: Vec<u8> = SAMPLE.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let with_mark: Vec<u8> = [0xff, 0xfe].into_iter().chain(utf_16.clone()).collect();
    let latin_1 = SAMPLE.replace("Ann <", "Å <").chars().map(|c| c as u8).collect();
    let binary = SAMPLE.replace("Ann <", "\0<").into_bytes();
    for (bytes, expected) in [
        (utf_16, "line 1: this file is UTF-16, not UTF-8; save it as UTF-8"),
        (with_mark, "line 1: this file is UTF-16, not UTF-8; save it as UTF-8"),
        (latin_1, "line 21: the byte 0xC5 is not UTF-8; save the file as UTF-8"),
        (binary, "line 21: this is not a text file"),
        (vec![b'a'; (16 << 20) + 1], "the file is larger than 16777216 bytes"),
        (Vec::new(), "this is not a game file: it has no line \"adjutant: 1\""),
    ] {
        assert_eq!(GameFile::read(&bytes).unwrap_err().to_string(), expected);
    }
}

#[test]
fn another_format_or_another_file_is_named() {
    let newer = SAMPLE.replace("adjutant: 1", "adjutant: 2");
    assert_eq!(read(&newer), Err("line 1: this file has format 2; this program reads format 1".to_owned()));
    assert_eq!(hint(&newer), "install a newer adjutant");
    let none = SAMPLE.replace("adjutant: 1", "adjutant: one");
    assert_eq!(read(&none), Err("line 1: expected the format, adjutant: 1".to_owned()));
    assert!(hint("ORDERS borodino-3 step 7 red K3QF-7TNA-S\nEND\n").contains("turn file"));
    let quoted: String = SAMPLE.lines().map(|line| format!("> {line}\n")).collect();
    assert_eq!(hint(&quoted), ASK_AGAIN);
}

#[test]
fn faults_in_the_keys_have_a_place() {
    for (from, to, expected) in [
        ("game: b", "gime: b", "line 2, column 1: there is no key \"gime\" here"),
        ("game: b", "game: x\ngame: b", "line 3, column 1: the key \"game\" occurs twice"),
        ("game: borodino-3\n", "", "line 21, column 1: the key \"game\" is missing in this map"),
        ("openings: {}\n", "", "line 20, column 1: the key \"openings\" is missing in this map"),
        (
            "need: required",
            "need: never",
            "line 8, column 11: unknown variant `never`, expected one of required, optional",
        ),
        (
            "\"0208\"",
            "0208",
            "line 17, column 12: a bare 0208 can be misread as a number; write \"0208\" in quotes",
        ),
        (
            "\"NO\"",
            "NO",
            "line 12, column 7: a bare NO can be misread as true, false or nothing; write \"NO\" in quotes",
        ),
        (
            "step: 1812",
            "step: one",
            "line 4, column 7: this does not fit here; expected a whole number, not negative",
        ),
        (
            "contacts:\n  red",
            "contacts:\n\tred",
            "line 21, column 1: a tab in the indentation; YAML indents with blanks only",
        ),
        (
            "openings: {}",
            "openings: &a {}",
            "line 22, column 14: anchors (&name) are not allowed; write the text in quotes if it is one",
        ),
    ] {
        assert_eq!(read(&SAMPLE.replacen(from, to, 1)), Err(expected.to_owned()), "{to}");
    }
    assert_eq!(hint(&SAMPLE.replace("game: b", "gime: b")), "did you mean \"game\"?");
}

fn values() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        any::<bool>().prop_map(Value::from),
        (-2000_i64..20_000).prop_map(Value::from),
        "\\PC{0,8}|[0-9]{4}|[a-z]{1,3}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 20, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map("[a-z]{1,4}|[0-9]{4}", inner, 0..4)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

fn awaited() -> impl Strategy<Value = Awaited> {
    let need = prop_oneof![Just(Need::Required), Just(Need::Optional)];
    ("[a-z]{1,3}", "[a-z-]{1,8}", need, "\\PC{0,20}").prop_map(|(seat, decision, need, prompt)| Awaited {
        seat,
        decision,
        need,
        prompt,
    })
}

fn game_files() -> impl Strategy<Value = GameFile> {
    let keys =
        ("[a-z0-9-]{1,9}", "[a-z]{1,6}/[0-9]", 0_u64..20_000, prop::option::of("\\PC{0,20}"), "[0-9a-f]{64}");
    let values = (values(), prop::option::of(values()), prop::option::of(values()));
    let maps = (
        prop::collection::btree_map("[a-z]{1,3}", "\\PC{0,12}", 0..3),
        prop::collection::vec("\\{[ -~]{0,20}\\}", 0..3),
    );
    let lists = (prop::collection::vec(awaited(), 0..3), prop::collection::vec("\\{[ -~]{0,20}\\}", 0..4));
    (keys, values, maps, lists).prop_map(|(keys, values, maps, lists)| GameFile {
        format: FORMAT,
        game: keys.0,
        rules: keys.1,
        step: keys.2,
        awaiting: lists.0,
        over: keys.3,
        position: values.0,
        head: keys.4,
        contacts: maps.0,
        components: values.1,
        amendment: values.2,
        openings: maps.1,
        history: lists.1,
    })
}

proptest! {
    #[test]
    fn what_is_written_reads_back(file in game_files()) {
        let text = file.write();
        prop_assert_eq!(read(&text), Ok(file.clone()), "{}", text);
        prop_assert_eq!(read(&armour::wrap(&text, &file.game)), Ok(file));
    }

    /// Another YAML reader sees the same keys and the history as one text.
    #[test]
    fn another_reader_sees_the_same(file in game_files()) {
        let seen: Value = serde_yaml_archived::from_str(&file.write()).unwrap();
        let history: String = file.history.iter().map(|entry| format!("{entry}\n")).collect();
        prop_assert_eq!(&seen["history"], &Value::from(history));
        prop_assert_eq!(&seen["position"], &file.position);
        prop_assert_eq!(&seen["head"], &Value::from(file.head));
        let openings: String = file.openings.iter().map(|line| format!("{line}\n")).collect();
        let expected = if openings.is_empty() { json!({}) } else { Value::from(openings) };
        prop_assert_eq!(&seen["openings"], &expected);
    }

    #[test]
    fn no_bytes_make_reading_panic(
        bytes in prop::collection::vec(any::<u8>(), 0..60),
        at in any::<prop::sample::Index>(),
    ) {
        let mut file = SAMPLE.as_bytes().to_vec();
        let at = at.index(file.len());
        let end = (at + bytes.len()).min(file.len());
        file.splice(at..end, bytes.iter().copied());
        let _ = GameFile::read(&file);
        let _ = GameFile::read(&bytes);
    }
}
