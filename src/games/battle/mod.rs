//! Battle: A Game of Generals.
