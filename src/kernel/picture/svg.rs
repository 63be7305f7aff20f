//! A board picture as svg.
