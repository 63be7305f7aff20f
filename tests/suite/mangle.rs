//! The next game file depends on what a turn file says and on nothing else: not on the order of its lines, not
//! on what mailers, phones and word processors did to it on the way.

use super::recorded::{adjudicate, file, for_each, read};
use adjutant::kernel::gamefile::GameFile;
use adjutant::kernel::history::head;
use adjutant::kernel::orders::diagnostic::Class;
use adjutant::kernel::turnfile;
use assert_cmd::Command;
use tempfile::TempDir;

/// The body of red's turn file: moves, an attack by four units, and orders sent ahead in nested blocks.
const BODY: &str = "\
0103→0104
0203→0204
0303→0304
1003→1004→1005
0607, 0608, 0706, 0807 x 0707 advance 0807
next
  if 0707 is red and not turn is 9
    0104→0105
    0204→0304
  else if 0708 is empty
    0304→0404
    0104→0204
  else
    pass
  end
  next
    0105→0106
  end
end
";

fn head_line() -> String {
    let game = file("melee");
    format!("ORDERS melee step {} red {}", game.step, head::short(&game.head))
}

fn turn_file() -> String {
    format!("{}\n\n{BODY}END\n", head_line())
}

/// The game file that all of these must lead to.
fn wanted() -> GameFile {
    adjudicate(file("melee"), turn_file().as_bytes()).expect("the plain turn file is legal")
}

/// A way in which a turn file arrives otherwise than it was written. Listed in the order in which they happen
/// to a real mail, so that a pair is applied in the order of the list.
struct Mangler {
    name: &'static str,
    /// What is done; none where the bytes are not such that it could happen to them.
    act: fn(&[u8]) -> Option<Vec<u8>>,
    /// Whether it must be shown as a repair.
    is_told: bool,
}

const fn silent(name: &'static str, act: fn(&[u8]) -> Option<Vec<u8>>) -> Mangler {
    Mangler { name, act, is_told: false }
}

const fn told(name: &'static str, act: fn(&[u8]) -> Option<Vec<u8>>) -> Mangler {
    Mangler { name, act, is_told: true }
}

const MANGLERS: [Mangler; 27] = [
    silent("arrows of two signs", |b| replaced(b, "→", "->")),
    silent("hyphens for arrows", |b| replaced(b, "→", "-")),
    silent("the word to", |b| replaced(b, "→", " to ")),
    silent("capitals", |b| on_text(b, str::to_uppercase)),
    told("en dashes for arrows", |b| replaced(b, "→", " – ")),
    told("typographic arrows", |b| replaced(b, "→", " ➔ ")),
    told("an en dash and a greater-than sign", |b| replaced(b, "→", "–>")),
    told("full-width digits", |b| on_text(b, |t| t.chars().map(full_width).collect())),
    told("no-break spaces", |b| replaced(b, " ", "\u{a0}")),
    told("zero-width spaces", |b| on_text(b, |t| t.replace('→', "\u{200b}→").replace(',', ",\u{200b}"))),
    told("zero-width spaces in the first line", |b| replaced(b, " step", "\u{200b} step")),
    told("bullets", |b| on_text(b, bulleted)),
    silent("an indented text", |b| on_text(b, |t| each_line(t, |l| format!("    {l}")))),
    silent("trailing blanks", |b| on_text(b, |t| each_line(t, |l| format!("{l}  \t ")))),
    told("full stops", |b| on_text(b, with_full_stops)),
    told("lines wrapped at 40 columns", |b| on_text(b, wrapped)),
    silent("double spacing", |b| replaced(b, "\n", "\n\n")),
    silent("a reply around it", |b| on_text(b, in_a_reply)),
    told("HTML entities", |b| on_text(b, |t| t.replace('→', "&rarr;").replace("  ", "&nbsp; "))),
    told("HTML breaks", |b| on_text(b, |t| t.replace('→', "-&gt;").replace('\n', "<br>\n"))),
    told("windows-1252", windows_1252),
    told("quoted-printable", quoted_printable),
    silent("CRLF", |b| bytes_replaced(b, b'\n', b"\r\n")),
    silent("CR", |b| bytes_replaced(b, b'\n', b"\r")),
    silent("a byte order mark", |b| on_text(b, |t| format!("\u{feff}{t}"))),
    silent("UTF-16, little end first", |b| utf_16(b, u16::to_le_bytes)),
    silent("UTF-16, big end first", |b| utf_16(b, u16::to_be_bytes)),
];

fn on_text(bytes: &[u8], act: impl Fn(&str) -> String) -> Option<Vec<u8>> {
    std::str::from_utf8(bytes).ok().map(|text| act(text).into_bytes())
}

fn replaced(bytes: &[u8], from: &str, to: &str) -> Option<Vec<u8>> {
    on_text(bytes, |text| text.replace(from, to))
}

/// On bytes, since line ends change in any character set; twice the same makes no sense.
fn bytes_replaced(bytes: &[u8], from: u8, to: &[u8]) -> Option<Vec<u8>> {
    let has_other_ends = bytes.contains(&b'\r');
    (!has_other_ends)
        .then(|| bytes.iter().flat_map(|b| if *b == from { to.to_vec() } else { vec![*b] }).collect())
}

fn each_line(text: &str, act: impl Fn(&str) -> String) -> String {
    text.lines().map(|line| act(line) + "\n").collect()
}

fn full_width(c: char) -> char {
    c.to_digit(10).and_then(|d| char::from_u32(0xff10 + d)).unwrap_or(c)
}

/// Whether a line is an order, however it is written by now.
fn is_order(line: &str) -> bool {
    let first = line.trim_start().chars().next();
    first.is_some_and(char::is_numeric) || line.trim_start().to_lowercase().starts_with("pass")
}

fn bulleted(text: &str) -> String {
    each_line(text, |line| {
        let is_head = line.trim_start().to_lowercase().starts_with("orders");
        if line.trim().is_empty() || is_head { line.to_owned() } else { format!("• {line}") }
    })
}

fn with_full_stops(text: &str) -> String {
    each_line(text, |line| if is_order(line) { format!("{}.", line.trim_end()) } else { line.to_owned() })
}

/// Breaks lines at blanks as mailers do, which never break at a no-break space.
fn wrapped(text: &str) -> String {
    each_line(text, |line| {
        let indent = line.len() - line.trim_start_matches(' ').len();
        let (mut out, mut width) = (line[..indent].to_owned(), indent);
        for word in line[indent..].split(' ') {
            let columns = word.chars().count();
            if width + columns > 40 && width > indent {
                out = out.trim_end().to_owned() + "\n";
                width = 0;
            }
            out.push_str(word);
            out.push(' ');
            width += columns + 1;
        }
        out.trim_end().to_owned()
    })
}

/// Above and below stand older turn files and a report, quoted by one mailer and then by another.
fn in_a_reply(text: &str) -> String {
    let older =
        "> Hi Ann,\n> here is my turn.\n>\n> ORDERS melee step 3 red AAAA-AAAA-A\n>\n> 0103→0104\n> END\n";
    let oldest = "| > ORDERS melee red\n| > 0203→0204\n| > END\n";
    format!(
        "On Sunday Bo wrote:\n{older}\nBo,\nhere are my orders.\n\n{text}\nSee you,\nAnn\n-- \nAnn\n\n{older}{oldest}"
    )
}

/// Encodes as browsers do: a character outside the set becomes an entity. The arrow is typed as a dash there.
fn windows_1252(bytes: &[u8]) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(bytes).ok()?.replace('→', "–");
    Some(encoding_rs::WINDOWS_1252.encode(&text).0.into_owned())
}

/// Line by line, as mailers do, so that only long lines are broken.
fn quoted_printable(bytes: &[u8]) -> Option<Vec<u8>> {
    let lines = bytes.split(|b| *b == b'\n').map(quoted_printable::encode_to_str);
    Some(lines.collect::<Vec<_>>().join("\n").replace("\r\n", "\n").into_bytes())
}

fn utf_16(bytes: &[u8], unit: fn(u16) -> [u8; 2]) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(bytes).ok()?;
    let has_mark = text.starts_with('\u{feff}');
    (!has_mark).then(|| std::iter::once(0xfeff).chain(text.encode_utf16()).flat_map(unit).collect())
}

/// What is wrong with how a mangled turn file is read.
fn complaints(name: &str, bytes: &[u8], must_tell: bool, wanted: &str) -> Vec<String> {
    let game = file("melee");
    let shown = || String::from_utf8_lossy(bytes).into_owned();
    match adjudicate(game, bytes) {
        Err(error) => return vec![format!("{name}: {error}\n{}", shown())],
        Ok(next) if next.write() != wanted => return vec![format!("{name}: another game file\n{}", shown())],
        Ok(_) => {}
    }
    let record = read(game).unwrap();
    let input = turnfile::read(bytes, &record.chronicle);
    let is_told = input.findings.iter().any(|f| f.class == Class::Repair);
    if must_tell && !is_told { vec![format!("{name}: nothing is told\n{}", shown())] } else { Vec::new() }
}

#[test]
fn every_mangling_and_every_pair_of_them_gives_the_same_bytes() {
    let (plain, wanted) = (turn_file(), wanted().write());
    let mut inputs: Vec<(String, Vec<u8>, bool)> = Vec::new();
    for (i, first) in MANGLERS.iter().enumerate() {
        let once = (first.act)(plain.as_bytes()).expect("the plain text can be mangled in every way");
        for second in &MANGLERS[i + 1..] {
            if let Some(twice) = (second.act)(&once) {
                let is_told = first.is_told && once != plain.as_bytes() || second.is_told && twice != once;
                inputs.push((format!("{} and {}", first.name, second.name), twice, is_told));
            }
        }
        inputs.push((first.name.to_owned(), once, first.is_told));
    }
    assert!(inputs.len() > 330, "only {} pairs", inputs.len());
    let wrong = for_each(&inputs, |(name, bytes, is_told)| complaints(name, bytes, *is_told, &wanted));
    assert!(
        wrong.is_empty(),
        "{} of {}:\n{}",
        wrong.len(),
        inputs.len(),
        wrong[..wrong.len().min(6)].join("\n")
    );
}

/// Random numbers for shuffling; the same in every run, so that a failure can be looked at again.
pub struct Numbers(pub u64);

impl Numbers {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

/// Orders in a random order wherever their order says nothing: at the top, and within each branch of a block.
fn permuted(numbers: &mut Numbers) -> String {
    let mut orders = vec!["0103→0104", "0203→0204", "0303→0304", "1003→1004→1005"];
    let mut attack = ["0607", "0608", "0706", "0807"];
    let mut first = ["0104→0105", "0204→0304"];
    let mut second = ["0304→0404", "0104→0204"];
    numbers.shuffle(&mut attack);
    numbers.shuffle(&mut first);
    numbers.shuffle(&mut second);
    let attack = format!("{} x 0707 advance 0807", attack.join(","));
    let choice = format!(
        "if 0707 is red and not turn is 9\n{}\nelse if 0708 is empty\n{}\nelse\npass\nend",
        first.join("\n"),
        second.join("\n")
    );
    let mut inner = [choice, "next\n0105→0106\nend".to_owned()];
    numbers.shuffle(&mut inner);
    let block = format!("next\n{}\nend", inner.join("\n"));
    orders.extend([attack.as_str(), block.as_str()]);
    numbers.shuffle(&mut orders);
    format!("{}\n\n{}\nEND\n", head_line(), orders.join("\n"))
}

#[test]
fn permuted_lines_give_the_same_bytes() {
    let wanted = wanted().write();
    let mut numbers = Numbers(1812);
    let texts: Vec<String> = (0..300).map(|_| permuted(&mut numbers)).collect();
    let wrong = for_each(&texts, |text| complaints("permuted", text.as_bytes(), false, &wanted));
    assert!(wrong.is_empty(), "{} of them:\n{}", wrong.len(), wrong[0]);
}

/// A folder with the game file and the turn file, as players have them.
fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("g.yaml"), file("melee").write()).unwrap();
    std::fs::write(folder.path().join("red.turn"), turn_file()).unwrap();
    folder
}

/// Runs a command that must succeed; standard output and standard error.
fn run(folder: &TempDir, args: &[&str]) -> (Vec<u8>, String) {
    let out = Command::cargo_bin("adjutant").unwrap().current_dir(folder.path()).args(args).output().unwrap();
    let err = String::from_utf8(out.stderr).unwrap();
    assert!(out.status.success(), "{args:?}: {err}");
    (out.stdout, err)
}

#[test]
fn two_processes_and_the_library_write_the_same_bytes() {
    let folder = folder();
    let first = run(&folder, &["adjudicate", "g.yaml", "red.turn"]);
    let second = run(&folder, &["adjudicate", "g.yaml", "red.turn"]);
    assert_eq!(first, second);
    assert_eq!(String::from_utf8(first.0).unwrap(), wanted().write());
}

#[test]
fn a_locked_turn_file_leads_to_the_same_bytes_and_locks_to_itself() {
    let folder = folder();
    let locked = run(&folder, &["lock", "g.yaml", "red.turn"]).0;
    std::fs::write(folder.path().join("locked.turn"), &locked).unwrap();
    let (again, told) = run(&folder, &["lock", "g.yaml", "locked.turn"]);
    assert_eq!(again, locked);
    assert_eq!(told, "", "a locked turn file needs no repair");
    let next = run(&folder, &["adjudicate", "g.yaml", "locked.turn"]).0;
    assert_eq!(String::from_utf8(next).unwrap(), wanted().write());
}

#[test]
fn every_repair_is_shown_on_standard_error() {
    let folder = folder();
    for mangler in MANGLERS.iter().filter(|m| m.is_told) {
        let mangled = (mangler.act)(turn_file().as_bytes()).unwrap();
        std::fs::write(folder.path().join("mangled.turn"), mangled).unwrap();
        let (next, told) = run(&folder, &["adjudicate", "g.yaml", "mangled.turn", "--report", "r.txt"]);
        assert_eq!(String::from_utf8(next).unwrap(), wanted().write(), "{}", mangler.name);
        assert!(told.contains("note[repair/"), "{}: {told}", mangler.name);
        let locked = String::from_utf8(run(&folder, &["lock", "g.yaml", "mangled.turn"]).0).unwrap();
        assert!(!locked.contains(['–', '\u{a0}', '\u{200b}', '&']), "{}: {locked}", mangler.name);
    }
}
