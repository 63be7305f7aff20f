//! What stands beside the history in a game that keeps secrets, one canonical line each: what seals were made of, and
//! what each seat alone may know of an entry.
//!
//! The referee's file holds the hidden secret and what every seal was made of; all else follows from them when the
//! steps are played again. A seat's copy holds what that seat has sealed and what it may know, with the salts of the
//! hashes in the history, and nothing of others.

use super::entry::Opening;
use super::{canonical, hash_of, line_of};
use crate::kernel::dice::Roll;
use crate::kernel::terms::REFEREE;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Everything beside the history that somebody may know.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Openings {
    /// The referee's second secret, which hidden draws and salts are made of.
    pub hidden: Option<String>,
    /// Whose copy it is.
    seat: Option<String>,
    orders: BTreeMap<(usize, String), Opening>,
    values: BTreeMap<(usize, String), Known>,
}

/// What one seat alone may know of an entry, with the salt of the hash that commits to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// The salt.
    pub salt: String,
    /// What is known.
    pub value: PrivateValue,
}

/// What one seat alone may know of an entry.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PrivateValue {
    /// Events, each behind so many that everybody may know.
    pub events: Vec<(usize, Value)>,
    /// Hidden rolls: the referee's alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rolls: Vec<Roll>,
    /// H("private", …) of the seat's own part of the position after.
    pub state: String,
}

impl Known {
    /// H("hidden", game, entry, seat, salt, the value's canonical line): what the history holds of it.
    pub fn hash(&self, game: &str, entry: usize, seat: &str) -> String {
        let value = line_of(&serde_json::to_value(&self.value).unwrap_or_default());
        canonical::hash("hidden", &[game, &entry.to_string(), seat, &self.salt, &value])
    }
}

/// H("private", seat, …) of a seat's own part of a position.
pub fn state_hash(private: &Value) -> String {
    hash_of("private", private)
}

/// Whose file it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Holder {
    /// The referee's, or a published one: everything is there.
    Full,
    /// A seat's copy.
    Copy(String),
    /// Nobody's: the history alone.
    Bare,
}

/// One line as it stands in the file.
#[derive(Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum Line {
    Hidden { hidden: String, seat: String },
    Holder { seat: String },
    Orders { entry: usize, orders: Vec<String>, salt: String, seat: String },
    Value { entry: usize, salt: String, seat: String, value: PrivateValue },
}

impl Openings {
    /// Reads the lines of a file.
    ///
    /// Errors: the line, counted from 1, and what is wrong with it.
    pub fn read(lines: &[String]) -> Result<Self, (usize, String)> {
        let mut openings = Self::default();
        for (i, text) in lines.iter().enumerate() {
            openings.take_in(text).map_err(|message| (i + 1, message))?;
        }
        let is_own = |seat: &&&String| openings.seat.as_ref() == Some(**seat);
        let seats = openings.seats();
        let others = seats.iter().find(|seat| !is_own(seat));
        let refuse = |message: String| Err((lines.len(), message));
        match (others, &openings.hidden, &openings.seat) {
            (_, Some(_), Some(_)) => refuse("a file is the referee's or a seat's copy, not both".to_owned()),
            (Some(seat), None, _) => {
                refuse(format!("this is not {seat}'s copy, and holds what {seat} may know"))
            }
            _ => Ok(openings),
        }
    }

    fn take_in(&mut self, text: &str) -> Result<(), String> {
        let value = canonical::parse(text).map_err(|error| format!("the line is not canonical: {error}"))?;
        let line = Line::deserialize(&value).map_err(|_| "the line is no opening".to_owned())?;
        let is_new = match line {
            Line::Hidden { hidden, seat } if seat == REFEREE && canonical::is_hex(&hidden) => {
                self.hidden.replace(hidden).is_none()
            }
            Line::Holder { seat } => self.seat.replace(seat).is_none(),
            Line::Hidden { .. } => return Err("the line is no hidden secret of a referee".to_owned()),
            Line::Orders { entry, orders, salt, seat } => {
                self.orders.insert((entry, seat), Opening { orders, salt }).is_none()
            }
            Line::Value { entry, salt, seat, value } => {
                self.values.insert((entry, seat), Known { salt, value }).is_none()
            }
        };
        if is_new { Ok(()) } else { Err("the same is opened twice".to_owned()) }
    }

    /// The lines as they stand in the file. Where the hidden secret is, what follows from it is left out.
    pub fn lines(&self) -> Vec<String> {
        let hidden = self.hidden.clone().map(|hidden| Line::Hidden { hidden, seat: REFEREE.to_owned() });
        let holder = self.seat.clone().map(|seat| Line::Holder { seat });
        let orders = self.orders.iter().map(|((entry, seat), o)| {
            let (orders, salt) = (o.orders.clone(), o.salt.clone());
            ((*entry, seat.clone(), 0), Line::Orders { entry: *entry, orders, salt, seat: seat.clone() })
        });
        let values = self.values.iter().filter(|_| self.hidden.is_none()).map(|((entry, seat), known)| {
            let (salt, value) = (known.salt.clone(), known.value.clone());
            ((*entry, seat.clone(), 1), Line::Value { entry: *entry, salt, seat: seat.clone(), value })
        });
        let mut lines: Vec<_> = orders.chain(values).collect();
        lines.sort_by(|a, b| a.0.cmp(&b.0));
        let lines = hidden.into_iter().chain(holder).chain(lines.into_iter().map(|(_, line)| line));
        lines.map(|line| line_of(&serde_json::to_value(line).unwrap_or_default())).collect()
    }

    /// Whose file it is.
    pub fn holder(&self) -> Holder {
        match (&self.hidden, &self.seat) {
            (Some(_), _) => Holder::Full,
            (None, Some(seat)) => Holder::Copy(seat.clone()),
            (None, None) => Holder::Bare,
        }
    }

    fn seats(&self) -> BTreeSet<&String> {
        self.orders.keys().chain(self.values.keys()).map(|(_, seat)| seat).collect()
    }

    /// What one seat may know of all this.
    pub fn of_seat(&self, seat: &str) -> Self {
        let orders = self.orders.iter().filter(|((_, s), _)| s == seat);
        let values = self.values.iter().filter(|((_, s), _)| s == seat);
        Self {
            hidden: None,
            seat: Some(seat.to_owned()),
            orders: orders.map(|(k, v)| (k.clone(), v.clone())).collect(),
            values: values.map(|(k, v)| (k.clone(), v.clone())).collect(),
        }
    }

    /// What is opened of the first so many entries.
    pub fn until(&self, end: usize) -> Self {
        let mut earlier = self.clone();
        earlier.orders.retain(|(entry, _), _| *entry < end);
        earlier.values.retain(|(entry, _), _| *entry < end);
        earlier
    }

    /// What a seat's seal in an entry was made of.
    pub fn orders(&self, entry: usize, seat: &str) -> Option<&Opening> {
        self.orders.get(&(entry, seat.to_owned()))
    }

    /// What a seat may know of an entry.
    pub fn value(&self, entry: usize, seat: &str) -> Option<&Known> {
        self.values.get(&(entry, seat.to_owned()))
    }

    /// Keeps what a seal was made of.
    pub fn keep_orders(&mut self, entry: usize, seat: &str, opening: Opening) {
        self.orders.insert((entry, seat.to_owned()), opening);
    }

    /// Drops what seals of an entry were made of, since it is not written after all.
    pub fn forget(&mut self, entry: usize) {
        self.orders.retain(|(other, _), _| *other != entry);
    }

    /// Keeps what a seat may know of an entry.
    pub fn keep_value(&mut self, entry: usize, seat: &str, known: Known) {
        self.values.insert((entry, seat.to_owned()), known);
    }

    /// The entries that something is opened of, each with the seat.
    pub fn entries(&self) -> impl Iterator<Item = &(usize, String)> {
        self.orders.keys().chain(self.values.keys())
    }
}

/// H("hidden-secret", hex key, game, own nonce): the referee's second secret.
pub fn hidden_secret(hex_key: &str, game: &str, nonce: &str) -> String {
    canonical::hash("hidden-secret", &[hex_key, game, nonce])
}

/// H("hidden-tip", game, hidden secret): commits a referee to what hidden draws are made of.
pub fn hidden_tip(game: &str, hidden: &str) -> String {
    canonical::hash("hidden-tip", &[game, hidden])
}

/// H("salt", hidden secret, entry, seat): of the hash of what a seat alone may know of an entry.
pub fn salt(hidden: &str, entry: usize, seat: &str) -> String {
    canonical::hash("salt", &[hidden, &entry.to_string(), seat])
}
