//! A step being resolved.

use super::{Game, State};
use crate::kernel::dice::Dice;

/// A step being resolved: the one way to change a state, and the one way to roll.
pub struct Turn<'a, G: Game> {
    state: &'a mut State<G>,
    events: &'a mut Vec<G::Event>,
    dice: &'a mut Dice,
}

impl<'a, G: Game> Turn<'a, G> {
    /// Begins to resolve; events are recorded behind those already there.
    pub fn new(state: &'a mut State<G>, events: &'a mut Vec<G::Event>, dice: &'a mut Dice) -> Self {
        Self { state, events, dice }
    }

    /// The state as it is now.
    pub fn state(&self) -> &State<G> {
        self.state
    }

    /// Applies and records an event. A look ahead without dice records none that comes after the first roll.
    pub fn emit(&mut self, event: G::Event) {
        G::apply(self.state, &event);
        if !self.dice.are_awaited() {
            self.events.push(event);
        }
    }

    /// Rolls one die of so many sides and records it; the result is from 1 to `sides`.
    ///
    /// `by` is for whom: a seat's id, or a side that the game plays itself. `label` says what for: ASCII, made of
    /// ids, section, place and ordinal, and used once in a step.
    pub fn roll(&mut self, by: &str, label: impl Into<String>, sides: u32) -> u32 {
        self.dice.roll(by, label.into(), sides, 1)[0]
    }

    /// Rolls several dice for one purpose and records them together.
    pub fn roll_several(&mut self, by: &str, label: impl Into<String>, sides: u32, count: usize) -> Vec<u32> {
        self.dice.roll(by, label.into(), sides, count).to_vec()
    }

    /// Draws as [`Turn::draw`] does, but so that what was drawn stands in no public record: the game tells those who
    /// may know by an event of their own.
    pub fn draw_hidden(&mut self, by: &str, label: impl Into<String>, list: &[String]) -> usize {
        self.dice.draw_hidden(by, label.into(), list)
    }

    /// Draws from a list in ascending order of its ids, one element a physical card, and gives the place in it.
    pub fn draw(&mut self, by: &str, label: impl Into<String>, list: &[String]) -> usize {
        self.dice.draw(by, label.into(), list)
    }
}
