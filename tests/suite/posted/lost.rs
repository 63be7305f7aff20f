//! Mails that were printed and got no further: the mail system delivers the mail again whose run has printed them.

use super::office::{Mail, Office, Reply};
use super::{DEPLOYMENT, mustered, told};

fn deployment() -> Mail {
    Mail::from("ann@home", DEPLOYMENT).id("9@home")
}

fn question(id: &str) -> Mail {
    Mail::from("bo@work", "Hello, is it my turn?\n").subject("[nyen]").id(id)
}

fn only(mails: &[Reply]) -> &Reply {
    let [mail] = mails else { panic!("{mails:?}") };
    mail
}

/// What everybody is told of the step that the deployment completes.
fn expected(office: &Office) -> Vec<String> {
    told(&office.before_step_2().post(&deployment()).mails)
}

#[test]
fn replies_that_nobody_takes_are_printed_by_the_next_run() {
    let office = mustered();
    let lost = office.post_into(&deployment(), "/dev/full");
    assert_eq!(lost.code, 75, "{}", lost.err);
    assert_eq!(office.game_files().len(), 3, "the step is played");
    let next = office.post(&Mail::from("eve@else", "Hello!\n"));
    assert_eq!(next.mails.len(), 2, "{}", next.err);
    assert!(next.err.contains("the mails of an earlier run"), "{}", next.err);
    assert_eq!(office.post(&Mail::from("eve@else", "Hello!\n").id("2@else")).mails.len(), 0);
}

#[test]
fn what_the_next_program_loses_is_printed_again_when_the_mail_comes_again() {
    let office = mustered();
    let expected = expected(&office);
    for _ in 0..3 {
        let lost = office.post_into_failing(&deployment());
        assert_eq!((lost.code, office.game_files().len()), (75, 3), "{}", lost.err);
    }
    let again = office.post(&deployment());
    assert_eq!((again.code, told(&again.mails)), (0, expected), "{}", again.err);
    assert!(again.err.contains("came before, so its delivery has failed"), "{}", again.err);
    assert_eq!(office.letters_of("nyen.0002").len(), 1);
}

/// Whoever comes in between has nothing to do with it, and takes nothing away.
#[test]
fn a_mail_in_between_takes_nothing_away() {
    let office = mustered();
    let expected = expected(&office);
    office.post_into_failing(&deployment());
    for mail in [question("1@work"), Mail::from("eve@else", "Hello!\n").id("1@else")] {
        assert!(office.post(&mail).mails.iter().all(|mail| mail.header("Subject").contains("nothing")));
    }
    assert_eq!(told(&office.post(&deployment()).mails), expected);
}

/// Who helped the mails of another's run out has to see to it that they get out.
#[test]
fn the_mail_counts_whose_run_has_printed_them() {
    let office = mustered();
    let expected = expected(&office);
    office.post_into(&deployment(), "/dev/full");
    assert_eq!(office.post_into_failing(&question("1@work")).code, 75);
    let again = office.post(&question("1@work"));
    let (step, own): (Vec<Reply>, Vec<Reply>) =
        again.mails.into_iter().partition(|mail| mail.header("Subject").contains("is to move"));
    assert_eq!(told(&step), expected, "{}", again.err);
    assert_eq!(only(&own).header("Subject"), "[nyen] step 3: nothing was taken");
    // Bo's got out, so Ann's mail, which has never printed any, needs to do no more.
    assert_eq!(office.post(&deployment()).mails.len(), 0);
}

/// The other mails of the step are known, and their senders are told of the step by those.
#[test]
fn the_mail_that_came_first_gets_nothing_after_the_step() {
    let office = Office::of_batalj();
    let first = Mail::from("ann@home", "ORDERS nyen sture\nmuster all\nEND\n").id("1@home");
    let second = Mail::from("bo@work", "ORDERS nyen grip\nmuster all\nEND\n").id("1@work");
    office.post_into_failing(&first);
    assert_eq!(only(&office.post(&first).mails).header("Subject"), "[nyen] step 1: your turn file is in");
    let played = office.post(&second);
    assert_eq!(office.post(&first).mails.len(), 0);
    assert_eq!(office.post(&second).mails, played.mails);
}

/// A mail system that hands a mail over twice, by two ways, has it answered twice and no more.
#[test]
fn a_copy_gets_the_same_once_more() {
    let office = mustered();
    let runs = office.post_at_once(&[deployment(), deployment().with("Received: by mx2")]);
    assert_eq!(told(&runs[0].mails), told(&runs[1].mails));
    assert_eq!(runs.iter().map(|run| run.mails.len()).sum::<usize>(), 4);
    let again = office.post(&deployment());
    assert_eq!(only(&[again.mails[0].clone()]).header("Message-ID"), runs[0].mails[0].header("Message-ID"));
}

/// With the next step everybody is told of this one as well.
#[test]
fn the_next_step_ends_it() {
    let office = mustered();
    office.post_into_failing(&deployment());
    let orders = office.head("nyen.0002.yaml", "grip", "attack left");
    let played = office.post(&Mail::from("bo@work", &orders).id("2@work"));
    assert_eq!(played.mails.len(), 2, "{}", played.err);
    assert!(played.mails[0].text().contains("attack left"), "{}", played.mails[0].text());
    let late = office.post(&deployment());
    assert_eq!((late.code, late.mails.len()), (0, 0), "{}", late.err);
    assert!(late.err.contains("was dealt with before"), "{}", late.err);
    let mut kept: Vec<String> = office.everything_but_keys().into_iter().map(|(name, _)| name).collect();
    kept.retain(|name| name.starts_with('.') && !name.ends_with(".answered"));
    assert_eq!(kept, [".nyen.0003.yaml.printed", ".nyen.0003.yaml.replies"]);
}

/// A mail that somebody sends on and on is no way to flood the players; and none of what is to be told is lost by that.
#[test]
fn only_so_often_within_an_hour() {
    let office = mustered();
    let runs: Vec<(i32, usize)> =
        (0..25).map(|_| office.post(&deployment())).map(|run| (run.code, run.mails.len())).collect();
    assert_eq!(runs[..20], [(0, 2); 20]);
    assert_eq!(runs[20..], [(75, 0); 5]);
    assert!(office.post(&deployment()).err.contains("post/again"));
    let later = "post games --from game@club --now 2026-11-30T13:00Z";
    assert_eq!(office.post_by(later, &deployment()).mails.len(), 2);
}

/// The folder is full before it is known who prints: then nothing is printed, and the next run does.
#[test]
fn nothing_is_printed_that_would_not_be_known_of() {
    let office = mustered();
    office.make_folder("games/.nyen.0002.yaml.printed");
    let done = office.post(&deployment());
    assert_eq!((done.code, done.mails.len()), (75, 0), "{}", done.err);
}
