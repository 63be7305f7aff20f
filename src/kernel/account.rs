//! What a step came to, as a report: orders, events, position, and what is needed next.

mod voided;

use super::dice::Roll;
use super::game::Need;
use super::history::chronicle::{Chronicle, Resolution, Script, Watched};
use super::history::entry::ABSENT;
use super::history::head;
use super::module::{Awaiting, Letter, Played, Table, Telling, Told};
use super::orders::sheet::{Common, indent};
use super::picture::Picture;
use super::report::Doc;
use super::report::html::{Chapter, Page};
use super::seat::{Audience, Seat, Viewer};
use super::terms::{Casters, DiceMode};
use super::text::{capital, fitting};
use super::turnfile;
use serde_json::Value;
use std::collections::BTreeMap;

/// One step of a history, told.
#[derive(Clone, Debug)]
pub struct Account {
    /// The step.
    pub step: u64,
    /// The kind of entry.
    pub kind: String,
    /// Canonical order lines, by seat.
    pub orders: BTreeMap<String, Vec<String>>,
    /// When turn files were sent, by the senders' own word.
    pub sent: BTreeMap<String, String>,
    /// The events, as they stand in the history.
    pub events: Vec<Value>,
    /// The events in words.
    pub told: Vec<Told>,
    /// What was rolled.
    pub rolls: Vec<Roll>,
    /// The board after it, with the events shown on it; none of a step that has just been played.
    pub board: Picture,
}

impl Account {
    /// Tells an entry as it is being replayed; none for an entry that is no step.
    pub fn of(watched: &Watched, viewer: Viewer) -> Option<Self> {
        if watched.kind == "voided" {
            return Some(Self::of_voided(watched, viewer));
        }
        if !matches!(watched.kind, "resolved" | "conceded" | "drawn") {
            return None;
        }
        let mut table = watched.before.duplicate();
        let told = Telling::Sentences(viewer);
        match watched.script {
            Script::Letters(letters, dice) => {
                let played = table.play(letters, dice.clone(), told).ok()?;
                let reader = Some(viewer).filter(|_| table.keeps_secrets());
                let account = Self::of_letters(watched.step, watched.seats, letters, played, reader);
                let board = table.picture_since(watched.before, viewer, &account.events);
                Some(Self { board, ..account })
            }
            Script::Events(events, entry, own) => {
                let played = table.replay(events, told).ok()?;
                let own = own.map(|(seat, lines)| (seat.to_owned(), lines.to_vec()));
                Some(Self {
                    step: watched.step,
                    kind: entry.kind.clone(),
                    // By a word in plain a seat leaves what it has sealed behind.
                    orders: own.into_iter().chain(entry.orders.clone()).collect(),
                    sent: entry.sent.clone(),
                    events: events.to_vec(),
                    told: played.told,
                    rolls: entry.rolls.clone(),
                    board: table.picture_since(watched.before, viewer, events),
                })
            }
            Script::Nothing => None,
        }
    }

    /// Tells a step as it has just been played. In a game that keeps secrets `viewer` says to whom.
    pub fn of_played(step: u64, seats: &[String], resolved: Resolution, viewer: Option<Viewer>) -> Self {
        Self::of_letters(step, seats, &resolved.letters, resolved.played, viewer)
    }

    fn of_letters(
        step: u64,
        seats: &[String],
        letters: &[Letter],
        played: Played,
        viewer: Option<Viewer>,
    ) -> Self {
        let shows = |audience: &Audience| viewer.is_none_or(|viewer| audience.has(viewer));
        let own = |letter: &Letter| shows(&Audience::Seats(vec![letter.seat]));
        let name = |l: &Letter| seats.get(l.seat.index()).cloned().unwrap_or_default();
        let sent = |l: &Letter| Some((name(l), l.sent.filter(|_| !l.missing)?.to_string()));
        Self {
            step,
            kind: played.kind.to_owned(),
            orders: letters
                .iter()
                .zip(played.lines)
                .filter(|(l, _)| own(l))
                .map(|(l, o)| (name(l), o))
                .collect(),
            sent: letters.iter().filter_map(sent).collect(),
            events: match viewer {
                None => played.events,
                Some(_) => {
                    let told = played.events.into_iter().zip(&played.audiences);
                    told.filter(|(_, audience)| shows(audience)).map(|(event, _)| event).collect()
                }
            },
            told: played.told,
            rolls: played.rolls,
            board: Picture::default(),
        }
    }

    fn of_voided(watched: &Watched, viewer: Viewer) -> Self {
        let events = watched.entry["events"].as_array().cloned().unwrap_or_default();
        let mut table = watched.before.duplicate();
        let follows =
            table.replay(&events, Telling::Sentences(viewer)).map_or(Vec::new(), |played| played.told);
        let table_told =
            |event: &str, sentence| Told { index: 0, event: event.to_owned(), sentence, why: Vec::new() };
        let told = [table_told("voided", voided::in_words(watched))].into_iter().chain(follows);
        let step = voided::step(watched).map(|sentence| table_told("step-voided", sentence));
        Self {
            step: watched.step,
            kind: watched.kind.to_owned(),
            orders: BTreeMap::new(),
            sent: BTreeMap::new(),
            told: told.chain(step).collect(),
            rolls: Vec::new(),
            board: if events.is_empty() {
                Picture::default()
            } else {
                table.picture_since(watched.before, viewer, &events)
            },
            events,
        }
    }

    fn name(&self) -> String {
        format!("Step {}", self.step)
    }

    /// Orders and events as part of a report on a game that has gone on since.
    fn to_doc(&self, chronicle: &Chronicle, with_reasons: bool) -> Doc {
        let mut doc = Doc::new();
        doc.heading(2, self.name());
        doc.extend(self.told(chronicle, with_reasons));
        doc
    }

    /// Orders and events, and the board after them, as a chapter.
    fn to_chapter(&self, chronicle: &Chronicle, with_reasons: bool) -> Chapter {
        let mut doc = self.told(chronicle, with_reasons);
        doc.board(self.board.clone());
        Chapter { name: self.name(), doc }
    }

    /// Whether orders came to anything: where seats give up or agree on a draw only those words do.
    fn are_played(&self, lines: &[String]) -> bool {
        self.kind == "resolved" || lines.iter().any(|line| Common::of_line(line).is_some())
    }

    fn told(&self, chronicle: &Chronicle, with_reasons: bool) -> Doc {
        let mut doc = Doc::new();
        if let Some(by) = chronicle.taken_back_by(self.step) {
            doc.paragraph(format!("This step does not count any more: it was taken back in step {by}."));
        }
        for (seat, lines) in &self.orders {
            let sent = self.sent.get(seat).map_or(String::new(), |t| format!(" (sent {t}, by its own word)"));
            let counts = if self.are_played(lines) { "" } else { NOT_PLAYED };
            doc.paragraph(format!("{}'s orders{sent}{counts}:", capital(seat)));
            doc.verbatim(indent(lines).iter().map(|l| format!("  {l}")).collect::<Vec<_>>().join("\n"));
        }
        let items =
            self.told.iter().map(|told| if with_reasons { with_why(told) } else { told.sentence.clone() });
        doc.items(items.collect::<Vec<_>>());
        doc
    }
}

/// What is said of orders beside a word that ends the step.
const NOT_PLAYED: &str = ", which do not count, since the step is over by a word of others; if the game goes on, they are to be \
                          sent again";

fn with_why(told: &Told) -> String {
    let why: Vec<String> = told.why.iter().map(|w| format!("{}: {}", w.rule, w.fact)).collect();
    if why.is_empty() { told.sentence.clone() } else { format!("{} [{}]", told.sentence, why.join("; ")) }
}

/// How much a report holds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Extent {
    /// With the rules and facts behind each event.
    pub reasons: bool,
    /// With a blank turn file for whoever is asked next.
    pub forms: bool,
    /// Whether it goes to a seat that whoever writes it signs for.
    pub is_signed_for: bool,
}

/// The report on some steps and the position that they led to.
pub fn report(chronicle: &Chronicle, accounts: &[Account], viewer: Viewer, extent: Extent) -> Doc {
    let mut doc = head_of(chronicle, viewer, extent);
    for account in accounts {
        doc.extend(account.to_doc(chronicle, extent.reasons));
    }
    doc.heading(2, "Position");
    doc.board(newest_board(chronicle, accounts, viewer));
    doc.extend(chronicle.table.render(viewer));
    doc.extend(next(chronicle, extent.forms));
    doc
}

/// The board as it is now, with the last step of an account on it.
pub fn newest_board(chronicle: &Chronicle, accounts: &[Account], viewer: Viewer) -> Picture {
    match accounts.last() {
        Some(newest) if newest.board.is_drawn() && newest.step + 1 == chronicle.need.step => {
            newest.board.clone()
        }
        last => chronicle.table.picture(viewer, last.map_or(&[], |account| &account.events)),
    }
}

/// The same as a page of chapters: each step with its own board, and how things stand now. `more` is added to the last.
pub fn page(chronicle: &Chronicle, accounts: &[Account], viewer: Viewer, extent: Extent, more: Doc) -> Page {
    let mut chapters: Vec<Chapter> =
        accounts.iter().map(|a| a.to_chapter(chronicle, extent.reasons)).collect();
    let mut now = Doc::new();
    now.board(chronicle.table.picture(viewer, &[]));
    now.extend(chronicle.table.render(viewer));
    now.extend(next(chronicle, extent.forms));
    now.extend(more);
    chapters.push(Chapter { name: "Now".to_owned(), doc: now });
    Page { title: title(chronicle), intro: introduction(chronicle, viewer, extent), chapters }
}

/// Whose knowledge is shown, in a game that keeps secrets.
pub fn seen_by(chronicle: &Chronicle, viewer: Viewer) -> Option<String> {
    if !chronicle.table.keeps_secrets() {
        return None;
    }
    Some(match viewer {
        Viewer::Seat(seat) => format!("As {} may know it.", chronicle.name(seat)),
        Viewer::Referee if chronicle.is_published() => {
            "All that was hidden is published: as the referee knew it.".to_owned()
        }
        Viewer::Referee => "As the referee knows it: not for the other seats.".to_owned(),
        Viewer::Public => "As everybody may know it.".to_owned(),
    })
}

/// What stands at the top of every report.
fn head_of(chronicle: &Chronicle, viewer: Viewer, extent: Extent) -> Doc {
    let mut doc = Doc::new();
    doc.heading(1, title(chronicle));
    doc.extend(introduction(chronicle, viewer, extent));
    doc
}

/// Game, rules and scenario.
fn title(chronicle: &Chronicle) -> String {
    let terms = &chronicle.terms;
    format!("{}: {} {}", terms.name, terms.rules, terms.scenario)
}

fn introduction(chronicle: &Chronicle, viewer: Viewer, extent: Extent) -> Doc {
    let mut doc = Doc::new();
    doc.paragraph(dice_line(chronicle, extent.is_signed_for));
    doc.items(seen_by(chronicle, viewer));
    doc.items(chronicle.table.provenance());
    doc
}

/// Where the dice come from and what that leaves open, at the top of every report. A seat that is signed for trusts
/// whoever does that, and sends its turn files to nobody else.
fn dice_line(chronicle: &Chronicle, is_signed_for: bool) -> String {
    let terms = &chronicle.terms;
    match terms.dice {
        DiceMode::None => {
            "No dice are rolled in this game: everyone can work out every step from the orders.".to_owned()
        }
        DiceMode::Peers if is_signed_for => "Dice by peers: made of links that the seats committed to before they ordered, so \
             that nobody can choose or repeat a roll. Whoever sends this mail holds your key: together with the keys of the \
             others it could foresee."
            .to_owned(),
        DiceMode::Peers => format!(
            "Dice by peers: made of links that the seats committed to before they ordered, so that no seat alone can \
             foresee, choose or repeat a roll. A seat can refuse to answer. {}",
            together(chronicle)
        ),
        DiceMode::Referee if !chronicle.table.has_dice() && !chronicle.table.keeps_secrets() => "No dice are rolled in \
             this game, and the referee holds nothing that is hidden: everyone can work out every step from the orders."
            .to_owned(),
        DiceMode::Referee if is_signed_for => format!(
            "{} Your turn files go to the referee alone, who signs for you: what you have sent is proved only by your own \
             mails, so keep them.",
            if chronicle.table.has_dice() {
                "Dice by referee: made of links of the movers and the referee, who could foresee."
            } else {
                "No dice are rolled in this game. The referee holds what is hidden and opens it at the end: then everyone can \
                 work out every step."
            }
        ),
        DiceMode::Referee if !chronicle.table.has_dice() => "No dice are rolled in this game. All turn files go to the \
             referee alone, who holds what is hidden and opens it at the end: then everyone can work out every step. Each \
             also goes, sealed, to one other seat: a dropped one is proved only by its copy."
            .to_owned(),
        DiceMode::Referee if chronicle.table.keeps_secrets() => "Dice by referee: made of links of the movers and the \
             referee, who together could foresee. All turn files go to the referee alone; each also goes, sealed by lock \
             --witness, to one other seat: a dropped one is proved only by its copy."
            .to_owned(),
        DiceMode::Referee => "Dice by referee: made of links of the movers and the referee. The referee and the movers \
             together could foresee. Each turn file also goes to one other seat: a dropped one is proved only by its \
             copy."
            .to_owned(),
        DiceMode::Open => format!(
            "Open dice: whoever made this file chose them, anyone can foresee them. {}.",
            match chronicle.count_taken_back() {
                0 => "No step was taken back".to_owned(),
                1 => "Steps were taken back once".to_owned(),
                times => format!("Steps were taken back {times} times"),
            }
        ),
    }
}

/// Whether all players are on one side now.
pub fn are_all_allied(chronicle: &Chronicle) -> bool {
    let players = (0..chronicle.terms.players().len() as u8).map(Seat);
    players.clone().all(|one| players.clone().all(|other| chronicle.table.are_allied(one, other)))
}

/// Which seats together could foresee.
fn together(chronicle: &Chronicle) -> String {
    let terms = &chronicle.terms;
    let playing = chronicle.playing();
    if terms.casters == Casters::Next && playing.len() > 2 {
        return "The movers of a step and its caster together could foresee.".to_owned();
    }
    let names = playing.join(" and ");
    if are_all_allied(chronicle) {
        format!("All are allies: {names} together could foresee.")
    } else {
        format!("Only together could {names} foresee.")
    }
}

/// Whose links the open step needs, and who resolves it; none where nothing can be rolled.
pub fn casting(chronicle: &Chronicle) -> Option<String> {
    let need = &chronicle.need;
    if chronicle.table.keeps_secrets() && need.links.is_empty() && need.caster != ABSENT {
        return Some(format!("all turn files go to the {} alone, who resolves the step", need.caster));
    }
    let by_seals = chronicle.asks_for_seals() && need.caster != ABSENT;
    if need.links.is_empty() && !by_seals {
        return None;
    }
    let lock = match chronicle.locks_last() {
        Some(last) if need.orders.len() > 1 => format!("all lock first but {last}, which orders last; "),
        _ => String::new(),
    };
    let links = match need.links.as_slice() {
        [] => String::new(),
        links => format!("dice need the links of {}; ", links.join(" and ")),
    };
    let caster = &need.caster;
    Some(if need.links.is_empty() {
        format!("{lock}{caster} resolves the step")
    } else {
        format!("{lock}{links}{caster} is the caster, who adds its link last and writes the step")
    })
}

/// What is locked of the open step; of what is sealed, that it is.
pub fn locked(chronicle: &Chronicle) -> Vec<String> {
    let Some(locked) = &chronicle.locked else { return Vec::new() };
    let open = |(seat, lines): (&String, &Vec<String>)| match lines.as_slice() {
        [] => format!("{} has locked its turn file, without any orders.", capital(seat)),
        lines => format!("{} has locked: {}.", capital(seat), lines.join("; ")),
    };
    let sealed = |seat: &String| format!("{} has locked orders that are sealed.", capital(seat));
    locked.orders.iter().map(open).chain(locked.seals.keys().map(sealed)).collect()
}

/// What a seat adds to the open step beside orders, and by which command; none where nothing is owed by it.
pub fn adds(chronicle: &Chronicle, seat: Seat, file: &str) -> Option<String> {
    let need = &chronicle.need;
    let name = chronicle.name(seat);
    let owes = |list: &[String]| list.iter().any(|other| other == name);
    let what = match (owes(&need.opens), owes(&need.links)) {
        (true, true) => "opens what it has sealed and adds its link",
        (true, false) => "opens what it has sealed",
        (false, true) => "adds its link",
        (false, false) => return None,
    };
    let others = |of: &[String]| of.iter().any(|other| other != name);
    let letters = if others(&need.orders) { " LETTERS" } else { "" };
    Some(if need.caster == name {
        let letters = if letters.is_empty() && (others(&need.links) || others(&need.opens)) {
            " LETTERS"
        } else {
            letters
        };
        format!("{name} {what} last: adjutant adjudicate {file}{letters} -o next.yaml")
    } else {
        format!("{name} {what} by: adjutant lock {file}{letters} --seat {name} > letter.turn")
    })
}

/// The offers of a draw that stand.
pub fn offers(table: &dyn Table) -> Vec<String> {
    let offers = offered_by(table).into_iter();
    offers.map(|seat| format!("{} offers a draw; accept draw agrees.", capital(&seat))).collect()
}

/// The seats whose offers of a draw stand.
pub fn offered_by(table: &dyn Table) -> Vec<String> {
    let offers = &table.position()["agenda"]["draw-offered-by"];
    offers.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// The seats that would have to agree on a draw as well as those that offer one or say so here.
pub fn yet_to_agree(chronicle: &Chronicle, agree: &[Seat]) -> Vec<String> {
    let offered = offered_by(chronicle.table.as_ref());
    let players = (0..chronicle.terms.players().len() as u8).map(Seat).filter(|seat| chronicle.plays(*seat));
    let open = players.filter(|seat| !agree.contains(seat)).map(|seat| chronicle.name(seat).to_owned());
    open.filter(|name| !offered.contains(name)).collect()
}

/// What stands from earlier steps: offers of a draw, orders sent ahead.
pub fn agenda(table: &dyn Table) -> Vec<String> {
    let agenda = &table.position()["agenda"];
    let ahead = agenda["sent-ahead"].as_object().into_iter().flatten().map(|(seat, lines)| {
        let lines: Vec<&str> = lines.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        format!("{} has sent ahead: {}.", capital(seat), lines.join("; "))
    });
    offers(table).into_iter().chain(ahead).collect()
}

/// The seats for which the game waits before it begins.
pub fn yet_to_join(chronicle: &Chronicle) -> String {
    let seats = &chronicle.need.orders;
    format!("{} {} yet to join", seats.join(" and "), fitting(seats.len(), "has", "have"))
}

/// Who owes what.
pub fn next(chronicle: &Chronicle, with_forms: bool) -> Doc {
    let mut doc = Doc::new();
    doc.heading(2, "Next");
    if !chronicle.has_begun() {
        doc.paragraph(format!("{}.", yet_to_join(chronicle)));
        return doc;
    }
    match chronicle.table.awaiting() {
        Awaiting::Over { ending, .. } => {
            doc.paragraph(ending);
        }
        Awaiting::Decisions(_) => {
            let asked = chronicle.asked();
            let position = head::short(&chronicle.head);
            let asked = asked.iter().map(|a| {
                let must = if a.need == Need::Required { "" } else { " (if it wishes)" };
                format!("Step {} ({position}): {}{must}.", chronicle.need.step, a.prompt)
            });
            let casting = casting(chronicle).map(|line| capital(&format!("{line}.")));
            let locked = locked(chronicle).into_iter();
            doc.items(asked.chain(casting).chain(locked).chain(agenda(chronicle.table.as_ref())));
            if with_forms {
                for seat in chronicle.need.orders.iter().filter_map(|name| chronicle.seat(name)) {
                    form(&mut doc, chronicle, seat);
                }
            }
        }
    }
    doc
}

fn form(doc: &mut Doc, chronicle: &Chronicle, seat: Seat) {
    let name = chronicle.name(seat);
    let is_final =
        if chronicle.identities.contains_key(name) { ", makes it final by adjutant lock" } else { "" };
    doc.paragraph(format!("To answer, {name} fills in this turn file{is_final} and sends it:"));
    doc.verbatim(turnfile::blank(chronicle, seat));
}
