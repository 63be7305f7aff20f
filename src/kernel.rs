//! What every game shares: reading orders, keeping a history, verifying it, telling what happened.
//!
//! Data flows one way. A mail is taken apart into texts ([`mail`]), one of which holds a turn file. A turn file
//! becomes a sheet of checked orders ([`turnfile`], [`orders`]); the game in progress ([`play`], behind the untyped
//! [`module`]) resolves them by the rules of a [`game`] into events; the history ([`history`]) writes events into
//! entries, each holding the hash of the one before; reports ([`account`], [`report`]) and pictures ([`picture`])
//! are readings of the same events. A game file ([`gamefile`], [`record`]) is the history with what people want to
//! read before it. Nothing here touches files, clock, environment or entropy, and nothing here names a game.
//!
//! # Glossary
//!
//! One word for one thing, here and in everything that is printed:
//!
//! - **game**: what is played, such as Battle, and one playing of it. Its rules are a **module**.
//! - **terms**: what the players agreed on; the first entry of the history.
//! - **seat**: a player's chair. **Faction**, country or family are words of single games.
//! - **step**: one adjudication, from one pause to the next; numbered, and no number is used twice.
//! - **decision**: what a seat is asked; **pending** while it is not made.
//! - **order**: one line that a player writes. **Firm** orders answer what is pending now, **provisional** ones are
//!   sent ahead for later decisions. A **sheet** is all that a seat orders at once.
//! - **turn file**: the text that holds a sheet; **letter**: a turn file on its way to be played; **post**: what it
//!   brings into the history, be it orders, a seal, an opening or a link, with the seat's signature.
//! - **lock**: to make a turn file final.
//! - **event**: something that happened; the only thing that changes a position.
//! - **position**: what everybody may know of a game at a moment. **State** is the same as a type, secrets included.
//! - **entry**: one line of the **history**. **Head**: the hash of the newest one; it names a position exactly.
//! - **canonical line**: the one spelling of a value that is hashed.
//! - **finding**: something to be said of a turn file: malformed, illegal, a warning or a repair.
//! - **ruling**: why an order is illegal, with the section and the fact that decide.
//! - **departure**: where a file is not what its history makes of it.
//! - **house** value: ours, where the printed one is not at hand.

pub mod account;
pub mod armour;
pub mod board;
pub mod components;
pub mod dice;
pub mod erased;
pub mod game;
pub mod gamefile;
pub mod history;
pub mod keys;
pub mod luck;
pub mod mail;
pub mod module;
pub mod note;
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
