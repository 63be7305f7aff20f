//! Inputs that fuzzing has found or kept, fed to what was fuzzed; and the mails of the corpus, damaged.

use super::mangle::Numbers;
use super::recorded::{for_each, root};
use super::subjects;
use crate::files;

/// What is fuzzed, by the names of its folders.
const SUBJECTS: [(&str, fn(&[u8])); 4] = [
    ("mail", subjects::mail),
    ("turn_file", subjects::turn_file),
    ("game_file", subjects::game_file),
    ("verify", subjects::verify),
];

fn bytes(path: &str) -> Vec<u8> {
    std::fs::read(root().join(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// `found` holds inputs that once did harm, `corpus` a few that together reach all that fuzzing has reached.
#[test]
fn no_input_that_was_kept_does_harm() {
    for (name, act) in SUBJECTS {
        let inputs = files::under(&format!("tests/fuzz/corpus/{name}"));
        let found = files::under("tests/fuzz/found").into_iter();
        let found = found.filter(|path| path.starts_with(&format!("tests/fuzz/found/{name}/")));
        let inputs: Vec<String> = inputs.into_iter().chain(found).collect();
        assert!(inputs.len() >= 20, "only {} inputs for {name}", inputs.len());
        for_each(&inputs, |path| {
            act(&bytes(path));
            Vec::new()
        });
    }
}

#[test]
fn damaged_mails_do_no_harm() {
    let mails: Vec<String> = files::under("turnfiles/vectors/mail")
        .into_iter()
        .filter(|path| [".eml", ".mbox"].iter().any(|end| path.ends_with(end)))
        .collect();
    let numbered: Vec<(usize, &String)> = mails.iter().enumerate().collect();
    for_each(&numbered, |(number, path)| {
        let whole = bytes(path);
        let mut numbers = Numbers(*number as u64);
        for _ in 0..4 {
            let mut damaged = whole[..numbers.below(whole.len() + 1)].to_vec();
            for _ in 0..numbers.below(8) {
                let at = numbers.below(damaged.len().max(1));
                if let Some(byte) = damaged.get_mut(at) {
                    *byte = numbers.below(256) as u8;
                }
            }
            subjects::mail(&damaged);
        }
        Vec::new()
    });
}
