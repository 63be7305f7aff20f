//! A board picture as text.
