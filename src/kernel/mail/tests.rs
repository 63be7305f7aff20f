//! Mails as a whole; what programs of all kinds write is in `turnfiles/vectors/mail`.

use super::*;

fn one(mail: &str) -> Mail {
    let mut mails = read(mail.as_bytes()).expect("a mail").expect("a sound one");
    assert_eq!(mails.len(), 1);
    mails.remove(0)
}

fn texts(mail: &Mail) -> Vec<(&str, &str)> {
    mail.texts.iter().map(|t| (t.place.as_str(), std::str::from_utf8(&t.content).unwrap())).collect()
}

#[test]
fn a_plain_text_is_no_mail() {
    for text in [
        "ORDERS g step 1 red AAAA-AAAA-A\n\n0208→0209\nEND\n",
        "Hi Bo,\n\nORDERS g red\nEND\n",
        "From me to you:\nORDERS g red\nEND\n",
        "From here on: all\nSubject to rain\n",
        "adjutant: 1\ngame: g\n",
        "To: Bo\n\nORDERS g red\nEND\n",
        "",
        "\n\n",
    ] {
        assert_eq!(read(text.as_bytes()), None, "{text}");
    }
}

#[test]
fn headers_are_read() {
    let mail = one("From: =?utf-8?q?Ann_=C3=85?= <Ann@Example.org>\r\nReply-To: game@example.org\r\n\
         To: Bo <bo@example.org>, cem@example.org\r\nSubject: =?utf-8?b?WsO8Z2U=?=\r\n 7\r\n\
         Message-ID: <1@example.org>\r\nIn-Reply-To: <0@example.org>\r\n\
         References: <a@example.org>\r\n <0@example.org>\r\n\r\nHi\r\n");
    assert_eq!(mail.from.unwrap().to_string(), "Ann Å <Ann@Example.org>");
    assert_eq!(mail.reply_to.unwrap().spec, "game@example.org");
    assert_eq!(mail.to.len(), 2);
    assert_eq!(mail.subject, "Züge 7");
    assert_eq!(mail.message_id.as_deref(), Some("1@example.org"));
    assert_eq!(mail.in_reply_to, ["0@example.org"]);
    assert_eq!(mail.references, ["a@example.org", "0@example.org"]);
    assert_eq!(mail.automatic, None);
}

#[test]
fn what_no_program_may_answer_is_known() {
    for (header, wanted) in [
        ("X-Adjutant: borodino-3", Automatic::Own),
        ("Return-Path: <>", Automatic::Bounce),
        ("From: MAILER-DAEMON@example.org", Automatic::Bounce),
        ("Content-Type: multipart/report; boundary=x", Automatic::Bounce),
        ("Auto-Submitted: auto-replied", Automatic::AutoReply),
        ("From: noreply@example.org", Automatic::AutoReply),
        ("Precedence: bulk", Automatic::List),
        ("List-Id: <games.example.org>", Automatic::List),
    ] {
        let mail = one(&format!("{header}\nSubject: x\nMIME-Version: 1.0\n\nHi\n"));
        assert_eq!(mail.automatic, Some(wanted), "{header}");
    }
    let mail = one("Auto-Submitted: no\nReturn-Path: <ann@example.org>\nFrom: ann@example.org\n\nHi\n");
    assert_eq!(mail.automatic, None);
}

#[test]
fn parts_are_told_apart() {
    let mail = one("From: ann@example.org\nSubject: x\nContent-Type: multipart/mixed; boundary=\"a b\"\n\n\
         preamble\n--a b\nContent-Type: multipart/alternative; boundary=c\n\n--c\n\nplain\n\
         --c\nContent-Type: text/html\n\n<p>html</p>\n--c--\n\
         --a b\nContent-Type: application/octet-stream; name=red.turn\nContent-Transfer-Encoding: base64\n\n\
         T1JERVJTIGcgcmVkCg==\n_____\na list\n\
         --a b\nContent-Type: text/yaml; name=next.yaml\n\nadjutant: 1\n\
         --a b\nContent-Type: message/rfc822\n\nFrom: bo@example.org\n\nforwarded\n--a b--\nepilogue\n");
    assert_eq!(
        texts(&mail),
        [
            ("the text", "plain\n"),
            ("the HTML part", "html\n"),
            ("attachment red.turn", "ORDERS g red\n"),
            ("the attached mail, the text", "forwarded\n")
        ]
    );
    assert_eq!(mail.texts[1].instead_of, [0]);
    assert_eq!(mail.aside, [Aside { place: "attachment next.yaml".to_owned(), what: What::GameFile }]);
}

#[test]
fn mailboxes_are_taken_apart() {
    let text = "From ann@example.org Mon Nov 30 08:00:00 2026\nFrom: ann@example.org\nSubject: 1\n\n>From here\n\nFrom there\n\n\
                From bo@example.org Mon Nov 30 09:00:00 2026\nFrom: bo@example.org\nSubject: 2\n\nb\n";
    let mails = read(text.as_bytes()).unwrap().unwrap();
    assert_eq!(mails.len(), 2);
    assert_eq!(texts(&mails[0]), [("the text", "From here\n\nFrom there\n\n")]);
    assert_eq!(mails[1].subject, "2");
}

#[test]
fn a_single_mail_is_never_taken_apart() {
    let single = |text: &str| read_single(text.as_bytes()).map(|mail| mail.expect("a sound one"));
    let mail = "From: ann@example.org\nSubject: 1\n\n>From here\n\nFrom bo Mon Nov 30\nFrom: bo@example.org\n\nb\n";
    let wanted = ("the text", ">From here\n\nFrom bo Mon Nov 30\nFrom: bo@example.org\n\nb\n");
    for envelope in ["", "From ann Mon Nov 30\n", "\nFrom ann Mon Nov 30\n>From ann Sun Nov 29\n", "\u{feff}"] {
        let read = single(&format!("{envelope}{mail}")).expect("a mail");
        assert_eq!(texts(&read), [wanted], "{envelope}");
        assert_eq!(read.from.map(|from| from.spec).as_deref(), Some("ann@example.org"), "{envelope}");
    }
    assert_eq!(single("From here on I give orders.\nORDERS g red\nEND\n"), None);
}

#[test]
fn lines_of_the_systems_before_stand_above_the_headers() {
    let text = "From ann Mon Nov 30\n>From ann Sun Nov 29\nFrom: ann@example.org\nSubject: 1\n\na\n";
    let mail = one(text);
    assert_eq!((mail.subject.as_str(), texts(&mail)), ("1", vec![("the text", "a\n")]));
}

#[test]
fn nothing_is_nested_without_end() {
    let mut mail = "From: ann@example.org\nSubject: x\n".to_owned();
    mail.push_str(&"Content-Type: message/rfc822\n\n".repeat(50_000));
    assert_eq!(one(&mail).aside[0].what, What::TooDeep);
    let parts = "--a\n\nx\n".repeat(MAX_PARTS + 1);
    let mail = format!("Subject: x\nContent-Type: multipart/mixed; boundary=a\n\n{parts}");
    assert_eq!(read(mail.as_bytes()), Some(Err(MailError::TooManyParts)));
}

#[test]
fn utf_7_is_read() {
    let mail = one(
        "From: a@example.org\nContent-Type: text/plain; charset=utf-7\n\n0208+IZI-0209 +- 1\n0304+IZI\nEND\n",
    );
    assert_eq!(texts(&mail), [("the text", "0208→0209 + 1\n0304→\nEND\n")]);
}
