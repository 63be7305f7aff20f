//! What everybody may know of a game of Battue, and what one player may know beyond that.
//!
//! What lies face down nobody knows: it is drawn when it is turned up. Hands, standing answers and orders still to be
//! carried out are private, or with open hands lie in the public part; [`secret`] and [`secret_mut`] are the one way
//! to them, so that no rule is written twice.

use super::Battue;
use super::board::Edge;
use super::data::Data;
use super::orders::Order;
use super::setting::Setting;
use crate::kernel::game::{State, View};
use crate::kernel::seat::Seat;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What one player may know beyond what everybody may.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Private {
    /// Loot cards in hand, in ascending order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hand: Vec<String>,
    /// What to do when attacked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub standing: Vec<Order>,
    /// What is still to be carried out of the orders for this turn.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub plan: Vec<Order>,
    /// The answer to the attack under way.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reaction: Vec<Order>,
}

/// Why a player is out of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Out {
    /// No warriors on the board.
    Eliminated,
    /// The game given up.
    Withdrew,
}

/// Warriors who wait beside the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Camp {
    /// On which edge.
    pub edge: Edge,
    /// Next to which wall, gate or tower.
    pub at: String,
    /// How many.
    pub warriors: u8,
}

/// A player: what everybody sees of him.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Horde {
    /// The seat's id.
    pub seat: String,
    /// Warriors beside the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub camp: Option<Camp>,
    /// How many cards are in hand.
    pub hand: u8,
    /// Cards in the war chest, in ascending order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub chest: Vec<String>,
    /// Whether a tile has been captured: hordes may split.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub has_captured: bool,
    /// Whether there are standing answers to attacks.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub has_standing: bool,
    /// Why out of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub out: Option<Out>,
}

impl Horde {
    /// A player before the game.
    pub fn new(seat: &str) -> Self {
        Self { seat: seat.to_owned(), ..Self::default() }
    }
}

/// What is on a space.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Space {
    /// The tile, where it lies face up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tile: Option<String>,
    /// Whose flag lies there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub controller: Option<u8>,
    /// Warriors of its controller.
    #[serde(skip_serializing_if = "is_none")]
    pub warriors: u8,
    /// Warriors of the player whose turn it is, who attacks.
    #[serde(skip_serializing_if = "is_none")]
    pub attackers: u8,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_none(number: &u8) -> bool {
    *number == 0
}

/// A battle under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Battle {
    /// For which space.
    pub at: String,
    /// Who defends.
    pub defender: u8,
    /// The round, from 1.
    pub round: u8,
    /// Cards that the attacker has played in this round.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub attack_cards: Vec<String>,
    /// Cards that the defender has played in this round.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub defence_cards: Vec<String>,
    /// What an event adds to the defence value.
    #[serde(skip_serializing_if = "is_even")]
    pub shift: i8,
    /// Whether the defender's answer is awaited.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_waiting: bool,
    /// Whether the defender has answered this attack.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub has_answer: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_even(shift: &i8) -> bool {
    *shift == 0
}

/// How the game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Ending {
    /// Who won; none in a draw.
    pub winners: Vec<u8>,
    /// Why.
    pub reason: String,
}

/// The position.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Public {
    /// The players in the order round the table, each with the next one on its left.
    pub hordes: Vec<Horde>,
    /// What players hold, where hands are open.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub open: Vec<Private>,
    /// What is on spaces, by their ids; nothing on those that are not listed.
    pub spaces: BTreeMap<String, Space>,
    /// Where the special tiles lie, in ascending order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub specials: Vec<String>,
    /// How many turns have begun.
    pub turn: u32,
    /// Whose turn it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mover: Option<u8>,
    /// The battle under way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub battle: Option<Battle>,
    /// Loot cards on the discard pile, in ascending order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub discards: Vec<String>,
    /// Event cards in the deck, in ascending order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<String>,
    /// How many cards have been drawn or taken by lot, so that no two lots have one label.
    pub lots: u32,
    /// How it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ending: Option<Ending>,
}

static NOTHING: Space = Space { tile: None, controller: None, warriors: 0, attackers: 0 };

impl Public {
    /// What is on a space.
    pub fn space(&self, id: &str) -> &Space {
        self.spaces.get(id).unwrap_or(&NOTHING)
    }

    /// A player.
    pub fn horde(&self, seat: u8) -> &Horde {
        &self.hordes[usize::from(seat)]
    }

    /// Whether a player is in the game.
    pub fn plays(&self, seat: u8) -> bool {
        self.hordes.get(usize::from(seat)).is_some_and(|horde| horde.out.is_none())
    }

    /// Whether a player goes on with his turn: the game does, and he is in it.
    pub fn goes_on(&self, seat: u8) -> bool {
        self.ending.is_none() && self.plays(seat)
    }

    /// The players in the game.
    pub fn in_game(&self) -> impl Iterator<Item = u8> + '_ {
        (0..self.hordes.len() as u8).filter(|seat| self.plays(*seat))
    }

    /// The next player in the game to the left.
    pub fn left_of(&self, seat: u8) -> u8 {
        let count = self.hordes.len() as u8;
        let around = (1..=count).map(|step| (seat + step) % count);
        around.into_iter().find(|next| self.plays(*next)).unwrap_or(seat)
    }

    /// A player's warriors on a space, in attack or at rest; `camp` stands for those beside the board.
    pub fn warriors_at(&self, seat: u8, place: &str) -> u8 {
        if super::orders::is_camp(place) {
            return self.horde(seat).camp.as_ref().map_or(0, |camp| camp.warriors);
        }
        let space = self.space(place);
        if space.controller == Some(seat) {
            space.warriors
        } else if self.mover == Some(seat) {
            space.attackers
        } else {
            0
        }
    }

    /// A player's hordes: where, and how many; the camp first.
    pub fn hordes_of(&self, seat: u8) -> Vec<(String, u8)> {
        let camp = super::board::CAMP;
        let places = std::iter::once(camp).chain(self.spaces.keys().map(String::as_str));
        let hordes = places.map(|place| (place.to_owned(), self.warriors_at(seat, place)));
        hordes.filter(|(_, count)| *count > 0).collect()
    }

    /// A player's warriors on the board; those beside it count (R5).
    pub fn warriors(&self, seat: u8) -> u8 {
        self.hordes_of(seat).iter().map(|(_, count)| count).sum()
    }

    /// A player's warriors in reserve.
    pub fn reserve(&self, setting: &Setting, seat: u8) -> u8 {
        setting.data.forces.forces.warriors.saturating_sub(self.warriors(seat))
    }

    /// The spaces that a player controls, in ascending order.
    pub fn controlled(&self, seat: u8) -> Vec<&str> {
        let own = self.spaces.iter().filter(|(_, space)| space.controller == Some(seat));
        own.map(|(id, _)| id.as_str()).collect()
    }

    /// Where the player whose turn it is attacks, in ascending order.
    pub fn contested(&self) -> Vec<&str> {
        self.spaces.iter().filter(|(_, space)| space.attackers > 0).map(|(id, _)| id.as_str()).collect()
    }

    /// Loot cards in the pile.
    pub fn pile(&self, setting: &Setting) -> usize {
        let hands: usize = self.hordes.iter().map(|horde| usize::from(horde.hand)).sum();
        let chests = self.hordes.iter().flat_map(|horde| &horde.chest);
        let banked = chests.filter(|id| setting.data.loot(id).is_some()).count();
        setting.data.loot_pile().len().saturating_sub(hands + banked + self.discards.len())
    }
}

/// Whether a space lies face up: what stands on the walls always does.
pub fn is_up(data: &Data, public: &Public, space: &str) -> bool {
    data.board.wall(space).is_some() || public.space(space).tile.is_some()
}

/// Defence value, loot and victory points of a space; none while it lies face down.
pub fn figures(data: &Data, public: &Public, space: &str) -> Option<(u8, u8, u8)> {
    if let Some(wall) = data.board.wall(space) {
        return Some((wall.defence, wall.loot, wall.vp));
    }
    let tile = data.tile(public.space(space).tile.as_ref()?)?;
    Some((tile.defence, tile.loot, tile.vp))
}

/// The tiles that can lie face down on a space: of its size and not on the board yet, special ones where they were
/// laid and nowhere else. In ascending order.
pub fn candidates(data: &Data, public: &Public, space: &str) -> Vec<String> {
    let Some(place) = data.board.space(space) else { return Vec::new() };
    let is_special = public.specials.iter().any(|id| id == space);
    let is_used = |id: &String| public.spaces.values().any(|s| s.tile.as_ref() == Some(id));
    let fits = data.tiles.tiles.iter().filter(|t| t.size == place.size && t.special == is_special);
    fits.map(|t| t.id.clone()).filter(|id| !is_used(id)).collect()
}

/// What a player holds beyond what everybody knows.
pub fn secret(state: &State<Battue>, seat: u8) -> &Private {
    if state.setting.is_hidden {
        &state.private[usize::from(seat)]
    } else {
        &state.public.open[usize::from(seat)]
    }
}

/// The same, to be changed by an event.
pub fn secret_mut(state: &mut State<Battue>, seat: u8) -> &mut Private {
    if state.setting.is_hidden {
        &mut state.private[usize::from(seat)]
    } else {
        &mut state.public.open[usize::from(seat)]
    }
}

/// What a player holds, as far as a viewer may know it.
pub fn seen<'a>(view: &View<'a, Battue>, seat: u8) -> Option<&'a Private> {
    if view.setting.is_hidden { view.private_of(Seat(seat)) } else { view.public.open.get(usize::from(seat)) }
}
