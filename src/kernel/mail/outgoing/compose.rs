//! What a seat is told by mail: what happened, the position, what it is asked, and the files that it needs.

use super::{Attachment, Outgoing, Page, thread};
use crate::kernel::account::{self, Account, Extent, newest_board, report};
use crate::kernel::game;
use crate::kernel::gamefile::GameFile;
use crate::kernel::history::chronicle::Chronicle;
use crate::kernel::history::entry::{ABSENT, NextToAct};
use crate::kernel::history::head;
use crate::kernel::mail::Address;
use crate::kernel::module::Awaiting;
use crate::kernel::picture::Picture;
use crate::kernel::record::Record;
use crate::kernel::report::{Doc, html};
use crate::kernel::seat::{Seat, Viewer};
use crate::kernel::terms::REFEREE;
use crate::kernel::text::{Charset, capital, fitting};
use crate::kernel::time::Instant;
use crate::kernel::turnfile;
use serde::Deserialize;

/// How a mail is addressed and threaded, beyond what the game says.
#[derive(Clone, Debug, Default)]
pub struct Envelope {
    /// Who sends it, if not the contact of whoever wrote the newest step.
    pub from: Option<Address>,
    /// The id of the mail that it answers, as [`thread::read_id`] takes it.
    pub answers: Option<String>,
    /// What is to be said first, in lines as they are, such as how the seat's own turn file was read.
    pub note: Option<String>,
    /// Whether whoever sends it has the seat's key and signs for it, so that a plain turn file will do.
    pub is_signed_for: bool,
    /// When it is written, if that is to stand in it.
    pub date: Option<Instant>,
}

/// The mail to a seat: `accounts` is what it has yet to be told, as it may know it.
///
/// Whether the file at hand holds what this seat may know is for the caller to check.
pub fn to_seat(record: &Record, seat: Seat, accounts: &[Account], envelope: Envelope) -> Outgoing {
    let chronicle = &record.chronicle;
    let name = chronicle.name(seat);
    let address = |seat: &str| record.contacts.get(seat).and_then(|who| Address::read(who));
    let mut references = thread::ids(chronicle, name);
    let id = references.pop().unwrap_or_default();
    let file = file_for(record, seat);
    let step = file.step;
    let viewer = if chronicle.is_published() { Viewer::Referee } else { chronicle.viewer(name) };
    let extent = Extent { is_signed_for: envelope.is_signed_for, ..Extent::default() };
    let mut doc = Doc::new();
    if let Some(deadline) = deadline(chronicle) {
        doc.paragraph(deadline);
    }
    if let Some(note) = &envelope.note {
        doc.verbatim(note.as_str());
    }
    doc.extend(report(chronicle, accounts, viewer, extent));
    doc.extend(answer(chronicle, seat, &file_name(chronicle, seat), envelope.is_signed_for));
    let text = doc.to_text(Charset::Unicode);
    let page = page(&doc, &id);
    let mut attachments = vec![Attachment {
        name: file_name(chronicle, seat),
        media_type: "application/yaml",
        bytes: file.write().into_bytes(),
    }];
    let picture = newest_board(chronicle, accounts, viewer);
    if picture.is_drawn() {
        attachments.push(Attachment {
            name: format!("{}.svg", chronicle.file_stem()),
            media_type: "image/svg+xml",
            bytes: picture.to_svg().into_bytes(),
        });
    }
    Outgoing {
        from: envelope.from.or_else(|| address(&writer(chronicle))),
        to: address(name),
        subject: subject(chronicle, step),
        id,
        answers: envelope.answers,
        references,
        date: envelope.date,
        mark: format!("{} {step} {name} {}", chronicle.terms.name, head::short(&chronicle.head)),
        text,
        page: Some(page),
        attachments,
    }
}

/// The same as a page whose boards are pictures, named after the mail.
fn page(doc: &Doc, id: &str) -> Page {
    // Short enough for a line of its own.
    let within = id.split('@').next().unwrap_or_default();
    let cid = |number: usize| format!("board-{number}.{within}@adjutant.invalid");
    let (html, pictures) = html::to_mail(doc, &cid);
    let picture = |(number, picture): (usize, &Picture)| Attachment {
        name: cid(number),
        media_type: "image/png",
        bytes: picture.to_png(),
    };
    Page { html, pictures: (1..).zip(&pictures).map(picture).collect() }
}

/// The seat that wrote the newest entry, which is the one that sends the file on: where there is a referee, he.
pub fn writer(chronicle: &Chronicle) -> String {
    #[derive(Deserialize)]
    struct Entry {
        need: NextToAct,
        seat: Option<String>,
    }
    if chronicle.terms.seats.iter().any(|seat| seat == REFEREE) {
        return REFEREE.to_owned();
    }
    let read = |line: &String| serde_json::from_str::<Entry>(line).ok();
    let mut newest = chronicle.lines.iter().rev();
    let own = newest.next().and_then(read).and_then(|entry| entry.seat);
    let asked = newest.next().and_then(read).map(|entry| entry.need.caster).filter(|caster| caster != ABSENT);
    own.or(asked).unwrap_or_default()
}

/// The file that a seat may have: in a game that keeps secrets its copy, unless it is the referee's or all is published.
fn file_for(record: &Record, seat: Seat) -> GameFile {
    if has_own_copy(&record.chronicle, seat) { record.copy_for(seat) } else { record.to_file() }
}

fn has_own_copy(chronicle: &Chronicle, seat: Seat) -> bool {
    let is_player = chronicle.name(seat) != REFEREE;
    is_player && chronicle.has_begun() && chronicle.table.keeps_secrets() && !chronicle.is_published()
}

fn file_name(chronicle: &Chronicle, seat: Seat) -> String {
    chronicle.file_name(Some(chronicle.name(seat)).filter(|_| has_own_copy(chronicle, seat)))
}

/// Game, step, who is to move, and by when.
fn subject(chronicle: &Chronicle, step: u64) -> String {
    let name = &chronicle.terms.name;
    let need = &chronicle.need;
    if matches!(chronicle.table.awaiting(), Awaiting::Over { .. }) {
        return format!("[{name}] step {step}: the game is over");
    }
    if !chronicle.has_begun() {
        return format!("[{name}] {} to join", are(&need.orders));
    }
    let by = chronicle.limits().first().map_or(String::new(), |first| format!(" by {}", first.until));
    format!("[{name}] step {step}: {}{by}", turn(need))
}

/// Whose orders or openings are owed; where none are, whose links.
fn turn(need: &NextToAct) -> String {
    let owing: Vec<String> = need.orders.iter().chain(&need.opens).cloned().collect();
    if owing.is_empty() && !need.links.is_empty() {
        let links = fitting(need.links.len(), "its link", "their links");
        format!("{} to add {links}", are(&need.links))
    } else {
        format!("{} to move", are(&owing))
    }
}

/// By when the open step is to be answered, and what may come of it if it is not.
fn deadline(chronicle: &Chronicle) -> Option<String> {
    let is_open = chronicle.has_begun() && matches!(chronicle.table.awaiting(), Awaiting::Decisions(_));
    let limits = chronicle.limits();
    let (first, others) = limits.split_first().filter(|_| is_open)?;
    let turn = capital(&turn(&chronicle.need));
    let others = others.iter().map(|limit| format!(" After {}, {}.", limit.until, limit.then));
    Some(format!(
        "{turn} by {} (UTC). After that, {}.{}",
        first.until,
        first.then,
        others.collect::<String>()
    ))
}

/// What the seat does now, and its blank turn file if it is asked for one.
fn answer(chronicle: &Chronicle, seat: Seat, file: &str, is_signed_for: bool) -> Doc {
    let mut doc = Doc::new();
    let name = chronicle.name(seat);
    let is_over = matches!(chronicle.table.awaiting(), Awaiting::Over { .. });
    doc.heading(2, "Your answer");
    if is_over {
        doc.paragraph("The game is over; nothing is asked of you any more.");
        return doc;
    }
    if !chronicle.has_begun() {
        let asked = chronicle.need.orders.iter().any(|other| other == name);
        doc.paragraph(if asked {
            format!("Save the game file, read the terms by \"adjutant show {file} --terms\", agree by \"adjutant join {file} --seat {name} -o joined.yaml\", and send that file to all.")
        } else {
            "You have joined; nothing is asked of you until all have.".to_owned()
        });
        return doc;
    }
    let asked = chronicle.asked();
    let Some(asked) = asked.iter().find(|asked| asked.seat == seat) else {
        doc.extend(not_asked(chronicle, seat, file, is_signed_for));
        return doc;
    };
    if asked.need == game::Need::Optional {
        doc.paragraph(if_it_wishes(chronicle));
    }
    doc.paragraph(how(chronicle, seat, file, is_signed_for));
    doc.verbatim(turnfile::blank(chronicle, seat));
    doc
}

/// What a seat may do that is not waited for.
fn if_it_wishes(chronicle: &Chronicle) -> String {
    format!(
        "You need not answer: {} to move. You may order what the turn file below offers; it counts if it is there before \
         those orders are.",
        are(&chronicle.need.orders)
    )
}

/// Names with the verb: who is, or are.
fn are(seats: &[String]) -> String {
    format!("{} {}", seats.join(" and "), fitting(seats.len(), "is", "are"))
}

/// How a seat that is asked answers: by a plain reply, or by a letter that its key makes final.
fn how(chronicle: &Chronicle, seat: Seat, file: &str, is_signed_for: bool) -> String {
    let name = chronicle.name(seat);
    let caster = Some(&chronicle.need.caster).filter(|caster| *caster != ABSENT && *caster != name);
    let reply = "Press Reply, write your orders, one a line, between the first line of the turn file below and its END, or \
                 above all that is quoted with END below the last, and send the mail. Lines that begin with # are comments.";
    match (chronicle.identities.contains_key(name), is_signed_for) {
        (false, _) => return reply.to_owned(),
        (true, true) => {
            return format!("{reply} Whoever sends this mail signs for you, and could foresee the dice.");
        }
        (true, false) => {}
    }
    let whom = caster.map_or("to the other seats".to_owned(), |caster| format!("to {caster}"));
    format!(
        "Your letters are signed. Save the attached game file, {file}. Save the turn file below as my.turn, with your orders \
         between its first line and END, and make it final by \"adjutant lock {file} my.turn > locked.turn\". Send \
         locked.turn {whom}."
    )
}

/// What may be done by a seat that is not asked: a link is owed, which whoever has its key adds for it, or what may be
/// said at any time, for which it has a turn file to reply into.
fn not_asked(chronicle: &Chronicle, seat: Seat, file: &str, is_signed_for: bool) -> Doc {
    let mut doc = Doc::new();
    if let Some(how) = link_owed(chronicle, seat, file).filter(|_| !is_signed_for) {
        doc.paragraph(how);
        return doc;
    }
    let now = if chronicle.need.orders.is_empty() {
        format!("All orders stand locked; {}.", turn(&chronicle.need))
    } else {
        format!("You are not asked for orders now; {}.", are(&chronicle.need.orders))
    };
    if !chronicle.plays(seat) {
        doc.paragraph(now);
        return doc;
    }
    let how = how(chronicle, seat, file, is_signed_for);
    doc.paragraph(format!("{now} What you may say all the same stands in the turn file below. {how}"));
    doc.verbatim(turnfile::blank(chronicle, seat));
    doc
}

/// How a seat that does not order adds its link.
fn link_owed(chronicle: &Chronicle, seat: Seat, file: &str) -> Option<String> {
    let need = &chronicle.need;
    let name = chronicle.name(seat);
    if need.orders.is_empty() {
        let adds = account::adds(chronicle, seat, file)?;
        return Some(format!(
            "All orders of the step stand locked. Save the attached game file, {file}, with the letters of the others if there \
             are any. {}. A letter goes to {}, a game file to all.",
            capital(&adds),
            need.caster
        ));
    }
    let orders = format!("{} to order", capital(&are(&need.orders)));
    let save = format!("Save the attached game file, {file}, and that letter as letter.turn");
    if need.caster == name && name != REFEREE {
        return Some(format!(
            "{orders}, and you resolve the step. {save}, and add your link by \"adjutant adjudicate {file} letter.turn -o .\": \
             that writes the next game file, which goes to all."
        ));
    }
    need.links.iter().any(|other| other == name).then(|| {
        format!(
            "{orders}, and you answer that letter. {save}, and add your link by \"adjutant lock {file} letter.turn > \
             link.turn\". Send link.turn to {}.",
            need.caster
        )
    })
}
