//! The text of rule cases: keywords at the start of a line, what belongs to them indented below.

use adjutant::games::battle::data::Faction;
use adjutant::kernel::board::hex::Hex;
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
    /// The section or reading that it is about, such as `§5.2` or `R18`.
    pub section: String,
    /// What it shows.
    pub title: String,
    /// The scenario.
    pub scenario: String,
    /// Options by name.
    pub options: BTreeMap<String, String>,
    /// Components of an owner.
    pub components: Option<Value>,
    /// Units by hex, headquarters left out.
    pub board: BTreeMap<Hex, String>,
    /// The sub-turn that it begins with; none for the set-up.
    pub turn: Option<(u16, Faction)>,
    /// Units lost before: whose, how many, which.
    pub lost: Vec<(Faction, u8, String)>,
    /// Who called stalemate, and in which turn.
    pub stalemate: Option<(Faction, u16)>,
    /// What the clocks show.
    pub clock: Option<Clock>,
    /// What is done.
    pub steps: Vec<Step>,
    /// What is to be found: class, code, and the line or words that it is about.
    pub findings: Vec<Finding>,
    /// What is to happen, an event a line; none where nothing can.
    pub events: Option<Vec<String>>,
    /// The hexes that change; none where nothing can.
    pub after: Option<BTreeMap<Hex, String>>,
}

/// What the clocks show before the first sheet.
#[derive(Clone, Debug)]
pub struct Clock {
    /// When the last turn file was sent.
    pub last: Instant,
    /// Seconds used, by faction.
    pub used: [u64; 2],
}

/// Something that is done.
#[derive(Clone, Debug)]
pub enum Step {
    /// A faction sends a sheet.
    Sheet {
        /// Who.
        by: Faction,
        /// When, by its own word.
        sent: Option<Instant>,
        /// The lines as typed.
        lines: Vec<String>,
        /// Whether they were final before anybody judged them.
        sealed: bool,
    },
    /// Both factions pass until this sub-turn.
    Pass(u16, Faction),
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

/// A keyword with its text and the lines that belong to it.
struct Block<'a> {
    line: usize,
    word: &'a str,
    rest: &'a str,
    body: Vec<&'a str>,
}

/// Reads the cases of a file.
///
/// Errors: the first line that cannot be read.
pub fn read(file: &str, text: &str) -> Result<Vec<Case>, String> {
    let mut cases: Vec<Case> = Vec::new();
    for block in blocks(file, text)? {
        let at = |e: String| format!("{file}:{}: {e}", block.line);
        if block.word == "CASE" {
            let (section, title) =
                block.rest.split_once(' ').ok_or_else(|| at("a case needs a title".into()))?;
            cases.push(Case {
                file: file.to_owned(),
                line: block.line,
                section: section.to_owned(),
                title: title.to_owned(),
                ..Case::default()
            });
        } else {
            let case = cases.last_mut().ok_or_else(|| at("no CASE stands before this".into()))?;
            take(case, &block).map_err(at)?;
        }
    }
    Ok(cases)
}

fn blocks<'a>(file: &str, text: &'a str) -> Result<Vec<Block<'a>>, String> {
    let mut blocks: Vec<Block> = Vec::new();
    for (i, line) in text.lines().enumerate().filter(|(_, l)| !l.trim().is_empty() && !l.starts_with('#')) {
        match (line.strip_prefix("  "), blocks.last_mut()) {
            (Some(inner), Some(block)) => block.body.push(inner),
            (None, _) => {
                let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
                blocks.push(Block { line: i + 1, word, rest: rest.trim(), body: Vec::new() });
            }
            (Some(_), None) => return Err(format!("{file}:{}: no keyword stands before this", i + 1)),
        }
    }
    Ok(blocks)
}

fn take(case: &mut Case, block: &Block) -> Result<(), String> {
    let words: Vec<&str> = block.rest.split_whitespace().collect();
    match (block.word, words.as_slice()) {
        ("SCENARIO", [scenario, options @ ..]) => {
            (*scenario).clone_into(&mut case.scenario);
            case.options = options_of(options)?;
        }
        ("COMPONENTS", []) => case.components = Some(components(&block.body)?),
        ("BOARD", []) => case.board = hexes(&block.body)?,
        ("TURN", [turn, faction]) => case.turn = Some((number(turn)?, faction_of(faction)?)),
        ("LOST", [faction, count, unit]) => {
            case.lost.push((faction_of(faction)?, number(count)?, (*unit).to_owned()));
        }
        ("STALEMATE", [faction, turn]) => case.stalemate = Some((faction_of(faction)?, number(turn)?)),
        ("CLOCK", [last, "red", red, "blue", blue]) => {
            case.clock = Some(Clock { last: instant(last)?, used: [number(red)?, number(blue)?] });
        }
        ("ORDERS", [faction, sent @ ..]) => case.steps.push(sheet(faction, sent, &block.body)?),
        ("PASS", ["to", turn, faction]) => case.steps.push(Step::Pass(number(turn)?, faction_of(faction)?)),
        ("EXPECT", [class, ..]) => case.findings.push(finding(class, block.rest)?),
        ("EVENTS", []) => case.events = Some(block.body.iter().map(|l| (*l).to_owned()).collect()),
        ("AFTER", ["same"]) => case.after = Some(BTreeMap::new()),
        ("AFTER", []) => case.after = Some(hexes(&block.body)?),
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

fn components(body: &[&str]) -> Result<Value, String> {
    yaml::read_value(&body.join("\n"), yaml::Limits::default()).map_err(|e| e.to_string())
}

/// Lines such as `0505,0506 red infantry`; `nobody` for an empty hex.
fn hexes(body: &[&str]) -> Result<BTreeMap<Hex, String>, String> {
    let mut hexes = BTreeMap::new();
    for line in body {
        let (names, what) = line.split_once(' ').ok_or_else(|| format!("{line} names no unit"))?;
        for name in names.split(',') {
            let hex: Hex = name.parse().map_err(|_| format!("{name} is no hex"))?;
            if hexes.insert(hex, what.to_owned()).is_some() {
                return Err(format!("{name} is named twice"));
            }
        }
    }
    Ok(hexes)
}

fn sheet(faction: &str, sent: &[&str], body: &[&str]) -> Result<Step, String> {
    let (sealed, sent) = match sent {
        ["sealed", rest @ ..] => (true, rest),
        rest => (false, rest),
    };
    let sent = match sent {
        [] => None,
        ["sent", at] => Some(instant(at)?),
        _ => return Err("write ORDERS faction sealed sent INSTANT".to_owned()),
    };
    let lines = body.iter().map(|l| (*l).to_owned()).collect();
    Ok(Step::Sheet { by: faction_of(faction)?, sent, lines, sealed })
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

fn faction_of(text: &str) -> Result<Faction, String> {
    match text {
        "red" => Ok(Faction::Red),
        "blue" => Ok(Faction::Blue),
        _ => Err(format!("{text} is neither red nor blue")),
    }
}

fn instant(text: &str) -> Result<Instant, String> {
    text.parse().map_err(|_| format!("{text} is no instant"))
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("{text} is no number"))
}
