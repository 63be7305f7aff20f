//! Copies of games, each tampered with in one thing, after which all is hashed and signed anew that a forger would.

use super::forge::{Forgery, fall};
use adjutant::kernel::dice;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// One copy.
pub struct Tampered {
    /// In what.
    pub what: &'static str,
    /// Of which game.
    pub game: &'static str,
    /// How.
    pub forge: fn(&mut Forgery),
    /// Words of what the script says of it.
    pub says: &'static str,
    /// The code under which the program refuses it.
    pub code: &'static str,
}

fn copy(
    what: &'static str,
    game: &'static str,
    says: &'static str,
    code: &'static str,
    forge: fn(&mut Forgery),
) -> Tampered {
    Tampered { what, game, forge, says, code }
}

/// Copies tampered with in chain, links, labels or dice.
pub fn in_what_anyone_checks() -> Vec<Tampered> {
    [in_chain(), in_links(), in_seals(), in_labels(), in_dice()].into_iter().flatten().collect()
}

fn in_chain() -> Vec<Tampered> {
    vec![
        copy("an event, and nothing hashed anew", "open", "prev: recorded", "rules/other-events", |f| {
            let k = some_rolled(f);
            f.edit(k, |entry| drop(entry["events"].as_array_mut().expect("events").pop()));
        }),
        copy(
            "an event of the newest entry, but not the head",
            "open",
            "head: recorded",
            "rules/other-events",
            |f| {
                let last = f.last();
                f.edit(last, |entry| drop(entry["events"].as_array_mut().expect("events").pop()));
            },
        ),
        copy("the head", "peers", "head: recorded", "file/head", |f| f.set_head(&"0".repeat(64))),
        copy(
            "an entry left out, and nothing hashed anew",
            "open",
            "prev: recorded",
            "chain/wrong-prev",
            |f| {
                let k = some_rolled(f);
                f.lines().remove(k);
            },
        ),
        copy("an entry left out, and all hashed anew", "open", "step: recorded", "history/unsound", |f| {
            let k = some_rolled(f);
            f.lines().remove(k);
            f.again(k);
        }),
        copy(
            "two entries in each other's place, all hashed anew",
            "open",
            "step: recorded",
            "history/unsound",
            |f| {
                let k = some_rolled(f);
                f.lines().swap(k, k + 1);
                f.again(k);
            },
        ),
        copy("an entry twice, all hashed anew", "open", "step: recorded", "history/unsound", |f| {
            let k = some_rolled(f);
            let line = f.lines()[k].clone();
            f.lines().insert(k, line);
            f.again(k);
        }),
        copy("the newest entry cut off", "peers", "head: recorded", "file/head", |f| drop(f.lines().pop())),
        copy("a blank in a line", "open", "not canonical", "chain/not-canonical", |f| {
            let k = some_rolled(f);
            let line = f.lines()[k].replacen(',', ", ", 1);
            f.lines()[k] = line;
            f.again(k + 1);
        }),
        copy("a step number passed over", "open", "the next step: recorded", "history/other-need", |f| {
            let k = f.rolled(|_| true).pop().expect("a roll");
            f.edit(k - 1, |entry| add_one(&mut entry["need"]["step"]));
            for later in k..f.count() {
                f.edit(later, |entry| {
                    add_one(&mut entry["step"]);
                    add_one(&mut entry["need"]["step"]);
                });
            }
            f.roll_all_again();
            f.again(k - 1);
        }),
    ]
}

fn in_links() -> Vec<Tampered> {
    const FORWARD: &str = "hashed forward to step ";
    vec![
        copy("a digit of a link", "peers", FORWARD, "link/wrong", |f| {
            let k = some_rolled(f);
            f.edit(k, |entry| {
                let link = entry["links"]["grip"].as_str().expect("a link");
                let digit = if link.starts_with('0') { "1" } else { "0" };
                entry["links"]["grip"] = json!(format!("{digit}{}", &link[1..]));
            });
            f.roll_again(k);
            f.again(k);
        }),
        copy("the link of the next step", "peers", FORWARD, "link/wrong", |f| relink(f, 1)),
        copy("a link of an earlier step, used again", "peers", FORWARD, "link/wrong", |f| {
            let rolled = f.rolled(|_| true);
            let link = f.entry(rolled[0])["links"]["grip"].clone();
            f.edit(rolled[1], |entry| entry["links"]["grip"] = link);
            f.roll_again(rolled[1]);
            f.again(rolled[1]);
        }),
        copy("two seats' links in each other's place", "peers", FORWARD, "link/wrong", |f| {
            let k = some_rolled(f);
            f.edit(k, |entry| {
                let links = entry["links"].as_object_mut().expect("links");
                let (one, other) = (links["grip"].clone(), links["sture"].clone());
                links.extend([("grip".to_owned(), other), ("sture".to_owned(), one)]);
            });
            f.roll_again(k);
            f.again(k);
        }),
        copy("a link left out", "peers", "who adds links: ", "link/missing", |f| {
            let k = some_rolled(f);
            f.edit(k, |entry| {
                let seat = idle(entry);
                drop(entry["links"].as_object_mut().expect("links").remove(&seat));
            });
            f.roll_again(k);
            f.again(k);
        }),
        copy("a link of a seat that is not asked", "next", "who adds links: ", "link/unasked", |f| {
            let k = some_rolled(f);
            let entry = f.entry(k);
            let seat = f.seats().into_iter().find(|s| entry["links"].get(s).is_none()).expect("a third seat");
            let link = f.link(&seat, entry["step"].as_u64().expect("a step"));
            f.edit(k, |entry| entry["links"][&seat] = json!(link));
            f.roll_again(k);
            f.again(k);
        }),
        copy("another tip", "peers", FORWARD, "link/wrong", |f| {
            let other = f.entry(2)["tip"].clone();
            f.edit(1, |entry| entry["tip"] = other);
            f.again(1);
        }),
        copy("another nonce of the game, under the same links", "peers", FORWARD, "link/wrong", |f| {
            f.edit(0, |entry| entry["nonce"] = json!("1".repeat(64)));
            f.roll_all_again();
            f.again(0);
        }),
        copy("a link of the chain before the new key", "voided", FORWARD, "link/wrong", |f| {
            let re_keyed = (0..f.count()).find(|k| f.entry(*k)["why"] == "re-key").expect("a new key");
            let (older, newer): (Vec<_>, Vec<_>) =
                f.rolled(|_| true).into_iter().partition(|k| *k < re_keyed);
            let link = f.entry(older[0])["links"]["grip"].clone();
            f.edit(newer[0], |entry| entry["links"]["grip"] = link);
            f.roll_again(newer[0]);
            f.again(newer[0]);
        }),
    ]
}

fn in_seals() -> Vec<Tampered> {
    const SEAL: &str = "red's seal: recorded ";
    vec![
        copy("other orders than were sealed", "sealed", SEAL, "seal/other", |f| {
            let k = opened(f);
            f.edit(k, |entry| {
                let orders = &mut entry["openings"]["red"]["orders"];
                drop(orders.as_array_mut().expect("orders").pop());
            });
            f.again(k);
        }),
        copy("another salt", "sealed", SEAL, "seal/other", |f| {
            let k = opened(f);
            f.edit(k, |entry| entry["openings"]["red"]["salt"] = json!("3".repeat(64)));
            f.again(k);
        }),
        copy("another seal", "sealed", SEAL, "seal/other", |f| {
            let k = opened(f) - 1;
            f.edit(k, |entry| entry["seals"]["red"] = json!("4".repeat(64)));
            f.again(k);
        }),
        copy("a seal that stays closed", "sealed", "who opens seals: recorded ", "seal/unopened", |f| {
            let k = opened(f);
            f.edit(k, |entry| drop(entry.as_object_mut().expect("an entry").remove("openings")));
            f.again(k);
        }),
    ]
}

fn in_labels() -> Vec<Tampered> {
    const MALFORMED: &str = "the label is malformed or there twice";
    vec![
        copy("two rolls under one label", "peers", MALFORMED, "rules/other-rolls", |f| {
            let k = *f.rolled(|rolls| rolls.len() > 1).last().expect("two rolls");
            f.edit(k, |entry| entry["rolls"][1]["label"] = entry["rolls"][0]["label"].clone());
            f.roll_again(k);
            f.again(k);
        }),
        copy("a label with a blank at its end", "peers", MALFORMED, "rules/other-rolls", |f| {
            relabel(f, |label| format!("{label} "));
        }),
        copy("a label of 81 characters", "open", MALFORMED, "rules/other-rolls", |f| {
            relabel(f, |label| format!("{label:x<81}"));
        }),
        copy("an empty label", "open", MALFORMED, "rules/other-rolls", |f| {
            relabel(f, |_| String::new());
        }),
        copy("a label beyond ASCII", "open", MALFORMED, "rules/other-rolls", |f| {
            let k = some_rolled(f);
            f.edit(k, |entry| entry["rolls"][0]["label"] = json!("årtillery"));
            f.again(k);
        }),
        copy(
            "the labels of two rolls in each other's place",
            "peers",
            ": recorded [",
            "rules/other-rolls",
            |f| {
                let k = *f.rolled(two_that_differ).last().expect("two dice");
                f.edit(k, |entry| {
                    let (one, other) = differing(entry["rolls"].as_array().expect("rolls"));
                    let label = entry["rolls"][one]["label"].clone();
                    entry["rolls"][one]["label"] = entry["rolls"][other]["label"].clone();
                    entry["rolls"][other]["label"] = label;
                });
                f.again(k);
            },
        ),
    ]
}

fn in_dice() -> Vec<Tampered> {
    const FELL: &str = ": recorded [";
    vec![
        copy("a die", "open", FELL, "dice/other-result", |f| {
            let k = *f.rolled(|rolls| rolls.iter().any(is_dice)).last().expect("a die");
            f.edit(k, |entry| {
                let rolls = entry["rolls"].as_array_mut().expect("rolls");
                let die = &mut rolls.iter_mut().find(|r| is_dice(r)).expect("a die")["results"][0];
                *die = json!(if *die == json!(6) { 1 } else { 6 });
            });
            f.again(k);
        }),
        copy("two rolls in each other's place", "peers", FELL, "dice/other-result", |f| {
            let k = *f.rolled(two_that_differ).last().expect("two dice");
            f.edit(k, |entry| {
                let (one, other) = differing(entry["rolls"].as_array().expect("rolls"));
                let results = entry["rolls"][one]["results"].clone();
                entry["rolls"][one]["results"] = entry["rolls"][other]["results"].clone();
                entry["rolls"][other]["results"] = results;
            });
            f.again(k);
        }),
        copy("dice under the key of another step", "peers", ": recorded ", "dice/other-result", |f| {
            let rolled = f.rolled(|_| true);
            let key = f.key(rolled[0]);
            let k = *rolled.last().expect("a roll");
            roll_under(f, k, &key);
        }),
        copy("dice of the links in another order", "peers", ": recorded ", "dice/other-result", |f| {
            let k = some_rolled(f);
            let (game, entry) = (f.game(), f.entry(k));
            let links: BTreeMap<String, String> =
                serde_json::from_value(entry["links"].clone()).expect("links");
            let seats: Vec<String> = f.seats().into_iter().rev().collect();
            let key = dice::step_key(&game, entry["step"].as_u64().expect("a step"), &seats, &links);
            roll_under(f, k, &key);
        }),
        copy("another seed, under the same dice", "open", ": recorded ", "dice/other-result", |f| {
            f.edit(0, |entry| entry["seed"] = json!("2".repeat(64)));
            f.again(0);
        }),
        copy("the card drawn", "open", ": recorded ", "dice/other-result", |f| {
            let k = *f.rolled(|rolls| rolls.iter().any(is_choice)).last().expect("a draw");
            f.edit(k, |entry| {
                let rolls = entry["rolls"].as_array_mut().expect("rolls");
                let roll = rolls.iter_mut().find(|r| is_choice(r)).expect("a draw");
                let list = roll["list"].as_array().expect("a list");
                roll["result"] = list.iter().find(|card| **card != roll["result"]).expect("another").clone();
            });
            f.again(k);
        }),
        copy("a list in another order", "peers", "the list: recorded ", "dice/other-result", |f| {
            let k = *f.rolled(|rolls| rolls.iter().any(is_choice)).last().expect("a draw");
            f.edit(k, |entry| {
                let rolls = entry["rolls"].as_array_mut().expect("rolls");
                let roll = rolls.iter_mut().find(|r| is_choice(r)).expect("a draw");
                roll["list"].as_array_mut().expect("a list").reverse();
            });
            f.roll_again(k);
            f.again(k);
        }),
        copy(
            "a die in a step without links",
            "peers",
            "nothing that they could come from",
            "rules/other-rolls",
            |f| {
                let without = |k: &usize| f.entry(*k)["links"] == json!({});
                let k = (0..f.count()).rev().find(without).expect("a step without links");
                let roll = json!({ "by": "grip", "die": 6, "label": "r1 luck", "results": [6] });
                f.edit(k, |entry| entry["rolls"] = json!([roll]));
                f.again(k);
            },
        ),
    ]
}

/// Copies tampered with in nothing but what the rules make of the orders.
pub fn in_rules() -> Vec<Tampered> {
    vec![
        copy("an event left out", "open", "OK", "rules/other-events", |f| {
            let k = some_rolled(f);
            f.edit(k, |entry| drop(entry["events"].as_array_mut().expect("events").remove(0)));
            f.again(k);
        }),
        copy("an event that never was", "peers", "OK", "rules/other-events", |f| {
            let k = some_rolled(f);
            f.edit(k, |entry| entry["events"].as_array_mut().expect("events").push(json!({ "table": {} })));
            f.again(k);
        }),
        copy("another position", "open", "OK", "rules/other-position", |f| {
            let k = some_rolled(f);
            f.edit(k, |entry| entry["public"] = json!("0".repeat(64)));
            f.again(k);
        }),
        copy("another seat to move", "open", "OK", "history/other-need", |f| {
            let k = some_rolled(f);
            f.edit(k, |entry| entry["need"]["orders"] = json!(["tre-rosor"]));
            f.again(k);
        }),
        copy("orders that are against the rules", "open", "OK", "rules/illegal-orders", |f| {
            let k = some_rolled(f);
            f.edit(k, |entry| {
                let orders = entry["orders"].as_object_mut().expect("orders");
                orders.values_mut().for_each(|lines| *lines = json!(["attack nowhere"]));
            });
            f.again(k);
        }),
        copy("a die that no rule rolls", "peers", "OK", "rules/other-rolls", |f| {
            let k = some_rolled(f);
            let roll = json!({ "by": "grip", "die": 6, "label": "one more", "results": [0, 0, 0] });
            f.edit(k, |entry| entry["rolls"].as_array_mut().expect("rolls").push(roll));
            f.roll_again(k);
            f.again(k);
        }),
        copy("a roll left out", "peers", "OK", "rules/other-rolls", |f| {
            let k = some_rolled(f);
            f.edit(k, |entry| drop(entry["rolls"].as_array_mut().expect("rolls").remove(0)));
            f.again(k);
        }),
        copy("a seat argued out of the links", "peers", "OK", "history/other-need", |f| {
            let k = some_rolled(f);
            let seat = idle(&f.entry(k));
            f.edit(k - 1, |entry| {
                entry["need"]["links"].as_array_mut().expect("links").retain(|s| *s != json!(seat));
            });
            f.edit(k, |entry| drop(entry["links"].as_object_mut().expect("links").remove(&seat)));
            f.roll_again(k);
            f.again(k - 1);
        }),
    ]
}

/// An entry with dice that has others before and behind it: the one with most of them, so that other dice do not by
/// chance fall alike.
fn some_rolled(f: &Forgery) -> usize {
    let rolled = f.rolled(|rolls| rolls.iter().any(is_dice)).into_iter().filter(|k| k + 1 < f.count());
    let dice = |k: &usize| f.entry(*k)["rolls"].as_array().map_or(0, Vec::len);
    rolled.max_by_key(dice).expect("dice before the newest entry")
}

/// The entry in which a seal is opened.
fn opened(f: &Forgery) -> usize {
    (0..f.count()).find(|k| f.entry(*k)["openings"].is_object()).expect("an opening")
}

/// Dice, that is no draw.
fn is_dice(roll: &Value) -> bool {
    roll["die"].is_u64()
}

/// A draw from different elements.
fn is_choice(roll: &Value) -> bool {
    let list = roll["list"].as_array().cloned().unwrap_or_default();
    list.iter().any(|card| *card != list[0])
}

fn two_that_differ(rolls: &[Value]) -> bool {
    let dice: Vec<&Value> = rolls.iter().filter(|r| is_dice(r)).collect();
    dice.iter().any(|roll| roll["results"] != dice[0]["results"])
}

/// The places of two rolls of dice that fell otherwise.
fn differing(rolls: &[Value]) -> (usize, usize) {
    let one = rolls.iter().position(is_dice).expect("dice");
    let differs = |roll: &Value| is_dice(roll) && roll["results"] != rolls[one]["results"];
    (one, rolls.iter().position(differs).expect("other dice"))
}

fn add_one(number: &mut Value) {
    *number = json!(number.as_u64().expect("a number") + 1);
}

/// A seat that adds its link and orders nothing.
fn idle(entry: &Value) -> String {
    let mut seats = entry["links"].as_object().expect("links").keys();
    seats.find(|seat| entry["orders"].get(seat).is_none()).expect("a seat that orders nothing").clone()
}

/// Puts a seat's link for another step in the place of its own, and rolls by it.
fn relink(f: &mut Forgery, later: u64) {
    let k = some_rolled(f);
    let step = f.entry(k)["step"].as_u64().expect("a step");
    let link = f.link("grip", step + later);
    f.edit(k, |entry| entry["links"]["grip"] = json!(link));
    f.roll_again(k);
    f.again(k);
}

/// Gives a roll another label, and rolls by it.
fn relabel(f: &mut Forgery, label: impl Fn(&str) -> String) {
    let k = some_rolled(f);
    f.edit(k, |entry| {
        let before = entry["rolls"][0]["label"].as_str().expect("a label");
        entry["rolls"][0]["label"] = json!(label(before));
    });
    f.roll_again(k);
    f.again(k);
}

/// Lets the rolls of an entry fall under some other key.
fn roll_under(f: &mut Forgery, k: usize, key: &str) {
    f.edit(k, |entry| {
        entry["rolls"].as_array_mut().expect("rolls").iter_mut().for_each(|roll| fall(roll, key));
    });
    f.again(k);
}
