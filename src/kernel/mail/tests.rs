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
        "To: Bo\nORDERS g red\nEND\n",
        "Sent: now\nLink: 5f1c\n\nORDERS g red\nEND\n",
        "ORDERS g red\nSent: 2026-11-29T20:15Z\nFrom: me\n\n0208→0209\nEND\n",
        "",
        "\n\n",
    ] {
        assert_eq!(read(text.as_bytes()), None, "{text}");
    }
}

#[test]
fn headers_are_read() {
    let mail =
        one("From: =?utf-8?q?Ann_=C3=85?= <Ann@Example.org>\r\nSubject: =?utf-8?b?WsO8Z2U=?=\r\n 7\r\n\
         Message-ID: <1@example.org>\r\nIn-Reply-To: <0@example.org>\r\n\
         References: <a@example.org>\r\n <0@example.org>\r\n\r\nHi\r\n");
    assert_eq!(mail.from.unwrap().to_string(), "Ann Å <Ann@Example.org>");
    assert_eq!(mail.subject, "Züge 7");
    assert_eq!(mail.message_id.as_deref(), Some("1@example.org"));
    assert_eq!(mail.in_reply_to, ["0@example.org"]);
    assert_eq!(mail.references, ["a@example.org", "0@example.org"]);
    assert_eq!(mail.automatic, None);
}

#[test]
fn one_header_and_a_blank_line_make_a_mail() {
    for header in ["From: Eve <eve@example.org>", "To: Bo", "Subject: x", "X: y\nFrom: eve@example.org"] {
        let mail = one(&format!("{header}\n\nORDERS g red\nEND\n"));
        assert_eq!(texts(&mail), [("the text", "ORDERS g red\nEND\n")], "{header}");
    }
}

#[test]
fn of_several_senders_none_counts() {
    for (headers, wanted) in [
        ("From: Ann <ann@example.org>", Some("ann@example.org")),
        ("From: Ann <ann@example.org>\nFrom: ANN@example.org", Some("ann@example.org")),
        ("From: ann@example.org\nFrom: eve@example.org", None),
        ("From: eve@example.org\nTo: a@b.c\nfrom: ann@example.org", None),
        ("From: ann@example.org, eve@example.org\nSender: ann@example.org", None),
        ("From: ann@example.org\nFrom: nobody", None),
    ] {
        let mail = one(&format!("{headers}\nSubject: x\n\nHi\n"));
        assert_eq!(mail.from.map(|from| from.spec.to_lowercase()).as_deref(), wanted, "{headers}");
        assert_eq!(mail.has_several_senders, wanted.is_none(), "{headers}");
    }
}

#[test]
fn only_the_word_no_says_that_a_person_wrote() {
    for (value, is_automatic) in [
        ("no", false),
        ("NO; by=x", false),
        ("No (a comment)", false),
        ("notification", true),
        ("none", true),
        ("auto-generated", true),
        ("no\nAuto-Submitted: auto-replied", true),
        ("auto-replied\nAuto-Submitted: no", true),
    ] {
        let mail = one(&format!("From: ann@example.org\nAuto-Submitted: {value}\n\nHi\n"));
        assert_eq!(mail.automatic, is_automatic.then_some(Automatic::AutoReply), "{value}");
    }
}

#[test]
fn text_around_a_picture_is_one_text() {
    let picture = "Content-Type: image/png\nContent-Disposition: inline; filename=a.png\n\nx";
    let mixed = |parts: &[&str]| {
        let parts: String = parts.iter().map(|part| format!("--b\n{part}\n")).collect();
        one(&format!("Subject: x\nContent-Type: multipart/mixed; boundary=b\n\n{parts}--b--\n"))
    };
    let (a, b) = ("Content-Type: text/plain\n\na", "Content-Type: text/plain\n\nb");
    assert_eq!(texts(&mixed(&[a, picture, b])), [("the text", "a\nb\n")]);
    let (c, d) = ("Content-Type: text/html\n\n<p>c</p>", "Content-Type: text/html\n\n<p>d</p>");
    let pages = mixed(&[c, picture, d]);
    assert_eq!(texts(&pages), [("the HTML part", "c\nd\n")]);
    assert!(pages.texts[0].is_page);
    let attached = "Content-Type: text/plain\nContent-Disposition: attachment\n\nb";
    for other in [attached, c] {
        assert_eq!(mixed(&[a, other]).texts.len(), 2, "{other}");
    }
    let both = "Content-Type: multipart/alternative; boundary=c\n\n--c\n\na\n--c\nContent-Type: text/html\n\n<p>a</p>\n--c--";
    assert_eq!(mixed(&[both]).texts[1].instead_of, [0]);
}

#[test]
fn the_characters_of_a_page_are_repaired_as_those_of_a_text() {
    let mail = b"Subject: x\nContent-Type: text/html\n\n<p>0208\x960209</p>\n<p><s>0303</s></p>";
    let mail = read(mail).unwrap().unwrap().remove(0);
    assert_eq!(texts(&mail), [("the HTML part", "0208–0209\n")]);
    assert_eq!(mail.texts[0].repairs.len(), 2);
    assert!(mail.texts[0].repairs[1].ends_with("left out: 0303"), "{:?}", mail.texts[0].repairs);
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
    let mail =
        "From: ann@example.org\nSubject: 1\n\n>From here\n\nFrom bo Mon Nov 30\nFrom: bo@example.org\n\nb\n";
    let wanted = ("the text", ">From here\n\nFrom bo Mon Nov 30\nFrom: bo@example.org\n\nb\n");
    for envelope in ["", "From ann Mon Nov 30\n", "\nFrom ann Mon Nov 30\n>From ann Sun Nov 29\n", "\u{feff}"]
    {
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
