//! The game file: one YAML document for people and scripts, with the history as text at its end.
//!
//! What a person wants to know stands first: which game, whose turn, what is awaited, the position. Then
//! what the tool needs, and last the block `history: |`, one canonical line an entry. That block is split
//! off by its lines and never goes through a YAML reader, so no reader's opinion can touch what is hashed,
//! and a file that a mailer has re-wrapped is noticed line by line. Whether the entries are sound is for
//! the history to verify; here they only begin and end as entries do.

use super::game::Need;
use super::history::canonical;
use super::terms::FORMAT;
use super::yaml::layout::{self, Node};
use super::yaml::{self, Limits, YamlError};
use super::{armour, armour::ArmourError};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What to do about a file that was changed on its way.
const ASK_AGAIN: &str = "ask the sender to attach the file, or to write it with --armour";

/// A game file's contents.
#[derive(Clone, Debug, PartialEq)]
pub struct GameFile {
    /// The format, [`FORMAT`]; the key `adjutant` in the first line.
    pub format: u32,
    /// The game's short name, for people: `borodino-3`.
    pub game: String,
    /// Rules and their version: `battle/1`.
    pub rules: String,
    /// The open step; 0 while not all have joined, the last step's number when the game is over.
    pub step: u64,
    /// What is awaited, in the order of the seats.
    pub awaiting: Vec<Awaited>,
    /// How the game ended, in one sentence; none while it goes on.
    pub over: Option<String>,
    /// The public position, made to be read.
    pub position: Value,
    /// The head: hash of the newest entry.
    pub head: String,
    /// Mail addresses by seat, outside the chain, so that a player may change his.
    pub contacts: BTreeMap<String, String>,
    /// The players' own components, where they supplied any.
    pub components: Option<Value>,
    /// An amendment for which consent is being gathered, as [`Proposal`](super::history::proposal::Proposal) reads it.
    pub amendment: Option<Value>,
    /// What somebody may know beyond the chain, and what fits the commitments in it: canonical lines.
    pub openings: Vec<String>,
    /// The entries from the oldest on, each a canonical line.
    pub history: Vec<String>,
}

/// A decision that a seat owes or may take.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Awaited {
    /// The seat's id.
    pub seat: String,
    /// The decision's name in the rules.
    pub decision: String,
    /// Whether the step waits for it.
    pub need: Need,
    /// What is asked, in one sentence.
    pub prompt: String,
}

/// The game file as a JSON Schema (draft 2020-12), for editors and scripts.
pub fn schema() -> Value {
    let text = |description: &str| json!({ "type": "string", "description": description });
    let number = |description: &str| json!({ "type": "integer", "minimum": 0, "description": description });
    let map = |description: &str| json!({ "type": "object", "description": description });
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "adjutant game file",
        "type": "object",
        "additionalProperties": false,
        "required": ["adjutant", "game", "rules", "step", "awaiting", "position", "head", "contacts", "openings", "history"],
        "properties": {
            "adjutant": { "const": FORMAT, "description": "version of the format" },
            "game": text("short name of the game"),
            "rules": text("rules module and version, such as battle/1"),
            "step": number("the open step; 0 before all have joined, the last step once the game is over"),
            "awaiting": { "type": "array", "description": "what is awaited", "items": awaited_schema() },
            "over": text("how the game ended"),
            "position": map("the position, made to be read; it follows from the history"),
            "head": { "type": "string", "pattern": "^[0-9a-f]{64}$", "description": "hash of the newest entry" },
            "contacts": { "type": "object", "description": "names and addresses by seat", "additionalProperties": { "type": "string" } },
            "components": map("an owner's real components"),
            "amendment": map("what is proposed, and who has consented"),
            "openings": { "type": ["string", "object"], "maxProperties": 0, "description": "what somebody may know beyond the history, one canonical JSON line each" },
            "history": text("one canonical JSON line an entry"),
        },
    })
}

fn awaited_schema() -> Value {
    json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["seat", "decision", "need", "prompt"],
        "properties": {
            "seat": { "type": "string", "pattern": "^[a-z][a-z0-9-]{0,15}$" },
            "decision": { "type": "string" },
            "need": { "enum": ["required", "optional"] },
            "prompt": { "type": "string" },
        },
    })
}

/// A file that is not a game file, or not whole.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{message}", place(*.line, *.column))]
pub struct GameFileError {
    /// Stable code, `gamefile/condition`.
    pub code: &'static str,
    /// Line, from 1, where there is one; in an armoured file that of the text inside.
    pub line: Option<usize>,
    /// Column in characters, from 1.
    pub column: Option<usize>,
    /// What is wrong.
    pub message: String,
    /// What to do about it, where there is more to say.
    pub hint: Option<String>,
}

fn place(line: Option<usize>, column: Option<usize>) -> String {
    match (line, column) {
        (Some(line), Some(column)) => format!("line {line}, column {column}: "),
        (Some(line), None) => format!("line {line}: "),
        (None, _) => String::new(),
    }
}

impl GameFileError {
    fn new(code: &'static str, line: Option<usize>, message: impl Into<String>) -> Self {
        Self { code, line, column: None, message: message.into(), hint: None }
    }

    fn hint(mut self, hint: &str) -> Self {
        self.hint = Some(hint.to_owned());
        self
    }
}

impl From<YamlError> for GameFileError {
    fn from(error: YamlError) -> Self {
        let YamlError { line, column, message, hint } = error;
        Self { code: "gamefile/yaml", line: Some(line), column: Some(column), message, hint }
    }
}

impl From<ArmourError> for GameFileError {
    fn from(error: ArmourError) -> Self {
        Self::new("gamefile/armour", None, error.to_string())
    }
}

/// The keys before the history, as they are read.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    adjutant: u32,
    game: String,
    rules: String,
    step: u64,
    awaiting: Vec<Awaited>,
    over: Option<String>,
    position: Value,
    head: String,
    contacts: BTreeMap<String, String>,
    components: Option<Value>,
    amendment: Option<Value>,
    openings: BTreeMap<String, Value>,
}

impl GameFile {
    /// Reads a game file, plain or in armour, of at most 16 MiB.
    ///
    /// # Errors
    /// The file is no text in UTF-8, no game file of this format, breaks a rule of [`yaml`], lacks a key, or
    /// its history is missing, not last, or was changed on its way.
    pub fn read(bytes: &[u8]) -> Result<Self, GameFileError> {
        let limit = Limits::default().bytes;
        if bytes.len() > limit {
            return Err(GameFileError::new(
                "gamefile/too-large",
                None,
                format!("the file is larger than {limit} bytes"),
            ));
        }
        let text = yaml::with_plain_line_ends(text_of(bytes)?);
        if begins_as_game_file(&text) {
            return Self::from_text(&text);
        }
        match armour::unwrap(&text) {
            Some(opened) => Self::from_text(&yaml::with_plain_line_ends(&opened?)),
            None => Self::from_text(&text),
        }
    }

    fn from_text(text: &str) -> Result<Self, GameFileError> {
        check_format(text)?;
        let (keys, history) = split_history(text)?;
        let (keys, openings) = split_openings(keys)?;
        let document: Document = yaml::read(&keys, Limits::default())?;
        if let Some(key) = document.openings.keys().next() {
            let message = format!("openings is a block of lines (openings: |), not a map with {key:?}");
            return Err(GameFileError::new("gamefile/openings-not-a-block", None, message).hint(ASK_AGAIN));
        }
        Ok(Self {
            format: document.adjutant,
            game: document.game,
            rules: document.rules,
            step: document.step,
            awaiting: document.awaiting,
            over: document.over,
            position: document.position,
            head: document.head,
            contacts: document.contacts,
            components: document.components,
            amendment: document.amendment,
            openings,
            history,
        })
    }

    /// The full id of the game: the hash of the first entry. The history is not verified by this.
    pub fn id(&self) -> String {
        self.history.first().map_or(String::new(), |terms| canonical::hash("entry", &[terms]))
    }

    /// The file's text. The same contents always give the same bytes.
    ///
    /// Values must have a canonical form, as everything that is hashed has; a null or a fraction would be
    /// written as it is and refused when read. The entries must be single lines.
    pub fn write(&self) -> String {
        let mut out = layout::document(&Node::Map(self.keys()));
        if !self.openings.is_empty() {
            write_block(&mut out, "openings", &self.openings);
        }
        write_block(&mut out, "history", &self.history);
        out
    }

    /// The keys before the history in the file's order.
    fn keys(&self) -> Vec<(String, Node)> {
        let mut keys = vec![
            ("adjutant", Node::Bare(self.format.to_string())),
            ("game", self.game.as_str().into()),
            ("rules", self.rules.as_str().into()),
            ("step", Node::Bare(self.step.to_string())),
            ("awaiting", Node::List(self.awaiting.iter().map(Node::from).collect())),
        ];
        keys.extend(self.over.as_deref().map(|over| ("over", over.into())));
        keys.push(("position", (&self.position).into()));
        keys.push(("head", self.head.as_str().into()));
        keys.push(("contacts", map(&self.contacts, |address| address.as_str().into())));
        keys.extend(self.components.as_ref().map(|components| ("components", components.into())));
        keys.extend(self.amendment.as_ref().map(|amendment| ("amendment", amendment.into())));
        if self.openings.is_empty() {
            keys.push(("openings", Node::Map(Vec::new())));
        }
        keys.into_iter().map(|(key, node)| (key.to_owned(), node)).collect()
    }
}

/// A key with a literal block of lines.
fn write_block(out: &mut String, key: &str, lines: &[String]) {
    out.push_str(key);
    out.push_str(": |\n");
    for line in lines {
        out.push_str("  ");
        out.push_str(line);
        out.push('\n');
    }
}

fn map<T>(entries: &BTreeMap<String, T>, node: impl Fn(&T) -> Node) -> Node {
    Node::Map(entries.iter().map(|(key, value)| (key.clone(), node(value))).collect())
}

impl From<&Awaited> for Node {
    fn from(awaited: &Awaited) -> Self {
        let need = match awaited.need {
            Need::Required => "required",
            Need::Optional => "optional",
        };
        let entries = [
            ("seat", awaited.seat.as_str()),
            ("decision", &awaited.decision),
            ("need", need),
            ("prompt", &awaited.prompt),
        ];
        Self::Map(entries.into_iter().map(|(key, text)| (key.to_owned(), text.into())).collect())
    }
}

/// The bytes as text, or in plain words what they are instead.
fn text_of(bytes: &[u8]) -> Result<&str, GameFileError> {
    const UTF_16: &str = "this file is UTF-16, not UTF-8; save it as UTF-8";
    if bytes.starts_with(&[0xff, 0xfe])
        || bytes.starts_with(&[0xfe, 0xff])
        || matches!(bytes, [0, _, ..] | [_, 0, ..])
    {
        return Err(GameFileError::new("gamefile/not-utf8", Some(1), UTF_16));
    }
    let line_at = |at: usize| Some(bytes[..at].split(|&byte| byte == b'\n').count());
    if let Some(at) = bytes.iter().position(|&byte| byte == 0) {
        return Err(GameFileError::new("gamefile/not-text", line_at(at), "this is not a text file"));
    }
    std::str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to();
        let byte = bytes.get(at).copied().unwrap_or_default();
        GameFileError::new(
            "gamefile/not-utf8",
            line_at(at),
            format!("the byte 0x{byte:02X} is not UTF-8; save the file as UTF-8"),
        )
    })
}

/// Whether the first line that says anything is the one with the format.
fn begins_as_game_file(text: &str) -> bool {
    let says_nothing =
        |line: &&str| line.trim().is_empty() || line.starts_with('#') || line.trim_end() == "---";
    text.lines().find(|line| !says_nothing(line)).is_some_and(|line| line.starts_with("adjutant:"))
}

/// Refuses another format before any key of it is complained about.
fn check_format(text: &str) -> Result<(), GameFileError> {
    let Some((i, rest)) =
        text.lines().enumerate().find_map(|(i, line)| Some((i, line.strip_prefix("adjutant:")?)))
    else {
        return Err(not_a_game_file(text));
    };
    match rest.split('#').next().unwrap_or_default().trim().parse::<u32>() {
        Ok(FORMAT) => Ok(()),
        Ok(other) => {
            let message = format!("this file has format {other}; this program reads format {FORMAT}");
            let hint = if other > FORMAT { "install a newer adjutant" } else { "install an older adjutant" };
            Err(GameFileError::new("gamefile/other-format", Some(i + 1), message).hint(hint))
        }
        Err(_) => Err(GameFileError::new(
            "gamefile/other-format",
            Some(i + 1),
            format!("expected the format, adjutant: {FORMAT}"),
        )),
    }
}

fn not_a_game_file(text: &str) -> GameFileError {
    let error = GameFileError::new(
        "gamefile/none",
        None,
        format!("this is not a game file: it has no line \"adjutant: {FORMAT}\""),
    );
    let first = text.trim_start().lines().next().unwrap_or_default();
    if text.trim().is_empty() {
        error.hint("the file is empty: the command that should have written it probably failed")
    } else if first.starts_with("ORDERS") {
        error.hint("it looks like a turn file; the game file goes first")
    } else if first.starts_with('>') {
        error.hint(ASK_AGAIN)
    } else {
        error.hint("give the game file first, as it was attached to the newest mail, such as NAME.0007.yaml")
    }
}

/// Splits the text into the keys before the history and the history's entries.
fn split_history(text: &str) -> Result<(&str, Vec<String>), GameFileError> {
    let mut start = 0;
    for (i, line) in text.split_inclusive('\n').enumerate() {
        if let Some(style) = line.strip_prefix("history:") {
            if !matches!(style.trim(), "|" | "|-" | "|+") {
                let message =
                    "the history is not a block of lines (history: |); some program has rewritten the file";
                return Err(
                    GameFileError::new("gamefile/history-not-a-block", Some(i + 1), message).hint(ASK_AGAIN)
                );
            }
            let entries = entries(&text[start + line.len()..], i + 2)?;
            return Ok((&text[..start], entries));
        }
        start += line.len();
    }
    let message = "the history is missing: there is no line \"history: |\"; the file may have been cut off";
    Err(GameFileError::new("gamefile/history-missing", None, message).hint(ASK_AGAIN))
}

/// Splits the keys before the history into those before the openings, if these are a block of lines, and the lines. The
/// block is read as an empty map in its place.
fn split_openings(keys: &str) -> Result<(String, Vec<String>), GameFileError> {
    let mut start = 0;
    for (i, line) in keys.split_inclusive('\n').enumerate() {
        let end = start + line.len();
        if line.strip_prefix("openings:").is_some_and(|style| matches!(style.trim(), "|" | "|-" | "|+")) {
            let lines = entries(&keys[end..], i + 2)?;
            return Ok((format!("{}openings: {{}}\n", &keys[..start]), lines));
        }
        start = end;
    }
    Ok((keys.to_owned(), Vec::new()))
}

/// The entries of the block, whose first line has the given number.
fn entries(block: &str, first: usize) -> Result<Vec<String>, GameFileError> {
    let mut indentation: Option<&str> = None;
    let mut entries = Vec::new();
    for (line, number) in block.lines().zip(first..).filter(|(line, _)| !line.trim().is_empty()) {
        let own = &line[..line.len() - line.trim_start_matches(' ').len()];
        let expected = *indentation.get_or_insert(own);
        if own.len() < expected.len() || own.is_empty() {
            let message = "the history must stand last, and this line does not belong to it";
            return Err(
                GameFileError::new("gamefile/history-not-last", Some(number), message).hint(ASK_AGAIN)
            );
        }
        let entry = line[expected.len()..].trim_end();
        if !entry.starts_with('{') || !entry.ends_with('}') {
            let message =
                "an entry of the history must be one line from { to }; a mailer has re-wrapped the file";
            return Err(GameFileError::new("gamefile/history-wrapped", Some(number), message).hint(ASK_AGAIN));
        }
        entries.push(entry.to_owned());
    }
    Ok(entries)
}

#[cfg(test)]
mod tests;
