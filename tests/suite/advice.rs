//! What a help tells to write is allowed where it stands: games of Battue are played at random, lines are written that
//! are mostly against the rules, and each advice is taken.
//!
//! `ADJUTANT_ADVICE` sets in how many games.

use crate::leaks::{Secretive, dice, letters, pending};
use crate::players::chance::Chance;
use crate::rules::case::Step;
use crate::rules::cases;
use crate::rules::run::{open, seats};
use adjutant::games::battue::Battue;
use adjutant::games::battue::judge::CODES;
use adjutant::kernel::module::{Checked, Table, Telling};
use adjutant::kernel::orders::diagnostic::{Class, Diagnostic};
use adjutant::kernel::orders::wrapper::RawLine;
use adjutant::kernel::play::Play;
use adjutant::kernel::seat::Seat;
use std::collections::{BTreeMap, BTreeSet};

/// How an advice about a line can end.
#[derive(Default)]
struct Tally {
    written: usize,
    added: usize,
    joined: usize,
    left_out: usize,
    codes: BTreeSet<&'static str>,
    left_out_by_code: BTreeMap<&'static str, usize>,
}

fn check(play: &Play<Battue>, seat: Seat, lines: &[String]) -> Checked {
    let lines = lines.iter().enumerate();
    let body: Vec<RawLine> = lines.map(|(i, l)| RawLine { number: i + 1, text: l.clone() }).collect();
    play.check(seat, &body, None)
}

fn errors(checked: &Checked) -> Vec<&Diagnostic> {
    checked.findings.iter().filter(|finding| finding.class == Class::Illegal).collect()
}

#[test]
fn what_battue_tells_to_write_is_allowed() {
    let games = std::env::var("ADJUTANT_ADVICE").ok().and_then(|text| text.parse().ok()).unwrap_or(40);
    let mut tally = Tally::default();
    for case in cases("battue") {
        let (Some(Step::Sheet { by, lines, .. }), Ok(play)) = (case.steps.first(), open::<Battue>(&case))
        else {
            continue;
        };
        let seat = seats::<Battue>(&case).iter().position(|seat| seat == by).expect("a seat");
        take_each(&play, Seat(seat as u8), lines, &mut tally);
    }
    for seed in 0..games {
        play_and_err(seed, &mut tally);
    }
    let Tally { written, added, joined, left_out, codes, left_out_by_code } = &tally;
    eprintln!("{written} written, {added} added, {joined} joined, {left_out} left out: {left_out_by_code:?}");
    // What belongs to another decision is told by the forms that are read, and what is in vain is a warning.
    let unmet: Vec<&str> = CODES.iter().map(|(code, _)| *code).filter(|code| !codes.contains(code)).collect();
    assert_eq!(unmet, ["order/not-now", "play/for-nothing"]);
    assert!(*written > 1000 && *added > 0 && *joined > 0 && *left_out > 0);
}

fn play_and_err(seed: u64, tally: &mut Tally) {
    let mut chance = Chance::new(seed);
    let mut play = Play::<Battue>::new(&Battue::terms(seed), None).expect("the terms fit");
    for step in 0..30 {
        let asked = pending(play.state());
        if asked.is_empty() {
            return;
        }
        for one in &asked {
            let mut lines = Battue::sheet(play.state(), one, &mut chance);
            lines.retain(|line| line != "pass");
            for _ in 0..=chance.below(3) {
                lines.push(Battue::any_line(play.state(), one.seat, &mut chance));
            }
            take_each(&play, one.seat, &lines, tally);
        }
        let letters = letters(play.state(), false, &mut chance);
        play.play(&letters, dice(seed << 16 | step), Telling::Events).expect("the sheets are legal");
    }
}

/// Takes each advice about a sheet by itself.
fn take_each(play: &Play<Battue>, seat: Seat, lines: &[String], tally: &mut Tally) {
    let checked = check(play, seat, lines);
    if checked.findings.iter().any(|finding| finding.class == Class::Malformed) {
        return;
    }
    let found = errors(&checked);
    for finding in &found {
        let hint = finding.hint.as_deref().unwrap_or_else(|| panic!("{}: no help, {lines:?}", finding.code));
        tally.codes.insert(finding.code);
        let advised = taken(lines, finding.line, hint);
        let Some(advised) = advised else {
            let is_known = hint.ends_with("out") || hint.starts_with("join the lines: ");
            assert!(is_known, "{}: {hint}", finding.code);
            tally.joined += usize::from(hint.starts_with("join"));
            tally.left_out += usize::from(hint.ends_with("out"));
            *tally.left_out_by_code.entry(finding.code).or_default() += 1;
            continue;
        };
        tally.added += usize::from(advised.len() > lines.len());
        tally.written += usize::from(advised.len() == lines.len());
        let after = check(play, seat, &advised);
        let malformed = after.findings.iter().find(|f| f.class == Class::Malformed);
        assert!(malformed.is_none(), "{hint} cannot be read: {malformed:?}");
        let of_line = found.iter().filter(|f| f.line == finding.line).count();
        assert!(
            errors(&after).len() + of_line <= found.len(),
            "{}: {hint}, in {lines:?}, leads to {:?}",
            finding.code,
            errors(&after).iter().map(|f| (f.code, &f.text, &f.message)).collect::<Vec<_>>()
        );
    }
}

/// A sheet in which an advice has been taken, if it names a line.
fn taken(lines: &[String], number: usize, hint: &str) -> Option<Vec<String>> {
    let mut lines = lines.to_vec();
    if let Some((_, line)) = hint.rsplit_once("write ") {
        line.clone_into(&mut lines[number - 1]);
    } else {
        let (_, line) = hint.rsplit_once("add ")?;
        lines.push(line.to_owned());
    }
    Some(lines)
}
