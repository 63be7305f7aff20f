//! `adjutant lock`: make a letter final.

use super::failure::{Failure, Kind, Outcome};
use super::keyring::{KeyArgs, Keyring, Part as Answered, lost};
use super::open::must_be_open;
use super::{Context, entropy, files, letters, open};
use crate::kernel::account;
use crate::kernel::history::chronicle::{Chronicle, Refused};
use crate::kernel::history::departure::Departure;
use crate::kernel::history::post::{Part, Post};
use crate::kernel::orders::diagnostic::{Class, Diagnostic, draw};
use crate::kernel::orders::sheet::Common;
use crate::kernel::seat::Seat;
use crate::kernel::time::Instant;
use crate::kernel::turnfile::{self, TurnFile};
use std::path::{Path, PathBuf};

/// Make a letter final, ready to be sent
///
/// A turn file of one's own is checked, printed in canonical spelling and signed; it gets its link where dice are
/// rolled, or is sealed where orders are secret. Given the turn files of those who move, a seat that only adds a
/// link or opens its seal gets that letter. What was locked once is printed again, never made anew.
#[derive(clap::Args)]
pub(super) struct Args {
    /// The game file, or - for standard input
    pub(super) game: String,
    /// One's own turn file, or the locked turn files to be answered, each as a file, a mail, a mailbox or a Maildir
    /// folder; one of them may be - for standard input
    turns: Vec<String>,
    /// The seat whose letter it is, where no turn file of its own says so
    #[arg(long)]
    seat: Option<String>,
    /// The instant to write instead of the clock's, such as 2026-11-29T20:15Z
    #[arg(long, value_name = "INSTANT")]
    now: Option<String>,
    /// Order lines that react to the others' next turns, sealed until they are asked for
    #[arg(long, value_name = "FILE")]
    reactions: Option<String>,
    /// Also write the letter as one other seat gets it, to prove that it was sent: of secret orders the seal alone
    #[arg(long, value_name = "FILE")]
    witness: Option<PathBuf>,
    /// Write the letter here instead of to standard output; on a failure what stands there is kept
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Put other orders in the place of those locked before, which have not been sent yet; whoever got these by
    /// --witness gets the new ones as well
    #[arg(long)]
    replace: bool,
    #[command(flatten)]
    senders: letters::Senders,
    #[command(flatten)]
    key: KeyArgs,
}

pub(super) fn run(args: &Args, context: Context) -> Outcome {
    files::one_standard_input(std::iter::once(&args.game).chain(&args.turns).chain(&args.reactions))?;
    let record = files::game(&args.game)?;
    let chronicle = &record.chronicle;
    must_be_open(chronicle)?;
    let mut turn_files = letters::read_locking(&args.turns, &record, args.senders, context)?;
    let drafts: Vec<Seat> = turn_files.iter().filter(|t| !t.is_final()).map(|t| t.seat).collect();
    let seat = match (&args.seat, drafts.as_slice()) {
        (Some(name), _) => open::seat(chronicle, Some(name))?,
        // What is not final yet is one's own, among letters that are.
        (None, [only]) => *only,
        (None, _) => answering_seat(chronicle, &turn_files, &args.key)?,
    };
    open::may_know(chronicle, seat)?;
    let own = turn_files.iter().position(|t| t.seat == seat && !t.is_final()).map(|i| turn_files.remove(i));
    let (others, own_again): (Vec<TurnFile>, Vec<TurnFile>) =
        turn_files.into_iter().partition(|t| t.seat != seat);
    let turn_files = &others;
    let reactions = match &args.reactions {
        Some(path) => Some(letters::read_reactions(path, chronicle, seat, context)?),
        None => None,
    };
    let (key, replace) = (&args.key, args.replace);
    let locker = Locker { chronicle, seat, key, replace, reactions, turn_files, context };
    let posts: Vec<Post> = others.iter().map(TurnFile::post).collect();
    let name = chronicle.name(seat);
    let answers =
        chronicle.need.links.iter().any(|s| s == name) && !chronicle.need.orders.iter().any(|s| s == name);
    let opens = chronicle.need.opens.iter().any(|s| s == name);
    for path in [args.witness.as_deref(), output(args)].into_iter().flatten() {
        files::held::may_be_letter(path, &chronicle.terms.name, name)?;
    }
    let (post, keyring) = match own {
        Some(own) if !opens || says_common_only(&own) => {
            tell_what_is_taken(chronicle, &own, &others, &args.game);
            locker.orders(&own, args.now.as_deref())?
        }
        own if opens || answers => locker.answer(own.as_ref(), &posts)?,
        _ => return Err(nothing_to_lock(chronicle, seat, &own_again)),
    };
    if let Some(mut keyring) = keyring {
        keyring.keep()?;
    }
    files::print_error(&link_comes_last(chronicle, &post).unwrap_or_default());
    if let Some(path) = &args.witness {
        files::write(path, turnfile::write(chronicle, &TurnFile::of_post(&post.witnessed())))?;
    }
    for again in own_again {
        files::print_error(&format!(
            "note: not taken: {}, a letter of {name} that is final already; send it as it is, or leave it out\n",
            again.source
        ));
    }
    let text = turnfile::write(chronicle, &TurnFile::of_post(&post));
    match output(args) {
        Some(path) => files::write(path, &text),
        None => files::print(&text),
    }
}

/// The file that the letter goes to, if it goes to one.
fn output(args: &Args) -> Option<&Path> {
    args.output.as_deref().filter(|path| path.as_os_str() != "-")
}

/// That a seat has nothing to be made final, or that all of it is final already.
fn nothing_to_lock(chronicle: &Chronicle, seat: Seat, own: &[TurnFile]) -> Failure {
    let (name, step) = (chronicle.name(seat), chronicle.need.step);
    match own.first() {
        Some(letter) => {
            let message =
                format!("{} is {name}'s letter for step {step}, and it is final already", letter.source);
            Failure::usage_hinted("lock/nothing", message, "send it as it is")
        }
        None => {
            let message = format!("there is nothing of {name} to lock in step {step}");
            Failure::usage_hinted("lock/nothing", message, "give the seat's own turn file")
        }
    }
}

/// That the caster's orders go out without his link, which answers the letters of all others.
fn link_comes_last(chronicle: &Chronicle, post: &Post) -> Option<String> {
    let need = &chronicle.need;
    let is_over = matches!(&post.part, Part::Orders(lines) if ends_the_game(lines));
    let is_casters = chronicle.name(post.seat) == need.caster && need.links.contains(&need.caster);
    (is_casters && post.link.is_none() && !is_over).then(|| {
        format!(
            "note: {} resolves step {}: its link is not in this letter, and is added last, by adjutant adjudicate FILE \
             LETTERS -o next.yaml\n",
            need.caster, need.step
        )
    })
}

/// Says what becomes of others' letters that are given beside a turn file of one's own: nothing.
fn tell_what_is_taken(chronicle: &Chronicle, own: &TurnFile, others: &[TurnFile], game: &str) {
    if others.is_empty() {
        return;
    }
    let list = |of: &dyn Fn(&TurnFile) -> String| others.iter().map(of).collect::<Vec<_>>();
    let letters = list(&|t| format!("{}'s letter ({})", chronicle.name(t.seat), t.source)).join(" and ");
    let sources = list(&|t| t.source.clone()).join(" ");
    let (name, game) = (chronicle.name(own.seat), files::shown(game));
    files::print_error(&format!(
        "warning: taken: {name}'s turn file ({}). NOT taken: {letters}, of which nothing is in what is printed.\n  \
         help: for orders of others to count in this step they must be in the game file before {name} locks: \
         adjutant adjudicate {game} {sources} > next.yaml, then adjutant lock next.yaml {}\n",
        own.source, own.source
    ));
}

/// The seat that answers the turn files of others: the one that has a key here and owes a link or an opening.
fn answering_seat(chronicle: &Chronicle, turn_files: &[TurnFile], key: &KeyArgs) -> Result<Seat, Failure> {
    let owing = chronicle.need.links.iter().chain(&chronicle.need.opens).filter_map(|s| chronicle.seat(s));
    for seat in owing.filter(|seat| !turn_files.iter().any(|t| t.seat == *seat)) {
        if Keyring::of_seat(None, chronicle, chronicle.name(seat))?.is_some() && key.path().is_none() {
            return Ok(seat);
        }
        if let Some(path) = key.path()
            && chronicle.seat_of(&Keyring::read(path)?.secret) == Some(seat)
        {
            return Ok(seat);
        }
    }
    for letter in turn_files {
        let found = Keyring::of_seat(key.path(), chronicle, chronicle.name(letter.seat));
        if letter.is_final() && found.is_ok_and(|keyring| keyring.is_some()) {
            return Err(nothing_to_lock(chronicle, letter.seat, std::slice::from_ref(letter)));
        }
    }
    Err(Failure::usage_hinted("lock/whose", "it is not clear whose letter is to be made", "say so by --seat"))
}

/// A final letter, and the keyring whose list is to keep it before it goes out; none where there is nothing to keep.
pub(super) type Locked = (Post, Option<Keyring>);

/// Makes the letters of one seat final.
pub(super) struct Locker<'a> {
    pub(super) chronicle: &'a Chronicle,
    pub(super) seat: Seat,
    pub(super) key: &'a KeyArgs,
    pub(super) replace: bool,
    /// Reactions to be sent ahead with one's own orders.
    pub(super) reactions: Option<Vec<String>>,
    /// The turn files at hand, to name the one at fault.
    pub(super) turn_files: &'a [TurnFile],
    pub(super) context: Context,
}

impl Locker<'_> {
    fn name(&self) -> &str {
        self.chronicle.name(self.seat)
    }

    /// The seat's key; where only a seal needs one it is made.
    fn keyring(&self) -> Result<Option<Keyring>, Failure> {
        let chronicle = self.chronicle;
        let name = self.name();
        let found = self.key.of_seat(chronicle, self.seat)?;
        let is_to_seal = chronicle.asks_for_seals()
            && chronicle.need.orders.len() > 1
            && chronicle.need.orders.iter().any(|s| s == name)
            && chronicle.locks_last() != Some(name);
        match found {
            None if is_to_seal && !chronicle.identities.contains_key(name) => {
                Keyring::for_joining(self.key.path(), chronicle, name).map(Some)
            }
            found => Ok(found),
        }
    }

    /// One's own orders: signed, sealed or with a link, as the step asks. What is final by it stands in the list once
    /// its keyring is told to keep it.
    pub(super) fn orders(&self, own: &TurnFile, now: Option<&str>) -> Result<Locked, Failure> {
        let chronicle = self.chronicle;
        may_order(chronicle, own)?;
        self.must_answer(own)?;
        let keyring = self.keyring()?;
        let Part::Orders(lines) = own.post().part else {
            return Err(Failure::usage("lock/nothing", "this turn file is sealed or opened already"));
        };
        let part = if ends_the_game(&lines) { Answered::End } else { Answered::Orders };
        if let Some((keyring, before)) = keyring.as_ref().zip(self.sent_before(keyring.as_ref(), part)) {
            // The same orders were locked before: they stand as they went out.
            let (post, text) = self.made(&lines, Some(before), Some(keyring))?;
            if keyring.answered(chronicle, self.name(), chronicle.need.step, part).as_ref() == Some(&text) {
                files::print_error(&format!(
                    "note: these orders were locked before, as sent at {before}, and are printed as they were\n"
                ));
                return Ok((post, None));
            }
        }
        let sent = match (own.headers.sent, chronicle.needs_times()) {
            (None, true) => Some(entropy::now(now)?),
            (kept, _) => {
                if let (Some(kept), Some(_)) = (kept, now) {
                    files::print_error(&format!(
                        "note: the turn file says already that it was sent at {kept}, and that stands\n"
                    ));
                }
                kept
            }
        };
        let (post, text) = self.made(&lines, sent, keyring.as_ref())?;
        let Some(mut keyring) = keyring else { return Ok((post, None)) };
        let before = keyring.answered(chronicle, self.name(), chronicle.need.step, part);
        keyring.intend(chronicle, self.name(), part, &text, self.replace)?;
        if before.is_some_and(|before| before != text) {
            files::print_error(&format!(
                "note: this takes the place of what {name} has locked in step {step} before: send this letter alone. If \
                 another seat got the older one by --witness, send that seat the new one as well: verify --letter tells it \
                 that the older one was left out\n",
                name = self.name(),
                step = chronicle.need.step
            ));
        }
        Ok((post, Some(keyring)))
    }

    /// A letter of these lines, and its text as the list keeps it.
    fn made(
        &self,
        lines: &[String],
        sent: Option<Instant>,
        keyring: Option<&Keyring>,
    ) -> Result<(Post, String), Failure> {
        let chronicle = self.chronicle;
        let secret = keyring.map(|k| &k.secret);
        let reactions = self.reactions.as_deref();
        let post = chronicle
            .lock_with_reactions(self.seat, lines.to_vec(), reactions, sent, secret)
            .map_err(|refused| refusal(chronicle, refused, self.context))?;
        // Of a seal the orders are kept as well, so that it can be opened from the list alone.
        let mut text = final_text(chronicle, &post);
        if let Part::Seal(_) = &post.part {
            text.push_str(&kept(KEPT, lines));
        }
        if let Some(reactions) = reactions {
            text.push_str(&kept(KEPT_REACTIONS, reactions));
        }
        Ok((post, text))
    }

    /// The instant at which orders of the open step were locked before, by the list.
    fn sent_before(&self, keyring: Option<&Keyring>, part: Answered) -> Option<Instant> {
        let text = keyring?.answered(self.chronicle, self.name(), self.chronicle.need.step, part)?;
        text.lines().find_map(|line| line.strip_prefix("Sent: "))?.parse().ok()
    }

    /// A letter that is final answers what is asked: who is asked could add nothing to it.
    fn must_answer(&self, own: &TurnFile) -> Result<(), Failure> {
        let is_asked = self.chronicle.need.orders.iter().any(|s| s == self.name());
        if !is_asked
            || own.checked.is_answer
            || !own.checked.unread.is_empty()
            || ends_the_game(&own.checked.lines)
        {
            return Ok(());
        }
        let how = self.chronicle.table.how_to_answer(self.seat);
        let beside = own.checked.lines.first().map_or(String::new(), |line| format!(", beside {line}"));
        let finding =
            Diagnostic::whole(Class::Illegal, "orders/none", "no order here answers what is asked now")
                .hinted(how + &beside);
        Err(Failure::orders(&own.source, &[finding], self.context.style()))
    }

    /// What a seat adds once the turn files of the movers are there: its opening, its link, or both.
    pub(super) fn answer(&self, own: Option<&TurnFile>, others: &[Post]) -> Result<Locked, Failure> {
        let chronicle = self.chronicle;
        let name = self.name();
        let (turn_files, context) = (self.turn_files, self.context);
        let refused = |refused| refusal_of(chronicle, refused, turn_files, context);
        let Some(mut keyring) = self.keyring()? else {
            let message = format!("{name}'s key is not at hand");
            return Err(Failure::new(Kind::Broken, "key/none", message, Some(&lost(name))));
        };
        let ordered = |seat: &String| others.iter().any(|p| chronicle.name(p.seat) == seat);
        if let Some(seat) = chronicle.need.orders.iter().find(|s| !ordered(s)) {
            let hint = "nobody opens or casts before all orders are there: give the locked turn file as well";
            return Err(Failure::missing(
                "orders/missing",
                format!("orders are still missing from {seat}"),
                hint,
            ));
        }
        let mut post = None;
        if chronicle.need.opens.iter().any(|s| s == name) {
            let lines = match own {
                Some(own) => own.checked.lines.clone(),
                None => sealed_orders(&keyring, chronicle, name).ok_or_else(|| {
                    let message = format!("this key's list does not hold what {name} has sealed");
                    Failure::usage_hinted("seal/forgotten", message, "give the turn file that was sealed")
                })?,
            };
            let opening = chronicle.open_seal(self.seat, lines, others, &keyring.secret).map_err(refused)?;
            keyring.intend(chronicle, name, Answered::Open, &final_text(chronicle, &opening), false)?;
            post = Some(opening);
        }
        if chronicle.need.links.iter().any(|s| s == name) {
            let cast = chronicle.cast(post, self.seat, others, &keyring.secret).map_err(refused)?;
            keyring.intend(chronicle, name, Answered::Cast, &final_text(chronicle, &cast), false)?;
            post = Some(cast);
        }
        match post {
            Some(post) => Ok((post, Some(keyring))),
            None => Err(Failure::usage("lock/nothing", format!("nothing is asked of {name} here"))),
        }
    }
}

/// Whether a turn file holds orders that belong to no game in particular, and nothing else: what its seat has sealed
/// stays closed.
fn says_common_only(turn_file: &TurnFile) -> bool {
    let lines = &turn_file.checked.lines;
    !lines.is_empty() && lines.iter().all(|line| Common::of_line(line).is_some())
}

/// What stands locked cannot be ordered anew; a word that ends the game still counts.
///
/// Errors: the seat's orders stand.
pub(super) fn may_order(chronicle: &Chronicle, turn_file: &TurnFile) -> Outcome {
    let orders = matches!(turn_file.post().part, Part::Orders(_) | Part::Seal(_) | Part::Entrusted { .. });
    if !orders || !chronicle.has_locked(turn_file.seat) || Common::is_end_among(&turn_file.checked.lines) {
        return Ok(());
    }
    let name = chronicle.name(turn_file.seat);
    let message = format!("{name}'s orders for step {} stand locked", chronicle.need.step);
    let hint = match account::adds(chronicle, turn_file.seat, "FILE") {
        Some(adds) => format!("they are not changed any more; {adds}"),
        None => "they are not changed any more, and nothing else is asked of it in this step".to_owned(),
    };
    Err(Failure::new(Kind::Broken, "letter/second", message, Some(&hint)))
}

/// Whether a letter gives the game up or takes a draw, and says nothing else.
fn ends_the_game(lines: &[String]) -> bool {
    lines.len() == 1 && Common::is_end_among(lines)
}

/// A letter as it is sent.
fn final_text(chronicle: &Chronicle, post: &Post) -> String {
    turnfile::write(chronicle, &TurnFile::of_post(post))
}

/// What stands before the orders of a seal in the list.
const KEPT: &str = "sealed: ";
/// What stands before reactions that were sent ahead.
const KEPT_REACTIONS: &str = "reactions: ";

fn kept(as_what: &str, lines: &[String]) -> String {
    format!("{as_what}{}\n", serde_json::json!(lines))
}

/// The orders that a seat has sealed, from its list.
fn sealed_orders(keyring: &Keyring, chronicle: &Chronicle, seat: &str) -> Option<Vec<String>> {
    let locked = chronicle.locked.as_ref().filter(|locked| locked.seals.contains_key(seat));
    let (step, as_what) = match locked {
        Some(locked) => (locked.step, KEPT),
        None => (chronicle.reactions.get(seat)?.0, KEPT_REACTIONS),
    };
    let text = keyring.answered(chronicle, seat, step, Answered::Orders)?;
    let kept = text.lines().find_map(|line| line.strip_prefix(as_what))?;
    serde_json::from_str(kept).ok()
}

/// Why one of these turn files is not taken, as a failure that names the file in which the letter at fault stands.
pub(super) fn refusal_of(
    chronicle: &Chronicle,
    refused: Refused,
    turn_files: &[TurnFile],
    context: Context,
) -> Failure {
    let refused = match refused {
        Refused::Broken(departure) => {
            let seat = departure.seat.as_deref().and_then(|name| chronicle.seat(name));
            let is_named = |t: &&TurnFile| Some(t.seat) == seat && !t.source.is_empty();
            Refused::Broken(match turn_files.iter().find(is_named) {
                Some(at_fault) => {
                    let message = format!("{}: {}", at_fault.source, departure.message);
                    Departure { message, ..departure }
                }
                None => departure,
            })
        }
        faults @ Refused::Faults(_) => faults,
    };
    refusal(chronicle, refused, context)
}

/// Why a letter is not taken, as a failure.
pub(super) fn refusal(chronicle: &Chronicle, refused: Refused, context: Context) -> Failure {
    match refused {
        Refused::Broken(departure) => {
            let is_missing = matches!(
                departure.code,
                "link/missing" | "seal/unopened" | "lock/first" | "missing/too-early"
            );
            let kind = if is_missing { Kind::Missing } else { Kind::Broken };
            Failure::new(kind, departure.code, &departure.message, departure.hint.as_deref())
        }
        Refused::Faults(faults) => {
            let draw_one = |fault: &crate::kernel::module::Fault| {
                let of = format!("turn file of {}", chronicle.name(fault.seat));
                draw(&of, std::slice::from_ref(&fault.finding), context.style())
            };
            let is_early = |code| code == "missing/too-early" || code == "orders/missing";
            let early = faults.iter().all(|f| is_early(f.finding.code));
            let is_ours = faults.iter().any(|f| f.finding.code == "dice/unsound");
            let kind = match (is_ours, early) {
                (true, _) => Kind::Internal,
                (false, true) => Kind::Missing,
                (false, false) => Kind::Orders,
            };
            Failure { kind, text: faults.iter().map(draw_one).collect() }
        }
    }
}
