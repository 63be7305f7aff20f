//! The items of a sheet by kind, in canonical order.

use crate::kernel::game::Game;
use crate::kernel::orders::sheet::{Common, Item, Order, Source};
use crate::kernel::orders::wrapper::RawLine;

/// The most characters of a line that could not be read which are kept in the history.
const MAX_UNREAD: usize = 80;

pub(super) type Items<G> = Vec<Item<<G as Game>::Order, <G as Game>::Fact>>;

/// A sheet's items by kind.
pub(super) struct Sorted<G: Game> {
    pub(super) firm: Vec<(G::Order, Source)>,
    pub(super) common: Vec<(Common, Source)>,
    pub(super) blocks: Items<G>,
}

impl<G: Game> Sorted<G> {
    /// Sorts items; orders are put into canonical order.
    pub(super) fn new(items: Items<G>) -> Self {
        let mut sorted = Self { firm: Vec::new(), common: Vec::new(), blocks: Vec::new() };
        for item in items {
            match item {
                Item::Order(Order::Game(order), source) => sorted.firm.push((order, source)),
                Item::Order(Order::Common(common), source) => sorted.common.push((common, source)),
                block => sorted.blocks.push(arranged::<G>(block)),
            }
        }
        sorted.firm = arrange_pairs::<G>(sorted.firm);
        // Where blocks stand side by side all of them count, so their order says as little as that of orders.
        sorted.blocks.sort_by_cached_key(|block| (matches!(block, Item::Next(..)), block.lines()));
        sorted
    }

    /// Drops parts of a sheet.
    pub(super) fn drop_parts(&mut self, common: bool, firm: bool, blocks: bool) {
        if common {
            self.common.clear();
        }
        if firm {
            self.firm.clear();
        }
        if blocks {
            self.blocks.clear();
        }
    }

    pub(super) fn orders(&self) -> Vec<G::Order> {
        self.firm.iter().map(|(order, _)| order.clone()).collect()
    }

    pub(super) fn block_lines(&self) -> Vec<String> {
        self.blocks.iter().flat_map(Item::lines).collect()
    }

    pub(super) fn lines(&self) -> Vec<String> {
        let firm = self.firm.iter().map(|(order, _)| order.to_string());
        let common = self.common.iter().map(|(common, _)| common.to_string());
        firm.chain(common).chain(self.block_lines()).collect()
    }
}

/// Puts orders into canonical order and keeps each with its source.
pub(super) fn arrange_pairs<G: Game>(pairs: Vec<(G::Order, Source)>) -> Vec<(G::Order, Source)> {
    let mut orders: Vec<G::Order> = pairs.iter().map(|(order, _)| order.clone()).collect();
    G::arrange(&mut orders);
    let mut left = pairs;
    orders
        .into_iter()
        .filter_map(|order| left.iter().position(|(o, _)| *o == order).map(|at| left.remove(at)))
        .collect()
}

/// A block with the orders in it arranged, level by level: orders first, then inner blocks.
pub(super) fn arranged<G: Game>(block: Item<G::Order, G::Fact>) -> Item<G::Order, G::Fact> {
    match block {
        Item::Next(items, source) => Item::Next(arranged_items::<G>(items), source),
        Item::If(mut branches, source) => {
            for branch in &mut branches {
                branch.items = arranged_items::<G>(std::mem::take(&mut branch.items));
            }
            Item::If(branches, source)
        }
        other => other,
    }
}

pub(super) fn arranged_items<G: Game>(items: Items<G>) -> Items<G> {
    let sorted = Sorted::<G>::new(items);
    let firm = sorted.firm.into_iter().map(|(order, source)| Item::Order(Order::Game(order), source));
    let common = sorted.common.into_iter().map(|(common, source)| Item::Order(Order::Common(common), source));
    firm.chain(common).chain(sorted.blocks).collect()
}

/// Canonical lines with numbers from 1.
pub(super) fn numbered(lines: &[String]) -> Vec<RawLine> {
    lines.iter().enumerate().map(|(i, text)| RawLine { number: i + 1, text: text.clone() }).collect()
}

/// A line that could not be read, made fit to stand in the history: single spaces, and cut off so that what is left
/// cannot be taken for an order.
pub(super) fn plain_line(text: &str) -> String {
    let words: Vec<&str> =
        text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|w| !w.is_empty()).collect();
    let line = words.join(" ");
    match line.char_indices().nth(MAX_UNREAD) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}
