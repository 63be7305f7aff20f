//! Steps voided.
