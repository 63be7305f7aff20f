//! Which options go together: every pair of values over every period, and random sets, against the printed table
//! and the rules beside it.
//!
//! What must be refused is worked out here anew, from the table of conflicts and from nothing else of the code.

use crate::players::chance::Chance;
use crate::players::table::{self, Chosen, chosen};
use adjutant::games::battle::Battle;
use adjutant::games::battle::options::{CONFLICTS, OPTIONS};
use adjutant::games::battle::setting::Setting;
use adjutant::kernel::game::Game;
use adjutant::kernel::options::{OptionKind, OptionSpec};

const LAYOUT: &str =
    "headquarters 0602; town 0903; small-hill 0705; large-hill 0404,0405,0504; woods 0205,0206";

/// Every value of an option; of numbers, times and texts a typical one and none.
fn values(spec: &OptionSpec, period: &str) -> Vec<String> {
    let own = |words: &[&str]| words.iter().map(|w| (*w).to_owned()).collect();
    match (spec.name, spec.kind) {
        ("red-army" | "blue-army", _) => vec!["choose".to_owned(), first_army(period)],
        ("setup", _) => own(&["standard", "a", "b", "c", "user", "faction"]),
        ("layout", _) => own(&["-", LAYOUT]),
        ("ignored-sides", _) => own(&["-", "0307-0308"]),
        (_, OptionKind::Flag) => own(&["no", "yes"]),
        (_, OptionKind::Choice(words)) => own(words),
        (_, OptionKind::Number(..)) => own(&["-", "90"]),
        (_, OptionKind::Time) => own(&["-", "30m"]),
        (name, OptionKind::Text) => panic!("give {name} its values here"),
    }
}

fn first_army(period: &str) -> String {
    adjutant::games::battle::data::Data::embedded().periods[period].armies[0].id.clone()
}

/// The codes with which a set of options must be refused, in ascending order.
fn expected(period: &str, options: &Chosen) -> Vec<&'static str> {
    let mut codes = Vec::new();
    let conflicts = CONFLICTS.iter().filter(|c| is_set(options, c.one) && is_set(options, c.other));
    codes.extend(conflicts.map(|_| "option/conflict"));
    // Basic is the one card that prints no costs (R31).
    for name in ["buying-armies", "victory-points"] {
        codes.extend((period == "basic" && is_set(options, (name, "*"))).then_some("option/no-costs"));
    }
    for (option, needs) in [("layout", ("setup", "user")), ("ignored-sides", ("rivers", "partial"))] {
        codes.extend((is_set(options, (option, "*")) != is_set(options, needs)).then_some("option/pair"));
    }
    codes.sort_unstable();
    codes
}

/// Whether an option has a value; `*` stands for any but the default.
fn is_set(options: &Chosen, (name, value): (&str, &str)) -> bool {
    let default = OPTIONS.iter().find(|o| o.name == name).expect("a listed option").default;
    let given = options.get(name).map_or(default, String::as_str);
    if value == "*" { given != default } else { given == value }
}

/// The codes with which the rules refuse a set of options, in ascending order.
fn refused(period: &str, options: &Chosen) -> Vec<&'static str> {
    let terms = table::battle_terms(period, options);
    let mut codes: Vec<&str> = Setting::new(&terms, None)
        .err()
        .unwrap_or_default()
        .into_iter()
        .map(|refusal| refusal.code)
        .collect();
    codes.sort_unstable();
    codes
}

#[test]
fn every_pair_of_values_is_accepted_or_refused_as_the_table_says() {
    let mut pairs = 0;
    for period in table::periods() {
        for (i, one) in OPTIONS.iter().enumerate() {
            for other in &OPTIONS[i + 1..] {
                for value in values(one, &period) {
                    for second in values(other, &period) {
                        let options = chosen(&[(one.name, &value), (other.name, &second)]);
                        let expected = expected(&period, &options);
                        assert_eq!(refused(&period, &options), expected, "{period}: {options:?}");
                        pairs += 1;
                    }
                }
            }
        }
    }
    assert!(pairs > 5000, "{pairs} pairs");
}

#[test]
fn the_order_in_which_options_are_named_means_nothing() {
    for conflict in CONFLICTS {
        let value = |(name, value): (&'static str, &'static str)| match value {
            "*" => (name, if name.ends_with("army") { "greek" } else { "90" }),
            value => (name, value),
        };
        let (one, other) = (value(conflict.one), value(conflict.other));
        for pair in [[one, other], [other, one]] {
            assert_eq!(refused("ancient", &chosen(&pair)), ["option/conflict"], "{pair:?}");
        }
    }
}

#[test]
fn random_sets_are_accepted_or_refused_as_the_table_says() {
    let periods = table::periods();
    let mut accepted = 0;
    for seed in 0..500 {
        let mut chance = Chance::new(seed);
        let period = chance.pick(&periods).clone();
        let options = table::any_options(&period, &mut chance);
        let expected = expected(&period, &options);
        assert_eq!(refused(&period, &options), expected, "{period}: {options:?}");
        accepted += usize::from(expected.is_empty());
    }
    assert!((100..450).contains(&accepted), "{accepted} of 500 sets accepted");
}

#[test]
fn values_that_do_not_fit_are_refused_by_name() {
    for (options, code) in [
        ([("speed", "fast"), ("rivers", "ignore")], "option/unknown"),
        ([("rivers", "dry"), ("setup", "a")], "option/value"),
        ([("victory-points", "0"), ("setup", "a")], "option/value"),
        ([("timed-game", "soon"), ("setup", "a")], "option/value"),
        ([("setup", "nowhere"), ("rivers", "ignore")], "option/value"),
        ([("red-army", "gaul"), ("setup", "a")], "option/value"),
        ([("rivers", "partial"), ("ignored-sides", "0101-0102")], "option/value"),
        ([("setup", "user"), ("layout", "castle 0602")], "layout/unread"),
        ([("setup", "user"), ("layout", "town 0903")], "layout/limit"),
        ([("setup", "user"), ("layout", "town 0903 town 0803 headquarters 0602")], "layout/not-symmetric"),
    ] {
        let codes = refused("modern", &chosen(&options));
        assert!(!codes.is_empty() && codes.iter().all(|c| *c == code), "{options:?}: {codes:?}");
    }
    assert_eq!(Battle::options().len(), OPTIONS.len());
}
