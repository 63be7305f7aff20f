//! The embedded components are sound and say what is printed; every kind of fault is found.

use super::*;
use crate::kernel::components::canonical;
use serde_json::{Value, json};

fn hex(name: &str) -> Hex {
    name.parse().unwrap()
}

#[test]
fn the_embedded_components_have_no_faults() {
    assert_eq!(Data::embedded().faults(), [""; 0]);
    assert_eq!(Data::embedded().counters.total(), 24);
}

#[test]
fn the_board_has_126_hexes_and_turns_on_itself() {
    let board = &Data::embedded().board;
    assert_eq!(board.hexes().count(), 126);
    for hex in board.hexes() {
        assert_eq!(board.half_turn(board.half_turn(hex)), hex);
        assert!(board.contains(board.half_turn(hex)));
        for near in hex.neighbours().filter(|&n| board.contains(n)) {
            assert!(board.half_turn(hex).is_adjacent(board.half_turn(near)), "{hex} {near}");
        }
    }
    assert_eq!(board.half_turn(hex("0408")), hex("0805"));
    assert_eq!(board.side(hex("1005"), hex("1004")), Some(SideKind::Bridge));
    assert_eq!(board.side(hex("0308"), hex("0208")), Some(SideKind::River));
    assert_eq!(board.side(hex("0101"), hex("0102")), None);
}

/// Two sides join where a corner is shared: each then touches a hex of the other's ends.
#[test]
fn each_river_is_one_line_from_its_head_to_the_edge() {
    let board = &Data::embedded().board;
    let corners = |side: &RiverSide| -> Vec<[Hex; 3]> {
        let [a, b] = side.between;
        let mut ends: Vec<_> = a
            .neighbours()
            .filter(|n| n.is_adjacent(b))
            .map(|n| {
                let mut corner = [a, b, n];
                corner.sort();
                corner
            })
            .collect();
        ends.sort();
        ends
    };
    let mut uses: BTreeMap<[Hex; 3], usize> = BTreeMap::new();
    for end in board.sides.iter().flat_map(corners) {
        *uses.entry(end).or_default() += 1;
    }
    // The west end of 0108-0109 lies beyond column 1, where no hex has a name.
    let mut loose: Vec<_> = uses.iter().filter(|&(_, &n)| n == 1).map(|(corner, _)| *corner).collect();
    loose.retain(|corner| corner.iter().all(|&h| board.contains(h)));
    assert_eq!(loose, [[hex("0307"), hex("0308"), hex("0408")], [hex("0805"), hex("0904"), hex("0905")]]);
    assert!(uses.values().all(|&n| n <= 2));
}

#[test]
fn the_ground_behind_the_lines_is_three_rows_deep_at_either_end() {
    let board = &Data::embedded().board;
    let count = |faction| board.hexes().filter(|&h| board.is_behind_line(faction, h)).count();
    assert_eq!(Faction::BOTH.map(count), [33, 33]);
    assert!(board.is_behind_line(Faction::Red, hex("0603")));
    assert!(!board.is_behind_line(Faction::Red, hex("0604")));
    assert!(
        board.is_behind_line(Faction::Blue, hex("0610")) && board.is_behind_line(Faction::Blue, hex("0509"))
    );
    assert!(!board.is_behind_line(Faction::Blue, hex("0609")));
}

/// Ours observe more than the limits of §4.3 for layouts: also those for halves laid out apart.
#[test]
fn the_embedded_setups_keep_to_their_half_and_part_kinds_of_terrain() {
    let data = Data::embedded();
    assert_eq!(data.setups.keys().collect::<Vec<_>>(), ["a", "b", "c", "standard"]);
    for (id, setup) in &data.setups {
        let terrain = setup.terrain(&data.board);
        assert_eq!(terrain.len(), 14, "{id}");
        for &hex in setup.tiles.values().flatten() {
            assert!(hex.row <= if hex.column % 2 == 0 { 6 } else { 5 }, "{id}: {hex} is beyond the middle");
            for near in hex.neighbours() {
                let other = terrain.get(&near);
                assert!(other.is_none_or(|t| *t == terrain[&hex]), "{id}: {hex} touches {near}");
            }
        }
        let [red, blue] = Faction::BOTH.map(|f| setup.half_of(&data.board, f).headquarters);
        assert_eq!(data.board.half_turn(red), blue);
    }
}

/// The cells that the rulebook prints: card, row, then mark, clear, hills, woods, town, move, cost and
/// counts; `?` where the text is cut, so that the cell is not printed.
const PRINTED: &[(&str, &str, &str)] = &[
    ("basic", "headquarters", "– 0 – – – 0 – 1"),
    ("basic", "infantry", "† 1 3 3 3 1 – 8"),
    ("basic", "artillery", "– 2,1† 3,2† 4,1† 3,2† 1 – 2"),
    ("basic", "armoured", "? ? ? ? ? ? ? 2"),
    ("modern", "headquarters", "– 0 – – – 0 – 1 1"),
    ("modern", "infantry", "† 1 3 3 3 1 6 3 0"),
    ("modern", "mechanised-infantry", "† 1 3 – ? ? ? ? ?"),
    ("modern", "reconnaissance", "? ? ? ? ? ? ? ? ?"),
    ("modern", "artillery", "? ? ? ? ? ? ? ? ?"),
    ("modern", "mechanised-artillery", "? ? ? ? ? ? ? ? ?"),
    ("modern", "armoured", "? ? ? ? ? ? ? ? ?"),
    ("american-civil-war", "headquarters", "– 0 – – – 0 – 1"),
    ("american-civil-war", "infantry", "– 2 3 3 3 1 8 7"),
    ("american-civil-war", "cavalry", "– 2 2 2 2 2,3* 15 1"),
    ("american-civil-war", "artillery", "? ? ? ? ? ? ? ?"),
    ("napoleonic", "headquarters", "– 0 – – – 0 – 1"),
    ("napoleonic", "infantry", "– 1,2‡ 2,3‡ – 3,2†,4‡ 1 4 6"),
    ("napoleonic", "cavalry", "‡ 3 2 – 1 2 15 1"),
    // §6.1 prints the mark.
    ("napoleonic", "light-cavalry", "‡ ? ? ? ? ? ? ?"),
    ("napoleonic", "artillery", "? ? ? ? ? ? ? ?"),
    ("napoleonic", "light-infantry", "? ? ? ? ? ? ? ?"),
    ("napoleonic", "guard", "? ? ? ? ? ? ? ?"),
    ("pike-and-shot", "headquarters", "– 0 – – – 0 – 1"),
    ("pike-and-shot", "pike", "– 2,1†,3‡ 3,2†,4‡ – 2,3†‡ 1 7 3"),
    ("pike-and-shot", "cavalry", "‡ 3 2 – 1 2 15 2"),
    ("pike-and-shot", "light-cavalry", "? ? ? ? ? ? ? ?"),
    ("pike-and-shot", "artillery", "? ? ? ? ? ? ? ?"),
    ("pike-and-shot", "musketeer", "? ? ? ? ? ? ? ?"),
    ("medieval", "headquarters", "– 0 – – – 0 – 1 1"),
    // Clear is printed as `2,‡`, without the second figure.
    ("medieval", "pike", "– ? 2,4‡ – 3,5‡ 1 6 2 4"),
    ("medieval", "cavalry", "‡ 4 2 – ? ? ? ? ?"),
    ("medieval", "light-cavalry", "? ? ? ? ? ? ? ? ?"),
    ("medieval", "archer", "? ? ? ? ? ? ? ? ?"),
    ("ancient", "headquarters", "– 0 – – – 0 – 1 1 1 1 1"),
    ("ancient", "phalanx", "– 4 1,2‡ – 3,5‡ 1 9 7 ? ? ? ?"),
    ("ancient", "cohort", "? ? ? ? ? ? ? ? ? ? ? ?"),
    ("ancient", "cavalry", "? ? ? ? ? ? ? ? ? ? ? ?"),
    ("ancient", "light-cavalry", "? ? ? ? ? ? ? ? ? ? ? ?"),
    ("ancient", "chariot", "? ? ? ? ? ? ? ? ? ? ? ?"),
    ("ancient", "light-infantry", "? ? ? ? ? ? ? ? ? ? ? ?"),
    ("ancient", "elephant", "? ? ? ? ? ? ? ? ? ? ? ?"),
];

/// A row as the card prints it, each cell with the name under which its source is found.
fn cells(data: &PeriodData, row: &RowData) -> Vec<(String, String)> {
    let names = ["mark", "clear", "hills", "woods", "town", "move", "cost"];
    let texts = [&row.mark, &row.clear, &row.hills, &row.woods, &row.town, &row.movement, &row.cost];
    let counts = data.armies.iter().zip(&row.counts);
    names
        .iter()
        .zip(texts)
        .map(|(name, text)| ((*name).to_owned(), text.clone()))
        .chain(counts.map(|(army, n)| (format!("count-{}", army.id), n.to_string())))
        .collect()
}

#[test]
fn every_printed_cell_stands_as_printed_and_no_other_claims_to_be() {
    let data = Data::embedded();
    let rows: usize = data.periods.values().map(|p| p.rows.len()).sum();
    assert_eq!(rows, PRINTED.len());
    for &(period, id, printed) in PRINTED {
        let card = data.card(period).unwrap();
        let raw = &data.periods[period];
        let row = raw.rows.iter().find(|row| row.id == id).unwrap();
        let cells = cells(raw, row);
        let wanted: Vec<_> = printed.split(' ').collect();
        assert_eq!(cells.len(), wanted.len(), "{period} {id}");
        for ((name, text), want) in cells.iter().zip(wanted) {
            let source = card.unit(id).unwrap().provenance(name);
            assert_eq!(source == Provenance::Printed, want != "?", "{period} {id} {name}");
            assert!(want == "?" || text == want, "{period} {id} {name}: {text}, printed {want}");
        }
    }
}

#[test]
fn printed_figures_outside_the_cards_are_kept() {
    let data = Data::embedded();
    let points: BTreeMap<_, _> = data.periods.iter().map(|(id, p)| (id.as_str(), p.points)).collect();
    assert!(points.iter().all(|(&id, &n)| n == if id == "ancient" { 100 } else { 90 }));
    let unit = |period: &str, id: &str| data.card(period).unwrap().unit(id).unwrap().clone();
    let clear = |period: &str, id: &str| unit(period, id).strength_on(Terrain::Clear).unwrap().plain;
    assert_eq!(clear("basic", "armoured"), 2); // Figure 7
    assert!(!unit("basic", "armoured").can_enter(Terrain::Woods)); // §6, §7
    assert_eq!(clear("napoleonic", "artillery"), 2); // Figure 8
    assert_eq!(unit("modern", "reconnaissance").movement.strategic, 3); // §5.3
    assert_eq!(clear("medieval", "pike"), 2); // §13, the figure that is not cut
}

#[test]
fn cells_read_and_print_the_same() {
    for text in ["0", "1", "2,1†", "3,2†,4‡", "2,3†‡", "1,2‡", "12"] {
        assert_eq!(Strength::parse(text).unwrap().unwrap().to_string(), text);
    }
    assert_eq!(Strength::parse("–"), Ok(None));
    for text in ["", "-", "+1", "2,‡", "2,1", "2,1†,3†", "2,1†‡,1†", "1,2*", "21", "1000", " 1", "2,1†x"]
    {
        assert!(Strength::parse(text).is_err(), "{text}");
    }
    for text in ["0", "1", "2,3*"] {
        assert_eq!(Move::parse(text).unwrap().to_string(), text);
    }
    for text in ["", "7", "3,2*", "2,3", "2,7*", "-1", "2*", "256"] {
        assert!(Move::parse(text).is_err(), "{text}");
    }
}

#[test]
fn every_figure_reads_back_as_printed() {
    for period in Data::embedded().periods.values() {
        for row in &period.rows {
            for text in [&row.clear, &row.hills, &row.woods, &row.town] {
                let read = Strength::parse(text).unwrap();
                assert_eq!(&read.map_or("–".to_owned(), |s| s.to_string()), text);
            }
            assert_eq!(Move::parse(&row.movement).unwrap().to_string(), row.movement);
        }
    }
}

#[test]
fn house_values_are_named() {
    let data = Data::embedded();
    let notes = data.house_notes("medieval", "a");
    assert!(
        notes.iter().any(|n| n == "board: river sides 0108-0209, 1004-1104, 0108-0109, 1103-1104"),
        "{notes:?}"
    );
    assert!(notes.iter().any(|n| n == "set-up: Alternative set-up A, tiles and headquarters"));
    assert!(notes.iter().any(|n| n == "Medieval card: Pike, clear"));
    assert!(!data.house_notes("medieval", "user").is_empty());
}

/// The embedded components with one value replaced, as an owner might write it.
fn planted(pointer: &str, value: Value) -> Result<Data, Vec<String>> {
    let mut all = canonical(Data::embedded());
    *all.pointer_mut(pointer).unwrap_or_else(|| panic!("no {pointer}")) = value;
    Data::embedded().overlay(&all)
}

/// Asserts that a planted value is refused with exactly such a line.
#[track_caller]
fn refused(pointer: &str, value: Value, line: &str) {
    let faults = planted(pointer, value).expect_err("accepted");
    assert!(faults.iter().any(|f| f.starts_with(line)), "{faults:#?}");
}

#[test]
fn a_board_of_another_shape_is_refused() {
    refused("/board/grid/columns", json!(10), "board.grid.columns: ");
    refused("/board/grid/columns", json!(255), "board.grid.columns: ");
    refused("/board/grid/odd", json!(0), "board.grid.odd: ");
    refused("/board/grid/even", json!(11), "board.grid.even: ");
}

#[test]
fn river_sides_lie_on_the_board_between_neighbours_once_and_in_pairs() {
    refused(
        "/board/sides/0/between",
        json!(["0208", "0210"]),
        "board.sides[0]: 0208 and 0210 are not adjacent",
    );
    refused("/board/sides/0/between", json!(["1201", "1202"]), "board.sides[0]: 1201-1202 is not on");
    refused("/board/sides/0/between", json!(["0307", "0308"]), "board.sides[2]: 0307-0308 is named twice");
    refused(
        "/board/sides/0/kind",
        json!("river"),
        "board.sides[1]: its image 0209-0208 is not of the same kind",
    );
}

#[test]
fn hexes_without_tiles_lie_on_the_board_in_pairs() {
    refused("/board/no_tiles/0/hex", json!("0409"), "board.no_tiles[1]: its image 0408 is not named");
    refused("/board/no_tiles/0/hex", json!("0850"), "board.no_tiles[0]: 0850 is not on the board");
}

#[test]
fn set_up_lines_part_the_factions() {
    refused(
        "/board/set_up_line/odd",
        json!([1, 6]),
        "board.set_up_line.odd: red's ground and blue's overlap",
    );
    refused("/board/set_up_line/even", json!([3, 1]), "board.set_up_line.even: must be first and last");
    refused("/board/set_up_line/even", json!([0, 3]), "board.set_up_line.even: must be first and last");
}

#[test]
fn tiles_are_two_of_each_kind() {
    refused("/board/tiles/town/count", json!(3), "board.tiles.town: count must be 2");
    refused("/board/tiles/woods/hexes", json!(0), "board.tiles.woods: hexes must be 1 to 7");
    refused("/board/tiles", json!({}), "board.tiles.town: missing");
}

#[test]
fn tiles_of_a_setup_have_their_shape_and_place() {
    let town = |hex: &str, line: &str| {
        refused("/setups/standard/tiles/town", json!([hex]), &format!("setups.standard.tiles.{line}"));
    };
    town("0101", "town: 0101 is on an edge of the board");
    town("0612", "town: 0612 is on an edge of the board");
    town("0904", "town: 0904 has a river side");
    town("0805", "town: 0805 must stay free of tiles");
    town("1301", "town: 1301 is not on the board");
    town("0205", "woods: two tiles overlap in 0205");
    town("0507", "small-hill: two tiles overlap in 0705");
    refused(
        "/setups/a/tiles/town",
        json!(["0803", "0802"]),
        "setups.a.tiles.town: such a tile covers 1, not 2",
    );
    refused("/setups/a/tiles/woods", json!(["0305", "0506"]), "setups.a.tiles.woods: the hexes of one tile");
    let line = ["0304", "0404", "0504"];
    refused(
        "/setups/standard/tiles/large-hill",
        json!(line),
        "setups.standard.tiles.large-hill: the hexes of one",
    );
}

#[test]
fn a_headquarters_stands_in_the_open_behind_its_line() {
    let place = |hex: &str, line: &str| {
        refused("/setups/a/headquarters", json!(hex), &format!("setups.a.headquarters: {hex} is {line}"));
    };
    place("0604", "not behind red's set-up line");
    place("0601", "on an edge of the board");
    place("0803", "not clear terrain");
    place("0613", "not on the board");
}

#[test]
fn a_setup_leaves_room_for_all_counters() {
    refused("/board/set_up_line/even", json!([1, 1]), "setups.standard: too little clear ground");
}

#[test]
fn names_are_safe_and_titles_print() {
    let mut setups = serde_json::to_value(&Data::embedded().setups).unwrap();
    setups["Bad name"] = setups["a"].clone();
    setups["user"] = setups["a"].clone();
    refused("/setups", setups.clone(), "setups.Bad name: \"Bad name\" is not a name");
    refused("/setups", setups, "setups.user: this name means");
    refused("/setups/a/title", json!("two\nlines"), "setups.a.title: must be one line");
    refused("/setups/a/title", json!(" "), "setups.a.title: must not be empty");
    refused("/periods/basic/rows/1/id", json!("Inf antry"), "periods.basic.rows[1]: ");
    refused("/periods/basic/rows/1/short", json!("Infa"), "periods.basic.rows[1].short: ");
    refused("/periods/basic/armies/0/id", json!("1st"), "periods.basic.armies[0]: ");
}

#[test]
fn counters_are_at_most_24_with_one_headquarters() {
    refused("/counters/cross", json!(9), "counters: 48 counters");
    refused("/counters/headquarters", json!(2), "counters.headquarters: ");
}

#[test]
fn names_on_a_card_are_used_once() {
    refused("/periods/basic/rows/2/id", json!("infantry"), "periods.basic.rows[2]: infantry is named twice");
    refused("/periods/basic/rows/2/short", json!("Inf"), "periods.basic.rows[2]: Inf stands for two units");
    refused("/periods/modern/armies/1/id", json!("wwii"), "periods.modern.armies[1]: wwii is named twice");
}

#[test]
fn a_headquarters_row_is_first_alone_and_weak() {
    let weak = "periods.basic.rows[0]: a headquarters has strength 0";
    refused("/periods/basic/rows/0/clear", json!("1"), weak);
    refused("/periods/basic/rows/0/town", json!("0"), weak);
    refused("/periods/basic/rows/0/move", json!("1"), weak);
    refused("/periods/basic/rows/0/cost", json!("5"), "periods.basic.rows[0].cost: ");
    refused("/periods/basic/rows/0/counts", json!([2]), "periods.basic.rows[0].counts: an army has one");
    refused(
        "/periods/basic/rows/0/symbol",
        json!("eye"),
        "periods.basic.rows[0]: the first row, and no other",
    );
    refused(
        "/periods/basic/rows/1/symbol",
        json!("headquarters"),
        "periods.basic.rows[1]: the first row, and no",
    );
}

#[test]
fn cells_that_do_not_read_are_refused() {
    refused("/periods/medieval/rows/1/clear", json!("2,‡"), "periods.medieval.rows[1].clear: ");
    refused("/periods/basic/rows/1/move", json!("7"), "periods.basic.rows[1].move: ");
    refused("/periods/basic/rows/1/cost", json!("0"), "periods.basic.rows[1].cost: ");
    refused("/periods/basic/rows/1/mark", json!("*"), "periods.basic.rows[1].mark: ");
    refused("/periods/basic/rows/1/symbol", json!("star"), "periods.basic.rows[1].symbol: ");
    refused("/periods/basic/rows/1/clear", json!("–"), "periods.basic.rows[1].clear: every unit may enter");
    refused("/periods/basic/rows/1/move", json!("0"), "periods.basic.rows[1].move: only a headquarters");
}

#[test]
fn figures_with_a_mark_need_a_unit_that_carries_it() {
    refused("/periods/basic/rows/1/mark", json!("–"), "periods.basic: a strength has a † figure");
    refused("/periods/basic/rows/1/clear", json!("1,2‡"), "periods.basic: a strength has a ‡ figure");
}

#[test]
fn armies_fit_the_card_and_the_counters() {
    refused(
        "/periods/basic/rows/1/counts",
        json!([9]),
        "periods.basic.armies[0]: basic has more infantry than",
    );
    refused(
        "/periods/ancient/rows/2/counts",
        json!([2, 0, 0, 0, 7]),
        "periods.ancient.armies[0]: greek has more",
    );
    refused(
        "/periods/basic/rows/1/counts",
        json!([4, 4]),
        "periods.basic.rows[1].counts: must hold one figure",
    );
    refused("/periods/basic/points", json!(0), "periods.basic.points: ");
    let rows = json!([Data::embedded().periods["basic"].rows[0]]);
    refused("/periods/basic/rows", rows, "periods.basic.armies[0]: basic has no units");
    refused("/periods/basic/armies", json!([]), "periods.basic.armies: must be 1 to 12");
}

#[test]
fn sources_name_cells_once() {
    refused(
        "/periods/basic/rows/3/house",
        json!(["speed"]),
        "periods.basic.rows[3]: \"speed\" in house or derived",
    );
    refused("/periods/basic/rows/3/house", json!(["clear"]), "periods.basic.rows[3]: clear stands twice");
    refused(
        "/periods/basic/rows/3/house",
        json!(["count-roman"]),
        "periods.basic.rows[3]: \"count-roman\" in house",
    );
}

#[test]
fn an_overlay_of_everything_or_nothing_changes_nothing() {
    let data = Data::embedded();
    assert_eq!(&data.overlay(&canonical(data)).unwrap(), data);
    assert_eq!(&data.overlay(&json!({})).unwrap(), data);
}

#[test]
fn an_overlay_replaces_single_entries_and_needs_no_sources() {
    let mut basic = serde_json::to_value(&Data::embedded().periods["basic"]).unwrap();
    for row in basic["rows"].as_array_mut().unwrap() {
        let row = row.as_object_mut().unwrap();
        row.remove("house");
        row.remove("derived");
    }
    basic["rows"][3]["hills"] = json!(1);
    let setup = json!({"title": "Mine", "headquarters": "0502", "tiles": {
        "town": ["0303"], "small-hill": ["0504"], "large-hill": ["0605", "0606", "0705"], "woods": ["0205", "0206"],
    }});
    let components = json!({"periods": {"basic": basic}, "setups": {"mine": setup}});
    let data = Data::embedded().overlay(&components).unwrap();
    let armoured = data.card("basic").unwrap().unit("armoured").unwrap().clone();
    assert_eq!(armoured.strength_on(Terrain::Hills).unwrap().plain, 1);
    assert_eq!(armoured.provenance("hills"), Provenance::Printed);
    assert_eq!(data.setups.len(), 5);
    assert_eq!(data.periods["modern"], Data::embedded().periods["modern"]);
    assert!(!data.house_notes("basic", "mine").iter().any(|n| n.contains("card") || n.contains("set-up:")));
}

#[test]
fn what_does_not_read_is_named_by_its_path() {
    let overlay = |components: Value| Data::embedded().overlay(&components).expect_err("accepted");
    let starts = |faults: Vec<String>, starts: &[&str]| {
        assert_eq!(faults.len(), starts.len(), "{faults:#?}");
        for (fault, start) in faults.iter().zip(starts) {
            assert!(fault.starts_with(start), "{fault}");
        }
    };
    starts(overlay(json!({"bord": {}, "setups": {}})), &["bord: unknown field `bord`"]);
    starts(overlay(json!([])), &["components: must be a mapping"]);
    starts(overlay(json!({"setups": {"mine": {}}})), &["setups.mine: missing field"]);
    starts(overlay(json!({"counters": {"cross": "8"}})), &["counters.cross: invalid type"]);
    let mut all = canonical(Data::embedded());
    all["board"]["sides"][3]["between"][1] = json!(308);
    all["board"]["tiles"]["lake"] = json!({"count": 2, "hexes": 1});
    all["periods"]["ancient"]["rows"][4]["clear"] = json!([3]);
    all["periods"]["ancient"]["rows"][5]["speed"] = json!(3);
    all["setups"]["mine"] = all["setups"]["a"].clone();
    all["setups"]["mine"]["tiles"]["woods"][1] = json!("306");
    #[rustfmt::skip]
    starts(overlay(all), &[
        "board.sides[3].between[1]: invalid type",
        "board.tiles.lake: unknown variant `lake`",
        "periods.ancient.rows[4].clear: invalid type",
        "periods.ancient.rows[5].speed: unknown field `speed`",
        "setups.mine.tiles.woods[1]: \"306\" is not a hex",
    ]);
}
