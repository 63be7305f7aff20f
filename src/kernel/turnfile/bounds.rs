//! How much is said of one input: a mail from anybody must not make more words than it has.

use crate::kernel::orders::diagnostic::{Class, Diagnostic};
use crate::kernel::text::{beginning, fitting};
use std::collections::BTreeMap;

/// The most findings of one kind.
const MAX_ALIKE: usize = 50;
/// The most bytes of a line, a message or a hint.
const MAX_WORDS: usize = 1000;

/// The findings of an input in the order of its lines: of many alike the first, and how many more there are.
pub(super) fn bounded(mut findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    findings.sort_by_key(|f| (f.line, f.span.start));
    let mut counts: BTreeMap<(Class, &'static str), usize> = BTreeMap::new();
    findings.retain(|finding| {
        let count = counts.entry((finding.class, finding.code)).or_default();
        *count += 1;
        *count <= MAX_ALIKE
    });
    findings.iter_mut().for_each(shorten);
    for ((class, code), count) in counts.into_iter().filter(|(_, count)| *count > MAX_ALIKE) {
        let more = count - MAX_ALIKE;
        let message = format!("and {more} more {} of this kind", fitting(more, "finding", "findings"));
        findings.push(Diagnostic::whole(class, code, message));
    }
    findings
}

/// Cuts off what is longer than anybody reads.
fn shorten(finding: &mut Diagnostic) {
    let texts = [Some(&mut finding.text), Some(&mut finding.message), finding.hint.as_mut()];
    for text in texts.into_iter().flatten().filter(|text| text.len() > MAX_WORDS) {
        text.truncate(beginning(text, MAX_WORDS).len());
        text.push('…');
    }
    let within = |at: usize| beginning(&finding.text, at).len();
    finding.span = within(finding.span.start)..within(finding.span.end);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_many_findings_alike_the_first_are_told() {
        let findings = |count: usize| {
            let at = |n| Diagnostic::at_line(Class::Warning, "order/quoted", n, "a", "b");
            bounded((1..=count).rev().map(at).collect())
        };
        assert_eq!(findings(MAX_ALIKE).len(), MAX_ALIKE);
        let many = findings(MAX_ALIKE + 7);
        assert_eq!(many.len(), MAX_ALIKE + 1);
        assert_eq!((many[0].line, many[MAX_ALIKE].line), (1, 0));
        assert_eq!(many[MAX_ALIKE].message, "and 7 more findings of this kind");
    }

    #[test]
    fn long_lines_are_cut_and_marked_within() {
        let line = "→".repeat(MAX_WORDS);
        for span in [0..line.len(), 999..1002, 2700..3000] {
            let long = Diagnostic::at_line(Class::Malformed, "order/unexpected", 3, &line, line.clone())
                .spanning(span);
            let cut = bounded(vec![long.hinted(line.clone())]).remove(0);
            for text in [&cut.text, &cut.message, cut.hint.as_ref().unwrap()] {
                assert!(text.len() < MAX_WORDS + 4 && text.ends_with('…'));
            }
            assert!(cut.text.get(cut.span.clone()).is_some(), "{:?}", cut.span);
        }
    }
}
