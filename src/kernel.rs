//! What every game shares.

pub mod account;
pub mod armour;
pub mod board;
pub mod erased;
pub mod game;
pub mod gamefile;
pub mod history;
pub mod module;
pub mod options;
pub mod orders;
pub mod picture;
pub mod play;
pub mod record;
pub mod report;
pub mod seat;
pub mod terms;
pub mod text;
pub mod time;
pub mod turnfile;
pub mod yaml;
