//! The options of the terms.

use crate::kernel::options::{OptionKind, OptionSpec};

/// Every option.
#[rustfmt::skip]
pub const OPTIONS: &[OptionSpec] = &[
    OptionSpec::new("hands", OptionKind::Choice(&["hidden", "open"]), "hidden", "Loot Cards", "Whether each hand of loot cards is known to its player and a referee alone, or lies open."),
    OptionSpec::new("first", OptionKind::Choice(&["drawn", "listed"]), "drawn", "Game Setup", "Whether the first player is drawn, or is the first seat of the terms, which saves letters by mail."),
];
