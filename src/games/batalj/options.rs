//! The options of the terms.

use crate::kernel::options::{OptionKind, OptionSpec};

/// Every option.
#[rustfmt::skip]
pub const OPTIONS: &[OptionSpec] = &[
    OptionSpec::new("enemy", OptionKind::Choice(&["ryssland", "danmark", "polen", "preussen"]), "ryssland", "§1 Form the strength cards", "Whom a single field battle is fought against."),
    OptionSpec::new("era", OptionKind::Choice(&["vasatiden", "stormaktstiden", "frihetstiden"]), "stormaktstiden", "§1 Form the strength cards", "The era of a single field battle: in Frihetstiden Ryssland brings two more strength cards."),
    OptionSpec::new("command", OptionKind::Choice(&["rotate", "sture", "grip", "brahe", "eka", "tre-rosor"]), "rotate", "New rules for war", "Who writes Sweden's orders in a field battle: each family in turn, a round each, or one of them."),
    OptionSpec::new("rounds", OptionKind::Number(1, 16), "10", "The new Regent cards", "How many regent rounds a campaign has; the reigns of the board are spread over them."),
    OptionSpec::new("eldest", OptionKind::Choice(&["die", "sture", "grip", "brahe", "eka", "tre-rosor"]), "die", "The Archbishop", "Who begins as Archbishop in a campaign: the family of the eldest player, or by the die."),
    OptionSpec::new("announce", OptionKind::Choice(&["open", "sealed"]), "open", "Rules for plundering", "Whether families that muster or announce a plundering at once do so in the open or sealed, so that none can wait for the others."),
];
