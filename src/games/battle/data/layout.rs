//! A user-defined set-up (§4.3) as one line of text, for the terms of a game.
//!
//! Each tile's name is followed by its hexes, the headquarters likewise; the order is free:
//! `headquarters 0602 town 0903 small-hill 0705 large-hill 0404 0405 0504 woods 0205 0206`.

use super::{Provenance, SetupData, TileKind};
use crate::kernel::board::hex::Hex;
use std::collections::BTreeMap;

impl SetupData {
    /// Reads the layout of red's half; blue's is its image. Whether it keeps the limits is for
    /// [`Data::setup_faults`](super::Data::setup_faults) to say.
    pub fn from_layout(text: &str) -> Result<Self, String> {
        let mut headquarters = Vec::new();
        let mut tiles: BTreeMap<TileKind, Vec<Hex>> = BTreeMap::new();
        let mut place: Option<&mut Vec<Hex>> = None;
        for word in text.split_whitespace() {
            if word.starts_with(|c: char| c.is_ascii_digit()) {
                let hexes = place.as_mut().ok_or_else(|| format!("{word} stands before any tile's name"))?;
                hexes.push(word.parse().map_err(|_| format!("{word:?} is not a hex"))?);
                continue;
            }
            let hexes = match TileKind::ALL.into_iter().find(|kind| kind.name() == word) {
                Some(kind) => tiles.entry(kind).or_default(),
                None if word == "headquarters" => &mut headquarters,
                None => return Err(format!("{word:?} is no tile; write {}", names())),
            };
            if !hexes.is_empty() {
                return Err(format!("{word} stands twice"));
            }
            place = Some(hexes);
        }
        let [headquarters] = headquarters[..] else {
            return Err("name one hex for headquarters".to_owned());
        };
        let title = "User-defined set-up".to_owned();
        Ok(Self { title, note: String::new(), source: Provenance::Printed, headquarters, tiles })
    }

    /// The layout as [`from_layout`](Self::from_layout) reads it, in its one canonical spelling.
    pub fn layout(&self) -> String {
        let mut words = vec![format!("headquarters {}", self.headquarters)];
        for (kind, hexes) in &self.tiles {
            words.push(kind.name().to_owned());
            words.extend(hexes.iter().map(Hex::to_string));
        }
        words.join(" ")
    }
}

fn names() -> String {
    format!("headquarters, {}", TileKind::ALL.map(TileKind::name).join(", "))
}
