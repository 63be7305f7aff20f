//! No change to a file goes unnoticed, and the message names the entry where it departs.

use super::recorded::{adjudicate, file, for_each, read};
use adjutant::kernel::gamefile::GameFile;
use adjutant::kernel::history::canonical;
use adjutant::kernel::history::departure::Departure;
use adjutant::kernel::history::head;
use assert_cmd::Command;
use serde_json::{Value, json};
use tempfile::TempDir;

/// What is edited, how, and the code of the departure that it must lead to.
type Edit<T> = (&'static str, fn(&mut T), &'static str);

fn departure(file: &GameFile) -> Option<Departure> {
    read(file).err()
}

/// What is put in the place of a byte: a neighbour of its own kind, so that the line stays well-formed where it
/// can, and another.
fn replacements(byte: u8, at: usize) -> Vec<u8> {
    const OTHERS: [u8; 8] = *b"0a\"} ,Z-";
    let kin = match byte {
        b'9' | b'z' | b'f' => byte - 1,
        b'0'..=b'8' | b'a'..=b'y' => byte + 1,
        _ => b'~',
    };
    let mut bytes = vec![kin, OTHERS[at % 8]];
    bytes.retain(|b| *b != byte);
    bytes
}

/// Whether a departure points at entry `k` or at its link to the next, which for the newest is the head.
fn points_at(departure: &Departure, k: usize, entries: usize) -> bool {
    let is_newest = k + 1 == entries;
    match departure.entry {
        Some(entry) => entry == k || entry == k + 1,
        None => is_newest && departure.code == "file/head",
    }
}

#[test]
fn every_changed_byte_of_every_entry_is_noticed_and_named() {
    let game = file("ahead");
    let places: Vec<(usize, usize)> = game
        .history
        .iter()
        .enumerate()
        .flat_map(|(k, line)| (0..line.len()).map(move |at| (k, at)))
        .collect();
    assert!(places.len() > 5_000, "only {} bytes", places.len());
    let wrong = for_each(&places, |&(k, at)| {
        let byte = game.history[k].as_bytes()[at];
        let mut wrong = Vec::new();
        for replacement in replacements(byte, at) {
            let mut changed = game.clone();
            changed.history[k].replace_range(at..=at, &char::from(replacement).to_string());
            wrong.extend(complaint(&changed, k, &format!("byte {at} became {:?}", char::from(replacement))));
        }
        wrong
    });
    assert!(wrong.is_empty(), "{} of them, such as {}", wrong.len(), wrong[..wrong.len().min(5)].join("\n"));
}

#[test]
fn every_byte_taken_out_or_put_in_is_noticed() {
    let game = file("ahead");
    let places: Vec<(usize, usize)> = game
        .history
        .iter()
        .enumerate()
        .flat_map(|(k, line)| (0..line.len()).step_by(3).map(move |at| (k, at)))
        .collect();
    let wrong = for_each(&places, |&(k, at)| {
        let (mut shorter, mut longer) = (game.clone(), game.clone());
        shorter.history[k].remove(at);
        longer.history[k].insert(at, '0');
        let one = complaint(&shorter, k, &format!("byte {at} was taken out"));
        one.into_iter().chain(complaint(&longer, k, &format!("a 0 was put in at {at}"))).collect()
    });
    assert!(wrong.is_empty(), "{} of them, such as {}", wrong.len(), wrong[..wrong.len().min(5)].join("\n"));
}

/// What is wrong with the verdict on a file whose entry `k` was changed.
fn complaint(changed: &GameFile, k: usize, what: &str) -> Option<String> {
    match departure(changed) {
        None => Some(format!("entry {k}: {what} and nobody noticed")),
        Some(found) if points_at(&found, k, changed.history.len()) => None,
        Some(found) => Some(format!("entry {k}: {what} and the message was [{}] {found}", found.code)),
    }
}

#[test]
fn lines_removed_doubled_swapped_or_cut_off_are_noticed_where_it_happened() {
    let game = file("ahead");
    let last = game.history.len() - 1;
    for k in 0..=last {
        let mut removed = game.clone();
        removed.history.remove(k);
        let found = departure(&removed).unwrap_or_else(|| panic!("entry {k} is gone and nobody noticed"));
        let expected = if k == last { ("file/head", None) } else { (found.code, Some(k)) };
        assert_eq!((found.code, found.entry), expected, "{found}");

        let mut doubled = game.clone();
        doubled.history.insert(k, game.history[k].clone());
        let found = departure(&doubled).unwrap_or_else(|| panic!("entry {k} is there twice"));
        assert_eq!(found.entry, Some(k + 1), "{found}");

        let mut cut = game.clone();
        cut.history.truncate(k);
        let found = departure(&cut).unwrap_or_else(|| panic!("cut off before entry {k}"));
        let expected = if k == 0 { "history/empty" } else { "file/head" };
        assert_eq!(found.code, expected, "{found}");
    }
    for k in 0..last {
        let mut swapped = game.clone();
        swapped.history.swap(k, k + 1);
        let found = departure(&swapped).unwrap_or_else(|| panic!("entries {k} and {} changed places", k + 1));
        assert_eq!(found.entry, Some(k), "{found}");
    }
}

#[test]
fn lines_of_another_game_do_not_fit_in() {
    let (game, other) = (file("contact"), file("other"));
    for k in 0..game.history.len() {
        let mut spliced = game.clone();
        spliced.history[k].clone_from(&other.history[k]);
        let found = departure(&spliced).unwrap_or_else(|| panic!("entry {k} is another game's"));
        assert!(points_at(&found, k, game.history.len()), "entry {k}: {found}");

        let mut tail = game.clone();
        tail.history.truncate(k);
        tail.history.extend_from_slice(&other.history[k..]);
        tail.head.clone_from(&other.head);
        let same_game = k == 0;
        assert_eq!(departure(&tail).is_none(), same_game, "the other game's entries from {k} on");
    }
}

/// A forger who hashes everything anew still cannot make the rules say what he wants.
#[test]
fn a_chain_hashed_anew_does_not_hide_other_orders_events_or_positions() {
    let game = file("contact");
    let last = game.history.len() - 1;
    let edits: [Edit<Value>; 8] = [
        ("other orders", |e| e["orders"]["blue"] = json!(["pass"]), "rules/other-events"),
        ("illegal orders", |e| e["orders"]["blue"] = json!(["1005→1001"]), "rules/illegal-orders"),
        ("another event", |e| e["events"][0] = json!({"passed": {"by": "blue"}}), "rules/other-events"),
        ("another position", |e| e["public"] = json!("0".repeat(64)), "rules/other-position"),
        ("another seat to move", |e| e["need"]["orders"] = json!(["blue"]), "history/other-need"),
        ("another step", |e| e["step"] = json!(9), "history/unsound"),
        ("a roll that nobody made", |e| e["rolls"] = json!([6]), "history/unsound"),
        ("another spelling", |e| reverse(&mut e["orders"]["blue"]), "history/orders-not-canonical"),
    ];
    for (what, edit, code) in edits {
        let mut forged = game.clone();
        let mut entry: Value = serde_json::from_str(&forged.history[last]).unwrap();
        edit(&mut entry);
        forged.history[last] = canonical::line(&entry).unwrap();
        forged.head = canonical::hash("entry", &[&forged.history[last]]);
        let found = departure(&forged).unwrap_or_else(|| panic!("{what} went unnoticed"));
        assert_eq!((found.code, found.entry), (code, Some(last)), "{what}: {found}");
    }
}

fn reverse(list: &mut Value) {
    list.as_array_mut().expect("a list").reverse();
}

#[test]
fn what_stands_around_the_history_must_follow_from_it() {
    let game = file("contact");
    let edits: [Edit<GameFile>; 9] = [
        ("game", |f| f.game = "borodino-4".to_owned(), "file/head-matter"),
        ("rules", |f| f.rules = "battle/2".to_owned(), "file/head-matter"),
        ("step", |f| f.step += 1, "file/head-matter"),
        ("awaited seat", |f| f.awaiting[0].seat = "blue".to_owned(), "file/head-matter"),
        ("nothing awaited", |f| f.awaiting.clear(), "file/head-matter"),
        ("over", |f| f.over = Some("Blue wins".to_owned()), "file/head-matter"),
        ("head", |f| f.head = "0".repeat(64), "file/head"),
        ("a head that is none", |f| f.head = "å".to_owned(), "file/head"),
        ("components", |f| f.components = Some(json!({})), "rules/other-components"),
    ];
    for (what, edit, code) in edits {
        let mut edited = game.clone();
        edit(&mut edited);
        let found = departure(&edited).unwrap_or_else(|| panic!("{what} went unnoticed"));
        assert_eq!(found.code, code, "{what}: {found}");
    }
}

#[test]
fn every_value_of_the_position_is_compared() {
    let game = file("ahead");
    let mut paths = Vec::new();
    leaves(&game.position, String::new(), &mut paths);
    assert!(paths.len() > 30);
    for path in paths {
        let mut edited = game.clone();
        let leaf = edited.position.pointer_mut(&path).unwrap();
        *leaf = if *leaf == json!(77) { json!(78) } else { json!(77) };
        let found = departure(&edited).unwrap_or_else(|| panic!("position{path} went unnoticed"));
        assert_eq!(found.code, "file/position", "{path}: {found}");
        assert!(found.message.contains("77"), "{found}");
    }
    let mut more = game.clone();
    more.position["units"]["0101"] = json!("red armoured");
    assert_eq!(departure(&more).map(|d| d.code), Some("file/position"));
}

fn leaves(value: &Value, path: String, out: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            for (key, value) in map {
                leaves(value, format!("{path}/{key}"), out);
            }
        }
        Value::Array(list) => {
            for (i, value) in list.iter().enumerate() {
                leaves(value, format!("{path}/{i}"), out);
            }
        }
        _ => out.push(path),
    }
}

/// A folder with a game at two moments, a fork of it, and another game.
fn files_to_compare() -> TempDir {
    let folder = TempDir::new().unwrap();
    let put = |name: &str, game: &GameFile| std::fs::write(folder.path().join(name), game.write()).unwrap();
    let early = file("contact");
    put("early.yaml", early);
    put("late.yaml", &adjudicate(early, b"ORDERS contact red\n\n0705 to 0706\nEND\n").unwrap());
    put("fork.yaml", &adjudicate(early, b"ORDERS contact red\n\npass\nEND\n").unwrap());
    put("other.yaml", file("other"));
    folder
}

/// Runs `adjutant verify` and gives exit code, standard output and standard error.
fn verify(folder: &TempDir, args: &[&str]) -> (i32, String, String) {
    let mut command = Command::cargo_bin("adjutant").unwrap();
    let out = command.current_dir(folder.path()).arg("verify").args(args).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (out.status.code().unwrap(), text(out.stdout), text(out.stderr))
}

#[test]
fn verify_says_which_of_two_files_is_the_earlier_one_or_where_they_fork() {
    let folder = files_to_compare();
    let fork_at = file("contact").history.len();
    for (args, code, expected) in [
        (["early.yaml", "early.yaml"], 0, "hold the same history".to_owned()),
        (["early.yaml", "late.yaml"], 0, "early.yaml is an earlier state of late.yaml".to_owned()),
        (["late.yaml", "early.yaml"], 0, "early.yaml is an earlier state of late.yaml".to_owned()),
        (["late.yaml", "fork.yaml"], 3, format!("fork at entry {fork_at}")),
        (["late.yaml", "other.yaml"], 3, "are different games".to_owned()),
    ] {
        let (exit, out, err) = verify(&folder, &args);
        assert_eq!(exit, code, "{args:?}: {err}");
        let told = if code == 0 { &out } else { &err };
        assert!(told.contains(&expected), "{args:?}: {told}");
    }
}

#[test]
fn verify_can_demand_a_head() {
    let folder = files_to_compare();
    let newest = &file("contact").head;
    let short = head::short(newest);
    let older = head::short(&file("other").head);
    assert_eq!(verify(&folder, &["--head", newest, "early.yaml"]).0, 0);
    assert_eq!(verify(&folder, &["--head", &short, "early.yaml"]).0, 0);
    assert_eq!(verify(&folder, &["--head", &short.to_lowercase(), "early.yaml"]).0, 0);
    assert_eq!(verify(&folder, &["--head", &short, "late.yaml"]).0, 3);
    assert_eq!(verify(&folder, &["--head", &older, "early.yaml"]).0, 3);
    assert_eq!(verify(&folder, &["--head", "AAAA", "early.yaml"]).0, 1);
}
