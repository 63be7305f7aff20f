//! §6 An attack, as a sheet declares it.

use super::ground::Place;

/// An attack line, read against the board after movement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attack {
    /// The index of its order.
    pub order: usize,
    /// The attacking units.
    pub units: Vec<Place>,
    /// The hex attacked.
    pub target: Place,
    /// The unit that is to advance.
    pub advance: Option<Place>,
}
