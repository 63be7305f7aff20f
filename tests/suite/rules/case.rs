//! The text of rule cases: keywords at the start of a line, what belongs to them indented below.

use adjutant::kernel::terms::DiceMode;
use adjutant::kernel::time::Instant;
use adjutant::kernel::yaml;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;

/// One rule case.
#[derive(Clone, Debug, Default)]
pub struct Case {
    /// The name of its file.
    pub file: String,
    /// The line of its heading.
    pub line: usize,
    /// The section, heading or reading that it is about, such as `§5.2`, `losses` or `R18`.
    pub section: String,
    /// What it shows.
    pub title: String,
    /// The scenario.
    pub scenario: String,
    /// Options by name.
    pub options: BTreeMap<String, String>,
    /// Where dice come from by the terms; the case itself says how they fall.
    pub mode: Option<DiceMode>,
    /// Components of an owner.
    pub components: Option<Value>,
    /// Who takes part, in the order of the terms; none where the game's usual seats do.
    pub seats: Vec<String>,
    /// What the game's own keywords say of the position that it begins with, in their order.
    pub position: Vec<Block>,
    /// How the dice fall, by label.
    pub dice: BTreeMap<String, Vec<String>>,
    /// What is done.
    pub steps: Vec<Step>,
    /// What is to be found: class, code, and the line or words that it is about.
    pub findings: Vec<Finding>,
    /// What helps are to say.
    pub helps: Vec<String>,
    /// What is to happen, an event a line; none where nothing can.
    pub events: Option<Vec<String>>,
    /// What stands otherwise at the end, a place a line; none where nothing can.
    pub after: Option<Vec<String>>,
}

/// A keyword with its text and the lines that belong to it.
#[derive(Clone, Debug)]
pub struct Block {
    /// Its line.
    pub line: usize,
    /// The keyword.
    pub word: String,
    /// What follows it.
    pub rest: String,
    /// The lines below it.
    pub body: Vec<String>,
}

/// Something that is done.
#[derive(Clone, Debug)]
pub enum Step {
    /// A seat sends a sheet.
    Sheet {
        /// Who.
        by: String,
        /// When, by its own word.
        sent: Option<Instant>,
        /// The lines as typed.
        lines: Vec<String>,
        /// How it comes.
        manner: Manner,
    },
    /// All pass until this moment.
    Pass(String),
}

/// How a sheet comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// Typed for this decision.
    Typed,
    /// Final before anybody judged it.
    Sealed,
    /// Not at all: the defaults count.
    Missing,
}

/// A finding, as expected or as made.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// `illegal`, `malformed`, `warning`, `repair` or `refused`.
    pub class: String,
    /// Its code.
    pub code: String,
    /// The order line; `-` for a whole sheet; for a refusal words of its message.
    pub about: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}: {}", self.class, self.code, self.about)
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}:{} {}", self.section, self.file, self.line, self.title)
    }
}

/// Reads the cases of a file.
///
/// Errors: the first line that cannot be read.
pub fn read(file: &str, text: &str) -> Result<Vec<Case>, String> {
    let mut cases: Vec<Case> = Vec::new();
    for block in blocks(file, text)? {
        let line = block.line;
        let at = |e: String| format!("{file}:{line}: {e}");
        if block.word == "CASE" {
            let (section, title) =
                block.rest.split_once(' ').ok_or_else(|| at("a case needs a title".into()))?;
            cases.push(Case {
                file: file.to_owned(),
                line,
                section: section.to_owned(),
                title: title.to_owned(),
                ..Case::default()
            });
        } else {
            let case = cases.last_mut().ok_or_else(|| at("no CASE stands before this".into()))?;
            take(case, block).map_err(at)?;
        }
    }
    Ok(cases)
}

fn blocks(file: &str, text: &str) -> Result<Vec<Block>, String> {
    let mut blocks: Vec<Block> = Vec::new();
    for (i, line) in text.lines().enumerate().filter(|(_, l)| !l.trim().is_empty() && !l.starts_with('#')) {
        match (line.strip_prefix("  "), blocks.last_mut()) {
            (Some(inner), Some(block)) => block.body.push(inner.to_owned()),
            (None, _) => {
                let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
                let (word, rest) = (word.to_owned(), rest.trim().to_owned());
                blocks.push(Block { line: i + 1, word, rest, body: Vec::new() });
            }
            (Some(_), None) => return Err(format!("{file}:{}: no keyword stands before this", i + 1)),
        }
    }
    Ok(blocks)
}

fn take(case: &mut Case, block: Block) -> Result<(), String> {
    let words: Vec<&str> = block.rest.split_whitespace().collect();
    match (block.word.as_str(), words.as_slice()) {
        ("SCENARIO", [scenario, options @ ..]) => {
            (*scenario).clone_into(&mut case.scenario);
            case.options = options_of(options)?;
        }
        ("MODE", [word]) => {
            let mode = DiceMode::ALL.into_iter().find(|mode| mode.word() == *word);
            case.mode = Some(mode.ok_or_else(|| format!("{word} is no mode of dice"))?);
        }
        ("COMPONENTS", []) => case.components = Some(components(&block.body)?),
        ("SEATS", [_, ..]) => case.seats = words.iter().map(|w| (*w).to_owned()).collect(),
        ("DICE", []) => dice(&mut case.dice, &block.body)?,
        ("ORDERS", [seat, how @ ..]) => case.steps.push(sheet(seat, how, block.body)?),
        ("PASS", ["to", _, ..]) => {
            let moment = block.rest.trim_start_matches("to").trim();
            case.steps.push(Step::Pass(moment.to_owned()));
        }
        ("EXPECT", [class, ..]) => case.findings.push(finding(class, &block.rest)?),
        ("HELP", [_, ..]) => case.helps.push(block.rest),
        ("EVENTS", []) => case.events = Some(block.body),
        ("AFTER", ["same"]) => case.after = Some(Vec::new()),
        ("AFTER", []) => case.after = Some(places(&block.body)?),
        (word, _) if word.chars().all(|c| c.is_ascii_uppercase()) => case.position.push(block),
        (word, _) => return Err(format!("{word} {} cannot be read", block.rest)),
    }
    Ok(())
}

/// `name=value`; words without `=` belong to the value before.
fn options_of(words: &[&str]) -> Result<BTreeMap<String, String>, String> {
    let mut options: BTreeMap<String, String> = BTreeMap::new();
    let mut last = None;
    for word in words {
        match (word.split_once('='), &last) {
            (Some((name, value)), _) => {
                options.insert(name.to_owned(), value.to_owned());
                last = Some(name);
            }
            (None, Some(name)) => {
                options.entry((*name).to_owned()).and_modify(|v| *v = format!("{v} {word}"));
            }
            (None, None) => return Err(format!("{word} is no option")),
        }
    }
    Ok(options)
}

fn components(body: &[String]) -> Result<Value, String> {
    yaml::read_value(&body.join("\n"), yaml::Limits::default()).map_err(|e| e.to_string())
}

/// Lines such as `r1 attack left: 4`; several results stand behind each other.
fn dice(script: &mut BTreeMap<String, Vec<String>>, body: &[String]) -> Result<(), String> {
    for line in body {
        let (label, results) = line.split_once(": ").ok_or_else(|| format!("{line} names no result"))?;
        let results = results.split_whitespace().map(str::to_owned).collect();
        if script.insert(label.to_owned(), results).is_some() {
            return Err(format!("{label} is rolled twice"));
        }
    }
    Ok(())
}

/// Lines such as `0505,0506 red infantry`, a place each: all but the first word is what stands there.
///
/// Errors: a line that names nothing, or a place named twice.
pub fn places(body: &[String]) -> Result<Vec<String>, String> {
    let mut places = Vec::new();
    for line in body {
        let (names, what) = line.split_once(' ').ok_or_else(|| format!("{line} names nothing"))?;
        places.extend(names.split(',').map(|name| format!("{name} {what}")));
    }
    let mut sorted = places.clone();
    sorted.sort();
    match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(format!("{} is named twice", pair[0])),
        None => Ok(places),
    }
}

fn sheet(seat: &str, how: &[&str], lines: Vec<String>) -> Result<Step, String> {
    let (manner, sent) = match how {
        ["sealed", rest @ ..] => (Manner::Sealed, rest),
        ["missing", rest @ ..] => (Manner::Missing, rest),
        rest => (Manner::Typed, rest),
    };
    let sent = match sent {
        [] => None,
        ["sent", at] => Some(instant(at)?),
        _ => return Err("write ORDERS seat sealed sent INSTANT".to_owned()),
    };
    Ok(Step::Sheet { by: seat.to_owned(), sent, lines, manner })
}

fn finding(class: &str, text: &str) -> Result<Finding, String> {
    let rest = text[class.len()..].trim();
    let (code, about) = rest.split_once(": ").ok_or("write EXPECT class code: what it is about")?;
    let known = ["illegal", "malformed", "warning", "repair", "refused"];
    if !known.contains(&class) {
        return Err(format!("{class} is none of {}", known.join(", ")));
    }
    Ok(Finding { class: class.to_owned(), code: code.to_owned(), about: about.to_owned() })
}

/// An instant as a case writes it.
///
/// Errors: a text that is none.
pub fn instant(text: &str) -> Result<Instant, String> {
    text.parse().map_err(|_| format!("{text} is no instant"))
}

/// A number as a case writes it.
///
/// Errors: a text that is none.
pub fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("{text} is no number"))
}
