//! `adjutant amend`: what needs the consent of other seats.
//!
//! Each seat in turn runs the command on the file and sends it on; when all have consented, the entry is written.
//! Until then the consents stand in the file outside the chain, signed by the seats that have keys.

use super::Context;
use super::failure::{Failure, Kind, Outcome};
use super::files::{self, Output};
use super::keyring::{KeyArgs, Keyring, Part, lost, place_for};
use super::lock::refusal;
use super::open::unknown_seat;
use super::report::newest_step;
use super::{entropy, open, view};
use crate::games;
use crate::kernel::account::{Extent, report};
use crate::kernel::gamefile::GameFile;
use crate::kernel::history::amendment::{Amendment, NewKey};
use crate::kernel::history::chronicle::{Agreed, Chronicle};
use crate::kernel::history::entry::{ABSENT, Consent};
use crate::kernel::history::post::Post;
use crate::kernel::history::proposal::{Proposal, Proposed};
use crate::kernel::keys::chain::Chain;
use crate::kernel::keys::signature::Signing;
use crate::kernel::module::{Awaiting, Telling};
use crate::kernel::record::Record;
use crate::kernel::seat::Seat;
use crate::kernel::terms::REFEREE;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Take back steps, agree on a draw, replace a key, or attest that a seat does not answer
///
/// Each seat in turn consents and sends the file on.
#[derive(clap::Args)]
pub(super) struct Args {
    /// The game file, or - for standard input
    pub(super) game: String,
    /// The seat that consents
    #[arg(long)]
    seat: String,
    #[command(flatten)]
    what: What,
    /// In a game that keeps secrets, this seat's own file with the same history, to go on with
    #[arg(long, value_name = "FILE")]
    with: Option<String>,
    /// Consent to this although something else was consented to in this step, which was withdrawn
    #[arg(long)]
    replace: bool,
    /// The instant at which a time is past, such as 2026-11-29T20:15Z
    #[arg(long, value_name = "INSTANT")]
    now: Option<String>,
    #[command(flatten)]
    key: KeyArgs,
    #[command(flatten)]
    output: Output,
}

#[derive(clap::Args)]
#[group(required = true, multiple = false)]
struct What {
    /// Take back this step and all after it
    #[arg(long, value_name = "STEP")]
    take_back: Option<u64>,
    /// Agree on a draw
    #[arg(long)]
    draw: bool,
    /// Play on with a new key, since the old one is lost or known to others
    #[arg(long, value_name = "NEWKEY")]
    re_key: Option<PathBuf>,
    /// Take the seat over from somebody else, with a key of one's own
    #[arg(long, value_name = "NEWKEY")]
    substitute: Option<PathBuf>,
    /// Attest that a seat refuses to answer, by which it forfeits the game
    #[arg(long, value_name = "SEAT")]
    refusal: Option<String>,
    /// Attest that a seat has let its time pass, by which it forfeits the game
    #[arg(long, value_name = "SEAT", requires = "now")]
    timeout: Option<String>,
    /// Consent to whatever is proposed
    #[arg(long)]
    agree: bool,
    /// Open all secrets, once the game is over: the referee's alone
    #[arg(long)]
    publish: bool,
    /// Drop what is proposed
    #[arg(long)]
    withdraw: bool,
}

impl What {
    /// The file of a new key, where one is brought.
    fn new_key(&self) -> Option<&Path> {
        self.re_key.as_deref().or(self.substitute.as_deref())
    }
}

pub(super) fn run(args: &Args, context: Context) -> Outcome {
    let _kept = args.output.keep_folder()?;
    let mut record = files::game(&args.game)?;
    let seat = record.chronicle.name(open::seat(&record.chronicle, Some(&args.seat))?).to_owned();
    must_have_begun(&record.chronicle)?;
    if let Some(own) = &args.with {
        go_on_with(&mut record, own, args)?;
    }
    if args.what.publish {
        return publish(args, record, &seat, context);
    }
    if args.what.withdraw {
        withdraw(args, &record.chronicle, &seat)?;
        record.amendment = None;
        return args.output.write(&record);
    }
    let chronicle = &record.chronicle;
    let mut proposal = proposal(args, &record, &seat)?;
    // The referee may have agreed before, and comes back to carry it out.
    let has_agreed = chronicle.table.keeps_secrets() && proposal.agreed.contains(&seat);
    let keyring = if has_agreed { None } else { consent(args, chronicle, &mut proposal, &seat, context)? };
    let keep = || keyring.map_or(Ok(()), |mut keyring| keyring.keep());
    let missing = proposal.missing(chronicle);
    if missing.is_empty() && can_go_on(chronicle) {
        let warning = one_word_alone(&proposal, chronicle);
        carry_out(&mut record, proposal, context)?;
        keep()?;
        record.amendment = None;
        let accounts = newest_step(&record)?;
        let doc =
            report(&record.chronicle, &accounts, open::viewer(&record.chronicle, None)?, Extent::default());
        args.output.write(&record)?;
        files::print_error(&warning.unwrap_or_default());
        files::print_error(&doc.to_text(context.charset));
    } else {
        keep()?;
        let what = proposal.what.describe(chronicle);
        record.amendment = Some(proposal.to_value());
        // What goes round holds nobody's secrets.
        let file = GameFile { openings: Vec::new(), ..record.to_file() };
        args.output.write_file(&file, &record.chronicle)?;
        files::print_error(&what_is_next(&what, &missing, &args.output.name()));
    }
    if let Some(new) = args.what.new_key() {
        files::print_error(&where_to_keep(new, &record.chronicle, &seat));
    }
    Ok(())
}

fn must_have_begun(chronicle: &Chronicle) -> Outcome {
    if chronicle.has_begun() {
        return Ok(());
    }
    let message = format!("{} has not begun, so there is nothing to amend", chronicle.terms.name);
    Err(Failure::new(Kind::Missing, "game/not-begun", message, Some(&open::how_to_begin(chronicle))))
}

/// Goes on with a seat's own file, which holds what the file that went round does not.
///
/// Errors: it is another history, or not the seat's.
fn go_on_with(record: &mut Record, path: &str, args: &Args) -> Outcome {
    let own = files::game(path)?;
    if own.chronicle.lines != record.chronicle.lines {
        let message =
            format!("{} and {} do not hold the same history", files::shown(path), files::shown(&args.game));
        let hint = "adjutant verify with both says how they differ";
        return Err(Failure::new(Kind::Broken, "verify/fork", message, Some(hint)));
    }
    let seat = open::seat(&own.chronicle, Some(&args.seat))?;
    open::may_know(&own.chronicle, seat)?;
    record.chronicle = own.chronicle;
    Ok(())
}

/// Whether a file is enough to carry an amendment out: of a game that keeps secrets only the full one is.
fn can_go_on(chronicle: &Chronicle) -> bool {
    !chronicle.table.keeps_secrets() || chronicle.openings.hidden.is_some() || !chronicle.has_secrets()
}

/// Who has to do what with a proposal, of whose seats some may have yet to consent.
fn what_is_next(what: &str, missing: &[String], file: &str) -> String {
    match missing {
        [] => format!(
            "All have consented: {what}. The referee carries it out, by: adjutant amend {file} --seat {REFEREE} --agree \
             --with HIS-OWN-FILE -o next.yaml\n"
        ),
        [first, others @ ..] => format!(
            "Proposed: {what}; {} {} yet to consent, by: adjutant amend {file} --seat {first} --agree -o agreed.yaml\n",
            missing.join(" and "),
            if others.is_empty() { "has" } else { "have" },
        ),
    }
}

/// Where later commands find a new key: it is moved, not copied, so that one list stands beside it, and the old key and
/// its list stay.
fn where_to_keep(new: &Path, chronicle: &Chronicle, seat: &str) -> String {
    let Some(place) = place_for(new, &chronicle.terms.name, seat) else { return String::new() };
    let (new, place) = (new.display(), place.display());
    format!(
        "note: {seat} plays with {new} once all have agreed: give it by --key {new}, or move it and its list to where \
         commands find it: mv {new} {place}; mv {new}.answers {place}.answers. Keep the old key and its list.\n"
    )
}

/// The referee opens everything.
fn publish(args: &Args, mut record: Record, seat: &str, context: Context) -> Outcome {
    if seat != REFEREE {
        let message = format!("{seat} cannot publish the game");
        return Err(Failure::usage_hinted(
            "publish/not-referee",
            message,
            "--seat referee, with the referee's file",
        ));
    }
    let published = record.chronicle.publish();
    published.map_err(|refused| refusal(&record.chronicle, refused, context))?;
    args.output.write(&record)?;
    files::print_error("published: send this file to all; adjutant verify plays every step of it again\n");
    Ok(())
}

/// Withdraws a seat's own consent, so that it may go on with the step.
fn withdraw(args: &Args, chronicle: &Chronicle, seat: &str) -> Outcome {
    let keyring = args.key.of_seat(chronicle, chronicle.seat(seat).unwrap_or(Seat(0)))?;
    let Some(mut keyring) = keyring else { return Ok(()) };
    if keyring.withdraw(chronicle, seat)? {
        files::print_error(
            "note: whoever holds the consent that was signed can still carry the amendment out, until the step is \
             resolved\n",
        );
    }
    Ok(())
}

/// What is proposed in a file.
///
/// Errors: it cannot be read.
fn pending(record: &Record) -> Result<Option<Proposal>, Failure> {
    let read = |value| Proposal::read(value, &record.chronicle);
    record.amendment.as_ref().map(read).transpose().map_err(|error| {
        let message = format!("what is proposed in the file cannot be read: {error}");
        Failure::usage_hinted("amend/unreadable", message, "drop it by --withdraw")
    })
}

/// The proposal that a seat makes, or consents to.
///
/// Errors: another one is in the file, or there is none to consent to, or nothing of the kind can be proposed.
fn proposal(args: &Args, record: &Record, seat: &str) -> Result<Proposal, Failure> {
    let chronicle = &record.chronicle;
    if args.what.draw && matches!(chronicle.table.awaiting(), Awaiting::Over { .. }) {
        let message = format!("{} is over; there is nothing to draw", chronicle.terms.name);
        return Err(Failure::new(Kind::Orders, "game/over", message, Some(open::AFTER_THE_END)));
    }
    let before = pending(record)?;
    let what = proposed(args, chronicle, seat, before.as_ref())?;
    match before {
        None => Ok(Proposal::new(what, chronicle)),
        Some(pending) if pending.what == what && pending.prev == chronicle.head => Ok(pending),
        Some(pending) => Err(Failure::usage_hinted(
            "amend/other-proposed",
            format!("{} is proposed already", pending.what.describe(chronicle)),
            "consent to that by --agree, or drop it by --withdraw",
        )),
    }
}

/// What a seat proposes, or consents to.
fn proposed(
    args: &Args,
    chronicle: &Chronicle,
    seat: &str,
    before: Option<&Proposal>,
) -> Result<Proposed, Failure> {
    let what = &args.what;
    if what.agree {
        return before.map(|p| p.what.clone()).ok_or_else(|| {
            Failure::usage_hinted(
                "amend/nothing-proposed",
                "nothing is proposed in this file",
                "propose it yourself",
            )
        });
    }
    let named = |name: &String| match chronicle.seat(name) {
        Some(_) => Ok(name.clone()),
        None => Err(unknown_seat(chronicle, name)),
    };
    let amendment = if let Some(step) = what.take_back {
        Amendment::TakeBack { to: entry_before(chronicle, step)? }
    } else if let Some(path) = &what.re_key {
        must_hold_hidden(chronicle, seat)?;
        Amendment::ReKey(new_key(chronicle, seat, path, before)?)
    } else if let Some(path) = &what.substitute {
        must_hold_hidden(chronicle, seat)?;
        Amendment::Substitute(new_key(chronicle, seat, path, before)?)
    } else if let Some(name) = &what.refusal {
        Amendment::Refusal { seat: named(name)? }
    } else if let Some(name) = &what.timeout {
        Amendment::Timeout { now: entropy::now(args.now.as_deref())?, seat: named(name)? }
    } else {
        if !chronicle.identities.is_empty() {
            let message = "in a game with keys a draw is agreed on by signed turn files";
            let hint = "write offer draw or accept draw into a turn file and lock it";
            return Err(Failure::usage_hinted("amend/draw-by-letter", message, hint));
        }
        return Ok(Proposed::Draw { draw: true });
    };
    Ok(Proposed::Amendment(amendment))
}

/// A referee's new key goes on with the hidden secret of the old one, which his own file holds once it has been used.
///
/// Errors: it is not at hand.
fn must_hold_hidden(chronicle: &Chronicle, seat: &str) -> Outcome {
    if seat != REFEREE || !chronicle.table.keeps_secrets() || chronicle.openings.hidden.is_some() {
        return Ok(());
    }
    if chronicle.has_secrets() {
        return Err(view::not_full(chronicle));
    }
    let message =
        "the referee committed to a hidden secret of his old key, and nothing has been played with it yet";
    let hint = "begin the game anew with the new key: nothing is lost by it";
    Err(Failure::usage_hinted("amend/hidden-lost", message, hint))
}

/// The new key of a seat with a nonce of its own; the same again where it is proposed already.
fn new_key(
    chronicle: &Chronicle,
    seat: &str,
    path: &Path,
    before: Option<&Proposal>,
) -> Result<NewKey, Failure> {
    let secret = Keyring::read(path)?.secret;
    let key = Signing::new(&secret).public();
    if let Some(Proposal { what: Proposed::Amendment(amendment), .. }) = before
        && let Some(new) = amendment.new_key().filter(|new| new.key == key)
    {
        return Ok(new.clone());
    }
    let nonce = entropy::nonce(None)?;
    let tip = if chronicle.terms.dice.has_links() {
        Chain::new(&secret, chronicle.game(), seat, &nonce).tip()
    } else {
        ABSENT.to_owned()
    };
    Ok(NewKey { key, nonce, seat: seat.to_owned(), tip })
}

/// The entry before a step's; of the open step the newest, or the one before what is locked of it.
fn entry_before(chronicle: &Chronicle, step: u64) -> Result<u64, Failure> {
    let is_step = |line: &String| {
        let entry: Value = serde_json::from_str(line).unwrap_or_default();
        let is_played = entry["kind"] != "voided" || entry["why"] == "refusal" || entry["why"] == "timeout";
        entry["step"].as_u64() == Some(step) && step > 0 && is_played
    };
    // Of the open step there is something to take back only where a link may be out or orders are locked.
    let may_be_out = !chronicle.need.links.is_empty() || chronicle.locked.is_some();
    let open = Some(chronicle.lines.len()).filter(|_| step == chronicle.need.step && may_be_out);
    let found = chronicle.lines.iter().position(is_step).or(open).filter(|_| chronicle.has_begun());
    found.map(|index| index as u64 - 1).ok_or_else(|| {
        let hint = open::open_step(chronicle);
        let message = if (1..chronicle.need.step).contains(&step) {
            format!("step {step} was voided, and there is nothing of it to take back")
        } else {
            format!("there is no step {step} to take back")
        };
        Failure::usage_hinted("step/unknown", message, &hint)
    })
}

/// Who says that another seat does not answer has answered itself whatever the step asks of it and can be given before:
/// else both are waited for, and whoever is quicker would win. Its list of answers tells; a seat without a key has none.
///
/// Errors: it owes something itself.
fn must_have_done_its_part(
    chronicle: &Chronicle,
    seat: &str,
    accused: &str,
    keyring: Option<&Keyring>,
) -> Outcome {
    let need = &chronicle.need;
    let is_in = |list: &[String], seat: &str| list.iter().any(|s| s == seat);
    let Some(keyring) = keyring.filter(|_| chronicle.identities.contains_key(seat)) else { return Ok(()) };
    let has_sent = |part| keyring.answered(chronicle, seat, need.step, part).is_some();
    if is_in(&need.orders, accused) && (has_sent(Part::Cast) || has_sent(Part::Open)) {
        let message = format!("{seat} has answered {accused}'s turn file of step {} already", need.step);
        let hint = "it has not refused: resolve the step with the turn files that were answered";
        return Err(Failure::new(Kind::Broken, "key/second-answer", message, Some(hint)));
    }
    // Openings and links come after all orders, the caster's last of all, and the last orders after `locked`.
    let is_first = is_in(&need.orders, accused) || need.caster == accused && chronicle.awaits_locked();
    let comes_later = is_first || need.caster == seat;
    let what = if is_in(&need.orders, seat) && !(is_first && chronicle.locks_last_after_others(seat)) {
        Some("orders").filter(|_| !has_sent(Part::Orders))
    } else if is_in(&need.opens, seat) && !comes_later {
        Some("an opening").filter(|_| !has_sent(Part::Open))
    } else if is_in(&need.links, seat) && !comes_later {
        Some("a link").filter(|_| !has_sent(Part::Cast))
    } else {
        None
    };
    let Some(what) = what else { return Ok(()) };
    let message =
        format!("{seat} owes {what} in step {} itself, and {accused} cannot be waited for alone", need.step);
    let hint = "lock and send your own first: adjutant lock FILE TURNFILE > locked.turn";
    Err(Failure::new(Kind::Broken, "amend/owes-too", message, Some(hint)))
}

/// What an accusation rests on where nobody else is there to attest it.
fn one_word_alone(proposal: &Proposal, chronicle: &Chronicle) -> Option<String> {
    let Proposed::Amendment(amendment) = &proposal.what else { return None };
    let accused = amendment.seat().filter(|_| amendment.is_forfeit())?;
    let must = proposal.what.must_consent(chronicle);
    let [only] = must.as_slice() else { return None };
    Some(format!(
        "warning: this rests on the word of {only} alone: nothing in the file proves that {accused} was asked and did not \
         answer, and {accused} can say the same of {only} in a copy of its own. Keep the mails.\n"
    ))
}

/// Adds a seat's consent, signed where it has a key; the keyring whose list is to keep it once nothing can fail.
fn consent(
    args: &Args,
    chronicle: &Chronicle,
    proposal: &mut Proposal,
    seat: &str,
    context: Context,
) -> Result<Option<Keyring>, Failure> {
    let mut kept = None;
    if !proposal.what.must_consent(chronicle).iter().any(|s| s == seat) {
        let message = format!("{seat} is not asked to consent to {}", proposal.what.describe(chronicle));
        return Err(Failure::usage("amend/not-asked", message));
    }
    if let Proposed::Amendment(amendment) = &proposal.what {
        chronicle.may_amend(amendment).map_err(|refused| refusal(chronicle, refused, context))?;
        let new = amendment.new_key().filter(|new| new.seat == seat);
        let keyring = match (new, args.what.new_key()) {
            (Some(_), Some(path)) => Some(Keyring::read(path)?),
            (Some(_), None) => {
                let message = format!("{seat} signs with its new key");
                let hint = "give it by --re-key NEWKEY or --substitute NEWKEY";
                return Err(Failure::new(Kind::Broken, "key/none", message, Some(hint)));
            }
            (None, _) => args.key.of_seat(chronicle, chronicle.seat(seat).unwrap_or(Seat(0)))?,
        };
        if let Some(accused) = amendment.seat().filter(|_| amendment.is_forfeit()) {
            must_have_done_its_part(chronicle, seat, accused, keyring.as_ref())?;
        }
        let has_key = new.is_some() || chronicle.identities.contains_key(seat);
        match keyring.filter(|_| has_key) {
            None if has_key => {
                let message = format!("{seat} signs its consent");
                return Err(Failure::new(Kind::Broken, "key/none", message, Some(&lost(seat))));
            }
            None => {}
            Some(mut keyring) => {
                let highest = keyring.highest(chronicle, seat).max(chronicle.need.step);
                keyring.intend(chronicle, seat, Part::Consent, &amendment.line(), args.replace)?;
                let hash = amendment.consent_hash(chronicle.game(), &chronicle.head, seat, highest);
                let signature = Signing::new(&keyring.secret).sign(&hash);
                proposal.consents.insert(seat.to_owned(), Consent { highest, signature });
                kept = Some(keyring);
            }
        }
    }
    if !proposal.agreed.iter().any(|s| s == seat) {
        proposal.agreed.push(seat.to_owned());
    }
    proposal.agreed.sort_by_key(|s| chronicle.terms.seats.iter().position(|t| t == s));
    Ok(kept)
}

/// What is proposed in a file, in words, and who has consented; none if nothing is.
pub(super) fn describe(record: &Record) -> Option<(String, Vec<String>)> {
    record.amendment.as_ref()?;
    Some(match pending(record) {
        Ok(Some(proposal)) => (proposal.what.describe(&record.chronicle), proposal.agreed),
        _ => ("an amendment that cannot be read".to_owned(), Vec::new()),
    })
}

/// What is proposed in a file, for scripts; null if nothing is.
pub(super) fn as_json(record: &Record) -> Value {
    describe(record).map_or(Value::Null, |(what, agreed)| json!({ "what": what, "agreed": agreed }))
}

fn carry_out(record: &mut Record, proposal: Proposal, context: Context) -> Outcome {
    let chronicle = &mut record.chronicle;
    let amendment = match proposal.what {
        Proposed::Draw { .. } => return draw(chronicle, context),
        Proposed::Amendment(amendment) => amendment,
    };
    let restored = match amendment {
        Amendment::TakeBack { to } => {
            let position = chronicle.position_at(to, record.components.as_ref(), &games::find);
            Some(position.map_err(|departure| Failure::departure("the history", &departure))?)
        }
        _ => None,
    };
    let agreed = Agreed { amendment, seats: proposal.agreed, consents: proposal.consents, recorded: None };
    let outcome = chronicle.void(agreed, restored);
    outcome.map_err(|refused| refusal(chronicle, refused, context))
}

/// All seats offer a draw in one step, which is an agreement.
fn draw(chronicle: &mut Chronicle, context: Context) -> Outcome {
    let seats = (0..chronicle.terms.players().len()).map(|i| Seat(i as u8));
    let offer = |seat| Post::orders(seat, vec!["offer draw".to_owned()], None);
    let posts: Vec<Post> = seats.filter(|seat| chronicle.table.is_in_game(*seat)).map(offer).collect();
    let drawn = chronicle.resolve(&posts, None, Telling::Events);
    drawn.map(|_| ()).map_err(|refused| refusal(chronicle, refused, context))
}
