//! From the letters at hand to the next entry of a game.

use super::Context;
use super::failure::{Failure, Kind, Outcome};
use super::keyring::{KeyArgs, Keyring, lost};
use super::lock::{Locked, Locker, refusal, refusal_of};
use super::open::unknown_seat;
use crate::kernel::account::Account;
use crate::kernel::history::chronicle::{Chronicle, Refused};
use crate::kernel::history::post::{Part, Post};
use crate::kernel::module::Telling;
use crate::kernel::orders::sheet::Common;
use crate::kernel::record::Record;
use crate::kernel::seat::{Seat, Viewer};
use crate::kernel::time::Instant;
use crate::kernel::turnfile::TurnFile;

/// The seats whose defaults are claimed, and when.
#[derive(Clone, Copy, Default)]
pub(super) struct Claims<'a> {
    /// The seats that have sent nothing in time.
    pub missing: &'a [String],
    /// The instant at which their defaults are claimed.
    pub now: Option<Instant>,
}

/// Whose parts are added to a step.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Adding {
    /// The caster's alone: the other seats answer for themselves.
    Casters,
    /// Those of every seat whose key is in the key folder, for whom this machine plays.
    Everybodys,
}

/// What came of letters.
pub(super) enum Progress {
    /// The orders of all but the last are fixed; nothing is resolved.
    Locked,
    /// The step is resolved.
    Resolved(Box<Account>),
}

/// Plays the open step as far as the letters at hand go, and says what is final by that.
///
/// Errors: they are refused, or something is missing; neither the game nor any list of answers has changed then.
pub(super) fn play(
    record: &mut Record,
    turn_files: &[TurnFile],
    claims: &Claims,
    (key, adding): (&KeyArgs, Adding),
    context: Context,
) -> Result<(Progress, Finals), Failure> {
    let chronicle = &record.chronicle;
    let writer = Writer { chronicle, key, adding, turn_files, context };
    writer.must_be_able_to_write()?;
    let mut finals = Finals::default();
    let mut posts = writer.posts(&mut finals)?;
    posts.extend(writer.missing(claims.missing)?);
    posts.sort_by_key(|p| p.seat);
    let progress = match writer.next(posts, &mut finals)? {
        Next::Lock(posts) => {
            may_lock_others(chronicle, key)?;
            let locked = record.chronicle.lock(&posts);
            locked.map_err(|refused| refusal_of(&record.chronicle, refused, turn_files, context))?;
            Progress::Locked
        }
        Next::Resolve(posts) => {
            if turn_files.iter().any(ends) {
                may_lock_others(chronicle, key)?;
            }
            let step = chronicle.need.step;
            let viewer = Some(Viewer::Referee).filter(|_| chronicle.table.keeps_secrets());
            let told = Telling::Sentences(viewer.unwrap_or(Viewer::Public));
            let resolved = record.chronicle.resolve(&posts, claims.now, told);
            let resolved =
                resolved.map_err(|refused| refusal_of(&record.chronicle, refused, turn_files, context))?;
            let account = Account::of_played(step, &record.chronicle.terms.seats, resolved, viewer);
            Progress::Resolved(Box::new(account))
        }
    };
    finals.keep()?;
    record.amendment = None;
    Ok((progress, finals))
}

/// The caster who has a key does not go back behind his own link, neither by others' orders nor by a word that ends the
/// step without dice.
fn may_lock_others(chronicle: &Chronicle, key: &KeyArgs) -> Outcome {
    let Some(seat) = chronicle.seat(&chronicle.need.caster) else { return Ok(()) };
    let name = chronicle.name(seat);
    match Keyring::of_seat(key.path(), chronicle, name)? {
        Some(keyring) if chronicle.identities.contains_key(name) => keyring.may_lock_others(chronicle, name),
        _ => Ok(()),
    }
}

/// What the letters at hand make possible.
enum Next {
    /// All lock first but the last: the step's orders are fixed.
    Lock(Vec<Post>),
    /// All is there.
    Resolve(Vec<Post>),
}

/// The keyrings whose lists are to keep what this command makes final, once the step has been played: a command that
/// fails leaves no trace.
#[derive(Default)]
pub(super) struct Finals(Vec<Keyring>);

impl Finals {
    fn take(&mut self, (post, keyring): Locked) -> Post {
        self.0.extend(keyring);
        post
    }

    fn keep(&mut self) -> Outcome {
        self.0.iter_mut().try_for_each(Keyring::keep)
    }

    /// Takes out again what the lists keep by this: what was to come of it has not, and nothing has gone out.
    ///
    /// Errors: a list cannot be written.
    pub(super) fn take_back(&mut self) -> Outcome {
        self.0.iter_mut().rev().try_for_each(Keyring::take_back)
    }
}

/// The one who writes the step's next entry.
struct Writer<'a> {
    chronicle: &'a Chronicle,
    key: &'a KeyArgs,
    adding: Adding,
    turn_files: &'a [TurnFile],
    context: Context,
}

impl Writer<'_> {
    /// Only the caster writes the entries of a step with links; without his key nothing of one's own is locked.
    ///
    /// Errors: his key is not at hand.
    fn must_be_able_to_write(&self) -> Outcome {
        let Self { chronicle, turn_files, .. } = *self;
        let caster = &chronicle.need.caster;
        let is_final = |seat: &str| {
            turn_files.iter().any(|t| chronicle.name(t.seat) == seat && (t.headers.link.is_some() || ends(t)))
        };
        if chronicle.need.links.is_empty() || turn_files.iter().any(ends) || is_final(caster) {
            return Ok(());
        }
        let at_hand = match self.key.path() {
            Some(path) => chronicle.seat_of(&Keyring::read(path)?.secret) == chronicle.seat(caster),
            None => Keyring::of_seat(None, chronicle, caster)?.is_some(),
        };
        if at_hand {
            return Ok(());
        }
        let message = format!("{caster} resolves step {}, and its key is not at hand", chronicle.need.step);
        let hint = format!(
            "make your turn file final and send it to {caster}: adjutant lock FILE {} > locked.turn. If you are \
             {caster}: {}",
            named(turn_files.iter().find(|t| t.headers.link.is_none())),
            lost(caster)
        );
        Err(Failure::missing("link/missing", message, &hint))
    }

    /// The letters in turn files. One's own that is not final is locked on the way.
    fn posts(&self, finals: &mut Finals) -> Result<Vec<Post>, Failure> {
        let is_there = |seat: &String| self.turn_files.iter().any(|t| self.chronicle.name(t.seat) == seat);
        let all_there = self.chronicle.need.orders.iter().all(is_there);
        self.turn_files.iter().map(|t| self.post(t, all_there, finals)).collect()
    }

    /// A letter; where all orders are at hand in plain nothing need be sealed.
    fn post(&self, turn_file: &TurnFile, all_there: bool, finals: &mut Finals) -> Result<Post, Failure> {
        let chronicle = self.chronicle;
        let name = chronicle.name(turn_file.seat);
        let has_key = chronicle.identities.contains_key(name);
        let seals = !all_there && chronicle.need.caster == name && self.is_to_be_sealed(turn_file);
        if turn_file.is_final() || !(has_key || seals) {
            return Ok(turn_file.post());
        }
        let locker = self.locker(turn_file.seat);
        if has_key && Keyring::of_seat(self.key.path(), chronicle, name).ok().flatten().is_none() {
            let message = format!("{name}'s turn file is not signed, and its key is not at hand");
            let hint = format!(
                "{name} signs it by adjutant lock FILE {} > locked.turn. If you are {name}: {}",
                named(Some(turn_file)),
                lost(name)
            );
            return Err(Failure::new(Kind::Broken, "signature/missing", message, Some(&hint)));
        }
        locker.orders(turn_file, None).map(|locked| finals.take(locked))
    }

    /// Whether a turn file is one of those that stay secret until the last seat has ordered.
    fn is_to_be_sealed(&self, turn_file: &TurnFile) -> bool {
        let is_asked = self.chronicle.need.orders.iter().any(|s| s == self.chronicle.name(turn_file.seat));
        is_asked && self.chronicle.asks_for_seals() && self.chronicle.need.orders.len() > 1
    }

    fn locker(&self, seat: Seat) -> Locker<'_> {
        let Self { chronicle, key, turn_files, context, .. } = *self;
        Locker { chronicle, seat, key, replace: false, reactions: None, turn_files, context }
    }

    /// The claimed defaults.
    ///
    /// Errors: a seat that is none, is not asked, or has sent orders.
    fn missing(&self, names: &[String]) -> Result<Vec<Post>, Failure> {
        let chronicle = self.chronicle;
        let mut posts = Vec::new();
        for name in names {
            let Some(seat) = chronicle.seat(name) else {
                return Err(unknown_seat(chronicle, name));
            };
            if !chronicle.need.orders.iter().any(|s| s == name) {
                return Err(Failure::usage("seat/not-asked", format!("{name} is not asked for orders now")));
            }
            if self.turn_files.iter().any(|t| t.seat == seat) {
                let message = format!("{name} has sent a turn file, so its defaults cannot be claimed");
                return Err(Failure::usage("missing/has-sent", message));
            }
            posts.push(Post::missing(seat));
        }
        Ok(posts)
    }

    /// What is to be done with these letters; the caster adds his own link and opening.
    ///
    /// Errors: orders are still missing.
    fn next(&self, mut posts: Vec<Post>, finals: &mut Finals) -> Result<Next, Failure> {
        let chronicle = self.chronicle;
        let need = &chronicle.need;
        let open = self.open(&posts);
        if self.turn_files.iter().any(ends) {
            return Ok(Next::Resolve(posts));
        }
        let in_turn = !need.links.is_empty() || chronicle.asks_for_seals();
        let has_new = posts.iter().any(|p| matches!(p.part, Part::Orders(_)) || p.seal().is_some());
        if in_turn
            && chronicle.locked.is_none()
            && has_new
            && !open.is_empty()
            && open.as_slice() == chronicle.locks_last().as_slice()
        {
            return Ok(Next::Lock(posts));
        }
        let last = chronicle
            .locks_last()
            .filter(|last| in_turn && chronicle.locked.is_none() && has_new && !open.contains(last));
        if let (Some(last), false) = (last, open.is_empty()) {
            let refused = Refused::Broken(chronicle.others_first(last));
            return Err(refusal(chronicle, refused, self.context));
        }
        if !open.is_empty() {
            return Err(self.orders_missing(&open, in_turn));
        }
        if self.adding == Adding::Everybodys {
            self.add_others_parts(&mut posts, finals)?;
        }
        self.add_casters_part(&mut posts, finals)?;
        Ok(Next::Resolve(posts))
    }

    /// Whose orders are waited for now, and whose only once the others have locked.
    fn orders_missing(&self, open: &[&str], in_turn: bool) -> Failure {
        let last = self.chronicle.locks_last();
        let last = last.filter(|last| in_turn && self.chronicle.locked.is_none() && open != [*last]);
        let now: Vec<&str> = open.iter().filter(|seat| Some(**seat) != last).copied().collect();
        let first = now.first().copied().unwrap_or_default();
        let message = format!("orders are still missing from {}", now.join(" and "));
        let then = last.filter(|last| open.contains(last)).map_or(String::new(), |last| {
            format!("; {last} orders after that, in the game file in which all others have locked")
        });
        let how =
            self.chronicle.seat(first).map_or(String::new(), |seat| self.chronicle.table.how_to_answer(seat));
        let hint = format!("adjutant sheet FILE --seat {first} prints a blank turn file; {how}{then}");
        Failure::missing("orders/missing", message, &hint)
    }

    /// The seats whose required orders are neither locked nor at hand.
    fn open(&self, posts: &[Post]) -> Vec<&str> {
        let answered = |name: &str| {
            let is_own = |p: &&Post| self.chronicle.name(p.seat) == name;
            posts.iter().find(is_own).is_some_and(|post| match post.part {
                Part::Missing | Part::Seal(_) | Part::Entrusted { .. } => true,
                Part::Orders(_) => {
                    let own = self.turn_files.iter().find(|t| t.seat == post.seat);
                    own.is_some_and(|t| {
                        t.checked.is_answer || !t.checked.unread.is_empty() || t.headers.link.is_some()
                    })
                }
                Part::Opening { .. } | Part::Link => false,
            })
        };
        self.chronicle.need.orders.iter().map(String::as_str).filter(|name| !answered(name)).collect()
    }

    /// Seats whose keys are at hand add the links and open the seals that they owe, before the caster does.
    fn add_others_parts(&self, posts: &mut Vec<Post>, finals: &mut Finals) -> Outcome {
        let need = &self.chronicle.need;
        let owing =
            self.chronicle.terms.seats.iter().filter(|s| need.links.contains(s) || need.opens.contains(s));
        for name in owing.filter(|name| **name != need.caster) {
            let Some(seat) = self.chronicle.seat(name) else { continue };
            let is_there = posts.iter().any(|post| post.seat == seat);
            if is_there || Keyring::of_seat(self.key.path(), self.chronicle, name)?.is_none() {
                continue;
            }
            let locked = self.locker(seat).answer(None, &posts.clone())?;
            posts.push(finals.take(locked));
        }
        posts.sort_by_key(|post| post.seat);
        Ok(())
    }

    /// The caster opens what he has sealed, and adds his link once all else is fixed.
    fn add_casters_part(&self, posts: &mut Vec<Post>, finals: &mut Finals) -> Result<(), Failure> {
        let chronicle = self.chronicle;
        let name = &chronicle.need.caster;
        let owes = |list: &[String]| list.iter().any(|s| s == name);
        let Some(seat) = chronicle.seat(name) else { return Ok(()) };
        let own = posts.iter().find(|p| p.seat == seat);
        let has_locked = chronicle.locked.as_ref().is_some_and(|l| l.orders.contains_key(name));
        if has_locked && own.is_some() {
            return Ok(());
        }
        if own.is_some_and(|p| matches!(p.part, Part::Orders(_)) && !owes(&chronicle.need.orders))
            && owes(&chronicle.need.links)
        {
            let message = format!("{name}'s orders come after links that were not signed over them");
            let given = named(self.turn_files.iter().find(|t| t.seat == seat));
            let hint = format!(
                "give the command again without {given}; the orders are sent again for the next step, below the first line that \
                 adjutant sheet prints of the new game file"
            );
            return Err(Failure::new(Kind::Broken, "lock/too-late", message, Some(&hint)));
        }
        if own.is_some() || !(owes(&chronicle.need.links) || owes(&chronicle.need.opens)) {
            return Ok(());
        }
        let linked =
            |s: &String| s == name || posts.iter().any(|p| chronicle.name(p.seat) == s && p.link.is_some());
        let missing: Vec<&str> =
            chronicle.need.links.iter().filter(|s| !linked(s)).map(String::as_str).collect();
        if !missing.is_empty() {
            let message = format!("links are still missing from {}", missing.join(" and "));
            let hint = "whoever resolves the step adds his link last: give the letters that these seats print by adjutant lock";
            return Err(Failure::missing("link/missing", message, hint));
        }
        if owes(&chronicle.need.opens) && Keyring::of_seat(self.key.path(), chronicle, name)?.is_none() {
            let message = format!("{name} opens what it has sealed, and its key is not at hand");
            let hint = format!("send the orders to {name}, who resolves step {}", chronicle.need.step);
            return Err(Failure::missing("seal/unopened", message, &hint));
        }
        let others: Vec<Post> = posts.clone();
        let locked = self.locker(seat).answer(None, &others)?;
        posts.push(finals.take(locked));
        posts.sort_by_key(|p| p.seat);
        Ok(())
    }
}

/// How a turn file is called in a command: by its path, where it has one of its own.
fn named(turn_file: Option<&TurnFile>) -> &str {
    let source = turn_file.map_or("", |turn_file| turn_file.source.as_str());
    if source.is_empty() || source == "-" || source.contains([' ', ',']) { "TURNFILE" } else { source }
}

/// Whether a turn file gives the game up or agrees on a draw.
pub(super) fn ends(turn_file: &TurnFile) -> bool {
    Common::is_end_among(&turn_file.checked.lines)
}
