//! The options of the terms.

use crate::kernel::options::{OptionKind, OptionSpec};

/// Every option.
pub const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "hands",
        kind: OptionKind::Choice(&["hidden", "open"]),
        default: "hidden",
        rule: "Loot Cards",
        help: "Whether each hand of loot cards is known to its player and a referee alone, or lies open.",
    },
    OptionSpec {
        name: "first",
        kind: OptionKind::Choice(&["drawn", "listed"]),
        default: "drawn",
        rule: "Game Setup",
        help: "Whether the first player is drawn, or is the first seat of the terms, which saves letters by mail.",
    },
];
