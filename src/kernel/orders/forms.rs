//! What games make their order forms of: slots, forms that every game has, and values that were read.

use super::grammar::{Form, Grammar, Join, Match, Part, Places, Slot, SlotKind};
use std::sync::Arc;

/// Words as names to choose from.
pub fn words(words: &[&str]) -> Arc<[String]> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

impl Slot {
    /// One of some names.
    pub fn choice(name: &'static str, names: &Arc<[String]>) -> Self {
        Self { name, kind: SlotKind::Choice(Arc::clone(names)) }
    }

    /// One of a board's places.
    pub fn place(name: &'static str, places: &Arc<Places>) -> Self {
        Self { name, kind: SlotKind::Place(Arc::clone(places)) }
    }
}

impl Part {
    /// One of some names.
    pub fn choice(name: &'static str, names: &Arc<[String]>) -> Self {
        Self::One(Slot::choice(name, names))
    }

    /// A whole number from 0 to `most`.
    pub fn number(name: &'static str, most: u32) -> Self {
        Self::One(Slot { name, kind: SlotKind::Number(most) })
    }

    /// One of a board's places.
    pub fn place(name: &'static str, places: &Arc<Places>) -> Self {
        Self::One(Slot::place(name, places))
    }

    /// One name or several, with commas.
    pub fn choices(name: &'static str, names: &Arc<[String]>) -> Self {
        Self::Many(Slot::choice(name, names), Join::Comma, 1)
    }

    /// One place or several, with commas.
    pub fn places(name: &'static str, places: &Arc<Places>) -> Self {
        Self::Many(Slot::place(name, places), Join::Comma, 1)
    }
}

impl<T: 'static> Form<T> {
    /// `pass`, the order to do nothing.
    pub fn pass(build: fn() -> T, help: &'static str) -> Self {
        Self {
            name: "pass",
            parts: vec![Part::Word(&["pass", "hold"])],
            build: Box::new(move |_| build()),
            example: "pass",
            help,
        }
    }

    /// The same form of another kind of sentence, which holds what was read.
    pub fn map<U: 'static>(self, wrap: fn(T) -> U) -> Form<U> {
        let build = self.build;
        Form {
            name: self.name,
            parts: self.parts,
            build: Box::new(move |m| wrap(build(m))),
            example: self.example,
            help: self.help,
        }
    }
}

impl<T> Grammar<T> {
    /// Some forms as a grammar, to be shared.
    pub fn of(forms: impl IntoIterator<Item = Form<T>>) -> Arc<Self> {
        Arc::new(Self { forms: forms.into_iter().collect() })
    }
}

impl Match {
    /// What was read for a slot that the form requires, from the list that its names or places stand for.
    pub fn pick<T: Clone>(&self, slot: &str, list: &[T]) -> T {
        list[self.value(slot) as usize].clone()
    }

    /// The same for a slot that may have been left out.
    pub fn pick_first<T: Clone>(&self, slot: &str, list: &[T]) -> Option<T> {
        self.first(slot).map(|i| list[i as usize].clone())
    }

    /// Everything that was read for a slot, in order.
    pub fn pick_all<T: Clone>(&self, slot: &str, list: &[T]) -> Vec<T> {
        self.all(slot).into_iter().map(|i| list[i as usize].clone()).collect()
    }

    /// Everything that was read for a slot, sorted.
    pub fn pick_sorted<T: Clone + Ord>(&self, slot: &str, list: &[T]) -> Vec<T> {
        let mut picked = self.pick_all(slot, list);
        picked.sort_unstable();
        picked
    }
}
