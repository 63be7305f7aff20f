//! Small games, played here to have dice in every mode and sealed orders: a field battle of three families, and a
//! set-up of Battle in secret.

use crate::players::chance::Chance;
use crate::players::table;
use adjutant::games;
use adjutant::kernel::gamefile::GameFile;
use adjutant::kernel::history::amendment::{Amendment, NewKey};
use adjutant::kernel::history::canonical;
use adjutant::kernel::history::chronicle::{Agreed, Chronicle};
use adjutant::kernel::history::entry::Consent;
use adjutant::kernel::history::post::{Part, Post};
use adjutant::kernel::keys::Secret;
use adjutant::kernel::keys::chain::Chain;
use adjutant::kernel::keys::signature::Signing;
use adjutant::kernel::module::{Awaiting, Telling};
use adjutant::kernel::options::Options;
use adjutant::kernel::record::Record;
use adjutant::kernel::seat::Seat;
use adjutant::kernel::terms::{Casters, DiceMode, REFEREE, Terms};
use adjutant::kernel::turnfile::{self, TurnFile};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// A game that was played here, with all its keys.
pub struct Played {
    /// Its short name.
    pub name: String,
    /// The game file.
    pub file: GameFile,
    /// The seats' secrets as they are at its end.
    pub secrets: BTreeMap<String, Secret>,
}

static PLAYED: LazyLock<Vec<Played>> = LazyLock::new(|| {
    let field = |name, dice, casters| {
        lively(|chance| field_battle(name, dice, casters, chance).played(10), |rolled, _| rolled.len() > 3)
    };
    vec![
        field("open", DiceMode::Open, Casters::Rivals),
        field("peers", DiceMode::Peers, Casters::Rivals),
        field("next", DiceMode::Peers, Casters::Next),
        field("referee", DiceMode::Referee, Casters::Rivals),
        lively(voided, |rolled, file| {
            let re_keyed = file.history.iter().position(|line| line.contains(r#""why":"re-key""#));
            rolled.first() < re_keyed.as_ref() && rolled.last() > re_keyed.as_ref()
        }),
        sealed(),
    ]
});

/// The first of some games in which dice fall often enough, by the entries in which they do.
fn lively(play: impl Fn(Chance) -> Played, is_enough: impl Fn(&[usize], &GameFile) -> bool) -> Played {
    let has_dice = |line: &String| line.contains(r#""die":"#);
    let is_lively = |game: &Played| {
        let history = &game.file.history;
        let rolled: Vec<usize> = (0..history.len()).filter(|k| has_dice(&history[*k])).collect();
        is_enough(&rolled, &game.file)
    };
    (1..=20).map(|seed| play(Chance::new(seed))).find(is_lively).expect("a game with dice")
}

/// All games.
pub fn games() -> &'static [Played] {
    &PLAYED
}

/// The game of a name.
pub fn game(name: &str) -> &'static Played {
    PLAYED.iter().find(|g| g.name == name).unwrap_or_else(|| panic!("there is no game {name:?}"))
}

/// A field battle that all have joined.
fn field_battle(name: &str, dice: DiceMode, casters: Casters, chance: Chance) -> Table {
    let module = games::find("batalj").expect("batalj is in the register");
    let mut seats = vec!["sture".to_owned(), "grip".to_owned(), "brahe".to_owned()];
    if dice == DiceMode::Referee {
        seats.push(REFEREE.to_owned());
    }
    let seed = (dice == DiceMode::Open).then(|| canonical::hash("test-seed", &[name]));
    let terms = table::terms(module, "battle", &table::Chosen::new());
    Table::new(Terms { name: name.to_owned(), seats, dice, casters, seed, ..terms }, chance)
}

/// A game of Battle whose armies are placed in secret.
fn sealed() -> Played {
    let terms = table::battle_terms("basic", &table::chosen(&[("setup", "faction")]));
    Table::new(Terms { name: "sealed".to_owned(), ..terms }, Chance::new(1)).played(3)
}

/// A game in which a seat got a new key and a step was taken back, with dice before and after.
fn voided(chance: Chance) -> Played {
    let mut table = field_battle("voided", DiceMode::Peers, Casters::Rivals, chance);
    table.steps(7);
    table.re_key("grip", 3);
    table.steps(2);
    table.take_back();
    table.played(3)
}

/// A secret that follows from a word.
fn secret(word: &str) -> Secret {
    Secret::of_hex(&canonical::hash("test-secret", &[word])).expect("hex digits")
}

/// A game being played.
struct Table {
    record: Record,
    secrets: BTreeMap<String, Secret>,
    chance: Chance,
}

impl Table {
    /// A game that all have joined.
    fn new(terms: Terms, chance: Chance) -> Self {
        let module = games::find(&terms.rules.game).expect("a game of the register");
        let options = Options::read(module.options(), &terms.options.0).expect("they fit");
        let mut chronicle = Chronicle::begin(module, Terms { options, ..terms }, None).expect("sound terms");
        let seats = chronicle.terms.seats.clone();
        let secrets: BTreeMap<String, Secret> = seats.iter().map(|s| (s.clone(), secret(s))).collect();
        for seat in &seats {
            let key = secrets.get(seat).filter(|_| chronicle.terms.dice.has_links());
            chronicle.join(seat, &canonical::hash("test-nonce", &[seat]), key).expect("the seat joins");
        }
        let record = Record { chronicle, contacts: BTreeMap::new(), components: None, amendment: None };
        Self { record, secrets, chance }
    }

    /// Plays so many steps more, or to the end.
    fn played(mut self, steps: usize) -> Played {
        self.steps(steps);
        let file = self.record.to_file();
        Played { name: file.game.clone(), file, secrets: self.secrets }
    }

    fn steps(&mut self, count: usize) {
        for _ in 0..count {
            if matches!(self.record.chronicle.table.awaiting(), Awaiting::Over { .. }) {
                return;
            }
            self.step();
        }
    }

    /// A step: all but one seat lock, that one orders, the others open their seals and add their links.
    fn step(&mut self) {
        let need = self.record.chronicle.need.clone();
        let mut sealed = BTreeMap::new();
        if need.orders.len() > 1 && (!need.links.is_empty() || self.record.chronicle.asks_for_seals()) {
            let last = self.record.chronicle.locks_last().expect("a last one").to_owned();
            let first: Vec<String> = need.orders.iter().filter(|s| **s != last).cloned().collect();
            let sheets: Vec<_> = first.iter().map(|s| (s.clone(), self.any_sheet(self.seat(s)))).collect();
            let posts: Vec<Post> = sheets.iter().map(|(s, lines)| self.orders(s, lines.clone())).collect();
            self.record.chronicle.lock(&posts).unwrap_or_else(|e| panic!("{e}"));
            sealed.extend(sheets);
        }
        let movers = self.record.chronicle.need.orders.clone();
        let sheets: Vec<_> = movers.iter().map(|s| (s, self.any_sheet(self.seat(s)))).collect();
        let moved: Vec<Post> = sheets.into_iter().map(|(s, lines)| self.orders(s, lines)).collect();
        let mut posts = moved.clone();
        let others = self.record.chronicle.terms.seats.iter().filter(|s| !movers.contains(s));
        posts.extend(others.filter_map(|seat| self.answer(seat, sealed.get(seat), &moved)));
        posts.sort_by_key(|p| p.seat);
        self.record.chronicle.resolve(&posts, None, Telling::Events).unwrap_or_else(|e| panic!("{e}"));
    }

    /// A seat's orders for the open step, final.
    fn orders(&self, name: &str, lines: Vec<String>) -> Post {
        let post = self.record.chronicle.lock_orders(self.seat(name), lines, None, Some(&self.secrets[name]));
        post.unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    /// What a seat adds to the orders of others: its opening, its link, or both.
    fn answer(&self, name: &str, sealed: Option<&Vec<String>>, moved: &[Post]) -> Option<Post> {
        let (chronicle, seat, secret) = (&self.record.chronicle, self.seat(name), &self.secrets[name]);
        let opening = sealed.filter(|_| chronicle.need.opens.iter().any(|s| s == name)).map(|lines| {
            let opening = chronicle.open_seal(seat, lines.clone(), moved, secret);
            opening.unwrap_or_else(|e| panic!("{name}: {e}"))
        });
        if chronicle.need.links.iter().any(|s| s == name) {
            let cast = chronicle.cast(opening, seat, moved, secret);
            return Some(cast.unwrap_or_else(|e| panic!("{name}: {e}")));
        }
        opening
    }

    fn seat(&self, name: &str) -> Seat {
        self.record.chronicle.seat(name).expect("a seat")
    }

    /// A sheet that is allowed; one that does something where chance finds it.
    fn any_sheet(&mut self, seat: Seat) -> Vec<String> {
        for _ in 0..30 {
            let lines = self.drafted(seat);
            if lines.iter().all(|l| l != "pass")
                && let Some(lines) = self.canonical(seat, &lines)
            {
                return lines;
            }
        }
        self.record.chronicle.table.defaults(seat)
    }

    /// Some orders, one after another, each among those that may come next.
    fn drafted(&mut self, seat: Seat) -> Vec<String> {
        let mut lines = Vec::new();
        for _ in 0..=self.chance.below(8) {
            match self.record.chronicle.table.legal(seat, &lines) {
                Ok(next) if !next.is_empty() => lines.push(self.chance.pick(&next).clone()),
                _ => break,
            }
        }
        lines
    }

    /// The lines of a sheet as they are signed, if all of it is allowed.
    fn canonical(&self, seat: Seat, lines: &[String]) -> Option<Vec<String>> {
        let chronicle = &self.record.chronicle;
        let text = format!("{}\n\n{}\nEND\n", turnfile::head_line(chronicle, seat), lines.join("\n"));
        let input = turnfile::read(text.as_bytes(), chronicle);
        let is_sound = input.findings.iter().all(|f| !f.is_error());
        match input.turn_files.first().filter(|t| is_sound && t.checked.is_answer).map(TurnFile::post) {
            Some(Post { part: Part::Orders(lines), .. }) => Some(lines),
            _ => None,
        }
    }

    /// A seat plays on with a new key; it says that it has answered some steps beyond the open one.
    fn re_key(&mut self, name: &str, beyond: u64) {
        let (new, nonce) = (secret("new"), canonical::hash("test-nonce", &["new"]));
        let tip = Chain::new(&new, self.record.chronicle.game(), name, &nonce).tip();
        let key = Signing::new(&new).public();
        self.secrets.insert(name.to_owned(), new);
        self.amend(Amendment::ReKey(NewKey { key, nonce, seat: name.to_owned(), tip }), beyond);
    }

    /// The newest step is taken back.
    fn take_back(&mut self) {
        let to = self.record.chronicle.lines.len() as u64 - 2;
        self.amend(Amendment::TakeBack { to }, 0);
    }

    /// All seats consent.
    fn amend(&mut self, amendment: Amendment, beyond: u64) {
        let chronicle = &self.record.chronicle;
        let highest = chronicle.need.step + beyond;
        let consent = |seat: &String| {
            let hash = amendment.consent_hash(chronicle.game(), &chronicle.head, seat, highest);
            (seat.clone(), Consent { highest, signature: Signing::new(&self.secrets[seat]).sign(&hash) })
        };
        let seats = chronicle.terms.seats.clone();
        let consents = seats.iter().map(consent).collect();
        let restored = match amendment {
            Amendment::TakeBack { to } => Some(chronicle.position_at(to, None, &games::find)),
            _ => None,
        };
        let restored = restored.map(|position| position.expect("a sound history"));
        let agreed = Agreed { amendment, seats, consents, recorded: None };
        self.record.chronicle.void(agreed, restored).unwrap_or_else(|e| panic!("{e}"));
    }
}
