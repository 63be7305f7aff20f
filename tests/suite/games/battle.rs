//! Recording games of Battle: players of both factions write letters until the game is over.

use super::recorder::{Source, begin, first_terms, secret, write_end, write_start};
use super::{MAX_STEPS, put_in, write};
use crate::players::chance::Chance;
use crate::players::{random, sensible, table};
use adjutant::games::battle::Battle;
use adjutant::games::battle::data::Faction;
use adjutant::games::battle::faction::faction;
use adjutant::games::battle::fog;
use adjutant::games::battle::orders::Order;
use adjutant::games::battle::setting::Setting;
use adjutant::games::battle::state::Public;
use adjutant::games::find;
use adjutant::kernel::dice::Dice;
use adjutant::kernel::game::{Answer, Game, Origin, State, Turn};
use adjutant::kernel::history::chronicle::Chronicle;
use adjutant::kernel::history::post::Post;
use adjutant::kernel::record::Record;
use adjutant::kernel::seat::{Seat, Viewer};
use adjutant::kernel::time::Instant;
use adjutant::kernel::turnfile;
use std::path::Path;

/// Plays a game as SOURCE says and writes it down.
pub fn record(folder: &Path, source: &Source) {
    let terms = first_terms(folder, source, find(Battle::INFO.id).expect("a game"));
    let chronicle = begin(terms, None, &source["seed"]);
    let contacts = ["red", "blue"].map(|seat| (seat.to_owned(), source[seat].clone()));
    let mut record = Record { chronicle, contacts: contacts.into(), components: None, amendment: None };
    write_start(folder, &record);
    play(folder, source, &mut record.chronicle);
    write_end(folder, &record);
}

type Player = fn(&Setting, &Public, Faction, &mut Chance) -> Vec<Order>;

fn player(name: &str) -> Player {
    match name.split_whitespace().next() {
        Some("sensible") => sensible::sheet,
        Some("random") => random::sheet,
        _ => panic!("there is no player {name:?}"),
    }
}

/// Plays to the end.
fn play(folder: &Path, source: &Source, chronicle: &mut Chronicle) {
    let state = table::begin::<Battle>(&chronicle.terms).expect("terms that stand");
    let (seed, sent) = (source["seed"].clone(), Instant(1_767_225_600));
    let chance = Chance::new(seed.parse().expect("a seed"));
    let concedes = source.get("concedes-in-step").map(|n| n.parse().expect("a step"));
    let mut recorder =
        Recorder { folder, source, chronicle, state, chance, sent, concedes, seed, posts: Vec::new() };
    loop {
        assert!(recorder.chronicle.need.step <= MAX_STEPS, "{} does not end", folder.display());
        match recorder.chronicle.table.awaiting().required()[..] {
            [] => break,
            ref seats if recorder.chronicle.table.keeps_secrets() => recorder.referee_reads(seats),
            [seat] => recorder.one_orders(seat),
            [first, last] => recorder.two_order_in_secret(first, last),
            _ => panic!("Battle has two seats"),
        }
    }
}

/// A game being played and written down.
struct Recorder<'a> {
    folder: &'a Path,
    source: &'a Source,
    chronicle: &'a mut Chronicle,
    /// The players' own board, kept in step with the game.
    state: State<Battle>,
    chance: Chance,
    sent: Instant,
    /// The step in which SOURCE lets a player concede.
    concedes: Option<u64>,
    seed: String,
    posts: Vec<Post>,
}

impl Recorder<'_> {
    fn one_orders(&mut self, seat: Seat) {
        let step = self.chronicle.need.step;
        self.sent.0 += 60 * (1 + self.chance.below(600) as i64);
        let lines = if self.concedes == Some(step) {
            vec!["concede".to_owned()]
        } else {
            let answer = self.answer(seat);
            let lines = answer.orders.iter().map(ToString::to_string).collect();
            self.follow(&[answer]);
            lines
        };
        let text = turn_text(self.chronicle, seat, self.sent, &lines);
        self.send(&format!("{step:04}-{}", self.chronicle.name(seat)), &text);
    }

    /// Three letters: the first seat's seal, the last one's orders in plain, the opening of the seal.
    fn two_order_in_secret(&mut self, first: Seat, last: Seat) {
        let step = self.chronicle.need.step;
        let answers = [self.answer(first), self.answer(last)];
        let lines = answers.each_ref().map(|a| a.orders.iter().map(ToString::to_string).collect::<Vec<_>>());
        let names = [first, last].map(|seat| self.chronicle.name(seat).to_owned());
        let secret = secret(&names[0], &self.seed);
        let sent = self.chronicle.needs_times().then_some(self.sent);
        let seal = self.chronicle.lock_orders(first, lines[0].clone(), sent, Some(&secret));
        let seal = self.text_of(&seal.unwrap_or_else(|refused| panic!("{refused}")));
        self.send(&format!("{step:04}-1-{}", names[0]), &seal);
        let plain = turn_text(self.chronicle, last, self.sent, &lines[1]);
        self.send(&format!("{step:04}-2-{}", names[1]), &plain);
        let opening = self.chronicle.open_seal(first, lines[0].clone(), &self.posts, &secret);
        let opening = self.text_of(&opening.unwrap_or_else(|refused| panic!("{refused}")));
        self.send(&format!("{step:04}-3-{}", names[0]), &opening);
        self.follow(&answers);
    }

    /// Each seat's letter to the referee, who resolves the step.
    fn referee_reads(&mut self, seats: &[Seat]) {
        let step = self.chronicle.need.step;
        self.sent.0 += 60 * (1 + self.chance.below(600) as i64);
        let answers: Vec<Answer<Order>> = seats.iter().map(|seat| self.answer(*seat)).collect();
        for answer in &answers {
            let name = self.chronicle.name(answer.seat).to_owned();
            let lines = answer.orders.iter().map(ToString::to_string).collect();
            let secret = secret(&name, &self.seed);
            let post = self.chronicle.lock_orders(answer.seat, lines, answer.sent, Some(&secret));
            let text = self.text_of(&post.unwrap_or_else(|refused| panic!("{refused}")));
            self.send(&format!("{step:04}-{name}"), &text);
        }
        self.follow(&answers);
    }

    /// What a seat's player orders.
    fn answer(&mut self, seat: Seat) -> Answer<Order> {
        let player = player(&self.source[self.chronicle.name(seat)]);
        let known = fog::known(&self.state.view(Viewer::Seat(seat))).into_owned();
        let mut orders = player(&self.state.setting, &known, faction(seat), &mut self.chance);
        Battle::arrange(&mut orders);
        let sent = self.chronicle.needs_times().then_some(self.sent);
        Answer { seat, orders, sent, origin: Origin::Letter }
    }

    fn follow(&mut self, answers: &[Answer<Order>]) {
        Battle::resolve(&mut Turn::new(&mut self.state, &mut Vec::new(), &mut Dice::absent()), answers);
    }

    fn text_of(&self, post: &Post) -> String {
        turnfile::write(self.chronicle, &turnfile::TurnFile::of_post(post))
    }

    /// Writes a letter down and puts it into the history.
    fn send(&mut self, name: &str, text: &str) {
        write(self.folder, &format!("turns/{name}.turn"), text);
        let input = turnfile::read(text.as_bytes(), self.chronicle);
        self.posts.extend(input.turn_files.iter().map(turnfile::TurnFile::post));
        put_in(self.chronicle, &mut self.posts).unwrap_or_else(|refused| panic!("{name}: {refused}"));
    }
}

fn turn_text(chronicle: &Chronicle, seat: Seat, sent: Instant, lines: &[String]) -> String {
    let header = if chronicle.needs_times() { format!("Sent: {sent}\n") } else { String::new() };
    let text = format!("{}\n{header}\n{}\nEND\n", turnfile::head_line(chronicle, seat), lines.join("\n"));
    let input = turnfile::read(text.as_bytes(), chronicle);
    turnfile::write(chronicle, input.turn_files.first().expect("a turn file"))
}
