//! §4.3 User defined set-ups: a layout of tiles and headquarters that the players agree on in the terms.

use super::data::{BoardData, Data, Provenance, SetupData, TileKind};
use crate::kernel::board::hex::Hex;
use crate::kernel::options::Refusal;
use std::collections::{BTreeMap, BTreeSet};

/// What a layout places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Piece {
    Headquarters,
    Tile(TileKind),
}

/// Reads a layout such as `headquarters 0602; town 0903; small-hill 0705; large-hill 0404,0405,0504; woods
/// 0205,0206`. It gives either one half of the board, whose image under half a turn is the other half, or both.
///
/// Errors: what cannot be read, what is not the same on both halves, and every limit of §4.3 that is broken.
pub fn read(text: &str, data: &Data) -> Result<SetupData, Vec<Refusal>> {
    let pieces = pieces(text)?;
    let setup = halve(&pieces, &data.board)?;
    let faults = data.setup_faults("layout", &setup);
    if faults.is_empty() {
        Ok(setup)
    } else {
        Err(faults.into_iter().map(|fault| Refusal::new("layout/limit", format!("§4.3 {fault}"))).collect())
    }
}

/// Groups the words: each name is followed by its hexes.
fn pieces(text: &str) -> Result<Vec<(Piece, Vec<Hex>)>, Vec<Refusal>> {
    let (mut pieces, mut refusals) = (Vec::<(Piece, Vec<Hex>)>::new(), Vec::new());
    for word in text.split([' ', ',', ';']).filter(|w| !w.is_empty() && *w != "-") {
        match (piece(word), word.parse::<Hex>(), pieces.last_mut()) {
            (Some(piece), _, _) => pieces.push((piece, Vec::new())),
            (None, Ok(hex), Some((_, hexes))) => hexes.push(hex),
            _ => refusals.push(
                Refusal::new("layout/unread", format!("{word:?} is neither a piece nor a hex that follows one"))
                    .hinted("write headquarters, town, small-hill, large-hill or woods, then its hexes, such as woods 0205,0206"),
            ),
        }
    }
    for (_, hexes) in &mut pieces {
        hexes.sort_unstable();
    }
    if refusals.is_empty() { Ok(pieces) } else { Err(refusals) }
}

fn piece(name: &str) -> Option<Piece> {
    if matches!(name, "headquarters" | "hq") {
        return Some(Piece::Headquarters);
    }
    TileKind::ALL.into_iter().find(|kind| kind.name() == name).map(Piece::Tile)
}

/// Red's half of a layout. Of two pieces of a kind one must be the image of the other.
fn halve(pieces: &[(Piece, Vec<Hex>)], board: &BoardData) -> Result<SetupData, Vec<Refusal>> {
    let mut refusals = Vec::new();
    let mut half: BTreeMap<Piece, Vec<Hex>> = BTreeMap::new();
    let kinds: BTreeSet<Piece> = pieces.iter().map(|(piece, _)| *piece).collect();
    for kind in kinds {
        let all: Vec<&Vec<Hex>> = pieces.iter().filter(|(p, _)| *p == kind).map(|(_, hexes)| hexes).collect();
        match all.as_slice() {
            [only] => {
                half.insert(kind, (*only).clone());
            }
            [one, other] if image(one, board) == **other => {
                half.insert(kind, (*one.min(other)).clone());
            }
            _ => refusals.push(not_the_same(kind, &all)),
        }
    }
    let headquarters = half.get(&Piece::Headquarters).map_or(&[][..], Vec::as_slice);
    if !matches!(headquarters, [] | [_]) {
        refusals.push(not_the_same(Piece::Headquarters, &[&headquarters.to_vec()]));
    }
    let headquarters = headquarters.first().map(|hex| {
        // One headquarters stands for both; red's is the one behind red's line.
        let image = board.half_turn(*hex);
        if board.contains(*hex) && board.is_behind_line(super::data::Faction::Blue, *hex) {
            image
        } else {
            *hex
        }
    });
    let Some(headquarters) = headquarters else {
        refusals.push(Refusal::new("layout/limit", "§4.3 the layout places no headquarters"));
        return Err(refusals);
    };
    if !refusals.is_empty() {
        return Err(refusals);
    }
    let tiles = half.into_iter().filter_map(|(piece, hexes)| match piece {
        Piece::Tile(kind) => Some((kind, hexes)),
        Piece::Headquarters => None,
    });
    Ok(SetupData {
        title: "User defined set-up".to_owned(),
        note: String::new(),
        source: Provenance::Printed,
        headquarters,
        tiles: tiles.collect(),
    })
}

fn image(hexes: &[Hex], board: &BoardData) -> Vec<Hex> {
    let mut image: Vec<Hex> = hexes.iter().map(|h| board.half_turn(*h)).collect();
    image.sort_unstable();
    image
}

fn not_the_same(kind: Piece, all: &[&Vec<Hex>]) -> Refusal {
    let name = match kind {
        Piece::Headquarters => "headquarters",
        Piece::Tile(kind) => kind.name(),
    };
    let places: Vec<String> =
        all.iter().map(|hexes| hexes.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")).collect();
    let message =
        format!("§4.3 {name} at {} is not the same on both halves of the board", places.join(" and "));
    Refusal::new("layout/not-symmetric", message)
        .hinted("give one of each kind, or two of which one is the image of the other under half a turn")
}
