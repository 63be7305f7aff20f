//! The state of a game, and what one viewer may know of it.

use super::Game;
use crate::kernel::seat::{Seat, Viewer};
use std::sync::Arc;

/// The state of a game: what the terms fix, what everybody may know, what one seat may know.
pub struct State<G: Game> {
    /// What the terms fix for the whole game: board, cards, options.
    pub setting: Arc<G::Setting>,
    /// What everybody may know.
    pub public: G::Public,
    /// What one seat may know beyond that, by seat.
    pub private: Vec<G::Private>,
    /// What the referee alone may know.
    pub referee: G::Private,
}

impl<G: Game> Clone for State<G> {
    fn clone(&self) -> Self {
        Self {
            setting: Arc::clone(&self.setting),
            public: self.public.clone(),
            private: self.private.clone(),
            referee: self.referee.clone(),
        }
    }
}

impl<G: Game> State<G> {
    /// What a viewer may know.
    pub fn view(&self, viewer: Viewer) -> View<'_, G> {
        let (private, all): (_, &[G::Private]) = match viewer {
            Viewer::Seat(seat) => (self.private.get(seat.index()), &[]),
            Viewer::Referee => (None, &self.private),
            Viewer::Public => (None, &[]),
        };
        View { setting: &self.setting, public: &self.public, private, all, viewer }
    }

    /// The state as far as a viewer may know it: of all others' private parts nothing is left.
    pub fn seen_by(&self, viewer: Viewer) -> Self {
        let is_known = |place: usize| match viewer {
            Viewer::Referee => true,
            Viewer::Seat(seat) => seat.index() == place,
            Viewer::Public => false,
        };
        let known = |(place, private): (usize, &G::Private)| {
            if is_known(place) { private.clone() } else { G::Private::default() }
        };
        Self {
            setting: Arc::clone(&self.setting),
            public: self.public.clone(),
            private: self.private.iter().enumerate().map(known).collect(),
            referee: if viewer == Viewer::Referee { self.referee.clone() } else { G::Private::default() },
        }
    }
}

/// What one viewer may know: built up from nothing, never a state with fields blanked.
pub struct View<'a, G: Game> {
    /// What the terms fix.
    pub setting: &'a G::Setting,
    /// What everybody may know.
    pub public: &'a G::Public,
    /// What the viewer's seat may know beyond that.
    pub private: Option<&'a G::Private>,
    /// What each seat may know beyond that, for the referee; empty for all others.
    all: &'a [G::Private],
    /// Who looks.
    pub viewer: Viewer,
}

impl<'a, G: Game> View<'a, G> {
    /// What a seat may know beyond what everybody may, if the viewer may know it too.
    pub fn private_of(&self, seat: Seat) -> Option<&'a G::Private> {
        match self.viewer {
            Viewer::Seat(own) if own == seat => self.private,
            _ => self.all.get(seat.index()),
        }
    }
}
