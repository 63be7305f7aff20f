//! §4.3 Faction defined set-ups: each faction places its tiles and headquarters on its own half of the board.

use super::data::{self, BoardData, Data, Faction, Half, TileKind};
use super::faction::name;
use super::orders::Order;
use super::setting::Setting;
use crate::kernel::board::hex::Hex;
use crate::kernel::game::Ruling;
use crate::kernel::options::Refusal;
use std::collections::{BTreeMap, BTreeSet};

/// How many placements are tried before a half counts as one that cannot be completed. The board that comes with
/// the program needs a few dozen; an owner's may be too small for its tiles.
const MAX_TRIES: usize = 20_000;

/// How many ways to place a tile are looked at; three hexes on half of that board have fewer than a hundred.
const MAX_WAYS: usize = 2_000;

/// Why a piece cannot lie where it is placed: code and fact.
type Bar = (&'static str, String);

/// The pieces that lie on a half so far.
#[derive(Clone, Debug, Default)]
struct Laid {
    headquarters: Option<Hex>,
    tiles: BTreeMap<TileKind, Vec<Hex>>,
}

/// A half being laid out.
struct Desk<'a> {
    board: &'a BoardData,
    faction: Faction,
}

/// §4.3 Each piece lies within the limits, once, and all of them are placed.
pub fn check(setting: &Setting, faction: Faction, orders: &[Order]) -> Vec<Ruling> {
    let desk = Desk { board: &setting.board, faction };
    let (mut laid, mut rulings) = (Laid::default(), Vec::new());
    for (i, order) in orders.iter().enumerate() {
        if let Some((code, fact)) = desk.bar(&laid, order) {
            rulings.push(Ruling::on(i, code, "§4.3", fact));
        }
        laid.add(order);
    }
    let missing = laid.missing();
    if rulings.is_empty() && !missing.is_empty() {
        let fact = format!("{} must be placed as well", missing.join(", "));
        rulings.push(Ruling::of_sheet("tile/not-all", "§4.3", fact).hinted("add a line for each"));
    }
    rulings
}

/// What a sheet that keeps the limits places.
pub fn half(orders: &[Order]) -> Option<Half> {
    let mut laid = Laid::default();
    orders.iter().for_each(|order| laid.add(order));
    Some(Half { headquarters: laid.headquarters?, tiles: laid.tiles })
}

/// A half as orders, in canonical order.
pub fn lines(half: &Half) -> Vec<Order> {
    let tiles = half.tiles.iter().map(|(kind, hexes)| Order::Tile { kind: *kind, hexes: hexes.clone() });
    let mut orders: Vec<Order> =
        std::iter::once(Order::Headquarters(half.headquarters)).chain(tiles).collect();
    super::sequence::arrange(&mut orders);
    orders
}

/// The single next pieces that leave room for all others.
pub fn legal(setting: &Setting, faction: Faction, so_far: &[Order]) -> Vec<Order> {
    let desk = Desk { board: &setting.board, faction };
    let mut laid = Laid::default();
    so_far.iter().for_each(|order| laid.add(order));
    let ways = desk.ways();
    let open = ways.iter().filter(|(piece, _)| laid.lacks(*piece)).flat_map(|(_, orders)| orders);
    let fits = |order: &&Order| {
        desk.bar(&laid, order).is_none() && {
            let mut with = laid.clone();
            with.add(order);
            desk.complete(&with, &ways).is_some()
        }
    };
    open.filter(fits).cloned().collect()
}

/// §4.3 What a faction places by default: the standard set-up if that keeps the limits, else the first way found.
///
/// Errors: an owner's board has no room for all tiles of a half, or for all units beside them.
pub fn default_halves(data: &Data) -> Result<[Half; 2], Refusal> {
    let board = &data.board;
    let desk = Desk { board, faction: Faction::Red };
    let standard = data.setups["standard"].half_of(board, Faction::Red);
    let red =
        if desk.allows(&standard) { Some(standard) } else { desk.complete(&Laid::default(), &desk.ways()) };
    let covered: u32 = board.tiles.values().map(|tile| u32::from(tile.hexes)).sum();
    let zone = board.hexes().filter(|h| board.is_behind_line(Faction::Red, *h)).count() as u32;
    match red {
        // The headquarters is among the counters, so there is a clear hex for each unit however the tiles lie.
        Some(red) if zone >= covered + data.counters.total() => Ok([red.clone(), red.image(board)]),
        _ => Err(Refusal::new(
            "components/fault",
            "setup=faction: this board has too little room for the tiles of a half and all counters behind the line",
        )),
    }
}

impl Laid {
    fn add(&mut self, order: &Order) {
        match order {
            Order::Headquarters(hex) => drop(self.headquarters.get_or_insert(*hex)),
            Order::Tile { kind, hexes } => drop(self.tiles.entry(*kind).or_insert_with(|| hexes.clone())),
            _ => {}
        }
    }

    /// Whether a tile, or else the headquarters, has yet to be placed.
    fn lacks(&self, piece: Option<TileKind>) -> bool {
        piece.map_or(self.headquarters.is_none(), |kind| !self.tiles.contains_key(&kind))
    }

    fn missing(&self) -> Vec<&'static str> {
        let tiles = TileKind::ALL.into_iter().filter(|kind| self.lacks(Some(*kind))).map(TileKind::name);
        self.lacks(None).then_some("headquarters").into_iter().chain(tiles).collect()
    }
}

impl Desk<'_> {
    /// What keeps a piece from being placed beside those before it.
    fn bar(&self, laid: &Laid, order: &Order) -> Option<Bar> {
        match order {
            Order::Headquarters(hex) => self.bar_headquarters(laid, *hex),
            Order::Tile { kind, hexes } => self.bar_tile(laid, *kind, hexes),
            _ => None,
        }
    }

    fn bar_headquarters(&self, laid: &Laid, hex: Hex) -> Option<Bar> {
        if laid.headquarters.is_some() {
            return Some(("headquarters/twice", "the headquarters has been placed already".to_owned()));
        }
        if self.board.is_on_edge(hex) {
            return Some(("headquarters/edge", format!("{hex} is on an edge of the board")));
        }
        if !self.board.is_behind_line(self.faction, hex) {
            let fact = format!("{hex} is not behind {}'s set-up line", name(self.faction));
            return Some(("headquarters/beyond-line", fact));
        }
        let tile = laid.tiles.iter().find(|(_, hexes)| hexes.contains(&hex));
        tile.map(|(kind, _)| ("tile/headquarters", not_clear(hex, *kind)))
    }

    fn bar_tile(&self, laid: &Laid, kind: TileKind, hexes: &[Hex]) -> Option<Bar> {
        if laid.tiles.contains_key(&kind) {
            return Some(("tile/twice", format!("the tile of {} has been placed already", kind.name())));
        }
        let size = self.size(kind);
        if hexes.len() != size {
            let fact = format!("a tile of {} covers {size} of the hexes, not {}", kind.name(), hexes.len());
            return Some(("tile/shape", fact));
        }
        if !data::is_one_tile(hexes) {
            return Some(("tile/shape", "the hexes of one tile must touch each other".to_owned()));
        }
        let by_ground = hexes.iter().find_map(|hex| self.bar_ground(*hex));
        by_ground.or_else(|| hexes.iter().find_map(|hex| bar_neighbours(laid, kind, *hex)))
    }

    /// The limits of §4.3 on where any tile may lie.
    fn bar_ground(&self, hex: Hex) -> Option<Bar> {
        if self.board.is_on_edge(hex) {
            return Some(("tile/edge", format!("{hex} is on an edge of the board")));
        }
        if !self.board.is_on_side(self.faction, hex) {
            let fact = format!("{hex} is not entirely on {}'s side of the board", name(self.faction));
            return Some(("tile/beyond-side", fact));
        }
        (!self.board.can_hold_tile(hex))
            .then(|| ("tile/river", format!("{hex} has a river side or must stay free of tiles")))
    }

    fn size(&self, kind: TileKind) -> usize {
        self.board.tiles.get(&kind).map_or(1, |tile| usize::from(tile.hexes))
    }

    fn allows(&self, half: &Half) -> bool {
        let mut laid = Laid::default();
        let fit = lines(half).iter().all(|order| {
            let fits = self.bar(&laid, order).is_none();
            laid.add(order);
            fits
        });
        fit && laid.missing().is_empty()
    }

    /// Every way to place each piece on an empty half, the largest tiles first, the headquarters last.
    fn ways(&self) -> Vec<(Option<TileKind>, Vec<Order>)> {
        let open: Vec<Hex> = self.board.hexes().filter(|h| self.bar_ground(*h).is_none()).collect();
        let mut kinds = TileKind::ALL.to_vec();
        kinds.sort_by_key(|kind| std::cmp::Reverse(self.size(*kind)));
        let mut ways: Vec<(Option<TileKind>, Vec<Order>)> = Vec::new();
        for kind in kinds {
            let tiles = shapes(&open, self.size(kind)).into_iter();
            ways.push((Some(kind), tiles.map(|hexes| Order::Tile { kind, hexes }).collect()));
        }
        let homes = self.board.hexes().map(Order::Headquarters);
        ways.push((None, homes.filter(|o| self.bar(&Laid::default(), o).is_none()).collect()));
        ways
    }

    /// A way to place all pieces that are still missing, if one is found.
    fn complete(&self, laid: &Laid, ways: &[(Option<TileKind>, Vec<Order>)]) -> Option<Half> {
        self.search(laid, ways, &mut MAX_TRIES.clone())
    }

    fn search(
        &self,
        laid: &Laid,
        ways: &[(Option<TileKind>, Vec<Order>)],
        tries: &mut usize,
    ) -> Option<Half> {
        let Some(((piece, orders), rest)) = ways.split_first() else {
            return Some(Half { headquarters: laid.headquarters?, tiles: laid.tiles.clone() });
        };
        if !laid.lacks(*piece) {
            return self.search(laid, rest, tries);
        }
        for order in orders {
            *tries = tries.checked_sub(1)?;
            if self.bar(laid, order).is_none() {
                let mut with = laid.clone();
                with.add(order);
                if let Some(half) = self.search(&with, rest, tries) {
                    return Some(half);
                }
            }
        }
        None
    }
}

/// No piece lies on another, and no tile beside one of another terrain.
fn bar_neighbours(laid: &Laid, kind: TileKind, hex: Hex) -> Option<Bar> {
    if laid.headquarters == Some(hex) {
        return Some(("tile/headquarters", not_clear(hex, kind)));
    }
    for (other, hexes) in &laid.tiles {
        if hexes.contains(&hex) {
            return Some(("tile/overlap", format!("the tile of {} lies in {hex}", other.name())));
        }
        let beside = hexes.iter().find(|h| other.terrain() != kind.terrain() && h.is_adjacent(hex));
        if let Some(beside) = beside {
            let fact = format!("{hex} is next to {beside}, where the tile of {} lies", other.name());
            return Some(("tile/adjacent", fact));
        }
    }
    None
}

fn not_clear(hex: Hex, kind: TileKind) -> String {
    format!("a headquarters stands in the clear, and {hex} would be {}", kind.terrain().name())
}

/// All sets of so many hexes that are one tile, grown hex by hex; each in ascending order.
fn shapes(open: &[Hex], size: usize) -> BTreeSet<Vec<Hex>> {
    let mut shapes: BTreeSet<Vec<Hex>> = open.iter().map(|hex| vec![*hex]).collect();
    for _ in 1..size {
        let grown = shapes.iter().flat_map(|shape| {
            let beside =
                open.iter().filter(|h| !shape.contains(h) && shape.iter().any(|s| s.is_adjacent(**h)));
            beside.map(|hex| {
                let mut larger: Vec<Hex> = shape.iter().copied().chain([*hex]).collect();
                larger.sort_unstable();
                larger
            })
        });
        shapes = grown.filter(|shape| size > 3 || data::is_one_tile(shape)).take(MAX_WAYS * 8).collect();
    }
    shapes.into_iter().take(MAX_WAYS).collect()
}
