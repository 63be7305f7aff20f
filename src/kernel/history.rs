//! What happened, one canonical line an entry, each holding the hash of the line before it.
//!
//! [`canonical`] fixes what a line looks like and how anything is hashed; [`head`] is the short name by
//! which a turn file says which position it was written for.

pub mod amendment;
pub mod canonical;
pub mod chronicle;
pub mod departure;
pub mod difference;
pub mod entry;
pub mod head;
pub mod openings;
pub mod post;
pub mod proposal;
mod terms_line;

use serde_json::Value;

/// The canonical line of a value made by this program.
///
/// Such values hold nothing that has no canonical form; if one ever did, the line would be empty and every
/// comparison with it would fail.
pub fn line_of(value: &Value) -> String {
    canonical::line(value).unwrap_or_default()
}

/// H(tag, the canonical line of a value).
pub fn hash_of(tag: &str, value: &Value) -> String {
    canonical::hash(tag, &[&line_of(value)])
}
