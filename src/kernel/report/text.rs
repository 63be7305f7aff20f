//! A report as plain text.
