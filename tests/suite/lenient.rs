//! Lenient terms: whatever a turn file looks like, it is sent back or leads to a file that verifies.

use super::mangle::Numbers;
use super::recorded::{file, for_each, read};
use adjutant::kernel::module::Telling;
use adjutant::kernel::turnfile::{self, TurnFile};

const LINES: [&str; 26] = [
    "0103→0104",
    "0203→0204",
    "0103→0199",
    "0103→0106",
    "O103→0104",
    "0607 x 0707 advance 0607",
    "0904 x 1005",
    "pass",
    "march",
    "deploy infantry 0103",
    "0103 → 0104 → 0105 → 0106 → 0107 → 0108 → 0109 → 0110 → 0111 → 0110 → 0109 → 0108 → 01",
    "next",
    "if 0707 is red",
    "if 0707 is rad",
    "else if turn is 9",
    "else",
    "end",
    "- end",
    "stop when 0707 is red",
    "stop 0707",
    "concede",
    "offer draw",
    "accept draw",
    "END",
    "# a comment",
    "advance 0607",
];

/// A turn file of lines drawn at random.
fn random(numbers: &mut Numbers) -> String {
    let count = 1 + numbers.below(9);
    let lines: Vec<&str> = (0..count).map(|_| LINES[numbers.below(LINES.len())]).collect();
    format!("ORDERS lenient red\n\n{}\nEND\n", lines.join("\n"))
}

#[test]
fn any_turn_file_is_sent_back_or_leads_to_a_file_that_verifies() {
    let mut numbers = Numbers(1709);
    let texts: Vec<String> = (0..1500).map(|_| random(&mut numbers)).collect();
    let outcomes = for_each(&texts, |text| {
        let mut record = read(file("lenient")).unwrap();
        let input = turnfile::read(text.as_bytes(), &record.chronicle);
        let posts: Vec<_> = input.turn_files.iter().map(TurnFile::post).collect();
        if posts.is_empty() || record.chronicle.resolve(&posts, None, Telling::Events).is_err() {
            return vec!["sent back".to_owned()];
        }
        match read(&record.to_file()) {
            Ok(_) => vec!["played".to_owned()],
            Err(departure) => vec![format!("{text}\n[{}] {departure}", departure.code)],
        }
    });
    let wrong: Vec<&String> = outcomes.iter().filter(|o| o.contains('\n')).collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), texts.len(), wrong[0]);
    let played = outcomes.iter().filter(|o| *o == "played").count();
    assert!(played > 150, "only {played} of {} were played", texts.len());
}
