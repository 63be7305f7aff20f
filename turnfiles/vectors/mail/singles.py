"""Mails whose fault belongs to no single mail program: character sets, encodings, MIME, signatures, mailboxes."""

import base64
import quopri

from make import HERE, BLANK, BLUE, CANONICAL, HEAD, LINES, OLD, RED, REPORT

FROM = f"From: {RED}\nTo: {BLUE}\nSubject: first-game, step 7\nDate: Mon, 30 Nov 2026 10:30:00 +0100\n" \
       "Message-ID: <single@example.org>\n"
MIME = FROM + "MIME-Version: 1.0\n"
TURN = "\n".join([HEAD, "", *LINES, "END"]) + "\n"
PLAIN = TURN.replace("→", "->")
OTHER = PLAIN.replace("0605->0606\n", "")
QUOTE = [*REPORT, *BLANK, "END"]


def text(charset, words, arrow="->", encoding="8bit", label=None, turn=TURN):
    body = (turn.replace("→", arrow) + "\n" + words + "\n").encode(charset)
    if encoding == "base64":
        body = base64.encodebytes(body)
    elif encoding == "quoted-printable":
        body = quopri.encodestring(body)
    name = charset if label is None else label
    kind = f"; charset={name}" if name else ""
    return (MIME + f"Content-Type: text/plain{kind}\nContent-Transfer-Encoding: {encoding}\n\n").encode() + body


def parts(kind, *inner, boundary="b1", more=""):
    body = "".join(f"--{boundary}\n{part.rstrip()}\n" for part in inner)
    return f"Content-Type: multipart/{kind}; boundary=\"{boundary}\"{more}\n\n{body}--{boundary}--\n"


def part(body, kind="text/plain; charset=utf-8", *more):
    return "\n".join([f"Content-Type: {kind}", *more]) + "\n\n" + body


def coded(body, kind, *more):
    return part(base64.encodebytes(body.encode()).decode(), kind, "Content-Transfer-Encoding: base64", *more)


def named(name, body=PLAIN, kind="application/octet-stream"):
    return coded(body, f"{kind}; name=\"{name}\"", f"Content-Disposition: attachment; filename=\"{name}\"")


def plain(body):
    return (MIME + part(body)).encode()


def mixed(*inner, **more):
    return (MIME + parts("mixed", *inner, **more)).encode()


def quoted(mark, lines=QUOTE):
    return "\n".join((mark + line).rstrip() for line in lines) + "\n"


HELLO = part("My turn is attached.\n")
ARMOUR = "\nMIIGPgYJKoZIhvcNAQcCoIIGLzCCBisCAQExDzANBglghkgBZQMEAgEFADALBgkq\n"
PGP = "-----BEGIN PGP SIGNATURE-----\n\niHUEARYKAB0WIQTx0123456789abcdefFiEEAgAAAAAAoJEAAAAAAAAAAAABBBBB\n=Qx3v\n-----END PGP SIGNATURE-----\n"


def charsets():
    yield "charset-iso-8859-1", text("iso-8859-1", "Grüße", encoding="quoted-printable")
    yield "charset-iso-8859-15", text("iso-8859-15", "5 €")
    yield "charset-iso-8859-2", text("iso-8859-2", "Dzień dobry")
    yield "charset-windows-1252", text("windows-1252", "„Grüße“", "–", "quoted-printable")
    yield "charset-windows-1251", text("windows-1251", "Привет")
    yield "charset-koi8-r", text("koi8-r", "Привет")
    yield "charset-iso-2022-jp", text("iso-2022-jp", "よろしく", "→", "8bit")
    yield "charset-shift-jis", text("shift_jis", "よろしく", "→")
    yield "charset-euc-jp", text("euc-jp", "よろしく", "→", "base64")
    yield "charset-gb18030", text("gb18030", "你好", "→")
    yield "charset-gb2312", text("gb2312", "你好", "→", "quoted-printable")
    yield "charset-big5", text("big5", "你好", "→", "base64")
    yield "charset-euc-kr", text("euc-kr", "안녕", "→")
    yield "charset-macintosh", text("mac_roman", "Grüße", label="macintosh")
    yield "charset-utf-16", text("utf-16", "Grüße", "→", "base64")
    yield "charset-utf-16le", text("utf-16le", "Grüße", "→", "base64")
    yield "charset-utf-7", text("utf-7", "Grüße", "→")
    yield "charset-utf-8-bom", text("utf-8-sig", "Grüße", "→", label="utf-8")
    yield "charset-none", text("utf-8", "Grüße", "→", label="")
    yield "charset-none-8-bit", text("windows-1252", "Grüße", "–", label="")
    yield "charset-wrong", text("utf-8", "Grüße", "→", label="iso-8859-1")
    yield "charset-ascii-that-is-not", text("utf-8", "Grüße", "→", label="us-ascii")
    for name in ["iso-2022-kr", "iso-2022-cn", "hz-gb-2312", "utf-16", "utf-16le", "unicode", "ucs-2"]:
        yield f"ascii-as-{name}", text("ascii", "", label=name)
    yield "charset-utf-16-without-mark", text("utf-16be", "Grüße", "→", "base64", label="utf-16")
    yield "charset-utf-16-without-mark-le", text("utf-16le", "Grüße", "→", "base64", label="utf-16")
    yield "text-with-nul", plain(PLAIN.replace("END", "\0END")), ""
    yield "charset-unknown", text("utf-8", "Grüße", "→", label="x-user-defined-9")


def encodings():
    yield "encoding-soft-breaks", text("utf-8", "x" * 100, "→", "quoted-printable",
                                       turn=TURN.replace("advance", " " * 60 + "advance"))
    yield "encoding-capitals", text("utf-8", "", "→", "base64").replace(b"base64", b"BASE64").replace(b"text/plain", b"TEXT/Plain")
    yield "encoding-left-in", (FROM + "\n").encode() + quopri.encodestring(TURN.encode())
    yield "encoding-base64-and-list-footer", text("utf-8", "", "→", "base64") + \
        b"_______________________________________________\nGames mailing list\nhttps://lists.example.org/games\n"
    yield "line-ends-crlf", plain(TURN).replace(b"\n", b"\r\n")
    yield "line-ends-cr", plain(TURN).replace(b"\n", b"\r")
    yield "line-ends-mixed", (MIME + part("").rstrip("\n") + "\n\n").replace("\n", "\r\n").encode() + TURN.encode()
    yield "byte-order-mark", b"\xef\xbb\xbf" + plain(TURN)
    yield "double-spacing", plain(TURN.replace("\n", "\n\n"))
    long = "0705, 0805 attacks \n0806 advance 0805"
    flowed = "\n".join([HEAD, "", "0804->0805", long, "0803->0804", "0605->0606", "END"]) + "\n"
    yield "flowed", (MIME + part(flowed, "text/plain; charset=utf-8; format=flowed")).encode()
    cut = flowed.replace("attacks \n0806", "attacks 08 \n06")
    yield "flowed-delsp", (MIME + part(cut, "text/plain; format=flowed; delsp=yes")).encode()
    blanks = flowed.replace(long, "0705, 0805 attacks 0806 advance 0805 ").replace("0805\n", "0805 \n").replace("0606\n", "0606 \n")
    yield "flowed-blanks-typed", (MIME + part(blanks, "text/plain; format=flowed")).encode()
    yield "flowed-blanks-typed-and-broken", (MIME + part(blanks.replace("attacks 08", "attacks \n08"), "text/plain; format=flowed")).encode()
    unclear = flowed.replace("0605->0606", "# not 0605->0607 \n0605->0606")
    yield "flowed-either-way", (MIME + part(unclear, "text/plain; format=flowed")).encode(), ""
    inner = "> > Hi\n> " + "\n> ".join([*REPORT, *BLANK]) + "\n" + "\n".join(LINES) + "\n> END\n"
    yield "flowed-inline", (MIME + part(inner, "text/plain; charset=utf-8; format=flowed")).encode()


def structure():
    html = part("<html><body><p>" + "<br>".join(PLAIN.replace(">", "&gt;").split("\n")) + "</p></body></html>\n", "text/html; charset=utf-8")
    both = parts("alternative", part(PLAIN), html, boundary="b2")
    picture = part("iVBORw0KGgo=\n", "image/png; name=board.png", "Content-Transfer-Encoding: base64")
    yield "nested-related", mixed(parts("related", both, picture, boundary="b3"), named("board.pdf", "%PDF-1.7\n", "application/pdf"))
    yield "alternative-empty-plain", (MIME + parts("alternative", part("\n"), html)).encode()
    yield "alternative-plain-says-see-html", (MIME + parts("alternative", part("This mail has HTML only.\n"), html)).encode()
    yield "alternative-differs", (MIME + parts("alternative", part(PLAIN), html.replace("0605-&gt;0606<br>", ""))).encode(), ""
    yield "alternative-blank-plain", (MIME + parts("alternative", part("\n".join([*BLANK, "END"]) + "\n"), html)).encode()
    page = "text/html; charset=utf-8"
    struck = html.replace("0605-&gt;0606<br>", "0605-&gt;0606<br><s>0605-&gt;0607</s><br>")
    yield "struck-out", (MIME + struck).encode()
    yield "struck-out-by-style", (MIME + struck.replace("<s>", "<span style=\"text-decoration: line-through\">").replace("</s>", "</span>")).encode()
    yield "struck-out-only-in-html", (MIME + parts("alternative", part(PLAIN.replace("END", "0605->0607\nEND")), struck)).encode(), ""
    for name, attributes in [("style", "style=\"display: none\""), ("attribute", "hidden"), ("size", "style=\"font-size:0px; line-height:0\""),
                             ("visibility", "style=\"visibility:hidden\""), ("opacity", "style=\"opacity:0\""), ("colour", "style=\"color:#ffffff\"")]:
        yield f"hidden-by-{name}", (MIME + html.replace("0605-&gt;0606<br>", f"0605-&gt;0606<br><div {attributes}>0605-&gt;0607</div>")).encode()
    preheader = "<body><div style=\"display:none;max-height:0;overflow:hidden;mso-hide:all\">My turn at last&nbsp;&zwnj;&nbsp;&zwnj;</div>"
    yield "hidden-preheader", (MIME + html.replace("<body>", preheader)).encode()
    yield "white-on-black", (MIME + html.replace("<body>", "<body bgcolor=\"#1e1e1e\"><div style=\"color:white\">").replace("</body>", "</div></body>")).encode()
    first, last = PLAIN.split("0803")
    inline = part("iVBORw0KGgo=\n", "image/png; name=a.png", "Content-Transfer-Encoding: base64", "Content-Disposition: inline; filename=a.png")
    yield "text-around-a-picture", mixed(part(first), inline, part("0803" + last))
    pages = [part("<html><body>" + lines.replace(">", "&gt;").replace("\n", "<br>") + "</body></html>\n", page) for lines in (first, "0803" + last)]
    yield "plain-and-html-around-a-picture", mixed(part(first), inline, pages[1]), ""
    yield "no-end-and-an-attached-rest", mixed(part(first), named("rest.txt", "0803" + last)), ""
    yield "html-around-a-picture", mixed(pages[0], inline, pages[1])
    yield "html-comment-with-entities", (MIME + html.replace("0605", "# not &amp;lt;br&amp;gt;0605-&gt;0607<br>0605", 1)).encode()
    yield "html-windows-1252-unlabelled", (MIME + "Content-Type: text/html\n\n").encode() + ("<p>" + TURN.replace("→", "–").replace("\n", "<br>") + "</p>\n").encode("windows-1252")
    yield "forwarded-as-attachment", mixed(part("See below.\n"), part(MIME + part(PLAIN), "message/rfc822", "Content-Disposition: attachment"))
    yield "forwarded-in-base64", mixed(part("See below.\n"), coded(MIME + part(PLAIN), "message/rfc822"))
    yield "forwarded-digest", (MIME + parts("digest", FROM + "\n" + PLAIN, FROM + "\nHello\n")).encode()
    theirs = MIME.replace(RED, BLUE) + part(PLAIN)
    yield "forwarded-of-another", mixed(part("What do you make of this?\n"), part(theirs, "message/rfc822"))
    yield "report-attached-to-answer", mixed(part(PLAIN), part(FROM + "\n" + "\n".join(QUOTE) + "\n", "message/rfc822"))
    yield "attached-as-picture", mixed(HELLO, named("red.turn", kind="image/png"))
    yield "attached-as-html", mixed(HELLO, named("red.html", "<html><body><pre>" + PLAIN.replace(">", "&gt;") + "</pre></body></html>"))
    yield "attached-without-name", mixed(HELLO, coded(TURN, "application/octet-stream", "Content-Disposition: attachment"))
    yield "attached-long-name", mixed(HELLO, coded(TURN, "application/octet-stream",
                                      "Content-Disposition: attachment; filename*0*=utf-8''Z%C3%BCge;\n filename*1*=%20rot.turn"))
    yield "attached-encoded-name", mixed(HELLO, coded(TURN, "text/plain; name=\"=?utf-8?q?Z=C3=BCge.turn?=\"", "Content-Disposition: attachment"))
    yield "attached-with-game-file", mixed(part(PLAIN), named("next.yaml", "adjutant: 1\ngame: first-game\n"))
    yield "attached-twice", mixed(HELLO, named("red.turn"), named("red (1).turn"))
    yield "attached-and-in-the-text", mixed(part(PLAIN), named("red.turn"))
    yield "attached-and-other-in-the-text", mixed(part(PLAIN), named("red.turn", OTHER)), ""
    yield "attached-and-blank-in-the-text", mixed(part("\n".join(QUOTE) + "\n"), named("red.turn"))
    yield "attached-game-file-alone", mixed(part("Your move.\n"), named("next.yaml", "adjutant: 1\ngame: first-game\n")), ""
    yield "boundary-changed", mixed(part(PLAIN), named("x.bin", "\x00\x01")).replace(b"boundary=\"b1\"", b"boundary=\"b9\"")
    yield "boundary-not-closed", mixed(part(PLAIN)).replace(b"--b1--", b"")
    yield "boundary-missing", (MIME + "Content-Type: multipart/mixed\n\n" + PLAIN).encode()
    yield "cut-off", mixed(part("Hi\n"), part(PLAIN)).rsplit(b"END", 1)[0] + b"END\n"
    yield "preamble-and-epilogue", mixed(part(PLAIN)).replace(b"\n\n--b1", b"\n\nThis is a message in MIME.\n--b1", 1) + b"\nbye\n"
    yield "no-mime-headers", (FROM + "\n" + TURN).encode()
    yield "no-blank-line", (FROM + TURN).encode()
    deep = part(PLAIN)
    for number in range(20):
        deep = parts("mixed", deep, boundary=f"d{number}")
    yield "nested-too-deep", (MIME + deep).encode(), ""
    yield "no-text-at-all", mixed(named("board.png", "\x89PNG\n", "image/png")), ""
    yield "no-turn-file", plain("Hi Bo,\nI shall send my turn tomorrow.\nAnn\n"), ""


def security():
    clear = "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n" + PLAIN + "- --\nAnn\n" + PGP
    yield "pgp-clear-signed", plain(clear)
    yield "pgp-clear-signed-dashes", plain(clear.replace("0605->0606", "- 0605->0606"))
    signed = "; micalg=pgp-sha512; protocol=\"application/pgp-signature\""
    yield "pgp-mime-signed", (MIME + parts("signed", part(PLAIN), part(PGP, "application/pgp-signature; name=signature.asc"), more=signed)).encode()
    message = "-----BEGIN PGP MESSAGE-----\n" + ARMOUR + "=Qx3v\n-----END PGP MESSAGE-----\n"
    yield "pgp-mime-encrypted", (MIME + parts("encrypted", part("Version: 1\n", "application/pgp-encrypted"),
                                 part(message, "application/octet-stream; name=encrypted.asc"))).encode(), ""
    yield "pgp-inline-encrypted", plain("Hi\n\n" + message), ""
    smime = part(ARMOUR, "application/pkcs7-signature; name=smime.p7s", "Content-Transfer-Encoding: base64")
    yield "smime-signed", (MIME + parts("signed", part(PLAIN), smime, more="; protocol=\"application/pkcs7-signature\"")).encode()
    for kind in ["signed-data", "enveloped-data"]:
        yield f"smime-{kind}", (MIME + f"Content-Type: application/pkcs7-mime; smime-type={kind}; name=smime.p7m\n"
                                "Content-Transfer-Encoding: base64\n" + ARMOUR).encode(), ""
    yield "winmail-dat", mixed(part("\n"), part("eJ8+IgsXAQaQCAAEAAAAAAABAAEAAQeQBgAI\n", "application/ms-tnef; name=winmail.dat",
                               "Content-Transfer-Encoding: base64")), ""


def replies():
    typed = "\n".join(LINES) + "\n"
    yield "quoted-with-bars", plain("Ann wrote:\n" + quoted("| ", QUOTE[:-1]) + typed + "| END\n")
    yield "quoted-twice", plain(quoted("> > ", QUOTE[:-1]) + typed + "> > END\n")
    yield "quoted-with-initials", plain(quoted("BO> ", QUOTE[:-1]) + typed + "BO> END\n")
    yield "quoted-own-end", plain(quoted("> ", QUOTE[:-1]) + typed + "END\n> END\n")
    yield "quoted-end-cut-off", plain(quoted("> ", [HEAD]) + "\n" + typed + "END\n")
    yield "quoted-orders-only", plain("So be it.\n\n" + quoted("> ", TURN.splitlines())), ""
    yield "above-without-end", plain(typed + "\nOn Monday Bo wrote:\n" + quoted("> "))
    yield "above-with-greeting-and-no-end", plain("Hi Bo,\n" + typed + "\nOn Monday Bo wrote:\n" + quoted("> ")), ""
    yield "above-with-prose", plain("Well, well. I did not see that coming!\nAnyway.\n\n" + typed + "END\n\nAnn\n\nOn Monday\nBo wrote:\n" + quoted("> "))
    yield "above-with-a-mistake", plain("02O8->0209\n" + typed + "END\n\nOn Monday Bo wrote:\n" + quoted("> ")), ""
    yield "above-an-unmarked-quote", plain(typed + "END\n\n-----Ursprüngliche Nachricht-----\nVon: Bo\nGesendet: Montag, 30. November 2026\n"
                                           "An: Ann\nBetreff: Zug\n\n" + "\n".join(QUOTE) + "\n")
    header = "From: Bo <bo@example.org>\nSent: Monday, 30 November 2026\nTo: Ann\nSubject: first-game\n\n"
    echo = "\n".join(REPORT) + "  0402->0403\n0402->0403\n"
    open_end = PLAIN.replace("END\n", "\n")
    yield "no-end-above-an-unmarked-quote", plain(open_end + "-----Original Message-----\n" + header + echo)
    yield "no-end-above-a-rule", plain(open_end + "________________________________\n" + header + "\n".join(QUOTE) + "\n")
    yield "no-end-above-header-lines", plain(open_end + header + echo)
    yield "no-end-above-header-lines-and-end", plain(open_end + header + echo + "END\n")
    yield "no-end-above-a-rule-and-orders", plain(open_end.replace("0605->0606\n", "") + "__________\n0605->0606\n"), ""
    yield "above-a-filled-unmarked-quote", plain(typed + "END\n\n-----Original Message-----\n" + header + OTHER)
    yield "above-a-filled-unmarked-quote-without-end", plain(typed + "\n-----Original Message-----\n" + header + OTHER)
    yield "above-a-filled-unmarked-quote-with-greeting", plain("Hi Bo,\n" + typed + "\n-----Original Message-----\n" + header + OTHER), ""
    yield "above-a-filled-turn-file", plain(typed + "END\n\nOn Monday Ann wrote:\n\n" + OTHER)
    yield "nothing-above-a-filled-unmarked-quote", plain("This one still stands.\n\n-----Original Message-----\n" + header + PLAIN)
    yield "whole-above-a-filled-unmarked-quote", plain(PLAIN + "\n-----Original Message-----\n" + header + OTHER)
    yield "old-of-her-own", plain("I take it back, wait.\n\n-----Original Message-----\n" + header.replace("Bo <bo@", "Ann <ann@") + PLAIN)
    words = "Please do NOT take these yet, I want to think.\n\n"
    for name, above in [
        ("english", f"---------- Forwarded message ---------\nFrom: {BLUE}\nDate: Mon, 30 Nov 2026 at 09:00\nSubject: how about this?\nTo: {RED}\n"),
        ("english-apple", f"Begin forwarded message:\n\nFrom: {BLUE}\nSubject: how about this?\nDate: 30 November 2026 at 09:00:00 CET\nTo: {RED}\n"),
        ("german", f"-------- Weitergeleitete Nachricht --------\nBetreff: Zug\nDatum: Mon, 30 Nov 2026 09:00:00 +0100\nVon: {BLUE}\nAn: {RED}\n"),
        ("german-apple", f"Anfang der weitergeleiteten Nachricht:\n\nVon: {BLUE}\nBetreff: Zug\nDatum: 30. November 2026 um 09:00:00 MEZ\nAn: {RED}\n"),
        ("french", f"---------- Message transféré ---------\nDe : {BLUE}\nDate : lun. 30 nov. 2026\nObjet : tour\nÀ : {RED}\n"),
        ("swedish", f"-------- Vidarebefordrat meddelande --------\nÄmne: drag\nDatum: Mon, 30 Nov 2026 09:00:00 +0100\nFrån: {BLUE}\nTill: {RED}\n"),
        ("outlook", f"From: {BLUE}\nSent: Monday, 30 November 2026 09:00\nTo: {RED}\nSubject: how about this?\n"),
        ("outlook-french", f"De : {BLUE}\nEnvoyé : lundi 30 novembre 2026 09:00\nÀ : {RED}\nObjet : tour\n"),
        ("unmarked-answer", f"On Monday, November 30, 2026 at 09:00:00 AM GMT+1, {BLUE} wrote:\n"),
    ]:
        yield f"passed-on-{name}", plain(words + above + "\n" + PLAIN)
    cut = HEAD.rindex(" red")
    yield "head-wrapped-before-the-seat", plain(PLAIN.replace(HEAD, HEAD[:cut] + "\n" + HEAD[cut + 1:]))
    cut = HEAD.rindex(" ")
    yield "head-wrapped-before-the-position", plain(PLAIN.replace(HEAD, HEAD[:cut] + "\n" + HEAD[cut + 1:]))
    yield "head-cut-off", plain(PLAIN.replace(HEAD, HEAD[:HEAD.rindex(" red")])), ""
    yield "bullets-and-full-stops", plain("\n".join([HEAD, "", *["• " + line + "." for line in LINES], "- END."]) + "\n")
    for name, mark in [("", "> "), ("-by-bars", "| "), ("-by-initials", "AB> ")]:
        yield f"quoted-order-within{name}", plain(PLAIN.replace("0605", mark + "0605")), ""
    yield "quoted-order-within-flowed", (MIME + part(PLAIN.replace("0605", " >0605"), "text/plain; format=flowed")).encode(), ""
    yield "quoted-report-within", plain(PLAIN.replace("0605", "> - Blue armoured 0706->0806.\n> Well done!\n0605"))
    yield "below", plain("On Monday Bo wrote:\n" + quoted("> ") + "\n" + typed + "END\n-- \nAnn 0705\n")
    yield "above-and-below", plain(typed + "END\n\nBo wrote:\n" + quoted("> ") + "0605->0607\nEND\n"), ""
    yield "old-head-unmarked", plain(TURN + "\n\n________________________________\nFrom: Bo\nSent: Monday, 30 November 2026\nTo: Ann\n\n" + OLD + "\n"
                                     + "\n-----Original Message-----\n0402->0403\n")
    yield "old-inline", plain(quoted("> ", OLD.split("\n")[:1]) + typed + "END\n"), ""
    yield "list-footer", plain(PLAIN + "_______________________________________________\nGames mailing list\nGames@example.org\n"
                               "https://lists.example.org/listinfo/games\n")
    yield "list-footer-part", mixed(part(PLAIN), part("____\nGames mailing list 0705->0706\n"))
    yield "header-encoded-words", plain(PLAIN).replace(b"From: Ann ", b"From: =?utf-8?b?QW5uIMOF?=\n =?iso-8859-1?q?_=D6?= ")
    yield "sender-in-capitals", plain(PLAIN).replace(b"ann@example.org", b"Ann@EXAMPLE.org")
    yield "sender-is-other", plain(PLAIN).replace(b"ann@example.org", b"ann@example.com")
    yield "sender-is-two", plain(PLAIN).replace(b"To:", b"From: Eve <eve@example.org>\nTo:", 1)
    yield "sender-is-two-in-one", plain(PLAIN).replace(b"ann@example.org>", b"ann@example.org>, eve@example.org", 1)
    yield "sender-alone", f"From: {RED}\n\n{PLAIN}".encode()
    yield "sender-is-missing", plain(PLAIN).replace(f"From: {RED}\n".encode(), b"")


def mailboxes():
    one = plain(PLAIN).decode()
    start = "From ann@example.org Mon Nov 30 10:30:00 2026\n"
    yield "mailbox", (start + one).encode()
    yield "mailbox-escaped", (start + one.replace("ORDERS", ">From here on it gets serious.\n>>From Bo: x\n\nORDERS", 1)).encode()
    yield "mailbox-same-twice", (start + one + "\n" + start + one.replace("<single@", "<again@")).encode()
    yield "mailbox-two-differ", (start + one + "\n" + start + plain(OTHER).decode()).encode(), ""
    old = plain(OLD.replace("→", "->") + "\n").decode()
    yield "mailbox-old-and-new", (start + old + "\n" + start + "Subject: hi\nTo: a@example.org\n\nhello\n\n" + start + one).encode()


# Written by nodemailer, see make.mjs.
NODE = ["node-plain", "node-alternative", "node-attached", "node-html-only", "node-flowed", "node-unicode-name"]


def write_all(write):
    """Writes them all; their names and faults."""
    named = []
    for group in [charsets, encodings, structure, security, replies, mailboxes]:
        for name, data, *orders in group():
            write(name, "any", name, data, *orders)
            named.append((name, name))
    for name in NODE:
        data = (HERE / f"{name}.eml").read_bytes()
        write(name, "nodemailer", name, data)
        named.append((name, name))
    return named
