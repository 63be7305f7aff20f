//! What happened, one canonical line an entry, each holding the hash of the line before it.
//!
//! [`canonical`] fixes what a line looks like and how anything is hashed; [`head`] is the short name by
//! which a turn file says which position it was written for.

pub mod canonical;
pub mod head;
